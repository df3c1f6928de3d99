"""Bodies of rules for the oracle: their literals in an order in which each is bound."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import chain, product
from typing import Any

from oracle.terms import (
    BUILT_IN,
    NOT,
    OracleError,
    Relation,
    Term,
    Var,
    relation,
    variables,
)


@dataclass(frozen=True, slots=True)
class Step:
    """A literal whose turn it is; a negation and a count hold their goal's bodies."""

    atom: Term
    inner: list[list[Step]] = field(default_factory=list)


def alternatives(body: Term) -> list[tuple[Term, ...]]:
    """Return the conjunctions of which one must hold."""
    match body:
        case (",", one, two):
            pairs = product(alternatives(one), alternatives(two))
            return [left + right for left, right in pairs]
        case (";" | "or", *parts):
            return [found for part in parts for found in alternatives(part)]
    return [(body,)]


def _goal(literal: Term) -> Term | None:
    """Return what a negation or a count asks."""
    if isinstance(literal, tuple) and relation(literal) in NOT:
        return literal[1]  # type: ignore[no-any-return]
    return literal[2] if relation(literal) == ("count", 3) else None  # type: ignore


def _outside(literal: Term) -> set[Var]:
    """Return the variables that a literal has outside of negations and counts."""
    if _goal(literal) is None:
        return variables(literal)
    return variables(literal[3]) if relation(literal) == ("count", 3) else set()  # type: ignore


def _needs(literal: Any, known: set[Var]) -> set[Var]:
    """Return the variables that must be bound before a literal; known: not local."""
    kind = relation(literal)
    if kind == ("is", 2):
        return variables(literal[2])
    if kind == ("between", 3):
        return variables(literal[1]) | variables(literal[2])
    if kind == ("count", 3):
        return variables(literal[:3]) & known
    if kind in NOT:
        return variables(literal) & known
    return variables(literal) if kind in BUILT_IN else set()


def ordered(literals: Iterable[Term], bound: set[Var]) -> list[Step]:
    """Return the literals of a conjunction, each behind those that bind its variables.

    Tests come as soon as they can, then what is bound already, then the others.
    """
    left, steps = list(literals), []
    known = bound.union(*map(_outside, left))
    while left:

        def cost(literal: Term, bound: set[Var] = bound) -> int:
            its = variables(literal)
            if relation(literal) in BUILT_IN:
                goes_through = relation(literal) == ("between", 3) and not its <= bound
                fit = _needs(literal, known) <= bound
                return 4 if not fit else 3 if goes_through else 0
            return 1 if its <= bound else 2 if its & bound else 3

        literal = min(left, key=cost)
        if cost(literal) == 4:
            raise OracleError(f"unbound: {left}")
        left.remove(literal)
        goal = _goal(literal)
        inside = [] if goal is None else alternatives(goal)
        its_bound = _needs(literal, known)
        steps.append(Step(literal, [ordered(part, its_bound) for part in inside]))
        bound = bound | _outside(literal)
    return steps


def asked(literal: Term) -> set[Relation]:
    """Return the relations that a literal asks."""
    goal = _goal(literal)
    if goal is None:
        return {relation(literal)} - BUILT_IN
    return set().union(*map(asked, chain.from_iterable(alternatives(goal))))
