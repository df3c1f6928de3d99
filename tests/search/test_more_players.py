"""More than two players, chance, and the tree level by level: max^n, paranoid,
expectimax and breadth, held against plain searches in this file.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner
from games import loaded

import pygame_search as ps
from pygame_search.cli.app import command
from pygame_search.experiments.matches.choose import choose
from pygame_search.game import Game, State
from pygame_search.model.scores import WIN, score_value
from pygame_search.render import tree as drawing
from pygame_search.search.core.trace import Node, tree
from pygame_search.search.monte_carlo.playouts import playouts
from pygame_search.search.perft import perft
from pygame_search.support.errors import InputError

TIERS = ("clauses", "procedural")

#: All three choose at once, twice; each is rewarded on his own.
AT_ONCE = """
role(a). role(b). role(c).
init(round(1)). init(has(P, 0)) :- role(P).
legal(a, N) :- true(round(_)), between(1, 3, N).
legal(b, N) :- true(round(R)), between(R, 3, N).
legal(c, N) :- true(round(1)), between(1, 2, N).
next(round(R)) :- true(round(Q)), R is Q + 1.
next(has(P, V)) :- true(has(P, U)), gains(P, G), V is U + G.
gains(a, G) :- does(a, X), does(b, Y), G is (X * Y) mod 4.
gains(b, G) :- does(b, Y), does(a, X), G is (Y + X) mod 3.
gains(c, G) :- does(c, Z), does(a, X), does(b, Y), chosen(Z, X, Y, G).
chosen(noop, X, Y, G) :- between(1, 3, X), between(1, 3, Y), G is X - Y.
chosen(Z, X, Y, G) :- between(1, 2, Z), between(1, 3, X), between(1, 3, Y),
    G is (X + 2 * Y + Z) mod 5.
terminal :- true(round(3)).
goal(P, V) :- true(has(P, V)).
feature(P, lead, X) :- true(has(P, N)), between(1, N, X).
weight(lead, 2).
"""

#: Turns, with wins and losses: the sooner win, the later loss, for each role.
WINS = """
role(a). role(b). role(c).
init(turn(a)). init(left(7)).
legal(P, take(N)) :- true(turn(P)), true(left(L)), between(1, 2, N), N =< L.
after(a, b). after(b, c). after(c, a).
next(turn(Q)) :- true(turn(P)), after(P, Q).
next(left(M)) :- true(left(L)), does(_, take(N)), M is L - N.
terminal :- true(left(0)).
goal(P, 2) :- last(P).
goal(P, 1) :- last(Q), after(Q, P).
goal(P, 0) :- last(Q), after(P, Q).
last(P) :- true(turn(Q)), after(P, Q).
"""

#: One player, another and chance move at once, twice; the numbers make fractions.
CHANCE = """
role(me). role(random). role(you).
init(round(1)). init(sum(0)).
legal(me, M) :- true(round(_)), between(1, 2, M).
legal(you, M) :- true(round(1)), between(1, 2, M).
legal(you, M) :- true(round(2)), between(1, 3, M).
legal(random, M) :- true(round(R)), between(R, 3, M).
next(round(R)) :- true(round(Q)), R is Q + 1.
next(sum(S)) :- true(sum(T)), does(me, X), does(you, Y), does(random, Z),
    S is T + (X * Z * Z + 3 * Y * X + Y * Z * 5) mod 11.
terminal :- true(round(3)).
goal(me, S) :- true(sum(S)).
goal(you, V) :- true(sum(S)), V is - S.
feature(me, sum, X) :- true(sum(S)), between(1, S, X).
weight(sum, 3).
"""

TEXTS = {"at once": AT_ONCE, "wins": WINS, "chance": CHANCE}

PLAYERS = (
    "at once",
    "wins",
    "coins_in_a_row",
    "coins_in_a_row(coins=[3, 1, 2, 2, 4, 1])",
    "goofspiel(cards=3)",
    "tic_tac_toe",
    "nim",
    "hexapawn",
)
RANDOM = ("chance", "pig", "pig(sides=3, target=4)", "goofspiel(cards=3)", "nim")
LEVELS = ("at once", "coins_in_a_row", "goofspiel(cards=3)", "hexapawn", "wins")


@cache
def the(name: str) -> Game:
    return ps.load_text(TEXTS[name]) if name in TEXTS else loaded(name)


def positions(call: str, count: int, seed: int, plies: int = 5) -> Iterator[State]:
    """Yield states of random games that are not over."""
    source = random.Random(f"{call} {seed}")
    while count:
        state = the(call).initial
        for _ in range(source.randrange(plies)):
            if not state.terminal:
                state = after(state, [source.choice(m) for m in state.position.legal])
        if not state.terminal:
            count -= 1
            yield state


def after(state: State, joint: Any) -> State:
    return state.play(f"[{', '.join(joint)}]")


# ---- plain searches, for comparison ------------------------------------------


def estimate(state: State, role: str) -> int:
    """The weighted features, asked for one state: a search of depth 1 tells them."""
    features = state.game.engine.features(state.game.key, state.number).split("|")

    def worth(name: str) -> int:
        text = features[state.game.roles.index(name)]
        pairs = [word.rpartition("=") for word in text.split("\t") if word]
        return sum(int(state.game.weights[n]) * int(count) for n, _, count in pairs)

    others = [other for other in state.game.players if other != role]
    if len(others) == 1 and state.game.constant_sum:
        return worth(role) - worth(others[0])
    return worth(role)


def plain_scores(state: State, depth: int, ply: int) -> list[int]:
    """Max^n: of all joint moves, that which each role chooses, the first one first."""
    game = state.game
    if state.terminal:
        scores = []
        for goal, (low, high) in zip(state.position.goals, game.ranges, strict=True):
            assert goal is not None
            sure = {high: WIN - ply, low: ply - WIN} if low < high else {}
            scores.append(sure.get(goal, goal))
        return scores
    if depth == 0:
        return [estimate(state, role) for role in game.roles]

    def chosen(made: tuple[str, ...]) -> list[int]:
        if len(made) == len(game.roles):
            return plain_scores(after(state, made), depth - 1, ply + 1)
        moves = state.position.legal[len(made)]
        return max((chosen((*made, m)) for m in moves), key=lambda s: s[len(made)])

    return chosen(())


def plain_mean(state: State, role: str, depth: int, ply: int) -> Fraction:
    """Expectimax: the best of the worst of the mean."""
    if state.terminal:
        low, high = state.game.ranges[state.game.roles.index(role)]
        goal = state.goals[role] or 0
        sure = {high: WIN - ply, low: ply - WIN} if low < high else {}
        return Fraction(sure.get(goal, goal))
    if depth == 0:
        return Fraction(estimate(state, role))
    return max(value for _, value in mean_moves(state, role, depth, ply))


def mean_of(values: list[Fraction], low: int, high: int) -> Fraction:
    """A win when all are, else of goal values."""
    signs = {(v > WIN // 2) - (v < -WIN // 2) for v in values}
    if signs not in ({1}, {-1}):
        values = [Fraction(score_value(float(v), low, high)[0]) for v in values]
    return sum(values, Fraction(0)) / len(values)


def mean_moves(
    state: State, role: str, depth: int, ply: int = 0
) -> list[tuple[str, Fraction]]:
    low, high = state.game.ranges[state.game.roles.index(role)]
    roles = state.game.roles
    others = [r for r in roles if r not in (role, "random")]
    luck = state.legal.get("random", ("",))
    found = []
    for mine in state.legal[role]:
        answers = []
        for theirs in product(*(state.legal[r] for r in others)):
            made = {role: mine, **dict(zip(others, theirs, strict=True))}
            ends = [
                after(state, [{**made, "random": face}[r] for r in roles])
                for face in luck
            ]
            values = [plain_mean(end, role, depth - 1, ply + 1) for end in ends]
            answers.append(mean_of(values, low, high))
        found.append((mine, min(answers)))
    return found


# ---- values ------------------------------------------------------------------


@pytest.mark.parametrize("call", PLAYERS)
def test_maxn_finds_what_a_plain_search_finds(call: str) -> None:
    source = random.Random(call)
    for state in positions(call, 8, seed=1):
        role = source.choice(state.game.roles)
        depth = source.randint(1, 3)
        scores = plain_scores(state, depth, 0)
        found = state.best(
            role=role, depth=depth, method="maxn", tier="procedural", record=True
        )
        assert found.events[-1] == ["leave", scores]
        index = state.game.roles.index(role)
        value, distance = score_value(scores[index], *state.game.ranges[index])
        assert found.value == value
        if state.game.decisive[index]:
            assert found.distance == distance
        assert [move.move for move in found.moves] == list(state.legal[role])
        first = next(move for move in found.moves if move.value == value)
        if distance is None:
            assert found.move == first.move
        assert found.best[0].joint == found.line[0]
        assert found.method == "maxn"


@pytest.mark.parametrize("call", RANDOM)
def test_expectimax_finds_what_a_plain_search_finds(call: str) -> None:
    source = random.Random(call)
    for state in positions(call, 6, seed=2):
        role = source.choice(state.game.players)
        depth = source.randint(1, 2 if call == "chance" else 3)
        moves = mean_moves(state, role, depth)
        found = state.best(
            role=role, depth=depth, method="expectimax", tier="procedural"
        )
        low, high = state.game.ranges[state.game.roles.index(role)]
        assert [(m.move, m.value) for m in found.moves] == [
            (move, float(score_value(float(value), low, high)[0]))
            for move, value in moves
        ]
        top = max(value for _, value in moves)
        assert found.value == float(score_value(float(top), low, high)[0])
        assert found.move == next(move for move, value in moves if value == top)


#: After `fold` every move of chance loses, after `dare` one of two.
DARE = """
role(me). role(random). init(step(start)).
legal(me, dare) :- true(step(start)).
legal(me, fold) :- true(step(start)).
legal(me, wait) :- \\+ true(step(start)).
legal(random, heads) :- \\+ true(step(start)).
legal(random, tails) :- \\+ true(step(start)).
legal(random, noop) :- true(step(start)).
next(step(X)) :- true(step(start)), does(me, X).
next(lost) :- true(step(fold)).
next(lost) :- true(step(dare)), does(random, heads).
next(won) :- true(step(dare)), does(random, tails).
terminal :- true(lost).
terminal :- true(won).
goal(me, 100) :- true(won).
goal(me, 0) :- \\+ true(won).
"""


@pytest.mark.parametrize("tier", TIERS)
def test_what_chance_can_only_lose_is_a_loss(tier: str) -> None:
    game = ps.load_text(DARE)
    found = game.initial.best(method="expectimax", depth=5, role="me", tier=tier)
    assert [(m.move, m.value) for m in found.moves] == [("dare", 50), ("fold", 0)]
    lost = game.initial.play("[fold, noop]")
    found = lost.best(method="expectimax", depth=5, role="me", tier=tier)
    assert (found.value, found.distance) == (0, 1)


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("call", LEVELS)
def test_breadth_and_paranoid_find_what_minimax_finds(call: str, tier: str) -> None:
    source = random.Random(call)
    for state in positions(call, 8, seed=3):
        role = source.choice(state.game.roles)
        depth = source.randint(1, 3)
        minimax, breadth, paranoid, alphabeta = (
            state.best(role=role, depth=depth, method=method, tier=tier, all_best=True)
            for method in ("minimax", "breadth", "paranoid", "alphabeta")
        )
        assert breadth.moves == minimax.moves
        assert breadth.best == minimax.best
        assert breadth.line == minimax.line
        assert (breadth.nodes, breadth.leaves) == (minimax.nodes, minimax.leaves)
        assert (paranoid.value, paranoid.best) == (minimax.value, minimax.best)
        assert paranoid.moves == alphabeta.moves
        assert paranoid.nodes == alphabeta.nodes


@pytest.mark.parametrize("tier", TIERS)
def test_maxn_and_paranoid_part_ways(tier: str) -> None:
    """As the header of the rule file tells."""
    state = loaded("coins_in_a_row").initial
    own = state.best(depth=9, method="maxn", tier=tier)
    against = state.best(depth=9, method="paranoid", tier=tier)
    assert (own.move, own.value) == ("take(left)", 6)
    assert (against.move, against.value) == ("take(right)", 4)
    assert own.complete
    assert list(own.states[-1].goals.values()) == [6, 2, 2]
    assert against.method == "paranoid"


@pytest.mark.parametrize("tier", TIERS)
def test_moves_at_once_are_read_pessimistically(tier: str) -> None:
    """As the header of the rule file tells: both expect to lose."""
    state = loaded("goofspiel").initial
    for role in state.game.roles:
        found = state.best(role=role, depth=9, method="minimax", tier=tier)
        assert [(m.move, m.value) for m in found.moves] == [
            ("bid(1)", -4),
            ("bid(2)", -4),
            ("bid(3)", -4),
            ("bid(4)", -2),
        ]


@pytest.mark.parametrize("tier", TIERS)
def test_pig_is_worth_what_chance_makes_of_it(tier: str) -> None:
    """As the header of the rule file tells: bob is behind, and throws."""
    state = loaded("pig(turns=1)").after("throw; face(4); hold; throw; face(3)")
    found = state.best(depth=2, tier=tier)
    assert (found.role, found.move, found.method) == ("bob", "throw", "expectimax")
    assert {m.move: m.value for m in found.moves}["hold"] == -100
    # A 1 loses; else bob is ahead by F - 1, and may hold.
    assert found.value == pytest.approx((-100 + sum(range(1, 6))) / 6)
    assert found.pv == ("throw",)
    deeper = state.best(depth=3, tier=tier)
    assert deeper.value == pytest.approx((-100 + 5 * 100) / 6)


# ---- events ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "call"),
    [
        *product(["maxn", "maxn(evaluation=zero)", "maxn(quiescence=1)"], PLAYERS),
        *product(["expectimax", "expectimax(quiescence=1)"], RANDOM),
        *product(["breadth", "breadth(quiescence=1)"], LEVELS),
        *product(["paranoid", "paranoid(fail=hard, table=true)"], ["wins", "at once"]),
    ],
)
def test_both_tiers_tell_the_same_events(method: str, call: str) -> None:
    source = random.Random(call)
    for state in positions(call, 5, seed=4):
        role = source.choice(state.game.players)
        depth = source.randint(1, 3)
        one, two = (
            state.best(role=role, depth=depth, method=method, tier=tier, record=True)
            for tier in TIERS
        )
        for event, other in zip(one.events, two.events, strict=True):
            assert event == other
        assert (one.moves, one.line, one.best) == (two.moves, two.line, two.best)
        assert (one.nodes, one.leaves, one.cutoffs, one.complete) == (
            two.nodes,
            two.leaves,
            two.cutoffs,
            two.complete,
        )
        assert len([e for e in one.events if e[0] == "enter"]) == one.nodes
        assert len([e for e in one.events if e[0] == "leaf"]) == one.leaves


@pytest.mark.parametrize("method", ["maxn", "breadth", "paranoid"])
def test_both_tiers_deepen_alike(method: str) -> None:
    state = the("coins_in_a_row").initial
    one, two = (
        state.best(seconds=60, method=method, tier=tier, record=True) for tier in TIERS
    )
    assert one.events == two.events
    assert (one.depth, one.stopped) == (4, "complete")
    root = tree(one.events)
    assert max(node.ply for node in nodes(root)) == 4


def nodes(root: Node) -> Iterator[Node]:
    yield root
    for child in root.children:
        yield from nodes(child)


@pytest.mark.parametrize("call", LEVELS)
def test_breadth_enters_level_by_level(call: str) -> None:
    state = the(call).initial
    found = state.best(depth=3, method="breadth", record=True)
    plies = [event[1] for event in found.events if event[0] == "enter"]
    assert plies == sorted(plies)
    backs = [event[1] for event in found.events if event[0] == "back"]
    assert backs == sorted(backs, reverse=True)
    assert backs[-1] == 0
    assert found.events.index(["expand", 0]) == 1
    deep = state.best(depth=3, method="minimax", record=True)
    assert tree(found.events) == tree(deep.events)


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("method", ["maxn", "paranoid", "breadth", "expectimax"])
def test_when_the_game_is_over(method: str, tier: str) -> None:
    state = loaded("coins_in_a_row").after(["take(left)"] * 4)
    found = state.best(role="bob", depth=2, method=method, tier=tier, record=True)
    assert (found.move, found.value, found.stopped) == (None, 2, "over")
    assert tree(found.events).kind == "terminal"


# ---- drawings ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("call", "method", "words"),
    [
        ("coins_in_a_row", "maxn", ["max (6, 2, 2)", "own (", "terminal ("]),
        ("at once", "maxn", ["turns (", "limit ("]),
        ("pig", "expectimax", ["max 3.333", "chance 3.333", "face(6)  limit 6"]),
        ("hexapawn", "breadth", ["max ", "min "]),
    ],
)
def test_trees_are_drawn(call: str, method: str, words: list[str]) -> None:
    state = the(call).initial
    depth = {"pig": 2, "coins_in_a_row": 4, "at once": 1}.get(call, 2)
    found = state.best(depth=depth, method=method, record=True)
    root = tree(found.events)
    text = drawing.rich_text(root, state.game, role=found.role).plain
    assert all(word in text for word in words)
    assert "≤" not in text
    ElementTree.fromstring(drawing.svg(root, state.game, role=found.role))
    assert "digraph" in drawing.dot(root, state.game, role=found.role)
    data = drawing.as_json(root, state.game, role=found.role)
    line = []
    below = [data]
    while below:
        line.append(below[0]["move"])
        below = [child for child in below[0]["children"] if child["best"]]
    assert tuple(line[1:]) == found.pv
    if method == "maxn":
        assert data["value"][0] == found.value
        assert data["distance"] is None


# ---- chance ------------------------------------------------------------------


@pytest.mark.parametrize(
    "method",
    ["minimax", "alphabeta", "pvs", "deepening", "maxn", "paranoid", "breadth"],
)
def test_other_searches_refuse_chance(method: str) -> None:
    with pytest.raises(
        InputError, match=f"{method} does not support chance.*expectimax"
    ):
        loaded("pig").initial.best(depth=2, method=method)


def test_random_is_never_asked_for_its_best() -> None:
    state = loaded("pig").initial
    with pytest.raises(InputError, match="ask for ann or bob"):
        state.best(role="random")
    thrown = state.play("throw")
    assert thrown.to_move == ("random",)
    assert thrown.best(depth=1).role == "ann"
    with pytest.raises(InputError, match="the only role is random"):
        ps.load_text(
            "role(random). init(a). legal(random, go). terminal :- true(b). "
            "next(b) :- does(random, go). goal(random, 0)."
        ).initial.best()


@pytest.mark.parametrize("tier", TIERS)
def test_chance_by_default(tier: str) -> None:
    found = loaded("pig").initial.best(depth=2, tier=tier)
    assert (found.method, found.move, found.value) == ("expectimax", "throw", 10 / 3)
    timed = loaded("pig(sides=2, target=2, turns=1)").initial.best(tier=tier)
    assert timed.stopped == "complete"
    assert loaded("nim").initial.best(depth=2, tier=tier).method == "alphabeta"


def test_two_players_and_chance_are_rivals() -> None:
    game = loaded("pig")
    assert game.constant_sum
    assert game.chance == 2
    assert game.players == ("ann", "bob")
    assert not loaded("coins_in_a_row").constant_sum


@pytest.mark.parametrize("tier", TIERS)
def test_random_games_of_chance(tier: str) -> None:
    found = playouts(loaded("pig").initial, games=20, tier=tier)
    assert found.playouts == 20
    assert list(found.goals) == ["ann", "bob"]
    assert found.goals["ann"] == -found.goals["bob"]
    levels = perft(loaded("pig").initial, 3, tier=tier)
    assert [level.nodes for level in levels] == [1, 6, 11]


def test_random_chooses_at_random() -> None:
    state = loaded("pig").initial.play("throw")
    source = random.Random(1)
    faces = {choose(state, "random", source=source) for _ in range(100)}
    assert faces == {f"face({n})" for n in range(1, 7)}


def run(*words: str, text: str = "") -> Any:
    return CliRunner().invoke(command, words, input=text)


def test_play_lets_random_move_by_itself() -> None:
    found = run("play", "pig", "--depth", "1", text="throw\nhint\nresign\n")
    assert found.exit_code == 0, found.output
    assert "random plays face(" in found.output
    assert "expectimax" in found.output
    wrong = run("play", "pig", "--player", "random=human")
    assert wrong.exit_code == 2
    for word in ("bob=alphabeta",):
        assert run("play", "pig", "--player", word).exit_code == 2


def test_the_command_line_says_the_method() -> None:
    found = run("best", "pig", "--depth", "2", "--json")
    assert '"method": "expectimax"' in found.output
    assert "value: 3.333" in run("best", "pig", "--depth", "2").output
    drawn = run("tree", "coins_in_a_row", "--method", "maxn", "--depth", "4")
    assert "max (6, 2, 2)" in drawn.output
    assert run("tree", "hexapawn", "--method", "breadth").exit_code == 0
    assert "chance" in run("tree", "pig").output
