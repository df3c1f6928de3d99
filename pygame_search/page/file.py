"""A page in one file: data, module and style in HTML, with nothing to load.

The file has a content security policy with the hash of its script and of its style, so
that nothing else in it runs, and nothing is loaded from a network.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from html import escape
from importlib.resources import files
from typing import Any, TypeAlias

from pygame_search.support.escapes import visible

#: A text with its line breaks, or the rows of a table, the first with the names.
Part: TypeAlias = str | Sequence[Sequence[str]]

_PAGE = files("pygame_search") / "page"

#: The folders of modules. No two files in them have the same name.
_FOLDERS = _PAGE / "player", _PAGE / "studio"

#: The most characters of a page in a notebook.
MOST_FRAMED = 300_000

_IMPORT = re.compile(
    r"^import \{(.*)\} from '\.(?:/|\./player/)(\w+)\.js';\n", re.MULTILINE
)
_EXPORT = re.compile(r"^export (?:async )?(?:class|function|const) (\w+)", re.MULTILINE)


def page(title: str, data: Mapping[str, Any]) -> str:
    """Return a file of HTML that shows data.

    Args:
        title: of the page.
        data: its `kind` says what shows it, as `page.js` lists them; `above` is what
            the page says above that, as `told` returns it.
    """
    text = json.dumps(data, separators=(",", ":"), ensure_ascii=False)
    return document(title, bundled("page"), {"data": text.encode()})


def told(title: str, *parts: Part) -> dict[str, Any]:
    """Return what a page says above what it shows.

    Args:
        title: the answer in one sentence.
        parts: what follows it; the page opens and closes that.
    """
    return {"title": title, "parts": list(parts)}


def document(
    title: str,
    script: str,
    data: Mapping[str, bytes],
    *,
    notice: str | None = None,
    style: str | None = None,
    served: bool = False,
    body: str = "",
) -> str:
    """Return a file of HTML with a script and its data.

    Args:
        title: of the page.
        script: what runs in it.
        data: what `packed.js` unpacks, by the names of its elements.
        notice: the licence of the engine, if the data has its parts.
        style: by default that of each kind of data.
        served: whether the page asks the server that it comes from.
        body: HTML that stands below the title.
    """
    if style is None:
        style = stylesheet()
    policy = f"default-src 'none'; script-src {_hash(script)}"
    if notice is not None:
        policy += " 'wasm-unsafe-eval'; worker-src blob:"
    if served:
        policy += "; connect-src 'self'"
    policy += f"; style-src {_hash(style)}; base-uri 'none'; form-action 'none'"
    name = escape(visible(title))
    blocks = "\n".join(
        f'<script type="application/octet-stream" id="{key}">{packed(value)}</script>'
        for key, value in data.items()
    )
    if notice is not None:
        blocks += f"\n<template>{escape(notice)}</template>"
    return f"""<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<title>{name}</title>
<style>{style}</style>
<main><h1>{name}</h1>{body}</main>
{blocks}
<script type="module">{script}</script>
</html>
"""


def framed(page: str) -> str:
    """Return a frame with a page, for a notebook; empty if the page is too large.

    The frame is a world of its own: nothing in it sees the notebook.
    """
    if len(page) > MOST_FRAMED:
        return ""
    return (
        f'<iframe sandbox="allow-scripts" srcdoc="{escape(page)}" title="A page" '
        'style="width: 100%; height: 48rem; border: 0"></iframe>'
    )


def packed(data: bytes) -> str:
    """Return data packed with gzip in base64."""
    return base64.b64encode(gzip.compress(data, 9, mtime=0)).decode()


@lru_cache
def bundled(*names: str) -> str:
    """Return modules and all that they import as one script.

    Each module becomes a function that returns what it exports.
    """
    order: list[str] = []
    for name in names:
        _after_imports(name, order)
    return "\n".join(map(_wrapped, order))


def _after_imports(name: str, order: list[str]) -> None:
    """Append a module to a list, after those that it imports."""
    for _, other in _IMPORT.findall(_source(name)):
        _after_imports(other, order)
    if name not in order:
        order.append(name)


def _wrapped(name: str) -> str:
    source = _source(name)
    names = ", ".join(_EXPORT.findall(source))
    body = _EXPORT.sub(lambda found: found[0].removeprefix("export "), source)
    body = _IMPORT.sub(r"const {\1} = \2_js;\n", body)
    return f"const {name}_js = (() => {{\n{body}\nreturn {{ {names} }};\n}})();"


def _source(name: str) -> str:
    return _text(f"{name}.js")


def _text(name: str) -> str:
    """Return a file of the page."""
    [found] = (folder / name for folder in _FOLDERS if (folder / name).is_file())
    return found.read_text(encoding="utf-8")


@lru_cache
def stylesheet(*more: str) -> str:
    """Return the style of the page, of each kind of data, and of further files."""
    return "".join(map(_text, ("style.css", "kinds.css", *more)))


def _hash(text: str) -> str:
    digest = hashlib.sha256(text.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"
