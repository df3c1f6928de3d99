"""Completion: what is offered, and that each shell takes it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.shell_completion import ShellComplete
from click.testing import CliRunner

from pygame_search.cli.app import COMMANDS, command
from pygame_search.cli.completion import SHELLS, VARIABLE
from pygame_search.rules import rulebook
from pygame_search.search.core.methods import METHODS

#: Asks each shell what it offers for $LINE: the last word is the one to complete.
ASKS = {
    "bash": """
source ./script
read -ra COMP_WORDS <<< "$LINE"
[[ $LINE == *" " ]] && COMP_WORDS+=("")
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
compopt() { COMPREPLY+=("option: $2"); }
_pygame_search_completion pygame-search
printf '%s\\n' "${COMPREPLY[@]}"
""",
    "zsh": """
compdef() { }
_describe() { print -l -- ${${(P)3}%%:*}; }
compadd() { print -l -- ${(P)argv[-1]}; }
_path_files() { print -- "option: files"; }
source ./script
words=("${(@s: :)LINE}")
CURRENT=$#words
_pygame_search_completion
""",
    "fish": """
source ./script
complete --do-complete "$LINE" | string replace --regex '\\t.*' ''
""",
}


def offered(*words: str) -> list[str]:
    """Return what completes the last word."""
    *before, typed = words
    shell = ShellComplete(command, {}, "pygame-search", VARIABLE)
    found = shell.get_completions(before, typed)
    return [item.value if item.type == "plain" else item.type for item in found]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["pe"], ["perft"]),
        (["show", "he"], ["helen_and_stavros", "hex", "hexapawn"]),
        (["path", "wat"], ["water_jugs"]),
        (["tree", "goo"], ["goofspiel", "goofspiel_hidden"]),
        (["check", "nim", "pex"], ["file"]),
        (["convert", "nim", "x"], ["file"]),
        (["show", "rules/n"], ["file"]),
        (["best", "nim", "--method", "alp"], ["alphabeta"]),
        (["solve", "nim", "--method", "ret"], ["retrograde"]),
        (["path", "nim", "--method", "a"], ["a_star"]),
        (["match", "nim", "minimax", "mo"], ["montecarlo"]),
        (["skill", "nim", "dee"], ["deepening"]),
        (["compare", "pv"], ["pvs"]),
        (["best", "nim", "--tier", "na"], ["native"]),
        (["perft", "nim", "--tier", ""], ["clauses", "procedural", "native"]),
        (["compare", "pvs", "tic"], ["tic_tac_toe", "tic_tac_toe_3d"]),
        (["compare", "pvs", "hexapawn", "--role", ""], ["white", "black"]),
        (["methods", "ma"], ["maxn", "matrix"]),
        (["best", "hexapawn", "--role", ""], ["white", "black"]),
        (["best", "--depth", "3", "hexapawn", "--role", "b"], ["black"]),
        (["best", "pig", "--role", ""], ["ann", "bob"]),
        (["best", "no_such_game", "--role", ""], []),
        (["best", "--role", ""], []),
        (["tree", "nim", "--format", "s"], ["svg"]),
        (["new", "x", "--kind", "p"], ["puzzle", "path-search"]),
        (["best", "nim", "--wei"], ["--weight", "--weights"]),
        (["learn", "nim", "--save", ""], ["file"]),
        (["completion", "z"], ["zsh"]),
        (["no_such_command", "x"], []),
    ],
    ids=" ".join,
)
def test_what_is_offered(words: list[str], expected: list[str]) -> None:
    assert offered(*words) == expected


def test_all_games_and_methods_are_offered() -> None:
    assert offered("") == list(COMMANDS)
    assert offered("show", "") == rulebook.names()
    assert offered("best", "nim", "--method", "") == list(METHODS)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the program on its own."""
    made = tmp_path_factory.mktemp("program")
    program = made / "pygame-search"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m pygame_search "$@"\n')
    program.chmod(0o755)
    return made


def shell_offers(shell: str, folder: Path, line: str) -> list[str]:
    """Return what a shell offers for a line."""
    program = shutil.which(shell)
    if program is None:
        pytest.skip(f"{shell} is not installed")
    script = CliRunner().invoke(command, ["completion", shell])
    assert script.exit_code == 0
    (folder / "script").write_text(script.stdout)
    started = [program, "-f"] if shell == "zsh" else [program]
    done = subprocess.run(
        [*started, "-c", ASKS[shell]],
        cwd=folder, capture_output=True, text=True, check=False,
        env={
            **os.environ, "LINE": line, "HOME": str(folder),
            "PATH": f"{folder}{os.pathsep}{os.environ['PATH']}",
            "PYTHONPATH": str(Path(__file__).parents[2]),
        },
    )  # fmt: skip
    assert done.stderr == ""
    return done.stdout.split("\n")[:-1]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("pygame-search pla", ["play", "playouts"]),
        ("pygame-search show hexa", ["hexapawn"]),
        ("pygame-search best nim --method exp", ["expectimax"]),
        ("pygame-search best hexapawn --role ", ["white", "black"]),
        ("pygame-search tree nim --format d", ["dot"]),
    ],
    ids=["command", "game", "method", "role", "format"],
)
@pytest.mark.parametrize("shell", SHELLS)
def test_a_shell_completes(
    shell: str, folder: Path, line: str, expected: list[str]
) -> None:
    assert sorted(shell_offers(shell, folder, line)) == sorted(expected)


@pytest.mark.parametrize("shell", SHELLS)
def test_a_shell_completes_files(shell: str, folder: Path) -> None:
    (folder / "mine.pl").touch()
    found = shell_offers(shell, folder, "pygame-search show ./mi")
    files = {"bash": "option: default", "zsh": "option: files", "fish": "./mine.pl"}
    assert found == [files[shell]]


@pytest.mark.parametrize("shell", SHELLS)
def test_the_script_names_the_program(shell: str) -> None:
    result = CliRunner().invoke(command, ["completion", shell])
    assert result.exit_code == 0
    assert VARIABLE in result.stdout
    assert "pygame-search" in result.stdout


def test_an_unknown_shell_is_refused() -> None:
    result = CliRunner().invoke(command, ["completion", "tcsh"])
    assert result.exit_code == 2
    assert "bash" in result.stderr
