"""Solving: one entry point to the methods of all tiers."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, fields, replace
from pathlib import Path
from typing import Any

from pygame_search.game import Game, State
from pygame_search.machine.clauses import ClauseMachine
from pygame_search.model.rules import CHANCE, rules_hash
from pygame_search.search.core import options
from pygame_search.search.core.goal_faults import naming_the_end
from pygame_search.search.core.methods import read_method
from pygame_search.search.core.request import SearchRequest, chooses_with_others
from pygame_search.search.core.setup import checked_role, new_task
from pygame_search.search.core.tier_choice import in_best_tier
from pygame_search.search.core.tiers import (
    able,
    compiled,
    is_compiled,
    must_have,
    work,
)
from pygame_search.search.proof.bisection import Bounds, asker, bisection
from pygame_search.solving.cycles import (
    Cycle,
    Glance,
    cycle,
    joints_of,
)
from pygame_search.solving.problem import ALPHABETA, NO_MOVE, Solving
from pygame_search.solving.repetition import declared_worths
from pygame_search.solving.retrograde import Ratings, longest_plays, retrograde
from pygame_search.solving.solution import (
    RUNGS,
    Entries,
    Entry,
    Solution,
)
from pygame_search.solving.state_graph import reachable
from pygame_search.solving.strategy_extraction import Kept, strategy
from pygame_search.solving.verdicts import Judgement
from pygame_search.support.checkpoint import Checkpoint
from pygame_search.support.errors import InputError, LimitError, no_effect
from pygame_search.support.requests import (
    Kind,
    Request,
    any_number,
    asked,
    option,
    whole,
    word,
)
from pygame_search.support.validation import must_be_one_of
from pygame_search.support.work_limit import A_SECOND

#: The strengths that each method can reach.
METHODS: Mapping[str, tuple[str, ...]] = {
    "alphabeta": ("ultra-weak", "weak"),
    "retrograde": ("strong",),
    "proof_number": ("ultra-weak",),
    "tabled": ("strong",),
}

#: Those of the native tier.
NATIVE_METHODS: Mapping[str, tuple[str, ...]] = {
    "alphabeta": ("ultra-weak", "weak"),
    "retrograde": ("strong",),
    "proof_number": ("ultra-weak", "weak"),
}

#: The most inferences for the clauses if no tier is named.
_PROBE = 2 * A_SECOND
_PORTION = 500  # states whose fluents are fetched in one call


@dataclass(frozen=True)
class SolveRequest(Request):
    """What is asked of `solve`."""

    SUBJECTS = ("the position",)

    state: State
    _: KW_ONLY
    role: str | None = options.role()
    strength: str | None = option(
        "the least strength wanted: ultra-weak, the value; weak, a strategy for it "
        "too; strong, the value of every reachable state; by default that of the "
        "method", word("LEVEL", "strength", RUNGS),
    )  # fmt: skip
    method: str | None = option(
        f"the method: {', '.join(METHODS)}; by default alphabeta, and retrograde for a "
        "strong solution or where play can go on for ever",
        Kind("METHOD", words=tuple(METHODS)),
    )  # fmt: skip
    tier: str | None = options.tier()
    draw: int | None = option(
        "what endless play is worth to the role, as 0 for a draw; by default what "
        "`repetition` of the rules says, and no value if they do not say it",
        any_number("a whole number as the worth of a draw"),
    )  # fmt: skip
    seconds: float | None = options.time_limit("the time limit; none by default")
    nodes: int | None = option(
        "the node limit of proof-number search; 1,000,000 by default",
        whole("N", 1, "at least 1 node"),
    )
    memory: int | None = options.memory()
    threads: int = options.threads()
    progress: Callable[[str], None] | None = option(
        "called with a text that says how far the work is"
    )
    checkpoint: str | os.PathLike[str] | None = option(
        "the file in which the native tier keeps unfinished work"
    )
    resume: bool = option(
        "whether the native tier continues from that file", default=True
    )
    finish: Callable[[Solution], object] | None = option(
        "called with the solution before the checkpoint is removed; if it fails or is "
        "interrupted, the work is kept"
    )


@asked(SolveRequest)
def solve(request: SolveRequest) -> Solution:
    """Return what the state is worth for certain, with best play by all.

    Raises:
        InputError: an unknown role, method, strength or tier, a game of chance, or
            hidden information.
        LimitError: the value could not be decided within the limits.
        TierError: the tier does not support the game.

    >>> from pygame_search import load
    >>> load("nim(heaps=[1, 2])").initial.solve().values
    {'first': 1, 'second': -1}
    """
    state, tier, method = request.state, request.tier, request.method
    strength, nodes, memory = request.strength, request.nodes, request.memory
    checkpoint = request.checkpoint
    finish = request.finish or (lambda found: None)
    name = checked_role(state, request.role)
    state.game.must_be_open()
    threads = request.threads
    if tier is None:
        tier = _only_tier(method, strength, nodes, memory, threads)
    if method is not None:
        methods = NATIVE_METHODS if is_compiled(tier) else METHODS
        must_be_one_of("method", method, tuple(methods))
        _must_reach(method, strength, methods)
    if nodes is not None and (method != "proof_number" or is_compiled(tier)):
        expected = "proof_number in the tier clauses or procedural"
        raise no_effect("nodes", expected, f"{method or 'no method'} in {tier}")
    if memory is not None:
        must_have(tier, "memory")
    if threads > 1:
        must_have(tier, "threads")
        if method not in (None, "alphabeta") or strength == "strong":
            raise no_effect("threads", "alphabeta", method or f"strength {strength}")
    if checkpoint is not None and tier is not None:
        must_have(tier, "checkpoint")
    if state.game.chance is not None:
        raise InputError(
            f"{state.game.name!r} has the role {CHANCE}: no value is sure where chance "
            "decides; `best --method expectimax` gives the mean"
        )
    draw, ruled = _draw(request, name)
    low, high = state.game.ranges[state.game.roles.index(name)]
    if draw is not None and low != high and not low <= draw <= high:
        raise InputError(
            f"expected a draw worth {low} to {high} to {name}, as the goals are, "
            f"found {draw}"
        )

    part = None
    if checkpoint is not None:
        part = Checkpoint(Path(checkpoint), rules_hash(state.game), request.resume)
    words: dict[str, Any] = {
        "state": state, "role": name, "method": method, "strength": strength,
        "memory": memory, "progress": request.progress, "draw": draw,
        "ruled": ruled, "nodes": nodes, "threads": threads, "checkpoint": part,
        "finish": lambda found: finish(_noted(found, state)),
    }  # fmt: skip

    def run(tier: str, seconds: float | None) -> Solution:
        words["machine"] = ClauseMachine(state.game, memo=True)
        solving = Solving(tier=tier, seconds=seconds, **words)
        solved: Solution = work(tier, "solve")(solving)
        return solved

    try:
        with naming_the_end(state):
            if tier is not None:
                found = run(tier, request.seconds)
            else:
                chosen = in_best_tier(
                    state.game, run, first="clauses", seconds=request.seconds,
                    probe=_PROBE,
                    histories=strength in (None, "ultra-weak")
                    and method != "retrograde",
                )  # fmt: skip
                tier, found = chosen.tier, chosen.answer
                found = replace(found, notes=found.notes + chosen.notes)
    except LimitError as error:
        undecided = f"not decided: {error.reason}"
        raise LimitError(undecided, error.code, error.line) from error
    found = _noted(found, state)
    if not is_compiled(tier):
        finish(found)
    return found


def _noted(found: Solution, state: State) -> Solution:
    """Return a solution that says what its values mean if players move together."""
    game = state.game
    if not any(chooses_with_others(state, role) for role in game.players):
        # If two players move in turn and play ends, their values add up to what their
        # goals add up to.
        endless = game.declared_worths or found.draw is not None
        if not state.reached or endless or game.goal_sum.doubt:
            return found
        values = [found.values[role] for role in game.players]
        sure = [value for value in values if value is not None]
        if len(sure) < 2 or game.goal_sum.total in (None, sum(sure)):
            return found
    two = state.initial and len(game.players) == 2 and game.goal_sum.total is not None
    mixed = "; the method lp finds the value of moves made in secret" if two else ""
    note = (
        "Players move at the same time. Each value assumes that the others know each "
        f"move of the player{mixed}."
    )
    return replace(found, notes=(*found.notes, note))


def _draw(
    request: SolveRequest, role: str
) -> tuple[int | None, Mapping[str, int] | None]:
    """Return what endless play is worth to the role, and to each if the rules say so.

    What is asked for goes before what the rules say. If both say the same of the role,
    the rules say what it is worth to the others.
    """
    state = request.state
    if not state.game.declared_worths:
        return request.draw, None
    ruled = declared_worths(state.game, lambda: state.game.goal_sum.total)
    assert ruled is not None
    if request.draw in (None, ruled[role]):
        return ruled[role], ruled
    return request.draw, None


def _only_tier(
    method: str | None,
    strength: str | None,
    nodes: int | None,
    memory: int | None,
    threads: int,
) -> str | None:
    """Return the only tier that supports the request; None if several do."""
    if memory is not None:
        return able("memory")
    if threads > 1:
        return able("threads")
    if nodes is not None or method not in {None, *NATIVE_METHODS}:
        return "clauses"
    if method is not None and strength not in {None, *METHODS[method]}:
        return compiled()
    return None


def by_logic(solving: Solving) -> Solution:
    """Return what is known for sure, in the tiers `clauses` and `procedural`."""
    if solving.progress is not None:
        solving.progress("preparing the rules")
    parts = {one.name: getattr(solving, one.name) for one in fields(solving)}
    return _Solver(**parts).solved()


@dataclass(frozen=True, slots=True)
class _Solver(Solving):
    """Solves a position in the tiers `clauses` and `procedural`."""

    def solved(self) -> Solution:
        """Solve the position by the given method, or by the default one."""
        method = self.method
        if method == "proof_number":
            return self.proof_number()
        if method == "alphabeta" or (method is None and self.strength != "strong"):
            seen = self.glance()
            if seen.cycle is None or method is not None:
                return self.alphabeta(seen)
        return self.strong(method or "retrograde")

    # ---- strong --------------------------------------------------------------

    def strong(self, method: str) -> Solution:
        """Find the value of every state that can be reached."""
        game, root, machine = self.state.game, self.state.number, self.machine
        rated: dict[str, Ratings] = {}
        if self.tier == "clauses":
            for role in game.players:
                if self.progress is not None:
                    self.progress(f"{method}: all states, for {role}")
                rated[role], finite, states = self.asked(role, method)
        else:
            if method == "tabled":
                raise InputError(
                    "tabled is minimax in Prolog alone: expected the tier clauses, "
                    f"found {self.tier}"
                )
            graph = reachable(
                machine, root, deadline=self.deadline, progress=self.progress
            )
            finite = longest_plays(graph)
            states = list(graph.nodes)
            for role in game.players:
                rated[role] = retrograde(graph, self.index(role))
        endless = root not in finite
        circle = cycle(lambda state: machine.expand(state).successors, root, finite)
        judged = {
            role: Judgement(
                machine, self.index(role), rated[role], self.ranges(role), endless,
                self.others_draw(role), self.only(role),
            )
            for role in game.players
        }  # fmt: skip
        mine = judged[self.role]

        def entries() -> Iterator[tuple[tuple[str, ...], Entry]]:
            for number, facts in with_facts(game, states):
                value, distance = mine.verdict(number)
                move = self.move_text(mine, number)
                yield facts, Entry(value, distance, move)

        return self.solution(
            solved="strong",
            values={role: found.verdict(root)[0] for role, found in judged.items()},
            distance=mine.verdict(root)[1],
            cycle=_cycle_texts(machine, circle),
            lead=0 if circle is None else len(circle.lead),
            states=len(states),
            nodes=len(states),
            method=method,
            entries=entries,
            finite=not endless,
            longest=finite.get(root),
        )

    def asked(
        self, role: str, method: str
    ) -> tuple[Ratings, dict[int, int], list[int]]:
        """Return what the clauses compute for all states, for a role.

        That is their ratings, the longest plays from states where play must end, and
        the states themselves, root first.
        """
        if method == "tabled":
            return self.tabled(role)
        questions = ["floor", "ceiling", "longest"]
        reply = self.request("retrograde", role=role, questions=questions)
        floors: dict[int, tuple[int, int]] = {}
        ceilings: dict[int, tuple[int, int]] = {}
        finite: dict[int, int] = {}
        states = []
        for line in reply["marks"].splitlines():
            state, floor, soon, ceiling, late, _, longest = line.split()
            states.append(int(state))
            if soon != "-":
                floors[int(state)] = int(floor), int(soon)
            if late != "-":
                ceilings[int(state)] = int(ceiling), int(late)
            if longest != "-":
                finite[int(state)] = int(longest)
        return Ratings(floors, ceilings), finite, states

    def tabled(self, role: str) -> tuple[Ratings, dict[int, int], list[int]]:
        """Return the result of tabled minimax, after a check that the game ends."""
        reply = self.request("retrograde", role=role, questions=["longest"])
        lines = [line.split() for line in reply["marks"].splitlines()]
        if any(longest == "-" for *_, longest in lines):
            raise InputError(
                "tabled minimax needs a game that ends: here play can go on for ever, "
                "and a state would wait for its own value; use retrograde"
            )
        finite = {int(state): int(longest) for state, _, longest in lines}
        try:
            reply = self.request("tabled", role=role, states=list(finite))
        except LimitError as error:
            if error.code != "out_of_memory":
                raise
            raise LimitError(
                f"{error.reason}: tabled minimax keeps each state in a table of "
                "SWI-Prolog; the methods retrograde and alphabeta do without",
                error.code,
            ) from error
        marks = {}
        for line in reply["worths"].splitlines():
            state, value, plies = map(int, line.split())
            marks[state] = value, abs(plies)
        return Ratings(marks, marks), finite, list(finite)

    def request(self, operation: str, **data: Any) -> dict[str, Any]:
        """Return the answer of the clauses, within the time limit."""
        if self.seconds is not None:
            data["seconds"] = self.left()
        return self.state.game.request(operation, state=self.state.number, **data)

    def move_text(
        self,
        judged: Judgement,
        state: int,
    ) -> str | None:
        """Return the best move of the role, None at the end or where it has none."""
        node = self.machine.expand(state)
        if node.terminal:
            return None
        joint = judged.best(node, state)
        if joint is None:
            return None
        move = self.machine.texts([node.joint(joint)])[0][judged.role]
        waits = move == NO_MOVE and len(node.moves[judged.role]) == 1
        return None if waits else move

    # ---- weak ----------------------------------------------------------------

    def alphabeta(self, seen: Glance) -> Solution:
        """Find the value by iterative deepening to the end, then the strategy."""
        game = self.state.game
        self.must_end(seen.finite, "retrograde")
        mine = self.weak(self.role)
        others = [role for role in game.players if role != self.role]
        rivals = {role: self.weak(role) for role in others}
        rival = None
        if len(others) == 1 and self.total is not None and mine.solved == "weak":
            # With simultaneous moves, the guaranteed values may add up to less than the
            # total.
            both = sum(found.value or 0 for found in (mine, rivals[others[0]]))
            if both == self.total:
                rival = replace(
                    rivals[others[0]],
                    draw=None if self.draw is None else both - self.draw,
                )
        counts = [one.states or 0 for one in (mine, *rivals.values())]
        return replace(
            mine,
            values={self.role: mine.value, **{r: s.value for r, s in rivals.items()}},
            nodes=mine.nodes + sum(found.nodes for found in rivals.values()),
            states=None if mine.states is None else max(counts),
            seconds=time.monotonic() - self.started,
            finite=seen.finite,
            rival=rival,
            notes=mine.notes + (game.goal_sum.doubt if rival else ()),
        )

    def weak(self, role: str) -> Solution:
        """Return a solution for one role, without the values of the others."""
        game, root = self.state.game, self.state.number
        found = self.by_alphabeta(role)
        value = None if found.value is None else int(found.value)
        own = replace(self, role=role, draw=self.others_draw(role))
        request = SearchRequest(self.state, role, read_method(ALPHABETA))
        task = new_task(request)
        task.machine = self.machine
        common: dict[str, Any] = {
            "values": {role: value}, "cycle": None, "method": "alphabeta",
            "nodes": found.nodes,
        }  # fmt: skip
        if self.strength == "ultra-weak":
            return own.solution(
                solved="ultra-weak", distance=found.distance, states=None,
                entries=None, **common,
            )  # fmt: skip
        kept = strategy(
            task, root, found.depth or 1, deadline=self.deadline, progress=self.progress
        )
        common["nodes"] += task.nodes
        low, high = self.ranges(role)
        hurried = low != high and value in (low, high)  # the search counts these plies
        return own.solution(
            solved="weak", distance=kept[root].distance, states=len(kept),
            exact=kept[root].distance if hurried else None,
            entries=_strategy_entries(game, kept), **common,
        )  # fmt: skip

    # ---- ultra-weak ----------------------------------------------------------

    def proof_number(self) -> Solution:
        """Prove bounds for the value of each role until they meet."""
        values: dict[str, int | None] = {}
        seen = Glance(None, None)
        nodes = 0
        for role in self.state.game.players:
            found = [self.bounds(role, endless=False)]
            if found[0].repeated:
                seen = self.glance()
                if self.draw is None:
                    found.append(self.bounds(role, endless=True))
            worths = {bounds.value for bounds in found}
            values[role] = worths.pop() if len(worths) == 1 else None
            nodes += sum(bounds.nodes for bounds in found)
        return self.solution(
            solved="ultra-weak",
            values=values,
            distance=None,
            cycle=_cycle_texts(self.machine, seen.cycle),
            lead=0 if seen.cycle is None else len(seen.cycle.lead),
            states=None,
            nodes=nodes,
            method="proof_number",
            entries=None,
            finite=seen.finite,
        )

    def bounds(self, role: str, *, endless: bool) -> Bounds:
        """Return bounds on the value of the position for a role.

        Args:
            role: one of the players.
            endless: whether endless play counts as more than any value, or as less, if
                there is no draw rule.
        """
        call = read_method("proof_number").with_values(nodes=self.nodes)
        draw = self.others_draw(role)
        request = SearchRequest(
            self.state, role, call, self.tier, progress=self.progress,
            seconds=None if self.seconds is None else self.left(),
        )  # fmt: skip
        ask = asker(
            request,
            lambda threshold: endless if draw is None else draw >= threshold,
        )
        worths = set(self.state.game.worths[self.index(role)])
        if worths and draw is not None:
            worths.add(draw)
        found = bisection(ask, sorted(worths))
        if found.stopped not in ("complete", "endless"):
            limit = "the time is over" if found.stopped == "time" else "the limit"
            raise LimitError(
                f"{limit} after {found.nodes:,} nodes, and the value for {role} is "
                f"{found.words}",
                found.stopped,
            )
        return found


def _strategy_entries(game: Game, kept: Mapping[int, Kept]) -> Entries:
    def entries() -> Iterator[tuple[tuple[str, ...], Entry]]:
        texts = ClauseMachine(game)
        for number, facts in with_facts(game, list(kept)):
            known, move = kept[number], None
            if known.move is not None:
                move = texts.texts([(known.move,)])[0][0]
            waits = known.alone and move == NO_MOVE
            yield facts, Entry(known.value, known.distance, None if waits else move)

    return entries


def _cycle_texts(
    machine: ClauseMachine, found: Cycle | None
) -> tuple[tuple[str, ...], ...] | None:
    if found is None:
        return None
    joints = joints_of(machine, found.steps)
    return tuple(tuple(moves) for moves in machine.texts(joints))


def with_facts(
    game: Game, states: Sequence[int]
) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield states with their fluents, fetched in batches."""
    for start in range(0, len(states), _PORTION):
        numbers = states[start : start + _PORTION]
        reply = game.request("facts_of", states=list(numbers))
        for number, facts in zip(numbers, reply["facts"], strict=True):
            yield number, tuple(facts)


def _must_reach(
    method: str, strength: str | None, methods: Mapping[str, tuple[str, ...]]
) -> None:
    rungs = methods[method]
    if strength is not None and RUNGS.index(strength) > RUNGS.index(rungs[-1]):
        able = [name for name, reached in methods.items() if strength in reached]
        raise InputError(
            f"{method} gives no {strength} solution, but {rungs[-1]}: expected "
            f"{' or '.join(able)}"
        )
