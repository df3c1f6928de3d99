"""Questions about a position are answered as the rules, and the searches, answer."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner, Result
from games import loaded

import pygame_search as ps
from pygame_search.cli.app import command
from pygame_search.explanation.proofs import explain
from pygame_search.explanation.questions import ask
from pygame_search.game import State, load_text
from pygame_search.search.perft import perft
from pygame_search.support.errors import InputError, LimitError, PygameSearchError

AFTER = "move(1, 1, 1, 2)"


@pytest.fixture
def state() -> State:
    return loaded("hexapawn").after(AFTER)


def values(state: State, question: str, limit: int = 100) -> list[tuple[str, ...]]:
    found = ask(state, question, limit=limit)
    return [tuple(answer.values()) for answer in found.answers]


def test_legal_moves_are_those_of_the_position(state: State) -> None:
    assert values(state, "legal(R, M)") == [
        (role, move) for role, moves in state.legal.items() for move in moves
    ]
    over = state.play("move(2, 3, 1, 2)").play("move(2, 1, 1, 2)")
    over = over.play("move(3, 3, 3, 2)")
    assert over.terminal
    assert values(over, "legal(R, M)") == []


def test_fluents_are_those_of_the_position(state: State) -> None:
    found = {f"cell({c}, {r}, {p})" for c, r, p in values(state, "true(cell(C, R, P))")}
    assert found == {fact for fact in state.facts if fact.startswith("cell")}


@pytest.mark.parametrize(
    ("question", "answers"),
    [
        ("terminal", []),
        ("\\+ terminal", [()]),
        ("true", [()]),
        ("legal(black, M), \\+ terminal.", None),
        ("true(cell(C, 1, white)), C > 2", [("3",)]),
        ("true(cell(C, 1, white)), ( C =:= 2 ; C =:= 3 )", [("2",), ("3",)]),
        ("count(M, legal(black, M), N)", [("3",)]),
        ("between(1, 3, X), Y is X * X", [("1", "1"), ("2", "4"), ("3", "9")]),
        ("role(R), R \\== white", [("black",)]),
        ("perft(2, N), perft(1, M)", [("8", "3")]),
        ("feature(white, pawn, X)", None),
        ("parameter(columns, N)", [("3",)]),
        ("true(cell(_, R, black))", [("3",)]),
    ],
)
def test_what_a_body_may_hold_can_be_asked(
    state: State, question: str, answers: list[tuple[str, ...]] | None
) -> None:
    if question.startswith("perft"):
        counted = [(str(level.nodes)) for level in perft(state, 2)]
        answers = [(counted[1], counted[0])]
    found = values(state, question)
    if answers is None:
        assert len(found) == 3
    else:
        assert found == answers


def test_searches_can_be_asked(state: State) -> None:
    best = state.best(role="black")
    assert values(state, "best_move(black, M, V)") == [(best.move, str(best.value))]
    plies = state.best(depth=2, method="minimax")
    assert values(state, "minimax(2, M, V)") == [
        (move.move, str(move.value)) for move in plies.moves
    ]


def test_paths_come_one_after_another() -> None:
    river = loaded("river_crossing").initial
    paths = [
        path for path in river.game.paths(prune="paths", tier="clauses") if path.found
    ]
    found = values(river, "path(breadth, P)")
    assert [path for (path,) in found] == [f"[{', '.join(p.moves)}]" for p in paths]
    jugs = ask(loaded("water_jugs"), "path(breadth, P)", limit=1)
    assert jugs.answers[0]["P"].startswith("[jugs(0, 0), ")


def test_more_answers_than_asked_for_are_told(state: State) -> None:
    assert not ask(state, "legal(black, M)", limit=3).more
    found = ask(state, "legal(black, M)", limit=2)
    assert (len(found.answers), found.more) == (2, True)
    assert ask(state, "between(1, 1000000, N)", limit=1).more


def test_chance_is_asked_too() -> None:
    state = loaded("pig(sides=3, target=4)").after("throw; face(2)")
    [(move, value)] = values(state, "best_move(ann, M, V)")
    best = state.best(role="ann", seconds=600)
    assert move == best.move
    assert float(value) == pytest.approx(best.value)


def test_a_variable_of_two_negations_is_local_to_each(state: State) -> None:
    assert ask(state, "\\+ role(X), \\+ role(X)").answers == ()
    assert ask(state, "\\+ legal(X, none), \\+ legal(X, never)").answers == ({},)


def test_what_a_rule_sheet_defines_is_no_builtin() -> None:
    text = """(role a) (init (n 1)) (succ 1 2) (succ 2 3) (goal a 0)
    (<= (legal a (add ?m)) (true (n ?n)) (succ ?n ?m))
    (<= (next (n ?m)) (does a (add ?m))) (<= terminal (true (n 3)))"""
    state = load_text(text, name="add.kif", syntax="kif").initial
    assert values(state, "(succ 2 ?m)") == [("3",)]
    assert not explain(state, "(succ 2 1)").holds
    with pytest.raises(InputError, match="plus/3 is a Prolog builtin"):
        ask(state, "(plus 1 2 ?x)")


def test_a_node_without_a_value_is_told() -> None:
    jugs = loaded("water_jugs")
    for question in (ask, explain):
        with pytest.raises(InputError, match="a variable has no value yet"):
            question(jugs, "arc(A, B)")
    assert explain(jugs, "start(A), arc(A, B)").holds


def test_a_question_in_kif() -> None:
    game = ps.load_text(
        """(role x) (init (n 1)) (<= (legal x (go ?n)) (true (n ?n)))
        (<= (next (n 2)) (does x (go 1))) (<= terminal (true (n 2))) (goal x 100)""",
        syntax="kif",
    )
    assert ask(game.initial, "(legal ?r ?m)").answers == ({"r": "x", "m": "(go 1)"},)
    assert ask(game.initial, "(true (n ?n)) (not terminal)").answers == ({"n": "1"},)
    assert ask(game.initial, "(best_move x ?m ?v)").answers[0]["v"] == "100"


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("legl(P, M)", "did you mean legal/2?"),
        ("nothing(X)", "no rule defines nothing/1"),
        ("legal(M)", "legal"),
        ("legal(", "question:1:6: error: syntax error: `(` is not closed"),
        ("", "expected one question, found ``"),
        ("legal(P, M). role(x)", "expected one question"),
        ("X > 2", "nothing binds the variable X"),
        ("assert(foo)", "assert/1 is a Prolog builtin"),
        ("shell(ls)", "shell/1 is a Prolog builtin"),
        ("findall(X, role(X), L)", "findall/3 is a Prolog builtin"),
        ("system:shell(ls)", "question:1"),
        ("does(P, M)", "no move is made while a question is answered"),
        ("perft(N, 3)", "expected a number of plies of 1 or more, found a variable"),
        ("perft(0, N)", "expected a number of plies of 1 or more, found 0"),
        ("minimax(x, M, V)", "expected a number of plies of 1 or more, found x"),
        ("path(breadth, P)", "paths are for one agent"),
        ("path(beam, P)", "no method beam: expected one of breadth, depth"),
        ("X is foo + 1", "expected a number, found the name foo"),
    ],
)
def test_what_is_wrong_with_a_question_is_told(
    state: State, question: str, said: str
) -> None:
    with pytest.raises(PygameSearchError) as raised:
        ask(state, question)
    assert said in str(raised.value)
    assert "internal error" not in str(raised.value)


def test_a_question_without_end_is_stopped(state: State) -> None:
    many = "between(1, 100000, X), between(1, 100000, Y), X + Y < 0"
    with pytest.raises(LimitError):
        ask(state, many, seconds=0.5)


def test_a_game_has_to_be_asked_in_a_position() -> None:
    with pytest.raises(InputError, match="ask about a position"):
        ask(loaded("nim"), "role(R)")
    with pytest.raises(InputError, match="expected at least 1 answer"):
        ask(loaded("nim").initial, "role(R)", limit=0)


def run(*words: str) -> Result:
    return CliRunner().invoke(command, ["ask", "hexapawn", "--after", AFTER, *words])


def test_the_command() -> None:
    found = run("true(cell(C, 1, white))")
    assert (found.exit_code, found.output) == (0, "C = 2\nC = 3\n")
    assert (run("\\+ terminal").exit_code, run("\\+ terminal").output) == (0, "yes\n")
    assert (run("terminal").exit_code, run("terminal").output) == (1, "no\n")
    more = run("legal(black, M)", "--limit", "1")
    assert more.output.endswith("... and more: --limit asks for them\n")
    data = json.loads(run("true(cell(C, 1, white))", "--json").output)
    assert data == {"answers": [{"C": "2"}, {"C": "3"}], "more": False}
    for misuse in ("", "role(R). role(S)", "does(P, M)", "perft(0, N)"):
        assert run(misuse).exit_code == 2
    wrong = run("legl(X, Y)")
    assert wrong.exit_code == 2
    assert "did you mean legal/2?" in wrong.stderr
