"""How a search finds its answer: its steps, down to the clauses of the game.

A goal that a search has answered (`minimax`, `best_move`, `path`) is explained by the
steps of the search: the moves and their values, the replies, and at a leaf the clauses
that give the goal value, or the features in the estimate. A level is computed when
it is viewed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import chain, islice, product

from pygame_search.explanation.proof_text import proof_data
from pygame_search.explanation.proof_tree import Node
from pygame_search.explanation.proofs import ExplainRequest as ExplainRequest
from pygame_search.explanation.proofs import Explanation
from pygame_search.explanation.proofs import explain as proved
from pygame_search.explanation.reasons.cuts import cuts
from pygame_search.explanation.reasons.leaf import Judge, Leaf, Term, sum_words
from pygame_search.explanation.reasons.other_paths import (
    no_path_words,
    shown,
    why_not_path,
)
from pygame_search.explanation.reasons.paths import PathStep, how_path
from pygame_search.game import Game, State
from pygame_search.model.position import joint_text
from pygame_search.model.rules import CHANCE
from pygame_search.model.scores import value_text
from pygame_search.search.best import best
from pygame_search.search.core.methods import read_method
from pygame_search.search.core.result import SearchResult
from pygame_search.search.core.setup import weights_in_force
from pygame_search.search.paths import PathResult, paths
from pygame_search.support.errors import LimitError
from pygame_search.support.requests import asked
from pygame_search.support.words import conjoined, counted, split_outside

#: A move of each role, in the order of roles.
Joint = tuple[str, ...]

#: How many paths a search may expand to find the given one.
_MOST_EXPANDED = 100_000

#: How many paths to try before giving up.
MOST_PATHS = 50

#: The most states visited by a search for a best move, as for `best_move` in `ask`.
_MOST_NODES = 10_000

#: The note after a value that is an estimate, not a goal value.
_ESTIMATE = ", an estimate"


@asked(ExplainRequest)
def explain(request: ExplainRequest) -> Explanation:
    """Return how a goal follows from the rules in a state, or why it does not.

    A tree of thousands of nodes is truncated, with a note where. Below a goal that a
    search has answered are the steps of the search; a level is computed when it is
    shown.

    Raises:
        InputError: the goal cannot be read, uses an unknown relation, or has fewer
            answers.
        MoveError: the move is not legal.
        LimitError: it takes too long.

    >>> from pygame_search import load
    >>> print(load("nim(heaps=[1])").initial.explain("true(control(P))"))
    true(control(first)) holds in the position.
    """
    found = proved(**vars(request))
    tree = _with_steps(found.tree, request.where)
    if tree == found.tree:  # but for what can be expanded
        return replace(found, tree=tree)
    changed = replace(found, tree=tree)
    reply = request.game.request("why", tree=proof_data(changed.named))
    return replace(changed, sentence=reply["sentence"])


def _with_steps(node: Node, where: State | Game) -> Node:
    """Return a tree in which search goals can be expanded."""
    if node.kind == "search" and "search" in node.reason:  # no clause of the game
        name, *arguments = _parsed(node.goal)
        if name == "path":
            return _path(node, where, *(["breadth"] * (2 - len(arguments))), *arguments)
        if isinstance(where, State) and not where.terminal:
            steps = _Steps(where)
            if name == "minimax":
                return steps.minimax(node, *arguments)
            if name == "best_move":
                return steps.best_move(node, *arguments)
        return node
    failed = node.failed and _with_steps(node.failed, where)
    children = tuple(_with_steps(child, where) for child in node.children)
    return replace(node, children=children, failed=failed)


def _parsed(goal: str) -> list[str]:
    """Return the name and the arguments of a goal; empty for KIF syntax."""
    name, bracket, rest = goal.partition("(")
    return [name, *split_outside(rest[:-1], ",")] if name and bracket else [""]


def _is_variable(text: str) -> bool:
    return text[:1] == "_" or text[:1].isupper()


@dataclass(frozen=True, slots=True)
class _Line:
    """The moves that lead to a node.

    Attributes:
        moves: these, as terms.
        written: the same, as people write them.
    """

    moves: tuple[str, ...] = ()
    written: tuple[str, ...] = ()

    def then(self, state: State, role: str, move: str) -> _Line:
        """Return the line with a move of a role in a state."""
        return self._and(move, _written(state, role, move))

    def with_joint(self, state: State, joint: Joint) -> _Line:
        """Return the line with a joint move in a state."""
        return self._and(joint_text(joint), state.written(joint))

    def _and(self, move: str, written: str) -> _Line:
        return _Line((*self.moves, move), (*self.written, written))

    def node(
        self, kind: str, reason: str, more: Callable[[], tuple[Node, ...]] | None = None
    ) -> Node:
        """Return the node at the end of the line."""
        goal, notated = "; ".join(self.moves), "; ".join(self.written)
        return Node(
            goal, True, kind=kind, reason=reason, more=more,
            notated="" if notated == goal else notated,
        )  # fmt: skip


def _written(state: State, role: str, move: str) -> str:
    return state.written_moves(role, [move])[0]


class _Steps:
    """The steps of a search from a position.

    Args:
        state: the position.
    """

    def __init__(self, state: State) -> None:
        game = self._game = state.game
        self._state = state
        one_depth, deeper = "alphabeta", "deepening"
        if CHANCE in game.roles:
            one_depth = deeper = "expectimax"
        self._call = read_method(one_depth)
        self._asked = f"{deeper}(nodes={_MOST_NODES})"
        self._judge = Judge(game, weights_in_force(game, self._call, None))

    # ---- what was asked ------------------------------------------------------

    def minimax(self, node: Node, plies: str, move: str, value: str) -> Node:
        """Return a goal `minimax(Plies, Move, Value)` with its steps."""
        movers = _movers(self._state)
        if _with_chance(movers) or not plies.isdecimal():
            return node
        if movers == [CHANCE]:
            role = self._game.players[0]
            return self._not_to_move(node, role, move, value, int(plies))
        role = movers[0]
        depth = int(plies) - 1
        if node.holds:
            step = self._after(self._state, _Line(), move, role, depth)
            reason = f"{self._written(role, move)} is {step.reason}"
            return replace(node, reason=reason, more=step.more)
        if not _is_variable(move):
            return self._other_value(node, role, move, value, depth)
        return replace(
            node,
            reason=f"no move of {role} is worth {value}",
            more=lambda: self._moves(self._state, _Line(), role, role, depth),
        )

    def best_move(self, node: Node, *arguments: str) -> Node:
        """Return a goal `best_move(Role, Move, Value)`, or `(Move)`, with its steps."""
        if len(arguments) == 1 and self._state.to_move:
            arguments = (self._state.to_move[0], *arguments, "_")
        role, move, value = arguments
        if role not in self._game.players or _with_chance(_movers(self._state)):
            return node
        found = best(self._state, role=role, method=self._asked, tier="clauses")
        if found.depth is None or found.value is None:
            return node
        if role not in self._state.to_move:
            return self._not_to_move(node, role, move, value, found.depth)
        best_moves = [one.move for one in found.best]
        worth = value_text(found.value)
        depth = found.depth - 1
        if node.holds:
            many = counted(len(self._state.legal[role]), "move", "moves")
            return replace(
                node,
                reason=f"{_searched(found)}: the greatest of {many}"
                + self._known_move(role),
                more=lambda: self._moves(self._state, _Line(), role, role, depth),
            )
        if _is_variable(move) or move in best_moves:
            return replace(node, reason=f"the best move is worth {worth}, not {value}")
        return self._other_value(node, role, move, value, depth, best_moves[0])

    def _not_to_move(
        self, node: Node, role: str, move: str, value: str, plies: int
    ) -> Node:
        """Return a goal about a role that can only wait, with the moves of others."""
        if not (node.holds or _is_variable(move) or move in self._state.legal[role]):
            return self._other_value(node, role, move, value, plies)
        step = self._node(self._state, _Line(), role, plies)
        less = "" if node.holds or _is_variable(value) else f", not {value}"
        worth, _, how = step.reason.partition(": ")
        reason = f"{role} is not to move; the position is {worth}{less}: {how}"
        return replace(node, reason=reason, more=step.more)

    def _other_value(
        self, node: Node, role: str, move: str, value: str, depth: int, better: str = ""
    ) -> Node:
        """Return why a move does not have the given value, or is not best."""
        if move not in self._state.legal[role]:
            tree = proved(self._state, f"legal({role}, {move})").tree
            said = self._written(role, move)
            return replace(node, reason=f"{said} is not legal here", children=(tree,))
        step = self._after(self._state, _Line(), move, role, depth)
        worth, _, how = step.reason.partition(": ")
        if not better:
            said = self._written(role, move)
            reason = f"{said} is {worth}, not {value}: {how}"
            reason += self._refutation(role, move, depth)
            return replace(node, reason=reason, more=step.more)
        best_step = self._after(self._state, _Line(), better, role, depth)
        best_worth = best_step.reason.partition(": ")[0]
        said, best_said = self._written(role, move), self._written(role, better)
        reason = f"{said} is {worth}, and {best_said} is {best_worth}"
        if worth == best_worth:
            reason += (
                "; of moves worth the same, a sooner win or a later loss is best, "
                "then the first in the order of the rules"
            )
        reason += self._refutation(role, move, depth) + self._cut(role, move, depth)
        return replace(node, reason=reason, children=(step, best_step))

    def _written(self, role: str, move: str) -> str:
        """Return a move at the beginning as people write it."""
        return _written(self._state, role, move)

    def _known_move(self, role: str) -> str:
        """Return what is assumed if several roles move; empty if one does."""
        if len(_movers(self._state)) == 1:
            return ""
        return f", if the others know the move of {role}"

    def _best(self, state: State, role: str, depth: int) -> SearchResult:
        """Return the value of a position, and the line, without the counts."""
        return best(state, role=role, depth=depth, method=self._call, at_once=True)

    def _refutation(self, role: str, move: str, depth: int) -> str:
        """Return a phrase with the opponent's best reply; empty if there is none."""
        if len(_movers(self._state)) > 1:  # the reply is a part of the same step
            return ""
        state = self._state.play(move)
        movers = [] if state.terminal or not depth else _movers(state)
        if len(movers) != 1 or movers[0] in (role, CHANCE):
            return ""
        line = self._best(state, role, depth).line
        if not line:
            return ""
        reply = dict(zip(state.legal, line[0], strict=True))[movers[0]]
        reply = _written(state, movers[0], reply)
        return f"; {movers[0]} replies to {self._written(role, move)} with {reply}"

    def _cut(self, role: str, move: str, depth: int) -> str:
        """Return a phrase that names the bound that cut a move; empty if none did.

        The search is recorded, without its table, so it may not get as deep.
        """
        if CHANCE in self._game.roles or len(_movers(self._state)) > 1:
            return ""
        try:
            found = best(
                self._state, role=role, method=self._asked, tier="clauses", record=True
            )
        except LimitError:  # a recorded search does more work
            return ""
        if found.depth != depth + 1:
            return ""
        for cut in cuts(found):
            known = cut.known
            if cut.moves != (move,) or cut.by != "others" or known.line:
                continue
            if known.kind in ("move", "tie"):
                reply = self._state.play(move).written(cut.refutation.joint)
                instead = self._state.written(known.joint)
                most, sure = cut.value(cut.beta), cut.value(known.score)
                return (
                    f"; cut: after {self._written(role, move)} {cut.others} has "
                    f"{reply}, worth at most {value_text(most)} to {role}, and "
                    f"{role} already has {value_text(sure)} by {instead}"
                )
        return ""

    # ---- the tree of the search ----------------------------------------------

    def _moves(
        self, state: State, before: _Line, mover: str, role: str, depth: int
    ) -> tuple[Node, ...]:
        """Return the node after each move of a role, and its value for another role."""
        moves = state.legal[mover]
        return tuple(self._after(state, before, one, role, depth) for one in moves)

    def _after(
        self, state: State, before: _Line, move: str, role: str, depth: int
    ) -> Node:
        """Return the node after a move; of the role itself, if several roles move."""
        movers = _movers(state)
        if len(movers) == 1:
            return self._node(
                state.play(move), before.then(state, movers[0], move), role, depth
            )
        index = self._game.roles.index(role)
        answers = [one for one in _joints(state) if one[index] == move]
        nodes = tuple(self._joint(state, before, one, role, depth) for one in answers)
        worth = min(map(_worth, nodes), key=Fraction)
        sure = all(map(_is_sure, nodes))
        others = [mover for mover in movers if mover != role]
        replies = counted(len(nodes), "reply", "replies")
        return before.then(state, role, move).node(
            "step",
            f"{_said(worth, role, sure)}: the least over {replies} of "
            f"{conjoined(others)}",
            lambda: nodes,
        )

    def _joint(
        self, state: State, before: _Line, joint: Joint, role: str, depth: int
    ) -> Node:
        text = joint_text(joint)
        line = before.with_joint(state, joint)
        return self._node(state.play(text), line, role, depth)

    def _node(self, state: State, before: _Line, role: str, depth: int) -> Node:
        """Return the node of a position, searched to a depth in plies."""
        if state.terminal or depth == 0:
            leaf = self._judge.leaf(state, role)
            end = "the game is over" if state.terminal else _estimate_words(leaf)
            reason = f"{_said(str(leaf.value), role, state.terminal)}: {end}"
            return before.node("leaf", reason, lambda: self._leaf(state, leaf))
        found = self._best(state, role, depth)
        assert found.value is not None
        movers = _movers(state)
        said = _said(value_text(found.value), role, _is_exact(found))
        if len(movers) != 1:
            return self._at_once(state, before, role, depth, said)
        [mover] = movers
        which = {role: "greatest", CHANCE: "mean"}.get(mover, "least")
        moves = counted(len(state.legal[mover]), "move", "moves")
        reason = f"{said}: the {which} over {moves} of {mover}"
        if mover == CHANCE and state.weighed:
            reason += ", by their weights"
        return before.node(
            "step",
            reason,
            lambda: self._moves(state, before, mover, role, depth - 1),
        )

    def _at_once(
        self, state: State, before: _Line, role: str, depth: int, said: str
    ) -> Node:
        """Return a node where several roles move, and the others know the role's."""
        movers = _movers(state)
        names = conjoined(movers)
        if _with_chance(movers):
            reason = f"{said}: {names} move at once, see `best --why`"
            return before.node("step", reason)
        if role in movers:
            many = counted(len(state.legal[role]), "move", "moves")
            return before.node(
                "step",
                f"{said}: the greatest over {many} of {role}, if the others know the "
                "move",
                lambda: self._moves(state, before, role, role, depth - 1),
            )
        joints = _joints(state)
        return before.node(
            "step",
            f"{said}: the least over {len(joints)} joint moves of {names}",
            lambda: tuple(
                self._joint(state, before, one, role, depth - 1) for one in joints
            ),
        )

    def _leaf(self, state: State, leaf: Leaf) -> tuple[Node, ...]:
        """Return the proofs of a leaf's value."""
        if leaf.kind == "terminal":
            goals = ["terminal", f"goal({leaf.role}, {leaf.value})"]
        else:
            goals = [
                goal
                for worth in leaf.worths
                for term in worth.terms
                if term.name in self._game.weights and term.count
                for goal in _feature_goals(worth.role, term)
            ]
        trees = (proved(state, goal).tree for goal in goals)
        return tuple(tree for tree in trees if tree.holds)


def _feature_goals(role: str, term: Term) -> tuple[str, ...]:
    """Return goals of which one holds: what the feature of a role counts."""
    counted = f"count(I, feature({role}, {term.name}, I), "
    added = f"sum(N, N, feature_value({role}, {term.name}, N), "
    return (
        f"{counted}{term.count})",
        f"{added}{term.count})",
        f"{counted}C), C > 0, {added}S), S =\\= 0, {term.count} is C + S",
    )


def _movers(state: State) -> list[str]:
    """Return the roles, chance among them, that choose a move."""
    return [role for role, moves in state.legal.items() if moves != ("noop",)]


def _with_chance(movers: list[str]) -> bool:
    """Return whether chance moves together with others."""
    return len(movers) > 1 and CHANCE in movers


def _joints(state: State) -> list[Joint]:
    return list(product(*state.legal.values()))


def _said(worth: str, role: str, sure: bool) -> str:
    """Return a position's value for a role in words, marked if it is an estimate."""
    return f"worth {worth} to {role}" + ("" if sure else _ESTIMATE)


def _worth(node: Node) -> str:
    """Return the value at the beginning of a node's reason, as in `worth 1 to x`."""
    return node.reason.split()[1]


def _is_sure(node: Node) -> bool:
    """Return whether that value is not an estimate."""
    return not node.reason.partition(": ")[0].endswith(_ESTIMATE)


def _is_exact(found: SearchResult) -> bool:
    """Return whether no estimate contributes to a value."""
    return found.complete or found.distance is not None


def _searched(found: SearchResult) -> str:
    """Return the value of a search that has one, and how deep it went."""
    assert found.value is not None
    words = found.states[0].game.depth_words
    worth, plies = value_text(found.value), counted(found.depth or 0, *words)
    if found.complete:
        return f"value {worth}, searched to the end of the game"
    if _is_exact(found):
        return f"value {worth}, searched {plies} deep"
    return f"estimate {worth}, {plies} deep, where the game may go on"


def _estimate_words(leaf: Leaf) -> str:
    """Return the estimate of a leaf, as a sum."""
    if not leaf.worths:
        return "the depth is reached, and nothing weighs"
    return " less ".join(f"{worth.role} {sum_words(worth)}" for worth in leaf.worths)


# ---- paths -----------------------------------------------------------------------


def _path(node: Node, where: State | Game, method: str, path: str) -> Node:
    """Return a goal `path(Method, Path)` with the steps, or why there is none."""
    game = where if isinstance(where, Game) else where.game
    if _is_variable(method):
        method = "breadth"
    start = None if isinstance(where, Game) else where
    found = islice(
        paths(game, start=start, method=method, limit=_MOST_EXPANDED), MOST_PATHS
    )
    first = next(found)
    if not node.holds and not _is_variable(path):
        reason, trees = why_not_path(first, path)
        return replace(node, reason=reason, children=trees)
    if not first.found:
        return replace(node, reason=no_path_words(first))
    for one in chain([first], found):
        if one.found and "".join(path.split()) == "".join(shown(one).split()):
            return _opened_path(node, one)
    return node


def _opened_path(node: Node, first: PathResult) -> Node:
    """Return the goal of a path with its steps below it."""
    reasons = how_path(first)
    expanded = counted(first.expanded, "path was", "paths were")
    steps = counted(len(reasons.steps), "step", "steps")
    cost = f"at a cost of {first.cost}; {expanded} expanded"

    def opened() -> tuple[Node, ...]:
        return tuple(
            Node(
                f"{number}. {step.move}", True, kind="leaf",
                reason=f"cost {step.cost}, so far {step.so_far}; "
                f"{counted(step.choices, 'step', 'steps')} lead on from here",
                more=partial(_step_proof, step),
            )
            for number, step in enumerate(reasons.steps, 1)
        )  # fmt: skip

    return replace(node, reason=f"{steps} to a goal, {cost}", more=opened)


def _step_proof(step: PathStep) -> tuple[Node, ...]:
    return (step.proof().tree,)
