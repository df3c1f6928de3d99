"""Modules under the names that they had before, for a release.

`import pygame_search.matches.match` still works; a DeprecationWarning says what to
import instead.
"""

import sys
from importlib import import_module

TYPE_CHECKING = False  # `typing` itself takes its time
if TYPE_CHECKING:
    from importlib.machinery import ModuleSpec
    from types import ModuleType

#: Former names and today's, those that documents told users to import.
FORMER = {
    "errors": "support.errors",
    "learning": "experiments.learning",
    "learning.learn": "experiments.learning.learn",
    "matches": "experiments.matches",
    "matches.match": "experiments.matches.match",
    "network.games": "machine.native_game",
    "search.playouts": "search.monte_carlo.playouts",
    "search.reasons": "explanation.reasons",
    "solving.verification": "solving.verify",
}


class Finder:
    """Finds a module by its former name."""

    @staticmethod
    def find_spec(name: str, *_: object) -> "ModuleSpec | None":
        """Return how to import a module, None when it has no former name."""
        package, _dot, rest = name.partition(".")
        if package != __package__ or rest not in FORMER:
            return None
        from importlib.machinery import ModuleSpec

        return ModuleSpec(name, Finder, is_package=True)  # type: ignore[arg-type]

    @staticmethod
    def create_module(_: "ModuleSpec") -> None:
        """Leave it to Python: the module is replaced at once."""

    @staticmethod
    def exec_module(module: "ModuleType") -> None:
        """Put the module of today's name in its place."""
        import warnings

        name = module.__name__
        now = f"{__package__}.{FORMER[name.partition('.')[2]]}"
        warnings.warn(
            f"{name} is now {now}; the former name goes with the next release",
            DeprecationWarning,
            stacklevel=2,
        )
        sys.modules[name] = import_module(now)


def install() -> None:
    """Let former names be imported."""
    if Finder not in sys.meta_path:
        # Before all others: in a package of a former name they would find a module that
        # is there under today's, and run it a second time.
        sys.meta_path.insert(0, Finder)
