"""A role's best response to given strategies of all others."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from fractions import Fraction
from pathlib import Path
from typing import TypeAlias

from pygame_search.game import State
from pygame_search.model.rules import CHANCE, rules_hash
from pygame_search.search.core import options
from pygame_search.search.core.recording import game_call
from pygame_search.search.core.setup import checked_role
from pygame_search.solving.certificate import must_be_about
from pygame_search.solving.hidden import plans as plans_of
from pygame_search.solving.hidden.behaviours import (
    Behaviour,
    Behaviours,
    StrategyError,
    chances_of,
    listed,
    number_text,
)
from pygame_search.solving.hidden.by_beliefs import believes, best_alone, mean_alone
from pygame_search.solving.hidden.equilibrium import Equilibrium, must_be_start
from pygame_search.solving.hidden.equilibrium_file import read_equilibrium
from pygame_search.solving.hidden.plans import even_plan, mean_goals, plan_of
from pygame_search.solving.hidden.sequence_form import SequenceForm
from pygame_search.solving.hidden.solver import bounds
from pygame_search.solving.hidden.unfold import sequence_form
from pygame_search.support.errors import InputError
from pygame_search.support.json_objects import JsonObject
from pygame_search.support.printing import Printed, Shown, one_line, stacked
from pygame_search.support.requests import Request, asked, option
from pygame_search.support.words import counted

#: The strategy by which each legal move is as likely.
UNIFORM = "uniform"

#: What each role does, by its name.
Strategies: TypeAlias = "Mapping[str, Sequence[Behaviour]]"


@dataclass(frozen=True, slots=True, repr=False)
class BestResponse(Printed, JsonObject):
    """The most that a role can get against given strategies of all others, and how.

    Attributes:
        game: a name in `rules/` or the path of a file.
        parameters: the name and value of each parameter.
        role: the role.
        against: the strategies of the others: `uniform`, the file that they are in, or
            empty if they were given in Python.
        value: the mean goal of the role.
        given: its mean goal if it follows the given strategy itself; None if there is
            none for it.
        exploitability: of the given strategies: the mean of what the players can gain
            by best responses. None unless there are two players whose goals add up to
            a constant, and a strategy of each.
        strategy: what the role does in each of its information sets; those are marked
            as reached to which the strategies of all can lead.
        states: the number of states, counted once for each combination of what the
            players know there.
        seconds: how long it took.
    """

    game: str
    parameters: Mapping[str, str]
    role: str
    against: str
    value: Fraction
    given: Fraction | None
    exploitability: Fraction | None
    strategy: Sequence[Behaviour]
    states: int
    seconds: float

    json_members = (
        "game parameters role against value=number exact given=given_number "
        "exploitability=exploitability_number states seconds strategy"
    )

    @property
    def number(self) -> float:
        """The value as a decimal number."""
        return float(self.value)

    @property
    def exact(self) -> str | None:
        """The value as a fraction; None where that is long."""
        return _exact(self.value)

    @property
    def given_number(self) -> float | None:
        """What the given strategy gets, as a decimal number."""
        return None if self.given is None else float(self.given)

    @property
    def exploitability_number(self) -> float | None:
        """The exploitability as a decimal number."""
        return None if self.exploitability is None else float(self.exploitability)

    def __repr__(self) -> str:
        """Return one line with the value."""
        game = game_call(self.game, self.parameters)
        return one_line(self, game, f"{number_text(self.value)} for {self.role}")

    def printed(self) -> Shown:
        """Return the value, what the given strategy gets, and what the role does."""
        from pygame_search.support.console import Text

        against = f" to {self.against}" if self.against else ""
        parts: list[Shown | str] = [
            Text(
                f"best response{against}: {number_text(self.value)} to {self.role}",
                style="bold",
            )
        ]
        if self.given is not None:
            parts.append(f"by its given strategy it gets {number_text(self.given)}")
        if self.exploitability is not None:
            text = number_text(self.exploitability)
            parts.append(f"exploitability of the given strategies: {text}")
        sets = counted(len(self.strategy), "information set", "information sets")
        parts += [
            f"{sets}, {self.states:,} states, {self.seconds:.2f} s",
            "", f"{self.role} knows, and does:", *listed(self.strategy),
        ]  # fmt: skip
        return stacked(*parts)


def _exact(value: Fraction) -> str | None:
    """Return a fraction as a text; None where it is long."""
    return str(value) if value.denominator < 10**12 else None


@dataclass(frozen=True)
class BestResponseRequest(Request):
    """What is asked of `best_response`."""

    SUBJECTS = ("the start of the game", "the role; by default the only one")

    state: State
    role: str | None = None
    _: KW_ONLY
    against: (
        Equilibrium | Mapping[str, Sequence[Behaviour]] | str | os.PathLike[str]
    ) = option(
        "the strategies of the others: `uniform` makes each legal move as likely; or "
        "the file that `solve --save` has written, an `Equilibrium`, or what each role "
        "does in its information sets",
        default=UNIFORM,
    )
    tier: str | None = options.tier()
    seconds: float | None = options.time_limit("the time limit; none by default")
    progress: Callable[[str], None] | None = option(
        "called with a text that says how far the work is"
    )


@asked(BestResponseRequest)
def best_response(request: BestResponseRequest) -> BestResponse:
    """Return the most that a role can get against given strategies of all others.

    The game may have any number of players, and any goals.

    Raises:
        InputError: the state is not the start, or a strategy does not fit the game.
        CertificateError: the file is no certificate of an equilibrium, or belongs to
            other rules.
        RulesError: a role cannot know its legal moves.
        LimitError: the game is too large, may not end, or the time is over.
        TierError: the tier does not support the game.

    >>> from pygame_search import load
    >>> load("kuhn_poker").initial.best_response("bob").value
    Fraction(5, 12)
    """
    state, started = request.state, time.monotonic()
    game = state.game
    must_be_start(state)
    role = _role(state, request.role)
    strategies = _strategies(state, request.against)
    deadline = None if request.seconds is None else started + request.seconds
    unfolded = sequence_form(
        game, request.tier, deadline=deadline, progress=request.progress
    )
    form = unfolded.answer
    roles = [side.role for side in form.sides]
    player = roles.index(role)
    given = None
    if strategies is not None and believes(game):
        if role in strategies:  # by its beliefs, as it need not have all views
            root = best_alone(game, request.tier, deadline=deadline).answer.root
            given = mean_alone(role, root, strategies[role])
        strategies = {}
    plans, complete = _plans(form, player, strategies)
    if complete:
        given = mean_goals(form, plans)[player]
    value, chosen = plans_of.best_response(form, player, plans)
    side = form.sides[player]
    own = [
        [Fraction(int(i == best)) for i in range(len(one.moves))]
        for one, best in zip(side.sets, chosen, strict=True)
    ]
    exploitability = None
    if complete and len(roles) == 2 and form.total is not None:
        least, most = bounds(form, plans)
        exploitability = (most - least) / 2
    return BestResponse(
        game=game.book.place, parameters=game.parameters, role=role,
        against=_named(request.against), value=value,
        given=given,
        exploitability=exploitability,
        strategy=Behaviours(side, own, _reached(form, player, plans, own)),
        states=form.states, seconds=time.monotonic() - started,
    )  # fmt: skip


def _role(state: State, role: str | None) -> str:
    """Return the role that responds.

    Raises:
        InputError: there is no such player, or several and none is named.
    """
    players = [one for one in state.game.roles if one != CHANCE]
    if role is None and len(players) > 1:
        raise InputError(
            f"expected the role that responds: one of {', '.join(players)}"
        )
    return checked_role(state, players[0] if role is None else role)


def _strategies(
    state: State, against: Equilibrium | Strategies | str | os.PathLike[str]
) -> Strategies | None:
    """Return given strategies; None for those that make each move as likely.

    Raises:
        InputError: they belong to other rules, or cannot be read.
    """
    if against == UNIFORM:
        return None
    if isinstance(against, str | os.PathLike):
        found = read_equilibrium(against)
        must_be_about(Path(against), found, state.game)
        return found.strategies
    if isinstance(against, Equilibrium):
        if against.rules != rules_hash(state.game):
            raise InputError(
                f"expected strategies of {state.game.name}, found those of "
                f"{game_call(against.game, against.parameters)}, or of other rules"
            )
        return against.strategies
    return against


def _plans(
    form: SequenceForm, player: int, strategies: Strategies | None
) -> tuple[list[list[Fraction]], bool]:
    """Return the plans of all players, and whether that of the player was given."""
    if strategies is None:
        return [even_plan(side) for side in form.sides], True
    plans, complete = [], True
    for index, side in enumerate(form.sides):
        own = strategies.get(side.role)
        if own is not None:
            plans.append(plan_of(side, chances_of(side, own)))
        elif index == player:
            plans.append(even_plan(side))
            complete = False
        else:
            raise StrategyError(f"expected a strategy of {side.role}, found none")
    return plans, complete


def _reached(
    form: SequenceForm,
    player: int,
    plans: Sequence[Sequence[Fraction]],
    own: Sequence[Sequence[Fraction]],
) -> list[bool]:
    """Return whether play leads to each information set of a player.

    Args:
        form: the game.
        player: its index.
        plans: those of the others.
        own: what the player does in its sets.
    """
    side = form.sides[player]
    plan = plan_of(side, own)
    met = [False] * side.sequences  # some end after it is possible against the others
    for sequences in form.ends:
        met[sequences[player]] |= all(
            plans[other][sequence]
            for other, sequence in enumerate(sequences)
            if other != player
        )
    found = [False] * len(side.sets)
    for place in range(len(side.sets) - 1, -1, -1):
        one = side.sets[place]
        possible = any(met[sequence] for sequence in one.sequences)
        met[one.parent] |= possible
        found[place] = possible and plan[one.parent] > 0
    return found


def _named(against: object) -> str:
    """Return what given strategies are called."""
    return os.fspath(against) if isinstance(against, str | os.PathLike) else ""
