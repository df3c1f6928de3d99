"""A walk through an explanation, one level at a time, down and back up."""

from __future__ import annotations

from pygame_search.explanation.proof_text import proof_text
from pygame_search.explanation.proof_tree import Node
from pygame_search.explanation.proofs import Explanation
from pygame_search.support.errors import InputError

#: The replies that are possible during a walk.
HINT = "number in, up, all, Enter ends"


class Walk:
    """A place in the tree of an explanation.

    Attributes:
        finished: whether the user has come to an end.
    """

    def __init__(self, explanation: Explanation) -> None:
        self._names = explanation.names
        self._told: set[int] = set()
        self._way: list[Node] = [explanation.named.opened()]
        self.finished = not self.node.below

    @property
    def node(self) -> Node:
        """The node where the walk is."""
        return self._way[-1]

    def text(self) -> str:
        """Return the node, and its children, numbered."""
        clause = self.node.clause
        lines = [proof_text(self.node, 2, by="all")]
        if clause is not None and len(self._way) > 1:
            lines.insert(0, clause.text)
        return "\n".join(lines)

    def answer(self, reply: str) -> str:
        """Follow a reply; return what to show, or nothing at the end.

        Raises:
            InputError: the reply is not one of the possible ones.
        """
        word = reply.strip().rstrip(".")
        if word in ("", "q", "ok", "quit"):
            self.finished = True
            return ""
        if word in ("all", "a"):
            return self.told(proof_text(self.node, all_tries=True))
        if word in ("up", "u"):
            if len(self._way) == 1:
                raise InputError("this is the top: an empty line ends")
            self._way.pop()
            return self.told(self.text())
        if not word.isdecimal() or not 0 < int(word[:9]) <= len(self.node.below):
            many = len(self.node.below)
            numbers = f"a number from 1 to {many}, " if many > 1 else "1, " * many
            raise InputError(
                f"expected {numbers}up or all; Enter alone leads back to the prompt"
            )
        self._way.append(self.node.below[int(word) - 1].opened())
        return self.told(self.text())

    def told(self, text: str) -> str:
        """Return a text, and below it the states that it names for the first time."""
        if self._names is None:
            return text
        legend = self._names.legend(text, told=self._told)
        self._told.update(self._names.within(text))
        return f"{text}\n\n{legend}" if legend else text
