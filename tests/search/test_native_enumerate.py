"""Nodes and distinct states counted by kernels."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from games import FOLDER, NOT_NATIVE, loaded
from hypothesis import given, settings
from hypothesis import strategies as st

from pygame_search.game import Game, load_text
from pygame_search.machine.clauses import ClauseMachine
from pygame_search.machine.kernel_evaluator import KernelEvaluator
from pygame_search.machine.native_game import native
from pygame_search.machine.network import NetworkMachine
from pygame_search.network.lanes.lane_words import LANES, WORDS, empty_rows
from pygame_search.network.lanes.transpose import from_rows, to_rows
from pygame_search.network.packing import pack, unpack
from pygame_search.network.searches import perft as kernels
from pygame_search.network.searches.perft import Counts
from pygame_search.network.searches.reachable import reachable
from pygame_search.search.perft import Level, perft
from pygame_search.support.errors import LimitError


def tables() -> Iterator[tuple[str, tuple[int, ...], bool]]:
    for line in Path(FOLDER / "perft.tsv").read_text(encoding="utf-8").splitlines():
        if not line.startswith("#") and line:
            call, *words = line.split("\t")
            if call.partition("(")[0] in NOT_NATIVE:
                continue
            end = words[-1] == "end"
            yield call, tuple(map(int, words[: -1 if end else None])), end


@pytest.mark.parametrize(("call", "nodes", "end"), list(tables()))
def test_perft(call: str, nodes: tuple[int, ...], end: bool) -> None:
    levels = perft(loaded(call).initial, len(nodes) + end, tier="native")
    assert tuple(level.nodes for level in levels) == nodes


@pytest.mark.parametrize("tier", ["clauses", "procedural", "native"])
def test_nothing_comes_after_the_end(tier: str) -> None:
    """Whatever moves the rules allow there."""
    game = load_text(
        "role(p). init(n(0)). legal(p, on). terminal :- true(n(2)). goal(p, 0). "
        "next(n(M)) :- true(n(N)), M is N + 1, M < 5."
    )
    last = game.initial.play("on")
    assert perft(game.initial, 5, tier=tier) == (Level(1, 1, 0), Level(2, 1, 1))
    assert perft(last, 5, tier=tier) == (Level(1, 1, 1),)
    end = last.play("on")
    assert end.terminal
    assert perft(end, 5, tier=tier) == ()


@pytest.mark.parametrize(
    "call", ["skirmish", "pig", "goofspiel", "nim", "helen_and_stavros", "othello"]
)
def test_perft_is_that_of_the_clauses(call: str) -> None:
    state = loaded(call).initial
    assert perft(state, 4, tier="native") == perft(state, 4)


def test_perft_to_the_end_of_many_batches() -> None:
    levels = perft(loaded("tic_tac_toe").initial, 12, tier="native")
    assert sum(level.nodes for level in levels) == 549_945
    assert sum(level.terminal for level in levels) == 255_168


def test_perft_of_a_position() -> None:
    state = loaded("tic_tac_toe").after("mark(1,1); mark(1,2); mark(2,2); mark(1,3)")
    assert perft(state, 5, tier="native") == perft(state, 5)
    assert perft(state.play("mark(3,3)"), 5, tier="native") == ()


def test_workers_count_the_same() -> None:
    state = loaded("connect_four").initial
    one = perft(state, 7, tier="native")
    assert one[-1].nodes == 823_536
    assert one == perft(state, 7, tier="native", workers=3)
    small = perft(state, 2, tier="native")
    assert small == perft(state, 2, tier="native", workers=3)


def test_a_role_without_a_move_has_no_successors() -> None:
    text = "(role a) (init p) (<= (legal a go) (true p)) (<= (next q) (does a go))"
    state = load_text(f"{text} (<= terminal (true r)) (goal a 1)").initial
    assert perft(state, 4, tier="native") == perft(state, 4)


def test_batches_are_smaller_where_states_have_many_successors() -> None:
    network = native(loaded("othello")).network
    few = kernels.perft(network, 5, most_successors=20)
    assert few == kernels.perft(network, 5)


def test_the_clock_ends_perft() -> None:
    with pytest.raises(LimitError, match="the time is over"):
        perft(loaded("othello").initial, 30, tier="native", seconds=0.2)


# ---- distinct states --------------------------------------------------------------


def found(game: Game) -> list[Counts]:
    """Return the counts of `reachable`, from the knowledge base."""
    machine = ClauseMachine(game, memo=True)
    level, seen = {game.initial.number}, {game.initial.number}
    counts: list[Counts] = []
    while level:
        nodes = [machine.expand(number) for number in level]
        ended = sum(node.terminal for node in nodes)
        counts.append(Counts(len(counts), len(level), ended))
        level = {number for node in nodes for number in node.successors} - seen
        seen |= level
    return counts


@pytest.mark.parametrize(
    "call",
    ["hexapawn", "tic_tac_toe", "goofspiel", "nim", "hexapawn(columns=4, rows=4)"],
)
def test_reachable_states(call: str) -> None:
    game = loaded(call)
    assert list(reachable(native(game).network)) == found(game)


def test_many_reachable_states() -> None:
    game = loaded("hexapawn(columns=5, rows=5)")
    assert sum(level.nodes for level in reachable(native(game).network)) == 3_210_411


def test_a_state_of_many_words() -> None:
    rules = """
    role(a). init(at(0)).
    legal(a, flip(N)) :- between(1, 9, N).
    next(on(N, K)) :- does(a, flip(N)), \\+ true(on(N, K)), between(1, 20, K).
    next(on(N, K)) :- true(on(N, K)), \\+ does(a, flip(N)).
    next(at(0)) :- true(at(1)). next(at(1)) :- true(at(0)).
    terminal :- true(on(1, 1)), true(on(2, 1)), true(on(3, 1)).
    goal(a, 1).
    """
    game = load_text(rules)
    assert len(native(game).network.fluents) > 128
    assert list(reachable(native(game).network)) == found(game)


def test_full_memory_is_told() -> None:
    network = native(loaded("connect_four")).network
    with pytest.raises(LimitError, match="fill the memory"):
        list(reachable(network, memory=1 << 20))
    with pytest.raises(LimitError, match="the time is over"):
        list(reachable(network, seconds=0.1))


# ---- packed states ----------------------------------------------------------------


@settings(max_examples=40, deadline=None)
@given(st.integers(1, LANES), st.integers(0, 200), st.integers(0, 1 << 30))
def test_states_are_packed_and_turned_over(
    number: int, fluents: int, seed: int
) -> None:
    source = np.random.default_rng(seed)
    states = source.integers(0, 2, (number, fluents), np.uint8)
    packed = pack(states)
    assert (unpack(packed, fluents) == states).all()
    assert (packed[:, -1] >> np.uint64(63) == 1).all()
    rows, square = empty_rows(1 + fluents), empty_rows(64)
    to_rows(packed, 0, number, fluents, rows, square)
    for lane in {0, number // 2, number - 1}:
        words = rows[WORDS:].reshape(fluents, WORDS)[:, lane % WORDS]
        bits = words >> np.uint64(lane // WORDS) & np.uint64(1)
        assert (bits == states[lane]).all()
    kept = source.integers(0, 2, number).astype(bool)
    lanes = empty_rows(1)
    for lane in np.flatnonzero(kept).tolist():
        lanes[lane % WORDS] |= np.uint64(1) << np.uint64(lane // WORDS)
    again = np.zeros_like(packed)
    end = from_rows(rows, fluents, lanes, square, again, 0)
    assert end == kept.sum()
    assert (again[:end] == packed[kept]).all()


# ---- the state machine ------------------------------------------------------------


@pytest.mark.parametrize(
    "call", ["tic_tac_toe", "othello(size=4)", "goofspiel", "skirmish", "pig", "nim"]
)
def test_the_machine_answers_as_the_knowledge_base(call: str) -> None:
    game = loaded(call)
    machine, base = NetworkMachine(game, memo=True), ClauseMachine(game, memo=True)
    text = machine.evaluator.text
    source = np.random.default_rng(1)
    for _ in range(4):
        state, key = game.initial, machine.initial()
        for _ in range(60):
            assert state.key_in(machine) == key
            assert game.of_facts(machine.facts(key)) == state
            assert machine.number(key) == state.number
            node, expected = machine.expand(key), base.expand(state.number)
            assert (node.terminal, node.values) == (expected.terminal, expected.values)
            assert machine.look(key).terminal == node.terminal
            assert machine.features(key) == base.features(state.number)
            assert machine.holds(key, "quiet") == base.holds(state.number, "quiet")
            if node.terminal:
                break
            for moves, texts in zip(node.moves, state.position.legal, strict=True):
                assert list(map(text, moves)) == list(texts)
            index = int(source.integers(len(node.successors)))
            joint = [text(move) for move in node.joint(index)]
            state = state.play(f"[{', '.join(joint)}]")
            key = node.successors[index]


def test_the_machine_refuses_what_is_not_legal() -> None:
    machine = KernelEvaluator(loaded("tic_tac_toe"))
    assert machine.play(machine.initial, ["noop", "mark(1,1)"]) is None
    assert machine.play(machine.initial, ["nonsense", "noop"]) is None
