"""The verdict of the independent check on a certificate."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

TRUST = (
    "checked by the oracle, which shares no code with the search; trust the rule file, "
    "the oracle, SWI-Prolog's reader, Python, SQLite and SHA-256"
)
NO_VALUE = "no value: neither side can force an end that is better for it"
NO_VALUE_OR_BETTER = "no value, or a better one: play can go on for ever"


class WrongError(Exception):
    """A false claim in the file: the reason, and the fluents of the state, if any."""

    def __init__(self, reason: str, state: tuple[str, ...] | None = None) -> None:
        super().__init__(reason)
        self.reason, self.state = reason, state


@dataclass(frozen=True, slots=True)
class Verdict:
    """The claims that a certificate proves.

    Attributes:
        head: the head of the file.
        states: the number of states that were checked.
        fault: the fault that was found; None for none, and only then the rest holds.
        claim: what is proved, in words.
        at_least, at_most: the proved bounds of the role's goal value in the position;
            None for a bound that is not proved.
        plies: the least and the most plies to the end; None for one not proved.
        notes: the assumptions, and the claims of the file that are not proved.
    """

    head: Mapping[str, Any]
    states: int
    fault: WrongError | None = None
    claim: str = ""
    at_least: int | None = None
    at_most: int | None = None
    plies: tuple[int | None, int | None] = (None, None)
    notes: tuple[str, ...] = ()

    @property
    def verified(self) -> bool:
        """Whether no fault was found."""
        return self.fault is None


def worth_words(value: int | None, least: int | None, most: int | None) -> str:
    """Return a value and the known plies to the end, in words."""
    if value is None:
        return "no value"
    if least is None and most is None:
        return f"value {value}"
    known = f"{least:,}" if least is not None else f"at most {most:,}"
    if least != most and least is not None:
        known = f"at least {least:,}" if most is None else f"{least:,} to {most:,}"
    return f"value {value} in {known} {'ply' if least == most == 1 else 'plies'}"
