"""All play of a game, step by step, over any machine.

The same over a network, in arrays, is in `packed_unfolding.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction

from pygame_search.game import Game
from pygame_search.machine.machine import Expansion, Key, Machine
from pygame_search.machine.perception import Perception
from pygame_search.machine.unknown_legal import Line, UnknownLegalError
from pygame_search.model.rules import CHANCE, no_goal
from pygame_search.model.scores import between_losses_and_wins
from pygame_search.solving.hidden.sequence_form import (
    EMPTY,
    InformationSet,
    SequenceForm,
    Side,
    Steps,
    form_of_ends,
)
from pygame_search.support.errors import LimitError
from pygame_search.support.watch import Watch
from pygame_search.support.work_limit import VISIT, spend

#: The most states, each with what the players know there, and the most steps of play.
MOST_ROWS, MOST_STEPS = 2_000_000, 1_000


@dataclass(slots=True)
class _Growing:
    """A side as it grows.

    Attributes:
        role: the player.
        sets: its information sets.
        sequences: the number of its sequences.
        steps: what it knows of the last step, for each view from number 1: the view
            before, its move, and its percepts.
    """

    role: str
    sets: list[InformationSet] = field(default_factory=list)
    sequences: int = 1
    steps: list[tuple[int, str, tuple[str, ...]]] = field(default_factory=list)

    def side(self) -> Side:
        """Return it as it is."""
        before, moves, percepts = (
            zip(*self.steps, strict=True) if self.steps else ([],) * 3
        )
        texts, perceived = [*dict.fromkeys(moves)], [*dict.fromkeys(percepts)]
        of_text = {text: place for place, text in enumerate(texts)}
        of_percepts = {seen: place for place, seen in enumerate(perceived)}
        known = Steps(
            before, [of_text[move] for move in moves],
            [of_percepts[seen] for seen in percepts], texts, perceived,
        )  # fmt: skip
        return Side.of(self.role, self.sets, known)


@dataclass(frozen=True, slots=True)
class _Row:
    """A state, with what each player knows there.

    Attributes:
        state: the state.
        views: the number of the view of each player.
        before: the row of the step before, by its index; -1 at the start.
        joint: the numbers of the moves that led from it.
    """

    state: Key
    views: tuple[int, ...]
    before: int
    joint: tuple[int, ...]


#: Called with each row: its state, all about the state, the number of the view of each
#: player, and how likely chance makes it.
Look = Callable[[Key, Expansion, tuple[int, ...], Fraction], None]


class Unfolding:
    """All play of a game, step by step, with what each player knows.

    Rows with the same state and the same views are one: as a view has all earlier ones,
    the players' sequences are the same too.

    Args:
        game: the game.
        machine: of the game with percepts.
        deadline: when to give up, as from `time.monotonic`.
        progress: called with a text after each step.
        most_rows: the most rows in all.
    """

    def __init__(
        self,
        game: Game,
        machine: Machine,
        *,
        deadline: float | None = None,
        progress: Callable[[str], None] | None = None,
        most_rows: int = MOST_ROWS,
    ) -> None:
        self._game = game.with_percepts()
        self._machine = machine
        self._watch, self._progress = Watch(deadline), progress
        self._most_rows = most_rows
        self._players = [i for i, role in enumerate(game.roles) if role != CHANCE]
        self._sides = tuple(_Growing(game.roles[i]) for i in self._players)
        self._ends: dict[tuple[int, ...], list[Fraction]] = {}
        self._totals: set[int] = set()
        self._firsts: set[int] = set()  # the goals of the first player
        # By view: the sequence that it belongs to, and its set once it has one.
        self._sequence: list[list[int]] = [[EMPTY] for _ in self._sides]
        self._sets: list[dict[int, InformationSet]] = [{} for _ in self._sides]
        self._next: list[dict[tuple[int, int, tuple[str, ...]], int]] = [
            {} for _ in self._sides
        ]
        # By view: the row where its legal moves were seen first, and these moves.
        self._legal: list[dict[int, tuple[int, tuple[int, ...]]]] = [
            {} for _ in self._sides
        ]
        self._rows: list[_Row] = []
        self._perception = Perception(self._machine)
        self._text = self._perception.text

    def form(self) -> SequenceForm:
        """Return the sequence form."""
        self.walk(self._end)
        return form_of_ends(
            tuple(side.side() for side in self._sides), self._ends,
            total=min(self._totals) if len(self._totals) == 1 else None,
            states=len(self._rows),
            spread=max(self._firsts, default=0) - min(self._firsts, default=0),
        )  # fmt: skip

    def walk(self, look: Look) -> None:
        """Visit all rows, those after fewer steps first.

        Args:
            look: called with each row.

        Raises:
            UnknownLegalError: a player has other legal moves in rows with one view.
            RulesError: a role has no legal move, or a weight of chance is wrong.
            LimitError: there are too many rows or steps, or the time is over.
        """
        start = self._machine.initial()
        level = {(start, (0,) * len(self._sides)): Fraction(1)}
        self._rows.append(_Row(start, (0,) * len(self._sides), -1, ()))
        first = 0
        for step in range(MOST_STEPS + 1):
            level = self._after(level, first, look)
            if not level:
                break
            first = len(self._rows) - len(level)
            if self._progress is not None:
                sets = sum(len(side.sets) for side in self._sides)
                self._progress(step_text(step + 1, len(self._rows), sets))
        else:
            raise endless()

    def _after(
        self,
        level: dict[tuple[Key, tuple[int, ...]], Fraction],
        first: int,
        look: Look,
    ) -> dict[tuple[Key, tuple[int, ...]], Fraction]:
        """Return the rows after those of a level, whose first has an index."""
        following: dict[tuple[Key, tuple[int, ...]], Fraction] = {}
        for row, ((state, views), reach) in enumerate(level.items(), first):
            node = self._machine.playable(state)
            self._watch.look(len(node.successors))
            look(state, node, views, reach)
            if node.terminal:
                continue
            chosen = [
                self._set(player, views[player], node.moves[role], row)
                for player, role in enumerate(self._players)
            ]
            for index, successor in enumerate(node.successors):
                spend(VISIT)
                joint = node.joint(index)
                share = reach * self._perception.drawn(node, index)
                seen = self._seen(successor, joint)
                after = tuple(
                    self._view(player, views[player], node, joint, seen, chosen[player])
                    for player in range(len(self._sides))
                )
                key = successor, after
                if key in following:
                    following[key] += share
                    continue
                following[key] = share
                self._rows.append(_Row(successor, after, row, joint))
                if len(self._rows) > self._most_rows:
                    raise too_large(self._most_rows)
        return following

    def _seen(self, state: Key, joint: tuple[int, ...]) -> tuple[tuple[str, ...], ...]:
        """Return what each role perceives of the step to a state."""
        if not self._game.hidden:
            return (tuple(map(self._text, joint)),) * len(joint)
        return self._perception.percepts(state)

    def _set(
        self, player: int, view: int, moves: tuple[int, ...], row: int
    ) -> InformationSet | None:
        """Return the information set of a view, None where there is no choice.

        Raises:
            UnknownLegalError: the legal moves were others with the same view.
        """
        other, legal = self._legal[player].setdefault(view, (row, moves))
        if legal != moves and set(legal) != set(moves):
            raise UnknownLegalError(
                self._sides[player].side().view(view),
                (self._line(other), self._line(row)),
                (tuple(map(self._text, legal)), tuple(map(self._text, moves))),
            )
        if len(moves) < 2:
            return None
        if view not in self._sets[player]:
            side = self._sides[player]
            found = InformationSet(
                view, tuple(map(self._text, legal)), side.sequences,
                self._sequence[player][view],
            )  # fmt: skip
            side.sequences += len(moves)
            side.sets.append(found)
            self._sets[player][view] = found
        return self._sets[player][view]

    def _view(
        self,
        player: int,
        view: int,
        node: Expansion,
        joint: tuple[int, ...],
        seen: tuple[tuple[str, ...], ...],
        chosen: InformationSet | None,
    ) -> int:
        """Return the view of a player after a joint move."""
        role = self._players[player]
        move, percepts = joint[role], seen[role]
        known = self._next[player]
        found = known.get((view, move, percepts))
        if found is None:
            side = self._sides[player]
            found = known[view, move, percepts] = len(self._sequence[player])
            sequence = self._sequence[player][view]
            if chosen is not None:
                _, legal = self._legal[player][view]
                sequence = chosen.first + legal.index(move)
            self._sequence[player].append(sequence)
            side.steps.append((view, self._text(move), percepts))
        return found

    def _end(
        self, state: Key, node: Expansion, views: tuple[int, ...], reach: Fraction
    ) -> None:
        """Add the goals of a row, if it is an end."""
        if not node.terminal:
            return
        for role in self._players:
            if node.values[role] is None:
                name, facts = self._game.roles[role], self._machine.facts(state)
                raise no_goal(self._game, name, facts)
        goals = [between_losses_and_wins(node.goal(role)) for role in self._players]
        self._totals.add(sum(goals))
        self._firsts.update(goals[:1])
        key = tuple(self._sequence[player][view] for player, view in enumerate(views))
        sums = self._ends.setdefault(key, [Fraction(0)] * len(goals))
        for player, goal in enumerate(goals):
            sums[player] += reach * goal

    def _line(self, row: int) -> Line:
        """Return the joint moves that led to a row first."""
        joints = []
        while row > 0:
            joints.append(tuple(map(self._text, self._rows[row].joint)))
            row = self._rows[row].before
        return tuple(reversed(joints))


def step_text(step: int, states: int, sets: int) -> str:
    """Return how far the work is after a step."""
    return f"step {step}: {states:,} states, {sets:,} information sets"


def endless() -> LimitError:
    """Return the error where play does not end soon."""
    return LimitError(
        f"some play is longer than {MOST_STEPS:,} steps: only a game that ends can be "
        "unfolded",
        "plies",
    )


def too_large(most: int) -> LimitError:
    """Return the error where there are more states than may be kept."""
    return LimitError(
        f"the game has more than {most:,} states with what the players know there",
        "size",
    )
