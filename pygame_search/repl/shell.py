"""Run one input after the other, and print the results."""

from __future__ import annotations

import re
import shutil
from contextlib import AbstractContextManager, nullcontext, suppress
from typing import Protocol

import click
from rich.cells import cell_len

from pygame_search.explanation.program_steps import HINT as STEP_HINT
from pygame_search.explanation.program_steps import StepWalk
from pygame_search.explanation.proofs import Explanation
from pygame_search.explanation.questions import Inquiry, answer_line
from pygame_search.repl.commands import NAMES, Commands, Finder
from pygame_search.repl.completion import Suggestion, suggestions, words_like
from pygame_search.repl.hints import doubts, hinted
from pygame_search.session import inputs
from pygame_search.session.cilog import Dialogue
from pygame_search.session.inputs import Kind
from pygame_search.session.session import Session
from pygame_search.session.walk import HINT, Walk
from pygame_search.state_text import line_text
from pygame_search.support.beside import answering
from pygame_search.support.errors import (
    InputError,
    LimitError,
    PygameSearchError,
    TierError,
    error_text,
)

#: How many answers are shown if all are wanted, and how many steps of a path.
MOST_ANSWERS = 1000
MOST_STEPS = 60


#: The options before the goal that select steps of a program.
_ONLY = re.compile(r"\s*--only\s+(?P<name>\S+)")


class TooMuchError(Exception):
    """The output is longer than anybody can read."""


class EnoughError(Exception):
    """The reader wants no more output."""


class Front(Protocol):
    """The side that types the inputs and reads the results.

    Attributes:
        interactive: whether it is a person, who decides after each answer.
    """

    interactive: bool

    def choose(self) -> str:
        """Return what to do after an answer: `next`, `all`, `how` or `stop`."""

    def reply(self, hint: str) -> str:
        """Return a reply, one line, during an explanation.

        Raises:
            EOFError, KeyboardInterrupt: the user wants to end it.
        """

    def output(self) -> AbstractContextManager[object]:
        """Return the context in which standard output is bounded."""

    def complain(self, text: str) -> None:
        """Report an error."""


class Shell:
    """Answers the inputs of a session.

    Attributes:
        inquiry: the last input as a question; None if it was not a question.
        dialogue: CILOG's dialogue, while the inputs go to it; otherwise None.
        error: the error of the last input; None if there was none.
        finished: whether the user wants to leave.
    """

    def __init__(
        self,
        session: Session,
        find: Finder,
        front: Front,
        *,
        limit: int = MOST_ANSWERS,
        prints_answers: bool = True,
    ) -> None:
        self.session = session
        self.commands = Commands(session, find)
        self.inquiry: Inquiry | None = None
        self.dialogue: Dialogue | None = None
        self.error: Exception | None = None
        self.finished = False
        self._front = front
        self._limit = limit
        self._prints_answers = prints_answers

    @property
    def prompt(self) -> str:
        """The prompt for an input."""
        if self.dialogue is not None:
            return self.dialogue.prompt
        game = self.session.game
        return f"{game.name if game is not None else 'pygame-search'}> "

    def whole(self, text: str) -> bool:
        """Return whether an input is complete; otherwise more lines are expected."""
        if self.dialogue is not None:
            ended = self._front.interactive and inputs.ended(text)
            return ended or not self.dialogue.incomplete(text)
        return inputs.whole(text)

    def begins(self, line: str) -> bool:
        """Return whether a line begins an input, even after an open bracket."""
        return self.dialogue is None and inputs.begins(line, NAMES)

    def suggestions(self, before: str) -> list[Suggestion]:
        """Return suggestions for what to type after a text."""
        if self.dialogue is None:
            return suggestions(self.session, self.commands, before)
        return words_like(before, self.dialogue.words())

    def begin(self, place: str) -> bool:
        """Begin CILOG's dialogue with a file; return whether there was no error."""
        quoted = place.replace("'", "''")
        return self.run("%cilog") and self.run(f"load '{quoted}'.")

    def leave(self) -> None:
        """Leave the dialogue, or else the session."""
        self.finished = self.dialogue is None or self.session.game is None
        self.dialogue = None

    def run(self, text: str) -> bool:
        """Run an input; return whether there was no error.

        Raises:
            KeyboardInterrupt: Ctrl-C, in a script.
        """
        self.inquiry = self.error = None
        try:
            if "\0" in text:  # no file name or term can have one
                raise InputError("expected text, found a NUL character")
            if self.dialogue is not None:
                self._send(self.dialogue, text)
                return True
            said = inputs.read(text)
            with nullcontext() if _talks(said) else self._front.output():
                with answering() as shown:
                    self._do(said)
                if shown.cut:
                    click.echo(shown.NOTE, err=True)
        except (KeyboardInterrupt, click.Abort) as error:
            if not self._front.interactive:
                raise KeyboardInterrupt from error
            self._wrong(error, "interrupted")
        except (EnoughError, click.exceptions.Exit):
            pass
        except TooMuchError as error:
            self._wrong(error, str(error))
        except SystemExit as leaving:  # a command's answer is no, or it was misused
            return leaving.code in (None, 0, 1)
        except click.ClickException as error:
            self._wrong(error, f"error: {error.format_message()}")
        except PygameSearchError as error:
            self._wrong(error, error_text(error))
        except (RecursionError, MemoryError):
            full = LimitError("out of memory", "out_of_memory")
            self._wrong(full, error_text(full))
        except BrokenPipeError:  # the reader is gone
            raise
        except OSError as error:
            words = f"error: {error.strerror or error}"
            self._wrong(InputError(words), words)
        except Exception as error:  # a fault of ours; keep the session
            words = f"internal error: {type(error).__name__}: {error}"
            self._wrong(TierError(words), words)
        return self.error is None

    def reload(self) -> None:
        """Read the rule file again after another program has saved it."""
        file = self.session.rules.book.file
        try:
            notes = self.session.reload()
        except KeyboardInterrupt:
            self._front.complain("interrupted")
        except PygameSearchError as error:
            self._front.complain(str(error))
            self._front.complain(f"{file} was saved: the last good version goes on")
        else:
            click.echo("\n".join([f"{file} was saved and is read again", *notes]))

    def _wrong(self, error: BaseException, words: str) -> None:
        self.error = error if isinstance(error, Exception) else InputError(words)
        self._front.complain(words)

    def _do(self, said: inputs.Input) -> None:
        match said.kind:
            case Kind.NOTHING:
                pass
            case Kind.LEAVE:
                self.finished = True
            case Kind.COMMAND if said.text.strip(". ") in ("quit", "exit"):
                self.finished = True
            case Kind.COMMAND if said.text.split()[:1] == ["cilog"]:
                self._begin_dialogue(said.text.split()[1:])
            case Kind.COMMAND:
                self.commands.run(said.text)
            case Kind.TELL:
                click.echo("\n".join(self.session.tell(said.text)))
            case Kind.UNTELL:
                notes = self.session.untell(said.text)
                click.echo("\n".join(["removed", *notes]))
            case Kind.HOW | Kind.WHYNOT | Kind.WHY:
                self._explain(said)
            case Kind.STEPS:
                self._steps(said.text)
            case Kind.GOAL:
                self._ask(said.text)

    # ---- CILOG -------------------------------------------------------------

    def _begin_dialogue(self, words: list[str]) -> None:
        if words:
            raise InputError(f"expected %cilog alone, found {' '.join(words)!r}")
        session = self.session
        self.dialogue = Dialogue(session.game, session.state)
        if self._front.interactive:
            click.echo(
                "CILOG's dialogue: `help.` lists its commands, `quit.` leaves it"
            )

    def _send(self, dialogue: Dialogue, text: str) -> None:
        """Send an input to CILOG's dialogue, and print its answer."""
        with self._front.output():
            if answer := dialogue.send(text):
                click.echo(answer)
        if dialogue.finished:
            self.leave()

    # ---- explanations ------------------------------------------------------

    def _explain(self, said: inputs.Input) -> None:
        """Show how a goal holds, or why not, and let the user walk through it."""
        goal = said.text.strip().removesuffix(".").strip()
        if self.commands.explain(goal):
            return
        try:
            found = self.session.explain(goal)
        except InputError as error:
            raise hinted(self.session, error, said.kind, goal) from error
        self._walk(found)

    def _walk(self, found: Explanation) -> None:
        walk = Walk(found)
        if walk.finished or not self._front.interactive:
            click.echo(found.text(all_tries=True))
        else:
            click.echo(walk.told(f"{found.sentence}\n\n{walk.text()}"))
        self._talk(walk, HINT)

    def _steps(self, goal: str) -> None:
        """Show the steps of a search program, and let the user walk through them."""
        only = []
        while said := _ONLY.match(goal):
            only.append(said["name"])
            goal = goal[said.end() :]
        found = self.session.steps(goal.strip().removesuffix(".").strip(), only)
        walk = StepWalk(found)
        click.echo(walk.text() if self._front.interactive else str(found))
        self._talk(walk, STEP_HINT)
        if found.error is not None:
            raise found.error

    def _talk(self, walk: Walk | StepWalk, hint: str) -> None:
        """Let the user continue a walk until its end."""
        while self._front.interactive and not walk.finished:
            try:
                said = walk.answer(self._front.reply(hint))
                click.echo(said, nl=bool(said))
            except InputError as error:
                self._front.complain(str(error))
            except (EOFError, KeyboardInterrupt):
                return

    # ---- answers -----------------------------------------------------------

    def _ask(self, goal: str) -> None:
        """Ask a goal, and show as many answers as the user wants."""
        before = self.session.last, self.session.shown
        self.inquiry = inquiry = self.session.ask(goal)
        every = not self._front.interactive
        shown = 0
        legend = _Legend(inquiry)
        try:
            while not inquiry.finished:
                self._portion(inquiry, every)
                while shown < len(inquiry.answers):
                    self._show(legend, inquiry.answers[shown])
                    shown += 1
                    self.session.shown = shown
                    last = inquiry.finished and shown == len(inquiry.answers)
                    if every:
                        continue
                    legend.tell()
                    if last:
                        continue
                    while (choice := self._front.choose()) == "how":
                        self._walk(self.session.explain(""))
                    if choice == "stop":
                        return
                    every = choice == "all"
                if every and not inquiry.finished:
                    click.echo(_cut_off(inquiry))
                    break
            legend.tell()
        except KeyboardInterrupt:
            for answer in inquiry.answers[shown:]:
                self._show(legend, answer)
            legend.tell()
            raise
        except InputError as error:
            self.session.last, self.session.shown = before
            raise hinted(self.session, error, inputs.Kind.GOAL, goal) from error
        if not inquiry.answers:
            click.echo("no")
            if self._front.interactive:
                for doubt in doubts(self.session, goal):
                    click.echo(f"  {doubt}")

    def _portion(self, inquiry: Inquiry, every: bool) -> None:
        if every:
            inquiry.portion(self._limit, patience=None)
        else:
            inquiry.portion()

    def _show(self, legend: _Legend, answer: dict[str, str]) -> None:
        """Print an answer, and draw the paths in it."""
        if not self._prints_answers:
            return
        click.echo(legend.line(answer))
        for _, steps in self.session.drawn(answer):
            click.echo("\n".join(self._path(steps)))

    def _path(self, steps: list[str]) -> list[str]:
        """Return a drawn path, with its boards if there are any."""
        state = self.session.state
        if state is None or not state.position.cells or len(steps) > MOST_STEPS:
            return _joined(steps)
        states = [state]
        with suppress(PygameSearchError):
            for move in steps:
                states.append(states[-1].play(move))
        widest = max(
            (cell_len(line) for s in states for line in str(s).splitlines()),
            default=0,
        )
        row = max(1, _columns() // (widest + len("  >  ")))
        lines = []
        for i in range(0, len(states), row):
            lines += ["", *line_text(states[i : i + row], labels=False)]
        return [*_joined(steps), *lines, ""]


class _Legend:
    """Explains the names of states in the answers to a question, each once.

    Args:
        inquiry: the question.
    """

    def __init__(self, inquiry: Inquiry) -> None:
        self._inquiry = inquiry
        self._lines: list[str] = []
        self._told: set[int] = set()

    def line(self, answer: dict[str, str]) -> str:
        """Return an answer with the names."""
        self._lines.append(self._inquiry.names.short()(answer_line(answer)))
        return self._lines[-1]

    def tell(self) -> None:
        """Print the meaning of names that were not explained before."""
        names, text = self._inquiry.names, "\n".join(self._lines)
        if legend := names.legend(text, told=self._told):
            click.echo(f"\n{legend}")
        self._told.update(names.within(text))
        self._lines.clear()


def _talks(said: inputs.Input) -> bool:
    """Return whether an input starts a talk with the user."""
    first = said.text.partition(" ")[0]
    return said.kind is Kind.COMMAND and first in ("play", "edit")


def _cut_off(inquiry: Inquiry) -> str:
    if inquiry.stopped:
        return f"... and perhaps more: {inquiry.stopped}"
    return f"... and more than these {len(inquiry.answers):,}"


def _joined(steps: list[str]) -> list[str]:
    """Return the steps joined by arrows, in lines that fit."""
    lines, line = [], "  "
    for i, step in enumerate(steps):
        word = step + (" ->" if i < len(steps) - 1 else "")
        if line.strip() and cell_len(line) + 1 + cell_len(word) > _columns():
            lines.append(line)
            line = "  "
        line += f" {word}" if line.strip() else word
    return [*lines, line]


def _columns() -> int:
    return shutil.get_terminal_size().columns
