"""What others than the page send to the server: nothing is read, nothing is begun."""

from __future__ import annotations

import re
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from importlib.resources import files

import pytest
from loopback import Page, body, serving, talk, written

from pygame_search.loopback import server as module
from pygame_search.loopback.server import (
    MOST_CONNECTIONS,
    MOST_SESSIONS,
    OPERATIONS,
    Server,
)
from pygame_search.support.resources import logic_folder

BEGIN = body("begin")

#: How a module asks for an operation.
ASKING = re.compile(r"(?:request|ask|asked)\((?:prolog, )?'(\w+)'|\['(\w+)', \{ game")


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with serving() as started:
        yield started


@pytest.fixture(autouse=True)
def nothing_begun(server: Server) -> Iterator[None]:
    yield
    assert server.sessions == {}


def get(server: Server, path: str, *lines: str) -> bytes:
    head = [f"GET {path} HTTP/1.1", f"Host: 127.0.0.1:{server.server_port}", *lines]
    return "\r\n".join([*head, "", ""]).encode("latin-1")


def test_the_page_and_its_headers(server: Server) -> None:
    status, answer = talk(server.server_port, get(server, "/", "Sec-Fetch-Site: none"))
    head, _, page = answer.partition(b"\r\n\r\n")
    assert status == 200
    assert page == b"<p>A page"
    assert server.token.encode() not in answer
    for line in (
        b"X-Content-Type-Options: nosniff",
        b"Cache-Control: no-store",
        b"Referrer-Policy: no-referrer",
        b"Cross-Origin-Resource-Policy: same-origin",
        b"Content-Security-Policy: frame-ancestors 'none'; connect-src 'self'",
        b"Content-Type: text/html; charset=utf-8",
    ):
        assert line in head


def test_the_token_is_long() -> None:
    with serving() as one, serving() as two:
        assert len(one.token) == 22  # 128 bits in base64
        assert one.token != two.token
        assert one.server_address[0] == "127.0.0.1"


# ---- who asks ----------------------------------------------------------------


@pytest.mark.parametrize("method", ["GET", "POST"])
@pytest.mark.parametrize(
    "host",
    [
        "evil.example", "evil.example:{port}", "localhost:{port}", "localhost",
        "127.0.0.1", "127.0.0.1:1", "127.0.0.1.:{port}", "127.0.0.1:{port}.evil",
        "127.0.0.1.nip.io:{port}", "127.1:{port}", "0.0.0.0:{port}", "[::1]:{port}",
        "2130706433:{port}", "me@127.0.0.1:{port}", "", None,
        "127.0.0.1:{port}\r\nHost: evil.example",
    ],
)  # fmt: skip
def test_another_host(server: Server, method: str, host: str | None) -> None:
    """A name that a page has had pointed at this machine (DNS rebinding)."""
    named = None if host is None else host.format(port=server.server_port)
    request = written(server, BEGIN, Host=named)
    if method == "GET":
        request = request.replace(b"POST /request", b"GET /", 1)
    status, answer = talk(server.server_port, request)
    assert status == 403
    assert b"<p>" not in answer


@pytest.mark.parametrize("method", ["GET", "POST"])
@pytest.mark.parametrize(
    "origin",
    [
        "http://evil.example", "null", "", "file://", "https://127.0.0.1:{port}",
        "http://localhost:{port}", "http://127.0.0.1", "http://127.0.0.1:1",
        "http://127.0.0.1:{port}.evil.example", "http://127.0.0.1:{port}/",
        "http://127.0.0.1:{port} http://evil.example",
        "http://127.0.0.1:{port}\r\nOrigin: http://evil.example",
    ],
)  # fmt: skip
def test_another_origin(server: Server, method: str, origin: str) -> None:
    named = origin.format(port=server.server_port)
    request = written(server, BEGIN, Origin=named)
    if method == "GET":
        request = request.replace(b"POST /request", b"GET /", 1)
    assert talk(server.server_port, request)[0] == 403


@pytest.mark.parametrize("site", ["cross-site", "same-site", "", "none, cross-site"])
def test_another_site(server: Server, site: str) -> None:
    request = written(server, BEGIN, Origin=None, Sec_Fetch_Site=site)
    assert talk(server.server_port, request)[0] == 403
    page = get(server, "/", f"Sec-Fetch-Site: {site}")
    assert talk(server.server_port, page)[0] == 403


@pytest.mark.parametrize(
    "token",
    [
        None, "", "wrong", "{token}x", "x{token}", "{short}", "{token} {token}",
        "{token}\r\nX-Token: {token}", "\xe9" * 22, "A" * 60_000,
    ],
)  # fmt: skip
def test_another_token(server: Server, token: str | None) -> None:
    if token is not None:
        token = token.format(token=server.token, short=server.token[:-1])
    request = written(server, BEGIN, X_Token=token)
    assert talk(server.server_port, request)[0] == 403


@pytest.mark.parametrize(
    "where",
    [
        {"Cookie": "token={token}"}, {"Cookie": "X-Token={token}"},
        {"Authorization": "Bearer {token}"}, {"Referer": "http://x/#token={token}"},
        {"Token": "{token}"},
    ],
)  # fmt: skip
def test_the_token_elsewhere(server: Server, where: dict[str, str]) -> None:
    headers = {name: value.format(token=server.token) for name, value in where.items()}
    request = written(server, BEGIN, X_Token=None, **headers)
    assert talk(server.server_port, request)[0] == 403


def test_the_token_in_the_query(server: Server) -> None:
    request = written(server, BEGIN, X_Token=None)
    path = f"POST /request?token={server.token} ".encode()
    request = request.replace(b"POST /request ", path, 1)
    assert talk(server.server_port, request)[0] == 404


# ---- what is asked for -------------------------------------------------------


@pytest.mark.parametrize(
    "path",
    [
        "/request", "/etc/passwd", "/../../../../etc/passwd", "//etc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd", "/..%2f..%2fetc%2fpasswd", "/..\\..\\etc\\passwd",
        "/index.html", "/favicon.ico", "/?", "/?token=", "/#", "/.", "/./", "*",
        "file:///etc/passwd", "http://evil.example/", "/\0", "/%0d%0aX-Evil:%20yes",
        "/" + "a" * 60_000,
    ],
)  # fmt: skip
def test_another_path(server: Server, path: str) -> None:
    status, answer = talk(server.server_port, get(server, path))
    assert status == 404
    assert b"root:" not in answer
    assert b"X-Evil" not in answer


@pytest.mark.parametrize("path", ["/", "/request/", "/request?x=1", "/../request", "*"])
def test_a_request_elsewhere(server: Server, path: str) -> None:
    request = written(server, BEGIN).replace(b"/request", path.encode(), 1)
    assert talk(server.server_port, request)[0] == 404


@pytest.mark.parametrize(
    "method",
    [
        "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "PATCH", "get", "post",
        "__init__", "X" * 1000,
    ],
)  # fmt: skip
def test_another_method(server: Server, method: str) -> None:
    """OPTIONS, too: no other page may ask what it may send."""
    request = written(server, BEGIN).replace(b"POST", method.encode(), 1)
    status, answer = talk(server.server_port, request)
    assert status == 501
    assert b"Access-Control" not in answer


@pytest.mark.parametrize(
    ("line", "status"),
    [
        ("GET / HTTP/9.9", 505), ("GET / HTTP/1.x", 400), ("GET / / HTTP/1.1", 400),
        ("GET", 400), ("GET /", 403), ("\x16\x03\x01\x02\x00\x01", 400),
        ("GET /" + "a" * 70_000 + " HTTP/1.1", 414),
    ],
)  # fmt: skip
def test_no_request(server: Server, line: str, status: int) -> None:
    request = f"{line}\r\n\r\n".encode("latin-1")
    found, answer = talk(server.server_port, request, ends=True)
    assert found == status
    assert b"<p>" not in answer


@pytest.mark.parametrize(
    "lines",
    [["X: y"] * 200, ["X: " + "y" * 70_000], [": y", "Host : x"], ["X: a\rHost: b"]],
)
def test_strange_headers(server: Server, lines: list[str]) -> None:
    """They are too many or too long, name another host, or change nothing."""
    request = get(server, "/", *lines)
    assert talk(server.server_port, request)[0] in (200, 403, 431)


# ---- how it is sent ----------------------------------------------------------


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Content_Length": None}, 411),
        ({"Content_Length": None, "Transfer_Encoding": "chunked"}, 411),
        ({"Transfer_Encoding": "chunked"}, 411),
        ({"Transfer_Encoding": "identity"}, 411),
        ({"Content_Length": "-1"}, 400),
        ({"Content_Length": "+46"}, 400),
        ({"Content_Length": "4_6"}, 400),
        ({"Content_Length": "0x2e"}, 400),
        ({"Content_Length": "46, 46"}, 400),
        ({"Content_Length": "\u0664"}, 400),
        ({"Content_Length": ""}, 400),
        ({"Content_Length": "46\r\nContent-Length: 46"}, 411),
        ({"Content_Length": "2000001"}, 413),
        ({"Content_Length": "9" * 19}, 413),
        ({"Content_Length": "9" * 6000}, 400),
        ({"Content_Length": "0"}, 400),
        ({"Content_Length": "10"}, 400),
        ({"Content_Type": None}, 415),
        ({"Content_Type": "text/plain"}, 415),
        ({"Content_Type": "application/x-www-form-urlencoded"}, 415),
        ({"Content_Type": "multipart/form-data"}, 415),
        ({"Content_Type": "application/json; charset=utf-16"}, 415),
        ({"Content_Type": "text/plain\r\nContent-Type: application/json"}, 415),
    ],
)
def test_another_form(
    server: Server, headers: dict[str, str | None], status: int
) -> None:
    if headers.get("Content_Length") == "\u0664":  # a digit, but not of ASCII
        headers = {"Content_Length": "\u0664".encode().decode("latin-1")}
    assert talk(server.server_port, written(server, BEGIN, **headers))[0] == status


def test_chunks(server: Server) -> None:
    chunk = f"{len(BEGIN):x}\r\n".encode() + BEGIN + b"\r\n0\r\n\r\n"
    request = written(server, chunk, Content_Length=None, Transfer_Encoding="chunked")
    assert talk(server.server_port, request)[0] == 411


def test_two_requests_in_one(server: Server) -> None:
    """Only the first is answered, whatever the other would be."""
    one = written(server, b"{}")
    status, answer = talk(server.server_port, one + written(server, BEGIN))
    assert status == 400
    assert answer.count(b"HTTP/1.0") == 1


def test_a_part_of_a_request(server: Server) -> None:
    request = written(server, BEGIN, Content_Length=str(len(BEGIN) + 1))
    assert talk(server.server_port, request, ends=True)[0] == 408


def test_a_slow_request(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """The time is that of the whole request, however it drips."""
    monkeypatch.setattr(module, "SLOW", 0.2)
    port, request = server.server_port, written(server, BEGIN)
    for part in (20, len(request) - 20):
        with socket.create_connection(("127.0.0.1", port), timeout=60) as slow:
            slow.sendall(request[:part])
            for byte in request[part : part + 10]:
                time.sleep(0.06)
                with suppress(OSError):  # the answer has come already
                    slow.sendall(bytes([byte]))
            answer = slow.recv(1000)
        assert answer.split()[1] == (b"403" if part == 20 else b"408")


# ---- what it says ------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        b"", b"{", b"nonsense", b"\xff\xfe", b"[]", b"null", b"1", b'"begin"', b"{}",
        b'{"session": "", "operation": "begin"}',
        b'{"session": "", "operation": "begin", "data": {}, "more": 1}',
        b'{"session": 1, "operation": "begin", "data": {}}',
        b'{"session": "", "operation": ["begin"], "data": {}}',
        b'{"session": "", "operation": "begin", "data": []}',
        b'{"session": "", "operation": "begin", "data": {"a": NaN}}',
        b'{"session": "", "operation": "begin", "data": {"a": -Infinity}}',
        b'{"session": "", "operation": "begin", "data": {"a": ' + b"9" * 5000 + b"}}",
        b'{"session": "", "operation": "begin", "data": {}} {}',
        b"[" * 100_000, b"[" * 100_000 + b"]" * 100_000,
        b'{"session": "", "operation": "begin", "data": '
        + b'{"a":' * 100_000 + b"1" + b"}" * 100_001,
    ],
    ids=range(21),
)  # fmt: skip
def test_no_json_of_a_page(server: Server, text: bytes) -> None:
    assert talk(server.server_port, written(server, text))[0] == 400


@pytest.mark.parametrize(
    "operation",
    [
        "", "unload", "load_program", "run_program", "program_answers", "efforts",
        "base_new", "base_tell", "ground_program", "halt", "consult", "shell",
        "serve:request", "Begin", "begin ", "__class__", "idle_match", "steps",
    ],
)  # fmt: skip
def test_another_operation(server: Server, operation: str) -> None:
    assert talk(server.server_port, written(server, body(operation)))[0] == 403


def test_the_operations_are_those_of_pages() -> None:
    """They are what a module asks for, and what only the native tier answers."""
    package = files("pygame_search") / "page"
    asked: set[str] = set()
    for folder in ("player", "studio"):
        for file in (package / folder).iterdir():
            if file.name.endswith(".js"):
                found = ASKING.findall(file.read_text(encoding="utf-8"))
                asked |= {word for pair in found for word in pair if word}
    known: set[str] = set()
    for rows in (logic_folder() / "requests").glob("*.pl"):
        text = rows.read_text(encoding="utf-8")
        known |= set(re.findall(r"^\w+_request\((\w+),", text, re.MULTILINE))
    assert {"best", "load", "initial"} <= asked
    assert asked <= known
    assert asked | {"solve", "path"} == OPERATIONS


@pytest.mark.parametrize("session", ["", "x", "../../etc", "\0", "A" * 100_000])
def test_another_session(server: Server, session: str) -> None:
    for operation in ("initial", "beat", "end"):
        text = body(operation, session=session)
        status, answer = talk(server.server_port, written(server, text))
        assert status == 200
        assert answer.endswith(b'{"ended": "its process has ended"}')


# ---- too much ----------------------------------------------------------------


def test_many_connections(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that are too many are closed; the others end when they are too slow."""
    port, page = server.server_port, get(server, "/")
    with ExitStack() as stack:
        idle = [
            stack.enter_context(socket.create_connection(("127.0.0.1", port), 60))
            for _ in range(MOST_CONNECTIONS)
        ]
        within(lambda: len(server.arriving) == MOST_CONNECTIONS)
        assert talk(port, page)[0] == 0
        monkeypatch.setattr(module, "SLOW", 0.1)
        assert all(one.recv(1) == b"" for one in idle)
    monkeypatch.undo()
    within(lambda: not server.arriving)
    assert talk(port, page)[0] == 200


def within(condition: Callable[[], bool], seconds: float = 30) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_many_sessions(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_SESSIONS", 2)
    assert MOST_SESSIONS == 8
    pages = [Page(server), Page(server)]
    status, answer = talk(server.server_port, written(server, BEGIN))
    assert status == 429
    assert b"close another page" in answer
    pages[0].ask("end")
    pages.append(Page(server))
    assert [session.ended for session in server.sessions.values()] == [False, False]
    for page in pages[1:]:
        page.ask("end")
