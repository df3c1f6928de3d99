"""The links of the studio, and the places in its editor, by Node."""

from __future__ import annotations

import base64
import json
import shutil
import subprocess
import zlib
from pathlib import Path
from typing import Any

import pytest
from studio_links import read_links as read

HERE = Path(__file__).parent

pytestmark = pytest.mark.skipif(not shutil.which("node"), reason="needs Node.js")

NOTHING: dict[str, Any] = {
    "game": None, "parameters": [], "moves": [], "view": None, "method": None,
    "step": None, "facts": None, "text": None, "syntax": None,
    "question": None,
}  # fmt: skip


def node(script: str, text: str) -> str:
    """Return what a script prints."""
    command = ["node", str(HERE / script)]
    done = subprocess.run(
        command, input=text, capture_output=True, encoding="utf-8", check=True
    )
    assert done.stderr == ""
    return done.stdout


def rules(data: bytes) -> str:
    """Return rules as a link has them."""
    packer = zlib.compressobj(9, wbits=-15)
    packed = packer.compress(data) + packer.flush()
    return f"rules={base64.urlsafe_b64encode(packed).decode().rstrip('=')}"


def test_links_name_what_they_were_written_of() -> None:
    """A game or rules, and all that is shown."""
    shown = {
        **NOTHING, "game": "nim", "parameters": [["heaps", "[1, 2]"]], "step": 14,
        "moves": ["take(1, 1)", "take(2, 1)"], "view": "search",
        "method": "alphabeta(depth=4, table=true)", "question": "legal(P, M), \\+ p",
    }  # fmt: skip
    own = {
        **NOTHING, "syntax": "kif", "text": "(role \u03b1) ; \U0001f3b2 & = # %\n" * 99,
        "facts": "[a, b]",
    }  # fmt: skip
    found = read(shown, own, "", "game=nim&p.heaps=[1,+2]")
    assert [one["found"] for one in found[:3]] == [shown, own, NOTHING]
    assert found[3]["found"]["parameters"] == [["heaps", "[1, 2]"]]
    assert found[0]["fragment"] == (
        "game=nim&p.heaps=%5B1,%202%5D&move=take(1,%201)&move=take(2,%201)"
        "&view=search&method=alphabeta(depth%3D4,%20table%3Dtrue)&step=14"
        "&question=legal(P,%20M),%20%5C%2B%20p"
    )
    assert len(found[1]["fragment"]) < 200


HOSTILE = {
    "game=" + "n" * 40_000: "it is longer than 32,000 characters",
    "game=" + "n" * 3_000: "its game is too long",
    rules(b"a" * 900_000 + b"b" * 900_000): "its rules are longer than 1,000,000 bytes",
    rules(b"\0" * 20_000_000): "its rules are longer than 1,000,000 bytes",
    rules(b"\xff\xfe"): "its rules are not in UTF-8",
    rules(b"role(a)." * 99)[:-6]: "its rules cannot be unpacked",
    "rules=AAAA": "its rules cannot be unpacked",
    "rules=A": "its rules cannot be unpacked",
    "rules=a%20b": '"a b" is no rules',
    "game=nim&trusted=true": 'there is no "trusted" in a link',
    "__proto__=a": 'there is no "__proto__" in a link',
    "constructor=a": 'there is no "constructor" in a link',
    "p.=3": 'there is no "p." in a link',
    "p.__proto__=": '"" is no p.__proto__',
    "game=%ff": "it is not in UTF-8",
    "game=%u0041": "it is not in UTF-8",
    "game=../../etc/passwd": '"../../etc/passwd" is no game',
    "game=nim&game=hex": 'it names "game" twice',
    "game=nim&" + rules(b"a"): "it names a game and has rules, too",
    "syntax=kif": "it names a syntax and has no rules",
    "syntax=html&" + rules(b"a"): '"html" is no syntax',
    "step=1e9": '"1e9" is no step',
    "step=-1": '"-1" is no step',
    "view=<img src=x onerror=alert(1)>": '"<img src=x onerror=alert(1)>" is no view',
    "method=javascript:alert(1)": '"javascript:alert(1)" is no method',
    "&".join(["move=a"] * 2_001): "it has more than 2,000 moves",
    "nim": '"nim" has no value',
}


def test_hostile_links_are_refused() -> None:
    """In a sentence, and no text is unpacked beyond the limit."""
    found = read(*HOSTILE)
    assert [one.get("refused") for one in found] == list(HOSTILE.values())


def test_places_count_units_of_utf_16() -> None:
    """A dice is two of them; what an edit does not touch moves with its text."""
    text = "% \U0001f3b2\nrole(a) :- b(X).\nbad"
    faults = [{"from": 15, "to": 19}, {"from": 21, "to": 24}, {"from": 99, "to": 99}]
    after = text.replace("role", "roles")
    asked = json.dumps({"text": text, "faults": faults, "after": after})
    told = json.loads(node("places.mjs", asked))
    marks = [
        (one["from"], one["to"], one["line"], one["column"]) for one in told["found"]
    ]
    assert marks == [(16, 20, 2, 12), (22, 25, 3, 1), (25, 25, 3, 4)]
    assert [one["from"] for one in told["moved"]] == [17, 23, 26]
