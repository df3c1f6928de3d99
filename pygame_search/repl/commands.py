"""The % commands: those of the session here, and those of the command line, reused."""

from __future__ import annotations

import copy
import functools
import shlex
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
from rich.table import Table

from pygame_search.explanation.reasons import why_terminal
from pygame_search.programs.program import beside
from pygame_search.session import inputs
from pygame_search.session.path_types import FILE
from pygame_search.session.session import FASTEST, HERE, Session, checked_tier, editor
from pygame_search.state_text import end_text
from pygame_search.support.errors import InputError, did_you_mean
from pygame_search.support.printing import console

#: Parameter types that take the name of a file, or something else.
_TAKE_FILES = ("load", "save", "from", "program", "check")

#: The options of a search, which the next search of the same kind keeps.
_OF_A_SEARCH = ("role", "depth", "seconds", "method", "tier", "weights", "weights_file")

#: Finds a command of the command line by its name.
Finder = Callable[[str], click.Command]

_RAW = {"ignore_unknown_options": True, "help_option_names": ["--help"]}
_rest = click.argument("words", nargs=-1, type=click.UNPROCESSED)


def here() -> Session:
    """Return the session of the current command."""
    session = click.get_current_context().find_object(Session)
    assert session is not None
    return session


def print_position(session: Session) -> None:
    """Print the board, and who is to move or how the game ended."""
    state = session.state
    if state is None:
        return
    lines = state.board().split("\n")
    end = (
        end_text(state)
        if state.terminal
        else f"{' and '.join(state.to_move) or 'nobody'} to move"
    )
    click.echo("\n".join([*lines, end]))


@click.command(context_settings=_RAW)
@_rest
def move(words: tuple[str, ...]) -> None:
    """Make moves, as in %move m1; m2, in the syntax of the rule file."""
    here().play(" ".join(words))
    print_position(here())


@click.command()
@click.argument("count", type=int, default=1)
def undo(count: int) -> None:
    """Take COUNT moves back; %goto can make them again."""
    here().undo(count)
    print_position(here())


@click.command(context_settings=_RAW)
@click.argument("ply", type=int)
def goto(ply: int) -> None:
    """Go back or forward to ply PLY of the moves made; 0 is the beginning."""
    here().goto(ply)
    print_position(here())


@click.command()
def moves() -> None:
    """List the moves made, and those taken back."""
    session = here()
    _ = session.position
    for number, text in enumerate(session.moves, 1):
        click.echo(f"{number:>4}  {text}{'  <' if number == session.ply else ''}")
    if session.ply == 0:
        click.echo("   0  the beginning, no move is made")


@click.command()
def legal() -> None:
    """List the legal moves."""
    for role, texts in here().position.written_legal().items():
        if texts != ("noop",) and not here().position.terminal:
            click.echo(f"{role}: {', '.join(texts)}")
    if here().position.terminal:
        click.echo(end_text(here().position))


@click.command(context_settings=_RAW)
@_rest
def load(words: tuple[str, ...]) -> None:
    """Load another game, as in `%load hexapawn(columns=4)`, or a rule file."""
    if not words:
        raise InputError("expected a game, found none; `%games` lists them")
    session = here()
    session.load(" ".join(words))
    if session.taken:
        click.echo(session.taken)
    if session.rules.title:
        click.echo(session.rules.title)
    print_position(session)


@click.command()
def reload() -> None:
    """Read the rule file again; added clauses stay, and the position if possible."""
    for note in here().reload():
        click.echo(note)
    click.echo(f"{here().rules.book.file} is read again")


@click.command()
def edit() -> None:
    """Open the rule file in an editor, $VISUAL or $EDITOR, and read it again."""
    session = here()
    words = editor()
    path, note = session.editable()
    if note:
        click.echo(note)
    try:
        done = subprocess.run([*words, str(path)], check=False)
    except OSError as error:
        raise InputError(f"{shlex.join(words)}: {error.strerror}") from error
    if done.returncode:
        raise InputError(f"{shlex.join(words)} has ended with {done.returncode}")
    if session.saved_elsewhere():
        for line in session.reload():
            click.echo(line)
        click.echo(f"{path} is read again")


@click.command()
@click.option("--over", is_flag=True, help="Write over another file that is there.")
@click.argument("file", type=FILE, required=False)
def save(file: Path | None, over: bool) -> None:
    """Write the rules with the added clauses to FILE, and continue with that file."""
    click.echo(f"written to {here().save(file, over=over)}")


@click.command()
@click.argument("name", required=False)
def tier(name: str | None) -> None:
    """Show the tier in which searches run, or set it to NAME."""
    if name is not None:
        here().tier = checked_tier(name)
    click.echo(f"searches run in the tier: {here().tier or FASTEST}")


@click.command(name="from")
@click.option("--off", is_flag=True, help="Search again.")
@click.argument("file", type=FILE, required=False)
def from_file(file: Path | None, off: bool) -> None:
    """Take moves from FILE, written by `solve --save`, instead of searching."""
    session = here()
    if file is not None:
        from pygame_search.solving.hidden.kept_moves import kept_moves

        kept_moves(file, session.rules)
        session.certificate = file
    elif off:
        session.certificate = None
    if session.certificate is None:
        click.echo("moves are searched for")
    else:
        click.echo(f"moves are taken from {session.certificate}")


@click.command()
@click.option("--off", is_flag=True, help="Go on without a program.")
@click.argument("file", type=FILE, required=False)
def program(file: Path | None, off: bool) -> None:
    """Use the search program FILE with the game: its clauses can be queried too."""
    session = here()
    if file is not None:
        session.program = beside(file)
        for warning in session.program.warnings:
            click.echo(warning)
    elif off:
        session.program = None
    if session.program is None:
        click.echo("no program stands beside the game")
    else:
        click.echo(f"{session.program.book.file} stands beside the game")


@click.command()
def stats() -> None:
    """Show the cost of the last question, and the memory in use."""
    listing = Table(box=None, pad_edge=False, show_header=False)
    for name, value in here().stats():
        listing.add_row(name, value)
    console().print(listing)


@click.command()
def clauses() -> None:
    """List the clauses that were added and removed."""
    session = here()
    for clause in session.added:
        click.echo(f"tell {clause}")
    for clause in session.removed:
        click.echo(f"untell {clause}")
    if not session.added and not session.removed:
        click.echo("nothing was added or removed")


@click.command()
@click.argument("name", required=False)
def rules(name: str | None) -> None:
    """Show the clauses of NAME: a relation, as legal or legal/2, a fluent or a move.

    Without NAME it shows the whole rule file, with the clauses that were added.
    """
    session = here()
    if name is None:
        click.echo(session.rules.book.text.rstrip("\n"))
        return
    for place, clause in session.clauses_about(name):
        click.echo(f"% {place}\n{clause}")


OWN = {
    "move": move,
    "undo": undo,
    "goto": goto,
    "moves": moves,
    "legal": legal,
    "load": load,
    "reload": reload,
    "edit": edit,
    "save": save,
    "clauses": clauses,
    "rules": rules,
    "from": from_file,
    "program": program,
    "tier": tier,
    "stats": stats,
}

#: Commands that are not run by click.
_APART = ("cilog", "help", "quit")

#: Other inputs: their form, and what they do.
SAID = (
    ("GOAL", "answers, one by one, as in: legal(P, M), \\+ terminal"),
    ("tell CLAUSE.", "add a clause to the rules, in this session"),
    ("untell CLAUSE.", "remove a clause"),
    ("how GOAL", "why it holds; how alone asks about the last answer"),
    ("whynot GOAL", "why it does not hold"),
    ("how best", "why a move is the best, and what is wrong with the others"),
    ("how path", "how each step of a path comes about, or why there is none"),
    ("why cut N", "why the last search cut off its branch number N"),
    ("steps GOAL", "how the search program beside the game comes to it, step by step"),
    ("why end", "why the game is over or not, and what each role gets"),
)

#: All commands in the order of the list, each with its line in the list; without one,
#: the first line of its help is used.
_SHORT = {
    "board": "Show the position: board, moves, goals.",
    "move": "",
    "undo": "",
    "goto": "",
    "moves": "",
    "legal": "",
    "best": "Find the best move, and its line.",
    "solve": "Solve the position: prove its value.",
    "verify": "",
    "path": "Find a path to a goal.",
    "tree": "Draw the tree that a search visits.",
    "trace": "List the steps of the last search, or of one with these options.",
    "compare": "Show a search in Prolog and in Python, and run both.",
    "quiz": "Answer what a search from here does next.",
    "play": "Play on from here, against any method.",
    "match": "Play methods against each other, from here.",
    "skill": "Measure how strong a method is, depth by depth.",
    "learn": "Learn weights for the features from self-play, from here.",
    "perft": "Count the nodes of the tree, level by level.",
    "playouts": "Play random games, and give the mean goals.",
    "size": "Measure how large the game is from here.",
    "heuristics": "List the features and heuristics of the position.",
    "symmetries": "Show what can be exchanged in the rules.",
    "methods": "",
    "load": "Load another game or rule file.",
    "games": "",
    "check": "Find the faults of the rules, and say how to fix them.",
    "edit": "Open the rule file in an editor, and read it again.",
    "reload": "Read the rule file again; added clauses stay.",
    "save": "Write the rules, with the added clauses, to FILE.",
    "clauses": "",
    "rules": "Show the clauses of a relation, a fluent or a move.",
    "cilog": "Begin CILOG's dialogue over the rules and the position.",
    "from": "Take moves from the certificate FILE instead of searching.",
    "program": "Ask the clauses of the search program FILE, too.",
    "tier": "Choose what runs searches: clauses, procedural, native or fastest.",
    "stats": "Show the resources that the last question used.",
    "help": "List all commands, or explain one.",
    "quit": "Leave; Ctrl-D does so too.",
}
NAMES = tuple(_SHORT)

#: The commands of the command line that a session has too; GAME and the position are
#: the session's.
_RENAMED = {"board": "show", "trace": "tree", "size": "stats"}
REUSED = _RENAMED | {
    name: name for name in NAMES if name not in (*OWN, *_APART, *_RENAMED)
}


class Commands:
    """The % commands of a session.

    Args:
        session: their session.
        find: finds the commands of the command line.
    """

    def __init__(self, session: Session, find: Finder) -> None:
        self._session = session
        self._find = find

    def command(self, name: str) -> click.Command:
        """Return a command.

        Raises:
            InputError: there is no command of that name.
        """
        if name in OWN:
            return OWN[name]
        if name in REUSED:
            return _without_game(self._find(REUSED[name]), _SHORT[name])
        hint = did_you_mean(name, NAMES)
        raise InputError(f"no command %{name}{hint or '; `%help` lists them'}")

    def run(self, text: str, *, again: bool = False) -> None:
        """Run a command, as in `best --depth 3`; it prints its result.

        Args:
            text: its name and its words.
            again: whether a search takes missing options from the last one.

        Raises:
            InputError: there is no such command.
            click.ClickException: its options are wrong.
            PygameSearchError: it fails.
        """
        name, *rest = inputs.words(text)
        if name in ("help", "?"):
            self._help(rest)
            return
        command = self.command(name)
        context = command.make_context(
            f"%{name}",
            rest,
            obj=self._session,
            color=True,  # control sequences in texts are shown as escapes
            default_map=self._defaults(name, again or name == "trace"),
        )
        with context:
            command.invoke(context)
            if name in ("best", "tree", "trace"):
                self._remember(name, context.params)

    def explain(self, what: str) -> bool:
        """Explain something other than a goal: a best move, a cut, a path, the end.

        Args:
            what: as in `best --depth 3`, `cut 2`, `path`, `no path`, `end`.

        Returns:
            Whether `what` is one of these.
        """
        first, *rest = what.split() or [""]
        if first == "best":
            self.run(f"best --why {what[len(first) :]}", again=True)
        elif first == "path" or [first, *rest[:1]] == ["no", "path"]:
            options = what.partition("path")[2]
            self.run(f"path --why {options}")
        elif first == "cut":
            self._explain_cut(rest)
        elif first == "end" and not rest:
            click.echo(why_terminal(self._session.position).text())
        else:
            return False
        return True

    def _explain_cut(self, rest: list[str]) -> None:
        number, options = "1", rest
        if rest and not rest[0].startswith("-"):
            number, *options = rest
        if not number.isdecimal():
            raise InputError(
                f"expected the number of a cut, as in `why cut 2`, found {number!r}"
            )
        words = " ".join([f"tree --until cutoff:{number}", *options])
        self.run(words, again=True)

    def _defaults(self, name: str, again: bool) -> dict[str, Any]:
        """Return the default options of a command."""
        tier = self._session.tier
        options: dict[str, Any] = {} if tier is None else {"tier": tier}
        if name in ("best", "play"):
            options["source"] = self._session.certificate
        if again:
            options |= self._session.searched
            if name == "tree" and not self._session.searched:  # why was it cut off?
                options["method"] = "alphabeta"
            if name != "best" and options.pop("by_best", False):
                options.setdefault("method", "alphabeta")
        return options | ({"form": "events"} if name == "trace" else {})

    def _remember(self, name: str, options: dict[str, Any]) -> None:
        """Keep the options of a search, for the next one of the same kind."""
        given = {key: options.get(key) for key in _OF_A_SEARCH}
        self._session.searched = {k: v for k, v in given.items() if v is not None}
        if name == "best":
            self._session.searched["by_best"] = True

    def _help(self, rest: list[str]) -> None:
        if not rest:
            click.echo(self.overview())
            return
        name = rest[0].lstrip("%")
        for said, what in SAID:
            if said.split()[0] == name:
                click.echo(f"{said}\n  {what}")
        if name in [said.split()[0] for said, _ in SAID]:
            return
        if name in _APART:
            click.echo(f"%{name}\n  {_SHORT[name]}")
            return
        command = self.command(name)
        with click.Context(command, info_name=f"%{name}", obj=self._session) as context:
            click.echo(command.get_help(context))

    def overview(self) -> str:
        """Return the list of all commands and other inputs."""
        said = [*SAID, *((f"%{name}", self.short(name)) for name in NAMES)]
        width = max(len(word) for word, _ in said) + 2
        return "\n".join(f"{word:<{width}}{what}" for word, what in said)

    def short(self, name: str) -> str:
        """Return a description of a command, in one line."""
        return _SHORT[name] or self.command(name).get_short_help_str(100)

    def options(self, name: str) -> dict[str, click.ParamType[Any]]:
        """Return the options of a command, as they are typed, and their types."""
        return {
            option: parameter.type
            for parameter in self._parameters(name)
            if isinstance(parameter, click.Option)
            for option in parameter.opts
        }

    def takes_files(self, name: str) -> bool:
        """Return whether an argument of a command may be a file."""
        return name in _TAKE_FILES or any(
            isinstance(parameter.type, click.Path)
            for parameter in self._parameters(name)
            if isinstance(parameter, click.Argument)
        )

    def _parameters(self, name: str) -> list[click.Parameter]:
        if name not in OWN and name not in REUSED:
            return []
        return self.command(name).params


def _without_game(command: click.Command, short: str) -> click.Command:
    """Return a command for the session's game."""
    made = copy.copy(command)
    names = [p.name for p in command.params if p.name in ("game", "space")]
    made.params = [p for p in command.params if p.name not in names]
    if names and command.callback is not None:
        given: dict[str, Any] = dict.fromkeys([str(name) for name in names], HERE)
        made.callback = functools.partial(command.callback, **given)
    made.short_help = short or made.short_help
    return made
