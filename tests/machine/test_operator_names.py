"""Fluents, moves and percepts whose names are operators, in all tiers."""

from __future__ import annotations

from pathlib import Path

import pytest

import pygame_search as ps
from pygame_search.game import Game, load_text
from pygame_search.machine.belief import ClauseBeliefs, ExpandedBeliefs, view_after
from pygame_search.machine.packed_belief import PackedBeliefs
from pygame_search.model.view import without_percepts
from pygame_search.oracle.interpreter import Oracle
from pygame_search.oracle.terms import ground_terms

#: Terms with X in them, most of them with an operator whose priority is above 999.
TERMS = [
    "table(X)", "dynamic(X)", "discontiguous(X)", "initialization(X)", "':-'(X)",
    "'?-'(X)", "(X :- b)", "(a --> X)", "(X ; b)", "(a -> X)", "(a, X)", "';'(X)",
    "'|'(X)", "(X | b)", "-(X)", "(a = X)", "table(-X)", "[table(X)]", "f(table(X))",
    "-(table(X))", "table(dynamic(X))", "'A b'(X)", "(\\+ X)", "table(X, 1)",
]  # fmt: skip

RULES = """role(p). role(random).
init(s(0)).
legal(random, deal(C)) :- true(s(0)), between(1, 4, C).
legal(p, look(TERM)) :- true(s(1)), one(X).
legal(p, TERM) :- true(s(1)), one(X).
legal(p, TERM) :- true(s(2)), between(1, 2, X).
one(1).
next(c(C)) :- does(random, deal(C)).
next(c(C)) :- true(c(C)).
next(s(J)) :- true(s(I)), J is I + 1.
next(TERM) :- does(p, TERM), between(1, 2, X).
next(again(TERM)) :- true(TERM), between(1, 2, X).
sees(p, TERM) :- does(p, look(Y)), true(c(C)), X is C mod 2.
terminal :- true(s(3)).
goal(p, V) :- true(TERM), between(1, 2, X), true(c(C)), V is ((X + C) mod 2) * 3 - C.
"""


def games(term: str) -> tuple[Game, Game]:
    """Return the game with a term, by clauses and natively."""
    text = RULES.replace("TERM", term)
    return load_text(text), load_text(text, tier="native")


@pytest.mark.parametrize("term", TERMS)
def test_tiers_and_oracle_agree(term: str) -> None:
    by_clauses, native = games(term)
    oracle = Oracle(RULES.replace("TERM", term))
    state, other, mine = by_clauses.initial, native.initial, oracle.initial
    for choice in (1, 1, 1):  # a card, a look, a guess
        assert state.facts == other.facts
        assert state.legal == other.legal
        assert {*ground_terms(state.facts, "prolog")} == {*mine}
        legal = {role: state.legal[role] for role in by_clauses.roles}
        for role, moves in legal.items():
            assert {*ground_terms(moves, "prolog")} == {*oracle.legal(mine)[role]}
        joint = [moves[min(choice, len(moves) - 1)] for moves in legal.values()]
        state, other = state.play_joint(joint), other.play_joint(joint)
        mine = oracle.successor(mine, tuple(ground_terms(joint, "prolog")))
        assert state.line is not None
        perceiving = by_clauses.with_percepts(), native.with_percepts()
        views = [view_after(game, "p", state.line) for game in perceiving]
        assert views[0] == views[1]
        beliefs = [
            (perceiving[0].machine, ClauseBeliefs(perceiving[0])),
            (perceiving[1].machine, ExpandedBeliefs(perceiving[1].machine)),
            (perceiving[1].machine, PackedBeliefs(perceiving[1].network)),
        ]
        believed = [
            {
                frozenset(without_percepts(machine.facts(key))): weight
                for key, weight in own.of(views[0]).items()
            }
            for machine, own in beliefs
        ]
        assert believed[0] == believed[1] == believed[2]
        assert frozenset(state.facts) in believed[0]
    assert state.terminal
    written = by_clauses.after("; ".join(_line(state.line)))
    assert written.facts == state.facts


def _line(line: object) -> list[str]:
    """Return the joint moves of a line as a user writes them."""
    assert isinstance(line, tuple)
    return [f"[{', '.join(joint)}]" for joint in line]


@pytest.mark.parametrize("term", TERMS)
def test_strategies_found_natively_are_verified(tmp_path: Path, term: str) -> None:
    rules, file = tmp_path / "rules.pl", tmp_path / "file"
    rules.write_text(RULES.replace("TERM", term), encoding="utf-8")
    found = ps.load(rules).initial.equilibrium(tier="native")
    ps.save_equilibrium(found, file)
    for independent in (False, True):
        assert ps.verify_equilibrium(file, independent=independent).fault is None
