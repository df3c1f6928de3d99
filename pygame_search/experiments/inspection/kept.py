"""Facts that a step keeps beside those that replace them."""

from __future__ import annotations

from collections.abc import Callable

from pygame_search.experiments.inspection.facts import pattern
from pygame_search.experiments.inspection.findings import Findings, Node
from pygame_search.machine.machine import Expansion


class Kept:
    """Looks for a rule that keeps a value beside the one that replaces it.

    Args:
        findings: takes the report.
        seconds: how long to look in all.
        clock: returns the time in seconds.
    """

    def __init__(
        self, findings: Findings, seconds: float, clock: Callable[[], float]
    ) -> None:
        self._findings = findings
        self._left = seconds
        self._clock = clock

    def look(self, node: Node, now: Expansion) -> None:
        """Look at the steps from a state, until the time is over or one is found."""
        if self._left > 0:
            began = self._clock()
            self._kept(node, now)
            self._left -= self._clock() - began

    def _kept(self, node: Node, now: Expansion) -> None:
        game = self._findings.game
        reply = game.request("kept_value", state=node.number)
        if reply["kept"] is not None:
            key, (old, new), index, place = reply["kept"]
            message = f"{key} is {old} and {new} at once"
            mend = (
                "at the start it has one value: add a condition that leaves out what "
                "the step changes"
            )
        elif reply["moved"] is not None:
            (old, new, name), index, place = reply["moved"]
            message = f"{old} still holds beside {new}"
            mend = (
                f"no rule of next asks where {pattern(game, name)} goes from: add a "
                "condition that leaves out what moves away"
            )
        else:
            return
        self._left = 0.0
        after = Node(now.successors[index], node, index)
        self._findings.add("kept", message, mend, after, game.book.line_of(place))
