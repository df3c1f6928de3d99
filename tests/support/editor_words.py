"""Write the words of the rule language into the syntax files of editors.

`sh scripts/reference` does it, and `tests/project/test_editors.py` checks that it was
done. The words are those of `logic/language/vocabulary.pl`. The files in `editors/` are
written by hand, but for the words: in the grammar of VS Code each list is the text
between `(?:` and `)` of a pattern whose comment names the kinds; in that of vim it
stands on the line below a comment that names them.
"""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]
EDITORS = ROOT / "editors"
GRAMMAR = EDITORS / "vscode" / "syntaxes" / "gamerules.tmLanguage.json"
SYNTAX = EDITORS / "vim" / "syntax" / "gamerules.vim"

#: What prints the name, the arity and the kind of each relation.
_GOAL = (
    "use_module(logic/language/vocabulary), "
    "forall(relation(N/A, K, _), format('~w ~w ~w~n', [N, A, K]))"
)

#: The kinds of relations that an editor shows alike.
GROUPS = {
    "game": ("game", "literal"),
    "option": ("option", "space"),
    "builtin": ("builtin",),
}

_MARKED = re.compile(r'^(" words: (\w+)\n)syntax keyword (\w+) .*$', re.MULTILINE)


def words() -> dict[str, list[str]]:
    """Return the names of the relations of each group, sorted."""
    said = subprocess.run(
        ["swipl", "-g", _GOAL, "-t", "halt"], cwd=ROOT, text=True, check=True,
        capture_output=True,
    ).stdout  # fmt: skip
    rows = [line.split() for line in said.splitlines()]
    rows = [row for row in rows if len(row) == 3]  # nobody writes `occurred after`
    found = {
        group: sorted({name for name, _, kind in rows if kind in kinds})
        for group, kinds in GROUPS.items()
    }
    taken = {*found["game"]}
    return {
        group: [n for n in names if group == "game" or n not in taken]
        for group, names in found.items()
    }


def grammar(text: str, lists: dict[str, list[str]]) -> str:
    """Return the grammar of VS Code with the words."""
    value = json.loads(text)
    for group, names in lists.items():
        rule = value["repository"][group]
        rule["match"] = rf"(?<![\w'])(?:{'|'.join(names)})(?![\w'])"
    return json.dumps(value, indent=2) + "\n"


def syntax(text: str, lists: dict[str, list[str]]) -> str:
    """Return the syntax file of vim with the words."""
    return _MARKED.sub(
        lambda found: (
            f"{found[1]}syntax keyword {found[3]} {' '.join(lists[found[2]])}"
        ),
        text,
    )


def main() -> None:
    """Write the files anew."""
    lists = words()
    GRAMMAR.write_text(grammar(GRAMMAR.read_text("utf-8"), lists), "utf-8")
    SYNTAX.write_text(syntax(SYNTAX.read_text("utf-8"), lists), "utf-8")


if __name__ == "__main__":
    main()
