"""The arrays of alpha-beta over a network, and their fields; see `alphabeta.py`."""

from __future__ import annotations

from typing import NamedTuple

from pygame_search.network.searches.node import PLY, Ints, Numbers
from pygame_search.network.searches.table import Words

#: Orders of moves.
RULE, KILLER, HISTORY = range(3)

#: The counts after those of every search: leaves; those that the limit has stopped;
#: cutoffs; states known from the table; the best choice at the root.
LEAVES, LIMITED, CUTOFFS, HITS, BEST_CHOICE = range(PLY + 1, PLY + 6)
COUNTS = BEST_CHOICE + 1

#: Fields of a frame: the window, as it was and as it is; the best score and the worst
#: answer of this choice; whether there are any; the leaves that the limit had stopped
#: before; the role that alone has a choice, any if none has, or -1; the end of its
#: moves in the room; how the child is scouted; the lengths of the lines; the limit
#: below.
(
    ALPHA0, BETA0, ALPHA, BETA, BEST, WORST, CHOICES, ANSWERS, BEFORE, ALONE,
    ROOM_END, SCOUTED, BEST_LENGTH, CHOICE_LENGTH, LIMIT,
) = range(15)  # fmt: skip
FIELDS = 15

#: How a child is scouted: with a window just above alpha, or just below beta.
ABOVE, BELOW = 1, 2

#: What is known of a choice at the root: its place in rule order; where its answers end
#: in `Root.joints`; when it has been searched, alpha, its score, how many answers were
#: tried, and the length of its line.
PLACE, UNTIL, FLOOR, SCORE, ANSWERED, LENGTH = range(6)

#: The largest number of plies of a line that are stored.
LINE = 128


class Settings(NamedTuple):
    """The settings of a search.

    Attributes:
        role: the index of the role whose scores are computed.
        extra: how many plies a state that is not quiet is searched beyond the limit.
        swing: how much a step may change the estimate and lead to a quiet state.
        noisy: whether the rules say which moves are searched beyond the limit; then
            that decides, and not which states are quiet.
        order: RULE, KILLER or HISTORY.
        turns: whether a turn may have several steps; a step within a turn does not
            count.
        cuts: whether to prune.
        scout: whether moves after the first are searched with a null window first.
        table_bytes: the limit of the table in bytes; 0 for no table.
        limit: how many plies to look ahead, from the root.
        exact: whether the score of every choice at the root is wanted, no bound.
        all_best: whether every choice at the root as good as the best gets an exact
            score, and not the first in rule order alone.
    """

    role: int
    extra: int = 0
    swing: int = 0
    noisy: bool = False
    order: int = RULE
    turns: bool = False
    cuts: bool = True
    scout: bool = False
    table_bytes: int = 0
    limit: int = 0
    exact: bool = False
    all_best: bool = False


class Stack(NamedTuple):
    """The arrays of a search that grow with its depth.

    Attributes:
        states: of each ply.
        frames: of each ply, FIELDS numbers.
        joints: for each ply the joint move that is tried.
        spans: for each ply and role where its moves begin and end in `room`, and which
            one is tried.
        best, choice: for each ply the lines of the best choice and of the current one.
        killers: for each ply two joint moves.
        room: the moves of all plies.
        keys: the sort keys of the moves; high ones come first.
    """

    states: Words
    frames: Ints
    joints: Numbers
    spans: Numbers
    best: Numbers
    choice: Numbers
    killers: Numbers
    room: Numbers
    keys: Ints


class Root(NamedTuple):
    """What is tried at the root, and what was found.

    Attributes:
        joints: the joint moves in the order in which they are tried; the answers to a
            choice are neighbours.
        choices: for each choice the fields PLACE to LENGTH.
        lines: for each choice its line.
    """

    joints: Numbers
    choices: Ints
    lines: Numbers
