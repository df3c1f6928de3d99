"""Finding and reading rule files."""

from __future__ import annotations

import codecs
import difflib
import os
import re
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pygame_search.rules.inclusion import (
    Part,
    Source,
    located_in,
    may_include,
    own_line,
    whole,
)
from pygame_search.rules.locate import numbered_line
from pygame_search.rules.syntaxes import (
    NAMES,
    OF_SUFFIX,
    SYNTAXES,
    TABLE,
    Syntax,
    syntax_of,
    usual,
    with_suffix,
)
from pygame_search.support.diagnostic import Diagnostic
from pygame_search.support.errors import InputError, PygameSearchError, RulesError
from pygame_search.support.input_files import open_input
from pygame_search.support.resources import rules_folder
from pygame_search.support.validation import must_be_one_of

#: The most bytes of a rule file; a larger one is refused before it is read.
MOST_BYTES = 4_000_000

_SUFFIXES = (".pl",)
#: The similarity, from 0 to 1, from which one name may be a slip for another.
_CLOSE = 0.65
_SURROGATE = re.compile("[\ud800-\udfff]")

#: The place that means standard input.
STANDARD_INPUT = "-"

_CALL = re.compile(r"^\s*(?P<place>[^()]*?)\s*(?P<arguments>\(.*\))?\s*$", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The text of a rule file.

    Attributes:
        name: the file's name without the suffix.
        file: the file's path, for messages.
        text: the contents.
        syntax: its syntax, a name of `syntaxes.TABLE`.
        guessed: whether the text alone chose the syntax, and not the usual one.
        parts: those of the text, where the file includes others; the text is then that
            of all of them (inclusion.py).
        kind: what somebody has said that it is, one of `KINDS` of kinds.py; None to
            have it recognised.

    Raises:
        RulesError: the text is too long, or has a zero character or a surrogate.
    """

    name: str
    file: str
    text: str
    syntax: str = "prolog"
    guessed: bool = False
    kind: str | None = None
    parts: tuple[Part, ...] = ()

    def __post_init__(self) -> None:
        _bounded(len(self.text), self.file)
        for character in ("\0", *_SURROGATE.findall(self.text)[:1]):
            if character in self.text:
                raise RulesError(
                    f"{self.file}: expected text, found the character "
                    f"{character!r} at {self.text.index(character)}"
                )

    @property
    def place(self) -> str:
        """What a saved file calls it: a name in `rules/`, or a path."""
        ours = Path(self.file).parent == rules_folder()
        return self.name if ours else self.file

    @property
    def taken(self) -> str:
        """What the text was taken for, as a sentence; empty if nothing was guessed."""
        if not self.guessed:
            return ""
        return f"{self.file}: read as {self.syntax_title}, which the text shows"

    def line_of(self, place: int) -> int:
        """Return the line of a place in the text, counted from 1.

        Of a place in an included file it is the line of the `include`.
        """
        if self.parts:
            return own_line(self.parts, place)
        return numbered_line(self.text, place)

    def located(self, faults: Iterable[dict[str, Any]]) -> tuple[Diagnostic, ...]:
        """Return the faults of the engine, with lines and columns."""
        return located_in(self.file, self.text, self.parts, faults)

    @property
    def own_text(self) -> str:
        """The text of the file itself, without those that it includes."""
        return self.parts[0].source.text if self.parts else self.text

    def with_included(self, folder: Path | None = None) -> Rulebook:
        """Return the rule file with those that it includes.

        Args:
            folder: where these may be, besides `rules/`; None for nowhere.

        Raises:
            RulesError: a file is not found, or includes itself, or there are too many.
        """
        if not may_include(self.text, self.syntax):
            return self

        def found(name: str) -> Source | str:
            return _included(name, folder)

        text, parts = whole(Source(self.file, self.text), found)
        if len(parts) == 1:
            return self
        return replace(self, text=text, parts=parts)

    @property
    def syntax_title(self) -> str:
        """What the syntax is called in a sentence."""
        return SYNTAXES[self.syntax].title


def names() -> list[str]:
    """Return the names of the rule files that come with the package, sorted."""
    return sorted(
        path.stem for path in rules_folder().iterdir() if path.suffix in _SUFFIXES
    )


def read(place: str | os.PathLike[str], syntax: str | None = None) -> Rulebook:
    """Return the rule file of a name in `rules/`, or at a path.

    Args:
        place: the name or the path, or `-` for standard input.
        syntax: by default the suffix of the path selects it; if that leaves a choice,
            the text does, see `syntaxes.syntax_of`.

    Raises:
        InputError: there is no such name or file, or it cannot be read, or there is no
            such syntax.
        RulesError: the file is not text, or is too large.
    """
    text = os.fspath(place)
    if syntax is not None:
        must_be_one_of("syntax", syntax, NAMES)
    if text == STANDARD_INPUT:
        return _read_standard_input(syntax)
    looks_like_path = os.sep in text or Path(text).suffix != ""
    if not looks_like_path:
        for suffix in _SUFFIXES:
            if text in names() and (rules_folder() / f"{text}{suffix}").is_file():
                return _read_file(rules_folder() / f"{text}{suffix}")
    if _exists(text):
        return _read_file(Path(text), syntax)
    raise InputError(_not_found(text, looks_like_path))


def split_call(game: str) -> tuple[str, str]:
    """Split a call such as `othello(size=6)` into the place and the bracketed part.

    The second part is empty if there are no parameters.
    """
    if _exists(game):
        return game, ""
    match = _CALL.match(game)
    if match is None:
        return game, ""
    return match["place"], match["arguments"] or ""


def _not_found(text: str, looks_like_path: bool) -> str:
    if looks_like_path:
        near = _file_like(Path(text))
        hint = f"; did you mean {str(near)!r}?" if near else ""
        return f"expected a rule file at {text!r}, found none{hint}"
    known = names()
    close = difflib.get_close_matches(text, known, 1, _CLOSE)
    hint = f"did you mean {close[0]!r}? " if close else ""
    return (
        f"no game is called {text!r}: {hint}there are {', '.join(known)}; "
        "or give the path of a rule file"
    )


def _file_like(path: Path) -> Path | None:
    """Return the rule file in the folder of a path whose stem is closest to its own.

    Folders and suffixes are not compared: they would make all paths similar.
    """
    beside: dict[str, Path] = {}
    with suppress(OSError, ValueError):
        for other in sorted(path.parent.glob("*")):
            if other.suffix in OF_SUFFIX:
                beside.setdefault(other.stem, other)
    close = difflib.get_close_matches(path.stem, beside, 1, _CLOSE)
    return beside[close[0]] if close else None


def _exists(place: str) -> bool:
    """Return whether a text is the path of something that exists."""
    try:
        os.stat(place)
    except FileNotFoundError:
        return False
    except (OSError, ValueError) as error:
        # No path: a part is no folder, the text is too long, or it has a zero byte.
        return isinstance(error, PermissionError)
    return True


def _included(name: str, folder: Path | None) -> Source | str:
    """Return the rule file of a name that another includes, or why there is none.

    It is one of `rules/`, or lies in a folder itself, where no link leads elsewhere.
    """
    path = rules_folder() / f"{name}.pl"
    if name not in names():
        if folder is None:
            return "a text without a folder can include the games of the package alone"
        path = folder / f"{name}.pl"
        if not path.is_file() or path.is_symlink():
            return f"there is no game of that name, and no file {name}.pl in the folder"
    try:
        book = _read_alone(path)
    except PygameSearchError as error:
        return str(error)
    return Source(book.file, book.text)


def _read_file(path: Path, syntax: str | None = None) -> Rulebook:
    return _read_alone(path, syntax).with_included(path.parent)


def _read_alone(path: Path, syntax: str | None = None) -> Rulebook:
    file = str(path)
    if path.suffix == ".py":
        raise InputError(
            f"{file}: expected rules, found a search program in Python; `compare` and "
            "`grade` take it"
        )
    with open_input(path, "a rule file") as stream:
        _bounded(os.fstat(stream.fileno()).st_size, file)
        data = stream.read(MOST_BYTES + 1)
    among = with_suffix(path.suffix) if syntax is None else [SYNTAXES[syntax]]
    return _rulebook(path.stem, file, data, among)


def _read_standard_input(syntax: str | None) -> Rulebook:
    data = sys.stdin.buffer.read(MOST_BYTES + 1)
    among = TABLE if syntax is None else [SYNTAXES[syntax]]
    return _rulebook("stdin", "<stdin>", data, among).with_included()


def _rulebook(name: str, file: str, data: bytes, among: Sequence[Syntax]) -> Rulebook:
    syntax = syntax_of(data.decode("latin-1"), among)
    guessed = len(among) > 1 and syntax != usual(among)
    return Rulebook(name, file, decode(data, file, syntax), syntax, guessed)


def _bounded(size: int, file: str) -> None:
    if size > MOST_BYTES:
        raise RulesError(
            f"{file}: expected a rule file of at most {MOST_BYTES:,} bytes, "
            f"found {size:,}"
        )


def decode(data: bytes, file: str, syntax: str = "prolog") -> str:
    """Return the text of a rule file's bytes, which are UTF-8 with any line endings.

    Raises:
        RulesError: the bytes are not text, or are too many.
    """
    _bounded(len(data), file)
    if _is_utf_16(data):
        words = f"expected text in UTF-8, found the bytes {data[0]:#04x} {data[1]:#04x}"
        mend = "this looks like UTF-16; save it as UTF-8"
        raise _no_text(file, data, 0, words, mend)
    data = data.removeprefix(codecs.BOM_UTF8)
    if b"\0" in data:
        at = data.index(b"\0")
        raise _no_text(file, data, at, "expected text, found a zero byte")
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        if (
            syntax in SYNTAXES and SYNTAXES[syntax].sheet
        ):  # names are ASCII; comments may be in any encoding
            return decode(data.decode("latin-1").encode(), file)
        words = f"expected text in UTF-8, found the byte {data[error.start]:#04x}"
        raise _no_text(file, data, error.start, words) from error
    return _with_line_feeds(text)


def _with_line_feeds(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _is_utf_16(data: bytes) -> bool:
    """Return whether bytes begin like UTF-16, or about every other byte is zero."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return True
    even, odd = data[::2], data[1::2]  # one of them has the zeros of Latin letters
    return len(data) > 1 and any(
        zeros.count(0) * 2 > len(data) // 2 and b"\0" not in others
        for zeros, others in ((even, odd), (odd, even))
    )


def _no_text(
    file: str, data: bytes, at: int, message: str, mend: str = ""
) -> RulesError:
    """Return the error at a byte of a file."""
    lines = _with_line_feeds(data[:at].decode(errors="replace")).split("\n")
    line, column = len(lines), len(lines[-1]) + 1
    fault = Diagnostic(file, line, column, "error", "file", message, mend, "")
    return RulesError(str(fault), (fault,))
