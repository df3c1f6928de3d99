"""What only running shows of a rule file, and how `check` tells it."""

from __future__ import annotations

import itertools
import json
import os
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import forked
import pytest
from click.testing import CliRunner
from games import LARGE, loaded

import pygame_search as ps
from pygame_search.cli.app import command
from pygame_search.experiments.inspection.game import inspect
from pygame_search.rules import rulebook
from pygame_search.rules.codes import CODES

SHARED = Path(__file__).parents[3] / "shared" / "gdl"

#: Two heaps; who cannot take is stuck, as the rules forget to say that he waits.
STUCK = """\
(role left) (role right)
(init (heap 3)) (init (control left))
(less 3 2) (less 2 1) (less 1 0)
(<= (legal ?p take) (true (control ?p)) (true (heap ?n)) (less ?n ?m))
(<= (next (heap ?m)) (true (heap ?n)) (less ?n ?m))
(<= (next (control right)) (true (control left)))
(<= (next (control left)) (true (control right)))
(<= terminal (true (heap 9)))
(<= (goal ?p 100) (true (control ?p)))
(<= (goal ?p 0) (role ?p) (not (true (control ?p))))
"""


def ticks() -> Callable[[], float]:
    """Return a clock that goes on by a second whenever it is looked at."""
    times = itertools.count()
    return lambda: float(next(times))


@pytest.mark.parametrize("name", rulebook.names())
def test_our_own_games_are_sound(name: str) -> None:
    game = loaded(name)
    if game.roles:
        looks = 40 if name in LARGE else 200
        assert inspect(game, seconds=looks, clock=ticks()).findings == ()


def test_a_counter_example_can_be_replayed() -> None:
    text = STUCK.replace(
        "(less ?n ?m))\n(<= (next (heap", "(less ?n ?m))\n"
        "(<= (legal ?p noop) (role ?p) (not (true (control ?p))))\n(<= (next (heap", 1
    )  # fmt: skip
    game = ps.load_text(text, syntax="kif")
    found = inspect(game)
    assert found.exhaustive
    assert found.states == 4
    stuck, *_ = found.findings
    assert (stuck.code, stuck.severity) == ("stuck", "error")
    assert stuck.message == "right has no legal move, and the game is not over"
    assert stuck.moves == ("take", "take", "take")
    state = game.initial
    for _ in stuck.moves:
        joint = " ".join(moves[0] for moves in state.legal.values())
        state = state.play(f"[{joint}]")
    assert sorted(state.facts) == sorted(stuck.state)
    assert game.after("; ".join(stuck.moves)).facts == stuck.state
    assert state.legal["right"] == ()


def test_the_moves_to_a_state_of_a_random_game_end_there() -> None:
    game = ps.load_text("""\
role(a). role(b). init(step(0)). init(control(a)).
legal(P, go(1)) :- true(control(P)). legal(P, go(2)) :- true(control(P)).
legal(P, noop) :- role(P), \\+ true(control(P)), \\+ true(step(6)).
legal(P, jump) :- role(P), \\+ true(control(P)), true(step(6)).
next(step(M)) :- true(step(N)), M is N + 1.
next(control(b)) :- true(control(a)). next(control(a)) :- true(control(b)).
terminal :- true(step(20)). goal(P, 1) :- true(control(P)).
goal(P, 0) :- role(P), \\+ true(control(P)).
""")
    found = inspect(game, states=3, seconds=200, clock=ticks())
    assert found.games > 1
    [at_once] = [one for one in found.findings if one.code == "at_once"]
    assert "in 1 of 20 states, here a and b;" in at_once.message
    assert len(at_once.moves) == 6
    assert game.after("; ".join(at_once.moves)).facts == at_once.state


def test_moves_at_the_same_time_can_be_replayed() -> None:
    text = """(role l) (role r) (init a)
    (<= (legal ?p (go ?n)) (role ?p) (true a) (n ?n)) (n 1) (n 2)
    (<= (next (met ?n)) (does l (go ?n)) (does r (go ?n)))
    (<= terminal (true (met 2))) (<= (goal ?p 50) (role ?p))"""
    game = ps.load_text(text, syntax="kif")
    [stuck] = [f for f in inspect(game).findings if f.code == "stuck"]
    assert stuck.moves == ("[(go 1), (go 1)]",)
    assert game.after("; ".join(stuck.moves)).facts == stuck.state == ("(met 1)",)


def test_it_stands_at_the_rule_it_is_about() -> None:
    game = ps.load_text(STUCK, syntax="kif")
    diagnostic = inspect(game).diagnostics(game)[0]
    assert (diagnostic.line, diagnostic.column, diagnostic.code) == (4, 1, "stuck")
    assert diagnostic.as_json()["state"] == ["(control left)", "(heap 3)"]


def test_chance_wants_nothing() -> None:
    text = """(role robot) (role random) (init (step 1)) (legal robot stay)
    (<= (legal random (toss ?s)) (side ?s)) (side heads) (side tails)
    (<= (next (shown ?s)) (does random (toss ?s)))
    (<= (sees robot ?s) (does random (toss ?s)))
    (<= terminal (true (shown ?s))) (<= terminal (not (true (step 1))))
    (<= (goal robot 100) (true (shown heads)))
    (<= (goal robot 0) (not (true (shown heads))))"""
    assert inspect(ps.load_text(text, syntax="kif")).findings == ()


def test_too_many_states_are_tried_at_random() -> None:
    found = inspect(loaded("othello"), seconds=200, clock=ticks())
    assert not found.exhaustive
    assert found.games > 0
    small = inspect(loaded("tic_tac_toe"), states=100, seconds=300, clock=ticks())
    assert not small.exhaustive


def test_the_same_seed_finds_the_same() -> None:
    found = [
        inspect(loaded("tic_tac_toe"), states=50, seconds=100, clock=ticks())
        for _ in range(2)
    ]
    assert found[0].findings == found[1].findings == ()


def test_a_loop_is_told_with_its_length() -> None:
    game = ps.load_text(CODES["endless"].wrong, syntax="kif")
    [endless] = [f for f in inspect(game).findings if f.code == "endless"]
    assert "this state comes again" in endless.message


@pytest.mark.parametrize(("back", "plies"), [(0, "4 plies"), (3, "1 ply")])
def test_the_way_to_a_loop_is_no_part_of_it(back: int, plies: str) -> None:
    sheet = f"""
        (role p) (init (n 0)) (legal p on) (after 0 1) (after 1 2) (after 2 3)
        (after 3 {back}) (<= (next (n ?m)) (true (n ?l)) (after ?l ?m))
        (<= terminal (true (n 9))) (goal p 100)
    """
    game = ps.load_text(sheet, syntax="kif")
    [endless] = [f for f in inspect(game).findings if f.code == "endless"]
    assert f"{plies} later this state comes again" in endless.message


@pytest.mark.skipif(not SHARED.is_dir(), reason=f"no rule sheets in {SHARED}")
def test_a_known_slip_of_a_rule_sheet_is_found() -> None:
    """In pentago black has two goal values at once when it wins."""
    game = ps.load(SHARED / "games" / "games__pentago__pentago.kif")
    codes = {
        finding.code for finding in inspect(game, seconds=1000, clock=ticks()).findings
    }
    assert codes == {"goal_twice"}


# ---- check ---------------------------------------------------------------------


def check(*words: str) -> tuple[int, dict[str, object]]:
    result = CliRunner().invoke(command, ["check", *words, "--json"])
    return result.exit_code, json.loads(result.stdout)


def test_check_runs_the_rules_unless_told_not_to(tmp_path: Path) -> None:
    path = tmp_path / "stuck.kif"
    path.write_text(STUCK, encoding="utf-8")
    code, found = check(str(path))
    assert code == 1
    assert found["inspected"]
    code, found = check(str(path), "--static")
    assert (code, found["inspected"]) == (0, {})
    assert "impossible_value" in str(found["diagnostics"])


def test_explain() -> None:
    result = CliRunner().invoke(command, ["check", "--explain", "singleton"])
    assert result.exit_code == 0
    assert result.stdout.startswith("singleton (warning)\n")
    assert "wrong:" in result.stdout
    code, found = check("--explain", "cut")
    assert (code, found["code"], found["severity"]) == (0, "cut", "error")
    result = CliRunner().invoke(command, ["check", "--explain", "singelton"])
    assert result.exit_code == 2
    assert "did you mean singleton?" in result.stderr


def test_watch(tmp_path: Path) -> None:
    path = tmp_path / "game.pl"
    good = rulebook.read("nim").text
    path.write_text(good, encoding="utf-8")
    child = forked.Program[str](
        ["-m", "pygame_search", "check", "--static", "--watch", path],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={k: v for k, v in os.environ.items() if k != "PYTHONUNBUFFERED"},
    )
    assert child.stdout is not None
    assert "taken for a game" in child.stdout.readline()
    assert child.stdout.readline() == "1 file: 0 errors, 0 warnings\n"
    path.write_text(good + "p :- halt.\n", encoding="utf-8")
    assert "taken for a game" in child.stdout.readline()
    assert "halt/0 is a Prolog builtin" in child.stdout.readline()
    while "1 file: 1 error," not in child.stdout.readline():
        pass
    child.send_signal(signal.SIGINT)
    assert child.wait(60) == 130
    child.stdout.close()


def test_where_nobody_has_a_move_the_remedy_says_so() -> None:
    rules = (
        "role(a).\nrole(b).\ninit(on(1)).\nlegal(a, up) :- true(on(1)).\n"
        "next(on(2)) :- true(on(_)).\nterminal :- true(on(3)).\n"
        "goal(R, 1) :- role(R), true(on(3)).\ngoal(R, 0) :- role(R), true(on(1)).\n"
    )
    [found] = [f for f in inspect(ps.load_text(rules)).findings if f.code == "endless"]
    assert found.message == "the game is not over, and nobody has a legal move"
    moving = rules.replace("legal(a, up) :- true(on(1))", "legal(a, up) :- true(on(_))")
    [found] = [f for f in inspect(ps.load_text(moving)).findings if f.code == "endless"]
    assert found.message.startswith("play can go on for ever: 1 ply later")


#: Two roles count to 6 by turns.
TURNS = """\
role(a). role(b). other(a, b). other(b, a).
init(n(0)). init(turn(a)).
legal(P, step) :- true(turn(P)).
next(n(M)) :- true(n(N)), M is N + 1.
terminal :- true(n(6)).
goal(P, 1) :- role(P).
"""


@pytest.mark.parametrize(
    ("rules", "codes"),
    [
        ("next(turn(Q)) :- does(P, _), other(P, Q).", ["idle_noop", "turns"]),
        (
            "next(turn(Q)) :- moved(P), other(P, Q).\nmoved(P) :- does(P, _).",
            ["idle_noop", "turns"],
        ),
        (
            "next(turn(b)) :- does(a, _).\nnext(turn(a)) :- does(b, _).",
            ["idle_noop", "turns"],
        ),
        ("next(turn(Q)) :- does(P, M), M \\== noop, other(P, Q).", []),
        ("next(turn(Q)) :- does(P, _), true(turn(P)), other(P, Q).", []),
        ("next(turn(Q)) :- does(P, _), legal(P, step), other(P, Q).", []),
        ("next(turn(Q)) :- true(turn(P)), other(P, Q).\nnext(go) :- does(_, _).", []),
        ("next(turn(b)) :- true(turn(a)).", ["turns"]),
    ],
)
def test_the_noop_of_who_has_no_move(rules: str, codes: list[str]) -> None:
    found = inspect(ps.load_text(TURNS + rules)).findings
    assert [f.code for f in found if f.code in ("idle_noop", "turns")] == codes
    assert [f.code for f in found][: len(codes)] == codes


def test_the_rule_and_the_moves_of_a_turn_that_holds_twice() -> None:
    game = ps.load_text(f"{TURNS}next(turn(Q)) :-\n  does(P, _), other(P, Q).")
    idle, turns = inspect(game).diagnostics(game)
    assert (idle.line, idle.column, idle.source) == (7, 1, "next(turn(Q)) :-")
    assert "also matches the noop of b" in idle.message
    assert "turn(a) holds next only because" in idle.message
    assert turns.message.startswith("turn holds for a and b at once")
    assert turns.moves == ("step",)
    assert game.after("; ".join(turns.moves)).facts == turns.state


def test_several_roles_at_once_are_counted() -> None:
    turns = "next(turn(Q)) :- true(turn(P)), other(P, Q).\n"
    rules = f"{TURNS}{turns}legal(b, jump) :- true(n(2))."
    [found] = inspect(ps.load_text(rules)).findings
    assert found.code == "at_once"
    assert found.message == (
        "several roles move at once in 1 of 6 states, here a and b; in the others only "
        "one role moves"
    )
    assert found.moves == ("step", "step")


#: After three turns a second part begins, without turns, or ends with a step of both.
PARTS = """role(a). role(b). other(a, b). other(b, a). init(turn(a)). init(n(0)).
next(n(M)) :- true(n(N)), M is N + 1.
next(turn(Q)) :- true(turn(P)), other(P, Q), true(n(N)), N < 7.
terminal :- true(n(10)).
goal(P, 1) :- role(P).
legal(P, step) :- true(turn(P)), true(n(N)), N < 7.
legal(P, wait) :- true(turn(P)), true(n(N)), N < 7.
"""


@pytest.mark.parametrize(
    ("rules", "codes"),
    [
        ("legal(P, run(1)) :- role(P), true(n(N)), N > 7.\n"
         "legal(P, run(2)) :- role(P), true(n(N)), N > 7.\n"
         "legal(a, go) :- true(n(7)).", []),
        ("legal(P, reset) :- role(P), true(n(N)), N >= 7.", []),
        ("legal(a, go) :- true(n(N)), N >= 7.\nlegal(b, run) :- true(n(2)).",
         ["at_once"]),
    ],
)  # fmt: skip
def test_another_part_of_a_game_has_no_turns(rules: str, codes: list[str]) -> None:
    found = inspect(ps.load_text(PARTS + rules)).findings
    assert [f.code for f in found if f.code == "at_once"] == codes


#: Both hide something at once; then they take turns.
HIDDEN_FIRST = """role(a). role(b). other(a, b). other(b, a). init(hiding). init(n(0)).
next(n(M)) :- true(n(N)), M is N + 1.
next(turn(a)) :- true(hiding).
next(turn(Q)) :- true(turn(P)), other(P, Q).
next(hid(P, I)) :- does(P, hide(I)).
next(hid(P, I)) :- true(hid(P, I)).
terminal :- true(n(6)).
goal(P, 1) :- true(hid(P, 1)).
goal(P, 0) :- true(hid(P, 2)).
goal(P, 0) :- role(P), true(hiding).
legal(P, hide(I)) :- role(P), true(hiding), between(1, 2, I).
legal(P, step) :- true(turn(P)).
"""


@pytest.mark.parametrize(
    ("rule", "codes"),
    [("", []), ("legal(P, jump) :- role(P), true(n(4)).", ["at_once"])],
)
def test_a_game_may_begin_without_turns(rule: str, codes: list[str]) -> None:
    found = inspect(ps.load_text(HIDDEN_FIRST + rule)).findings
    assert [f.code for f in found] == codes
    assert all(f.moves[1:] for f in found)  # it is not the start that is reported


def test_a_busy_machine_finds_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is looked at depends on work that was done, not on the time that passed."""
    passed = iter(range(10**6))
    monkeypatch.setattr(time, "monotonic", lambda: 1000.0 * next(passed))
    found = inspect(loaded("nim"), seconds=20.0)
    assert found.exhaustive


@pytest.mark.parametrize("square", ["draw(X, 1, x)", "draw(1, X, x)"])
def test_a_square_without_a_place_leaves_the_fluents(square: str) -> None:
    game = ps.load_text(
        "role(x). init(f(1)). fluent(1). fluent([]). fluent(f(a)). fluent(b).\n"
        "legal(x, at(F)) :- fluent(F). next(f(F)) :- does(x, at(F)).\n"
        "terminal :- true(f(F)), F \\== 1. goal(x, 100).\n"
        "column(F) :- true(f(F)).\n"
        f"draw(2, 2, o). {square} :- column(X)."
    )
    assert len(game.initial.position.cells) == 2
    for move, fact in (("at([])", "f([])"), ("at(f(a))", "f(f(a))"), ("at(b)", "f(b)")):
        state = game.after(move)
        assert state.position.cells == ()
        assert str(state).startswith(f"[{fact}]\n(the board is not drawn: draw/3 gives")
    [found] = inspect(game).findings
    assert (found.code, found.severity) == ("undrawn", "error")
    assert len(found.moves) == 1


BOARD = """\
role(x). role(o).
init(cell(N, b)) :- square(N). init(control(x)).
square(1). square(2). square(3). square(4).
legal(P, mark(N)) :- true(control(P)), true(cell(N, b)).
next(cell(N, P)) :- does(P, mark(N)).
next(control(o)) :- true(control(x)). next(control(x)) :- true(control(o)).
terminal :- \\+ true(cell(_, b)).
goal(P, 1) :- true(cell(2, P)). goal(P, 0) :- role(P), \\+ true(cell(2, P)).
"""
TOKENS = """\
role(ann). role(bob).
init(at(ann, 0)). init(at(bob, 0)). init(sum(0)). init(control(ann)).
legal(P, go) :- true(control(P)).
next(at(P, M)) :- does(P, go), true(at(P, N)), M is N + 1.
next(control(bob)) :- true(control(ann)). next(control(ann)) :- true(control(bob)).
terminal :- true(at(_, 3)). goal(P, 1) :- true(at(P, 3)).
goal(P, 0) :- role(P), \\+ true(at(P, 3)).
"""


@pytest.mark.parametrize(
    ("rules", "found"),
    [
        (f"{BOARD}next(cell(N, V)) :- true(cell(N, V)), \\+ does(_, mark(N)).", None),
        (
            f"{BOARD}next(cell(N, V)) :- true(cell(N, V)).",
            ("kept", "cell(1) is b and x at once", ("mark(1)",)),
        ),
        (
            f"{BOARD}next(cell(N, V)) :- true(cell(N, V)), \\+ does(o, mark(N)).",
            ("kept", "cell(1) is b and x at once", ("mark(1)",)),
        ),
        (
            BOARD,
            (
                "lost",
                "the start has 4 facts cell(..); at least 3 of them are gone after the "
                "first step",
                (),
            ),
        ),
        (
            f"{TOKENS}next(at(P, N)) :- true(at(P, N)), \\+ does(P, go).\n"
            "next(sum(M)) :- true(sum(N)), M is N + 1.",
            None,
        ),
        (
            f"{TOKENS}next(at(P, N)) :- true(at(P, N)).\n"
            "next(sum(M)) :- true(sum(N)), M is N + 1.",
            ("kept", "at(ann) is 0 and 1 at once", ("go",)),
        ),
        (
            f"{TOKENS}next(at(P, N)) :- true(at(P, N)), \\+ does(P, go).\n"
            "next(sum(M)) :- true(sum(N)), M is N + 1. next(sum(N)) :- true(sum(N)).",
            ("kept", "sum is 0 and 1 at once", ("go",)),
        ),
    ],
)
def test_what_a_step_keeps(
    rules: str, found: tuple[str, str, tuple[str, ...]] | None
) -> None:
    findings = [
        (finding.code, finding.message, finding.moves)
        for finding in inspect(ps.load_text(rules)).findings
        if finding.code in ("kept", "lost")
    ]
    assert findings == ([found] if found else [])


def test_what_another_fault_explains_is_left_out() -> None:
    report = ps.check_text(BOARD)
    assert [fault.code for fault in report.diagnostics] == ["lost"]
    codes = {finding.code for finding in inspect(ps.load_text(BOARD)).findings}
    assert codes == {"lost", "unwinnable"}


# ---- a fact that a step loses ------------------------------------------------------

FOX = """\
init(at(fox, 3)). init(at(hen, 5)).
legal(R, go(M)) :- role(R), true(at(fox, N)), M is N + 1, M =< 6.
next(at(hen, M)) :- true(at(hen, M)).
terminal :- true(at(fox, M)), M >= 5.
goal(R, 1) :- role(R).
"""


@pytest.mark.parametrize("roles", ["role(a).", "role(a). role(b)."])
def test_a_fact_without_which_nobody_can_move_is_named(roles: str) -> None:
    [fault] = ps.check_text(f"{roles}\n{FOX}", seconds=50).diagnostics
    assert fault.code == "endless"
    assert "nobody has a legal move: at(fox, 3) is gone (after " in fault.message
    assert fault.mend.endswith("let a rule of next keep or replace at(fox, 3)")
    kept = "next(at(fox, M)) :- does(_, go(M)).\n"
    assert ps.check_text(f"{roles}\n{FOX}{kept}", seconds=50).diagnostics == ()


def test_a_fact_that_is_replaced_is_not_lost() -> None:
    text = (
        "role(a). role(b).\ninit(at(1)).\nlegal(R, go) :- role(R), true(at(1)).\n"
        "next(at(M)) :- true(at(N)), N < 3, M is N + 1.\nnext(at(3)) :- true(at(3)).\n"
        "terminal :- true(at(9)).\ngoal(R, 1) :- role(R).\n"
    )
    told = " ".join(map(str, ps.check_text(text, seconds=50).diagnostics))
    assert "is gone" not in told
