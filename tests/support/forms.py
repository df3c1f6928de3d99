"""How long the lectures' searches are: `python tests/support/forms.py [AIMA_PYTHON]`.

A table of the files in `logic/lectures/` with their clauses and lines, and the lines
of their twins in `pygame_search/lectures/`. If the folder of a clone of aima-python is
given: also the lines of its functions for the same search. Blank lines, comments,
docstrings and imports do not count.
"""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]

#: The file and the functions of aima-python that do the same; path searches share Node.
AIMA = {
    "minimax": ("games", "minmax_decision"),
    "alphabeta": ("games", "alpha_beta_cutoff_search"),
    "expectimax": ("games", "expect_minmax"),
    "uct": ("games", "monte_carlo_tree_search"),
    "breadth_first": ("search", "breadth_first_tree_search"),
    "depth_first": ("search", "depth_first_tree_search"),
    "iterative": ("search", "iterative_deepening_search depth_limited_search"),
    "lowest_cost": ("search", "uniform_cost_search best_first_graph_search"),
    "best_first": ("search", "best_first_graph_search"),
    "a_star": ("search", "astar_search best_first_graph_search"),
}


def clauses(text: str) -> tuple[int, int]:
    """Return the number of clauses of a Prolog file, and of their lines."""
    bare = re.sub(r"(^|\s)%.*", "", text, flags=re.M)
    lines = [line for line in bare.splitlines() if line.strip()]
    return sum(line.rstrip().endswith(".") for line in lines), len(lines)


def functions(text: str, names: str = "") -> int:
    """Return the number of lines of the functions of a Python file, or of some."""
    lines = text.splitlines()
    counted: set[int] = set()
    for node in ast.parse(text).body:
        if not isinstance(node, ast.FunctionDef | ast.ClassDef):
            continue
        if names and node.name not in names.split():
            continue
        counted.update(range(node.lineno, (node.end_lineno or 0) + 1))
        for inner in ast.walk(node):
            if isinstance(inner, ast.Expr) and isinstance(inner.value, ast.Constant):
                counted.difference_update(
                    range(inner.lineno, (inner.end_lineno or 0) + 1)
                )
    return sum(bool(re.match(r"\s*[^\s#]", lines[number - 1])) for number in counted)


def rows(aima: Path | None = None) -> list[tuple[str, int, int, int, int | None]]:
    """Return name, clauses, their lines, lines in Python, lines of aima-python."""
    table = []
    for file in sorted((ROOT / "logic" / "lectures").glob("*.pl")):
        number, lines = clauses(file.read_text(encoding="utf-8"))
        twin = ROOT / "pygame_search" / "lectures" / f"{file.stem}.py"
        peer = None
        if aima is not None and file.stem in AIMA:
            module, names = AIMA[file.stem]
            source = (aima / "aima" / f"{module}.py").read_text(encoding="utf-8")
            peer = functions(source, names)
        ours = functions(twin.read_text(encoding="utf-8"))
        table.append((file.stem, number, lines, ours, peer))
    return table


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else None
    print("| search | clauses | their lines | lines in Python | aima-python |")
    print("|---|---|---|---|---|")
    for name, number, lines, python, peer in rows(folder):
        print(f"| `{name}` | {number} | {lines} | {python} | {peer or ''} |")


if __name__ == "__main__":
    main()
