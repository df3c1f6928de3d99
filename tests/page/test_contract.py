"""The form of recordings: Python and the player make the same trees of events.

`recordings/` has a small recording for each kind of search, with what each event
changes in the tree. `UPDATE_RECORDINGS=1` writes them anew, from what Python says.
"""

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

import pygame_search as ps
from pygame_search.explanation.searches.tree import SearchTree, path_tree
from pygame_search.model.scores import INFINITY
from pygame_search.page.recorded import search_data
from pygame_search.search.core.methods import PATH_METHODS, MethodCall
from pygame_search.search.core.trace import FORMS, Growing, Node, begun_events

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
RECORDINGS = HERE / "recordings"

#: A small search for each kind of trace: the game and the method.
SEARCHES = {
    "minimax": ("nim(heaps=[1, 2])", "minimax(depth=3)"),
    "breadth": ("nim(heaps=[1, 2])", "breadth(depth=2)"),
    "alphabeta": ("nim(heaps=[1, 1, 1])", "alphabeta(depth=3)"),
    "fail_hard": ("nim(heaps=[1, 2])", "alphabeta(depth=3, fail=hard)"),
    "table": ("nim(heaps=[1, 1, 1])", "alphabeta(depth=4, table=true)"),
    "pvs": ("nim(heaps=[1, 1, 1])", "pvs(depth=3)"),
    "deepening": ("nim(heaps=[1, 2])", "deepening(depth=3)"),
    "expectimax": ("pig", "expectimax(depth=2)"),
    "maxn": ("chinese_checkers", "maxn(depth=1)"),
    "simultaneous": ("rock_paper_scissors", "minimax(depth=1)"),
    "proof_number": ("nim(heaps=[1, 2])", "proof_number"),
    "repetition": (str(ROOT / "docs" / "tug.pl"), "proof_number"),
    "uct": ("tic_tac_toe", "uct(simulations=8)"),
    "proven": ("nim(heaps=[1, 2])", "uct(simulations=8)"),
    "a_star": ("delivery_robot", "a_star"),
    "iterative": ("delivery_robot", "iterative"),
    "ida_star": ("delivery_robot", "ida_star"),
}

#: What `Trace.at` of the player gives of a node, beside its place.
MEMBERS = (
    "kind", "score", "cutoff", "flag", "window", "proof", "visits", "mean", "proven",
    "best", "cost", "estimate", "order", "reason",
)  # fmt: skip


def searched(name: str) -> SearchTree:
    """Return the recorded search of a name."""
    call, method = SEARCHES[name]
    game = ps.load(call)
    if game.space == "book":
        return path_tree(game, MethodCall(PATH_METHODS[method]))
    return game.initial.tree(method=method)


def python_trees(tree: SearchTree) -> list[dict[str, Any]]:
    """Return the tree after each event, its nodes by their place."""
    window = (-INFINITY, INFINITY) if tree.method.window else None
    role = tree.game.roles.index(tree.role) if tree.role else 0
    trees = []
    for step in range(1, len(tree.events) + 1):
        growing = Growing(window, role)
        start, end = begun_events(tree.events, step)
        for event in tree.events[start:end]:
            growing.add(event)
        root = growing.shown() if growing.root else None
        trees.append(dict(placed(root, ())) if root else {})
    return trees


def placed(node: Node, place: tuple[int, ...]) -> Iterator[tuple[str, Any]]:
    """Yield each node with its place: which child at each ply, counted from 0."""
    held = {name: getattr(node, name) for name in MEMBERS}
    there = {"ply": node.ply, "joint": node.joint, "current": node.current}
    yield ".".join(map(str, place)), there | held
    for i, child in enumerate(node.children):
        yield from placed(child, (*place, i))


def changes(trees: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return what each step changes: nodes by place, null for one that is gone."""
    pairs = zip([{}, *trees], trees, strict=False)
    return [
        {place: node for place, node in now.items() if before.get(place) != node}
        | dict.fromkeys(before.keys() - now.keys())
        for before, now in pairs
    ]


def plain(value: Any) -> Any:
    """Return a value as JSON gives it back."""
    return json.loads(json.dumps(value))


@pytest.fixture(scope="module", params=SEARCHES)
def recording(request: pytest.FixtureRequest) -> tuple[str, dict[str, Any]]:
    """A name, and what stands in its file."""
    name = request.param
    file = RECORDINGS / f"{name}.json"
    if os.environ.get("UPDATE_RECORDINGS"):
        tree = searched(name)
        kept = {
            "data": search_data(tree),
            "changes": changes(plain(python_trees(tree))),
        }
        file.write_text(
            json.dumps(kept, separators=(",", ":")) + "\n", encoding="utf-8"
        )
    return name, json.loads(file.read_text(encoding="utf-8"))


def test_a_search_is_recorded_so(recording: tuple[str, dict[str, Any]]) -> None:
    """A new search gives the same data."""
    name, kept = recording
    assert plain(search_data(searched(name))) == kept["data"]


def test_python_makes_these_trees(recording: tuple[str, dict[str, Any]]) -> None:
    """Each step has its tree."""
    name, kept = recording
    assert changes(plain(python_trees(searched(name)))) == kept["changes"]


@pytest.mark.skipif(not shutil.which("node"), reason="needs Node.js")
def test_the_player_makes_these_trees(
    recording: tuple[str, dict[str, Any]], tmp_path: Path
) -> None:
    """The player reads the data alone."""
    _, kept = recording
    file = tmp_path / "data.json"
    file.write_text(json.dumps(kept["data"]), encoding="utf-8")
    ran = subprocess.run(
        ["node", str(HERE / "trees.mjs"), str(file)], capture_output=True, check=True
    )
    found = changes(json.loads(ran.stdout))
    for step, (one, other) in enumerate(zip(found, kept["changes"], strict=True), 1):
        assert one == other, f"step {step}: {kept['data']['events'][step - 1]}"


GRAPHS = ("a_star", "iterative", "ida_star")


@pytest.mark.parametrize("name", GRAPHS)
def test_a_small_space_has_its_graph(name: str) -> None:
    """Each arc that the search followed is in it, with its cost, and each goal."""
    data = search_data(searched(name))
    graph = data["graph"]
    names = [data["texts"][text] for text in data["names"]]
    assert graph["states"] == len(names)
    assert [names[goal] for goal in graph["goals"]] == ["laboratory"]
    arcs = {(names[a], names[b], cost) for a, b, cost in graph["arcs"]}
    assert ("mail_room", "lounge", 10) in arcs
    assert ("lounge", "mail_room", 10) in arcs
    assert ("laboratory", "corridor_east", 4) in arcs
    assert all(
        0 <= number < len(names) for a, b, _ in graph["arcs"] for number in (a, b)
    )


def test_other_searches_have_no_graph() -> None:
    """Neither games nor spaces of more than 60 states."""
    assert "graph" not in search_data(searched("minimax"))
    call = MethodCall(PATH_METHODS["breadth"]).with_values(limit=60)
    tree = path_tree(ps.load("sliding_puzzle"), call)
    assert "graph" not in search_data(tree)


@pytest.mark.skipif(not shutil.which("node"), reason="needs Node.js")
@pytest.mark.parametrize("name", GRAPHS)
def test_the_layers_of_a_graph_are_the_distances(name: str, tmp_path: Path) -> None:
    """Each node stands once, in the layer of its distance from the start."""
    graph = search_data(searched(name))["graph"]
    file = tmp_path / "data.json"
    file.write_text(json.dumps({"graph": graph}), encoding="utf-8")
    ran = subprocess.run(
        ["node", str(HERE / "graph.mjs"), str(file)], capture_output=True, check=True
    )
    layers = json.loads(ran.stdout)
    seen = {0}
    for layer in layers[:-1]:
        below = {b for a, b, _ in graph["arcs"] if a in layer} - seen
        assert below == {*layers[layers.index(layer) + 1]}
        seen |= below
    assert sorted(chain(*layers)) == [*range(graph["states"])]


def test_each_kind_of_event_is_recorded() -> None:
    """No kind of event is left out of the recordings."""
    kinds = set[str]()
    for file in RECORDINGS.glob("*.json"):
        data = json.loads(file.read_text(encoding="utf-8"))["data"]
        kinds |= {data["kinds"][event[0]] for event in data["events"]}
    assert kinds == set(FORMS)
