"""The first sentence of an explanation: it names what decides, and that is so."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest
from games import loaded

import pygame_search as ps
from pygame_search.explanation.proof_tree import Node
from pygame_search.explanation.proofs import explain

STALEMATE = "move(1, 1, 1, 2); move(2, 3, 2, 2); move(3, 1, 3, 2)"

GAMES = ("hexapawn", "tic_tac_toe", "nim", "chomp", "connect_four")


def positions(game: ps.Game, seed: int, most: int) -> list[ps.State]:
    """Positions of random games, the last of each among them."""
    source = random.Random(seed)
    found: list[ps.State] = []
    while len(found) < most:
        state = game.initial
        line = [state]
        while not state.terminal:
            moves = [source.choice(state.legal[role]) for role in state.legal]
            state = state.play(f"[{', '.join(moves)}]")
            line.append(state)
        found += [line[-1], *source.sample(line, min(2, len(line)))]
    return found


def goals(state: ps.State) -> Iterator[str]:
    """Goals that may hold or not."""
    yield "terminal"
    for role in state.game.players:
        low, high = state.game.ranges[state.game.roles.index(role)]
        yield f"goal({role}, {high})"
        yield f"goal({role}, {low})"
    for role, moves in state.legal.items():
        if "noop" not in moves:
            yield from (f"legal({role}, {move})" for move in moves[:2])


def evidence_of(node: Node) -> Iterator[Node]:
    """The parts of a proof that come from no clause, which its sentence names."""
    bare = node.kind in ("atom", "search") and node.clause is None
    if bare or node.kind in ("fluent", "move", "negation"):
        yield node
    elif node.kind != "test":
        for child in node.children:
            yield from evidence_of(child)
        if node.kind == "count":
            yield node


def failed_of(node: Node) -> list[Node]:
    """The goals at which a goal fails, if they have trees."""
    return [failed for way in (node, *node.children) for failed in way.fails_at]


def goals_of(node: Node) -> list[str]:
    """The goals at which a goal fails."""
    others = [goal for way in (node, *node.children) for goal in way.others]
    return [failed.goal for failed in failed_of(node)] + others


def holds(state: ps.State, goal: str) -> bool:
    return bool(ps.ask(state, goal, limit=1).answers)


@pytest.mark.parametrize("name", GAMES)
def test_where_the_named_reasons_hold_the_goal_holds(name: str) -> None:
    states = positions(loaded(name), 7, 6)
    tested = 0
    for state in states[:4]:
        for goal in goals(state):
            tree = explain(state, goal).tree
            if not tree.holds:
                continue
            evidence = [node.goal for node in evidence_of(tree)]
            assert all(holds(state, one) for one in evidence), goal
            for other in states:
                over = goal.startswith("legal") and other.terminal
                if not over and all(holds(other, one) for one in evidence):
                    assert holds(other, goal), (goal, evidence)
                    tested += 1
    assert tested


def named_failures(node: Node) -> Iterator[str]:
    """The goals at which the goals of a chain fail, as the sentence follows them."""
    while True:
        yield from goals_of(node)
        found = failed_of(node)
        if len(found) != 1 or not failed_of(found[0]):
            return
        node = found[0]


@pytest.mark.parametrize("name", GAMES)
def test_what_a_goal_is_said_to_fail_at_does_not_hold(name: str) -> None:
    tested = 0
    for state in positions(loaded(name), 11, 3):
        for goal in goals(state):
            tree = explain(state, goal).tree
            if tree.holds or "the game is over" in tree.reason:
                continue
            for failed in named_failures(tree):
                assert not holds(state, failed), (goal, failed)
                tested += 1
    assert tested


@pytest.mark.parametrize(
    "name", [*GAMES[:-1], pytest.param(GAMES[-1], marks=pytest.mark.slow)]
)
def test_without_a_named_fluent_the_reason_is_another(name: str) -> None:
    tested = 0
    for state in positions(loaded(name), 3, 4):
        for goal in goals(state):
            tree = explain(state, goal).tree
            if not tree.holds:
                continue
            for node in evidence_of(tree):
                if node.kind != "fluent":
                    continue
                gone = node.goal.removeprefix("true(").removesuffix(")")
                facts = [fact for fact in state.facts if fact != gone]
                if not facts:
                    continue
                without = state.game.state(f"[{', '.join(facts)}]")
                if goal.startswith("legal") and without.terminal:
                    continue
                after = explain(without, goal)
                if after.holds:
                    left = evidence_of(after.tree)
                    assert node.goal not in [n.goal for n in left]
                tested += 1
    assert tested


def test_the_stalemate_of_the_lecture_names_each_pawn_and_what_blocks_it() -> None:
    found = explain(loaded("hexapawn").after(STALEMATE), "terminal")
    assert found.sentence == (
        "the game is over because white has won, as black cannot move and "
        "true(control(black)) holds."
    )
    blocked = explain(loaded("hexapawn").after(STALEMATE), "can_move(black)")
    assert blocked.sentence == (
        "black cannot move: legal(black, _) fails at to(black, 1, 2, C1), "
        "to(black, 2, 1, C1) and to(black, 3, 2, C1)."
    )
    assert found.text().startswith(found.sentence)
    text = found.text(all_tries=True)
    for blocker in ("occupied(1, 2)", "occupied(2, 1)", "occupied(3, 2)"):
        assert f"fails at \\+ {blocker}  can be proved" in text
    failing = [node for node in found.tree.walk() if node.also]
    assert [n.bindings[0] for n in failing[0].also] == [("C", "2"), ("C", "3")]


def test_what_comes_near_is_told_of_facts_alone() -> None:
    state = loaded("hexapawn").initial
    for goal in ("legal(white, move(1, 1, 2, 2))", "terminal", "opponent(white, red)"):
        for node in explain(state, goal).tree.walk():
            for near in node.near:
                assert explain(state, near).tree.children == ()


@pytest.mark.parametrize(
    ("name", "goal", "sentence"),
    [
        ("hexapawn", "column(3)", "holds by the clauses alone"),
        ("hexapawn", "true(control(white))", "holds in the position."),
        ("hexapawn", "2 < 1", "2 < 1 does not hold."),
        ("hexapawn", "\\+ role(white)", "does not hold: role(white) holds."),
        ("nim", "terminal", "the game goes on: stones are left."),
        ("tic_tac_toe", "line(x)", "fails at each of 36 counts, one of which has no"),
        ("tic_tac_toe", "legal(o, noop)", "o has no legal move, and the game is not"),
        ("tic_tac_toe", "open, line(x)", "line(x)"),
        ("tic_tac_toe", "legal(z, M)", "z is not a role; the roles are x, o."),
        (
            "tic_tac_toe",
            "legal(o, mark(1, 1))",
            "it fails at true(control(o)), which does not hold in the position.",
        ),
    ],
)
def test_the_sentence_fits_the_goal(name: str, goal: str, sentence: str) -> None:
    found = explain(loaded(name).initial, goal)
    assert sentence in found.sentence
    assert found.sentence.endswith(".")
    assert found.as_json()["sentence"] == found.sentence


def test_many_tries_are_cut_short_with_a_word() -> None:
    text = """role(r). init(at(0)).
    legal(r, go) :- true(at(0)). next(at(1)) :- does(r, go).
    terminal :- true(at(1)). goal(r, 1). big(N) :- true(at(N)), N > 5.
    some :- between(1, 20, N), big(N)."""
    found = explain(ps.load_text(text, name="many.pl").initial, "some")
    assert "fails at big(1), big(2), big(3), big(4) and 16 more" in found.sentence
    assert "... and 12 more; --all shows them" in found.text(20)
    assert re.search(r"\n\d+ goals are left out here; --all", found.text())
    assert "big(20)" not in found.text()
    assert "big(20)" in found.text(all_tries=True)
    assert len(found.as_json()["whynot"]["children"][0]["also"]) == 19
