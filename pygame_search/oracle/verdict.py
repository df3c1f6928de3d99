"""What the independent check says of a certificate."""

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
    """Something in the file is not so: what, and the fluents of the state if any."""

    def __init__(self, reason: str, state: tuple[str, ...] | None = None) -> None:
        super().__init__(reason)
        self.reason, self.state = reason, state


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a certificate proves.

    Attributes:
        head: of the file.
        states: how many were checked.
        fault: what is wrong, None for nothing. The rest holds only then.
        claim: what is shown, in words.
        at_least, at_most: between which goal values of the role the position is shown
            to be; None where nothing is shown.
        plies: the least and the most plies to the end, None where not shown.
        notes: what was assumed, and what the file says but does not show.
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
        """Whether nothing is wrong."""
        return self.fault is None


def worth_words(value: int | None, least: int | None, most: int | None) -> str:
    """Return a value, and the plies to the end as far as they are known."""
    if value is None:
        return "no value"
    if least is None and most is None:
        return f"value {value}"
    known = f"{least:,}" if least is not None else f"at most {most:,}"
    if least != most and least is not None:
        known = f"at least {least:,}" if most is None else f"{least:,} to {most:,}"
    return f"value {value} in {known} {'ply' if least == most == 1 else 'plies'}"
