"""Hints for inputs without a result."""

from __future__ import annotations

import re

from pygame_search.repl.commands import NAMES
from pygame_search.search.state_space.path_search import METHODS as PATH_METHODS
from pygame_search.session.inputs import Kind
from pygame_search.session.session import Session
from pygame_search.support.errors import InputError, did_you_mean

#: Inputs that leave other programs.
_LEAVING = ("quit()", "exit()", "bye")

#: Inputs that look like natural language or a shell command.
_SPEECH = re.compile(r"[\w./]+(?: [\w./]+)*")
_QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"")
_CONSTANT = re.compile(r"\b(?<!')[a-z]\w*\b(?!\s*\()")
_OPERATORS = {"is", "mod", "rem", "xor", "noop"}
_OF_MOVES = re.compile(r"\b(?:legal|best_move|minimax)\(")
_OF_A_GAME = re.compile(r"\b(?:legal|true|goal|terminal)\b")


def hinted(session: Session, error: InputError, kind: Kind, goal: str) -> InputError:
    """Return the fault of a goal, with a hint at what may have been meant."""
    hint = _hint(session, kind, goal.strip().rstrip("."))
    return InputError(f"{error}\n{hint}", error.diagnostics) if hint else error


def _hint(session: Session, kind: Kind, goal: str) -> str:
    if role := _mover(session, goal):
        if kind is Kind.GOAL:
            return f"to make that move: %move {goal}"
        return (
            f"of a move ask whether it is legal: how legal({role}, {goal}), "
            "or what it is worth: how best"
        )
    if goal in _LEAVING:
        return "to leave: %quit, or Ctrl-D"
    if kind is Kind.GOAL and goal.split(" ")[0] in NAMES:
        return f"commands begin with %: %{goal}"
    if _SPEECH.fullmatch(goal):
        return "`help` lists what you can type"
    return ""


def _mover(session: Session, text: str) -> str:
    """Return the roles that can make a move; none if the text is not a move."""
    state = session.state
    if state is None or state.terminal:
        return ""
    plain = "".join(text.split())
    for role, moves in state.legal.items():
        if plain in {"".join(move.split()) for move in moves}:
            return role
    return ""


def doubts(session: Session, question: str) -> list[str]:
    """Return possible reasons why a question has no answer."""
    state, rules = session.state, session.rules
    if state is None and _OF_A_GAME.search(question):
        return [
            f"{rules.name} is a state space: it has nodes and arcs, but no moves; "
            "path(Method, Path) finds paths"
        ]
    if state is not None and state.terminal and _OF_MOVES.search(question):
        return ["the game is over: nobody can move"]
    if rules.book.syntax == "kif" or session.trusted:
        return []
    strange = _strange(session, question)
    return [
        f"{name} does not occur in the rules{_meant(session, name)}" for name in strange
    ]


def _meant(session: Session, name: str) -> str:
    if len(name) == 1:
        return f": a variable begins with a capital, as {name.upper()}"
    return did_you_mean(name, _constants(session))


def _strange(session: Session, question: str) -> list[str]:
    """Return the constants of a question that occur in neither rules nor position."""
    known = {*_constants(session), *PATH_METHODS, *_OPERATORS}
    found = _CONSTANT.findall(_QUOTED.sub("", question))
    return [name for name in dict.fromkeys(found) if name not in known]


def _constants(session: Session) -> list[str]:
    """Return the names that occur in the rules and the position."""
    state = session.state
    facts = () if state is None else state.facts
    moves = () if state is None else (m for ms in state.legal.values() for m in ms)
    parameters = session.rules.parameters.values()
    texts = (session.book.text, *facts, *moves, *map(str, parameters))
    return sorted({name for text in texts for name in re.findall(r"\b[a-z]\w*", text)})
