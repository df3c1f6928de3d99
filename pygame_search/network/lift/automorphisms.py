"""The automorphisms of a graph, found by igraph in a process of its own.

igraph's search, which is the program Bliss (T. Junttila and P. Kaski 2007), can take
exponential time and cannot be stopped, so the process has limits.
"""

from __future__ import annotations

import pickle
import sys
from collections.abc import Sequence

from pygame_search.support.process import (
    ProcessError,
    answer_of,
    end,
    received,
)
from pygame_search.support.process_limits import limit_process

#: The limits of a search: processor seconds, and bytes of memory.
SECONDS, BYTES = 20, 4 << 30


def automorphisms(
    colors: Sequence[int], edges: Sequence[tuple[int, int]], seconds: int = SECONDS
) -> list[list[int]] | None:
    """Return automorphisms of which all others are made, None if a limit is reached.

    Args:
        colors: of each vertex; an automorphism keeps them.
        edges: pairs of vertices.
        seconds: the most processor time of the search.

    Returns:
        For each automorphism the vertex that each becomes.
    """
    try:
        answer = answer_of(__name__, pickle.dumps((colors, edges, seconds)))
    except ProcessError:
        return None
    found: list[list[int]] = pickle.loads(answer)
    return found


def main() -> None:
    """Answer the request: a pickle of the colours, the edges and the seconds."""
    colors, edges, seconds = pickle.loads(received())
    limit_process(seconds=seconds, memory=BYTES)
    sys.modules["matplotlib"] = None  # type: ignore[assignment]  # igraph can do without
    from igraph import Graph  # type: ignore[import-untyped]

    try:
        graph = Graph(n=len(colors), edges=edges)
        found = graph.automorphism_group(color=colors)
    except MemoryError:
        sys.exit(1)  # there is no answer
    end(pickle.dumps(found))


if __name__ == "__main__":
    main()
