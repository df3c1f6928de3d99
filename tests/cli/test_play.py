"""A game that a person plays: moves taken back, and play that goes in circles.

`tests/cli/test_cli.py` has persons at a terminal.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from games import loaded
from pages import page_data

from pygame_search.cli.app import command
from pygame_search.cli.play import Match, _play
from pygame_search.experiments.matches.playthrough import Playthrough, load
from pygame_search.game import Game, load_text

#: Both walk on the spot for ever.
ROUND = """
role(a). role(b). init(turn(a)).
legal(P, on) :- true(turn(P)).
legal(P, back) :- true(turn(P)).
legal(P, noop) :- role(P), \\+ true(turn(P)).
next(turn(b)) :- true(turn(a)).
next(turn(a)) :- true(turn(b)).
terminal :- true(over).
next(over) :- true(over).
goal(P, 0) :- role(P).
"""


def match(game: Game, **players: str) -> Match:
    return Match(players, [game.initial], silent=True)


def test_taking_back_goes_to_the_last_choice_of_a_person() -> None:
    played = match(loaded("tic_tac_toe"), x="human", o="legal")
    states = [played.state]
    for first, second in (
        ("mark(1, 1)", "noop"), ("noop", "mark(1, 2)"), ("mark(2, 2)", "noop"),
    ):  # fmt: skip
        played.play([first, second])
        states.append(played.state)
    assert played.moves == ["mark(1, 1)", "mark(1, 2)", "mark(2, 2)"]
    assert played.undo()  # while o thinks: the last move of x
    assert played.history == states[:3]
    assert played.moves == ["mark(1, 1)", "mark(1, 2)"]
    assert played.undo()  # x is to move: its move before, and the answer
    assert played.history == states[:1]
    assert played.moves == []
    assert not played.undo()
    assert played.state == states[0]


def test_taking_back_where_both_are_persons() -> None:
    played = match(loaded("tic_tac_toe"), x="human", o="human")
    for joint in (["mark(1, 1)", "noop"], ["noop", "mark(1, 2)"]):
        played.play(joint)
    assert played.undo()
    assert played.moves == ["mark(1, 1)"]
    assert played.state.to_move == ("o",)


def test_rounds_are_counted_as_long_as_nobody_can_leave_them() -> None:
    """Methods that choose alike would go on for ever: the third visit ends it."""
    played = match(load_text(ROUND), a="legal", b="legal")
    assert _play(played) == "endless"
    assert len(played.moves) == 5  # b's turn after one, three and five moves
    assert not played.state.terminal


def test_who_may_choose_otherwise_ends_no_game() -> None:
    for free in ("human", "random"):
        played = match(load_text(ROUND), a=free, b="legal")
        for _ in range(6):
            turn = played.state.to_move[0]
            played.play(["on" if role == turn else "noop" for role in played.players])
            assert not played.endless


# ---- a game that is kept -------------------------------------------------------


def kept(file: Path, *words: str, typed: str = "") -> Playthrough:
    """Play a game that is kept in a file, and return it."""
    told = CliRunner().invoke(
        command, ["play", *words, "--save", str(file)], input=typed
    )
    assert told.exit_code == 0, told.output
    return load(file)


def test_a_game_is_kept_as_a_match_keeps_it(tmp_path: Path) -> None:
    """`show` and `tree` read it, but there is no search of a person."""
    file = tmp_path / "game.json"
    typed = "take(1, 1)\nundo\ntake(2, 2)\ntake(1, 1)\n"
    found = kept(file, "nim(heaps=[2, 2])", "--depth", "2", typed=typed)
    assert found.moves[0] == ("take(2, 2)", "noop")
    assert (found.ended, found.call) == ("over", "nim(heaps=[2, 2])")
    assert str(found.players["first"]) == "human"
    assert str(found.players["second"]) == "alphabeta(depth=2)"
    run = CliRunner().invoke
    assert "first plays take(2, 2)" in run(command, ["show", str(file)]).stdout
    page = run(command, ["show", str(file), "--format", "html"])
    assert page_data(page.stdout)["moves"][0] == "first plays take(2, 2)"
    assert run(command, ["tree", str(file), "--ply", "1"]).exit_code == 0
    refused = run(command, ["tree", str(file)])
    assert refused.exit_code == 2
    assert "first was played by human: there is no search to draw" in refused.stderr


def test_a_game_that_was_given_up_says_so(tmp_path: Path) -> None:
    """By whom, if somebody has resigned."""
    file = tmp_path / "game.json"
    given_up = kept(file, "tic_tac_toe", "--depth", "1", typed="mark(2, 2)\nresign\n")
    assert (given_up.ended, len(given_up.moves)) == ("failure", 2)
    shown = CliRunner().invoke(command, ["show", str(file)]).stdout
    assert shown.endswith("\nx has lost: it has resigned\n")
    left = kept(file, "tic_tac_toe", "--depth", "1", typed="quit\n")
    assert (left.ended, left.moves) == ("endless", ())
    shown = CliRunner().invoke(command, ["show", str(file)]).stdout
    assert shown.endswith("\nThe game was left unfinished after 0 moves.\n")


def test_moves_of_a_certificate_are_no_search(tmp_path: Path) -> None:
    """The file says where they come from."""
    solved, file = tmp_path / "nim.solved", tmp_path / "game.json"
    game = "nim(heaps=[1, 2])"
    run = CliRunner().invoke
    run(command, ["solve", game, "--strength", "strong", "--save", str(solved)])
    players = "--player", "first=alphabeta", "--player", "second=legal"
    found = kept(file, game, *players, "--from", str(solved))
    assert str(found.players["first"]).startswith("the certificate, and where it has")
    refused = run(command, ["tree", str(file)])
    assert "there is no search to draw" in refused.stderr


@pytest.mark.parametrize("name", ["game", "no/game.json"])
def test_a_file_that_cannot_be_kept_is_refused_first(tmp_path: Path, name: str) -> None:
    """Before anybody plays."""
    file = tmp_path / name
    refused = CliRunner().invoke(command, ["play", "nim", "--save", str(file)])
    assert (refused.exit_code, refused.stdout) == (2, "")
