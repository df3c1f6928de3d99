"""The sequence form of a game with hidden information.

A sequence of a player is the list of its moves on the way to a state, together with
what it knew at each. Only moves where it has a choice count, so the empty sequence
belongs to all states before its first choice. An information set follows one sequence,
and each of its moves makes a longer one. The sequence form has, for each pair of
sequences, the goals at the ends that they lead to, weighted by how likely chance makes
them. It grows as the number of ends, not as that of the strategies.

See Daphne Koller, Nimrod Megiddo and Bernhard von Stengel, "Fast algorithms for finding
randomized strategies in game trees", STOC 1994.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import takewhile

from pygame_search.game import Game
from pygame_search.machine.machine import Expansion, Key, Machine
from pygame_search.machine.perception import Perception
from pygame_search.model.position import SHOWN, joint_text, line_text
from pygame_search.model.rules import CHANCE
from pygame_search.model.view import Step, View
from pygame_search.support.errors import LimitError, NoGoalError, RulesError
from pygame_search.support.words import conjoined
from pygame_search.support.work_limit import VISIT, spend

#: The most states, each with what the players know there, and the most steps of play.
MOST_ROWS, MOST_STEPS = 2_000_000, 1_000

#: How many moves a sentence names.
_NAMED = 4


#: The joint moves since the start.
Line = tuple[tuple[str, ...], ...]

#: The number of the empty sequence.
EMPTY = 0


@dataclass(frozen=True, slots=True)
class InformationSet:
    """A set of histories that a player cannot tell apart, in which it has a choice.

    Attributes:
        view: the number of what the player knows there; see `Side.view`.
        moves: the texts of its legal moves, at least two.
        first: the sequence of the first move; those of the others follow.
        parent: the sequence that leads to the set, smaller than `first`.
    """

    view: int
    moves: tuple[str, ...]
    first: int
    parent: int

    @property
    def sequences(self) -> range:
        """The sequences that end with its moves."""
        return range(self.first, self.first + len(self.moves))


@dataclass(slots=True)
class Side:
    """The information sets of one player, each after those that lead to it.

    Attributes:
        role: the player.
        sets: its information sets.
        sequences: the number of its sequences, the empty one included.
        steps: what it knows of the last step, for each view from number 1: the view
            before, its move, and its percepts. View 0 is that of the start.
    """

    role: str
    sets: list[InformationSet] = field(default_factory=list)
    sequences: int = 1
    steps: list[tuple[int, str, tuple[str, ...]]] = field(default_factory=list)

    def view(self, number: int) -> View:
        """Return what the player knows, by the number of the view."""
        steps: list[Step] = []
        while number:
            number, move, percepts = self.steps[number - 1]
            steps.append(Step(move, percepts))
        return View(self.role, tuple(reversed(steps)))


@dataclass(frozen=True, slots=True)
class SequenceForm:
    """A game in sequence form.

    Attributes:
        sides: the information sets of each player, in the order of the roles.
        ends: the goals of the players, in the same order, for sequences that lead to
            an end, one of each player. They are multiplied by the probability that
            chance makes its moves on the way, and added up over such ends.
        total: what the players' goals add up to, if it is the same at all ends.
        states: the number of states, counted once for each combination of what the
            players know there.
        spread: the highest goal of the first player at an end less its lowest.
    """

    sides: tuple[Side, ...]
    ends: dict[tuple[int, ...], tuple[Fraction, ...]]
    total: int | None
    states: int
    spread: int


def sequence_form(
    game: Game,
    *,
    deadline: float | None = None,
    progress: Callable[[str], None] | None = None,
) -> SequenceForm:
    """Return the sequence form of a game from its start.

    Args:
        game: a game whose play ends. Where all roles see everything, each sees the
            moves of a step.
        deadline: when to give up, as from `time.monotonic`.
        progress: called with a text after each step.

    Raises:
        RulesError: a role cannot know its legal moves (an `UnknownLegalError`), or has
            none, or an end has no goal.
        LimitError: the game is too large, or may not end, or the time is over.
    """
    return Unfolding(game, deadline=deadline, progress=progress).form()


class UnknownLegalError(RulesError):
    """A role has different legal moves after histories that it cannot tell apart.

    Attributes:
        view: what the role knows after each of them.
        histories: two histories, each the joint moves since the start.
        legal: the legal moves of the role after each.
    """

    def __init__(
        self,
        view: View,
        histories: tuple[Line, Line],
        legal: tuple[tuple[str, ...], tuple[str, ...]],
    ) -> None:
        first, second = _lines_told(histories)
        super().__init__(
            f"{view.role} cannot know its legal moves: after `{first}` and after "
            f"`{second}` it has made and perceived the same ({_known(view)}), but "
            f"{_difference(*legal)}"
        )
        self.view = view
        self.histories = histories
        self.legal = legal

    @property
    def role(self) -> str:
        """The role."""
        return self.view.role


def _lines_told(lines: tuple[Line, Line]) -> tuple[str, str]:
    """Return two histories in words; long ones without the moves they begin with."""
    first, second = (list(map(joint_text, line)) for line in lines)
    pairs = zip(first, second, strict=True)  # both have as many steps
    shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    if len(first) > SHOWN and shared:
        first, second = (["...", *line[shared:]] for line in (first, second))
    return line_text(first), line_text(second)


def _known(view: View) -> str:
    """Return what a role knows in words, of many steps only the last ones."""
    last = View(view.role, view.steps[-SHOWN:]).line
    return f"...; {last}" if view.steps[SHOWN:] else last


def _difference(first: Sequence[str], second: Sequence[str]) -> str:
    """Return which moves are legal after only one of two histories, in a sentence."""
    after_first = [move for move in first if move not in second]
    after_second = [move for move in second if move not in first]
    if not after_first:
        return f"{_are_legal(after_second)} only after the second"
    told = f"{_are_legal(after_first)} only after the first"
    if after_second:
        told += f", and {_listed(after_second)} only after the second"
    return told


def _are_legal(moves: Sequence[str]) -> str:
    return f"{_listed(moves)} {'is' if len(moves) == 1 else 'are'} legal"


def _listed(moves: Sequence[str]) -> str:
    """Return moves as a list in a sentence, the first few by name."""
    rest = len(moves) - _NAMED
    return conjoined([*moves[:_NAMED], *([f"{rest} more"] if rest > 0 else [])])


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
        machine: of the game with percepts; by default the one of its tier.
        deadline: when to give up, as from `time.monotonic`.
        progress: called with a text after each step.
        most_rows: the most rows in all.
    """

    def __init__(
        self,
        game: Game,
        *,
        machine: Machine | None = None,
        deadline: float | None = None,
        progress: Callable[[str], None] | None = None,
        most_rows: int = MOST_ROWS,
    ) -> None:
        self._game = game.with_percepts()
        self._machine: Machine = self._game.machine if machine is None else machine
        self._deadline, self._progress = deadline, progress
        self._most_rows = most_rows
        self._players = [i for i, role in enumerate(game.roles) if role != CHANCE]
        self._sides = tuple(Side(game.roles[i]) for i in self._players)
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
        ends = {key: tuple(values) for key, values in self._ends.items()}
        total = min(self._totals) if len(self._totals) == 1 else None
        spread = max(self._firsts, default=0) - min(self._firsts, default=0)
        return SequenceForm(self._sides, ends, total, len(self._rows), spread)

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
                self._progress(
                    f"step {step + 1}: {len(self._rows):,} states, "
                    f"{sum(len(side.sets) for side in self._sides):,} information sets"
                )
        else:
            raise LimitError(
                f"some play is longer than {MOST_STEPS:,} steps: only a game that ends "
                "can be unfolded",
                "plies",
            )

    def _after(
        self,
        level: dict[tuple[Key, tuple[int, ...]], Fraction],
        first: int,
        look: Look,
    ) -> dict[tuple[Key, tuple[int, ...]], Fraction]:
        """Return the rows after those of a level, whose first has an index."""
        following: dict[tuple[Key, tuple[int, ...]], Fraction] = {}
        for row, ((state, views), reach) in enumerate(level.items(), first):
            if self._deadline is not None and time.monotonic() > self._deadline:
                raise LimitError("the time is over", "time")
            node = self._machine.playable(state)
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
                    raise LimitError(
                        f"the game has more than {self._most_rows:,} states with "
                        "what the players know there",
                        "size",
                    )
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
                self._sides[player].view(view),
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
                raise NoGoalError(
                    f"no goal value is defined for {self._game.roles[role]} in "
                    f"{self._game.facts_text(self._machine.facts(state))}"
                )
        goals = [node.goal(role) for role in self._players]
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
