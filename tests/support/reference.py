"""Write the reference in docs/python.md from signatures and docstrings.

`sh scripts/reference` does it; `tests/project/test_python.py` checks that it was done.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType

import pygame_search as ps
from pygame_search.support.verbs import Verb

PAGE = Path(__file__).parents[2] / "docs" / "python.md"

#: What stands before it is written by hand.
MARK = "<!-- What follows is written by `sh scripts/reference`. -->\n"

#: The names by task, each under its heading.
GROUPS = {
    "Games": "load load_text Game State Position Cell",
    "Best moves": "SearchResult MoveValue DepthResult SearchTree METHODS Method "
    "MethodCall read_method",
    "Paths": "PathResult",
    "Solutions and certificates": "Solution Entry save_certificate read_certificate "
    "Certificate verify Verdict",
    "Hidden information": "View Step Believed Equilibrium Behaviour BestResponse "
    "ExtensiveForm "
    "save_equilibrium read_equilibrium verify_equilibrium EquilibriumVerdict",
    "Counts": "Perft Level Playouts GameSize RoleHeuristics",
    "Questions and reasons": "ask Answers explain Explanation BestReasons "
    "BeliefReasons EndReasons cuts why_cut CutReason how_path PathReasons why_no_path "
    "NoPathReasons Dialogue",
    "Matches and learning": "match MatchResult Standing Player Clock SequentialTest "
    "Playthrough learn Learned spread",
    "Search programs, grades and quizzes": "read_program lecture SearchProgram "
    "PythonProgram ProgramAnswer compare_program ProgramComparison grade Grade "
    "GradedItem quiz Question QuizVerdict",
    "Rule files": "check check_text CheckReport Diagnostic convert",
    "Errors": "PygameSearchError InputError MoveError RulesError LimitError TierError "
    "CertificateError",
}

#: What a value is; the rest has a docstring.
VALUES = {"METHODS": "The methods of choosing a move, by name: each a `Method`."}

#: The members that only the package itself uses.
HIDDEN = {
    *("Game.ask", "build", "engine", "clauses", "form", "keep", "key", "known_sum"),
    *("must_be_about", "must_be_open", "numbered", "printed", "ready", "settle_sum"),
    *("with_traceback", "add_note", "number", "note", "known"),
    *("node_text", "play_joint", "tell_goal_sum", "Playthrough.text"),
    *("of_facts", "key_in", "machine", "network", "facts_text", "State.played"),
}

SECTION = re.compile(r"^(Args|Attributes|Raises):$")


def reference() -> str:
    """Return the reference of all names, in Markdown."""
    parts = ["## Reference\n"]
    for heading, names in GROUPS.items():
        listed = ", ".join(f"[{one}](#ps{one.lower()})" for one in names.split())
        parts.append(f"- {heading}: {listed}")
    parts.append("")
    for heading, names in GROUPS.items():
        parts.append(f"### {heading}\n")
        for name in names.split():
            parts += entry(name)
    return "\n".join(parts)


def entry(name: str) -> Iterator[str]:
    """Yield the parts of what is said of a name."""
    value = getattr(ps, name)
    if name in VALUES:
        yield f"#### `ps.{name}`\n\n{VALUES[name]}\n"
    elif inspect.isclass(value):
        yield f"#### `ps.{name}`\n\n{text(value)}\n"
        if not issubclass(value, Exception):
            yield from filter(None, (member(value, key) for key in members(value)))
    else:
        yield f"#### `ps.{name}`\n\n{signature(f'ps.{name}', value)}\n\n{text(value)}\n"


def members(kind: type) -> list[str]:
    """Return the names of what a class adds to Python's own, the base classes last."""
    own = [base for base in kind.__mro__ if base.__module__.startswith("pygame_search")]
    names = [name for base in own for name in vars(base)]
    hidden = {f"{kind.__name__}.{name}" for name in names} & HIDDEN
    known = HIDDEN | {name.partition(".")[2] for name in hidden}
    left_out = ("_", "must_")
    return [
        n for n in dict.fromkeys(names) if n not in known and not n.startswith(left_out)
    ]


def member(kind: type, name: str) -> str:
    """Return what is said of a method or property; empty for a mere attribute."""
    value = inspect.getattr_static(kind, name)
    if isinstance(value, classmethod | staticmethod):
        value = value.__func__
    if isinstance(value, Verb):
        value = value.__get__(None)
        (first, *_), name = (
            inspect.signature(value).parameters,
            f"{kind.__name__}.{name}",
        )
        words = re.sub(rf"\n- `{first}`: .*(\n  .*)*", "", text(value))
        return f"##### `{name}`\n\n{signature(name, value, first)}\n\n{words}\n"
    if isinstance(value, FunctionType):
        called = f"{kind.__name__}.{name}"
        return f"##### `{called}`\n\n{signature(called, value)}\n\n{text(value)}\n"
    if (getter := getattr(value, "fget", None) or getattr(value, "func", None)) is None:
        return ""
    kind_text = str(getter.__annotations__.get("return", ""))
    return f"##### `{kind.__name__}.{name}: {kind_text}`\n\n{text(getter)}\n"


def signature(called: str, function: FunctionType, own: str = "self") -> str:
    """Return how a function is called, with the types, without what it belongs to."""
    found = inspect.signature(function)
    words, starred = [], False
    for one in [p for p in found.parameters.values() if p.name != own]:
        if one.kind is one.KEYWORD_ONLY and not starred:
            words.append("*")
        starred = starred or one.kind is one.KEYWORD_ONLY
        words.append(_parameter(one))
    result = f" -> {found.return_annotation}"
    line = f"{called}({', '.join(words)}){result}"
    if len(line) > 88:
        inside = "".join(f"    {word},\n" for word in words)
        line = f"{called}(\n{inside}){result}"
    return f"```text\n{line}\n```"


def _parameter(parameter: inspect.Parameter) -> str:
    stars = "**" if parameter.kind is parameter.VAR_KEYWORD else ""
    word = f"{stars}{parameter.name}: {parameter.annotation}"
    if parameter.default is parameter.empty:
        return word
    default = parameter.default
    shown = default.__name__ if callable(default) else repr(default)
    return f"{word} = {shown}"


def text(value: object) -> str:
    """Return a docstring as Markdown."""
    lines = (inspect.getdoc(value) or "").splitlines()
    parts: list[str] = []
    inside = example = False
    for line in lines:
        if SECTION.match(line):
            inside = True
            parts += [f"**{line[:-1]}**", ""]
        elif line.startswith(">>>") and not example:
            inside, example = False, True
            parts += ["```python", line]
        elif example and not line:
            example = False
            parts += ["```", ""]
        elif inside and re.match(r" {4}\S", line):
            name, _, words = line.strip().partition(": ")
            names = ", ".join(f"`{one}`" for one in name.split(", "))
            parts.append(f"- {names}: {words}")
        elif inside and line.startswith("        "):
            parts.append(f"  {line.strip()}")
        else:
            parts.append(line)
    if example:
        parts.append("```")
    return "\n".join(parts)


def beginning() -> str:
    """Return what is written by hand."""
    before, mark, _ = PAGE.read_text(encoding="utf-8").partition(MARK)
    assert mark, f"{PAGE}: the mark before the reference is gone"
    return before


def page() -> str:
    """Return the page as it should be."""
    return f"{beginning()}{MARK}\n{reference()}"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
