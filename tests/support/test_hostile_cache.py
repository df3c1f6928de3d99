"""Files of the cache that somebody else has written: made anew, never a crash."""

from __future__ import annotations

import json
import logging
import os
import stat
import struct
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import forked
import pytest
from click.testing import CliRunner
from games import loaded
from ground_programs import random_ground

from pygame_search.cli.app import command
from pygame_search.experiments.checking import check
from pygame_search.game import load
from pygame_search.machine.network_cache import cached
from pygame_search.model.description_cache import kept_description
from pygame_search.network.circuit.build import build
from pygame_search.network.circuit.serialization import (
    VERSION,
    DamagedError,
    from_bytes,
    to_bytes,
)
from pygame_search.network.grounding import ground_program
from pygame_search.network.grounding.ground_program import ground
from pygame_search.network.grounding.refusals import keep_refusal, kept_refusal
from pygame_search.network.network import Network
from pygame_search.search.perft import perft
from pygame_search.support import disk_cache
from pygame_search.support.disk_cache import VARIABLE, cache_folder, keep, read
from pygame_search.support.errors import LimitError, TierError
from pygame_search.support.process import answer_of

HOSTILE = Path(__file__).parent / "hostile_networks.py"

#: A game whose network has a loop: what can be reached.
LOOP = r"""
role(x). init(link(1, 2)). init(link(2, 3)). init(link(3, 1)). init(step(0)).
node(1). node(2). node(3). node(4).
legal(x, cut(A, B)) :- true(link(A, B)).
legal(x, tie(A, B)) :- node(A), node(B), A =\= B, \+ true(link(A, B)).
next(link(A, B)) :- true(link(A, B)), \+ does(x, cut(A, B)).
next(link(A, B)) :- does(x, tie(A, B)).
next(step(M)) :- true(step(N)), N < 6, M is N + 1.
reach(1).
reach(B) :- reach(A), true(link(A, B)).
terminal :- true(step(6)).
terminal :- reach(4).
goal(x, 100) :- reach(4).
goal(x, 0) :- \+ reach(4).
"""


@pytest.fixture(scope="module")
def network() -> Network:
    return build(random_ground(6, 40))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "kept"))
    disk_cache._warn.cache_clear()
    return tmp_path / "kept"


# ---- networks ------------------------------------------------------------------

_MARK = b"pygame_search network\n"


def sealed(body: bytes) -> bytes:
    return _MARK + struct.pack("<HQI", VERSION, len(body), zlib.crc32(body)) + body


def with_header(whole: bytes, change: Callable[[dict[str, Any]], object]) -> bytes:
    """A file whose header is another, with the right checksum."""
    body = whole[len(_MARK) + 14 :]
    (size,) = struct.unpack_from("<Q", body)
    header = json.loads(body[8 : 8 + size])
    change(header)
    text = json.dumps(header).encode()
    text += b" " * (-(len(_MARK) + 14 + 8 + len(text)) % 64)
    return sealed(struct.pack("<Q", len(text)) + text + body[8 + size :])


def _put(part: str, name: str, value: Any) -> Callable[[dict[str, Any]], object]:
    return lambda header: header[part].update({name: value})


def _left_out(part: str, name: str) -> Callable[[dict[str, Any]], object]:
    return lambda header: header[part].pop(name)


def test_headers_that_lie(network: Network) -> None:
    whole = to_bytes(network)
    assert from_bytes(with_header(whole, lambda header: None)) == network
    deep: list[Any] = []
    for _ in range(900):
        deep = [deep]
    names = json.loads(whole[whole.index(b"{") :].split(b"} ")[0] + b"}")
    odd: tuple[Any, ...]
    odd = (None, True, -2, 10**30, 1.5, "x", [], deep, {}, [None], [[0]], [1, "x"])
    for name, before in names["words"].items():
        for value in odd:
            if value == before or (name == "always" and value == []):
                continue
            changed = with_header(whole, _put("words", name, value))
            with pytest.raises(DamagedError):
                from_bytes(changed)
    outputs = names["words"]["outputs"]
    for at, (relation, defined, sorts) in enumerate(outputs):
        for lie in (
            [relation, int(defined), sorts], [relation, None, sorts],
            [relation, defined, sorts[::-1] if sorts else ["role"]],
            [relation, defined, ["name"] * len(sorts) if sorts else [7]],
            ["another", defined, sorts], [None, defined, sorts], [relation],
        ):  # fmt: skip
            lies_of = [*outputs[:at], lie, *outputs[at + 1 :]]
            changed = with_header(whole, _put("words", "outputs", lies_of))
            with pytest.raises(DamagedError):
                from_bytes(changed)
    for name, (dtype, shape, place) in names["arrays"].items():
        lies: list[Any] = [
            *([kind, shape, place] for kind in ("|O", "<f4", ">i4", "<i8", "V4", None)),
            *([kind, shape, place] for kind in ([["a", "<i4"]], "nonsense", 7)),
            *([dtype, [2**62], place], [dtype, [-1], place], [dtype, [1, 1, 1], place]),
            *([dtype, [2**32, 2**32], place], [dtype, shape, -64], [dtype, "x", 0]),
            *([dtype, shape, 1], [dtype, shape, 2**62], [dtype, None, 0], [], None),
            [dtype, [shape[0] + 1, *shape[1:]], place],
            [dtype, [*shape, 1], place],
            deep,
        ]
        for lie in lies:
            changed = with_header(whole, _put("arrays", name, lie))
            with pytest.raises(DamagedError):
                from_bytes(changed)
    for part in ("words", "arrays"):
        for name in names[part]:
            changed = with_header(whole, _left_out(part, name))
            with pytest.raises(DamagedError):
                from_bytes(changed)
    for body in (b"", b"\xff" * 8, struct.pack("<Q", 5) + b"[1,2]", b"[" * 10**6):
        with pytest.raises(DamagedError):
            from_bytes(sealed(body))
    nested = b"[" * 100_000
    with pytest.raises(DamagedError):
        from_bytes(sealed(struct.pack("<Q", len(nested)) + nested))


@pytest.mark.parametrize("game", ["tic_tac_toe", "loop", "missionaries"])
def test_kernels_never_see_what_is_out_of_range(game: str, tmp_path: Path) -> None:
    call = game
    if game == "loop":
        (tmp_path / "loop.pl").write_text(LOOP)
        call = str(tmp_path / "loop.pl")
    done = forked.run([HOSTILE, call, "1"], text=True)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout.replace("'", '"'))
    assert told["refused"] >= 60


def test_the_rules_of_all_games_make_networks_that_are_read() -> None:
    for call in ("nim", "goofspiel(cards=3)", "hexapawn", "pig"):
        from pygame_search.machine.native_game import native

        made = native(loaded(call)).network
        assert from_bytes(to_bytes(made)) == made


# ---- places --------------------------------------------------------------------


def pipe(path: Path) -> None:
    os.mkfifo(path)


def device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def loop(path: Path) -> None:
    path.symlink_to(path)


def huge(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(1 << 40)


@pytest.mark.parametrize("make", [pipe, device, loop, huge])
def test_what_is_no_plain_file_is_made_again(
    make: Callable[[Path], None], folder: Path, network: Network
) -> None:
    cached(["rules"], lambda: network)
    (path,) = folder.iterdir()
    path.unlink()
    make(path)
    notes: list[str] = []
    assert cached(["rules"], lambda: network, note=notes.append) is network
    assert len(notes) == 1
    assert "is made again" in notes[0]
    assert stat.S_ISREG(path.lstat().st_mode)
    assert from_bytes(read(path)) == network


def test_a_link_is_not_written_through(folder: Path, tmp_path: Path) -> None:
    folder.mkdir(mode=0o700)
    (tmp_path / "mine").write_text("mine")
    (folder / "kept").symlink_to(tmp_path / "mine")
    keep(folder / "kept", b"data")
    assert (tmp_path / "mine").read_text() == "mine"
    assert (folder / "kept").read_bytes() == b"data"


def test_a_folder_in_the_place_of_a_file_is_done_without(
    folder: Path, network: Network
) -> None:
    cached(["rules"], lambda: network)
    (path,) = folder.iterdir()
    path.unlink()
    path.mkdir()
    notes: list[str] = []
    assert cached(["rules"], lambda: network, note=notes.append) is network
    assert "is not kept" in notes[-1]


# ---- what is made again ---------------------------------------------------------


def text_kept(made: str, notes: list[str]) -> str:
    """A text that is kept, or made."""
    return disk_cache.kept(
        ".text", ["rules"], lambda: made, what="the text",
        pack=lambda text: disk_cache.sealed(text.encode()),
        unpack=lambda data: disk_cache.unsealed(data).decode(), note=notes.append,
    )  # fmt: skip


@pytest.mark.parametrize(
    "damage",
    [
        lambda whole: b"",
        lambda whole: whole[:-1],
        lambda whole: whole[:31],
        lambda whole: whole + b"\0",
        *(
            lambda whole, at=at: whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :]
            for at in (0, 3, 4, -1)
        ),
        lambda whole: disk_cache.sealed(b"\xff"),  # which is no text
    ],
)
def test_a_damaged_file_is_made_again(
    damage: Callable[[bytes], bytes], folder: Path
) -> None:
    notes: list[str] = []
    assert text_kept("made", notes) == "made"
    assert text_kept("not again", notes) == "made"
    assert not notes
    (path,) = folder.iterdir()
    whole = path.read_bytes()
    path.write_bytes(damage(whole))
    assert text_kept("anew", notes) == "anew"
    assert text_kept("not again", notes) == "anew"
    (note,) = notes
    assert note.startswith(f"the text kept in {path} is made again: ")
    path.write_bytes(whole)
    assert text_kept("not again", notes) == "made"


def test_what_cannot_be_kept_is_made_each_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv(VARIABLE, str(tmp_path / "file" / "kept"))
    notes: list[str] = []
    assert [text_kept(made, notes) for made in ("one", "two")] == ["one", "two"]
    assert any("the text is not kept in" in note for note in notes)
    notes.clear()
    monkeypatch.setenv(VARIABLE, "off")
    assert text_kept("three", notes) == "three"
    assert not notes


# ---- refusals --------------------------------------------------------------------

TOO_LARGE = """
role(x). init(n(3)). legal(x, go). terminal :- true(n(0)). goal(x, 0).
next(n(M)) :- true(n(N)), N > 2, M is N * N.
"""


def test_a_refusal_is_known_to_the_next_process(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet = tmp_path / "large.pl"
    sheet.write_text(TOO_LARGE)

    def told_by_check() -> dict[str, str]:
        result = CliRunner().invoke(command, ["check", str(sheet), "--json"])
        refused: dict[str, str] = json.loads(result.stdout)["refused"]
        return refused

    assert "native tier" not in "\n".join(check(sheet).inspected())
    assert told_by_check() == {}

    def refusal() -> str:
        with pytest.raises(TierError) as refused:
            ground(load(sheet), named=True)
        return str(refused.value)

    asked: list[str] = []

    def counted(module: str, request: bytes) -> bytes:
        asked.append(module)
        return answer_of(module, request)

    monkeypatch.setattr(ground_program, "answer_of", counted)
    told = refusal()
    assert "more than 32 bits" in told
    assert (refusal(), len(asked)) == (told, 1)
    why = told.removeprefix("large: ")
    assert f"large: the native tier refuses it: {why}" in str(check(sheet).inspected())
    assert told_by_check() == {str(sheet): why}
    (path,) = folder.glob("*.refused")
    whole = path.read_bytes()
    right = json.loads(disk_cache.unsealed(whole))
    odd: tuple[object, ...] = (None, True, 7, [], {})
    lies: list[object] = [None, [], {}, 7, "x", {**right, "code": "size"}]
    for name in right:
        lies += [{**right, name: lie} for lie in odd]
        lies.append({n: value for n, value in right.items() if n != name})
    data = [disk_cache.sealed(json.dumps(lie).encode()) for lie in lies]
    data += [disk_cache.sealed(x) for x in (b"", b"\xff", b"[" * 100_000)]
    for damaged in (*data, b"", whole[:-1], whole + b"\0"):
        path.write_bytes(damaged)
        assert kept_refusal(path, 1.0) is None
    assert (refusal(), len(asked)) == (told, 2)
    assert path.read_bytes() == whole
    path.unlink()
    os.mkfifo(path)
    assert (refusal(), len(asked)) == (told, 3)
    sheet.write_text(TOO_LARGE.replace("n(3)", "n(4)"))
    assert (refusal(), len(asked)) == (told, 4)


def test_a_refusal_holds_for_as_much_time(folder: Path) -> None:
    folder.mkdir(mode=0o700)
    path = folder / "x.refused"
    for code, later in (("time", False), ("memory", True)):
        keep_refusal(path, LimitError("too large", code), 20.0)
        for seconds, holds in ((1.0, True), (20.0, True), (20.1, later)):
            found = kept_refusal(path, seconds)
            assert (found is not None) == holds
            assert found is None or str(found) == "too large"


# ---- the folder ----------------------------------------------------------------


def test_the_folder_is_the_users_alone(folder: Path, network: Network) -> None:
    before = os.umask(0)
    try:
        cached(["rules"], lambda: network)
    finally:
        os.umask(before)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


@pytest.mark.parametrize("mode", [0o770, 0o707, 0o1777])
def test_a_folder_that_others_may_write_to_is_not_used(
    mode: int, folder: Path, network: Network, caplog: pytest.LogCaptureFixture
) -> None:
    folder.mkdir()
    folder.chmod(mode)
    with caplog.at_level(logging.WARNING):
        for _ in range(2):
            assert cache_folder() is None
            assert cached(["rules"], lambda: network) is network
    assert not list(folder.iterdir())
    (told,) = caplog.messages  # once
    assert "other users may write to it" in told
    assert f"{mode:04o}" in told


def test_a_folder_of_somebody_else_is_not_used(
    folder: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    folder.mkdir(mode=0o700)
    monkeypatch.setattr(os, "geteuid", lambda: folder.stat().st_uid + 1)
    with caplog.at_level(logging.WARNING):
        assert cache_folder() is None
    (told,) = caplog.messages
    assert "belongs to another user" in told


# ---- descriptions --------------------------------------------------------------

RULES = """
role(x). init(n(0)). legal(x, add). next(n(M)) :- true(n(N)), M is N + 1.
terminal :- true(n(3)). goal(x, 7). weight(size, 2). feature(x, size, N) :- true(n(N)).
"""


def test_descriptions_that_lie(folder: Path, tmp_path: Path) -> None:
    sheet = tmp_path / "count.pl"
    sheet.write_text(RULES)
    lines = perft(load(sheet).initial, 9, tier="native")
    (path,) = folder.glob("*.game")
    whole = path.read_bytes()
    right = json.loads(disk_cache.unsealed(whole))
    book = load(sheet).book

    def given(data: bytes) -> object:
        path.write_bytes(disk_cache.sealed(data))
        return kept_description(book, ())

    assert given(disk_cache.unsealed(whole)) == right
    odd: tuple[Any, ...]
    odd = (None, True, 7, 10**30, 1.5, "x", ["x"], [7], {}, [[]], [None], [[7, "x"]])
    for name in right:
        for value in odd:
            text = json.dumps(right | {name: value}).encode()
            found = given(text)
            assert found is None or (found == json.loads(text) and fits(name, value))
        assert (
            given(json.dumps({n: v for n, v in right.items() if n != name}).encode())
            is None
        )
    for data in (b"", b"null", b"[]", b"\xff", b"[" * 100_000, b"1" * 10_000, b"{}"):
        assert given(data) is None
    path.unlink()
    os.mkfifo(path)
    assert perft(load(sheet).initial, 9, tier="native") == lines
    assert path.read_bytes() == whole


def test_sums_that_lie(folder: Path) -> None:
    """What is kept of two players' goals is one of the answers that there may be."""
    game = load("hexapawn")
    found = game.goal_sum
    (path,) = folder.glob("*.game")
    whole = path.read_bytes()
    right = json.loads(disk_cache.unsealed(whole))
    assert right["goal_sum"] == [found.source, found.total, found.games]

    def takes(value: object) -> bool:
        data = json.dumps(right | {"goal_sum": value}).encode()
        path.write_bytes(disk_cache.sealed(data))
        return kept_description(game.book, ()) is not None

    for right_one in (
        ["proved", 100, 0], ["sampled", -1, 40], ["varies", None, 0],
        ["unknown", None, 0],
    ):  # fmt: skip
        assert takes(right_one)
    wrong: list[object] = [None, True, 7, "proved", {}, [], ["proved", 100]]
    wrong += [["proved", total, 0] for total in (None, True, 1.5, "x", [7])]
    wrong += [["sampled", 100, games] for games in (None, True, 1.5, "x", [7], 0, -1)]
    wrong += [[source, 100, 0] for source in (None, 1, "x", "none", "declared")]
    wrong += [["varies", 100, 0], ["unknown", 0, 0], ["varies", None, 1]]
    wrong += [["proved", 100, 4096], ["proved", 100, 0, 0]]
    for value in wrong:
        assert not takes(value), value
    assert load("hexapawn").goal_sum == found
    assert path.read_bytes() == whole


def fits(name: str, value: object) -> bool:
    """Whether a description may have a value."""
    kinds: dict[str, Callable[[Any], bool]] = {
        "about": lambda v: v is None or isinstance(v, str),
        "column_labels": lambda v: v == [[7, "x"]],
        "constant_sum": lambda v: v is None or type(v) is int,
        "default_texts": lambda v: v == ["x"],
        "chequered": lambda v: isinstance(v, bool),
        "turns": lambda v: isinstance(v, bool),
        "histories": lambda v: isinstance(v, bool),
        "noisy": lambda v: isinstance(v, bool),
        "colours": lambda v: v == [["x", "x"]],
        "hexagonal": lambda v: isinstance(v, bool),
        "lines": lambda v: v == [[7, 7, 7, 7]],
        "square_names": lambda v: v == [[7, 7, "x"]],
        "notated": lambda v: isinstance(v, bool),
        "numbered": lambda v: v == ["x"],
        "symbols": lambda v: v == [["x", "x"]],
        "position_parameter": lambda v: v is None or isinstance(v, str),
        "row_labels": lambda v: v == [[7, "x"]],
        "rows_from_below": lambda v: isinstance(v, bool),
        "source": lambda v: v is None or isinstance(v, str),
        "title": lambda v: v is None or isinstance(v, str),
        "convention": lambda v: isinstance(v, str),
        "space": lambda v: isinstance(v, str),
        "estimate": lambda v: isinstance(v, bool),
        "hidden": lambda v: isinstance(v, bool),
        "roles": lambda v: v == ["x"],
        "outcomes": lambda v: v == [7],
        "worths": lambda v: v == [[]],
    }
    return name in kinds and kinds[name](value)


def test_files_below_a_folder_count_in_its_digest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    inner = tmp_path / "digested" / "inner"
    inner.mkdir(parents=True)
    file = inner / "part.py"
    for text in (inner.parent / "__init__.py", file):
        text.write_text("", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    digest = disk_cache.sources.__wrapped__
    whole, top = digest("digested"), digest("digested", below=False)
    file.write_text("changed = True\n", encoding="utf-8")
    assert digest("digested") != whole
    assert digest("digested", below=False) == top
    monkeypatch.setattr(disk_cache, "logic_folder", lambda: inner.parent)
    rules = disk_cache.logic.__wrapped__()
    (inner / "part.pl").write_text("a.\n", encoding="utf-8")
    assert disk_cache.logic.__wrapped__() != rules
