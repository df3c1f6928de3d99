"""Games and states with all that can be done with them: the door to the package."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import cast

from pygame_search.model import game as model
from pygame_search.model.game import (
    CHANCE,
    FACE_UP,
    FORMS,
    LOAD_INFERENCES,
    LOAD_SECONDS,
    called,
    convert,
    examine,
    gdl,
    no_moves,
    position_text,
)
from pygame_search.model.heuristics import RoleHeuristics, heuristics
from pygame_search.model.position import (
    Cell,
    Position,
    joint_text,
    noted,
    split_moves,
)
from pygame_search.network.loading import LoadedGame, load_as, load_text_as
from pygame_search.rules.rulebook import Rulebook
from pygame_search.search.best import best
from pygame_search.search.core.methods import MethodCall
from pygame_search.search.core.result import SearchResult
from pygame_search.search.paths import DEFAULT_LIMIT, PathResult, paths

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
    "convert",
    "examine",
    "gdl",
    "joint_text",
    "load",
    "load_text",
    "no_moves",
    "noted",
    "position_text",
    "split_moves",
]


class State(model.State):
    """A state of a game, an immutable value: equal states are equal."""

    __slots__ = ()

    @property
    def game(self) -> Game:
        """Whose state it is."""
        return cast(Game, self._game)

    def best(
        self,
        *,
        role: str | None = None,
        depth: int | None = None,
        seconds: float | None = None,
        method: str | MethodCall | None = None,
        tier: str | None = None,
        weights: Mapping[str, int] | None = None,
        all_best: bool = False,
        exact: bool = False,
        record: bool = False,
        progress: Callable[[str], None] | None = None,
        table_bytes: int | None = None,
        interruptible: bool = False,
    ) -> SearchResult:
        """Return the best move of a role; see `pygame_search.search.best.best`."""
        return best(
            self, role=role, depth=depth, seconds=seconds, method=method, tier=tier,
            weights=weights, all_best=all_best, exact=exact, record=record,
            progress=progress, table_bytes=table_bytes, interruptible=interruptible,
        )  # fmt: skip

    def heuristics(self) -> tuple[RoleHeuristics, ...]:
        """Return what there is to weigh for each role; see `heuristics`."""
        return heuristics(self)


class Game(LoadedGame):
    """The rules of a game, with its searches; `model.game.Game` has the attributes."""

    @property
    def initial(self) -> State:
        """The state in which the game begins."""
        return State(self)

    def numbered(self, number: int) -> State:
        """Return the state of which the engine has told the number."""
        return State(self, number)

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

        Raises:
            InputError: the start is of another game.
            MoveError: a move is malformed, or not legal when it comes.
        """
        return cast(State, super().after(moves, start))

    def path(
        self,
        *,
        start: model.State | None = None,
        method: str = "breadth",
        prune: str | None = None,
        limit: int | None = DEFAULT_LIMIT,
        seconds: float | None = None,
        tier: str = "clauses",
    ) -> PathResult:
        """Return the first path to a goal; see `pygame_search.search.paths.paths`."""
        return next(
            self.paths(
                start=start, method=method, prune=prune, limit=limit, seconds=seconds,
                tier=tier,
            )
        )  # fmt: skip

    def paths(
        self,
        *,
        start: model.State | None = None,
        method: str = "breadth",
        prune: str | None = None,
        limit: int | None = DEFAULT_LIMIT,
        seconds: float | None = None,
        tier: str = "clauses",
    ) -> Iterator[PathResult]:
        """Yield paths to goals, lazily; see `pygame_search.search.paths.paths`."""
        return paths(
            self, start=start, method=method, prune=prune, limit=limit,
            seconds=seconds, tier=tier,
        )  # fmt: skip


def load(
    game: str | os.PathLike[str], *, form: str = "best", **parameters: object
) -> Game:
    """Return a game by name, as in `hexapawn(columns=4)`, or by the path of its file.

    Args:
        game: a name in `rules/` or a path, perhaps with parameters in brackets.
        form: how to compile the rules: `best`, `slots`, `lists`, or `meaning`.
        parameters: more parameters, as the rule file's `parameter/2` names them.

    Raises:
        InputError: no such game, form or parameter, or a value of the wrong kind.
        RulesError: the file cannot be read or has faults; all are listed.

    >>> load("hexapawn", columns=4).parameters["columns"]
    '4'
    """
    return load_as(Game, game, form=form, parameters=parameters)


def load_text(
    text: str, *, name: str = "<text>", form: str = "best", syntax: str | None = None
) -> Game:
    """Return the game that a rule text defines.

    Args:
        text: the rules.
        name: how it is called in messages.
        form: see `load`.
        syntax: `prolog`, `kif` or `cilog`; by default the one that it seems to be in.

    Raises:
        InputError: no such form or syntax.
        RulesError: the text has faults; all are listed.
    """
    return load_text_as(Game, text, name=name, form=form, syntax=syntax)


def build(
    book: Rulebook, *, form: str = "best", parameters: Sequence[Sequence[str]] = ()
) -> Game:
    """Return the game of a rule file that was read already."""
    return Game.build(book, form=form, parameters=parameters)
