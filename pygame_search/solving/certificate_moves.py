"""Best moves read from a certificate, without a search."""

from __future__ import annotations

from dataclasses import dataclass

from pygame_search.game import State
from pygame_search.solving.certificate import Certificate
from pygame_search.solving.solution import Entry, Within, plies_from
from pygame_search.support.errors import CertificateError
from pygame_search.support.json_objects import JsonObject


@dataclass(frozen=True, slots=True)
class Advice(JsonObject):
    """What a certificate says of a position.

    Attributes:
        role: whose value it is.
        mover: who makes the move.
        move: a best move; None at the end of the game, and where the file has no move
            for that player.
        value: the goal value that the role can be sure of; None where play can go on
            for ever and no draw rule gives that a value.
        within: the least and the most plies to the end. For a table they are equal; a
            strategy gives only one of them; both are None if play need not end.
    """

    role: str
    mover: str
    move: str | None
    value: int | None
    within: Within

    json_members = (
        "role mover move value distance=within.exact distance_at_least=within.least "
        "distance_at_most=within.most"
    )


def advice(certificate: Certificate, state: State, role: str | None = None) -> Advice:
    """Return what a certificate says of a position.

    If another player than the table's role is to move, the best move is the one that
    leaves that role the least.

    Args:
        certificate: a certificate of the state's game.
        state: the position.
        role: the player to move; by default the one who has a choice.

    Raises:
        CertificateError: it has no entry for the position, or none for that player.
    """
    about = certificate.solution
    movers = state.to_move if not state.terminal else ()
    mover = role or next((r for r in movers if _strategy(certificate, r)), None)
    mover = mover or next(iter(movers), about.role)
    own = certificate.entry(state, mover)

    def advice(whose: str, move: str | None, entry: Entry) -> Advice:
        within = Within(entry.distance, entry.distance)
        if not state.terminal:
            goals = state.game.ranges[state.game.roles.index(whose)]
            within = plies_from(about.solved, entry, goals)
        return Advice(whose, mover, move, entry.value, within)

    if own is not None and (own.move is not None or mover not in movers):
        return advice(mover, own.move, own)
    entry = certificate.entry(state, about.role)
    if entry is None:
        what = "the states" if about.solved == "strong" else "the strategy"
        raise CertificateError(
            f"{certificate.file} says nothing of this position: {what} of {about.role} "
            f"from [{', '.join(about.position)}] cannot lead there"
        )
    if mover not in movers:
        return advice(about.role, None, entry)
    if own is not None and len(state.legal[mover]) == 1:
        return advice(mover, state.legal[mover][0], own)
    if movers != (mover,) or about.solved != "strong" or len(state.game.players) > 2:
        if role is None:
            return advice(about.role, None, entry)
        raise CertificateError(
            f"{certificate.file} has the moves of {about.role}, and no move of {mover} "
            "here"
        )
    moves = {}
    for move in state.legal[mover]:
        follows = certificate.entry(state.play(move), about.role)
        if follows is not None:
            moves[move] = follows
    low = state.game.ranges[state.game.roles.index(about.role)][0]
    worst = min(moves, key=lambda m: _worth(moves[m], low), default=None)
    return advice(about.role, worst, entry)


def _strategy(certificate: Certificate, role: str) -> bool:
    return any(book.solution.role == role for book in certificate.books)


def _worth(entry: Entry, low: int) -> tuple[float, float]:
    """Return a sort key that orders entries from worst to best for the role."""
    if entry.value is None:
        return low + 0.5, 0
    if entry.distance is None:
        return entry.value, 0
    return entry.value, entry.distance if entry.value == low else -entry.distance
