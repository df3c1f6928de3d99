"""Arguments that are wrong, or would count for nothing, are refused at the door."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from pathlib import Path

import pytest
from games import loaded

import pygame_search as ps
from pygame_search.experiments.learning.learn import learn
from pygame_search.experiments.matches.match import match
from pygame_search.experiments.matches.skill import skill
from pygame_search.model.rules import convert_book
from pygame_search.search.monte_carlo.playouts import playouts
from pygame_search.search.perft import perft
from pygame_search.solving.solve import solve
from pygame_search.support.errors import InputError, LimitError


def start(name: str = "nim") -> ps.State:
    return loaded(name).initial


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (lambda: start().best(depth=2.5), "a depth of at least 0 plies, found 2.5"),  # type: ignore[arg-type]
        (lambda: start().best(depth=True), "at least 0 plies, found True"),
        (lambda: start().best(depth="3"), "at least 0 plies, found '3'"),  # type: ignore[arg-type]
        (lambda: start().best(seconds="3"), "above 0 seconds, found '3'"),  # type: ignore[arg-type]
        (lambda: start().best(seconds=float("inf")), "above 0 seconds, found inf"),
        (lambda: start().best(method=3), "a method as a text, found 3"),  # type: ignore[arg-type]
        (lambda: start().best(table_bytes=0), "1 byte of memory, found 0"),
        (lambda: start().play(None), "a move as a text, found None"),  # type: ignore[arg-type]
        (lambda: loaded("nim").state(["a"]), "as a text, found ['a']"),  # type: ignore[arg-type]
        (lambda: perft(start(), 2, seconds=-1), "above 0 seconds, found -1"),
        (lambda: perft(start(), 2, tier="nativ"), "did you mean native?"),
        (lambda: playouts(start(), games=2, longest=0), "at least 1 ply, found 0"),
        (lambda: playouts(start(), games=2, seed=-1), "0 or more, found -1"),
        (lambda: ps.ask(start(), "terminal", seconds=0), "above 0 seconds, found 0"),
        (lambda: ps.ask(start(), 3), "a question as a text, found 3"),  # type: ignore[arg-type]
        (lambda: ps.explain(start(), "terminal", seconds=-1), "seconds, found -1"),
        (lambda: solve(start(), memory=-1, tier="native"), "of memory, found -1"),
        (lambda: solve(start(), method="proof_number", nodes=0), "1 node, found 0"),
        (lambda: match("nim", "legal"), "found 'legal' alone"),
        (lambda: match("nim", ["legal"] * 2, weights=[None]), "2 players, found 1"),
        (lambda: match("nim", ["legal"] * 2, openings=[]), "1 opening, found none"),
        (lambda: match("nim", ["legal"] * 2, games=1.5), "1 game, found 1.5"),  # type: ignore[arg-type]
        (lambda: learn("hexapawn", seconds=0), "above 0 seconds, found 0"),
        (lambda: learn("hexapawn", games=0), "at least 1 game, found 0"),
        (lambda: ps.load("nim", form="best2"), "did you mean best?"),
        (lambda: ps.load_text("", syntax="kiff"), "did you mean kif?"),
        (lambda: ps.load("nim", heaps=4.5), "for the parameter heaps, found 4.5"),
        (lambda: ps.load("nim", heaps="Foo"), "a parameter of 'nim': expected a term"),
    ],
)
def test_what_came_is_told(ask: Callable[[], object], words: str) -> None:
    with pytest.raises(InputError) as told:
        ask()
    assert words in str(told.value)


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (
            lambda: start().best(method="legal", exact=True),
            "exact has no effect without a method",
        ),
        (
            lambda: start().best(method="uct", exact=True),
            "exact has no effect without a method",
        ),
        (
            lambda: playouts(start(), games=2, seconds=1),
            "seconds has no effect with games",
        ),
        (
            lambda: solve(start(), tier="clauses", checkpoint=Path("x")),
            "checkpoint has no effect without the tier",
        ),
        (
            lambda: loaded("delivery_robot").path(start=start()),
            "start has no effect without a game of one role",
        ),
        (
            lambda: ps.explain(loaded("delivery_robot"), "is_goal(X)", move="go"),
            "move has no effect without a position",
        ),
        (
            lambda: ps.explain(start(), "terminal", move="take(1, 1)", program="x.pl"),
            "program has no effect with move",
        ),
        (
            lambda: match("nim", ["legal", "random"], tier="native"),
            "tier has no effect without a method that searches",
        ),
        (
            lambda: match("nim", ["legal"] * 2, workers=2, cluster="tcp://x:1"),
            "workers has no effect with cluster of others",
        ),
        (
            lambda: skill("nim", "pvs@clauses", tier="native"),
            "tier has no effect without a method that searches",
        ),
        (
            lambda: match("nim", ["legal", "random"], openings=[[]], plies=7),
            "plies has no effect with openings",
        ),
        (
            lambda: match("hexapawn", ["legal"] * 2, weights=[{"pawn": 2}, None]),
            "weights has no effect without a method with an evaluation",
        ),
        (
            lambda: learn("hexapawn", games=2, decay=0.3),
            "decay has no effect without method td",
        ),
        (
            lambda: learn("hexapawn", games=2, step=0.3),
            "step has no effect without method td",
        ),
    ],
)
def test_what_would_count_for_nothing_is_refused(
    ask: Callable[[], object], words: str
) -> None:
    with pytest.raises(InputError, match="has no effect with") as told:
        ask()
    assert words in str(told.value)


@pytest.mark.parametrize(
    ("method", "words"),
    [
        ("alphabeta(depth=2, swing=3)", "swing has no effect without quiescence"),
        (
            "deepening(search=minimax, order=killer)",
            "order has no effect without a search with",
        ),
        (
            "deepening(search=minimax, table=true)",
            "table has no effect without a search with",
        ),
        (
            "deepening(search=minimax, aspiration=2)",
            "aspiration has no effect without a search",
        ),
        ("pvs(depth=2, alpha=5, beta=2)", "expected an alpha below beta"),
        ("alphabeta(depth=2, alpha=0, beta=0)", "expected an alpha below beta"),
    ],
)
def test_a_parameter_counts_beside_the_others(method: str, words: str) -> None:
    with pytest.raises(InputError) as told:
        start().best(method=method)
    assert words in str(told.value)
    assert method in str(told.value)


@pytest.mark.parametrize("tier", ["clauses", "procedural"])
def test_the_clock_of_perft_counts_in_every_tier(tier: str) -> None:
    with pytest.raises(LimitError, match="the time is over"):
        perft(start("othello"), 30, tier=tier, seconds=0.05)


def test_a_start_is_of_the_same_rules() -> None:
    game, again = loaded("nim"), ps.load("nim")
    after = again.initial.play("take(1, 1)")
    assert game.own(after).facts == after.facts
    assert game.own(after).game is game
    assert game.after("take(2, 1)", after).facts == after.play("take(2, 1)").facts
    with pytest.raises(InputError, match=r"a state of nim.*, found one of nim\(heaps="):
        game.after("", ps.load("nim", heaps=[1]).initial)
    with pytest.raises(InputError, match="expected a state of hexapawn"):
        match(loaded("hexapawn"), ["legal"] * 2, start=game.initial)
    with pytest.raises(InputError, match="expected a state of river_crossing"):
        loaded("river_crossing").path(start=game.initial)


def test_what_does_not_change_is_its_own_copy() -> None:
    state = start()
    assert copy.copy(state.game) is copy.deepcopy(state.game) is state.game
    assert copy.copy(state) is copy.deepcopy(state) is state


def test_a_game_in_kif_goes_to_another_process() -> None:
    text = convert_book(loaded("nim").book, "kif")
    state = ps.load_text(text, name="nim.kif", syntax="kif").initial
    again = pickle.loads(pickle.dumps(state))
    assert again.facts == state.facts
    assert again.game.call == state.game.call
