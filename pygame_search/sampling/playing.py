"""The state machine of random games: one that says which role cannot go on."""

from __future__ import annotations

from pygame_search.game import State, no_moves
from pygame_search.machine import Expansion, KnowledgeBase


class Playing(KnowledgeBase):
    """The knowledge base of a game in which every role has to have a move."""

    def expand(self, state: int) -> Expansion:
        """Return all about a state.

        Raises:
            RulesError: it is not terminal, and a role has no legal move.
        """
        found = super().expand(state)
        if not found.successors and not found.terminal:
            role = self.game.roles[found.moves.index(())]
            raise no_moves(self.game, role, State(self.game, state).facts)
        return found
