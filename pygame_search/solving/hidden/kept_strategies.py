"""The strategies of an equilibrium by view, so that a role can move by them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from pygame_search.game import Game, State
from pygame_search.machine.belief import Belief, ExpandedBeliefs
from pygame_search.model.view import Step, View
from pygame_search.search.hidden.belief_expectimax import Known
from pygame_search.search.hidden.information import perceiving_machine, view_of
from pygame_search.solving.certificate import must_be_about
from pygame_search.solving.hidden.behaviours import Behaviour, number_text
from pygame_search.solving.hidden.by_beliefs import believes
from pygame_search.solving.hidden.equilibrium_file import read_equilibrium
from pygame_search.support.errors import CertificateError
from pygame_search.support.json_objects import JsonObject
from pygame_search.support.printing import Printed, Shown, stacked, table


@dataclass(frozen=True)
class KeptStrategies:
    """The strategies of a certificate, by what their players know.

    Attributes:
        file: the certificate.
        behaviours: what is done, by the view.
        game: the game.
    """

    file: Path
    behaviours: Mapping[View, Behaviour]
    game: Game

    def at(self, state: State, role: str) -> StrategyMoves:
        """Return what a role does in a state, by what it knows there.

        A single player does the same wherever it believes the same.
        """
        view = view_of(state, role)
        own = self.behaviours.get(view)
        if own is None and believes(self.game) and len(state.legal[role]) > 1:
            own = self._by_belief.get(self._belief(view))
            own = None if own is None else replace(own, view=view)
        return StrategyMoves(str(self.file), view, own)

    @cached_property
    def _beliefs(self) -> ExpandedBeliefs:
        machine = perceiving_machine(self.game, None)
        return ExpandedBeliefs(machine, forget=True)

    @cached_property
    def _by_belief(self) -> dict[Known, Behaviour]:
        """What is done by each belief; that of the view that is listed first."""
        found: dict[Known, Behaviour] = {}
        for view, own in self.behaviours.items():
            found.setdefault(self._belief(view), own)
        return found

    @cached_property
    def _after(self) -> dict[tuple[Step, ...], Belief]:
        """What is believed after some steps, as far as it was asked."""
        return {(): self._beliefs.initial()}

    def _belief(self, view: View) -> Known:
        """Return what a role believes with a view."""
        known, steps = self._after, view.steps
        first = next(n for n in range(len(steps), -1, -1) if steps[:n] in known)
        for number in range(first, len(steps)):
            known[steps[: number + 1]] = self._beliefs.after(
                known[steps[:number]], view.role, steps[number]
            )
        return frozenset(known[steps].items())


@dataclass(frozen=True, slots=True, repr=False)
class StrategyMoves(Printed, JsonObject):
    """What a strategy does where a role knows a view.

    Attributes:
        file: where the strategy is from.
        view: what the role knows.
        behaviour: the probability of each move; None where the role has no choice.
    """

    file: str
    view: View
    behaviour: Behaviour | None

    def as_json(self) -> dict[str, Any]:
        """Return the view, and each move with its probability."""
        found = {"role": self.view.role, "view": self.view.as_json(), "moves": []}
        if self.behaviour is not None:
            found |= self.behaviour.as_json()
        return found | {"from": self.file}

    def printed(self) -> Shown:
        """Return what the role knows, and a table of its moves."""
        head, own = self.view.told(), self.behaviour
        if own is None:
            return stacked(*head, "", f"{self.view.role} has no choice there")
        pairs = zip(own.moves, own.probabilities, strict=True)
        moves = table(
            "move", "probability#", rows=[(m, number_text(p)) for m, p in pairs]
        )
        note = [] if own.reached else ["the strategy itself never leads there"]
        return stacked(*head, "", moves, *note)


def kept_strategies(file: Path, game: Game) -> KeptStrategies:
    """Return the strategies in a file, which must belong to the rules of a game.

    Raises:
        CertificateError: the file is damaged, of another kind, or about other rules.
    """
    found = read_equilibrium(file)
    must_be_about(file, found, game)
    own = [one for role in found.strategies.values() for one in role]
    for one in own:
        if min(one.probabilities, default=-1) < 0 or sum(one.probabilities) != 1:
            raise CertificateError(
                f"{file}: expected probabilities of at least 0, whose sum is 1, of the "
                f"moves of {one.view.role} where it knows: {one.view.line}"
            )
    return KeptStrategies(file, {one.view: one for one in own}, game)
