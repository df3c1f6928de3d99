"""What the players know in a game with hidden information.

The walk is that of `solve`: all play, step by step, with the view of each player.
"""

from __future__ import annotations

from fractions import Fraction

from pygame_search.experiments.inspection.findings import Findings, code_of
from pygame_search.experiments.inspection.rule_lines import held_rules
from pygame_search.game import Game, after_line
from pygame_search.machine.clauses import ClauseMachine
from pygame_search.machine.machine import Expansion, Key, Machine
from pygame_search.machine.unknown_legal import UnknownLegalError
from pygame_search.model.view import without_percepts
from pygame_search.solving.hidden.unfolding import Unfolding
from pygame_search.support.errors import EXPLAINED, LimitError, RulesError
from pygame_search.support.work_limit import WorkLimit, within_work


def knowledge(findings: Findings, work: int, states: int) -> None:
    """Report legal moves that a player cannot know, and a `sees` that hides nothing.

    The states after fewer steps come first, as far as the limits allow. What lies
    beyond is not judged.

    Args:
        findings: takes the reports.
        work: how much work this may take, in inferences.
        states: the most states, counted once for each combination of views.
    """
    game = findings.game
    if not game.closed:
        return
    limit = WorkLimit(work)
    try:
        with within_work(limit):
            machine = ClauseMachine(game.with_percepts())
            known = _Known(machine)
            Unfolding(game, machine, most_rows=states).walk(known.look)
    except UnknownLegalError as error:
        mend = (
            f"let sees tell {error.role} what this rule asks, or ask only what "
            f"{error.role} knows"
        )
        findings.add("unknown_legal", str(error), mend, line=_rule_line(game, error))
    except LimitError as error:
        if limit.left > 0 and error.code in EXPLAINED:
            message = f"what the roles perceive cannot be kept: {error.reason}"
            findings.add(code_of(error), message, "", line=error.line)
    except RulesError:
        pass  # a role without a move, or a wrong weight: the walk of states reports it
    else:
        if known.always and _may_do_without(game):
            findings.add(
                "sees_nothing_hidden",
                "nothing is hidden: until the game is over, what each player has made "
                "and perceived shows it the state",
                "leave out the rules for sees, so that every search can be used",
            )


def _may_do_without(game: Game) -> bool:
    """Return whether the file of a game may be meant for play without `sees`.

    With other parameters it may hide something. A rule sheet without `sees` means that
    nothing is perceived, to others who read it as GDL-II. What a state with a history
    holds is more than its facts.
    """
    return not (game.given_parameters or game.convention == "gdl" or game.histories)


class _Known:
    """Whether the players always know the state, while the game goes on.

    Args:
        machine: of the game with percepts.

    Attributes:
        always: whether no two states with one view of a player have been met.
    """

    def __init__(self, machine: Machine) -> None:
        self.always = True
        self._machine = machine
        self._states: dict[tuple[int, int], Key] = {}

    def look(
        self, state: Key, node: Expansion, views: tuple[int, ...], _reach: Fraction
    ) -> None:
        """Take note of a state and of the views of the players there."""
        if node.terminal or not self.always:
            return
        for view in enumerate(views):
            first = self._states.setdefault(view, state)
            if first != state and self._plain(first) != self._plain(state):
                self.always = False

    def _plain(self, state: Key) -> tuple[str, ...]:
        """Return the facts of a state without what the roles have just perceived."""
        return without_percepts(self._machine.facts(state))


def _rule_line(game: Game, error: UnknownLegalError) -> int | None:
    """Return the line of a rule that makes a move legal after one history only."""
    role = game.roles.index(error.role) + 1
    for line, own, other in zip(
        error.histories, error.legal, reversed(error.legal), strict=True
    ):
        rules = held_rules(game, after_line(game, line).number, "legal", role)
        for place, move, _ in rules:
            if move in own and move not in other:
                return place
    return None
