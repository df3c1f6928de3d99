:- module(test_prolog_reader, []).
:- use_module(library(apply), [maplist/3]).
:- use_module(library(lists), [member/2]).
:- use_module(library(plunit)).
:- ensure_loaded('../../../logic/paths').
:- use_module(logic(language/literals)).
:- use_module(logic(reader/clause_scanner)).
:- use_module(logic(reader/prolog_reader)).

%   The literals of the body of the one clause of Text, without places.

body_of(Text, Literals) :-
    read_rules(Text, [rule(_, Body, _)], []),
    maplist(bare, Body, Literals).

bare(_:L0, L) :-
    (   L0 = not(B0) -> maplist(bare, B0, B), L = not(B)
    ;   L0 = or(Bs0) -> maplist(maplist(bare), Bs0, Bs), L = or(Bs)
    ;   L0 = aggregate(H, T, B0, N) -> maplist(bare, B0, B), L = aggregate(H, T, B, N)
    ;   L = L0
    ).

faults_of(Text, Faults) :-
    read_rules(Text, _, Faults0),
    maplist(code_place, Faults0, Faults).

code_place(fault(_, Code, From-To, _), Code-From-To).

:- begin_tests(read_rules).

test(empty, Rules-Faults == []-[]) :- read_rules("", Rules, Faults).
test(only_comments, Rules-Faults == []-[]) :-
    read_rules("% one\n/* two\n % three */\n", Rules, Faults).
test(fact, true(Head-Body == p(a)-[])) :- read_rules("p(a).", [rule(Head, Body, _)], []).
test(end_of_file_is_a_name, true(Head == end_of_file)) :-
    read_rules("end_of_file. p.", [rule(Head, _, _), rule(p, _, _)], []).
test(places, Source == source(1-13, 1-5, [variable('X', 3-4, 11-12)])) :-
    read_rules("\np(X) :- q(X).  ", [Rule], []),
    Rule = rule(p(X), [9-13:call(q(X))], source(Place, HeadPlace, [Variable])),
    Variable = variable(Name, Y, [P1, P2]), X == Y,
    Source = source(Place, HeadPlace, [variable(Name, P1, P2)]).
test(anonymous_variables, Names == ['X', '_', '_']) :-
    read_rules("p(_, _, X) :- q(X).", [rule(_, _, source(_, _, Vs))], []),
    findall(N, member(variable(N, _, _), Vs), Names0),
    msort(Names0, Names).
test(unicode_offsets, Place == 12-18) :-
    read_rules("\u00E9('\u65E5\u672C', x). q('\U0001F600').", [_, rule(q(_), [], source(_, Place, _))], []).
test(crlf, true(Rules = [rule(p, [], _), rule(q, [], _)])) :-
    read_rules("p.\r\nq.\r\n", Rules, []).
test(double_quotes_are_lists, Head == p([a, b, c])) :-
    read_rules("p(\"abc\").", [rule(Head, _, _)], []).
test(character_code, Head == p(97, 39, 39)) :-
    read_rules("p(0'a, 0''', 0'\\').", [rule(Head, _, _)], []).
test(full_stop_in_quotes, Head == p('a. b')) :-
    read_rules("p('a. b').", [rule(Head, _, _)], []).
test(full_stop_in_symbol, Head == p(=..)) :-
    read_rules("p(=..).", [rule(Head, _, _)], []).
test(stop_before_comment, true(Rules = [rule(p, _, _), rule(q, _, _)])) :-
    read_rules("p.% one\nq.", Rules, []).
test(escaped_line_end, Head == p(ab)) :-
    read_rules("p('a\\\nb').", [rule(Head, _, _)], []).
test(operators_are_not_declared, true(member(directive-_-_, Faults))) :-
    faults_of(":- op(700, xfx, ===>).\na ===> b.\n", Faults).
test(nothing_runs, fail) :-
    read_rules(":- nb_setval(test_rulebook_ran, yes).\n", _, _),
    nb_current(test_rulebook_ran, yes).

:- end_tests(read_rules).

:- begin_tests(bodies).

body("p :- q, r(a).", [call(q), call(r(a))]).
body("p :- (q, r), s.", [call(q), call(r), call(s)]).
body("p :- true.", []).
body("p :- q ; r ; s.", [or([[call(q)], [call(r)], [call(s)]])]).
body("p :- (q ; r), s.", [or([[call(q)], [call(r)]]), call(s)]).
body("p :- (q | r).", [or([[call(q)], [call(r)]])]).
body("p :- or(q, (r, s), t).", [or([[call(q)], [call(r), call(s)], [call(t)]])]).
body("p :- \\+ q.", [not([call(q)])]).
body("p :- not((q, r)).", [not([call(q), call(r)])]).
body("p :- \\+ (q ; r).", [not([or([[call(q)], [call(r)]])])]).
body("p :- a \\== b.", [test(distinct(a, b))]).
body("p :- distinct(a, b), dif(a, b).", [test(distinct(a, b)), test(distinct(a, b))]).
body("p :- 1 + 2 * 3 =< abs(-1).", [test(1 + 2 * 3 =< abs(-1))]).
body("p :- between(1, 3, 2).", [between(1, 3, 2)]).
body("p :- 3 is 7 // 2.", [is(3, 7 // 2)]).
body("p :- count(x, (q ; r), 2).", [aggregate(count, x, [or([[call(q)], [call(r)]])], 2)]).
body("p :- sum(1, x, q, 3), max(2, q, 2).",
     [aggregate(sum, 1-x, [call(q)], 3), aggregate(max, 2, [call(q)], 2)]).
body("p :- true(f), does(r, m).", [call(true(f)), call(does(r, m))]).

test(body, [forall(body(Text, Literals)), true(Found == Literals)]) :-
    body_of(Text, Found).
test(shared_variable, true(X == Y)) :-
    read_rules("p(X) :- q, r(X).", [rule(p(X), [_, _:call(r(Y))], _)], []).
test(count_of_literals, N == 7) :-
    read_rules("p :- q, \\+ (r, s), (t ; u).", [rule(_, Body, _)], []),
    literal_count(Body, N).

:- end_tests(bodies).

:- begin_tests(faults).

faulty("p :- q, !, r(1.5).", [number-13-16, cut-8-9]).
faulty("p :- X.", [variable_goal-5-6]).
faulty("p :- a:b.", [module-5-8]).
faulty("p :- q, 3, r.", [goal_not_callable-8-9]).
faulty("p :- [a].", [goal_not_callable-5-8]).
faulty("[a].", [head_not_callable-0-3]).
faulty("{a}.", [head_not_callable-0-3]).
faulty("p, q.", [several_heads-0-4]).
faulty("true(x).", [reserved_head-0-7]).
faulty("a := b.", [reserved_head-0-6]).
faulty("p :- X is Y / 2 + f(Z).", [not_arithmetic-10-15, not_arithmetic-18-22]).
faulty("p :- between(1, N - 1, X).", [not_whole-16-21]).
faulty("p(f()).", [empty_brackets-2-5]).
faulty("p('$x', $).", [private_name-2-6]).
faulty("p('$'(a)).", [private_name-2-3]).
faulty("p(a).q(b).", [dot-4-5]).
faulty("p(_{a: 1}).", [dict-2-9]).
faulty("p({|x||y|}).", [quasi_quotation-2-10]).
faulty("p(1 2).", [number_gap-2-5]).
faulty("p(a)\nq.", [missing_stop-4-5]).
faulty("p :- q,\nr :- s.", [missing_stop-7-8]).
faulty("p", [missing_stop-1-2]).
faulty("p('a).\nq.", [open_quote-2-3]).
faulty("p. /* q.", [open_comment-3-5]).
faulty("p. . q.", [syntax-3-4]).
faulty("table(a).", []).
faulty("table a.", [no_effect-0-7]).
faulty("?- p.", [no_effect-0-4]).
faulty(":- initialization(p).", [directive-0-20]).

test(fault, [forall(faulty(Text, Expected)), true(Found == Expected)]) :-
    faults_of(Text, Found).
test(goes_on_after_a_fault, Heads == [p, r]) :-
    read_rules("p. q(. r.", Rules, [_]),
    findall(H, member(rule(H, _, _), Rules), Heads).
test(unreadable_clause_keeps_its_name, true(member(unreadable(q), Rules))) :-
    read_rules("p. q(a b). r.", Rules, [_]).
test(literals_beside_a_fault, true(Literals = [call(q), broken(!), call(r)])) :-
    read_rules("p :- q, !, r.", [rule(p, Body, _)], [_]),
    maplist(bare, Body, Literals).
test(names_of_variables, Argument == '$VAR'('Xs') / 2) :-
    read_rules("p :- Y is Xs / 2.", _, [fault(_, not_arithmetic, _, [Argument])]).

deep(Open, Close, N, Text) :-
    length(L, N), maplist(=(Open), L),
    length(M, N), maplist(=(Close), M),
    atomic_list_concat(L, Opens), atomic_list_concat(M, Closes),
    atomic_list_concat(['p(', Opens, a, Closes, ').'], Text).

test(deep, [forall(member(Open-Close, ['f('-')', '['-']', '('-')', '{'-'}', '- '-''])),
            true(Codes == [too_deep])]) :-
    deep(Open, Close, 3000, Text),
    read_rules(Text, _, Faults),
    findall(Code, member(fault(_, Code, _, _), Faults), Codes).
test(deep_enough, [forall(member(Open-Close, ['f('-')', '['-']', '('-')', '- '-''])),
                   true(Faults == [])]) :-
    deep(Open, Close, 150, Text),
    read_rules(Text, _, Faults).
test(long_list, Faults == []) :-
    numlist(1, 5000, Ns),
    atomic_list_concat(Ns, ',', Members),
    atomic_list_concat(['p([', Members, ']).'], Text),
    read_rules(Text, [_], Faults).

:- end_tests(faults).

:- begin_tests(terms).

test(term, T == move(1, 2)) :- read_ground_term("move(1, 2)", T).
test(full_stop, T == go) :- read_ground_term(" go. ", T).
test(negative, T == -1) :- read_ground_term("-1", T).
test(several, Ts == [a, b(c), d]) :- read_terms("a ; b(c); d", Ts).
test(none, Ts == []) :- read_terms("  ", Ts).
test(two, error(expected_one_term(_))) :- read_ground_term("a; b", _).
test(variable, error(not_ground(_))) :- read_ground_term("f(X)", _).
test(syntax, error(unreadable_term(_, _))) :- read_ground_term("f(", _).
test(two_clauses, error(unreadable_term(_, _))) :- read_ground_term("a. b", _).
test(number, error(unreadable_term(_, _))) :- read_ground_term("f(1.5)", _).
test(quotation, error(unreadable_term(_, _))) :- read_ground_term("'abc", _).
test(deep, error(unreadable_term(_, fault(too_deep, _)))) :-
    length(L, 100_000), maplist(=(0'(), L), string_codes(Text, L),
    read_ground_term(Text, _).
test(long_number, error(unreadable_term(_, fault(long_name, _)))) :-
    length(L, 100_000), maplist(=(0'9), L), string_codes(Text, L),
    read_ground_term(Text, _).

:- end_tests(terms).

:- begin_tests(syntax).

why("a :- b(c, d.", unclosed("(")-6-7).
why("a :- b), c.", closes_nothing(")")-6-7).
why("a([b).", closes_other(")", "[")-4-5).
why("Foo(x) :- y.", capital("Foo")-0-3).
why("foo (x).", space_before_bracket("foo")-0-3).
why("a :- not b.", instead("not", "\\+")-5-8).
why("a :- X != 3.", instead("!=", "\\==")-7-9).
why("a :- b c.", side_by_side("c", clause)-7-8).
why("a(b c).", side_by_side("c")-4-5).
why("a :- b, .", nothing_beside(",")-6-7).
why("a :- b :- c.", second_neck-7-9).
why("a:-b.c:-d.", stop_touches-4-5).

test(why, [forall(why(Text, Expected)), true(Found == Expected)]) :-
    read_rules(Text, _, [fault(error, syntax, From-To, [Why])]),
    Found = Why-From-To.
test(linear, true(Time < 5)) :-
    length(L, 300_000), maplist(=(0'\n), L), string_codes(Text, L),
    call_time_of(clause_regions(Text, 10, _), Time).

call_time_of(Goal, Time) :-
    statistics(cputime, T0), call(Goal), statistics(cputime, T1), Time is T1 - T0.

:- end_tests(syntax).

% ---- CILOG -------------------------------------------------------------------

:- begin_tests(cilog).

test(body, Body == [call(q), not([call(r)]), test(distinct(b, a)), or([[call(s)], [call(t)]])]) :-
    read_rules(cilog, "p <- q & ~r & b \\= a & (s ; t).", [rule(p, Body0, _)], []),
    maplist(bare, Body0, Body).
test(fact, [p, q]-Faults == Heads-[]) :-
    read_rules(cilog, "p <- true. q.", Rules, Faults),
    findall(H, member(rule(H, [], _), Rules), Heads).
test(prolog_words, Words == [(:-), (','), (\+), not]) :-
    read_rules(cilog, "p :- q, r & \\+ s & not(t). q. r. s. t.", [_|_], Faults),
    findall(W, member(fault(error, cilog_word, _, [W]), Faults), Words).
test(place, [Place] == [2-4]) :-
    read_rules(cilog, "p :- q.", _, [fault(error, cilog_word, Place, _)]).
test(missing_stop, Codes-Heads == [missing_stop]-[a, b]) :-
    read_rules(cilog, "a <- c & d\nb <- c.", Rules, Faults),
    findall(C, member(fault(_, C, _, _), Faults), Codes),
    findall(H, member(rule(H, _, _), Rules), Heads).
test(words_of_cilog, Instead == "<-") :-
    read_rules(cilog, "p if q.", _, [fault(error, syntax, _, [instead(_, Instead)])]).

:- end_tests(cilog).
