"""Games that ask for their history, natively (docs/native.md, "Histories").

The witnesses are the clauses, which name positions by texts, the oracle, and counts and
values by plain Python.
"""

from __future__ import annotations

import random
from itertools import product

import pytest
from native_walks import walk_at

import pygame_search as ps
from pygame_search.game import Game, State
from pygame_search.machine import game_code
from pygame_search.oracle.interpreter import Oracle, relation
from pygame_search.oracle.terms import ground_terms
from pygame_search.search.core.methods import read_method
from pygame_search.support.errors import LimitError, RulesError, TierError

_RING = """
role(a). role(b). init(at(0)). init(turn(a)).
parameter(ring, 5).
legal(P, step(D)) :- true(turn(P)), member(D){legal}.
member(1). member(2). member(-1).
next(at(Y)) :- does(_, step(D)), true(at(X)), parameter(ring, N), Y is (X + D) mod N.
next(at(X)) :- true(at(X)), true(turn(P)), does(P, noop).
next(turn(Q)) :- true(turn(P)), other(P, Q).
other(a, b). other(b, a).
position_part(at(X)) :- true(at(X)).
position_part(turn(P)) :- true(turn(P)).
{more}
"""

#: No position may come again; who cannot move waits.
SUPERKO = _RING.format(
    legal=", \\+ ( after(P, step(D), occurred(N)), N >= 2 )",
    more="""
next(n(M)) :- true(n(N)), M is N + 1, N < 15.
init(n(1)).
terminal :- true(n(15)).
goal(P, 1) :- true(turn(P)).
goal(P, 0) :- role(P), \\+ true(turn(P)).
""",
)

#: The third time ends the game. Goals, steps and features ask how often, too.
THREEFOLD = _RING.format(
    legal="",
    more="""
terminal :- occurred(N), N >= 3.
next(seen(N)) :- occurred(N), N > 1.
goal(P, 2) :- terminal, true(turn(P)), true(seen(2)).
goal(P, 1) :- terminal, true(turn(P)), \\+ true(seen(2)).
goal(P, 0) :- role(P), \\+ true(turn(P)).
feature(P, again, N) :- role(P), occurred(N), N > 1.
weight(again, 1).
""",
)

#: Some moves are legal only if they repeat a position, some only if they do not.
MIXED = _RING.format(
    legal=", may(D, P)",
    more="""
may(1, _).
may(-1, P) :- true(turn(P)).
legal(P, back) :- true(turn(P)), after(P, back, occurred(2)).
legal(P, wait) :- true(turn(P)), \\+ after(P, wait, occurred(2)),
    \\+ after(P, wait, occurred(3)).
next(at(X)) :- does(_, back), true(at(X)).
next(at(X)) :- does(_, wait), true(at(X)).
terminal :- occurred(4).
terminal :- true(n(12)).
init(n(0)).
next(n(M)) :- true(n(N)), N < 12, M is N + 1.
goal(P, 1) :- true(turn(P)), true(at(0)).
goal(P, 0) :- role(P), \\+ goal(P, 1).
""",
)

#: Positions with 70 parts that are no fluents. Places 2 and 3 are the same position,
#: and `always` is a part of each.
DERIVED = """
role(a). role(b). init(at(0)). init(turn(a)). init(n(0)).
legal(P, step(D)) :- true(turn(P)), way(D), \\+ after(P, step(D), occurred(3)).
way(1). way(2). way(-1). way(-2).
place(X) :- between(0, 69, X).
next(at(Y)) :- does(_, step(D)), true(at(X)), place(Y), Y is (X + D) mod 70.
next(at(X)) :- true(at(X)), true(turn(P)), does(P, noop).
next(turn(Q)) :- true(turn(P)), other(P, Q).
next(n(M)) :- true(n(N)), M is N + 1, N < 25.
other(a, b). other(b, a).
position_part(turn(P)) :- true(turn(P)).
position_part(always).
position_part(least(Y)) :- true(at(X)), place(Y), Y =< X, Y =\\= 3.
terminal :- true(n(25)).
terminal :- occurred(2), true(at(X)), X mod 4 =:= 1.
goal(P, 1) :- true(turn(P)), true(at(X)), X < 35.
goal(P, 0) :- role(P), \\+ goal(P, 1).
"""

GAMES = {
    "superko": SUPERKO, "threefold": THREEFOLD, "mixed": MIXED, "derived": DERIVED
}  # fmt: skip

#: What the oracle calls the history in a state.
HISTORY = "occurred now", "occurred so far"


def compare(state: State, seed: int, plies: int, own: slice = slice(None)) -> None:
    """Play a random game by the clauses and natively, from one state on.

    Args:
        state: where it begins.
        seed: of the game.
        plies: how many at most.
        own: the roles whose goals are compared.
    """
    source, walk = random.Random(seed), walk_at(state)
    for _ in range(plies):
        assert walk.over == state.terminal
        if state.terminal:
            goals = [walk.goal(role) for role in range(len(state.game.roles))]
            assert goals[own] == [state.goals[role] for role in state.game.roles][own]
            return
        legal = [walk.legal(role) for role in range(len(state.game.roles))]
        for role, moves in zip(state.game.roles, legal, strict=True):
            assert sorted(moves) == sorted(state.legal[role])
        joint = [source.choice(sorted(moves)) for moves in legal]
        walk = walk.play(tuple(of[m] for of, m in zip(legal, joint, strict=True)))
        state = state.play(f"[{', '.join(joint)}]")


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("name", GAMES)
def test_random_games(name: str, seed: int) -> None:
    """They have the legal moves, ends and goals that the clauses have."""
    compare(ps.load_text(GAMES[name]).initial, seed, 60)


@pytest.mark.parametrize("seed", range(3))
def test_random_games_of_go(seed: int) -> None:
    state = ps.load("go(size=3)").initial
    compare(state, seed, 40)


def beside_oracle(game: Game, seeds: range, plies: int) -> int:
    """Play random games by the oracle and natively; return how many states they had."""
    given = {name: text for name, text, *_ in game.given_parameters}
    oracle = Oracle(game.book.text, game.book.syntax, given)
    first, compared = walk_at(game.initial), 0
    texts = sorted({text for _, text in first.names} | {*first.fluents})
    term = dict(zip(texts, ground_terms(texts, game.book.syntax), strict=True))
    for seed in seeds:
        source, walk, state = random.Random(seed), first, oracle.initial
        for _ in range(plies):
            compared += 1
            held = {name for name in walk.held if not name.startswith("'occurred")}
            assert {term[name] for name in held} == {
                fact for fact in state if relation(fact)[0] not in HISTORY
            }
            assert walk.over == oracle.terminal(state)
            if walk.over:
                goals = [walk.goal(role) for role in range(len(oracle.roles))]
                assert goals == [*oracle.goals(state).values()]
                break
            sides = [walk.legal(role) for role in range(len(oracle.roles))]
            legal = [{term[name]: move for name, move in own.items()} for own in sides]
            assert [*map(set, legal)] == [*oracle.legal(state).values()]
            joint = [source.choice(sorted(own, key=repr)) for own in legal]
            moves = tuple(of[move] for of, move in zip(legal, joint, strict=True))
            walk, state = walk.play(moves), oracle.successor(state, joint)
    return compared


@pytest.mark.parametrize("name", GAMES)
def test_the_oracle_agrees(name: str) -> None:
    """It keeps histories as sets of positions, and knows neither rows nor words."""
    assert beside_oracle(ps.load_text(GAMES[name]), range(4), 60) > 20


def test_the_oracle_agrees_about_go() -> None:
    assert beside_oracle(ps.load("go(size=3)"), range(2), 60) > 20


@pytest.mark.parametrize("name", GAMES)
def test_a_search_begins_with_the_history_of_its_state(name: str) -> None:
    state = ps.load_text(GAMES[name]).initial
    for move in ("step(1)", "step(-1)", "step(2)")[: 3 if name != "superko" else 1]:
        if move in [*state.legal["a"], *state.legal["b"]]:
            state = state.play(move)
    for seed in range(4):
        compare(state, seed, 40)


@pytest.mark.parametrize("name", GAMES)
def test_perft(name: str) -> None:
    state = ps.load_text(GAMES[name]).initial
    assert list(state.perft(7, tier="native")) == list(state.perft(7, tier="clauses"))


def count(at: int, turn: int, seen: frozenset[tuple[int, int]], depth: int) -> int:
    """Return how many lines of SUPERKO have a length."""
    if depth == 0:
        return 1
    after = {((at + d) % 5, 1 - turn) for d in (1, 2, -1)} - seen
    after = after or {(at, 1 - turn)}  # who has no move does `noop`
    return sum(count(*s, seen | {s}, depth - 1) for s in after)


def test_lines_without_repetition_are_counted() -> None:
    levels = ps.load_text(SUPERKO).initial.perft(9, tier="native")
    start = frozenset({(0, 0)})
    assert [level.nodes for level in levels] == [
        count(0, 0, start, depth) for depth in range(1, 10)
    ]


@pytest.mark.parametrize("method", ["alphabeta({})", "alphabeta({}, table=true)"])
@pytest.mark.parametrize("name", GAMES)
def test_values_of_searches(name: str, method: str) -> None:
    state = ps.load_text(GAMES[name]).initial
    for depth in range(1, 9):
        call = method.format(f"depth={depth}")
        found = {t: state.best(method=call, tier=t) for t in ("clauses", "native")}
        assert found["native"].value == found["clauses"].value
        assert found["native"].stopped == found["clauses"].stopped


@pytest.mark.parametrize("method", ["alphabeta", "proof_number"])
@pytest.mark.parametrize(
    "name", ["superko", pytest.param("mixed", marks=pytest.mark.slow)]
)
def test_solved_values_are_those_of_the_history(name: str, method: str) -> None:
    state = ps.load_text(GAMES[name]).initial
    for move in ("step(1)", "step(1)", "step(1)", "step(1)", "step(1)"):
        found = {
            tier: state.solve(method=method, strength="ultra-weak", tier=tier)
            for tier in ("procedural", "native")
        }
        assert found["native"].solved == "ultra-weak"
        assert found["native"].values == found["procedural"].values
        state = state.play(next(m for m in (move, "step(2)") if m in state.legal_moves))


@pytest.mark.parametrize("strength", ["weak", "strong"])
def test_a_strategy_with_a_history_is_refused(strength: str) -> None:
    state = ps.load_text(SUPERKO).initial
    with pytest.raises(TierError, match="does not keep earlier positions"):
        state.solve(strength=strength, tier="native")


@pytest.mark.parametrize("name", ["superko", "mixed"])
def test_playouts_have_the_mean_of_the_clauses(name: str) -> None:
    """The means of many games are within five standard errors of goals of 0 and 1."""
    state = ps.load_text(GAMES[name]).initial
    means = [
        state.playouts(games=4000, seed=seed, tier=tier).goals["a"]
        for seed, tier in ((1, "clauses"), (2, "native"))
    ]
    assert abs(means[0] - means[1]) < 5 * 0.5 * (2 / 4000) ** 0.5


def test_random_games_are_those_of_the_seed() -> None:
    state = ps.load_text(MIXED).initial
    one, two, other = (
        state.playouts(games=50, seed=seed, tier="native", workers=workers)
        for seed, workers in ((1, 1), (1, 2), (2, 1))
    )
    assert (one.steps, one.goals) == (two.steps, two.goals)
    assert (one.steps, one.goals) != (other.steps, other.goals)
    assert (one.playouts, one.unfinished) == (50, 0)


def test_games_are_given_up() -> None:
    found = ps.load_text(THREEFOLD).initial.playouts(
        games=200, tier="native", longest=6
    )
    assert found.playouts + found.unfinished == 200
    assert 0 < found.unfinished < 200


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("name", GAMES)
def test_states_with_the_same_history_have_the_same_words(name: str, seed: int) -> None:
    """Whether the history was kept move by move, or came from the engine.

    The rows that are left are 0, and there are more of them after some moves.
    """
    state = ps.load_text(GAMES[name]).initial
    source, walk = random.Random(seed), walk_at(state)
    while not state.terminal:
        kept, given = (
            [word for word in one.words[: one.code.key].tolist() if word]
            for one in (walk, walk_at(state))
        )
        assert kept == given
        legal = [walk.legal(role) for role in range(len(state.game.roles))]
        joint = [source.choice(sorted(own)) for own in legal]
        walk = walk.play(tuple(of[m] for of, m in zip(legal, joint, strict=True)))
        state = state.play(f"[{', '.join(joint)}]")


def test_a_fault_is_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The code answers again about other states."""
    monkeypatch.setattr(game_code, "MOST_POSITIONS_PLAYED", 0)
    walk = walk_at(ps.load_text(SUPERKO).initial)
    legal = walk.legal(0), walk.legal(1)
    with pytest.raises(LimitError, match="more than 1 different positions"):
        walk.play((legal[0]["step(1)"], legal[1]["noop"]))
    assert (walk.legal(0), walk.legal(1)) == legal


# ---- what it cannot --------------------------------------------------------------


def _game(legal: str = "", more: str = "") -> Game:
    ends = "terminal :- occurred(3). goal(P, 1) :- role(P)."
    return ps.load_text(_RING.format(legal=legal, more=more or ends))


@pytest.mark.parametrize("asks", ["occurred(N), N > 20", "occurred(40)"])
def test_a_count_beyond_those_that_rules_can_be_told(asks: str) -> None:
    ends = f"terminal :- {asks}. goal(P, 1) :- role(P)."
    game = ps.load_text(_RING.format(legal="", more=ends).replace("ring, 5", "ring, 1"))
    assert game.initial.best(depth=12, tier="native").stopped == "depth"
    with pytest.raises(TierError, match="occurs more than 16 times"):
        game.initial.playouts(games=1, tier="native")
    assert game.initial.playouts(games=1, tier="clauses").playouts == 1


def test_a_count_that_no_rule_asks_for_has_no_limit() -> None:
    """Here positions occur 20 times and more; a rule asks for another one alone."""
    more = """
legal(P, wait) :- true(turn(P)), true(n(1)), after(P, wait, occurred(1)).
next(at(50)) :- does(_, wait).
terminal :- true(n(90)).
init(n(1)).
next(n(M)) :- true(n(N)), M is N + 1, N < 90.
goal(P, 1) :- role(P).
"""
    state = _game(more=more).initial
    assert state.playouts(games=20, tier="native").steps == 20 * 89


def test_a_game_of_too_many_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_code, "MOST_POSITIONS", 5)
    state = ps.load_text(SUPERKO).initial
    assert state.best(depth=5, tier="native").depth == 5
    with pytest.raises(LimitError, match="more than 6 different positions"):
        state.best(depth=8, tier="native")
    monkeypatch.setattr(game_code, "MOST_POSITIONS_PLAYED", 5)
    with pytest.raises(LimitError, match="more than 6 different positions"):
        state.playouts(games=9, tier="native")


def test_another_move_than_that_of_the_head() -> None:
    game = _game(", \\+ after(P, step(1), occurred(2))")
    with pytest.raises(TierError, match="only of the move of its head"):
        game.initial.best(depth=2, tier="native")
    assert game.initial.best(depth=2).tier == "clauses"


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("name", GAMES)
def test_random_games_by_changes(
    name: str, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Code that propagates changes has the goals of one role."""
    monkeypatch.setattr(game_code, "MOST_EDGES_ASIDE", -1)
    compare(ps.load_text(GAMES[name]).initial, seed, 60, own=slice(1))


def test_roles_that_move_at_once_cannot_wait() -> None:
    rules = """
role(a). role(b). init(at(0)).
legal(P, M) :- role(P), move(M), \\+ after(P, M, occurred(2)).
legal(P, stay) :- role(P).
move(one). move(two).
next(at(Y)) :- does(a, M), does(b, N), sum_of(M, N, D), true(at(X)), Y is (X + D) mod 7.
sum_of(M, N, D) :- worth(M, X), worth(N, Y), D is X + Y.
worth(one, 1). worth(two, 2). worth(stay, 0). worth(noop, 0).
position_part(at(X)) :- true(at(X)).
terminal :- occurred(3).
goal(P, 1) :- role(P).
"""
    state = ps.load_text(rules).initial
    with pytest.raises(TierError, match="cannot do noop here"):
        state.perft(3, tier="native")
    assert [level.nodes for level in state.perft(2)]


def test_a_part_of_every_position_does_not_matter() -> None:
    state = ps.load_text(SUPERKO + "position_part(board).\n").initial
    assert [*state.perft(6, tier="native")] == [
        *ps.load_text(SUPERKO).initial.perft(6, tier="clauses")
    ]
    compare(state, 1, 20)


def test_a_role_without_a_move_is_told() -> None:
    """By the conventions of GDL nobody waits who cannot move."""
    again = "( after(P, step(D), occurred(N)), N >= 2 )"
    rules = SUPERKO.replace(again, "after(P, step(D), occurred(2))")
    rules += "convention(gdl).\nlegal(P, noop) :- role(P), \\+ true(turn(P)).\n"
    state = ps.load_text(rules).initial
    for tier in ("clauses", "native"):
        with pytest.raises(RulesError, match="no move is legal for"):
            state.best(depth=12, tier=tier)
        with pytest.raises(RulesError, match="no move is legal for"):
            state.playouts(games=50, tier=tier)
    assert [*state.perft(9, tier="native")] == [*state.perft(9, tier="clauses")]


@pytest.mark.parametrize("ask", ["uct(simulations=10)", "montecarlo(simulations=10)"])
def test_searches_by_the_network_alone_refuse(ask: str) -> None:
    state = ps.load_text(SUPERKO).initial
    assert read_method(ask)
    with pytest.raises(TierError, match="does not keep earlier positions"):
        state.best(method=ask, tier="native")
    assert state.best(method=ask).tier != "native"


def test_several_workers_are_refused() -> None:
    with pytest.raises(TierError, match="in one thread"):
        ps.load_text(SUPERKO).initial.perft(3, tier="native", workers=2)


@pytest.mark.parametrize("threads", [1, 2])
def test_threads_have_rooms_of_their_own(threads: int) -> None:
    state = ps.load("go(size=2)").initial
    found = state.best(
        method="deepening(depth=9, table=true)", tier="native", threads=threads
    )
    assert (
        found.value
        == state.best(method="deepening(depth=9, table=true)", tier="clauses").value
    )


def test_joint_moves_are_those_of_all_roles() -> None:
    """Both move at once, and either may ask how often the position has occurred."""
    rules = """
role(a). role(b). init(at(0)). init(at(3)).
legal(P, M) :- role(P), between(0, 1, M).
next(at(Y)) :- does(a, M), true(at(X)), Y is (X + M) mod 4.
next(at(Y)) :- does(b, M), true(at(X)), Y is (X + 2 * M) mod 4.
position_part(at(X)) :- true(at(X)).
terminal :- occurred(3).
goal(P, 1) :- role(P).
"""
    state = ps.load_text(rules).initial
    assert [*state.perft(4, tier="native")] == [*state.perft(4, tier="clauses")]
    for seed in range(4):
        compare(state, seed, 30)
    walk = walk_at(state)
    assert len([*product(walk.legal(0), walk.legal(1))]) == 4
