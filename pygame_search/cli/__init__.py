"""The command line: `pygame-search`, also `python -m pygame_search`."""

import sys


def main(prog_name: str | None = None) -> None:
    """Do what the words of the command line say, and exit.

    Args:
        prog_name: how the program is called in help; by default as it was started.
    """
    try:
        from pygame_search.cli.app import command
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        sys.exit(130)
    command(prog_name=prog_name)


__all__ = ["main"]
