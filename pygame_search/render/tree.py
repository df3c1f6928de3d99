"""Drawings of a recorded search: text, SVG, Graphviz source and JSON.

Each takes the tree that `trace.tree` makes from the events of a search, the game, and
the role for which it was searched. `tree_view` describes what they show.
"""

from __future__ import annotations

from typing import Any

import rich.text

from pygame_search.game import Game
from pygame_search.model.scores import WIN, score_value
from pygame_search.render.path_view import PathView, view_of
from pygame_search.render.tree_svg import svg
from pygame_search.render.tree_view import (
    COLOURS,
    CURRENT,
    MAX_DRAWN,
    MAX_LISTED,
    MAX_PLIES,
    Item,
    View,
    clean,
    labels,
    player,
    seen,
    window_words,
)
from pygame_search.search.core.trace import Node, Score, Window
from pygame_search.support.console import Text

__all__ = [
    "MAX_DRAWN",
    "MAX_LISTED",
    "MAX_PLIES",
    "as_json",
    "dot",
    "rich_text",
    "svg",
]

#: The kinds of node in a tree with proof numbers.
_KINDS = {"max": "or", "min": "and", "open": "leaf"}

_SHAPES = {
    "max": "house",
    "min": "invhouse",
    "both": "diamond",
    "own": "pentagon",
    "turns": "diamond",
    "chance": "ellipse",
    "frontier": "ellipse",
    "goal": "doubleoctagon",
}


def rich_text(
    root: Node,
    game: Game,
    *,
    role: str,
    boards: bool = False,
    width: int | None = None,
) -> rich.text.Text:
    """Return the tree as text, one node a line, the best line in bold.

    Args:
        root: the root of the tree, from `trace.tree`.
        game: the game that was searched.
        role: the role for which it was searched.
        boards: whether to draw the board below each node.
        width: the most columns of a line; longer lines end in `…`.

    Raises:
        InputError: no such role.
        LimitError: more than MAX_LISTED nodes, or MAX_PLIES plies.
    """
    view = view_of(game, role)
    items = seen(view, root, MAX_LISTED)
    lines: list[rich.text.Text] = []
    stems: dict[Item, str] = {}
    for item in items:
        head, stem = _branch(item, stems)
        stems[item] = stem
        lines.append(Text.assemble((head, "dim"), (_line(view, item), _style(item))))
        if boards and (state := view.state(item)) is not None:
            stem += "│   " if item.children else "    "
            drawn = str(state).splitlines()
            lines.extend(Text.assemble((stem, "dim"), line) for line in drawn)
    if width is not None:
        for line in lines:
            line.truncate(max(width, 1), overflow="ellipsis")
    for line in lines:
        line.rstrip()
    return Text("\n", no_wrap=True).join(lines)


def _branch(item: Item, stems: dict[Item, str]) -> tuple[str, str]:
    """Return the text to the left of a node, and that to the left of its children."""
    parent = item.parent
    if parent is None:
        return "", ""
    stem = stems[parent]
    line = "╌╌" if item.kind == "cut" else "──"
    if item is parent.children[-1]:
        return f"{stem}└{line} ", f"{stem}    "
    return f"{stem}├{line} ", f"{stem}│   "


def _line(view: View, item: Item) -> str:
    if isinstance(view, PathView):
        return view.line(item)
    words = [f"{item.way} "] if item.move else []
    words.append(_KINDS.get(item.kind, item.kind) if item.node.proof else item.kind)
    if item.kind == "hit":
        words.append(item.node.flag)
    if item.open and item.player:
        words.append("open")
    if item.node.proof:
        words.append(f"({view.proof(item.node)})")
    if item.cutoff:
        alpha, beta = (view.words(score) for score in item.cutoff)
        words.append(f"alpha {alpha} >= beta {beta}")
    elif window := window_words(view, item):
        words.append(f"alpha {window[0]} beta {window[1]}")
    elif item.node.score is not None:
        words.append(f"{item.sign} {view.words(item.node.score)}".strip())
    elif item.node.sampled:
        words.append(view.sample(item.node)[0])
    if item.node.sampled:
        words[-1] += f", {view.sample(item.node)[1]}"
    if item.node.current:
        words.append("<<<")
    return " ".join(words)


def _style(item: Item) -> str:
    if item.kind == "cut":
        return "dim"
    return "bold" if item.best or item.node.current else ""


def as_json(root: Node, game: Game, *, role: str) -> dict[str, Any]:
    """Return the tree as nested dictionaries.

    The members of a node are `move` (null at the root), `notation` (the move as people
    write it, only where the rules define a notation for a position), `kind` (`inner`,
    `terminal`, `limit`, `hit`, `cut`, `repetition` of a state above it, or `open` if
    the search has not finished it), `ply`, `player` (who moves: `max`, `min`, `both` or
    `chance`, with max^n `max`, `own` or `turns`; null if the game is over or the state
    was not visited), `state` (its facts, or null), `value`, `score` (with max^n a list,
    one for each role), `bound` (`exact`, `lower` or `upper`), `distance` (plies to the
    certain win or loss), `best` (whether it is on the best line), `proof` (the proof
    number and the disproof number, `inf` if infinite; null in a search without them),
    `visits` (the random games through the node; null in a search without them), `mean`
    (of their results, and then also the `value` until it is proven), `proven` (whether
    it is), `cutoff` (the `alpha` and `beta` that cut it off, as values, null if
    infinite), `window` (the same of an open node), `current` (whether the search is
    here) and `children`. For a path search see `PathView.members`.

    Raises:
        InputError: no such role.
        LimitError: more than MAX_LISTED nodes, or MAX_PLIES plies.
    """
    view = view_of(game, role)
    items = seen(view, root, MAX_LISTED)
    made: dict[Item, dict[str, Any]] = {}
    for item in items:
        made[item] = _object(view, item)
        if item.parent is not None:
            made[item.parent]["children"].append(made[item])
    return made[items[0]]


def _object(view: View, item: Item) -> dict[str, Any]:
    if isinstance(view, PathView):
        return view.members(item)
    node, state = item.node, view.state(item)
    value, distance = _number(view, node.score)
    if node.score is None:
        value = node.mean if node.proven is None else node.proven
    mover = item.player
    if state is not None and not mover and node.kind in ("limit", "hit", "open"):
        mover = player(state.position.legal, view.role, view.game.chance)
    bound = {"": "exact", "≥": "lower", "≤": "upper"}[item.sign]
    return {
        "move": item.move or None,
        **({"notation": item.notation} if item.notation else {}),
        "value": value,
        "score": node.score,
        "bound": None if node.score is None else bound,
        "distance": distance,
        "kind": node.kind,
        "player": mover or None,
        "best": item.best,
        "ply": node.ply,
        "state": None if state is None else list(state.facts),
        "cutoff": _window(view, node.cutoff),
        "window": _window(view, node.window) if item.open else None,
        "current": node.current,
        "proof": None if node.proof is None else list(node.proof),
        "visits": node.visits,
        "mean": node.mean,
        "proven": node.proven is not None,
        "children": [],
    }


def _window(view: View, window: Window | None) -> dict[str, Any] | None:
    if window is None:
        return None
    alpha, beta = window
    return {"alpha": _number(view, alpha)[0], "beta": _number(view, beta)[0]}


def _number(
    view: View, score: Score | None
) -> tuple[float | list[float] | None, int | None]:
    if isinstance(score, list):
        return view.values(score), _number(view, score[view.role])[1]
    if score is None or abs(score) > WIN:
        return None, None
    return score_value(score, *view.game.ranges[view.role])


def dot(root: Node, game: Game, *, role: str, note: str = "") -> str:
    """Return the tree as Graphviz source, for example for `dot -Tsvg`.

    Args:
        root: the root of the tree, from `trace.tree`.
        game: the game that was searched.
        role: the role for which it was searched.
        note: a line below the title.

    Raises:
        InputError: no such role.
        LimitError: more than MAX_DRAWN nodes, or MAX_PLIES plies.
    """
    view = view_of(game, role)
    items = seen(view, root, MAX_DRAWN)
    names = {item: f"n{i}" for i, item in enumerate(items)}
    head = "\n".join(line for line in (view.title(), note) if line)
    lines = [
        "digraph search {",
        "  graph [ordering=out, labelloc=t, fontname=Helvetica, "
        f"label={_quoted(head)}]",
        "  node [fontname=Helvetica, style=filled, margin=0.05]",
        "  edge [fontname=Helvetica, fontsize=11, arrowhead=none]",
    ]
    for item in items:
        lines.append(f"  {names[item]} [{_dot_node(view, item)}]")
        if item.parent is not None:
            edge = f"{names[item.parent]} -> {names[item]}"
            lines.append(f"  {edge} [{_dot_edge(item)}]")
    return "\n".join([*lines, "}", ""])


def _dot_node(view: View, item: Item) -> str:
    fill, stroke = COLOURS.get(item.kind, COLOURS["limit"])
    board = [] if item.children else view.board(item)
    lines = view.labels(item) if isinstance(view, PathView) else labels(view, item)
    words = {
        "label": _quoted("\n".join([*lines, *board])),
        "shape": _SHAPES.get(item.kind, "box"),
        "fillcolor": _quoted(fill),
        "color": _quoted(stroke),
    }
    if board:
        words["fontname"] = "Courier"
    if item.kind in ("frontier", "pruned"):
        words["style"] = _quoted(
            "filled,dashed" if item.node.reason == "" else "filled,dotted"
        )
    if item.kind == "cut":
        words |= {"style": "dashed", "fontcolor": _quoted(stroke)}
    elif item.open:
        words |= {"style": _quoted("filled,dashed"), "fillcolor": _quoted("#ffffff")}
    if item.node.current:
        words |= {"color": _quoted(CURRENT), "penwidth": "4"}
    return ", ".join(f"{name}={word}" for name, word in words.items())


def _dot_edge(item: Item) -> str:
    label = f"label={_quoted(item.way)}"
    if item.kind == "cut":
        grey = _quoted(COLOURS["cut"][1])
        return f"{label}, style=dashed, color={grey}, fontcolor={grey}"
    return f"{label}, penwidth=3" if item.best else label


def _quoted(text: str) -> str:
    r"""Return a text as a Graphviz string, with `\` and `"` escaped."""
    text = clean(text).replace("\\", r"\\").replace('"', r"\"")
    return '"' + text.replace("\n", r"\n") + '"'
