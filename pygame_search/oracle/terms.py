"""Read terms from texts, in Prolog by SWI-Prolog's own reader (reader.pl), or in KIF.

A term is a whole number, a name (`str`), a `Var`, or a tuple of a name and the
arguments; the empty list, which ends every list, is `("[]",)`.
"""

from __future__ import annotations

import atexit
import json
import os
import re
import subprocess
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias
from urllib.parse import unquote

from pygame_search.support.errors import InputError, RulesError
from pygame_search.support.resources import rules_folder


@dataclass(frozen=True, slots=True, eq=False)
class Var:
    """A variable of a clause; `variable` makes one for each name."""

    name: str


@cache
def variable(name: str) -> Var:
    """Return the variable of a name, always the same one, which is quick to find."""
    return Var(name)


Term: TypeAlias = "int | str | Var | tuple[Any, ...]"

#: The keywords of GDL, in upper or lower case, and those of our language, which are
#: ordinary names in a rule sheet.
KEYWORDS = (
    *("role", "init", "true", "does", "next", "legal", "goal", "terminal"),
    *("base", "input", "sees", "not", "or", "distinct"),
)
OWN = {
    *(("\\+", 1), ("\\==", 2), ("\\=", 2), ("==", 2), ("=", 2), ("dif", 2)),
    *(("<", 2), ("=<", 2), (">", 2), (">=", 2)),
    *(("=:=", 2), ("=\\=", 2), ("is", 2), ("between", 3), ("count", 3)),
    *(("sum", 4), ("max", 3), ("min", 3), ("list", 4)),
    *(("after", 2), ("after", 3)),
}


class OracleError(RulesError):
    """Rules or terms are not valid, for example because a variable is unbound."""


def variables(term: Term) -> set[Var]:
    """Return the variables of a term."""
    if isinstance(term, tuple):
        return set().union(*map(variables, term[1:]))
    return {term} if isinstance(term, Var) else set()


def clauses(text: str, syntax: str) -> list[Term]:
    """Return the clauses of a rule file.

    Args:
        text: the rules.
        syntax: `prolog` or `kif`.
    """
    if syntax == "kif":
        terms = kif_terms(text)
        heads = [term[1] if term[:1] == ("<=",) else term for term in terms]  # type: ignore[index]
        own = any(isinstance(head, tuple) and head[0] == "and" for head in heads)
        return [_kif_clause(term, conjunction=not own) for term in terms]
    return prolog_terms([text])[0]


def with_included(
    read: Sequence[Term], folder: Path | None, above: tuple[str, ...] = ()
) -> list[Term]:
    """Return clauses and those of the rule files that they include.

    A relation that a file defines is not taken from those that it includes, nor is a
    parameter of that name.

    Args:
        read: the clauses of a file.
        folder: where included files may be, besides `rules/`.
        above: the names of the files that led here.
    """
    found = [one for one in read if _defined(one) != ("include", 1)]
    own = {_defined(one) for one in found}
    for clause in read:
        if _defined(clause) != ("include", 1) or not isinstance(clause, tuple):
            continue
        call = clause[1]
        name, *given = call if isinstance(call, tuple) else (call,)
        values = {one[1]: one[2] for one in given}
        if name in above or not re.fullmatch(r"[a-z][A-Za-z0-9_]*", str(name)):
            raise OracleError(f"cannot include {name}")
        folders = [rules_folder(), *([] if folder is None else [folder])]
        paths = [place / f"{name}.pl" for place in folders]
        path = next((path for path in paths if path.is_file()), None)
        if path is None:
            raise OracleError(f"cannot include {name}: there is no such file")
        its = clauses(path.read_text(encoding="utf-8"), "prolog")
        for one in with_included(its, folder, (*above, str(name))):
            if _defined(one) in own:
                continue
            if isinstance(one, tuple) and one[0] == "parameter" and one[1] in values:
                one = ("parameter", one[1], values[one[1]])
            found.append(one)
    return found


def _defined(clause: Term) -> tuple[Any, Any]:
    """Return the relation that a clause defines; of a parameter, also its name."""
    head = clause
    if isinstance(clause, tuple) and clause[0] == ":-" and len(clause) == 3:
        head = clause[1]
    if isinstance(head, tuple) and head[0] == "parameter":
        return "parameter", head[1]
    return (head[0], len(head) - 1) if isinstance(head, tuple) else (head, 0)


def ground_terms(texts: Sequence[str], syntax: str) -> list[Term]:
    """Return the term of each text, which must have no variables.

    Raises:
        OracleError: a text is not exactly one such term.
    """
    if syntax == "kif":
        lists = [kif_terms(text) for text in texts]
    else:
        lists = prolog_terms([f"{text} ." for text in texts]) if texts else []
    for text, terms in zip(texts, lists, strict=True):
        if len(terms) != 1 or variables(terms[0]):
            raise OracleError(f"{text!r} is not one term without variables")
    return [_with_position(terms[0]) for terms in lists]


def written_otherwise(texts: Sequence[str], syntax: str) -> list[str]:
    """Return the texts that are not just as the package writes their terms."""
    if syntax == "kif":
        alike = [
            [_kif_text(one) for one in kif_terms(text)] == [text] for text in texts
        ]
    else:
        alike = _asked({"written": [*texts]})
    return [text for text, same in zip(texts, alike, strict=True) if not same]


def _kif_text(term: Term) -> str:
    if isinstance(term, tuple):
        return f"({' '.join(map(_kif_text, term))})"
    return term.name if isinstance(term, Var) else str(term)


def _with_position(term: Term) -> Term:
    """Return a term of a state with the position that its name stands for.

    The package writes an earlier position as the text of a list of terms.
    """
    if not (isinstance(term, tuple) and len(term) in (2, 3)):
        return term
    name = unquote(str(term[0]).removeprefix("pygame_search:"))  # as KIF writes it
    if name == "occurred now":
        return (name, term[1])
    if name != "occurred so far":
        return term
    text = str(term[1])
    if text.startswith("pygame_search:"):
        text = unquote(text.removeprefix("pygame_search:"))
    ((left,),) = prolog_terms([f"{text} ."])
    parts: list[Term] = []
    while isinstance(left, tuple) and len(left) == 3:
        parts.append(left[1])
        left = left[2]
    return (name, position_of(parts), term[2])


def position_of(parts: Iterable[Term]) -> Term:
    """Return the terms of a position as one term."""
    return ("position", *sorted({*parts}, key=repr))


@cache
def _reader() -> subprocess.Popen[str]:
    script = Path(__file__).with_name("reader.pl")
    try:
        reader = subprocess.Popen(
            ["swipl", str(script)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            text=True, encoding="utf-8",
        )  # fmt: skip
    except OSError as error:
        raise InputError(f"swipl cannot be started ({error.strerror})") from error
    atexit.register(_end, os.getpid(), reader)
    return reader


def _end(owner: int, reader: subprocess.Popen[str]) -> None:
    """End the reader with the process that has started it, not with a fork of it."""
    if os.getpid() == owner:
        with reader:
            reader.kill()


def prolog_terms(texts: Iterable[str]) -> list[list[Term]]:
    """Return the terms of each text, in which a full stop ends each term."""
    return [[_of_json(term) for term in terms] for terms in _asked([*texts])]


def _asked(request: Any) -> list[Any]:
    """Return the answer of `reader.pl`, one item for each text.

    Raises:
        OracleError: there is none, or a text cannot be read.
    """
    reader = _reader()
    assert reader.stdin is not None
    assert reader.stdout is not None
    try:
        reader.stdin.write(json.dumps(request) + "\n")
        reader.stdin.flush()
        answer = json.loads(reader.stdout.readline())
    except BaseException as error:
        reader.kill()  # a late answer must not be taken for the next one
        reader.communicate()
        _reader.cache_clear()
        if not isinstance(error, OSError | ValueError | RecursionError):
            raise
        raise OracleError("SWI-Prolog's reader gave no answer") from error
    if isinstance(answer, dict):
        raise OracleError(f"cannot read: {answer['error']}")
    return list(answer)


def _of_json(read: Any) -> Term:
    if isinstance(read, dict):
        return variable(str(read["v"]))
    if isinstance(read, list):
        return (read[0], *map(_of_json, read[1:]))
    if isinstance(read, float):
        return ("decimal", str(read))  # in Python 1.0 equals 1
    return read  # type: ignore[no-any-return]


def kif_terms(text: str) -> list[Term]:
    """Return the terms of a text in KIF."""
    nested: list[list[Term]] = [[]]
    for token in re.findall(r"[()]|[^\s()]+", re.sub(r";[^\n]*", "", text)):
        if token == "(":
            nested.append([])
        elif token == ")":
            inner = nested.pop()
            if not nested or not inner or not isinstance(inner[0], str):
                raise OracleError("cannot read: a bracket too many, or without a name")
            nested[-1].append(tuple(inner))
        elif token.startswith("?"):
            nested[-1].append(variable(token))
        else:
            number = re.fullmatch(r"0|-?[1-9][0-9]*", token)
            nested[-1].append(int(token) if number else token)
    if len(nested) > 1:
        raise OracleError("cannot read: a bracket is not closed")
    return nested[0]


def _kif_literal(term: Term, *, conjunction: bool = False) -> Term:
    """Translate a literal of a rule sheet into our language.

    Args:
        term: the literal.
        conjunction: whether `and` joins literals; else it is a relation of the sheet.
    """
    name, *arguments = term if isinstance(term, tuple) else (term,)
    if not isinstance(name, str):
        raise OracleError(f"{term} is no sentence")
    joins = name == "pygame_search:all" or (conjunction and name.lower() == "and")
    if name.lower() in KEYWORDS:
        name = name.lower()
    elif name.startswith("pygame_search:"):
        name = name.removeprefix("pygame_search:")
    elif (name, len(arguments)) in OWN or name in (",", ";", "parameter"):
        name = f"kif:{name}"
    if joins or name in ("not", "or"):
        arguments = [_kif_literal(one, conjunction=conjunction) for one in arguments]
    if term[:1] == ("pygame_search:after",):  # type: ignore[index]
        arguments[-1] = _kif_literal(arguments[-1], conjunction=conjunction)
    if joins:
        return _joined(arguments)
    return (name, *arguments) if isinstance(term, tuple) else name


def _joined(body: list[Term]) -> Term:
    """Return the conjunction of literals; one that always holds if there are none."""
    if not body:
        return ("not", ("distinct", 0, 0))
    *before, last = body
    for literal in reversed(before):
        last = (",", literal, last)
    return last


def _kif_clause(term: Term, *, conjunction: bool) -> Term:
    """Translate a clause of a rule sheet into our language."""
    if not (isinstance(term, tuple) and term[0] == "<="):
        return _kif_literal(term)
    head = _kif_literal(term[1])
    body = [_kif_literal(one, conjunction=conjunction) for one in term[2:]]
    return (":-", head, _joined(body)) if body else head
