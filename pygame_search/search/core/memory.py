"""The memory of a search; the twin of `logic/search/memory.pl`.

The transposition table keeps the scores of states that were searched before, perhaps by
another sequence of moves. A score depends only on the state and the plies left, so the
table changes the speed of a search but not its answer.

Two more memories serve move ordering (move_order.py): the two killers of each ply,
which caused the last cut-offs there, and the history, which adds `2**left` to a joint
move for each cut-off that it causes with `left` plies below.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from pygame_search.machine.machine import Key
from pygame_search.model.scores import SURE

#: A line of joint moves, as a linked list: (index, state, successor, rest).
Line = tuple[int, Key, Key, "Line"] | None

#: A joint move, as the numbers of the roles' moves.
Joint = tuple[int, ...]

#: The most states in a table. A full table drops its oldest entry.
MOST_STATES = 1 << 20


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of the transposition table.

    Attributes:
        left: the plies that were left when the state was searched.
        flag: `exact`, or the score is a bound: `lower` after a cut-off, `upper` if no
            score exceeded alpha.
        score: its score; a win or loss is counted from the state, not from the root.
        complete: whether no leaf below was stopped by the depth limit, so that a deeper
            search finds the same score.
        line: the principal variation, or the move that caused the cut-off.
    """

    left: int
    flag: str
    score: int
    complete: bool
    line: Line


@dataclass(slots=True)
class Memory:
    """The table, the killers and the history; None for each that is not used.

    Attributes:
        table: an entry for each state; a deeper entry is not replaced.
        killers: for each ply at most two joint moves, the latest first.
        history: for each joint move the sum over its cut-offs.
        most: the most states in the table.
    """

    table: dict[Key, Entry] | None = None
    killers: dict[int, tuple[Joint, ...]] | None = None
    history: dict[Joint, int] | None = None
    most: int = field(default=MOST_STATES)

    def known(
        self, state: Key, left: int, ply: int, alpha: int, beta: int
    ) -> tuple[int, Entry] | None:
        """Return the score and entry of a state if they settle the window."""
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
        """Store the score that was found for a state in a window."""
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
        """Return the index of the joint move that was best or caused a cut-off here."""
        entry = self.table.get(state) if self.table is not None else None
        return None if entry is None or entry.line is None else entry.line[0]

    def learn(self, ply: int, left: int, joint: Joint) -> None:
        """Record a cut-off by a joint move, with `left` plies below it."""
        if self.killers is not None:
            known = self.killers.get(ply, ())
            if not known or known[0] != joint:
                self.killers[ply] = (joint, *known[:1])
        if self.history is not None:
            gained = 1 << min(left, 40)
            self.history[joint] = self.history.get(joint, 0) + gained


def new_memory(table: bool, order: str) -> Memory | None:
    """Return the memory of a search, or None if it needs none."""
    if not table and order not in ("killer", "history"):
        return None
    return Memory(
        table={} if table else None,
        killers={} if order == "killer" else None,
        history={} if order == "history" else None,
    )


def from_root(score: int, ply: int) -> int:
    """Convert a score counted from a state to one from the root, `ply` plies above."""
    if score > SURE:
        return score - ply
    if score < -SURE:
        return score + ply
    return score
