"""How the names of two rule files correspond: found from the moves that they list.

A renaming takes each name of one file to a name of the other, and no two to the same.
Numbers stand for themselves.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from types import MappingProxyType

_TOKEN = re.compile(r"'(?:[^'\\]|\\.)*'|\w+|[^\w\s]|\s+")

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
    """Return whether a token is a name, which can be another one in another file."""
    return token[0] == "'" or (token[0].isalpha() and token[0].islower())


def renamed(text: str, renaming: Renaming) -> str:
    """Return a term with other names; a name without another one stays.

    >>> renamed("mark(1, a)", {"mark": "put"})
    'put(1, a)'
    """
    return "".join(renaming.get(token, token) for token in tokens(text))


def extended(
    moves: Collection[str], others: Collection[str], known: Renaming
) -> Iterator[Renaming]:
    """Yield the renamings beyond a known one that take one list of moves to another.

    A name in both lists stands for itself: a hand-in whose `left` goes right is wrong.

    Args:
        moves: terms, as texts.
        others: the terms that they should become.
        known: what is known so far.
    """
    if len(moves) != len(others):
        return
    budget = [_MOST]
    both = _names(moves) & _names(others) - known.keys() - set(known.values())
    start = {**known, **{name: name for name in both}}
    yield from _extended(sorted(moves), set(others), start, budget)


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
    """Return the renaming that takes a move to another one as well, None without."""
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
