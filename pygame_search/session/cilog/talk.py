"""Talk with the user in generators, which yield questions and are sent replies."""

from __future__ import annotations

import re
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from pygame_search.session.cilog.wording import COMMANDS
from pygame_search.support.errors import did_you_mean

NUMBER = re.compile(r"(?:how\s+)?(?P<number>-?\d{1,18})")


@dataclass(frozen=True, slots=True)
class Question:
    """A question to the user: the prompt, and the words that answer it."""

    prompt: str
    words: tuple[str, ...]


#: A talk with the user, without a result.
Talk: TypeAlias = Generator[Question, str, None]

#: A talk whose result is where to go on.
Way: TypeAlias = Generator[Question, str, str]


class LeaveQueryError(Exception):
    """The user goes back to the prompt."""


class Desk:
    """Collects the lines of an answer, and reads replies.

    Attributes:
        said: the lines that the user has not seen yet.
    """

    def __init__(self) -> None:
        self.said: list[str] = []

    def say(self, *lines: str) -> None:
        """Add lines to the answer."""
        self.said.extend(lines)

    def reply(
        self, prompt: str, words: Sequence[str], help_text: str, numbers: bool = False
    ) -> Generator[Question, str, str | int | None]:
        """Return one of some words, or a number; None after help and mistakes.

        Raises:
            LeaveQueryError: the reply is `prompt`, which is always allowed.
        """
        text = " ".join((yield Question(prompt, (*words, "prompt", "help"))).split())
        number = NUMBER.fullmatch(text)
        if numbers and number:
            return int(number["number"])
        if text in words:
            return text
        if text == "prompt":
            raise LeaveQueryError
        if text == "help":
            self.say(*help_text.splitlines())
        else:
            self._mistake(text, (*(("a number",) if numbers else ()), *words, "help"))
        return None

    def _mistake(self, text: str, expected: Sequence[str]) -> None:
        if text.split(" ")[0] in COMMANDS and " " in text:
            hint = "; `prompt.` leads back to where commands are read"
        else:
            hint = did_you_mean(text, expected)
        self.say(f"   Unknown reply: {text}; expected {', '.join(expected)}{hint}")
