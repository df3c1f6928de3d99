"""Two rule files played in step: the first position in which they differ.

The states of one are not looked into from the other: what counts is what a player sees,
the moves, the ends, the goal values, the board and the features. So files that describe
the same game in other fluents are the same.
"""

from __future__ import annotations

import random
import time
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import permutations, product
from typing import ClassVar

from pygame_search.grading.renaming import NONE, Renaming, extended, renamed
from pygame_search.model.decimals import Weight
from pygame_search.model.game import Game, State
from pygame_search.model.machine import KnowledgeBase
from pygame_search.model.position import Cell, joint_text
from pygame_search.support.json_objects import JsonObject

#: What is compared, in this order. The board and the features count only where the
#: reference has some.
ITEMS = ("roles", "legal moves", "ends", "goals", "board", "features")

#: Games with no more positions than this are compared in all of them.
POSITIONS = 5_000
#: How many games are played at random where there are more positions.
GAMES = 200
#: The most plies of such a game.
PLIES = 400
#: How many renamings are tried at most.
_TRIES = 50
#: The most roles whose names are matched in every order.
_ROLES = 4


@dataclass(frozen=True, slots=True)
class StepDifference(JsonObject):
    """The first position in which two games differ in an item.

    Attributes:
        item: one of ITEMS.
        after: the moves that lead there, in the names of the hand-in.
        hand_in, reference: what each says.
    """

    item: str
    after: tuple[str, ...]
    hand_in: str
    reference: str


@dataclass(slots=True)
class InStep(JsonObject):
    """What came of playing two games in step.

    Attributes:
        positions: how many were compared.
        complete: whether these are all that there are.
        missed: how many more of the reference the hand-in does not reach by the same
            moves; in these nothing agrees.
        late: whether the time was over before all was compared.
        agree: for each item the number of positions in which both say the same.
        asked: for each item the number of positions in which it was asked.
        differences: the first difference in each item that has one.
        roles: each role of the hand-in, and the one of the reference that it is.
        names: the names of the hand-in that are others in the reference.
    """

    json_members: ClassVar[str] = (
        "positions complete missed late agree asked differences roles names"
    )

    positions: int = 0
    complete: bool = False
    missed: int = 0
    late: bool = False
    agree: dict[str, int] = field(default_factory=lambda: dict.fromkeys(ITEMS, 0))
    asked: dict[str, int] = field(default_factory=lambda: dict.fromkeys(ITEMS, 0))
    differences: dict[str, StepDifference] = field(default_factory=dict)
    roles: dict[str, str] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)

    @property
    def same(self) -> bool:
        """Whether no difference was found."""
        return not self.differences

    def note(
        self, item: str, right: bool, after: tuple[str, ...], ours: str, theirs: str
    ) -> bool:
        """Count an item in a position; return whether both say the same."""
        self.asked[item] += 1
        self.agree[item] += right
        if not right and item not in self.differences:
            self.differences[item] = StepDifference(item, after, ours, theirs)
        return right


def in_step(
    hand_in: Game,
    reference: Game,
    *,
    names: Renaming = NONE,
    positions: int = POSITIONS,
    games: int = GAMES,
    seed: int = 1,
    seconds: float | None = None,
) -> InStep:
    """Return what comes of playing two games in step.

    Args:
        hand_in: the game that is looked at.
        reference: the game that it should be.
        names: names of the hand-in and what they are called in the reference; the
            others are found, where they differ.
        positions: with no more, all positions are compared; else random games.
        games: how many of these.
        seed: of the random games.
        seconds: how long it may take, None for any time.
    """
    until = None if seconds is None else time.monotonic() + seconds
    best: InStep | None = None
    tries = 0
    for roles in _role_maps(hand_in, reference, names):
        walk = _Walk(hand_in, reference, roles, positions, games, seed, until)
        start = dict(names) | {a: b for a, b in roles.items() if a != b}
        for renaming in walk.renamings(start):
            found = walk.compare(renaming)
            tries += 1
            if best is None or _merit(found) > _merit(best):
                best = found
            if found.same or tries >= _TRIES or walk.late():
                return walk.ended(best)
    if best is None:
        best = InStep()
        best.note(
            "roles", False, (), ", ".join(hand_in.roles), ", ".join(reference.roles)
        )
        return best
    return walk.ended(best)


def _merit(found: InStep) -> tuple[bool, float]:
    asked = sum(found.asked.values()) or 1
    return found.same, sum(found.agree.values()) / asked * min(found.positions, 100)


def _role_maps(
    hand_in: Game, reference: Game, names: Renaming
) -> Iterator[dict[str, str]]:
    """Yield the ways to take the roles of one game for those of the other."""
    ours, theirs = hand_in.roles, reference.roles
    if len(ours) != len(theirs):
        return
    named = tuple(renamed(role, names) for role in ours)
    if set(named) == set(theirs):
        yield dict(zip(ours, named, strict=True))
    elif len(ours) <= _ROLES:
        for order in permutations(theirs):
            if all(a == b for a, b in zip(named, order, strict=True) if a in theirs):
                yield dict(zip(ours, order, strict=True))


@dataclass(slots=True)
class _Walk:
    """Two games that are played in step, with their roles matched."""

    hand_in: Game
    reference: Game
    roles: dict[str, str]
    most: int
    games: int
    seed: int
    until: float | None
    machines: tuple[KnowledgeBase, KnowledgeBase] = field(init=False)
    #: The texts on the board of a hand-in with other names, and what they stand for.
    texts: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Prepare to ask for features."""
        self.machines = KnowledgeBase(self.hand_in), KnowledgeBase(self.reference)

    def late(self) -> bool:
        """Return whether the time is over."""
        return self.until is not None and time.monotonic() > self.until

    def ended(self, found: InStep) -> InStep:
        """Return a result, with whether the time was over."""
        found.late = self.late()
        return found

    def renamings(self, known: Renaming) -> Iterator[Renaming]:
        """Yield renamings of the moves at the start; none for others, if any fits."""
        ours, theirs = self._listed(self.hand_in.initial, self.reference.initial)
        found = False
        for renaming in extended(ours, theirs, known):
            found = True
            yield renaming
        if not found:
            yield dict(known)

    def _listed(self, ours: State, theirs: State) -> tuple[list[str], list[str]]:
        """Return the legal moves of both, each with its role."""
        mine = [f"{r}: {m}" for r, moves in ours.legal.items() for m in moves]
        other = [f"{r}: {m}" for r, moves in theirs.legal.items() for m in moves]
        return mine, other

    def compare(self, names: Renaming) -> InStep:
        """Return what comes of it with one renaming, which may grow on the way."""
        found = InStep()
        known = dict(names)
        self.texts = {}
        found.complete = self._everywhere(found, known)
        if not found.complete:
            self._at_random(found, known)
        found.roles = self.roles
        found.names = {a: b for a, b in known.items() if a != b}
        return found

    def _everywhere(self, found: InStep, names: dict[str, str]) -> bool:
        """Compare all positions; return whether there are no more than the most."""
        first = self.hand_in.initial, self.reference.initial
        lost: list[State] = []
        seen = {(first[0].number, first[1].number)}
        waiting: deque[tuple[tuple[str, ...], State, State]] = deque()
        waiting.append(((), *first))
        while waiting:
            after, ours, theirs = waiting.popleft()
            steps = self._position(found, names, after, ours, theirs)
            for other, joint in steps.items():
                mine, other_state = self._step(ours, joint), self._step(theirs, other)
                key = mine.number, other_state.number
                if key not in seen:
                    seen.add(key)
                    waiting.append(((*after, joint_text(joint)), mine, other_state))
            if len(steps) < len(joints := _joints(theirs)):
                lost += [self._step(theirs, j) for j in joints if j not in steps]
            if len(seen) > self.most or self.late():
                return False
        self._miss_all(found, lost, {theirs for _, theirs in seen})
        return True

    def _miss_all(self, found: InStep, lost: list[State], reached: set[int]) -> None:
        """Count the states of the reference that only its own moves reach."""
        while lost and found.missed < self.most and not self.late():
            state = lost.pop()
            if state.number not in reached:
                reached.add(state.number)
                self._miss(found, state)
                lost += [self._step(state, joint) for joint in _joints(state)]

    def _miss(self, found: InStep, theirs: State) -> None:
        """Count a position of the reference that the hand-in does not reach."""
        found.missed += 1
        found.asked["ends"] += 1
        found.asked["board"] += bool(theirs.position.cells)
        if theirs.terminal:
            found.asked["goals"] += 1
            return
        found.asked["legal moves"] += len(self.roles)
        found.asked["features"] += bool(self.reference.weights)

    def _at_random(self, found: InStep, names: dict[str, str]) -> None:
        """Compare the positions of random games."""
        source = random.Random(self.seed)
        for _ in range(self.games):
            ours: State | None = self.hand_in.initial
            theirs = self.reference.initial
            after: tuple[str, ...] = ()
            while len(after) < PLIES and not self.late():
                steps = {}
                if ours is None:
                    self._miss(found, theirs)
                else:
                    steps = self._position(found, names, after, ours, theirs)
                if theirs.terminal or not all(theirs.legal.values()):
                    break
                other = tuple(source.choice(m) for m in theirs.legal.values())
                joint = steps.get(other)
                ours = self._step(ours, joint) if ours and joint else None
                theirs = self._step(theirs, other)
                after = (*after, joint_text(joint or other))

    @staticmethod
    def _step(state: State, joint: tuple[str, ...]) -> State:
        return state.play(f"[{', '.join(joint)}]")

    def _position(
        self,
        found: InStep,
        names: dict[str, str],
        after: tuple[str, ...],
        ours: State,
        theirs: State,
    ) -> dict[tuple[str, ...], tuple[str, ...]]:
        """Compare a position.

        Return the joint moves of the reference that both have, and what the hand-in
        calls them.
        """
        found.positions += 1
        self._see(found, names, after, ours, theirs)
        words = ("the game goes on", "the game is over")
        over = ours.terminal, theirs.terminal
        if not found.note(
            "ends", over[0] == over[1], after, words[over[0]], words[over[1]]
        ):
            return {}
        if over[0]:
            goals = {self.roles[r]: v for r, v in ours.goals.items()}
            found.note(
                "goals", goals == theirs.goals, after, _goals(goals),
                _goals(theirs.goals),
            )  # fmt: skip
            return {}
        self._weigh(found, names, after, ours, theirs)
        mine, other = self._listed(ours, theirs)
        grown = next(extended(mine, other, names), None)
        if grown is not None:
            names.update(grown)
        moves: list[list[tuple[str, str]]] = []
        for role, legal in ours.legal.items():
            allowed = set(theirs.legal[self.roles[role]])
            called = {move: renamed(move, names) for move in legal}
            extra = [move for move, name in called.items() if name not in allowed]
            missing = sorted(allowed - set(called.values()))
            found.note(
                "legal moves", not extra and not missing, after,
                _moves(role, extra or legal, bool(extra)),
                _moves(self.roles[role], missing or sorted(allowed), bool(missing)),
            )  # fmt: skip
            moves.append([(m, n) for m, n in called.items() if n in allowed])
        order = [list(ours.legal).index(r) for r in self._order()]
        return {
            tuple(pairs[i][1] for i in order): tuple(m for m, _ in pairs)
            for pairs in product(*moves)
        }

    def _see(
        self,
        found: InStep,
        names: Renaming,
        after: tuple[str, ...],
        ours: State,
        theirs: State,
    ) -> None:
        """Compare the boards of a position."""
        board = set(theirs.position.cells)
        if board:
            mine = set(ours.position.cells)
            other = any(a != b for a, b in names.items())
            right = mine == board or (other and self._same_picture(mine, board))
            found.note("board", right, after, _cells(mine - board),
                       _cells(board - mine))  # fmt: skip

    def _same_picture(self, mine: set[Cell], board: set[Cell]) -> bool:
        """Return whether each text of one board always stands for one of the other."""
        if len(mine) != len(board):
            return False
        same = True
        squares = sorted(mine, key=_square), sorted(board, key=_square)
        for one, two in zip(*squares, strict=True):
            same = same and _square(one)[:2] == _square(two)[:2]
            same = same and self.texts.setdefault(one.text, two.text) == two.text
        return same and len(set(self.texts.values())) == len(self.texts)

    def _weigh(
        self,
        found: InStep,
        names: Renaming,
        after: tuple[str, ...],
        ours: State,
        theirs: State,
    ) -> None:
        """Compare what the features make of a position."""
        if not self.reference.weights:
            return
        counts = self._features(0, ours, names), self._features(1, theirs, {})
        sums = [_sums(count) for count in counts]
        words = [
            ", ".join(f"{r} {n} {c}" for (r, n), c in sorted(count.items())) or "none"
            for count in counts
        ]
        found.note("features", sums[0] == sums[1], after, words[0], words[1])

    def _features(
        self, which: int, state: State, names: Renaming
    ) -> dict[tuple[str, str], Weight]:
        """Return what the features of each role are worth, by the reference's names."""
        game = state.game
        values = self.machines[which].features(state.number)
        found = {}
        for role, features in zip(game.roles, values, strict=True):
            for name, count in features.items():
                weight = game.weights.get(name, 0)
                key = renamed(role, names), renamed(name, names)
                found[key] = count * weight
        return {key: worth for key, worth in found.items() if worth}

    def _order(self) -> list[str]:
        """Return the roles of the hand-in in the order of those of the reference."""
        back = {theirs: ours for ours, theirs in self.roles.items()}
        return [back[role] for role in self.reference.roles]


def _goals(goals: dict[str, int | None]) -> str:
    return ", ".join(
        f"{r} {'none' if v is None else v}" for r, v in sorted(goals.items())
    )


def _square(cell: Cell) -> tuple[int, int, str]:
    return cell.column, cell.row, cell.text


def _cells(cells: set[Cell]) -> str:
    words = sorted(f"{c.text} at {c.column}, {c.row}" for c in cells)
    return "; ".join(words[:5]) or "nothing else"


def _sums(worths: dict[tuple[str, str], Weight]) -> dict[str, Weight]:
    """Return what a position is worth to each role: the features may be others."""
    sums: dict[str, Weight] = {}
    for (role, _), worth in worths.items():
        sums[role] = sums.get(role, 0) + worth
    return {role: worth for role, worth in sums.items() if worth}


def _joints(state: State) -> list[tuple[str, ...]]:
    return [] if state.terminal else list(product(*state.legal.values()))


def _moves(role: str, moves: Sequence[str], only: bool) -> str:
    shown = ", ".join(moves[:5]) + (", ..." if len(moves) > 5 else "")
    return f"{role} has {shown or 'no move'}{', which the other lacks' if only else ''}"
