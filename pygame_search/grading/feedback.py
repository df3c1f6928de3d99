"""The page for a student about a hand-in, in Markdown.

It shows the points, the first difference in each item, and commands that explain what
the hand-in says there. It shows no rules of the reference.
"""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Any


def feedback(file: str, grade: Mapping[str, Any]) -> str:
    """Return the page about a hand-in.

    Args:
        file: the name of the hand-in.
        grade: the object that `grade --json` prints, or `{"error": ...}`.
    """
    if why := grade.get("error") or grade.get("faults"):
        return f"# {file}\n\n0 points: it could not be graded.\n\n{_block(why)}"
    lines = [f"# {file}", "", f"{grade['points']} of 100 points", ""]
    lines += ["| item | points | weight |", "|---|--:|--:|"]
    for item in grade["items"]:
        points = "not compared" if item["points"] is None else item["points"]
        lines.append(f"| {item['name']} | {points} | {item['weight']:g} |")
    for item in grade["items"]:
        if item["difference"]:
            lines += ["", f"## {item['name']}", "", _sentence(item["difference"])]
        if item["explain"]:
            place = grade["hand_in"]
            own = shlex.quote(Path(place).name)
            command = item["explain"].replace(shlex.quote(place), own)
            lines += ["", "To see why:", "", _block(command).rstrip()]
    if grade["hints"]:
        lines += ["", "## Warnings", ""]
    for hint in grade["hints"]:
        lines.append(f"- line {hint['line']}: {hint['message']}; {hint['mend']}")
    return "\n".join(lines) + "\n"


def _block(text: str) -> str:
    return "".join(f"    {line}\n" for line in text.splitlines())


def _sentence(text: str) -> str:
    words = text[0].upper() + text[1:]
    return words.replace("*", "\\*").replace("_", "\\_").replace("<", "\\<") + "."
