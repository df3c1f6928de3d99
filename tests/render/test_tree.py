"""Drawings of search trees: what they say, and that the pictures are sound."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import pytest
from rich.cells import cell_len

import pygame_search as ps
from pygame_search.game import Game
from pygame_search.model.scores import INFINITY, WIN
from pygame_search.render import tree as draw
from pygame_search.render import tree_svg
from pygame_search.render.tree_view import Item, seen, view_for
from pygame_search.search.core.trace import Event, Node, shallow, step_of, tree
from pygame_search.search.game_tree import alphabeta
from pygame_search.support.errors import InputError, LimitError

SVG = "{http://www.w3.org/2000/svg}"

# Two roles with goals -10 and 10, as the rules name them, and no drawn board.
PLAIN = """
title('Lines & <angles>').
role(me). role(you).
init(at(start)).
legal(me, go) :- true(at(start)).
next(at(end)) :- does(me, go).
terminal :- true(at(end)).
goal(me, 10) :- true(at(end)).
goal(me, -10) :- true(at(start)).
goal(you, -10) :- true(at(end)).
goal(you, 10) :- true(at(start)).
"""

# Both choose at once, me a row and you a column.
MATRIX = """
role(me). role(you).
init(start).
legal(me, R) :- true(start), row(R, _, _).
legal(you, left) :- true(start).
legal(you, right) :- true(start).
next(end(V)) :- does(me, R), does(you, left), row(R, V, _).
next(end(V)) :- does(me, R), does(you, right), row(R, _, V).
terminal :- true(end(_)).
goal(me, V) :- true(end(V)).
goal(you, V) :- true(end(W)), V is 0 - W.
row(a, 3, 5).
row(b, 1, 9).
row(c, 6, 7).
"""


@pytest.fixture(scope="module")
def plain() -> Game:
    return ps.load_text(PLAIN)


@pytest.fixture(scope="module")
def tic_tac_toe() -> Game:
    return ps.load("tic_tac_toe")


@cache
def start(game: Game) -> int:
    return game.initial.number


def leaf(game: Game, move: str, score: int, ply: int = 2) -> Node:
    joint = (move, "noop") if ply % 2 else ("noop", move)
    return Node(ply, joint, start(game), "limit", score)


def cut(move: str) -> Node:
    return Node(2, ("noop", move), None, "cut")


def textbook(game: Game) -> Node:
    """Return the tree that textbooks explain alpha-beta with, of three moves each."""
    number = game.initial.number
    rows = {
        "a1": [leaf(game, f"b{i}", score) for i, score in enumerate((3, 12, 8), 1)],
        "a2": [leaf(game, "c1", 2), cut("c2"), cut("c3")],
        "a3": [leaf(game, f"d{i}", score) for i, score in enumerate((14, 5, 2), 1)],
    }
    root = Node(0, (), number, score=3)
    for (move, children), score in zip(rows.items(), (3, 2, 2), strict=True):
        node = Node(1, (move, "noop"), number, score=score, children=children)
        root.children.append(node)
    root.children[1].cutoff = (3, 2)
    return root


def chain(game: Game, plies: int) -> Node:
    """Return a tree in which every node but the last has one child."""
    node = leaf(game, "m", 0, plies)
    for ply in range(plies - 1, -1, -1):
        joint = (("m", "noop") if ply % 2 else ("noop", "m")) if ply else ()
        node = Node(ply, joint, start(game), score=0, children=[node])
    return node


def nodes(found: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield found
    for child in found["children"]:
        yield from nodes(child)


TEXTBOOK = """\
max 3
├── a1  min 3
│   ├── b1  limit 3
│   ├── b2  limit 12
│   └── b3  limit 8
├── a2  min ≤ 2
│   ├── c1  limit 2
│   ├╌╌ c2  cut alpha 3 >= beta 2
│   └╌╌ c3  cut alpha 3 >= beta 2
└── a3  min 2
    ├── d1  limit 14
    ├── d2  limit 5
    └── d3  limit 2"""


def test_text_of_a_tree_built_by_hand(plain: Game) -> None:
    assert draw.rich_text(textbook(plain), plain, role="me").plain == TEXTBOOK


@pytest.mark.parametrize("tier", ["clauses", "procedural"])
def test_text_of_tic_tac_toe_two_plies_deep(tic_tac_toe: Game, tier: str) -> None:
    squares = [f"mark({c}, {r})" for c in (1, 2, 3) for r in (1, 2, 3)]
    expected = ["max 0"]
    for first in squares:
        replies = [square for square in squares if square != first]
        whole = first == squares[0]
        stem = "    " if first == squares[-1] else "│   "
        branch = "└── " if first == squares[-1] else "├── "
        expected.append(f"{branch}{first}  min {'0' if whole else '≤ 0'}")
        for reply in replies:
            corner = "└" if reply == replies[-1] else "├"
            if whole or reply == replies[0]:
                expected.append(f"{stem}{corner}── {reply}  limit 0")
            else:
                expected.append(f"{stem}{corner}╌╌ {reply}  cut alpha 0 >= beta 0")
    result = tic_tac_toe.initial.best(depth=2, record=True, tier=tier)
    found = draw.rich_text(tree(result.events), tic_tac_toe, role=result.role).plain
    assert found.splitlines() == expected


def test_a_sure_score_says_how_many_plies_from_the_root(tic_tac_toe: Game) -> None:
    moves = "mark(1,1); mark(2,2); mark(3,3); mark(1,3); mark(3,1); mark(2,1)"
    result = tic_tac_toe.after(moves).best(record=True, depth=3)
    lines = draw.rich_text(
        tree(result.events), tic_tac_toe, role="x"
    ).plain.splitlines()
    assert lines[0] == "max 1 (win in 1)"
    assert lines[1] == "├── mark(1, 2)  min -1 (loss in 2)"
    assert lines[-1] == "└── mark(3, 2)  terminal 1 (win in 1)"


@pytest.mark.parametrize(
    ("score", "words"),
    [
        (0, "0"),
        (WIN - 4, "10 (win in 4)"),
        (3 - WIN, "-10 (loss in 3)"),
        (INFINITY, "+inf"),
        (-INFINITY, "-inf"),
    ],
)
def test_bounds_of_a_cut_are_values(plain: Game, score: int, words: str) -> None:
    root = textbook(plain)
    root.children[1].cutoff = (score, -INFINITY)
    assert (
        f"c2  cut alpha {words} >= beta -inf\n"
        in draw.rich_text(root, plain, role="me").plain
    )


def test_a_cut_node_may_have_bounds_of_its_own(plain: Game) -> None:
    root = textbook(plain)
    root.children[1].children[2].cutoff = (7, 6)
    found = draw.rich_text(root, plain, role="me").plain
    assert "c2  cut alpha 3 >= beta 2\n" in found
    assert "c3  cut alpha 7 >= beta 6\n" in found


def test_a_search_for_the_one_who_waits_begins_with_a_min_node(
    tic_tac_toe: Game,
) -> None:
    result = tic_tac_toe.initial.best(role="o", depth=1, record=True)
    lines = draw.rich_text(
        tree(result.events), tic_tac_toe, role="o"
    ).plain.splitlines()
    assert lines[0] == "min 0"


def test_moves_at_once_are_groups_by_the_move_of_the_role() -> None:
    game = ps.load_text(MATRIX)
    result = game.initial.best(role="me", depth=1, record=True)
    lines = draw.rich_text(tree(result.events), game, role="me").plain.splitlines()
    assert lines == [
        "both 6",
        "├── [a, left]  terminal 3",
        "├── [a, right]  terminal 5",
        "├── [b, left]  terminal 1",
        "├╌╌ [b, right]  cut alpha 3 >= beta 1",
        "├── [c, left]  terminal 6",
        "└── [c, right]  terminal 7",
    ]


def test_a_game_that_is_over_is_one_node(plain: Game) -> None:
    result = plain.initial.play("go").best(role="me", depth=1, record=True)
    root = tree(result.events)
    assert draw.rich_text(root, plain, role="me").plain == "terminal 10 (win in 0)"
    ElementTree.fromstring(draw.svg(root, plain, role="me"))
    assert draw.as_json(root, plain, role="me")["children"] == []


def test_text_is_cut_to_the_width(plain: Game) -> None:
    lines = draw.rich_text(
        textbook(plain), plain, role="me", width=14
    ).plain.splitlines()
    assert lines[1] == "├── a1  min 3"
    assert lines[7] == "│   ├╌╌ c2  c…"
    assert all(cell_len(line) <= 14 for line in lines)


def test_boards_stand_under_their_nodes(tic_tac_toe: Game) -> None:
    result = tic_tac_toe.initial.best(depth=1, record=True)
    root = tree(result.events)
    lines = draw.rich_text(root, tic_tac_toe, role="x", boards=True).plain.splitlines()
    board = str(tic_tac_toe.initial).splitlines()
    assert lines[1 : 1 + len(board)] == [f"│   {line}".rstrip() for line in board]
    last = str(tic_tac_toe.initial.play("mark(3, 3)")).splitlines()
    assert lines[-len(last) :] == [f"        {line}".rstrip() for line in last]


def test_the_best_line_is_bold_and_what_is_cut_off_dim(plain: Game) -> None:
    found = draw.rich_text(textbook(plain), plain, role="me")
    words = dict.fromkeys(("bold", "dim"), "")
    for span in found.spans:
        words[str(span.style)] += found.plain[span.start : span.end] + "|"
    assert words["bold"] == "max 3|a1  min 3|b1  limit 3|"
    assert "c2  cut alpha 3 >= beta 2|" in words["dim"]
    assert "limit" not in words["dim"]


def scores(found: list[Item]) -> dict[tuple[str, ...], Item]:
    """Return the items by the moves that lead to them."""
    paths: dict[Item, tuple[str, ...]] = {}
    for item in found:
        before = paths[item.parent] if item.parent else ()
        paths[item] = (*before, item.move)
    return {path: item for item, path in paths.items()}


def test_a_move_that_is_searched_again_says_so() -> None:
    game = ps.load("helen_and_stavros")
    drawn = {
        method: draw.rich_text(
            tree(game.initial.best(depth=3, method=method, record=True).events),
            game,
            role="helen",
        ).plain
        for method in ("alphabeta", "pvs")
    }
    assert "── take(b)  terminal 7\n│   │   ├── take(b) again  " in drawn["pvs"]
    assert "again" not in drawn["alphabeta"]


@pytest.mark.parametrize("all_best", [False, True])
@pytest.mark.parametrize(
    "method", ["alphabeta", "alphabeta(table=true)", "alphabeta(fail=hard)", "pvs"]
)
def test_signs_tell_the_truth(method: str, all_best: bool) -> None:
    game = ps.load("hexapawn")
    state = game.initial.play("move(1, 1, 1, 2)")
    options: dict[str, Any] = {"depth": 4, "record": True}
    whole = state.best(role="white", method="minimax", **options)
    short = state.best(role="white", method=method, all_best=all_best, **options)
    view = view_for(game, "white")
    all_items = seen(view, tree(whole.events), 10_000)
    items = seen(view, tree(short.events), 10_000)
    true = {path: item.node.score for path, item in scores(all_items).items()}
    assert all(item.sign == "" for item in all_items)
    signs = set()
    for path, item in scores(items).items():
        score, exact = item.node.score, true[path]
        if score is None:
            continue
        assert exact is not None
        assert not isinstance(score, list)
        assert not isinstance(exact, list)
        signs.add(item.sign)
        if item.sign == "":
            assert score == exact
        elif item.sign == "≤":
            assert exact <= score
        else:
            assert exact >= score
    assert signs == {"", "≤", "≥"}
    line = [item.move for item in items if item.best][1:]
    assert tuple(line) == short.pv[: len(line)]
    assert len(line) == len(short.pv) or "table" in method


# SVG


def parts(picture: str, kind: str) -> list[ElementTree.Element]:
    """Return the nodes of a kind in a picture."""
    root = ElementTree.fromstring(picture)
    return [g for g in root.iter(f"{SVG}g") if g.get("class") == f"node {kind}"]


def words_of(element: ElementTree.Element) -> list[str]:
    return [text.text or "" for text in element.iter(f"{SVG}text")]


def middle(element: ElementTree.Element) -> tuple[float, float]:
    """Return the x of the middle of a node and the y of its upper edge."""
    for shape in element:
        if shape.tag == f"{SVG}polygon":
            pairs = [p.split(",") for p in (shape.get("points") or "").split()]
            xs, ys = zip(*((float(x), float(y)) for x, y in pairs), strict=True)
            return (min(xs) + max(xs)) / 2, min(ys)
        if shape.tag == f"{SVG}rect":
            x, y, w = (float(shape.get(name) or 0) for name in ("x", "y", "width"))
            return x + w / 2, y
        if shape.tag == f"{SVG}circle":
            x, y, r = (float(shape.get(name) or 0) for name in ("cx", "cy", "r"))
            return x, y - r
    raise AssertionError("no shape")


def test_svg_has_every_node(plain: Game) -> None:
    picture = draw.svg(textbook(plain), plain, role="me")
    assert [words_of(g) for g in parts(picture, "max")] == [["3"]]
    assert [words_of(g) for g in parts(picture, "min")] == [["3"], ["≤2"], ["2"]]
    leaves = [words_of(g) for g in parts(picture, "limit")]
    assert leaves == [[str(n)] for n in (3, 12, 8, 2, 14, 5, 2)]
    assert [words_of(g) for g in parts(picture, "cut")] == [["α 3", "≥ β 2"]] * 2
    moves = re.findall(r">([abcd]\d)</text>", picture)
    assert len(moves) == len(set(moves)) == 12
    assert picture.count('class="edge cut"') == 2
    # Two edges of the best line and its sample in the legend.
    assert picture.count('class="edge best"') == 3


def test_svg_has_leaves_at_even_distances_and_parents_above_the_middle(
    plain: Game,
) -> None:
    picture = draw.svg(textbook(plain), plain, role="me")
    leaves = [middle(g) for k in ("limit", "cut") for g in parts(picture, k)]
    xs = sorted(x for x, _ in leaves)
    distances = [b - a for a, b in pairwise(xs)]
    assert max(distances) - min(distances) < 0.5
    assert len({round(y) for _, y in leaves}) == 1
    parents = [middle(g)[0] for g in parts(picture, "min")]
    assert parents == pytest.approx([xs[1], xs[4], xs[7]], abs=0.5)
    [(root_x, root_y)] = [middle(g) for g in parts(picture, "max")]
    assert root_x == pytest.approx(xs[4], abs=0.5)
    assert root_y < middle(parts(picture, "min")[0])[1] < leaves[0][1]


def test_svg_stands_alone_and_is_escaped(plain: Game) -> None:
    root = textbook(plain)
    root.children[0].joint = ('"<&>\x07\\', "noop")
    picture = draw.svg(root, plain, role="me")
    found = ElementTree.fromstring(picture)
    assert "Lines & <angles>: search tree for me" in words_of(found)
    assert '"<&>\\u0007\\' in words_of(found)
    assert "href" not in picture
    assert re.findall(r"https?://[^\"]*", picture) == ["http://www.w3.org/2000/svg"]
    size = [float(n) for n in (found.get("viewBox") or "").split()[2:]]
    for pixels, name in zip(size, ("width", "height"), strict=True):
        assert found.get(name) == f"{pixels * 25.4 / 96:.2f}mm"


def test_the_style_of_an_svg_is_its_own(plain: Game) -> None:
    """In a notebook, pictures stand in one document."""
    found = ElementTree.fromstring(draw.svg(textbook(plain), plain, role="me"))
    style = found.findtext(f"{SVG}style") or ""
    rules = [line for line in style.splitlines() if line and not line.startswith(" ")]
    assert rules
    assert all(
        ".search-tree" in line.partition("{")[0] or "@" in line for line in rules
    )
    assert found.get("class") == "search-tree"


@pytest.mark.parametrize("one", tree_svg._LEGEND)
@pytest.mark.parametrize("other", tree_svg._LEGEND)
def test_kinds_of_nodes_differ_in_grey(one: str, other: str) -> None:
    """But for those of searches that never stand in one picture."""
    apart = {frozenset(pair) for pair in (("both", "turns"), ("terminal", "expanded"))}
    if one >= other or {one, other} in apart:
        return
    assert outline(one) != outline(other)


def outline(kind: str) -> tuple[object, ...]:
    """Return the shapes of a kind in the legend, without their colours."""
    group = ElementTree.Element("g")
    tree_svg._sample(group, kind, 0, 0)
    coloured = {"fill", "stroke", "class"}
    return tuple(
        (shape.tag, *sorted((k, v) for k, v in shape.items() if k not in coloured))
        for shape in group
    )


def test_subtrees_are_as_close_as_their_outlines_let_them_be(plain: Game) -> None:
    """A leaf of an upper ply needs no column of its own through all plies."""

    def leaf(ply: int, move: str) -> Node:
        return Node(ply, (move, "noop"), None, "limit", score=0)

    low = Node(1, ("low", "noop"), None, score=0)
    low.children = [leaf(2, move) for move in "abcd"]
    root = Node(0, (), None, score=0, children=[leaf(1, "x"), low, leaf(1, "y")])
    leaves = [middle(g) for g in parts(draw.svg(root, plain, role="me"), "limit")]
    x, *below, y = (across for across, _ in leaves)
    assert below[0] < x < y < below[-1]


def test_svg_puts_many_cut_moves_together_and_draws_boards(tic_tac_toe: Game) -> None:
    result = tic_tac_toe.initial.best(depth=2, record=True)
    picture = draw.svg(tree(result.events), tic_tac_toe, role="x")
    cuts = parts(picture, "cut")
    assert len(cuts) == 8
    assert picture.count(">7 moves</text>") == 8
    title = cuts[0].find(f"{SVG}title")
    assert title is not None
    assert (title.text or "").startswith("mark(1, 3), mark(2, 1), ")
    state = tic_tac_toe.after("mark(1, 1); mark(1, 2)")
    drawn = [
        line.replace("\u00a0", " ") for line in words_of(parts(picture, "limit")[0])
    ]
    board = str(state).splitlines()
    width = max(map(len, board))
    assert drawn == ["0", *(line.ljust(width) for line in board)]


def test_svg_keeps_its_texts_apart() -> None:
    game = ps.load("hexapawn")
    events = game.initial.best(depth=3, record=True).events
    texts_are_apart(draw.svg(tree(events), game, role="white"))
    for step in (step_of(events, "cutoff:2"), step_of(events, "raise:3")):
        part = tree(events, step, window=(-INFINITY, INFINITY))
        texts_are_apart(draw.svg(part, game, role="white", note="event"))
    method = "uct(simulations=60, solver=false)"
    root = tree(game.initial.best(method=method, record=True).events)
    texts_are_apart(draw.svg(root, game, role="white"))
    shallow(root, 2)
    texts_are_apart(draw.svg(root, game, role="white"))


def texts_are_apart(picture: str) -> None:
    found = ElementTree.fromstring(picture)
    boxes = []
    for text in found.iter(f"{SVG}text"):
        size = {"title": 18, "note": 13, "value": 14}.get(text.get("class") or "", 11)
        wide = cell_len(text.text or "") * size * 0.6
        x, y = float(text.get("x") or 0), float(text.get("y") or 0)
        if text.get("class") not in ("title", "note", "beside"):
            x -= wide / 2
        boxes.append((x, y - size * 0.75, x + wide, y, text.text))
    width = float((found.get("viewBox") or "").split()[2])
    for i, (left, top, right, bottom, words) in enumerate(boxes):
        assert left >= 0
        assert right <= width
        for left1, top1, right1, bottom1, words1 in boxes[i + 1 :]:
            apart = right <= left1 or right1 <= left or bottom <= top1 or bottom1 <= top
            assert apart, (words, words1)


# Graphviz


def test_dot_names_every_node_and_quotes(plain: Game) -> None:
    root = textbook(plain)
    root.children[0].joint = ('say("a\\b")', "noop")
    source = draw.dot(root, plain, role="me")
    assert r'n0 -> n1 [label="say(\"a\\b\")", penwidth=3]' in source
    assert len(re.findall(r"^  n\d+ \[", source, re.M)) == 13
    assert source.count(" -> ") == 12
    assert 'label="≤2", shape=invhouse' in source
    assert r'label="α 3\n≥ β 2", shape=box' in source
    assert source.count("style=dashed, color=") == 2


@pytest.mark.skipif(shutil.which("dot") is None, reason="needs Graphviz")
def test_dot_is_what_graphviz_reads(plain: Game) -> None:
    root = textbook(plain)
    root.children[0].joint = ('say("a\\b<c>")', "noop")
    source = draw.dot(root, plain, role="me")
    done = subprocess.run(
        ["dot", "-Tsvg"], input=source, capture_output=True, text=True, check=True
    )
    assert done.stderr == ""
    texts = words_of(ElementTree.fromstring(done.stdout))
    assert 'say("a\\b<c>")' in texts


# JSON


def test_json_tells_all_of_a_node(plain: Game) -> None:
    found = draw.as_json(textbook(plain), plain, role="me")
    assert found == json.loads(json.dumps(found))
    assert {name: found[name] for name in found if name != "children"} == {
        "move": None,
        "value": 3,
        "score": 3,
        "bound": "exact",
        "distance": None,
        "kind": "inner",
        "player": "max",
        "best": True,
        "ply": 0,
        "state": ["at(start)"],
        "proof": None,
        "visits": None,
        "mean": None,
        "proven": False,
        "cutoff": None,
        "window": None,
        "current": False,
    }
    short = found["children"][1]
    assert short["player"] == "min"
    assert short["bound"] == "upper"
    assert short["cutoff"] == {"alpha": 3, "beta": 2}
    assert [child["kind"] for child in short["children"]] == ["limit", "cut", "cut"]
    last = short["children"][2]
    assert (last["move"], last["ply"]) == ("c3", 2)
    for name in ("value", "score", "bound", "state", "player", "cutoff"):
        assert last[name] is None


def test_json_of_a_search(tic_tac_toe: Game) -> None:
    result = tic_tac_toe.initial.best(depth=2, record=True)
    found = list(nodes(draw.as_json(tree(result.events), tic_tac_toe, role="x")))
    visited = [node for node in found if node["kind"] != "cut"]
    assert len(visited) == result.nodes
    assert sum(node["kind"] == "limit" for node in found) == result.leaves
    assert sum(node["cutoff"] is not None for node in visited) == result.cutoffs
    assert [node["move"] for node in found if node["best"]][1:] == list(result.pv)
    assert {node["player"] for node in visited if node["ply"] == 1} == {"min"}
    # At the limit it is told from the legal moves who would move.
    assert {node["player"] for node in visited if node["ply"] == 2} == {"max"}
    first = tic_tac_toe.initial.play("mark(1, 1)")
    assert visited[1]["state"] == list(first.facts)


def test_json_has_values_for_sure_scores(plain: Game) -> None:
    result = plain.initial.best(role="me", depth=2, record=True)
    found = draw.as_json(tree(result.events), plain, role="me")
    end = found["children"][0]
    assert (end["value"], end["distance"], end["score"]) == (10, 1, WIN - 1)
    assert (end["kind"], end["player"]) == ("terminal", None)


# Step by step

CUT = """\
max open alpha 7 beta +inf
├── take(a)  min 7
│   ├── take(a)  max 7
│   │   ├── take(a)  terminal 3
│   │   ├── take(b)  terminal 7
│   │   └── take(c)  terminal 5
│   ├── take(b)  max 9
│   │   ├── take(a)  terminal 4
│   │   ├── take(b)  terminal 6
│   │   └── take(c)  terminal 9
│   └── take(c)  max 8
│       ├── take(a)  terminal 1
│       ├── take(b)  terminal 5
│       └── take(c)  terminal 8
└── take(b)  min open alpha 7 beta 7 <<<
    ├── take(a)  max 7
    │   ├── take(a)  terminal 2
    │   ├── take(b)  terminal 7
    │   └── take(c)  terminal 6
    ├╌╌ take(b)  cut alpha 7 >= beta 7
    └╌╌ take(c)  cut alpha 7 >= beta 7"""

WHOLE = (-INFINITY, INFINITY)

#: Searches that tell events of every kind.
STEPPED = [
    ("hexapawn", "minimax(depth=2)"),
    ("hexapawn", "alphabeta(depth=3)"),
    ("hexapawn", "alphabeta(depth=3, fail=hard)"),
    ("hexapawn", "alphabeta(depth=2, alpha=0, beta=5)"),
    ("hexapawn", "pvs(depth=3)"),
    ("hexapawn", "deepening(depth=3, aspiration=1)"),
    ("nim(heaps=[1, 2])", "alphabeta(depth=3, table=true)"),
    (MATRIX, "alphabeta(depth=1)"),
    ("coins_in_a_row", "maxn(depth=2)"),
    ("pig", "expectimax(depth=2)"),
]


def stepped(rules: str, method: str) -> tuple[Game, str, tuple[Event, ...]]:
    game = ps.load_text(rules) if "\n" in rules else ps.load(rules)
    role = game.roles[0]
    return game, role, game.initial.best(role=role, method=method, record=True).events


def every(node: Node) -> Iterator[Node]:
    yield node
    for child in node.children:
        yield from every(child)


def test_the_tree_at_a_cut_off() -> None:
    game, role, events = stepped("helen_and_stavros", "alphabeta(depth=3)")
    root = tree(events, step_of(events, "cutoff"), window=WHOLE)
    assert draw.rich_text(root, game, role=role).plain == CUT


@pytest.mark.parametrize(("rules", "method"), STEPPED)
def test_the_tree_at_every_step(rules: str, method: str) -> None:
    game, role, events = stepped(rules, method)
    entered: list[int] = []
    path: list[int] = []
    for step, event in enumerate(events, 1):
        root = tree(events, step, window=WHOLE)
        nodes = list(every(root))
        assert sum(node.current for node in nodes) == 1
        if event[0] == "deepen":
            entered, path = [], []
            assert (root.kind, root.state, nodes) == ("open", None, [root])
            continue
        if event[0] == "enter":
            entered.append(event[3])
            path.append(event[3])
        current = next(node for node in nodes if node.current)
        assert current.state == path[-1]
        if event[0] == "leave":
            assert current.score == event[1]
            path.pop()
        assert [node.state for node in nodes if node.kind != "cut"] == entered
        unfinished = [node.state for node in nodes if node.kind == "open"]
        assert path[: len(unfinished)] == unfinished
        assert (
            len(path) - len(unfinished) <= 1
        )  # a leaf has its score before it is left
        assert all(node.score is None for node in nodes if node.kind == "open")
        if step % 7 == 1 or event[0] in ("hit", "cutoff"):
            assert draw.rich_text(root, game, role=role).plain.count("<<<") == 1
            ElementTree.fromstring(draw.svg(root, game, role=role))
            assert draw.dot(root, game, role=role).count("penwidth=4") == 1
            assert json.dumps(draw.as_json(root, game, role=role)).count("true") >= 1
    last, all_of_it = tree(events, len(events), window=WHOLE), tree(events)
    assert last.current
    last.current = False
    assert (
        draw.rich_text(last, game, role=role).plain
        == draw.rich_text(all_of_it, game, role=role).plain
    )


def test_a_tree_that_grows_level_by_level() -> None:
    game, role, events = stepped("hexapawn", "breadth(depth=2)")
    entered: list[int] = []
    for step, event in enumerate(events, 1):
        root = tree(events, step)
        nodes = list(every(root))
        if event[0] == "enter":
            entered.append(event[3])
        assert sorted(node.state or 0 for node in nodes) == sorted(entered)
        [current] = [node for node in nodes if node.current]
        if event[0] == "back":
            assert current.score == event[2]
        assert all((node.kind == "open") == (node.score is None) for node in nodes)
        assert draw.rich_text(root, game, role=role).plain.count("<<<") == 1
    last, all_of_it = tree(events, len(events)), tree(events)
    last.current = False
    assert (
        draw.rich_text(last, game, role=role).plain
        == draw.rich_text(all_of_it, game, role=role).plain
    )


@pytest.mark.parametrize(
    ("rules", "method"),
    [pair for pair in STEPPED if pair[1].startswith("alphabeta")][::2],
)
def test_the_window_shown_is_that_of_the_search(
    rules: str, method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    searched = alphabeta.value
    windows: list[tuple[int, int]] = []

    def value(task: Any, ply: int, alpha: int, beta: int, *rest: Any) -> Any:
        windows.append((alpha, beta))
        return searched(task, ply, alpha, beta, *rest)

    monkeypatch.setattr(alphabeta, "value", value)
    game = ps.load_text(rules) if "\n" in rules else ps.load(rules)
    role = game.roles[0]
    events = game.initial.best(
        role=role, method=method, tier="procedural", record=True
    ).events
    shown = []
    for step, event in enumerate(events, 1):
        if event[0] == "enter" and event[1]:
            found = every(tree(events, step, window=WHOLE))
            shown.append(next(node.window for node in found if node.current))
    assert shown == windows


def test_what_is_drawn_of_an_open_node(plain: Game) -> None:
    game, role, events = stepped("hexapawn", "deepening(depth=2, aspiration=1)")
    root = tree(events, step_of(events, "raise:2"), window=WHOLE)
    found = draw.as_json(root, game, role=role)
    assert (found["kind"], found["value"], found["best"]) == ("open", None, False)
    assert found["player"] == "max"
    assert found["window"] == {"alpha": -1, "beta": 1}
    picture = draw.svg(root, game, role=role, note="event 5")
    assert "event 5" in picture
    assert "the search is here" in picture
    assert "the search has not finished it" in picture
    assert 'label="Hexapawn: search tree for white\\nevent 5"' in draw.dot(
        root, game, role=role, note="event 5"
    )


def test_what_is_drawn_of_a_hit() -> None:
    game, role, events = stepped("hexapawn", "deepening(depth=3, aspiration=1)")
    root = tree(events)
    lines = draw.rich_text(root, game, role=role).plain.splitlines()
    assert "│   ├── move(2, 3, 2, 2)  hit lower ≥ 1" in lines
    found = [
        n for n in nodes(draw.as_json(root, game, role=role)) if n["kind"] == "hit"
    ]
    assert "lower" in {node["bound"] for node in found}
    picture = draw.svg(root, game, role=role)
    assert ["≥1", "lower"] in [words_of(g)[:2] for g in parts(picture, "hit")]
    assert "known from the transposition table" in picture
    assert 'fillcolor="#cffafe"' in draw.dot(root, game, role=role)


@pytest.mark.parametrize("step", [-1, 0, 95, 10**9])
def test_a_step_out_of_range_is_an_error(step: int) -> None:
    _, _, events = stepped("helen_and_stavros", "alphabeta(depth=3)")
    with pytest.raises(InputError, match=f"a step from 1 to 94, found {step}$"):
        tree(events, step)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("cut", "no event is called 'cut': expected one of enter, leaf, .*cutoff"),
        ("cutoff:", "expected an event as in cutoff:3, found 'cutoff:'"),
        ("cutoff:0", "expected an event as in cutoff:3, found 'cutoff:0'"),
        ("cutoff:x", "expected an event as in cutoff:3, found 'cutoff:x'"),
        ("cutoff:4", "an event cutoff:4, found 2 of the kind among 94 events"),
        ("hit", "expected an event hit, found none of the kind among 94 events"),
    ],
)
def test_an_event_that_is_none_is_an_error(words: str, message: str) -> None:
    _, _, events = stepped("helen_and_stavros", "alphabeta(depth=3)")
    with pytest.raises(InputError, match=message):
        step_of(events, words)


# Limits


def test_too_many_nodes_are_an_error(plain: Game) -> None:
    root = Node(0, (), plain.initial.number, score=0)
    root.children = [leaf(plain, f"m{i}", 0, 1) for i in range(draw.MAX_DRAWN)]
    for picture in (draw.svg, draw.dot):
        with pytest.raises(LimitError, match=f"more than {draw.MAX_DRAWN} nodes"):
            picture(root, plain, role="me")
    assert draw.rich_text(root, plain, role="me").plain.count("\n") == draw.MAX_DRAWN
    root.children = [leaf(plain, f"m{i}", 0, 1) for i in range(draw.MAX_LISTED)]
    with pytest.raises(LimitError, match=f"more than {draw.MAX_LISTED} nodes"):
        draw.rich_text(root, plain, role="me")
    with pytest.raises(LimitError, match=f"more than {draw.MAX_LISTED} nodes"):
        draw.as_json(root, plain, role="me")


def test_deep_trees_are_drawn_or_an_error(plain: Game) -> None:
    deep = chain(plain, draw.MAX_PLIES)
    assert draw.rich_text(deep, plain, role="me").plain.count("\n") == draw.MAX_PLIES
    ElementTree.fromstring(draw.svg(deep, plain, role="me"))
    assert draw.dot(deep, plain, role="me").count(" -> ") == draw.MAX_PLIES
    found = draw.as_json(deep, plain, role="me")
    assert json.dumps(found).count('"ply"') == draw.MAX_PLIES + 1
    for drawing in (draw.rich_text, draw.svg, draw.dot, draw.as_json):
        with pytest.raises(LimitError, match=f"more than {draw.MAX_PLIES} plies"):
            drawing(chain(plain, 5000), plain, role="me")


def test_an_unknown_role_is_an_error(plain: Game) -> None:
    for drawing in (draw.rich_text, draw.svg, draw.dot, draw.as_json):
        with pytest.raises(InputError, match="no role 'x': expected one of me, you"):
            drawing(textbook(plain), plain, role="x")
