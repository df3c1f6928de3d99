"""A role without a move, where rules of General Game Playing must give one, is told."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pygame_search.game import Game, State, load_text
from pygame_search.search.monte_carlo.playouts import playouts
from pygame_search.support.errors import RulesError

TIERS = ("clauses", "procedural", "native")

#: Two walk on a ring of eight; whoever stands on the other's square cannot go on.
RING = """
(role p) (role q)
(init (at p 0)) (init (at q 4)) (init (turn p))
(after 0 1) (after 1 2) (after 2 3) (after 3 4) (after 4 5) (after 5 6) (after 6 7)
(after 7 0)
(other p q) (other q p)
(<= (leap ?a ?c) (after ?a ?b) (after ?b ?c))
(<= (apart) (true (at p ?x)) (true (at q ?y)) (distinct ?x ?y))
(<= (legal ?r (to ?y)) (true (turn ?r)) (true (at ?r ?x)) (after ?x ?y) (apart))
(<= (legal ?r (to ?y)) (true (turn ?r)) (true (at ?r ?x)) (leap ?x ?y) (apart))
(<= (legal ?r wait) (role ?r) (not (true (turn ?r))))
(<= (next (at ?r ?y)) (does ?r (to ?y)))
(<= (next (at ?r ?x)) (does ?r wait) (true (at ?r ?x)))
(<= (next (turn ?q)) (true (turn ?p)) (other ?p ?q))
(<= terminal (true (at p 7)))
(<= (goal p 100) (true (at p 7)))
(<= (goal p 0) (not (true (at p 7))))
(<= (goal q 0) (true (at p 7)))
(<= (goal q 100) (not (true (at p 7))))
"""

METHODS = (
    "minimax",
    "alphabeta",
    "alphabeta(table=true)",
    "alphabeta(order=killer)",
    "pvs",
    "paranoid",
    "deepening",
)
IN_PYTHON_AND_PROLOG = ("breadth", "maxn", "expectimax", "alphabeta(fail=hard)")


def told(call: Callable[[], object], game: Game) -> State:
    """Return the position in which a role is said to have no move, and check it."""
    with pytest.raises(RulesError) as caught:
        call()
    words, _, position = str(caught.value).partition(": ")
    state = game.state(position)
    assert not state.terminal
    stuck = [role for role, moves in state.legal.items() if not moves]
    assert words == (f"no move is legal for {stuck[0]} in a state that is not terminal")
    return state


@pytest.mark.parametrize("tier", TIERS)
def test_searches(tier: str) -> None:
    game = load_text(RING, syntax="kif")
    for method in METHODS + IN_PYTHON_AND_PROLOG * (tier != "native"):
        for role in game.roles:
            told(
                lambda m=method, r=role: game.initial.best(  # type: ignore[misc]
                    method=m, role=r, depth=7, tier=tier
                ),
                game,
            )


@pytest.mark.parametrize(
    "method", ["uct(simulations=500)", "mcpns(nodes=500)", "matrix(depth=7)",
               "conspiracy(threshold=99, nodes=900)", "montecarlo(simulations=200)"]
)  # fmt: skip
def test_statistical_methods(method: str) -> None:
    game = load_text(RING, syntax="kif")
    told(lambda: game.initial.best(method=method), game)
    stuck = game.state("[(at p 4) (at q 4) (turn q)]")
    told(lambda: stuck.best(role="q", method=method), game)


@pytest.mark.parametrize("tier", TIERS)
def test_random_games(tier: str) -> None:
    game = load_text(RING, syntax="kif")
    told(lambda: playouts(game.initial, games=200, tier=tier), game)


@pytest.mark.parametrize("tier", TIERS)
def test_where_the_search_begins(tier: str) -> None:
    game = load_text(RING, syntax="kif")
    state = game.state("[(at p 4) (at q 4) (turn q)]")
    for method in ("alphabeta", "minimax", "random", "legal"):
        assert (
            told(
                lambda m=method: state.best(  # type: ignore[misc]
                    method=m, role="q", tier=tier
                ),
                game,
            )
            == state
        )


def test_in_prolog_syntax_the_position_can_be_read_again() -> None:
    text = """
        role(p). role(q). init(at(1)).
        legal(p, 'Go on').
        legal(q, 'Go on') :- true(at(1)).
        next(at('B 2')).
        terminal :- true(at(3)).
        goal(p, 1). goal(q, 0).
    """
    game = load_text(text)
    assert game.initial.best(role="p", depth=3).value == 0
