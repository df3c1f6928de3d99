"""The size of a game: branching factor, length, tree and state space.

Small numbers are counted. Large ones are estimated from random games, each with a
confidence interval of 95 %:

* the branching factor is the mean number of joint moves of a position in a random game;
* the size of the tree is Knuth's estimate (D. Knuth, Estimating the efficiency of
  backtrack programs, 1975). A random game whose positions have b1, b2, b3, ... joint
  moves counts as 1 + b1 + b1 b2 + b1 b2 b3 + ... nodes, and as b1 b2 b3 ... games.
  The mean of these numbers over random games is that of the tree.

No such estimate is known for the number of states: for a large game it is bounded from
below.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import KW_ONLY, dataclass
from decimal import Decimal
from math import prod
from typing import Any

from pygame_search.game import Game, State
from pygame_search.machine.clauses import ClauseMachine
from pygame_search.machine.machine import Machine
from pygame_search.search.core import options
from pygame_search.search.core.tier_choice import Chosen, in_best_tier
from pygame_search.search.core.tiers import (
    compiled,
    is_compiled,
    work,
)
from pygame_search.search.perft import perft
from pygame_search.support.clock import deadline_in, look_at_clock
from pygame_search.support.errors import InputError, LimitError, RulesError
from pygame_search.support.json_objects import JsonObject
from pygame_search.support.memory import memory_left
from pygame_search.support.printing import Printed, Shown, one_line, stacked, table
from pygame_search.support.requests import Request, asked, option, whole
from pygame_search.support.words import counted

#: The number of random games, the time for all of them, in seconds, and the number of
#: plies after which a game is abandoned.
GAMES, SECONDS, MOST_PLIES = 1000, 10.0, 1000

#: Fewer random games than this are played again natively.
_FEW = 100

#: How much memory the states may take, in bytes.
_BYTES = 1 << 30

#: Half the width of a confidence interval of 95 %, in standard errors.
_WIDTH = Decimal("1.96")


@dataclass(frozen=True, slots=True)
class Figure(JsonObject):
    """A number that was counted or estimated.

    Attributes:
        value: the number.
        error: half the width of its confidence interval of 95 %; None if the value is
            exact.
    """

    value: Decimal
    error: Decimal | None = None

    def as_json(self) -> dict[str, Any]:
        """Return it as the command line gives it."""
        error = None if self.error is None else _number(self.error)
        return {"value": _number(self.value), "error": error}


@dataclass(frozen=True, slots=True)
class Sample:
    """Random games from a state.

    Attributes:
        games: for each game the number of joint moves of each position before the end.
        outcomes: for each role, how many games gave it each goal value.
        given_up: the same as `games`, for abandoned games.
        endless: whether a state occurred twice in a game, so that play may never end.
    """

    games: tuple[tuple[int, ...], ...]
    outcomes: tuple[Counter[int | None], ...]
    given_up: tuple[tuple[int, ...], ...] = ()
    endless: bool = False


@dataclass(frozen=True, slots=True)
class States:
    """The states that can be reached, counted ply by ply.

    Attributes:
        number: how many were found.
        plies: the greatest distance that was counted.
        whole: whether these are all states.
    """

    number: int
    plies: int
    whole: bool


@dataclass(frozen=True, slots=True, repr=False)
class GameSize(Printed, JsonObject):
    """The size of a game; `print` shows a table with the method of each figure.

    Attributes:
        start: where the games begin; a game begins at its initial state.
        branching: the mean number of joint moves of a position in random games.
        length: the mean length of a random game, in plies.
        shortest, longest: the least and the greatest length among these games.
        power: the branching factor to the power of the mean length.
        nodes: the nodes of the game tree, including the root; None if the tree is
            infinite, because a state can be repeated.
        lines: the possible games, that is, the leaves of the tree; None as above.
        tree_branching: the mean number of children of an inner node of the tree; None
            if the tree was not counted.
        states: the states that can be reached.
        outcomes: for each role, how many random games gave it each goal value.
        games: how many random games ended.
        unfinished: how many more were abandoned.
        notes: why the native tier was not used, if no tier was named.
    """

    state: State
    branching: Figure
    length: Figure
    shortest: int
    longest: int
    power: Decimal
    nodes: Figure | None
    lines: Figure | None
    tree_branching: Decimal | None
    states: States
    outcomes: dict[str, dict[int | None, int]]
    games: int
    unfinished: int
    notes: tuple[str, ...] = ()

    def __repr__(self) -> str:
        """Return one line with the main figures."""
        return one_line(
            self, self.state.game.call, f"branching factor {self.branching.value:.2f}",
            f"length {self.length.value:.2f}",
        )  # fmt: skip

    def as_json(self) -> dict[str, Any]:
        """Return it as the command line gives it."""
        branching = self.tree_branching
        found: dict[str, Any] = {
            "roles": list(self.state.game.roles),
            "games": self.games,
            "unfinished": self.unfinished,
            "branching": self.branching.as_json(),
            "length": self.length.as_json(),
            "shortest": self.shortest,
            "longest": self.longest,
            "b^d": _number(self.power),
            "tree": {
                "infinite": self.nodes is None,
                "nodes": None if self.nodes is None else self.nodes.as_json(),
                "games": None if self.lines is None else self.lines.as_json(),
                "branching": None if branching is None else _number(branching),
            },
            "states": {
                "number": self.states.number,
                "plies": self.states.plies,
                "exact": self.states.whole,
            },
            "outcomes": {
                role: [{"value": value, "games": n} for value, n in counts.items()]
                for role, counts in self.outcomes.items()
            },
        }
        return found | ({"notes": list(self.notes)} if self.notes else {})

    def printed(self) -> Shown:
        """Return the table of figures and the table of outcomes."""
        listing = table("measure", "value#", "95 %", "how", rows=self._rows())
        ends = table("role", "mean goal#", "outcomes of the random games")
        for role, counts in self.outcomes.items():
            shares = ", ".join(
                f"{'none' if value is None else value}: {100 * n / self.games:.1f} %"
                for value, n in counts.items()
            )
            known = [value * n for value, n in counts.items() if value is not None]
            goal = f"{sum(known) / self.games:.2f}" if known else ""
            ends.add_row(role, goal, shares)
        lines = list(self.notes)
        if self.unfinished:
            given_up = counted(self.unfinished, "more game was", "more games were")
            lines.append(
                f"{given_up} given up after {MOST_PLIES:,} plies: the true length and "
                "tree are larger"
            )
        return stacked(listing, "", ends, *lines)

    def _rows(self) -> Iterator[tuple[str, str, str, str]]:
        """Yield the rows of the table."""
        played = counted(self.games, "random game", "random games")
        yield "roles", str(len(self.state.game.roles)), "", ""
        yield _row("branching factor b", self.branching, f"positions of {played}")
        between = f"{self.shortest:,} to {self.longest:,} plies"
        yield _row("length of a game d", self.length, f"{played}, {between}")
        yield (
            "b^d",
            _text(self.power.to_integral()),
            "",
            "the lectures' estimate of the tree",
        )
        if self.nodes is None or self.lines is None:
            yield "nodes of the tree", "infinite", "", "a state came twice in a game"
        else:
            exact = self.nodes.error is None
            how = "all counted" if exact else f"Knuth's estimate, {played}"
            yield _row("nodes of the tree", self.nodes, how)
            yield _row("games, its leaves", self.lines, how)
        if self.tree_branching is not None:
            text = f"{self.tree_branching:.2f}"
            yield "branching factor, tree", text, "", "all inner nodes"
        states = f"{self.states.number:,}"
        if self.states.whole:
            yield "states", states, "", "all counted"
        else:
            plies = counted(self.states.plies, "ply", "plies")
            yield "states", f"at least {states}", "", f"all counted up to {plies}"


def _row(name: str, figure: Figure, how: str) -> tuple[str, str, str, str]:
    error = "" if figure.error is None else f"± {_text(figure.error)}"
    return name, _text(figure.value), error, how


def _text(number: Decimal) -> str:
    """Return a number as text, a large one with three significant figures."""
    if number == int(number) and number < 10**12:
        return f"{number:,.0f}"
    if number < 1000:
        return f"{number:.2f}"
    return f"{number:,.0f}" if number < 10**6 else f"{number:.2e}"


def _number(number: Decimal) -> int | float:
    """Return a number for JSON."""
    whole = number == int(number) or number > 10**300
    return int(number) if whole else float(number)


@dataclass(frozen=True)
class StatsRequest(Request):
    """What is asked of `stats`."""

    SUBJECTS = ("where the games begin; those of a game begin at its initial state",)

    start: State | Game
    _: KW_ONLY
    games: int = option(
        "how many random games to play, at most", whole("N", 2, "at least 2 games"),
        GAMES,
    )  # fmt: skip
    seconds: float = options.time_limit(
        "about how long all of it may take: a third each for the tree, the states and "
        "the random games", SECONDS,
    )  # fmt: skip
    seed: int = options.seed()
    tier: str | None = options.tier()


@asked(StatsRequest)
def stats(request: StatsRequest) -> GameSize:
    """Return how large a game is: branching factor, length, tree, states.

    A small tree and a small state space are counted. A large tree is estimated from
    random games, with a confidence interval of 95 %; of a large state space, a part is
    counted.

    Raises:
        InputError: the game is over, an unknown tier, or a number out of range.
        LimitError: fewer than two random games ended in time.
        RulesError: a role has no legal move before the end.
        TierError: the tier does not support the game.

    >>> from pygame_search import load
    >>> size = load("hexapawn").stats()
    >>> size.states.number, size.nodes.value, size.lines.value
    (135, Decimal('252'), Decimal('134'))
    """
    start, tier = request.start, request.tier
    state = start if isinstance(start, State) else start.initial
    if state.terminal:
        raise InputError("the game is over in this position: nothing to measure")
    if is_compiled(state.game.tier):
        tier = tier or state.game.tier
    share = request.seconds / 3
    tree = _tree(state, tier, share)
    states = _states(state, tier, share)
    slow = tier is None and is_compiled(states.tier)
    sample = _sample(state, request.games, request.seed, tier, share, slow=slow)
    lengths = [len(widths) for widths in sample.games]
    if len(lengths) < 2:
        raise LimitError(
            f"expected at least 2 random games that end within {share:.3g} s and "
            f"{MOST_PLIES:,} plies, found {len(lengths)}: give more time",
            "time",
        )
    branching, length = branching_factor(sample), mean(lengths)
    nodes, lines = tree or (None, None) if sample.endless else tree or knuth(sample)
    inner = tree and tree[0].value - tree[1].value
    return GameSize(
        state=state, branching=branching, length=length,
        shortest=min(lengths), longest=max(lengths),
        power=branching.value**length.value, nodes=nodes, lines=lines,
        tree_branching=(tree[0].value - 1) / inner if tree and inner else None,
        states=states.answer,
        outcomes={
            role: dict(sorted(counts.items(), key=_by_value))
            for role, counts in zip(state.game.roles, sample.outcomes, strict=True)
        },
        games=len(lengths), unfinished=len(sample.given_up), notes=states.notes,
    )  # fmt: skip


def _by_value(pair: tuple[int | None, int]) -> tuple[bool, int]:
    """Sort goal values from high to low, with "no value" last."""
    return pair[0] is None, -(pair[0] or 0)


# ---- what is counted -----------------------------------------------------------


def _tree(
    state: State, tier: str | None, seconds: float
) -> tuple[Figure, Figure] | None:
    """Return the nodes of the tree and its leaves; None if there is no time for it."""
    try:
        levels = perft(state, MOST_PLIES, tier=tier, seconds=seconds)
    except LimitError:
        return None
    if len(levels) == MOST_PLIES:  # and perhaps deeper
        return None
    nodes = 1 + sum(level.nodes for level in levels)
    lines = sum(level.terminal for level in levels)
    return Figure(Decimal(nodes)), Figure(Decimal(lines))


def _states(state: State, tier: str | None, seconds: float) -> Chosen[States]:
    """Return how many states there are, counted by the fastest tier."""
    if tier is not None:
        return Chosen(count_states(state, tier, seconds), tier)
    return in_best_tier(
        state.game, lambda tier, left: count_states(state, tier, left),
        first="procedural", seconds=seconds, done=lambda found: found.whole,
    )  # fmt: skip


def count_states(state: State, tier: str, seconds: float | None) -> States:
    """Return how many states can be reached, or as many as can be counted in time."""
    found: list[int] = []
    try:
        for number in work(tier, "states")(state, seconds):
            found += [number]
    except LimitError:
        return States(sum(found), max(0, len(found) - 1), whole=False)
    return States(sum(found), len(found) - 1, whole=True)


def by_clauses(state: State, seconds: float | None) -> Iterator[int]:
    """Yield how many new states each ply has.

    Raises:
        LimitError: the time is over.
    """
    deadline = deadline_in(seconds)
    machine = ClauseMachine(state.game)
    known = level = {state.number}
    while level:
        yield len(level)
        below: set[int] = set()
        for number in level:
            look_at_clock(deadline)
            below.update(machine.expand(number).successors)
        level = below - known
        known = known | level


def by_kernels(state: State, seconds: float | None) -> Iterator[int]:
    """Yield how many new states each ply has, as a kernel counts them."""
    from pygame_search.machine.native_game import native
    from pygame_search.network.searches.reachable import reachable

    game = native(state.game)
    for level in reachable(
        game.network, state=game.held(state), memory=memory_left(_BYTES),
        seconds=seconds,
    ):  # fmt: skip
        yield level.nodes


# ---- what is estimated -----------------------------------------------------------


def _sample(
    state: State,
    games: int,
    seed: int,
    tier: str | None,
    seconds: float,
    *,
    slow: bool,
) -> Sample:
    """Return random games, played by the network if the clauses are slow."""
    found = play(state, games, seed, tier or "procedural", seconds)
    if slow and len(found.games) < min(games, _FEW):
        more = play(state, games, seed, compiled(), seconds)
        return max(found, more, key=lambda sample: len(sample.games))
    return found


def play(
    state: State, games: int, seed: int, tier: str, seconds: float | None = None
) -> Sample:
    """Return random games, the same in every tier.

    Args:
        state: where they begin.
        games: how many.
        seed: of the random numbers.
        tier: the compiled one, or another for the knowledge base.
        seconds: how long all of them may take.

    Raises:
        RulesError: a role has no legal move before the end.
    """
    deadline = deadline_in(seconds)
    machine: Machine = ClauseMachine(state.game, memo=True)
    if is_compiled(tier):
        from pygame_search.machine.network import NetworkMachine

        machine = NetworkMachine(state.game, memo=True, order="standard")
    start = state.key_in(machine)
    played: list[tuple[int, ...]] = []
    outcomes = tuple(Counter[int | None]() for _ in state.game.roles)
    given_up: list[tuple[int, ...]] = []
    endless = False
    for number in range(games):
        source = random.Random(f"{seed} {number}")
        widths: list[int] = []
        at = start
        seen = {at}
        while not (node := machine.legal(at)).terminal and len(widths) < MOST_PLIES:
            if deadline is not None and time.monotonic() > deadline:
                return Sample(tuple(played), outcomes, tuple(given_up), endless)
            widths.append(prod(map(len, node.moves)))
            if not widths[-1]:
                raise RulesError(
                    f"after {counted(len(widths) - 1, 'ply', 'plies')} of a random "
                    "game a role has no legal move: `check` shows the position"
                )
            texts = machine.texts(node.moves)
            places = [_drawn(names, source) for names in texts]
            at = machine.after(
                at, [m[i] for m, i in zip(node.moves, places, strict=True)]
            )
            endless = endless or at in seen
            seen.add(at)
        if not node.terminal:
            given_up.append(tuple(widths))
            continue
        played.append(tuple(widths))
        for counts, value in zip(outcomes, node.values, strict=True):
            counts[value] += 1
    return Sample(tuple(played), outcomes, tuple(given_up), endless)


def _drawn(names: Sequence[str], source: random.Random) -> int:
    """Return the index of a random move; the choice does not depend on their order."""
    return source.choice(sorted(range(len(names)), key=names.__getitem__))


def mean(values: Sequence[int]) -> Figure:
    """Return the mean of at least two values, and its error."""
    number = len(values)
    middle = Decimal(sum(values)) / number
    spread = Decimal(sum((value - middle) ** 2 for value in values)) / (number - 1)
    return Figure(middle, _WIDTH * (spread / number).sqrt())


def branching_factor(sample: Sample) -> Figure:
    """Return the mean number of joint moves of a position.

    Positions of one game are alike, so the error is that of a ratio of two sums over
    games.
    """
    sums = [sum(widths) for widths in sample.games]
    lengths = [len(widths) for widths in sample.games]
    number, plies = len(lengths), sum(lengths)
    ratio = Decimal(sum(sums)) / plies
    spread = sum(
        (total - ratio * length) ** 2
        for total, length in zip(sums, lengths, strict=True)
    )
    error = (Decimal(spread) * number / (number - 1)).sqrt() / plies
    return Figure(ratio, _WIDTH * error)


def knuth(sample: Sample) -> tuple[Figure, Figure]:
    """Return Knuth's estimates of the nodes of a tree and of its leaves.

    An abandoned game stands for a part of the tree that ends there, without a leaf.
    """
    nodes, leaves = [], []
    for number, widths in enumerate(sample.games + sample.given_up):
        product = total = 1
        for width in widths:
            product *= width
            total += product
        nodes.append(total)
        leaves.append(product if number < len(sample.games) else 0)
    return mean(nodes), mean(leaves)
