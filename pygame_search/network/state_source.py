"""States that stand on the network of a game; see `pygame_search.model.state_source`.

No clauses are compiled for them. What a network does not hold is asked of the engine:
text that is no move in its usual spelling may be one in another, which the engine reads
without compiling the game. The clauses are compiled, as late as that, for the engine's
numbers of states, for the positions that users write, and for boards that cannot be
unfolded (`display`). Where the order of the legal moves cannot be unfolded, it is the
standard order of terms.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property, wraps
from itertools import product
from math import prod
from operator import contains
from threading import RLock
from typing import Any, TypeVar, cast
from weakref import ref

import numpy as np

from pygame_search.model.position import Position
from pygame_search.model.rules import Rules
from pygame_search.model.state_source import ClauseSource, illegal
from pygame_search.network.display import Display, display
from pygame_search.network.evaluator import Evaluator, packed
from pygame_search.network.native_game import NativeGame
from pygame_search.network.reference import ReferenceEvaluator

#: Up to so many gates a network is evaluated in Python at first, for so many questions:
#: compiled kernels take some tenths of a second to load.
FEW_GATES, FEW_QUESTIONS = 2_000, 500

#: The greatest number of joint moves of a state, as in `logic/game/joint_moves.pl`.
MOST_JOINTS = 1_000_000

#: Spaces that mean nothing beside the marks of a term in Prolog's syntax, and in KIF.
_IDLE = re.compile(r"\s*([,\])])\s*|([(\[])\s+")
_IDLE_KIF = re.compile(r"\s*([\])])|([(\[])\s+")
_PLAIN = re.compile(r"[\w\s,()\[\]-]*", re.ASCII)


F = TypeVar("F", bound=Callable[..., Any])


def in_turn(method: F) -> F:
    """Return a method that waits for those of other threads: they share memory."""

    @wraps(method)
    def alone(self: NetworkSource, *args: Any, **kwargs: Any) -> Any:
        with self._turn:
            return method(self, *args, **kwargs)

    return cast(F, alone)


class NetworkSource:
    """States computed by the network of a game.

    Args:
        game: the game.
        native: the game as a network.
        evaluator: what evaluates it; by default Python, and kernels after some
            questions or for a larger network.

    A state is its fluents as bits, whatever evaluates them. Threads take turns.
    """

    def __init__(
        self, game: Rules, native: NativeGame, evaluator: Evaluator | None = None
    ) -> None:
        # The game holds its source: if it were held in turn, both would stay, and all
        # that Prolog has of the game, until Python looks for such circles.
        self._held = ref(game)
        self._native = native
        self._kif = game.book.syntax == "kif"
        self._grows = evaluator is None
        self._asked = 0
        self._evaluator = evaluator or ReferenceEvaluator(native)
        self._turn = RLock()
        self._inside: dict[int, bytes] = {}
        self._outside: dict[bytes, int] = {}

    @property
    def _game(self) -> Rules:
        game = self._held()
        assert game is not None, "the source of states of a game that was dropped"
        return game

    @property
    def _clauses(self) -> ClauseSource:
        return ClauseSource(self._game)

    @property
    def evaluator(self) -> Evaluator:
        """What evaluates the network."""
        self._asked += 1
        few = self._asked <= FEW_QUESTIONS and self._native.network.gates <= FEW_GATES
        if self._grows and not few:
            from pygame_search.network.machine import KernelEvaluator

            self._grows = False
            self._evaluator = KernelEvaluator(self._native)
        return self._evaluator

    def initial(self) -> bytes:
        """Return the state in which the game begins."""
        return self._evaluator.initial

    def read(self, text: str) -> bytes:
        """Return the state in which the fluents of a text hold.

        The clauses check it, as few lists of fluents are states.

        Raises:
            MoveError: text is no list of fluents, or one of them cannot hold.
            TierError: no such state occurs in a game from the start.
        """
        return self.numbered(self._clauses.read(text))

    def of_facts(self, facts: Sequence[str]) -> bytes:
        """Return the state in which facts hold.

        Raises:
            TierError: no such state occurs in a game from the start.
        """
        words = self._native.bits_of(facts)
        bits = np.unpackbits(
            words.view(np.uint8), count=len(self._native.fluents), bitorder="little"
        )
        return packed(bits)

    @in_turn
    def position(self, state: bytes) -> Position:
        """Return what there is to show of a state, without its board."""
        evaluator = self.evaluator
        terminal = evaluator.terminal(state)
        return Position(
            facts=evaluator.facts(state),
            cells=(),
            legal=tuple(() for _ in self._game.roles)
            if terminal
            else self._legal(state),
            terminal=terminal,
            goals=evaluator.goals(state),
        )

    @in_turn
    def drawn(self, state: bytes, position: Position) -> Position | None:
        """Return its position with its board; None where no work is left for it."""
        cells = self._display.board(self.evaluator.held(state))
        if cells is not None:
            return replace(position, cells=cells)
        return self._clauses.drawn(self.number(state), position)

    def _legal(self, state: bytes) -> tuple[tuple[str, ...], ...]:
        """Return the legal moves of each role, in rule order where that is known."""
        text, moves = self.evaluator.text, self.evaluator.moves(state)
        return tuple(
            tuple(text(own[place]) for place in places)
            for own, places in zip(moves, self._places(state, moves), strict=True)
        )

    def _places(self, state: bytes, moves: Sequence[Sequence[int]]) -> list[list[int]]:
        """Return the places of each role's moves in the order of the rules."""
        text, found = (
            self.evaluator.text,
            self._display.ranks(self.evaluator.held(state)),
        )
        places = []
        for role, own in enumerate(moves):
            ranks = [found.get((role, text(move)), len(found)) for move in own]
            places.append(sorted(range(len(own)), key=ranks.__getitem__))
        return places

    @cached_property
    def _display(self) -> Display:
        """How boards are drawn, and how moves are listed and written."""
        return display(self._game, self._native.network, self._evaluator.names)

    @in_turn
    def play(self, state: bytes, text: str) -> tuple[bytes, tuple[str, ...]]:
        """Return the state after a move, and the joint move that it stands for."""
        evaluator, roles = self.evaluator, self._game.roles
        moves = self._read(text)
        if evaluator.terminal(state):
            raise illegal(text, "the game is over", roles, ())
        legal = self._legal(state)
        if isinstance(moves, str) and prod(map(len, legal)) > MOST_JOINTS:
            # The clauses say that these are too many.
            number, joint = self._clauses.play(self.number(state), text)
            return self.numbered(number), joint
        found = understood(moves, legal)
        if found is None:
            if self._kif:  # it may be in the other syntax, which is told
                self._ask_for(text, refused=True)
            raise illegal(text, "not legal here", roles, legal)
        after = evaluator.play(state, found)
        assert after is not None
        return after, found

    @in_turn
    def successors(self, state: bytes) -> tuple[bytes, ...]:
        """Return what follows each joint move.

        Raises:
            LimitError: there are too many joint moves.
        """
        evaluator = self.evaluator
        moves = evaluator.moves(state)
        if prod(map(len, moves)) > MOST_JOINTS:
            self._clauses.successors(self.number(state))
        places = self._places(state, moves)
        joints = np.array(list(product(*places)), np.int64).reshape(-1, len(moves))
        return evaluator.after(state, moves, joints)

    @in_turn
    def notation(self, move: str) -> str | None:
        """Return the notation of a move, None where the rules have none."""
        notations = self._display.notations
        return (
            self._clauses.notation(move) if notations is None else notations.get(move)
        )

    @in_turn
    def number(self, state: bytes) -> int:
        """Return the engine's number of a state, for which the clauses are compiled."""
        if state not in self._outside:
            self._pair(state, self._clauses.of_facts(self.evaluator.facts(state)))
        return self._outside[state]

    @in_turn
    def numbered(self, number: int) -> bytes:
        """Return the state with a number of the engine.

        Raises:
            TierError: no such state occurs in a game from the start.
        """
        if number not in self._inside:
            facts = self._game.request("facts", state=number)["facts"]
            self._pair(self.of_facts(facts), number)
        return self._inside[number]

    def _pair(self, state: bytes, number: int) -> None:
        self._inside[number] = state
        self._outside[state] = number

    # ---- moves as users write them --------------------------------------------

    @cached_property
    def _spellings(self) -> dict[str, str]:
        """The moves of the game by their spelling without idle spaces."""
        texts = {text for _, text in self._native.network.moves}
        return {self._plain(text): text for text in texts}

    def _plain(self, text: str) -> str:
        """Return a text without the spaces that mean nothing in it."""
        if not _PLAIN.fullmatch(text):
            return text
        idle = _IDLE_KIF if self._kif else _IDLE
        return idle.sub(r"\1\2", " ".join(text.split()))

    def _read(self, text: str) -> str | tuple[str, ...]:
        """Return a move, or the moves of a joint one, as the rules write them.

        Raises:
            MoveError: the text cannot be read.
        """
        plain, spellings = self._plain(text), self._spellings
        if plain in spellings:
            return spellings[plain]
        if plain.startswith("[") and plain.endswith("]"):
            parts = split_terms(plain[1:-1], " " if self._kif else ",")
            if all(part in spellings for part in parts):
                return tuple(spellings[part] for part in parts)
        reply = self._ask_for(text)
        moves = tuple(reply["moves"])
        return moves if reply["joint"] else moves[0]

    def _ask_for(self, text: str, *, refused: bool = False) -> dict[str, Any]:
        """Return how the engine reads a move, which it does without compiling."""
        return self._game.request("read_move", text=text, refused=refused)


def understood(
    moves: str | tuple[str, ...], legal: Sequence[Sequence[str]]
) -> tuple[str, ...] | None:
    """Return the joint move that a user means, None if it is not legal.

    A single move stands for the joint move in which a role makes it, and the others,
    who have no choice, make theirs; see `logic/requests/user_text.pl`.

    Args:
        moves: a move, or a joint one.
        legal: the legal moves of each role.
    """
    if not isinstance(moves, str):
        fits = len(moves) == len(legal) and all(map(contains, legal, moves))
        return moves if fits else None
    joints = prod(map(len, legal))
    found: set[tuple[str, ...]] = set()
    for role, own in enumerate(legal):
        waits = joints > 1 and moves == "noop" and set(own) == {"noop"}
        if moves in own and not waits:
            if joints != len(own):
                return None
            found.add(
                tuple(moves if i == role else part[0] for i, part in enumerate(legal))
            )
    return found.pop() if len(found) == 1 else None


def split_terms(text: str, separator: str) -> list[str]:
    """Return the parts of a text between separators that are in no brackets."""
    parts, depth, begin = [], 0, 0
    for at, mark in enumerate(text):
        depth += (mark in "([") - (mark in ")]")
        if mark == separator and depth == 0:
            parts.append(text[begin:at])
            begin = at + 1
    return [*parts, text[begin:]]
