"""The first sentence of an explanation: why the goal holds, or why it does not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pygame_search.explanation.proof_tree import Node
from pygame_search.support.words import conjoined

#: The most goals that a sentence names.
MOST_NAMED = 4

#: A goal with more characters is described instead of named.
_LONGEST = 90

#: The reasons of failed comparisons that contain their values.
_FALSE = "this is not so"


def why(goal: str, tree: Node) -> str:
    """Return one sentence that says why a goal holds, or why it does not.

    If it holds, the sentence names the parts of the position in its proof: the fluents
    and moves used, and the negated goals. If it does not, the sentence names the goals
    at which its clauses fail, with every instance that was tried.

    Args:
        goal: the goal.
        tree: the tree of its explanation.
    """
    if tree.holds:
        return _holds(tree)
    return f"{_short(tree.goal)} does not hold{_failure(tree)}."


# ---- what holds ------------------------------------------------------------------


def _holds(tree: Node) -> str:
    goal = _short(tree.goal)
    if tree.kind in ("fluent", "move", "test"):
        return f"{goal} holds{' in the position' if tree.kind == 'fluent' else ''}."
    evidence = list({node.goal: node for node in _evidence(tree)}.values())
    if not evidence:
        return f"{goal} holds by the clauses alone; it needs nothing of the position."
    if evidence == [tree] and tree.kind in ("atom", "search"):
        if tree.reason.startswith("was "):
            return f"{goal} holds: it {tree.reason}."
        return f"{goal} holds: {tree.reason}." if tree.reason else f"{goal} holds."
    given = [n for n in evidence if n.kind not in ("negation", "count")]
    denied = [n for n in evidence if n.kind == "negation"]
    parts = []
    if given:
        parts.append(f"{_named([n.goal for n in given])} {_verb(given, 'hold')}")
    if denied:
        verb = _verb(denied, "do") + " not" + ("" if given else " hold")
        names = _named([_denied(n).goal for n in denied])
        parts.append(f"{names} {verb}")
    parts += [f"a count gives {n.reason}" for n in evidence if n.kind == "count"]
    said = f"{goal} holds because {conjoined(parts)}"
    if evidence[-1:] == denied and not _denied(denied[0]).holds:
        said += _failure(_denied(denied[0]))
    return f"{said}."


def _evidence(node: Node) -> Iterator[Node]:
    """Yield the parts of a proof that come from no clause."""
    if node.kind in ("fluent", "move", "negation") or (
        node.kind in ("atom", "search") and node.clause is None
    ):
        yield node
    elif node.kind != "test":
        for child in node.children:
            yield from _evidence(child)
        if node.kind == "count":
            yield node


def _denied(negation: Node) -> Node:
    """Return the negated goal of a negation that holds."""
    return negation.children[0] if negation.children else negation


def _verb(nodes: Sequence[Node], verb: str) -> str:
    if len(nodes) > 1:
        return verb
    return "does" if verb == "do" else f"{verb}s"


# ---- what does not hold ----------------------------------------------------------


def _failure(node: Node) -> str:
    """Return why a goal fails, as the end of a sentence; empty for a mere fluent."""
    goal, found, total = node, _failed(node), _tries(node)
    while len(found) == total == 1 and _failed(found[0]):
        goal, found, total = found[0], _failed(found[0]), _tries(found[0])
    if not found:
        return _reason(node)
    subject = "it" if goal is node else _short(goal.goal)
    if all(one.kind == "count" for one in found):
        many = "a count" if total == 1 else f"each of {total} counts, one of which"
        which = "that " if total == 1 else ""
        return f": {subject} fails at {many} {which}{found[0].reason}"
    if total > 1:
        return f": {subject} fails at {_named(_goals(goal), total)}"
    return f": {subject} fails at {_short(found[0].goal)}{_which(found[0])}"


def _reason(node: Node) -> str:
    """Return why a goal without clauses fails, as the end of a sentence."""
    if (proved := _proved(node)) is not None:
        return f": {_short(proved.goal)} holds"
    reason = node.reason.removeprefix("does not hold").strip()
    if reason in ("", _FALSE):
        return ""
    if node.kind == "fluent":
        return f" {reason}"
    return f": it {reason}" if reason.startswith(("has", "is")) else f": {reason}"


def _which(node: Node) -> str:
    """Return why the goal at the end of a sentence fails."""
    if (proved := _proved(node)) is not None:
        return f", as {_short(proved.goal)} holds"
    reason = node.reason or "does not hold"
    if reason == _FALSE:
        return ""
    verb = reason.split()[0] in ("does", "is", "has", "depends")
    return f", which {reason}" if verb else f": {reason}"


def _proved(node: Node) -> Node | None:
    """Return the negated goal that holds, if there is exactly one."""
    if node.kind == "negation" and len(node.children) == 1:
        return node.children[0]
    return None


def _ways(node: Node) -> list[Node]:
    """Return the clauses, or the conjunction, by which a goal could hold."""
    return [n for n in (node, *node.children) if n.failed is not None]


def _failed(node: Node) -> list[Node]:
    """Return the goals at which a goal fails, if they have trees."""
    return [failed for way in _ways(node) for failed in way.fails_at]


def _goals(node: Node) -> list[str]:
    """Return the goals at which a goal fails, clause by clause."""
    return [
        goal
        for way in _ways(node)
        for goal in (*(failed.goal for failed in way.fails_at), *way.others)
    ]


def _tries(node: Node) -> int:
    """Return at how many goals a goal fails in all."""
    return sum(way.tries for way in _ways(node))


# ---- words -----------------------------------------------------------------------


def _named(goals: Sequence[str], total: int | None = None) -> str:
    """Return the first of some goals as a list in a sentence."""
    distinct = list(dict.fromkeys(_short(goal) for goal in goals))
    left = (len(goals) if total is None else total) - MOST_NAMED
    if len(distinct) <= MOST_NAMED or left <= 0:
        return conjoined(distinct)
    return f"{', '.join(distinct[:MOST_NAMED])} and {left} more"


def _short(goal: str) -> str:
    """Return a goal in one line, cut short if it is long."""
    line = " ".join(goal.split())
    return line if len(line) <= _LONGEST else f"{line[:_LONGEST]} ..."
