"""Winning moves as words, beside a look at each move in the network."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise, product
from typing import NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

import pygame_search as ps
from pygame_search.machine.game_code import game_code
from pygame_search.machine.native_game import native
from pygame_search.network.grounding.ground_program import exclusive_fluents, ground
from pygame_search.network.lift.program import Phase, Program, program
from pygame_search.network.lift.rules import open_rules
from pygame_search.network.lift.wins import rises
from pygame_search.network.lift.words import Words
from pygame_search.network.machine_code import machine_code
from pygame_search.network.network import Network
from pygame_search.network.reference import evaluate, literals


class Position(NamedTuple):
    """A state of a random game.

    Attributes:
        given: its words, with no move made.
        phase: its phase.
        wins: the moves after which the game is over with its best goal value.
    """

    given: dict[str, int]
    phase: Phase
    wins: set[int]


def made(call: str) -> tuple[Program, Network]:
    """Return a game as operations on words, and its network."""
    game = ps.load(call)
    network = native(game).network
    rules = ground(game, named=True)
    made = program(open_rules(rules, network), network, exclusive_fluents(rules))
    return made, network


def words_of(words: Program, held: NDArray[np.uint8]) -> dict[str, int]:
    """Return a state as the words of a program."""
    given = {f"move {at}": 0 for at in range(len(words.moves))}
    for at, fluents in enumerate(words.fluents):
        places = [place for fluent, place in fluents.items() if held[fluent]]
        word = sum(1 << place for place in places)
        if not words.fields[at].placed:
            word *= words.words.full
        given[f"state {at}"] = word
    return given


def positions(words: Program, network: Network, games: int) -> Iterator[Position]:
    """Yield the states of random games."""
    source = np.random.default_rng(5)
    starts = network.move_starts.tolist()
    roles, values = network.outputs["goal"].arguments
    for _ in range(games):
        held = network.initial
        while True:
            wires = evaluate(network, held)
            if literals(wires, network.outputs["terminal"].literals)[0]:
                break
            legal = literals(wires, network.legal)
            options = [
                begin + np.flatnonzero(legal[begin:end])
                for begin, end in pairwise(starts)
            ]
            given = words_of(words, held)
            phase = next(
                phase for phase in words.phases
                if all(
                    bool(given[f"state {at}"]) == holds
                    for at, holds in zip(
                        words.phase_fields, phase.state, strict=False
                    )
                )
            )  # fmt: skip
            assert phase.mover is not None
            [mover] = [r for r, own in enumerate(options) if len(own) > 1] or [
                phase.mover
            ]
            assert mover == phase.mover
            best = max(v for r, v in zip(roles, values, strict=True) if int(r) == mover)
            wins, after = set(), {}
            for move in options[mover].tolist():
                joint = np.zeros_like(legal)
                joint[[own[0] for r, own in enumerate(options) if r != mover]] = 1
                joint[move] = 1
                after[move] = literals(evaluate(network, held, joint), network.next)
                below = evaluate(network, after[move])
                goals = literals(below, network.outputs["goal"].literals)
                reached = [
                    v for r, v, holds in zip(roles, values, goals, strict=True)
                    if holds and int(r) == mover
                ]  # fmt: skip
                over = literals(below, network.outputs["terminal"].literals)[0]
                if over and reached == [best]:
                    wins.add(move)
            yield Position(given, phase, wins)
            held = after[int(source.choice(options[mover]))]


@pytest.mark.parametrize(
    "call",
    [
        "tic_tac_toe",
        "connect_four(columns=4, rows=4, in_a_row=3)",
        "connect_four(columns=9, rows=9, in_a_row=3)",
        "breakthrough(columns=4, rows=5)",
        "hexapawn",
    ],
)
def test_the_moves_that_win_are_those_of_the_network(call: str) -> None:
    words, network = made(call)
    some = wrong = 0
    for position in positions(words, network, 12):
        phase = position.phase
        found = words.words.evaluate([*phase.wins.values()], position.given)
        listed = {
            move
            for at, word in zip(phase.wins, found, strict=True)
            for place, move in words.moves[at].moves.items()
            if word >> place & 1
        }
        if call.startswith(("tic", "connect")):
            assert listed == position.wins
        some += len(listed & position.wins)
        wrong += len(listed - position.wins)
    assert some > max(5, wrong)


#: Two moves without a place, of which one wins.
GUESS = """\
role(ann). role(bob).
init(turn(ann)).
legal(P, say(heads)) :- true(turn(P)).
legal(P, say(tails)) :- true(turn(P)).
legal(P, noop) :- true(turn(Q)), other(P, Q).
next(said(P, C)) :- does(P, say(C)).
next(said(P, C)) :- true(said(P, C)).
next(turn(Q)) :- true(turn(P)), other(P, Q).
terminal :- true(said(_, tails)).
terminal :- true(said(ann, _)), true(said(bob, _)).
goal(P, 1) :- true(said(P, tails)).
goal(P, -1) :- other(P, Q), true(said(Q, tails)).
goal(P, 0) :- role(P), \\+ true(said(ann, tails)), \\+ true(said(bob, tails)).
other(ann, bob). other(bob, ann).
"""


@pytest.mark.parametrize(
    "call",
    ["nim(heaps=[2, 3])", "hexapawn", "tic_tac_toe", "dots_and_boxes", GUESS],
)
def test_machine_code_lists_each_candidate_once(call: str) -> None:
    """A move without a place has one word for one bit, which may be all ones."""
    game = ps.load_text(call) if "." in call else ps.load(call)
    state, source = game.initial, np.random.default_rng(3)
    rules = native(state.game)
    found = game_code(state.game, 0, {}, rules.bits(state))
    wins = machine_code(found.library).function("game_wins", 3)
    starts = rules.network.move_starts
    while not state.terminal:
        given = found.state(rules.bits(state))
        room = np.full(1 << 14, -1, np.int32)
        number = wins(found.context, given.ctypes.data, room.ctypes.data)
        joints = room[: number * found.roles].reshape(number, found.roles)
        assert number <= max(map(len, state.legal.values()))
        assert len(np.unique(joints, axis=0)) == number
        assert (joints >= starts[:-1]).all()
        assert (joints < starts[1:]).all()
        assert (room[number * found.roles :] == -1).all()
        state = state.play_joint(
            [str(source.choice(moves)) for moves in state.legal.values()]
        )


def test_a_derivative_looks_through_each_operation() -> None:
    words = Words(64)
    a, b = (words.argument(name, placed=True) for name in "ab")
    none = words.constant(0)
    shifted = words.and_(words.shifted(a, 3), words.shifted(b, -2))
    [up] = rises(words, words.any(shifted), {a: none}).values()
    assert words.evaluate([up], {"a": 0, "b": 0b1100000}) == [0b11]
    three = words.least(words.count(words.and_(a, words.constant(7))), 3)
    [missing] = rises(words, three, {a: a}).values()
    assert words.evaluate([missing], {"a": 0b011, "b": 0})[0] & 0b100
    assert words.evaluate([missing], {"a": 0b001, "b": 0}) == [0]
    spread = words.any(words.and_(words.spread(a, 0b1001), b))
    [places] = rises(words, spread, {a: none}).values()
    assert words.evaluate([places], {"a": 0, "b": 0b1000000}) == [0b1001000]


@pytest.mark.parametrize(
    ("call", "size"),
    [
        ("connect_four(columns=6, rows=6)", (6, 6, 4)),
        ("connect_four(columns=5, rows=4, in_a_row=3)", (5, 4, 3)),
        ("tic_tac_toe", (3, 3, 3)),
    ],
)
def test_a_threat_is_an_empty_square_that_completes_a_line(
    call: str, size: tuple[int, int, int]
) -> None:
    game = ps.load(call)
    code = game_code(game, 0, {}, native(game).bits(game.initial))
    threats = code.code.function("game_threats", 3)
    source, looked_at = random.Random(1), 0
    for _ in range(20):
        state = game.initial
        while not state.terminal:
            words = code.state(native(game).bits(state))
            for index, role in enumerate(game.roles):
                expected = empty_squares_that_complete(state, role, *size)
                assert threats(0, words.ctypes.data, index) == expected
                looked_at += expected > 0
            state = state.play(source.choice(state.legal_moves))
    assert looked_at > 30


def empty_squares_that_complete(
    state: ps.State, role: str, columns: int, rows: int, length: int
) -> int:
    """Return how many empty squares would complete a line of a role."""
    found = set()
    for column, row in product(range(1, columns + 1), range(1, rows + 1)):
        for right, down in [(1, 0), (0, 1), (1, 1), (1, -1)]:
            line = [(column + i * right, row + i * down) for i in range(length)]
            open_ = [
                square
                for square in line
                if "cell({}, {}, {})".format(*square, role) not in state.facts
            ]
            if len(open_) == 1 and "cell({}, {}, b)".format(*open_[0]) in state.facts:
                found.add(open_[0])
    return len(found)
