"""The command `studio`: its address, and the end of all that it has started."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import webbrowser
from pathlib import Path
from socketserver import ThreadingMixIn
from typing import Any

import pytest
from loopback import body, ends, serving, talk, written

from pygame_search.cli import studio as module

STUDIO = [sys.executable, "-m", "pygame_search", "studio", "--no-browser", "--json"]


class Here:
    """A server in another process, as far as a client needs it."""

    def __init__(self, line: str) -> None:
        address = json.loads(line)["address"]
        place, _, self.token = address.partition("/#token=")
        self.server_port = int(place.rpartition(":")[2])


def children(process: int) -> list[int]:
    """Return the numbers of the processes that a process has started."""
    file = Path(f"/proc/{process}/task/{process}/children")
    found = [*file.parents[1].glob("*/children")]
    return [int(word) for one in found for word in one.read_text("ascii").split()]


@pytest.mark.parametrize(
    ("number", "status"),
    [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGKILL, -9)],
)
def test_the_server_ends(number: int, status: int) -> None:
    """With all that it has started, whatever that does."""
    with subprocess.Popen(STUDIO, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        here: Any = Here(process.stdout.readline())
        status_of, answer = talk(here.server_port, written(here, body("begin")))
        assert status_of == 200, answer
        [started] = children(process.pid)
        process.send_signal(number)
        assert process.wait(60) == status
    assert ends(started)


def test_an_interrupt_waits_until_a_thread_has_begun(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun: list[object] = []

    def begin(*given: object) -> None:
        os.kill(os.getpid(), signal.SIGINT)
        begun.append(given)

    with serving() as server:
        monkeypatch.setattr(ThreadingMixIn, "process_request", begin)
        with pytest.raises(KeyboardInterrupt):
            server.process_request(None, None)
        server._room.release()
        monkeypatch.undo()
    assert begun


def test_a_port_in_use() -> None:
    with serving() as server:
        command = [*STUDIO, "--port", str(server.server_port)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 2
    assert f"port {server.server_port}: expected one that is free" in done.stderr


@pytest.mark.parametrize("found", [True, False, None])
def test_a_browser(
    found: bool | None,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """It is opened at the address; without one, the user is told to do it."""
    opened: list[str] = []

    def open_(address: str) -> bool:
        opened.append(address)
        if found is None:
            raise webbrowser.Error("none")
        return found

    monkeypatch.setattr(webbrowser, "open", open_)
    module._open("http://127.0.0.1:1/#token=x")
    assert opened == ["http://127.0.0.1:1/#token=x"]
    words = "" if found else "error: no browser can be opened here: open the address\n"
    assert capsys.readouterr().err == words
