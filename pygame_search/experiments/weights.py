"""Files of weights: what `learn` writes and `--weights` reads.

A file is one JSON object: `version` and the attributes of `Weights`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pygame_search.game import Game
from pygame_search.model.decimals import EXPECTED, Weight, exact, exact_weights
from pygame_search.model.rules import rules_hash
from pygame_search.search.core.heuristics import all_weights
from pygame_search.support.errors import InputError
from pygame_search.support.json_files import (
    COUNT,
    DECIMAL,
    JsonFile,
    must_be_file,
    read_json,
)


@dataclass(frozen=True, slots=True)
class Weights(JsonFile):
    """Weights of features, for all roles.

    Attributes:
        game: the name of the rules.
        parameters: the name and value of each parameter.
        rules: the hash of the rule file and the parameters.
        weights: the weight of each feature and heuristic.
        method: the learning method.
        games: the number of games learned from.
        seed: the seed of the random numbers.
    """

    game: str
    parameters: Mapping[str, str]
    rules: str
    weights: Mapping[str, Weight]
    method: str
    games: int
    seed: int


def load(file: Path) -> Weights:
    """Return the weights in a file.

    Raises:
        InputError: the file cannot be read, or does not hold weights; the message
            says what was expected, what was found, and where.
    """
    return read_json(file, _weights, "weights")


def _weights(data: Any) -> Weights:
    must_be_file(data, Weights.version, _FORM)
    words = {name: data[name] for name in _FORM}
    return Weights(**words | {"weights": exact_weights(data["weights"], "weights: ")})


_FORM = {
    "game": str,
    "parameters": {str: str},
    "rules": str,
    "weights": {str: DECIMAL},
    "method": str,
    "games": COUNT,
    "seed": COUNT,
}


def read_weight(text: str) -> tuple[str, Weight]:
    """Return the feature and the weight of a text such as `corner=3` or `king=0.5`.

    Raises:
        InputError: the text has another form.
    """
    name, _, number = text.partition("=")
    weight = exact(number)
    if weight is None:
        raise InputError(
            f"expected a weight as in name=3 or name=0.5, {EXPECTED}, found {text!r}"
        )
    return name.strip(), weight


def weights_for(game: Game, file: Path) -> dict[str, Weight]:
    """Return the weights in a file, which must belong to the rules of a game.

    The parameters may differ: weights learned on a small board can help on a large one.

    Raises:
        InputError: see `load`; or they were learned for other rules, or for an unknown
            feature.
    """
    found = load(file)
    if found.rules != rules_hash(game, found.parameters):
        raise InputError(
            f"{file}: expected weights for {game.name!r} as its rules are now, found "
            f"some for other rules, those of {found.game!r} when they were learned: "
            "learn them again, or give them one by one with --weight"
        )
    all_weights(game, found.weights)
    return dict(found.weights)
