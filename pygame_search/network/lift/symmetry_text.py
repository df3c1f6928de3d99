"""Symmetries of the rules in words: what becomes of the arguments of terms.

A mirror that exchanges the squares of a board is `cell(A, _, _) becomes
cell(4-A, _, _)`. Where there is no such rule, the terms are written: `a <-> b` for two
that are exchanged, `a -> b -> c -> a` for more.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from string import ascii_uppercase

#: A leaf of a term, a constant or a number with no arguments: in Prolog what no
#: parenthesis follows, in KIF what none precedes.
_LEAF = re.compile(r"('[^']*'|[^\s(),'[\]]+)(?![^\s,)\]])")
_KIF_LEAF = re.compile(r"(?<![^\s)])[^\s()]+")
_NUMBER = re.compile(r"-?\d+")

#: The most cycles that are written.
_MOST_CYCLES = 6


def changes(images: Mapping[str, str]) -> list[str]:
    """Return what a symmetry does, one line for each form of term.

    Args:
        images: of each term that it changes, the term that it becomes, and of terms of
            the same form that it does not change.
    """
    forms: dict[tuple[str, str], dict[tuple[str, ...], tuple[str, ...]]]
    forms = defaultdict(dict)
    for term, image in images.items():
        (form, leaves), (to, arguments) = _parts(term), _parts(image)
        forms[form, to][leaves] = arguments
    lines = []
    for (form, to), own in forms.items():
        if form == to and all(leaves == image for leaves, image in own.items()):
            continue
        line = None if form == "{}" else _by_arguments(form, to, own)
        if line is None:
            texts = {
                form.format(*leaves): to.format(*image) for leaves, image in own.items()
            }
            line = _cycles(texts)
        lines.append(line)
    return lines


def _parts(term: str) -> tuple[str, tuple[str, ...]]:
    """Return a term with braces for its leaves, and the leaves."""
    leaf = _KIF_LEAF if term.startswith("(") else _LEAF
    plain = term.replace("{", "{{").replace("}", "}}")
    return leaf.sub("{}", plain), tuple(found[0] for found in leaf.finditer(plain))


def _by_arguments(
    form: str, to: str, images: Mapping[tuple[str, ...], tuple[str, ...]]
) -> str | None:
    """Return what becomes of the arguments, None if some depend on more than one."""
    before = list(zip(*images, strict=True))
    after = list(zip(*images.values(), strict=True))
    letters = list(ascii_uppercase[: len(before)])
    told, used, notes = list[str](), set[int](), list[str]()
    for at, column in enumerate(after):
        for of in sorted(range(len(before)), key=lambda of: of != at):
            found = dict(zip(before[of], column, strict=True))
            if all(found[a] == b for a, b in zip(before[of], column, strict=True)):
                break
        else:
            return None
        if of == at and all(a == b for a, b in found.items()):
            told.append(f"_{letters[of]}")  # left out, if nothing else needs it
            continue
        used.add(of)
        short = _short(letters[of], found)
        told.append(short or f"{letters[of]}'")
        if short is None:
            notes.append(f"{letters[of]}' is {letters[of]} with {_cycles(found)}")
    names = [letters[at] if at in used else "_" for at in range(len(before))]
    told = [names[ascii_uppercase.index(x[1])] if x[0] == "_" else x for x in told]
    line = f"{form.format(*names)} becomes {to.format(*told)}"
    return f"{line}, where {' and '.join(dict.fromkeys(notes))}" if notes else line


def _short(letter: str, images: Mapping[str, str]) -> str | None:
    """Return what becomes of a letter, if it stays or is a number from the end."""
    if all(value == image for value, image in images.items()):
        return letter
    pairs = [*images.items()]
    if all(_NUMBER.fullmatch(x) for pair in pairs for x in pair):
        [*sums] = {int(value) + int(image) for value, image in pairs}
        if len(sums) == 1:
            return f"{sums[0]}-{letter}"
    return None


def _cycles(images: Mapping[str, str]) -> str:
    """Return a permutation as its cycles."""
    left, cycles = dict(images), list[str]()
    for first in images:
        cycle = [first]
        while cycle[-1] in left:
            cycle.append(left.pop(cycle[-1]))
        if len(cycle) == 3 and cycle[2] == first:
            cycles.append(f"{first} <-> {cycle[1]}")
        elif cycle[1:] not in ([], [first]):
            cycles.append(" -> ".join(cycle))
    more = len(cycles) - _MOST_CYCLES
    return ", ".join(cycles[:_MOST_CYCLES]) + (f" and {more} more" if more > 0 else "")


def symmetry_lines(fluents: Mapping[str, str], moves: Sequence[Mapping[str, str]]) -> (
    list[str]
):  # fmt: skip
    """Return what a symmetry does to fluents and to the moves of each role."""
    lines = changes(fluents)
    for own in moves:
        lines += changes(own)
    return [*dict.fromkeys(lines)] or ["nothing changes"]
