"""What the benchmarks do can be done: a little of each that needs no peer."""

from __future__ import annotations

import json
import re
import shutil
from math import comb
from pathlib import Path

import forked
import lines
import pytest
from games import loaded

from benchmarks.native import _shares
from benchmarks.proofs import by_hand, solved
from benchmarks.uct import PAIRS
from pygame_search.machine.native_game import native

ROOT = Path(__file__).parents[2]

COMMANDS = sorted(
    path.stem
    for path in (ROOT / "benchmarks").glob("*.py")
    if "click.command" in path.read_text(encoding="utf-8")
)


def run(*words: str | Path) -> str:
    """Return what a benchmark prints."""
    said = forked.run(["-m", *words], cwd=ROOT, text=True)
    assert said.returncode == 0, said.stderr
    return str(said.stdout)


def test_the_lines_of_our_games_are_those_of_the_files() -> None:
    text = (ROOT / "benchmarks" / "README.md").read_text(encoding="utf-8")
    table = text.partition("## Lines of code")[2]
    told = dict(re.findall(r"(?m)^\| (\w+) \| (\d+) \|", table))
    assert told == {name: str(lines.here(name)) for name, *_ in lines.GAMES}


def test_the_extra_installs_every_peer() -> None:
    """Those that a benchmark imports by name, as it may run without them."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    [extra] = re.findall(r"(?ms)^benchmark = \[\n(.*?)^\]", text)
    installed = {name.lower() for name in re.findall(r'(?m)^    "(\w+)', extra)}
    files = (ROOT / "benchmarks").glob("*.py")
    source = "".join(file.read_text(encoding="utf-8") for file in files)
    named = {*re.findall(r'import_module\(f?"(\w+)', source)} - {"benchmarks"}
    peers = {name.replace("pyspiel", "open_spiel").lower() for name in named}
    assert peers == installed


def test_soak() -> None:
    few = ("--requests", "12", "--searches", "12", "--counts", "12", "--cycles", "2")
    done = json.loads(
        run(
            "benchmarks.soak", "tic_tac_toe", "--crossings", "12", *few,
            "--most", "1000", "--json",
        )
    )  # fmt: skip
    assert done


@pytest.mark.slow
def test_solve(tmp_path: Path) -> None:
    file = tmp_path / "rows.json"
    run("benchmarks.solve", "--only", "chomp", "--json", file)
    rows = json.loads(file.read_text(encoding="utf-8"))["rows"]
    states = {row["method"]: row["states"] for row in rows}
    assert states["retrograde"] == 2 * comb(10, 5) - 2  # all but two, of either role


@pytest.mark.parametrize("game", ["tic_tac_toe", "othello(size=4)"])
def test_deepening(game: str) -> None:
    """The page has what the benchmark prints."""
    page = (ROOT / "docs" / "searches" / "deepening.md").read_text(encoding="utf-8")
    rows = run("benchmarks.deepening", "--only", game).splitlines()
    assert len(rows) == 4
    assert all(row in page for row in rows)


def test_clauses() -> None:
    """The page has the move and the count that the benchmark prints."""
    page = (ROOT / "benchmarks" / "README.md").read_text(encoding="utf-8")
    row = run("benchmarks.clauses", "--only", "othello in lists").splitlines()[-1]
    assert row.split(" | ")[:3] in [line.split(" | ")[:3] for line in page.splitlines()]


def test_othello_beside_openspiel() -> None:
    """Dark's first moves are those of the federation, whose names OpenSpiel has."""
    [pair] = (pair for pair in PAIRS if pair.peer == "othello")
    moves = loaded(pair.call).initial.legal["x"]
    assert sorted(map(pair.action, moves)) == ["c4", "d3", "e6", "f5"]


@pytest.mark.slow
def test_levels() -> None:
    """The page has the head that the benchmark prints, and its games."""
    page = (ROOT / "docs" / "guide" / "search.md").read_text(encoding="utf-8")
    words = ("--only", "breakthrough", "--games", "2", "--tier", "procedural")
    head, line, *rows = run("benchmarks.levels", *words).splitlines()
    assert f"{head}\n{line}\n" in page
    assert len(rows) == 2
    for row in rows:
        assert row.partition(" |")[0] in page


@pytest.mark.parametrize("game", ["hexapawn(columns=3", "othello"])
def test_boards(game: str) -> None:
    """The pages have the counts that the benchmark prints."""
    rows = run("benchmarks.boards", "--only", game).splitlines()
    docs = ROOT / "docs"
    for page, row in (("native", rows[2]), ("solving", rows[-1])):
        text = (docs / f"{page}.md").read_text(encoding="utf-8")
        cells = re.escape(row)
        # Seconds differ from run to run.
        assert re.search(re.sub(r"\d+\\\.\d\d\b", r"\\d+[.]\\d\\d", cells), text)


def test_proofs() -> None:
    """The page has the counts that the benchmark prints."""
    page = (ROOT / "docs" / "solving.md").read_text(encoding="utf-8")
    rows = run("benchmarks.proofs", "--only", "hexapawn").splitlines()
    assert rows[-1].split(" | ")[:3] in [
        line.split(" | ")[:3] for line in page.splitlines()
    ]


@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")
def test_connect_four_by_hand() -> None:
    """The program in C is a witness of its own."""
    for columns, rows in ((4, 4), (5, 4)):
        call = f"connect_four(columns={columns}, rows={rows})"
        hand = by_hand(call)
        assert hand is not None
        assert hand.value == solved(call, 256, 1).value == 0


@pytest.mark.parametrize("method", ["a_star", "ida_star"])
def test_paths(method: str) -> None:
    """The page has what the benchmark prints, but for the seconds."""
    page = (ROOT / "docs" / "searches" / f"{method}.md").read_text(encoding="utf-8")
    told = run("benchmarks.paths", "--method", method, "--only", "eight_puzzle")
    row = re.escape(told.splitlines()[-1])
    assert re.search(re.sub(r"\d+\\\.\d\d.*", r"\\d+[.]\\d\\d", row), page)


@pytest.mark.slow
def test_shares_of_the_time() -> None:
    shares = _shares(native(loaded("tic_tac_toe")).network)
    assert sum(shares) == pytest.approx(1)
    assert all(share > 0 for share in shares[:2])


def test_hidden(tmp_path: Path) -> None:
    """Ours alone at least; peers only where they are installed."""
    file = tmp_path / "hidden.json"
    run("benchmarks.hidden", "--only", "kuhn", "--rounds", "1", "--json", file)
    row, *_ = json.loads(file.read_text())["rows"]
    assert (row["program"], row["sets"], row["iterations"]) == ("here", 12, 10_000)
    assert row["exploitability"] < 1e-4


def test_sizes_are_counts_that_do_not_vary(tmp_path: Path) -> None:
    """Leduc poker has the sets and states that its page and tests name."""
    file = tmp_path / "sizes.json"
    run("benchmarks.unfold", "--only", "leduc_poker", "--json", file)
    rows = {row["game"]: row for row in json.loads(file.read_text())["rows"]}
    assert rows["leduc_poker"]["sets"] == 288
    assert rows["leduc_poker"]["states"] == 1_936
    assert rows["leduc_poker(ranks=6)"]["ends"] == 9_594


@pytest.mark.parametrize("name", COMMANDS)
def test_every_one_says_what_it_takes(name: str) -> None:
    assert "Usage:" in run(f"benchmarks.{name}", "--help")
