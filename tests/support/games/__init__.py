"""Data, cached games and generators for the tests."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pygame_search as ps
from pygame_search.game import Game

FOLDER = Path(__file__).parent

#: Their clauses, or their random games, take long, so tests look at fewer states.
LARGE = {"backgammon", "chess", "losers_chess", "threefold_chess"}

#: The jumps of their captures are too many for the network.
UNGROUNDED = {"international_draughts"}

#: Their states have a history, which neither the network nor the slot form keeps.
WITH_HISTORY = {"go", "threefold_chess"}

#: They have no network by itself.
NOT_NATIVE = WITH_HISTORY | UNGROUNDED


@cache
def loaded(call: str, form: str = "best") -> Game:
    """Return a game of rules/, loaded once for all tests, with all cards face up."""
    return ps.load(call, form=form).face_up()
