"""A native search in a process of its own, while the clauses search in this one.

The process makes the network of the game, which is kept on disk, and searches until the
time of the request is over.
"""

from __future__ import annotations

import os
import pickle
from dataclasses import replace

from pygame_search.search.core.request import SearchRequest
from pygame_search.search.core.tiers import compiled
from pygame_search.search.game_tree.answer import Found, by_kernels
from pygame_search.support.errors import PygameSearchError, TierError
from pygame_search.support.memory import VARIABLE
from pygame_search.support.process import Aside, answer_aside, end, received
from pygame_search.support.process_limits import limit_process

#: How many seconds before the end of the time the process ends its search, so that
#: its answer is there in time.
MARGIN = 0.1
#: Address space for libraries, most of which takes no memory, in bytes.
_LIBRARIES = 2 << 30


def native_aside(request: SearchRequest, memory: int) -> Aside[Found]:
    """Begin a native search, and return what gives its answer.

    Args:
        request: the search, in any tier, with a time limit.
        memory: how many bytes the process may hold; see `memory_shared`.
    """
    assert request.seconds is not None
    alone = replace(
        request, tier=compiled(), progress=None, interruptible=False,
        seconds=max(request.seconds - MARGIN, 0.0),
    )  # fmt: skip
    known = request.state.game.known_sum
    return answer_aside(__name__, pickle.dumps((alone, known, memory)), _unpacked)


def _unpacked(data: bytes) -> Found:
    answer = pickle.loads(data)
    if isinstance(answer, Found):
        return answer
    raise TierError(answer)


def main() -> None:
    """Answer the request with what was found, a `Found`, or say why nothing was."""
    request, goal_sum, memory = pickle.loads(received())
    os.environ[VARIABLE] = str(memory >> 20)
    limit_process(memory=memory + _LIBRARIES)
    request.state.game.take_sum(goal_sum)
    answer: Found | str
    try:
        answer = by_kernels(request)
    except PygameSearchError as error:
        answer = str(error)
    except MemoryError:
        answer = f"it needs more than {memory >> 20:,} MB"
    end(pickle.dumps(answer))


if __name__ == "__main__":
    main()
