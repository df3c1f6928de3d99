"""Questions about a position, in the syntax of rule files."""

from __future__ import annotations

from dataclasses import dataclass

from pygame_search.diagnostics import located
from pygame_search.errors import InputError
from pygame_search.game import Game, State

#: What one question may take, in seconds.
MOST_SECONDS = 60.0


@dataclass(frozen=True, slots=True)
class Answers:
    """The answers to a question.

    Attributes:
        answers: each the texts of its variables by their names, in the order of the
            question; empty ones when it has no variables and holds.
        more: whether there are more than were asked for.
    """

    answers: tuple[dict[str, str], ...]
    more: bool


def ask(
    where: State | Game, question: str, *, limit: int = 20, seconds: float | None = None
) -> Answers:
    r"""Return the answers to a question about a position.

    A question is the body of a rule, as in `legal(P, M), \\\+ terminal`. It may ask all
    that the rules define, `true(F)` of the fluents, and `best_move(R, M, V)`,
    `minimax(N, M, V)`, `perft(N, C)` and `path(Method, Path)`. It is read and checked
    as a rule is; nothing of Prolog can be called.

    Args:
        where: the position, or a state space without one.
        question: in the syntax of the game's rule file.
        limit: how many answers at most.
        seconds: how long it may take; MOST_SECONDS by default.

    Raises:
        InputError: the question cannot be read, or asks what there is not.
        LimitError: it takes too long.

    >>> from pygame_search import load
    >>> ask(load("nim(heaps=[1, 2])").initial, "true(heap(H, N)), N > 1").answers
    ({'H': '2', 'N': '2'},)
    """
    if limit < 1:
        raise InputError(f"expected at least 1 answer, found {limit}")
    game = where if isinstance(where, Game) else where.game
    if isinstance(where, Game) and where.space != "book":
        raise InputError(f"{game.name!r} is a game: ask about a position of it")
    reply = game.ask(
        "ask",
        state=None if isinstance(where, Game) else where.number,
        text=question,
        limit=limit,
        seconds=MOST_SECONDS if seconds is None else seconds,
    )
    if reply["faults"]:
        faults = located("question", question, reply["faults"])
        raise InputError("\n".join(str(fault) for fault in faults))
    found = tuple(dict(pairs) for pairs in reply["answers"])
    return Answers(found, reply["more"])
