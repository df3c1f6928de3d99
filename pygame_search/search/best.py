"""The best move: one door to the game-tree searches of all tiers."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from pygame_search.model.game import State
from pygame_search.model.heuristics import all_weights, prepare, weighed
from pygame_search.model.machine import MoveTexts, StateMachine
from pygame_search.model.scores import score_value, value_text
from pygame_search.search.core.methods import MethodCall, must_heed
from pygame_search.search.core.request import Request
from pygame_search.search.core.result import MoveValue, SearchResult
from pygame_search.search.core.setup import (
    DEFAULT_SECONDS,
    checked_method,
    checked_role,
    checked_tier,
    line_joints,
    new_task,
    used_weights,
)
from pygame_search.search.core.task import JointTexts, RootMove, Task
from pygame_search.search.core.tier_choice import MANY_GAMES, Chosen, in_best_tier
from pygame_search.search.core.trace import Event
from pygame_search.search.core.window import INFINITY
from pygame_search.search.game_tree.alphabeta import alphabeta
from pygame_search.search.game_tree.breadth import breadth
from pygame_search.search.game_tree.deepening import Deepened, Search, deepening
from pygame_search.search.game_tree.expectimax import expectimax
from pygame_search.search.game_tree.fail_hard import fail_hard
from pygame_search.search.game_tree.maxn import maxn
from pygame_search.search.game_tree.minimax import minimax
from pygame_search.search.game_tree.pvs import pvs
from pygame_search.search.rule_players import player_move
from pygame_search.support.errors import InputError, LimitError, unheeded
from pygame_search.support.memory import memory_left
from pygame_search.support.validation import (
    must_be_seconds,
    must_be_whole,
)


@dataclass(frozen=True, slots=True)
class Found:
    """What a search found, in the same form from every tier.

    Attributes:
        moves: for each choice at the root its joint move, its score, whether that is
            `exact` or an `upper` or `lower` bound, and its line.
        depth: the depth of the search, None for no limit.
        limited: how many leaves that limit stopped.
        stopped: `complete`, `depth` or `time`.
        nodes, leaves, cutoffs, hits: the counts.
        events: what was traced.
    """

    moves: list[tuple[list[str], float, str, list[list[str]]]]
    depth: int | None
    limited: int
    stopped: str
    nodes: int
    leaves: int
    cutoffs: int
    hits: int
    events: list[Event] = field(default_factory=list)


def best(
    state: State,
    *,
    role: str | None = None,
    depth: int | None = None,
    seconds: float | None = None,
    method: str | MethodCall | None = None,
    tier: str | None = None,
    weights: Mapping[str, int] | None = None,
    all_best: bool = False,
    exact: bool = False,
    record: bool = False,
    progress: Callable[[str], None] | None = None,
    table_bytes: int | None = None,
    interruptible: bool = False,
) -> SearchResult:
    """Return the best move of a role in a state, with its value and its line.

    Args:
        state: the position.
        role: from whose point of view; the first that is to move by default.
        depth: how many plies to look ahead. Without it the depth grows, one ply at a
            time, until the game is searched to its end or the time is over.
        seconds: how long at most. The answer is that of the deepest search finished.
            5 when no depth is given either.
        method: as in `alphabeta(depth=6, order=history)`; see `methods.METHODS`. By
            default alphabeta, without a depth deepening; expectimax where a role is
            `random`.
        tier: `clauses`, where the search runs in Prolog, `procedural`, or `native`; by
            default the one that is fastest, see `search.core.tier_choice`. A recorded
            search runs in the first of them that has the method.
        weights: for features, in place of the rule file's, and for the heuristics for
            any game, `heuristics.HEURISTICS`.
        all_best: whether every move as good as the best is wanted.
        exact: whether the value of every move is wanted, not only a bound for the
            worse ones.
        record: whether to keep the trace events; for these the native tier searches in
            Python, over the network.
        progress: called with a line for each depth.
        table_bytes: how large the transposition table of the native tier may be.
        interruptible: whether Ctrl-C ends a search that goes deeper and deeper with the
            answer so far, in the tiers but `clauses`.

    Raises:
        TierError: the native tier cannot take the game or the state.
        InputError: an unknown role, method, parameter or tier, or a depth below 1.
        LimitError: the search was too large for the machine.
        RulesError: a role has no legal move in a state that is not terminal, or no goal
            value at the end.
    """
    name = checked_role(state, role)
    default = "deepening" if depth is None else "alphabeta"
    call = checked_method(state.game, method, default)
    named = checked_tier(call, tier)
    if depth is not None:
        must_be_whole("a depth of at least 1 ply", depth, 1)
    must_be_seconds(seconds)
    if table_bytes is not None:
        must_be_whole("a table of at least 1 byte", table_bytes, 1)
    for what, value in (("depth", depth), ("seconds", seconds)):
        if value is not None and call.given.get(what, value) != value:
            raise InputError(f"{what}: {value}, but {call} says {call.given[what]}")
    if tier is None and table_bytes is not None and "native" in call.method.tiers:
        tier = named = "native"
    beside = {"weights": weights, "all": all_best, "exact": exact}
    must_heed(call, named, {"memory": table_bytes, **beside})
    if record:
        call.must_tell()
        if table_bytes:
            raise unheeded("memory", "no record, which uses no table")
    if not call.method.twofold or call.method.name == "proof_number":
        for what, value in (("depth", depth), ("seconds", seconds)):
            if value is not None:
                call.method.parameter(what)
    state.game.ready()
    if not call.method.searches:
        return _without_search(state, name, call)
    automatic = tier is None and not record and call.method.kernel
    if call.method.name == "proof_number":
        found = _proved(state, name, call, seconds, named, record, progress)
    elif not call.method.twofold:
        state.game.goal_sum  # noqa: B018  no clock waits for it
        request = Request(
            state, name, call.with_values(depth=depth, seconds=seconds), named, weights,
            progress, interruptible, record, table_bytes,
        )  # fmt: skip
        return _sampled(request, automatic)
    else:
        used = all_weights(state.game, weights)
        prepare(state.game, used)
        if used_weights(call, used):
            state.game.goal_sum  # noqa: B018  no clock waits for it
        plan = _plan(call, depth, seconds)
        ties = "exact" if exact else "all" if all_best else "first"
        search = _Search(
            state, name, plan, used, ties, record, progress, table_bytes, interruptible
        )
        if automatic:
            return _automatic(search)
        found = search.result(named)
    return replace(found, tier=named)


def _automatic(search: _Search) -> SearchResult:
    """Return the answer of the tier that gives it soonest."""
    plan = search.plan

    def run(tier: str, seconds: float | None) -> SearchResult:
        now = time.monotonic()
        if plan.seconds is None:
            return replace(search, limit=seconds, started=now).result(tier)
        limited = replace(plan, seconds=seconds)
        return replace(search, plan=limited, started=now).result(tier)

    def done(found: SearchResult) -> bool:
        return found.stopped != "time"

    def must_fit() -> None:
        from pygame_search.search.game_tree.native import must_know

        used = used_weights(plan.call, search.weights)
        must_know(plan.call, plan.search, weighed(search.state.game, used))

    chosen = in_best_tier(
        search.state.game, run, first="clauses", seconds=plan.seconds,
        must_fit=must_fit, done=done,
    )  # fmt: skip
    return _from(chosen, search.started)


def _from(chosen: Chosen[SearchResult], started: float) -> SearchResult:
    """Return an answer with its tier, and why it is not the native one."""
    found = chosen.answer
    return replace(
        found, tier=chosen.tier, notes=found.notes + chosen.notes,
        seconds=time.monotonic() - started,
    )  # fmt: skip


def _proved(
    state: State,
    role: str,
    call: MethodCall,
    seconds: float | None,
    tier: str,
    record: bool,
    progress: Callable[[str], None] | None,
) -> SearchResult:
    """Return the answer of proof-number search."""
    from pygame_search.search.proof.answer import proved

    call = call.with_values(seconds=seconds)
    if call["seconds"] is None and "nodes" not in call.given:
        call = call.with_values(seconds=DEFAULT_SECONDS)
    return proved(state, role, call, tier=tier, record=record, progress=progress)


def _sampled(request: Request, automatic: bool) -> SearchResult:
    """Return the answer of a method that has no twin."""
    from pygame_search.search.monte_carlo.methods import answer

    call = request.call
    few = 0 < (call["simulations"] or 0) < MANY_GAMES
    if not automatic or few:
        return replace(answer(request), tier=request.tier)
    started = time.monotonic()

    def run(tier: str, seconds: float | None) -> SearchResult:
        limited = call if seconds is None else call.with_values(seconds=seconds)
        now = time.monotonic()
        return answer(replace(request, tier=tier, call=limited, started=now))

    chosen = in_best_tier(
        request.state.game, run, first=request.tier, seconds=call["seconds"],
        probe=0,
    )  # fmt: skip
    return _from(chosen, started)


@dataclass(frozen=True, slots=True)
class _Plan:
    """How to search: a method to one depth, or deeper and deeper.

    Attributes:
        call: the method, as it was called.
        search: what is done to one depth, one of _PROCEDURES.
        depth: the limit, None for none.
        deepen: whether to begin with depth 1.
        seconds: how long at most, None for no clock.
    """

    call: MethodCall
    search: str
    depth: int | None
    deepen: bool
    seconds: float | None


def _plan(call: MethodCall, depth: int | None, seconds: float | None) -> _Plan:
    depth = call["depth"] if depth is None else depth
    seconds = call["seconds"] if seconds is None else seconds
    search = call.method.name
    if search == "deepening":
        search = call["search"]
    elif call["fail"] == "hard":
        search = "fail_hard"
    deepen = call.method.name == "deepening" or depth is None or seconds is not None
    if deepen and (call["alpha"] is not None or call["beta"] is not None):
        raise InputError(f"{call}: a window needs a depth, and no clock")
    if depth is None and seconds is None:
        seconds = DEFAULT_SECONDS
    return _Plan(call, search, depth, deepen, seconds)


@dataclass(frozen=True, slots=True)
class _Search:
    """A search that is to be done.

    Its ties are `first`, `all` or `exact`, the moves whose scores are to be exact: the
    first of the best, all of the best, or every one. Past its limit, in seconds of
    processor time, the tier of clauses gives up.
    """

    state: State
    role: str
    plan: _Plan
    weights: Mapping[str, int]
    ties: str
    record: bool
    progress: Callable[[str], None] | None
    table_bytes: int | None = None
    interruptible: bool = False
    started: float = field(default_factory=time.monotonic)
    limit: float | None = None

    def result(self, tier: str) -> SearchResult:
        """Return the answer of a tier."""
        native = self.told_natively if self.record else self.native
        search = {"clauses": self.clauses, "procedural": self.python, "native": native}
        return _result(self, search[tier]())

    def seconds(self) -> float:
        """Return how long it has taken until now."""
        return time.monotonic() - self.started

    @property
    def _margin(self) -> int | None:
        """That of the aspiration window, which leaves nothing exact but the best."""
        return None if self.ties == "exact" else self.plan.call["aspiration"]

    def doubt(self, found: Found) -> tuple[str, ...]:
        """Return why estimates at the depth limit are uncertain, in sentences."""
        estimates = found.limited and used_weights(self.plan.call, self.weights)
        return self.state.game.goal_sum.doubt if estimates else ()

    def clauses(self) -> Found:
        """Search in Prolog."""
        plan, call = self.plan, self.plan.call
        options: dict[str, Any] = {
            "depth": plan.depth,
            "estimate": call["evaluation"],
            "extra": call["quiescence"],
            "swing": call["swing"],
            "order": call["order"],
            "table": call["table"],
            "alpha": call["alpha"],
            "beta": call["beta"],
            "deepen": plan.deepen,
            "seconds": plan.seconds,
            "margin": self._margin,
        }
        game = self.state.game
        limit = {} if self.limit is None else {"processor": self.limit}
        with game.engine.reports(self.progress):
            reply = game.ask(
                "best",
                state=self.state.number,
                role=self.role,
                method=plan.search,
                options={n: v for n, v in options.items() if v is not None},
                weights=[[name, weight] for name, weight in self.weights.items()],
                ties=self.ties,
                record=self.record,
                **limit,
            )
        return Found(
            [
                (joint, score, bound, line)
                for joint, score, bound, line in reply["moves"]
            ],
            depth=reply["depth"] if plan.deepen else plan.depth,
            limited=reply["limited"],
            stopped=reply["stopped"],
            nodes=reply["nodes"],
            leaves=reply["leaves"],
            cutoffs=reply["cutoffs"],
            hits=reply["hits"],
            events=reply["events"],
        )

    def python(self) -> Found:
        """Search in Python."""
        return self._by_procedure(None, MoveTexts(self.state.game).joints)

    def told_natively(self) -> Found:
        """Search in Python over the game's network: a kernel emits no events."""
        from pygame_search.search.game_tree.native import must_weigh_features
        from pygame_search.search.game_tree.rule_order import RuleOrder

        game = self.state.game
        used = used_weights(self.plan.call, self.weights)
        must_weigh_features(weighed(game, used))
        machine = RuleOrder(game)
        return self._by_procedure(machine, machine.texts)

    def _by_procedure(self, machine: StateMachine | None, texts: JointTexts) -> Found:
        plan = self.plan
        events: list[Event] = []
        task = new_task(
            self.state.game, self.role, plan.call, plan.depth, self.weights,
            machine=machine,
            joint_texts=texts,
            listen=events.append if self.record else None,
            exact=self.ties == "exact",
        )  # fmt: skip
        found = self._run(_PROCEDURES[plan.search], task, texts)
        moves = _with_texts(task.machine, texts, self.state.number, found.moves)
        return self._found(task, found, moves, events)

    def native(self) -> Found:
        """Search in a kernel over the game's network."""
        from pygame_search.network.native_game import stuck
        from pygame_search.network.network import StuckError
        from pygame_search.search.game_tree.native import TABLE_BYTES, native_search

        game, plan = self.state.game, self.plan
        texts = MoveTexts(game).joints
        exact = self.ties == "exact" or plan.search == "minimax"
        task = new_task(
            game, self.role, plan.call, plan.depth, self.weights, exact=exact
        )
        search = native_search(
            self.state, task, plan.call, plan.search, texts,
            memory_left(self.table_bytes or TABLE_BYTES),
        )  # fmt: skip
        try:
            found = self._run(search.search, task, texts)
        except StuckError as error:
            raise stuck(game, error) from None
        root = task.machine.expand(self.state.number)
        moves = []
        for move in found.moves:
            [first] = texts([root.joint(move.joint)])
            line = [first, *search.line(move.line)]
            moves.append((first, move.score, move.bound, line))
        return self._found(task, found, moves, [])

    def _run(self, search: Search, task: Task, texts: JointTexts) -> Deepened:
        """Search to the depth, or deeper and deeper."""
        plan, number = self.plan, self.state.number
        try:
            if not plan.deepen:
                moves = self._once(search, task, number)
                stopped = "depth" if task.limited else "complete"
                return Deepened(moves, task.limit, task.limited, stopped)
            seconds = plan.seconds
            return deepening(
                search,
                task,
                number,
                most=task.limit,
                deadline=None if seconds is None else self.started + seconds,
                margin=self._margin,
                all_best=self.ties == "all",
                progress=self._say(task, texts),
                interruptible=self.interruptible,
            )
        except RecursionError:
            raise LimitError(
                "the game can go on for very long: give a depth or a time"
            ) from None

    def _once(self, search: Search, task: Task, number: int) -> list[RootMove]:
        call = self.plan.call
        alpha = -INFINITY if call["alpha"] is None else call["alpha"]
        beta = INFINITY if call["beta"] is None else call["beta"]
        return search(task, number, alpha, beta, all_best=self.ties == "all")

    def _found(
        self,
        task: Task,
        found: Deepened,
        moves: list[tuple[list[str], float, str, list[list[str]]]],
        events: list[Event],
    ) -> Found:
        return Found(
            moves,
            depth=found.depth if self.plan.deepen else self.plan.depth,
            limited=found.limited,
            stopped=found.stopped,
            nodes=task.nodes,
            leaves=task.leaves,
            cutoffs=task.cutoffs,
            hits=task.hits,
            events=events,
        )

    def _say(
        self, task: Task, texts: JointTexts
    ) -> Callable[[int, list[RootMove]], None] | None:
        if self.progress is None:
            return None
        tell = self.progress

        def say(depth: int, moves: list[RootMove]) -> None:
            exact = [move for move in moves if move.bound == "exact"]
            if not exact:
                return
            top = max(exact, key=lambda move: move.score)
            joint = task.machine.expand(self.state.number).joint(top.joint)
            text = texts([joint])[0][task.role]
            value, _ = score_value(top.score, *task.goal_range)
            worth = value_text(value)
            tell(f"depth {depth}: {text} is worth {worth}; {task.nodes:,} nodes")

        return say


def _whole(search: Callable[[Task, int], list[RootMove]]) -> Search:
    """Return a search that has no window as one that is given one."""

    def searched(
        task: Task, state: int, alpha: int, beta: int, *, all_best: bool
    ) -> list[RootMove]:
        return search(task, state)

    return searched


_PROCEDURES: Mapping[str, Search] = {
    "minimax": _whole(minimax),
    "breadth": _whole(breadth),
    "maxn": _whole(maxn),
    "expectimax": _whole(expectimax),
    "alphabeta": alphabeta,
    "paranoid": alphabeta,
    "fail_hard": fail_hard,
    "pvs": pvs,
}


def _with_texts(
    machine: StateMachine, texts: JointTexts, root: int, moves: list[RootMove]
) -> list[tuple[list[str], float, str, list[list[str]]]]:
    found = []
    for move in moves:
        first = texts([machine.expand(root).joint(move.joint)])[0]
        line = texts(line_joints(machine, move.line))
        found.append((first, move.score, move.bound, line))
    return found


def _without_search(state: State, role: str, call: MethodCall) -> SearchResult:
    """Return the move of a player that does not look ahead."""
    started = time.monotonic()
    if state.terminal:
        move, over = None, True
        value = state.goals[role]
    else:
        move, over, value = player_move(state, role, call), False, None
    moves = () if move is None else (MoveValue(move, (move,), None),)
    return SearchResult(
        role=role, move=move, value=value, moves=moves, best=moves, line=(),
        states=(state,), depth=0, complete=over, distance=None,
        nodes=1, leaves=1, cutoffs=0, seconds=time.monotonic() - started,
        stopped="over" if over else "depth", method=str(call),
    )  # fmt: skip


def _result(search: _Search, found: Found) -> SearchResult:
    state, game = search.state, search.state.game
    index = game.roles.index(search.role)
    low, high = game.ranges[index]
    common: dict[str, Any] = {
        "role": search.role,
        "nodes": found.nodes,
        "leaves": found.leaves,
        "cutoffs": found.cutoffs,
        "table_hits": found.hits,
        "seconds": search.seconds(),
        "events": tuple(found.events),
        "method": str(search.plan.call),
        "notes": game.assumed + search.doubt(found),
    }
    if not found.moves:
        goal = state.goals[search.role]
        if goal is None:
            raise LimitError(f"no goal value is defined for {search.role!r} here")
        return SearchResult(
            move=None, value=goal, moves=(), best=(), line=(), states=(state,),
            depth=found.depth, complete=True, distance=0, stopped="over", **common,
        )  # fmt: skip
    moves = [
        MoveValue(
            joint[index],
            tuple(joint),
            score_value(score, low, high)[0],
            bound,
            tuple(tuple(moves) for moves in line),
        )
        for joint, score, bound, line in found.moves
    ]
    top = max(score for _, score, bound, _ in found.moves)
    scored = list(zip(moves, found.moves, strict=True))
    ties = tuple(
        m for m, (_, score, bound, _) in scored if score == top and bound != "upper"
    ) or tuple(m for m, (_, score, _, _) in scored if score == top)
    line = ties[0].line
    states = [state]
    for joint in line:
        states.append(states[-1].play(f"[{', '.join(joint)}]"))
    value, plies = score_value(top, low, high)
    complete = found.limited == 0
    return SearchResult(
        move=ties[0].move,
        value=value,
        bound=ties[0].bound,
        moves=tuple(moves),
        best=ties,
        line=line,
        states=tuple(states),
        depth=found.depth,
        complete=complete,
        distance=plies if game.decisive[index] else None,
        stopped=found.stopped,
        **common,
    )
