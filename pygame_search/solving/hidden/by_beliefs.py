"""The best strategy of the only player, by what it believes.

Where the player believes the same, it can do the same. So its strategy is listed once
for each belief, at one of the views with that belief. `belief_expectimax.py` has the
search.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from pygame_search.game import Game
from pygame_search.machine.clauses import ClauseMachine
from pygame_search.machine.machine import Machine
from pygame_search.machine.network import NetworkMachine
from pygame_search.model.view import Step, View
from pygame_search.search.core.tier_choice import Chosen
from pygame_search.search.core.tiers import is_compiled
from pygame_search.search.hidden.belief_expectimax import (
    MOST_STEPS,
    BeliefNode,
    BeliefSearch,
    too_long,
)
from pygame_search.solving.hidden.behaviours import (
    Behaviour,
    StrategyError,
    chances_at,
    knowing,
    listed_twice,
    not_given,
)
from pygame_search.solving.hidden.unfold import in_tier

#: What the answers call the way in which they were found.
BELIEFS = "belief_expectimax"


@dataclass(frozen=True, slots=True)
class Alone:
    """The best strategy of the only player.

    Attributes:
        value: its mean goal.
        strategy: what it does by each belief where it has a choice.
        beliefs: how many different beliefs it can have.
        root: its belief at the start, with all that may follow.
    """

    value: Fraction
    strategy: tuple[Behaviour, ...]
    beliefs: int
    root: BeliefNode


def believes(game: Game) -> bool:
    """Return whether a game has a single player, who does not see everything."""
    return game.hidden and len(game.players) == 1


def best_alone(
    game: Game,
    tier: str | None = None,
    *,
    deadline: float | None = None,
    progress: Callable[[str], None] | None = None,
) -> Chosen[Alone]:
    """Return the best strategy of the only player, from the start, and the tier.

    Args:
        game: one that `believes`.
        tier: `procedural` works over the clauses, `native` over the network; by default
            the one that is fastest.
        deadline: when to give up, as from `time.monotonic`.
        progress: called with a text that says how far the work is.

    Raises:
        RulesError: the role cannot know its legal moves (an `UnknownLegalError`), or
            has none, or an end has no goal.
        LimitError: the game is too large, or may not end, or some play is too long, or
            the time is over.
        TierError: the tier does not support the game.
    """
    [role] = game.players

    def searched(tier: str, seconds: float | None) -> Alone:
        end = None if seconds is None else time.monotonic() + seconds
        perceiving = game.with_percepts()
        kind = NetworkMachine if is_compiled(tier) else ClauseMachine
        machine: Machine = kind(perceiving, memo=True)
        search = BeliefSearch(machine, View(role), end, progress)
        root = search.root()
        if root.steps_left > MOST_STEPS:  # as views in files have at most so many
            raise too_long()
        return Alone(root.worth, (*_behaviours(role, root),), len(search.nodes), root)

    return in_tier(game, searched, tier, deadline)


def _behaviours(role: str, root: BeliefNode) -> Iterator[Behaviour]:
    """Yield what the player does by each belief where it has a choice.

    Those to which its strategy leads are first, at views to which it leads.
    """
    for node, steps, reached in _met(root):
        if len(node.after) > 1:
            moves = tuple(node.after)
            chances = tuple(Fraction(int(move == node.best)) for move in moves)
            yield Behaviour(View(role, steps), moves, chances, reached)


def _met(root: BeliefNode) -> Iterator[tuple[BeliefNode, tuple[Step, ...], bool]]:
    """Yield each belief, what has led to it, and whether the best moves can.

    What has led to it begins with what has led to the belief before.
    """
    level = [(root, tuple[Step, ...]())]
    known, others = {root}, list[tuple[BeliefNode, tuple[Step, ...], str]]()
    reached = True
    while level:
        following = []
        for node, steps in level:
            yield node, steps, reached
            following += _after(node, steps, node.best, known)
            others += [(node, steps, move) for move in node.after if move != node.best]
        if not following:  # what other moves lead to, and all after that
            reached = False
            following = [each for one in others for each in _after(*one, known)]
            others = []
        level = following


def _after(
    node: BeliefNode, steps: tuple[Step, ...], move: str, known: set[BeliefNode]
) -> list[tuple[BeliefNode, tuple[Step, ...]]]:
    """Return the beliefs after a move that are not known yet, and note them."""
    found = []
    for one in node.after.get(move, ()):
        if one.node not in known:
            known.add(one.node)
            found.append((one.node, (*steps, one.step)))
    return found


# ---- what a strategy is worth ----------------------------------------------------


def mean_alone(role: str, root: BeliefNode, strategy: Sequence[Behaviour]) -> Fraction:
    """Return the mean goal of the only player by a strategy.

    Where its view is not listed, the player does what is listed first for a view with
    the same belief.

    Args:
        role: the player.
        root: its belief at the start, with all that may follow.
        strategy: what it does where it has a choice.

    Raises:
        StrategyError: the strategy does not fit the game.
    """
    views = _Views(strategy)
    by_belief: dict[BeliefNode, Mapping[str, Fraction]] = {}
    for number, own in views.listed.items():
        node = _at(root, own.view)
        if node is None or len(node.after) < 2:
            raise StrategyError(
                f"{role} never has a choice {knowing(own.view)}: no play leads there "
                "to two legal moves or more"
            )
        moves = tuple(node.after)
        chances = dict(zip(moves, chances_at(moves, own), strict=True))
        views.chances[number] = chances
        by_belief.setdefault(node, chances)
    for node, steps, _ in _met(root):
        if len(node.after) > 1 and node not in by_belief:
            raise not_given(View(role, steps))
    return _mean(root, views, by_belief)


class _Views:
    """The views of a strategy, numbered with all that lead to them; the start is 0.

    Attributes:
        listed: what is done, by the number of the view.
        chances: the probability of each move, by the number of the view.
    """

    def __init__(self, strategy: Sequence[Behaviour]) -> None:
        self._after: dict[tuple[int, Step], int] = {}
        self.listed: dict[int, Behaviour] = {}
        self.chances: dict[int, Mapping[str, Fraction]] = {}
        for one in strategy:
            number = 0
            for step in one.view.steps:
                number = self._after.setdefault((number, step), len(self._after) + 1)
            if self.listed.setdefault(number, one) is not one:
                raise listed_twice(one.view)

    def after(self, number: int | None, step: Step) -> int | None:
        """Return the number of a view with one step more; None if it has none."""
        return None if number is None else self._after.get((number, step))


def _at(root: BeliefNode, view: View) -> BeliefNode | None:
    """Return what the player believes with a view; None if no play shows it that."""
    node: BeliefNode | None = root
    for step in view.steps:
        seen = () if node is None else node.after.get(step.move, ())
        node = next((one.node for one in seen if one.step == step), None)
    return node


def _mean(
    root: BeliefNode,
    views: _Views,
    by_belief: Mapping[BeliefNode, Mapping[str, Fraction]],
) -> Fraction:
    """Return the mean goal of the player by a strategy, step by step."""
    mean = Fraction(0)
    level: dict[tuple[BeliefNode, int | None], Fraction] = {(root, 0): Fraction(1)}
    while level:
        following: dict[tuple[BeliefNode, int | None], Fraction] = {}
        for (node, number), weight in level.items():
            if not node.free:
                mean += weight * node.worth  # whatever the player does
                continue
            chances = dict.fromkeys(node.after, Fraction(1))
            if len(node.after) > 1:
                listed = None if number is None else views.chances.get(number)
                chances = dict(listed or by_belief[node])
            for move, chance in chances.items():
                for one in node.after[move] if chance else ():
                    key = one.node, views.after(number, one.step)
                    share = weight * chance * one.probability
                    following[key] = following.get(key, Fraction(0)) + share
        level = following
    return mean
