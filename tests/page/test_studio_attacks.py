"""Hostile rule files in the studio: nothing of them runs, and the page stays alive."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from browser import PROGRAM, Browser
from studio import READ, open_studio, run, seen

from pygame_search.rules import rulebook

pytestmark = pytest.mark.skipif(PROGRAM is None, reason="needs Chromium")

#: The rest of a game whose one move leads to its end.
REST = """\
role(a). init(s). legal(a, m) :- true(s). next(e) :- does(a, m).
terminal :- true(e). goal(a, 1) :- true(e). goal(a, 0) :- true(s).
"""

HOSTILE = {
    "recursion without end": REST + "p(X) :- p(s(X)). legal(a, n) :- p(0).",
    "a recursion through all": REST + "legal(a, n) :- legal(a, n).",
    "a billion": REST + "init(f(X)) :- between(1, 1000000000, X).",
    "27 million facts": REST
    + "init(f(X, Y, Z)) :- b(X), b(Y), b(Z). b(X) :- between(1, 300, X).",
    "a tower of powers": REST + "init(f(Y)) :- X is 9**9**9**9, Y is X**X.",
    "terms that grow": REST.replace("next(e)", "next(f(X, X)) :- true(X). next(e)"),
    "a million roles": REST + "role(X) :- between(1, 1000000, X).",
    "a million moves": REST + "legal(a, n(X)) :- between(1, 1000000, X).",
    "brackets": REST + "p(" + "(" * 100_000 + ").",
    "closed brackets": REST + "p(" + "f(" * 50_000 + "a" + ")" * 50_000 + ").",
    "lists in lists": REST + "p(" + "[" * 100_000 + "]" * 100_000 + ").",
    "a long name": REST + "p('" + "a" * 900_000 + "').",
    "a long number": REST + "p(" + "9" * 900_000 + ").",
    "an open quote": REST + "p('" + "a\n" * 10_000,
    "an open comment": REST + "/*" * 10_000,
    "zero characters": REST + "p('\0'). \0",
    "half a character": REST + "p('\ud800').",
    "characters that steer": REST + "p('\u202e\u2066\u200f'). q(\u2028).",
    "a directive": ":- initialization(halt).\n:- halt.\n" + REST,
    "a shell": ":- shell('touch /tmp/hostile').\n" + REST + "init(x) :- shell(ls).",
    "a call": REST + "legal(a, n) :- call(halt), G = halt, G.",
    "an import": ":- use_module(library(process)). :- consult('/etc/passwd').\n" + REST,
    "JavaScript": ":- js_run('ran = 1').\n" + REST + "init(x) :- _ := run().",
    "a file": REST + "init(X) :- open('/etc/passwd', read, S), read(S, X).",
    "asserted": REST + "init(x) :- assertz(role(b)), fail.",
    "operators": ":- op(1200, xfx, foo).\n" + REST + "a foo b foo c.",
    "quasi quotations": REST + "p({|html||<img src=x>|}).",
    "dicts": REST + "p(_{a: 1}.put(b, 2)). p(X) :- X = _{}.a.",
    "a cycle": REST + "p(X) :- X = f(X). legal(a, n) :- p(_).",
    "a billion squares": REST + "draw(C, R, x) :- b(C), b(R). b(X) :- "
    "between(1, 100000, X).",
    "a wide board": REST + "draw(C, 1, x) :- between(1, 9, X), C is X * 10000000.",
    "a square of text": REST + "draw(a, b, c). draw(-1, 1.5, X) :- true(X).",
    "long labels": REST + "draw(1, 1, x). draw_row(1, '" + "w" * 100_000 + "').",
    "a slow notation": REST
    + "notation(_, M, M) :- between(1, 999999, X), between(1, 999999, Y), X < Y - X.",
    "a title of terms": "title(f(X)). about(g(_)). source([a|b]).\n" + REST,
    "parameters": "parameter(p, f(f(f)))). parameter(P, 1). parameter(q, '<b>').\n"
    + REST,
    "weights": REST + "weight(w, 10**400). weight(v, 1.0Inf). feature(a, w, 1).",
    "search rules": REST + "advice(1, a, X) :- between(1, 1000000000, X), X < 0.",
    "no role": "init(s). legal(a, m).",
    "nothing": "",
    "only a comment": "% nothing",
    "markup": "<script>ran = 1</script><img src=x onerror='ran = 1'>",
    "binary": "".join(map(chr, range(256))) * 20,
}  # fmt: skip


def spoiled() -> Iterator[tuple[str, str]]:
    """Yield rule files of the shelf with a part cut out, doubled, or replaced."""
    source = random.Random(1)
    for name in source.sample(rulebook.names(), 30):
        text = rulebook.read(name).text
        for _ in range(2):
            begin = source.randrange(len(text))
            end = min(len(text), begin + source.choice((1, 3, 40)))
            part = source.choice(("", "(", "'", ", _", "X", text[begin:end] * 2))
            yield f"{name} from {begin} to {end}", text[:begin] + part + text[end:]


@pytest.mark.slow
def test_hostile_rules(page: Path) -> None:
    """Each is judged, or ended; then a game of the shelf still starts."""
    texts = {**HOSTILE, **dict(spoiled())}
    assert len(texts) > 100
    with Browser() as browser:
        open_studio(browser, page)
        for name, text in texts.items():
            run(browser, f"studio.write({{ text: {json.dumps(text)} }})")
            browser.wait(READ)
            judged = (
                "studio.game !== null || studio.refusal || studio.faults.length > 0"
            )
            assert browser.run(f"Boolean({judged})"), name
            for tab in ("play", "rules"):
                browser.run(f"document.querySelector('#tab-{tab}').click()")
                browser.wait(READ)
            assert browser.run("globalThis.ran === undefined"), name
            assert (
                browser.run("document.querySelectorAll('main script, main img').length")
                == 0
            )
        run(browser, "studio.choose('nim'); await studio.settled()")
        browser.wait(READ)
        browser.run("document.querySelector('#tab-play').click()")
        browser.wait(READ)
        assert seen(browser, ".words") == ["first moves"]
        faults = browser.faults()
        assert [one for one in faults if "log:" not in one] == []
        assert not Path("/tmp/hostile").exists()
