"""The symmetries of a game's rules, to read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pygame_search.machine.native_game import named_ground, native
from pygame_search.model.rules import Rules
from pygame_search.network.lift.automorphisms import SECONDS
from pygame_search.network.lift.rules import open_rules
from pygame_search.network.lift.symmetries import MOST, symmetries
from pygame_search.network.lift.symmetry_text import symmetry_lines
from pygame_search.network.network import Network
from pygame_search.support.json_objects import JsonObject
from pygame_search.support.printing import Printed, Shown, stacked, table


@dataclass(frozen=True, slots=True)
class RuleSymmetry(JsonObject):
    """A symmetry of the rules: each state becomes one with the same value.

    Attributes:
        changes: what it does, in words.
        fluents: the fluents that become others, and which.
        moves: for each role the same for its moves.
    """

    changes: tuple[str, ...]
    fluents: Mapping[str, str]
    moves: Mapping[str, Mapping[str, str]]


@dataclass(frozen=True, slots=True)
class Symmetries(Printed, JsonObject):
    """The symmetries of the rules of a game.

    Attributes:
        game: its call.
        symmetries: a group; that which changes nothing is left out.
        whole: whether there are no others; None if it is unknown, as the search for
            them was stopped or failed.
    """

    game: str
    symmetries: tuple[RuleSymmetry, ...]
    whole: bool | None

    def printed(self) -> Shown:
        """Return a sentence and a table of the symmetries."""
        number = len(self.symmetries) + 1
        used = str(number) if number > 1 else "none"
        if self.whole is None:
            told = (
                f"the search for symmetries was stopped after {SECONDS} seconds of "
                "processor time, or because it failed; tables use none"
            )
        elif not self.whole:
            told = f"the rules have more than {MOST} symmetries; tables use {used}"
        elif number == 1:
            told = "the rules have no symmetry"
        else:
            told = f"the rules have {number} symmetries"
        if number == 1:
            return stacked(f"{self.game}: {told}")
        rows = [
            (str(at) if change is symmetry.changes[0] else "", change)
            for at, symmetry in enumerate(self.symmetries, 2)
            for change in symmetry.changes
        ]
        return stacked(
            f"{self.game}: {told}", "",
            table("#", "what it makes of a position", rows=[("1", "the same"), *rows]),
        )  # fmt: skip


def rule_symmetries(game: Rules) -> Symmetries:
    """Return the symmetries of a game's rules.

    They exchange fluents and moves, but no roles.

    Args:
        game: the game.

    Raises:
        TierError: the game cannot be grounded.
        LimitError: its network would be too large.
    """
    network = native(game).network
    rules = open_rules(named_ground(game), network)
    group = symmetries(rules, network)
    found = []
    for symmetry in group.symmetries[1:]:
        fluents = _images(network.fluents, symmetry.fluents)
        moves = _moves(network, symmetry.moves)
        lines = symmetry_lines(fluents, [*moves.values()])
        found.append(
            RuleSymmetry(
                tuple(lines),
                _changed(fluents),
                {role: _changed(images) for role, images in moves.items()},
            )
        )
    return Symmetries(game.call, tuple(found), group.whole)


def _images(texts: tuple[str, ...], images: tuple[int, ...]) -> dict[str, str]:
    return {text: texts[image] for text, image in zip(texts, images, strict=True)}


def _moves(network: Network, images: tuple[int, ...]) -> dict[str, dict[str, str]]:
    """Return for each role which of its moves each move becomes."""
    found: dict[str, dict[str, str]] = {role: {} for role in network.roles}
    for (role, text), image in zip(network.moves, images, strict=True):
        found[network.roles[role]][text] = network.moves[image][1]
    return found


def _changed(images: Mapping[str, str]) -> dict[str, str]:
    return {text: image for text, image in images.items() if text != image}
