"""An independent check of equilibria, which shares no code with their makers.

Every history is played from the start by the oracle, and none is merged with another.
A role's best response is found from the last step to the first: after each step it
makes, for all histories that it cannot tell apart, the move after which its goals add
up to most, weighted by how likely chance and the others make the histories.

That needs the same legal moves after all of these histories; a game where they differ
is refused.
"""

from __future__ import annotations

import json
import os
import re
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import prod
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from pygame_search.oracle.beliefs import (
    MOST_HISTORIES,
    History,
    Step,
    beginning,
    in_order,
    legal_moves,
    longer,
)
from pygame_search.oracle.certificate import is_texts, must_be_sealed, opened
from pygame_search.oracle.checker import interpreter
from pygame_search.oracle.interpreter import Oracle, State, rank
from pygame_search.oracle.terms import (
    OracleError,
    Term,
    ground_terms,
    written_otherwise,
)
from pygame_search.oracle.verdict import WrongError
from pygame_search.support.errors import CertificateError, LimitError

VERSION = 3
#: The tables of a file, in alphabetical order.
_TABLES = (
    "CREATE TABLE heads (part INTEGER PRIMARY KEY, head TEXT NOT NULL)",
    "CREATE TABLE information_sets (number INTEGER PRIMARY KEY, role TEXT NOT NULL, "
    "view TEXT NOT NULL, moves TEXT NOT NULL)",
)
#: The other members of the head: how the equilibrium was found, and remarks.
_OTHERS = {"version", "solved", "states", "method", "seconds", "notes"}
_FRACTION = re.compile(r"-?[0-9]{1,100}(/0*[1-9][0-9]{0,99})?")

#: How far what all get together may be from what the file says, which rounds it.
_GRAIN = Fraction(1, 10**12)

#: The most steps of a play.
MOST_STEPS = 1_000

#: What a role knows where it has a choice.
_View: TypeAlias = "tuple[Step, ...]"


class Found(NamedTuple):
    """What the file proves: bounds on the mean goal of the first player, or a fault."""

    fault: str | None
    least: Fraction | None = None
    most: Fraction | None = None


class _Line(NamedTuple):
    """What a role does in an information set, as the file has it."""

    role: str
    steps: list[tuple[str, list[str]]]
    moves: list[tuple[str, Fraction]]


@dataclass(slots=True, eq=False)
class _Node:
    """A history.

    Attributes:
        history: the moves, what the roles know, and the state.
        legal: the legal moves of each role.
        chance: how likely chance makes its moves on the way.
        plans: how likely each role makes its own, 1 for chance.
        after: the histories with one step more.
        value: what it adds to a role's mean goal, while that is computed.
    """

    history: History
    legal: list[tuple[Term, ...]]
    chance: Fraction
    plans: list[Fraction]
    after: list[_Node] = field(default_factory=list)
    value: Fraction = Fraction(0)


def check(
    file: str | os.PathLike[str],
    rules: str | None = None,
    progress: Callable[[str], None] = lambda words: None,
) -> Found:
    """Check the certificate of an equilibrium, and return what it proves.

    Args:
        file: the certificate.
        rules: the rule file, if it is not where the certificate says.
        progress: called with a line of progress.

    Raises:
        CertificateError: the certificate is for other rules, or of an unknown kind.
        InputError: the rule file cannot be read.
        RulesError: the rules are not valid, or a role cannot know its legal moves.
        LimitError: there are too many histories.
    """
    path = Path(file)
    must_be_sealed(path)
    try:
        head, lines = _read(path)
    except (
        sqlite3.Error, ValueError, TypeError, KeyError, RecursionError
    ) as error:  # fmt: skip
        raise CertificateError(f"{path}: {error}") from error
    with interpreter(path, head, rules) as (oracle, syntax):
        try:
            return _Check(oracle, syntax, head, lines, progress).found()
        except WrongError as wrong:
            return Found(wrong.reason)


def _read(path: Path) -> tuple[dict[str, Any], list[_Line]]:
    """Return the head and the information sets of a file."""
    with opened(path, _TABLES) as data:
        [(text,)] = data.execute("SELECT head FROM heads")
        head = json.loads(text)
        if head["version"] != VERSION or head["solved"] != "equilibrium":
            raise ValueError("the independent check does not know this version")
        for name in ("parameters", "values"):
            if not isinstance(head[name], dict) or not is_texts([*head[name].values()]):
                raise ValueError(f"a wrong {name!r}: {head[name]}")
        if not is_texts([head["game"], head["rules"]]):
            raise ValueError("a wrong 'game' or 'rules'")
        head["values"] = {r: _fraction(v) for r, v in head["values"].items()}
        head["lower"], head["upper"] = (
            _fraction(head["lower"]),
            _fraction(head["upper"]),
        )
        known = {"game", "parameters", "rules", "values", "lower", "upper"} | _OTHERS
        if unknown := head.keys() - known:
            raise ValueError(f"the independent check does not know {sorted(unknown)}")
        query = "SELECT role, view, moves FROM information_sets ORDER BY number"
        return head, [_line(*row) for row in data.execute(query)]


def _line(role: Any, view: Any, moves: Any) -> _Line:
    steps = [(one["move"], one["percepts"]) for one in json.loads(view)]
    chances = [
        (one["move"], _fraction(one["probability"])) for one in json.loads(moves)
    ]
    texts = [role, *(move for move, _ in steps), *(move for move, _ in chances)]
    if not is_texts(texts) or not all(is_texts(seen) for _, seen in steps):
        raise ValueError("expected texts of a role, of moves and of percepts")
    return _Line(role, steps, chances)


def _fraction(text: Any) -> Fraction:
    if not isinstance(text, str) or not _FRACTION.fullmatch(text):
        raise ValueError(f"expected a fraction, found {str(text)[:60]!r}")
    return Fraction(text)


class _Check:
    """The check of a file by an oracle."""

    def __init__(
        self,
        oracle: Oracle,
        syntax: str,
        head: Mapping[str, Any],
        lines: Sequence[_Line],
        progress: Callable[[str], None],
    ) -> None:
        self._oracle, self._syntax, self._head = oracle, syntax, head
        self._lines, self._progress = lines, progress
        self._players = [i for i, r in enumerate(oracle.roles) if r != "random"]

    def found(self) -> Found:
        names = self._terms([*self._head["values"]])
        if [*names.values()] != [self._oracle.roles[i] for i in self._players]:
            raise WrongError("the rules have other roles, or in another order")
        strategies = self._strategies(names)
        levels = self._played()
        self._must_be_all(levels, strategies)
        if len(self._players) == 1:
            self._complete(levels, strategies)
        self._weigh(levels, strategies)
        ends = [node for level in levels for node in level if node.history.over]
        goals = [self._goals(node) for node in ends]
        means = [
            sum(
                (node.chance * prod(node.plans) * its[i]
                 for node, its in zip(ends, goals, strict=True)),
                Fraction(0),
            )
            for i in range(len(self._players))
        ]  # fmt: skip
        least, most = self._bounds(levels, ends, goals, means)
        self._must_be_claimed(least, most, means)
        return Found(None, least, most)

    def _terms(self, texts: Sequence[str]) -> dict[str, Term]:
        try:
            found = ground_terms(texts, self._syntax)
            others = written_otherwise(texts, self._syntax)
        except OracleError as error:
            raise WrongError(f"a role, move or percept is none: {error}") from error
        if others:
            raise WrongError(
                f"expected roles, moves and percepts as they are written in states, "
                f"found {others[0]!r}"
            )
        return dict(zip(texts, found, strict=True))

    def _strategies(
        self, names: Mapping[str, Term]
    ) -> dict[Term, dict[_View, dict[Term, Fraction]]]:
        """Return the probabilities of moves by role and by what it knows."""
        texts = {
            text
            for line in self._lines
            for text in (
                *(move for move, _ in line.moves),
                *(text for move, seen in line.steps for text in (move, *seen)),
            )
        }
        terms = self._terms(sorted(texts))
        found: dict[Term, dict[_View, dict[Term, Fraction]]] = {
            role: {} for role in names.values()
        }
        for role, steps, moves in self._lines:
            if role not in names:
                raise WrongError(f"there is no role {role}")
            view = tuple(
                Step(terms[move], self._percepts([terms[text] for text in seen]))
                for move, seen in steps
            )
            own = {terms[move]: chance for move, chance in moves}
            if view in found[names[role]] or len(own) < len(moves):
                raise WrongError(
                    f"an information set of {role}, or a move in it, is listed twice"
                )
            if min(own.values(), default=0) < 0 or sum(own.values()) != 1:
                raise WrongError(
                    f"the probabilities of {role} do not add up to 1 in {_words(view)}"
                )
            found[names[role]][view] = own
        return found

    def _percepts(self, seen: list[Term]) -> tuple[Term, ...]:
        """Return percepts; in a file without `sees`, those are the moves of a step."""
        if ("sees", 2) in self._oracle.rules:
            found = in_order({*seen})
            if [*found] != seen:
                raise WrongError(
                    "expected percepts once each, in the standard order of terms"
                )
            return found
        if len(seen) != len(self._oracle.roles):
            raise WrongError("expected each role to see a move of every role")
        pairs = zip(self._oracle.roles, seen, strict=True)
        every: set[Term] = {("does", role, move) for role, move in pairs}
        return in_order(every)

    # ---- all histories -------------------------------------------------------------

    def _played(self) -> list[list[_Node]]:
        """Return all histories, by their length; their plans are still 1.

        Raises:
            LimitError: there are too many, or one is too long.
            OracleError: a role cannot know its legal moves.
        """
        level, levels = [self._node(beginning(self._oracle), Fraction(1))], []
        count = 0
        while level:
            self._must_know_legal(level)
            levels.append(level)
            count += len(level)
            self._progress(f"{count:,} histories played")
            following = []
            for node in level:
                for after in longer(self._oracle, node.history):
                    node.after.append(self._after(node, after))
                following += node.after
                if count + len(following) > MOST_HISTORIES:
                    raise LimitError(
                        "the independent check plays all histories, and there are more "
                        f"than {MOST_HISTORIES:,}",
                        "size",
                    )
            if len(levels) > MOST_STEPS:
                raise LimitError(
                    f"some play is longer than {MOST_STEPS:,} steps", "plies"
                )
            level = following
        return levels

    def _must_know_legal(self, level: Sequence[_Node]) -> None:
        """Check that the legal moves of each player follow from what it knows.

        Args:
            level: all histories of a length.

        Raises:
            OracleError: they differ after two histories that it cannot tell apart.
        """
        for i in self._players:
            alike: dict[_View, _Node] = {}
            for node in level:
                if node.history.over:
                    continue
                other = alike.setdefault(node.history.steps[i], node)
                if differing := {*node.legal[i]} ^ {*other.legal[i]}:
                    raise OracleError(
                        f"{_text(self._oracle.roles[i])} cannot know its legal moves: "
                        f"after {_joints(other)} and after {_joints(node)} it has made "
                        "and perceived the same, but "
                        f"{_text(min(differing, key=rank))} is legal only after one of "
                        "them"
                    )

    def _node(self, history: History, chance: Fraction) -> _Node:
        plans = [Fraction(1)] * len(self._oracle.roles)
        return _Node(history, legal_moves(self._oracle, history), chance, plans)

    def _after(self, node: _Node, history: History) -> _Node:
        """Return a history with one step more."""
        chance = node.chance
        for i, move in enumerate(history.joints[-1]):
            if self._oracle.roles[i] == "random" and len(node.legal[i]) > 1:
                chance *= self._oracle.chances(node.history.state)[move]
        return self._node(history, chance)

    def _complete(
        self,
        levels: Sequence[Sequence[_Node]],
        strategies: Mapping[Term, dict[_View, dict[Term, Fraction]]],
    ) -> None:
        """Have the only player do the same wherever it believes the same.

        Where its view is not in the file, it does what the file has first for a view
        with the same belief: with the same states, each as likely.
        """
        [player] = self._players
        strategy = strategies[self._oracle.roles[player]]
        beliefs = self._beliefs(levels, player)
        known: dict[frozenset[tuple[State, Fraction]], dict[Term, Fraction]] = {}
        for view, own in strategy.items():
            known.setdefault(beliefs[view], own)
        for view, belief in beliefs.items():
            if view not in strategy and belief in known:
                strategy[view] = known[belief]

    def _beliefs(
        self, levels: Sequence[Sequence[_Node]], player: int
    ) -> dict[_View, frozenset[tuple[State, Fraction]]]:
        """Return what the only player believes where it has a choice, by its views."""
        weights: dict[_View, dict[State, Fraction]] = {}
        for node in (node for level in levels for node in level):
            if len(node.legal[player]) > 1:
                own = weights.setdefault(node.history.steps[player], {})
                state = node.history.state
                own[state] = own.get(state, Fraction(0)) + node.chance
        return {
            view: frozenset((s, w / sum(own.values())) for s, w in own.items())
            for view, own in weights.items()
        }

    def _weigh(
        self,
        levels: Sequence[Sequence[_Node]],
        strategies: Mapping[Term, Mapping[_View, Mapping[Term, Fraction]]],
    ) -> None:
        """Find how likely each role makes its moves on the way to each history.

        Raises:
            WrongError: a strategy lacks a move.
        """
        for node in (node for level in levels for node in level):
            for after in node.after:
                after.plans = self._plans(node, after.history.joints[-1], strategies)

    def _plans(
        self,
        node: _Node,
        joint: Sequence[Term],
        strategies: Mapping[Term, Mapping[_View, Mapping[Term, Fraction]]],
    ) -> list[Fraction]:
        """Return how likely each role makes its moves, those after a history too."""
        plans = [*node.plans]
        for i, move in enumerate(joint):
            role, view = self._oracle.roles[i], node.history.steps[i]
            if len(node.legal[i]) < 2 or role == "random":
                continue
            own = strategies[role].get(view)
            if own is None:
                raise WrongError(
                    f"an information set of {role} is missing: {_words(view)}"
                )
            if {*own} != {*node.legal[i]}:
                raise WrongError(
                    f"the moves of {role} are not the legal ones in {_words(view)}"
                )
            plans[i] *= own[move]
        return plans

    def _must_be_all(
        self,
        levels: Sequence[Sequence[_Node]],
        strategies: Mapping[Term, Mapping[_View, Mapping[Term, Fraction]]],
    ) -> None:
        """Check that each information set of the file can be reached.

        Raises:
            WrongError: one cannot.
        """
        for i in self._players:
            role = self._oracle.roles[i]
            met = {
                node.history.steps[i]
                for level in levels
                for node in level
                if len(node.legal[i]) > 1
            }
            if extra := strategies[role].keys() - met:
                raise WrongError(
                    f"{role} never has a choice in {_words(min(extra, key=str))}"
                )

    def _goals(self, node: _Node) -> list[int]:
        goals = self._oracle.goals(node.history.state)
        found = [goals[self._oracle.roles[i]] for i in self._players]
        if None in found:
            raise OracleError(f"a role has no goal after {node.history.joints}")
        return [goal for goal in found if goal is not None]

    # ---- values --------------------------------------------------------------------

    def _bounds(
        self,
        levels: Sequence[Sequence[_Node]],
        ends: Sequence[_Node],
        goals: Sequence[Sequence[int]],
        means: Sequence[Fraction],
    ) -> tuple[Fraction, Fraction]:
        """Return what the first player gets at least and at most."""
        best = [
            self._best(
                levels, player, dict(zip(ends, (g[i] for g in goals), strict=True))
            )
            for i, player in enumerate(self._players)
        ]
        if len(best) == 1:
            return means[0], best[0]
        totals = {sum(its) for its in goals}
        if len(best) != 2 or len(totals) != 1:
            raise WrongError("there are not two players whose goals have one sum")
        return totals.pop() - best[1], best[0]

    def _best(
        self, levels: Sequence[Sequence[_Node]], player: int, goals: Mapping[_Node, int]
    ) -> Fraction:
        """Return the mean goal of a player by its best response."""
        for level in reversed(levels):
            alike: dict[_View, list[_Node]] = {}
            for node in level:
                if node.history.over:
                    others = prod(
                        plan for i, plan in enumerate(node.plans) if i != player
                    )
                    node.value = node.chance * others * goals[node]
                else:
                    alike.setdefault(node.history.steps[player], []).append(node)
            for nodes in alike.values():
                sums: dict[Term, Fraction] = {}
                for node in nodes:
                    for after in node.after:
                        move = after.history.joints[-1][player]
                        sums[move] = sums.get(move, Fraction(0)) + after.value
                chosen = max(sums, key=sums.__getitem__)
                for node in nodes:
                    node.value = sum(
                        (
                            after.value
                            for after in node.after
                            if after.history.joints[-1][player] == chosen
                        ),
                        Fraction(0),
                    )
        return levels[0][0].value

    def _must_be_claimed(
        self, least: Fraction, most: Fraction, means: Sequence[Fraction]
    ) -> None:
        """Check what the head says.

        Raises:
            WrongError: it says more than is true.
        """
        head = self._head
        if head["lower"] > least or head["upper"] < most:
            raise WrongError(
                f"the bounds are {float(least):.9g} and {float(most):.9g}, and are "
                f"said to be {float(head['lower']):.9g} and {float(head['upper']):.9g}"
            )
        for (role, said), mean in zip(head["values"].items(), means, strict=True):
            if abs(said - mean) > _GRAIN:
                raise WrongError(
                    f"{role} gets {float(mean):.9g}, not what the head says"
                )


def _joints(node: _Node) -> str:
    """Return the moves of a history, a step after the other."""
    joints = (", ".join(map(_text, joint)) for joint in node.history.joints)
    return f"`{'; '.join(joints)}`"


def _text(term: Term) -> str:
    """Return a term, written plainly."""
    if not isinstance(term, tuple):
        return str(term)
    return f"{term[0]}({', '.join(map(_text, term[1:]))})"


def _words(view: _View) -> str:
    """Return what a role knows, as terms."""
    return "; ".join(f"{step.move} {[*step.percepts]}" for step in view) or "the start"
