"""A recorded search as the page reads it; the form is described in `docs/page.md`.

Moves, texts and states stand once, in tables, and events name them by number.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar

from pygame_search.game import Game, State
from pygame_search.model.board import board_squares, with_symbols
from pygame_search.model.position import joint_text
from pygame_search.search.core.methods import MethodCall
from pygame_search.search.core.trace import FORMS, Event
from pygame_search.support.escapes import visible

VERSION = 2

#: The page shows the graph of a space of at most this many nodes.
MOST_GRAPH = 60

_KINDS = {kind: number for number, kind in enumerate(FORMS)}

#: In the text of a board, the character of the first glyph, and that of no square.
_FIRST = ord("0")
_NO_SQUARE = "/"

_T = TypeVar("_T", bound=Hashable)


class Recorded(Protocol):
    """A recorded search; `SearchTree` is one."""

    @property
    def root(self) -> State:
        """The position where the search began."""
        ...

    @property
    def role(self) -> str:
        """The role that the search was for; empty for a path search."""
        ...

    @property
    def method(self) -> MethodCall:
        """The method of the search."""
        ...

    @property
    def events(self) -> Sequence[Event]:
        """The steps of the search."""
        ...

    @property
    def step(self) -> int | None:
        """The number of the step that is shown first; None for none in particular."""
        ...

    @property
    def numbered(self) -> bool:
        """Whether the states in the events are those of the engine."""
        ...

    def words(self) -> Sequence[str]:
        """Return what happens at each step, in words."""
        ...

    def reasons(self) -> Mapping[int, str]:
        """Return why branches were cut off, in sentences, by the number of the step."""
        ...


class Table(Generic[_T]):
    """Values with a number each, in the order in which they came."""

    def __init__(self) -> None:
        self._numbers: dict[_T, int] = {}

    @property
    def values(self) -> list[_T]:
        """The values by number."""
        return list(self._numbers)

    def number(self, value: _T) -> int:
        """Return the number of a value, which is added if it is new."""
        return self._numbers.setdefault(value, len(self._numbers))


def search_data(tree: Recorded) -> dict[str, Any]:
    """Return a recorded search as the page reads it.

    Args:
        tree: whose events are those of a search of its game.
    """
    return _Recorder(tree).data()


def game_data(game: Game) -> dict[str, Any]:
    """Return what the page shows of a game."""
    return {
        "call": game.call,
        "title": visible(game.title or game.name),
        "roles": list(map(visible, game.roles)),
        "ranges": game.ranges,
        "decisive": game.decisive,
        "chance": game.chance,
        "rivals": len(game.players) == 2 and game.constant_sum,
        "space": game.space,
    }


def method_data(call: MethodCall) -> dict[str, Any]:
    """Return what the page shows of a method."""
    method = call.method
    return {
        "text": str(call),
        "name": method.name,
        "about": method.about,
        "source": method.source,
    }


class _Recorder:
    """Writes the events of a search, with numbers in place of texts.

    Attributes:
        states: the states that the search entered, each once.
        path: the states of the open nodes, as their numbers, the root first; of a
            search level by level, that of the node whose children are entered.
        entered: the states of all nodes, as their numbers, in the order of the events.
    """

    def __init__(self, tree: Recorded) -> None:
        self.tree = tree
        self.game = tree.root.game
        self.texts: Table[str] = Table()
        self.moves: Table[str] = Table()
        self.joints: Table[tuple[int, ...]] = Table()
        self.states: list[State] = []
        self.numbers: dict[int, int] = {}
        self.path: list[int] = []
        self.entered: list[int] = []
        self.levels = False

    def data(self) -> dict[str, Any]:
        """Return all that the page reads."""
        tree, game = self.tree, self.game
        events = [[_KINDS[event[0]], *self.event(event)] for event in tree.events]
        return {
            "version": VERSION,
            "game": game_data(game),
            "method": method_data(tree.method),
            "role": game.roles.index(tree.role) if tree.role else None,
            "window": tree.method.window,
            "notes": list(game.assumed) if tree.role else [],
            "kinds": list(FORMS),
            "events": events,
            "said": [self.texts.number(words) for words in tree.words()],
            "why": tree.reasons(),
            "step": tree.step or 1,
            **states_data(self.game, self.states, self.texts),
            **self.graph(),
            "joints": self.joints.values,
            "moves": self.moves.values,
            "texts": self.texts.values,
        }

    def event(self, event: Event) -> Sequence[Any]:
        """Return an event without its kind."""
        match event:
            case ["deepen" | "prove", _]:
                self.path, self.entered, self.levels = [], [], False
            case ["enter", ply, joint, number]:
                return [ply, *self.enter(joint, number)]
            case ["cutoff", alpha, beta, rest]:
                return [alpha, beta, self.written(self.path[-1], rest)]
            case ["leave", _]:
                self.path.pop()
            case ["expand", index]:
                self.levels, self.path = True, [self.entered[index]]
            case ["line", joints]:
                return [[self.joint(joint) for joint in joints]]
        return event[1:]

    def enter(self, joint: Sequence[str], number: int) -> tuple[Any, ...]:
        """Return the joint move, the state and the text of the move to a node."""
        above = self.path[-1] if self.path else None
        if number not in self.numbers:
            self.numbers[number] = len(self.states)
            self.states.append(self.state(above, joint, number))
        state = self.numbers[number]
        way: Sequence[int | None] = (None, None)
        if above is not None:
            [way] = self.written(above, [joint])
        self.entered.append(state)
        if not self.levels:
            self.path.append(state)
        return way[0], state, way[1]

    def state(self, above: int | None, joint: Sequence[str], number: int) -> State:
        """Return the state of a node that is entered."""
        if self.tree.numbered:
            return self.game.numbered(number)
        if above is None:
            return self.tree.root
        return self.states[above].play(f"[{', '.join(joint)}]")

    def joint(self, joint: Sequence[str]) -> int:
        """Return the number of a joint move."""
        return self.joints.number(tuple(map(self.moves.number, joint)))

    def written(
        self, above: int, joints: Sequence[Sequence[str]]
    ) -> list[tuple[int, int]]:
        """Return joint moves with their texts, in a state given by its number."""
        if self.game.space == "book":
            texts: Sequence[str] = [joint_text(joint) for joint in joints]
        else:
            texts = self.states[above].written_joints(joints)
        return [
            (self.joint(joint), self.texts.number(visible(text)))
            for joint, text in zip(joints, texts, strict=True)
        ]

    def graph(self) -> dict[str, Any]:
        """Return the arcs between the states of a path search and the goals; or none.

        An arc that the search did not follow is there, too.
        """
        if self.tree.role or len(self.states) > MOST_GRAPH:
            return {}
        machine = self.game.clauses
        numbers = [state.number for state in self.states]
        places = {number: i for i, number in enumerate(numbers)}
        arcs = {
            (i, places[after], cost): None
            for i, number in enumerate(numbers)
            for _, after, cost in machine.neighbours(number)
            if after in places
        }
        goals = [i for i, number in enumerate(numbers) if machine.is_goal(number)]
        found = {"states": len(numbers), "arcs": list(map(list, arcs)), "goals": goals}
        return {"graph": found}


def states_data(
    game: Game, states: Sequence[State], texts: Table[str]
) -> dict[str, Any]:
    """Return what there is to see of states: names, boards or fluents.

    Args:
        game: whose states they are.
        states: in the order of their numbers.
        texts: where their texts are added.
    """
    if game.space == "book":
        names = [
            game.request("node_text", node=state.number)["text"] for state in states
        ]
        return {"names": [texts.number(visible(name)) for name in names]}
    positions = [state.position for state in states]
    turns = [
        [i for i, moves in enumerate(one.legal) if moves != ("noop",)]
        if not one.terminal
        else []
        for one in positions
    ]
    symbols = game.symbols
    squares = [board_squares(with_symbols(one.cells, symbols)) for one in positions]
    if not all(drawn for _, _, drawn in squares):
        facts = [
            [texts.number(visible(fact)) for fact in one.facts] for one in positions
        ]
        return {"turns": turns, "facts": facts}
    columns, rows = (
        range(min(map(min, spans)), max(map(max, spans)) + 1)
        for spans in zip(*((c, r) for c, r, _ in squares), strict=True)
    )
    glyphs: Table[str] = Table()
    boards = [
        "".join(
            chr(_FIRST + glyphs.number(drawn[c, r])) if (c, r) in drawn else _NO_SQUARE
            for r in rows
            for c in columns
        )
        for _, _, drawn in squares
    ]
    labels = game.labels
    return {
        "turns": turns,
        "columns": list(map(labels.column, columns)),
        "rows": list(map(labels.row, rows)),
        "glyphs": glyphs.values,
        "boards": boards,
    }
