"""Monte Carlo proof-number search: random games guide the search for a proof.

Proof-number search asks whether a role can secure a goal value. The proof number of a
state says how much is left to prove for a yes, the disproof number for a no; together
they lead to the next state to expand. Here a new state does not count 1: random games
are played from it. Its proof number is the share of games that fell short of the value,
its disproof number the share that reached it (Saito, Chaslot, Uiterwijk, van den Herik,
2006).

A state that repeats a state on the path to it is no nearer to the end: the role has
not secured its value there.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from math import fsum, inf

from pygame_search.machine.clauses import ClauseMachine
from pygame_search.machine.machine import Machine
from pygame_search.model.scores import value_text
from pygame_search.search.core.budget import budget_of
from pygame_search.search.core.request import SearchRequest
from pygame_search.search.core.result import MoveValue, SearchResult
from pygame_search.search.monte_carlo.playouts import playout
from pygame_search.support.errors import NoGoalError

#: The number in place of 0 if all random games agree: the state is not proven yet.
_LEAST = 1e-3


@dataclass(slots=True, eq=False)
class Node:
    """A state in the tree.

    Attributes:
        state: its number.
        proof, disproof: its numbers; 0 and infinity when it is proven, infinity and 0
            when it is disproven.
        choices: for each move of the role, the next states, one for each answer; None
            before the node is expanded.
    """

    state: int
    proof: float
    disproof: float
    choices: list[list[Node]] | None = None


@dataclass(slots=True)
class Prover:
    """A question, whether a role can secure a goal value, and its proof tree.

    Attributes:
        machine: the state machine.
        role: the index of the role.
        goal: the goal value.
        playouts: how many random games are played from a new state.
        source: the source of random numbers.
        deadline: the time.monotonic() at which a random game is abandoned.
        nodes: how many states the tree has.
        games: how many random games were played.
        below: the greatest value below `goal` in which a game in the tree has ended.
        repeated: whether a state was repeated.
    """

    machine: Machine
    role: int
    goal: float
    playouts: int
    source: random.Random
    deadline: float | None = None
    nodes: int = 0
    games: int = 0
    below: float = -inf
    repeated: bool = False

    def leaf(self, state: int, path: list[Node]) -> Node:
        """Return a new leaf, with numbers from random games."""
        self.nodes += 1
        found = self.machine.look(state)
        if found.terminal:
            return self._decided(state, self._reached(found.values))
        if any(node.state == state for node in path):
            self.repeated = True
            return self._decided(state, False)
        reached = 0
        for _ in range(self.playouts):
            _, values = playout(self.machine, state, self.source, self.deadline)
            reached += self._value(values) >= self.goal
        self.games += self.playouts
        rate = reached / self.playouts
        return Node(state, max(1 - rate, _LEAST), max(rate, _LEAST))

    def expand(self, path: list[Node]) -> None:
        """Expand the last state of a path from the root, and back up the numbers."""
        leaf = path[-1]
        found = self.machine.playable(leaf.state)
        leaf.choices = [
            [self.leaf(state, path) for _, state in choice]
            for choice in found.choices(self.role)
        ]
        for node in reversed(path):
            assert node.choices is not None
            node.proof = min(map(proof, node.choices))
            node.disproof = fsum(map(disproof, node.choices))

    def _decided(self, state: int, proven: bool) -> Node:
        return Node(state, 0, inf) if proven else Node(state, inf, 0)

    def _reached(self, values: tuple[int | None, ...]) -> bool:
        """Return whether a terminal state is worth the goal value or more."""
        value = self._value(values)
        if value < self.goal:
            self.below = max(self.below, value)
        return value >= self.goal

    def _value(self, values: tuple[int | None, ...]) -> int:
        value = values[self.role]
        if value is None:
            raise NoGoalError("no goal value is defined for the role in this state")
        return value


def proof(answers: list[Node]) -> float:
    """Return the proof number of a move: every answer to it has to be proven."""
    return fsum(node.proof for node in answers)


def disproof(answers: list[Node]) -> float:
    """Return the disproof number of a move: one refuting answer is enough."""
    return min(node.disproof for node in answers)


def most_proving(root: Node) -> list[Node]:
    """Return the path to the state to expand next."""
    path = [root]
    while (choices := path[-1].choices) is not None:
        answers = min(choices, key=proof)
        path.append(min(answers, key=lambda node: node.disproof))
    return path


class Search:
    """The search for the value of a state: proofs of one goal value after another.

    The disproof of a value gives the next one to try: the greatest lower value in which
    a game in that tree ended. So the values of a game need not be known.

    Args:
        prover: the first question: about the highest value, or infinity.
        state: a state that is not terminal.
        low: the lowest goal value; minus infinity if unknown.

    Attributes:
        prover: the current question.
        root: the root of its tree.
        most: an upper bound on what the role gets.
        value: the value of the state, once it is proven.
        endless: whether the role cannot make the game end, and so has no value.
        nodes, games: the number of states in all trees, and of random games played.
    """

    def __init__(self, prover: Prover, state: int, low: float) -> None:
        self.prover = prover
        self.root = prover.leaf(state, [])
        self.most = prover.goal
        self.value: float | None = None
        self.endless = False
        self._low = low
        self._before = 0, 0

    @property
    def nodes(self) -> int:
        """The number of states in all trees."""
        return self._before[0] + self.prover.nodes

    @property
    def games(self) -> int:
        """How many random games were played."""
        return self._before[1] + self.prover.games

    def step(self) -> bool:
        """Expand a state; return whether the value is still in doubt."""
        root, prover = self.root, self.prover
        prover.expand(most_proving(root))
        if root.proof == 0:
            self.value = prover.goal
            return False
        if root.disproof > 0:
            return True
        if prover.below == -inf:
            self.endless = True
            return False
        self.most = prover.below
        if self.most == self._low and not prover.repeated:
            self.value = self._low
            return False
        self._before = self.nodes, self.games
        self.prover = replace(
            prover, goal=self.most, nodes=0, games=0, below=-inf, repeated=False
        )
        self.root = self.prover.leaf(root.state, [])
        return True

    def words(self) -> str:
        """Return the progress of the search, in words."""
        goal, root = value_text(self.prover.goal), self.root
        return (
            f"{self.nodes:,} nodes: to be sure of {goal} has the proof number "
            f"{root.proof:.3g} and the disproof number {root.disproof:.3g}"
        )


def answer(request: SearchRequest) -> SearchResult:
    """Return the best move, and its value, proven if there was time."""
    state, role, call = request.state, request.index, request.call
    low, high = state.game.ranges[role]
    known = low < high
    budget = budget_of(request, "nodes")
    machine = ClauseMachine(state.game, memo=True)
    prover = Prover(
        machine, role, high if known else inf, call["playouts"],
        random.Random(call["seed"]), budget.deadline,
    )  # fmt: skip
    search = Search(prover, state.number, low if known else -inf)

    def step() -> bool:
        budget.say(search.words)
        return search.step()

    stopped = budget.run(step, lambda: search.nodes)
    return _result(request, machine, search, stopped)


def _result(
    request: SearchRequest, machine: ClauseMachine, search: Search, stopped: str
) -> SearchResult:
    """Return the answer to a request."""
    state, role = request.state, request.index
    node = machine.playable(state.number)
    texts = ClauseMachine(state.game).texts
    joints = texts([node.joint(choice[0][0]) for choice in node.choices(role)])
    choices = search.root.choices or [[search.root] for _ in joints]
    best = min(range(len(choices)), key=lambda i: proof(choices[i]))
    worth: float | None = search.most if search.value is None else search.value
    if search.endless or worth == inf:
        worth = None
    # Every move secures the lowest value.
    every = search.value is not None and search.root.proof > 0
    moves = tuple(
        MoveValue(
            joint[role], tuple(joint), worth,
            "exact" if every or proof(answers) == 0 else "upper",
        )
        for joint, answers in zip(joints, choices, strict=True)
    )  # fmt: skip
    notes = () if search.value is not None else (search.words(),)
    if search.endless:
        notes = (f"the others can keep {request.role} from ending the game: no value",)
    best_moves = [m for m in moves if m.bound == "exact"] or [moves[best]]
    return request.result(
        move=moves[best].move, value=worth, moves=moves,
        best=tuple(best_moves), line=(),
        bound="upper" if search.value is None else "exact",
        complete=search.value is not None, nodes=search.nodes,
        simulations=search.games, stopped=stopped, notes=notes,
    )  # fmt: skip
