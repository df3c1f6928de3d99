"""What a search remembers; the twin of `logic/search/memory.pl`.

The transposition table: what is known of a state that was searched before, perhaps by
another way. Its score depends on the state and the plies left alone, so that the table
changes nothing but how fast the search is.

For the order of moves (ordering.py): the two killers of each ply, which caused the last
cuts there, and the history, how much each joint move has cut off anywhere, `2**left`
for a cut with `left` plies below.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from pygame_search.machine.machine import Key
from pygame_search.model.scores import SURE

#: A line of joint moves, the first and the rest: (index, state, successor, rest).
Line = tuple[int, Key, Key, "Line"] | None

#: A joint move, as the numbers of the roles' moves.
Joint = tuple[int, ...]

#: The most states in a table. When it is full the oldest entry makes room.
MOST_STATES = 1 << 20


@dataclass(frozen=True, slots=True)
class Entry:
    """What is known of a state.

    Attributes:
        left: the plies that were left when it was searched.
        flag: `exact`, or the score is a bound: `lower` after a cut, `upper` when
            nothing came up to alpha.
        score: its score; a win or loss is counted from the state, not from the root.
        complete: no leaf below was stopped by the limit: more plies find the same.
        line: the principal variation, or the move that cut off the others.
    """

    left: int
    flag: str
    score: int
    complete: bool
    line: Line


@dataclass(slots=True)
class Memory:
    """The table, the killers and the history; None where not asked for.

    Attributes:
        table: an entry for each state; of two, the one with more plies left stays.
        killers: for each ply two joint moves at most, the last first.
        history: for each joint move what it has cut off.
        most: the most states in the table.
    """

    table: dict[Key, Entry] | None = None
    killers: dict[int, tuple[Joint, ...]] | None = None
    history: dict[Joint, int] | None = None
    most: int = field(default=MOST_STATES)

    def known(
        self, state: Key, left: int, ply: int, alpha: int, beta: int
    ) -> tuple[int, Entry] | None:
        """Return the score of a state and its entry, if good enough for the window."""
        entry = self.table.get(state) if self.table is not None else None
        if entry is None:
            return None
        if entry.left != left and not (entry.complete and entry.left < left):
            return None
        score = from_root(entry.score, ply)
        if (
            entry.flag == "exact"
            or (entry.flag == "lower" and score >= beta)
            or (entry.flag == "upper" and score <= alpha)
        ):
            return score, entry
        return None

    def keep(
        self,
        state: Key,
        left: int,
        ply: int,
        window: tuple[int, int],
        score: int,
        complete: bool,
        line: Line,
    ) -> None:
        """Keep the score that was found for a state in a window."""
        if self.table is None:
            return
        old = self.table.get(state)
        if old is not None and old.left > left:
            return
        alpha, beta = window
        flag = "upper" if score <= alpha else "lower" if score >= beta else "exact"
        if old is None and len(self.table) >= self.most:
            del self.table[next(iter(self.table))]
        relative = from_root(score, -ply)
        self.table[state] = Entry(left, flag, relative, complete, line)

    def known_move(self, state: Key) -> int | None:
        """Return the index of the joint move that was best here, or cut off others."""
        entry = self.table.get(state) if self.table is not None else None
        return None if entry is None or entry.line is None else entry.line[0]

    def learn(self, ply: int, left: int, joint: Joint) -> None:
        """Note that a joint move has cut off others, with `left` plies below it."""
        if self.killers is not None:
            known = self.killers.get(ply, ())
            if not known or known[0] != joint:
                self.killers[ply] = (joint, *known[:1])
        if self.history is not None:
            gained = 1 << min(left, 40)
            self.history[joint] = self.history.get(joint, 0) + gained


def new_memory(table: bool, order: str) -> Memory | None:
    """Return the memory that a search with such an order needs."""
    if not table and order not in ("killer", "history"):
        return None
    return Memory(
        table={} if table else None,
        killers={} if order == "killer" else None,
        history={} if order == "history" else None,
    )


def from_root(score: int, ply: int) -> int:
    """Return as from the root a score counted from a state `ply` plies below it."""
    if score > SURE:
        return score - ply
    if score < -SURE:
        return score + ply
    return score
