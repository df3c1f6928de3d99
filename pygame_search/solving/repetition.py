"""What the rules say that endless play is worth to each role.

`repetition(R, V)` gives it for a role, `repetition(V)` for each, and `repetition(draw)`
gives two players half of what their goals add up to.
"""

from __future__ import annotations

from collections.abc import Callable

from pygame_search.game import Game
from pygame_search.model.rules import CHANCE
from pygame_search.support.errors import RulesError
from pygame_search.support.words import conjoined

#: How people name a draw, in place of a number.
DRAW = "draw"


def declared_worths(
    game: Game, total: Callable[[], int | None]
) -> dict[str, int] | None:
    """Return what endless play is worth to each player; None if the rules do not say.

    Args:
        game: the rules.
        total: returns what the goals of two players add up to, None if that is not
            constant or not known; called only if it is needed.

    Raises:
        RulesError: the declaration gives a role no value, several, or one that no end
            can have.
    """
    found: dict[str, set[int | str]] = {}
    for role, worth in game.declared_worths:
        if role is not None and role not in game.players:
            what = "no player" if role == CHANCE else "not a role"
            raise RulesError(f"{role} is {what}, and repetition gives it a worth")
        for one in game.players if role is None else (role,):
            found.setdefault(one, set()).add(worth)
    if not found:
        return None
    worths: dict[str, int] = {}
    for role in game.players:
        given = sorted(found.get(role, ()), key=str)
        if len(given) != 1:
            words = conjoined([*map(str, given)]) if given else "none"
            raise RulesError(
                f"expected one worth of endless play for {role}, found {words}"
            )
        [worth] = given
        worths[role] = _half(game, total()) if worth == DRAW else _number(worth)
    for role, number in worths.items():
        low, high = game.ranges[game.roles.index(role)]
        if low != high and not low <= number <= high:
            raise RulesError(
                f"expected endless play to be worth {low} to {high} to {role}, as the "
                f"goals are, found {number}"
            )
    return worths


def _number(worth: int | str) -> int:
    if not isinstance(worth, int):
        raise RulesError(
            f"expected a whole number or {DRAW} as the worth of endless play, found "
            f"{worth}"
        )
    return worth


def _half(game: Game, total: int | None) -> int:
    """Return the worth of a draw."""
    if total is None or len(game.players) != 2 or total % 2:
        why = "these do not, or it is not known"
        if len(game.players) != 2:
            why = f"there are {len(game.players)} players"
        elif total is not None:
            why = f"they add up to {total}"
        raise RulesError(
            "repetition(draw) is for two players whose goals add up to an even "
            f"constant, and {why}: write repetition(Role, Worth) for each"
        )
    return total // 2
