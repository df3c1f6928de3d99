"""Short names of states in answers and proofs."""

from __future__ import annotations

from pathlib import Path

import pytest
from games import loaded

from pygame_search import load
from pygame_search.session.session import Session
from pygame_search.session.walk import Walk

GAMES = ("hexapawn", "tic_tac_toe", "nim(heaps=[1, 2])", "goofspiel", "pig")

STEP = "position(S), successor(S, M, S1)"


@pytest.mark.parametrize("call", GAMES)
def test_each_name_stands_for_the_state_that_its_moves_lead_to(call: str) -> None:
    start = loaded(call).initial
    found = start.ask("position(S), successor(S, _, S1), successor(S1, _, S2)", limit=9)
    states = {entry["name"]: entry for entry in found.as_json()["states"]}
    for entry in states.values():
        if entry["from"] is None:
            assert entry["state"] == start.game.facts_text(start.facts)
            continue
        state = start.game.state(states[entry["from"]]["state"])
        for move in entry["moves"]:
            state = state.play(move)
        assert state == start.game.state(entry["state"])
    for line, answer in zip(found.lines(), found.answers, strict=True):
        named = dict(part.split(" = ") for part in line.split(", "))
        assert {k: states[v]["state"] for k, v in named.items()} == answer
    assert next(iter(states)) == "s0"
    assert "s0: the start" in str(found)


def test_states_between_are_passed_over() -> None:
    start = loaded("nim(heaps=[1, 2])").initial
    found = start.ask("position(S), successor(S, _, _A), successor(_A, _, S2)", limit=1)
    assert found.answers[0].keys() == {"S", "S2"}
    assert "s1: s0, then take(1, 1); take(2, 1)" in str(found)


def test_a_list_of_fluents_that_is_no_state_is_shown_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "mine.pl"
    file.write_text(
        "mine(S, Fs) :- legal(S, P, _), findall(cell(C, R, P), "
        "member(cell(C, R, P), S), Fs).\n",
        encoding="utf-8",
    )
    start = loaded("hexapawn").initial
    found = start.ask("initial(S), mine(S, Fs)", program=file)
    whites = "[cell(1, 1, white), cell(2, 1, white), cell(3, 1, white)]"
    assert found.lines() == [f"S = s0, Fs = {whites}"]


def test_a_path_of_states(tmp_path: Path) -> None:
    file = tmp_path / "p.pl"
    file.write_text(
        "path(S, [S]) :- terminal(S).\n"
        "path(S, [S|P]) :- successor(S, _, S1), path(S1, P).\n",
        encoding="utf-8",
    )
    start = loaded("nim(heaps=[2])").initial
    found = start.ask("initial(S), path(S, P)", program=file)
    assert found.lines() == ["S = s0, P = [s0, s1, s2]", "S = s0, P = [s0, s3]"]
    proof = start.explain("initial(S), path(S, P)", program=file)
    assert "path(s0, [s0, s1, s2])" in proof.sentence + str(proof)
    assert "s2: s1, then take(1, 1)" in str(proof)
    for picture in (proof.svg(), proof._repr_mimebundle_()["text/html"]):
        assert "path(s1, [s1, s2])" in picture
        assert "s2: s1, then take(1, 1)" in picture
    assert 'xml:space="preserve">s0: the start    s1: s0' in proof.svg()
    assert "true(" not in proof.svg()
    data = proof.as_json()
    assert "heap(1, 2)" in data["proof"]["goal"]
    assert [entry["name"] for entry in data["states"]] == ["s0", "s1", "s2"]


def test_the_same_goal_in_another_state_is_proved_again() -> None:
    start = loaded("hexapawn").initial
    goal = "position(S), legal(S, white, _M), successor(S, _M, S1), \\+ terminal(S), "
    proof = start.explain(goal + "\\+ terminal(S1)").text(all_tries=True)
    second = proof.partition("not in that state")[2]
    assert "s1)  not in that state" in second
    assert "terminal  does not hold  as above" not in second


def test_a_game_whose_own_words_look_like_names(tmp_path: Path) -> None:
    file = tmp_path / "own.pl"
    file.write_text(
        "role(ann). init(at(1)). legal(ann, s1) :- true(at(1)).\n"
        "next(at(2)) :- does(ann, s1). terminal :- true(at(2)). goal(ann, 1).\n",
        encoding="utf-8",
    )
    found = load(file).initial.ask(STEP)
    assert found.lines() == ["S = state0, M = s1, S1 = state1"]
    assert "state1: state0, then s1" in str(found)


def test_kif(tmp_path: Path) -> None:
    file = tmp_path / "own.kif"
    file.write_text(
        "(role ann) (init (at 1)) (<= (legal ann go) (true (at 1)))\n"
        "(<= (next (at 2)) (does ann go)) (<= terminal (true (at 2))) (goal ann 1)\n",
        encoding="utf-8",
    )
    start = load(file).initial
    found = start.ask("(position ?a) (successor ?a ?m ?b)")
    assert found.lines() == ["a = s0, m = go, b = s1"]
    assert "s1: s0, then go" in str(found)


def test_many_states_are_drawn_only_in_part() -> None:
    start = loaded("tic_tac_toe").initial
    found = start.ask("position(S), successor(S, _, S1), successor(S1, _, S2)")
    text = str(found)
    assert text.count("to move") == 12
    assert found.names is not None
    last = len(found.names.states) - 1
    assert f"s{last}: s" in text
    whole = found.names.legend("\n".join(found.lines()), draw_all=True)
    assert whole.count("to move") == last + 1


def test_a_session_keeps_the_names_from_an_answer_to_its_proof() -> None:
    session = Session()
    session.load("hexapawn")
    inquiry = session.ask(STEP)
    inquiry.portion()
    assert inquiry.names.short()(inquiry.answers[2]["S1"]) == "s3"
    session.shown = 3
    found = session.explain("")
    assert "successor(s0, move(3, 1, 3, 2), s3)" in str(found)
    walk = Walk(found)
    assert "s3: s0" in walk.told(walk.text())
    assert "s3: s0" not in walk.answer("2")


def test_a_space_of_nodes_has_no_names() -> None:
    found = loaded("delivery_robot").ask("initial(S), successor(S, _, S1)")
    assert "states" not in found.as_json()
    assert str(found).count("\n") == 2
