"""The Prolog modules are loaded in compiled form, and a damaged file does no harm."""

import os
import shutil
from hashlib import blake2b
from pathlib import Path

import forked
import pytest

SHOW = """
import pygame_search as ps
game = ps.load("nim")
print(game.initial.best(tier="clauses").move)
print(ps.explain(game.initial, "legal(first, take(2, 1))"))
"""


def shown(cache: Path | str) -> str:
    """Return what a process tells that keeps its files in a folder."""
    env = {**os.environ, "PYGAME_SEARCH_CACHE": str(cache)}
    done = forked.run(["-c", SHOW], env=env, encoding="utf-8", check=True)
    assert done.stderr == ""
    return str(done.stdout)


def compiled(cache: Path) -> Path:
    [file] = cache.glob("*.qlf")
    return file


@pytest.fixture(scope="module")
def plain() -> str:
    """What a process tells that keeps nothing."""
    return shown("off")


def test_nothing_is_kept_where_nothing_can_be_written(
    tmp_path: Path, plain: str
) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    assert shown(tmp_path / "file" / "cache") == plain


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A folder with what a process keeps, and what the process tells."""
    cache = tmp_path_factory.mktemp("kept")
    return cache, shown(cache)


@pytest.mark.parametrize(
    "damage",
    ["cut", "changed", "empty", "folder", "unsummed", "cut, summed", "empty, summed"],
)
def test_a_damaged_file_is_made_anew(
    tmp_path: Path, kept: tuple[Path, str], damage: str
) -> None:
    cache = Path(shutil.copytree(kept[0], tmp_path / "cache"))
    file = compiled(cache)
    data = file.read_bytes()
    if damage == "folder":
        file.unlink()
        file.mkdir()
    elif damage == "unsummed":
        file.with_suffix(".sum").unlink()
    else:
        middle = len(data) // 2
        changed = data[:middle] + bytes([data[middle] ^ 255]) + data[middle + 1 :]
        kinds = {"cut": data[:middle], "changed": changed, "empty": b""}
        file.write_bytes(kinds[damage.partition(",")[0]])
    if damage.endswith(", summed"):
        digest = blake2b(file.read_bytes()).digest()
        file.with_suffix(".sum").write_bytes(digest)
    assert shown(cache) == kept[1]
    if damage != "folder":
        assert len(file.read_bytes()) == len(data)
        assert file.with_suffix(".sum").exists()


def test_what_is_kept_tells_the_same(kept: tuple[Path, str], plain: str) -> None:
    cache, told = kept
    assert told == plain
    made = compiled(cache).stat()
    assert shown(cache) == plain
    assert compiled(cache).stat().st_ino == made.st_ino
