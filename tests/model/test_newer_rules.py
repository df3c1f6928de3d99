"""Random rule files with the newer words, in every tier, form and search.

They have `after`, weights of chance, turns of several steps, histories, aggregates,
`wins` and `loses`, and `include`. The oracle is the witness of what the rules say, and
a search of this file, over the oracle, that of minimax and expectimax.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from games.newer_rules import Divided, divided
from oracle_check import (
    Counted,
    Tier,
    differences,
    generated,
    newer_rules_of,
    term,
    tiers_of,
)

import pygame_search as ps
from pygame_search.oracle.interpreter import Oracle, State
from pygame_search.oracle.terms import Term
from pygame_search.support.errors import TierError

#: The most states that the search of this file looks at.
MOST_STATES = 80


#: Seeds that take more than a second or two, and how many of the others are in the fast
#: set.
LONG = {3002, 3003, 3010, 3101, 3108, 3202, 3207, 3210, 3211}
FAST = 10


def seeds(first: int, count: int) -> list[object]:
    """Return the seeds of a test, of which some are in the whole set only."""
    return [
        pytest.param(
            seed, marks=[pytest.mark.slow] if seed in LONG or at >= FAST else []
        )
        for at, seed in enumerate(range(first, first + count))
    ]


@pytest.mark.parametrize("seed", seeds(3000, 40))
def test_newer_rules_are_what_they_say(seed: int) -> None:
    """In every form and on every machine, whatever way an analysis goes."""
    assert [*generated([seed], 1, 4, Counted(), newer=True)] == []


# ---- searches ----------------------------------------------------------------------


class TooManyError(Exception):
    """The search looks at too many states, or comes to an end without a goal."""


class Search:
    """Minimax, with the mean where chance moves, of states of the oracle.

    It knows that the others reply to a move that they have seen, and that a depth
    counts turns; at the depth a state is worth 0.
    """

    def __init__(self, oracle: Oracle, role: Term) -> None:
        self.oracle = oracle
        self.role = oracle.roles.index(role)
        self.left = MOST_STATES

    def value(self, state: State, turns: int) -> Fraction:
        """Return what a state is worth to the role, so many turns before the depth."""
        self.left -= 1
        if self.left < 0:
            raise TooManyError
        if self.oracle.terminal(state):
            goal = [*self.oracle.goals(state).values()][self.role]
            if goal is None:
                raise TooManyError
            return Fraction(goal)
        if turns == 0:
            return Fraction(0)
        legal = {role: [*its] for role, its in self.oracle.legal(state).items()}
        if not all(legal.values()):
            raise TooManyError
        chances = self.oracle.chances(state) if "random" in legal else {}
        worst: dict[Term, Fraction] = {}
        others = [its for role, its in legal.items() if role != "random"]
        roles = [role for role in legal if role != "random"]
        mine = roles.index([*legal][self.role])
        for joint in product(*others):
            made = dict(zip(roles, joint, strict=True))
            mean = Fraction(0)
            for move, chance in chances.items() or (("noop", Fraction(1)),):
                whole = [made.get(role, move) for role in legal]
                mean += chance * self._after(state, whole, turns)
            key = joint[mine]
            worst[key] = min(worst.get(key, mean), mean)
        return max(worst.values())

    def _after(self, state: State, joint: list[Term], turns: int) -> Fraction:
        after = self.oracle.successor(state, joint)
        self.oracle.terminal(after)
        within = bool(self.oracle.instances("mid_turn"))
        return self.value(after, turns if within else turns - 1)


def searched(rules: str, depth: int) -> Iterator[tuple[str, Fraction, float | None]]:
    """Yield what was searched, and the values of the oracle and of a tier."""
    oracle, game = Oracle(rules), ps.load_text(rules)
    chance = game.chance is not None
    methods = ("expectimax",) if chance else ("minimax", "alphabeta", "expectimax")
    for name in game.players:
        role = term(name, "prolog")
        try:
            expected = Search(oracle, role).value(oracle.initial, depth)
        except TooManyError:
            continue
        if oracle.terminal(oracle.initial):
            continue
        for method in methods:
            tiers = ["clauses", "procedural", "native"]
            for tier in tiers[: 2 if method == "expectimax" else 3]:
                call = f"{method}(depth={depth}, evaluation=zero)"
                try:
                    found = game.initial.best(method=call, role=name, tier=tier)
                except TierError:
                    continue
                yield f"{name}, {call}, {tier}", expected, found.value


@pytest.mark.parametrize("seed", seeds(3100, 40))
def test_values_are_those_of_a_search_over_the_oracle(seed: int) -> None:
    """The plays end after two steps."""
    for what, expected, value in searched(newer_rules_of(seed, plies=2), 2):
        assert value == pytest.approx(float(expected)), what


# ---- include -----------------------------------------------------------------------


def included(made: Divided, folder: Path) -> dict[str, Tier]:
    """Return a file that includes others in each form, and on the network."""
    for name, text in made.files.items():
        (folder / f"{name}.pl").write_text(text, encoding="utf-8")
    file = folder / f"{made.game}.pl"
    forms = {form: ps.load(file, form=form) for form in ("meaning", "lists")}
    found = tiers_of(forms, forms)
    try:
        return found | tiers_of({"best": ps.load(file)}, ["native"])
    except TierError:
        return found


@pytest.mark.parametrize("seed", seeds(3200, 30))
def test_files_that_include_each_other_are_the_whole(seed: int, tmp_path: Path) -> None:
    """Cut at random, with other rules of what is replaced, they mean the same."""
    source, rules = random.Random(seed), newer_rules_of(seed)
    made = divided(source, rules, source.randint(2, 4))
    tiers = included(made, tmp_path)
    assert differences(Oracle(rules), tiers, seed, plies=4) == {}
    text = made.files[made.game]
    oracle = Oracle(text, folder=tmp_path)
    assert differences(oracle, tiers, seed, plies=2) == {}
