"""Completion: relations, moves, fluents, commands, options, files."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from pygame_search.game import State
from pygame_search.repl.commands import NAMES, Commands
from pygame_search.rules import rulebook
from pygame_search.search.core.methods import METHODS
from pygame_search.search.core.tiers import TIERS
from pygame_search.search.state_space.path_search import METHODS as PATH_METHODS
from pygame_search.session.inputs import WORDS
from pygame_search.session.session import FASTEST, Session
from pygame_search.solving.solve import METHODS as SOLVING_METHODS
from pygame_search.support.errors import PygameSearchError

#: The methods of commands that search in another way than `best`.
_OTHER_METHODS: Mapping[str, Iterable[str]] = {
    "path": PATH_METHODS,
    "solve": SOLVING_METHODS,
}

#: The most suggestions; more would not help.
MOST = 200

_WORD = re.compile(r"[^\s]*$")
_NAME = re.compile(r"[a-z]\w*$")
_IN_TRUE = re.compile(r"\btrue\(\s*(?P<typed>[^()]*(?:\([^()]*)?)$")
_IN_LEGAL = re.compile(r"\b(?:legal|does)\([^,()]*,\s*(?P<typed>[^()]*(?:\([^()]*)?)$")
_FIRST = re.compile(
    r"\b(?P<relation>legal|does|goal|best_move|path)\(\s*(?P<typed>\w*)$"
)


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A suggestion for what to type.

    Attributes:
        text: the whole text.
        typed: the part of it that is typed already.
        about: a description.
    """

    text: str
    typed: str
    about: str


def suggestions(session: Session, commands: Commands, before: str) -> list[Suggestion]:
    """Return suggestions for what to type after a text."""
    try:
        if before.lstrip().startswith("%"):
            found = _in_command(session, commands, before.lstrip()[1:])
        else:
            found = _in_goal(session, before)
        return found[:MOST]
    except PygameSearchError:  # the position cannot be shown
        return []


def words_like(before: str, words: Iterable[str]) -> list[Suggestion]:
    """Return the words that could complete the end of a text."""
    match = _NAME.search(before)
    return _matching(match[0] if match else "", words, "")


def _matching(typed: str, known: Iterable[str], about: str) -> list[Suggestion]:
    return [Suggestion(k, typed, about) for k in known if k.startswith(typed)]


# ---- commands ----------------------------------------------------------------


def _in_command(session: Session, commands: Commands, text: str) -> list[Suggestion]:
    name, blank, rest = text.partition(" ")
    if not blank:
        return [
            Suggestion(known, name, commands.short(known))
            for known in NAMES
            if known.startswith(name)
        ]
    if name == "move":
        return _matching(rest.rpartition(";")[2].lstrip(), _typed(session), "move")
    if name == "help":
        return _matching(rest, NAMES, "command")
    if name == "rules":
        return _matching(rest, sorted({n for n, _ in session.relations()}), "relation")
    if name == "tier":
        return _matching(rest, (*TIERS, FASTEST), "tier")
    typed = _WORD.search(rest)
    word = typed[0] if typed else ""
    before = rest[: len(rest) - len(word)].split()
    option = before[-1] if before else ""
    options = commands.options(name)
    return _value(session, name, option, options.get(option), word) or [
        *_matching(word, options, "option"),
        *(_files(word) if commands.takes_files(name) else []),
    ]


def _value(
    session: Session,
    name: str,
    option: str,
    kind: click.ParamType[Any] | None,
    word: str,
) -> list[Suggestion]:
    """Return suggestions for the value of an option, or for the first word."""
    if (choices := getattr(kind, "choices", None)) is not None:
        return _matching(word, choices, option.lstrip("-"))
    if option == "--method" or (name in ("compare", "methods") and not option):
        return _matching(word, _OTHER_METHODS.get(name, METHODS), "method")
    if option == "--role":
        return _matching(word, session.rules.roles, "role")
    if option == "--tier":
        return _matching(word, TIERS, "tier")
    if isinstance(kind, click.Path):
        return _files(word)
    if name == "load" and not option:
        return [*_matching(word, rulebook.names(), "game"), *_files(word)]
    return []


def _files(typed: str) -> list[Suggestion]:
    folder, _, name = typed.rpartition("/")
    found = []
    with suppress(OSError, ValueError, RuntimeError):
        root = Path(f"{folder}/" if "/" in typed else ".").expanduser()
        with os.scandir(root) as entries:
            for entry in entries:
                if entry.name.startswith(name) and not entry.name.startswith("."):
                    end = "/" if entry.is_dir() else ""
                    text = typed[: len(typed) - len(name)] + entry.name + end
                    found.append(Suggestion(text, typed, "folder" if end else "file"))
    return sorted(found, key=lambda one: one.text)


# ---- goals -------------------------------------------------------------------


def _in_goal(session: Session, before: str) -> list[Suggestion]:
    if match := _IN_TRUE.search(before):
        facts = session.state.facts if session.state is not None else ()
        return _matching(match["typed"], facts, "fluent")
    if match := _IN_LEGAL.search(before):
        return _matching(match["typed"], _moves(session), "move")
    if match := _FIRST.search(before):
        if match["relation"] == "path":
            return _matching(match["typed"], PATH_METHODS, "method")
        return _matching(match["typed"], session.rules.roles, "role")
    found = _names(session, before)
    if before.strip() == before.lstrip() and re.fullmatch(r"\s*\w*", before):
        found = _matching(before.lstrip(), WORDS, "dialogue") + found
    return found


def _names(session: Session, before: str) -> list[Suggestion]:
    """Return the relations and constants that fit here."""
    match = _NAME.search(before)
    typed = match[0] if match else ""
    if session.game is None or (not typed and before.strip()[-1:].isalnum()):
        return []
    relations = [
        Suggestion(f"{name}(" if arity else name, typed, f"{name}/{arity}")
        for name, arity in session.relations()
        if name.startswith(typed) and name[:1].isalpha()
    ]
    return relations + _matching(typed, session.game.roles, "role")


def _typed(session: Session) -> list[str]:
    """Return the moves in all forms that can be typed: notation, and terms."""
    state, moves = session.state, _moves(session)
    if state is None or not moves or not state.game.notated:
        return moves
    written = [m for legal in state.written_legal().values() for m in legal]
    return list(dict.fromkeys([*(m for m in written if m != "noop"), *moves]))


def _moves(session: Session) -> list[str]:
    state: State | None = session.state
    if state is None or state.terminal:
        return []
    moves = [m for legal in state.legal.values() for m in legal if m != "noop"]
    return list(dict.fromkeys(moves))
