"""Prints the size and the speed of pages, and of the engine in a browser.

    .venv/bin/python tests/support/page_speed.py

First come sizes. Then pages of recorded searches are opened: how long until the first
picture is there, how long a step takes in the script of the page, and how far apart the
pictures are if there is one for each step. Then each search that the studio offers runs
in a page and in the installed engine, by turns. A line of a table has the best of the
rounds: nodes, or paths expanded, a second of processor time; and how many times that of
the installed engine the page takes, the median of the rounds. A page records a long
search, too. Last comes the studio, which is ready when the position of its first game
is there. It needs Chromium, Node.js and npm.
"""

from __future__ import annotations

import json
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

from browser import Browser

import pygame_search as ps
from pygame_search.engine.bridge import engine
from pygame_search.page import webassembly
from pygame_search.page.file import bundled, document
from pygame_search.page.site import studio_data, studio_page

#: The searches, by the game that they run in. No path search ends before its limit.
SEARCHES = {
    "tic_tac_toe": (
        "minimax(depth=5)", "breadth(depth=5)", "maxn(depth=5)", "alphabeta(depth=9)",
        "alphabeta(depth=9, fail=hard)", "pvs(depth=9)", "deepening(depth=9)",
        "proof_number(threshold=100)",
    ),
    "pig": ("expectimax(depth=10)",),
    "sliding_puzzle(columns=4, rows=4)": (
        "breadth(limit=1000)", "depth(limit=1000)", "iterative(limit=1000)",
        "lowest_cost(limit=1000)", "best_first(limit=1000)", "a_star(limit=1000)",
    ),
}  # fmt: skip

#: The searches of the recorded pages, in tic-tac-toe; a browser records the last, too.
RECORDED = "minimax(depth=4)", "alphabeta(depth=7)"

#: How often each figure is taken.
ROUNDS = 5

#: What the script of the page does after the modules.
START = """
const engine = await live_js.live();
await engine.ready;
const ready = performance.now();
Object.assign(globalThis, { engine, ready, Game: game_js.Game });
Object.assign(globalThis, recording_js, method_js);
document.body.dataset.ready = 'yes';
"""

#: Loads a game and makes a search of it. `given` has its rules and the method, as text.
LOADED = """
const game = new Game(engine, given.rules);
const description = await game.description();
const own = methodsFor(methods, description);
const { method, texts } = readCall(own, given.method);
const values = Object.fromEntries(method.parameters
  .map((one) => [one.name, valueOf(one, texts[one.name] ?? '')])
  .filter(([, value]) => value !== undefined));
const search = searchOf(method, values, { description, role: 0, methods: own });
"""

#: Notes when the first picture is there: the second frame after the page is ready.
WATCH = """
new MutationObserver((_, watch) => {
  if (!document.body?.dataset.ready) return;
  watch.disconnect();
  const noted = () => { globalThis.first = performance.now(); };
  requestAnimationFrame(() => requestAnimationFrame(noted));
}).observe(document, { subtree: true, childList: true, attributes: true });
"""

#: Goes on step by step, from three places: the milliseconds of each step in the script,
#: and those from a picture to the next.
STEPS = """(async () => {
  const frame = () => new Promise(requestAnimationFrame);
  const [took, apart] = [[], []];
  const slider = document.querySelector('.slide input');
  const next = new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true });
  for (const part of [0, 0.4, 0.8]) {
    slider.value = 1 + Math.round(part * Number(slider.max));
    slider.dispatchEvent(new Event('input', { bubbles: true }));
    let last = await frame();
    for (let i = 0; i < 200; i += 1) {
      const before = performance.now();
      slider.dispatchEvent(next);
      document.body.getBoundingClientRect();
      took.push(performance.now() - before);
      const now = await frame();
      apart.push(now - last);
      last = now;
    }
  }
  return [took, apart];
})()"""


def print_recorded(browser: Browser, file: Path) -> None:
    """Print the size and the speed of pages of recorded searches."""
    for method in RECORDED:
        tree = ps.load("tic_tac_toe").initial.tree(method=method)
        before = time.process_time()
        text = tree.html()
        written = time.process_time() - before
        file.write_text(text, encoding="utf-8")
        first = []
        for _ in range(ROUNDS):
            browser.open(file)
            browser.wait("globalThis.first")
            first.append(browser.run("first"))
        took, apart = browser.run(STEPS)
        print(
            f"page of {len(tree.events):,} events: {len(text.encode()):,} bytes, "
            f"written in {written:.2f} s, first picture after {min(first):.0f} ms; "
            f"a step takes {statistics.median(took):.1f} ms, "
            f"at most {max(took):.1f} ms, "
            f"and pictures are {statistics.mean(apart):.1f} ms apart"
        )


def rules_of(game: ps.Game) -> dict[str, Any]:
    """Return what the modules of the page load as a game."""
    return {
        "text": game.book.text,
        "parameters": [[name, str(value)] for name, value in game.parameters.items()],
        "constant": game.goal_sum.total is not None,
    }


def worked(browser: Browser) -> float:
    """Return the seconds of processor time that the page has taken."""
    found = browser.send("Performance.getMetrics")["metrics"]
    [seconds] = (one["value"] for one in found if one["name"] == "ProcessTime")
    return float(seconds)


def in_page(
    browser: Browser, game: ps.Game, method: str
) -> tuple[dict[str, Any], int, float]:
    """Return a search, and how many nodes a page looks at in how many seconds."""
    given = json.dumps({"rules": rules_of(game), "method": method})
    search = browser.run(f"""(async () => {{
        const given = {given};
        {LOADED}
        const whole = {{ inferences: null }};
        const ask = (name, data) => game.asked(name, {{ after: [], ...data }}, whole);
        const data = {{ ...search.data, record: false }};
        await ask('position');
        globalThis.count = async () => (await ask(search.operation, data)).nodes;
        if (search.operation === 'path') {{
          const path = await ask('path_start', data);
          globalThis.count = async () => (await ask('path_next', path)).expanded;
        }}
        return search;
    }})()""")
    before = worked(browser)
    nodes = browser.run("count()")
    return search, nodes, worked(browser) - before


def installed(game: ps.Game, search: dict[str, Any]) -> tuple[int, float]:
    """Return how many nodes the installed engine looks at, in how many seconds."""
    data = {**search["data"], "state": game.initial.number, "record": False}
    if search["operation"] != "path":
        before = time.process_time()
        found = game.request(search["operation"], **data)
        return found["nodes"], time.process_time() - before
    handle = game.request("path_start", **data)["handle"]
    before = time.process_time()
    found = engine().request("path_next", handle=handle)
    took = time.process_time() - before
    engine().request("path_close", handle=handle)
    return found["expanded"], took


def print_searches(browser: Browser) -> None:
    """Print a table of the searches: their speed in a page and in the installed engine.

    Raises:
        ValueError: the two do not look at the same number of nodes.
    """
    print("| game | search | nodes | browser | installed | times |")
    print("|---|---|--:|--:|--:|--:|")
    for name, methods in SEARCHES.items():
        game = ps.load(name)
        for method in methods:
            seconds = []
            for _ in range(ROUNDS):
                search, nodes, here = in_page(browser, game, method)
                ours, there = installed(game, search)
                if nodes != ours:
                    raise ValueError(f"{method}: {nodes} and {ours} nodes")
                seconds.append((here, there))
            times = statistics.median(here / there for here, there in seconds)
            here, there = map(min, zip(*seconds, strict=True))
            print(
                f"| `{name}` | `{method}` | {nodes:,} | {nodes / here:,.0f}/s | "
                f"{nodes / there:,.0f}/s | {times:.1f} |"
            )


def print_recording(browser: Browser) -> None:
    """Print how long a page takes to record a long search."""
    rules = rules_of(ps.load("tic_tac_toe"))
    given = json.dumps({"rules": rules, "method": RECORDED[-1]})
    for _ in range(ROUNDS):
        before = worked(browser)
        events = browser.run(f"""(async () => {{
            const given = {given};
            {LOADED}
            return (await recorded(game, [], search)).events.length;
        }})()""")
        took = worked(browser) - before
        print(f"recorded in the browser: {events:,} events in {took:.2f} s")


def main() -> None:
    """Print the figures of the pages, of the engine, and of the studio."""
    small = ps.load("hexapawn").initial.tree(method="alphabeta(depth=4)")
    for live in False, True:
        size = len(small.html(live=live).encode())
        with_it = ", live" if live else ""
        print(f"page of {len(small.events):,} events{with_it}: {size:,} bytes")
    system = webassembly.system()
    state = webassembly.compiled(system)
    script = bundled("live", "game", "recording", "method") + START
    page = document("engine", script, system.parts(state), notice=system.licence)
    print(
        f"system with clauses {len(state):,} bytes, page {len(page.encode()):,} bytes"
    )
    with tempfile.TemporaryDirectory() as folder, Browser() as browser:
        file = Path(folder) / "page.html"
        browser.send("Page.addScriptToEvaluateOnNewDocument", source=WATCH)
        browser.send("Performance.enable")
        print_recorded(browser, file)
        file.write_text(page, encoding="utf-8")
        for _ in range(ROUNDS):
            browser.open(file)
            print(f"engine ready after {browser.run('ready') / 1000:.2f} s")
        browser.wait("engine.spare !== null && engine.spare.begun")
        methods = json.dumps(studio_data()["methods"])
        browser.run(f"globalThis.methods = {methods}; true")
        print_searches(browser)
        print_recording(browser)
        page = studio_page(system)
        file.write_text(page, encoding="utf-8")
        print(f"studio {len(page.encode()):,} bytes")
        for _ in range(ROUNDS):
            browser.open(file)
            browser.wait("document.querySelector('.words')")
            print(f"studio ready after {browser.run('performance.now()') / 1000:.2f} s")


if __name__ == "__main__":
    main()
