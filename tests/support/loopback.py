"""A client of the server of `studio`, which also sends what no browser would."""

from __future__ import annotations

import json
import os
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from pygame_search.loopback.server import Server
from pygame_search.loopback.session import Limits

#: What a test may take; the least memory in which the engine works is 200 MB.
LIMITS = Limits(seconds=60, megabytes=400)


@contextmanager
def serving(page: str = "<p>A page", limits: Limits = LIMITS) -> Iterator[Server]:
    """Run a server; afterwards, nothing of it is left."""
    server = Server(page, limits=limits)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        sessions = tuple(server.sessions.values())
        server.server_close()
        thread.join()
        assert all(session.ended for session in sessions)


def talk(port: int, request: bytes, *, ends: bool = False) -> tuple[int, bytes]:
    """Send bytes; return the status and the whole answer, 0 if there is none.

    Args:
        port: of the server.
        request: the bytes.
        ends: whether to send no more, as a client does that has gone.
    """
    answer = b""
    with socket.create_connection(("127.0.0.1", port), timeout=60) as connection:
        with suppress(OSError):  # refused before all was sent
            connection.sendall(request)
            if ends:
                connection.shutdown(socket.SHUT_WR)
        with suppress(OSError):
            while part := connection.recv(1 << 16):
                answer += part
    words = answer.split(None, 2)
    known = len(words) > 1 and words[0].startswith(b"HTTP/") and words[1].isdigit()
    return int(words[1]) if known else 0, answer


def body(
    operation: str, data: dict[str, Any] | None = None, session: str = ""
) -> bytes:
    """Return a request of a page."""
    found = {"session": session, "operation": operation, "data": data or {}}
    return json.dumps(found).encode()


def written(server: Server, text: bytes, **headers: str | None) -> bytes:
    """Return a POST as a page sends it, with other headers; None leaves one out."""
    own = f"127.0.0.1:{server.server_port}"
    found: dict[str, str | None] = {
        "Host": own,
        "Origin": f"http://{own}",
        "Sec-Fetch-Site": "same-origin",
        "X-Token": server.token,
        "Content-Type": "application/json",
        "Content-Length": str(len(text)),
    }
    found |= {name.replace("_", "-"): value for name, value in headers.items()}
    lines = [f"{name}: {value}" for name, value in found.items() if value is not None]
    head = "\r\n".join(["POST /request HTTP/1.1", *lines, "", ""])
    return head.encode("latin-1") + text


class Page:
    """What a page asks of a server, in a session."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.session = ""
        self.session = self.ask("begin")["session"]

    @property
    def number(self) -> int:
        """The number of the process."""
        return self.server.sessions[self.session].number

    def ask(self, operation: str, /, **data: Any) -> dict[str, Any]:
        """Return the reply to a request."""
        return self.sent(operation, data)

    def sent(self, operation: str, data: dict[str, Any]) -> dict[str, Any]:
        """Return the reply to a request whose data may have any names."""
        text = body(operation, data, self.session)
        status, answer = talk(self.server.server_port, written(self.server, text))
        assert status == 200, answer
        found: dict[str, Any] = json.loads(answer.partition(b"\r\n\r\n")[2])
        return found

    def load(self, text: str) -> str:
        """Return the name of a game that is loaded and compiled."""
        game = str(self.ask("load", syntax="prolog", text=text, parameters=[])["game"])
        assert "error" not in self.ask("compile", game=game, form="best")
        return game


def runs(process: int) -> bool:
    """Return whether a process runs."""
    try:
        with open(f"/proc/{process}/stat", encoding="ascii", errors="replace") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def ends(process: int) -> bool:
    """Return whether a process ends soon."""
    end = time.monotonic() + 30
    while runs(process):
        if time.monotonic() > end:
            os.kill(process, 9)
            return False
        time.sleep(0.02)
    return True
