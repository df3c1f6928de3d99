"""Checks certificates without a search, by `logic/requests/certificate.pl`.

This module reads the rows of a file, sends them to the clauses twice, to be read and to
be checked, and returns their verdict.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path
from typing import Any

from pygame_search.game import Game
from pygame_search.oracle import checker
from pygame_search.oracle import verdict as oracle
from pygame_search.solving.certificate import Certificate, read_certificate
from pygame_search.solving.certificate_file import Book
from pygame_search.solving.solution import UNKNOWN, Solution, Within
from pygame_search.support.json_objects import JsonObject
from pygame_search.support.memory import must_be_left
from pygame_search.support.printing import Printed, Shown, one_line, stacked
from pygame_search.support.words import counted

#: Which checker was used, and what it relies on.
TRUST = (
    "checked by the package's clauses; trust the rule file, the package's reader and "
    "clauses, SWI-Prolog, Python, SQLite and SHA-256"
)
#: How many states are sent to the engine at a time.
BATCH = 500
#: The check of one state may follow a line of play far.
_INFERENCES = 1 << 60


@dataclass(frozen=True, slots=True)
class Fault(JsonObject):
    """The first fault in a certificate.

    Attributes:
        reason: what is wrong.
        state: the fluents of the faulty state; None if the fault concerns no state.
        expected: what follows from the rules and the other entries; empty if `reason`
            says everything.
        found: what the file says.
    """

    reason: str
    state: tuple[str, ...] | None = None
    expected: str = ""
    found: str = ""

    def text(self) -> str:
        """Return it in words."""
        lines = [self.reason]
        if self.state is not None:
            lines.append(f"state: [{', '.join(self.state)}]")
        if self.expected:
            lines.append(f"expected: {self.expected}")
        if self.found:
            lines.append(f"found: {self.found}")
        return "\n".join(lines)


@dataclass(frozen=True, slots=True, repr=False)
class Verdict(Printed, JsonObject):
    """What a certificate proves; `print` says it in a sentence.

    Attributes:
        certificate: what was checked.
        states: the number of states with correct entries.
        fault: the first wrong entry; None if all are right.
        at_least, at_most: proven bounds on the root's goal value for the role; None
            where none is proven. They mean nothing if there is a fault.
        within: the least and the most plies from the root to the end.
        notes: what was assumed; in the independent check also the claims of the file
            that it does not prove.
        trust: which checker was used, and what it relies on.
        shown: what is proven, in words; empty if there is a fault.
        sentence: the claim or the fault, as `print` says it.
    """

    certificate: Certificate
    states: int
    fault: Fault | None = None
    at_least: int | None = None
    at_most: int | None = None
    within: Within = UNKNOWN
    notes: tuple[str, ...] = ()
    trust: str = TRUST
    shown: str = ""
    sentence: str = ""

    json_members = (
        "verified file=certificate.file game=about.game parameters=about.parameters "
        "position=about.position role=about.role solved=about.solved value at_least "
        "at_most draw distance=within.exact distance_at_least=within.least "
        "distance_at_most=within.most states fault notes trust"
    )

    def __repr__(self) -> str:
        """Return one line that says whether the certificate is correct."""
        return one_line(self, self.sentence)

    def printed(self) -> Shown:
        """Return what was verified or is wrong, and which checker found it."""
        return stacked(self.sentence, *self.notes, self.trust)

    @property
    def about(self) -> Solution:
        """The solution that was checked."""
        return self.certificate.solution

    @property
    def verified(self) -> bool:
        """Whether everything in the certificate is correct."""
        return self.fault is None

    @property
    def value(self) -> int | None:
        """The value of the root, if it is proven."""
        return self.at_least if self.at_least == self.at_most else None

    @property
    def distance(self) -> int | None:
        """The exact number of plies to the end; None if it is not proven."""
        return self.within.exact

    @property
    def draw(self) -> int | None:
        """The assumed value of endless play; None without a draw rule."""
        return None if self.about.finite else self.about.draw

    def claim(self) -> str:
        """Return what is proven, in words."""
        return self.shown

    def export(self, file: str | os.PathLike[str]) -> None:
        """Write the certificate as lines of JSON; see `Certificate.export`."""
        self.certificate.export(file)


def verify(
    certificate: Certificate | str | os.PathLike[str],
    *,
    independent: bool = False,
    rules: str | os.PathLike[str] | None = None,
    progress: Callable[[str], None] | None = None,
) -> Verdict:
    """Return what a certificate proves, or its first fault.

    Args:
        certificate: a certificate, or its file.
        independent: check with another interpreter of rules, which shares no code with
            the search and reads the file itself. It is slow: for small games.
        rules: the rule file, if it is not where the certificate says.
        progress: called with a text that reports progress.

    Raises:
        InputError: the certificate or the rule file cannot be read.
        CertificateError: it is no certificate, it belongs to other rules, or the
            independent check does not support its kind.
    """
    if independent:
        return _independent(certificate, rules, progress)
    if not isinstance(certificate, Certificate):
        certificate = read_certificate(certificate)
    game = certificate.game(rules).face_up()
    found = _checked(certificate, game, progress)
    fault = found["fault"]
    if fault is not None:
        state = fault["state"] and tuple(fault["state"])
        fault = Fault(fault["reason"], state, fault["expected"], fault["found"])
    return Verdict(
        certificate,
        found["states"],
        fault,
        found["at_least"],
        found["at_most"],
        Within(found["least"], found["most"]),
        tuple(found["notes"]),
        shown=found["claim"],
        sentence=found["sentence"],
    )


def _independent(
    certificate: Certificate | str | os.PathLike[str],
    rules: str | os.PathLike[str] | None,
    progress: Callable[[str], None] | None,
) -> Verdict:
    """Return the verdict of the oracle, which reads the file itself."""

    def say(words: str) -> None:
        must_be_left()
        if progress is not None:
            progress(words)

    path = (
        certificate.file if isinstance(certificate, Certificate) else Path(certificate)
    )
    found = checker.check(path, None if rules is None else os.fspath(rules), say)
    states = counted(found.states, "state", "states")
    fault, sentence = None, f"verified: {found.claim}, {states}"
    if found.fault is not None:
        fault = Fault(found.fault.reason, found.fault.state)
        sentence = f"not verified: {fault.text()}"
    return Verdict(
        certificate if isinstance(certificate, Certificate) else read_certificate(path),
        found.states,
        fault,
        found.at_least,
        found.at_most,
        Within(*found.plies),
        found.notes,
        oracle.TRUST,
        found.claim,
        sentence,
    )


def _checked(
    certificate: Certificate, game: Game, progress: Callable[[str], None] | None
) -> dict[str, Any]:
    """Return the verdict of the clauses, as `certificate_words.pl` describes it."""
    books = certificate.books
    size = sum(map(len, books))
    number = game.request(
        "certificate_open",
        fluents=books[0].fluents,
        outcomes=[
            [[e.value, e.distance, e.move] for e in book.outcomes] for book in books
        ],
    )["certificate"]
    try:
        for turn in ("read", "checked"):
            done = 0
            for batch in _batches(books):
                reply = game.request(
                    "certificate_lines",
                    certificate=number,
                    lines=batch,
                    inferences=_INFERENCES,
                )
                if reply["verdict"] is not None:
                    verdict: dict[str, Any] = reply["verdict"]
                    return verdict
                must_be_left()
                done = min(done + len(batch), size)
                if progress is not None:
                    progress(f"{done:,} of {size:,} states {turn}")
    finally:
        game.request("certificate_close", certificate=number)
    raise AssertionError("expected a verdict after the last entry")


def _batches(books: Sequence[Book]) -> Iterator[list[object]]:
    """Yield the heads and the entries in batches; an empty one is the last."""
    lines = chain.from_iterable(map(_lines, books))
    while batch := list(islice(lines, BATCH)):
        yield batch
    yield []


def _lines(book: Book) -> Iterator[object]:
    yield book.head
    for outcome, state in book.rows():
        yield [outcome, *state]
