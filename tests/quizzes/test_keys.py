"""The keys of questions of all kinds are those that a witness finds again."""

from __future__ import annotations

from collections import Counter

import pytest
from witness import PLAIN, Witness

#: The first moves of a game of tic_tac_toe.
X = ("mark(2, 2)", "mark(1, 1)")

#: A position of chess with few moves.
ROOK = "8/8/8/8/8/1k6/4r3/K7 b - - 0 1"

#: Searches of all kinds.
SEARCHES = (
    *(
        Witness(game, f"{method}({PLAIN})", depth)
        for game, depth in (
            ("hexapawn", 4), ("nim(heaps=[1, 2, 2])", 4), ("helen_and_stavros", 3),
            ("chomp(columns=3, rows=2)", 5), ("uniform_tree", 4),
        )
        for method in ("minimax", "breadth", "alphabeta", "expectimax", "maxn")
    ),
    *(
        Witness(game, f"alphabeta({PLAIN}, fail=hard)", depth)
        for game, depth in (
            ("hexapawn", 4), ("nim(heaps=[1, 2, 2])", 6), ("coins_in_a_row", 4),
        )
    ),
    *(
        Witness("hexapawn", method, 4)
        for method in (
            "alphabeta(sooner=false)", "pvs(sooner=false)", "alphabeta(sooner=true)",
            "alphabeta(order=history, table=true, sooner=false)", "pvs(sooner=true)",
            "pvs(order=killer, table=true, sooner=false)", "minimax(sooner=true)",
            "deepening(search=pvs, sooner=false)",
            "deepening(search=fail_hard, sooner=false)",
            "deepening(aspiration=2, sooner=false)", "deepening(sooner=true)",
            "minimax(quiescence=2, swing=1, sooner=false)",
            "alphabeta(quiescence=2, swing=1, sooner=true)",
        )
    ),
    Witness("tic_tac_toe", "alphabeta(sooner=false)", 3, X),
    Witness("tic_tac_toe", f"paranoid({PLAIN})", 6, (*X, "mark(1, 3)", "mark(3, 1)")),
    Witness(
        "connect_four(columns=4, rows=4)", "alphabeta(order=killer, sooner=false)", 4
    ),
    Witness("coins_in_a_row", f"maxn({PLAIN})", 9),
    Witness("coins_in_a_row", f"paranoid({PLAIN})", 9),
    Witness("chess", "alphabeta(sooner=false)", 2, fen=ROOK),
    Witness("chess", f"minimax({PLAIN})", 2, fen=ROOK),
    Witness("pig", f"expectimax({PLAIN})", 4),
    Witness("pig(target=4, turns=1)", f"expectimax({PLAIN})", 5),
    Witness("goofspiel(cards=3)", f"minimax({PLAIN})", 3),
    Witness("goofspiel(cards=3)", f"alphabeta({PLAIN})", 3),
    *(
        Witness(game, "proof_number")
        for game in (
            "hexapawn", "nim(heaps=[1, 2, 2])", "helen_and_stavros", "uniform_tree",
            "chomp(columns=3, rows=2)", "goofspiel(cards=3)", "coins_in_a_row",
        )
    ),
    *(
        Witness(game, f"uct(simulations=60, solver=false, seed={seed})")
        for seed, game in enumerate(("hexapawn", "nim", "tic_tac_toe", "connect_four"))
    ),
    Witness("hexapawn", "uct(simulations=60, solver=false, exploration=1.4)"),
    *(
        Witness(game, f"{method}(prune={prune}, limit=25)")
        for game in ("delivery_robot", "romania", "eight_puzzle", "missionaries")
        for method in (
            "bfs", "depth", "iterative", "lowest_cost", "best_first", "a_star",
            "ida_star",
        )
        for prune in ("paths", "cycles")
    ),
    *(
        Witness(game, f"{method}(prune=none, limit=20)")
        for game, method in (
            ("delivery_robot", "bfs"), ("romania", "a_star"), ("romania", "iterative"),
            ("missionaries", "best_first"), ("eight_puzzle", "depth"),
        )
    ),
)  # fmt: skip

#: The kinds that are asked, and how many of each at least.
LEAST = {
    "value": 300, "move": 300, "cut": 500, "window": 150, "next": 600, "proving": 100,
    "path": 300, "uct": 200,
}  # fmt: skip


@pytest.mark.slow
def test_keys_are_those_of_the_witness() -> None:
    counts, wrong = Counter[str](), list[str]()
    for witness in SEARCHES:
        for kind, fault in witness.check():
            counts[kind] += 1
            wrong += filter(None, [fault])
    assert not wrong
    assert all(counts[kind] >= least for kind, least in LEAST.items()), counts


@pytest.mark.parametrize(
    "witness",
    [
        Witness("hexapawn", f"alphabeta({PLAIN})", 4),
        Witness("goofspiel(cards=3)", f"alphabeta({PLAIN})", 3),
        Witness("nim(heaps=[1, 2, 2])", "proof_number"),
        Witness("tic_tac_toe", "uct(simulations=30, solver=false)"),
        Witness("romania", "a_star(prune=paths)"),
    ],
    ids=lambda witness: f"{witness.game}-{witness.name}",
)
def test_a_share_of_the_keys(witness: Witness) -> None:
    found = [*witness.check(40)]
    assert len(found) > 4
    assert not [fault for _, fault in found if fault]
