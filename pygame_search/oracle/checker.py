"""An independent check of certificates, which shares no code with their makers.

It applies the rules with the oracle, from the position to every reachable state: in a
table by all moves, in a strategy by the role's move from the file and all moves of the
others. The file must have exactly these states. The value of each is computed anew
(values.py), and must be that in the file.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import product
from math import inf
from pathlib import Path
from typing import Any

from pygame_search.oracle.certificate import Entry, Part, read
from pygame_search.oracle.interpreter import Oracle, State
from pygame_search.oracle.terms import Term, ground_terms
from pygame_search.oracle.values import (
    Judged,
    Node,
    Nodes,
    declared_worths,
    longest_play,
    named_goals,
    settled,
)
from pygame_search.oracle.verdict import (
    NO_VALUE,
    NO_VALUE_OR_BETTER,
    Verdict,
    WrongError,
    worth_words,
)
from pygame_search.rules import rulebook
from pygame_search.support.errors import CertificateError, InputError, RulesError

#: The note on a certificate for another position than the initial one.
OTHER_START = "from another position than the start of the rules"


def check(
    file: str | os.PathLike[str],
    rules: str | None = None,
    progress: Callable[[str], None] = lambda words: None,
) -> Verdict:
    """Check a certificate with the oracle, and return what it proves.

    Args:
        file: the certificate.
        rules: the rule file, if it is not where the certificate says.
        progress: called with a line of progress.

    Raises:
        CertificateError: the certificate is for other rules, or of an unknown kind.
        InputError: the rule file cannot be read.
        RulesError: the rules are not valid.
    """
    parts = read(Path(file))
    with interpreter(file, parts[0].head, rules) as (oracle, syntax):
        if "random" in oracle.roles:
            raise CertificateError("the independent check knows no games with chance")
        return _Check(parts, oracle, syntax, progress).verdict()


@contextmanager
def interpreter(
    file: str | os.PathLike[str], head: Mapping[str, Any], rules: str | None
) -> Iterator[tuple[Oracle, str]]:
    """Give the rules of a certificate a meaning.

    Args:
        file: the certificate.
        head: its head, with the game, the parameters and the hash of the rules.
        rules: the rule file, if it is not where the head says.

    Yields:
        The oracle, and the syntax of the rules.

    Raises:
        CertificateError: the certificate is for other rules, or of an unknown kind.
        InputError: the rule file cannot be read.
        RulesError: the rules are not valid.
    """
    try:
        book = rulebook.read(head["game"] if rules is None else rules)
    except InputError as error:
        hint = "; --rules FILE says where it is" if rules is None else ""
        raise InputError(f"{error}{hint}") from error
    given = json.dumps(sorted(head["parameters"].items()), ensure_ascii=False)
    text = f"{book.syntax}\n{given}\n{book.text}"
    if hashlib.sha256(text.encode()).hexdigest() != head["rules"]:
        raise CertificateError(f"{file}: the rules have changed: another hash")
    if book.syntax not in ("prolog", "kif"):
        title = book.syntax_title
        raise CertificateError(
            f"the independent check reads no rules in {title}'s syntax"
        )
    try:
        oracle = Oracle(
            book.own_text, book.syntax, head["parameters"],
            folder=Path(book.file).parent,
        )  # fmt: skip
        names = {name for name, _ in oracle.instances("parameter", None, None)}
        if names != set(head["parameters"]):
            raise CertificateError(f"{file}: the rules have changed: other parameters")
        if not oracle.roles:
            raise CertificateError("the independent check knows no games with no roles")
        yield oracle, book.syntax
    except RecursionError as error:
        raise RulesError("the terms of the rules are too deep") from error


@dataclass(frozen=True, slots=True)
class _Found:
    """A part that is correct.

    Attributes:
        head: of the part.
        nodes: its states.
        judged: the values of the states for its role.
        longest: the plies of the longest play from the position; None if endless.
        worth: the value and the distance of the position.
        ceiling: the value to which the others can hold the role from there.
    """

    head: dict[str, Any]
    nodes: Nodes
    judged: Judged
    longest: int | None
    worth: tuple[int | None, int | None]
    ceiling: float

    @property
    def sums(self) -> set[int]:
        """The sums of the goals at the ends."""
        ends = (node for node in self.nodes.values() if not node.after)
        return {sum(node.goals.values()) for node in ends}


class _Check:
    """The check of the parts of a file by an oracle."""

    def __init__(
        self,
        parts: list[Part],
        oracle: Oracle,
        syntax: str,
        progress: Callable[[str], None],
    ) -> None:
        self._parts, self._head, self._oracle = parts, parts[0].head, oracle
        self._syntax, self._progress = syntax, progress
        self._states, self._notes = 0, list[str]()

    def verdict(self) -> Verdict:
        try:
            found = [self._part(part) for part in self._parts]
            own, rival = found[0], found[1] if len(found) > 1 else None
            self._counts(found)
            for part in found:
                self._cycle(part.head)
            if self._head["solved"] == "strong":
                self._others(own)
            return self._shown(own, rival)
        except WrongError as wrong:
            return Verdict(self._head, self._states, wrong)

    # ---- states ------------------------------------------------------------------

    def _terms(self, texts: Collection[str]) -> dict[str, Term]:
        try:
            found = ground_terms([*texts], self._syntax)
        except RulesError as error:
            raise WrongError(f"a role, fluent or move is none: {error}") from error
        return dict(zip(texts, found, strict=True))

    def _part(self, part: Part) -> _Found:
        """Check the entries of a role."""
        head = part.head
        texts = {*head["values"], head["role"], *head["position"]}
        for facts, entry in part.rows:
            texts |= {*facts, *([] if entry.move is None else [entry.move])}
        terms = self._terms(texts)
        named = {terms[role] for role in (*head["values"], head["role"])}
        if not named <= {*self._oracle.roles}:
            raise WrongError("the rules have other roles")
        role, root = terms[head["role"]], frozenset(terms[f] for f in head["position"])
        entries: dict[State, Entry] = {}
        words: dict[State, tuple[str, ...]] = {root: tuple(head["position"])}
        for facts, entry in part.rows:
            state = frozenset(terms[fact] for fact in facts)
            if state in entries or len(state) < len(facts):
                raise WrongError("a state or a fluent occurs twice", tuple(facts))
            move = None if entry.move is None else terms[entry.move]
            entries[state] = entry._replace(move=move)
            words[state] = tuple(facts)
        nodes = self._reached(root, role, entries, words, head["solved"] == "weak")
        if extra := entries.keys() - nodes.keys():
            raise WrongError("no play leads to a state", words[extra.pop()])
        longest = longest_play(nodes, root)
        endless = longest is None
        if head["solved"] == "weak":  # play may be endless outside the strategy
            if endless and head["finite"]:
                raise WrongError("play can go on for ever, and is said to end")
            endless = not head["finite"]
        judged = self._judged(nodes, role, head["draw"], endless)
        for state, node in nodes.items():
            self._entry(state, node, entries[state], words[state], judged, role, head)
        worth = entries[root].value, entries[root].distance
        said = head["values"].get(head["role"], "nothing"), head["distance"]
        if worth != said:
            raise WrongError(f"the position is worth {worth}, not what the head says")
        self._states += len(nodes)
        return _Found(head, nodes, judged, longest, worth, judged.ceilings[root][0])

    def _reached(
        self,
        root: State,
        role: Term,
        entries: dict[State, Entry],
        words: dict[State, tuple[str, ...]],
        strategy: bool,
    ) -> Nodes:
        """Return the reachable states; each must have an entry."""
        nodes: Nodes = {}
        waiting = [(root, words[root])]
        while waiting:
            state, before = waiting.pop()
            if state in nodes:
                continue
            if state not in entries:
                raise WrongError(
                    "a state that can come about is missing, after", before
                )
            move = entries[state].move
            nodes[state] = self._node(state, role, move, strategy, words[state])
            waiting += [(after, words[state]) for after in nodes[state].after.values()]
            if len(nodes) % 16 == 1:
                self._progress(f"{self._states + len(nodes):,} states reached")
        return nodes

    def _node(
        self, state: State, role: Term, move: Any, strategy: bool, words: Any
    ) -> Node:
        oracle = self._oracle
        if oracle.terminal(state):
            goals = oracle.goals(state)
            if move is not None or None in goals.values():
                raise WrongError("an end has a move, or a role no goal", words)
            return Node({}, goals)  # type: ignore[arg-type]
        legal = oracle.legal(state)
        if not all(legal.values()):
            raise WrongError("a role has no move", words)
        if move is not None and move not in legal[role]:
            raise WrongError(f"a move is not legal: {move}", words)
        if strategy:
            if move is None and len(legal[role]) > 1:
                raise WrongError("a state has no move", words)
            legal[role] = legal[role] if move is None else {move}
        joints = product(*(legal[each] for each in oracle.roles))
        return Node({joint: oracle.successor(state, joint) for joint in joints}, {})

    # ---- values ------------------------------------------------------------------

    def _judged(
        self, nodes: Nodes, role: Term, draw: int | None, endless: bool
    ) -> Judged:
        """Return the values of states for a role."""
        named = named_goals(self._oracle, role)
        ends = {node.goals[role] for node in nodes.values() if not node.after}
        if named and not ends <= named:
            raise WrongError("an end has a goal that the rules do not name")
        several = len(named) > 1
        low, high = (min(named), max(named)) if several else (-inf, inf)
        if draw is not None and not low <= draw <= high:
            raise WrongError("endless play is said to be worth what no end is")
        index = self._oracle.roles.index(role)
        floors = settled(nodes, role, index, low, -1)
        ceilings = settled(nodes, role, index, high, 1)
        only = None if several else next(iter(named), None)
        return Judged(floors, ceilings, low, high, only, draw, endless)

    def _entry(
        self, state: State, node: Node, entry: Entry, words: Any, judged: Judged,
        role: Term, head: dict[str, Any],
    ) -> None:  # fmt: skip
        """Check the value, the distance and the move of a state."""
        value, distance = judged.worth(state, not node.after)
        expected = [(value, distance)]
        if head["solved"] == "weak" and value is not None and distance is None:
            floor, soon = judged.floors[state]  # a strategy may say how it ends
            expected += [(value, int(-soon))] if floor == value and -soon < inf else []
        if (entry.value, entry.distance) not in expected:
            raise WrongError(
                f"a state is worth {worth_words(value, distance, distance)}, and is "
                f"said to be worth {worth_words(entry.value, *2 * (entry.distance,))}",
                words,
            )
        if head["solved"] == "weak" or not node.after:
            return
        choices = node.choices(self._oracle.roles.index(role))
        if entry.move is None:
            if len(choices) > 1 and value is not None:
                raise WrongError("a state has no move", words)
        elif not judged.keeps(state, choices[entry.move], value):
            raise WrongError(f"a move is not among the best: {entry.move}", words)

    def _others(self, own: _Found) -> None:
        """Check the values of the other roles and the longest play, in a table."""
        head, roles = self._head, self._oracle.roles
        if head["finite"] != (own.longest is not None) and head["finite"] is not None:
            raise WrongError("whether play must end is not what the head says")
        if head["longest"] not in (None, own.longest):
            raise WrongError(f"the longest play takes {own.longest} plies")
        if (head["cycle"] is None) != (own.longest is not None):
            self._notes.append("not shown: the head has no cycle of moves")
        root = frozenset(self._terms(head["position"]).values())
        ruled = declared_worths(self._oracle, own.sums)
        by_rules = ruled.get(self._terms([head["role"]])[head["role"]]) == head["draw"]
        for text, role in self._terms(head["values"]).items():
            draw = head["draw"] if own.longest is None else None
            if draw is not None and text != head["role"]:
                named = named_goals(self._oracle, role) or {draw}
                draw = min(max(draw, min(named)), max(named))
                if len(roles) == 2 and len(own.sums) == 1:
                    draw = max(own.sums) - head["draw"]
                if ruled and by_rules:
                    draw = ruled[role]
            judged = self._judged(own.nodes, role, draw, own.longest is None)
            value, _ = judged.worth(root, not own.nodes[root].after)
            if value != head["values"][text]:
                raise WrongError(f"the position is worth {value} to {text}")

    # ---- the head ----------------------------------------------------------------

    def _counts(self, found: list[_Found]) -> None:
        """Check the number of states in the head."""
        head, sizes = self._head, [len(part.nodes) for part in found]
        own, most = sizes[0], max(sizes)
        left_out = head["solved"] == "weak" and len(found) == 1  # the rival's states
        if head["states"] not in (own, most) and not (
            left_out and head["states"] > own
        ):
            raise WrongError(f"there are {most} states, the head says {head['states']}")

    def _cycle(self, head: dict[str, Any]) -> None:
        """Check the cycle of a head by playing it."""
        oracle, cycle, lead = self._oracle, head["cycle"], head["lead"]
        if cycle is None:
            return
        terms = self._terms({move for joint in cycle for move in joint})
        states = [frozenset(self._terms(head["position"]).values())]
        for joint in cycle:
            moves = [terms[move] for move in joint]
            legal = {} if oracle.terminal(states[-1]) else oracle.legal(states[-1])
            pairs = zip(moves, legal.values(), strict=False)
            if len(moves) != len(legal) or not all(move in its for move, its in pairs):
                raise WrongError(f"a move of the cycle is not legal: {joint}")
            states.append(oracle.successor(states[-1], moves))
        if head["finite"] or lead >= len(cycle) or states[lead] != states[-1]:
            raise WrongError("the moves of the cycle lead round no circle")

    def _shown(self, own: _Found, rival: _Found | None) -> Verdict:
        """Return the verdict on the parts together."""
        head, (value, distance), judged = own.head, own.worth, own.judged
        role, notes, several = head["role"], self._notes, judged.low > -inf
        root = frozenset(self._terms(head["position"]).values())
        if root != self._oracle.initial:
            notes.append(f"{OTHER_START}: {', '.join(head['position'])}")
        if ("sees", 2) in self._oracle.rules and len(self._oracle.roles) > 1:
            notes.append("with all cards face up: what a role perceives is not asked")
        most, plies = value, (distance, distance)
        if head["solved"] == "weak":
            shown = {role} | ({rival.head["role"]} if rival else set())
            if others := head["values"].keys() - shown:
                notes.append(f"not shown: the value for {', '.join(sorted(others))}")
            if head["finite"] or head["longest"] is not None:
                notes.append("not shown: that all play must end")
            won = several and value == judged.high
            most, plies = value if won else None, (None, distance if won else None)
            if rival is not None:
                most, plies = self._with_rival(own, rival, root)
            self._exact(head["exact"], *plies)
        if value is None:
            claim = (
                NO_VALUE if head["solved"] == "strong" or rival else NO_VALUE_OR_BETTER
            )
        else:
            claim = worth_words(value, *plies if most == value else (None, None))
            claim = claim if most == value else claim.replace("value", "value at least")
        said = f"{claim}, for {role}"
        if head["draw"] is not None and not head["finite"]:
            said += f", where endless play is worth {head['draw']}"
            said += self._as_ruled(own, head)
        return Verdict(head, self._states, None, said, value, most, plies, tuple(notes))

    def _as_ruled(self, own: _Found, head: dict[str, Any]) -> str:
        """Return whether the rules say what endless play is worth, in words."""
        ruled = declared_worths(self._oracle, own.sums)
        if not ruled:
            return ""
        its = ruled[self._terms([head["role"]])[head["role"]]]
        agree = its == head["draw"]
        return ", as the rules say" if agree else f"; the rules say {its}"

    def _with_rival(
        self, own: _Found, rival: _Found, root: State
    ) -> tuple[int | None, tuple[int | None, int | None]]:
        """Return the upper bound of the value, and bounds of the plies to the end."""
        head, other, judged, its = own.head, rival.head, own.judged, rival.judged
        same = ("game", "parameters", "rules")
        sums = own.sums | rival.sums
        if head["draw"] is not None and other["draw"] is not None:
            sums.add(head["draw"] + other["draw"])
        fits = (
            len(self._oracle.roles) == 2
            and head["role"] != other["role"]
            and not (head["finite"] and rival.longest is None)
            and frozenset(self._terms(other["position"]).values()) == root
            and all(head[name] == other[name] for name in same)
            and (head["draw"] is None) == (other["draw"] is None)
            and other["values"][other["role"]] == head["values"].get(other["role"])
            and (own.worth[0] is None) == (rival.worth[0] is None)
            and (None in (pair := {head["exact"], other["exact"]}) or len(pair) == 1)
        )
        if not fits or len(sums) > 1:
            raise WrongError(
                "the rival's part is about something else, or the goals of "
                "the two do not add up to the same number everywhere"
            )
        value, distance = own.worth
        total = max(sums, default=judged.low + its.high)
        if value is None:
            least = own.ceiling if judged.only is None else judged.only
            if not max(judged.low, total - rival.ceiling) < least < inf:
                raise WrongError("the parts do not show that there is no value")
            return None, (None, None)
        its_value, its_distance = rival.worth
        most, low, high = int(total - (its_value or 0)), None, None
        if judged.low > -inf and value == judged.low:
            low = distance
        elif value == judged.high:
            high = distance
        if its.hurried(its_value) and high is not None:
            low = its_distance
        elif its_value == its.high and low is not None:
            high = its_distance
        return most, (low, high)

    def _exact(self, exact: int | None, least: int | None, most: int | None) -> None:
        """Check the head's number of plies with best play."""
        if exact is None:
            return
        if not (least or 0) <= exact <= (exact if most is None else most):
            raise WrongError(f"the game does not end in {exact} plies")
        if not exact == least == most:
            self._notes.append(f"not shown: that best play takes {exact} plies")
