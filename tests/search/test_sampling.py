"""Flat Monte Carlo and UCT: what they find, and what they prove."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from fractions import Fraction
from functools import cache, partial
from typing import Any

import pytest
from click.testing import CliRunner
from games import loaded
from sampled import ONCE, PENNIES, positions, values

from pygame_search.cli.app import command
from pygame_search.experiments.matches.choose import choose
from pygame_search.game import State, load_text
from pygame_search.machine.clauses import ClauseMachine
from pygame_search.search.core.result import SearchResult
from pygame_search.search.monte_carlo import monte_carlo
from pygame_search.search.monte_carlo.bounds import Bounds, mean
from pygame_search.search.monte_carlo.node import Node
from pygame_search.search.monte_carlo.uct import Tree
from pygame_search.support.errors import InputError

TIERS = ("clauses", "procedural")


def grown(state: State, simulations: int, seed: int = 1) -> Tree:
    game = state.game
    tree = Tree(
        ClauseMachine(game, memo=True), state.number,
        ranges=game.ranges, chance=game.chance, rivals=game.constant_sum,
        exploration=1.4, source=random.Random(seed),
    )  # fmt: skip
    for _ in range(simulations):
        if tree.root.bounds.closed:
            break
        tree.simulate()
    return tree


def every(node: Node) -> list[Node]:
    below = [found for child in node.children.values() for found in every(child)]
    return [node, *below]


def test_the_clauses_play_the_same_games_however_they_are_asked() -> None:
    """How many rounds a call has hangs on the clock; the answer must not."""
    state = loaded("tic_tac_toe").initial
    whole = monte_carlo.ask(state, 0, 7, 5)
    ends: list[list[object]] = [[] for _ in whole["arms"]]
    seed = 5
    for rounds in (1, 4, 2):
        reply = monte_carlo.ask(state, 0, rounds, seed)
        seed = reply["seed"]
        for move, (_, some) in enumerate(reply["arms"]):
            ends[move] += some
    assert seed == whole["seed"]
    assert [sorted(e, key=repr) for e in ends] == [
        sorted(e, key=repr) for _, e in whole["arms"]
    ]
    assert len({repr(e) for e in ends}) > 1


@pytest.mark.parametrize(("value", "plies"), [(1, 2), (0, 4), (-1, 4)])
def test_a_win_is_made_soon_and_all_else_late(value: int, plies: int) -> None:
    """Of two moves that are proven and equal; x has the move."""
    tree = grown(loaded("tic_tac_toe").initial, 1)
    node = tree.root
    bounds = Bounds((value, -value), (value, -value))
    node.bounds, node.plies = bounds, None
    for order in ((1, 3), (3, 1)):
        children = [Node(i, bounds, plies=p) for i, p in enumerate(order)]
        node.children, node.plies = dict(enumerate(children)), None
        tree._settle(node)
        assert node.plies == plies


@pytest.mark.parametrize(("tried", "better"), [(60, True), (50, False), (40, False)])
def test_a_try_counts_where_it_beats_what_is_sure(tried: int, better: bool) -> None:
    """Else the state is worth its proven move, whatever came of the try."""
    tree = grown(loaded("tic_tac_toe").initial, 1)
    node = tree.root
    node.exact = (50, 50)
    node.counts = [[3] * 9, [3]]
    node.sums = [[3.0 * tried] * 9, [0.0]]
    found = tree._better(node, (4, 0), (100, 0))
    assert found == ((100, 0) if better else (50, 50))


def test_a_mean_is_exact_and_whole_where_it_can_be() -> None:
    assert mean([1, 2]) == Fraction(3, 2)
    assert (mean([1, 3]), type(mean([1, 3]))) == (2, int)
    assert mean([7]) == 7
    assert mean([1, float("inf")]) == float("inf")


# ---- flat Monte Carlo --------------------------------------------------------


def expected(state: State) -> tuple[Fraction, ...]:
    """Return the means of all random games, of either role."""
    machine = ClauseMachine(state.game, memo=True)

    @cache
    def of(number: int) -> tuple[Fraction, ...]:
        node = machine.expand(number)
        if node.terminal:
            return tuple(Fraction(value or 0) for value in node.values)
        after = [of(successor) for successor in node.successors]
        return tuple(sum(v, Fraction()) / len(after) for v in zip(*after, strict=True))

    return of(state.number)


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize(
    "call", ["nim(heaps=[1, 2])", "goofspiel(cards=3)", "hexapawn"]
)
def test_means_are_those_of_all_random_games(call: str, tier: str) -> None:
    state = loaded(call).initial
    role = state.game.players[0]
    games = 400 * len(state.legal[role])
    found = state.best(method=f"montecarlo(simulations={games})", tier=tier)
    assert [move.move for move in found.moves] == list(state.legal[role])
    low, high = -10, 10
    if call.startswith("nim"):
        low, high = -1, 1
    for move in found.moves:
        after = [
            expected(state.play(f"[{', '.join(joint)}]"))[0]
            for joint in joints(state, role, move.move)
        ]
        assert move.visits == 400
        assert move.value == pytest.approx(
            float(sum(after) / len(after)), abs=(high - low) / 10
        )
    assert found.value == max(move.value or 0 for move in found.moves)
    assert (found.simulations, found.stopped) == (games, "simulations")
    assert not found.complete


def joints(state: State, role: str, move: str) -> list[tuple[str, ...]]:
    found: list[tuple[str, ...]] = [()]
    for name, moves in state.legal.items():
        found = [(*j, m) for j in found for m in ((move,) if name == role else moves)]
    return found


@pytest.mark.parametrize("tier", TIERS)
def test_every_move_has_as_many_games(tier: str) -> None:
    state = loaded("tic_tac_toe").initial
    found = state.best(method="montecarlo(simulations=100)", tier=tier)
    assert {move.visits for move in found.moves} == {12}
    assert found.simulations == 108
    assert found == state.best(method="montecarlo(simulations=100)", tier=tier) or (
        found.moves == state.best(method="montecarlo(simulations=100)", tier=tier).moves
    )


@pytest.mark.parametrize("tier", TIERS)
def test_the_clock_ends_random_games(tier: str) -> None:
    found = loaded("tic_tac_toe").initial.best(
        method="montecarlo", seconds=0.2, tier=tier
    )
    assert found.stopped == "time"
    assert found.simulations
    assert found.method == "montecarlo(seconds=0.2)"


#: White wins by either move, by `now` at once.
WON = """
role(white). role(black). init(at(1)).
legal(white, wait) :- true(at(1)). legal(white, now) :- true(at(1)).
legal(black, go) :- true(at(2)).
next(at(2)) :- does(white, wait). next(at(3)) :- does(white, now).
next(at(3)) :- does(black, go).
terminal :- true(at(3)). goal(white, 1). goal(black, 0). goal(white, 0) :- true(at(9)).
"""


@pytest.mark.parametrize("tier", [*TIERS, "native"])
def test_of_moves_that_always_won_one_that_wins_at_once_is_best(tier: str) -> None:
    state = load_text(WON).initial
    found = state.best(method="montecarlo(simulations=8)", tier=tier)
    assert [move.value for move in found.moves] == [1, 1]
    assert found.move == "now"


# ---- UCT: proofs -------------------------------------------------------------


def test_tic_tac_toe_is_proven_a_draw() -> None:
    found = (
        loaded("tic_tac_toe")
        .after("mark(1, 1)")
        .best(method="uct(simulations=100000, seed=1)", tier="procedural")
    )
    assert (found.stopped, found.complete, found.value) == ("complete", True, 0)
    assert found.simulations is not None
    assert found.simulations < 3_500
    assert found.states[-1].terminal
    assert found.states[-1].goals == {"x": 0, "o": 0}
    for move in found.moves:  # a proven draw takes no visits from the others
        assert move.bound == ("exact" if move.proven else "upper")
    assert sum(move.visits or 0 for move in found.moves) == found.simulations


CALLS = (
    ("tic_tac_toe", 8, 1, 5),
    ("hexapawn", 8, 0, 2),
    ("hexapawn(columns=4, rows=4)", 4, 5, 8),
    ("nim(heaps=[2, 3])", 8, 0, 2),
    ("connect_four(columns=4, rows=4)", 4, 8, 10),
)


@pytest.mark.parametrize(("call", "number", "least", "most"), CALLS)
def test_what_is_proven_is_what_minimax_finds(
    call: str, number: int, least: int, most: int
) -> None:
    proven = 0
    for state in positions(call, number, 7, least, most):
        worth = values(state.game)
        for index, role in enumerate(state.game.roles):
            found = state.best(role=role, method="uct(simulations=800)")
            if found.complete:
                assert found.value == worth(state.number, index)
            for move in found.moves:
                after = state.play(f"[{', '.join(move.joint)}]")
                chooses = len(state.legal[role]) > 1
                if move.proven and chooses:
                    assert move.value == worth(after.number, index)
                    proven += 1
                if found.complete and move is found.best[0] and chooses:
                    assert worth(after.number, index) == found.value
                if found.complete and move.bound == "upper":
                    assert worth(after.number, index) <= (move.value or 0)
    assert proven


@pytest.mark.parametrize(
    ("call", "simulations"),
    [("tic_tac_toe", 2000), ("coins_in_a_row(coins=[1, 3, 2, 1])", 100),
     ("goofspiel(cards=3)", 400), ("pig(turns=1, target=6)", 1000)],
)  # fmt: skip
def test_bounds_hold_in_every_node(call: str, simulations: int) -> None:
    """No bound is wrong: minimax, or expectimax, lies between, for every role."""
    state = loaded(call).initial
    tree = grown(state, simulations)
    worth = values(state.game)
    closed = 0
    for node in every(tree.root):
        for role in tree.players:
            low, high = node.bounds.low[role], node.bounds.high[role]
            assert low <= worth(node.state, role) <= high
            closed += low == high
    assert closed > 20


def test_a_proven_draw_takes_no_visits() -> None:
    """One move draws at once; the others are tried on while they may win."""
    text = """
    role(a). role(b). init(turn(a)).
    legal(a, M) :- true(turn(a)), choice(M).
    choice(draw). choice(M) :- between(1, 3, M).
    legal(b, N) :- true(turn(b)), between(1, 9, N).
    next(turn(b)) :- does(a, M), M \\== draw.
    next(end(0)) :- does(a, draw).
    next(end(V)) :- does(b, N), worth(N, V).
    worth(1, -1). worth(N, 1) :- between(2, 9, N).
    terminal :- true(end(_)).
    goal(a, V) :- true(end(V)).
    goal(b, V) :- true(end(U)), V is 0 - U.
    """
    state = load_text(text).initial
    found = state.best(method="uct(simulations=1000)")
    assert (found.move, found.value, found.stopped) == ("draw", 0, "complete")
    visits = {move.move: move.visits for move in found.moves}
    assert visits["draw"] == 0
    assert sum(n or 0 for n in visits.values()) == found.simulations == 3


def test_without_the_solver_nothing_is_proven() -> None:
    found = loaded("hexapawn").initial.best(method="uct(simulations=500, solver=false)")
    assert (found.stopped, found.complete, found.simulations) == (
        "simulations", False, 500,
    )  # fmt: skip
    assert not any(move.proven for move in found.moves)
    assert found.value is not None
    assert found.value < -5


# ---- UCT: any number of roles, chance, all at once ---------------------------


def test_three_roles_each_for_itself() -> None:
    state = loaded("coins_in_a_row").initial
    best = state.best(method="maxn(depth=9)")
    found = state.best(method="uct(simulations=4000)")
    assert (best.move, best.value) == (found.move, 6)
    assert found.value == pytest.approx(6, abs=0.1)
    assert found.line == best.line


def test_chance_is_proven_by_its_means() -> None:
    moves = "throw; face(4); hold; throw; face(3)"
    state = loaded("pig(turns=1)").after(moves)
    found = state.best(role="bob", method="uct(simulations=5000)")
    exact = state.best(role="bob", method="expectimax(depth=9)")
    assert found.complete
    assert exact.value == pytest.approx(200 / 3)
    assert found.value == pytest.approx(200 / 3)
    assert (found.move, found.line) == ("throw", exact.line)


def test_who_chooses_at_once_mixes() -> None:
    state = load_text(PENNIES).initial
    for role in ("a", "b"):
        found = state.best(role=role, method="uct(simulations=4000, exploration=1.4)")
        assert not found.complete
        assert found.value == pytest.approx(0, abs=0.2)
        for move in found.moves:
            assert 0.3 < (move.visits or 0) / 4000 < 0.7
            assert not move.proven


def test_a_saddle_point_is_proven_though_all_choose_at_once() -> None:
    state = loaded("goofspiel(cards=2)").initial
    found = state.best(method="uct(simulations=500)")
    assert (found.stopped, found.move, found.value) == ("complete", "bid(2)", 0)


# ---- the clock, the seed, the door -------------------------------------------


@pytest.mark.parametrize("method", ["uct", "montecarlo"])
def test_a_seed_makes_it_repeat(method: str) -> None:
    state = loaded("tic_tac_toe").initial

    def found(seed: int) -> tuple[object, ...]:
        call = f"{method}(simulations=300, seed={seed})"
        return state.best(method=call, tier="procedural").moves

    assert found(5) == found(5)
    assert found(5) != found(6)


def test_a_batch_is_counted_whole() -> None:
    found = loaded("tic_tac_toe").initial.best(method="uct(simulations=100, batch=8)")
    assert found.simulations == 104
    assert sum(move.visits or 0 for move in found.moves) == 104


def test_interrupted_it_gives_what_it_has() -> None:
    def interrupt(words: str) -> None:
        assert "simulations: " in words
        raise KeyboardInterrupt

    state = loaded("connect_four").initial
    call = partial(
        state.best, method="uct(seconds=60)", tier="procedural", progress=interrupt
    )
    found = call(interruptible=True)
    assert found.stopped == "interrupt"
    assert found.move in state.legal[found.role]
    with pytest.raises(KeyboardInterrupt):
        call()


def test_a_game_that_is_over_is_worth_its_goal() -> None:
    state = loaded("nim(heaps=[1])").after("take(1, 1)")
    for method in ("uct", "montecarlo", "mcpns", "conspiracy", "matrix"):
        found = state.best(method=method)
        assert (found.move, found.stopped) == (None, "over")
        assert found.value == state.goals[found.role]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"method": "uct", "tier": "clauses"},
         "uct is a method of procedural and native, found the tier clauses"),
        ({"method": "uct", "tier": "paper"}, "no tier 'paper'"),
        ({"method": "uct", "depth": 3}, "uct has no parameter 'depth'"),
        ({"method": "mcpns", "record": True},
         "mcpns has no trace: expected one of"),
        ({"method": "uct", "record": True, "tier": "native"},
         "in the tier procedural, found the tier native"),
        ({"method": "uct(simulations=0)"}, "expected a whole number of 1 or more"),
        ({"method": "uct(exploration=-1)"}, "expected a number of 0 or more"),
        ({"method": "uct(seconds=2)", "seconds": 1}, "seconds: 1, but uct"),
    ],
)  # fmt: skip
def test_misuse_is_told(options: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError) as raised:
        loaded("nim").initial.best(**options)
    assert said in str(raised.value)


def test_a_player_has_its_own_seeds() -> None:
    state = loaded("tic_tac_toe").initial
    moves = {
        choose(state, "x", "montecarlo(simulations=9)", source=random.Random(seed))
        for seed in range(6)
    }
    assert len(moves) > 1
    one, two = (
        choose(state, "x", "uct(simulations=50)", source=random.Random(3), depth=4)
        for _ in range(2)
    )
    assert one == two


# ---- the command line --------------------------------------------------------


def run(*words: str) -> SearchResult | dict[str, object]:
    found = CliRunner().invoke(command, ["best", *words, "--json"])
    assert found.exit_code == 0, found.output
    data: dict[str, object] = json.loads(found.stdout)
    return data


def test_the_command_tells_games_and_proofs() -> None:
    data = run("hexapawn", "--method", "uct(simulations=500)")
    assert isinstance(data, dict)
    assert data["complete"] is True
    assert (data["value"], data["stopped"]) == (-10, "complete")
    assert isinstance(data["simulations"], int)
    moves = data["moves"]
    assert isinstance(moves, Sequence)
    assert all({"move", "value", "visits", "proven"} <= set(move) for move in moves)
    text = CliRunner().invoke(
        command, ["best", "tic_tac_toe", "--method", "montecarlo(simulations=9)"]
    )
    assert "(a mean of random games)" in text.output
    assert "9 random games, 10 nodes" in text.output
    why = CliRunner().invoke(command, ["best", "nim", "--why", "--method", "uct"])
    assert why.exit_code == 2
    assert "uct gives no reasons for its choice: expected one of minimax" in why.output


@pytest.mark.parametrize("tier", ["procedural", "native"])
def test_a_move_is_worth_no_more_than_its_answers_leave(tier: str) -> None:
    """Both choose at once: up may give 1, but left leaves no move more than 0."""
    pays = "pays(up, left, 0, 0). pays(up, right, 1, -1). "
    pays += "pays(down, left, -1, 1). pays(down, right, 1, -1)."
    game = load_text(ONCE + pays)
    for role, best in (("a", "up"), ("b", "left")):
        method = "uct(simulations=5)"
        found = game.initial.best(role=role, method=method, tier=tier)
        assert (found.move, found.value, found.complete) == (best, 0, True)
        moves = {move.move: (move.value, move.proven) for move in found.moves}
        assert moves[best] == (0, True)


@pytest.mark.parametrize("tier", ["clauses", "procedural"])
def test_flat_monte_carlo_has_a_move_however_short_the_time(tier: str) -> None:
    state = loaded("connect_four").initial
    found = state.best(method="montecarlo", seconds=1e-9, tier=tier)
    assert found.move in state.legal["x"]
    assert found.notes == ("the time was too short: no move had more than one game",)
    assert state.best(method="montecarlo(simulations=1)", tier=tier).notes == ()
