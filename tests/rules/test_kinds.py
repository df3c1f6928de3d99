"""What arithmetic says of values of the wrong kind, alike in all tiers and forms."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import pygame_search as ps
from pygame_search.explanation.proofs import explain
from pygame_search.explanation.questions import ask
from pygame_search.game import load_text
from pygame_search.machine.kernel_evaluator import KernelEvaluator
from pygame_search.session.cilog import Dialogue
from pygame_search.support.errors import InputError, RulesError, TierError

VALUES = ("-7", "0", "1", "3", "bar", "1 - 2", "foo(2)", "[1]")
NAMES = VALUES[4:]

#: What a rule says of X, and for which of the values that holds.
CASES = {
    "X < 1": ("-7", "0"),
    "X =< 1": ("-7", "0", "1"),
    "X > 1": ("3",),
    "X >= 1": ("1", "3"),
    "X =:= 1": ("1",),
    "X =\\= 1": ("-7", "0", "3"),
    "1 > X": ("-7", "0"),
    "X =:= X": ("-7", "0", "1", "3"),
    "\\+ X < 1": ("1", "3", *NAMES),
    "\\+ X + 1 < 2": ("1", "3", *NAMES),
    "\\+ X =\\= X": VALUES,
    "Y is X, Y < 1": ("-7", "0"),
    "Y is X + 1, Y < 1": ("-7",),
    "\\+ (Y is X * X, Y > 8)": ("0", "1", *NAMES),
    "X is 2 - 1": ("1",),
    "1 is X": ("1",),
    "between(0, 2, X)": ("0", "1"),
    "\\+ between(0, 2, X)": ("-7", "3", *NAMES),
    "between(2, 0, X)": (),
    "between(X, 2, 1)": ("-7", "0", "1"),
    "between(0, X, 2)": ("3",),
    "\\+ between(0, X, Y)": ("-7", *NAMES),
    "within(X)": ("1", "3"),
    "\\+ within(X)": ("-7", "0", *NAMES),
    "small(X)": ("-7", "0"),
    "count(Y, (true(n(Y)), Y > 0), N), N =:= X + 1": ("1",),
    "count(Y, (true(n(Y)), Y =:= 3), X)": ("1",),
    "\\+ count(Y, (true(n(Y)), Y =:= 3), X)": ("-7", "0", "3", *NAMES),
    "thrice(X)": ("3",),
    "\\+ thrice(X)": ("-7", "0", "1", *NAMES),
    "\\+ (count(Y, (true(n(Y)), Y < X), N), N > 1)": ("-7", "0", *NAMES),
    "Y is 6 // X, Y > 0": ("1", "3"),
    "\\+ 6 // X > 0": ("-7", "0", *NAMES),
    "\\+ 6 mod X =:= 0": ("-7", "0", *NAMES),
    "\\+ (Y is 6 rem X, Y < 1)": ("-7", "0", *NAMES),
    "\\+ 1 // (X - X) =:= 1": VALUES,
    "X // 2 =:= -3": ("-7",),
    "X mod 4 =:= 1": ("-7", "1"),
    "X mod -4 =:= -1": ("3",),
    "X rem 4 =:= -3": ("-7",),
    "X rem -4 =:= 3": ("3",),
    "X xor 5 =:= -4": ("-7",),
    "X \\== 3": ("-7", "0", "1", *NAMES),
    "X \\== bar": ("-7", "0", "1", "3", "1 - 2", "foo(2)", "[1]"),
    "( X < 0 ; between(1, 2, X) )": ("-7", "1"),
    "\\+ (true(n(Y)), Y < X), count(Y, true(n(Y)), 8), \\+ gone(Y)": ("-7", *NAMES),
    "count(Y, true(n(Y)), 8), count(Y, within(Y), 3)": VALUES,
    "( between(0, 1, Y) ; Y is 3 ), X =:= Y": ("0", "1", "3"),
    "( true(n(Y)), Y > 2 ; Y is 0 ), X =:= Y": ("0", "3"),
}

RULES = "\n".join(
    [
        "role(p). legal(p, go). init(start). terminal :- \\+ true(start).",
        "goal(p, 0). gone(X) :- true(gone(X)).",
        "within(I) :- between(1, 3, I).",
        "thrice(N) :- count(I, within(I), N).",
        "thing(-7). thing(0). thing(3). thing(bar). thing(1 - 2).",
        "small(X) :- thing(X), X < 1.",
        "next(hit(K, X)) :- hit(K, X).",
        *(f"init(n({value}))." for value in VALUES),
        *(
            f"hit({k}, X) :- true(n(X)), {body}." for k, body in enumerate(CASES)
        ),
    ]
)  # fmt: skip

Hits = set[tuple[int, str]]
EXPECTED = {
    (k, value.replace("1 - 2", "1-2"))
    for k, values in enumerate(CASES.values())
    for value in values
}


def by_form(form: str) -> Callable[[], Hits]:
    def hits() -> Hits:
        return read(load_text(RULES, form=form).initial.play("go").facts)

    return hits


def read(facts: tuple[str, ...]) -> Hits:
    """Return the hits that a state tells."""
    found = set()
    for fact in facts:
        if fact.startswith("hit("):
            k, value = fact.removeprefix("hit(").removesuffix(")").split(", ", 1)
            found.add((int(k), value.replace("1 - 2", "1-2")))
    return found


def in_native_tier() -> Hits:
    network = KernelEvaluator(load_text(RULES))
    after = network.play(network.initial, ("go",))
    assert after is not None
    return read(tuple(network.facts(after)))


def by_asking() -> Hits:
    start = load_text(RULES).initial
    return {
        (k, answer["X"].replace("1 - 2", "1-2"))
        for k, body in enumerate(CASES)
        for answer in ask(start, f"true(n(X)), {body}").answers
    }


def by_explaining() -> Hits:
    start = load_text(RULES).initial
    asked = [(k, x) for k in range(len(CASES)) for x in ("0", "3", "bar", "1-2")]
    found = {(k, x) for k, x in asked if explain(start, f"hit({k}, {x})").holds}
    return found | (EXPECTED - set(asked))


def by_dialogue() -> Hits:
    dialogue = Dialogue(state=load_text(RULES).initial)
    said = [dialogue.send("ask hit(K, X).")]
    while "more" in dialogue.prompt:
        said.append(dialogue.send("more."))
    return read(tuple(line.removeprefix("Answer: ")[:-1] for line in said))


def by_converting() -> Hits:
    sheet = load_text(ps.convert(load_text(RULES), to="gdl"), name="sheet.kif")
    words = {"(- 1 2)": "1-2", "(foo 2)": "foo(2)", "(cons 1 nil)": "[1]"}
    found = set()
    for fact in sheet.initial.play("go").facts:
        if fact.startswith("(hit "):
            k, value = fact.removeprefix("(hit ").removesuffix(")").split(" ", 1)
            found.add((int(k), words.get(value, value)))
    return found


@pytest.mark.parametrize(
    "hits",
    [
        *(pytest.param(by_form(f), id=f) for f in ("meaning", "lists", "slots")),
        in_native_tier,
        by_asking,
        by_explaining,
        by_dialogue,
        by_converting,
    ],
)
def test_they_agree(hits: Callable[[], Hits]) -> None:
    found = hits()
    bodies = list(CASES)
    assert {(bodies[k], x) for k, x in found ^ EXPECTED} == set()


#: Made moves are looked at first, whatever stands before them.
MOVED = """role(p). init(start). terminal :- \\+ true(start). goal(p, 0).
legal(p, go(N)) :- value(N). value(3). value(9). value(bar). value(1 - 2).
next(made(N)) :- between(1, 8, N), N < 5, does(p, go(N)).
next(more(M)) :- does(p, go(N)), M is N + 1.
next(other) :- \\+ small. small :- does(p, go(N)), N < 5.
"""


@pytest.mark.parametrize("form", ["meaning", "lists", "slots"])
def test_a_move_may_be_of_the_wrong_kind(form: str) -> None:
    game = load_text(MOVED, form=form)
    network = KernelEvaluator(game)
    for value, facts in (
        ("3", {"made(3)", "more(4)"}),
        ("9", {"more(10)", "other"}),
        ("bar", {"other"}),
        ("1-2", {"other"}),
    ):
        assert set(game.initial.play(f"go({value})").facts) == facts
        after = network.play(network.initial, (f"go({value})",))
        assert after is not None
        assert set(network.facts(after)) == facts


@pytest.mark.parametrize(
    ("goal", "said"),
    [
        ("X = bar, X < 1", "bar is not a whole number"),
        ("X = 1 - 2, Y is X + 1", "1-2 is not a whole number"),
        ("X = foo(2), between(1, 3, X)", "foo(2) is not a whole number"),
        ("X = 0, 6 // X > 0", "it divides by 0"),
        ("X = 3, X + 1 < 1", "the values are 4 and 1"),
        ("X = bar, count(Y, true(n(Y)), X)", "has 8 instances"),
    ],
)
def test_why_it_does_not_hold_is_told(goal: str, said: str) -> None:
    value, body = goal.removeprefix("X = ").split(", ", 1)
    rule = f"\nasked :- same(X), {body}. same({value})."
    proof = explain(load_text(RULES + rule).initial, "asked")
    assert not proof.holds
    assert said in proof.text()
    assert "whole(" not in proof.text() + proof.sentence
    assert ask(load_text(RULES + rule).initial, "asked").answers == ()


def test_what_has_no_value_is_an_error_still() -> None:
    space = load_text("start(1). is_goal(3). arc(N, M) :- N < 3, M is N + 1.")
    with pytest.raises(InputError, match="a variable has no value yet"):
        ask(space, "arc(N, M)")
    with pytest.raises(RulesError, match="nothing binds the variable X"):
        load_text(RULES + "\nunbound :- X < 1.")


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        ("init(F) :- true(F).", "init/1"),
        ("init(M) :- does(p, M).", "init/1"),
        ("init(F) :- now(F). now(F) :- true(F).", "init/1"),
    ],
)
def test_the_start_depends_on_no_state(rule: str, said: str) -> None:
    with pytest.raises(RulesError, match=said):
        load_text(RULES + "\n" + rule)


GOALS = """role(p). role(q). init(at(0)).
legal(p, go(X)) :- end(X). legal(q, wait).
end(none). end(one). end(two).
next(at(X)) :- does(p, go(X)). terminal :- end(X), true(at(X)).
goal(q, 0).
goal(p, 3) :- true(at(one)).
goal(p, 4) :- true(at(two)). goal(p, 5) :- true(at(two)).
"""


@pytest.mark.parametrize("form", ["meaning", "lists", "slots"])
def test_no_goal_and_several_are_none(form: str) -> None:
    game = load_text(GOALS, form=form)
    network = KernelEvaluator(game)
    for end, value in (("none", None), ("one", 3), ("two", None)):
        joint = (f"go({end})", "wait")
        state = game.initial.play(f"[{', '.join(joint)}]")
        assert state.goals == {"p": value, "q": 0}
        inside = network.play(network.initial, joint)
        assert inside is not None
        assert network.goals(inside) == (value, 0)
    with pytest.raises(RulesError, match="no goal value is defined"):
        game.initial.best(role="p", depth=1, tier="clauses")


CIRCLE = """role(p). init(e(1, 2)). legal(p, go). next(e(1, 2)).
terminal :- joined(2, 1).
joined(X, Y) :- true(e(X, Y)). joined(X, Y) :- joined(X, Z), joined(Z, Y).
goal(p, 0).
"""


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        (CIRCLE, "may be circular: joined/2"),
        ("start(1). is_goal(1). arc(1, 2).", "it has no fluents"),
        ("role(p). init(n(I)) :- between(1, 501, I). legal(p, go). terminal :- "
         "true(n(0)). goal(p, 0). next(n(I)) :- true(n(I)).", "a list of the fluents"),
    ],
)  # fmt: skip
def test_why_there_is_no_form_with_slots(rules: str, said: str) -> None:
    with pytest.raises(TierError, match=said):
        load_text(rules, form="slots")


def test_a_sheet_has_goals_that_are_never_given() -> None:
    rules = """role(p). legal(p, go) :- true(h(1)). next(done). terminal :- true(done).
        goal(p, 1) :- true(h(_))."""
    sheet = ps.convert(load_text(rules), to="gdl")
    assert "(goal p 1)" in sheet
    assert load_text(sheet, name="sheet.kif").initial.goals == {"p": None}
