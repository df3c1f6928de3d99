"""The tree of a proof, or of why there is none."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pygame_search.support.json_objects import JsonObject, plain


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
        others: other instances of the goal that failed, those of other tries.
        near: what does hold and is most like the goal.
    """

    goal: str
    holds: bool
    clause: Clause | None = None
    reason: str = ""
    children: tuple[Node, ...] = ()
    failed: Node | None = None
    held: tuple[str, ...] = ()
    bindings: tuple[tuple[str, str], ...] = ()
    others: tuple[str, ...] = ()
    near: tuple[str, ...] = ()

    @property
    def below(self) -> tuple[Node, ...]:
        """The nodes below: the children, and the goal that failed."""
        return self.children if self.failed is None else (*self.children, self.failed)

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
        if self.reason:
            found["reason"] = self.reason
        if self.failed is None:
            found["children"] = [node.as_json() for node in self.children]
        else:
            found["failed"] = self.failed.as_json()
            found["held"] = list(self.held)
            found["bindings"] = dict(self.bindings)
        for name in ("others", "near"):
            if getattr(self, name):
                found[name] = list(getattr(self, name))
        return found
