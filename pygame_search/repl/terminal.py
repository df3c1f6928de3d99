"""A session at a terminal."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from types import FrameType
from typing import Any

import click
from prompt_toolkit import PromptSession
from prompt_toolkit.application import Application, get_app
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.history import FileHistory, History, InMemoryHistory
from prompt_toolkit.input import create_input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout.screen import Char
from prompt_toolkit.output import create_output
from prompt_toolkit.output.vt100 import Vt100_Output

from pygame_search.repl.commands import Finder, print_position
from pygame_search.repl.highlight import STYLE, InputLexer
from pygame_search.repl.output import Bounded, bounded
from pygame_search.repl.shell import Shell
from pygame_search.rules import rulebook
from pygame_search.session.session import Session
from pygame_search.support.console import Console
from pygame_search.support.errors import PygameSearchError
from pygame_search.support.escapes import STEERING, escape, escaped, steering
from pygame_search.support.interrupts import terminated
from pygame_search.support.wrapping import wrapped

# The line editor bypasses the escaping streams.
Char.display_mappings.update({c: escape(c) for c in STEERING})

#: How often the rule file is checked for changes at the prompt, in seconds.
PAUSE = 0.25

#: The input that the prompt returns when the rule file was saved.
_SAVED = "%saved"

_NEXT = {";": "next", " ": "next", "n": "next", "a": "all", "h": "how"}
_STOP = dict.fromkeys(("enter", ".", "q", "c-c", "c-d"), "stop")
_HINT = "; next, a all, h how, Enter stop "
_PAGE = {" ": "next", "enter": "next", "a": "all"}
_PAGE |= dict.fromkeys(("q", "c-c", "c-d"), "stop")
_PAGE_HINT = "Enter more, a all, q stop "


def history_file() -> Path:
    """Return the file of the input history, in the system's folder for program state.

    PYGAME_SEARCH_HISTORY names another file.
    """
    named = os.environ.get("PYGAME_SEARCH_HISTORY")
    if named:
        return Path(named)
    home = Path.home()
    if sys.platform == "darwin":
        folder = home / "Library" / "Application Support"
    else:
        folder = Path(os.environ.get("XDG_STATE_HOME") or home / ".local" / "state")
    return folder / "pygame-search" / "history"


def _history() -> History:
    file = history_file()
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("a"):
            pass
    except OSError:
        return InMemoryHistory()
    return FileHistory(str(file))


class Terminal:
    """A session at a terminal.

    Args:
        session: what it is about.
        find: finds the commands of the command line.
    """

    interactive = True

    def __init__(self, session: Session, find: Finder) -> None:
        self._session = session
        self._shell = Shell(session, find, self)
        self._input = create_input()
        self._output = create_output(steering(sys.stdout))
        self._plain = create_output(steering(sys.stdout))
        if isinstance(self._plain, Vt100_Output):  # asking for the cursor takes time
            self._plain.enable_cpr = False
        self._typed = ""
        self._armed = False
        self._asking: Application[str] | None = None
        self._signalled = False
        self._out: Bounded | None = None
        self._prompt: PromptSession[str] = PromptSession(
            multiline=True,
            lexer=InputLexer(self._syntax),
            completer=_Completer(self._shell),
            complete_while_typing=False,
            history=_history(),
            key_bindings=_bindings(self._shell),
            bottom_toolbar=self._toolbar,
            prompt_continuation=_continuation,
            style=STYLE,
            enable_suspend=True,
            input=self._input,
            output=self._output,
        )

    def run(self, clauses: str | None = None) -> None:
        """Answer what is typed, until the user leaves.

        Args:
            clauses: a file to begin CILOG's dialogue with.
        """
        if clauses is None:
            self._welcome()
        else:
            self._shell.begin(clauses)
        signal.signal(signal.SIGINT, self._interrupt)
        while not self._shell.finished and not terminated():
            with suppress(KeyboardInterrupt):  # the line is discarded
                try:
                    self._armed = True
                    if not terminated():
                        self._answer()
                finally:
                    self._armed = False
        if terminated():
            raise KeyboardInterrupt

    def _interrupt(self, number: int, frame: FrameType | None) -> None:
        """End the current work only once, however often Ctrl-C is pressed.

        No exception is raised in the line editor, which could not be used again when it
        is left while it starts or ends.
        """
        if self._asking is not None:
            self._signalled = True
            if self._asking.loop is not None:
                self._asking.loop.call_soon_threadsafe(self._end_prompt)
        elif self._armed:
            self._armed = False
            raise KeyboardInterrupt

    def _answer(self) -> None:
        """Answer one input."""
        try:
            text = self._read()
        except EOFError:
            self._shell.leave()
            return
        if terminated():  # the prompt ignores a signal that comes with the Enter key
            return
        if text == _SAVED or self._session.saved_elsewhere():
            self._shell.reload()
        if text != _SAVED:
            self._shell.run(text)
        sys.stdout.flush()

    # ---- what a front end is asked -----------------------------------------

    def choose(self) -> str:
        """Return what to do after an answer."""
        if self._out is not None:
            self._out.start_anew()
        return self._key(_HINT, _NEXT | _STOP)

    def reply(self, hint: str) -> str:
        """Return a reply during an explanation."""
        if self._out is not None:
            self._out.start_anew()
        asked: PromptSession[str] = PromptSession(
            [("class:hint", f"  [{hint}] ")],
            reserve_space_for_menu=0,
            style=STYLE,
            input=self._input,
            output=self._plain,
        )
        return self._ask(asked)

    def output(self) -> AbstractContextManager[object]:
        """Return the context in which standard output stops after each screenful."""
        self._out = Bounded(steering(sys.stdout), self._size, self._page)
        return bounded(self._out)

    def complain(self, text: str) -> None:
        """Report an error."""
        sys.stdout.flush()
        columns = self._size()[0]
        lines = escaped(text).split("\n")
        rows = [row for line in lines for row in wrapped(line, columns)]
        Console(stderr=True, soft_wrap=True).print("\n".join(rows), style="red")

    # ---- the prompt --------------------------------------------------------

    def _read(self) -> str:
        """Return one input."""
        default, self._typed = self._typed, ""
        self._prompt.app.erase_when_done = False
        message = [("class:prompt", self._shell.prompt)]
        return self._ask(self._prompt, self._watch, message=message, default=default)

    def _ask(
        self,
        prompt: PromptSession[str],
        started: Callable[[], object] = lambda: None,
        **options: Any,
    ) -> str:
        """Return one input of a line editor.

        Args:
            prompt: the line editor.
            started: called when it has started.
            options: those of its method `prompt`.

        Raises:
            EOFError: Ctrl-D was pressed.
            KeyboardInterrupt: Ctrl-C was pressed, or a signal came.
        """

        def begin() -> None:
            started()
            if self._signalled:  # while it was starting
                self._end_prompt()

        self._signalled = False
        self._asking = prompt.app
        try:
            text = prompt.prompt(pre_run=begin, handle_sigint=False, **options)
        finally:
            self._asking = None
        if self._signalled:  # while it was ending
            raise KeyboardInterrupt
        return text

    def _end_prompt(self) -> None:
        app = self._asking
        if app is not None and app.is_running and not app.is_done:
            app.exit(exception=KeyboardInterrupt(), style="class:aborting")

    def _watch(self) -> None:
        """End the prompt when the rule file is saved."""
        app = get_app()

        async def look() -> None:
            changed = False
            while not app.is_done:
                await asyncio.sleep(PAUSE)
                # Check twice, because the file may be in the middle of being written.
                before, changed = changed, self._session.saved_elsewhere()
                if before and changed and not app.is_done:
                    self._typed = app.current_buffer.text
                    app.erase_when_done = True
                    app.exit(result=_SAVED)

        app.create_background_task(look())

    def _key(self, hint: str, keys: dict[str, str]) -> str:
        """Return the meaning of the next key; keys without a meaning are ignored."""
        bindings = KeyBindings()

        @bindings.add(Keys.Any, eager=True)
        def _(event: KeyPressEvent) -> None:
            """Ignore all other keys."""

        for key, meaning in keys.items():
            bindings.add(key, eager=True)(_exit_with(meaning))
        asked: PromptSession[str] = PromptSession(
            [("class:hint", hint)],
            key_bindings=bindings,
            erase_when_done=True,
            reserve_space_for_menu=0,
            style=STYLE,
            input=self._input,
            output=self._plain,
        )
        try:
            return self._ask(asked) or "stop"
        except (KeyboardInterrupt, EOFError):
            return "stop"

    def _page(self) -> str:
        return self._key(_PAGE_HINT, _PAGE)

    def _size(self) -> tuple[int, int]:
        size = self._output.get_size()
        return size.columns, size.rows

    def _syntax(self) -> str:
        game = self._session.game
        return game.book.syntax if game is not None else "prolog"

    def _toolbar(self) -> str:
        try:
            status = self._session.status()
        except PygameSearchError as error:
            status = str(error)
        if self._shell.dialogue is None:
            return f" {status}   Tab completes, %help, Ctrl-D leaves"
        if "\n" in get_app().current_buffer.text:
            return " A full stop ends the input, or an empty line   Tab completes"
        return f" {status}   Tab completes, help., quit. leaves"

    def _welcome(self) -> None:
        session = self._session
        if session.game is None:
            click.echo("No game is loaded. These come with the package:")
            names = f"  {', '.join(rulebook.names())}"
            for line in wrapped(names, self._size()[0]):
                click.echo(line)
            click.echo("%load hexapawn   begins with one of them; or %load my_rules.pl")
            click.echo("%games           describes them")
            click.echo("%help            lists all that can be typed")
            return
        with suppress(PygameSearchError):
            click.echo(session.game.title or session.game.name)
            print_position(session)
        click.echo("Type a goal, as in legal(P, M), or %help.")


class _Completer(Completer):
    """The suggestions in the form that the prompt expects."""

    def __init__(self, shell: Shell) -> None:
        self._shell = shell

    def get_completions(
        self, document: Document, complete_event: CompleteEvent
    ) -> Iterable[Completion]:
        """Yield suggestions for what to type at the cursor."""
        for one in self._shell.suggestions(document.text_before_cursor):
            yield Completion(
                one.text,
                -len(one.typed),
                display=escaped(one.text),
                display_meta=escaped(one.about),
            )


def _bindings(shell: Shell) -> KeyBindings:
    bindings = KeyBindings()

    @bindings.add("enter")
    @bindings.add("c-j")
    def _(event: KeyPressEvent) -> None:
        buffer = event.current_buffer
        if (
            buffer.complete_state is not None
            and buffer.complete_state.current_completion
        ):
            buffer.complete_state = None
        elif shell.whole(buffer.text):
            buffer.validate_and_handle()
        else:
            buffer.newline(copy_margin=False)

    return bindings


def _exit_with(meaning: str) -> Callable[[KeyPressEvent], None]:
    def leave(event: KeyPressEvent) -> None:
        event.app.exit(result=meaning)

    return leave


def _continuation(width: int, number: int, wrapped: int) -> StyleAndTextTuples:
    return [("class:prompt", "| ".rjust(width))]
