"""A large game is lifted in a process of its own, while a search goes on."""

from __future__ import annotations

import pickle
from contextlib import suppress

from pygame_search.machine.game_code import lift, packed
from pygame_search.machine.native_game import native
from pygame_search.network.machine_code import machine_code
from pygame_search.support.errors import LimitError, TierError
from pygame_search.support.process import end, received


def main() -> None:
    """Answer the request, a pickle of a game, with what is to be kept of it."""
    game = pickle.loads(received())
    found = None
    with suppress(LimitError, TierError):
        native(game)
        found = lift(game)
        if found is not None:
            machine_code(found.library)  # it is kept on the disk
    end(packed(found))


if __name__ == "__main__":
    main()
