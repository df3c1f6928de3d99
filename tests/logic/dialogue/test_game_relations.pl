:- module(test_game_relations, []).
:- use_module(library(plunit)).
:- ensure_loaded('../../../logic/paths').
:- use_module(logic(compiler/knowledge_base)).
:- use_module(logic(dialogue/clause_base)).
:- use_module(logic(dialogue/game_relations)).
:- use_module(logic(dialogue/resolution)).

text("role(r). init(at(1)). legal(r, go(N)) :- true(at(M)), M < 3, between(1, 2, N).
next(at(N)) :- does(r, go(K)), true(at(M)), N is M + K.
terminal :- true(at(N)), N > 2. goal(r, N) :- true(at(N)).").

:- meta_predicate over(-, 0).

over(Base, Goal) :-
    text(Text),
    setup_call_cleanup(
        ( load_game(prolog, Text, [], best, Game, []), new_base(Base) ),
        ( Game:initial(State), add_game(Base, Game, State), once(Goal) ),
        ( drop_base(Base), unload_game(Game) )).

solved(Base, Text, Goals, Answers, End) :-
    query(Base, cilog, Text, query(Names, Body), []),
    Goals = goals(Names, Body, 30),
    proofs(Base, options(0, 20, [], false), Goals, result(Answers, End, _)).

:- begin_tests(game_relations).

test(answers_have_numbers, Logs == [[given(1)], [given(2)]]) :-
    over(Base, ( solved(Base, "successor([at(1)], M, S)", _, Answers, natural),
                 findall(Log, member(answer(_, _, Log, _), Answers), Logs) )).
test(a_constraint_leaves_the_number, Texts-Log == ["successor([at(1)], go(2), [at(3)])"]-[given(2)]) :-
    over(Base, ( solved(Base, "M \\= go(1) & successor([at(1)], M, S)", Goals,
                        [answer([_|Texts], _, [_|Log], _)], natural),
                 proof_node(Base, [0|Log], [2], Goals, node(_, Text, game(_), none, [])) )),
    Texts == [Text].
test(inside, Inside == inside("legal(A, go(2))")) :-
    over(Base, ( solved(Base, "successor([at(1)], M, [at(3)])", Goals, [answer(_, _, Log, _)], _),
                 proof_node(Base, Log, [], Goals, node(_, _, game(inside(_, Text)), _, _)) )),
    Inside = inside(Text).
test(negation_and_count, Texts == ["count(S, successor([at(1)], M, S), 2)"]) :-
    over(Base, ( solved(Base, "count(S, successor([at(1)], M, S), N) & ~terminal([at(1)])", _,
                        [answer([Text, _], _, _, _)], natural) )),
    Texts = [Text].
test(an_error_is_the_users_to_decide, Kind == builtin) :-
    over(Base, ( solved(Base, "terminal(S)", _, [], event(builtin(_), [[]])) )),
    Kind = builtin.
test(own_clauses_replace, Texts-End == ["terminal(x)"]-natural) :-
    over(Base, ( add_clauses(Base, cilog, "terminal(x).", typed, 1, []),
                 solved(Base, "terminal(X)", _, [answer(Texts, _, _, _)], End) )).
test(a_search_is_made_once, Ns == [[given(1)], [given(1)]]) :-
    over(Base, ( solved(Base, "minimax(1, M, V)", _, [answer(_, _, Log1, _)|_], _),
                 solved(Base, "minimax(1, M, V)", _, [answer(_, _, Log2, _)|_], _),
                 findall(x, Base:searched(_, _), [_]) )),
    Ns = [Log1, Log2].
test(whynot, Facts == ["goal([at(2)], r, 2)"]) :-
    over(Base, ( query(Base, cilog, "goal([at(2)], R, V)", query(Names, Body), []),
                 whynot_goal(Base, goals(Names, Body, 30),
                             whynot(_, false, false, game(Facts, inside(_, "goal(A, B)")))) )).
test(nothing_is_left, Left == []) :-
    over(Base, true),
    findall(x, ( Base:asks(_, _) ; Base:of_game(_, _) ), Left).

:- end_tests(game_relations).
