"""A fork is what a started program is."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import forked
import pytest

#: What a program can tell of how it was started.
TELLS = """
import json, locale, os, signal, stat, sys, threading, __main__
def kind(number):  # libraries may keep regular files open
    place = f"/dev/fd/{number}"
    return stat.S_IFMT(os.stat(place).st_mode) if os.path.exists(place) else None
print(json.dumps({
    "argv": sys.argv, "folder": os.getcwd(), "path": sys.path[0],
    "variables": {k: v for k, v in os.environ.items() if k not in ("_", "SHLVL")},
    "streams": [
        (s.encoding, s.errors, s.newlines, s.line_buffering, s.write_through)
        for s in (sys.stdin, sys.stdout, sys.stderr)
    ],
    "handlers": [str(signal.getsignal(n)) for n in sorted(signal.valid_signals())],
    "threads": len(threading.enumerate()),
    "files": [n for n in os.listdir("/dev/fd") if kind(n) not in (None, stat.S_IFREG)],
    "main": __main__.__dict__.get("SEEN"), "input": sys.stdin.read(),
}))
SEEN = 1
"""


@pytest.mark.parametrize(
    "variables",
    [
        {"NO_COLOR": "1"},
        {"PYTHONIOENCODING": "latin-1", "PYTHONUNBUFFERED": "1"},
    ],
    ids=str,
)
def test_it_finds_what_a_started_program_finds(
    variables: dict[str, str], tmp_path: Path
) -> None:
    words = ["-c", TELLS, "a", "--b"]
    options: dict[str, Any] = {
        "cwd": tmp_path, "env": {**os.environ, **variables},
        "input": "typed", "encoding": "utf-8",
    }  # fmt: skip
    found = forked.run(words, **options)
    real = subprocess.run([sys.executable, *words], capture_output=True, **options)
    assert (found.returncode, found.stderr) == (real.returncode, real.stderr) == (0, "")
    assert json.loads(found.stdout) == json.loads(real.stdout)


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("", 0),
        ("raise SystemExit(3)", 3),
        ("raise SystemExit(256 + 7)", 7),
        ("raise SystemExit('why')", 1),
        ("import os; os._exit(9)", 9),
        ("1 / 0", 1),
        ("raise KeyboardInterrupt", -signal.SIGINT),
        ("import os; os.kill(os.getpid(), 9)", -signal.SIGKILL),
        ("import os; os.kill(os.getpid(), 2)", -signal.SIGINT),
        ("print(1); import os; os.close(1)", 120),
        ("import atexit; atexit.register(print, 'the end')", 0),
        ("import threading; threading.Timer(0.1, print, 'x').start()", 0),
    ],
)
def test_it_ends_as_a_started_program_does(text: str, status: int) -> None:
    env = {k: v for k, v in os.environ.items() if k != "PYTHONUNBUFFERED"}
    found = forked.run(["-c", text], env=env)
    real = subprocess.run([sys.executable, "-c", text], capture_output=True, env=env)
    assert found.returncode == real.returncode == status
    assert found.stdout == real.stdout
    assert bool(found.stderr) == bool(real.stderr)
    if status != 120:
        assert found.stderr.splitlines()[-1:] == real.stderr.splitlines()[-1:]


def test_modules_and_files_are_run(tmp_path: Path) -> None:
    file = tmp_path / "program.py"
    file.write_text("import beside, sys; print(__name__, beside.X, *sys.argv[1:])")
    (tmp_path / "beside.py").write_text("X = 5")
    assert forked.run([file, "a"], text=True).stdout == "__main__ 5 a\n"
    version = forked.run(["-m", "pygame_search", "--version"], text=True)
    assert version.stdout.startswith("pygame-search, version ")


def test_signals_reach_it() -> None:
    text = "import time; print('here', flush=True); time.sleep(100)"
    with forked.Program[str](
        ["-c", text], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as program:
        assert program.stdout is not None
        assert program.stdout.readline() == "here\n"
        assert program.poll() is None
        with pytest.raises(subprocess.TimeoutExpired):
            program.wait(0.01)
        program.send_signal(signal.SIGINT)
        _, told = program.communicate()
    assert program.returncode == -signal.SIGINT
    assert told.endswith("KeyboardInterrupt\n")


def test_a_terminal_is_its_own() -> None:
    """Ctrl-C that is typed there reaches it."""
    ours, theirs = pty.openpty()
    text = "import os, time; print(os.tcgetpgrp(0), flush=True); time.sleep(100)"
    program = forked.Program[bytes](
        ["-c", text], stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True
    )
    os.close(theirs)
    with open(ours, "r+b", buffering=0) as terminal:
        assert int(terminal.readline()) == program.pid
        terminal.write(b"\x03")
        assert program.wait() == -signal.SIGINT


def test_a_shell_finds_the_program(tmp_path: Path) -> None:
    forked.shim(tmp_path, os.environ)
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    line = "pygame-search --version | cut -c 1-13; pygame-search --bad; echo $?"
    done = subprocess.run(
        ["sh", "-c", line], capture_output=True, env={**os.environ, "PATH": path}
    )
    assert done.stdout == b"pygame-search\n2\n"
    assert b"--bad" in done.stderr


def test_who_forks_has_no_thread_and_ends_with_who_asks(tmp_path: Path) -> None:
    asks = "import forked; print(forked.run(['-c', TEXT], text=True).stdout, end='')"
    text = (
        "import os; forks = os.getppid(); "
        "print(len(os.listdir(f'/proc/{forks}/task')), forks)"
    )
    found = subprocess.run(
        [sys.executable, "-c", f"TEXT = {text!r}\n{asks}"],
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parent)},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    threads, forks = map(int, found.stdout.split())
    assert threads == 1
    with pytest.raises(ProcessLookupError):
        os.kill(forks, 0)
