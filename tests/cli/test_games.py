"""`games NAME`: one game, and what the comments of its rule file say."""

from __future__ import annotations

import json
import math
import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner
from games import loaded

import pygame_search as ps
from pygame_search.cli.app import command
from pygame_search.rules import rulebook
from pygame_search.rules.header import known_values, read_header

RULES = Path(__file__).parents[2] / "rules"
TEXTS = {name: (RULES / f"{name}.pl").read_text("utf-8") for name in rulebook.names()}


def shown(*words: str) -> str:
    told = CliRunner().invoke(command, ["games", *words])
    assert told.exit_code == 0, told.output
    return told.stdout


def test_a_game_is_shown_with_rules_parameters_and_numbers() -> None:
    text = " ".join(shown("hexapawn").split())
    for words in (
        "Hexapawn: Pawns race across a small board",
        "Whoever gets a pawn across, captures all pawns of the other",
        "roles: white, black",
        "moves at the start: white 3",
        "nodes by depth (3x3): 3, 10, 28, 56, 70, 64, 20",
        "columns 3 columns of the board 1 or more",
        "-10 for white: M. Gardner, Mathematical games, 1962",
        "pygame-search play hexapawn --level easy",
    ):
        assert words in text


def test_parameters_are_those_in_force() -> None:
    assert re.search(r"^columns +4 ", shown("hexapawn(columns=4)"), re.MULTILINE)
    assert "pygame-search best 'hexapawn(columns=4)'" in shown("hexapawn(columns=4)")


def test_a_drawing_keeps_its_lines() -> None:
    assert "    office --6-- corridor_west --8--" in shown("delivery_robot")
    assert "cost 16" in shown("delivery_robot")


def test_a_file_of_ones_own_is_shown(tmp_path: Path) -> None:
    file = tmp_path / "hexapawn.pl"  # nothing is known of it, whatever its name
    file.write_text(
        "% Go to the right.\nrole(p). init(at(1)). legal(p, go).\n"
        "next(at(2)) :- does(p, go). terminal :- true(at(2)). goal(p, 1).\n"
    )
    text = shown(str(file))
    assert "Go to the right." in text
    assert "known" not in text
    found = json.loads(shown(str(file), "--json"))
    assert (found["roles"], found["known"]) == (["p"], [])


def test_a_rule_sheet_in_kif_has_no_comments_that_are_read(tmp_path: Path) -> None:
    file = tmp_path / "one.kif"
    file.write_text(
        "; A game\n(role p) (init (at 1)) (<= (legal p go) (true (at 1)))"
        "(<= (next (at 2)) (does p go)) (<= terminal (true (at 2))) (goal p 1)"
    )
    assert json.loads(shown(str(file), "--json"))["rules"] == []


def test_a_name_that_is_none_is_refused() -> None:
    told = CliRunner().invoke(command, ["games", "hexapwn"])
    assert told.exit_code == 2
    assert "no game is called 'hexapwn': did you mean 'hexapawn'?" in told.stderr


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.slow)
        if name == "international_draughts"
        else name
        for name in TEXTS
    ],
)
def test_each_parameter_of_the_package_says_what_it_is(name: str) -> None:
    """And the least value that is said to make sense lets the game begin."""
    about = read_header(loaded(name).book.text).parameters
    assert {*about} == {*loaded(name).parameters}
    for parameter, (words, values) in about.items():
        assert re.match("[a-z]", words)
        if least := re.search(r"(\d+) or more", values):
            game = ps.load(f"{name}({parameter}={least[1]})")
            assert not game.roles or game.initial.legal


@pytest.mark.parametrize("name", TEXTS)
def test_every_command_to_try_is_one(name: str) -> None:
    """Each can be read by the command line; `--help` runs nothing."""
    found = json.loads(shown(name, "--json"))
    for words in [*found["next"], *(one["command"] for one in found["known"])]:
        program, *rest = shlex.split(words)
        assert program == "pygame-search"
        assert CliRunner().invoke(command, [*rest, "--help"]).exit_code == 0


def test_what_is_known_is_of_games_that_exist() -> None:
    assert {one.call.partition("(")[0] for one in known_values()} <= {*TEXTS}


@pytest.mark.parametrize("name", TEXTS)
def test_the_first_count_at_the_head_is_that_of_the_moves(name: str) -> None:
    """`tests/games` counts further; a count for another size is left out there, too."""
    moves = [len(legal) for legal in loaded(name).initial.legal.values()] or [0]
    for size, counts in read_header(TEXTS[name]).counts:
        if not size:
            assert counts[0] == math.prod(moves)
