"""Inputs of a session that nobody would type, from a seed."""

from __future__ import annotations

import random

_PIECES = (
    "legal(P, M)", "true(F)", "tell p(1).", "untell p(1).", "how", "how best", "whynot",
    "why cut 1", "why end", "why", "%best --depth 1", "%move ", "%undo", "%goto 0",
    "%legal", "%clauses", "%help ", "%load nim", "%load ", "%from ", "%save ",
    "%check ",
    "%tree --depth 1", "%stats", "%moves", "%cilog", "quit.", "ask role(R).", "%",
    "%board --after ", "%verify ", "%heuristics", "p(X) :- q(X).", "f(" * 3000,
    "[" * 9000,
    "'", '"', "0'", "\\", "/*", "\0", "\x1b[2J", "\ud800", "\udcff", "\u202e", "\x07",
    "\x7f", "\u2028", "9" * 5000, "-" * 5000, "a" * 5000, "\u00e9", "\ufeff", "{", "|",
    "(", ")", ".", ",", ";", "--", "--json", "$", "`", "~", "\t", "\r",
)  # fmt: skip


def inputs(seed: int, count: int) -> list[str]:
    """Return some lines."""
    source = random.Random(seed)
    lines = []
    for _ in range(count):
        line = "".join(
            source.choice(_PIECES)
            if source.random() < 0.8
            else chr(source.choice((source.randrange(128), source.randrange(0xE000))))
            for _ in range(source.choice((1, 1, 2, 3, 6)))
        )
        lines.append(line.replace("\n", " "))
    return lines
