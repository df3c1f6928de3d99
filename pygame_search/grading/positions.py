"""What a player sees in the positions of a game; many are fetched in one call."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from operator import attrgetter
from typing import Any

from pygame_search.game import Game
from pygame_search.machine.clauses import ClauseMachine, parse_features
from pygame_search.model.decimals import Weight
from pygame_search.model.position import Cell
from pygame_search.model.rules import CHANCE

#: The most positions that are fetched in one call of Prolog, and the initial number.
BATCH, _FIRST = 256, 8
#: About how many seconds of processor time a call may take.
_SLICE = 0.2

#: The relations compared besides play, if the reference has them, with their items.
BESIDE = {
    "advice/3": "advice", "quiet/0": "quiet", "expand/1": "quiet",
    "draw_column/2": "labels", "draw_row/2": "labels", "h/1": "estimates",
}  # fmt: skip

#: The numbers of the moves of a joint move.
Joint = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Seen:
    """What a player sees of a position.

    Attributes:
        moves: the numbers of the legal moves of each role; None at the end.
        goals: the goal value of each role, None if it has none; None before the end.
        board: the squares in order, or why they are not drawn, as the engine's text;
            see `cells`.
        features: the features of each role, as text; empty at the end.
        said: the facts about relations in `BESIDE`, each as its name and the texts of
            its arguments.
        weights: those of the moves of chance; empty where it does not draw by weight.
    """

    moves: tuple[tuple[int, ...], ...] | None
    goals: tuple[int | None, ...] | None
    board: str
    features: str
    said: tuple[tuple[str, ...], ...] = ()
    weights: tuple[int, ...] = ()

    @property
    def cells(self) -> list[Cell]:
        """The squares of the board; empty if it is not drawn."""
        found, rest = list[Cell](), self.board if self.drawn else ""
        while rest:
            column, row, length, rest = rest.split(" ", 3)
            text, rest = rest[: int(length)], rest[int(length) :]
            found.append(Cell(int(column), int(row), text))
        return found

    @property
    def drawn(self) -> bool:
        """Whether there are squares."""
        return bool(self.board) and not self.board.startswith("!")


def upside_down(cells: Sequence[Cell]) -> list[Cell]:
    """Return the squares of a board, in order, with its rows counted from below."""
    rows = [cell.row for cell in cells]
    both = min(rows, default=0) + max(rows, default=0)
    turned = [Cell(cell.column, both - cell.row, cell.text) for cell in cells]
    return sorted(turned, key=attrgetter("column", "row", "text"))


class Conclusion:
    """A conclusion of a rule.

    Attributes:
        place: the offset of its clause, in characters.
        relation: `legal`, `terminal`, `goal`, `draw`, `next` or `init`.
        arguments: their texts.
    """

    __slots__ = ("arguments", "place", "relation")

    def __init__(self, place: int, relation: str, *arguments: str) -> None:
        self.place, self.relation, self.arguments = place, relation, arguments


def _seen(
    text: str, board: str, features: str, said: tuple[tuple[str, ...], ...]
) -> Seen:
    """Return what a player sees, from the texts of the engine."""
    kind, *parts = text.split("|")
    _, *drawn = kind.split()
    if kind == "t":
        values = tuple(None if v == "-" else int(v) for v in parts[0].split())
        return Seen(None, values, board, features, said)
    lists = tuple(tuple(map(int, part.split())) for part in parts)
    return Seen(lists, None, board, features, said, tuple(map(int, drawn[1:])))


class Positions:
    """The positions of a game by the engine's numbers; each is examined once.

    Attributes:
        game: the game.
        beside: the relations of `BESIDE` that are examined.
        featured: whether features are examined.

    Args:
        game: the game.
        like: the positions of the reference: features are examined if the reference has
            some, and relations besides play if both have them.
    """

    def __init__(self, game: Game, *, like: Positions | None = None) -> None:
        game.ready()
        self.game = game
        wanted = [*BESIDE] if like is None else like.beside
        self.beside: list[str] = game.request("defined", relations=wanted)["defined"]
        self.featured: bool = bool(game.weights) if like is None else like.featured
        self.start: int = game.initial.number
        self._texts = ClauseMachine(game)
        self._seen: dict[int, Seen] = {}
        self._sizes: dict[str, int] = {}

    def __getitem__(self, state: int) -> Seen:
        """Return what a player sees in a state."""
        if state not in self._seen:
            self.see([state])
        return self._seen[state]

    def see(self, states: Sequence[int]) -> None:
        """Examine several states."""
        new = [s for s in dict.fromkeys(states) if s not in self._seen]
        seen = self._asked("seen", "states", new, features=self.featured)
        said: list[list[list[str]]] = [[] for _ in new]
        if self.beside:
            said = self._asked("said", "states", new, relations=self.beside)
        for state, (text, board, features), rows in zip(new, seen, said, strict=True):
            self._seen[state] = _seen(text, board, features, tuple(map(tuple, rows)))

    @property
    def met(self) -> list[int]:
        """The states that were examined."""
        return [*self._seen]

    def follow(self, steps: Sequence[tuple[int, Joint]]) -> list[int]:
        """Return the state after each step, a state and a joint move."""
        texts = [f"{state} {' '.join(map(str, joint))}" for state, joint in steps]
        return [*map(int, self._asked("follow", "steps", texts, text=True))]

    def conclusions(self, steps: Sequence[tuple[int, Joint]]) -> list[list[Conclusion]]:
        """Return the rules' conclusions about each step; with (), about the state.

        They are legal moves, ends, squares of the board, and what holds next; for a
        state also goals, whether the game is over or not.
        """
        words = [[state, *joint] for state, joint in steps]
        found = self._asked("conclusions", "steps", words)
        return [[Conclusion(*row) for row in rows] for rows in found]

    def likelihoods(self, seen: Seen) -> dict[int, Fraction]:
        """Return how likely each move of chance is; none without chance."""
        if seen.moves is None or CHANCE not in self.game.roles:
            return {}
        moves = seen.moves[self.game.roles.index(CHANCE)]
        weights = seen.weights or (1,) * len(moves)
        total = sum(weights)
        return {m: Fraction(w, total) for m, w in zip(moves, weights, strict=True)}

    def percepts(
        self, steps: Sequence[tuple[int, Joint]]
    ) -> list[tuple[tuple[str, ...], ...]]:
        """Return what each role perceives in each step, a state and a joint move.

        Without hidden information all roles see the joint move.
        """
        if not self.game.hidden:
            return [(tuple(self.words(joint)),) * len(joint) for _, joint in steps]
        words = [[state, *joint] for state, joint in steps]
        found = self._asked("perceived", "steps", words)
        return [tuple(map(tuple, seen)) for seen in found]

    def starts(self) -> list[Conclusion]:
        """Return the conclusions of the rules about the start."""
        rows = self.game.request("initial_conclusions")["conclusions"]
        return [Conclusion(*row) for row in rows]

    def facts(self, states: Sequence[int]) -> list[list[str]]:
        """Return what holds in each state."""
        return self._asked("facts_of", "states", states)

    def with_facts(self, facts: Sequence[Sequence[str]]) -> list[int | None]:
        """Return the states in which facts hold; None if there is no such state."""
        mark = " " if self.game.book.syntax == "kif" else ", "
        texts = [f"[{mark.join(some)}]" for some in facts]
        return self._asked("states_with", "facts", texts)

    def effects(
        self, steps: Sequence[tuple[int, Sequence[str]]]
    ) -> list[list[str] | None]:
        """Return what holds after each step, a state and a move of each role as text.

        The moves need not be legal. The result is None for an impossible step.
        """
        return self._asked("effects", "steps", [[s, [*moves]] for s, moves in steps])

    def _asked(
        self,
        operation: str,
        name: str,
        asked: Sequence[Any],
        *,
        text: bool = False,
        **more: Any,
    ) -> list[Any]:
        """Return the answers to questions, one batch per call of the engine.

        The longer a call takes, the smaller is the next batch.

        Args:
            operation: the engine's operation; its reply has one member.
            name: the operation's name for the questions.
            asked: the questions.
            text: whether both are texts, with questions separated by `|`.
            more: further arguments of the operation.
        """
        found: list[Any] = []
        while len(found) < len(asked):
            size = self._sizes.setdefault(operation, _FIRST)
            some = asked[len(found) : len(found) + size]
            began = time.process_time()
            put = {name: "|".join(some) if text else [*some]}
            [answers] = self.game.request(operation, **put, **more).values()
            took = time.process_time() - began
            if took > _SLICE:
                self._sizes[operation] = max(1, size // 2)
            elif took < _SLICE / 4:
                self._sizes[operation] = min(BATCH, 2 * size)
            found += answers.split() if text else answers
        return found

    def words(self, moves: Sequence[int]) -> list[str]:
        """Return the texts of moves."""
        [texts] = self._texts.texts([tuple(moves)])
        return texts

    def features(self, state: int) -> list[dict[str, Weight]]:
        """Return what each feature with a weight adds for each role, if anything."""
        weights = self.game.weights
        return [
            {n: count * weights[n] for n, count in counts.items() if weights.get(n)}
            for counts in parse_features(self[state].features)
        ]
