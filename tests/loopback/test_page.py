"""The page behind which the installed engine answers, in a browser."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from browser import PROGRAM, Browser
from loopback import ends, runs, serving
from studio import READ, click, seen

from pygame_search.loopback import server as module
from pygame_search.loopback.server import Server
from pygame_search.loopback.session import Session
from pygame_search.network.kernel_cache import kernels_compiled
from pygame_search.page.file import bundled, document
from pygame_search.page.site import served_page
from pygame_search.support.resources import rules_folder

pytestmark = pytest.mark.skipif(PROGRAM is None, reason="needs Chromium")

#: What the script of the test page does after the modules.
START = """
const engine = served_js.served();
if (engine !== null) await engine.ready;
Object.assign(globalThis, { engine, Game: game_js.Game });
document.body.dataset.ready = 'yes';
"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with Browser() as started:
        yield started


@pytest.fixture
def server() -> Iterator[Server]:
    page = document("A page", bundled("served", "game") + START, {}, served=True)
    with serving(page) as started:
        yield started


@pytest.fixture
def opened(browser: Browser, server: Server) -> Iterator[Browser]:
    """The browser at the page; nothing is thrown, and no other place asked."""
    browser.visit(server.address)
    yield browser
    assert browser.faults() == []
    browser.send("Page.navigate", url="about:blank")


def rules(name: str) -> str:
    """Return the rules of a game of the shelf as JavaScript."""
    text = (rules_folder() / f"{name}.pl").read_text(encoding="utf-8")
    return json.dumps({"text": text, "constant": True})


def run(browser: Browser, body: str) -> Any:
    """Return what the body of an asynchronous function returns."""
    return browser.run(f"(async () => {{ {body} }})()")


def process(server: Server) -> int:
    """Return the number of the only process."""
    [session] = server.sessions.values()
    return session.number


def test_a_move(opened: Browser, server: Server) -> None:
    """It is made by the installed engine, and the token is out of the address."""
    told = run(
        opened,
        f"""
        const game = new Game(engine, {rules("hexapawn")});
        const {{ legal }} = await game.request('position', {{ after: [] }});
        const after = await game.request('position', {{ after: [legal[0][0]] }});
        return [location.href, legal[0].length, after.facts.length, after.terminal];
    """,
    )
    assert told == [f"http://127.0.0.1:{server.server_port}/", 3, 7, False]
    assert runs(process(server))


def test_a_fragment_is_kept(browser: Browser, server: Server) -> None:
    """Only the token is taken out of it."""
    browser.visit(f"{server.address}&game=nim&step=3")
    assert browser.run("location.hash") == "#game=nim&step=3"
    assert browser.run("document.cookie + JSON.stringify(localStorage)") == "{}"


def test_a_reload(opened: Browser, server: Server) -> None:
    """The token is that of the tab; the process of the page before has ended."""
    before = process(server)
    opened.send("Page.reload")
    assert ends(before)
    opened.wait("globalThis.engine?.prolog.begun")
    assert runs(process(server))
    assert process(server) != before


def test_it_leaves(opened: Browser, server: Server) -> None:
    """Its process ends with it."""
    before = process(server)
    opened.send("Page.navigate", url="about:blank")
    assert ends(before)
    assert server.sessions == {}


def test_rules_that_run_away(opened: Browser, server: Server) -> None:
    """Their process is ended; another one answers."""
    before = process(server)
    told = run(
        opened,
        f"""
        const game = new Game(engine, {rules("nim")});
        await game.request('position', {{ after: [] }});
        const seeds = [...Array(200000).keys()];
        const data = {{ after: [], longest: 100, seeds, patience: null }};
        const limits = {{ inferences: null, seconds: 0.5 }};
        const why = await game.request('playouts', data, limits)
          .catch((ended) => ended.message);
        const after = await game.request('position', {{ after: [] }});
        return [why, after.terminal];
    """,
    )
    assert told == ["it took more than 0.5 seconds", False]
    assert ends(before)
    assert process(server) != before


def test_it_is_killed(opened: Browser, server: Server) -> None:
    """The next request says so; the one after it has another process."""
    server.sessions[next(iter(server.sessions))].end("the test has ended it")
    told = run(
        opened,
        f"""
        const game = new Game(engine, {rules("nim")});
        const why = await game.description().catch((ended) => ended.message);
        return [why, (await game.description()).roles];
    """,
    )
    assert told == ["the test has ended it", ["first", "second"]]


def test_the_page_is_heard_of(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It says that it is there as long as it is; only its silence ends its process."""
    script = bundled("served", "game") + START
    assert "BEAT = 10_000" in script
    page = document("", script.replace("BEAT = 10_000", "BEAT = 50"), {}, served=True)
    with serving(page) as server:
        browser.visit(server.address)
        before = process(server)
        monkeypatch.setattr(module, "SILENCE", 1.0)
        time.sleep(2)
        assert runs(before)
        browser.run("clearInterval(engine.prolog.worker.beats)")
        assert ends(before)
        told = run(browser, "return engine.request('check').catch((e) => e.message)")
        assert told == "its process has ended"
        browser.run("clearInterval(engine.prolog.worker.beats)")
        browser.send("Page.navigate", url="about:blank")


def test_too_long_a_request(browser: Browser, server: Server) -> None:
    """The server refuses it; the process stays."""
    browser.visit(server.address)
    before = process(server)
    told = run(
        browser,
        """
        const text = ' '.repeat(2000000);
        return engine.request('check', { syntax: 'prolog', text })
          .catch(({ kind, message }) => [kind, message]);
    """,
    )
    assert told == ["input", "expected at most 2,000,000 bytes"]
    assert process(server) == before


def test_without_a_token(browser: Browser, server: Server) -> None:
    """The page starts nothing: it has no engine."""
    address = server.address.partition("#")[0]
    for fragment in ("", "#token=short", "#token=" + "<" * 22):
        browser.visit(f"{address}{fragment}")
        assert browser.run("globalThis.engine === null")
    assert server.sessions == {}


@pytest.mark.parametrize("frame", [False, True])
def test_another_page(
    browser: Browser, server: Server, tmp_path: Path, frame: bool
) -> None:
    """It can neither ask, whatever it knows, nor frame the page."""
    address = server.address.partition("#")[0]
    file = tmp_path / "other.html"
    body = f"<iframe src='{server.address}'></iframe>" if frame else ""
    file.write_text(f"<body data-ready=yes>{body}</body>", "utf-8")
    browser.open(file)
    text = json.dumps({"session": "", "operation": "begin", "data": {}})
    known = {"X-Token": server.token, "Content-Type": "application/json"}
    told = run(
        browser,
        f"""
        const request = {{ method: 'POST', body: {json.dumps(text)} }};
        const told = [];
        for (const mode of ['no-cors', 'cors']) {{
          for (const headers of [{{}}, {json.dumps(known)}]) {{
            const asked = fetch('{address}request', {{ ...request, mode, headers }});
            told.push(await asked.then((reply) => reply.type, () => 'failed'));
          }}
        }}
        const page = await fetch('{address}').then(() => 'read', () => 'failed');
        await new Promise((done) => setTimeout(done, 300));
        return [told.filter((one) => !['opaque', 'failed'].includes(one)), page];
    """,
    )
    assert told == [[], "failed"]
    assert server.sessions == {}


@pytest.fixture(scope="module")
def studio() -> str:
    """The page of the studio."""
    return served_page()


def test_the_studio(
    browser: Browser, studio: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The installed engine answers moves and hints, in the tier that is chosen."""
    tiers: list[str | None] = []
    ask = Session.ask

    def noted(
        self: Session, operation: str, data: dict[str, Any], gone: Callable[[], bool]
    ) -> bytes:
        if operation == "best":
            tiers.append(data["tier"])
        return ask(self, operation, data, gone)

    monkeypatch.setattr(Session, "ask", noted)
    with serving(studio) as server:
        browser.visit(f"{server.address}&game=tic_tac_toe&move=mark(1, 1)")
        browser.wait(READ)
        assert len(seen(browser, ".moves button")) == 8
        click(browser, ".moves button", "mark(2, 2)")
        browser.wait(READ)
        assert seen(browser, ".words") == ["x moves"]
        assert "mark(1, 1)" not in seen(browser, ".moves button")
        click(browser, "button", "Hint")
        browser.wait("document.querySelector('.said').childElementCount > 0")
        assert "is best, worth" in seen(browser, ".said p")[0]
        by_clauses = seen(browser, ".said p")
        choose_native = (
            "(() => { const field = document.querySelector("
            "'.advice select:has(option[value=native])');"
            " field.value = 'native'; field.dispatchEvent(new Event('change')); })()"
        )
        browser.run(choose_native)
        click(browser, "button", "Hint")
        browser.wait(READ)
        if kernels_compiled():
            assert seen(browser, ".said p") == by_clauses
        else:
            assert "`pygame-search warm`" in seen(browser, ".told")[0]
        assert tiers == [None, "native"]
        before = process(server)
        browser.send("Page.reload")
        assert ends(before)
        browser.wait("document.body?.dataset.ready")
        browser.wait(READ)
        assert seen(browser, ".words") == ["o moves"]
        assert browser.faults() == []
        browser.send("Page.navigate", url="about:blank")


def test_the_studio_without_a_token(browser: Browser, studio: str) -> None:
    with serving(studio) as server:
        browser.visit(server.address.partition("#")[0])
        assert seen(browser, "[role=status]") == [
            "Open the address that `pygame-search studio` shows: it has a token."
        ]
        assert browser.faults() == []


def test_the_server_has_ended(browser: Browser, studio: str) -> None:
    """The page says so, and lives on."""
    with serving(studio) as server:
        browser.visit(f"{server.address}&game=nim")
        browser.wait(READ)
    click(browser, ".moves button", "take(1, 1)")
    browser.wait("document.querySelector('.told').textContent")
    assert seen(browser, ".told") == [
        "Making a move was ended: the server on this machine does not answer."
    ]
    browser.send("Page.navigate", url="about:blank")


def test_the_data_of_the_page(studio: str) -> None:
    """It has no engine, and may ask its server alone."""
    assert "connect-src 'self'" in studio
    assert "wasm" not in studio.partition("<style>")[0]
    assert len(studio) < 500_000
