"""Files are the old ones or the new ones, whatever happens while they are written."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import signal
import stat
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from subprocess import PIPE

import forked
import pytest
from stopped import WRITERS

from pygame_search.solving.certificate import read_certificate
from pygame_search.support import files
from pygame_search.support.errors import InputError

STOPPED = Path(__file__).parent / "stopped.py"

#: Of `text` each second step is tried, of those that are built on it one in seven.
STRIDES = {"text": 2}


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Path]:
    """A folder in memory, where there is one: a disk is slow to answer `fsync`."""
    shared = Path("/dev/shm")
    if not os.access(shared, os.W_OK):
        yield tmp_path
        return
    folder = Path(tempfile.mkdtemp(dir=shared))
    yield folder
    shutil.rmtree(folder)


def beside(file: Path) -> list[str]:
    return sorted(set(os.listdir(file.parent)) - {file.name})


@pytest.mark.parametrize("end", ["SIGINT", "SIGTERM", "SIGKILL", "FULL"])
@pytest.mark.parametrize("writer", WRITERS)
def test_a_writer_that_is_stopped_anywhere(writer: str, end: str, memory: Path) -> None:
    stride = str(STRIDES.get(writer, 7))
    done = forked.run([STOPPED, writer, end, memory, stride], text=True)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 200


def test_processes_may_write_one_file(memory: Path) -> None:
    file = memory / "file"
    words = "import sys; from pathlib import Path\n"
    words += "from pygame_search.support import files\n"
    words += "for _ in range(100): files.write(Path(sys.argv[1]), sys.argv[2] * 9999)"
    files.write(file, "a" * 9999)
    writers = [forked.Program[bytes](["-c", words, file, letter]) for letter in "abc"]
    seen = set()
    while any(writer.poll() is None for writer in writers):
        text = file.read_text()
        assert len(text) == 9999
        seen |= set(text)
        assert len(set(text)) == 1
    assert [writer.returncode for writer in writers] == [0, 0, 0]
    assert beside(file) == []


def test_threads_may_write_one_file(memory: Path) -> None:
    file = memory / "file"
    others = [file, file.with_name("other")]

    def write(letter: str) -> None:
        for number in range(100):
            files.write(others[number % 5 == 0], letter * 9999)

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(write, "abcdefgh"))
    assert len(set(file.read_text())) == 1
    assert beside(file) == ["other"]
    assert files._unfinished == {}


def test_what_a_dead_process_has_left_is_removed(tmp_path: Path) -> None:
    file = tmp_path / "file"
    for number in (0, 2, 5):
        (tmp_path / f".file.{number}.tmp").write_text("half")
    (tmp_path / ".other.0.tmp").write_text("half")
    files.write(file, "whole")
    assert beside(file) == [".other.0.tmp"]


def test_what_another_process_is_writing_stays(tmp_path: Path) -> None:
    file = tmp_path / "file"
    with (tmp_path / ".file.0.tmp").open("w") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        files.write(file, "whole")
        files.must_be_writable(file)
        assert beside(file) == [".file.0.tmp"]
    files.must_be_writable(file)
    assert beside(file) == []
    assert file.read_text() == "whole"


def test_a_trap_beside_a_file_is_not_followed(tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.write_text("mine")
    (tmp_path / ".file.0.tmp").symlink_to(other)
    os.link(other, tmp_path / ".file.1.tmp")
    os.mkfifo(tmp_path / ".file.2.tmp")
    (tmp_path / ".file.3.tmp").mkdir()
    files.write(tmp_path / "file", "whole")
    assert other.read_text() == "mine"
    assert (tmp_path / "file").read_text() == "whole"


def test_access_rights(tmp_path: Path) -> None:
    file = tmp_path / "file"
    before = os.umask(0o027)
    try:
        files.write(file, "one")
        assert stat.S_IMODE(file.stat().st_mode) == 0o640
        file.chmod(0o604)
        files.write(file, "two")
        assert stat.S_IMODE(file.stat().st_mode) == 0o604
    finally:
        os.umask(before)


def test_a_file_that_may_not_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "file"
    file.write_text("old")
    # Root may write anything.
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path) != file)
    with pytest.raises(InputError, match=r"cannot be written \(Permission denied\)"):
        files.write(file, "new")
    assert file.read_text() == "old"


def test_links_stay_links(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    link, target = tmp_path / "link", tmp_path / "folder" / "target"
    link.symlink_to("folder/target")
    for text in ("one", "two"):
        files.write(link, text)
        assert link.is_symlink()
        assert target.read_text() == text
        assert beside(target) == []
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    with pytest.raises(InputError, match="symbolic links"):
        files.write(loop, "text")
    assert loop.is_symlink()


def test_pipes_and_devices_are_written_as_they_are(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=files.write, args=(pipe, "through"))
    writer.start()
    assert pipe.read_text() == "through"
    writer.join()
    assert pipe.is_fifo()
    files.write(Path("/dev/null"), "nothing")
    with pytest.raises(InputError, match="No space left"):
        files.write(Path("/dev/full"), "text")
    words = "from pathlib import Path; from pygame_search.support import files\n"
    words += "files.write(Path('/dev/stdout'), 'out')"
    assert forked.run(["-c", words], check=True).stdout == b"out"
    with (tmp_path / "out").open("wb") as out:
        forked.run(["-c", words], stdout=out, check=True)
        assert os.fstat(out.fileno()).st_size == len("out")


def test_long_names(tmp_path: Path) -> None:
    for name in ("n" * 255, "é" * 127):
        files.write(tmp_path / name, name)
        assert (tmp_path / name).read_text() == name
    assert len(list(tmp_path.iterdir())) == 2


def test_places_where_nothing_can_be(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for place in ("none/file", "file/file", "", "n" * 256):
        with pytest.raises(InputError, match="cannot be written"):
            files.write(tmp_path / place, "text")
    assert os.listdir(tmp_path) == ["file"]


# ---- the command line ----------------------------------------------------------

GAME = "tic_tac_toe"
NATIVE = ("--tier", "native", "--strength", "strong")

#: A command that stops itself in the midst of writing a certificate.
WRITING = """
import os, sys
from pygame_search.solving import certificate_file as table
write = table._write

def stopped(solution, file):
    {0}
    write(solution, file)
    {1}

table._write = stopped
sys.argv[0] = "pygame-search"
from pygame_search.cli import main
main()
"""
FULL = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (9999, 9999))"


def solving(before: str, after: str, *words: str) -> subprocess.CompletedProcess[str]:
    program = WRITING.format(before, after)
    return forked.run(["-c", program, "solve", GAME, *NATIVE, *words], text=True)


@pytest.mark.parametrize(
    ("name", "status"), [("SIGINT", 130), ("SIGTERM", 143), ("SIGKILL", -9)]
)
def test_solved_work_is_kept_until_it_is_written(
    name: str, status: int, tmp_path: Path
) -> None:
    file, part = tmp_path / "table", tmp_path / "table.part"
    file.write_text("old")
    kill = f"os.kill(os.getpid(), {signal.Signals[name].value})"
    done = solving("pass", kill, "--save", str(file))
    assert done.returncode == status, done.stderr
    assert file.read_text() == "old"
    if name != "SIGKILL":
        assert "5,478 states" in done.stdout  # the answer is told
        assert beside(file) == ["table.part"]
        if name == "SIGTERM":  # what was kept before is so until there is more
            before = part.read_bytes()
            killed = solving("os.kill(os.getpid(), 9)", "", "--save", str(file))
            assert "--resume would continue from" in killed.stderr
            assert part.read_bytes() == before
        done = solving("pass", "pass", "--save", str(file), "--resume")
    else:
        done = solving("pass", "pass", "--save", str(file))
    assert done.returncode == 0, done.stderr
    assert beside(file) == []
    assert read_certificate(file).solution.states == 5478


def test_a_full_disk_loses_nothing(tmp_path: Path) -> None:
    file, part = tmp_path / "table", tmp_path / "table.part"
    kill = f"os.kill(os.getpid(), {signal.SIGINT.value})"
    assert solving(kill, "", "--save", str(file)).returncode == 130
    before = part.read_bytes()
    for words in (("--resume",), ("--resume", "--json")):
        done = solving(FULL, "pass", "--save", str(file), *words)
        assert done.returncode == 2
        assert "cannot be written" in done.stderr
        assert "Traceback" not in done.stderr
        assert part.read_bytes() == before
        assert beside(file) == ["table.part"]
    told = json.loads(done.stdout)  # one object
    assert told["value"] == {"x": 0, "o": 0}
    assert "cannot be written" in told["error"]["message"]
    done = solving("pass", "pass", "--save", str(file), "--resume")
    assert done.returncode == 0
    assert beside(file) == []


@pytest.mark.parametrize(
    "words",
    [
        ["best", "othello", "--depth", "30"],  # in Prolog
        ["best", "othello", "--depth", "30", "--tier", "procedural"],
        ["best", "othello", "--depth", "30", "--tier", "native"],
    ],
)
@pytest.mark.parametrize("ignored", [False, True])
def test_sigterm_ends_the_program(words: list[str], ignored: bool) -> None:
    """Also where a shell script has put it into the background: Ctrl-C is ignored."""
    child = forked.Program[bytes](
        ["-c", IGNORING * ignored + BUSY, *words], stdin=PIPE, stdout=PIPE, stderr=PIPE
    )
    assert child.stdout is not None
    assert child.stdout.readline() == b"busy\n"
    if ignored:
        child.send_signal(signal.SIGINT)
    child.send_signal(signal.SIGTERM)
    _, told = child.communicate()
    assert child.returncode == 143
    assert told.endswith(b"terminated\n")


#: Has Ctrl-C ignored, as in the background of a shell script.
IGNORING = "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)"

#: Says when a command has begun its work.
BUSY = """
import sys
from pygame_search.cli import main, options
load = options.load
def loaded(*words, **named):
    found = load(*words, **named)
    print("busy", flush=True)
    return found
options.load = loaded
sys.argv[0] = "pygame-search"
main()
"""
