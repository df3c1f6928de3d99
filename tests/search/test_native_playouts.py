"""Random games of the native tier: each whole, each move equally often."""

from __future__ import annotations

import json
import math
import random
import subprocess
import sys
from collections import Counter, defaultdict
from fractions import Fraction

import numpy as np
import pytest
from games import loaded

from pygame_search.game import Game, State, load_text
from pygame_search.machine.clauses import ClauseMachine
from pygame_search.machine.native_game import native
from pygame_search.network.lanes.lane_words import LANES, WORDS
from pygame_search.network.lanes.random_move import HIGHEST, MASK, RANK, choice, draw
from pygame_search.network.lanes.schedule import schedule
from pygame_search.network.searches.playouts import Tally, playouts
from pygame_search.search.monte_carlo import playouts as tiers
from pygame_search.search.perft import perft
from pygame_search.support.errors import InputError, LimitError, RulesError, TierError

TIERS = ("clauses", "procedural", "native")

#: By chance a right program fails a test once in 10^9 times; with its seed, never.
FAR = 6.0


def played(game: Game, count: int, seed: int = 1, **options: bool | int) -> Tally:
    return playouts(native(game).network, count=count, seed=seed, **options)  # type: ignore[arg-type]


def must_agree(expected: dict[object, float], came: dict[object, int]) -> None:
    """Check that counts are those of a distribution, by Pearson's statistic."""
    total = sum(came.values())
    assert set(came) <= {key for key, share in expected.items() if share}
    statistic, cells = 0.0, 0
    for key, share in expected.items():
        mean = share * total
        if mean >= 5:
            statistic += (came.get(key, 0) - mean) ** 2 / mean
            cells += 1
    degrees = max(1, cells - 1)
    assert statistic < degrees + FAR * math.sqrt(2 * degrees) + FAR * FAR


# ---- the whole distribution, worked out ----------------------------------------


def shares(state: State) -> dict[tuple[int, tuple[int | None, ...]], Fraction]:
    """Return how often a random game has each length and end, exactly."""
    machine = ClauseMachine(state.game, memo=True)
    found: dict[tuple[int, tuple[int | None, ...]], Fraction] = defaultdict(Fraction)
    level = {state.number: Fraction(1)}
    ply = 0
    while level:
        below: dict[int, Fraction] = defaultdict(Fraction)
        for number, share in level.items():
            node = machine.expand(number)
            if node.terminal:
                found[ply, node.values] += share
            for successor in node.successors:
                below[successor] += share / len(node.successors)
        level = below
        ply += 1
    return found


@pytest.mark.parametrize(
    "call",
    ["hexapawn", "tic_tac_toe", "coins_in_a_row", "goofspiel", "nim", "pig(target=6)"],
)
def test_lengths_and_goals_are_those_of_the_rules(call: str) -> None:
    game = loaded(call)
    exact = shares(game.initial)
    tally = played(game, 200_000, lengths=True)
    assert tally.playouts == sum(tally.lengths.values()) == 200_000
    assert tally.plies == sum(n * count for n, count in tally.lengths.items())
    lengths: Counter[object] = Counter()
    for (ply, _), share in exact.items():
        lengths[ply] += float(share)  # type: ignore[assignment]
    must_agree(dict(lengths), dict(tally.lengths))  # type: ignore[arg-type]
    for role, values in enumerate(tally.goals):
        if game.roles[role] == "random":
            continue
        goals: Counter[object] = Counter()
        for (_, ends), share in exact.items():
            goals[ends[role]] += float(share)  # type: ignore[assignment]
        must_agree(dict(goals), dict(values))  # type: ignore[arg-type]


@pytest.mark.parametrize("call", ["connect_four", "othello(size=4)", "skirmish"])
def test_means_are_those_of_the_clauses(call: str) -> None:
    state = loaded(call).initial
    slow = tiers.playouts(state, games=300, seed=7)
    tally = played(state.game, 100_000, lengths=True)
    mean = tally.plies / tally.playouts
    squares = sum(n * n * count for n, count in tally.lengths.items())
    spread = math.sqrt(squares / tally.playouts - mean * mean)
    assert abs(slow.steps / 300 - mean) < FAR * spread / math.sqrt(300)
    for role, values in zip(state.game.roles, tally.goals, strict=True):
        if role == "random":
            continue
        numbers = [(v, n) for v, n in values.items() if v is not None]
        mean = sum(v * n for v, n in numbers) / tally.playouts
        squares = sum(v * v * n for v, n in numbers)
        spread = math.sqrt(squares / tally.playouts - mean * mean)
        assert abs(slow.goals[role] - mean) <= FAR * spread / math.sqrt(300)


def test_short_games_are_not_favoured() -> None:
    # Half of the games end at once; of the others few have ended by then.
    rules = """
    role(a). init(at(0)).
    legal(a, stop) :- true(at(0)).
    legal(a, go) :- true(at(0)).
    legal(a, go) :- true(at(N)), between(1, 59, N).
    next(at(60)) :- does(a, stop).
    next(at(M)) :- does(a, go), true(at(N)), M is N + 1.
    terminal :- true(at(60)).
    goal(a, 1) :- true(at(60)).
    """
    game = load_text(rules)
    tally = played(game, 3000, lengths=True)
    must_agree({1: 0.5, 60: 0.5}, dict(tally.lengths))  # type: ignore[arg-type]
    for seconds in (0.2, 2.0, 20.0):  # a busy machine may finish none in less
        timed = playouts(native(game).network, seconds=seconds, lengths=True)
        if timed.playouts:
            break
    must_agree({1: 0.5, 60: 0.5}, dict(timed.lengths))  # type: ignore[arg-type]
    assert timed.unfinished == 0


# ---- the choice ------------------------------------------------------------------


@pytest.mark.parametrize("most", [1, 2, 3, 4, 5, 7, 8, 9, 31, 33])
def test_each_number_is_drawn_equally_often(most: int) -> None:
    room = choice(schedule(native(loaded("hexapawn")).network), (most,))
    room.active[:] = ~np.uint64(0)
    digits = (most - 1).bit_length()
    for p in range(digits):
        bit = np.uint64(0xFFFFFFFFFFFFFFFF if (most - 1) >> p & 1 else 0)
        room.work[(HIGHEST + p) * WORDS : (HIGHEST + p + 1) * WORDS] = bit
        room.work[(MASK + p) * WORDS : (MASK + p + 1) * WORDS] = ~np.uint64(0)
    counts = np.zeros(64, np.int64)
    pairs = np.zeros((64, 64), np.int64)
    before = None
    for _ in range(200):
        draw(digits, room)
        numbers = np.zeros(LANES, np.int64)
        for p in range(digits):
            words = room.work[(RANK + p) * WORDS : (RANK + p + 1) * WORDS]
            bits = np.unpackbits(words.view(np.uint8), bitorder="little")
            numbers |= bits.astype(np.int64) << p
        counts += np.bincount(numbers, minlength=64)
        if before is not None:
            np.add.at(pairs, (before, numbers), 1)
        before = numbers
    uniform = dict.fromkeys(range(most), 1 / most)
    must_agree(uniform, {n: int(c) for n, c in enumerate(counts) if c})  # type: ignore[arg-type]
    both = {(m, n): 1 / most**2 for m in range(most) for n in range(most)}
    found = {(m, n): int(pairs[m, n]) for m, n in zip(*np.nonzero(pairs), strict=True)}
    must_agree(both, found)  # type: ignore[arg-type]


@pytest.mark.parametrize("moves", [1, 2, 3, 6, 7, 8, 13, 50, 64, 100])
def test_each_of_many_moves_is_made_equally_often(moves: int) -> None:
    rules = f"""
    role(a). role(b). init(start).
    legal(a, take(N)) :- true(start), between(1, {moves}, N).
    legal(b, wait) :- true(start).
    legal(b, go) :- true(start).
    next(took(N)) :- does(a, take(N)).
    next(went) :- does(b, go).
    terminal :- true(took(_)).
    goal(a, N) :- true(took(N)).
    goal(b, 1) :- true(went).
    goal(b, 0) :- \\+ true(went).
    """
    tally = played(load_text(rules), 60_000, seed=moves)
    uniform = dict.fromkeys(range(1, moves + 1), 1 / moves)
    must_agree(uniform, dict(tally.goals[0]))  # type: ignore[arg-type]
    must_agree({0: 0.5, 1: 0.5}, dict(tally.goals[1]))  # type: ignore[arg-type]


# ---- seeds, workers, positions, limits -------------------------------------------


def test_games_are_a_function_of_the_seed() -> None:
    game = loaded("tic_tac_toe")
    first = played(game, 50_000, seed=3, lengths=True)
    assert first == played(game, 50_000, seed=3, lengths=True, workers=3)
    assert first != played(game, 50_000, seed=4, lengths=True)
    assert played(game, 1).playouts == 1


def test_games_begin_where_they_are_told() -> None:
    state = loaded("tic_tac_toe").after("mark(1,1); mark(1,2); mark(2,2); mark(1,3)")
    exact = shares(state)
    game = native(state.game)
    tally = playouts(game.network, count=50_000, state=game.held(state), lengths=True)
    expected: Counter[object] = Counter()
    for (ply, _), share in exact.items():
        expected[ply] += float(share)  # type: ignore[assignment]
    must_agree(dict(expected), dict(tally.lengths))  # type: ignore[arg-type]


def test_a_state_that_is_terminal_is_a_game_of_no_plies() -> None:
    state = loaded("tic_tac_toe").after("mark(1,1); mark(1,2); mark(2,2); mark(1,3)")
    found = tiers.playouts(state.play("mark(3,3)"), games=10, tier="native")
    assert (found.playouts, found.steps) == (10, 0)


STAYING = """
role(a). init(on).
legal(a, stay) :- true(on). legal(a, leave) :- true(on).
next(on) :- does(a, stay).
next(off) :- does(a, leave).
terminal :- true(off).
goal(a, 1) :- true(off). goal(a, 0) :- true(on).
"""
ENDLESS = """
role(a). init(on). legal(a, stay). next(on) :- does(a, stay).
terminal :- \\+ true(on). goal(a, 1).
"""


@pytest.mark.parametrize("tier", TIERS)
def test_what_is_given_up_is_told_and_not_counted(tier: str) -> None:
    state = load_text(STAYING).initial
    found = tiers.playouts(state, games=300, tier=tier, longest=3)
    assert found.playouts + found.unfinished == 300
    assert 0 < found.unfinished < 100  # one in eight
    assert found.playouts < found.steps < 2 * found.playouts  # 11/7 on average
    assert found.goals == {"a": 1}
    with pytest.raises(LimitError, match="no game ended within 50 plies"):
        tiers.playouts(load_text(ENDLESS).initial, games=2, tier=tier, longest=50)


@pytest.mark.parametrize("tier", TIERS)
def test_no_game_takes_longer_than_the_time(tier: str) -> None:
    state = load_text(ENDLESS).initial
    with pytest.raises(LimitError, match=r"ended within 0\.05 s and [\d,]+ plies"):
        tiers.playouts(state, seconds=0.05, tier=tier, longest=10**15)


def test_a_random_game_of_a_search_has_to_end() -> None:
    state = load_text(ENDLESS).initial
    with pytest.raises(LimitError, match="did not end within 50 plies"):
        state.game.request(
            "monte_carlo", state=state.number, role="a", rounds=1, longest=50, seed=1
        )
    with pytest.raises(LimitError, match="did not end within 1,000,000 plies"):
        tiers.playout(
            ClauseMachine(state.game, memo=True), state.number, random.Random(1)
        )


def test_long_games_are_given_up() -> None:
    tally = played(load_text(STAYING), 30_000, longest=3, lengths=True)
    assert tally.playouts + tally.unfinished == 30_000
    ends: dict[object, int] = {"given up": tally.unfinished}
    ends.update(tally.lengths.items())
    must_agree({1: 1 / 2, 2: 1 / 4, 3: 1 / 8, "given up": 1 / 8}, ends)
    assert tally.goals == ({1: tally.playouts},)
    assert tally.plies == sum(plies * n for plies, n in tally.lengths.items())


def test_endless_games_do_not_hold_up_the_clock() -> None:
    tally = playouts(native(load_text(ENDLESS)).network, seconds=0.1, longest=1 << 50)
    assert (tally.playouts, tally.plies, tally.unfinished) == (0, 0, LANES)


def test_a_role_without_a_move_is_told() -> None:
    text = "(role a) (init p) (<= (legal a go) (true p)) (<= (next q) (does a go))"
    game = load_text(f"{text} (<= terminal (true r)) (goal a 1)")
    with pytest.raises(RulesError, match="no move is legal for a"):
        tiers.playouts(game.initial, games=5, tier="native")


@pytest.mark.parametrize("tier", TIERS)
def test_an_end_without_a_goal_is_told(tier: str) -> None:
    rules = (
        "role(a). init(p). legal(a, go). next(q) :- does(a, go). terminal :- true(q)."
    )
    game = load_text(f"{rules} goal(a, 1) :- true(p).")
    with pytest.raises(RulesError, match="no goal value is defined for a"):
        tiers.playouts(game.initial, games=5, tier=tier)


def test_games_that_do_not_end_are_told() -> None:
    game = load_text("""
        role(p). init(at(0)).
        legal(p, stop) :- true(at(0)).
        legal(p, walk(D)) :- between(1, 2, D).
        next(at(9)) :- does(p, stop).
        next(at(M)) :- does(p, walk(D)), true(at(N)), M is (N + D) mod 5 + 1.
        terminal :- true(at(9)).
        goal(p, 1).
    """)
    found = tiers.playouts(game.initial, games=1000, tier="native")
    assert found.playouts > 0
    assert found.unfinished > 0
    assert found.goals == {"p": 1}
    whole = tiers.playouts(loaded("nim").initial, games=10, tier="native")
    assert whole.unfinished == 0


def test_numbers_of_workers() -> None:
    state = loaded("hexapawn").initial
    with pytest.raises(
        InputError, match="workers has no effect without the tier native"
    ):
        perft(state, 1, tier="clauses", workers=2)
    with pytest.raises(
        InputError, match="cluster has no effect without the tier clauses"
    ):
        tiers.playouts(state, games=1, tier="native", cluster="local")
    with pytest.raises(InputError, match="at least 1 worker"):
        tiers.playouts(state, games=1, tier="native", workers=0)


def test_states_that_never_come_up_are_refused() -> None:
    game = load_text(
        "role(a). init(p). legal(a, go). next(p) :- does(a, go). terminal :- true(q). "
        "goal(a, 1). next(q) :- true(p), \\+ true(p)."
    )
    with pytest.raises(TierError, match="native tier"):
        tiers.playouts(game.state("[q]"), games=1, tier="native")


@pytest.mark.parametrize("words", ["playouts tic_tac_toe --games 9", "perft nim"])
def test_the_clock_does_not_count_the_loading(words: str) -> None:
    """In a new process the kernels are read from disk first, for half a second."""
    command = [sys.executable, "-m", "pygame_search", *words.split()]
    done = subprocess.run(
        [*command, "--tier", "native", "--json"],
        capture_output=True, check=True, text=True,
    )  # fmt: skip
    assert json.loads(done.stdout)["cpu_seconds"] < 0.1  # alone it takes some 0.003
