"""Games and states: immutable values over the knowledge base.

`pygame_search.game` adds what can be done with them.
"""

from __future__ import annotations

import re
import weakref
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from math import prod
from typing import TYPE_CHECKING, Any, cast

from pygame_search.engine.bridge import Engine, engine
from pygame_search.model.board import (
    Labels,
    board_lines,
    board_text,
    with_symbols,
)
from pygame_search.model.decimals import Weight, exact
from pygame_search.model.description_cache import keep_description, kept_description
from pygame_search.model.goal_sum import GoalSum
from pygame_search.model.position import Position, joint_text, split_moves
from pygame_search.model.state_source import ClauseSource, StateSource, illegal
from pygame_search.rules import rulebook
from pygame_search.rules.locate import located
from pygame_search.rules.rulebook import Rulebook
from pygame_search.support.beside import Beside, beside
from pygame_search.support.diagnostic import Diagnostic
from pygame_search.support.errors import (
    GoalSumUnknownError,
    InputError,
    LimitError,
    MoveError,
    RulesError,
)
from pygame_search.support.printing import one_line
from pygame_search.support.validation import (
    MOST_PARAMETER,
    MOST_POSITION,
    MOST_STATE,
    MOST_TEXT,
    must_be_one_of,
    must_be_text,
)
from pygame_search.support.words import conjoined, counted, split_outside
from pygame_search.support.work_limit import WorkLimit, within_work

if TYPE_CHECKING:
    from typing import Self  # of Python 3.11

#: The role of GDL-II that wants nothing: it makes each of its moves equally often.
CHANCE = "random"

#: The note of a search that sees more than the roles do.
FACE_UP = "searched with all cards face up; by the `sees` rules the roles see less"

#: What states can stand on: clauses, or the game's network.
STANDINGS = ("clauses", "native")

#: How rules can be compiled; the best of these for them, unless it is said.
FORMS = ("best", "slots", "lists", "meaning")

#: The limits of loading a rule file: seconds of processor time, and inferences.
LOAD_SECONDS = 30.0
POSITION_SECONDS = 5.0  # with a position as people write it
LOAD_INFERENCES = 400_000_000


#: `=-`, which Prolog would read as one token; quoted text is matched to be skipped.
_JOINED = re.compile(r"""('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")|=-""", re.DOTALL)


#: Parameters in brackets whose values are numbers or lists of them.
_NUMBER = r" *[0-9]{1,9} *"
_VALUE = rf"(?:{_NUMBER}| *\[{_NUMBER}(?:,{_NUMBER})*\] *)"
_PLAIN = re.compile(rf"\( *[a-z]\w* *={_VALUE}(?:, *[a-z]\w* *={_VALUE})*\)", re.ASCII)
_PARAMETER = re.compile(r"([a-z]\w*)=([0-9]+|\[[0-9, ]+\])", re.ASCII)


#: What is asked of the rules alone; all else needs a game that can be played.
_OF_RULES = frozenset({"display", "ground_program", "ground_terms", "read_move"})


class Game:
    """The rules of a game, loaded; they are compiled when they are first played by.

    It is pickled as its rule file and parameters: another process loads them once.

    Attributes:
        name: what it is called.
        title, source, about: for people; None where the file does not say.
        roles: the players, in the order of move lists.
        labels: what stands at the edges of a drawn board.
        symbols: what a picture shows in place of a text on a square, as ♞ for n.
        parameters: name and value in force.
        position_parameter: the parameter that reads a position as people write it.
        notated: whether the rules say how a move is written in a position.
        has_notation: whether they may say how a move is written, in any way.
        convention: `gdl` for a rule sheet of General Game Playing, else `own`.
        space: `book` or `game` for a state space, `none` otherwise.
        has_estimate: whether the file defines h.
        weights: the weight of each feature.
        ranges: the lowest and highest goal value of each role that the rules name.
        worths: the goal values that the rules name for each role, the lowest first;
            empty where they are not known without a state.
        decisive: for each role, whether these are its loss and its win: whether the
            rules name two or three values, and no scale of them.
        hidden: whether the game has hidden information: rules for `sees`, and at least
            two roles.
        tier: what its states stand on: `clauses`, or `native` for the network alone.
        cards_up: whether searches may see the whole state nevertheless; see `face_up`.
        covered: if so, the game before `face_up`; otherwise None.
        warnings: what `check` would say.
    """

    def __init__(
        self,
        book: Rulebook,
        description: Mapping[str, Any],
        key: str | None = None,
        *,
        form: str = "best",
        parameters: Sequence[Sequence[str]] = (),
        tier: str = "clauses",
        cards_up: bool = False,
    ) -> None:
        self._loading = form, parameters
        self.tier = tier
        self.cards_up = cards_up
        self._states: StateSource[Any] | None = None
        self._description = description
        self._form = ""  # until it is compiled
        self._key: str | None = None
        self._kept = key is None
        if key is not None:
            self._take(key)
        self.book = book
        self.name = book.name
        self.title: str | None = description["title"]
        self.source: str | None = description["source"]
        self.about: str | None = description["about"]
        self.roles: tuple[str, ...] = tuple(description["roles"])
        self.parameters: dict[str, str] = dict(description["parameters"])
        self.labels = Labels(
            dict(description["column_labels"]), dict(description["row_labels"])
        )
        self.symbols: dict[str, str] = dict(reversed(description["symbols"]))
        self.convention: str = description["convention"]
        self.position_parameter: str | None = description["position_parameter"]
        self.notated: bool = description["notated"]
        self.has_notation = "notation" in book.text
        self.space: str = description["space"]
        self.has_estimate: bool = description["estimate"]
        self.weights = {
            name: cast(Weight, exact(weight)) for name, weight in description["weights"]
        }
        self.ranges: tuple[tuple[int, int], ...] = tuple(
            (low, high) for low, high in description["ranges"]
        )
        self.worths: tuple[tuple[int, ...], ...] = tuple(
            tuple(values) for values in description["worths"]
        )
        self.decisive = tuple(n in (2, 3) for n in description["outcomes"])
        self.hidden: bool = description["hidden"]
        self.warnings = located(book.file, book.text, description["faults"])
        self._goal_sum: GoalSum | None = None
        self._face_up: Self | None = None
        self.covered: Self | None = None

    @classmethod
    def build(
        cls,
        book: Rulebook,
        *,
        form: str = "best",
        parameters: Sequence[Sequence[str]] = (),
        tier: str | None = None,
    ) -> Self:
        """Return the game of a rule file that was read already."""
        must_be_one_of("form", form, FORMS)
        tier = "clauses" if tier is None else tier
        must_be_one_of("tier", tier, STANDINGS)
        key, description = None, kept_description(book, parameters)
        if description is None:
            description, key = _loaded(book, parameters)
        game = cls(book, description, key, form=form, parameters=parameters, tier=tier)
        if form != "best":  # which the rules may not have
            game.ready()
        return game

    def __repr__(self) -> str:
        """Return the call that loads the game."""
        return f"load({self.call!r})"

    @property
    def call(self) -> str:
        """The name with the parameters in force, but for texts that are the default."""
        plain = self._description["default_texts"]
        pairs = self.parameters.items()
        words = _words((name, value) for name, value in pairs if name not in plain)
        return f"{self.name}({words})" if words else self.name

    @property
    def given(self) -> str:
        """The parameters that were given, as in `columns=4, rows=5`."""
        return _words(self._loading[1])

    @property
    def given_parameters(self) -> Sequence[Sequence[str]]:
        """The parameters that were given, each as its name and its value."""
        return self._loading[1]

    def __reduce__(self) -> tuple[object, ...]:
        """Return how another process makes it again."""
        form, given = self._loading
        parameters = tuple((n, v) for n, v in given)
        return _once_built, (
            type(self), self.book, form, parameters, self.tier, self.cards_up,
        )  # fmt: skip

    def __copy__(self) -> Self:
        """Return itself: it does not change."""
        return self

    def __deepcopy__(self, memo: object) -> Self:
        """Return itself: it does not change."""
        return self

    def face_up(self) -> Self:
        """Return this game, to be searched with all cards face up.

        The answers are not what the roles, who see less, should do.
        """
        if not self.hidden or self.cards_up:
            return self
        with self.engine.lock:
            if self._face_up is None:
                form, parameters = self._loading
                self._face_up = type(self)(
                    self.book, self._description, form=form, parameters=parameters,
                    tier=self.tier, cards_up=True,
                )  # fmt: skip
                self._face_up.covered = self
            return self._face_up

    @property
    def closed(self) -> bool:
        """Whether the game has hidden information and is not played face up."""
        return self.hidden and not self.cards_up

    def must_be_open(self) -> None:
        """Check that a search, which sees the whole state, may be used on the game.

        Raises:
            InputError: the game has hidden information and is not played face up.
        """
        if self.closed:
            raise InputError(
                f"{self.name!r} has hidden information: by its `sees` rules each role "
                "sees only part of the state, but a search sees all of it, so its "
                "values would be wrong; --open (in Python game.face_up()) searches "
                "with all cards face up"
            )

    @property
    def assumed(self) -> tuple[str, ...]:
        """What every search of the game assumes, in sentences."""
        return (FACE_UP,) if self.hidden and self.cards_up else ()

    def request(self, operation: str, **data: Any) -> dict[str, Any]:
        """Return the reply to an operation on this game; see `Engine.request`."""
        key = self._rules() if operation in _OF_RULES else self.key
        try:
            return self.engine.request(operation, game=key, **data)
        except GoalSumUnknownError:
            self.tell_goal_sum()
            return self.engine.request(operation, game=key, **data)

    def beside(self, operation: str, **data: Any) -> dict[str, Any] | None:
        """Return the reply to what is shown beside an answer; see `answering`.

        None where a limit is reached.
        """
        with beside() as limit:
            if limit.left > 0:
                with _spending(limit):
                    return self.request(operation, **data)
        return None

    def tell_goal_sum(self) -> None:
        """Set whether two players' goals add up to a constant.

        The engine asks by raising an error, before it does any work.
        """
        constant = "true" if self.constant_sum else "false"
        self.engine.request("goal_sum", game=self.key, constant=constant)

    @property
    def engine(self) -> Engine:
        """What the game is loaded in."""
        return engine()

    def ready(self, tier: str = "clauses") -> None:
        """Make the game ready to be played now: no clock is to wait for it.

        Args:
            tier: that of a search. A native one of states that stand on the network
                needs no clauses.

        Raises:
            LimitError: the rules cannot be prepared within the limits.
        """
        if tier == self.tier == "native":
            self.states.initial()
        elif not self._form:
            self._compile()

    def keep(self) -> None:
        """Keep on disk what there is to know without the rules."""
        if not self._kept:
            self._kept = True
            keep_description(self.book, self._loading[1], self._description)

    @property
    def key(self) -> str:
        """What the engine calls the game.

        Raises:
            LimitError: the rules cannot be prepared within the limits.
        """
        if not self._form:  # asked for at each crossing
            self.ready()
        assert self._key is not None
        return self._key

    @property
    def form(self) -> str:
        """How the rules are compiled, `slots`, `lists` or `meaning`."""
        self.ready()
        return self._form

    def _take(self, key: str) -> None:
        """Take what the engine has loaded for this game."""
        if self.cards_up:
            self.engine.request("face_up", game=key)
        self._key = key
        self._forget = weakref.finalize(self, self.engine.forget, key)

    def _rules(self) -> str:
        """Return what the engine calls the rules, which may be all that there is."""
        with self.engine.lock:
            if self._key is None:
                _, parameters = self._loading
                _, key = _loaded(self.book, parameters)
                self._take(key)
            assert self._key is not None
            return self._key

    def _compile(self) -> None:
        with self.engine.lock:
            if self._form:
                return
            form, parameters = self._loading
            key = self._rules()
            try:
                with _ready(self.book, parameters):
                    reply = self.engine.request(
                        "compile",
                        game=key,
                        form=form,
                        processor=LOAD_SECONDS,
                        inferences=LOAD_INFERENCES,
                    )
            except BaseException:
                self._key = None  # half of it is of no use: it is loaded again
                self._forget()
                raise
            self._form = reply["form"]

    @property
    def initial(self) -> State:
        """The state in which the game begins."""
        return State(self)

    def state(self, text: str) -> State:
        """Return the state in which the fluents of text hold, as in `[f1, f2]`.

        Where the rules name a `position_parameter`, text may also be a value of it: a
        position in Forsyth-Edwards notation in `chess`.

        Raises:
            MoveError: text is no list of fluents, or one of them cannot hold.
            InputError: it is no position as the rules have it.
        """
        must_be_text("a state, as in [f1, f2],", text, MOST_STATE)
        name = self.position_parameter
        if name is None or text.lstrip().startswith("["):
            return self.known(self.states.read(text))
        must_be_text("a position", text, MOST_POSITION)
        others = [pair for pair in self.given_parameters if pair[0] != name]
        parameters = [*others, (name, _in_quotes(text.strip()))]
        _, key = _loaded(self.book, parameters, POSITION_SECONDS)
        try:
            facts = engine().request("initial_facts", game=key)["facts"]
        finally:
            engine().forget(key)
        return self.of_facts(facts)

    def of_facts(self, facts: Sequence[str]) -> State:
        """Return the state in which the facts of another state of the rules hold."""
        return self.known(self.states.of_facts(facts))

    def numbered(self, number: int) -> State:
        """Return the state with a number of the engine."""
        return self.known(self.states.numbered(number))

    def known(self, key: int | bytes) -> State:
        """Return the state that the source of states knows by a key."""
        return State(self, key)

    @property
    def states(self) -> StateSource[Any]:
        """What the states of the game stand on.

        Raises:
            TierError: it is to be a network, and the game cannot be one.
            LimitError: the network would be too large.
        """
        if self.tier != "native":
            return ClauseSource(self)  # not held, see NetworkSource
        if self._states is None:
            self._states = self.find_network()
        return self._states

    def find_network(self) -> StateSource[bytes]:
        """Return states that stand on the network of the game.

        Raises:
            NotImplementedError: this is not a game of `pygame_search.game`.
        """
        raise NotImplementedError

    def expansion(self, number: int) -> str:
        """Return the engine's text of all about a state."""
        return self.engine.expand(self.key, number)

    def facts_text(self, facts: Iterable[str]) -> str:
        """Return fluents as `state` reads them."""
        return position_text(self, facts)

    def notation(self, move: str) -> str | None:
        """Return the short notation of a move, None where the rules have none."""
        return self.states.notation(move)

    def written_notations(self, moves: Iterable[str]) -> list[str | None]:
        """Return `notation` of moves as it is shown to people; None at a limit, too."""
        found: list[str | None] = []
        with beside() as limit:
            for move in moves:
                text = None
                if limit.left > 0:
                    with _spending(limit):
                        text = self.notation(move)
                found.append(text)
        return found

    def own(self, state: State) -> State:
        """Return a state of these rules, perhaps loaded apart, as one of this game.

        Raises:
            InputError: it is no state, or of other rules.
        """
        if not isinstance(state, State):
            raise InputError(f"expected a state of {self.call}, found {state!r}")
        other = state.game
        if other is self:
            return state
        if (other.book, other.parameters) != (self.book, self.parameters):
            raise InputError(
                f"expected a state of {self.call}, found one of {other.call}"
            )
        return self.of_facts(state.facts)

    def after(self, moves: str | Iterable[str], start: State | None = None) -> State:
        """Return the state after moves, one text `m1; m2` or several.

        Raises:
            InputError: the start is of another game.
            MoveError: a move is malformed, or not legal when it comes.
        """
        state = self.initial if start is None else self.own(start)
        for move in split_moves(moves):
            state = state.play(move)
        return state

    @property
    def least_goal(self) -> int:
        """The lowest value of an end that is a goal, in a game of one role.

        The highest that the rules name; 1 where they name none, but work it out.
        """
        [worths] = self.worths
        return worths[-1] if worths else 1

    @property
    def chance(self) -> int | None:
        """The index of the role `random`, None without one."""
        return self.roles.index(CHANCE) if CHANCE in self.roles else None

    @property
    def players(self) -> tuple[str, ...]:
        """The roles that want something: all but `random`."""
        return tuple(role for role in self.roles if role != CHANCE)

    @property
    def constant_sum(self) -> bool:
        """Whether two players' goals add up to a constant, according to `goal_sum`."""
        return self.goal_sum.total is not None

    @property
    def declared_sum(self) -> int | None:
        """What two players' goals add up to if the rule file declares it, else None."""
        declared: int | None = self._description["constant_sum"]
        return declared if len(self.players) == 2 else None

    @property
    def goal_sum(self) -> GoalSum:
        """What the goals of two players add up to, and how that is known."""
        return self.settle_sum()

    def settle_sum(self, seconds: float | None = None) -> GoalSum:
        """Return `goal_sum`, which is found at the first call.

        Args:
            seconds: how long that may take; by default 60.
        """
        if self._goal_sum is None:
            self._goal_sum = self.known_sum
            if self._goal_sum is None:
                self._goal_sum, lasting = self.find_sum(seconds)
                if lasting:
                    found = self._goal_sum
                    self._description = {
                        **self._description,
                        "goal_sum": [found.source, found.total, found.games],
                    }
                    self._kept = False
                    self.keep()
        return self._goal_sum

    def find_sum(self, seconds: float | None) -> tuple[GoalSum, bool]:
        """Return what two players' goals add up to, and whether that may be kept.

        Args:
            seconds: see `settle_sum`.

        Raises:
            NotImplementedError: this is not a game of `pygame_search.game`.
        """
        raise NotImplementedError

    @property
    def known_sum(self) -> GoalSum | None:
        """What is known of the sum without any work; None if it must be found first."""
        if len(self.players) != 2:
            return GoalSum("none")
        if self.declared_sum is not None:
            return GoalSum("declared", self.declared_sum)
        kept = self._description.get("goal_sum")
        return self._goal_sum if kept is None else GoalSum(*kept)


class State:
    """A state of a game, an immutable value: equal states are equal.

    Args:
        game: whose state it is.
        key: what the game's source of states knows it by; None for the state in which
            the game begins, which has one when it is asked for it.
    """

    __slots__ = ("_drawn", "_game", "_key", "_known", "initial")

    def __init__(self, game: Game, key: int | bytes | None = None) -> None:
        self._game = game
        self._key = key
        self._known: Position | None = None
        self._drawn: Position | None = None
        self.initial = key is None

    @property
    def game(self) -> Game:
        """Whose state it is."""
        return self._game

    @property
    def key(self) -> int | bytes:
        """What the game's source of states knows it by."""
        if self._key is None:
            self._key = self._game.states.initial()
        return self._key

    @property
    def number(self) -> int:
        """The engine's number of it, for which the clauses are compiled."""
        return self._game.states.number(self.key)

    def __eq__(self, other: object) -> bool:
        """Return whether it is the same state of the same game."""
        if not isinstance(other, State):
            return NotImplemented
        return self._game is other._game and self.key == other.key

    def __hash__(self) -> int:
        """Return what is the same for equal states."""
        return hash((self._game, self.key))

    def __repr__(self) -> str:
        """Return one line: the game, and who is to move or what the end is worth."""
        game = self._game.call
        if self.terminal:
            goals = [f"{role} {goal}" for role, goal in self.goals.items()]
            return one_line(self, game, "over", *goals)
        roles = conjoined(self.to_move) or "nobody"
        moves = counted(prod(map(len, self.legal.values())), "move", "moves")
        return one_line(self, game, f"{roles} to move", moves)

    @property
    def position(self) -> Position:
        """All there is to show of the state."""
        if self._drawn is None:
            self._drawn = self._game.states.drawn(self.key, self._undrawn)
        if self._drawn is None:  # another answer may have it
            return replace(self._undrawn, undrawn=Beside.REASON)
        return self._drawn

    @property
    def _undrawn(self) -> Position:
        """What there is to show, without the board."""
        if self._known is None:
            self._known = self._game.states.position(self.key)
        return self._known

    @property
    def facts(self) -> tuple[str, ...]:
        """The fluents that hold."""
        return self._undrawn.facts

    @property
    def terminal(self) -> bool:
        """Whether the game is over."""
        return self._undrawn.terminal

    @property
    def legal(self) -> dict[str, tuple[str, ...]]:
        """The moves of each role; `noop` where it has none."""
        return dict(zip(self.game.roles, self._undrawn.legal, strict=True))

    @property
    def goals(self) -> dict[str, int | None]:
        """The goal value for each role, None where none is defined."""
        return dict(zip(self.game.roles, self._undrawn.goals, strict=True))

    @property
    def to_move(self) -> tuple[str, ...]:
        """The roles that do not just `noop`."""
        return tuple(r for r, moves in self.legal.items() if moves != ("noop",))

    def play(self, move: str) -> Self:
        """Return the state after a move, or a joint one `[m1, m2]`.

        Raises:
            MoveError: move is malformed or not legal here; the legal ones are listed.
        """
        return self.played(move)[0]

    def played(self, move: str) -> tuple[Self, tuple[str, ...]]:
        """Return the state after a move, and the joint move that it stands for.

        Raises:
            MoveError: move is malformed or not legal here; the legal ones are listed.
        """
        must_be_text("a move", move, MOST_TEXT)
        source = self._game.states
        try:
            key, joint = source.play(self.key, move)
        except MoveError as error:
            if not self._game.has_notation:
                raise
            key, joint = source.play(self.key, self._meant(move, error))
        return type(self)(self._game, key), joint

    def notation(self, move: str, role: str | None = None) -> str | None:
        """Return a move as people write it in this state, as in `Nf3` or `exd8=Q+`.

        None where the rules have no notation for it. `play` reads it too.

        Args:
            move: in the syntax of rule files.
            role: who makes it; by default the first role for which it is legal.

        Raises:
            InputError: no such role.
        """
        if not self._game.notated:
            return self._game.notation(move)
        if role is None:
            own = (r for r, moves in self.legal.items() if move in moves)
            role = next(own, self._game.roles[0])
        pairs = [(role, move)]
        reply = self._game.request("notations", state=self.number, moves=pairs)
        text: str | None = reply["texts"][0]
        return text

    def written(self, joint: Sequence[str]) -> str:
        """Return a joint move as it is shown to people in this state.

        Where the rules have a notation for the position, in that; else as a term.
        """
        return self.written_joints([joint])[0]

    def written_joints(self, joints: Iterable[Sequence[str]]) -> tuple[str, ...]:
        """Return joint moves as they are shown to people in this state."""
        if not self._game.notated:
            return tuple(map(joint_text, joints))
        roles = self._game.roles
        pairs = [pair for one in joints for pair in zip(roles, one, strict=True)]
        texts = self._written(pairs)
        size = len(roles)
        return tuple(
            joint_text(texts[i : i + size]) for i in range(0, len(texts), size)
        )

    def written_line(self, line: Iterable[Sequence[str]]) -> Iterator[str]:
        """Yield joint moves that follow this state, each as it is shown in its own."""
        if not self._game.notated:
            yield from map(joint_text, line)
            return
        state = self
        for joint in line:
            yield state.written(joint)
            state = state.play(position_text(state.game, joint))

    def written_moves(self, role: str, moves: Iterable[str]) -> tuple[str, ...]:
        """Return moves of a role as they are shown to people in this state."""
        if not self._game.notated:
            return tuple(moves)
        return self._written((role, move) for move in moves)

    def written_legal(self) -> dict[str, tuple[str, ...]]:
        """Return `legal`, with each move as it is shown to people in this state."""
        return {
            role: self.written_moves(role, moves) for role, moves in self.legal.items()
        }

    def _written(self, moves: Iterable[tuple[str, str]]) -> tuple[str, ...]:
        """Return how moves are shown, each given with its role.

        As terms where the clauses reach a limit: what is shown is an answer already.
        """
        pairs = list(moves)
        asked = list(dict.fromkeys(pair for pair in pairs if pair[1] != "noop"))
        found: dict[tuple[str, str], str | None] = {}
        if asked:
            reply = self._game.beside("notations", state=self.number, moves=asked)
            if reply is not None:
                found = dict(zip(asked, reply["texts"], strict=True))
        return tuple(found.get(pair) or pair[1] for pair in pairs)

    def _meant(self, text: str, refused: MoveError) -> str:
        """Return the move, or the joint one, of a text that may be its notation.

        Args:
            text: a move, or a list of one for each role.
            refused: why text is no move as a term.

        Raises:
            MoveError: it is the notation of no legal move, or of several.
        """
        roles = self._game.roles
        if self.terminal:
            raise illegal(text, "the game is over", roles, ()) from refused
        plain = text.strip()
        parts = split_outside(plain[1:-1], ",") if plain[:1] == "[" else []
        if len(parts) == len(roles):
            pairs = zip(roles, parts, strict=True)
            moves = [self._meant_by(role, part, refused) for role, part in pairs]
            return position_text(self._game, moves)
        return self._meant_by(None, plain, refused)

    def _meant_by(self, role: str | None, text: str, refused: MoveError) -> str:
        """Return the move of a role, or of any, whose notation is a text."""
        if role is not None and text in self.legal[role]:
            return text
        found = self._moves_written(role, text)
        if len(found) == 1:
            return str(found[0][1])
        if found:
            names = conjoined([f"{note} ({move})" for _, move, note in found])
            why = f"may be any of {len(found)} moves: {names}"
            raise MoveError(f"{text!r} {why}") from refused
        if not self._game.notated:
            raise refused
        legal = tuple(self.written_legal().values())
        raise illegal(text, "not legal here", self._game.roles, legal) from refused

    def _moves_written(self, role: str | None, text: str) -> list[list[str]]:
        """Return the legal moves whose notation is a text: role, move and notation."""
        if self._game.notated:
            data = self._game.request(
                "moves_written", state=self.number, role=role, text=text
            )
            moves: list[list[str]] = data["moves"]
            return moves
        own = self.legal if role is None else {role: self.legal[role]}
        return [
            [name, move, text]
            for name, its in own.items()
            for move in its
            if move != "noop" and self._game.notation(move) == text
        ]

    def __reduce__(self) -> tuple[object, ...]:
        """Return how another process makes it again."""
        return type(self.game).of_facts, (self.game, self.facts)

    def __copy__(self) -> Self:
        """Return itself: it does not change."""
        return self

    def __deepcopy__(self, memo: object) -> Self:
        """Return itself: it does not change."""
        return self

    @property
    def text(self) -> str | None:
        """The position as people write it, as `Game.state` reads it.

        Forsyth-Edwards notation in `chess`. None where the rules have no
        `position_text`.
        """
        request = self._game.request("position_text", state=self.number)
        text: str | None = request["text"]
        return text

    def written_text(self) -> str | None:
        """Return `text` as it is shown beside an answer; None at a limit, too."""
        reply = self._game.beside("position_text", state=self.number)
        return None if reply is None else reply["text"]

    def __str__(self) -> str:
        """Return the drawn board, or the list of fluents."""
        return board_text(self.position)

    def board(self, *, symbols: bool = False) -> str:
        """Return the drawn board with its edges, or the list of fluents.

        Args:
            symbols: whether to draw the symbols of the rules in place of letters, as ♞
                in `chess`; they may not be as wide as letters in every font.
        """
        game, position = self._game, self.position
        cells = position.cells
        if symbols:
            cells = with_symbols(cells, game.symbols)
        return "\n".join(board_lines(cells, labels=game.labels)) or str(self)


@contextmanager
def _spending(limit: Beside) -> Iterator[None]:
    """Count the work in the block, which ends where a limit is reached."""
    work = WorkLimit(limit.left)
    try:
        with within_work(work):
            yield
        limit.left = work.left
    except LimitError as error:
        limit.cut = True  # after too much work, nothing more is tried
        limit.left = 0 if error.code == "too_much_work" else work.left


def position_text(game: Game, facts: Iterable[str]) -> str:
    """Return fluents as `Game.state` and --state read them."""
    between = " " if game.book.syntax == "kif" else ", "
    return f"[{between.join(facts)}]"


def no_moves(game: Game, role: str, facts: Iterable[str]) -> RulesError:
    """Return what to say of a role without a move in a state that is not terminal."""
    where = position_text(game, facts)
    return RulesError(
        f"no move is legal for {role} in a state that is not terminal: {where}"
    )


def called(game: str) -> tuple[Rulebook, list[tuple[str, str]]]:
    """Return the rule file and the parameters of what a user calls a game.

    Raises:
        InputError: no such game, or what stands in brackets cannot be read.
        RulesError: the file cannot be read.
    """
    place, arguments = rulebook.split_call(game)
    book = rulebook.read(place)
    if not arguments:
        return book, []
    plain = _plain_arguments(arguments)
    if plain is not None:
        return book, plain
    text = "game" + _JOINED.sub(lambda m: m[1] or "= -", arguments)
    try:
        call = engine().request("read_call", text=text)
    except MoveError as error:
        words = str(error).replace("`game", f"`{book.name}")
        raise InputError(words) from error
    return book, list(call["parameters"].items())


def _plain_arguments(text: str) -> list[tuple[str, str]] | None:
    """Return parameters that are numbers or lists of them, None if there are others.

    For these the engine need not be started.
    """
    if not _PLAIN.fullmatch(text):
        return None
    pairs = [
        (name, re.sub(r"\d+", lambda number: str(int(number[0])), value))
        for name, value in _PARAMETER.findall(text.replace(" ", "").replace(",", ", "))
    ]
    return pairs if len(dict(pairs)) == len(pairs) else None


@lru_cache(maxsize=8)
def _once_built(
    kind: type[Game],
    book: Rulebook,
    form: str,
    parameters: tuple[tuple[str, str], ...],
    tier: str,
    cards_up: bool,
) -> Game:
    """Return the game of a rule file, the same each time."""
    game = kind.build(book, form=form, parameters=parameters, tier=tier)
    return game.face_up() if cards_up else game


def examine(book: Rulebook) -> tuple[Diagnostic, ...]:
    """Return all that is wrong with a rule file, errors and warnings.

    Nothing is run; see `inspection` for what only running shows.
    """
    reply = engine().request("check", text=book.text, syntax=book.syntax)
    return located(book.file, book.text, reply["faults"])


def is_program(book: Rulebook) -> bool:
    """Return whether a file defines a search rather than the rules of a game."""
    reply = engine().request("kind_of_file", syntax=book.syntax, text=book.text)
    return bool(reply["program"])


def convert(book: Rulebook, syntax: str) -> str:
    """Return the text of a rule file in another syntax.

    Comments and layout are lost, and nothing else: read back, the rules are the same.

    Args:
        book: the rule file.
        syntax: `prolog`, `kif` or `cilog`.

    Raises:
        RulesError: the text has faults; all are listed.
    """
    reply = engine().request("convert", text=book.text, syntax=book.syntax, to=syntax)
    faults = located(book.file, book.text, reply["faults"])
    if any(fault.severity == "error" for fault in faults):
        raise RulesError("\n".join(str(fault) for fault in faults), faults)
    return str(reply["text"])


def gdl(game: Game) -> str:
    """Return the rules of a game in KIF, in the words of GDL alone.

    Any General Game Playing system can read it, and finds the same states and moves:
    arithmetic and counts become tables of what may occur, a role without a move has
    `noop`, goals are scaled to 0 to 100 (a comment names values that become equal).

    Raises:
        RulesError: the game is a state space, or its numbers cannot be listed.
        LimitError: that takes more than LOAD_SECONDS.
    """
    reply = game.request("gdl", processor=LOAD_SECONDS)
    about = [game.title, game.about, _scale_text(reply["scale"])]
    lines = [line for text in about if text for line in text.splitlines()]
    header = "".join(f"; {line}\n" for line in lines)
    return f"{header}\n{reply['text']}" if header else str(reply["text"])


def _scale_text(scale: Sequence[tuple[int, int]]) -> str:
    moved = [f"{value} is {scaled}" for value, scaled in scale if value != scaled]
    if not moved:
        return ""
    merged = [f"{low} and {high}" for (low, a), (high, b) in pairwise(scale) if a == b]
    text = f"Goals: {', '.join(moved)}."
    return f"{text}\nOne for GDL: {', '.join(merged)}." if merged else text


def _loaded(
    book: Rulebook,
    parameters: Sequence[Sequence[str]],
    seconds: float | None = None,
) -> tuple[dict[str, Any], str]:
    """Return the engine's description of rules that it loads, and their handle.

    Args:
        book: the rules.
        parameters: names and values.
        seconds: the limit of processor time; by default LOAD_SECONDS.
    """
    for name, value in parameters:
        if value.startswith('"'):
            must_be_text(f"a text as {name}", value[1:-1], MOST_PARAMETER)
        must_be_text(f"a value of {name}", value, MOST_TEXT)
    with _ready(book, parameters):
        reply = engine().request(
            "load",
            text=book.text,
            syntax=book.syntax,
            parameters=[list(pair) for pair in parameters],
            processor=LOAD_SECONDS if seconds is None else seconds,
            inferences=LOAD_INFERENCES,
        )
    key = reply.pop("game")
    if key is None:
        if is_program(book):
            raise InputError(
                f"{book.file} is a search program, not a game: run it on a game, as in "
                f"`pygame-search compare {book.file} nim`"
            )
        faults = located(book.file, book.text, reply["faults"])
        raise RulesError("\n".join(str(fault) for fault in faults), faults)
    return reply, key


@contextmanager
def _ready(book: Rulebook, parameters: Sequence[Sequence[str]]) -> Iterator[None]:
    """Name the rules that cannot be prepared within the limits."""
    try:
        yield
    except LimitError as error:
        size = "; try smaller parameters" if parameters else ""
        message = (
            f"{book.file}: the rules cannot be prepared within the limits "
            f"({error.reason}){size}"
        )
        raise LimitError(message, error.code, error.line) from error


def _words(parameters: Iterable[Sequence[str]]) -> str:
    """Return parameters as `called` reads them."""
    return ", ".join(f"{_quoted(name)}={value}" for name, value in parameters)


def _in_quotes(text: str) -> str:
    """Return a text in double quotes, as a rule file has it."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def _quoted(name: str) -> str:
    if re.fullmatch(r"[a-z]\w*", name, re.ASCII):
        return name
    return "'" + name.replace("\\", "\\\\").replace("'", "\\'") + "'"
