"""Prints the size and the speed of the engine in a browser, beside the installed one.

    .venv/bin/python tests/support/page_speed.py

The page of a search of 29,269 events is written, and that of a small one, also with the
engine (`--live`). A page with the engine alone is opened three times; each time both
engines search tic-tac-toe from its first state, and record the long search. The studio
is opened three times, too: it is ready when the position of its first game is there. It
needs Chromium, Node.js and npm.
"""

from __future__ import annotations

import json
import tempfile
import time
from pathlib import Path

from browser import Browser

import pygame_search as ps
from pygame_search.engine.bridge import engine
from pygame_search.page import webassembly
from pygame_search.page.file import bundled, document
from pygame_search.page.site import studio_page
from pygame_search.support.resources import rules_folder

#: The searches and their depths.
SEARCHES = {"alphabeta": 9, "minimax": 5}

#: The search that is recorded.
RECORDED = "alphabeta", 7

#: What the script of the page does after the modules.
START = """
const engine = await live_js.live();
await engine.ready;
const ready = performance.now();
Object.assign(globalThis, { engine, ready, Game: game_js.Game }, recording_js);
document.body.dataset.ready = 'yes';
"""


def search_data(search: str, depth: int) -> dict[str, object]:
    """Return what a request `best` needs beside the state."""
    options = {
        "depth": depth, "estimate": "features", "extra": 0, "swing": 0, "sooner": True,
        "order": "rule", "table": False, "unit": 1, "deepen": False,
    }  # fmt: skip
    return {
        "role": "x", "search": search, "options": options, "weights": [],
        "ties": "first", "record": False,
    }  # fmt: skip


def in_page(browser: Browser, text: str, data: dict[str, object]) -> tuple[int, float]:
    """Return the nodes of a search in the page, and its seconds."""
    script = f"""(async () => {{
        const game = new Game(engine, {{ text: {json.dumps(text)}, constant: true }});
        await game.request('position', {{ after: [] }});
        const before = performance.now();
        const data = {{ after: [], ...{json.dumps(data)} }};
        const found = await game.request('best', data, {{ inferences: null }});
        return [found.nodes, (performance.now() - before) / 1000];
    }})()"""
    nodes, seconds = browser.run(script)
    return nodes, seconds


def installed(data: dict[str, object]) -> tuple[int, float]:
    """Return the nodes of a search of the installed engine, and its seconds."""
    game = ps.load("tic_tac_toe")
    engine().request("goal_sum", game=game.key, constant="true")
    state = engine().request("initial", game=game.key)["state"]
    before = time.perf_counter()
    found = engine().request("best", game=game.key, state=state, **data)
    return found["nodes"], time.perf_counter() - before


def recorded_in_page(browser: Browser, text: str) -> tuple[int, float]:
    """Return the events of a search that the page records, and its seconds."""
    search = {"operation": "best", "data": search_data(*RECORDED), "window": True}
    script = f"""(async () => {{
        const game = new Game(engine, {{ text: {json.dumps(text)}, constant: true }});
        const before = performance.now();
        const data = await recorded(game, [], {json.dumps(search)});
        return [data.events.length, (performance.now() - before) / 1000];
    }})()"""
    events, seconds = browser.run(script)
    return events, seconds


def written() -> tuple[int, float, int]:
    """Return the events of the same search, the seconds to write its page, its size."""
    search, depth = RECORDED
    tree = ps.load("tic_tac_toe").initial.tree(method=f"{search}(depth={depth})")
    before = time.perf_counter()
    page = tree.html()
    return len(tree.events), time.perf_counter() - before, len(page.encode())


def main() -> None:
    """Print sizes, then a line for each search in each engine."""
    events, seconds, size = written()
    print(f"page of {events:,} events: {size:,} bytes, written in {seconds:.2f} s")
    small = ps.load("hexapawn").initial.tree(method="alphabeta(depth=4)")
    for live in False, True:
        size = len(small.html(live=live).encode())
        with_it = ", live" if live else ""
        print(f"page of {len(small.events):,} events{with_it}: {size:,} bytes")
    system = webassembly.system()
    state = webassembly.compiled(system)
    script = bundled("live", "game", "recording") + START
    page = document("engine", script, system.parts(state), notice=system.licence)
    print(
        f"system with clauses {len(state):,} bytes, page {len(page.encode()):,} bytes"
    )
    text = (rules_folder() / "tic_tac_toe.pl").read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder, Browser() as browser:
        file = Path(folder) / "engine.html"
        file.write_text(page, encoding="utf-8")
        for _ in range(3):
            browser.open(file)
            print(f"ready after {browser.run('ready') / 1000:.2f} s")
            browser.wait("engine.spare !== null && engine.spare.begun")
            for search, depth in SEARCHES.items():
                data = search_data(search, depth)
                for name, (nodes, seconds) in (
                    ("browser", in_page(browser, text, data)),
                    ("installed", installed(data)),
                ):
                    rate = nodes / seconds
                    print(f"{search} {depth} {name}: {nodes:,} nodes, {rate:,.0f}/s")
            events, seconds = recorded_in_page(browser, text)
            print(f"recorded in the browser: {events:,} events in {seconds:.2f} s")
        page = studio_page(system)
        file.write_text(page, encoding="utf-8")
        print(f"studio {len(page.encode()):,} bytes")
        for _ in range(3):
            browser.open(file)
            browser.wait("document.querySelector('.words')")
            print(f"studio ready after {browser.run('performance.now()') / 1000:.2f} s")


if __name__ == "__main__":
    main()
