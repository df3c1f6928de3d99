"""What parameters decide is left out of the rules, and changes nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest
from oracle_check import Counted, differences, generated, tiers_of

import pygame_search as ps
from pygame_search.oracle.interpreter import Oracle

#: Literals of parameters in each place: beside others, in an alternative, in negations,
#: in a helper, in a count, behind `after`, and in a goal.
RULES = """
parameter(flying, no). parameter(size, 3). parameter(mode, b).
role(p). init(at(1)). init(clock(0)).
legal(p, step(D)) :- true(at(X)), d(D), ( parameter(flying, yes), wild(D) ; D < 2 ),
    inside(X, D).
legal(p, fly) :- flies, true(at(1)).
legal(p, rest) :- \\+ flies, \\+ ( parameter(mode, a), true(at(1)) ).
flies :- parameter(flying, yes).
flies :- parameter(mode, M), odd(M).
odd(a). odd(c).
wild(D) :- d(D), after(p, step(D), true(at(3))).
d(1). d(2). d(-1).
inside(X, D) :- parameter(size, N), Y is X + D, between(1, N, Y).
next(at(Y)) :- does(p, step(D)), true(at(X)), Y is X + D.
next(at(X)) :- does(p, rest), true(at(X)).
next(at(3)) :- does(p, fly).
next(clock(N)) :- true(clock(M)), N is M + 1.
terminal :- true(clock(4)).
goal(p, N) :-
    parameter(mode, b), true(at(X)), count(F, ( parameter(flying, F), flies ), C),
    N is 10 * X + C.
goal(p, 7) :- \\+ parameter(mode, b).
"""


@pytest.mark.parametrize("flying", ["no", "yes"])
@pytest.mark.parametrize("mode", ["a", "b"])
def test_every_tier_plays_what_the_oracle_plays(
    flying: str, mode: str, tmp_path: Path
) -> None:
    file, given = tmp_path / "folded.pl", {"flying": flying, "mode": mode}
    file.write_text(RULES)
    forms = {
        form: ps.load(file, form=form, flying=flying, mode=mode)
        for form in ("meaning", "lists", "slots")
    }
    oracle = Oracle(RULES, "prolog", given)
    tiers = tiers_of(forms, [*forms, "native"])
    assert len(tiers) == 4
    for seed in range(4):
        assert differences(oracle, tiers, seed) == {}


def test_explanations_show_what_is_left_out() -> None:
    state = ps.load_text(RULES).initial
    assert "( parameter(flying, yes), wild(1) ; 1 < 2 )" in str(
        state.explain("legal(p, step(1))")
    )
    refuted = str(state.explain("legal(p, fly)"))
    assert "fails at parameter(flying, yes)" in refuted
    assert "what comes near: parameter(flying, no)" in refuted
    assert state.ask("flies").answers == ()
    assert state.ask("wild(D)").answers == ({"D": "2"},)


@pytest.mark.parametrize(
    "seed",
    [
        pytest.param(seed, marks=[] if seed < 604 else [pytest.mark.slow])
        for seed in range(600, 640)
    ],
)
def test_random_rules_with_switches(seed: int) -> None:
    """Every second file has what came to the language later: `after`, histories."""
    counted = Counted()
    newer = seed % 2 == 1
    assert [*generated([seed], 1, 4, counted, newer=newer, switches=True)] == []
    assert {"meaning", "lists"} <= counted.tiers.keys()


def test_what_no_rule_defines_is_not_false() -> None:
    """A literal `after(R, M, occurred(N))` depends on the parts of positions."""
    rules = """parameter(part, all). role(p). init(at(1)).
    legal(p, to(X)) :- d(X), after(p, to(X), occurred(1)). legal(p, stop).
    d(1). d(2). d(3). next(at(X)) :- does(p, to(X)). next(over) :- does(p, stop).
    terminal :- true(over). goal(p, 1).
    position_part(at(X)) :- true(at(X)), parameter(part, all)."""
    for form in ("meaning", "lists"):
        state = ps.load_text(rules, form=form).initial
        assert state.legal_moves == ("to(2)", "to(3)", "stop")


def test_faults_in_rules_that_are_switched_off_are_told() -> None:
    for body, code in (
        ("parameter(flying, yes), true(at(1)), D > X", "unbound"),
        ("parameter(flying, yes), true(at(D)), wyld(D)", "unknown_predicate"),
        ("parameter(flying, yes), true(ot(D))", "never_true"),
    ):
        report = ps.check_text(f"{RULES}legal(p, step(D)) :- {body}.\n")
        found = {(fault.code, fault.line) for fault in report.diagnostics}
        assert (code, RULES.count("\n") + 1) in found


def test_a_fluent_that_is_switched_off_is_one() -> None:
    state = ps.load_text(
        RULES + "next(high) :- parameter(flying, yes), true(at(1)).\n"
    ).initial
    with pytest.raises(ps.PygameSearchError, match=r"write true\(high\)"):
        state.ask("high")
