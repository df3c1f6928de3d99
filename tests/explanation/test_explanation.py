"""How and whynot: what an independent checker accepts, in every form."""

from __future__ import annotations

import dataclasses
import json
import random
from pathlib import Path
from xml.etree import ElementTree

import proofs
import pytest
from click.testing import CliRunner, Result
from games import loaded
from games.every import with_roles

import pygame_search as ps
from pygame_search.cli.app import command
from pygame_search.explanation import questions
from pygame_search.explanation.proof_text import proof_text
from pygame_search.explanation.proof_tree import Node
from pygame_search.explanation.proofs import explain
from pygame_search.model.rules import convert_book, gdl
from pygame_search.rules.rulebook import Rulebook
from pygame_search.support.errors import InputError, LimitError, MoveError

#: A walk along edges, with a relation that asks for itself first.
WALK = """\
role(walker).
init(at(a)).
edge(a, b). edge(b, c). edge(c, a). edge(c, d). edge(x, y).
legal(walker, go(N)) :- true(at(M)), edge(M, N).
next(at(N)) :- does(walker, go(N)).
terminal :- true(at(d)).
goal(walker, 1) :- terminal.
goal(walker, 0) :- \\+ terminal.
way(M, N) :- way(M, K), edge(K, N).
way(M, N) :- edge(M, N).
even(M) :- true(at(M)).
even(N) :- odd(M), edge(M, N).
odd(N) :- even(M), edge(M, N).
small(N) :- between(0, 9, N), ( N < 3 ; N > 7, N =\\= 8 ).
lonely(N) :- edge(N, _), \\+ reached(N), count(M, edge(N, M), 1), N \\== a.
reached(N) :- edge(_, N).
"""


@pytest.fixture(scope="module")
def walk() -> ps.State:
    return ps.load_text(WALK, name="walk.pl").initial


def goals(node: Node) -> list[str]:
    return [below.goal for below in node.walk()]


# ---- checked independently ---------------------------------------------------

#: Games whose proofs take more than a second.
LONG = ("chess", "sokoban")

#: Games with words that the checker of proofs does not have: histories, and `include`.
OTHER_WORDS = (
    "blind_tic_tac_toe",
    "go",
    "goofspiel_hidden",
    "international_draughts",
    "kriegspiel_tic_tac_toe",
    "losers_chess",
    "threefold_chess",
)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.slow) if name in LONG else name
        for name in with_roles()
        if name not in OTHER_WORDS
    ],
)
def test_legal_moves_have_proofs_and_illegal_ones_refutations(name: str) -> None:
    found, refuted, complaint = proofs.check_game(name, 2, seed=5)
    assert found
    assert refuted
    assert complaint == ""


def corrupted(tree: Node, what: str) -> Node:
    """The same tree, with something wrong in it."""
    if what == "clause" and tree.clause:
        clause = dataclasses.replace(tree.clause, line=tree.clause.line + 1)
        return dataclasses.replace(tree, clause=clause)
    if what == "goal":
        return dataclasses.replace(tree, goal=tree.goal.replace("1", "2"))
    if what == "child":
        return dataclasses.replace(tree, children=tree.children[1:])
    if what == "leaf":
        last = dataclasses.replace(tree.children[-1], goal="true(cell(1, 1, black))")
        return dataclasses.replace(tree, children=(*tree.children[:-1], last))
    [tried] = tree.children
    failed = dataclasses.replace(tried.failed or tried, goal="true(control(white))")
    tried = dataclasses.replace(tried, failed=failed)
    return dataclasses.replace(tree, children=(tried,))


@pytest.mark.parametrize("what", ["clause", "goal", "child", "leaf", "failed"])
def test_the_checker_refuses_what_is_wrong(what: str) -> None:
    state = loaded("hexapawn").initial
    goal = "legal(white, move(1, 1, 1, 2))"
    if what == "failed":
        goal = "legal(black, move(1, 3, 1, 2))"
    right = explain(state, goal)
    wrong = dataclasses.replace(right, tree=corrupted(right.tree, what))
    assert proofs.checked(state.game, [(state, [right])]) == ""
    assert proofs.checked(state.game, [(state, [wrong])]) != ""


# ---- proofs ------------------------------------------------------------------


def test_a_relation_that_asks_for_itself_rests_on_what_came_before(
    walk: ps.State,
) -> None:
    tree = explain(walk, "way(a, d)").tree
    assert [n.goal for n in tree.walk() if n.goal.startswith("way")] == [
        "way(a, d)", "way(a, c)", "way(a, b)",
    ]  # fmt: skip
    below = explain(walk, "even(d)").tree
    chain = [goal for goal in goals(below) if goal[:3] in ("eve", "odd")]
    assert len(chain) == len(set(chain))
    assert chain[-1] == "even(a)"


@pytest.mark.parametrize("seed", range(5))
def test_no_goal_rests_on_itself(seed: int) -> None:
    source = random.Random(seed)
    edges = {(source.randrange(6), source.randrange(6)) for _ in range(10)}
    facts = " ".join(f"arrow({a}, {b})." for a, b in edges)
    rules = f"""{WALK} {facts}
    joined(M, N) :- ( joined(N, M) ; joined(M, K), joined(K, N) ; arrow(M, N) )."""
    state = ps.load_text(rules).initial
    for found in ps.ask(state, "joined(M, N)", limit=100).answers:
        tree = explain(state, f"joined({found['M']}, {found['N']})").tree
        assert not repeated(tree, ())
        assert all(node.goal.startswith("arrow") for node in leaves(tree))


def repeated(node: Node, above: tuple[str, ...]) -> bool:
    """Whether a goal stands below itself; a disjunction is a goal of its own."""
    return node.goal in above or any(
        repeated(child, (*above, node.goal)) for child in node.children
    )


def leaves(node: Node) -> list[Node]:
    return [below for below in node.walk() if not below.below]


def test_a_clause_is_where_it_stands(walk: ps.State) -> None:
    tree = explain(walk, "legal(walker, go(b))").tree
    assert tree.clause is not None
    assert (tree.clause.file, tree.clause.line) == ("walk.pl", 4)
    assert tree.clause.text == WALK.splitlines()[3].removesuffix(".")
    assert [node.clause and node.clause.line for node in tree.children] == [None, 3]


@pytest.mark.parametrize(
    ("goal", "below"),
    [
        ("small(2)", ["between(0, 9, 2)", "2 < 3 ; 2 > 7, 2 =\\= 8", "2 < 3"]),
        ("small(9)", ["9 > 7", "9 =\\= 8"]),
        ("lonely(x)", ["\\+ reached(x)", "count(M, edge(x, M), 1)", "edge(x, y)"]),
        ("\\+ terminal", ["terminal", "true(at(d))"]),
        ("edge(a, X), edge(X, c)", ["edge(a, b)", "edge(b, c)"]),
        ("( terminal ; edge(a, X) )", ["edge(a, b)"]),
        ("count(X, edge(X, _), 4)", ["edge(a, _)", "edge(c, _)"]),
        ("true(at(X)), X \\== b", ["true(at(a))", "a \\== b"]),
    ],
)
def test_how_each_kind_of_goal_holds(
    walk: ps.State, goal: str, below: list[str]
) -> None:
    found = explain(walk, goal)
    assert found.holds
    shown = "\n".join(goals(found.tree)).replace("( ", "").replace(" )", "")
    for one in below[:2]:
        assert one.split("_")[0] in shown


def test_answers_are_explained_one_by_one(walk: ps.State) -> None:
    first, third = (explain(walk, "edge(X, Y)", answer=n) for n in (1, 3))
    assert (first.tree.goal, third.tree.goal) == ("edge(a, b)", "edge(c, a)")
    with pytest.raises(InputError, match="no answer number 6"):
        explain(walk, "edge(X, Y)", answer=6)
    with pytest.raises(InputError, match="counted from 1"):
        explain(walk, "edge(X, Y)", answer=0)


def test_a_step_can_be_explained(walk: ps.State) -> None:
    tree = explain(walk, "next(at(N))", move="go(b)").tree
    assert goals(tree) == ["next(at(b))", "does(walker, go(b))"]
    assert not explain(walk, "next(at(c))", move="go(b)").holds
    with pytest.raises(InputError, match="depends on a move"):
        explain(walk, "next(at(b))")
    with pytest.raises(MoveError, match="not legal here"):
        explain(walk, "next(at(b))", move="go(d)")


def test_who_cannot_move_does_noop() -> None:
    tree = explain(loaded("tic_tac_toe").initial, "legal(o, noop)").tree
    assert "no legal move" in tree.reason
    assert not tree.children[0].holds


def test_searches_are_told_as_such() -> None:
    tree = explain(loaded("tic_tac_toe").initial, "perft(1, N)").tree
    assert tree.holds
    assert "search" in tree.reason


# ---- refutations -------------------------------------------------------------


def failed(state: ps.State, goal: str) -> tuple[Node, Node]:
    """The first clause that was tried for a goal, and what failed there."""
    tree = explain(state, goal).tree
    assert not tree.holds
    clause = tree.children[0]
    assert clause.failed is not None
    return clause, clause.failed


def test_the_first_goal_that_fails_is_named(walk: ps.State) -> None:
    clause, goal = failed(walk, "legal(walker, go(d))")
    assert goal.goal == "edge(a, d)"
    assert goal.near == ("edge(a, b)", "edge(c, d)")
    assert clause.bindings == (("N", "d"), ("M", "a"))
    assert clause.held == ("true(at(a))",)
    assert clause.clause is not None
    assert clause.clause.line == 4


@pytest.mark.parametrize(
    "goal",
    [
        "edge(M, M)",
        "way(M, a), M \\== c, M \\== b, M \\== a",
        "( edge(M, M) ; even(z) )",
    ],
)
def test_what_fails_has_the_variables_of_the_question(
    walk: ps.State, goal: str
) -> None:
    found = explain(walk, goal)
    assert (found.holds, found.tree.goal) == (False, goal)
    for node in found.tree.walk():
        if not node.holds and node.clause is None:
            assert ps.ask(walk, node.goal).answers == ()


def test_what_was_tried_besides_is_counted(walk: ps.State) -> None:
    clause, goal = failed(walk, "way(b, y)")
    assert clause.as_json()["others"] == list(clause.others)
    assert "others" not in explain(walk, "edge(a, b)").tree.as_json()
    assert {goal.goal, *clause.others} == {
        f"edge({node}, y)" for node in "abcd"
    }  # fmt: skip


@pytest.mark.parametrize(
    ("goal", "words"),
    [
        ("terminal", "does not hold in the position"),
        ("\\+ edge(a, b)", "can be proved"),
        ("edge(q, q)", "none of 5 clauses has such a head"),
        ("count(X, edge(X, _), 3)", "has 4 instances, not 3"),
        ("X is 2 + 2, X =:= 5", "this is not so"),
        ("5 =:= 2 + 2", "the values are 5 and 4"),
        ("5 is 2 + 2", "it is 4, not 5"),
        ("between(1, 3, 4)", "4 is not from 1 to 3"),
        ("edge(a, X), X \\== b", "they are the same"),
        ("a = b", "they are different"),
        ("f(X, a) = f(b, X)", "they are different"),
        ("edge(a, X), f(X) == g(X)", "they are different"),
        ("edge(b, X), ( X = a ; X = d )", "they are different"),
        ("2 < 1", "this is not so"),
        ("( edge(b, a) ; edge(d, a) )", "none of the alternatives holds"),
        ("legal(runner, go(b))", "runner is not a role; the roles are walker"),
    ],
)
def test_why_each_kind_of_goal_fails(walk: ps.State, goal: str, words: str) -> None:
    found = explain(walk, goal)
    assert not found.holds
    assert words in [node.reason for node in found.tree.walk()]
    assert words in proof_text(found.tree)


@pytest.mark.parametrize(
    ("goal", "sentence"),
    [
        ("a = b", "a == b does not hold: they are different."),
        (
            "edge(a, X), X = d",
            "edge(a, d) does not hold: none of 5 clauses has such a ",
        ),
        ("X = f(X)", "any == f(any) does not hold: they are different."),
        ("\\+ a = b", "a \\== b holds."),
    ],
)
def test_an_equation_is_explained_by_its_sides(
    walk: ps.State, goal: str, sentence: str
) -> None:
    told = explain(walk, goal).text()
    assert told.startswith(sentence)
    assert "never" not in told


@pytest.mark.parametrize(
    ("goal", "words"),
    [
        ("legal(P, M)", "a state space has arcs, not legal moves."),
        ("arc(a, X), legal(p, X)", "a state space has arcs, not legal moves"),
        ("does(P, M)", "a state space has arcs, not moves."),
        ("true(a)", "a state space has nodes, not positions in which facts hold."),
        (
            "terminal",
            "a state space has no end of play: is_goal(Node) gives its goals.",
        ),
        (
            "goal(P, V)",
            "a state space has no goal values: is_goal(Node) gives its goals.",
        ),
        ("role(P)", "a state space has no roles."),
    ],
)
def test_a_state_space_has_no_relations_of_games(goal: str, words: str) -> None:
    space = ps.load_text("start(a).\nis_goal(b).\narc(a, b).\n")
    assert f": {words}" in explain(space.initial, goal).text()
    assert not space.initial.ask(goal).answers


def test_nobody_moves_when_the_game_is_over(walk: ps.State) -> None:
    over = walk.game.after("go(b); go(c); go(d)")
    tree = explain(over, "legal(walker, M)").tree
    assert tree.reason == "the game is over, and nobody can move"
    assert goals(tree.children[0]) == ["terminal", "true(at(d))"]


def test_a_relation_without_clauses_is_told_in_a_rule_sheet() -> None:
    text = """(role r) (init (s 1)) (<= (legal r go) (true (s 1)) (never x))
        (<= (next (s 1)) (does r go)) (<= terminal (not (true (s 1))))
        (<= (goal r 100) (true (s 1)))"""
    state = ps.load_text(text, name="sheet.kif").initial
    found = explain(state, "(legal r go)")
    assert "no clause defines never/1" in found.text()
    assert "(legal r go)" in found.text()


def test_the_nearest_try_of_a_count_comes_first() -> None:
    state = loaded("tic_tac_toe").after("mark(1, 1); mark(3, 3); mark(2, 1)")
    clause, goal = failed(state, "line(x)")
    assert goal.reason == "has 2 instances, not 3"
    assert clause.others


# ---- forms -------------------------------------------------------------------


def test_levels_and_repetitions_are_marked() -> None:
    state = loaded("othello").initial
    found = explain(state, "legal(x, place(3, 4))")
    assert len(found.text(1).splitlines()) == 3
    assert found.text(1).endswith(" ...")
    assert "as above" in found.text()
    assert len(found.text().splitlines()) < len(list(found.tree.walk()))


def test_pictures_and_pages(walk: ps.State) -> None:
    for goal in ("way(a, d)", "legal(walker, go(d))", "edge(a, X), edge(X, Y)"):
        found = explain(walk, goal)
        picture = ElementTree.fromstring(found._repr_mimebundle_()["image/svg+xml"])
        rows = [e for e in picture.iter() if e.tag.endswith("circle")]
        assert len(rows) == len(list(found.tree.walk()))
        page = ElementTree.fromstring(found._repr_mimebundle_()["text/html"])
        codes = [e.text for e in page.iter("code")]
        assert codes == goals(found.tree)


def test_a_large_tree_is_cut_short_and_says_where() -> None:
    chain = " ".join(f"p({n}) :- p({n + 1}), p({n + 1})." for n in range(15))
    text = f"{WALK}{chain} p(15)."
    found = explain(ps.load_text(text, name="large.pl").initial, "p(0)")
    cut = [n for n in found.tree.walk() if "too large" in n.reason]
    assert found.holds
    assert cut
    assert all(not node.children for node in cut)
    with pytest.raises(LimitError, match="too many for a picture"):
        found.svg()


def test_a_deep_tree_is_cut_short_too() -> None:
    text = f"{WALK} far(0). far(M) :- between(1, 900, M), N is M - 1, far(N)."
    found = explain(ps.load_text(text, name="deep.pl").initial, "far(900)")
    cut = [n for n in found.tree.walk() if "too large" in n.reason]
    assert [n.goal for n in cut] == ["between(1, 900, 751)", "750 is 751-1", "far(750)"]
    assert json.loads(json.dumps(found.as_json()))["holds"]
    assert found.text(all_tries=True).endswith("ask how of this goal")
    assert found.text().endswith("411 goals are left out here; --all shows all of them")
    assert explain(ps.load_text(text).initial, cut[-1].goal).holds


def test_in_a_rule_sheet_all_is_in_its_syntax(tmp_path: Path) -> None:
    path = tmp_path / "tic_tac_toe.kif"
    path.write_text(gdl(ps.load("tic_tac_toe")), encoding="utf-8")
    state = ps.load(path).initial
    role = state.to_move[0]
    found = explain(state, f"(legal {role} (mark 1 1))")
    assert found.holds
    assert all(goal.startswith("(") for goal in goals(found.tree))
    assert found.tree.clause is not None
    line = path.read_text(encoding="utf-8").splitlines()[found.tree.clause.line - 1]
    assert "legal" in line


def test_in_cilog_all_is_in_its_syntax() -> None:
    text = convert_book(Rulebook("walk", "walk.pl", WALK), "cilog")
    state = ps.load_text(text, name="walk.cil", syntax="cilog").initial
    found = explain(state, "goal(walker, 0)")
    assert goals(found.tree)[1] == "~terminal"


def test_a_state_space_of_nodes_is_explained_without_a_position() -> None:
    space = loaded("delivery_robot")
    found = explain(space, "start(N), arc(N, M, C)")
    assert found.tree.children[1].children[0].goal.startswith("door(")
    with pytest.raises(InputError, match="ask about a position"):
        explain(loaded("nim"), "terminal")


def test_it_stops_at_its_time(walk: ps.State) -> None:
    with pytest.raises(LimitError, match="the time is over"):
        explain(walk, "count(X-Y-Z, (between(1, 999, X), between(1, 999, Y), "
                "between(1, 999, Z)), 0)", seconds=0.2)  # fmt: skip
    assert explain(walk, "edge(a, b)").holds


def test_without_a_time_work_is_limited(
    walk: ps.State, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A busy machine gets as far as one with nothing else to do."""
    monkeypatch.setattr(questions, "MOST_SECONDS", 0.2)
    long = "between(1, 999999, X), between(1, 999999, Y), X + Y < 0"
    for asked in (ps.ask, explain):
        with pytest.raises(LimitError, match=r"of 0\.2 s of processor time"):
            asked(walk, long)


# ---- the command -------------------------------------------------------------


def run(*words: str) -> Result:
    return CliRunner().invoke(command, ["explain", *words])


def test_the_command_tells_and_answers() -> None:
    yes = run("hexapawn", "legal(white, M)", "--json")
    data = json.loads(yes.stdout)
    assert yes.exit_code == 0
    assert data["holds"] is True
    assert data["proof"]["clause"]["line"] > 0
    assert all("goal" in child for child in data["proof"]["children"])
    no = run("hexapawn", "legal(black, move(1, 3, 1, 2))", "--json")
    data = json.loads(no.stdout)
    assert no.exit_code == 1
    assert data["holds"] is False
    [clause] = data["whynot"]["children"][:1]
    assert clause["failed"]["goal"] == "true(control(black))"
    assert clause["bindings"]["P"] == "black"


def test_the_command_draws(tmp_path: Path) -> None:
    file = tmp_path / "proof.svg"
    done = run("hexapawn", "terminal", "--svg", str(file), "--levels", "2")
    assert done.exit_code == 1
    assert ElementTree.parse(file).getroot().tag.endswith("svg")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["hexapawn", "legal(white"], "question:1"),
        (["hexapawn", "nothing(X)"], "nothing/1"),
        (["hexapawn", "legal(white, M)", "--answer", "99"], "no answer number 99"),
        (["hexapawn", "next(F)", "--move", "up"], "not legal here"),
        (["hexapawn", ""], "one question"),
    ],
)
def test_what_cannot_be_explained_is_told(words: list[str], said: str) -> None:
    done = run(*words)
    assert done.exit_code in (1, 2)
    assert said in done.stderr
