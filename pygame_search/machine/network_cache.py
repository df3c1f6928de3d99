"""The cache of networks on disk, shared between processes.

A file that cannot be read is built again. If the folder is not writable, nothing is
cached.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pygame_search.network.circuit.serialization import from_bytes, to_bytes
from pygame_search.network.network import Network
from pygame_search.support.disk_cache import MOST_BYTES, kept, sources


def cached(
    content: Sequence[str | bytes],
    make: Callable[[], Network],
    *,
    note: Callable[[str], object] = lambda words: None,
    most_bytes: int = MOST_BYTES,
) -> Network:
    """Return a network from its file, or build it and store it.

    Args:
        content: all inputs of the network besides the sources of this package: the
            rules with their parameters, and the options of grounding.
        make: builds the network.
        note: called with a sentence about a file that cannot be read or written.
        most_bytes: the limit on the total size of the files.
    """
    return kept(
        ".network", [sources("pygame_search.network"), *content], make,
        what="the network", pack=to_bytes, unpack=from_bytes,
        note=note, most_bytes=most_bytes,
    )  # fmt: skip
