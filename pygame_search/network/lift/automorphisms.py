"""The automorphisms of a graph, found by igraph in a process of its own.

igraph's search, which is the program Bliss (T. Junttila and P. Kaski 2007), can take
exponential time and cannot be stopped, so the process has limits.
"""

from __future__ import annotations

import pickle
import resource
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from math import ceil

from pygame_search.network.grounding.process import (
    ProcessError,
    answer_of,
    end,
    end_with_caller,
)

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
    end_with_caller()
    colors, edges, seconds = pickle.load(sys.stdin.buffer)
    for limit, most in [
        (resource.RLIMIT_CPU, ceil(time.process_time()) + seconds),
        (resource.RLIMIT_AS, BYTES),
        (resource.RLIMIT_CORE, 0),
    ]:
        _, hard = resource.getrlimit(limit)
        if hard == resource.RLIM_INFINITY or most < hard:
            with suppress(OSError, ValueError):  # macOS has no limit on memory
                resource.setrlimit(limit, (most, hard))
    sys.modules["matplotlib"] = None  # type: ignore[assignment]  # igraph can do without
    from igraph import Graph  # type: ignore[import-untyped]

    graph = Graph(n=len(colors), edges=edges)
    end(pickle.dumps(graph.automorphism_group(color=colors)))


if __name__ == "__main__":
    main()
