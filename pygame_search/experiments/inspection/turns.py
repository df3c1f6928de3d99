"""Who moves in the states of a game."""

from __future__ import annotations

from pygame_search.experiments.inspection.facts import held_for
from pygame_search.experiments.inspection.findings import Findings, Node, start_node
from pygame_search.experiments.inspection.idle_noops import IdleNoops
from pygame_search.experiments.inspection.lost import lost_for_moves, replace_mend
from pygame_search.experiments.inspection.rule_lines import next_line
from pygame_search.experiments.inspection.turn_fluents import TurnFluents
from pygame_search.game import Game
from pygame_search.machine.clauses import ClauseMachine
from pygame_search.machine.machine import Expansion
from pygame_search.model.rules import CHANCE

#: How many states are asked whether a fluent stays with one role.
_MOST_ASKED = 40


class Turns:
    """Checks that the roles take turns, if they do so in most states.

    Attributes:
        moving: for each state that was checked, how many roles move there; 0 if it is
            nobody's turn.
    """

    def __init__(self, findings: Findings) -> None:
        self.moving: dict[int, int] = {}
        self._findings = findings
        self._game = findings.game
        self._sheet = self._game.convention == "gdl"
        self._movers = _Movers(self._game)
        self._fluents = TurnFluents(findings)
        self._idle_noops = IdleNoops(findings)
        self._active: set[str] = set()  # the roles that move in some state
        self._several = False  # whether several roles have moved in a state
        #: States in which several move, though somebody may have the turn: all before
        #: the first one in which one role moves, and the next one.
        self._together: list[tuple[Node, tuple[str, ...]]] = []
        self._more = True  # whether a state is still to be added there
        self._alone: Node | None = None  # the first state in which one role moves

    def look(self, node: Node, now: Expansion) -> None:
        """Check which roles move in a state that is not terminal."""
        movers = self._movers.of(now)
        several = len(movers) > 1
        free = several and self._without_turns(node, now)
        self.moving[node.number] = 0 if free else len(movers)
        self._active.update(movers)
        if several and not self._several:
            self._several = True
            self._fluents.check(node, movers)
        if several and not free and self._more:
            self._together.append((node, movers))
            self._more = self._alone is None
        if len(movers) == 1 and self._alone is None:
            self._alone = node
        if self._sheet:
            return
        if not movers:
            self._fluents.check(node, movers)
        elif len(movers) < len(self._game.roles):
            self._idle_noops.look(node)

    def _without_turns(self, node: Node, now: Expansion) -> bool:
        """Return whether it is nobody's turn, as the rules mean it.

        All roles have the same only move, or the fluents that hold for one role at the
        start, as control does, hold for none here: another part of the game has begun.
        """
        same = len(set(now.moves)) == 1 and len(now.moves[0]) == 1
        return same or self._fluents.gone(node)

    def at_once(self) -> None:
        """Report a game with turns in which several roles move in a few states."""
        counts = [count for count in self.moving.values() if count]
        several = sum(count > 1 for count in counts)
        if self._alone is None or 4 * several >= len(counts):
            return
        if "turns" in self._findings or "idle_noop" in self._findings:
            return
        begun = [
            (node, movers)
            for node, movers in self._together
            if not self._fluents.come(node, self._alone)
        ]
        if not begun:
            return
        node, movers = begun[0]
        message = (
            f"several roles move at once in {several:,} of {len(counts):,} states, "
            f"here {' and '.join(movers)}; in the others only one role moves"
        )
        mend = "check that each rule of legal asks whose turn it is"
        self._findings.add("at_once", message, mend, node)

    def never_moves(self) -> list[str]:
        """Report and return the roles that have no move where another moves on."""
        game, start = self._game, start_node(self._game)
        states = [number for number, count in self.moving.items() if count]
        idle = [r for r in game.roles if r != CHANCE and r not in self._active]
        if not idle or self._sheet or not set(states) - {start.number}:
            return []
        names = " and ".join(idle)
        never = f"{names} never {'has' if len(idle) == 1 else 'have'} a move"
        message, line = f"{never} in the {len(states):,} states looked at", None
        mend = f"see whether a rule of legal for {names} can hold"
        for name, [first, *others] in held_for(game, start.number).items():
            if others or first not in self._active:
                continue
            asked = states[:_MOST_ASKED]
            if all(held_for(game, number).get(name) == [first] for number in asked):
                message = f"{name} stays with {first}: {never}"
                line = next_line(game, name)
                mend = (
                    f"let the rules of next give {name} to the next role in each step"
                )
        self._findings.add("never_moves", message, mend, start, line)
        return idle


class _Movers:
    """Finds the roles that move in a state.

    A role whose only move is noop does not move; in a rule sheet noop may have any
    name.
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        self._texts = ClauseMachine(game)
        self._sheet = game.convention == "gdl"

    def of(self, now: Expansion) -> tuple[str, ...]:
        """Return the roles that move, except chance."""
        return tuple(
            role
            for role, moves in zip(self._game.roles, now.moves, strict=True)
            if moves and role != CHANCE and not self._waits(moves)
        )

    def _waits(self, moves: tuple[int, ...]) -> bool:
        if len(moves) > 1:
            return False
        [[text]] = self._texts.texts([moves])
        return "(" not in text if self._sheet else text == "noop"


def stuck(findings: Findings, node: Node, now: Expansion) -> None:
    """Report a role without a legal move in a state that is not terminal."""
    roles = zip(findings.game.roles, now.moves, strict=False)
    idle = next((role for role, legal in roles if not legal), None)
    if idle is None or "stuck" in findings:
        return
    message = f"{idle} has no legal move, and the game is not over"
    mend = "let a role that waits do something, as noop"
    if lost := lost_for_moves(findings.game, node):
        message, mend = f"{message}: {lost} is gone", replace_mend(lost)
    findings.add("stuck", message, mend, node)
