"""Short names for the states in answers and proofs.

In a question a state is the list of its fluents. Texts and pictures call states s0, s1
and so on, in the order of appearance, and list their meanings below. JSON contains the
full lists.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rich.cells import cell_len

from pygame_search.explanation.proof_tree import Node
from pygame_search.game import Game, State
from pygame_search.model.board import board_lines, facts_text, padded
from pygame_search.model.view import without_percepts
from pygame_search.state_text import outcome_text
from pygame_search.support.json_objects import JsonObject
from pygame_search.support.words import conjoined

#: How many states are drawn below an answer; the others are given by moves only.
MOST_DRAWN = 12

#: The greatest width of a row of boards, and the space between boards, in columns.
_WIDTH, _APART = 80, 4

#: The prefixes of names: the first one that begins no other word is used.
_PREFIXES = ("s", "state", "state_")


@dataclass(frozen=True, slots=True)
class MetState:
    """A state that a question has visited and that its answers contain.

    Attributes:
        number: the engine's number.
        texts: the ways in which it is written.
        origin: the number of a state from which moves lead to it; None if none do.
        moves: these moves.
    """

    number: int
    texts: tuple[str, ...]
    origin: int | None
    moves: tuple[str, ...]

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> MetState:
        """Return one from a reply of `logic/requests/question.pl`."""
        return cls(
            data["number"], tuple(data["texts"]), data["from"], tuple(data["moves"])
        )


@dataclass(frozen=True, slots=True)
class StateNames(JsonObject):
    """The names of states.

    Attributes:
        game: the game.
        place: the number of the position of the question; None in a state space.
        states: those that have names: the first is s0.
        prefix: what the names begin with.
    """

    game: Game
    place: int | None
    states: tuple[MetState, ...] = ()
    prefix: str = _PREFIXES[0]

    @classmethod
    def over(cls, where: State | Game) -> StateNames:
        """Return an empty table of names, for a position or a state space."""
        if isinstance(where, Game):
            return cls(where, None)
        return cls(where.game, where.number)

    def extended(
        self, met: Iterable[MetState], texts: Sequence[str] = ()
    ) -> StateNames:
        """Return the names, extended by those of more states.

        The position of the question comes first, the others in order of appearance.

        Args:
            met: the states; those that have a name keep it.
            texts: the texts that contain them.
        """
        known = {state.number for state in self.states}
        found = {state.number: state for state in met if state.number not in known}
        if not found:
            return self
        written = {text: state for state in found.values() for text in state.texts}
        pattern = _any_of(written)
        order = [found[self.place]] if self.place in found else []
        order += [
            written[match[0]] for text in texts for match in pattern.finditer(text)
        ]
        order += found.values()  # states on the way to the others
        states = (*self.states, *dict.fromkeys(order))
        others = " ".join(pattern.sub("", text) for text in texts)
        prefix = self.prefix
        if not self.states:
            free = (p for p in _PREFIXES if not re.search(rf"\b{p}\d", others))
            prefix = next(free, _PREFIXES[-1])
        return replace(self, states=states, prefix=prefix)

    def name(self, number: int) -> str:
        """Return the name of a state."""
        return f"{self.prefix}{self._place(number)}"

    def short(self) -> Callable[[str], str]:
        """Return a function that replaces the states in a text by their names."""
        if not self.states:
            return str
        names = {
            text: f"{self.prefix}{i}"
            for i, state in enumerate(self.states)
            for text in state.texts
        }
        pattern = _any_of(names)
        return lambda text: pattern.sub(lambda match: names[match[0]], text)

    def tree(self, node: Node) -> Node:
        """Return a tree with its states replaced by their names."""
        return _named(node, self.short()) if self.states else node

    def within(self, text: str) -> tuple[int, ...]:
        """Return the indices in `states` of those that a text names.

        States from which moves lead to these are included.
        """
        found = re.findall(rf"\b{self.prefix}(\d+)\b", text)
        places = {int(digits) for digits in found if int(digits) < len(self.states)}
        for place in tuple(places):
            origin = self.states[place].origin
            while origin is not None:
                places.add(self._place(origin))
                origin = self.states[self._place(origin)].origin
        return tuple(sorted(places))

    def legend(
        self, text: str, *, told: Iterable[int] = (), draw_all: bool = False
    ) -> str:
        """Return the meaning of the names in a text; empty if it has none.

        Args:
            text: the text with names.
            told: the indices in `states` of those that were explained before.
            draw_all: whether to draw all, not only MOST_DRAWN.
        """
        places = sorted({*self.within(text)} - {*told})
        drawn = places if draw_all else places[:MOST_DRAWN]
        rows = _rows([self._block(place) for place in drawn])
        rows += [self._said(place) for place in places[len(drawn) :]]
        return "\n".join(rows)

    def as_json(self) -> dict[str, Any]:
        """Return each name with its state, and the moves that lead to it, if any."""
        if not self.states:
            return {}
        found = [
            {
                "name": self.name(state.number),
                "state": state.texts[0],
                "from": None if state.origin is None else self.name(state.origin),
                "moves": list(state.moves),
            }
            for state in self.states
        ]
        return {"states": found}

    def _place(self, number: int) -> int:
        return [state.number for state in self.states].index(number)

    def _said(self, place: int) -> str:
        """Return a name, and the moves that lead to its state."""
        state = self.states[place]
        said = f"{self.prefix}{place}"
        if state.origin is not None:
            moves = "; ".join(self._written(state.origin, state.moves))
            return f"{said}: {self.name(state.origin)}, then {moves}"
        if self.game.numbered(state.number) == self.game.initial:
            return f"{said}: the start"
        return f"{said}: the position" if state.number == self.place else said

    def _written(self, origin: int, moves: tuple[str, ...]) -> Sequence[str]:
        """Return the moves that lead from a state as people write them."""
        if not self.game.notated:
            return moves
        state, written = self.game.numbered(origin), []
        for move in moves:
            after, joint = state.played(move)
            written.append(state.written(joint))
            state = after
        return written

    def _block(self, place: int) -> list[str]:
        """Return a name and its state, with its board or its fluents, as lines."""
        state = self.game.numbered(self.states[place].number)
        to_move = f"{conjoined(state.to_move)} to move" if state.to_move else "no moves"
        end = f"over: {outcome_text(state)}" if state.terminal else to_move
        board = board_lines(state.position.cells, state.game.labels) or [
            facts_text(without_percepts(state.facts))
        ]
        return [self._said(place), end, *board]


def _any_of(texts: Iterable[str]) -> re.Pattern[str]:
    return re.compile("|".join(map(re.escape, texts)))


def _named(node: Node, short: Callable[[str], str]) -> Node:
    def each(nodes: Iterable[Node]) -> tuple[Node, ...]:
        return tuple(_named(one, short) for one in nodes)

    more = node.more
    return replace(
        node,
        goal=short(node.goal),
        words=short(node.words),
        notated=short(node.notated),
        reason=short(node.reason),
        children=each(node.children),
        failed=node.failed and _named(node.failed, short),
        held=tuple(map(short, node.held)),
        bindings=tuple((name, short(text)) for name, text in node.bindings),
        also=each(node.also),
        others=tuple(map(short, node.others)),
        remarks=tuple(map(short, node.remarks)),
        more=more and (lambda: each(more())),
    )


def _rows(blocks: Sequence[Sequence[str]]) -> list[str]:
    """Return blocks of lines side by side, as many per row as fit."""
    lines: list[str] = []
    row: list[Sequence[str]] = []
    for block in [*blocks, None]:
        wide = [max(map(cell_len, one)) + _APART for one in [*row, block or [""]]]
        if row and (block is None or sum(wide) - _APART > _WIDTH):
            height = max(map(len, row))
            filled = [[*one, *[""] * (height - len(one))] for one in row]
            lines += [""] * bool(lines)
            lines += [
                "".join(map(padded, parts, wide)).rstrip()
                for parts in zip(*filled, strict=True)
            ]
            row = []
        row.append(block or [])
    return lines
