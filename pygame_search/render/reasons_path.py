"""How paths come about, and why there is none, in plain sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pygame_search.game import State
from pygame_search.render.proof import place
from pygame_search.render.reasons import counted

if TYPE_CHECKING:
    from pygame_search.search.reasons.paths import NoPathReasons, PathReasons, PathStep

_MOVES = ("legal move", "legal moves")

#: What is said of the first path that a method finds.
_FIRST = {
    "breadth": "Breadth first takes the shortest path first, so none has fewer steps.",
    "iterative": "No shorter one came up with a lower bound, so none has fewer steps.",
    "lowest_cost": "The cheapest path is taken first, so none is cheaper.",
    "a_star": "As far as h never says more than the rest costs, none is cheaper.",
    "depth": "Depth first takes the newest path first: there may be a shorter one.",
    "best_first": "The path that seems nearest to a goal is taken first: there may be "
    "a cheaper one.",
}


def path_text(reasons: PathReasons) -> str:
    """Return how a path comes about, in sentences."""
    start = State(reasons.question.game, reasons.result.numbers[0])
    lines = _drawn("The path begins", start, reasons.start)
    for number, step in enumerate(reasons.steps, 1):
        words = f"{number}. {step.move}: {_which(step)}, {_costs(step)}"
        lines += _drawn(words, State(step.game, step.node), step.target)
    return "\n".join([*lines, *end_words(reasons)])


def end_words(reasons: PathReasons) -> list[str]:
    """Return what is said of a path at its end."""
    result = reasons.result
    steps = counted(len(reasons.steps), "step", "steps")
    lines = [f"That is a goal, after {steps}, at a cost of {result.cost}."]
    if result.earlier:
        lines.append(f"It is path number {result.earlier + 1} that the search found.")
    else:
        lines.append(_FIRST[reasons.question.method])
    expanded = counted(result.expanded, "path was", "paths were")
    return [*lines, f"{expanded} expanded before it was selected."]


def _drawn(words: str, state: State, text: str) -> list[str]:
    """Return words with the board of a node, or its text."""
    if state.game.space == "game" and state.position.cells:
        return [f"{words}:", *(f"     {line}" for line in str(state).splitlines())]
    return [f"{words}: {text}"]


def _which(step: PathStep) -> str:
    """Return that a step can be made, of how many, and by which clause."""
    one, more = ("arc", "arcs") if step.game.space == "book" else _MOVES
    words = f"one of {step.choices} {more}" if step.choices > 1 else f"the only {one}"
    clause = step.clause
    return f"{words} [{place(clause)}]" if clause else words


def _costs(step: PathStep) -> str:
    if step.cost == step.so_far:
        return f"cost {step.cost}"
    return f"cost {step.cost}, so far {step.so_far}"


def no_path_text(reasons: NoPathReasons) -> str:
    """Return why there is no path, or no further one, in sentences."""
    found = reasons.result
    what = "further path" if found.earlier else "path"
    expanded = counted(found.expanded, "path", "paths")
    if found.stopped == "limit":
        return (
            f"No {what} was found before the limit struck: {expanded} were expanded, "
            f"and {found.waiting:,} were still waiting in the frontier. There may be "
            "one; a higher limit would tell."
        )
    lines = [f"There is no {what}: the frontier has emptied."]
    if found.reached is not None:
        nodes = counted(found.reached, "node", "nodes")
        lines.append(
            f"The paths from the start lead to {nodes}, which is all that can be "
            f"reached; {expanded} were expanded."
        )
    else:
        lines.append(
            f"All paths that the pruning leaves, {found.expanded:,}, were expanded."
        )
    if found.earlier:
        lines.append(
            f"{counted(found.earlier, 'path was', 'paths were')} found before."
        )
    else:
        lines.append("None of them ends in a goal.")
    return " ".join(lines)
