"""Sessions: what their processes answer, and what ends them."""

from __future__ import annotations

import os
import signal
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from loopback import LIMITS, Page, body, ends, runs, serving, written
from pages import ENDLESS

import pygame_search as ps
from pygame_search.loopback import server as server_module
from pygame_search.loopback import session as session_module
from pygame_search.loopback.server import Server
from pygame_search.loopback.session import EndedError, Limits, Session
from pygame_search.support.resources import rules_folder

HEXAPAWN = (rules_folder() / "hexapawn.pl").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with serving() as started:
        yield started


@pytest.fixture(scope="module")
def page(server: Server) -> Page:
    return Page(server)


def searched(game: str, state: int, depth: int) -> dict[str, Any]:
    """Return a request for alpha-beta in hexapawn."""
    options = {
        "depth": depth, "estimate": "features", "extra": 0, "swing": 0, "sooner": True,
        "order": "rule", "table": False, "unit": 1, "deepen": False,
    }  # fmt: skip
    return {
        "game": game, "state": state, "role": "white", "search": "alphabeta",
        "options": options, "weights": [], "ties": "first", "record": True,
    }  # fmt: skip


def in_endless(page: Page) -> tuple[threading.Thread, list[dict[str, Any]]]:
    """Begin a request without end; return what runs it, and where its reply goes."""
    game = page.load(ENDLESS)
    state = page.ask("initial", game=game)["state"]
    state = page.ask("play", game=game, state=state, text="go")["state"]
    replies: list[dict[str, Any]] = []

    def ask() -> None:
        limits = {"seconds": 1000}
        replies.append(page.ask("position", game=game, state=state, **limits))

    thread = threading.Thread(target=ask)
    thread.start()
    time.sleep(0.1)
    return thread, replies


# ---- what is answered --------------------------------------------------------


def test_a_move_and_a_search(page: Page) -> None:
    """The replies are those of the engine in this process."""
    game = page.load(HEXAPAWN)
    page.ask("goal_sum", game=game, constant="true")
    state = page.ask("initial", game=game)["state"]
    after = page.ask("play", game=game, state=state, text="move(1, 1, 1, 2)")
    assert after["joint"] == ["move(1, 1, 1, 2)", "noop"]
    found = page.ask("best", **searched(game, state, 4))
    ours = ps.load("hexapawn").initial.best(
        depth=4, method="alphabeta", tier="clauses", record=True
    )
    assert found["nodes"] == ours.nodes
    assert len(found["events"]) == len(ours.events)
    assert found["moves"][0][0][0] == str(ours.moves[0].move)


def test_what_prolog_refuses(page: Page) -> None:
    """It is in the reply, as in a page of its own."""
    assert page.ask("play", game="none", state=1, text="x")["error"]["kind"]
    for text in ("\ud800", "\0"):
        error = page.ask("check", syntax="prolog", text=text)["error"]
        assert error["kind"] == "input"
    wrong: dict[str, Any] = {"text": [[[]]], "syntax": {}}
    for data in ({}, {"self": 1}, {"operation": 2}, wrong):
        assert "error" in page.sent("check", data)
    deep: Any = 1
    for _ in range(900):
        deep = [deep]
    assert "error" in page.ask("check", text=deep, syntax="prolog")
    assert page.ask("check", syntax="prolog", text="role(a).")["faults"]


def test_no_goal_of_prolog(page: Page, tmp_path: Path) -> None:
    """`trusted` is dropped, so a text that is a goal of Prolog is refused."""
    game = page.load(HEXAPAWN)
    file = tmp_path / "made"
    asked = {
        "game": game, "state": None, "skip": 0, "limit": 1, "patience": None,
        "program": None, "trusted": True,
    }  # fmt: skip
    for goal in (f"open('{file}', write, S)", f"shell('touch {file}')", "halt"):
        reply = page.ask("ask", text=goal, **asked)
        assert reply.get("faults") or reply.get("error")
    assert not file.exists()
    assert page.ask("ask", text="role(R)", **asked)["answers"] == [[["R", "white"]]]


def test_no_predicate_of_prolog(page: Page, tmp_path: Path) -> None:
    """A name in a request is one of ours, or nothing; the process lives on."""
    game, file = page.load(HEXAPAWN), tmp_path / "made"
    number = page.number
    for name in ("shell", "open", "halt", "consult", "thread_create", "system"):
        data = searched(game, 1, 1)
        assert "error" in page.ask("best", **data | {"search": name})
        assert "error" in page.ask("best", **data | {"game": name})
        assert "error" in page.ask("best", **data | {"ties": name, "role": name})
        asked = {"game": game, "state": None, "skip": 0, "limit": 1, "patience": None}
        text = f"{name}('touch {file}')"
        reply = page.ask("ask", text=text, program=name, **asked)
        assert reply.get("faults") or reply.get("error")
        page.ask("face_up", game=name)
        page.ask("certificate_close", certificate=name)
    assert not file.exists()
    assert page.number == number
    assert page.load(HEXAPAWN)


def test_rules_run_nothing(page: Page, tmp_path: Path) -> None:
    """Rules that would write a file have faults."""
    file = tmp_path / "made"
    text = (
        f"role(a).\n:- shell('touch {file}').\ninit(x) :- open('{file}', write, _).\n"
    )
    reply = page.ask("load", syntax="prolog", text=text, parameters=[])
    assert reply["game"] is None
    assert not file.exists()


def test_two_pages(server: Server) -> None:
    """Each has games and states of its own; the end of one is not that of the other."""
    one, two = Page(server), Page(server)
    assert one.session != two.session
    assert one.number != two.number
    game = one.load(HEXAPAWN)
    assert one.ask("initial", game=game) == {"state": 1}
    assert "error" in two.ask("initial", game=game)
    number = one.number
    assert one.ask("end") == {}
    assert ends(number)
    assert one.ask("initial", game=game) == {"ended": "its process has ended"}
    assert two.ask("beat") == {}
    two.ask("end")


# ---- what ends a session -----------------------------------------------------


def test_it_is_stopped(server: Server) -> None:
    page = Page(server)
    thread, replies = in_endless(page)
    number = page.number
    assert page.ask("end") == {}
    thread.join(30)
    assert replies == [{"ended": "it was stopped"}]
    assert not runs(number)


def test_it_is_killed(server: Server) -> None:
    """Another process answers then."""
    page = Page(server)
    thread, replies = in_endless(page)
    os.kill(page.number, signal.SIGKILL)
    thread.join(30)
    why = "the system has ended it, perhaps for want of memory"
    assert replies == [{"ended": why}]
    assert page.ask("beat") == {"ended": "its process has ended"}
    again = Page(server)
    assert again.ask("check", syntax="prolog", text="role(a).")["faults"]
    again.ask("end")


def test_nobody_waits(server: Server) -> None:
    """A page that has gone, as with its browser, needs no reply."""
    page = Page(server)
    game = page.load(ENDLESS)
    page.ask("initial", game=game)
    state = page.ask("play", game=game, state=1, text="go")["state"]
    data = {"game": game, "state": state, "seconds": 1000}
    number = page.number
    with socket.create_connection(("127.0.0.1", server.server_port)) as connection:
        connection.sendall(written(server, body("position", data, page.session)))
        time.sleep(0.1)
        assert runs(number)
    assert ends(number)


def test_silence(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page of which nothing is heard has left; one that beats has not."""
    silent, beating = Page(server), Page(server)
    gone, there = silent.number, beating.number
    monkeypatch.setattr(server_module, "SILENCE", 0.3)
    until = time.monotonic() + 0.6
    while time.monotonic() < until:
        assert beating.ask("beat") == {}
        time.sleep(0.02)
    assert ends(gone)
    assert runs(there)
    assert ends(there)


def test_too_much_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """The server ends a process that does not refuse by itself."""
    monkeypatch.setattr(session_module, "_BEYOND", 0.01)
    session = Session(LIMITS)
    with pytest.raises(EndedError, match="it took more than 400 MB of memory"):
        session.ask("check", {"syntax": "prolog", "text": ""}, lambda: False)
    with pytest.raises(EndedError, match="400 MB"):
        session.ask("check", {"syntax": "prolog", "text": ""}, lambda: False)
    assert not runs(session.number)


@pytest.mark.slow
def test_a_request_that_eats_memory() -> None:
    """The engine refuses it at the limit; the same process answers then."""
    with serving(limits=Limits(60, 250)) as server:
        page = Page(server)
        text = (rules_folder() / "tic_tac_toe.pl").read_text(encoding="utf-8")
        game = page.load(text)
        page.ask("goal_sum", game=game, constant="true")
        state = page.ask("initial", game=game)["state"]
        data = searched(game, state, 9) | {"role": "x", "search": "breadth"}
        reply = page.ask("best", **data | {"record": False})
        assert reply["error"]["kind"] == "out_of_memory"
        assert page.ask("initial", game=game) == {"state": state}


@pytest.mark.slow
def test_too_much_time() -> None:
    """The system ends a process whose request takes more processor time."""
    with serving(limits=Limits(1, 400)) as server:
        page = Page(server)
        thread, replies = in_endless(page)
        thread.join(60)
        assert replies == [{"ended": "it took more than 1 s of processor time"}]
        assert server.sessions == {}


def test_a_server_that_has_ended_begins_nothing() -> None:
    """Also for a request that was under way: its process would be nobody's."""
    with serving() as server:
        pass
    with pytest.raises(Exception, match="the server has ended"):
        server.reply("", "begin", {}, lambda: False)
    assert not server.sessions
