"""Checks of a rule file: faults in its text, and faults that only running shows."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass, replace

from pygame_search.experiments.inspection.game import Inspection, inspect
from pygame_search.experiments.inspection.space import SpaceInspection, inspect_space
from pygame_search.game import Game, text_book
from pygame_search.model.rules import called, examined
from pygame_search.network.grounding.ground_program import known_refusal
from pygame_search.programs.program import SearchProgram
from pygame_search.rules.kinds import Kind, kind_option, skeleton_hint
from pygame_search.rules.rulebook import Rulebook
from pygame_search.search.core import options
from pygame_search.support.diagnostic import Diagnostic
from pygame_search.support.errors import (
    EXPLAINED,
    LimitError,
    PygameSearchError,
    RulesError,
)
from pygame_search.support.printing import Printed, Shown, one_line, stacked
from pygame_search.support.requests import FLAG, Effect, Request, asked, option
from pygame_search.support.words import counted

_NEVER = frozenset(
    {
        "fluent_fact", "impossible_value", "kept", "look_alike", "lost", "never_legal",
        "never_next", "never_true", "no_init", "no_parameter", "no_role",
        "same_variable", "text_value", "turns", "unevaluated",
    }
)  # fmt: skip

#: For warnings of what only running shows, the faults that most often cause them.
_CAUSES = {
    "endless": _NEVER | {"never_moves"},
    "never_moves": _NEVER,
    "over_at_start": _NEVER,
    "sees_nothing_hidden": _NEVER | {"never_moves", "over_at_start"},
    "drawn_twice": frozenset({"kept", "never_asked"}),
    "look_alike": frozenset({"repetition"}),
    "turns": frozenset({"never_next"}),
    "unwinnable": _NEVER | {"goal_twice", "goal_undefined", "over_at_start"},
}

#: How long a game is run by default, in seconds of processor time.
SECONDS = 2.0


@dataclass(frozen=True, slots=True, repr=False)
class CheckReport(Printed):
    """The faults of a rule file.

    Attributes:
        name: the name of the file.
        diagnostics: all errors and warnings.
        inspection: what running showed; None if nothing was run.
        players: the roles other than chance.
        read_as: the syntax that the text was taken for, in words, if it was guessed.
        kind: what the file was taken for, and why; None if it could not be read.
        refused: why the native tier refuses the game, if that is known on disk.
    """

    name: str
    diagnostics: tuple[Diagnostic, ...]
    inspection: Inspection | SpaceInspection | None = None
    players: tuple[str, ...] = ()
    read_as: str = ""
    kind: Kind | None = None
    refused: str = ""

    def __repr__(self) -> str:
        """Return one line with the numbers of errors and warnings."""
        return one_line(self, self.name, self._counts())

    @property
    def errors(self) -> tuple[Diagnostic, ...]:
        """The faults that make the rules unusable."""
        return tuple(d for d in self.diagnostics if d.severity == "error")

    @property
    def warnings(self) -> tuple[Diagnostic, ...]:
        """The other faults."""
        return tuple(d for d in self.diagnostics if d.severity != "error")

    @property
    def ok(self) -> bool:
        """Whether there are no errors."""
        return not self.errors

    def printed(self) -> Shown:
        """Return what the file is, each fault, what was run, and the counts."""
        lines = [*self.taken(), *map(str, self.diagnostics), *self.inspected()]
        return stacked(*lines, *self.hints(), self._counts())

    def taken(self) -> list[str]:
        """Return what the file was taken for, in lines of text."""
        kind = "" if self.kind is None else f"{self.name}: {self.kind}"
        return [line for line in (self.read_as, kind) if line]

    def hints(self) -> list[str]:
        """Return how to make a rule file of it, in lines of text."""
        hint = "" if self.kind is None else skeleton_hint(self.name, self.kind)
        return [hint] if hint else []

    def inspected(self) -> list[str]:
        """Return what was run, in lines of text."""
        if self.inspection is None:
            return []
        if isinstance(self.inspection, SpaceInspection):
            return [f"{self.name}: {_nodes_looked_at(self.inspection)}"]
        first = f"{self.name}: {_looked_at(self.inspection)}"
        if self.refused:
            first += f"\n{self.name}: the native tier refuses it: {self.refused}"
        unknown = self.inspection.goal_sum.source == "unknown"
        if unknown and (self.errors or not self.inspection.ends):
            return [first]
        return [first, *filter(None, [_sum(self.inspection, self.players)])]

    def _counts(self) -> str:
        return fault_counts(self.diagnostics)


def fault_counts(diagnostics: Sequence[Diagnostic]) -> str:
    """Return how many errors and warnings there are, in words."""
    errors = sum(d.severity == "error" for d in diagnostics)
    warnings = counted(len(diagnostics) - errors, "warning", "warnings")
    return f"{counted(errors, 'error', 'errors')}, {warnings}"


@dataclass(frozen=True)
class InspectionRequest(Request):
    """How a rule file is checked."""

    EFFECTS = (Effect("seconds", "no {static}", lambda request: not request.static),)

    _: KW_ONLY
    static: bool = option("only read the rules, and run nothing", FLAG, default=False)
    seconds: float | None = options.time_limit(
        f"the processor time for running a game; {SECONDS:g} by default"
    )
    kind: str | None = kind_option()

    @property
    def limit(self) -> float | None:
        """The processor time for running a game; None to run nothing."""
        seconds = SECONDS if self.seconds is None else self.seconds
        return None if self.static else seconds


@dataclass(frozen=True)
class CheckRequest(InspectionRequest):
    """What is asked of `check`."""

    SUBJECTS = ("a name or a path, as for `load`",)

    game: str | os.PathLike[str]


@dataclass(frozen=True)
class CheckTextRequest(InspectionRequest):
    """What is asked of `check_text`."""

    SUBJECTS = ("the rules",)

    text: str
    _: KW_ONLY
    name: str = option("the name of the text in messages", default="<text>")
    syntax: str | None = option(
        "`prolog`, `cilog`, `kif`, `infix` or `hrf`; by default it is guessed from the "
        "text"
    )


@asked(CheckRequest)
def check(request: CheckRequest) -> CheckReport:
    """Return the faults of a rule file: where each is, and how to fix it.

    If the rules have no errors, the game is run too: all its states are visited if they
    are few, otherwise random games are played. The nodes of a state space are visited,
    nearest first.

    Raises:
        InputError: no such file or parameter.

    >>> check("nim").ok
    True
    """
    book, parameters = called(os.fspath(request.game))
    book = replace(book, kind=request.kind)
    return check_rules(book, parameters, seconds=request.limit)


@asked(CheckTextRequest)
def check_text(request: CheckTextRequest) -> CheckReport:
    """Return the faults of a rule text; see `check`.

    Raises:
        InputError: no such syntax.

    >>> [fault.message for fault in check_text("role(x).", static=True).errors]
    ['no rule defines goal/2', 'no rule defines legal/2', 'no rule defines terminal/0']
    """
    book = text_book(request.text, name=request.name, syntax=request.syntax)
    book = replace(book, kind=request.kind)
    return check_rules(book, seconds=request.limit)


def check_rules(
    book: Rulebook,
    parameters: Sequence[Sequence[str]] = (),
    *,
    seconds: float | None = SECONDS,
    name: str | None = None,
) -> CheckReport:
    """Return the faults of a rule file or a search program.

    A search program is only read, not run.

    Args:
        book: the rule file.
        parameters: the names and values of the parameters to run it with.
        seconds: the processor time for running the game; None to run nothing.
        name: the name of the file in the report; by default the name of the rules.
    """
    called = book.name if name is None else name
    report = _checked(book, parameters, seconds, called)
    return replace(report, read_as=book.taken)


def _checked(
    book: Rulebook,
    parameters: Sequence[Sequence[str]],
    seconds: float | None,
    called: str,
) -> CheckReport:
    try:
        kind, found = examined(book)
    except (RulesError, LimitError) as error:
        return _refused(called, None, error)
    try:
        if kind.name == "program" and kind.own:
            found = SearchProgram(book).warnings
        if seconds is None or not kind.plays:
            return CheckReport(called, found, kind=kind)
        return replace(_run(called, book, parameters, found, seconds), kind=kind)
    except (RulesError, LimitError) as error:
        return _refused(called, kind, error)


def _refused(
    name: str, kind: Kind | None, error: RulesError | LimitError
) -> CheckReport:
    """Return the report of a file that cannot be loaded."""
    faults = error.diagnostics if isinstance(error, RulesError) else ()
    return CheckReport(name, faults or (whole_file(name, error),), kind=kind)


def _run(
    name: str,
    book: Rulebook,
    parameters: Sequence[Sequence[str]],
    found: tuple[Diagnostic, ...],
    seconds: float,
) -> CheckReport:
    """Run the game, if it can be loaded and has roles."""
    try:
        game = Game.build(book, parameters=parameters)
    except RulesError as error:
        if any(fault.severity == "error" for fault in found):
            return CheckReport(name, found)
        more = error.diagnostics or (whole_file(book.file, error),)
        return CheckReport(name, found + more)
    if game.space == "book":
        if any(fault.severity == "error" for fault in found):
            return CheckReport(name, found)
        seen = inspect_space(game, seconds=seconds)
        return CheckReport(name, found + seen.diagnostics(game), seen)
    if not game.roles:
        return CheckReport(name, found)
    inspection = inspect(game, seconds=seconds)
    known = {fault.code for fault in found if fault.severity == "error"}
    shown = inspection.diagnostics(game)
    faults = found + tuple(fault for fault in shown if fault.code not in known)
    return CheckReport(
        name, _without_effects(faults), inspection, game.players,
        refused=known_refusal(game).removeprefix(f"{game.name}: "),
    )  # fmt: skip


def _without_effects(faults: tuple[Diagnostic, ...]) -> tuple[Diagnostic, ...]:
    """Leave out what is most often the effect of another fault.

    If it has another cause, it is reported when that fault is mended.
    """
    codes = {fault.code for fault in faults}
    return tuple(
        fault
        for fault in faults
        if codes.isdisjoint(_CAUSES.get(fault.code, frozenset()))
    )


def _looked_at(inspection: Inspection) -> str:
    if inspection.unseen:
        return (
            f"looked at {inspection.states - inspection.unseen:,} of the "
            f"{inspection.states:,} states reached; the others could not be expanded"
        )
    if inspection.exhaustive and inspection.states == 1:
        over = "terminal" if inspection.ends else "not terminal, so the game never ends"
        return f"looked at its only state, which is {over}"
    if inspection.exhaustive:
        some = counted(inspection.states, "state", "states")
        never = "" if inspection.ends else ": none is terminal, so the game never ends"
        return f"looked at all of its {some}{never}"
    return (
        f"looked at {inspection.states:,} states and {inspection.games:,} games at "
        f"random in {inspection.seconds:.1f} s"
    )


def _nodes_looked_at(inspection: SpaceInspection) -> str:
    if not inspection.nodes:
        return "looked at no node, because there are two to begin with"
    goals = "no goal among them"
    if inspection.goals:
        goals = f"{counted(inspection.goals, 'goal', 'goals')} among them"
    if inspection.exhaustive:
        nodes = counted(inspection.nodes, "node", "nodes")
        return f"looked at all of its {nodes}, {goals}"
    return f"looked at the {inspection.nodes:,} nodes nearest to the start, {goals}"


def _sum(inspection: Inspection, players: Sequence[str]) -> str:
    """Return the sum of two players' goals and how it is known, if two play."""
    found = inspection.goal_sum
    if found.source == "none":
        return ""
    goals = f"the goals of {' and '.join(players)}"
    if found.source == "varies":
        return f"{goals} do not add up to a constant"
    if found.source == "unknown":
        return f"it is not known whether {goals} add up to a constant"
    how = {
        "declared": "declared",
        "proved": "proved",
        "sampled": f"in all {found.games:,} terminal states seen; not proved",
    }
    return f"{goals} add up to {found.total} ({how[found.source]})"


def whole_file(file: str, error: PygameSearchError) -> Diagnostic:
    """Return an error as a fault of the whole file."""
    message = str(error)
    line, code = 1, "file"
    if isinstance(error, LimitError) and error.code in EXPLAINED:
        message, code, line = error.reason, error.code, error.line or 1
    message = message.removeprefix(f"{file}: ")
    return Diagnostic(file, line, 1, "error", code, message, "", "")
