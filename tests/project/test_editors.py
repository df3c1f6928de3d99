"""The syntax files of editors: their words are the language's, and they colour rules.

The grammar of VS Code is tried by a small tokenizer, without its nested patterns: the
first pattern that matches at a place wins. Vim itself says how it shows a file.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import editor_words as editors
import pytest

RULES = sorted((editors.ROOT / "rules").glob("*.pl"))

TEXT = """\
% role(x) in a comment
role('a % b').
init(cell(1, b)) :- between(1, 30, N), \\+ p(N), !.
terminal :- note("it's % over"), X is 3 mod N.
feature(P, draw_row, C-R) :- true(cell(C, R, P)), legally(P), h.
/* a block
   role(x) */
"""

#: A line, what stands there, and what it is.
SHOWN = [
    (1, "role", "comment"), (2, "role", "game"), (2, "a % b", "quoted"),
    (3, "init", "game"), (3, "between", "builtin"), (3, "30", "number"),
    (3, "N", "variable"), (3, "\\+", "operator"), (3, "!", "refused"),
    (4, "terminal", "game"), (4, "% over", "text"), (4, "mod", "operator"),
    (5, "feature", "option"), (5, "draw_row", "option"), (5, "true", "game"),
    (7, "role", "comment"),
]  # fmt: skip

#: The last part but one of each scope, and the names of vim.
SCOPES = {
    "comment": "comment", "game": "keyword.control", "option": "support.type",
    "builtin": "support.function", "number": "constant.numeric",
    "variable": "variable.parameter", "operator": "keyword.operator",
    "refused": "invalid.illegal", "quoted": "string.quoted.single",
    "text": "string.quoted.double",
}  # fmt: skip


def test_the_words_are_those_of_the_language() -> None:
    lists = editors.words()
    assert {"role", "true", "does"} <= {*lists["game"]}
    for file, written in (
        (editors.GRAMMAR, editors.grammar), (editors.SYNTAX, editors.syntax),
    ):  # fmt: skip
        text = file.read_text("utf-8")
        assert written(text, lists) == text, "`sh scripts/reference` writes them anew"
        for word in (word for names in lists.values() for word in names):
            assert re.search(rf"\b{word}\b", text), word


def grammar() -> Any:
    return json.loads(editors.GRAMMAR.read_text("utf-8"))


def scopes(text: str) -> list[str]:
    """Return the scope of each character, empty for none."""
    rules = [grammar()["repository"][p["include"][1:]] for p in grammar()["patterns"]]
    found = [""] * len(text)
    at = 0
    while at < len(text):
        for rule in rules:
            begin = re.compile(rule.get("match") or rule["begin"], re.M)
            if (start := begin.match(text, at)) and start.end() > at:
                end = start.end()
                if "end" in rule:
                    inner = [p["match"] for p in rule.get("patterns", ())]
                    end = closed(text, end, rule["end"], inner)
                found[at:end] = [rule["name"]] * (end - at)
                at = end
                break
        else:
            at += 1
    return found


def closed(text: str, at: int, end: str, inner: list[str]) -> int:
    """Return where a region ends; what is within it does not end it."""
    while at < len(text):
        if found := re.compile(end, re.M).match(text, at):
            return found.end()
        skipped = (re.compile(pattern).match(text, at) for pattern in inner)
        at = next((one.end() for one in skipped if one), at + 1)
    return at


def place(line: int, words: str) -> int:
    """Return where words stand in a line of the text, as an offset."""
    lines = TEXT.splitlines(keepends=True)
    found = re.search(rf"(?<!\w){re.escape(words)}(?!\w)", lines[line - 1])
    assert found is not None
    return len("".join(lines[: line - 1])) + found.start()


@pytest.mark.parametrize(("line", "words", "kind"), SHOWN)
def test_the_grammar_names_each_kind(line: int, words: str, kind: str) -> None:
    at = place(line, words)
    shown = scopes(TEXT)[at : at + len(words)]
    assert all(scope.startswith(SCOPES[kind]) for scope in shown), shown


def test_a_longer_name_is_no_word_of_the_language() -> None:
    assert scopes(TEXT)[place(5, "legally")] == "entity.name.function.gamerules"


@pytest.mark.parametrize("file", RULES, ids=lambda file: file.stem)
def test_nothing_in_a_rule_file_is_shown_as_refused(file: Path) -> None:
    text = file.read_text("utf-8")
    assert not [s for s in scopes(text) if s.startswith("invalid")]


def test_the_extension_names_files_that_are_there() -> None:
    folder = editors.EDITORS / "vscode"
    found = json.loads((folder / "package.json").read_text("utf-8"))["contributes"]
    [language], [rules] = found["languages"], found["grammars"]
    assert language["extensions"] == [".pl"]
    json.loads((folder / language["configuration"]).read_text("utf-8"))
    assert (folder / rules["path"]).resolve() == editors.GRAMMAR
    assert (rules["language"], rules["scopeName"]) == (
        language["id"], grammar()["scopeName"],
    )  # fmt: skip


def test_the_problem_matcher_reads_what_check_prints() -> None:
    package = json.loads((editors.EDITORS / "vscode/package.json").read_text("utf-8"))
    [matcher] = package["contributes"]["problemMatchers"]
    pattern = matcher["pattern"]
    golden = (editors.ROOT / "tests/rules/bad_rules/cut.err").read_text("utf-8")
    found = re.compile(pattern["regexp"], re.M).search(golden)
    assert found is not None
    assert found[pattern["severity"]] == "error"
    assert found[pattern["line"]].isdigit()
    assert "cut" in found[pattern["message"]]


# ---- vim -----------------------------------------------------------------------

VIM = """
set nocompatible
filetype plugin on
syntax on
let found = []
for name in FILES
  execute 'edit' fnameescape(name)
  call add(found, &filetype)
endfor
for at in PLACES
  call add(found, synIDattr(synID(at[0], at[1], 1), 'name'))
endfor
call writefile(found, OUT)
qall!
"""


@pytest.mark.skipif(shutil.which("vim") is None, reason="vim is not installed")
def test_vim_knows_rule_files_and_shows_them(tmp_path: Path) -> None:
    other, shown = tmp_path / "other.pl", tmp_path / "shown.pl"
    other.write_text("#!/usr/bin/perl\nuse strict;\nprint 'role';\n")
    shown.write_text(TEXT)
    lines = TEXT.splitlines()
    places = [
        [line, place(line, words) - sum(len(one) + 1 for one in lines[: line - 1]) + 1]
        for line, words, _ in SHOWN
    ]
    script, out = tmp_path / "look.vim", tmp_path / "out.txt"
    files = json.dumps([*map(str, RULES), str(other), str(shown)])
    script.write_text(
        VIM.replace("FILES", files)
        .replace("PLACES", json.dumps(places))
        .replace("OUT", json.dumps(str(out)))
    )
    folder = editors.EDITORS / "vim"
    subprocess.run(
        ["vim", "-es", "-u", "NONE", "-i", "NONE", "--not-a-term",
         "--cmd", f"set runtimepath^={folder}", "-S", str(script)],
        timeout=60, check=False, stdin=subprocess.DEVNULL, capture_output=True,
    )  # fmt: skip
    kinds = out.read_text().splitlines()
    many = len(RULES)
    assert kinds[:many] == ["gamerules"] * many
    assert kinds[many : many + 2] == ["perl", "gamerules"]
    named = [f"gamerules{kind.capitalize()}" for _, _, kind in SHOWN]
    assert kinds[many + 2 :] == named
