"""Networks on disk: what is read is what was written, or it is made again."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

import forked
import pytest
from ground_programs import grounds, random_ground
from hypothesis import given, settings
from hypothesis import strategies as st

from pygame_search.engine.bridge import Engine
from pygame_search.game import load
from pygame_search.machine.network_cache import cached
from pygame_search.model.description_cache import kept_description
from pygame_search.network.circuit.build import build
from pygame_search.network.circuit.serialization import (
    _ALIGNED,
    _LENGTH,
    _MARK,
    _PREFIX,
    DamagedError,
    from_bytes,
    to_bytes,
)
from pygame_search.network.grounding.ground import Ground
from pygame_search.network.network import Network
from pygame_search.search.monte_carlo.playouts import playouts
from pygame_search.search.perft import perft
from pygame_search.support import disk_cache
from pygame_search.support.disk_cache import VARIABLE, cache_folder
from pygame_search.support.errors import LimitError, MoveError, RulesError

#: The first example compiles the kernels.
relaxed = settings(deadline=None)


@pytest.fixture(scope="module")
def network() -> Network:
    return build(random_ground(6, 40))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "networks"))
    return tmp_path / "networks"


def test_arrays_begin_where_a_line_of_the_cache_does(network: Network) -> None:
    data = to_bytes(network)
    at = len(_MARK) + _PREFIX.size
    [header] = _LENGTH.unpack_from(data, at)
    assert (at + _LENGTH.size + header) % _ALIGNED == 0


def test_a_description_that_is_read_is_kept_longest(folder: Path) -> None:
    """Room is made by removing what was not used for the longest time."""
    game = load("nim(heaps=[1, 5, 9])")
    game.keep()
    [file] = folder.rglob("*.game")
    os.utime(file, (1e9, 1e9))
    assert kept_description(game.book, [("heaps", "[2]")]) is None
    assert file.stat().st_atime == 1e9
    assert kept_description(game.book, game._loading[1])
    assert file.stat().st_atime > 1e9


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


def test_the_folder_is_looked_through_once_for_many_small_files(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = []
    monkeypatch.setattr(disk_cache, "_trim", lambda *given: looks.append(given))
    for number in range(20):
        disk_cache.keep(folder / f"{number}.game", bytes(100), most_bytes=16_000)
    assert looks == [(folder, 16_000)] * 2
    assert len([*folder.iterdir()]) == 20


def test_what_a_writer_left_behind_is_removed(folder: Path, network: Network) -> None:
    folder.mkdir(mode=0o700)
    (folder / ".dead.network.0.tmp").write_bytes(b"half")
    with (folder / ".busy.network.0.tmp").open("wb") as busy:
        fcntl.flock(busy, fcntl.LOCK_EX)
        cached(["rules"], lambda: network)
        left = {path.name for path in folder.iterdir()}
    assert ".busy.network.0.tmp" in left
    assert ".dead.network.0.tmp" not in left
    assert len(left) == 2


SHARE = """
import sys
from pathlib import Path
from pygame_search.network.circuit.serialization import from_bytes
from pygame_search.machine.network_cache import cached
made = from_bytes(Path(sys.argv[1]).read_bytes())
for at in range(30):
    assert cached([f"rules {at % 3}"], lambda: made) == made
"""


def test_processes_may_share_a_folder(
    folder: Path, network: Network, tmp_path: Path
) -> None:
    made = tmp_path / "made"
    made.write_bytes(to_bytes(network))
    both = [forked.Program[bytes](["-c", SHARE, made]) for _ in range(2)]
    assert [program.wait() for program in both] == [0, 0]
    assert len(list(folder.iterdir())) == 3


# ---- what is kept of a game -----------------------------------------------------

RULES = """
role(x). init(n(0)). parameter(top, 3).
legal(x, add). next(n(M)) :- true(n(N)), M is N + 1.
terminal :- true(n(N)), parameter(top, N).
goal(x, 7). title("Count").
"""


@pytest.fixture
def sheet(tmp_path: Path, folder: Path) -> Path:
    path = tmp_path / "count.pl"
    path.write_text(RULES)
    return path


def refused(*arguments: object, **named: object) -> NoReturn:
    raise AssertionError("the knowledge base is asked")


def played(path: Path, **parameters: int) -> tuple[int, dict[str, float]]:
    found = playouts(
        load(path, form="best", tier=None, kind=None, **parameters).initial,
        games=10,
        seed=1,
        tier="native",
    )
    return found.steps, found.goals


def test_a_kept_game_needs_no_knowledge_base(
    sheet: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = load(sheet, top=5)
    assert played(sheet, top=5) == (50, {"x": 7})
    assert {path.suffix for path in folder.iterdir()} == {".network", ".game"}
    with monkeypatch.context() as patched:
        patched.setattr(Engine, "request", refused)
        game = load(sheet, top=5)
        assert (game.title, game.roles, repr(game)) == (
            first.title,
            first.roles,
            repr(first),
        )
        assert played(sheet, top=5) == (50, {"x": 7})
        assert perft(game.initial, 9, tier="native")[-1].depth == 5
        for other in ({}, {"top": 4}):  # of which nothing is kept
            with pytest.raises(AssertionError):
                load(sheet, form="best", tier=None, kind=None, **other)
    # Asked for more, it is loaded as it would have been.
    assert game.after("add; add").facts == ("n(2)",)
    assert game.initial.legal == {"x": ("add",)}
    assert game.after("add; add", first.initial.play("add")).facts == ("n(3)",)
    with pytest.raises(MoveError):
        game.after("no")
    assert (game.form, game.warnings) == (first.form, first.warnings)
    assert game.initial == game.initial
    assert game.initial != first.initial


def test_rules_with_errors_are_not_kept(sheet: Path, folder: Path) -> None:
    played(sheet)
    sheet.write_text(f"{RULES} next(n(M)) :- true(n(N)).")
    for _ in range(2):
        with pytest.raises(RulesError, match="nothing binds"):
            load(sheet)
    sheet.write_text(RULES.replace("M is N + 1", "M is N + 3"))
    assert played(sheet) == (10, {"x": 7})


@pytest.mark.parametrize(
    "damage",
    [
        lambda whole: b"",
        lambda whole: whole[:-1],
        lambda whole: whole[:-1] + bytes([whole[-1] ^ 1]),
    ],
)
def test_a_damaged_description_is_made_again(
    sheet: Path, folder: Path, damage: Callable[[bytes], bytes]
) -> None:
    played(sheet)
    (path,) = folder.glob("*.game")
    whole = path.read_bytes()
    path.write_bytes(damage(whole))
    assert played(sheet) == (30, {"x": 7})
    assert path.read_bytes() == whole


def test_what_ends_the_compilation_is_no_end(
    sheet: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = load(sheet)
    request = Engine.request

    def interrupted(engine: Engine, operation: str, **data: Any) -> dict[str, Any]:
        if operation == "compile":
            data["inferences"] = 10
        return request(engine, operation, **data)

    with monkeypatch.context() as patched:
        patched.setattr(Engine, "request", interrupted)
        for _ in range(2):
            with pytest.raises(LimitError, match="cannot be prepared"):
                game.after("add")
    assert game.after("add").facts == ("n(1)",)
