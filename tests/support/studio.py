"""The studio in a browser, for the tests of its views."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from browser import Browser

from pygame_search.machine import goal_sum
from pygame_search.page import webassembly
from pygame_search.page.site import studio_page

#: What is true once the rules are read, or refused.
READ = (
    "globalThis.studio && studio.read === studio.version && studio.works.length === 0"
)


@lru_cache
def studio_text() -> str:
    """Return the studio's page; a test that asks for it is skipped without an engine.

    What the goals of a game add up to is sampled where a proof takes long.
    """
    system = webassembly.kept_system()
    if system is None:
        pytest.skip(f"needs {webassembly.PACKAGE}: `{webassembly.FETCH}` fetches it")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(goal_sum, "SECONDS", 1.0)
        return studio_page(system)


def open_studio(browser: Browser, file: Path, fragment: str = "") -> None:
    """Open the page, and wait until the rules are read."""
    browser.open(file, fragment)
    browser.wait(READ)


def run(browser: Browser, body: str) -> Any:
    """Return what the body of an asynchronous function returns."""
    return browser.run(f"(async () => {{ {body} }})()")


def seen(browser: Browser, part: str) -> list[str]:
    """Return the texts of the parts that can be seen."""
    found: list[str] = browser.run(
        f"[...document.querySelectorAll({json.dumps(part)})]"
        ".filter((one) => one.checkVisibility()).map((one) => one.textContent)"
    )
    return found


def click(browser: Browser, part: str, text: str | None = None) -> None:
    """Click the first part that can be seen, or that has a text, and wait."""
    wanted = "true" if text is None else f"one.textContent === {json.dumps(text)}"
    browser.run(
        f"[...document.querySelectorAll({json.dumps(part)})]"
        f".find((one) => one.checkVisibility() && {wanted}).click()"
    )
    browser.wait(READ)
