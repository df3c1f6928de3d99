"""What limits a process: a failed call, or the system."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest

LIMITED = "from pygame_search.support.process_limits import limit_process as limit; "


def ended(*code: str) -> subprocess.CompletedProcess[str]:
    program = LIMITED + "; ".join(code)
    return subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )


@pytest.mark.skipif(sys.platform != "linux", reason="macOS has no limit on memory")
def test_memory_is_refused_for_good() -> None:
    found = ended("limit(memory=1 << 30)", "limit(memory=1 << 40)", "bytes(1 << 31)")
    assert found.stderr.splitlines()[-1] == "MemoryError"


def test_the_system_ends_a_process_that_takes_too_long() -> None:
    found = ended("import itertools", "limit(seconds=1)", "all(itertools.repeat(1))")
    assert found.returncode == -signal.SIGXCPU


def test_more_time_may_be_given_later() -> None:
    import_them = "import resource as r"
    found = ended(
        "limit(seconds=1)", "limit(seconds=9)", import_them,
        "print(r.getrlimit(r.RLIMIT_CPU)[0], r.getrlimit(r.RLIMIT_CORE)[0])",
    )  # fmt: skip
    soft, core = map(int, found.stdout.split())
    assert (soft > 8, core) == (True, 0)
