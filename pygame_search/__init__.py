"""Game search as logic: rules, path search and minimax are clauses.

>>> import pygame_search as ps
>>> game = ps.load("tic_tac_toe")
>>> game.initial.best().value
0
"""

from importlib import import_module

from pygame_search import former

TYPE_CHECKING = False  # `typing` itself takes its time
if TYPE_CHECKING:
    from pygame_search.explanation.proofs import Explanation, explain
    from pygame_search.explanation.questions import Answers, ask
    from pygame_search.game import Game, State, load, load_text
    from pygame_search.model.position import Position
    from pygame_search.search.core.methods import (
        METHODS,
        Method,
        MethodCall,
        read_method,
    )
    from pygame_search.search.core.result import MoveValue, SearchResult
    from pygame_search.support.diagnostic import Diagnostic
    from pygame_search.support.errors import (
        CertificateError,
        InputError,
        LimitError,
        MoveError,
        PygameSearchError,
        RulesError,
        TierError,
    )

__all__ = [
    "METHODS",
    "Answers",
    "CertificateError",
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

#: Where these are, `errors` apart.
_PLACES = {
    "METHODS": "search.core.methods",
    "Answers": "explanation.questions",
    "Diagnostic": "support.diagnostic",
    "Explanation": "explanation.proofs",
    "Game": "game",
    "Method": "search.core.methods",
    "MethodCall": "search.core.methods",
    "MoveValue": "search.core.result",
    "Position": "model.position",
    "SearchResult": "search.core.result",
    "State": "game",
    "ask": "explanation.questions",
    "explain": "explanation.proofs",
    "load": "game",
    "load_text": "game",
    "read_method": "search.core.methods",
}

former.install()

if not TYPE_CHECKING:

    def __getattr__(name):
        """Return a part of the package, imported when it is first asked for.

        So the command line is ready for Ctrl-C before anything is imported.
        """
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        module = import_module(f"{__name__}.{_PLACES.get(name, 'support.errors')}")
        return getattr(module, name)


def __dir__() -> list[str]:
    return [*__all__]
