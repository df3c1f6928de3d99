"""Random rule files with the words that came after the first ones.

Beside what `random_rules.py` writes, a file has `after(R, M, Goal)`, weights of the
moves of chance, turns of several steps, histories, lists, numbers of features, and
`wins` and `loses` in place of goals. A play ends after `plies` steps, and so does a
turn.

`next` may not ask what asks `after`, and the goal of `after` may not ask for another
`after` nor for the history. So the relations stand in layers: where `legal` looks
ahead, nothing below looks at `legal`; all other rules that look ahead come after those
that `next` asks.

`divided` cuts a file in two, of which one includes the other and replaces what is wrong
in it: both together mean what the one file does.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from games.random_rules import ATOMS, NUMBERS, Author, Body, Relation


class NewerAuthor(Author):
    """Writes one rule file, see the head of this module.

    Args:
        source: of the random numbers.
        chance: whether the role random moves.
        history: whether the rules ask how often the position has occurred.
        plies: after how many steps a play ends.
    """

    def __init__(
        self, source: random.Random, *, chance: bool, history: bool, plies: int
    ) -> None:
        super().__init__(source, chance, self._given(source), True)
        self.history = history
        self.plies = plies
        #: Whether the rules of `legal` look ahead.
        self.legal_asks = self.chance(0.5)
        #: Whether what holds after a move must not ask `next` for the history.
        self.remembered = history and self.chance(0.3)
        #: What the goal of `after` may ask, where the rules may look ahead now.
        self.ahead: Sequence[Relation] | None = None
        self.listed = self.chance(0.3)

    @staticmethod
    def _given(source: random.Random) -> bool:
        return source.random() < 0.2

    # ---- literals -----------------------------------------------------------------

    def filter(self, body: Body, askable: Sequence[Relation], step: bool) -> None:
        """Add a literal that only tests or computes, or looks ahead."""
        if self.ahead is None or step or self.chance(0.5):
            super().filter(body, askable, step)
        elif self.history and self.chance(0.3):
            body.literals.append(f"occurred({self.times(body)})")
        elif self.listed and self.chance(0.3):
            self.listing(body, askable)
        else:
            self.look_ahead(body)

    def times(self, body: Body) -> str:
        """Return how often a position occurs: a number, or a new variable."""
        if self.chance(0.6):
            return self.source.choice("123")
        name = self.variable()
        body.bound[name] = "i"
        return name

    def listing(self, body: Body, askable: Sequence[Relation]) -> None:
        """Add the list of what holds, of which the first member is known."""
        inner = Body(bound=dict(body.bound))
        inner.literals.append(self.positive(inner, askable, False))
        own = [name for name in inner.bound if name not in body.bound] or ["x"]
        member, key = self.source.choice(own), "-".join(own)
        first = self.variable()
        goal = ", ".join(inner.literals)
        rest = self.source.choice(("_", "[]", "[_|_]"))
        body.literals.append(f"list({member}, {key}, ({goal}), [{first}|{rest}])")
        if member != "x":
            body.bound[first] = inner.bound[member]

    def look_ahead(self, body: Body, who: str = "", made: str = "") -> None:
        """Add a literal of what holds after a move.

        Args:
            body: the body.
            who: the role, if the head of the rule has it.
            made: the move, likewise.
        """
        move = made or self.known(body, "m")
        asks = f"after({move}, "
        if not made or self.chance(0.3):
            asks = f"after({who or self.known(body, 'r')}, {move}, "
        if self.chance(0.2):
            self.count_ahead(body)
            return
        inner = Body(bound=dict(body.bound))
        asked = f"{asks}{self.goal_ahead(inner)})"
        match self.source.randint(0, 5):
            case 0 | 1:
                body.literals.append(f"\\+ {asked}")
            case 2:
                other = self.ground_literal(inner, self.ahead or (), False)
                body.literals.append(f"\\+ ({asked}, {other})")
            case 3:
                other = self.ground_literal(body, self.ahead or (), False)
                body.literals.append(f"({asked} ; {other})")
            case _:
                body.literals.append(asked)
                body.bound |= inner.bound

    def goal_ahead(self, inner: Body) -> str:
        """Return the goal of `after`; what it binds is added."""
        ahead, self.ahead = self.ahead, None
        assert ahead is not None
        if self.history and self.chance(0.4):
            text = f"occurred({self.times(inner)})"
        else:
            goal = Body(bound=dict(inner.bound))
            if self.chance(0.3):
                goal.literals.append(f"\\+ {self.ground_literal(goal, ahead, False)}")
            else:
                goal.literals.append(self.positive(goal, ahead, False))
            if self.chance(0.4):
                self.filter(goal, ahead, False)
            inner.bound |= goal.bound
            text = ", ".join(goal.literals)
            if len(goal.literals) > 1 or self.chance(0.2):
                text = f"({text})"
        self.ahead = ahead
        return text

    def count_ahead(self, body: Body) -> None:
        """Add the number of moves after which something holds."""
        role, move, number = (self.variable() for _ in range(3))
        inner = Body(bound={**body.bound, role: "r", move: "m"})
        binder = f"legal({role}, {move})"
        if self.legal_asks:
            binder = f"role({role}), can({role}, {move})"
        goal = self.goal_ahead(inner)
        template = self.source.choice((move, role, f"{role}-{move}"))
        body.literals.append(
            f"count({template}, ({binder}, after({role}, {move}, {goal})), {number})"
        )
        body.bound[number] = "i"

    # ---- rules --------------------------------------------------------------------

    def asked_legal(self) -> list[Relation]:
        """Return `legal`, unless it looks ahead."""
        found = [] if self.legal_asks else super().asked_legal()
        if self.remembered:
            self.rules.append("often(N) :- occurred(N).")
            found.append(Relation("often", "i"))
        return found

    def legal_rules(self, below: list[Relation]) -> None:
        """Add the rules of `legal`; `can` has moves without looking ahead."""
        for move in self.moves:
            values = [self.value(kind) for kind in move.types]
            role = self.source.choice(self.roles)
            self.rules.append(f"can({role}, {move(values)}).")
        self._may = list(below)
        super().legal_rules(below)

    def legal_filter(
        self, body: Body, who: str, made: str, below: Sequence[Relation]
    ) -> None:
        """Look ahead in a rule of `legal`, from what binds all variables."""
        if self.legal_asks and self.chance(0.6):
            self._ahead(below)
            self.look_ahead(body, who, made)
            self.ahead = None

    def _ahead(self, askable: Sequence[Relation]) -> None:
        self.ahead = list(askable)
        if self.remembered:  # then `next` may ask for the history
            self.ahead = [one for one in self.ahead if one in self._may]

    def late_relations(self, state: list[Relation]) -> list[Relation]:
        """Add relations that look ahead, and what the language says of a state."""
        late = list(state)
        self._ahead(state)
        if self.legal_asks:
            late.append(Relation("legal", "rm"))
        self.helper_relations("q", False, late)
        if self.given and self.chance(0.5):
            # What asks `after` binds the role and the move in the rule itself.
            ahead, self.ahead = self.ahead, None
            self.given_relations("u", False, late)
            self.ahead = ahead
        self.turns(late)
        self.weights(late)
        if self.history:
            self.position()
        return late

    def turns(self, late: Sequence[Relation]) -> None:
        """Add rules of `mid_turn`."""
        for _ in range(self.source.randint(0, 2)):
            self.rule("mid_turn", self.body(late))

    def weights(self, late: Sequence[Relation]) -> None:
        """Add rules of `weight`, by which each move of chance has one."""
        if "random" not in self.roles or self.chance(0.2):
            return
        if self.chance(0.5):
            self.weight("M", Body(["legal(random, M)"], {"M": "m"}), late)
            return
        for move in self.moves:
            names = [f"A{i}" for i in range(len(move.types))]
            bound = dict(zip(names, move.types, strict=True))
            made = move(names)
            self.weight(made, Body([f"legal(random, {made})"], bound), late)

    def weight(self, move: str, body: Body, late: Sequence[Relation]) -> None:
        """Add rules by which a move has one weight."""
        if self.chance(0.3):  # it is another where something holds
            inner = Body(bound=dict(body.bound))
            which = self.ground_literal(inner, late, False)
            if self.chance(0.5):
                which = f"after(random, {move}, {self.goal_ahead(inner)})"
            number = self.source.randint(1, 4)
            literals = ", ".join([*body.literals, which])
            head = f"weight(random, {move}, {number})"
            self.rules.append(f"{head} :- {literals}.")
            body.literals.append(f"\\+ {which}")
        numbers = [name for name, kind in body.bound.items() if kind == "n"]
        text = str(self.source.randint(1, 9))
        if numbers and self.chance(0.6):
            text = f"{self.source.choice(numbers)} + {self.source.randint(1, 3)}"
        elif self.chance(0.7):
            counted = Body(bound=dict(body.bound))
            counted.literals.append(self.positive(counted, late, False))
            own = [name for name in counted.bound if name not in body.bound]
            goal = ", ".join(counted.literals)
            body.literals.append(f"count({'-'.join(own) or 'x'}, ({goal}), N)")
            text = f"N * {self.source.randint(1, 3)} + 1"
        body.literals.append(f"W is {text}")
        self.rule(f"weight(random, {move}, W)", body)

    def position(self) -> None:
        """Add rules of `position_part`."""
        if self.chance(0.4):
            self.rules.append("position_part(F) :- true(F).")
            return
        kept = [fluent for fluent in self.fluents if self.chance(0.6)]
        for fluent in kept or self.fluents[:1]:
            names = [f"X{i}" for i in range(len(fluent.types))]
            part = fluent(names[: self.source.randint(0, len(names))])
            self.rules.append(f"position_part({part}) :- true({fluent(names)}).")

    def ends(self, askable: Sequence[Relation]) -> None:
        """Add the ends, after `plies` steps at the latest, and the goals."""
        super().ends(askable)
        self.rules += [
            "init(clock(0)).",
            f"next(clock(M)) :- true(clock(N)), N < {self.plies}, M is N + 1.",
            f"terminal :- true(clock({self.plies})).",
        ]
        if self.history:
            self.rules.append("terminal :- occurred(3).")
        body = self.body(askable)
        numbers = [name for name, kind in body.bound.items() if kind in "ni"]
        value = self.source.choice(numbers) if numbers else "2"
        head = f"feature_value({self.known(body, 'r')}, one, {value})"
        self.rule(head, body)

    def goal_rules(self, askable: Sequence[Relation]) -> None:
        """Add goals of which each role has one, or who wins and who loses."""
        if self.chance(0.4):
            for word in self.source.choice((["wins"], ["loses"], ["wins", "loses"])):
                body = self.body(askable)
                self.rule(f"{word}({self.known(body, 'r')})", body)
            return
        for role in self.roles:
            body = Body()
            goal = self.positive(body, askable, False)
            own = "-".join(body.bound) or "x"
            words = [f"count({own}, ({goal}), N)", f"V is {self.source.choice(SUMS)}"]
            numbers = [name for name, kind in body.bound.items() if kind in "ni"]
            if numbers and self.chance(0.5):
                words[0] = f"sum({self.source.choice(numbers)}, {own}, ({goal}), N)"
            self.rules.append(f"goal({role}, V) :- {', '.join(words)}.")


SUMS = ("N", "3 - N", "2 * N", "N mod 3")


def newer_rules(
    source: random.Random,
    *,
    chance: bool = False,
    history: bool = False,
    plies: int = 4,
) -> str:
    """Return a rule file, see `NewerAuthor`."""
    return NewerAuthor(source, chance=chance, history=history, plies=plies).text()


# ---- a file that includes another --------------------------------------------------


@dataclass(frozen=True, slots=True)
class Divided:
    """A rule file in several, which mean the same.

    Attributes:
        files: for each name the text; the first includes the next, and so on.
        game: the name of the first.
    """

    files: dict[str, str]
    game: str


def relation_of(rule: str) -> str:
    """Return the name and the number of arguments of the head of a rule."""
    head = rule.partition(" :- ")[0].rstrip(".\n")
    name, _, rest = head.partition("(")
    deep = commas = 0
    for sign in rest[:-1]:
        deep += (sign in "([") - (sign in ")]")
        commas += sign == "," and deep == 0
    return f"{name}/{commas + 1 if rest else 0}"


def divided(source: random.Random, rules: str, files: int = 2) -> Divided:
    """Return a file cut into several, which include each other in a row.

    Each relation is defined in one of them, and in those that this one includes by
    rules that are not to count.

    Args:
        source: of the random numbers.
        rules: the rules, each in a line, sound if read without the others.
        files: how many there are to be.
    """
    lines = rules.splitlines()
    texts: list[list[str]] = [[] for _ in range(files)]
    for relation in dict.fromkeys(map(relation_of, lines)):
        its = [line for line in lines if relation_of(line) == relation]
        at = source.randrange(files)
        if relation == "parameter/2":
            at = files - 1
        texts[at] += its
        if relation not in NEEDED:
            for other in range(at + 1, files):
                if source.random() < 0.7:
                    texts[other].append(wrong(source, source.choice(its)))
    found: dict[str, str] = {}
    for number, text in enumerate(texts):
        if number + 1 < files:
            text = [f"include(part_{number + 1}).", *text]
        found[f"part_{number}"] = "\n".join(text) + "\n"
    return Divided(found, "part_0")


#: Relations that the language knows by their facts alone.
NEEDED = ("parameter/2",)


def wrong(source: random.Random, rule: str) -> str:
    """Return a fact that is not in a file: the head of a rule, with other terms."""
    head = rule.partition(" :- ")[0].rstrip(".\n")
    words, word = [], ""
    for sign in f"{head} ":
        if sign.isalnum() or sign in "_'":
            word += sign
            continue
        variable = word[:1].isupper() or word[:1] == "_"
        number = word.isdigit()
        if variable or number:
            word = source.choice(NUMBERS if number else (*ATOMS, *NUMBERS))
        words.append(word + sign)
        word = ""
    return "".join(words).rstrip() + "."
