"""Certificates: files that hold a solution, which `verify` checks.

`certificate_file` reads and writes them. Reading a file proves nothing: its checksum
detects accidental damage, the hash of the rules detects other rules, and `verify`
checks the rest.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Protocol

from pygame_search.game import Game, State
from pygame_search.model.rules import rules_hash
from pygame_search.rules import rulebook
from pygame_search.solving import certificate_file
from pygame_search.solving.certificate_file import Book
from pygame_search.solving.certificate_tables import (
    MAGIC,
    OF_EQUILIBRIUM,
    has_tables,
)
from pygame_search.solving.solution import Entry, Solution
from pygame_search.support import files
from pygame_search.support.checksummed_file import must_be_sealed, sealed
from pygame_search.support.errors import CertificateError, InputError, MoveError
from pygame_search.support.input_files import open_input

_LINES = (
    "something else, perhaps lines of JSON from `verify --export` or from an older "
    "version: solve again"
)


@dataclass(frozen=True, slots=True)
class Certificate:
    """A file that holds a solution.

    Attributes:
        file: its path.
        solution: what it claims; its entries, and those of its rival, are read from
            the file.
        books: the entries as numbers: those of the role, perhaps those of its rival.
    """

    file: Path
    solution: Solution
    books: tuple[Book, ...]

    def game(self, rules: str | os.PathLike[str] | None = None) -> Game:
        """Return the game of the certificate.

        Args:
            rules: the rule file, if it has moved since.

        Raises:
            InputError: there is no such rule file.
            RulesError: the rule file has faults.
            CertificateError: these are not the rules that were solved.
        """
        return game_of(self.file, self.solution, rules)

    def must_be_about(self, game: Game) -> None:
        """Check that these are the rules that were solved.

        Raises:
            CertificateError: they are not.
        """
        must_be_about(self.file, self.solution, game)

    def entry(self, state: State, role: str | None = None) -> Entry | None:
        """Return the entry of a state, or None if it has none.

        Args:
            state: a state of the certificate's game.
            role: whose entry; by default that of the solution.
        """
        for book in self.books:
            if role in (None, book.solution.role) and (entry := book.find(state.facts)):
                return entry
        return None

    def export(self, file: str | os.PathLike[str]) -> None:
        """Write the certificate as lines of JSON: a head, and a line for each state.

        The rival's part follows, if there is one: its head is the member `rival` of a
        line.

        Raises:
            InputError: the file cannot be written.
        """
        place = Path(file)
        try:
            with (
                files.replacement(place) as made,
                made.open("w", encoding="utf-8") as out,
            ):
                for line in self._lines():
                    out.write(f"{json.dumps(line, ensure_ascii=False)}\n")
        except OSError as error:
            raise files.unwritable(place, error) from error

    def _lines(self) -> Iterator[Mapping[str, Any]]:
        for book in self.books:
            yield book.head
            for facts, entry in book.entries():
                yield {"state": facts, **asdict(entry)}


class About(Protocol):
    """What a certificate says of the game that was solved."""

    @property
    def game(self) -> str:
        """A name in `rules/` or the path of a file."""

    @property
    def parameters(self) -> Mapping[str, str]:
        """The name and value of each parameter."""

    @property
    def rules(self) -> str:
        """The SHA-256 of the rules; see `rules_hash`."""


def game_of(
    file: Path, about: About, rules: str | os.PathLike[str] | None = None
) -> Game:
    """Return the game of a certificate; see `Certificate.game`."""
    try:
        book = rulebook.read(about.game if rules is None else rules)
    except InputError as error:
        if rules is not None:
            raise
        raise InputError(f"{error}; --rules FILE says where it is") from error
    try:
        game = Game.build(book, parameters=list(about.parameters.items()))
    except (InputError, MoveError) as error:
        raise CertificateError(f"{file}: the rules have changed ({error})") from error
    must_be_about(file, about, game)
    return game


def must_be_about(file: Path, about: About, game: Game) -> None:
    """Check that a game has the rules that were solved.

    Raises:
        CertificateError: it has others.
    """
    found = rules_hash(game)
    if found != about.rules:
        raise CertificateError(
            f"{file}: the rules have changed: expected those with the hash "
            f"{about.rules[:12]}…, found {game.book.file} with {found[:12]}…"
        )


def save_certificate(solution: Solution, file: str | os.PathLike[str]) -> None:
    """Write a certificate of a weak or strong solution, which `verify` checks.

    Raises:
        InputError: the file cannot be written, or the solution is ultra-weak.
    """
    if solution.entries is None:
        raise InputError(
            "an ultra-weak solution is a value alone: expected one with a strategy, "
            "weak or strong, to write to a file"
        )
    with sealed(Path(file)) as made:
        certificate_file.write(solution, made)


def read_certificate(file: str | os.PathLike[str]) -> Certificate:
    """Return the certificate in a file.

    Raises:
        InputError: the file cannot be read.
        CertificateError: it is no certificate, is damaged, or is of another version.
    """
    path = Path(file)
    try:
        must_be_certificate(path)
        if has_tables(path, OF_EQUILIBRIUM):
            raise CertificateError(
                f"{path}: expected a solution of an open game, found an equilibrium of "
                "one with hidden information, which `verify` and `solve --against` "
                "read (in Python verify_equilibrium and best_response)"
            )
        first, *others = books = certificate_file.read(path)
    except sqlite3.Error as error:
        raise CertificateError(f"{path}: {error}") from error
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror})") from error
    solution = replace(first.solution, rival=others[0].solution if others else None)
    return Certificate(path, solution, books)


def must_be_certificate(file: Path) -> None:
    """Check that a file is an undamaged one that `solve --save` has written.

    Raises:
        OSError: the file cannot be read.
        CertificateError: it is something else, or is damaged.
    """
    with open_input(file, "a certificate") as data:
        start = data.read(len(MAGIC))
    if start != MAGIC:
        found = _LINES if start.startswith(b"{") else "something else"
        raise CertificateError(
            f"{file}: expected a certificate that `solve --save` has written, "
            f"found {found}"
        )
    must_be_sealed(file)


#: Former names, which earlier documents used.
save, read = save_certificate, read_certificate
