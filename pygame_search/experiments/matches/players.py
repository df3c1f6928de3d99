"""Who plays: a method, its tier and its weights."""

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
from pygame_search.support.errors import InputError
from pygame_search.support.json_objects import JsonObject, plain


@dataclass(frozen=True, slots=True)
class Player(JsonObject):
    """A way to choose moves, in a form that another process can receive.

    Attributes:
        method: as in `alphabeta(depth=4)`.
        tier: for the searches; None for the one that is usual for the method.
        weights: for features and heuristics, in place of the rule file's.
    """

    method: str
    tier: str | None = None
    weights: tuple[tuple[str, Weight], ...] = ()

    def __str__(self) -> str:
        """Return it as it is written, and its weights."""
        tier = "" if self.tier is None else f"@{self.tier}"
        weights = ", ".join(f"{name}={weight}" for name, weight in self.weights)
        return f"{self.method}{tier}" + (f" with {weights}" if weights else "")

    def as_json(self) -> dict[str, Any]:
        """Return it as a file holds it."""
        return JsonObject.as_json(self) | {"weights": plain(dict(self.weights))}


def read_player(
    text: str,
    game: Game,
    tier: str | None = None,
    weights: Mapping[str, Weight | float] | None = None,
) -> Player:
    """Return the player that a text names, as in `alphabeta(depth=4)@native`.

    After `with` come weights, as in `alphabeta(depth=4) with corner=3, border=2`, or
    the file that has them.

    Args:
        text: a method, perhaps with its tier and its weights.
        game: the game that is played.
        tier: where the text names none and the method searches.
        weights: for features and heuristics, where the text names none.

    Raises:
        InputError: no such method or tier, or one that cannot play the game; or no
            weights for it, or some for a method that has no use for them.
    """
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
    """Return whether a player, as a text, takes the tier that is named for all."""
    method, _, _ = text.partition(" with ")
    return "@" not in method and read_method(method).method.searches
