"""The kernel of information set tree search beside a reference, and known facts."""

from __future__ import annotations

import math
import random
import statistics
from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest
from hidden_texts import CARDS, KUHN_POKER, STOP_OR_GO
from pressing import ctrl_c

import pygame_search as ps
from pygame_search.game import Game, State, load_text
from pygame_search.machine import game_code
from pygame_search.machine.clauses import ClauseMachine
from pygame_search.machine.native_game import native
from pygame_search.network.searches import ismcts_driver
from pygame_search.search.core import tier_choice
from pygame_search.search.core.methods import read_method
from pygame_search.search.hidden.information import (
    InformationRequest,
    Informed,
    Worlds,
    view_of,
)
from pygame_search.support.errors import InputError, LimitError, RulesError, TierError

#: By chance a right program fails a test once in 10^9 times; with its seed, never.
FAR = 6.0

#: In what a role may do both worlds differ: only one of them has a third move.
UNEVEN = r"""
role(ann). role(bob). role(random).
init(step(1)).
legal(random, toss(C)) :- true(step(1)), side(C).
legal(ann, say(C)) :- true(step(2)), side(C).
legal(bob, say(C)) :- true(step(3)), side(C).
legal(bob, pass) :- true(step(3)), true(coin(heads)).
next(coin(C)) :- does(random, toss(C)).
next(coin(C)) :- true(coin(C)).
next(said(R, C)) :- does(R, say(C)).
next(said(R, C)) :- true(said(R, C)).
next(step(M)) :- true(step(N)), M is N + 1, M =< 4.
sees(bob, coin(C)) :- does(random, toss(C)).
terminal :- true(step(4)).
goal(ann, 3) :- true(said(ann, C)), true(coin(C)).
goal(ann, 0) :- true(said(ann, C)), true(coin(D)), C \== D.
goal(bob, 2) :- true(said(bob, C)), true(said(ann, C)).
goal(bob, 0) :- true(said(bob, C)), true(said(ann, D)), C \== D.
goal(bob, 1) :- true(step(4)), \+ said(bob).
said(R) :- true(said(R, _)).
side(heads). side(tails).
"""


def found(
    state: State, role: str, text: str, tier: str | None = "native", **more: Any
) -> Informed:
    """Return what `ismcts` finds, given the inside of its brackets."""
    answer = state.best(role=role, method=f"ismcts({text})", tier=tier, **more)
    assert isinstance(answer, Informed)
    return answer


# ---- the same algorithm, with the same random numbers ------------------------------


class Dice:
    """SplitMix64, and numbers below another one by Lemire's method."""

    def __init__(self, state: int) -> None:
        self.state = state

    def word(self) -> int:
        self.state = (self.state + 0x9E3779B97F4A7C15) % 2**64
        mixed = self.state
        mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 % 2**64
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB % 2**64
        return mixed ^ mixed >> 31

    def below(self, most: int) -> int:
        while True:
            scaled = (self.word() >> 32) * most
            if scaled % 2**32 >= 2**32 % most:
                return scaled >> 32

    def share(self) -> float:
        return (self.word() >> 11) / 2**53


class Reference:
    """The search with views as they are defined: texts of moves and of percepts."""

    def __init__(self, game: Game, state: State, role: str, single: bool) -> None:
        self.game = game.with_percepts()
        request = InformationRequest(game, view_of(state, role), read_method("ismcts"))
        self.worlds = Worlds(request)
        self.machine = self.worlds.machine
        self.role, self.single = game.roles.index(role), single
        self.chance = game.chance
        numbers = native(self.game).network.moves
        self.number = {move: at for at, move in enumerate(numbers)}
        self.span = [
            [low, high] if low < high else [math.inf, -math.inf]
            for low, high in self.game.ranges
        ]
        #: For each role and view its node: times made, available, and total, by move.
        self.nodes: dict[Any, dict[str, list[float]]] = {}

    def run(self, simulations: int, seed: int) -> None:
        import numpy as np

        word = np.random.SeedSequence(seed).generate_state(1, np.uint64)[0]
        self.dice = Dice(int(word))
        for _ in range(simulations):
            self.simulate()

    def world(self) -> int:
        share = self.dice.share() * sum(map(float, self.worlds.weights))
        total = 0.0
        for at, weight in enumerate(self.worlds.weights):
            total += float(weight)
            if total > share:
                return at
        return len(self.worlds.weights) - 1

    def simulate(self) -> None:
        world = self.worlds.worlds[self.world()]
        views: list[Any] = [(number,) for number in world.views]
        state, known, path = world.state, True, []
        while not (node := self.machine.playable(state)).terminal:
            texts = [
                [self.worlds.perception.text(m) for m in own] for own in node.moves
            ]
            knows, joint = known, []
            for role, own in enumerate(texts):
                order = sorted(own, key=lambda text, r=role: self.number[r, text])  # type: ignore[misc]
                if len(order) == 1:
                    joint.append(order[0])
                elif role == self.chance:
                    joint.append(self.luck(node, own, order))
                elif not knows:
                    joint.append(order[self.dice.below(len(order))])
                else:
                    key = role, views[self.role if self.single else role]
                    known &= key in self.nodes
                    move = self.choose(self.nodes.setdefault(key, {}), role, order)
                    path.append((role, self.nodes[key][move]))
                    joint.append(move)
            places = [own.index(move) for own, move in zip(texts, joint, strict=True)]
            index = 0
            for own, place in zip(texts, places, strict=True):
                index = index * len(own) + place
            state = node.successors[index]
            seen = self.worlds.perception.percepts(state)
            views = [
                (*view, (move, percepts))
                for view, move, percepts in zip(views, joint, seen, strict=True)
            ]
        for role, value in enumerate(node.values):
            low, high = self.span[role]
            self.span[role] = [min(low, value or 0), max(high, value or 0)]
        for role, arm in path:
            arm[0] += 1
            arm[2] += node.values[role] or 0

    def luck(self, node: Any, own: Sequence[str], order: Sequence[str]) -> str:
        if not node.weights:
            return order[self.dice.below(len(order))]
        weights = {text: node.weights[at] for at, text in enumerate(own)}
        left = int(self.dice.share() * sum(weights.values()))
        for move in order:
            left -= weights[move]
            if left < 0:
                return move
        return order[-1]

    def choose(self, tree: dict[str, list[float]], role: int, order: list[str]) -> str:
        for move in order:
            tree.setdefault(move, [0, 0, 0])[1] += 1
        least, most = self.span[role]
        scale = 1 / (most - least) if most > least else 1.0
        best, top, fresh, equal = "", -math.inf, 0, 0
        for move in order:
            made, available, total = tree[move]
            if made == 0:
                fresh += 1
                best = move if self.dice.below(fresh) == 0 else best
            elif fresh == 0:
                mean = (total / made - least) * scale
                bound = mean + 0.7 * math.sqrt(math.log(available) / made)
                if bound > top:
                    best, top, equal = move, bound, 1
                elif bound == top:
                    equal += 1
                    best = move if self.dice.below(equal) == 0 else best
        return best

    def root(self) -> dict[str, list[float]]:
        world = self.worlds.worlds[0]
        return self.nodes[self.role, (world.views[self.role],)]


@cache
def game_of(name: str) -> Game:
    texts = {"kuhn": KUHN_POKER, "stop": STOP_OR_GO, "uneven": UNEVEN}
    return load_text(texts[name]) if name in texts else ps.load(name)


CASES = [
    ("kuhn", "deal(2, 3)", "ann"),
    ("kuhn", "deal(2, 1); bet", "bob"),
    ("uneven", "toss(heads)", "ann"),
    ("stop", "toss(tails); go", "bob"),
    ("goofspiel_hidden(cards=3)", "", "ann"),
    ("liars_dice(faces=3)", "", "ann"),
    ("leduc_poker", "", "ann"),
    ("blackjack_small", "", "player"),
    ("battleships_small", "", "ann"),
]


def start(name: str, line: str) -> State:
    """Return a state after some moves, or after all that chance does first."""
    if line:
        return game_of(name).after(line)
    state, source = game_of(name).initial, random.Random(5)
    while state.to_move == ("random",):
        state = state.play_joint(state.drawn(role, source) for role in state.game.roles)
    return state


@pytest.mark.parametrize("observer", ["multiple", "single"])
@pytest.mark.parametrize(("name", "line", "role"), CASES)
def test_the_counts_are_those_of_a_reference(
    name: str, line: str, role: str, observer: str
) -> None:
    state, count = start(name, line), 400
    reference = Reference(state.game, state, role, observer == "single")
    reference.run(count, seed=3)
    came = found(state, role, f"simulations={count}, seed=3, observer={observer}")
    assert came.tier == "native"
    assert came.nodes == len(reference.nodes)
    assert {move.move: move.visits for move in came.moves} == {
        move: made for move, (made, _, _) in reference.root().items()
    }
    for move in came.moves:
        made, _, total = reference.root()[move.move]
        assert move.value == (total / made if made else None)


# ---- beside the other tier ----------------------------------------------------------


@pytest.mark.parametrize("observer", ["multiple", "single"])
@pytest.mark.parametrize(("name", "line", "role"), CASES[:6])
def test_means_are_those_of_the_other_tier(
    name: str, line: str, role: str, observer: str
) -> None:
    """Over the seeds, both tiers choose and value each move alike on average."""
    state, seeds = start(name, line), range(1, 17)
    told: dict[str, dict[str, list[tuple[int, float]]]] = {}
    for tier in ("procedural", "native"):
        own = told[tier] = {}
        for seed in seeds:
            text = f"simulations=150, seed={seed}, observer={observer}"
            for one in found(state, role, text, tier).moves:
                own.setdefault(one.move, []).append((one.visits or 0, one.value or 0.0))
    assert told["procedural"].keys() == told["native"].keys()
    for move, pairs in told["procedural"].items():
        for kind in (0, 1):
            mine = [pair[kind] for pair in pairs]
            theirs = [pair[kind] for pair in told["native"][move]]
            spread = math.hypot(statistics.stdev(mine), statistics.stdev(theirs))
            error = spread / math.sqrt(len(mine)) + 1e-9
            apart = abs(statistics.mean(mine) - statistics.mean(theirs))
            assert apart <= FAR * error


# ---- what is known of games ----------------------------------------------------------


def shares(state: State, role: str, text: str) -> dict[str, float]:
    """Return which part of the simulations each move has."""
    answer = found(state, role, text)
    return {move.move: (move.visits or 0) / answer.simulations for move in answer.moves}  # type: ignore[operator]


@pytest.mark.parametrize(("line", "bad"), [
    ("deal(2, 3); bet", "fold"), ("deal(2, 1); bet", "call"),
    ("deal(3, 1); check; bet", "fold"), ("deal(1, 3); check; bet", "call"),
])  # fmt: skip
def test_dominated_moves_are_hardly_made(line: str, bad: str) -> None:
    """The 3 is never folded, and the 1 never calls (Kuhn 1950)."""
    state = ps.load("kuhn_poker").after(line)
    [role] = state.to_move
    assert shares(state, role, "simulations=20000")[bad] < 0.01


def test_a_bid_that_cannot_hold_is_doubted() -> None:
    """Both dice are said to show the 2, and bob's shows the 1: he wins for sure."""
    state = ps.load("liars_dice(faces=3)").after("roll(1, 1); bid(2, 2)")
    answer = found(state, "bob", "simulations=20000")
    assert (answer.move, answer.value) == ("doubt", 1)
    assert shares(state, "bob", "simulations=20000")["doubt"] > 0.99


def test_hidden_goofspiel_is_even() -> None:
    """By symmetry it is worth 0 to both."""
    answer = found(ps.load("goofspiel_hidden").initial, "ann", "simulations=100000")
    assert answer.value == pytest.approx(0, abs=0.2)


def test_chance_draws_by_weight() -> None:
    """The value of one player against chance is that of the whole game."""
    state = start("blackjack_small", "")
    exact = state.best(role="player", method="belief_expectimax(seconds=600)")
    answer = found(state, "player", "simulations=200000")
    assert answer.move == exact.move
    assert answer.value == pytest.approx(exact.value, abs=0.03)


# ---- limits, and what cannot be -----------------------------------------------------


def test_the_answer_is_a_function_of_the_seed() -> None:
    state = start("leduc_poker", "")
    one, same, other = (
        found(state, "ann", f"simulations=3000, seed={seed}") for seed in (4, 4, 5)
    )
    assert one.moves == same.moves
    assert one.moves != other.moves
    assert one.simulations == 3000


def test_the_answer_does_not_depend_on_the_pace(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = start("leduc_poker", "")
    before = found(state, "ann", "simulations=3000")
    monkeypatch.setattr("pygame_search.network.searches.pace.SLICE", 1e-6)
    monkeypatch.setattr(ismcts_driver, "_FIRST_PATH", 0)
    after = found(state, "ann", "simulations=3000")
    assert before.moves == after.moves


def test_the_clock_ends_it() -> None:
    state = start("leduc_poker", "")
    answer = found(state, "ann", "seconds=0.3")
    assert answer.stopped == "time"
    assert (answer.simulations or 0) > 100


def test_ctrl_c_ends_it() -> None:
    state = start("leduc_poker", "")
    said: list[str] = []
    with ctrl_c(lambda: bool(said)):
        answer = found(
            state, "ann", "seconds=60", interruptible=True, progress=said.append
        )
    assert answer.stopped == "interrupt"
    assert answer.move in state.legal["ann"]


def test_a_full_memory_is_told() -> None:
    """The tree stops growing, and still the answer is nearly the same."""
    state = start("liars_dice(faces=5)", "")
    large = found(state, "ann", "simulations=30000")
    small = found(state, "ann", "simulations=30000", table_bytes=1 << 17)
    assert not any("memory" in note for note in large.notes)
    assert any("the memory for the tree was full" in note for note in small.notes)
    assert small.nodes < large.nodes
    assert small.simulations == 30_000


def test_where_no_tier_is_named() -> None:
    """Few simulations are made in Python, and the answer depends on the seed alone."""
    state = start("kuhn", "deal(2, 3)")
    assert found(state, "ann", "simulations=50", tier=None).tier == "procedural"
    own = load_text(KUHN_POKER, tier="native").after("deal(2, 3)")
    assert found(own, "ann", "simulations=50", tier=None).tier in (
        "native", "procedural",
    )  # fmt: skip


def test_many_simulations_are_made_natively(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tier_choice, "kernels_compiled", lambda: True)
    state = start("kuhn", "deal(2, 3)")
    assert found(state, "ann", "simulations=20000", tier=None).tier == "native"
    assert found(state, "ann", "seconds=0.5", tier=None).tier == "native"


def test_a_code_with_the_goals_of_one_role_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Where no tier is named, the search is made in Python, and says why."""
    monkeypatch.setattr(game_code, "lift", lambda game, **_: None)
    monkeypatch.setattr(tier_choice, "kernels_compiled", lambda: True)
    state = load_text(KUHN_POKER + "% large\n").after("deal(2, 3)")
    with pytest.raises(TierError, match="goals of one role alone"):
        found(state, "ann", "simulations=50")
    answer = found(state, "ann", "simulations=10000", tier=None)
    assert answer.tier == "procedural"
    assert "the native tier cannot: ismcts does not run" in answer.notes[-1]


def test_other_tiers_are_refused() -> None:
    with pytest.raises(InputError, match="procedural and native"):
        found(start("kuhn", "deal(2, 3)"), "ann", "simulations=9", tier="clauses")


@pytest.mark.parametrize(("was", "now", "error", "what"), [
    ("goal(P, V) :-", "goal(P, V) :- P \\== bob,", RulesError, "no goal value"),
    ("legal(P, fold)  :- true", "legal(P, fold) :- P \\== bob, true", None, ""),
])  # fmt: skip
def test_faults_of_rules_are_told(
    was: str, now: str, error: type[Exception] | None, what: str
) -> None:
    state = load_text(KUHN_POKER.replace(was, now)).after("deal(2, 3)")
    if error is None:
        assert found(state, "ann", "simulations=50").move
    else:
        with pytest.raises(error, match=what):
            found(state, "ann", "simulations=50")


def test_an_endless_game_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ismcts_driver, "LONGEST", 1)
    with pytest.raises(LimitError, match="did not end within 1 plies"):
        found(start("goofspiel_hidden(cards=3)", ""), "ann", "simulations=50")


def test_a_view_tells_cards_from_each_other() -> None:
    """The percepts of a role are bits of the states of its code, and no others."""
    game = load_text(CARDS).with_percepts()
    machine = ClauseMachine(game)
    code = game_code.game_code(
        game, 0, {}, native(game).bits_of(machine.facts(machine.initial()))
    )
    for number, fluent in enumerate(native(game).network.fluents):
        if fluent.startswith("'seen now'"):
            assert code.telling([number])
