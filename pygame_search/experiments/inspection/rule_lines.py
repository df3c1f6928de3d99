"""Where a rule stands in its file, and which rules hold in a state."""

from __future__ import annotations

import re

from pygame_search.game import Game


def first_rule(text: str, relation: str) -> tuple[int, str]:
    """Return the line in which a relation is first defined, counted from 1."""
    head = re.compile(rf"^\s*(?:\(\s*<=\s*)?\(?\s*{relation}\b", re.IGNORECASE)
    for number, line in enumerate(text.split("\n"), 1):
        if head.match(line):
            return number, line.rstrip("\r")
    return 1, text.split("\n", 1)[0]


def next_line(game: Game, name: str) -> int | None:
    """Return the line of the first rule that gives a fluent after a step."""
    rule = re.search(rf"\bnext\W+{re.escape(name)}\W", game.book.text)
    return game.book.line_of(rule.start()) if rule else None


def held_rules(
    game: Game, number: int, relation: str, *arguments: int
) -> list[tuple[int, str, tuple[str, ...]]]:
    """Return the rules that hold in a state: line, value, and what they ask.

    Args:
        game: the game.
        number: the state.
        relation: `goal`, `legal`, `draw` or `terminal`.
        arguments: the index of the role, from 1, or the square.
    """
    reply = game.request(
        "held_rules", state=number, relation=relation, arguments=list(arguments)
    )
    return [
        (game.book.line_of(place), text, tuple(asks))
        for place, text, asks in reply["rules"]
    ]


def clashing_rules(
    game: Game, number: int, relation: str, *arguments: int
) -> tuple[int | None, str]:
    """Return the line of a rule that clashes with an earlier one, and what clashes.

    Args:
        game: the game.
        number: the state in which they hold.
        relation: `goal` or `draw`.
        arguments: the index of the role, from 1, or the square.
    """
    rules = held_rules(game, number, relation, *arguments)
    first = next((line for line, _, _ in rules), None)
    texts = [text for line, text, _ in rules if line == first]
    if len(set(texts)) > 1:
        return first, f"the rule in line {first} holds in several ways: "
    clash = next((line for line, text, _ in rules if text not in texts), None)
    if clash is None:
        return None, ""
    return clash, f"the rules in lines {first} and {clash} hold here: "
