"""Sums, maxima, minima and lists in rules: every tier, the oracle, clingo beside."""

from __future__ import annotations

import random

import pytest
from clingo import Control
from oracle_check import Counted, differences, each_way, generated

import pygame_search as ps
from pygame_search.model.rules import convert_book
from pygame_search.oracle.interpreter import Oracle
from pygame_search.support.errors import PygameSearchError, TierError

#: Boxes hold numbers and a name; what is taken is added.
BOXES = """
role(a).  role(b).
other(a, b).  other(b, a).
init(turn(a)).
init(box(1, 2)).  init(box(2, -3)).  init(box(3, red)).  init(box(4, 2)).
legal(R, take(I)) :- true(turn(R)), true(box(I, _)).
legal(R, noop) :- role(R), \\+ true(turn(R)).
next(turn(S)) :- true(turn(R)), other(R, S).
next(box(I, V)) :- true(box(I, V)), \\+ does(_, take(I)).
next(got(R, I, V)) :- does(R, take(I)), true(box(I, V)).
next(got(R, I, V)) :- true(got(R, I, V)).
next(sum(S)) :- sum(V, I, true(box(I, V)), S).
next(values(S)) :- sum(V, V, true(box(_, V)), S).
next(max(M)) :- max(V, true(box(_, V)), M).
next(min(M)) :- min(V, true(box(_, V)), M).
next(two) :- max(V, (true(box(I, V)), \\+ does(_, take(I))), 2).
next(not_two) :- \\+ max(V, true(box(_, V)), 2), sum(V, V, true(box(_, V)), S), S < 1.
next(best(R)) :- role(R), sum(V, I, true(got(R, I, V)), S),
    max(T, (role(Q), sum(V, I, true(got(Q, I, V)), T)), S).
terminal :- count(I, true(box(I, _)), 1).
goal(R, S) :- role(R), sum(V, I, true(got(R, I, V)), S).
"""


def test_every_tier_says_what_the_oracle_says() -> None:
    tiers = each_way(BOXES)
    assert {tier.partition(",")[0] for tier in tiers} >= {
        "meaning", "lists", "kernels", "reference",
    }  # fmt: skip
    counted = Counted()
    found = differences(Oracle(BOXES), tiers, 1, plies=4, steps=3, counted=counted)
    assert found == {}
    assert counted.states > 3


FAST = range(2000, 2006)


@pytest.mark.parametrize(
    "seed",
    [
        pytest.param(seed, marks=[] if seed in FAST else [pytest.mark.slow])
        for seed in range(2000, 2060)
    ],
)
def test_random_rules_are_what_they_say(seed: int) -> None:
    assert [*generated([seed], 1, 4, Counted(), aggregates=True)] == []


@pytest.mark.parametrize("seed", range(20))
def test_clingo_says_the_same(seed: int) -> None:
    source = random.Random(seed)
    values = ("-7", "-2", "0", "1", "1", "3", "12", "red", "f(1)")
    facts = "".join(
        f"p({source.choice('abc')}, {source.choice(values)}). "
        for _ in range(source.randint(0, 6))
    )
    control = Control(["--warn=none"], logger=lambda code, words: None)
    control.add(
        "base",
        [],
        f"{facts} s(S) :- S = #sum {{ V, K : p(K, V) }}."
        " m(M) :- M = #max { V : p(K, V), V = V + 0 }, M = M + 0."
        " n(M) :- M = #min { V : p(K, V), V = V + 0 }, M = M + 0.",
    )
    control.ground([("base", [])])
    expected = {
        name: {str(atom.symbol.arguments[0]) for atom in found}
        for name in ("s", "m", "n")
        if (found := [*control.symbolic_atoms.by_signature(name, 1)]) or True
    }
    rules = f"""role(r). init(go). legal(r, m) :- true(go). next(go) :- true(go).
        terminal :- true(over). goal(r, 1). p(none, none). {facts}
        s(S) :- sum(V, K, p(K, V), S).
        m(M) :- max(V, p(_, V), M).
        n(M) :- min(V, p(_, V), M)."""
    state = ps.load_text(rules).initial
    said = {
        name: {answer["X"] for answer in ps.ask(state, f"{name}(X)").answers}
        for name in expected
    }
    assert said == expected


LIST = """
role(a).
init(p(2, x)).  init(p(1, y)).  init(p(3, y)).  init(p(f(1), "z")).  init(p(b, 4)).
init(p(2, -1)).
next(p(N, X)) :- true(p(N, X)), \\+ does(a, drop(N)).
next(listed(T)) :- list(X, N, true(p(N, X)), T).
next(none) :- list(X, N, (true(p(N, X)), X == 5), []).
legal(a, drop(N)) :- true(p(N, _)).
terminal :- list(X, N, true(p(N, X)), [_]).
goal(a, 1).
position_text(T) :- list(X, N, (true(p(N, X)), N \\== f(1)), T).
"""


def test_a_list_is_in_the_order_of_its_keys() -> None:
    game = ps.load_text(LIST)
    assert game.initial.text == "y-1xy4"
    forms = {form: ps.load_text(LIST, form=form) for form in ("lists", "meaning")}
    after = [g.initial.play("drop(3)").position.facts for g in forms.values()]
    assert after[0] == after[1]
    assert "listed([y, -1, x, y, 4, [z]])" in after[0]
    oracle = Oracle(LIST)
    state = oracle.successor(oracle.initial, [("drop", 3)])
    assert {str(x) for x in state if str(x).startswith("('listed")} == {
        "('listed', ('[|]', 'y', ('[|]', -1, ('[|]', 'x', ('[|]', 'y', ('[|]', 4, "
        "('[|]', ('[|]', 'z', ('[]',)), ('[]',))))))))"
    }


def test_a_list_does_not_ground() -> None:
    with pytest.raises(TierError, match="list/4 does not ground, so the native tier"):
        ps.load_text(LIST, tier="native").initial.best(depth=1)
    assert ps.load_text(LIST).initial.best(depth=1).value is not None


def test_numbers_too_large_for_clingo_are_refused() -> None:
    rules = """role(r). init(p(1)). init(p(2)). legal(r, m) :- role(r).
        next(p(X)) :- true(p(X)). next(over) :- role(r). terminal :- true(over).
        w(1, 2000000000). w(2, 2000000000).
        goal(r, V) :- sum(W, X, (true(p(X)), w(X, W)), V)."""
    state = ps.load_text(rules).initial
    assert state.goals == {"r": 4_000_000_000}
    with pytest.raises(TierError, match="numbers of more than 32 bits"):
        ps.load_text(rules, tier="native").initial.best(depth=2)


@pytest.mark.parametrize("sign", [1, -1])
def test_the_largest_sum_that_clingo_adds(sign: int) -> None:
    rules = """role(r). init(p(1)). init(p(2)). legal(r, m) :- role(r).
        next(p(X)) :- true(p(X)). next(over) :- role(r). terminal :- true(over).
        w(1, %d). w(2, %d).
        goal(r, V) :- sum(W, X, (true(p(X)), w(X, W)), V)."""
    part = sign << 20  # a common divisor, so that few literals are written
    found = ps.load_text(rules % (1024 * part, 1023 * part), tier="native")
    assert found.initial.best(depth=2).value == sign * (2**31 - 2**20)
    more = ps.load_text(rules % (1024 * part, 1024 * part), tier="native")
    with pytest.raises(TierError, match="numbers of more than 32 bits"):
        more.initial.best(depth=2)


@pytest.mark.parametrize("rest", ["W > 1000, S is W", "sum(W, W, v(W), S)"])
def test_large_numbers_that_rules_compute_are_refused(rest: str) -> None:
    rules = f"""role(r). init(p(1)). legal(r, m) :- role(r).
        next(over) :- role(r). terminal :- true(over).
        v(W) :- W is 100000 * 100000.
        goal(r, V) :- true(p(_)), v(W), {rest}, W =:= S, V is S // 10000000000.
        goal(r, V) :- \\+ true(p(_)), v(W), {rest}, W =:= S, V is S // 5000000000."""
    assert ps.load_text(rules).initial.goals == {"r": 1}
    with pytest.raises(TierError, match="numbers of 32 bits"):
        ps.load_text(rules, tier="native").initial.best(depth=2)


def test_large_numbers_without_a_common_measure_are_refused() -> None:
    rules = """role(r). init(p(1)). init(p(2)). legal(r, m) :- role(r).
        next(over) :- role(r). terminal :- true(over).
        w(1, 1500001). w(2, 7).
        goal(r, V) :- sum(W, X, (true(p(X)), w(X, W)), V)."""
    with pytest.raises(TierError, match="a sum adds numbers that are too large"):
        ps.load_text(rules, tier="native").initial.best(depth=2)
    measured = rules.replace("1500001", "1500000").replace("7)", "5000)")
    assert differences(Oracle(measured), each_way(measured), 1, plies=2) == {}


def test_a_relation_of_ones_own_may_be_called_max() -> None:
    rules = """role(r). init(p(4)). init(p(7)). legal(r, m) :- role(r).
        next(over) :- role(r). next(p(X)) :- true(p(X)). terminal :- true(over).
        max(X, Y, X) :- X >= Y.
        max(X, Y, Y) :- Y > X.
        goal(r, V) :- true(p(X)), true(p(Y)), X \\== Y, max(X, Y, M),
            max(Z, true(p(Z)), N), V is M * N."""
    assert ps.load_text(rules).initial.goals == {"r": 49}
    assert differences(Oracle(rules), each_way(rules), 1, plies=2) == {}


@pytest.mark.parametrize("to", ["cilog", "kif", "infix", "hrf"])
def test_every_syntax_has_them(to: str) -> None:
    book = ps.load_text(BOXES + LIST.partition("terminal")[2].partition("\n")[2]).book
    there = convert_book(book, to)
    back = ps.load_text(there, syntax=to)
    assert convert_book(back.book, to) == there
    after = back.initial.play(back.initial.legal["a"][0])
    assert len(after.legal["b"]) == 3


def as_terms(fact: str) -> str:
    """Return a fact in KIF, without terms in it, in our syntax."""
    name, *arguments = fact.strip("()").split()
    return f"{name}({', '.join(arguments)})" if arguments else name


@pytest.mark.parametrize("seed", range(6))
def test_gdl_has_them_as_counts_and_negations(seed: int) -> None:
    source = random.Random(seed)
    ours = ps.load_text(BOXES).initial
    sheet = ps.load_text(ps.convert(ours.game, "gdl"), syntax="kif").initial
    ends: list[tuple[int | None, int | None]] = []
    while True:
        assert {as_terms(fact) for fact in sheet.facts} == set(ours.facts)
        assert ours.terminal == sheet.terminal
        if ours.terminal:
            ends += zip(ours.goals.values(), sheet.goals.values(), strict=True)
            break
        move = source.choice(ours.to_move and ours.legal[ours.to_move[0]])
        kif = next(m for m in sheet.legal[ours.to_move[0]] if as_terms(m) == move)
        joint = [
            (move, kif) if r in ours.to_move else ("noop",) * 2 for r in ours.legal
        ]
        ours = ours.play_joint([one for one, _ in joint])
        sheet = sheet.play_joint([two for _, two in joint])
    (a, scaled_a), (b, scaled_b) = ends
    assert a is not None
    assert b is not None
    assert scaled_a is not None
    assert scaled_b is not None
    assert (a > b) == (scaled_a > scaled_b)


def test_gdl_has_no_lists() -> None:
    text = BOXES + "next(all(Xs)) :- list(I, I, true(box(I, _)), Xs)."
    with pytest.raises(PygameSearchError, match="no lists of what holds"):
        ps.convert(ps.load_text(text), "gdl")
    shown = BOXES + "position_text(Xs) :- list(I, I, true(box(I, _)), Xs)."
    assert "count" in ps.convert(ps.load_text(shown), "gdl")


def test_explanations_name_the_value() -> None:
    state = ps.load_text(BOXES).initial
    why = ps.explain(state, "sum(V, I, true(box(I, V)), S)")
    assert "4 instances add up to 1" in why.text()
    why = ps.explain(state, "max(V, true(box(_, V)), 3)")
    assert "the largest value is 2, not 3" in why.text()
    why = ps.explain(state, "min(V, true(got(_, _, V)), M)")
    assert "there is no number for which it holds" in why.text()
