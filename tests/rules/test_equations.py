"""X = Y, X == Y and X \\= Y in bodies mean what they mean in Prolog, in every tier."""

from __future__ import annotations

import random

import pytest
from plain_prolog import printed
from tiers import compared

import pygame_search as ps
from pygame_search.model.rules import convert_book, examine
from pygame_search.oracle.interpreter import Oracle
from pygame_search.rules.rulebook import Rulebook

RULES = """\
role(a). init(t). legal(a, go) :- true(t). next(u) :- true(t). terminal :- true(u).
goal(a, 1) :- p(_).
r(a). r(b). s(a, b). s(b, c). t(f(a)). t(f(b)).
"""


def converted(game: ps.Game, syntax: str) -> str:
    return convert_book(game.book, syntax)


#: A rule with equations, and the same rule without.
RESOLVED = [
    ("p(X) :- X = a.", "p(a)."),
    ("p(X) :- r(Y), X = f(Y).", "p(f(Y)) :- r(Y)."),
    ("p(X) :- X = f(Y), r(Y).", "p(f(Y)) :- r(Y)."),
    ("p(X) :- r(X), s(Y, _), X = Y.", "p(X) :- r(X), s(X, _)."),
    ("p(X) :- t(F), F = f(X).", "p(X) :- t(f(X))."),
    ("p(X) :- f(X, b) = f(a, Y), r(Y).", "p(a) :- r(b)."),
    ("p(X) :- r(X), X == a.", "p(X) :- r(X), \\+ X \\== a."),
    ("p(X) :- r(X), \\+ X == a.", "p(X) :- r(X), X \\== a."),
    ("p(X) :- r(X), X \\= a.", "p(X) :- r(X), X \\== a."),
    ("p(X) :- r(X), \\+ X = a.", "p(X) :- r(X), X \\== a."),
    ("p(X) :- r(X), \\+ X \\= a.", "p(X) :- r(X), \\+ X \\== a."),
    (
        "p(X) :- r(X), \\+ (s(X, Y), Y = b).",
        "p(X) :- r(X), \\+ s(X, b).",
    ),
    (
        "p(X) :- r(X), \\+ (t(F), F = f(X)).",
        "p(X) :- r(X), \\+ t(f(X)).",
    ),
    (
        "p(X) :- r(X), \\+ (t(F), F = f(Y), s(X, Y)), \\+ (t(F), F = f(Y), Y == q).",
        "p(X) :- r(X), \\+ (t(f(Y)), s(X, Y)), \\+ (t(f(Y)), \\+ Y \\== q).",
    ),
    (
        "p(X) :- r(X), r(Y), \\+ (s(X, Z), Z = Y).",
        "p(X) :- r(X), r(Y), \\+ s(X, Y).",
    ),
    (
        "p(X) :- r(X), r(Y), \\+ (r(Z), s(Z, Y), X = Y).",
        "p(X) :- r(X), r(Y), \\+ (r(Z), s(Z, Y), \\+ X \\== Y).",
    ),
    (
        "p(N) :- count(X, (r(X), X = a), N).",
        "p(N) :- count(X, (r(X), \\+ X \\== a), N).",
    ),
    (
        "p(X) :- r(X), ( X = a ; s(X, Y), Y = c ).",
        "p(X) :- r(X), ( \\+ X \\== a ; s(X, c) ).",
    ),
]


@pytest.mark.parametrize(("written", "meant"), RESOLVED)
def test_it_is_another_way_to_write_a_rule(written: str, meant: str) -> None:
    one, other = (ps.load_text(RULES + rule) for rule in (written, meant))
    assert converted(one, "prolog") == converted(other, "prolog")
    answers = [game.initial.ask("p(A)").answers for game in (one, other)]
    assert answers[0] == answers[1]


ALTERNATIVES = [
    ("p(X) :- X = a ; X = b.", ["a", "b"]),
    ("p(X) :- r(Y), ( Y = a, X = 1 ; Y = b, X = 2 ).", ["1", "2"]),
    ("p(X) :- ( Y = a ; Y = c ), s(Y, X).", ["b"]),
    ("p(X) :- ( r(Y), ( Y = b ; Y = d ), s(Y, X) ; X = z ).", ["c", "z"]),
    ("p(X) :- r(X), ( X = b ; X = q(1) ).", ["b"]),
    ("p(X) :- ( r(Y), X = g(Y) ; X = z ).", ["g(a)", "g(b)", "z"]),
    ("p(X) :- r(Y), ( Z = Y ; Z = g(Y) ), X = f(Z).",
     ["f(a)", "f(b)", "f(g(a))", "f(g(b))"]),
    ("p(X) :- r(Y), ( X = Z ; X = g(Z) ), ( Z = Y ; Z = 1 ).",
     ["1", "1", "a", "b", "g(1)", "g(1)", "g(a)", "g(b)"]),
    ("p(X) :- r(Y), ( ( X = Y ; X = g(Y) ), Y \\== a ; Y == a, X = h(Y, Y) ).",
     ["b", "g(b)", "h(a, a)"]),
    ("p(X) :- ( r(X), \\+ ( X = Y, s(Y, _) ) ; r(Z), X = k(Z) ).", ["k(a)", "k(b)"]),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "expected"), ALTERNATIVES)
def test_an_alternative_gives_a_value(rule: str, expected: list[str]) -> None:
    game = ps.load_text(RULES + rule)
    found = sorted(answer["X"] for answer in game.initial.ask("p(X)").answers)
    assert found == sorted(set(expected))
    told = Oracle(RULES + rule).instances("p", None)
    assert len(told) == len(found)


@pytest.mark.parametrize(("rule", "expected"), ALTERNATIVES)
def test_prolog_gives_the_same_values(rule: str, expected: list[str]) -> None:
    """SWI-Prolog itself, where each variable has a value when it is needed."""
    found = printed(f"{RULES}{rule}\n", "forall(p(X), (print(X), nl))")
    values = [line.replace(",", ", ") for line in found.split()]
    assert sorted(values) == sorted(expected)


GAME = """\
role(x). role(o).
init(F) :- square(C), F = cell(C, V), V = b.
init(control(P)) :- P = x.
legal(P, M) :- true(control(P)), true(cell(C, V)), V == b, M = mark(C).
next(F) :- does(P, M), M = mark(C), F = cell(C, P).
next(cell(C, V)) :- true(cell(C, V)), \\+ (does(_, M), M = mark(D), C == D).
next(control(Q)) :- true(control(P)), ( P = x, Q = o ; P = o, Q = x ).
terminal :- P = Q, line(P), role(Q).
terminal :- \\+ (true(cell(_, V)), V = b).
goal(P, N) :-
    role(P),
    ( line(P), N = 2 ; \\+ line(P), line(_), N = 0 ; \\+ line(_), N = 1 ).
line(P) :- role(P), count(C, (true(cell(C, V)), V = P, edge(C)), N), N = 3.
edge(C) :- square(C), C \\= 5.
square(C) :- between(1, 5, C).
"""


def test_all_tiers_and_the_oracle_agree() -> None:
    outcome = compared(lambda: ps.load_text(GAME), 300, 1, 3.0)
    assert not outcome.skipped
    assert outcome.differ == []
    assert outcome.oracle > 50


@pytest.mark.parametrize("syntax", ["prolog", "cilog", "kif"])
def test_converted_it_is_the_same_game(syntax: str) -> None:
    game = ps.load_text(GAME)
    other = ps.load_text(converted(game, syntax), syntax=syntax)
    source = random.Random(1)
    for _ in range(5):
        one, two = game.initial, other.initial
        while not one.terminal:
            mine = {move for moves in one.legal.values() for move in moves}
            assert len(mine) == len({m for ms in two.legal.values() for m in ms})
            index = source.randrange(len(one.legal[one.to_move[0]]))
            one = one.play(one.legal[one.to_move[0]][index])
            two = two.play(two.legal[two.to_move[0]][index])
        assert two.terminal
        assert one.goals == two.goals


def test_an_equation_that_never_holds_is_reported() -> None:
    game = ps.load_text(RULES + "p(X) :- r(X), f(X) = g(X). p(q).")
    [warning] = game.warnings
    assert warning.code == "never_equal"
    assert [answer["X"] for answer in game.initial.ask("p(X)").answers] == ["q"]


@pytest.mark.parametrize(
    "rule",
    [
        "p(X) :- X = Y.",
        "p(X) :- r(Y), \\+ X = Y.",
        "p(X) :- ( r(X) ; X = f(Y), r(Z) ).",
        "p(X) :- r(X), \\+ X = f(Y).",
        "p(X) :- r(_), ( X = g(Y) ; X = z ), Y == Y.",
    ],
)
def test_what_nothing_binds_is_an_error(rule: str) -> None:
    with pytest.raises(ps.RulesError) as caught:
        ps.load_text(RULES + rule)
    assert "unbound" in {fault.code for fault in caught.value.diagnostics}


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("X = 3", [{"X": "3"}]),
        ("X = f(Y)", [{"X": "f(Y)"}]),
        ("r(X), X == b", [{"X": "b"}]),
        ("r(X), X \\= b", [{"X": "a"}]),
        ("X = 1 ; X = 2", [{"X": "1"}, {"X": "2"}]),
        ("t(F), F = f(X)", [{"F": "f(a)", "X": "a"}, {"F": "f(b)", "X": "b"}]),
        ("a = b", []),
    ],
)
def test_a_question(question: str, expected: list[dict[str, str]]) -> None:
    answers = ps.load_text(f"{RULES}p(q).").initial.ask(question).answers
    assert [dict(answer) for answer in answers] == expected


@pytest.mark.parametrize(
    ("question", "answers"),
    [
        ("s(X, Y), Z = Y", [("a", "b", "b"), ("b", "c", "c")]),
        ("s(X, Y), Z = Y, X = X", [("a", "b", "b"), ("b", "c", "c")]),
        ("s(X, W), t(F), F = f(Z), Z = X, Y = W", [("a", "b", "a"), ("b", "c", "b")]),
    ],
)
def test_an_answer_has_each_variable(
    question: str, answers: list[tuple[str, ...]]
) -> None:
    found = ps.load_text(f"{RULES}p(a).").initial.ask(question).answers
    assert [tuple(answer[v] for v in "XYZ") for answer in found] == answers


#: Rules with a sum of variables in an equation, and the number of such faults.
SUMS = [
    ("n(1). n(2). d(1). p(T) :- n(S), d(D), T = S + D, n(T).", 1),
    ("n(1). n(2). d(1). p(T) :- n(S), d(D), n(T), S + D = T.", 1),
    ("n(X) :- between(1, 3, X). p(T) :- n(S), n(D), T = S - D, \\+ n(T).", 1),
    ("n(1). p(U) :- n(S), n(D), T = S * D, U = T, n(U).", 1),
    ("n(1). p(T) :- n(S), n(D), T = S + D, m(T). m(X) :- n(Y), X is Y + 1.", 1),
    ("next(k(1)) :- true(t). p(T) :- true(k(S)), T = S + S, true(k(T)).", 1),
    # A name of a square, and any other term.
    ("n(1). sq(C-R) :- n(C), n(R). p(T) :- n(C), n(R), T = C - R, sq(T).", 0),
    ("n(1). sq(T) :- n(C), n(R), T = C - R. p(T) :- n(C), T = C - C, sq(T).", 0),
    ("n(1). n(1-1). p(T) :- n(C), n(R), T = C - R, n(T).", 0),
    ("n(1). n(a). p(T) :- n(C), n(R), T = C + R, n(T).", 0),
    ("n(1). p(T) :- n(C), n(R), T = C + R.", 0),
    ("e(1). e(T) :- f(A), f(B), T = A + B. f(1). p(T) :- e(T).", 0),
    ("n(1). p(T) :- n(S), n(D), T is S + D, n(T).", 0),
]


@pytest.mark.parametrize(("rules", "faults"), SUMS)
def test_a_sum_is_no_number(rules: str, faults: int) -> None:
    """It is a fault where a number alone can stand, and not where a term can."""
    book = Rulebook("text", "text.pl", f"{RULES}{rules}", "prolog")
    found = [fault for fault in examine(book) if fault.code == "equated_sum"]
    assert [fault.severity for fault in found] == ["error"] * faults
    assert all(fault.message.startswith("= computes nothing: ") for fault in found)
