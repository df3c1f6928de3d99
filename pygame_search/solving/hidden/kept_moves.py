"""The moves of a file that `solve --save` wrote, for a role that plays by it."""

from __future__ import annotations

import random
from pathlib import Path
from typing import TypeAlias

from pygame_search.game import Game, State
from pygame_search.solving.certificate import Certificate, read_certificate
from pygame_search.solving.certificate_moves import advice
from pygame_search.solving.hidden.behaviours import knowing
from pygame_search.solving.hidden.kept_strategies import KeptStrategies, kept_strategies
from pygame_search.support.errors import CertificateError

#: A file of moves: strategies by view where something is hidden, else by position.
KeptMoves: TypeAlias = Certificate | KeptStrategies


def kept_moves(file: Path, game: Game) -> KeptMoves:
    """Return the moves in a file, which must belong to the rules of a game.

    Raises:
        InputError: the file cannot be read.
        CertificateError: it is damaged, of another kind, or about other rules.
    """
    if game.closed:
        return kept_strategies(file, game)
    certificate = read_certificate(file)
    certificate.must_be_about(game)
    return certificate


def kept_move(
    kept: KeptMoves, state: State, role: str, source: random.Random
) -> str | None:
    """Return the move that a file has for a role; None if it has none.

    Args:
        kept: the moves of the file.
        state: the position.
        role: the role.
        source: draws the move if the file gives probabilities.

    Raises:
        CertificateError: a file of positions does not have this one.
    """
    if isinstance(kept, Certificate):
        return advice(kept, state, role).move
    own = kept.at(state, role).behaviour
    if own is None:
        return None
    return source.choices(own.moves, [float(chance) for chance in own.probabilities])[0]


def move_by(kept: KeptMoves, state: State, role: str, source: random.Random) -> str:
    """Return the move that a file has for a role, as `kept_move` does.

    Raises:
        CertificateError: the file has no move of the role here.
    """
    move = kept_move(kept, state, role, source)
    if move is not None:
        return move
    where = "in this position"
    if isinstance(kept, KeptStrategies):
        where = knowing(kept.at(state, role).view)
    raise CertificateError(f"{kept.file} has no move of {role} {where}")
