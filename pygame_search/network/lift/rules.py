"""The ground rules that vary, as the lift reads them.

Atoms that are constant in every reachable position are left out, with the rules that
never or always apply. Each fluent and each move has a rule of its own that says when it
holds after a step, or is legal: so the head has the fluent's or the move's name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from pygame_search.network.circuit.constant_folding import fold
from pygame_search.network.circuit.program import FALSE, OPEN, TRUE
from pygame_search.network.circuit.program import program as program_of
from pygame_search.network.grounding.ground import Ground, Instances, Names
from pygame_search.network.network import Network

Ints = NDArray[np.int64]

#: A rule without its head: how many literals must hold, -1 for all, and the literals.
Body: TypeAlias = tuple[int, tuple[int, ...]]


@dataclass(frozen=True, slots=True, eq=False)
class OpenRules:
    """The rules, over the atoms that vary.

    Attributes:
        atoms: the greatest atom. Those of the ground program come first; then `next`
            for each fluent of the network, then `legal` for each of its moves, and then
            `noisy` for each of them if a rule says so.
        values: for each atom FALSE, TRUE or OPEN.
        heads: the atom of each rule.
        bounds: how many of its literals must hold, -1 for all of them.
        starts: rule r has literals[starts[r]:starts[r + 1]].
        literals: an atom that varies, or its negative.
        true: the atom of each fluent of the network.
        next: the atom of each of them after a step.
        does: the atom of each move of the network.
        legal: the atom that each of them is legal.
        noisy: the atom that each of them is noisy; empty if no rule says so.
        outputs: the instances of what a search asks, with their atoms.
        initial: for each fluent of the network, whether it holds at the start.
        names: what the atoms of the ground program are called.
    """

    atoms: int
    values: NDArray[np.uint8]
    heads: Ints
    bounds: Ints
    starts: Ints
    literals: Ints
    true: Ints
    next: Ints
    does: Ints
    legal: Ints
    noisy: Ints
    outputs: Mapping[str, Instances]
    initial: NDArray[np.uint8]
    names: Names


def open_rules(ground: Ground, network: Network) -> OpenRules:
    """Return the rules of a ground program that vary.

    Args:
        ground: the program, with names.
        network: made of the same rules; it tells which fluents and moves vary.
    """
    assert ground.names is not None
    rules = program_of(ground)
    fluents, moves = set(network.fluents), set(network.moves)
    varies = np.array([text in fluents for text in ground.fluents], bool)
    made = np.array([move in moves for move in ground.moves], bool)
    role = np.array([role for role, _ in ground.moves], np.int64)
    choices = np.bincount(role[made], minlength=len(ground.roles))
    alone = (choices[role] == 1) & made
    folded = fold(
        rules,
        np.ascontiguousarray(ground.initial, np.uint8),
        np.ascontiguousarray(ground.next, np.int32),
        alone.astype(np.uint8),
        (~varies).astype(np.uint8),
        (~made).astype(np.uint8),
    )
    values = folded.atoms
    heads = np.repeat(np.arange(rules.atoms + 1), np.diff(rules.rules))
    kept = (folded.rules == OPEN) & (values[heads] == OPEN)
    sizes = np.diff(rules.starts)
    rule_of = np.repeat(np.arange(len(sizes)), sizes)
    literals = rules.literals.astype(np.int64)
    value = values[np.abs(literals)]
    sure = value == np.where(literals > 0, TRUE, FALSE)
    bounds = rules.bounds - np.bincount(rule_of[sure], minlength=len(sizes))
    count = rules.bounds != sizes
    keep = kept[rule_of] & (value == OPEN)
    lengths = np.bincount(rule_of[keep], minlength=len(sizes))
    # A count of which all that is left must hold is an ordinary rule.
    bounds = np.where(count & (bounds != lengths), bounds, -1)

    true = rules.true[varies].astype(np.int64)
    does = rules.does[made].astype(np.int64)
    next_ = rules.atoms + 1 + np.arange(len(true))
    legal = rules.atoms + 1 + len(true) + np.arange(len(does))
    noise = _noisy(ground, made)
    noisy = rules.atoms + 1 + len(true) + len(does) + np.arange(len(noise))
    below = np.concatenate([ground.next[varies], rules.legal[made], noise])
    below = below.astype(np.int64)
    value = np.where(below == 0, FALSE, values[below])
    copied = value == OPEN
    new_heads = np.concatenate([next_, legal, noisy])
    atoms = rules.atoms + len(new_heads)
    return OpenRules(
        atoms=atoms,
        values=np.concatenate([values, value]),
        heads=np.concatenate([heads[kept], new_heads[copied]]),
        bounds=np.concatenate([bounds[kept], np.full(copied.sum(), -1)]),
        starts=np.concatenate(
            [[0], np.cumsum(np.concatenate([lengths[kept], np.ones(copied.sum())]))]
        ).astype(np.int64),
        literals=np.concatenate([literals[keep], below[copied]]),
        true=true,
        next=next_,
        does=does,
        legal=legal,
        noisy=noisy,
        outputs=ground.outputs,
        initial=network.initial,
        names=ground.names,
    )


def _noisy(ground: Ground, made: NDArray[np.bool_]) -> Ints:
    """Return for each move that varies the atom that it is noisy, 0 if it never is."""
    found = ground.outputs["noisy"]
    if not found.defined:
        return np.zeros(0, np.int64)
    atoms = dict(zip(found.arguments, found.atoms, strict=True))
    moves = (move for move, varies in zip(ground.moves, made, strict=True) if varies)
    return np.array([atoms.get(move, 0) for move in moves], np.int64)


def bodies_of(rules: OpenRules) -> dict[int, list[Body]]:
    """Return the bodies of the rules of each atom that has some."""
    found = dict[int, list[Body]]()
    starts, literals = rules.starts.tolist(), rules.literals.tolist()
    for rule, (head, bound) in enumerate(
        zip(rules.heads.tolist(), rules.bounds.tolist(), strict=True)
    ):
        body = bound, tuple(literals[starts[rule] : starts[rule + 1]])
        found.setdefault(head, []).append(body)
    return found
