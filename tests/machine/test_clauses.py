"""One suite for the three forms of compiled rules: they mean the same."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from itertools import product

import pytest
from games import loaded
from games.every import calls
from games.random_rules import random_rules

import pygame_search as ps
from pygame_search.game import Game, State
from pygame_search.machine.clauses import ClauseMachine
from pygame_search.support.errors import MoveError, RulesError, TierError
from pygame_search.support.resources import rules_folder

FORMS = ("meaning", "lists", "slots")

# ---- the same games in all forms ---------------------------------------------


@dataclass(frozen=True)
class View:
    """What a form tells of a state."""

    facts: frozenset[str]
    legal: tuple[tuple[str, ...], ...]
    terminal: bool
    goals: tuple[int | None, ...]
    board: frozenset[tuple[int, int, str]]
    features: tuple[tuple[tuple[str, int], ...], ...]


def view(state: State) -> View:
    known = ClauseMachine(state.game).features(state.number)
    position = state.position
    return View(
        frozenset(position.facts),
        position.legal,
        position.terminal,
        position.goals,
        frozenset((c.column, c.row, c.text) for c in position.cells),
        tuple(tuple(sorted(counts.items())) for counts in known),
    )


def difference(games: dict[str, Game], seed: int, plies: int = 300) -> str | None:
    """Return the first divergence over a random game, None when there is none.

    Every form is held against the first one: what it tells of each state, the
    states after some of the joint moves, and that a state is known by its facts.
    """
    source = random.Random(seed)
    states = {form: game.initial for form, game in games.items()}
    first = next(iter(states))
    history: list[str] = []
    for _ in range(plies):
        views = {form: view(state) for form, state in states.items()}
        for form in states:
            if views[form] != views[first]:
                return f"{form} after {history}: {views[form]}, not {views[first]}"
            text = f"[{', '.join(states[form].facts)}]"
            if games[form].state(text) != states[form]:
                return f"{form} after {history}: {text} is read as another state"
        if views[first].terminal:
            return None
        joints = [f"[{', '.join(ms)}]" for ms in product(*views[first].legal)]
        for joint in source.sample(joints, min(3, len(joints))):
            after = {form: states[form].play(joint) for form in states}
            facts = {form: set(state.facts) for form, state in after.items()}
            for form in after:
                if facts[form] != facts[first]:
                    found = f"{facts[form]}, not {facts[first]}"
                    return f"{form} after {[*history, joint]}: {found}"
        states = after
        history.append(joint)
    return None


#: Games with other parameters than those of tests/support/games/every.py.
OTHERS = [
    "connect_four(columns=3, rows=3, in_a_row=3)",
    "coins_in_a_row(coins=[7, 1, 1])",
    "eight_puzzle(board=[1, 2, 3, 4, 5, 6, 0, 7, 8])",
    "hexapawn(columns=4, rows=5)",
    "nim(heaps=[0, 1, 2, 0, 9])",
    "nine_mens_morris(squares=2, men=4)",
    "oware(houses=3, seeds=2)",
    "pig(sides=2, target=4, turns=1)",
    "skirmish(columns=2, rows=5, plies=6)",
    "tic_tac_toe(columns=4, rows=3, in_a_row=4)",
    "uniform_tree(branches=4, depth=3, values=worst_first)",
]
PLAYED = [*calls(slots=True), *OTHERS]

#: The most plies of a random game.
PLIES = 15


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow)])
@pytest.mark.parametrize("call", PLAYED)
def test_forms_agree(call: str, seed: int) -> None:
    games = {form: loaded(call, form) for form in FORMS}
    assert [game.form for game in games.values()] == list(FORMS)
    assert difference(games, seed, PLIES) is None


@pytest.mark.parametrize(("call", "plies"), [("connect_four", 50), ("othello", 12)])
def test_forms_agree_on_large_boards(call: str, plies: int) -> None:
    games = {form: loaded(call, form) for form in ("lists", "slots")}
    assert difference(games, 4, plies) is None


@pytest.mark.parametrize("call", ["connect_four", "othello"])
def test_forms_agree_at_the_start_of_large_boards(call: str) -> None:
    games = {form: loaded(call, form) for form in ("meaning", "slots")}
    assert difference(games, 5, 1) is None


@pytest.mark.parametrize("call", PLAYED)
def test_the_machine_expands_as_the_state_tells(call: str) -> None:
    """One crossing tells of a state what the state itself does."""
    source = random.Random(6)
    state = loaded(call).initial
    machine = ClauseMachine(state.game)
    for _ in range(PLIES):
        node = machine.expand(state.number)
        assert node.terminal == state.terminal
        if node.terminal:
            assert node.values == state.position.goals
            break
        assert node.moves
        assert all(node.moves)
        assert [len(ms) for ms in node.moves] == [
            len(ms) for ms in state.position.legal
        ]
        joints = [f"[{', '.join(ms)}]" for ms in product(*state.position.legal)]
        after = [state.play(joint) for joint in joints]
        assert node.successors == tuple(s.number for s in after)
        state = source.choice(after)


# ---- rules that are odd ------------------------------------------------------

#: A game of one move, for what follows from it.
ONE = """
role(me).
init(start).
legal(me, go) :- true(start).
terminal :- true(start), true(end).
goal(me, 0).
next(end) :- true(end).
"""

GRAPH = "init(e(a, b)). init(e(b, c)). init(e(c, a)). init(e(d, d)).\n"
REACHED = {"r(a)", "r(b)", "r(c)"}


@dataclass(frozen=True)
class Odd:
    """Rules, the facts after each joint move, and whether slots can hold them."""

    rules: str
    after: dict[str, set[str]]
    slots: bool = True


ODD = {
    "left recursion in a state": Odd(
        f"""{ONE}{GRAPH}
        path(X, Y) :- true(e(X, Y)).
        path(X, Z) :- path(X, Y), true(e(Y, Z)).
        next(r(Y)) :- path(a, Y).""",
        {"go": REACHED},
        slots=False,
    ),
    "right recursion in a state": Odd(
        f"""{ONE}{GRAPH}
        path(X, Y) :- true(e(X, Y)).
        path(X, Z) :- true(e(X, Y)), path(Y, Z).
        next(r(Y)) :- path(a, Y).""",
        {"go": REACHED},
        slots=False,
    ),
    "double recursion in a state": Odd(
        f"""{ONE}{GRAPH}
        path(X, Z) :- path(X, Y), path(Y, Z).
        path(X, Y) :- true(e(X, Y)).
        next(r(Y)) :- path(a, Y).""",
        {"go": REACHED},
        slots=False,
    ),
    "mutual recursion in a state": Odd(
        f"""{ONE}{GRAPH}
        odd(X, Y) :- true(e(X, Y)).
        odd(X, Z) :- even(X, Y), true(e(Y, Z)).
        even(X, Z) :- odd(X, Y), true(e(Y, Z)).
        next(odd(Y)) :- odd(a, Y).
        next(even) :- even(d, d).""",
        {"go": {"odd(a)", "odd(b)", "odd(c)", "even"}},
        slots=False,
    ),
    "recursion that nothing begins": Odd(
        ONE + "p(X) :- q(X).\nq(X) :- p(X).\nnext(no) :- \\+ p(a).\nnext(yes) :- q(_).",
        {"go": {"no"}},
    ),
    "recursion in all states alike": Odd(
        ONE
        + """path(X, Z) :- path(X, Y), path(Y, Z).
        path(X, Y) :- e(X, Y).
        e(a, b). e(b, c). e(c, a). e(d, d).
        next(r(Y)) :- true(start), path(a, Y).""",
        {"go": REACHED},
    ),
    "recursion over the moves": Odd(
        """role(p). role(q).
        init(start).
        legal(P, link(a, b)) :- role(P), true(start).
        legal(P, link(b, c)) :- role(P), true(start).
        terminal :- \\+ true(start).
        goal(P, 0) :- role(P).
        linked(X, Y) :- does(_, link(X, Y)).
        linked(X, Z) :- linked(X, Y), linked(Y, Z).
        next(l(X, Y)) :- linked(X, Y).""",
        {
            "[link(a, b), link(a, b)]": {"l(a, b)"},
            "[link(a, b), link(b, c)]": {"l(a, b)", "l(b, c)", "l(a, c)"},
        },
        slots=False,
    ),
    "recursion that takes lists to pieces": Odd(
        ONE
        + """init(word([a, b, c])).
        tail(L) :- true(word(L)).
        tail(T) :- tail([_|T]).
        next(end_with(X)) :- tail([X]).
        next(part(X)) :- tail([X|_]), X \\== b.""",
        {"go": {"end_with(c)", "part(a)", "part(c)"}},
        slots=False,
    ),
    "two recursions, of the state and of the move": Odd(
        f"""{ONE}{GRAPH}
        path(X, Y) :- true(e(X, Y)).
        path(X, Z) :- path(X, Y), path(Y, Z).
        made(a, b) :- does(me, go).
        made(X, Z) :- made(X, Y), path(Y, Z).
        next(m(Y)) :- made(a, Y).
        next(r(Y)) :- path(d, Y).""",
        {"go": {"m(a)", "m(b)", "m(c)", "r(d)"}},
        slots=False,
    ),
    "a recursion that asks whether another one fails": Odd(
        f"""{ONE}{GRAPH}
        path(X, Y) :- true(e(X, Y)).
        path(X, Z) :- path(X, Y), path(Y, Z).
        node(a). node(b). node(c). node(d).
        apart(X, Y) :- node(X), node(Y), \\+ path(X, Y).
        apart(X, Z) :- apart(X, Y), apart(Y, Z).
        next(u(Y)) :- apart(a, Y).""",
        {"go": {"u(a)", "u(b)", "u(c)", "u(d)"}},
        slots=False,
    ),
    "a recursion that counts another one": Odd(
        f"""{ONE}{GRAPH}
        path(X, Y) :- true(e(X, Y)).
        path(X, Z) :- path(X, Y), path(Y, Z).
        size(X, N) :- true(e(X, _)), count(Y, path(X, Y), N).
        same(X, Y) :- size(X, N), size(Y, N).
        same(X, Z) :- same(X, Y), same(Y, Z).
        next(s(Y)) :- same(a, Y).""",
        {"go": {"s(a)", "s(b)", "s(c)"}},
        slots=False,
    ),
    "a relation of rules without an instance": Odd(
        ONE
        + """none(X) :- number(X), X > 5.
        number(1). number(2).
        loop(X) :- loop(X).
        next(ok) :- \\+ none(1), \\+ loop(1), true(start).
        next(bad(X)) :- none(X).""",
        {"go": {"ok"}},
    ),
    "nothing holds at the start": Odd(
        """role(me).
        legal(me, go).
        init(never) :- 1 > 2.
        next(gone) :- does(me, go).
        terminal :- true(gone).
        goal(me, 1).""",
        {"go": {"gone"}},
    ),
    "no fluent ever": Odd(
        """role(me).
        legal(me, go).
        next(a) :- true(b).
        next(b) :- true(a).
        terminal :- true(a).
        goal(me, 1).""",
        {"go": set()},
        slots=False,
    ),
    "the next state is always the same": Odd(
        """role(me).
        init(at(0)). init(other(0, b)).
        legal(me, go).
        next(at(2)).
        next(one(X, b)) :- X is max(0, 1).
        terminal :- true(at(2)).
        goal(me, 1).""",
        {"go": {"at(2)", "one(1, b)"}},
    ),
    "moves that are always legal": Odd(
        """role(me).
        init(at(0)).
        legal(me, to(1)).
        legal(me, to(2)) :- \\+ (large(1) ; large(0)).
        large(3).
        next(at(X)) :- does(_, to(X)).
        next(F) :- true(F), \\+ does(me, to(1)).
        terminal :- true(at(1)).
        goal(me, 1).""",
        {"to(1)": {"at(1)"}, "to(2)": {"at(0)", "at(2)"}},
    ),
    "who has no move does noop": Odd(
        """role(p). role(q). role(r).
        init(start).
        legal(p, go) :- true(start).
        did(R, M) :- does(R, M).
        next(did(R, M)) :- did(R, M).
        next(idle(R)) :- does(R, noop).
        terminal :- true(start), true(end).
        next(end) :- true(end).
        goal(R, 0) :- role(R).""",
        {
            "go": {"did(p, go)", "did(q, noop)", "did(r, noop)", "idle(q)", "idle(r)"},
            "go; noop": {f"did({r}, noop)" for r in "pqr"}
            | {f"idle({r})" for r in "pqr"},
        },
    ),
    "moves at once": Odd(
        """role(even). role(odd).
        init(start).
        legal(P, heads) :- role(P), true(start).
        legal(P, tails) :- role(P), true(start).
        next(shown(P, M)) :- does(P, M).
        next(same) :- does(even, M), does(odd, M).
        next(other) :- does(P, M), does(Q, N), P \\== Q, distinct(M, N).
        terminal :- true(shown(_, _)).
        goal(even, 1) :- true(same).
        goal(odd, 1) :- \\+ true(same).
        goal(even, 0) :- \\+ true(same).
        goal(odd, 0) :- true(same).""",
        {
            "[heads, heads]": {"shown(even, heads)", "shown(odd, heads)", "same"},
            "[tails, heads]": {"shown(even, tails)", "shown(odd, heads)", "other"},
        },
    ),
    "three roles in turn": Odd(
        """role(a). role(b). role(c).
        init(turn(a)). init(sum(0)).
        legal(P, add(N)) :- true(turn(P)), between(1, 2, N).
        after(a, b). after(b, c). after(c, a).
        next(turn(Q)) :- true(turn(P)), after(P, Q).
        next(sum(N)) :- true(sum(M)), does(_, add(K)), N is M + K, N =< 9.
        terminal :- true(sum(N)), N > 7.
        goal(P, 1) :- true(turn(P)).
        goal(P, 0) :- role(P), \\+ true(turn(P)).""",
        {
            "add(2)": {"turn(b)", "sum(2)"},
            "add(2); add(1); add(2)": {"turn(a)", "sum(5)"},
            "add(2); add(2); add(2); add(2)": {"turn(b)", "sum(8)"},
        },
    ),
    "a negated alternative": Odd(
        ONE
        + """init(a). init(b).
        next(one) :- \\+ (true(a) ; true(c)).
        next(two) :- \\+ (true(c) ; true(d)).
        next(three) :- (true(c) ; \\+ true(d)), true(a).
        next(four) :- \\+ (true(a), true(b)).
        next(five) :- \\+ (true(a), \\+ true(b)).
        next(six) :- \\+ \\+ true(a).
        next(seven) :- (true(a), true(c) ; true(b), true(d)).
        next(eight) :- or(true(c), true(d), true(b)).
        next(c) :- true(c).
        next(d) :- true(d).""",
        {"go": {"two", "three", "five", "six", "eight"}},
    ),
    "alternatives bind what both of them bind": Odd(
        ONE
        + """init(a(1)). init(b(2)). init(b(1)).
        next(v(X)) :- (true(a(X)) ; true(b(X)), X > 1).
        next(w(X, Y)) :- true(a(X)), (Y is X + 1 ; true(b(Y)), Y \\== X).""",
        {"go": {"v(1)", "v(2)", "w(1, 2)"}},
    ),
    "counts": Odd(
        ONE
        + """init(c(1, x)). init(c(2, x)). init(c(3, o)). init(mark(2)).
        next(all(N)) :- count(C, true(c(C, _)), N).
        next(kinds(N)) :- count(P, true(c(_, P)), N).
        next(none(N)) :- count(C, true(c(C, z)), N).
        next(is_none) :- count(C, true(c(C, z)), 0).
        next(not_two) :- \\+ count(C, true(c(C, x)), 2).
        next(is_two) :- count(C, true(c(C, x)), 2).
        next(of(P, N)) :- true(c(_, P)), count(C, true(c(C, P)), N).
        next(pairs(N)) :- count(C - D, (true(c(C, _)), true(c(D, _)), C < D), N).
        next(marked(N)) :- true(mark(N)), count(C, true(c(C, x)), N).
        next(open(N)) :- count(x, true(c(_, _)), N).
        next(static(N)) :- true(start), count(X, number(X), N).
        next(inner(N)) :- count(C, (true(c(C, P)), count(D, true(c(D, P)), 1)), N).
        next(deep(N)) :- count(C, (true(c(C, P)), \\+ (P \\== x ; C < 2)), N).
        number(1). number(2). number(1).""",
        {
            "go": {
                "all(3)",
                "kinds(2)",
                "none(0)",
                "is_none",
                "is_two",
                "of(x, 2)",
                "of(o, 1)",
                "pairs(3)",
                "marked(2)",
                "open(1)",
                "static(2)",
                "inner(1)",
                "deep(1)",
            }
        },
        slots=False,
    ),
    "counts that are asked for": Odd(
        ONE
        + """init(c(1, x)). init(c(2, x)). init(c(3, o)). init(mark(2)).
        next(none) :- count(C, true(c(C, z)), 0).
        next(not_two) :- \\+ count(C, true(c(C, x)), 2).
        next(two) :- count(C, true(c(C, x)), 2).
        next(three) :- count(C, true(c(C, x)), N), N > 2.
        next(more(P)) :- true(c(_, P)), count(C, true(c(C, P)), N), N >= 2.
        next(marked) :- true(mark(N)), count(C, true(c(C, x)), N).
        next(same) :- count(C, true(c(C, x)), N), count(D, true(c(D, o)), N).
        next(pair) :- count(C - D, (true(c(C, P)), true(c(D, P)), C < D), 1).
        next(static) :- true(start), count(X, number(X), 2).
        next(all(N)) :- true(mark(N)), count(x, true(c(_, _)), M), M < N.
        next(c(C, z)) :- true(c(C, z)).
        number(1). number(2). number(1).""",
        {
            "go": {"none", "two", "more(x)", "marked", "pair", "static", "all(2)"},
        },
    ),
    "numbers that only counting tells": Odd(
        ONE
        + """init(c(1)). init(c(2)).
        some(5). some(1).
        size(N) :- count(C, true(c(C)), N).
        next(two) :- count(C, true(c(C)), N), \\+ some(N).
        next(too) :- size(N), \\+ some(N).
        next(one) :- count(C, true(c(C)), N), count(X, (some(X), X < N), 1).
        next(more) :- size(N), N > 1, N \\== 3, (N < 2 ; N =:= 2).
        next(below(X)) :- size(N), between(0, N, X), some(X).
        next(less) :- size(N), X is N - 1, some(X), \\+ (some(X), X > N).
        next(c(N)) :- true(c(N)), size(M), M > 5.""",
        {"go": {"two", "too", "one", "more", "below(1)", "less"}},
    ),
    "alternatives of facts in a negation and a count": Odd(
        ONE
        + """s(1). s(7). u(8).
        b :- 1 > 2.
        d :- 2 > 3.
        next(none) :- \\+ (b ; d), true(start).
        next(three) :- true(start), count(X, (s(X) ; u(X)), 3).
        next(few) :- true(start), count(X, (s(X), (X > 1 ; \\+ u(X))), 2).""",
        {"go": {"none", "three", "few"}},
    ),
    "arithmetic that no state comes to": Odd(
        ONE
        + """init(n(2)). init(v(2)). init(alive).
        next(n(M)) :- true(n(N)), N > 0, M is N - 1.
        next(v(none)) :- true(start).
        next(q(X)) :- true(alive), true(n(N)), X is 6 // N.
        next(r) :- true(alive), true(v(N)), N + 1 > 2.""",
        {"go": {"n(1)", "v(none)", "q(3)", "r"}},
    ),
    "arithmetic": Odd(
        ONE
        + """init(n(-7)). init(m(2)).
        next(floor(X)) :- true(n(N)), true(m(M)), X is N // M.
        next(mod(X)) :- true(n(N)), X is N mod 3.
        next(rem(X)) :- true(n(N)), X is N rem 3.
        next(xor(X)) :- true(m(M)), X is 5 xor M.
        next(min(X)) :- true(n(N)), true(m(M)), X is min(N, M) - max(N, M).
        next(sign(X)) :- true(n(N)), X is sign(N) * abs(N).
        next(minus(X)) :- true(n(N)), X is - N + + 1.
        next(big(X)) :- true(n(N)), X is N * 1000000000000 * 1000000000000.
        next(equal) :- true(n(N)), N + 9 =:= 2, N =\\= 2, -7 is N.
        next(order(X)) :- true(m(X)), X > 1, X >= 2, 3 > X, X =< 2, X < 3.""",
        {
            "go": {
                "floor(-3)",
                "mod(2)",
                "rem(-1)",
                "xor(7)",
                "min(-9)",
                "sign(-7)",
                "minus(8)",
                "big(-7000000000000000000000000)",
                "equal",
                "order(2)",
            }
        },
    ),
    "between": Odd(
        ONE
        + """init(n(2)).
        next(v(X)) :- true(n(N)), between(-1, N, X), X =\\= 0.
        next(in) :- true(n(N)), between(1, 3, N).
        next(out) :- true(n(N)), between(3, 9, N).
        next(empty(X)) :- true(n(N)), between(N, 1, X).""",
        {"go": {"v(-1)", "v(1)", "v(2)", "in"}},
    ),
    "moves asked for by helpers": Odd(
        """role(p). role(q).
        init(cell(1, b)). init(cell(2, b)). init(turn(p)).
        legal(P, put(C)) :- true(turn(P)), true(cell(C, b)).
        mover(P) :- does(P, put(_)).
        filled(C) :- mover(P), does(P, M), put_of(M, C).
        next(cell(C, P)) :- mover(P), filled(C).
        next(cell(C, V)) :- true(cell(C, V)), \\+ filled(C).
        next(turn(q)) :- mover(p).
        next(turn(p)) :- mover(q).
        terminal :- \\+ (true(cell(1, b)) ; true(cell(2, b))).
        goal(P, 0) :- role(P).
        put_of(put(1), 1). put_of(put(2), 2).""",
        {
            "put(2)": {"cell(1, b)", "cell(2, p)", "turn(q)"},
            "put(2); put(1)": {"cell(1, q)", "cell(2, p)", "turn(p)"},
        },
    ),
    "a fluent with several values": Odd(
        ONE
        + """init(has(x, apple)). init(has(x, pear)). init(has(y, plum)).
        next(has(y, T)) :- true(has(x, T)).
        next(has(P, T)) :- true(has(P, T)), T \\== pear.
        next(rich(P)) :- true(has(P, T)), true(has(P, U)), T \\== U.""",
        {
            "go": {
                "has(y, apple)",
                "has(y, pear)",
                "has(x, apple)",
                "has(y, plum)",
                "rich(x)",
            }
        },
    ),
    "a fluent that gets a second value later": Odd(
        """role(me).
        init(at(1, a)). init(step(0)).
        legal(me, stay).
        legal(me, grow) :- true(step(1)).
        next(step(1)) :- true(step(0)).
        next(step(1)) :- true(step(1)).
        next(at(K, V)) :- true(at(K, V)).
        next(at(1, b)) :- does(me, grow).
        terminal :- true(at(1, a)), true(at(1, b)).
        goal(me, 0).""",
        {
            "stay": {"at(1, a)", "step(1)"},
            "stay; grow": {"at(1, a)", "at(1, b)", "step(1)"},
        },
    ),
    "a fluent that is a variable": Odd(
        ONE
        + """init(keep(1)). init(drop(2)). init(f(g([1, x|y]))).
        gone(start).
        gone(drop(2)).
        next(F) :- true(F), \\+ gone(F).
        next(was(F)) :- true(F), gone(F).""",
        {"go": {"keep(1)", "f(g([1, x|y]))", "was(start)", "was(drop(2))"}},
    ),
    "atoms that need quotes": Odd(
        ONE
        + r"""next(v(0, 'hello world')) :- true(start). next(v(1, 'Upper')).
        next(v(2, [])). next(v(3, '[]')). next(v(4, {})). next(v(5, {a, b})).
        next(v(6, 'it''s')). next(v(7, '\n')). next(v(8, '%')). next(v(9, 'a.b')).
        next(v(10, f(','))). next(v(11, ';')). next(v(12, '|')). next(v(13, '\\')).
        next(v(14, -)). next(v(15, [-])). next(v(16, [1, 2|3])). next(v(17, "text")).
        next(v(18, '')). next('a b'('C')). next('don''t'). next(v(19, 'x"y')).""",
        {
            "go": {
                "v(0, 'hello world')",
                "v(1, 'Upper')",
                "v(2, [])",
                "v(3, '[]')",
                "v(4, {})",
                "v(5, {a, b})",
                r"v(6, 'it\'s')",
                r"v(7, '\n')",
                "v(8, '%')",
                "v(9, 'a.b')",
                "v(10, f(','))",
                "v(11, ;)",
                "v(12, '|')",
                r"v(13, \)",
                "v(14, -)",
                "v(15, [-])",
                "v(16, [1, 2|3])",
                "v(17, [t, e, x, t])",
                "v(18, '')",
                "'a b'('C')",
                r"'don\'t'",
                "v(19, 'x\"y')",
            }
        },
    ),
    "operators": Odd(
        ONE
        + r"""next(v(0, -1)) :- true(start). next(v(1, 1 - -1)). next(v(2, -a)).
        next(v(3, (a, b))). next(v(4, (a :- b))). next(v(5, (a ; b))).
        next(v(6, 1 - (2 - 3))). next(v(7, (1 - 2) - 3)). next(v(8, a * (b + c))).
        next(v(9, \+ a)). next(v(10, f(-1, - a))). next(v(11, - - a)).
        next(v(12, -(-(1)))). next(v(13, a = b)). next(v(14, [a, (b, c)])).
        next(v(15, (a -> b))). next(v(16, 2 ** 3)).""",
        {
            "go": {
                "v(0, -1)",
                "v(1, 1- -1)",
                "v(2, -a)",
                "v(3, (a, b))",
                "v(4, (a:-b))",
                "v(5, (a;b))",
                "v(6, 1-(2-3))",
                "v(7, 1-2-3)",
                "v(8, a*(b+c))",
                r"v(9, \+a)",
                "v(10, f(-1, -a))",
                "v(11, - -a)",
                "v(12, - - 1)",
                "v(13, a=b)",
                "v(14, [a, (b, c)])",
                "v(15, (a->b))",
                "v(16, 2**3)",
            }
        },
    ),
    "names in other alphabets": Odd(
        """role('Zoë'). role(второй).
        init('日本'(été)).
        legal('Zoë', наверх(É)) :- true('日本'(É)).
        next('ß'(Ω, Ж)) :- does(Ж, наверх(Ω)).
        next('→'(ﬀ)) :- does(второй, noop).
        terminal :- true('ß'(_, _)).
        goal(R, 0) :- role(R).""",
        {"наверх(été)": {"ß(été, 'Zoë')", "→(ﬀ)"}},
    ),
    "characters of four bytes": Odd(
        ONE + "next('😀'('𝔸', ab)) :- true(start).", {"go": {"😀('𝔸', ab)"}}
    ),
    "large numbers": Odd(
        ONE
        + """init(n(1180591620717411303424)). init(n(-9223372036854775808)).
        next(v(X)) :- true(n(N)), X is N + 1.
        next(h(X)) :- X is 0x10 + 0'a + 1_000.""",
        {
            "go": {
                "v(1180591620717411303425)",
                "v(-9223372036854775807)",
                "h(1113)",
            }
        },
    ),
    "a long body": Odd(
        ONE
        + "".join(f"init(b({i})).\n" for i in range(60))
        + "next(all) :- "
        + ", ".join(f"true(b({i}))" for i in range(60))
        + ".\nnext(none) :- "
        + ", ".join(f"\\+ true(b({i}))" for i in range(60))
        + ".\nnext(some(X)) :- ("
        + " ; ".join(f"true(b({i})), X is {i} // 20" for i in range(60))
        + ").\nnext(chain(V60)) :- true(b(V0)), V0 < 1, "
        + ", ".join(f"V{i + 1} is V{i} + 1" for i in range(60))
        + ".",
        {"go": {"all", "some(0)", "some(1)", "some(2)", "chain(60)"}},
    ),
    "literals in any order": Odd(
        ONE
        + """init(n(1)). init(n(2)). init(n(3)).
        next(less(X, Y)) :- X < Y, \\+ far(X, Y), true(n(Y)), true(n(X)).
        far(X, Y) :- D > 1, D is Y - X, true(n(X)), true(n(Y)).
        next(sum(Z)) :- Z =\\= 4, Z is X + Y, X \\== Y, true(n(X)), true(n(Y)).
        next(twice(N)) :- N > 1, count(X, (X >= 2, true(n(X))), N).
        next(in(X)) :- between(X, Y, 2), X \\== Y, true(n(X)), true(n(Y)).""",
        {
            "go": {
                "less(1, 2)",
                "less(2, 3)",
                "sum(3)",
                "sum(5)",
                "twice(2)",
                "in(1)",
                "in(2)",
            }
        },
        slots=False,
    ),
    "moves that hold compound terms": Odd(
        """role(me).
        init(hand([red, blue])).
        legal(me, play(C, from(Cs))) :- true(hand(Cs)), in(C, Cs).
        in(C, [C, D]) :- true(hand([C, D])).
        in(D, [C, D]) :- true(hand([C, D])).
        next(played(C)) :- does(me, play(C, _)).
        next(hand([left, D])) :- does(me, play(_, from([_, D]))).
        terminal :- true(played(_)).
        goal(me, 0).""",
        {"play(blue, from([red, blue]))": {"played(blue)", "hand([left, blue])"}},
    ),
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", ODD)
def test_odd_rules(name: str, form: str) -> None:
    odd = ODD[name]
    if form == "slots" and not odd.slots:
        with pytest.raises(TierError):
            ps.load_text(odd.rules, form=form)
        assert ps.load_text(odd.rules).form == "lists"
        return
    game = ps.load_text(odd.rules, form=form)
    assert game.form == form
    for moves, facts in odd.after.items():
        state = game.after(moves)
        assert set(state.facts) == facts, moves
        assert game.state(f"[{', '.join(state.facts)}]") == state


@pytest.mark.parametrize("name", ODD)
def test_forms_agree_on_odd_rules(name: str) -> None:
    forms = FORMS if ODD[name].slots else FORMS[:2]
    games = {form: ps.load_text(ODD[name].rules, form=form) for form in forms}
    for seed in range(3):
        assert difference(games, seed, plies=4) is None


@pytest.mark.parametrize("form", FORMS)
def test_a_fluent_with_empty_brackets_is_refused(form: str) -> None:
    with pytest.raises(RulesError, match="empty brackets"):
        ps.load_text(f"{ONE} next(f()) :- true(start).", form=form)


@pytest.mark.parametrize("form", FORMS)
def test_moves_stand_in_rule_order_once_each(form: str) -> None:
    game = ps.load_text(
        """role(me).
        init(n(3)). init(n(1)). init(n(2)).
        legal(me, z).
        legal(me, b(X)) :- order(X), true(n(X)).
        legal(me, a(X)) :- true(n(X)), X < 3.
        legal(me, z) :- true(n(1)).
        legal(me, b(9)).
        order(3). order(1).
        next(n(1)).
        terminal :- true(n(4)).
        next(n(4)) :- does(me, z).
        goal(me, 0).""",
        form=form,
    )
    assert game.initial.legal == {"me": ("z", "b(3)", "b(1)", "a(1)", "a(2)", "b(9)")}


@pytest.mark.parametrize("form", FORMS)
def test_moves_behind_a_recursion_stand_in_the_order_of_terms(form: str) -> None:
    text = """role(me).
        init(e(c, b)). init(e(b, a)).
        path(X, Y) :- true(e(X, Y)).
        path(X, Z) :- path(X, Y), true(e(Y, Z)).
        legal(me, to(X)) :- path(c, X).
        legal(me, rest).
        next(e(X, Y)) :- true(e(X, Y)).
        terminal :- true(e(a, c)).
        next(e(a, c)) :- does(me, rest).
        goal(me, 0)."""
    if form == "slots":
        form = "best"
    assert ps.load_text(text, form=form).initial.legal == {
        "me": ("rest", "to(a)", "to(b)")
    }


@pytest.mark.parametrize("form", FORMS)
def test_states_of_the_same_facts_are_the_same(form: str) -> None:
    game = loaded("tic_tac_toe", form)
    one = game.after("mark(1, 1); mark(2, 2); mark(3, 3)")
    two = game.after("mark(3, 3); mark(2, 2); mark(1, 1)")
    assert one == two
    assert hash(one) == hash(two)
    assert one != game.initial
    facts = list(reversed(one.facts))
    assert game.state(f"[{', '.join(facts)}, {facts[0]}]") == one


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        ("[cell(1, 1, x), cell(1, 1, o)]", "expected one value for a key"),
        ("[cell(9, 9, x)]", None),
        ("[nonsense]", None),
        ("cell(1, 1, x)", "expected a state"),
        ("[1]", "expected a state"),
        ("[cell(X, 1, b)]", "without variables"),
        ("[cell(1, 1, b)", "cannot read"),
    ],
)
def test_what_cannot_be_a_state(facts: str, message: str | None) -> None:
    with pytest.raises(MoveError, match=message):
        loaded("tic_tac_toe", "slots").state(facts)


#: A token goes left or down: there is one of it.
ONE_TOKEN = """
role(p). init(at(3, 5)). init(plies(0)).
legal(p, left(K)) :- true(at(X, _)), between(1, X, K).
legal(p, down(K)) :- true(at(_, Y)), between(1, Y, K).
next(at(Z, Y)) :- true(at(X, Y)), does(p, left(K)), Z is X - K.
next(at(X, Z)) :- true(at(X, Y)), does(p, down(K)), Z is Y - K.
next(plies(M)) :- true(plies(N)), M is N + 1, M =< 8.
terminal :- true(at(0, 0)).
goal(p, N) :- true(plies(N)).
"""


def test_there_is_one_token() -> None:
    game = ps.load_text(ONE_TOKEN)
    assert game.form == "slots"
    assert game.state("[at(3, 4)]").play("down(4)").facts == ("at(3, 0)",)
    with pytest.raises(MoveError, match=r"at\(2, 5\) and at\(3, 5\) cannot both hold"):
        game.state("[at(3, 5), at(2, 5)]")
    found = game.initial.best(tier="native", depth=10)
    assert (found.value, found.complete) == (8, True)
    assert found.value == game.initial.best(depth=10).value


#: A count and a token have one name.
TWO_OF_A_NAME = """
role(p). init(at(1)). init(at(3, 5)).
legal(p, go) :- true(at(_)).
next(at(M)) :- true(at(N)), true(at(X, _)), M is N + 1, M =< X.
next(at(Y, X)) :- true(at(X, Y)), true(at(_)).
over :- true(at(3)).
terminal :- over.
goal(p, N) :- true(at(N)).
"""


@pytest.mark.parametrize("form", ["slots", "lists", "meaning"])
def test_single_fluents_of_one_name(form: str) -> None:
    """Each is one of its own: they differ in how many arguments they have."""
    game = ps.load_text(TWO_OF_A_NAME, form=form)
    assert game.after("go; go").facts == ("at(3)", "at(3, 5)")
    found = game.initial.best(tier="native", depth=5)
    assert (found.value, len(found.line)) == (3, 2)


def test_slots_that_cannot_be_had_are_told() -> None:
    """Silence would hide that a game is slow."""
    with pytest.raises(TierError):
        ps.load_text(ODD["left recursion in a state"].rules, form="slots")


# ---- the same rules in another order -----------------------------------------

TOKEN = re.compile(r"'(?:[^'\\]|''|\\.)*'|%[^\n]*|\s+|\.(?=\s|$)|.", re.DOTALL)


def clauses(text: str) -> list[tuple[str, list[str]]]:
    """Return the head and the literals of each clause of a rule text."""
    found: list[tuple[str, list[str]]] = []
    parts, depth = [""], 0
    for token in TOKEN.findall(text):
        if token.startswith("%"):
            continue
        depth += (token in "([{") - (token in ")]}")
        if token == "." and depth == 0:
            head, neck, first = parts[0].partition(":-")
            body = [first, *parts[1:]] if neck else []
            found.append((head.strip(), [literal.strip() for literal in body]))
            parts = [""]
        elif token == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += " " if token.isspace() else token
    return found


def shuffled(text: str, source: random.Random) -> str:
    """Return the rules with literals, and clauses of a relation, in another order.

    Roles keep theirs: it is the order of joint moves.
    """
    found = clauses(text)
    roles = [clause for clause in found if clause[0].startswith("role(")]
    others = [clause for clause in found if clause not in roles]
    source.shuffle(others)
    lines = []
    for head, body in roles + others:
        source.shuffle(body)
        lines.append(f"{head} :- {', '.join(body)}." if body else f"{head}.")
    return "\n".join(lines)


SMALL = {
    "connect_four": {"columns": 3, "rows": 3, "in_a_row": 3},
    "hexapawn": {},
    "nim": {},
    "othello": {"size": 4},
    "river_crossing": {},
    "tic_tac_toe": {},
    "helen_and_stavros": {},
}


def small_text(name: str) -> str:
    text = (rules_folder() / f"{name}.pl").read_text(encoding="utf-8")
    for parameter, value in SMALL[name].items():
        text = re.sub(
            rf"parameter\({parameter}, \d+\)", f"parameter({parameter}, {value})", text
        )
    return text


@pytest.mark.parametrize("form", ["lists", "slots"])
@pytest.mark.parametrize("name", SMALL)
def test_rules_in_any_order_are_the_same_game(name: str, form: str) -> None:
    text = small_text(name)
    source = random.Random(name)
    plain = ps.load_text(text)
    for _ in range(2):
        other = ps.load_text(shuffled(text, source), form=form)
        one, two = plain.initial, other.initial
        for _ in range(30):
            assert set(one.facts) == set(two.facts)
            assert one.terminal == two.terminal
            assert one.goals == two.goals
            assert [set(ms) for ms in one.legal.values()] == [
                set(ms) for ms in two.legal.values()
            ]
            if one.terminal:
                break
            joint = [source.choice(ms) for ms in one.position.legal]
            one, two = (s.play(f"[{', '.join(joint)}]") for s in (one, two))


# ---- random rule files -------------------------------------------------------


@pytest.mark.parametrize("seed", range(80))
def test_forms_agree_on_random_rules(seed: int) -> None:
    text = random_rules(random.Random(seed))
    games = {
        form: ps.load_text(text, form=form) for form in ("meaning", "lists", "best")
    }
    found = difference(games, seed, plies=6)
    assert found is None, f"{found}\n{text}"


def test_random_rules_have_all_forms() -> None:
    forms = [ps.load_text(random_rules(random.Random(seed))).form for seed in range(60)]
    assert 20 <= forms.count("slots") <= 55
    assert forms.count("slots") + forms.count("lists") == 60
