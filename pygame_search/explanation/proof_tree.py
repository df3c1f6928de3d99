"""The tree of a proof, or of why there is none."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from pygame_search.support.json_objects import JsonObject, plain

#: The reasons of a goal that holds, or not, by what holds in the state that it names.
ELSEWHERE = ("in that state", "not in that state")


@dataclass(frozen=True, slots=True)
class Clause(JsonObject):
    """A clause of a rule file.

    Attributes:
        file: the name of the file.
        line: where it begins, counted from 1.
        text: what stands there.
    """

    file: str
    line: int
    text: str

    json_members = "file line"


@dataclass(frozen=True, slots=True)
class Node:
    """A goal, and what it rests on or fails by.

    Attributes:
        goal: in the syntax of the rule file.
        holds: whether it does.
        clause: the clause by which it holds, or could have; None for what no clause
            gives, as a fluent of the position or a negation.
        reason: a part of a sentence about the goal, where no clause says all.
        children: the proofs of the body of the clause; below a negation, why what it
            denies does not hold, or how it does; of a goal that does not hold, the
            clauses that could have given it.
        failed: of a clause that gives nothing, the first goal of it that fails.
        held: the goals before that one, with the values of the first try.
        bindings: the values of the variables of the clause in that try.
        also: other instances of that goal that failed, each with what it fails by.
        others: further instances of it, some of them.
        tries: how many instances of it were tried in all.
        near: the facts that are most like the goal.
        kind: what the goal is: `fluent`, `move`, `atom`, `negation`, `choice`, `count`,
            `test`, `search`; `step` and `leaf` are those of a search, a leaf with
            proofs in a position of its own; empty for a clause and for a conjunction.
        more: finds the children of a goal of a search; None where all are there.
    """

    goal: str
    holds: bool
    clause: Clause | None = None
    reason: str = ""
    children: tuple[Node, ...] = ()
    failed: Node | None = None
    held: tuple[str, ...] = ()
    bindings: tuple[tuple[str, str], ...] = ()
    also: tuple[Node, ...] = ()
    others: tuple[str, ...] = ()
    tries: int = 0
    near: tuple[str, ...] = ()
    kind: str = ""
    more: Callable[[], tuple[Node, ...]] | None = field(
        default=None, compare=False, repr=False
    )

    @property
    def fails_at(self) -> tuple[Node, ...]:
        """The instances of the goal that failed, as far as there are trees of them."""
        return () if self.failed is None else (self.failed, *self.also)

    @property
    def below(self) -> tuple[Node, ...]:
        """The nodes below: the children, and the goals that failed."""
        return (*self.children, *self.fails_at)

    def opened(self, levels: int = 1) -> Node:
        """Return the node with so many levels of each search below it found."""
        children, more = self.children, self.more
        if more is not None and levels > 0:
            children, more, levels = more(), None, levels - 1
        return replace(
            self,
            children=tuple(child.opened(levels) for child in children),
            failed=self.failed and self.failed.opened(levels),
            also=tuple(child.opened(levels) for child in self.also),
            more=more,
        )

    def folded(self, inside: bool = False) -> Node:
        """Return the node without proofs in the rules below a search program.

        Args:
            inside: whether it stands below a clause of the program.
        """
        if inside and self.reason in ELSEWHERE:
            return replace(self, children=())
        inside = inside or self.clause is not None
        return replace(
            self,
            children=tuple(child.folded(inside) for child in self.children),
            failed=self.failed and self.failed.folded(inside),
            also=tuple(child.folded(inside) for child in self.also),
        )

    def walk(self) -> Iterator[Node]:
        """Yield the node and all below it."""
        yield self
        for node in self.below:
            yield from node.walk()

    def as_json(self) -> dict[str, Any]:
        """Return it as the command line gives it."""
        found: dict[str, Any] = {
            "goal": self.goal,
            "holds": self.holds,
            "clause": plain(self.clause),
        }
        if self.kind:
            found["kind"] = self.kind
        if self.reason:
            found["reason"] = self.reason
        if self.failed is None:
            found["children"] = [node.as_json() for node in self.children]
        else:
            found["failed"] = self.failed.as_json()
            found["held"] = list(self.held)
            found["tries"] = self.tries
            if self.also:
                found["also"] = [node.as_json() for node in self.also]
        if self.failed is not None or self.bindings:
            found["bindings"] = dict(self.bindings)
        for name in ("others", "near"):
            if getattr(self, name):
                found[name] = list(getattr(self, name))
        return found
