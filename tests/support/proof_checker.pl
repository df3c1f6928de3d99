% Is a proof one, and does what a refutation names indeed fail?  Knows the rule file and
% the positions; shares nothing with logic/.  swipl proof_checker.pl -- RULES TREES
:- if(exists_source(library(json))).    % SWI-Prolog 10
:- use_module(library(json)).
:- else.
:- use_module(library(http/json)).
:- endif.
:- dynamic clause_at/3, now/1.
:- initialization(main, main).

main([Rules, Trees]) :-
    setup_call_cleanup(open(Rules, read, In), read_clauses(In), close(In)),
    setup_call_cleanup(open(Trees, read, S), json_read_dict(S, Positions), close(S)),
    forall(member(P, Positions), position(P)).

read_clauses(In) :-
    read_term(In, T, [term_position(At), double_quotes(chars)]),
    (   T == end_of_file -> true
    ;   stream_position_data(line_count, At, Line),
        ( T = (H :- B) -> true ; H = T, B = true ),
        assertz(clause_at(Line, H, B)), read_clauses(In)
    ).

position(P) :-
    retractall(now(_)), abolish_all_tables,
    forall(member(F, P.facts), ( term_of(F, T), assertz(now(T)) )),
    forall(member(N, P.trees),
           ( ( N.holds == true -> proved(N) ; refuted(N) ) -> true
           ; format("~q~n", [N]), halt(1) )).

% ---- proofs: a clause of the file, and a proof of each literal of its body
proved(N) :- N.holds == true, goal_of(N, G), given(G, N.clause, N.children).

given(X = Y, _, []) :- !, X == Y.
given(G, C, Ns) :- is_dict(C), !,
    clause_at(C.line, G, B), conjuncts(B, Ls0), goals(Ns, Gs),
    shown(Ls0, Ls), permutation(Ls, Gs), maplist(proved, Ns).
given(legal(R, noop), _, _) :- !, \+ holds(legal(R, _)), \+ holds(terminal).
given((A ; B), _, Ns) :- !, ( L = A ; L = B ), conjuncts(L, Ls), goals(Ns, Gs),
    ( permutation(Ls, Gs), maplist(proved, Ns) ; L = (_ ; _), given(L, null, Ns) ), !.
given(count(T, B, N), _, _) :- !, aggregate_all(count, distinct(T, holds(B)), N).
given(G, _, _) :- holds(G).

% What is equal may be put in place, and is then not shown.
shown([], []).
shown([L|Ls0], Ls) :- equation(L), call(L), shown(Ls0, Ls).
shown([L|Ls0], [L|Ls]) :- shown(Ls0, Ls).

equation(_ = _).
equation((A ; B)) :- equation(A), equation(B).

goals(Ns, Gs) :- maplist(goal_of, Ns, Gs).
goal_of(N, G) :- term_of(N.goal, G).
term_of(Text, T) :- term_string(T, Text, [double_quotes(chars)]).
conjuncts(true, []) :- !.
conjuncts((A, B), Ls) :- !, conjuncts(A, As), conjuncts(B, Bs), append(As, Bs, Ls).
conjuncts(distinct(X, Y), [X \== Y]) :- !.
conjuncts(L, [L]).

% ---- refutations: no goal that is said to fail holds
refuted(N) :-
    N.holds == false, goal_of(N, G),
    ( G = legal(_, _), holds(terminal) -> true ; \+ holds(G) ),
    ( get_dict(failed, N, F)
    -> ( get_dict(also, N, Fs) -> Below = [F|Fs] ; Below = [F] )
    ;  Below = N.children
    ),
    forall(member(C, Below), ( C.holds == true -> proved(C) ; refuted(C) )).

% ---- what holds, from the clauses alone
holds(B) :- conjuncts(B, Ls), all_hold(Ls).

all_hold([]) :- !.
all_hold(Ls0) :- select(L, Ls0, Ls), ready(L, Ls), !, literal(L), all_hold(Ls).

% A test may stand before what binds its variables, a negation or a count before others.
ready(L, Ls) :- ( tests(L, Given) -> ground(Given)
                ; ( L = (\+ _) ; L = count(_, _, _) )
                -> term_variables(L, Vs), term_variables(Ls, Ws),
                   \+ ( member(V, Vs), member(W, Ws), V == W ) ; true ).

tests(_ is E, E).
tests(between(L, H, _), L-H).
tests(T, T) :- memberchk(T, [_ < _, _ > _, _ =< _, _ >= _, _ =:= _, _ =\= _, _ \== _]).

literal((A ; B)) :- !, ( holds(A) ; holds(B) ).
literal(\+ A) :- !, \+ holds(A).
literal(X = Y) :- !, X = Y.
literal(true(F)) :- !, now(F).
literal(count(T, B, N)) :- !, aggregate_all(count, distinct(T, holds(B)), N).
literal(L) :- tests(L, _), !, catch(L, error(type_error(_, _), _), fail).   % of a name it is false
literal(L) :- atom_holds(L).

:- table atom_holds/1.
atom_holds(G) :- clause_at(_, G, B), holds(B).
