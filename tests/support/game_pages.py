"""Write a page for each game of `rules/`, but for its last section.

`sh scripts/reference` does it, and `tests/project/test_game_pages.py` checks that it
was done. The rules are the comment at the head of the rule file; the section "A
position worth thinking about" is written by hand and stays as it is. From its first
command comes the position whose tree is drawn, as deep as a page is wide.
"""

from __future__ import annotations

import re
import shlex
import sys
from pathlib import Path

from click.testing import CliRunner

import pygame_search as ps
from pygame_search.cli.app import command
from pygame_search.rules.header import Header, read_header

ROOT = Path(__file__).parents[2]
PAGES = ROOT / "docs" / "games"
#: The heading of what is written by hand.
MARK = "## A position worth thinking about\n"
#: The game and the position of a command.
_POSITION = re.compile(
    r"""^\$ pygame-search \w+ ("[^"]*"|\S+)(.*? (--(?:after|state) "[^"]*"))?""", re.M
)
#: The command that draws the tree on a page.
_TREE = re.compile(r"^(pygame-search tree .*) > \S+_tree\.svg$", re.M)
#: The width of a picture, in pixels, that is legible on a page.
_WIDE = 1300
#: Lines of the rules that are for human readers.
_DISPLAY = ("title(", "source(", "about(", "draw", "hexagonal", "notation(")


def games() -> list[str]:
    """Return the names of the games."""
    return sorted(path.stem for path in (ROOT / "rules").glob("*.pl"))


def header(name: str) -> Header:
    """Return what the comments of a rule file say, and of those that it includes."""
    return read_header(ps.load(name).book.text)


def paragraphs(name: str) -> str:
    """Return the rules in words."""
    return "\n\n".join(map(_paragraph, header(name).paragraphs))


def _paragraph(lines: tuple[str, ...]) -> str:
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
    found = header(name)
    for key, value in game.parameters.items():
        about, values = found.parameters[key]
        rows[f"`{key}={value}`"] = about + (f"; {values}" if values else "")
    for size, counts in found.counts:
        rows["nodes by depth" + (f" ({size})" if size else "")] = ", ".join(
            map(str, counts)
        )
    lines = [f"| {cell(key)} | {cell(value)} |" for key, value in rows.items()]
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


def by_hand(name: str) -> str:
    """Return what is written by hand on a page."""
    file = PAGES / f"{name}.md"
    return (file.read_text("utf-8") if file.exists() else "").partition(MARK)[2]


def drawn(words: str) -> str:
    """Return the picture in SVG that a command draws; empty if there is none."""
    ran = CliRunner().invoke(command, shlex.split(words)[1:])
    return ran.stdout.removesuffix("\n") if ran.exit_code == 0 else ""


def on_page(name: str) -> str:
    """Return the command that draws the tree on a page."""
    [words] = _TREE.findall((PAGES / f"{name}.md").read_text("utf-8"))
    return str(words)


def chosen(name: str) -> str:
    """Return a command that draws a tree.

    The tree is that of a search from the position that is written by hand, the deepest
    or the one with the most expanded paths that is not too wide; with all cards face up
    where roles do not see the whole state.
    """
    found = _POSITION.search(by_hand(name))
    call, _, position = found.groups() if found else (name, "", None)
    start = f"{call} {position or ''}".strip()
    start += " --open" if ps.load(call.strip('"')).hidden else ""
    best = ""
    for method in methods(call.strip('"')):
        words = f'pygame-search tree {start} --method "{method}" --format svg'
        width = re.search(r'viewBox="0 0 (\d+)', drawn(words))
        if width is None or (best and int(width[1]) > _WIDE):
            break
        best = words
    return best


def methods(call: str) -> list[str]:
    """Return searches that suit a game, each larger than the one before."""
    game = ps.load(call)
    if game.space != "none":
        path = "a_star" if game.has_estimate else "bfs"
        limits = (1, 2, 3, 4, 6, 8, 12, 16)
        return [*(f"{path}(limit={many})" for many in limits), path]
    value = "maxn" if len(game.players) > 2 else "alphabeta"
    if game.chance is not None and len(game.players) <= 2:
        value = "expectimax"
    return [f"{value}(depth={plies})" for plies in range(1, 5)]


def page(name: str, words: str) -> str:
    """Return the page as it should be, with the tree that a command draws."""
    game = ps.load(name)
    title = game.title or name
    start = f"![{title}: the start](pictures/{name}.svg)\n\n" if game.roles else ""
    search = f"```sh\n{words} > {name}_tree.svg\n```\n\n" + (
        f"![{title}: the tree of this search](pictures/{name}_tree.svg)"
    )
    return (
        f"# {title}\n\n{game.about}\n\n{start}## Rules\n\n{paragraphs(name)}\n\n"
        f"## Numbers\n\n{numbers(name)}\n\n## A search\n\n{search}\n\n"
        f"{MARK}{by_hand(name)}"
    )


def index() -> str:
    """Return the page that lists the others."""
    lines = [
        "# The games, a page each",
        "",
        "Each page has the rules in words, the board, some numbers, a search tree, and",
        "a position worth thinking about. [The guide](../guide/games.md) tells how to",
        "write one.",
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
        words, pictures = chosen(name), PAGES / "pictures"
        (PAGES / f"{name}.md").write_text(page(name, words), "utf-8")
        (pictures / f"{name}_tree.svg").write_text(drawn(words), "utf-8")
        if board := picture(name):
            (pictures / f"{name}.svg").write_text(board, "utf-8")
    (PAGES / "README.md").write_text(index(), "utf-8")


if __name__ == "__main__":
    main()
