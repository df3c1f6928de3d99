"""The state machine of a game: the interface to its states.

A machine identifies a state by a key: equal keys mean equal states. With the clauses
the key is the engine's number, with a network the bits of the fluents. Moves are
numbers. All machines give the same texts of facts and moves, and the same order of
moves, which is that of the rules. `tests/machine/` checks that they agree.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from random import Random
from typing import Any, TypeVar

from pygame_search.model.position import Position
from pygame_search.model.rules import Rules, no_moves
from pygame_search.model.view import percepts_in, without_percepts
from pygame_search.support.errors import MoveError, NoGoalError, RulesError

#: The key of a state in a machine.
Key = int | bytes

T = TypeVar("T")

#: The joint moves that contain a given move of a role, each as its index in
#: Expansion.successors and the successor.
Choice = tuple[tuple[int, Any], ...]


@dataclass(frozen=True, slots=True)
class Expansion:
    """All that a search needs to know of a state.

    Attributes:
        terminal: whether the game is over.
        values: the goal value of each role, None if undefined; given only if the game
            is over.
        moves: the numbers of the legal moves of each role.
        successors: the keys of the next states, one for each joint move; the last
            role's move changes fastest.
        chance: the index of the role `random`, if it draws by weight here; else -1.
        weights: the weight of each of its moves, divided by what divides all of them;
            empty where the rules do not weigh them.
    """

    terminal: bool
    values: tuple[int | None, ...] = ()
    moves: tuple[tuple[int, ...], ...] = ()
    successors: tuple[Any, ...] = ()
    chance: int = -1
    weights: tuple[int, ...] = ()

    def likelihood(self, index: int) -> int:
        """Return the weight of chance's move in a joint move; 1 if all are alike."""
        if not self.weights:
            return 1
        for moves in self.moves[: self.chance : -1]:
            index //= len(moves)
        return self.weights[index % len(self.weights)]

    def drawn(self, role: int, source: Random) -> int:
        """Return the place of a random move among those of a role.

        Chance draws by weight.
        """
        if role != self.chance:
            return source.randrange(len(self.moves[role]))
        return weighted(self.weights, source)

    def goal(self, role: int) -> int:
        """Return the goal value of a role in a terminal state.

        Raises:
            RulesError: the rules define none.
        """
        value = self.values[role]
        if value is None:
            raise NoGoalError("no goal value is defined for the role in this state")
        return value

    def joint(self, index: int) -> tuple[int, ...]:
        """Return the numbers of the moves that lead to `successors[index]`."""
        chosen = []
        for moves in reversed(self.moves):
            index, i = divmod(index, len(moves))
            chosen.append(moves[i])
        return tuple(reversed(chosen))

    def choices(self, role: int) -> tuple[Choice, ...]:
        """Return, for each move of a role, the joint moves that contain it.

        Args:
            role: its index, from 0.
        """
        stride = 1
        for moves in self.moves[role + 1 :]:
            stride *= len(moves)
        mine = len(self.moves[role])
        pairs = tuple(enumerate(self.successors))
        if mine == 1:
            return (pairs,)
        if mine == len(pairs):
            return tuple((pair,) for pair in pairs)
        return tuple(
            tuple(pair for pair in pairs if pair[0] // stride % mine == i)
            for i in range(mine)
        )


def weighted(weights: Sequence[int], source: Random) -> int:
    """Return a random place, each as likely as its weight says.

    Args:
        weights: at least 1 each.
        source: of random numbers; the draw is exact.
    """
    number = source.randrange(sum(weights))
    return bisect_right([*accumulate(weights)], number)


class Machine(ABC):
    """Answers questions about the states of a game.

    Args:
        memo: whether to remember the answers to a search.
    """

    def __init__(self, *, memo: bool = False) -> None:
        self._memo = memo
        self._expansions: dict[Key, Expansion] = {}
        self._looks: dict[Key, Expansion] = {}
        self._legal_moves: dict[Key, Expansion] = {}
        self._features: dict[Key, tuple[dict[str, int], ...]] = {}
        self._holding: dict[tuple[Key, str, tuple[int, ...]], bool | None] = {}
        self._advice: dict[Key, dict[tuple[int, int], int]] = {}
        self._noise: dict[Key, frozenset[tuple[int, int]]] = {}

    @property
    @abstractmethod
    def rules(self) -> Rules:
        """The rules of the game."""

    # ---- states -----------------------------------------------------------------

    @abstractmethod
    def initial(self) -> Key:
        """Return the state in which the game begins."""

    @abstractmethod
    def read(self, text: str) -> Key:
        """Return the state in which the fluents of a user's text hold.

        Raises:
            MoveError: text is no list of fluents, or one of them cannot hold.
        """

    @abstractmethod
    def of_facts(self, facts: Sequence[str]) -> Key:
        """Return the state with the same facts as another state of the rules."""

    @abstractmethod
    def facts(self, state: Key) -> tuple[str, ...]:
        """Return the fluents that hold in a state."""

    @abstractmethod
    def number(self, state: Key) -> int:
        """Return the engine's number of a state."""

    @abstractmethod
    def numbered(self, number: int) -> Key:
        """Return the state that has this number in the engine."""

    # ---- what a search asks -----------------------------------------------------

    def expand(self, state: Key) -> Expansion:
        """Return all about a state."""
        return self._recall(self._expansions, state, self._expand)

    def look(self, state: Key) -> Expansion:
        """Return whether a state is terminal, and its values; no moves."""
        return self._expansions.get(state) or self._recall(
            self._looks, state, self._look
        )

    def looks(self, states: Sequence[Key]) -> list[Expansion]:
        """Return what `look` returns, for each of several states."""
        return [self.look(state) for state in states]

    def legal(self, state: Key) -> Expansion:
        """Return all about a state except its successors."""
        return self._expansions.get(state) or self._recall(
            self._legal_moves, state, self._legal
        )

    def features(self, state: Key) -> tuple[dict[str, int], ...]:
        """Return, for each role, the value of each feature and heuristic."""
        return self._recall(self._features, state, self._count)

    def holds(self, state: Key, relation: str, *arguments: int) -> bool | None:
        """Return whether a relation holds; None if it has no rule.

        Args:
            state: a state.
            relation: the name of the relation, such as `quiet`.
            arguments: its arguments.
        """
        key = state, relation, arguments
        if key in self._holding:
            return self._holding[key]
        found = self._holds(state, relation, arguments)
        if self._memo:
            self._holding[key] = found
        return found

    def mid_turn(self, state: Key) -> bool:
        """Return whether the turn that led to a state goes on there."""
        return bool(self.holds(state, "mid_turn"))

    def advice(self, state: Key) -> dict[tuple[int, int], int]:
        """Return the ranks of advised moves, by index of the role and number."""
        return self._recall(self._advice, state, self._advised)

    def noisy(self, state: Key) -> frozenset[tuple[int, int]]:
        """Return the legal moves that are noisy, by index of the role and number."""
        return self._recall(self._noise, state, self._noisy)

    def _recall(self, known: dict[Key, T], state: Key, find: Callable[[Key], T]) -> T:
        """Return what is known of a state, or find it, and keep it if asked to."""
        found = known.get(state)
        if found is None:
            found = find(state)
            if self._memo:
                known[state] = found
        return found

    @abstractmethod
    def after(self, state: Key, joint: Sequence[int]) -> Key:
        """Return the state after a legal joint move."""

    @abstractmethod
    def texts(self, joints: Sequence[Sequence[int]]) -> list[list[str]]:
        """Return the texts of joint moves."""

    @abstractmethod
    def _expand(self, state: Key) -> Expansion: ...

    @abstractmethod
    def _look(self, state: Key) -> Expansion: ...

    @abstractmethod
    def _legal(self, state: Key) -> Expansion: ...

    @abstractmethod
    def _count(self, state: Key) -> tuple[dict[str, int], ...]: ...

    @abstractmethod
    def _holds(
        self, state: Key, relation: str, arguments: tuple[int, ...]
    ) -> bool | None: ...

    @abstractmethod
    def _advised(self, state: Key) -> dict[tuple[int, int], int]: ...

    @abstractmethod
    def _noisy(self, state: Key) -> frozenset[tuple[int, int]]: ...

    # ---- what the roles perceive, in a game with percepts ------------------------

    def percepts(self, states: Sequence[Key]) -> list[tuple[tuple[str, ...], ...]]:
        """Return what each role has perceived in the step to each of several states."""
        return [percepts_in(self.facts(state), self.rules.roles) for state in states]

    def together(self, state: Key) -> Sequence[Key]:
        """Return states whose percepts cost little more than those of a state alone."""
        return [state]

    def forgetting(self, states: Sequence[Key]) -> list[Key]:
        """Return each of several states without the percepts of the step to it.

        What may follow is the same, as no rule reads them. In a game that needs its
        history each state stays as it is.
        """
        if self.rules.histories:
            return [*states]
        return self._forgetting(states)

    def _forgetting(self, states: Sequence[Key]) -> list[Key]:
        return [self.of_facts(without_percepts(self.facts(s))) for s in states]

    # ---- what a path search asks, in a game of one role -------------------------

    def start(self) -> Key:
        """Return the start node."""
        return self.initial()

    @abstractmethod
    def neighbours(self, node: Key) -> Sequence[tuple[str, Key, int]]:
        """Return the move to each neighbour of a node, the neighbour, and the cost."""

    @abstractmethod
    def is_goal(self, node: Key, worth: int | None = None) -> bool:
        """Return whether a node is a goal.

        Args:
            node: a node.
            worth: the least goal value of a goal; by default the highest of the rules.
        """

    @abstractmethod
    def estimate(self, node: Key) -> int:
        """Return the estimated cost from a node to a goal.

        Raises:
            InputError: the rules give no estimate for the node.
        """

    # ---- what play asks ---------------------------------------------------------

    def playable(self, state: Key) -> Expansion:
        """Return all about a state; check that play can go on unless it is terminal.

        Raises:
            RulesError: it is not terminal, and a role has no legal move.
        """
        found = self.expand(state)
        if not found.successors and not found.terminal:
            raise self.stuck(state, found)
        return found

    def stuck(self, state: Key, found: Expansion) -> RulesError:
        """Return the error for a state in which a role has no legal move."""
        role = self.rules.roles[found.moves.index(())]
        return no_moves(self.rules, role, self.facts(state))

    # ---- what people ask --------------------------------------------------------

    @abstractmethod
    def position(self, state: Key) -> Position:
        """Return what to show of a state, without its board."""

    @abstractmethod
    def drawn(self, state: Key, position: Position) -> Position | None:
        """Return what to show of a state, with its board; None if no work is left."""

    @abstractmethod
    def play(self, state: Key, text: str) -> tuple[Key, tuple[str, ...]]:
        """Return the state after a user's move, and the joint move that it stands for.

        Raises:
            MoveError: it is malformed or not legal; the legal ones are listed.
        """

    @abstractmethod
    def notation(self, move: str) -> str | None:
        """Return the short notation of a move; None if the rules define none."""


def illegal(
    text: str, why: str, roles: Sequence[str], legal: Sequence[Sequence[str]]
) -> MoveError:
    """Return the error message for an illegal move.

    Args:
        text: the move.
        why: the reason.
        roles: the roles of the game.
        legal: the legal moves of each role; empty at the end of the game.
    """
    parts = [
        f"{role}: {', '.join(moves)}"
        for role, moves in zip(roles, legal, strict=False)
        if list(moves) != ["noop"]
    ]
    listing = f"; legal: {'; '.join(parts)}" if parts else ""
    return MoveError(f"{text!r}: {why}{listing}", legal)
