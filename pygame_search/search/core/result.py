"""The answer of a search."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pygame_search.game import State
from pygame_search.model.position import joint_text, noted
from pygame_search.model.scores import value_text
from pygame_search.search.core.methods import read_method
from pygame_search.search.core.recording import Recording, recorded
from pygame_search.search.core.tiers import is_compiled
from pygame_search.search.core.trace import Event
from pygame_search.state_text import line_text
from pygame_search.support.json_objects import JsonObject
from pygame_search.support.printing import Printed, Sentences, one_line, table
from pygame_search.support.words import conjoined, counted

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

#: The words before a value that is a bound.
BOUNDS = {"exact": "", "upper": "at most ", "lower": "at least "}


@dataclass(frozen=True, slots=True)
class MoveValue:
    """A move at the root and its value.

    Attributes:
        move: the move, in the syntax of rule files.
        joint: the moves of all roles.
        value: the goal value or estimate to which it leads, or the mean of these where
            chance decides; None if the move was not examined.
        bound: `exact`; `upper` if the move is worth at most `value`, because the rest
            was cut off; `lower` if it is worth at least `value`.
        line: the joint moves that begin with it and show its value or bound; they end
            where chance decides.
        visits: the number of random games that began with it, None for a method
            without them. The value is their mean unless it is proven.
        proven: whether such a method has proven the value.
        probability: its probability in an equilibrium, None for a method without one.
    """

    move: str
    joint: tuple[str, ...]
    value: float | None
    bound: str = "exact"
    line: tuple[tuple[str, ...], ...] = ()
    visits: int | None = None
    proven: bool = False
    probability: float | None = None

    @property
    def exact(self) -> bool:
        """Whether the value is exact rather than a bound."""
        return self.bound == "exact"

    def as_json(self) -> dict[str, Any]:
        """Return it as the command line gives it."""
        found: dict[str, Any] = {"move": self.move, "value": self.value}
        if not self.exact:
            found["bound"] = self.bound
        if self.visits is not None:
            found |= {"visits": self.visits, "proven": self.proven}
        if self.probability is not None:
            found["probability"] = self.probability
        return found


@dataclass(frozen=True, slots=True)
class DepthResult(JsonObject):
    """The answer of one depth of iterative deepening.

    Attributes:
        depth: in plies.
        move: the best move.
        value: its value, an estimate unless the game was searched to its end.
        nodes: the number of states visited at this depth alone.
        seconds: the time of this depth alone.
    """

    depth: int
    move: str
    value: float
    nodes: int
    seconds: float

    json_members = "depth move value nodes seconds"


#: The most states of the line that are drawn after the position.
_MOST_BOARDS = 6


@dataclass(frozen=True, slots=True, repr=False)
class SearchResult(Printed):
    """The answer of a game-tree search.

    `print` shows the boards of the line, the move, its value and a table of the moves.

    Attributes:
        role: the role that the move and the values are for.
        move: the best move; None if the game is over, if chance is to move, or if
            nothing was decided.
        value: the value of the position for the role, an estimate unless complete; None
            if chance is to move, from a method that does not look ahead, and from a
            recorded search that is undecided.
        bound: `exact`, or `upper` or `lower` if the value lies outside the requested
            window and is only a bound.
        moves: the moves at the root with their values, in rule order.
        best: the moves known to be as good as the best.
        line: the principal variation, as joint moves; it ends where chance decides.
        states: the states along the line, the root first.
        depth: the depth limit of this answer in plies, None for no limit.
        reached: the length of the principal variation, in plies.
        complete: whether no leaf was stopped by a limit, so that the value is exact.
        distance: the plies to the win or loss, if the value is one.
        nodes, leaves, cutoffs: the numbers of visited states, leaves and cut-offs.
        table_hits: the number of positions answered by a transposition table.
        seconds: the time that the search took.
        stopped: why it ended: `complete`, `depth`, `time`, `interrupt`, or `over`;
            `chance` if only chance is to move, and nothing was searched;
            `simulations`, `nodes` or `memory` if a limit on them was reached.
        events: the trace, if it was requested.
        method: the method, as it was called.
        tier: the tier that searched; empty for a method that does not look ahead.
        simulations: the number of random games, None for a method without them.
        depths: the answer of each depth of iterative deepening.
        notes: further remarks on the position.
    """

    role: str
    move: str | None
    value: float | None
    moves: tuple[MoveValue, ...]
    best: tuple[MoveValue, ...]
    line: tuple[tuple[str, ...], ...]
    states: tuple[State, ...]
    depth: int | None
    complete: bool
    distance: int | None
    nodes: int
    leaves: int
    cutoffs: int
    seconds: float
    stopped: str
    table_hits: int = 0
    events: tuple[Event, ...] = ()
    bound: str = "exact"
    method: str = ""
    tier: str = ""
    simulations: int | None = None
    depths: tuple[DepthResult, ...] = ()
    notes: tuple[str, ...] = ()

    def __repr__(self) -> str:
        """Return one line with the move and its value."""
        chosen = f"{self.role} plays {self._written}" if self.move else "no move"
        value = "" if self.value is None else f"value {_value_words(self)}"
        return one_line(self, self.states[0].game.call, chosen, value, self.method)

    def printed(
        self, *, all_best: bool = False, by_depth: bool = False
    ) -> RenderableType:
        """Return what the command line prints.

        Args:
            all_best: whether to list only the moves that are as good as the best.
            by_depth: whether to list the answer of each depth in place of the moves.
        """
        from rich.console import Group

        from pygame_search.support.console import Text

        boards = line_text(self.states[: _MOST_BOARDS + 1])
        lines = [*map(Text, boards), Text()]
        if self.move is None and self.stopped == "depth":
            assert self.value is not None
            words = f"value of the position to {self.role}: {_value_words(self)}"
            lines += [Text(words), *map(Text, self.notes)]
            return Group(*lines)
        if self.stopped == "chance":
            return Group(*lines, *map(Sentences, self.notes))
        if self.move is None:
            worth = "nothing" if self.value is None else value_text(self.value)
            over = f"The game is over; it is worth {worth} to {self.role}."
            return Group(*lines, Text(over))
        best = f"best for {self.role}: {self._written}"
        if self.role not in self.states[0].to_move:
            movers = self.states[0].to_move
            is_are = "is" if len(movers) == 1 else "are"
            best = f"{self.role} is not to move: {conjoined(movers)} {is_are}"
        lines.append(Text(best, style="bold"))
        if self.value is None and not self.notes:
            return Group(*lines, Text(f"{self.method} does not look ahead"))
        if self.value is not None:
            lines.append(Text(f"value: {_value_words(self)}"))
        if self.pv:
            lines.append(Text(f"line: {'; '.join(self.pv_notation)}"))
        lines += [*map(Text, self.notes), Text()]
        listed = self.best if all_best else self.moves
        shown_moves = listing(listed, self._written_moves(move.move for move in listed))
        if by_depth:
            shown_moves = table("depth#", "move", "value#", "nodes#", "time#")
            shown = self._written_moves(one.move for one in self.depths)
            for one, move in zip(self.depths, shown, strict=True):
                shown_moves.add_row(
                    str(one.depth), move, value_text(one.value),
                    f"{one.nodes:,}", f"{one.seconds:.2f} s",
                )  # fmt: skip
        where = f", {self.tier} tier" if is_compiled(self.tier) else ""
        effort = Text(f"{_effort(self)}, {self.seconds:.2f} s{where}")
        return Group(*lines, shown_moves, Text(), effort)

    @property
    def pv(self) -> tuple[str, ...]:
        """The principal variation as people write it."""
        return tuple(joint_text(joint) for joint in self.line)

    @property
    def pv_notation(self) -> tuple[str, ...]:
        """The principal variation with each move in the notation of its state.

        It equals `pv` if the rules have no notation for a position.
        """
        pairs = zip(self.states, self.line, strict=False)
        return tuple(state.written(joint) for state, joint in pairs)

    def _written_moves(self, moves: Iterable[str]) -> tuple[str, ...]:
        """Return moves of the role at the root as people write them."""
        return self.states[0].written_moves(self.role, moves)

    @property
    def _written(self) -> str:
        """The best move, which must exist, as people write it."""
        return self._written_moves([self.move or ""])[0]

    @property
    def reached(self) -> int:
        """The length of the principal variation, in plies."""
        return len(self.line)

    def recording(self) -> Recording:
        """Return the trace, with everything needed to draw it again."""
        root = self.states[0]
        call = read_method(self.method)
        if self.stopped not in ("time", "nodes", "interrupt"):
            call = call.with_values(depth=self.depth)
        return recorded(
            root.game,
            position=root.facts,
            role=self.role,
            method=call,
            events=self.events,
        )

    def moves_json(self, moves: Sequence[MoveValue]) -> list[dict[str, Any]]:
        """Return the JSON objects of moves at the root."""
        listed = [move.as_json() for move in moves]
        if self.states[0].game.notated:
            shown = self._written_moves(move.move for move in moves)
            for one, text in zip(listed, shown, strict=True):
                one["notation"] = text
        return listed

    def as_json(self) -> dict[str, Any]:
        """Return it as the command line gives it."""
        found = {
            "role": self.role,
            "move": self.move,
            "value": self.value,
            "moves": self.moves_json(self.moves),
            "pv": list(self.pv),
            "depth": self.depth,
            "complete": self.complete,
            "distance": self.distance,
            "nodes": self.nodes,
            "leaves": self.leaves,
            "cutoffs": self.cutoffs,
            "table_hits": self.table_hits,
            "seconds": round(self.seconds, 6),
            "stopped": self.stopped,
            "method": self.method,
        }
        if self.states[0].game.notated:
            found["notation"] = self.move and self._written
            found["pv_notation"] = list(self.pv_notation)
        if self.tier:
            found["tier"] = self.tier
        if self.bound != "exact":
            found["bound"] = self.bound
        if self.simulations is not None:
            found["simulations"] = self.simulations
        return found | noted(self.notes)


def _value_words(found: SearchResult) -> str:
    """Return the value of an answer and its meaning, in words."""
    assert found.value is not None
    return f"{BOUNDS[found.bound]}{value_text(found.value)}{_meaning(found)}"


def listing(moves: Sequence[MoveValue], shown: Sequence[str]) -> Table:
    """Return a table of moves, written as in `shown`, with their values."""
    drawn = any(move.probability is not None for move in moves)
    visited = any(move.visits is not None for move in moves)
    found = table(
        "move",
        *(["probability#"] if drawn else []),
        *(["games#"] if visited else []),
        "value#",
        *(["proven"] if visited else []),
    )
    for move, text in zip(moves, shown, strict=True):
        row = [text]
        if move.probability is not None:
            row.append(f"{move.probability:.4g}")
        if move.visits is not None:
            row.append(f"{move.visits:,}")
        value = "" if move.value is None else value_text(move.value)
        row.append(f"{BOUNDS[move.bound]}{value}" if value else "")
        if visited:
            row.append("yes" if move.proven else "")
        found.add_row(*row)
    return found


def _effort(found: SearchResult) -> str:
    """Return the depth and the counts of a search, in words."""
    counts = [counted(found.nodes, "node", "nodes")]
    if found.simulations is not None:
        games = counted(found.simulations, "random game", "random games")
        return ", ".join([games, *counts])
    if found.depth is None and not found.complete:
        return ", ".join(counts)
    if found.complete:
        depth = "to the end"
    else:
        assert found.depth is not None
        depth = counted(found.depth, *found.states[0].game.depth_words)
    counts += [
        counted(found.leaves, "leaf", "leaves"),
        counted(found.cutoffs, "cut-off", "cut-offs"),
    ]
    if found.table_hits:
        counts.append(counted(found.table_hits, "table hit", "table hits"))
    return f"{depth}: {', '.join(counts)}"


def _meaning(found: SearchResult) -> str:
    if found.simulations is not None:
        if found.complete:
            return " (proven)"
        return " (a mean of random games)" if found.bound == "exact" else ""
    if found.distance is None:
        return "" if found.complete else " (an estimate)"
    game = found.states[0].game
    high = game.ranges[game.roles.index(found.role)][1]
    word = "win" if found.value == high else "loss"
    return f" ({word} in {counted(found.distance, 'ply', 'plies')})"
