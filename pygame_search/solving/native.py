"""Solving in the native tier: turns the results of the kernels into solutions."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pygame_search.game import Game
from pygame_search.machine.game_code import game_code, positions_met
from pygame_search.machine.native_game import NativeGame, native
from pygame_search.machine.network import NetworkMachine
from pygame_search.network.packing import pack, unpack
from pygame_search.network.searches.graph import FAR, Builder, Graph, ends, role_values
from pygame_search.network.searches.node import goal_rows
from pygame_search.network.searches.proof import Question
from pygame_search.network.searches.prover import (
    AndOr,
    Opposite,
    ProofNumbers,
    Proofs,
    Prover,
)
from pygame_search.network.searches.reachable import MEMORY
from pygame_search.network.searches.retrograde import NO_VALUE, Analysis, analyse
from pygame_search.network.searches.strategy import Follower
from pygame_search.solving.certificate_file import PackedEntries
from pygame_search.solving.cycles import Step, cycle
from pygame_search.solving.problem import NO_MOVE, Solving
from pygame_search.solving.solution import Solution
from pygame_search.support.checkpoint import UNFINISHED
from pygame_search.support.clock import look_at_clock
from pygame_search.support.errors import InputError, LimitError, RulesError
from pygame_search.support.memory import memory_left

if TYPE_CHECKING:
    from pygame_search.network.history import Met
    from pygame_search.solving.certificate_file import Portion


#: The most states that are looked at for endless play before a proof, and the most
#: edges of networks.
GLANCE, _MOST_WORK = 100_000, 1_000_000_000

_ONE_THREAD = (
    "one thread: play can go on for ever, which takes retrograde analysis, and that "
    "does not share its work"
)


def native_solve(solving: Solving) -> Solution:
    """Return the solution of a position; see `solve.solve`.

    Raises:
        InputError: the checkpoint is damaged, or of other work.
        LimitError: it could not be decided within the limits.
        TierError: the native tier cannot take the game.
    """
    method, state = solving.method, solving.state
    if method == "retrograde" or solving.strength == "strong" or state.terminal:
        return strong(solving)
    if solving.strength == "weak":
        state.game.must_have_no_history()
    finite = None if state.game.histories else _ends(solving)
    if method is None and finite is False:
        solved = strong(solving)
        if solving.threads > 1:
            solved = replace(solved, notes=(*solved.notes, _ONE_THREAD))
        return solved
    if method == "alphabeta":
        solving.must_end(finite, "proof_number or retrograde")
    return searched(replace(solving, method=method or "alphabeta"), finite)


def _ends(solving: Solving) -> bool | None:
    """Return whether play must end; None if a look at some states does not tell."""
    tier = native(solving.state.game)
    most = min(GLANCE, _MOST_WORK // max(len(tier.network.inputs), 1))
    builder = Builder(tier.network, (), (), state=tier.held(solving.state))
    try:
        return ends(builder.run(solving.deadline, most=most))
    except (LimitError, RulesError):  # the search tells, if it comes there
        return None


# ---- strong ----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _AllBut:
    """All states except some."""

    others: set[int]

    def __contains__(self, state: object) -> bool:
        return state not in self.others


class _Circle(NamedTuple):
    """The joint moves to a cycle and around it, and how many precede it."""

    joints: tuple[tuple[str, ...], ...]
    lead: int


def strong(solving: Solving) -> Solution:
    """Return the value of every state that can be reached.

    Raises:
        LimitError: the time is over, or the memory is full.
    """
    game = solving.state.game
    tier = native(game)
    players = [solving.index(role) for role in game.players]
    with _kept(solving, tier, players) as builder:
        graph = builder.run(solving.deadline, _reporter(solving, "{:,} states"))
        found: dict[str, Analysis] = {}
        for column, role in enumerate(game.players):
            say = _reporter(solving, f"the values for {role}: {{:,}} states")
            found[role] = analyse(
                tier.network, graph, players[column], builder.values[column],
                column=column, draw=solving.others_draw(role), only=solving.only(role),
                deadline=solving.deadline, progress=say,
            )  # fmt: skip
        mine = found[solving.role]
        circle = _circle(game, mine)
        _, distance = mine.state()
        solution = solving.solution(
            solved="strong",
            values={role: analysis.state()[0] for role, analysis in found.items()},
            distance=distance,
            cycle=None if circle is None else circle.joints,
            lead=0 if circle is None else circle.lead,
            states=len(graph.states),
            nodes=len(graph.states),
            method="retrograde",
            entries=packed_entries(tier, mine),
            finite=mine.finite,
            longest=None,
        )
        return solving.finished(solution)


@contextmanager
def _kept(solving: Solving, tier: NativeGame, players: list[int]) -> Iterator[Builder]:
    """Provide the state enumeration of a position; save its work if interrupted."""
    state, game, checkpoint = solving.state, solving.state.game, solving.checkpoint
    kept = None
    words = {"position": sorted(state.facts), "work": "retrograde"}
    if checkpoint is not None and (before := checkpoint.load()) is not None:
        header, arrays = before
        if header != words:
            raise InputError(
                f"{checkpoint.path} is of other work: expected {words['work']}"
            )
        batch = arrays.pop("batch")
        kept = Graph(**arrays), batch
    builder = Builder(
        tier.network, players, game.ranges, state=tier.held(state),
        memory=memory_left(solving.memory or MEMORY), kept=kept,
    )  # fmt: skip
    try:
        yield builder
    except UNFINISHED:
        if checkpoint is not None:
            found, batch = builder.parts()
            checkpoint.save(words, {**found._asdict(), "batch": batch})
        raise


def _reporter(solving: Solving, words: str) -> Callable[[int], None]:
    """Return a function that reports the number of states from time to time."""
    last = time.monotonic()

    def report(number: int) -> None:
        nonlocal last
        if solving.progress is not None and time.monotonic() - last > 0.1:
            last = time.monotonic()
            solving.progress(words.format(number))

    return report


def _circle(game: Game, analysis: Analysis) -> _Circle | None:
    """Return a cycle of moves, along which play can go on for ever."""
    if analysis.finite:
        return None
    graph = analysis.graph
    rules = NetworkMachine(game, memo=True)
    fluents = len(analysis.network.fluents)

    def key(place: int) -> bytes:
        held = unpack(graph.states[place : place + 1], fluents)
        packed: bytes = pack(held)[0].tobytes()
        return packed

    def following(place: int) -> list[int]:
        begin, end = graph.starts[place : place + 2]
        below: list[int] = graph.edges[begin:end].tolist()
        return below

    def in_order(place: int) -> Iterator[Step]:
        places = {key(below): below for below in following(place)}
        for joint, below in enumerate(rules.expand(key(place)).successors):
            yield place, joint, places[below]

    endless = set(analysis.endless.tolist())
    found = cycle(following, 0, _AllBut(endless), in_order)
    assert found is not None
    joints = [rules.expand(key(place)).joint(i) for place, i, _ in found.steps]
    return _Circle(tuple(map(tuple, rules.texts(joints))), len(found.lead))


def packed_entries(tier: NativeGame, analysis: Analysis) -> PackedEntries:
    """Return the entries of a strong solution, decoded when they are read."""
    network = tier.network
    fluents = (*network.fluents, *network.always)
    silent = np.array([text == NO_MOVE for _, text in network.moves], np.bool_)

    def portions() -> Iterator[Portion]:
        begin = 0
        for moves, alone in analysis.best_moves():
            part = slice(begin, begin + len(moves))
            values, distances = analysis.known(part)
            none = (moves < 0) | (alone & silent[moves])
            yield (
                _bits(analysis.graph.states[part], len(network.fluents), len(fluents)),
                values,
                distances,
                np.where(none, -1, moves).astype(np.int64),
            )
            begin = part.stop

    return PackedEntries(
        fluents=fluents,
        moves=[text for _, text in network.moves],
        portions=portions,
        no_value=NO_VALUE,
    )


def _bits(packed: NDArray[np.uint64], varying: int, fluents: int) -> NDArray[np.uint64]:
    """Return states as bits; the fluents that always hold come last."""
    bits = np.zeros((len(packed), (fluents + 63) // 64), np.uint64)
    words = min(bits.shape[1], packed.shape[1])
    bits[:, :words] = packed[:, :words]
    mark = 64 * packed.shape[1] - 1
    if mark >> 6 < words:
        bits[:, mark >> 6] &= ~(np.uint64(1) << np.uint64(mark & 63))
    for place in range(varying, fluents):
        bits[:, place >> 6] |= np.uint64(1) << np.uint64(place & 63)
    return bits


# ---- weak and ultra-weak ---------------------------------------------------

#: How many nodes the search for the distance of a win or loss may take: so many for
#: each node that the proof of the value took, or so many if that is more.
_DISTANCE, _FEW = 1, 20_000_000


class _NoStrategyError(LimitError):
    """No strategy was found that ends the game."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason, "plies")


@dataclass(frozen=True, slots=True)
class _Proof:
    """A proof search: can a role secure a value, by endless play if that counts?

    Attributes:
        enough: the value.
        endless: whether endless play counts as the value.
        prover: its proofs.
        question: whose the table of the prover is, for a checkpoint.
    """

    enough: int
    endless: bool
    prover: Proofs
    question: Mapping[str, Any]


@dataclass(slots=True)
class _Proving:
    """Proves bounds on the value of a position for a role.

    Attributes:
        solving: the position.
        tier: the game as a network.
        role: its name.
        draw: the value of endless play to it.
        memory: the most bytes a table may take.
        kept: the proof of the highest value proved so far.
        refuted: that of the lowest value disproved so far.
        nodes: the nodes of all proofs together.
        repeats: how often a state recurred on a path.
    """

    solving: Solving
    tier: NativeGame
    role: str
    draw: int | None
    memory: int
    kept: _Proof | None = None
    refuted: _Proof | None = None
    nodes: int = 0
    repeats: int = 0

    @property
    def index(self) -> int:
        """The index of the role."""
        return self.solving.index(self.role)

    @property
    def met(self) -> Met:
        """The positions that have occurred, if the rules ask for them."""
        state = self.solving.state
        return positions_met(state.game, state.number) if state.game.histories else ()

    @property
    def values(self) -> tuple[int, ...]:
        """The goal values of the role, lowest first; see `graph.role_values`."""
        roles, values = self.tier.network.outputs["goal"].arguments
        goals = zip(roles.tolist(), values.tolist(), strict=True)
        return role_values(goals, self.index, self.solving.ranges(self.role))

    def value(self) -> int | None:
        """Return the value of the position, by bisection of the possible values."""
        draw, named = self.draw, self.solving.state.game.worths[self.index]
        worths = sorted(
            {value for value in self.values if abs(value) < FAR}
            | ({draw} if draw is not None else set())
        )
        endless = draw is None and len(named) < 2
        if endless and not (worths and self.proved(worths[0], False)):
            return None  # the question is whether the game ends, not how
        low, high = 0, len(worths) - 1
        while low < high:
            middle = (low + high + 1) // 2
            enough = worths[middle]
            if self.proved(enough, draw is not None and enough <= draw):
                low = middle
            else:
                high = middle - 1
        best = low == len(worths) - 1
        # Every higher value was disproved; above the highest there was nothing to ask.
        sure = named if best else not self.repeats
        if draw is not None or sure:
            return worths[low]
        # If endless play counts as the best value, is the position worth more?
        more = worths[low] + 1 if best else worths[low + 1]
        return None if self.proved(more, True) else worths[low]

    def proved(self, enough: int, endless: bool) -> bool:
        """Return whether the role can be sure of a value.

        Raises:
            LimitError: the time is over.
        """
        solving, state = self.solving, self.solving.state
        ranges = solving.ranges(self.role)
        bits = self.tier.bits(state)
        code = game_code(state.game, self.index, {}, bits, met=self.met)
        goals = goal_rows(self.tier.goal_values(self.index), ranges)
        question = Question(self.index, enough, endless)
        given = code, code.machine({}, goals), question, self.memory
        prover: Prover[Any] = ProofNumbers(*given)
        if solving.method == "alphabeta":
            prover = AndOr(*given, threads=solving.threads)
        proof = _Proof(enough, endless, prover, self.question(enough, endless))
        checkpoint = solving.checkpoint
        if checkpoint is not None and (before := checkpoint.load()):
            header, arrays = before
            if header == proof.question:
                prover.take_up(arrays["table"])
        report = _reporter(solving, f"{self.role}: at least {enough}? {{:,}} nodes")

        def pause() -> None:
            look_at_clock(solving.deadline)
            report(prover.visited)

        try:
            with self.keeping(proof):
                found = prover.prove(bits, pause)
        except LimitError as error:
            raise LimitError(
                f"{error.reason} after {prover.visited:,} nodes", error.code, error.line
            ) from error
        self.nodes += prover.visited
        self.repeats += prover.repeats
        if found:
            self.kept = proof
        else:
            self.refuted = proof
        return found

    def prevented(self, rest: int, refuted: _Proof | None) -> bool:
        """Take over a disproof: what the other role cannot reach, this role prevents.

        Args:
            rest: what the values add up to, less the value of the other role.
            refuted: the disproof of its next higher value.

        Returns:
            Whether that is sure: no roles ever had to choose at once.
        """
        if refuted is None or not isinstance(refuted.prover, AndOr):
            return False
        if not refuted.prover.in_turn:
            return False
        prover = Opposite(refuted.prover, self.index)
        self.kept = _Proof(rest, False, prover, refuted.question)
        return True

    def question(self, enough: int, endless: bool) -> dict[str, Any]:
        """Return the header of a checkpoint for a proof."""
        state = self.solving.state
        return {
            "position": sorted(state.facts), "work": "proof_number",
            "role": self.role, "enough": enough, "endless": endless,
            "history": [[*texts, count] for texts, count in self.met],
        }  # fmt: skip

    @contextmanager
    def keeping(self, proof: _Proof | None) -> Iterator[None]:
        """Save a proof if the work inside is interrupted."""
        try:
            yield
        except _NoStrategyError:  # this error is an answer, not an interruption
            raise
        except UNFINISHED:
            checkpoint = self.solving.checkpoint
            if checkpoint is not None and proof is not None:
                checkpoint.save(proof.question, {"table": proof.prover.table})
            raise

    def strategy(self, enough: int) -> Analysis:
        """Return a strategy with which the role secures a value.

        Raises:
            LimitError: the time is over.
            _NoStrategyError: it runs into a cycle, or does not end the game.
        """
        solving = self.solving
        proof = self.kept
        if proof is None or (proof.enough, proof.endless) != (enough, False):
            if not self.proved(enough, False):
                raise _NoStrategyError(
                    "no strategy brings the game to an end: play can go on for ever; "
                    "use retrograde"
                )
            proof = self.kept
        assert proof is not None
        prover = proof.prover
        before = prover.visited
        network = self.tier.network
        held = self.tier.held(solving.state)
        follower = Follower(
            network, self.index, self.values, enough, prover, held, self.memory
        )
        report = _reporter(solving, f"the strategy of {self.role}: {{:,}} states")

        def pause(states: int) -> None:
            look_at_clock(solving.deadline)
            report(states)

        with self.keeping(proof):
            graph, chosen = follower.run(pause)
            analysis = analyse(
                network, graph, self.index, self.values, deadline=solving.deadline
            )
        self.nodes += prover.visited - before
        if not analysis.finite:
            raise _NoStrategyError("the strategy leads round a circle of moves")
        return replace(analysis, chosen=chosen)


def searched(solving: Solving, finite: bool | None) -> Solution:
    """Return a weak or ultra-weak solution.

    A prover finds the value; then the states that it has proved make the strategy.

    Args:
        solving: the position.
        finite: whether play must end; None if unknown.

    Raises:
        LimitError: the time is over, or a strategy runs into a cycle.
    """
    method, strength = solving.method, solving.strength
    memory = memory_left(solving.memory or MEMORY) // 4
    game, tier = solving.state.game, native(solving.state.game, histories=True)
    known: dict[str, tuple[int | None, int | None]] = {}
    provings: dict[str, _Proving] = {}
    total = 0
    whole = solving.total if solving.state.reached else None
    for role in game.players:
        draw = solving.others_draw(role)
        provings[role] = proving = _Proving(solving, tier, role, draw, memory)
        if whole is not None and known:
            [(value, plies)] = known.values()
            rest = None if value is None else whole - value
            # With simultaneous moves, neither role may have a guaranteed value.
            if rest is not None and (
                proving.prevented(rest, provings[game.players[0]].refuted)
                or proving.proved(rest, draw is not None and rest <= draw)
            ):
                known[role] = rest, plies
                continue
        value = proving.value()
        plies = None
        if method == "alphabeta" and value in solving.ranges(role):
            most = max(_DISTANCE * proving.nodes, _FEW)
            plies, nodes = solving.plies(role, most, memory)
            total += nodes
        known[role] = value, plies
    values = {role: value for role, (value, _) in known.items()}
    solutions = {}
    if strength != "ultra-weak" and not game.histories:
        wanted = (solving.role,) if whole is None else game.players
        for role in wanted:
            value = values[role]
            if value is None:
                continue
            try:
                solutions[role] = _weak(provings[role], values)
            except _NoStrategyError:
                if strength == "weak":
                    raise
                solutions.clear()
                break
    total += sum(proving.nodes for proving in provings.values())
    notes = game.assumed + (() if whole is None else game.goal_sum.doubt)
    if solving.role in solutions:
        rivals = [one for role, one in solutions.items() if role != solving.role]
        if sum(one.value or 0 for one in solutions.values()) != whole:
            rivals = []  # With simultaneous moves, these may add up to less.
        solution = replace(
            solutions[solving.role],
            nodes=total, rival=rivals[0] if rivals else None,
            exact=known[solving.role][1], finite=finite,
            seconds=time.monotonic() - solving.started,
            notes=notes,
        )  # fmt: skip
    else:
        solution = solving.solution(
            solved="ultra-weak", values=values, distance=known[solving.role][1],
            cycle=None, states=None, nodes=total, method=method, entries=None,
            finite=finite,
        )  # fmt: skip
        solution = replace(solution, notes=notes)
    mine = provings[solving.role]
    with mine.keeping(mine.kept):
        return solving.finished(solution)


def _weak(proving: _Proving, values: Mapping[str, int | None]) -> Solution:
    """Return the solution for one role."""
    value = values[proving.role]
    assert value is not None
    analysis = proving.strategy(value)
    solving = replace(proving.solving, role=proving.role, draw=proving.draw)
    return solving.solution(
        solved="weak", values=values, distance=analysis.state()[1],
        cycle=None, states=len(analysis.graph.states), nodes=proving.nodes,
        method=solving.method, entries=packed_entries(proving.tier, analysis),
    )  # fmt: skip
