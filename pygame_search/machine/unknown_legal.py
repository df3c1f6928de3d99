"""The error where a role cannot know its legal moves."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from pygame_search.model.position import SHOWN, joint_text, line_text
from pygame_search.model.view import View
from pygame_search.support.errors import RulesError
from pygame_search.support.words import conjoined

#: How many moves a sentence names.
_NAMED = 4

#: The joint moves since the start.
Line = tuple[tuple[str, ...], ...]


class UnknownLegalError(RulesError):
    """A role has different legal moves after histories that it cannot tell apart.

    Attributes:
        view: what the role knows after each of them.
        histories: two histories, each the joint moves since the start.
        legal: the legal moves of the role after each.
    """

    def __init__(
        self,
        view: View,
        histories: tuple[Line, Line],
        legal: tuple[tuple[str, ...], tuple[str, ...]],
    ) -> None:
        first, second = _lines_told(histories)
        super().__init__(
            f"{view.role} cannot know its legal moves: after `{first}` and after "
            f"`{second}` it has made and perceived the same ({_known(view)}), but "
            f"{_difference(*legal)}"
        )
        self.view = view
        self.histories = histories
        self.legal = legal

    @property
    def role(self) -> str:
        """The role."""
        return self.view.role


def _lines_told(lines: tuple[Line, Line]) -> tuple[str, str]:
    """Return two histories in words; long ones without the moves they begin with."""
    first, second = (list(map(joint_text, line)) for line in lines)
    pairs = zip(first, second, strict=True)  # both have as many steps
    shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    if len(first) > SHOWN and shared:
        first, second = (["...", *line[shared:]] for line in (first, second))
    return line_text(first), line_text(second)


def _known(view: View) -> str:
    """Return what a role knows in words, of many steps only the last ones."""
    last = View(view.role, view.steps[-SHOWN:]).line
    return f"...; {last}" if view.steps[SHOWN:] else last


def _difference(first: Sequence[str], second: Sequence[str]) -> str:
    """Return which moves are legal after only one of two histories, in a sentence."""
    after_first = [move for move in first if move not in second]
    after_second = [move for move in second if move not in first]
    if not after_first:
        return f"{_are_legal(after_second)} only after the second"
    told = f"{_are_legal(after_first)} only after the first"
    if after_second:
        told += f", and {_listed(after_second)} only after the second"
    return told


def _are_legal(moves: Sequence[str]) -> str:
    return f"{_listed(moves)} {'is' if len(moves) == 1 else 'are'} legal"


def _listed(moves: Sequence[str]) -> str:
    """Return moves as a list in a sentence, the first few by name."""
    rest = len(moves) - _NAMED
    return conjoined([*moves[:_NAMED], *([f"{rest} more"] if rest > 0 else [])])
