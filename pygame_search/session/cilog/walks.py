"""Walks through proofs and failures: how, why and whynot."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, TypeAlias

from pygame_search.explanation.proof_text import proof_text
from pygame_search.explanation.proof_tree import Node
from pygame_search.session.cilog.base import ClauseBase, Place
from pygame_search.session.cilog.talk import Desk, Talk, Way
from pygame_search.session.cilog.wording import HELP

#: What a goal answered by the game depends on: a literal, and the number of the state
#: of its query, None for the same base, or `search` for a search goal.
_Inside: TypeAlias = tuple[int | str | None, str]


class Walks:
    """The walks of one dialogue.

    A walk returns where to go on: `up` to the goal above, `top` to the start of the
    walk, `retry` to look for another proof.
    """

    def __init__(self, base: ClauseBase, desk: Desk) -> None:
        self._base = base
        self._desk = desk

    def how(self, place: Place, log: str | None, path: Sequence[int]) -> Way:
        """Walk through a proof; return `up`, `top` or `retry`.

        The log of a proof that is too large is None.
        """
        if log is None:
            self._desk.say("   The proof is too large to be shown.")
            return "up"
        while True:
            node = self._base.request_at("base_node", place, log=log, path=list(path))
            path = node["path"]
            goal, how = node["goal"], node["how"]
            if how == "negation":
                inner = goal.removeprefix("~").strip()
                self._desk.say(
                    f"   {inner} finitely failed. You can examine the search space."
                )
                return (
                    yield from self.whynot(place.to("proof", log, path).to("inside"))
                )
            if how == "game" and node["inside"]:
                return (yield from self._how_inside(goal, node["inside"], place.bound))
            if how not in ("rule", "conjunction", "alternative"):
                self._desk.say(
                    f"   {self._leaf(goal, how)}{self._base.placed(node['place'])}"
                )
                return "up"
            self._desk.say(f"   {goal} <-{self._base.placed(node['place'])}")
            children = node["children"]
            for number, (child, _) in enumerate(children, 1):
                self._desk.say(f"      {number}: {child}")
            numbers = range(1, len(children) + 1)
            outcome = yield from self._how_reply(
                [partial(self.how, place, log, [*path, number]) for number in numbers]
            )
            if outcome != "again":
                return outcome

    def _steps(self, node: Node) -> Way:
        """Walk through the steps of a search, level by level."""
        node = node.opened()
        outcome = "again"
        while outcome == "again":
            text = proof_text(node, 2, all_tries=True)
            self._desk.say(*(f"   {line}" for line in text.splitlines()))
            if not node.below:
                return "up"
            outcome = yield from self._how_reply(
                [partial(self._steps, below) for below in node.below]
            )
        return outcome

    def _inside(self, goal: str, inside: _Inside, bound: int) -> tuple[Walks, Place]:
        """Show what a goal about a state depends on, and return a walk to it."""
        number, literal = inside
        assert not isinstance(number, str)
        where = "" if number is None else " in that state"
        self._desk.say(f"   {goal} depends on {literal}{where}.")
        base = self._base if number is None else self._base.within(number)
        return Walks(base, self._desk), Place(literal, bound)

    def _how_inside(self, goal: str, inside: _Inside, bound: int) -> Way:
        """Walk through the proof of an answer of the game."""
        if inside[0] == "search":
            return (yield from self._steps(self._base.explained(inside[1])))
        walks, place = self._inside(goal, inside, bound)
        reply = walks._first_proof(place)
        if not reply["answers"]:
            self._desk.say(f"   Its clauses give no proof within depth-bound {bound}.")
            return "up"
        return (yield from walks.how(place, reply["answers"][0]["log"], []))

    def _leaf(self, goal: str, how: str) -> str:
        return {
            "fact": f"{goal} is a fact",
            "game": f"{goal} is worked out without clauses.",
            "answered": f"You told me {goal} is true.",
            "decreed": f"You said that {goal} succeeds.",
            "open": "You can't trace this, as it hasn't been proved.",
            "waiting": "You can't trace this, as it hasn't been proved.",
        }.get(how, f"{goal} is built-in.")

    def _how_reply(self, ways: Sequence[Callable[[], Way]]) -> Way:
        """Walk into one of several proofs, or return where to go."""
        reply = yield from self._desk.reply(
            "   How? [Number,up,retry,ok,prompt,help]: ",
            ("up", "why", "retry", "ok"),
            HELP["how"],
            numbers=True,
        )
        if isinstance(reply, int):
            if 1 <= reply <= len(ways):
                outcome = yield from ways[reply - 1]()
                return "again" if outcome == "up" else outcome
            self._desk.say(
                f"Number out of range: {reply}. Use number in range: [1,{len(ways)}]."
            )
            return "again"
        if reply is None:
            return "again"
        return {"up": "up", "why": "up", "retry": "retry", "ok": "top"}[reply]

    def why_frame(self, place: Place, logs: list[str], index: int) -> dict[str, Any]:
        """Return the rule that is `index` levels above the current goal of a search."""
        return self._base.request_at("base_why", place, logs=logs, index=index)

    def why(self, place: Place, logs: list[str]) -> Talk:
        """Walk up from the goal that is being proved, rule by rule."""
        index = 1
        while True:
            frame = self.why_frame(place, logs, index)
            if frame["goal"] is None:
                self._desk.say("   This was the original query.")
                index -= 1
                continue
            current = frame["current"]
            self._desk.say(
                f"   {frame['goal']} is used in the rule",
                f"   {frame['head']} <-{self._base.placed(frame['place'])}",
            )
            for number, (child, _) in enumerate(frame["children"], 1):
                mark = "   **" if number == current else "     "
                self._desk.say(f"{mark} {number}: {child}")
            reply = yield from self._desk.reply(
                "   [Number,why,help,ok]: ",
                ("why", "up", "ok"),
                HELP["why"],
                numbers=True,
            )
            if reply == "ok" or (reply == current and index == 1):
                return
            if reply == current:
                index -= 1
            elif reply in ("why", "up"):
                index += 1
            elif isinstance(reply, int):
                yield from self._why_how(place, logs, frame, reply)

    def _why_how(
        self, place: Place, logs: list[str], frame: dict[str, Any], number: int
    ) -> Talk:
        """Walk through the proof of a goal that came before the current one."""
        count = len(frame["children"])
        if not 1 <= number <= count:
            self._desk.say(
                f"Number out of range: {number}. Use number in range: [1,{count}]."
            )
            return
        level = frame["level"]
        for log, path in zip(logs[:level], frame["opens"], strict=False):
            place = place.to("proof", log, path).to("inside")
        path = [*frame["path"][:-1], number]
        outcome = yield from self.how(place, logs[level], path)
        if outcome == "retry":
            self._desk.say("   There is nothing to retry: the query has no answer yet.")

    def _first_goal(self, place: Place) -> dict[str, Any]:
        return self._base.request_at("base_whynot", place)

    def _first_proof(self, place: Place, skip: int = 0) -> dict[str, Any]:
        """Return the reply to a search for one proof, whose `answers` may be empty."""
        return self._base.request_at(
            "base_solve", place, skip=skip, want=0, decisions=[], debug=False
        )

    def whynot(self, place: Place) -> Way:
        """Find out why a body fails; return `up`, or `top` to leave."""
        first = self._first_goal(place)
        if first["kind"] == "nothing":
            self._desk.say("   There is nothing to prove: it succeeds.")
            return "up"
        if first["rest"]:
            outcome = yield from self._whynot_conjunction(place)
            if outcome != "none":
                return outcome
        return (yield from self._whynot_first(place, first))

    def _whynot_conjunction(self, place: Place) -> Way:
        """Continue after a proof of the first goal; return `none` if there is none."""
        skip = 0
        alone = place.to("first")
        while answers := self._first_proof(alone, skip)["answers"]:
            text, log = answers[0]["texts"][0], answers[0]["log"]
            self._desk.say(f"  The proof for {text} succeeded.")
            reply = yield from self._desk.reply(
                "   Should this answer lead to a successful proof? "
                "[yes,no,debug,help]: ",
                ("yes", "no", "debug", "ok"),
                HELP["proved"],
            )
            if reply == "ok":
                return "top"
            if reply == "no":
                skip += 1
            elif log is None and reply is not None:
                self._desk.say("   The proof is too large to be shown.")
            elif reply == "yes":
                return (yield from self.whynot(place.to("proved", log)))
            elif reply == "debug":
                outcome = yield from self.how(alone, log, [])
                if outcome == "top":
                    return outcome
                skip += outcome == "retry"
        return "none"

    def _whynot_first(self, place: Place, first: dict[str, Any]) -> Way:
        kind, goal, detail = first["kind"], first["goal"], first["detail"]
        if kind == "call":
            return (yield from self._whynot_call(place, first))
        if kind == "game":
            return (yield from self._whynot_game(place, first))
        if kind == "choice":
            rules = [
                (f"{goal} <- {text}", "alternative", number)
                for number, text in enumerate(detail, 1)
            ]
            return (yield from self._whynot_rules(place, rules))
        if kind == "negation":
            return (yield from self._whynot_negation(place, goal))
        if kind == "missing":
            near = f"; did you mean {detail}?" if detail else ""
            self._desk.say(f"  There is no clause for {goal}{near}")
        elif kind == "depth":
            self._desk.say(f"   {goal} fails because of the depth-bound.")
        elif kind == "answered":
            self._desk.say(f"   You told me that {goal} is {self._truth(detail)}.")
        elif kind == "floundered":
            self._desk.say(
                f"   {goal} cannot be asked: it has a variable without a value."
            )
        elif kind == "count":
            self._desk.say(
                f"   {goal} is built-in: its goal has another number of instances."
            )
        else:
            self._desk.say(f"   {goal} is built-in and {self._built_in(detail)}.")
        return "up"

    def _truth(self, reply: str) -> str:
        return "true" if reply == "yes" else "false"

    def _built_in(self, outcome: str) -> str:
        known = {
            "succeeds": "succeeds",
            "fails": "fails",
            "undecided": "waits for a value: the terms are not yet known to differ",
        }
        return known.get(outcome, f"cannot be worked out: {outcome}")

    def _whynot_negation(self, place: Place, goal: str) -> Way:
        inside = place.to("inside")
        inner = goal.removeprefix("~").strip()
        reply = self._first_proof(inside)
        if reply["answers"]:
            self._desk.say(f"    {goal} failed as {inner} succeeded. Here is how:")
            log = reply["answers"][0]["log"]
            outcome = yield from self.how(inside, log, [])
            return "up" if outcome == "retry" else outcome
        if reply["end"] == "depth":
            self._desk.say(f"    {goal} failed because of the depth-bound.")
            return (yield from self.whynot(inside))
        self._desk.say(f"    {goal} succeeds, as {inner} finitely fails.")
        return "up"

    def _whynot_call(self, place: Place, first: dict[str, Any]) -> Way:
        goal, detail = first["goal"], first["detail"]
        self._desk.say(
            *(f"   {fact} is a fact. It doesn't fail." for fact in detail["facts"])
        )
        if first["ground"] and detail["facts"]:
            return "up"
        if first["ground"] and self._first_proof(place.to("first"))["answers"]:
            self._desk.say(f"   {goal} succeeds: `how {goal}.` shows its proof.")
            return "up"
        rules = []
        for rule in detail["rules"]:
            where = self._base.placed(rule["place"])
            rules.append((f"{rule['text']}.{where}", "rule", rule["number"]))
        outcome = yield from self._whynot_rules(place, rules)
        if outcome == "none" and not detail["facts"]:
            self._desk.say(f"  There is no applicable rule for {goal}.")
        return "up" if outcome == "none" else outcome

    def _whynot_game(self, place: Place, first: dict[str, Any]) -> Way:
        goal, inside = first["goal"], first["detail"]["inside"]
        if facts := first["detail"]["facts"]:
            self._desk.say(*(f"   {fact} holds. It doesn't fail." for fact in facts))
        elif inside and inside[0] == "search":
            return (yield from self._steps(self._base.explained(inside[1])))
        elif inside:
            walks, there = self._inside(goal, inside, place.bound)
            if not walks._first_proof(there)["answers"]:
                return (yield from walks.whynot(there))
            self._desk.say(f"   {inside[1]} holds there, but {goal} does not.")
        else:
            self._desk.say(f"   {goal} is worked out without clauses, and fails.")
        return "up"

    def _whynot_rules(self, place: Place, rules: Iterable[tuple[str, str, int]]) -> Way:
        """Ask for each rule whether to look into it; return `none` after the last."""
        for text, step, number in rules:
            while True:
                self._desk.say(f"  {text}")
                reply = yield from self._desk.reply(
                    "    Trace this rule? [yes,no,up,help]: ",
                    ("yes", "no", "up", "ok"),
                    HELP["trace"],
                )
                if reply == "yes":
                    outcome = yield from self.whynot(place.to(step, number))
                    if outcome != "up":
                        return outcome
                elif reply == "no":
                    break
                elif reply is not None:
                    return "up" if reply == "up" else "top"
        return "none"
