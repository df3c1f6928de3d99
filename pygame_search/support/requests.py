"""Requests: what a verb may be asked, each option stated once.

The fields of a request are the options of a verb. The signature and the documentation
of its function, the options of its command, and the checks of what is given come from
them.
"""

from __future__ import annotations

import inspect
import textwrap
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import Field, dataclass, field, fields, replace
from functools import wraps
from typing import Any, ClassVar, ParamSpec, TypeVar

from pygame_search.support.errors import no_effect
from pygame_search.support.validation import (
    must_be_one_of,
    must_be_seconds,
    must_be_whole,
)

P = ParamSpec("P")
Q = TypeVar("Q")
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Kind:
    """What an option takes.

    Attributes:
        metavar: how the command line calls a value; empty for a flag.
        check: raises an InputError for a value that will not do.
        least: the smallest number; None where it takes no whole number.
        words: the words that it takes, if there are few.
        type: what makes a value of what is typed, unless that is a text, or a number
            with a least one.
        several: whether it takes several values, each of them so.
    """

    metavar: str = ""
    check: Callable[[Any], None] = lambda value: None
    least: int | None = None
    words: tuple[str, ...] = ()
    type: Callable[[str], Any] = str
    several: bool = False

    def check_all(self, given: Any) -> None:
        """Raise an InputError if a value, or one of several, will not do."""
        for value in given if self.several else (given,):
            self.check(value)


def word(metavar: str, what: str, words: Sequence[str]) -> Kind:
    """Return the kind of one of some words, which `what` names, as in `method`."""
    return Kind(
        metavar, lambda value: must_be_one_of(what, value, words), words=tuple(words)
    )


def whole(metavar: str, least: int, expected: str) -> Kind:
    """Return the kind of a whole number.

    Args:
        metavar: see `Kind`.
        least: the smallest that will do.
        expected: what it should be, in words, as in `at least 1 game`.
    """
    return Kind(metavar, lambda value: must_be_whole(expected, value, least), least)


def any_number(expected: str) -> Kind:
    """Return the kind of any whole number; `expected` says what it should be."""
    return Kind("VALUE", lambda value: must_be_whole(expected, value), type=int)


def several(kind: Kind) -> Kind:
    """Return the kind of several values of a kind."""
    return replace(kind, several=True)


FLAG = Kind()
SECONDS = Kind("SECONDS", must_be_seconds)
METHOD = Kind("METHOD")
#: A method, or one of path search.
SEARCH = Kind("METHOD")
#: The file of a search program, or what was read from it.
PROGRAM = Kind("FILE")
BYTES = Kind("MB", lambda value: must_be_whole("at least 1 byte of memory", value, 1))


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a request.

    Attributes:
        about: what it is for, without a full stop, as in `the seed of the numbers`.
        kind: what it takes; None where only programs give it.
        typed: how it is typed, as in `--time`; by default as its name.
    """

    about: str
    kind: Kind | None = None
    typed: str = ""


def option(
    about: str, kind: Kind | None = None, default: Any = None, typed: str = ""
) -> Any:
    """Return the field of an option; see `Option`."""
    return field(default=default, metadata={"option": Option(about, kind, typed)})


def former(name: str) -> Any:
    """Return the field of the former name of an option."""
    return field(default=None, metadata={"former": name})


@dataclass(frozen=True, slots=True)
class Effect:
    """A condition without which an option has no effect.

    Attributes:
        name: the field of the option.
        expected: the condition in words, as `no_effect` has it; other options stand in
            braces, as in `no {games}`.
        holds: whether it holds for a request.
    """

    name: str
    expected: str
    holds: Callable[[Any], object]


@dataclass(frozen=True)
class Request:
    """What a verb is asked; its options are checked when it is made.

    Raises:
        InputError: a value is out of range, or has no effect.
    """

    #: What the first fields are, which are no options.
    SUBJECTS: ClassVar[tuple[str, ...]] = ()
    #: What options need to have an effect.
    EFFECTS: ClassVar[tuple[Effect, ...]] = ()

    def __post_init__(self) -> None:
        """Check what is given."""
        for one in fields(self):
            now, value = one.metadata.get("former"), getattr(self, one.name)
            if now is not None and value is not None:
                words = f"{one.name} is now {now}"
                warnings.warn(words, DeprecationWarning, stacklevel=4)
                object.__setattr__(self, now, value)
        for one, made in options(type(self)):
            value = getattr(self, one.name)
            unset = value is None and "None" in str(one.type)
            if made.kind is not None and not unset:
                made.kind.check_all(value)
        for effect in self.EFFECTS:
            [default] = [one.default for one in fields(self) if one.name == effect.name]
            if getattr(self, effect.name) != default and not effect.holds(self):
                names = {one.name: written(one) for one, _ in options(type(self))}
                expected = effect.expected.format_map(names)
                raise no_effect(names[effect.name], expected)


#: Whether options are named as they are typed.
_TYPED: ContextVar[bool] = ContextVar("typed", default=False)


@contextmanager
def naming_as_typed() -> Iterator[None]:
    """Name options as the command line has them in the errors of the block."""
    token = _TYPED.set(True)
    try:
        yield
    finally:
        _TYPED.reset(token)


def written(one: Field[Any]) -> str:
    """Return how an option is named to whoever asks."""
    made: Option = one.metadata["option"]
    if not _TYPED.get():
        return one.name
    return made.typed or f"--{one.name.replace('_', '-')}"


def typed(request: Request, *left_out: str) -> list[str]:
    """Return the words to type for the options that differ from their defaults.

    Args:
        request: what is asked.
        left_out: the fields of options that are not wanted.
    """
    words: list[str] = []
    with naming_as_typed():
        for one, its in options(type(request)):
            value = getattr(request, one.name)
            if its.kind is None or one.name in left_out or value == one.default:
                continue
            if its.kind is FLAG:
                words.append(written(one))
                continue
            for given in value if its.kind.several else (value,):
                given = given >> 20 if its.kind is BYTES else given
                words += [written(one), str(given)]
    return words


def options(request: type) -> Iterator[tuple[Field[Any], Option]]:
    """Yield the fields of a request that are options, each with its option."""
    for one in fields(request):
        if "option" in one.metadata:
            yield one, one.metadata["option"]


def asked(
    request: Callable[P, Q],
) -> Callable[[Callable[[Q], R]], Callable[P, R]]:
    """Return a decorator that makes a verb of a function of a request.

    The verb takes what the request takes. Its documentation is that of the function,
    with the options as its arguments.
    """

    def made(answer: Callable[[Q], R]) -> Callable[P, R]:
        @wraps(answer)
        def ask(*args: P.args, **given: P.kwargs) -> R:
            try:
                made = request(*args, **given)
            except TypeError as error:  # an argument that the verb does not take
                words = str(error).rpartition("__init__")[2]
                raise TypeError(f"{answer.__name__}{words}") from None
            return answer(made)

        returned = answer.__annotations__.get("return", inspect.Signature.empty)
        signature = inspect.signature(request)
        ask.__dict__["__signature__"] = signature.replace(return_annotation=returned)
        ask.__doc__ = _documented(answer.__doc__ or "", request)
        del ask.__dict__["__wrapped__"]
        return ask

    return made


def _documented(text: str, request: Any) -> str:
    """Return a docstring with the options of a request as its arguments."""
    lines = ["Args:"]
    subjects = iter(request.SUBJECTS)
    for one in sorted(fields(request), key=lambda one: bool(one.kw_only)):
        if "former" in one.metadata:
            about = f"the former name of `{one.metadata['former']}`"
        elif "option" in one.metadata:
            about = one.metadata["option"].about
        else:
            about = next(subjects)
        words = textwrap.wrap(f"{one.name}: {about}.", 80)
        lines += ["    " + words[0], *("        " + word for word in words[1:])]
    text = inspect.cleandoc(text)
    first, mark, rest = text.partition("\n\nRaises:")
    return f"{first}\n\n" + "\n".join(lines) + mark + rest
