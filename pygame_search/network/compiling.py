"""The code of a long search is compiled in a process of its own while it goes on."""

from __future__ import annotations

import pickle
import sys

from pygame_search.network.machine_code import thorough_objects
from pygame_search.support.process import end, end_with_caller


def main() -> None:
    """Answer the request, a pickle of modules, with their object files."""
    end_with_caller()
    parts: list[list[str]] = pickle.load(sys.stdin.buffer)
    end(pickle.dumps(thorough_objects(parts)))


if __name__ == "__main__":
    main()
