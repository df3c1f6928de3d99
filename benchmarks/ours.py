"""What of ours is measured: searches, crossings into Prolog, nodes of each game."""

from __future__ import annotations

from collections.abc import Callable

from benchmarks.timing import Run, Work, known
from pygame_search.game import Game, State, load
from pygame_search.machine.clauses import ClauseMachine
from pygame_search.rules import rulebook
from pygame_search.search.core.task import Task
from pygame_search.search.game_tree.alphabeta import alphabeta
from pygame_search.search.game_tree.minimax import minimax
from pygame_search.search.perft import perft

#: A procedural search, of which only the counts of the task matter here.
Search = Callable[[Task, int], object]


def in_clauses(state: State, depth: int, method: str) -> Run:
    """Return a search that runs in Prolog, one crossing in all."""
    return lambda: state.best(depth=depth, method=method, tier="clauses").nodes


def crossing(state: State, depth: int, search: Search, *, memo: bool) -> Work:
    """Return a search in Python that begins without any expansion known."""
    name = "expansions memoised" if memo else "every visit crosses"

    def prepare() -> Run:
        machine = ClauseMachine(state.game, memo=memo)
        return lambda: _nodes(machine, state, depth, search)

    return Work(f"Python, {name}", "nodes", prepare)


def hot(state: State, depth: int, search: Search) -> Work:
    """Return a search in Python all of whose expansions are known from before."""
    machine = ClauseMachine(state.game, memo=True)
    _nodes(machine, state, depth, search)
    run = known(lambda: _nodes(machine, state, depth, search))
    return Work("Python, all expansions known", "nodes", run)


def _nodes(machine: ClauseMachine, state: State, depth: int, search: Search) -> int:
    task = Task(machine, 0, depth, state.game.ranges[0], {}, None)
    search(task, state.number)
    return task.nodes


def searches(state: State, depth: int, method: str) -> list[Work]:
    """Return the works that search a state to a depth by `minimax` or `alphabeta`."""
    search: Search = minimax if method == "minimax" else alphabeta
    works = [
        Work("clauses", "nodes", known(in_clauses(state, depth, method))),
        crossing(state, depth, search, memo=True),
        hot(state, depth, search),
    ]
    if method == "alphabeta":
        works.append(crossing(state, depth, search, memo=False))
    return works


# ---- crossings -------------------------------------------------------------


def crossings(count: int) -> list[Work]:
    """Return the ways to cross into Prolog, with the first state of tic-tac-toe.

    Args:
        count: how many crossings a run does, where it can choose.
    """
    game = load("tic_tac_toe")
    start = game.initial.number
    machine = ClauseMachine(game)

    def expansions() -> int:
        for _ in range(count):
            game.engine.expand(game.key, start)
        return count

    def parsed() -> int:
        for _ in range(count):
            machine.expand(start)
        return count

    def requests() -> int:
        for _ in range(count):
            game.request("initial")
        return count

    return [
        Work("expand a state, 9 successors known", "calls", known(expansions)),
        Work("the same, read into an Expansion", "calls", known(parsed)),
        Work("expand all 5,478 states, each new", "calls", _fresh),
        Work("a request in JSON (initial)", "calls", known(requests)),
    ]


def _fresh() -> Run:
    """Load tic-tac-toe anew, so that no state has a number; return a walk over all."""
    game = load("tic_tac_toe")
    machine = ClauseMachine(game, memo=True)
    start = game.initial.number

    def run() -> int:
        seen, waiting = {start}, [start]
        while waiting:
            new = set(machine.expand(waiting.pop()).successors) - seen
            seen |= new
            waiting += new
        return len(seen)

    return run


# ---- perft -----------------------------------------------------------------


def all_games(most: int) -> list[Work]:
    """Return a perft in clauses for each game in `rules/`.

    Args:
        most: the depth is the greatest with so many nodes.
    """
    games = [load(name) for name in rulebook.names()]
    return [_perft(g.name, g, _deepest(g, most), most) for g in games if g.roles]


def forms(depth: int) -> list[Work]:
    """Return tic-tac-toe's perft for each of the forms that rules are compiled to."""
    names = ("slots", "lists", "meaning")
    return [_perft(form, load("tic_tac_toe", form=form), depth, 0) for form in names]


def _perft(name: str, game: Game, depth: int, least: int) -> Work:
    """Return a perft that is done again and again until there are least nodes."""
    state = game.initial
    times = 1 + least // sum(level.nodes for level in perft(state, depth))

    def run() -> int:
        return sum(level.nodes for _ in range(times) for level in perft(state, depth))

    return Work(f"{name}, depth {depth}", "nodes", known(run))


def _deepest(game: Game, most: int) -> int:
    """Return the greatest depth down to which there are at most so many nodes."""
    depth, state = 1, game.initial
    while True:
        levels = perft(state, depth + 1)
        if len(levels) <= depth or sum(level.nodes for level in levels) > most:
            return depth
        depth += 1
