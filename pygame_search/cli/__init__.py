"""The command line: `pygame-search`, also `python -m pygame_search`."""

from pygame_search.cli.app import main

__all__ = ["main"]
