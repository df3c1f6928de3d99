"""A ground program in the form that the kernels read: rules sorted by head.

A rule holds if at least `bound` of its literals hold: all of them for an ordinary rule,
fewer for a count. All other modules of this package use this form.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pygame_search.network.bits import sort
from pygame_search.network.grounding.ground import Ground
from pygame_search.network.jit import kernel

#: Values of an atom over all reachable positions: never true, always true, or varying.
FALSE, TRUE, OPEN = 0, 1, 2


@dataclass(frozen=True, slots=True)
class Program:
    """The rules of a ground program, in the order of their heads.

    Attributes:
        atoms: the number of atoms, which are counted from 1.
        rules: the rules of atom a are rules[a] up to rules[a + 1].
        bounds: how many of its literals must hold for a rule to hold.
        starts: rule r has literals[starts[r]:starts[r + 1]].
        literals: an atom or its negative.
        true: the atom of each fluent.
        does: the atom of each move.
        legal: the atom that holds if the move is legal, 0 if the move never is.
        facts: for each atom 1 if it is a fact.
    """

    atoms: int
    rules: NDArray[np.int64]
    bounds: NDArray[np.int32]
    starts: NDArray[np.int64]
    literals: NDArray[np.int32]
    true: NDArray[np.int32]
    does: NDArray[np.int32]
    legal: NDArray[np.int32]
    facts: NDArray[np.uint8]


def program(ground: Ground) -> Program:
    """Return the rules of a ground program by head, including counts.

    Each fluent and each move has an atom of its own, even if no rule reads it.
    """
    atoms, true = _with_atoms(ground.atoms, ground.true)
    atoms, does = _with_atoms(atoms, ground.does)
    lengths = np.diff(ground.starts).astype(np.int32)
    facts = np.zeros(atoms + 1, np.uint8)
    facts[ground.facts] = 1
    heads = np.concatenate([ground.heads, ground.count_heads])
    starts = np.concatenate(
        [ground.starts, ground.count_starts[1:] + ground.starts[-1]]
    )
    literals = np.concatenate([ground.literals, ground.count_literals])
    bounds = np.concatenate([lengths, ground.count_bounds])
    rules, by_head_bounds, by_head_starts, by_head_literals = _by_head(
        atoms,
        heads.astype(np.int32),
        bounds.astype(np.int32),
        starts.astype(np.int64),
        literals.astype(np.int32),
    )
    return Program(
        atoms=atoms,
        rules=rules,
        bounds=by_head_bounds,
        starts=by_head_starts,
        literals=by_head_literals,
        true=true,
        does=does,
        legal=np.ascontiguousarray(ground.legal, np.int32),
        facts=facts,
    )


def _with_atoms(atoms: int, wanted: NDArray[np.int32]) -> tuple[int, NDArray[np.int32]]:
    missing = np.flatnonzero(wanted == 0)
    given = np.array(wanted, np.int32)
    given[missing] = atoms + 1 + np.arange(len(missing), dtype=np.int32)
    return atoms + len(missing), given


@kernel
def _by_head(
    atoms: int,
    heads: NDArray[np.int32],
    bounds: NDArray[np.int32],
    starts: NDArray[np.int64],
    literals: NDArray[np.int32],
) -> tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.int64], NDArray[np.int32]]:
    count = heads.size
    rules = np.zeros(atoms + 2, np.int64)
    for head in heads:
        rules[head + 1] += 1
    for atom in range(atoms + 1):
        rules[atom + 1] += rules[atom]
    place = rules.copy()
    order = np.empty(count, np.int64)
    for rule in range(count):
        order[place[heads[rule]]] = rule
        place[heads[rule]] += 1
    new_bounds = np.empty(count, np.int32)
    new_starts = np.zeros(count + 1, np.int64)
    new_literals = np.empty(literals.size, np.int32)
    end = 0
    for number in range(count):
        rule = order[number]
        new_bounds[number] = bounds[rule]
        for at in range(starts[rule], starts[rule + 1]):
            new_literals[end] = literals[at]
            end += 1
        new_starts[number + 1] = end
    return rules, new_bounds, new_starts, new_literals


@kernel
def components(
    atoms: int,
    rules: NDArray[np.int64],
    starts: NDArray[np.int64],
    literals: NDArray[np.int32],
    values: NDArray[np.uint8],
    rule_values: NDArray[np.uint8],
    behind: NDArray[np.int32],
    roots: NDArray[np.int32],
) -> tuple[NDArray[np.int32], NDArray[np.int64], NDArray[np.uint8], NDArray[np.int32]]:
    """Return the atoms that the roots depend on, in dependency order, with components.

    The algorithm is Tarjan's for strongly connected components, with an explicit stack.
    It follows only atoms and rules whose value is OPEN, and `behind[a]`, an additional
    dependency of `a`.

    Returns:
        The atoms; where each component begins among them, and the end; for each
        component 1 if it is cyclic; the component number of each atom, -1 if the roots
        do not depend on it. Atoms of a component are in the post-order of a depth-first
        search, so an atom that depends on a later one closes a cycle.
    """
    order = np.empty(atoms + 1, np.int32)
    begins = np.empty(atoms + 2, np.int64)
    knots = np.zeros(atoms + 1, np.uint8)
    component = np.full(atoms + 1, -1, np.int32)
    index = np.zeros(atoms + 1, np.int32)
    low = np.zeros(atoms + 1, np.int32)
    left = np.zeros(atoms + 1, np.int32)
    leaver = np.zeros(atoms + 1, np.int32)
    own = np.zeros(atoms + 1, np.uint8)
    path = np.empty(atoms + 1, np.int32)
    path_rule = np.empty(atoms + 1, np.int64)
    path_at = np.empty(atoms + 1, np.int64)
    stack = np.empty(atoms + 1, np.int32)
    clock, leaving, found, placed, height = 0, 0, 0, 0, 0
    begins[0] = 0
    for root in roots:
        if root == 0 or index[root] != 0 or values[root] != 2:
            continue
        clock += 1
        index[root] = clock
        low[root] = clock
        stack[height] = root
        height += 1
        depth = 0
        path[0] = root
        path_rule[0] = rules[root] - 1
        path_at[0] = -1
        while depth >= 0:
            atom = path[depth]
            rule = path_rule[depth]
            at = path_at[depth]
            child = 0
            if rule < rules[atom]:
                # Before the first rule: the additional dependency.
                child = behind[atom]
                rule += 1
                at = starts[rule]
                if child != 0 and values[child] != 2:
                    child = 0
            while child == 0 and rule < rules[atom + 1]:
                if rule_values[rule] != 2 or at >= starts[rule + 1]:
                    rule += 1
                    at = starts[rule] if rule < rules[atom + 1] else at
                    continue
                child = abs(literals[at])
                at += 1
                if values[child] != 2:
                    child = 0
            path_rule[depth] = rule
            path_at[depth] = at
            if child != 0:
                if index[child] == 0:
                    clock += 1
                    index[child] = clock
                    low[child] = clock
                    stack[height] = child
                    height += 1
                    depth += 1
                    path[depth] = child
                    path_rule[depth] = rules[child] - 1
                    path_at[depth] = -1
                elif component[child] < 0:
                    low[atom] = min(low[atom], index[child])
                    if child == atom:
                        own[atom] = 1
                continue
            leaving += 1
            left[atom] = leaving
            leaver[leaving] = atom
            depth -= 1
            if depth >= 0:
                above = path[depth]
                low[above] = min(low[above], low[atom])
            if low[atom] == index[atom]:
                first = placed
                while True:
                    height -= 1
                    member = stack[height]
                    component[member] = found
                    order[placed] = member
                    placed += 1
                    if member == atom:
                        break
                knots[found] = 1 if placed - first > 1 or own[atom] == 1 else 0
                if placed - first > 1:
                    for place in range(first, placed):
                        order[place] = left[order[place]]
                    sort(order, first, placed)
                    for place in range(first, placed):
                        order[place] = leaver[order[place]]
                found += 1
                begins[found] = placed
    return order[:placed], begins[: found + 1], knots[:found], component
