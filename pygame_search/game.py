"""Games and states with all that can be done with them: the door to the package."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from pygame_search.model import game as model
from pygame_search.model.decimals import Weight
from pygame_search.model.game import (
    CHANCE,
    FACE_UP,
    FORMS,
    LOAD_INFERENCES,
    LOAD_SECONDS,
    called,
    examine,
    gdl,
    no_moves,
    position_text,
)
from pygame_search.model.game import convert as converted
from pygame_search.model.heuristics import RoleHeuristics, heuristics
from pygame_search.model.position import (
    Cell,
    Position,
    joint_text,
    noted,
    split_moves,
)
from pygame_search.network.loading import (
    LoadedGame,
    load_as,
    load_text_as,
    text_book,
)
from pygame_search.rules.rulebook import Rulebook
from pygame_search.search.core.methods import MethodCall
from pygame_search.support.errors import InputError, no_effect
from pygame_search.support.printing import preformatted
from pygame_search.support.validation import must_be_one_of

if TYPE_CHECKING:
    from pygame_search.experiments.checking import CheckReport
    from pygame_search.experiments.game_size import GameSize
    from pygame_search.experiments.learning.learn import Learned
    from pygame_search.experiments.matches.match import MatchResult
    from pygame_search.experiments.matches.play import Clock
    from pygame_search.experiments.matches.players import Player
    from pygame_search.experiments.matches.playthrough import Playthrough
    from pygame_search.experiments.matches.statistics import SequentialTest
    from pygame_search.explanation.proofs import Explanation
    from pygame_search.explanation.questions import Answers
    from pygame_search.explanation.reasons import BestReasons, EndReasons
    from pygame_search.explanation.search_tree import SearchTree
    from pygame_search.programs.program import SearchProgram
    from pygame_search.search.core.result import SearchResult
    from pygame_search.search.paths import PathResult
    from pygame_search.search.perft import Perft
    from pygame_search.search.playouts import Playouts
    from pygame_search.solving.certificate import Certificate
    from pygame_search.solving.solution import Solution
    from pygame_search.solving.verify import Verdict

__all__ = [
    "CHANCE",
    "FACE_UP",
    "FORMS",
    "LOAD_INFERENCES",
    "LOAD_SECONDS",
    "Cell",
    "Game",
    "Position",
    "State",
    "build",
    "called",
    "check",
    "check_text",
    "convert",
    "examine",
    "gdl",
    "joint_text",
    "learn",
    "load",
    "load_text",
    "match",
    "no_moves",
    "noted",
    "position_text",
    "read_certificate",
    "save_certificate",
    "split_moves",
    "verify",
]

#: How many paths a search expands when no limit is given.
PATHS = 1_000_000

#: What `convert` writes.
SYNTAXES = ("prolog", "kif", "cilog", "gdl")


class State(model.State):
    """A state of a game, an immutable value: equal states are equal.

    `print` shows the board, or the fluents where the rules draw none.
    """

    __slots__ = ()

    @property
    def game(self) -> Game:
        """The game of the state."""
        return cast(Game, self._game)

    @property
    def legal_moves(self) -> tuple[str, ...]:
        """The moves that `play` takes; where several roles move, joint moves.

        >>> load("nim(heaps=[1, 2])").initial.legal_moves
        ('take(1, 1)', 'take(2, 1)', 'take(2, 2)')
        """
        if self.terminal:
            return ()
        return tuple(joint_text(joint) for joint in product(*self.legal.values()))

    def successors(self) -> tuple[tuple[str, State], ...]:
        """Return each legal move and the state that it leads to.

        Raises:
            RulesError: a role has no legal move in a state that is not terminal.

        >>> for move, state in load("nim(heaps=[1, 2])").initial.successors():
        ...     print(move, state.legal_moves)
        take(1, 1) ('take(2, 1)', 'take(2, 2)')
        take(2, 1) ('take(1, 1)', 'take(2, 1)')
        take(2, 2) ('take(1, 1)',)
        """
        if self.terminal:
            return ()
        for role, moves in self.legal.items():
            if not moves:
                raise no_moves(self.game, role, self.facts)
        states = map(self.game.known, self.game.states.successors(self.key))
        return tuple(zip(self.legal_moves, states, strict=True))

    def best(
        self,
        *,
        role: str | None = None,
        depth: int | None = None,
        seconds: float | None = None,
        method: str | MethodCall | None = None,
        tier: str | None = None,
        weights: Mapping[str, Weight | float] | None = None,
        all_best: bool = False,
        exact: bool = False,
        record: bool = False,
        progress: Callable[[str], None] | None = None,
        table_bytes: int | None = None,
        interruptible: bool = False,
    ) -> SearchResult:
        """Return the best move of a role, its value and the line of play.

        Args:
            role: from whose point of view; by default the first role that is to move.
            depth: how many plies to look ahead; 0 for the estimate of the position
                itself, without a move. Without it the depth grows, one ply at
                a time, until the game is searched to its end or the time is over.
            seconds: the time limit; 5 when no depth is given either.
            method: as in `alphabeta(depth=6, order=history)`; `METHODS` has them all.
                By default alphabeta, without a depth deepening; expectimax if a role is
                `random`.
            tier: `clauses` (Prolog), `procedural` (Python) or `native` (compiled
                kernels); by default it is chosen.
            weights: of features, in place of those in the rule file, and of heuristics.
            all_best: whether to find every move that is as good as the best.
            exact: whether to find the exact value of every move.
            record: whether to keep the events of the search, as `tree` does.
            progress: called with a text after each depth.
            table_bytes: the size of the native tier's transposition table.
            interruptible: whether Ctrl-C ends the search with the answer so far.

        Raises:
            InputError: an unknown role, method, parameter or tier, or a negative depth.
            LimitError: the search was too large for the machine.
            RulesError: a role has no legal move before the end, or no goal value there.
            TierError: the tier does not support the game.

        >>> result = load("nim(heaps=[1, 2])").initial.best()
        >>> result.move, result.value, result.pv
        ('take(2, 1)', 1, ('take(2, 1)', 'take(1, 1)', 'take(2, 1)'))
        """
        from pygame_search.search.best import best

        return best(
            self, role=role, depth=depth, seconds=seconds, method=method, tier=tier,
            weights=weights, all_best=all_best, exact=exact, record=record,
            progress=progress, table_bytes=table_bytes, interruptible=interruptible,
        )  # fmt: skip

    def why_best(
        self,
        *,
        role: str | None = None,
        depth: int | None = None,
        seconds: float | None = None,
        method: str | MethodCall | None = None,
        tier: str | None = None,
        weights: Mapping[str, Weight | float] | None = None,
    ) -> BestReasons:
        """Return why the best move is the best: what becomes of each move.

        Each move is searched with the whole window, which takes more nodes than `best`.
        The arguments and errors are those of `best`.
        """
        from pygame_search.explanation.reasons import why_best

        return why_best(
            self, role=role, depth=depth, seconds=seconds, method=method, tier=tier,
            weights=weights,
        )  # fmt: skip

    def why_terminal(self) -> EndReasons:
        """Return why the game is over, or is not, and what each role gets."""
        from pygame_search.explanation.reasons import why_terminal

        return why_terminal(self)

    def solve(
        self,
        *,
        role: str | None = None,
        method: str | None = None,
        tier: str | None = None,
        strength: str | None = None,
        seconds: float | None = None,
        memory: int | None = None,
        draw: int | None = None,
        nodes: int | None = None,
        progress: Callable[[str], None] | None = None,
        checkpoint: str | os.PathLike[str] | None = None,
        resume: bool = True,
    ) -> Solution:
        """Return what the state is worth for certain, with best play by all.

        Args:
            role: from whose point of view; by default the first role that is to move.
            method: alphabeta, retrograde or proof_number; by default one that gives the
                strength.
            tier: `clauses`, `procedural` or `native`; by default it is chosen.
            strength: the least that is wanted: `ultra-weak`, the value; `weak`, a
                strategy for it too; `strong`, the value of every reachable state.
            seconds: the time limit; by default none.
            memory: the number of bytes that the native tier may use.
            draw: the value of endless play to the role; by default it has none.
            nodes: the node limit of proof-number search.
            progress: called with a text that says how far the work is.
            checkpoint: the file in which the native tier keeps unfinished work.
            resume: whether the native tier continues from that file.

        Raises:
            InputError: an unknown role, method, strength or tier, a game of chance, or
                hidden information.
            LimitError: the value could not be decided within the limits.
            TierError: the tier does not support the game.

        >>> load("nim(heaps=[1, 2])").initial.solve().values
        {'first': 1, 'second': -1}
        """
        from pygame_search.solving.solve import solve

        return solve(
            self, role=role, method=method, strength=strength, seconds=seconds,
            memory=memory, draw=draw, nodes=nodes, progress=progress,
            checkpoint=None if checkpoint is None else Path(checkpoint), resume=resume,
            **_named(tier),
        )  # fmt: skip

    def tree(
        self,
        *,
        role: str | None = None,
        depth: int | None = None,
        method: str | MethodCall | None = None,
        tier: str | None = None,
        weights: Mapping[str, Weight | float] | None = None,
    ) -> SearchTree:
        """Return the tree that a search visits, with values and cut-offs.

        Args:
            role: from whose point of view; by default the first role that is to move.
            depth: how many plies to look ahead, 2 if the method does not say; for a
                method without a depth, how deep to draw the tree.
            method: one that has a trace; by default minimax.
            tier: `clauses`, `procedural` or `native`; by default it is chosen.
            weights: of features and heuristics, as in `best`.

        Raises:
            InputError: an unknown role, method or tier, or a method without a trace.

        >>> print(load("nim(heaps=[1, 1])").initial.tree())
        max -1 (loss in 2)
        ├── take(1, 1)  min -1 (loss in 2)
        │   └── take(2, 1)  terminal -1 (loss in 2)
        └── take(2, 1)  min -1 (loss in 2)
            └── take(1, 1)  terminal -1 (loss in 2)
        """
        from pygame_search.explanation.search_tree import search_tree

        return search_tree(
            self, role=role, depth=depth, method=method, tier=tier, weights=weights
        )

    def playouts(
        self,
        *,
        seconds: float | None = None,
        count: int | None = None,
        seed: int = 1,
        tier: str | None = None,
        workers: int = 1,
        cluster: str | None = None,
        longest: int | None = None,
    ) -> Playouts:
        """Return the mean goals of random games.

        The games are a function of the seed: with a count so is the answer.

        Args:
            seconds: how long to play; 1 when no count is given.
            count: how many games to play instead.
            seed: the seed of the random numbers, 0 or more.
            tier: `clauses`, `procedural` or `native`; by default it is chosen.
            workers: the number of processes, or of threads in the native tier.
            cluster: a Dask cluster to work on, `local` or an address.
            longest: the number of plies after which a game is given up.

        Raises:
            InputError: an unknown tier, a number out of range, or no such cluster.
            LimitError: no game ended.
            RulesError: a role has no legal move before the end, or no goal value there.
            TierError: the tier does not support the game.
        """
        from pygame_search.search.playouts import USUAL_PLIES, playouts

        return playouts(
            self, seconds=seconds, count=count, seed=seed, workers=workers,
            cluster=cluster, longest=USUAL_PLIES if longest is None else longest,
            **_named(tier),
        )  # fmt: skip

    def perft(
        self,
        depth: int,
        *,
        tier: str | None = None,
        seconds: float | None = None,
        workers: int = 1,
    ) -> Perft:
        """Return the number of nodes of the game tree, level by level.

        Args:
            depth: how deep to count, in plies.
            tier: `clauses`, `procedural` or `native`; by default it is chosen.
            seconds: the time limit; by default none.
            workers: the number of threads; more than 1 only in the native tier.

        Raises:
            InputError: an unknown tier, a depth below 1, or workers it does not have.
            LimitError: the time was over, or the tree is too deep.
            TierError: the tier does not support the game.

        >>> [level.nodes for level in load("tic_tac_toe").initial.perft(3)]
        [9, 72, 504]
        """
        from pygame_search.search.perft import perft

        return perft(self, depth, seconds=seconds, workers=workers, **_named(tier))

    def stats(
        self,
        *,
        games: int = 1000,
        seconds: float = 10.0,
        seed: int = 1,
        tier: str | None = None,
    ) -> GameSize:
        """Return how large the game is: branching factor, length, tree, states.

        A small tree and a small state space are counted. A large tree is estimated from
        random games, with an interval of 95 %; of many states a part is counted.

        Args:
            games: how many random games to play, at least 2.
            seconds: about how long all of it may take.
            seed: of the random numbers, 0 or more.
            tier: `clauses`, `procedural` or `native`; by default it is chosen.

        Raises:
            InputError: the game is over, an unknown tier, or a number out of range.
            LimitError: no two random games ended in their time.
            RulesError: a role has no legal move before the end.
            TierError: the tier does not support the game.

        >>> size = load("hexapawn").initial.stats()
        >>> size.states.number, size.nodes.value, size.lines.value
        (135, Decimal('252'), Decimal('134'))
        """
        from pygame_search.experiments.game_size import game_size

        return game_size(self, games=games, seconds=seconds, seed=seed, **_named(tier))

    def ask(
        self,
        question: str,
        *,
        limit: int = 20,
        seconds: float | None = None,
        program: SearchProgram | str | os.PathLike[str] | None = None,
    ) -> Answers:
        r"""Return the answers to a question about the state.

        A question is the body of a rule, as in `legal(P, M), \+ terminal`. It may also
        use `best_move(R, M, V)`, `minimax(N, M, V)` and `perft(N, C)`.

        Args:
            question: in the syntax of the game's rule file.
            limit: the greatest number of answers.
            seconds: the time limit; 60 by default.
            program: a search program, or its file, whose clauses can be asked, too.

        Raises:
            InputError: the question cannot be read, or uses an unknown relation.
            LimitError: it takes too long, and no answer was found.

        >>> print(load("nim(heaps=[1, 2])").initial.ask("true(heap(H, N)), N > 1"))
        H = 2, N = 2
        """
        from pygame_search.explanation.questions import ask

        return ask(self, question, limit=limit, seconds=seconds, program=program)

    def explain(
        self,
        goal: str,
        *,
        move: str | None = None,
        answer: int = 1,
        seconds: float | None = None,
        program: SearchProgram | str | os.PathLike[str] | None = None,
    ) -> Explanation:
        """Return how a goal follows from the rules in the state, or why it does not.

        Args:
            goal: the body of a rule, as for `ask`.
            move: a move that is made in this step, so that `next(F)` can be explained.
            answer: which of the answers to explain, counted from 1.
            seconds: the time limit; 60 by default.
            program: a search program, or its file, whose clauses can be asked, too.

        Raises:
            InputError: the goal cannot be read, uses an unknown relation, or has fewer
                answers.
            MoveError: the move is not legal.
            LimitError: it takes too long.

        >>> print(load("nim(heaps=[1])").initial.explain("true(control(P))"))
        true(control(first)) holds in the position.
        """
        from pygame_search.explanation.search_steps import explain

        return explain(
            self, goal, move=move, answer=answer, seconds=seconds, program=program
        )

    def heuristics(self) -> tuple[RoleHeuristics, ...]:
        """Return, for each player, the features and heuristics of the state.

        >>> white, black = load("hexapawn").initial.heuristics()
        >>> [(one.name, one.value) for one in white.features[:3]]
        [('pawn', 3), ('clear_path', 0), ('mobility', 3)]
        """
        return heuristics(self)

    def _repr_html_(self) -> str:
        """Return the board with its edges and symbols, for a notebook."""
        return preformatted(self.board(symbols=True))

    def svg(self) -> str:
        """Return the board as a standalone SVG file.

        Raises:
            InputError: the rules draw no board, or one that is too large.
        """
        from pygame_search.render.board_svg import board_svg

        return board_svg(self)


class Game(LoadedGame):
    """The rules of a game, loaded; `load` makes it.

    The rules are compiled when they are first played by. A game is pickled as its rule
    file and parameters.

    Attributes:
        name: the name of the game.
        title, source, about: texts for people; None if the file has none.
        roles: the roles, in the order of move lists.
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

    @property
    def initial(self) -> State:
        """The state in which the game begins."""
        return State(self)

    def stats(
        self,
        *,
        games: int = 1000,
        seconds: float = 10.0,
        seed: int = 1,
        tier: str | None = None,
    ) -> GameSize:
        """Return how large the game is from its start on; see `State.stats`."""
        return self.initial.stats(games=games, seconds=seconds, seed=seed, tier=tier)

    def ask(
        self,
        question: str,
        *,
        limit: int = 20,
        seconds: float | None = None,
        program: SearchProgram | str | os.PathLike[str] | None = None,
    ) -> Answers:
        """Return the answers to a question about the start; see `State.ask`.

        >>> print(load("delivery_robot").ask("initial(S)"))
        S = mail_room
        """
        return self.initial.ask(question, limit=limit, seconds=seconds, program=program)

    def explain(
        self,
        goal: str,
        *,
        move: str | None = None,
        answer: int = 1,
        seconds: float | None = None,
        program: SearchProgram | str | os.PathLike[str] | None = None,
    ) -> Explanation:
        """Return how a goal follows at the start, or why not; see `State.explain`."""
        return self.initial.explain(
            goal, move=move, answer=answer, seconds=seconds, program=program
        )

    def known(self, key: int | bytes) -> State:
        """Return the state that the source of states knows by a key."""
        return State(self, key)

    def numbered(self, number: int) -> State:
        """Return the state with a number of the engine."""
        return cast(State, super().numbered(number))

    def state(self, text: str) -> State:
        """Return the state in which the fluents of text hold, as in `[f1, f2]`.

        Raises:
            MoveError: text is no list of fluents, or one of them cannot hold.
        """
        return cast(State, super().state(text))

    def own(self, state: model.State) -> State:
        """Return a state of these rules, perhaps loaded apart, as one of this game.

        Raises:
            InputError: it is no state, or of other rules.
        """
        return cast(State, super().own(state))

    def after(
        self, moves: str | Iterable[str], start: model.State | None = None
    ) -> State:
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
        return cast(State, super().after(moves, start))

    def path(
        self,
        *,
        start: model.State | None = None,
        method: str = "breadth",
        prune: str | None = None,
        limit: int | None = PATHS,
        seconds: float | None = None,
        tier: str | None = None,
        record: bool = False,
        worth: int | None = None,
    ) -> PathResult:
        """Return the first path to a goal; the arguments are those of `paths`.

        >>> load("delivery_robot").path(method="a_star").states
        ('mail_room', 'corridor_west', 'corridor_east', 'laboratory')
        """
        return next(
            self.paths(
                start=start, method=method, prune=prune, limit=limit, seconds=seconds,
                tier=tier, record=record, worth=worth,
            )
        )  # fmt: skip

    def paths(
        self,
        *,
        start: model.State | None = None,
        method: str = "breadth",
        prune: str | None = None,
        limit: int | None = PATHS,
        seconds: float | None = None,
        tier: str | None = None,
        record: bool = False,
        worth: int | None = None,
    ) -> Iterator[PathResult]:
        """Yield paths to goals, lazily; the last result is the one that is not found.

        Args:
            start: where to begin, for a game of one role.
            method: breadth, depth, iterative, lowest_cost, best_first or a_star, or one
                of the usual abbreviations (bfs, dfs, ...).
            prune: `paths`, the default; `cycles`; or `none`.
            limit: the greatest number of paths to expand; None for no limit.
            seconds: the time limit for each path.
            tier: `clauses`, `procedural` or `native`, which may find another path, as
                short; by default it is chosen.
            record: whether each result has the `events` of the search.
            worth: in a game of one role, the least goal value of an end that is a goal;
                by default the highest that the rules name.

        Raises:
            InputError: no state space, an unknown method, or one that needs a missing
                h; a number out of range, or a start of another game.
            TierError: the tier does not support the space or the method.
            LimitError: the time was over.
        """
        from pygame_search.search.paths import paths

        return paths(
            self, start=start, method=method, prune=prune, limit=limit,
            seconds=seconds, record=record, worth=worth, **_named(tier),
        )  # fmt: skip


def load(
    game: str | os.PathLike[str],
    *,
    form: str = "best",
    tier: str | None = None,
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
        parameters: more parameters, as the rule file's `parameter/2` names them.

    Raises:
        InputError: no such game, form, tier or parameter, or a value of the wrong kind.
        RulesError: the file cannot be read or has faults; all are listed.

    >>> load("hexapawn", columns=4).parameters["columns"]
    '4'
    """
    return load_as(Game, game, form=form, tier=tier, parameters=parameters)


def load_text(
    text: str,
    *,
    name: str = "<text>",
    form: str = "best",
    syntax: str | None = None,
    tier: str | None = None,
) -> Game:
    """Return the game that a rule text defines.

    Args:
        text: the rules.
        name: how the text is called in messages.
        form: see `load`.
        syntax: `prolog`, `kif` or `cilog`; by default it is guessed from the text.
        tier: see `load`.

    Raises:
        InputError: no such form, syntax or tier.
        RulesError: the text has faults; all are listed.
    """
    return load_text_as(Game, text, name=name, form=form, syntax=syntax, tier=tier)


def build(
    book: Rulebook, *, form: str = "best", parameters: Sequence[Sequence[str]] = ()
) -> Game:
    """Return the game of a rule file that was read already."""
    return Game.build(book, form=form, parameters=parameters)


def match(
    game: Game | str | os.PathLike[str],
    methods: Sequence[str | Player],
    *,
    games: int = 100,
    seed: int = 1,
    clock: Clock | None = None,
    tier: str | None = None,
    weights: Sequence[Mapping[str, Weight | float] | None] | None = None,
    start: State | None = None,
    openings: Sequence[Sequence[tuple[str, ...]]] | None = None,
    plies: int | None = None,
    test: SequentialTest | None = None,
    longest: int | None = None,
    workers: int = 1,
    cluster: str | None = None,
    ended: Callable[[int, Playthrough], object] | None = None,
    progress: Callable[[str], object] | None = None,
) -> MatchResult:
    """Play methods against each other, each in every role, and return the scores.

    A round is an opening from which every assignment of the players to the roles is
    played. What is played is a function of the seed, whatever the number of workers, as
    long as the players stop by depth and not by the clock. Ctrl-C ends the match with
    the games so far.

    Args:
        game: what is played.
        methods: two players or more, as in `alphabeta(depth=4)@native`.
        games: how many games to play, rounded up to whole rounds.
        seed: the seed of the random numbers, 0 or more.
        clock: the time of each player; without one, a method that has no limit of its
            own gets a second a move.
        tier: of the players that name none.
        weights: of each player, for features and heuristics.
        start: where the openings begin; by default the initial state.
        openings: joint moves to begin games with; by default they are random.
        plies: the length of the random openings.
        test: a sequential test, which ends the match when it has decided.
        longest: after how many joint moves a game is given up, as a draw.
        workers: the number of processes.
        cluster: a Dask cluster to work on, `local` or an address.
        ended: called with the number of each game that counts, and the game, in order.
        progress: called with a text that says how far the match is.

    Raises:
        InputError: fewer than two players, one that cannot play the game, or a number
            out of range.
    """
    from pygame_search.experiments.matches.match import LONGEST, match

    return match(
        _loaded(game), methods, games=games, seed=seed, clock=clock, tier=tier,
        weights=weights, start=start, openings=openings, plies=plies, test=test,
        longest=LONGEST if longest is None else longest, workers=workers,
        cluster=cluster, ended=ended, progress=progress,
    )  # fmt: skip


def learn(
    game: Game | str | os.PathLike[str],
    *,
    method: str = "regression",
    features: Sequence[str] | None = None,
    heuristics: bool = False,
    weights: Mapping[str, Weight | float] | None = None,
    games: int | None = None,
    seconds: float | None = None,
    seed: int = 1,
    depth: int = 0,
    decay: float | None = None,
    step: float | None = None,
    exploration: float = 0.1,
    batch: int = 20,
    longest: int = 1000,
    start: State | None = None,
    tier: str | None = None,
    workers: int = 1,
    cluster: str | None = None,
    progress: Callable[[str], object] | None = None,
) -> Learned:
    """Learn weights from games of a player against itself.

    The player looks one move ahead, with the weights learned so far; it begins with
    random games. The weights are a function of the seed, whatever the number of
    workers, unless the clock ends the learning. Ctrl-C ends it with the weights so far.

    Args:
        game: what is learned.
        method: `regression` or `td`.
        features: features of the rule file, or heuristics, whose weights are learned;
            by default all features, and without any the heuristics.
        heuristics: whether to learn weights for the heuristics too.
        weights: the old weights, to compare with; by default those of the rule file.
        games: the greatest number of games to learn from.
        seconds: the time limit; 10 when no number of games is given.
        seed: the seed of the random numbers, 0 or more.
        depth: learn from positions searched to this depth; 0 for the outcomes of games.
        decay: the lambda of TD, from 0 to 1.
        step: the first step size of TD.
        exploration: the share of random moves, from 0 to 1.
        batch: how many games are played with the same weights.
        longest: after how many joint moves a game is given up.
        start: where the games begin; by default the initial state.
        tier: `native` or `procedural`; by default native if it supports the game.
        workers: the number of processes.
        cluster: a Dask cluster to work on, `local` or an address.
        progress: called with a text that says how far the learning is.

    Raises:
        InputError: no such method or feature, a number out of range, or a game in which
            there is nothing to learn.
        LimitError: no game ended.
        TierError: the tier does not support the game.
    """
    from pygame_search.experiments.learning.learn import learn

    return learn(
        _loaded(game), method=method, features=features, heuristics=heuristics,
        weights=weights, games=games, seconds=seconds, seed=seed, depth=depth,
        decay=decay, step=step, exploration=exploration, batch=batch, longest=longest,
        start=start, tier=tier, workers=workers, cluster=cluster, progress=progress,
    )  # fmt: skip


def check(
    game: str | os.PathLike[str], *, seconds: float | None = None, static: bool = False
) -> CheckReport:
    """Return what is wrong with a rule file: where each fault is, and how to fix it.

    If the rules have no errors, the game is run too: through all its states if they are
    few, else through random games.

    Args:
        game: a name or a path, as for `load`.
        seconds: the processor time for running the game; 2 by default.
        static: whether only to read the rules, and run nothing.

    Raises:
        InputError: no such file or parameter.

    >>> check("nim").ok
    True
    """
    book, parameters = called(os.fspath(game))
    return _checked(book, parameters, seconds, static)


def check_text(
    text: str,
    *,
    name: str = "<text>",
    syntax: str | None = None,
    seconds: float | None = None,
    static: bool = False,
) -> CheckReport:
    """Return what is wrong with a rule text; see `check`.

    Args:
        text: the rules.
        name: how the text is called in messages.
        syntax: `prolog`, `kif` or `cilog`; by default it is guessed from the text.
        seconds: the processor time for running the game; 2 by default.
        static: whether only to read the rules, and run nothing.

    Raises:
        InputError: no such syntax.

    >>> [fault.message for fault in check_text("role(x).", static=True).errors]
    ['no rule defines goal/2', 'no rule defines legal/2', 'no rule defines terminal/0']
    """
    return _checked(text_book(text, name=name, syntax=syntax), (), seconds, static)


def convert(game: Game | str | os.PathLike[str], to: str) -> str:
    """Return the rules of a game in another syntax.

    Comments and layout are lost; the rules stay the same. In `gdl` the game stays the
    same, but not the rules: arithmetic and counts become tables, and goals are scaled
    to 0 to 100, so that any General Game Playing system can read them.

    Args:
        game: a game, or a name or path as for `load`.
        to: `prolog`, `kif`, `cilog` or `gdl`.

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
        return gdl(_loaded(game))
    if isinstance(game, Game):
        return converted(game.book, to)
    book, parameters = called(os.fspath(game))
    if parameters:
        raise InputError(
            f"expected rules without values for their parameters, found {game!r} "
            "(only gdl writes the values into the rules)"
        )
    return converted(book, to)


def save_certificate(solution: Solution, file: str | os.PathLike[str]) -> None:
    """Write a certificate of a weak or strong solution, which `verify` checks.

    Raises:
        InputError: the file cannot be written, or the solution is ultra-weak.
    """
    from pygame_search.solving.certificate import save

    save(solution, file)


def read_certificate(file: str | os.PathLike[str]) -> Certificate:
    """Return the certificate in a file.

    Raises:
        InputError: the file cannot be read.
        CertificateError: it is no certificate, is damaged, or is of a newer version.
    """
    from pygame_search.solving.certificate import read

    return read(file, Game)


def verify(
    certificate: Certificate | str | os.PathLike[str],
    *,
    independent: bool = False,
    rules: str | os.PathLike[str] | None = None,
    progress: Callable[[str], None] | None = None,
) -> Verdict:
    """Return what a certificate proves, or the first thing in it that is wrong.

    Args:
        certificate: a certificate, or its file.
        independent: check by another interpreter of rules, which shares no code with
            the search and reads the file anew: slowly, so for small games.
        rules: the rule file, if it is not where the certificate says.
        progress: called with a text that says how far the work is.

    Raises:
        InputError: the certificate or the rule file cannot be read.
        CertificateError: it is no certificate, or is about other rules; or it is of a
            kind that the independent check does not know.
    """
    from pygame_search.solving.certificate import Certificate
    from pygame_search.solving.verify import verify

    if not isinstance(certificate, Certificate):
        certificate = read_certificate(certificate)
    return verify(certificate, independent=independent, rules=rules, progress=progress)


def _loaded(game: Game | str | os.PathLike[str]) -> Game:
    return game if isinstance(game, Game) else load(game)


def _named(tier: str | None) -> dict[str, Any]:
    """Return the tier as an argument, none if it is chosen later."""
    return {} if tier is None else {"tier": tier}


def _checked(
    book: Rulebook,
    parameters: Sequence[Sequence[str]],
    seconds: float | None,
    static: bool,
) -> CheckReport:
    from pygame_search.experiments.checking import SECONDS, check_rules

    if static and seconds is not None:
        raise no_effect("seconds", "no static")
    limit = SECONDS if seconds is None else seconds
    return check_rules(book, parameters, seconds=None if static else limit)
