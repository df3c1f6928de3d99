"""Symmetries of the rules, beside the steps of the network."""

from __future__ import annotations

import json
import random
from itertools import product

import numpy as np
import pytest
from click.testing import CliRunner

import pygame_search as ps
from pygame_search.cli.app import command
from pygame_search.machine.native_game import native
from pygame_search.machine.symmetry import Symmetries, rule_symmetries
from pygame_search.network.grounding.ground_program import exclusive_fluents, ground
from pygame_search.network.lift.automorphisms import automorphisms
from pygame_search.network.lift.keys import key_function
from pygame_search.network.lift.lifted import lifted
from pygame_search.network.lift.rules import open_rules
from pygame_search.network.lift.symmetries import Symmetry, symmetries
from pygame_search.network.lift.symmetry_text import changes
from pygame_search.network.machine_code import Library, machine_code


def found(game: ps.Game) -> list[Symmetry]:
    """Return the symmetries of a game's rules."""
    network = native(game).network
    rules = open_rules(ground(game, named=True), network)
    return [*symmetries(rules, network).symmetries]


@pytest.mark.parametrize(
    ("call", "number"),
    [
        ("tic_tac_toe", 8),
        ("connect_four", 2),
        ("breakthrough(columns=4, rows=5)", 2),
        ("hexapawn", 2),
        ("othello(size=4)", 8),
        ("three_mens_morris", 8),
        ("nim(heaps=[3, 3, 3])", 6),
        ("nim(heaps=[2, 3, 4])", 1),
        ("chess", 1),
    ],
)
def test_how_many_there_are(call: str, number: int) -> None:
    assert len(found(ps.load(call))) == number


def test_a_search_without_an_end_is_stopped() -> None:
    """There are 30,000 generators of 60,000 numbers each."""
    pairs = [(at, at + 1) for at in range(0, 60_000, 2)]
    assert automorphisms([0] * 60_000, pairs, seconds=1) is None


@pytest.mark.parametrize(
    ("whole", "told"),
    [
        (True, "the rules have no symmetry"),
        (False, "the rules have more than 16 symmetries; tables use none"),
        (None, "the search for symmetries was stopped after 20 seconds of processor"),
    ],
)
def test_what_is_told_of_none(whole: bool | None, told: str) -> None:
    assert told in str(Symmetries("game", (), whole))


@pytest.mark.parametrize(
    "call",
    [
        "tic_tac_toe",
        "connect_four",
        "hexapawn",
        "othello(size=4)",
        "dots_and_boxes",
        "nim(heaps=[3, 3, 3])",
        "eight_puzzle",
    ],
)
def test_the_image_of_a_game_is_a_game(call: str) -> None:
    """Made in the state with the other fluents, the other move leads to the other."""
    game = ps.load(call)
    network = native(game).network
    moves = [move for _, move in network.moves]
    source = random.Random(4)
    for symmetry in found(game):
        state = game.initial
        for _ in range(12):
            image = mapped(game, state, symmetry)
            assert image.terminal == state.terminal
            if state.terminal:
                assert image.goals == state.goals
                break
            joint = {role: source.choice(own) for role, own in state.legal.items()}
            other = {}
            for role, move in joint.items():
                begin = network.move_starts[network.roles.index(role)]
                end = network.move_starts[network.roles.index(role) + 1]
                place = moves.index(move, begin, end)
                other[role] = moves[symmetry.moves[place]]
                assert other[role] in image.legal[role]
            state = state.play_joint(joint.values())
            image = image.play_joint(other.values())
            assert {*image.facts} == {*mapped(game, state, symmetry).facts}


def mapped(game: ps.Game, state: ps.State, symmetry: Symmetry) -> ps.State:
    """Return the image of a state."""
    network = native(game).network
    numbers = {text: at for at, text in enumerate(network.fluents)}
    facts = [
        network.fluents[symmetry.fluents[numbers[fact]]] if fact in numbers else fact
        for fact in state.facts
    ]
    return game.state(f"[{', '.join(facts)}]")


@pytest.mark.parametrize("call", ["tic_tac_toe", "connect_four", "othello(size=4)"])
def test_symmetric_states_have_one_key(call: str) -> None:
    game = ps.load(call)
    rules = ground(game, named=True)
    code = lifted(rules, native(game).network, exclusive_fluents(rules))
    source = random.Random(1)
    state, group = game.initial, found(game)
    keys = set()
    for _ in range(6):
        images = [mapped(game, state, symmetry) for symmetry in group]
        bits = np.array([native(game).bits(image) for image in images])
        assert len({key.tobytes() for key in code.keys(bits)}) == 1
        keys.add(code.keys(bits)[0].tobytes())
        state = source.choice(state.successors)[1]
    assert len(keys) == 6


@pytest.mark.parametrize("seed", range(6))
def test_a_key_is_the_least_image(seed: int) -> None:
    """Permutations of bits across words, applied one bit after the other."""
    source = random.Random(seed)
    pairs = source.sample(range(128), 40)
    swap = list(range(128))
    for one, two in zip(pairs[::2], pairs[1::2], strict=True):
        swap[one], swap[two] = two, one
    group = [tuple(range(128)), tuple(swap)]
    code = machine_code(Library((key_function(2, group),), patience=None))
    make = code.function("game_key", 3)
    for _ in range(50):
        bits = np.array([source.randrange(2) for _ in range(128)], np.uint8)
        images = []
        for moved in group:
            image = np.zeros(128, np.uint8)
            image[list(moved)] = bits
            images.append(np.packbits(image, bitorder="little").view(np.uint64))
        key = np.zeros(2, np.uint64)
        make(0, images[0].ctypes.data, key.ctypes.data)
        assert tuple(key) == min(map(tuple, images))


def test_what_becomes_of_arguments_is_told_in_one_line() -> None:
    squares = list(product("123", "12"))
    assert changes(
        {f"p({a},{b})": f"p({4 - int(a)},{b})" for a, b in squares}
    ) == ["p(A,_) becomes p(4-A,_)"]  # fmt: skip
    assert changes({f"p({a}, {a})": f"p({a}, {a})" for a in "xyz"}) == []
    assert changes(
        {f"(p {a} {b})": f"(p {b} {a})" for a, b in product("12", "12")}
    ) == ["(p A B) becomes (p B A)"]  # fmt: skip
    turned = {"x": "y", "y": "z", "z": "x"}
    assert changes({f"p({a})": f"q({b})" for a, b in turned.items()}) == [
        "p(A) becomes q(A'), where A' is A with x -> y -> z -> x"
    ]
    assert changes(turned) == ["x -> y -> z -> x"]


def test_what_no_argument_tells_is_told_term_by_term() -> None:
    exchanged = {f"p({a}, {b})": f"p({a}, {b})" for a, b in product("12", "12")}
    exchanged |= {"p(1, 1)": "p(1, 2)", "p(1, 2)": "p(1, 1)"}
    assert changes(exchanged) == ["p(1, 1) <-> p(1, 2)"]
    many = {f"p({a}, {b})": f"p({a * b % 11}, {b})" for a in range(11) for b in (1, 2)}
    [line] = changes(many)
    assert line == (
        "p(1, 2) -> p(2, 2) -> p(4, 2) -> p(8, 2) -> p(5, 2) -> p(10, 2) -> p(9, 2)"
        " -> p(7, 2) -> p(3, 2) -> p(6, 2) -> p(1, 2)"
    )


def test_the_command() -> None:
    result = CliRunner().invoke(command, ["symmetries", "tic_tac_toe", "--json"])
    found = json.loads(result.stdout)
    assert found["game"] == "tic_tac_toe(columns=3, rows=3, in_a_row=3)"
    assert found["whole"] is True
    assert len(found["symmetries"]) == 7
    first = found["symmetries"][0]
    assert first["fluents"]["cell(1, 1, x)"] in ("cell(1, 3, x)", "cell(3, 1, x)")
    assert first["moves"].keys() == {"x", "o"}
    many = rule_symmetries(ps.load("dots_and_boxes"))
    assert not many.whole
    assert "more than 16 symmetries; tables use 16" in str(many)
    none = rule_symmetries(ps.load("nim(heaps=[2, 3, 4])"))
    assert str(none) == "nim(heaps=[2, 3, 4]): the rules have no symmetry"
