"""Random rule files: sound and stratified, small, and of every kind of literal.

A file is a function of the source of random numbers. Values are typed, so that no
arithmetic meets an atom:

    n  the numbers 0 to 3    s  the atoms a, b, c    g  g(a), g(b), g(c)
    r  the roles             m  the moves            l  lists of at most three atoms
    i  any number, as a count or a difference may be: it stays out of fluents
    t  names, numbers and terms of several depths, where `deep` rules are wanted

Deep rules have the fluent `stage`, too, of which exactly one instance holds. Its values
are of the type t, and most moves are legal at one stage alone.

Relations stand in layers; a negation or a count asks lower layers only, and a
relation that depends on itself does so without negation. Some relations that ask for
the moves have rules with constants in their heads, and some of these have many rules.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

NUMBERS = ("0", "1", "2", "3")
ATOMS = ("a", "b", "c")
ROLES = ("p", "q", "'R'")
DEEP = ("a", "b", "1", "2", "g(a)", "g(b)", "g(1)", "h(a, b)", "h(b, 1)", "g(g(a))")
LISTS = ("[]", "[a]", "[b]", "[b, a]", "[a, c]", '"ab"', '"c"', "[a, b, c]")


@dataclass(frozen=True, slots=True)
class Relation:
    """A relation, a fluent or a move, with the types of its arguments.

    Who asks it must bind the arguments at the places `given`, from 0.
    """

    name: str
    types: str
    given: tuple[int, ...] = ()

    def __call__(self, arguments: Sequence[str]) -> str:
        """Return the atom with these arguments."""
        return f"{self.name}({', '.join(arguments)})" if arguments else self.name


@dataclass(slots=True)
class Body:
    """A body that grows, and the variables that its positive literals bind."""

    literals: list[str] = field(default_factory=list)
    bound: dict[str, str] = field(default_factory=dict)


class Author:
    """Writes one rule file."""

    def __init__(
        self,
        source: random.Random,
        chance: bool,
        given: bool,
        aggregates: bool,
        deep: bool = False,
    ) -> None:
        self.source = source
        self.deep = "t" if deep else ""
        #: The values of `stage`, each before the one that mostly follows it.
        self.stages: list[str] = []
        self.given = given
        self.aggregates = aggregates
        self.names = 0
        self.recursive = self.chance(0.3)
        self.roles = ROLES[: source.randint(1, 3)]
        if chance:
            self.roles += ("random",)
        self.moves = [
            Relation(f"m{i}", self.types("nsgl" + 2 * self.deep, 0, 2))
            for i in range(source.randint(1, 3))
        ]
        self.fluents = [
            Relation(f"f{i}", self.types("nnssgrml" + 3 * self.deep, 0, 3))
            for i in range(source.randint(1, 4))
        ]
        self.fluents.append(Relation("control", "r"))
        if deep:
            self.stages = source.sample(DEEP, source.randint(2, 5))
            self.fluents.append(Relation("stage", "t"))
        self.static: list[Relation] = []
        self.helpers: list[Relation] = []
        self.rules: list[str] = []

    # ---- choices -----------------------------------------------------------

    def chance(self, probability: float) -> bool:
        return self.source.random() < probability

    def types(self, kinds: str, least: int, most: int) -> str:
        return "".join(
            self.source.choice(kinds) for _ in range(self.source.randint(least, most))
        )

    def value(self, kind: str) -> str:
        """Return a ground term."""
        match kind:
            case "n" | "i":
                return self.source.choice(NUMBERS)
            case "s":
                return self.source.choice(ATOMS)
            case "g":
                return f"g({self.source.choice(ATOMS)})"
            case "r":
                return self.source.choice(self.roles)
            case "l":
                return self.source.choice(LISTS)
            case "t":
                return self.source.choice(DEEP)
        if self.chance(0.1):
            return "noop"
        move = self.source.choice(self.moves)
        return move([self.value(t) for t in move.types])

    def variable(self) -> str:
        self.names += 1
        return f"V{self.names}"

    def known(self, body: Body, kind: str, wide: bool = False) -> str:
        """Return a bound variable, or a ground term.

        Args:
            body: what is bound.
            kind: the type.
            wide: whether a number may be any one, as counts and differences are: in a
                head it would make the fluents endless.
        """
        kinds = "ni" if kind == "i" or (wide and kind == "n") else kind
        of_kind = [name for name, k in body.bound.items() if k in kinds]
        if of_kind and self.chance(0.8):
            return self.source.choice(of_kind)
        return self.value(kind)

    def pattern(self, body: Body, new: dict[str, str], kind: str, some: bool) -> str:
        """Return an argument of a positive literal, and note what it binds."""
        names = [n for n, k in {**body.bound, **new}.items() if k == kind]
        draw = self.source.random()
        if draw < 0.3 and names:
            return self.source.choice(names)
        if draw < 0.4:
            return self.value(kind)
        if draw < 0.5 and some:
            return "_"
        if kind == "g" and draw < 0.7:
            inner = self.pattern(body, new, "s", some)
            return f"g({inner})"
        if kind == "l" and draw < 0.7:
            first = self.pattern(body, new, "s", some)
            return f"[{first}|{self.pattern(body, new, 'l', some)}]"
        if kind == "t" and draw < 0.7:
            inner = self.pattern(body, new, "t", some)
            return f"g({inner})" if draw < 0.6 else f"h(b, {inner})"
        if kind == "m" and draw < 0.8:
            move = self.source.choice(self.moves)
            return move([self.pattern(body, new, t, some) for t in move.types])
        name = self.variable()
        new[name] = kind
        return name

    # ---- literals ----------------------------------------------------------

    def positive(
        self,
        body: Body,
        askable: Sequence[Relation],
        step: bool,
        some: bool = True,
        ask: bool = False,
    ) -> str:
        """Return a literal that binds its variables; with `ask`, of a relation."""
        new: dict[str, str] = {}
        draw = 1.0 if ask else self.source.random()
        if step and draw < 0.3:
            role = self.pattern(body, new, "r", some)
            text = f"does({role}, {self.pattern(body, new, 'm', some)})"
        elif draw < 0.6 or not askable:
            fluent = self.source.choice(self.fluents)
            values = [self.pattern(body, new, t, some) for t in fluent.types]
            text = f"true({fluent(values)})"
        else:
            asked = self.source.choice(askable)
            text = asked(
                [
                    self.known(body, t)
                    if place in asked.given
                    else self.pattern(body, new, t, some)
                    for place, t in enumerate(asked.types)
                ]
            )
        body.bound.update(new)
        return text

    def ground_literal(
        self, body: Body, askable: Sequence[Relation], step: bool
    ) -> str:
        """Return a literal that binds nothing."""
        draw = self.source.random()
        if step and draw < 0.3:
            return f"does({self.known(body, 'r')}, {self.known(body, 'm')})"
        if draw < 0.65 or not askable:
            fluent = self.source.choice(self.fluents)
            return f"true({fluent([self.known(body, t, True) for t in fluent.types])})"
        asked = self.source.choice(askable)
        return asked([self.known(body, t, True) for t in asked.types])

    def expression(self, body: Body) -> tuple[str, str]:
        """Return an expression, and the type of its value."""
        wide = self.chance(0.4)
        left, right = (self.known(body, "n", wide) for _ in range(2))
        text = self.source.choice(
            (
                f"({left} + {right}) mod 4",
                f"min(3, {left} + {right})",
                f"max(0, {left} - {right})",
                f"abs({left} - {right})",
                f"{left} // 2",
                f"({left} * {right} + 1) mod 3",
                f"({left} xor {right}) mod 4",
                f"{left} - {right}",
            )
        )
        endless = text.startswith(f"{left} - ") or (wide and " mod " not in text)
        return text, "i" if endless else "n"

    def filter(self, body: Body, askable: Sequence[Relation], step: bool) -> None:
        """Add a literal that only tests, or computes."""
        match self.source.randint(0, 7):
            case 0 | 1:
                literals = [self.ground_literal(body, askable, step)]
                if self.chance(0.25):
                    literals.append(self.ground_literal(body, askable, step))
                if self.chance(0.2):
                    literals.append(self.comparison(body))
                text = f"\\+ ({', '.join(literals)})"
                if self.chance(0.2):
                    text = f"\\+ ({' ; '.join(literals)})"
                body.literals.append(text)
            case 2 | 3:
                body.literals.append(self.comparison(body))
            case 4:
                text, kind = self.expression(body)
                if self.chance(0.3):
                    body.literals.append(f"{self.known(body, 'n')} is {text}")
                else:
                    name = self.variable()
                    body.literals.append(f"{name} is {text}")
                    body.bound[name] = kind
            case 5:
                name = self.variable()
                body.literals.append(
                    f"between(0, {self.known(body, 'n', True)}, {name})"
                )
                body.bound[name] = "i"
            case 6:
                self.count(body, askable, step)
            case _:
                self.alternatives(body, askable, step)

    def comparison(self, body: Body) -> str:
        if self.chance(0.5):
            operator = self.source.choice(("<", "=<", ">", ">=", "=:=", "=\\="))
            left, right = (self.known(body, "n", True) for _ in range(2))
            return f"{left} {operator} {right}"
        kind = self.source.choice("nsgrml" + self.deep)
        left, right = self.known(body, kind), self.known(body, kind)
        return self.source.choice(
            (
                f"{left} \\== {right}",
                f"distinct({left}, {right})",
                f"dif({left}, {right})",
            )
        )

    def count(self, body: Body, askable: Sequence[Relation], step: bool) -> None:
        inner = Body(bound=dict(body.bound))
        for _ in range(self.source.randint(1, 2)):
            inner.literals.append(self.positive(inner, askable, step))
        if self.chance(0.3):
            inner.literals.append(self.comparison(inner))
        own = [name for name in inner.bound if name not in body.bound]
        template = "-".join(own[: self.source.randint(1, 2)]) or "x"
        if self.chance(0.4):
            number = self.source.choice(("0", "1", "2"))
        else:
            number = self.variable()
        head = f"count({template}"
        if self.aggregates and self.chance(0.8):
            head = self.measure(inner, own, template)
        body.literals.append(f"{head}, ({', '.join(inner.literals)}), {number})")
        if number[0] == "V":
            body.bound[number] = "i"

    def measure(self, inner: Body, own: Sequence[str], key: str) -> str:
        """Return the start of a sum, a maximum or a minimum, mostly of numbers."""
        numbers = [name for name in own if inner.bound[name] in "ni"]
        value = self.source.choice(numbers or own or ["-2", "3"])
        if own and self.chance(0.2):
            value = self.source.choice(own)
        elif value[0] == "V" and self.chance(0.4):
            name = self.variable()
            less = self.source.choice(("1 - {}", "{} - 2", "2 * {}", "-{}"))
            inner.literals.append(f"{name} is {less.format(value)}")
            inner.bound[name] = "i"
            value = name
        word = self.source.choice(("sum", "sum", "max", "min"))
        return f"sum({value}, {key}" if word == "sum" else f"{word}({value}"

    def alternatives(self, body: Body, askable: Sequence[Relation], step: bool) -> None:
        sides = []
        for _ in range(self.source.randint(2, 3)):
            side = Body(bound=dict(body.bound))
            side.literals.append(self.positive(side, askable, step))
            if self.chance(0.3):
                side.literals.append(self.comparison(side))
            if self.chance(0.3):
                side.literals.append(f"\\+ {self.ground_literal(side, askable, step)}")
            sides.append(side)
        # One new name may stand for what each side binds.
        kinds = [
            {k for n, k in side.bound.items() if n not in body.bound} for side in sides
        ]
        common = sorted(set.intersection(*kinds))
        texts = [", ".join(side.literals) for side in sides]
        if common and self.chance(0.8):
            kind = self.source.choice(common)
            name = self.variable()
            for i, side in enumerate(sides):
                old = next(
                    n
                    for n, k in side.bound.items()
                    if k == kind and n not in body.bound
                )
                texts[i] = _renamed(texts[i], old, name)
            body.bound[name] = kind
        body.literals.append(f"({' ; '.join(texts)})")

    # ---- rules -------------------------------------------------------------

    def body(self, askable: Sequence[Relation], step: bool = False) -> Body:
        body = Body()
        for _ in range(self.source.choice((1, 1, 2, 2, 3))):
            body.literals.append(self.positive(body, askable, step))
        for _ in range(self.source.choice((0, 0, 1, 1, 2))):
            self.filter(body, askable, step)
        return body

    def head(self, relation: Relation, body: Body, ground: bool = False) -> str:
        """Return a head, with what it needs bound added to the body."""
        arguments = []
        for kind in relation.types:
            if kind == "r" and self.chance(0.5):
                name = self.variable()
                body.literals.insert(0, f"role({name})")
                body.bound[name] = "r"
            if kind == "g" and self.chance(0.5) and not ground:
                arguments.append(f"g({self.known(body, 's')})")
            elif kind == "l" and self.chance(0.3) and not ground:
                arguments.append(f"[{self.known(body, 's')}]")
            elif kind == "t" and self.chance(0.4) and not ground:
                inner = self.known(body, self.source.choice("sn"))
                arguments.append(self.source.choice((f"g({inner})", inner)))
            elif kind == "m" and self.chance(0.3) and not ground:
                move = self.source.choice(self.moves)
                arguments.append(move([self.known(body, t) for t in move.types]))
            else:
                arguments.append(self.known(body, kind))
        return relation(arguments)

    def rule(self, head: str, body: Body) -> None:
        literals = list(body.literals)
        if self.chance(0.3):
            self.source.shuffle(literals)
        self.rules.append(
            f"{head} :- {', '.join(literals)}." if literals else f"{head}."
        )

    def static_relations(self) -> None:
        for i in range(self.source.randint(1, 3)):
            relation = Relation(f"s{i}", self.types("nssgl", 1, 2))
            for _ in range(self.source.randint(1, 4)):
                values = [self.value(t) for t in relation.types]
                self.rules.append(f"{relation(values)}.")
            self.static.append(relation)
        if self.recursive and self.chance(0.6):
            edge, path = Relation("edge", "ss"), Relation("path", "ss")
            for _ in range(self.source.randint(1, 4)):
                self.rules.append(f"{edge([self.value('s'), self.value('s')])}.")
            self.rules.append("path(X, Y) :- edge(X, Y).")
            self.rules.append(self.source.choice(CLOSURES).replace("E(", "edge("))
            self.static += [edge, path]
        if self.chance(0.25):
            self.rules += [*LEVEL, f"parameter(level, {self.source.choice(LEVELS)})."]
            self.static.append(Relation("sign", "ns"))

    def helper_relations(self, prefix: str, step: bool, below: list[Relation]) -> None:
        for i in range(self.source.randint(0, 3)):
            relation = Relation(f"{prefix}{i}", self.types("nsgrmil" + self.deep, 0, 2))
            for _ in range(self.source.randint(1, 2)):
                body = self.body(below, step)
                self.rule(self.head(relation, body), body)
            below.append(relation)
        if self.recursive and self.chance(0.6):
            self.closure(f"{prefix}_reach", step, below)

    def given_relations(self, prefix: str, step: bool, below: list[Relation]) -> None:
        """Add relations that need arguments given: their rules do not bind them."""
        for i in range(self.source.randint(1, 3)):
            types = self.types("nnsgml", 1, 3)
            size = self.source.randint(1, len(types))
            given = tuple(sorted(self.source.sample(range(len(types)), size)))
            relation = Relation(f"{prefix}{i}", types, given)
            for _ in range(self.source.randint(1, 2)):
                body = Body()
                arguments = {
                    place: self.pattern(Body(), body.bound, types[place], False)
                    for place in given
                }
                if self.chance(0.4):
                    body.literals.append(self.positive(body, below, step))
                for _ in range(self.source.randint(1, 2)):
                    self.filter(body, below, step)
                for place, kind in enumerate(types):
                    arguments.setdefault(place, self.known(body, kind))
                self.rule(relation([arguments[at] for at in range(len(types))]), body)
            body = Body()
            body.literals.append(self.positive(body, below, step))
            body.literals.append(self.positive(body, [relation], step, ask=True))
            asker = Relation(f"{prefix}{i}_asked", "".join(body.bound.values())[:2])
            self.rule(asker([*body.bound][:2]), body)
            below += [relation, asker]

    def by_move(self, name: str, below: list[Relation]) -> None:
        """Add a relation whose rules ask for moves, with constants in their heads.

        What it says in a step becomes a fluent that has these constants, too.
        """
        relation = Relation(name, "s" + self.types("nsl", 0, 1))
        # Two literals of a relation with 12 rules may be met in more than 100 ways.
        for i in range(12 if self.chance(0.1) else self.source.randint(2, 3)):
            body = Body()
            role = self.pattern(body, body.bound, "r", True)
            move = self.pattern(body, body.bound, "m", True)
            body.literals.append(f"does({role}, {move})")
            if self.chance(0.3):
                body.literals.append(self.comparison(body))
            if self.chance(0.2):
                asked = self.ground_literal(body, self.static, True)
                body.literals.append(f"\\+ {asked}")
            others = [self.known(body, kind) for kind in relation.types[1:]]
            self.rule(relation([f"{name}_{i}", *others]), body)
        below.append(relation)
        fluent = Relation(f"{name}_was", relation.types)
        names = [f"X{i}" for i in range(len(relation.types))]
        literals = [relation(names)]
        if self.chance(0.5):
            literals.append(relation(["Y", *names[1:]]))
        if self.chance(0.3):
            literals.append(f"\\+ true({fluent(names)})")
        self.rule(f"next({fluent(names)})", Body(literals))
        self.fluents.append(fluent)

    def closure(self, name: str, step: bool, below: list[Relation]) -> None:
        """Add a relation that depends on itself, or two on each other."""
        kind = self.source.choice("ns")
        relation = Relation(name, kind + kind)
        for _ in range(self.source.randint(1, 2)):
            body = self.body(below, step)
            self.rule(self.head(relation, body), body)
        if self.chance(0.4):
            other = Relation(f"{name}_too", kind + kind)
            self.rules.append(f"{name}(X, Y) :- {other.name}(Y, X).")
            text = f"{other.name}(X, Z) :- {name}(X, Y), {name}(Y, Z)."
            self.rules.append(text)
            below.append(other)
        else:
            link = Relation(f"{name}_link", kind + kind)
            body = self.body(below, step)
            self.rule(self.head(link, body), body)
            text = self.source.choice(CLOSURES).replace("path", name)
            self.rules.append(text.replace("E(", f"{name}_link("))
        below.append(relation)

    def board(self) -> None:
        """Add a fluent whose last argument is a function of the first."""
        values = self.source.choice(("n", "s"))
        put, cell = Relation("put", "n" + values), Relation("cell", "n" + values)
        self.fluents.append(cell)
        self.moves.append(put)
        keys = NUMBERS[: self.source.randint(1, 4)]
        self.rules += [f"init({cell([k, self.value(values)])})." for k in keys]
        self.rules += [
            "next(cell(K, V)) :- does(_, put(K, V)).",
            "next(cell(K, V)) :- true(cell(K, V)), \\+ touched(K).",
            "touched(K) :- does(_, put(K, _)).",
        ]
        body = self.body([*self.static])
        self.rule(f"legal({self.known(body, 'r')}, {self.head(put, body)})", body)

    def text(self) -> str:
        """Return the rule file."""
        self.rules += [f"role({role})." for role in self.roles]
        self.static_relations()
        if self.stages:
            self.rules.append(f"init(stage({self.stages[0]})).")
        for fluent in self.fluents:
            if fluent.name == "stage":
                continue
            for _ in range(self.source.randint(0, 3)):
                self.rules.append(
                    f"init({fluent([self.value(t) for t in fluent.types])})."
                )
        if self.chance(0.3):
            relation = self.source.choice(self.static)
            fluent = self.source.choice(
                [one for one in self.fluents if one.name != "stage"]
            )
            body = Body()
            atom = relation(
                [self.pattern(body, body.bound, t, False) for t in relation.types]
            )
            body.literals.append(atom)
            self.rule(f"init({self.head(fluent, body)})", body)
        if self.chance(0.5):
            self.board()
        below = list(self.static)
        self.helper_relations("h", False, below)
        if self.given:
            self.given_relations("g", False, below)
        self.legal_rules(below)
        state = [*below, *self.asked_legal()]
        self.helper_relations("k", False, state)
        step = list(state)
        for i in range(self.source.randint(0, 2)):
            self.by_move(f"b{i}", step)
        self.helper_relations("d", True, step)
        if self.given:
            self.given_relations("e", True, step)
        self.next_rules(step)
        self.ends(self.late_relations(state))
        return "\n".join(self.rules) + "\n"

    def legal_rules(self, below: list[Relation]) -> None:
        for move in self.moves:
            for _ in range(self.source.randint(1, 2)):
                body = self.body(below)
                if self.chance(0.5):
                    body = Body(
                        [self.positive(body := Body(), below, False)], body.bound
                    )
                if self.chance(0.6):
                    body.literals.append("role(R)")
                    body.bound["R"] = "r"
                made = self.head(move, body)
                who = "R" if "R" in body.bound else self.known(body, "r")
                if self.stages and self.chance(0.7):
                    stage = self.source.choice(self.stages)
                    body.literals.append(f"true(stage({stage}))")
                self.legal_filter(body, who, made, below)
                self.rule(f"legal({who}, {made})", body)

    # What a kind of file has besides: see newer_rules.py.

    def asked_legal(self) -> list[Relation]:
        """Return `legal`, if the rules of the next state may ask it."""
        return [Relation("legal", "rm")]

    def legal_filter(
        self, body: Body, who: str, made: str, below: list[Relation]
    ) -> None:
        """Add a literal that tests a move."""

    def late_relations(self, state: list[Relation]) -> list[Relation]:
        """Add relations of the state that `next` does not ask; return all."""
        return state

    def next_stages(self, askable: Sequence[Relation]) -> None:
        """Add the stage after each, which what holds or is done may decide."""
        for at, stage in enumerate(self.stages):
            after = self.stages[(at + 1) % len(self.stages)]
            now = f"true(stage({stage}))"
            if self.chance(0.5):
                self.rules.append(f"next(stage({after})) :- {now}.")
                continue
            which, other = (
                self.ground_literal(Body(), askable, True),
                self.source.choice(self.stages),
            )
            self.rules.append(f"next(stage({after})) :- {now}, {which}.")
            self.rules.append(f"next(stage({other})) :- {now}, \\+ {which}.")

    def next_rules(self, askable: Sequence[Relation]) -> None:
        self.next_stages(askable)
        for fluent in self.fluents:
            if fluent.name == "stage":
                continue
            for _ in range(self.source.randint(0, 3)):
                body = self.body(askable, step=True)
                if self.chance(0.5):
                    move = self.pattern(body := Body(), body.bound, "m", True)
                    body.literals.append(f"does(_, {move})")
                    if self.chance(0.4):
                        self.filter(body, askable, step=True)
                self.rule(f"next({self.head(fluent, body)})", body)
            if self.chance(0.7) and fluent.name != "cell":
                names = [f"X{i}" for i in range(len(fluent.types))]
                body = Body([f"true({fluent(names)})"])
                body.bound.update(zip(names, fluent.types, strict=True))
                if self.chance(0.6):
                    self.filter(body, askable, step=True)
                self.rule(f"next({fluent(names)})", body)
        if self.chance(0.1):
            body = Body(["true(F)"])
            self.filter(body, askable, step=True)
            self.rule("next(F)", body)
        if not any(rule.startswith("next(") for rule in self.rules):
            self.rules.append(f"next(control({self.roles[0]})).")

    def ends(self, askable: Sequence[Relation]) -> None:
        body = self.body(askable)
        body.literals.append(
            "true(over)" if self.chance(0.4) else self.comparison(body)
        )
        self.fluents.append(Relation("over", ""))
        self.rule("terminal", body)
        self.rules.append("init(over) :- s0_never.")
        self.rules.append("s0_never :- 1 < 0.")
        self.goal_rules(askable)
        for name in ("one", "two"):
            body = self.body(askable)
            instance = "-".join(body.bound) or "x"
            self.rule(f"feature({self.known(body, 'r')}, {name}, {instance})", body)
            self.rules.append(f"weight({name}, {self.source.randint(-3, 3)}).")

    def goal_rules(self, askable: Sequence[Relation]) -> None:
        for role in self.roles:
            if self.chance(0.5):
                self.rules.append(f"goal({role}, {self.source.randint(-9, 9)}).")
            else:
                body = Body()
                self.count(body, askable, False)
                number = next((n for n in body.bound if n in body.literals[0]), "5")
                self.rule(f"goal({role}, {number})", body)


#: Rules that make path the closure of E: left, right and doubly recursive.
CLOSURES = (
    "path(X, Z) :- path(X, Y), E(Y, Z).",
    "path(X, Z) :- E(X, Y), path(Y, Z).",
    "path(X, Z) :- path(X, Y), path(Y, Z).",
    "path(X, Z) :- E(X, Y), path(Y, Z), X \\== Z.",
)


#: The characters of a text, each with its place.
LEVEL = (
    "level_from(0, L) :- parameter(level, L).",
    "level_from(I, L) :- between(1, 3, I), J is I - 1, level_from(J, [_|L]).",
    "sign(I, S) :- level_from(I, [S|_]).",
)
LEVELS = ('"ab"', '"cab"', '"aa"', "[b, c]", '"a"')


def _renamed(text: str, old: str, new: str) -> str:
    import re

    return re.sub(rf"\b{old}\b", new, text)


def random_rules(
    source: random.Random,
    *,
    chance: bool = False,
    given: bool = False,
    aggregates: bool = False,
    deep: bool = False,
) -> str:
    """Return a rule file.

    Args:
        source: of the random numbers.
        chance: whether the role random moves and has goals too.
        given: whether some relations need arguments given.
        aggregates: whether there are sums, maxima and minima beside the counts.
        deep: whether fluents and moves have values of several depths.
    """
    return Author(source, chance, given, aggregates, deep).text()
