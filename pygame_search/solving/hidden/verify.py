"""Checks certificates of equilibria, by best responses and without a search.

The sequence form is made from the rules by the clauses, and the best response to each
strategy of the file is computed in fractions.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from pygame_search.game import Game
from pygame_search.oracle import equilibrium as oracle
from pygame_search.oracle.verdict import TRUST as TRUST_ORACLE
from pygame_search.solving.certificate import game_of
from pygame_search.solving.hidden.behaviours import (
    StrategyError,
    chances_of,
    number_text,
)
from pygame_search.solving.hidden.by_beliefs import believes, best_alone, mean_alone
from pygame_search.solving.hidden.equilibrium import Equilibrium
from pygame_search.solving.hidden.equilibrium_file import (
    GRAIN,
    export_equilibrium,
    read_equilibrium,
)
from pygame_search.solving.hidden.plans import mean_goals, plan_of
from pygame_search.solving.hidden.sequence_form import SequenceForm
from pygame_search.solving.hidden.solver import bounds, must_be_solvable
from pygame_search.solving.hidden.unfold import PROCEDURAL, sequence_form
from pygame_search.support.json_objects import JsonObject
from pygame_search.support.memory import must_be_left
from pygame_search.support.printing import Printed, Shown, one_line, stacked
from pygame_search.support.words import counted

#: Which checker was used, and what it relies on.
TRUST = (
    "checked by best responses over the sequence form; trust the rule file, the "
    "package's reader, clauses and sequence form, SWI-Prolog, Python, SQLite and "
    "SHA-256"
)

#: The same, where a single player does not see everything.
TRUST_BELIEFS = (
    "checked by best play over beliefs; trust the rule file, the package's reader, "
    "clauses and beliefs, SWI-Prolog, Python, SQLite and SHA-256"
)


@dataclass(frozen=True, slots=True, repr=False)
class EquilibriumVerdict(Printed, JsonObject):
    """What the certificate of an equilibrium proves; `print` says it in a sentence.

    Attributes:
        file: what was checked.
        about: what it says.
        fault: what is wrong; None if all is right.
        lower: what the first player gets at least by its strategy in the file, on
            average; None if there is a fault.
        upper: what it gets at most against the other's strategy; of a game with one
            player, by any strategy.
        trust: which checker was used, and what it relies on.
    """

    file: Path
    about: Equilibrium
    fault: str | None = None
    lower: Fraction | None = None
    upper: Fraction | None = None
    trust: str = TRUST

    json_members = (
        "verified file game=about.game parameters=about.parameters "
        "method=about.method lower=least upper=most exact exploitability "
        "information_sets=about.information_sets fault trust"
    )

    def __repr__(self) -> str:
        """Return one line that says whether the certificate is correct."""
        return one_line(self, self.sentence)

    def printed(self) -> Shown:
        """Return what was verified or is wrong, and which checker found it."""
        return stacked(self.sentence, self.trust)

    @property
    def verified(self) -> bool:
        """Whether everything in the certificate is correct."""
        return self.fault is None

    @property
    def least(self) -> float | None:
        """The lower bound as a decimal number."""
        return None if self.lower is None else float(self.lower)

    @property
    def most(self) -> float | None:
        """The upper bound as a decimal number."""
        return None if self.upper is None else float(self.upper)

    @property
    def exact(self) -> str | None:
        """The value to the first player as a fraction, if the bounds are equal."""
        same = self.lower is not None and self.lower == self.upper
        return str(self.lower) if same else None

    @property
    def exploitability(self) -> float | None:
        """The mean of what the players can gain by a best response."""
        if self.lower is None or self.upper is None:
            return None
        return float((self.upper - self.lower) / len(self.about.values))

    @property
    def sentence(self) -> str:
        """The claim or the fault, as `print` says it."""
        if self.lower is None or self.upper is None:
            return f"not verified: {self.fault}"
        sets = sum(self.about.information_sets.values())
        return (
            f"verified: {next(iter(self.about.values))} gets at least "
            f"{number_text(self.lower)}, and at most {number_text(self.upper)}; "
            f"exploitability {self.exploitability:.2g}, "
            f"{counted(sets, 'information set', 'information sets')}"
        )

    def claim(self) -> str:
        """Return what is proven, in words."""
        return self.sentence.removeprefix("verified: ") if self.verified else ""

    def export(self, file: str | os.PathLike[str]) -> None:
        """Write the equilibrium as lines of JSON: a head, and one for each set.

        Raises:
            InputError: the file cannot be written.
        """
        export_equilibrium(self.about, file)


def verify_equilibrium(
    file: str | os.PathLike[str],
    *,
    independent: bool = False,
    rules: str | os.PathLike[str] | None = None,
    progress: Callable[[str], None] | None = None,
) -> EquilibriumVerdict:
    """Return what the certificate of an equilibrium proves, or what is wrong in it.

    Args:
        file: the certificate.
        independent: check with another interpreter of rules, which shares no code with
            the search and reads the file itself. It plays all histories: for small
            games.
        rules: the rule file, if it is not where the certificate says.
        progress: called with a text that reports progress.

    Raises:
        InputError: the certificate or the rule file cannot be read.
        CertificateError: it is no certificate of an equilibrium, it belongs to other
            rules, or the independent check does not support its kind.
        LimitError: the game is too large.
    """
    path = Path(file)
    about = read_equilibrium(path)
    if independent:
        return _independent(path, about, rules, progress)
    game = game_of(path, about, rules)
    alone = believes(game)
    trust = TRUST_BELIEFS if alone else TRUST
    try:
        if alone:
            least, most = _proved_alone(game, about, progress)
        else:
            form = sequence_form(game, PROCEDURAL, progress=progress).answer
            least, most = _proved(form, about)
    except StrategyError as error:
        return EquilibriumVerdict(path, about, str(error), trust=trust)
    return EquilibriumVerdict(path, about, None, least, most, trust)


def _independent(
    path: Path,
    about: Equilibrium,
    rules: str | os.PathLike[str] | None,
    progress: Callable[[str], None] | None,
) -> EquilibriumVerdict:
    """Return the verdict of the oracle, which reads the file itself."""

    def say(words: str) -> None:
        must_be_left()
        if progress is not None:
            progress(words)

    found = oracle.check(path, None if rules is None else os.fspath(rules), say)
    return EquilibriumVerdict(
        path, about, found.fault, found.least, found.most, TRUST_ORACLE
    )


def _proved(form: SequenceForm, about: Equilibrium) -> tuple[Fraction, Fraction]:
    """Return the bounds that the strategies of a file prove.

    Raises:
        StrategyError: a strategy does not fit the game, or a claim is false.
    """
    roles = [side.role for side in form.sides]
    _must_be_of(about, roles)
    must_be_solvable(form)
    plans = [
        plan_of(side, chances_of(side, about.strategies[side.role]))
        for side in form.sides
    ]
    least, most = bounds(form, plans)
    _must_be_claimed(about, least, most, mean_goals(form, plans))
    return least, most


def _proved_alone(
    game: Game, about: Equilibrium, progress: Callable[[str], None] | None
) -> tuple[Fraction, Fraction]:
    """Return what the strategy of the only player gives it, and the most it can get.

    Raises:
        StrategyError: the strategy does not fit the game, or a claim is false.
    """
    _must_be_of(about, game.players)
    [strategy] = about.strategies.values()
    [role] = game.players
    best = best_alone(game, PROCEDURAL, progress=progress).answer
    least = mean_alone(role, best.root, strategy)
    _must_be_claimed(about, least, best.value, [least])
    return least, best.value


def _must_be_of(about: Equilibrium, roles: Sequence[str]) -> None:
    """Check that a file is about the players of a game, in their order."""
    if [*about.values] != [*roles]:
        raise StrategyError(
            f"expected the roles {', '.join(roles)}, found {', '.join(about.values)}"
        )


def _must_be_claimed(
    about: Equilibrium, least: Fraction, most: Fraction, means: Sequence[Fraction]
) -> None:
    """Check what a file says of the values.

    Args:
        about: the file.
        least: what the first player's strategy gives it at least.
        most: what it gets at most.
        means: what the players get if all follow the strategies.
    """
    first, *others = about.values
    if about.lower > least:
        whose = f"{others[0]}'s best response" if others else "its strategy"
        raise StrategyError(
            f"{first} is said to get at least {number_text(about.lower)}, and "
            f"{whose} gives it {number_text(least)}"
        )
    if about.upper < most:
        raise StrategyError(
            f"{first} is said to get at most {number_text(about.upper)}, and its best "
            f"response gives it {number_text(most)}"
        )
    for role, mean in zip(about.values, means, strict=True):
        said = about.values[role]
        if abs(said - mean) > GRAIN:
            raise StrategyError(
                f"{role} is said to get {number_text(said)} if all follow the "
                f"strategies, and gets {number_text(mean)}"
            )
