"""The errors of this package, by what is at fault."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from typing import Any

from pygame_search.support.diagnostic import Diagnostic


class PygameSearchError(Exception):
    """The base of all errors of this package."""


class DiagnosedError(PygameSearchError):
    """Invalid input.

    Attributes:
        diagnostics: what is wrong and where, as listed in the message; empty if the
            fault has no place.
        kind: the name of the error in the clauses, such as `wrong_neighbours`; empty if
            it does not come from there.
    """

    def __init__(
        self, message: str, diagnostics: Sequence[Diagnostic] = (), kind: str = ""
    ) -> None:
        super().__init__(message)
        self.diagnostics = tuple(diagnostics)
        self.kind = kind


class InputError(DiagnosedError):
    """A question is wrong: an unknown game, role, parameter, method or option."""


class RulesError(DiagnosedError):
    """A rule file is wrong; without diagnostics, the fault appeared while running."""


class NoGoalError(RulesError):
    """A role has no goal value, or several, at an end that a search met."""


class ChanceWeightError(RulesError):
    """A legal move of the role `random` has no weight, or several, or no fit one."""


class MoveError(PygameSearchError):
    """A move or a state is malformed, or a move is not legal here.

    Attributes:
        legal: the legal moves of each role, if known.
    """

    def __init__(self, message: str, legal: Sequence[Sequence[str]] = ()) -> None:
        super().__init__(message)
        self.legal = tuple(tuple(moves) for moves in legal)


#: The limits that `check --explain` explains; their messages end with the code.
EXPLAINED = frozenset({
    "huge_number", "huge_term", "out_of_memory", "too_many_joint_moves",
    "too_many_roles", "too_much_work",
})  # fmt: skip


class LimitError(PygameSearchError):
    """A limit in time, inferences, memory or size was reached.

    Attributes:
        reason: which limit was reached: the message without its code.
        code: the name of the limit. `time`, `nodes` or `memory`: the limit of the call
            is used up. `plies`: play is too long or too deep. `size`: a value, or the
            output, is too large. `workers`: worker processes have died. `system`: the
            operating system refuses. Any other is a diagnostic code that `check
            --explain` explains, such as `too_much_work`.
        line: the line of the rule that reached it, from 1; None if unknown.
    """

    def __init__(self, reason: str, code: str, line: int | None = None) -> None:
        super().__init__(f"{reason} [{code}]" if code in EXPLAINED else reason)
        self.reason = reason
        self.code = code
        self.line = line

    def __reduce__(self) -> tuple[type[LimitError], tuple[str, str, int | None]]:
        return type(self), (self.reason, self.code, self.line)


class CertificateError(PygameSearchError):
    """A file with a solution is damaged, of another kind, or about other rules."""


class TierError(PygameSearchError):
    """A tier cannot take this game, or the engine failed."""


class FractionError(TierError):
    """A mean is too large a fraction for a tier; a shallower search may not meet it."""


class GoalSumUnknownError(TierError):
    """The engine does not yet know whether two players' goals add up to a constant."""


for _public in (
    *(PygameSearchError, InputError, RulesError, MoveError, LimitError),
    *(CertificateError, TierError),
):
    _public.__module__ = "pygame_search"  # the name that users import it by


def error_text(error: PygameSearchError) -> str:
    """Return an error as it is shown: `error: ` precedes it, unless diagnostics do."""
    diagnosed = isinstance(error, DiagnosedError) and error.diagnostics
    return str(error) if diagnosed else f"error: {error}"


def error_json(error: PygameSearchError) -> dict[str, Any]:
    """Return an error as `--json` prints it."""
    data: dict[str, Any] = {"kind": type(error).__name__, "message": str(error)}
    if isinstance(error, DiagnosedError) and error.diagnostics:
        data["diagnostics"] = [d.as_json() for d in error.diagnostics]
    if isinstance(error, MoveError) and error.legal:
        data["legal"] = [list(moves) for moves in error.legal]
    if isinstance(error, LimitError):
        data["code"] = error.code
    return data


def no_effect(what: str, expected: str, found: str = "") -> InputError:
    """Return the error of an option that would have no effect.

    Args:
        what: the option.
        expected: what the option needs; `no X` if X is what makes it ineffective.
        found: what was given instead, if that helps.

    >>> str(no_effect("--count", "--all"))
    '--count has no effect without --all'
    >>> str(no_effect("--memory", "no --why"))
    '--memory has no effect with --why'
    """
    other = expected.removeprefix("no ")
    condition = f"without {expected}" if other == expected else f"with {other}"
    came = f"; found {found}" if found else ""
    return InputError(f"{what} has no effect {condition}{came}")


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return a suggestion of the closest known word; empty if none is close.

    >>> did_you_mean("minmax", ["minimax", "alphabeta"])
    '; did you mean minimax?'
    """
    close = difflib.get_close_matches(word, list(known), 1)
    return f"; did you mean {close[0]}?" if close else ""
