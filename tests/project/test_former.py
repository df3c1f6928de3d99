"""Modules go on under their former names, with a warning."""

from __future__ import annotations

import sys
import warnings
from importlib import import_module

import pytest

from pygame_search import former


@pytest.mark.parametrize(("name", "now"), former.FORMER.items())
def test_a_former_name_is_todays_module(name: str, now: str) -> None:
    before = f"pygame_search.{name}"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        import_module(before.rpartition(".")[0])  # which may have a former name, too
    sys.modules.pop(before, None)
    with pytest.warns(DeprecationWarning, match=f"{before} is now pygame_search.{now}"):
        module = import_module(before)
    assert module is import_module(f"pygame_search.{now}")
    assert module.__spec__ is not None
    assert module.__spec__.name == module.__name__


def test_a_name_that_never_was_is_no_module() -> None:
    with pytest.raises(ModuleNotFoundError, match="no_such"):
        import_module("pygame_search.no_such")


def test_the_warning_names_the_line_that_imports() -> None:
    for name in ("pygame_search.matches.match", "pygame_search.matches"):
        sys.modules.pop(name, None)
    with pytest.warns(DeprecationWarning, match="is now") as warned:
        exec("\nfrom pygame_search.matches.match import match")
    assert {(one.filename, one.lineno) for one in warned} == {("<string>", 2)}


@pytest.mark.parametrize(
    "place",
    [
        *("explanation.reasons.cuts", "explanation.reasons.how_path"),
        *("explanation.reasons.why_best", "explanation.reasons.why_cut"),
        *("explanation.reasons.why_no_path", "explanation.reasons.why_terminal"),
        *("experiments.learning.learn.learn", "experiments.matches.match.match"),
        *("search.best.best", "search.perft.perft"),
        "search.monte_carlo.playouts.playouts",
        *("session.cilog.Dialogue", "solving.certificate.read"),
        *("solving.certificate.save", "solving.solve.solve", "solving.verify.verify"),
        "support.parallel.spread",
    ],
)
def test_what_documents_imported_is_still_there(place: str) -> None:
    module, _, name = place.rpartition(".")
    assert callable(getattr(import_module(f"pygame_search.{module}"), name))


def test_a_former_function_still_takes_the_name_of_a_game() -> None:
    from pygame_search.experiments.matches.match import match

    found = match("nim(heaps=[1, 2])", ["random", "alphabeta(depth=1)"], games=2)
    assert len(found.games) == 2
