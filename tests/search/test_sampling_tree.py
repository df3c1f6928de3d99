"""The tree that UCT has grown, told event by event and drawn."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result
from games import loaded

from pygame_search.cli.app import command
from pygame_search.game import Game, State
from pygame_search.machine.clauses import ClauseMachine
from pygame_search.model.rules import Rules
from pygame_search.render import tree as draw
from pygame_search.search.best import best
from pygame_search.search.core.trace import Event, Node, shallow, tree
from pygame_search.search.monte_carlo import node as sampled
from pygame_search.search.monte_carlo import uct
from pygame_search.search.monte_carlo.tree_events import Emitter
from pygame_search.support.errors import InputError, LimitError

GAMES = (
    "nim(heaps=[1, 2, 2])",
    "tic_tac_toe",
    "hexapawn",
    "rock_paper_scissors",
    "goofspiel(cards=3)",
    "pig(turns=1)",
    "coins_in_a_row(coins=[1, 3, 2, 1])",
)


def run(*words: str | Path) -> Result:
    return CliRunner().invoke(command, [str(word) for word in words])


def drawn(*words: str | Path) -> str:
    found = run("tree", *words)
    assert found.exit_code == 0, found.output
    return found.output


def told(
    game: Game, role: int, simulations: int, *, solver: bool = True, batch: int = 1
) -> tuple[uct.Tree, list[Event]]:
    """Return a tree and the events that it has told."""
    events: list[Event] = []
    machine = ClauseMachine(game, memo=True)
    grown = uct.Tree(
        machine, game.initial.number,
        ranges=game.ranges, chance=game.chance, rivals=game.constant_sum,
        exploration=0.7, source=random.Random(1), solver=solver, batch=batch,
        emitter=Emitter(events.append, role, game.ranges[role], machine),
    )  # fmt: skip
    while grown.simulations < simulations and grown.in_doubt(role):
        grown.simulate()
    return grown, events


def pairs(
    grown: uct.Tree, node: sampled.Node, shown: Node
) -> Iterator[tuple[sampled.Node, Node]]:
    """Yield each node of a tree with the one that was told, in any order."""
    yield node, shown
    below = {child.joint: child for child in shown.children}
    assert len(below) == len(node.children)
    for joint, child in node.children.items():
        assert node.node is not None
        [texts] = ClauseMachine(loaded_game(grown)).texts([node.node.joint(joint)])
        yield from pairs(grown, child, below[tuple(texts)])


def loaded_game(grown: uct.Tree) -> Rules:
    machine = grown.machine
    assert isinstance(machine, ClauseMachine)
    return machine.rules


@pytest.mark.parametrize("solver", [True, False])
@pytest.mark.parametrize("call", GAMES)
def test_what_is_told_is_the_tree(call: str, solver: bool) -> None:
    game = loaded(call)
    role = game.roles.index(game.players[-1])
    grown, events = told(game, role, 60, solver=solver)
    root = tree(events, role=role)
    assert root.visits == grown.simulations
    for node, shown in pairs(grown, grown.root, root):
        assert shown.state == node.state
        low, high = node.bounds.low[role], node.bounds.high[role]
        if shown.kind == "terminal":
            assert node.bounds.closed
            assert shown.proven is None
            continue
        assert shown.kind == "inner"
        assert shown.proven == (float(low) if low == high else None)
        mover = uct.mover(node.counts)
        if mover < 0 or node.node is None:
            continue
        assert sum(node.counts[mover]) == node.visits
        for child in shown.children:
            legal = State(game, node.state).legal[game.roles[mover]]
            move = legal.index(child.joint[mover])
            assert (child.visits or 0) == node.counts[mover][move]
            if child.visits and mover == role:
                mean = node.sums[role][move] / node.counts[role][move]
                assert child.mean == pytest.approx(mean)
    if not solver:
        assert not any(event[0] == "proven" for event in events)


@pytest.mark.parametrize("call", GAMES)
def test_to_tell_changes_nothing(call: str) -> None:
    state = loaded(call).initial
    for method in ("uct(simulations=80)", "uct(simulations=80, batch=3, seed=5)"):
        silent = best(state, method=method)
        found, again = (best(state, method=method, record=True) for _ in range(2))
        assert silent.events == ()
        assert found.moves == silent.moves
        assert found.events == again.events
        root = tree(found.events, role=state.game.roles.index(found.role))
        assert root.visits == found.simulations
        line, node = [], root
        while below := [child for child in node.children if child.best]:
            [node] = below
            line.append(node.joint)
        assert tuple(line) == found.line
        mine = {child.joint: child for child in root.children}
        for move in found.moves:
            if move.joint in mine and len(state.to_move) == 1 and move.proven:
                known = mine[move.joint]
                assert known.kind == "terminal" or known.proven == move.value


def test_the_seed_decides() -> None:
    state = loaded("tic_tac_toe").initial
    one, two = (
        best(state, method=f"uct(simulations=40, seed={seed})", record=True).events
        for seed in (1, 2)
    )
    assert one != two


@pytest.mark.parametrize("call", ["nim(heaps=[1, 2])", "pig(turns=1)"])
def test_it_is_drawn_at_every_step(call: str) -> None:
    game = loaded(call)
    found = best(game.initial, method="uct(simulations=12)", record=True)
    for step in range(1, len(found.events) + 1):
        root = tree(found.events, step)
        text = draw.rich_text(root, game, role=found.role).plain
        assert text.count("<<<") == 1
        assert len(text.splitlines()) == sum(
            e[0] == "enter" for e in found.events[:step]
        )
        ElementTree.fromstring(draw.svg(root, game, role=found.role))


def test_the_text_tells_games_means_and_proofs() -> None:
    words = "nim(heaps=[1, 2])", "--method", "uct(simulations=12)"
    assert drawn(*words) == "\n".join(
        [
            "max 1 proven, 5 games",
            "├── take(1, 1)  min -1 proven, 1 game",
            "│   └── take(2, 2)  terminal -1 (loss in 2)",
            "├── take(2, 1)  min 1 proven, 3 games",
            "│   ├── take(2, 1)  max 1 proven, 1 game",
            "│   │   └── take(1, 1)  terminal 1 (win in 3)",
            "│   └── take(1, 1)  max 1 proven, 1 game",
            "│       └── take(2, 1)  terminal 1 (win in 3)",
            "└── take(2, 2)  min -1 proven, 1 game",
            "    └── take(1, 1)  terminal -1 (loss in 2)",
            "",
        ]
    )
    assert drawn(*words, "--depth", "1").splitlines() == [
        "max 1 proven, 5 games",
        "├── take(1, 1)  min -1 proven, 1 game",
        "├── take(2, 1)  min 1 proven, 3 games",
        "└── take(2, 2)  min -1 proven, 1 game",
    ]
    first = drawn(*words, "--until", "proven").splitlines()
    assert first[0] == "event 7 of 41: node 1 is worth -1, proven"
    assert first[2].endswith("min -1 proven, 0 games <<<")
    events = drawn(*words, "--format", "events").splitlines()
    assert events[7].split(None, 1)[1] == "visit node 1: 1 game, mean -1"
    assert events[-1].endswith("the best line: take(2, 1); take(1, 1); take(2, 1)")


def test_others_that_are_no_rivals_choose_for_themselves() -> None:
    method = "--method", "uct(simulations=9)"
    text = drawn("coins_in_a_row(coins=[1, 3, 2])", *method)
    assert "own 2 proven, 1 game" in text
    assert " min " not in text
    assert "chance " in drawn("pig(turns=1)", *method)
    assert drawn("rock_paper_scissors", *method).startswith("both ")


def test_json_has_games_means_and_proofs() -> None:
    words = "nim(heaps=[1, 2])", "--method", "uct(simulations=3)", "--json"
    found = json.loads(drawn(*words))
    assert (found["visits"], found["proven"], found["best"]) == (3, False, True)
    assert found["value"] == found["mean"] == pytest.approx(-1 / 3)
    assert (found["player"], found["score"], found["bound"]) == ("max", None, None)
    lost, open_, _ = found["children"]
    assert (lost["value"], lost["proven"], lost["visits"]) == (-1, True, 1)
    assert (open_["value"], open_["proven"], open_["player"]) == (1, False, "min")
    assert lost["children"][0]["visits"] is None
    plain = json.loads(drawn("nim", "--depth", "1", "--json"))
    assert (plain["visits"], plain["mean"], plain["proven"]) == (None, None, False)


def test_pictures_have_every_node() -> None:
    game = loaded("tic_tac_toe")
    found = best(game.initial, method="uct(simulations=60)", record=True)
    root = tree(found.events)
    picture = ElementTree.fromstring(draw.svg(root, game, role="x"))
    groups = picture.findall(".//{http://www.w3.org/2000/svg}g[@class]")
    nodes = [g for g in groups if g.attrib["class"].startswith("node ")]
    entered = sum(event[0] == "enter" for event in found.events)
    assert len(nodes) == entered
    texts = {text for element in nodes for text in element.itertext()}
    assert "60 games" in texts
    assert draw.dot(root, game, role="x").count(" -> ") == entered - 1


def test_a_large_tree_is_drawn_as_far_as_is_wanted() -> None:
    game = loaded("tic_tac_toe")
    found = best(game.initial, method="uct(simulations=600, solver=false)", record=True)
    root = tree(found.events)
    with pytest.raises(LimitError, match="a smaller depth, or for fewer random games"):
        draw.svg(root, game, role="x")
    shallow(root, 1)
    assert len(draw.rich_text(root, game, role="x").plain.splitlines()) == 10


def test_a_file_keeps_it(tmp_path: Path) -> None:
    file = tmp_path / "search.json"
    words = "hexapawn", "--method", "uct(simulations=40, solver=false)"
    text = drawn(*words, "--record", file)
    assert drawn("--from", file) == text
    assert drawn("--from", file, "--depth", "1") == drawn(*words, "--depth", "1")
    assert (
        drawn("--from", file, "--until", "visit:9").splitlines()[0].startswith("event ")
    )
    written = run("best", *words, "--record", tmp_path / "other.json")
    assert written.exit_code == 0
    assert (tmp_path / "other.json").read_text() == file.read_text()
    drawn("hexapawn", "--depth", "1", "--record", file)
    refused = run("tree", "--from", file, "--depth", "1")
    assert refused.exit_code == 2
    assert "--depth: the search that --from draws is done already" in refused.stderr


@pytest.mark.parametrize(
    ("event", "message"),
    [
        (["visit", 99, 1, 0], "expected one of"),
        (["visit", 0, 1, [1]], "mean: expected a number, perhaps a mean"),
        (["visit", 0, -1, 0], "visits: expected a number of 0 or more"),
        (["proven", 0, "1"], "value: expected a number"),
        (["line", [["take(9, 9)", "noop"]]], "expected a line of the tree"),
        (["line", 3], "joints: expected a list of lists of texts"),
    ],
)
def test_damaged_events_are_told(event: Event, message: str, tmp_path: Path) -> None:
    file = tmp_path / "search.json"
    drawn("nim", "--method", "uct(simulations=5)", "--record", file)
    data = json.loads(file.read_text())
    data["events"].append(event)
    file.write_text(json.dumps(data))
    found = run("tree", "--from", file)
    assert found.exit_code == 2
    assert message in found.stderr


def test_no_damage_ends_in_anything_but_words() -> None:
    """Each event left out, or told twice, or in the place of the next one."""
    game = loaded("nim(heaps=[1, 2])")
    found = best(game.initial, method="uct(simulations=9)", record=True)
    told = set()
    for i, event in enumerate(found.events):
        for new in ([], [event, event]):
            for rest in (1, 2):
                events = [*found.events[:i], *new, *found.events[i + rest :]]
                try:
                    root = tree(events)
                    draw.svg(root, game, role="first")
                    told.add(draw.rich_text(root, game, role="first").plain[:3])
                except ValueError as error:
                    told.add(str(error).partition(" ")[0])
    assert told == {"max", "event"}


def test_a_game_that_is_over_is_one_node() -> None:
    words = "nim(heaps=[1])", "--after", "take(1, 1)", "--method", "uct"
    assert drawn(*words) == "terminal 1 (win in 0)\n"


def test_what_is_proven_at_once_takes_no_game() -> None:
    words = "nim(heaps=[1, 1])", "--after", "take(1, 1)", "--method", "uct"
    assert drawn(*words).splitlines() == [
        "max 1 proven, 0 games",
        "└── take(2, 1)  terminal 1 (win in 1)",
    ]


def test_a_number_of_games_is_given_where_none_is_said() -> None:
    words = "connect_four", "--method", "uct(solver=false)", "--depth", "1"
    assert drawn(*words).startswith("max ")
    assert ", 100 games" in drawn(*words).splitlines()[0]


def test_the_tree_of_a_saved_game(tmp_path: Path) -> None:
    """Without a seed of its own a player draws numbers that no file keeps."""
    game = "nim(heaps=[1, 2])"
    players = ["uct(simulations=9, seed=4)", "uct(simulations=9)"]
    words = "match", game, *players, "--games", "2", "--opening-plies", "0"
    assert run(*words, "--save", tmp_path / "games").exit_code == 0
    file = tmp_path / "games" / "0001.json"
    asked = game, "--method", players[0]
    assert drawn(file) == drawn(*asked)
    refused = run("tree", file, "--ply", "1")
    assert refused.exit_code == 2
    assert "expected a player with a seed, as in uct(simulations=9, seed=1)" in (
        refused.stderr
    )


def test_a_proof_is_drawn_as_far_as_is_wanted() -> None:
    words = "nim(heaps=[1, 2])", "--method", "proof_number(threshold=1)"
    assert drawn(*words, "--depth", "1").splitlines() == [
        "or (0, ∞)",
        "├── take(1, 1)  and (∞, 0)",
        "├── take(2, 1)  and (0, ∞)",
        "└── take(2, 2)  and (∞, 0)",
    ]


def test_the_native_tier_tells_nothing() -> None:
    with pytest.raises(InputError, match="in the tier procedural"):
        best(loaded("nim").initial, method="uct", tier="native", record=True)
