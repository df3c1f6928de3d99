"""Search programs: files of clauses that define a search over the relations of a game.

See `logic/programs/program.pl`. A program is data: its calls are checked before it
runs, and each question has limits of time and memory.
"""

from __future__ import annotations

import os
import re
import weakref
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from pygame_search.engine.bridge import Engine, engine
from pygame_search.game import Game, State
from pygame_search.rules import rulebook
from pygame_search.rules.rulebook import Rulebook
from pygame_search.rules.syntaxes import SYNTAXES
from pygame_search.search.core.setup import checked_role
from pygame_search.support.diagnostic import Diagnostic
from pygame_search.support.errors import InputError, RulesError
from pygame_search.support.escapes import escaped
from pygame_search.support.printing import Displayed
from pygame_search.support.resources import logic_folder
from pygame_search.support.validation import must_be_one_of

#: The time limit of a question, in seconds of processor time.
SECONDS = 30.0

#: The most answers to ask for, and the most inferences for all of them.
ANSWERS, _INFERENCES = 10, 20_000_000

#: The questions that a program may answer, with the heads of their clauses.
QUESTIONS = {
    "value": "value(S, R, D, V)",
    "best": "best(S, R, D, M, V)",
    "path": "path(S, Path)",
    "proved": "proved(S, R, V)",
    "belief": "belief(R, B)",
    "choice": "best(R, D, M, V)",
}

#: Those that start from what a role knows of the position, and do not see it.
OF_KNOWLEDGE = ("belief", "choice")

#: The code of a warning about clauses that no other clause uses; a question may.
_UNUSED = "never_used"

#: The code of a warning about a gap that is still open.
_OPEN = "open_gap"


@dataclass(frozen=True, slots=True)
class ProgramAnswer:
    """The answer of a program to a question.

    Attributes:
        value: the value of the state, from `value` and `best`; that of the move, from
            `choice`; else None.
        move: the text of the move, from `best` and `choice`; else None.
        states: the states along the path, from `path`; those that are possible, from
            `belief`, with what the roles perceived (`Game.with_percepts`); else empty.
        looked_at: the numbers of the states whose goal value or estimate the program
            asked for, in order; from `path`, those whose successors it asked for.
        likelihoods: the probability of each state, from `belief`; else empty.
    """

    value: float | None = None
    move: str | None = None
    states: tuple[State, ...] = ()
    looked_at: tuple[int, ...] = ()
    likelihoods: tuple[Fraction, ...] = ()


class Program(Displayed, ABC):
    """A search program, loaded: in clauses or in Python; `print` shows its text."""

    book: Rulebook
    questions: tuple[str, ...]
    warnings: tuple[Diagnostic, ...] = ()

    def __repr__(self) -> str:
        """Return one line with the questions that it answers."""
        name = type(self).__name__
        return f"<{name} {self.book.name}: {', '.join(self.questions)}>"

    def __str__(self) -> str:
        """Return its text."""
        return escaped(self.book.text).rstrip()

    @property
    def plays_at_random(self) -> bool:
        """Whether it calls `random_member`, as searches by random games do."""
        return mentions(self.book, "random_member")

    def ask(
        self,
        question: str,
        state: State,
        *,
        role: str | None = None,
        depth: int | None = None,
        seed: int = 1,
        seconds: float = SECONDS,
    ) -> ProgramAnswer | None:
        """Return the first answer of the program to a question; None if it has none.

        Args:
            question: one of those that it defines.
            state: the state that the question is about.
            role: from whose point of view, by default that of the role that moves; not
                for `path`.
            depth: how many moves to look ahead; for `proved` the goal value; for a
                lecture that plays random games, how many; not for `path` and `belief`.
            seed: of what `random_member` draws.
            seconds: how long it may take, in seconds of processor time.

        Raises:
            InputError: no such question or role, no depth, or an answer that is no
                value, move or path.
            LimitError: it takes too long, or too much memory.
            RulesError: a goal of the program cannot be called as it is, or a function
                raises an exception.
        """
        must_be_one_of("question", question, self.questions)
        if question != "path":
            role = checked_role(state, role)
            if depth is None and question != "belief":
                wanted = "goal value" if question == "proved" else "depth"
                raise InputError(
                    f"the question {question} needs a {wanted}, found none"
                )
        return self._answer(question, state, role, depth, seed, seconds)

    @abstractmethod
    def _answer(
        self,
        question: str,
        state: State,
        role: str | None,
        depth: int | None,
        seed: int,
        seconds: float,
    ) -> ProgramAnswer | None: ...


class SearchProgram(Program):
    """A search program in clauses.

    Attributes:
        book: its file.
        questions: the questions in QUESTIONS that it defines.
        warnings: signs of a mistake, such as a variable that occurs only once.
        key: its name in the engine.

    Args:
        book: its file.
        any_clauses: whether it may define no search, only clauses for questions.
    """

    def __init__(self, book: Rulebook, *, any_clauses: bool = False) -> None:
        if SYNTAXES[book.syntax].sheet:
            raise InputError(
                f"{book.file}: expected a search program, in the syntax of Prolog or "
                f"CILOG, found {SYNTAXES[book.syntax].title}"
            )
        reply = self.engine.request("load_program", syntax=book.syntax, text=book.text)
        found = book.located(reply["faults"])
        if reply["program"] is None:
            raise RulesError("\n".join(map(str, found)), found)
        self.book = book
        self.warnings = tuple(
            fault for fault in found if not (any_clauses and fault.code == _UNUSED)
        )
        self.key: str = reply["program"]
        self._forget = weakref.finalize(self, _unload, self.engine, self.key)
        self._forget.atexit = False  # Prolog may have ended by then
        self.questions = tuple(q for q in QUESTIONS if q in reply["defines"])
        if not self.questions and not any_clauses:
            raise InputError(
                f"{book.file}: expected clauses that define one of "
                f"{', '.join(QUESTIONS.values())}, found none{self._lacking(reply)}"
            )

    def _lacking(self, reply: Mapping[str, Any]) -> str:
        """Return which of the questions the program should define, in words."""
        wanted: str | None = reply["lacks"]
        return "" if wanted is None else f": {wanted}"

    @property
    def engine(self) -> Engine:
        """The engine that has loaded the program."""
        return engine()

    @property
    def open(self) -> bool:
        """Whether it has a gap that is still open."""
        return any(fault.code == _OPEN for fault in self.warnings)

    def _answer(
        self,
        question: str,
        state: State,
        role: str | None,
        depth: int | None,
        seed: int,
        seconds: float,
    ) -> ProgramAnswer | None:
        reply = state.game.request(
            "run_program", program=self.key, question=question, state=state.number,
            role=role, depth=depth, seed=seed, processor=seconds,
            past=past_of(state) if question in OF_KNOWLEDGE else None,
        )  # fmt: skip
        return _read(state, reply, reply["looked_at"]) if reply["holds"] else None

    def answers(
        self,
        question: str,
        state: State,
        *,
        role: str | None = None,
        depth: int | None = None,
        most: int = ANSWERS,
        seed: int = 1,
        seconds: float = SECONDS,
    ) -> tuple[ProgramAnswer, ...]:
        """Return the distinct answers of the program to a question, in order.

        Their `looked_at` is empty. Answers that take too long to find are left out.

        Args:
            question: as in `ask`.
            state: as in `ask`.
            role: as in `ask`.
            depth: as in `ask`.
            most: the most answers.
            seed: as in `ask`.
            seconds: as in `ask`.

        Raises:
            InputError, LimitError, RulesError: as in `ask`.
        """
        must_be_one_of("question", question, self.questions)
        reply = state.game.request(
            "program_answers", program=self.key, question=question, most=most,
            state=state.number, role=role, depth=depth, seed=seed, processor=seconds,
            inferences_of_all=_INFERENCES,
            past=past_of(state) if question in OF_KNOWLEDGE else None,
        )  # fmt: skip
        return tuple(_read(state, one, ()) for one in reply["answers"])


def _read(
    state: State, told: Mapping[str, Any], looked_at: Iterable[int]
) -> ProgramAnswer:
    game, numbers = state.game, told.get("states", ())
    if pairs := told.get("belief", ()):
        game = game.with_percepts() if game.closed else game
        numbers = [number for number, _ in pairs]
    return ProgramAnswer(
        told.get("value"),
        told.get("move"),
        tuple(map(game.numbered, numbers)),
        tuple(looked_at),
        tuple(Fraction(likelihood) for _, likelihood in pairs),
    )


def past_of(state: State) -> dict[str, Any] | None:
    """Return the moves since the start, for what roles know; None if not known."""
    if state.line is None:
        return None
    perceiving = state.game.with_percepts()
    return {"game": perceiving.key, "line": [*map(list, state.line)]}


def _unload(engine: Engine, program: str) -> None:
    engine.request("unload_program", program=program)


def read_clauses(place: str | os.PathLike[str]) -> SearchProgram:
    """Return the search program in a file of clauses, `.pl` or `.cil`.

    Raises:
        InputError: the file cannot be read, or defines no search.
        RulesError: the file has faults; each is reported with its line.
    """
    return SearchProgram(rulebook.read(place))


def mentions(book: Rulebook, word: str) -> bool:
    """Return whether a word occurs in the text of a program, outside comments."""
    sign = "#" if book.syntax == "python" else "%"
    text = re.sub(rf"{sign}[^\n]*", "", book.text)
    return re.search(rf"\b{re.escape(word)}", text) is not None


def beside(program: SearchProgram | str | os.PathLike[str]) -> SearchProgram:
    """Return a program for questions, perhaps from a file; it need not define a search.

    Raises:
        InputError: the file cannot be read.
        RulesError: the file has faults; each is reported with its line.
    """
    if isinstance(program, SearchProgram):
        return program
    return SearchProgram(rulebook.read(program), any_clauses=True)


def lectures() -> tuple[str, ...]:
    """Return the names of the lectures' searches."""
    return tuple(sorted(path.stem for path in _folder().glob("*.pl")))


def lecture(name: str) -> SearchProgram:
    """Return a lecture's search.

    Raises:
        InputError: there is no such search, or a student's copy has an exercise in its
            place.
    """
    must_be_one_of("lecture", name, lectures())
    found = read_clauses(_folder() / f"{name}.pl")
    if found.open:
        raise InputError(
            f"the search {name} is not in this copy: {found.book.file} is an exercise "
            "with open gaps"
        )
    return found


def is_left_out(name: str) -> bool:
    """Return whether a student's copy has an exercise in place of a lecture's search.

    Raises:
        InputError: there is no such search.
    """
    must_be_one_of("lecture", name, lectures())
    return read_clauses(_folder() / f"{name}.pl").open


def lecture_text(name: str) -> str:
    """Return the text of a lecture's search, or of the exercise in a student's copy.

    Raises:
        InputError: there is no such search.
    """
    must_be_one_of("lecture", name, lectures())
    return rulebook.read(_folder() / f"{name}.pl").text


def _folder() -> Any:
    return logic_folder() / "lectures"


def start(game: Game) -> State:
    """Return the initial state of a game, or the start of a state space."""
    return game.known(game.machine.start()) if game.space == "book" else game.initial
