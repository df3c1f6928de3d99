"""Games that say who wins or who loses, and not what that is worth."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

import pygame_search as ps
from pygame_search.cli.app import command
from pygame_search.oracle.interpreter import Oracle

#: Nim with one heap: two roles by turns take one or two.
HEAP = """
role(a). role(b).
init(n(4)). init(control(a)).
legal(P, take(K)) :- true(control(P)), between(1, 2, K), true(n(N)), K =< N.
next(n(M)) :- true(n(N)), does(_, take(K)), M is N - K, M >= 0.
next(control(Q)) :- role(Q), \\+ true(control(Q)).
terminal :- true(n(0)).
"""

#: What says who wins, and the same in rules of goal.
SAID = {
    "wins": (
        "wins(P) :- terminal, role(P), \\+ true(control(P)).",
        "goal(P, 1) :- terminal, role(P), \\+ true(control(P)).\n"
        "goal(P, -1) :- terminal, true(control(P)).\n"
        "goal(P, 0) :- role(P), \\+ terminal.",
    ),
    "loses": (
        "loses(P) :- terminal, true(control(P)).",
        "goal(P, 1) :- terminal, role(P), \\+ true(control(P)).\n"
        "goal(P, -1) :- terminal, true(control(P)).\n"
        "goal(P, 0) :- role(P), \\+ terminal.",
    ),
    "both": (
        "wins(a) :- terminal, true(control(b)).\n"
        "loses(a) :- terminal, true(control(a)).",
        "goal(P, 1) :- terminal, role(P), \\+ true(control(P)).\n"
        "goal(P, -1) :- terminal, true(control(P)).\n"
        "goal(P, 0) :- role(P), \\+ terminal.",
    ),
    "needs its argument": (
        "wins(P) :- terminal, \\+ true(control(P)).",
        "goal(P, 1) :- terminal, role(P), \\+ true(control(P)).\n"
        "goal(P, -1) :- terminal, true(control(P)).\n"
        "goal(P, 0) :- role(P), \\+ terminal.",
    ),
}


def line(game: ps.Game) -> list[dict[str, int | None]]:
    """Return the goals on the way down to an empty heap."""
    states = [game.initial]
    while not states[-1].terminal:
        [role] = states[-1].to_move
        states.append(states[-1].play(states[-1].legal[role][0]))
    return [dict(state.goals) for state in states]


@pytest.mark.parametrize("said", SAID)
def test_the_goals_are_those_of_the_long_form(said: str) -> None:
    short, long = (ps.load_text(HEAP + text) for text in SAID[said])
    assert line(short) == line(long)
    assert short.initial.best(depth=9).value == long.initial.best(depth=9).value
    assert short.goal_sum.total == 0


@pytest.mark.parametrize("said", SAID)
@pytest.mark.parametrize("tier", ["clauses", "procedural", "native"])
def test_every_tier_finds_the_value(said: str, tier: str) -> None:
    answer = ps.load_text(HEAP + SAID[said][0]).initial.best(depth=9, tier=tier)
    assert (answer.move, answer.value) == ("take(1)", 1)


@pytest.mark.parametrize("said", SAID)
def test_the_oracle_has_the_same_goals(said: str) -> None:
    short, long = (Oracle(HEAP + text) for text in SAID[said])
    state, over = short.initial, False
    while not over:
        assert short.goals(state) == long.goals(state)
        if not (over := short.terminal(state)):
            moves = short.legal(state)
            state = short.successor(state, [min(moves[r], key=str) for r in moves])


def test_of_three_roles_one_wins_or_one_loses() -> None:
    rules = """role(a). role(b). role(c). role(random).
    init(s). legal(R, go) :- role(R), true(s). next(e). terminal :- true(e)."""
    wins = ps.load_text(f"{rules} wins(b) :- true(e).").initial
    loses = ps.load_text(f"{rules} loses(b) :- true(e).").initial
    assert dict(wins.goals) == {"a": 0, "b": 0, "c": 0, "random": None}
    end = {"a": -1, "b": 1, "c": -1, "random": None}
    assert dict(wins.play("[go, go, go, go]").goals) == end
    end = {"a": 1, "b": -1, "c": 1, "random": None}
    assert dict(loses.play("[go, go, go, go]").goals) == end


def test_two_winners_are_reported() -> None:
    found = ps.check_text(f"{HEAP} wins(P) :- role(P), terminal.")
    assert any("goal" in fault.message for fault in found.errors), found


@pytest.mark.parametrize(
    "own",
    [
        "goal(P, 7) :- role(P). wins(P) :- does(P, take(2)). next(won(P)) :- wins(P).",
        "goal(P, 7) :- role(P), \\+ wins(P). wins(nobody).",
    ],
)
def test_a_file_with_goals_may_have_a_relation_of_that_name(own: str) -> None:
    state = ps.load_text(HEAP + own).initial
    assert dict(state.goals) == {"a": 7, "b": 7}


def test_a_sheet_without_goals_gets_none() -> None:
    sheet = "(role a) (init s) (<= (legal a go) (true s)) (<= terminal (true e)) "
    sheet += "(<= (next e) (true s)) (<= (wins a) (true e))"
    state = ps.load_text(sheet, syntax="kif").initial
    assert dict(state.play("go").goals) == {"a": None}
    assert Oracle(sheet, "kif").goals(frozenset({"e"})) == {"a": None}


@pytest.mark.parametrize("syntax", ["kif", "infix", "hrf", "cilog"])
def test_a_converted_file_means_the_same(syntax: str, tmp_path: Path) -> None:
    file = tmp_path / "heap.pl"
    file.write_text(HEAP + SAID["wins"][0])
    to = tmp_path / "to"
    ran = CliRunner().invoke(command, ["convert", str(file), str(to), "--to", syntax])
    assert ran.exit_code == 0, ran.output
    game = ps.load_text(to.read_text(), syntax=syntax)
    assert line(game) == line(ps.load_text(HEAP + SAID["wins"][1]))


def test_as_gdl_the_goals_are_written(tmp_path: Path) -> None:
    file = tmp_path / "heap.pl"
    file.write_text(HEAP + SAID["loses"][0])
    to = tmp_path / "heap.kif"
    ran = CliRunner().invoke(command, ["convert", str(file), str(to), "--gdl"])
    assert ran.exit_code == 0, ran.output
    assert "(goal " in to.read_text()
