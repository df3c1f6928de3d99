"""Game search as logic: rules, path search and minimax are clauses.

>>> import pygame_search as ps
>>> game = ps.load("tic_tac_toe")
>>> game.initial.best().value
0
"""

from pygame_search.diagnostics import Diagnostic
from pygame_search.errors import (
    InputError,
    LimitError,
    MoveError,
    PygameSearchError,
    RulesError,
    TierError,
)
from pygame_search.explanation import Explanation, explain
from pygame_search.game import Game, Position, State, load, load_text
from pygame_search.questions import Answers, ask
from pygame_search.search.methods import METHODS, Method, MethodCall, read_method
from pygame_search.search.result import MoveValue, SearchResult

__all__ = [
    "METHODS",
    "Answers",
    "Diagnostic",
    "Explanation",
    "Game",
    "InputError",
    "LimitError",
    "Method",
    "MethodCall",
    "MoveError",
    "MoveValue",
    "Position",
    "PygameSearchError",
    "RulesError",
    "SearchResult",
    "State",
    "TierError",
    "ask",
    "explain",
    "load",
    "load_text",
    "read_method",
]
