"""Draughts of other rules than the English ones, against a second implementation.

A state is the board, the side to move (1 from below, -1), the square of a piece that
must jump on, the squares of the pieces that it has jumped over, and the calm plies.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import product
from typing import Any, NamedTuple

import pytest
from games import loaded
from second import assert_same_games

import pygame_search as ps

Square = tuple[int, int]  # column and row
Board = tuple[tuple[Square, tuple[int, bool]], ...]  # side, and whether it is a king


class Draughts(NamedTuple):
    board: Board
    side: int = 1
    jumping: Square | None = None
    captured: frozenset[Square] = frozenset()
    calm: int = 0


@dataclass(frozen=True)
class Rules:
    """What tells a game of the family from the others."""

    call: str
    size: int
    rows: int
    below: str
    back: bool = True
    flying: bool = True
    majority: bool = True
    calm: int = 50


INTERNATIONAL = Rules("international_draughts", 10, 4, "white")
BRAZILIAN = Rules("international_draughts(size=8, rows_of_men=3)", 8, 3, "white")
SMALL = Rules("international_draughts(size=6, rows_of_men=2)", 6, 2, "white")
TINY = Rules("international_draughts(size=4, rows_of_men=1)", 4, 1, "white")
POOL = Rules(
    "draughts(backwards=yes, flying=yes)", 8, 3, "black", majority=False, calm=80
)
SMALL_POOL = Rules(
    "draughts(size=6, rows_of_men=2, backwards=yes, flying=yes, first=white)",
    6, 2, "white", majority=False, calm=80,
)  # fmt: skip
FLYING = Rules(
    "draughts(size=6, rows_of_men=2, flying=yes, calm_plies=9)",
    6, 2, "black", back=False, majority=False, calm=9,
)  # fmt: skip
BACK = Rules(
    "draughts(size=6, rows_of_men=2, backwards=yes)",
    6, 2, "black", flying=False, majority=False, calm=80,
)  # fmt: skip


def start(rules: Rules) -> Draughts:
    squares = product(range(1, rules.size + 1), repeat=2)
    board = {(c, r): r for c, r in squares if (c + r) % 2 == 0}
    men = {
        square: (1 if row <= rules.rows else -1, False)
        for square, row in board.items()
        if row <= rules.rows or row > rules.size - rules.rows
    }
    return Draughts(tuple(sorted(men.items())))


DIRECTIONS = ((-1, -1), (-1, 1), (1, -1), (1, 1))


def line(square: Square, way: tuple[int, int], far: int, size: int) -> list[Square]:
    """Return the squares that lie in a direction, up to a distance."""
    squares = [
        (square[0] + i * way[0], square[1] + i * way[1]) for i in range(1, far + 1)
    ]
    return [s for s in squares if min(s) >= 1 and max(s) <= size]


def leaps(
    rules: Rules, board: Board, square: Square, gone: frozenset[Square]
) -> Iterator[tuple[Square, Square]]:
    """Yield what the piece on a square can jump over, and where it comes down."""
    pieces = dict(board)
    side, king = pieces[square]
    far = rules.size if king and rules.flying else 1
    for way in DIRECTIONS if king or rules.back else [(-1, side), (1, side)]:
        ahead = line(square, way, far, rules.size)
        met = next((s for s in ahead if s in pieces), None)
        if met is None or met in gone or pieces[met][0] == side:
            continue
        for to in line(met, way, far, rules.size):
            if to in pieces:
                break
            yield met, to


def moved(board: Board, square: Square, to: Square) -> Board:
    return tuple(sorted((to if s == square else s, piece) for s, piece in board))


def longest(rules: Rules, board: Board, square: Square, gone: frozenset[Square]) -> int:
    """Return the most pieces that the piece on a square can still take."""
    return max(
        (
            1 + longest(rules, moved(board, square, to), to, gone | {over})
            for over, to in leaps(rules, board, square, gone)
        ),
        default=0,
    )


def steps(state: Draughts, rules: Rules) -> dict[str, Draughts]:
    board, side, jumping, captured, calm = state
    pieces = dict(board)
    own = [s for s in pieces if pieces[s][0] == side]
    found, lengths = {}, {}
    for square in own if jumping is None else [jumping]:
        for over, to in leaps(rules, board, square, captured):
            after, gone = moved(board, square, to), captured | {over}
            more = longest(rules, after, to, gone)
            lengths[name(square, to)] = more
            found[name(square, to)] = (
                state._replace(board=after, jumping=to, captured=gone, calm=0)
                if more
                else ended(rules, after, side, to, gone, 0)
            )
    if found:
        most = max(lengths.values()) if rules.majority else 0
        return {m: s for m, s in found.items() if lengths[m] >= most}
    for square in own:
        king = pieces[square][1]
        far = rules.size if king and rules.flying else 1
        for way in DIRECTIONS if king else [(-1, side), (1, side)]:
            for to in line(square, way, far, rules.size):
                if to in pieces:
                    break
                after = moved(board, square, to)
                waited = calm + 1 if king else 0
                found[name(square, to)] = ended(
                    rules, after, side, to, frozenset(), waited
                )
    return found


def ended(
    rules: Rules,
    board: Board,
    side: int,
    to: Square,
    gone: frozenset[Square],
    calm: int,
) -> Draughts:
    """Return the state after a turn: who is on the last row is a king."""
    last = rules.size if side > 0 else 1
    pieces = {s: piece for s, piece in board if s not in gone}
    pieces[to] = side, pieces[to][1] or to[1] == last
    return Draughts(tuple(sorted(pieces.items())), -side, calm=calm)


def name(square: Square, to: Square) -> str:
    return f"move({square[0]}, {square[1]}, {to[0]}, {to[1]})"


def turns(state: Draughts, rules: Rules) -> Iterator[Draughts]:
    """Yield what follows each way to jump or to go, to the end of the turn."""
    for after in steps(state, rules).values() if state.calm < rules.calm else ():
        if after.jumping is None:
            yield after
        else:
            yield from turns(after, rules)


def counts(
    state: Draughts, rules: Rules, depth: int, *, once: bool = False
) -> list[int]:
    """Count the turns. If `once`, ways over the same pieces to one square are one."""
    level, found = Counter([state]), []
    for _ in range(depth):
        below: Counter[Draughts] = Counter()
        for one, ways in level.items():
            after = turns(one, rules)
            for child in set(after) if once else after:
                below[child] += ways
        level = below
        found += [level.total()] if level else []
    return found


def sides(rules: Rules) -> dict[int, str]:
    return {1: rules.below, -1: "black" if rules.below == "white" else "white"}


def facts(state: Draughts, rules: Rules) -> set[str]:
    names = sides(rules)
    found = {
        f"cell({c}, {r}, {names[side]}, {'king' if king else 'man'})"
        for (c, r), (side, king) in state.board
    }
    found |= {f"control({names[state.side]})", f"calm({state.calm})"}
    if state.jumping is None:
        return found
    gone = state.captured
    found.add(f"jumping({state.jumping[0]}, {state.jumping[1]})")
    if rules.flying:
        return found | {f"captured({c}, {r})" for c, r in gone}
    return {
        f for f in found if not any(f.startswith(f"cell({c}, {r}") for c, r in gone)
    }


def goals(state: Draughts, rules: Rules) -> tuple[int, ...] | None:
    """Return the goals at an end, of the roles in the order of the file."""
    if not steps(state, rules):
        black = sides(rules)[state.side] == "black"
        first = -1 if black == rules.call.startswith("draughts") else 1
        return first, -first
    return (0, 0) if state.calm >= rules.calm else None


def position(text: str) -> Draughts:
    """Read a position of 10 x 10: W or B to move, pieces by number, K a king."""
    mover, *parts = text.split(":")
    board = {}
    for part in parts:
        for piece in part[1:].split(","):
            row, column = divmod(int(piece.lstrip("K")) - 1, 5)
            square = 2 * column + 1 + (row + 1) % 2, 10 - row
            board[square] = (1 if part[0] == "W" else -1), piece[0] == "K"
    return Draughts(tuple(sorted(board.items())), 1 if mover == "W" else -1)


#: Positions of 10 x 10 squares with the counts that programs for draughts publish. Ways
#: over the same pieces to the same square are one turn there.
START = "W:" + ",".join(["W31", *map(str, range(32, 51))]) + ":" + ",".join(
    ["B1", *map(str, range(2, 21))]
)  # fmt: skip
KINGS = "B:BK17,K24:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46"
WOLDOUBY = "W:W25,27,28,30,32,33,34,35,37,38:B12,13,14,16,18,19,21,23,24,26"


@pytest.mark.parametrize(
    ("text", "published"),
    [
        (START, [9, 81, 658, 4265]),
        (KINGS, [14, 55, 1168, 5432]),
        (WOLDOUBY, [6, 12, 30, 73, 215, 590, 1944]),
    ],
    ids=["start", "kings", "woldouby"],
)
def test_the_second_counts_as_other_programs_do(
    text: str, published: list[int]
) -> None:
    found = counts(position(text), INTERNATIONAL, len(published), once=True)
    assert found == published


def test_the_position_of_the_numbers_is_the_start() -> None:
    assert position(START) == start(INTERNATIONAL)


def ours(state: Draughts, rules: Rules) -> ps.State:
    return loaded(rules.call).state(f"[{', '.join(sorted(facts(state, rules)))}]")


def perft(state: ps.State, depth: int) -> list[int]:
    return [level.nodes for level in state.perft(depth, tier="clauses")]


@pytest.mark.parametrize(
    ("text", "depth"),
    [(START, 3), pytest.param(START, 4, marks=pytest.mark.slow), (WOLDOUBY, 5)],
    ids=["start", "start", "woldouby"],
)
def test_counts_of_10_x_10(text: str, depth: int) -> None:
    state = position(text)
    assert perft(ours(state, INTERNATIONAL), depth) == counts(
        state, INTERNATIONAL, depth
    )


@pytest.mark.slow
def test_each_way_of_a_king_is_a_turn() -> None:
    state = position(KINGS)
    assert counts(state, INTERNATIONAL, 1) == [436]
    assert perft(ours(state, INTERNATIONAL), 1) == [436]


@pytest.mark.parametrize(("rules", "depth"), [(SMALL, 5), (TINY, 8), (BRAZILIAN, 3)])
def test_counts_with_the_longest_jump(rules: Rules, depth: int) -> None:
    assert perft(loaded(rules.call).initial, depth) == counts(
        start(rules), rules, depth
    )


@pytest.mark.parametrize(
    ("rules", "depth"), [(POOL, 6), (SMALL_POOL, 8), (FLYING, 8), (BACK, 8)]
)
def test_counts_by_parameters(rules: Rules, depth: int) -> None:
    state = ps.load(rules.call, tier="native").initial
    found = [level.nodes for level in state.perft(depth, tier="native")]
    assert found == counts(start(rules), rules, depth)


@pytest.mark.parametrize(
    "rules",
    [pytest.param(SMALL, marks=pytest.mark.slow), POOL, SMALL_POOL, FLYING, BACK],
)
def test_random_games(rules: Rules) -> None:
    assert_same_games(
        rules.call,
        start(rules),
        steps=partial(steps, rules=rules),
        facts=partial(facts, rules=rules),
        goals=partial(goals, rules=rules),
        games=6,
        plies=120,
        tier="clauses" if rules.majority else "native",
    )


#: Endings with kings: what lies about a king, with the sides 1 and -1.
ENDINGS = {
    "two lines": "W:WK46:B10,14,18,23,28,32,37,41,42",
    "round": "W:WK28:B22,23,32,33,12,13,42,43,8,9",
    "a man passes the last row": "W:W13:B8,9,19,K22,18",
}


@pytest.mark.parametrize("text", ENDINGS.values(), ids=list(ENDINGS))
def test_endings_with_kings(text: str) -> None:
    state = position(text)
    mine = ours(state, INTERNATIONAL)
    assert perft(mine, 2) == counts(state, INTERNATIONAL, 2)
    for _ in range(12):
        after = steps(state, INTERNATIONAL)
        if not after:
            break
        assert set(mine.legal_moves) == set(after)
        move = max(after)
        state, mine = after[move], mine.play(move)
        assert set(mine.position.facts) == facts(state, INTERNATIONAL)


@pytest.mark.parametrize(
    "given",
    [{"first": "red"}, {"backwards": "maybe"}, {"flying": "far"}, {"calm_plies": 0}],
    ids=lambda given: next(iter(given)),
)
def test_what_is_no_parameter_is_told(given: dict[str, Any]) -> None:
    with pytest.raises(ps.InputError, match=f"expected {next(iter(given))}"):
        ps.load("draughts", **given)
