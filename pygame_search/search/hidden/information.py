"""What a search may know in a game with hidden information: a view, and no state.

A request has what the role has done and perceived. From that follow the worlds that are
possible: states, each with what the other roles know there. So nothing that is hidden
can decide between moves.
"""

from __future__ import annotations

import random
import time
from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import accumulate
from typing import TYPE_CHECKING, Any, cast

from pygame_search.game import Game, State
from pygame_search.machine.belief import shares, view_after
from pygame_search.machine.clauses import ClauseMachine
from pygame_search.machine.machine import Key, Machine
from pygame_search.machine.network import NetworkMachine
from pygame_search.machine.perception import Perception
from pygame_search.model.scores import value_text
from pygame_search.model.view import NO_VIEW, Step, View, without_percepts
from pygame_search.network.kernel_cache import kernels_compiled
from pygame_search.search.core.methods import MethodCall
from pygame_search.search.core.result import SearchResult, listing
from pygame_search.search.core.tiers import compiled, is_compiled
from pygame_search.support.errors import InputError, LimitError
from pygame_search.support.printing import one_line
from pygame_search.support.validation import must_be_one_of
from pygame_search.support.words import counted
from pygame_search.support.work_limit import VISIT, spend

if TYPE_CHECKING:
    from rich.console import RenderableType

#: What the probabilities of worlds assume.
EVENLY = "the others are taken to have chosen evenly so far"

#: The most worlds that a role may think possible, and from how many on they are
#: followed at once natively.
MOST_WORLDS, FEW_WORLDS = 200_000, 500


def view_of(state: State, role: str) -> View:
    """Return what a role knows of the game so far: its own moves, and its percepts.

    Args:
        state: a state that came about by moves from the start.
        role: a player.

    Raises:
        InputError: no such player, the moves are not known, or all roles see
            everything.
    """
    game = state.game
    must_be_one_of("role", role, game.players)
    if not game.hidden:
        raise InputError(
            f"{game.name!r} has no hidden information: each role knows the position"
        )
    if state.line is None:
        raise InputError(NO_VIEW)
    return view_after(game.with_percepts(), role, state.line)


def perceiving_machine(game: Game, tier: str | None) -> Machine:
    """Return a machine of a game with percepts, which remembers its answers."""
    perceiving = game.with_percepts()
    native = perceiving.tier == compiled() or is_compiled(tier)
    if native and not perceiving.histories:
        return NetworkMachine(perceiving, memo=True)
    return ClauseMachine(perceiving, memo=True)


@dataclass(frozen=True, slots=True)
class InformationRequest:
    """A checked request for the best move of a role that does not see everything.

    Attributes:
        game: the game.
        view: what the role knows.
        call: the method.
        tier: the tier that searches.
        seconds: how long it may take, None for no clock.
        table_bytes: how much a tree may take, in bytes; None for the usual.
        progress: called with a line of progress.
        interruptible: whether Ctrl-C ends the search with the answer so far.
        each_world: whether to keep what each move is worth in each possible state.
        started: the time.monotonic() of the request.
    """

    game: Game
    view: View
    call: MethodCall
    tier: str = "procedural"
    seconds: float | None = None
    table_bytes: int | None = None
    progress: Callable[[str], None] | None = None
    interruptible: bool = False
    each_world: bool = False
    started: float = field(default_factory=time.monotonic)

    @property
    def role(self) -> str:
        """The role to find a move for."""
        return self.view.role

    @property
    def index(self) -> int:
        """The index of the role."""
        return self.game.roles.index(self.role)

    @property
    def deadline(self) -> float | None:
        """The time.monotonic() at which it must end, None for no clock."""
        return None if self.seconds is None else self.started + self.seconds

    def machine(self) -> Machine:
        """Return a machine of the game with percepts, which remembers its answers."""
        return perceiving_machine(self.game, self.tier)

    def result(self, **found: Any) -> Informed:
        """Return an answer; attributes left out are as if nothing was searched."""
        common = {
            "role": self.role, "depth": None, "distance": None, "line": (),
            "states": (), "leaves": 0, "cutoffs": 0, "method": str(self.call),
            "tier": self.tier, "complete": False, "view": self.view,
            "seconds": time.monotonic() - self.started,
        }  # fmt: skip
        return Informed(**{**common, **found})


@dataclass(frozen=True, slots=True)
class World:
    """A state that a role thinks possible, with what each player knows there.

    Attributes:
        state: the state.
        views: the number of the view of each role, see `Perception.views_after`.
    """

    state: Key
    views: tuple[int, ...]


#: For each move that was tried: how much that weighs, and the sum of what it was worth.
Tally = Mapping[str, tuple[Fraction, Fraction]]


@dataclass(frozen=True, slots=True)
class Possible:
    """A state that a role thinks possible, and what its moves are worth there.

    Attributes:
        facts: the fluents of the state, without percepts.
        likelihood: how likely it is, by what the role knows.
        values: the mean goal after each move that was tried there.
    """

    facts: tuple[str, ...]
    likelihood: Fraction
    values: Mapping[str, float]


def possible_states(
    machine: Machine, found: Iterable[tuple[Key, Fraction, Tally]]
) -> tuple[Possible, ...]:
    """Return the states that are possible, the likeliest first.

    Worlds that differ in no fluent, but in what the others know, are one state.

    Args:
        machine: of a game with percepts.
        found: the worlds: the state of each, its probability, and what was tried there.
    """
    likelihoods: dict[tuple[str, ...], Fraction] = {}
    sums: dict[tuple[str, ...], dict[str, tuple[Fraction, Fraction]]] = {}
    for key, likelihood, tally in found:
        facts = without_percepts(machine.facts(key))
        likelihoods[facts] = likelihoods.get(facts, Fraction(0)) + likelihood
        own = sums.setdefault(facts, {})
        for move, (weight, worth) in tally.items():
            before = own.get(move, (Fraction(0), Fraction(0)))
            own[move] = before[0] + weight, before[1] + worth
    values = {
        facts: {move: float(worth / weight) for move, (weight, worth) in own.items()}
        for facts, own in sums.items()
    }
    likeliest = sorted(likelihoods.items(), key=lambda pair: (-pair[1], pair[0]))
    return tuple(Possible(facts, chance, values[facts]) for facts, chance in likeliest)


class Worlds:
    """The worlds that a role thinks possible, with their probabilities.

    Chance draws as the rules say; each other role is taken to have chosen evenly among
    its legal moves.

    Args:
        request: what the role knows.
    """

    def __init__(self, request: InformationRequest) -> None:
        self.machine = request.machine()
        self.perception = Perception(self.machine)
        self._role = request.index
        found = self._found(request)
        self.worlds: tuple[World, ...] = tuple(found)
        self.weights: tuple[Fraction, ...] = tuple(found.values())
        self._sums = list(accumulate(map(float, self.weights)))

    def note(self, searched: str = "") -> str:
        """Return how many worlds are possible, and what their probabilities assume.

        Args:
            searched: what was done with them, in words.
        """
        count = len(self.worlds)
        are = "world is" if count == 1 else "worlds are"
        return f"{count:,} {are} possible{searched}; {EVENLY}"

    def possible(self, tallies: Mapping[World, Tally]) -> tuple[Possible, ...]:
        """Return the possible states, with what was tried in their worlds."""
        return possible_states(
            self.machine,
            (
                (world.state, weight, tallies.get(world, {}))
                for world, weight in zip(self.worlds, self.weights, strict=True)
            ),
        )

    def draw(self, source: random.Random) -> World:
        """Return a world, each as likely as its probability."""
        place = bisect_right(self._sums, source.random() * self._sums[-1])
        return self.worlds[min(place, len(self.worlds) - 1)]

    def after(self, world: World, joint: Sequence[int], state: Key) -> World:
        """Return the world after a joint move that leads to a state."""
        return World(state, self.perception.views_after(world.views, joint, state))

    def _found(self, request: InformationRequest) -> dict[World, Fraction]:
        """Return the worlds in which the role has the view of a request.

        Many worlds of a network are ordered by their states and views, so that drawing
        from them does not depend on how they were followed.
        """
        view, deadline, machine = request.view, request.deadline, self.machine
        many = False
        start = World(machine.initial(), (0,) * len(machine.rules.roles))
        level = {start: Fraction(1)}
        for number, step in enumerate(view.steps):
            if len(level) > FEW_WORLDS and isinstance(machine, NetworkMachine):
                many = True
                if kernels_compiled():
                    return self._further(level, request, view.steps[number:])
            following: dict[World, Fraction] = {}
            for world, weight in level.items():
                if deadline is not None and time.monotonic() > deadline:
                    raise LimitError(
                        "the time is over before the possible worlds are listed", "time"
                    )
                spend(VISIT)
                node = machine.expand(world.state)
                self.perception.notice(node.successors)
                for index, state in enumerate(node.successors):
                    joint = node.joint(index)
                    if self.perception.text(joint[self._role]) != step.move:
                        continue
                    if self.perception.percepts(state)[self._role] != step.percepts:
                        continue
                    if machine.look(state).terminal != step.over:
                        continue
                    after = self.after(world, joint, state)
                    share = weight * self.perception.evenly(node, index, self._role)
                    following[after] = following.get(after, Fraction(0)) + share
                    if len(following) > MOST_WORLDS:
                        raise LimitError(
                            f"more than {MOST_WORLDS:,} worlds are possible for "
                            f"{view.role}",
                            "size",
                        )
            level = following
        if not level:
            raise InputError(nothing_shows(view.role))
        found = shares(level)
        if many:
            ranks = self._ranks(found)
            return dict(sorted(found.items(), key=lambda pair: ranks[pair[0]]))
        return found

    def _ranks(
        self, worlds: Iterable[World]
    ) -> dict[World, tuple[bytes, tuple[int, ...]]]:
        """Return the state of each world, with the rank of each role's view."""
        found = list(worlds)
        columns = [
            self.perception.ranks(own)
            for own in zip(*(world.views for world in found), strict=True)
        ]
        return {
            world: (
                cast(bytes, world.state),
                tuple(own[v] for own, v in zip(columns, world.views, strict=True)),
            )
            for world in found
        }

    def _further(
        self,
        level: Mapping[World, Fraction],
        request: InformationRequest,
        steps: Sequence[Step],
    ) -> dict[World, Fraction]:
        """Return the worlds that are possible after more steps, natively."""
        from pygame_search.machine.packed_belief import PackedBeliefs

        machine, view = self.machine, request.view
        assert isinstance(machine, NetworkMachine)
        ranks = self._ranks(level)
        known = {ranks[world]: weight for world, weight in level.items()}
        found = PackedBeliefs(machine).worlds(
            known, view.role, steps, most=MOST_WORLDS, deadline=request.deadline
        )
        if not found:
            raise InputError(nothing_shows(view.role))
        return {World(*world): weight for world, weight in sorted(found.items())}


def nothing_shows(role: str) -> str:
    """Return the sentence where no play fits what a role has perceived."""
    return f"no play of the game shows {role} what it has seen"


def ended(request: InformationRequest) -> Informed:
    """Return the answer at the end: the mean goal, by what the role knows.

    A role need not know its goal, so that of the state itself is not looked at.
    """
    worlds = Worlds(request)
    goals = [
        worlds.machine.look(world.state).values[request.index]
        for world in worlds.worlds
    ]
    mean = sum(
        (
            weight * goal
            for weight, goal in zip(worlds.weights, goals, strict=True)
            if goal is not None
        ),
        Fraction(0),
    )
    return request.result(
        move=None, value=None if None in goals else float(mean), moves=(), best=(),
        nodes=1, stopped="over", notes=(worlds.note(),) if len({*goals}) > 1 else (),
        possible=worlds.possible({}) if request.each_world else (),
    )  # fmt: skip


@dataclass(frozen=True, slots=True, repr=False)
class Informed(SearchResult):
    """The answer of a search from what a role knows.

    It has no states, as these would show what is hidden.

    Attributes:
        view: what the role knows.
        possible: the states that it thinks possible, the likeliest first, with what its
            moves are worth there; empty where `each_world` was not asked for.
    """

    view: View = field(default_factory=lambda: View(""))
    possible: tuple[Possible, ...] = ()

    def __repr__(self) -> str:
        """Return one line with the move and its value."""
        chosen = f"{self.role} plays {self.move}" if self.move else "no move"
        value = "" if self.value is None else f"value {value_text(self.value)}"
        return one_line(self, chosen, value, self.method)

    def printed(
        self, *, all_best: bool = False, by_depth: bool = False
    ) -> RenderableType:
        """Return what the command line prints: the view, the move and the values."""
        from rich.console import Group

        from pygame_search.support.console import Text

        head = [*map(Text, self.view.told()), Text()]
        if self.move is None:
            worth = "nothing" if self.value is None else value_text(self.value)
            over = Text(f"The game is over; it is worth {worth} to {self.role}.")
            return Group(*head, over, *map(Text, self.notes))
        best = f"best for {self.role}: {self.move}"
        if self.move == "noop":
            best = f"{self.role} is not to move"
        head.append(Text(best, style="bold"))
        if self.value is not None:
            sure = "" if self.complete else " (an estimate)"
            head.append(Text(f"value: {value_text(self.value)}{sure}"))
        head += [*map(Text, self.notes), Text()]
        listed = self.best if all_best else self.moves
        counts = counted(self.simulations or 0, "simulation", "simulations")
        effort = f"{counts}, " if self.simulations is not None else ""
        where = f", {self.tier} tier" if is_compiled(self.tier) else ""
        nodes = counted(self.nodes, "node", "nodes")
        return Group(
            *head, listing(listed, [one.move for one in listed]), Text(),
            Text(f"{effort}{nodes}, {self.seconds:.2f} s{where}"),
        )  # fmt: skip

    def moves_json(self, moves: Any) -> list[dict[str, Any]]:
        """Return the JSON objects of moves."""
        return [move.as_json() for move in moves]

    def as_json(self) -> dict[str, Any]:
        """Return it as the command line gives it, with the view."""
        return {
            "role": self.role, "move": self.move, "value": self.value,
            "moves": self.moves_json(self.moves), "view": self.view.as_json(),
            "nodes": self.nodes, "seconds": round(self.seconds, 6),
            "stopped": self.stopped, "method": self.method,
            "simulations": self.simulations, "tier": self.tier,
            "notes": list(self.notes),
        }  # fmt: skip
