"""What the texts of facts say: their names, their arguments, whom they hold for."""

from __future__ import annotations

from pygame_search.game import Game
from pygame_search.support.words import split_outside


def pattern(game: Game, name: str) -> str:
    """Return how the facts of a name look in the syntax of the rule file."""
    return f"({name} ..)" if game.book.syntax == "kif" else f"{name}(..)"


def relation(fact: str) -> tuple[str, int]:
    """Return the name of a fact, and how many arguments it has."""
    if fact.startswith("("):  # in KIF
        words = split_outside(fact[1:-1], " ")
        return words[0], len(words) - 1
    name, _, rest = fact.partition("(")
    return name, len(split_outside(rest[:-1], ",")) if rest else 0


def is_number(text: str) -> bool:
    """Return whether an argument is a whole number."""
    return text.lstrip("-").isdecimal()


def held_for(game: Game, number: int) -> dict[str, list[str]]:
    """Return, by the name of a fluent with one argument, what it holds for."""
    found: dict[str, list[str]] = {}
    for fact in game.request("facts", state=number)["facts"]:
        name, _, one = fact.strip("()").replace("(", " ").partition(" ")
        if one and not set(one) & set(" (),"):
            found.setdefault(name, []).append(one)
    return found
