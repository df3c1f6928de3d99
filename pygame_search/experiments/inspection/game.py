"""Faults of a rule file that only running shows, in all its states or in random games.

A game must be playable (each role has a move until the end), must end, must be weakly
winnable (some line of play gives each role its best goal), and must give each role one
goal at the end: the conditions of Love et al. 2008, section 5. A violation is shown
with the moves that lead to it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from pygame_search.experiments.inspection.drawings import Drawings
from pygame_search.experiments.inspection.endless import Endless
from pygame_search.experiments.inspection.ends import Ends, repetition
from pygame_search.experiments.inspection.findings import (
    Finding,
    Findings,
    Node,
    diagnostic,
)
from pygame_search.experiments.inspection.kept import Kept
from pygame_search.experiments.inspection.knowledge import knowledge
from pygame_search.experiments.inspection.lost import lost, short_lived
from pygame_search.experiments.inspection.turns import Turns, stuck
from pygame_search.experiments.inspection.walk import Walk
from pygame_search.game import Game
from pygame_search.machine.machine import Expansion
from pygame_search.model.goal_sum import GoalSum
from pygame_search.support.diagnostic import Diagnostic
from pygame_search.support.json_objects import JsonObject
from pygame_search.support.work_limit import A_SECOND

#: The most states of a complete inspection.
MOST_STATES = 20_000

#: The share of the time in which to look for a rule that keeps what it should replace.
KEPT_SHARE = 0.1

#: The share of the time in which to look at what the players know.
KNOWN_SHARE = 0.25


@dataclass(frozen=True, slots=True)
class Inspection(JsonObject):
    """What was inspected, and what was found.

    Attributes:
        exhaustive: whether all states were visited.
        states: how many different states were reached.
        ends: how many of these are terminal.
        unseen: how many of these could not be expanded within the limits.
        games: how many random games were played; 0 if all states were visited.
        findings: the first finding of each kind.
        goal_sum: the sum of two players' goals, if it is known already or is the same
            in all terminal states that were checked; if these are all, it is proved.
        seconds: the processor time used.
    """

    exhaustive: bool
    states: int
    ends: int
    games: int
    findings: tuple[Finding, ...]
    seconds: float
    unseen: int
    goal_sum: GoalSum

    json_members = (
        "exhaustive states ends unseen games goal_sum=goal_sum.as_json seconds"
    )

    def diagnostics(self, game: Game) -> tuple[Diagnostic, ...]:
        """Return the findings, placed at the first rules of their relations."""
        return tuple(diagnostic(game, finding) for finding in self.findings)


def inspect(
    game: Game,
    *,
    seconds: float = 5.0,
    states: int = MOST_STATES,
    seed: int = 1,
    clock: Callable[[], float] = time.process_time,
) -> Inspection:
    """Run a game, and return what this shows.

    All states are visited if there are at most `states` of them and the time suffices.
    Otherwise random games are played in the time that is left.

    Args:
        game: a game with roles.
        seconds: how long the inspection may take.
        states: the most states to keep.
        seed: the seed of the random numbers.
        clock: returns the time in seconds; by default the processor time.
    """
    game.ready()
    started = clock()
    findings = Findings(game)
    checks = _Checks(findings, seconds, clock)
    turns, ends = checks.turns, checks.ends
    walk = Walk(findings, checks.look, clock)
    endless = Endless(findings, walk, ends)
    lost(findings)
    every = walk.nearest_first(states, started + seconds / 2)
    short_lived(findings, walk.successors)
    if not walk.over:
        knowledge(findings, int(seconds * KNOWN_SHARE * A_SECOND), states)
    games = 0
    if every:
        endless.cycle()
    elif not walk.over:
        games = walk.random_games(seed, started + seconds, endless.too_long)
    turns.at_once()
    never = turns.never_moves()
    exhaustive = every and not walk.unseen
    if exhaustive and ends.sums:
        ends.winnable(never)
    goal_sum = ends.goal_sum(exhaustive)
    repetition(findings, goal_sum)
    return Inspection(
        exhaustive,
        len(walk.nodes),
        len(ends.sums),
        games,
        findings.causes_first(),
        round(clock() - started, 3),
        len(walk.unseen),
        goal_sum,
    )


class _Checks:
    """What is checked in each state."""

    def __init__(
        self, findings: Findings, seconds: float, clock: Callable[[], float]
    ) -> None:
        self.ends = Ends(findings)
        self.turns = Turns(findings)
        self._drawings = Drawings(findings)
        self._kept = Kept(findings, seconds * KEPT_SHARE, clock)
        self._findings = findings

    def look(self, node: Node, now: Expansion) -> None:
        self._drawings.look(node)
        if now.terminal:
            self.ends.look(node, now.values)
        elif node.number not in self.turns.moving:
            self.turns.look(node, now)
            self._kept.look(node, now)
        stuck(self._findings, node, now)
