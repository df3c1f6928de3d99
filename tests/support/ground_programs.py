"""Ground programs drawn at random, and what they mean, worked out plainly."""

from __future__ import annotations

import random
from dataclasses import dataclass

import numpy as np
from hypothesis import strategies as st

from pygame_search.network.grounding.ground import Ground, Instances


@dataclass(frozen=True)
class Rule:
    """The head holds when at least `bound` of the literals do."""

    head: int
    literals: tuple[int, ...]
    bound: int


def ground_of(
    rules: list[Rule],
    *,
    fluents: int,
    moves: list[int],
    following: list[int],
    legal: list[int],
    initial: list[int],
    atoms: int,
    facts: tuple[int, ...] = (),
    terminal: int = 0,
    goals: tuple[tuple[int, int, int], ...] = (),
    features: tuple[tuple[int, str, int], ...] = (),
    quiet: int = 0,
    noisy: tuple[tuple[int, int], ...] = (),
) -> Ground:
    """Return a ground program whose first atoms are the fluents, then the moves.

    `noisy` has the moves that may be noisy, each with the atom that it is.
    """
    plain = [rule for rule in rules if rule.bound == len(rule.literals)]
    counts = [rule for rule in rules if rule.bound != len(rule.literals)]

    def flat(chosen: list[Rule]) -> tuple[np.ndarray, np.ndarray]:
        lengths = [0, *(len(rule.literals) for rule in chosen)]
        literals = [literal for rule in chosen for literal in rule.literals]
        return np.cumsum(lengths, dtype=np.int64), np.array(literals, np.int32)

    starts, literals = flat(plain)
    count_starts, count_literals = flat(counts)
    return Ground(
        atoms=atoms,
        heads=np.array([rule.head for rule in plain], np.int32),
        starts=starts,
        literals=literals,
        facts=np.array(facts, np.int32),
        count_heads=np.array([rule.head for rule in counts], np.int32),
        count_bounds=np.array([rule.bound for rule in counts], np.int32),
        count_starts=count_starts,
        count_literals=count_literals,
        roles=tuple(f"role{role}" for role in range(max(moves, default=0) + 1)),
        fluents=tuple(f"fluent({at})" for at in range(fluents)),
        ranks=np.arange(fluents, dtype=np.int32),
        true=np.arange(1, fluents + 1, dtype=np.int32),
        next=np.array(following, np.int32),
        initial=np.array(initial, np.uint8),
        apart=np.full(fluents, -1, np.int32),
        moves=tuple((role, f"move({at})") for at, role in enumerate(moves)),
        does=np.arange(fluents + 1, fluents + len(moves) + 1, dtype=np.int32),
        legal=np.array(legal, np.int32),
        outputs={
            "terminal": _shown(terminal),
            "goal": Instances(
                True,
                ("role", "number"),
                tuple((role, value) for role, value, _ in goals),
                tuple(atom for _, _, atom in goals),
            ),
            "feature": Instances(
                True,
                ("role", "name"),
                tuple((role, name) for role, name, _ in features),
                tuple(atom for _, _, atom in features),
            ),
            "feature_value": Instances(True, ("role", "name", "number"), (), ()),
            "quiet": _shown(quiet),
            "mid_turn": _shown(0),
            "weight": Instances(False, ("role", "move", "number"), (), ()),
            "noisy": Instances(
                bool(noisy),
                ("role", "move"),
                tuple((moves[at], f"move({at})") for at, _ in noisy),
                tuple(atom for _, atom in noisy),
            ),
        },
    )


def _shown(atom: int) -> Instances:
    """Return a relation without arguments, which no rule defines where `atom` is 0."""
    return Instances(atom > 0, (), ((),) * (atom > 0), (atom,) * (atom > 0))


def random_ground(seed: int, atoms: int) -> Ground:
    """Return a ground program in layers: a negation or a count looks at lower ones."""
    rng = random.Random(seed)
    fluents = rng.randint(1, 7)
    moves = sorted(rng.choices((0, 0, 1), k=rng.randint(2, 12)))
    inputs = fluents + len(moves)
    below = list(range(1, fluents + 1))
    first, early = inputs + 1, inputs + 1 + atoms // 2
    last = inputs + atoms
    state_atoms: list[int] = []
    rules: list[Rule] = []
    facts: list[int] = []
    does: list[int] = []
    while first <= last:
        if first >= early and not state_atoms:
            state_atoms = list(below)
            does += range(fluents + 1, inputs + 1)
            below += does
        own = list(range(first, min(first + rng.randint(1, 6), last + 1)))
        first = own[-1] + 1
        for head in own:
            if rng.random() < 0.02:
                facts.append(head)
            for _ in range(rng.choice((0, 1, 2, 2, 2, 3, 3, 4))):
                rules.append(_random_rule(rng, head, own, below, does))
        below += own
    state_atoms = state_atoms or list(below)

    def some(known: list[int], never: float = 0.1) -> int:
        return 0 if rng.random() < never else rng.choice(known)

    # Games that go on are worth more than those that end at once: a role's first move
    # is mostly legal, and fluents change with the moves.
    always = last + 1
    facts.append(always)
    legal = [
        always if rng.random() < 0.7 and role not in moves[:at] else some(state_atoms)
        for at, role in enumerate(moves)
    ]
    latest = [atom for atom in below if atom >= early] or below

    return ground_of(
        rules,
        fluents=fluents,
        moves=moves,
        following=[some(latest) for _ in range(fluents)],
        legal=legal,
        initial=[rng.randint(0, 1) for _ in range(fluents)],
        atoms=always,
        facts=tuple(facts),
        terminal=some(state_atoms),
        goals=tuple((0, value, some(state_atoms)) for value in (0, 50, 100)),
        features=tuple((0, name, some(state_atoms)) for name in "aba"),
        quiet=some(state_atoms, 0.5),
        noisy=tuple(
            (at, atom) for at in range(len(moves)) if (atom := some(state_atoms, 0.5))
        ),
    )


def _random_rule(
    rng: random.Random, head: int, own: list[int], below: list[int], does: list[int]
) -> Rule:
    if rng.random() < 0.2:
        chosen = rng.choices(below, k=rng.randint(0, 9))
        bound = rng.randint(0, len(chosen) + 1)
        return Rule(head, tuple(rng.choice((1, -1)) * atom for atom in chosen), bound)
    same = rng.choices(own, k=rng.choice((0, 0, 1, 1, 2)))
    lower = rng.choices(below, k=rng.randint(1, 3))
    if does and rng.random() < 0.4:
        lower.append(rng.choice(does))
    literals = (*same, *(rng.choice((1, 1, -1)) * atom for atom in lower))
    return Rule(head, literals, len(literals))


def grounds() -> st.SearchStrategy[Ground]:
    """Return ground programs; smaller ones are tried when one fails."""
    return st.builds(random_ground, st.integers(0, 2**32), st.integers(5, 60))


def least_model(ground: Ground, state: list[int], moves: list[int]) -> list[bool]:
    """Return which atoms hold, the slow way: lower atoms are settled first.

    The rules must be in layers, heads of a layer being greater than those below.
    """
    rules = [
        Rule(
            int(head),
            tuple(ground.literals[begin:end].tolist()),
            int(end - begin),
        )
        for head, begin, end in zip(
            ground.heads, ground.starts, ground.starts[1:], strict=False
        )
    ]
    rules += [
        Rule(int(head), tuple(ground.count_literals[begin:end].tolist()), int(bound))
        for head, bound, begin, end in zip(
            ground.count_heads,
            ground.count_bounds,
            ground.count_starts,
            ground.count_starts[1:],
            strict=False,
        )
    ]
    holds = [False] * (ground.atoms + 1)
    for fact in ground.facts:
        holds[fact] = True
    for at, atom in enumerate(ground.true):
        holds[atom] = bool(state[at])
    for at, atom in enumerate(ground.does):
        holds[atom] = bool(moves[at])
    for layer in _layers(rules, ground.atoms):
        changed = True
        while changed:
            changed = False
            for rule in layer:
                true = sum(holds[abs(x)] == (x > 0) for x in rule.literals)
                if true >= rule.bound and not holds[rule.head]:
                    holds[rule.head] = changed = True
    return holds


def _layers(rules: list[Rule], atoms: int) -> list[list[Rule]]:
    """Return the rules by the height of their heads over negations and counts."""
    height = [0] * (atoms + 1)
    changed = True
    while changed:
        changed = False
        for rule in rules:
            counted = rule.bound != len(rule.literals)
            for literal in rule.literals:
                least = height[abs(literal)] + (1 if literal < 0 or counted else 0)
                if height[rule.head] < least:
                    height[rule.head] = least
                    changed = True
    return [
        [rule for rule in rules if height[rule.head] == level]
        for level in range(max(height) + 1)
    ]
