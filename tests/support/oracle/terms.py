"""The terms of the oracle: read from texts, matched, and computed with.

A term is a number, a name (`str`), a `Var`, or a tuple of a name and the arguments; the
empty list is `("[]",)`, and so every list ends. The terms of a text in Prolog's syntax
come from SWI-Prolog's own reader, by reader.pl.
"""

from __future__ import annotations

import json
import operator
import re
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias


@dataclass(frozen=True, slots=True)
class Var:
    """A variable of a clause."""

    name: str


Term: TypeAlias = "int | float | str | Var | tuple[Any, ...]"
Env: TypeAlias = "dict[Var, Term]"
#: A relation: its name and the number of arguments; `(p)` of KIF has one of its own.
Relation: TypeAlias = "tuple[str, int]"

NOT = ("\\+", 1), ("not", 1)
DIFFERENT = ("\\==", 2), ("dif", 2), ("distinct", 2)
COMPARED: dict[Relation, Callable[[int, int], bool]] = {
    ("<", 2): operator.lt, ("=<", 2): operator.le, (">", 2): operator.gt,
    (">=", 2): operator.ge, ("=:=", 2): operator.eq, ("=\\=", 2): operator.ne,
}  # fmt: skip
BUILT_IN = {*NOT, *DIFFERENT, *COMPARED, ("is", 2), ("between", 3), ("count", 3)}
KEYWORDS = (
    *("role", "init", "true", "does", "next", "legal", "goal", "terminal"),
    *("base", "input", "sees", "not", "or", "distinct"),
)


class OracleError(Exception):
    """The rules have no meaning by the page: a variable is unbound, or a circle."""


# ---- terms from texts ------------------------------------------------------------


@cache
def _reader() -> subprocess.Popen[str]:
    script = Path(__file__).with_name("reader.pl")
    return subprocess.Popen(
        ["swipl", str(script)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8",
    )  # fmt: skip


def _of_json(read: Any) -> Term:
    if isinstance(read, dict):
        return Var(str(read["v"]))
    if isinstance(read, list):
        return (read[0], *map(_of_json, read[1:]))
    return read  # type: ignore[no-any-return]


def prolog_terms(text: str) -> list[Term]:
    """Return the terms of a text, each with a full stop behind it."""
    reader = _reader()
    assert reader.stdin is not None
    assert reader.stdout is not None
    reader.stdin.write(json.dumps(text) + "\n")
    reader.stdin.flush()
    answer = json.loads(reader.stdout.readline())
    if isinstance(answer, dict):
        raise OracleError(answer["error"])
    return [_of_json(term) for term in answer]


def kif_terms(text: str) -> list[Term]:
    """Return the terms of a text in KIF."""
    nested: list[list[Term]] = [[]]
    for token in re.findall(r"[()]|[^\s()]+", re.sub(r";[^\n]*", "", text)):
        if token == "(":
            nested.append([])
        elif token == ")":
            inner = nested.pop()
            nested[-1].append(tuple(inner))
        elif token.startswith("?"):
            nested[-1].append(Var(token))
        else:
            number = re.fullmatch(r"0|-?[1-9][0-9]*", token)
            nested[-1].append(int(token) if number else token)
    (terms,) = nested
    return terms


def _kif_literal(term: Term) -> Term:
    """Return a sentence of a rule sheet as this language has it."""
    name, *arguments = term if isinstance(term, tuple) else (term,)
    if name.lower() in KEYWORDS:
        name = name.lower()
    elif name.startswith("pygame_search:"):
        name = name.removeprefix("pygame_search:")
    elif (name, len(arguments)) in BUILT_IN or name in (",", ";", "parameter"):
        name = f"kif:{name}"
    if name in ("not", "or"):
        arguments = [*map(_kif_literal, arguments)]
    return (name, *arguments) if isinstance(term, tuple) else name


def kif_clause(term: Term) -> Term:
    """Return a clause of a rule sheet as this language has it."""
    if not (isinstance(term, tuple) and term[0] == "<="):
        return _kif_literal(term)
    head, *body = map(_kif_literal, term[1:])
    for literal in body[:-1][::-1]:
        body[-1] = (",", literal, body[-1])
    return (":-", head, body[-1]) if body else head


# ---- terms -------------------------------------------------------------------------


def relation(atom: Term) -> Relation:
    """Return which relation an atom is of."""
    if isinstance(atom, tuple):
        return atom[0], len(atom) - 1 or -1
    if not isinstance(atom, str):
        raise OracleError(f"{atom} is no literal")
    return atom, 0


def arguments(atom: Term) -> tuple[Term, ...]:
    """Return the arguments of an atom."""
    return atom[1:] if isinstance(atom, tuple) else ()


def variables(term: Term) -> set[Var]:
    """Return the variables of a term."""
    if isinstance(term, tuple):
        return set().union(*map(variables, term[1:]))
    return {term} if isinstance(term, Var) else set()


def ground(term: Term, env: Env) -> Term | None:
    """Return a term with its variables replaced; None if one is not bound."""
    if isinstance(term, Var):
        return env.get(term)
    if not isinstance(term, tuple):
        return term
    values = [ground(part, env) for part in term[1:]]
    return None if None in values else (term[0], *values)


def matched(pattern: Term, value: Term, env: Env) -> Env | None:
    """Return what is bound when a term is a ground one; None if it cannot be."""
    found = dict(env)
    return found if _match(pattern, value, found) else None


def _match(pattern: Term, value: Term, env: Env) -> bool:
    if isinstance(pattern, Var):
        return bool(env.setdefault(pattern, value) == value)
    if isinstance(pattern, tuple) and isinstance(value, tuple):
        return (
            pattern[0] == value[0]
            and len(pattern) == len(value)
            and all(_match(p, v, env) for p, v in zip(pattern[1:], value[1:]))  # noqa: B905
        )
    return pattern == value


def number_of(term: Term, env: Env) -> int | None:
    """Return the value of an expression; None if it has none."""
    if isinstance(term, Var):
        term = env[term]
        return term if isinstance(term, int) else None
    if not isinstance(term, tuple):
        return term if isinstance(term, int) else None
    values = [number_of(part, env) for part in term[1:]]
    if None in values:
        return None
    match term[0], *values:
        case "+", int(a), int(b):
            return a + b
        case "-", int(a), int(b):
            return a - b
        case "*", int(a), int(b):
            return a * b
        case "//" | "rem" as name, int(a), int(b) if b:
            towards_zero = abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
            return towards_zero if name == "//" else a - b * towards_zero
        case "mod", int(a), int(b) if b:
            return a % b
        case "xor", int(a), int(b):
            return a ^ b
        case "min" | "max" as name, int(a), int(b):
            return min(a, b) if name == "min" else max(a, b)
        case "abs", int(a):
            return abs(a)
        case "sign", int(a):
            return (a > 0) - (a < 0)
        case "-", int(a):
            return -a
        case "+", int(a):
            return a
    return None
