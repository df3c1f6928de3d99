"""Explanations in the words of the rule file, and moves in its notation."""

from __future__ import annotations

from pathlib import Path

import pytest
from games import loaded

import pygame_search as ps
from pygame_search.explanation.proof_text import proof_data
from pygame_search.explanation.proof_tree import Node
from pygame_search.model.rules import examine
from pygame_search.rules.rulebook import Rulebook

#: A corridor with a lamp, whose words are all given below.
CORRIDOR = """\
role(walker).
init(at(1)). init(lamp(off)).
legal(walker, go(M)) :- true(at(N)), M is N + 1, M =< 3.
next(at(M)) :- does(walker, go(M)).
next(lamp(X)) :- true(lamp(X)).
terminal :- true(at(3)).
goal(walker, 1) :- terminal.
goal(walker, 0) :- \\+ terminal.
place(1, hall). place(2, stairs). place(3, yard).
in(P) :- true(at(N)), place(N, P).
dark :- \\+ true(lamp(on)).
lost(P) :- in(P), dark.
safe(P) :- place(_, P), \\+ lost(P).
notation(_, go(N), [to, N]).
reason(in(hall), 'the walker is at home').
reason(in(P), ['the walker is in the ', P]).
reason(\\+ in(P), ['the ', P, ' is empty']).
reason(dark, ['it is dark, as the lamp is ', X]) :- true(lamp(X)).
reason(true(lamp(X)), ['the lamp is ', X]).
reason(legal(R, M), [R, ' may go: ', M]).
"""


@pytest.fixture(scope="module")
def start() -> ps.State:
    return ps.load_text(CORRIDOR, name="corridor.pl").initial


@pytest.mark.parametrize(
    ("goal", "sentence"),
    [
        ("in(hall)", "the walker is at home because true(at(1)) holds."),
        ("in(yard)", "the yard is empty: it fails at place(1, yard): "),
        ("in(cellar)", "the cellar is empty: it fails at place(1, cellar): "),
        ("\\+ in(yard)", "the yard is empty: it fails at place(1, yard): "),
        ("dark", "it is dark, as the lamp is off because it is not so that the lamp "),
        ("true(lamp(off))", "the lamp is off: this holds in the position."),
        ("true(lamp(on))", "it is not so that the lamp is on."),
        ("true(lamp(_)), \\+ dark", "true(lamp(_)), \\+ dark does not hold: it is da"),
        ("legal(walker, go(2))", "walker may go: to2 because true(at(1)) holds."),
        ("legal(walker, go(3))", "it is not so that walker may go: to3: it fails at "),
        ("lost(hall)", "lost(hall) holds because the walker is at home; and it is dar"),
        ("lost(yard)", "lost(yard) does not hold: the yard is empty."),
        ("safe(hall)", "safe(hall) does not hold: it fails at \\+ lost(hall), as lost"),
    ],
)
def test_sentences(start: ps.State, goal: str, sentence: str) -> None:
    assert start.explain(goal).sentence.startswith(sentence)


def test_the_first_reason_counts(start: ps.State) -> None:
    assert start.explain("in(P)").tree.words == "the walker is at home"
    found = start.play("go(2)").explain("lost(_)")
    words = [node.words for node in found.tree.walk() if node.words]
    assert words[0] == "the walker is in the stairs"


def test_a_goal_with_variables(start: ps.State) -> None:
    game = ps.load_text(
        CORRIDOR.replace("init(lamp(off)).", "").replace("true(at(N)), p", "p"),
        name="corridor.pl",
    )
    found = game.initial.explain("true(lamp(Y))")
    assert found.sentence == "there is no X such that the lamp is X."
    assert found.tree.words == "there is no X such that the lamp is X"
    nowhere = ps.load_text(CORRIDOR.replace("init(at(1)).", "init(at(9)).")).initial
    words = nowhere.explain("in(_)").tree.words
    assert words == "there is no P such that the walker is in the P"
    with_body = CORRIDOR.replace("init(at(1)).", "init(at(9)).").replace(
        "in the ', P]).", "in the ', P]) :- true(at(_))."
    )
    words = ps.load_text(with_body).initial.explain("in(_)").tree.words
    assert words == "for each P, the P is empty"  # a rule need not fit every instance


def test_the_term_stands_beside_its_words(start: ps.State) -> None:
    lines = start.explain("lost(hall)").text().splitlines()[2:]
    assert lines[:4] == [
        "lost(hall)  [corridor.pl:12]",
        "  1: the walker is at home  [in(hall), corridor.pl:10]",
        "    1: true(at(1))  holds in the position",
        "    2: place(1, hall)  [corridor.pl:9]",
    ]
    assert (
        "fails, as the yard is empty  [in(yard)]" in start.explain("lost(yard)").text()
    )


def test_every_form(start: ps.State) -> None:
    found = start.explain("lost(hall)")
    node = found.as_json()["proof"]["children"][0]
    assert (node["goal"], node["words"]) == ("in(hall)", "the walker is at home")
    assert "the walker is at home" in found.svg()
    assert proof_data(found.tree)["children"][0]["words"] == "the walker is at home"
    assert "the walker is at home" in found._html("")
    assert "<code>the walker" not in found._html("")


def test_notation_in_goals() -> None:
    state = loaded("chess").initial
    found = state.explain("legal(white, move(7, 1, 6, 3))")
    assert found.tree.goal == "legal(white, move(7, 1, 6, 3))"
    assert found.tree.notated == "legal(white, Nf3)"
    assert found.sentence.startswith("legal(white, Nf3) holds because ")
    first = found.text(1).splitlines()[2]
    assert first.startswith("legal(white, Nf3)  [legal(white, move(7, 1, 6, 3)), chess")


def test_steps_of_a_search_are_written_as_people_do() -> None:
    rules = (Path(ps.__file__).parents[1] / "rules" / "nim.pl").read_text()
    rules += "notation(_, take(I, K), [K, ' from ', I]).\n"
    state = ps.load_text(rules.replace("[3, 4, 5]", "[1, 2]")).initial
    found = state.explain("minimax(3, M, V)")
    assert "holds: 1 from 1 is worth -1 to first: the least over 2 " in found.sentence
    step = found.tree.opened(2).children[0]
    assert (step.goal, step.notated) == ("take(1, 1); take(2, 1)", "1 from 1; 1 from 2")
    assert "  1: 1 from 1; 1 from 2  worth 1 to first" in found.text()
    no = state.explain("best_move(take(2, 2))")
    assert "2 from 2 is worth -1 to first, and 1 from 2 is worth 1 to" in no.sentence
    assert "second replies to 2 from 2 with 1 from 1" in no.sentence


def test_the_words_of_the_shelf() -> None:
    chess = loaded("chess")
    check = chess.after("e4; e5; Qh5; Ke7; Qxe5").explain("check(black)")
    assert check.sentence == (
        "black is in check because a black king stands on e7, e6 is empty and a white "
        "queen stands on e5."
    )
    over = loaded("nim(heaps=[1])").initial.play("take(1, 1)").explain("terminal")
    assert over.sentence == "the game is over because no stone is left."


def test_words_in_cilog() -> None:
    text = (
        "role(me). init(s). legal(me, go) <- true(s). next(e) <- does(me, go).\n"
        "terminal <- true(e). goal(me, 1).\n"
        "reason(terminal, 'it is over'). reason(~ terminal, 'it goes on').\n"
    )
    state = ps.load_text(text, syntax="cilog").initial
    assert state.explain("terminal").sentence == (
        "it goes on: it fails at true(e), which does not hold in the position."
    )


def test_words_in_a_state_space() -> None:
    rules = (
        "start(a). arc(a, b). is_goal(b). linked(X, Y) :- arc(X, Y).\n"
        "reason(arc(X, Y), ['an arc leads from ', X, ' to ', Y]).\n"
    )
    game = ps.load_text(rules)
    assert game.explain("linked(a, b)").sentence.endswith(
        "holds because an arc leads from a to b."
    )


def test_a_search_program_has_none(start: ps.State, tmp_path: Path) -> None:
    path = tmp_path / "mine.pl"
    path.write_text("in(nowhere).\nvalue(S, R, _, V) :- goal(S, R, V).\n")
    found = start.explain("in(nowhere)", program=path)
    assert (found.tree.holds, found.tree.words) == (True, "")


def _codes(rules: str) -> list[str]:
    return [fault.code for fault in examine(Rulebook("x", "x.pl", rules, "prolog"))]


@pytest.mark.parametrize(
    ("reason", "code"),
    [
        ("reason(inn(P), ['in ', P]).", "unknown_predicate"),
        ("reason(in(P), ['in ', Q, P]).", "unbound"),
        ("reason(in(yard), 'twice').", "unused_reason"),
        ("reason(\\+ in(P), [P, ' twice']).", "unused_reason"),
        ("reason(goal(walker, 7), 'won').", "unused_reason"),
        ("reason(between(1, 2, X), [X, ' between']).", "unused_reason"),
        ("reason(true(att(N)), ['at ', N]).", "never_true"),
        ("reason(does(_, fly(N)), ['flies ', N]).", "never_legal"),
        ("reason(legal(M), ['may ', M]).", "arity"),
        ("reason(3, 'three').", "argument_type"),
        ("reason(1 < 2, 'less').", "argument_type"),
    ],
)
def test_diagnostics(reason: str, code: str) -> None:
    assert code not in _codes(CORRIDOR)
    assert code in _codes(f"{CORRIDOR}{reason}\n")


@pytest.mark.parametrize("end", ["\\n", "\\r\\n", "\\t", "\\u2028", "\\u0085", "\\v"])
def test_words_and_notations_stand_in_one_line(end: str) -> None:
    said = (
        f"reason(dark, ['it is', '{end}', 'dark']).\n"
        f"notation(go(N), ['to', '{end}', N]).\n"
    )
    text = CORRIDOR.replace("dark :- ", f"{said}dark :- ")  # the first reason counts
    start = ps.load_text(text).initial
    told = start.explain("lost(hall)")
    gap = " " * (2 if end == "\\r\\n" else 1)
    assert f"it is{gap}dark" in told.sentence
    assert len(told.text().splitlines()) == 2 + sum(1 for _ in told.tree.walk())
    assert len((start.notation("go(2)") or "").splitlines()) == 1


def test_a_reason_changes_no_answer() -> None:
    plain = "\n".join(
        line for line in CORRIDOR.splitlines() if not line.startswith("reason")
    )
    with_words, without = ps.load_text(CORRIDOR), ps.load_text(plain)
    assert with_words.initial.best(depth=3).value == without.initial.best(depth=3).value
    assert _shape(with_words.initial.explain("lost(hall)").tree) == _shape(
        without.initial.explain("lost(hall)").tree
    )


def _shape(node: Node) -> tuple[object, ...]:
    return (node.goal, node.holds, node.reason, *map(_shape, node.below))
