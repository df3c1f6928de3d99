"""Random and steered games that show as much of a reference as possible.

Random play seldom fills a board, takes en passant or ends in a stalemate. So most games
are steered, each in one of the ways in `WAYS`, towards what has been rare so far.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from pygame_search.grading.positions import Joint, Positions
from pygame_search.support.clock import Clock

#: The most plies of a game.
PLIES = 400
#: How many games are played at the same time; each way has its share of them.
GAMES = 16
#: How many moves are considered before one is chosen, in the ways that look ahead.
_CANDIDATES = 6

#: `any`: all moves are equally likely. `rare`: the move made least often so far.
#: `stay`: a move after which the game goes on. `end`: a move that ends the game,
#: preferably in a rare way. `new`: a move after which a rarely legal move is legal.
WAYS = ("any",) * 5 + ("rare",) * 3 + ("stay",) * 3 + ("end",) * 2 + ("new",) * 3


@dataclass(slots=True)
class Line:
    """A game from the start.

    Attributes:
        states: the numbers of its positions.
        joints: the joint move from each but the last.
    """

    states: list[int]
    joints: list[Joint] = field(default_factory=list)


class Lines:
    """The games of a reference, as many as are requested.

    Args:
        reference: its positions.
        seed: the seed of the random numbers.
        clock: when to stop; games in progress end there.
    """

    def __init__(self, reference: Positions, seed: int, clock: Clock) -> None:
        self._reference = reference
        self.clock = clock
        self._random = random.Random(seed)
        self._made: Counter[int] = Counter()
        self._legal: Counter[int] = Counter()
        self._ends: Counter[tuple[int | None, ...]] = Counter()
        self._met = {reference.start}

    def play(self) -> list[Line]:
        """Return GAMES more games."""
        reference = self._reference
        lines = [Line([reference.start]) for _ in range(GAMES)]
        going = [*zip(WAYS, lines, strict=True)]
        while going and not self.clock.over:
            reference.see([line.states[-1] for _, line in going])
            going = [pair for pair in going if self._goes_on(pair[1])]
            choices = [(line, self._candidates(way, line)) for way, line in going]
            states = iter(
                reference.follow(
                    [
                        (line.states[-1], joint)
                        for line, some in choices
                        for joint in some
                    ]
                )
            )
            after = [[next(states) for _ in some] for _, some in choices]
            reference.see([state for some in after for state in some])
            for (way, line), (_, some), states_after in zip(
                going, choices, after, strict=True
            ):
                best = min(
                    range(len(some)), key=lambda i: self._rank(way, states_after[i])
                )
                line.joints.append(some[best])
                line.states.append(states_after[best])
                self._made.update(some[best])
        return lines

    def _goes_on(self, line: Line) -> bool:
        state = line.states[-1]
        seen = self._reference[state]
        if state not in self._met:
            self._met.add(state)
            if seen.moves is None:
                self._ends[tuple(seen.goals or ())] += 1
            for moves in seen.moves or ():
                self._legal.update(moves)
        return seen.moves is not None and all(seen.moves) and len(line.joints) < PLIES

    def _candidates(self, way: str, line: Line) -> list[Joint]:
        """Return the joint moves to choose from, in random order."""
        moves = self._reference[line.states[-1]].moves or ()
        if way == "rare":
            return [
                tuple(
                    min(some, key=lambda m: (self._made[m], self._random.random()))
                    for some in moves
                )
            ]
        number = 1 if way == "any" else _CANDIDATES
        return [
            tuple(self._random.choice(some) for some in moves) for _ in range(number)
        ]

    def _rank(self, way: str, state: int) -> float:
        """Return a number that is lower the more a state is wanted."""
        seen = self._reference[state]
        if way == "stay":
            return seen.moves is None
        if way == "end":
            ends = self._ends[tuple(seen.goals or ())]
            return 1e9 if seen.moves is not None else ends
        if way == "new":
            return min(
                (self._legal[m] for moves in seen.moves or () for m in moves),
                default=1e9,
            )
        return 0.0


def batches_of(lines: Sequence[Line]) -> list[list[Line]]:
    """Return games in the batches in which they are compared."""
    return [[*lines[at : at + GAMES]] for at in range(0, len(lines), GAMES)]
