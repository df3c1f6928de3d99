"""The process of a session: it reads requests and writes replies, a line of JSON each.

A reply is that of `logic/serve.pl`, or of the same form. Nothing else is written to
where replies go.
"""

from __future__ import annotations

import json
import os
import sys
from typing import Any

from pygame_search.engine.bridge import ERRORS, engine
from pygame_search.loopback.native import Games
from pygame_search.support.errors import LimitError, PygameSearchError
from pygame_search.support.process import end_with_caller
from pygame_search.support.process_limits import limit_process


class Answers:
    """The replies to requests, one after the other."""

    def __init__(self) -> None:
        self._engine = engine()
        self._games = Games()

    def reply(self, operation: str, data: dict[str, Any]) -> str:
        """Return the reply to a request, as JSON in one line."""
        try:
            answer = self._games.answer(operation, data)
            if answer is not None:
                return json.dumps(answer)
            text = self._engine.reply(operation, **data)
        except PygameSearchError as error:
            return json.dumps({"error": _refusal(error)})
        except (MemoryError, RecursionError):
            words = {"kind": "out_of_memory", "message": "out of memory"}
            return json.dumps({"error": words})
        self._games.note(operation, data, text)
        return text.replace("\n", " ")


def _refusal(error: PygameSearchError) -> dict[str, Any]:
    if isinstance(error, LimitError):
        return {"kind": error.code, "message": str(error), "line": error.line}
    [*_, wrong] = (word for word, kind in ERRORS.items() if isinstance(error, kind))
    return {"kind": wrong, "wrong": wrong, "message": str(error)}


def main(seconds: int) -> None:
    """Answer until there are no more requests.

    Args:
        seconds: the most processor time of a request.
    """
    with os.fdopen(os.dup(1), "wb") as replies:
        os.dup2(2, 1)
        answers = Answers()
        for line in sys.stdin.buffer:
            limit_process(seconds=seconds)
            reply = answers.reply(*json.loads(line))
            replies.write(reply.encode() + b"\n")
            replies.flush()
    os._exit(0)  # at once: to give all memory back can take seconds


if __name__ == "__main__":
    end_with_caller()
    main(int(sys.argv[2]))
