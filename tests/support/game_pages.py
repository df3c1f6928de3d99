"""Write a page for each game of `rules/`, but for its last section.

`sh scripts/reference` does it, and `tests/project/test_game_pages.py` checks that it
was done. The rules are the comment at the head of the rule file; the section "A
position worth thinking about" is written by hand and stays as it is.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pygame_search as ps

ROOT = Path(__file__).parents[2]
PAGES = ROOT / "docs" / "games"
#: The heading of what is written by hand.
MARK = "## A position worth thinking about\n"
#: What begins a paragraph of its own in the head of a rule file.
_APART = ("Roles:", "One role.", "Goals:", "perft")
#: Lines of the rules that are for human readers.
_DISPLAY = ("title(", "source(", "about(", "draw", "notation(")


def games() -> list[str]:
    """Return the names of the games."""
    return sorted(path.stem for path in (ROOT / "rules").glob("*.pl"))


def head(name: str) -> list[str]:
    """Return the lines of the comment at the head of a rule file, without its title."""
    lines = (ROOT / "rules" / f"{name}.pl").read_text("utf-8").splitlines()
    end = next(i for i, line in enumerate(lines) if not line.startswith("%"))
    return [line[2:] for line in lines[1:end]]


def paragraphs(name: str) -> str:
    """Return the rules in words."""
    parts: list[list[str]] = [[]]
    for line in head(name):
        drawn = line.startswith("    ")
        apart = line.startswith(_APART) or drawn != any(
            one.startswith("    ") for one in parts[-1]
        )
        if not line or apart:
            parts.append([])
        if words := re.sub(r" *\bperft\b.*", "", line):
            parts[-1].append(words)
    return "\n\n".join(_paragraph(part) for part in parts if part)


def _paragraph(lines: list[str]) -> str:
    if lines[0].startswith("    "):
        return "\n".join(["```text", *(line[4:] for line in lines), "```"])
    text = " ".join(" ".join(lines).split())
    return re.sub(r"([*|<>_\[\]#@])", r"\\\1", text)


def numbers(name: str) -> str:
    """Return the table of what can be counted."""
    game = ps.load(name)
    many = f"{len(clauses(name))} lines, {code(name)} of them for play"
    rows = {"rule file": f"[`rules/{name}.pl`](../../rules/{name}.pl), {many}"}
    if game.source:
        rows["source"] = game.source
    if game.roles:
        rows["roles"] = ", ".join(game.roles)
    if game.parameters:
        given = (f"`{key}={value}`" for key, value in game.parameters.items())
        rows["parameters"] = ", ".join(given)
    counts = re.findall(r"\bperft\b *(.*?): *([\d, ]+\d)", " ".join(head(name)))
    for size, found in counts:
        rows["nodes by depth" + (f" ({size})" if size else "")] = found
    lines = [f"| {key} | {cell(value)} |" for key, value in rows.items()]
    return "\n".join(["| | |", "|---|---|", *lines])


def cell(text: str) -> str:
    """Return a text for a cell of a table."""
    return text.replace("|", "\\|")


def clauses(name: str) -> list[str]:
    """Return the lines of a rule file without comments and empty ones."""
    lines = (ROOT / "rules" / f"{name}.pl").read_text("utf-8").splitlines()
    return [text for line in lines if (text := line.partition("%")[0].strip())]


def code(name: str) -> int:
    """Return the number of lines of rules, without those for human readers."""
    return sum(not text.startswith(_DISPLAY) for text in clauses(name))


def picture(name: str) -> str:
    """Return the board at the start as an SVG file; empty for a graph."""
    game = ps.load(name)
    return game.initial.svg() if game.roles else ""


def page(name: str) -> str:
    """Return the page as it should be."""
    game, file = ps.load(name), PAGES / f"{name}.md"
    title = game.title or name
    drawn = f"![{title}: the start](pictures/{name}.svg)\n\n" if game.roles else ""
    _, _, kept = (file.read_text("utf-8") if file.exists() else "").partition(MARK)
    return (
        f"# {title}\n\n{game.about}\n\n{drawn}## Rules\n\n{paragraphs(name)}\n\n"
        f"## Numbers\n\n{numbers(name)}\n\n{MARK}{kept}"
    )


def index() -> str:
    """Return the page that lists the others."""
    lines = [
        "# The games, a page each",
        "",
        "Each page has the rules in words, the board, some numbers, and a position",
        "worth thinking about. [The guide](../guide/games.md) tells how to write one.",
        "",
        "| game | name | |",
        "|---|---|---|",
    ]
    for name in games():
        game = ps.load(name)
        title = f"[{game.title or name}]({name}.md)"
        lines.append(f"| {title} | `{name}` | {game.about} |")
    return "\n".join([*lines, ""])


def main() -> None:
    """Write the pages of the games that are named, or of all."""
    (PAGES / "pictures").mkdir(parents=True, exist_ok=True)
    for name in sys.argv[1:] or games():
        (PAGES / f"{name}.md").write_text(page(name), "utf-8")
        if drawn := picture(name):
            (PAGES / "pictures" / f"{name}.svg").write_text(drawn, "utf-8")
    (PAGES / "README.md").write_text(index(), "utf-8")


if __name__ == "__main__":
    main()
