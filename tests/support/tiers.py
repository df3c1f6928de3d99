"""Compare the tiers in states of random games: `sh scripts/tiers [STATES [SEED]]`.

Each game of `rules/` that has roles, and each rule sheet of `../shared/gdl`, is played
at random by its network, until there are so many different states. In these, all must
tell what the network tells: the fluents, whether the game is over, the goal of each
role, the legal moves of each role, the probability of each move of chance, the
features, whether the state is quiet and whether a turn goes on where the rules say so,
and what follows a joint move. They are

- the functions that searches of one state at a time ask, as machine code: words, or
  changes in the network where these would be too many; they are asked in each state;
- the clauses, and the knowledge base as the procedural tier asks it;
- the oracle, which shares nothing with the package.

The clauses and the oracle are slow: they are asked in states drawn at random, for so
many seconds. Minimax to depth 3, by clauses and natively, must find the same values and
visit as many nodes, in some of the states.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import random
import resource
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from fractions import Fraction
from functools import partial
from math import gcd, prod
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NamedTuple

import click
import numpy as np
from numpy.typing import NDArray

import pygame_search as ps
from pygame_search.game import Game, State
from pygame_search.machine.clauses import ClauseMachine
from pygame_search.machine.game_code import game_code
from pygame_search.machine.kernel_evaluator import KernelEvaluator
from pygame_search.network.game_code import GameCode
from pygame_search.network.game_functions import NO_GOAL_VALUE, WITHIN_TURN
from pygame_search.network.lift.lifted import LiftedGame
from pygame_search.network.machine_code import machine_code
from pygame_search.network.packing import pack
from pygame_search.oracle.interpreter import Oracle
from pygame_search.oracle.terms import OracleError, Term, ground_terms
from pygame_search.support.errors import PygameSearchError
from pygame_search.support.resources import rules_folder

SHEETS = Path(__file__).parents[3] / "shared" / "gdl" / "games"

#: The procedural tier makes all joint moves of a state: where there are more, it is not
#: asked, only the others.
MOST_JOINTS = 500

#: A random game is left after so many plies.
MOST_PLIES = 500

#: After so many plies without a new state, there are no more to be found.
MOST_REPEATED = 1000

#: After so many states that the game keeps, successors too, it is loaded anew: a state
#: of a large board takes 40 kilobytes.
MOST_STATES = 50_000

#: In how many states minimax searches, to at most so many plies, and the most nodes of
#: such a search.
MOST_SEARCHES, DEPTH, MOST_NODES = 20, 3, 20_000

#: The random games, with the functions, may take so many times the time of the others.
GAMES_TIMES = 5


@dataclass(slots=True)
class Outcome:
    """What the comparison of a game came to.

    Attributes:
        game: what it is called.
        asked: how many states were to be compared.
        playouts: how many random games were played for them.
        states: in how many different states the functions were compared.
        code: what these are: `words` or `changes`.
        clauses: in how many states the clauses were.
        expanded: in how many of these the procedural tier was.
        oracle: in how many states the oracle was.
        searches: for how many states the values of minimax were, to each depth.
        seconds: the processor time.
        differ: what differs.
        notes: why something was not asked.
        skipped: why the game could not be compared.
    """

    game: str
    asked: int = 0
    playouts: int = 0
    states: int = 0
    code: str = ""
    clauses: int = 0
    expanded: int = 0
    oracle: int = 0
    searches: list[int] = field(default_factory=lambda: [0] * DEPTH)
    seconds: float = 0.0
    differ: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    skipped: str = ""


class Seen(NamedTuple):
    """A state of a random game.

    Attributes:
        state: the state, as the network has it.
        joint: the number of each role's move that was made; none at the end.
        after: the state after it.
    """

    state: bytes
    joint: tuple[int, ...]
    after: bytes


class Functions:
    """The functions of a game for searches of a role, as machine code, in a state.

    Args:
        game: its code.
        role: the index of the role.
        weights: of the features, by the index of a role and the name.
    """

    def __init__(
        self, game: GameCode, role: int, weights: dict[tuple[int, str], int]
    ) -> None:
        self.game, self._role = game, role
        code = machine_code(game.library)
        counts = {"terminal": 1, "goal": 2, "legal": 3, "step": 4, "value": 2,
                  "quiet": 1, "noisy": 3, "weight": 2}  # fmt: skip
        (
            self._terminal,
            self._goal,
            self._legal,
            self._step,
            self._value,
            self._quiet,
            self._noisy,
            self._weight,
        ) = (code.function(f"game_{name}", 1 + count) for name, count in counts.items())
        self._weights = game.weights(weights)
        self._state = np.zeros(game.size, np.uint64)
        self._room = np.zeros(game.moves + 64, np.int32)

    def begin(self, state: bytes) -> None:
        """Go to a state."""
        self._state = self.game.state(np.frombuffer(state, np.uint64).copy())

    def facts(self) -> bytes:
        """Return the state as the network has it."""
        return _packed(self.game.held(self._state))

    def end(
        self, state: NDArray[np.uint64] | None = None
    ) -> tuple[bool, int | None, int]:
        """Return whether a state is terminal, the role's goal, and the worth."""
        at = (self._state if state is None else state).ctypes.data
        context = self.game.context
        goal = self._goal(context, at, self._role)
        return (
            self._terminal(context, at) == 1,
            None if goal == NO_GOAL_VALUE else goal,
            self._value(context, at, self._weights.ctypes.data),
        )

    def mid_turn(self) -> bool:
        """Return whether a turn goes on; false where the game is over."""
        return self._terminal(self.game.context, self._at) == WITHIN_TURN

    def quiet(self) -> bool | None:
        """Return whether the state is quiet; None if no rule says so."""
        return (False, True, None)[self._quiet(self.game.context, self._at)]

    def moves(self) -> tuple[tuple[int, ...], ...]:
        """Return the legal moves of each role, as they are listed."""
        return tuple(self._listed(self._legal, role) for role in range(self.game.roles))

    def noisy(self) -> set[tuple[int, int]]:
        """Return the noisy moves, each with its role."""
        return {
            (role, move)
            for role in range(self.game.roles)
            for move in self._listed(self._noisy, role)
        }

    def weights(self, moves: Sequence[int]) -> tuple[int | None, ...]:
        """Return the weights of moves of chance, None for a move that has not one."""
        found = [self._weight(self.game.context, self._at, move) for move in moves]
        return tuple(None if one == NO_GOAL_VALUE else one for one in found)

    def _listed(self, function: Any, role: int) -> tuple[int, ...]:
        count = function(self.game.context, self._at, role, self._room.ctypes.data)
        return tuple(self._room[: max(count, 0) & 0xFFFFFFFF].tolist())

    def step(self, joint: Sequence[int]) -> tuple[bool, int | None, int]:
        """Make a joint move; return the `end` of a step that is made in part."""
        moves = np.array(joint, np.int32)
        parts = [np.zeros_like(self._state) for _ in range(2)]
        for whole, made in enumerate(parts):
            self._step(
                self.game.context, self._at, moves.ctypes.data, made.ctypes.data, whole
            )
        self._state = parts[1]
        return self.end(parts[0])

    @property
    def _at(self) -> int:
        return self._state.ctypes.data


def _packed(held: NDArray[np.bool_]) -> bytes:
    found: bytes = pack(held.astype(np.uint8)[np.newaxis])[0].tobytes()
    return found


class Tiers:
    """The tiers side by side.

    Args:
        load: loads the game.
        outcome: counts, and gets the differences.

    Attributes:
        seen: the states of random games.
    """

    def __init__(self, load: Callable[[], Game], outcome: Outcome) -> None:
        self._load, self._outcome = load, outcome
        self._game = game = load()
        self._network = network = KernelEvaluator(game)
        self.seen: dict[bytes, Seen] = {}
        roles = network.network.roles
        self._chance = roles.index("random") if "random" in roles else None
        features = network.network.features()
        pairs = sorted({(role, name) for role, name, *_ in features})
        #: Other sums are other features, as good as always.
        self._weights = {pair: 1 + 1000**at for at, pair in enumerate(pairs[:5])}
        bits = np.frombuffer(network.initial, np.uint64).copy()
        self._functions = [
            Functions(game_code(game, role, self._weights, bits), role, self._weights)
            for role in range(len(game.roles))
        ]
        words = isinstance(self._functions[0].game, LiftedGame)
        outcome.code = "words" if words else "changes"

    def play(self, source: random.Random, states: int, deadline: float) -> None:
        """Play random games, and compare the functions in each state.

        Args:
            source: of the random moves.
            states: how many different states are wanted.
            deadline: of the processor's time.
        """
        plies = 0
        while len(self.seen) < states and plies < MOST_REPEATED:
            if self._outcome.differ:
                return
            if time.process_time() > deadline:
                self._outcome.notes.append("random games: time")
                return
            known = len(self.seen)
            more = self._playout(source, states, deadline)
            plies = more + (plies if len(self.seen) == known else 0)
            self._outcome.playouts += 1

    def _playout(self, source: random.Random, states: int, deadline: float) -> int:
        """Play one random game, see `play`; return how many plies it had."""
        state = self._network.initial
        for functions in self._functions:
            functions.begin(state)
        for plies in range(1, MOST_PLIES + 1):
            self._compare_functions(state)
            joint, after = tuple[int, ...](), state
            if legal := self._legal(state):
                joint = tuple(map(source.choice, legal))
                ranks = [
                    list(own).index(m) for own, m in zip(legal, joint, strict=True)
                ]
                [after] = self._network.after(state, legal, np.array([ranks], np.int64))
                self._compare_step(state, joint, after)
            self.seen.setdefault(state, Seen(state, joint, after))
            full = len(self.seen) >= states or time.process_time() > deadline
            self._outcome.states = len(self.seen)
            if not joint or full or self._outcome.differ:
                return plies
            state = after
        return MOST_PLIES

    def _legal(self, state: bytes) -> tuple[tuple[int, ...], ...]:
        """Return the moves of each role; none where no joint move can be made."""
        if self._network.terminal(state):
            return ()
        legal = self._network.moves(state)
        return legal if all(legal) else ()

    def _differs(self, what: str, state: bytes, *said: object) -> None:
        if any(one != said[0] for one in said[1:]):
            shown = " / ".join(f"{one}"[:300] for one in said)
            facts = self._network.facts(state)
            self._outcome.differ.append(f"{what} in {facts}: {shown}"[:2000])

    # ---- the functions ------------------------------------------------------------

    def _chances(self, state: bytes) -> dict[str, Fraction]:
        """Return the probability of each move of chance; none where it only waits."""
        assert self._chance is not None
        network, moves = self._network, self._network.moves(state)[self._chance]
        texts = [network.text(move) for move in moves]
        if texts == ["noop"]:
            return {}
        weights: Sequence[int] | None = [1] * len(moves)
        if network.network.weighs_chance is not None and len(moves) > 1:
            weights = network.weights(state, self._chance, moves)
        if weights is None:
            return {}
        return {
            text: Fraction(weight, sum(weights))
            for text, weight in zip(texts, weights, strict=True)
        }

    def _compare_functions(self, state: bytes) -> None:
        network = self._network
        for role, functions in enumerate(self._functions):
            what = f"{self._outcome.code}, role {role}"
            self._differs(f"{what}: fluents", state, state, functions.facts())
            self._compare_end(what, state, role, functions.end())
            quiet = network.holds(state, "quiet")
            self._differs(f"{what}: quiet", state, quiet, functions.quiet())
            if not network.terminal(state):
                within = bool(network.holds(state, "mid_turn"))
                self._differs(f"{what}: mid_turn", state, within, functions.mid_turn())
                moves = network.moves(state)
                self._differs(f"{what}: moves", state, moves, functions.moves())
                self._differs(
                    f"{what}: noisy", state, network.noisy(state), functions.noisy()
                )
                if (chance := network.network.weighs_chance) is not None:
                    own = moves[chance]
                    expected = network.weights(state, chance, own)
                    weights = functions.weights(own)
                    if expected is not None and len(own) > 1:
                        unit = gcd(*(weight or 0 for weight in weights)) or 1
                        weights = tuple((weight or 0) // unit for weight in weights)
                        self._differs(f"{what}: weights", state, expected, weights)

    def _compare_step(self, state: bytes, joint: tuple[int, ...], after: bytes) -> None:
        for role, functions in enumerate(self._functions):
            what = f"{self._outcome.code}, role {role}, after {joint}"
            end = functions.step(joint)
            self._differs(f"{what}: fluents", state, after, functions.facts())
            self._compare_end(f"{what}, made in part", after, role, end)

    def _compare_end(
        self, what: str, state: bytes, role: int, end: tuple[bool, int | None, int]
    ) -> None:
        network, (terminal, goal, worth) = self._network, end
        self._differs(f"{what}: terminal", state, network.terminal(state), terminal)
        self._differs(f"{what}: goals", state, network.goals(state)[role], goal)
        expected = sum(
            self._weights.get((role, name), 0) * count
            for role, counts in enumerate(network.features(state))
            for name, count in counts.items()
        )
        self._differs(f"{what}: features", state, expected, worth)

    # ---- the clauses --------------------------------------------------------------

    def ask_clauses(self, source: random.Random, seconds: float) -> None:
        """Compare the clauses and the knowledge base, in states drawn at random."""
        self._begin_clauses()
        deadline = time.process_time() + seconds
        network = self._network
        facts = sorted(network.facts(network.initial))
        self._differs(
            "fluents", network.initial, facts, sorted(self._game.initial.facts)
        )
        for seen in self._drawn(source):
            if self._outcome.differ or time.process_time() > deadline:
                break
            if self._kept > MOST_STATES:
                self._game = self._load()
                self._begin_clauses()
            self._compare_clauses(seen)
            self._outcome.clauses += 1
        self._note("clauses", self._outcome.clauses)

    def _begin_clauses(self) -> None:
        self._kept = 0
        self._game.ready()
        self._base = ClauseMachine(self._game, memo=True)
        self._texts = ClauseMachine(self._game)

    def _drawn(self, source: random.Random) -> list[Seen]:
        return source.sample(list(self.seen.values()), len(self.seen))

    def _note(self, what: str, count: int) -> None:
        if count < len(self.seen) and not self._outcome.differ:
            self._outcome.notes.append(f"{what}: time")

    def _state(self, state: bytes) -> State:
        return self._game.of_facts(self._network.facts(state))

    def _compare_clauses(self, seen: Seen) -> None:
        network, at = self._network, seen.state
        state = self._state(at)
        position, look = state.position, self._base.look(state.number)
        terminal = network.terminal(at)
        self._differs("terminal", at, terminal, position.terminal, look.terminal)
        facts = sorted(network.facts(at))
        self._differs("fluents", at, facts, sorted(position.facts))
        goals = network.goals(at)
        self._differs("goals", at, goals, position.goals)
        if look.terminal and None not in look.values:
            self._differs("goals at the end", at, goals, look.values)
        if self._game.weights:
            self._differs(
                "features", at, *map(_above_0, (
                    network.features(at), self._base.features(state.number)
                )),
            )  # fmt: skip
        for word in ("quiet", "mid_turn"):
            held = self._base.holds(state.number, word)
            self._differs(word, at, network.holds(at, word), held)
        if position.terminal or terminal:
            return
        texts = [sorted(map(network.text, moves)) for moves in network.moves(at)]
        self._differs("moves", at, texts, [sorted(moves) for moves in position.legal])
        if self._chance is not None:
            self._differs("chances", at, self._chances(at), state.chances)
        if self._game.noisy:
            noisy = {(role, network.text(move)) for role, move in network.noisy(at)}
            told = self._base.noisy(state.number)
            self._differs(
                "noisy", at, noisy,
                {(role, self._base.texts([[move]])[0][0]) for role, move in told},
            )  # fmt: skip
        if self._outcome.differ or not seen.joint:
            return
        joint = tuple(map(network.text, seen.joint))
        separator = " " if self._game.book.syntax == "kif" else ", "
        after = state.play(f"[{separator.join(joint)}]")
        facts = sorted(network.facts(seen.after))
        self._differs(f"state after {joint}", at, facts, sorted(after.facts))
        if prod(map(len, position.legal)) <= MOST_JOINTS:
            self._compare_expansion(seen, state, joint, after)

    def _compare_expansion(
        self, seen: Seen, state: State, joint: tuple[str, ...], after: State
    ) -> None:
        """Compare how the procedural tier is told of all moves."""
        self._outcome.expanded += 1
        legal = state.position.legal
        self._kept += prod(map(len, legal))
        found = self._base.expand(state.number)
        listed = [tuple(self._texts.texts([part])[0]) for part in found.moves]
        self._differs("moves in order", seen.state, list(legal), listed)
        place = 0
        for move, moves in zip(joint, legal, strict=True):
            place = place * len(moves) + moves.index(move)
        self._differs(
            f"number of the state after {joint}", seen.state,
            after.number, found.successors[place],
        )  # fmt: skip

    # ---- the searches -------------------------------------------------------------

    def ask_searches(self, source: random.Random, seconds: float) -> None:
        """Compare the values of minimax, by clauses and natively."""
        if self._game.chance is not None:
            self._outcome.notes.append("searches: chance")
            return
        tried, deadline = 0, time.process_time() + seconds
        for seen in self._drawn(source):
            if tried == MOST_SEARCHES or self._outcome.differ:
                return
            if seen.joint and self._game.players:
                if time.process_time() > deadline:
                    break
                self._compare_searches(seen, deadline)
                tried += 1
        if tried < MOST_SEARCHES and time.process_time() > deadline:
            self._outcome.notes.append("searches: time")

    def _compare_searches(self, seen: Seen, deadline: float) -> None:
        """Compare to the greatest depth that takes neither long nor many nodes."""
        state = self._state(seen.state)
        for depth in range(DEPTH, 0, -1):
            seconds = max(0.01, deadline - time.process_time())
            search = partial(
                state.best, method="minimax", depth=depth, exact=True, seconds=seconds
            )
            native = search(tier="native")
            if native.stopped == "time" or native.nodes > MOST_NODES:
                continue
            clauses = search(tier="clauses")
            if clauses.stopped != "time":
                one, other = (
                    ([(move.joint, move.value) for move in found.moves], found.nodes)
                    for found in (clauses, native)
                )
                what = f"minimax to depth {depth}, by clauses and natively,"
                self._differs(what, seen.state, one, other)
                self._outcome.searches[depth - 1] += 1
                return

    # ---- the oracle ---------------------------------------------------------------

    def ask_oracle(self, source: random.Random, seconds: float) -> None:
        """Compare the oracle, in states drawn at random."""
        game, network = self._game, self._network
        syntax = game.book.syntax
        given = {name: text for name, text, *_ in game.given_parameters}
        oracle = Oracle(game.book.text, syntax, given)
        texts = sorted({*network.names, *(text for _, text in network.network.moves)})
        terms = dict(zip(texts, ground_terms(texts, syntax), strict=True))
        roles = ground_terms(game.roles, syntax)
        start = self._terms(network.initial, terms)
        self._differs("the oracle: roles", network.initial, roles, oracle.roles)
        self._differs("the oracle: fluents", network.initial, start, oracle.initial)
        deadline = time.process_time() + seconds
        for seen in self._drawn(source):
            if self._outcome.differ or time.process_time() > deadline:
                break
            self._compare_oracle(oracle, seen, terms)
            self._outcome.oracle += 1
        self._note("oracle", self._outcome.oracle)

    def _terms(self, state: bytes, terms: dict[str, Term]) -> frozenset[Term]:
        return frozenset(terms[fact] for fact in self._network.facts(state))

    def _compare_oracle(
        self, oracle: Oracle, seen: Seen, terms: dict[str, Term]
    ) -> None:
        network, at = self._network, seen.state
        state = self._terms(at, terms)
        terminal = network.terminal(at)
        self._differs("the oracle: terminal", at, terminal, oracle.terminal(state))
        within = bool(oracle.instances("mid_turn"))
        self._differs(
            "the oracle: mid_turn", at, bool(network.holds(at, "mid_turn")), within
        )
        goals = tuple(oracle.goals(state).values())
        self._differs("the oracle: goals", at, network.goals(at), goals)
        if terminal or self._outcome.differ:
            return
        legal = [{terms[network.text(m)] for m in own} for own in network.moves(at)]
        moves = [*oracle.legal(state).values()]
        self._differs("the oracle: moves", at, legal, moves)
        if self._chance is not None and not self._outcome.differ:
            chances = {terms[move]: p for move, p in self._chances(at).items()}
            likely = oracle.chances(state) if chances else {}
            self._differs("the oracle: chances", at, chances, likely)
        if seen.joint:
            joint = [terms[network.text(move)] for move in seen.joint]
            after = self._terms(seen.after, terms)
            what = f"the oracle: state after {joint}"
            self._differs(what, at, after, oracle.successor(state, joint))


def _above_0(features: tuple[dict[str, int], ...]) -> list[dict[str, int]]:
    return [{name: n for name, n in found.items() if n} for found in features]


def compared(
    load: Callable[[], Game],
    states: int,
    seed: int,
    seconds: float,
    report: Callable[[Outcome], None] = lambda outcome: None,
) -> Outcome:
    """Return what the comparison of a game comes to.

    Args:
        load: loads the game.
        states: how many states of random games.
        seed: of the random numbers.
        seconds: how much processor time the clauses, the searches and the oracle each
            may take, and the random games GAMES_TIMES as much.
        report: is told what was found so far, after each of them.
    """
    game = load()
    outcome = Outcome(game.name, asked=states)
    if not game.roles:
        outcome.skipped = "no roles"
        return outcome
    started = time.process_time()
    source = random.Random(f"{game.name} {seed}")
    try:
        tiers = Tiers(load, outcome)
        tiers.play(source, states, time.process_time() + GAMES_TIMES * seconds)
    except PygameSearchError as error:
        outcome.skipped = _words(error)
        return outcome
    for ask in (tiers.ask_clauses, tiers.ask_searches, tiers.ask_oracle):
        outcome.seconds = round(time.process_time() - started, 2)
        report(outcome)
        if outcome.differ:
            break
        try:
            ask(source, seconds)
        except (PygameSearchError, OracleError, RecursionError) as error:
            outcome.notes.append(f"{ask.__name__}: {_words(error)}")
    outcome.seconds = round(time.process_time() - started, 2)
    return outcome


def _words(error: BaseException) -> str:
    return f"{type(error).__name__}: {' '.join(str(error).split())}"[:300]


def calls(only: tuple[str, ...]) -> Iterator[str]:
    """Yield what the games are called."""
    for path in sorted(rules_folder().glob("*.pl")):
        if not only or path.stem in only:
            yield path.stem
    for path in sorted(SHEETS.glob("*.kif")):
        if not only or path.stem in only:
            yield str(path)


def _face_up(call: str) -> Game:
    """Load a game, to be searched with all cards face up."""
    return ps.load(call).face_up()


def _one(
    call: str, states: int, seed: int, seconds: float, memory: int, sender: Connection
) -> None:
    """Compare one game, and send the outcome as it comes about."""
    most = int(_most(seconds))
    resource.setrlimit(resource.RLIMIT_CPU, (most, most + 10))
    resource.setrlimit(resource.RLIMIT_AS, (memory * 1_000_000,) * 2)
    outcome = Outcome(Path(call).stem)
    try:
        outcome = compared(partial(_face_up, call), states, seed, seconds, sender.send)
    except (PygameSearchError, MemoryError) as error:
        outcome.skipped = _words(error)
    sender.send(outcome)
    sender.close()
    os._exit(0)


def _most(seconds: float) -> float:
    """Return the limit of a game's processor time."""
    return (GAMES_TIMES + 5) * seconds + 120


def in_a_process(
    call: str, states: int, seed: int, seconds: float, memory: int
) -> Outcome:
    """Return what the comparison in a process of its own comes to."""
    context = multiprocessing.get_context("spawn")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(
        target=_one, args=(call, states, seed, seconds, memory, sender), daemon=True
    )
    process.start()
    sender.close()
    outcome = Outcome(Path(call).stem, asked=states, skipped="nothing was found")
    try:
        with suppress(EOFError):
            while True:
                outcome = receiver.recv()
        process.join()
    finally:
        process.kill()
        process.join()
    if process.exitcode == -signal.SIGXCPU:
        outcome.notes.append(f"left after {_most(seconds):g} s")
    elif process.exitcode:
        outcome.notes.append(f"ended with {process.exitcode}")
    return outcome


def told(outcome: Outcome) -> str:
    """Return an outcome in a line, and what differs in others."""
    if outcome.skipped:
        notes = "; ".join([outcome.skipped[:200], *outcome.notes])
        return f"{outcome.game}: left out: {notes}"
    depths = [f"{n} to depth {at}" for at, n in enumerate(outcome.searches, 1) if n]
    line = (
        f"{outcome.game}: {outcome.code} in {outcome.states:,} of {outcome.asked:,} "
        f"states, of {outcome.playouts:,} games; clauses in {outcome.clauses:,}, "
        f"procedural in {outcome.expanded:,}, the oracle in {outcome.oracle:,}; "
        f"minimax: {', '.join(depths) or 'none'}; {outcome.seconds:.1f} s"
    )
    if outcome.notes:
        line += f" ({'; '.join(outcome.notes)})"
    return "\n  ".join([line, *outcome.differ])


@click.command()
@click.argument("states", default=1000)
@click.argument("seed", default=1)
@click.option("--seconds", default=20.0, show_default=True,
              help="Of processor time, for the clauses, the searches, the oracle.",
              )  # fmt: skip
@click.option("--memory", default=6000, show_default=True, help="Megabytes.")
@click.option("--only", multiple=True, metavar="GAME", help="Only this one.")
@click.option("--resume", type=click.Path(path_type=Path), metavar="FILE",
              help="Keep the outcomes here; leave out those that are.")  # fmt: skip
def main(
    states: int,
    seed: int,
    seconds: float,
    memory: int,
    only: tuple[str, ...],
    resume: Path | None,
) -> None:
    """Compare the tiers in STATES states of each game; exit 1 if they differ."""
    done: dict[str, Outcome] = {}
    if resume is not None and resume.exists():
        for line in resume.read_text(encoding="utf-8").splitlines():
            outcome = Outcome(**json.loads(line))
            done[outcome.game] = outcome
    for call in calls(only):
        name = Path(call).stem
        if name in done:
            continue
        outcome = done[name] = in_a_process(call, states, seed, seconds, memory)
        outcome.game = name
        click.echo(told(outcome))
        if resume is not None:
            with resume.open("a", encoding="utf-8") as file:
                file.write(json.dumps(asdict(outcome)) + "\n")
    every = list(done.values())
    played = [outcome for outcome in every if not outcome.skipped]
    differ = sum(bool(outcome.differ) for outcome in every)
    click.echo(totals(played, len(every) - len(played), differ))
    sys.exit(1 if differ or not played else 0)


def totals(played: Sequence[Outcome], left_out: int, differ: int) -> str:
    """Return what all comparisons come to."""
    parts = [
        f"{sum(o.code == code for o in played)} games by {code} in "
        f"{sum(o.states for o in played if o.code == code):,} states"
        for code in ("words", "changes")
    ]
    for name in ("clauses", "oracle"):
        counts = [getattr(o, name) for o in played]
        whole = sum(n == o.states for n, o in zip(counts, played, strict=True))
        parts.append(
            f"{name} in {sum(counts):,} states, of {whole} games in all states"
        )
    return (
        f"{len(played)} games compared, {left_out} left out, {differ} differ: "
        f"{'; '.join(parts)}; minimax in {sum(sum(o.searches) for o in played):,} "
        f"positions, {sum(o.searches[-1] for o in played):,} of them to depth {DEPTH}"
    )


if __name__ == "__main__":
    main()
