"""Networks mean what their ground programs mean."""

from __future__ import annotations

import random
import subprocess
import sys

import numpy as np
import pytest
from ground_programs import Rule, ground_of, grounds, least_model
from hypothesis import given, settings
from hypothesis import strategies as st

import pygame_search as ps
from pygame_search.machine.clauses import ClauseMachine
from pygame_search.machine.network import NetworkMachine
from pygame_search.network.circuit.build import build
from pygame_search.network.grounding.ground import Ground
from pygame_search.network.grounding.ground_program import ground
from pygame_search.network.network import READ, Network, Output, report
from pygame_search.network.reference import evaluate, literals
from pygame_search.support.errors import TierError

#: The first example compiles the kernels.
relaxed = settings(deadline=None, max_examples=300)


def facts_of(network: Network, state: np.ndarray) -> set[str]:
    held = {network.fluents[at] for at in np.flatnonzero(state)}
    return held | set(network.always)


def instance(network: Network, output: Output, at: int) -> tuple[int | str, ...]:
    """Return the arguments of an instance, as the ground program has them."""
    columns = zip(output.sorts, output.arguments, strict=True)
    return tuple(
        int(column[at]) if sort in ("role", "number") else network.names[column[at]]
        for sort, column in columns
    )


def walk(ground: Ground, network: Network, seed: int, plies: int = 8) -> None:
    """Follow random legal moves in both, and compare all that can be asked."""
    rng = random.Random(seed)
    full = [int(bit) for bit in ground.initial]
    bits = network.initial.copy()
    no_moves = [0] * len(ground.moves)
    for _ in range(plies):
        holds = least_model(ground, full, no_moves)
        values = evaluate(network, bits)
        expected = {ground.fluents[at] for at, bit in enumerate(full) if bit}
        assert facts_of(network, bits) == expected
        legal = {
            move
            for move, atom in zip(ground.moves, ground.legal, strict=True)
            if holds[atom]
        }
        shown = literals(values, network.legal)
        assert {network.moves[at] for at in np.flatnonzero(shown)} == legal
        assert [*network.outputs] == [*ground.outputs]
        assert {*READ} == {*network.outputs}
        for name, output in network.outputs.items():
            found = ground.outputs[name]
            assert (output.defined, output.sorts) == (found.defined, found.sorts)
            shown = literals(values, output.literals).astype(bool)
            assert output.sorts or len(shown) == 1
            held = np.flatnonzero(shown).tolist()
            rows = zip(found.arguments, found.atoms, strict=True)
            assert sorted(instance(network, output, at) for at in held) == sorted(
                arguments for arguments, atom in rows if holds[atom]
            )
        choices = [
            [move for move in sorted(legal) if move[0] == role]
            for role in range(len(ground.roles))
        ]
        if not all(choices):
            return
        joint = {rng.choice(moves) for moves in choices}
        made = [int(move in joint) for move in ground.moves]
        after = least_model(ground, full, made)
        values = evaluate(
            network, bits, np.array([move in joint for move in network.moves], np.uint8)
        )
        bits = literals(values, network.next)
        full = [int(after[atom]) for atom in ground.next]


@settings(relaxed, max_examples=100)
@given(grounds(), st.integers(0, 1000))
def test_a_network_agrees_with_the_least_model(ground: Ground, seed: int) -> None:
    walk(ground, build(ground), seed)


@relaxed
@given(grounds())
def test_the_same_program_gives_the_same_network(ground: Ground) -> None:
    assert build(ground) == build(ground)


def test_what_never_changes_has_no_wire() -> None:
    """Fluent 1 holds always, fluent 2 never, and so move 5 is never legal."""
    ground = ground_of(
        [Rule(6, (2, 4), 2), Rule(7, (3, -1), 2), Rule(7, (-3, 5), 2), Rule(8, (), 0)],
        fluents=3,
        moves=[0, 0],
        following=[1, 2, 7],
        legal=[8, 6],
        initial=[1, 0, 1],
        atoms=8,
        terminal=6,
    )
    network = build(ground)
    assert network.fluents == ("fluent(2)",)
    assert network.always == ("fluent(0)",)
    assert network.moves == ((0, "move(0)"),)
    assert network.outputs["terminal"].defined
    assert network.outputs["terminal"].literal == 0
    assert network.legal.tolist() == [1]
    # What is left: it holds at the start and never again.
    assert network.next.tolist() == [0]
    assert network.gates == 0


def test_fluents_that_wait_for_each_other_never_hold() -> None:
    ground = ground_of(
        [],
        fluents=2,
        moves=[0],
        following=[2, 1],
        legal=[4],
        initial=[0, 0],
        atoms=4,
        facts=(4,),
    )
    assert build(ground).fluents == ()


def test_a_circle_proves_nothing_by_itself() -> None:
    """Atoms 5 and 6 rest on each other, and on fluent 1."""
    rules = [Rule(5, (6,), 1), Rule(6, (5,), 1), Rule(5, (1, 3), 2)]
    ground = ground_of(
        rules,
        fluents=2,
        moves=[0, 0],
        following=[6, 5],
        legal=[7, 7],
        initial=[1, 1],
        atoms=7,
        facts=(7,),
    )
    network = build(ground)
    assert report(network)["loop wires"] <= 1
    walk(ground, network, 1)


def test_what_makes_a_move_legal_is_not_asked_again() -> None:
    """Atom 6 is `does` and what makes it legal, which is the move alone."""
    rules = [Rule(5, (1, -2), 2), Rule(6, (3, 1, -2), 3), Rule(7, (4, -6), 2)]
    ground = ground_of(
        rules,
        fluents=2,
        moves=[0, 0],
        following=[6, 7],
        legal=[5, 8],
        initial=[1, 0],
        atoms=8,
        facts=(8,),
    )
    network = build(ground)
    assert network.next[0] >> 1 == len(network.fluents) + 1
    # One of the two moves is made, so that the other one says it all.
    assert network.next[1] >> 1 == len(network.fluents) + 2
    walk(ground, network, 2)


def test_most_moves_are_said_by_those_left_over() -> None:
    moves = 20
    does = range(2, moves + 2)
    last = moves + 3
    rules = [Rule(last, (atom,), 1) for atom in does if atom != 5]
    ground = ground_of(
        rules,
        fluents=1,
        moves=[0] * moves,
        following=[last],
        legal=[last - 1] * moves,
        initial=[1],
        atoms=last,
        facts=(last - 1,),
    )
    network = build(ground)
    assert network.gates == 0
    assert network.next.tolist() == [2 * 5 + 1]
    walk(ground, network, 3)


@pytest.mark.parametrize("bound", range(42))
def test_a_count_is_a_count(bound: int) -> None:
    fluents = 40
    head = fluents + 2
    ground = ground_of(
        [Rule(head, tuple(range(1, fluents + 1)), bound)],
        fluents=fluents,
        moves=[0],
        following=[0] * fluents,
        legal=[0],
        initial=[1] * fluents,
        atoms=head,
        terminal=head,
    )
    network = build(ground)
    rng = np.random.default_rng(bound)
    states = (rng.random((fluents, 500)) < rng.random(500)).astype(np.uint8)
    values = evaluate(network, states)
    wanted = network.outputs["terminal"].literals
    expected = states.sum(axis=0) >= bound
    assert literals(values, wanted)[0].astype(bool).tolist() == expected.tolist()


def test_counts_of_the_same_share_their_sum() -> None:
    fluents = 64
    heads = range(fluents + 2, 2 * fluents)

    def gates(count: int) -> int:
        chosen = heads[:count]
        everything = tuple(range(1, fluents + 1))
        ground = ground_of(
            [Rule(head, everything, at) for at, head in enumerate(chosen, 2)],
            fluents=fluents,
            moves=[0],
            following=[0] * fluents,
            legal=[0],
            initial=[1] * fluents,
            atoms=2 * fluents,
            goals=tuple((0, at, head) for at, head in enumerate(chosen)),
        )
        return build(ground).gates

    assert gates(1) < 500
    assert gates(60) < 2 * gates(1)


@pytest.mark.parametrize(("value", "small"), [
    (2**31 - 1, True), (2**31, False), (-(2**31), True), (-(2**31) - 1, False),
])  # fmt: skip
def test_goals_of_more_than_32_bits_are_refused(value: int, small: bool) -> None:
    ground = ground_of(
        [], fluents=1, moves=[0], following=[1], legal=[1], initial=[1], atoms=2,
        goals=((0, value, 1),),
    )  # fmt: skip
    if small:
        assert build(ground).outputs["goal"].arguments[1].tolist() == [value]
    else:
        with pytest.raises(TierError, match=f"goal has the number {value:,}"):
            build(ground)


@pytest.mark.parametrize(
    "rules",
    [
        [Rule(3, (-3, 1), 2)],
        [Rule(3, (4,), 1), Rule(4, (-3, 1), 2)],
        [Rule(3, (3, 1, 2), 1)],
    ],
)
def test_nothing_rests_on_its_own_negation(rules: list[Rule]) -> None:
    ground = ground_of(
        rules,
        fluents=1,
        moves=[0],
        following=[3],
        legal=[3],
        initial=[1],
        atoms=4,
        terminal=3,
    )
    with pytest.raises(TierError, match="rests on its own negation"):
        build(ground)


@relaxed
@given(grounds())
def test_wires_come_after_what_they_read(ground: Ground) -> None:
    network = build(ground)
    sizes = np.diff(network.starts)
    wire = np.repeat(np.arange(network.first_gate, network.wires), sizes)
    assert (network.inputs >> 1 < wire).all()
    assert (network.inputs > 1).all()
    covered: list[int] = []
    for kind, begin, end, first, last in network.blocks.tolist():
        if kind == 1:
            assert last == begin
            covered += range(first, last)
            assert (sizes[np.arange(first, last) - network.first_gate] == 0).all()
        covered += range(begin, end)
    assert covered == list(range(network.first_gate, network.wires))
    assert len(network.starts) == network.gates + 1


def test_other_tiers_do_without_the_compiler() -> None:
    code = "import sys, pygame_search.cli; print({'numba', 'numpy'} & {*sys.modules})"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert done.stdout == "set()\n"


def test_very_many_gates_go_into_one() -> None:
    """Whether nothing of much holds is one gate that reads what each of them reads."""
    many = 150
    text = "role(r).\nlegal(r, set(K, N)) :- kind(K), index(N).\nkind(a). kind(b).\n"
    text += "".join(
        f"index({n}).\nnear({n}, {n}).\nnear({n}, {(n + 1) % many}).\n"
        for n in range(many)
    )
    text += """
        met :- pair(_).
        pair(N) :- near(N, M), true(a(N)), true(b(M)).
        next(a(N)) :- does(r, set(a, N)).
        next(a(N)) :- true(a(N)).
        next(b(N)) :- does(r, set(b, N)).
        next(b(N)) :- true(b(N)).
        next(apart) :- \\+ met.
        terminal :- met, true(apart).
        goal(r, 0) :- \\+ met.
        goal(r, 1) :- met.
    """
    game = ps.load_text(text)
    network = build(ground(game))
    state = game.initial
    for move in ("set(a, 3)", "set(b, 140)", "set(b, 3)"):
        fluents = np.array([f in state.facts for f in network.fluents], np.uint8)
        moves = np.array([m == move for _, m in network.moves], np.uint8)
        wires = evaluate(network, fluents, moves)
        held = {
            fluent
            for fluent, literal in zip(network.fluents, network.next, strict=True)
            if bool(wires[literal >> 1]) != bool(literal & 1)
        }
        state = state.play(move)
        assert held | set(network.always) == set(state.facts)


def test_a_relation_that_never_holds_is_still_defined() -> None:
    """A search in the native tier takes its `quiet` as the other tiers do."""
    rules = """
    role(a).
    init(n(2)).
    legal(a, take) :- true(n(N)), N > 0.
    next(n(M)) :- true(n(N)), does(a, take), M is N - 1.
    terminal :- true(n(0)).
    goal(a, 100) :- terminal.
    """
    for text, expected in ((rules, None), (rules + "quiet :- true(n(9)).", False)):
        game = ps.load_text(text)
        machine, base = NetworkMachine(game, memo=True), ClauseMachine(game, memo=True)
        assert machine.holds(machine.initial(), "quiet") is expected
        assert base.holds(game.initial.number, "quiet") is expected


@pytest.mark.parametrize("shape", [(), (0,), (1,), (3, 0), (2, 3), (9,)])
@pytest.mark.parametrize("fluents", [True, False])
def test_wires_of_any_number_of_positions(
    shape: tuple[int, ...], fluents: bool
) -> None:
    start = "init(p). next(p) :- true(p)." if fluents else ""
    end = "terminal :- true(p)." if fluents else "terminal."
    game = ps.load_text(f"role(x). legal(x, go). goal(x, 1). {start} {end}")
    network = build(ground(game))
    state = np.zeros((len(network.fluents), *shape), np.uint8)
    moves = np.zeros((len(network.moves), *shape), np.uint8)
    for made in (None, moves):
        values = evaluate(network, state, made)
        assert values.shape == (network.wires, *shape)
        assert literals(values, network.legal).shape == (len(network.legal), *shape)
