"""Certificates: files that hold a solution, which `verification` checks.

A weak solution is written as a strategy (`strategy.py`), a strong one as a table
(`table.py`). What a file says is taken for what it says, no more: its checksum finds
accidents, the hash of the rules finds other rules, and `verification` the rest.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from pygame_search.game import Game, State
from pygame_search.rules import rulebook
from pygame_search.solving import jsonl_certificate, sqlite_certificate
from pygame_search.solving.certificate_header import VERSION
from pygame_search.solving.solution import Entry, Solution, rules_hash
from pygame_search.solving.solution_entries import Book
from pygame_search.support.checksummed_file import must_be_sealed, sealed
from pygame_search.support.errors import CertificateError, InputError, MoveError
from pygame_search.support.input_files import open_input
from pygame_search.support.json_files import short

_STRATEGY = b'{"certificate": '


@dataclass(frozen=True, slots=True)
class Certificate:
    """A file that holds a solution.

    Attributes:
        file: where it is.
        solution: what it says; its entries, and those of its rival, are read from it.
        books: the entries as numbers: those of the role, perhaps those of its rival.
    """

    file: Path
    solution: Solution
    books: tuple[Book, ...]

    def game(self, rules: str | os.PathLike[str] | None = None) -> Game:
        """Return the game that it is about.

        Args:
            rules: where its rule file is now, in place of where it was.

        Raises:
            InputError: there is no such rule file.
            RulesError: the rule file has faults.
            CertificateError: these are not the rules that were solved.
        """
        about = self.solution
        try:
            book = rulebook.read(about.game if rules is None else rules)
        except InputError as error:
            if rules is not None:
                raise
            raise InputError(f"{error}; --rules FILE says where it is") from error
        try:
            game = Game.build(book, parameters=list(about.parameters.items()))
        except (InputError, MoveError) as error:
            raise CertificateError(
                f"{self.file}: the rules have changed ({error})"
            ) from error
        self.must_be_about(game)
        return game

    def must_be_about(self, game: Game) -> None:
        """Check that a game has the rules that were solved.

        Raises:
            CertificateError: it has not.
        """
        found = rules_hash(game)
        if found != self.solution.rules:
            raise CertificateError(
                f"{self.file}: the rules have changed: expected those with the hash "
                f"{self.solution.rules[:12]}…, found {game.book.file} with "
                f"{found[:12]}…"
            )

    def entry(self, state: State, role: str | None = None) -> Entry | None:
        """Return what it says of a state, None where that is nothing.

        Args:
            state: of the game that it is about.
            role: whose entry; by default that of the solution.
        """
        for book in self.books:
            if role in (None, book.solution.role) and (entry := book.find(state.facts)):
                return entry
        return None


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
        if solution.solved == "strong":
            sqlite_certificate.write(solution, VERSION, made)
        else:
            with made.open("w", encoding="utf-8") as out:
                jsonl_certificate.write(solution, VERSION, out)


def read_certificate(file: str | os.PathLike[str]) -> Certificate:
    """Return the certificate in a file.

    Raises:
        InputError: the file cannot be read.
        CertificateError: it is no certificate, is damaged, or is of a newer version.
    """
    path = Path(file)
    try:
        return _read(path)
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror})") from error
    except UnicodeDecodeError as error:
        raise CertificateError(f"{path}: expected text in UTF-8 ({error})") from error


def _read(path: Path) -> Certificate:
    with open_input(path, "a certificate") as data:
        start = data.read(max(len(_STRATEGY), len(sqlite_certificate.MAGIC)))
    is_table = start.startswith(sqlite_certificate.MAGIC)
    is_strategy = start.startswith(_STRATEGY)
    if not is_table and not is_strategy:
        raise CertificateError(
            f"{path}: expected a certificate, a strategy or a table that "
            "`solve --save` has written, found something else"
        )
    must_be_sealed(path)
    label, version = (
        sqlite_certificate.kind(path) if is_table else jsonl_certificate.kind(path)
    )
    expected = sqlite_certificate.KIND if is_table else jsonl_certificate.KIND
    if label != expected or not isinstance(version, int):
        raise CertificateError(
            f"{path}: expected a certificate, {expected!r}, found {short(label)}"
        )
    if version > VERSION:
        raise CertificateError(
            f"{path}: is of version {version}, newer than {VERSION}, which is the last "
            "one that this program knows"
        )
    books: Iterable[Book] = (
        [sqlite_certificate.read(path)] if is_table else jsonl_certificate.read(path)
    )
    first, *others = books
    solution = replace(first.solution, rival=others[0].solution if others else None)
    return Certificate(path, solution, (first, *others))


#: Their former names, which documents showed.
save, read = save_certificate, read_certificate
