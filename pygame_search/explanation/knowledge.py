"""What a role knows of a position, and what it thinks possible."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from pygame_search.explanation.questions import ask
from pygame_search.game import State
from pygame_search.machine.belief import Beliefs, ClauseBeliefs
from pygame_search.machine.network import NetworkMachine
from pygame_search.model.board import board_text
from pygame_search.model.view import View, without_percepts
from pygame_search.search.hidden.information import view_of
from pygame_search.support.json_objects import JsonObject
from pygame_search.support.printing import Printed, Shown, one_line, stacked
from pygame_search.support.validation import must_be_one_of
from pygame_search.support.words import counted

#: What the likelihoods of a belief assume.
EVENLY = "if the others choose evenly among their legal moves"

#: The most states of a belief that are printed.
SHOWN = 20

#: The most states of a belief whose boards are compared.
DRAWN = 1_000


@dataclass(frozen=True, slots=True, repr=False)
class Believed(Printed, JsonObject):
    """The states that a role thinks possible; `print` shows the likeliest.

    Attributes:
        view: what the role knows.
        states: the possible states, the likeliest first.
        likelihoods: the probability of each, if the other roles choose evenly among
            their legal moves. The sum is 1.
    """

    view: View
    states: tuple[State, ...]
    likelihoods: tuple[Fraction, ...]

    def as_json(self) -> dict[str, Any]:
        """Return the view, and each state as its fluents with its likelihood."""
        pairs = zip(self.states, self.likelihoods, strict=True)
        possible = [
            {"facts": [*state.facts], "likelihood": str(likelihood)}
            for state, likelihood in pairs
        ]
        return {
            "view": self.view.as_json(), "legal": [*self.legal], "board": self.board,
            "possible": possible, "assumed": EVENLY,
        }  # fmt: skip

    @property
    def board(self) -> str:
        """The board, with `?` on the squares where the possible states differ.

        Empty where the rules draw none, or too many states are possible.
        """
        if not 0 < len(self.states) <= DRAWN:
            return ""
        first, *others = (state.position for state in self.states)
        texts = [
            {(cell.column, cell.row): cell.text for cell in one.cells} for one in others
        ]
        cells = tuple(
            cell
            if all(one.get((cell.column, cell.row)) == cell.text for one in texts)
            else replace(cell, text="?")
            for cell in first.cells
        )
        labels = self.states[0].game.labels
        return board_text(replace(first, cells=cells), labels) if cells else ""

    @property
    def legal(self) -> tuple[str, ...]:
        """The legal moves of the role, the same in all possible states."""
        if self.view.over or not self.states:
            return ()
        return self.states[0].legal[self.view.role]

    def __repr__(self) -> str:
        """Return one line: whose belief it is, and of how many states."""
        count = counted(len(self.states), "possible state", "possible states")
        return one_line(self, self.view.role, count)

    def printed(self) -> Shown:
        """Return the view, and the likeliest states in the order of likelihood."""
        count = len(self.states)
        are = "state is" if count == 1 else "states are"
        evenly = "" if count == 1 else f", {EVENLY}"
        pairs = zip(self.states[:SHOWN], self.likelihoods, strict=False)
        listed = [
            f"{likelihood}  {state.game.facts_text(state.facts)}"
            for state, likelihood in pairs
        ]
        left = count - len(listed)
        more = [f"... and {left} more"] if left else []
        board = self.board
        return stacked(
            *([board, ""] if board else []),
            *self.view.told(),
            f"{count} {are} possible{evenly}:",
            *(f"  {line}" for line in listed + more),
            *([f"legal: {', '.join(self.legal)}"] if self.legal else []),
        )


def belief(state: State, role: str) -> Believed:
    """Return the states that a role thinks possible, with their likelihoods.

    Args:
        state: a state that came about by moves from the start.
        role: a player.

    Raises:
        InputError: no such player, or the moves are not known.
        LimitError: too many states are possible.
    """
    seen = view_of(state, role)
    game = state.game
    perceiving = game.with_percepts()
    machine = perceiving.machine
    beliefs: Beliefs = ClauseBeliefs(perceiving)
    if isinstance(machine, NetworkMachine):
        from pygame_search.machine.packed_belief import PackedBeliefs

        beliefs = PackedBeliefs(machine)
    weights: dict[State, Fraction] = {}
    for key, likelihood in beliefs.of(seen).items():
        plain = without_percepts(machine.facts(key))
        possible = game.of_facts(plain)
        weights[possible] = weights.get(possible, Fraction(0)) + likelihood
    found = sorted(weights.items(), key=lambda pair: (-pair[1], pair[0].facts))
    return Believed(seen, tuple(s for s, _ in found), tuple(p for _, p in found))


def knows(state: State, role: str, question: str) -> bool:
    """Return whether a role knows that a question holds.

    Args:
        state: a state that came about by moves from the start.
        role: a player.
        question: as for `ask`.

    Raises:
        InputError: no such player, the question cannot be read, or the moves that led
            to the state are not known.
    """
    must_be_one_of("role", role, state.game.players)
    if state.game.book.syntax == "kif":
        asked = f"(knows {role} {question})"
    else:
        asked = f"knows({role}, ({question}))"
    return bool(ask(state, asked, limit=1).answers)
