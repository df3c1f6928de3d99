"""Masks of percepts have the bits that they are asked for, in the words of a state."""

from __future__ import annotations

import random

import pytest

from pygame_search.game import load_text
from pygame_search.machine.network import NetworkMachine
from pygame_search.model.view import keeps_percept
from pygame_search.network.percept_masks import percept_masks


def number(words: list[int]) -> int:
    """Return words as one number, the first of them the lowest."""
    return sum(word << 64 * place for place, word in enumerate(words))


@pytest.mark.parametrize("words", [1, 2, 5])
def test_random_bits(words: int) -> None:
    source = random.Random(words)
    for _ in range(50):
        count = source.randrange(3)
        bits = [source.sample(range(64 * words), count) for _ in range(3)]
        others = source.sample(range(64 * words), count)
        masks = percept_masks(bits, words, others)
        assert masks.by_role.shape == (3, words)
        for own, mask in zip(bits, masks.by_role.tolist(), strict=True):
            assert number(mask) == sum(1 << bit for bit in own)
        everything = {*others}.union(*bits)
        assert number(masks.every.tolist()) == sum(1 << bit for bit in everything)
        held = {bit // 64 for own in bits for bit in own}
        assert masks.places.tolist() == sorted(held)


#: `carl` is no role, so nobody perceives what he would.
GAME = """\
role(ann). role(bob). init(start).
legal(R, say(N)) :- role(R), true(start), between(1, 40, N).
next(said(R, N)) :- does(R, say(N)).
sees(ann, bob(N)) :- does(bob, say(N)).
sees(carl, all) :- does(ann, say(1)).
sees(bob, N) :- does(ann, say(N)), N > 20.
terminal :- true(said(ann, _)).
goal(R, 0) :- role(R).
"""


def test_the_fluents_of_a_game() -> None:
    game = load_text(GAME).with_percepts()
    machine = NetworkMachine(game)
    masks = machine.percept_masks
    told = {}
    for name, mask in zip(("ann", "bob"), masks.by_role.tolist(), strict=True):
        told[name] = number(mask)
    every = number(masks.every.tolist())
    for fact, place in machine.native.fluents.items():
        owner = next((r for r in told if fact.startswith(f"'seen now'({r}, ")), None)
        for name, mask in told.items():
            assert bool(mask >> place & 1) == (owner == name), fact
        assert bool(every >> place & 1) == keeps_percept(fact), fact
    assert not told["ann"] & told["bob"]
    assert every.bit_count() == 40 + 20 + 1
