"""Variables that occur only inside a negation, as in `not does(_, jump(V, _))`."""

from __future__ import annotations

import re

import pytest

import pygame_search as ps

RULES = """
role(x). role(o).
square(N) :- between(1, 4, N).
init(control(x)). init(cell(2, red)).
other(x, o). other(o, x).
legal(P, put(N, C)) :- true(control(P)), square(N), colour(C), free(N).
legal(P, noop) :- role(P), \\+ true(control(P)).
colour(red). colour(blue).
next(cell(N, C)) :- does(_, put(N, C)).
next(cell(N, C)) :- true(cell(N, C)), keeps(N).
next(control(P)) :- true(control(Q)), other(P, Q).
terminal :- over.
goal(P, 1) :- role(P), \\+ true(control(P)).
goal(P, 0) :- true(control(P)).
"""

#: Each with a local variable, and the same with a relation for what is negated.
PAIRS = {
    "anonymous": (
        "free(N) :- square(N), \\+ true(cell(N, _)).",
        "free(N) :- square(N), \\+ taken(N). taken(N) :- true(cell(N, _)).",
    ),
    "in a step": (
        "keeps(N) :- square(N), \\+ does(_, put(_, blue)).",
        "keeps(N) :- square(N), \\+ blue. blue :- does(_, put(_, blue)).",
    ),
    "joined": (
        "keeps(N) :- square(N), \\+ (does(_, put(M, C)), true(cell(K, C)), K > M).",
        "keeps(N) :- square(N), \\+ joined."
        "joined :- does(_, put(M, C)), true(cell(K, C)), K > M.",
    ),
    "a part of it is outside": (
        "free(N) :- square(N), \\+ (true(cell(N, C)), true(cell(M, C)), M < N).",
        "free(N) :- square(N), \\+ behind(N)."
        "behind(N) :- true(cell(N, C)), true(cell(M, C)), M < N.",
    ),
    "twice": (
        "over :- \\+ (square(N), \\+ true(cell(N, _))).",
        "over :- \\+ gap. gap :- square(N), \\+ taken(N)."
        "taken(N) :- true(cell(N, _)).",
    ),
    "alternatives": (
        "keeps(N) :- square(N),"
        "\\+ (does(_, put(N, _)) ; does(_, put(_, red)), N > 3).",
        "keeps(N) :- square(N), \\+ lost(N). lost(N) :- does(_, put(N, _))."
        "lost(N) :- does(_, put(_, red)), square(N), N > 3.",
    ),
    "a count": (
        "over :- \\+ (colour(C), count(N, true(cell(N, C)), K), K < 2).",
        "over :- \\+ few. few :- colour(C), count(N, true(cell(N, C)), K), K < 2.",
    ),
    "in a count": (
        "over :- count(N, (square(N), \\+ true(cell(N, _))), 0).",
        "over :- count(N, (square(N), \\+ taken(N)), 0). taken(N) :- true(cell(N, _)).",
    ),
    "under recursion": (
        "over :- reached(4). reached(1)."
        "reached(N) :- reached(M), square(N), N is M + 1,"
        "\\+ \\+ true(cell(N, _)).",
        "over :- reached(4). reached(1)."
        "reached(N) :- reached(M), square(N), N is M + 1,"
        "taken(N). taken(N) :- true(cell(N, _)).",
    ),
}  # fmt: skip
DEFAULTS = {
    "free": "free(N) :- square(N), count(C, true(cell(N, C)), K), K < 2.",
    "keeps": "keeps(N) :- square(N).",
    "over": "over :- count(N, true(cell(N, _)), K), K > 3.",
}


def whole(rules: str) -> str:
    """Return a game with these rules, and the usual ones for what they lack."""
    rest = [rule for name, rule in DEFAULTS.items() if not rules.startswith(name)]
    return "\n".join([RULES, rules.replace(".", ". "), *rest])


@pytest.mark.parametrize("tier", ["clauses", "native"])
@pytest.mark.parametrize("name", PAIRS)
def test_a_local_variable_stands_for_any_term(name: str, tier: str) -> None:
    local, helper = (ps.load_text(whole(rules)) for rules in PAIRS[name])
    found = local.initial.perft(4, tier=tier)
    assert found == helper.initial.perft(4, tier=tier)
    assert found[-1].nodes > 20


def test_it_is_explained_as_it_is_written() -> None:
    start = ps.load_text(whole("free(N) :- square(N), \\+ true(cell(N, _)).")).initial
    assert "because true(cell(1, _)) does not hold" in start.explain("free(1)").sentence
    assert start.ask("free(N)").answers == ({"N": "1"}, {"N": "3"}, {"N": "4"})
    assert start.ask("colour(C), \\+ true(cell(_, C))").answers == ({"C": "blue"},)


@pytest.mark.parametrize("syntax", ["kif", "cilog", "gdl"])
@pytest.mark.parametrize("name", ["joined", "twice"])
def test_other_syntaxes_have_it(name: str, syntax: str) -> None:
    game = ps.load_text(whole(PAIRS[name][0]))
    suffix = {"cilog": "cil"}.get(syntax, "kif")
    other = ps.load_text(ps.convert(game, to=syntax), name=f"other.{suffix}")
    assert other.initial.perft(4) == game.initial.perft(4)


def test_faults_of_local_variables_are_limited() -> None:
    variables = " ".join(f"?x{i}" for i in range(3000))
    rule = f"(<= p (not (q {variables})))"
    with pytest.raises(ps.RulesError) as raised:
        ps.load_text(f"(role p) {rule}", name="sheet.kif")
    assert str(raised.value).count("it occurs only in the negation") == 500
    assert "[too_many]" in str(raised.value)


def test_gdl_does_not_allow_it() -> None:
    text = """(role p) (<= (legal p (go ?n)) (true (at ?n)) (not (does ?r (go ?n))))
    (init (at 1)) (<= (next (at ?n)) (true (at ?n)) (not (does ?r (go ?n))))
    (<= terminal (not (true (at ?n)))) (goal p 100)"""
    with pytest.raises(ps.RulesError) as raised:
        ps.load_text(text, name="sheet.kif")
    lines = re.findall(r"sheet.kif:(\d)\S* error: nothing binds", str(raised.value))
    assert lines == ["1", "2", "3"]
