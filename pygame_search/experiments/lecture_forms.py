"""A search as lectures write it, in both forms, beside the engine's."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from importlib.resources import files
from pathlib import Path

from pygame_search.experiments.twins import Source
from pygame_search.lectures import relations
from pygame_search.model.game import State
from pygame_search.model.scores import value_text
from pygame_search.programs.program import lecture
from pygame_search.search.best import best
from pygame_search.search.core.methods import MethodCall
from pygame_search.search.core.setup import checked_role
from pygame_search.support.errors import InputError
from pygame_search.support.resources import logic_folder

#: The methods of the engine that have a lecture's form, and how the engine is asked for
#: the same: with goal values alone, and without a table or an order.
LECTURES = {
    "minimax": "minimax(sooner=false)",
    "alphabeta": "alphabeta(sooner=false)",
    "deepening": "deepening(search=minimax, sooner=false, table=false, order=rule)",
    "maxn": "maxn(sooner=false)",
    "expectimax": "expectimax(sooner=false)",
}


@dataclass(frozen=True, slots=True)
class LectureForms:
    """What the lecture's clauses, its function and the engine find.

    Attributes:
        name: the method.
        sources: the clauses and the function.
        rows: what is compared, and what each of the three says.
        same: whether all three say the same.
        notes: what the search assumes.
    """

    name: str
    sources: tuple[Source, Source]
    rows: tuple[tuple[str, str, str, str], ...]
    same: bool
    notes: tuple[str, ...]


def has_lecture(call: MethodCall) -> bool:
    """Return whether a method, as it is called, has a lecture's form."""
    return call.method.name in LECTURES and call.given.keys() <= {"depth"}


def compare_lecture(
    state: State, call: MethodCall, *, role: str | None, depth: int
) -> LectureForms:
    """Return what the three forms of a search find in a position.

    Args:
        state: the position.
        call: a method that has a lecture's form.
        role: from whose point of view; by default that of the role that moves.
        depth: how many moves to look ahead.

    Raises:
        InputError: the game is over, or several roles move at once.
    """
    name = call.method.name
    role = checked_role(state, role)
    if len(state.to_move) != 1:
        raise InputError(
            f"{name} as lectures write it is for positions in which one role moves, "
            f"found {' and '.join(state.to_move) or 'none'}: --engine shows the "
            "engine's forms"
        )
    found = best(state, role=role, depth=depth, method=LECTURES[name], tier="clauses")
    state.game.goal_sum  # noqa: B018  the clauses ask for it
    told = lecture(name).ask("best", state, role=role, depth=depth)
    assert told is not None
    assert told.value is not None
    rules = relations.Rules(state.game)
    module = import_module(f"pygame_search.lectures.{name}")
    move, value = module.best(relations.Node(rules, state.number), role, depth)
    text = rules.texts.joints([(move,)])[0][0] if isinstance(move, int) else str(move)
    mover = state.game.roles.index(state.to_move[0])
    chosen = found.line[0][mover] if found.line else "chance"
    roles = len(state.game.roles) if name == "maxn" else 1
    rows = (
        ("move", told.move or "", text, chosen),
        ("value", value_text(told.value), value_text(float(value)),
         "" if found.value is None else value_text(found.value)),
        ("leaves", f"{len(told.leaves):,}", f"{len(rules.looked_at) // roles:,}",
         f"{found.leaves:,}"),
    )  # fmt: skip
    same = all(len(set(row[1:])) == 1 for row in rows)
    return LectureForms(name, _sources(name), rows, same, found.notes)


def _sources(name: str) -> tuple[Source, Source]:
    clauses = logic_folder() / "lectures" / f"{name}.pl"
    procedure = Path(str(files("pygame_search"))) / "lectures" / f"{name}.py"
    return (
        Source(f"logic/lectures/{name}.pl", clauses.read_text("utf-8")),
        Source(f"pygame_search/lectures/{name}.py", procedure.read_text("utf-8")),
    )
