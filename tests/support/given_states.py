"""States that no play reaches, as a user may give them, and what each tier says there.

A state of a random game loses and gains a few facts. The witness is the form `meaning`:
the rules as they are defined, which know nothing of what may be reached. Each of these
must say the same, or refuse the state:

- the clauses in both compiled forms;
- the network, evaluated by Python and by kernels;
- the functions that searches of one state at a time ask, as words and as changes.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice, product

import numpy as np
from tiers import Functions

from pygame_search.game import Game, State
from pygame_search.machine.clauses import ClauseMachine
from pygame_search.machine.evaluator import Evaluator
from pygame_search.machine.game_code import lift
from pygame_search.machine.kernel_evaluator import KernelEvaluator
from pygame_search.machine.machine import Machine
from pygame_search.machine.native_game import NativeGame, native
from pygame_search.machine.network import NetworkMachine
from pygame_search.machine.reference_evaluator import ReferenceEvaluator
from pygame_search.network.events.wired import WiredGame
from pygame_search.network.events.wiring import wire
from pygame_search.support.errors import (
    InputError,
    LimitError,
    MoveError,
    RulesError,
    TierError,
)

#: How many joint moves of a state are made.
MOST_JOINTS = 12

#: A part of a tier that is asked: facts to what they tell.
Teller = Callable[[tuple[str, ...]], "Told"]


@dataclass(frozen=True, slots=True)
class Told:
    """What holds in a state.

    Attributes:
        terminal: whether it is an end.
        goals: of each role, None where it has none.
        legal: the moves of each role, ordered; nothing at an end.
        after: the facts after some joint moves, ordered.
    """

    terminal: bool
    goals: tuple[int | None, ...]
    legal: tuple[tuple[str, ...], ...] = ()
    after: tuple[tuple[str, ...], ...] = ()


@dataclass(slots=True)
class Outcome:
    """What a comparison came to.

    Attributes:
        states: how many states were given.
        told: by each teller, in how many of them it said what holds.
        refused: by each, how many it refused.
        differ: what differs.
    """

    states: int = 0
    told: dict[str, int] = field(default_factory=dict)
    refused: dict[str, int] = field(default_factory=dict)
    differ: list[str] = field(default_factory=list)


def by_machine(machine: Machine, facts: tuple[str, ...]) -> Told:
    """Return what a machine tells of the state with these facts."""
    key = machine.of_facts(facts)
    found = machine.look(key)
    goals = tuple(found.values) if found.terminal else ()
    if found.terminal:
        return Told(True, goals)
    moves = machine.legal(key).moves
    texts = [machine.texts([[m] for m in own]) if own else [] for own in moves]
    named = [dict(zip((t for [t] in own), ids, strict=True))
             for own, ids in zip(texts, moves, strict=True)]  # fmt: skip
    legal = tuple(tuple(sorted(own)) for own in named)
    after = tuple(
        tuple(sorted(machine.facts(machine.after(key, [
            own[move] for own, move in zip(named, joint, strict=True)
        ]))))
        for joint in joints(legal)
    )  # fmt: skip
    return Told(False, goals, legal, after)


def joints(legal: Sequence[Sequence[str]]) -> Iterator[tuple[str, ...]]:
    """Yield some joint moves, the same for equal lists of moves."""
    return islice(product(*legal), MOST_JOINTS)


def by_functions(
    tier: NativeGame, functions: Sequence[Functions], facts: tuple[str, ...]
) -> Told:
    """Return what the functions of each role tell of the state with these facts.

    Raises:
        TierError: they are not right for it.
    """
    network = tier.network
    bits = tier.bits_of(facts)
    code = functions[0].game
    if hasattr(code, "takes") and not code.takes(bits):
        raise TierError("the operations do not take the state")
    for each in functions:
        each.begin(bits.tobytes())
    ends = [each.end() for each in functions]
    terminal = ends[0][0]
    goals = tuple(goal for _, goal, _ in ends) if terminal else ()
    if terminal:
        return Told(True, goals)
    moves = functions[0].moves()
    named = [{network.moves[move][1]: move for move in own} for own in moves]
    legal = tuple(tuple(sorted(own)) for own in named)
    after = []
    for joint in joints(legal):
        numbers = [own[move] for own, move in zip(named, joint, strict=True)]
        functions[0].begin(bits.tobytes())
        functions[0].step(numbers)
        held = np.frombuffer(functions[0].facts(), np.uint64).view(np.uint8)
        held = np.unpackbits(held, count=len(network.fluents), bitorder="little")
        own = [f for f, holds in zip(network.fluents, held, strict=True) if holds]
        after.append(tuple(sorted([*own, *network.always])))
    return Told(False, goals, legal, tuple(after))


def tellers(load: Callable[[str], Game]) -> dict[str, Teller]:
    """Return the parts of the tiers that can tell of the states of a game.

    Args:
        load: loads it in a form.
    """
    found: dict[str, Teller] = {}
    for form in ("lists", "slots"):
        try:
            game = load(form)
            game.ready()
        except TierError:
            continue
        found[form] = _teller(ClauseMachine(game), game)
    game = load("best")
    try:
        tier = native(game)
    except (TierError, LimitError):
        return found
    makers: dict[str, type[Evaluator]] = {
        "reference": ReferenceEvaluator, "kernels": KernelEvaluator,
    }  # fmt: skip
    for name, make in makers.items():
        machine = NetworkMachine(game, evaluator=make(tier), order="standard")
        found[name] = _teller(machine, game)
    roles = range(len(game.roles))
    lifted = lift(game)
    if lifted is not None:
        words = [Functions(lifted, role, {}) for role in roles]
        found["words"] = lambda facts: by_functions(tier, words, facts)
    changes = [
        Functions(WiredGame(wire(tier.network, role, {})), role, {}) for role in roles
    ]
    found["changes"] = lambda facts: by_functions(tier, changes, facts)
    return found


def _teller(machine: Machine, game: Game) -> Teller:
    """Return what asks a machine, and keeps its game."""

    def tell(facts: tuple[str, ...]) -> Told:
        assert game is machine.rules
        return by_machine(machine, facts)

    return tell


def changed(
    source: random.Random, facts: Sequence[str], pool: Sequence[str]
) -> tuple[str, ...]:
    """Return some facts with a few fewer and a few more."""
    found = set(facts)
    for _ in range(source.randint(1, 3)):
        if found and source.random() < 0.5:
            found.discard(source.choice(sorted(found)))
        elif pool:
            found.add(source.choice(pool))
    return tuple(sorted(found))


def met(source: random.Random, start: State, plies: int) -> list[State]:
    """Return the states of a random game."""
    states = [start]
    for _ in range(plies):
        if states[-1].terminal:
            break
        moves = [source.choice(own) for own in states[-1].legal.values() if own]
        if len(moves) < len(states[-1].legal):
            break
        states.append(states[-1].play(f"[{', '.join(moves)}]"))
    return states


def given(
    load: Callable[[str], Game], source: random.Random, states: int, plies: int
) -> list[tuple[str, ...]]:
    """Return the facts of states that are near those of random games."""
    truth = load("meaning")
    try:
        known = [
            state.facts for _ in range(3) for state in met(source, truth.initial, plies)
        ]
    except RulesError:
        return []
    pool = {fact for facts in known for fact in facts}
    with suppress(TierError, LimitError):
        network = native(load("best")).network
        pool |= {*network.fluents, *network.always}
    return [changed(source, source.choice(known), sorted(pool)) for _ in range(states)]


def searched(
    load: Callable[[str], Game], source: random.Random, states: int, plies: int = 12
) -> Outcome:
    """Compare the values of minimax to depth 2 by the clauses and natively.

    Args:
        load: loads the game in a form.
        source: of the random numbers.
        states: how many states to give.
        plies: the most of the random games that they come from.
    """
    outcome, game = Outcome(), load("lists")
    for facts in given(load, source, states, plies):
        state = game.of_facts(facts)
        expected = _minimax(state, "clauses")
        found = [_minimax(state, None)]
        outcome.states += 1
        try:
            found.append(_minimax(state, "native"))
        except TierError:
            outcome.refused["native"] = outcome.refused.get("native", 0) + 1
        if any(one != expected for one in found):
            outcome.differ.append(f"{facts}: {found}, not {expected}")
    return outcome


def _minimax(state: State, tier: str | None) -> object:
    """Return the value of each move to depth 2, or what is wrong."""
    try:
        found = state.best(
            depth=2, method="minimax", exact=True, tier=tier,
            role=state.to_move[0] if state.to_move else state.game.roles[0],
        )  # fmt: skip
    except (RulesError, InputError) as error:
        return type(error).__name__
    return found.value, sorted((move.joint, move.value) for move in found.moves)


def compared(
    load: Callable[[str], Game], source: random.Random, states: int, plies: int = 12
) -> Outcome:
    """Compare what all tell of states that are given.

    Args:
        load: loads the game in a form.
        source: of the random numbers.
        states: how many states to give.
        plies: the most of the random games that they come from.
    """
    outcome = Outcome()
    truth = load("meaning")
    witness = ClauseMachine(truth)
    asked = tellers(load)
    for facts in given(load, source, states, plies):
        try:
            expected: object = by_machine(witness, facts)
        except RulesError as error:
            expected = type(error).__name__
        outcome.states += 1
        for name, tell in asked.items():
            try:
                found: object = tell(facts)
            except (MoveError, TierError):
                outcome.refused[name] = outcome.refused.get(name, 0) + 1
                continue
            except RulesError as error:
                found = type(error).__name__
            outcome.told[name] = outcome.told.get(name, 0) + 1
            if found != expected:
                outcome.differ.append(f"{name} in {facts}: {found}, not {expected}")
    return outcome
