"""Why the end of a line is worth what it is.

When the game is over there, by its goal value. At the limit of the depth by the sum of
weight times count over the features and heuristics that weigh something, less the
rival's where two roles' goals add up to a constant, as `logic/game/evaluation.pl` has
it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from pygame_search.game import Game, State
from pygame_search.machine.clauses import ClauseMachine
from pygame_search.model.decimals import Weight, exact
from pygame_search.model.scores import value_text
from pygame_search.search.core.heuristics import weighed
from pygame_search.search.core.setup import rival
from pygame_search.support.errors import RulesError
from pygame_search.support.json_objects import JsonObject
from pygame_search.support.words import bracketed, conjoined


@dataclass(frozen=True, slots=True)
class Term(JsonObject):
    """What a feature or a heuristic adds to the worth of a role.

    Attributes:
        name: what it is called.
        count: the number of its distinct instances, or the heuristic's value.
        weight: what each of them weighs.
    """

    name: str
    count: int
    weight: Weight

    @property
    def product(self) -> Weight:
        """What it adds."""
        return self.count * self.weight


@dataclass(frozen=True, slots=True)
class Worth(JsonObject):
    """What a position is worth to a role by itself: the sum of the terms."""

    role: str
    terms: tuple[Term, ...]

    json_members = "role total terms"

    @property
    def total(self) -> Weight:
        """The sum."""
        return cast(Weight, exact(sum(term.product for term in self.terms)))


@dataclass(frozen=True, slots=True)
class Leaf(JsonObject):
    """Why a position at the end of a line is worth what it is.

    Attributes:
        role: to whom.
        kind: `terminal`, or at the `limit`.
        goals: the goal value of each player, at the limit empty.
        worths: at the limit, the role's, and the rival's if that counts against it;
            none when nothing weighs.
    """

    role: str
    kind: str
    goals: Mapping[str, int]
    worths: tuple[Worth, ...] = ()

    json_members = "kind value goals worths"

    @property
    def value(self) -> float:
        """What it is worth, reckoned from what stands here."""
        if self.kind == "terminal":
            return self.goals[self.role]
        mine, *theirs = self.worths or (Worth(self.role, ()),)
        value = mine.total - sum(worth.total for worth in theirs)
        return value if isinstance(value, int) else float(value)

    def as_json(self) -> dict[str, Any]:
        """Return it as the command line gives it."""
        found = JsonObject.as_json(self)
        del found["worths" if self.kind == "terminal" else "goals"]
        return found


class Judge:
    """Explains why leaves are worth what they are, as a search with these weights does.

    Args:
        game: whose positions.
        weights: those that weigh something.
    """

    def __init__(self, game: Game, weights: Mapping[str, Weight]) -> None:
        self.weights = weights
        self._game = game
        self._machine = ClauseMachine(
            game, memo=True, heuristics=weighed(game, weights)
        )

    def leaf(self, state: State, role: str) -> Leaf:
        """Return why a state is worth to a role what it is.

        Raises:
            RulesError: the game is over, and the rules define no goal value.
        """
        if not state.terminal:
            return Leaf(role, "limit", {}, self._worths(state, role))
        goals = {
            player: value
            for player, value in state.goals.items()
            if player in self._game.players and value is not None
        }
        if role not in goals:
            raise RulesError(f"no goal value is defined for {role!r} here")
        return Leaf(role, "terminal", goals)

    def _worths(self, state: State, role: str) -> tuple[Worth, ...]:
        if not self.weights:
            return ()
        roles = self._game.roles
        index = roles.index(role)
        against = rival(self._game, index)
        counts = self._machine.features(state.number)
        return tuple(
            Worth(
                roles[i],
                tuple(
                    Term(name, counts[i].get(name, 0), weight)
                    for name, weight in self.weights.items()
                ),
            )
            for i in (index, against)
            if i is not None
        )


def leaf_sentences(leaf: Leaf, game: Game) -> list[str]:
    """Return why a leaf is worth what it is."""
    if leaf.kind == "terminal":
        return [f"The game is over: {goal_words(leaf.goals)}."]
    if not leaf.worths:
        return ["The depth is reached; nothing weighs there, so the estimate is 0."]
    lines = ["The depth is reached. The estimate there is weight times count, summed:"]
    lines += [f"  {worth.role}: {sum_words(worth)}" for worth in leaf.worths]
    if len(leaf.worths) == 2:
        mine, theirs = leaf.worths
        lines.append(
            f"  {mine.role} minus {theirs.role} (their goals add up to a constant): "
            f"{mine.total} - {bracketed(str(theirs.total))} = {value_text(leaf.value)}"
        )
    return lines


def sum_words(worth: Worth) -> str:
    """Return the sum that a worth is, as in `2 pawn x 1 + 1 clear_path x 3 = 5`."""
    terms = [f"{t.count} {t.name} x {bracketed(str(t.weight))}" for t in worth.terms]
    return f"{' + '.join(terms)} = {worth.total}"


def goal_words(goals: Mapping[str, int]) -> str:
    """Return what each player gets."""
    return conjoined([f"{role} gets {value}" for role, value in goals.items()])
