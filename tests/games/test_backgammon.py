"""Backgammon against a second implementation, which tries both dice in both orders."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product

import pytest
from second import assert_same_games, nodes

import pygame_search as ps

SIDES = ("white", "black")
Points = tuple[int, ...]  # the checkers of a side on each point, 0 off and 25 the bar
BAR = 25


def placed(where: dict[int, int]) -> Points:
    return tuple(where.get(i, 0) for i in range(26))


START = placed({24: 2, 13: 5, 8: 3, 6: 5})


@dataclass(frozen=True)
class Backgammon:
    """The checkers of both sides, whose turn it is, and the dice that are left."""

    points: tuple[Points, Points] = (START, START)
    side: int | None = None
    dice: tuple[int, ...] = ()


def move(state: Backgammon, start: int, die: int) -> Backgammon | None:
    """Return the state after a move; None where it is not possible."""
    assert state.side is not None
    own, other = list(state.points[state.side]), list(state.points[1 - state.side])
    to = max(start - die, 0)
    if not own[start] or not start or (own[BAR] and start != BAR):
        return None
    if to and other[25 - to] > 1:
        return None
    if not to and (any(own[7:]) or (start < die and any(own[start + 1 :]))):
        return None
    own[start] -= 1
    own[to] += 1
    if to and other[25 - to]:
        other[25 - to] -= 1
        other[BAR] += 1
    both = (tuple(own), tuple(other))[:: 1 - 2 * state.side]
    dice = list(state.dice)
    dice.remove(die)
    return Backgammon((both[0], both[1]), state.side, tuple(dice))


def moves(state: Backgammon) -> dict[tuple[int, int], Backgammon]:
    tried = ((i, d, move(state, i, d)) for i in range(26) for d in set(state.dice))
    return {(i, d): after for i, d, after in tried if after is not None}


def longest(state: Backgammon) -> int:
    """Return how many dice can be used."""
    if goals(state) or not state.dice:
        return 0
    return max((1 + longest(after) for after in moves(state).values()), default=0)


def steps(state: Backgammon) -> dict[str, Backgammon]:
    """Return what follows each throw or move; the first throw tells the dice apart."""
    if not state.dice:
        found = {}
        for a, b in product(range(1, 7), repeat=2):
            side = int(b > a) if state.side is None else state.side
            if a <= b if state.side is not None else a != b:
                dice = (a,) * 4 if a == b else (a, b)
                found[f"dice({a}, {b})"] = replace(state, side=side, dice=dice)
        return found
    assert state.side is not None
    able = moves(state)
    if len(set(state.dice)) == 2 and able:
        uses = {key: 1 + longest(after) for key, after in able.items()}
        most = max(uses.values())
        able = {key: after for key, after in able.items() if uses[key] == most}
        if most == 1:
            larger = max(die for _, die in able)
            able = {key: after for key, after in able.items() if key[1] == larger}
    if not able:
        return {"pass": replace(state, side=1 - state.side, dice=())}
    return {
        f"move({i}, {d})": after if after.dice else replace(after, side=1 - state.side)
        for (i, d), after in able.items()
    }


def goals(state: Backgammon) -> tuple[int | None, ...] | None:
    for side in (0, 1):
        if state.points[side][0] == 15:
            other = state.points[1 - side]
            stake = 1 if other[0] else 3 if any(other[19:]) else 2
            return (*((stake, -stake) if side == 0 else (-stake, stake)), None)
    return None


def facts(state: Backgammon) -> set[str]:
    found = {"opening"} if state.side is None else {f"control({SIDES[state.side]})"}
    found |= {f"die({d}, {n})" for d, n in Counter(state.dice).items()}
    return found | {
        f"stands({name}, {i}, {n})"
        for name, points in zip(SIDES, state.points, strict=True)
        for i, n in enumerate(points)
        if n
    }


def listed(state: Backgammon) -> str:
    return f"[{', '.join(sorted(facts(state)))}]"


def test_random_games() -> None:
    assert_same_games(
        "backgammon", Backgammon(), steps=steps, facts=facts, goals=goals, games=2,
        plies=400,
    )  # fmt: skip


def test_perft_is_what_the_second_counts() -> None:
    counted = nodes(Backgammon(), steps=steps, goals=goals, depth=4)
    assert counted == [30, 200, 758, 15918]
    found = ps.load("backgammon").initial.perft(depth=4, tier="native")
    assert [level.nodes for level in found] == counted


def test_throws_are_as_likely_as_those_of_two_dice() -> None:
    """Each of the 36 ways in which a red and a green die fall is equally likely."""
    start = ps.load("backgammon").initial
    ways = Counter(
        f"dice({min(dice)}, {max(dice)})" for dice in product(range(1, 7), repeat=2)
    )
    later = start.play("dice(3, 1)").play("move(8, 3)").play("move(6, 1)")
    found = {str(throw): chance for throw, chance in later.chances.items()}
    assert found == {throw: Fraction(n, 36) for throw, n in ways.items()}
    assert set(start.chances.values()) == {Fraction(1, 30)}


def test_random_positions() -> None:
    """Few checkers against closed points: what must be used comes up often."""
    source, game = random.Random(5), ps.load("backgammon", tier="native")
    seen = Counter[tuple[int, int]]()
    while sum(seen.values()) < 300:
        highest = source.choice((6, 9, 25))
        own = placed({0: 12, **Counter(source.choices(range(1, highest + 1), k=3))})
        free = [i for i in range(1, 25) if not own[25 - i]]
        other = placed({0: 1, **dict.fromkeys(source.sample(free, 7), 2)})
        dice = source.sample(range(1, 7), 2)
        state = Backgammon((own, other), 0, (dice[0], dice[1]))
        after, ours = steps(state), game.state(listed(state))
        assert set(ours.legal_moves) == set(after)
        chosen = source.choice(sorted(after))
        assert set(ours.play(chosen).position.facts) == set(facts(after[chosen]))
        seen[longest(state), len(moves(state)) - len(after)] += 1
    assert {used for used, _ in seen} == {0, 1, 2}
    assert sum(n for (used, fewer), n in seen.items() if used and fewer) > 30


@pytest.mark.parametrize(
    ("white", "dice", "moves"),
    [
        ({3: 1, 0: 14}, (3, 1), {"move(3, 1)"}),
        ({2: 1, 1: 1, 0: 13}, (6, 5), {"move(2, 6)", "move(2, 5)"}),
        ({5: 2, 3: 1, 0: 12}, (4, 4), {"move(5, 4)"}),
    ],
)
def test_bearing_off(
    white: dict[int, int], dice: tuple[int, int], moves: set[str]
) -> None:
    left = dice if dice[0] != dice[1] else dice * 2
    state = Backgammon((placed(white), placed({1: 1, 0: 14})), 0, left)
    assert set(ps.load("backgammon").state(listed(state)).legal_moves) == moves
    assert set(steps(state)) == moves
