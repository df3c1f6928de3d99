"""Why branches were cut off: the alpha and beta of each cut, and which moves set them.

There are two kinds of cuts. If a reply of the others is worth at most alpha, an earlier
choice already secures the role more, so it will not play into this node: the remaining
replies are left out. If a choice of the role is worth beta or more, an earlier reply of
the others already holds the role to less, so they will not let it reach this node: the
remaining choices are left out. The reasons are read from the events of a recorded
search.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from pygame_search.explanation.reasons.sentences import Sentences
from pygame_search.game import Game, State
from pygame_search.model.position import joint_text, split_moves
from pygame_search.model.scores import INFINITY, score_value
from pygame_search.render.tree_view import View
from pygame_search.search.core.methods import MethodCall, read_method
from pygame_search.search.core.result import SearchResult
from pygame_search.search.core.trace import (
    Event,
    begun_events,
    search_events,
    searches,
)
from pygame_search.support.errors import InputError
from pygame_search.support.json_objects import JsonObject
from pygame_search.support.words import counted

Joint = tuple[str, ...]

_MANY = 4  # the most moves that are listed


@dataclass(frozen=True, slots=True)
class Setter(JsonObject):
    """The origin of an alpha or a beta.

    Attributes:
        kind: `move`: the score of a move; `tie`: one below the best move at the root,
            so that equally good moves are found too; `scout`: one beside the other
            bound, because the search asks only on which side of it the score lies;
            `given`: the window at the start of the search.
        line: the joint moves to the position where the move is made.
        joint: the move, or the reply; empty if no move set the bound.
        score: the score of the move, which is the bound itself; with `tie` it differs
            from the bound by one, with `scout` by at most one; it is above alpha where
            fail-hard returns beta. If no move set the bound: the bound itself, or the
            one beside it.
    """

    kind: str
    line: tuple[Joint, ...]
    joint: Joint
    score: float

    json_members = "kind after move score"

    @property
    def after(self) -> tuple[str, ...]:
        """The line as people write it."""
        return tuple(map(joint_text, self.line))

    @property
    def move(self) -> str | None:
        """The move in the notation that people use; None if no move set the bound."""
        return joint_text(self.joint) if self.joint else None


@dataclass(frozen=True, slots=True, repr=False)
class CutReason(Sentences, JsonObject):
    """Why a branch was cut off.

    Attributes:
        number: the number of the cut in the search, from 1.
        step: the number of the event, from 1, as `tree --step` counts them.
        root: the position where the search began.
        role: the role that the search was for.
        line: the joint moves to the position where it happened.
        by: `others` if a reply of theirs is worth at most alpha; `role` if a choice of
            the role is worth beta or more.
        alpha, beta: the bounds, as scores for the role; alpha >= beta.
        alpha_set: the origin of alpha.
        beta_set: the origin of beta.
        rest: the joint moves that were left out.
    """

    number: int
    step: int
    root: State
    role: str
    line: tuple[Joint, ...]
    by: str
    alpha: float
    beta: float
    alpha_set: Setter
    beta_set: Setter
    rest: tuple[Joint, ...]

    json_members = (
        "number step role line=moves state=state.facts by alpha beta "
        "alpha_set beta_set rest text"
    )

    @property
    def game(self) -> Game:
        """The game."""
        return self.root.game

    @property
    def state(self) -> State:
        """The position where it happened."""
        state = self.root
        for joint in self.line:
            state = state.play_joint(joint)
        return state

    @property
    def refutation(self) -> Setter:
        """The move that cut off the rest."""
        return self.beta_set if self.by == "others" else self.alpha_set

    @property
    def known(self) -> Setter:
        """The earlier value that makes a role avoid the node."""
        return self.alpha_set if self.by == "others" else self.beta_set

    @property
    def moves(self) -> tuple[str, ...]:
        """The line as people write it."""
        return tuple(map(joint_text, self.line))

    def value(self, score: float) -> float:
        """Return the goal value or the estimate that a score stands for."""
        low, high = self.game.ranges[self.game.roles.index(self.role)]
        return score_value(score, low, high)[0]

    def as_json(self) -> dict[str, Any]:
        """Return it as the command line gives it."""
        return JsonObject.as_json(self) | {
            "alpha": self.value(self.alpha),
            "beta": self.value(self.beta),
            "alpha_set": self._setter(self.alpha_set),
            "beta_set": self._setter(self.beta_set),
            "rest": list(map(joint_text, self.rest)),
        }

    def _setter(self, setter: Setter) -> dict[str, Any]:
        return {**setter.as_json(), "value": self.value(setter.score)}

    def text(self) -> str:
        """Return the reason in one or two sentences."""
        worth = View(self.game, self.game.roles.index(self.role)).words
        place = _place(self, len(self.line))
        place = f"{place[0].upper()}{place[1:]}"
        [move] = _written(self, self.refutation.line, self.refutation.joint)
        if self.by == "others":
            who = others_words(self)
            seen = f"{place} {who} already has the reply {move}, worth at most "
            seen += f"{worth(self.beta)} to {self.role}"
        else:
            seen = f"{place} {self.role} already has {move}, worth at least "
            seen += worth(self.alpha)
        named = ", ".join(_written(self, self.line, *self.rest[:_MANY]))
        more = ", ..." if len(self.rest) > _MANY else ""
        left = f"{counted(len(self.rest), 'move', 'moves')}: {named}{more}"
        known = _known_words(self, worth)
        return f"{seen}; {known}: whatever is left ({left}) cannot matter."


def cuts(result: SearchResult) -> tuple[CutReason, ...]:
    """Return why each branch of a recorded search was cut off.

    For iterative deepening, the reasons are about the last finished search, which
    `tree` draws.

    Raises:
        InputError: the search was not recorded.
    """
    if not result.events:
        raise InputError("nothing was recorded: expected a search with record=True")
    start, end = search_events(result.events)
    call = read_method(result.method)
    return _read(result.states[0], result.role, call, result.events, start, end)


def all_cuts(
    root: State, role: str, call: MethodCall, events: Sequence[Event]
) -> tuple[CutReason, ...]:
    """Return why each branch was cut off, in all searches of iterative deepening.

    Args:
        root: the position where the search began.
        role: the role that the search was for.
        call: its method.
        events: its trace.
    """
    parts = (_read(root, role, call, events, *span) for span in searches(events))
    return tuple(cut for part in parts for cut in part)


def cut_at(
    root: State, role: str, call: MethodCall, events: Sequence[Event], step: int
) -> CutReason:
    """Return why a branch was cut off at an event of a search.

    Args:
        root: the position where the search began.
        role: the role that the search was for.
        call: its method.
        events: its trace.
        step: the number of the event that is the cut, from 1.

    Raises:
        InputError: there are fewer events, or this event is not a cut.
        ValueError: the events are not those of a search.
    """
    start, end = begun_events(events, step)
    if events[step - 1][0] != "cutoff":
        raise InputError(f"expected a cutoff as event {step}, found {events[step - 1]}")
    return _read(root, role, call, events, start, end)[-1]


def _read(
    root: State,
    role: str,
    call: MethodCall,
    events: Sequence[Event],
    start: int,
    end: int,
) -> tuple[CutReason, ...]:
    reader = _Reader(root, role, call.scouts)
    for index in range(start, end):
        reader.read(index + 1, events[index])
    return tuple(reader.found)


def why_cut(result: SearchResult, which: int | str | Sequence[str]) -> CutReason:
    """Return why a branch of a recorded search was cut off.

    Args:
        result: the result of the search.
        which: the number of the cut, from 1; or the moves, `m1; m2` or several texts,
            that lead to its position, to a branch that was left out, or below one.

    Raises:
        InputError: the search was not recorded, or there is no such cut.
    """
    found = cuts(result)
    if not found:
        raise InputError(nothing_cut(read_method(result.method)))
    if isinstance(which, int):
        if not 1 <= which <= len(found):
            raise InputError(f"expected a cut from 1 to {len(found)}, found {which}")
        return found[which - 1]
    moves = tuple(split_moves(which))
    for cut in found:
        if _below(cut, _spaced(moves)):
            return cut
    raise InputError(
        f"nothing was cut off after {'; '.join(moves) or 'no move'}: expected the "
        f"moves to one of {len(found)} cuts, as in {'; '.join(found[0].moves)!r}"
    )


def nothing_cut(call: MethodCall) -> str:
    """Return the sentence for a search without a cut."""
    if call.window:
        return f"{call} had nothing to cut off here"
    return f"{call} cuts nothing off: alphabeta does"


def _below(cut: CutReason, moves: Sequence[str]) -> bool:
    """Return whether moves lead to a cut, or to something that it left out."""
    size = len(cut.line)
    if tuple(moves[:size]) != cut.moves:
        return False
    rest = {joint_text(joint) for joint in cut.rest}
    return len(moves) == size or moves[size] in rest


def _spaced(moves: Sequence[str]) -> tuple[str, ...]:
    """Return moves with spaces as in answers."""
    return tuple(", ".join(part.strip() for part in move.split(",")) for move in moves)


@dataclass(slots=True)
class _Open:
    """A node that the search has not finished.

    Attributes:
        joint: the joint move that leads to it.
        alpha, beta: the origins of the current bounds; a score of `tie` is one above
            its alpha.
        entered: the origin of beta when the node was entered.
        scored: the finished joint moves below, with their scores.
    """

    joint: Joint
    alpha: Setter
    beta: Setter
    entered: Setter
    scored: list[tuple[Joint, float]] = field(default_factory=list)


@dataclass(slots=True)
class _Reader:
    """Reads the events of one search.

    Attributes:
        root: the position where the search began.
        role: the role that the search was for.
        scouts: whether it asks only on which side of a bound a score lies.
        found: the cuts.
        path: the open nodes, root first.
    """

    root: State
    role: str
    scouts: bool
    found: list[CutReason] = field(default_factory=list)
    path: list[_Open] = field(default_factory=list)

    @property
    def index(self) -> int:
        """The index of the role in joint moves."""
        return self.root.game.roles.index(self.role)

    @property
    def line(self) -> tuple[Joint, ...]:
        """The joint moves to the node where the search is."""
        return tuple(node.joint for node in self.path[1:])

    def read(self, step: int, event: Event) -> None:
        """Process an event of the search; `step` is its number."""
        match event:
            case ["enter", _, joint, _]:
                self._enter(tuple(joint))
            case ["raise", alpha, beta]:
                self._raise(self.path[-1], alpha, beta)
            case ["cutoff", alpha, beta, rest]:
                self._cut(step, alpha, beta, [tuple(joint) for joint in rest])
            case ["leave", score]:
                node = self.path.pop()
                if self.path and not isinstance(score, list):
                    self.path[-1].scored.append((node.joint, score))

    def _enter(self, joint: Joint) -> None:
        if not self.path:
            low, high = (Setter("given", (), (), s) for s in (-INFINITY, INFINITY))
            self.path.append(_Open((), low, high, high))
            return
        above = self.path[-1]
        if above.scored and above.scored[-1][0][self.index] != joint[self.index]:
            above.beta = above.entered  # each choice begins with the beta of the node
        self.path.append(_Open(joint, above.alpha, above.beta, above.beta))

    def _raise(self, node: _Open, alpha: float, beta: float) -> None:
        """Note what narrowed the window of a node."""
        if not node.scored:
            node.alpha = Setter("given", (), (), alpha)
            node.beta = node.entered = Setter("given", (), (), beta)
        elif beta < node.beta.score:
            node.beta = Setter("move", self.line, node.scored[-1][0], beta)
        else:
            node.beta = node.entered
            node.alpha = self._choice(node, alpha)

    def _choice(self, node: _Open, alpha: float) -> Setter:
        """Return what raised alpha: a choice, with the value of its worst reply."""
        choices = self._choices(node)
        for most in (INFINITY, node.entered.score):  # fail-hard returns at most beta
            for joint, score in choices:
                if min(score, most) == alpha:
                    return Setter("move", self.line, joint, score)
        joint, score = max(choices, key=lambda pair: pair[1])
        return Setter("tie", self.line, joint, score)

    def _choices(self, node: _Open) -> list[tuple[Joint, float]]:
        """Return the worst reply to each choice, and its score.

        If a reply was searched again with another window, its last score counts.
        """
        groups: dict[str, dict[Joint, float]] = {}
        for joint, score in node.scored:
            groups.setdefault(joint[self.index], {})[joint] = score
        return [
            min(group.items(), key=lambda pair: pair[1]) for group in groups.values()
        ]

    def _cut(self, step: int, alpha: float, beta: float, rest: list[Joint]) -> None:
        node = self.path[-1]
        if not (node.scored and rest):
            raise ValueError("expected a cut of one move after another")
        last, _ = node.scored[-1]
        if rest[0][self.index] == last[self.index]:
            by = "others"
            below = Setter("move", self.line, last, beta)
            above = _bound(node.alpha, alpha, node.beta, self.scouts)
        else:
            by = "role"
            above = self._choice(node, alpha)
            below = _bound(node.entered, beta, node.alpha, self.scouts)
        self.found.append(
            CutReason(
                number=len(self.found) + 1,
                step=step,
                root=self.root,
                role=self.role,
                line=self.line,
                by=by,
                alpha=alpha,
                beta=beta,
                alpha_set=above,
                beta_set=below,
                rest=tuple(rest),
            )
        )


def _bound(setter: Setter, bound: float, other: Setter, scouts: bool) -> Setter:
    """Return the origin of a bound: the setter, if the bound is its score.

    Two bounds are not in the trace: at the root, alpha is one below the best move
    if an equally good move would precede it; and a scout has a bound one beside
    the other bound, which may be such a tie, or less than one if weights are
    decimal.
    """
    if setter.score == bound:
        return setter
    if 0 < setter.score - bound <= 1 and not setter.line:
        return replace(setter, kind="tie")
    if scouts and abs(other.score - bound) <= 1:
        return replace(other, kind="scout")
    raise ValueError(f"expected the events of a search, found the bound {bound}")


def _known_words(cut: CutReason, worth: Callable[[float], str]) -> str:
    """Return the value known before the cut that makes a role avoid the node."""
    known, role = cut.known, cut.role
    bound = worth(cut.alpha if cut.by == "others" else cut.beta)
    way = _way(cut, known) if known.joint else "the window that it was given"
    score = worth(known.score)
    match (cut.by, known.kind):
        case ("others", "move"):
            return f"but {role} has {score} for sure by {way}"
        case ("others", "tie"):
            return (
                f"but {role} has {score} for sure by {way}, and only a move as good "
                "counts beside it"
            )
        case ("others", "scout"):
            side = "at most" if cut.alpha == known.score else "less than"
            return (
                f"and the search asks here only whether it is {side} {score}, what "
                f"the others have for sure by {way}"
            )
        case ("others", _):
            return f"but the given window says that {role} has {bound} for sure"
        case (_, "scout"):
            side = "at least" if cut.beta == known.score else "more than"
            return (
                f"and the search asks here only whether it is {side} {score}, what "
                f"{role} has for sure by {way}"
            )
        case (_, "given"):
            return f"but the given window says that {role} can be held to {bound}"
    return f"but {role} can be held to {score} by {way}"


def _way(cut: CutReason, known: Setter) -> str:
    """Return the move that set a bound, and where it is made."""
    [move], size = _written(cut, known.line, known.joint), len(known.line)
    if cut.line[:size] != known.line or size >= len(cut.line):
        return f"{move} here"
    [instead] = _written(cut, cut.line[:size], cut.line[size])
    same = instead == move
    way = move if same else f"{move} in place of {instead}"
    return f"{way} {_place(cut, size)}" if size else way


def _written(cut: CutReason, line: Sequence[Joint], *joints: Joint) -> tuple[str, ...]:
    """Return the joint moves after a line in the notation that people use."""
    state = cut.root
    for joint in line if state.game.notated else ():
        state = state.play_joint(joint)
    return state.written_joints(joints)


def _place(cut: CutReason, plies: int) -> str:
    """Return, in words, where the first moves to a cut lead."""
    moves = "; ".join(cut.root.written_line(cut.line[:plies]))
    return f"after {moves}" if moves else "at the root"


def others_words(cut: CutReason) -> str:
    """Return who replies at a cut."""
    roles = cut.game.roles
    who = [
        role
        for role, move in zip(roles, cut.refutation.joint, strict=True)
        if role != cut.role and move != "noop"
    ]
    return who[0] if len(who) == 1 else "the other side"
