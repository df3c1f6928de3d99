"""The tier that does the work where nobody names one."""

from __future__ import annotations

import time
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

import forked
import pytest
from click.testing import CliRunner
from games import loaded

from pygame_search import warm
from pygame_search.cli.app import command
from pygame_search.game import State, load
from pygame_search.machine import native_game
from pygame_search.network import kernel_cache
from pygame_search.network.grounding.ground_program import SECONDS
from pygame_search.network.kernel_cache import kernels_compiled, note_compiled
from pygame_search.search.core import tier_choice, tiers
from pygame_search.search.core.methods import read_method
from pygame_search.search.core.request import SearchRequest
from pygame_search.search.core.result import SearchResult
from pygame_search.search.game_tree.answer import Found, Scored, by_kernels
from pygame_search.search.game_tree.aside import native_aside
from pygame_search.search.game_tree.ready import is_ready
from pygame_search.search.monte_carlo.playouts import playouts
from pygame_search.search.perft import perft
from pygame_search.solving import solve as solving
from pygame_search.solving.solve import solve
from pygame_search.support import memory
from pygame_search.support.errors import InputError, LimitError, TierError
from pygame_search.support.memory import VARIABLE, memory_limit
from pygame_search.support.process import Aside, ProcessError
from pygame_search.support.work_limit import WorkLimit, within_work

best_module = import_module("pygame_search.search.best")
warm_command = import_module("pygame_search.cli.warm")

GAME = "connect_four(columns=5, rows=4)"


@pytest.fixture
def state(monkeypatch: pytest.MonkeyPatch) -> State:
    """A position whose searches take longer than the probe; the kernels are there."""
    monkeypatch.setattr(tier_choice, "kernels_compiled", lambda: True)
    monkeypatch.setattr(tier_choice, "PROBE", 600_000)
    monkeypatch.setattr(solving, "_PROBE", 500_000)
    return load(GAME).initial


def test_a_short_search_is_done_where_it_begins(state: State) -> None:
    found = state.best(depth=1)
    assert (found.tier, found.notes) == ("clauses", ())
    assert not native_game.is_native(state.game)


@pytest.mark.parametrize("method", ["minimax(depth=6)", "alphabeta(depth=10)"])
def test_a_long_search_goes_on_natively(state: State, method: str) -> None:
    found = state.best(method=method)
    one = state.best(method=method, tier="clauses")
    assert (found.tier, one.tier) == ("native", "clauses")
    assert (found.value, found.move, found.line) == (one.value, one.move, one.line)
    assert found.as_json()["tier"] == "native"
    again = state.best(depth=1)  # what ran before does not decide
    assert again.tier == "clauses"


def test_a_search_with_a_clock_keeps_to_it(state: State) -> None:
    found = state.best(seconds=0.5, method="deepening(depth=1)")
    assert found.stopped == "depth"
    found = load("connect_four").initial.best(seconds=1)
    assert found.stopped == "time"
    assert found.depth is not None


def test_neither_the_clock_nor_what_ran_before_chooses_the_tier(
    state: State, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a machine that is a thousand times slower, or faster, all is the same."""
    asked = "minimax(depth=5)", "minimax(depth=6)", "minimax(depth=5)"
    usual = [state.best(method=method) for method in asked]
    assert [one.tier for one in usual] == ["clauses", "native", "clauses"]
    monotonic, process_time = time.monotonic, time.process_time
    for speed in (1000, 0.001):
        monkeypatch.setattr(time, "monotonic", lambda: monotonic() * speed)  # noqa: B023
        monkeypatch.setattr(time, "process_time", lambda: process_time() * speed)  # noqa: B023
        found = [state.best(method=method) for method in asked]
        assert [one.tier for one in found] == [one.tier for one in usual]
        assert [one.nodes for one in found] == [one.nodes for one in usual]


def test_the_same_question_is_the_same_work(state: State) -> None:
    left = []
    perft(state, 1, tier="procedural")
    for _ in range(2):
        limit = WorkLimit(10**9)
        with within_work(limit):
            state.best(method="minimax(depth=4)", tier="clauses")
            perft(state, 4, tier="procedural")  # the second time all states are known
        left.append(limit.left)
    assert left[0] < 10**9 - 10**5
    assert left[0] == left[1]


def test_what_tells_its_steps_stays_in_the_first_tier(state: State) -> None:
    assert state.best(depth=4, record=True).tier == "clauses"
    assert state.best(method="mcpns(nodes=3)").tier == "procedural"
    assert state.best(method="legal").tier == ""


def test_sampling_is_native_from_a_number_on(state: State) -> None:
    for games, tier in ((50, "procedural"), (20_000, "native")):
        found = state.best(method=f"uct(simulations={games}, solver=false)")
        assert found.tier == tier
    assert state.best(method="uct(seconds=0.2)").tier == "native"


def test_where_the_native_tier_cannot_the_answer_says_why(
    state: State, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object, **__: object) -> None:
        raise TierError("it has no end")

    monkeypatch.setattr(native_game, "native", refused)
    found = state.best(method="minimax(depth=6)")
    assert found.tier == "clauses"
    assert found.notes == ("the native tier cannot: it has no end",)
    solved = solve(load("chomp(columns=4, rows=4)").initial, strength="strong")
    assert solved.tier == "clauses"


def test_weights_that_only_clauses_know(state: State) -> None:
    found = state.best(method="minimax(depth=6)", weights={"mobility": 1})
    assert found.tier == "clauses"
    [note] = [note for note in found.notes if "the native tier" in note]
    assert "weighs the features of the rule file alone, found mobility" in note


def test_without_compiled_kernels_nobody_waits(
    state: State, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tier_choice, "kernels_compiled", lambda: False)
    found = state.best(depth=3)
    assert (found.tier, found.notes) == ("clauses", ())
    found = state.best(method="minimax(depth=6)")
    assert found.tier == "clauses"
    assert found.notes == (tier_choice.NOT_COMPILED,)


@pytest.mark.parametrize("seconds", [None, 5.0])
@pytest.mark.parametrize(
    ("code", "said"), [("time", True), ("out_of_memory", True), ("size", False)]
)
def test_an_end_without_an_answer_names_the_kernels(
    state: State,
    monkeypatch: pytest.MonkeyPatch,
    seconds: float | None,
    code: str,
    said: bool,
) -> None:
    def run(tier: str, seconds: float | None) -> None:
        raise LimitError("over", code)

    monkeypatch.setattr(tier_choice, "kernels_compiled", lambda: False)
    with pytest.raises(LimitError) as caught:
        tier_choice.in_best_tier(
            state.game, run, first="clauses", seconds=seconds, probe=0
        )
    assert caught.value.code == code
    told = f"over; {tier_choice.NOT_COMPILED}" if said else "over"
    assert caught.value.reason == told


def test_solve_names_the_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tier_choice, "kernels_compiled", lambda: False)
    with pytest.raises(LimitError) as caught:
        solve(load("chess").initial, seconds=0.3)
    assert caught.value.reason.startswith("not decided: ")
    assert caught.value.reason.endswith(tier_choice.NOT_COMPILED)


def test_another_limit_is_not_taken_for_the_end_of_the_probe(state: State) -> None:
    def run(tier: str, seconds: float | None) -> None:
        assert (tier, seconds) == ("clauses", None)
        raise LimitError("too large", "size")

    with pytest.raises(LimitError, match="too large"):
        tier_choice.in_best_tier(
            state.game, run, first="clauses", seconds=None, probe=1000
        )


@pytest.mark.usefixtures("state")
def test_solving_goes_on_natively() -> None:
    found = solve(load("tic_tac_toe").initial)
    assert (found.tier, found.values) == ("native", {"x": 0, "o": 0})
    small = load("nim(heaps=[1, 2])").initial
    assert solve(small, method="proof_number", nodes=10**6).tier == "clauses"


def test_solving_natively_for_what_only_that_tier_has(state: State) -> None:
    small = load("nim(heaps=[1, 2])").initial
    assert solve(small, memory=1 << 26).tier == "native"
    assert solve(small, method="proof_number", strength="weak").tier == "native"
    assert solve(small, method="tabled").tier == "clauses"
    with pytest.raises(InputError, match="no tier"):
        solve(small, tier="nativ")


def test_counting_goes_on_natively(state: State) -> None:
    long, one = perft(state, 7), perft(state, 7, tier="clauses")
    assert (long.tier, one.tier) == ("native", "clauses")
    assert long == one
    assert perft(load("nim(heaps=[1, 2])").initial, 2).tier == "clauses"
    assert perft(load("nim(heaps=[1, 2])").initial, 2, workers=2).tier == "native"


#: It takes 31 moves.
FAR = "eight_puzzle(board=[8, 6, 7, 2, 5, 4, 3, 0, 1])"


@pytest.mark.usefixtures("state")
def test_a_long_path_is_found_natively() -> None:
    found, end = load(FAR).paths()
    assert (found.tier, found.cost, found.notes) == ("native", 31, ())
    assert (end.tier, end.stopped, end.earlier) == ("native", "none", 1)
    assert found.as_json()["tier"] == "native"
    assert str(found).endswith(" s, native tier")
    assert load(FAR).path(tier="native").cost == 31


@pytest.mark.usefixtures("state")
@pytest.mark.parametrize(
    ("call", "how"),
    [
        ("river_crossing", {}),
        ("water_jugs", {}),
        ("river_crossing", {"method": "depth"}),
        ("river_crossing", {"prune": "cycles"}),
        ("river_crossing", {"start": "cross(goat)"}),
    ],
)
def test_a_short_path_is_found_in_clauses(call: str, how: dict[str, Any]) -> None:
    game = load(call)
    if "start" in how:
        how["start"] = game.after(how["start"])
    found = game.path(**how)
    assert (found.found, found.tier, found.notes) == (True, "clauses", ())
    same = game.path(**how, tier="clauses")
    assert (found.states, found.expanded) == (same.states, same.expanded)


@pytest.mark.usefixtures("state")
def test_each_path_has_its_own_time() -> None:
    found = list(load("river_crossing").paths(seconds=20))
    assert [one.stopped for one in found] == ["found", "none"]
    with pytest.raises(LimitError):
        load(FAR).path(seconds=0.05, tier="clauses")


@pytest.mark.parametrize("error", [TierError("no"), LimitError("too large", "size")])
def test_a_refusal_is_remembered(
    state: State, monkeypatch: pytest.MonkeyPatch, error: TierError | LimitError
) -> None:
    """It is tried again only if it failed at a limit, and there is more time."""
    tried: list[float] = []

    def refuse(game: object, seconds: float, estimate: bool) -> NoReturn:
        tried.append(seconds)
        raise error

    monkeypatch.setattr(native_game, "_built", refuse)
    monkeypatch.setattr(native_game, "cached", lambda content, make, note: make())
    for seconds in (1, 1, 0.5, 3, 2):
        with pytest.raises(type(error), match=str(error)):
            native_game.native(state.game, seconds=seconds)
    assert tried == ([1] if isinstance(error, TierError) else [1, 3])
    failed = ProcessError("killed")
    other = load(GAME)
    for _ in range(2):
        error = failed
        with pytest.raises(TierError, match="killed"):
            native_game.native(other)
    assert tried[-2:] == [SECONDS, SECONDS]


def test_many_random_games_are_native(state: State) -> None:
    assert playouts(state, games=20).tier == "clauses"
    assert playouts(state, games=20).goals == playouts(state, games=20).goals
    assert playouts(state, games=tier_choice.MANY_GAMES).tier == "native"
    timed = playouts(state, seconds=0.1)
    assert (timed.tier, timed.notes) == ("native", ())
    assert str(timed).splitlines()[0].endswith(", native tier")


def test_the_mark_of_compiled_kernels(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is left once, in the first folder that may be written to."""
    closed, open_ = tmp_path / "a file", tmp_path / "cache"
    closed.touch()
    monkeypatch.setattr(kernel_cache, "folders", lambda: iter((closed, open_)))
    assert not kernels_compiled()
    assert note_compiled()
    assert kernels_compiled()
    assert len(list(open_.iterdir())) == 1
    monkeypatch.setattr(kernel_cache, "_kernel_sources", lambda: b"others")
    assert not kernels_compiled()
    monkeypatch.setattr(kernel_cache, "folders", lambda: iter((closed,)))
    assert not note_compiled()


def test_a_kernel_that_is_compiled_is_reported(tmp_path: Path) -> None:
    """Each once, with its number; one that is kept on disk is not."""
    (tmp_path / "script.py").write_text(KERNELS)
    first, second = (
        forked.run([tmp_path / "script.py"], text=True, check=True).stdout
        for _ in range(2)
    )
    assert first == "low 0\nhigh 1\n14\n"
    assert second == "14\n"


def test_warm_says_what_it_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warm, "main", lambda: kernel_cache.report_compiling("walk"))
    monkeypatch.setattr(warm_command, "kernels_compiled", lambda: False)
    told = CliRunner().invoke(command, ["warm"])
    assert (told.exit_code, told.output) == (0, "compiled 1 kernel in 0 s\n")
    monkeypatch.setattr(warm_command, "kernels_compiled", lambda: True)
    assert CliRunner().invoke(command, ["warm"]).output == "the kernels are compiled\n"


#: A script with two kernels, one of which calls the other.
KERNELS = """
from pygame_search.network.jit import kernel
from pygame_search.network.kernel_cache import compile_reports

@kernel
def low(word):
    return word * 3

@kernel
def high(word):
    return low(word) + 2

with compile_reports(lambda name, before: print(name, before)):
    low(1)
    print(high(4))
"""


def test_a_tier_is_a_row() -> None:
    """Each function that a row names is there, and does nothing for other tiers."""
    for tier in tiers.TIERS.values():
        for kind in tier.does:
            assert callable(tiers.work(tier.name, kind))
    kinds = [set(tier.does) for tier in tiers.TIERS.values()]
    assert {"search", "playouts", "path", "perft", "solve"} <= set.intersection(*kinds)


def test_a_tier_of_stubs_is_one_row_more(monkeypatch: pytest.MonkeyPatch) -> None:
    row = tiers.Tier("stub", "nothing", does={"perft": "search.perft:by_clauses"})
    monkeypatch.setattr(tiers, "TIERS", {**tiers.TIERS, "stub": row})
    start = loaded("nim").initial
    assert start.perft(2, tier="stub").tier == "stub"
    assert list(start.perft(2, tier="stub")) == list(start.perft(2, tier="clauses"))
    with pytest.raises(TierError, match=r"does not do this \(playouts\)"):
        start.playouts(games=2, tier="stub")
    with pytest.raises(InputError, match="alphabeta is a method of clauses"):
        start.best(depth=1, tier="stub")


# ---- a game that is no network yet, and a clock --------------------------------


def beside_clauses(
    monkeypatch: pytest.MonkeyPatch,
    state: State,
    answer: Found | Exception | None,
    seconds: float = 0.5,
) -> SearchResult:
    """Return the best move where another process answers so, at once or never."""
    other: Aside[Found] = Aside()
    if isinstance(answer, Exception):
        other.set_exception(answer)
    elif answer is not None:
        other.set_result(answer)
    monkeypatch.setattr(best_module, "is_ready", lambda request: False)
    monkeypatch.setattr(tier_choice, "HEAD_START", 0.0)
    monkeypatch.setattr(best_module, "native_aside", lambda request, memory: other)
    return state.best(seconds=seconds, method="deepening")


def found_natively(state: State, depth: int, stopped: str) -> Found:
    asked = state.best(method="deepening", depth=depth, tier="native")
    assert asked.depth == depth
    move = asked.moves[0]
    moves: list[Scored] = [([*move.joint], 7, "exact", [[*move.joint]])]
    return Found(moves, depth, 1, stopped, 10, 5, 1, 0)


def test_the_other_process_has_seen_all(
    state: State, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its answer ends the search by the clauses, which would go on for long."""
    far = load("connect_four").initial
    answer = found_natively(far, 2, "depth")
    found = beside_clauses(monkeypatch, far, answer, seconds=60)
    assert (found.tier, found.depth, found.nodes) == ("native", 2, 10)
    assert (found.stopped, found.notes) == ("depth", far.best(depth=1).notes)
    assert far.best(depth=2, tier="clauses").nodes > 2  # nothing is left of the end


@pytest.mark.parametrize(("depth", "tier"), [(1, "clauses"), (9, "native")])
def test_the_deeper_answer_counts(
    state: State, monkeypatch: pytest.MonkeyPatch, depth: int, tier: str
) -> None:
    answer = found_natively(state, 1, "time")
    found = beside_clauses(monkeypatch, state, replace(answer, depth=30 * (depth > 1)))
    assert found.tier == tier
    assert (tier_choice.NOT_IN_TIME in found.notes) == (tier == "clauses")


@pytest.mark.parametrize(
    ("answer", "note"),
    [
        (None, tier_choice.NOT_IN_TIME),
        (TierError("it has no end"), "the native tier cannot: it has no end"),
    ],
)
def test_without_an_answer_that_of_the_clauses_counts(
    state: State, monkeypatch: pytest.MonkeyPatch, answer: Exception | None, note: str
) -> None:
    found = beside_clauses(monkeypatch, state, answer)
    assert (found.tier, found.stopped) == ("clauses", "time")
    assert note in found.notes


def test_a_short_search_needs_no_other_process(
    state: State, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(best_module, "is_ready", lambda request: False)
    begun: list[object] = []
    monkeypatch.setattr(best_module, "native_aside", lambda *asked: begun.append(asked))
    found = load("nim(heaps=[1, 2])").initial.best(seconds=60)
    assert (found.tier, found.stopped, found.notes) == ("clauses", "complete", ())
    assert begun == []


def test_the_search_of_the_other_process(state: State) -> None:
    """It finds what the native tier finds in this one."""
    request = SearchRequest(
        state.play("drop(2)"), "x", read_method("deepening(depth=5)"), "clauses",
        depth=5, seconds=300.0,
    )  # fmt: skip
    found = native_aside(request, memory_limit() // 2).result()
    here = by_kernels(replace(request, tier="native"))
    assert found.stopped == "depth"
    assert replace(found, depths=[]) == replace(here, depths=[])


def test_the_other_process_says_what_it_cannot(state: State) -> None:
    request = SearchRequest(
        state, "x", read_method("deepening"), "clauses",
        seconds=300.0, weights={"mobility": 1},
    )  # fmt: skip
    with pytest.raises(TierError, match="mobility"):
        native_aside(request, memory_limit() // 2).result()


def test_the_other_process_needs_no_more_than_its_part(state: State) -> None:
    request = SearchRequest(
        state, "x", read_method("deepening(depth=3)"), "clauses",
        depth=3, seconds=300.0,
    )  # fmt: skip
    assert native_aside(request, 400 << 20).result().depth == 3


def test_two_processes_share_the_limit_of_memory(
    state: State, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory, "memory_used", lambda: 3000 << 20)
    monkeypatch.setenv(VARIABLE, "4000")  # more than the process holds
    whole, given, other = memory_limit(), list[int](), Aside[Found]()

    def begin(request: SearchRequest, memory: int) -> Aside[Found]:
        given.extend((memory, memory_limit()))
        return other

    monkeypatch.setattr(best_module, "is_ready", lambda request: False)
    monkeypatch.setattr(tier_choice, "HEAD_START", 0.0)
    monkeypatch.setattr(best_module, "native_aside", begin)
    state.best(seconds=0.5, method="deepening")
    assert sum(given) == whole == memory_limit()
    assert given[0] == 500 << 20


def test_with_little_memory_there_is_no_other_process(
    state: State, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory, "memory_used", lambda: 3700 << 20)
    monkeypatch.setenv(VARIABLE, "4000")  # more than the process holds
    monkeypatch.setattr(best_module, "is_ready", lambda request: False)
    monkeypatch.setattr(tier_choice, "HEAD_START", 0.0)
    begun: list[object] = []
    monkeypatch.setattr(best_module, "native_aside", lambda *asked: begun.append(asked))
    found = state.best(seconds=0.5, method="deepening")
    assert (found.tier, begun) == ("clauses", [])
    assert tier_choice.NO_MEMORY in found.notes


def test_a_process_beside_this_one_can_be_ended(state: State) -> None:
    request = SearchRequest(
        state, "x", read_method("deepening"), "clauses", seconds=300.0
    )
    other = native_aside(request, memory_limit() // 2)
    other.stop()
    with pytest.raises(ProcessError):
        other.result(60)


def test_a_native_search_leaves_a_mark(
    state: State, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """It is for the role, the weights, and the parameters of the game."""
    monkeypatch.setenv("PYGAME_SEARCH_CACHE", str(tmp_path))

    def ready(state: State, role: str, **weights: int) -> bool:
        call = read_method("deepening(depth=2)")
        return is_ready(SearchRequest(state, role, call, weights=weights))

    assert not ready(state, "x")
    state.best(depth=2, tier="native")
    assert ready(state, "x")
    assert ready(state.play("drop(2)"), "x")
    assert not ready(state, "o")
    assert not ready(state, "x", centre=2)
    assert not ready(load("connect_four(columns=5, rows=5)").initial, "x")
