"""Searches: what they answer is what a plain search in this file answers.

The lectures' numbers, and both tiers side by side on random positions, are in
test_lectures.py; here stand the contracts: of the window, of ties, of the clock.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache, partial
from itertools import product
from typing import Any

import pytest
from games import loaded

import pygame_search as ps
from pygame_search.experiments.matches.choose import choose
from pygame_search.game import Game, State
from pygame_search.machine.clauses import ClauseMachine
from pygame_search.model.decimals import scaled
from pygame_search.model.scores import INFINITY, WIN, score_value
from pygame_search.search.core.methods import METHODS as TABLE
from pygame_search.search.core.methods import SEARCHES
from pygame_search.search.core.result import SearchResult
from pygame_search.search.core.task import RootMove, Task
from pygame_search.search.core.trace import Event, tree
from pygame_search.search.game_tree.alphabeta import alphabeta
from pygame_search.search.game_tree.minimax import minimax
from pygame_search.search.rule_players import advice
from pygame_search.support.errors import InputError

TIERS = ("clauses", "procedural")

#: Minimax, and alpha-beta in all its forms: none may change a value, or the first of
#: the best moves.
METHODS = (
    "minimax",
    "alphabeta",
    "alphabeta(fail=hard)",
    "alphabeta(table=true)",
    "alphabeta(fail=hard, table=true, order=killer)",
    "alphabeta(order=history, table=true)",
    "alphabeta(order=optimal)",
    "alphabeta(order=pessimal)",
    "pvs",
    "pvs(table=true, order=killer)",
    "pvs(order=advice)",
)

#: What is asked of the moves that are not the first of the best.
TIES: tuple[dict[str, Any], ...] = ({}, {"all_best": True}, {"exact": True})

GAMES = (
    "connect_four(columns=4, rows=4)",
    "connect_four(columns=5, rows=4, in_a_row=3)",
    "helen_and_stavros",
    "hexapawn",
    "hexapawn(columns=4, rows=4)",
    "nim",
    "othello(size=4)",
    "tic_tac_toe",
    "tic_tac_toe(columns=4, rows=3, in_a_row=3)",
)

#: Both choose at once, three times; who names the larger number gets what he named.
AT_ONCE = """
role(me). role(you).
init(round(1)). init(sum(0)).
legal(P, bid(N)) :- role(P), true(round(R)), R < 4, between(1, 3, N), N =\\= R.
next(round(R)) :- true(round(Q)), R is Q + 1.
next(sum(S)) :- true(sum(T)), does(me, bid(M)), does(you, bid(N)), M > N, S is T + M.
next(sum(S)) :- true(sum(T)), does(me, bid(M)), does(you, bid(N)), M < N, S is T - N.
next(sum(S)) :- true(sum(S)), does(me, bid(N)), does(you, bid(N)).
terminal :- true(round(4)).
goal(me, S) :- true(sum(S)).
goal(you, V) :- true(sum(S)), V is - S.
feature(me, round, R) :- true(round(R)), R > 2.
feature(me, ahead, S) :- true(sum(N)), between(1, 9, S), S =< N.
weight(round, 3).
weight(ahead, -2).
"""

#: Three roles take turns; each is rewarded on his own.
THREE = """
role(a). role(b). role(c).
init(turn(a)). init(has(a, 0)). init(has(b, 0)). init(has(c, 0)). init(left(6)).
legal(P, take(N)) :- true(turn(P)), true(left(L)), between(1, 3, N), N =< L.
after(a, b). after(b, c). after(c, a).
next(turn(Q)) :- true(turn(P)), after(P, Q).
next(left(M)) :- true(left(L)), does(_, take(N)), M is L - N.
next(has(P, M)) :- does(P, take(N)), true(has(P, H)), M is H + N * N.
next(has(P, H)) :- true(has(P, H)), does(P, noop).
terminal :- true(left(0)).
goal(P, V) :- true(has(P, V)).
"""

TEXTS = {"at once": AT_ONCE, "three": THREE}
ALL = (*GAMES, *TEXTS)


@cache
def the(name: str) -> Game:
    return ps.load_text(TEXTS[name]) if name in TEXTS else loaded(name)


# ---- a plain search, for comparison ------------------------------------------


def joints(state: State) -> list[str]:
    return [f"[{', '.join(ms)}]" for ms in product(*state.position.legal)]


def hexapawn_value(state: State, role: str) -> int:
    """Pawns, and pawns with no pawn ahead on their file; of CPSC 322."""
    pawns = {}
    for fact in state.facts:
        if fact.startswith("cell("):
            x, y, side = fact[5:-1].split(", ")
            pawns[int(x), int(y)] = side
    value = 0
    for (column, row), side in pawns.items():
        ahead = [
            r
            for c, r in pawns
            if c == column and (r > row if side == "white" else r < row)
        ]
        value += (1 + (not ahead)) * (1 if side == role else -1)
    return value


def othello_value(state: State, role: str) -> int:
    """3 corners + 2 borders + middle, each less the other side's; of CZ3005."""
    size = int(state.game.parameters["size"])
    value = 0
    for fact in state.facts:
        if fact.startswith("disc("):
            column, row, side = fact[5:-1].split(", ")
            ends = (int(column) in (1, size)) + (int(row) in (1, size))
            value += (ends + 1) * (1 if side == role else -1)
    return value


def estimate(state: State, role: str) -> int:
    if state.game.name == "hexapawn":
        return hexapawn_value(state, role)
    if state.game.name == "othello":
        return othello_value(state, role)
    if "round" in state.game.weights:
        return at_once_value(state, role)
    return 0


def at_once_value(state: State, role: str) -> int:
    """The features of AT_ONCE, counted by hand; they are all of `me`."""
    facts = " ".join(state.facts)
    [number] = re.findall(r"round\((\d)\)", facts)
    [ahead] = re.findall(r"sum\((-?\d+)\)", facts)
    value = 3 * (int(number) > 2) - 2 * min(9, max(0, int(ahead)))
    return value if role == "me" else -value


class Plain:
    """Minimax with nothing to it: each state is asked, the best of the worst taken."""

    def __init__(self, game: Game, role: str) -> None:
        self.role = role
        self.index = game.roles.index(role)
        self.low, self.high = game.ranges[self.index]
        self._known: dict[tuple[int, int], int] = {}

    def value(self, state: State, depth: int) -> int:
        """Return the score as of this ply: a win counts WIN now, less for each ply."""
        key = state.number, depth
        if key not in self._known:
            self._known[key] = self._value(state, depth)
        return self._known[key]

    def _value(self, state: State, depth: int) -> int:
        if state.terminal:
            goal = state.position.goals[self.index]
            assert goal is not None
            if self.low < self.high and goal in (self.low, self.high):
                return WIN if goal == self.high else -WIN
            return goal
        if depth == 0:
            return estimate(state, self.role)
        return max(value for _, value in self.moves(state, depth))

    def moves(self, state: State, depth: int) -> list[tuple[str, int]]:
        """Return the moves of the role, and what the others let it have of them."""
        worst: dict[str, int] = {}
        for joint in product(*state.position.legal):
            after = state.play(f"[{', '.join(joint)}]")
            value = later(self.value(after, depth - 1))
            mine = joint[self.index]
            worst[mine] = min(value, worst.get(mine, value))
        return list(worst.items())


def later(value: int) -> int:
    """Return what a score is one ply earlier: wins and losses are one ply further."""
    if abs(value) > WIN // 2:
        return value - 1 if value > 0 else value + 1
    return value


@cache
def plain(call: str, role: str) -> Plain:
    return Plain(the(call), role)


def positions(call: str, count: int, seed: int, plies: int = 8) -> Iterator[State]:
    """Yield states of random games that are not over."""
    source = random.Random(f"{call} {seed}")
    while count:
        state = the(call).initial
        for _ in range(source.randrange(plies)):
            if not state.terminal:
                state = state.play(source.choice(joints(state)))
        if not state.terminal:
            count -= 1
            yield state


def score(found: SearchResult) -> float:
    """Return the score that an answer stands for, of its first ply."""
    assert found.value is not None
    if found.distance is None:
        return found.value
    low, high = found.states[0].game.ranges[
        found.states[0].game.roles.index(found.role)
    ]
    assert found.value in (low, high)
    return WIN - found.distance if found.value == high else found.distance - WIN


@pytest.mark.parametrize("call", ALL)
def test_searches_find_what_a_plain_one_finds(call: str) -> None:
    """The procedures: the clauses tell the same events."""
    source = random.Random(call)
    for state in positions(call, 9, seed=1):
        role = source.choice(state.game.roles)
        reference = plain(call, role)
        depth = source.randint(1, 3)
        moves = reference.moves(state, depth)
        top = max(value for _, value in moves)
        for method in METHODS:
            found = state.best(role=role, depth=depth, method=method, tier="procedural")
            assert score(found) == top
            assert found.move == next(move for move, value in moves if value == top)
            if method == "minimax":
                low, high = reference.low, reference.high
                values = [(m, score_value(v, low, high)[0]) for m, v in moves]
                assert [(m.move, m.value) for m in found.moves] == values


@pytest.mark.parametrize("call", ALL)
def test_all_best_is_all_that_are_as_good(call: str) -> None:
    source = random.Random(call)
    for state in positions(call, 6, seed=2):
        role = source.choice(state.game.roles)
        depth = source.randint(1, 3)
        moves = plain(call, role).moves(state, depth)
        top = max(value for _, value in moves)
        best = [move for move, value in moves if value == top]
        for method in METHODS:
            found = state.best(
                role=role, depth=depth, method=method, tier="procedural", all_best=True
            )
            assert [m.move for m in found.best] == best
            assert {m.value for m in found.best} == {found.value}
            assert all(m.exact for m in found.best)


@pytest.mark.parametrize("call", ALL)
def test_every_move_exactly(call: str) -> None:
    source = random.Random(call)
    for state in positions(call, 6, seed=5):
        role = source.choice(state.game.roles)
        depth = source.randint(1, 3)
        reference = plain(call, role)
        low, high = reference.low, reference.high
        moves = [
            (move, score_value(value, low, high)[0], "exact")
            for move, value in reference.moves(state, depth)
        ]
        for method in (*METHODS, "deepening(aspiration=1)"):
            found = state.best(
                role=role, depth=depth, method=method, tier="procedural", exact=True
            )
            assert [(m.move, m.value, m.bound) for m in found.moves] == moves
            index = state.game.roles.index(role)
            assert all(m.line[0][index] == m.move for m in found.moves)


@pytest.mark.parametrize("call", ALL)
def test_bounds_are_bounds(call: str) -> None:
    """A move that was cut off is worth at most what is told of it."""
    for state in positions(call, 4, seed=3):
        role = state.to_move[0]
        reference = plain(call, role)
        exact = dict(reference.moves(state, 3))
        for move in state.best(role=role, depth=3).moves:
            value = score_value(exact[move.move], reference.low, reference.high)[0]
            assert move.value is not None
            assert value == move.value if move.exact else value <= move.value


@pytest.mark.parametrize("call", ALL)
def test_a_line_leads_to_its_value(call: str) -> None:
    for state in positions(call, 6, seed=4):
        role = state.to_move[0]
        found = state.best(role=role, depth=3)
        assert found.states[0] == state
        assert len(found.states) == len(found.line) + 1 == found.reached + 1
        for before, joint, after in zip(
            found.states, found.line, found.states[1:], strict=False
        ):
            assert before.play(f"[{', '.join(joint)}]") == after
        end = found.states[-1]
        if end.terminal:
            assert end.goals[role] == found.value
        else:
            assert found.reached == 3
            assert estimate(end, role) == found.value
        assert found.move == found.line[0][state.game.roles.index(role)]


# ---- pruning -----------------------------------------------------------------


def task(state: State, role: str, limit: int, events: list[Event] | None) -> Task:
    game = state.game
    index = game.roles.index(role)
    rival = 1 - index if game.weights and game.constant_sum else None
    return Task(
        machine=machine(game),
        role=index,
        limit=limit,
        goal_range=game.ranges[index],
        weights=scaled(game.weights, 1),
        rival=rival,
        listen=None if events is None else events.append,
    )


def top(moves: list[RootMove]) -> int:
    return int(max(move.score for move in moves))


@cache
def machine(game: Game) -> ClauseMachine:
    return ClauseMachine(game, memo=True)


@pytest.mark.parametrize("call", ALL)
def test_pruning_never_changes_a_value(call: str) -> None:
    """Deeper than the plain search; both searches of the procedural tier."""
    source = random.Random(call)
    for state in positions(call, 12, seed=5, plies=10):
        role = source.choice(state.game.roles)
        limit = source.randint(1, 4 if "othello" in call else 5)
        full, cut = (task(state, role, limit, None) for _ in range(2))
        one, two = minimax(full, state.number), alphabeta(cut, state.number)
        assert top(one) == top(two)
        assert cut.nodes <= full.nodes
        assert cut.leaves <= full.leaves
        first = next(move.line for move in one if move.score == top(one))
        assert next(move.line for move in two if move.score == top(two)) == first


def must_be_told_alike(state: State, **how: Any) -> None:
    """Check that the clauses and the procedure tell the same events of a search."""
    one, two = (state.best(tier=tier, record=True, **how) for tier in TIERS)
    for event, other in zip(one.events, two.events, strict=True):
        assert event == other
    assert one.moves == two.moves
    assert one.line == two.line
    assert one.best == two.best
    counts = [(r.nodes, r.leaves, r.cutoffs, r.complete, r.stopped) for r in (one, two)]
    assert counts[0] == counts[1]
    assert len([e for e in one.events if e[0] == "enter"]) == one.nodes
    assert len([e for e in one.events if e[0] == "leaf"]) == one.leaves
    assert len([e for e in one.events if e[0] == "cutoff"]) == one.cutoffs
    assert tree(one.events).score is not None


@pytest.mark.parametrize("call", ALL)
def test_both_tiers_tell_the_same_events(call: str) -> None:
    source = random.Random(call)
    for state, ties in zip(positions(call, 6, seed=6), 2 * TIES, strict=True):
        role = source.choice(state.game.roles)
        for method in (*METHODS, "deepening(aspiration=1)"):
            must_be_told_alike(state, role=role, depth=3, method=method, **ties)


@pytest.mark.parametrize("method", [n for n in SEARCHES if TABLE[n].has("depth")])
def test_both_forms_of_every_search_tell_the_same_events(method: str) -> None:
    for call in ALL:
        [state] = positions(call, 1, seed=7)
        must_be_told_alike(state, depth=2, method=method)


@pytest.mark.parametrize("call", ALL)
def test_the_contract_of_the_window(call: str) -> None:
    """Fail-soft: exact inside the window, a bound on its side outside."""
    source = random.Random(call)
    met = set()
    for state in positions(call, 20, seed=7):
        role = source.choice(state.game.roles)
        limit = source.randint(1, 4)
        exact = top(minimax(task(state, role, limit, None), state.number))
        near = (exact - 1, exact, exact + 1, -WIN, WIN, 0, 3, -3, INFINITY, -INFINITY)
        for _ in range(6):
            alpha, beta = sorted(source.sample(near, 2))
            if alpha == beta:
                continue
            events: list[Event] = []
            search = task(state, role, limit, events)
            moves = alphabeta(search, state.number, alpha, beta)
            found = top(moves)
            assert events[-1] == ["leave", found]
            if alpha < exact < beta:
                met.add("inside")
                assert found == exact
            elif exact <= alpha:
                met.add("below")
                assert exact <= found <= alpha
            else:
                met.add("above")
                assert beta <= found <= exact
            for event in events:
                if event[0] == "cutoff":
                    assert event[1] >= event[2]
                    assert event[3]
                elif event[0] == "raise":
                    assert event[1] < event[2] or event[2] <= alpha or event[1] >= beta
    assert met == {"inside", "below", "above"}


def test_the_window_in_clauses_and_in_python_is_the_same() -> None:
    """Whole windows: through the door only these are asked."""
    state = the("tic_tac_toe").after("mark(1, 1); mark(2, 2)")
    events: list[Event] = []
    search = task(state, "x", 4, events)
    alphabeta(search, state.number)
    told = state.best(role="x", depth=4, record=True).events
    plain_events = [e for e in told if e[0] not in ("enter", "cutoff")]
    assert plain_events == [e for e in events if e[0] not in ("enter", "cutoff")]


# ---- ties --------------------------------------------------------------------

#: One way is taken and walked to its end: way(Name, Steps, Goal). The closed ones only
#: make 0 and 10 the least and the greatest goal that the rules name.
WAYS = """
role(me). role(you).
init(at(start, 0)).
legal(me, take(W)) :- true(at(start, 0)), way(W, _, _), \\+ closed(W).
legal(me, walk) :- true(at(W, N)), way(W, _, _), N > 0.
next(at(W, 1)) :- does(me, take(W)).
next(at(W, N)) :- does(me, walk), true(at(W, M)), N is M + 1, N < 9.
terminal :- true(at(W, N)), way(W, N, _).
goal(R, V) :- role(R), true(at(W, N)), way(W, N, V).
closed(top). closed(bottom).
"""


def ways(*found: tuple[str, int, int]) -> State:
    closed = (("top", 9, 10), ("bottom", 9, 0))
    facts = [f"way({name}, {steps}, {v})." for name, steps, v in (*found, *closed)]
    return ps.load_text(WAYS + "\n".join(facts)).initial


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    ("found", "answer"),
    [
        pytest.param(
            [("a", 4, 10), ("b", 2, 10), ("c", 3, 10)], ("b", 10, 2), id="win"
        ),
        pytest.param(
            [("b", 2, 10), ("a", 4, 10), ("z", 1, 0)], ("b", 10, 2), id="first"
        ),
        pytest.param([("z", 1, 9), ("b", 5, 10)], ("b", 10, 5), id="late win"),
        pytest.param([("a", 2, 0), ("b", 4, 0), ("c", 3, 0)], ("b", 0, 4), id="loss"),
        pytest.param([("b", 4, 0), ("a", 2, 0)], ("b", 0, 4), id="first loss"),
        pytest.param([("a", 5, 0), ("b", 1, 1)], ("b", 1, None), id="no loss"),
        pytest.param([("a", 4, 5), ("b", 2, 5)], ("a", 5, None), id="rule order"),
        pytest.param(
            [("z", 1, 0), ("b", 2, 5), ("a", 1, 5)], ("b", 5, None), id="5, 5"
        ),
        pytest.param(
            [("z", 1, 0), ("b", 3, 10), ("a", 3, 10)], ("b", 10, 3), id="wins"
        ),
        pytest.param([("z", 1, 0), ("b", 3, 0), ("a", 3, 0)], ("b", 0, 3), id="losses"),
    ],
)
def test_sooner_wins_then_later_losses_then_rule_order(
    found: list[tuple[str, int, int]],
    answer: tuple[str, int, int | None],
    method: str,
    tier: str,
) -> None:
    result = ways(*found).best(role="me", depth=8, method=method, tier=tier)
    move, value, distance = answer
    assert result.move == f"take({move})"
    assert (result.value, result.distance) == (value, distance)
    assert result.complete
    [steps] = [steps for name, steps, _ in found if name == move]
    assert result.reached == steps


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("call", GAMES)
def test_a_win_in_one_is_never_missed(call: str, tier: str) -> None:
    met = 0
    for state in positions(call, 60, seed=8, plies=14):
        if met == 3:
            break
        [role] = state.to_move
        index = state.game.roles.index(role)
        low, high = state.game.ranges[index]
        after = {move: state.play(move) for move in state.legal[role]}
        wins = [
            move for move, s in after.items() if s.terminal and s.goals[role] == high
        ]
        if not wins or low == high:
            continue
        met += 1
        for depth in (1, 2, 3):
            found = state.best(role=role, depth=depth, tier=tier)
            assert found.move == wins[0]
            assert (found.value, found.reached) == (high, 1)
            assert found.distance == (1 if state.game.decisive[index] else None)
            every = state.best(role=role, depth=depth, tier=tier, all_best=True)
            assert [m.move for m in every.best] == wins
    if call not in ("helen_and_stavros", "othello(size=4)"):
        assert met == 3


@pytest.mark.parametrize("tier", TIERS)
def test_a_lost_game_is_played_on(tier: str) -> None:
    """Black is lost on 4 x 4, and makes it last as long as can be."""
    state = loaded("hexapawn(columns=4, rows=4)").initial
    first = state.best(depth=99, tier=tier)
    assert first.value == 10
    state = state.play(first.move or "")
    reply = state.best(role="black", depth=99, tier=tier)
    assert (reply.value, reply.distance) == (-10, (first.distance or 0) - 1)


# ---- all at once, and one against two ----------------------------------------


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("method", METHODS)
def test_the_others_answer_my_move(method: str, tier: str) -> None:
    """The pessimistic reading of moves at once: nobody can win at pennies."""
    game = ps.load_text(
        """role(even). role(odd).
        init(start).
        legal(P, heads) :- role(P), true(start).
        legal(P, tails) :- role(P), true(start).
        next(shown(P, M)) :- does(P, M).
        terminal :- true(shown(even, _)).
        same :- true(shown(even, M)), true(shown(odd, M)).
        goal(even, 1) :- same.
        goal(even, -1) :- \\+ same.
        goal(odd, -1) :- same.
        goal(odd, 1) :- \\+ same."""
    )
    for role in game.roles:
        found = game.initial.best(role=role, depth=5, method=method, tier=tier)
        assert (found.move, found.value, found.distance) == ("heads", -1, 1)
        assert found.line[0] == (
            ("heads", "tails") if role == "even" else ("heads",) * 2
        )


# ---- the end of a game -------------------------------------------------------


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("method", METHODS)
def test_when_the_game_is_over(method: str, tier: str) -> None:
    state = loaded("hexapawn").after("move(2,1,2,2); move(1,3,2,2); move(1,1,2,2)")
    state = state.play("move(3, 3, 2, 2)").play("move(3, 1, 2, 2)")
    assert state.terminal
    for role, value in (("white", 10), ("black", -10)):
        found = state.best(role=role, method=method, tier=tier, record=True)
        assert (found.move, found.value, found.stopped) == (None, value, "over")
        assert (found.moves, found.best, found.line) == ((), (), ())
        assert (found.nodes, found.leaves, found.cutoffs) == (1, 1, 0)
        assert found.states == (state,)
        assert found.complete
        names = [event[0] for event in found.events]
        assert names == ["deepen", "enter", "leaf", "leave"]


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("method", METHODS)
def test_a_missing_goal_is_told(method: str, tier: str) -> None:
    game = ps.load_text(
        """role(p). role(q).
        init(at(0)).
        legal(p, go(N)) :- true(at(0)), between(1, 2, N).
        next(at(N)) :- does(p, go(N)).
        terminal :- \\+ true(at(0)).
        goal(p, 1) :- true(at(1)).
        goal(q, 0)."""
    )
    with pytest.raises(ps.RulesError, match="no goal value is defined"):
        game.initial.best(role="p", depth=2, method=method, tier=tier)
    assert game.initial.best(role="q", depth=2, method=method, tier=tier).value == 0


#: Two goal values, or none, at an end after two moves.
FAULTY_END = """\
role(p). role(q). init(at(0)).
legal(p, go) :- true(at(0)). legal(p, stop) :- true(at(0)).
legal(p, on) :- true(at(1)). legal(q, noop).
next(at(1)) :- does(p, go). next(at(9)) :- does(p, stop). next(at(2)) :- does(p, on).
terminal :- true(at(2)). terminal :- true(at(9)).
goal(q, 0). goal(p, 3) :- true(at(9)). goal(p, 9) :- true(at(7)).
"""


@pytest.mark.parametrize("tier", [None, "clauses", "procedural", "native"])
@pytest.mark.parametrize("solved", [True, False])
@pytest.mark.parametrize(
    ("goals", "said"),
    [
        ("goal(p, 1) :- true(at(2)). goal(p, 0) :- true(at(2)).",
         "p has the goal values 0 and 1 at once"),
        ("", "no goal value is defined for p"),
    ],
)  # fmt: skip
def test_an_end_with_faulty_goals_is_named(
    tier: str | None, solved: bool, goals: str, said: str
) -> None:
    start = ps.load_text(FAULTY_END + goals).initial
    for state, where in (
        (start, "after go; on"),
        (start.play("go"), "after on, from this position"),
    ):
        search = state.solve if solved else partial(state.best, depth=5)
        with pytest.raises(ps.RulesError) as caught:
            search(role="p", tier=tier)
        assert str(caught.value).startswith(f"{said} {where}: `check ")


# ---- the clock ---------------------------------------------------------------


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("seconds", [1e-6, 0.02, 0.3])
def test_under_a_clock_the_deepest_search_that_ended_counts(
    seconds: float, tier: str
) -> None:
    state = loaded("connect_four(columns=5, rows=4, in_a_row=3)").initial
    told: list[str] = []
    found = state.best(seconds=seconds, tier=tier, progress=told.append)
    assert [text.split(":")[0] for text in told] == [
        f"depth {depth}" for depth in range(1, len(told) + 1)
    ]
    assert found.stopped in ("time", "complete")
    assert found.depth == len(told)
    assert f"{found.move} is worth {found.value}" in told[-1]
    alone = state.best(depth=len(told), tier=tier)
    assert (alone.value, alone.move) == (found.value, found.move)
    assert alone.complete == found.complete


@pytest.mark.parametrize("tier", TIERS)
def test_deepening_stops_where_the_game_does(tier: str) -> None:
    state = loaded("hexapawn").initial
    told: list[str] = []
    found = state.best(seconds=600, tier=tier, progress=told.append)
    assert found.stopped == "complete"
    assert found.complete
    assert (found.value, found.distance) == (-10, found.reached)
    assert len(told) == found.depth
    whole = state.best(depth=99, tier=tier)
    assert (whole.value, whole.distance, whole.pv) == (
        found.value,
        found.distance,
        found.pv,
    )


@pytest.mark.parametrize("tier", TIERS)
def test_deepening_stops_at_the_depth(tier: str) -> None:
    state = loaded("tic_tac_toe").initial
    found = state.best(seconds=600, depth=3, tier=tier)
    alone = state.best(depth=3, tier=tier)
    assert found.depth == 3
    assert found.stopped == alone.stopped == "depth"
    assert (found.value, found.pv) == (alone.value, alone.pv)
    shallow = sum(state.best(depth=depth, tier=tier).nodes for depth in (1, 2))
    assert found.nodes == alone.nodes + shallow


@pytest.mark.parametrize("tier", TIERS)
def test_a_game_without_an_end_is_searched_as_long_as_there_is_time(tier: str) -> None:
    game = ps.load_text(
        """role(p). role(q).
        init(at(0)).
        legal(p, go(N)) :- true(at(_)), between(1, 3, N).
        next(at(N)) :- does(p, go(N)).
        terminal :- true(at(9)).
        goal(P, 0) :- role(P)."""
    )
    found = game.initial.best(seconds=0.1, tier=tier)
    assert found.stopped == "time"
    assert not found.complete
    assert found.move == "go(1)"


@pytest.mark.parametrize(
    ("game", "name", "tier"),
    [
        *(
            ("connect_four(columns=5, rows=4)", "deepening", t)
            for t in (*TIERS, "native")
        ),
        *(("pig(target=20)", "expectimax", t) for t in TIERS),
    ],
)
def test_a_limit_on_the_nodes_is_exact(game: str, name: str, tier: str) -> None:
    state = loaded(game).initial
    found = state.best(method=f"{name}(nodes=1000)", tier=tier)
    assert (found.stopped, found.nodes) == ("nodes", 1000)
    alone = state.best(depth=found.depth, tier=tier)
    assert (found.value, found.move) == (alone.value, alone.move)
    one = state.best(method=f"{name}(nodes=1)", tier=tier)
    assert (one.stopped, one.depth) == ("nodes", 1)  # the first depth is finished


# ---- evaluation --------------------------------------------------------------


def pawns(state: State, role: str) -> tuple[int, int]:
    """Return the differences of pawns, and of pawns with a clear path."""
    both = hexapawn_value(state, role)
    mine = sum(f.endswith(f" {role})") for f in state.facts if "cell" in f)
    theirs = sum("cell" in f for f in state.facts) - mine
    return mine - theirs, both - (mine - theirs)


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize(
    "weights",
    [{}, {"pawn": 0}, {"clear_path": 0}, {"pawn": 7, "clear_path": -3}, {"pawn": -1}],
)
def test_weights_change_the_value(weights: dict[str, int], tier: str) -> None:
    used = {"pawn": 1, "clear_path": 1} | weights
    for state in positions("hexapawn(columns=4, rows=4)", 8, seed=9, plies=5):
        [role] = state.to_move
        found = state.best(
            role=role, depth=1, tier=tier, method="minimax", weights=weights
        )
        for move in found.moves:
            after = state.play(move.move)
            if after.terminal:
                assert move.value == after.goals[role]
            else:
                difference, paths = pawns(after, role)
                expected = used["pawn"] * difference + used["clear_path"] * paths
                assert move.value == expected
        values = [move.value for move in found.moves if move.value is not None]
        assert found.value == max(values)
    assert loaded("hexapawn").weights == {"pawn": 1, "clear_path": 1}


def test_the_lecture_of_hexapawn_board_by_board() -> None:
    """The eight boards at the bottom of the lecture's tree, and what they are worth."""
    expected = {
        ("--W", "WB-", "B-B"): None,
        ("--W", "W--", "B-B"): None,
    }
    del expected
    state = loaded("hexapawn").after("move(1, 1, 1, 2)")
    boards = {}
    for move in state.legal["black"]:
        after = state.play(move)
        for answer in after.legal["white"]:
            end = after.play(answer)
            value = end.goals["black"] if end.terminal else hexapawn_value(end, "black")
            boards[str(end).replace(" ", "").replace("\n", "/")] = value
    assert boards == {
        "--W/W--/B-B": 0,
        "--W/BW-/B-B": 1,
        "-W-/B-W/B-B": 1,
        "-W-/WBW/B-B": -10,
        "-W-/WW-/B-B": -1,
        "-WW/--B/BW-": -10,
        "--W/WWB/BB-": 0,
        "--W/W-W/BB-": -1,
    }


# ---- the player of five rules ------------------------------------------------


def beaten(state: State, player: str) -> list[list[str]]:
    """Return the lines by which the player of five rules loses, first moves first."""
    if state.terminal:
        return [[]] if state.goals[player] == -1 else []
    [role] = state.to_move
    moves = [choose(state, role, "advice")] if role == player else state.legal[role]
    return [[m, *rest] for m in moves for rest in beaten(state.play(m), player)]


def test_the_player_of_five_rules_is_beaten() -> None:
    """By corners: SP.268 says that the rules are good, and that they are no search."""
    start = loaded("tic_tac_toe").initial
    lines = beaten(start, "o")
    ours = ["; ".join(line[::2]) for line in lines]
    assert "mark(1, 1); mark(3, 3); mark(3, 1); mark(3, 2)" in ours
    assert all(len(line) == 7 for line in lines)
    assert beaten(start, "x") == []


@pytest.mark.parametrize(
    ("moves", "advised"),
    [
        ("", ["mark(2, 2)"]),
        ("mark(2, 2)", ["mark(1, 1)", "mark(3, 1)", "mark(1, 3)", "mark(3, 3)"]),
        ("mark(2, 2); mark(1, 2); mark(1, 1)", ["mark(3, 3)"]),
        ("mark(2, 2); mark(1, 2); mark(1, 1); mark(2, 1)", ["mark(3, 3)"]),
    ],
)
def test_the_five_rules_in_order(moves: str, advised: list[str]) -> None:
    state = loaded("tic_tac_toe").after(moves)
    [role] = state.to_move
    assert sorted(advice(state, role)) == sorted(advised)


# ---- mistakes ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        (
            {"role": "green"},
            InputError,
            "no role 'green': expected one of white, black",
        ),
        ({"depth": -3}, InputError, "a depth of at least 0 plies, found -3"),
        ({"depth": 0, "method": "matrix"}, InputError, "plies of 1 or more, found '0'"),
        ({"seconds": 0}, InputError, "a time above 0 seconds"),
        ({"seconds": float("nan")}, InputError, "a time above 0 seconds"),
        ({"method": "magic"}, InputError, "no method 'magic'"),
        ({"tier": "turbo"}, InputError, "no tier 'turbo'"),
        ({"weights": {"queen": 9}}, InputError, "no feature 'queen'"),
    ],
)
def test_mistakes_are_told(
    options: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        loaded("hexapawn").initial.best(**{"depth": 2, **options})


def test_a_game_without_features_takes_no_weights() -> None:
    with pytest.raises(InputError, match="expected one of those for any game"):
        loaded("nim").initial.best(depth=1, weights={"pawn": 1})


def test_a_game_without_roles_has_no_best_move() -> None:
    with pytest.raises(InputError, match="ask for a path"):
        loaded("water_jugs").initial.best()


# ---- where chance is to move -------------------------------------------------


def test_where_chance_is_to_move_the_best_move_is_asked_for_later() -> None:
    state = loaded("pig(turns=1, target=4, sides=3)").after("throw")
    found = state.best()
    assert (found.move, found.value, found.stopped) == (None, None, "chance")
    assert "random makes one of its 3 moves, each equally likely" in str(found)
    assert "as in face(1)" in str(found)
    deep = state.best(depth=2)
    assert deep.value is not None
    assert "ann is not to move: random is" in str(deep)


def test_who_is_not_to_move_is_not_advised_to_wait() -> None:
    said = str(loaded("nim(heaps=[1, 2])").initial.best(role="second", depth=1))
    assert "second is not to move: first is" in said
    assert "best for" not in said
