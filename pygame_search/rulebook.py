"""Rule files: where they are, and their text."""

from __future__ import annotations

import difflib
import os
import re
from dataclasses import dataclass
from pathlib import Path

from pygame_search.errors import InputError, RulesError
from pygame_search.resources import rules_folder

#: No rule file of people is larger; larger ones are refused before they are read.
MOST_BYTES = 4_000_000

_SUFFIXES = (".pl",)

#: The syntax of each kind of file.
SYNTAXES = {".pl": "prolog", ".kif": "kif", ".gdl": "kif"}
_CALL = re.compile(r"^\s*(?P<place>[^()]*?)\s*(?P<arguments>\(.*\))?\s*$", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The text of a rule file.

    Attributes:
        name: how it is called, the file's name without the suffix.
        file: where it is from, for messages.
        text: what it holds.
        syntax: `prolog` or `kif`.
    """

    name: str
    file: str
    text: str
    syntax: str = "prolog"


def names() -> list[str]:
    """Return the names of the rule files that come with the package, sorted."""
    return sorted(
        path.stem for path in rules_folder().iterdir() if path.suffix in _SUFFIXES
    )


def read(place: str | os.PathLike[str]) -> Rulebook:
    """Return the rule file of a name in `rules/`, or at a path.

    Raises:
        InputError: there is no such name or file.
        RulesError: the file cannot be read, or is no text.
    """
    text = os.fspath(place)
    looks_like_path = os.sep in text or Path(text).suffix != ""
    packaged = next(
        (
            rules_folder() / f"{text}{suffix}"
            for suffix in _SUFFIXES
            if (rules_folder() / f"{text}{suffix}").is_file()
        ),
        None,
    )
    if not looks_like_path and packaged is not None:
        return _read_file(packaged)
    path = Path(text)
    if path.exists():
        return _read_file(path)
    raise InputError(_not_found(text, looks_like_path))


def split_call(game: str) -> tuple[str, str]:
    """Return the place and the `(name=value, ...)` of what a user calls a game.

    The second part is empty when there are no parameters.
    """
    if Path(game).exists():
        return game, ""
    match = _CALL.match(game)
    if match is None:
        return game, ""
    return match["place"], match["arguments"] or ""


def _not_found(text: str, looks_like_path: bool) -> str:
    if looks_like_path:
        near = [str(p) for p in Path(text).parent.glob("*") if p.suffix in _SUFFIXES]
        close = difflib.get_close_matches(text, near, 1)
        hint = f"; did you mean {close[0]!r}?" if close else ""
        return f"expected a rule file at {text!r}, found none{hint}"
    known = names()
    close = difflib.get_close_matches(text, known, 1)
    hint = f"did you mean {close[0]!r}? " if close else ""
    return (
        f"no game is called {text!r}: {hint}there are {', '.join(known)}; "
        "or give the path of a rule file"
    )


def _read_file(path: Path) -> Rulebook:
    file = str(path)
    if path.is_dir():
        raise RulesError(f"{file}: expected a rule file, found a folder")
    if not path.is_file():
        raise RulesError(f"{file}: expected a rule file, found something else")
    try:
        size = path.stat().st_size
        if size > MOST_BYTES:
            raise RulesError(
                f"{file}: expected a rule file of at most {MOST_BYTES:,} bytes, "
                f"found {size:,}"
            )
        data = path.read_bytes()
    except OSError as error:
        raise RulesError(f"{file}: cannot be read ({error.strerror})") from error
    syntax = SYNTAXES.get(path.suffix, "prolog")
    return Rulebook(path.stem, file, decode(data, file, syntax), syntax)


def decode(data: bytes, file: str, syntax: str = "prolog") -> str:
    """Return the text of a rule file's bytes: UTF-8, any line ends.

    Raises:
        RulesError: the bytes are no text.
    """
    if b"\0" in data:
        at = data.index(b"\0")
        raise RulesError(f"{file}: expected text, found a zero byte at {at}")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        if syntax == "kif":  # the names of GDL are ASCII; comments may be anything
            return decode(data.decode("latin-1").encode(), file)
        raise RulesError(
            f"{file}: expected text in UTF-8, found the byte "
            f"0x{data[error.start]:02x} at {error.start}"
        ) from error
    return text.replace("\r\n", "\n").replace("\r", "\n")
