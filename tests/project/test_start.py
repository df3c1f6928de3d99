"""The start of the command line: what it imports, and Ctrl-C meanwhile."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import click
import forked
import pytest

import pygame_search
from pygame_search.cli.app import COMMANDS, SECTIONS, command

#: Starts the command line; Ctrl-C comes as soon as a module is looked for.
INTERRUPTED = """
import os, runpy, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Finder())
sys.argv = ["pygame-search", "show", "nim"]
{start}
"""

STARTS = {
    "script": "from pygame_search.cli import main; sys.exit(main())",
    "module": "runpy.run_module('pygame_search', run_name='__main__')",
}


@pytest.mark.parametrize("start", STARTS.values(), ids=STARTS)
@pytest.mark.parametrize(
    "module",
    [
        "pygame_search.cli.app",
        "click",
        "rich.console",
        "pygame_search.support.errors",
        "pygame_search.cli.show",
        "pygame_search.game",
        "pyswip",
    ],
)
def test_ctrl_c_while_modules_are_imported(module: str, start: str) -> None:
    program = INTERRUPTED.format(module=module, start=start)
    found = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60
    )
    assert (found.returncode, found.stdout) == (130, "")
    assert found.stderr == "interrupted\n"


def test_nothing_is_imported_before_ctrl_c_is_heard() -> None:
    program = (
        "import sys; before = set(sys.modules); import pygame_search.cli; "
        "print(*sorted(set(sys.modules) - before))"
    )
    found = subprocess.run(
        [sys.executable, "-S", "-c", program],
        capture_output=True, text=True, check=True, cwd=Path(__file__).parents[2],
    )  # fmt: skip
    imported = [name.partition(".")[0] for name in found.stdout.split()]
    assert set(imported) - {"pygame_search"} <= set(sys.stdlib_module_names)
    assert "typing" not in imported


#: Of the package, all that a list of commands may import.
LIGHT = {
    "pygame_search",
    *(f"pygame_search.{name}" for name in ("cli", "cli.app", "cli.streams", "former")),
    "pygame_search.support",
    *(
        f"pygame_search.support.{name}"
        for name in [
            "beside",
            "diagnostic",
            "errors",
            "escapes",
            "files",
            "interrupts",
            "json_objects",
            "memory",
        ]
    ),
}


def imported(*words: str, **environment: str) -> tuple[str, set[str]]:
    """Run a command; return what it prints, and all modules that are imported then."""
    program = (
        "import atexit, sys; from pygame_search.cli import main; "
        "atexit.register(lambda: print(*sorted(sys.modules), file=sys.stderr)); "
        "main(prog_name='pygame-search')"
    )
    found = subprocess.run(
        [sys.executable, "-c", program, *words],
        capture_output=True, text=True, check=False, env={**os.environ, **environment},
    )  # fmt: skip
    return found.stdout, set(found.stderr.split())


@pytest.mark.parametrize(
    ("words", "environment", "answer"),
    [
        (["--help"], {}, "Measure:\n"),
        (["--version"], {}, "version"),
        (
            [],
            {
                "_PYGAME_SEARCH_COMPLETE": "zsh_complete",
                "COMP_WORDS": "pygame-search pl",
                "COMP_CWORD": "1",
            },
            "playouts\n",
        ),
    ],
    ids=["help", "version", "completion"],
)
def test_a_list_of_commands_imports_none_of_them(
    words: list[str], environment: dict[str, str], answer: str
) -> None:
    printed, modules = imported(*words, **environment)
    assert answer in printed
    own = {name for name in modules if name.partition(".")[0] == "pygame_search"}
    assert own <= LIGHT
    others = {name.partition(".")[0] for name in modules - own}
    # `sitecustomize` and the like are the machine's own.
    foreign = {"rich", "pygments", "prompt_toolkit", "platformdirs", "pyswip"}
    assert not others & (foreign | {"numpy", "numba", "scipy", "clingo", "llvmlite"})
    assert "click" in others


def test_each_command_has_its_line_in_the_list() -> None:
    context = click.Context(command)
    lines = {n: line for section in SECTIONS.values() for n, line in section.items()}
    assert list(lines) == list(COMMANDS) == command.list_commands(context)
    for name, line in lines.items():
        found = command.get_command(context, name)
        assert found is not None
        assert found.name == name
        assert found.get_short_help_str(100) == line


def test_a_game_is_loaded_without_the_native_tier() -> None:
    program = (
        "import sys, pygame_search; assert 'pygame_search.game' not in sys.modules; "
        "pygame_search.load; assert 'pygame_search.game' in sys.modules; "
        "print(*sorted({'clingo', 'numba', 'numpy', 'scipy'} & set(sys.modules)))"
    )
    found = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert found.stdout == "\n"


@pytest.mark.parametrize(
    ("words", "has_numba"),
    [
        (["best", "connect_four(columns=4, rows=4)", "--depth", "3"], False),
        *(
            pytest.param(words.split(), has_numba, marks=pytest.mark.slow)
            for words, has_numba in (
                ("best hexapawn --after move(1,1,1,2) --depth 1", False),
                ("playouts tic_tac_toe --games 10 --after mark(2,2)", True),
                ("match nim random alphabeta(depth=2) --games 2", False),
            )
        ),
        (
            ["play", "nim", "--player", "first=random", "--player", "second=random"],
            False,
        ),
    ],
    ids=lambda words: words[0] if isinstance(words, list) else "",
)
def test_native_states_start_no_prolog(
    words: list[str], has_numba: bool, tmp_path: Path
) -> None:
    """Where the network is kept; numba is for kernels that are not linked alone."""
    cache = {"PYGAME_SEARCH_CACHE": str(tmp_path)}
    words = [*words, "--tier", "native"]
    first = forked.run(["-m", "pygame_search", *words], env={**os.environ, **cache})
    again, modules = imported(*words, **cache)
    assert first.stdout
    assert again
    assert not modules & {"pyswip", "clingo"}
    assert ("numba" in modules) == has_numba


@pytest.mark.parametrize("method", ["a_star", "iterative"])
def test_a_path_by_kept_kernels_needs_no_numba(method: str, tmp_path: Path) -> None:
    words = ["path", "eight_puzzle", "--method", method, "--tier", "native"]
    cache = {"PYGAME_SEARCH_CACHE": str(tmp_path)}
    forked.run(["-m", "pygame_search", *words], env={**os.environ, **cache})
    found, modules = imported(*words, **cache)
    assert "2 steps" in found
    assert "llvmlite" in modules
    assert not modules & {"numba", "clingo"}


def test_each_part_of_the_package_is_found() -> None:
    for name in pygame_search.__all__:
        assert getattr(pygame_search, name) is not None
    assert sorted(pygame_search.__all__) == dir(pygame_search)
    assert pygame_search.load is import_module("pygame_search.game").load
    with pytest.raises(AttributeError, match="attribute lead"):
        getattr(pygame_search, "lead")  # noqa: B009


@pytest.mark.parametrize("most", [6, 8])
def test_too_few_files_are_told(most: int) -> None:
    command = f'ulimit -n {most} && exec "$0" -m pygame_search show nim'
    run = subprocess.run(
        ["sh", "-c", command, sys.executable],
        env={**os.environ, "PYGAME_SEARCH_CACHE": "off"},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert run.returncode != 0
    assert run.stderr.endswith(
        f"error: SWI-Prolog cannot be started: the limit of {most} open files is too "
        "low; raise it, as with `ulimit -n 1024`\n"
    )
