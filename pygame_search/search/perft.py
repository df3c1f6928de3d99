"""Count the nodes of a game tree by level; the twin of `logic/search/perft.pl`."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING

from pygame_search.game import State
from pygame_search.machine.clauses import ClauseMachine
from pygame_search.machine.machine import Machine
from pygame_search.search.core import options
from pygame_search.search.core.tier_choice import Chosen, in_best_tier
from pygame_search.search.core.tiers import (
    able,
    is_compiled,
    must_have,
    work,
)
from pygame_search.support.clock import deadline_in, look_at_clock
from pygame_search.support.errors import LimitError, TierError
from pygame_search.support.printing import Printed, one_line, table
from pygame_search.support.requests import Request, asked, option, whole
from pygame_search.support.words import counted

if TYPE_CHECKING:
    from rich.console import RenderableType

    from pygame_search.network.searches.perft import Counts


@dataclass(frozen=True, slots=True)
class Level:
    """One level of a game tree.

    Attributes:
        depth: its distance from the root, in turns.
        nodes: the number of joint-move paths that long, terminal states not expanded. A
            turn of several steps is one ply.
        terminal: how many of them end in a terminal state.
    """

    depth: int
    nodes: int
    terminal: int


class Perft(Printed, tuple[Level, ...]):
    """The levels of a game tree; `print` shows them as a table.

    Attributes:
        tier: where they were counted.
        notes: why it is not the native tier, where no tier was named.
    """

    tier: str = ""
    notes: tuple[str, ...] = ()

    def __repr__(self) -> str:
        """Return one line with the size of the tree."""
        depth = counted(len(self), "level", "levels")
        nodes = counted(sum(level.nodes for level in self), "node", "nodes")
        return one_line(self, depth, nodes)

    def printed(self) -> RenderableType:
        """Return a table of the levels."""
        listing = table("depth#", "nodes#", "terminal#")
        for level in self:
            listing.add_row(str(level.depth), f"{level.nodes:,}", f"{level.terminal:,}")
        if not self.notes:
            return listing
        from rich.console import Group

        from pygame_search.support.console import Text

        return Group(listing, Text("\n".join(self.notes)))


@dataclass(frozen=True)
class PerftRequest(Request):
    """What is asked of `perft`."""

    SUBJECTS = ("the root of the tree",)

    state: State
    depth: int = option(
        "how deep to count, in plies", whole("PLIES", 1, "a depth of at least 1 ply"), 4
    )
    _: KW_ONLY
    tier: str | None = options.tier()
    seconds: float | None = options.time_limit("the time limit; by default none")
    workers: int = options.workers()


@asked(PerftRequest)
def perft(request: PerftRequest) -> Perft:
    """Return the number of nodes of the game tree, level by level.

    A node is a sequence of joint moves; one that ends the game is not continued.

    Raises:
        InputError: an unknown tier, a depth below 1, or workers it does not have.
        LimitError: the time was over, or the tree is too deep.
        TierError: the tier does not support the game.

    >>> from pygame_search import load
    >>> [level.nodes for level in load("tic_tac_toe").initial.perft(3)]
    [9, 72, 504]
    """
    state, tier = request.state, request.tier
    if request.workers > 1:
        tier = tier or able("threads")
        must_have(tier, "threads", "workers")
    if is_compiled(state.game.tier):
        tier = tier or state.game.tier

    def run(tier: str, seconds: float | None) -> Perft:
        counted: Perft = work(tier, "perft")(
            state, request.depth, seconds, request.workers
        )
        return counted

    if tier is not None:
        chosen = Chosen(run(tier, request.seconds), tier)
    else:
        chosen = in_best_tier(
            state.game, run, first="clauses", seconds=request.seconds, histories=True
        )
    levels = chosen.answer
    levels.tier, levels.notes = chosen.tier, chosen.notes
    return levels


def by_clauses(state: State, depth: int, seconds: float | None, _workers: int) -> Perft:
    """Return the levels as Prolog counts them."""
    bounds = {} if seconds is None else {"seconds": seconds}
    reply = state.game.request("perft", state=state.number, depth=depth, **bounds)
    return Perft(Level(*level) for level in reply["levels"])


def by_procedure(
    state: State, depth: int, seconds: float | None, _workers: int
) -> Perft:
    """Return the levels as Python counts them."""
    nodes, terminal = [0] * depth, [0] * depth
    machine = ClauseMachine(state.game, memo=True)
    deadline = deadline_in(seconds)
    try:
        if not machine.expand(state.number).terminal:
            walk(machine, state.number, nodes, terminal, 0, deadline)
    except RecursionError:
        raise LimitError(
            f"a tree of {depth:,} plies is too deep for the procedural tier: expected "
            "the tier clauses or native",
            "plies",
        ) from None
    return Perft(
        Level(ply + 1, n, t)
        for ply, (n, t) in enumerate(zip(nodes, terminal, strict=True))
        if n
    )


def by_kernels(state: State, depth: int, seconds: float | None, workers: int) -> Perft:
    """Return the levels as a kernel counts them."""
    from pygame_search.machine.native_game import native
    from pygame_search.network.searches import perft as kernels

    if state.game.histories:
        levels = _by_code(state, depth, seconds, workers)
    else:
        game = native(state.game)
        levels = kernels.perft(
            game.network, depth, state=game.held(state), seconds=seconds,
            workers=workers,
        )  # fmt: skip
    return Perft(Level(level.depth, level.nodes, level.terminal) for level in levels)


def _by_code(
    state: State, depth: int, seconds: float | None, workers: int
) -> tuple[Counts, ...]:
    """Return the levels of a game with histories, as a kernel counts them.

    Raises:
        TierError: several workers.
    """
    from pygame_search.machine.game_code import code_of
    from pygame_search.network.searches import walks

    if workers > 1:
        raise TierError(
            "the native tier counts a game with histories in one thread: leave workers "
            "out"
        )
    code, bits = code_of(state.game, state.number, state.facts)
    return walks.perft(code, bits, depth, seconds)


def walk(
    machine: Machine,
    state: int,
    nodes: list[int],
    terminal: list[int],
    ply: int,
    deadline: float | None,
) -> None:
    """Count the successors of a state, and theirs, in nodes and terminal.

    Raises:
        LimitError: it is past the deadline, a time.monotonic().
    """
    look_at_clock(deadline)
    for successor in machine.expand(state).successors:
        last = ply + 1 == len(nodes)
        node = machine.look(successor) if last else machine.expand(successor)
        if not node.terminal and machine.mid_turn(successor):
            walk(machine, successor, nodes, terminal, ply, deadline)
            continue
        nodes[ply] += 1
        if node.terminal:
            terminal[ply] += 1
        elif not last:
            walk(machine, successor, nodes, terminal, ply + 1, deadline)
