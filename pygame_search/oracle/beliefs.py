"""What a role knows in a game with percepts, found by playing all histories.

docs/rules.md says what `sees` means. After each step a role knows the move that it has
made (`noop` counts), what it has perceived in that step, perhaps nothing, and whether
the game is over. In a file without `sees` each role perceives the moves of all roles.

Every history is played from the start, and none is merged with another: two with the
same state, or the same view, remain two. So it takes long where there are many.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import islice, product
from typing import NamedTuple, TypeAlias, TypeVar

from pygame_search.oracle.interpreter import Oracle, State, rank
from pygame_search.oracle.terms import OracleError, Term

Joint: TypeAlias = "tuple[Term, ...]"

Found = TypeVar("Found")

#: The most histories of one length.
MOST_HISTORIES = 200_000


class Step(NamedTuple):
    """A role's own move, and its percepts in the standard order of terms."""

    move: Term
    percepts: tuple[Term, ...]


class View(NamedTuple):
    """What a role knows: a step for each one of the game, and whether it is over."""

    steps: tuple[Step, ...]
    over: bool


class History(NamedTuple):
    """The joint moves from the start.

    Attributes:
        joints: a move of each role, in the order of `Oracle.roles`, for each step.
        steps: for each role what it has done and perceived.
        state: the last one.
        over: whether the game is over there.
    """

    joints: tuple[Joint, ...]
    steps: tuple[tuple[Step, ...], ...]
    state: State
    over: bool


def in_order(terms: set[Term]) -> tuple[Term, ...]:
    """Return percepts or moves in the standard order of terms."""
    return tuple(sorted(terms, key=rank))


def beginning(oracle: Oracle) -> History:
    """Return the history without a step."""
    start = oracle.initial
    return History((), ((),) * len(oracle.roles), start, oracle.terminal(start))


def perceived(oracle: Oracle, state: State, joint: Joint) -> list[tuple[Term, ...]]:
    """Return what each role perceives in a step, in the standard order of terms."""
    if ("sees", 2) in oracle.rules:
        return [in_order(its) for its in oracle.sees(state, joint).values()]
    pairs = zip(oracle.roles, joint, strict=True)
    every: set[Term] = {("does", role, move) for role, move in pairs}
    return [in_order(every)] * len(oracle.roles)


def legal_moves(oracle: Oracle, history: History) -> list[tuple[Term, ...]]:
    """Return the legal moves of each role; none where the game is over.

    Raises:
        OracleError: a role has none, and the game is not over.
    """
    if history.over:
        return [()] * len(oracle.roles)
    moves = oracle.legal(history.state)
    for role, its in moves.items():
        if not its:
            raise OracleError(f"{role} has no legal move after {history.joints}")
    return [in_order(its) for its in moves.values()]


def longer(oracle: Oracle, history: History) -> Iterator[History]:
    """Yield a history with one step more, for each joint move; none if it is over."""
    if history.over:
        return
    for joint in product(*legal_moves(oracle, history)):
        after = oracle.successor(history.state, joint)
        percepts = perceived(oracle, history.state, joint)
        steps = tuple(
            (*before, Step(move, its))
            for before, move, its in zip(history.steps, joint, percepts, strict=True)
        )
        joints = (*history.joints, joint)
        yield History(joints, steps, after, oracle.terminal(after))


def belief(
    oracle: Oracle, role: Term, steps: Sequence[Step], over: bool
) -> dict[State, Fraction]:
    """Return how likely each state is, given what a role knows.

    Moves of `random` are as likely as their weights say. Each other role makes each of
    its legal moves with the same probability, whatever the others do. The role itself
    makes the moves of its view.

    Args:
        oracle: the game.
        role: one that is not `random`.
        steps: for each step its move, and its percepts in any order.
        over: whether the game is over after the last step.

    Returns:
        The states in which some history with this view ends, with probabilities above
        0 that add up to 1; empty if there is no such history.

    Raises:
        OracleError: the role perceives nothing, or there are too many histories.
    """
    own = _place(oracle, role)
    wanted = [Step(step.move, in_order({*step.percepts})) for step in steps]
    kept = [(beginning(oracle), Fraction(1))]
    for step in wanted:
        kept = _few(
            (after, likely * _likelihood(oracle, history, after.joints[-1], own))
            for history, likely in kept
            for after in longer(oracle, history)
            if after.steps[own][-1] == step
        )
    kept = [one for one in kept if one[0].over == over]
    total = sum(likely for _, likely in kept)
    found: dict[State, Fraction] = {}
    for history, likely in kept:
        found[history.state] = found.get(history.state, Fraction(0)) + likely / total
    return found


def histories(oracle: Oracle, length: int) -> Iterator[History]:
    """Yield all histories of at most so many steps, the shorter ones first."""
    level = [beginning(oracle)]
    for _ in range(length):
        yield from level
        level = _few(after for one in level for after in longer(oracle, one))
    yield from level


def by_view(oracle: Oracle, role: Term, length: int) -> dict[View, list[History]]:
    """Return all histories of at most so many steps, by what a role knows after them.

    Raises:
        OracleError: the role perceives nothing, or there are too many histories.
    """
    own = _place(oracle, role)
    found: dict[View, list[History]] = {}
    for history in histories(oracle, length):
        view = View(history.steps[own], history.over)
        found.setdefault(view, []).append(history)
    return found


def unknown_legal(
    oracle: Oracle, role: Term, length: int
) -> tuple[History, History] | None:
    """Return two histories that a role cannot tell apart, with other legal moves of it.

    None if there are none of at most `length` steps: its legal moves follow from what
    it knows.
    """
    own = _place(oracle, role)
    for alike in by_view(oracle, role, length).values():
        moves = [legal_moves(oracle, history)[own] for history in alike]
        for history, its in zip(alike, moves, strict=True):
            if its != moves[0]:
                return alike[0], history
    return None


def _place(oracle: Oracle, role: Term) -> int:
    """Return the index of a role that perceives."""
    players = [one for one in oracle.roles if one != "random"]
    if role not in players:
        raise OracleError(f"{role} perceives nothing: expected a role of {players}")
    return oracle.roles.index(role)


def _likelihood(oracle: Oracle, history: History, joint: Joint, own: int) -> Fraction:
    """Return how likely the moves of all roles but one are after a history."""
    likely = Fraction(1)
    legal = legal_moves(oracle, history)
    for index, (role, move) in enumerate(zip(oracle.roles, joint, strict=True)):
        if role == "random":
            likely *= oracle.chances(history.state)[move]
        elif index != own:
            likely /= len(legal[index])
    return likely


def _few(found: Iterable[Found]) -> list[Found]:
    """Return the histories of a length, with what is known of each.

    Raises:
        OracleError: there are too many.
    """
    kept = [*islice(found, MOST_HISTORIES + 1)]
    if len(kept) > MOST_HISTORIES:
        raise OracleError(f"there are more than {MOST_HISTORIES:,} histories")
    return kept
