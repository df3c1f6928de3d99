"""Why branches were cut off: the alpha and beta of each cut, and which moves set them.

There are two kinds of cuts. If a reply of the others is worth at most alpha, an earlier
choice already secures the role more, so it will not play into this node: the remaining
replies are left out. If a choice of the role is worth beta or more, an earlier reply of
the others already holds the role to less, so they will not let it reach this node: the
remaining choices are left out. The reasons are read from the events of a recorded
search by `logic/search/cuts.pl`, and put into words by `logic/requests/cut_words.pl`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from pygame_search.explanation.reasons.sentences import Sentences
from pygame_search.game import Game, State
from pygame_search.model.position import joint_text, split_moves
from pygame_search.model.scores import score_value
from pygame_search.search.core.methods import MethodCall, read_method
from pygame_search.search.core.result import SearchResult
from pygame_search.search.core.trace import (
    Event,
    begun_events,
    search_events,
)
from pygame_search.support.beside import beside
from pygame_search.support.errors import InputError
from pygame_search.support.json_objects import JsonObject

Joint = tuple[str, ...]


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
        others: who replies at it: a role, or `the other side` if several do.
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
    others: str

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
            "alpha_set": self._valued(self.alpha_set),
            "beta_set": self._valued(self.beta_set),
            "rest": list(map(joint_text, self.rest)),
        }

    def _valued(self, setter: Setter) -> dict[str, Any]:
        return {**setter.as_json(), "value": self.value(setter.score)}

    def text(self) -> str:
        """Return the reason in one or two sentences.

        Raises:
            MoveError: a move to the cut is not legal.
        """
        cut = {**asdict(self), "root": self.root.number}
        with beside() as limit:
            reply = self.game.request("cut_words", cut=cut, most=limit.left)
            limit.left = reply["left"]
            limit.cut = limit.cut or not limit.left
        return str(reply["text"])


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
    reply = root.game.request(
        "cuts", role=role, scouts=call.scouts, events=events[start:end]
    )
    return tuple(
        CutReason(
            **cut
            | {
                "root": root,
                "role": role,
                "step": start + cut["step"],
                **{name: _joints(cut[name]) for name in ("line", "rest")},
                **{name: _setter(cut[name]) for name in ("alpha_set", "beta_set")},
            }
        )
        for cut in reply["cuts"]
    )


def _joints(data: Sequence[Sequence[str]]) -> tuple[Joint, ...]:
    return tuple(map(tuple, data))


def _setter(data: Mapping[str, Any]) -> Setter:
    line, joint = _joints(data["line"]), tuple(data["joint"])
    return Setter(data["kind"], line, joint, data["score"])


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
