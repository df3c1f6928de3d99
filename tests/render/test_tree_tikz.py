"""The tree as a figure for LaTeX: what it draws, and that no text steers LaTeX."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections import Counter
from pathlib import Path

import pytest
from games import loaded

import pygame_search as ps
from pygame_search.explanation.searches.tree import SearchTree, path_tree
from pygame_search.render.tree_tikz import latex, tikz
from pygame_search.render.tree_view import COLOURS
from pygame_search.search.core.methods import read_search
from pygame_search.search.core.trace import Node

#: LaTeX's programs for PDF; none is needed for the other tests.
PROGRAMS = [name for name in ("pdflatex", "lualatex") if shutil.which(name)]

#: A text with all that means something to LaTeX, to TikZ, or to the eye.
HOSTILE = (
    "\\input{/etc/passwd} \\end{tikzpicture} %#$&_^~{} };\n\n\\def\\node{} ]( ^^5c "
    "\"`' -- ,, << >> |?`!` é ß Ω ł ♞ 日 \x07 \u202e"
)

#: What stands in a node: neither a lone brace, nor a character that LaTeX acts on.
SAFE = re.compile(
    r"""(?:[^\\{}$&#%_^~<>|"`'\n]|~|\\[{}$&#%_]|\\[a-z]+\d*\{\}|\$(?:\\[a-z]+|-)\$"""
    r"|[-,?!]\{\}|\\otherletter\{[0-9A-F]+\}\{.\})*"
)


def searched(call: str, method: str) -> SearchTree:
    game = loaded(call)
    if game.space == "book":
        return path_tree(game, read_search(method))
    return game.initial.tree(method=method)


TREES = [
    ("hexapawn", "alphabeta(depth=3)"),
    ("nim(heaps=[1, 1, 1])", "alphabeta(depth=4, table=true)"),
    ("nim(heaps=[1, 2])", "proof_number"),
    ("coins_in_a_row", "maxn(depth=2)"),
    ("pig", "expectimax(depth=2)"),
    ("delivery_robot", "a_star"),
    ("delivery_robot", "bfs"),
    ("chess", "alphabeta(depth=1)"),
]


@pytest.mark.parametrize(("call", "method"), TREES)
def test_each_node_is_drawn_once(call: str, method: str) -> None:
    """With its shape and its texts, which are those of the SVG."""
    tree = searched(call, method)
    picture, drawn = tree.tikz(), tree.svg()
    for kind in COLOURS:
        many = drawn.count(f'class="node {kind}"')
        times = {"cut": 2, "goal": 2, "pruned": 2}.get(kind, 1)
        found = Counter(re.findall(r"^\\path\[tree (\w+)[],]", picture, re.MULTILINE))
        assert found["cross" if kind == "cut" else kind] == times * many
    # One of the best line is the sample in the legend of the SVG.
    best = picture.count(r"\path[tree best edge]")
    assert best == drawn.count('class="edge best"') - (best > 0)
    assert picture.count(r"\path[tree cut edge]") == drawn.count('class="edge cut"')
    assert picture.count(r"\begin{") == picture.count(r"\end{") == 1
    for line in picture.splitlines():
        if line.startswith(r"\node"):
            assert re.fullmatch(r"\\node\[tree \w+\] at \(.*?\) \{(.*)\};", line)


def test_moves_stand_in_their_notation() -> None:
    picture = searched("chess", "alphabeta(depth=1)").tikz()
    assert "{Nf3}" in picture or "{Nc3}" in picture
    assert "♙" not in picture


def test_hostile_texts_are_only_printed() -> None:
    """As a move, and as the title of the game."""
    game = ps.load_text(
        "role(me). role(you). init(at). legal(me, go) :- true(at). next(end). "
        "terminal :- true(end). goal(me, 1). goal(you, 0)."
    )
    leaf = Node(1, (HOSTILE, "noop"), None, "limit", score=0)
    root = Node(0, (), None, score=0, children=[leaf])
    picture = tikz(root, game, role="me", note=f"a note\n{HOSTILE}")
    comments = [line for line in picture.splitlines() if line.startswith("%")]
    assert len(comments) == 2
    rest = [line for line in picture.splitlines() if "input" in line]
    assert len([line for line in rest if not line.startswith("%")]) == 1
    assert picture.count("\\otherletter{265E}{♞}") == 1
    assert r"\providecommand\otherletter[2]{%" in picture


@pytest.mark.parametrize("letter", [*map(chr, range(32, 383)), *"αβ≤≥∞★✗…−♞日"])
def test_every_letter_is_escaped(letter: str) -> None:
    written = latex(f"{letter}a{letter}{letter}")
    assert SAFE.fullmatch(written), written


def test_texts_of_every_day_stay_legible() -> None:
    assert latex("move(1, 1, 1, 2)") == "move(1, 1, 1, 2)"
    assert latex("e2-e4") == "e2-e4"
    assert latex("a -- b") == "a -{}- b"
    assert latex("café") == "café"
    assert latex("x_1 ≤ ∞") == r"x\_1 $\leq$ $\infty$"


@pytest.mark.skipif(not PROGRAMS, reason="needs pdfLaTeX or LuaLaTeX")
@pytest.mark.parametrize("program", PROGRAMS)
@pytest.mark.parametrize(("call", "method"), [*TREES, ("", "")])
def test_latex_compiles_it(
    program: str, call: str, method: str, tmp_path: Path
) -> None:
    picture = searched(call, method).tikz() if call else latex(HOSTILE)
    text = (
        "\\documentclass{article}\n\\usepackage{tikz}\n\\begin{document}\n"
        f"\\providecommand\\otherletter[2]{{#1}}\n{picture}\n\\end{{document}}\n"
    )
    (tmp_path / "figure.tex").write_text(text, encoding="utf-8")
    ran = subprocess.run(
        [program, "-halt-on-error", "-interaction=nonstopmode", "figure.tex"],
        cwd=tmp_path, capture_output=True, check=False,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stdout[-2000:]
