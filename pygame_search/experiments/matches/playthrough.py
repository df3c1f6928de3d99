"""Games that were played, and the JSON files that store them.

A file is one object: `version` and the attributes of a `Playthrough`. It contains
everything needed to replay the game: the name and the hash of the rules, the starting
position, and every joint move.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pygame_search.experiments.matches.players import Player
from pygame_search.game import Game, State
from pygame_search.model.decimals import exact_weights
from pygame_search.model.rules import rules_hash
from pygame_search.search.core.recording import game_call
from pygame_search.support.errors import InputError, MoveError
from pygame_search.support.json_files import (
    COUNT,
    DECIMAL,
    JsonFile,
    Maybe,
    Or,
    must_be_file,
    read_json,
    short,
)
from pygame_search.support.json_objects import JsonObject

Joint = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Failure(JsonObject):
    """Why a role did not continue.

    Attributes:
        role: the role to move.
        kind: `error`, `illegal`, `time` or `resigned`.
        why: the reason in words.
    """

    role: str
    kind: str
    why: str


@dataclass(frozen=True, slots=True)
class Playthrough(JsonFile):
    """A game that was played.

    Attributes:
        game: the name of the rules or the path of their file.
        parameters: name and value in force.
        rules: the hash of the rule file and the parameters.
        position: the fluents at the start.
        players: the player of each role; None for chance.
        assignment: their numbers among the players of the match, from 0.
        opening: how many of the moves belong to the opening.
        moves: the joint moves.
        seed: the seed of the random numbers.
        goals: the goal value of each role; None if it has none, or if the game did not
            end.
        ended: `over`, `failure`, or `endless` where it was given up.
        failure: the role that did not continue, and why.
        seconds: how long each role thought about each of its moves after the opening;
            it is ignored when games are compared.
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

    def states(self, rules: Game, most: int | None = None) -> tuple[State, ...]:
        """Return the states of the game, the first before any move.

        Args:
            rules: the rules of the game.
            most: how many moves to replay; all by default.

        Raises:
            InputError: the moves are not those of a game by these rules.
        """
        try:
            found = [rules.state(f"[{', '.join(self.position)}]")]
        except MoveError as error:
            raise InputError(f"position: {error}") from error
        for number, joint in enumerate(self.moves[:most], 1):
            try:
                found.append(found[-1].play_joint(joint))
            except MoveError as error:
                raise InputError(f"move {number}: {error}") from error
        return tuple(found)


def played(start: State, **members: Any) -> Playthrough:
    """Return a game that began in a state.

    Args:
        start: the state.
        members: the members of the game that do not follow from the state.
    """
    game = start.game
    return Playthrough(
        game=game.book.place,
        parameters=game.parameters,
        rules=rules_hash(game),
        position=start.facts,
        **members,
    )


def load(file: Path) -> Playthrough:
    """Return the game that a file holds.

    Raises:
        InputError: the file cannot be read, or does not hold a game; the message
            says what was expected, what was found, and where.
    """
    return read_json(file, _playthrough, "a saved game")


def _playthrough(data: Any) -> Playthrough:
    must_be_file(data, Playthrough.version, _FORM)
    players, moves, opening = data["players"], data["moves"], data["opening"]
    if list(data["goals"]) != list(players):
        raise ValueError(
            f"goals: expected those of {', '.join(players)}, "
            f"found {short(data['goals'])}"
        )
    for number, joint in enumerate(moves, 1):
        if len(joint) != len(players):
            raise ValueError(
                f"move {number}: expected one for each of {', '.join(players)}, "
                f"found {short(joint)}"
            )
    if opening > len(moves):
        raise ValueError(
            f"opening: expected at most the {len(moves)} moves, found {opening}"
        )
    words = {name: data[name] for name in _FORM if name != "failure"} | {
        "position": tuple(data["position"]),
        "players": {role: _player(role, player) for role, player in players.items()},
        "assignment": tuple(data["assignment"]),
        "moves": tuple(map(tuple, moves)),
        "seconds": {role: tuple(took) for role, took in data["seconds"].items()},
    }
    failure = data.get("failure")
    return Playthrough(
        **words,
        failure=failure and Failure(failure["role"], failure["kind"], failure["why"]),
    )


def _player(role: str, data: dict[str, Any] | None) -> Player | None:
    if data is None:
        return None
    weights = exact_weights(data["weights"], f"players: {role}: weights: ")
    return Player(data["method"], data.get("tier"), tuple(weights.items()))


_PLAYER = {"method": str, "tier": Maybe(Or(str, None)), "weights": {str: DECIMAL}}
_FORM = {
    "game": str,
    "parameters": {str: str},
    "rules": str,
    "position": [str],
    "players": {str: Or(_PLAYER, None)},
    "assignment": [Or(int, None)],
    "opening": COUNT,
    "moves": [[str]],
    "seed": COUNT,
    "goals": {str: Or(int, None)},
    "ended": str,
    "failure": Maybe(Or({"role": str, "kind": str, "why": str}, None)),
    "seconds": {str: [DECIMAL]},
}
