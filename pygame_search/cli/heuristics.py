"""`heuristics`: the features and heuristics of a position."""

from __future__ import annotations

from pygame_search.cli.options import Start, start_options
from pygame_search.cli.output import console, progress
from pygame_search.cli.streams import command, print_json, wants_json
from pygame_search.search.core.heuristics import Course, RoleHeuristics
from pygame_search.search.core.heuristics import heuristics as to_weigh
from pygame_search.state_text import outcome_text
from pygame_search.support.printing import table


@command
@start_options()
def heuristics(start: Start) -> None:
    """List the features and heuristics of a position of GAME, for --weight.

    The rule file's own features come first, then the heuristics that work for every
    game: mobility, the number of the role's moves; focus, the same number negated;
    proximity, from 0 to 100, how close the state is to a known goal state; goal, the
    role's goal value, a good guide if it never falls during a game; and mobility and
    focus as percentages of all moves that the role may ever have. Goal states and falls
    are looked for in a sample of random games.
    """
    state = start.state()
    with progress("playing games at random ..."):
        found = to_weigh(state)
    if wants_json():
        roles = {one.role: one.as_json() for one in found}
        print_json({"terminal": state.terminal, "roles": roles})
        return
    out = console()
    rows = (
        (one.role, f.name, "-" if f.value is None else str(f.value), str(f.weight))
        for one in found
        for f in one.features
    )
    out.print(table("role", "feature", "value#", "weight#", rows=rows))
    out.print()
    if state.terminal:
        out.print(f"The game is over, and its goal counts: {outcome_text(state)}.")
    for one in found:
        out.print(f"{one.role}: {_goals(one)}; {_course(one.course)}")


def _goals(one: RoleHeuristics) -> str:
    if one.goal_value is None:
        return "no goal states known"
    word = "state" if one.goal_states == 1 else "states"
    return f"{one.goal_states} goal {word} known, of value {one.goal_value}"


def _course(course: Course) -> str:
    sample = f"{course.states:,} states of {course.games} games"
    if not course.defined:
        return f"goal not defined before the end, in {sample}"
    if course.always is not None:
        return f"goal always {course.always} before the end, in {sample}"
    if course.fall is None:
        return f"goal monotone in {sample}"
    fall = course.fall
    return (
        f"goal not monotone, from {fall.before} to {fall.after} by the last of "
        f'"{"; ".join(fall.moves)}"'
    )
