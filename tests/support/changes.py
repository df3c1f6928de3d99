"""The single changes that `sh scripts/mutants` can make to a source file.

Those of Python come from the operators of cosmic-ray and one of our own, which leaves
out a statement; those of Prolog from tests/support/changes.pl. Code without effect on
results is left alone: annotations, decorators, the wording of errors, `__repr__`.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import parso
from cosmic_ray.operators.operator import Operator
from cosmic_ray.operators.provider import OperatorProvider
from reach import places

LISTING = Path(__file__).parent / "changes.pl"

#: Operators of cosmic-ray: a comparison, a sign or what is listed by its whole name.
_COMPARISONS = """
Lt_LtE LtE_Lt Gt_GtE GtE_Gt Lt_GtE Gt_LtE LtE_Gt GtE_Lt Eq_NotEq NotEq_Eq Is_IsNot
IsNot_Is
"""
_SIGNS = """
Add_Sub Sub_Add Mul_Add Div_Mul FloorDiv_Mul Mod_FloorDiv LShift_RShift RShift_LShift
BitOr_BitAnd BitAnd_BitOr BitXor_BitAnd
"""
_OTHERS = """
AddNot ReplaceTrueWithFalse ReplaceFalseWithTrue ReplaceAndWithOr ReplaceOrWithAnd
ReplaceBreakWithContinue ReplaceContinueWithBreak NumberReplacer ZeroIterationForLoop
"""

#: What is not looked into.
_SKIPPED = {
    "annassign", "decorator", "decorators", "fstring", "import_from", "import_name",
    "raise_stmt", "assert_stmt", "tfpdef",
}  # fmt: skip
_SKIPPED_FUNCTIONS = {"__repr__", "__str__"}


@dataclass(frozen=True, slots=True)
class Change:
    """One change: where, of what kind, and in which words a line was and becomes.

    Attributes:
        file: from the root of the checkout.
        place: the function and the text of the line; it holds where lines move.
        kind: the operator, with its column in the line and its number there.
        at: what finds it again in the file as it is now.
    """

    file: str
    line: int
    place: str
    kind: str
    at: tuple[Any, ...]


class DropStatement(Operator):  # type: ignore[misc]
    """Leave out a call made for its effect, or an assignment to a part of something."""

    def mutation_positions(self, node: Any) -> Iterator[tuple[Any, Any]]:
        if node.type == "simple_stmt":
            first = node.children[0]
            target = first.children[0] if first.type == "expr_stmt" else first
            if target.type == "atom_expr":
                yield node.start_pos, node.end_pos

    def mutate(self, node: Any, index: int) -> Any:
        before = node.children[0].get_first_leaf().prefix
        node.children[0] = parso.parse(f"{before}pass")
        return node

    @classmethod
    def examples(cls) -> tuple[()]:
        return ()


def _operators() -> dict[str, Operator]:
    known = OperatorProvider()
    names = [f"ReplaceComparisonOperator_{pair}" for pair in _COMPARISONS.split()]
    names += [f"ReplaceBinaryOperator_{pair}" for pair in _SIGNS.split()]
    found: dict[str, Operator] = {n: known[n]() for n in names + _OTHERS.split()}
    return {**found, "DropStatement": DropStatement()}


OPERATORS = _operators()


def _skipped(node: Any) -> bool:
    if node.type in _SKIPPED:
        return True
    if node.type == "funcdef":
        return node.name.value in _SKIPPED_FUNCTIONS
    if node.type == "if_stmt":
        return bool(node.children[1].get_code().strip() == "TYPE_CHECKING")
    return False


def _nodes(node: Any) -> Iterator[Any]:
    """All nodes that may be changed, in order."""
    if _skipped(node):
        if node.type == "annassign" and len(node.children) > 3:
            yield from _nodes(node.children[3])  # the value
        return
    yield node
    children = getattr(node, "children", [])
    if node.type == "funcdef" and node.annotation is not None:
        children = [child for child in children if child is not node.annotation]
    if node.type == "param" and node.annotation is not None:
        children = [child for child in children if child.type != "tfpdef"]
    for child in children:
        yield from _nodes(child)


def _of_python(file: str, source: str) -> Iterator[Change]:
    named = places(source)
    for number, node in enumerate(_nodes(parso.parse(source))):
        if node.type in ("newline", "name", "string", "file_input", "endmarker"):
            continue
        for name, operator in OPERATORS.items():
            for index, ((line, column), _) in enumerate(
                operator.mutation_positions(node)
            ):
                kind = f"{name} {column} {index}"
                yield Change(file, line, named[line], kind, (name, number, index))


def _of_prolog(file: str, source: str, path: Path) -> Iterator[Change]:
    listed = subprocess.run(
        ["swipl", LISTING, "--", path],
        capture_output=True, check=True, encoding="utf-8", stdin=subprocess.DEVNULL,
    ).stdout  # fmt: skip
    clause = ""
    for row in listed.splitlines():
        kind, begin, end, text = row.split("\t")
        line = source.count("\n", 0, int(begin)) + 1
        start = source.rfind("\n", 0, int(begin)) + 1
        words = source[start:].split("\n", 1)[0].strip()
        clause = source[: int(begin)].rpartition("\n\n")[2].split("(")[0].split("\n")[0]
        column = int(begin) - start
        yield Change(
            file, line, f"{clause.strip()}: {words}", f"{kind} {column} {text}",
            (int(begin), int(end), text),
        )  # fmt: skip


def changes(root: Path, path: Path) -> list[Change]:
    """Return all changes that can be made to a file."""
    file, source = str(path.relative_to(root)), path.read_text("utf-8")
    if path.suffix == ".pl":
        return list(_of_prolog(file, source, path))
    return list(_of_python(file, source))


def applied(source: str, change: Change) -> str:
    """Return the text of the file with the change."""
    if change.file.endswith(".pl"):
        begin, end, text = (int(change.at[0]), int(change.at[1]), str(change.at[2]))
        return source[:begin] + text + source[end:]
    name, wanted, index = change.at
    tree = parso.parse(source)
    for number, node in enumerate(_nodes(tree)):
        if number == wanted:
            changed = OPERATORS[name].mutate(node, index)
            if changed is not node:
                siblings = node.parent.children
                siblings[siblings.index(node)] = changed
            made: str = tree.get_code()
            return made
    raise AssertionError(change)


__all__ = ["Change", "applied", "changes"]
