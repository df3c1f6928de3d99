"""What an installed wheel carries, and that it works away from the checkout."""

import json
import re
import subprocess
import sys
import tarfile
import venv
import zipfile
from importlib.metadata import distribution, version
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

from pygame_search.cli.new import KINDS
from pygame_search.support import resources

ROOT = Path(__file__).parents[2]
RULES = {f"rules/{path.name}" for path in (ROOT / "rules").glob("*.*")}
TEMPLATES = {f"pygame_search/cli/templates/{kind}.pl" for kind in KINDS} | {
    "pygame_search/session/cilog/help.txt"
}
LOGIC = {str(path.relative_to(ROOT)) for path in (ROOT / "logic").rglob("*.pl")}


def run(*command: str | Path, cwd: Path) -> str:
    """Return what the command prints on standard output."""
    done = subprocess.run(
        command, cwd=cwd, stdin=subprocess.DEVNULL, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def dependencies(name: str) -> set[str]:
    """Return the names of the distributions that this one needs, and they need."""
    needed: set[str] = set()
    for text in distribution(name).requires or []:
        requirement = Requirement(text)
        marker = requirement.marker
        if marker is None or marker.evaluate({"extra": ""}):
            needed |= {requirement.name} | dependencies(requirement.name)
    return needed


def lend(name: str, site_packages: Path) -> None:
    """Link an installed distribution into another environment."""
    installed = distribution(name)
    tops = {path.parts[0] for path in installed.files or []} - {"..", "__pycache__"}
    assert tops
    for top in tops:
        (site_packages / top).symlink_to(str(installed.locate_file(top)))


@pytest.fixture(scope="module")
def archives(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The source archive of the checkout, and the wheel made from that archive."""
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--no-isolation", "-o", folder, cwd=ROOT)
    [source] = folder.glob("*.tar.gz")
    [wheel] = folder.glob("*.whl")
    return source, wheel


@pytest.fixture(scope="module")
def program(
    archives: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """The installed command: an environment of the wheel, what it names, no more.

    The dependencies are linked, not fetched: tests need no network.
    """
    folder = tmp_path_factory.mktemp("a place") / "environment"
    venv.create(folder, symlinks=True)
    [site_packages] = folder.glob("lib/python*/site-packages")
    python = folder / "bin" / "python"
    # This environment's pip, as a program of the other's Python.
    pip = Path(str(distribution("pip").locate_file("pip")))
    arguments = ("install", "--quiet", "--no-index", "--no-deps", "--ignore-installed")
    run(python, pip, *arguments, archives[1], cwd=folder)
    for name in dependencies("pygame_search"):
        lend(name, site_packages)
    return folder / "bin" / "pygame-search"


def test_the_source_archive_carries_the_prolog_files(
    archives: tuple[Path, Path],
) -> None:
    with tarfile.open(archives[0]) as source:
        names = {name.partition("/")[2] for name in source.getnames()}
    assert names >= LOGIC | RULES
    assert names >= {"LICENSE", "scripts/test", "tests/project/test_packaging.py"}


def test_the_wheel_carries_the_prolog_files(archives: tuple[Path, Path]) -> None:
    with zipfile.ZipFile(archives[1]) as wheel:
        names = set(wheel.namelist())
    assert LOGIC
    assert "rules/hexapawn.pl" in RULES
    data = LOGIC | RULES | {"docs/codes.md"}
    assert names >= {f"pygame_search/data/{name}" for name in data} | TEMPLATES
    assert {name.partition("/")[0] for name in names} == {
        "pygame_search",
        f"pygame_search-{distribution('pygame_search').version}.dist-info",
    }


def test_the_installed_command_runs_from_another_folder(
    program: Path, tmp_path: Path
) -> None:
    answer = json.loads(run(program, "show", "hexapawn", "--json", cwd=tmp_path))
    assert answer["board"]


def test_the_installed_command_writes_a_rule_file(
    program: Path, tmp_path: Path
) -> None:
    run(program, "new", "strip", cwd=tmp_path)
    answer = json.loads(run(program, "show", "strip.pl", "--json", cwd=tmp_path))
    assert answer["board"]


def test_the_installed_package_uses_its_own_prolog_files(
    program: Path, tmp_path: Path
) -> None:
    code = "from pygame_search.support.resources import *; print(logic_folder())"
    python = program.parent / "python"
    folder = Path(run(python, "-c", code, cwd=tmp_path).strip())
    assert folder.is_relative_to(program.parent.parent)
    assert {
        f"logic/{path.relative_to(folder)}" for path in folder.rglob("*.pl")
    } == LOGIC


@pytest.mark.parametrize("name", ["numba", "pyswip"])
def test_the_next_series_of_what_we_look_into_is_not_installed(name: str) -> None:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    [requirement] = re.findall(rf'"({name}[<>=][^"]*)"', text)
    allowed = Requirement(requirement).specifier
    installed = Version(version(name))
    assert installed in allowed
    assert f"{installed.major}.{installed.minor + 1}" not in allowed


def test_scripts_bare_names_the_releases_it_knows() -> None:
    words = ["sh", str(ROOT / "scripts" / "bare"), "11", "tests/search"]
    ended = subprocess.run(words, capture_output=True, text=True)
    assert ended.returncode == 2
    assert ended.stderr == "bare: expected Debian 12, 13 or 14, found 11\n"


def test_the_versions_that_are_tested_are_named_alike() -> None:
    bare, install, readme = (
        " ".join((ROOT / name).read_text(encoding="utf-8").replace("\n#", " ").split())
        for name in ("scripts/bare", "scripts/install", "docs/install.md")
    )
    named = r"Debian (\d+) \(Python (3\.\d+), SWI-Prolog (\d+\.\d+\.\d+)\)"
    releases, pythons, prologs = zip(*re.findall(named, install), strict=True)
    assert re.findall(named, readme) == re.findall(named, install)
    assert tuple(re.findall(r"(\d+)\) codename=", bare)) == releases
    tested = {", ".join(dict.fromkeys(of_all)) for of_all in (pythons, prologs)}
    assert {*re.findall(r"\(tested: (.*?)\)", install)} == tested


def test_a_checkout_uses_its_top_level_folders() -> None:
    assert resources.logic_folder() == ROOT / "logic"
    assert resources.rules_folder() == ROOT / "rules"
    assert resources.codes_file() == ROOT / "docs" / "codes.md"


def test_a_package_without_its_folders_says_so(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "rules").mkdir()  # another package's, beside the installed one
    monkeypatch.setattr(resources, "files", lambda name: tmp_path / name)
    with pytest.raises(FileNotFoundError, match="expected the folder 'rules' at"):
        resources.rules_folder()
