"""Short names for the states that stand in answers and proofs.

In a question a state is the list of its fluents. Texts and pictures call it s0, s1 and
so on, in the order of appearance, and say below what each is; JSON has it whole.
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
from pygame_search.state_text import outcome_text
from pygame_search.support.json_objects import JsonObject
from pygame_search.support.words import conjoined

#: How many states are drawn below an answer; of the others there are only the moves.
MOST_DRAWN = 12

#: How wide a row of boards is at most, in columns, and how far they stand apart.
_WIDTH, _APART = 80, 4

#: What a name begins with: the first that begins no other word.
_PREFIXES = ("s", "state", "state_")


@dataclass(frozen=True, slots=True)
class MetState:
    """A state that a question has met and whose fluents stand in its answers.

    Attributes:
        number: of the engine.
        texts: how it is written.
        origin: the number of a state that moves lead from; None where none do.
        moves: those moves.
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
        game: whose states they are.
        place: the number of the position that was asked about; None in a state space.
        states: those that have names: the first is s0.
        prefix: what the names begin with.
    """

    game: Game
    place: int | None
    states: tuple[MetState, ...] = ()
    prefix: str = _PREFIXES[0]

    @classmethod
    def over(cls, where: State | Game) -> StateNames:
        """Return no names yet, for questions about a position or a state space."""
        if isinstance(where, Game):
            return cls(where, None)
        return cls(where.game, where.number)

    def extended(
        self, met: Iterable[MetState], texts: Sequence[str] = ()
    ) -> StateNames:
        """Return the names with those of more states.

        The position asked about comes first, the others as they appear.

        Args:
            met: the states; those that have a name keep it.
            texts: what they stand in.
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
        order += found.values()  # those on the way to the others
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
        """Return what puts the names in place of the states in a text."""
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
        """Return a tree with the names in place of the states."""
        return _named(node, self.short()) if self.states else node

    def within(self, text: str) -> tuple[int, ...]:
        """Return the places in `states` of those that a text names.

        Those that moves lead from to these are among them.
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
        """Return what the names in a text stand for; empty where it has none.

        Args:
            text: in which there are names.
            told: the places in `states` of those that were told before.
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
        """Return a name, and by which moves its state is reached."""
        state = self.states[place]
        said = f"{self.prefix}{place}"
        if state.origin is not None:
            return f"{said}: {self.name(state.origin)}, then {'; '.join(state.moves)}"
        if self.game.numbered(state.number) == self.game.initial:
            return f"{said}: the start"
        return f"{said}: the position" if state.number == self.place else said

    def _block(self, place: int) -> list[str]:
        """Return a name and its state in lines, with its board or its fluents."""
        state = self.game.numbered(self.states[place].number)
        to_move = f"{conjoined(state.to_move)} to move" if state.to_move else "no moves"
        end = f"over: {outcome_text(state)}" if state.terminal else to_move
        board = board_lines(state.position.cells, labels=state.game.labels) or [
            facts_text(state.facts)
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
        reason=short(node.reason),
        children=each(node.children),
        failed=node.failed and _named(node.failed, short),
        held=tuple(map(short, node.held)),
        bindings=tuple((name, short(text)) for name, text in node.bindings),
        also=each(node.also),
        others=tuple(map(short, node.others)),
        more=more and (lambda: each(more())),
    )


def _rows(blocks: Sequence[Sequence[str]]) -> list[str]:
    """Return blocks of lines side by side, as many in a row as it is wide."""
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
