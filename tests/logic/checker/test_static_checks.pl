:- module(test_static_checks, []).
:- use_module(library(apply), [maplist/3]).
:- use_module(library(lists), [member/2]).
:- use_module(library(plunit)).
:- ensure_loaded('../../../logic/paths').
:- use_module(logic(checker/messages)).
:- use_module(logic(checker/safety)).
:- use_module(logic(checker/static_checks)).
:- use_module(logic(language/dependency)).
:- use_module(logic(language/safe_order)).
:- use_module(logic(language/spelling)).
:- use_module(logic(reader/prolog_reader)).

%   A sound game, for a fault to be added to.

game("role(a). init(f). legal(a, m). next(f). terminal :- true(f). goal(a, 1).\n").

rules(Text, Rules) :-
    game(Game),
    string_concat(Game, Text, All),
    read_rules(All, Rules, _).

codes(Text, Codes) :-
    rules(Text, Rules),
    check_rules(game, Rules, Faults),
    findall(Code, member(fault(_, Code, _, _), Faults), Codes).

:- begin_tests(check_rules).

sound("").
sound("p(X) :- q(X). q(1).").
sound("p(X) :- X > 1, q(X). q(1).").
sound("p(Y) :- Y is X + 1, q(X). q(1).").
sound("p(X) :- \\+ r(X), q(X). q(1). r(2).").
sound("p(X) :- ( q(X) ; X > 2, r(X) ). q(1). r(2).").
sound("p(N) :- count(X, q(X), N). q(1).").
sound("p(Y) :- q(Y), \\+ count(X, q(X), 3). q(1).").
sound("p(X, N) :- q(X), count(Y, (q(Y), Y > X), N). q(1).").
sound("p(X) :- between(1, N, X), q(N). q(3).").
sound("path(X, Y) :- edge(X, Y). path(X, Y) :- path(X, Z), edge(Z, Y). edge(1, 2).").
sound("path(n(X), n(Y)) :- path(n(X), n(Z)), edge(Z, Y). path(n(1), n(1)). edge(1, 2).").
sound("at([1, 2]). at(T) :- at([_|T]).").
sound("up(0). up(N) :- up(M), between(0, 9, N), N =:= M + 1.").
sound("r(a, b). r(X, f(X)) :- r(Y, X), q(Y). q(a).").
sound("s(R, 0) :- role(R), \\+ s(R, 1). s(R, 1) :- role(R), true(f).").
sound("even(N) :- num(N), N mod 2 =:= 0. num(N) :- between(0, 9, N).").
sound("arc(X, Y) :- Y is X + 1. p(Y) :- between(1, 3, X), arc(X, Y).").
sound("notation(M, [M, x]).").
sound("init(at(1)). notation(R, M, [R, M, K]) :- true(at(K)).").
sound("notation_suffix(x) :- \\+ legal(_, _).").
sound("p(X) :- goal(X, _), base(_). sees(X, y) :- does(X, m).").
sound("role(b). goal(b, V) :- goal(a, W), V is 100 - W.").
sound("s(1, a). s(2, Y) :- p(Y). p(f(X)) :- s(1, X).").
sound("append(a, b, c). p :- append(X, _, _), q(X). q(a).").

faulty("p(X).", [unbound]).
faulty("p(X) :- q. q.", [unbound]).
faulty("p(X, Y) :- q(X), Y > X. q(1).", [unbound]).
faulty("p(X) :- X is Y + 1, Y is X + 1.", [unbound, unbound]).
faulty("p(X) :- ( q(X) ; r(Y), Y > 1 ). q(1). r(1).", [unbound]).
faulty("p :- \\+ q(_). q(1).", []).
faulty("p(X) :- count(Y, q(X), 1). q(1).", [unbound]).
faulty("p(X) :- q(X, _Y). q(1, 2).", []).
faulty("p(X) :- q(X, Y). q(1, 2).", [singleton]).
faulty("p :- q.", [unknown_predicate]).
faulty("p :- q, \\+ q, count(x, q, 1), ( q ; q ).",
       [unknown_predicate, unknown_predicate, unknown_predicate, unknown_predicate,
        unknown_predicate]).
faulty("p :- member(X, [1]), q(X). q(1).", [forbidden_builtin]).
faulty("legal(m).", [arity]).
faulty("p :- true(f, g).", [arity]).
faulty("p :- next(f).", [head_only]).
faulty("p :- \\+ p.", [negative_cycle]).
faulty("p :- q. q :- r. r :- count(x, p, 0).", [negative_cycle]).
faulty("p :- ( q ; \\+ r ). r :- p. q.", [negative_cycle]).
faulty("s(N) :- q(N), \\+ s(M), M is N - 1. q(1).", [negative_cycle]).
faulty("up(0). up(N) :- up(M), N is M + 1.", [unbounded_recursion]).
faulty("up(0). up(s(N)) :- up(N).", [unbounded_recursion]).
faulty("p(0). p(N) :- q(M), N is M + 1. q(N) :- p(N).", [unbounded_recursion]).
faulty("up(0). up(N) :- up(M), ( N is M + 1 ; N is M ).", [unbounded_recursion]).
faulty("up(0). up(N) :- ( up(M), N is M + 1 ; q(N) ). q(1).", [unbounded_recursion]).
faulty("up(0). up(N) :- up(M), count(X, between(0, M, X), N).", [unbounded_recursion]).
faulty("up(a). up(Y) :- up(X), notation(X, Y). notation(X, f(X)).", [unbounded_recursion]).
faulty("s(a, 1). s(b, V) :- s(a, W), V is W + 1. s(a, V) :- s(b, W), V is W + 1.",
       [unbounded_recursion, unbounded_recursion]).
faulty("notation(X, f(Y)) :- notation(X, Y). notation(X, X).", [unbounded_recursion]).
faulty("n(0, []). n(I, [I|T]) :- between(1, 9, I), J is I - 1, n(J, T).", []).
faulty("n(9, []). n(I, [I|T]) :- between(1, 8, I), I is J - 2, n(J, T).", []).
faulty("n(0, []). n(I, [I|T]) :- between(1, 9, I), J is I - 1, m(J, T).
        m(I, f(T)) :- between(1, 9, I), J is I - 2, n(J, T).", []).
faulty("n(0, []). n(I, [I|T]) :- between(1, 9, I), J is I - 0, n(J, T).", [unbounded_recursion]).
faulty("n(0, []). n(I, [I|T]) :- J is I - 1, n(J, T), between(0, 9, J).", []).
faulty("n(0, []). n(I, [I|T]) :- n(J, T), I is J + 1.", [unbounded_recursion]).
faulty("n(0, []). n(I, [I|T]) :- between(1, 9, I), J is I - 1, m(J, T).
        m(I, f(T)) :- between(1, 9, I), J is I + 1, n(J, T).",
       [unbounded_recursion, unbounded_recursion]).
faulty("start(1). is_goal(3). arc(S, T) :- move(S, T). move(X, Y) :- Y is X + 1.", []).
faulty("start(1). is_goal(3). arc(S, T) :- move(T, S). move(X, Y) :- Y is X + 1.", [unbound]).
faulty("start(X) :- move(1, X). is_goal(3). arc(S, T) :- move(S, T). move(X, Y) :- Y is X + 1.", []).
faulty("start(X) :- move(X, 1). is_goal(3). arc(S, T) :- move(S, T). move(X, Y) :- Y is X + 1.",
       [unbound]).
faulty("role(X) :- true(X).", [depends]).
faulty("p :- does(a, m). terminal :- p.", [depends]).
faulty("init(3).", [not_a_fluent]).
faulty("goal(a, high).", [goal_type]).
faulty("weight(x, high).", [weight_type]).
faulty("weight(x, 562949953421312).", [weight_type]).
faulty("weight(x, -562949953421312).", [weight_type]).
faulty("weight(x, 562949953421311).", []).
faulty("expand(a).", [argument_type]).
faulty("expand(-1).", [argument_type]).
faulty("expand([]) :- true(f).", [argument_type]).
faulty("expand(0). expand(N) :- N < 4.", []).
faulty("advice(a, a, m).", [argument_type]).
faulty("advice(f(X), a, m) :- true(X).", [argument_type]).
faulty("advice(-1, a, m). advice(N, a, m) :- count(F, true(F), N).", []).
faulty("about(f(x)).", [argument_type]).
faulty("title([a, f(X)]) :- role(X).", [argument_type]).
faulty("source(f(x)).", [argument_type]).
faulty("about(\"A text.\"). title(2048). source([a, ' ', [1]]). title(\"\").", []).
faulty("title([X, !]) :- role(X). about([x|X]) :- p(X). p([]).", []).
faulty("draw(a, b, c).", [undrawn]).
faulty("draw([], 1, x).", [undrawn]).
faulty("draw(f(X), 1, a) :- true(X).", [undrawn]).
faulty("draw(1, '1', a).", [undrawn]).
faulty("draw(X, 1, a) :- X is 1 + 1.", []).
faulty("parameter(x, f(1)).", [parameter_type]).
faulty("parameter(x, 5). position_parameter(x).", [parameter_type]).
faulty("position_parameter(x). parameter(x, ab).", [parameter_type]).
faulty("parameter(x, [a, bc]). position_parameter(x).", [parameter_type]).
faulty("parameter(x, f(1)). position_parameter(x).", [parameter_type]).
faulty("parameter(x, \"\"). position_parameter(x).", []).
faulty("parameter(x, \"ab 1\"). position_parameter(x).", []).
faulty("parameter(x, \"a\"). position_parameter(x) :- role(_).", [header_rule]).
faulty("position_parameter(f(x)).", [parameter_name]).
faulty("parameter(x, 1). parameter(x, 2).", [parameter_twice]).
faulty("p :- true(g).", [never_true]).
faulty("p :- does(a, n).", [never_legal]).
faulty("p :- does(a, noop).", []).
faulty("featur(a, x, 1).", [misspelt]).
faulty("next(f(N + 1)) :- true(f(N)).", [unevaluated]).

test(sound, [forall(sound(Text)), true(Codes == [])]) :- codes(Text, Codes).
test(faulty, [forall(faulty(Text, Expected)), true(Codes == Expected)]) :-
    codes(Text, Codes).
test(no_rules, Code == no_rules) :-
    check_rules(game, [], [fault(error, Code, _, _)]).
test(missing, PIs == [goal/2, legal/2, terminal/0]) :-
    read_rules("role(a).", Rules, []),
    check_rules(game, Rules, Faults),
    findall(PI, member(fault(error, missing, _, [PI]), Faults), PIs).
test(misspelt_is_not_missing, Codes == [misspelt]) :-
    read_rules("role(a). leagl(a, m). terminal. goal(a, 1).", Rules, []),
    check_rules(game, Rules, Faults),
    findall(C, member(fault(_, C, _, _), Faults), Codes).
test(unreadable_is_not_missing, Faults == []) :-
    read_rules("role(a). legal(a m). terminal. goal(a, 1). p :- legal(X, _), role(X).",
               Rules, [_]),
    check_rules(game, Rules, Faults).
test(in_the_order_of_the_text, Places == Sorted) :-
    rules("p(X). q :- r. s(Y) :- t.", Rules),
    check_rules(game, Rules, Faults),
    findall(Place, member(fault(_, _, Place, _), Faults), Places),
    msort(Places, Sorted).
test(bounded_in_number, Last == too_many) :-
    findall("p :- q. ", between(1, 600, _), Clauses),
    atomics_to_string_(Clauses, Text),
    rules(Text, Rules),
    check_rules(game, Rules, Faults),
    last_(Faults, fault(_, Last, _, _)).
test(many_facts_in_time, true(Steps < 30_000_000)) :-
    findall(Clause, ( between(1, 20_000, I), format(string(Clause), 'f(~d).~n', [I]) ), Cs),
    atomics_to_string_(Cs, Text),
    statistics(inferences, T0),
    rules(Text, Rules),
    check_rules(game, Rules, []),
    statistics(inferences, T1),
    Steps is T1 - T0.
test(long_chain_in_time, true(Steps < 200_000_000)) :-
    findall(Clause,
            ( between(1, 10_000, I), J is I + 1,
              format(string(Clause), 'f~d(X) :- f~d(X).~n', [I, J]) ),
            Cs),
    atomics_to_string_(["f10001(a). "|Cs], Text),
    statistics(inferences, T0),
    rules(Text, Rules),
    check_rules(game, Rules, []),
    statistics(inferences, T1),
    Steps is T1 - T0.
test(every_fault_has_words, [forall(faulty(Text, _)), true(Bad == [])]) :-
    rules(Text, Rules),
    check_rules(game, Rules, Faults),
    findall(Code, ( member(fault(_, Code, _, As), Faults),
                    fault_text(Code, As, _, Mend), Mend == "" ), Bad).

test(a_search_that_was_changed,
     Message == "score/9 calls alphabeta:leaf/5, which no clause defines") :-
    error_text(error(existence_error(procedure, alphabeta:leaf/5), context(score/9, _)),
               Message).

atomics_to_string_(Parts, Text) :-
    atomic_list_concat(Parts, Atom),
    atom_string(Atom, Text).

last_([X], X) :- !.
last_([_|Xs], X) :- last_(Xs, X).

:- end_tests(check_rules).

:- begin_tests(order).

body(Text, Body) :- read_rules(Text, [rule(_, Body, _)|_], _).

ordered("p(Y) :- Y is X + 1, q(X).", [call(q(_)), is(_, _ + 1)]).
ordered("p(X) :- q(X), r(X), X > 1.", [call(q(_)), test(_ > 1), call(r(_))]).
ordered("p(X) :- \\+ r(X), q(X).", [call(q(_)), not([call(r(_))])]).
ordered("p(X) :- ( X > 1 ; X < 0 ), q(X).", [call(q(_)), or([[test(_ > 1)], [test(_ < 0)]])]).
ordered("p(X) :- between(1, N, X), q(N).", [call(q(_)), between(1, _, _)]).
ordered("notation(X, Y) :- Y is X + 1.", [is(_, _ + 1)]).

test(ordered, [forall(ordered(Text, Pattern)), true(subsumes_term(Pattern, Body))]) :-
    read_rules(Text, Rules, []),
    input_relations(Rules, Inputs),
    rules_in_order(Rules, Inputs, [rule(_, Body, _)]).
test(input_relations, Inputs == [arc/2-[1], notation/2-[1], notation/3-[1, 2]]) :-
    read_rules("notation(X, f(X)). notation(R, X, f(X, R)). arc(X, Y) :- Y is X + 1. h(1, 2).", Rules, []),
    input_relations(Rules, Inputs0),
    msort(Inputs0, Inputs).
test(helpers_of_games, Inputs == [far/2-[1], step/2-[1], within/1-[1]]) :-
    read_rules("role(a). legal(R, M) :- true(at(R, X)), far(X, M), \\+ sign(x, _).
                far(X, go(Z)) :- step(X, Y), step(Y, Z), within(Z).
                step(X, Y) :- Y is X + 1. within(X) :- X < 9. sign(x, O).
                goal(R, V) :- V > 1.", Rules, []),
    input_relations(Rules, Inputs0),
    msort(Inputs0, Inputs).
test(helpers_of_input_relations,
     Inputs == [amount/3-[1, 2], arc/2-[1], does_to/3-[2], left/3-[1, 2]]) :-
    read_rules("arc(S, T) :- action(A), does_to(A, S, T). action(fill).
                does_to(fill, s(A, B), s(C, B)) :- amount(A, 4, X), C is A + X.
                amount(A, Max, X) :- left(A, Max, X), A < 3.
                left(A, Max, X) :- X is Max - A.
                free(X, Y) :- Y is X + 1. h(1, 2).", Rules, []),
    input_relations(Rules, Inputs0),
    msort(Inputs0, Inputs).
test(blocked, Count == 2) :-
    body("p(X) :- q(X), Y > 1, X > 0, Z is Y.", Body),
    ordered_body(Body, [], [], _, Blocked),
    length(Blocked, Count).
test(why, [forall(member(Text-Why, ["p(X)."-fact, "p(X) :- ( q(X) ; r )."-alternatives,
                                    "p(X) :- \\+ q(X)."-none, "p(X) :- X > 1."-none])),
           true(Found == Why)]) :-
    read_rules(Text, [Rule], _),
    unbound(Rule, [], [unbound(_, _, Found)]).
test(one_of_another_literal_is_not_local,
     [forall(member(Text, ["p(X) :- \\+ q(X).", "p :- ( q(1) ; r(X) ), \\+ s(X).", "p :- \\+ s(X), ( q(1) ; r(X) ).",
                           "p :- ( q(1) ; r(X) ), count(Y, s(X, Y), 1).",
                           "p :- count(X, \\+ q(X), 1)."])),
      true(Found = [_|_])]) :-
    read_rules(Text, [Rule], _),
    unbound(Rule, [], Found).
test(local_to_each,
     [forall(member(Text, ["p :- \\+ q(X), \\+ r(X).", "p :- count(X, q(X), 1), count(X, r(X), 2).",
                           "p :- count(X, q(X), N), \\+ (r(X), \\+ s(X, N), \\+ s(Y, Y), \\+ r(Y)).",
                           "p :- \\+ q(X), ( r(1) ; \\+ r(X) ; count(X, r(X), 1) )."])),
      true(Free-Shared == []-[])]) :-
    read_rules(Text, [Rule], _),
    unbound(Rule, [], Free),
    Rule = rule(_, Body, source(_, _, Variables)),
    findall(Name,
            ( member(variable(Name, V, Places), Variables),
              \+ ( member(From-To:L, Body), term_variables(L, Vs), member(W, Vs), W == V,
                   \+ ( member(F-T, Places), ( F < From ; T > To ) ) ) ),
            Shared0),
    subtract(Shared0, ['N'], Shared).
test(local_variables, Count-Free == 3-[]) :-
    read_rules("p(X) :- q(X, V), \\+ (r(X, U), \\+ s(U, W), \\+ t(V)), \\+ r(X, _).", [Rule], _),
    unbound(Rule, [], Free),
    aggregate_all(count, local_variable(Rule, _, _), Count).

:- end_tests(order).

:- begin_tests(dependency).

edges_of(Text, Edges) :- read_rules(Text, Rules, []), edges(Rules, Edges).

test(signs, Signs == [q/0-positive, r/0-negative, s/0-negative, t/0-positive]) :-
    edges_of("p :- q, \\+ r, count(x, s, 1), ( t ; t ).", Edges0),
    findall(C-S, member(edge(p/0, C, S, _), Edges0), Signs0),
    sort(Signs0, Signs).
test(recursive, PIs == [a/0, b/0, d/0]) :-
    edges_of("a :- b. b :- a, c. c. d :- d. e :- d.", Edges),
    recursive(Edges, PIs).
test(settled_is_not_recursive, PIs == []) :-
    edges_of("s(0) :- q, \\+ s(1). s(1) :- q. q.", Edges),
    recursive(Edges, PIs).
test(reaching, PIs == [a/0, b/0, c/0]) :-
    edges_of("a :- b. b :- c. c. d.", Edges),
    reaching(Edges, [c/0], PIs).
test(cycle, PIs == [b/0, c/0, a/0]) :-
    edges_of("a :- b. b :- c, d. c :- a. d :- c.", Edges),
    graph(Edges, Graph),
    cycle(Graph, b/0, a/0, PIs).
test(no_cycle, fail) :-
    edges_of("a :- b. b.", Edges),
    graph(Edges, Graph),
    cycle(Graph, b/0, a/0, _).
test(components, true(( K1 == K2, K1 \== K3 ))) :-
    edges_of("a :- b. b :- a, c. c.", Edges),
    components(Edges, Cs),
    maplist(component_number(Cs), [a/0, b/0, c/0], [K1, K2, K3]).

:- end_tests(dependency).

:- begin_tests(spelling).

test(distance, [forall(member(d(A, B, D), [d(abc, abc, 0), d(abc, acb, 1), d(abc, ab, 1),
                                           d(ab, abc, 1), d(abc, axc, 1), d('', ab, 2),
                                           d(kitten, sitting, 3), d(ab, '', 2)])),
                true(Found == D)]) :-
    distance(A, B, Found).
test(closest, N == opponent) :- closest(oponent, [op, opponent, component], N).
test(swap, N == role) :- closest(rloe, [rule_of, role], N).
test(too_far, fail) :- closest(column, [row, cell], _).
test(too_short, fail) :- closest(a, [b], _).
test(itself_is_no_suggestion, fail) :- closest(role, [role], _).
test(other_arity, PI == role/1) :- closest_relation(role/2, [rule/2, role/1, role/2], PI).
test(as_many_arguments_first, PI == goals/2) :- closest_relation(goal/2, [goat/1, goals/2], PI).
test(any_arity, PI == goat/1) :- closest_relation(goal/2, [cell/2, goat/1], PI).
test(no_relation, fail) :- closest_relation(goal/2, [cell/2], _).

:- end_tests(spelling).
