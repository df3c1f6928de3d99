"""What roles can tell apart in two games that play the same.

The percepts themselves are not compared, as their names are free. Two files tell a role
the same if any two histories look alike to it in both of them, or in none. Where all
roles see everything, each of them sees the moves of all.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence

from pygame_search.game import Game
from pygame_search.grading.renaming import Renaming, renamed
from pygame_search.grading.walk import InStep
from pygame_search.machine.clauses import ClauseMachine
from pygame_search.machine.machine import Key
from pygame_search.machine.perception import Perception
from pygame_search.model.position import joint_text
from pygame_search.support.clock import Clock

#: A history: the states of both games, and the views of each role in both.
_Node = tuple[Key, Key, tuple[int, ...], tuple[int, ...]]

#: The item of a grade.
PERCEPTS = "percepts"


class _Side:
    """One of the two games.

    Args:
        game: the game.
        order: the places of its roles, in the order of the reference.
        names: its names, with the names for them in the reference.
    """

    def __init__(self, game: Game, order: Sequence[int], names: Renaming) -> None:
        self._machine = ClauseMachine(game.with_percepts(), memo=True)
        self._perception = Perception(self._machine)
        self._hidden = game.hidden
        self._order = order
        self._names = names
        self._seen: dict[tuple[int, int, object], int] = {}
        self.start: Key = self._machine.initial()

    def steps(self, state: Key) -> dict[tuple[str, ...], tuple[Key, tuple[str, ...]]]:
        """Return the steps from a state, by the moves in the names of the reference.

        With each stand the state that follows, and the moves in the names of its file.
        """
        node = self._machine.expand(state)
        found = {}
        for index, successor in enumerate(node.successors):
            [texts] = self._machine.texts([node.joint(index)])
            moves = tuple(renamed(texts[i], self._names) for i in self._order)
            found[moves] = successor, tuple(texts)
        return found

    def views_after(
        self, views: Sequence[int], moves: Sequence[str], state: Key
    ) -> tuple[int, ...]:
        """Return the number of what each role knows after a step to a state.

        Args:
            views: the numbers before.
            moves: those of the step, in the order of the reference.
            state: that after the step.
        """
        percepts = self._perception.percepts(state)
        told = [percepts[i] if self._hidden else tuple(moves) for i in self._order]
        return tuple(
            self._seen.setdefault((role, view, (move, seen)), len(self._seen) + 1)
            for role, (view, move, seen) in enumerate(
                zip(views, moves, told, strict=True)
            )
        )


def compare_percepts(
    hand_in: Game, reference: Game, found: InStep, most: int, clock: Clock
) -> None:
    """Note in what two games that play the same differ in what their roles can tell.

    Args:
        hand_in: the game to compare.
        reference: the game that it should equal.
        found: the result of playing them in step, to which the item is added.
        most: the most histories that are compared; more count as late.
        clock: when to stop.
    """
    names: Mapping[str, str] = {**found.roles, **found.names}
    mine = [found.roles[role] for role in hand_in.roles]
    order = [mine.index(role) for role in reference.roles]
    own = _Side(hand_in, order, names)
    other = _Side(reference, range(len(reference.roles)), {})
    players = [i for i, r in enumerate(reference.roles) if r in reference.players]
    none = (0,) * len(reference.roles)
    first: _Node = own.start, other.start, none, none
    paths: dict[_Node, tuple[str, ...]] = {first: ()}
    met = _Pairs(found, [hand_in.roles[i] for i in order])
    waiting = deque([first])
    while waiting:
        if clock.over or len(paths) > most:
            found.late = True
            return
        node = waiting.popleft()
        ours, theirs, mine_known, other_known = node
        steps = own.steps(ours)
        for moves, (after, _) in other.steps(theirs).items():
            if moves not in steps:  # they differ where they were not compared
                found.late = True
                return
            state, texts = steps[moves]
            following: _Node = (
                state,
                after,
                own.views_after(mine_known, moves, state),
                other.views_after(other_known, moves, after),
            )
            if following in paths:
                continue
            paths[following] = (*paths[node], joint_text(texts))
            for role in players:
                met.compare(
                    role, following[2][role], following[3][role], paths[following]
                )
            waiting.append(following)


class _Pairs:
    """Which knowledge of a role in one game is which in the other.

    Args:
        found: where differences are noted.
        names: the roles, in the order of the reference, as the hand-in calls them.
    """

    def __init__(self, found: InStep, names: Sequence[str]) -> None:
        self._found = found
        self._names = names
        self._own: dict[int, tuple[int, tuple[str, ...]]] = {}
        self._other: dict[int, tuple[int, tuple[str, ...]]] = {}

    def compare(self, role: int, own: int, other: int, path: tuple[str, ...]) -> None:
        """Compare what a role knows after some moves with what it knew after others."""
        theirs, before = self._own.setdefault(own, (other, path))
        ours, elsewhere = self._other.setdefault(other, (own, path))
        right = theirs == other and ours == own
        alike = theirs != other
        name, like = self._names[role], "; ".join(before if alike else elsewhere)
        same = f"to {name} this is the same as after {like}"
        apart = f"{name} can tell this from {like}"
        says = (same, apart) if alike else (apart, same)
        self._found.note(PERCEPTS, right, lambda: path, lambda: (*says, ""))
