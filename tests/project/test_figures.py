"""Every measured figure in a document stands beside what prints it.

A figure is a number with a unit of time, speed, memory or work, or a number alone in a
cell of a table. The rule goes by sections, the text below one heading: where there is a
figure, the section names what prints it, a script of the repository or a whole command
of the product. `docs/figures.md` lists these sections, and nothing else. What stands
between fences is left out, for other tests run it, and so is a number that such a block
of the section prints. Nor does a number count that the program sets itself: LIMITS.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LIST = ROOT / "docs" / "figures.md"
DOCUMENTS = [
    ROOT / "README.md",
    ROOT / "CHANGELOG.md",
    ROOT / "benchmarks" / "README.md",
    *(page for page in sorted((ROOT / "docs").rglob("*.md")) if page != LIST),
]

FIGURE = re.compile(
    r"""
    (?<![\w.-]) (?!95\s%)  # how sure an interval is
    \d[\d,.]*\s
        (?: s | ms | seconds? | minutes? | [kMG]B | bytes | nodes | states | simulations
          | playouts | random\sgames | lines | times | %
        ) (?! \w)
    | \d (?: /s | \sa\ssecond ) \b
    | \b (?: half\sa | a | few | two | three ) \s (?:milli)? (?: second | minute )s? \b
    | \b \d\.\d{3} \b
    | ^\| .* \| \s* [-+]?\d[\d,.]* (?: \s\([^)]*\) | \sto\s[-+\d,.]+ )? \s* \| \s* $
    """,
    re.VERBOSE | re.MULTILINE,
)
#: What names the origin of a figure.
ORIGIN = re.compile(
    r"-m\s+(?P<module>benchmarks(?:\.\w+)?)|`(?P<short>benchmarks\.\w+)`"
    r"|(?P<script>(?:scripts|tests)/[\w.]+)|(?P<command>pygame-search\s[a-z]+)"
)
FENCED = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)
ROW = re.compile(r"^\| \[(?P<title>[^\]]*)\]\((?P<file>[^)#]*)\) \|.*$", re.MULTILINE)

#: Numbers that the program sets, or that are worked out in the text.
LIMITS = frozenset(
    {
        ("CHANGELOG.md", "1,024 states"),
        ("docs/certificates.md", "200 MB"),
        ("docs/explain.md", "12 states"),
        ("docs/games/rubik_2x2.md", "3,674,160 states"),  # 7! * 3^6
        ("docs/guide/ask.md", "12 states"),
        ("CHANGELOG.md", "5 seconds"),
        ("CHANGELOG.md", "a second"),
        ("docs/cilog.md", "half a minute"),
        ("docs/codes.md", "2 GB"),
        ("docs/codes.md", "30 seconds"),
        ("docs/learning.md", "50 random games"),
        ("docs/guide/speed.md", "a second"),
        ("docs/guide/speed.md", "10,000 random games"),
        ("CHANGELOG.md", "24 lines"),
        ("docs/guide/teach.md", "24 lines"),
        ("docs/guide/teach.md", "1 GB"),
        ("docs/guide/teach.md", "30 seconds"),
        ("docs/page.md", "60 states"),
        ("docs/page.md", "2,000,000 bytes"),
        ("docs/page.md", "90 seconds"),
        ("docs/page.md", "2,000 MB"),
        ("docs/page.md", "1,000,000 bytes"),
        ("docs/page.md", "100 states"),
        ("docs/page.md", "50,000 states"),
        ("docs/matches.md", "a second"),
        ("docs/matches.md", "half a second"),
        ("docs/python.md", "a second"),
        ("docs/repl.md", "10,000 lines"),
        ("docs/repl.md", "10,000 states"),
        ("docs/repl.md", "512 MB"),
        ("docs/repl.md", "60 seconds"),
        ("docs/rules.md", "60 seconds"),
        ("docs/searches/proof_number.md", "| not yet known | 1 | 1 |"),
        ("docs/searches/proof_number.md", "| disproved | ∞ | 0 |"),
        ("docs/searches/transposition_table.md", "1,048,576 states"),
        *(("docs/searches/uct.md", sum_) for sum_ in ("1.075", "1.251", "1.062")),
    }
)

#: A document that states the limits of the program and no measurement.
ONLY_LIMITS = "docs/limits.md"


def sections(text: str) -> Iterator[tuple[str, str]]:
    """Yield the headings of a document, and the text below each."""
    fenced = FENCED.sub(lambda block: re.sub("^#", " #", block[0], flags=re.M), text)
    parts = re.split(r"^#+ (.*)$", fenced, flags=re.MULTILINE)
    yield "", parts[0]
    yield from zip(parts[1::2], parts[2::2], strict=True)


def figures_of(name: str, text: str) -> list[str]:
    """Return the figures of a section that no block of it prints."""
    printed = " ".join(block.group() for block in FENCED.finditer(text))
    found = [" ".join(m.group().split()) for m in FIGURE.finditer(FENCED.sub("", text))]
    return [
        figure
        for figure in found
        if (name, figure) not in LIMITS
        and name != ONLY_LIMITS
        and not re.search(rf"\b{re.escape(figure)}\b", printed)
    ]


def measured() -> dict[tuple[str, str], str]:
    """Return the sections with figures, by document and heading.

    The numbers of a game are written by `tests/support/game_pages.py` and counted anew
    by the tests.
    """
    found = {}
    for document in DOCUMENTS:
        name = document.relative_to(ROOT).as_posix()
        for heading, text in sections(document.read_text(encoding="utf-8")):
            if name.startswith("docs/games/") and heading == "Numbers":
                continue
            if figures_of(name, text):
                found[name, heading] = FENCED.sub("", text)
    return found


def origins(text: str) -> set[str]:
    """Return what a text says prints its figures."""
    return {" ".join(match.group(match.lastgroup or 0).split()) for match in
            ORIGIN.finditer(text)}  # fmt: skip


MEASURED = measured()


@pytest.mark.parametrize("place", MEASURED, ids=": ".join)
def test_a_figure_stands_beside_what_prints_it(place: tuple[str, str]) -> None:
    figures = figures_of(place[0], MEASURED[place])
    assert origins(MEASURED[place]), f"nothing is said to print {figures}"


def listed() -> dict[tuple[str, str], str]:
    """Return the rows of the list."""
    found = {}
    for match in ROW.finditer(LIST.read_text(encoding="utf-8")):
        file = (LIST.parent / match["file"]).resolve().relative_to(ROOT.resolve())
        name, _, heading = match["title"].partition(": ")
        assert Path(name).name == file.name
        found[file.as_posix(), heading] = match.group()
    return found


def test_the_list_of_figures_is_whole() -> None:
    assert set(listed()) == set(MEASURED)


def test_the_list_says_what_the_sections_say() -> None:
    for place, row in listed().items():
        assert origins(row), row
        assert origins(row) <= origins(MEASURED[place]), row


def test_what_prints_figures_is_there() -> None:
    for text in MEASURED.values():
        for match in ORIGIN.finditer(text):
            module = match["module"] or match["short"]
            if module:
                path = ROOT / module.replace(".", "/")
                assert path.with_suffix(".py").exists() or path.is_dir(), module
            elif match["script"]:
                assert (ROOT / match["script"]).exists(), match["script"]
