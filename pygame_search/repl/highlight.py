"""Syntax colouring of inputs."""

from __future__ import annotations

from collections.abc import Callable

from prompt_toolkit.document import Document
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.lexers import Lexer, PygmentsLexer
from prompt_toolkit.styles import Style
from pygments.lexers.lisp import CommonLispLexer
from pygments.lexers.prolog import PrologLexer

STYLE = Style.from_dict(
    {
        "command": "bold",
        "prompt": "bold",
        "hint": "italic",
        "bottom-toolbar": "noreverse reverse",
    }
)


class InputLexer(Lexer):
    """Colours clauses by their syntax, and commands differently.

    Args:
        syntax: returns the syntax of the game.
    """

    def __init__(self, syntax: Callable[[], str]) -> None:
        self._syntax = syntax
        self._rules = PygmentsLexer(PrologLexer)
        self._kif = PygmentsLexer(CommonLispLexer)

    def lex_document(self, document: Document) -> Callable[[int], StyleAndTextTuples]:
        """Return a function that returns the coloured parts of a line."""
        if document.text.lstrip().startswith("%"):
            return lambda number: [("class:command", document.lines[number])]
        lexer = self._kif if self._syntax() == "kif" else self._rules
        return lexer.lex_document(document)
