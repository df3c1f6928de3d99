"""The goals at the end of a game, and what they add up to."""

from __future__ import annotations

from collections.abc import Collection

from pygame_search.experiments.inspection.findings import (
    Findings,
    Node,
    start_node,
)
from pygame_search.experiments.inspection.rule_lines import clashing_rules, held_rules
from pygame_search.model.goal_sum import GoalSum
from pygame_search.model.position import SHOWN
from pygame_search.model.rules import CHANCE
from pygame_search.search.core.goal_faults import unfit_goals
from pygame_search.solving.repetition import DRAW, declared_worths
from pygame_search.support.errors import RulesError

#: How to mend rules by which the game is over at the start.
_START_MEND = "see whether this rule of terminal should hold at the start"


class Ends:
    """Checks the goals in terminal states.

    Attributes:
        sums: the sum of two players' goals in each terminal state, None if one has no
            goal.
    """

    def __init__(self, findings: Findings) -> None:
        self.sums: dict[int, int | None] = {}
        self._findings = findings
        self._game = findings.game
        self._sheet = self._game.convention == "gdl"
        self._start = start_node(self._game)
        self._best: dict[int, int] = {}  # for each role, the best goal in any state

    def look(self, node: Node, values: tuple[int | None, ...]) -> None:
        """Check the goals in a terminal state.

        Args:
            node: the state.
            values: the goal value of each role, None if undefined.
        """
        for i, (role, value) in enumerate(zip(self._game.roles, values, strict=True)):
            if role == CHANCE:
                continue
            if value is None:
                self._no_goal(node, i, role)
                continue
            self._best[i] = max(value, self._best.get(i, value))
            if self._sheet and value not in range(101):
                message = f"expected a goal from 0 to 100 for {role}, found {value}"
                mend = "scale the values: other systems take 0 as a loss, 100 as a win"
                self._findings.add("goal_outside", message, mend, node)
        self._sum(node, values)
        if self._is_start(node):
            self._over_at_start()

    def _sum(self, node: Node, values: tuple[int | None, ...]) -> None:
        """Compare the sum of two players' goals with the sum that the rules declare."""
        declared = self._game.declared_sum
        mine = [
            value
            for role, value in zip(self._game.roles, values, strict=True)
            if role != CHANCE and value is not None
        ]
        self.sums[node.number] = sum(mine) if len(mine) == 2 else None
        if declared is not None and len(mine) == 2 and sum(mine) != declared:
            message = (
                f"expected goals that add up to {declared}, as `constant_sum` says, "
                f"found {' and '.join(map(str, mine))}"
            )
            mend = "correct the goals, or remove the declaration"
            self._findings.add("goal_sum", message, mend, node)

    def _no_goal(self, node: Node, i: int, role: str) -> None:
        """Report why a role has no goal value.

        Args:
            node: the terminal state.
            i: the index of the role, from 0.
            role: its name.
        """
        given = self._game.request("goal_values", state=node.number)["values"][i]
        if not given:
            self._undefined(node, role)
        elif len(given) > 1:
            line, held = clashing_rules(self._game, node.number, "goal", i + 1)
            mend = f"{held or 'two rules of goal hold here: '}add a condition"
            words = unfit_goals(role, given)
            self._findings.add("goal_twice", words, mend, node, line)
        else:
            mend = "write a whole number; higher is better"
            self._findings.add("goal_outside", unfit_goals(role, given), mend, node)

    def _undefined(self, node: Node, role: str) -> None:
        """Report a role without a goal value, at the rule that ends the game."""
        if "goal_undefined" in self._findings:
            return
        over, line = self._over(node)
        message = f"{over}, and {role} has no goal value"
        mend = _START_MEND
        if not self._is_start(node):
            mend, line = f"add a rule of goal for {role} that holds here", None
        self._findings.add("goal_undefined", message, mend, node, line)

    def _over_at_start(self) -> None:
        """Report that nobody ever moves, because the start is terminal."""
        if "goal_undefined" in self._findings:
            return  # its message says so
        message, line = self._over(self._start)
        self._findings.add("over_at_start", message, _START_MEND, self._start, line)

    def _over(self, node: Node) -> tuple[str, int | None]:
        """Return why the game is over in a state, and the line of the rule."""
        rules = held_rules(self._game, node.number, "terminal")
        line, _, asks = next(iter(rules), (None, "", ()))
        start = " at the start" if self._is_start(node) else ""
        by = f": terminal holds by {' and '.join(asks[:SHOWN])}" if asks else ""
        return f"the game is over{start}{by}", line

    def _is_start(self, node: Node) -> bool:
        return node.number == self._start.number

    def winnable(self, never: Collection[str]) -> None:
        """Report the roles that reach their best goal in no line of play.

        Args:
            never: the roles of which it is reported that they never move.
        """
        for i, role in enumerate(self._game.roles):
            low, high = self._game.ranges[i]
            if role == CHANCE or role in never or (low == high and not self._sheet):
                continue
            wanted = 100 if self._sheet else high
            reached = self._best.get(i)
            if reached is None or reached < wanted:
                best = "" if reached is None else f": the best at an end is {reached}"
                message = f"{role} cannot reach the goal {wanted}{best}"
                mend = f"see whether the rules of goal for {role} can hold at an end"
                self._findings.add("unwinnable", message, mend, self._start)

    def goal_sum(self, exhaustive: bool) -> GoalSum:
        """Return the sum of two players' goals, if it is known without work.

        Args:
            exhaustive: whether all terminal states were checked.
        """
        sums = set(self.sums.values()) - {None}
        known = self._game.known_sum
        if known is not None and (known.source == "none" or len(sums) < 2):
            return known
        if len(sums) > 1:
            return GoalSum("varies")
        if not sums or None in self.sums.values():
            return GoalSum("unknown")
        if exhaustive:
            return GoalSum("proved", sums.pop())
        return GoalSum("sampled", sums.pop(), len(self.sums))


def repetition(findings: Findings, goal_sum: GoalSum) -> None:
    """Report a declaration of what endless play is worth that cannot be."""
    game = findings.game
    words = {worth for _, worth in game.declared_worths}
    if goal_sum.source == "unknown" and DRAW in words:
        return  # nobody knows yet what half of it is
    try:
        declared_worths(game, lambda: goal_sum.total)
    except RulesError as error:
        mend = "write repetition(draw), or repetition(Role, Worth) for each role"
        findings.add("repetition", str(error), mend, start_node(game))
