"""Faults of a rule file that only running shows, in all its states or in random games.

A game must be playable (each role has a move until the end), must end, must be weakly
winnable (some line of play gives each role its best goal), and must give each role one
goal at the end: the conditions of Love et al. 2008, section 5. A violation is shown
with the moves that lead to it.
"""

from __future__ import annotations

import random
import re
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import islice, pairwise

from pygame_search.game import Game
from pygame_search.machine.clauses import ClauseMachine
from pygame_search.machine.machine import Expansion
from pygame_search.model.goal_sum import GoalSum
from pygame_search.model.position import joint_text
from pygame_search.model.rules import CHANCE, position_text
from pygame_search.solving.repetition import DRAW, declared_worths
from pygame_search.support.diagnostic import Diagnostic
from pygame_search.support.errors import (
    EXPLAINED,
    LimitError,
    PygameSearchError,
    RulesError,
)
from pygame_search.support.json_objects import JsonObject
from pygame_search.support.words import counted, split_outside

#: The most states of a complete inspection, and the most plies of a random game.
MOST_STATES, MOST_PLIES = 20_000, 500

#: How many states are checked for the noop of an idle role.
MOST_IDLE = 40

#: A message shows no more moves of the line that leads to a state.
SHOWN = 12

#: The most steps, and the most facts, that are looked at to find one that is lost.
_MOST_LOST = 40
#: How to mend a step that loses a fact.
_REPLACE = "what next does not give is gone: let a rule of next keep or replace {}"

#: How many steps are looked at for facts that a step should keep.
MOST_STEPS = 200

#: The share of the time in which to look for a rule that keeps what it should replace.
KEPT_SHARE = 0.1

#: The codes whose faults cause faults of other codes.
_FIRST = (
    "lost",
    "kept",
    "idle_noop",
    "turns",
    "never_moves",
    "at_once",
    "over_at_start",
)

#: The severity of each code, and the relation that it is about.
_CODES = {
    "at_once": ("warning", "legal"),
    "drawn_twice": ("warning", "draw"),
    "endless": ("warning", "next"),
    "goal_outside": ("error", "goal"),
    "goal_sum": ("error", "constant_sum"),
    "goal_twice": ("error", "goal"),
    "goal_undefined": ("error", "goal"),
    "huge_number": ("error", "next"),
    "huge_term": ("error", "next"),
    "idle_noop": ("warning", "next"),
    "kept": ("warning", "next"),
    "lost": ("warning", "next"),
    "neighbours_type": ("error", "neighbours"),
    "never_moves": ("warning", "legal"),
    "no_goal_reached": ("warning", "is_goal"),
    "out_of_memory": ("error", "legal"),
    "over_at_start": ("warning", "terminal"),
    "overestimate": ("warning", "h"),
    "repetition": ("error", "repetition"),
    "start_twice": ("error", "start"),
    "stuck": ("error", "legal"),
    "too_many_joint_moves": ("error", "legal"),
    "too_much_work": ("error", "legal"),
    "turns": ("warning", "next"),
    "undrawn": ("error", "draw"),
    "unwinnable": ("warning", "goal"),
    "wrong_cost": ("error", "arc"),
    "wrong_estimate": ("error", "h"),
}

#: How many states have their drawing checked.
MOST_DRAWINGS = 1000


#: How to mend what loses facts.
_KEEP = "what next does not give is gone: write a rule that keeps the others"

#: The limits that take seconds to reach.
_LONG = frozenset({"out_of_memory", "too_much_work"})

#: States on the way from the start, each with the index of the joint move made there.
Way = list[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Finding:
    """A fault that a state shows.

    Attributes:
        code: the kind of the fault; see `codes`.
        message: what is wrong there.
        mend: how to fix it.
        moves: the joint moves from the start to the state.
        state: its fluents, the counterexample.
        line: the line of the faulty rule; None if unknown.
    """

    code: str
    message: str
    mend: str
    moves: tuple[str, ...] = ()
    state: tuple[str, ...] = ()
    line: int | None = None

    @property
    def severity(self) -> str:
        """`error` or `warning`."""
        return _CODES[self.code][0]


@dataclass(frozen=True, slots=True)
class Inspection(JsonObject):
    """What was inspected, and what was found.

    Attributes:
        exhaustive: whether all states were visited.
        states: how many different states were reached.
        ends: how many of these are terminal.
        unseen: how many of these could not be expanded within the limits.
        games: how many random games were played; 0 if all states were visited.
        findings: the first finding of each kind.
        goal_sum: the sum of two players' goals, if it is known already or is the same
            in all terminal states that were checked; if these are all, it is proved.
        seconds: the processor time used.
    """

    exhaustive: bool
    states: int
    ends: int
    games: int
    findings: tuple[Finding, ...]
    seconds: float
    unseen: int
    goal_sum: GoalSum

    json_members = (
        "exhaustive states ends unseen games goal_sum=goal_sum.as_json seconds"
    )

    def diagnostics(self, game: Game) -> tuple[Diagnostic, ...]:
        """Return the findings, placed at the first rules of their relations."""
        return tuple(diagnostic(game, finding) for finding in self.findings)


def inspect(
    game: Game,
    *,
    seconds: float = 5.0,
    states: int = MOST_STATES,
    seed: int = 1,
    clock: Callable[[], float] = time.process_time,
) -> Inspection:
    """Run a game, and return what this shows.

    All states are visited if there are at most `states` of them and the time suffices.
    Otherwise random games are played in the time that is left.

    Args:
        game: a game with roles.
        seconds: how long the inspection may take.
        states: the most states to keep.
        seed: the seed of the random numbers.
        clock: returns the time in seconds; by default the processor time.
    """
    return _Inspector(game, seconds, states, seed, clock).inspection()


@dataclass(slots=True)
class _Inspector:
    """Inspects the states of a game.

    Attributes:
        parents: for each state reached, a predecessor and the index of the joint move
            between them.
        successors: for each state expanded, the next states.
        best: for each role, the best goal in any state.
        found: the first finding of each kind.
        unseen: the states that could not be expanded.
        ends: the sum of two players' goals in each terminal state, None if one has no
            goal.
        moving: for each state that was checked, how many roles move there.
        active: the roles that move in some state.
        together: the first state in which several roles move, the path to it, and the
            roles.
        movers: finds the roles that move in a state.
        idle: how many more states to check for the noop of an idle role.
        keeping: how many more seconds to look for a value that a rule keeps.
        over: whether a state took too much work, so that the inspection ends.
        drawings: how many more drawings to check.
    """

    game: Game
    seconds: float
    most: int
    seed: int
    clock: Callable[[], float]
    parents: dict[int, tuple[int, int]] = field(default_factory=dict)
    successors: dict[int, tuple[int, ...]] = field(default_factory=dict)
    best: dict[int, int] = field(default_factory=dict)
    found: dict[str, Finding] = field(default_factory=dict)
    unseen: set[int] = field(default_factory=set)
    ends: dict[int, int | None] = field(default_factory=dict)
    moving: dict[int, int] = field(default_factory=dict)
    active: set[str] = field(default_factory=set)
    together: tuple[int, Way | None, tuple[str, ...]] | None = None
    turn_fluents: set[str] | None = None
    turns_seen: bool = False
    idle: int = MOST_IDLE
    keeping: float = 0.0
    movers: _Movers = field(init=False)
    over: bool = False
    drawings: int = MOST_DRAWINGS

    def inspection(self) -> Inspection:
        self.game.ready()
        started = self.clock()
        machine = ClauseMachine(self.game)
        self.movers = _Movers(self.game)
        self.keeping = self.seconds * KEPT_SHARE
        self._lost()
        every = self._all(machine, started + self.seconds / 2)
        self._short_lived()
        games = 0
        if every:
            self._cycle()
        elif not self.over:
            games = self._at_random(machine, started + self.seconds)
        self._at_once()
        self._never_moves()
        exhaustive = every and not self.unseen
        if exhaustive and self.ends:
            self._winnable()
        goal_sum = self._goal_sum(exhaustive)
        self._repetition(goal_sum)
        return Inspection(
            exhaustive,
            len(self.parents) + 1,
            len(self.ends),
            games,
            tuple(sorted(self.found.values(), key=lambda f: f.code not in _FIRST)),
            round(self.clock() - started, 3),
            len(self.unseen),
            goal_sum,
        )

    def _goal_sum(self, exhaustive: bool) -> GoalSum:
        """Return the sum of two players' goals, if it is known without work."""
        sums = set(self.ends.values()) - {None}
        known = self.game.known_sum
        if known is not None and (known.source == "none" or len(sums) < 2):
            return known
        if len(sums) > 1:
            return GoalSum("varies")
        if not sums or None in self.ends.values():
            return GoalSum("unknown")
        if exhaustive:
            return GoalSum("proved", sums.pop())
        return GoalSum("sampled", sums.pop(), len(self.ends))

    def _repetition(self, goal_sum: GoalSum) -> None:
        """Report a declaration of what endless play is worth that cannot be."""
        words = {worth for _, worth in self.game.declared_worths}
        if goal_sum.source == "unknown" and DRAW in words:
            return  # nobody knows yet what half of it is
        try:
            declared_worths(self.game, lambda: goal_sum.total)
        except RulesError as error:
            mend = "write repetition(draw), or repetition(Role, Worth) for each role"
            self._report("repetition", str(error), mend, self.game.initial.number, [])

    def _all(self, machine: ClauseMachine, until: float) -> bool:
        """Visit the states, nearest first; return whether these were all."""
        start = self.game.initial.number
        reached = {start}
        waiting = deque([start])
        while waiting:
            if self.over or self.clock() > until:
                return False
            number = waiting.popleft()
            now = self._look(machine, number)
            if now is None:
                continue
            self.successors[number] = now.successors
            for index, successor in enumerate(now.successors):
                if successor not in reached:
                    if len(reached) >= self.most:
                        return False
                    reached.add(successor)
                    self.parents[successor] = (number, index)
                    waiting.append(successor)
        return True

    def _at_random(self, machine: ClauseMachine, until: float) -> int:
        source = random.Random(self.seed)
        games = 0
        while self.clock() < until and not self.over:
            number = self.game.initial.number
            way: Way = []
            for _ in range(MOST_PLIES):
                now = self._look(machine, number, way)
                if now is None or now.terminal or not now.successors:
                    break
                index = source.randrange(len(now.successors))
                way.append((number, index))
                number = now.successors[index]
                if self.clock() > until:
                    return games
            else:
                self._endless(
                    number, f"a game of {MOST_PLIES} plies has not ended", way
                )
            games += 1
        return games

    def _look(
        self, machine: ClauseMachine, number: int, way: Way | None = None
    ) -> Expansion | None:
        """Return the expansion of a state, or None after reporting why it failed."""
        try:
            now = machine.expand(number)
        except LimitError as error:
            self.unseen.add(number)
            self.over = error.code in _LONG
            message = f"a state cannot be expanded: {error.reason}"
            self._report(code_of(error), message, "", number, way, error.line)
            return None
        if self.drawings > 0:
            self.drawings -= 1
            self._drawing(number, way)
        if now.terminal:
            self._goals(number, now.values, way)
            if number == self.game.initial.number:
                self._over_at_start()
        elif number not in self.moving:
            self._turns(number, now, way)
            if self.keeping > 0:
                began = self.clock()
                self._kept(number, now, way)
                self.keeping -= self.clock() - began
        for role, legal in zip(self.game.roles, now.moves, strict=False):
            if not legal:
                message = f"{role} has no legal move, and the game is not over"
                mend = "let a role that waits do something, as noop"
                if lost := self._lost_for_moves("stuck", number, way):
                    message, mend = f"{message}: {lost} is gone", _REPLACE.format(lost)
                self._report("stuck", message, mend, number, way)
        return now

    # ---- what a step keeps -----------------------------------------------------

    def _lost(self) -> None:
        """Report facts of the start that no first step keeps."""
        lost = self.game.request("lost_facts")["lost"]
        if lost is None:
            return
        name, count, left, place = lost
        gone = "all" if left == 0 else f"at least {count - left}"
        message = (
            f"the start has {count} facts {self._pattern(name)}; {gone} of them are "
            "gone after the first step"
        )
        start = self.game.initial.number
        self._report("lost", message, _KEEP, start, [], self._line(place))

    def _short_lived(self) -> None:
        """Report facts that moves bring and no step keeps, if a rule needs several."""
        start = self.game.initial.number
        reached = (
            (n, m) for n, after in self.successors.items() if n != start for m in after
        )
        steps = list(islice(reached, MOST_STEPS))
        lost = self.game.request("short_lived_facts", steps=steps)["lost"]
        if lost is None:
            return
        name, asked, count, place = lost
        message = (
            f"each fact {self._pattern(name)} is gone after the next step, and {asked} "
            f"asks for {count} of them at once"
        )
        self._report("lost", message, _KEEP, start, [], self._line(place))

    def _kept(self, number: int, now: Expansion, way: Way | None) -> None:
        """Report a rule that keeps a value beside the one that replaces it."""
        reply = self.game.request("kept_value", state=number)
        if reply["kept"] is not None:
            key, (old, new), index, place = reply["kept"]
            message = f"{key} is {old} and {new} at once"
            mend = (
                "at the start it has one value: add a condition that leaves out what "
                "the step changes"
            )
        elif reply["moved"] is not None:
            (old, new, name), index, place = reply["moved"]
            message = f"{old} still holds beside {new}"
            mend = (
                f"no rule of next asks where {self._pattern(name)} goes from: add a "
                "condition that leaves out what moves away"
            )
        else:
            return
        self.keeping = 0.0
        before = self._way(number) if way is None else way
        after, moves = now.successors[index], [*before, (number, index)]
        self._report("kept", message, mend, after, moves, self._line(place))

    def _pattern(self, name: str) -> str:
        return f"({name} ..)" if self.game.book.syntax == "kif" else f"{name}(..)"

    # ---- whose turn it is ----------------------------------------------------

    def _turns(self, number: int, now: Expansion, way: Way | None) -> None:
        """Check which roles move in a state."""
        movers = self.movers.of(now)
        free = len(movers) > 1 and self._without_turns(number, now)
        self.moving[number] = 0 if free else len(movers)
        self.active.update(movers)
        if len(movers) > 1 and not self.turns_seen:
            self.turns_seen = True
            self._turn_fluent(number, way, movers)
        if len(movers) > 1 and not free and self.together is None:
            self.together = number, way, movers
        if self._is_sheet():
            return
        if not movers:
            self._turn_fluent(number, way, movers)
        elif self.idle and len(movers) < len(self.game.roles):
            self.idle -= 1
            self._idle_match(number, way)

    def _without_turns(self, number: int, now: Expansion) -> bool:
        """Return whether it is nobody's turn, as the rules mean it.

        All roles have the same only move, or the fluents that hold for one role at the
        start, as control does, hold for none here: another part of the game has begun.
        """
        if len(set(now.moves)) == 1 and len(now.moves[0]) == 1:
            return True
        if self.turn_fluents is None:
            start = self._held_for(self.game.initial.number)
            roles = self.game.roles
            self.turn_fluents = {
                name
                for name, held in start.items()
                if len(held) == 1 and held[0] in roles
            }
        if not self.turn_fluents:
            return False
        here = self._held_for(number)
        return not any(
            one in self.game.roles
            for name in self.turn_fluents
            for one in here.get(name, ())
        )

    def _idle_match(self, number: int, way: Way | None) -> None:
        """Report a rule that takes the noop of an idle role for a move."""
        reply = self.game.request("idle_match", state=number)
        if reply["never"]:
            self.idle = 0
        if reply["match"] is None:
            return
        self.idle = 0
        start, fluent, role = reply["match"]
        message = (
            f"a variable in does(..) also matches the noop of {role}, which has no "
            f"move here; {fluent} holds next only because of that"
        )
        mend = "name the move, or ask whose turn it is, as in true(control(P))"
        self._report("idle_noop", message, mend, number, way, self._line(start))

    def _turn_fluent(
        self, number: int, way: Way | None, movers: tuple[str, ...]
    ) -> None:
        """Report a fluent that holds for one role at the start, but not here."""
        roles = self.game.roles
        before, here = self._held_for(self.game.initial.number), self._held_for(number)
        for name, [first, *others] in before.items():
            if first not in roles or others:
                continue
            held = [one for one in here.get(name, ()) if one in movers]
            nobody = [one for one in here.get(name, ()) if one not in roles]
            mend = f"let the rules of next give {name} to one role in each step"
            if len(held) > 1:
                what = f"{name} holds for {' and '.join(held)} at once"
            elif movers or len(here.get(name, ())) > len(nobody):
                continue
            elif nobody:
                what = f"{name} holds for {nobody[0]}, which is not a role"
                mend = f"write {' or '.join(roles)}, or add role({nobody[0]})"
            elif len(roles) < 2:
                continue  # a puzzle may have dead ends
            else:
                what = f"{name} holds for no role"
            message = f"{what}; at the start it holds for {first} alone"
            self._report("turns", message, mend, number, way, self._next_line(name))

    def _next_line(self, name: str) -> int | None:
        """Return the line of the first rule that gives a fluent after a step."""
        rule = re.search(rf"\bnext\W+{re.escape(name)}\W", self.game.book.text)
        return self._line(rule.start()) if rule else None

    def _held_for(self, number: int) -> dict[str, list[str]]:
        """Return, by the name of a fluent with one argument, what it holds for."""
        found: dict[str, list[str]] = {}
        for fact in self.game.request("facts", state=number)["facts"]:
            name, _, one = fact.strip("()").replace("(", " ").partition(" ")
            if one and not set(one) & set(" (),"):
                found.setdefault(name, []).append(one)
        return found

    def _at_once(self) -> None:
        """Report a game with turns in which several roles move in a few states."""
        counts = [count for count in self.moving.values() if count]
        several = sum(count > 1 for count in counts)
        if self.together is None or 4 * several >= len(counts):
            return
        if "turns" in self.found or "idle_noop" in self.found:
            return
        number, way, movers = self.together
        message = (
            f"several roles move at once in {several:,} of {len(counts):,} states, "
            f"here {' and '.join(movers)}; in the others only one role moves"
        )
        mend = "check that each rule of legal asks whose turn it is"
        self._report("at_once", message, mend, number, way)

    def _waits_for_ever(self, role: str) -> bool:
        """Return whether it is reported that a role never moves."""
        return "never_moves" in self.found and role not in self.active

    def _never_moves(self) -> None:
        """Report the roles that have no move anywhere, where another moves on."""
        start = self.game.initial.number
        states = [number for number, count in self.moving.items() if count]
        idle = [r for r in self.game.roles if r != CHANCE and r not in self.active]
        if not idle or self._is_sheet() or not set(states) - {start}:
            return
        names = " and ".join(idle)
        never = f"{names} never {'has' if len(idle) == 1 else 'have'} a move"
        message, line = f"{never} in the {len(states):,} states looked at", None
        mend = f"see whether a rule of legal for {names} can hold"
        for name, [first, *others] in self._held_for(start).items():
            if others or first not in self.active:
                continue
            if all(self._held_for(n).get(name) == [first] for n in states[:MOST_IDLE]):
                message, line = (
                    f"{name} stays with {first}: {never}",
                    self._next_line(name),
                )
                mend = (
                    f"let the rules of next give {name} to the next role in each step"
                )
        self._report("never_moves", message, mend, start, [], line)

    # ---- the end -------------------------------------------------------------

    def _drawing(self, number: int, way: Way | None) -> None:
        drawn = self.game.request("drawing", state=number)
        if drawn["undrawn"]:
            message = f"the board is not drawn: {drawn['undrawn']}"
            self._report("undrawn", message, "", number, way)
        texts: dict[tuple[int, int], str] = {}
        for column, row, text in drawn["board"]:
            other = texts.setdefault((column, row), text)
            if text != other:
                message = (
                    f"column {column}, row {row} has two texts, `{other}` and "
                    f"`{text}`: only the first is drawn"
                )
                self._drawn_twice(number, way, (column, row), message)

    def _drawn_twice(
        self, number: int, way: Way | None, square: tuple[int, int], message: str
    ) -> None:
        """Report the rules that give a square two texts."""
        if "drawn_twice" not in self.found:
            lines, held = self._lines_held(number, "draw", *square)
            mend = f"{held}let only one rule of draw hold for a square"
            self._report("drawn_twice", message, mend, number, way, lines)

    def _lines_held(
        self, number: int, relation: str, *arguments: int
    ) -> tuple[int | None, str]:
        """Return the line of a rule that clashes with an earlier one, and what clashes.

        Args:
            number: the state in which they hold.
            relation: `goal` or `draw`.
            arguments: the index of the role, from 1, or the square.
        """
        rules = self._held_rules(number, relation, *arguments)
        first = next((line for line, _, _ in rules), None)
        texts = [text for line, text, _ in rules if line == first]
        if len(set(texts)) > 1:
            return first, f"the rule in line {first} holds in several ways: "
        clash = next((line for line, text, _ in rules if text not in texts), None)
        if clash is None:
            return None, ""
        return clash, f"the rules in lines {first} and {clash} hold here: "

    def _held_rules(
        self, number: int, relation: str, *arguments: int
    ) -> list[tuple[int, str, tuple[str, ...]]]:
        """Return the rules that hold in a state: line, value, and what they ask."""
        reply = self.game.request(
            "held_rules", state=number, relation=relation, arguments=list(arguments)
        )
        return [
            (self._line(place), text, tuple(asks))
            for place, text, asks in reply["rules"]
        ]

    def _goals(
        self, number: int, values: tuple[int | None, ...], way: Way | None
    ) -> None:
        for i, (role, value) in enumerate(zip(self.game.roles, values, strict=True)):
            if role == CHANCE:
                continue
            if value is None:
                self._no_goal(number, i, role, way)
                continue
            self.best[i] = max(value, self.best.get(i, value))
            if self._is_sheet() and value not in range(101):
                message = f"expected a goal from 0 to 100 for {role}, found {value}"
                mend = "scale the values: other systems take 0 as a loss, 100 as a win"
                self._report("goal_outside", message, mend, number, way)
        self._sum(number, values, way)

    def _sum(
        self, number: int, values: tuple[int | None, ...], way: Way | None
    ) -> None:
        """Compare the sum of two players' goals with the sum that the rules declare."""
        declared = self.game.declared_sum
        mine = [
            value
            for role, value in zip(self.game.roles, values, strict=True)
            if role != CHANCE and value is not None
        ]
        self.ends[number] = sum(mine) if len(mine) == 2 else None
        if declared is not None and len(mine) == 2 and sum(mine) != declared:
            message = (
                f"expected goals that add up to {declared}, as `constant_sum` says, "
                f"found {' and '.join(map(str, mine))}"
            )
            mend = "correct the goals, or remove the declaration"
            self._report("goal_sum", message, mend, number, way)

    def _no_goal(self, number: int, i: int, role: str, way: Way | None) -> None:
        given = self.game.request("goal_values", state=number)["values"][i]
        line = None
        if not given:
            code = "goal_undefined"
            if code in self.found:
                return
            over, line = self._over(number)
            message = f"{over}, and {role} has no goal value"
            mend = f"add a rule of goal for {role} that holds here"
            if number == self.game.initial.number:
                mend = "see whether this rule of terminal should hold at the start"
            else:
                line = None
        elif len(given) > 1:
            code = "goal_twice"
            if code in self.found:
                return
            message = f"{role} has the goal values {' and '.join(given)} at once"
            line, held = self._lines_held(number, "goal", i + 1)
            mend = f"{held or 'two rules of goal hold here: '}add a condition"
        else:
            code = "goal_outside"
            message = f"expected a whole number as the goal of {role}, found {given[0]}"
            mend = "write a whole number; higher is better"
        self._report(code, message, mend, number, way, line)

    def _over(self, number: int) -> tuple[str, int | None]:
        """Return why the game is over in a state, and the line of the rule."""
        rules = self._held_rules(number, "terminal")
        line, _, asks = next(iter(rules), (None, "", ()))
        start = " at the start" if number == self.game.initial.number else ""
        by = f": terminal holds by {' and '.join(asks[:SHOWN])}" if asks else ""
        return f"the game is over{start}{by}", line

    def _over_at_start(self) -> None:
        """Report that nobody ever moves, because the start is terminal."""
        if "goal_undefined" in self.found:
            return  # its message says so
        message, line = self._over(self.game.initial.number)
        mend = "see whether this rule of terminal should hold at the start"
        start = self.game.initial.number
        self._report("over_at_start", message, mend, start, [], line)

    def _winnable(self) -> None:
        """Report the roles that reach their best goal in no line of play."""
        for i, role in enumerate(self.game.roles):
            low, high = self.game.ranges[i]
            if role == CHANCE or self._waits_for_ever(role):
                continue
            wanted = 100 if self._is_sheet() else high
            reached = self.best.get(i)
            if low == high and not self._is_sheet():
                continue
            if reached is None or reached < wanted:
                best = "" if reached is None else f": the best at an end is {reached}"
                message = f"{role} cannot reach the goal {wanted}{best}"
                mend = f"see whether the rules of goal for {role} can hold at an end"
                start = self.game.initial.number
                self._report("unwinnable", message, mend, start, [])

    def _cycle(self) -> None:
        """Report a cycle of states, if there is one."""
        start = self.game.initial.number
        done: set[int] = set()
        path: dict[int, None] = {start: None}
        stack = [iter(self.successors.get(start, ()))]
        while stack:
            successor = next(stack[-1], None)
            if successor is None:
                stack.pop()
                number, _ = path.popitem()
                done.add(number)
            elif successor in path:
                order = list(path)
                length = len(order) - order.index(successor)
                words = (
                    f"{counted(length, 'ply', 'plies')} later this state comes again"
                )
                self._endless(successor, words, None)
                if not self.game.declared_worths or "endless" in self.found:
                    return
            elif successor not in done and successor in self.successors:
                path[successor] = None
                stack.append(iter(self.successors[successor]))

    def _endless(self, number: int, words: str, way: Way | None) -> None:
        """Report that play goes on and on, unless the rules say what that is worth.

        They hardly mean a state in which nobody has a move.
        """
        puzzle = len(self.game.roles) == 1 and not self._is_sheet()
        if puzzle and self.ends:
            return  # it may have cycles: path search avoids them
        if "endless" in self.found:
            return
        spread = self._spread(way)  # then no state need ever come again
        valued = bool(self.game.declared_worths) and not spread
        if valued and len(self.successors.get(number, ())) > 1:
            return
        message, line = f"play can go on for ever: {words}", None
        mend = (
            "if moves may be repeated or undone, end the game after so many steps, or "
            "say what that is worth, as in repetition(draw)"
        )
        legal = self.game.request("position", state=number)["legal"]
        if all(list(moves) in ([], ["noop"]) for moves in legal):
            message = "the game is not over, and nobody has a legal move"
            mend = "add a rule of terminal that holds here, or a rule of legal"
            line, _ = first_rule(self.game.book.text, "terminal")
            if lost := self._lost_for_moves("endless", number, way):
                message, mend = f"{message}: {lost} is gone", _REPLACE.format(lost)
                line, _ = first_rule(self.game.book.text, "next")
            elif puzzle:
                return
        elif valued or puzzle:
            return
        elif spread:
            message += f", and {spread}"
            mend = "if it must stay on a board, let legal ask for a square of the board"
            line, _ = first_rule(self.game.book.text, "legal")
        elif grown := self._grown(number):
            message += f", and {grown}"
            mend = "if a number has a limit, test it in legal, as in K =< N"
        self._report("endless", message, mend, number, way, line)

    def _lost_for_moves(self, code: str, number: int, way: Way | None) -> str:
        """Return a fact that a step on the way has lost, with which somebody can move.

        A fact is lost if the step gives no other one of its relation.
        """
        if code in self.found:
            return ""
        path = [before for before, _ in (self._way(number) if way is None else way)]
        reply = self.game.request("facts_of", states=[*path[-_MOST_LOST:], number])
        *_, here = facts = list(map(list, reply["facts"]))
        lost = [
            fact
            for before, after in reversed(list(pairwise(facts)))
            for new in ({_relation(one) for one in after if one not in before},)
            for fact in before
            if fact not in after and _relation(fact) not in new
        ]
        able = (fact for fact in lost[:_MOST_LOST] if self._can_move([*here, fact]))
        return str(next(able, ""))

    def _can_move(self, facts: list[str]) -> bool:
        """Return whether a role can do more than wait where these facts hold."""
        try:
            state = self.game.state(position_text(self.game, facts)).number
            legal = self.game.request("position", state=state)["legal"]
        except PygameSearchError:
            return False
        return any(list(moves) not in ([], ["noop"]) for moves in legal)

    def _grown(self, number: int) -> str:
        """Return what is said of a number that is far from all of the start."""
        before, here = self._held_for(self.game.initial.number), self._held_for(number)
        for name, [one, *others] in here.items():
            known = before.get(name, [])
            if others or not all(map(_is_number, [one, *known])) or not known:
                continue
            low, high = min(map(int, known)), max(map(int, known))
            if not low - MOST_PLIES / 2 <= int(one) <= high + MOST_PLIES / 2:
                return f"{name} has gone from {known[0]} to {one}"
        return ""

    def _spread(self, way: Way | None) -> str:
        """Return what is said of an argument whose numbers spread all through a game.

        Its fluent has several arguments, as the place of a piece; the numbers leave
        those of the start, and in the second half of the game those of the first.
        """
        states = [number for number, _ in way or ()]
        if len(states) < MOST_PLIES:
            return ""
        half = len(states) // 2
        start, first, second = (
            self._ranges(part) for part in (states[:1], states[:half], states[half:])
        )
        for place, (low, high) in second.items():
            if place not in start or place not in first:
                continue
            (low0, high0), (low1, high1) = start[place], first[place]
            if low < min(low0, low1) or high > max(high0, high1):
                return (
                    f"a number in {self._pattern(place[0])}, from {low0} to {high0} at "
                    f"the start, goes from {low} to {high}"
                )
        return ""

    def _ranges(self, states: list[int]) -> dict[tuple[str, int], tuple[int, int]]:
        """Return the least and the greatest number of each argument of the fluents.

        An argument is a name and an index; fluents with one argument are left out.
        """
        found: dict[tuple[str, int], tuple[int, int]] = {}
        for facts in self.game.request("facts_of", states=states)["facts"]:
            for fact in facts:
                name, *arguments = re.split(r"[\s(),]+", fact.strip("()"))
                for i, one in enumerate(arguments if len(arguments) > 1 else ()):
                    if _is_number(one):
                        low, high = found.get((name, i), (int(one), int(one)))
                        found[name, i] = min(low, int(one)), max(high, int(one))
        return found

    def _line(self, place: int) -> int:
        """Return the line of a place in the rule file, from 1."""
        return self.game.book.text.count("\n", 0, place) + 1

    def _report(
        self,
        code: str,
        message: str,
        mend: str,
        number: int,
        way: Way | None,
        line: int | None = None,
    ) -> None:
        if code not in self.found:
            moves = self._texts(self._way(number) if way is None else way)
            facts = tuple(self.game.request("facts", state=number)["facts"])
            self.found[code] = Finding(code, message, mend, moves, facts, line)

    def _way(self, number: int) -> Way:
        """Return the path from the start to a state."""
        way = []
        while number in self.parents:
            way.append(self.parents[number])
            number = way[-1][0]
        return way[::-1]

    def _texts(self, way: Way) -> tuple[str, ...]:
        """Return the joint moves of a path, each as `--after` reads it."""
        machine = ClauseMachine(self.game)
        joints = [machine.expand(number).joint(index) for number, index in way]
        return tuple(map(joint_text, machine.texts(joints)))

    def _is_sheet(self) -> bool:
        return self.game.convention == "gdl"


def _relation(fact: str) -> tuple[str, int]:
    """Return the name of a fact, and how many arguments it has."""
    if fact.startswith("("):  # in KIF
        words = split_outside(fact[1:-1], " ")
        return words[0], len(words) - 1
    name, _, rest = fact.partition("(")
    return name, len(split_outside(rest[:-1], ",")) if rest else 0


def _is_number(text: str) -> bool:
    return text.lstrip("-").isdecimal()


class _Movers:
    """Finds the roles that move in a state.

    A role whose only move is noop does not move; in a rule sheet noop may have any
    name.
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        self._texts = ClauseMachine(game)
        self._sheet = game.convention == "gdl"

    def of(self, now: Expansion) -> tuple[str, ...]:
        """Return the roles that move, except chance."""
        return tuple(
            role
            for role, moves in zip(self._game.roles, now.moves, strict=True)
            if moves and role != CHANCE and not self._waits(moves)
        )

    def _waits(self, moves: tuple[int, ...]) -> bool:
        if len(moves) > 1:
            return False
        [[text]] = self._texts.texts([moves])
        return "(" not in text if self._sheet else text == "noop"


def code_of(error: LimitError) -> str:
    """Return the code of a limit that a state reaches."""
    return error.code if error.code in EXPLAINED else "too_much_work"


def diagnostic(game: Game, finding: Finding) -> Diagnostic:
    """Return a finding as a fault of the first rule of its relation."""
    way = "; ".join(finding.moves[:SHOWN])
    if finding.moves[SHOWN:]:
        way += f"; and {counted(len(finding.moves) - SHOWN, 'more move', 'more moves')}"
    where = f" (after {way})" if way else ""
    text = game.book.text
    line, source = first_rule(text, _CODES[finding.code][1])
    if finding.line is not None:
        line, source = finding.line, text.split("\n")[finding.line - 1]
    column = len(source) - len(source.lstrip()) + 1
    return Diagnostic(
        file=game.book.file,
        line=line,
        column=column,
        severity=finding.severity,
        code=finding.code,
        message=f"{finding.message}{where}",
        mend=finding.mend,
        source=source,
        width=max(1, len(source.strip())),
        moves=finding.moves,
        state=finding.state,
    )


def first_rule(text: str, relation: str) -> tuple[int, str]:
    """Return the line in which a relation is first defined, counted from 1."""
    head = re.compile(rf"^\s*(?:\(\s*<=\s*)?\(?\s*{relation}\b", re.IGNORECASE)
    for number, line in enumerate(text.split("\n"), 1):
        if head.match(line):
            return number, line.rstrip("\r")
    return 1, text.split("\n", 1)[0]
