"""Recursion over the parts of lists and other terms, as textbooks write it."""

from __future__ import annotations

import pytest
from oracle_check import Clauses, differences, each_way, term
from plain_prolog import plain_answers

import pygame_search as ps
from pygame_search.oracle.interpreter import Oracle
from pygame_search.search.paths import path
from pygame_search.support.errors import LimitError, RulesError

#: As in a textbook, and run by Prolog itself, too.
LISTS = """
len([], 0).
len([_|T], N) :- len(T, M), N is M + 1.
append([], L, L).
append([H|T], L, [H|R]) :- append(T, L, R).
select(X, [X|T], T).
select(X, [Y|T], [Y|R]) :- select(X, T, R).
member(X, [X|_]).
member(X, [_|T]) :- member(X, T).
nth0(0, [X|_], X).
nth0(N, [_|T], X) :- nth0(M, T, X), N is M + 1.
nth1(1, [X|_], X).
nth1(N, [_|T], X) :- N > 1, M is N - 1, nth1(M, T, X).
last([X], X).
last([_|T], X) :- last(T, X).
reverse([], A, A).
reverse([H|T], A, R) :- reverse(T, [H|A], R).
delete([], _, []).
delete([X|T], X, R) :- delete(T, X, R).
delete([Y|T], X, [Y|R]) :- X \\== Y, delete(T, X, R).
merge([], L, L).
merge([X|T], [], [X|T]).
merge([X|T], [Y|U], [X|R]) :- X =< Y, merge(T, [Y|U], R).
merge([X|T], [Y|U], [Y|R]) :- X > Y, merge([X|T], U, R).
even([]).
even([_|T]) :- odd(T).
odd([_|T]) :- even(T).
"""

SPACE = f"""
start(s([3, 1, 2], [])).
arc(s(A, B), s(A1, B1)) :- select(X, A, A1), append(B, [X], B1).
arc(s([], B), s(B1, [])) :- reverse(B, [], B1), \\+ member(4, B).
arc(s([X], B), s(B1, [])) :- delete([X|B], X, B1).
arc(s(A, [X, Y]), s([], B1)) :-
    nth0(0, A, Z), nth1(2, [X, Y], Y), merge([Z], [X, Y], B1).
arc(s(A, B), s(A, [D|B])) :- even(A), odd(B), tree(B, T), depth(T, D), D > 1, len(B, 1).
tree([], node(leaf, leaf)).
tree([_|T], node(leaf, U)) :- tree(T, U).
is_goal(s([], B)) :- len(B, 3), sorted(B), last(B, 3).
depth(leaf, 0).
depth(node(L, R), D) :- depth(L, D1), depth(R, D2), D is 1 + max(D1, D2).
sorted([_]).
sorted([X, Y|T]) :- X =< Y, sorted([Y|T]).
h(s(A, _), N) :- len(A, N).
{LISTS}
"""


def nodes_of(forms: list[ps.Game]) -> list[list[dict[str, frozenset[str]]]]:
    """Return what leads where in each form, in all nodes that come about."""
    found = []
    for space in forms:
        nodes, seen = ["s([3, 1, 2], [])"], dict[str, frozenset[str]]()
        for node in nodes:
            if node not in seen:
                answers = ps.ask(space, f"arc({node}, T)", limit=1000).answers
                seen[node] = frozenset(answer["T"] for answer in answers)
                nodes += sorted(seen[node])
        found.append([seen])
    return found


def test_every_form_and_plain_prolog_find_the_same_arcs() -> None:
    forms = [ps.load_text(SPACE, form=form) for form in ("meaning", "lists")]
    (meaning,), (lists,) = nodes_of(forms)
    assert meaning == lists
    assert len(lists) > 15
    plain = plain_answers(SPACE, [([], f"arc({node}, _)") for node in lists])
    for (node, after), arcs in zip(lists.items(), plain, strict=True):
        assert {term(f"arc({node}, {one})", "prolog") for one in after} == arcs


@pytest.mark.parametrize("tier", ["clauses", "procedural"])
def test_a_path_is_found(tier: str) -> None:
    found = path(ps.load_text(SPACE), method="a_star", tier=tier)
    assert found.cost == 3


TURNS = """
role(a).  role(b).
rival(a, b).  rival(b, a).
init(control(a)).
next(control(Q)) :- true(control(P)), rival(P, Q).
"""

#: The lists never change, so that the fluents can be listed.
FIXED = f"""{TURNS}
{LISTS}
row([3, 1, 4, 2]).
legal(R, take(X)) :- true(control(R)), row(L), left(X, L), \\+ hidden(X, L).
left(X, [X|_]) :- \\+ true(gone(X, _)).
left(X, [_|T]) :- left(X, T).
hidden(X, L) :- nth0(I, L, X), J is I + 1, nth0(J, L, Y), K is J + 1, nth0(K, L, Z),
    \\+ true(gone(Y, _)), \\+ true(gone(Z, _)).
next(gone(X, R)) :- does(R, take(X)).
next(gone(X, R)) :- true(gone(X, R)).
terminal :- row(L), all_gone(L).
all_gone([]).
all_gone([X|T]) :- true(gone(X, _)), all_gone(T).
goal(R, V) :- role(R), row(L), sum(R, L, V).
sum(_, [], 0).
sum(R, [X|T], V) :- true(gone(X, R)), sum(R, T, W), V is W + X.
sum(R, [X|T], V) :- \\+ true(gone(X, R)), sum(R, T, V).
"""

#: The lists are fluents, which grow as far as the rules without their conditions tell.
GROWING = f"""{TURNS}
{LISTS}
init(row([1, 4, 2, 3])).  init(won(a, [])).  init(won(b, [])).
legal(R, take(X)) :- true(control(R)), true(row(L)), end(L, X).
end([X|_], X).
end(L, X) :- last(L, X).
next(row(M)) :- true(row(L)), does(_, take(X)), select(X, L, M).
next(won(R, M)) :- true(won(R, L)), does(R, take(X)), append(L, [X], M).
next(won(R, L)) :- true(won(R, L)), \\+ taking(R).
taking(R) :- does(R, take(_)).
terminal :- true(row([])).
goal(R, V) :- true(won(R, L)), sum(L, V).
sum([], 0).
sum([X|T], N) :- sum(T, M), N is M + X.
"""


def test_every_tier_says_what_the_oracle_says() -> None:
    tiers = each_way(FIXED)
    assert {"meaning", "lists", "slots, near", "kernels, near"} <= tiers.keys()
    assert differences(Oracle(FIXED), tiers, 1, plies=5) == {}


def test_lists_that_are_fluents_mean_the_same() -> None:
    tiers = {
        form: Clauses(ps.load_text(GROWING, form=form).initial)
        for form in ("meaning", "lists")
    }
    assert differences(Oracle(GROWING), tiers, 1, plies=5) == {}


@pytest.mark.parametrize(
    "rule",
    [
        "grow([X|T]) :- grow([T]), X > 1.  grow(_).",
        "grow([X, Y|T]) :- grow([Y, X|T]).  grow(_).",
        "grow([X|T]) :- wind(T, [X]).  wind([X|_], U) :- grow([X|U]).  grow(_).  "
        "wind(_, _).",
    ],
)
def test_recursion_that_may_not_end_is_refused(rule: str) -> None:
    text = f"{SPACE}\narc(s(A, B), s(B, A)) :- grow(A).\n{rule}\n"
    with pytest.raises(RulesError) as raised:
        ps.load_text(text)
    said = " ".join(str(raised.value).split())
    assert "the recursion of grow/1 can go on for ever" in said
    assert "an argument that callers bind must become a part of itself" in said


def test_terms_that_grow_are_stopped() -> None:
    space = ps.load_text(
        "start([]).  is_goal(none).  arc(L, [a|L]) :- double(L, _).\n"
        "double([], x).  double([_|T], f(R, R)) :- double(T, R)."
    )
    with pytest.raises(LimitError, match="double/2"):
        path(space, method="breadth", seconds=20)


@pytest.mark.parametrize(
    ("rules", "goal", "cost"),
    [
        ("start(s(s(z))).  arc(S, T) :- up(T, S).  up(X, s(X)).", "z", 2),
        ("start(z).  arc(S, T) :- up(S, T).  up(X, s(X)) :- X \\== s(s(z)).",
         "s(s(z))", 2),
        (f"start([1, 2, 3]).  arc(S, [X|T]) :- append(T, [X], S).\n{LISTS}",
         "[2, 3, 1]", 2),
        (f"start([1, 2]).  arc([X|S], T) :- append(S, [X], T).\n{LISTS}", "[2, 1]", 1),
    ],
)  # fmt: skip
def test_the_arguments_are_those_that_the_callers_bind(
    rules: str, goal: str, cost: int
) -> None:
    used = ("start", "arc", "up", "append")
    lines = [line for line in rules.split("\n") if line.startswith(used)]
    text = "\n".join([*lines, f"is_goal({goal})."])
    assert path(ps.load_text(text), method="breadth").cost == cost
    (plain,) = plain_answers(text, [([], f"arc({goal}, _)")])
    answers = ps.ask(ps.load_text(text), f"arc({goal}, T)").answers
    assert {term(f"arc({goal}, {a['T']})", "prolog") for a in answers} == plain


def test_what_is_asked_backwards_and_cannot_be_is_refused_in_a_sentence() -> None:
    text = "start(3).  is_goal(0).  arc(S, T) :- mv(T, S).  mv(X, Y) :- Y is X + 1.\n"
    with pytest.raises(RulesError) as raised:
        ps.load_text(text)
    said = " ".join(str(raised.value).split())
    assert "the variable T must have a value before mv/2 is asked, and nothing" in said
    assert "a rule of mv/2 gives no value to its first argument" in said
