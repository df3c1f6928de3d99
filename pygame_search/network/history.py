"""The code of a game whose rules ask how often a position has occurred."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from copy import copy
from itertools import pairwise
from typing import Any, NamedTuple, TypeAlias
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from pygame_search.network import history_functions
from pygame_search.network.game_code import GameCode
from pygame_search.network.game_functions import FUNCTIONS
from pygame_search.network.history_functions import (
    MORE_FUNCTIONS,
    NO_FAULT,
    NO_NOOP,
    PLAIN,
    TOO_LONG,
    Counting,
)
from pygame_search.network.jit import exported
from pygame_search.network.machine_code import Library, fields
from pygame_search.network.network import ALWAYS, NEVER, Network
from pygame_search.support.errors import LimitError, TierError

#: The fluents by which the rules are told how often a position has occurred, and will
#: have occurred after a move; see `logic/export/clingo_program.pl`.
_NOW, _AFTER = "'occurred now'({})", "'occurred after'({})"
_COUNTS = tuple(form.format("").rstrip(")") for form in (_NOW, _AFTER))

#: The functions over those of plain states, so that a kernel is linked with them once.
_LIBRARIES: WeakKeyDictionary[Library, Library] = WeakKeyDictionary()

#: The positions that have occurred, each the texts of its parts, and how often.
Met: TypeAlias = Sequence[tuple[Collection[str], int]]

#: More counts than the rules are told of.
_ANY = 1 << 62


class Histories(NamedTuple):
    """What the network of a game says of its history.

    Attributes:
        parts: by the text of each part of a position that is a fluent its number.
        derived: by the text of each other part its place among
            `Network.derived_parts`.
        always: the parts of every position.
        now: for each count from 1 the fluent that says that the position has occurred
            so often, -1 where no rule reads it; empty if none asks at all.
        after: the same of the position after a move.
    """

    parts: Mapping[str, int]
    derived: Mapping[str, int]
    always: Collection[str]
    now: Sequence[int]
    after: Sequence[int]


def histories(network: Network) -> Histories:
    """Return what a network says of the history."""
    fluent = {name: at for at, name in enumerate(network.fluents)}
    output = network.outputs["position_part"]
    [names] = output.arguments
    texts = [network.names[name] for name in names]
    derived = {texts[part]: at for at, part in enumerate(network.derived_parts)}
    parts, always = dict[str, int](), set[str]()
    for text, literal in zip(texts, output.literals.tolist(), strict=True):
        if literal == ALWAYS:
            always.add(text)
        elif literal != NEVER and text not in derived:
            parts[text] = (literal >> 1) - 1
    read = _read(network)
    now, after = (_told(fluent, form, read) for form in (_NOW, _AFTER))
    return Histories(parts, derived, always, now, after)


def _packed(numbers: Collection[int], size: int) -> NDArray[np.uint64]:
    """Return bits in words, of which those with the numbers are set."""
    bits = np.zeros((size + 63) // 64, np.uint64)
    for at in numbers:
        bits[at >> 6] |= np.uint64(1 << (at & 63))
    return bits


def _read(network: Network) -> set[int]:
    """Return the fluents that the rules read.

    Those of counts do so, too, but what these are in the next state is said from
    outside.
    """
    own = [name.startswith(_COUNTS) for name in network.fluents]
    literals = np.concatenate(
        [network.inputs, network.legal, network.loop_inputs]
        + [network.next[~np.array(own, np.bool_)]]
        + [output.literals for output in network.outputs.values()]
    )
    return set((np.unique(literals >> 1) - 1).tolist())


def _told(fluent: Mapping[str, int], form: str, read: Collection[int]) -> list[int]:
    """Return for each count the fluent that says it, -1 if nothing reads it."""
    found = list[int]()
    while (at := fluent.get(form.format(len(found) + 1))) is not None:
        found.append(at if at in read else -1)
    return found


class HistoryCode(GameCode):
    """A game that keeps its history, over the code of its plain states.

    Args:
        plain: the code of the plain states.
        network: of the game.
        told: what it says of the history.
        met: the positions that have occurred at the root, each the texts of its parts,
            and how often each has.
        rows: how many positions a history may have.
        idle: whether a role does `noop` if and only if no other move is legal.
    """

    def __init__(
        self,
        plain: GameCode,
        network: Network,
        told: Histories,
        met: Met,
        rows: int,
        *,
        idle: bool,
    ) -> None:
        self._plain, self._network, self._told = plain, network, told
        self._met, self._rows = met, rows
        self.roles, self.moves = plain.roles, plain.moves
        self.every_goal = plain.every_goal
        for parts, _ in met:
            if not {*told.parts, *told.derived, *told.always}.issuperset(parts):
                raise TierError(
                    "a position of this history never comes about in a game from the "
                    "start, and only such positions are known to the native tier: use "
                    "clauses or procedural"
                )
        bits = plain.telling(told.parts.values())
        assert bits is not None, "changes tell all fluents"
        places = sorted({bit >> 6 for bit in bits})
        masks = np.zeros(len(places), np.uint64)
        for bit in bits:
            masks[places.index(bit >> 6)] |= np.uint64(1 << (bit & 63))
        words = len(places) + (len(told.derived) + 63) // 64
        self._history = 1 + rows * (words + 1)
        self.size = self._history + plain.size
        self.key = self._history + plain.key
        self.uses = np.concatenate([np.zeros(64 * self._history, np.int64), plain.uses])
        cases = [
            (self._bit(at), count) for count, at in enumerate(told.after, 1) if at >= 0
        ]
        most = len(told.after) or _ANY
        self._counting = Counting(
            context=np.array([plain.context], np.int64),
            sizes=np.array(
                [self._history, plain.key, words, rows, plain.roles], np.int64
            ),
            places=np.array(places, np.int64),
            masks=masks,
            counts=self._counts(),
            now=np.array([self._bit(at) for at in told.now], np.int64),
            cases=np.array([(-1, most), *cases], np.int64),
            noops=np.array(self._noops(), np.int64),
            idle=np.array([idle], np.int64),
            fault=np.zeros(1, np.int64),
            plain=np.zeros((len(cases) + 2, plain.size), np.uint64),
            position=np.zeros(words + 1, np.uint64),
            joint=np.zeros(plain.roles + 1, np.int32),
            lists=np.zeros((2, plain.moves + 2), np.int32),
            marks=np.zeros(plain.moves + 1, np.uint64),
        )  # fmt: skip
        self._address()
        if plain.library not in _LIBRARIES:
            _LIBRARIES[plain.library] = _library(plain.library, self._counting)
        self.library = _LIBRARIES[plain.library]

    def _address(self) -> None:
        """Set the context to the arrays that there are."""
        values = [field.value or 0 for field in fields((self._counting,))]
        self._context = np.array(values, np.int64)
        self.context = self._context.ctypes.data

    def _bit(self, fluent: int) -> int:
        """Return the bit of a plain state that says that a fluent holds."""
        if fluent < 0:
            return -1
        bits = self._plain.telling([fluent])
        assert bits, "no group has it"
        return bits[0]

    def _counts(self) -> NDArray[np.uint64]:
        """Return the bits of a plain state that say how often a position occurred."""
        words = np.zeros(self._plain.key, np.uint64)
        for fluent, name in enumerate(self._network.fluents):
            if name.startswith(_COUNTS):
                bit = self._bit(fluent)
                words[bit >> 6] |= np.uint64(1 << (bit & 63))
        return words

    def _noops(self) -> list[int]:
        """Return the move `noop` of each role, -1 for none."""
        starts = self._network.move_starts
        return [
            next((m for m in range(a, b) if self._network.moves[m][1] == "noop"), -1)
            for a, b in pairwise(starts)
        ]

    def copy(self) -> HistoryCode:
        """Return the same code with room of its own."""
        made = copy(self)
        made._plain = self._plain.copy()
        copies: Any = (array.copy() for array in self._counting)
        made._counting = Counting(*copies)
        made._counting.context[0] = made._plain.context
        made._address()
        return made

    def state(self, bits: NDArray[np.uint64]) -> NDArray[np.uint64]:
        """Return a state as its words, with the history of the root.

        Raises:
            LimitError, TierError: see `fault`.
        """
        rows = sorted((self._position(parts), count) for parts, count in self._met)
        if len(rows) > self._rows:
            raise self._too_long()
        made = np.zeros(self.size, np.uint64)
        made[0] = len(rows)
        width = len(self._counting.position)
        for at, (words, count) in enumerate(rows):
            made[1 + at * width : 1 + (at + 1) * width] = [*words, count]
        plain = self._plain.state(bits)
        times = {tuple(words): count for words, count in rows}
        now = self._told.now
        count = times.get(tuple(self._part(plain)), 0)
        if now and count > len(now):
            raise self._too_often()
        if now and count and now[count - 1] >= 0:
            bit = self._bit(now[count - 1])
            plain[bit >> 6] |= np.uint64(1 << (bit & 63))
        made[self._history :] = plain
        return made

    def _position(self, parts: Collection[str]) -> list[int]:
        """Return the words of a position, given the texts of its parts."""
        told, size = self._told, len(self._network.fluents)
        fluents = _packed([told.parts[x] for x in parts if x in told.parts], size)
        derived = [told.derived[x] for x in parts if x in told.derived]
        return [
            *self._own_words(self._plain.state(fluents)),
            *_packed(derived, len(told.derived)).tolist(),
        ]

    def _own_words(self, plain: NDArray[np.uint64]) -> list[int]:
        """Return the words of a position for the parts that are fluents."""
        words = plain[self._counting.places] & self._counting.masks
        found: list[int] = words.tolist()
        return found

    def _part(self, plain: NDArray[np.uint64]) -> list[int]:
        """Return the words of the position of a plain state."""
        derived = _packed([], len(self._told.derived))
        if self._told.derived:
            write = self._plain.code.function("game_parts", 3)
            write(self._plain.context, plain.ctypes.data, derived.ctypes.data)
        return [*self._own_words(plain), *derived.tolist()]

    def keys(self, bits: NDArray[np.uint64]) -> NDArray[np.uint64]:
        """Return the keys of some states, each with the history of the root."""
        rows = [self.state(one)[: self.key] for one in bits]
        return np.array(rows, np.uint64).reshape(len(bits), self.key)

    def held(self, state: NDArray[np.uint64]) -> NDArray[np.bool_]:
        """Return for each fluent of the network whether it holds in a state."""
        return self._plain.held(state[self._history :])

    def telling(self, fluents: Collection[int]) -> list[int] | None:
        """Return the bits of a state that tell which of some fluents hold."""
        bits = self._plain.telling(fluents)
        return bits and [64 * self._history + bit for bit in bits]

    def fault(self) -> LimitError | TierError | None:
        """Return what has kept a function from its answer, None if nothing has.

        There were more positions than a history may have, or a position occurred too
        often, or a role cannot wait.
        """
        fault = int(self._counting.fault[0])
        self._counting.fault[0] = NO_FAULT
        if fault == NO_FAULT:
            return None
        if fault == TOO_LONG:
            return self._too_long()
        if fault == NO_NOOP:
            return TierError(
                "the rules ask for the position after a move of one role, and another "
                "role cannot do noop here: use clauses or procedural"
            )
        return self._too_often()

    def _too_often(self) -> TierError:
        most = max(len(self._told.now), len(self._told.after))
        return TierError(
            f"a position occurs more than {most} times, which is the most that the "
            "native tier counts: use clauses or procedural"
        )

    def _too_long(self) -> LimitError:
        return LimitError(
            f"a game of more than {self._rows:,} different positions is too long for "
            "the native tier: use clauses or procedural",
            "plies",
        )

    def weights(self, weights: Mapping[tuple[int, str], int]) -> NDArray[np.int64]:
        """Return the weights of features in the order of the code."""
        return self._plain.weights(weights)


def _library(plain: Library, counting: Counting) -> Library:
    """Return the functions over those of the plain states."""
    texts = [
        exported(getattr(history_functions, name), name, (counting,), count)
        for name, count in {**FUNCTIONS, **MORE_FUNCTIONS}.items()
    ]
    return Library((*map(_renamed, plain.texts), *texts), plain.patience)


def _renamed(text: str) -> str:
    """Return the functions of the plain game under the names in `PLAIN`."""
    for name, plain in PLAIN.items():
        text = text.replace(f"@{name}(", f"@{plain}(")
    return text
