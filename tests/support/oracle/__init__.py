"""An interpreter of rule files that shares nothing with the package: the oracle.

It is written from docs/rules.md and docs/gdl.md alone, slow and plain. What a relation
holds of is computed when it is asked for, from all its rules; where it depends on
itself, again and again until nothing is new. A literal waits until its variables are
bound.

    oracle = Oracle(text, "prolog", {"columns": "4"})
    state = oracle.initial
    state = oracle.successor(state, ["drop(4)", "noop"])
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence

from oracle.rules import Rules, State
from oracle.terms import Term, Var, arguments, kif_clause, kif_terms, prolog_terms

sys.setrecursionlimit(20_000)


class Oracle:
    """A rule file as a game.

    Args:
        text: the rules.
        syntax: `prolog` or `kif`.
        parameters: the texts of the values that override defaults.

    Attributes:
        roles: in the order in which they are derived.
        initial: the state at the start.
        gdl: whether a role without a move is a fault, and does not `noop`.
    """

    def __init__(
        self, text: str, syntax: str = "prolog", parameters: Mapping[str, str] = {}
    ) -> None:
        clauses = prolog_terms(text) if syntax == "prolog" else []
        if syntax == "kif":
            clauses = [kif_clause(term) for term in kif_terms(text)]
        values = {name: prolog_terms(f"{v} .")[0] for name, v in parameters.items()}
        for place, clause in enumerate(clauses):
            match clause:
                case ("parameter", str(name), _) if name in values:
                    clauses[place] = ("parameter", name, values[name])
        self.gdl = ("convention", "gdl") in clauses
        if syntax == "kif":
            self.gdl = ("convention", "own") not in clauses
        self._rules = Rules(clauses)
        self.roles = [role for (role,) in self._all("role", 1)]
        self.initial: State = frozenset(fact for (fact,) in self._all("init", 1))

    def instances(self, name: str, *given: Term | None) -> list[tuple[Term, ...]]:
        """Return the arguments for which a relation holds in all states alike.

        Args:
            name: of the relation.
            given: its arguments; None for any.
        """
        values = [Var(str(i)) if v is None else v for i, v in enumerate(given)]
        return [arguments(atom) for atom in self._rules.answers((name, *values))]

    def _all(self, name: str, size: int) -> list[tuple[Term, ...]]:
        names = [Var(f"answer {i}") for i in range(size)]
        found = self._rules.answers((name, *names) if names else name)
        return [arguments(atom) for atom in found]

    def legal(self, state: State) -> dict[Term, set[Term]]:
        """Return the moves of each role, in a state that is not terminal."""
        self._rules.set_state(state)
        found = self._all("legal", 2)
        moves = {role: {move for r, move in found if r == role} for role in self.roles}
        if not self.gdl:
            return {role: its or {"noop"} for role, its in moves.items()}
        return moves

    def successor(self, state: State, joint: Sequence[Term]) -> State:
        """Return the state after a move of each role."""
        pairs = zip(self.roles, joint, strict=True)
        self._rules.set_state(state, tuple(("does", r, move) for r, move in pairs))
        return frozenset(fact for (fact,) in self._all("next", 1))

    def terminal(self, state: State) -> bool:
        """Return whether the game is over."""
        self._rules.set_state(state)
        return bool(self._all("terminal", 0))

    def goals(self, state: State) -> dict[Term, int | None]:
        """Return the goal of each role; None where it has none, or several."""
        self._rules.set_state(state)
        found = self._all("goal", 2)
        values = {role: [v for r, v in found if r == role] for role in self.roles}
        return {
            role: its[0] if len(its) == 1 and isinstance(its[0], int) else None
            for role, its in values.items()
        }
