"""The Monte Carlo methods, as `best` calls them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from pygame_search.machine.clauses import ClauseMachine
from pygame_search.search.core.budget import Budget, budget_of
from pygame_search.search.core.request import SearchRequest
from pygame_search.search.core.result import MoveValue, SearchResult
from pygame_search.search.core.tiers import work
from pygame_search.search.core.trace import Event
from pygame_search.search.monte_carlo import answers
from pygame_search.search.monte_carlo.monte_carlo import (
    Tally,
    clauses,
    monte_carlo,
    tally_of,
)
from pygame_search.search.monte_carlo.result import Arm, Sample
from pygame_search.search.monte_carlo.tree_events import Emitter
from pygame_search.search.monte_carlo.uct import Tree


def montecarlo(request: SearchRequest) -> SearchResult:
    """Return the answer of flat Monte Carlo."""
    played: Sample = work(request.tier, "montecarlo")(request, budget_of(request))
    sample = _win_at_once(request, played)
    return _sampled(request, sample, notes=_short(sample))


def by_clauses(request: SearchRequest, budget: Budget) -> Sample:
    """Run flat Monte Carlo in Prolog."""
    tally = _tally(request, budget)
    return tally.sample(clauses(tally, request.call["seed"], budget))


def by_procedure(request: SearchRequest, budget: Budget) -> Sample:
    """Run flat Monte Carlo in Python."""
    tally = _tally(request, budget)
    machine = ClauseMachine(request.state.game, memo=True)
    source = random.Random(request.call["seed"])
    return tally.sample(monte_carlo(machine, tally, source, budget))


def _tally(request: SearchRequest, budget: Budget) -> Tally:
    """Return an empty tally, and round the budget up to equal games for each move."""
    tally = tally_of(request.state, request.index)
    if budget.most is not None:
        budget.most += -budget.most % len(tally.joints)
    return tally


def _win_at_once(request: SearchRequest, sample: Sample) -> Sample:
    """Prefer a move that wins at once, if all games after the best move are won."""
    state, role = request.state, request.role
    low, won = state.game.ranges[request.index]
    others = [moves for name, moves in state.legal.items() if name != role]
    if sample.value == won > low and all(len(moves) == 1 for moves in others):
        for number, arm in enumerate(sample.arms):
            wins = arm.means[request.index] == won
            if wins and state.play_joint(arm.joint).terminal:
                return replace(sample, best=number)
    return sample


def _short(sample: Sample) -> tuple[str, ...]:
    """Return a note if the clock left no time for a second game with any move."""
    if sample.stopped != "time" or any(arm.visits > 1 for arm in sample.arms):
        return ()
    return ("the time was too short: no move had more than one game",)


def uct(request: SearchRequest) -> SearchResult:
    """Return the answer of UCT."""
    sample, events = work(request.tier, "uct")(request, budget_of(request))
    return _sampled(request, sample, events)


def grown(request: SearchRequest, budget: Budget) -> tuple[Sample, list[Event]]:
    """Run UCT in Python, and return the events of its tree as well."""
    state, role = request.state, request.index
    game, call = state.game, request.call
    machine = ClauseMachine(game, memo=True)
    events: list[Event] = []
    emitter = None
    if request.record:
        emitter = Emitter(events.append, role, game.ranges[role], machine)
    tree = Tree(
        machine, state.number,
        ranges=game.ranges, chance=game.chance, rivals=game.constant_sum,
        exploration=call["exploration"], batch=call["batch"] or 1,
        solver=call["solver"], source=random.Random(call["seed"]),
        deadline=budget.deadline, emitter=emitter,
    )  # fmt: skip

    def words() -> str:
        found = answers.found(state, tree, role, "time")
        move = found.arms[found.best]
        return (
            f"{tree.simulations:,} simulations: {move.joint[role]} has "
            f"{found.value:.6g} in {move.visits:,}"
        )

    def step() -> bool:
        budget.say(words)
        return tree.step(role)

    stopped = budget.run(step, lambda: tree.simulations)
    sample = answers.found(state, tree, role, stopped)
    if emitter is not None:
        emitter.line(sample.line)
    return sample, events


def _sampled(
    request: SearchRequest,
    sample: Sample,
    events: Sequence[Event] = (),
    notes: tuple[str, ...] = (),
) -> SearchResult:
    """Return the result of a search by random games as the answer to a request."""
    role = request.index
    moves = tuple(_move(sample, arm, role) for arm in sample.arms)
    best = moves[sample.best]
    ties = tuple(move for move in moves if move.proven and move.value == best.value)
    return request.result(
        move=best.move,
        value=sample.value,
        moves=moves,
        best=(best, *(m for m in ties if m is not best)) if best.proven else (best,),
        line=sample.line,
        complete=sample.proven,
        nodes=sample.nodes,
        simulations=sample.simulations,
        stopped=sample.stopped,
        events=tuple(events),
        notes=notes,
    )


def _move(sample: Sample, arm: Arm, role: int) -> MoveValue:
    """Return a move; a proven value of the best move bounds the others from above."""
    value, bound = arm.proven, "exact"
    if value is None:
        value = arm.means[role]
        if sample.proven:
            value = sample.value
            bound = "exact" if arm is sample.arms[sample.best] else "upper"
    return MoveValue(
        arm.joint[role], arm.joint, value, bound, arm.line,
        visits=arm.visits, proven=arm.proven is not None,
    )  # fmt: skip
