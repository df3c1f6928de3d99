"""Whether two players' goals add up to a constant, proved by clingo.

The rules are a function of the fluents and the moves. So if clingo finds no set of
fluents that is an end with a different sum, the sum is a constant. This is tried first.

Most games need more: in an arbitrary set of fluents both players may have a line. Then
an end must be the start, or the result of a legal joint move in a state that is not an
end. Some invariants restrict that state: at most one of a group of fluents, such as
`control(_)` or `cell(1, 1, _)`, holds, or at least one does. A candidate holds at the
start. Candidates that a step may break, although all hold before it, are dropped until
the rest is inductive.

Every reachable end is among the states considered, so a proof is valid for the game.
Without a proof nothing is known. The limits count conflicts of the solver and literals,
not seconds. The search runs in a process of its own; see `process`.
"""

from __future__ import annotations

import json
import pickle
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from itertools import pairwise, product
from typing import Any

from clingo import Control
from clingo.backend import Backend
from numpy.typing import NDArray

from pygame_search.network.grounding.ground import Ground
from pygame_search.network.grounding.process import end, end_with_caller

#: The limits: conflicts of a query, literals of the rules, and pairs of goal values.
CONFLICTS, LITERALS, PAIRS = 1_000, 3_000_000, 100_000


def main() -> None:
    """Answer the request: a pickle of a ground program and the indices of two roles."""
    end_with_caller()
    ground, players = pickle.load(sys.stdin.buffer)
    end(json.dumps(proved_sum(ground, players)).encode())


def proved_sum(ground: Ground, players: tuple[int, int]) -> int | None:
    """Return what the goals of two players add up to at every end, None if unknown.

    Args:
        ground: the rules.
        players: the indices of the roles.
    """
    goals: _Goals = ({}, {})
    outputs = ground.outputs["goal"]
    for (role, value), atom in zip(outputs.arguments, outputs.atoms, strict=True):
        if role in players:
            goals[players.index(int(role))].setdefault(int(value), []).append(atom)
    literals = len(ground.literals) + len(ground.count_literals)
    pairs = len(goals[0]) * len(goals[1])
    if not _over(ground) or literals > LITERALS or pairs > PAIRS:
        return None
    for question in (_AnyState, _Step):
        with suppress(_TooHardError):
            found = question(ground, goals).proved()
            if found is not None:
                return found
    return None


#: For each of the two roles the atoms of its goal values.
_Goals = tuple[dict[int, list[int]], dict[int, list[int]]]


def _over(ground: Ground) -> int:
    """Return the atom that the game is over, 0 if it never is."""
    return ground.outputs["terminal"].atom


def _roots(ground: Ground, goals: _Goals) -> list[int]:
    """Return the atoms that define the ends and their values."""
    return [_over(ground), *(a for side in goals for x in side.values() for a in x)]


class _TooHardError(Exception):
    """A query takes too many conflicts."""


class _Question:
    """A program for clingo, and what is asked of it."""

    def __init__(self) -> None:
        self.control = Control(["--warn=none"])
        solving: Any = self.control.configuration.solve
        solving.solve_limit = str(CONFLICTS)

    def solve(
        self, assumptions: Sequence[int], known: Iterable[int]
    ) -> set[int] | None:
        """Return which atoms hold in a model, None where there is no model.

        Args:
            assumptions: literals.
            known: the atoms to return if they hold.

        Raises:
            _TooHardError: the query takes too many conflicts.
        """
        with self.control.solve(assumptions=assumptions, yield_=True) as handle:
            model = handle.model()
            if model is not None:
                return {atom for atom in known if model.is_true(atom)}
            if handle.get().unsatisfiable:
                return None
        raise _TooHardError


def _copied(ground: Ground, back: Backend, below: Sequence[int] | None) -> list[int]:
    """Add the rules once more; return the new atom of each old one.

    Args:
        ground: the rules.
        back: where to add them.
        below: add only the rules that these atoms depend on; None for all.
    """
    new = [0, *(back.add_atom() for _ in range(ground.atoms))]

    def literal(old: int) -> int:
        return new[old] if old > 0 else -new[-old]

    wanted = None if below is None else _below(ground, below)
    for head, body in _rules(ground.heads, ground.starts, ground.literals):
        if wanted is None or head in wanted:
            back.add_rule([new[head]], [literal(x) for x in body])
    for fact in ground.facts.tolist():
        back.add_rule([new[fact]])
    counts: dict[tuple[int, ...], dict[int, int]] = {}
    for (head, body), bound in zip(
        _rules(ground.count_heads, ground.count_starts, ground.count_literals),
        ground.count_bounds.tolist(),
        strict=True,
    ):
        if wanted is None or head in wanted:
            known = counts.setdefault(tuple(sorted(body)), {})
            if bound not in known:
                known[bound] = atom = back.add_atom()
                back.add_weight_rule([atom], bound, [(literal(x), 1) for x in body])
            back.add_rule([new[head]], [known[bound]])
    for known in counts.values():
        bounds = sorted(known)
        for less, more in pairwise(bounds):  # implied, but slow for clingo to derive
            back.add_rule([], [known[more], -known[less]])
    return new


def _rules(
    heads: NDArray[Any], starts: NDArray[Any], literals: NDArray[Any]
) -> Iterable[tuple[int, list[int]]]:
    places, all_literals = starts.tolist(), literals.tolist()
    for rule, head in enumerate(heads.tolist()):
        yield head, all_literals[places[rule] : places[rule + 1]]


def _below(ground: Ground, atoms: Sequence[int]) -> set[int]:
    """Return some atoms and all atoms that they depend on."""
    bodies: dict[int, list[list[int]]] = {}
    for heads, starts, literals in (
        (ground.heads, ground.starts, ground.literals),
        (ground.count_heads, ground.count_starts, ground.count_literals),
    ):
        for head, body in _rules(heads, starts, literals):
            bodies.setdefault(head, []).append(body)
    found, waiting = set(atoms), list(atoms)
    while waiting:
        for body in bodies.get(waiting.pop(), ()):
            new = {abs(x) for x in body} - found
            found |= new
            waiting += new
    return found


class _Ends:
    """The ends of a copy of the rules, and the sums of the goals there."""

    def __init__(
        self,
        ground: Ground,
        back: Backend,
        new: Sequence[int],
        goals: _Goals,
    ) -> None:
        self.sums: dict[int, int] = {}
        over = new[_over(ground)]
        for (v, mine), (w, theirs) in product(*(side.items() for side in goals)):
            if v + w not in self.sums:
                self.sums[v + w] = back.add_atom()
            for one, two in product(mine, theirs):
                back.add_rule([self.sums[v + w]], [over, new[one], new[two]])
        self.any = back.add_atom()
        for atom in self.sums.values():
            back.add_rule([self.any], [atom])

    def only(self, question: _Question, known: Sequence[int]) -> int | None:
        """Return the only possible sum under assumptions, None if unknown.

        Raises:
            _TooHardError: see `solve`.
        """
        held = question.solve([*known, self.any], self.sums.values())
        if held is None:
            return None
        first = next(total for total, atom in self.sums.items() if atom in held)
        with question.control.backend() as back:
            other = back.add_atom()
            for total, atom in self.sums.items():
                if total != first:
                    back.add_rule([other], [atom])
        return first if question.solve([*known, other], ()) is None else None


class _AnyState(_Question):
    """The ends among all sets of fluents."""

    def __init__(self, ground: Ground, goals: _Goals) -> None:
        super().__init__()
        with self.control.backend() as back:
            new = _copied(ground, back, _roots(ground, goals))
            back.add_rule([new[atom] for atom in ground.true.tolist()], choice=True)
            self.ends = _Ends(ground, back, new, goals)

    def proved(self) -> int | None:
        """Return the sum, None if unknown."""
        return self.ends.only(self, [])


class _Step(_Question):
    """The start, and the ends that a legal joint move leads to.

    Attributes:
        kept: for each candidate invariant, the atom that it holds before the step.
        broken: the atom that it does not hold after the step.
    """

    def __init__(self, ground: Ground, goals: _Goals) -> None:
        super().__init__()
        self.ground = ground
        self.kept: dict[object, int] = {}
        self.broken: dict[object, int] = {}
        with self.control.backend() as back:
            self._back = back
            self._before = before = _copied(ground, back, None)
            true = ground.true.tolist()
            back.add_rule([before[atom] for atom in true], choice=True)
            back.add_rule([], [before[_over(ground)]])
            self._moves()
            self._next = [before[atom] for atom in ground.next.tolist()]
            self._groups()
            after = _copied(ground, back, _roots(ground, goals))
            start = back.add_atom()
            back.add_rule([start], choice=True)
            for atom, held, then in zip(
                true, ground.initial.tolist(), self._next, strict=True
            ):
                if held:
                    back.add_rule([after[atom]], [start])
                if then:
                    back.add_rule([after[atom]], [then, -start])
            self.ends = _Ends(ground, back, after, goals)

    def _moves(self) -> None:
        """Let each role make one legal move."""
        ground, back, before = self.ground, self._back, self._before
        by_role: list[list[int]] = [[] for _ in ground.roles]
        for (role, _), does, legal in zip(
            ground.moves, ground.does.tolist(), ground.legal.tolist(), strict=True
        ):
            by_role[role].append(before[does])
            back.add_rule([before[does]], [before[legal]], choice=True)
        for moves in by_role:
            back.add_rule([], [_at_least(back, 2, moves)])
            back.add_rule([], [-_at_least(back, 1, moves)])

    def _groups(self) -> None:
        """Add the candidate invariants."""
        ground, back = self.ground, self._back
        initial = ground.initial.tolist()
        states = [self._before[atom] for atom in ground.true.tolist()]
        for kind, groups in _kinds(ground.fluents).items():
            held = [sum(initial[place] for place in group) for group in groups]
            for bound, sign, right in (
                (2, 1, max(held) <= 1),  # not two of them
                (1, -1, min(held) >= 1),  # not none of them
            ):
                if not right:
                    continue
                kept, broken = back.add_atom(), back.add_atom()
                back.add_rule([kept], choice=True)
                for group in groups:
                    now = [states[place] for place in group]
                    then = [self._next[place] for place in group if self._next[place]]
                    back.add_rule([], [kept, sign * _at_least(back, bound, now)])
                    back.add_rule([broken], [sign * _at_least(back, bound, then)])
                self.kept[kind, bound], self.broken[kind, bound] = kept, broken

    def proved(self) -> int | None:
        """Return the sum, None if unknown."""
        return self.ends.only(self, self._invariants())

    def _invariants(self) -> list[int]:
        """Return the atoms of the invariants that are inductive together."""
        alive = dict(self.kept)
        while alive:
            with self.control.backend() as back:
                some = back.add_atom()
                for what in alive:
                    back.add_rule([some], [self.broken[what]])
            broken = self.solve([*alive.values(), some], self.broken.values())
            if broken is None:
                break
            alive = {w: a for w, a in alive.items() if self.broken[w] not in broken}
        return list(alive.values())


def _at_least(back: Backend, bound: int, atoms: Sequence[int]) -> int:
    """Return an atom that holds if at least `bound` of the atoms do."""
    atom = back.add_atom()
    back.add_weight_rule([atom], bound, [(one, 1) for one in atoms])
    return atom


def _kinds(fluents: Sequence[str]) -> dict[tuple[str, int, int], list[list[int]]]:
    """Return groups of fluents that differ in one argument, and in all of them.

    The keys are the name, the number of arguments, and the place of the one that
    differs, -1 for all.
    """
    found: dict[tuple[str, int, int], dict[tuple[str, ...], list[int]]] = {}
    for place, text in enumerate(fluents):
        name, arguments = _parts(text)
        count = len(arguments)
        for at in range(-1 if count else 0, count):
            rest = () if at < 0 else (*arguments[:at], *arguments[at + 1 :])
            if at < 0 or rest:
                groups = found.setdefault((name, count, at), {})
                groups.setdefault(rest, []).append(place)
    return {kind: list(groups.values()) for kind, groups in found.items()}


def _parts(text: str) -> tuple[str, list[str]]:
    """Return the name and the arguments of a term in Prolog or in KIF.

    An unusual text may be split wrongly, which only changes the groups.
    """
    if text.startswith("("):
        name, *arguments = _split(text[1:-1], " ")
        return name, arguments
    name, bracket, rest = text.partition("(")
    return name, _split(rest[:-1], ",") if bracket else []


def _split(text: str, mark: str) -> list[str]:
    parts, depth, begin = [], 0, 0
    for place, c in enumerate(text):
        depth += (c in "([") - (c in ")]")
        if c == mark and depth == 0:
            parts.append(text[begin:place])
            begin = place + 1
    return [*parts, text[begin:]]


if __name__ == "__main__":
    main()
