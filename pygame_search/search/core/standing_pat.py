"""Noisy moves, and standing pat; the twin of `logic/search/standing_pat.pl`.

A rule file that defines noisy/2, and not expand/1, says which moves quiescence looks at
beyond the depth limit. A joint move is noisy if the move of some role in it is. A state
there in which none is noisy is calm: it is a leaf. In any other, the search looks at
the noisy joint moves alone, and first at standing pat: the estimate of the state
itself, as if its players made none of these moves (Beal 1990). If all joint moves are
noisy, nobody can avoid them, and there is no standing pat.

Standing pat is a joint move that changes nothing, with an index of its own. It is a
choice of its own for a role with several moves, and one more answer to the only choice
of another role. A state beyond the limit that equals its parent is a leaf, so this one
is. A line of moves ends before it.
"""

from __future__ import annotations

from collections.abc import Callable

from pygame_search.machine.machine import Choice, Expansion, Key
from pygame_search.model.position import STAND_PAT
from pygame_search.search.core.memory import Line

#: The index of standing pat among the joint moves of a state.
STAND = -1


def noisy_choices(
    choices: tuple[Choice, ...],
    node: Expansion,
    state: Key,
    noisy: frozenset[tuple[int, int]],
) -> tuple[Choice, ...]:
    """Return standing pat and the noisy joint moves among the choices of a role.

    Args:
        choices: those of the role, with all joint moves.
        node: the expansion of the state.
        state: the state.
        noisy: the noisy moves, as `Machine.noisy` gives them.
    """
    found = tuple(
        tuple(
            pair
            for pair in choice
            if not noisy.isdisjoint(enumerate(node.joint(pair[0])))
        )
        for choice in choices
    )
    if found == choices:
        return choices
    stand = STAND, state
    if len(found) == 1:
        return ((stand, *found[0]),)
    return ((stand,), *filter(None, found))


def made(node: Expansion, joint: int) -> tuple[int, ...]:
    """Return the moves of a joint move; STAND for a role that stands pat."""
    if joint != STAND:
        return node.joint(joint)
    return tuple(moves[0] if len(moves) == 1 else STAND for moves in node.moves)


def joint_texts(
    node: Expansion,
    joints: list[int],
    texts: Callable[[list[tuple[int, ...]]], list[list[str]]],
) -> list[list[str]]:
    """Return the texts of joint moves, of which the first may be standing pat.

    Args:
        node: the expansion of the state.
        joints: their indices.
        texts: gives those of moves in the syntax of rule files.
    """
    if joints[:1] != [STAND]:
        return texts([node.joint(index) for index in joints])
    [stand] = texts([tuple(moves[0] for moves in node.moves)])
    pairs = zip(stand, node.moves, strict=True)
    first = [text if len(moves) == 1 else STAND_PAT for text, moves in pairs]
    return [first, *joint_texts(node, joints[1:], texts)]


def line_from(joint: int, state: Key, successor: Key, rest: Line) -> Line:
    """Return the line that begins with a joint move; it ends before standing pat."""
    return None if joint == STAND else (joint, state, successor, rest)
