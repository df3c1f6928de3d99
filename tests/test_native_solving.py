"""Solving in kernels: retrograde analysis and proof numbers over networks."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from functools import cache

import pytest
from games import loaded

from pygame_search.game import Game, State, load_text
from pygame_search.machine import Expansion, KnowledgeBase
from pygame_search.network.games import NativeGame, native
from pygame_search.network.graph import Builder
from pygame_search.network.packing import unpack
from pygame_search.network.retrograde import NO_VALUE, Analysis, analyse

#: Value and distance; None for none.
Known = tuple[int | None, int | None]

#: Games that always end.
FINITE = [
    "tic_tac_toe",
    "hexapawn",
    "hexapawn(columns=4, rows=4)",
    "nim",
    "connect_four(columns=4, rows=3, in_a_row=3)",
    "goofspiel",
    "coins_in_a_row",
    "helen_and_stavros",
    "uniform_tree",
]


# ---- an independent solver --------------------------------------------------------


@cache
def nodes_of(game: Game) -> Mapping[int, Expansion]:
    """Return all about each state that can be reached, from the knowledge base."""
    machine = KnowledgeBase(game)
    found: dict[int, Expansion] = {}
    waiting = [game.initial.number]
    while waiting:
        state = waiting.pop()
        if state not in found:
            found[state] = machine.expand(state)
            waiting += found[state].successors
    return found


def attracted(
    nodes: Mapping[int, Expansion],
    role: int,
    ends: set[int],
    enough: Callable[[list[list[bool]]], bool],
) -> dict[int, int]:
    """Return the states from which ends are forced, with the plies that it takes."""
    plies = dict.fromkeys(ends, 0)
    for ply in range(1, len(nodes) + 1):
        new = [
            state
            for state, node in nodes.items()
            if state not in plies
            and not node.terminal
            and enough(
                [[s in plies for _, s in choice] for choice in node.choices(role)]
            )
        ]
        if not new:
            break
        plies.update(dict.fromkeys(new, ply))
    return plies


def by_role(choices: list[list[bool]]) -> bool:
    return any(all(answers) for answers in choices)


def by_others(choices: list[list[bool]]) -> bool:
    return all(any(answers) for answers in choices)


def values_of(
    nodes: Mapping[int, Expansion], role: int, draw: int | None, every: Sequence[int]
) -> dict[int, int | None]:
    """Return what each state is worth, by who can force the end."""
    ends = {s: node.values[role] for s, node in nodes.items() if node.terminal}
    floor = dict.fromkeys(nodes, every[0])
    ceiling = dict.fromkeys(nodes, every[-1])
    for value in every:
        above = {s for s, v in ends.items() if v is not None and v >= value}
        floor.update(dict.fromkeys(attracted(nodes, role, above, by_role), value))
    for value in every[::-1]:
        below = {s for s, v in ends.items() if v is not None and v <= value}
        ceiling.update(dict.fromkeys(attracted(nodes, role, below, by_others), value))
    if draw is None:
        return {s: v if v == ceiling[s] else None for s, v in floor.items()}
    return {s: min(max(draw, floor[s]), ceiling[s]) for s in nodes}


def distances_agree(
    node: Expansion, role: int, known: Callable[[int], Known], here: Known, lowest: int
) -> bool:
    """Return whether a distance is that of the successors which keep the value."""
    value, plies = here
    if node.terminal:
        return here == (node.values[role], 0)
    choices = [[known(s) for _, s in choice] for choice in node.choices(role)]
    kept = [c for c in choices if min(v for v, _ in c if v is not None) == value]
    hurries = [[d for v, d in c if v == value] for c in kept]
    if value == lowest:
        return plies == 1 + max(min(d for d in c if d is not None) for c in hurries)
    return plies == 1 + min(max(d for d in c if d is not None) for c in hurries)


# ---- what the kernels find --------------------------------------------------------


def analysed(game: Game, role: int = 0, draw: int | None = None) -> Analysis:
    network = native(game).network
    builder = Builder(network, [role], game.ranges)
    return analyse(network, builder.run(), role, builder.values[0], draw=draw)


def found_in(game: Game, analysis: Analysis) -> dict[int, Known]:
    """Return what the kernels found, by the numbers of the knowledge base."""
    tier = native(game)
    values, plies = analysis.known(slice(None))
    known: dict[bytes, Known] = {
        bits.tobytes(): (
            None if value == NO_VALUE else int(value),
            None if distance < 0 else int(distance),
        )
        for bits, value, distance in zip(
            unpack(analysis.graph.states, len(tier.fluents)), values, plies, strict=True
        )
    }
    found = {s: known.pop(_bits(tier, game, s)) for s in nodes_of(game)}
    assert not known
    return found


def _bits(tier: NativeGame, game: Game, state: int) -> bytes:
    return tier.held(State(game, state)).tobytes()


@pytest.mark.parametrize("call", FINITE)
def test_every_state_of_a_finite_game(call: str) -> None:
    game = loaded(call)
    nodes = nodes_of(game)
    for role in range(len(game.roles)):
        analysis = analysed(game, role)
        assert analysis.finite
        found = found_in(game, analysis)
        lowest = min(analysis.values)
        expected = values_of(nodes, role, None, analysis.values)
        assert {s: value for s, (value, _) in found.items()} == expected
        for state, node in nodes.items():
            assert distances_agree(node, role, found.__getitem__, found[state], lowest)


def graph_game(seed: int, sides: int, together: bool) -> Game:
    """Return a game on a random graph, in which play may go on for ever."""
    source = random.Random(seed)
    size = source.randint(5, 14)
    roles = "abc"[:sides]
    rules = [f"role({role})." for role in roles] + ["init(at(0))."]
    ends = source.sample(range(1, size), source.randint(1, 4))
    if together:
        rules += [f"legal({role}, {move})." for role in roles for move in "lr"]
        does = ", ".join(f"does({role}, M{role})" for role in roles)
        moves = ", ".join(f"M{role}" for role in roles)
        rules += [f"next(at(B)) :- true(at(A)), {does}, leads(A, {moves}, B)."]
        for node in range(size):
            for code in range(2**sides):
                made = ", ".join("lr"[code >> i & 1] for i in range(sides))
                rules.append(f"leads({node}, {made}, {source.randrange(size)}).")
    else:
        rules += [
            f"init(control({roles[0]})).",
            "legal(P, go(B)) :- true(control(P)), true(at(A)), edge(A, B).",
            "next(at(B)) :- does(_, go(B)).",
            "next(control(Q)) :- true(control(P)), after(P, Q).",
        ]
        turns = zip(roles, roles[1:] + roles[0], strict=True)
        rules += [f"after({one}, {next_})." for one, next_ in turns]
        for node in range(size):
            leads = {source.randrange(size) for _ in range(3)}
            rules += [f"edge({node}, {other})." for other in leads]
    rules += ["terminal :- true(at(A)), end(A)."]
    rules += [f"end({node})." for node in ends]
    for role in roles:
        rules += [f"goal({role}, V) :- true(at(A)), worth(A, {role}, V)."]
        rules += [
            f"worth({node}, {role}, {source.choice([-1, 0, 1, 2])})."
            for node in range(size)
        ]
    return load_text("\n".join(rules))


@pytest.mark.parametrize("seed", range(40))
def test_games_that_may_go_on_for_ever(seed: int) -> None:
    game = graph_game(seed, 2 + seed % 2, together=seed % 3 == 0)
    nodes = nodes_of(game)
    for role in range(len(game.roles)):
        for draw in (None, -1, 0, 1, 2, 5, -5):
            analysis = analysed(game, role, draw)
            found = found_in(game, analysis)
            expected = values_of(nodes, role, draw, analysis.values)
            assert {s: value for s, (value, _) in found.items()} == expected
