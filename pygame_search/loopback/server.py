"""A server for one page on this machine, over the installed engine.

It listens on 127.0.0.1 alone, and answers nobody but its own page: the address that is
opened has a token in its fragment, which a browser sends to no server; the page sends
it as a header. It serves one text, reads no files, and passes on only the operations
in OPERATIONS, each to the process of the session that asks for it.
"""

from __future__ import annotations

import hmac
import json
import secrets
import select
import socket
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socketserver import TCPServer
from typing import Any

from pygame_search.loopback.session import EndedError, Limits, Session, usual_limits
from pygame_search.support.errors import InputError
from pygame_search.support.interrupts import without_interrupts

HOST = "127.0.0.1"

#: The operations that a page may ask for: those of `logic/serve.pl` that its modules
#: ask for, and those of `native.py`.
OPERATIONS = frozenset({
    "check", "compose", "load", "compile", "face_up", "goal_sum", "initial",
    "from_facts",
    "facts", "position", "drawing", "play", "notations", "best", "recording", "prove",
    "playouts", "path_start", "path_next", "path_close", "start_node", "neighbours",
    "node_text", "is_goal", "ask", "ask_found", "explain", "relations",
    "certificate_open", "certificate_lines", "certificate_close", "solve", "path",
})  # fmt: skip

#: The most bytes of a request.
MOST_BYTES = 2_000_000
#: The most sessions, and the most connections at a time.
MOST_SESSIONS, MOST_CONNECTIONS = 8, 64
#: How long a request may take to arrive, and a reply to be taken, in seconds.
SLOW = 10.0
#: How long nothing need be heard of a page before its session ends, in seconds. It
#: says every ten seconds that it is there; a browser lets a page that is not shown do
#: so once a minute only.
SILENCE = 90.0

_JSON, _TEXT, _HTML = (
    "application/json", "text/plain; charset=utf-8", "text/html; charset=utf-8",
)  # fmt: skip

_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Content-Security-Policy": "frame-ancestors 'none'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'",
    "Connection": "close",
}


class _RefusedError(Exception):
    """A request is refused, with a status of HTTP."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status = status


class _Handler(BaseHTTPRequestHandler):
    """One connection, with one request."""

    server: Server
    server_version, sys_version = "pygame_search", ""
    timeout = SLOW

    def setup(self) -> None:
        """Begin to count the time that the request takes to arrive."""
        super().setup()
        self.server.arriving[self.connection] = time.monotonic()

    def finish(self) -> None:
        """End the connection."""
        self.server.arriving.pop(self.connection, None)
        super().finish()

    def do_GET(self) -> None:
        """Send the page."""
        self._answer(self._page)

    def do_POST(self) -> None:
        """Answer a request of the page."""
        self._answer(self._reply)

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""

    def send_error(
        self, code: int, message: str | None = None, explain: str | None = None
    ) -> None:
        """Refuse what is no request, or another method."""
        self._refuse(code, message or "refused")

    def _answer(self, made: Callable[[], tuple[str, bytes]]) -> None:
        try:
            self._must_be_from_here()
            kind, body = made()
        except _RefusedError as error:
            self._refuse(error.status, str(error))
        else:
            self._send(200, kind, body)

    def _must_be_from_here(self) -> None:
        """Check that the page or the user asks, by the address that was opened.

        Raises:
            _RefusedError: another name of this machine, or another page.
        """
        own = f"{HOST}:{self.server.server_port}"
        if self._only("Host") != own:
            raise _RefusedError(403, f"expected the host {own}")
        if "Origin" in self.headers and self._only("Origin") != f"http://{own}":
            raise _RefusedError(403, "another page asks")
        site = self.headers.get_all("Sec-Fetch-Site", [])
        if not {*site} <= {"same-origin", "none"}:
            raise _RefusedError(403, "another page asks")

    def _page(self) -> tuple[str, bytes]:
        if self.path != "/":
            raise _RefusedError(404, "there is only one page")
        return _HTML, self.server.page

    def _reply(self) -> tuple[str, bytes]:
        if self.path != "/request":
            raise _RefusedError(404, "requests go to /request")
        token = (self._only("X-Token") or "").encode("latin-1", "replace")
        if not hmac.compare_digest(token, self.server.token.encode()):
            raise _RefusedError(403, "expected the token of the address that was shown")
        if self._only("Content-Type") != _JSON:
            raise _RefusedError(415, f"expected {_JSON}")
        session, operation, data = _read(self._body())
        return _JSON, self.server.reply(session, operation, data, self._gone)

    def _body(self) -> bytes:
        length = self._only("Content-Length")
        if length is None or "Transfer-Encoding" in self.headers:
            raise _RefusedError(411, "expected one Content-Length, and no encoding")
        if not (length.isascii() and length.isdigit() and len(length) < 20):
            raise _RefusedError(400, "expected a Content-Length in digits")
        if int(length) > MOST_BYTES:
            raise _RefusedError(413, f"expected at most {MOST_BYTES:,} bytes")
        with suppress(TimeoutError):
            body = self.rfile.read(int(length))
            if len(body) == int(length):
                self.server.arriving.pop(self.connection, None)
                return body
        raise _RefusedError(408, "the request has not arrived as a whole")

    def _only(self, name: str) -> str | None:
        """Return the value of a header; None if it is missing, or there are several."""
        values = self.headers.get_all(name, [])
        return values[0] if len(values) == 1 else None

    def _gone(self) -> bool:
        """Return whether the page no longer waits for a reply."""
        ready, _, _ = select.select([self.connection], [], [], 0)
        try:
            return bool(ready) and not self.connection.recv(1, socket.MSG_PEEK)
        except OSError:
            return True

    def _refuse(self, status: int, why: str) -> None:
        self.close_connection = True
        self._send(status, _TEXT, f"{why}\n".encode())
        # With a request that is half read, the system would drop the answer.
        with suppress(OSError):
            self.wfile.flush()
            self.connection.shutdown(socket.SHUT_WR)
            self.connection.settimeout(0.2)
            for _ in range(100):
                if not self.connection.recv(1 << 16):
                    break

    def _send(self, status: int, kind: str, body: bytes) -> None:
        self.request_version = "HTTP/1.0"  # whatever was asked
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        for name, value in _HEADERS.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)


def _read(body: bytes) -> tuple[str, str, dict[str, Any]]:
    """Return the session, the operation and the data of a request.

    Raises:
        _RefusedError: it is none, or none that a page may send.
    """
    try:
        found = json.loads(body.decode(), parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise _RefusedError(400, "expected JSON") from error
    if not isinstance(found, dict) or {*found} != {"session", "operation", "data"}:
        raise _RefusedError(400, "expected session, operation and data")
    session, operation, data = found["session"], found["operation"], found["data"]
    if not isinstance(session, str) or not isinstance(operation, str):
        raise _RefusedError(400, "expected texts as session and operation")
    if not isinstance(data, dict):
        raise _RefusedError(400, "expected an object as data")
    if operation not in OPERATIONS | _OF_SESSIONS:
        raise _RefusedError(403, "no page may ask for this operation")
    data.pop("trusted", None)  # which has a text called as a goal of Prolog
    return session, operation, data


def _no_number(text: str) -> float:
    raise ValueError(f"expected a number, found {text}")


#: The operations about the session itself.
_OF_SESSIONS = frozenset({"begin", "beat", "end"})


class Server(ThreadingHTTPServer):
    """The server of a page.

    Attributes:
        page: the text that it serves.
        token: what the page has to send, 128 random bits.
        sessions: the sessions, by their names.
        arriving: for each connection whose request has not arrived as a whole, when it
            began.

    Args:
        page: see above.
        port: where it listens; 0 for a free port.
        limits: those of each session.
    """

    daemon_threads = True
    request_queue_size = MOST_CONNECTIONS

    def __init__(
        self, page: str, *, port: int = 0, limits: Limits | None = None
    ) -> None:
        self.page = page.encode()
        self.server_name = HOST
        self.token = secrets.token_urlsafe(16)
        self.sessions: dict[str, Session] = {}
        self.arriving: dict[socket.socket, float] = {}
        self._limits = usual_limits() if limits is None else limits
        self._turn = threading.Lock()
        self._closed = False
        self._room = threading.BoundedSemaphore(MOST_CONNECTIONS)
        try:
            super().__init__((HOST, port), _Handler)
        except OSError as error:
            raise InputError(
                f"port {port}: expected one that is free ({error.strerror})"
            ) from error

    @property
    def address(self) -> str:
        """What to open in a browser."""
        return f"http://{HOST}:{self.server_port}/#token={self.token}"

    def run(self) -> None:
        """Answer until Ctrl-C; then end all sessions."""
        try:
            self.serve_forever()
        finally:
            self.server_close()

    def server_close(self) -> None:
        """End everything."""
        super().server_close()
        with self._turn:  # a request that is under way begins no session any more
            self._closed = True
        for name in tuple(self.sessions):
            self._end(name, "the server has ended")

    def reply(
        self,
        name: str,
        operation: str,
        data: dict[str, Any],
        gone: Callable[[], bool],
    ) -> bytes:
        """Return the reply to a request of a page; see `Session.ask`."""
        if operation == "begin":
            return json.dumps({"session": self._begin()}).encode()
        session = self.sessions.get(name)
        try:
            if session is None:
                raise EndedError("its process has ended")
            if operation in OPERATIONS:
                return session.ask(operation, data, gone)
            session.seen = time.monotonic()
            if operation == "end":
                self._end(name, "it was stopped")
        except EndedError as ended:
            self._end(name, str(ended))
            return json.dumps({"ended": str(ended)}).encode()
        return b"{}"

    def _begin(self) -> str:
        with self._turn:
            if self._closed:
                raise _RefusedError(503, "the server has ended")
            if len(self.sessions) >= MOST_SESSIONS:
                raise _RefusedError(
                    429,
                    f"there are {MOST_SESSIONS} sessions already: close another page",
                )
            name = secrets.token_urlsafe(16)
            self.sessions[name] = Session(self._limits)
            return name

    def _end(self, name: str, why: str) -> None:
        session = self.sessions.pop(name, None)
        if session is not None:
            session.end(why)

    # ---- what the server of the library calls --------------------------------

    def server_bind(self) -> None:
        """Bind the socket, and ask no name server who this is."""
        TCPServer.server_bind(self)
        self.server_port = self.server_address[1]

    def service_actions(self) -> None:
        """End what is silent: requests that do not arrive, and pages that are gone."""
        now = time.monotonic()
        for connection, began in tuple(self.arriving.items()):
            if now - began > SLOW:
                with suppress(OSError):
                    connection.shutdown(socket.SHUT_RD)
        for name, session in tuple(self.sessions.items()):
            if now - session.seen > SILENCE:
                self._end(name, "nothing was heard of its page")

    def process_request(self, request: Any, client_address: Any) -> None:
        """Answer a connection in a thread, unless there are too many."""
        if self._room.acquire(blocking=False):
            # An interrupt in the midst of a thread's start would be lost.
            with without_interrupts():
                super().process_request(request, client_address)
        else:
            self.shutdown_request(request)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """Answer a connection."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._room.release()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Report an error, unless the other side has gone."""
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, client_address)
