"""What follows from rules in a state and a joint move, for the oracle."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from oracle.bodies import Step, alternatives, asked, ordered
from oracle.terms import (
    COMPARED,
    DIFFERENT,
    NOT,
    Env,
    OracleError,
    Relation,
    Term,
    Var,
    arguments,
    ground,
    matched,
    number_of,
    relation,
)

State: TypeAlias = "frozenset[Term]"
#: What is asked: a relation and its arguments, None where one is not ground.
Key: TypeAlias = "tuple[Relation, tuple[Term | None, ...]]"
#: In the order in which they were derived.
Answers: TypeAlias = "dict[Term, None]"


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn of the rules that depend on each other: what is known, and was tried."""

    group: frozenset[Relation]
    known: dict[Key, Answers]
    tried: set[Key] = field(default_factory=set)


class Rules:
    """Clauses, and what follows from them in a state and a joint move.

    Args:
        clauses: the terms of a rule file.

    Attributes:
        rules: for each relation the heads and bodies of its clauses.
    """

    def __init__(self, clauses: Iterable[Term]) -> None:
        self.rules: dict[Relation, list[tuple[Term, tuple[Term, ...]]]] = {}
        for clause in clauses:
            head: Any = clause
            bodies: list[tuple[Term, ...]] = [()]
            if isinstance(clause, tuple) and relation(clause) == (":-", 2):
                head, bodies = clause[1], alternatives(clause[2])
            for body in bodies:
                self.rules.setdefault(relation(head), []).append((head, body))
        self._plans: dict[tuple[Relation, int, frozenset[Var]], list[Step]] = {}
        self._below: dict[Relation, frozenset[Relation]] = {}
        self._facts: State = frozenset()
        self._joint: tuple[Term, ...] = ()
        #: What is known always, in this state, and in this state and joint move.
        self._found: tuple[dict[Key, Answers], ...] = ({}, {}, {})
        self._asking: set[Key] = set()

    def set_state(self, facts: State, joint: tuple[Term, ...] = ()) -> None:
        """Make these what holds and what is done."""
        if facts != self._facts:
            self._found[1].clear()
        self._found[2].clear()
        self._facts, self._joint = facts, joint

    def below(self, kind: Relation) -> frozenset[Relation]:
        """Return the relations that one depends on."""
        if kind not in self._below:
            found: set[Relation] = set()
            left = [kind]
            while left:
                for _, body in self.rules.get(left.pop(), []):
                    new = set().union(*map(asked, body)) - found
                    found |= new
                    left += new
            self._below[kind] = frozenset(found)
        return self._below[kind]

    def answers(self, atom: Term) -> list[Term]:
        """Return the instances of an atom that hold."""
        return [
            a for a in self._ask(_key(atom, {})) if matched(atom, a, {}) is not None
        ]

    def _memory(self, kind: Relation) -> dict[Key, Answers]:
        """Return where the answers of a relation are kept."""
        below = self.below(kind)
        return self._found[2 if ("does", 2) in below else ("true", 1) in below]

    def _ask(self, key: Key) -> Answers:
        memory = self._memory(key[0])
        if key not in memory:
            if key in self._asking:
                raise OracleError(f"{key} depends on its own negation")
            self._asking.add(key)
            below = self.below(key[0])
            group = frozenset(one for one in below if key[0] in self.below(one))
            known: dict[Key, Answers] = {}
            before = -1
            while before < (now := sum(map(len, known.values()))):
                before = now
                self._derive(key, Turn(group | {key[0]}, known))
            memory.update(known)
            self._asking.remove(key)
        return memory[key]

    def _derive(self, key: Key, turn: Turn) -> Answers:
        """Try the rules of a relation once in a turn; return what is known of it."""
        found = turn.known.setdefault(key, {})
        if key in turn.tried:
            return found
        turn.tried.add(key)
        for place, (head, body) in enumerate(self.rules.get(key[0], [])):
            env: Env | None = {}
            for argument, value in zip(arguments(head), key[1], strict=True):
                if value is not None and env is not None:
                    env = matched(argument, value, env)
            if env is None:
                continue
            plan = key[0], place, frozenset(env)
            if plan not in self._plans:
                self._plans[plan] = ordered(body, set(env))
            for solution in self._run(self._plans[plan], env, turn):
                fact = ground(head, solution)
                if fact is None:
                    raise OracleError(f"unbound: {head}")
                found[fact] = None
        return found

    def _run(self, steps: list[Step], env: Env, turn: Turn | None) -> list[Env]:
        """Return in which ways all the literals hold."""
        found = [env]
        for step in steps:
            found = [new for old in found for new in self._step(step, old, turn)]
        return found

    def _holds(self, step: Step, env: Env) -> bool:
        return any(self._run(steps, env, None) for steps in step.inner)

    def _step(self, step: Step, env: Env, turn: Turn | None) -> list[Env]:
        """Return in which ways a literal holds."""
        atom: Any = step.atom
        kind = relation(atom)
        if kind in NOT:
            return [] if self._holds(step, env) else [env]
        if kind in DIFFERENT:
            return [env] if ground(atom[1], env) != ground(atom[2], env) else []
        if kind in COMPARED:
            one, two = number_of(atom[1], env), number_of(atom[2], env)
            if one is None or two is None:
                return []
            return [env] if COMPARED[kind](one, two) else []
        if kind == ("is", 2):
            return _equal(atom[1], number_of(atom[2], env), env)
        if kind == ("between", 3):
            low, high, value = (ground(part, env) for part in atom[1:])
            if not isinstance(low, int) or not isinstance(high, int):
                return []
            if value is not None:
                inside = isinstance(value, int) and low <= value <= high
                return [env] if inside else []
            numbers = range(low, high + 1)
            return [new for n in numbers for new in _equal(atom[3], n, env)]
        if kind == ("count", 3):
            instances = set()
            for steps in step.inner:
                for solution in self._run(steps, env, None):
                    instances.add(ground(atom[1], solution))
            if None in instances:
                raise OracleError(f"unbound: {atom}")
            return _equal(atom[3], len(instances), env)
        found = self._instances(atom, env, turn)
        return [new for a in found if (new := matched(atom, a, env)) is not None]

    def _instances(self, atom: Any, env: Env, turn: Turn | None) -> Iterable[Term]:
        """Return what an atom must be matched with."""
        kind = relation(atom)
        if kind == ("true", 1):
            return self._fluents(atom[1], env)
        if kind == ("does", 2):
            return self._joint
        key = _key(atom, env)
        if turn is None or kind not in turn.group or key in self._memory(kind):
            return self._ask(key)
        return list(self._derive(key, turn))

    def _fluents(self, fluent: Term, env: Env) -> Iterable[Term]:
        """Return `true(F)` for the facts that agree in what is bound of a fluent."""
        known = ground(fluent, env)
        if known is not None:
            return [("true", known)] if known in self._facts else []
        if isinstance(fluent, Var):
            return [("true", fact) for fact in self._facts]
        (_, size), values = _key(fluent, env)
        key: Key = (f"true {fluent[0]}", size), values  # type: ignore[index]
        if key not in self._found[1]:
            self._found[1][key] = {
                ("true", fact): None
                for fact in self._facts
                if relation(fact) == relation(fluent) and _agree(values, fact)
            }
        return self._found[1][key]


def _key(atom: Term, env: Env) -> Key:
    return relation(atom), tuple(ground(part, env) for part in arguments(atom))


def _agree(values: tuple[Term | None, ...], fact: Term) -> bool:
    pairs = zip(values, arguments(fact), strict=True)
    return all(value is None or value == part for value, part in pairs)


def _equal(pattern: Term, value: int | None, env: Env) -> list[Env]:
    found = None if value is None else matched(pattern, value, env)
    return [] if found is None else [found]
