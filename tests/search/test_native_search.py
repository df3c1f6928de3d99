"""Alpha-beta over networks: what it finds is what the other tiers find."""

from __future__ import annotations

import json
import os
import random
import signal
import threading
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from games import loaded
from pressing import ctrl_c

import pygame_search as ps
from pygame_search.cli.app import command
from pygame_search.game import Game, State, load_text
from pygame_search.machine import game_code as game_codes
from pygame_search.machine.game_code import game_code
from pygame_search.machine.native_game import _MOST_WIRINGS, native
from pygame_search.model.scores import SURE
from pygame_search.network.events.wired import WiredGame
from pygame_search.network.events.wiring import MOST_INPUTS, wire
from pygame_search.network.lift.lifted import LiftedGame
from pygame_search.network.reference import evaluate, literals
from pygame_search.network.searches import driver, pace
from pygame_search.network.searches import table as kernels
from pygame_search.network.searches.alphabeta_stack import Settings
from pygame_search.network.searches.node import goal_rows
from pygame_search.network.searches.searcher import Searcher
from pygame_search.network.searches.table import new_table
from pygame_search.search.core.result import SearchResult
from pygame_search.search.game_tree import native as native_search
from pygame_search.support import process
from pygame_search.support.errors import InputError, LimitError, RulesError, TierError

#: With the depth that random positions are searched to.
GAMES = {
    "tic_tac_toe": 5,
    "connect_four(columns=4, rows=4, in_a_row=3)": 5,
    "connect_four": 3,
    "hexapawn": 5,
    "hexapawn(columns=4, rows=4)": 4,
    "othello(size=4)": 4,
    "nim": 4,
    "goofspiel": 2,
    "skirmish": 3,
    "coins_in_a_row": 4,
    "helen_and_stavros": 3,
    "uniform_tree": 4,
}

METHODS = (
    "alphabeta",
    "alphabeta(evaluation=zero)",
    "alphabeta(order=history, table=true)",
    "alphabeta(order=killer, table=true, evaluation=zero)",
    "paranoid(order=killer)",
    "pvs",
    "pvs(order=history, table=true)",
    "minimax",
    "deepening",
    "deepening(aspiration=2)",
    "deepening(search=pvs, aspiration=1, order=killer)",
    "alphabeta(quiescence=2)",
    "pvs(quiescence=2, swing=1, table=true)",
)

TABLED = "alphabeta(order=history, table=true)"

#: Towns are linked one after another, and the one to move must not be cut off: what can
#: be reached hangs on itself.
TOWNS = """
role(north). role(south).
town(a). town(b). town(c). town(d). town(e).
road(a, b). road(b, c). road(c, d). road(d, e). road(e, a). road(b, d).
init(control(north)).
link(X, Y) :- road(X, Y), \\+ true(closed(X, Y)).
link(Y, X) :- road(X, Y), \\+ true(closed(X, Y)).
reach(a).
reach(Y) :- reach(X), link(X, Y).
legal(P, close(X, Y)) :- true(control(P)), road(X, Y), link(X, Y).
next(closed(X, Y)) :- true(closed(X, Y)).
next(closed(X, Y)) :- does(_, close(X, Y)).
next(control(Q)) :- true(control(P)), other(P, Q).
other(north, south). other(south, north).
terminal :- town(T), \\+ reach(T).
goal(P, 0) :- other(P, Q), true(control(Q)), terminal.
goal(P, 1) :- true(control(P)), terminal.
goal(P, 0) :- role(P), \\+ terminal.
feature(P, open, T) :- true(control(P)), town(T), reach(T), \\+ true(closed(T, T)).
weight(open, 3).
"""

#: One role fills squares, of which there are more than a gate's byte can count.
SQUARES = """
role(me).
square(N) :- between(1, 150, N).
init(filled(N)) :- square(N), N > 3.
legal(me, fill(N)) :- square(N), N =< 3, \\+ true(filled(N)).
legal(me, clear).
next(filled(N)) :- true(filled(N)), \\+ does(me, clear).
next(filled(N)) :- does(me, fill(N)).
terminal :- \\+ empty.
empty :- square(N), \\+ true(filled(N)).
goal(me, 1) :- terminal.
goal(me, 0) :- empty.
feature(me, filled, N) :- true(filled(N)).
weight(filled, 1).
"""

#: A walk of 200 steps, with nothing to choose; whoever gets there has won.
WALK = """
role(me).
init(at(0)).
legal(me, step).
next(at(M)) :- true(at(N)), N < 200, M is N + 1.
terminal :- true(at(200)).
goal(me, 1) :- terminal.
goal(me, 0) :- \\+ terminal.
"""


#: Both bid at once, twice.
BIDS = """
role(ann). role(bob).
bid(N) :- between(1, 9, N).
init(round(1)).
legal(P, bid(N)) :- role(P), bid(N), \\+ true(last(P, N)).
next(last(P, N)) :- does(P, bid(N)).
next(round(2)) :- true(round(1)).
next(round(3)) :- true(round(2)).
terminal :- true(round(3)).
goal(ann, S) :- true(last(ann, A)), true(last(bob, B)), S is (A - B) * (A - 5).
goal(bob, T) :- true(last(ann, A)), true(last(bob, B)), T is (B - A) * (B - 3).
"""


def positions(game: Game, source: random.Random, number: int) -> Iterator[State]:
    """Yield positions reached at random in which the game is not over."""
    while number > 0:
        state = game.initial
        for _ in range(source.randrange(12)):
            moves = ", ".join(source.choice(found) for found in state.legal.values())
            after = state.play(f"[{moves}]")
            if after.terminal:
                break
            state = after
        yield state
        number -= 1


def told(found: SearchResult, every: bool) -> dict[str, Any]:
    """Return what all tiers must find."""
    answer: dict[str, Any] = {
        "move": found.move,
        "value": found.value,
        "distance": found.distance,
        "bound": found.bound,
        "best": [move.move for move in found.best],
    }
    if every:
        answer["moves"] = [(m.move, m.value, m.bound) for m in found.moves]
    return answer


def check_line(found: SearchResult, depth: int, further: bool) -> None:
    """Check that the line is as long as it has to be, and leads to the value."""
    last = found.states[-1]
    if found.distance is not None:
        assert len(found.line) == found.distance
    if last.terminal:
        assert last.goals[found.role] == found.value
    elif not further:
        assert found.depth is not None
        assert len(found.line) == found.depth <= depth


@pytest.mark.parametrize("call", GAMES)
def test_it_agrees_with_the_clauses(call: str) -> None:
    game, source = loaded(call), random.Random(call)
    for state in positions(game, source, 12):
        role = source.choice(game.players)
        depth = source.randrange(1, GAMES[call] + 1)
        ties: dict[str, Any] = source.choice([{}, {"exact": True}, {"all_best": True}])
        for method in source.sample(METHODS, 3):
            options = {"role": role, "depth": depth, "method": method, **ties}
            expected = state.best(**options)
            found = state.best(tier="native", **options)
            every = "exact" in ties
            assert told(found, every) == told(expected, every), (state.facts, options)
            check_line(found, depth, "quiescence" in method)
            if expected.complete:
                assert found.complete


@pytest.mark.parametrize(
    ("alpha", "beta"), [(-5, 5), (-1, 1), (0, 1), (3, 9), (-9, -4)]
)
def test_windows(alpha: int, beta: int) -> None:
    for call in ("hexapawn", "skirmish", "othello(size=4)"):
        for state in positions(loaded(call), random.Random(alpha), 6):
            for method in ("alphabeta", "pvs"):
                words = f"{method}(table=true, alpha={alpha}, beta={beta})"
                expected = state.best(method=words, depth=3)
                found = state.best(method=words, depth=3, tier="native")
                assert found.bound == expected.bound
                if found.bound == "exact":
                    assert told(found, False) == told(expected, False)


def test_a_loop_of_gates() -> None:
    game = load_text(TOWNS)
    assert (native(game).network.blocks[:, 0] == 1).any()
    source = random.Random(1)
    for state in positions(game, source, 8):
        for method in ("alphabeta", TABLED, "alphabeta(evaluation=zero)"):
            for role in game.roles:
                options: dict[str, Any] = {"role": role, "depth": 4, "method": method}
                expected = told(state.best(exact=True, **options), True)
                found = state.best(exact=True, tier="native", **options)
                assert told(found, True) == expected


def test_a_gate_of_many_inputs() -> None:
    game = load_text(SQUARES)
    network = native(game).network
    assert np.diff(network.starts).max() > MOST_INPUTS
    for method in ("alphabeta", "alphabeta(evaluation=zero)", TABLED):
        for depth in (1, 2, 3, 4):
            expected = game.initial.best(depth=depth, method=method, exact=True)
            found = game.initial.best(
                depth=depth, method=method, exact=True, tier="native"
            )
            assert told(found, True) == told(expected, True)


def test_a_long_way() -> None:
    game = load_text(WALK)
    for method in ("alphabeta", TABLED):
        found = game.initial.best(depth=300, method=method, tier="native")
        assert (found.value, found.distance, found.nodes) == (1, 200, 201)
        assert found.complete


@pytest.mark.parametrize("call", list(GAMES)[:6])
def test_states_go_along_as_the_whole_network_says(call: str) -> None:
    game, source = loaded(call), random.Random(5)
    tier = native(game)
    network = tier.network
    codes = (
        game_code(game, 0, {}, tier.bits(game.initial)),
        WiredGame(wire(network, 0, {})),
    )
    assert isinstance(codes[0], LiftedGame)
    nobody = np.zeros(len(network.moves), np.uint8)
    for state in positions(game, source, 10):
        bits = tier.bits(state)
        held = np.unpackbits(bits.view(np.uint8), bitorder="little")
        values = evaluate(network, held[: len(network.fluents)], nobody)
        expected = [
            [
                move
                for move in range(network.move_starts[r], network.move_starts[r + 1])
                if literals(values, network.legal[move : move + 1])[0]
            ]
            for r in range(len(network.roles))
        ]
        for code in codes:
            machine = code.machine({}, goal_rows([], (0, 0)))
            assert Searcher(code, machine, bits, Settings(0)).legal() == expected
        texts = [sorted(network.moves[m][1] for m in moves) for moves in expected]
        assert texts == [sorted(moves) for moves in state.legal.values()]


# ---- the table, the slices, the arrays ---------------------------------------


@pytest.mark.parametrize("method", ["alphabeta", "pvs", "deepening"])
def test_a_table_of_any_size_changes_nothing(method: str) -> None:
    for call in ("connect_four(columns=4, rows=4)", "hexapawn(columns=4, rows=4)"):
        for state in positions(loaded(call), random.Random(3), 4):
            options: dict[str, Any] = {"depth": 8, "tier": "native", "exact": True}
            without = state.best(method=f"{method}(table=false)", **options)
            for size in (1, 2000, 1 << 16, 1 << 26):
                found = state.best(
                    method=f"{method}(table=true, order=history)",
                    table_bytes=size,
                    **options,
                )
                assert told(found, True) == told(without, True)


@pytest.mark.parametrize(
    ("call", "depth"), [("hexapawn(columns=4)", 5), ("connect_four", 3)]
)
def test_it_visits_what_the_procedure_visits(call: str, depth: int) -> None:
    """The table, the null windows and the cuts are the same, not only what is found."""
    state = loaded(call).initial
    for method in ("alphabeta", "pvs", "pvs(table=true)", "alphabeta(table=true)"):
        options: dict[str, Any] = {"depth": depth, "method": method}
        found = state.best(**options, tier="native")
        twin = state.best(**options, tier="procedural")
        for name in ("nodes", "leaves", "cutoffs", "table_hits"):
            assert getattr(found, name) == getattr(twin, name), (method, name)


def test_an_entry_of_the_table_reads_back() -> None:
    table, state = new_table(4, 2), np.array([5, 6], np.uint64)
    told = {"left": 9, "flag": 2, "complete": 1, "mine": 3, "other": -1}
    last = _plain(kernels.told)(*told.values())
    _plain(kernels.write)(table, 4, state, 2, np.uint64(7), last)
    assert _plain(kernels.find)(table, 0, state, 2) == (7, last)
    assert {name: _plain(getattr(kernels, f"{name}_of"))(last) for name in told} == told
    assert _plain(kernels.score_of)(np.uint64(7), 3) == 7
    for other in ([5, 7], [6, 6], [6, 5]):
        assert _plain(kernels.find)(table, 0, np.array(other, np.uint64), 2) == (0, 0)


def test_an_entry_that_two_threads_have_written_is_of_no_state() -> None:
    """Each word may be that of either; if they are not all of one, none is found."""
    written = []
    states = [np.array(words, np.uint64) for words in ([5, 6, 7], [5, 8, 9])]
    for state, data in zip(states, ([1, 7], [1, 9]), strict=True):
        table = new_table(4, 3)
        _plain(kernels.write)(table, 0, state, 3, *np.array(data, np.uint64))
        written.append(table[:5].copy())
    for mixed in product((0, 1), repeat=5):
        table[:5] = [written[which][word] for word, which in enumerate(mixed)]
        for words in product((5,), (6, 8), (7, 9)):
            state = np.array(words, np.uint64)
            found = _plain(kernels.find)(table, 0, state, 3)
            whole = any(
                (table[:5] == entry).all() and (state == of).all()
                for entry, of in zip(written, states, strict=True)
            )
            assert (found != (0, 0)) == whole, (mixed, words)


@pytest.mark.parametrize("call", ["tic_tac_toe", "connect_four"])
def test_a_state_has_a_bit_for_each_fluent(call: str) -> None:
    tier, state = native(loaded(call)), loaded(call).initial
    bits = tier.bits(state)
    assert len(bits) == (len(tier.fluents) + 63) // 64
    held = [name for i, name in enumerate(tier.fluents) if bits[i >> 6] >> i % 64 & 1]
    assert sorted(held) == sorted(state.facts)


def _plain(kernel: Any) -> Any:
    """The function in Python that a kernel is made from."""
    return getattr(kernel, "py_func", kernel)


def test_the_same_search_is_the_same_search() -> None:
    state = loaded("connect_four").initial
    options: dict[str, Any] = {"depth": 8, "method": TABLED, "tier": "native"}
    one, two = state.best(**options), state.best(**options)
    for name in ("moves", "line", "nodes", "leaves", "cutoffs", "table_hits"):
        assert getattr(one, name) == getattr(two, name)


def test_it_goes_on_where_it_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    state = loaded("connect_four").initial
    options: dict[str, Any] = {"depth": 7, "method": TABLED, "tier": "native"}
    one = state.best(**options)
    monkeypatch.setattr(pace, "SLICE", 0.0)
    two = state.best(**options)
    for name in ("moves", "line", "nodes", "leaves", "cutoffs", "table_hits"):
        assert getattr(one, name) == getattr(two, name)


def test_a_table_grows_in_portions(monkeypatch: pytest.MonkeyPatch) -> None:
    state = loaded("connect_four").initial
    options: dict[str, Any] = {"depth": 8, "method": TABLED, "tier": "native"}
    one = state.best(**options)
    monkeypatch.setattr(driver, "PORTION", 100)
    two = state.best(**options)
    for name in ("moves", "line", "nodes", "leaves", "cutoffs", "table_hits"):
        assert getattr(one, name) == getattr(two, name)


def test_layouts_are_kept_for_some_weights_only() -> None:
    state = load_text(TOWNS).initial
    not_lifted(state.game)
    for weight in range(30):
        state.best(depth=1, weights={"open": weight}, tier="native")
    assert len(native(state.game).wirings) == _MOST_WIRINGS


#: A key that is found opens a door; at first one is there, in the end two or none.
KEYS = """
role(a).
init(has(1)). init(n(0)).
legal(a, use(K)) :- true(has(K)).
legal(a, find(K)) :- key(K), \\+ true(has(K)).
legal(a, wait).
next(has(K)) :- does(a, find(K)).
next(has(K)) :- true(has(K)), \\+ does(a, use(K)).
next(n(M)) :- true(n(N)), follows(N, M).
terminal :- true(n(5)).
goal(a, V) :- count(K, true(has(K)), N), V is 10 * N.
key(1). key(2).
follows(N, M) :- between(0, 4, N), M is N + 1.
"""


def test_what_holds_once_at_the_start_is_no_turn() -> None:
    """Both keys may be there, or none, though one is at the start."""
    game = load_text(KEYS)
    for depth in (1, 2, 4, 5):
        expected = game.initial.best(depth=depth, exact=True, method="minimax")
        found = game.initial.best(
            depth=depth, exact=True, method="minimax", tier="native"
        )
        assert told(found, True) == told(expected, True)


def test_a_state_in_which_it_is_nobodys_turn() -> None:
    state = ps.load("tic_tac_toe").state("[cell(1, 1, b), cell(1, 2, b)]")
    expected = state.best(depth=2, exact=True)
    found = state.best(depth=2, exact=True, tier="native")
    assert told(found, True) == told(expected, True)


def not_lifted(game: Game) -> None:
    """Have a game's changes propagated, whatever its size."""
    game_codes._LIFTED[game] = {False: None, True: None}


def test_a_game_that_is_not_lifted_has_the_same_searches() -> None:
    games = [load_text(text) for text in (TOWNS, SQUARES, WALK)]
    games += [ps.load(call) for call in GAMES]
    for game in games:
        not_lifted(game)
        for state in positions(game, random.Random(7), 3):
            for method in ("alphabeta", "minimax", "pvs(order=killer, table=true)"):
                depth = 1 if len(state.legal[game.roles[0]]) > 50 else 3
                expected = state.best(depth=depth, method=method, exact=True)
                found = state.best(
                    depth=depth, method=method, exact=True, tier="native"
                )
                assert told(found, True) == told(expected, True)


def test_a_large_game_is_lifted_while_a_search_goes_on(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PYGAME_SEARCH_CACHE", str(tmp_path))
    monkeypatch.setattr(game_codes, "MOST_EDGES", -1)
    monkeypatch.setattr(native_search, "_PATIENCE", 0.0)
    may_answer, answer_of = threading.Event(), process.answer_of

    def answer_later(module: str, request: bytes, *more: Any) -> bytes:
        assert may_answer.wait(300)
        return answer_of(module, request, *more)

    monkeypatch.setattr(process, "answer_of", answer_later)
    state = ps.load("connect_four(columns=4, rows=4)").initial
    game = state.game
    expected = state.best(depth=5, exact=True)
    found = state.best(depth=5, exact=True, tier="native")
    assert told(found, True) == told(expected, True)
    assert not game_codes._LIFTED[game]
    may_answer.set()
    game_codes._MADE_ASIDE[game].result(timeout=300)
    assert state.best(depth=5, exact=True, tier="native").moves == found.moves
    assert game_codes._LIFTED[game][False] is not None
    assert isinstance(game_code(game, 0, {}, native(game).bits(state)), LiftedGame)


def test_many_answers_at_once() -> None:
    game = load_text(BIDS)
    for role in game.roles:
        for depth in (1, 2):
            expected = game.initial.best(role=role, depth=depth, exact=True)
            for method in ("alphabeta", "pvs(table=true)", "minimax"):
                found = game.initial.best(
                    role=role, depth=depth, method=method, exact=True, tier="native"
                )
                assert told(found, True) == told(expected, True)


# ---- weights -----------------------------------------------------------------


@pytest.mark.parametrize("weights", [{"pawn": 3}, {"pawn": -2, "clear_path": 7}, {}])
def test_weights_at_the_call(weights: dict[str, int]) -> None:
    for state in positions(loaded("hexapawn(columns=4, rows=4)"), random.Random(2), 6):
        for role in state.game.roles:
            options: dict[str, Any] = {"role": role, "depth": 3, "weights": weights}
            expected = state.best(exact=True, **options)
            found = state.best(exact=True, tier="native", **options)
            assert told(found, True) == told(expected, True)


@pytest.mark.parametrize("weight", [SURE // 100, -SURE, SURE << 40])
def test_values_that_are_too_large(weight: int) -> None:
    state = load_text(SQUARES).initial
    for tier in ("clauses", "native"):
        with pytest.raises(LimitError, match=r"2\^49"):
            state.best(depth=1, weights={"filled": weight}, tier=tier)


def test_fluents_beyond_the_first_64_change_without_a_move() -> None:
    """The number counts on whatever is played."""
    game = load_text("""
        role(a). role(b). init(n(1)). init(control(a)).
        next(n(M)) :- true(n(N)), N < 150, M is N + 1.
        next(control(b)) :- true(control(a)).
        next(control(a)) :- true(control(b)).
        legal(P, M) :- true(control(P)), choice(M). choice(left). choice(right).
        next(got(P)) :- does(P, right), true(n(148)).
        next(got(P)) :- true(got(P)).
        terminal :- true(n(150)).
        goal(P, 1) :- true(got(P)).
        goal(P, 0) :- role(P), \\+ true(got(P)).
    """)
    state = game.state("[n(145), control(b)]")
    for role in game.roles:
        slow = state.best(role=role, depth=9, tier="procedural")
        fast = state.best(role=role, depth=9, tier="native")
        assert fast.complete
        assert (fast.value, fast.pv) == (slow.value, slow.pv)
        assert len(fast.pv) == 5


# ---- time and Ctrl-C ---------------------------------------------------------


def test_it_stops_in_time() -> None:
    state = loaded("connect_four").initial
    state.best(depth=2, tier="native")
    found = state.best(seconds=1, tier="native", method="deepening(evaluation=zero)")
    assert found.stopped == "time"
    assert found.value == 0
    assert found.depth


def test_it_ends_where_the_outcome_is_certain() -> None:
    found = loaded("tic_tac_toe").initial.best(seconds=600, tier="native")
    assert (found.value, found.stopped, found.complete) == (0, "complete", True)


@pytest.mark.parametrize("interruptible", [True, False])
def test_ctrl_c(interruptible: bool) -> None:
    state = loaded("connect_four").initial
    state.best(depth=2, tier="native")
    timer = threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT))

    def press(words: str) -> None:
        if words.startswith("depth 8:"):
            timer.start()

    try:
        found = state.best(
            seconds=600, tier="native", interruptible=interruptible,
            method="deepening(evaluation=zero)", progress=press,
        )  # fmt: skip
        assert interruptible
        assert (found.stopped, found.value) == ("interrupt", 0)
    except KeyboardInterrupt:
        assert not interruptible
    timer.join()


@pytest.mark.parametrize("tier", ["native", "procedural"])
def test_ctrl_c_between_two_depths(tier: str) -> None:
    def press(words: str) -> None:
        if words.startswith("depth 2:"):
            raise KeyboardInterrupt

    found = loaded("connect_four").initial.best(
        seconds=600, tier=tier, interruptible=True, progress=press,
        method="deepening(evaluation=zero)",
    )  # fmt: skip
    assert (found.stopped, found.depth, len(found.moves)) == ("interrupt", 2, 7)


def test_the_command_line(monkeypatch: pytest.MonkeyPatch) -> None:
    words = ["best", "connect_four", "--tier", "native", "--memory", "1", "--json"]
    found = CliRunner().invoke(command, [*words, "--depth", "6", "--method", TABLED])
    assert found.exit_code == 0
    assert json.loads(found.stdout)["nodes"] > 0
    calls: list[Searcher] = []
    kernel = Searcher._kernel

    def counted(search: Searcher) -> int:
        calls.append(search)
        return kernel(search)

    monkeypatch.setattr(Searcher, "_kernel", counted)
    with ctrl_c(lambda: len(calls) > 100):
        found = CliRunner().invoke(command, [*words, "--time", "600"])
    assert found.exit_code == 130
    answer = json.loads(found.stdout)
    assert (answer["stopped"], answer["role"]) == ("interrupt", "x")


# ---- what it does not know ---------------------------------------------------


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            {"method": "maxn"},
            "minimax, alphabeta, paranoid, pvs and deepening, found maxn",
        ),
        ({"method": "breadth"}, "found breadth"),
        ({"method": "alphabeta(fail=hard)"}, "found fail_hard"),
        ({"method": "deepening(search=fail_hard)"}, "found fail_hard"),
        (
            {"method": "alphabeta(order=optimal)"},
            "rule, killer, history, found optimal",
        ),
        (
            {"weights": {"mobility": 1}},
            "features of the rule file alone, found mobility",
        ),
    ],
)
def test_what_it_does_not_know_is_told(options: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        loaded("hexapawn").initial.best(depth=2, tier="native", **options)


def test_a_state_that_no_game_comes_to() -> None:
    game = load_text(WALK)
    with pytest.raises(TierError, match=r"`at\(1000\)` never holds in states"):
        game.state("[at(1000)]").best(depth=1, tier="native")


def test_chance() -> None:
    with pytest.raises(InputError, match="found expectimax"):
        loaded("pig").initial.best(depth=1, tier="native")


def test_a_missing_goal() -> None:
    game = load_text("""
        role(p). role(q). init(s(0)).
        legal(R, go) :- role(R).
        next(s(1)) :- true(s(0)).
        terminal :- true(s(1)).
        goal(q, 0).
    """)
    with pytest.raises(RulesError, match="no goal value is defined"):
        game.initial.best(role="p", depth=2, tier="native")
    assert game.initial.best(role="q", depth=2, tier="native").value == 0


def test_when_the_game_is_over() -> None:
    state = load_text(WALK).state("[at(200)]")
    found = state.best(depth=3, tier="native")
    assert (found.move, found.value, found.stopped) == (None, 1, "over")


def test_a_role_without_moves() -> None:
    game = load_text("""
        role(p). role(q). init(s(0)).
        legal(p, go) :- true(s(0)).
        next(s(1)) :- true(s(0)).
        terminal :- true(s(2)).
        goal(p, 0). goal(q, 0).
    """)
    for role in game.roles:
        found = game.initial.best(role=role, depth=3, tier="native")
        expected = game.initial.best(role=role, depth=3)
        assert told(found, True) == told(expected, True)


def test_it_is_loaded_only_when_asked_for() -> None:
    import subprocess
    import sys

    code = (
        "import sys, pygame_search as ps;"
        "ps.load('nim').initial.best(depth=2);"
        "print('numba' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "False"
    assert ps.load is not None


#: After y there are two goal values for a, which are none.
TWO_GOALS = """role(a). init(s). legal(a, x) :- true(s). legal(a, y) :- true(s).
next(t(M)) :- does(a, M). next(t(M)) :- true(t(M)). terminal :- true(t(_)).
goal(a, 0) :- true(t(_)). goal(a, 9) :- true(t(y)).
"""
RIVAL = "role(b). goal(b, 0) :- true(t(_)). goal(b, 9) :- true(no). init(no).\n"


@pytest.mark.parametrize("tier", ["procedural", "native"])
@pytest.mark.parametrize(
    "way",
    ["alphabeta", "solve", "uct", "montecarlo", "playouts", "path"],
)
def test_two_different_goals_are_none_in_every_search(way: str, tier: str) -> None:
    game = load_text(TWO_GOALS + ("" if way == "path" else RIVAL))
    start = game.initial
    searches: dict[str, Callable[[], object]] = {
        "playouts": lambda: start.playouts(games=64, seed=1, tier=tier),
        "path": lambda: game.path(tier=tier),
        "solve": lambda: start.solve(tier=tier),
        "uct": lambda: start.best(method="uct(simulations=64, seed=1)", tier=tier),
        "montecarlo": lambda: start.best(method="montecarlo(seed=1)", tier=tier),
    }
    with pytest.raises(RulesError, match=r"no goal value is|values 0 and 9 at once"):
        searches.get(way, lambda: start.best(method=way, tier=tier))()


@pytest.mark.parametrize(
    ("call", "method"),
    [
        ("connect_four(columns=5, rows=5)", "deepening(depth=9)"),
        ("breakthrough(columns=5, rows=5)", "deepening(depth=7, order=killer)"),
        ("othello(size=6)", "deepening(depth=6, search=pvs, aspiration=1)"),
        ("skirmish", "alphabeta(depth=4, table=true, quiescence=2)"),
    ],
)
def test_threads_find_the_same(
    monkeypatch: pytest.MonkeyPatch, call: str, method: str
) -> None:
    monkeypatch.setattr(driver, "ALONE", -1.0)
    state = loaded(call).initial
    one = state.best(method=method, tier="native")
    for threads in (2, 3):
        found = state.best(method=method, threads=threads)
        assert (found.tier, found.value, found.move) == ("native", one.value, one.move)
        assert found.depth == one.depth
        assert len(found.states) == len(found.line) + 1
    every = [
        {
            move.move: move.value
            for move in state.best(method=method, exact=True, **how).moves
        }
        for how in ({"threads": 2}, {"tier": "native"})
    ]
    assert every[0] == every[1]


def test_threads_need_a_table_in_the_native_tier() -> None:
    state = loaded("hexapawn").initial
    assert state.best(depth=2, threads=2).method.startswith("deepening")
    for method in ("uct", "montecarlo", "alphabeta(depth=2)", "deepening(nodes=9)"):
        with pytest.raises(InputError, match="threads has no effect without the tier"):
            state.best(method=method, threads=2)
    with pytest.raises(InputError, match="threads has no effect without the tier"):
        state.best(threads=2, tier="clauses")
    with pytest.raises(InputError, match="threads has no effect"):
        state.best(threads=2, record=True)


@pytest.mark.parametrize(("words", "taken"), [(1, WiredGame), (2, LiftedGame)])
def test_the_faster_code_is_taken_where_there_are_many_operations(
    monkeypatch: pytest.MonkeyPatch, words: int, taken: type
) -> None:
    speeds: list[float] = []

    def speed(searcher: Searcher, seconds: float) -> float:
        speeds.append(original(searcher, seconds))
        return words if isinstance(searcher._game, LiftedGame) else 2.5

    original = Searcher.speed
    monkeypatch.setattr(Searcher, "speed", speed)
    monkeypatch.setattr(game_codes, "MOST_UNTIMED", 0)
    game = ps.load("connect_four")
    bits = native(game).bits(game.initial)
    assert isinstance(game_code(game, 0, {}, bits), taken)
    assert isinstance(game_code(game, 1, {}, bits), taken)
    assert len(speeds) == 2
    assert min(speeds) > 0


def test_what_cannot_be_timed_is_not() -> None:
    for call in ("river_crossing", "rock_paper_scissors", "nim(heaps=[1])"):
        game = loaded(call)
        bits = native(game).bits(game.initial)
        code = game_code(game, 0, {}, bits)
        machine = code.machine({}, goal_rows([], (0, 0)))
        assert Searcher(code, machine, bits, Settings(0)).speed(0.05) == 0
