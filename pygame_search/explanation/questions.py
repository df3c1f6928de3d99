"""Questions about a position, in the syntax of rule files."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass, field
from typing import Any, ClassVar

from pygame_search.explanation.state_names import MetState, StateNames
from pygame_search.game import Game, State
from pygame_search.programs.program import SearchProgram, beside, past_of
from pygame_search.rules.locate import refused
from pygame_search.search.core import options
from pygame_search.support.errors import InputError, LimitError
from pygame_search.support.json_objects import JsonObject, plain
from pygame_search.support.printing import Printed, Shown, one_line, stacked
from pygame_search.support.requests import PROGRAM, Request, asked, option, whole
from pygame_search.support.validation import MOST_TEXT, must_be_text

#: The default time limit of a question, in seconds of processor time, and the default
#: number of answers.
MOST_SECONDS, LIMIT = 60.0, 20

#: The seconds after which the first answers are shown. Each further portion finds the
#: earlier answers again, so it may take this many times as long as they did.
PATIENCE, GROWTH = 0.3, 2.0

#: The most answers in a portion.
PORTION = 100

#: A question about what roles know, for which the rules are loaded once more; see
#: `logic/questions/knowledge.pl` and `logic/game/past.pl`.
_OF_KNOWLEDGE = re.compile(r"\b(knows|possible|likelihood|view|believed)\b")


@dataclass(frozen=True)
class PositionRequest(Request):
    """What is asked about a position, or about a state space."""

    SUBJECTS: ClassVar[tuple[str, ...]] = (
        "the state; a state space is asked at its start",
        "the body of a rule, in the syntax of the rule file",
    )

    where: State | Game
    _: KW_ONLY
    seconds: float | None = options.time_limit(
        f"the time limit; {MOST_SECONDS:g} by default"
    )
    program: SearchProgram | str | os.PathLike[str] | None = option(
        "a search program, FILE.pl or FILE.cil, whose clauses can be asked, too",
        PROGRAM,
    )

    def __post_init__(self) -> None:
        """Check what is given."""
        super().__post_init__()
        if isinstance(self.where, Game) and self.where.space != "book":
            name = self.where.name
            raise InputError(f"{name!r} is a game: ask about a position of it")

    @property
    def game(self) -> Game:
        """The game that is asked."""
        return self.where if isinstance(self.where, Game) else self.where.game

    @property
    def number(self) -> int | None:
        """The number of the state; None for a state space."""
        return None if isinstance(self.where, Game) else self.where.number

    @property
    def withheld(self) -> bool:
        """Whether the position is hidden from the search program beside the game."""
        return self.program is not None and self.game.closed

    def past(self, question: str) -> dict[str, Any] | None:
        """Return the moves since the start, if a question is about what roles know."""
        needed = self.withheld or _OF_KNOWLEDGE.search(question)
        return past_of(self.where) if needed and isinstance(self.where, State) else None

    @property
    def names(self) -> StateNames:
        """An empty table of names for the states in the answers.

        A program from which the position is withheld has states with percepts.
        """
        if self.withheld:
            return StateNames(self.game.with_percepts(), None)
        return StateNames.over(self.where)

    @property
    def beside(self) -> SearchProgram | None:
        """The search program, read."""
        return None if self.program is None else beside(self.program)

    @property
    def limit_of_time(self) -> dict[str, float]:
        """The given seconds, or the default work."""
        seconds = self.seconds
        return {"processor": MOST_SECONDS} if seconds is None else {"seconds": seconds}


def limit(default: int) -> Any:
    """Return the field of the number of answers."""
    about = "the greatest number of answers"
    return option(about, whole("N", 1, "at least 1 answer"), default)


@dataclass(frozen=True)
class AskRequest(PositionRequest):
    """What else is asked of `ask`."""

    question: str
    _: KW_ONLY
    limit: int = limit(LIMIT)


@dataclass(frozen=True, slots=True, repr=False)
class Answers(Printed, JsonObject):
    """The answers to a question; `print` shows one per line.

    Attributes:
        answers: for each answer, the texts of its variables by name, in the order of
            the question; an empty answer if a question without variables holds.
        more: whether there are more answers than were requested.
        stopped: which limit ended the search for more; empty if none did.
        names: short names for the states in the answers, which `print` shows.
    """

    answers: tuple[dict[str, str], ...]
    more: bool
    stopped: str = ""
    names: StateNames | None = field(default=None, compare=False)

    def as_json(self) -> dict[str, Any]:
        """Return the answers with complete states, and their names."""
        names = {} if self.names is None else self.names.as_json()
        return {"answers": plain(self.answers), "more": self.more} | names

    def __repr__(self) -> str:
        """Return one line with the first answers."""
        more = "more" if self.more else ""
        return one_line(self, "; ".join(self.lines()[:3]), more)

    def lines(self) -> list[str]:
        """Return each answer as a line of text, with short names for states."""
        if not self.answers:
            return ["no"]
        short = str if self.names is None else self.names.short()
        return [short(answer_line(answer)) for answer in self.answers]

    def printed(self) -> Shown:
        """Return the answers, one per line, and below them the meaning of the names."""
        lines = self.lines()
        legend = "" if self.names is None else self.names.legend("\n".join(lines))
        more = ["... and more: --limit asks for them"] if self.more else []
        return stacked(*lines, *more, *(["", legend] if legend else []))


def answer_line(answer: Mapping[str, str]) -> str:
    """Return an answer as a line of text."""
    return ", ".join(f"{name} = {text}" for name, text in answer.items()) or "yes"


@asked(AskRequest)
def ask(request: AskRequest) -> Answers:
    r"""Return the answers to a question about a state.

    A question is the body of a rule, as in `legal(P, M), \+ terminal`. It may also
    use `best_move(R, M, V)`, `minimax(N, M, V)` and `perft(N, C)`.

    Raises:
        InputError: the question cannot be read, or uses an unknown relation.
        LimitError: it took too long, and no answer was found.

    >>> from pygame_search import load
    >>> print(load("nim(heaps=[1, 2])").initial.ask("true(heap(H, N)), N > 1"))
    H = 2, N = 2
    """
    inquiry = Inquiry(request)
    found = inquiry.portion(request.limit, patience=None)
    return Answers(tuple(found), not inquiry.finished, inquiry.stopped, inquiry.names)


class Inquiry:
    """A question whose answers come in portions.

    Each portion asks the question again, and skips the answers found before.

    Attributes:
        question: its text.
        answers: all answers found so far.
        finished: whether there are no more.
        stopped: which limit ended the last portion; empty if none did.
        paths: the variables whose values are whole paths.
        names: short names for the states in the answers.
        portions, seconds, inferences: the cost so far.
    """

    def __init__(self, request: AskRequest, *, trusted: bool = False) -> None:
        must_be_text("a question", request.question, MOST_TEXT)
        self._game = request.game
        self._state = request.number
        self._past = request.past(request.question)
        self._limit = request.limit_of_time
        self._trusted = trusted
        self._program = request.beside
        self.question = request.question
        self.answers: list[dict[str, str]] = []
        self.finished = False
        self.stopped = ""
        self.paths: tuple[str, ...] = ()
        self.names = request.names
        self.portions = 0
        self.seconds = 0.0
        self.inferences = 0

    def portion(
        self, most: int = PORTION, *, patience: float | None = PATIENCE
    ) -> list[dict[str, str]]:
        """Return some more answers; none if there are no more.

        Args:
            most: the most answers.
            patience: seconds after which the search stops at the next answer; more if
                earlier portions took longer. None: search for `most` answers.

        Raises:
            InputError: the question cannot be parsed, or names an unknown relation.
            LimitError: no answer was found before a limit was reached.
            KeyboardInterrupt: Ctrl-C was pressed; `answers` has the answers so far.
        """
        if patience is not None:
            patience = max(patience, GROWTH * self.seconds)
        self._game.ready()
        if self._trusted and self._game.weights:
            self._game.tell_goal_sum()  # a trusted goal must not be called twice
        started = time.monotonic()
        self.portions += 1
        before = len(self.answers)
        self.stopped = ""
        try:
            reply = self._game.request(
                "ask",
                state=self._state,
                text=self.question,
                skip=before,
                limit=most,
                patience=patience,
                trusted=self._trusted,
                program=self._program and self._program.key,
                past=self._past,
                **self._limit,
            )
        except KeyboardInterrupt:
            self._keep()
            raise
        except LimitError as error:
            self._keep()
            if len(self.answers) == before:
                raise
            self.stopped = str(error)
            return self.answers[before:]
        finally:
            self.seconds += time.monotonic() - started
        if reply["faults"]:
            raise refused("question", self.question, reply["faults"])
        self.finished = not reply["more"]
        self.paths = tuple(reply["paths"])
        self.inferences += reply["inferences"]
        self._take(reply)
        return self.answers[before:]

    def _take(self, reply: Mapping[str, Any]) -> None:
        found = [dict(pairs) for pairs in reply["answers"]]
        self.answers += found
        met = map(MetState.of, reply["states"])
        self.names = self.names.extended(met, list(map(answer_line, found)))

    def _keep(self) -> None:
        """Keep the answers of an interrupted portion."""
        reply = self._game.request(
            "ask_found",
            state=self._state,
            text=self.question,
            skip=len(self.answers),
            program=self._program and self._program.key,
            past=self._past,
        )
        self._take(reply)
