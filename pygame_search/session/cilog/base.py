"""The knowledge base of a dialogue: the twin of `logic/dialogue/clause_base.pl`."""

from __future__ import annotations

import re
import weakref
from bisect import bisect_right
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any

from pygame_search.engine.bridge import engine
from pygame_search.explanation.proof_tree import Node
from pygame_search.explanation.searches.steps import explain
from pygame_search.explanation.state_names import MetState
from pygame_search.game import Game, State
from pygame_search.rules import rulebook
from pygame_search.rules.locate import refused
from pygame_search.rules.rulebook import Rulebook

#: The time limit for one answer, in seconds.
MOST_SECONDS = 30.0

_ASKABLE = re.compile(r"\s*askable\b")
_NOT_LINE_END = re.compile(r"[^\n]")


@dataclass(frozen=True, slots=True)
class Place:
    """A body to query, found by `stands_at/4` of `resolution.pl`.

    Attributes:
        query: the user's text, with blanks in place of the command before it.
        bound: the depth bound.
        steps: the steps from the query to this place.
    """

    query: str
    bound: int
    steps: tuple[tuple[Any, ...], ...] = ()

    def to(self, *step: Any) -> Place:
        """Return the place after one more step."""
        return Place(self.query, self.bound, (*self.steps, step))


class ClauseBase:
    """A set of clauses, which are added one by one or from files.

    Args:
        game: the game with whose rules it begins; without one it is empty.
        state: the position whose fluents are facts of `true`; None for none.

    Attributes:
        met: the states of the game in the output so far.
    """

    def __init__(self, game: Game | None, state: State | None) -> None:
        self._engine = engine()
        self._game = game
        self._where = state or game
        self.met: list[MetState] = []
        self._texts: dict[int, tuple[str, list[int]]] = {}
        self._files: dict[str, int] = {}
        reply = self._engine.request(
            "base_new",
            game=None if game is None else game.key,
            state=None if state is None else state.number,
        )
        self._base: str = reply["base"]
        weakref.finalize(self, self._engine.later, "base_drop", base=self._base)
        if game is not None:
            self._know(0, game.book)

    def request(self, operation: str, **data: Any) -> dict[str, Any]:
        """Return the reply to an operation of `requests/dialogue.pl` on this base."""
        request = self._engine.request if self._game is None else self._game.request
        if "seconds" not in data:
            data["processor"] = MOST_SECONDS
        return request(operation, base=self._base, **data)

    def request_at(self, operation: str, place: Place, **data: Any) -> dict[str, Any]:
        """Return the reply to an operation on a body.

        Raises:
            InputError: the query has faults; the message lists their places.
        """
        reply = self.request_about(
            operation, text=place.query, bound=place.bound, steps=place.steps, **data
        )
        self.met += map(MetState.of, reply["states"])
        return reply

    def request_about(
        self, operation: str, *, text: str | None, **data: Any
    ) -> dict[str, Any]:
        """Return the reply to an operation on a text.

        Raises:
            InputError: the text has faults; the message lists their places.
        """
        reply = self.request(operation, text=text, **data)
        if any(fault["severity"] == "error" for fault in reply["faults"]):
            asks = operation == "base_solve" and "syntax" in data
            about = "question" if asks else "cilog"
            raise refused(about, text or "", reply["faults"])
        return reply

    def regions(self, text: str) -> list[tuple[int, int, str]]:
        """Return where the clauses of a text begin and end, and their faults."""
        reply = self._engine.request("base_regions", text=text)
        return [(begin, end, code) for begin, end, code in reply["regions"]]

    def relations(self, which: str = "relations") -> list[tuple[str, int]]:
        """Return the relations with clauses: their names and numbers of arguments.

        With `of_game`, return those that the game answers unless they get clauses.
        """
        found = self.request("base_relations")[which]
        return [(name, arity) for name, arity in found]

    def explained(self, goal: str) -> Node:
        """Return how a search answered a goal, or why it did not."""
        assert self._where is not None  # the base is a game's
        return explain(self._where, goal).tree

    def within(self, number: int) -> ClauseBase:
        """Return the rules of the game at another of its states."""
        assert self._game is not None  # only a game has states
        inner = ClauseBase(self._game, self._game.numbered(number))
        inner.met = self.met
        return inner

    def load(self, name: str) -> int:
        """Add the clauses of a file, and return their number.

        If the file was loaded before, its clauses are replaced.

        Raises:
            InputError: there is no such file, or it has faults; then nothing is added.
        """
        return self.add(rulebook.read(name))

    def add(self, book: Rulebook) -> int:
        """Add the clauses of a file that was read, as `load` does."""
        askables, text = self._without_askables(book)
        number = self._files.get(book.file, len(self._files) + 1)
        reply = self.request("base_tell", text=text, syntax=book.syntax, source=number)
        if any(fault["severity"] == "error" for fault in reply["faults"]):
            raise refused(book.file, book.text, reply["faults"])
        self._files[book.file] = number
        self._know(number, book)
        for askable in askables:
            self.request_about("base_askable", text=askable)
        return int(reply["count"])

    def _without_askables(self, book: Rulebook) -> tuple[list[str], str]:
        """Return a file's askable declarations, and its text with blanks for them."""
        askables: list[str] = []
        text = book.text
        if book.syntax != "cilog" or "askable" not in text:
            return askables, text
        for begin, end, _ in self.regions(text):
            if match := _ASKABLE.match(text, begin, end):
                blank = _NOT_LINE_END.sub(" ", text[begin : end + 1])
                askables.append(text[match.end() : end])
                text = text[:begin] + blank + text[end + 1 :]
        return askables, text

    def _know(self, number: int, book: Rulebook) -> None:
        ends = [match.start() for match in re.finditer("\n", book.text)]
        self._texts[number] = (PurePath(book.file).name, ends)

    def placed(self, source: Any) -> str:
        """Return the place of a clause, as a comment; empty if it was typed."""
        if source == "position":
            return "  % the position"
        if not isinstance(source, list):
            return ""
        file, ends = self._texts[source[0]]
        return f"  % {file}:{bisect_right(ends, source[1]) + 1}"


def blanked(text: str, end: int) -> str:
    """Return a text with blanks up to an offset, so that places do not change."""
    return _NOT_LINE_END.sub(" ", text[:end]) + text[end:]
