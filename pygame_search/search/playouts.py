"""Games played at random; the twin of `logic/playouts.pl`, with Python's generator."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass

from pygame_search.errors import InputError, LimitError, RulesError
from pygame_search.game import CHANCE, State
from pygame_search.machine import KnowledgeBase, StateMachine
from pygame_search.search.perft import must_have_workers

#: How many playouts the clauses do in one call at first; then by the clock.
_FIRST_BATCH = 4


@dataclass(frozen=True, slots=True)
class Playouts:
    """What random games came to.

    Attributes:
        playouts: how many were played to the end.
        steps: the sum of their lengths, in plies.
        cpu_seconds: the processor time they took.
        goals: the mean goal value of each role but `random`.
    """

    playouts: int
    steps: int
    cpu_seconds: float
    goals: dict[str, float]


def playouts(
    state: State,
    *,
    seconds: float = 1.0,
    count: int | None = None,
    seed: int = 1,
    tier: str = "clauses",
    workers: int = 1,
) -> Playouts:
    """Return what random games from a state come to.

    The games are a function of the seed: with count, so is the answer.

    Args:
        state: where to begin.
        seconds: how long to play, when no count is given.
        count: how many games.
        seed: of the random numbers, 0 or more.
        tier: `clauses`, `procedural` or `native`.
        workers: how many threads play; more than 1 in the native tier alone.

    Raises:
        InputError: an unknown tier, or a number out of range.
        LimitError: no game came to its end in the time.
        RulesError: a role is without a move, or without a goal value at the end.
        TierError: the native tier cannot take the game or the state.
    """
    if not seconds > 0 or (count is not None and count < 1) or seed < 0:
        raise InputError("expected seconds and count above 0, and a seed of 0 or more")
    must_have_workers(tier, workers)
    if tier == "native":
        return _native(state, count, seconds, seed, workers)
    if tier not in ("clauses", "procedural"):
        raise InputError(f"no tier {tier!r}: expected clauses, procedural or native")
    state.game.ready()
    started = time.process_time()
    deadline = None if count is not None else time.monotonic() + seconds
    play = _clauses if tier == "clauses" else _procedural
    results = play(state, count, deadline, seed)
    goals = {
        role: sum(values[i] or 0 for _, values in results) / len(results)
        for i, role in enumerate(state.game.roles)
        if role != CHANCE
    }
    return Playouts(
        len(results), sum(plies for plies, _ in results),
        time.process_time() - started, goals,
    )  # fmt: skip


def _native(
    state: State, count: int | None, seconds: float, seed: int, workers: int
) -> Playouts:
    from pygame_search.network import playouts as kernels
    from pygame_search.network.games import native

    game = native(state.game)
    held = game.held(state)
    started = time.process_time()
    found = kernels.playouts(
        game.network, count=count, seconds=seconds, seed=seed, state=held,
        workers=workers,
    )  # fmt: skip
    if found.playouts == 0:
        raise LimitError(f"no game came to its end in {seconds:g} s: give more time")
    goals = {}
    for role, values in zip(state.game.roles, found.goals, strict=True):
        if role == CHANCE:
            continue
        if None in values:
            raise RulesError(f"no goal value is defined for {role} at a game's end")
        total = sum(value * n for value, n in values.items() if value is not None)
        goals[role] = total / found.playouts
    took = time.process_time() - started
    return Playouts(found.playouts, found.plies, took, goals)


Result = tuple[int, tuple[int | None, ...]]


def _clauses(
    state: State, count: int | None, deadline: float | None, seed: int
) -> list[Result]:
    results: list[Result] = []
    batch = _FIRST_BATCH
    while count is None or len(results) < count:
        if count is not None:
            batch = min(batch, count - len(results))
        began = time.monotonic()
        reply = state.game.ask("playouts", state=state.number, count=batch, seed=seed)
        took = time.monotonic() - began
        seed = reply["seed"]
        results += [(plies, tuple(values)) for plies, values in reply["results"]]
        if deadline is not None:
            left = deadline - time.monotonic()
            if left <= 0:
                break
            batch = max(1, min(100_000, int(batch * min(left, 0.5) / max(took, 1e-4))))
        else:
            batch *= 2
    return results


def _procedural(
    state: State, count: int | None, deadline: float | None, seed: int
) -> list[Result]:
    machine = KnowledgeBase(state.game)
    source = random.Random(seed)
    results: list[Result] = []
    while count is None or len(results) < count:
        results.append(playout(machine, state.number, source))
        if deadline is not None and time.monotonic() > deadline:
            break
    return results


def playout(machine: StateMachine, state: int, source: random.Random) -> Result:
    """Return the length and the goal values of one random game."""
    plies = 0
    while not (node := machine.expand(state)).terminal:
        index = 0
        for moves in node.moves:
            index = index * len(moves) + source.randrange(len(moves))
        state = node.successors[index]
        plies += 1
    return plies, node.values
