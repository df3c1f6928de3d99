"""The repeated prisoner's dilemma against a second implementation."""

from __future__ import annotations

from itertools import product
from typing import Any

import counters
import pytest
from second import assert_same_games

import pygame_search as ps

SIDES = ("ann", "bob")
CHOICES = ("cooperate", "defect")
#: Temptation, reward, punishment and the sucker's pay.
Pays = tuple[int, int, int, int]
#: The choices of both in each round so far.
Rounds = tuple[tuple[str, str], ...]


def pay(mine: str, other: str, pays: Pays) -> int:
    if mine == "defect":
        return pays[0] if other == "cooperate" else pays[2]
    return pays[1] if other == "cooperate" else pays[3]


def sums(played: Rounds, pays: Pays) -> tuple[int, int]:
    return (
        sum(pay(a, b, pays) for a, b in played),
        sum(pay(b, a, pays) for a, b in played),
    )


def moves(played: Rounds) -> dict[str, Rounds]:
    return {f"[{a}, {b}]": (*played, (a, b)) for a, b in product(CHOICES, repeat=2)}


def facts(played: Rounds, pays: Pays) -> set[str]:
    found = {f"sum({s}, {n})" for s, n in zip(SIDES, sums(played, pays), strict=True)}
    found.add(f"round({len(played) + 1})")
    if played:
        found |= {f"did({s}, {m})" for s, m in zip(SIDES, played[-1], strict=True)}
    return found


@pytest.mark.parametrize(
    ("rounds", "pays"), [(3, (5, 3, 1, 0)), (2, (4, 2, -1, -6)), (1, (-1, -2, -3, -4))]
)
def test_random_games(rounds: int, pays: Pays) -> None:
    names = ("temptation", "reward", "punishment", "sucker")
    given = ", ".join(f"{n}={v}" for n, v in zip(names, pays, strict=True))
    start: Rounds = ()
    assert_same_games(
        f"prisoners_dilemma(rounds={rounds}, {given})",
        start,
        steps=moves,
        facts=lambda played: facts(played, pays),
        goals=lambda p: sums(p, pays) if len(p) == rounds else None,
    )


def test_counts() -> None:
    state = ps.load("prisoners_dilemma", tier="native").initial
    counts = [level.nodes for level in state.perft(3, tier="native")]
    second = (), lambda p: [*moves(p).values()], lambda p: len(p) == 3
    assert counts == [*counters.counts(second, 3)] == [4, 16, 64]


def equilibrium(played: Rounds, rounds: int, pays: Pays) -> Rounds:
    """Return the play of the only pure equilibrium, by backward induction."""
    if len(played) == rounds:
        return played
    ends = {
        (a, b): equilibrium((*played, (a, b)), rounds, pays)
        for a, b in product(CHOICES, CHOICES)
    }
    worth = {joint: sums(end, pays) for joint, end in ends.items()}
    [joint] = [
        (a, b)
        for a, b in worth
        if worth[a, b][0] == max(worth[c, b][0] for c in CHOICES)
        and worth[a, b][1] == max(worth[a, c][1] for c in CHOICES)
    ]
    return ends[joint]


@pytest.mark.parametrize("rounds", [1, 2, 3, 4])
def test_both_defect_throughout(rounds: int) -> None:
    pays = (5, 3, 1, 0)
    played = equilibrium((), rounds, pays)
    assert played == (("defect", "defect"),) * rounds
    state = ps.load("prisoners_dilemma", rounds=rounds).initial
    for method in ("matrix", "maxn"):
        found = state.best(method=method, depth=rounds)
        assert (found.move, found.value) == ("defect", sums(played, pays)[0])


def test_tit_for_tat() -> None:
    """The rules of play cooperate first, then do what the other has done."""
    state = ps.load("prisoners_dilemma").initial
    assert state.best(method="advice").move == "cooperate"
    after = state.play("[cooperate, defect]")
    assert after.best(method="advice", role="ann").move == "defect"
    assert after.best(method="advice", role="bob").move == "cooperate"


@pytest.mark.parametrize("given", [{"reward": 5}, {"punishment": 3}, {"sucker": 1}])
def test_what_is_no_dilemma_is_told(given: dict[str, Any]) -> None:
    with pytest.raises(ps.InputError, match="temptation > reward > punishment"):
        ps.load("prisoners_dilemma", **given)
