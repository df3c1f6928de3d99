"""Requests: the options of a verb, stated once."""

from __future__ import annotations

import inspect
from dataclasses import KW_ONLY, dataclass
from typing import ClassVar

import click
import pytest
from click.testing import CliRunner

from pygame_search.cli.requests import options_of
from pygame_search.support.errors import InputError
from pygame_search.support.requests import (
    BYTES,
    FLAG,
    SECONDS,
    Effect,
    Kind,
    Request,
    asked,
    former,
    naming_as_typed,
    option,
    several,
    typed,
    whole,
    word,
)


@dataclass(frozen=True)
class CountRequest(Request):
    """What is asked of `count`."""

    SUBJECTS: ClassVar[tuple[str, ...]] = ("what is counted",)
    EFFECTS = (
        Effect("seconds", "no {number}", lambda request: request.number is None),
        Effect("colour", "{whole_words}", lambda request: request.whole_words),
    )

    text: str
    _: KW_ONLY
    number: int | None = option("how many to count", whole("N", 1, "at least 1 letter"))
    seconds: float | None = option("the time limit", SECONDS, typed="--time")
    whole_words: bool = option("count words", FLAG, default=False)
    colour: str = option("the colour", word("COLOUR", "colour", ("red", "blue")), "red")
    letters: tuple[str, ...] = option(
        "which to count", several(word("LETTER", "letter", ("a", "b"))), (),
        typed="--letter",
    )  # fmt: skip
    memory: int | None = option("the memory limit", BYTES)
    hook: object = option("called at the end")
    most: int | None = former("number")


@dataclass(frozen=True)
class NamedRequest(CountRequest):
    """What else is asked of `named`."""

    SUBJECTS = (*CountRequest.SUBJECTS, "its name")

    name: str
    _: KW_ONLY
    shade: str = option("the shade", Kind("SHADE"), "light")


@asked(NamedRequest)
def named(request: NamedRequest) -> tuple[str, str, int | None]:
    """Return what is asked."""
    return request.text, request.name, request.number


@asked(CountRequest)
def count(request: CountRequest) -> tuple[str, int | None]:
    """Return what was asked.

    Raises:
        InputError: a number out of range.

    >>> count("a")
    ('a', None)
    """
    return request.text, request.number


def test_a_verb_takes_what_its_request_takes() -> None:
    assert count("a") == ("a", None)
    assert count("a", number=3) == ("a", 3)
    assert str(inspect.signature(count)).startswith("(text: 'str', *, number: 'int | N")
    assert str(inspect.signature(count)).endswith("-> 'tuple[str, int | None]'")
    with pytest.raises(TypeError, match=r"^count\(\) got an unexpected keyword argume"):
        count("a", numbr=3)  # type: ignore[call-arg]
    with pytest.raises(
        TypeError, match=r"^count\(\) missing 1 required positional arg"
    ):
        count()  # type: ignore[call-arg]


def test_the_options_are_its_arguments() -> None:
    text = inspect.getdoc(count)
    assert text is not None
    args = text.partition("Args:\n")[2].partition("\n\n")[0]
    assert args.splitlines()[:3] == [
        "    text: what is counted.",
        "    number: how many to count.",
        "    seconds: the time limit.",
    ]
    assert "    most: the former name of `number`." in args
    assert text.index("Args:") < text.index("Raises:") < text.index(">>>")


@pytest.mark.parametrize(
    ("given", "words", "typed"),
    [
        ({"number": 0}, "expected at least 1 letter, found 0", None),
        ({"seconds": -1}, "expected a time above 0 seconds, found -1", None),
        ({"colour": "bleu"}, "no colour 'bleu': expected one of red, blue", None),
        ({"number": 1, "seconds": 2}, "seconds has no effect with number",
         "--time has no effect with --number"),
        ({"colour": "blue"}, "colour has no effect without whole_words",
         "--colour has no effect without --whole-words"),
    ],
)  # fmt: skip
def test_what_will_not_do_is_told(
    given: dict[str, object], words: str, typed: str | None
) -> None:
    with pytest.raises(InputError) as told:
        count("a", **given)  # type: ignore[arg-type]
    assert str(told.value).startswith(words)
    with naming_as_typed(), pytest.raises(InputError) as told:
        count("a", **given)  # type: ignore[arg-type]
    assert str(told.value).startswith(typed or words)


def test_a_former_name_still_does() -> None:
    with pytest.deprecated_call(match="most is now number") as warned:
        assert count("a", most=4) == ("a", 4)
    assert [one.filename for one in warned] == [__file__]


def test_a_command_has_the_options_of_a_request() -> None:
    @click.command()
    @click.argument("text")
    @options_of(CountRequest)
    def command(text: str, **how: object) -> None:
        click.echo(count(text, **how))  # type: ignore[arg-type]

    def run(words: str) -> str:
        return CliRunner().invoke(command, words.split()).output.strip()

    assert run("a --number 3") == "('a', 3)"
    assert "--number N       How many to count.  [x>=1]" in run("--help")
    assert "--whole-words    Count words." in run("--help")
    assert "hook" not in run("--help")
    assert "most" not in run("--help")
    assert "Invalid value for '--number'" in run("a --number 0")


def test_a_request_has_the_options_of_the_one_that_it_extends() -> None:
    assert named("a", "b", number=3) == ("a", "b", 3)
    first, second, *others = inspect.signature(named).parameters
    assert (first, second) == ("text", "name")
    assert {"number", "shade"} <= {*others}
    lines = [line.strip() for line in inspect.getdoc(named).splitlines()]  # type: ignore[union-attr]
    begin = lines.index("Args:") + 1
    assert lines[begin : begin + 3] == [
        "text: what is counted.", "name: its name.", "number: how many to count.",
    ]  # fmt: skip
    with pytest.raises(InputError, match="seconds has no effect with number"):
        named("a", "b", number=3, seconds=2)


def test_a_command_takes_some_options_of_a_request() -> None:
    @click.command()
    @options_of(CountRequest, only=("number",), number=7)
    def command(**how: object) -> None:
        click.echo(str(how))

    assert CliRunner().invoke(command, []).output == "{'number': 7}\n"


def test_an_option_takes_several_values() -> None:
    @click.command()
    @options_of(CountRequest)
    def command(letters: tuple[str, ...], **_others: object) -> None:
        click.echo(" ".join(letters))

    given = ["--letter", "a", "--letter", "b"]
    assert CliRunner().invoke(command, given).output == "a b\n"
    assert CountRequest("", letters=("a", "b")).letters == ("a", "b")
    with pytest.raises(InputError, match="no letter 'c': expected one of a, b"):
        count("", letters=("a", "c"))


def test_the_words_for_a_request() -> None:
    request = CountRequest(
        "abc", seconds=1.5, whole_words=True, letters=("a", "b"), hook=print
    )
    words = ["--time", "1.5", "--whole-words", "--letter", "a", "--letter", "b"]
    assert typed(request) == words
    assert typed(request, "seconds") == words[2:]
    assert typed(CountRequest("abc")) == []
    assert typed(CountRequest("abc", memory=3 << 20)) == ["--memory", "3"]
