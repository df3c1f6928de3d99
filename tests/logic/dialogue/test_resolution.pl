:- module(test_resolution, []).
:- use_module(library(lists), [append/3, member/2, nth1/3]).
:- use_module(library(plunit)).
:- ensure_loaded('../../../logic/paths').
:- use_module(logic(dialogue/clause_base)).
:- use_module(logic(dialogue/resolution)).
:- use_module(logic(language/safe_order), [strip_places/2]).
:- use_module(logic(reader/prolog_reader), [read_rules/4]).

%   accepted(+Base, +Log, +Path, +Goals): what the walk shows at each node of a proof is a
%   original clause, read again from its text, and its children are the body.

accepted(Base, Log, Path, Goals) :-
    proof_node(Base, Log, Path, Goals, node(Path1, Text, How, _, Children)),
    (   memberchk(How, [rule, fact])
    ->  findall(Child, member(child(Child, _), Children), Texts),
        atomic_list_concat(Texts, ' & ', Body),
        ( Texts == [] -> Rule = Text ; atomic_list_concat([Text, ' <- ', Body], Rule) ),
        instance_of_a_clause(Base, Rule),
        forall(nth1(I, Children, _),
               ( append(Path1, [I], Below), accepted(Base, Log, Below, Goals) ))
    ;   true
    ).

instance_of_a_clause(Base, Rule0) :-
    atomic_list_concat([Rule0, ' .'], Rule1),
    atom_string(Rule1, Rule),
    read_rules(cilog, Rule, [rule(Head, Places, _)], []),
    strip_places(Places, Body),
    once(( matching(Base, Head, clause(General, GeneralBody, _, _)),
           subsumes_term(General-GeneralBody, Head-Body) )).

base("n(0). n(s(X)) <- n(X).
      len([], 0). len([_|T], N) <- len(T, M) & N is M + 1.
      app([], L, L). app([H|T], L, [H|R]) <- app(T, L, R).
      same(X, X). loop <- loop. not_n(X) <- ~n(X). no_loop <- ~loop.
      big(X) <- n(X) & ~small(X). small(0). m <- loop. m.").

goals(Base, Text, goals(Names, Body, 30)) :- query(Base, cilog, Text, query(Names, Body), []).

found(Text, Texts, End) :-
    with_base(Base,
              ( goals(Base, Text, Goals),
                proofs(Base, options(0, 3, [], false), Goals, result(Answers, End, _)) )),
    findall(T, member(answer([T|_], _, _, _), Answers), Texts).

%   arithmetic(Query, Outcome): as in games, a value of the wrong kind makes a goal false, and a
%   variable without a value makes it an error.

arithmetic("X is 7 mod 0", fails).
arithmetic("X = a & Y is X + 1", fails).
arithmetic("X = 1 - 2 & X < 5", fails).
arithmetic("X = a & between(1, 3, X)", fails).
arithmetic("X = a & number(X)", fails).
arithmetic("len([a], N) & ~ N > 1 & M is N - 1", succeeds).
arithmetic("(X = a ; X = 2) & Y is X * X", succeeds).
arithmetic("number(X)", "a variable in it has no value yet").
arithmetic("Y is X + 1", "a variable in it has no value yet").
arithmetic("between(X, 3, Y)", "a variable in it has no value yet").
arithmetic("X is 1 // 0 + 3 & Y > X", fails).
arithmetic("X = 9 & Y is X*X*X*X*X*X*X*X & Z is Y*Y*Y*Y*Y*Y*Y*Y & U is Z*Z*Z*Z*Z*Z*Z*Z & \c
            U*U*U*U*U*U*U*U > 1", "a number of more than 3,000 digits").

outcome(Query, Outcome) :-
    with_base(Base,
              ( goals(Base, Query, Goals),
                proofs(Base, options(0, 0, [], false), Goals, result(Answers, End, _)) )),
    (   End = event(builtin(Words), _) -> atom_string(Words, Outcome)
    ;   Answers == [] -> Outcome = fails
    ;   Outcome = succeeds
    ).

:- meta_predicate with_base(?, 0).

with_base(Base, Goal) :-
    base(Text),
    setup_call_cleanup(
        new_base(Base),
        ( add_clauses(Base, cilog, Text, typed, _, []), once(Goal) ),
        drop_base(Base)).

:- begin_tests(resolution).

test(answers, Texts-End == ["app([], [a], [a])", "app([a], [], [a])"]-natural) :-
    found("app(X, Y, [a])", Texts, End).
test(more, Texts-End == ["n(0)", "n(s(0))", "n(s(s(0)))", "n(s(s(s(0))))"]-more) :-
    found("n(X)", Texts, End).
test(arithmetic, Texts == ["len([a, b], 2)"]) :- found("len([a, b], N)", Texts, _).
test(numbers, [forall(arithmetic(Query, Expected)), Outcome == Expected]) :-
    outcome(Query, Outcome).
test(none, Texts-End == []-natural) :- found("n(a)", Texts, End).
test(occurs_check, Texts-End == []-natural) :- found("same(X, f(X))", Texts, End).
test(depth, Texts-End == []-depth) :- found("loop", Texts, End).
test(negation_at_the_bound, Texts-End == []-depth) :- found("no_loop", Texts, End).
test(bound_without_bearing, Texts-End == []-natural) :- found("~m", Texts, End).
test(counted_variables_need_no_value, Texts-End == []-natural) :-
    found("~count(X, between(1, 2, X), 2)", Texts, End).
test(count_with_a_variable_of_another, Texts-End == []-floundered("count(X, app(X, Y, []), N)")) :-
    found("count(X, app(X, Y, []), N) & n(Y)", Texts, End).
test(negation, Texts-End == ["not_n(a)"]-natural) :- found("not_n(a)", Texts, End).
test(floundering, Texts-End == []-floundered("~n(X)")) :-
    found("not_n(X)", Texts, End).
test(constraint, Constraints == ["X \\= a"]) :-
    with_base(Base,
              ( goals(Base, "X \\= a", Goals),
                proofs(Base, options(0, 0, [], false), Goals,
                       result([answer(_, Constraints, _, _)], _, _)) )).
test(skip, Texts == ["n(s(s(0)))"]) :-
    with_base(Base,
              ( goals(Base, "n(X)", Goals),
                proofs(Base, options(2, 0, [], false), Goals,
                       result([answer(Texts, _, _, _)], more, _)) )).
test(decided, Entries == [[decreed]]) :-
    with_base(Base,
              ( goals(Base, "X is Y + 1", Goals),
                proofs(Base, options(0, 0, [], false), Goals,
                       result([], event(builtin(_), [[]]), _)),
                proofs(Base, options(0, 0, [succeed], false), Goals,
                       result(Answers, more, _)) )),
    findall(Log, member(answer(_, _, Log, _), Answers), Entries).
test(proofs_are_made_of_clauses, Refused == []) :-
    findall(Query,
            ( member(Query, ["len([a, b, c], N)", "app(X, Y, [a, b])", "big(s(s(0)))",
                             "app([a], [b], L) & len(L, N) & n(s(0))", "same(X, f(Y))"]),
              with_base(Base,
                        ( goals(Base, Query, Goals),
                          proofs(Base, options(0, 5, [], false), Goals,
                                 result([Answer|Answers], _, _)),
                          member(answer(_, _, Log, _), [Answer|Answers]),
                          \+ accepted(Base, Log, [], Goals) )) ),
            Refused).
test(nothing_is_left, Left == 0) :-
    with_base(Base, true),
    clause_count(Base, Left).

clause_count(Base, Count) :-
    findall(x, Base:clause_of(_, _, _, _, _), Xs),
    length(Xs, Count).

:- end_tests(resolution).
