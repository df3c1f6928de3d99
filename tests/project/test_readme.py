"""Sessions of the README and docs, in Python and on the command line, are run.

With UPDATE_README=1 in the environment the answers of the command line are written
anew. The examples in docstrings are run here, too.
"""

import doctest
import importlib
import os
import re
import shlex
import subprocess
import tempfile
from pathlib import Path

import forked
import pytest
import studio_links
from click.testing import CliRunner

from pygame_search.cli.app import COMMANDS, command
from pygame_search.experiments.lecture_forms import PATH_LECTURES
from pygame_search.search.core.methods import METHODS

ROOT = Path(__file__).parents[2]
GUIDE = sorted((ROOT / "docs" / "guide").glob("*.md"))
PAGES = sorted((ROOT / "docs" / "searches").glob("*.md"))
GAMES = sorted((ROOT / "docs" / "games").glob("*.md"))
TOLD = [
    ROOT / "docs" / f"{name}.md"
    for name in (
        "certificates",
        "command-line",
        "heuristics",
        "explain",
        "from-prolog",
        "hidden",
        "native",
        "reasons",
        "repl",
        "rules",
        "learning",
        "matches",
        "solving",
    )
]
DOCUMENTS = [ROOT / "README.md", *GUIDE, *TOLD, *PAGES, *GAMES]
BLOCK = re.compile(r"```console\n(?P<session>.*?)```", re.DOTALL)

#: A file that the reader is asked to write.
WRITTEN = re.compile(r"```\w+ file=(?P<name>[\w.]+)\n(?P<text>.*?)```", re.DOTALL)

#: A picture, and the command that draws it.
PICTURE = re.compile(r"^(?P<command>pygame-search .*) > (?P<file>\S+\.svg)$", re.M)

#: A file that one session may leave to others.
SAVED = re.compile(r"/tmp/[\w.]+")

#: A link within the repository.
LINK = re.compile(r"\]\((?P<target>[^)#:\s]+)(?:#[^)]*)?\)")

#: A command that needs no shell, but for what it reads and what its output is piped to.
PLAIN = re.compile(
    r"""(?:(?P<feed>(?:printf|echo) '[^']*') \| )?"""
    r"""pygame-search (?P<words>(?:"[^"$]*"|[^"'|<>;&$])*?)"""
    r"""(?P<errors> 2>(?:&1|/dev/null))?(?: \| (?P<filter>(?:'[^']*'|[^'<>;&])*))?"""
)
TERMINAL = {"COLUMNS": "80", "NO_COLOR": "1", "PYTHONUTF8": "1"}

#: Figures that differ from run to run.
SECONDS = re.compile(r"\d+\.\d\d s\b")


#: Sessions that take more than a second.
LONG = (
    '$ pygame-search best tic_tac_toe --method "uct(simulations=20000)"'
    " --tier procedural | tail -12",
    '$ pygame-search best tic_tac_toe --method "uct(simulations=100000)"'
    " --tier procedural | tail -15",
    '$ pygame-search best chess --state "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1" --depth 3'
    " | sed -n '/^best/,/^line/p'",
    '$ pygame-search best losers_chess --state "8/2p5/8/8/8/8/8/R7 w - - 0 1" --depth 6'
    " | sed -n '/^best/,/^line/p'",
    '$ pygame-search learn "othello(size=6)" --games 50 --match 20',
    '$ pygame-search solve "breakthrough(columns=4, rows=4)" | head -n 4',
    '$ pygame-search solve "connect_four(columns=4, rows=4)" | head -n 4',
    '$ pygame-search solve "kalah(houses=3, seeds=2)" | head -n 4',
    '$ pygame-search solve "othello(size=4)" | head -n 4',
    "$ pygame-search solve dots_and_boxes | head -n 4",
)


def sessions() -> list[tuple[Path, str]]:
    return [
        (document, match["session"])
        for document in DOCUMENTS
        for match in BLOCK.finditer(document.read_text(encoding="utf-8"))
    ]


def written(document: Path) -> dict[str, str]:
    """Return the files that a document asks its reader to write."""
    text = document.read_text(encoding="utf-8")
    return {match["name"]: match["text"] for match in WRITTEN.finditer(text)}


def preparing(document: Path, session: str) -> list[str]:
    """Return the lines of a document's other sessions that save what one reads."""
    files = set(SAVED.findall(session.partition("\n")[0]))
    others = [s.partition("\n")[0] for d, s in sessions() if d == document]
    return [
        line.removeprefix("$ ")
        for line in others
        if any(f"--save {file} " in line for file in files) and line not in session
    ]


def run(line: str) -> str:
    """Return what a line prints on a terminal of 80 columns.

    A shell is started for those lines alone that need one.
    """
    plain = PLAIN.fullmatch(line)
    output = printed(**plain.groupdict()) if plain else shell(line)
    return "\n".join(map(str.rstrip, output.rstrip().splitlines())) + "\n"


def printed(
    feed: str | None, words: str, errors: str | None, filter: str | None
) -> str:
    """Return what a plain command prints, which is run in this process."""
    typed = shell(feed) if feed else None
    done = CliRunner().invoke(command, shlex.split(words), input=typed, env=TERMINAL)
    assert done.exception is None or isinstance(done.exception, SystemExit)
    output = done.stdout if errors == " 2>/dev/null" else done.output
    return shell(filter, output) if filter else output


def shell(line: str, input_: str = "") -> str:
    """Return what a line prints in a shell, where `pygame-search` is a fork."""
    env = {**os.environ, **TERMINAL}
    with tempfile.TemporaryDirectory() as folder:
        if "pygame-search" in line:
            forked.shim(Path(folder), env)
        done = subprocess.run(
            ["sh", "-c", line],
            env={**env, "PATH": f"{folder}{os.pathsep}{env['PATH']}"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            input=input_.encode(),
            check=False,
            timeout=120,
        )
    return done.stdout.decode()


def go(
    document: Path, line: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Go where a line of a document is run, with the files of its own that it names."""
    monkeypatch.chdir(ROOT)
    for name, text in written(document).items():
        if name in line:
            monkeypatch.chdir(folder)
            (folder / name).write_text(text, encoding="utf-8")


def without_seconds(text: str) -> str:
    return SECONDS.sub("0.00 s", text)


@pytest.mark.parametrize(
    ("document", "session"),
    [
        pytest.param(
            document, session,
            id=(line := session.partition("\n")[0]),
            marks=pytest.mark.slow if line in LONG else (),
        )
        for document, session in sessions()
    ],
)  # fmt: skip
def test_session(
    document: Path, session: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, _, answer = session.partition("\n")
    assert first.startswith("$ ")
    go(document, first, tmp_path, monkeypatch)
    for line in preparing(document, session):
        run(line)
    found = run(first.removeprefix("$ "))
    if os.environ.get("UPDATE_README"):
        text = document.read_text(encoding="utf-8")
        new = f"```console\n{first}\n{without_seconds(found)}```"
        old = f"```console\n{session}```"
        document.write_text(text.replace(old, new), encoding="utf-8")
        return
    assert without_seconds(found) == answer


@pytest.mark.parametrize(
    ("name", "least"),
    [
        ("README.md", 6),
        ("docs/heuristics.md", 4),
        ("docs/explain.md", 4),
        ("docs/reasons.md", 12),
        ("docs/solving.md", 4),
        ("docs/hidden.md", 5),
        ("docs/certificates.md", 7),
        ("docs/matches.md", 5),
        ("docs/learning.md", 3),
    ],
)
def test_python_session(name: str, least: int) -> None:
    found = doctest.testfile(str(ROOT / name), module_relative=False)
    assert found.attempted >= least
    assert found.failed == 0


HEADINGS = [
    "Idea", "The clauses", "The procedure", "A trace", "What it costs", "Sources",
]  # fmt: skip
#: Of a method that tells no trace.
UNTRACED = ["Idea", "The procedure", "An example", "What it costs", "Sources"]
UNTRACED_MODULES = {
    method.module
    for method in METHODS.values()
    if method.searches and not method.twofold
}
SOURCE = re.compile(
    r"\[`(?P<file>[\w/.]+)`\]|```(?:prolog|python)\n(?P<text>.*?)```", re.DOTALL
)


@pytest.mark.parametrize("page", [p for p in PAGES if p.stem != "README"], ids=str)
def test_a_page_of_a_search(page: Path) -> None:
    """The same form for each; what it shows of the sources is what stands there."""
    text = page.read_text(encoding="utf-8")
    headings = re.findall(r"^## (.*)$", text, re.MULTILINE)
    if page.stem in UNTRACED_MODULES:
        headings = [heading for heading in headings if heading != "The clauses"]
        assert headings == UNTRACED
    else:
        assert headings == HEADINGS
    assert f"({page.name})" in (page.parent / "README.md").read_text(encoding="utf-8")
    source, excerpts = "", 0
    for match in SOURCE.finditer(text):
        if match["file"]:
            source = (ROOT / match["file"]).read_text(encoding="utf-8")
        else:
            excerpts += 1
            assert match["text"] in source, "the excerpt is out of date"
    assert excerpts >= 2


def test_every_search_has_a_page() -> None:
    stems = {page.stem for page in PAGES}
    modules = {method.module for method in METHODS.values() if method.module}
    assert modules | {*PATH_LECTURES.values()} <= stems


def test_the_pages_say_which_searches_have_one_form() -> None:
    text = (ROOT / "docs" / "searches" / "README.md").read_text(encoding="utf-8")
    [said] = re.findall(r"Seven come only in Python: (.*?), in", text, re.DOTALL)
    files = [f for f in (ROOT / "logic").rglob("*.pl") if "lectures" not in f.parts]
    clauses = {file.stem for file in files}
    names = {n for n, m in METHODS.items() if m.searches and m.module not in clauses}
    assert set(re.findall(r"`(\w+)`", said)) == names
    assert len(names) == 7


def documented() -> list[str]:
    """The modules whose docstrings hold examples."""
    return [
        ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for path in sorted((ROOT / "pygame_search").rglob("*.py"))
        if ">>> " in path.read_text(encoding="utf-8")
    ]


@pytest.mark.parametrize("name", documented())
def test_examples_in_docstrings(name: str) -> None:
    found = doctest.testmod(importlib.import_module(name))
    assert found.attempted > 0
    assert found.failed == 0


def test_every_game_has_a_session_or_a_line() -> None:
    text = (ROOT / "docs" / "guide" / "games.md").read_text(encoding="utf-8")
    for path in (ROOT / "rules").glob("*.pl"):
        assert path.stem in text


def test_the_readme_is_a_landing_page() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 200
    assert "sh scripts/demo " in text
    assert "sh scripts/test " in text
    [game] = written(ROOT / "README.md").values()
    assert len(game.splitlines()) <= 15


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("README.md", "docs/pictures/alphabeta.svg"),
        ("docs/hidden.md", "pictures/bluff.svg"),
    ],
)
def test_the_picture_is_what_its_command_draws(
    name: str, shown: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = ROOT / name
    text = document.read_text(encoding="utf-8")
    [drawn] = PICTURE.finditer(text)
    assert shown.endswith(drawn["file"])
    assert f"]({shown})" in text
    go(document, drawn["command"], tmp_path, monkeypatch)
    picture = (document.parent / shown).read_text(encoding="utf-8")
    assert run(drawn["command"]) == picture.rstrip() + "\n"


def test_the_readme_names_each_command_once() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    table = text.partition("| task | commands |")[2].partition("\n\n")[0]
    assert sorted(re.findall(r"`([\w-]+)`", table)) == sorted(COMMANDS)


def test_the_index_lists_every_document() -> None:
    docs = ROOT / "docs"
    text = (docs / "README.md").read_text(encoding="utf-8")
    listed = {(docs / link["target"]).resolve() for link in LINK.finditer(text)}
    folders = ("searches", "games")
    pages = {*docs.glob("*.md"), *GUIDE, *(docs / f / "README.md" for f in folders)}
    assert {page.resolve() for page in pages} - {docs / "README.md"} <= listed


@pytest.mark.parametrize(
    "document", [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))], ids=str
)
def test_links_lead_somewhere(document: Path) -> None:
    text = re.sub(r"^```.*?^```", "", document.read_text("utf-8"), flags=re.S | re.M)
    text = studio_links.LINK.sub("", text)  # test_studio_links.py tries these
    for link in LINK.finditer(re.sub(r"`[^`\n]*`", "", text)):
        assert (document.parent / link["target"]).exists(), link["target"]
