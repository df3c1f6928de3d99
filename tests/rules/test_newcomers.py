"""What stood in the way of somebody who wrote three games from the documents alone."""

from __future__ import annotations

import pygame_search as ps

#: The bridge and the torch: the list is of who is left, not of what was visited.
TORCH = """
start(s([1, 2, 5, 10], near)).
is_goal(s([], far)).
arc(s(Near, near), s(Rest, far), Cost) :-
    member(A, Near), member(B, Near), A < B,
    select(A, Near, R1), select(B, R1, Rest), Cost is max(A, B).
arc(s(Near, far), s([A|Near], near), A) :-
    member(A, [1, 2, 5, 10]), \\+ member(A, Near).
member(X, [X|_]).
member(X, [_|T]) :- member(X, T).
select(X, [X|T], T).
select(X, [Y|T], [Y|R]) :- select(X, T, R).
"""
#: Places and roads, with a list of those that were visited.
VISITED = """
start(s(a, [])).
is_goal(s(c, _)).
road(a, b).
road(b, c).
arc(s(X, Seen), s(Y, [Y|Seen])) :- road(X, Y), \\+ member(Y, Seen).
member(X, [X|_]).
member(X, [_|T]) :- member(X, T).
"""
GAME = """
role(ann).
init(left([1, 2])).
legal(ann, take(X)) :- true(left(L)), member(X, L).
next(left(L)) :- true(left(L)).
next(taken) :- does(ann, take(_)).
terminal :- true(taken).
goal(ann, 1).
member(X, [X|_]).
member(X, [_|T]) :- member(X, T).
"""


def faults(text: str) -> dict[str, str]:
    """Return the texts of the faults of each code."""
    found: dict[str, str] = {}
    for fault in ps.check_text(text).diagnostics:
        found[fault.code] = found.get(fault.code, "") + str(fault)
    return found


def test_a_list_of_what_is_held_is_none_of_visited_states() -> None:
    assert faults(TORCH) == {}
    assert ps.load_text(TORCH).path(method="lowest_cost").cost == 17
    assert set(faults(VISITED)) == {"visited_list"}


def test_a_clause_that_cannot_be_read_gives_no_other_fault() -> None:
    assert faults(GAME) == {}
    broken = GAME.replace("true(left(L)), member", "not true(over), member", 1)
    assert set(faults(broken)) == {"syntax"}


def test_an_argument_that_no_caller_binds_is_said_to_be_one() -> None:
    unbound = faults(GAME.replace("true(left(L)), member(X, L)", "\\+ member(3, L)", 1))
    assert "bind it in each rule that asks member/2" in unbound["unbound"]


def test_lists_may_have_relations_of_the_file() -> None:
    fix = faults(TORCH[: TORCH.index("select(X")])["forbidden_builtin"]
    assert "write its clauses in this file" in fix


def test_an_aggregate_with_too_few_arguments_is_one_fault() -> None:
    wrong = GAME.replace("goal(ann, 1).", "goal(ann, S) :- sum(X, true(left(X)), S).")
    assert set(faults(wrong)) == {"arity"}
