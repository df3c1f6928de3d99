"""Reasons of searches as notebooks show them."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from pygame_search.evaluation import value_text
from pygame_search.render.board import board_text
from pygame_search.render.proof import proof_html
from pygame_search.render.reasons import (
    alternative_words,
    end_sentences,
    end_summary,
    summary,
    visited,
)
from pygame_search.render.reasons_path import end_words
from pygame_search.render.tree_view import clean

if TYPE_CHECKING:
    from pygame_search.search.reasons.best import BestReasons
    from pygame_search.search.reasons.ends import EndReasons
    from pygame_search.search.reasons.paths import PathReasons
    from pygame_search.search.reasons.told import Told
    from pygame_search.search.reasons.variation import Variation


def best_html(reasons: BestReasons) -> str:
    """Return why a move is the best, the alternatives to be opened one by one."""
    role = reasons.role
    parts = [f"<p><b>{_text(summary(reasons))}</b></p>"]
    parts.append(_variation(reasons.variation, role))
    for other in reasons.alternatives:
        words = _text(alternative_words(other, reasons.state.game, role))
        inside = _variation(other.variation, role)
        parts.append(f"<details><summary>{words}</summary>{inside}</details>")
    parts.append(f"<p>{_text(visited(reasons))}</p>")
    return f"<div>{''.join(parts)}</div>"


def path_html(reasons: PathReasons) -> str:
    """Return how a path comes about, as a table."""
    rows = [
        [str(number), step.move, step.target, str(step.cost), str(step.so_far)]
        for number, step in enumerate(reasons.steps, 1)
    ]
    head = ["step", "move", "leads to", "cost", "so far"]
    steps = html_table(head, rows) if rows else ""
    start = f"<p>The path begins: {_text(reasons.start)}</p>"
    return f"<div>{start}{steps}<p>{_text(' '.join(end_words(reasons)))}</p></div>"


def end_html(reasons: EndReasons) -> str:
    """Return why the game is over, or is not, with the proofs to be opened."""
    proofs = [reasons.why, *reasons.proofs.values()]
    shown = "".join(map(proof_html, proofs))
    return f"<div><p>{_text(end_summary(reasons))}</p>{shown}</div>"


def told_html(told: Told) -> str:
    """Return what is told in sentences alone."""
    return f"<p>{_text(told.text())}</p>"


def _variation(variation: Variation, role: str) -> str:
    game = variation.start.game
    rows = [
        [str(number), ", ".join(ply.movers), ply.move, value_text(ply.value)]
        for number, ply in enumerate(variation.plies, 1)
    ]
    steps = html_table(["ply", "who", "move", "value"], rows) if rows else ""
    board = f"<pre>{_text(board_text(variation.end))}</pre>"
    why = "\n".join(end_sentences(variation, game, role))
    return f"{steps}{board}<pre>{_text(why)}</pre>"


def html_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table."""
    lines = ["".join(f"<th>{_text(word)}</th>" for word in head)]
    lines += ["".join(f"<td>{_text(word)}</td>" for word in row) for row in rows]
    return f"<table>{''.join(f'<tr>{line}</tr>' for line in lines)}</table>"


def _text(text: str) -> str:
    return escape(clean(text))
