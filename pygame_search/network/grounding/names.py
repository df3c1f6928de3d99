"""What the atoms of a ground program are called, and which arguments belong together.

Two arguments are of one *class* if a rule lets one variable stand in both, or one plus
a constant, or if a static relation leads from one to the other: then their values are
places on the same line, such as the files of a board. The class of each argument and a
coordinate for each value are all that `network/lift` needs of the rules as they are
written.

A wrong class or a bad coordinate does no harm: it only makes the program larger.
"""

from __future__ import annotations

import re
from array import array
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import chain, combinations
from typing import Any, NamedTuple

from clingo import Control, Symbol, SymbolType, ast

#: Two relations of which one is what the other becomes share their arguments.
_SAME = {"next": "true", "legal": "does"}

#: A leaf of a term: its path, with the relation at its head, and its value.
Path = tuple[Hashable, ...]
Value = int | str

#: A leaf in the text of an atom behind the name of its relation: clingo's names and
#: numbers have no other signs (`logic/export/clingo_syntax.pl`).
_LEAF = re.compile(r"[^(),\n]+(?![^(),\n]|\()")


class Named(NamedTuple):
    """The names of a ground program, as the process sends them.

    Attributes:
        header: `shapes` has for each shape of a name its relation, its functors and the
            class of each leaf; `coordinates` for each class pairs of a value and its
            place; `words` the constants.
        arrays: for each atom with a name its number, the index of its shape, and the
            leaves of all of them: 2 * number, or 2 * index of a constant + 1.
    """

    header: dict[str, Any]
    arrays: dict[str, array[int]]


def names_of(control: Control, text: str) -> Named:
    """Return the names of a program's atoms.

    Args:
        control: has grounded the program.
        text: the program, one clause a line.
    """
    rules = [_Rule(node) for node in _parsed(text)]
    varying = _varying(rules)
    classes = _Classes()
    atoms = _Atoms(control)
    facts = _Facts(atoms)
    for rule in rules:
        rule.join(classes, varying, facts)
    return _named(atoms, varying, classes, facts)


# ---- the rules as they are written -------------------------------------------


def _parsed(text: str) -> list[Any]:
    lines = [line for line in text.splitlines() if ":-" in line and line[0] != "#"]
    found: list[Any] = []

    def keep(node: Any) -> None:
        if node.ast_type == ast.ASTType.Rule:
            found.append(node)

    ast.parse_string("\n".join(lines), keep)
    return found


class _Classes:
    """Sets of arguments and variables that are joined, as a forest."""

    def __init__(self) -> None:
        self._above: dict[Hashable, Hashable] = {}

    def of(self, item: Hashable) -> Hashable:
        """Return the representative of an item."""
        root = item
        while (above := self._above.get(root)) is not None:
            root = above
        while item != root:
            self._above[item], item = root, self._above[item]
        return root

    def join(self, one: Hashable, two: Hashable) -> None:
        """Join two items."""
        one, two = self.of(one), self.of(two)
        if one != two:
            self._above[one] = two


class _Form(NamedTuple):
    """Atoms of a relation with the same functors inside.

    Attributes:
        paths: where their leaves stand.
        atoms: the number of each, 0 for one that always or never holds.
        columns: for each leaf its value in each of the atoms.
    """

    paths: tuple[Path, ...]
    atoms: list[int]
    columns: list[list[Value]]


class _Atoms:
    """The atoms of the ground program."""

    def __init__(self, control: Control) -> None:
        self._atoms = control.symbolic_atoms
        self._forms: dict[str, list[_Form]] = {}
        self._values: dict[str, Value] = {}

    @property
    def relations(self) -> list[str]:
        """The relations, each once."""
        signatures = self._atoms.signatures
        return list(dict.fromkeys(name for name, _, sign in signatures if sign))

    def forms(self, relation: str) -> list[_Form]:
        """Return the atoms of a relation, by their form."""
        if relation not in self._forms:
            self._forms[relation] = [
                form
                for name, arity, sign in self._atoms.signatures
                if name == relation and sign
                for form in self._read(name, arity)
            ]
        return self._forms[relation]

    def _read(self, name: str, arity: int) -> Iterator[_Form]:
        """Yield the atoms of a relation and an arity, by their form.

        The terms are read from their text, all at once: to ask clingo for each part of
        each takes ten times as long.
        """
        numbers = list[int]()
        symbols = list[Symbol]()
        for atom in self._atoms.by_signature(name, arity):
            symbols.append(atom.symbol)
            numbers.append(0 if atom.is_fact else atom.literal)
        if not symbols:
            return
        text = "\n".join(str(symbol)[len(name) :] for symbol in symbols)
        leaves = _LEAF.findall(text)
        members: dict[str, list[int]] = defaultdict(list)
        begins, at = list[int](), 0
        size: dict[str, int] = {}
        for index, form in enumerate(_LEAF.sub("", text).split("\n")):
            if form not in size:
                size[form] = len(list(_symbol_leaves(symbols[index])))
            members[form].append(index)
            begins.append(at)
            at += size[form]
        for word in {*leaves} - self._values.keys():
            self._values[word] = int(word) if word.lstrip("-").isdigit() else word
        values = [self._values[word] for word in leaves]
        for some in members.values():
            paths = tuple(path for path, _ in _symbol_leaves(symbols[some[0]]))
            yield _Form(
                paths,
                [numbers[index] for index in some],
                [[values[begins[i] + at] for i in some] for at in range(len(paths))],
            )


class _Facts:
    """The facts of static relations.

    Attributes:
        steps: for a relation and two of its arguments, the variables that it has led
            from one to the other.
    """

    def __init__(self, atoms: _Atoms) -> None:
        self._atoms = atoms
        self._known: dict[str, list[tuple[Value, ...]]] = {}
        self._pairs: dict[str, list[tuple[int, int]]] = {}
        self.steps: dict[tuple[str, int, int], list[Hashable]] = defaultdict(list)

    def rows(self, relation: str) -> list[tuple[Value, ...]]:
        """Return the leaves of each fact of a relation, all as many as the first."""
        if relation not in self._known:
            forms = self._atoms.forms(relation)
            self._known[relation] = [
                row
                for form in forms
                if len(form.paths) == len(forms[0].paths)
                for row in zip(*form.columns, strict=True)
            ]
        return self._known[relation]

    def led(self, relation: str) -> list[tuple[int, int]]:
        """Return the pairs of arguments such that one leads to the other.

        They have mostly the same values, and not all pairs of them occur.
        """
        if relation not in self._pairs:
            rows, found = self.rows(relation), []
            for i, j in combinations(range(len(rows[0]) if rows else 0), 2):
                ones, twos = {row[i] for row in rows}, {row[j] for row in rows}
                pairs = {(row[i], row[j]) for row in rows}
                if (
                    min(len(ones), len(twos)) > 1
                    and 2 * len(ones & twos) >= len(ones | twos)
                    and len(pairs) <= 0.6 * len(ones) * len(twos)
                ):
                    found.append((i, j))
            self._pairs[relation] = found
        return self._pairs[relation]


class _Rule:
    """A rule, with its atoms and the numbers that it computes."""

    def __init__(self, node: Any) -> None:
        self.key = node.location.begin.line
        self.head = node.head.atom.symbol
        self.atoms: list[Any] = []
        self._sums: list[tuple[str, Any]] = []
        self._read(node.body)

    def _read(self, body: Iterable[Any]) -> None:
        for literal in body:
            atom = literal.atom
            kind = atom.ast_type
            if kind == ast.ASTType.SymbolicAtom:
                self.atoms.append(atom.symbol)
            elif kind == ast.ASTType.Comparison:
                self._compare(atom)
            elif kind == ast.ASTType.BodyAggregate:
                for element in atom.elements:
                    self._read(element.condition)

    def _compare(self, atom: Any) -> None:
        left, guard = atom.term, atom.guards[0]
        if (
            left.ast_type == ast.ASTType.Variable
            and guard.comparison == ast.ComparisonOperator.Equal
        ):
            self._sums.append((left.name, guard.term))

    @property
    def relation(self) -> str:
        """The relation of the head."""
        return str(self.head.name)

    def join(self, classes: _Classes, varying: set[str], facts: _Facts) -> None:
        """Join what this rule joins."""
        for atom in (self.head, *self.atoms):
            name = _SAME.get(atom.name, atom.name)
            leaves = list(_term_leaves(atom, (name,)))
            variables = [
                (self.key, leaf.name)
                if leaf is not None and leaf.ast_type == ast.ASTType.Variable
                and leaf.name != "_" else None
                for _, leaf in leaves
            ]  # fmt: skip
            if name in varying or name in ("true", "does"):
                for (path, _), variable in zip(leaves, variables, strict=True):
                    if variable is not None:
                        classes.join(path, variable)
                continue
            for i, j in facts.led(name):
                if j < len(variables) and variables[i] and variables[j]:
                    classes.join(variables[i], variables[j])
                    facts.steps[name, i, j].append(variables[i])
        for name, term in self._sums:
            for other in _summands(term):
                classes.join((self.key, name), (self.key, other))


def _varying(rules: Sequence[_Rule]) -> set[str]:
    """Return the relations that depend on the state or on a step."""
    below: dict[str, set[str]] = defaultdict(set)
    for rule in rules:
        below[rule.relation].update(atom.name for atom in rule.atoms)
    found = {"true", "does"}
    while True:
        more = {name for name, used in below.items() if used & found} - found
        if not more:
            return found - {"true", "does"}
        found |= more


def _term_leaves(term: Any, path: Path) -> Iterator[tuple[Path, Any]]:
    """Yield the leaves of a term of a rule; None for what is no variable."""
    if term.ast_type == ast.ASTType.Function and term.arguments:
        for at, argument in enumerate(term.arguments):
            inner = _functor(argument)
            yield from _term_leaves(argument, (*path, at, *inner))
    elif len(path) > 1:
        yield path, term


def _functor(term: Any) -> Path:
    if term.ast_type == ast.ASTType.Function and term.arguments:
        return (term.name, len(term.arguments))
    return ()


def _symbol_leaves(symbol: Symbol, path: Path = ()) -> Iterator[tuple[Path, Value]]:
    """Yield the leaves of an atom or a term of the ground program."""
    if symbol.type == SymbolType.Function and symbol.arguments:
        if not path:
            path = (_SAME.get(symbol.name, symbol.name),)
        for at, argument in enumerate(symbol.arguments):
            inner: Path = ()
            if argument.type == SymbolType.Function and argument.arguments:
                inner = (argument.name, len(argument.arguments))
            yield from _symbol_leaves(argument, (*path, at, *inner))
    elif path:
        number = symbol.type == SymbolType.Number
        yield path, symbol.number if number else str(symbol)


def _summands(term: Any) -> list[str]:
    """Return a variable that a sum has once, with the factor 1, if there is one."""
    if term.ast_type == ast.ASTType.Variable:
        return [term.name]
    if term.ast_type != ast.ASTType.Function or not term.external:
        return []
    names = iter(argument.name for argument in term.arguments)
    stack: list[Counter[str]] = []
    for step in term.name.split("_")[1:]:
        if step == "v":
            stack.append(Counter({next(names): 1}))
        elif step in ("a", "s"):
            more = stack.pop()
            total = Counter(stack.pop())
            for name, times in more.items():
                total[name] += times if step == "a" else -times
            stack.append(total)
        elif step in ("u", "p", "b", "g"):
            stack[-1] = Counter()
        elif step.lstrip("n").isdigit():
            stack.append(Counter())
        else:
            stack.pop()
            stack[-1] = Counter()
    return [name for name, times in stack[-1].items() if times == 1][:1]


# ---- the atoms -----------------------------------------------------------------


def _named(atoms: _Atoms, varying: set[str], classes: _Classes, facts: _Facts) -> Named:
    wanted = {"true", "does", "next", "legal", *varying} - {"may", "can"}
    named, shape_of, values = array("i"), array("i"), array("q")
    shapes: dict[tuple[str, tuple[Path, ...]], int] = {}
    words: dict[str, int] = {}
    held: list[tuple[str, Hashable, set[Value]]] = []
    for name in filter(wanted.__contains__, atoms.relations):
        for paths, own, columns in atoms.forms(name):
            kinds = [set(column) for column in columns]
            held += [
                (name, classes.of(path), kind)
                for path, kind in zip(paths, kinds, strict=True)
            ]
            open_ = [at for at, number in enumerate(own) if number]
            if not open_:
                continue
            named.extend(own[at] for at in open_)
            shape = shapes.setdefault((name, paths), len(shapes))
            shape_of.extend([shape] * len(open_))
            code = {
                value: 2 * value if isinstance(value, int)
                else 2 * words.setdefault(value, len(words)) + 1
                for value in dict.fromkeys(chain.from_iterable(columns))
            }  # fmt: skip
            values.extend(code[column[at]] for at in open_ for column in columns)
    coordinates = _coordinates(held, classes, facts)
    numbers: dict[Hashable, int] = {}
    described = [
        [name, [str(path[1:]) for path in paths],
         [numbers.setdefault(classes.of(path), len(numbers)) for path in paths]]
        for name, paths in shapes
    ]  # fmt: skip
    placed = [
        [
            [2 * value if isinstance(value, int) else 2 * words[value] + 1, place]
            for value, place in coordinates.get(which, {}).items()
            if isinstance(value, int) or value in words
        ]
        for which in numbers
    ]
    return Named(
        {"shapes": described, "coordinates": placed, "words": list(words)},
        {"name_atoms": named, "name_shapes": shape_of, "name_values": values},
    )


def _coordinates(
    held: Iterable[tuple[str, Hashable, set[Value]]],
    classes: _Classes,
    facts: _Facts,
) -> dict[Hashable, dict[Value, int]]:
    """Return for each class the places of its values.

    The values are those in fluents; in moves, where no fluent has the class; else those
    anywhere. Numbers are their own places. The places of constants come from a static
    relation that leads from one to the next, if there is one.
    """
    seen: list[dict[Hashable, set[Value]]] = [defaultdict(set) for _ in range(3)]
    for name, which, values in held:
        rank = 0 if name in ("true", "next") else 1 if name in ("does", "legal") else 2
        seen[rank][which] |= values
    domains: dict[Hashable, set[Value]] = {}
    for some in seen:
        for which, found in some.items():
            domains.setdefault(which, found)
    steps: dict[Hashable, list[tuple[str, int, int]]] = defaultdict(list)
    for step, variables in facts.steps.items():
        for which in {classes.of(variable) for variable in variables}:
            steps[which].append(step)
    return {
        which: _places(domain, steps.get(which, ()), facts)
        for which, domain in domains.items()
    }


def _places(
    domain: set[Value], steps: Iterable[tuple[str, int, int]], facts: _Facts
) -> dict[Value, int]:
    numbers = [value for value in domain if isinstance(value, int)]
    if 2 * len(numbers) >= len(domain):
        return {value: value for value in numbers}
    line: list[Value] = []
    for relation, i, j in steps:
        line = _line(domain, {(row[i], row[j]) for row in facts.rows(relation)})
        if line:
            break
    rest = sorted(domain - set(line), key=lambda value: (str(type(value)), str(value)))
    return {value: place for place, value in enumerate([*line, *rest])}


def _line(domain: set[Value], pairs: set[tuple[Value, Value]]) -> list[Value]:
    """Return values in the order of a relation that is a path or a cycle, else none."""
    beside: dict[Value, set[Value]] = defaultdict(set)
    for one, two in pairs:
        if one in domain and two in domain and one != two:
            beside[one].add(two)
            beside[two].add(one)
    if len(beside) < 0.7 * len(domain) or max(map(len, beside.values())) > 2:
        return []
    ends = [value for value in beside if len(beside[value]) == 1]
    at = min(ends or beside, key=str)
    line = [at]
    while True:
        left = sorted((value for value in beside[at] if value not in line), key=str)
        if not left:
            return line if len(line) == len(beside) else []
        at = left[0]
        line.append(at)
