"""How the names of two rule files correspond: found from the moves that they list.

A renaming maps each name of one file to a name of the other, no two to the same one.
Numbers stay the same. Another order of arguments is a renaming of a term with
variables: `move(A, B)` becomes `move(B, A)`.
"""

from __future__ import annotations

import re
import string
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import islice, permutations
from types import MappingProxyType

_TOKEN = re.compile(r"'(?:[^'\\]|\\.)*'|\w+|[^\w\s]|\s+")

#: Other orders are not tried for relations with more arguments.
_ARGUMENTS = 4
#: How many renamings are tried at most for two lists of moves.
_MOST = 1_000

Renaming = Mapping[str, str]

NONE: Renaming = MappingProxyType({})


def tokens(text: str) -> list[str]:
    """Return the names, numbers and signs of a term.

    >>> tokens("move(2, b)")
    ['move', '(', '2', ',', ' ', 'b', ')']
    """
    return _TOKEN.findall(text)


def is_name(token: str) -> bool:
    """Return whether a token is a name, which can differ between files."""
    return token[0] == "'" or (token[0].isalpha() and token[0].islower())


def renamed(text: str, renaming: Renaming) -> str:
    """Return a term with other names; names without a counterpart stay.

    >>> renamed("mark(1, a)", {"mark": "put"})
    'put(1, a)'
    >>> renamed("mark(1, a)", {"mark(A, B)": "mark(B, A)"})
    'mark(a, 1)'
    """
    words = tokens(text)
    for one, other in renaming.items():
        if is_order(one):
            words = _reordered(words, parts(one), parts(other))
    return "".join(renaming.get(token, token) for token in words)


def restored(text: str, renaming: Renaming) -> str:
    """Return a term as it was before `renamed`.

    >>> restored("put(a, 1)", {"mark": "put", "mark(A, B)": "mark(B, A)"})
    'mark(1, a)'
    """
    names = {b: a for a, b in renaming.items() if not is_order(a)}
    words = [names.get(token, token) for token in tokens(text)]
    for one, other in renaming.items():
        if is_order(one):
            words = _reordered(words, parts(other), parts(one))
    return "".join(words)


def is_order(name: str) -> bool:
    """Return whether this is a term that states an order of arguments."""
    return "(" in name


def parts(term: str) -> list[str]:
    """Return the functor of a term, and its arguments.

    >>> parts("move(A, p(1, 2))")
    ['move', 'A', 'p(1, 2)']
    """
    functor, _, rest = term.partition("(")
    return [functor, *map("".join, _arguments(tokens(f"({rest}"), 0)[0])]


def _arguments(words: Sequence[str], at: int) -> tuple[list[list[str]], int]:
    """Return the arguments that begin at a parenthesis, and the place after them."""
    found: list[list[str]] = [[]]
    depth = 0
    for i in range(at, len(words)):
        word = words[i]
        depth += (word in "([") - (word in ")]")
        if not depth:
            return found, i + 1
        if depth == 1 and word == ",":
            found.append([])
        elif i > at and (found[-1] or word.strip()):
            found[-1].append(word)
    return found, len(words)


def _reordered(
    words: Sequence[str], one: Sequence[str], other: Sequence[str]
) -> list[str]:
    """Return a term with its arguments reordered as from `one` to `other`."""
    order = [one.index(argument) - 1 for argument in other[1:]]
    found: list[str] = []
    i = 0
    while i < len(words):
        if words[i] == one[0] and words[i + 1 : i + 2] == ["("]:
            arguments, after = _arguments(words, i + 1)
            if len(arguments) == len(order):
                inner = ", ".join("".join(arguments[place]) for place in order)
                found += [other[0], *tokens(f"({inner})")]
                i = after
                continue
        found.append(words[i])
        i += 1
    return found


def relation_of(fact: str) -> tuple[str, int]:
    """Return the name and the number of arguments of a fact.

    >>> relation_of("cell(1, 2, b)"), relation_of("over")
    (('cell', 3), ('over', 0))
    """
    words = tokens(fact)
    if "(" not in words:
        return fact, 0
    at = words.index("(")
    return words[max(at - 1, 0)], len(_arguments(words, at)[0])


def orders(moves: Collection[str]) -> Iterator[dict[str, str]]:
    """Yield renamings of one relation of moves that only reorder its arguments."""
    seen = set()
    for move in moves:
        words = tokens(move)
        for i, word in enumerate(words[:-1]):
            if is_name(word) and words[i + 1] == "(":
                seen.add((word, len(_arguments(words, i + 1)[0])))
                break
    for name, arity in sorted(seen):
        if arity <= _ARGUMENTS:
            variables = string.ascii_uppercase[:arity]
            term = f"{name}({', '.join(variables)})"
            for order in islice(permutations(variables), 1, None):
                yield {term: f"{name}({', '.join(order)})"}


def extended(
    moves: Collection[str], others: Collection[str], known: Renaming
) -> Iterator[Renaming]:
    """Yield extensions of a known renaming that map one list of moves to another.

    A name in both lists means the same: a hand-in whose `left` goes right is wrong.

    Args:
        moves: terms, as texts.
        others: the terms that they should become.
        known: the renaming so far.
    """
    if len(moves) != len(others):
        return
    budget = [_MOST]
    turned = {one: other for one, other in known.items() if is_order(one)}
    moves = [renamed(move, turned) for move in moves]
    both = _names(moves) & _names(others) - known.keys() - set(known.values())
    start = {**known, **{name: name for name in both}}
    for name in turned:
        del start[name]
    for found in _extended(sorted(moves), set(others), start, budget):
        yield MappingProxyType({**turned, **found})


def _names(texts: Collection[str]) -> set[str]:
    return {token for text in texts for token in tokens(text) if is_name(token)}


def _extended(
    moves: list[str], others: set[str], known: dict[str, str], budget: list[int]
) -> Iterator[Renaming]:
    open_moves = []
    left = set(others)
    for move in moves:
        if all(token in known for token in tokens(move) if is_name(token)):
            if (other := renamed(move, known)) not in left:
                return
            left.remove(other)
        else:
            open_moves.append(move)
    if not open_moves:
        yield MappingProxyType(known)
        return
    move = min(open_moves, key=lambda text: _unknown(text, known))
    for other in sorted(left):
        if budget[0] == 0:
            return
        more = _together(move, other, known)
        if more is not None:
            budget[0] -= 1
            rest = [m for m in open_moves if m != move]
            yield from _extended(rest, left - {other}, more, budget)


def _unknown(text: str, known: Renaming) -> int:
    return len({t for t in tokens(text) if is_name(t)} - known.keys())


def _together(move: str, other: str, known: Mapping[str, str]) -> dict[str, str] | None:
    """Return the renaming, extended to map a move to another; None if impossible."""
    ours, theirs = tokens(move), tokens(other)
    if len(ours) != len(theirs):
        return None
    more = dict(known)
    taken = {name: source for source, name in known.items()}
    for one, two in zip(ours, theirs, strict=True):
        if is_name(one) and is_name(two):
            if more.setdefault(one, two) != two or taken.setdefault(two, one) != one:
                return None
        elif one != two:
            return None
    return more
