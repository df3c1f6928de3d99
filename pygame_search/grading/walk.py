"""The positions of two games, compared one by one.

The fluents of their states are not compared. Only what a player sees counts: the moves,
the ends, the goal values, the board and the features, and with hidden information what
each role learns in a step (`knowledge.py`). So files that describe the same
game by different fluents are equal.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from itertools import islice, product
from math import prod
from typing import ClassVar

from pygame_search.grading.knowledge import (
    JointStep,
    Knowledge,
    Learned,
    Views,
    perceived,
)
from pygame_search.grading.lines import Line, batches_of
from pygame_search.grading.positions import (
    BATCH,
    BESIDE,
    Conclusion,
    Joint,
    Positions,
    Seen,
    upside_down,
)
from pygame_search.grading.renaming import NONE, Renaming, extended, renamed, restored
from pygame_search.model.decimals import Weight
from pygame_search.model.position import Cell, joint_text
from pygame_search.model.rules import CHANCE
from pygame_search.support.clock import Clock
from pygame_search.support.json_objects import JsonObject

#: The items compared in games and in state spaces, in this order. The board, the
#: features and the estimates count only if the reference has them.
ITEMS = (
    "roles", "legal moves", "ends", "start", "effects", "chances", "percepts", "arcs",
    "costs", "goals", "board", "features", "estimates", "advice", "quiet", "labels",
)  # fmt: skip
#: The items that every game has.
ALWAYS = ("legal moves", "ends", "goals")

#: If a position has more joint moves than this, not all positions are compared.
_JOINTS = 10_000

_Pair = tuple[int, int]

#: A pair, with what the roles know there; where nothing is hidden all know the same.
_Known = tuple[_Pair, Views]

#: The hand-in's answer, the reference's answer, and a goal that `explain` explains.
Said = tuple[str, str, str]

#: A state of the reference and the joint move that is made there; () at an end.
Step = tuple[int, Joint]


@dataclass(frozen=True, slots=True)
class StepDifference(JsonObject):
    """The first position in which two games differ in an item.

    Attributes:
        item: one of ITEMS.
        after: the moves that lead there, in the names of the hand-in.
        hand_in, reference: the answer of each.
        goal: a goal that `explain` explains in the hand-in; empty if there is none.
    """

    item: str
    after: tuple[str, ...]
    hand_in: str
    reference: str
    goal: str = ""


@dataclass(frozen=True, slots=True)
class Points(JsonObject):
    """How well a hand-in agrees with the rules of the reference.

    Attributes:
        shares: how well each item agrees, 0 to 1.
        examples: for each item below 1, something that is missing or superfluous.
        failing: for each item, the rules of the reference that do not always hold in
            the hand-in, each with its line and how often it holds.
        placed: whether the hand-in was put into the positions of the reference.
    """

    shares: dict[str, float]
    examples: dict[str, str]
    failing: dict[str, tuple[str, ...]]
    placed: bool


@dataclass(slots=True)
class InStep(JsonObject):
    """The result of playing two games in step.

    Attributes:
        positions: how many positions were compared.
        complete: whether these are all positions.
        missed: how many further positions of the reference the hand-in does not reach
            by the same moves; in these nothing agrees.
        late: whether the time was over before all games were compared.
        agree: for each item, the number of positions in which both agree.
        asked: for each item, the number of positions in which it was compared.
        differences: for each item that differs, the difference after the fewest moves.
        roles: each role of the hand-in, and the role of the reference that it is.
        names: the names of the hand-in that differ in the reference.
        not_compared: the parts of the reference that make no difference in what was
            compared, each with its line.
        unused: the rules of the hand-in that make no difference.
        untried: for how many parts this is unknown, because the time was over.
        lacking: the items besides play that the reference has and the hand-in lacks.
        unsure: the items that differ, though both may be right.
        points: if the games differ, how well each item agrees by the rules of the
            reference (`points`).
    """

    json_members: ClassVar[str] = (
        "positions complete missed late agree asked differences roles names "
        "not_compared unused untried lacking unsure points"
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
    not_compared: tuple[str, ...] = ()
    unused: tuple[str, ...] = ()
    untried: int = 0
    lacking: tuple[str, ...] = ()
    unsure: tuple[str, ...] = ()
    points: Points | None = None

    @property
    def same(self) -> bool:
        """Whether no difference was found."""
        return not self.differences

    def note(
        self,
        item: str,
        right: bool,
        after: Callable[[], tuple[str, ...]],
        says: Callable[[], Said],
    ) -> bool:
        """Count an item in a position; return whether both agree.

        The difference after the fewest moves is kept.
        """
        self.asked[item] += 1
        self.agree[item] += right
        if not right:
            moves, known = after(), self.differences.get(item)
            if known is None or len(moves) < len(known.after):
                self.differences[item] = StepDifference(item, moves, *says())
        return right


@dataclass(frozen=True, slots=True)
class _Came:
    """How a pair of positions is reached.

    Attributes:
        known: the pair before it, with what the roles knew there.
        ours, joint: the joint move from there, in the hand-in and in the reference.
    """

    known: _Known
    ours: Joint
    joint: Joint


class Walk:
    """Two games that are played in step.

    Args:
        hand_in, reference: their positions.
        roles: each role of the hand-in, and the role of the reference that it is.
        names: names in the hand-in, with the names for them in the reference; more may
            be found during the walk.
    """

    def __init__(
        self,
        hand_in: Positions,
        reference: Positions,
        roles: Mapping[str, str],
        names: Renaming,
    ) -> None:
        lacking = [BESIDE[key] for key in reference.beside]
        lacking = [i for i in lacking if i not in {BESIDE[k] for k in hand_in.beside}]
        self.found = InStep(roles=dict(roles), lacking=tuple(dict.fromkeys(lacking)))
        self.own, self.reference = hand_in, reference
        #: The states of the reference in which something differs, and the steps there.
        self.wrong: dict[int, Step | None] = {}
        self._here: tuple[int, Step | None] = reference.start, None
        #: For a state of the reference: the first state of the hand-in that was
        #: compared with it.
        self.own_of: dict[int, int] = {}
        self._roles = [roles[role] for role in hand_in.game.roles]
        self._order = [self._roles.index(role) for role in reference.game.roles]
        self._knowledge = Knowledge(hand_in, reference, self._order)
        self._items_beside = dict.fromkeys(BESIDE[key] for key in hand_in.beside)
        #: The known names in the reference for names of the hand-in.
        self.names = dict(names)
        #: The common moves in the positions that were compared.
        self._shared: dict[_Pair, list[dict[int, int]]] = {}
        #: For the number of a move of the hand-in: its name in the reference.
        self._called: dict[int, str] = {}
        #: The texts on the board of a hand-in with other names, and their meanings.
        self._texts: dict[str, str] = {}

    # ---- ways ---------------------------------------------------------------

    def everywhere(self, most: int, clock: Clock) -> None:
        """Compare all positions; `found.complete` if there are no more than `most`."""
        first = (self.own.start, self.reference.start), self._knowledge.start
        came: dict[_Known, _Came | None] = {first: None}
        lost: list[int] = []
        waiting = deque([first])
        while waiting:
            known = [waiting.popleft() for _ in range(min(len(waiting), BATCH))]
            self._see([pair for pair, _ in known])
            steps: list[tuple[_Known, Joint, Joint]] = []
            missing: list[tuple[int, Joint]] = []
            for one in known:
                pair, last = one[0], came[one]
                step = None if last is None else (last.known[0][1], last.joint)
                if pair not in self._shared:
                    self._shared[pair] = self._position(
                        pair, partial(self._path, came, one), step
                    )
                shared = self._shared[pair]
                moves = self.reference[pair[1]].moves or ((),)
                if prod(map(len, moves)) > _JOINTS:
                    return
                for joint in product(*moves):
                    ours = self._joint(shared, joint)
                    if ours is None:
                        missing.append((pair[1], joint))
                    else:
                        steps.append((one, ours, joint))
            ours_after = self.own.follow([(p[0], joint) for (p, _), joint, _ in steps])
            after = self.reference.follow([(p[1], joint) for (p, _), _, joint in steps])
            lost += self.reference.follow(missing)
            learned = self._perceive(
                [
                    JointStep(views, (p[0], mine), (p[1], joint))
                    for (p, views), mine, joint in steps
                ],
                [partial(self._path, came, one) for one, _, _ in steps],
            )
            for (one, ours, joint), key in zip(
                steps,
                zip(zip(ours_after, after, strict=True), learned, strict=True),
                strict=True,
            ):
                if key not in came:
                    came[key] = _Came(one, ours, joint)
                    waiting.append(key)
            if len(came) > most or clock.over:
                return
        reached = {theirs for (_, theirs), _ in came}
        self.found.complete = self._miss_all(lost, reached, most, clock)
        self._name()

    def _path(
        self, came: Mapping[_Known, _Came | None], known: _Known
    ) -> tuple[str, ...]:
        joints = []
        while (before := came[known]) is not None:
            known = before.known
            joints.append(joint_text(self.own.words(before.ours)))
        return tuple(reversed(joints))

    def along(
        self,
        lines: Sequence[Line],
        clock: Clock,
        *,
        until_different: bool = False,
    ) -> int:
        """Compare the positions of games of the reference.

        Args:
            lines: the games.
            clock: when to stop.
            until_different: whether to stop at the first difference.

        Returns:
            how many of the games were compared.
        """
        done = 0
        for some in batches_of(lines):
            if clock.over or (until_different and self.found.differences):
                break
            self._abreast(some, until_different)
            done += len(some)
        self._name()
        return done

    def _abreast(self, lines: Sequence[Line], until_different: bool) -> None:
        """Compare the positions of several games, ply by ply."""
        ours: list[int | None] = [self.own.start] * len(lines)
        after: list[list[str]] = [[] for _ in lines]
        views = [self._knowledge.start] * len(lines)
        for ply in range(max(len(line.states) for line in lines)):
            here = [i for i, line in enumerate(lines) if ply < len(line.states)]
            pairs = {
                i: (state, lines[i].states[ply])
                for i in here
                if (state := ours[i]) is not None
            }
            self._see([*pairs.values()])
            steps: list[tuple[int, int, Joint]] = []
            for i in here:
                line = lines[i]
                if i not in pairs:
                    self._miss(line.states[ply])
                    continue
                pair = pairs[i]
                if pair not in self._shared:
                    step = (line.states[ply - 1], line.joints[ply - 1]) if ply else None
                    self._shared[pair] = self._position(
                        pair, partial(tuple, after[i]), step
                    )
                    if until_different and self.found.differences:
                        return
                if ply == len(line.joints):
                    continue
                joint = self._joint(self._shared[pair], line.joints[ply])
                if joint is None:
                    ours[i] = None
                else:
                    steps.append((i, pair[0], joint))
            states = self.own.follow([(state, joint) for _, state, joint in steps])
            known = self._perceive(
                [
                    JointStep(
                        views[i], (state, joint),
                        (lines[i].states[ply], lines[i].joints[ply]),
                    )
                    for i, state, joint in steps
                ],
                [partial(tuple, after[i]) for i, _, _ in steps],
            )  # fmt: skip
            if until_different and self.found.differences:
                return
            for (i, _, joint), state, view in zip(steps, states, known, strict=True):
                ours[i], views[i] = state, view
                after[i].append(joint_text(self.own.words(joint)))

    def _perceive(
        self,
        steps: Sequence[JointStep],
        before: Sequence[Callable[[], tuple[str, ...]]],
    ) -> list[Views]:
        """Compare what the roles learn in steps; return what they know after each.

        Args:
            steps: the steps.
            before: for each, returns the moves that lead to it.
        """
        if not self._knowledge.compared:
            return [step.views for step in steps]
        learned = self._knowledge.after(steps)
        for step, path, found in zip(steps, before, learned, strict=True):
            moves = partial(self._path_with, path, step.own[1])
            for i, role in enumerate(self.reference.game.roles):
                if role != CHANCE:
                    says = partial(self._both_percepts, i, found)
                    self.found.note("percepts", found.right[i], moves, says)
        return [found.views for found in learned]

    def _both_percepts(self, role: int, found: Learned) -> Said:
        """Return, in words, what a role of the reference perceives in each game."""
        name = self.own.game.roles[self._order[role]]
        return (
            perceived(name, found.own[role]),
            perceived(self.reference.game.roles[role], found.reference[role]),
            "",
        )

    def _path_with(
        self, path: Callable[[], tuple[str, ...]], joint: Joint
    ) -> tuple[str, ...]:
        return (*path(), joint_text(self.own.words(joint)))

    def _see(self, pairs: Sequence[_Pair]) -> None:
        self.own.see([ours for ours, _ in pairs])
        self.reference.see([theirs for _, theirs in pairs])

    def _joint(self, shared: Sequence[Mapping[int, int]], joint: Joint) -> Joint | None:
        """Return the hand-in's name for a joint move; None if it lacks a move."""
        if not shared:
            return None
        ours = [shared[i].get(move, 0) for i, move in enumerate(joint)]
        if 0 in ours:
            return None
        back: list[int] = [0] * len(ours)
        for place, move in zip(self._order, ours, strict=True):
            back[place] = move
        return tuple(back)

    def _miss_all(
        self, lost: list[int], reached: set[int], most: int, clock: Clock
    ) -> bool:
        """Count the states of the reference that the hand-in does not reach.

        Return whether all of them are counted.
        """
        while lost and self.found.missed < most and not clock.over:
            states = [s for s in dict.fromkeys(lost) if s not in reached][:BATCH]
            lost = [s for s in lost if s not in reached and s not in states]
            reached |= {*states}
            self.reference.see(states)
            for state in states:
                self._miss(state)
                moves = self.reference[state].moves or ((),)
                joints = islice(product(*moves), _JOINTS)
                lost += self.reference.follow([(state, joint) for joint in joints])
        return not lost and not clock.over

    def _miss(self, state: int) -> None:
        """Count a position of the reference that the hand-in does not reach."""
        theirs = self.reference[state]
        asked = self.found.asked
        self.found.missed += 1
        asked["ends"] += 1
        asked["board"] += theirs.drawn
        if theirs.moves is None:
            asked["goals"] += 1
            return
        asked["legal moves"] += len(self._roles)
        asked["features"] += bool(self.reference.game.weights)

    def _note(
        self,
        item: str,
        right: bool,
        after: Callable[[], tuple[str, ...]],
        says: Callable[[], Said],
    ) -> bool:
        """Count an item in the position; see `InStep.note`."""
        if not right:
            self.wrong.setdefault(*self._here)
        return self.found.note(item, right, after, says)

    def _name(self) -> None:
        self.found.names = {a: b for a, b in self.names.items() if a != b}

    # ---- a position -----------------------------------------------------------

    def _position(
        self, pair: _Pair, after: Callable[[], tuple[str, ...]], step: Step | None
    ) -> list[dict[int, int]]:
        """Compare a position to which a step of the reference leads.

        Return for each role of the reference the common moves, each with its name in
        the hand-in; nothing if either game is over.
        """
        ours, theirs = self.own[pair[0]], self.reference[pair[1]]
        self.own_of.setdefault(pair[1], pair[0])
        self._here = pair[1], step
        self.found.positions += 1
        self._see_board(ours, theirs, after)
        self._see_beside(ours, theirs, after)
        words = ("the game goes on", "the game is over")
        over = ours.moves is None, theirs.moves is None
        if not self._note(
            "ends", over[0] == over[1], after,
            lambda: (words[over[0]], words[over[1]], self._atom("terminal")),
        ):  # fmt: skip
            return []
        if ours.moves is None or theirs.moves is None:
            self._see_goals(ours, theirs, after)
            return []
        if self.reference.game.weights:
            self._weigh(pair, after)
        self._learn(ours, theirs)
        shared: list[dict[int, int]] = []
        for place, role in zip(self._order, self.reference.game.roles, strict=True):
            allowed = theirs.moves[len(shared)]
            names = dict(zip(self.reference.words(allowed), allowed, strict=True))
            mine = ours.moves[place]
            called = {move: self._name_of(move) for move in mine}
            extra = [move for move in mine if called[move] not in names]
            missing = sorted(names.keys() - set(called.values()))
            says = partial(
                self._both_moves, self.own.game.roles[place], role, mine, extra,
                sorted(names), missing,
            )  # fmt: skip
            self._note("legal moves", not extra and not missing, after, says)
            shared.append({names[n]: m for m, n in called.items() if n in names})
        if ours.weights or theirs.weights:
            self._see_chances(ours, theirs, after)
        return shared

    def _see_chances(
        self, ours: Seen, theirs: Seen, after: Callable[[], tuple[str, ...]]
    ) -> None:
        """Compare how likely the moves are that chance has in both games."""
        mine = {
            self._name_of(move): chance
            for move, chance in self.own.likelihoods(ours).items()
        }
        likely = self.reference.likelihoods(theirs)
        words = self.reference.words([*likely])
        other = dict(zip(words, likely.values(), strict=True))
        wrong = [move for move in other if mine.get(move, other[move]) != other[move]]
        self._note(
            "chances", not wrong, after,
            lambda: (_chances(mine, wrong), _chances(other, wrong), ""),
        )  # fmt: skip

    def _both_moves(
        self,
        role: str,
        other: str,
        mine: Sequence[int],
        extra: Sequence[int],
        names: Sequence[str],
        missing: Sequence[str],
    ) -> Said:
        """Return, in words, the moves that only one side has.

        If a side has none, all its moves are returned.
        """
        about = self.own.words(extra[:1])
        about = about or [restored(move, self.names) for move in missing[:1]]
        return (
            _moves(role, self.own.words(extra or mine), bool(extra)),
            _moves(other, missing or names, bool(missing)),
            self._atom("legal", role, *about),
        )

    def _atom(self, relation: str, *arguments: str) -> str:
        """Return an atom as the hand-in writes it."""
        if self.own.game.book.syntax == "kif":
            return f"({' '.join([relation, *arguments])})" if arguments else relation
        return f"{relation}({', '.join(arguments)})" if arguments else relation

    def _name_of(self, move: int) -> str:
        """Return the reference's name for a move of the hand-in."""
        name = self._called.get(move)
        if name is None:
            [text] = self.own.words([move])
            name = self._called[move] = renamed(text, self.names)
        return name

    def things(self, side: Positions, state: int) -> dict[str, set[tuple[str, ...]]]:
        """Return what a position of the hand-in shows, in the reference's names.

        They are listed by relation, as in `Conclusion`.
        """
        found = _shown(side, state, self._roles, self.names)
        found["draw"] = {
            (column, row, self._texts.get(text, text))
            for column, row, text in found["draw"]
        }
        return found

    def concluded(self, rows: Sequence[Conclusion]) -> dict[str, set[tuple[str, ...]]]:
        """Return the conclusions of the hand-in's rules, in the form of `things`."""
        found: dict[str, set[tuple[str, ...]]] = {}
        for row in rows:
            words = tuple(renamed(text, self.names) for text in row.arguments)
            if row.relation in ("legal", "goal"):
                words = (self.found.roles.get(row.arguments[0], words[0]), *words[1:])
            found.setdefault(row.relation, set()).add(words)
        return found

    def reference_things(self, state: int) -> dict[str, set[tuple[str, ...]]]:
        """Return what a position of the reference shows, in the form of `things`."""
        found = _shown(self.reference, state, self.reference.game.roles, NONE)
        board = self._as_own(self.reference[state].cells)
        found["draw"] = {(str(c.column), str(c.row), c.text) for c in board}
        return found

    def back(self, joint: Joint, names: Renaming) -> list[str]:
        """Return a joint move of the reference, in the hand-in's order of roles.

        Args:
            joint: the numbers of the moves.
            names: names in the hand-in, with the names for them in the reference.
        """
        texts = [restored(text, names) for text in self.reference.words(joint)]
        back = [""] * len(texts)
        for place, text in zip(self._order, texts, strict=True):
            back[place] = text
        return back

    def _learn(self, ours: Seen, theirs: Seen) -> None:
        """Find the counterparts of new names, if the moves of the two do not agree."""
        assert ours.moves is not None
        assert theirs.moves is not None
        if all(
            {*map(self._name_of, ours.moves[place])}
            == {*self.reference.words(theirs.moves[i])}
            for i, place in enumerate(self._order)
        ):
            return
        mine, other = listed(self.own, ours), listed(self.reference, theirs)
        grown = next(extended(mine, other, self.names), None)
        if grown is not None:
            self.names.update(grown)
            self._called.clear()

    def _see_goals(
        self, ours: Seen, theirs: Seen, after: Callable[[], tuple[str, ...]]
    ) -> None:
        mine = dict(zip(self._roles, ours.goals or (), strict=True))
        other = dict(zip(self.reference.game.roles, theirs.goals or (), strict=True))
        wrong = [
            role
            for role, theirs_ in self.found.roles.items()
            if mine[theirs_] != other[theirs_]
        ]
        self._note(
            "goals", mine == other, after,
            lambda: (
                _goals(mine), _goals(other), self._atom("goal", wrong[0], self._any)
            ),
        )  # fmt: skip

    def _as_own(self, board: list[Cell]) -> list[Cell]:
        """Return a board of the reference, with the rows as the hand-in counts them."""
        ours, theirs = self.own.game.labels, self.reference.game.labels
        same = ours.from_below == theirs.from_below
        return board if same else upside_down(board)

    def _see_board(
        self, ours: Seen, theirs: Seen, after: Callable[[], tuple[str, ...]]
    ) -> None:
        """Compare the boards of a position."""
        if not theirs.drawn:
            return
        board = self._as_own(theirs.cells)
        right = ours.cells == board or (
            self._other_names and self._same_picture(ours.cells, board)
        )
        self._note("board", right, after, lambda: self._boards(ours, board))

    def _see_beside(
        self, ours: Seen, theirs: Seen, after: Callable[[], tuple[str, ...]]
    ) -> None:
        """Compare relations besides play, such as advice."""
        if ours.said == theirs.said and not self._other_names:
            for item in self._items_beside:
                self._note(item, True, after, lambda: ("", "", ""))
            return
        mine, other = self._by_item(ours, self.names), self._by_item(theirs, NONE)
        for item in self._items_beside:
            one, two = mine.get(item, set()), other.get(item, set())
            if item == "estimates" and one != two:
                self.found.unsure = (item,)  # another estimate may be admissible too
                continue
            says = partial(_said, one - two, two - one)
            self._note(item, one == two, after, says)

    def _by_item(self, seen: Seen, names: Renaming) -> dict[str, set[tuple[str, ...]]]:
        found: dict[str, set[tuple[str, ...]]] = {}
        for name, *texts in seen.said:
            row = (name, *(renamed(text, names) for text in texts))
            found.setdefault(BESIDE[f"{name}/{len(texts)}"], set()).add(row)
        return found

    @property
    def _other_names(self) -> bool:
        """Whether some name of the hand-in differs in the reference."""
        return any(a != b for a, b in self.names.items())

    @property
    def _any(self) -> str:
        """A variable, as the hand-in writes it."""
        return "?x" if self.own.game.book.syntax == "kif" else "X"

    def _boards(self, ours: Seen, board: list[Cell]) -> Said:
        """Return the squares on which two boards differ, and what each has there."""
        if ours.board.startswith("!"):
            return f"no board: {ours.board[1:]}", "a board", ""
        mine = ours.cells
        more = [cell for cell in mine if cell not in board]
        less = [cell for cell in board if cell not in mine]
        square = [str(n) for c in (more or less)[:1] for n in (c.column, c.row)]
        return _cells(more), _cells(less), self._atom("draw", *square, self._any)

    def _same_picture(self, mine: list[Cell], board: list[Cell]) -> bool:
        """Return whether texts of one board correspond to texts of the other."""
        if len(mine) != len(board):
            return False
        for one, two in zip(mine, board, strict=True):
            text = self._texts.setdefault(one.text, two.text)
            if (one.column, one.row) != (two.column, two.row) or text != two.text:
                return False
        return len({*self._texts.values()}) == len(self._texts)

    def _weigh(self, pair: _Pair, after: Callable[[], tuple[str, ...]]) -> None:
        """Compare the value of a position by the features."""
        mine = _named(self.own, pair[0], self._roles, self.names)
        other = _named(self.reference, pair[1], self.reference.game.roles, NONE)
        self._note(
            "features", _sums(mine) == _sums(other), after,
            lambda: (_worths(mine), _worths(other), ""),
        )  # fmt: skip


def _shown(
    side: Positions, state: int, roles: Sequence[str], names: Renaming
) -> dict[str, set[tuple[str, ...]]]:
    """Return the observations of a position by relation, in the reference's names."""
    seen = side[state]
    found: dict[str, set[tuple[str, ...]]] = {
        "terminal": {()} if seen.moves is None else set(),
        "draw": {(str(c.column), str(c.row), c.text) for c in seen.cells},
    }
    if seen.moves is not None:
        found["legal"] = {
            (role, renamed(word, names))
            for role, moves in zip(roles, seen.moves, strict=True)
            for word in side.words(moves)
        }
        if side.featured:
            worths = _sums(_named(side, state, roles, names))
            found["feature"] = {(role, str(worth)) for role, worth in worths.items()}
    for name, *texts in seen.said:
        row = tuple(renamed(text, names) for text in texts)
        found.setdefault(name, set()).add(row)
    if seen.moves is None:
        found["goal"] = {
            (role, str(value))
            for role, value in zip(roles, seen.goals or (), strict=False)
            if value is not None
        }
    return found


def _named(
    side: Positions, state: int, roles: Sequence[str], names: Renaming
) -> dict[tuple[str, str], Weight]:
    """Return the contribution of each feature to each role's value of a position."""
    return {
        (role, renamed(name, names)): worth
        for role, worths in zip(roles, side.features(state), strict=True)
        for name, worth in worths.items()
    }


def _said(more: Collection[tuple[str, ...]], less: Collection[tuple[str, ...]]) -> Said:
    """Return, in words, what only the first of two files says, and only the second."""
    one, two = (
        "; ".join(f"{n}({', '.join(w)})" if w else n for n, *w in sorted(rows)[:3])
        for rows in (more, less)
    )
    return one or "nothing else", two or "nothing else", ""


def _goals(goals: Mapping[str, int | None]) -> str:
    return ", ".join(
        f"{r} {'none' if v is None else v}" for r, v in sorted(goals.items())
    )


def _chances(likely: Mapping[str, Fraction], moves: Sequence[str]) -> str:
    return ", ".join(f"{move} {likely[move]}" for move in moves[:5])


def _cells(cells: Sequence[Cell]) -> str:
    words = [f"{cell.text} at {cell.column}, {cell.row}" for cell in cells]
    return "; ".join(words[:5]) or "nothing else"


def _worths(worths: Mapping[tuple[str, str], Weight]) -> str:
    return ", ".join(f"{r} {n} {w}" for (r, n), w in sorted(worths.items())) or "none"


def _sums(worths: Mapping[tuple[str, str], Weight]) -> dict[str, Weight]:
    """Return the value of a position for each role, whatever its features are."""
    sums: dict[str, Weight] = {}
    for (role, _), worth in worths.items():
        sums[role] = sums.get(role, 0) + worth
    return {role: worth for role, worth in sums.items() if worth}


def _moves(role: str, moves: Sequence[str], only: bool) -> str:
    shown = ", ".join(moves[:5]) + (", ..." if len(moves) > 5 else "")
    return f"{role} has {shown or 'no move'}{', which the other lacks' if only else ''}"


def listed(side: Positions, seen: Seen) -> list[str]:
    """Return the legal moves, each with its role."""
    return [
        f"{role}: {move}"
        for role, moves in zip(side.game.roles, seen.moves or (), strict=False)
        for move in side.words(moves)
    ]
