"""Heuristics for any game, in addition to the features of its rule file.

`logic/game/heuristics.pl` defines them. This module has their names and weights, and
describes their values in a game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pygame_search.game import Game, State
from pygame_search.machine.clauses import ClauseMachine
from pygame_search.model.decimals import EXPECTED, Weight, exact
from pygame_search.model.position import joint_text
from pygame_search.support.errors import InputError, did_you_mean
from pygame_search.support.json_objects import plain

#: All heuristics. A name in weight/2 of the rule file means the feature of that file.
HEURISTICS = (
    "mobility", "focus", "proximity", "goal", "mobility_percent", "focus_percent",
)  # fmt: skip

#: The heuristics that need the number of moves that can ever be legal.
PERCENTAGES = ("mobility_percent", "focus_percent")


def all_weights(
    game: Game, given: Mapping[str, Weight | float] | None
) -> dict[str, Weight]:
    """Return the weights in force: those given, else those of the rule file.

    Raises:
        InputError: a name is neither a feature nor a heuristic (the message lists the
            known ones), or a weight is not a number or has too many digits.
    """
    found: dict[str, Weight] = dict(game.weights)
    known = dict.fromkeys([*game.weights, *HEURISTICS])
    for name, weight in (given or {}).items():
        if name not in known:
            own = f"its own, {', '.join(game.weights)}, or of " if game.weights else ""
            raise InputError(
                f"no feature {name!r}: expected one of {own}those for any game, "
                f"{', '.join(HEURISTICS)}{did_you_mean(name, known)}"
            )
        number = None if isinstance(weight, str) else exact(weight)
        if number is None:
            raise InputError(
                f"expected {EXPECTED}, as the weight of {name}, found {weight!r}"
            )
        found[name] = number
    return found


def weighed(game: Game, weights: Mapping[str, Weight]) -> tuple[str, ...]:
    """Return the heuristics with a weight other than 0, which a search must compute."""
    return tuple(
        name for name in HEURISTICS if weights.get(name) and name not in game.weights
    )


def prepare(game: Game, weights: Mapping[str, Weight]) -> None:
    """Compute once what the heuristics with a weight need in every state.

    This may take seconds, so it should precede the start of a search's clock.

    Raises:
        InputError: a percentage has a weight, and the moves that can ever be legal
            cannot be listed.
    """
    if set(PERCENTAGES) & set(weighed(game, weights)):
        game.request("feasible_moves")
    if "proximity" in weighed(game, weights):
        game.request("known_goals")


@dataclass(frozen=True, slots=True)
class Feature:
    """A feature or a heuristic in a position.

    Attributes:
        name: its name.
        value: the number of instances of the feature, or the value of the heuristic;
            None once the game is over, because then the goal value counts.
        weight: its weight in the rule file, 0 for a heuristic.
        own: whether it is a feature of the rule file.
    """

    name: str
    value: int | None
    weight: Weight
    own: bool


@dataclass(frozen=True, slots=True)
class Fall:
    """A joint move that lowers a goal value.

    Attributes:
        moves: the joint moves from the initial state, this one last.
        before, after: the goal value before and after it.
    """

    moves: tuple[str, ...]
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Course:
    """The course of a role's goal value in a sample of random games.

    Attributes:
        games: the number of games.
        states: the number of states in them.
        defined: whether the value is defined in any state before the end.
        always: the value in all states before the end; None if it varies or is not
            defined.
        fall: the earliest joint move that lowers the value; None if none does, so that
            the value is monotone in the sample.
    """

    games: int
    states: int
    defined: bool
    always: int | None
    fall: Fall | None


@dataclass(frozen=True, slots=True)
class RoleHeuristics:
    """The features and heuristics of a role in a position.

    Attributes:
        role: the role.
        features: the features of the rule file, then the general heuristics.
        goal_states: the number of known goal states.
        goal_value: their goal value; None if none is known.
        course: the course of the goal value in random games.
    """

    role: str
    features: tuple[Feature, ...]
    goal_states: int
    goal_value: int | None
    course: Course

    def as_json(self) -> dict[str, Any]:
        """Return the JSON object of the command line."""
        course = self.course
        return {
            "features": {
                f.name: {"value": f.value, "weight": plain(f.weight), "own": f.own}
                for f in self.features
            },
            "goal_states": self.goal_states,
            "goal_value": self.goal_value,
            "goal": {
                "games": course.games,
                "states": course.states,
                "defined": course.defined,
                "always": course.always,
                "monotone": course.fall is None,
                "fall": course.fall
                and {
                    "moves": list(course.fall.moves),
                    "before": course.fall.before,
                    "after": course.fall.after,
                },
            },
        }


def heuristics(state: State) -> tuple[RoleHeuristics, ...]:
    """Return, for each player, the features and heuristics of a state.

    >>> from pygame_search import load
    >>> white, black = load("hexapawn").initial.heuristics()
    >>> [(one.name, one.value) for one in white.features[:3]]
    [('pawn', 3), ('clear_path', 0), ('mobility', 3)]
    """
    game = state.game
    names = [name for name in HEURISTICS if name not in game.weights]
    try:
        game.request("feasible_moves")
    except InputError:
        names = [name for name in names if name not in PERCENTAGES]
    goals: list[tuple[int, int | None]] = game.request("known_goals")["known"]
    courses = game.request("goal_courses")["courses"]
    values: tuple[Mapping[str, int], ...] | None = None
    if not state.terminal:
        values = ClauseMachine(game, memo=True, heuristics=names).features(state.number)
    return tuple(
        RoleHeuristics(
            role,
            tuple(
                Feature(
                    name,
                    None if values is None else values[i].get(name, 0),
                    game.weights.get(name, 0),
                    name in game.weights,
                )
                for name in [*game.weights, *names]
            ),
            goals[i][0],
            goals[i][1],
            _course(courses[i]),
        )
        for i, role in enumerate(game.roles)
        if role in game.players
    )


def _course(data: Mapping[str, Any]) -> Course:
    fall = None
    if data["fall"] is not None:
        moves, before, after = data["fall"]
        fall = Fall(tuple(joint_text(joint) for joint in moves), before, after)
    return Course(data["games"], data["states"], data["defined"], data["always"], fall)
