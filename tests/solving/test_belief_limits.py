"""One player, solved by its beliefs: the limits of time, memory, length and numbers."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

import pygame_search as ps
from pygame_search.game import load_text
from pygame_search.machine.clauses import ClauseMachine
from pygame_search.machine.machine import Expansion, Key
from pygame_search.model.view import View
from pygame_search.search.hidden import belief_expectimax
from pygame_search.search.hidden.belief_expectimax import BeliefSearch
from pygame_search.search.hidden.information import Informed
from pygame_search.solving.hidden.equilibrium_file import export_equilibrium
from pygame_search.support import watch
from pygame_search.support.errors import LimitError, NoGoalError

#: Chance draws twice from 400 moves, and the player sees none of it.
WIDE = """
role(p). role(random). init(s(0)).
legal(random, deal(A, B)) :- true(s(S)), S < 2, between(1, 20, A), between(1, 20, B).
legal(p, g(C)) :- true(s(2)), between(1, 2, C).
next(c(S, A, B)) :- does(random, deal(A, B)), true(s(S)).
next(c(S, A, B)) :- true(c(S, A, B)).
next(l(C)) :- does(p, g(C)).
next(s(J)) :- true(s(I)), J is I + 1.
sees(p, x) :- does(p, g(_)).
terminal :- true(s(3)).
goal(p, V) :- true(c(1, A, _)), true(l(D)), V is A * (D - 1).
"""

#: By `a` play is short, or over; by `b` alone it has 1,200 steps.
LONG = """
role(p). role(random). init(at(0)).
legal(p, a) :- true(at(_)).
legal(p, b) :- true(at(_)).
legal(random, r(X)) :- between(1, 2, X).
next(at(J)) :- true(at(I)), does(p, b), J is I + 1.
next(at(J)) :- true(at(I)), does(p, a), does(random, r(1)), J is min(I + 400, 1201).
next(dead) :- does(p, a), does(random, r(2)).
sees(p, x) :- does(p, z).
terminal :- true(at(N)), N >= 1200.
terminal :- true(dead).
goal(p, 1) :- true(at(_)).
goal(p, 0) :- true(dead).
"""

#: Whoever looks knows what to guess; the goals are about as large as asked.
GUESS = """
role(p). role(random). init(s(0)).
legal(random, deal(C)) :- true(s(0)), between(1, 4, C).
legal(p, look) :- true(s(1)).
legal(p, skip) :- true(s(1)).
legal(p, g(C)) :- true(s(2)), between(1, 2, C).
next(c(C)) :- does(random, deal(C)).
next(c(C)) :- true(c(C)).
next(s(J)) :- true(s(I)), J is I + 1.
next(last(C)) :- does(p, g(C)).
sees(p, odd(X)) :- does(p, look), true(c(C)), X is C mod 2.
terminal :- true(s(3)).
goal(p, V) :- true(last(G)), true(c(C)), V is ((G + C) mod 2) * GOAL - C.
"""


class StopError(Exception):
    """The limit was looked at."""


@pytest.mark.parametrize("limit", ["look_at_clock", "must_be_left"])
def test_limits_hold_within_a_belief(
    limit: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The belief of 400 states has 160,000 after it: most are never reached."""
    calls = 0

    def look(*_: object) -> None:
        nonlocal calls
        calls += 1
        if calls > (5 if limit == "look_at_clock" else 1):
            raise StopError

    monkeypatch.setattr(watch, limit, look)
    machine = ClauseMachine(load_text(WIDE).with_percepts(), memo=True)
    expanded, expand = list[Key](), machine._expand

    def counted(state: Key) -> Expansion:
        expanded.append(state)
        return expand(state)

    monkeypatch.setattr(machine, "_expand", counted)
    with pytest.raises(StopError):
        BeliefSearch(machine, View("p")).root()
    assert len(expanded) < 100


def test_long_play_is_not_solved() -> None:
    """Views with more steps could not be read from a file, wherever they are met."""
    with pytest.raises(LimitError, match="some play is longer than 1,000 steps"):
        load_text(LONG).initial.equilibrium()


def test_values_in_each_state_after_long_play() -> None:
    found = load_text(LONG).initial.best(each_world=True, seconds=600)
    assert isinstance(found, Informed)
    assert (found.move, found.value, found.complete) == ("b", 1, True)
    [state] = found.possible
    assert state.values == {"a": 0.5, "b": 1}


def test_an_exact_answer_outlives_the_values_in_each_state(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def late(*_: object) -> None:
        raise LimitError("the time is over", "time")

    monkeypatch.setattr(belief_expectimax.BeliefSearch, "possible", late)
    state = load_text(GUESS.replace("GOAL", "10")).after("deal(1)")
    found = state.best(each_world=True, seconds=600)
    assert isinstance(found, Informed)
    assert (found.move, found.value, found.possible) == ("look", 7.5, ())
    assert found.notes[-1] == "without the values in each state: the time is over"


@pytest.mark.parametrize(
    "goal", [str((1 << 49) + 4), str(10**400)], ids=["2^49", "10^400"]
)
def test_large_goals_are_refused(goal: str) -> None:
    start = load_text(GUESS.replace("GOAL", goal)).initial
    words = r"expected values of less than 2\^49 in magnitude, found a larger one"
    for method in (None, "lp"):
        with pytest.raises(LimitError, match=words):
            start.equilibrium(method=method, tier="procedural")
    with pytest.raises(LimitError, match=words):
        start.best(tier="procedural", seconds=600)
    for method in ("belief_expectimax", "pimc", "ismcts(simulations=50)"):
        with pytest.raises(LimitError, match=words):
            start.best(method=method, tier="procedural")


def test_goals_below_the_limit_are_solved() -> None:
    start = load_text(GUESS.replace("GOAL", str((1 << 49) - 1))).initial
    exact = Fraction((1 << 49) - 1) - Fraction(5, 2)
    for method in (None, "lp"):
        assert start.equilibrium(method=method).lower == exact


def test_long_fractions_are_refused_when_they_are_saved(tmp_path: Path) -> None:
    found = load_text(GUESS.replace("GOAL", "10")).initial.equilibrium()
    [role] = found.strategies
    first, *others = found.strategies[role]
    tiny = Fraction(1, 10**5000)
    wrong = replace(first, probabilities=(tiny, 1 - tiny))
    long = replace(found, strategies={role: (wrong, *others)})
    for number, save in enumerate((ps.save_equilibrium, export_equilibrium)):
        file = tmp_path / str(number)
        with pytest.raises(LimitError, match="at most 100 digits above and below"):
            save(long, file)
        assert not [*tmp_path.iterdir()]


def test_an_end_without_a_goal_is_named() -> None:
    game = load_text(GUESS.replace("GOAL", "10").replace("V is", "C < 4, V is"))
    said = set()
    for method in (None, "lp"):
        with pytest.raises(NoGoalError) as caught:
            game.initial.equilibrium(method=method)
        said.add(str(caught.value).partition("[")[0])
        assert "c(4)" in str(caught.value)
    assert said == {"no goal value is defined for p in "}


def test_an_end_without_a_goal_is_named_in_the_native_tier() -> None:
    state = ps.load("nim").state("[heap(1, 0), heap(2, 0)]")
    with pytest.raises(NoGoalError, match="no goal value is defined for first in this"):
        state.solve(tier="native")
