"""The file of a page: nothing in it runs but its own script, and nothing is loaded."""

import base64
import hashlib
import re
from pathlib import Path

import pytest
from pages import page_data

import pygame_search as ps
from pygame_search.page.file import bundled, document, page

PAGE = Path(ps.__file__).parent / "page"
MODULES = sorted((*PAGE.glob("player/*.js"), *PAGE.glob("studio/*.js")))

#: What makes elements or code of text.
DOORS = (
    "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(",
    "new Function", "setTimeout('", "srcdoc", "import(", "fetch(", "XMLHttpRequest",
)  # fmt: skip


def test_the_policy_names_the_script_and_the_style() -> None:
    """Each has its hash in the policy, and there is one of each."""
    text = page("a & b", {"version": 2})
    [policy] = re.findall(r'Security-Policy" content="(.*?)"', text)
    assert policy.startswith("default-src 'none'; ")
    for name, tag in (("script", '<script type="module">'), ("style", "<style>")):
        [body] = re.findall(f"{re.escape(tag)}(.*?)</{name}>", text, re.DOTALL)
        digest = base64.b64encode(hashlib.sha256(body.encode()).digest()).decode()
        assert f"{name}-src 'sha256-{digest}'" in policy
    assert "unsafe" not in policy
    assert "<title>a &amp; b</title>" in text
    assert "<main><h1>a &amp; b</h1></main>" in text


def test_the_data_is_in_the_file() -> None:
    """Packed, so that no text of it can end the element."""
    data = {"texts": ["</script><b>", "\u2028"]}
    assert page_data(page("", data)) == data


def test_a_page_with_the_engine_may_compile_and_start_workers() -> None:
    """Nothing else is added to the policy, and the licence is text."""
    text = document("", bundled("live"), {"code": b"a"}, notice="<b>& all")
    [policy] = re.findall(r'Security-Policy" content="(.*?)"', text)
    rest = re.sub("'sha256-.*?'", "HASH", policy)
    assert rest == (
        "default-src 'none'; script-src HASH 'wasm-unsafe-eval'; worker-src blob:; "
        "style-src HASH; base-uri 'none'; form-action 'none'"
    )
    assert "<template>&lt;b&gt;&amp; all</template>" in text


def test_a_page_that_is_served_asks_its_server() -> None:
    """Nothing else is added to the policy, and its script asks no other place."""
    text = document("", bundled("served"), {}, served=True)
    [policy] = re.findall(r'Security-Policy" content="(.*?)"', text)
    assert re.sub("'sha256-.*?'", "HASH", policy) == (
        "default-src 'none'; script-src HASH; connect-src 'self'; "
        "style-src HASH; base-uri 'none'; form-action 'none'"
    )
    assert text.count("fetch(") == text.count("fetch('/request'") == 1


def test_a_module_is_bundled_once() -> None:
    """Before all that import it, whatever else does."""
    script = bundled("live", "game")
    assert script.count("const engine_js =") == 1
    assert script.index("const engine_js =") < script.index("const game_js =")


#: What puts a text on the page, and the modules that may.
WRITERS = {".textContent = ": "dom.js", "fillText(": "scene.js"}


@pytest.mark.parametrize("file", MODULES, ids=lambda f: f.name)
def test_text_stays_text(file: Path) -> None:
    """No module can turn a text of the data into elements or code."""
    source = file.read_text(encoding="utf-8")
    asks = ["fetch("] if file.name == "served.js" else []
    assert [door for door in DOORS if door in source] == asks
    for writer, own in WRITERS.items():
        assert source.count(writer) == (file.name == own)
    assert "</script" not in source


def test_no_two_modules_have_one_name() -> None:
    """They are bundled by their names."""
    assert len({file.name for file in MODULES}) == len(MODULES)


def test_the_player_is_small() -> None:
    """The script and the style together."""
    size = sum(file.stat().st_size for file in (PAGE / "player").iterdir())
    assert size < 300_000
