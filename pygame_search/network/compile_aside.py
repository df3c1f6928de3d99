"""The code of a long search is compiled in a process of its own while it goes on."""

from __future__ import annotations

import pickle

from pygame_search.network.machine_code import thorough_objects
from pygame_search.support.process import end, received
from pygame_search.support.process_limits import limit_process


def main() -> None:
    """Answer the request, modules and a limit of memory, with their object files."""
    parts, memory = pickle.loads(received())
    limit_process(memory=memory)
    end(pickle.dumps(thorough_objects(parts)))


if __name__ == "__main__":
    main()
