"""The order in which moves are tried; the twin of `logic/search/move_order.pl`.

Alpha-beta cuts off more if it tries the best move early: with b moves in each of m
plies, it visits O(b^(m/2)) leaves if the best move comes first, and all b^m if it comes
last (SP.268; Knuth and Moore 1975). An order is

    rule        the order of the rule file
    advice      by the rank of advice/3
    killer      first the two moves that caused the last cut-offs at this ply
    history     first the moves with the most cut-offs in the whole search
    optimal     the best first, found by a search for each move
    pessimal    the worst first, likewise

With a transposition table, the move that was best in this state before comes first.
Equal moves stay in rule order.
"""

from __future__ import annotations

from pygame_search.machine.machine import Choice, Expansion, Key
from pygame_search.search.core.standing_pat import STAND
from pygame_search.search.core.task import Task
from pygame_search.search.game_tree import minimax

_STANDING, _KNOWN, _NOISY = -(1 << 61), -(1 << 60), -(1 << 58)
_UNADVISED = 1 << 50


def ordered_choices(
    task: Task, node: Expansion, state: Key, ply: int
) -> tuple[Choice, ...]:
    """Return the choices, and the joint moves in each, in the order of the task.

    Standing pat comes first.
    """
    choices = task.choices(node, state, ply)
    if task.order == "rule" and task.memory is None:
        return choices
    known = None if task.memory is None else task.memory.known_move(state)
    ranked = []
    for choice in choices:
        pairs = []
        for pair in choice:
            if pair[0] == STAND:
                place = _STANDING
            elif pair[0] == known:
                place = _KNOWN
            else:
                place = rank(task, node, state, ply, *pair)
            pairs.append((place, pair))
        pairs.sort(key=lambda ranked: ranked[0])
        place = choice_rank(task.order, [found for found, _ in pairs])
        ranked.append((place, tuple(pair for _, pair in pairs)))
    ranked.sort(key=lambda ranked: ranked[0])
    return tuple(choice for _, choice in ranked)


def choice_rank(order: str, ranks: list[int]) -> int:
    """Return the rank of a choice from the sorted ranks of its joint moves."""
    if order == "optimal" and ranks[0] > _KNOWN:
        return -ranks[0]
    if order == "pessimal" and ranks[0] > _KNOWN:
        return -ranks[-1]
    return ranks[0]


def rank(
    task: Task, node: Expansion, state: Key, ply: int, joint: int, successor: Key
) -> int:
    """Return the rank of a joint move; low ranks come first."""
    memory = task.memory
    match task.order:
        case "advice":
            ranks = task.machine.advice(state)
            moves = enumerate(node.joint(joint))
            return min(ranks.get(pair, _UNADVISED) for pair in moves)
        case "killer":
            assert memory is not None
            assert memory.killers is not None
            known = node.joint(joint) in memory.killers.get(ply, ())
            return _noise(task, node, state, ply, joint) - int(known)
        case "history":
            assert memory is not None
            assert memory.history is not None
            counted = memory.history.get(node.joint(joint), 0)
            return _noise(task, node, state, ply, joint) - counted
        case "optimal" | "pessimal":
            silent = task.silent()
            score, _ = minimax.value(silent, ply + 1, (state, node), joint, successor)
            return score if task.order == "optimal" else -score
        case _:
            return 0


def _noise(task: Task, node: Expansion, state: Key, ply: int, joint: int) -> int:
    """Return what puts a noisy joint move before the others."""
    if ply >= task.limit or not task.machine.rules.noisy:
        return 0
    pairs = enumerate(node.joint(joint))
    return 0 if task.machine.noisy(state).isdisjoint(pairs) else _NOISY
