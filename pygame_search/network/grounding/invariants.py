"""What holds in every reachable state, proved by clingo.

A candidate is that of each group of fluents, such as `cell(1, 1, _)` or `control(_)`,
at most one holds, or that at least one does. It holds at the start. A step is made from
any set of fluents in which the candidates hold, by any legal joint move; candidates
that it may break are dropped until the rest is inductive. What is left holds in all
reachable states.

The limits count conflicts of the solver and literals, not seconds. The work is done in
a process of its own; see `process`.
"""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterable, Sequence
from contextlib import suppress
from itertools import pairwise
from typing import Any, TypeAlias

from clingo import Control
from clingo.backend import Backend
from numpy.typing import NDArray

from pygame_search.network.grounding.ground import Ground
from pygame_search.support.process import end, received

#: The limits: conflicts of a query, and literals of the rules.
CONFLICTS, LITERALS = 1_000, 3_000_000

#: The same for `exclusive`, which saves less than a proof of sums does.
_MORE_CONFLICTS, _FEWER_LITERALS = 4_000, 100_000

#: Groups of fluents that differ in one argument: the name, the number of arguments, and
#: the place of the one that differs, -1 for all.
Kind: TypeAlias = tuple[str, int, int]


def main() -> None:
    """Answer the request: a pickle of a ground program."""
    end(json.dumps(exclusive(pickle.loads(received()))).encode())


def exclusive(ground: Ground) -> list[list[list[int]]]:
    """Return groups of fluents of which exactly one holds in every reachable state.

    The proof rests on nothing else: from any state in which exactly one fluent of each
    of these groups holds, every legal move leads to such a state.

    Args:
        ground: the rules.

    Returns:
        For each kind its groups, each the numbers of the fluents.
    """
    if too_large(ground, _FEWER_LITERALS):
        return []
    with suppress(TooHardError):
        proved = Step(ground, _MORE_CONFLICTS).invariants(exact=True)
        return [
            groups
            for kind, groups in kinds(ground.fluents).items()
            if (kind, 1) in proved
        ]
    return []


def too_large(ground: Ground, literals: int = LITERALS) -> bool:
    """Return whether rules have more literals than a limit."""
    return len(ground.literals) + len(ground.count_literals) > literals


class TooHardError(Exception):
    """A query takes too many conflicts."""


class Query:
    """A program for clingo, and what is asked of it.

    Args:
        conflicts: the most that a query may take.
    """

    def __init__(self, conflicts: int = CONFLICTS) -> None:
        self.control = Control(["--warn=none"])
        solving: Any = self.control.configuration.solve
        solving.solve_limit = str(conflicts)

    def solve(
        self, assumptions: Sequence[int], known: Iterable[int]
    ) -> set[int] | None:
        """Return which atoms hold in a model, None where there is no model.

        Args:
            assumptions: literals.
            known: the atoms to return if they hold.

        Raises:
            TooHardError: the query takes too many conflicts.
        """
        with self.control.solve(assumptions=assumptions, yield_=True) as handle:
            model = handle.model()
            if model is not None:
                return {atom for atom in known if model.is_true(atom)}
            if handle.get().unsatisfiable:
                return None
        raise TooHardError


def copied(ground: Ground, back: Backend, below: Sequence[int] | None) -> list[int]:
    """Add the rules once more; return the new atom of each old one.

    Args:
        ground: the rules.
        back: where to add them.
        below: add only the rules that these atoms depend on; None for all.
    """
    new = [0, *(back.add_atom() for _ in range(ground.atoms))]

    def literal(old: int) -> int:
        return new[old] if old > 0 else -new[-old]

    wanted = None if below is None else below_atoms(ground, below)
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


def below_atoms(ground: Ground, atoms: Sequence[int]) -> set[int]:
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


class Step(Query):
    """A state that is no end, and a legal joint move.

    Attributes:
        before: the atoms of the rules in the state.
        next: for each fluent the atom that it holds after the move; 0 for never.
        kept: for each candidate, which is a kind and a bound, the atom that it holds in
            the state. Of each group fewer than 2 hold, or not fewer than 1.
        broken: the atom that it does not hold after the move.
    """

    def __init__(self, ground: Ground, conflicts: int = CONFLICTS) -> None:
        super().__init__(conflicts)
        self._ground = ground
        self.kept: dict[tuple[Kind, int], int] = {}
        self.broken: dict[tuple[Kind, int], int] = {}
        with self.control.backend() as back:
            self.before = before = copied(ground, back, None)
            back.add_rule([before[atom] for atom in ground.true.tolist()], choice=True)
            over = ground.outputs["terminal"].atom
            if over:
                back.add_rule([], [before[over]])
            self._moves(back)
            self.next = [before[atom] for atom in ground.next.tolist()]
            self._groups(back)

    def _moves(self, back: Backend) -> None:
        """Let each role make one legal move."""
        ground, before = self._ground, self.before
        by_role: list[list[int]] = [[] for _ in ground.roles]
        for (role, _), does, legal in zip(
            ground.moves, ground.does.tolist(), ground.legal.tolist(), strict=True
        ):
            by_role[role].append(before[does])
            back.add_rule([before[does]], [before[legal]], choice=True)
        for moves in by_role:
            back.add_rule([], [at_least(back, 2, moves)])
            back.add_rule([], [-at_least(back, 1, moves)])

    def _groups(self, back: Backend) -> None:
        """Add the candidates."""
        ground = self._ground
        initial = ground.initial.tolist()
        states = [self.before[atom] for atom in ground.true.tolist()]
        for kind, groups in kinds(ground.fluents).items():
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
                    then = [self.next[place] for place in group if self.next[place]]
                    back.add_rule([], [kept, sign * at_least(back, bound, now)])
                    back.add_rule([broken], [sign * at_least(back, bound, then)])
                self.kept[kind, bound], self.broken[kind, bound] = kept, broken

    def invariants(self, *, exact: bool = False) -> dict[tuple[Kind, int], int]:
        """Return the candidates that are inductive together, as in `kept`.

        Args:
            exact: whether both candidates of a kind are wanted, or none.

        Raises:
            TooHardError: see `solve`.
        """
        alive = dict(self.kept)
        while alive:
            if exact:
                alive = {w: a for w, a in alive.items() if _other(w) in alive}
            with self.control.backend() as back:
                some = back.add_atom()
                for what in alive:
                    back.add_rule([some], [self.broken[what]])
            broken = self.solve([*alive.values(), some], self.broken.values())
            if broken is None:
                break
            alive = {w: a for w, a in alive.items() if self.broken[w] not in broken}
        return alive


def _other(candidate: tuple[Kind, int]) -> tuple[Kind, int]:
    """Return the other candidate of a kind: of at most one, at least one."""
    kind, bound = candidate
    return kind, 3 - bound


def at_least(back: Backend, bound: int, atoms: Sequence[int]) -> int:
    """Return an atom that holds if at least `bound` of the atoms do."""
    atom = back.add_atom()
    back.add_weight_rule([atom], bound, [(one, 1) for one in atoms])
    return atom


def kinds(fluents: Sequence[str]) -> dict[Kind, list[list[int]]]:
    """Return groups of fluents that differ in one argument, and in all of them."""
    found: dict[Kind, dict[tuple[str, ...], list[int]]] = {}
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
