"""A game that a person plays: moves taken back, and play that goes in circles.

`tests/cli/test_cli.py` has persons at a terminal.
"""

from __future__ import annotations

from games import loaded

from pygame_search.cli.play import Match, _play
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
