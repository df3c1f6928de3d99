"""Formats of the tree: every row is a format of the command."""

from __future__ import annotations

import pytest
from click.testing import CliRunner, Result

import pygame_search as ps
from pygame_search.cli.app import command
from pygame_search.render.tree_formats import FORMATS


def run(*words: str) -> Result:
    return CliRunner().invoke(command, ["tree", "nim", "--depth", "1", *words])


@pytest.mark.parametrize("name", FORMATS)
def test_the_command_writes_each_format(name: str) -> None:
    written = run("--format", name)
    assert written.exit_code == 0, written.output
    drawn = FORMATS[name].write(ps.load("nim").initial.tree(depth=1), False)
    if isinstance(drawn, str):
        assert written.stdout == drawn + "\n"
    else:
        assert written.stdout.strip()
    assert run("--format", name, "--boards").exit_code == (2 - 2 * FORMATS[name].boards)


def test_no_other_format_is_taken() -> None:
    refused = run("--format", "unheard_of")
    assert refused.exit_code == 2
    assert all(name in refused.stderr for name in FORMATS)


@pytest.mark.parametrize("form", ["html", "events"])
@pytest.mark.parametrize("search", ["nim --method uct", "romania --method bfs"])
def test_all_steps_are_not_cut_off_at_a_depth(search: str, form: str) -> None:
    """Where the search has no depth, `--depth` would do nothing."""
    words = ["tree", *search.split(), "--depth", "1", "--format"]
    refused = CliRunner().invoke(command, [*words, form])
    assert refused.exit_code == 2
    assert "has no depth, and its steps cannot be cut off at one" in refused.stderr
    assert CliRunner().invoke(command, [*words, "svg"]).exit_code == 0
