"""Games of a few lines, and positions of others, for the statistical methods."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from functools import cache

from games import loaded

from pygame_search.game import Game, State
from pygame_search.machine.clauses import ClauseMachine
from pygame_search.search.monte_carlo.bounds import answered, mean

#: Two roles choose at once, once; pays tells what a joint move gives to either.
ONCE = """
role(a). role(b).
init(choosing).
legal(R, M) :- role(R), true(choosing), choice(R, M).
next(chosen(M, N)) :- does(a, M), does(b, N).
terminal :- true(chosen(_, _)).
goal(a, V) :- true(chosen(M, N)), pays(M, N, V, _).
goal(b, V) :- true(chosen(M, N)), pays(M, N, _, V).
choice(a, M) :- pays(M, _, _, _).
choice(b, N) :- pays(_, N, _, _).
"""

PENNIES = f"""{ONCE}
pays(heads, heads, 1, -1). pays(heads, tails, -1, 1).
pays(tails, heads, -1, 1). pays(tails, tails, 1, -1).
"""

PRISONERS = f"""{ONCE}
pays(cooperate, cooperate, 3, 3). pays(cooperate, defect, 0, 5).
pays(defect, cooperate, 5, 0). pays(defect, defect, 1, 1).
"""

COUPLE = f"""{ONCE}
pays(opera, opera, 3, 2). pays(opera, football, 0, 0).
pays(football, opera, 0, 0). pays(football, football, 2, 3).
"""

#: Ann wants the end, and bob alone can make it; he need not.
ROUND = """
role(ann). role(bob).
init(at(ann)).
legal(ann, go) :- true(at(ann)).
legal(bob, back) :- true(at(bob)).
legal(bob, stop) :- true(at(bob)).
next(at(bob)) :- does(ann, go).
next(at(ann)) :- does(bob, back).
next(over) :- does(bob, stop).
terminal :- true(over).
goal(ann, 1) :- true(over).
goal(bob, 0) :- true(over).
"""


@cache
def values(game: Game) -> Callable[[int, int], float | Fraction]:
    """Return what minimax, or expectimax, finds for a state's number and a role.

    As it stands in the books, over all states that can be reached.
    """
    machine = ClauseMachine(game, memo=True)

    @cache
    def worth(number: int, role: int) -> float | Fraction:
        node = machine.expand(number)
        if node.terminal:
            return node.values[role] or 0
        after = [worth(successor, role) for successor in node.successors]
        return max(
            min(mean([after[joint] for joint in ends]) for ends in row)
            for row in answered(node, game.chance)[role]
        )

    return worth


def positions(call: str, number: int, seed: int, least: int, most: int) -> list[State]:
    """Return positions that are not terminal, after so many random plies."""
    source = random.Random(seed)
    found: list[State] = []
    while len(found) < number:
        state = loaded(call).initial
        plies = source.randint(least, most)
        while plies and not state.terminal:
            joint = [source.choice(moves) for moves in state.legal.values()]
            state = state.play(f"[{', '.join(joint)}]")
            plies -= 1
        if not state.terminal:
            found.append(state)
    return found
