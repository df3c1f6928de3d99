"""Reasons of searches: what they state is so.

Lines are played again, move by move, and their ends valued from what `heuristics` and
the rules tell; cuts are looked up in the tree of the search, and what they left out is
searched in full.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from functools import cache
from itertools import product
from math import prod

import pytest
from games import loaded

import pygame_search as ps
from pygame_search.explanation.questions import ask
from pygame_search.explanation.reasons import (
    BestReasons,
    CutReason,
    Setter,
    Variation,
    cut_at,
    cuts,
    how_path,
    why_best,
    why_cut,
    why_no_path,
    why_terminal,
)
from pygame_search.explanation.reasons.sentences import Sentences
from pygame_search.game import State
from pygame_search.search.best import best
from pygame_search.search.core.methods import read_method
from pygame_search.search.core.request import SearchRequest
from pygame_search.search.core.result import SearchResult
from pygame_search.search.core.setup import new_task
from pygame_search.search.core.task import Task
from pygame_search.search.core.trace import Node, search_events, tree
from pygame_search.search.game_tree import minimax
from pygame_search.support.errors import InputError

TIERS = ("clauses", "procedural")

#: The games of rules/, smaller where that makes a test quick; whether the goals of two
#: roles add up to a constant.
GAMES = {
    "hexapawn": True,
    "hexapawn(columns=4, rows=4)": True,
    "tic_tac_toe": True,
    "nim(heaps=[2, 3])": True,
    "othello(size=4)": True,
    "connect_four(columns=4, rows=4, in_a_row=3)": True,
    "helen_and_stavros": True,
    "goofspiel": True,
    "skirmish(plies=12)": True,
    "uniform_tree": True,
    "coins_in_a_row": False,
    "pig": True,
    "pig(sides=3, target=6)": True,
    "river_crossing": False,
    "eight_puzzle": False,
}


def positions(call: str, count: int, seed: int, plies: int = 8) -> Iterator[State]:
    """Yield states that are not terminal, reached by random moves."""
    source = random.Random(f"{call} {seed}")
    game = loaded(call)
    while count:
        state = game.initial
        for _ in range(source.randint(0, plies)):
            after = state.play(
                f"[{', '.join(source.choice(moves) for moves in state.legal.values())}]"
            )
            if after.terminal:
                break
            state = after
        count -= 1
        yield state


def width(state: State) -> int:
    return prod(len(moves) for moves in state.legal.values())


def depth_for(state: State, source: random.Random) -> int:
    """Return a depth from 1 to 4 at which the tree is no forest."""
    most = 4 if width(state) <= 6 else 3 if width(state) <= 9 else 2
    return source.randint(1, most)


def worth(state: State, role: str, *, constant: bool) -> int:
    """Return the goal value, or the estimate by the features of the rule file."""
    if state.terminal:
        value = state.goals[role]
        assert value is not None
        return value
    totals = dict.fromkeys(state.game.players, 0)
    for owner, name, count in instances(state):
        totals[owner] += count * int(state.game.weights.get(name, 0))
    others = [total for other, total in totals.items() if other != role]
    return totals[role] - (others[0] if constant and len(others) == 1 else 0)


@cache
def instances(state: State) -> list[tuple[str, str, int]]:
    """Return the role and the name of each part of a feature, and what it counts."""
    if not state.game.weights:
        return []
    found = ask(state, "feature(Role, Name, X)", limit=1000)
    assert not found.more
    distinct = {(a["Role"], a["Name"], a["X"]) for a in found.answers}
    numbers = ask(state, "feature_value(Role, Name, N)", limit=1000)
    assert not numbers.more
    values = {(a["Role"], a["Name"], int(a["N"])) for a in numbers.answers}
    return [*((role, name, 1) for role, name, _ in distinct), *values]


def replayed(line: Variation, role: str, *, constant: bool) -> float:
    """Return what a line leads to, played again; check all that it states."""
    state = line.start
    for ply in line.plies:
        choosing = {r for r, moves in state.legal.items() if len(moves) > 1}
        assert choosing <= set(ply.movers)
        state = state.play(f"[{', '.join(ply.joint)}]")
        assert ply.state == state
        assert ply.value == line.value
        if ply.estimate is not None:
            assert ply.estimate == worth(state, role, constant=constant)
    assert line.end == state
    if line.chance is None:
        assert line.leaf is not None
        assert line.leaf.value == line.value
        return worth(state, role, constant=constant)
    chance, parts = state.legal["random"], line.chance.parts
    index = state.game.roles.index("random")
    assert tuple(part.joint[index] for part in parts) == chance
    for part in parts:
        assert part.variation.start == state.play(f"[{', '.join(part.joint)}]")
        found = replayed(part.variation, role, constant=constant)
        assert found == pytest.approx(part.value)
    assert line.chance.mean == pytest.approx(line.value)
    return line.chance.mean


def sure(line: Variation) -> str:
    """Return `win` or `loss` when the line ends in one whatever chance does."""
    if line.chance is not None:
        [found, *more] = {sure(part.variation) for part in line.chance.parts}
        return "" if more else found
    assert line.leaf is not None
    low, high = line.start.game.ranges[line.start.game.roles.index(line.leaf.role)]
    if line.leaf.kind == "limit" or low == high:
        return ""
    return {float(low): "loss", float(high): "win"}.get(line.leaf.value, "")


def check_best(reasons: BestReasons, *, constant: bool) -> None:
    """Assert that all lines lead to their values, and that the best is the best."""
    role = reasons.role
    lines = [reasons.variation, *(other.variation for other in reasons.alternatives)]
    for line in lines:
        found = replayed(line, role, constant=constant)
        assert found == pytest.approx(line.value)
    for other in reasons.alternatives:
        assert other.value == other.variation.value
        match other.reason:
            case "worse":
                assert other.value < reasons.value
            case "lost":
                assert other.value >= reasons.value
                assert sure(other.variation) == "loss" != sure(reasons.variation)
            case "unsure":
                assert other.value >= reasons.value
                assert sure(other.variation) != "win" == sure(reasons.variation)
            case reason:
                assert other.value == pytest.approx(reasons.value)
                result = {"later": "win", "sooner": "loss"}.get(reason)
                assert result is None or sure(other.variation) == result
                assert result is None or sure(reasons.variation) == result
    legal = reasons.state.legal[role]
    told = [other.move for other in reasons.alternatives]
    assert [move for move in legal if move != reasons.move] == told
    equal = [other.move for other in reasons.alternatives if other.reason == "equal"]
    assert all(legal.index(move) > legal.index(reasons.move or "") for move in equal)
    assert json.loads(json.dumps(reasons.as_json()))["value"] == reasons.value
    assert reasons.text().startswith(f"{role} ")
    assert reasons._repr_mimebundle_()["text/html"].count("<details>") == len(told)


# ---- the best move -----------------------------------------------------------


@pytest.mark.parametrize("call", GAMES)
def test_lines_replay_to_the_values_they_state(call: str) -> None:
    source = random.Random(call)
    for state in positions(call, 16, seed=1):
        depth = depth_for(state, source)
        role = source.choice(state.game.players)
        reasons = why_best(state, role=role, depth=depth)
        check_best(reasons, constant=GAMES[call])
        best = state.best(role=role, depth=depth)
        assert (reasons.move, reasons.value) == (best.move, best.value)


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize(
    "method",
    [
        "minimax",
        "breadth",
        "alphabeta(fail=hard)",
        "alphabeta(order=history, table=true)",
        "pvs(order=killer, table=true)",
        "deepening(aspiration=1)",
    ],
)
def test_every_method_and_tier_has_the_same_reasons(method: str, tier: str) -> None:
    for call in ("hexapawn", "skirmish(plies=12)", "goofspiel"):
        for state in positions(call, 4, seed=2):
            plain = why_best(state, depth=2)
            found = why_best(state, depth=2, method=method, tier=tier)
            check_best(found, constant=True)
            assert [(a.move, a.value, a.reason) for a in found.alternatives] == [
                (a.move, a.value, a.reason) for a in plain.alternatives
            ]


@pytest.mark.parametrize("tier", TIERS)
def test_each_looks_after_himself(tier: str) -> None:
    for state in positions("coins_in_a_row", 10, seed=3, plies=2):
        for role in state.game.players:
            found = why_best(state, role=role, depth=3, method="maxn", tier=tier)
            check_best(found, constant=False)
            lines = [other.variation for other in found.alternatives]
            for line in (found.variation, *lines):
                assert line.others == {
                    player: worth(line.end, player, constant=False)
                    for player in state.game.players
                    if player != role
                }


def test_the_value_after_each_move_is_that_of_a_search_from_there() -> None:
    for call in ("hexapawn", "pig(sides=3, target=6)", "goofspiel"):
        for state in positions(call, 10, seed=4):
            reasons = why_best(state, depth=3)
            for ply in reasons.variation.plies:
                assert ply.left is not None
                if ply.left > 0 and not ply.state.terminal:
                    found = best(ply.state, role=reasons.role, depth=ply.left)
                    assert found.value == ply.value


def test_a_search_that_goes_on_where_it_is_not_quiet() -> None:
    state = loaded("skirmish").initial
    method = "alphabeta(depth=1, quiescence=4)"
    found = why_best(state, method=method)
    check_best(found, constant=True)
    assert max(len(other.variation.plies) for other in found.alternatives) > 1
    pig = loaded("pig(sides=3, target=6)").initial
    found = why_best(pig, method="expectimax(depth=2, quiescence=2)")
    check_best(found, constant=True)


BOTH = """
role(me). role(you). role(random).
init(start).
legal(me, call(X)) :- true(start), side(X).
legal(you, dare) :- true(start).
legal(you, pass) :- true(start).
legal(random, coin(X)) :- true(start), side(X).
side(heads). side(tails).
next(paid(6)) :- does(me, call(X)), does(random, coin(X)), does(you, dare).
next(paid(2)) :- does(me, call(X)), does(random, coin(X)), does(you, pass).
next(paid(-1)) :- does(me, call(heads)), does(random, coin(tails)).
next(paid(-2)) :- does(me, call(tails)), does(random, coin(heads)).
terminal :- true(paid(_)).
goal(me, V) :- true(paid(V)).
goal(you, V) :- true(paid(W)), V is -W.
goal(R, 0) :- role(R), R \\== random, true(start).
"""


@pytest.mark.parametrize("tier", TIERS)
def test_chance_and_all_others_move_at_once(tier: str) -> None:
    """The line ends at the root, where each choice has its own mean."""
    state = ps.load_text(BOTH).initial
    reasons = why_best(state, role="me", depth=2, tier=tier)
    check_best(reasons, constant=True)
    assert (reasons.move, reasons.value) == ("call(heads)", 0.5)
    [other] = reasons.alternatives
    assert (other.move, other.value) == ("call(tails)", 0)
    for line, mine in (
        (reasons.variation, "call(heads)"),
        (other.variation, "call(tails)"),
    ):
        assert line.plies == ()
        assert line.chance is not None
        joints = [part.joint for part in line.chance.parts]
        assert joints == [
            (mine, "pass", "coin(heads)"),
            (mine, "pass", "coin(tails)"),
        ]


def test_the_sum_of_a_leaf() -> None:
    state = loaded("hexapawn").after("move(1, 1, 1, 2)")
    weights = {"pawn": 3, "clear_path": -2, "mobility": 1}
    leaf = why_best(state, depth=2, weights=weights).variation.leaf
    assert leaf is not None
    assert leaf.kind == "limit"
    mine, theirs = leaf.worths
    assert (mine.role, theirs.role) == ("black", "white")
    assert [(t.name, t.weight) for t in mine.terms] == list(weights.items())
    assert leaf.value == mine.total - theirs.total
    nothing = why_best(state, method="alphabeta(depth=2, evaluation=zero)")
    leaf = nothing.variation.leaf
    assert leaf is not None
    assert (leaf.worths, leaf.value) == ((), 0)
    assert "nothing weighs" in nothing.text()


def test_the_words_of_the_lecture() -> None:
    state = loaded("hexapawn").after("move(1, 1, 1, 2)")
    reasons = why_best(state, depth=2)
    text = reasons.text()
    assert "black plays move(2, 3, 1, 2): that is worth 0, an estimate." in text
    assert "black: 2 pawn x 1 + 0 clear_path x 1 = 2" in text
    assert (
        "move(2, 3, 2, 2) is worse: -10, a loss in 2 plies. "
        "white answers move(3, 1, 3, 2)."
    ) in text
    answers = [other.refutation for other in reasons.alternatives]
    moves = [answer and answer.move for answer in answers]
    assert moves == ["move(3, 1, 3, 2)", "move(1, 2, 2, 3)"]


WAYS = """
role(me).
init(at(s)).
legal(me, go(X)) :- true(at(s)), way(X, _, _).
legal(me, on) :- true(at(w(_, N, _))), N > 1.
next(at(w(X, N, V))) :- does(me, go(X)), way(X, N, V).
next(at(w(X, M, V))) :- does(me, on), true(at(w(X, N, V))), below(M, N).
below(M, N) :- between(1, 5, M), N is M + 1.
terminal :- true(at(w(_, 1, _))).
goal(me, V) :- outcome(V), true(at(w(_, _, V))).
outcome(-1). outcome(0). outcome(1).
feature(me, good, K) :- between(1, 9, K), true(at(w(_, _, 0))).
feature(me, bad, K) :- between(1, 9, K), true(at(w(_, _, -5))).
weight(good, 1).
weight(bad, -1).
"""


@pytest.mark.parametrize(
    ("ways", "depth", "reasons"),
    [
        ("(a, 1, 1). (b, 2, 1). (c, 1, 0). (d, 1, 1)", 4, ["later", "worse", "equal"]),
        ("(a, 3, -1). (b, 1, -1). (c, 2, -1)", 4, ["sooner", "sooner"]),
        ("(a, 2, 1). (b, 3, 0). (c, 3, -5)", 2, ["unsure", "worse"]),
        ("(a, 1, -1). (b, 3, -5)", 2, ["lost"]),
    ],
)
def test_why_the_others_were_not_chosen(
    ways: str, depth: int, reasons: list[str]
) -> None:
    facts = " ".join(f"way{way}." for way in ways.split(". "))
    state = ps.load_text(WAYS + facts).initial
    found = why_best(state, depth=depth)
    assert [other.reason for other in found.alternatives] == reasons
    assert len(found.text().split(" is ")) > len(reasons)


def test_who_is_not_to_move_and_when_the_game_is_over() -> None:
    state = loaded("hexapawn").initial
    reasons = why_best(state, role="black", depth=2)
    assert (reasons.move, reasons.alternatives) == ("noop", ())
    assert reasons.text().startswith("black is not to move; to black this is worth ")
    over = loaded("tic_tac_toe").after(
        "mark(1,1); mark(2,1); mark(1,2); mark(2,2); mark(1,3)"
    )
    reasons = why_best(over, role="o", depth=3)
    assert (reasons.move, reasons.value, reasons.variation.plies) == (None, -1, ())
    assert reasons.variation.leaf is not None
    assert reasons.variation.leaf.goals == {"x": 1, "o": -1}
    first, *_, last = reasons.text().splitlines()
    assert first == "Nobody is to move, and to o this is worth -1, a loss."
    assert last == "The game is over: x gets 1 and o gets -1."
    json.dumps(reasons.as_json())


def test_under_a_clock() -> None:
    reasons = why_best(loaded("tic_tac_toe").initial, seconds=0.3)
    assert reasons.result.depth is not None
    check_best(reasons, constant=True)


def test_bad_requests() -> None:
    state = loaded("tic_tac_toe").initial
    with pytest.raises(InputError, match="without alpha and beta"):
        why_best(state, method="alphabeta(depth=2, alpha=0)")
    with pytest.raises(InputError, match="does not look ahead"):
        why_best(state, method="random")
    with pytest.raises(InputError, match="no role"):
        why_best(state, role="z", depth=1)


def test_reasons_show_themselves() -> None:
    start = loaded("hexapawn").after("move(1, 1, 1, 2)")
    end = why_terminal(start)
    told: list[Sentences] = [
        why_best(start, depth=2),
        why_cut(start.best(depth=3, method="alphabeta", record=True), 1),
        end,
        how_path(loaded("delivery_robot").path()),
        why_no_path(loaded("water_jugs(wanted=7)").path()),
    ]
    for reasons in told:
        assert str(reasons) == reasons.text()
        assert reasons._repr_mimebundle_()["text/html"].startswith(("<div>", "<p>"))
    assert end._repr_mimebundle_()["text/html"].startswith(
        "<div><p>The game goes on.</p><div class="
    )
    assert "There is no path: " in told[-1]._repr_mimebundle_()["text/html"]


def test_markup_is_escaped() -> None:
    text = "role('<b>'). init(s). legal('<b>', '<i>') :- true(s). next(e) :- true(s)."
    text += (
        " terminal :- true(e). goal('<b>', 1) :- true(e). goal('<b>', 0) :- true(s)."
    )
    reasons = why_best(ps.load_text(text).initial, depth=1)
    markup = reasons._repr_mimebundle_()["text/html"]
    assert "&lt;i&gt;" in markup
    assert "<i>" not in markup


# ---- cuts --------------------------------------------------------------------

CUTTING = (
    "alphabeta",
    "alphabeta(fail=hard)",
    "alphabeta(order=pessimal)",
    "alphabeta(order=history, table=true)",
    "pvs",
    "pvs(order=history, table=true)",
    "deepening(aspiration=1)",
    "deepening(search=pvs, aspiration=2, order=killer)",
)


#: Joint moves.
Line = tuple[tuple[str, ...], ...]


def nodes_by_line(root: Node) -> dict[Line, list[Node]]:
    """Return the nodes that were visited, by the moves to them."""
    found: dict[Line, list[Node]] = {}
    waiting: list[tuple[Line, Node]] = [((), root)]
    while waiting:
        line, node = waiting.pop()
        found.setdefault(line, []).append(node)
        waiting += [((*line, child.joint), child) for child in node.children]
    return found


def check_setter(
    setter: Setter,
    bound: float,
    cut: CutReason,
    result: SearchResult,
    nodes: dict[Line, list[Node]],
) -> None:
    """Assert that what set a bound is on the tree, with the score that it names."""
    if setter.kind == "given":
        assert "alpha=" in result.method or "aspiration" in result.method
        assert setter.score == bound
        return
    if setter.kind == "scout" and not setter.joint:
        assert "pvs" in result.method
        assert "aspiration" in result.method
        return
    assert setter.line == cut.line[: len(setter.line)]
    scores = [
        child.score
        for node in nodes[setter.line]
        for child in node.children
        if child.joint == setter.joint
    ]
    assert setter.score in scores
    match setter.kind:
        case "move" if "hard" in result.method and setter is cut.alpha_set:
            assert setter.score >= bound
        case "move":
            assert setter.score == bound
        case "tie":
            assert (setter.line, setter.score) == ((), bound + 1)
        case "scout":
            assert "pvs" in result.method
            assert abs(setter.score - bound) == 1


def full_score(task: Task, node: Node) -> int:
    """Return the score of the tree, with what was left out searched in full."""
    assert node.state is not None
    if node.kind in ("terminal", "limit"):
        assert isinstance(node.score, int)
        return node.score
    expansion = task.machine.expand(node.state)
    below = {child.joint: child for child in node.children}
    scores: dict[str, list[int]] = {}
    for index, state in enumerate(expansion.successors):
        joint = tuple(task.machine.texts([expansion.joint(index)])[0])
        child = below.get(joint)
        if child is not None and child.state is not None and child.kind != "hit":
            score = full_score(task, child)
        else:
            here = node.state, expansion
            score, _ = minimax.value(task, node.ply + 1, here, index, state)
        scores.setdefault(joint[task.role], []).append(score)
    return max(min(answers) for answers in scores.values())


@pytest.mark.parametrize("method", CUTTING)
@pytest.mark.parametrize(
    "call", [call for call in GAMES if not call.startswith(("pig", "eight", "river"))]
)
def test_cuts_are_as_they_are_explained(call: str, method: str) -> None:
    source = random.Random(call)
    for state in positions(call, 2, seed=5):
        role = source.choice(state.game.players)
        depth = 3 if width(state) <= 9 else 2
        result = state.best(
            role=role, depth=depth, method=method, record=True,
            all_best=source.random() < 0.3,
        )  # fmt: skip
        start, end = search_events(result.events)
        steps = [i + 1 for i in range(start, end) if result.events[i][0] == "cutoff"]
        found = cuts(result)
        assert [cut.step for cut in found] == steps
        assert [cut.number for cut in found] == list(range(1, len(found) + 1))
        root = tree(result.events)
        nodes = nodes_by_line(root)
        request = SearchRequest(
            state, role, read_method("minimax"), depth=depth, weights=state.game.weights
        )
        task = new_task(request)
        for cut in found:
            assert cut.alpha >= cut.beta
            check_setter(cut.alpha_set, cut.alpha, cut, result, nodes)
            check_setter(cut.beta_set, cut.beta, cut, result, nodes)
            assert cut.state.number in {node.state for node in nodes[cut.line]}
            assert cut.refutation.line == cut.line
            assert cut.refutation.joint not in cut.rest
            text = cut.text()
            assert text.endswith("cannot matter.")
            assert json.loads(json.dumps(cut.as_json()))["text"] == text
            check_claims(cut, state, task)
        assert full_score(task, root) == root.score


def test_a_scout_may_ask_for_a_move_as_good() -> None:
    """Alpha stands one below the best move, and the scout's beta is its score."""
    state = loaded("hexapawn").initial
    result = state.best(depth=5, method="pvs", record=True, all_best=True)
    ties = [cut for cut in cuts(result) if cut.beta == cut.beta_set.score]
    told = [cut.text() for cut in ties if cut.beta_set.kind == "scout"]
    assert told
    assert all("asks here only whether it is at least" in text for text in told)


def scores(task: Task, start: State, line: Line) -> dict[tuple[str, ...], int]:
    """Return the minimax score of each joint move after a line, from the root."""
    state = start
    for joint in line:
        state = state.play(f"[{', '.join(joint)}]")
    node = task.machine.expand(state.number)
    joints = task.machine.texts([node.joint(i) for i in range(len(node.successors))])
    return {
        tuple(joint): minimax.value(
            task, len(line) + 1, (state.number, node), i, successor
        )[0]
        for i, (joint, successor) in enumerate(
            zip(joints, node.successors, strict=True)
        )
    }


def check_claims(cut: CutReason, start: State, task: Task) -> None:
    """Assert that the true scores are on the sides of the bounds that a cut names."""

    def reply(setter: Setter) -> int:
        return scores(task, start, setter.line)[setter.joint]

    def choice(setter: Setter) -> int:
        found = scores(task, start, setter.line)
        mine = setter.joint[task.role]
        return min(s for joint, s in found.items() if joint[task.role] == mine)

    if cut.by == "others":
        assert reply(cut.refutation) <= cut.beta
        if cut.known.kind in ("move", "tie"):
            assert choice(cut.known) >= cut.known.score
    else:
        assert choice(cut.refutation) >= cut.alpha
        if cut.known.kind == "move":
            assert reply(cut.known) <= cut.known.score


@pytest.mark.parametrize("tier", TIERS)
def test_the_cuts_of_helen_and_stavros(tier: str) -> None:
    state = loaded("helen_and_stavros").initial
    result = state.best(depth=3, record=True, tier=tier)
    first, second = cuts(result)
    assert (first.by, first.value(first.alpha), first.value(first.beta)) == (
        "others", 7, 7,
    )  # fmt: skip
    assert first.text() == (
        "After take(b), stavros already has the reply take(a), worth at most 7 to "
        "helen. But helen has 7 for sure by take(a) in place of take(b), so what is "
        "left (2 moves: take(b), take(c)) cannot matter."
    )
    assert (second.by, second.known.line, second.known.joint) == (
        "role", (("take(c)", "noop"),), ("noop", "take(a)"),
    )  # fmt: skip
    assert second.text() == (
        "After take(c); take(c), helen already has take(b), worth at least 15. But "
        "after take(c), helen can be held to 10 by take(a) in place of take(c), so "
        "what is left (1 move: take(c)) cannot matter."
    )
    assert why_cut(result, 2) == second
    assert why_cut(result, "take(b)") == first
    assert why_cut(result, "take(b); take(c)") == first
    assert why_cut(result, ["take(c)", "take(c)", "take(c)"]) == second


def test_moves_to_a_cut_in_any_spacing() -> None:
    result = loaded("hexapawn").initial.best(depth=3, record=True)
    first = cuts(result)[0]
    assert why_cut(result, "; ".join(first.moves).replace(" ", "")) == first


def test_which_cut_is_not_there() -> None:
    state = loaded("helen_and_stavros").initial
    result = state.best(depth=3, record=True)
    with pytest.raises(InputError, match="a cut from 1 to 2, found 3"):
        why_cut(result, 3)
    with pytest.raises(InputError, match=r"nothing was cut off after take\(a\)"):
        why_cut(result, "take(a)")
    with pytest.raises(InputError, match="record"):
        why_cut(state.best(depth=3), 1)
    with pytest.raises(InputError, match="minimax cuts nothing off"):
        why_cut(state.best(depth=3, method="minimax", record=True), 1)
    assert cuts(state.best(depth=1, record=True)) == ()
    with pytest.raises(InputError, match="had nothing to cut off"):
        why_cut(state.best(depth=1, record=True), 1)


def test_the_window_that_was_given() -> None:
    state = loaded("helen_and_stavros").initial
    low = state.best(method="alphabeta(depth=3, alpha=11)", record=True)
    assert "the given window says that helen has 11 for sure" in cuts(low)[0].text()
    high = state.best(method="alphabeta(depth=3, beta=5)", record=True)
    assert "the given window says that helen can be held to 5" in cuts(high)[0].text()


def test_a_scout_asks_on_which_side_a_score_lies() -> None:
    result = loaded("hexapawn").initial.best(depth=4, method="pvs", record=True)
    texts = [cut.text() for cut in cuts(result) if cut.known.kind == "scout"]
    assert any("asks here only whether it is less than" in text for text in texts)


def test_moves_as_good_as_the_best_are_wanted_too() -> None:
    state = loaded("goofspiel").initial
    result = state.best(depth=2, all_best=True, record=True)
    ties = [cut for cut in cuts(result) if cut.known.kind == "tie"]
    for cut in ties:
        assert cut.known.score == cut.alpha + 1
        assert "only a move as good counts beside it" in cut.text()
    assert ties


# ---- the end -----------------------------------------------------------------


@pytest.mark.parametrize("call", GAMES)
def test_why_the_game_is_over_or_not(call: str) -> None:
    source = random.Random(call)
    state, over = loaded(call).initial, False
    for _ in range(60):
        reasons = why_terminal(state)
        over = state.terminal
        assert reasons.terminal == over
        assert reasons.why.holds == over
        assert json.loads(json.dumps(reasons.as_json()))["terminal"] == over
        expected = {r: v for r, v in state.goals.items() if v is not None}
        assert reasons.goals == (expected if over else {})
        assert list(reasons.proofs) == list(reasons.goals)
        assert all(proof.holds for proof in reasons.proofs.values())
        if over:
            break
        moves = [source.choice(legal) for legal in state.legal.values()]
        state = state.play(f"[{', '.join(moves)}]")
    assert over or call in ("eight_puzzle", "river_crossing")


def test_the_words_of_an_end() -> None:
    game = loaded("tic_tac_toe")
    over = game.after("mark(1,1); mark(2,1); mark(1,2); mark(2,2); mark(1,3)")
    text = why_terminal(over).text()
    assert text.startswith(
        "The game is over: x gets 1 and o gets -1.\n\n"
        "the game is over because x has a line, as true(cell(1, 1, x)), "
    )
    assert "\n\nthe game is over  [terminal, tic_tac_toe.pl:" in text
    assert "line(x)" in text
    assert len(text) < len(why_terminal(over).text(None))
    assert why_terminal(game.initial).text().startswith("The game goes on.\n")


def test_the_end_of_a_rule_sheet() -> None:
    sheet = "(role me) (init s) (<= (legal me go) (true s)) (<= (next e) (does me go))"
    sheet += " (<= terminal (true e)) (<= (goal me 100) (true e))"
    sheet += " (<= (goal me 0) (true s))"
    game = ps.load_text(sheet, syntax="kif")
    reasons = why_terminal(game.after("go"))
    assert reasons.goals == {"me": 100}
    assert reasons.proofs["me"].holds
    path = how_path(game.path())
    assert [step.goal for step in path.steps] == ["(legal me go)"]
    assert path.steps[0].proof().holds


# ---- paths -------------------------------------------------------------------

SPACES = (
    "delivery_robot",
    "water_jugs",
    "river_crossing",
    "eight_puzzle",
)


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize(
    ("call", "method"),
    [
        *product(SPACES, ("breadth", "iterative", "lowest_cost")),
        ("eight_puzzle", "a_star"),
        ("delivery_robot", "depth"),
        ("water_jugs", "depth"),
    ],
)
def test_each_step_of_a_path_can_be_made(call: str, method: str, tier: str) -> None:
    game = loaded(call)
    result = game.path(method=method, tier=tier)
    reasons = how_path(result)
    assert tuple(step.move for step in reasons.steps) == result.moves
    assert (reasons.start, *(s.target for s in reasons.steps)) == result.states
    so_far = 0
    for step, source in zip(reasons.steps, result.states, strict=False):
        so_far += step.cost
        assert (step.source, step.so_far) == (source, so_far)
        proof = step.proof()
        assert proof.holds
        assert step.clause is not None
        assert step.clause.text in game.book.text
        if game.space == "game":
            before = State(game, step.before)
            assert before.play(step.move) == State(game, step.node)
            assert len(before.legal[game.roles[0]]) == step.choices
        else:
            cost = ", C" if "arc(A, B, Cost)" in game.book.text else ""
            answers = ask(game, f"arc({source}, N{cost})").answers
            found = {(a["N"], a.get("C", "1")) for a in answers}
            assert (step.target, str(step.cost)) in found
            assert len(found) == step.choices
    assert so_far == result.cost
    text = reasons.text()
    assert f"at a cost of {result.cost}." in text
    data = json.loads(json.dumps(reasons.as_json()))
    assert [step["so_far"] for step in data["steps"]][-1] == result.cost
    assert (
        reasons._repr_mimebundle_()["text/html"].count("<tr>") == len(reasons.steps) + 1
    )


def test_steps_that_cost_now_this_now_that() -> None:
    """Two arcs lead from one node to another: the costs add up to that of the path."""
    text = "start(a). is_goal(c). arc(a, b, 5). arc(a, b, 2). arc(b, c, 1). "
    game = ps.load_text(text + "arc(b, c, 4).")
    for result in game.paths(prune="none"):
        if result.found:
            steps = how_path(result).steps
            assert sum(step.cost for step in steps) == result.cost
            assert all(step.proof().holds for step in steps)
    listed = ps.load_text("start(a). is_goal(b). neighbours(a, [c, b]).")
    [step] = how_path(listed.path()).steps
    assert (step.goal, step.choices) == ("neighbours(a, Nodes)", 2)
    assert step.proof().holds
    at_once = how_path(ps.load_text("start(a). is_goal(a). arc(a, b).").path())
    assert at_once.steps == ()
    assert "after 0 steps, at a cost of 0" in at_once.text()
    assert "<table>" not in at_once._repr_mimebundle_()["text/html"]


@pytest.mark.parametrize("tier", TIERS)
def test_why_there_is_no_path(tier: str) -> None:
    space = loaded("water_jugs(wanted=7)")
    reasons = why_no_path(space.path(tier=tier))
    assert reasons.text() == (
        "There is no path: the frontier is empty. The paths from the start lead to "
        "16 nodes, which is all that can be reached; 16 paths were expanded. None of "
        "them ends in a goal."
    )
    seen, waiting = {"jugs(0, 0)"}, ["jugs(0, 0)"]
    while waiting:
        for answer in ask(space, f"arc({waiting.pop()}, N)").answers:
            if answer["N"] not in seen:
                seen.add(answer["N"])
                waiting.append(answer["N"])
    data = json.loads(json.dumps(reasons.as_json()))
    assert data["reached"] == len(seen)
    assert (data["stopped"], data["waiting"]) == ("none", 0)
    with pytest.raises(InputError, match="ask why there is none"):
        how_path(reasons.result)


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("method", ["breadth", "depth", "iterative", "lowest_cost"])
def test_why_a_limit_has_struck(method: str, tier: str) -> None:
    result = loaded("eight_puzzle").path(limit=5, method=method, tier=tier)
    reasons = why_no_path(result)
    data = reasons.as_json()
    assert (data["stopped"], data["limit"], data["expanded"]) == ("limit", 5, 5)
    assert data["waiting"] > 0
    assert f"{data['waiting']} were still waiting in the frontier" in reasons.text()


def test_why_there_is_no_further_path() -> None:
    *found, last = loaded("delivery_robot").paths(prune="cycles")
    text = why_no_path(last).text()
    assert "There is no further path" in text
    assert f"{len(found)} paths were found before" in text
    assert "It is path number 2 that the search found." in how_path(found[1]).text()
    with pytest.raises(InputError, match="a path was found"):
        why_no_path(found[0])


def test_means_of_too_many_parts_are_told_by_their_value(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = loaded("pig").after("throw")
    monkeypatch.setattr("pygame_search.explanation.reasons.best.MOST_PARTS", 5)
    reasons = why_best(state, role="ann", depth=1)
    assert (reasons.variation.leaf, reasons.variation.chance) == (None, None)
    assert "its many moves are not listed here" in reasons.text()


def test_events_that_are_no_cut() -> None:
    state = loaded("helen_and_stavros").initial
    result = state.best(depth=3, record=True)
    call = read_method(result.method)
    cut = cuts(result)[1]
    assert cut_at(state, "helen", call, result.events, cut.step).text() == cut.text()
    with pytest.raises(InputError, match="expected a cutoff as event 1"):
        cut_at(state, "helen", call, result.events, 1)
    events = [["enter", 0, [], 0], ["cutoff", 1, 0, [["take(a)", "noop"]]]]
    with pytest.raises(ValueError, match="one move after another"):
        cut_at(state, "helen", call, events, 2)
    wrong = [list(event) for event in result.events]
    wrong[cut.step - 1][2] = 99
    with pytest.raises(ValueError, match="found the bound 99"):
        cut_at(state, "helen", call, wrong, cut.step)
