"""What families and places are called, in the words of the rules.

A letter stands for each argument that is a place: with the axes A and B,
`cell(A, B, x)` is the family of `cell(1, 1, x)`, `cell(1, 2, x)` and all the others.
"""

from __future__ import annotations

import re
from ast import literal_eval
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

from pygame_search.model.rules import Rules
from pygame_search.network.lift.families import ABSENT
from pygame_search.network.lift.layout import Line
from pygame_search.network.lift.program import Program
from pygame_search.network.lift.rules import OpenRules
from pygame_search.network.lift.text import FamilyName, letter

#: The name of a relation in the ground program that the rules define for themselves.
_DERIVED = re.compile(r"p\d+")

#: The name that a term begins with, in Prolog or in KIF.
_FUNCTOR = re.compile(r"\(?('[^']*'|\w+)")

#: An atom as it stands in a family: its relation, its arguments and those of its leaves
#: that are no places.
_Parts = tuple[str, list[str], list[str]]


def family_names(
    game: Rules, rules: OpenRules, program: Program
) -> dict[int, FamilyName]:
    """Return what families are called: fluents, moves and what the rules define.

    Args:
        game: the game, which knows what the codes of the ground program stand for.
        rules: those that the program is made of.
        program: the operations.
    """
    namer = _Namer(rules, program)
    parts = {family: namer.parts(*at) for family, at in enumerate(program.called)}
    given = {*(f.family for f in program.fields), *(m.family for m in program.moves)}
    parts = {
        family: own for family, own in parts.items()
        if own[0] and (family in given or _DERIVED.fullmatch(own[0]))
    }  # fmt: skip
    codes = [code for _, terms, leaves in parts.values() for code in (*terms, *leaves)]
    decoded = namer.decoded(game, codes)
    texts, words = {}, {}
    for family, (relation, terms, leaves) in parts.items():
        told = [decoded[code] for code in terms]
        if relation in ("true", "does"):
            texts[family] = told[-1]
            functor = _FUNCTOR.match(told[-1])
            told[-1] = functor[1] if functor else ""
            constants = [decoded[code] for code in leaves if code not in terms]
            words[family] = _as_word([*told, *constants])
        else:
            name = rules.names.relations[relation].rpartition("/")[0]
            texts[family] = _called(name, told, game.book.syntax)
            words[family] = _as_word([name, *(decoded[code] for code in leaves)])
    short = _numbered(words)
    return {f: FamilyName(texts[f], short[f], short[f] != words[f]) for f in parts}


def place_names(game: Rules, rules: OpenRules, program: Program) -> list[list[str]]:
    """Return for each axis what its places are called."""
    namer = _Namer(rules, program)
    axes = [namer.places(line) for line in program.lines]
    decoded = namer.decoded(game, [code for codes in axes for code in codes if code])
    return [[decoded[code] if code else "-" for code in codes] for codes in axes]


class _Namer:
    """Writes names in the codes of the ground program, with numbers for letters."""

    def __init__(self, rules: OpenRules, program: Program) -> None:
        self._names, self._lines = rules.names, program.lines
        self._index = {atom: at for at, atom in enumerate(rules.names.atoms.tolist())}
        self._begins = [0]
        for shape in rules.names.shape_of.tolist():
            size = len(rules.names.shapes[shape].paths)
            self._begins.append(self._begins[-1] + size)
        #: The first number that stands for no number.
        self._first = 1 + max((abs(v) for v in rules.names.values.tolist()), default=0)
        self._letters: dict[str, str] = {}

    def parts(self, atom: int, place: Sequence[int]) -> _Parts:
        """Return the parts of an atom; a relation without a name if it has none."""
        at = self._index.get(atom)
        if at is None:
            return "", [], []
        shape = self._names.shapes[self._names.shape_of[at]]
        values = self._names.values[self._begins[at] : self._begins[at + 1]].tolist()
        seen: Counter[int] = Counter()
        codes, leaves = [], []
        for kind, value in zip(shape.classes, values, strict=True):
            axes = [
                axis
                for axis, line in enumerate(self._lines)
                if line.axis.kind == kind and place[axis] != ABSENT
            ]
            coordinate = self._names.coordinates[kind].get(value)
            if not axes or coordinate is None:
                codes.append(self._code(value))
                leaves.append(codes[-1])
            else:
                axis = axes[seen[kind] % len(axes)]
                codes.append(self._lettered(axis, coordinate - place[axis]))
                seen[kind] += 1
        paths = [literal_eval(path) for path in shape.paths]
        return shape.relation, _terms(paths, codes), leaves

    def _code(self, value: int) -> str:
        return self._names.words[value // 2] if value % 2 else str(value // 2)

    def _lettered(self, axis: int, distance: int) -> str:
        """Return a number that stands for a place on an axis, at some distance."""
        text = letter(axis) + (f"{distance:+}" if distance else "")
        return self._letters.setdefault(text, str(self._first + len(self._letters)))

    def places(self, line: Line) -> list[str]:
        """Return the codes of the places on an axis, empty where there is none."""
        coordinates = self._names.coordinates[line.axis.kind]
        at = {place: self._code(value) for value, place in coordinates.items()}
        return [at.get(line.low + step, "") for step in range(line.extent)]

    def decoded(self, game: Rules, codes: Iterable[str]) -> dict[str, str]:
        """Return what codes stand for, as the rules write it."""
        wanted = list(dict.fromkeys(codes))
        if not wanted:
            return {}
        answer = game.request("ground_terms", text=f"[{','.join(wanted)}]")
        letters = {number: text for text, number in self._letters.items()}
        texts = [
            re.sub(r"\b\d+\b", lambda found: letters.get(found[0], found[0]), text)
            for text in answer["texts"].split("\n")
        ]
        return dict(zip(wanted, texts, strict=True))


def _terms(paths: Sequence[tuple[int | str, ...]], leaves: Sequence[str]) -> list[str]:
    """Return the arguments that have some leaves, each of which stands at a path."""
    found = []
    pairs = zip(paths, leaves, strict=True)
    for _, some in groupby(pairs, lambda pair: pair[0][0]):
        inner = list(some)
        path, leaf = inner[0]
        if len(path) > 1:
            below = _terms([path[3:] for path, _ in inner], [leaf for _, leaf in inner])
            leaf = f"{path[1]}({','.join(below)})"
        found.append(leaf)
    return found


def _called(name: str, arguments: Sequence[str], syntax: str) -> str:
    """Return an atom as the rules write it."""
    if not arguments:
        return name
    if syntax == "kif":
        return f"({' '.join([name, *arguments])})"
    return f"{name}({', '.join(arguments)})"


def _as_word(texts: Iterable[str]) -> str:
    """Return some texts as one word of letters, digits and underscores."""
    parts = (
        re.sub(r"\W+", "_", re.sub(r"-(?=\d)", "neg", text)).strip("_")
        for text in texts
    )
    word = "_".join(filter(None, parts)) or "unnamed"
    return f"n{word}" if word[0].isdigit() else word


def _numbered(words: Mapping[int, str]) -> dict[int, str]:
    """Return words of which those that are alike have got numbers."""
    times = Counter(words.values())
    taken, given = set(times), Counter[str]()
    found = {}
    for key, word in words.items():
        found[key] = word
        while times[word] > 1 and found[key] in taken:
            given[word] += 1
            found[key] = f"{word}_{given[word]}"
        taken.add(found[key])
    return found
