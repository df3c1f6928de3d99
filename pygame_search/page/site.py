"""The studio: a page that holds the clauses, the shelf of rule files, and the views.

    python -m pygame_search.page.site FOLDER

The page needs no server and no network. It is written to `studio.html`, and again to
`index.html`, where a web server looks for it.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Mapping
from dataclasses import asdict
from importlib.metadata import distribution
from importlib.resources import files
from pathlib import Path
from typing import Any

from pygame_search.game import load
from pygame_search.page.file import bundled, document, stylesheet
from pygame_search.page.listings import listings
from pygame_search.page.webassembly import System, compiled, system
from pygame_search.rules import rulebook
from pygame_search.rules.codes import CODES
from pygame_search.search.core.methods import (
    METHODS,
    PATH_METHODS,
    Method,
    MethodCall,
    Parameter,
)

TITLE = "Game search studio"

#: The game that the page opens with.
FIRST = "hexapawn"

#: The files of `new` with which a game begins, and what they are in the list of games.
TEMPLATES = {
    "two-player": "Roles take turns",
    "puzzle": "A puzzle for one role",
    "graph": "A graph of nodes and arcs",
    "simultaneous": "Both roles move at once",
    "chance": "A game with chance",
}

#: The quizzes: a game and a search in it, with few nodes.
QUIZZES = {
    "hexapawn": "alphabeta(depth=4)",
    "tic_tac_toe": "minimax(depth=2)",
    "nim": "proof_number",
    "pig": "expectimax(depth=2)",
    "romania": "a_star",
    "delivery_robot": "depth",
}

_TEMPLATES = files("pygame_search") / "cli" / "templates"

#: The blocks of colours in the style sheet: the light ones, and the dark ones.
_COLOURS = re.compile(r"^ *:host, :root \{\n(.*?)\}", re.MULTILINE | re.DOTALL)


def studio_page(
    found: System | None = None,
    *,
    title: str = TITLE,
    first: Mapping[str, Any] | None = None,
) -> str:
    """Return the page.

    Args:
        found: the system that runs the clauses; by default it is fetched.
        title: of the page.
        first: what it shows first, as `live.py` makes it; by default a game.

    Raises:
        TierError: it cannot be had, or cannot compile the clauses.
    """
    if found is None:
        found = system()
    data = studio_data(found.licence, first, settled=first is None)
    return document(
        title,
        bundled("site"),
        {"data": _json(data), **found.parts(compiled(found))},
        notice=found.licence,
        style=_style(),
    )


def served_page() -> str:
    """Return the page without the clauses, for the server of the installed engine."""
    return document(
        TITLE,
        bundled("site"),
        {"data": _json(studio_data())},
        style=_style(),
        served=True,
    )


def studio_data(
    licence: str | None = None,
    first: Mapping[str, Any] | None = None,
    *,
    settled: bool = False,
) -> dict[str, Any]:
    """Return what the modules of the page read beside the engine.

    Args:
        licence: that of the system in the page, if there is one.
        first: what the page shows first; by default a game.
        settled: whether it is worked out what the goals of two players add up to in the
            games where it is not known.
    """
    methods = [
        (kind, method)
        for kind, table in (("game", METHODS), ("path", PATH_METHODS))
        for method in table.values()
        if (kind == "path" or method.traced) and "clauses" in method.tiers
    ]
    return {
        "first": {"game": FIRST} if first is None else first,
        "games": [_game(name, settled=settled) for name in rulebook.names()],
        "templates": [
            {"kind": kind, "title": title, "text": _template(kind)}
            for kind, title in TEMPLATES.items()
        ],
        "quizzes": [_quiz(name, method) for name, method in QUIZZES.items()],
        "methods": [_method(kind, method) for kind, method in methods],
        "codes": {code.name: code.as_json() for code in CODES.values()},
        "licences": [["pygame_search", _licence()], *_of_system(licence)],
    }


def _json(data: Mapping[str, Any]) -> bytes:
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False).encode()


def _of_system(licence: str | None) -> list[list[str]]:
    return [] if licence is None else [["SWI-Prolog, with what is in it", licence]]


def _game(name: str, *, settled: bool) -> dict[str, Any]:
    """Return a game of the shelf, with what the goals of its players add up to.

    Args:
        name: its name.
        settled: whether that is worked out where it is not known.
    """
    game = load(name)
    goal_sum = game.goal_sum if settled else game.known_sum
    return {
        "name": name,
        "title": game.title or name,
        "about": game.about,
        "syntax": game.book.syntax,
        "text": game.book.own_text,
        "parameters": [[key, str(value)] for key, value in game.parameters.items()],
        "sum": None if goal_sum is None else asdict(goal_sum),
    }


def _template(kind: str) -> str:
    text = (_TEMPLATES / f"{kind}.pl").read_text(encoding="utf-8")
    return text.replace("NAME", "my_game").replace("TITLE", "My game")


def _method(kind: str, method: Method) -> dict[str, Any]:
    return {
        "kind": kind,
        "name": method.name,
        "about": method.about,
        "source": method.source,
        "search": MethodCall(method).one_depth,
        "window": method.window,
        "scouts": method.scouts,
        "chance": method.chance,
        "parameters": list(map(_parameter, method.parameters)),
        "code": listings(MethodCall(method)),
    }


def _parameter(parameter: Parameter) -> dict[str, Any]:
    return {
        "name": parameter.name,
        "kind": parameter.kind,
        "expected": parameter.expected,
        "about": parameter.about,
        "default": parameter.default,
    }


def _quiz(name: str, method: str) -> dict[str, Any]:
    """Return the questions about a search in a game of the shelf."""
    questions = load(name).quiz(method=method)
    return {
        "game": name,
        "quiz": {
            "introduction": questions[0].introduction,
            "exam": False,
            "questions": [question.page_data() for question in questions],
        },
    }


def _licence() -> str:
    """Return our own licence."""
    found = distribution("pygame_search")
    [name] = found.metadata.get_all("License-File") or ["LICENSE"]
    return found.read_text(f"licenses/{name}") or found.read_text(name) or ""


def _style() -> str:
    """Return the style, with the colours that a reader can set."""
    style = stylesheet("studio.css", "views.css")
    light, dark = _COLOURS.findall(style)
    return f"""{style}
:root[data-theme=light] {{ color-scheme: light; {light} }}
:root[data-theme=dark] {{ color-scheme: dark; {dark} }}
"""


def write_site(folder: Path) -> None:
    """Write the files of the studio to a folder, which is made if it is missing."""
    page = studio_page()
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("studio.html", "index.html"):
        (folder / name).write_text(page, encoding="utf-8")


if __name__ == "__main__":
    write_site(Path(sys.argv[1]))
