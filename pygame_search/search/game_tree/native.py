"""Alpha-beta of the native tier: a kernel over the game's network.

A search to one depth is one call of the kernel, which receives the joint moves of the
root in the order of the task.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from pygame_search.machine.game_code import better_code, game_code, positions_met
from pygame_search.machine.machine import Expansion, Key, Machine
from pygame_search.machine.native_game import NativeGame, native
from pygame_search.model.scores import INFINITY
from pygame_search.network.game_code import GameCode
from pygame_search.network.searches import alphabeta_stack as fields
from pygame_search.network.searches.alphabeta_stack import Settings
from pygame_search.network.searches.node import NODES, goal_rows
from pygame_search.network.searches.searcher import Joint, Searched, Searcher
from pygame_search.search.core.memory import Line
from pygame_search.search.core.request import SearchRequest
from pygame_search.search.core.task import RootMove, Task
from pygame_search.search.game_tree.move_order import ordered_choices
from pygame_search.search.game_tree.ready import note_ready
from pygame_search.support.errors import LimitError

ORDERS = {"rule": fields.RULE, "killer": fields.KILLER, "history": fields.HISTORY}

_MOST_WORTH = 1 << 62

#: The default limit of the transposition table, in bytes.
TABLE_BYTES = 1 << 28

#: After so many seconds of processor time better code is asked for.
_PATIENCE = 2.0


class _BetterCodeError(Exception):
    """There is better code by now."""


@dataclass(slots=True)
class NativeSearch:
    """A search of the native tier, from one state.

    Attributes:
        game: the game as a network.
        searcher: runs the kernel.
        better: returns a searcher with better code, once there is one; see
            `better_code`.
        began: the thread's processor time at the beginning, in seconds.
    """

    game: NativeGame
    searcher: Searcher
    better: Callable[[], Searcher | None]
    began: float = field(default_factory=time.thread_time)

    def search(
        self,
        task: Task,
        state: Key,
        alpha: int = -INFINITY,
        beta: int = INFINITY,
        *,
        all_best: bool = False,
    ) -> list[RootMove]:
        """Return the choices of the role with their scores, in rule order.

        The scores and the bounds are those of `window_search`.
        """
        task.enter(0, None, 0, state)
        node = task.expand(state)
        if task.leaf(node, 0, state, state) is not None:
            return []
        choices = ordered_choices(task, node, state, 0)
        made = _numbers(self.game, task.machine, node)
        joints = [[made(joint) for joint, _ in choice] for choice in choices]
        order = {move: place for place, move in enumerate(node.moves[task.role])}
        places = [order[node.joint(choice[0][0])[task.role]] for choice in choices]
        before = task.limited

        def run(pause: Callable[[], None]) -> list[Searched]:
            with _counted(task, self.searcher):
                return self.searcher.search(
                    joints, task.limit, (alpha, beta),
                    places=places, exact=task.exact, all_best=all_best, pause=pause,
                    nodes=(
                        None if task.most_nodes is None
                        else task.most_nodes - task.nodes
                    ),
                )  # fmt: skip

        def pause() -> None:
            task.look_at_clock()
            if time.thread_time() - self.began > _PATIENCE:
                better = self.better()
                if better is not None:
                    self.searcher, self.better = better, lambda: None
                    raise _BetterCodeError

        try:
            found = run(pause)
        except _BetterCodeError:
            found = run(pause)
        pairs = {made(pair[0]): pair for choice in choices for pair in choice}
        moves = []
        for one in found:
            bound = _bound(one.score, one.floor, beta)
            line = self._line(one.line, state, pairs)
            moves.append(RootMove(pairs[one.line[0]][0], one.score, bound, line))
        if task.memory is not None:
            best = self.searcher.best
            first = [node.joint(pairs[one.line[0]][0]) for one in found]
            _learn(task, joints, found, first, best)
            task.memory.keep(
                state, task.limit, 0, (alpha, beta), found[best].score,
                task.limited == before, moves[best].line,
            )  # fmt: skip
        ranked = sorted(zip(places, moves, strict=False), key=lambda pair: pair[0])
        return [move for _, move in ranked]

    def line(self, line: Line) -> list[list[str]]:
        """Return the joint moves of a line after the first, as texts."""
        moves = self.game.network.moves
        found = []
        rest = None if line is None else line[3]
        while rest is not None:
            code, _, _, rest = rest
            found.append([moves[move][1] for move in self._joint(code)])
        return found

    def _line(
        self, joints: list[Joint], state: Key, pairs: Mapping[Joint, tuple[int, Key]]
    ) -> Line:
        """Return a line in which the joint moves after the first are codes."""
        rest: Line = None
        for made in reversed(joints[1:]):
            rest = self._code(made), -1, -1, rest
        joint, successor = pairs[joints[0]]
        return joint, state, successor, rest

    def _code(self, joint: tuple[int, ...]) -> int:
        """Encode a joint move as one number."""
        code = 0
        for move in joint:
            code = code * len(self.game.moves) + move
        return code

    def _joint(self, code: int) -> list[int]:
        """Decode a joint move."""
        joint = []
        for _ in self.game.network.roles:
            code, move = divmod(code, len(self.game.moves))
            joint.append(move)
        return joint[::-1]


def _bound(score: int, alpha: int, beta: int) -> str:
    """Return the kind of a score found in a window: `exact`, `upper` or `lower`."""
    if score <= alpha:
        return "upper"
    return "lower" if score >= beta else "exact"


def _numbers(
    game: NativeGame, machine: Machine, node: Expansion
) -> Callable[[int], Joint]:
    """Return what gives the numbers of a node's joint move in the network.

    Args:
        game: the network.
        machine: has made the node; its moves may have other numbers.
        node: some state with its moves.
    """
    numbers = [
        {
            move: game.moves[role, text]
            for move, text in zip(own, machine.texts([own])[0], strict=True)
        }
        for role, own in enumerate(node.moves)
    ]

    def made(joint: int) -> Joint:
        moves = zip(numbers, node.joint(joint), strict=True)
        return tuple(of[move] for of, move in moves)

    return made


def _learn(
    task: Task,
    joints: list[list[Joint]],
    found: list[Searched],
    first: list[Joint],
    best: int,
) -> None:
    """Record the joint moves that caused cut-offs at the root, in order.

    Args:
        task: has the memory.
        joints: of each choice the joint moves.
        found: what was found of each.
        first: the joint move of each, as the machine of the task numbers its moves.
        best: the best of them.
    """
    assert task.memory is not None
    cutting = [
        joint
        for one, joint, answers in zip(found, first, joints, strict=False)
        if one.answers < len(answers)
    ]
    if len(found) < len(joints):
        cutting.append(first[best])
    for joint in cutting:
        task.memory.learn(0, task.limit, joint)


@contextmanager
def _counted(task: Task, searcher: Searcher) -> Iterator[None]:
    """Add the counts of a kernel to those of a task, even if it is stopped."""
    before = searcher.totals()
    try:
        yield
    finally:
        more = searcher.totals() - before
        task.nodes += int(more[NODES])
        task.leaves += int(more[fields.LEAVES])
        task.limited += int(more[fields.LIMITED])
        task.cutoffs += int(more[fields.CUTOFFS])
        task.hits += int(more[fields.HITS])


def native_search(
    request: SearchRequest,
    task: Task,
    table_bytes: int,
    bits: NDArray[np.uint64] | None = None,
) -> NativeSearch:
    """Return the search of a task.

    Args:
        request: the position and the method, which the native tier has.
        task: its role, weights and ranges.
        table_bytes: the most bytes of the transposition table.
        bits: the fluents of the root, in words, if it is not the position.

    Raises:
        TierError: the native tier does not support the game or the state.
        LimitError: the game or its values are too large for it.
    """
    call = request.call
    game = request.state.game
    tier = native(game, histories=True)
    bits = tier.bits(request.state) if bits is None else bits
    weights = feature_weights(tier, task)
    met = positions_met(game, request.state.number) if game.histories else ()
    code = game_code(game, task.role, weights, bits, met=met)
    goals = goal_rows(tier.goal_values(task.role), task.goal_range, task.unit)
    settings = Settings(
        role=task.role,
        extra=task.extra,
        swing=min(task.swing, INFINITY),
        noisy=game.noisy,
        turns=game.turns,
        order=ORDERS[task.order],
        cuts=call.window,
        scout=call.scouts,
        table_bytes=table_bytes if call["table"] else 0,
    )

    def searcher(code: GameCode) -> Searcher:
        machine = code.machine(weights, goals)
        return Searcher(code, machine, bits, settings, request.threads)

    def better() -> Searcher | None:
        found = better_code(game, code, task.role, weights, bits)
        return None if found is None else searcher(found)

    search = NativeSearch(tier, searcher(code), better)
    note_ready(request)
    return search


def feature_weights(tier: NativeGame, task: Task) -> dict[tuple[int, str], int]:
    """Return the weights of the features, by the index of the role and the name.

    Raises:
        LimitError: a sum of them may overflow a word.
    """
    weights = {(task.role, name): weight for name, weight in task.weights.items()}
    if task.rival is not None:
        for name, weight in task.weights.items():
            weights[task.rival, name] = -weight
    instances = sum(abs(count) for _, _, count, _ in tier.network.features()) + 1
    if any(abs(weight) * instances >= _MOST_WORTH for weight in weights.values()):
        raise LimitError(
            "expected weights of less than 2^49 in magnitude, found a larger one",
            "size",
        )
    return weights
