"""How the end of a line gets its value.

If the game is over there, its value is the goal value. At the depth limit it is the sum
of weight times count over the features and heuristics with a weight. If two roles'
goals add up to a constant, the rival's sum is subtracted; see
`logic/game/evaluation.pl`.
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
from pygame_search.support.errors import NoGoalError
from pygame_search.support.json_objects import JsonObject
from pygame_search.support.words import bracketed, conjoined


@dataclass(frozen=True, slots=True)
class Term(JsonObject):
    """The contribution of a feature or a heuristic to the value for a role.

    Attributes:
        name: its name.
        count: the number of distinct instances, or the heuristic's value.
        weight: the weight of each instance.
    """

    name: str
    count: int
    weight: Weight

    @property
    def product(self) -> Weight:
        """The contribution."""
        return self.count * self.weight


@dataclass(frozen=True, slots=True)
class Worth(JsonObject):
    """The static value of a position for a role: the sum of the terms."""

    role: str
    terms: tuple[Term, ...]

    json_members = "role total terms"

    @property
    def total(self) -> Weight:
        """The sum."""
        return cast(Weight, exact(sum(term.product for term in self.terms)))


@dataclass(frozen=True, slots=True)
class Leaf(JsonObject):
    """The value of a position at the end of a line, and where it comes from.

    Attributes:
        role: the role whose value it is.
        kind: `terminal`, or `limit` for the depth limit.
        goals: the goal value of each player; empty at the limit.
        worths: at the limit, the role's, and the rival's if it is subtracted; empty if
            nothing has a weight.
    """

    role: str
    kind: str
    goals: Mapping[str, int]
    worths: tuple[Worth, ...] = ()

    json_members = "kind value goals worths"

    @property
    def value(self) -> float:
        """The value, computed from these attributes."""
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
    """Explains the values of leaves, as in a search with these weights.

    Args:
        game: the game.
        weights: the weights that are not 0.
    """

    def __init__(self, game: Game, weights: Mapping[str, Weight]) -> None:
        self.weights = weights
        self._game = game
        self._machine = ClauseMachine(
            game, memo=True, heuristics=weighed(game, weights)
        )

    def leaf(self, state: State, role: str) -> Leaf:
        """Return the value of a state for a role, and where it comes from.

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
            raise NoGoalError(f"no goal value is defined for {role!r} here")
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


def leaf_sentences(leaf: Leaf) -> list[str]:
    """Return, in sentences, where the value of a leaf comes from."""
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
    """Return a value as a sum, as in `2 pawn x 1 + 1 clear_path x 3 = 5`."""
    terms = [f"{t.count} {t.name} x {bracketed(str(t.weight))}" for t in worth.terms]
    return f"{' + '.join(terms)} = {worth.total}"


def goal_words(goals: Mapping[str, int]) -> str:
    """Return what each player gets."""
    return conjoined([f"{role} gets {value}" for role, value in goals.items()])
