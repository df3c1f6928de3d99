"""The hand-ins of a class; each is graded in a process of its own, with limits."""

from __future__ import annotations

import csv
import json
import os
import re
import signal
import subprocess
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
from math import ceil
from pathlib import Path
from typing import Any, TextIO

from pygame_search.grading.grade import GradeRequest
from pygame_search.grading.renaming import NONE, tokens
from pygame_search.grading.resemblance import fingerprints, most_like
from pygame_search.programs.python_program import SUFFIX
from pygame_search.rules.syntaxes import OF_SUFFIX
from pygame_search.support.errors import InputError
from pygame_search.support.process import module_command
from pygame_search.support.requests import typed
from pygame_search.support.resources import logic_folder, rules_folder

#: The suffixes of hand-in files.
SUFFIXES = (*OF_SUFFIX, SUFFIX)

#: The memory limit for one hand-in, in megabytes.
MEGABYTES = 2_000

#: The processor time for a hand-in besides that of the comparison, in seconds, and the
#: limit of elapsed time as a multiple of the total.
_BESIDE, _BY_THE_CLOCK = 30.0, 20.0

#: How many bytes of a hand-in are searched for names.
_LARGEST = 1 << 20

#: The reason for a missing grade after Ctrl-C.
INTERRUPTED = "not graded: interrupted"

#: The characters that begin a formula in a spreadsheet.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


@dataclass(frozen=True, slots=True)
class HandIn:
    """A hand-in of a class.

    Attributes:
        file: where it is.
        place: its path in the folder of the class.
        student: who handed it in.
        like: the other hand-in that it resembles most, and the percentage of it that is
            also found there; see `resemblance`.
        like_package: the same for the files of the package.
        grade: the object that `grade --json` prints; None if there is no grade.
        error: why there is none; empty if there is one.
    """

    file: Path
    place: str
    student: str
    like: tuple[str, int]
    like_package: tuple[str, int]
    grade: dict[str, Any] | None = None
    error: str = INTERRUPTED

    def as_json(self) -> dict[str, Any]:
        """Return it as the command line gives it."""
        return {
            "file": self.place,
            "student": self.student,
            "error": self.error,
            "grade": self.grade,
            "most_like": self.like,
            "most_like_in_package": self.like_package,
        }


def hand_ins(folder: Path, pattern: str | None = None) -> list[HandIn]:
    """Return the files of a folder, and of the folders in it, that can be hand-ins.

    Args:
        folder: the folder of the class.
        pattern: how to find the student in a path; see `students`.

    Raises:
        InputError: there are none; or as from `students`.
    """
    files = [file for file in _files(folder) if file.suffix in SUFFIXES]
    if not files:
        raise InputError(
            f"{folder}: expected files that end with {', '.join(SUFFIXES)}, found none"
        )
    places = [file.relative_to(folder) for file in files]
    names = students(places, pattern)
    prints = {
        place.as_posix(): fingerprints(_text(file))
        for place, file in zip(places, files, strict=True)
    }
    package = {
        place.stem: fingerprints(_text(place))
        for folder in (rules_folder(), logic_folder() / "lectures")
        for place in folder.iterdir()
        if place.suffix in OF_SUFFIX
    }
    return [
        HandIn(
            file, place, name,
            most_like(own, {n: other for n, other in prints.items() if n != place}),
            most_like(own, package),
        )
        for file, name, (place, own) in zip(files, names, prints.items(), strict=True)
    ]  # fmt: skip


def passed_over(folder: Path) -> list[str]:
    """Return the paths of the files in a folder that cannot be hand-ins."""
    others = (file for file in _files(folder) if file.suffix not in SUFFIXES)
    return [file.relative_to(folder).as_posix() for file in others]


def _files(folder: Path) -> list[Path]:
    found: list[Path] = []
    for place in sorted(folder.iterdir()):
        inner = place.is_dir() and not place.is_symlink() and not place.suffix
        found += sorted(place.iterdir()) if inner else [place]
    return found


def students(places: Sequence[Path], pattern: str | None = None) -> list[str]:
    """Return who handed in each file, from its path below the folder of the class.

    Args:
        places: the paths.
        pattern: a regular expression that is searched for in a path. The match is the
            student, or its first group if there is one. By default the student is the
            name of the inner folder or, without one, of the file, up to the first `_`;
            names that would be equal are used in full.

    Raises:
        InputError: the pattern is not a regular expression, or is not found in a name.
    """
    if pattern is None:
        names = [place.with_suffix("").parts[0] for place in places]
        short = [name.split("_")[0] or name for name in names]
        twice = {name for name, n in Counter(short).items() if n > 1}
        return [b if a in twice else a for a, b in zip(short, names, strict=True)]
    try:
        wanted = re.compile(pattern)
    except re.error as error:
        raise InputError(f"{pattern}: expected a regular expression: {error}") from None
    found = [wanted.search(place.as_posix()) for place in places]
    for place, match in zip(places, found, strict=True):
        if match is None:
            raise InputError(f"{place}: {pattern} is not found in the name")
    return [match[1 if wanted.groups else 0] or "" for match in found if match]


def _text(file: Path) -> str:
    """Return the beginning of a file; an empty text for a link or a pipe."""
    if file.is_symlink() or not file.is_file():
        return ""
    with file.open("rb") as opened:
        return opened.read(_LARGEST).decode(errors="replace")


def grade_all(
    hand_ins: Sequence[HandIn],
    request: GradeRequest,
    *,
    more: Sequence[str] = (),
    workers: int,
    megabytes: int = MEGABYTES,
    progress: Callable[[str], None] | None = None,
) -> list[HandIn]:
    """Return hand-ins with their grades, in their order.

    Args:
        hand_ins: the hand-ins.
        request: what is asked of each. Of the names, only those that a hand-in contains
            count for it.
        more: further options of the command `grade`.
        workers: how many are graded at a time.
        megabytes: the memory limit for one.
        progress: called with the name of each hand-in that is graded.

    After Ctrl-C the hand-ins that are being graded, and the rest, are INTERRUPTED.
    """
    first, *others = request.references
    references = [word for one in others for word in ("--reference", one)]
    options = [first, *references, *typed(request, "seconds"), *more]
    running: set[subprocess.Popen[str]] = set()
    rows: dict[str, HandIn] = {}

    def graded(one: HandIn) -> None:
        words = [*options, *_renamed(one.file, request.names or NONE)]
        rows[one.place] = _graded(one, words, request.seconds, megabytes, running)
        if progress is not None:
            progress(f"{one.file.name} is graded")

    done = rows
    with ThreadPoolExecutor(workers) as pool:
        # The first one stores the games of the reference for the others.
        waiting = [pool.submit(graded, one) for one in hand_ins[:1]]
        try:
            waiting[0].result()
            waiting += [pool.submit(graded, one) for one in hand_ins[1:]]
            for work in waiting:
                work.result()
        except KeyboardInterrupt:
            for work in waiting:
                work.cancel()
            done = dict(rows)
            for process in tuple(running):
                _end(process)
    return [done.get(one.place, one) for one in hand_ins]


def _renamed(file: Path, names: Mapping[str, str]) -> list[str]:
    """Return the options for the names that a hand-in has."""
    if not names:
        return []
    found = tokens(_text(file))
    pairs = [f"{a}={b}" for a, b in names.items() if a.partition("(")[0] in found]
    return [word for pair in pairs for word in ("--rename", pair)]


def _graded(
    one: HandIn,
    options: Sequence[str],
    seconds: float,
    megabytes: int,
    running: set[subprocess.Popen[str]],
) -> HandIn:
    file = one.file
    if file.is_symlink() or not file.is_file():
        what = "a folder" if file.is_dir() else "a pipe or a device"
        what = "a link" if file.is_symlink() else what
        return replace(one, error=f"expected a file, found {what}")
    most = seconds + _BESIDE
    words = [
        # The system ends an interpreter that hangs in its own code.
        "sh", "-c", f'ulimit -t {ceil(most)} && exec "$@"', "sh",
        *module_command("pygame_search"), "--memory-limit", str(megabytes),
        "grade", str(file), *options, "--time", f"{seconds:g}", "--json",
    ]  # fmt: skip
    process = subprocess.Popen(
        words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, encoding="utf-8", errors="replace",
        start_new_session=True,
    )  # fmt: skip
    running.add(process)
    try:
        out, errors = process.communicate(timeout=most * _BY_THE_CLOCK)
    except subprocess.TimeoutExpired:
        _end(process)
        process.communicate()
        return replace(one, error=f"it took more than {most * _BY_THE_CLOCK:g} s")
    finally:
        running.discard(process)
    with suppress(ValueError):
        data = json.loads(out)
        if "error" not in data:
            return replace(one, grade=data, error="")
        return replace(one, error=str(data["error"]["message"]))
    if process.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
        late = f"it took more than {most:g} s of processor time, or was killed"
        return replace(one, error=late)
    last = errors.strip().splitlines()[-1:] or [f"exit status {process.returncode}"]
    return replace(one, error=last[0])


def _end(process: subprocess.Popen[str]) -> None:
    """End a process and all that it has started."""
    with suppress(OSError):
        os.killpg(process.pid, signal.SIGKILL)


def write_csv(out: TextIO, rows: Sequence[HandIn]) -> None:
    """Write a line for each hand-in: its points, the points of each item, the fault.

    Of several faults the first is written, errors before warnings; without a fault, the
    first part that was not compared. An apostrophe precedes a text that a spreadsheet
    would take for a formula.
    """
    names = dict.fromkeys(
        item["name"] for row in rows if row.grade for item in row.grade["items"]
    )
    writer = csv.writer(out, lineterminator="\n")
    beside_them = "first difference", "most like", "most like in the package"
    writer.writerow(["file", "student", "points", "verdict", *names, *beside_them])
    for row in rows:
        items = row.grade["items"] if row.grade else []
        points = {item["name"]: item["points"] for item in items}
        wrong = row.error or (row.grade or {}).get("faults", "")
        for item in items:
            if not wrong and item["difference"]:
                wrong = f"{item['name']}: {item['difference']}"
        verdict = row.grade["verdict"] if row.grade else "not graded"
        if not wrong and row.grade and (left := row.grade["not_compared"]):
            wrong = f"not compared: {left[0]}"
        total = row.grade["points"] if row.grade else 0
        if row.error == INTERRUPTED:
            total = ""
        each = ("" if (n := points.get(name)) is None else n for name in names)
        lines = wrong.splitlines() or [""]
        first = next((line for line in lines if ": error: " in line), lines[0])
        like = (_likeness(pair) for pair in (row.like, row.like_package))
        words = [_plain(word) for word in (row.place, row.student)]
        writer.writerow([*words, total, verdict, *each, _plain(first), *like])


def _likeness(pair: tuple[str, int]) -> str:
    name, percent = pair
    return _plain(f"{name} {percent} %") if name else ""


def _plain(text: str) -> str:
    return f"'{text}" if text.startswith(_FORMULA) else text
