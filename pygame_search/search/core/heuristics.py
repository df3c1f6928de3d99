"""Heuristics for any game, by the side of a rule file's own features.

What they are is said in `logic/game/heuristics.pl`; here stand their names, which may
be given weights, and what is known of them for a game.
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

#: All of them. A name that the rule file's weight/2 has means the rule file's feature.
HEURISTICS = (
    "mobility", "focus", "proximity", "goal", "mobility_percent", "focus_percent",
)  # fmt: skip

#: Those that need the number of the moves that may ever be legal.
PERCENTAGES = ("mobility_percent", "focus_percent")


def all_weights(
    game: Game, given: Mapping[str, Weight | float] | None
) -> dict[str, Weight]:
    """Return the weights in force: those given, else the rule file's.

    Raises:
        InputError: a name that is no feature and no heuristic; the right ones are
            listed. Or a weight that is no number, or has too many digits.
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
    """Return the heuristics that weigh something, which a search has to ask for."""
    return tuple(
        name for name in HEURISTICS if weights.get(name) and name not in game.weights
    )


def prepare(game: Game, weights: Mapping[str, Weight]) -> None:
    """Find, once for all states, what the heuristics that weigh something have to know.

    That may take seconds, which no search's clock should count.

    Raises:
        InputError: a percentage is weighed, and the moves that may ever be legal
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
        name: what it is called.
        value: the number of its instances, or the heuristic's value; None when the game
            is over, as then the goal value counts.
        weight: what the rule file says that it weighs, 0 for a heuristic.
        own: whether it is the rule file's.
    """

    name: str
    value: int | None
    weight: Weight
    own: bool


@dataclass(frozen=True, slots=True)
class Fall:
    """A step by which a goal value falls.

    Attributes:
        moves: the joint moves from the start; the last is the step.
        before, after: the goal value before and after it.
    """

    moves: tuple[str, ...]
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Course:
    """How the goal value of a role goes along a sample of games at random.

    Attributes:
        games: how many games there are.
        states: how many states were met in them.
        defined: whether it is defined in any of these before the end.
        always: what it is in all of these before the end; None when it varies, or is
            not defined.
        fall: the soonest step by which it falls; None when it never does: it is
            monotone as far as the sample shows.
    """

    games: int
    states: int
    defined: bool
    always: int | None
    fall: Fall | None


@dataclass(frozen=True, slots=True)
class RoleHeuristics:
    """What there is to weigh for a role in a position.

    Attributes:
        role: the role.
        features: the rule file's features, then the heuristics for any game.
        goal_states: how many goal states are known.
        goal_value: their goal value; None when none is known.
        course: how the goal value goes.
    """

    role: str
    features: tuple[Feature, ...]
    goal_states: int
    goal_value: int | None
    course: Course

    def as_json(self) -> dict[str, Any]:
        """Return what the command line gives."""
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
