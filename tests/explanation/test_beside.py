"""A search program beside a game, in questions and explanations."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from games import loaded

from pygame_search.cli.app import command
from pygame_search.explanation.questions import ask
from pygame_search.explanation.searches.steps import explain
from pygame_search.programs.program import read_clauses
from pygame_search.support.errors import (
    InputError,
    LimitError,
    PygameSearchError,
    RulesError,
)
from pygame_search.support.resources import logic_folder

LECTURES = logic_folder() / "lectures"

PATHS = """
path(S, P) <- along(S, [S], Q) & reverse(Q, P).
along(S, Q, Q) <- goal(S).
along(S, Seen, Q) <- successor(S, _, S1) & ~ member(S1, Seen) & along(S1, [S1|Seen], Q).
"""

MINIMAX = """
value(S, R, _, V) :- terminal(S), !, goal(S, R, V).
value(S, R, 0, V) :- !, estimate(S, R, V).
value(S, R, D, V) :-
    D1 is D - 1,
    findall(W, ( legal(S, _, M), successor(S, M, S1), value(S1, R, D1, W) ), Ws),
    ( to_move(S, R) -> max_list(Ws, V) ; min_list(Ws, V) ).
"""


def written(tmp_path: Path, name: str, text: str) -> Path:
    file = tmp_path / name
    file.write_text(text, encoding="utf-8")
    return file


@pytest.mark.parametrize("call", ["hexapawn", "tic_tac_toe", "nim(heaps=[1, 2])"])
@pytest.mark.parametrize("name", ["minimax", "alphabeta"])
def test_a_lecture_answers_as_the_program_alone(call: str, name: str) -> None:
    program = read_clauses(LECTURES / f"{name}.pl")
    state = loaded(call).initial
    for role in loaded(call).roles:
        alone = program.ask("value", state, role=role, depth=2)
        assert alone is not None
        (found,) = state.ask(
            f"position(S), value(S, {role}, 2, V)", program=program
        ).answers
        assert float(found["V"]) == alone.value


def test_a_program_may_ask_for_the_range_of_goal_values() -> None:
    asked = "position(S), best(S, white, 20, M, V)"
    found = loaded("hexapawn").initial.ask(asked, program=LECTURES / "uct.pl")
    alone = read_clauses(LECTURES / "uct.pl").ask(
        "best", loaded("hexapawn").initial, role="white", depth=20
    )
    assert alone is not None
    assert [answer["M"] for answer in found.answers] == [alone.move]


def test_a_path_of_cilog_over_nodes(tmp_path: Path) -> None:
    file = written(tmp_path, "my.cil", PATHS)
    space = loaded("delivery_robot")
    found = ask(space, "path(mail_room, P), length(P, 4)", program=file)
    ways = {answer["P"] for answer in found.answers}
    assert "[mail_room, lounge, terrace, laboratory]" in ways
    text = str(explain(space, "path(terrace, P)", program=file))
    assert "along(terrace, [terrace], [laboratory, terrace])  [" in text
    assert "my.cil:4]" in text
    assert "goal(laboratory)  holds" in text
    refuted = explain(space, "path(terrace, [terrace, store])", program=file)
    assert not refuted.holds
    assert "my.cil:2]" in str(refuted)


def test_how_and_whynot_go_through_a_program_into_the_rules(tmp_path: Path) -> None:
    file = written(tmp_path, "mm.pl", MINIMAX)
    start = loaded("nim(heaps=[1])").initial
    found = start.explain("position(S), value(S, first, 2, V)", program=file)
    assert "nim.pl:" not in str(found)
    assert "--all shows it" in str(found)
    proof = found.text(all_tries=True)
    assert "--all shows it" not in proof
    assert "mm.pl:4]" in proof
    assert "legal(first, take(1, 1))" in proof
    assert "nim.pl:" in proof
    refuted = start.explain("position(S), value(S, first, 1, 7)", program=file)
    assert not refuted.holds
    text = str(refuted)
    assert "mm.pl:4]" in text
    assert "max_list(" in text


def test_a_sentence_names_what_a_program_found_in_the_game(tmp_path: Path) -> None:
    file = written(tmp_path, "mm.pl", MINIMAX)
    start = loaded("nim(heaps=[1])").initial
    sentence = start.explain(
        "position(S), value(S, first, 2, V)", program=file
    ).sentence
    assert "terminal(s1)" in sentence
    assert " is " not in sentence
    assert "findall" not in sentence


def test_a_cut_hides_the_clauses_behind_it(tmp_path: Path) -> None:
    file = written(tmp_path, "c.pl", "p(X) :- X > 0, !, X > 5.\np(_).\n")
    start = loaded("hexapawn").initial
    assert not start.ask("p(1)", program=file).answers
    refuted = str(start.explain("p(1)", program=file))
    assert "1>5" in refuted
    assert start.explain("p(0)", program=file).tree.clause is not None
    kept = start.explain("p(0)", program=file).tree.clause
    assert kept is not None
    assert kept.line == 2


def test_a_relation_without_a_search_can_be_asked(tmp_path: Path) -> None:
    clause = "moves(S, N) :- findall(M, legal(S, _, M), Ms), length(Ms, N).\n"
    file = written(tmp_path, "r.pl", clause)
    start = loaded("hexapawn").initial
    assert start.ask("initial(S), moves(S, N)", program=file).answers[0]["N"] == "3"
    with pytest.raises(InputError, match=r"did you mean moves"):
        start.ask("initial(S), movs(S, N)", program=file)
    with pytest.raises(InputError):
        start.ask("initial(S), moves(S, N)")


def test_a_variable_without_a_value_is_said(tmp_path: Path) -> None:
    file = written(tmp_path, "u.pl", "p(X, X, _, f(X, _)).\n")
    start = loaded("nim").initial
    [answer] = start.ask("p(A, B, C, D)", program=file).answers
    assert answer == {"A": "_", "B": "A", "C": "_", "D": "f(A, _)"}


def test_warnings_of_a_program_are_shown(tmp_path: Path) -> None:
    file = written(tmp_path, "w.pl", "p(X, Y) :- X = 1.\n")
    for words in (["ask"], ["explain"]):
        told = CliRunner().invoke(
            command, [*words, "nim", "p(1, 2)", "--program", str(file)]
        )
        assert "w.pl:1:6: warning: the variable Y occurs only once" in told.stderr
        assert "no rule uses" not in told.stderr
        assert told.exit_code == 0


def test_faults_and_mistakes(tmp_path: Path) -> None:
    start = loaded("hexapawn").initial
    bad = written(tmp_path, "bad.pl", "value(S, R, _, V) :- shell(S), goal(S, R, V).\n")
    with pytest.raises(RulesError, match=r"bad\.pl:1"):
        start.ask("true", program=bad)
    wrong = written(tmp_path, "wrong.pl", "p(X) :-\n    Y is X + a, Y > 0.\n")
    with pytest.raises(PygameSearchError, match="line 2"):
        start.ask("p(1)", program=wrong)
    with pytest.raises(InputError):
        start.ask("p(1)", program=tmp_path / "none.pl")
    endless = written(tmp_path, "endless.pl", "p(X) :- p(X).\n")
    with pytest.raises(LimitError):
        start.ask("p(1)", program=endless, seconds=0.5)
    with pytest.raises(InputError, match="program"):
        start.explain("p(1)", program=endless, move="move(1, 1, 1, 2)")
