"""What holds after a move, in every tier, beside the oracle, which makes the move."""

from __future__ import annotations

import re

import pytest
from oracle_check import differences, tiers_of
from same_rules import there_and_back

import pygame_search as ps
from pygame_search.model.rules import gdl
from pygame_search.oracle.interpreter import Oracle
from pygame_search.search.perft import perft
from pygame_search.support.errors import PygameSearchError

#: Whoever must complete a line of three, or cannot mark a square, has lost.
AVOID = """
role(x). role(o).
init(free(C)) :- between(1, SQUARES, C).
init(control(x)).
legal(P, M) :- possible(P, M), \\+ after(M, line(P)).
possible(P, mark(C)) :- true(control(P)), true(free(C)).
next(free(C)) :- true(free(C)), \\+ does(_, mark(C)).
next(taken(P, C)) :- does(P, mark(C)).
next(taken(P, C)) :- true(taken(P, C)).
next(control(Q)) :- true(control(P)), other(P, Q).
line(P) :- row(A, B, C), true(taken(P, A)), true(taken(P, B)), true(taken(P, C)).
row(A, B, C) :- between(1, SQUARES, A), B is A + 1, C is A + 2, C =< SQUARES.
terminal :- stuck(_).
stuck(P) :- true(control(P)), \\+ legal(P, _).
goal(P, 0) :- stuck(P).
goal(P, 100) :- stuck(Q), other(Q, P).
goal(P, 50) :- role(P), \\+ stuck(_).
noisy(P, M) :- other(P, Q), after(M, ( true(free(C)), C < 3, \\+ line(Q) )).
feature(P, hope, M) :- possible(P, M), after(M, count(C, true(free(C)), 1)).
weight(hope, 1).
other(x, o). other(o, x).
"""

#: Two tokens walk at the same time along a road with a gate. Nobody steps where the
#: other stands, and who opens the gate must then be able to come to its place.
ROAD = """
role(left). role(right).
init(at(left, 1)). init(at(right, 5)). init(gate(3)). init(left(6)).
cell(N) :- between(1, 5, N).
way(left, 1). way(right, -1).
legal(P, walk(N)) :- want(P, N), \\+ after(P, walk(N), crowd).
legal(P, open) :- true(gate(_)), want(P, _), after(P, open, free_road(P, 3)).
want(P, M) :- true(at(P, N)), way(P, D), M is N + D, cell(M).
crowd :- true(at(left, N)), true(at(right, N)).
blocked(N) :- true(gate(N)).
next(at(P, N)) :- does(P, walk(N)), \\+ blocked(N).
next(at(P, N)) :- true(at(P, N)), stays(P).
stays(P) :- role(P), \\+ walks(P).
walks(P) :- does(P, walk(N)), \\+ blocked(N).
next(gate(N)) :- true(gate(N)), \\+ opened.
opened :- does(_, open).
next(left(M)) :- true(left(N)), before(N, M).
before(N, M) :- between(1, 6, N), M is N - 1.
% free_road(P, N): P can come to N, step by step.
free_road(P, N) :- true(at(P, N)).
free_road(P, N) :- cell(N), way(P, D), free_road(P, M), N is M + D, \\+ blocked(N).
terminal :- crossed(_).
terminal :- true(left(0)).
crossed(left) :- true(at(left, N)), true(at(right, M)), N > M.
goal(P, V) :- role(P), count(N, after_walk(P, N), V).
after_walk(P, N) :-
    cell(M), role(P), after(P, walk(M), ( true(at(P, N)) ; blocked(N), cell(N) )).
"""


#: `AVOID` without variables of the name M.
LATER = re.sub(r"\bM\b", "Move", AVOID.replace("SQUARES", "5"))


def avoid(squares: int) -> str:
    return AVOID.replace("SQUARES", str(squares))


@pytest.mark.parametrize("rules", [avoid(4), avoid(5), ROAD], ids=["4", "5", "road"])
def test_every_tier_tells_what_the_oracle_tells(rules: str) -> None:
    forms = {
        form: ps.load_text(rules, form=form) for form in ("meaning", "lists", "best")
    }
    tiers = tiers_of(forms, forms) | tiers_of({"best": forms["best"]}, ["native"])
    assert len(tiers) == 4
    for seed in range(4):
        assert differences(Oracle(rules), tiers, seed, plies=12) == {}


def won(free: frozenset[int], mine: frozenset[int], others: frozenset[int]) -> bool:
    """Return whether who is to move wins, by a search that knows no rule file."""
    moves = [square for square in free if not in_line(square, mine)]
    return any(not won(free - {one}, others, mine | {one}) for one in moves)


def in_line(square: int, marks: frozenset[int]) -> bool:
    firsts = range(square - 2, square + 1)
    return any({a, a + 1, a + 2} <= marks | {square} for a in firsts)


@pytest.mark.parametrize("squares", [3, 4, 5, 6])
def test_the_value_is_that_of_a_search_in_python(squares: int) -> None:
    none = frozenset[int]()
    value = 100 if won(frozenset(range(1, squares + 1)), none, none) else 0
    answer = ps.load_text(avoid(squares)).initial.best(depth=squares + 1)
    assert answer.value == value


def test_questions_make_the_move() -> None:
    state = ps.load_text(avoid(4)).after("mark(1); mark(4); mark(2)")
    assert ps.ask(state, "after(x, mark(3), line(P))").answers == ({"P": "x"},)
    assert ps.ask(state, "after(o, mark(3), line(P))").answers == ()
    of_two = "legal(o, M), after(o, M, (true(control(P)), \\+ legal(P, mark(_))))"
    assert ps.ask(state, of_two).answers == ({"M": "mark(3)", "P": "x"},)


def test_a_move_that_would_make_a_line_is_explained() -> None:
    state = ps.load_text(avoid(5)).after("mark(1); mark(4); mark(2); mark(5)")
    text = str(ps.explain(state, "legal(x, mark(3))"))
    assert "after(x, mark(3), line(x))  in the state that comes" in text
    assert "$" not in text


@pytest.mark.parametrize("names", ["PQ", "RQ", "RM"])
def test_plain_gdl_has_the_same_moves(names: str) -> None:
    """The names that a copy adds, R and M, are not those of the rule."""
    one, two = names[0], names[1]
    game = ps.load_text(re.sub(r"\bP\b", one, re.sub(r"\bQ\b", two, LATER)))
    sheet = gdl(game)
    assert "$" not in sheet
    again = ps.load_text(sheet, syntax="kif")
    assert perft(again.initial, depth=5) == perft(game.initial, depth=5)


def test_a_file_may_have_a_relation_of_that_name() -> None:
    rules = avoid(4).replace("other(", "after(")
    game = ps.load_text(
        rules.replace("\\+ after(M, line(P))", "\\+ after(P, M, line(P))")
    )
    assert ps.ask(game.initial, "after(x, P)").answers == ({"P": "o"},)
    assert ps.ask(game.initial, "after(x, mark(1), true(taken(P, 1)))").answers == (
        {"P": "x"},
    )


def test_no_question_lists_the_copies() -> None:
    state = ps.load_text(avoid(4)).initial
    with pytest.raises(PygameSearchError) as caught:
        ps.ask(state, "lines(x)")
    assert "$" not in str(caught.value)


@pytest.mark.parametrize("rules", [avoid(4), ROAD], ids=["4", "road"])
def test_other_syntaxes_write_it(rules: str) -> None:
    there_and_back(rules, "prolog")


#: Who does nothing is idle; `next` also asks for any move that is made.
IDLE = """
role(a). role(b).
init(s).
legal(P, go) :- role(P), true(s), \\+ after(P, go, true(idle(P))).
legal(P, wait(Q)) :- role(Q), possible(P, wait(Q)), after(P, wait(Q), true(idle(Q))).
possible(P, wait(Q)) :- role(P), role(Q).
next(s).
next(idle(P)) :- role(P), does(P, noop).
next(busy(M)) :- does(_, M), M \\== noop.
terminal :- true(busy(go)).
goal(P, V) :- role(P), count(M, after(P, go, true(busy(M))), V).
"""


def test_the_role_of_the_move_is_not_idle() -> None:
    forms = {form: ps.load_text(IDLE, form=form) for form in ("meaning", "lists")}
    tiers = tiers_of(forms, forms) | tiers_of({"best": forms["lists"]}, ["native"])
    legal = {"a": ("go", "wait(b)"), "b": ("go", "wait(a)")}
    assert forms["lists"].initial.legal == legal
    assert differences(Oracle(IDLE), tiers, 1, plies=3) == {}
    assert ps.load_text(gdl(forms["lists"]), syntax="kif").initial.terminal is False
