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
from pygame_search.solving.hidden.behaviours import Behaviour, knowing, number_text
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

        Raises:
            CertificateError: the role has a choice there, and the file does not say
                what it does.
        """
        view = view_of(state, role)
        own = self.behaviours.get(view)
        if own is None and not state.terminal and len(state.legal[role]) > 1:
            alike = self._by_belief.get(self._belief(view)) if self._believes else None
            if alike is None:
                raise CertificateError(
                    f"{self.file} has no move of {role} {knowing(view)}"
                )
            own = replace(alike, view=view)
        return StrategyMoves(str(self.file), view, own)

    @cached_property
    def _believes(self) -> bool:
        return believes(self.game)

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
    def _start(self) -> _Believed:
        return _Believed(self._beliefs.initial())

    def _belief(self, view: View) -> Known:
        """Return what a role believes with a view; nothing if no history has it.

        What may follow a belief is found once, for all views that go on from it.
        """
        found = self._start
        for step in view.steps:
            if found.after is None:
                choices = self._beliefs.choices(found.belief, view.role)
                found.after = {
                    outcome.step: _Believed(outcome.belief)
                    for outcomes in choices.values()
                    for outcome in outcomes
                }
            if step not in found.after:
                return frozenset()
            found = found.after[step]
        return frozenset(found.belief.items())


@dataclass(slots=True)
class _Believed:
    """What a role believes after some steps, and after each step more.

    Attributes:
        belief: the possible states with their probabilities.
        after: by the step; None until it is asked for.
    """

    belief: Belief
    after: dict[Step, _Believed] | None = None


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
