"""A program of words as a text to read.

Expressions are those of Python, with its precedence: `~`, `*`, shifts, `&`, `|` and
comparisons. What is used twice, and what the rules define, has a name; only shifts and
complements of what has a name are written where they are used.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from pygame_search.network.lift.layout import Field
from pygame_search.network.lift.words import GIVEN, Node

if TYPE_CHECKING:  # the command line reads OUTPUTS at its start
    from pygame_search.network.lift.program import Phase, Program
    from pygame_search.network.network import Network

#: What a search asks, in the order of the text.
OUTPUTS = (
    "terminal",
    "goal",
    "legal",
    "next",
    "feature",
    "quiet",
    "mid_turn",
    "noisy",
    "h",
)

#: The most columns of a line that can be broken.
_COLUMNS = 80

#: The most columns and rows of a mask that is drawn.
_DRAWN = 16

#: How many fluents are listed that always hold.
_LISTED = 4

#: How tight operators bind; a name binds tightest.
_NAME, _NOT, _TIMES, _SHIFT, _AND, _OR, _COMPARED = range(7, 0, -1)

#: Operations that are short enough to stand where they are used.
_SHORT = {"up", "down", "not", "any", "count"}

#: Words that are no names of families.
_RESERVED = re.compile(r"any|at|count|ones|repeat|[mt]\d+")

_LEGEND = (
    "",
    "  w>>n, w<<n  every bit of w moved n bits down, or up",
    "  w * m       a copy of w at each bit of m",
    "  any(w)      all ones if w has a bit, else 0",
    "  count(w)    how many bits w has",
    "  at(a, b)    the bit of a place",
    "  a condition, or a comparison, is all ones or 0",
)

#: The signs of operations between parts, and how tight they bind.
_SIGNS = {
    "and": ("& ", _AND), "or": ("| ", _OR), "sum": ("+ ", _TIMES),
    "less": ("< ", _COMPARED), "same": ("== ", _COMPARED),
}  # fmt: skip

#: The signs of operations on a part and a number.
_NUMBERED = {
    "least": (" >= ", _COMPARED), "is": (" == ", _COMPARED),
    "up": ("<<", _SHIFT), "down": (">>", _SHIFT),
}  # fmt: skip


class FamilyName(NamedTuple):
    """What a family is called.

    Attributes:
        text: as the rules write it; of moves, without the role.
        short: one word, which no other family has.
        numbered: whether it has a number, for others are called alike.
    """

    text: str
    short: str
    numbered: bool


class _Joined(NamedTuple):
    """An expression that may take several lines: parts with a sign before each."""

    before: str
    sign: str
    parts: list[_Tree]
    after: str


_Tree: TypeAlias = "str | _Joined"


def program_text(
    program: Program,
    network: Network,
    names: Mapping[int, FamilyName],
    places: Sequence[Sequence[str]],
    *,
    head: Iterable[str],
    outputs: Collection[str] = OUTPUTS,
    phase: int | None = None,
) -> str:
    """Return a program as a text.

    Args:
        program: the operations.
        network: made of the same rules.
        names: what families are called.
        places: what the places on each axis are called.
        head: the first lines.
        outputs: which of OUTPUTS are wanted; all if there are none.
        phase: the number of the only phase that is wanted, from 1.
    """
    wanted = [name for name in OUTPUTS if not outputs or name in outputs]
    text = _Text(program, network, names, places)
    return "\n".join([*head, *text.lines(wanted, phase)]) + "\n"


def letter(axis: int) -> str:
    """Return the letter of an axis."""
    return chr(ord("A") + axis)


class _Text:
    """The text of a program."""

    def __init__(
        self,
        program: Program,
        network: Network,
        names: Mapping[int, FamilyName],
        places: Sequence[Sequence[str]],
    ) -> None:
        self.program, self.network = program, network
        self._names, self._places = names, places
        self._masks: dict[int, str] = {}
        loops = range(len(program.words.loops))
        self.inside = {node for loop in loops for node in program.words.inside(loop)}
        self._taken = set[str]()
        #: The name of the word of each family.
        self.words = {f: self._free(name.short) for f, name in names.items()}
        #: The names of the words that are given, by their names in the graph.
        families = {f"state {at}": one.family for at, one in enumerate(program.fields)}
        families |= {f"move {at}": one.family for at, one in enumerate(program.moves)}
        self.given = {
            node: self.words.get(family) or self._free(node.replace(" ", "_"))
            for node, family in families.items()
        }

    def _free(self, word: str) -> str:
        """Return a word as a name that nothing else has."""
        while _RESERVED.fullmatch(word) or word in self._taken:
            word += "_"
        self._taken.add(word)
        return word

    def lines(self, outputs: Sequence[str], phase: int | None) -> Iterator[str]:
        """Yield the lines of the text."""
        body = [
            line
            for number, one in enumerate(self.program.phases, 1)
            if phase in (None, number)
            for line in ("", self._title(number, one), *_Part(self, one).lines(outputs))
        ]
        yield from _LEGEND
        yield from self._axes()
        yield from self._state()
        yield from self._moves()
        yield from self._drawn_masks()
        yield from body

    # ---- what is given ------------------------------------------------------------

    def _axes(self) -> Iterator[str]:
        yield ""
        yield "places" if self.program.lines else "places: none"
        for axis, (line, places) in enumerate(
            zip(self.program.lines, self._places, strict=True)
        ):
            bits = "1 bit" if line.stride == 1 else f"{line.stride} bits"
            yield f"  {letter(axis)}, {bits} apart: {' '.join(places)}"

    def _state(self) -> Iterator[str]:
        yield ""
        yield f"state: {64 * self.program.size} bits"
        rows = []
        for at in self.fields():
            field = self.program.fields[at]
            first = self.network.fluents[min(self.program.fluents[at])]
            bits = f"bit {field.at}"
            if field.placed:
                last = field.at + field.span - 1
                bits = f"bits {field.at} to {last}, from {self._place(field.low)}"
            if field.others:
                bits = self._rest(field)
            text = self._family(field.family) or first
            rows.append((self.given[f"state {at}"], text, bits))
        yield from _columns(rows)
        always = self.network.always
        if always:
            more = len(always) - _LISTED
            rest = f", and {more} more" if more > 0 else ""
            yield f"  always, without a bit: {', '.join(always[:_LISTED])}{rest}"

    def _rest(self, field: Field) -> str:
        """Return where a field holds that is not kept."""
        names = [
            self.given[f"state {at}"]
            for at, other in enumerate(self.program.fields)
            if other.family in field.others
        ]
        verb = "does" if len(names) == 1 else "do"
        return f"no bits: where {' and '.join(names)} {verb} not hold"

    def fields(self) -> list[int]:
        """Return the fields in the order of their bits; the last have none."""
        fields = self.program.fields
        kept = [at for at, field in enumerate(fields) if not field.others]
        kept.sort(key=lambda at: fields[at].at)
        return [*kept, *(at for at, field in enumerate(fields) if field.others)]

    def _moves(self) -> Iterator[str]:
        yield ""
        yield "moves"
        rows = []
        for at, moves in enumerate(self.program.moves):
            role, first = self.network.moves[min(moves.moves.values())]
            text = self._family(moves.family) or first
            rows.append(
                (self.given[f"move {at}"], f"{self.network.roles[role]}: {text}")
            )
        yield from _columns(rows)

    def _family(self, family: int) -> str:
        return self._names[family].text if family in self._names else ""

    def comment(self, family: int) -> Iterator[str]:
        """Yield what a family is, where its name is that of others with a number."""
        if self._names[family].numbered:
            yield f"  % {self._names[family].text}"

    def _title(self, number: int, phase: Phase) -> str:
        if not self.program.phase_fields:
            return "in every state"
        if not phase.state:
            return f"phase {number}: any other state"
        field = self.program.phase_fields[phase.state.index(True)]
        fluent = self.network.fluents[min(self.program.fluents[field])]
        return f"phase {number}: {fluent}"

    # ---- masks --------------------------------------------------------------------

    def mask(self, word: int) -> str:
        """Return the name of a constant word."""
        if word in (0, self.program.words.full):
            return "ones" if word else "0"
        if word.bit_count() == 1 and self.program.lines:
            return f"at{self._place(word.bit_length() - 1)}"
        return self._masks.setdefault(word, f"m{len(self._masks) + 1}")

    def _place(self, bit: int) -> str:
        found = []
        for line, places in zip(self.program.lines, self._places, strict=True):
            step, bit = divmod(bit, line.stride)
            found.append(places[step])
        return f"({', '.join(found)})"

    def _drawn_masks(self) -> Iterator[str]:
        """Yield the masks, drawn if they have one axis or two."""
        if not self._masks:
            return
        extents = [line.extent for line in self.program.lines]
        drawn = len(extents) in (1, 2) and max(extents) <= _DRAWN
        yield ""
        yield "masks" + (", A across" + ", B down" * (len(extents) == 2)) * drawn
        row: list[list[str]] = []
        for word, name in self._masks.items():
            block = [f"{name} = 0x{word:x}", *(self._drawn(word) if drawn else ())]
            if row and sum(3 + max(map(len, one)) for one in [*row, block]) > _COLUMNS:
                yield from _beside(row)
                yield ""
                row = []
            row.append(block)
        yield from _beside(row)

    def _drawn(self, word: int) -> Iterator[str]:
        across, *rest = self.program.lines
        down, step = (rest[0].extent, rest[0].stride) if rest else (1, 0)
        for row in range(down):
            bits = (across.stride * at + step * row for at in range(across.extent))
            yield "".join(".#"[word >> bit & 1] for bit in bits)


class _Part:
    """The text of one phase."""

    def __init__(self, whole: _Text, phase: Phase) -> None:
        self._whole, self._phase = whole, phase
        self._words = whole.program.words
        #: The names of nodes, and the families that some of them are.
        self._called: dict[Node, str] = {}
        self._family: dict[Node, int] = {}
        self._temporaries = 0
        self._keys: dict[Node, str] = {}
        self._done = set[int]()  # the loops

    def lines(self, outputs: Iterable[str]) -> Iterator[str]:
        """Yield the lines of some outputs."""
        said = {name: self._targets(name) for name in outputs}
        wanted = {name: targets for name, targets in said.items() if targets}
        roots = [node for targets in wanted.values() for _, node in targets]
        # What the first root needs comes first, then what the next one needs beside it.
        needed = self._words.needed(reversed(roots))
        self._name(needed, roots)
        place = {node: at for at, node in enumerate(needed)}
        begin = 0
        for name, targets in wanted.items():
            count = self._words.operations([node for _, node in targets])
            yield ""
            yield f"{name}: {count:,} operation{'s' * (count != 1)}"
            for target, node in targets:
                yield from self._definitions(needed[begin : place[node] + 1])
                begin = max(begin, place[node] + 1)
                yield from _statement(target, self._part(node, 0), "  ")

    def _targets(self, output: str) -> list[tuple[str, Node]]:
        """Return the names and the nodes of an output, without moves of nobody."""
        whole, phase = self._whole, self._phase
        roles = whole.network.roles
        if output == "terminal":
            return [("terminal", phase.terminal)]
        if output == "goal":
            return [
                (f"goal {roles[r]} {value}", node) for r, value, node in phase.goals
            ]
        if output in ("legal", "noisy"):
            nodes = phase.legal if output == "legal" else phase.noisy or ()
            return [
                (f"{output} {whole.given[f'move {at}']}", node)
                for at, node in enumerate(nodes)
                if self._words.constant_of(node) != 0
            ]
        if output == "next":
            return [
                (f"next {whole.given[f'state {at}']}", phase.next[at])
                for at in whole.fields()
                if not whole.program.fields[at].others
            ]
        if output == "feature":
            return [
                (f"feature {roles[r]} {name}" + f" {count}" * (count != 1), node)
                for r, name, count, node in phase.features
            ]
        if output == "h":
            return [(f"h {value}", node) for value, node in phase.estimates]
        node = phase.quiet if output == "quiet" else phase.mid_turn
        return [] if node is None else [(output, node)]

    # ---- names --------------------------------------------------------------------

    def _name(self, needed: Iterable[Node], roots: Iterable[Node]) -> None:
        """Give names to what is used twice, and to what the rules define."""
        words, nodes = self._words, self._words.nodes
        used = Counter(roots)
        for node in needed:
            used.update(nodes[node].below)
        for family, node in self._phase.known.items():
            if family in self._whole.words:
                self._family.setdefault(node, family)
        for node in needed:
            name, _, value = nodes[node]
            if name == "fixpoint":
                used.update(words.loops[value[0]].results)  # type: ignore[index]
                self._called[node] = self._new_name(node)
                self._called[words.in_loop(*value)] = self._called[node]  # type: ignore[misc]
        for node in needed:
            shared = node in self._family or used[node] > 1
            if nodes[node].name not in GIVEN and shared and not self._is_short(node):
                self._called[node] = self._new_name(node)

    def _new_name(self, node: Node) -> str:
        if node in self._family:
            return self._whole.words[self._family[node]]
        self._temporaries += 1
        return f"t{self._temporaries}"

    def _is_short(self, node: Node) -> bool:
        """Return whether a node is written where it is used."""
        name, below, _ = self._words.nodes[node]
        return name in _SHORT and (
            below[0] in self._called
            or self._words.nodes[below[0]].name in GIVEN
            or self._is_short(below[0])
        )

    # ---- statements ---------------------------------------------------------------

    def _definitions(self, nodes: Iterable[Node]) -> Iterator[str]:
        """Yield those of some nodes that have names."""
        for node in nodes:
            name, _, value = self._words.nodes[node]
            if name == "fixpoint":
                yield from self._loop(value[0])  # type: ignore[index, arg-type]
            elif node in self._called and node not in self._whole.inside:
                yield from self._definition(node, "  ")

    def _definition(self, node: Node, indent: str) -> Iterator[str]:
        if node in self._family:
            yield from self._whole.comment(self._family[node])
        yield from _statement(self._called[node], self._expression(node)[0], indent)

    def _loop(self, loop: int) -> Iterator[str]:
        """Yield a loop, where the first of its words is needed."""
        if loop in self._done:
            return
        self._done.add(loop)
        words = self._words
        results = words.loops[loop].results
        fixpoints = [words.fixpoint(loop, at) for at in range(len(results))]
        yield "  repeat, from 0, until nothing changes"
        for node in words.inside(loop):
            if node in self._called and words.nodes[node].name != "loop":
                yield from self._definition(node, "    ")
        for node, result in zip(fixpoints, results, strict=True):
            if node not in self._called:  # nothing but the loop needs it
                self._called[node] = self._new_name(node)
            yield from _statement(self._called[node], self._part(result, 0), "    ")

    # ---- expressions --------------------------------------------------------------

    def _part(self, node: Node, least: int) -> _Tree:
        """Return a node as a part of another one.

        Args:
            node: the node.
            least: how tight it must bind to stand without brackets.
        """
        if node in self._called:
            return self._called[node]
        tree, tight = self._expression(node)
        return tree if tight >= least else _Joined("(", "", [tree], ")")

    def _expression(self, node: Node) -> tuple[_Tree, int]:
        """Return what a node is computed from, and how tight that binds."""
        name, below, value = self._words.nodes[node]
        if name == "constant":
            return self._whole.mask(value), _NAME  # type: ignore[arg-type]
        if name == "number":
            return str(value), _NAME
        if name in ("argument", "condition"):
            return self._whole.given[value], _NAME  # type: ignore[index]
        if name in _SIGNS:
            sign, tight = _SIGNS[name]
            least = _SHIFT if name == "or" else tight + 1  # `(a & b) | c`
            parts = [self._part(part, least) for part in self._parts(node)]
            return _Joined("", sign, parts, ""), tight
        if name in _NUMBERED:
            sign, tight = _NUMBERED[name]
            part = self._part(below[0], _TIMES if tight == _COMPARED else _NOT)
            return _Joined("", "", [part], f"{sign}{value}"), tight
        if name == "spread":
            mask = self._whole.mask(value)  # type: ignore[arg-type]
            part = self._part(below[0], _NOT)
            return _Joined("", "", [part], f" * {mask}"), _TIMES
        if name == "not":
            return _Joined("~", "", [self._part(below[0], _NOT)], ""), _NOT
        return _Joined(f"{name}(", "", [self._part(below[0], 0)], ")"), _NAME

    def _parts(self, node: Node) -> list[Node]:
        """Return what an operation joins, in the order of the text, masks last."""
        name, below, _ = self._words.nodes[node]
        if name not in ("and", "or"):
            return list(below)
        parts = list[Node]()
        waiting = list(below)
        while waiting:
            part = waiting.pop()
            operation = self._words.nodes[part]
            if operation.name == name and part not in self._called:
                waiting += operation.below
            else:
                parts.append(part)
        return sorted(parts, key=self._rank)

    def _rank(self, part: Node) -> tuple[bool, list[str | int]]:
        """Return what parts are sorted by: masks last, and numbers by their size."""
        return self._words.constant_of(part) is not None, _by_number(self._key(part))

    def _key(self, node: Node) -> str:
        """Return a text that is that of no other node."""
        if node in self._called:
            return self._called[node]
        if node not in self._keys:
            name, below, value = self._words.nodes[node]
            if name in ("argument", "condition"):
                value = self._whole.given[value]  # type: ignore[index]
            inner = " ".join(sorted(map(self._key, below), key=_by_number))
            self._keys[node] = f"{inner} {name} {value}"
        return self._keys[node]


# ---- lines ------------------------------------------------------------------------


def _by_number(text: str) -> list[str | int]:
    """Return what texts are sorted by whose numbers count by their size."""
    parts = re.split(r"(\d+)", text)
    return [int(part) if at % 2 else part for at, part in enumerate(parts)]


def _flat(tree: _Tree) -> str:
    """Return an expression as one line."""
    if isinstance(tree, str):
        return tree
    return tree.before + f" {tree.sign}".join(map(_flat, tree.parts)) + tree.after


def _statement(target: str, tree: _Tree, indent: str) -> Iterator[str]:
    """Yield the lines of a statement."""
    first = f"{indent}{target} = "
    lines = _laid(tree, len(first))
    yield first + lines[0]
    yield from lines[1:]


def _laid(tree: _Tree, column: int) -> list[str]:
    """Return an expression as lines; the first begins at a column."""
    flat = _flat(tree)
    if isinstance(tree, str) or column + len(flat) <= _COLUMNS:
        return [flat]
    lines = list[str]()
    for part in tree.parts:
        before = tree.sign if lines else tree.before
        inner = _laid(part, column + len(before))
        margin = " " * column if lines else ""
        lines += [margin + before + inner[0], *inner[1:]]
    lines[-1] += tree.after
    return lines


def _columns(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield rows as lines, with columns of one width."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        yield ("  " + "  ".join(cells)).rstrip()


def _beside(blocks: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield blocks of lines, one beside the other."""
    widths = [max(map(len, block)) for block in blocks]
    for row in zip_longest(*blocks, fillvalue=""):
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        yield ("  " + "   ".join(cells)).rstrip()
