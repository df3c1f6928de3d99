"""The state machine as the procedural tier sees it: one crossing expands one node."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from pygame_search.model.rules import Rules, no_moves
from pygame_search.support.errors import LimitError

#: The number of plies after which a random game is given up.
LONGEST = 1_000_000


def no_end(longest: int = LONGEST) -> LimitError:
    """Return the error for a random game that is given up at the limit of plies."""
    return LimitError(f"a random game did not end within {longest:,} plies", "plies")


#: The joint moves that the others can make of one move of mine, each as its index in
#: Expansion.successors and the successor.
Choice = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Expansion:
    """All about a state that a search asks.

    Attributes:
        terminal: whether the game is over.
        values: the goal value of each role, None where none is defined; only where
            the game is over.
        moves: the numbers of the moves of each role.
        successors: the numbers of the states that follow, for all joint moves, the
            last role's move changing fastest.
    """

    terminal: bool
    values: tuple[int | None, ...] = ()
    moves: tuple[tuple[int, ...], ...] = ()
    successors: tuple[int, ...] = ()

    def joint(self, index: int) -> tuple[int, ...]:
        """Return the numbers of the moves that lead to `successors[index]`."""
        chosen = []
        for moves in reversed(self.moves):
            index, i = divmod(index, len(moves))
            chosen.append(moves[i])
        return tuple(reversed(chosen))

    def choices(self, role: int) -> tuple[Choice, ...]:
        """Return, for each move of a role, what the others can make of it.

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


class StateMachine(Protocol):
    """What a search asks of a tier. States are numbers."""

    def expand(self, state: int) -> Expansion:
        """Return all about a state."""
        ...

    def look(self, state: int) -> Expansion:
        """Return whether a state is terminal, and its values; no moves."""
        ...

    def features(self, state: int) -> tuple[dict[str, int], ...]:
        """Return, for each role, the value of each feature and heuristic."""
        ...

    def holds(self, state: int, relation: str, *arguments: int) -> bool | None:
        """Return whether a relation holds, None if it has no rule.

        Args:
            state: the number of a state.
            relation: its name, as `quiet`.
            arguments: those of the relation.
        """
        ...

    def advice(self, state: int) -> dict[tuple[int, int], int]:
        """Return the rank of each move advised, by role, as an index, and number."""
        ...


class KnowledgeBase:
    """The state machine over the clauses of a game.

    Args:
        game: whose rules.
        memo: whether to remember each expansion; otherwise every visit crosses.
        heuristics: those for any game that `features` is to give beside the features.
    """

    def __init__(
        self, game: Rules, *, memo: bool = True, heuristics: Sequence[str] = ()
    ) -> None:
        game.ready()
        self.game = game
        self._heuristics = " ".join(heuristics)
        self._memo: dict[int, Expansion] | None = {} if memo else None
        self._seen: dict[int, Expansion] = {}
        self._features: dict[int, tuple[dict[str, int], ...]] = {}
        self._holding: dict[tuple[int, str, tuple[int, ...]], bool | None] = {}
        self._advice: dict[int, dict[tuple[int, int], int]] = {}

    def expand(self, state: int) -> Expansion:
        """Return all about a state, in one crossing the first time."""
        if self._memo is None:
            return parse_expansion(self.game.engine.expand(self.game.key, state))
        found = self._memo.get(state)
        if found is None:
            text = self.game.engine.expand(self.game.key, state)
            found = self._memo[state] = parse_expansion(text)
        return found

    def look(self, state: int) -> Expansion:
        """Return whether a state is terminal, and its values; no moves."""
        found = None if self._memo is None else self._memo.get(state)
        if found is None:
            found = self._seen.get(state)
        if found is None:
            found = parse_expansion(self.game.engine.look(self.game.key, state))
            if self._memo is not None:
                self._seen[state] = found
        return found

    def features(self, state: int) -> tuple[dict[str, int], ...]:
        """Return, for each role, the value of each feature and heuristic."""
        found = self._features.get(state)
        if found is None:
            text = self.game.engine.features(self.game.key, state, self._heuristics)
            found = parse_features(text)
            if self._memo is not None:
                self._features[state] = found
        return found

    def holds(self, state: int, relation: str, *arguments: int) -> bool | None:
        """Return whether a relation holds, None if it has no rule."""
        key = state, relation, arguments
        if key not in self._holding:
            reply = self.game.request(
                "holds", state=state, relation=relation, arguments=list(arguments)
            )
            self._holding[key] = reply["holds"]
        return self._holding[key]

    def advice(self, state: int) -> dict[tuple[int, int], int]:
        """Return the rank of each move advised, by role, as an index, and number."""
        found = self._advice.get(state)
        if found is None:
            found = {}
            for role, move, rank in self.game.request("advice_ranks", state=state)[
                "ranks"
            ]:
                found[role, move] = min(rank, found.get((role, move), rank))
            self._advice[state] = found
        return found


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
            facts = self.game.request("facts", state=state)["facts"]
            raise no_moves(self.game, role, facts)
        return found


class MoveTexts:
    """The texts of moves by their numbers, each asked for once."""

    def __init__(self, game: Rules) -> None:
        self._game = game
        self._texts: dict[int, str] = {}

    def joints(self, joints: Sequence[tuple[int, ...]]) -> list[list[str]]:
        """Return the texts of joint moves."""
        missing = sorted({n for joint in joints for n in joint} - self._texts.keys())
        if missing:
            reply = self._game.request("move_texts", numbers=missing)
            self._texts.update(zip(missing, reply["texts"], strict=True))
        return [[self._texts[n] for n in joint] for joint in joints]


def parse_expansion(text: str) -> Expansion:
    """Return the reply of `expand/3` or `look/3` of `logic/serve.pl`."""
    kind, *parts = text.split("|")
    if kind == "t":
        values = tuple(None if v == "-" else int(v) for v in parts[0].split())
        return Expansion(True, values)
    if not parts:
        return Expansion(False)
    numbers = [tuple(map(int, part.split())) for part in parts]
    return Expansion(False, (), tuple(numbers[:-1]), numbers[-1])


def parse_features(text: str) -> tuple[dict[str, int], ...]:
    """Return the reply of `features/4` of `logic/serve.pl`."""
    return tuple(
        {n: int(count) for n, _, count in (w.rpartition("=") for w in part.split("\t"))}
        if part
        else {}
        for part in text.split("|")
    )
