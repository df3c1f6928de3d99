"""Game search as logic: rules, path search and minimax are clauses.

>>> import pygame_search as ps
>>> game = ps.load("tic_tac_toe")
>>> game.initial.best().value
0

The names of the package stand in `__init__.pyi`, each with its module.
"""

from pygame_search import former

former.install()


def __getattr__(name):  # type: ignore[no-untyped-def]
    """Return a part of the package, imported when it is first asked for.

    So the command line is ready for Ctrl-C before anything is imported.
    """
    import lazy_loader

    here = globals()
    attached = lazy_loader.attach_stub(__name__, __file__)
    here.update(zip(("__getattr__", "__dir__", "__all__"), attached, strict=True))
    return here[name] if name in here else here["__getattr__"](name)


def __dir__():  # type: ignore[no-untyped-def]
    return __getattr__("__all__")
