"""Random small games with percepts: a seed gives the text of a rule file.

    .venv/bin/python tests/support/percept_games.py SEED

prints one. Ann and bob play, and in half of the games `random` moves, too. A game has
two to four steps. In each, one or two roles choose among two or three moves `pick(V)`,
and the others do nothing. The fluent `f(I, V)` is a copy of what was picked, now or
before; it may depend on others, and some last for one state only, so that different
plays lead to the same state. One to four rules of `sees` tell a role a part of it.
At the end, which may come early, a table says what some of the choices are worth, from
-3 to 3; the goals add up to 0.

A role's legal moves follow from what it knows: from the step, and in some games from
what it has picked or perceived. In a tenth of the games they do not, on purpose: they
depend on a choice of another role of which it has perceived nothing.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import product
from math import prod
from typing import NamedTuple

#: The most plays of a game, as products of the moves of all roles in all steps.
MOST_PLAYS = 150

#: The rules of `next` by which percepts become fluents.
REMEMBERED = (
    "next(told(R, P)) :- tells(R, P).",
    "next(told(R, P)) :- true(told(R, P)).",
)

#: In every tenth game, by the seed, some legal moves cannot be known.
EVERY = 10


class PerceptGame(NamedTuple):
    """A random game.

    Attributes:
        text: the rules.
        steps: after how many steps every play is over.
        unknown: the role whose legal moves do not follow from what it knows; empty for
            none.
    """

    text: str
    steps: int
    unknown: str


class Choice(NamedTuple):
    """A role picks one of so many numbers, from 1, in a step."""

    step: int
    role: str
    many: int


class Percept(NamedTuple):
    """A rule of `sees`: R is each player, and `label` tells percepts apart."""

    role: str
    label: int
    value: str
    step: int
    body: str

    def rule(self, name: str) -> str:
        """Return the clause, for the relation of this name."""
        head = f"{name}({self.role}, p({self.label}, {self.value}))"
        who = "player(R), " if self.role == "R" else ""
        return f"{head} :- {who}true(step({self.step})), {self.body}."


@dataclass(slots=True)
class Author:
    """Writes one game.

    Attributes:
        source: of the random numbers.
        unknown: the role that shall not know its legal moves; empty for none.
        choices: what is picked when, and the number of its fluent.
        derived: the fluents that are not copies of a choice: the step that makes each.
        brief: the fluents that last for one state.
        percepts: the rules of what the roles perceive.
    """

    source: random.Random
    unknown: str
    roles: Sequence[str] = ()
    steps: int = 0
    choices: dict[int, Choice] = field(default_factory=dict)
    derived: dict[int, int] = field(default_factory=dict)
    brief: set[int] = field(default_factory=set)
    percepts: Sequence[Percept] = ()

    def text(self, seed: int) -> str:
        """Return the rule file."""
        self.settle()
        following = self.following()
        self.percepts = [self.percept() for _ in range(self.source.randint(1, 4))]
        legal = self.legal()
        remembered = any("told(" in rule for rule in legal)
        blocks = [
            [
                f"% A random game with percepts, by the seed {seed}.",
                f"title('Percepts {seed}').",
                "about('Pick numbers, and see a part of what the others pick.').",
                " ".join(f"role({role})." for role in self.roles),
                "init(step(1)).",
            ],
            legal,
            self.weights(),
            [*following, *(REMEMBERED if remembered else ())],
            self.seen(remembered),
            self.end(),
        ]
        return "\n\n".join("\n".join(block) for block in blocks if block) + "\n"

    def one_of(self, *options: str) -> str:
        """Return one of some texts."""
        return self.source.choice(options)

    def settle(self) -> None:
        """Choose the roles, the steps and who picks when; ann and bob both pick."""
        source = self.source
        chance = source.random() < 0.5
        self.roles = ("ann", "bob", "random") if chance else ("ann", "bob")
        while True:
            self.steps = source.randint(2, 4)
            choices = [
                Choice(step, role, source.randint(2, 3))
                for step in range(1, self.steps + 1)
                for role in source.sample(self.roles, source.choice((1, 2)))
            ]
            first = {choice.role for choice in choices if choice.step == 1}
            later = {choice.role for choice in choices if choice.step > 1}
            fits = prod(choice.many for choice in choices) <= MOST_PLAYS
            if self.unknown:  # another role picks first, unseen
                fits &= self.unknown in later and not first <= {self.unknown}
            if fits and first | later == {*self.roles}:
                break
        self.choices = dict(enumerate(choices, 1))
        secret = self.secret()
        brief = {
            number
            for number in self.choices
            if source.random() < 0.5 and number != (secret and secret[0])
        }
        if len(self.choices) - len(brief) > 1:
            self.brief = brief

    # ---- moves ------------------------------------------------------------------

    def legal(self) -> list[str]:
        """Return the rules of `legal`."""
        rules, secret = [], self.secret()
        for choice in self.choices.values():
            less = self.restriction(choice)
            if secret and (choice.role, choice.step) == secret[1:]:
                less = f", \\+ true(f({secret[0]}, V))"
            rules.append(
                f"legal({choice.role}, pick(V)) :- true(step({choice.step})), "
                f"between(1, {choice.many}, V){less}."
            )
        return rules

    def secret(self) -> tuple[int, str, int] | None:
        """Return the fluent that says too much, for which role, and in which step."""
        if not self.unknown:
            return None
        number = min(i for i, one in self.choices.items() if one.role != self.unknown)
        steps = [one.step for one in self.choices.values() if one.role == self.unknown]
        return number, self.unknown, min(step for step in steps if step > 1)

    def restriction(self, choice: Choice) -> str:
        """Return a condition of a move that its role can check, perhaps none."""
        before = [
            f"f({number}, V)"
            for number in sorted(self.picked(choice.step))
            if self.choices[number].role == choice.role
        ]
        before += [
            f"told({choice.role}, p({one.label}, V))"
            for one in self.percepts
            if one.role == choice.role or (one.role == "R" and choice.role != "random")
            if one.value == "V" and one.step < choice.step
        ]
        if not before or self.source.random() < 0.5:
            return ""
        return f", \\+ true({self.source.choice(before)})"

    def weights(self) -> list[str]:
        """Return how the moves of chance weigh; nothing in a third of the games."""
        if "random" not in self.roles or self.source.random() < 1 / 3:
            return []
        weights = [self.source.randint(1, 5) for _ in range(3)]
        facts = [f"weight(random, pick({n}), {w})." for n, w in enumerate(weights, 1)]
        return [" ".join(facts)]

    # ---- what follows -----------------------------------------------------------

    def following(self) -> list[str]:
        """Return the rules of `next`."""
        rules = [
            f"next(f({number}, V)) :- true(step({step})), does({role}, pick(V))."
            for number, (step, role, _) in self.choices.items()
        ]
        for _ in range(self.source.randint(1, 2)):
            number, step = len(self.choices) + len(self.derived) + 1, self.late()
            body = self.one_of(
                f"{self.pick('V', step)}, {self.test(step)}",
                f"{self.pick('V', step)}, \\+ {self.fluent('V', step)}",
                f"{self.fluent('V', step)}, {self.pick('V', step)}",
                f"{self.fluent('V', step)}, {self.test(step)}",
                f"{self.fluent('V', step)}, {self.fluent('W', step)}, V < W",
            )
            rules.append(f"next(f({number}, V)) :- true(step({step})), {body}.")
            self.derived[number] = step
        rules.append(
            f"next(f(I, V)) :- true(f(I, V)){', lasts(I)' if self.brief else ''}."
        )
        if self.brief:
            lasting = sorted({*self.choices, *self.derived} - self.brief)
            rules.append(" ".join(f"lasts({number})." for number in lasting))
        rules.append(f"next(step(M)) :- true(step(N)), N =< {self.steps}, M is N + 1.")
        return rules

    def late(self) -> int:
        """Return a step before which something was picked."""
        return self.source.randint(2, self.steps)

    def known(self, step: int) -> list[int]:
        """Return the fluents that there may be in a step."""
        derived = {number for number, when in self.derived.items() if when < step}
        return sorted(self.picked(step) | derived)

    def picked(self, step: int) -> set[int]:
        """Return the fluents that are copies of what was picked before a step."""
        return {
            number
            for number, one in self.choices.items()
            if one.step == step - 1 or (one.step < step and number not in self.brief)
        }

    def fluent(self, value: str, step: int) -> str:
        """Return a literal of a fluent with a value."""
        return f"true(f({self.source.choice(self.known(step))}, {value}))"

    def pick(self, value: str, step: int, role: str = "") -> str:
        """Return a literal of what is picked in a step, if it can by another role."""
        movers = [one.role for one in self.choices.values() if one.step == step]
        others = [one for one in movers if one != role] or movers
        return f"does({self.source.choice(others)}, pick({value}))"

    def test(self, step: int) -> str:
        """Return a literal without variables that holds in some plays."""
        number = str(self.source.randint(1, 2))
        asked = self.one_of(self.fluent(number, step), self.pick(number, step))
        return self.one_of("", "\\+ ") + asked

    # ---- percepts ---------------------------------------------------------------

    def seen(self, remembered: bool) -> list[str]:
        """Return the rules of `sees`, by way of `tells` where these are remembered."""
        name = "tells" if remembered else "sees"
        rules = [one.rule(name) for one in dict.fromkeys(self.percepts)]
        if remembered:
            rules.append("sees(R, P) :- tells(R, P).")
        if any(one.role == "R" for one in self.percepts):
            rules.append("player(ann). player(bob).")
        return rules

    def percept(self) -> Percept:
        """Return a rule of what a role, or each player, perceives."""
        secret = self.secret()
        role = self.one_of("ann", "bob", *(("R",) if secret is None else ()))
        # Who must not know its legal moves perceives nothing before they count.
        first = secret[2] if secret and secret[1] == role else 1
        last = self.steps if self.source.random() < 0.2 else self.steps - 1
        step = self.source.randint(first, max(first, last))
        pick = self.pick("V", step, role)
        ways = [("V", pick)]
        if step > 1:
            fluent, test = self.fluent("V", step), self.test(step)
            ways += [
                ("V", fluent),
                ("V", f"{fluent}, {test}"),
                ("V", f"{pick}, \\+ {fluent}"),
                ("same", f"{pick}, {fluent}"),
                ("yes", test),
            ]
        value, body = self.source.choice(ways)
        return Percept(role, self.source.randint(1, 2), value, step, body)

    # ---- the end ----------------------------------------------------------------

    def end(self) -> list[str]:
        """Return the rules of `terminal` and `goal`; it is 0 where no table counts."""
        rules = [f"terminal :- true(step({self.steps + 1}))."]
        early = self.early()
        if early:
            rules += ["terminal :- stopped.", f"stopped :- {early[0]}."]
            rules += self.table("stopped, ", "early", self.picked(early[1]))
        condition = "\\+ stopped, " if early else ""
        rules += self.table(condition, "late", self.picked(self.steps + 1))
        return [
            *rules,
            "goal(ann, V) :- worth(V).",
            "goal(ann, 0) :- \\+ worth(_).",
            "goal(bob, V) :- goal(ann, W), V is 0 - W.",
            "constant_sum(0).",
        ]

    def early(self) -> tuple[str, int] | None:
        """Return when a play ends early, if any does, and the step of that."""
        if self.unknown or self.steps < 3 or self.source.random() < 0.6:
            return None
        step = self.source.randint(2, self.steps - 1)
        number = self.source.choice(sorted(self.picked(step)))
        return (
            f"true(step({step})), true(f({number}, {self.source.randint(1, 2)}))",
            step,
        )

    def table(self, condition: str, name: str, numbers: set[int]) -> list[str]:
        """Return the rules of what an end is worth to ann, by what was picked.

        Args:
            condition: when the table counts.
            name: of the table.
            numbers: the fluents of which up to three count.
        """
        order = self.source.sample(sorted(numbers), len(numbers))
        both = [  # what a player has picked comes first
            next((n for n in order if self.choices[n].role == role), order[0])
            for role in ("ann", "bob")
        ]
        counted = sorted([*dict.fromkeys([*both, *order])][:3])
        letters = "ABC"[: len(counted)]
        values = [f"true(f({n}, {x}))" for n, x in zip(counted, letters, strict=True)]
        row = ", ".join((*letters, "V"))
        facts = [
            f"{name}({', '.join(map(str, given))}, {self.source.randint(-3, 3)})."
            for given in product(*(range(1, self.choices[n].many + 1) for n in counted))
        ]
        rule = f"worth(V) :- {condition}{', '.join(values)}, {name}({row})."
        lines = [" ".join(facts[at : at + 4]) for at in range(0, len(facts), 4)]
        return [rule, *lines]


def percept_game(seed: int) -> PerceptGame:
    """Return the random game of a seed."""
    source = random.Random(seed)
    unknown = source.choice(("ann", "bob")) if seed % EVERY == EVERY - 1 else ""
    author = Author(source, unknown)
    text = author.text(seed)
    return PerceptGame(text, author.steps, unknown)


if __name__ == "__main__":
    print(percept_game(int(sys.argv[1])).text, end="")
