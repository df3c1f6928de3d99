"""Information set Monte Carlo tree search: a tree of views, grown by random games.

Each simulation draws a world that the role thinks possible, and walks down in it. At
each step every player chooses in its own tree, whose nodes are what that player knows;
so nobody acts by what it cannot know. A move may be legal in some worlds only: its
bound counts how often it could have been chosen (Cowling, Powley and Whitehouse,
"Information set Monte Carlo tree search", IEEE Transactions on Computational
Intelligence and AI in Games 4, 2012; with one tree, SO-ISMCTS, and with a tree for each
player, MO-ISMCTS).
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from fractions import Fraction
from math import inf, log, sqrt

from pygame_search.machine.machine import Expansion
from pygame_search.model.scores import between_losses_and_wins
from pygame_search.search.core.budget import Budget
from pygame_search.search.core.result import MoveValue, SearchResult
from pygame_search.search.core.tiers import work
from pygame_search.search.hidden.information import (
    InformationRequest,
    Possible,
    World,
    Worlds,
)
from pygame_search.search.monte_carlo.playouts import playout
from pygame_search.search.monte_carlo.uct import index_of
from pygame_search.support.errors import NoGoalError


class Tried:
    """A move in a node: how often it was made, and could have been, and its goals."""

    __slots__ = ("available", "made", "total")

    def __init__(self) -> None:
        self.made = 0
        self.available = 0
        self.total = 0.0


#: A node: what is known of each move, by its number.
Node = dict[int, Tried]


class Tree:
    """The nodes, and the simulations that grow them.

    Args:
        worlds: the worlds that the role thinks possible.
        role: its index.
        exploration: the constant of UCB1, for goals scaled to the range from 0 to 1.
        single: whether all players choose in one tree, by what the role knows.
        source: of random numbers.
        deadline: the time.monotonic() at which a random game is broken off.
        each_world: whether to keep what the first moves are worth in each world.

    Attributes:
        begun: what is known of each move of the role, by the world in which the
            simulation began.
    """

    def __init__(
        self,
        worlds: Worlds,
        role: int,
        *,
        exploration: float,
        single: bool,
        source: random.Random,
        deadline: float | None = None,
        each_world: bool = False,
    ) -> None:
        rules = worlds.machine.rules
        self.worlds = worlds
        self.role = role
        self.chance = rules.chance
        self.exploration = exploration
        self.single = single
        self.source = source
        self.deadline = deadline
        self.simulations = 0
        self.begun: dict[World, Node] = {}
        self._each_world = each_world
        self._nodes: dict[tuple[int, int], Node] = {}
        self._span: list[list[float]] = [
            [low, high] if low < high else [inf, -inf] for low, high in rules.ranges
        ]

    @property
    def size(self) -> int:
        """The number of nodes."""
        return len(self._nodes)

    @property
    def root(self) -> Node:
        """The node of what the role knows now."""
        return self._node(self.role, self.worlds.worlds[0])

    def simulate(self) -> None:
        """Draw a world, walk down, play a random game and back up its goals."""
        world = self.worlds.draw(self.source)
        begun: Node | None = None
        if self._each_world:
            begun = self.begun.setdefault(world, {})
        machine, path = self.worlds.machine, list[tuple[int, Tried]]()
        known = True
        node = machine.playable(world.state)
        while not node.terminal and known:
            chosen = []
            for role, moves in enumerate(node.moves):
                if len(moves) == 1:
                    chosen.append(0)
                elif role == self.chance:
                    chosen.append(node.drawn(role, self.source))
                else:
                    known = known and (self._place(role, world) in self._nodes)
                    tree = self._node(role, world)
                    place = self._choose(tree, role, moves)
                    path.append((role, tree[moves[place]]))
                    chosen.append(place)
            if begun is not None:
                own = node.moves[self.role][chosen[self.role]]
                path.append((self.role, begun.setdefault(own, Tried())))
                begun = None
            index = index_of(node, chosen)
            state = node.successors[index]
            world = self.worlds.after(world, node.joint(index), state)
            node = machine.playable(state)
        goals = self._goals(node, world)
        for role, tried in path:
            tried.made += 1
            tried.total += goals[role]
        self.simulations += 1

    def _place(self, role: int, world: World) -> tuple[int, int]:
        """Return the key of the node in which a role chooses in a world."""
        return role, world.views[self.role if self.single else role]

    def _node(self, role: int, world: World) -> Node:
        return self._nodes.setdefault(self._place(role, world), {})

    def _choose(self, tree: Node, role: int, moves: tuple[int, ...]) -> int:
        """Return the place of the legal move with the highest bound; new ones first."""
        for move in moves:
            tree.setdefault(move, Tried()).available += 1
        new = [i for i, move in enumerate(moves) if tree[move].made == 0]
        if new:
            return self.source.choice(new)
        least, most = self._span[role]
        scale = 1 / (most - least) if most > least else 1.0
        best, places = -inf, [0]
        for i, move in enumerate(moves):
            tried = tree[move]
            mean = (tried.total / tried.made - least) * scale
            bound = mean + self.exploration * sqrt(log(tried.available) / tried.made)
            if bound > best:
                best, places = bound, [i]
            elif bound == best:
                places.append(i)
        return places[0] if len(places) == 1 else self.source.choice(places)

    def _goals(self, node: Expansion, world: World) -> list[int]:
        """Return the goals at the end of a game that goes on at random."""
        values = node.values
        if not node.terminal:
            _, values = playout(
                self.worlds.machine, world.state, self.source, self.deadline
            )
        goals = []
        for role, value in enumerate(values):
            if role != self.chance and value is None:
                raise NoGoalError("no goal value is defined for a role in this state")
            goal = between_losses_and_wins(value or 0)
            span = self._span[role]
            span[:] = min(span[0], goal), max(span[1], goal)
            goals.append(goal)
        return goals


def answer(request: InformationRequest) -> SearchResult:
    """Return the answer of information set Monte Carlo tree search.

    Raises:
        InputError: no play shows the role what it has seen.
        LimitError: the time or the memory is over too soon, or a game is too long.
        RulesError: a role has no legal move, or no goal value at an end.
        TierError: the tier does not support the game.
    """
    found: SearchResult = work(request.tier, "ismcts")(request)
    return found


def by_procedure(request: InformationRequest) -> SearchResult:
    """Return the answer of the search in Python."""
    call = request.call
    worlds = Worlds(request)
    tree = Tree(
        worlds, request.index,
        exploration=call["exploration"], single=call["observer"] == "single",
        source=random.Random(call["seed"]), deadline=request.deadline,
        each_world=request.each_world,
    )  # fmt: skip
    budget = Budget(
        "simulations", call["simulations"], request.deadline, request.interruptible,
        request.progress,
    )  # fmt: skip

    def step() -> bool:
        budget.say(lambda: f"{tree.simulations:,} simulations")
        tree.simulate()
        return True

    stopped = budget.run(step, lambda: tree.simulations)
    names = worlds.perception.text
    return answered(
        request, worlds, {names(move): tried for move, tried in tree.root.items()},
        nodes=tree.size, simulations=tree.simulations, stopped=stopped,
        possible=_possible(worlds, tree) if request.each_world else (),
    )  # fmt: skip


def answered(
    request: InformationRequest,
    worlds: Worlds,
    tried: Mapping[str, Tried],
    *,
    nodes: int,
    simulations: int,
    stopped: str,
    notes: tuple[str, ...] = (),
    possible: tuple[Possible, ...] = (),
) -> SearchResult:
    """Return the answer of a tree.

    Args:
        request: the request.
        worlds: that the role thinks possible.
        tried: what is known of the moves of the role, by their texts.
        nodes: of the tree.
        simulations: how many there were.
        stopped: why there were no more.
        notes: beside that on the worlds.
        possible: what each move is worth in each state, where that is asked for.
    """
    names = worlds.perception.text
    node = worlds.machine.legal(worlds.worlds[0].state)
    legal = [names(move) for move in node.moves[request.index]]
    if len(legal) == 1:
        best = MoveValue(legal[0], (legal[0],), None)
        moves: tuple[MoveValue, ...] = (best,)
    else:
        moves = tuple(_move(move, tried.get(move)) for move in legal)
        best = max(moves, key=lambda move: move.visits or 0)
    return request.result(
        move=best.move, value=best.value, moves=moves, best=(best,), nodes=nodes,
        simulations=simulations, stopped=stopped, notes=(worlds.note(), *notes),
        possible=possible,
    )  # fmt: skip


def _possible(worlds: Worlds, tree: Tree) -> tuple[Possible, ...]:
    """Return the possible states, with the mean goal after each move made there."""
    names = worlds.perception.text
    tallies = {
        world: {
            names(move): (Fraction(tried.made), Fraction(tried.total))
            for move, tried in begun.items()
            if tried.made
        }
        for world, begun in tree.begun.items()
    }
    return worlds.possible(tallies)


def _move(text: str, tried: Tried | None) -> MoveValue:
    """Return a move with the mean of the goals after it."""
    if tried is None or not tried.made:
        return MoveValue(text, (text,), None, visits=0)
    return MoveValue(text, (text,), tried.total / tried.made, visits=tried.made)
