"""Quiescence by noisy/2: standing pat, and the noisy moves alone.

A search in this file, over positions and moves as they are played, is the witness. It
shares no code with the searches: which moves are noisy, and what a position is worth,
come from the tables of which the rules are made.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product

import pytest

import pygame_search as ps
from pygame_search.explanation.searches.tree import search_page
from pygame_search.game import Game, State
from pygame_search.machine import game_code
from pygame_search.search.core.replay import replay
from pygame_search.search.core.trace import tree
from pygame_search.support.errors import InputError, RulesError, TierError

TIERS = ("clauses", "procedural")

RULES = """
init(at(0)).
legal(R, M) :- true(at(N)), may(N, R, M).
next(at(T)) :- true(at(N)), to(N, J, T), \\+ other(J).
other(J) :- true(at(N)), to(N, J, _), has(J, R, M), \\+ does(R, M).
terminal :- true(at(N)), end(N).
goal(R, V) :- true(at(N)), value(N, R, V).
feature(R, worth, I) :- true(at(N)), worth(N, R, W), between(1, W, I).
weight(worth, 1).
noisy(R, M) :- true(at(N)), loud(N, R, M).
"""

#: Methods that find the minimax value.
EXACT = (
    "minimax({})",
    "breadth({})",
    "paranoid({})",
    "alphabeta({})",
    "alphabeta({}, fail=hard)",
    "alphabeta({}, table=true)",
    "alphabeta({}, fail=hard, order=history, table=true)",
    "alphabeta({}, order=killer)",
    "alphabeta({}, order=optimal)",
    "alphabeta({}, order=pessimal)",
    "pvs({})",
    "pvs({}, order=history, table=true)",
    "deepening({})",
    "deepening({}, search=pvs, aspiration=1)",
    "deepening({}, search=fail_hard, order=killer)",
)


@dataclass
class Board:
    """A game of numbered positions, each with what the roles may do there."""

    roles: tuple[str, ...]
    may: dict[int, list[list[str]]] = field(default_factory=dict)
    to: dict[tuple[int, tuple[str, ...]], int] = field(default_factory=dict)
    loud: set[tuple[int, str, str]] = field(default_factory=set)
    worth: dict[tuple[int, str], int] = field(default_factory=dict)
    ends: dict[int, list[int]] = field(default_factory=dict)

    @property
    def players(self) -> tuple[str, ...]:
        return tuple(role for role in self.roles if role != "random")

    def text(self) -> str:
        """Return the rule file."""
        lines = [RULES, *(f"role({role})." for role in self.roles)]
        if len(self.players) == 2:
            lines.append("constant_sum(0).")
        for place, moves in self.may.items():
            for role, own in zip(self.roles, moves, strict=True):
                lines += [f"may({place}, {role}, {m})." for m in own if m != "noop"]
        for number, ((place, joint), after) in enumerate(self.to.items()):
            lines.append(f"to({place}, j{number}, {after}).")
            pairs = zip(self.roles, joint, strict=True)
            lines += [f"has(j{number}, {role}, {move})." for role, move in pairs]
        lines += [f"loud({n}, {role}, {move})." for n, role, move in self.loud]
        lines += ["loud(none, none, none)."]
        lines += [f"worth({n}, {role}, {w})." for (n, role), w in self.worth.items()]
        for place, values in self.ends.items():
            lines.append(f"end({place}).")
            lines += [
                f"value({place}, {role}, {value})."
                for role, value in zip(self.roles, values, strict=True)
            ]
        return "\n".join(lines)


def board(source: random.Random, roles: tuple[str, ...], most: int = 2) -> Board:
    """Return a random game, in which positions are reached again and may stay.

    Args:
        source: of what is random.
        roles: the roles.
        most: how many of them may have a choice in one position.
    """
    made, size = Board(roles), source.randint(5, 9)
    for place in range(size):
        for role in roles:
            made.worth[place, role] = source.randint(0, 5)
        if place and source.random() < 0.2:
            values = [source.randint(-9, 9) for _ in roles]
            if len(made.players) == 2:
                values[1] = -values[0]
            made.ends[place] = values
            continue
        moving = source.sample(roles, source.choice((1, 1, 1, most)))
        moves = [
            [f"m{i}" for i in range(source.randint(1, 3))]
            if role in moving
            else ["noop"]
            for role in roles
        ]
        made.may[place] = moves
        for joint in product(*moves):
            made.to[place, joint] = source.randrange(size)
        loudness = source.choice((0.0, 0.3, 0.6, 1.0))
        made.loud |= {
            (place, role, move)
            for role, own in zip(roles, moves, strict=True)
            for move in own
            if source.random() < loudness
        }
    made.ends[size] = [0 for _ in roles]
    return made


# ---- the witness -------------------------------------------------------------


class Witness:
    """Minimax with quiescence by noisy moves; it counts the positions it visits."""

    def __init__(self, made: Board, role: str, limit: int, extra: int) -> None:
        self.made, self.role = made, role
        self.limit, self.extra, self.nodes = limit, extra, 0

    def place(self, state: State) -> int:
        [fact] = [fact for fact in state.facts if fact.startswith("at(")]
        return int(fact[3:-1])

    def estimate(self, place: int) -> int:
        own, *others = (
            self.made.worth[place, role]
            for role in sorted(self.made.players, key=lambda role: role != self.role)
        )
        return own - others[0] if len(others) == 1 else own

    def value(self, state: State, ply: int = 0, before: int | None = None) -> int:
        self.nodes += 1
        if state.terminal:
            return state.goals[self.role] or 0
        place, roles = self.place(state), self.made.roles
        joints = [*product(*state.legal.values())]
        if ply >= self.limit:
            loud = [
                joint
                for joint in joints
                if any(
                    (place, role, move) in self.made.loud
                    for role, move in zip(roles, joint, strict=True)
                )
            ]
            stays = before in (None, place)
            if ply >= self.limit + self.extra or not loud or stays:
                return self.estimate(place)
        else:
            loud = joints
        choices: dict[str, list[int]] = {}
        for joint in loud:
            after = self.value(state.play_joint(joint), ply + 1, place)
            choices.setdefault(joint[roles.index(self.role)], []).append(after)
        if len(loud) < len(joints):
            self.nodes += 1
            own = state.legal[self.role]
            stand = "stand" if len(own) > 1 else own[0]
            choices.setdefault(stand, []).append(self.estimate(place))
        return max(map(min, choices.values()))


# ---- by hand -----------------------------------------------------------------


def drawn(
    turns: dict[int, tuple[str, dict[str, int]]],
    loud: set[tuple[int, str, str]],
    worth: dict[int, int],
) -> Board:
    """Return a game of a and b by turns; what is not in `turns` stays as it is."""
    made = Board(("a", "b"), loud=loud)
    for place, value in worth.items():
        made.worth[place, "a"], made.worth[place, "b"] = value, 0
    for place in worth:
        mover, moves = turns.get(place, ("a", {"noop": place}))
        own, other = [*moves], ["noop"]
        made.may[place] = [own, other] if mover == "a" else [other, own]
        for move, after in moves.items():
            joint = (move, "noop") if mover == "a" else ("noop", move)
            made.to[place, joint] = after
    made.ends[99] = [0, 0]
    return made


def searched(made: Board, method: str, role: str = "a") -> ps.SearchResult:
    return both(ps.load_text(made.text()).initial, role, method)[0]


def values(found: ps.SearchResult) -> dict[str, float | None]:
    return {move.move: move.value for move in found.moves}


#: To depth 1: after x, b may take, which is worse for b than what it has.
ANSWERED = drawn(
    {0: ("a", {"x": 1, "y": 2}), 1: ("b", {"take": 3, "rest": 4})},
    {(1, "b", "take")},
    {0: 0, 1: 5, 2: 7, 3: 9, 4: 1},
)


def test_the_opponent_stands_pat() -> None:
    """B has 5 for sure: it need not take, and 9 is not the worst for a."""
    found = searched(ANSWERED, "minimax(depth=1, quiescence=1)")
    assert values(found) == {"x": 5, "y": 7}
    assert found.line == (("y", "noop"),)
    assert list(found.events[:9]) == [
        ["enter", 0, [], found.events[0][3]],
        ["enter", 1, ["x", "noop"], found.events[1][3]],
        ["enter", 2, ["noop", "stand pat"], found.events[1][3]],
        ["leaf", "limit", 5],
        ["leave", 5],
        ["enter", 2, ["noop", "take"], found.events[5][3]],
        ["leaf", "limit", 9],
        ["leave", 9],
        ["leave", 5],
    ]
    assert (found.nodes, found.leaves) == (5, 3)


def test_without_plies_beyond_the_depth_nobody_stands_pat() -> None:
    found = searched(ANSWERED, "minimax(depth=1)")
    assert values(found) == {"x": 5, "y": 7}
    assert found.nodes == 3


@pytest.mark.parametrize(
    ("taken", "loud", "value", "nodes"),
    [
        (2, {"take"}, 5, 5),  # a stands pat
        (8, {"take"}, 8, 5),  # a takes
        (2, {"take", "keep"}, 4, 5),  # nobody can avoid the noise
        (2, set[str](), 5, 3),  # a calm position is a leaf
    ],
)
def test_the_role_itself_stands_pat(
    taken: int, loud: set[str], value: int, nodes: int
) -> None:
    turns = {
        0: ("a", {"x": 1}),
        1: ("b", {"r": 2}),
        2: ("a", {"take": 3, "keep": 4}),
    }
    noise = {(2, "a", move) for move in loud}
    made = drawn(turns, noise, {0: 0, 1: 0, 2: 5, 3: taken, 4: 4})
    for method in ("minimax", "breadth", "maxn", "expectimax"):
        found = searched(made, f"{method}(depth=2, quiescence=3)")
        assert (found.value, found.nodes) == (value, nodes)
    line = searched(made, "alphabeta(depth=2, quiescence=3)").line
    assert len(line) == (3 if value in (8, 4) else 2)


@pytest.mark.slow
def test_the_order_of_the_roles_does_not_change_a_search() -> None:
    """The moves of the only role with a choice stand first, or after the other's."""
    source = random.Random("swapped")
    for _ in range(12):
        one = board(source, ("a", "b"), most=1)
        two = Board(("b", "a"), loud=one.loud, worth=one.worth)
        two.may = {place: moves[::-1] for place, moves in one.may.items()}
        two.to = {(place, j[::-1]): after for (place, j), after in one.to.items()}
        two.ends = {place: values[::-1] for place, values in one.ends.items()}
        states = [ps.load_text(made.text()).initial for made in (one, two)]
        for order in ("killer", "history"):
            method = f"alphabeta(depth=4, quiescence=4, order={order})"
            found = [s.best(role="a", method=method, tier="native") for s in states]
            assert found[0].value == found[1].value
            assert found[0].nodes == found[1].nodes


STUCK = """
convention(gdl). role(a). role(b). init(at(0)). init(w).
legal(a, go) :- true(at(0)).
legal(a, stay) :- true(at(0)).
legal(a, x) :- true(at(1)).
legal(a, y) :- true(at(1)).
legal(b, pass) :- true(at(0)).
legal(b, pass) :- true(at(2)).
legal(b, wait) :- true(at(7)).
next(at(1)) :- does(a, go).
next(at(2)) :- does(a, stay).
terminal :- true(at(9)).
goal(R, 50) :- role(R).
noisy(a, x) :- true(at(1)).
noisy(a, y) :- true(at(1)).
"""


@pytest.mark.parametrize("tier", ["clauses", "procedural", "native"])
def test_a_role_without_a_move_beyond_the_depth_is_told(tier: str) -> None:
    state = ps.load_text(STUCK).initial
    with pytest.raises(RulesError, match="no move is legal for b"):
        state.best(method="alphabeta(depth=1, quiescence=1)", tier=tier)


def test_moves_at_once() -> None:
    """Only b's p is noisy: a stands pat for 5, or answers it by m."""
    made = drawn({0: ("a", {"x": 1})}, {(1, "b", "p")}, {0: 0, 1: 5, 3: 9, 4: 6})
    made.may[1] = [["m", "n"], ["p", "q"]]
    for joint, after in zip(product(*made.may[1]), (3, 0, 4, 0), strict=True):
        made.to[1, joint] = after
    for method in ("minimax", "alphabeta", "pvs", "breadth", "maxn"):
        found = searched(made, f"{method}(depth=1, quiescence=1)")
        assert found.value == 9
    found = searched(made, "minimax(depth=1, quiescence=1)")
    joints = [event[2] for event in found.events if event[:2] == ["enter", 2]]
    assert joints == [["stand pat", "stand pat"], ["m", "p"], ["n", "p"]]
    assert searched(made, "minimax(depth=1, quiescence=1)", role="b").value == -5


def test_one_noisy_outcome_of_chance_makes_all_noisy() -> None:
    made = drawn({0: ("a", {"x": 1})}, set(), {0: 0, 1: 1, 2: 4, 3: 8})
    made.roles = "a", "random"
    made.worth = {of: value for of, value in made.worth.items() if of[1] == "a"}
    made.may[1] = [["noop"], ["head", "tail"]]
    made.to |= {(1, ("noop", "head")): 2, (1, ("noop", "tail")): 3}
    method = "expectimax(depth=1, quiescence=1)"
    assert searched(made, method).value == 1
    made.loud = {(1, "random", "tail")}
    assert searched(made, method).value == 6


def test_depth_0_is_the_estimate_of_the_position() -> None:
    made = drawn({0: ("a", {"take": 1, "keep": 0})}, {(0, "a", "take")}, {0: 3, 1: 9})
    for method in ("minimax", "alphabeta", "breadth", "maxn"):
        found = searched(made, f"{method}(depth=0, quiescence=2)")
        assert (found.value, found.moves) == (3, ())


@pytest.mark.parametrize(
    ("rules", "value"),
    [
        ("expand(N) :- N < 1.", 1),  # goes first: all answers to x, and no standing pat
        ("quiet.", 5),  # comes after noisy
    ],
)
def test_which_relation_goes_first(rules: str, value: int) -> None:
    game = ps.load_text(f"{ANSWERED.text()}\n{rules}")
    found, _ = both(game.initial, "a", "minimax(depth=1, quiescence=1)")
    assert values(found)["x"] == value


def test_the_native_tier_refuses_choices_at_once() -> None:
    made = drawn({0: ("a", {"x": 1})}, {(1, "b", "p")}, {0: 0, 1: 5, 3: 9, 4: 6})
    made.may[1] = [["m", "n"], ["p", "q"]]
    for joint, after in zip(product(*made.may[1]), (3, 0, 4, 0), strict=True):
        made.to[1, joint] = after
    state = ps.load_text(made.text()).initial
    with pytest.raises(TierError, match="several roles choose at once"):
        state.best(method="alphabeta(depth=1, quiescence=1)", tier="native")
    assert state.best(method="alphabeta(depth=1, quiescence=1)").value == 9
    assert state.best(method="alphabeta(depth=1)", tier="native").value == 5


@pytest.mark.parametrize(
    ("rule", "value"),
    [
        ("feature(R, loud, M) :- noisy(R, M). weight(loud, 100).", -95),
        ("draw(1, 1, loud) :- noisy(_, _).", 5),
        ("noisy(_, x).", 5),
        ("noisy(_, _).", 1),
        ("noisy(R, M) :- distinct(M, x), distinct(R, a).", 1),
        ("noisy(b, M) :- M \\== take.", 1),
    ],
)
def test_rules_of_what_is_noisy(rule: str, value: int) -> None:
    """They may leave the move unbound, hold in any position, and be read by others."""
    state = ps.load_text(f"{ANSWERED.text()}\n{rule}").initial
    for tier in ("clauses", "procedural", "native"):
        found = state.best(method="alphabeta(depth=1, quiescence=1)", tier=tier)
        assert values(found)["x"] == value, tier


@pytest.mark.parametrize("order", ["killer", "history"])
def test_noisy_moves_come_first(order: str) -> None:
    made = drawn(
        {0: ("a", {"x": 1, "y": 2, "z": 3})}, {(0, "a", "y")}, {0: 0, 1: 1, 2: 2, 3: 3}
    )
    found = searched(made, f"alphabeta(depth=1, order={order})")
    tried = [event[2][0] for event in found.events if event[:2] == ["enter", 1]]
    assert tried == ["y", "x", "z"]
    found = searched(made, "alphabeta(depth=1)")
    tried = [event[2][0] for event in found.events if event[:2] == ["enter", 1]]
    assert tried == ["x", "y", "z"]


def test_a_program_that_asks_what_is_quiet_has_nothing_beside_it() -> None:
    game = ps.load_text(f"{ANSWERED.text()}\nquiet.")
    with pytest.raises(InputError, match="by which the engine goes instead"):
        ps.compare_program(ps.lecture("quiescence"), game)


# ---- what is shown -----------------------------------------------------------


@pytest.mark.parametrize("notated", [False, True])
@pytest.mark.parametrize("roles", [("a", "b"), ("a", "b", "c"), ("a", "random")])
def test_standing_pat_is_shown(roles: tuple[str, ...], notated: bool) -> None:
    """Trees, pages, reasons, recordings and quizzes have it where no move is made."""
    shown = asked = 0
    notation = "notation(_, M, [M, '!'])." if notated else ""
    source = random.Random(f"shown {roles} {notated}")
    while shown < 4:
        made = board(source, roles)
        game = ps.load_text(f"{made.text()}\n{notation}")
        state = game.initial
        name = (
            "expectimax" if "random" in roles else source.choice(("alphabeta", "pvs"))
        )
        method = f"{name}(depth=2, quiescence=2)"
        found = state.best(method=method, record=True)
        entered = [event for event in found.events if event[0] == "enter"]
        stands = any("stand pat" in joint for _, _, joint, _ in entered)
        drawn = state.tree(method=method)
        assert ("stand pat" in str(drawn)) == stands
        assert ("stand pat" in drawn.svg()) == stands
        if not stands:
            continue
        shown += 1
        assert search_page(drawn)
        root = tree(found.events)
        replay(found.recording(), root, game, most=10_000)
        assert root.state == state.number
        assert state.why_best(method=method).text()
        for cut in ps.cuts(found):
            assert cut.text()
        for question in questions(state, method):
            asked += "stand pat" in question.text
    assert asked or "random" in roles


def questions(state: State, method: str) -> tuple[ps.Question, ...]:
    try:
        return ps.quiz(state, method=method, questions=20)
    except InputError:  # there is nothing to ask
        return ()


# ---- random games ------------------------------------------------------------


def games(seed: str, count: int, *roles: str) -> Iterator[tuple[Board, Game]]:
    source = random.Random(seed)
    for _ in range(count):
        made = board(source, roles)
        yield made, ps.load_text(made.text())


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("roles", [("a", "b"), ("a", "b", "c")])
def test_all_methods_find_the_value_of_the_witness(
    seed: int, roles: tuple[str, ...]
) -> None:
    source = random.Random(f"{seed} {roles}")
    for made, game in games(f"values {seed}", 4, *roles):
        depth, extra = source.randint(1, 2), source.randint(1, 3)
        role = source.choice(roles)
        witness = Witness(made, role, depth, extra)
        value = witness.value(game.initial)
        numbers = f"depth={depth}, quiescence={extra}, sooner=false"
        for template in EXACT:
            method = template.format(numbers)
            one, _ = both(game.initial, role, method)
            assert one.value == value, method
        plain = game.initial.best(role=role, method=f"minimax({numbers})")
        assert plain.nodes == witness.nodes


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(
    ("method", "roles"),
    [
        ("maxn", ("a", "b")),
        ("maxn", ("a", "b", "c")),
        ("maxn(evaluation=zero)", ("a", "b", "c")),
        ("expectimax", ("a", "random")),
        ("expectimax", ("a", "b", "random")),
        ("expectimax", ("a", "random", "b")),
    ],
)
def test_both_tiers_tell_the_same_events(
    seed: int, method: str, roles: tuple[str, ...]
) -> None:
    source = random.Random(f"{seed} {method} {roles}")
    name, _, more = method.rstrip(")").partition("(")
    for made, game in games(f"events {seed}", 4, *roles):
        role = source.choice(made.players)
        numbers = f"depth={source.randint(1, 2)}, quiescence={source.randint(1, 3)}"
        both(game.initial, role, f"{name}({', '.join(filter(None, [numbers, more]))})")


#: Methods of the native tier; with scouts, its root is searched otherwise.
NATIVE = ("minimax", "alphabeta", "alphabeta(order=killer)", "alphabeta(order=history)")
SCOUTS = "pvs", "pvs(order=history, table=true)", "deepening(search=pvs, aspiration=1)"


@pytest.mark.parametrize("words", [True, False])
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("roles", [("a", "b"), ("a", "b", "c")])
def test_the_native_tier_searches_as_the_clauses_do(
    monkeypatch: pytest.MonkeyPatch, seed: int, roles: tuple[str, ...], words: bool
) -> None:
    if not words:
        monkeypatch.setattr(game_code, "lift", lambda game, **_: None)
    source = random.Random(f"native {seed} {roles} {words}")
    for _ in range(3):
        state = ps.load_text(board(source, roles, most=1).text()).initial
        role = source.choice(roles)
        for method in (*NATIVE, *SCOUTS):
            name, _, more = method.rstrip(")").partition("(")
            numbers = f"depth={source.randint(1, 3)}, quiescence={source.randint(1, 3)}"
            asked = f"{name}({', '.join(filter(None, [numbers, more]))})"
            one, two = (
                state.best(role=role, method=asked, tier=tier)
                for tier in ("clauses", "native")
            )
            assert one.value == two.value, asked
            if method in NATIVE:
                for attribute in ("moves", "line", "nodes", "leaves", "cutoffs"):
                    assert getattr(one, attribute) == getattr(two, attribute), asked


def both(state: State, role: str, method: str) -> tuple[ps.SearchResult, ...]:
    """Search in both tiers, which agree; the tree of the events has standing pat."""
    one, two = (
        state.best(role=role, method=method, tier=tier, record=True) for tier in TIERS
    )
    for event, other in zip(one.events, two.events, strict=True):
        assert event == other
    for name in ("moves", "line", "best", "value", "complete", "nodes", "leaves"):
        assert getattr(one, name) == getattr(two, name), name
    assert one.cutoffs == two.cutoffs
    assert one.table_hits == two.table_hits
    for joint in one.line:
        assert "stand pat" not in joint
    return one, two
