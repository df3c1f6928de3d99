"""Play that goes on for ever."""

from __future__ import annotations

from pygame_search.experiments.inspection.ends import Ends
from pygame_search.experiments.inspection.findings import Findings, Node
from pygame_search.experiments.inspection.growth import MOST_PLIES, grown, spread
from pygame_search.experiments.inspection.lost import lost_for_moves, replace_mend
from pygame_search.experiments.inspection.rule_lines import first_rule
from pygame_search.experiments.inspection.walk import Walk
from pygame_search.support.words import counted


class Endless:
    """Reports that play goes on and on, unless the rules say what that is worth.

    They hardly mean a state in which nobody has a move. A puzzle with an end may have
    cycles: path search avoids them.

    Args:
        findings: takes the report.
        walk: the states that were reached.
        ends: the terminal ones.
    """

    def __init__(self, findings: Findings, walk: Walk, ends: Ends) -> None:
        self._findings = findings
        self._game = findings.game
        self._walk = walk
        self._ends = ends
        self._puzzle = len(self._game.roles) == 1 and self._game.convention != "gdl"

    def cycle(self) -> None:
        """Report a cycle of states, if there is one among those reached."""
        successors = self._walk.successors
        start = self._game.initial.number
        done: set[int] = set()
        path: dict[int, None] = {start: None}
        stack = [iter(successors.get(start, ()))]
        while stack:
            successor = next(stack[-1], None)
            if successor is None:
                stack.pop()
                number, _ = path.popitem()
                done.add(number)
            elif successor in path:
                order = list(path)
                length = len(order) - order.index(successor)
                words = (
                    f"{counted(length, 'ply', 'plies')} later this state comes again"
                )
                self._report(self._walk.nodes[successor], words)
                if not self._game.declared_worths or "endless" in self._findings:
                    return
            elif successor not in done and successor in successors:
                path[successor] = None
                stack.append(iter(successors[successor]))

    def too_long(self, node: Node) -> None:
        """Report a random game that has not ended, given its last node."""
        words = f"a game of {MOST_PLIES} plies has not ended"
        self._report(node, words, [number for number, _ in node.path()])

    def _report(self, node: Node, words: str, states: list[int] | None = None) -> None:
        """Report that play goes on from a node.

        Args:
            node: the node.
            words: what shows that play goes on.
            states: the states of a random game that led there, if one did.
        """
        if (self._puzzle and self._ends.sums) or "endless" in self._findings:
            return
        spreads = spread(self._game, states) if states else ""
        # Where a number spreads, no state need ever come again.
        valued = bool(self._game.declared_worths) and not spreads
        if valued and len(self._walk.successors.get(node.number, ())) > 1:
            return
        if self._nobody_moves(node.number):
            self._report_end(node)
            return
        if valued or self._puzzle:
            return
        message, line = f"play can go on for ever: {words}", None
        mend = (
            "if moves may be repeated or undone, end the game after so many steps, or "
            "say what that is worth, as in repetition(draw)"
        )
        if spreads:
            message += f", and {spreads}"
            mend = "if it must stay on a board, let legal ask for a square of the board"
            line, _ = first_rule(self._game.book.text, "legal")
        elif grows := grown(self._game, node):
            message += f", and {grows}"
            mend = "if a number has a limit, test it in legal, as in K =< N"
        self._findings.add("endless", message, mend, node, line)

    def _nobody_moves(self, number: int) -> bool:
        """Return whether all roles wait in a state, or have no move."""
        legal = self._game.request("position", state=number)["legal"]
        return all(list(moves) in ([], ["noop"]) for moves in legal)

    def _report_end(self, node: Node) -> None:
        """Report that a state in which nobody moves is not the end."""
        message = "the game is not over, and nobody has a legal move"
        mend = "add a rule of terminal that holds here, or a rule of legal"
        line, _ = first_rule(self._game.book.text, "terminal")
        if lost := lost_for_moves(self._game, node):
            message, mend = f"{message}: {lost} is gone", replace_mend(lost)
            line, _ = first_rule(self._game.book.text, "next")
        elif self._puzzle:
            return  # it may have dead ends
        self._findings.add("endless", message, mend, node, line)
