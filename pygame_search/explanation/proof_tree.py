"""The tree of a proof, or of the reasons why there is none."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from pygame_search.support.json_objects import JsonObject, plain

#: The reasons for goals that hold, or fail, in the state that they name.
ELSEWHERE = ("in that state", "not in that state")


@dataclass(frozen=True, slots=True)
class Clause(JsonObject):
    """A clause of a rule file.

    Attributes:
        file: the name of the file.
        line: where it begins, counted from 1.
        text: what stands there.
        place: where it begins and ends in the file, in characters, and `beside` if this
            is the file of a search program.
    """

    file: str
    line: int
    text: str
    place: tuple[int, int, str]

    json_members = "file line"


@dataclass(frozen=True, slots=True)
class Node:
    """A goal, and what proves it or makes it fail.

    Attributes:
        goal: the goal, in the syntax of the rule file.
        holds: whether it holds.
        clause: the clause that proves it, or could have; None for a goal without
            clauses, such as a fluent of the position or a negation.
        words: what is so of the goal, in the words of the rule file; empty if it has
            none.
        notated: the goal with its moves as people write them; empty if that is the
            goal itself.
        reason: a part of a sentence about the goal, if no clause says everything.
        children: the proofs of the body of the clause; below a negation, why the
            negated goal fails, or its proof; below a goal that fails, the clauses
            that could have proved it.
        failed: for a clause that fails, the first goal in it that fails.
        held: the goals before that one, with the values of the first try.
        bindings: the values of the variables of the clause in that try.
        also: other instances of the failed goal, each with the reasons for its failure.
        others: some further instances of it.
        tries: how many instances of it were tried in all.
        near: the facts most similar to the goal.
        remarks: sentences about the goal; if there are other instances, they belong
            below these.
        kind: what the goal is: `fluent`, `move`, `atom`, `negation`, `choice`, `count`,
            `aggregate`, `test`, `search`; `step` and `leaf` occur in searches, and the
            proofs of a leaf are about another position; empty for a clause and a
            conjunction.
        more: finds the children of a search goal; None if all are there.
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
    remarks: tuple[str, ...] = ()
    kind: str = ""
    words: str = ""
    notated: str = ""
    more: Callable[[], tuple[Node, ...]] | None = field(
        default=None, compare=False, repr=False
    )

    @property
    def title(self) -> str:
        """The goal as people read it: in words, in notation, or as it is."""
        return self.words or self.notated or self.goal

    @property
    def fails_at(self) -> tuple[Node, ...]:
        """The instances of the failed goal that have trees."""
        return () if self.failed is None else (self.failed, *self.also)

    @property
    def below(self) -> tuple[Node, ...]:
        """The nodes below: the children, and the goals that failed."""
        return (*self.children, *self.fails_at)

    def opened(self, levels: int = 1) -> Node:
        """Return the node with each search below it expanded to this depth."""
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
            inside: whether the node is below a clause of the program.
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
        """Yield the node and its descendants."""
        yield self
        for node in self.below:
            yield from node.walk()

    def as_json(self) -> dict[str, Any]:
        """Return the tree as `--json` prints it."""
        found: dict[str, Any] = {
            "goal": self.goal,
            "holds": self.holds,
            "clause": plain(self.clause),
        }
        for name in ("kind", "words", "notated"):
            if getattr(self, name):
                found[name] = getattr(self, name)
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
