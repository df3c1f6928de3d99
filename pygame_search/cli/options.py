"""Options that several commands share."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, Field, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

import click
from click.core import ParameterSource
from click.shell_completion import CompletionItem

from pygame_search.cli import complete
from pygame_search.cli.output import progress
from pygame_search.cli.streams import leave
from pygame_search.engine.bridge import when_stuck
from pygame_search.experiments.matches.record import Record, read_record
from pygame_search.experiments.weights import read_weight, weights_for
from pygame_search.game import Game, State, load, said_to_be
from pygame_search.model.decimals import Weight
from pygame_search.model.rules import called, taken_for
from pygame_search.rules.kinds import Kind, kind_option
from pygame_search.rules.rulebook import Rulebook
from pygame_search.search.core import options as core
from pygame_search.search.core.heuristics import HEURISTICS
from pygame_search.search.core.methods import (
    MethodCall,
    must_support,
    read_method,
    read_search,
)
from pygame_search.search.core.tiers import is_compiled
from pygame_search.session.path_types import FILE
from pygame_search.session.session import HERE, Session
from pygame_search.support import requests as kinds
from pygame_search.support.errors import InputError, no_effect
from pygame_search.support.requests import Option

if TYPE_CHECKING:
    from pygame_search.programs.program import SearchProgram
    from pygame_search.solving.certificate import Certificate

F = TypeVar("F", bound=Callable[..., Any])

#: Larger values are typing errors: more than a year.
_MOST_SECONDS = 366 * 24 * 3600
COUNT = click.IntRange(1, 1_000_000_000)


def positive_seconds(text: str) -> float:
    """Return a time in seconds, above 0."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0 < seconds <= _MOST_SECONDS:
        raise click.BadParameter(f"expected seconds, more than 0, found {text!r}")
    return seconds


def given(name: str) -> bool:
    """Return whether an option of the current command was typed."""
    context = click.get_current_context()
    return context.get_parameter_source(name) is ParameterSource.COMMANDLINE


def typed(names: Iterable[str]) -> Iterable[tuple[str, str]]:
    """Yield the options that were typed, and how they are written."""
    names = set(names)
    for parameter in click.get_current_context().command.params:
        if parameter.name in names and given(parameter.name):
            option = isinstance(parameter, click.Option)
            written = parameter.opts[0] if option else parameter.human_readable_name
            yield parameter.name, written


def refuse(names: Iterable[str], why: str) -> None:
    """Refuse options that conflict with others."""
    for _, option in typed(names):
        raise InputError(f"{option}: {why}")


def must_have_effect(
    *names: str, expected: str, when: Callable[[Mapping[str, Any]], object]
) -> Callable[[F], F]:
    """Refuse options that would have no effect.

    Args:
        names: the names of the parameters.
        expected: the condition for an effect, in words.
        when: whether the condition holds, given the options of the command.
    """

    def checked(command: F) -> F:
        @functools.wraps(command)
        def run(*args: Any, **given: Any) -> Any:
            for _, option in typed(names):
                if not when(click.get_current_context().params):
                    raise no_effect(option, expected)
            return command(*args, **given)

        return cast(F, run)

    return checked


def live_option(command: F) -> F:
    """Add `--live`, which makes a page of a search the studio."""
    option = click.option(
        "--live", is_flag=True,
        help="With --format html: the page has the engine and the rules, to "
        "search on from there. Needs Node.js with npm.",
    )  # fmt: skip
    formed = must_have_effect(
        "live", expected="--format html", when=lambda given: given["form"] == "html"
    )
    unweighed = must_have_effect(
        "weights", "weights_file",
        expected="no --live: the page has the weights of the rules",
        when=lambda given: not given["live"],
    )  # fmt: skip
    return option(formed(unweighed(command)))


class MethodType(click.ParamType):  # type: ignore[type-arg]
    """A method and its parameters, as `read_method` reads them."""

    name = "method"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> MethodCall:
        """Return the method that a text calls."""
        return value if isinstance(value, MethodCall) else read_method(value)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem[str]]:
        """Return the methods that begin so."""
        return complete.method(ctx, param, incomplete)


class WordType(click.ParamType):  # type: ignore[type-arg]
    """One of some words, which a request checks.

    Attributes:
        choices: the words.
    """

    name = "word"

    def __init__(self, choices: tuple[str, ...]) -> None:
        self.choices = choices

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem[str]]:
        """Return the words that begin so."""
        return complete.one_of(self.choices)(ctx, param, incomplete)


class SearchType(MethodType):
    """A method, which may be one of path search."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> MethodCall:
        """Return the method that a text calls."""
        return value if isinstance(value, MethodCall) else read_search(value)


#: What completes a value in the shell, by the field of the option.
_COMPLETED = {
    "tier": complete.tier, "role": complete.role, "against": complete.method,
}  # fmt: skip


def option_of(name: str, one: Field[Any], default: Any = MISSING) -> Callable[[F], F]:
    """Return what adds an option of a request.

    Args:
        name: the name of its field, which the command gets.
        one: the field.
        default: another default than that of the request.
    """
    its: Option = one.metadata["option"]
    kind = its.kind
    assert kind is not None
    default = one.default if default is MISSING else default
    how: dict[str, Any] = {"metavar": kind.metavar, "default": default}
    if kind is kinds.FLAG:
        how = {"is_flag": True}
    elif kind is kinds.SECONDS:
        how["type"] = positive_seconds
    elif kind.type is not str:
        how["type"] = kind.type
    elif kind is kinds.BYTES:
        how |= {"type": click.IntRange(1, 1 << 20), "callback": _megabytes}
    elif kind is kinds.PROGRAM:
        how |= {"type": FILE, "callback": _program}
    elif kind is kinds.METHOD:
        how["type"] = MethodType()
    elif kind is kinds.SEARCH:
        how["type"] = SearchType()
    elif kind.least is not None:
        how["type"] = click.IntRange(kind.least)
    if kind.words:
        how["type"] = WordType(kind.words)
    elif name in _COMPLETED:
        how["shell_complete"] = _COMPLETED[name]
    if kind.several:
        how["multiple"] = True
    return click.option(
        its.typed or f"--{name.replace('_', '-')}", name,
        show_default=default not in (None, ()) and kind is not kinds.FLAG,
        help=f"{its.about[0].upper()}{its.about[1:]}.", **how,
    )  # fmt: skip


def _megabytes(_ctx: click.Context, _option: click.Parameter, value: Any) -> Any:
    """Return a number of MB in bytes."""
    return value and value << 20


def _program(
    _ctx: click.Context, _option: click.Parameter, file: Path | None
) -> SearchProgram | None:
    """Return the search program in a file, and print its warnings."""
    if file is None:
        return None
    from pygame_search.programs.program import beside

    program = beside(file)
    for warning in program.warnings:
        click.echo(f"{warning}\n", err=True)
    return program


#: The options that several commands share; `takes` adds them.
SHARED: dict[str, Callable[[Any], Any]] = {
    "tier": option_of("tier", core.tier()),
    "seed": option_of("seed", core.seed()),
    "as": option_of("kind", kind_option()),
    "workers": option_of("workers", core.workers()),
    "open": click.option(
        "--open", "face_up", is_flag=True, expose_value=False,
        help="Search a game with hidden information (`sees`) with all cards face up.",
    ),
    "from": click.option(
        "--from", "source", type=FILE, metavar="FILE",
        help="Take the move from a certificate, which `solve --save` writes.",
    ),
    "record": click.option(
        "--record", type=FILE, metavar="FILE",
        help="Record the events of the search in a file; `tree --from` draws it.",
    ),
}  # fmt: skip


def takes(*names: str) -> Callable[[F], F]:
    """Add some of the shared options, in their order."""

    def added(command: F) -> F:
        for name in reversed(names):
            command = SHARED[name](command)
        return command

    return added


@dataclass(frozen=True, slots=True)
class Weighing:
    """`--weight` and `--weights`.

    Attributes:
        words: texts such as `corner=3`.
        file: the file that `learn --save` wrote; None for none.
    """

    words: tuple[str, ...]
    file: Path | None

    def of(self, game: Game, method: MethodCall | None = None) -> dict[str, Weight]:
        """Return the weights for a game.

        Raises:
            InputError: they are not weights for the game, or the method does not use
                them.
        """
        if method is not None and (given("weights") or given("weights_file")):
            must_support(method, None, {"weights": True})
        found = {} if self.file is None else weights_for(game, self.file)
        return found | dict(map(read_weight, self.words))


def weight_options(command: F) -> F:
    """Add `--weight` and `--weights`, which the command gets as `weighing`."""
    one = click.option(
        "--weight", "weights", multiple=True, metavar="NAME=NUMBER",
        help="Set the weight of a feature of the rule file, or of a heuristic that "
        f"works for every game: {', '.join(HEURISTICS)}.",
    )  # fmt: skip
    file = click.option(
        "--weights", "weights_file", type=FILE, metavar="FILE",
        help="Read weights that `learn --save` wrote; --weight takes precedence.",
    )  # fmt: skip

    @functools.wraps(command)
    def run(
        *args: Any, weights: tuple[str, ...], weights_file: Path | None, **given: Any
    ) -> Any:
        return command(*args, weighing=Weighing(weights, weights_file), **given)

    return one(file(cast(F, run)))


@dataclass(frozen=True, slots=True)
class Start:
    """GAME, `--after`, `--moves` and `--state`: the subject of a command.

    Attributes:
        name: a game's name or path; None if it is optional and missing.
        after: moves, or None.
        facts: the fluents that hold, or None.
        tier: the tier of the states, as in `load`.
        moves: the file of a record, or None.
        kind: what the file is said to be, as in `load`.
    """

    name: str | None
    after: str | None
    facts: str | None
    tier: str | None = None
    moves: Path | None = None
    kind: str | None = None

    @property
    def typed(self) -> bool:
        """Whether a position is named."""
        return (self.after, self.facts, self.moves) != (None, None, None)

    def game(self) -> Game:
        """Return the game."""
        assert self.name is not None
        return loaded(self.name, self.tier, self.kind)

    def theory(self) -> tuple[Rulebook, Kind] | None:
        """Return the file and what it is, if that is a theory."""
        assert self.name is not None
        if session() is not None and self.name == HERE:
            return None
        book = said_to_be(self.kind, called(self.name)[0])
        kind = taken_for(book)
        return (book, kind) if kind.name == "theory" else None

    def state(self, game: Game | None = None) -> State:
        """Return the position of the game, which is loaded if it is not given."""
        game = game or self.game()
        if self.moves is not None:
            return self.record(game).state
        return position(game, self.after, self.facts)

    def record(self, game: Game) -> Record:
        """Return the game of `--moves`, replayed; without it, one of no move."""
        if self.moves is None:
            return Record([self.state(game)])
        refuse(("after",), "a record has its own moves; found --moves, too")
        begin = position(game, None, self.facts)  # and it is a game with moves
        with progress("playing the moves ..."):
            known = None if self.facts is None else begin
            found = read_record(self.moves, game, known)
        for warning in found.warnings:
            click.echo(warning, err=True)
        if words := found.left_out_words():
            click.echo(f"{self.moves}: {words}", err=True)
        return found

    def place(self, game: Game) -> State | Game:
        """Return the subject of a question: a position, or a space without one."""
        return game if game.space == "book" and not self.typed else self.state(game)


def start_of(game: Game, start: Start) -> State | None:
    """Return where a path search begins; None for the start of the space."""
    here = session()
    moved = here is not None and here.game is game and here.state is not None
    return start.state(game) if start.typed or moved else None


def start_options(
    argument: str | None = None, *, required: bool = True, native: bool = False
) -> Callable[[F], F]:
    """Add GAME, `--after`, `--moves` and `--state`, which the command gets as `start`.

    Args:
        argument: another word for GAME.
        required: whether GAME must be given.
        native: whether `--tier native` also makes the states run on the network.
    """
    named = click.argument(
        "game", metavar=argument, required=required, shell_complete=complete.game
    )
    moved = click.option(
        "--after", metavar='"m1; m2"', help="Take the position after these moves."
    )
    recorded = click.option(
        "--moves", type=FILE, metavar="FILE",
        help="Take the position after the moves of a record, written as the game "
        "writes them (in chess, a game in PGN).",
    )  # fmt: skip
    state = click.option(
        "--state", "facts", metavar='"[f1, f2]"',
        help="Take the position in which these fluents hold, or one as people write it "
        "(in chess, FEN).",
    )  # fmt: skip

    def added(command: F) -> F:
        @functools.wraps(command)
        def run(
            *args: Any, game: str | None, after: str | None, facts: str | None,
            moves: Path | None, kind: str | None, **given: Any,
        ) -> Any:  # fmt: skip
            tier = given["tier"] if native and is_compiled(given["tier"]) else None
            start = Start(game, after, facts, tier, moves, kind)
            return command(*args, start=start, **given)

        return named(moved(recorded(state(takes("as")(cast(F, run))))))

    return added


def time_option(
    help: str = "Time limit.", *, default: float | None = None
) -> Callable[[F], F]:
    """Add `--time`, which the command gets as `seconds`."""
    return click.option(
        "--time", "seconds", type=positive_seconds, metavar="SECONDS", default=default,
        show_default=default is not None, help=help,
    )  # fmt: skip


def plot_option(what: str) -> Callable[[F], F]:
    """Add `--plot`, which the command gets as `plots`."""
    return click.option(
        "--plot", "plots", type=FILE, multiple=True, metavar="FILE",
        help=f"Draw {what}, in .svg or .png.",
    )  # fmt: skip


def session() -> Session | None:
    """Return the enclosing session, if any."""
    context = click.get_current_context(silent=True)
    return None if context is None else context.find_object(Session)


def loaded(game: str, tier: str | None = None, kind: str | None = None) -> Game:
    """Return the game of a name or path, whose states stand on a tier."""
    here = session()
    if here is not None and game == HERE:
        if kind is not None:
            raise no_effect("--as", "a file that is read", "the game of the session")
        return _opened(here.rules)
    with progress("reading the rules ..."):
        if here is None:
            when_stuck(leave)  # Ctrl-C always ends the program
        return _opened(load(game, tier=tier, kind=kind))


def _opened(game: Game) -> Game:
    """Return the game, with all cards face up where `--open` was typed."""
    if not given("face_up"):
        return game
    if not game.hidden:
        raise no_effect("--open", "hidden information, as by `sees`", game.call)
    return game.face_up()


def position(game: Game, after: str | None, facts: str | None) -> State:
    """Return the state that `--state` and `--after` name, or that of the session."""
    here = session()
    if not game.roles and game.space != "book":
        raise InputError(
            f"{game.name!r} has no roles, so nobody can move: "
            "`check` says what is missing"
        )
    if not game.roles:
        raise InputError(
            f"{game.name!r} is a state space: it has no roles and no moves; ask `show` "
            "for its start or `path` for a path"
        )
    with progress("playing the moves ..."):
        if facts is not None:
            start = game.state(facts)
        elif here is not None and here.game in (game, game.covered):
            start = game.own(here.position)
        else:
            start = game.initial
        return start if after is None else game.after(after, start)


def certificate_of(file: Path, game: Game) -> Certificate:
    """Return the certificate in a file, which must belong to the rules of a game."""
    from pygame_search.solving.certificate import read_certificate

    with progress("reading ..."):
        game.must_be_open()
        certificate = read_certificate(file)
        certificate.must_be_about(game)
    return certificate
