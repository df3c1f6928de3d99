r"""The tree of a recorded search as a TikZ picture, for papers and slides.

It needs `\usepackage{tikz}` and no library of it. The styles stand at its head, so that
an author can change them. Its shapes and places are those of the SVG; moves that were
cut off are crosses.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from pygame_search.game import Game
from pygame_search.render.path_view import view_of
from pygame_search.render.tree_layout import (
    DASHES,
    OPEN_DASHES,
    Box,
    corners,
    edge_points,
    laid_out,
    roundness,
    summary,
    texts,
)
from pygame_search.render.tree_view import COLOURS, CURRENT, MAX_DRAWN, clean, seen
from pygame_search.search.core.trace import Node

#: What LaTeX reads as something else than itself, and what its fonts have elsewhere.
_NAMES = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\char36{}", "&": r"\&",
    "#": r"\#", "%": r"\%", "_": r"\_", "^": r"\char94{}",
    "~": r"\char126{}", "<": r"\textless{}", ">": r"\textgreater{}",
    "|": r"\textbar{}", '"': r"\char34{}", "`": r"\char96{}", "'": r"\char39{}",
    "\u00a0": "~", "\n": " ", "\t": " ",
    "α": r"$\alpha$", "β": r"$\beta$", "≤": r"$\leq$", "≥": r"$\geq$",
    "∞": r"$\infty$", "★": r"$\star$", "✗": r"$\times$", "×": r"$\times$",
    "…": r"\ldots{}", "−": "$-$",
}  # fmt: skip

#: The accents that the fonts of LaTeX put on letters.
_ACCENTS = frozenset("\u0300\u0301\u0302\u0303\u0308\u030a\u030c")

#: Letters that they have beside those with an accent.
_LATIN = frozenset("ßæœøłÆŒØŁı")

#: Any other letter: itself where the program reads Unicode, else its number.
_OTHER = r"""\providecommand\otherletter[2]{%
  \ifdefined\Umathcode #2\else U+#1\fi}
"""

#: Two of them print as one.
_PAIR = re.compile(r"([-,](?=[-,])|[?!](?=\\char96))")

#: A minus before a number; a move may have a hyphen before a digit.
_MINUS = re.compile(r"(?<![\w)\]])-(?=\d|inf)")

_STYLES = r"""  x=0.75pt, y=-0.75pt, line join=round,
  tree words/.style={inner sep=0pt, anchor=base, font=\fontsize{8}{9}\selectfont},
  tree value/.style={tree words, font=\fontsize{10}{11}\selectfont\bfseries},
  tree beside/.style={tree words, anchor=base west},
  tree board/.style={tree words, font=\fontsize{8}{9}\selectfont\ttfamily},
  tree edge/.style={draw, line width=0.6pt},
  tree best edge/.style={draw, line width=1.8pt},
  tree cut edge/.style={draw, line width=0.6pt, dash pattern=on 3pt off 2pt},
  tree cross/.style={draw, line width=1pt},
"""


def tikz(root: Node, game: Game, *, role: str, note: str = "") -> str:
    r"""Return the tree as a picture for LaTeX with `\usepackage{tikz}`.

    Many moves that were cut off together are drawn as one branch. Letters beyond those
    of the fonts of pdfLaTeX are drawn by LuaLaTeX and XeLaTeX; pdfLaTeX writes their
    numbers.

    Args:
        root: the root of the tree, from `trace.tree`.
        game: the game that was searched.
        role: the role for which it was searched.
        note: a line below the title, by default the value and the best line; both are
            comments.

    Raises:
        InputError: no such role.
        LimitError: more than MAX_DRAWN nodes, or MAX_PLIES plies.
    """
    view = view_of(game, role)
    items = seen(view, root, MAX_DRAWN, gather=True)
    boxes, _ = laid_out(view, items, symbols=False)
    head = (view.title(), note or summary(view, items[0]))
    lines = [f"% {' '.join(clean(line).split())}" for line in head]
    kinds = {box.kind: None for box in boxes.values() if box.kind != "cut"}
    body: list[str] = []
    for box in boxes.values():
        if box.item.parent is not None:
            body += _edge(boxes[box.item.parent], box)
    for box in boxes.values():
        body += _node(box)
    if any("\\otherletter" in line for line in body):
        lines += _OTHER.splitlines()
    return "\n".join([
        *lines, r"\begin{tikzpicture}[", _STYLES + "\n".join(map(_style, kinds)) + "]",
        *body, r"\end{tikzpicture}", "",
    ])  # fmt: skip


def latex(text: str) -> str:
    r"""Return a text as LaTeX that prints it, whatever it holds.

    >>> latex("50% of {a_b}")
    '50\\% of \\{a\\_b\\}'
    """
    return _PAIR.sub(r"\1{}", "".join(map(_letter, clean(text))))


def _letter(letter: str) -> str:
    if letter in _NAMES:
        return _NAMES[letter]
    if letter.isascii() or letter in _LATIN:
        return letter
    base, *accents = list(unicodedata.normalize("NFD", letter))
    if base.isascii() and letter < "\u0180" and {*accents} <= _ACCENTS:
        return letter
    return rf"\otherletter{{{ord(letter):04X}}}{{{letter}}}"


def _style(kind: str) -> str:
    """Return the style of the nodes of a kind."""
    fill, stroke = map(_colour, COLOURS[kind])
    words = [f"draw={stroke}", f"fill={fill}", "line width=0.9pt"]
    if kind in DASHES:
        words.append(_dashes(DASHES[kind]))
    return f"  tree {kind}/.style={{{', '.join(words)}}},"


def _colour(colour: str) -> str:
    red, green, blue = bytes.fromhex(colour[1:])
    return f"{{rgb,255:red,{red};green,{green};blue,{blue}}}"


def _dashes(lengths: str) -> str:
    on, off = (float(length) * 0.75 for length in lengths.split())
    return f"dash pattern=on {on:g}pt off {off:g}pt"


def _edge(parent: Box, box: Box) -> Iterator[str]:
    cut = box.kind == "cut"
    style = "cut edge" if cut else "best edge" if box.item.best else "edge"
    start, top, low, end = map(_point, edge_points(parent, box))
    yield rf"\path[tree {style}] {start} -- {top} {low} -- {end};"
    if box.item.way:
        yield _text(box.x, box.y - 12, box.item.way, "words")


def _node(box: Box) -> Iterator[str]:
    x, y, w, h = box.x, box.y, box.width, box.height
    style = f"tree {box.kind}"
    if box.item.open:
        style += f", fill=white, {_dashes(OPEN_DASHES)}"
    if box.item.node.current:
        style += f", draw={_colour(CURRENT)}, line width=3pt"
    if box.kind == "cut":
        for sign in (1, -1):
            first, last = (
                _point((x + 5 * i, y + h / 2 + 5 * i * sign)) for i in (-1, 1)
            )
            yield rf"\path[tree cross] {first} -- {last};"
    elif box.kind == "chance":
        radii = f"x radius={w * 0.375:.1f}pt, y radius={h * 0.375:.1f}pt"
        yield rf"\path[{style}] {_point((x, y + h / 2))} ellipse[{radii}];"
    elif points := corners(box.kind, w, h):
        places = " -- ".join(_point((x + dx, y + dy)) for dx, dy in points)
        yield rf"\path[{style}] {places} -- cycle;"
    else:
        if radius := min(roundness(box.kind, h), h / 2):
            style += f", rounded corners={radius * 0.75:.1f}pt"
        yield _frame(style, box, 0)
        if box.kind == "goal":  # a double frame
            yield _frame(f"{style}, fill=none", box, 3)
        if box.kind == "pruned":  # crossed out
            first, last = _point((x - w / 2, y)), _point((x + w / 2, y + h))
            yield rf"\path[{style}] {first} -- {last};"
    for across, line, words, kind in texts(box):
        if words:
            named = kind if kind in ("value", "beside", "board") else "words"
            if kind != "board":
                words = _MINUS.sub("−", words)
            yield _text(across, line, words, named)


def _frame(style: str, box: Box, inset: float) -> str:
    half = box.width / 2 - inset
    first = box.x - half, box.y + inset
    last = box.x + half, box.y + box.height - inset
    return rf"\path[{style}] {_point(first)} rectangle {_point(last)};"


def _point(place: tuple[float, float]) -> str:
    return f"({place[0]:.1f},{place[1]:.1f})"


def _text(x: float, y: float, words: str, style: str) -> str:
    return rf"\node[tree {style}] at {_point((x, y))} {{{latex(words)}}};"
