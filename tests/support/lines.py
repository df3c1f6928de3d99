"""Count the lines of our games and of the same games of others.

    .venv/bin/python tests/support/lines.py OPEN_SPIEL EASYAI SHEETS

The arguments are folders: clones of google-deepmind/open_spiel and Zulko/easyAI, and
rule sheets in KIF, named `*__NAME.kif`. Blank lines, comments and docstrings do not
count. All else of our files does: board, notation, features, texts. Of OpenSpiel the
files of the game count, but no tests, the openings of Chess960 or the reader of SGF; of
easyAI the file, with its lines to play it; of several sheets the shortest.
"""

from __future__ import annotations

import ast
import io
import re
import sys
import tokenize
from pathlib import Path

from forms import clauses

#: Files of OpenSpiel that are not the rules of the game.
LEFT_OUT = re.compile("test|chess960|sgf")
RULES = Path(__file__).parents[2] / "rules"
#: The name here, in OpenSpiel, in easyAI and among the sheets; "" where there is none.
GAMES = (
    ("backgammon", "backgammon", "", ""),
    ("breakthrough", "breakthrough", "", "breakthrough"),
    ("chess", "chess", "", ""),
    ("chomp", "", "", "chomp"),
    ("connect_four", "connect_four", "ConnectFour", "connectFour"),
    ("dots_and_boxes", "dots_and_boxes", "", ""),
    ("draughts", "checkers", "", "checkers"),
    ("go", "go", "", ""),
    ("gomoku", "gomoku", "", "gomoku_15x15"),
    ("goofspiel", "goofspiel", "", ""),
    ("hanoi", "", "", "hanoi"),
    ("hex", "hex", "", ""),
    ("hexapawn", "", "Hexapawn", ""),
    ("kalah", "mancala", "", "kalah"),
    ("knights_tour", "", "", "knightsTour"),
    ("lights_out", "", "", "lightsOut"),
    ("nim", "nim", "Nim", "nim1"),
    ("nine_mens_morris", "nine_mens_morris", "", ""),
    ("othello", "othello", "Reversi", "reversi"),
    ("oware", "oware", "Awele", ""),
    ("pig", "pig", "", ""),
    ("tic_tac_toe", "tic_tac_toe", "TicTacToe", "ticTacToe"),
)


def of_cpp(text: str) -> int:
    """Return the number of lines of code in C++."""
    bare = re.sub(r'"(?:\\.|[^"\\\n])*"', '""', text)
    bare = re.sub(
        r"/\*.*?\*/", lambda found: "\n" * found[0].count("\n"), bare, flags=re.S
    )
    return sum(bool(line.split("//")[0].strip()) for line in bare.splitlines())


def of_python(text: str) -> int:
    """Return the number of lines of code in Python."""
    marks = (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT)
    silent = {*marks, tokenize.DEDENT, tokenize.ENDMARKER, tokenize.ENCODING}
    lines: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in silent:
            lines.update(range(token.start[0], token.end[0] + 1))
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            lines.difference_update(range(node.lineno, (node.end_lineno or 0) + 1))
    return len(lines)


def of_kif(text: str) -> int:
    """Return the number of lines of a rule sheet."""
    return sum(bool(line.split(";")[0].strip()) for line in text.splitlines())


def of_spiel(folder: Path, name: str) -> int:
    """Return the lines of a game of OpenSpiel."""
    files = sorted((folder / "open_spiel" / "games" / name).glob("*.[ch]*"))
    texts = [
        f.read_text(encoding="utf-8") for f in files if not LEFT_OUT.search(f.name)
    ]
    return sum(map(of_cpp, texts))


def of_sheet(folder: Path, name: str) -> int:
    """Return the lines of the shortest sheet of that name."""
    files = folder.glob(f"*__{name}.kif")
    return min((of_kif(f.read_text(encoding="utf-8")) for f in files), default=0)


def here(name: str) -> int:
    """Return the lines of a game of ours."""
    return clauses((RULES / f"{name}.pl").read_text(encoding="utf-8"))[1]


def rows(spiel: Path, easy: Path, sheets: Path) -> list[tuple[str, int, int, int, int]]:
    """Return name and lines here, in OpenSpiel, in easyAI and in KIF; 0 for none."""
    table = []
    for name, theirs, python, sheet in GAMES:
        file = easy / "easyAI" / "games" / f"{python}.py"
        lines = of_python(file.read_text(encoding="utf-8")) if python else 0
        cpp = of_spiel(spiel, theirs) if theirs else 0
        table.append(
            (name, here(name), cpp, lines, of_sheet(sheets, sheet) if sheet else 0)
        )
    return table


def main() -> None:
    spiel, easy, sheets = map(Path, sys.argv[1:4])
    print("| game | here | OpenSpiel, C++ | easyAI, Python | a sheet in KIF |")
    print("|---|--:|--:|--:|--:|")
    for name, *counts in rows(spiel, easy, sheets):
        print(f"| {name} | " + " | ".join(str(n or "") for n in counts) + " |")


if __name__ == "__main__":
    main()
