"""The tree of a path search: each path is drawn as what became of it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result
from games import loaded

from pygame_search.cli.app import command
from pygame_search.explanation.searches.tree import SearchTree, path_tree
from pygame_search.render import tree as drawing
from pygame_search.render.tree_formats import FORMATS
from pygame_search.search.core.methods import PATH_METHODS, read_search
from pygame_search.search.core.trace import Node
from pygame_search.support.errors import InputError, LimitError

SVG = "{http://www.w3.org/2000/svg}"
CALLS = ("delivery_robot", "water_jugs", "river_crossing", "eight_puzzle")
INFORMED = ("best_first", "a_star", "ida_star")
RUNS = [
    (call, method)
    for call in CALLS
    for method in PATH_METHODS
    if (method not in INFORMED or call in ("delivery_robot", "eight_puzzle"))
    and (call, method) != ("eight_puzzle", "depth")
]


def drawn(call: str, method: str) -> SearchTree:
    return path_tree(loaded(call), read_search(method))


def nodes(root: Node) -> Iterator[Node]:
    yield root
    for child in root.children:
        yield from nodes(child)


@pytest.mark.parametrize(("call", "method"), RUNS)
def test_each_path_is_a_node(call: str, method: str) -> None:
    """The counts of the tree are those of the events of the last bound."""
    tree = drawn(call, method)
    starts = [i for i, event in enumerate(tree.events) if event[0] == "deepen"]
    events = tree.events[starts[-1] if starts else 0 :]
    kinds = Counter(event[0] for event in events)
    found = [*nodes(tree.node)]
    assert len(found) == kinds["enter"]
    orders = sorted(node.order for node in found if node.order is not None)
    assert orders == [*range(1, kinds["expand"] + 1)]
    assert sum(node.kind == "pruned" for node in found) == kinds["prune"]
    assert sum(node.kind == "goal" for node in found) == kinds["goal"] == 1
    assert sum(node.kind == "frontier" for node in found) == (
        kinds["enter"] - kinds["select"]
    )
    [goal] = [node for node in found if node.kind == "goal"]
    best = [node for node in found if node.best]
    assert best[-1] is goal
    assert [node.ply for node in best] == [*range(goal.ply + 1)]


@pytest.mark.parametrize(("call", "method"), RUNS)
def test_every_format_draws_it(call: str, method: str) -> None:
    tree = drawn(call, method)
    if len([*nodes(tree.node)]) > 500:
        return
    count = len([*nodes(tree.node)])
    assert len(str(tree).splitlines()) == count
    picture = ElementTree.fromstring(tree.svg())
    groups = [g for g in picture.iter(f"{SVG}g") if "node" in (g.get("class") or "")]
    assert len(groups) == count
    source = tree.dot()
    assert source.count("fillcolor=") == count
    assert source.count("doubleoctagon") == 1
    data = tree.as_json()
    assert data["kind"] == "expanded"
    assert data["order"] == 1
    for form in FORMATS.values():
        assert form.write(tree, False)


def test_kinds_differ_without_colours() -> None:
    """In an SVG by shape and mark: double frame, cross, dashes, round ends."""
    picture = ElementTree.fromstring(drawn("delivery_robot", "lowest_cost").svg())
    shapes = {}
    for group in picture.iter(f"{SVG}g"):
        kind = (group.get("class") or "").removeprefix("node ")
        rects = group.findall(f"{SVG}rect")
        if kind in ("expanded", "frontier", "goal", "pruned"):
            shapes[kind] = (
                len(rects),
                len(group.findall(f"{SVG}path")),
                rects[0].get("stroke-dasharray"),
            )
    assert len(shapes) == len(set(shapes.values())) == 4


def test_the_text_says_what_became_of_each_path() -> None:
    lines = str(drawn("delivery_robot", "bfs(prune=cycles)")).splitlines()
    assert lines[0] == "mail_room  #1  cost 0"
    assert "mail_room  pruned (cycle)  cost 20" in lines[5]
    assert "laboratory  goal  cost 27" in lines[3]
    bound = str(drawn("river_crossing", "iterative").at("prune"))
    assert bound.splitlines()[1] == "start  #1 pruned (bound)  cost 0 <<<"


def test_a_step_shows_the_tree_so_far() -> None:
    tree = drawn("delivery_robot", "a_star")
    early = tree.at("select:2")
    kinds = [node.kind for node in nodes(early.node)]
    assert kinds == ["expanded", "frontier", "frontier", "frontier"]
    assert "<<<" in str(early)
    assert early.note.endswith("select path 3")


@pytest.mark.parametrize("form", FORMATS)
def test_every_step_is_drawn(form: str) -> None:
    """Also before the cost of a path is known, and before there is a tree."""
    tree = drawn("delivery_robot", "iterative")
    for step in range(1, len(tree.events) + 1):
        assert FORMATS[form].write(tree.at(step), False)


def run(*words: str) -> Result:
    return CliRunner().invoke(command, list(words))


def test_tree_draws_paths() -> None:
    assert "laboratory  goal" in run("tree", "delivery_robot").output
    astar = run("tree", "delivery_robot", "--method", "a*", "--json")
    assert json.loads(astar.output)["estimate"] == 12
    by_name = run("tree", "river_crossing", "--method", "breadth")
    assert "goal  cost 7" in by_name.output
    by_depth = run("tree", "river_crossing", "--method", "breadth(depth=2)")
    assert "goal" not in by_depth.output
    later = run("tree", "river_crossing", "--method", "bfs", "--after", "cross(goat)")
    assert "goal  cost 6" in later.output


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["delivery_robot", "--method", "minimax"], "is a state space: expected one"),
        (["hexapawn", "--method", "a_star"], "paths are for one agent"),
        (["river_crossing", "--method", "a_star"], "needs an estimate"),
        (["delivery_robot", "--method", "dfz"], "no method 'dfz': expected one of"),
        (["delivery_robot", "--role", "x"], "--role: not for a path search"),
    ],
)
def test_what_cannot_be_drawn(words: list[str], says: str) -> None:
    result = run("tree", *words)
    assert result.exit_code == 2
    assert says in result.stderr


def test_a_large_search_needs_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawing, "MAX_LISTED", 500)
    with pytest.raises(LimitError, match=r"a limit, as in breadth\(limit=50\)"):
        drawn("eight_puzzle(board=[8, 6, 7, 2, 5, 4, 3, 0, 1])", "bfs")


def test_a_limit_leaves_paths_on_the_frontier() -> None:
    tree = drawn("eight_puzzle(board=[8, 6, 7, 2, 5, 4, 3, 0, 1])", "bfs(limit=5)")
    kinds = Counter(node.kind for node in nodes(tree.node))
    assert kinds["expanded"] == 5
    assert kinds["goal"] == 0
    assert "no path to a goal so far" in tree.svg()


def test_a_game_has_the_tree_of_a_path_search() -> None:
    tree = loaded("delivery_robot").tree("a_star")
    assert tree.events == drawn("delivery_robot", "a_star").events
    assert (str(tree.root), repr(tree.root)) == (
        "mail_room", "<State: delivery_robot, mail_room>"
    )  # fmt: skip
    assert loaded("eight_puzzle").tree("bfs").method == read_search("bfs")


@pytest.mark.parametrize(
    ("call", "method", "message"),
    [
        ("hexapawn", "breadth", "paths are for one agent: 'hexapawn'"),
        (
            "eight_puzzle",
            "minimax",
            "expected a path search, one of breadth, .*minimax",
        ),
        ("delivery_robot", "minimax", "'delivery_robot' is a state space: expected"),
    ],
)
def test_a_tree_without_paths(call: str, method: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        loaded(call).tree(method)
