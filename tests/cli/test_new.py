"""`new`: each kind of file is a game or a search that commands take as it is."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pygame_search.cli.app import command
from pygame_search.cli.new import GAMES, KINDS, SEARCHES

#: What keeps a command short.
LESS = {
    "best": ["--time", "1"],
    "compare": ["--positions", "0"],
    "grade": ["--positions", "1"],
}


def run(*words: str) -> Result:
    return CliRunner().invoke(command, words)


def answer(*words: str) -> dict[str, object]:
    result = run(*words, "--json")
    assert result.exit_code == 0, result.output
    found: dict[str, object] = json.loads(result.stdout)
    return found


@pytest.fixture(params=KINDS)
def kind(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> str:
    """A kind, whose file `my_game.pl` stands in the current folder."""
    return made(request.param, tmp_path, monkeypatch)


@pytest.fixture(params=GAMES)
def game_kind(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> str:
    """The same, of a game."""
    return made(request.param, tmp_path, monkeypatch)


def made(kind: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(folder)
    assert run("new", "my_game", "--kind", kind).exit_code == 0
    return kind


def test_the_file_has_no_fault(kind: str) -> None:
    found = answer("check", "my_game.pl")
    assert found["diagnostics"] == []
    assert run("check", "my_game.pl").stdout.endswith("1 file: 0 errors, 0 warnings\n")


def test_the_file_is_small_and_tells_its_name(kind: str) -> None:
    text = Path("my_game.pl").read_text(encoding="utf-8")
    assert text.startswith("% My game\n%\n")
    assert ("title('My game')." in text) == (kind in GAMES)
    assert "NAME" not in text
    assert "TITLE" not in text
    clauses = [line for line in text.splitlines() if line and not line.startswith("%")]
    assert len(clauses) <= 40
    assert max(map(len, text.splitlines())) <= 88


def test_the_position_is_drawn(game_kind: str) -> None:
    found = answer("show", "my_game.pl")
    assert found["board"]
    if game_kind != "graph":
        drawn, _, rest = run("show", "my_game.pl").stdout.partition("\n\n")
        assert "true(" not in drawn
        assert not drawn.startswith("role")
        assert rest.startswith("role")


def test_the_game_is_searched(game_kind: str) -> None:
    if game_kind in ("puzzle", "graph"):
        assert answer("path", "my_game.pl")["found"]
    else:
        assert answer("best", "my_game.pl", "--depth", "4")["move"]
    if game_kind == "graph":
        by_estimate = answer("path", "my_game.pl", "--method", "a_star")
        cheapest = answer("path", "my_game.pl", "--method", "lowest_cost")
        assert by_estimate["cost"] == cheapest["cost"]
        assert len(str(cheapest["path"])) > 0
        return
    assert len(answer("perft", "my_game.pl", "--depth", "2")["levels"]) == 2  # type: ignore[arg-type]
    games = answer("playouts", "my_game.pl", "--games", "20", "--seed", "3")
    assert (games["playouts"], games["unfinished"]) == (20, 0)


def test_each_next_step_is_a_command_that_runs(kind: str, tmp_path: Path) -> None:
    steps = answer("new", "another", "--kind", kind)["next"]
    assert isinstance(steps, list)
    assert steps[0] == "pygame-search check another.pl"
    for step in steps:
        _, *words = shlex.split(step)
        limited = [*words, *LESS.get(words[0], [])]
        result = CliRunner().invoke(command, limited, input="quit\n")
        assert result.exit_code == 0, result.output


@pytest.mark.parametrize("kind", SEARCHES)
def test_the_steps_of_a_search_are_shown(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made(kind, tmp_path, monkeypatch)
    text = Path("my_game.pl").read_text(encoding="utf-8")
    line = text[text.index("pygame-search ask") : text.index("--steps")]
    stepped = run(*shlex.split(line.replace("\\\n%", ""))[1:], "--steps")
    assert stepped.exit_code == 0
    assert "exit 1" in stepped.stdout
    assert stepped.stderr == ""


@pytest.mark.parametrize(
    "name",
    ["", "Game", "my game", "../up", "a/b", "-a", "2048", "spiel_ä", "a.pl"],
)
def test_an_odd_name_is_refused(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run("new", "--", name)
    assert result.exit_code == 2
    assert "expected a name of small letters, digits and _" in result.stderr
    assert not [*tmp_path.iterdir()]


def test_a_file_is_not_overwritten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.pl").write_text("role(me).\n", encoding="utf-8")
    Path("link.pl").symlink_to("nowhere")
    for name in ("mine", "link"):
        result = run("new", name)
        assert result.exit_code == 2
        assert (
            result.stderr == f"error: {name}.pl already exists; expected a new name\n"
        )
    assert Path("mine.pl").read_text(encoding="utf-8") == "role(me).\n"
    assert not Path("nowhere").exists()


def test_an_unknown_kind_lists_the_kinds() -> None:
    result = run("new", "game", "--kind", "chess")
    assert result.exit_code == 2
    for kind in KINDS:
        assert kind in result.stderr


def test_what_to_do_next_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    said = run("new", "maze", "--kind", "graph").stdout
    assert said.splitlines() == [
        "maze.pl is written. Open it in an editor, and try:",
        "  pygame-search check maze.pl  find faults, after each change",
        "  pygame-search show maze.pl   the position at the start",
        "  pygame-search path maze.pl   the shortest path to a goal",
    ]
