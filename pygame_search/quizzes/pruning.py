"""Questions about alpha and beta: the window of a node, and what is cut off."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import prod

from pygame_search.explanation.searches.tree import search_tree
from pygame_search.model.position import joint_text
from pygame_search.model.scores import INFINITY
from pygame_search.quizzes.moment import Draft, Moment, own_score, searched
from pygame_search.search.core.methods import METHODS, MethodCall
from pygame_search.search.core.trace import Node
from pygame_search.support.words import counted

_YES, _NO, _NONE = "yes", "no", "none of them"

#: The most moves of a node whose values are listed; and the most events of a search
#: about which this is asked, because the moves that it leaves out must be searched for
#: it.
_LISTED, _EARLY = 8, 2_000


def window(moment: Moment) -> Draft | None:
    """Ask for alpha and beta of a node that is entered.

    Only if they are the best values above it: not if the search was given a window, or
    uses a narrower one than it shows.
    """
    node = _entered(moment)
    if node is None:
        return None
    low, high, why = float(-INFINITY), float(INFINITY), list[str]()
    values = {low, high}
    for above in moment.growing.path[:-1]:
        if not (done := searched(above)):
            continue
        mover = moment.mover(above)
        best = max(done, key=lambda child: own_score(moment, child, mover))
        score, told = _score(best), f"by {moment.move(best)} {moment.where(above)}"
        values |= {_score(child) for child in done}
        if mover == moment.role and score > low:
            low = score
            why.append(f"{mover} has {moment.value(best)} for sure {told}.")
        elif mover != moment.role and score < high:
            high = score
            why.append(
                f"{mover} can hold {moment.role} to {moment.value(best)} {told}."
            )
    if (low, high) != node.window or not why:
        return None
    windows = sorted(pair for pair in product(values, values) if pair[0] < pair[1])
    choices = {pair: _window_text(moment, *pair) for pair in windows}
    right = choices[low, high]
    for words, bound in (("Alpha", low), ("Beta", high)):
        if abs(bound) == INFINITY:
            why.append(f"{words} is still {moment.view.words(bound)}.")
    return Draft(
        f"What are alpha and beta when the search enters the node "
        f"{moment.where(node)}?",
        (right,),
        " ".join(why),
        tuple(choices.values()),
        node,
        terms={text.replace("alpha ", "").replace("beta ", ""): text
               for text in choices.values()},
    )  # fmt: skip


def _window_text(moment: Moment, low: float, high: float) -> str:
    return f"alpha {moment.view.words(low)}, beta {moment.view.words(high)}"


def _score(node: Node) -> float:
    assert isinstance(node.score, int | float)
    return node.score


def _entered(moment: Moment) -> Node | None:
    """Return the node that is entered and whose moves are searched next.

    Return None if several roles move, or if values depend on how soon they are reached.
    """
    node = moment.node
    if node is None or node.window is None or moment.call["sooner"]:
        return None
    if moment.last[0] != "enter" or moment.following[0] != "enter":
        return None
    return node if all(map(moment.mover, moment.growing.path)) else None


def _left_out(moment: Moment) -> Draft | None:
    """Ask which moves of a node are never searched, if all moves lead to leaves."""
    node = _entered(moment)
    if node is None or node.window is None or moment.step > _EARLY:
        return None
    mover, (alpha, beta) = moment.mover(node), node.window
    if abs(beta if mover == moment.role else alpha) == INFINITY:
        return None  # nothing can be cut off
    moves = moment.whole[len(moment.growing.entered) - 1].children
    if not 2 <= len(moves) <= _LISTED:
        return None
    scores = _leaf_scores(moment, node, moves)
    if scores is None:
        return None
    view, texts = moment.view, [*map(moment.move, moves)]
    beyond = [
        score >= beta if mover == moment.role else score <= alpha for score in scores
    ]
    seen = beyond.index(True) + 1 if any(beyond) else len(moves)
    if seen != sum(child.kind != "cut" for child in moves):
        return None
    rests = ["; ".join(texts[n:]) or _NONE for n in range(1, len(moves) + 1)]
    others = ["; ".join(joint_text(child.joint) for child in moves[n:])
              for n in range(1, len(moves))]  # fmt: skip
    side = "at least beta" if mover == moment.role else "at most alpha"
    if seen < len(moves):
        worth = view.words(scores[seen - 1])
        why = f"{texts[seen - 1]} is worth {worth}, {side}: what follows is cut off."
    else:
        why = f"No move before the last is worth {side}."
    listed = "; ".join(
        f"{text}: {view.words(score)}"
        for text, score in zip(texts, scores, strict=True)
    )
    return Draft(
        f"{mover} moves {moment.where(node)}: alpha is {view.words(alpha)} and beta "
        f"{view.words(beta)}. In the order of the search the moves are worth {listed}. "
        "Which of them are never looked at?",
        (rests[seen - 1],),
        why,
        (*rests[max(0, seen - 3) : seen + 2], _NONE),
        node,
        terms=dict(zip(others, rests, strict=False)),
    )


def _leaf_scores(
    moment: Moment, node: Node, moves: Sequence[Node]
) -> list[float] | None:
    """Return the scores of moves that lead to leaves, including those cut off.

    Return None if some lead to other nodes, or are searched twice.
    """
    scores = {child.joint: _score(child) for child in moves if child.kind != "cut"}
    kinds = {child.kind for child in moves} - {"cut"}
    if not kinds <= {"terminal", "limit"} or moment.call["quiescence"]:
        return None
    if len(scores) < len(moves):
        plain = {"evaluation": moment.call["evaluation"], "sooner": False}
        call = MethodCall(METHODS["minimax"], plain)
        found = search_tree(
            moment.state(node), role=moment.role, depth=1, method=call
        ).node.children
        if "limit" not in kinds and any(child.kind == "limit" for child in found):
            return None
        known = {child.joint: _score(child) for child in found}
        if not scores.items() <= known.items():
            return None
        scores = known
    joints = [child.joint for child in moves]
    return [scores[joint] for joint in joints] if len({*joints}) == len(moves) else None


def cut(moment: Moment) -> Draft | None:
    """Ask which moves of a node are cut off, or whether the remaining ones are.

    Only if the window shown decides it: a scout has a narrower one.
    """
    if moment.last[0] == "enter":
        return _left_out(moment)
    node = moment.node
    if node is None or node.window is None or moment.last[0] != "leave":
        return None
    if node.window == (-INFINITY, INFINITY):  # nothing can be cut off
        return None
    mover = moment.mover(node)
    tried = {child.joint for child in node.children}
    rest = prod(map(len, moment.state(node).legal.values())) - len(tried)
    if not mover or rest < 1 or not node.children:
        return None
    child, role = node.children[-1], moment.role
    alpha, beta = map(moment.view.words, node.window)
    text = (
        f"{mover} moves {moment.where(node)}: alpha is {alpha} and beta {beta}. "
        f"{moment.move(child)} is worth {moment.value(child)} for {role}. Is the "
        f"rest, {counted(rest, 'move', 'moves')}, cut off?"
    )
    ahead = moment.step  # fail-hard first moves the bound
    while moment.events[ahead][0] == "raise":
        ahead += 1
    best = max(searched(node), key=lambda child: own_score(moment, child, mover))
    own, (low, high) = own_score(moment, best, mover), node.window
    cuts = moment.events[ahead][0] == "cutoff"
    if cuts != (own >= (high if mover == role else -low)):
        return None
    if cuts:
        reason = moment.cuts.get(ahead + 1)
        why = "Alpha is at least beta." if reason is None else reason.text()
        return Draft(text, (_YES,), " ".join(why.split("\n")), (_YES, _NO), node)
    bound, side = (beta, "below beta") if mover == role else (alpha, "above alpha")
    why = (
        f"The best move of {mover} so far is worth {moment.value(best)}, {side}, "
        f"{bound}: another move can still change the value."
    )
    return Draft(text, (_NO,), why, (_YES, _NO), node)
