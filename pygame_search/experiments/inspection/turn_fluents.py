"""The fluents that say whose turn it is, as control does."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from pygame_search.experiments.inspection.facts import held_for
from pygame_search.experiments.inspection.findings import Findings, Node
from pygame_search.experiments.inspection.rule_lines import next_line


class TurnFluents:
    """The fluents with one argument that hold for one role.

    They are those of the start. If none holds for one role there, the game may begin
    with a part without turns, as when both sides hide something at once: then they are
    those of the first state in which one role moves.
    """

    def __init__(self, findings: Findings) -> None:
        self._findings = findings
        self._game = findings.game

    @cached_property
    def _names(self) -> set[str]:
        return self._at(self._game.initial.number)

    def _at(self, number: int) -> set[str]:
        """Return those that hold for one role in a state."""
        return {
            name
            for name, held in held_for(self._game, number).items()
            if len(held) == 1 and held[0] in self._game.roles
        }

    def gone(self, node: Node) -> bool:
        """Return whether some hold at the start, and none for a role here."""
        return self._gone(self._names, node)

    def come(self, node: Node, later: Node) -> bool:
        """Return whether none holds at the start or here, and some do later."""
        return not self._names and self._gone(self._at(later.number), node)

    def _gone(self, names: set[str], node: Node) -> bool:
        if not names:
            return False
        here = held_for(self._game, node.number)
        return not any(
            one in self._game.roles for name in names for one in here.get(name, ())
        )

    def check(self, node: Node, movers: Sequence[str]) -> None:
        """Report one that holds for several of those who move, or for no role."""
        roles = self._game.roles
        start = held_for(self._game, self._game.initial.number)
        here = held_for(self._game, node.number)
        for name, [first, *others] in start.items():
            if first not in roles or others:
                continue
            held = [one for one in here.get(name, ()) if one in movers]
            nobody = [one for one in here.get(name, ()) if one not in roles]
            mend = f"let the rules of next give {name} to one role in each step"
            if len(held) > 1:
                what = f"{name} holds for {' and '.join(held)} at once"
            elif movers or len(here.get(name, ())) > len(nobody):
                continue
            elif nobody:
                what = f"{name} holds for {nobody[0]}, which is not a role"
                mend = f"write {' or '.join(roles)}, or add role({nobody[0]})"
            elif len(roles) < 2:
                continue  # a puzzle may have dead ends
            else:
                what = f"{name} holds for no role"
            message = f"{what}; at the start it holds for {first} alone"
            line = next_line(self._game, name)
            self._findings.add("turns", message, mend, node, line)
