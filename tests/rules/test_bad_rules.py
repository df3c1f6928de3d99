"""Each fault of a rule file is told in words, at its place, all faults at once.

The folder `bad_rules` has rule files with faults, each with the text of all its
diagnostics. `REWRITE=1 pytest tests/rules/test_bad_rules.py` writes these anew; read
the difference before keeping it.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from test_codes import OF_PROGRAMS, STATIC

from pygame_search.game import load, load_text
from pygame_search.model.rules import examine
from pygame_search.rules import rulebook
from pygame_search.rules.codes import CODES
from pygame_search.rules.locate import located
from pygame_search.rules.rulebook import Rulebook
from pygame_search.rules.syntaxes import OF_SUFFIX
from pygame_search.support.diagnostic import Diagnostic
from pygame_search.support.errors import RulesError

FOLDER = Path(__file__).parent / "bad_rules"
#: What keeps no file from loading, whatever `check` says.
NAMES = {
    "any_value",
    "arities",
    "capitals",
    "clause_twice",
    "fluent_fact",
    "goal_range",
    "impossible_value",
    "instance_value",
    "keyword",
    "look_alike",
    "never_asked",
    "never_next",
    "never_used",
    "no_feature",
    "no_init",
    "no_parameter",
    "no_role",
    "no_weight",
    "same_variable",
    "sees_unread",
    "text_value",
    "unused_sum",
    "wrong_cost",
}
FILES = sorted(p for p in FOLDER.iterdir() if p.suffix in OF_SUFFIX)


def diagnostics(path: Path) -> tuple[Diagnostic, ...]:
    book = rulebook.read(path)
    return examine(Rulebook(book.name, path.name, book.text, book.syntax))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_golden(path: Path) -> None:
    text = "".join(f"{fault}\n" for fault in diagnostics(path))
    golden = path.with_suffix(".err")
    if os.environ.get("REWRITE"):
        golden.write_text(text, encoding="utf-8")
    assert text == golden.read_text(encoding="utf-8")


def test_no_golden_is_left_over() -> None:
    assert {p.stem for p in FOLDER.glob("*.err")} == {p.stem for p in FILES}


def test_each_code_has_a_golden() -> None:
    told = "".join(p.read_text(encoding="utf-8") for p in FOLDER.glob("*.err"))
    found = set(re.findall(r"\[(\w+)\]$", told, re.MULTILINE))
    assert found == {code.name for code in STATIC} - OF_PROGRAMS


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_place_is_in_the_file(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").split("\n")
    faults = diagnostics(path)
    assert faults
    for fault in faults:
        assert fault.file == path.name
        assert fault.source == lines[fault.line - 1]
        assert 1 <= fault.column <= len(fault.source) + 1
        assert fault.width >= 1
        assert fault.code in CODES
        assert fault.severity in ("error", "warning")
        assert fault.mend
        assert "internal error" not in fault.message
        assert "$misfit" not in str(fault)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_errors_and_nothing_else_keep_a_file_from_loading(path: Path) -> None:
    faults = [fault for fault in diagnostics(path) if fault.code not in NAMES]
    if any(fault.severity == "error" for fault in faults):
        with pytest.raises(RulesError) as caught:
            load(path)
        assert len(caught.value.diagnostics) == len(faults)
    else:
        assert len(load(path).warnings) == len(faults)


def test_shipped_rules_have_no_faults() -> None:
    told = {name: [str(f) for f in examine(rulebook.read(name))] for name in names()}
    assert told == {name: [] for name in names()}


def names() -> list[str]:
    return rulebook.names()


# ---- the picture of a place --------------------------------------------------


def fault(text: str, begin: int, end: int) -> str:
    found = {
        "from": begin,
        "to": end,
        "severity": "error",
        "code": "c",
        "message": "m",
        "mend": "",
    }
    return str(located("f", text, [found])[0])


@pytest.mark.parametrize(
    ("text", "begin", "end", "picture"),
    [
        ("abc", 1, 2, "f:1:2: error: m [c]\n    abc\n     ^"),
        ("a\nbcd\n", 3, 5, "f:2:2: error: m [c]\n    bcd\n     ^^"),
        ("a\tb c", 2, 3, "f:1:3: error: m [c]\n    a\tb c\n     \t^"),
        ("日本 x", 3, 4, "f:1:4: error: m [c]\n    日本 x\n         ^"),
        ("x 日本", 2, 4, "f:1:3: error: m [c]\n    x 日本\n      ^^^^"),
        ("\x1b[3mb", 4, 5, "f:1:5: error: m [c]\n    \\u001B[3mb\n             ^"),
        ("ab\r\ncd", 4, 5, "f:2:1: error: m [c]\n    cd\n    ^"),
        ("ab", 2, 3, "f:1:3: error: m [c]\n    ab\n      ^"),
        ("ab\n", 9, 12, "f:2:1: error: m [c]"),
        ("", 0, 1, "f:1:1: error: m [c]"),
        ("abc\nd", 1, 5, "f:1:2: error: m [c]\n    abc\n     ^^"),
    ],
)
def test_caret(text: str, begin: int, end: int, picture: str) -> None:
    assert fault(text, begin, end) == picture


def test_long_line_is_shown_around_its_place() -> None:
    _, shown, carets = fault("a" * 500 + "bcd" + "e" * 500, 500, 503).split("\n")
    assert len(shown) < 170
    begin = carets.index("^")
    assert shown[begin : begin + 3] == "bcd"
    assert carets.strip() == "^^^"


def test_diagnostic_as_json() -> None:
    with pytest.raises(RulesError) as caught:
        load_text("role(x) :- !.\n")
    first = caught.value.diagnostics[0].as_json()
    assert first["code"] == "cut"
    assert (first["line"], first["column"]) == (1, 12)
    assert set(first) == {
        "file",
        "line",
        "column",
        "severity",
        "code",
        "message",
        "mend",
    }
