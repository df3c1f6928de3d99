"""Equilibria of games with hidden information, with their exploitability."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from fractions import Fraction
from pathlib import Path

from pygame_search.game import State
from pygame_search.model.rules import rules_hash
from pygame_search.search.core import options
from pygame_search.search.core.recording import game_call
from pygame_search.solving.hidden.behaviours import (
    Behaviour,
    Behaviours,
    listed,
    number_text,
)
from pygame_search.solving.hidden.by_beliefs import BELIEFS, believes, best_alone
from pygame_search.solving.hidden.regret import (
    ITERATIONS,
    SAMPLED,
    KeptWork,
    Point,
    Stops,
)
from pygame_search.solving.hidden.regret import METHODS as BY_REGRET
from pygame_search.solving.hidden.sequence_form import SequenceForm
from pygame_search.solving.hidden.solver import METHODS, MOST_LP, solved
from pygame_search.solving.hidden.unfold import sequence_form
from pygame_search.support.checkpoint import Checkpoint
from pygame_search.support.errors import InputError
from pygame_search.support.json_objects import JsonObject
from pygame_search.support.printing import Printed, Shown, one_line, stacked, table
from pygame_search.support.requests import (
    Effect,
    Kind,
    Request,
    asked,
    option,
    whole,
    word,
)
from pygame_search.support.validation import must_be_positive
from pygame_search.support.words import conjoined, counted

#: When regret minimisation stops by default: after so many iterations, by samples so
#: many, or once the exploitability is so small a part of the range of the goals.
MOST_ITERATIONS, MOST_SAMPLES, NEAR = 10_000, 1_000_000, Fraction(1, 10_000)

#: Fractions with denominators from here on are not written out.
_LONG = 10**1_000

#: What stopped the iterations, in words.
STOPPED = {
    "iterations": "as many as were allowed",
    "exploitability": "until the exploitability was low enough",
    "time": "until the time was over",
    "interrupt": "until Ctrl-C",
}


@dataclass(frozen=True, slots=True, repr=False)
class Equilibrium(Printed, JsonObject):
    """What a game with hidden information is worth, and strategies for that.

    With one player it is the best strategy. With two players whose goals add up to a
    constant, neither can gain by another strategy: `exploitability` says by how much
    that may fail.

    Attributes:
        game: a name in `rules/` or the path of a file.
        parameters: the name and value of each parameter.
        rules: the SHA-256 of the rule text and the parameters; see `rules_hash`.
        values: the mean goal of each player when all follow the strategies.
        lower: what the first player's strategy gives it at least.
        upper: what the other's strategy allows it at most.
        strategies: what each player does in each of its information sets, those where
            it has a choice. By beliefs there is one for each belief: wherever the
            player believes the same, it does the same.
        states: the number of states, counted once for each combination of what the
            players know there; if solved by beliefs, the number of beliefs.
        method: how it was found: `lp` by linear programming, `cfr`, `cfr+` or `mccfr`
            by regret minimisation; with one player `belief_expectimax` by its beliefs,
            or `backward` over the sequence form.
        seconds: how long it took.
        iterations: of regret minimisation; None with other methods.
        curve: the exploitability, with the CPU seconds until then, after 1, 2, 5, 10,
            20, 50, ... iterations, and at the end.
        stopped: `complete`; or what stopped the iterations: `iterations`,
            `exploitability`, `time` or `interrupt`.
        notes: what was assumed.
        tier: what unfolded the game, `procedural` or `native`; None in a file.
    """

    game: str
    parameters: Mapping[str, str]
    rules: str
    values: Mapping[str, Fraction]
    lower: Fraction
    upper: Fraction
    strategies: Mapping[str, Sequence[Behaviour]]
    states: int
    method: str
    seconds: float
    iterations: int | None = None
    curve: tuple[Point, ...] = ()
    stopped: str = "complete"
    notes: tuple[str, ...] = ()
    tier: str | None = field(default=None, compare=False)

    json_members = (
        "game parameters values=numbers exact lower=least upper=most exploitability "
        "information_sets states method tier seconds iterations curve=points stopped "
        "strategies notes"
    )

    @property
    def exploitability(self) -> float:
        """The mean of what the players can gain by a best response to the other's."""
        return float(self.upper - self.lower) / len(self.values)

    @property
    def information_sets(self) -> dict[str, int]:
        """The number of information sets of each player where it has a choice."""
        return {role: len(own) for role, own in self.strategies.items()}

    @property
    def exact(self) -> dict[str, str] | None:
        """The values as fractions; None where approximate, or too long to write."""
        if self.lower != self.upper or self.lower.denominator >= _LONG:
            return None
        return {role: str(value) for role, value in self.values.items()}

    @property
    def numbers(self) -> dict[str, float]:
        """The values as decimal numbers."""
        return {role: float(value) for role, value in self.values.items()}

    @property
    def points(self) -> list[dict[str, float]]:
        """The points of the curve as `--json` prints them."""
        return [point._asdict() for point in self.curve]

    @property
    def least(self) -> float:
        """The lower bound as a decimal number."""
        return float(self.lower)

    @property
    def most(self) -> float:
        """The upper bound as a decimal number."""
        return float(self.upper)

    def __repr__(self) -> str:
        """Return one line with the values."""
        values = (f"{number_text(v)} for {r}" for r, v in self.values.items())
        return one_line(self, game_call(self.game, self.parameters), *values)

    def printed(self) -> Shown:
        """Return the values, how sure they are, and the strategies."""
        from pygame_search.support.console import Text

        alone = len(self.values) == 1
        kind = "best strategy" if alone else "equilibrium in mixed strategies"
        listing = table("role", "value#")
        for role, value in self.values.items():
            listing.add_row(role, number_text(value))
        sets = counted(
            sum(self.information_sets.values()), "information set", "information sets"
        )
        of_each = conjoined([f"{n:,} of {r}" for r, n in self.information_sets.items()])
        bounds = [] if alone else [self._bounds()]
        size = f"{sets} ({of_each}), {self.states:,} states"
        known = "knows, and does"
        if self.method == BELIEFS:
            beliefs = counted(self.states, "belief", "beliefs")
            size = f"{beliefs}, {sum(self.information_sets.values()):,} with a choice"
            known += " wherever it believes the same"
        parts: list[Shown | str] = [
            Text(f"solved: {kind}", style="bold"), listing, *bounds,
            f"{self.method}: {size}, {self.seconds:.2f} s",
            *self._course(),
        ]  # fmt: skip
        for role, choices in self.strategies.items():
            parts += ["", f"{role} {known}:", *listed(choices)]
        return stacked(*parts, *self.notes)

    def _course(self) -> Iterator[str]:
        """Yield how regret minimisation went, in a line."""
        if self.iterations is None:
            return
        done = counted(self.iterations, *ITERATIONS)
        yield f"{done}, {STOPPED[self.stopped]}; the exploitability after"
        for point in self.curve:
            if point == self.curve[-1] or set(str(point.iterations)) <= {"1", "0"}:
                yield f"  {point.iterations:,}: {point.exploitability:.2g}"

    def _bounds(self) -> str:
        """Return how far best responses to the strategies go."""
        if self.lower == self.upper:
            return "exploitability 0: best responses to both strategies gain nothing"
        role = next(iter(self.values))
        return (
            f"exploitability {self.exploitability:.2g}: by best responses to the "
            f"strategies, {role} gets at least {float(self.lower):.9g} and at most "
            f"{float(self.upper):.9g}"
        )


@dataclass(frozen=True)
class EquilibriumRequest(Request):
    """What is asked of `equilibrium`."""

    SUBJECTS = ("the start of the game",)

    state: State
    _: KW_ONLY
    method: str | None = option(
        "the method: lp, a linear program; cfr, cfr+, or mccfr with samples, regret "
        f"minimisation; by default lp up to {MOST_LP:,} sequences, and cfr+ beyond. A "
        "single player is by default solved by its beliefs, and with lp over the "
        "sequence form",
        word("METHOD", "method", METHODS),
    )  # fmt: skip
    iterations: int | None = option(
        "stop regret minimisation after so many iterations; by default after "
        f"{MOST_ITERATIONS:,}, or {MOST_SAMPLES:,} of mccfr, unless there is another "
        "limit",
        whole("N", 1, "at least 1 iteration"),
    )
    exploitability: float | None = option(
        "stop regret minimisation once the exploitability is no more than this; by "
        f"default once it is 1/{NEAR.denominator:,} of the range of the goals, unless "
        "there is another limit",
        Kind(
            "GOAL",
            lambda value: must_be_positive("an exploitability above 0", value),
            type=float,
        ),
    )
    tier: str | None = options.tier()
    seconds: float | None = options.time_limit(
        "the time limit, after which lp has no answer, and regret minimisation that of "
        "the iterations until then; none by default"
    )
    progress: Callable[[str], None] | None = option(
        "called with a text that says how far the work is"
    )

    checkpoint: str | os.PathLike[str] | None = option(
        "the file in which regret minimisation keeps its work when it stops"
    )
    resume: bool = option("whether it continues from that file", default=True)
    seed: int = options.seed()

    EFFECTS = (
        *(
            Effect(
                name,
                f"{{method}} {conjoined(BY_REGRET, 'or')}",
                lambda request: request.by_regret,
            )
            for name in ("iterations", "exploitability", "checkpoint")
        ),
        Effect(
            "seed", f"{{method}} {SAMPLED}", lambda request: request.method == SAMPLED
        ),
        Effect("resume", "{checkpoint}", lambda request: request.checkpoint),
    )

    @property
    def by_regret(self) -> bool:
        """Whether regret minimisation is asked for."""
        return self.method in BY_REGRET

    def stops(self, form: SequenceForm, deadline: float | None) -> Stops:
        """Return when regret minimisation is to stop."""
        if (self.iterations, self.exploitability, deadline) == (None, None, None):
            most = MOST_SAMPLES if self.method == SAMPLED else MOST_ITERATIONS
            return Stops(most, float(form.spread * NEAR))
        return Stops(self.iterations, self.exploitability or 0.0, deadline)


@asked(EquilibriumRequest)
def equilibrium(request: EquilibriumRequest) -> Equilibrium:
    """Return what the game is worth if each role acts by what it knows.

    With one player that is the best mean goal, with two players whose goals add up to a
    constant an equilibrium.

    Raises:
        InputError: the state is not the start, or there are more players, or two whose
            goals do not add up to a constant; or there is one player, for regret
            minimisation; or the checkpoint is damaged, or of other work.
        RulesError: a role cannot know its legal moves.
        LimitError: the game is too large, may not end, or the time is over.
        TierError: the tier does not support the game.

    >>> from pygame_search import load
    >>> load("rock_paper_scissors").initial.equilibrium().exact
    {'ann': '0', 'bob': '0'}
    """
    state, started = request.state, time.monotonic()
    must_be_start(state)
    deadline = None if request.seconds is None else started + request.seconds
    if request.method is None and believes(state.game):
        return _alone(request, started, deadline)
    kept = None
    if request.checkpoint is not None:
        rules = rules_hash(state.game)
        kept = KeptWork(Checkpoint(Path(request.checkpoint), rules, request.resume))
    sampled = request.method == SAMPLED
    before = None if kept is None or sampled else kept.tier
    unfolded = sequence_form(
        state.game, request.tier or before,
        deadline=deadline, progress=request.progress, tree=sampled,
    )  # fmt: skip
    form = unfolded.answer
    found = solved(
        form,
        request.method,
        request.stops(form, deadline),
        request.progress,
        kept,
        request.seed,
        unfolded.tier,
    )
    strategies = {
        side.role: Behaviours(side, chances, reached)
        for side, chances, reached in zip(
            form.sides, found.chances, found.reached, strict=True
        )
    }
    game, run = state.game, found.run
    return Equilibrium(
        game=game.book.place, parameters=game.parameters, rules=rules_hash(game),
        values=dict(zip(strategies, map(_short, found.means), strict=True)),
        lower=found.lower, upper=found.upper, strategies=strategies,
        states=form.states, method=found.method, seconds=time.monotonic() - started,
        iterations=None if run is None else run.curve[-1].iterations,
        curve=() if run is None else run.curve,
        stopped="complete" if run is None else run.stopped,
        notes=found.notes + unfolded.notes, tier=unfolded.tier,
    )  # fmt: skip


def _alone(
    request: EquilibriumRequest, started: float, deadline: float | None
) -> Equilibrium:
    """Return the best strategy of the only player, by its beliefs."""
    game = request.state.game
    chosen = best_alone(
        game, request.tier, deadline=deadline, progress=request.progress
    )
    found = chosen.answer
    [role] = game.players
    return Equilibrium(
        game=game.book.place, parameters=game.parameters, rules=rules_hash(game),
        values={role: found.value}, lower=found.value, upper=found.value,
        strategies={role: found.strategy}, states=found.beliefs, method=BELIEFS,
        seconds=time.monotonic() - started, notes=chosen.notes, tier=chosen.tier,
    )  # fmt: skip


def must_be_start(state: State) -> None:
    """Check that a state is that at the start of its game.

    Raises:
        InputError: it is not.
    """
    if state != state.game.initial:
        raise InputError(
            "what the players know depends on the whole game so far: strategies are "
            "found from the start only"
        )


def _short(value: Fraction) -> Fraction:
    """Return a number, near it where its fraction is long."""
    return value if value.denominator < 10**12 else Fraction(float(value))
