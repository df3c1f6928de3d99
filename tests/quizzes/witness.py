"""Keys of quiz questions, found again from the rules or from the bare events.

Nothing here is taken from the package's quizzes, drawings or reading of events. A
`Witness` makes a search, asks a quiz about it, and says of each question whether its
key is right: each answer that counts is right, and no other choice is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import pairwise, product
from math import inf, log, sqrt
from typing import Any

from games import loaded

import pygame_search as ps

Line = tuple[str, ...]
Joint = tuple[str, ...]

#: A score that stands for a win or a loss, and one that stands for no bound.
SURE, ENDLESS = 1 << 49, 1 << 50

#: What makes values depend on the rules alone, so that they can be found again here.
PLAIN = "evaluation=zero, sooner=false"

#: The kinds of which several answers may be right.
SEVERAL = ("proving", "path", "uct")

#: What a path search takes off its frontier, by the cost and the estimate of a path.
LEAST: Mapping[str, Callable[[int, int], int]] = {
    "lowest_cost": lambda cost, h: cost,
    "best_first": lambda cost, h: h,
    "a_star": lambda cost, h: cost + h,
}

#: The path searches that go depth first within a bound.
BOUNDED = ("iterative", "ida_star")


def following(state: ps.State) -> Iterator[tuple[str, ps.State]]:
    """Yield the moves of a state as people write them, and what follows."""
    for move, after in state.successors:
        written = state.game.notated
        yield state.written(state.played(move)[1]) if written else move, after


# ---- searches as textbooks have them ---------------------------------------------


@dataclass
class Textbook:
    """Depth-first search of the rules: minimax, expectimax, max^n or alpha-beta."""

    role: str
    prunes: bool = False
    hard: bool = False
    own: bool = False
    visits: list[Line] = field(default_factory=list)
    values: dict[Line, Any] = field(default_factory=dict)
    windows: dict[Line, tuple[float, float]] = field(default_factory=dict)
    cuts: dict[Line, bool] = field(default_factory=dict)

    def search(
        self, state: ps.State, left: int, low: float = -inf, high: float = inf,
        line: Line = (),
    ) -> Any:  # fmt: skip
        self.visits.append(line)
        self.windows[line] = low, high
        value = self.leaf(state) if state.terminal or not left else None
        if value is None:
            value = self.inner(state, left, low, high, line)
        self.values[line] = value
        return value

    def leaf(self, state: ps.State) -> Any:
        names = state.game.roles if self.own else (self.role,)
        goals = [state.goals[name] or 0 if state.terminal else 0 for name in names]
        return tuple(goals) if self.own else goals[0]

    def inner(
        self, state: ps.State, left: int, low: float, high: float, line: Line
    ) -> Any:
        ours, found = state.to_move == (self.role,), list[Any]()
        for move, after in following(state):
            score = self.search(after, left - 1, low, high, (*line, move))
            found.append(score)
            if not self.prunes:
                continue
            low, high = (max(low, score), high) if ours else (low, min(high, score))
            self.cuts[(*line, move)] = low >= high
            if low >= high:
                break
        if state.to_move == ("random",):
            return sum(map(Fraction, found)) / len(found)
        if self.own:
            index = state.game.roles.index(state.to_move[0])
            return max(found, key=lambda scores: scores[index])
        if self.hard:
            return low if ours else high
        return max(found) if ours else min(found)


def at_once(state: ps.State, role: str, left: int) -> Mapping[str, int]:
    """Return what each move of a role is worth where the others know it."""
    worst: dict[str, int] = {}
    index = state.game.roles.index(role)
    for joint in product(*state.legal.values()):
        after = state.play(f"[{', '.join(joint)}]")
        value = after.goals[role] or 0 if after.terminal else 0
        if not after.terminal and left > 1:
            value = max(at_once(after, role, left - 1).values())
        worst[joint[index]] = min(worst.get(joint[index], value), value)
    return worst


# ---- the events, as lists --------------------------------------------------------


@dataclass
class Visit:
    """A node that a depth-first search is in."""

    state: int
    joint: Joint
    alpha: float = -inf
    beta: float = inf
    entered: float = inf
    below: dict[Joint, Any] = field(default_factory=dict)
    line: Line = ()
    scores: dict[str, Any] = field(default_factory=dict)


@dataclass
class Leaf:
    """A node of a tree that is not searched depth first."""

    index: int
    state: ps.State
    joint: Joint
    above: Leaf | None = None
    below: list[Leaf] = field(default_factory=list)
    repeated: bool = False
    visits: int = 0
    mean: float = 0.0
    score: float = 0

    @property
    def line(self) -> Line:
        if self.above is None:
            return ()
        return (*self.above.line, self.above.state.written(self.joint))

    @property
    def name(self) -> str:
        return "; ".join(self.line) or "the root"


def begun(events: Sequence[list[Any]], step: int) -> int:
    """Return where the search of that step begins."""
    starts = [i + 1 for i in range(step) if events[i][0] in ("deepen", "prove")]
    return starts[-1] if starts else 0


def grown(rules: ps.Game, events: Sequence[list[Any]], step: int) -> list[Leaf]:
    """Return the nodes of a tree that grows by expansions."""
    nodes: list[Leaf] = []
    expanded: Leaf | None = None
    for event in events[begun(events, step) : step]:
        if event[0] == "enter":
            state = rules.numbered(event[3])
            node = Leaf(len(nodes), state, tuple(event[2]), expanded)
            nodes.append(node)
            if expanded is not None:
                expanded.below.append(node)
        elif event[0] == "expand":
            expanded = nodes[event[1]]
        elif event[0] == "repetition":
            nodes[-1].repeated = True
        elif event[0] == "leaf":
            nodes[-1].score = event[2]
        elif event[0] == "back":
            nodes[event[1]].score = event[2]
        elif event[0] == "visit":
            nodes[event[1]].visits, nodes[event[1]].mean = event[2:]
    return nodes


# ---- the witness -----------------------------------------------------------------


@dataclass
class Witness:
    """One search, and what its questions should have as answers."""

    game: str
    method: str
    depth: int | None = None
    position: Line = ()
    fen: str = ""

    @cached_property
    def rules(self) -> ps.Game:
        return loaded(self.game)

    @cached_property
    def start(self) -> ps.State:
        if self.fen:
            return self.rules.state(self.fen)
        return self.rules.after(self.position)

    @cached_property
    def name(self) -> str:
        name = self.method.partition("(")[0]
        return {"bfs": "breadth"}.get(name, name)

    @cached_property
    def words(self) -> dict[str, str]:
        return dict(re.findall(r"(\w+)=([\w.-]+)", self.method))

    @cached_property
    def role(self) -> str:
        return next((r for r in self.start.to_move if r != "random"), "")

    @cached_property
    def events(self) -> Sequence[list[Any]]:
        if self.rules.space == "none":
            found = self.start.tree(
                method=self.method, depth=self.depth, role=self.role
            )
            return found.events
        paths = self.rules.paths(
            method=self.name, prune=self.words.get("prune"), record=True,
            limit=int(self.words.get("limit", 10_000)),
        )  # fmt: skip
        return next(paths).events

    @cached_property
    def textbook(self) -> Textbook | None:
        """The same search as a textbook has it; None where it has no such search."""
        name = {"paranoid": "alphabeta"}.get(self.name, self.name)
        plain = self.words.get("evaluation") == "zero" and "table" not in self.words
        known = ("minimax", "expectimax", "maxn", "alphabeta", "breadth")
        if name not in known or not plain or "order" in self.words or self.joint:
            return None
        prunes, hard = name == "alphabeta", self.words.get("fail") == "hard"
        found = Textbook(self.role, prunes, hard, name == "maxn")
        assert self.depth is not None
        found.search(self.start, self.depth)
        return found

    def _at(self, question: ps.Question) -> ps.State:
        state = self.start
        for move in question.after:
            state = state.play(move)
        return state

    @cached_property
    def joint(self) -> bool:
        return len(self.start.to_move) > 1

    def check(self, most: int = 10_000, seed: int = 1) -> Iterator[tuple[str, str]]:
        """Yield the kind of each question, and what is wrong with its key, or ''."""
        spaces = self.rules.space != "none"
        where = self.rules if spaces else self.start
        role = {} if spaces else {"role": self.role}
        for question in ps.quiz(
            where, method=self.method, depth=self.depth, questions=most, seed=seed,
            **role,
        ):  # fmt: skip
            right = {*getattr(self, f"_{question.kind}")(question)}
            yield question.kind, self._compared(question, right)

    def _compared(self, question: ps.Question, right: set[Any]) -> str:
        """Return how the key of a question differs from what is right."""
        if not question.choices:
            key = Fraction(question.answers[0])
            near = max(abs(key - Fraction(value)) for value in right) < 0.0001
            sure = all(question.check(str(Fraction(value))).right for value in right)
            off = any(question.check(str(Fraction(v) + 1)).right for v in right)
            fits = near and sure and not off
        else:
            found = {one for one in question.choices if question.check(one).right}
            fits = bool(found) and found == right & {*question.choices}
            fits = fits and question.answers[0] in found
            fits = fits and (len(right) == 1 or question.kind in SEVERAL)
        return "" if fits else f"{question} {question.answers}: found {right}"

    # ---- depth first ---------------------------------------------------------------

    def _inside(self, step: int) -> list[Visit]:
        """Return the nodes in which the search is after a step."""
        path: list[Visit] = []
        for event in self.events[begun(self.events, step) : step]:
            if event[0] == "enter":
                visit = Visit(event[3], tuple(event[2]))
                if path:
                    above, index = path[-1], self.rules.roles.index(self.role)
                    last = [*above.below][-1:]
                    if any(joint[index] != visit.joint[index] for joint in last):
                        above.beta = above.entered  # so begins each choice
                    visit.alpha, visit.beta = above.alpha, above.beta
                visit.entered = visit.beta
                path.append(visit)
            elif event[0] == "raise":
                path[-1].alpha, path[-1].beta = map(self._number, event[1:])
                if not path[-1].below:
                    path[-1].entered = path[-1].beta
            elif event[0] == "leave":
                done = path.pop()
                if path:
                    path[-1].below[done.joint] = event[1]
        for above, visit in pairwise(path):
            written = self.rules.numbered(above.state).written(visit.joint)
            visit.line = *above.line, written
        if path:
            state = self.rules.numbered(path[-1].state)
            texts = state.written_joints(path[-1].below)
            path[-1].scores = dict(zip(texts, path[-1].below.values(), strict=True))
        return path

    def _finished(self, question: ps.Question) -> tuple[Line, dict[str, Any]]:
        """Return the node that is finished next, and the scores of its moves."""
        event = self.events[question.step]
        if event[0] == "leave":
            visit = self._inside(question.step)[-1]
            return visit.line, visit.scores
        assert event[0] == "back"
        nodes = grown(self.rules, self.events, question.step)
        node = nodes[event[1]]
        return node.line, {one.line[-1]: one.score for one in node.below}

    def _number(self, score: float) -> float:
        """Return the value of a score."""
        low, high = self.rules.ranges[self.rules.roles.index(self.role)]
        if abs(score) > ENDLESS:
            return inf if score > 0 else -inf
        if abs(score) > SURE:
            return high if score > 0 else low
        return score

    def _value_of(self, score: Any) -> float:
        index = self.rules.roles.index(self.role)
        return self._number(score[index] if isinstance(score, list) else score)

    def _value(self, question: ps.Question) -> Iterator[Any]:
        event = self.events[question.step]
        assert self._finished(question)[0] == question.after
        yield Fraction(self._value_of(event[-1])).limit_denominator(10**6)
        if self.textbook is not None:
            value = self.textbook.values[question.after]
            index = self.rules.roles.index(self.role)
            value = value[index] if isinstance(value, tuple) else value
            yield Fraction(value).limit_denominator(10**6)
        if self.joint and self.name in ("minimax", "expectimax"):
            state = self._at(question)
            left = (self.depth or 0) - len(question.after)
            yield Fraction(max(at_once(state, self.role, left).values()))
        yield from self._read(question)

    def _read(self, question: ps.Question) -> Iterator[Fraction]:
        """Yield what a reader of the question makes of the values in its text."""
        listed = re.search(r"moves are worth (.*)\. Which value", question.text)
        state = self._at(question)
        if listed is None or len(state.to_move) > 1 or "limit" in question.why:
            return
        texts = [one.rpartition(": ")[2] for one in listed[1].split("; ")]
        rows = [[*map(Fraction, re.findall(r"-?[\d.]+", text))] for text in texts]
        mine, index = self.rules.roles.index(self.role), 0
        if state.to_move == ("random",):
            yield sum((row[0] for row in rows), Fraction(0)) / len(rows)
            return
        if len(rows[0]) > 1:
            index = self.rules.roles.index(state.to_move[0])
            yield max(rows, key=lambda row: row[index])[mine]
            return
        values = [row[0] for row in rows]
        value = max(values) if state.to_move == (self.role,) else min(values)
        if self.words.get("fail") == "hard":
            visit = self._inside(question.step)[-1]
            assert self.textbook is not None
            low, high = self.textbook.windows[visit.line]
            value = Fraction(low) if value < low else value
            value = Fraction(high) if value > high else value
        yield value

    def _move(self, question: ps.Question) -> Iterator[str]:
        state, (line, scores) = self._at(question), self._finished(question)
        assert line == question.after
        if len(state.to_move) > 1:
            worst: dict[str, float] = {}
            for joint in product(*state.legal.values()):
                own = joint[self.rules.roles.index(self.role)]
                score = self._number(scores[state.written(joint)])
                worst[own] = min(worst.get(own, inf), score)
            yield max(worst, key=lambda move: worst[move])
            return
        [mover] = state.to_move
        assert scores.keys() == {move for move, _ in following(state)}
        yield self._best(mover, scores)
        if self.textbook is not None:
            values = self.textbook.values
            yield self._best(
                mover, {m: values[(*line, m)] for m, _ in following(state)}
            )

    def _best(self, mover: str, scores: Mapping[str, Any]) -> str:
        """Return the first move that is best for who makes it."""
        index, sign = self.rules.roles.index(mover), 1 if mover == self.role else -1

        def own(move: str) -> float:
            score = scores[move]
            several = isinstance(score, list | tuple)
            return float(score[index]) if several else float(sign * score)

        return max(scores, key=own)

    def _next(self, question: ps.Question) -> Iterator[str]:
        entered = next(
            i
            for i in range(question.step, len(self.events))
            if self.events[i][0] == "enter"
        )
        yield "; ".join(self._inside(entered + 1)[-1].line)
        if self.textbook is not None:
            before = self.events[begun(self.events, question.step) : question.step]
            count = sum(event[0] == "enter" for event in before)
            yield "; ".join(self.textbook.visits[count])

    def _window(self, question: ps.Question) -> Iterator[str]:
        visit = self._inside(question.step)[-1]
        assert visit.line == question.after
        assert " alpha " not in question.tree
        windows = [(visit.alpha, visit.beta)]
        if self.textbook is not None:
            windows.append(self.textbook.windows[visit.line])
        for pair in windows:
            low, high = (f"{bound:+}" if abs(bound) == inf else f"{bound}"
                         for bound in pair)  # fmt: skip
            yield f"alpha {low}, beta {high}"

    def _left_out(self, question: ps.Question) -> Iterator[str]:
        """Yield the moves of the node that are not visited."""
        end, size = question.step, len(self._inside(question.step))
        seen, rest = list[Joint](), list[Joint]()
        depth = size
        while depth >= size:
            event = self.events[end]
            if event[0] == "enter":
                seen += [tuple(event[2])] if depth == size else []
            elif event[0] == "cutoff" and depth == size:
                rest += map(tuple, event[3])
            depth += (event[0] == "enter") - (event[0] == "leave")
            end += 1
        state = self._at(question)
        yield "; ".join(state.written_joints(rest)) or "none of them"
        listed = re.search(r"worth (.*)\. Which of them", question.text)
        assert listed
        pairs = [one.rpartition(": ") for one in listed[1].split("; ")]
        assert [pair[0] for pair in pairs] == [*state.written_joints([*seen, *rest])]
        found = re.search(r"alpha is (\S+).*? and beta (\S+?)[. ]", question.text)
        assert found
        low, high = (float(bound) for bound in found.groups())
        ours = state.to_move == (self.role,)
        for index, (_, _, worth) in enumerate(pairs):
            if float(worth) >= high if ours else float(worth) <= low:
                yield (
                    "; ".join(pair[0] for pair in pairs[index + 1 :]) or "none of them"
                )
                break
        if self.textbook is not None:
            line, after = question.after, dict(following(state))
            assert [self.textbook.leaf(after[p[0]]) for p in pairs] == [
                float(p[2]) for p in pairs
            ]
            left = [m for m in after if (*line, m) not in self.textbook.values]
            yield "; ".join(left) or "none of them"

    def _cut(self, question: ps.Question) -> Iterator[str]:
        if question.choices != ("yes", "no"):
            yield from self._left_out(question)
            return
        visit = self._inside(question.step)[-1]
        assert visit.line == question.after
        last = [*visit.scores][-1]
        assert f" {last} is worth " in question.text
        ahead = question.step
        while self.events[ahead][0] == "raise":
            ahead += 1
        cuts = self.events[ahead][0] == "cutoff"
        yield "yes" if cuts else "no"
        if self.textbook is not None:
            yield "yes" if self.textbook.cuts[(*visit.line, last)] else "no"
        found = re.search(r"alpha is (\S+).*? and beta (\S+?)[. ]", question.text)
        assert found
        low, high = (float(bound) for bound in found.groups())
        mover = self._at(question).to_move
        worth = [self._number(score) for score in visit.scores.values()]
        ours = mover == (self.role,)
        if self.words.get("sooner") != "true":  # else plies count, too
            yield "yes" if (max(worth) >= high if ours else min(worth) <= low) else "no"

    # ---- proofs --------------------------------------------------------------------

    def _proving(self, question: ps.Question) -> Iterator[str]:
        nodes = grown(self.rules, self.events, question.step)
        threshold = self.events[begun(self.events, question.step) - 1][1]
        numbers: dict[int, tuple[float, float]] = {}
        for node in reversed(nodes):
            numbers[node.index] = self._numbers(node, threshold, numbers)
        selected = nodes[self.events[question.step][1]]
        found, level = list[Leaf](), [nodes[0]]
        while level:
            node = level.pop()
            if not node.below:
                found.append(node)
                continue
            for answers in self._least(node, numbers):
                least = min(numbers[one.index][1] for one in answers)
                level += [one for one in answers if numbers[one.index][1] == least]
        assert selected in found
        yield from (node.name for node in found)

    def _choices(self, node: Leaf) -> list[list[Leaf]]:
        """Return the nodes below one, those of the same move of the role together."""
        groups: dict[str, list[Leaf]] = {}
        index = self.rules.roles.index(self.role)
        for one in node.below:
            groups.setdefault(one.joint[index], []).append(one)
        return [*groups.values()]

    def _least(
        self, node: Leaf, numbers: Mapping[int, tuple[float, float]]
    ) -> list[list[Leaf]]:
        """Return the choices of least proof number."""
        sums = [
            (sum(numbers[one.index][0] for one in answers), answers)
            for answers in self._choices(node)
        ]
        least = min(number for number, _ in sums)
        return [answers for number, answers in sums if number == least]

    def _numbers(
        self, node: Leaf, threshold: float, numbers: Mapping[int, tuple[float, float]]
    ) -> tuple[float, float]:
        state = node.state
        if state.terminal:
            won = (state.goals[self.role] or 0) >= threshold
            return (0, inf) if won else (inf, 0)
        above = node.above
        while above is not None:
            if above.state == node.state:
                return inf, 0
            above = above.above
        if not node.below:
            return 1, 1
        choices = [[numbers[n.index] for n in part] for part in self._choices(node)]
        proof = min(sum(pair[0] for pair in answers) for answers in choices)
        return proof, sum(min(pair[1] for pair in answers) for answers in choices)

    # ---- random games --------------------------------------------------------------

    def _uct(self, question: ps.Question) -> Iterator[str]:
        nodes = grown(self.rules, self.events, question.step)
        index = self.rules.roles.index(self.role)
        low, high = self.rules.ranges[index]
        weight = float(self.words.get("exploration", "0.7"))
        bounds = {}
        for node in nodes[0].below:
            total = round(node.mean * node.visits, 6)  # of the games that began so
            mean = (total / node.visits - low) / (high - low)
            unsure = sqrt(log(nodes[0].visits) / node.visits)
            bounds[node.name] = mean + weight * unsure
        assert bounds.keys() == {*self.start.legal[self.role]}
        best = max(bounds.values())
        yield from (move for move, bound in bounds.items() if best - bound < 1e-9)

    # ---- paths ---------------------------------------------------------------------

    def _path(self, question: ps.Question) -> Iterator[str]:
        begin, prune = begun(self.events, question.step), self.words.get("prune")
        bounded = self.name in BOUNDED
        bound = self.events[begin - 1][1] if bounded else inf
        search = Paths(self.rules, self.name, prune or "paths", bound)
        for event in self.events[begin : question.step]:
            if event[0] == "expand":
                assert event[1] in search.next()
                search.expand(event[1])
            elif event[0] == "prune" and event[2] != "bound":
                assert search.pruned(event[1])
                search.frontier.remove(event[1])
        yield from map(search.text, search.next())


@dataclass(frozen=True)
class Path:
    """A path: its nodes, the moves between them, its cost and the estimate."""

    nodes: tuple[int, ...]
    moves: Line = ()
    cost: int = 0
    estimate: int = 0


@dataclass
class Paths:
    """A search for a path, with a list as its frontier."""

    rules: ps.Game
    name: str
    prune: str
    bound: float
    added: list[Path] = field(default_factory=list)
    frontier: list[int] = field(default_factory=list)
    expanded: list[Path] = field(default_factory=list)

    def __post_init__(self) -> None:
        start = self.rules.request("start_node")["node"]
        self._add([Path((start,), estimate=self._estimate(start))])

    def _estimate(self, node: int) -> int:
        if not self.rules.has_estimate:
            return 0
        return int(self.rules.request("estimate", node=node)["estimate"])

    def _add(self, paths: list[Path]) -> None:
        new = [*range(len(self.added), len(self.added) + len(paths))]
        self.added += paths
        stack = self.name in ("depth", *BOUNDED)
        self.frontier = [*new, *self.frontier] if stack else [*self.frontier, *new]

    def pruned(self, index: int) -> bool:
        path = self.added[index]
        if self.name == "ida_star" and path.cost + path.estimate > self.bound:
            return True
        if self.prune == "none":
            return False
        if self.prune == "cycles" or self.name in BOUNDED:
            return path.nodes[-1] in path.nodes[:-1]
        ends = {one.nodes[-1]: one.cost for one in reversed(self.expanded)}
        return ends.get(path.nodes[-1], inf) <= path.cost

    def next(self) -> list[int]:
        """Return what may be expanded next."""
        able = [index for index in self.frontier if not self.pruned(index)]
        if self.name not in LEAST:
            return able[:1]
        keys = [LEAST[self.name](p.cost, p.estimate) for p in map(self._at, able)]
        return [i for i, key in zip(able, keys, strict=True) if key == min(keys)]

    def _at(self, index: int) -> Path:
        return self.added[index]

    def expand(self, index: int) -> None:
        path = self.added[index]
        self.frontier.remove(index)
        self.expanded.append(path)
        if self.name == "iterative" and len(path.moves) >= self.bound:
            return
        rows = self.rules.request("neighbours", node=path.nodes[-1])["neighbours"]
        self._add(
            [
                Path(
                    (*path.nodes, node), (*path.moves, move), path.cost + cost,
                    self._estimate(node),
                )
                for move, node, cost in rows
            ]
        )  # fmt: skip

    def text(self, index: int) -> str:
        path = self.added[index]
        if self.rules.space == "game":
            return "; ".join(path.moves) or "the root"
        texts = map(self.rules.node_text, path.nodes)
        return " ".join(texts)
