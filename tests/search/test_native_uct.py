"""UCT and flat Monte Carlo of the native tier: proofs are exact, means are right."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from games import loaded
from pressing import ctrl_c, worked

from pygame_search.game import Game, State, load_text
from pygame_search.machine.clauses import ClauseMachine
from pygame_search.machine.native_game import native
from pygame_search.model.random_games import LONGEST
from pygame_search.network.searches import pace
from pygame_search.network.searches import uct as kernel
from pygame_search.network.searches.uct_driver import Sampler, Settings
from pygame_search.network.searches.uct_tree import END
from pygame_search.search.best import best
from pygame_search.search.core.budget import budget_of
from pygame_search.search.core.methods import read_method
from pygame_search.search.core.request import SearchRequest
from pygame_search.search.core.setup import checked_role, default_seconds
from pygame_search.search.monte_carlo.native import native_montecarlo, native_uct
from pygame_search.search.monte_carlo.result import Sample
from pygame_search.support.errors import LimitError, RulesError

#: By chance a right program fails a test once in 10^9 times; with its seed, never.
FAR = 6.0

#: Three roles in turn take one or two counters; who takes the last one wins.
THREE = """
role(a). role(b). role(c).
init(left(7)). init(turn(a)).
legal(P, take(N)) :- true(turn(P)), true(left(L)), between(1, 2, N), N =< L.
next(left(M)) :- true(left(L)), does(_, take(N)), M is L - N.
next(turn(Q)) :- true(turn(P)), after(P, Q).
after(a, b). after(b, c). after(c, a).
terminal :- true(left(0)).
goal(P, 1) :- true(turn(Q)), after(P, Q).
goal(P, 0) :- role(P), \\+ goal_of(P).
goal_of(P) :- true(turn(Q)), after(P, Q).
"""

#: A coin decides; to stop is worth 4, to go on 0 or 9.
COIN = """
role(a). role(random).
init(at(start)).
legal(a, stop) :- true(at(start)).
legal(a, go) :- true(at(start)).
legal(random, N) :- true(at(coin)), side(N).
side(heads). side(tails).
next(at(over(4))) :- does(a, stop).
next(at(coin)) :- does(a, go).
next(at(over(9))) :- does(random, heads).
next(at(over(0))) :- does(random, tails).
terminal :- true(at(over(_))).
goal(a, V) :- true(at(over(V))).
"""

PENNIES = """
role(a). role(b).
init(start).
legal(P, N) :- role(P), side(N).
side(heads). side(tails).
next(chosen(P, N)) :- does(P, N).
terminal :- true(chosen(a, _)).
goal(a, 1) :- true(chosen(a, N)), true(chosen(b, N)).
goal(a, 0) :- true(chosen(a, N)), true(chosen(b, M)), distinct(N, M).
goal(b, 0) :- true(chosen(a, N)), true(chosen(b, N)).
goal(b, 1) :- true(chosen(a, N)), true(chosen(b, M)), distinct(N, M).
"""

#: Both choose at once; the middle of the table is what each can be sure of.
SADDLE = """
role(a). role(b).
init(start).
legal(a, row(N)) :- between(1, 2, N).
legal(b, column(N)) :- between(1, 2, N).
next(cell(N, M)) :- does(a, row(N)), does(b, column(M)).
terminal :- true(cell(_, _)).
goal(a, V) :- true(cell(N, M)), worth(N, M, V).
goal(b, V) :- true(cell(N, M)), worth(N, M, U), V is 10 - U.
worth(1, 1, 6). worth(1, 2, 5). worth(2, 1, 9). worth(2, 2, 3).
"""


def asked(
    state: State,
    text: str,
    *,
    role: str | None = None,
    memory: int | None = None,
    interruptible: bool = False,
) -> Sample:
    """Return what a method of the native tier finds."""
    call = read_method(text)
    request = SearchRequest(
        state, checked_role(state, role), call, "native",
        seconds=call["seconds"] or default_seconds(call, None),
        table_bytes=memory, interruptible=interruptible,
    )  # fmt: skip
    door = native_uct if call.method.name == "uct" else native_montecarlo
    return door(request, budget_of(request))


def some_states(game: Game, number: int, seed: int) -> list[State]:
    """Return states of random games that are not terminal."""
    source = random.Random(seed)
    found: list[State] = []
    while len(found) < number:
        state = game.initial
        line = [state]
        while not state.terminal:
            joint = [source.choice(moves) for moves in state.legal.values()]
            state = state.play(f"[{', '.join(joint)}]")
            line.append(state)
        found.append(source.choice(line[:-1]))
    return found


# ---- proofs ----------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(1, 9))
def test_tic_tac_toe_is_proven_a_draw(seed: int) -> None:
    state = loaded("tic_tac_toe").initial
    found = asked(state, f"uct(simulations=100000, seed={seed})")
    assert (found.value, found.proven, found.stopped) == (0, True, "complete")
    assert found.simulations < 100_000


@pytest.mark.parametrize(
    "call",
    [
        "tic_tac_toe",
        "connect_four(columns=4, rows=4, in_a_row=3)",
        "hexapawn",
        "hexapawn(columns=4, rows=4)",
        "othello(size=4, setup=lecture)",
        "nim",
        "coins_in_a_row",
        "helen_and_stavros",
        "uniform_tree",
    ],
)
def test_what_is_proven_is_what_alphabeta_finds(call: str) -> None:
    game = loaded(call)
    closed = 0
    for number, state in enumerate(some_states(game, 12, 3)):
        for role in game.players:
            exact = best(
                state, role=role, depth=60, tier="native", exact=True,
                method="alphabeta(table=true)",
            )  # fmt: skip
            values = {move.joint: move.value for move in exact.moves}
            by_move = {joint[game.roles.index(role)]: v for joint, v in values.items()}
            found = asked(state, f"uct(simulations=4000, seed={number})", role=role)
            for arm in found.arms:
                if arm.proven is not None:
                    closed += 1
                    assert arm.proven == by_move[arm.joint[game.roles.index(role)]]
            if found.proven:
                assert found.value == exact.value
                assert found.arms[found.best].proven == exact.value
    assert closed >= 20


def test_plies_of_a_proven_win_are_right() -> None:
    # Two in a row, x to move: it wins at once, or o does at its next move.
    state = loaded("tic_tac_toe").after(
        "mark(1, 1); mark(2, 1); mark(1, 2); mark(2, 2)"
    )
    found = asked(state, "uct(simulations=20000)")
    arm = found.arms[found.best]
    assert (found.value, arm.joint[0], arm.plies) == (1, "mark(1, 3)", 1)
    assert found.line == (arm.joint,)


def test_a_solver_can_be_left_out() -> None:
    state = loaded("tic_tac_toe").initial
    found = asked(state, "uct(simulations=20000, solver=false)")
    assert not found.proven
    assert all(arm.proven is None for arm in found.arms)
    assert found.stopped == "simulations"
    assert found.simulations == 20_000


def test_chance_is_proven_by_its_mean() -> None:
    state = load_text(COIN).initial
    found = asked(state, "uct(simulations=5000)")
    values = {arm.joint[0]: arm.proven for arm in found.arms}
    assert values == {"stop": 4, "go": 4.5}
    assert (found.value, found.proven) == (4.5, True)
    flat = asked(state, "montecarlo(simulations=4000)")
    means = {arm.joint[0]: arm.means for arm in flat.arms}
    assert means["stop"] == (4, None)
    mean = means["go"][0]
    assert mean is not None
    assert abs(mean - 4.5) < FAR * 4.5 / math.sqrt(2000)


def test_roles_that_choose_at_once() -> None:
    saddle = asked(load_text(SADDLE).initial, "uct(simulations=3000)")
    assert (saddle.value, saddle.proven) == (5, True)
    assert saddle.arms[saddle.best].joint[0] == "row(1)"
    other = asked(load_text(SADDLE).initial, "uct(simulations=3000)", role="b")
    assert (other.value, other.proven) == (5, True)
    assert other.arms[other.best].joint[1] == "column(2)"
    pennies = asked(load_text(PENNIES).initial, "uct(simulations=3000)")
    assert not pennies.proven
    assert 0.3 < pennies.value < 0.7
    assert sum(arm.visits for arm in pennies.arms) == 3000


def test_goals_that_only_seem_to_add_up_prove_nothing_wrong() -> None:
    # In no sampled game do both lose, but a can see to it.
    rules = """
    role(a). role(b).
    init(turn(a)).
    legal(a, go(N)) :- true(turn(a)), between(1, 300, N).
    legal(a, on(N)) :- true(turn(c)), between(1, 300, N).
    legal(b, left) :- true(turn(b)).
    legal(b, right) :- true(turn(b)).
    next(at(N)) :- does(a, go(N)).
    next(at(N)) :- does(a, on(_)), true(at(N)).
    next(at(N)) :- does(b, _), true(at(N)).
    next(last(N)) :- does(a, on(N)).
    next(last(N)) :- does(b, _), true(last(N)).
    next(turn(c)) :- does(a, go(_)).
    next(turn(b)) :- does(a, on(_)).
    next(end(left)) :- does(b, left).
    next(end(right)) :- does(b, right).
    terminal :- true(end(_)).
    nobody :- true(at(7)), true(last(9)).
    goal(a, 1) :- true(end(left)), \\+ nobody.
    goal(b, 1) :- true(end(right)), \\+ nobody.
    goal(R, 0) :- role(R), \\+ goal(R, 1).
    """
    game = load_text(rules)
    assert game.constant_sum
    found = asked(game.after("go(7); on(9)"), "uct(simulations=2000)", role="b")
    assert {arm.proven for arm in found.arms} == {0}
    found = asked(game.initial, "uct(simulations=6000)")
    assert found.simulations == 6_000


# ---- means -----------------------------------------------------------------------


@cache
def expectation(machine: ClauseMachine, number: int, role: int) -> Fraction:
    """Return a role's mean goal in random games, exactly."""
    node = machine.expand(number)
    if node.terminal:
        return Fraction(node.values[role] or 0)
    parts = [expectation(machine, child, role) for child in node.successors]
    return sum(parts, start=Fraction()) / len(parts)


@pytest.mark.parametrize(
    "game",
    [
        loaded("hexapawn"),
        loaded("nim"),
        loaded("coins_in_a_row"),
        loaded("goofspiel"),
        load_text(THREE),
        load_text(SADDLE),
    ],
    ids=lambda game: game.name,
)
def test_means_of_flat_games_are_those_of_the_rules(game: Game) -> None:
    state = game.initial
    machine = ClauseMachine(game, memo=True)
    found = asked(state, "montecarlo(simulations=60000)")
    role = game.roles.index(checked_role(state, None))
    node = machine.expand(state.number)
    assert [arm.joint[role] for arm in found.arms] == list(
        state.legal[game.roles[role]]
    )
    network = native(game).network
    visits = [arm.visits for arm in found.arms]
    assert sum(visits) == found.simulations == 60_000
    assert max(visits) - min(visits) <= len(node.successors)
    for arm, choice in zip(found.arms, node.choices(role), strict=True):
        for index in range(len(game.roles)):
            exact = [expectation(machine, child, index) for _, child in choice]
            roles, values = network.outputs["goal"].arguments
            goals = values[roles == index]
            span = int(goals.max() - goals.min())
            mean = arm.means[index]
            assert mean is not None
            wrong = abs(mean - float(sum(exact) / len(exact)))
            assert wrong <= FAR * span / 2 / math.sqrt(arm.visits)


def test_three_roles_each_want_their_own() -> None:
    game = load_text(THREE)
    state = game.after("take(1); take(1); take(2)")
    assert state.to_move == ("a",)
    # Three are left: with one, b may take the last two; with two, b takes the last.
    state = game.after("take(1); take(2); take(2)")
    found = asked(state, "uct(simulations=2000)")
    assert found.arms[found.best].joint[0] == "take(2)"
    assert found.arms[found.best].means == (1, 0, 0)
    assert found.arms[found.best].proven == 1


@pytest.mark.parametrize("call", ["hexapawn", "connect_four", "skirmish"])
def test_uct_finds_what_alphabeta_finds(call: str) -> None:
    game = loaded(call)
    state = game.after("drop(4); drop(1); drop(4); drop(1); drop(4); drop(2)") if (
        call == "connect_four"
    ) else game.initial  # fmt: skip
    depth = 3 if call == "connect_four" else 30
    if call == "skirmish":
        depth = 4
    exact = best(state, depth=depth, tier="native", all_best=True)
    found = asked(state, "uct(simulations=60000)")
    if exact.complete or abs(exact.value or 0) == game.ranges[0][1]:
        moves = {move.joint for move in exact.best}
        assert found.arms[found.best].joint in moves


# ---- how it is done --------------------------------------------------------------


@pytest.mark.parametrize("text", ["uct(simulations=30000)", "uct(simulations=9000, "
    "batch=16)", "montecarlo(simulations=5000)"])  # fmt: skip
def test_the_answer_is_a_function_of_seed_and_simulations(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = loaded("connect_four").initial
    once = asked(state, text)
    monkeypatch.setattr(pace, "SLICE", 1e-5)
    assert asked(state, text) == once
    other = asked(state, text.replace(")", ", seed=2)"))
    assert replace(other, nodes=0) != replace(once, nodes=0)


def searched(call: str, settings: Settings, games: int | None = None) -> Sampler:
    game = loaded(call)
    tier = native(game)
    held = tier.held(game.initial)
    return Sampler(tier.network, held, settings, games, 1, constant=True)


def test_what_is_under_way_is_taken_back() -> None:
    search = searched("connect_four", Settings(), 50_000)
    while not search.done:
        search.run()
    tree, nodes = search.tree, search.nodes
    assert not tree.flying[:nodes].any()
    assert search.played == tree.visits[0] == 50_000
    # What went through a node began at it, or went through a child.
    for node in np.flatnonzero(tree.first[:nodes] > 0)[:500]:
        first, number = tree.first[node], tree.counts[node].prod()
        children = slice(first, first + number)
        ends = tree.first[children] == END
        assert (tree.parent[children] == node).all()
        assert tree.visits[children].sum() - ends.sum() <= tree.visits[node]
        assert (tree.low[children] <= tree.high[children]).all()


def test_nothing_is_favoured_for_being_short() -> None:
    # Half of the games end at once; of the others few have ended by then.
    rules = """
    role(a). role(random). init(at(0)).
    legal(random, stop) :- true(at(0)).
    legal(random, go) :- true(at(0)).
    legal(random, go) :- true(at(N)), between(1, 59, N).
    next(at(60)) :- does(random, stop).
    next(at(M)) :- does(random, go), true(at(N)), M is N + 1.
    next(short) :- does(random, stop).
    terminal :- true(at(60)).
    goal(a, 1) :- true(short).
    goal(a, 0) :- \\+ true(short).
    """
    state = load_text(rules).initial
    for text in (
        "uct(simulations=20000, solver=false)",
        "montecarlo(simulations=20000)",
    ):
        found = asked(state, text, role="a")
        assert abs(found.value - 0.5) < FAR * 0.5 / math.sqrt(20_000)
    timed = asked(state, "montecarlo(seconds=0.2)", role="a")
    assert abs(timed.value - 0.5) < FAR * 0.5 / math.sqrt(timed.simulations)


def test_a_full_tree_goes_on_without_growing() -> None:
    search = searched("connect_four", Settings(memory=50_000), 200_000)
    while not search.done:
        search.run()
    assert search.full
    assert search.nodes <= len(search.tree.first) < 700
    assert search.played == 200_000
    found = asked(
        loaded("connect_four").initial, "uct(simulations=50000)", memory=50_000
    )
    assert found.arms[found.best].joint[0] == "drop(4)"
    with pytest.raises(LimitError, match="give more memory"):
        asked(loaded("connect_four").initial, "uct(simulations=10)", memory=300)


def test_one_game_is_enough() -> None:
    found = asked(loaded("connect_four").initial, "uct(simulations=1)")
    assert found.simulations == 1
    assert found.arms[found.best].visits == 1


def test_no_mean_is_taken_of_no_games() -> None:
    state = loaded("coins_in_a_row").initial
    found = best(state, method="uct(simulations=1)", tier="native")
    assert not found.complete
    assert found.move in ("take(left)", "take(right)")


def test_batch_games_at_a_leaf() -> None:
    found = asked(loaded("connect_four").initial, "uct(simulations=1000, batch=100)")
    assert {arm.visits % 100 for arm in found.arms} == {0}


def test_the_clock_and_interrupts_end_it() -> None:
    state = loaded("connect_four").initial
    asked(state, "uct(simulations=10)")
    found = asked(state, "uct(seconds=0.2)")
    assert found.stopped == "time"
    assert found.simulations > 0

    with ctrl_c(worked(0.3)):
        found = asked(state, "uct(seconds=600)", interruptible=True)
    assert found.stopped == "interrupt"
    assert found.simulations > 0

    with pytest.raises(KeyboardInterrupt), ctrl_c(worked(0.3)):
        asked(state, "uct(seconds=600)")


def test_faults_of_the_rules_are_told() -> None:
    rules = """
    role(a). init(at(0)).
    legal(a, go) :- true(at(N)), N < 3.
    legal(a, stop) :- true(at(0)).
    next(at(M)) :- does(a, go), true(at(N)), M is N + 1.
    next(at(5)) :- does(a, stop).
    terminal :- true(at(N)), N > 2.
    goal(a, 1) :- true(at(5)).
    """
    with pytest.raises(RulesError, match="no goal value is defined for a"):
        asked(load_text(rules).initial, "uct(simulations=100)")
    endless = """
    role(a). init(at(0)).
    legal(a, go) :- true(at(_)).
    next(at(0)) :- does(a, go).
    terminal :- true(at(1)).
    goal(a, 1) :- true(at(1)).
    """
    with pytest.raises(LimitError, match="did not end within"):
        asked(load_text(endless).initial, "uct(simulations=100)")


def test_the_kernel_gives_games_up_when_everyone_does() -> None:
    """Its number is a copy: what kernels are compiled from is one folder."""
    assert kernel.LONGEST == LONGEST


def test_best_asks_it() -> None:
    state = loaded("tic_tac_toe").initial
    found = best(state, method="uct(simulations=100000)", tier="native")
    assert (found.move, found.value, found.complete) == ("mark(2, 2)", 0, True)
    assert len(found.line) == 9
    assert found.states[-1].terminal
    flat = best(state, method="montecarlo(simulations=2000)", tier="native")
    assert flat.move == "mark(2, 2)"
