"""Perfect information Monte Carlo by kernels, beside the procedure and a reference.

The reference shares no code with them: it asks the oracle, which replays all histories,
and computes with fractions.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import pytest
from hidden_texts import CARDS, KUHN_POKER, STOP_OR_GO, SURE_COIN
from percept_games import percept_game
from pressing import ctrl_c

import pygame_search as ps
from pygame_search.game import Game, State, load_text
from pygame_search.network.searches import expectimax, expectimax_driver
from pygame_search.oracle import beliefs as oracle_beliefs
from pygame_search.oracle.interpreter import Oracle
from pygame_search.oracle.terms import Term, ground_terms
from pygame_search.search.core import tier_choice
from pygame_search.search.hidden.information import Informed, view_of
from pygame_search.support.errors import InputError, RulesError, TierError


def values(
    state: State,
    role: str,
    text: str = "depth=9",
    tier: str | None = "native",
    **more: Any,
) -> dict[str, float | None]:
    """Return the value of each move, given the inside of the brackets of `pimc`.

    With a depth there is no clock.
    """
    method = f"pimc({text})"
    answer = state.best(role=role, method=method, tier=tier, **more)
    assert isinstance(answer, Informed)
    assert tier in (None, answer.tier)
    return {move.move: move.value for move in answer.moves}


# ---- an independent reference ------------------------------------------------------


#: A kind (1 win, -1 loss, 0 between) and a value: a win is better than all between.
Score = tuple[int, Fraction]


class Reference:
    """What each move of a role is worth, face up and on average.

    Args:
        oracle: of the game.
        role: who searches.
        low, high: the goal values that count as a loss and as a win.
    """

    def __init__(self, oracle: Oracle, role: str, low: int, high: int) -> None:
        self.oracle, self.role = oracle, role
        self.low, self.high = low, high
        self.known: dict[Any, Score] = {}

    def plain(self, score: Score) -> Fraction:
        """Return what a score counts in a mean."""
        kind, value = score
        return Fraction(self.high if kind > 0 else self.low) if kind else value

    def score(self, state: Any, depth: int) -> Score:
        key = state, depth
        if key not in self.known:
            self.known[key] = self.found(state, depth)
        return self.known[key]

    def found(self, state: Any, depth: int) -> Score:
        if self.oracle.terminal(state):
            value = self.oracle.goals(state)[self.role]
            assert value is not None
            kind = 0 if self.low == self.high else (
                (value == self.high) - (value == self.low)
            )  # fmt: skip
            return kind, Fraction(0 if kind else value)
        if depth == 0:
            return 0, Fraction(0)
        return max(self.moves(state, depth).values())

    def moves(self, state: Any, depth: int) -> dict[Term, Score]:
        """Return the score of each move of the role."""
        legal = self.oracle.legal(state)
        others = [r for r in self.oracle.roles if r not in (self.role, "random")]
        luck = (
            self.oracle.chances(state) if "random" in self.oracle.roles else {None: 1}
        )
        found = {}
        for own in legal[self.role]:
            answers = []
            for picked in product(*(legal[other] for other in others)):
                made = {self.role: own, **dict(zip(others, picked, strict=True))}
                answers.append(self.mean(state, made, luck, depth))
            found[own] = min(answers)
        return found

    def mean(self, state: Any, made: Any, luck: Any, depth: int) -> Score:
        scores = []
        for chance, weight in luck.items():
            joint = tuple({**made, "random": chance}[r] for r in self.oracle.roles)
            after = self.oracle.successor(state, joint)
            scores.append((self.score(after, depth - 1), Fraction(weight)))
        kinds = {kind for (kind, _), _ in scores}
        if len(scores) == 1:
            return scores[0][0]
        if len(kinds) == 1 and kinds != {0}:
            return kinds.pop(), Fraction(0)
        return 0, sum(
            (weight * self.plain(score) for score, weight in scores), Fraction(0)
        )


def terms(texts: Iterable[str]) -> dict[str, Term]:
    """Return the oracle's terms of texts."""
    found = sorted(set(texts))
    return dict(zip(found, ground_terms(found, "prolog"), strict=True))


def by_reference(state: State, role: str, depth: int) -> dict[str, Fraction]:
    """Return the mean value of each move over all states that are possible."""
    game = state.game
    given = {name: text for name, text, *_ in game.given_parameters}
    oracle = Oracle(game.book.text, game.book.syntax, given)
    view = view_of(state, role)
    read = terms(
        [word for step in view.steps for word in (step.move, *step.percepts)]
        + list(state.legal[role])
    )
    steps = [
        oracle_beliefs.Step(read[step.move], tuple(read[p] for p in step.percepts))
        for step in view.steps
    ]
    believed = oracle_beliefs.belief(oracle, role, steps, view.over)
    low, high = game.ranges[game.roles.index(role)]
    reference = Reference(oracle, role, low, high)
    means = dict.fromkeys(state.legal[role], Fraction(0))
    for one, likely in believed.items():
        scores = reference.moves(one, depth)
        for move in means:
            means[move] += likely * reference.plain(scores[read[move]])
    return means


# ---- the values of games -----------------------------------------------------------


@cache
def game_of(name: str) -> Game:
    texts = {
        "kuhn": KUHN_POKER, "cards": CARDS, "stop": STOP_OR_GO, "coin": SURE_COIN,
        "uneven": UNEVEN, "turns": TURNS,
    }  # fmt: skip
    return load_text(texts[name]) if name in texts else ps.load(name)


#: Chance moves last, by weight, and its outcomes have thirds and sevenths.
UNEVEN = r"""
role(ann). role(bob). role(random).
init(step(1)).
legal(random, toss(C)) :- true(step(N)), side(C), N =\= 2.
legal(ann, say(C)) :- true(step(2)), side(C).
legal(bob, say(C)) :- true(step(2)), side(C).
weight(random, toss(heads), 2) :- true(step(1)).
weight(random, toss(tails), 1) :- true(step(1)).
weight(random, toss(heads), 3) :- true(step(3)).
weight(random, toss(tails), 4) :- true(step(3)).
next(coin(N, C)) :- does(random, toss(C)), true(step(N)).
next(coin(N, C)) :- true(coin(N, C)).
next(said(R, C)) :- does(R, say(C)).
next(said(R, C)) :- true(said(R, C)).
next(step(M)) :- true(step(N)), M is N + 1, M =< 4.
sees(bob, coin(C)) :- does(random, toss(C)), true(step(1)).
terminal :- true(step(4)).
goal(ann, V) :- count(R-N, right(R, N), V).
goal(bob, V) :- goal(ann, W), V is 0 - W.
right(ann, N) :- true(said(ann, C)), true(coin(N, C)).
right(bob, 3) :- true(said(bob, C)), true(coin(3, D)), C \== D.
constant_sum(0).
side(heads). side(tails).
"""

#: Ann says two things in one turn, which counts as one ply.
TURNS = UNEVEN
for _was, _now in (
    ("true(step(3))", "true(step(4))"),
    ("(3, ", "(4, "),
    ("N =\\= 2.", "N =\\= 2, N =\\= 3."),
    (
        "legal(ann, say(C)) :- true(step(2)), side(C).",
        "legal(ann, say(C)) :- true(step(N)), between(2, 3, N), side(C).\n"
        "mid_turn :- true(step(3)).",
    ),
    ("terminal :- true(step(4)).", "terminal :- true(step(5))."),
    ("M =< 4", "M =< 5"),
):
    assert _was in TURNS
    TURNS = TURNS.replace(_was, _now)

#: Games, the moves so far (or none: all that chance does first), the role, and a depth.
CASES = [
    ("kuhn", "deal(2, 3)", "ann", 9),
    ("kuhn", "deal(2, 1); bet", "bob", 9),
    ("cards", "deal(1, 2)", "ann", 1),
    ("stop", "toss(tails); go", "bob", 9),
    ("coin", "toss(tails)", "guesser", 9),
    ("coin", "toss(tails)", "guesser", 1),
    ("uneven", "toss(heads)", "ann", 9),
    ("uneven", "toss(heads)", "bob", 9),
    ("turns", "toss(heads)", "bob", 9),
    ("goofspiel_hidden(cards=3)", "", "ann", 9),
    ("liars_dice(faces=3)", "", "ann", 3),
    ("leduc_poker", "", "ann", 9),
    ("blackjack_small", "", "player", 2),
    ("battleships_small", "", "ann", 3),
    ("monty_hall", "", "candidate", 9),
    ("short_whist", "", "ann", 9),
    ("kriegspiel_tic_tac_toe", "", "x", 2),
    ("mastermind(colours=2)", "", "breaker", 2),
]


def start(name: str, line: str) -> State:
    """Return a state after some moves, or after all that chance does first."""
    if line:
        return game_of(name).after(line)
    state, source = game_of(name).initial, random.Random(5)
    while state.to_move == ("random",):
        state = state.play_joint(state.drawn(role, source) for role in state.game.roles)
    return state


@pytest.mark.parametrize(("name", "line", "role", "depth"), CASES)
def test_games(name: str, line: str, role: str, depth: int) -> None:
    """The values are those of the procedure, to the last bit, and of the reference."""
    state = start(name, line)
    role = role if role in state.game.players else state.game.players[0]
    text = f"depth={depth}, worlds=100000"
    natively = values(state, role, text)
    assert [*natively.items()] == [*values(state, role, text, "procedural").items()]
    expected = by_reference(state, role, depth)
    assert natively == pytest.approx({m: float(v) for m, v in expected.items()})


@pytest.mark.parametrize("depth", range(1, 5))
def test_a_turn_counts_once(depth: int) -> None:
    state = start("turns", "toss(heads)")
    for role in ("ann", "bob"):
        mine, theirs = (
            values(state, role, f"depth={depth}", tier)
            for tier in ("native", "procedural")
        )
        assert mine == theirs


# ---- random games ------------------------------------------------------------------


def position(game: Game, seed: int) -> State:
    """Return a state of a random game that is not over, the start or a later one."""
    source = random.Random(seed)
    states = [game.initial]
    while not states[-1].terminal:
        state = states[-1]
        states.append(state.play_joint(state.drawn(r, source) for r in game.roles))
    return source.choice(states[:-1])


def known_moves(count: int) -> list[int]:
    """Return seeds of games in which a role knows its legal moves."""
    return [seed for seed in range(count) if seed % 10 != 9]


@pytest.mark.parametrize("seed", known_moves(120))
def test_random_games(seed: int) -> None:
    made = percept_game(seed)
    state = position(load_text(made.text), seed)
    for role in state.game.players:
        natively = values(state, role, "worlds=100000, depth=9")
        other = values(state, role, "worlds=100000, depth=9", "procedural")
        assert [*natively.items()] == [*other.items()]
        expected = by_reference(state, role, made.steps)
        assert natively == pytest.approx({m: float(v) for m, v in expected.items()})


#: An estimate for limited searches, in tenths, and whose it is.
ESTIMATE = """\
feature(ann, odd, I) :- true(f(I, V)), V =\\= 2.
feature(bob, two, I) :- true(f(I, 2)).
weight(odd, 0.3). weight(two, 1.1).
"""


@pytest.mark.parametrize("seed", known_moves(60))
@pytest.mark.parametrize("depth", [1, 2])
def test_estimates_at_the_limit(seed: int, depth: int) -> None:
    """The features of the rule file are weighed as in the procedure."""
    state = position(load_text(percept_game(seed).text + ESTIMATE), seed)
    for role in state.game.players:
        text = f"depth={depth}, worlds=100000"
        assert values(state, role, text) == values(state, role, text, "procedural")


@pytest.mark.parametrize("seed", known_moves(30))
def test_few_worlds_are_drawn_alike(seed: int) -> None:
    """By the seed both tiers draw the same of several worlds."""
    state = load_text(percept_game(seed).text).initial
    source = random.Random(seed)
    while not state.terminal:
        for role in state.game.players:
            text = f"worlds=2, seed={seed}, depth=9"
            assert values(state, role, text) == values(state, role, text, "procedural")
        state = state.play_joint(state.drawn(r, source) for r in state.game.roles)


# ---- fractions ---------------------------------------------------------------------


def test_fractions_are_exact() -> None:
    """Beside Python's, for numbers of all sizes; too large ones are told."""
    parts = vars(expectimax)
    total, share, less = (parts[name] for name in ("_sum", "_share", "_is_less"))
    source, large = random.Random(1), 0
    for _ in range(3000):
        bits = source.choice((3, 20, 53))
        one, other = (
            Fraction(
                source.randrange(-(2**bits), 2**bits), source.randrange(1, 2**bits)
            )
            for _ in range(2)
        )
        first, second = one.as_integer_ratio(), other.as_integer_ratio()
        assert less(*first, *second) == (one < other)
        times = source.randrange(1, 2 ** source.choice((3, 30)))
        for found, exact in (
            (total(*first, *second, times), one + times * other),
            (share(*first, times), one / times),
        ):
            if found == (0, 0):
                large += 1
                assert max(exact.as_integer_ratio()) >= 2**53 or bits > 3
            else:
                assert found == exact.as_integer_ratio()
    assert 0 < large < 5000


def test_neighbours_are_told_apart() -> None:
    """They are equal in floating point."""
    less, top = vars(expectimax)["_is_less"], 2**53 - 1
    assert (top - 1) / top == (top - 2) / (top - 1)
    assert less(top - 2, top - 1, top - 1, top)
    assert not less(top - 1, top, top - 2, top - 1)


def large_fractions() -> str:
    """Return rules: two draws with large weights that have no divisor in common."""
    text = UNEVEN
    for number, was in enumerate(("heads), 2)", "tails), 1)", "heads), 3)")):
        assert was in text
        text = text.replace(was, f"{was[:7]} {2**30 + 2 * number + 1})")
    return text


def test_a_fraction_that_is_too_large_is_told() -> None:
    state = load_text(large_fractions()).initial
    [exact] = values(state, "ann", tier="procedural").values()
    assert exact is not None
    assert exact > 0
    with pytest.raises(TierError, match="met a larger one; use the tier procedural"):
        values(state, "ann")


def test_deepening_keeps_the_answer_before_a_fraction_that_is_too_large() -> None:
    """The means of depth 2 and less have one draw, those of depth 3 have two."""
    state = load_text(large_fractions()).initial
    before = values(state, "ann", "depth=2", tier="procedural")
    assert before != values(state, "ann", "depth=3", tier="procedural")
    answer = state.best(role="ann", method="pimc(worlds=5)", tier="native")
    assert {move.move: move.value for move in answer.moves} == before
    assert answer.notes[-1] == (
        "1 world was searched only to depth 2: deeper means are fractions too large "
        "for the native tier; the tier procedural computes them"
    )
    deepened = state.best(
        role="ann", method="pimc(worlds=5, depth=2)", tier="native", seconds=60
    )
    assert deepened.notes == answer.notes[:-1]


def test_each_world_keeps_its_last_depth() -> None:
    """Ann does not know what the first draw was, and two more follow."""
    text = large_fractions()
    for was, now in (
        ("M =< 4", "M =< 5"),
        ("terminal :- true(step(4))", "terminal :- true(step(5))"),
        ("constant_sum", "weight(random, toss(heads), 1073741833) :- true(step(4)).\n"
         "weight(random, toss(tails), 1) :- true(step(4)).\nconstant_sum"),
    ):  # fmt: skip
        assert was in text
        text = text.replace(was, now)
    state = load_text(text).after("toss(heads)")
    answer = state.best(role="ann", method="pimc(worlds=5)", tier="native")
    assert {move.move: move.value for move in answer.moves} == values(
        state, "ann", "depth=2", tier="procedural"
    )
    assert answer.notes[-1].startswith("2 worlds were searched only to depth 2: ")


# ---- limits, and what cannot be ----------------------------------------------------


def test_the_values_do_not_depend_on_the_pace(monkeypatch: pytest.MonkeyPatch) -> None:
    """The kernel goes on where it stopped, with larger arrays."""
    state = start("leduc_poker", "")
    before = values(state, "ann")
    monkeypatch.setattr("pygame_search.network.searches.pace.SLICE", 1e-6)
    monkeypatch.setattr(expectimax_driver, "_FIRST_PLIES", 1)
    monkeypatch.setattr(expectimax_driver, "_FIRST_ROOM", 1)
    assert values(state, "ann") == before


def test_the_clock_ends_it() -> None:
    """Each world has its share of the time, and the answer some depth of each."""
    state = start("liars_dice(faces=6, dice=2)", "")
    values(state, "ann", "depth=1")  # so that all is loaded
    answer = state.best(role="ann", method="pimc", seconds=4, tier="native")
    assert answer.move in state.legal["ann"]
    assert answer.stopped in ("complete", "time")


def test_ctrl_c_ends_it() -> None:
    state = start("liars_dice(faces=6, dice=2)", "")
    said: list[str] = []
    values(state, "ann", "depth=1")  # so that all is loaded
    with ctrl_c(lambda: bool(said)):
        answer = state.best(
            role="ann", method="pimc", seconds=15, tier="native",
            interruptible=True, progress=said.append,
        )  # fmt: skip
    assert answer.stopped == "interrupt"
    assert answer.move in state.legal["ann"]
    assert "worlds" in said[0]


def test_where_no_tier_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small searches are made in Python, larger ones go on natively."""
    state = start("kuhn", "deal(2, 3)")
    assert state.best(role="ann", method="pimc").tier == "procedural"
    monkeypatch.setattr(tier_choice, "kernels_compiled", lambda: True)
    monkeypatch.setattr(tier_choice, "PROBE", 1)
    monkeypatch.setattr(tier_choice, "PROBE_SHARE", 1e-9)
    answer = state.best(role="ann", method="pimc")
    assert answer.tier == "native"
    assert {move.move: move.value for move in answer.moves} == values(state, "ann")


def test_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tier_choice, "kernels_compiled", lambda: True)
    state = start("kuhn", "deal(2, 3)")
    values(state, "ann")  # now it is a network
    assert state.best(role="ann", method="pimc", at_once=True).tier == "native"
    own = load_text(KUHN_POKER, tier="native").after("deal(2, 3)")
    assert own.best(role="ann", method="pimc").tier == "native"


def test_the_table_has_a_limit() -> None:
    state = start("goofspiel_hidden(cards=4)", "")
    small = values(state, "ann", table_bytes=1 << 12)
    assert small == values(state, "ann")


def test_memory_without_a_table_is_refused() -> None:
    with pytest.raises(InputError, match="memory has an effect only in games without"):
        values(start("kuhn", "deal(2, 3)"), "ann", table_bytes=1 << 20)


@pytest.mark.parametrize(("was", "now", "what"), [
    ("goal(P, V) :-", "goal(P, V) :- P \\== ann,", "no goal value"),
    ("legal(P, fold)  :- true", "legal(P, fold) :- P \\== bob, true", None),
    ("legal(P, bet)   :-", "weight(random, deal(1, 2), 1). legal(P, bet) :-", "weight"),
])  # fmt: skip
def test_faults_of_rules_are_told(was: str, now: str, what: str | None) -> None:
    state = load_text(KUHN_POKER.replace(was, now)).initial
    found = []
    for tier in ("procedural", "native"):
        if what is None:
            found.append(values(state, "ann", tier=tier))
        else:
            with pytest.raises(RulesError, match=what):
                values(state, "ann", tier=tier)
    assert what is not None or found[0] == found[1]
