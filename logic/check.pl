:- module(check,
          [ check_rules/2,              % +Rules, -Faults
            closest/3                   % +Name, +Names, -Closest
          ]).
:- use_module(library(apply), [exclude/3, foldl/4, include/3, maplist/2, maplist/3]).
:- use_module(library(lists),
              [append/3, append/2, last/2, member/2, min_member/2, numlist/3]).
:- use_module(library(ordsets),
              [ord_memberchk/2, ord_subset/2, ord_subtract/3, ord_union/3]).
:- use_module(dependency).
:- use_module(language).
:- use_module(order).

/** <module> Static faults of a rule file

A list of rules (rulebook.pl) is sound when every relation it asks is defined,
every variable is bound by a positive literal, negation and counting are
stratified, and recursion is bounded, so that each question has one finite
answer.  Each way to fall short is a clause of fault/3; all faults of a file are
found at once.

The conditions are those of the Game Description Language (Love et al. 2008,
section 5), widened by arithmetic and counting.
*/

%!  check_rules(+Rules, -Faults) is det.
%
%   Faults holds a fault(Severity, Code, Place, Arguments) for all that is wrong
%   with Rules, in the order of the text.

check_rules(Rules, Faults) :-
    edges(Rules, Edges),
    defined(Rules, Defined),
    Context = context(Rules, Edges, Defined),
    findall(Fault, fault(Context, Fault), Faults0),
    sort(3, @=<, Faults0, Faults1),
    once_each(Faults1, [], Faults).

once_each([], _, []).
once_each([F|Fs], Seen, Once) :-
    (   memberchk(F, Seen) -> Once = Once1 ; Once = [F|Once1] ),
    once_each(Fs, [F|Seen], Once1).

defined(Rules, Defined) :-
    findall(N/A, ( member(rule(Head, _, _), Rules), functor(Head, N, A) ), PIs),
    sort(PIs, Defined).

fault(Context, fault(error, unbound, Place, [Name])) :-
    unbound(Context, Name, Place).
fault(context(Rules, _, _), fault(warning, singleton, Place, [Name])) :-
    member(rule(_, _, source(_, _, Variables)), Rules),
    member(variable(Name, _, [Place]), Variables),
    \+ sub_atom(Name, 0, _, _, '_').
fault(context(_, Edges, Defined), fault(error, Code, Place, [Name/Arity, Closest])) :-
    member(edge(_, Name/Arity, _, Place), Edges),
    \+ relation(Name/Arity, literal, _),
    \+ ord_memberchk(Name/Arity, Defined),
    (   wrong_literal_arity(Name/Arity)
    ->  fail
    ;   optional_relation(Name/Arity)
    ->  fail
    ;   forbidden(Name/Arity)
    ->  Code = forbidden_builtin, Closest = none
    ;   Code = unknown_predicate,
        closest_relation(Name/Arity, Defined, Closest)
    ).
fault(context(Rules, Edges, _), fault(error, arity, Place, [Name/Arity, Expected])) :-
    (   member(rule(Head, _, source(_, Place, _)), Rules), functor(Head, Name, Arity)
    ;   member(edge(_, Name/Arity, _, Place), Edges)
    ),
    relation(Name/Expected, Kind, _),
    memberchk(Kind, [game, literal]),
    \+ relation(Name/Arity, _, _).
fault(context(_, Edges, _), fault(error, negative_cycle, Place, [Cycle])) :-
    member(edge(Caller, Callee, negative, Place), Edges),
    cycle(Edges, Callee, Caller, Path),
    append(Path, [Callee], Cycle).
fault(context(Rules, Edges, _), fault(error, unbounded_recursion, Place, [PI])) :-
    unbounded(Rules, Edges, PI, Place).
fault(context(Rules, Edges, _), fault(error, depends, Place, [Head, Literal])) :-
    stratum(Head, Literal),
    reaching(Edges, [Literal], PIs),
    ord_memberchk(Head, PIs), Head \== Literal,
    cycle(Edges, Head, Literal, [Head, Next|_]),
    member(edge(Head, Next, _, Place), Edges),
    member(rule(H, _, source(From-To, _, _)), Rules),
    functor(H, HN, HA), Head = HN/HA,
    Place = F-T, F >= From, T =< To.
fault(context(Rules, _, Defined), fault(error, missing, 0-1, [Name/Arity])) :-
    needed(Rules, Defined, Name/Arity),
    \+ ord_memberchk(Name/Arity, Defined).
fault(context(Rules, _, _), fault(error, Code, Place, Arguments)) :-
    member(rule(Head, Body, source(_, Place, _)), Rules),
    bad_header(Head, Body, Code, Arguments).
fault(context(Rules, _, _), fault(warning, never_true, Place, [Name/Arity, Closest])) :-
    never_produced(Rules, [init, next], true, Name/Arity, Place, Closest).
fault(context(Rules, _, _), fault(warning, never_legal, Place, [Name/Arity, Closest])) :-
    never_produced(Rules, [legal], does, Name/Arity, Place, Closest).

% ---- variables -------------------------------------------------------------

unbound(context(Rules, _, _), Name, Place) :-
    member(rule(Head, Body, source(_, HeadPlace, Variables)), Rules),
    functor(Head, N, A),
    (   input_relation(N/A)
    ->  arg(1, Head, Input)
    ;   Input = []
    ),
    term_variables(Input, Given0), sort(Given0, Given),
    term_variables(Head, HeadVs0), sort(HeadVs0, HeadVs),
    ordered_body(Body, HeadVs, Given, Ordered, Blocked),
    bound_by(Ordered, Given, Bound),
    (   member(Literal, Blocked),
        needed_variables(Literal, LiteralPlace, Vs)
    ;   bound_by(Blocked, Bound, Bound1),
        ord_subtract(HeadVs, Bound1, Vs),
        LiteralPlace = HeadPlace,
        needed_only_in_head(Blocked, Vs)
    ),
    member(V, Vs),
    \+ ( member(B, Bound), B == V ),
    variable_place(Variables, V, LiteralPlace, Name, Place).

needed_only_in_head(_, Vs) :- Vs \== [].

%   The variables that a blocked literal waits for.
needed_variables(Place:test(G), Place, Vs) :- term_variables(G, Vs).
needed_variables(Place:is(_, E), Place, Vs) :- term_variables(E, Vs).
needed_variables(Place:between(L, H, _), Place, Vs) :- term_variables(L-H, Vs).
needed_variables(Place:not(B), Place, Vs) :- term_variables(B, Vs).
needed_variables(_:or(Bodies), Place, Vs) :-
    member(Body, Bodies),
    ordered_body(Body, [], [], _, Blocked),
    member(L, Blocked),
    needed_variables(L, Place, Vs).
needed_variables(Place:count(T, B, _), Place, Vs) :-
    ordered_body(B, [], [], Ordered, Blocked),
    bound_by(Ordered, [], Bound),
    (   Blocked = [_|_]
    ->  member(L, Blocked), needed_variables(L, _, Vs)
    ;   term_variables(T, TVs0), sort(TVs0, TVs),
        ord_subtract(TVs, Bound, Vs0),
        (   Vs0 == [] -> term_variables(B, Vs) ; Vs = Vs0 )
    ).

%   Where to point: the occurrence in the literal, or else the first one.
variable_place(Variables, V, From-To, Name, Place) :-
    member(variable(Name, W, Places), Variables), W == V, !,
    (   member(Place, Places), Place = F-T, F >= From, T =< To
    ->  true
    ;   Places = [Place|_]
    ).

% ---- relations that are asked and not there --------------------------------

forbidden(Name/Arity) :-
    functor(Goal, Name, Arity),
    (   predicate_property(system:Goal, defined)
    ->  true
    ;   '$autoload':library_index(Goal, _, _)
    ->  true
    ;   memberchk(Name/Arity, [halt/0, halt/1, shell/1, shell/2])
    ).

optional_relation(PI) :- relation(PI, game, _).
optional_relation(PI) :- relation(PI, option, _).

wrong_literal_arity(Name/Arity) :-
    relation(Name/_, Kind, _),
    memberchk(Kind, [game, literal]),
    \+ relation(Name/Arity, _, _).

%   The closest name is, of those that take the same number of arguments, the
%   one fewest edits away, or else of all.
closest_relation(Name/Arity, Defined, Closest) :-
    findall(N/A, ( member(N/A, Defined) ; relation(N/A, literal, _) ), All),
    findall(N, member(N/Arity, All), Same),
    (   closest(Name, Same, C), member(CN/Arity, All), CN == C
    ->  Closest = C/Arity
    ;   findall(N, member(N/_, All), Names),
        closest(Name, Names, C), member(C/A, All)
    ->  Closest = C/A
    ;   Closest = none
    ).

%!  closest(+Name, +Names, -Closest) is semidet.
%
%   Closest is the member of Names that is fewest single-character edits away
%   from Name, when these are at most a third of its characters, or two.

closest(Name, Names, Closest) :-
    atom_chars(Name, Cs),
    length(Cs, Length),
    Limit is max(1, min(4, (Length + 1) // 3)),
    findall(D-N,
            ( member(N, Names), N \== Name, atom_chars(N, Ns),
              edit_distance(Cs, Ns, D), D =< Limit ),
            Pairs),
    min_member(_-Closest, Pairs).

%   The distance of Levenshtein, row by row, a swap of neighbours being one edit
%   is not counted as such.
edit_distance(As, Bs, Distance) :-
    length(Bs, N),
    numlist(0, N, Row0),
    foldl(next_row(Bs), As, Row0, Row),
    last(Row, Distance).

next_row(Bs, A, [D|Row0], [D1|Row]) :-
    D1 is D + 1,
    next_cells(Bs, A, D, D1, Row0, Row).

next_cells([], _, _, _, [], []).
next_cells([B|Bs], A, Diagonal, Left, [Up|Row0], [New|Row]) :-
    (   A == B
    ->  New = Diagonal
    ;   New is 1 + min(Diagonal, min(Left, Up))
    ),
    next_cells(Bs, A, Up, New, Row0, Row).

%   A fluent or a move that is asked and that no head gives.
never_produced(Rules, Producers, Literal, Name/Arity, Place, Closest) :-
    findall(X, ( member(rule(Head, _, _), Rules), Head =.. [P|As],
                 memberchk(P, Producers), last(As, X) ), Produced),
    \+ ( member(X, Produced), var(X) ),
    findall(N/A, ( member(X, Produced), functor(X, N, A) ), PIs),
    asked(Rules, Literal, Asked, Place),
    nonvar(Asked),
    functor(Asked, Name, Arity),
    \+ memberchk(Name/Arity, PIs),
    \+ ( Literal == does, Name/Arity == noop/0 ),
    findall(N, member(N/_, PIs), Names),
    (   memberchk(Name/A, PIs) -> Closest = Name/A
    ;   closest(Name, Names, C), memberchk(C/A, PIs) -> Closest = C/A
    ;   Closest = none
    ).

asked(Rules, Literal, Asked, Place) :-
    member(rule(_, Body, _), Rules),
    asked_in(Body, Literal, Asked, Place).

asked_in(Body, Literal, Asked, Place) :-
    member(P:L, Body),
    (   L = call(Atom), Atom =.. [Literal|As], As \== []
    ->  last(As, Asked), Place = P
    ;   ( L = not(B) ; L = count(_, B, _) ; L = or(Bs), member(B, Bs) ),
        asked_in(B, Literal, Asked, Place)
    ).

% ---- recursion -------------------------------------------------------------

%   Recursion is bounded when it makes no new terms: what a rule hands back to its
%   caller is a variable, or made of variables that literals outside the recursion
%   bind.  It may take terms to pieces: what a recursive literal is asked is made
%   general first (compile.pl).

unbounded(Rules, Edges, N/A, Place) :-
    recursive(Edges, Recursive),
    member(rule(Head, Body, source(_, HeadPlace, _)), Rules),
    functor(Head, N, A),
    ord_memberchk(N/A, Recursive),
    same_component(Edges, N/A, Component),
    include(recursive_literal(Component), Body, Calls),
    Calls \== [],
    exclude(recursive_literal(Component), Body, Outside),
    ordered_body(Outside, [], [], Ordered, Blocked),
    bound_by(Ordered, [], Bound),
    Head =.. [_|HeadArguments],
    member(X, HeadArguments),
    (   compound(X)
    ->  \+ ground(X), \+ bound_in(X, Bound)
    ;   var(X),
        member(_:is(Y, _), Blocked), Y == X
    ),
    Place = HeadPlace.

recursive_literal(Component, _:L) :-
    literal_calls(L, Atom),
    functor(Atom, N, A),
    ord_memberchk(N/A, Component), !.

literal_calls(call(Atom), Atom).
literal_calls(or(Bodies), Atom) :-
    member(Body, Bodies), member(_:L, Body), literal_calls(L, Atom).

bound_in(Term, Bound) :-
    term_variables(Term, Vs0), sort(Vs0, Vs),
    ord_subset(Vs, Bound).

% ---- what may depend on what -----------------------------------------------

stratum(Head, true/1) :- member(Head, [role/1, init/1, parameter/2, weight/2, base/1,
                                       input/2, notation/2, start/1, title/1]).
stratum(Head, does/2) :- member(Head, [role/1, init/1, legal/2, terminal/0, goal/2,
                                       feature/3, weight/2, advice/3, draw/3, quiet/0,
                                       parameter/2, notation/2, h/1]).

needed(_, Defined, PI) :-
    (   ord_memberchk(start/1, Defined)
    ->  member(PI, [is_goal/1]) ; member(PI, [role/1, legal/2, terminal/0, goal/2]) ).
needed(_, Defined, arc/2) :-
    ord_memberchk(start/1, Defined),
    \+ ord_memberchk(arc/3, Defined),
    \+ ord_memberchk(neighbours/2, Defined).

% ---- the header ------------------------------------------------------------

bad_header(parameter(Name, _), _, parameter_name, [Name]) :- \+ atom(Name).
bad_header(parameter(Name, _), [_|_], header_rule, [parameter/2, Name]).
bad_header(parameter(Name, Value), [], parameter_type, [Name, Value]) :-
    atom(Name),
    \+ parameter_value(Value).
bad_header(weight(Name, Weight), [], weight_type, [Name, Weight]) :-
    nonvar(Weight), \+ integer(Weight).

parameter_value(Value) :- atomic(Value), Value \== [].
parameter_value(Values) :- is_list(Values), maplist(parameter_value, Values).
