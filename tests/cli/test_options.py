"""Options: one that several commands have means the same in each."""

from __future__ import annotations

import re
from collections import defaultdict

import click
import pytest
from click.testing import CliRunner

from pygame_search.cli.app import COMMANDS, command

#: Where a word stands for two things, and these.
TWO_MEANINGS = {
    "--against": "the strategies of the others, the method of the opponent",
    "--batch": "a folder of hand-ins, the games after which weights change",
    "--from": "the syntax of a file, the file that a new one is made from",
    "--kind": "of a new game, of questions",
    "--only": "the games of a reference, the steps of a relation",
    "--player": "who plays a role, the method of a match",
    "--resume": "whether to go on, the file to go on from",
    "--save": "a file, a folder of games",
    "--step": "an event of a search, the step size of TD",
}

#: Options that are stated in one place, whatever the command.
ONCE = (
    "--after", "--state", "--json", "--open", "--role", "--seed", "--cluster",
    "--weight", "--weights", "--record", "--ply", "--game-clock",
    "--start-clock",
    "--openings",
)  # fmt: skip


def options() -> dict[str, list[click.Option]]:
    """Return the options of all commands, by how they are typed."""
    found = defaultdict(list)
    context = click.Context(command)
    for name in COMMANDS:
        known = command.get_command(context, name)
        assert known is not None
        for parameter in known.params:
            if isinstance(parameter, click.Option):
                found[parameter.opts[0]].append(parameter)
    return found


def test_an_option_of_several_commands_takes_the_same_value() -> None:
    for name, found in options().items():
        forms = {(one.metavar, one.is_flag, one.multiple) for one in found}
        assert (len(forms) > 1) == (name in TWO_MEANINGS), name


@pytest.mark.parametrize("name", ONCE)
def test_an_option_has_one_text(name: str) -> None:
    found = options()[name]
    texts = {one.help for one in found}
    if name == "--json":
        texts.discard("Print one JSON object for each input.")  # a session
    assert len(found) > 1
    assert len(texts) == 1


def test_every_option_has_a_text() -> None:
    for name, found in options().items():
        for one in found:
            assert one.help is not None, name
            assert one.help[:1].isupper() or one.help.startswith(
                ("breadth", "native", "regression")
            ), (name, one.help)
            assert one.help.endswith("."), (name, one.help)


@pytest.mark.parametrize(
    ("before", "now"),
    [
        ("playouts nim --count 3 --tier clauses", "playouts nim --games 3"),
        ("check nim --seconds=0.1", "check nim --time=0.1"),
        ("solve nim --seconds 9", "solve nim --time 9"),
        (
            "learn hexapawn --self-play 4 --games 2 --opening-plies 1",
            "learn hexapawn --games 4 --match 2 --opening-plies 1",
        ),
        (
            "match nim legal random --games 2 --clock 1",
            "match nim legal random --games 2 --time 1",
        ),
    ],
)
def test_former_names_of_options_are_told_today_s(before: str, now: str) -> None:
    old, new = (CliRunner().invoke(command, words.split()) for words in (before, now))
    assert (old.exit_code, new.exit_code) == (0, 0)
    assert "note: " not in new.stderr
    typed = {word.partition("=")[0] for word in before.split() if word[:2] == "--"}
    for name in typed - {word.partition("=")[0] for word in now.split()}:
        assert f"note: {name} is now --" in old.stderr or name == "--tier"
    first, second = (re.sub(r"\d[\d.,]*", "", done.stdout) for done in (old, new))
    assert first.split("\n")[0] == second.split("\n")[0] != ""


def test_former_names_are_in_no_help() -> None:
    for name in ("playouts", "check", "solve", "learn", "match", "conform"):
        text = CliRunner().invoke(command, [name, "--help"]).stdout
        assert "--time" in text
        for former in ("--seconds", "--clock", "--count", "--self-play"):
            assert f" {former} " not in text
