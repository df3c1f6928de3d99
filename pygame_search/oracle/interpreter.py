"""The oracle: an interpreter of rule files that is independent of the engine.

It is written from docs/rules.md and docs/gdl.md alone, and is slow and simple. The
answers of a relation are computed on demand from all its rules; if it depends on
itself, the rules are applied repeatedly until there are no new answers. A literal waits
until its variables are bound, and that of a relation until its rules can answer it.

    oracle = Oracle(text, "prolog", {"columns": "4"})
    state = oracle.initial
    state = oracle.successor(state, ["drop(4)", "noop"])
"""

from __future__ import annotations

import operator
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path
from threading import RLock
from typing import Any, NamedTuple, TypeAlias

from pygame_search.oracle.terms import (
    OracleError,
    Term,
    Var,
    clauses,
    ground_terms,
    position_of,
    variable,
    variables,
    with_included,
)

State: TypeAlias = "frozenset[Term]"
Body: TypeAlias = "tuple[Term, ...]"
Env: TypeAlias = "dict[Var, Term]"
#: A relation: its name and the number of arguments, which is -1 for `(p)` in KIF.
Relation: TypeAlias = "tuple[str, int]"
#: A query: a relation and its arguments, None for one that is not ground.
Key: TypeAlias = "tuple[Relation, tuple[Term | None, ...]]"
#: A kind of query: a relation and, for each argument, whether it is ground.
Mode: TypeAlias = "tuple[Relation, tuple[bool, ...]]"
#: How often each position has occurred; see `position_of`.
Met: TypeAlias = "dict[Term, int]"
#: The answers to a query, in the order in which they were derived.
Answers: TypeAlias = "dict[Term, None]"
Instances: TypeAlias = "set[tuple[Term, ...]]"


def _quotient(a: int, b: int) -> int:
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


NOT = ("\\+", 1), ("not", 1)
DIFFERENT = ("\\==", 2), ("\\=", 2), ("dif", 2), ("distinct", 2)
COMPARED: Mapping[Relation, Any] = {
    ("<", 2): operator.lt, ("=<", 2): operator.le, (">", 2): operator.gt,
    (">=", 2): operator.ge, ("=:=", 2): operator.eq, ("=\\=", 2): operator.ne,
}  # fmt: skip
COMPUTED: Mapping[Relation, Any] = {
    ("+", 2): operator.add, ("-", 2): operator.sub, ("*", 2): operator.mul,
    ("//", 2): _quotient, ("rem", 2): lambda a, b: a - b * _quotient(a, b),
    ("mod", 2): operator.mod, ("xor", 2): operator.xor, ("min", 2): min,
    ("max", 2): max, ("abs", 1): abs, ("sign", 1): lambda a: (a > 0) - (a < 0),
    ("-", 1): operator.neg, ("+", 1): operator.pos,
}  # fmt: skip


def _sum(found: Instances) -> int:
    return sum(number for number, _ in found if isinstance(number, int))


def _extreme(of: Any) -> Callable[[Instances], int | None]:
    return lambda found: of((n for (n,) in found if isinstance(n, int)), default=None)


def _list(found: Instances) -> Term:
    in_order: Term = ("[]",)
    for term, _ in sorted(found, key=lambda pair: [rank(pair[1]), rank(pair[0])])[::-1]:
        in_order = ("[|]", term, in_order)
    return in_order


#: For each aggregate its value, given the distinct instances of its first arguments.
AGGREGATES: Mapping[Relation, Callable[[Instances], Term | None]] = {
    ("count", 3): len, ("sum", 4): _sum, ("max", 3): _extreme(max),
    ("min", 3): _extreme(min), ("list", 4): _list,
}  # fmt: skip
BUILT_IN = {
    *NOT, *DIFFERENT, *COMPARED, ("==", 2), ("=", 2), ("is", 2), ("between", 3),
    ("count", 3), ("sum", 4), ("max", 3), ("min", 3), ("list", 4),
    ("after a move", 3),
}  # fmt: skip
#: `after(R, M, Goal)`, in a file without a relation of that name.
AFTER = ("after a move", 3)
#: The place of the role in the relations of the language, of which a rule may be that
#: has `after(M, Goal)`.
ROLE_PLACE = {
    ("legal", 2): 1, ("noisy", 2): 1, ("advice", 3): 2, ("goal", 2): 1,
    ("feature", 3): 1, ("notation", 3): 1, ("sees", 2): 1,
}  # fmt: skip

#: The words for how often a position has occurred; a file may define them itself.
OCCURRED, POSITION_PART = ("occurred", 1), ("position_part", 1)

#: The recursion limit while rules are applied, in frames; it holds for the process.
_FRAMES = 20_000
_IN_TURN = RLock()


class Turn(NamedTuple):
    """One pass over rules that depend on each other: known answers, tried queries."""

    group: set[Relation]
    known: dict[Key, Answers]
    tried: set[Key]


class Oracle:
    """A rule file as a game.

    Args:
        text: the rules.
        syntax: `prolog` or `kif`.
        parameters: the texts of the values that override defaults.
        folder: where rule files may be that the text includes, besides `rules/`.

    Attributes:
        rules: for each relation the heads and bodies of its clauses.
        roles: in the order in which they are derived.
        initial: the state at the start.
        gdl: whether a role without a legal move is an error, rather than a `noop`.
        remembers: whether a state has its history: `occurred now`, `occurred so far`.
    """

    def __init__(
        self,
        text: str,
        syntax: str = "prolog",
        parameters: Mapping[str, str] = {},
        *,
        folder: Path | None = None,
    ) -> None:
        terms = ground_terms([*parameters.values()], syntax)
        values = dict(zip(parameters, terms, strict=True))
        self.rules: dict[Relation, list[tuple[Term, Body]]] = {}
        read: list[Any] = clauses(text, syntax)
        if syntax == "prolog":
            read = with_included(read, folder)
        heads = [one[1] if relation(one) == (":-", 2) else one for one in read]
        own = {relation(head) for head in heads}
        for clause, head in zip(read, heads, strict=True):
            bodies: list[Body] = [()]
            if head is not clause:
                place = ROLE_PLACE.get(relation(head))
                role = None if place is None else head[place]
                bodies = alternatives(_after_a_move(clause[2], role, own))
            if relation(head) == ("parameter", 2) and head[1] in values:
                head = ("parameter", head[1], values[head[1]])
            self.rules.setdefault(relation(head), []).extend((head, b) for b in bodies)
        self.remembers = (
            POSITION_PART in self.rules
            and OCCURRED not in self.rules
            and any(
                OCCURRED in _mentioned(literal)
                for its in self.rules.values()
                for _, body in its
                for literal in body
            )
        )
        self._state: State = frozenset()
        self._times = 0
        self._met: Met = {}
        #: The facts of the state by their name, the number of their arguments, and by
        #: the arguments at some places.
        self._by_place: dict[Any, dict[Any, list[Term]]] = {}
        self._joint: tuple[Term, ...] = ()
        #: The answers that hold always, in this state, and with this joint move.
        self._known: tuple[dict[Key, Answers], ...] = ({}, {}, {})
        self._asking: set[Key] = set()
        self._answered, self._unanswered = set[Mode](), set[Mode]()
        sheet, stated = syntax == "kif", self.instances("convention", None)
        self.gdl = ("own",) not in stated if sheet else ("gdl",) in stated
        if not self.gdl:
            self._add_goals()
        self.roles = [role for (role,) in self.instances("role", None)]
        self.initial: State = frozenset(f for (f,) in self.instances("init", None))
        if self.remembers:
            self.initial = self._with_history(self.initial, {})

    def _add_goals(self) -> None:
        """Add the goals of a game that says only who wins, or who loses."""
        told = [name for name in ("wins", "loses") if (name, 1) in self.rules]
        if not told or ("goal", 2) in self.rules:
            return
        one, two = variable("one"), variable("two")
        player = ("role", one), ("\\==", one, "random")
        other = *player, ("role", two), ("\\==", one, two)
        added: list[tuple[Term, Body]] = []
        for name in told:
            value = 1 if name == "wins" else -1
            added.append((("goal", one, value), (*player, (name, one))))
            added.append((("goal", one, -value), (*other, (name, two))))
        nobody = [("\\+", (",", ("role", two), (name, two))) for name in told]
        added.append((("goal", one, 0), (*player, *nobody)))
        self.rules[("goal", 2)] = added
        self.rules.setdefault(("constant_sum", 1), [(("constant_sum", 0), ())])

    def instances(self, name: str, *given: Term | None) -> list[tuple[Term, ...]]:
        """Return the arguments for which a relation holds.

        Args:
            name: of the relation.
            given: its arguments; None for any.
        """
        with _deep_stack():
            return [arguments(atom) for atom in self._ask(((name, len(given)), given))]

    def legal(self, state: State) -> dict[Term, set[Term]]:
        """Return the moves of each role, in a state that is not terminal."""
        self._set(state)
        found = self.instances("legal", None, None)
        moves = {role: {move for r, move in found if r == role} for role in self.roles}
        none: set[Term] = set() if self.gdl else {"noop"}
        return {role: its or none for role, its in moves.items()}

    def chances(self, state: State) -> dict[Term, Fraction]:
        """Return the probability of each legal move of the role `random`.

        Raises:
            OracleError: the rules weigh its moves, and one has not just one weight.
        """
        moves = self.legal(state).get("random", set())
        if len(moves) < 2 or ("weight", 3) not in self.rules:
            return {move: Fraction(1, len(moves)) for move in moves}
        found: dict[Term, list[Term]] = {move: [] for move in moves}
        for _, move, weight in self.instances("weight", "random", None, None):
            found.get(move, []).append(weight)
        for move, its in found.items():
            if len(its) != 1 or not isinstance(its[0], int) or its[0] < 1:
                raise OracleError(f"the weights of {move} are {its}")
        weights = {move: int(str(its[0])) for move, its in found.items()}
        total = sum(weights.values())
        return {move: Fraction(weight, total) for move, weight in weights.items()}

    def successor(self, state: State, joint: Sequence[Term]) -> State:
        """Return the state after a move of each role."""
        self._set(state, self._done(joint))
        following = frozenset(fact for (fact,) in self.instances("next", None))
        return self._with_history(following, self._met) if self.remembers else following

    def sees(self, state: State, joint: Sequence[Term]) -> dict[Term, set[Term]]:
        """Return what each role perceives in a step; nothing for the role `random`.

        Args:
            state: before the step.
            joint: a move of each role.
        """
        self._set(state, self._done(joint))
        found = self.instances("sees", None, None)
        seen = {role: {what for r, what in found if r == role} for role in self.roles}
        return {role: its if role != "random" else set() for role, its in seen.items()}

    def _done(self, joint: Sequence[Term]) -> tuple[Term, ...]:
        """Return the atoms of `does` for a move of each role."""
        pairs = zip(self.roles, joint, strict=True)
        return tuple(("does", role, move) for role, move in pairs)

    def _with_history(self, facts: State, met: Met) -> State:
        """Return a state with its history.

        Args:
            facts: the fluents that hold.
            met: how often each position has occurred before.
        """
        self._set(facts)
        place = position_of(part for (part,) in self.instances("position_part", None))
        now = {**met, place: met.get(place, 0) + 1}
        history: set[Any] = {("occurred so far", *pair) for pair in now.items()}
        return facts | {("occurred now", now[place]), *history}

    def terminal(self, state: State) -> bool:
        """Return whether the game is over."""
        self._set(state)
        return bool(self.instances("terminal"))

    def goals(self, state: State) -> dict[Term, int | None]:
        """Return the goal of each role; None where it has none, or several."""
        self._set(state)
        found = self.instances("goal", None, None)
        values = {role: [v for r, v in found if r == role] for role in self.roles}
        single = {r: v[0] if len(v) == 1 else None for r, v in values.items()}
        return {r: v if isinstance(v, int) else None for r, v in single.items()}

    def _set(self, state: State, joint: tuple[Term, ...] = ()) -> None:
        """Set the current state and joint move."""
        hidden: list[Any] = []
        if self.remembers:
            history = ("occurred now", "occurred so far")
            hidden = [f for f in state if isinstance(f, tuple) and f[0] in history]
        facts = state.difference(hidden)
        times = next((one[1] for one in hidden if one[0] == "occurred now"), 0)
        met = {one[1]: one[2] for one in hidden if one[0] == "occurred so far"}
        if (facts, times, met) != (self._state, self._times, self._met):
            self._known[1].clear()
            self._by_place = {}
        self._known[2].clear()
        self._state, self._joint = facts, joint
        self._times, self._met = times, met

    @cache  # noqa: B019 (an oracle is kept as long as it is used)
    def depends(self, kind: Relation) -> set[Relation]:
        """Return the relations that a relation depends on."""
        found, left = set[Relation](), [kind]
        while left:
            for _, body in self.rules.get(left.pop(), []):
                new = set().union(*map(_asked, body)) - found
                found |= new
                left += new
        if self.remembers and OCCURRED in {kind, *found}:
            found.add(("true", 1))
        return found

    def _ask(self, key: Key) -> Answers:
        """Return the answers to a query, in passes over its rules until none is new."""
        below = self.depends(key[0])
        known = self._known[2 if ("does", 2) in below else ("true", 1) in below]
        if key not in known:
            if key in self._asking:
                raise OracleError(f"{key} depends on its own negation")
            self._asking.add(key)
            group = self._group(key[0])
            found: dict[Key, Answers] = {}
            before = -1
            while before < (now := sum(map(len, found.values()))):
                before = now
                self._derive(key, Turn(group, found, set()))
                if key[0] not in below:  # another pass would find the same
                    break
            known.update(found)
            self._asking.remove(key)
        return known[key]

    @cache  # noqa: B019
    def _group(self, kind: Relation) -> set[Relation]:
        """Return a relation and those that depend on it and on which it depends."""
        below = self.depends(kind)
        return {kind, *(one for one in below if kind in self.depends(one))}

    def _derive(self, key: Key, turn: Turn) -> Answers:
        """Try the rules of a query once in a pass; return its answers so far."""
        found = turn.known.setdefault(key, {})
        if key not in turn.tried:
            turn.tried.add(key)
            for head, body in self.rules.get(key[0], []):
                ways: list[Env] = [{}]
                for part, value in zip(arguments(head), key[1], strict=True):
                    if value is not None:
                        ways = [
                            new for env in ways for new in matched(part, value, env)
                        ]
                for way in (way for env in ways for way in self._all(body, env, turn)):
                    found[_bound(head, way)] = None
        return found

    def _all(self, body: Body, env: Env, turn: Turn | None) -> list[Env]:
        """Return the bindings under which all literals of a body hold."""
        found = [env]
        for literal in self._ordered(body, frozenset(env)):
            found = [new for old in found for new in self.ways(literal, old, turn)]
        return found

    @cache  # noqa: B019
    def _ordered(self, body: Body, bound: frozenset[Var]) -> list[Term]:
        return ordered(body, bound, self.answers)

    @cache  # noqa: B019
    def answers(self, mode: Mode) -> bool:
        """Return whether the rules of a relation bind all variables in a mode.

        At first every mode is taken for one that is answered; one whose rules leave a
        variable unbound is struck out, until there is no other.
        """
        before, tried = -1, set[Mode]()
        while before < (now := len(self._unanswered)):
            before, tried = now, set[Mode]()
            self._strike_out(mode, tried)
        self._answered |= tried - self._unanswered
        return mode not in self._unanswered

    def _strike_out(self, mode: Mode, tried: set[Mode]) -> None:
        """Strike out a mode, and those that its rules use, if rules do not answer."""

        def answered(used: Mode) -> bool:
            self._strike_out(used, tried)
            return used not in self._unanswered

        if mode in self._answered or mode in self._unanswered or mode in tried:
            return
        tried.add(mode)
        for head, body in self.rules.get(mode[0], []):
            given = zip(arguments(head), mode[1], strict=True)
            bound = {var for part, known in given if known for var in variables(part)}
            try:
                literals = ordered(body, frozenset(bound), answered)
            except OracleError:
                literals = None
            if literals is None or not variables(head) <= bound.union(
                *map(_outside, literals)
            ):
                self._unanswered.add(mode)

    def ways(self, atom: Any, env: Env, turn: Turn | None = None) -> list[Env]:
        """Return the bindings under which a literal holds."""
        kind, goal = relation(atom), _goal(atom)
        if kind == AFTER:
            return self._ways_after(atom, env)
        bodies = [] if goal is None else alternatives(goal)
        inside = [way for body in bodies for way in self._all(body, env, None)]
        if kind in NOT:
            return [] if inside else [env]
        if kind in AGGREGATES and goal is not None:
            found = {tuple(_bound(part, way) for part in atom[1:-2]) for way in inside}
            return matched(atom[-1], AGGREGATES[kind](found), env)
        if kind in DIFFERENT:
            return [env] if ground(atom[1], env) != ground(atom[2], env) else []
        if kind == ("==", 2):
            return [env] if ground(atom[1], env) == ground(atom[2], env) else []
        if kind == ("=", 2):
            left, right = (ground(part, env) for part in atom[1:])
            if left is None:
                return matched(atom[1], right, env)
            return matched(atom[2], left, env)
        if kind in COMPARED:
            one, two = number_of(atom[1], env), number_of(atom[2], env)
            return [env] if None not in (one, two) and COMPARED[kind](one, two) else []
        if kind == ("is", 2):
            return matched(atom[1], number_of(atom[2], env), env)
        if kind == ("between", 3):
            low, high, value = (ground(part, env) for part in atom[1:])
            if not isinstance(low, int) or not isinstance(high, int):
                return []
            if value is not None:
                return [env] if isinstance(value, int) and low <= value <= high else []
            return [
                way for n in range(low, high + 1) for way in matched(atom[3], n, env)
            ]
        if kind == ("true", 1):
            facts = self._facts(atom[1], env)
            return [way for fact in facts for way in matched(atom[1], fact, env)]
        key = kind, tuple(ground(part, env) for part in arguments(atom))
        answers: Any
        if kind == ("does", 2):
            answers = self._joint
        elif kind == OCCURRED and self.remembers:
            answers = [("occurred", self._times)]
        elif turn is None or kind not in turn.group:
            answers = self._ask(key)
        else:
            answers = list(self._derive(key, turn))
        return [way for answer in answers for way in matched(atom, answer, env)]

    def _facts(self, pattern: Term, env: Env) -> Sequence[Term]:
        """Return the facts of the state that a pattern may match."""
        if not isinstance(pattern, tuple):
            return [*self._state]
        values = [ground(part, env) for part in pattern[1:]]
        places = [at for at, value in enumerate(values, 1) if value is not None]
        kind = (pattern[0], len(pattern), *places)
        if kind not in self._by_place:
            found = self._by_place[kind] = {}
            for fact in self._state:
                if isinstance(fact, tuple) and (fact[0], len(fact)) == kind[:2]:
                    key = tuple(fact[at] for at in places)
                    found.setdefault(key, []).append(fact)
        key = tuple(value for value in values if value is not None)
        return self._by_place[kind].get(key, ())

    def _ways_after(self, atom: Any, env: Env) -> list[Env]:
        """Make a move, the other roles doing `noop`, and return the ways of a goal."""
        role, move = (ground(part, env) for part in atom[1:3])
        here = self._state, self._joint, self._known, self._asking
        by_place = self._by_place
        times, met = self._times, self._met
        self._joint = tuple(
            ("does", one, move if one == role else "noop") for one in self.roles
        )
        self._known, self._asking = (here[2][0], here[2][1], {}), set()
        if role in self.roles:
            after = frozenset(f for (f,) in self.instances("next", None))
            self._known = here[2][0], {}, {}
            self._set(self._with_history(after, met) if self.remembers else after)
            bodies = alternatives(atom[3])
            found = [way for body in bodies for way in self._all(body, env, None)]
        else:
            found = []
        self._state, self._joint, self._known, self._asking = here
        self._by_place = by_place
        self._times, self._met = times, met
        return found


@contextmanager
def _deep_stack() -> Iterator[None]:
    """Raise the recursion limit; threads take turns because they share it."""
    with _IN_TURN:
        before = sys.getrecursionlimit()
        sys.setrecursionlimit(max(before, _FRAMES))
        try:
            yield
        finally:
            sys.setrecursionlimit(before)


# ---- bodies ----------------------------------------------------------------------


def alternatives(body: Term) -> list[Body]:
    """Return the conjunctions of a body, of which one must hold."""
    match body:
        case (",", one, two):
            pairs = product(alternatives(one), alternatives(two))
            return [left + right for left, right in pairs]
        case (";" | "or", *parts):
            return [found for part in parts for found in alternatives(part)]
    return [(body,)]


def ordered(
    body: Body, bound: frozenset[Var], answers: Callable[[Mode], bool]
) -> list[Term]:
    """Return the literals of a body, each after those that bind its variables.

    Tests come as soon as possible, then literals whose variables are bound, then the
    others. A variable is local to a negation or an aggregate if it occurs only there.
    """
    left, found = list(body), list[Term]()
    known = bound.union(*map(_outside, left))
    while left:
        costs = [_cost(literal, bound, known, answers) for literal in left]
        if min(costs) == 4:
            raise OracleError(f"unbound: {left}")
        literal = left.pop(costs.index(min(costs)))
        found.append(literal)
        bound |= _outside(literal)
    return found


def _cost(
    literal: Any,
    bound: frozenset[Var],
    known: frozenset[Var],
    answers: Callable[[Mode], bool],
) -> int:
    """Return the rank of a literal in the order; 4 if it must wait."""
    kind, its = relation(literal), variables(literal)
    if kind == AFTER:
        if not variables(literal[:3]) <= bound:
            return 4
        try:
            for body in alternatives(literal[3]):
                ordered(body, bound, answers)
        except OracleError:
            return 4
        return 0 if its <= bound else 3
    if not _built_in(literal):
        mode = kind, tuple(variables(part) <= bound for part in arguments(literal))
        if not answers(mode):
            return 4
        return 1 if its <= bound else 2 if its & bound else 3
    needs = its & known
    if kind == ("is", 2):
        needs = variables(literal[2])
    elif kind == ("=", 2):  # one side is bound
        sides = (variables(part) for part in literal[1:])
        needs = min(sides, key=lambda side: not side <= bound)
    elif kind == ("between", 3) or (kind not in NOT and _goal(literal) is not None):
        needs = variables(literal[:-1]) & known
    if not needs <= bound:
        return 4
    return 3 if kind == ("between", 3) and not its <= bound else 0


def _goal(literal: Any) -> Term | None:
    """Return the goal of a negation or an aggregate; None for other literals."""
    kind = relation(literal)
    if kind not in NOT and kind not in AGGREGATES:
        return None
    goal: Term = literal[1] if kind in NOT else literal[-2]
    own = isinstance(goal, Var | int) or relation(goal)[0] in ("[]", "[|]")
    return None if own and kind in AGGREGATES else goal


def _built_in(literal: Any) -> bool:
    """Return whether a literal is built in: without a goal, `max(A, B, M)` is not."""
    kind = relation(literal)
    return kind in BUILT_IN and (kind not in AGGREGATES or _goal(literal) is not None)


def _outside(literal: Any) -> set[Var]:
    """Return the variables of a literal outside negations and aggregates."""
    if relation(literal) == AFTER:
        bodies = [set().union(*map(_outside, b)) for b in alternatives(literal[3])]
        return variables(literal[:3]).union(set.intersection(*bodies))
    if _goal(literal) is None:
        return variables(literal)
    return variables(literal[-1]) if relation(literal) not in NOT else set()


def _after_a_move(goal: Any, role: Term | None, own: set[Relation]) -> Term:
    """Return a goal in which what holds after a move has a name of its own.

    Args:
        goal: a goal, with `after(R, M, Goal)`, or with `after(M, Goal)`.
        role: that of the head of the rule, if it has one.
        own: the relations of the file.
    """
    if relation(goal) not in own:
        match goal:
            case ("after", who, move, inner):
                return ("after a move", who, move, _after_a_move(inner, role, own))
            case ("after", move, inner) if role is not None:
                return ("after a move", role, move, _after_a_move(inner, role, own))
    match goal:
        case ("\\+" | "not" | "," | ";" | "or", *parts):
            return (goal[0], *(_after_a_move(part, role, own) for part in parts))
        case (str(word), *before, inner, value) if _goal(goal) is not None:
            return (word, *before, _after_a_move(inner, role, own), value)
    return goal  # type: ignore[no-any-return]


def _mentioned(literal: Any) -> set[Relation]:
    """Return the relations that a literal queries, also after a move."""
    goal = literal[3] if relation(literal) == AFTER else _goal(literal)
    if goal is None:
        return _asked(literal)
    bodies = alternatives(goal)
    return {kind for body in bodies for one in body for kind in _mentioned(one)}


def _asked(literal: Term) -> set[Relation]:
    """Return the relations that a literal queries."""
    goal = _goal(literal)
    if relation(literal) == AFTER:
        return {("true", 1)}  # which answers it has is a matter of the state
    if goal is None:
        return set() if _built_in(literal) else {relation(literal)}
    return {kind for body in alternatives(goal) for one in body for kind in _asked(one)}


# ---- terms -----------------------------------------------------------------------


def relation(atom: Term) -> Relation:
    """Return the relation of an atom."""
    if isinstance(atom, tuple):
        return atom[0], len(atom) - 1 or -1
    if not isinstance(atom, str):
        raise OracleError(f"{atom} is no literal")
    return atom, 0


def arguments(atom: Term) -> tuple[Term, ...]:
    """Return the arguments of an atom."""
    return atom[1:] if isinstance(atom, tuple) else ()


def rank(term: Term) -> tuple[Any, ...]:
    """Return what orders ground terms: numbers, then names, then by arity and name."""
    if isinstance(term, int):
        return (0, term)
    if not isinstance(term, tuple):
        return (1, str(term))
    return (2, len(term) - 1, term[0], *map(rank, term[1:]))


def ground(term: Term, env: Env) -> Term | None:
    """Return a term with its variables replaced; None if one is not bound."""
    if isinstance(term, Var):
        return env.get(term)
    if not isinstance(term, tuple):
        return term
    values = [ground(part, env) for part in term[1:]]
    return None if None in values else (term[0], *values)


def _bound(term: Term, env: Env) -> Term:
    found = ground(term, env)
    if found is None:
        raise OracleError(f"unbound: {term}")
    return found


def matched(pattern: Term, value: Term | None, env: Env) -> list[Env]:
    """Match a term with a ground one; return the bindings, none if they differ."""
    ways = {**env}
    return [ways] if _match(pattern, value, ways) else []


def _match(pattern: Term, value: Term | None, env: Env) -> bool:
    """Bind the variables of a term, so that it becomes a ground one, if it can."""
    if isinstance(pattern, tuple):
        if not isinstance(value, tuple) or len(pattern) != len(value):
            return False
        if pattern[0] != value[0]:
            return False
        for part, its in zip(pattern[1:], value[1:], strict=True):
            if not _match(part, its, env):
                return False
        return True
    if isinstance(pattern, Var):
        return value is not None and env.setdefault(pattern, value) == value
    return pattern == value


def number_of(term: Term, env: Env) -> int | None:
    """Return the value of an expression; None if it has none."""
    if not isinstance(term, tuple):
        value = env[term] if isinstance(term, Var) else term
        return value if isinstance(value, int) else None
    computed = COMPUTED.get(relation(term))
    values = [number_of(part, env) for part in term[1:]]
    if computed is None or None in values:
        return None
    try:
        return int(computed(*values))
    except ZeroDivisionError:
        return None
