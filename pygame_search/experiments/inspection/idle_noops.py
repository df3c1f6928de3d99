"""Rules that take the noop of an idle role for a move."""

from __future__ import annotations

from pygame_search.experiments.inspection.findings import Findings, Node

#: How many states are checked for the noop of an idle role.
MOST_IDLE = 40


class IdleNoops:
    """Checks the first states in which a role is idle."""

    def __init__(self, findings: Findings) -> None:
        self._findings = findings
        self._left = MOST_IDLE

    def look(self, node: Node) -> None:
        """Report a rule that takes the noop of an idle role for a move."""
        if self._left == 0:
            return
        self._left -= 1
        game = self._findings.game
        reply = game.request("idle_match", state=node.number)
        if reply["never"]:
            self._left = 0
        if reply["match"] is None:
            return
        self._left = 0
        place, fluent, role = reply["match"]
        message = (
            f"a variable in does(..) also matches the noop of {role}, which has no "
            f"move here; {fluent} holds next only because of that"
        )
        mend = "name the move, or ask whose turn it is, as in true(control(P))"
        self._findings.add("idle_noop", message, mend, node, game.book.line_of(place))
