"""Find the atoms that have the same value in every reachable position.

The rules are evaluated with three values from the start of the game: a fluent keeps its
initial value until some step may change it, and a move is open once it may be legal. An
atom that never opens is a constant. Each atom opens at most once, so the time is linear
in the size of the program.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pygame_search.network.circuit.program import Program, components
from pygame_search.network.jit import kernel
from pygame_search.support.errors import TierError


@dataclass(frozen=True, slots=True)
class Folded:
    """The value of each atom and of each rule: FALSE, TRUE or OPEN."""

    atoms: NDArray[np.uint8]
    rules: NDArray[np.uint8]


def fold(
    rules: Program,
    initial: NDArray[np.uint8],
    following: NDArray[np.int32],
    alone: NDArray[np.uint8],
    fixed_fluents: NDArray[np.uint8],
    fixed_moves: NDArray[np.uint8],
) -> Folded:
    """Return the constants.

    Args:
        rules: the program.
        initial: for each fluent, whether it holds at the start.
        following: for each fluent, the atom that holds if it holds after a step.
        alone: for each move, 1 if its role has no other move.
        fixed_fluents: 1 for fluents already known to keep their first value.
        fixed_moves: 1 for moves already known to be never legal.

    Raises:
        TierError: an atom depends on its own negation.
    """
    values = np.full(rules.atoms + 1, 2, np.uint8)
    values[0] = 0
    values[rules.facts == 1] = 1
    rule_values = np.full(len(rules.bounds), 2, np.uint8)
    behind = np.zeros(rules.atoms + 1, np.int32)
    behind[rules.does] = rules.legal
    roots = np.arange(1, rules.atoms + 1, dtype=np.int32)
    order, begins, knots, component = components(
        rules.atoms,
        rules.rules,
        rules.starts,
        rules.literals,
        values,
        rule_values,
        behind,
        roots,
    )
    wrong = _first_values(
        rules.rules,
        rules.bounds,
        rules.starts,
        rules.literals,
        rules.true,
        initial,
        rules.does,
        rules.legal,
        alone,
        fixed_moves,
        order,
        begins,
        knots,
        component,
        values,
    )
    if wrong:
        raise TierError(
            "expected rules in which nothing rests on its own negation, got ground "
            "rules with such a circle"
        )
    _open_up(
        rules.rules,
        rules.bounds,
        rules.starts,
        rules.literals,
        rules.facts,
        rules.true,
        following,
        fixed_fluents,
        rules.does,
        rules.legal,
        alone,
        fixed_moves,
        knots,
        component,
        values,
        rule_values,
    )
    return Folded(values, rule_values)


@kernel
def _first_values(
    rules: NDArray[np.int64],
    bounds: NDArray[np.int32],
    starts: NDArray[np.int64],
    literals: NDArray[np.int32],
    true: NDArray[np.int32],
    initial: NDArray[np.uint8],
    does: NDArray[np.int32],
    legal: NDArray[np.int32],
    alone: NDArray[np.uint8],
    fixed_moves: NDArray[np.uint8],
    order: NDArray[np.int32],
    begins: NDArray[np.int64],
    knots: NDArray[np.uint8],
    component: NDArray[np.int32],
    values: NDArray[np.uint8],
) -> int:
    """Give each atom its initial value; return an atom in a cycle through negation."""
    # The meaning of an input: 1 + the fluent, or -1 - the move.
    inputs = np.zeros(values.size, np.int32)
    for fluent in range(true.size):
        inputs[true[fluent]] = 1 + fluent
    for move in range(does.size):
        inputs[does[move]] = -1 - move
    for part in range(knots.size):
        for at in range(begins[part], begins[part + 1]):
            values[order[at]] = 0
        changed = True
        while changed:
            changed = False
            for at in range(begins[part], begins[part + 1]):
                atom = order[at]
                if inputs[atom] > 0:
                    values[atom] = initial[inputs[atom] - 1]
                    continue
                if inputs[atom] < 0:
                    move = -1 - inputs[atom]
                    if fixed_moves[move] == 1:
                        values[atom] = 0
                    elif alone[move] == 1:
                        # A role with a single move makes it in every step.
                        values[atom] = 1
                    else:
                        values[atom] = 0 if values[legal[move]] == 0 else 2
                    continue
                best = 0
                for rule in range(rules[atom], rules[atom + 1]):
                    sure, possible = 0, 0
                    for place in range(starts[rule], starts[rule + 1]):
                        literal = literals[place]
                        other = abs(literal)
                        value = values[other]
                        if knots[part] == 1 and component[other] == part:
                            # A positive cycle proves nothing by itself.
                            if literal < 0 or bounds[rule] != (
                                starts[rule + 1] - starts[rule]
                            ):
                                return int(atom)
                            possible += 1 if value > 0 else 0
                            continue
                        if literal < 0 and value < 2:
                            value = 1 - value
                        possible += 1 if value > 0 else 0
                        sure += 1 if value == 1 else 0
                    if sure >= bounds[rule]:
                        best = 1
                        break
                    if possible >= bounds[rule]:
                        best = 2
                if best != values[atom]:
                    values[atom] = best
                    changed = knots[part] == 1 or changed
    return 0


@kernel
def _open_up(
    rules: NDArray[np.int64],
    bounds: NDArray[np.int32],
    starts: NDArray[np.int64],
    literals: NDArray[np.int32],
    facts: NDArray[np.uint8],
    true: NDArray[np.int32],
    following: NDArray[np.int32],
    fixed_fluents: NDArray[np.uint8],
    does: NDArray[np.int32],
    legal: NDArray[np.int32],
    alone: NDArray[np.uint8],
    fixed_moves: NDArray[np.uint8],
    knots: NDArray[np.uint8],
    component: NDArray[np.int32],
    values: NDArray[np.uint8],
    rule_values: NDArray[np.uint8],
) -> None:
    """Open what a step may change, and all that depends on it, up to a fixpoint."""
    atoms = values.size - 1
    count = bounds.size
    sure = np.zeros(count, np.int32)
    possible = np.zeros(count, np.int32)
    head = np.empty(count, np.int32)
    sure_rules = np.zeros(atoms + 1, np.int32)
    places = np.zeros(atoms + 2, np.int64)
    for atom in range(1, atoms + 1):
        for rule in range(rules[atom], rules[atom + 1]):
            head[rule] = atom
            for at in range(starts[rule], starts[rule + 1]):
                literal = literals[at]
                other = abs(literal)
                places[other + 1] += 1
                value = values[other]
                if literal < 0 and value < 2:
                    value = 1 - value
                possible[rule] += 1 if value > 0 else 0
                if value == 1 and not (
                    component[other] >= 0
                    and component[other] == component[atom]
                    and knots[component[atom]] == 1
                ):
                    sure[rule] += 1
            rule_values[rule] = 0
            if sure[rule] >= bounds[rule]:
                rule_values[rule] = 1
                sure_rules[atom] += 1
            elif possible[rule] >= bounds[rule]:
                rule_values[rule] = 2
    for atom in range(atoms + 1):
        places[atom + 1] += places[atom]
    where = places.copy()
    uses = np.empty(literals.size, np.int32)
    for rule in range(count):
        for at in range(starts[rule], starts[rule + 1]):
            other = abs(literals[at])
            uses[where[other]] = 2 * rule + (1 if literals[at] < 0 else 0)
            where[other] += 1
    # What opens with an atom: fluents whose next value it is, and moves.
    first = np.full(atoms + 1, -1, np.int32)
    more = np.full(true.size + does.size, -1, np.int32)
    for fluent in range(true.size):
        more[fluent] = first[following[fluent]]
        first[following[fluent]] = fluent
    for move in range(does.size):
        more[true.size + move] = first[legal[move]]
        first[legal[move]] = true.size + move
    # Each atom opens at most once, from this value.
    before = values.copy()
    stack = np.empty(atoms + 1, np.int32)
    height = 0
    for fluent in range(true.size):
        atom = true[fluent]
        if fixed_fluents[fluent] == 0 and values[following[fluent]] != values[atom]:
            values[atom] = 2
            stack[height] = atom
            height += 1
    while height > 0:
        height -= 1
        atom = stack[height]
        link = first[atom]
        while link >= 0:
            opened = 0
            if link < true.size:
                if fixed_fluents[link] == 0:
                    opened = true[link]
            elif fixed_moves[link - true.size] == 0 and alone[link - true.size] == 0:
                opened = does[link - true.size]
            if opened != 0 and values[opened] != 2:
                values[opened] = 2
                stack[height] = opened
                height += 1
            link = more[link]
        for at in range(places[atom], places[atom + 1]):
            rule = uses[at] >> 1
            above = head[rule]
            if before[atom] != uses[at] & 1:
                if component[atom] >= 0 and (
                    component[atom] == component[above] and knots[component[atom]] == 1
                ):
                    continue
                sure[rule] -= 1
                if rule_values[rule] != 1 or sure[rule] >= bounds[rule]:
                    continue
                sure_rules[above] -= 1
            else:
                possible[rule] += 1
                if rule_values[rule] != 0 or possible[rule] < bounds[rule]:
                    continue
            rule_values[rule] = 2
            if values[above] != 2 and facts[above] == 0 and sure_rules[above] == 0:
                values[above] = 2
                stack[height] = above
                height += 1
