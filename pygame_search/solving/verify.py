"""Checks certificates without a search: by the rules and `solving/verify.pl`."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

from pygame_search.game import Game
from pygame_search.model.position import joint_text
from pygame_search.model.rules import CHANCE
from pygame_search.model.scores import value_text
from pygame_search.oracle import checker
from pygame_search.oracle import verdict as oracle
from pygame_search.solving.certificate import Certificate, read_certificate
from pygame_search.solving.certificate_file import Book, Row
from pygame_search.solving.solution import (
    UNKNOWN,
    Solution,
    Within,
    plies_text,
    worth_text,
)
from pygame_search.support.errors import InputError, MoveError, RulesError
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
        shown: what the independent check proved, in its words; otherwise empty.
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

    json_members = (
        "verified file=certificate.file game=about.game parameters=about.parameters "
        "position=about.position role=about.role solved=about.solved value at_least "
        "at_most draw distance=within.exact distance_at_least=within.least "
        "distance_at_most=within.most states fault notes trust"
    )

    def __repr__(self) -> str:
        """Return one line that says whether the certificate is correct."""
        return one_line(self, self._sentence())

    def printed(self) -> Shown:
        """Return what was verified or is wrong, and which checker found it."""
        return stacked(self._sentence(), *self.notes, self.trust)

    def _sentence(self) -> str:
        if self.fault is not None:
            return f"not verified: {self.fault.text()}"
        return f"verified: {self.claim()}, {counted(self.states, 'state', 'states')}"

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
        if self.shown:
            return self.shown
        about = self.about
        if self.value is not None:
            worth = f"value {value_text(self.value)}"
            if self.within != (None, None):
                worth += f" in {plies_text(self.within)}"
        elif about.value is None:
            worth = "no value: neither side can force an end that is better for it"
            if about.solved != "strong" and about.rival is None:
                worth = "no value, or a better one: play can go on for ever"
        else:
            bounds = (("least", self.at_least), ("most", self.at_most))
            known = [f"at {w} {value_text(v)}" for w, v in bounds if v is not None]
            worth = f"value {' and '.join(known)}"
        rule = ""
        if self.draw is not None:
            rule = f", where endless play is worth {value_text(self.draw)}"
        return f"{worth}, for {about.role}{rule}"


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
    verdict = _Check(certificate, game, progress).verdict()
    return replace(verdict, notes=game.assumed)


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
    wrong = found.fault
    return Verdict(
        certificate if isinstance(certificate, Certificate) else read_certificate(path),
        found.states,
        None if wrong is None else Fault(wrong.reason, wrong.state),
        found.at_least,
        found.at_most,
        Within(*found.plies),
        found.notes,
        oracle.TRUST,
        found.claim,
    )


_UNCLEAR = "the entries do not show that there is no value"


class _FaultError(Exception):
    """Raised at the first fault."""

    def __init__(self, reason: str, *about: Any) -> None:
        super().__init__(reason)
        self.fault = Fault(reason, *about)


class _Check:
    """The check of a certificate."""

    def __init__(
        self,
        certificate: Certificate,
        game: Game,
        progress: Callable[[str], None] | None,
    ) -> None:
        self._certificate, self._game = certificate, game
        self._progress = progress or (lambda words: None)
        self._states = 0

    def verdict(self) -> Verdict:
        """Return the verdict."""
        certificate, solution = self._certificate, self._certificate.solution
        try:
            self._heads()
            total = self._total()
            parted = [self._book(book, total) for book in certificate.books]
            if solution.value is None:
                _must_part(solution, parted, total)
        except _FaultError as found:
            return Verdict(certificate, self._states, found.fault)
        least, most, within = self._shown(total)
        return Verdict(certificate, self._states, None, least, most, within)

    def _total(self) -> int | None:
        """Return the sum of both players' goals; None for a game of one player."""
        game, solution = self._game, self._certificate.solution
        if solution.rival is None:
            return None
        values = [value for value in solution.values.values() if value is not None]
        if len(values) == len(game.roles):
            return sum(values)
        return self._range(solution.role)[0] + self._range(solution.rival.role)[1]

    def _shown(self, total: int | None) -> tuple[int | None, int | None, Within]:
        """Return the bounds on the root's value, and those on the plies to the end."""
        solution = self._certificate.solution
        rival, value, distance = solution.rival, solution.value, solution.distance
        low, high = self._range(solution.role)
        if solution.solved == "strong" or value is None:
            return value, value, Within(distance, distance)
        if rival is not None and rival.value is not None and total is not None:
            most = total - rival.value
            # For a value in between, each strategy gives only its own length.
            if low == high or value not in (low, high) or most != value:
                return value, most, UNKNOWN
            if value == low:
                return value, most, Within(distance, rival.distance)
            return value, most, Within(rival.distance, distance)
        won = low < high and value == high
        return (value, high, Within(None, distance)) if won else (value, None, UNKNOWN)

    def _range(self, role: str) -> tuple[int, int]:
        return self._game.ranges[self._game.roles.index(role)]

    def _heads(self) -> None:
        """Check the heads, which precede the entries."""
        game, [first, *others] = self._game, self._certificate.books
        about = first.solution
        if game.chance is not None:
            raise InputError(
                f"{game.name!r} has the role {CHANCE}: a state has no certain value "
                "in a game with chance"
            )
        for book in self._certificate.books:
            solution = book.solution
            role = solution.role
            if not {role, *solution.values} <= set(game.roles):
                roles = ", ".join(game.roles)
                raise _FaultError(f"the rules have other roles: {roles}")
            low, high = self._range(role)
            if (
                solution.draw is not None
                and low < high
                and not low <= solution.draw <= high
            ):
                reason = "play without end is said to be worth what no end is"
                raise _FaultError(
                    reason, None, f"from {low} to {high}", str(solution.draw)
                )
            endless = any(entry.value is None for entry in book.outcomes)
            if endless and not game.worths[game.roles.index(role)]:
                raise _FaultError(
                    f"the rules do not name the goals of {role}, so that nothing shows "
                    "where play without end leads"
                )
        for book in others:
            rival = book.solution
            fits = (
                len(game.roles) == 2
                and about.solved == rival.solved == "weak"
                and rival.role != about.role
                and set(rival.position) == set(about.position)
                and rival.value == about.values.get(rival.role)
                and _add_up(about, rival)
            )
            if not fits:
                raise _FaultError("the rival's part is about something else")

    def _book(self, book: Book, total: int | None) -> list[int] | None:
        """Check the entries of a role.

        Returns:
            Two bounds for states without a value: the role cannot force an end worth
            more than the first, nor can the others force one worth less than the
            second.
        """
        solution = book.solution
        root = self._root(book)
        with self._opened(book, total) as number:
            done, size = 0, len(book)
            for what, operation in (("read", "book_add"), ("checked", "book_check")):
                rows, done = book.rows(), 0
                while batch := list(islice(rows, BATCH)):
                    if any(
                        max(row, default=0) >= len(book.fluents) for _, row in batch
                    ):
                        raise _FaultError("a state has a fluent without a text")
                    reply = self._asked(
                        operation,
                        book=number,
                        states=[[outcome + 1, *state] for outcome, state in batch],
                    )
                    if reply["fault"]:
                        raise _fault(book, batch, reply["fault"])
                    must_be_left()
                    done += len(batch)
                    self._progress(
                        f"{done:,} of {size:,} states of {solution.role} {what}"
                    )
            rest = self._game.request(
                "book_rest", book=number, root=root, inferences=_INFERENCES
            )
        if rest["state"] is not None:
            reason = "no play leads to a state of the file"
            raise _FaultError(reason, tuple(rest["state"]))
        self._states += size
        parted: list[int] | None = rest["parted"]
        if parted and solution.solved == "strong" and parted[0] >= parted[1]:
            raise _FaultError(_UNCLEAR)
        return parted

    def _asked(self, operation: str, **data: Any) -> dict[str, Any]:
        """Return the engine's answer about states, which may not belong to the game."""
        try:
            return self._game.request(operation, **data, inferences=_INFERENCES)
        except RulesError as error:
            reason = f"a state is none that the rules can judge: {error}"
            raise _FaultError(reason) from error

    def _root(self, book: Book) -> list[int]:
        """Return the numbers of the root's fluents; check that it has an entry."""
        solution, game = book.solution, self._game
        try:
            state = game.request("facts", state=_state(game, solution.position))
        except MoveError as error:
            reason = f"the root is no state of the game: {error}"
            raise _FaultError(reason, solution.position) from error
        if set(state["facts"]) != set(solution.position):
            raise _FaultError("the root is no state of the game", solution.position)
        entry = book.find(solution.position)
        if entry is None:
            raise _FaultError("the root has no entry", solution.position)
        if (entry.value, entry.distance) != (solution.value, solution.distance):
            raise _FaultError(
                "the head of the file does not agree with the root's entry",
                solution.position,
                worth_text(entry.value, (entry.distance,) * 2),
                worth_text(solution.value, (solution.distance,) * 2),
            )
        numbers = {text: number for number, text in enumerate(book.fluents)}
        return [numbers[fact] for fact in solution.position]

    @contextmanager
    def _opened(self, book: Book, total: int | None) -> Iterator[str]:
        """Send the engine a book without states; drop it at the end."""
        solution, game = book.solution, self._game
        try:
            number = game.request(
                "book_open",
                role=solution.role,
                strong=solution.solved == "strong",
                draw=None if solution.finite else solution.draw,
                sum=total,
                fluents=list(book.fluents),
                outcomes=[[e.value, e.distance, e.move] for e in book.outcomes],
            )["book"]
        except MoveError as error:
            raise _FaultError(f"a fluent or a move is none: {error}") from error
        try:
            yield number
        finally:
            game.request("book_close", book=number)


def _must_part(
    about: Solution, parted: Sequence[list[int] | None], total: int | None
) -> None:
    """Check that, of two strategies without a value, each holds off the other."""
    if len(parted) < 2:
        return
    [own, others] = parted
    assert total is not None
    if own is None or others is None or own[1] <= total - others[1]:
        raise _FaultError(_UNCLEAR, about.position)


def _add_up(about: Solution, rival: Solution) -> bool:
    """Return whether the values of endless play have the same sum as the root's."""
    if about.draw is None or rival.draw is None:
        return about.draw is rival.draw
    known = [value for value in about.values.values() if value is not None]
    return about.draw + rival.draw == sum(known)


def _state(game: Game, position: Sequence[str]) -> int:
    separator = " " if game.book.syntax == "kif" else ", "
    return game.state(f"[{separator.join(position)}]").number


def _fault(book: Book, batch: list[Row], fault: dict[str, Any]) -> _FaultError:
    """Return the fault that the engine reports."""
    outcome, numbers = batch[fault["index"]]
    state = tuple(book.fluents[number] for number in numbers)
    entry, role = book.outcomes[outcome], book.solution.role
    says = worth_text(entry.value, (entry.distance,) * 2)
    match fault["kind"]:
        case "impossible":
            return _FaultError("no such state is possible", state)
        case "twice":
            return _FaultError("a state occurs twice", state)
        case "expected":
            expected = worth_text(fault["value"], (fault["distance"],) * 2)
            return _FaultError(
                "a state is not worth what the file says", state, expected, says
            )
        case "missing":
            joint = joint_text(fault["joint"])
            return _FaultError(f"the state after {joint} is missing", state)
        case "sum":
            goals = " and ".join(map(str, fault["goals"]))
            reason = "the goals do not add up to the same number as at the root"
            return _FaultError(reason, state, "", goals)
        case "move" if entry.move is None:
            return _FaultError(
                "a state has no move", state, f"a move of {role}", "none"
            )
        case "move":
            expected = f"a move of {role} that is legal, and among the best of the file"
            return _FaultError(
                "a move is not right", state, expected, entry.move or "none"
            )
        case _:
            reason = "it is not shown that play comes to an end"
            return _FaultError(reason, state, "", says)
