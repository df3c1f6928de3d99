:- encoding(utf8).
:- module(kinds,
          [ kind_of/5,                  % +As, +Syntax, +Text, +Rules, -Kind
            kind_with_faults/5,         % +Kind0, +Syntax, +Text, +Faults, -Kind
            kind_text/2,                % +Kind, -Text
            kind_name/2,                % +Kind, -Name
            lacking/3                   % +Syntax, +Text, -Told
          ]).
:- use_module(library(aggregate), [aggregate_all/3]).
:- use_module(library(lists), [append/3, member/2, memberchk/2, subtract/3]).
:- use_module(logic(checker/changing_facts), [changing_structure/2]).
:- use_module(logic(checker/clause_goals)).
:- use_module(logic(checker/clause_texts), [state_term/2, term_text/2]).
:- use_module(logic(checker/foreign)).
:- use_module(logic(checker/foreign_names)).
:- use_module(logic(checker/foreign_edits), [question_edit/3]).
:- use_module(logic(checker/messages), [listed/2]).
:- use_module(logic(checker/static_checks), [forbidden/1]).
:- use_module(logic(language/equations), [value_fact/1]).
:- use_module(logic(language/literals), [inner_literal/3]).
:- use_module(logic(language/program_words)).
:- use_module(logic(language/vocabulary), [relation/3]).
:- use_module(logic(reader/prolog_reader), [named_term/3, read_clauses/4]).
:- use_module(logic(reader/syntaxes), [sheet_syntax/1]).

/** <module> What a file is: a game, a state space, a search program or a theory

Everything that reads a file asks kind_of/5: the checker, `load`, `convert`, the dialogue and
`new --from`.  A kind is kind(Name, Form, Why).  Name is `game`, `space`, `program` or `theory`.
Form is `own`, or foreign(Clauses, Structure) for what was written for Prolog itself, under names
of its own (foreign.pl).  Why is the evidence: the relations that decided.

A text that was written for Prolog itself goes this way:

  1. prolog_reader.pl reads it as clauses; clause_goals.pl says what they ask and which predicates
     are recursive, and prolog_words.pl which predicates are Prolog's.
  2. foreign.pl finds the structure of its search: foreign_steps.pl the relation that leads from state to
     state, foreign_ends.pl the start and the goal.  Without a search foreign_names.pl goes by names,
     and with a position in dynamic facts changing_facts.pl by assert and retract.
  3. This file decides on the kind.
  4. foreign_edits.pl names what the file lacks: faults for `check`, edits for `new --from`.
  5. skeletons.pl writes the new file: the edits, what is kept and, as comments, what is not.
     win_lose.pl has the rules of a game in which who cannot move loses; clause_texts.pl prints clauses.
*/

%!  kind_of(+As, +Syntax, +Text, +Rules, -Kind) is det.
%
%   Rules are those of Text.  As is a name of a kind that somebody has said it is, or `none`.

kind_of(As, Syntax, Text, Rules, kind(Name, Form, Why)) :-
    heads(Rules, PIs),
    (   As \== none
    ->  Name = As, Why = said,
        (   memberchk(As, [space, program]),
            \+ own_names(As, PIs),
            foreign_structure(Syntax, Text, Clauses, Structure)
        ->  Form = foreign(Clauses, Structure)
        ;   Form = own
        )
    ;   by_rules(Syntax, Rules, PIs, Name0, Why0)
    ->  Name = Name0, Form = own, Why = Why0
    ;   read_clauses(Syntax, Text, Clauses, _),
        once(by_clauses(Clauses, PIs, Name, Form, Why))
    ).

own_names(space, PIs) :- space_parts(PIs, [_, _|_]).
own_names(program, PIs) :- program_question(_, PI), memberchk(PI, PIs), !.

%!  kind_with_faults(+Kind0, +Syntax, +Text, +Faults, -Kind) is det.
%
%   A state space with a search of its own beside its arcs is foreign if it has errors.

kind_with_faults(kind(space, own, Why), Syntax, Text, Faults,
                 kind(space, foreign(Clauses, Structure), Why)) :-
    member(fault(error, _, _, _), Faults),
    foreign_structure(Syntax, Text, Clauses, Structure), !.
kind_with_faults(Kind, _, _, _, Kind).

foreign_structure(Syntax, Text, Clauses, Structure) :-
    \+ sheet_syntax(Syntax),
    read_clauses(Syntax, Text, Clauses, _),
    structure(Clauses, Structure).

%!  kind_name(+Kind, -Name) is det.

kind_name(kind(Name, _, _), Name).

heads(Rules, PIs) :-
    findall(Name/Arity,
            ( member(rule(Head0, _, _), Rules),
              ( Head0 = '$head'(Head) -> true ; Head = Head0 ),
              callable(Head), \+ value_fact(Head), functor(Head, Name, Arity) ),
            PIs0),
    sort(PIs0, PIs).

% ---- by the relations of the language --------------------------------------

%   by_rules(+Syntax, +Rules, +PIs, -Name, -Why) is semidet.

by_rules(_, Rules, _, game, empty) :- Rules == [], !.
by_rules(_, _, [], game, unread) :- !.
by_rules(Syntax, Rules, PIs, Name, Why) :-
    sheet_syntax(Syntax), !,
    game_parts(Rules, PIs, Game),
    space_parts(PIs, Space),
    (   Game \== [] -> Name = game, Why = has(Game, [])
    ;   Space = [_, _|_] -> Name = space, Why = has(Space, [role/1])
    ;   Name = theory, Why = defines(PIs)
    ).
by_rules(_, Rules, PIs, Name, has(Parts, Lacks)) :-
    game_parts(Rules, PIs, Game),
    space_parts(PIs, Space),
    (   ( memberchk(defines(role/1), Game)
        ; Space = [], memberchk(asks(_), Game)
        ; Space = [], Game = [_, _, _|_] )
    ->  Name = game, Parts = Game, Lacks = []
    ;   Space = [_, _|_]
    ->  Name = space, Parts = Space, Lacks = [role/1]
    ;   memberchk(asks(_), Game), Name = game, Parts = Game, Lacks = []
    ).

game_parts(Rules, PIs, Parts) :-
    findall(defines(PI), ( game_word(PI), memberchk(PI, PIs) ), Defined),
    findall(asks(PI),
            ( member(PI-Atom, [true/1-true(_), does/2-does(_, _)]),
              once(( member(rule(_, Body, _), Rules), inner_literal(Body, _, call(Atom)) )) ),
            Asked),
    append(Defined, Asked, Parts).

game_word(PI) :-
    member(PI, [role/1, init/1, legal/2, next/1, terminal/0, goal/2, sees/2]).

space_parts(PIs, Parts) :-
    findall(defines(PI),
            ( member(Alternatives, [[start/1], [arc/2, arc/3, neighbours/2], [is_goal/1]]),
              once(( member(PI, Alternatives), memberchk(PI, PIs) )) ),
            Parts).

% ---- by the clauses --------------------------------------------------------

%   by_clauses(+Clauses, +PIs, -Name, -Form, -Why) is nondet; the first counts.

by_clauses(Clauses, PIs, program, own, program(Questions, Asked)) :-
    program_parts(Clauses, PIs, Questions, Asked),
    ( Questions \== [], Asked \== [] ; subtract(Asked, [goal/1, h/2], [_, _|_]) ).
by_clauses(Clauses, _, game, foreign(Clauses, Structure), changes) :-
    changing_structure(Clauses, Structure).
by_clauses(Clauses, PIs, Name, foreign(Clauses, Structure), searches) :-
    structure(Clauses, Structure),
    part(step, Structure, step(Step, _, _, _)),
    part(values, Structure, Values),
    (   \+ memberchk(Step, PIs) -> Name = program
    ;   Values \== none -> Name = game
    ;   Name = space
    ).
by_clauses(Clauses, _, space, foreign(Clauses, Structure), searches) :-
    named_structure(Clauses, Structure).
by_clauses(_, PIs, space, own, has(Parts, [role/1])) :-
    space_parts(PIs, Parts), Parts \== [].
by_clauses(Clauses, PIs, game, own, has(Parts, [])) :-
    game_parts([], PIs, Parts0),
    findall(defines(PI), ( member(PI, PIs), game_option(PI) ), Options),
    append(Parts0, Options, Parts),
    (   Parts \== []
    ;   aggregate_all(count, ( member(Name/_, PIs), once(game_word(Name/_)) ), Count), Count >= 2
    ;   member(unreadable(Name), Clauses), ( var(Name) ; game_word(Name/_) )
    ), !.
by_clauses(Clauses, PIs, program, own, program(Questions, [])) :-
    program_parts(Clauses, PIs, Questions, _), Questions \== [],
    called(Clauses, PI), PI = _/Arity, Arity >= 2, \+ memberchk(PI, PIs), \+ forbidden(PI), !.
by_clauses(_, PIs, theory, own, defines(PIs)).

game_option(PI) :-
    relation(PI, option, _),
    \+ memberchk(PI, [h/1, source/1, weight/2, feature/3, feature_value/3]).

%   program_parts(+Clauses, +PIs, -Questions, -Asked): the questions that rules answer, and the
%   relations over states that they ask.

program_parts(Clauses, PIs, Questions, Asked) :-
    findall(PI,
            ( program_question(_, PI),
              once(( clause_of(Clauses, PI, clause(_, Body, _, _)), Body \== true )) ),
            Questions),
    findall(PI,
            ( called(Clauses, PI), \+ memberchk(PI, PIs),
              ( PI == gap/1 ; program_relation(PI, _), PI \== role/1 ) ),
            Asked0),
    sort(Asked0, Asked1),
    subtract(Asked1, [goal/1], States),
    ( States == [], Questions == [] -> Asked = [] ; Asked = Asked1 ).

% ---- in words --------------------------------------------------------------

%!  kind_text(+Kind, -Text) is det.
%
%   Text is what Kind was taken for and why.

kind_text(kind(Name, Form, Why), Text) :-
    ( Form = foreign(_, Structure) -> true ; Structure = [] ),
    ( Form == own -> Sort = own ; part(search, Structure, []) -> Sort = named ; Sort = foreign ),
    kind_called(Name, Sort, Called),
    because(Why, Structure, Because),
    format(string(Text), 'taken for ~w, because ~w', [Called, Because]).

kind_called(game, own, 'a game').
kind_called(game, foreign, 'a game (with a search of its own)').
kind_called(space, own, 'a state space').
kind_called(space, foreign, 'a puzzle (search program)').
kind_called(space, named, 'a puzzle (with names of its own)').
kind_called(program, own, 'a search program').
kind_called(program, foreign, 'a search program (with names of its own)').
kind_called(theory, _, 'a theory').

because(said, _, '--as says so') :- !.
because(empty, _, 'it has no clauses') :- !.
because(unread, _, 'none of its clauses can be read') :- !.
because(has(_, _), Structure, Text) :-
    Structure \== [], !,
    because(searches, Structure, Text).
because(has(Parts, Lacks), _, Text) :- !,
    findall(PI, member(defines(PI), Parts), Defined),
    findall(PI, member(asks(PI), Parts), Asked),
    (   Defined \== [] -> first_of(Defined, L), format(atom(Has), 'it defines ~w', [L])
    ;   Asked \== [] -> first_of(Asked, L), format(atom(Has), 'it asks ~w', [L])
    ;   Has = 'its relations have the names of a game''s'
    ),
    (   Lacks == [] -> Text = Has
    ;   listed(Lacks, No), format(atom(Text), '~w, but no ~w', [Has, No])
    ).
because(program([], Asked), _, Text) :- !,
    listed(Asked, L),
    format(atom(Text), 'its clauses ask ~w of states', [L]).
because(program(Questions, Asked), _, Text) :- !,
    listed(Questions, Qs),
    (   Asked == [] -> format(atom(Text), 'it defines ~w by rules', [Qs])
    ;   listed(Asked, L), format(atom(Text), 'it defines ~w, which asks ~w of states', [Qs, L])
    ).
because(changes, Structure, Text) :- !,
    part(fluents, Structure, PIs),
    listed(PIs, L),
    format(atom(Text), 'its position is in the facts of ~w, which assert and retract change', [L]).
because(searches, Structure, Text) :-
    part(search, Structure, []), !,
    part(step, Structure, step(Step, _, _, _)),
    format(atom(Leads), '~q leads from state to state', [Step]),
    findall(T,
            ( member(End-What, [start-start, goal-goal]), part(End, Structure, relation(PI)),
              format(atom(T), '~q is the ~w', [PI, What]) ),
            Ends),
    listed([Leads|Ends], Text).
because(searches, Structure, Text) :- !,
    part(search, Structure, Search),
    part(step, Structure, step(Step, _, _, _)),
    part(values, Structure, Value),
    part(goal, Structure, Goal),
    (   Value \== none
    ->  format(atom(Text), '~q compares what the positions are worth to which ~q leads',
               [Value, Step])
    ;   main(Search, Main),
        (   Goal = relation(PI) -> format(atom(Until), ' until ~q holds', [PI])
        ;   Goal = term(State0, _)
        ->  named_term(State0, [], State),
            state_term(State, Term),
            term_text(Term, Shown),
            format(atom(Until), ' until it comes to ~s', [Shown])
        ;   Until = ''
        ),
        format(atom(Text), '~q goes from state to state by ~q~w', [Main, Step, Until])
    ).
because(defines(PIs), _, Text) :-
    first_of(PIs, L),
    format(atom(Text), 'it defines ~w, and no relation of a game, a state space or a search', [L]).

first_of(PIs, Text) :-
    length(PIs, Count),
    (   Count =< 3 -> listed(PIs, Text)
    ;   PIs = [A, B, C|_], More is Count - 3,
        format(atom(Text), '~q, ~q, ~q and ~d more', [A, B, C, More])
    ).

% ---- what a search lacks ----------------------------------------------------

%!  lacking(+Syntax, +Text, -Told) is semidet.
%
%   Told says which question the search in Text should answer.

lacking(Syntax, Text, Told) :-
    foreign_structure(Syntax, Text, Clauses, Structure),
    part(search, Structure, Search), main(Search, Main),
    question_edit(Clauses, Structure, Edit),
    (   Edit = edit(_, add(Clause))
    ->  format(string(Told), '~q searches, so add path/2, as in ~s', [Main, Clause])
    ;   Edit = edit(_, write(PIs)),
        listed(PIs, L),
        format(string(Told), '~q searches, so write ~w with it', [Main, L])
    ).
