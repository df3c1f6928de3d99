:- module(rulebook,
          [ read_rules/3,               % +Text, -Rules, -Faults
            read_ground_term/2,         % +Text, -Term
            read_terms/2                % +Text, -Terms
          ]).
:- use_module(library(apply), [maplist/3]).
:- use_module(library(lists), [append/2, append/3, member/2]).

/** <module> Read a rule file: text in, rules with their places out

A rule file is *read*, never consulted: it is data.  Nothing in it is executed,
no directive is obeyed, no operator can be declared.  What cannot be a rule is
returned as a fault, all faults of a text at once, each with the range of
characters it is about.

A rule is

    rule(Head, Body, Source)

Body is a list of literals `Place:Literal`, read from left to right:

    call(Atom)              Atom is provable; true(F) and does(R, M) are atoms too
    not(Body)               Body has no proof
    or([Body, ...])         one of the bodies
    test(Goal)              a comparison of bound terms
    is(X, Expression)       integer arithmetic
    between(Low, High, X)   Low =< X =< High
    count(T, Body, N)       N distinct instances of T for which Body holds

A Place is `From-To`, offsets in characters from the start of the text.  Source
is `source(Place, HeadPlace, Variables)`, where Variables holds a
`variable(Name, Variable, Places)` for each named variable.  A fault is
`fault(Severity, Code, Place, Arguments)`; messages.pl knows the words.
*/

% The rule language has the operators of standard Prolog, whatever else the
% process has loaded: they are looked up in this module, which declares none.
:- set_module(rulebook_syntax:class(user)).

%!  read_rules(+Text, -Rules, -Faults) is det.
%
%   Read all the rules of Text.  After a fault reading goes on at the next clause.

read_rules(Text, Rules, Faults) :-
    setup_call_cleanup(
        open_string(Text, In),
        read_items(In, Items),
        close(In)),
    split(Items, Rules, Faults).

split([], [], []).
split([Item|Items], Rules, Faults) :-
    (   Item = rule(_, _, _)
    ->  Rules = [Item|Rules1], Faults = Faults1
    ;   Rules = Rules1, Faults = [Item|Faults1]
    ),
    split(Items, Rules1, Faults1).

read_items(In, Items) :-
    character_count(In, Start),
    catch(read_one(In, Term, Places, Names), error(syntax_error(What), Where), true),
    (   nonvar(What)
    ->  fault_place(Where, Start, At),
        (   fatal_syntax(What)
        ->  Items = [fault(error, syntax, At, [What])]
        ;   Items = [fault(error, syntax, At, [What])|More],
            character_count(In, End),
            (   End =:= Start -> More = [] ; read_items(In, More) )
        )
    ;   Term == end_of_file
    ->  Items = []
    ;   clause_items(Term, Places, Names, Items, More),
        read_items(In, More)
    ).

read_one(In, Term, Places, Names) :-
    read_term(In, Term,
              [ module(rulebook_syntax),
                subterm_positions(Places),
                variable_names(Names),
                double_quotes(atom),
                back_quotes(symbol_char),
                syntax_errors(error)
              ]).

character_count(In, Count) :-
    stream_property(In, position(Position)),
    stream_position_data(char_count, Position, Count).

fault_place(stream(_, _, _, At), _, At-To) :- !, To is At + 1.
fault_place(_, Start, Start-To) :- To is Start + 1.

% Nothing more can be read after these.
fatal_syntax(end_of_file_in_quoted(_)).
fatal_syntax(end_of_file_in_block_comment).
fatal_syntax(end_of_file).

% ---- one clause ------------------------------------------------------------

clause_items(Term, Places, Names, Items, More) :-
    place(Places, Place),
    variables(Names, Term, Places, Variables),
    (   unusable(Term, What)
    ->  Items = [fault(error, What, Place, [])|More]
    ;   head_and_body(Term, Places, Head, HeadPlace, Body, BodyPlaces, What)
    ->  (   nonvar(What)
        ->  Items = [fault(error, What, Place, [])|More]
        ;   head_faults(Head, HeadPlace, HeadFaults),
            body(Body, BodyPlaces, Literals, [], Faults, []),
            append(HeadFaults, Faults, AllFaults),
            (   AllFaults == []
            ->  Items = [rule(Head, Literals,
                              source(Place, HeadPlace, Variables))|More]
            ;   append(AllFaults, More, Items)
            )
        )
    ).

% Terms that the syntax of SWI-Prolog can read, and the rule language cannot.
unusable(Term, dict) :- holds_subterm(Term, is_dict).
unusable(Term, text_object) :- holds_subterm(Term, string).
unusable(Term, number) :- holds_subterm(Term, not_an_integer).

not_an_integer(Term) :- number(Term), \+ integer(Term).

:- meta_predicate holds_subterm(+, 1).

holds_subterm(Term, Test) :- call(Test, Term), !.
holds_subterm(Term, Test) :-
    compound(Term),
    compound_name_arguments(Term, _, Arguments),
    member(Argument, Arguments),
    holds_subterm(Argument, Test), !.

head_and_body(Variable, _, _, _, _, _, variable_clause) :- var(Variable), !.
head_and_body((:- _), _, _, _, _, _, directive) :- !.
head_and_body((?- _), _, _, _, _, _, directive) :- !.
head_and_body((_ --> _), _, _, _, _, _, grammar_rule) :- !.
head_and_body((_ => _), _, _, _, _, _, single_sided) :- !.
head_and_body((Head :- Body), Places, Head, HeadPlace, Body, BodyPlaces, _) :- !,
    arguments(Places, [HeadPlaces, BodyPlaces]),
    place(HeadPlaces, HeadPlace).
head_and_body(Head, Places, Head, Place, true, Places, _) :-
    place(Places, Place).

head_faults(Head, Place, [fault(error, variable_head, Place, [])]) :- var(Head), !.
head_faults(Head, Place, [fault(error, head_not_callable, Place, [Head])]) :-
    \+ callable(Head), !.
head_faults(_:_, Place, [fault(error, module, Place, [])]) :- !.
head_faults(Head, Place, [fault(error, reserved_head, Place, [Name/Arity])]) :-
    functor(Head, Name, Arity),
    reserved(Name, Arity), !.
head_faults(_, _, []).

% The words of the language itself cannot be defined anew.
reserved(Name, Arity) :-
    functor(Goal, Name, Arity),
    (   connective(Goal) ; comparison(Goal) ; member(Goal, [_ is _, between(_, _, _)])
    ;   member(Goal, [true(_), does(_, _), count(_, _, _), true, fail, false, !])
    ), !.

connective((_, _)).
connective((_ ; _)).
connective((_ | _)).
connective((_ -> _)).
connective((_ *-> _)).
connective(\+ _).
connective(not(_)).
connective((_ :- _)).

comparison(_ < _).
comparison(_ =< _).
comparison(_ > _).
comparison(_ >= _).
comparison(_ =:= _).
comparison(_ =\= _).
comparison(_ \== _).
comparison(dif(_, _)).
comparison(distinct(_, _)).

% ---- bodies ----------------------------------------------------------------

%   body(+Term, +Places, -Literals, ?LiteralsTail, -Faults, ?FaultsTail)

body(Goal, Places, Ls, Ls, [fault(error, variable_goal, Place, [])|Fs], Fs) :-
    var(Goal), !,
    place(Places, Place).
body(Goal, Places0, Ls0, Ls, Fs0, Fs) :-
    stripped(Places0, Places),
    place(Places, Place),
    body_(Goal, Places, Place, Ls0, Ls, Fs0, Fs).

body_(true, _, _, Ls, Ls, Fs, Fs) :- !.
body_((A, B), Places, _, Ls0, Ls, Fs0, Fs) :- !,
    arguments(Places, [PA, PB]),
    body(A, PA, Ls0, Ls1, Fs0, Fs1),
    body(B, PB, Ls1, Ls, Fs1, Fs).
body_((A ; B), Places, Place, Ls0, Ls, Fs0, Fs) :- !,
    (   nonvar(A), ( A = (_ -> _) ; A = (_ *-> _) )
    ->  Ls0 = Ls, Fs0 = [fault(error, if_then_else, Place, [])|Fs]
    ;   arguments(Places, [PA, PB]),
        alternatives([A-PA, B-PB], Place, Ls0, Ls, Fs0, Fs)
    ).
body_((A | B), Places, Place, Ls0, Ls, Fs0, Fs) :- !,
    arguments(Places, [PA, PB]),
    alternatives([A-PA, B-PB], Place, Ls0, Ls, Fs0, Fs).
body_((_ -> _), _, Place, Ls, Ls, [fault(error, if_then_else, Place, [])|Fs], Fs) :- !.
body_((_ *-> _), _, Place, Ls, Ls, [fault(error, if_then_else, Place, [])|Fs], Fs) :- !.
body_(!, _, Place, Ls, Ls, [fault(error, cut, Place, [])|Fs], Fs) :- !.
body_(\+ A, Places, Place, Ls0, Ls, Fs0, Fs) :- !,
    negation(A, Places, Place, Ls0, Ls, Fs0, Fs).
body_(not(A), Places, Place, Ls0, Ls, Fs0, Fs) :- !,
    negation(A, Places, Place, Ls0, Ls, Fs0, Fs).
body_(count(T, A, N), Places, Place, [Place:count(T, Body, N)|Ls], Ls, Fs0, Fs) :- !,
    arguments(Places, [_, PA, _]),
    body(A, PA, Body, [], Fs0, Fs).
body_(between(L, H, X), _, Place, [Place:between(L, H, X)|Ls], Ls, Fs, Fs) :- !.
body_(X is E, Places, Place, Ls0, Ls, Fs0, Fs) :- !,
    arithmetic([E], Places, Place, X is E, is(X, E), Ls0, Ls, Fs0, Fs).
body_(Goal, Places, Place, Ls0, Ls, Fs0, Fs) :-
    callable(Goal),
    Goal =.. [or|Alternatives],
    Alternatives = [_|_], !,
    arguments(Places, PAs),
    pairs(Alternatives, PAs, Pairs),
    alternatives(Pairs, Place, Ls0, Ls, Fs0, Fs).
body_(Goal, Places, Place, Ls0, Ls, Fs0, Fs) :-
    comparison(Goal), !,
    (   Goal =.. [Op|Es], memberchk(Op, [<, =<, >, >=, =:=, =\=])
    ->  arithmetic(Es, Places, Place, Goal, test(Goal), Ls0, Ls, Fs0, Fs)
    ;   Ls0 = [Place:test(Goal)|Ls], Fs0 = Fs
    ).
body_(_:_, _, Place, Ls, Ls, [fault(error, module, Place, [])|Fs], Fs) :- !.
body_(Goal, _, Place, [Place:call(Goal)|Ls], Ls, Fs, Fs) :-
    callable(Goal), !.
body_(Goal, _, Place, Ls, Ls, [fault(error, goal_not_callable, Place, [Goal])|Fs], Fs).

negation(A, Places, Place, [Place:not(Body)|Ls], Ls, Fs0, Fs) :-
    arguments(Places, [PA]),
    body(A, PA, Body, [], Fs0, Fs).

alternatives(Pairs, Place, [Place:or(Bodies)|Ls], Ls, Fs0, Fs) :-
    alternatives_(Pairs, Bodies, Fs0, Fs).

alternatives_([], [], Fs, Fs).
alternatives_([A-PA|Pairs], Bodies, Fs0, Fs) :-
    (   nonvar(A), A = (B ; C), \+ ( nonvar(B), ( B = (_ -> _) ; B = (_ *-> _) ) )
    ->  stripped(PA, PA1),
        arguments(PA1, [PB, PC]),
        alternatives_([B-PB, C-PC|Pairs], Bodies, Fs0, Fs)
    ;   Bodies = [Body|Bodies1],
        body(A, PA, Body, [], Fs0, Fs1),
        alternatives_(Pairs, Bodies1, Fs1, Fs)
    ).

arithmetic(Es, _, Place, _, Literal, [Place:Literal|Ls], Ls, Fs, Fs) :-
    maplist(unknown_function, Es, Unknown),
    append(Unknown, []), !.
arithmetic(Es, _, Place, _, _, Ls, Ls,
           [fault(error, not_arithmetic, Place, [What])|Fs], Fs) :-
    maplist(unknown_function, Es, Unknown),
    append(Unknown, [What|_]).

%   The parts of an expression that integer arithmetic has no meaning for.
unknown_function(E, []) :- var(E), !.
unknown_function(E, []) :- integer(E), !.
unknown_function(E, Unknown) :-
    compound(E), function(E), !,
    E =.. [_|As],
    maplist(unknown_function, As, Us),
    append(Us, Unknown).
unknown_function(E, [E]).

function(_ + _).
function(_ - _).
function(_ * _).
function(_ // _).
function(_ mod _).
function(_ rem _).
function(_ xor _).
function(min(_, _)).
function(max(_, _)).
function(- _).
function(+ _).
function(abs(_)).
function(sign(_)).

pairs([], [], []).
pairs([A|As], [B|Bs], [A-B|Ps]) :- pairs(As, Bs, Ps).

% ---- places ----------------------------------------------------------------

%   place(+SubtermPosition, -Place): the range of characters of a subterm.

place(Position, From-To) :-
    stripped(Position, P),
    (   P = From-To -> true ; arg(1, P, From), arg(2, P, To) ).

stripped(parentheses_term_position(_, _, P0), P) :- !, stripped(P0, P).
stripped(P, P).

%   arguments(+SubtermPosition, -Positions): those of the arguments.

arguments(P0, Ps) :-
    stripped(P0, P),
    (   P = term_position(_, _, _, _, Ps0) -> Ps = Ps0
    ;   P = list_position(_, _, Es, none) -> Ps = Es
    ;   P = brace_term_position(_, _, A) -> Ps = [A]
    ).

variables(Names, Term, Places, Variables) :-
    variable_places(Term, Places, Found, []),
    maplist(variable_entry(Found), Names, Variables0),
    anonymous(Found, Names, Anonymous),
    append(Variables0, Anonymous, Variables).

variable_entry(Found, Name=Variable, variable(Name, Variable, Places)) :-
    places_of(Found, Variable, Places).

places_of([], _, []).
places_of([V-P|Found], Variable, Places) :-
    (   V == Variable -> Places = [P|Ps] ; Places = Ps ),
    places_of(Found, Variable, Ps).

anonymous([], _, []).
anonymous([V-P|Found], Names, As) :-
    (   member(_=W, Names), W == V
    ->  As = As1
    ;   As = [variable('_', V, [P])|As1]
    ),
    anonymous(Found, Names, As1).

variable_places(V, P, [V-Place|Fs], Fs) :- var(V), !, place(P, Place).
variable_places(T, P0, Fs0, Fs) :-
    compound(T), !,
    stripped(P0, P),
    (   P = list_position(_, _, Es, Tail)
    ->  list_variable_places(Es, Tail, T, Fs0, Fs)
    ;   arguments(P, Ps)
    ->  T =.. [_|As],
        all_variable_places(As, Ps, Fs0, Fs)
    ;   Fs0 = Fs
    ).
variable_places(_, _, Fs, Fs).

all_variable_places([], _, Fs, Fs).
all_variable_places([A|As], [P|Ps], Fs0, Fs) :-
    variable_places(A, P, Fs0, Fs1),
    all_variable_places(As, Ps, Fs1, Fs).

list_variable_places([], Tail, T, Fs0, Fs) :-
    (   Tail == none -> Fs0 = Fs ; variable_places(T, Tail, Fs0, Fs) ).
list_variable_places([P|Ps], Tail, [A|As], Fs0, Fs) :-
    variable_places(A, P, Fs0, Fs1),
    list_variable_places(Ps, Tail, As, Fs1, Fs).

% ---- single terms: moves, states, parameters -------------------------------

%!  read_ground_term(+Text, -Term) is det.
%
%   The one ground term that Text holds, with or without a full stop.
%   @error syntax_error(_), not_ground(Text)

read_ground_term(Text, Term) :-
    read_terms(Text, Terms),
    (   Terms = [Term] -> true
    ;   throw(error(expected_one_term(Text), _))
    ).

%!  read_terms(+Text, -Terms) is det.
%
%   The ground terms that Text holds, one after the other, separated by `;`.
%   @error syntax_error(_), not_ground(Text)

read_terms(Text, Terms) :-
    split_string(Text, "", " \t\r\n.", [Bare]),
    (   Bare == ""
    ->  Terms = []
    ;   string_concat(Bare, " .", Ended),
        setup_call_cleanup(
            open_string(Ended, In),
            catch(read_one(In, Term, _, _), error(syntax_error(What), _),
                  throw(error(unreadable_term(Text, What), _))),
            close(In)),
        (   ground(Term), \+ unusable(Term, _)
        ->  semicolons(Term, Terms, [])
        ;   throw(error(not_ground(Text), _))
        )
    ).

semicolons((A ; B), Ts0, Ts) :- !, semicolons(A, Ts0, Ts1), semicolons(B, Ts1, Ts).
semicolons(T, [T|Ts], Ts).
