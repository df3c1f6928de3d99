:- encoding(utf8).
:- module(history,
          [ keeps_history/1,            % +Game
            asks_history/1,             % +Rules
            history_fact/1,             % +Fact
            hidden_fact/1,              % +Fact
            asked_fact/2,               % ?Fact, +Facts
            remembered_rules/2,         % +Rules0, -Rules
            history_edges/3,            % +Rules, +Edges0, -Edges
            begun_state/3,              % +Game, +Facts, -State
            next_state/4,               % +Game, +State0, +Facts, -State
            occurs_after/5,             % +Game, +State, +Role, +Move, ?N
            joint_of/4,                 % +Game, +Role, +Move, -Joint
            met_position/3,             % +Fact, -Terms, -N
            met_before/3                % +Terms, +Met, -N
          ]).
:- use_module(library(apply), [exclude/3, partition/4]).
:- use_module(library(lists), [append/3, member/2, memberchk/2, select/3]).
:- use_module(logic(language/literals), [inner_literal/3]).
:- use_module(logic(language/percepts), [percept_fact/1]).

/** <module> How often the position has occurred, kept with the state

In a file that asks for occurred/1, a state is its fluents and its history.  The history consists of
facts that no rule can give:

    'occurred now'(N)      the present position has occurred N times in this game, now included
    'occurred so far'(Name, N)     the position Name has occurred N times; one fact for each position,
                        the present one included

The position is the set of the terms that position_part/1 gives, and its Name is an atom, the text of
the ordered list of these terms.  The same positions have the same name, and a name takes the
memory of one word in each state.

States with different histories are different states.  So tables and transpositions are exact, and
a state tells by itself how often each position has occurred.

The literal occurred(N) asks for the fact 'occurred now'(N); remembered_rules/2 adds the rule.  The
literal after(R, M, occurred(N)) is read as 'occurred after'(R, M, N), which makes the step and counts;
see occurs_after/5.  A variable alone,
as in true(F), stands for fluents of the rules only.
*/

%!  keeps_history(+Game) is semidet.
%
%   A state of Game has its history.

keeps_history(Game) :- Game:rule(occurred(_), [call(true('occurred now'(_)))]), !.

%!  asks_history(+Rules) is semidet.
%
%   A rule asks for occurred/1, or for it after a move, and no rule defines it.

asks_history(Rules) :-
    \+ memberchk(rule(occurred(_), _, _), Rules),
    once(( member(rule(_, Body, _), Rules),
           inner_literal(Body, _, call(Atom)),
           history_atom(Atom) )).

history_atom(Atom) :- nonvar(Atom), ( Atom = occurred(_) ; Atom = 'occurred after'(_, _, _) ), !.

%!  history_fact(+Fact) is semidet.
%
%   Fact belongs to the history.

history_fact('occurred now'(_)).
history_fact('occurred so far'(_, _)).

%!  hidden_fact(+Fact) is semidet.
%
%   Fact belongs to the history or is what a role perceived, not a fluent of the rules.

hidden_fact(Fact) :- history_fact(Fact), !.
hidden_fact(Fact) :- percept_fact(Fact).

%!  asked_fact(?Fact, +Facts) is nondet.
%
%   Fact is one of Facts; if it is a variable, one that rules can give.

asked_fact(Fact, Facts) :-
    (   var(Fact) -> member(Fact, Facts), \+ hidden_fact(Fact) ; member(Fact, Facts) ).

%!  remembered_rules(+Rules0, -Rules) is det.
%
%   Rules are Rules0 with that of occurred/1, if they ask for it.  It has the place of the first rule
%   of position_part/1.

remembered_rules(Rules0, Rules) :-
    (   asks_history(Rules0),
        memberchk(rule(position_part(_), _, source(From, Place, _)), Rules0)
    ->  Rule = rule(occurred(N), [Place:call(true('occurred now'(N)))], source(From, Place, [])),
        append(Rules0, [Rule], Rules)
    ;   Rules = Rules0
    ).

%!  history_edges(+Rules, +Edges0, -Edges) is det.
%
%   Edges are those of dependency.pl, with what occurred/1 and 'occurred after'/3 depend on: the state, and all of
%   position_part/1.  The added ones have the place of the first rule of position_part/1.

history_edges(Rules, Edges0, Edges) :-
    (   memberchk(rule(position_part(_), _, source(_, Place, _)), Rules),
        ( asks_history(Rules) ; memberchk(rule(occurred(_), [_:call(true('occurred now'(_)))], _), Rules) )
    ->  findall(Edge,
                ( member(Word, [occurred/1, 'occurred after'/3]), history_edge(Word, Place, Edge) ),
                Added),
        append(Edges0, Added, Edges)
    ;   Edges = Edges0
    ).

history_edge(Word, Place, edge(Word, true/1, positive, Place)).
history_edge(Word, Place, edge(Word, position_part/1, negative, Place)).

% ---- states ----------------------------------------------------------------

%   Each form of compilation (compile_lists.pl) defines for a game with histories
%
%       Game:plain_state(Facts, State)      the state of Facts, as they are
%       Game:next_facts(State, Joint, Fs)   what next/1 gives
%       Game:met(State, Met)                the facts 'occurred so far'(Name, N) of State
%       Game:position_part(State, Term)          from position_part/1

%!  begun_state(+Game, +Facts, -State) is det.
%
%   In State the Facts hold.  Its history is among them; if it is not, the game begins with State.
%
%   @error wrong_history if the facts of the history do not fit the position

begun_state(Game, Facts0, State) :-
    partition(history_fact, Facts0, History0, Facts),
    sort(History0, History),
    Game:plain_state(Facts, Plain),
    position_name(Game, Plain, Name),
    (   History == [] -> next_history([], Name, History1)
    ;   fitting_history(History, Name) -> History1 = History
    ;   throw(error(wrong_history, _))
    ),
    append(History1, Facts, All),
    Game:plain_state(All, State).

fitting_history(History, Name) :-
    select('occurred now'(N), History, Met),
    memberchk('occurred so far'(Name, M), Met), M == N,
    \+ ( member(Fact, Met),
         \+ ( Fact = 'occurred so far'(_, Times), integer(Times), Times > 0, met_position(Fact, _, _) ) ),
    \+ ( select('occurred so far'(A, _), Met, Rest), memberchk('occurred so far'(A, _), Rest) ).

%!  next_state(+Game, +State0, +Facts, -State) is det.
%
%   State follows State0: Facts hold in it, and its history is one position longer.

next_state(Game, State0, Facts0, State) :-
    exclude(history_fact, Facts0, Facts),
    Game:plain_state(Facts, Plain),
    position_name(Game, Plain, Name),
    Game:met(State0, Met),
    next_history(Met, Name, History),
    append(History, Facts, All),
    Game:plain_state(All, State).

next_history(Met0, Name, ['occurred now'(N), 'occurred so far'(Name, N)|Met]) :-
    (   select('occurred so far'(Name, N0), Met0, Met) -> N is N0 + 1
    ;   N = 1, Met = Met0
    ).

position_name(Game, State, Name) :-
    findall(Term, Game:position_part(State, Term), Terms),
    terms_name(Terms, Name).

terms_name(Terms, Name) :-
    sort(Terms, Set),
    with_output_to(atom(Name), write_term(Set, [quoted(true), ignore_ops(true)])).

%!  occurs_after(+Game, +State, +Role, +Move, ?N) is semidet.
%
%   The position that comes if Role does Move in State, and all others noop, would then have occurred N
%   times.  State is one of the compiled form.

occurs_after(Game, State, Role, Move, N) :-
    joint_of(Game, Role, Move, Joint),
    Game:next_facts(State, Joint, Facts0),
    exclude(history_fact, Facts0, Facts),
    Game:plain_state(Facts, Plain),
    position_name(Game, Plain, Name),
    Game:met(State, Met),
    next_history(Met, Name, ['occurred now'(Times)|_]),
    N = Times.

%!  met_before(+Terms, +Facts, -N) is det.
%
%   If the position of Terms came next, after a state in which Facts hold, it would have occurred N
%   times.

met_before(Terms, Facts, N) :-
    terms_name(Terms, Name),
    ( memberchk('occurred so far'(Name, Times), Facts) -> N is Times + 1 ; N = 1 ).

%!  met_position(+Fact, -Terms, -N) is semidet.
%
%   Fact says that the position of Terms has occurred N times.  Fails if no position has the name in Fact.

met_position('occurred so far'(Name, N), Terms, N) :-
    atom(Name),
    catch(term_to_atom(Terms, Name), error(syntax_error(_), _), fail),
    is_list(Terms), ground(Terms),
    terms_name(Terms, Name).

%!  joint_of(+Game, +Role, +Move, -Joint) is semidet.
%
%   In Joint, Role does Move and each other role does noop.

joint_of(Game, Role, Move, Joint) :-
    Game:role_index(Role, Index),
    findall(noop, Game:role(_), Noops),
    Joint =.. [d|Noops],
    setarg(Index, Joint, Move).
