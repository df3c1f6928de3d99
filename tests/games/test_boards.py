"""Board games against a second implementation, and values that others have found."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from itertools import product
from typing import TypeVar

import pytest
from games import loaded

import pygame_search as ps

Cell = tuple[int, int]
T = TypeVar("T")


def native(call: str) -> ps.State:
    return ps.load(call, tier="native").initial


def counts(state: ps.State, depth: int) -> list[int]:
    return [level.nodes for level in state.perft(depth, tier="native")]


def sequences(start: T, steps: Callable[[T], Iterable[T]], depth: int) -> int:
    """Count the sequences of steps from a state, as perft does."""
    if not depth:
        return 1
    return sum(sequences(after, steps, depth - 1) for after in steps(start))


# ---- draughts --------------------------------------------------------------------


Board = dict[Cell, tuple[int, bool]]  # side 1 or -1, and whether it is a king
Draughts = tuple[Board, int, Cell | None]


def draughts_start(size: int, men: int) -> Board:
    return {
        (c, r): (1 if r <= men else -1, False)
        for c, r in product(range(1, size + 1), repeat=2)
        if (c + r) % 2 == 0 and (r <= men or r > size - men)
    }


def jumps(board: Board, size: int, cell: Cell) -> list[tuple[Cell, Cell]]:
    side, king = board[cell]
    found = []
    for dc, dr in product((-1, 1), repeat=2):
        over, to = (cell[0] + dc, cell[1] + dr), (cell[0] + 2 * dc, cell[1] + 2 * dr)
        inside = all(1 <= x <= size for x in to)
        enemy = over in board and board[over][0] == -side
        if (king or dr == side) and inside and enemy and to not in board:
            found.append((over, to))
    return found


def draughts_turns(state: Draughts, size: int) -> Iterable[Draughts]:
    """Yield what follows a turn, with all of its jumps."""
    board, side, jumping = state
    own = [cell for cell in board if board[cell][0] == side]
    movers = own if jumping is None else [jumping]
    taking = [(cell, *jump) for cell in movers for jump in jumps(board, size, cell)]
    for cell, over, to in taking:
        after = {c: p for c, p in board.items() if c not in (cell, over)}
        crowned = not board[cell][1] and to[1] == (size if side > 0 else 1)
        after[to] = side, board[cell][1] or crowned
        if crowned or not jumps(after, size, to):
            yield after, -side, None
        else:
            yield from draughts_turns((after, side, to), size)
    if taking or jumping is not None:
        return
    for cell in own:
        for dc, dr in product((-1, 1), repeat=2):
            to = cell[0] + dc, cell[1] + dr
            inside = all(1 <= x <= size for x in to)
            if (board[cell][1] or dr == side) and inside and to not in board:
                after = {c: p for c, p in board.items() if c != cell}
                king = board[cell][1] or to[1] == (size if side > 0 else 1)
                after[to] = side, king
                yield after, -side, None


def test_the_second_draughts_counts_turns_as_others_do() -> None:
    start: Draughts = draughts_start(8, 3), 1, None
    found = [
        sequences(start, lambda s: draughts_turns(s, 8), depth) for depth in range(1, 6)
    ]
    assert found == [7, 49, 302, 1469, 7361]  # the published counts


@pytest.mark.parametrize(("size", "men", "depth"), [(8, 3, 6), (6, 2, 8), (4, 1, 12)])
def test_draughts_by_turns(size: int, men: int, depth: int) -> None:
    start: Draughts = draughts_start(size, men), 1, None
    found = [
        sequences(start, lambda s: draughts_turns(s, size), turns)
        for turns in range(1, depth + 1)
    ]
    ours = native(f"draughts(size={size}, rows_of_men={men})")
    assert counts(ours, depth) == [n for n in found if n]


# ---- hex ---------------------------------------------------------------------------


def hex_joined(stones: frozenset[Cell], size: int) -> bool:
    """Return whether stones join the first row to the last."""
    reached = [cell for cell in stones if cell[1] == 1]
    seen = set(reached)
    for c, r in reached:  # the list grows
        for dc, dr in ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1)):
            cell = c + dc, r + dr
            if cell in stones and cell not in seen:
                seen.add(cell)
                reached.append(cell)
    return any(r == size for _, r in seen)


HexState = tuple[frozenset[Cell], frozenset[Cell]]


def mirrored(stones: frozenset[Cell]) -> frozenset[Cell]:
    return frozenset((r, c) for c, r in stones)


def hex_moves(state: HexState, size: int) -> Iterable[HexState]:
    """Yield what follows; the side to move has the first stones, and joins the rows."""
    mine, others = state
    if not hex_joined(mirrored(others), size):
        for cell in product(range(1, size + 1), range(1, size + 1)):
            if cell not in mine | others:
                yield mirrored(others), mirrored(mine | {cell})


def test_hex_counts() -> None:
    start = frozenset[Cell](), frozenset[Cell]()
    found = [sequences(start, lambda s: hex_moves(s, 3), d) for d in range(1, 7)]
    assert counts(native("hex(size=3, swap_rule=no)"), 6) == found
    assert counts(native("hex(size=3)"), 3) == [9, 81, 9 * (8 * 7 + 8)]


# ---- dots and boxes --------------------------------------------------------------


@cache
def boxes_ahead(
    drawn: frozenset[tuple[int, int, bool]], columns: int, rows: int
) -> int:
    """Return how many boxes more the side to move will take of the rest."""
    sides = {(c, r, True) for c in range(columns) for r in range(rows + 1)}
    sides |= {(c, r, False) for c in range(columns + 1) for r in range(rows)}
    best = None
    for side in sides - drawn:
        after = drawn | {side}
        closed = sum(
            side in box and box <= after
            for c, r in product(range(columns), range(rows))
            for box in [
                {(c, r, True), (c, r + 1, True), (c, r, False), (c + 1, r, False)}
            ]
        )
        rest = boxes_ahead(after, columns, rows)
        worth = closed + rest if closed else -rest
        best = worth if best is None else max(best, worth)
    return best or 0


@pytest.mark.parametrize(
    ("columns", "rows"),
    [(1, 1), (2, 1), (1, 3), pytest.param(2, 2, marks=pytest.mark.slow)],
)
def test_dots_and_boxes_is_worth_what_another_program_says(
    columns: int, rows: int
) -> None:
    state = native(f"dots_and_boxes(columns={columns}, rows={rows})")
    assert state.solve(tier="native").value == boxes_ahead(frozenset(), columns, rows)


def test_dots_and_boxes_counts() -> None:
    assert counts(native("dots_and_boxes"), 5) == [12, 132, 1320, 11880, 95040]


# ---- breakthrough, and what the literature says ----------------------------------


def test_breakthrough_counts() -> None:
    assert counts(native("breakthrough"), 4) == [22, 484, 11132, 256036]


@pytest.mark.parametrize(
    ("call", "value"),
    [
        ("hex(size=2, swap_rule=no)", 1),  # J. Nash: the first player wins
        ("hex(size=3, swap_rule=no)", 1),
        ("hex(size=3)", -1),  # with the swap rule, the second one
    ],
)
def test_solved_games(call: str, value: int) -> None:
    state = native(call)
    assert state.solve(tier="native").value == value


@pytest.mark.parametrize(
    ("size", "solutions"), [(4, 2), (5, 10), (6, 4), (7, 40), (8, 92)]
)
def test_queens(size: int, solutions: int) -> None:
    levels = native(f"n_queens(size={size})").perft(size, tier="native")
    assert levels[-1].nodes == solutions


@pytest.mark.parametrize("discs", [1, 2, 3, 4])
def test_hanoi(discs: int) -> None:
    found = loaded(f"hanoi(discs={discs})").path(method="a_star")
    assert len(found.moves) == 2**discs - 1


@pytest.mark.parametrize(
    ("call", "cost"),
    [("missionaries", 11), ("romania", 418), ("missionaries(couples=2)", 5)],
)
def test_shortest_paths(call: str, cost: int) -> None:
    assert loaded(call).path(method="a_star").cost == cost
    assert loaded(call).path(method="lowest_cost").cost == cost


def test_four_couples_cannot_cross_by_a_boat_for_two() -> None:
    found = loaded("missionaries(couples=4)").path()
    assert (found.found, found.stopped) == (False, "none")


def test_greedy_search_takes_the_longer_way_to_bucharest() -> None:
    assert loaded("romania").path(method="best_first").cost == 450
