"""Check what pygame_search needs on this machine, and say how to fix what is missing.

Nothing here may depend on what it examines. So only `resources` is imported from the
package, and SWI-Prolog is tried in another process, because a foreign library that
fails to start may end the process that loaded it.
"""

import codecs
import os
import platform
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from importlib.metadata import PackageNotFoundError, requires, version
from itertools import starmap
from pathlib import Path

from pygame_search.support.resources import logic_folder, rules_folder

OLDEST_PYTHON = (3, 10)
OLDEST_PROLOG = (9, 0)
PATIENCE = 20  # seconds for another program to answer

LIBRARIES = (
    "click", "rich", "pygments", "prompt-toolkit", "clingo", "numba", "numpy", "scipy",
    "platformdirs", "lazy-loader", "igraph",
)  # fmt: skip

#: The libraries that only some options need, and these options.
EXTRAS = (
    ("matplotlib", "`skill --plot` and `learn --plot`"),
    ("distributed", "`--cluster`"),
    ("anywidget", "`tree.widget()` in a notebook"),
)

# Prints the version of the Prolog that pyswip really started.
TRY_PYSWIP = """
from pyswip import Prolog
[answer] = Prolog().query("current_prolog_flag(version, Version)")
print(answer["Version"])
"""


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check: what was found and, if it is not ok, what to run.

    `mend` is a command for this system, or a sentence if no command does it; it is
    empty if nothing is wrong. Something `optional` may be missing; `mend` then installs
    it, but nothing is wrong.
    """

    name: str
    ok: bool
    found: str
    mend: str
    optional: bool = False


def examine() -> tuple[Finding, ...]:
    """Return a finding for each requirement and option; never raises."""
    return (
        _examine("Python", _python, mend=_install("python3 python3-venv", "python")),
        _examine("SWI-Prolog", _swipl, mend=_install_prolog()),
        _examine("libswipl", _libswipl, mend=_install_prolog()),
        _examine("pyswip", _pyswip, mend=_pip_install("pyswip")),
        *map(_library, LIBRARIES),
        *starmap(_extra, EXTRAS),
        _examine("logic/", lambda: _folder(logic_folder), mend=_restore("logic")),
        _examine("rules/", lambda: _folder(rules_folder), mend=_restore("rules")),
        _examine("terminal", _terminal, mend="export PYTHONUTF8=1"),
    )


class _UnfitError(Exception):
    """A requirement is missing or unfit; its own remedy, if any, takes precedence."""

    def __init__(self, found: str, mend: str = "") -> None:
        super().__init__(found)
        self.mend = mend


def _examine(name: str, check: Callable[[], str], *, mend: str) -> Finding:
    """Return the finding of a check; the check returns what it found or raises."""
    try:
        return Finding(name, True, check(), "")
    except _UnfitError as error:
        return Finding(name, False, str(error), error.mend or mend)
    except PackageNotFoundError:
        return Finding(name, False, "not installed", mend)
    except Exception as error:  # whatever is broken here, the next checks must run
        return Finding(name, False, f"{type(error).__name__}: {error}", mend)


def _library(name: str) -> Finding:
    return _examine(name, lambda: version(name), mend=_pip_install(name))


def _extra(name: str, options: str) -> Finding:
    found = _library(name)
    words = found.found if found.ok else f"optional: {found.found}; for {options}"
    return replace(found, found=words, optional=True)


# The checks ------------------------------------------------------------------------


def _python() -> str:
    found = f"{platform.python_version()} ({sys.executable})"
    if sys.version_info < OLDEST_PYTHON:
        raise _UnfitError(f"{found}, older than {_dotted(*OLDEST_PYTHON)}")
    return found


def _swipl() -> str:
    program = _find_swipl()
    answer = _run(program, "--version")
    match = re.search(r"version (\d+)\.(\d+)\.(\d+)", answer)
    if match is None:
        raise _UnfitError(f"{program} --version says {answer!r}")
    release = tuple(map(int, match.groups()))
    found = f"{_dotted(*release)} ({program})"
    if release < OLDEST_PROLOG:
        raise _UnfitError(
            f"{found}, older than {_dotted(*OLDEST_PROLOG)}", _newer_prolog()
        )
    return found


def _libswipl() -> str:
    """Return the path of the library, found as pyswip finds it."""
    library = os.environ.get("LIBSWIPL_PATH")
    origin = "LIBSWIPL_PATH"
    if not (library and os.environ.get("SWI_HOME_DIR")):
        program = _find_swipl()
        origin = f"{program} --dump-runtime-variables"
        answer = _run(program, "--dump-runtime-variables")
        variables = dict(re.findall(r'^(\w+)="(.*)";', answer, re.MULTILINE))
        if variables.get("PLSHARED") != "yes":
            raise _UnfitError(f"{program} was built without a shared library")
        library = variables.get("PLLIBSWIPL", "")
    if not Path(library).is_file():
        raise _UnfitError(f"no file {library!r}, which {origin} names")
    return library


def _pyswip() -> str:
    release = version("pyswip")
    try:
        prolog = int(_run(sys.executable, "-c", TRY_PYSWIP).split()[-1])
    except _UnfitError as error:
        mend = "" if shutil.which("swipl") else _install_prolog()
        raise _UnfitError(f"{release}, but {error}", mend) from None
    started = _dotted(prolog // 10000, prolog // 100 % 100, prolog % 100)
    return f"{release}, starts SWI-Prolog {started}"


def _folder(find: Callable[[], Path]) -> str:
    try:
        folder = find()
    except FileNotFoundError as error:
        raise _UnfitError(str(error)) from None
    count = sum(1 for _ in folder.rglob("*.pl"))
    if count == 0:
        raise _UnfitError(f"no .pl file in {folder}")
    return f"{count} .pl {'file' if count == 1 else 'files'} in {folder}"


def _terminal() -> str:
    encoding = getattr(sys.stdout, "encoding", None)
    if encoding is None:
        raise _UnfitError("no encoding is set for standard output")
    if codecs.lookup(encoding).name != "utf-8":
        raise _UnfitError(f"writes {encoding}, not UTF-8")
    return f"writes {encoding}"


def _find_swipl() -> str:
    program = shutil.which("swipl")
    if program is None:
        raise _UnfitError("no swipl on PATH")
    return program


def _run(*command: str) -> str:
    """Return what the command prints; raise an error with the reason if it fails."""
    try:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=PATIENCE,
        )
    except subprocess.TimeoutExpired:
        raise _UnfitError(
            f"{command[0]} gave no answer in {PATIENCE} seconds"
        ) from None
    except OSError as error:
        raise _UnfitError(f"{command[0]} does not start: {error}") from None
    if done.returncode != 0:
        said = done.stderr.strip().splitlines() or ["nothing"]
        raise _UnfitError(
            f"{command[0]} ended with {done.returncode}, saying: {said[-1]}"
        )
    return done.stdout.strip()


def _dotted(*numbers: int) -> str:
    return ".".join(map(str, numbers))


# How to fix it -----------------------------------------------------------------------


def _install_prolog() -> str:
    return _install("swi-prolog-nox", "swi-prolog") or (
        "install SWI-Prolog 9.0 or newer: https://www.swi-prolog.org/Download.html"
    )


def _newer_prolog() -> str:
    if "ubuntu" in _linux_family():
        return (
            f"{_sudo()}add-apt-repository -y ppa:swi-prolog/stable && "
            f"{_install('swi-prolog-nox', '')}"
        )
    if sys.platform == "darwin":
        return "brew upgrade swi-prolog"
    return "install SWI-Prolog 9.0 or newer: https://www.swi-prolog.org/Download.html"


def _install(apt: str, brew: str) -> str:
    """Return the command that installs these packages; empty on an unknown system."""
    if sys.platform == "darwin":
        return f"brew install {brew}"
    if "debian" in _linux_family():
        return f"{_sudo()}apt-get update && {_sudo()}apt-get install -y {apt}"
    return ""


def _pip_install(name: str) -> str:
    """Return the command that installs one of the dependencies again."""
    try:
        wanted = requires("pygame_search") or []
    except PackageNotFoundError:
        wanted = []
    requirement = next((text for text in wanted if text.startswith(name)), name)
    requirement = requirement.partition(";")[0].strip()
    return shlex.join(
        [sys.executable, "-m", "pip", "install", "--force-reinstall", requirement]
    )


def _restore(folder: str) -> str:
    """Return the command that restores a folder of Prolog files."""
    checkout = Path(__file__).parents[2]
    if (checkout / "pyproject.toml").is_file():
        return shlex.join(["git", "-C", str(checkout), "checkout", "--", folder])
    return _pip_install("pygame_search")


def _sudo() -> str:
    return "" if hasattr(os, "geteuid") and os.geteuid() == 0 else "sudo "


def _linux_family() -> frozenset[str]:
    """Return this system's name and those of the systems it derives from."""
    try:
        release = platform.freedesktop_os_release()
    except OSError:
        return frozenset()
    names = f"{release.get('ID', '')} {release.get('ID_LIKE', '')}"
    return frozenset(names.split())
