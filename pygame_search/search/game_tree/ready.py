"""Whether all that a native search needs of a game is there: it then begins at once.

The network, the operations on words and the machine code are kept on disk. A native
search leaves a mark beside them once it has made them.
"""

from __future__ import annotations

from pygame_search.machine.native_game import is_native, made_from
from pygame_search.search.core.request import SearchRequest
from pygame_search.support.disk_cache import kept, kept_file, sealed, sources, unsealed

_SUFFIX = ".ready"


def is_ready(request: SearchRequest) -> bool:
    """Return whether a native search begins at once.

    Without a cache on disk this is not known; a game that this process has as a network
    counts.
    """
    path = kept_file(_SUFFIX, _made_of(request))
    return is_native(request.state.game) if path is None else path.exists()


def note_ready(request: SearchRequest) -> None:
    """Leave the mark."""
    kept(
        _SUFFIX, _made_of(request), lambda: b"",
        what="a mark", pack=sealed, unpack=unsealed,
    )  # fmt: skip


def _made_of(request: SearchRequest) -> list[str | bytes]:
    """Return all that decides on the code of a search."""
    weights = sorted((name, str(weight)) for name, weight in request.weights.items())
    made = made_from(request.state.game, estimate=False)
    return [sources("pygame_search.network"), *made, request.role, repr(weights)]
