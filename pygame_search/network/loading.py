"""Games loaded by name, path or text, ready to be searched."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TypeVar

from pygame_search.model import game as model
from pygame_search.model.game import called
from pygame_search.model.goal_sum import GoalSum
from pygame_search.model.state_source import StateSource
from pygame_search.rules import rulebook
from pygame_search.rules.rulebook import Rulebook
from pygame_search.support.errors import InputError, MoveError
from pygame_search.support.validation import must_be_one_of, must_be_text

G = TypeVar("G", bound=model.Game)


class LoadedGame(model.Game):
    """The rules of a game that can determine the sum of its players' goals."""

    def find_sum(self, seconds: float | None) -> tuple[GoalSum, bool]:
        """Return what two players' goals add up to; see `network.goal_sum`."""
        from pygame_search.network.goal_sum import SECONDS, found_sum

        return found_sum(self, SECONDS if seconds is None else seconds)

    def find_network(self) -> StateSource[bytes]:
        """Return states that stand on the network; see `network.state_source`."""
        from pygame_search.network.native_game import native
        from pygame_search.network.state_source import NetworkSource

        return NetworkSource(self, native(self))


def load(game: str | os.PathLike[str]) -> LoadedGame:
    """Return a game by name or path; see `load_as`."""
    return load_as(LoadedGame, game)


def load_text(text: str, *, name: str = "<text>") -> LoadedGame:
    """Return the game that a rule text defines; see `load_text_as`."""
    return load_text_as(LoadedGame, text, name=name)


def load_as(
    kind: type[G],
    game: str | os.PathLike[str],
    *,
    form: str = "best",
    tier: str | None = None,
    parameters: Mapping[str, object] | None = None,
) -> G:
    """Return a game by name, as in `hexapawn(columns=4)`, or by the path of its file.

    Args:
        kind: the class of the game.
        game: a name in `rules/` or a path, perhaps with parameters in brackets.
        form: how to compile the rules: `best`, `slots`, `lists`, or `meaning`.
        tier: what its states stand on: `clauses`, the default, or `native`.
        parameters: more parameters, as the rule file's `parameter/2` names them.

    Raises:
        InputError: no such game, form or parameter, or a value of the wrong kind.
        RulesError: the file cannot be read or has faults; all are listed.
    """
    book, given = called(os.fspath(game))
    own = [(name, _value_text(name, v)) for name, v in (parameters or {}).items()]
    try:
        return kind.build(book, form=form, parameters=[*given, *own], tier=tier)
    except MoveError as error:  # what a text stands for is known there
        raise InputError(f"a parameter of {book.name!r}: {error}") from error


def load_text_as(
    kind: type[G],
    text: str,
    *,
    name: str = "<text>",
    form: str = "best",
    syntax: str | None = None,
    tier: str | None = None,
) -> G:
    """Return the game that a rule text defines.

    Args:
        kind: the class of the game.
        text: the rules.
        name: the name of the text in messages.
        form: see `load_as`.
        syntax: `prolog`, `kif` or `cilog`; by default it is guessed from the text.
        tier: see `load_as`.

    Raises:
        InputError: no such form or syntax.
        RulesError: the text has faults; all are listed.
    """
    book = text_book(text, name=name, syntax=syntax)
    return kind.build(book, form=form, tier=tier)


def text_book(text: str, *, name: str, syntax: str | None = None) -> Rulebook:
    """Return a rule text as if it were read from a file.

    Raises:
        InputError: the argument is no string, or the syntax is unknown.
    """
    must_be_text("rules", text)
    if syntax is not None:
        must_be_one_of("syntax", syntax, sorted(set(rulebook.SYNTAXES.values())))
    return Rulebook(name, name, text, syntax or rulebook.syntax_of(text))


def _value_text(name: str, value: object) -> str:
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(_value_text(name, v) for v in value)}]"
    if isinstance(value, bool) or not isinstance(value, (int, str)):
        raise InputError(
            "expected a whole number, a name or a list of these for the parameter "
            f"{name}, found {value!r}"
        )
    return str(value)
