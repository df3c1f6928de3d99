r"""Escapes for characters that control a terminal.

Rule files, and much else that is printed, are data from strangers. A character that
could move the cursor, change colours or reverse the direction of a text is written
`\uXXXX`, which Prolog, JSON and Python can read back. `--help` imports this module, so
it imports little.
"""

from __future__ import annotations

import io
import re
from typing import TextIO, cast

#: Control characters except newlines and tabs, characters that set the direction of a
#: text, other line ends, and surrogates.
_RANGES = (
    *((0, 0x08), (0x0B, 0x1F), (0x7F, 0x9F), (0x61C, 0x61C), (0x200E, 0x200F)),
    *((0x2028, 0x202E), (0x2066, 0x2069), (0xD800, 0xDFFF)),
)
STEERING = "".join(chr(c) for a, b in _RANGES for c in range(a, b + 1))
_STEERING = re.compile(f"[{''.join(f'{chr(a)}-{chr(b)}' for a, b in _RANGES)}]")


def escaped(text: str) -> str:
    r"""Return a text with escapes for characters that control a terminal.

    >>> escaped("\x1b[31mred")
    '\\u001B[31mred'
    """
    return _STEERING.sub(lambda found: escape(found[0]), text)


def visible(text: str) -> str:
    r"""Return a text with escapes for all characters without a glyph of their own.

    >>> visible("a\tb")
    'a\\u0009b'
    """
    return "".join(c if c.isprintable() else escape(c) for c in text)


def escape(character: str) -> str:
    """Return the escape of a character."""
    code = ord(character)
    return f"\\u{code:04X}" if code <= 0xFFFF else f"\\U{code:08X}"


class Escaping(io.TextIOBase):
    """A stream that writes escapes for characters that control a terminal.

    It has no `buffer`, so nothing bypasses it.

    Args:
        stream: the stream to write to; it is not closed.
    """

    #: `click.echo` keeps each stream that it can hash for as long as the process lives.
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    @property
    def encoding(self) -> str:  # type: ignore[override]
        """The encoding of the stream."""
        return self.stream.encoding

    @property
    def errors(self) -> str | None:  # type: ignore[override]
        """How the stream handles characters that it cannot encode."""
        return self.stream.errors

    def isatty(self) -> bool:
        """Return whether the stream is a terminal."""
        return self.stream.isatty()

    def fileno(self) -> int:
        """Return the file descriptor of the stream."""
        return self.stream.fileno()

    def writable(self) -> bool:
        """Return that it can be written to."""
        return True

    def flush(self) -> None:
        """Flush the stream."""
        self.stream.flush()

    def close(self) -> None:
        """Leave the stream open."""

    def write(self, text: str | bytes) -> int:
        """Write a text with escapes.

        Raises:
            TypeError: text is bytes; click tests in this way whether a stream takes
                bytes. Yet it writes its completions for a shell as bytes.
        """
        if text == b"":
            raise TypeError("expected a text, found no bytes")
        words = text.decode() if isinstance(text, bytes) else text
        self.stream.write(escaped(words))
        return len(text)


def escaping(stream: TextIO) -> TextIO:
    """Return a stream that writes escapes: this one, if it does so already."""
    if isinstance(stream, Escaping):
        return stream
    return cast(TextIO, Escaping(stream))


def steering(stream: TextIO) -> TextIO:
    """Return the stream for the program's own control sequences."""
    return stream.stream if isinstance(stream, Escaping) else stream
