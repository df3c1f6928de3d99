"""The tutorial is done, word for word, by a person at a terminal.

With UPDATE_README=1 in the environment its answers are written anew.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from person import READY, Person, begun

ROOT = Path(__file__).parents[2]
TUTORIAL = ROOT / "docs" / "tutorial.md"
FENCE = re.compile(
    r"```(?P<kind>\w+)(?: file=(?P<file>\S+))?\n(?P<text>.*?)```", re.DOTALL
)
PROMPT = re.compile(
    r"^(?:\w+>|cilog:|  \[ok,more,how,help\]:|\s*How\? \[.*?\]:) ?(?P<input>.*)$"
)

#: What a search took, which depends on the machine.
SECONDS = re.compile(r"\d+\.\d\d s\b")

#: Keys, which stand alone in a line, and what is said in the midst of an explanation.
REPLY = re.compile(r"(?P<key>[;ah])|  \[number in.*?\] ?(?P<word>.*)")
HINTS = ("; next", "  [number in")


def sessions() -> list[list[re.Match[str]]]:
    """Return what each session of the tutorial needs: files, and what is typed."""
    found: list[list[re.Match[str]]] = []
    files: list[re.Match[str]] = []
    for match in FENCE.finditer(TUTORIAL.read_text(encoding="utf-8")):
        if match["kind"] == "sh" and "repl" in match["text"]:
            found.append([*files, match])
        elif match["kind"] == "prolog":
            files.append(match)
        elif match["kind"] in ("diff", "repl"):
            found[-1].append(match)
    return found


@pytest.mark.parametrize("number", [0, 1])
def test_the_tutorial_is_what_happens(number: int, tmp_path: Path) -> None:
    done = []
    person = None
    with begun(tmp_path) as begin:
        for match in sessions()[number]:
            kind, file, block = match["kind"], match["file"], match["text"]
            if kind == "prolog":
                (tmp_path / file).write_text(block, encoding="utf-8")
            elif kind == "diff":
                changed(tmp_path / file, block)
            elif kind == "sh":
                person = begin(*block.split()[2:], rows=60, columns=120)
            else:
                assert person is not None
                happened = session(person, block)
                done.append((block, SECONDS.sub("0.00 s", happened)))
        assert person is not None
        person.ready()
        person.type("\x04")
        assert person.end() == 0
    assert len(done) >= 5
    if os.environ.get("UPDATE_README"):
        text = TUTORIAL.read_text(encoding="utf-8")
        for block, happened in done:
            text = text.replace(f"```repl\n{block}```", f"```repl\n{happened}```")
        TUTORIAL.write_text(text, encoding="utf-8")
        return
    for block, happened in done:
        assert happened == block


def test_the_tutorial_has_two_sessions() -> None:
    assert len(sessions()) == 2


def changed(file: Path, block: str) -> None:
    """Change a file as a difference says, all of its lines at one place."""
    lines = block.splitlines(keepends=True)
    old, new = ("".join(line[1:] for line in lines if line[0] == sign) for sign in "-+")
    text = file.read_text(encoding="utf-8")
    assert text.count(old) == 1
    file.write_text(text.replace(old, new), encoding="utf-8")


def session(person: Person, block: str) -> str:
    """Type what a block says and return the block as it happens."""
    happened: list[str] = []
    lines = block.splitlines()
    inputs = [i for i, line in enumerate(lines) if PROMPT.match(line)]
    for start, end in zip(inputs, [*inputs[1:], len(lines)], strict=True):
        match = PROMPT.match(lines[start])
        assert match is not None
        found = map(REPLY.fullmatch, lines[start + 1 : end])
        replies = [m["key"] or m["word"] for m in found if m]
        happened += turn(person, match["input"], replies)
    return "".join(f"{line}\n" for line in happened)


def turn(person: Person, text: str, replies: list[str]) -> list[str]:
    """Type an input, and what is replied then; return the lines that are seen.

    Nothing is typed for an empty input: it stands for what comes of a saved file.
    """
    person.ready()
    start = prompt(person)
    if text:
        person.type(text)
        person.see(text[:60])
        person.press("\r")
    happened: list[str] = [] if text else [person.transcript[start]]
    at = start
    while True:
        person.wait(lambda: waits(person, start), f"what comes of {text!r}")
        lines = person.transcript
        end = last_line(lines)
        if READY in lines[end]:
            return happened + lines[at : prompt(person)]
        reply = replies.pop(0) if replies else ""
        happened += lines[at:end]
        at = end
        if lines[end].startswith(HINTS[0]):
            happened += [reply] if reply else []
            person.press(reply or "\r")
        else:
            person.type(reply)
            person.press("\r")


def last_line(lines: list[str]) -> int:
    return max(number for number, line in enumerate(lines) if line)


def prompt(person: Person) -> int:
    """Return which line is the last one with a prompt."""
    lines = person.transcript
    return max(number for number, line in enumerate(lines) if PROMPT.match(line))


def waits(person: Person, start: int) -> bool:
    """Return whether something new is asked: an input, or how to go on."""
    if not person.asked():
        return False
    last = person.transcript[last_line(person.transcript)]
    if READY in last:
        return prompt(person) > start
    return last.startswith(HINTS)
