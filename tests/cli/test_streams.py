"""Where it is printed: full disks, pipes that nobody reads, closed streams.

Python keeps what is printed back until there is much of it, unless PYTHONUNBUFFERED is
set, as it is on some machines: the tests here do without the variable.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import forked
import pytest

from pygame_search.cli.app import COMMANDS
from pygame_search.support.resources import logic_folder, rules_folder

BUFFERED = {k: v for k, v in os.environ.items() if k != "PYTHONUNBUFFERED"}

#: Small work for each command. That of some takes long, and their help is enough.
WORK = """
games nim
show nim
best nim --depth 1
solve nim(heaps=[1,2])
solve guess_the_coin --against uniform
verify CERTIFICATE
heuristics nim
path river_crossing
ask nim role(X)
explain nim role(X)
tree nim(heaps=[1])
compare minimax nim(heaps=[1])
play nim
grade --help
quiz nim
match --help
skill --help
learn --help
repl nim
studio --no-browser
perft nim --depth 1
playouts nim --games 1
stats hexapawn --games 2
symmetries nim
new --help
check nim
convert RULES kif
conform --help
methods --json
completion fish
man --help
warm --help
doctor
--version
"""

COMMAND_LINES = WORK.strip().splitlines()


def where_lost(words: list[str], lost: str) -> tuple[int, str]:
    """Run a command whose output is lost.

    Args:
        words: the command.
        lost: how: the disk is "full", for "errors" alone, or nobody reads a "pipe".

    Returns:
        Its exit status, and what it wrote to standard error.
    """
    reading, pipe = os.pipe()
    os.close(reading)
    with (
        tempfile.TemporaryFile() as errors,
        open("/dev/full", "wb") as full,
        open(pipe, "wb") as unread,
    ):
        streams: dict[str, dict[str, Any]] = {
            "full": {"stdout": full, "stderr": errors},
            "pipe": {"stdout": unread, "stderr": errors},
            "errors": {"stdout": subprocess.DEVNULL, "stderr": full},
        }
        done = forked.run(
            ["-m", "pygame_search", *words],
            env=BUFFERED, input=b"role(X)\n", **streams[lost],
        )  # fmt: skip
        errors.seek(0)
        return done.returncode, errors.read().decode()


def program(words: list[str], output: int, unbuffered: str = "") -> tuple[int, bytes]:
    """Run the program; return its exit status and what it wrote to standard error."""
    done = subprocess.run(
        [sys.executable, "-m", "pygame_search", *words],
        stdout=output, stderr=subprocess.PIPE, check=False,
        env={**BUFFERED, "PYTHONUNBUFFERED": unbuffered},
    )  # fmt: skip
    return done.returncode, done.stderr


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> str:
    file = str(tmp_path_factory.mktemp("solved") / "nim.cert")
    solve = ["solve", "nim(heaps=[1])", "--save", file]
    forked.run(["-m", "pygame_search", *solve], check=True)
    return file


@pytest.mark.parametrize("line", COMMAND_LINES)
def test_every_command_ends_where_its_output_is_lost(
    line: str, certificate: str
) -> None:
    places = {"RULES": str(rules_folder() / "nim.pl"), "CERTIFICATE": certificate}
    words = [places.get(word, word) for word in line.split(" ")]
    status, errors = where_lost(words, "full")
    assert status == 1, errors
    assert errors.endswith("error: No space left on device\n")
    assert "Traceback" not in errors
    assert "Exception ignored" not in errors


def test_every_command_is_tried() -> None:
    assert {line.split(" ")[0] for line in COMMAND_LINES} == {*COMMANDS, "--version"}


@pytest.mark.parametrize(
    "line", ["show nim", "show nim --json", "play nim", "repl nim"]
)
def test_a_command_ends_silently_where_nobody_reads(line: str) -> None:
    assert where_lost(line.split(" "), "pipe") == (1, "")


@pytest.mark.parametrize("lost", ["full", "pipe", "errors"])
@pytest.mark.parametrize(
    "line", ["games --bad", "ask nosuch x", "--bad", "show nosuch"]
)
def test_misuse_keeps_its_status(line: str, lost: str) -> None:
    status, errors = where_lost([*line.split(" "), "--json"], lost)
    assert status == 2, errors
    assert "Traceback" not in errors
    assert "Exception ignored" not in errors


@pytest.mark.parametrize("line", ["show nim", "repl nim", "play nim --json"])
def test_answers_keep_their_status(line: str) -> None:
    assert where_lost(line.split(" "), "errors") == (0, "")


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_full_disk(unbuffered: str) -> None:
    with open("/dev/full", "wb") as full:
        found = program(["show", "nim", "--json"], full.fileno(), unbuffered)
    assert found == (1, b"error: No space left on device\n")


def test_a_pipe_that_nobody_reads() -> None:
    python = shlex.quote(sys.executable)
    words = f"{python} -m pygame_search tree tic_tac_toe --depth 3 | head -1"
    found = subprocess.run(
        words, shell=True, capture_output=True, check=False, env=BUFFERED
    )
    assert found.stderr == b""


@pytest.mark.parametrize("closed", [">&-", "<&- >&- 2>&-"])
def test_closed_streams(closed: str) -> None:
    python = shlex.quote(sys.executable)
    words = f"{python} -m pygame_search show nim {closed}"
    found = subprocess.run(
        words, shell=True, capture_output=True, check=False, env=BUFFERED
    )
    assert (found.returncode, found.stderr) == (0, b"")


@pytest.mark.parametrize("locale", ["C", "POSIX"])
def test_a_locale_of_ascii_alone(locale: str, tmp_path: Path) -> None:
    """Files are read and written as UTF-8, whatever the locale says."""
    left_out = ("PYTHONUTF8", "PYTHONIOENCODING", "LANG", "LC_CTYPE")
    environment = {k: v for k, v in BUFFERED.items() if k not in left_out}
    environment |= {"LC_ALL": locale, "PYTHONCOERCECLOCALE": "0"}
    # What a user has set is obeyed: Python then takes no text for UTF-8 by itself.
    environment["PYTHONUTF8"] = "0"
    rules = tmp_path / "rules.pl"
    rules.write_text(
        "title('Café').\nrole('日').\ninit(a).\nlegal('日', 'é').\n"
        "next(b) :- true(a).\nterminal :- true(b).\ngoal('日', 100).\n",
        encoding="utf-8",
    )
    record = str(tmp_path / "events")
    words = [
        ["show", str(rules)],
        ["best", str(rules), "--depth", "1"],
        ["tree", str(rules), "--depth", "1", "--record", record],
        ["tree", "--from", record],
        ["check", "--static", str(rules)],
        ["compare", "minimax", str(rules)],
        ["solve", "nim(heaps=[1])", "--method", "retrograde"],
    ]
    for each in words:
        done = forked.run(["-m", "pygame_search", *each], env=environment)
        assert (done.returncode, done.stderr) == (0, b""), each
        assert done.stdout.isascii()


def test_logic_says_how_it_is_encoded() -> None:
    files = sorted(logic_folder().rglob("*.pl"))
    assert len(files) > 70
    for file in files:
        if file.parent.name == "lectures":  # read as data
            assert file.read_bytes().isascii()
        else:
            assert file.read_bytes().startswith(b":- encoding(utf8).\n"), file.name
