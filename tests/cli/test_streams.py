"""Where it is printed: full disks, pipes that nobody reads, closed streams.

Python keeps what is printed back until there is much of it, unless PYTHONUNBUFFERED is
set, as it is on some machines: the tests here do without the variable.
"""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from pygame_search.cli.app import COMMANDS
from pygame_search.support.resources import logic_folder, rules_folder

BUFFERED = {k: v for k, v in os.environ.items() if k != "PYTHONUNBUFFERED"}

#: Small work for each command. That of some takes long, and their help is enough.
WORK = """
games
show nim
best nim --depth 1
solve nim(heaps=[1,2])
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
perft nim --depth 1
playouts nim --count 1
stats hexapawn --games 2
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

#: Runs commands in children of one process, which saves most of the time to start.
#: Prints the exit status of each, and what it wrote to standard error.
RUNS = """\
import json, os, sys, tempfile
from pygame_search.cli import main
import pygame_search.cli.options, pygame_search.game, pygame_search.session.session
told = []
for words, lost in json.loads(sys.argv[1]):
    reading, pipe = os.pipe()
    os.close(reading)
    with tempfile.TemporaryFile() as errors, open("/dev/full", "wb") as full:
        child = os.fork()
        if child == 0:
            sys.argv[1:] = words
            os.lseek(0, 0, os.SEEK_SET)
            os.dup2(errors.fileno(), 2)
            place = {"full": full.fileno(), "pipe": pipe, "errors": full.fileno()}[lost]
            os.dup2(place, 2 if lost == "errors" else 1)
            main(prog_name="pygame-search")
        _, status = os.waitpid(child, 0)
        os.close(pipe)
        errors.seek(0)
        told.append([os.waitstatus_to_exitcode(status), errors.read().decode()])
print(json.dumps(told))
"""


def ran(commands: list[list[str]], lost: list[str]) -> list[tuple[str, int, str]]:
    """Run each command with each stream lost.

    Returns:
        What was run; its exit status; what it wrote to standard error.
    """
    tried = [(words, where) for words in commands for where in lost]
    with tempfile.TemporaryFile() as inputs:
        inputs.write(b"role(X)\n")
        inputs.flush()
        done = subprocess.run(
            [sys.executable, "-c", RUNS, json.dumps(tried)],
            capture_output=True, check=False, env=BUFFERED, stdin=inputs,
        )  # fmt: skip
    return [
        (f"{' '.join(words)} ({where})", status, errors)
        for (words, where), (status, errors) in zip(
            tried, json.loads(done.stdout.splitlines()[-1]), strict=True
        )
    ]


def program(words: list[str], output: int, unbuffered: str = "") -> tuple[int, bytes]:
    """Run the program; return its exit status and what it wrote to standard error."""
    done = subprocess.run(
        [sys.executable, "-m", "pygame_search", *words],
        stdout=output, stderr=subprocess.PIPE, check=False,
        env={**BUFFERED, "PYTHONUNBUFFERED": unbuffered},
    )  # fmt: skip
    return done.returncode, done.stderr


def test_every_command_ends_where_its_output_is_lost(tmp_path: Path) -> None:
    certificate = str(tmp_path / "nim.cert")
    places = {"RULES": str(rules_folder() / "nim.pl"), "CERTIFICATE": certificate}
    commands = [
        [places.get(word, word) for word in line.split(" ")]
        for line in WORK.strip().splitlines()
    ]
    assert {words[0] for words in commands} == {*COMMANDS, "--version"}
    solve = ["solve", "nim(heaps=[1])", "--save", certificate]
    assert program(solve, subprocess.DEVNULL) == (0, b"")
    for what, status, errors in ran(commands, ["full"]):
        assert status == 1, (what, errors)
        assert errors.endswith("error: No space left on device\n"), (what, errors)
        assert "Traceback" not in errors, what
        assert "Exception ignored" not in errors, what
    some = [words for words in commands if words[0] in ("show", "play", "repl")]
    for what, status, errors in ran([*some, ["show", "nim", "--json"]], ["pipe"]):
        assert (status, errors) == (1, ""), what


def test_misuse_and_answers_keep_their_status() -> None:
    wrong = [["games", "--bad"], ["ask", "nosuch", "x"], ["--bad"], ["show", "nosuch"]]
    wrong = [[*words, "--json"] for words in wrong]
    for what, status, errors in ran(wrong, ["full", "pipe", "errors"]):
        assert status == 2, (what, errors)
        assert "Traceback" not in errors, what
        assert "Exception ignored" not in errors, what
    well = [["show", "nim"], ["repl", "nim"], ["play", "nim", "--json"]]
    assert [status for _, status, _ in ran(well, ["errors"])] == [0, 0, 0]


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
        done = subprocess.run(
            [sys.executable, "-m", "pygame_search", *each],
            capture_output=True, check=False, env=environment,
        )  # fmt: skip
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
