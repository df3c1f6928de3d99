"""Why a move is the best.

One search, whose window is not narrowed at the root, finds the exact value of every
move. Each move has a line: the replies of the others, and what follows. A line ends at
the end of the game, at the depth limit, or where chance decides. There the value is the
mean over the moves of chance, each with a line of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from pygame_search.explanation.reasons.leaf import Judge
from pygame_search.explanation.reasons.sentences import Sentences
from pygame_search.explanation.reasons.variation import (
    Chance,
    Part,
    Ply,
    Variation,
    end_sentences,
    ply_lines,
    value_words,
    variation_html,
)
from pygame_search.game import Game, State
from pygame_search.machine.machine import Choice, Expansion
from pygame_search.model.decimals import Weight, unscaled
from pygame_search.model.rules import CHANCE
from pygame_search.model.scores import score_value
from pygame_search.render.html import html_text
from pygame_search.search.best import ChoiceRequest, best
from pygame_search.search.core.methods import METHODS, SEARCHES, MethodCall
from pygame_search.search.core.request import SearchRequest
from pygame_search.search.core.result import MoveValue, SearchResult
from pygame_search.search.core.setup import (
    checked_method,
    checked_role,
    line_joints,
    new_task,
    weights_in_force,
)
from pygame_search.search.core.standing_pat import STAND
from pygame_search.search.game_tree import expectimax
from pygame_search.support.errors import InputError
from pygame_search.support.json_objects import JsonObject
from pygame_search.support.requests import asked
from pygame_search.support.words import conjoined, counted, indented

#: The most moves of chance that one explanation shows.
MOST_PARTS = 2_000


@dataclass(frozen=True, slots=True)
class Alternative(JsonObject):
    """A move that was not chosen.

    Attributes:
        move: in the syntax of rule files.
        value: its exact value for the role.
        reason: `worse`: its value is less; `later`: it wins later; `sooner`: it loses
            sooner; `lost`: a sure loss, which is worse than any move that is not one;
            `unsure`: no sure win, while the best move is one; `equal`: equally good,
            but later in rule order.
        variation: the line that follows.
        refutation: the first step in which another role answers; None if none does.
    """

    move: str
    value: float
    reason: str
    variation: Variation
    refutation: Ply | None

    json_members = "move reason"

    def as_json(self) -> dict[str, Any]:
        """Return it as the command line gives it."""
        found = JsonObject.as_json(self) | {
            "refutation": getattr(self.refutation, "move", None)
        }
        return found | self.variation.as_json()


@dataclass(frozen=True, slots=True, repr=False)
class BestReasons(Sentences, JsonObject):
    """Why a move is the best of a position.

    Attributes:
        state: the position.
        variation: the line of the best move; without plies if the game is over.
        alternatives: the other moves, in rule order.
        result: the result of the search.
        nodes: how many states were visited in all.
    """

    state: State
    variation: Variation
    alternatives: tuple[Alternative, ...]
    result: SearchResult
    nodes: int

    json_members = (
        "role move value depth=result.depth complete=result.complete "
        "method=result.method line=variation alternatives nodes text "
        "notes=result.notes"
    )

    @property
    def role(self) -> str:
        """The role whose best move it is."""
        return self.result.role

    @property
    def move(self) -> str | None:
        """The best move; None if the game is over."""
        return self.result.move

    @property
    def value(self) -> float:
        """The value of the best move."""
        return self.variation.value

    def text(self) -> str:
        """Return the reasons in sentences."""
        game, role = self.state.game, self.role
        line = self.variation
        lines = [summary(self)]
        if line.plies:
            lines += ["", f"The line, and what each position is worth to {role}:"]
            lines += ply_lines(line)
        lines += ["", *indented(str(line.end).splitlines(), "  ")]
        lines += end_sentences(line, game, role)
        if self.move is None:
            return "\n".join(lines)
        for other in self.alternatives:
            lines += ["", *_alternative(other, game, role)]
        return "\n".join([*lines, "", visited(self), *self.result.notes])

    def _html(self, shown: str) -> str:
        """Return the sentences, and alternatives that can be opened."""
        role = self.role
        parts = [f"<p><b>{html_text(summary(self))}</b></p>"]
        parts.append(variation_html(self.variation, role))
        for other in self.alternatives:
            words = html_text(alternative_words(other, self.state.game, role))
            inside = variation_html(other.variation, role)
            parts.append(f"<details><summary>{words}</summary>{inside}</details>")
        parts.append(f"<p>{html_text(visited(self))}</p>")
        return f"<div>{''.join(parts)}</div>"


@asked(ChoiceRequest)
def why_best(request: ChoiceRequest) -> BestReasons:
    """Return why the best move is the best: the line that follows each move.

    Each move is searched with the full window, which takes more nodes than `best`. The
    errors are those of `best`. A method is refused if it gives no line for each move,
    or has a window, which gives only bounds; so is depth 0, which chooses no move.
    Where chance decides, the procedure explores the moves of chance at the end of the
    lines.
    """
    state, depth = request.state, request.depth
    name = checked_role(state, request.role)
    default = "deepening" if depth is None else "alphabeta"
    call = checked_method(state.game, request.method, default)
    if call.method.informed:
        raise InputError(
            f"{call.method.name} searches from what a role knows: `why_believed` gives "
            "its reasons"
        )
    if call.method.searches and not call.method.twofold:
        names = ", ".join(name for name in SEARCHES if METHODS[name].has("depth"))
        raise InputError(
            f"{call.method.name} gives no reasons for its choice: expected one of "
            f"{names}"
        )
    call.must_be_twofold()
    if not call.method.has("depth"):
        raise InputError(
            f"{call.method.name} proves what one move is worth, and compares it with "
            "no other: `tree` draws the proof"
        )
    if call["alpha"] is not None or call["beta"] is not None:
        raise InputError(
            f"{call}: expected a method without alpha and beta, which leave bounds"
        )
    call.must_choose(depth)
    found = best(**{**vars(request), "role": name, "method": call}, exact=True)
    used = weights_in_force(state.game, call, request.weights)
    explainer = _Explainer(state, found, call, used)
    chosen = explainer.chosen()
    others = tuple(
        explainer.alternative(move, chosen)
        for move in found.moves
        if move is not found.best[0]
    )
    nodes = found.nodes + explainer.task.nodes
    return BestReasons(state, chosen, others, found, nodes)


class _Explainer:
    """Explains what follows each move of a search.

    Args:
        state: the position.
        found: the result of the search, with exact values for all moves.
        call: its method.
        weights: the weights that are not 0.
    """

    def __init__(
        self,
        state: State,
        found: SearchResult,
        call: MethodCall,
        weights: Mapping[str, Weight],
    ) -> None:
        self.game = state.game
        self.state = state
        self.found = found
        request = SearchRequest(
            state, found.role, call, depth=found.depth, weights=weights
        )
        self.task = new_task(request)
        self._all = call.method.name == "maxn"
        self._judge = Judge(self.game, weights)
        self._parts = 0

    def chosen(self) -> Variation:
        """Return the line of the best move."""
        if not self.found.best:
            assert self.found.value is not None
            return self._variation(self.state, self.state, 0, (), self.found.value)
        return self._of_move(self.found.best[0])

    def alternative(self, move: MoveValue, best: Variation) -> Alternative:
        """Return why another move is not the best."""
        variation = self._of_move(move)
        reason = "equal" if move in self.found.best else self._reason(variation, best)
        return Alternative(
            move.move, variation.value, reason, variation, self._refutation(variation)
        )

    def _reason(self, other: Variation, best: Variation) -> str:
        """Return why a move is worse than the best one."""
        if other.value < best.value:
            return "worse"
        if self._sure(best) != self._sure(other):
            return "unsure" if self._sure(best) == 1 else "lost"
        return "sooner" if self._sure(other) == -1 else "later"

    def _sure(self, line: Variation) -> int:
        """Return 1 for a sure win, -1 for a sure loss, else 0."""
        low, high = self.game.ranges[self.task.role]
        if line.chance is not None:
            found = {self._sure(part.variation) for part in line.chance.parts}
            return found.pop() if len(found) == 1 else 0
        if low == high or (line.leaf is not None and line.leaf.kind == "limit"):
            return 0
        return 1 if line.value == high else -1 if line.value == low else 0

    def _of_move(self, move: MoveValue) -> Variation:
        assert move.value is not None
        mine = None if move.line else move.move
        return self._variation(self.state, self.state, 0, move.line, move.value, mine)

    def _refutation(self, variation: Variation) -> Ply | None:
        """Return the step in which others answer: the first one, or the next."""
        for ply in variation.plies[:2]:
            if set(ply.movers) - {self.found.role, CHANCE}:
                return ply
        return None

    def _variation(
        self,
        parent: State,
        start: State,
        before: int,
        line: Sequence[Sequence[str]],
        value: float,
        mine: str | None = None,
    ) -> Variation:
        """Return a line with everything known about it.

        Args:
            parent: the position before it; at the root, the position itself.
            start: the position where it begins.
            before: the number of plies from the root to there.
            line: its joint moves.
            value: its value.
            mine: the move of the role at its end, if known.
        """
        plies = tuple(self._plies(start, before, line, value))
        states = [parent, start, *(ply.state for ply in plies)]
        reached = before + len(plies)
        if self._goes_on(states[-2], states[-1], reached):
            answer = self._answer(states[-1].number, reached, mine)
            if answer[0][0] != STAND:
                chance = self._chance(states[-1], reached, answer)
                return Variation(start, plies, value, None, chance)
        others = None
        if self._all:
            others = {
                player: self._judge.leaf(states[-1], player).value
                for player in self.game.players
                if player != self.found.role
            }
        leaf = self._judge.leaf(states[-1], self.found.role)
        return Variation(start, plies, value, leaf, None, others)

    def _plies(
        self, state: State, before: int, line: Sequence[Sequence[str]], value: float
    ) -> Iterator[Ply]:
        states = [state]
        for joint in line:
            states.append(states[-1].play_joint(joint))
        end = before + len(line) if states[-1].terminal else self.found.depth
        steps = zip(line, pairwise(states), strict=True)
        for number, (joint, (at, state)) in enumerate(steps, before + 1):
            movers = _movers(at, joint)
            estimate = None
            if self._judge.weights and not state.terminal:
                estimate = self._judge.leaf(state, self.found.role).value
            left = None if end is None else end - number
            yield Ply(tuple(joint), movers, state, left, value, estimate, at)

    # ---- chance --------------------------------------------------------------

    def _goes_on(self, parent: State, end: State, ply: int) -> bool:
        """Return whether a line ends where chance decides or at standing pat."""
        if self.task.chance is None:
            return False
        node = self.task.node(ply, end.number)
        return self.task.kind(node, ply, parent.number, end.number) is None

    def _chance(self, state: State, ply: int, answer: Choice) -> Chance | None:
        """Return the outcomes of chance in a state, for the players' moves found."""
        node = self.task.machine.expand(state.number)
        self._parts += len(answer)
        if self._parts > MOST_PARTS:
            return None
        parts = []
        for index, successor in answer:
            score, line = expectimax.value(
                self.task, ply + 1, (state.number, node), index, successor
            )
            found, _ = score_value(expectimax.reported(score), *self.task.goal_range)
            value = unscaled(found, self.task.unit)
            [joint] = self.task.machine.texts([node.joint(index)])
            rest = self.task.machine.texts(line_joints(self.task.machine, line))
            after = self.game.numbered(successor)
            variation = self._variation(state, after, ply + 1, rest, value)
            parts.append(Part(tuple(joint), variation, node.likelihood(index)))
        return Chance(tuple(parts))

    def _answer(self, state: int, ply: int, mine: str | None) -> Choice:
        """Return the joint moves that differ only in the move of chance.

        The role chooses the best mean, unless its move is known; the others choose the
        worst. Standing pat is alone.
        """
        node = self.task.machine.expand(state)
        choices = [
            expectimax.answers(self.task, choice, node)
            for choice in self.task.choices(node, state, ply)
            if mine is None or self._move(node, choice) == mine
        ]
        if len(choices) == 1 and len(choices[0]) == 1:
            return choices[0][0]
        found = []
        for answers in choices:
            means = [
                (expectimax.mean(self.task, answer, node, state, ply)[0], answer)
                for answer in answers
            ]
            found.append(min(means, key=lambda pair: pair[0]))
        return max(found, key=lambda pair: pair[0])[1]

    def _move(self, node: Expansion, choice: Choice) -> str:
        """Return the move of the role in a choice."""
        [joint] = self.task.machine.texts([node.joint(choice[0][0])])
        return joint[self.task.role]


def _movers(state: State, joint: Sequence[str]) -> tuple[str, ...]:
    """Return the roles with a choice or, if none has one, those that do not `noop`."""
    legal = state.legal
    choosing = tuple(role for role, moves in legal.items() if len(moves) > 1)
    return choosing or tuple(
        role for role, move in zip(legal, joint, strict=True) if move != "noop"
    )


def summary(reasons: BestReasons) -> str:
    """Return the best move and its value, in one sentence."""
    role, game = reasons.role, reasons.state.game
    worth = value_words(reasons.variation, game, role)
    if reasons.move is None:
        return f"Nobody is to move, and to {role} this is worth {worth}."
    if role not in reasons.state.to_move:
        return f"{role} is not to move; to {role} this is worth {worth}."
    [move] = reasons.state.written_moves(role, [reasons.move])
    return f"{role} plays {move}: that is worth {worth}."


def visited(reasons: BestReasons) -> str:
    """Return how the result was found, in words."""
    found = reasons.result
    depth = "to the end of the game"
    if not found.complete and found.depth is not None:
        words = reasons.state.game.depth_words
        depth = f"to a depth of {counted(found.depth, *words)}"
    return (
        f"Searched by {found.method} {depth}, each move exactly: "
        f"{counted(reasons.nodes, 'node', 'nodes')}."
    )


def _alternative(other: Alternative, game: Game, role: str) -> Iterator[str]:
    yield alternative_words(other, game, role)
    if len(other.variation.plies) > 1:
        yield f"  line: {'; '.join(other.variation.written)}"
    yield from indented(str(other.variation.end).splitlines(), "    ")
    yield from indented(end_sentences(other.variation, game, role), "  ")


def alternative_words(other: Alternative, game: Game, role: str) -> str:
    """Return why a move was not chosen, in one sentence."""
    worth = value_words(other.variation, game, role)
    reason = {
        "worse": "is worse",
        "later": "is worth the same, but later",
        "sooner": "is worth the same, but sooner",
        "lost": "is a proven loss, which is worse than any estimate",
        "unsure": "is no proven win, but the best move is",
        "equal": "is as good, and comes later in the order of the rules",
    }[other.reason]
    answer = other.refutation
    [move] = other.variation.start.written_moves(role, [other.move])
    if answer is None or other.reason == "equal":
        return f"{move} {reason}: {worth}."
    who = [mover for mover in answer.movers if mover != role]
    index = [game.roles.index(mover) for mover in who]
    moves = [
        answer.before.written_moves(game.roles[i], [answer.joint[i]])[0] for i in index
    ]
    verb = "answers" if len(who) == 1 else "answer"
    return f"{move} {reason}: {worth}. {conjoined(who)} {verb} {conjoined(moves)}."
