"""The hand-ins of a class: each graded in a process of its own, within limits."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

from pygame_search.rules.rulebook import SYNTAXES
from pygame_search.support.errors import InputError

#: The limits of one hand-in: seconds by the clock, and megabytes.
SECONDS, MEGABYTES = 120.0, 2_000


@dataclass(frozen=True, slots=True)
class Row:
    """The grade of one hand-in.

    Attributes:
        file: its name.
        grade: the object that `grade --json` prints; None if it was ended.
        error: why it was ended, or why it could not be graded.
    """

    file: str
    grade: dict[str, Any] | None
    error: str = ""


def hand_ins(folder: Path) -> list[Path]:
    """Return the files of a folder that can be hand-ins, by name.

    Raises:
        InputError: there are none.
    """
    found = sorted(file for file in folder.iterdir() if file.suffix in SYNTAXES)
    if not found:
        raise InputError(
            f"{folder}: expected files that end with {', '.join(SYNTAXES)}, found none"
        )
    return found


def grade_all(
    files: Sequence[Path],
    options: Sequence[str],
    *,
    workers: int,
    seconds: float = SECONDS,
    megabytes: int = MEGABYTES,
    progress: Callable[[str], None] | None = None,
) -> list[Row]:
    """Return the grades of hand-ins, in their order.

    Args:
        files: the hand-ins.
        options: the words of `grade` after the hand-in.
        workers: how many are graded at a time.
        seconds: how long one may take, by the clock.
        megabytes: how much memory it may take.
        progress: called with the name of each that is done.
    """

    def graded(file: Path) -> Row:
        row = _graded(file, options, seconds, megabytes)
        if progress is not None:
            progress(f"{file.name} is graded")
        return row

    with ThreadPoolExecutor(workers) as pool:
        return list(pool.map(graded, files))


def _graded(file: Path, options: Sequence[str], seconds: float, megabytes: int) -> Row:
    words = [
        sys.executable, "-m", "pygame_search", "--memory-limit", str(megabytes),
        "grade", str(file), *options, "--json",
    ]  # fmt: skip
    process = subprocess.Popen(
        words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip
    try:
        out, errors = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        _end(process)
        return Row(file.name, None, f"it took more than {seconds:g} s")
    except BaseException:
        _end(process)
        raise
    with suppress(ValueError):
        return Row(file.name, json.loads(out))
    last = errors.strip().splitlines()[-1:] or [f"exit status {process.returncode}"]
    return Row(file.name, None, last[0])


def _end(process: subprocess.Popen[str]) -> None:
    """End a process and all that it has started."""
    with suppress(OSError):
        os.killpg(process.pid, signal.SIGKILL)
    process.communicate()


def write_csv(out: TextIO, rows: Sequence[Row]) -> None:
    """Write a line for each hand-in: its points, those of each item, what is wrong."""
    names = dict.fromkeys(
        item["name"] for row in rows if row.grade for item in row.grade["items"]
    )
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["file", "points", *names, "first difference"])
    for row in rows:
        items = row.grade["items"] if row.grade else []
        points = {item["name"]: item["points"] for item in items}
        wrong = row.error or (row.grade or {}).get("faults", "")
        for item in items:
            if not wrong and item["difference"]:
                wrong = f"{item['name']}: {item['difference']}"
        total = row.grade["points"] if row.grade else 0
        writer.writerow([row.file, total, *(points.get(n, "") for n in names), wrong])
