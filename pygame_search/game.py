"""Games and states: immutable values, with all that can be asked of them."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache, partial
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any, Literal

from pygame_search.engine.bridge import engine
from pygame_search.machine.clauses import ClauseMachine
from pygame_search.machine.machine import Key, Machine, illegal
from pygame_search.model.board import board_lines, board_text, with_symbols
from pygame_search.model.description_cache import kept_description
from pygame_search.model.goal_sum import GoalSum
from pygame_search.model.position import STAND_PAT, Position, joint_text, split_moves
from pygame_search.model.rules import (
    CHANCE,
    FORMS,
    POSITION_SECONDS,
    Rules,
    called,
    convert_book,
    gdl,
    in_quotes,
    loaded,
    no_moves,
    position_text,
)
from pygame_search.rules.kinds import KINDS
from pygame_search.rules.rulebook import Rulebook
from pygame_search.rules.syntaxes import NAMES, syntax_of
from pygame_search.support.beside import Beside, beside
from pygame_search.support.errors import (
    GoalSumUnknownError,
    InputError,
    MoveError,
)
from pygame_search.support.escapes import visible
from pygame_search.support.printing import Displayed, one_line
from pygame_search.support.validation import (
    MOST_POSITION,
    MOST_STATE,
    MOST_TEXT,
    must_be_one_of,
    must_be_text,
)
from pygame_search.support.verbs import Verb
from pygame_search.support.words import conjoined, counted, split_outside
from pygame_search.support.work_limit import shown_beside

if TYPE_CHECKING:
    import random
    from typing import Self  # of Python 3.11

    from pygame_search.experiments.game_size import GameSize, StatsRequest
    from pygame_search.explanation.knowledge import belief, knows
    from pygame_search.explanation.proofs import Explanation
    from pygame_search.explanation.questions import Answers, AskRequest
    from pygame_search.explanation.reasons import (
        BeliefReasons,
        BestReasons,
        why_terminal,
    )
    from pygame_search.explanation.searches.steps import ExplainRequest
    from pygame_search.explanation.searches.tree import (
        SearchTree,
        TreeRequest,
        path_tree,
    )
    from pygame_search.machine.network import NetworkMachine
    from pygame_search.quizzes.questions import Question
    from pygame_search.quizzes.quiz import QuizRequest
    from pygame_search.render.board_svg import board_svg
    from pygame_search.render.extensive_form import extensive_form
    from pygame_search.search.best import BestRequest, ChoiceRequest
    from pygame_search.search.core.heuristics import heuristics
    from pygame_search.search.core.result import SearchResult
    from pygame_search.search.hidden.information import view_of
    from pygame_search.search.monte_carlo.playouts import Playouts, PlayoutsRequest
    from pygame_search.search.paths import PathRequest, PathResult
    from pygame_search.search.perft import Perft, PerftRequest
    from pygame_search.solving.hidden.best_response import (
        BestResponse,
        BestResponseRequest,
    )
    from pygame_search.solving.hidden.equilibrium import (
        Equilibrium,
        EquilibriumRequest,
    )
    from pygame_search.solving.solution import Solution
    from pygame_search.solving.solve import SolveRequest
    from pygame_search.support.verbs import Asked, several

#: What states can stand on: clauses, or the game's network.
STANDINGS = ("clauses", "native")


#: What `convert` writes.
SYNTAXES = (*NAMES, "gdl")


class Game(Rules):
    """The rules of a game, loaded; `load` makes it.

    The rules are compiled when they are first played by. A game is pickled as its rule
    file and parameters.

    Attributes:
        name: what it is called.
        title, source, about: for people; None where the file does not say.
        roles: the players, in the order of move lists.
        labels: what stands at the edges of a drawn board.
        parameters: the name and value of each parameter.
        convention: `gdl` for a rule sheet of General Game Playing, else `own`.
        space: `book` or `game` for a state space, `none` otherwise.
        has_estimate: whether the file defines h.
        weights: the weight of each feature.
        ranges: the lowest and highest goal value of each role that the rules name.
        worths: the goal values that the rules name for each role, the lowest first;
            empty where they are not known without a state.
        decisive: for each role, whether these values are its loss and its win.
        tier: what its states stand on: `clauses` or `native`, see `load`.
        hidden: whether the game has hidden information, as by `sees`.
        cards_up: whether searches may see the whole state nevertheless.
        covered: if so, the game before `face_up`; otherwise None.
        warnings: the warnings that `check` gives.
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
        perceiving: bool = False,
    ) -> None:
        super().__init__(
            book, description, key, form=form, parameters=parameters,
            cards_up=cards_up, perceiving=perceiving,
        )  # fmt: skip
        self.tier = tier
        self._network: NetworkMachine | None = None
        self._goal_sum: GoalSum | None = None
        self._face_up: Self | None = None
        self._with_percepts: Self | None = None
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
            description, key = loaded(book, parameters)
        game = cls(book, description, key, form=form, parameters=parameters, tier=tier)
        if form != "best":  # which the rules may not have
            game.ready()
        return game

    def __reduce__(self) -> tuple[object, ...]:
        """Return how another process makes it again."""
        form, given = self._loading
        parameters = tuple((n, v) for n, v in given)
        return _once_built, (
            type(self), self.book, form, parameters, self.tier,
            self.cards_up, self.perceiving,
        )  # fmt: skip

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

    def with_percepts(self) -> Self:
        """Return this game with states that hold what the roles have just perceived.

        No rule of the file reads these facts. What a role knows is worked out from
        them, see `machine.belief`.
        """
        if self.perceiving:
            return self
        with self.engine.lock:
            if self._with_percepts is None:
                form, parameters = self._loading
                self._with_percepts = type(self)(
                    self.book, self._description, form=form, parameters=parameters,
                    tier=self.tier, cards_up=True, perceiving=True,
                )  # fmt: skip
            return self._with_percepts

    def request(self, operation: str, **data: Any) -> dict[str, Any]:
        """Return the reply to an operation on this game; see `Engine.request`."""
        try:
            return super().request(operation, **data)
        except GoalSumUnknownError:
            self.tell_goal_sum()
            return super().request(operation, **data)

    def tell_goal_sum(self) -> None:
        """Set whether two players' goals add up to a constant.

        The engine asks by raising an error, before it does any work.
        """
        constant = "true" if self.constant_sum else "false"
        self.engine.request("goal_sum", game=self.key, constant=constant)

    def ready(self, tier: str = "clauses") -> None:
        """Make the game ready to be played now: no clock is to wait for it.

        Args:
            tier: that of a search. A native one of states that stand on the network
                needs no clauses.

        Raises:
            LimitError: the rules cannot be prepared within the limits.
        """
        if tier == self.tier == "native":
            self.machine.initial()
        else:
            super().ready()

    # The verbs: each is a function of a room above, imported when it is asked for.
    if TYPE_CHECKING:
        ask = Asked(AskRequest, Answers)
        explain = Asked(ExplainRequest, Explanation)
        path = Asked(PathRequest, PathResult)
        paths = several(PathRequest, PathResult)
        quiz = Asked(QuizRequest, tuple[Question, ...])
        stats = Asked(StatsRequest, GameSize)
        tree = path_tree
        extensive_form = extensive_form
    else:
        ask = Verb("explanation.questions")
        explain = Verb("explanation.searches.steps")
        extensive_form = Verb("render.extensive_form")
        path = Verb("search.paths")
        paths = Verb("search.paths")
        quiz = Verb("quizzes.quiz")
        stats = Verb("experiments.game_size")
        tree = Verb("explanation.searches.tree", "path_tree")

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
            return self.known(self.machine.read(text))
        must_be_text("a position", text, MOST_POSITION)
        others = [pair for pair in self.given_parameters if pair[0] != name]
        parameters = [*others, (name, in_quotes(text.strip()))]
        _, key = loaded(self.book, parameters, POSITION_SECONDS)
        try:
            facts = engine().request("initial_facts", game=key)["facts"]
        finally:
            engine().forget(key)
        return self.of_facts(facts)

    def of_facts(self, facts: Sequence[str]) -> State:
        """Return the state in which the facts of another state of the rules hold."""
        return self.known(self.machine.of_facts(facts))

    def numbered(self, number: int) -> State:
        """Return the state with a number of the engine."""
        return self.known(self.machine.numbered(number))

    def known(self, key: Key) -> State:
        """Return the state that the machine of the game knows by a key."""
        return State(self, key)

    @property
    def machine(self) -> Machine:
        """What the states of the game stand on.

        States with a history stand on the clauses in every tier: no network has them.

        Raises:
            TierError: it is to be a network, and the game cannot be one.
            LimitError: the network would be too large.
        """
        on_network = self.tier == "native" and not self.histories
        return self.network if on_network else self.clauses

    @property
    def clauses(self) -> ClauseMachine:
        """The machine over its clauses, which are compiled if they are not yet."""
        return ClauseMachine(self)  # not held, see NetworkMachine

    @property
    def network(self) -> NetworkMachine:
        """The machine over its network.

        Raises:
            TierError: the game cannot be a network.
            LimitError: its network would be too large.
        """
        if self._network is None:
            from pygame_search.machine.network import NetworkMachine

            order: Literal["unfolded", "rules"]
            order = "unfolded" if self.tier == "native" else "rules"
            self._network = NetworkMachine(self, order=order)
        return self._network

    def notation(self, move: str) -> str | None:
        """Return the short notation of a move, None where the rules have none."""
        return self.machine.notation(move)

    def written_notations(self, moves: Iterable[str]) -> list[str | None]:
        """Return `notation` of moves as it is shown to people; None at a limit, too."""
        with beside():
            return [shown_beside(partial(self.notation, move)) for move in moves]

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
        own = State(self, self.machine.of_facts(state.facts), state.line)
        own.reached = state.reached
        return own

    def after(self, moves: str | Iterable[str], start: State | None = None) -> State:
        """Return the state after moves, one text `m1; m2` or several.

        Args:
            moves: the moves.
            start: where they begin; by default the initial state.

        Raises:
            InputError: the start is of another game.
            MoveError: a move is malformed, or not legal when it comes.

        >>> load("nim(heaps=[1, 2])").after("take(2, 2); take(1, 1)").terminal
        True
        """
        state = self.initial if start is None else self.own(start)
        for move in split_moves(moves):
            state = state.play(move)
        return state

    @property
    def constant_sum(self) -> bool:
        """Whether two players' goals add up to a constant, according to `goal_sum`."""
        return self.goal_sum.total is not None

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
                from pygame_search.machine.goal_sum import found_sum

                self._goal_sum, lasting = found_sum(
                    self, seconds, in_prolog=self.tier == "clauses"
                )
                if lasting:
                    found = self._goal_sum
                    self._description = {
                        **self._description,
                        "goal_sum": [found.source, found.total, found.games],
                    }
                    self._kept = False
                    self.keep()
        return self._goal_sum

    def take_sum(self, found: GoalSum | None) -> None:
        """Take the `goal_sum` that another process has found, None for none."""
        self._goal_sum = found

    @property
    def known_sum(self) -> GoalSum | None:
        """What is known of the sum without any work; None if it must be found first."""
        if len(self.players) != 2:
            return GoalSum("none")
        if self.declared_sum is not None:
            return GoalSum("declared", self.declared_sum)
        kept = self._description.get("goal_sum")
        return self._goal_sum if kept is None else GoalSum(*kept)


class State(Displayed):
    """A state of a game, an immutable value: equal states are equal.

    `print` shows the board, or the fluents where the rules draw none.

    Args:
        game: whose state it is.
        key: what the game's machine knows it by; None for the state in which
            the game begins, which has one when it is asked for it.
        line: the joint moves that led to it since the start, if they are known.

    Attributes:
        initial: whether the game begins with it.
        line: the joint moves that led to it since the start: what a role knows depends
            on them. None where they are unknown, or all roles see everything.
        reached: whether it is known that play leads to it. What is proved of the game,
            such as the sum of the goals, need not hold in other states.
    """

    __slots__ = ("_drawn", "_game", "_key", "_known", "initial", "line", "reached")

    def __init__(
        self,
        game: Game,
        key: Key | None = None,
        line: tuple[tuple[str, ...], ...] | None = None,
    ) -> None:
        self._game = game
        self._key = key
        self._known: Position | None = None
        self._drawn: Position | None = None
        self.initial = key is None
        self.line = () if game.hidden and key is None else line
        self.reached = key is None or line is not None

    # The verbs: each is a function of a room above, imported when it is asked for.
    if TYPE_CHECKING:
        ask = Asked(AskRequest, Answers)
        explain = Asked(ExplainRequest, Explanation)
        best = Asked(BestRequest, SearchResult)
        solve = Asked(SolveRequest, Solution)
        best_response = Asked(BestResponseRequest, BestResponse)
        equilibrium = Asked(EquilibriumRequest, Equilibrium)
        perft = Asked(PerftRequest, Perft)
        playouts = Asked(PlayoutsRequest, Playouts)
        stats = Asked(StatsRequest, GameSize)
        tree = Asked(TreeRequest, SearchTree)
        why_believed = Asked(ChoiceRequest, BeliefReasons)
        why_best = Asked(ChoiceRequest, BestReasons)
        heuristics, svg, why_terminal = heuristics, board_svg, why_terminal
        belief, knows, view = belief, knows, view_of
    else:
        belief = Verb("explanation.knowledge")
        knows = Verb("explanation.knowledge")
        view = Verb("search.hidden.information", "view_of")
        ask = Verb("explanation.questions")
        best = Verb("search.best")
        best_response = Verb("solving.hidden.best_response")
        equilibrium = Verb("solving.hidden.equilibrium")
        explain = Verb("explanation.searches.steps")
        heuristics = Verb("search.core.heuristics")
        perft = Verb("search.perft")
        playouts = Verb("search.monte_carlo.playouts")
        solve = Verb("solving.solve")
        stats = Verb("experiments.game_size")
        svg = Verb("render.board_svg", "board_svg")
        tree = Verb("explanation.searches.tree", "search_tree")
        why_believed = Verb("explanation.reasons")
        why_best = Verb("explanation.reasons")
        why_terminal = Verb("explanation.reasons")

    @property
    def game(self) -> Game:
        """The game of the state."""
        return self._game

    @property
    def key(self) -> Key:
        """What the machine of the game knows it by."""
        if self._key is None:
            self._key = self._game.machine.initial()
        return self._key

    @property
    def number(self) -> int:
        """The engine's number of it, for which the clauses are compiled."""
        return self._game.machine.number(self.key)

    def key_in(self, machine: Machine) -> Key:
        """Return what a machine of the game knows it by.

        Raises:
            TierError: the machine is a network, in which the state cannot occur.
        """
        own = self._game.machine
        if machine.rules is self._game and isinstance(machine, type(own)):
            return self.key
        return machine.of_facts(self.facts)

    def __eq__(self, other: object) -> bool:
        """Return whether it is the same state of the same game."""
        if not isinstance(other, State):
            return NotImplemented
        return self._game is other._game and self.key == other.key

    def __hash__(self) -> int:
        """Return what is the same for equal states."""
        return hash((self._game, self.key))

    def __repr__(self) -> str:
        """Return one line: the game, and who is to move or what the end is worth.

        Of a state space it is the node.
        """
        game = self._game.call
        if self._is_node:
            return one_line(self, game, str(self))
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
            self._drawn = self._game.machine.drawn(self.key, self._undrawn)
        if self._drawn is None:  # another answer may have it
            return replace(self._undrawn, undrawn=Beside.REASON)
        return self._drawn

    @property
    def _undrawn(self) -> Position:
        """What there is to show, without the board."""
        if self._known is None:
            self._known = self._game.machine.position(self.key)
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

    @property
    def legal_moves(self) -> tuple[str, ...]:
        """The moves that `play` takes; where several roles move, joint moves.

        >>> load("nim(heaps=[1, 2])").initial.legal_moves
        ('take(1, 1)', 'take(2, 1)', 'take(2, 2)')
        """
        if self.terminal:
            return ()
        return tuple(joint_text(joint) for joint in product(*self.legal.values()))

    @property
    def successors(self) -> Successors:
        """Each legal move and the state that it leads to.

        Raises:
            RulesError: a role has no legal move in a state that is not terminal.

        >>> for move, state in load("nim(heaps=[1, 2])").initial.successors:
        ...     print(move, state.legal_moves)
        take(1, 1) ('take(2, 1)', 'take(2, 2)')
        take(2, 1) ('take(1, 1)', 'take(2, 1)')
        take(2, 2) ('take(1, 1)',)
        """
        if self.terminal:
            return Successors()
        for role, moves in self.legal.items():
            if not moves:
                raise no_moves(self._game, role, self.facts)
        states = [
            self._game.known(key)
            for key in self._game.machine.expand(self.key).successors
        ]
        for state in states:
            state.reached = self.reached
        return Successors(zip(self.legal_moves, states, strict=True))

    @property
    def chances(self) -> dict[str, Fraction]:
        """The probability of each move of the role `random`; empty where it has none.

        Raises:
            RulesError: the rules weigh the moves of `random`, and one has no weight
                here, or several.

        >>> state = load("pig(sides=2)").initial.play("throw")
        >>> state.chances
        {'face(1)': Fraction(1, 2), 'face(2)': Fraction(1, 2)}
        """
        moves = self.legal.get(CHANCE, ())
        if not moves or moves == ("noop",):
            return {}
        node = self._game.machine.legal(self.key)
        weights = node.weights or (1,) * len(moves)
        return {
            m: Fraction(w, sum(weights)) for m, w in zip(moves, weights, strict=True)
        }

    @property
    def weighed(self) -> bool:
        """Whether some moves of the role `random` are likelier than others here."""
        return len(set(self.chances.values())) > 1

    def drawn(self, role: str, source: random.Random) -> str:
        """Return a move of a role at random; chance draws by weight.

        Args:
            role: one that has a legal move.
            source: of random numbers.
        """
        moves = self.legal[role]
        if role != CHANCE or len(moves) == 1:
            return source.choice(moves)
        index = self._game.roles.index(role)
        return moves[self._game.machine.legal(self.key).drawn(index, source)]

    def play(self, move: str) -> Self:
        """Return the state after a move, or a joint one `[m1, m2]`.

        Raises:
            MoveError: move is malformed or not legal here; the legal ones are listed.
        """
        return self.played(move)[0]

    def play_joint(self, joint: Iterable[str]) -> Self:
        """Return the state after a joint move, given as the moves of the roles."""
        return self.play(position_text(self._game, joint))

    def played(self, move: str) -> tuple[Self, tuple[str, ...]]:
        """Return the state after a move, and the joint move that it stands for.

        Raises:
            MoveError: move is malformed or not legal here; the legal ones are listed.
        """
        must_be_text("a move", move, MOST_TEXT)
        source = self._game.machine
        try:
            key, joint = source.play(self.key, move)
        except MoveError as error:
            if not self._game.has_notation:
                raise
            key, joint = source.play(self.key, self._meant(move, error))
        line = None if self.line is None else (*self.line, joint)
        after = type(self)(self._game, key, line)
        after.reached = self.reached
        return after, joint

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
            state = state.play_joint(joint)

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
        idle = "noop", STAND_PAT
        asked = list(dict.fromkeys(pair for pair in pairs if pair[1] not in idle))
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
        if self.line is not None:
            return after_line, (self.game, self.line)
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
        """Return the drawn board, or the list of fluents; the node of a state space."""
        if self._is_node:
            return visible(self._game.node_text(self.number))
        return board_text(self.position, self._game.labels)

    @property
    def _is_node(self) -> bool:
        """Whether it is a node of a state space: it has no fluents, and no moves."""
        return self._game.space == "book" and not self.initial

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
        return "\n".join(board_lines(cells, game.labels)) or str(self)


@lru_cache(maxsize=8)
def _once_built(
    kind: type[Game],
    book: Rulebook,
    form: str,
    parameters: tuple[tuple[str, str], ...],
    tier: str,
    cards_up: bool,
    perceiving: bool,
) -> Game:
    """Return the game of a rule file, the same each time."""
    game = kind.build(book, form=form, parameters=parameters, tier=tier)
    if perceiving:
        return game.with_percepts()
    return game.face_up() if cards_up else game


def after_line(game: Game, line: tuple[tuple[str, ...], ...]) -> State:
    """Return the state after joint moves from the start."""
    state = game.initial
    for joint in line:
        state = state.play_joint(joint)
    return state


class Successors(tuple[tuple[str, State], ...]):
    """Moves and the states that they lead to."""

    __slots__ = ()

    def __call__(self) -> Successors:
        """Return itself, for programs that call `successors` as it once was."""
        warnings.warn(
            "State.successors is a property now: leave the brackets out",
            DeprecationWarning,
            stacklevel=2,
        )
        return self


def load(
    game: str | os.PathLike[str],
    *,
    form: str = "best",
    tier: str | None = None,
    kind: str | None = None,
    **parameters: object,
) -> Game:
    """Return a game by name, as in `hexapawn(columns=4)`, or by the path of its file.

    Args:
        game: a name in `rules/` or a path, perhaps with parameters in brackets.
        form: how to compile the rules: `best`, `slots`, `lists`, or `meaning`.
        tier: what the states of the game stand on: `clauses`, the default, or `native`.
            Native states stand on the game's network alone: boards, moves, successors,
            goals and native searches need no clauses, which are compiled only where
            something else is asked. Searches of such a game are native where they can
            be, unless another tier is named.
        kind: what the file is, `game` or `space`; by default it is recognised, and the
            `kind` of the game says why.
        parameters: more parameters, as the rule file's `parameter/2` names them.

    Raises:
        InputError: no such game, form, tier or parameter, or a value of the wrong kind;
            or the file is a search program or a theory.
        RulesError: the file cannot be read or has faults; all are listed.

    >>> load("hexapawn", columns=4).parameters["columns"]
    '4'
    """
    book, given = called(os.fspath(game))
    book = said_to_be(kind, book)
    own = [(name, _value_text(name, value)) for name, value in parameters.items()]
    try:
        return Game.build(book, form=form, parameters=[*given, *own], tier=tier)
    except MoveError as error:  # what a text stands for is known there
        raise InputError(f"a parameter of {book.name!r}: {error}") from error


def load_text(
    text: str,
    *,
    name: str = "<text>",
    form: str = "best",
    syntax: str | None = None,
    tier: str | None = None,
    kind: str | None = None,
) -> Game:
    """Return the game that a rule text defines.

    Args:
        text: the rules.
        name: how the text is called in messages.
        form: see `load`.
        syntax: `prolog`, `cilog`, `kif`, `infix` or `hrf`; by default it is guessed
            from the text.
        tier: see `load`.
        kind: see `load`.

    Raises:
        InputError: no such form, syntax, tier or kind; or as for `load`.
        RulesError: the text has faults; all are listed.
    """
    book = said_to_be(kind, text_book(text, name=name, syntax=syntax))
    return Game.build(book, form=form, tier=tier)


def said_to_be(kind: str | None, book: Rulebook) -> Rulebook:
    """Return a rule file that is read as one of a kind, if that is given.

    Raises:
        InputError: no such kind.
    """
    if kind is None:
        return book
    must_be_one_of("kind", kind, KINDS)
    return replace(book, kind=kind)


def text_book(text: str, *, name: str, syntax: str | None = None) -> Rulebook:
    """Return a rule text as if it were read from a file.

    Raises:
        InputError: the argument is no string, or the syntax is unknown.
    """
    must_be_text("rules", text)
    if syntax is not None:
        must_be_one_of("syntax", syntax, NAMES)
    shown = syntax_of(text) if syntax is None else syntax
    guessed = syntax is None and shown != "prolog"
    return Rulebook(name, name, text, shown, guessed).with_included()


def _value_text(name: str, value: object) -> str:
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(_value_text(name, v) for v in value)}]"
    if isinstance(value, bool) or not isinstance(value, (int, str)):
        raise InputError(
            "expected a whole number, a name or a list of these for the parameter "
            f"{name}, found {value!r}"
        )
    return str(value)


def convert(game: Game | str | os.PathLike[str], to: str) -> str:
    """Return the rules of a game in another syntax.

    Comments and layout are lost; the rules stay the same. In `gdl` the game stays the
    same, but not the rules: arithmetic and counts become tables, and goals are scaled
    to 0 to 100, so that any General Game Playing system can read them.

    Args:
        game: a game, or a name or path as for `load`.
        to: `prolog`, `cilog`, `kif`, `infix`, `hrf` or `gdl`.

    Raises:
        InputError: no such game or syntax, or values for parameters that only GDL can
            keep.
        RulesError: the rules have faults, or cannot be written in GDL.
        LimitError: the tables of GDL take too long.

    >>> "(role first)" in convert("nim", "kif").splitlines()
    True
    """
    must_be_one_of("syntax", to, SYNTAXES)
    if to == "gdl":
        return gdl(loaded_game(game))
    if isinstance(game, Game):
        return convert_book(game.book, to)
    book, parameters = called(os.fspath(game))
    if parameters:
        raise InputError(
            f"expected rules without values for their parameters, found {game!r} "
            "(only gdl writes the values into the rules)"
        )
    return convert_book(book, to)


def loaded_game(game: Game | str | os.PathLike[str]) -> Game:
    """Return a game that may be given by its name or path; see `load`."""
    return game if isinstance(game, Game) else load(game)
