"""The command line: `pygame-search`, also `python -m pygame_search`."""

import os
import signal
from contextlib import suppress


def main(prog_name: str | None = None) -> None:
    """Run the command line, and exit.

    Args:
        prog_name: the name of the program in help; by default as it was started.
    """
    handler = signal.getsignal(signal.SIGINT)
    if handler is signal.default_int_handler:  # else Ctrl-C is ignored
        # An exception in the middle of an import might be reported, or lost.
        signal.signal(signal.SIGINT, _leave)
    from pygame_search.cli.app import command

    try:
        signal.signal(signal.SIGINT, handler)
        command(prog_name=prog_name)
    except KeyboardInterrupt:
        _leave()


def _leave(*_: object) -> None:
    """End the program at once: there is nothing to clean up yet."""
    with suppress(OSError):
        os.write(2, b"interrupted\n")
    os._exit(130)


__all__ = ["main"]
