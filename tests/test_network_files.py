"""Networks on disk: what is read is what was written, or it is made again."""

from __future__ import annotations

import multiprocessing
import os
from pathlib import Path

import pytest
from ground_programs import grounds, random_ground
from hypothesis import given, settings
from hypothesis import strategies as st

from pygame_search.cache import VARIABLE, cache_folder
from pygame_search.network.build import build
from pygame_search.network.cache import cached
from pygame_search.network.file import DamagedError, from_bytes, to_bytes
from pygame_search.network.ground import Ground
from pygame_search.network.network import Network

#: The first example compiles the kernels.
relaxed = settings(deadline=None)


@pytest.fixture(scope="module")
def network() -> Network:
    return build(random_ground(6, 40))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "networks"))
    return tmp_path / "networks"


def never() -> Network:
    raise AssertionError("it is made, not read")


@relaxed
@given(grounds())
def test_what_is_read_is_what_was_written(ground: Ground) -> None:
    made = build(ground)
    read = from_bytes(to_bytes(made))
    assert read == made
    assert read.starts.flags.writeable
    assert read.starts.dtype == made.starts.dtype


@relaxed
@given(st.data())
def test_any_damage_is_noticed(network: Network, data: st.DataObject) -> None:
    whole = to_bytes(network)
    length = data.draw(st.integers(0, len(whole) - 1))
    with pytest.raises(DamagedError):
        from_bytes(whole[:length])
    changed = bytearray(whole)
    changed[length] ^= data.draw(st.integers(1, 255))
    with pytest.raises(DamagedError):
        from_bytes(bytes(changed))
    with pytest.raises(DamagedError):
        from_bytes(whole + b"\0")


def test_a_network_is_made_once(folder: Path, network: Network) -> None:
    assert cached(["rules"], lambda: network) is network
    assert cached(["rules"], never) == network
    made: list[str] = []

    def other() -> Network:
        made.append("made")
        return network

    # The parts count, not what they are when joined.
    cached(["rules", "seconds"], other)
    cached(["rulesseconds"], other)
    cached(["rules", "seconds"], other)
    assert made == ["made", "made"]
    assert len(list(folder.iterdir())) == 3


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (lambda whole: b"", "no file of a network"),
        (lambda whole: b"something else" * 20, "no file of a network"),
        (lambda whole: whole[:-1], "bytes of a network"),
        (lambda whole: whole[:-1] + bytes([whole[-1] ^ 1]), "checksum"),
        (lambda whole: whole[:22] + b"\xff\xff" + whole[24:], "version"),
    ],
)
def test_a_damaged_file_is_made_again(
    folder: Path,
    network: Network,
    damage: object,
    words: str,
) -> None:
    assert callable(damage)
    cached(["rules"], lambda: network)
    (path,) = folder.iterdir()
    whole = path.read_bytes()
    path.write_bytes(damage(whole))
    notes: list[str] = []
    assert cached(["rules"], lambda: network, note=notes.append) is network
    (note,) = notes
    assert str(path) in note
    assert words in note
    assert "\n" not in note
    assert path.read_bytes() == whole
    assert cached(["rules"], never) == network


def test_a_folder_that_cannot_be_written_is_done_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, network: Network
) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv(VARIABLE, str(tmp_path / "file" / "networks"))
    notes: list[str] = []
    assert cached(["rules"], lambda: network, note=notes.append) is network
    assert "is not kept in" in notes[-1]


def test_the_variable_turns_it_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, network: Network
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv(VARIABLE, "off")
    assert cache_folder() is None
    assert cached(["rules"], lambda: network) is network
    assert not list(tmp_path.iterdir())


def test_those_not_used_for_longest_go_first(folder: Path, network: Network) -> None:
    size = len(to_bytes(network))
    paths: list[Path] = []
    for number in range(3):
        cached([f"rules {number}"], lambda: network)
        (path,) = set(folder.iterdir()) - set(paths)
        paths.append(path)
        os.utime(path, (number, number))
    cached(["rules 0"], never)
    cached(["rules 3"], lambda: network, most_bytes=3 * size)
    left = set(folder.iterdir())
    assert paths[0] in left
    assert paths[1] not in left
    assert len(left) == 3


def test_what_a_writer_left_behind_is_removed(folder: Path, network: Network) -> None:
    folder.mkdir()
    (folder / "writing-old").write_bytes(b"half")
    os.utime(folder / "writing-old", (0, 0))
    (folder / "writing-now").write_bytes(b"half")
    cached(["rules"], lambda: network)
    left = {path.name for path in folder.iterdir()}
    assert "writing-now" in left
    assert "writing-old" not in left


def _use(number: int) -> bool:
    made = build(random_ground(6, 40))
    return all(cached([f"rules {at % 3}"], lambda: made) == made for at in range(30))


def test_processes_may_share_a_folder(folder: Path) -> None:
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        assert all(pool.map(_use, range(2)))
    assert len(list(folder.iterdir())) == 3
