"""A search in Prolog and in Python as a page: both sources over one search.

The sources stand side by side, and the lines that a step runs are marked in both.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from pygame_search.experiments.lecture_forms import LectureForms
from pygame_search.experiments.twins import Comparison, Source, source_pair
from pygame_search.explanation.searches.tree import (
    SearchTree,
    answer_tree,
    search_page,
)
from pygame_search.game import Game, State
from pygame_search.page.file import page, told
from pygame_search.page.listings import (
    MARKS,
    engine_listings,
    lecture_listings,
    listing,
)
from pygame_search.programs.comparison import ProgramComparison
from pygame_search.render.comparison import figures, verdict
from pygame_search.support.errors import InputError
from pygame_search.support.printing import plain_text


def compared_page(found: Comparison, game: Game, *, live: bool = False) -> str:
    """Return a page with the engine's two forms of a search.

    It steps through the search of the clauses. Where the events differ, it opens at the
    first that does.

    Args:
        found: the results of both forms.
        game: the game that was searched.
        live: whether it has engine and rules, to go on from there.
    """
    first, *more = verdict(found, game)
    rows = [("", "clauses", "procedure"), *figures(found)]
    tree = replace(answer_tree(found.clauses), method=found.method)
    if found.difference is not None:
        tree = tree.at(min(found.difference.number, len(tree.events)))
    above = told(first, *_lines(more), rows)
    code = _beside(engine_listings(_all_sources(found)))
    return search_page(tree, above, code, live=live)


def _all_sources(found: Comparison) -> list[Source]:
    """Return the sources of a search, and of what deepens it or it deepens."""
    call, sources = found.method, list(found.sources)
    modules = [call.one_depth]
    if call.method.by_depth and any(e[0] == "deepen" for e in found.clauses.events):
        modules.append("deepening")
    for one in modules:
        if one not in (None, call.module):
            procedure = f"search/{call.method.folder}/{one}.py"
            sources += source_pair(f"search/{one}.pl", procedure)
    return sources


def lecture_page(found: LectureForms, start: State, *, live: bool = False) -> str:
    """Return a page with a search as lectures write it.

    It steps through the engine's search, if its events were kept.

    Args:
        found: the results of the three forms.
        start: where the search began.
        live: whether it has engine and rules, to go on from there.

    Raises:
        InputError: a live page is asked for, and there is no search to step through.
    """
    rows = [("", "clauses", "procedure", "engine"), *found.rows]
    above = told(found.verdict, *_lines(found.notes), rows)
    code = _beside(lecture_listings(found.name, MARKS.get(found.name, {})))
    if not found.events and live:
        raise InputError(f"--live goes on from a search, and {found.name} has no steps")
    if not found.events:
        title = start.game.title or start.game.name
        return page(
            f"{title}: {found.name}", {"kind": "sources", "above": above, **code}
        )
    assert found.method is not None
    tree = SearchTree(start, found.role, found.method, found.events)
    return search_page(tree, above, code, live=live)


def program_page(found: ProgramComparison, sources: Sequence[Source]) -> str:
    """Return a page with a search program, other sources, and a check of its answers.

    Args:
        found: the comparison of its answers with the engine's.
        sources: the program and the sources next to it, in Prolog or Python.
    """
    said = "all answers are right" if found.same else "not all answers are right"
    data = {
        "kind": "sources",
        "above": told(said, plain_text(found.printed())),
        **_beside(list(map(listing, sources))),
    }
    return page(f"{found.program}: {found.game}", data)


def _beside(code: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    return {"code": code, "beside": True}


def _lines(texts: Sequence[str]) -> list[str]:
    return ["\n".join(texts)] if texts else []
