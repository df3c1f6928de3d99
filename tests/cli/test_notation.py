"""Moves in the notation of a position, as commands show and read them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from pygame_search.cli.app import command
from pygame_search.game import load

#: Two men of each side on a line; the square left is named only where it must be.
MEN = r"""
role(p). role(q). init(turn(p)). init(left(5)).
init(at(p, 1)). init(at(p, 5)). init(at(q, 2)). init(at(q, 4)).
legal(R, go(X, Y)) :- true(turn(R)), true(at(R, X)), beside(X, Y).
next(at(R, Y)) :- does(R, go(_, Y)).
next(at(R, X)) :- true(at(R, X)), \+ does(R, go(X, _)).
next(turn(Q)) :- true(turn(P)), other(P, Q).
next(left(M)) :- true(left(N)), M is N - 1.
terminal :- true(left(0)).
goal(R, N) :- role(R), count(X, true(at(R, X)), N).
draw(X, 1, R) :- true(at(R, X)).
other(p, q). other(q, p).
beside(X, Y) :- between(1, 5, X), between(1, 5, Y), abs(X - Y) =:= 1.
notation(R, go(X, Y), ['N', Y]) :- role(R), beside(X, Y), \+ twin(R, X, Y).
notation(R, go(X, Y), ['N', X, Y]) :- twin(R, X, Y).
notation(_, go(_, Y), ['N', Y]).
twin(R, X, Y) :-
    true(at(R, X)), true(at(R, Z)), distinct(X, Z), beside(X, Y), beside(Z, Y).
notation_suffix(!) :- terminal.
"""

#: A walk of one, who may go back and forth for ever.
WALK = r"""
role(p). init(at(1)).
legal(p, go(Y)) :- true(at(X)), beside(X, Y).
next(at(Y)) :- does(p, go(Y)).
terminal :- true(at(4)).
goal(p, 1) :- true(at(4)).
goal(p, 0) :- \+ true(at(4)).
beside(X, Y) :- between(1, 4, X), between(1, 4, Y), abs(X - Y) =:= 1.
notation(p, go(Y), [X, '-', Y]) :- true(at(X)), between(1, 4, Y).
notation_suffix(!) :- terminal.
"""


@pytest.fixture
def men(tmp_path: Path) -> str:
    file = tmp_path / "men.pl"
    file.write_text(MEN, encoding="utf-8")
    return str(file)


def run(*words: str, typed: str = "") -> str:
    done = CliRunner().invoke(command, words, input=typed, env={"COLUMNS": "80"})
    assert done.exception is None or isinstance(done.exception, SystemExit)
    return done.output


def test_a_position_lists_its_moves_so(men: str) -> None:
    place = "--after", "N2; N1; go(5, 4); N2"
    assert "N1!, N23!, N43!, N5!" in run("show", men, *place)
    told = json.loads(run("show", men, "--json"))
    assert told["legal"]["p"] == ["go(1, 2)", "go(5, 4)"]
    assert told["notations"] == {"p": ["N2", "N4"], "q": ["noop"]}
    assert "'N3' may be any of 2 moves: N23! (go(2, 3))" in run(
        "show", men, "--after", f"{place[1]}; N3"
    )


@pytest.mark.parametrize("tier", ["clauses", "native"])
def test_a_search_writes_its_line_by_playing_it(men: str, tier: str) -> None:
    words = "best", men, "--depth", "5", "--tier", tier
    shown, told = run(*words), json.loads(run(*words, "--json"))
    assert f"best for p: {told['notation']}\n" in shown
    assert f"line: {'; '.join(told['pv_notation'])}\n" in shown
    assert told["pv_notation"][-1].endswith("!")
    assert all(text.startswith("go(") for text in told["pv"])
    game = load(men)
    assert game.after(told["pv"]) == game.after(told["pv_notation"])
    assert [one["notation"] for one in told["moves"]] == ["N2", "N4"]
    found = game.initial.best(depth=5)
    assert f"p plays {found.pv_notation[0]}" in repr(found)


def test_a_tree_writes_each_move_in_its_position(men: str) -> None:
    place = "--depth", "2", "--after", "N2; N1; N4"
    shown = run("tree", men, *place)
    assert "N2  min" in shown or "N2  max" in shown
    assert "N23!  terminal" in shown
    assert "go(" not in shown
    told = json.loads(run("tree", men, "--depth", "1", "--json"))
    assert [(c["move"], c["notation"]) for c in told["children"]] == [
        ("go(1, 2)", "N2"), ("go(5, 4)", "N4"),
    ]  # fmt: skip


def test_reasons_are_given_in_it(men: str) -> None:
    shown = run("best", men, "--depth", "2", "--why", "--after", "N2; N1; N4")
    assert "go(" not in shown
    assert "q plays N2: " in shown


def test_a_path_and_a_circle_are_written_in_it(tmp_path: Path) -> None:
    file = tmp_path / "walk.pl"
    file.write_text(WALK, encoding="utf-8")
    shown, told = run("path", str(file)), json.loads(run("path", str(file), "--json"))
    assert "3-4!" in shown
    assert told["moves"] == ["go(2)", "go(3)", "go(4)"]
    assert told["notations"] == ["1-2", "2-3", "3-4!"]
    assert "(1-2; 2-1) again and again" in run(
        "solve", str(file), "--strength", "strong"
    )


def test_a_person_plays_by_it(men: str) -> None:
    words = "play", men, "--player", "q=human"
    shown = run(*words, typed="N2\nN1\nN4\nN2\nN3\nmoves\nN43\n")
    assert "1  N2   2  N4" in shown
    assert "'N3' may be any of 2 moves: N23! (go(2, 3)) and N43! (go(4, 3))" in shown
    assert "5. p plays N43!" in shown
    told = run(*words, "--json", typed="N2\nN1\nN4\nN2\nN5!\n")
    played = json.loads(told.splitlines()[-1])
    assert played["moves"][0] == "go(1, 2)"
    assert played["notations"] == ["N2", "N1", "N4", "N2", "N5!"]


def test_the_session_shows_and_takes_it(men: str) -> None:
    shown = run("repl", men, typed="%move N2; N1\n%legal\n%move N4; N2\n%legal\n")
    assert "p: N1, N3, N4\n" in shown
    assert "p: N1!, N23!, N43!, N5!\n" in shown


def test_a_saved_game_is_shown_in_it(men: str, tmp_path: Path) -> None:
    folder = tmp_path / "games"
    run("match", men, "legal", "legal", "--games", "2", "--save", str(folder))
    [saved, *_] = sorted(map(str, folder.glob("*.json")))
    told = json.loads(run("show", saved, "--json"))
    assert load(men).after(told["notations"]).terminal
    assert f"5. p plays {told['notations'][4]}" in run("show", saved)
