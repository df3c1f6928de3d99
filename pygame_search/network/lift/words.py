"""Operations on words as a graph in which equal parts are one.

A node is a word of `width` bits, one for each place, or a number. A condition that
holds at no place of its own is a word too: all ones if it holds, else 0.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

#: The index of a node.
Node: TypeAlias = int

#: The nodes that are given, or the results of others: they take no operation.
GIVEN = frozenset({"constant", "number", "argument", "condition", "loop", "fixpoint"})


class Operation(NamedTuple):
    """A node.

    Attributes:
        name: what it computes; see `Words`.
        below: the nodes that it is computed from.
        value: a constant: the word itself, a distance, a bound, or the name of an
            argument.
    """

    name: str
    below: tuple[Node, ...] = ()
    value: int | str | tuple[int, int] = 0


@dataclass(slots=True)
class Loop:
    """A least fixpoint: words that are computed anew, from 0, until none changes.

    Attributes:
        results: the words, each computed from `loop` nodes among others.
    """

    results: list[Node] = field(default_factory=list)


class Function(NamedTuple):
    """A word as a function of others, bit by bit.

    Attributes:
        of: the nodes of the others, ascending, at most `MOST_INPUTS`.
        table: a bit for each of 64 inputs: the nth of the others is bit n of the input.
    """

    of: tuple[Node, ...]
    table: int


#: The most words that a function is made of; with more, a node is its own function.
MOST_INPUTS = 6

#: The most words of a function that is tried with all their values.
_MOST_LEAVES = 14

#: The tables of functions that are one of their words.
_INPUTS = [
    sum(1 << row for row in range(64) if row >> at & 1) for at in range(MOST_INPUTS)
]
_ALL = (1 << 64) - 1

#: The table of a function that is its only word.
IDENTITY = _INPUTS[0]


def combined(name: str, parts: Sequence[Function]) -> Function | None:
    """Return an operation on functions as a function; None if it has too many words.

    Args:
        name: `and`, `or` or `not`.
        parts: of one or two.
    """
    of = tuple(sorted({node for part in parts for node in part.of}))
    if len(of) > MOST_INPUTS:
        return None
    places = {node: at for at, node in enumerate(of)}
    tables = [_moved(x.table, tuple(places[node] for node in x.of)) for x in parts]
    table = _ALL & ~tables[0]
    if name != "not":
        table = tables[0] & tables[1] if name == "and" else tables[0] | tables[1]
    needed = tuple(at for at in range(len(of)) if _depends(table, at))
    if len(needed) < len(of):
        table = _picked(table, needed)
    return Function(tuple(of[at] for at in needed), table)


def _depends(table: int, at: int) -> bool:
    """Return whether a function depends on an input."""
    ones = _INPUTS[at]
    return (table & ones) >> (1 << at) != table & ~ones & _ALL


@lru_cache(maxsize=1 << 16)
def _moved(table: int, places: tuple[int, ...]) -> int:
    """Return the table of a function whose inputs stand at other places."""
    if places == tuple(range(len(places))):
        return table
    found = 0
    for row in range(64):
        old = sum((row >> place & 1) << at for at, place in enumerate(places))
        found |= (table >> old & 1) << row
    return found


@lru_cache(maxsize=1 << 16)
def _picked(table: int, needed: tuple[int, ...]) -> int:
    """Return the table of a function without the inputs that it does not need."""
    found = 0
    for row in range(64):
        old = sum((row >> at & 1) << place for at, place in enumerate(needed))
        found |= (table >> old & 1) << row
    return found


class Words:
    """A graph of operations.

    constant       the word `value`
    argument       a word that is given, by name
    condition      all ones or 0, which is given, by name
    and, or, not   bit by bit
    up, down       shifted by `value` places
    spread         multiplied by the word `value`: copied to the places of its bits,
               where no copy meets another
    any            all ones if a bit is set
    count          how many bits are set: a number
    sum            of numbers
    least          all ones if a number is at least `value`
    is             all ones if a number is `value`
    less, same     all ones if the first of two numbers is less, if they are equal
    loop           (loop, word): a word of a loop, as it was the last time
    fixpoint       (loop, word): the same when the loop is done

    Args:
        width: the bits of a word.
    """

    def __init__(self, width: int) -> None:
        self.width = width
        self.full = (1 << width) - 1
        self.nodes: list[Operation] = []
        self.loops: list[Loop] = []
        self._known: dict[Operation, Node] = {}
        #: For each node the bits that may be set.
        self._bits: list[int] = []
        #: For each node what it is of some others, bit by bit.
        self._functions: list[Function] = []
        self._same: dict[Function, Node] = {}

    def _make(self, *parts: object, bits: int = -1) -> Node:
        """Return the node of an operation, which is made if there is none yet.

        Args:
            parts: of the operation.
            bits: those that may be set.
        """
        operation = Operation(*parts)  # type: ignore[arg-type]
        found = self._known.get(operation)
        if found is None:
            found = self._known[operation] = len(self.nodes)
            self.nodes.append(operation)
            self._bits.append(bits & self.full)
            self._functions.append(Function((found,), IDENTITY))
        return found

    def _made(self, name: str, *below: Node, bits: int) -> Node:
        """Return an operation bit by bit, or a node that is always the same."""
        operation = Operation(name, below)
        if operation in self._known:
            return self._known[operation]
        function = combined(name, [self._functions[part] for part in below])
        if function is None:
            return self._make(name, below, bits=bits)
        if not function.of:
            return self.constant(-(function.table & 1))
        if len(function.of) == 1 and function.table == IDENTITY:
            return function.of[0]
        if function in self._same:
            return self._same[function]
        made = self._same[function] = self._make(name, below, bits=bits)
        self._functions[made] = function
        return made

    # ---- words ------------------------------------------------------------------

    def constant(self, word: int) -> Node:
        """Return a constant word."""
        return self._make("constant", (), word & self.full, bits=word)

    def argument(self, name: str, *, placed: bool, bits: int = -1) -> Node:
        """Return a word that is given, or a condition, all ones or 0.

        Args:
            name: by which it is given.
            placed: whether it is a word.
            bits: those that may be set.
        """
        if not placed:
            return self._make("condition", (), name)
        return self._make("argument", (), name, bits=bits)

    def constant_of(self, node: Node) -> int | None:
        """Return the value of a constant word, None for other nodes."""
        name, _, value = self.nodes[node]
        return value if name == "constant" else None  # type: ignore[return-value]

    def places(self, node: Node) -> Node:
        """Return a word with all bits that a node may have."""
        return self.constant(self._bits[node])

    def and_(self, one: Node, two: Node) -> Node:
        """Return the conjunction of two words."""
        if one == two:
            return one
        a, b = self.constant_of(one), self.constant_of(two)
        if a is not None and b is not None:
            return self.constant(a & b)
        if a is not None:
            one, two, a, b = two, one, b, a
        bits = self._bits[one] & self._bits[two]
        if bits == 0:
            return self.constant(0)
        if b is not None and self._bits[one] & ~b == 0:
            return one
        number = self._is_number(one, two) or self._is_number(two, one)
        if number is not None:
            return self.is_(*number)
        first = self.nodes[one]
        if b is not None and first.name == "and":
            inner = self.constant_of(first.below[1])
            if inner is not None:
                return self.and_(first.below[0], self.constant(inner & b))
        if b is None and one > two:
            one, two = two, one
        return self._made("and", one, two, bits=bits)

    def or_(self, one: Node, two: Node) -> Node:
        """Return the disjunction of two words."""
        if one == two:
            return one
        a, b = self.constant_of(one), self.constant_of(two)
        if a is not None and b is not None:
            return self.constant(a | b)
        if a is not None:
            one, two, b = two, one, a
        if b == 0:
            return one
        if b is not None and (self.full & ~b == 0 or self._bits[one] & ~b == 0):
            return two
        if b is None and one > two:
            one, two = two, one
        return self._made("or", one, two, bits=self._bits[one] | self._bits[two])

    def _is_number(self, one: Node, two: Node) -> tuple[Node, int] | None:
        """Return a number and its value, if it is at least that and not one more."""
        first, second = self.nodes[one], self.nodes[two]
        if first.name == "least" and second.name == "not":
            more = self.nodes[second.below[0]]
            if more == ("least", first.below, first.value + 1):  # type: ignore[operator]
                return first.below[0], first.value  # type: ignore[return-value]
        return None

    def any_of(self, words: Iterable[Node]) -> Node:
        """Return the disjunction of some words, as a shallow tree."""
        left = sorted(self._with_comparisons({*words}))
        if not left:
            return self.constant(0)
        while len(left) > 1:
            pairs = zip(left[::2], left[1::2], strict=False)
            left = [*(self.or_(a, b) for a, b in pairs), *left[len(left) & ~1 :]]
        return left[0]

    def _with_comparisons(self, words: set[Node]) -> set[Node]:
        """Return a disjunction in which pairs of numbers became comparisons.

        `a is 1 and b is 0, or a is 2 and b is 0, or a is 2 and b is 1` is `b less a`
        for numbers up to 2.
        """
        pairs: dict[tuple[Node, Node], dict[tuple[int, int], Node]] = {}
        for word in words:
            name, below, _ = self.nodes[word]
            both = [self._as_number(part) for part in below] if name == "and" else []
            if len(both) == 2 and both[0] is not None and both[1] is not None:
                (a, i), (b, j) = sorted([both[0], both[1]])
                if a != b:
                    pairs.setdefault((a, b), {})[i, j] = word
        for (a, b), found in pairs.items():
            most_a, most_b = self.most(a), self.most(b)
            if len(found) < max(2, min(most_a, most_b)):
                continue  # each comparison is made of at least so many pairs
            for name, one, two, holds in (
                ("less", a, b, int.__lt__),
                ("less", b, a, int.__gt__),
                ("same", a, b, int.__eq__),
            ):
                every = {
                    (i, j)
                    for i in range(most_a + 1)
                    for j in range(most_b + 1)
                    if holds(i, j)
                }
                if len(every) > 1 and every <= found.keys():
                    words -= {found[pair] for pair in every}
                    words.add(self.compared(name, one, two))
        return words

    def _as_number(self, condition: Node) -> tuple[Node, int] | None:
        """Return a number and the value that it has if a condition holds."""
        name, below, value = self.nodes[condition]
        if name == "is":
            return below[0], value  # type: ignore[return-value]
        if name == "least" and value == self.most(below[0]):
            return below[0], value
        if name == "not":
            inner = self.nodes[below[0]]
            if inner.name == "least" and inner.value == 1:
                return inner.below[0], 0
        return None

    def most(self, number: Node) -> int:
        """Return how large a number can be."""
        name, below, value = self.nodes[number]
        if name == "sum":
            return sum(map(self.most, below))
        if name == "number":
            return int(value)  # type: ignore[arg-type]
        return self._bits[below[0]].bit_count()

    def not_(self, word: Node) -> Node:
        """Return the complement of a word."""
        value = self.constant_of(word)
        if value is not None:
            return self.constant(~value)
        name, below, _ = self.nodes[word]
        return below[0] if name == "not" else self._made("not", word, bits=-1)

    def shifted(self, word: Node, places: int) -> Node:
        """Return a word shifted up, or down if `places` is negative."""
        if places == 0:
            return word
        value = self.constant_of(word)
        if value is not None:
            return self.constant(value << places if places > 0 else value >> -places)
        bits = self._bits[word]
        bits = bits << places if places > 0 else bits >> -places
        name = "up" if places > 0 else "down"
        return self._make(name, (word,), abs(places), bits=bits)

    def spread(self, word: Node, to: int) -> Node:
        """Return the copies of a word at the places of the bits of `to`."""
        value = self.constant_of(word)
        if to == 1:
            return word
        if value is not None:
            return self.constant(value * to)
        return self._make("spread", (word,), to)

    def any(self, word: Node) -> Node:
        """Return whether a bit of a word is set."""
        value = self.constant_of(word)
        if value is not None:
            return self.constant(self.full if value else 0)
        name, below, _ = self.nodes[word]
        if name == "and" and self.constant_of(below[1]) is not None:
            word = below[0] if self.is_condition(below[0]) else word
        return word if self.is_condition(word) else self._make("any", (word,))

    def is_condition(self, word: Node) -> bool:
        """Return whether a word is always all ones or 0, as far as its top tells."""
        name, below, _ = self.nodes[word]
        if name in ("not", "and", "or"):
            return all(map(self.is_condition, below))
        return name in ("condition", "any", "least", "is", "less", "same")

    # ---- numbers ------------------------------------------------------------------

    def number(self, value: int) -> Node:
        """Return a constant number."""
        return self._make("number", (), value)

    def count(self, word: Node) -> Node:
        """Return how many bits of a word are set."""
        value = self.constant_of(word)
        if value is not None:
            return self.number(value.bit_count())
        return self._make("count", (word,))

    def sum(self, numbers: Iterable[Node]) -> Node:
        """Return the sum of some numbers."""
        parts = sorted(numbers)
        return parts[0] if len(parts) == 1 else self._make("sum", tuple(parts))

    def least(self, number: Node, bound: int) -> Node:
        """Return whether a number is at least a bound."""
        if bound <= 0:
            return self.constant(self.full)
        return self._make("least", (number,), bound)

    def at_least(self, counted: Sequence[Node], bound: int) -> Node:
        """Return the places at which at least some number of words have a bit.

        The words are added up in binary digits, each a word.
        """
        digits: list[Node] = []
        for carry in counted:
            for at, digit in enumerate(digits):
                digits[at], carry = self._xor(digit, carry), self.and_(digit, carry)
            digits.append(carry)
        enough = self.constant(-1)
        for at, digit in enumerate(digits):
            combine = self.and_ if bound >> at & 1 else self.or_
            enough = combine(digit, enough)
        return self.constant(0) if bound >> len(digits) else enough

    def _xor(self, one: Node, two: Node) -> Node:
        either, both = self.or_(one, two), self.and_(one, two)
        return self.and_(either, self.not_(both))

    def is_(self, number: Node, value: int) -> Node:
        """Return whether a number is a value."""
        return self._make("is", (number,), value)

    def compared(self, name: str, one: Node, two: Node) -> Node:
        """Return whether one number is `less` than another, or the `same`."""
        return self._make(name, (one, two))

    def remade(self, name: str, below: Sequence[Node], value: Any) -> Node:
        """Return an operation on other nodes; it has a name and `value` of its own."""
        if name in ("and", "or"):
            return (self.and_ if name == "and" else self.or_)(*below)
        if name in ("up", "down"):
            return self.shifted(below[0], value if name == "up" else -value)
        if name in ("less", "same"):
            return self.compared(name, *below)
        if name == "sum":
            return self.sum(below)
        if name in ("not", "any", "count"):
            one = {"not": self.not_, "any": self.any, "count": self.count}[name]
            return one(below[0])
        two = {"spread": self.spread, "least": self.least, "is": self.is_}[name]
        return two(below[0], value)

    # ---- loops --------------------------------------------------------------------

    def add_loop(self) -> int:
        """Return the number of a new loop."""
        self.loops.append(Loop())
        return len(self.loops) - 1

    def in_loop(self, loop: int, word: int) -> Node:
        """Return a word of a loop, as it was the last time."""
        return self._make("loop", (), (loop, word))

    def fixpoint(self, loop: int, word: int) -> Node:
        """Return a word of a loop when it is done."""
        return self._make("fixpoint", (), (loop, word))

    def is_empty(self, word: Node) -> bool:
        """Return whether a word never has a bit, whatever others it is made of are.

        It is looked at as a function of words bit by bit; shifted words and the like
        count as words of their own. Of a function of too many nothing is known.
        """
        places = self._bits[word]
        inside = dict.fromkeys([word])
        for node in reversed(self.needed([word])):
            if node in inside and self.nodes[node].name in ("and", "or", "not"):
                inside |= dict.fromkeys(self.nodes[node].below)
        order = [node for node in self.needed([word]) if node in inside]
        tables: dict[Node, int] = {}
        leaves = []
        for node in order:
            mask = self.constant_of(node)
            if mask is not None and places & ~mask in (0, places):
                tables[node] = -(places & mask != 0)
            elif self.nodes[node].name not in ("and", "or", "not"):
                leaves.append(node)
        if len(leaves) > _MOST_LEAVES:
            return False
        rows = 1 << len(leaves)
        every = (1 << rows) - 1
        for at, node in enumerate(leaves):
            run = 1 << at
            tables[node] = every // ((1 << run) + 1) << run & every
        for node in order:
            if node not in tables:
                name, below, _ = self.nodes[node]
                parts = [tables[part] for part in below]
                tables[node] = _VALUES[name](every, 0, *parts)
        return tables[word] & every == 0

    # ---- what is needed, and what it is worth ------------------------------------

    def below(self, node: Node) -> tuple[Node, ...]:
        """Return the nodes that a node needs, those inside of a loop among them."""
        name, below, value = self.nodes[node]
        if name == "fixpoint":
            return tuple(self.loops[value[0]].results)  # type: ignore[index]
        return below

    def needed(self, roots: Iterable[Node], known: Container[Node] = ()) -> list[Node]:
        """Return the nodes that some depend on and themselves, each after its parts.

        Args:
            roots: the nodes.
            known: nodes that are left out, with what they alone depend on.
        """
        nodes = self.nodes
        done: dict[Node, None] = {}
        stack = [*roots]
        while stack:
            node = stack.pop()
            if node < 0:  # all its parts are done
                done[~node] = None
            elif node not in done and node not in known:
                name, below, _ = nodes[node]
                if name == "fixpoint":
                    below = self.below(node)
                stack.append(~node)
                stack += below
        return list(done)

    def operations(self, roots: Iterable[Node]) -> int:
        """Return how many operations some nodes take; a loop counts once."""
        needed = self.needed(roots)
        return sum(self.nodes[node].name not in GIVEN for node in needed)

    def evaluate(
        self, roots: Sequence[Node], arguments: Mapping[str, int]
    ) -> list[int]:
        """Return the values of some nodes.

        Args:
            roots: the nodes.
            arguments: the words that are given.
        """
        values: dict[Node, int] = {}
        for node in self.needed(roots):
            if self.nodes[node].name == "fixpoint":
                place: Any = self.nodes[node].value
                settled = self._settled(place[0], values, arguments)
                values[node] = settled[place[1]]
            else:
                values[node] = self._value(node, values, arguments)
        return [values[root] for root in roots]

    def _settled(
        self, loop: int, values: dict[Node, int], arguments: Mapping[str, int]
    ) -> list[int]:
        results = self.loops[loop].results
        inside = self.inside(loop)
        words = [0] * len(results)
        while True:
            for node in inside:
                operation = self.nodes[node]
                if operation.name == "loop":
                    values[node] = words[operation.value[1]]  # type: ignore[index]
                else:
                    values[node] = self._value(node, values, arguments)
            after = [values[node] for node in results]
            if after == words:
                return words
            words = after

    def inside(self, loop: int) -> list[Node]:
        """Return the nodes that depend on the words of a loop, each after its parts."""
        found: dict[Node, None] = {}
        for node in self.needed(self.loops[loop].results):
            name, _, value = self.nodes[node]
            if name == "loop":
                if value[0] == loop:  # type: ignore[index]
                    found[node] = None
            elif any(part in found for part in self.below(node)):
                found[node] = None
        return list(found)

    def _value(
        self, node: Node, values: Mapping[Node, int], arguments: Mapping[str, int]
    ) -> int:
        name, below, value = self.nodes[node]
        if name in ("argument", "condition"):
            return arguments[value]  # type: ignore[index]
        if name == "loop":
            return 0  # unused: the loop evaluates it itself
        return _VALUES[name](self.full, value, *(values[part] for part in below))


#: The value of an operation: of the full word, its constant, and the words below.
_VALUES: Mapping[str, Callable[..., int]] = {
    "constant": lambda full, value: value,
    "number": lambda full, value: value,
    "and": lambda full, value, a, b: a & b,
    "or": lambda full, value, a, b: a | b,
    "not": lambda full, value, a: full & ~a,
    "up": lambda full, value, a: full & (a << value),
    "down": lambda full, value, a: a >> value,
    "spread": lambda full, value, a: full & (a * value),
    "any": lambda full, value, a: full if a else 0,
    "count": lambda full, value, a: a.bit_count(),
    "sum": lambda full, value, *numbers: sum(numbers),
    "least": lambda full, value, a: full if a >= value else 0,
    "is": lambda full, value, a: full if a == value else 0,
    "less": lambda full, value, a, b: full if a < b else 0,
    "same": lambda full, value, a, b: full if a == b else 0,
}
