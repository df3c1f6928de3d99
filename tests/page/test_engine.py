"""The engine of a page: workers that answer, end and are replaced."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browser import PROGRAM, Browser
from pages import ENDLESS

import pygame_search as ps
from pygame_search.page import webassembly
from pygame_search.page.file import bundled, document
from pygame_search.page.recorded import search_data
from pygame_search.support.resources import rules_folder

pytestmark = pytest.mark.skipif(PROGRAM is None, reason="needs Chromium")

#: What the script of the test page does after the modules.
START = """
const engine = await live_js.live();
await engine.ready;
Object.assign(globalThis, { engine, Game: game_js.Game });
Object.assign(globalThis, recording_js, player_js, board_js, certificate_js);
document.body.dataset.ready = 'yes';
"""


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A browser whose page has the engine."""
    system = webassembly.kept_system()
    if system is None:
        pytest.skip(f"needs {webassembly.PACKAGE}: `{webassembly.FETCH}` fetches it")
    parts = system.parts(webassembly.compiled(system))
    script = bundled("live", "game", "recording", "player", "certificate") + START
    file = tmp_path_factory.mktemp("engine") / "engine.html"
    file.write_text(document("engine", script, parts, notice=system.licence), "utf-8")
    with Browser() as started:
        started.open(file)
        yield started


@pytest.fixture(autouse=True)
def no_fault(browser: Browser) -> Iterator[None]:
    """Nothing is thrown, nothing is asked of a network."""
    yield
    assert browser.faults() == []


def rules(name: str) -> str:
    """Return the rules of a game of the shelf as JavaScript."""
    text = (rules_folder() / f"{name}.pl").read_text(encoding="utf-8")
    return json.dumps({"text": text, "constant": True})


def searched(role: str, search: str, depth: int) -> str:
    """Return what a request `best` needs, as JavaScript."""
    options = {
        "depth": depth, "estimate": "features", "extra": 0, "swing": 0, "sooner": True,
        "order": "rule", "table": False, "unit": 1, "deepen": False,
    }  # fmt: skip
    data = {
        "role": role, "search": search, "options": options, "weights": [],
        "ties": "first", "record": False,
    }  # fmt: skip
    return json.dumps(data)


def run(browser: Browser, body: str) -> Any:
    """Return what the body of an asynchronous function returns."""
    return browser.run(f"(async () => {{ {body} }})()")


def test_a_search_in_the_page(browser: Browser) -> None:
    """The moves have the values that the installed engine finds."""
    data = searched("white", "alphabeta", 4)
    found = run(
        browser,
        f"""
        const game = new Game(engine, {rules("hexapawn")});
        return game.request('best', {{ after: [], ...{data} }}, {{ inferences: null }});
    """,
    )
    ours = ps.load("hexapawn").initial.best(depth=4, method="alphabeta", tier="clauses")
    assert found["nodes"] == ours.nodes
    assert found["moves"][0][0][0] == str(ours.moves[0].move)


def test_a_search_is_recorded_and_played(browser: Browser) -> None:
    """The player has the data that Python writes into a file."""
    options = {"operation": "best", "window": True, "method": {}}
    search = {**options, "data": json.loads(searched("white", "alphabeta", 4))}
    found = run(
        browser,
        f"""
        const game = new Game(engine, {rules("hexapawn")});
        const data = await recorded(game, [], {json.dumps(search)});
        const place = document.createElement('div');
        document.querySelector('main').append(place);
        const player = new Player(data, place);
        player.go(['cutoff']);
        const told = [data, place.querySelector('.words').textContent,
          place.querySelector('.board svg').getAttribute('aria-label')];
        place.remove();
        return told;
    """,
    )
    start = ps.load("hexapawn").initial
    ours = search_data(start.tree(method="alphabeta(depth=4)", tier="clauses"))
    for key in ours.keys() - {"game", "method"}:
        assert found[0][key] == json.loads(json.dumps(ours[key])), key
    assert found[1].endswith("cannot matter.")
    assert found[2].startswith("1: empty empty ♙; 2: ")


def test_the_board_of_a_reply(browser: Browser) -> None:
    """It is drawn as in a recording, with what a move has changed."""
    found = run(
        browser,
        f"""
        const game = new Game(engine, {rules("tic_tac_toe")});
        const before = await game.request('drawing', {{ after: [] }});
        const after = await game.request('drawing', {{ after: ['mark(2, 3)'] }});
        const known = await game.description();
        const made = pictureOf(after.board, known, before.board).svg;
        return [made.getAttribute('aria-label'), pictureOf([], known),
          made.querySelectorAll('.changed').length];
    """,
    )
    free = "empty empty empty"
    assert found == [f"1: {free}; 2: {free}; 3: empty x empty", None, 1]


def test_rules_that_run_away(browser: Browser) -> None:
    """The worker ends; another one answers, and knows the states by their moves."""
    told = run(
        browser,
        f"""
        const game = new Game(engine, {rules("tic_tac_toe")});
        const moves = ['mark(2, 2)', 'mark(1, 1)'];
        const before = await game.request('position', {{ after: moves }});
        const old = engine.prolog;
        const endless = new Game(engine, {json.dumps({"text": ENDLESS})});
        await endless.description();
        const why = await endless.request('position', {{ after: ['go'] }},
          {{ inferences: null, seconds: 0.5 }}).catch((ended) => ended.message);
        const after = await game.request('position', {{ after: moves }});
        return [why, engine.prolog !== old,
          JSON.stringify(before) === JSON.stringify(after), after.facts.length];
    """,
    )
    assert told == ["it took more than 0.5 seconds", True, True, 10]


def test_a_limit_in_inferences(browser: Browser) -> None:
    """It is refused with the line, and the worker lives on."""
    told = run(
        browser,
        f"""
        const game = new Game(engine, {json.dumps({"text": ENDLESS})});
        const {"{ prolog }"} = engine;
        try {{
          await game.request('position', {{ after: ['go'] }}, {{ inferences: 100000 }});
        }} catch (refused) {{
          return [refused.kind, refused.line, engine.prolog === prolog];
        }}
    """,
    )
    assert told == ["too_much_work", 5, True]


def test_what_ends_the_system(browser: Browser) -> None:
    """What is thrown out of it is its end; the next request is answered by another."""
    told = run(
        browser,
        """
        const { prolog } = engine;
        const data = {};
        data.own = data;  // JSON cannot write it
        let why;
        try {
          await engine.request('check', data);
        } catch (ended) {
          why = ended.constructor.name;
        }
        const text = 'role(';
        const { faults } = await engine.request('check', { syntax: 'prolog', text });
        return [why, engine.prolog !== prolog, faults[0].code];
    """,
    )
    assert told == ["Ended", True, "missing_stop"]


def test_it_is_stopped(browser: Browser) -> None:
    """At once, with what waits; the other worker then answers."""
    told = run(
        browser,
        f"""
        const game = new Game(engine, {rules("nim")});
        await game.request('position', {{ after: [] }});
        const data = {{ after: [], ...{searched("first", "minimax", 99)} }};
        const searching = game.request('best', data, {{ inferences: null }})
          .catch((ended) => ended.message);
        await new Promise((done) => setTimeout(done, 100));
        const before = performance.now();
        engine.end();
        return [await searching, performance.now() - before < 100,
          (await game.request('position', {{ after: [] }})).terminal];
    """,
    )
    assert told == ["it was stopped", True, False]


def test_many_games(browser: Browser) -> None:
    """After some loads another worker takes their place."""
    told = run(
        browser,
        f"""
        const old = engine.prolog;
        old.loads = 50;
        const game = new Game(engine, {rules("nim")});
        const {{ title }} = await game.description();
        return [title.length > 0, engine.prolog !== old];
    """,
    )
    assert told == [True, True]


def test_faults_of_rules(browser: Browser) -> None:
    """They are what is thrown."""
    told = run(
        browser,
        """
        const game = new Game(engine, { text: 'role(x) :- foo(Y).' });
        return game.description()
          .catch(({ kind, faults }) => [kind, faults.length > 0]);
    """,
    )
    assert told == ["faults", True]


def test_a_certificate(browser: Browser, tmp_path: Path) -> None:
    """It is verified in batches; when it is stopped, another worker begins anew."""
    found = ps.load("nim(heaps=[5, 6, 7])").initial.solve(strength="strong")
    ps.save_certificate(found, tmp_path / "file")
    ps.read_certificate(tmp_path / "file").export(tmp_path / "lines")
    lines = (tmp_path / "lines").read_text(encoding="utf-8").splitlines()
    assert 500 < len(lines) < 1000
    text = (rules_folder() / "nim.pl").read_text(encoding="utf-8")
    data = {"text": text, "parameters": [["heaps", "[5, 6, 7]"]]}
    told = run(
        browser,
        f"""
        const game = new Game(engine, {json.dumps(data)});
        const lines = {json.dumps(lines)}, told = [];
        const stopped = await verified(game, lines, () => engine.end())
          .catch((ended) => ended.message);
        const verdict = await verified(game, lines, ({{ turn, done, total }}) => {{
          told.push(`${{done}} of ${{total}} ${{turn}}`);
        }});
        return [stopped, verdict.sentence, told];
    """,
    )
    verdict, total = ps.verify(tmp_path / "file"), len(lines)
    done = [f"{n} of {total} {t}" for t in ("read", "checked") for n in (500, total)]
    assert verdict.verified
    assert told == ["it was stopped", verdict.sentence, done]
