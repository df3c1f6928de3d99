"""The lecture's clauses and function beside a search, and which lines an event runs.

A line is named by a part of its text that no other line of the file has.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.resources import files
from itertools import cycle
from types import MappingProxyType
from typing import Any

from pygame_search.experiments.lecture_forms import LECTURES, PATH_LECTURES
from pygame_search.experiments.twins import Source
from pygame_search.search.core.methods import PATH_METHODS, MethodCall, read_method
from pygame_search.search.core.trace import FORMS
from pygame_search.support.resources import logic_folder

_FUNCTIONS = files("pygame_search") / "lectures"

#: By method and event, parts of lines in the clauses and in the function. A leaf is
#: `leaf terminal` or `leaf limit`, a path beyond the bound `prune bound`.
Marks = dict[str, tuple[tuple[str, ...], tuple[str, ...]]]

_LEAVES: Marks = {
    "leaf terminal": (
        ("terminal(S), goal(",),
        ("if terminal(s):", "goal(s, r)"),
    ),
    "leaf limit": (("estimate(S, R, V).",), ("if d == 0:", "estimate(s, r)")),
}

_PATHS: Marks = {
    "select": (("|Frontier], Found) :-",), ("*frontier = frontier",)),
    "goal": (("|Path]) :- goal(S).",), ("if is_goal(", "return first")),
    "expand": (("findall(",), ("successors(first[-1])",)),
    "enter": (("findall(",), ("successors(first[-1])",)),
}


#: The lecture forms of the path searches that select one path after another.
_PATH_FORMS = ("breadth_first", "depth_first", "lowest_cost", "best_first", "a_star")

#: The marks by the name of the lecture form.
MARKS: dict[str, Marks] = {
    **dict.fromkeys(_PATH_FORMS, _PATHS),
    "minimax": {
        "enter": (("findall(V1-M1,",), ("choices = [",)),
        **_LEAVES,
        "leave": (("( P = R ->",), ("better = ", "return better(")),
    },
    "quiescence": {
        "enter": (("findall(V1-M1,",), ("choices = [",)),
        "leaf terminal": _LEAVES["leaf terminal"],
        "leaf limit": (
            ("leaf(S, D), estimate(",),
            ("if leaf(s, d):", "estimate(s, r)"),
        ),
        "leave": (("( P = R ->",), ("better = ", "return better(")),
    },
    "alphabeta": {
        "enter": (("value(S, R, D, A, B, V),",), ("v = value(",)),
        **_LEAVES,
        "raise": (("new_bounds(Side,",), ("a, b = new_bounds(",)),
        "cutoff": (("good_enough(Side, V, A, B) ->",), ("if good_enough(", "break")),
        "leave": (("( Side = max ->",), ("better = ", "return better(")),
    },
    "deepening": {
        "deepen": (
            ("deepen(D, S, R, D, M, V) :-", "searched(S, R, D0, _, _),"),
            ("    searched(s, r, d0)", "d0 += 1"),
        ),
        "enter": (("findall(V1-M1,",), ("choices = [",)),
        **_LEAVES,
        "leave": (("( P = R ->",), ("better = ", "return better(")),
    },
    "iterative": {
        **_PATHS,
        "deepen": (("search([D-[S]], none, Found),",), ("search([(d, [s])])",)),
        "select": (("|Frontier], Cut, Found) :-",), ("*frontier = frontier",)),
        "goal": (("|Path])) :- goal(S).",), ("if is_goal(", "return first")),
        "prune bound": (("D < 0, !,",), ("if d < 0:", "cut_off = True")),
    },
    "ida_star": {
        **_PATHS,
        "deepen": (("[S])], Bound, inf, Found),",), ("search([(h(s), 0, [s])]",)),
        "select": (
            ("search([_-path(C, [S|Path])|Frontier]",),
            ("*frontier = frontier",),
        ),
        "goal": (("|Path])) :- goal(S).",), ("if is_goal(", "return first")),
        "prune beyond": (
            ("F > Bound, !,", "Least1 is min("),
            ("if f > bound:", "least = min("),
        ),
        "prune cycle": (("\\+ member(S1, [S|Path])",), ("if s1 not in first:",)),
    },
    "maxn": {
        "enter": (("findall(M1-Vs1,",), ("choices = [",)),
        "leaf terminal": (("findall(R-V, goal(",), ("if terminal(s):", "goal(s, r)")),
        "leaf limit": (("findall(R-V, estimate(",), ("if d == 0:", "estimate(s, r)")),
        "leave": (("member(M-Vs, Choices),", "V2 > V )"), ("return max(choices",)),
    },
    "expectimax": {
        "enter": (("findall(V1-M1,",), ("choices = [",)),
        **_LEAVES,
        "leave": (
            ("backed_up(P, R, Choices, M, V).",),
            ('if p == "random":', "return better("),
        ),
    },
    "proof_number": {
        "prove": (("proved(S,",), ("tree = leaf(",)),
        "select": (
            ("next_tree(K, P, D, Next)",),
            ("if t.proof == tree.proof", "if t.disproof == tree.disproof"),
        ),
        "expand": (("findall(T,",), ("tree.trees = [",)),
        "enter": (("findall(T,",), ("tree.trees = [",)),
        "proof": (("(   K = or ->",), ("tree.proof = ", "tree.disproof = ")),
    },
    "uct": {
        "enter": (("simulated([], S, Arms,",), ("tree.arms = arms(",)),
        "visit": (("N is N0 + 1,", "Sum is Sum0"), ("arm.n += 1", "arm.total += ")),
        "line": (("N1 > Most )",), ("most = max(",)),
    },
}


#: The engine's clauses and procedures emit events through names that all of them share.
_ENGINE: Marks = {
    kind: ((f"emitted(Task, {kind}", f"emitted(Problem, {kind}"), (f'emit("{kind}"',))
    for kind in FORMS
}
_ENGINE |= {
    "enter": (
        ("entered(Task", "emitted(Problem, enter"), ("task.enter(", 'emit("enter"'),
    ),
    "leaf": (
        ("leaf_score", "leaf_found(Task"),
        ("task.leaf(", "leaf_scores(task", "task.leaf_found("),
    ),
    "hit": ((" known(Task",), (" known(task",)),
    "raise": (("raised(Task", "lowered(Task"), ("raised(task", "lowered(task")),
    "cutoff": ((" cut(Task",), (" cut(task",)),
    "leave": (("left(Task",), ("task.leave(",)),
}  # fmt: skip


def listings(call: MethodCall) -> list[dict[str, Any]]:
    """Return the lecture's clauses and function for a method; none if it has neither.

    Deepening as lectures write it is that of one search, and has no other.

    Each has its `file`, its `lines`, and under `marks` the numbers of the lines, from
    0, that an event runs.
    """
    name = call.method.name
    if call.method is PATH_METHODS.get(name):
        name = PATH_LECTURES[name]
    elif name == "minimax" and call["quiescence"]:  # however far it goes
        name = "quiescence"
    marks, form = MARKS.get(name), LECTURES.get(name)
    if marks is None or (form and read_method(form)["search"] != call["search"]):
        return []
    return lecture_listings(name, marks)


def lecture_listings(name: str, marks: Marks) -> list[dict[str, Any]]:
    """Return the clauses and the function of a lecture form, with marks."""
    places = {
        f"logic/lectures/{name}.pl": logic_folder() / "lectures" / f"{name}.pl",
        f"pygame_search/lectures/{name}.py": _FUNCTIONS / f"{name}.py",
    }
    return [
        listing(Source(shown, place.read_text(encoding="utf-8")), parts)
        for (shown, place), parts in zip(places.items(), _halves(marks), strict=True)
    ]


def engine_listings(sources: Sequence[Source]) -> list[dict[str, Any]]:
    """Return clauses and procedures of the engine, with the lines that run.

    Args:
        sources: clauses, the procedure beside them, and so on.
    """
    halves = cycle(_halves(_ENGINE))
    return [listing(source, next(halves)) for source in sources]


def _halves(marks: Marks) -> tuple[dict[str, tuple[str, ...]], ...]:
    """Return the marks of the clauses, and those of the function."""
    return tuple({event: parts[i] for event, parts in marks.items()} for i in range(2))


def listing(
    source: Source, marks: Mapping[str, Sequence[str]] = MappingProxyType({})
) -> dict[str, Any]:
    """Return a source as the page shows it.

    Args:
        source: its name and its text.
        marks: parts of the lines that an event runs, by its kind.
    """
    lines = source.text.removesuffix("\n").split("\n")
    return {
        "file": source.name,
        "lines": lines,
        "marks": {
            event: [i for i, line in enumerate(lines) if any(p in line for p in parts)]
            for event, parts in marks.items()
        },
    }
