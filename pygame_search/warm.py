"""Compile all kernels, so that no one has to wait for them later.

`pygame-search warm` does, also for `scripts/install`; what is compiled is kept on disk,
beside the sources or, where nobody may write there, in the user's cache.
"""

from __future__ import annotations

from pygame_search.game import load_text
from pygame_search.machine.native_game import native
from pygame_search.network.circuit.build import build
from pygame_search.network.grounding.ground_program import ground
from pygame_search.network.kernel_cache import note_compiled
from pygame_search.network.searches.reachable import reachable
from pygame_search.search.best import best
from pygame_search.search.monte_carlo.playouts import playouts
from pygame_search.search.perft import perft
from pygame_search.solving.solve import solve

#: A game with all that a network can have: two roles, a circle, a count, features.
_RULES = """\
role(a). role(b).
init(n(0)). init(turn(a)). init(edge(1, 2)).
next(n(M)) :- true(n(N)), does(_, add(K)), M is N + K.
next(n(N)) :- true(n(N)), does(_, cut(_, _)).
next(turn(Q)) :- true(turn(P)), other(P, Q).
next(edge(X, Y)) :- true(edge(X, Y)), \\+ severed(X, Y).
next(edge(Y, X)) :- does(_, cut(X, Y)).
severed(X, Y) :- does(_, cut(X, Y)).
legal(P, add(K)) :- true(turn(P)), between(1, 2, K).
legal(P, cut(X, Y)) :- true(turn(P)), true(edge(X, Y)).
terminal :- true(n(N)), N > 5.
goal(P, 1) :- true(turn(P)), way(1, 2).
goal(P, 0) :- role(P), \\+ way(1, 2).
goal(P, -1) :- other(P, Q), won(Q).
won(P) :- true(turn(P)), way(1, 2).
way(X, Y) :- true(edge(X, Y)).
way(X, Y) :- way(X, Z), true(edge(Z, Y)).
other(a, b). other(b, a).
feature(P, edges, X-Y) :- true(turn(P)), true(edge(X, Y)).
weight(edges, 2).
quiet :- count(X-Y, true(edge(X, Y)), 1).
"""

#: A state space, with an estimate.
_SPACE = """\
role(a). init(n(0)). legal(a, add(K)) :- between(1, 2, K).
next(n(M)) :- true(n(N)), does(a, add(K)), M is N + K.
terminal :- true(n(N)), N > 40. goal(a, 1) :- true(n(42)). goal(a, 0) :- true(n(41)).
h(1).
"""


#: A game with a history.
_HISTORY = """\
role(a). role(b). init(at(0)). init(turn(a)).
legal(P, go(N)) :- true(turn(P)), between(1, 2, N), \\+ after(P, go(N), occurred(2)).
next(at(Y)) :- does(_, go(N)), true(at(X)), Y is (X + N) mod 4.
next(turn(Q)) :- true(turn(P)), other(P, Q).
position_part(at(X)) :- true(at(X)).
terminal :- occurred(3). terminal :- true(at(3)).
goal(P, 1) :- true(turn(P)).
goal(P, 0) :- role(P), \\+ true(turn(P)).
other(a, b). other(b, a).
"""


#: A game of two who choose at once.
_CHOICE = """\
role(a). role(b). init(first).
legal(R, side(N)) :- role(R), true(first), between(1, 2, N).
next(shown(R, N)) :- does(R, side(N)).
terminal :- true(shown(a, _)).
goal(a, 1) :- true(shown(a, N)), true(shown(b, N)).
goal(a, -1) :- true(shown(a, N)), true(shown(b, M)), N \\== M.
goal(b, V) :- goal(a, W), V is -W.
"""


#: A game in which chance and a player hide what they do.
_LUCK = """\
role(a). role(random). init(left(2)).
legal(R, side(N)) :- role(R), true(left(_)), between(1, 3, N).
weight(random, side(N), N) :- between(1, 3, N).
next(left(1)) :- true(left(2)).
next(chose(N)) :- does(random, side(N)).
sees(a, met) :- does(a, side(N)), does(random, side(N)).
terminal :- \\+ true(left(_)).
goal(a, N) :- true(chose(N)).
feature(R, chosen, N) :- role(R), true(chose(N)).
weight(chosen, 2).
"""


#: A game in which both hide what they do.
_HIDDEN = """\
role(a). role(b). init(left(2)).
legal(R, side(N)) :- role(R), true(left(_)), between(1, 9, N).
next(left(1)) :- true(left(2)).
next(chose(R, N)) :- does(R, side(N)).
sees(R, met) :- role(R), does(a, side(N)), does(b, side(N)).
terminal :- \\+ true(left(_)).
goal(a, 1) :- true(chose(a, N)), true(chose(b, N)).
goal(a, -1) :- true(chose(a, N)), true(chose(b, M)), N \\== M.
goal(b, V) :- goal(a, W), V is -W.
constant_sum(0).
"""


def main() -> None:
    """Use every kernel once, and note that they are compiled."""
    game = load_text(_RULES, name="warm.pl")
    build(ground(game))
    state = game.initial
    for method in ("alphabeta(table=true, order=history)", "pvs", "minimax"):
        best(state, depth=4, method=method, tier="native")
    best(state, depth=2, record=True, tier="native")
    list(reachable(native(game).network))
    for method in ("uct(simulations=500)", "montecarlo(simulations=500)"):
        best(state, method=method, tier="native")
    perft(state, 4, tier="native")
    playouts(state, games=500, seed=1, tier="native")
    solve(state, strength="strong", tier="native")
    near = game.state("[n(5), turn(a), edge(2, 1)]")
    for method in ("proof_number", "alphabeta"):
        solve(near, method=method, draw=0, seconds=60, tier="native")
    for method in ("a_star", "ida_star"):
        load_text(_SPACE, name="space.pl").path(method=method, tier="native")
    for method in ("cfr+", "mccfr"):
        load_text(_CHOICE, name="choice.pl").initial.equilibrium(
            method=method, tier="native", iterations=1
        )
    hidden = load_text(_HIDDEN, name="hidden.pl").initial
    best(hidden, method="ismcts(simulations=500)", tier="native")
    for text in (_HIDDEN, _LUCK):
        best(load_text(text).initial, method="pimc(depth=3)", tier="native")
    walked = load_text(_HISTORY, name="history.pl").initial
    best(walked, depth=2, method="alphabeta(table=true)", tier="native")
    perft(walked, 3, tier="native")
    playouts(walked, games=20, tier="native")
    note_compiled()
