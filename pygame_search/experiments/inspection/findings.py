"""The faults that running shows, each told once, and where they are reported."""

from __future__ import annotations

from dataclasses import dataclass

from pygame_search.experiments.inspection.rule_lines import first_rule
from pygame_search.game import Game
from pygame_search.machine.clauses import ClauseMachine
from pygame_search.model.position import line_text
from pygame_search.support.diagnostic import Diagnostic
from pygame_search.support.errors import EXPLAINED, LimitError

#: The codes whose faults cause faults of other codes.
_FIRST = (
    "lost",
    "kept",
    "idle_noop",
    "turns",
    "never_moves",
    "at_once",
    "over_at_start",
)

#: The severity of each code, and the relation that it is about.
_CODES = {
    "at_once": ("warning", "legal"),
    "chance_weight": ("error", "weight"),
    "drawn_twice": ("warning", "draw"),
    "endless": ("warning", "next"),
    "goal_outside": ("error", "goal"),
    "goal_sum": ("error", "constant_sum"),
    "goal_twice": ("error", "goal"),
    "goal_undefined": ("error", "goal"),
    "huge_number": ("error", "next"),
    "huge_term": ("error", "next"),
    "idle_noop": ("warning", "next"),
    "kept": ("warning", "next"),
    "lost": ("warning", "next"),
    "neighbours_type": ("error", "neighbours"),
    "never_moves": ("warning", "legal"),
    "no_goal_reached": ("warning", "is_goal"),
    "out_of_memory": ("error", "legal"),
    "over_at_start": ("warning", "terminal"),
    "overestimate": ("warning", "h"),
    "repetition": ("error", "repetition"),
    "sees_nothing_hidden": ("warning", "sees"),
    "start_twice": ("error", "start"),
    "stuck": ("error", "legal"),
    "too_many_joint_moves": ("error", "legal"),
    "too_much_work": ("error", "legal"),
    "turns": ("warning", "next"),
    "undrawn": ("error", "draw"),
    "unknown_legal": ("error", "legal"),
    "unwinnable": ("warning", "goal"),
    "wrong_cost": ("error", "arc"),
    "wrong_estimate": ("error", "h"),
}


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """A state of a game, with the node from which it was reached.

    Attributes:
        number: the engine's number of the state.
        parent: the node before it; None at the start.
        index: the index of the joint move between them.
    """

    number: int
    parent: Node | None = None
    index: int = 0

    def path(self) -> list[tuple[int, int]]:
        """Return the states before this one, each with the index of the move there."""
        found = []
        node = self
        while node.parent is not None:
            found.append((node.parent.number, node.index))
            node = node.parent
        return found[::-1]


def start_node(game: Game) -> Node:
    """Return the node of the initial state."""
    return Node(game.initial.number)


@dataclass(frozen=True, slots=True)
class Finding:
    """A fault that a state shows.

    Attributes:
        code: the kind of the fault; see `codes`.
        message: what is wrong there.
        mend: how to fix it.
        moves: the joint moves from the start to the state.
        state: its fluents, the counterexample.
        line: the line of the faulty rule; None if unknown.
    """

    code: str
    message: str
    mend: str
    moves: tuple[str, ...] = ()
    state: tuple[str, ...] = ()
    line: int | None = None

    @property
    def severity(self) -> str:
        """`error` or `warning`."""
        return _CODES[self.code][0]


class Findings:
    """The first finding of each kind in a game or a state space."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._found: dict[str, Finding] = {}

    def __contains__(self, code: str) -> bool:
        return code in self._found

    def add(
        self,
        code: str,
        message: str,
        mend: str,
        node: Node | None = None,
        line: int | None = None,
    ) -> None:
        """Keep a finding, if it is the first of its kind.

        Args:
            code: its kind.
            message: what is wrong.
            mend: how to fix it.
            node: the state that shows it; None in a state space.
            line: the line of the faulty rule; None if unknown.
        """
        if code in self._found:
            return
        moves: tuple[str, ...] = ()
        facts: tuple[str, ...] = ()
        if node is not None:
            moves = ClauseMachine(self.game).path_texts(node.path())
            facts = tuple(self.game.request("facts", state=node.number)["facts"])
        self._found[code] = Finding(code, message, mend, moves, facts, line)

    def causes_first(self) -> tuple[Finding, ...]:
        """Return the findings in the order found, but those that cause others first."""
        return tuple(sorted(self._found.values(), key=lambda f: f.code not in _FIRST))


def code_of(error: LimitError) -> str:
    """Return the code of a limit that a state reaches."""
    return error.code if error.code in EXPLAINED else "too_much_work"


def diagnostic(game: Game, finding: Finding) -> Diagnostic:
    """Return a finding as a fault of the first rule of its relation."""
    where = f" (after {line_text(finding.moves)})" if finding.moves else ""
    text = game.book.text
    line, source = first_rule(text, _CODES[finding.code][1])
    if finding.line is not None:
        line, source = finding.line, text.split("\n")[finding.line - 1]
    column = len(source) - len(source.lstrip()) + 1
    return Diagnostic(
        file=game.book.file,
        line=line,
        column=column,
        severity=finding.severity,
        code=finding.code,
        message=f"{finding.message}{where}",
        mend=finding.mend,
        source=source,
        width=max(1, len(source.strip())),
        moves=finding.moves,
        state=finding.state,
    )
