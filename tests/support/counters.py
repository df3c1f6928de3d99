"""Perft of the smaller games by a program that knows nothing of the rule files.

    .venv/bin/python tests/support/counters.py

prints the lines of `games/perft.tsv` that it has counted. Each game is a start, a
function that returns the states after each move, and whether a state is an end.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from functools import cache
from typing import Any

State = Any
Rules = tuple[State, Callable[[State], list[State]], Callable[[State], bool]]


def counts(rules: Rules, depth: int) -> Iterator[int]:
    """Yield the nodes at each depth; ends are not expanded."""
    start, after, over = rules
    level: dict[Hashable, int] = {start: 1}
    for _ in range(depth):
        below: dict[Hashable, int] = {}
        for state, ways in level.items():
            for one in [] if over(state) else after(state):
                below[one] = below.get(one, 0) + ways
        if not below:
            return
        yield sum(below.values())
        level = below


def minimax(
    rules: Rules, white: Callable[[State], bool], worth: Callable[[State], int]
) -> int:
    """Return the value for white of a game that ends."""
    start, after, over = rules

    @cache
    def value(state: State) -> int:
        if over(state):
            return worth(state)
        return (max if white(state) else min)(map(value, after(state)))

    return value(start)


def endless(
    rules: Rules, white: Callable[[State], bool], worth: Callable[[State], int]
) -> int:
    """Return the value for white, 1, 0 or -1, of a game in which endless play is 0.

    By retrograde analysis: a value is known as soon as a child wins for the mover, or
    all children lose.
    """
    start, after, over = rules
    before: dict[State, list[State]] = {start: []}
    open_children, values, found = {}, {}, []
    for state in (queue := [start]):  # the list grows
        if over(state):
            values[state] = worth(state)
            found.append(state)
            continue
        children = set(after(state))
        open_children[state] = len(children)
        for child in children:
            if child not in before:
                before[child] = []
                queue.append(child)
            before[child].append(state)
    for state in found:  # the list grows
        for parent in before[state]:
            best = 1 if white(parent) else -1
            open_children[parent] -= values[state] == -best
            if parent not in values and (
                values[state] == best or not open_children[parent]
            ):
                values[parent] = values[state]
                found.append(parent)
    return values.get(start, 0)


def nim(heaps: tuple[int, ...]) -> Rules:
    def after(state: State) -> list[State]:
        return [
            (*state[:i], left, *state[i + 1 :])
            for i, heap in enumerate(state)
            for left in range(heap)
        ]

    return heaps, after, lambda state: not any(state)


def hanoi(discs: int) -> Rules:
    """The pegs with their discs, the smallest last."""

    def after(state: State) -> list[State]:
        found = []
        for i, peg in enumerate(state):
            for j, other in enumerate(state):
                if peg and i != j and (not other or other[-1] > peg[-1]):
                    new = list(state)
                    new[i], new[j] = peg[:-1], (*other, peg[-1])
                    found.append(tuple(new))
        return found

    tower = tuple(range(discs, 0, -1))
    return (tower, (), ()), after, lambda state: state[2] == tower


def missionaries(couples: int, boat: int) -> Rules:
    """Missionaries and cannibals on the left bank, and whether the boat is there."""

    def safe(m: int, c: int) -> bool:
        return 0 <= m <= couples and 0 <= c <= couples and (m >= c or m == 0)

    def after(state: State) -> list[State]:
        m, c, left = state
        sign = -1 if left else 1
        loads = [
            (i, j)
            for i in range(boat + 1)
            for j in range(boat + 1)
            if 1 <= i + j <= boat
        ]
        new = [(m + sign * i, c + sign * j) for i, j in loads]
        return [
            (*one, not left)
            for one in new
            if safe(*one) and safe(couples - one[0], couples - one[1])
        ]

    return (couples, couples, True), after, lambda state: state[:2] == (0, 0)


def river() -> Rules:
    """Wolf, goat, cabbage and ferryman: each on the left bank or not."""

    def after(state: State) -> list[State]:
        found = []
        for passenger in (None, 0, 1, 2):
            if passenger is not None and state[passenger] != state[3]:
                continue
            new = list(state)
            new[3] = not state[3]
            if passenger is not None:
                new[passenger] = new[3]
            wolf, goat, cabbage, ferryman = new
            if goat == ferryman or (wolf != goat and goat != cabbage):
                found.append(tuple(new))
        return found

    return (True,) * 4, after, lambda state: not any(state)


def sliding(board: tuple[int, ...], columns: int) -> Rules:
    goal = (*range(1, len(board)), 0)

    def after(state: State) -> list[State]:
        free = state.index(0)
        found = []
        for other in range(len(state)):
            (y, x), (v, u) = divmod(free, columns), divmod(other, columns)
            if abs(y - v) + abs(x - u) == 1:
                new = list(state)
                new[free], new[other] = new[other], 0
                found.append(tuple(new))
        return found

    return board, after, lambda state: state == goal


def dice_race(sides: int, target: int, turns: int) -> Rules:
    """The points of both, those of this turn, whose turn it is, turns left, thrown."""

    def after(state: State) -> list[State]:
        points, pot, who, left, thrown = state
        passed = (0, 1 - who, left - 1, False)
        if thrown:
            better = [
                (points, pot + face, who, left, False) for face in range(2, sides + 1)
            ]
            return [(points, *passed), *better]
        held = list(points)
        held[who] += pot
        holding = [(tuple(held), *passed)] if pot else []
        return [(points, pot, who, left, True), *holding]

    def over(state: State) -> bool:
        points, pot, who, left, _ = state
        return bool(points[who] + pot >= target or left == 0)

    return ((0, 0), 0, 0, 2 * turns, False), after, over


def dice_race_value(sides: int, target: int, turns: int) -> float:
    """Return the mean for the first player with best play: 100 won, -100 lost."""
    start, after, over = dice_race(sides, target, turns)

    @cache
    def value(state: State) -> float:
        points, pot, who, _, thrown = state
        if over(state):
            mine, theirs = points[0] + pot * (who == 0), points[1] + pot * (who == 1)
            return float(100 * ((mine > theirs) - (mine < theirs)))
        worths: list[float] = [value(one) for one in after(state)]
        if thrown:
            return sum(worths) / sides
        return min(worths) if who else max(worths)

    mean: float = value(start)
    return mean


def general_and_soldiers(columns: int, rows: int, plies: int) -> Rules:
    """The squares of white's pieces and of black's, whose turn it is, plies left."""

    def after(state: State) -> list[State]:
        sides, white, left = state
        mine, theirs = sides[not white], sides[white]
        new = [(mine, theirs)]
        for x, y in mine:
            for u, v in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if 1 <= u <= columns and 1 <= v <= rows and (u, v) not in mine:
                    new.append((mine - {(x, y)} | {(u, v)}, theirs - {(u, v)}))
        return [
            ((a, b) if white else (b, a), not white, left - 1) for a, b in new
        ]  # fmt: skip

    start = (frozenset({(2, rows)}), frozenset({(2, rows - 1), (2, rows - 2)}))
    return (start, True, plies), after, lambda s: not all(s[0]) or s[2] == 0


def skirmish_value(columns: int, rows: int, plies: int) -> int:
    """Return 1 if white takes all pieces in time, -1 if black does."""

    def worth(state: State) -> int:
        return bool(state[0][0]) - bool(state[0][1])

    return minimax(general_and_soldiers(columns, rows, plies), lambda s: s[1], worth)


def race(columns: int, rows: int) -> Rules:
    """The pawns of white and of black, and whether it is white's turn."""

    def after(state: State) -> list[State]:
        sides, white = state
        mine, theirs = sides[not white], sides[white]
        ahead, found = (1 if white else -1), []
        for x, y in mine:
            for u in (x - 1, x, x + 1):
                to = (u, y + ahead)
                free = to not in mine and (to not in theirs or u != x)
                if 1 <= u <= columns and 1 <= y + ahead <= rows and free:
                    new = (mine - {(x, y)} | {to}, theirs - {to})
                    found.append((new if white else new[::-1], not white))
        return found

    def over(state: State) -> bool:
        (white, black), _ = state
        across = any(y == rows for _, y in white) or any(y == 1 for _, y in black)
        return across or not white or not black

    def pawns(*lines: int) -> frozenset[tuple[int, int]]:
        return frozenset((x, y) for x in range(1, columns + 1) for y in lines)

    return ((pawns(1, 2), pawns(rows - 1, rows)), True), after, over


def race_value(columns: int, rows: int) -> int:
    """Return 1 if white wins, -1 if black does: whoever has just moved has won."""
    rules = race(columns, rows)
    return minimax(rules, lambda s: s[1], lambda state: -1 if state[1] else 1)


def warehouse(level: str) -> Rules:
    """The worker and the boxes."""
    squares = {
        (x, y): sign
        for y, row in enumerate(level.split("|"))
        for x, sign in enumerate(row)
    }
    floor = {one for one, sign in squares.items() if sign != "#"}
    places = {one for one, sign in squares.items() if sign in ".*+"}
    [worker] = (one for one, sign in squares.items() if sign in "@+")
    boxes = frozenset(one for one, sign in squares.items() if sign in "$*")

    def after(state: State) -> list[State]:
        (x, y), now = state
        found = []
        for u, v in ((0, -1), (0, 1), (-1, 0), (1, 0)):
            step, beyond = (x + u, y + v), (x + 2 * u, y + 2 * v)
            if step not in floor:
                continue
            if step not in now:
                found.append((step, now))
            elif beyond in floor and beyond not in now:
                found.append((step, now - {step} | {beyond}))
        return found

    return (worker, boxes), after, lambda state: places <= state[1]


def tree(branches: int, depth: int) -> Rules:
    return 0, lambda ply: [ply + 1] * branches, lambda ply: ply == depth


def mixed_tree_value(branches: int, depth: int) -> int:
    """Return the value of the tree whose leaves are numbered from the left."""
    level = [(7919 * n + 4801) % 10007 for n in range(branches**depth)]
    for ply in reversed(range(depth)):
        choice = min if ply % 2 else max
        level = [
            choice(level[i : i + branches]) for i in range(0, len(level), branches)
        ]
    return level[0]


#: The values of `rules/known_values.tsv` that come from here.
VALUES: dict[str, Callable[[], float]] = {
    "breakthrough(columns=3, rows=4)": lambda: race_value(3, 4),
    "pig(sides=3, target=5, turns=1)": lambda: dice_race_value(3, 5, 1),
    "skirmish(plies=6)": lambda: skirmish_value(3, 4, 6),
    "uniform_tree": lambda: mixed_tree_value(3, 4),
}

GAMES: dict[str, tuple[Rules, int]] = {
    "nim": (nim((3, 4, 5)), 4),
    "hanoi": (hanoi(4), 8),
    "missionaries": (missionaries(3, 2), 10),
    "river_crossing": (river(), 10),
    "eight_puzzle": (sliding((1, 2, 3, 4, 0, 6, 7, 5, 8), 3), 6),
    "sliding_puzzle": (sliding((0, 1, 2, 3, 4, 5, 6, 7, 8), 3), 6),
    "pig": (dice_race(6, 10, 2), 6),
    "skirmish": (general_and_soldiers(3, 4, 30), 4),
    "sokoban": (warehouse("######|#@$.##|# $ .#|#    #|######"), 8),
    "uniform_tree": (tree(3, 4), 4),
}


def lines() -> Iterator[str]:
    """Yield the lines of `games/perft.tsv`."""
    for name, (rules, depth) in GAMES.items():
        found = list(counts(rules, depth))
        whole = len(found) < depth or not list(counts(rules, depth + 1))[depth:]
        yield "\t".join([name, *map(str, found), *(["end"] if whole else [])])


if __name__ == "__main__":
    print(*lines(), sep="\n")
