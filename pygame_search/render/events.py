"""Trace events in words."""

from __future__ import annotations

from pygame_search.game import Game
from pygame_search.model.position import joint_text
from pygame_search.model.scores import value_text
from pygame_search.render.tree_view import View
from pygame_search.search.core.trace import Event

_MANY = 4  # the most moves of a cut-off that are named


def event_words(event: Event, game: Game, role: str) -> str:
    """Return an event in words, in one line.

    Args:
        event: as in `trace`.
        game: the game that was searched.
        role: the role for which it was searched; empty for a path search.
    """
    if not role:
        return _path_words(event)
    score = View(game, game.roles.index(role)).words
    match event:
        case ["enter", 0, _, _]:
            return "enter the root"
        case ["enter", _, joint, _]:
            return f"enter {joint_text(joint)}"
        case ["leaf", kind, value]:
            return f"leaf, {kind} {score(value)}"
        case ["hit", flag, value]:
            return f"hit, {flag} {score(value)}"
        case ["raise", alpha, beta]:
            return f"raise, alpha {score(alpha)} beta {score(beta)}"
        case ["cutoff", alpha, beta, rest]:
            left = ", ".join(joint_text(joint) for joint in rest[:_MANY])
            more = f" and {len(rest) - _MANY} more" if len(rest) > _MANY else ""
            return f"cutoff, alpha {score(alpha)} >= beta {score(beta)}: {left}{more}"
        case ["leave", value]:
            return f"leave {score(value)}"
        case ["expand", index]:
            return f"expand node {index}"
        case ["back", index, value]:
            return f"back, {score(value)} to node {index}"
        case ["prove", threshold]:
            return f"prove that it is worth {threshold} at least"
        case ["select", index]:
            return f"select node {index}, the most-proving one"
        case ["proof", index, *numbers]:
            proof, disproof = ("∞" if n == "inf" else n for n in numbers)
            return f"proof number {proof}, disproof number {disproof} of node {index}"
        case ["repetition"]:
            return "repetition of a state above"
        case ["visit", index, visits, mean]:
            games = "1 game" if visits == 1 else f"{visits:,} games"
            return f"visit node {index}: {games}, mean {value_text(mean)}"
        case ["proven", index, value]:
            return f"node {index} is worth {value_text(value)}, proven"
        case ["line", joints]:
            return f"the best line: {'; '.join(map(joint_text, joints)) or 'none'}"
    return " ".join(str(word) for word in event)


#: Why a path is pruned.
PRUNED = {
    "cycle": "it visits its end twice",
    "reached": "a path of at most the same cost has reached its end",
    "bound": "longer ones are beyond the bound",
}


def _path_words(event: Event) -> str:
    match event:
        case ["deepen", bound]:
            return f"depth first within a bound of {bound}"
        case ["enter", 0, _, _]:
            return "add the start to the frontier"
        case ["enter", _, [move], _]:
            return f"add the path with {move} to the frontier"
        case ["cost", cost, None]:
            return f"its cost is {cost}"
        case ["cost", cost, estimate]:
            return f"its cost is {cost}, the estimate of its end {estimate}"
        case ["prune", index, reason]:
            return f"prune path {index}: {PRUNED[reason]}"
        case ["goal", index]:
            return f"path {index} ends in a goal"
    return f"{event[0]} path {event[1]}"
