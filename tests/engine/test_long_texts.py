"""Texts that are too long are refused before any work."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from click.testing import CliRunner
from games import loaded

import pygame_search as ps
from pygame_search.cli.app import command
from pygame_search.engine.bridge import engine

CASES: dict[str, tuple[Callable[[], object], str]] = {
    "a position": (
        lambda: loaded("chess").state("/" * 40_000),
        "a position of at most 1,000 characters, found 40,000",
    ),
    "a state": (
        lambda: loaded("chess").state("[" + "x" * 10**6),
        "at most 500,000 characters, found 1,000,001",
    ),
    "a parameter": (
        lambda: ps.load("chess", position='"' + "/" * 40_000 + '"'),
        "a text as position of at most 2,000 characters, found 40,000",
    ),
    "a list as a parameter": (
        lambda: ps.load("nim", heaps="[" + "1, " * 10**5 + "1]"),
        "a value of heaps of at most 10,000 characters, found 300,003",
    ),
    "a move": (
        lambda: loaded("chess").initial.play("a" * 10**6),
        "a move of at most 10,000 characters, found 1,000,000",
    ),
    "moves": (
        lambda: loaded("chess").after("e4; " + "a" * 10**6),
        "a move of at most 10,000 characters, found 1,000,000",
    ),
    "a question": (
        lambda: loaded("chess").initial.ask("f(" * 10**5),
        "a question of at most 10,000 characters, found 200,000",
    ),
    "a goal": (
        lambda: loaded("chess").initial.explain("f(" * 10**5),
        "a goal of at most 10,000 characters, found 200,000",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_it_is_refused_before_any_work(name: str) -> None:
    ask, words = CASES[name]
    loaded("chess").initial.legal  # noqa: B018  the clauses are compiled
    before, began = engine()._statistic("inferences"), time.process_time()
    with pytest.raises(ps.InputError, match=words):
        ask()
    assert engine()._statistic("inferences") - before < 1_500_000
    assert time.process_time() - began < 1


@pytest.mark.parametrize("line", ["%move {}", "{}"])
def test_a_session_refuses_it(line: str) -> None:
    began = time.process_time()
    text = line.format("a" * 10**6) + "\n"
    found = CliRunner().invoke(command, ["repl", "tic_tac_toe"], input=text)
    assert "of at most 10,000 characters, found 1,000,000" in found.stderr
    assert time.process_time() - began < 3  # it was 13
