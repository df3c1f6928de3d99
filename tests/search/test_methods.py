"""Methods by name and parameter; what order, window, clock and quiescence do."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from click.testing import CliRunner
from games import loaded

import pygame_search as ps
from pygame_search.cli.app import command
from pygame_search.experiments.matches.choose import choose
from pygame_search.game import State, load_text
from pygame_search.search.core.memory import Memory
from pygame_search.search.core.methods import METHODS, SEARCHES, read_method
from pygame_search.support.errors import InputError, LimitError

TIERS = ("clauses", "procedural")


# ---- names and parameters ----------------------------------------------------


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("minimax", "minimax"),
        (" pvs ( depth = 3 ) ", "pvs(depth=3)"),
        ("alphabeta()", "alphabeta"),
        (
            "alphabeta(depth=6, order=history, table=true)",
            "alphabeta(depth=6, order=history, table=true)",
        ),
        ("alphabeta(alpha=-1,beta=1)", "alphabeta(alpha=-1, beta=1)"),
        ("deepening(seconds=0.5)", "deepening(seconds=0.5)"),
    ],
)
def test_a_method_is_read(text: str, written: str) -> None:
    assert str(read_method(text)) == written


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "expected a method as in"),
        ("alphabeta(depth=6", "expected a method as in"),
        ("alfabeta", "no method 'alfabeta': expected one of legal"),
        ("alfabeta", "did you mean alphabeta?"),
        ("minimax(table=true)", "minimax has no parameter 'table': expected one of"),
        ("pvs(dept=2)", "did you mean depth?"),
        ("legal(depth=1)", "legal has no parameters"),
        ("pvs(depth=-1)", "depth: expected a number of plies of 0 or more, found '-1'"),
        ("pvs(depth=two)", "depth: expected a number of plies"),
        ("pvs(table=yes)", "table: expected true or false, found 'yes'"),
        ("pvs(order=best)", "order: expected one of rule, advice, killer"),
        ("pvs(depth)", "expected a parameter as in depth=6, found 'depth'"),
        ("pvs(depth=1,)", "expected a parameter as in depth=6, found ''"),
        ("pvs(depth=1, depth=2)", "the parameter depth is given twice"),
        ("deepening(seconds=0)", "seconds: expected a number of seconds above 0"),
        ("deepening(seconds=inf)", "seconds: expected a number of seconds above 0"),
    ],
)
def test_what_is_wrong_with_a_method_is_told(text: str, said: str) -> None:
    with pytest.raises(InputError) as raised:
        read_method(text)
    assert said in str(raised.value)


def test_depth_may_stand_in_the_method_or_beside_it() -> None:
    state = loaded("tic_tac_toe").initial
    assert state.best(method="alphabeta(depth=3)").depth == 3
    assert state.best(method="alphabeta(depth=3)", depth=3).depth == 3
    with pytest.raises(InputError, match=r"depth: 4, but alphabeta\(depth=3\) says 3"):
        state.best(method="alphabeta(depth=3)", depth=4)
    with pytest.raises(InputError, match="a window needs a depth, and no clock"):
        state.best(method="alphabeta(alpha=0)", seconds=1)


@pytest.mark.parametrize("method", ["legal", "random(seed=3)", "random"])
def test_players_without_search(method: str) -> None:
    state = loaded("tic_tac_toe").initial
    found = state.best(method=method)
    assert found.move in state.legal["x"]
    assert (found.value, found.depth, found.line) == (None, 0, ())
    assert not found.complete
    if method != "random":
        assert state.best(method=method).move == found.move


def test_every_method_chooses_a_move() -> None:
    state = loaded("hexapawn").initial
    for method in METHODS:
        if method == "advice" or METHODS[method].informed:
            continue
        has = METHODS[method].has
        limits = {"depth": 2, "nodes": 200, "simulations": 50}
        told = ", ".join(f"{name}={limits[name]}" for name in limits if has(name))
        move = choose(state, "white", f"{method}({told})" if told else method)
        assert move in state.legal["white"], method


def test_methods_are_listed_with_their_parameters() -> None:
    listed = CliRunner().invoke(command, ["methods"]).output
    assert all(f"\n{name} " in listed for name in METHODS)
    one = CliRunner().invoke(command, ["methods", "alphabeta"]).output
    assert (
        "logic/search/alphabeta.pl, pygame_search/search/game_tree/alphabeta.py" in one
    )
    assert all(parameter.name in one for parameter in METHODS["alphabeta"].parameters)
    other = CliRunner().invoke(command, ["methods", "retrograde"])
    assert other.exit_code == 2
    assert "retrograde is a method of `solve`" in other.output
    wrong = CliRunner().invoke(command, ["methods", "alphabets"])
    assert wrong.exit_code == 2
    assert "did you mean alphabeta?" in wrong.output


@pytest.mark.parametrize("tier", TIERS)
def test_no_search_misses_a_win_in_one(tier: str) -> None:
    ways = (
        ("tic_tac_toe", "mark(1,1); mark(2,2); mark(1,2); mark(3,3)", "mark(1, 3)"),
        ("connect_four", "drop(4); drop(1); drop(4); drop(1); drop(4); drop(2)", "4"),
    )
    for call, moves, win in ways:
        state = loaded(call).after(moves)
        for method in (name for name in SEARCHES if METHODS[name].has("depth")):
            for depth in (1, 2, 4):
                found = state.best(method=method, depth=depth, tier=tier)
                assert found.distance == 1
                assert win in (found.move or "")
        high = state.game.ranges[0][1]
        found = state.best(method=f"proof_number(threshold={high})", tier=tier)
        assert (found.value, found.bound) == (high, "lower")
        assert win in (found.move or "")


# ---- the order of moves ------------------------------------------------------


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize(
    ("b", "m"), [(b, m) for b, m in product((1, 2, 3, 4, 6), range(1, 7)) if b**m < 130]
)
def test_leaves_of_uniform_trees(b: int, m: int, tier: str) -> None:
    """The least and the most that alpha-beta can visit (Knuth and Moore 1975)."""
    least = b ** -(-m // 2) + b ** (m // 2) - 1
    size = f"branches={b}, depth={m}"
    for values, order, leaves in (
        ("mixed", "optimal", least),
        ("best_first", "rule", least),
        ("worst_first", "rule", b**m),
        ("worst_first", "optimal", least),
        ("best_first", "pessimal", b**m),
    ):
        state = loaded(f"uniform_tree({size}, values={values})").initial
        exact = state.best(method="minimax", depth=m, tier=tier)
        assert exact.leaves == b**m
        for method in ("alphabeta(", "alphabeta(fail=hard, ", "pvs("):
            found = state.best(method=f"{method}order={order})", depth=m, tier=tier)
            assert (found.value, found.move) == (exact.value, exact.move)
            if (method, leaves) != ("pvs(", b**m):  # what seems better is done again
                assert found.leaves == leaves


@pytest.mark.parametrize("tier", TIERS)
def test_what_is_learnt_saves_nodes(tier: str) -> None:
    """Not in each position, but over a game: the reason why there are orders."""
    state = loaded("tic_tac_toe").initial
    nodes = {
        order: state.best(method=f"alphabeta(order={order})", depth=9, tier=tier).nodes
        for order in ("rule", "killer", "history")
    }
    assert nodes["killer"] < nodes["rule"]
    assert nodes["history"] < nodes["rule"]


# ---- the table ---------------------------------------------------------------


def test_the_table_knows_states_met_before() -> None:
    state = loaded("tic_tac_toe").initial
    without = state.best(depth=9)
    for tier in TIERS:
        found = state.best(depth=9, method="alphabeta(table=true)", tier=tier)
        assert found.table_hits > 1000
        assert found.nodes < without.nodes / 3
        assert (found.value, found.move) == (without.value, without.move)


def test_a_full_table_gives_up_its_oldest_entry() -> None:
    memory = Memory(table={}, most=2)
    for state in (1, 2, 3):
        memory.keep(state, 1, 0, (-9, 9), state, True, None)
    assert memory.table is not None
    assert list(memory.table) == [2, 3]
    memory.keep(3, 0, 0, (-9, 9), 7, True, None)
    assert memory.table[3].score == 3, "the entry with more plies left stays"
    memory.keep(2, 2, 0, (-9, 9), 8, False, None)
    assert memory.table[2].score == 8
    assert memory.known(2, 2, 0, -9, 9) is not None
    assert memory.known(2, 3, 0, -9, 9) is None, "more plies may find more"
    assert memory.known(3, 5, 0, -9, 9) is not None, "the game ends before that"


# ---- the window --------------------------------------------------------------


@pytest.mark.parametrize("tier", TIERS)
def test_a_value_beyond_the_window_is_a_bound(tier: str) -> None:
    state = loaded("tic_tac_toe").initial
    low = state.best(depth=9, method="alphabeta(alpha=1, beta=5)", tier=tier)
    assert (low.value, low.bound) == (0, "upper")
    high = state.best(depth=9, method="pvs(alpha=-5, beta=0)", tier=tier)
    assert (high.value, high.bound) == (0, "lower")
    assert high.as_json()["bound"] == "lower"
    hard = state.best(depth=9, method="alphabeta(alpha=1,fail=hard)", tier=tier)
    assert (hard.value, hard.bound) == (1, "upper")


# ---- variable depth ------------------------------------------------------------

#: Rules for the depth beside a game's, and the same in Python: of the mover and the
#: plies past the depth.
EXPANDING = (
    ("expand(N) :- true(control(white)), N < 4.", lambda mover, n: mover and n < 4),
    ("expand(N) :- N < 2. expand(3).", lambda mover, n: n < 2 or n == 3),
    ("expand(N) :- N < 0.", lambda mover, n: False),
)


def variable(state: State, ply: int, depth: int, goes_on: Any) -> float:
    """Return what Genesereth's search of variable depth finds for white."""
    if state.terminal:
        return state.goals["white"] or 0
    white = state.to_move == ("white",)
    if ply >= depth and not goes_on(white, ply - depth):
        return float(state.best(depth=0, role="white").value or 0)
    values = [variable(s, ply + 1, depth, goes_on) for _, s in state.successors]
    return max(values) if white else min(values)


@pytest.mark.parametrize("form", ["meaning", "lists", "slots"])
@pytest.mark.parametrize(("rule", "goes_on"), EXPANDING)
def test_a_rule_says_how_deep(rule: str, goes_on: Any, form: str) -> None:
    game = load_text(f"{loaded('hexapawn').book.text}\n{rule}", form=form)
    for depth in (1, 2):
        expected = variable(game.initial, 0, depth, goes_on)
        for method in ("minimax", "alphabeta", "breadth", "deepening"):
            call = f"{method}(depth={depth}, quiescence=9, sooner=false)"
            one, two = (
                game.initial.best(method=call, tier=tier, record=True) for tier in TIERS
            )
            assert one.value == two.value == expected, (method, depth)
            assert one.events == two.events


def test_the_native_tier_refuses_a_rule_for_the_depth() -> None:
    game = load_text(f"{loaded('hexapawn').book.text}\nexpand(N) :- N < 3.")
    call = "alphabeta(depth=2, quiescence=2)"
    for record in (False, True):
        with pytest.raises(InputError, match="does not know expand/1"):
            game.initial.best(method=call, tier="native", record=record)
    assert game.initial.best(depth=2, tier="native").value == -1


# ---- deepening ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("search", "aspiration"),
    [
        *product(
            ["alphabeta", "fail_hard", "pvs"], ["", ", aspiration=2", ", aspiration=0"]
        ),
        ("minimax", ""),  # which has no window
    ],
)
def test_deepening_finds_what_the_last_depth_does(search: str, aspiration: str) -> None:
    for call in ("hexapawn(columns=4, rows=4)", "connect_four(columns=5, rows=4)"):
        state = loaded(call).initial
        for depth in (1, 4):
            plain = state.best(method="minimax", depth=depth, tier="procedural")
            method = f"deepening(search={search}, depth={depth}{aspiration})"
            one, two = (
                state.best(method=method, tier=tier, record=True) for tier in TIERS
            )
            assert (one.value, one.move) == (plain.value, plain.move)
            assert one.events == two.events
            assert one.nodes == two.nodes
            assert one.depth == two.depth == depth
            deepened = [event[1] for event in one.events if event[0] == "deepen"]
            assert sorted(set(deepened)) == list(range(1, depth + 1))


ALL_TIERS = (*TIERS, "native")


@pytest.mark.parametrize("tier", ALL_TIERS)
def test_each_depth_has_a_row(tier: str) -> None:
    state = loaded("hexapawn(columns=4, rows=4)").initial
    found = state.best(method="deepening(depth=5)", tier=tier)
    assert [row.depth for row in found.depths] == [1, 2, 3, 4, 5]
    assert sum(row.nodes for row in found.depths) == found.nodes
    assert all(row.nodes > 0 and row.seconds >= 0 for row in found.depths)
    last = found.depths[-1]
    assert (last.move, last.value) == (found.move, found.value)
    for row in found.depths:
        assert row.value == state.best(depth=row.depth, tier=tier).value
    assert state.best(depth=2, tier=tier).depths == ()


@pytest.mark.parametrize("tier", ALL_TIERS)
@pytest.mark.parametrize(
    "method", ["minimax", "alphabeta", "pvs", "deepening", "alphabeta(quiescence=2)"]
)
def test_depth_0_is_the_estimate_of_the_position(method: str, tier: str) -> None:
    state = loaded("othello(size=4)").after("place(1, 2)")
    found = state.best(method=method, depth=0, tier=tier)
    assert (found.value, found.move, found.complete) == (-4, None, False)
    assert (found.nodes, found.stopped, found.depths) == (1, "depth", ())
    assert state.best(method=method, depth=0, role="x", tier=tier).value == 4
    assert state.best(method=method, depth=0, tier=tier, record=True).events[-1] == [
        "leave", -4,
    ]  # fmt: skip


@pytest.mark.parametrize("method", ["breadth", "maxn", "alphabeta(fail=hard)"])
def test_depth_0_in_both_forms(method: str) -> None:
    state = loaded("othello(size=4)").after("place(1, 2)")
    for tier in TIERS:
        assert state.best(method=method, depth=0, tier=tier).value == -4
    over = loaded("nim(heaps=[1])").after("take(1, 1)")
    assert over.best(method=method, depth=0).stopped == "over"


def test_a_player_of_depth_0_is_refused() -> None:
    state = loaded("nim").initial
    for call in (
        lambda: ps.match(state.game, ["alphabeta(depth=0)", "random"], games=2),
        lambda: state.why_best(depth=0),
    ):
        with pytest.raises(ps.InputError, match="depth 0 values the position"):
            call()


@pytest.mark.parametrize("tier", TIERS)
def test_even_a_millisecond_is_answered(tier: str) -> None:
    for call in ("tic_tac_toe", "othello", "connect_four"):
        state = loaded(call).initial
        found = state.best(seconds=0.001, tier=tier)
        assert found.move in state.legal[found.role]
        assert (found.depth or 0) >= 1


@pytest.mark.parametrize("tier", TIERS)
def test_the_answer_is_that_of_the_deepest_search_finished(tier: str) -> None:
    state = loaded("connect_four").initial
    found = state.best(seconds=0.3, tier=tier)
    assert found.stopped == "time"
    assert found.depth is not None
    again = state.best(depth=found.depth, tier=tier)
    assert (again.value, again.move) == (found.value, found.move)


@pytest.mark.parametrize("tier", TIERS)
def test_progress_is_told(tier: str) -> None:
    words: list[str] = []
    state = loaded("tic_tac_toe").initial
    state.best(depth=3, seconds=600, tier=tier, progress=words.append)
    assert [text.split(":")[0] for text in words] == ["depth 1", "depth 2", "depth 3"]
    assert words[0] == "depth 1: mark(1, 1) is worth 0; 10 nodes"


# ---- quiescence --------------------------------------------------------------

GREEDY = "alphabeta(depth=1)"
PATIENT = "alphabeta(depth=1, quiescence=4)"


def _played(white: str, tier: str) -> State:
    """Play a skirmish against a black that looks three plies ahead."""
    state = loaded("skirmish").initial
    while not state.terminal:
        role = state.to_move[0]
        method = white if role == "white" else "alphabeta(depth=3)"
        state = state.play(choose(state, role, method, tier=tier))
    return state


@pytest.mark.parametrize("tier", TIERS)
def test_the_horizon_effect_costs_the_game(tier: str) -> None:
    state = loaded("skirmish").initial
    assert state.best(method=GREEDY, tier=tier).move == "move(2, 4, 2, 3)"
    assert state.best(method=PATIENT, tier=tier).move != "move(2, 4, 2, 3)"
    assert _played(GREEDY, tier).goals["white"] == -1
    assert _played(PATIENT, tier).goals["white"] == 0


@pytest.mark.parametrize("swing", [0, 1, 5])
@pytest.mark.parametrize("call", ["hexapawn", "skirmish", "othello(size=4)"])
def test_quiescence_is_the_same_in_both_tiers(call: str, swing: int) -> None:
    """By quiet/0 where the rules have it, else by how the estimate changes."""
    state = loaded(call).initial
    for method in ("minimax", "alphabeta", "pvs"):
        name = f"{method}(depth=2, quiescence=3, swing={swing})"
        one, two = (state.best(method=name, tier=t, record=True) for t in TIERS)
        assert one.events == two.events
        assert one.moves == two.moves
    plies = {e[1] for e in one.events if e[0] == "enter"}
    assert max(plies) <= 5


@pytest.mark.parametrize("tier", ["clauses", "procedural"])
@pytest.mark.parametrize("method", ["minimax", "alphabeta", "maxn", "deepening"])
def test_a_goal_value_too_large_to_search_with_is_told(method: str, tier: str) -> None:
    game = load_text(
        "role(a). init(x). legal(a, m(N)) :- between(1, 2, N). next(y(N)) :- "
        "does(a, m(N)). terminal :- true(y(_)). "
        "goal(a, V) :- true(y(N)), V is N * 1000000000000000000000."
    )
    with pytest.raises(LimitError, match="expected values of less than"):
        game.initial.best(method=method, tier=tier, depth=2)
