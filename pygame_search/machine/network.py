"""The state machine over the network of a game.

The engine answers what a network cannot. For example, text that is not a move in its
usual spelling may be a move in another one, which the engine reads without compiling
the game. The clauses are compiled only when they are needed: for the engine's numbers
of states, for positions that users write, and for boards and move orders that cannot be
unfolded (`machine.display`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cached_property, wraps
from itertools import compress, product
from math import prod
from operator import contains
from threading import RLock
from typing import Any, Literal, TypeVar, cast
from weakref import ref

import numpy as np

from pygame_search.machine.clauses import ClauseMachine
from pygame_search.machine.display import Display, display
from pygame_search.machine.evaluator import Evaluator, packed
from pygame_search.machine.machine import Expansion, Key, Machine, illegal
from pygame_search.machine.native_game import NativeGame, native
from pygame_search.machine.reference_evaluator import ReferenceEvaluator
from pygame_search.model.position import Position, without_history
from pygame_search.model.rules import Rules, no_moves
from pygame_search.model.view import keeps_percept, percept_names, percepts_in
from pygame_search.network.network import (
    MOST_JOINTS,
    EstimateError,
    StuckError,
    WeightError,
)
from pygame_search.network.packing import words_of
from pygame_search.network.percept_masks import PerceptMasks, percept_masks
from pygame_search.support.disk_cache import cache_folder
from pygame_search.support.errors import RulesError, TierError

#: Python evaluates a network until it has met about so many gates, which takes some
#: tenths of a second: compiled kernels take as long to load.
FEW_GATES = 500_000

#: Meaningless spaces around the punctuation of terms, in Prolog's syntax and in KIF.
_IDLE = re.compile(r"\s*([,\])])\s*|([(\[])\s+")
_IDLE_KIF = re.compile(r"\s*([\])])|([(\[])\s+")
_PLAIN = re.compile(r"[\w\s,()\[\]-]*", re.ASCII)


F = TypeVar("F", bound=Callable[..., Any])


def in_turn(method: F) -> F:
    """Return a method that waits while another thread runs one: they share memory."""

    @wraps(method)
    def alone(self: NetworkMachine, *args: Any, **kwargs: Any) -> Any:
        with self._turn:
            return method(self, *args, **kwargs)

    return cast(F, alone)


class NetworkMachine(Machine):
    """The states of a game by its network.

    A state is the bits of its fluents, whatever evaluates the network; moves are
    indices into the network. Threads take turns.

    Args:
        rules: the rules of the game.
        memo: whether to remember the answers to a search.
        order: the order of moves: `rules`, rule order, even if the clauses must be
            compiled for it; `unfolded`, rule order if that needs no compilation,
            otherwise the standard order of terms; `standard`, which takes no time.
        estimate: whether the network has the estimate `h`, too.
        evaluator: what evaluates the network. By default Python does at first; kernels
            do after some questions, the fewer the larger the network is.

    Raises:
        TierError: the game cannot be grounded.
        LimitError: its network would be too large.
    """

    def __init__(
        self,
        rules: Rules,
        *,
        memo: bool = False,
        order: Literal["rules", "unfolded", "standard"] = "rules",
        estimate: bool = False,
        evaluator: Evaluator | None = None,
    ) -> None:
        super().__init__(memo=memo)
        # The game may refer to its machine. A strong reference back would keep both
        # alive, and Prolog's data of the game, until Python collects cycles.
        self._held = ref(rules)
        self._native = (
            native(rules, estimate=estimate) if evaluator is None else evaluator.native
        )
        self._kif = rules.book.syntax == "kif"
        self._order = order
        self._grows = evaluator is None
        self._met = 0
        self._evaluator = evaluator or ReferenceEvaluator(self._native)
        self._turn = RLock()
        self._inside: dict[int, bytes] = {}
        self._outside: dict[bytes, int] = {}
        #: What the roles perceived, by the bits that keep it.
        self._kinds: dict[bytes, tuple[tuple[str, ...], ...]] = {}

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        rules = self._held()
        assert rules is not None, "the machine of a game that was dropped"
        return rules

    @cached_property
    def _clauses(self) -> ClauseMachine:
        return ClauseMachine(self.rules)

    @property
    def native(self) -> NativeGame:
        """The game as a network."""
        return self._native

    @property
    def names(self) -> tuple[str, ...]:
        """The fluents that may hold, in the standard order of terms."""
        return self._evaluator.names

    @property
    def evaluator(self) -> Evaluator:
        """The evaluator of the network."""
        self._met += self._native.network.gates
        if self._grows and self._met > FEW_GATES:
            from pygame_search.machine.kernel_evaluator import KernelEvaluator

            self._grows = False
            self._evaluator = KernelEvaluator(self._native)
        return self._evaluator

    # ---- states -----------------------------------------------------------------

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

    def facts(self, state: Key) -> tuple[str, ...]:
        """Return the fluents that hold in a state."""
        return self._evaluator.facts(cast(bytes, state))

    @in_turn
    def number(self, state: Key) -> int:
        """Return the engine's number of a state, for which the clauses are compiled."""
        state = cast(bytes, state)
        if state not in self._outside:
            self._pair(state, self._clauses.of_facts(self.facts(state)))
        return self._outside[state]

    @in_turn
    def numbered(self, number: int) -> bytes:
        """Return the state with a number of the engine.

        Raises:
            TierError: no such state occurs in a game from the start.
        """
        if number not in self._inside:
            facts = self.rules.request("facts", state=number)["facts"]
            self._pair(self.of_facts(facts), number)
        return self._inside[number]

    def _pair(self, state: bytes, number: int) -> None:
        self._inside[number] = state
        self._outside[state] = number

    # ---- what a search asks -----------------------------------------------------

    @in_turn
    def _legal(self, state: Key) -> Expansion:
        found = self._look(state)
        if found.terminal:
            return found
        moves = self.evaluator.moves(cast(bytes, state))
        places = self._places(cast(bytes, state), moves)
        ordered = tuple(
            tuple(own[place] for place in order)
            for own, order in zip(moves, places, strict=True)
        )
        chance = self._native.network.weighs_chance
        if chance is None or len(ordered[chance]) < 2:
            return Expansion(False, (), ordered)
        weights = self.evaluator.weights(cast(bytes, state), chance, ordered[chance])
        if weights is None:
            self._clauses.legal(self.number(state))  # this reports the error
            raise AssertionError("the clauses find one weight of each move of chance")
        return Expansion(False, (), ordered, (), chance, weights)

    @in_turn
    def _expand(self, state: Key) -> Expansion:
        """Return all about a state.

        Raises:
            LimitError: there are too many joint moves.
        """
        found = self.legal(state)
        if found.terminal or not all(found.moves):
            return found
        if prod(map(len, found.moves)) > MOST_JOINTS:
            self._clauses.expand(self.number(state))  # this reports the error
        joints = product(*found.moves)
        return replace(found, successors=self._following(state, joints))

    @in_turn
    def after(self, state: Key, joint: Sequence[int]) -> bytes:
        """Return the state after a legal joint move."""
        [after] = self._following(state, [joint])
        return after

    def _following(
        self, state: Key, joints: Iterable[Sequence[int]]
    ) -> tuple[bytes, ...]:
        """Return the states after legal joint moves."""
        moves = self.evaluator.moves(cast(bytes, state))
        ranks = [{move: rank for rank, move in enumerate(own)} for own in moves]
        rows = [[of[m] for of, m in zip(ranks, joint, strict=True)] for joint in joints]
        return self.evaluator.after(cast(bytes, state), moves, np.array(rows, np.int64))

    def percepts(self, states: Sequence[Key]) -> list[tuple[tuple[str, ...], ...]]:
        """Return what each role has perceived in the step to each of several states."""
        return [self._perceived(cast(bytes, state)) for state in states]

    def _perceived(self, state: bytes) -> tuple[tuple[str, ...], ...]:
        """Return what each role has perceived; the same bits are read once."""
        kept = (np.frombuffer(state, np.uint64) & self.percept_masks.every).tobytes()
        found = self._kinds.get(kept)
        if found is None:
            found = percepts_in(self.facts(kept), self.rules.roles)
            self._kinds[kept] = found
        return found

    def _forgetting(self, states: Sequence[Key]) -> list[Key]:
        others = ~self.percept_masks.every
        words = (np.frombuffer(cast(bytes, state), np.uint64) for state in states)
        return [(one & others).tobytes() for one in words]

    @cached_property
    def percept_masks(self) -> PerceptMasks:
        """The bits of the fluents that keep percepts, be it of a role or of none."""
        fluents = [*self._native.fluents]
        held = [place for place, fact in enumerate(fluents) if keeps_percept(fact)]
        by_role = percept_names(fluents, self.rules.roles)
        return percept_masks(by_role, words_of(len(fluents)), others=held)

    def texts(self, joints: Sequence[Sequence[int]]) -> list[list[str]]:
        """Return the texts of joint moves."""
        text = self._evaluator.text
        return [[text(move) for move in joint] for joint in joints]

    @in_turn
    def _look(self, state: Key) -> Expansion:
        evaluator, held = self.evaluator, cast(bytes, state)
        if evaluator.terminal(held):
            return Expansion(True, evaluator.goals(held))
        return Expansion(False)

    @in_turn
    def _count(self, state: Key) -> tuple[dict[str, int], ...]:
        return self.evaluator.features(cast(bytes, state))

    @in_turn
    def _holds(
        self, state: Key, relation: str, arguments: tuple[int, ...]
    ) -> bool | None:
        """Return whether a relation holds; None if it has no rule.

        A relation with arguments is not an output of a network, so a search that needs
        it is refused.
        """
        return self.evaluator.holds(cast(bytes, state), relation, *arguments)

    def _advised(self, state: Key) -> dict[tuple[int, int], int]:
        """Refuse: a network contains no advice.

        Raises:
            TierError: always.
        """
        raise TierError(
            "the native tier does not support advice: use clauses or procedural for "
            "that order"
        )

    @in_turn
    def _noisy(self, state: Key) -> frozenset[tuple[int, int]]:
        return self.evaluator.noisy(cast(bytes, state))

    def neighbours(self, node: Key) -> list[tuple[str, Key, int]]:
        """Return the move to each neighbour of a node, the neighbour, and the cost."""
        found = self.expand(node)
        if found.terminal:
            return []
        [texts] = self.texts([found.moves[0]])
        return [
            (text, after, 1)
            for text, after in zip(texts, found.successors, strict=True)
        ]

    def is_goal(self, node: Key, worth: int | None = None) -> bool:
        """Return whether a node is a goal."""
        found = self.look(node)
        least = self.rules.least_goal if worth is None else worth
        return found.terminal and found.goal(0) >= least

    @in_turn
    def estimate(self, node: Key) -> int:
        """Return the estimated cost from a node to a goal.

        Raises:
            EstimateError: the rules give none, or several.
            TierError: the network was made without it.
        """
        if "h" not in self._native.network.outputs:
            raise TierError("this network has no estimate h: use clauses or procedural")
        found = self.evaluator.estimate(cast(bytes, node))
        if found is None:
            raise EstimateError
        return found

    # ---- what people ask --------------------------------------------------------

    @in_turn
    def position(self, state: Key) -> Position:
        """Return what to show of a state, without its board."""
        found, held = self.legal(state), cast(bytes, state)
        legal = self.texts(found.moves) if found.moves else [[]] * len(self.rules.roles)
        return Position(
            facts=self.facts(state),
            cells=(),
            legal=tuple(map(tuple, legal)),
            terminal=found.terminal,
            goals=found.values or self.evaluator.goals(held),
        )

    @in_turn
    def drawn(self, state: Key, position: Position) -> Position | None:
        """Return what to show of a state, with its board; None if no work is left."""
        cells = self._display.board(self.evaluator.held(cast(bytes, state)))
        if cells is not None:
            return replace(position, cells=cells)
        return self._clauses.drawn(self.number(state), position)

    def _places(self, state: bytes, moves: Sequence[Sequence[int]]) -> list[list[int]]:
        """Return the ranks of each role's moves in the order of the machine."""
        if self._order == "standard":
            return [[*range(len(own))] for own in moves]
        text = self.evaluator.text
        if self._display.legal is None and self._order == "rules":
            return self._places_by_clauses(state, moves)
        found = self._display.ranks(self.evaluator.held(state))
        places = []
        for role, own in enumerate(moves):
            ranks = [found.get((role, text(move)), len(found)) for move in own]
            places.append(sorted(range(len(own)), key=ranks.__getitem__))
        return places

    def _places_by_clauses(
        self, state: bytes, moves: Sequence[Sequence[int]]
    ) -> list[list[int]]:
        """Return the ranks of each role's moves in the order of the clauses."""
        clauses, text = self._clauses, self.evaluator.text
        listed = clauses.texts(clauses.legal(self.number(state)).moves)
        return [
            sorted(range(len(own)), key=lambda i: ranks[text(own[i])])
            for own, texts in zip(moves, listed, strict=True)
            for ranks in [{name: rank for rank, name in enumerate(texts)}]
        ]

    @cached_property
    def _display(self) -> Display:
        """How boards are drawn, and how moves are listed and written."""
        return display(self.rules, self._native.network, self._evaluator.names)

    @in_turn
    def play(self, state: Key, text: str) -> tuple[bytes, tuple[str, ...]]:
        """Return the state after a move, and the joint move that it stands for."""
        roles, held = self.rules.roles, cast(bytes, state)
        moves = self._read(text)
        found = self.legal(state)
        if found.terminal:
            raise illegal(text, "the game is over", roles, ())
        if isinstance(moves, str) and prod(map(len, found.moves)) > MOST_JOINTS:
            # The clauses report that there are too many.
            number, joint = self._clauses.play(self.number(state), text)
            return self.numbered(number), joint
        legal = self.texts(found.moves)
        made = understood(moves, legal)
        if made is None:
            if self._kif:  # it may be in the other syntax; the error says so
                self._ask_for(text, refused=True)
            raise illegal(text, "not legal here", roles, legal)
        after = self.evaluator.play(held, made)
        assert after is not None
        return after, made

    @in_turn
    def notation(self, move: str) -> str | None:
        """Return the notation of a move; None if the rules define none."""
        notations = self._display.notations
        return (
            self._clauses.notation(move) if notations is None else notations.get(move)
        )

    # ---- moves as users write them --------------------------------------------

    @cached_property
    def _spellings(self) -> dict[str, str]:
        """The moves of the game by their spelling without meaningless spaces."""
        texts = {text for _, text in self._native.network.moves}
        return {self._plain(text): text for text in texts}

    def _plain(self, text: str) -> str:
        """Return a text without its meaningless spaces."""
        if not _PLAIN.fullmatch(text):
            return text
        idle = _IDLE_KIF if self._kif else _IDLE
        return idle.sub(r"\1\2", " ".join(text.split()))

    def _read(self, text: str) -> str | tuple[str, ...]:
        """Return a move, or the moves of a joint move, as the rules write them.

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
        """Return a move as the engine reads it; this needs no compilation."""
        return self.rules.request("read_move", text=text, refused=refused)


def understood(
    moves: str | tuple[str, ...], legal: Sequence[Sequence[str]]
) -> tuple[str, ...] | None:
    """Return the joint move that a user means; None if it is not legal.

    A single move stands for the joint move in which a role makes it and the others,
    who have no choice, make their only move; see `logic/requests/user_text.pl`.

    Args:
        moves: a move, or a joint move.
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
    """Return the parts of a text between separators outside brackets."""
    parts, depth, begin = [], 0, 0
    for at, mark in enumerate(text):
        depth += (mark in "([") - (mark in ")]")
        if mark == separator and depth == 0:
            parts.append(text[begin:at])
            begin = at + 1
    return [*parts, text[begin:]]


def stuck(rules: Rules, error: StuckError) -> RulesError:
    """Return the error for a state in which a kernel found a role without a move."""
    network = native(rules, histories=True).network
    facts = *network.always, *compress(network.fluents, error.held.tolist())
    if rules.histories:  # which decides on the moves, and is not known here
        return no_moves(rules, "a role", without_history(facts))
    clauses = ClauseMachine(rules)
    number = clauses.of_facts(facts)
    if isinstance(error, WeightError):
        clauses.legal(number)  # this reports it
    found = clauses.position(number)
    for role, moves in zip(rules.roles, found.legal, strict=True):
        if not moves:
            return no_moves(rules, role, found.facts)
    return RulesError(
        "the network kept on disk is wrong: by the rules every role has a move here; "
        f"remove {cache_folder()}"
    )
