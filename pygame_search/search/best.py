"""The best move: one door to the game-tree searches of all tiers."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from pygame_search.errors import InputError, LimitError, TierError
from pygame_search.evaluation import score_value
from pygame_search.game import Game, State
from pygame_search.machine import KnowledgeBase
from pygame_search.search.alphabeta import INFINITY, alphabeta
from pygame_search.search.minimax import minimax
from pygame_search.search.result import MoveValue, SearchResult
from pygame_search.search.task import Line, RootMoves, Task
from pygame_search.trace import Event

METHODS = ("alphabeta", "minimax")
TIERS = ("clauses", "procedural", "native")

#: How long to think when neither a depth nor a time is given, in seconds.
DEFAULT_SECONDS = 5.0
_NO_LIMIT = 1_000_000


@dataclass(frozen=True, slots=True)
class Found:
    """What one search to one depth found, in the same form from every tier."""

    moves: list[tuple[list[str], int, list[list[str]]]]
    nodes: int
    leaves: int
    limited: int
    cutoffs: int
    events: list[Event] = field(default_factory=list)


def best(
    state: State,
    *,
    role: str | None = None,
    depth: int | None = None,
    seconds: float | None = None,
    method: str = "alphabeta",
    tier: str = "clauses",
    weights: Mapping[str, int] | None = None,
    all_best: bool = False,
    record: bool = False,
    progress: Callable[[int, SearchResult], None] | None = None,
) -> SearchResult:
    """Return the best move of a role in a state, with its value and its line.

    Args:
        state: the position.
        role: from whose point of view; the first that is to move by default.
        depth: how many plies to look ahead. Without it the depth grows, one ply at a
            time, until the game is searched to its end or the time is over.
        seconds: how long at most. The answer is that of the deepest search finished.
            5 when no depth is given either.
        method: `alphabeta` or `minimax`.
        tier: `clauses`, where the search runs in Prolog, or `procedural`.
        weights: for features, in place of the rule file's.
        all_best: whether every move as good as the best is wanted.
        record: whether to keep the trace events.
        progress: told the depth and the result of each search finished.

    Raises:
        InputError: an unknown role, method or tier, or a depth below 1.
        LimitError: the time was over before the first depth was searched.
    """
    name = checked_role(state, role)
    _must_be_one_of("method", method, METHODS)
    _must_be_one_of("tier", tier, TIERS)
    if tier == "native":
        raise TierError("the native tier is not built yet: use clauses or procedural")
    if depth is not None and depth < 1:
        raise InputError(f"expected a depth of at least 1 ply, found {depth}")
    if seconds is not None and not seconds > 0:
        raise InputError(f"expected a time above 0 seconds, found {seconds}")
    used = dict(state.game.weights, **(weights or {}))
    unknown = sorted(set(weights or {}) - set(state.game.weights))
    if unknown:
        known = ", ".join(state.game.weights) or "none"
        raise InputError(f"no feature {unknown[0]!r}: expected one of {known}")
    if depth is None and seconds is None:
        seconds = DEFAULT_SECONDS
    once = _Once(state, name, method, tier, used, all_best, record)
    if seconds is None:
        return once.search(depth, None)
    return _deepen(once, depth, seconds, progress)


def checked_role(state: State, role: str | None) -> str:
    """Return the role asked for, or the first that is to move."""
    roles = state.game.roles
    if not roles:
        raise InputError("this file is a state space without roles: ask for a path")
    if role is None:
        movers = state.to_move if not state.terminal else ()
        return movers[0] if movers else roles[0]
    if role not in roles:
        raise InputError(f"no role {role!r}: expected one of {', '.join(roles)}")
    return role


def _deepen(
    once: _Once,
    depth: int | None,
    seconds: float,
    progress: Callable[[int, SearchResult], None] | None,
) -> SearchResult:
    """Search to depth 1, 2, ... until the end, the depth limit or the deadline."""
    from dataclasses import replace

    started = time.monotonic()
    deadline = started + seconds
    result: SearchResult | None = None
    current = 1
    while depth is None or current <= depth:
        try:
            # A first answer there must be: depth 1 is searched whatever the clock.
            result = once.search(current, deadline if result is not None else None)
        except LimitError:
            if result is None:
                raise
            return replace(result, seconds=time.monotonic() - started, stopped="time")
        if progress is not None:
            progress(current, result)
        if result.complete:
            break
        current += 1
    assert result is not None
    return replace(result, seconds=time.monotonic() - started)


@dataclass(frozen=True, slots=True)
class _Once:
    """A search that is done to one depth at a time."""

    state: State
    role: str
    method: str
    tier: str
    weights: Mapping[str, int]
    all_best: bool
    record: bool
    machines: list[KnowledgeBase] = field(default_factory=list)

    def search(self, depth: int | None, deadline: float | None) -> SearchResult:
        """Search to one depth.

        Raises:
            LimitError: the deadline came first.
        """
        started = time.monotonic()
        left = None if deadline is None else deadline - started
        if left is not None and left <= 0:
            raise LimitError("the time is over")
        if self.tier == "clauses":
            found = self._clauses(depth, left)
        else:
            found = self._procedural(depth, deadline)
        return _result(self, found, depth, time.monotonic() - started)

    def _clauses(self, depth: int | None, left: float | None) -> Found:
        game = self.state.game
        limits = {} if left is None else {"seconds": left}
        reply = game.ask(
            "best",
            state=self.state.number,
            role=self.role,
            method=self.method,
            depth=depth,
            weights=[[name, weight] for name, weight in self.weights.items()],
            ties="all" if self.all_best else "first",
            record=self.record,
            **limits,
        )
        moves = [(joint, score, line) for joint, score, line in reply["moves"]]
        return Found(
            moves,
            nodes=reply["nodes"],
            leaves=reply["leaves"],
            limited=reply["limited"],
            cutoffs=reply["cutoffs"],
            events=reply["events"],
        )

    def _procedural(self, depth: int | None, deadline: float | None) -> Found:
        game = self.state.game
        if not self.machines:
            self.machines.append(KnowledgeBase(game))
        machine = self.machines[0]
        index = game.roles.index(self.role)
        weights = {n: w for n, w in self.weights.items() if w}
        texts = MoveTexts(game)
        events: list[Event] = []
        task = Task(
            machine=machine,
            role=index,
            limit=_NO_LIMIT if depth is None else depth,
            goal_range=game.ranges[index],
            weights=weights,
            rival=1 - index if weights and _two_rivals(game) else None,
            joint_texts=texts.joints,
            listen=events.append if self.record else None,
            deadline=deadline,
        )
        number = self.state.number
        try:
            if self.method == "minimax":
                moves = minimax(task, number)
            else:
                moves = alphabeta(task, number, all_best=self.all_best)
        except RecursionError:
            raise LimitError(
                "the game can go on for very long: give a depth or a time"
            ) from None
        return Found(
            _with_texts(machine, texts, number, moves),
            task.nodes,
            task.leaves,
            task.limited,
            task.cutoffs,
            events,
        )


def _two_rivals(game: Game) -> bool:
    return len(game.roles) == 2 and game.constant_sum


class MoveTexts:
    """The texts of moves by their numbers, each asked for once."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._texts: dict[int, str] = {}

    def joints(self, joints: Sequence[tuple[int, ...]]) -> list[list[str]]:
        """Return the texts of joint moves."""
        missing = sorted({n for joint in joints for n in joint} - self._texts.keys())
        if missing:
            reply = self._game.ask("move_texts", numbers=missing)
            self._texts.update(zip(missing, reply["texts"], strict=True))
        return [[self._texts[n] for n in joint] for joint in joints]


def _with_texts(
    machine: KnowledgeBase, texts: MoveTexts, root: int, moves: RootMoves
) -> list[tuple[list[str], int, list[list[str]]]]:
    found = []
    for joint, score, line in moves:
        first = texts.joints([machine.expand(root).joint(joint)])[0]
        found.append((first, score, texts.joints(list(_joints(machine, line)))))
    return found


def _joints(machine: KnowledgeBase, line: Line) -> list[tuple[int, ...]]:
    joints = []
    while line is not None:
        joint, state, _, line = line
        joints.append(machine.expand(state).joint(joint))
    return joints


def _result(
    once: _Once, found: Found, depth: int | None, seconds: float
) -> SearchResult:
    state, game = once.state, once.state.game
    index = game.roles.index(once.role)
    low, high = game.ranges[index]
    if not found.moves:
        value = state.goals[once.role]
        if value is None:
            raise LimitError(f"no goal value is defined for {once.role!r} here")
        return SearchResult(
            role=once.role, move=None, value=value, moves=(), best=(), line=(),
            states=(state,), depth=depth, complete=True, distance=0,
            nodes=found.nodes, leaves=found.leaves, cutoffs=found.cutoffs,
            seconds=seconds, stopped="over", events=tuple(found.events),
        )  # fmt: skip
    top = max(score for _, score, _ in found.moves)
    moves = []
    for joint, score, _ in found.moves:
        moves.append(
            MoveValue(joint[index], tuple(joint), score_value(score, low, high)[0])
        )
    exact = _exact(once, [score for _, score, _ in found.moves])
    moves = [
        m if e else MoveValue(m.move, m.joint, m.value, exact=False)
        for m, e in zip(moves, exact, strict=True)
    ]
    best_moves = tuple(
        m
        for m, (_, score, _), e in zip(moves, found.moves, exact, strict=True)
        if e and score == top
    )
    line = next(line for _, score, line in found.moves if score == top)
    states = [state]
    for joint in line:
        states.append(states[-1].play(f"[{', '.join(joint)}]"))
    value, plies = score_value(top, low, high)
    complete = found.limited == 0
    return SearchResult(
        role=once.role,
        move=best_moves[0].move,
        value=value,
        moves=tuple(moves),
        best=best_moves,
        line=tuple(tuple(joint) for joint in line),
        states=tuple(states),
        depth=depth,
        complete=complete,
        distance=plies if game.decisive[index] else None,
        nodes=found.nodes,
        leaves=found.leaves,
        cutoffs=found.cutoffs,
        seconds=seconds,
        stopped="complete" if complete else "depth",
        events=tuple(found.events),
    )


def _exact(once: _Once, scores: list[int]) -> list[bool]:
    """Return which scores are exact: with alpha-beta, those above all before."""
    if once.method == "minimax":
        return [True] * len(scores)
    exact, before = [], -INFINITY
    for score in scores:
        exact.append(score > before or (once.all_best and score == before))
        before = max(before, score)
    return exact


def _must_be_one_of(what: str, given: str, known: Sequence[str]) -> None:
    if given not in known:
        raise InputError(f"no {what} {given!r}: expected one of {', '.join(known)}")
