"""How the answers of searches come about, down to the clauses of the game."""

from __future__ import annotations

import re
from itertools import product
from typing import Any

import pytest
from games import loaded

import pygame_search as ps
from pygame_search.explanation.proof_tree import Node
from pygame_search.explanation.reasons import other_paths
from pygame_search.explanation.searches import steps as search_steps
from pygame_search.explanation.searches.steps import explain
from pygame_search.search.best import best
from pygame_search.session.walk import Walk
from pygame_search.support.errors import LimitError

LECTURE = "move(1, 1, 1, 2)"


def worth(node: Node) -> float:
    """What the reason of a step says that it is worth."""
    return float(node.reason.split("worth ")[1].split()[0])


def checked(state: ps.State, role: str, depth: int, node: Node) -> int:
    """Check a step against the values of the lecture's minimax; return their number."""
    name = "expectimax" if "random" in state.game.roles else "minimax"
    program = ps.lecture(name)
    answer = program.ask("value", state, role=role, depth=depth)
    assert answer is not None
    assert answer.value is not None
    assert worth(node) == pytest.approx(answer.value, rel=1e-4)
    node = node.opened()
    if node.kind == "leaf":
        assert all(child.holds for child in node.children)
        return 1
    values = [worth(child) for child in node.children]
    which = {
        "greatest": max(values),
        "least": min(values),
        "mean": sum(values) / len(values),
    }
    [word] = [one for one in which if f"the {one} over" in node.reason]
    assert worth(node) == pytest.approx(which[word], rel=1e-4)
    moves = [child.goal.split("; ")[-1] for child in node.children]
    pairs = zip(node.children, moves, strict=True)
    return 1 + sum(
        checked(state.play(move), role, depth - 1, child) for child, move in pairs
    )


@pytest.mark.parametrize(
    ("game", "after", "plies"),
    [
        ("hexapawn", LECTURE, 3),
        ("tic_tac_toe", "mark(2, 2); mark(1, 1); mark(3, 3)", 2),
        ("nim(heaps=[1, 2])", "", 3),
        ("pig(sides=3, target=5, turns=1)", "", 2),
    ],
)
def test_each_step_is_worth_what_the_lecture_says(
    game: str, after: str, plies: int
) -> None:
    state = ps.load(game).initial
    for move in filter(None, after.split("; ")):
        state = state.play(move)
    [role] = state.to_move
    for move in state.legal[role]:
        tree = explain(state, f"minimax({plies}, {move}, V)").tree
        assert tree.holds
        moves = state.play(move)
        first = tree.goal.rpartition(", ")[2].removesuffix(")")
        assert float(first) == pytest.approx(worth(tree), rel=1e-4)
        if not moves.terminal and plies > 1:
            assert checked(moves, role, plies - 1, tree) >= 2


def test_the_values_of_the_lecture_stand_at_the_leaves() -> None:
    state = loaded("hexapawn").after(LECTURE)
    found = [
        [worth(child) for child in explain(state, goal).tree.opened().children]
        for goal in (f"minimax(2, {move}, V)" for move in state.legal["black"])
    ]
    assert found == [[0, 1, 1], [-1, -10], [-10, 0, -1]]
    text = explain(state, "minimax(2, move(2, 3, 2, 2), V)").text(4)
    assert "2: goal(black, -10)  [hexapawn.pl:39]" in text
    assert "feature(black, pawn, I), 2)" in text


def test_a_best_move_has_all_moves_below_it() -> None:
    state = loaded("hexapawn").after(LECTURE)
    found = explain(state, "best_move(black, M, V)")
    assert "value 10, searched to the end of the game: the greatest" in found.sentence
    below = found.tree.opened().children
    assert [child.goal for child in below] == list(state.legal["black"])
    assert [worth(child) for child in below] == [10, -10, -10]


@pytest.mark.parametrize(
    ("goal", "sentence"),
    [
        (
            "minimax(2, move(2, 3, 1, 2), 5)",
            "is worth 0 to black, an estimate, not 5: the least",
        ),
        ("minimax(2, M, 7)", "no move of black is worth 7"),
        ("minimax(2, move(9, 9, 9, 9), V)", "is not legal here"),
        ("best_move(black, M, 3)", "the best move is worth 10, not 3"),
        (
            "best_move(black, move(3, 3, 3, 2), V)",
            "is worth -10 to black, and move(2, 3, 1, 2) is worth 10 to black",
        ),
    ],
)
def test_why_a_move_has_another_value(goal: str, sentence: str) -> None:
    found = explain(loaded("hexapawn").after(LECTURE), goal)
    assert not found.holds
    assert sentence in found.sentence


@pytest.mark.parametrize(
    ("space", "goal", "sentence"),
    [
        ("delivery_robot", "path(a_star, P)", "3 steps to a goal, at a cost of 16"),
        (
            "delivery_robot",
            "path(breadth, [mail_room, lounge])",
            "its end is no goal; the search first finds [mail_room, lounge, terrace",
        ),
        (
            "delivery_robot",
            "path(breadth, [mail_room, laboratory])",
            "step 1, mail_room-laboratory, cannot be made, 3 other steps can",
        ),
        ("delivery_robot", "path(breadth, [lounge])", "the search starts at mail_room"),
        ("eight_puzzle", "path(a_star, P)", "2 steps to a goal, at a cost of 2"),
        (
            "river_crossing",
            "path(breadth, [cross(goat)])",
            "its end is no goal; the search first finds [cross(goat), cross(nobody),",
        ),
        ("water_jugs(wanted=7)", "path(breadth, P)", "the frontier is empty"),
    ],
)
def test_paths(space: str, goal: str, sentence: str) -> None:
    game = ps.load(space)
    found = explain(game if game.space == "book" else game.initial, goal)
    assert sentence in found.sentence
    for step in found.tree.opened().children if found.holds else ():
        [proof] = step.opened().children
        assert proof.holds
        assert proof.clause is not None


ROUND = "[mail_room, lounge, mail_room, corridor_west, corridor_east, laboratory]"
LONG = "[mail_room, store, office, corridor_west, corridor_east, laboratory]"


@pytest.mark.parametrize(
    ("space", "goal", "sentence"),
    [
        (
            "delivery_robot",
            f"path(depth, {ROUND})",
            "its part [mail_room, lounge, mail_room] is pruned as a cycle: it comes "
            "back to mail_room; the search first finds",
        ),
        (
            "delivery_robot",
            f"path(iterative, {ROUND})",
            "its part [mail_room, lounge, mail_room] is pruned as a cycle",
        ),
        (
            "delivery_robot",
            f"path({LONG})",
            "its part [mail_room, store, office, corridor_west] is pruned: [mail_room, "
            "corridor_west] had come to corridor_west before at a cost of 4, and this "
            "costs 20",
        ),
        ("delivery_robot", "path([mail_room, X])", "no path that the search finds has"),
        ("delivery_robot", "path([])", "the path is empty, and the search starts at"),
        (
            "river_crossing",
            "path([cross(goat), cross(goat), cross(goat)])",
            "its end is no goal",
        ),
        ("water_jugs(wanted=7)", "path([jugs(0, 0), jugs(9, 9)])", "cannot be made"),
    ],
)
def test_why_a_path_is_not_found(space: str, goal: str, sentence: str) -> None:
    game = ps.load(space)
    found = explain(game if game.space == "book" else game.initial, goal)
    assert not found.holds
    assert sentence in found.sentence


def test_a_path_as_dear_as_the_one_found_is_pruned_whole() -> None:
    game = ps.load_text(
        "start(a). is_goal(d). arc(a, b). arc(a, c). arc(b, d). arc(c, d).", name="d.pl"
    )
    assert explain(game, "path([a, c, d])").sentence.endswith(
        "it leads to a goal, but it is pruned: [a, b, d] had come to d before at a "
        "cost of 2, and this costs 2; the search first finds [a, b, d]."
    )


def test_a_path_that_is_pruned_late_is_followed_as_far_as_is_looked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(other_paths, "RECORDED", 1)
    found = explain(loaded("delivery_robot"), f"path({LONG})")
    assert "not among the first 1 paths that it expands" in found.sentence
    assert "where it comes as far as [mail_room, store];" in found.sentence


def test_a_step_that_cannot_be_made_shows_the_clauses_that_would_make_it() -> None:
    tree = explain(loaded("delivery_robot"), "path([mail_room, office])").tree
    [arc] = tree.children
    assert [clause.fails_at[0].goal for clause in arc.children] == [
        "door(mail_room, office, Cost)",
        "door(office, mail_room, Cost)",
    ]
    listed = ps.load_text(
        "start(a). is_goal(c). neighbours(a, [b]). neighbours(b, [c]).", name="n.pl"
    )
    [nodes] = explain(listed, "path([a, c])").tree.children
    assert nodes.goal == "neighbours(a, [b])"


def test_a_move_that_cannot_be_made_later_is_explained_where_it_fails() -> None:
    start = loaded("river_crossing").initial
    [after] = explain(start, "path([cross(goat), cross(wolf)])").tree.children
    assert after.goal == "cross(goat)"
    [leaf] = after.children
    assert leaf.goal == "legal(ferryman, cross(wolf))"
    assert not leaf.holds
    [first] = explain(start, "path([cross(bus)])").tree.children
    assert first.goal == "legal(ferryman, cross(bus))"


def test_another_path_is_explained_by_its_own_steps() -> None:
    game = loaded("delivery_robot")
    goal = "path(breadth, [mail_room, corridor_west, corridor_east, laboratory])"
    found = explain(game, goal)
    assert found.sentence.startswith(
        f"{goal} holds: 3 steps to a goal, at a cost of 16"
    )


def test_a_walk_opens_one_level_at_a_time() -> None:
    state = loaded("hexapawn").after(LECTURE)
    walk = Walk(explain(state, "minimax(2, M, V)"))
    assert "3: move(2, 3, 1, 2); move(3, 1, 3, 2)  worth 1" in walk.text()
    assert "feature" not in walk.text()
    assert "1: count(I, feature(black, pawn, I), 2)  2 instances ..." in walk.answer(
        "1"
    )
    assert "1: feature(black, pawn, 1-3)  [hexapawn.pl:59]" in walk.answer("1")


def test_levels_and_many_moves_are_cut_short_with_a_word() -> None:
    state = loaded("tic_tac_toe").initial
    found = explain(state, "minimax(2, mark(1, 1), V)")
    assert found.text(1).endswith(" ...")
    assert "  1: mark(1, 1); mark(1, 2)  worth 0 to x" in found.text(2)
    many = explain(state, "minimax(2, M, 7)")
    assert "... and 1 more; --all shows them" in many.text(2)
    assert many.as_json()["whynot"]["children"]


def plain(state: ps.State, role: str, depth: int) -> int:
    """Return what a position is worth if the others know the move of the role."""
    if state.terminal or depth == 0:
        return (state.goals[role] or 0) if state.terminal else 0
    worst: dict[str, int] = {}
    index = state.game.roles.index(role)
    for joint in product(*state.legal.values()):
        value = plain(state.play(f"[{', '.join(joint)}]"), role, depth - 1)
        worst[joint[index]] = min(worst.get(joint[index], value), value)
    return max(worst.values())


def opened_at_once(state: ps.State, role: str, depth: int, node: Node) -> int:
    """Check a node in which all move at once; return how many nodes are below it."""
    assert worth(node) == plain(state, role, depth)
    node = node.opened()
    if node.kind == "leaf":
        return 1
    assert "the greatest over" in node.reason
    assert worth(node) == max(map(worth, node.children))
    count = 0
    for own in node.children:
        replies = own.opened().children
        assert worth(own) == min(map(worth, replies))
        assert len(replies) == len(state.legal["bob"])
        for reply in replies:
            after = state.play(reply.goal.split("; ")[-1])
            count += 1 + opened_at_once(after, role, depth - 1, reply)
    return count


def test_roles_that_move_at_once_are_opened_by_the_reply() -> None:
    start = loaded("goofspiel(cards=3)").initial
    tree = explain(start, "minimax(3, bid(2), V)").tree
    assert "the least over 3 replies of bob" in tree.reason
    count = 0
    for reply in tree.opened().children:
        after = start.play(reply.goal)
        count += opened_at_once(after, "ann", 2, reply)
    assert count == 3 * 4 * 3
    best_move = explain(loaded("rock_paper_scissors").initial, "best_move(M)").tree
    assert best_move.reason == (
        "value -1, searched to the end of the game: the greatest of 3 moves, if the "
        "others know the move of ann"
    )
    assert [worth(move) for move in best_move.opened().children] == [-1, -1, -1]


def test_a_move_refuted_at_once_is_compared_with_the_best() -> None:
    start = loaded("goofspiel(cards=3)").initial
    tree = explain(start, "best_move(bid(1))").tree
    assert not tree.holds
    assert tree.reason.startswith("bid(1) is worth")


@pytest.mark.parametrize(
    ("goal", "sentence"),
    [
        (
            "best_move(M)",
            "best_move(move(2, 3, 1, 2)) holds: value 10, searched to the end",
        ),
        ("best_move(move(3, 3, 3, 2))", "is worth -10 to black, and move(2, 3, 1, 2)"),
    ],
)
def test_the_short_form_of_a_best_move(goal: str, sentence: str) -> None:
    assert sentence in explain(loaded("hexapawn").after(LECTURE), goal).sentence


CUT = re.compile(
    r"; cut: after (?P<move>\S.*) (?P<who>\w+) has (?P<reply>\S.*), worth at most "
    r"(?P<most>-?\d+) to (?P<role>\w+), and \w+ already has (?P<sure>-?\d+)"
    r" by (?P<instead>\S.*)\.$"
)


def test_a_move_that_was_cut_names_the_bound() -> None:
    state = loaded("hexapawn").after(LECTURE)
    assert explain(state, "best_move(move(2, 3, 2, 2))").sentence.endswith(
        "cut: after move(2, 3, 2, 2) white has move(3, 1, 2, 2), worth at most 10 to "
        "black, and black already has 10 by move(2, 3, 1, 2)."
    )


@pytest.mark.parametrize(
    ("name", "least"), [("nim(heaps=[1, 2])", 1), ("nim(heaps=[2, 2])", 1)]
)
def test_the_bounds_of_cuts_are_true(name: str, least: int) -> None:
    state = loaded(name).initial
    [role] = state.to_move
    cut_off = 0
    for move in state.legal[role]:
        found = explain(state, f"best_move({move})")
        cut = CUT.search(found.sentence)
        if found.holds or cut is None:
            continue
        cut_off += 1
        assert cut["move"] == move
        replied = state.play(move).play(cut["reply"])
        exact = best(replied, role=role, method="minimax(sooner=false)").value
        instead = best(
            state.play(cut["instead"]), role=role, method="minimax(sooner=false)"
        ).value
        assert exact is not None
        assert exact <= int(cut["most"]) <= int(cut["sure"])
        assert instead == int(cut["sure"])
    assert cut_off >= least


def test_a_recorded_search_that_is_too_much_work_names_no_bound(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def limited(*args: Any, record: bool = False, **given: Any) -> Any:
        if record:
            raise LimitError("too much", "too_much_work")
        return best(*args, **given)

    monkeypatch.setattr(search_steps, "best", limited)
    sentence = explain(
        loaded("hexapawn").after(LECTURE), "best_move(move(2, 3, 2, 2))"
    ).sentence
    assert "white replies to" in sentence
    assert "cut:" not in sentence


def test_a_move_as_good_as_the_best_says_what_decides() -> None:
    found = explain(loaded("hexapawn").initial, f"best_move({LECTURE})")
    assert "of moves worth the same, a sooner win or a later loss is" in found.sentence


def test_the_short_form_of_a_path_is_breadth_first() -> None:
    game = loaded("delivery_robot")
    short, long = (ps.ask(game, f"path({m}P)").answers for m in ("", "breadth, "))
    assert short == long
    assert "3 steps to a goal, at a cost of 27" in explain(game, "path(P)").sentence


def test_a_relation_of_the_file_with_such_a_name_is_proved() -> None:
    text = """role(r). init(at(0)). legal(r, go) :- true(at(0)).
    next(at(1)) :- does(r, go). terminal :- true(at(1)). goal(r, 1).
    path(a, b) :- true(at(0))."""
    state = ps.load_text(text, name="own.pl").initial
    held = explain(state, "path(a, X)")
    assert held.sentence == "path(a, b) holds because true(at(0)) holds."
    assert not explain(state, "path(b, X)").holds


def test_a_best_move_does_not_depend_on_the_clock() -> None:
    start = loaded("connect_four(columns=5, rows=5)").initial
    goal = "best_move(x, M, V)"
    [answer] = ps.ask(start, goal).answers
    method = "deepening(nodes=10000)"
    found = start.best(role="x", method=method, tier="clauses")
    assert found.stopped == "nodes"
    assert answer == {"M": found.move, "V": f"{found.value:g}"}
    said = explain(start, goal).sentence
    assert f"estimate 0, {found.depth} plies deep, where the game may go on" in said


PIG = "pig(turns=1, target=4, sides=3)"


@pytest.mark.parametrize(
    ("goal", "words"),
    [
        ("minimax(1, M, V)", "ann is not to move; the position is worth"),
        ("best_move(ann, M, V)", "the mean over 3 moves of random"),
        ("minimax(1, M, 99)", ", not 99: the mean over 3 moves of random"),
        ("minimax(1, throw, V)", "throw is not legal here"),
    ],
)
def test_where_chance_moves_its_mean_is_explained(goal: str, words: str) -> None:
    state = loaded(PIG).after("throw")
    assert state.to_move == ("random",)
    found = explain(state, goal)
    assert words in found.sentence
    if found.holds:
        below = found.tree.opened().children
        assert [child.goal for child in below] == list(state.legal["random"])
        assert sum(map(worth, below)) / 3 == pytest.approx(worth(found.tree), abs=1e-4)


@pytest.mark.parametrize(
    "goal", ["best_move(move(3, 3, 3, 2))", "minimax(2, move(2, 3, 2, 2), 7)"]
)
def test_the_reply_that_refutes_a_move_is_named(goal: str) -> None:
    state = loaded("hexapawn").after("move(1, 1, 1, 2)")
    sentence = explain(state, goal).sentence
    found = re.search(r"white replies to (move\(.*\)) with (move\(.*\))", sentence)
    assert found is not None
    move, reply = found.groups()
    following = state.play(move).play(reply)
    assert following.terminal
    assert following.goals["black"] == -10
