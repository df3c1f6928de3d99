"""How much of a hand-in is also found in another file.

The fingerprints of a file are chosen by winnowing (Schleimer, Wilkerson and Aiken,
"Winnowing: Local Algorithms for Document Fingerprinting", 2003). Names of variables,
comments and the layout do not count. Nor do other names, except those that rule files
and search programs share. So a file with new names still resembles the old one. The
result is only a number for the reader to judge: short files for the same task are
alike.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Mapping

from pygame_search.grading.renaming import is_name, tokens

#: The number of tokens in a sequence, and the number of consecutive sequences from
#: which one is taken as a fingerprint.
_TOKENS, _WINDOW = 12, 8

_COMMENT = re.compile(r"%[^\n]*|;[^\n]*|/\*.*?\*/", re.DOTALL)

#: Names that mean the same in every file.
_SHARED = {
    "role", "init", "true", "does", "legal", "next", "terminal", "goal", "base",
    "input", "distinct", "or", "not", "draw", "feature", "weight", "parameter",
    "successor", "to_move", "estimate", "value", "best", "path", "findall", "append",
    "member", "reverse", "length", "max_list", "min_list", "between", "count", "is",
    "h", "arc",
}  # fmt: skip


def fingerprints(text: str) -> frozenset[int]:
    """Return the fingerprints of a rule file or of a search program."""
    words = [_kind(w) for w in tokens(_COMMENT.sub(" ", text)) if w.strip()]
    if not words:
        return frozenset()
    grams = [
        zlib.crc32(" ".join(words[i : i + _TOKENS]).encode())
        for i in range(max(1, len(words) - _TOKENS + 1))
    ]
    starts = range(max(1, len(grams) - _WINDOW + 1))
    return frozenset(min(grams[i : i + _WINDOW]) for i in starts)


def _kind(word: str) -> str:
    if word in _SHARED or not (is_name(word) or word[0].isupper() or word[0] in "_?"):
        return word
    return "a" if is_name(word) else "X"


def most_like(
    own: frozenset[int], others: Mapping[str, frozenset[int]]
) -> tuple[str, int]:
    """Return the file with the most of the fingerprints, and how many percent it has.

    If several files have the most, it is the first of them. The name is empty if no
    file has anything in common.
    """
    shares = {name: len(own & other) for name, other in others.items()}
    name = max(shares, key=lambda one: shares[one], default="")
    if not name or not shares[name]:
        return "", 0
    return name, shares[name] * 100 // len(own)
