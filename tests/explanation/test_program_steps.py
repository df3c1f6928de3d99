"""The steps of a search program."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from games import loaded

from pygame_search import Game, read_program
from pygame_search.cli.app import command
from pygame_search.explanation import program_steps as module
from pygame_search.explanation.program_steps import (
    ProgramSteps,
    StepWalk,
    program_steps,
)
from pygame_search.explanation.questions import ask
from pygame_search.programs.program import lectures
from pygame_search.support.errors import (
    InputError,
    LimitError,
    PygameSearchError,
    RulesError,
)
from pygame_search.support.resources import logic_folder

LECTURES = logic_folder() / "lectures"

SMALL = ("hexapawn", "nim(heaps=[1, 2])", "chomp(columns=3, rows=2)", "pig")
SPACES = ("delivery_robot", "water_jugs", "river_crossing")

ASKED = {
    "path": ("position(S), path(S, P)", SPACES),
    "value": ("position(S), value(S, R, 2, V)", SMALL),
    "best": ("position(S), to_move(S, R), best(S, R, 2, M, V)", SMALL),
    "proved": ("position(S), role(R), proved(S, R, 1)", SMALL[:2]),
}

#: Every control that a program may have, with answers that come one after another.
CONTROL = r"""
path(S, P) :- turn(S, X), ( X > 3 -> P = [X] ; X > 1, \+ X =:= 3 -> P = [S|X] ; P = X ).
path(S, P) :- findall(X-Y, ( turn(S, X), cut(X, Y) ), P), forall(member(X-Y, P), X < Y).
path(_, P) :- once(( between(1, 9, N), N * N > 10 )), P = N.
path(_, P) :- findall(X, ( member(X, [3, 4]), ! ), P).
path(_, P) :- ( member(X, [7, 8]), ! -> P = X ; P = none ).
path(_, P) :- once(( member(X, [9, 8]), ! )), \+ ( member(Y, [1, 2]), Y > X, ! ), P = X.
path(_, P) :- ( P = 1, ! ; P = 2 ).
path(_, never).
turn(_, X) :- between(1, 5, X), not(X = 2).
cut(X, Y) :- X < 4, !, between(4, 6, Y), ( Y > 5, ! ; true ).
cut(X, Y) :- Y is X + 1.
cut(_, 99).
"""

MISTAKE = r"""
path(S, Path) :- search([[S]], Path).
search([[S|Path]|_], [S|Path]) :- goal(S).
search([[S|_]|_], Found) :-
    \+ goal(S),
    D is Depth - 1,
    search(D, Found).
"""


def written(tmp_path: Path, text: str) -> Path:
    file = tmp_path / "own.pl"
    file.write_text(text, encoding="utf-8")
    return file


def place(game: Game) -> object:
    return game if game.space == "book" else game.initial


def steps(call: str, question: str, file: Path, **how: object) -> ProgramSteps:
    return program_steps(place(loaded(call)), question, program=file, **how)  # type: ignore[arg-type]


CASES = [
    pytest.param(name, question, call, id=f"{name}-{kind}-{call}")
    for name in lectures()
    for questions in [read_program(LECTURES / f"{name}.pl").questions]
    for kind, (question, calls) in ASKED.items()
    if kind in questions
    for call in calls
]


@pytest.mark.parametrize(("name", "question", "call"), CASES)
def test_a_lecture_has_the_answers_of_the_run(
    name: str, question: str, call: str
) -> None:
    where, file = place(loaded(call)), LECTURES / f"{name}.pl"
    limit = 2 if "path" in question else 4
    only = ["nth0"]  # of which there is no step
    try:
        found = ask(where, question, program=file, limit=limit)  # type: ignore[arg-type]
    except PygameSearchError as error:  # a space without h
        with pytest.raises(PygameSearchError, match=re.escape(str(error))):
            steps(call, question, file, limit=limit, only=only)
    else:
        traced = steps(call, question, file, limit=limit, only=only)
        assert not traced.stopped
        assert traced.error is None
        assert traced.answers == found.answers
        assert found.answers


@pytest.mark.parametrize("call", ["hexapawn", "delivery_robot"])
def test_control_is_that_of_the_run(tmp_path: Path, call: str) -> None:
    file = written(tmp_path, CONTROL)
    where = place(loaded(call))
    for question in ("position(_S), path(_S, P)", "turn(_, X), cut(X, Y)"):
        found = ask(where, question, program=file, limit=99)  # type: ignore[arg-type]
        traced = steps(call, question, file, limit=99)
        assert traced.answers == found.answers
        assert len(found.answers) >= 9
        assert not traced.more


def test_a_frontier_is_a_path_a_line() -> None:
    file = LECTURES / "lowest_cost.pl"
    found = steps("delivery_robot", "position(S), path(S, P)", file, only=["search/2"])
    call = [step for step in found.steps if step.port == "call"][1]
    [frontier, rest] = call.values
    assert frontier.paths == (
        "4-[corridor_west, mail_room]",
        "9-[store, mail_room]",
        "10-[lounge, mail_room]",
    )
    assert list(call.lines())[:3] == [
        "    4      call 3: search([3 paths], Found)",
        "               > 4-[corridor_west, mail_room]",
        "                 9-[store, mail_room]",
    ]
    assert str(rest) == "Found"
    tried = found.steps[2]
    assert tried.clause is not None
    assert tried.clause.line == 10
    assert tried.clause.text == "search([C-[S|Path]|Frontier], Found)"
    assert "with S = mail_room, Path = [], C = 0, Frontier = []" in "\n".join(
        tried.lines()
    )


def test_a_path_of_states_of_a_game_is_a_path_of_names() -> None:
    file = LECTURES / "breadth_first.pl"
    found = steps("river_crossing", "position(S), path(S, P)", file, only=["search"])
    assert found.steps[3].values[0].paths[0] == "[s1, s0]"


def test_a_frontier_is_one_where_its_paths_are_mistaken(tmp_path: Path) -> None:
    text = (LECTURES / "breadth_first.pl").read_text(encoding="utf-8")
    file = written(tmp_path, text.replace("successor(S, _, S1)", "successor(S, S1, _)"))
    found = steps("delivery_robot", "position(S), path(S, P)", file, only=["search"])
    assert not found.answers
    assert found.steps[3].values[0].paths[0] == "[mail_room-lounge, mail_room]"


def test_bounds_have_the_names_of_the_clause() -> None:
    file = LECTURES / "alphabeta.pl"
    question = "position(S), value(S, white, 2, V)"
    found = steps("hexapawn", question, file, only=["value/6", "bounded"])
    shown = [", ".join(map(str, step.values)) for step in found.steps]
    assert shown[0] == "S = s0, R = white, D = 2, A = -inf, B = inf, V"
    assert "R = white, D = 0, A = -1, B = inf, V = 0" in "\n".join(shown)
    assert {step.relation for step in found.steps} == {"value", "bounded"}
    assert {step.port for step in found.steps} <= {"call", "clause", "exit", "redo",
                                                   "fail"}  # fmt: skip
    assert "s1: s0, then move(1, 1, 1, 2)" in str(found)


def test_the_ports_of_a_call_follow_each_other(tmp_path: Path) -> None:
    file = written(tmp_path, CONTROL)
    open_calls: list[int] = []
    found = steps("hexapawn", "position(S), path(S, P)", file, limit=99)
    for step in found.steps:
        if step.port == "call":
            open_calls.append(step.depth)
        elif step.port == "exit":
            assert open_calls.pop() == step.depth
        elif step.port == "redo":
            open_calls.append(step.depth)
        elif step.port == "fail":
            assert open_calls.pop() == step.depth
    assert not open_calls


def test_a_mistake_is_the_last_step(tmp_path: Path) -> None:
    file = written(tmp_path, MISTAKE)
    found = steps("delivery_robot", "position(S), path(S, P)", file)
    assert isinstance(found.error, RulesError)
    assert "line 6 of the search program" in str(found.error)
    assert [*found.steps[-1].lines()] == [
        f"{len(found.steps):>5}      error D is Depth-1"
    ]
    with pytest.raises(RulesError) as alone:
        ask(loaded("delivery_robot"), "position(S), path(S, P)", program=file)
    assert str(alone.value) == str(found.error)


def test_a_mistake_within_findall_is_the_last_step(tmp_path: Path) -> None:
    file = written(tmp_path, "path(_, P) :- findall(X, ( member(X, [a]), X > 1 ), P).")
    found = steps("delivery_robot", "path(mail_room, P)", file)
    assert found.error is not None
    assert [*found.steps[-1].lines()] == ["    4    error a > 1"]


def test_a_run_without_end_is_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = written(tmp_path, "path(S, P) :- path(S, [S|P]), goal(S).")
    monkeypatch.setattr(module, "MOST_STEPS", 50)
    found = steps("delivery_robot", "path(mail_room, P)", file)
    assert len(found.steps) == 50
    assert found.stopped.startswith("these are the first 50 steps")
    assert str(found).endswith(found.stopped)
    assert found.steps[-1].depth > 20


@pytest.mark.slow
def test_calls_are_counted_that_are_not_shown(tmp_path: Path) -> None:
    file = written(tmp_path, "path(S, P) :- path(S, [S|P]), goal(S).")
    found = steps("delivery_robot", "path(mail_room, P)", file, only=["goal"])
    assert found.stopped == (
        "the run was stopped where path/2 was called 100,000 calls deep"
    )


def test_time_is_limited(tmp_path: Path) -> None:
    file = written(
        tmp_path, "path(_, P) :- findall(X, ( between(1, 1000000000, X), X < 0 ), P)."
    )
    found = steps("delivery_robot", "path(mail_room, P)", file, only=["path"],
                  seconds=0.2)  # fmt: skip
    assert isinstance(found.error, LimitError)
    assert [step.port for step in found.steps] == ["call", "clause"]


def test_what_cannot_be_a_step(tmp_path: Path) -> None:
    file = LECTURES / "minimax.pl"
    with pytest.raises(InputError, match="valeu; did you mean value"):
        steps("hexapawn", "role(R)", file, only=["valeu"])
    with pytest.raises(InputError, match="no rule defines foo/1"):
        steps("hexapawn", "foo(R)", file)


def test_a_walk_skips_calls_and_goes_out_of_them(tmp_path: Path) -> None:
    file = written(tmp_path, CONTROL)
    walk = StepWalk(steps("delivery_robot", "path(mail_room, P)", file))
    assert walk.text() == "    1  call 1: path(S = mail_room, P)"
    assert "line 2: path(S, P)" in walk.answer("")
    call = walk.answer("")
    assert call == "    3    call 2: turn(mail_room, X)"
    assert "exit 2: turn(mail_room, X = 1)" in walk.answer("s")
    assert walk.answer("b") == call
    assert "between(1, 5, X): X = 1" in walk.answer("between")
    assert "exit 2: turn" in walk.answer("u")
    with pytest.raises(InputError, match="a relation that comes later"):
        walk.answer("turn")
    assert "exit 1: path" in walk.answer("up")
    assert "skip" in walk.answer("?")
    with pytest.raises(InputError, match=r"expected Enter, s, u, b, q, \? or"):
        walk.answer("turning")
    assert walk.answer("") == "P = 1\n... and perhaps more"
    assert walk.finished


def ran(*words: str) -> tuple[int, str]:
    done = CliRunner().invoke(command, ["ask", *words])
    return done.exit_code, done.output


def test_the_command(tmp_path: Path) -> None:
    file = str(written(tmp_path, MISTAKE))
    question = "position(S), path(S, P)"
    code, said = ran("delivery_robot", question, "--program", file, "--steps")
    assert code == 1
    assert "error D is Depth-1\nerror: line 6 of the search program" in said
    lecture = str(LECTURES / "minimax.pl")
    best = "position(S), best(S, white, 1, M, V)"
    code, said = ran("hexapawn", best, "--program", lecture, "--steps", "--only",
                     "value", "--json")  # fmt: skip
    assert code == 0
    assert '"more": true, "steps": [{"step": 1, "depth": 2, "port": "call"' in said
    assert '"values": [{"name": "S", "text": "s1", "paths": [], "count": 0}' in said
    assert re.search(r'"names?": "s1"', said)
    assert ran("hexapawn", "role(R)", "--steps")[1].startswith(
        "error: --steps has no effect without --program"
    )
