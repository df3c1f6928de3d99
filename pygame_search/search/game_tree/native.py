"""Alpha-beta of the native tier: below the root in a kernel over the game's network.

The root is that of the other tiers, `window_search`, with the moves in the order of the
state; what follows a joint move of it is one call of the kernel.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

from pygame_search.machine.machine import Choice, Expansion, Key
from pygame_search.machine.native_game import NativeGame, native
from pygame_search.network.events.wiring import Wiring, wire
from pygame_search.network.searches import alphabeta as kernel
from pygame_search.network.searches.alphabeta import Settings
from pygame_search.network.searches.node import NODES
from pygame_search.network.searches.searcher import Searcher, rests
from pygame_search.search.core.memory import Line
from pygame_search.search.core.request import SearchRequest
from pygame_search.search.core.task import RootMove, Task
from pygame_search.search.game_tree.window import (
    INFINITY,
    cut,
    joints,
    lowered,
    window_search,
)
from pygame_search.support.errors import LimitError

ORDERS = {"rule": kernel.RULE, "killer": kernel.KILLER, "history": kernel.HISTORY}

_MOST_WORTH = 1 << 62

#: How large a transposition table may be, in bytes.
TABLE_BYTES = 1 << 28


@dataclass(slots=True)
class NativeSearch:
    """A search of the native tier, from one state.

    Attributes:
        game: the game as a network.
        searcher: the kernel.
    """

    game: NativeGame
    searcher: Searcher

    def search(
        self,
        task: Task,
        state: Key,
        alpha: int = -INFINITY,
        beta: int = INFINITY,
        *,
        all_best: bool = False,
    ) -> list[RootMove]:
        """Return what each choice of the role is worth; see `window_search`."""
        return window_search(self._worst, task, state, alpha, beta, all_best)

    def line(self, line: Line) -> list[list[str]]:
        """Return the texts of the joint moves of a line, the first left out."""
        moves = self.game.network.moves
        found = []
        rest = None if line is None else line[3]
        while rest is not None:
            code, _, _, rest = rest
            found.append([moves[move][1] for move in self._joint(code)])
        return found

    def _worst(
        self,
        task: Task,
        choice: Choice,
        node: Expansion,
        state: Key,
        ply: int,
        alpha: int,
        beta: int,
    ) -> tuple[int, Line]:
        """Return the worst that the others can make of a choice; alpha is enough."""
        score, line = self._value(task, choice[0], node, state, alpha, beta)
        for i in range(1, len(choice)):
            if score <= alpha:
                cut(task, node, ply, alpha, score, line, joints([choice[i:]]))
                break
            beta = lowered(task, alpha, beta, score)
            score1, line1 = self._value(task, choice[i], node, state, alpha, beta)
            if score1 < score:
                score, line = score1, line1
        return score, line

    def _value(
        self,
        task: Task,
        pair: tuple[int, int],
        node: Expansion,
        state: Key,
        alpha: int,
        beta: int,
    ) -> tuple[int, Line]:
        """Return the score of what follows a joint move, and its line."""
        joint, successor = pair
        counts = self.searcher.counts
        before = counts.copy()

        def pause() -> None:
            if task.deadline is not None and time.monotonic() > task.deadline:
                raise LimitError("the time is over", "time")

        most = task.most_nodes
        left = None if most is None else most - task.nodes
        try:
            score, line = self.searcher.search(
                node.joint(joint), task.limit, alpha, beta, pause, left
            )
        finally:
            more = counts - before
            task.nodes += int(more[NODES])
            task.leaves += int(more[kernel.LEAVES])
            task.limited += int(more[kernel.LIMITED])
            task.cutoffs += int(more[kernel.CUTOFFS])
            task.hits += int(more[kernel.HITS])
        rest: Line = None
        for made in reversed(line[1:]):
            rest = self._code(made), -1, -1, rest
        return score, (joint, state, successor, rest)

    def _code(self, joint: tuple[int, ...]) -> int:
        """Return a joint move as one number."""
        code = 0
        for move in joint:
            code = code * len(self.game.moves) + move
        return code

    def _joint(self, code: int) -> list[int]:
        """Return the joint move of a number."""
        joint = []
        for _ in self.game.network.roles:
            code, move = divmod(code, len(self.game.moves))
            joint.append(move)
        return joint[::-1]


def native_search(request: SearchRequest, task: Task, table_bytes: int) -> NativeSearch:
    """Return the search of a task.

    Args:
        request: the position and the method, which the native tier has.
        task: its role, weights and ranges.
        table_bytes: how large the transposition table may be.

    Raises:
        TierError: the native tier cannot take the game, or the state.
        LimitError: the game is too large for it, or its values are.
    """
    call = request.call
    tier = native(request.state.game)
    bits = tier.bits(request.state)
    wiring = _wiring(tier, task)
    if task.role not in tier.resting:
        tier.resting[task.role] = rests(wiring, bits, task.role)
    settings = Settings(
        role=task.role,
        extra=task.extra,
        swing=min(task.swing, INFINITY),
        order=ORDERS[task.order],
        cuts=call.window,
        scout=call.one_depth == "pvs",
        table_bytes=table_bytes if call["table"] else 0,
        rest=tier.resting[task.role],
    )
    return NativeSearch(tier, Searcher(wiring, bits, settings))


def _wiring(tier: NativeGame, task: Task) -> Wiring:
    """Return the network laid out for a task."""
    weights = {(task.role, name): weight for name, weight in task.weights.items()}
    if task.rival is not None:
        for name, weight in task.weights.items():
            weights[task.rival, name] = -weight
    key = task.role, task.goal_range, task.unit, tuple(sorted(weights.items()))
    found = tier.wirings.pop(key, None)
    if found is None:
        # No sum of them may be too large for a word.
        instances = len(tier.network.outputs["feature"].literals) + 1
        if any(abs(weight) * instances >= _MOST_WORTH for weight in weights.values()):
            raise LimitError(
                "expected values below 2^49, found a larger weight", "size"
            )
        found = wire(tier.network, task.role, task.goal_range, weights, task.unit)
    tier.keep(key, found)
    return found
