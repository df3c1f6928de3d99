"""Games that were played, and the files of JSON that keep them.

A file is one object: `version` and the attributes of a `Playthrough`. It has all that
it takes to play the game again: the rules by name and by their hash, where it began,
and every joint move.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pygame_search.experiments.matches.players import Player
from pygame_search.game import Game, State
from pygame_search.model.decimals import exact_weights
from pygame_search.search.core.recording import game_call
from pygame_search.support.errors import InputError, MoveError
from pygame_search.support.json_files import (
    member,
    members,
    must_be_object,
    read_json,
    short,
    write_json,
)
from pygame_search.support.json_objects import JsonObject

_VERSION = 1

Joint = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Failure(JsonObject):
    """Why a role did not play on.

    Attributes:
        role: whose move it was.
        kind: `error`, `illegal` or `time`.
        why: in words.
    """

    role: str
    kind: str
    why: str


@dataclass(frozen=True, slots=True)
class Playthrough(JsonObject):
    """A game that was played.

    Attributes:
        game: the name of the rules or the path of their file.
        parameters: name and value in force.
        rules: the hash of the rule file and the parameters.
        position: the fluents at the start.
        players: who played each role; None for chance.
        assignment: which of a match's players that was, counted from 0.
        opening: how many of the moves were given.
        moves: the joint moves.
        seed: of the random numbers.
        goals: the value for each role; None where it has none, or at no end.
        ended: `over`, `failure`, or `endless` after as many moves as were allowed.
        failure: who did not play on.
        seconds: how long each role thought about each of its moves after the opening;
            of two games with the same moves it is not compared.
    """

    game: str
    parameters: Mapping[str, str]
    rules: str
    position: tuple[str, ...]
    players: Mapping[str, Player | None]
    assignment: tuple[int | None, ...]
    opening: int
    moves: tuple[Joint, ...]
    seed: int
    goals: Mapping[str, int | None]
    ended: str
    failure: Failure | None = None
    seconds: Mapping[str, tuple[float, ...]] = field(
        default_factory=dict, compare=False
    )

    @property
    def call(self) -> str:
        """The game with its parameters, as `load` takes it."""
        return game_call(self.game, self.parameters)

    def as_json(self) -> dict[str, Any]:
        """Return it as a file holds it."""
        return {"version": _VERSION} | JsonObject.as_json(self)

    def save(self, file: Path) -> None:
        """Write it to a file.

        Raises:
            InputError: it cannot be written.
        """
        write_json(file, self.as_json())

    def states(self, rules: Game, most: int | None = None) -> tuple[State, ...]:
        """Return the states of the game, the first before any move.

        Args:
            rules: what was played.
            most: how many moves to play; all by default.

        Raises:
            InputError: the moves are not those of a game by these rules.
        """
        try:
            found = [rules.state(f"[{', '.join(self.position)}]")]
        except MoveError as error:
            raise InputError(f"position: {error}") from error
        for number, joint in enumerate(self.moves[:most], 1):
            try:
                found.append(found[-1].play(f"[{', '.join(joint)}]"))
            except MoveError as error:
                raise InputError(f"move {number}: {error}") from error
        return tuple(found)


def load(file: Path) -> Playthrough:
    """Return the game that a file holds.

    Raises:
        InputError: the file cannot be read, or does not hold a game; the message
            says what was expected, what was found, and where.
    """
    return read_json(file, _playthrough, "a saved game")


def _playthrough(data: Any) -> Playthrough:
    must_be_object(data, _VERSION)
    parameters = members(data, "parameters", "text")
    players = member(data, "players", "JSON object")
    goals = member(data, "goals", "JSON object")
    for role in goals:
        if goals[role] is not None:
            member(goals, role, "number", "goals: ")
    if list(goals) != list(players):
        raise ValueError(
            f"goals: expected those of {', '.join(players)}, found {short(goals)}"
        )
    moves = member(data, "moves", "list of joint moves")
    for number, joint in enumerate(moves, 1):
        if len(joint) != len(players):
            raise ValueError(
                f"move {number}: expected one for each of {', '.join(players)}, "
                f"found {short(joint)}"
            )
    opening = member(data, "opening", "number of 0 or more")
    if opening > len(moves):
        raise ValueError(
            f"opening: expected at most the {len(moves)} moves, found {opening}"
        )
    return Playthrough(
        game=member(data, "game", "text"),
        parameters=parameters,
        rules=member(data, "rules", "text"),
        position=tuple(member(data, "position", "list of texts")),
        players={role: _player(role, player) for role, player in players.items()},
        assignment=tuple(member(data, "assignment", "list")),
        opening=opening,
        moves=tuple(tuple(joint) for joint in moves),
        seed=member(data, "seed", "number of 0 or more"),
        goals=goals,
        ended=member(data, "ended", "text"),
        failure=_failure(data.get("failure")),
        seconds={
            role: tuple(took)
            for role, took in member(data, "seconds", "JSON object").items()
        },
    )


def _player(role: str, data: Any) -> Player | None:
    if data is None:
        return None
    place = f"players: {role}: "
    if not isinstance(data, dict):
        raise ValueError(f"{place}expected a JSON object, found {short(data)}")
    found = members(data, "weights", "decimal number", place)
    weights = exact_weights(found, f"{place}weights: ")
    tier = None if data.get("tier") is None else member(data, "tier", "text", place)
    return Player(member(data, "method", "text", place), tier, tuple(weights.items()))


def _failure(data: Any) -> Failure | None:
    if data is None:
        return None
    if not isinstance(data, dict):
        raise ValueError(f"failure: expected a JSON object, found {short(data)}")
    return Failure(
        *(member(data, name, "text", "failure: ") for name in ("role", "kind", "why"))
    )
