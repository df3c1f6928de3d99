"""All play of a game, step by step, over its network: the states of a step as arrays.

It is what `unfolding.py` does over any machine, and finds the same sequence form but
for the order of the moves, which is the standard one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pygame_search.game import Game
from pygame_search.machine.network import NetworkMachine
from pygame_search.machine.packed_perception import PackedPerception
from pygame_search.machine.unknown_legal import Line, UnknownLegalError
from pygame_search.model.rules import CHANCE, no_goal
from pygame_search.network.exact_weights import (
    added,
    integers,
    product,
    reduced,
    shared,
)
from pygame_search.network.game_functions import NO_GOAL_VALUE
from pygame_search.network.packing import pack
from pygame_search.network.searches.expansions import Expanded, Expander, joined
from pygame_search.network.searches.regret import Choices
from pygame_search.network.searches.row_numbers import row_numbers
from pygame_search.network.searches.sampled_regret import Tree
from pygame_search.solving.hidden.sequence_form import (
    EMPTY,
    SequenceForm,
    Side,
    Steps,
)
from pygame_search.solving.hidden.unfolding import (
    MOST_STEPS,
    endless,
    step_text,
    too_large,
)
from pygame_search.support.memory import must_have_room

#: The most states, each with what the players know there.
MOST_ROWS = 20_000_000


@dataclass(slots=True)
class _Level:
    """The states after so many steps, one for each combination of views.

    Attributes:
        states: packed.
        views: of each state and player the place of its view among those of the level.
        reach: how likely chance makes each, times `denominator`.
        denominator: what `reach` is divided by.
        sequences: of each player the sequence of each view.
        first_views: of each player the number of the first view.
    """

    states: NDArray[np.uint64]
    views: NDArray[np.int64]
    reach: NDArray[Any]
    denominator: int
    sequences: list[NDArray[np.int64]]
    first_views: list[int]


@dataclass(slots=True)
class _Ends:
    """The ends among the states of a level; see `_Level`."""

    sequences: NDArray[np.int64]
    reach: NDArray[Any]
    denominator: int
    goals: NDArray[np.int64]


@dataclass(slots=True)
class _Growing:
    """A side as it grows: its parts, level by level."""

    role: str
    views: int = 1
    sequences: int = 1
    sets: int = 0
    choices: list[tuple[NDArray[Any], ...]] = field(default_factory=list)
    moves: list[NDArray[np.int32]] = field(default_factory=list)
    steps: list[tuple[NDArray[np.int32], ...]] = field(default_factory=list)
    perceived: dict[tuple[str, ...], int] = field(default_factory=dict)

    def side(self, texts: Sequence[str]) -> Side:
        """Return it as it is.

        Args:
            texts: those of all moves.
        """
        before, moves, percepts = _columns(self.steps, 3)
        views, *choices = _columns(self.choices, 4)
        last = np.concatenate([np.zeros(1, np.int32), *self.moves])
        steps = Steps(before, moves, percepts, texts, [*self.perceived])
        return Side(self.role, Choices(*choices), views, last, steps)


def _columns(
    parts: Sequence[tuple[NDArray[Any], ...]], number: int
) -> list[NDArray[np.int32]]:
    """Return the columns of tables that stand in several parts."""
    if not parts:
        return [np.zeros(0, np.int32) for _ in range(number)]
    must_have_room(2 * sum(column.nbytes for part in parts for column in part))
    return [
        np.concatenate(column).astype(np.int32) for column in zip(*parts, strict=True)
    ]


@dataclass(slots=True)
class _Branches:
    """The transitions of a level; see `Tree`."""

    many: NDArray[np.int64]
    children: NDArray[np.int32]
    drawn: NDArray[np.float64]
    counts: NDArray[np.int32]
    sets: NDArray[np.int32]
    goals: NDArray[np.float64]


class PackedUnfolding:
    """All play of a game, as arrays.

    Args:
        game: the game.
        machine: of the game with percepts.
        deadline: when to give up, as from `time.monotonic`.
        progress: called with a text after each step.
        most_rows: the most states, each with what the players know there.
        tree: whether the form has the states, too.
    """

    def __init__(
        self,
        game: Game,
        machine: NetworkMachine,
        *,
        deadline: float | None = None,
        progress: Callable[[str], None] | None = None,
        most_rows: int = MOST_ROWS,
        tree: bool = False,
    ) -> None:
        self._game, self._machine = game.with_percepts(), machine
        self._network = network = machine.native.network
        self._expander = Expander(network)
        self._deadline, self._progress = deadline, progress
        self._most_rows = most_rows
        self._players = [i for i, role in enumerate(game.roles) if role != CHANCE]
        self._chance = game.chance
        self._sides = [_Growing(game.roles[i]) for i in self._players]
        self._texts = [text for _, text in network.moves]
        self._perception = PackedPerception(machine)
        self._ends: list[_Ends] = []
        self._totals: set[int] = set()
        self._firsts: set[int] = set()
        self._trail: list[tuple[NDArray[np.int32], NDArray[np.int32]]] = []
        self._rows = 1
        self._branches: list[_Branches] | None = [] if tree else None

    def form(self) -> SequenceForm:
        """Return the sequence form.

        Raises:
            UnknownLegalError: a player has other legal moves with one view.
            RulesError: a role has no legal move, a weight of chance is wrong, or an end
                has no goal.
            LimitError: there are too many states or steps, or the time is over.
        """
        players = len(self._players)
        level = _Level(
            pack(self._network.initial[np.newaxis]),
            np.zeros((1, players), np.int64), np.ones(1, np.int64), 1,
            [np.full(1, EMPTY, np.int64)] * players, [0] * players,
        )  # fmt: skip
        for step in range(MOST_STEPS + 1):
            following = self._after(level)
            if following is None:
                break
            level = following
            if self._progress is not None:
                sets = sum(side.sets for side in self._sides)
                self._progress(step_text(step + 1, self._rows, sets))
        else:
            raise endless()
        sequences, sums, denominator = _added(self._ends, players)
        return SequenceForm(
            tuple(side.side(self._texts) for side in self._sides),
            sequences, sums, denominator,
            min(self._totals) if len(self._totals) == 1 else None,
            self._rows, max(self._firsts, default=0) - min(self._firsts, default=0),
            None if self._branches is None else _tree(self._branches, self._players),
        )  # fmt: skip

    # ---- a step -----------------------------------------------------------------

    def _after(self, level: _Level) -> _Level | None:
        """Return the level after one; None if all its states are ends."""
        found = self._expanded(level)
        self._look_at_ends(level, found)
        if found.terminal.all():
            nothing = np.zeros(0, np.int64)
            self._add_branches(level, found, nothing, [])
            return None
        self._must_go_on(level, found)
        must_have_room(self._transient(found))
        firsts = self._first_rows(level, found)
        after, numbers, chosen = [], [], []
        for player, side in enumerate(self._sides):
            first_move = self._add_sets(player, side, level, found, firsts[player])
            chosen.append(first_move[level.views[:, player]])
            views, sequences = self._add_views(player, side, level, found, first_move)
            numbers.append(views)
            after.append(sequences)
        rows, starts = row_numbers(*found.successors.T, *numbers)
        if self._rows + len(starts) > self._most_rows:
            raise too_large(self._most_rows)
        reach, denominator = self._reach(level, found, rows, len(starts))
        self._add_branches(level, found, self._rows + rows, chosen)
        self._trail.append(
            (
                found.parents[starts].astype(np.int32),
                np.stack(
                    [found.moves(r)[starts] for r in range(len(found.legal))], axis=1
                ),
            )
        )
        self._rows += len(starts)
        return _Level(
            found.successors[starts],
            np.stack(numbers, axis=1)[starts],
            reach, denominator, after,
            [
                side.views - len(own)
                for side, own in zip(self._sides, after, strict=True)
            ],
        )  # fmt: skip

    def _transient(self, found: Expanded) -> int:
        """Return about how many bytes the views and the weights of a step take.

        For each successor these are numbers of each player, the parts of a fraction,
        and what is kept of the states that differ. `row_numbers` counts its own tables.
        """
        width = int(found.successors.shape[1]) + 6 * len(self._sides) + 8
        return 8 * width * len(found.parents)

    def _expanded(self, level: _Level) -> Expanded:
        """Return the states of a level with all that may follow them."""
        parts, made = [], 0
        for part in self._expander.batches(level.states, self._deadline):
            made += len(part.parents)
            if made > self._most_rows:
                raise too_large(self._most_rows)
            parts.append(part)
        return joined(parts)

    def _look_at_ends(self, level: _Level, found: Expanded) -> None:
        """Take note of the ends among the states of a level."""
        [rows] = found.terminal.nonzero()
        goals = found.goals[rows][:, self._players]
        missing = (goals == NO_GOAL_VALUE).nonzero()
        if len(missing[0]):
            row, player = rows[missing[0][0]], missing[1][0]
            facts = self._machine.facts(level.states[row].tobytes())
            role = self._game.roles[self._players[player]]
            raise no_goal(self._game, role, facts)
        self._totals.update(np.unique(goals.sum(1)).tolist())
        self._firsts.update(np.unique(goals[:, :1]).tolist())
        sequences = [
            own[level.views[rows, player]] for player, own in enumerate(level.sequences)
        ]
        self._ends.append(
            _Ends(
                np.stack(sequences, axis=1), level.reach[rows], level.denominator, goals
            )
        )

    def _must_go_on(self, level: _Level, found: Expanded) -> None:
        """Check that play goes on wherever it has not ended.

        Raises:
            RulesError: a role has no legal move, or a weight of chance is wrong.
        """
        stuck = found.unweighed
        for own in found.legal:
            stuck |= (own.counts == 0) & ~found.terminal
        if stuck.any():
            self._machine.playable(level.states[stuck.argmax()].tobytes())
            raise AssertionError("the machine reports why play cannot go on")

    def _reach(
        self, level: _Level, found: Expanded, rows: NDArray[np.int64], number: int
    ) -> tuple[NDArray[Any], int]:
        """Return how likely chance makes the rows that follow, and the denominator."""
        reach, denominator = level.reach[found.parents], level.denominator
        if self._chance is not None:
            reach, units = shared(reach, *found.shares(self._chance))
            denominator *= units
        return reduced(added(reach, rows, number), denominator)

    def _add_branches(
        self,
        level: _Level,
        found: Expanded,
        children: NDArray[np.int64],
        chosen: Sequence[NDArray[np.int64]],
    ) -> None:
        """Keep the transitions of a level, if the tree is wanted.

        Args:
            level: the level.
            found: its states, expanded.
            children: the row of each successor.
            chosen: of each player and row the first sequence of its set, or -1; nothing
                where all rows are ends.
        """
        if self._branches is None:
            return
        number = len(found.terminal)
        sets = chosen or [np.full(number, -1)] * len(self._players)
        drawn = np.ones(len(children))
        if self._chance is not None:
            above, below = found.shares(self._chance)
            drawn = above / below
        counts = np.stack([own.counts for own in found.legal], axis=1)
        goals = np.where(found.terminal, found.goals[:, self._players[0]], 0)
        self._branches.append(
            _Branches(
                np.bincount(found.parents, minlength=number),
                children.astype(np.int32),
                drawn,
                np.where(found.terminal[:, np.newaxis], 1, counts).astype(np.int32),
                np.stack(sets, axis=1).astype(np.int32),
                goals.astype(np.float64),
            )
        )

    # ---- what the players know --------------------------------------------------

    def _first_rows(self, level: _Level, found: Expanded) -> list[NDArray[np.int64]]:
        """Return of each player and view of a level the first row with it, or -1.

        Ends do not count.

        Raises:
            UnknownLegalError: a player has other legal moves in rows with one view.
        """
        [rows] = (~found.terminal).nonzero()
        firsts, wrong = [], []
        for player, role in enumerate(self._players):
            views = level.views[:, player]
            first = np.full(len(level.sequences[player]), -1, np.int64)
            first[views[rows[::-1]]] = rows[::-1]
            firsts.append(first)
            others = first[views[rows]]
            legal = found.legal[role]
            same = legal.counts[rows] == legal.counts[others]
            [alike] = same.nonzero()
            counts = legal.counts[rows[alike]]
            own, theirs = (
                legal.moves[np.repeat(legal.starts[those], counts) + _ranges(counts)]
                for those in (rows[alike], others[alike])
            )
            same[np.repeat(alike, counts)[own != theirs]] = False
            if not same.all():
                place = same.argmin()
                wrong.append((int(rows[place]), player, int(others[place])))
        if wrong:
            row, player, other = min(wrong)
            raise self._unknown_legal(level, found, player, (other, row))
        return firsts

    def _unknown_legal(
        self, level: _Level, found: Expanded, player: int, rows: tuple[int, int]
    ) -> UnknownLegalError:
        """Return the error for two rows of a level with one view of a player."""
        first, second = (
            self._listed(found, self._players[player], row) for row in rows
        )
        one, other = map(self._line, rows)
        view = level.first_views[player] + int(level.views[rows[0], player])
        known = self._sides[player].side(self._texts).view(view)
        return UnknownLegalError(known, (one, other), (first, second))

    def _listed(self, found: Expanded, role: int, row: int) -> tuple[str, ...]:
        """Return the texts of the legal moves of a role in a row."""
        own = found.legal[role]
        moves = own.moves[own.starts[row] : own.starts[row + 1]]
        return tuple(self._texts[move] for move in moves.tolist())

    def _line(self, row: int) -> Line:
        """Return the joint moves that led to a row of the last level first."""
        joints = []
        for parents, moves in reversed(self._trail):
            joints.append(tuple(self._texts[move] for move in moves[row].tolist()))
            row = int(parents[row])
        return tuple(reversed(joints))

    def _add_sets(
        self,
        player: int,
        side: _Growing,
        level: _Level,
        found: Expanded,
        firsts: NDArray[np.int64],
    ) -> NDArray[np.int64]:
        """Add the information sets of a player in a level.

        Args:
            player: its index.
            side: what grows.
            level: the level.
            found: its states, expanded.
            firsts: of each view the first row that has it, or -1.

        Returns:
            Of each view the sequence of the first move of its set, or -1.
        """
        legal = found.legal[self._players[player]]
        counts = np.where(firsts < 0, 0, legal.counts[firsts])
        [views] = (counts > 1).nonzero()
        views = views[np.argsort(firsts[views])]
        many = counts[views]
        first = side.sequences + np.cumsum(many) - many
        side.choices.append(
            (level.first_views[player] + views, first, many,
             level.sequences[player][views])
        )  # fmt: skip
        side.moves.append(
            legal.moves[np.repeat(legal.starts[firsts[views]], many) + _ranges(many)]
        )
        side.sets += len(views)
        side.sequences += int(many.sum())
        chosen = np.full(len(firsts), -1, np.int64)
        chosen[views] = first
        return chosen

    def _add_views(
        self,
        player: int,
        side: _Growing,
        level: _Level,
        found: Expanded,
        chosen: NDArray[np.int64],
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Add the views of a player after a level.

        Args:
            player: its index.
            side: what grows.
            level: the level.
            found: its states, expanded.
            chosen: what `_add_sets` has returned.

        Returns:
            Of each successor the place of the view among the new ones, and of each of
            these the sequence.
        """
        role = self._players[player]
        before, moves = level.views[found.parents, player], found.moves(role)
        percepts = self._percepts(role, side, found)
        numbers, firsts = row_numbers(before, moves, percepts)
        before, first_move = before[firsts], chosen[before[firsts]]
        side.views += len(firsts)
        side.steps.append(
            (level.first_views[player] + before, moves[firsts], percepts[firsts])
        )
        sequences = np.where(
            first_move < 0,
            level.sequences[player][before],
            first_move + found.ranks[firsts, role],
        )
        return numbers, sequences

    def _percepts(
        self, role: int, side: _Growing, found: Expanded
    ) -> NDArray[np.int32]:
        """Return what a role perceives of each step, as a place in `perceived`."""
        if not self._game.hidden:
            joints = [found.moves(r) for r in range(len(found.legal))]
            numbers, firsts = row_numbers(*joints)
            seen = [
                tuple(self._texts[moves[first]] for moves in joints)
                for first in firsts.tolist()
            ]
        else:
            numbers, seen = self._perception.percepts(found.successors, role)
        known = side.perceived
        places = [known.setdefault(one, len(known)) for one in seen]
        return np.array(places, np.int32)[numbers]


def _tree(levels: Sequence[_Branches], players: Sequence[int]) -> Tree:
    """Return the tree of all levels."""
    must_have_room(
        sum(
            part.nbytes
            for one in levels
            for part in (
                one.many, one.children, one.drawn, one.counts, one.sets, one.goals
            )
        )
    )  # fmt: skip
    many = np.concatenate([level.many for level in levels])
    return Tree(
        np.concatenate([[0], np.cumsum(many)]),
        np.concatenate([level.children for level in levels]),
        np.concatenate([level.drawn for level in levels]),
        np.concatenate([level.counts for level in levels]),
        np.concatenate([level.sets for level in levels]),
        np.concatenate([level.goals for level in levels]),
        np.array(players, np.int64),
        len(levels),
    )


def _ranges(counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return 0, 1, ... below each count, behind each other."""
    found: NDArray[np.int64]
    found = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
    return found


def _added(
    ends: Sequence[_Ends], players: int
) -> tuple[NDArray[np.int32], NDArray[Any], int]:
    """Return all ends as `SequenceForm` has them: sequences, sums, denominator."""
    denominator = lcm(*(part.denominator for part in ends))
    # All columns once more, and the products with the goals of a player.
    must_have_room(
        sum(
            part.sequences.nbytes + part.goals.nbytes + 4 * part.reach.nbytes
            for part in ends
        )
    )
    sequences = np.concatenate([part.sequences for part in ends])
    rows, firsts = row_numbers(*sequences.T)
    scales = [denominator // part.denominator for part in ends]
    reach = np.concatenate(
        [
            product(part.reach, integers([scale]))
            for part, scale in zip(ends, scales, strict=True)
        ]
    )
    goals = np.concatenate([part.goals for part in ends])
    sums = [added(product(reach, own), rows, len(firsts)) for own in goals.T]
    return sequences[firsts].astype(np.int32), np.stack(sums, axis=1), denominator
