"""Compare searches as clauses and as procedures: `sh scripts/twins [POSITIONS]`.

For each game of `rules/` and rule sheets of `../shared/gdl`, in positions reached at
random, both forms of each method must tell the same events in the same order, and give
the same values, principal variations and counts; all exact methods must agree on the
value, whatever their order, table or window.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from math import prod
from pathlib import Path

from games import LARGE

import pygame_search as ps
from pygame_search.game import Game, State
from pygame_search.search.core.result import SearchResult
from pygame_search.search.core.trace import Event
from pygame_search.support.errors import PygameSearchError
from pygame_search.support.resources import rules_folder

SHEETS = Path(__file__).parents[3] / "shared" / "gdl" / "games"
HOW_MANY_SHEETS = 20

#: States with more joint moves are left out, and sheets that begin with one.
MOST_JOINTS = 60

#: Methods that all find the minimax value, with the depth to come.
EXACT = (
    "minimax({})",
    "breadth({})",
    "paranoid({})",
    "alphabeta({})",
    "alphabeta({}, fail=hard)",
    "alphabeta({}, table=true)",
    "alphabeta({}, order=killer)",
    "alphabeta({}, order=history, table=true)",
    "alphabeta({}, order=advice, fail=hard, table=true)",
    "alphabeta({}, order=optimal)",
    "alphabeta({}, order=pessimal)",
    "pvs({})",
    "pvs({}, order=history, table=true)",
    "deepening({})",
    "deepening({}, search=pvs, aspiration=2)",
    "deepening({}, search=fail_hard, aspiration=1, order=killer)",
)

#: Methods that look at other leaves.
OTHERS = (
    "minimax({}, quiescence=2)",
    "pvs({}, quiescence=2, swing=1, table=true)",
    "maxn({})",
    "maxn({}, quiescence=1)",
)

#: Methods for games with the role `random`, and without.
CHANCE = ("expectimax({})", "expectimax({}, quiescence=1)")


def difference(one: SearchResult, two: SearchResult) -> str | None:
    """Return what two searches differ in, None when in nothing."""
    events = zip_longest(one.events, two.events)
    for number, (event, other) in enumerate(events, 1):
        if event != other:
            return f"event {number}: {_short(event)} and {_short(other)}"
    for name in ("value", "bound", "line", "moves", "best", "depth", "stopped"):
        if getattr(one, name) != getattr(two, name):
            return f"{name}: {getattr(one, name)} and {getattr(two, name)}"
    for name in ("nodes", "leaves", "cutoffs", "table_hits", "complete", "distance"):
        if getattr(one, name) != getattr(two, name):
            return f"{name}: {getattr(one, name)} and {getattr(two, name)}"
    return None


def _short(event: Event | None) -> str:
    return "nothing" if event is None else str(event)[:100]


def joints(state: State) -> int:
    """Return the number of joint moves."""
    return prod(len(moves) for moves in state.legal.values())


def depth_for(state: State) -> int:
    """Return a depth at which a tree has some hundred nodes."""
    width = joints(state)
    return 4 if width <= 3 else 3 if width <= 6 else 2 if width <= 20 else 1


def compared(state: State, role: str, methods: Sequence[str]) -> Iterator[str | None]:
    """Compare both forms of methods in a state, and their values with each other."""
    depth = depth_for(state)
    exact: tuple[float | None, str | None] | None = None
    for template in methods:
        plies = depth if template in EXACT else max(1, depth - 1)
        method = template.format(f"depth={plies}")
        one, two = (
            state.best(role=role, method=method, tier=tier, record=True)
            for tier in ("clauses", "procedural")
        )
        found = difference(one, two)
        if found is None and template in EXACT:
            if exact is None:
                exact = one.value, one.move
            elif exact != (one.value, one.move):
                found = f"minimax finds {exact}, not {(one.value, one.move)}"
        yield None if found is None else f"{method} for {role}: {found}"


def positions(game: Game, count: int, source: random.Random) -> Iterator[State]:
    """Yield states that are not terminal, reached by random moves."""
    for _ in range(count * 20):
        if count == 0:
            return
        state, plies = game.initial, source.randint(0, 12)
        while not state.terminal and plies:
            plies -= 1
            joint = [source.choice(moves) for moves in state.legal.values()]
            separator = " " if game.book.syntax == "kif" else ", "
            state = state.play(f"[{separator.join(joint)}]")
        if not state.terminal and joints(state) <= MOST_JOINTS:
            count -= 1
            yield state


def games() -> Iterator[Game]:
    """Yield the games of rules/ that are not large, and rule sheets of each kind."""
    for path in sorted(rules_folder().glob("*.pl")):
        if path.stem not in LARGE:
            yield ps.load(path.stem).face_up()
    sheets = sorted(SHEETS.glob("games__*.kif"), key=lambda path: path.stem[::-1])
    found = 0
    for path in sheets[:: max(1, len(sheets) // (2 * HOW_MANY_SHEETS))]:
        game = ps.load(path).face_up()
        if found < HOW_MANY_SHEETS and joints(game.initial) <= MOST_JOINTS:
            found += 1
            yield game


def main(words: Sequence[str]) -> int:
    """Compare; return the exit status."""
    count = int(words[0]) if words else 10
    seed = int(words[1]) if len(words) > 1 else 1
    total = differing = met = 0
    for game in games():
        if not game.players:
            continue
        methods = CHANCE if game.chance is not None else (*EXACT, *OTHERS, *CHANCE)
        started, source = time.monotonic(), random.Random(f"{game.name} {seed}")
        comparisons = 0
        try:
            for state in positions(game, count, source):
                met += 1
                role = source.choice(game.players)
                for found in compared(state, role, methods):
                    comparisons += 1
                    if found is not None:
                        differing += 1
                        print(f"{game.name}, state {state.number}: {found}")
        except PygameSearchError as error:
            print(f"{game.name}: {error}")
            differing += 1
        total += comparisons
        seconds = time.monotonic() - started
        print(f"{game.name}: {comparisons} in {seconds:.1f} s", flush=True)
    print(f"{total} comparisons in {met} positions, {differing} differ")
    return 1 if differing or not total else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
