"""Players: a method, its tier and its weights."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pygame_search.experiments.weights import read_weight, weights_for
from pygame_search.game import Game
from pygame_search.model.decimals import Weight
from pygame_search.search.core.heuristics import all_weights
from pygame_search.search.core.methods import must_support, read_method
from pygame_search.search.core.setup import checked_method
from pygame_search.search.core.tiers import must_be_tier
from pygame_search.support.errors import InputError, no_effect
from pygame_search.support.json_objects import JsonObject, plain

#: How a player begins that moves by a file.
_FROM = "from "


@dataclass(frozen=True, slots=True)
class Player(JsonObject):
    """A way to choose moves, in a form that another process can receive.

    Attributes:
        method: as in `alphabeta(depth=4)`; or `from FILE`, for the moves of a file that
            `solve --save` wrote.
        tier: the tier of searches; None for the method's default.
        weights: weights of features and heuristics, in place of the rule file's.
    """

    method: str
    tier: str | None = None
    weights: tuple[tuple[str, Weight], ...] = ()

    @property
    def file(self) -> Path | None:
        """The file that it moves by; None for a method."""
        return _file_of(self.method)

    def __str__(self) -> str:
        """Return the player as users write it, with its weights."""
        tier = "" if self.tier is None else f"@{self.tier}"
        weights = ", ".join(f"{name}={weight}" for name, weight in self.weights)
        return f"{self.method}{tier}" + (f" with {weights}" if weights else "")

    def as_json(self) -> dict[str, Any]:
        """Return the player as it is written to a file."""
        return JsonObject.as_json(self) | {"weights": plain(dict(self.weights))}


def read_player(
    text: str,
    game: Game,
    tier: str | None = None,
    weights: Mapping[str, Weight | float] | None = None,
) -> Player:
    """Return the player that a text describes, as in `alphabeta(depth=4)@native`.

    Weights may follow after `with`, as in `alphabeta(depth=4) with corner=3, border=2`,
    or the name of a file of weights. `from FILE` moves by a certificate; if that gives
    probabilities, its moves are drawn.

    Args:
        text: a method, perhaps with its tier and its weights; or `from FILE`.
        game: the game that is played.
        tier: the tier if the text names none and the method searches.
        weights: weights of features and heuristics if the text names none.

    Raises:
        InputError: no such method or tier, or one that cannot play the game; or weights
            are missing, or given to a method that does not use them.
        CertificateError: the file is damaged, or about other rules.
    """
    file = _file_of(text)
    if file is not None:
        from pygame_search.solving.hidden.kept_moves import kept_moves

        if weights:
            raise no_effect("weights", "a method that evaluates positions", text)
        kept_moves(file, game)
        return Player(f"{_FROM}{file}")
    text, words, said = text.partition(" with ")
    if "=" in said:
        weights = dict(map(read_weight, said.split(",")))
    elif words and not said.strip():
        raise InputError(f"{text}: expected weights or their file after `with`")
    elif said:
        weights = weights_for(game, Path(said.strip()))
    method, _, word = text.partition("@")
    named = word.strip() if "@" in text else tier
    must_be_tier(named)
    call = checked_method(game, read_method(method))
    call.must_choose()
    known = all_weights(game, weights)
    must_support(call, None, {"weights": weights, "tier": "@" in text})
    if not call.method.searches:
        named = None
    return Player(str(call), named, tuple((n, known[n]) for n in weights or {}))


def takes_tier(text: str) -> bool:
    """Return whether a player, as a text, takes a tier that is given for all."""
    if _file_of(text) is not None:
        return False
    method, _, _ = text.partition(" with ")
    return "@" not in method and read_method(method).method.searches


def _file_of(text: str) -> Path | None:
    """Return the file of a player `from FILE`; None for a method."""
    begin, words, file = text.strip().partition(_FROM)
    return Path(file.strip()) if words and not begin and file.strip() else None
