"""Small Monopoly against a second implementation."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest
from second import assert_same_games

import pygame_search as ps

NAMES = ("ann", "bob")
#: Colour, price and rent of each street.
STREETS = {
    2: ("brown", 2, 1), 3: ("brown", 2, 1), 5: ("green", 4, 2), 6: ("green", 4, 2),
    8: ("station", 3, 1),
}  # fmt: skip


@dataclass(frozen=True)
class Monopoly:
    """Squares, money and streets of both, and whose turn it is."""

    rounds: int = 4
    on: tuple[int, int] = (1, 1)
    money: tuple[int, int] = (6, 6)
    owns: tuple[frozenset[int], frozenset[int]] = (frozenset(), frozenset())
    turn: int = 1
    offer: bool = False
    broke: int | None = None

    @property
    def side(self) -> int:
        return (self.turn + 1) % 2


def changed(pair: tuple, side: int, value: object) -> tuple:  # type: ignore[type-arg]
    return (value, pair[1]) if side == 0 else (pair[0], value)


def rent(owns: frozenset[int], square: int) -> int:
    colour, _, amount = STREETS[square]
    group = sum(STREETS[other][0] == colour for other in owns)
    return amount * (2 if group == 2 else 1)


def thrown(state: Monopoly, die: int) -> Monopoly:
    side, square = state.side, state.on[state.side] + die
    other, has = 1 - side, state.money[side] + 2 * (square > 8)
    square = (square - 1) % 8 + 1
    owes = 1 if square == 4 else 0
    if square in state.owns[other]:
        owes = rent(state.owns[other], square)
    money = changed(state.money, side, max(has - owes, 0))
    if square != 4:
        money = changed(money, other, money[other] + min(owes, has))
    free = square in STREETS and square not in state.owns[0] | state.owns[1]
    offer = free and has >= STREETS[square][1]
    return replace(
        state, on=changed(state.on, side, square), money=money, offer=offer,
        broke=side if has < owes else None, turn=state.turn + (not offer),
    )  # fmt: skip


def steps(state: Monopoly) -> dict[str, Monopoly]:
    """Return what follows each throw or answer to an offer."""
    if not state.offer:
        return {f"die({die})": thrown(state, die) for die in (1, 2, 3)}
    after, side = replace(state, offer=False, turn=state.turn + 1), state.side
    square = state.on[side]
    money = changed(state.money, side, state.money[side] - STREETS[square][1])
    owns = changed(state.owns, side, state.owns[side] | {square})
    return {"buy": replace(after, money=money, owns=owns), "decline": after}


def goals(state: Monopoly) -> tuple[int | None, ...] | None:
    if state.broke is None and state.turn <= 2 * state.rounds:
        return None
    wealth = [
        money + sum(STREETS[street][1] for street in owns)
        for money, owns in zip(state.money, state.owns, strict=True)
    ]
    ahead = (wealth[0] > wealth[1]) - (wealth[0] < wealth[1])
    if state.broke is not None:
        ahead = 1 if state.broke else -1
    return 100 * ahead, -100 * ahead, None


def facts(state: Monopoly) -> set[str]:
    found = {f"turn({state.turn})", f"control({NAMES[state.side]})"}
    found |= {"offer"} if state.offer else set()
    for side, name in enumerate(NAMES):
        found |= {
            f"on({name}, {state.on[side]})",
            f"money({name}, {state.money[side]})",
        }
        found |= {f"owns({name}, {square})" for square in state.owns[side]}
    return found | (
        {f"broke({NAMES[state.broke]})"} if state.broke is not None else set()
    )


def test_random_games() -> None:
    assert_same_games(
        "monopoly_small(rounds=12)", Monopoly(rounds=12), steps=steps, facts=facts,
        goals=goals, games=6, plies=60,
    )  # fmt: skip


def expected(state: Monopoly) -> float:
    """Return what ann may expect."""
    ended = goals(state)
    if ended is not None:
        return ended[0] or 0
    values = [expected(after) for after in steps(state).values()]
    if not state.offer:
        return sum(values) / len(values)
    return (min if state.side else max)(values)


def test_a_short_game_is_worth_what_the_second_says() -> None:
    state = ps.load("monopoly_small(rounds=2)").initial
    best = state.best(method="expectimax", depth=20, role="ann")
    assert best.complete
    assert best.value == pytest.approx(expected(Monopoly(rounds=2)))
