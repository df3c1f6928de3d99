"""The words of the dialogue: commands, and the help at each prompt."""

from __future__ import annotations

import re
from importlib.resources import files

COMMANDS = (
    "ask", "askable", "askables", "bound", "check", "clear", "help", "how", "listing",
    "load", "quit", "stats", "tell", "why", "whynot",
)  # fmt: skip
#: The commands that may stand alone.
ALONE = {"askables", "bound", "check", "clear", "help", "listing", "quit", "why"}

_PART = re.compile(r"^\[(\w+)\]\n(.*?)\n*(?=^\[\w+\]$|\Z)", re.MULTILINE | re.DOTALL)
_TEXT = (files("pygame_search.session.cilog") / "help.txt").read_text(encoding="utf-8")

#: The help at each prompt: the parts of `help.txt`, by the names in brackets there.
HELP: dict[str, str] = dict(_PART.findall(_TEXT))
