"""The doctor: every finding says what is there, or how to mend what is not."""

import io
import json
import os
import platform
import re
import shutil
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path

import pytest
from click.testing import CliRunner

from pygame_search.cli.app import command
from pygame_search.engine import installation
from pygame_search.engine.installation import Finding, examine

NAMES = (
    "Python",
    "SWI-Prolog",
    "libswipl",
    "pyswip",
    *installation.LIBRARIES,
    *(name for name, _ in installation.EXTRAS),
    "logic/",
    "rules/",
    "terminal",
)


def finding(name: str) -> Finding:
    [found] = [each for each in examine() if each.name == name]
    return found


def program(folder: Path, name: str, script: str) -> None:
    """Write an executable shell script."""
    path = folder / name
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)


def test_a_working_machine_needs_no_mending() -> None:
    findings = examine()
    assert tuple(each.name for each in findings) == NAMES
    assert [each for each in findings if not each.ok or each.mend] == []


def test_what_is_found_is_told() -> None:
    assert finding("Python").found.startswith(sys.version.split()[0])
    swipl = shutil.which("swipl")
    assert swipl is not None
    said = subprocess.run([swipl, "--version"], capture_output=True, text=True).stdout
    release = said.split()[2]
    assert finding("SWI-Prolog").found == f"{release} ({swipl})"
    assert Path(finding("libswipl").found).is_file()
    assert finding("pyswip").found.endswith(f", starts SWI-Prolog {release}")


@pytest.mark.parametrize(
    ("system", "root", "mend"),
    [
        (
            {"ID": "debian"},
            0,
            "apt-get update && apt-get install -y swi-prolog-nox",
        ),
        (
            {"ID": "ubuntu", "ID_LIKE": "debian"},
            1000,
            "sudo apt-get update && sudo apt-get install -y swi-prolog-nox",
        ),
        (
            {"ID": "arch"},
            1000,
            "install SWI-Prolog 9.0 or newer: https://www.swi-prolog.org/Download.html",
        ),
    ],
)
def test_missing_prolog_is_a_finding_with_a_mend(
    monkeypatch: pytest.MonkeyPatch, system: dict[str, str], root: int, mend: str
) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(platform, "freedesktop_os_release", lambda: system)
    monkeypatch.setattr(os, "geteuid", lambda: root)
    for name in ("SWI-Prolog", "libswipl"):
        assert finding(name) == Finding(name, False, "no swipl on PATH", mend)


def test_missing_prolog_on_macos_is_brewed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(sys, "platform", "darwin")
    assert finding("SWI-Prolog").mend == "brew install swi-prolog"


def test_an_old_prolog_is_too_old(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    program(tmp_path, "swipl", "echo SWI-Prolog version 8.4.2 for x86_64-linux")
    monkeypatch.setenv("PATH", str(tmp_path))
    found = finding("SWI-Prolog")
    assert not found.ok
    assert found.found == f"8.4.2 ({tmp_path}/swipl), older than 9.0"
    assert found.mend


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("echo out of order >&2; exit 3", "ended with 3, saying: out of order"),
        ("exit 3", "ended with 3, saying: nothing"),
        ("echo hello", "--version says 'hello'"),
        ("printf '\\377'", "--version says '\\ufffd'"),
    ],
)
def test_a_broken_prolog_is_described(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, script: str, said: str
) -> None:
    program(tmp_path, "swipl", script)
    monkeypatch.setenv("PATH", str(tmp_path))
    found = finding("SWI-Prolog")
    assert not found.ok
    assert found.found.encode("ascii", "backslashreplace").decode().endswith(said)
    assert found.mend


def test_a_prolog_that_hangs_is_given_up(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    program(tmp_path, "swipl", "exec /bin/sleep 60")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(installation, "PATIENCE", 0.1)
    found = finding("SWI-Prolog")
    assert not found.ok
    assert found.found == f"{tmp_path}/swipl gave no answer in 0.1 seconds"


def test_a_named_library_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIBSWIPL_PATH", "/nowhere/libswipl.so")
    monkeypatch.setenv("SWI_HOME_DIR", "/nowhere")
    found = finding("libswipl")
    assert not found.ok
    assert found.found == "no file '/nowhere/libswipl.so', which LIBSWIPL_PATH names"
    assert not finding("pyswip").ok


def test_a_pyswip_that_ends_its_process_ends_only_that(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(installation, "TRY_PYSWIP", "import os; os.abort()")
    found = finding("pyswip")
    assert not found.ok
    assert "ended with -6" in found.found
    assert "-m pip install --force-reinstall" in found.mend
    assert "pyswip" in found.mend


def test_a_missing_distribution_is_installed_with_pip(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def absent(name: str) -> str:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(installation, "version", absent)
    for name in ("pyswip", *installation.LIBRARIES):
        found = finding(name)
        assert (found.ok, found.found, found.optional) == (
            False,
            "not installed",
            False,
        )
        assert re.search(f"-m pip install --force-reinstall '{name}[<>]", found.mend)


def test_every_dependency_is_examined() -> None:
    wanted = {
        re.split(r"[<>=;\[ ]", text)[0]
        for text in requires("pygame_search") or []
        if "extra ==" not in text
    }
    assert wanted == {"pyswip", *installation.LIBRARIES}


def test_what_only_an_option_needs_may_be_missing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def absent(name: str) -> str:
        if name in ("matplotlib", "distributed", "anywidget"):
            raise PackageNotFoundError(name)
        return version(name)

    monkeypatch.setattr(installation, "version", absent)
    found = finding("matplotlib")
    assert (found.ok, found.optional) == (False, True)
    for_plots = "for `skill --plot` and `learn --plot`"
    assert found.found == f"optional: not installed; {for_plots}"
    assert re.search(r"-m pip install --force-reinstall 'matplotlib>=\S+'$", found.mend)
    done = CliRunner().invoke(command, ["doctor"])
    assert done.exit_code == 0
    assert "optional: not installed; for `--cluster`" in " ".join(done.output.split())
    lines = [line for line in done.output.splitlines() if "optional" in line]
    optional = ["matplotlib", "distributed", "anywidget"]
    assert [line.split()[0] for line in lines] == optional
    assert "mend" not in done.output
    told = json.loads(CliRunner().invoke(command, ["doctor", "--json"]).output)
    assert told["ok"]
    mends = {one["name"]: one["mend"] for one in told["findings"]}
    assert mends["distributed"] == finding("distributed").mend


def test_missing_or_empty_folders(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def absent() -> Path:
        raise FileNotFoundError("no logic here")

    monkeypatch.setattr(installation, "logic_folder", absent)
    monkeypatch.setattr(installation, "rules_folder", lambda: tmp_path)
    logic, rules = finding("logic/"), finding("rules/")
    assert (logic.ok, logic.found) == (False, "no logic here")
    assert (rules.ok, rules.found) == (False, f"no .pl file in {tmp_path}")
    assert logic.mend.endswith("checkout -- logic")
    assert rules.mend.endswith("checkout -- rules")


@pytest.mark.parametrize(
    ("stream", "said"),
    [
        (
            io.TextIOWrapper(io.BytesIO(), encoding="latin-1"),
            "writes latin-1, not UTF-8",
        ),
        (None, "no encoding is set"),
    ],
)
def test_a_terminal_without_utf8(
    monkeypatch: pytest.MonkeyPatch, stream: io.TextIOWrapper | None, said: str
) -> None:
    monkeypatch.setattr(sys, "stdout", stream)
    found = installation.examine()[-1]
    monkeypatch.undo()
    assert (found.name, found.ok) == ("terminal", False)
    assert found.found.startswith(said)
    assert found.mend == "export PYTHONUTF8=1"
