"""A path search of a game ends where the end is good enough."""

from __future__ import annotations

import pytest
from click.testing import CliRunner
from games import loaded

import pygame_search as ps
from pygame_search.cli.app import command
from pygame_search.search.state_space.path_search import INFORMED, METHODS
from pygame_search.support.errors import InputError

#: A bad end after one step, a good one after two, the best one after three.
STAIRS = """
role(climber). init(at(0)).
legal(climber, up) :- true(at(_)).
legal(climber, jump(N)) :- true(at(N)).
next(at(M)) :- does(climber, up), true(at(N)), M is N + 1.
next(off(N)) :- does(climber, jump(N)).
terminal :- true(off(_)).
terminal :- true(at(3)).
goal(climber, 100) :- true(off(2)).
goal(climber, 50) :- true(off(1)).
goal(climber, 10) :- true(off(0)).
goal(climber, 0) :- true(at(_)).
"""


@pytest.mark.parametrize("tier", ["clauses", "procedural", "native"])
@pytest.mark.parametrize("method", [name for name in METHODS if name not in INFORMED])
def test_it_stops_at_the_first_good_end(method: str, tier: str) -> None:
    game = ps.load_text(STAIRS)

    def steps(worth: int | None) -> int:
        path = game.path(method=method, tier=tier, worth=worth)
        assert path.found
        return len(path.moves)

    assert steps(None) == steps(100) == steps(51) == 3
    if method != "depth":
        assert steps(50) == steps(11) == 2
        assert steps(10) == 1
    assert not game.path(method=method, tier=tier, worth=101).found


def test_only_a_game_has_ends_of_some_value() -> None:
    with pytest.raises(InputError, match="worth has no effect without a game of one"):
        loaded("delivery_robot").path(worth=50)
    with pytest.raises(InputError, match="expected a goal value"):
        loaded("river_crossing").path(worth="much")  # type: ignore[arg-type]


def test_the_command() -> None:
    def run(*words: str) -> str:
        result = CliRunner().invoke(command, ["path", "river_crossing", *words])
        return result.output

    assert "7 steps" in run("--worth", "100")
    assert "no path" in run("--worth", "101")
