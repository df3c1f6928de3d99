"""The machine and the versions that figures belong to."""

from __future__ import annotations

import os
import platform
import subprocess
from datetime import datetime, timezone
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

PACKAGES = ("pygame_search", "pyswip", "easyAI", "numpy")


def description() -> dict[str, object]:
    """Return what JSON can hold of the machine, the versions and the time."""
    return {
        "date": datetime.now(timezone.utc).isoformat(timespec="seconds"),
        "machine": platform.platform(),
        "processor": _processor(),
        "cores": os.cpu_count(),
        "load": list(os.getloadavg()),
        "python": platform.python_version(),
        "prolog": _first_line("swipl", "--version"),
        "packages": {name: _version(name) for name in PACKAGES},
        "commit": _first_line("git", "describe", "--always", "--dirty"),
    }


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    names = [line.partition(":")[2].strip() for line in lines if "model name" in line]
    return names[0] if names else platform.machine()


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _first_line(*command: str) -> str | None:
    try:
        here = Path(__file__).parent
        done = subprocess.run(
            command, capture_output=True, text=True, check=True, cwd=here
        )
    except (OSError, subprocess.CalledProcessError):
        return None
    return done.stdout.strip().partition("\n")[0]
