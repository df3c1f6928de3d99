"""Reasons of searches in plain sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from pygame_search.evaluation import value_text
from pygame_search.game import Game, joint_text
from pygame_search.render.board import board_text
from pygame_search.render.tree_view import View

if TYPE_CHECKING:
    from pygame_search.search.reasons.best import Alternative, BestReasons
    from pygame_search.search.reasons.cuts import CutReason, Setter
    from pygame_search.search.reasons.ends import EndReasons
    from pygame_search.search.reasons.leaf import Leaf, Worth
    from pygame_search.search.reasons.variation import Chance, Variation

#: Means within means are told so far; deeper ones only by their value.
LEVELS = 2

_MANY = 4  # moves that are named


# ---- the best move -----------------------------------------------------------


def best_text(reasons: BestReasons) -> str:
    """Return why a move is the best, in sentences."""
    game, role = reasons.state.game, reasons.role
    line = reasons.variation
    lines = [summary(reasons)]
    if line.plies:
        lines += ["", f"The line, and what each position is worth to {role}:"]
        lines += ply_lines(line)
    lines += ["", *_indented(board_text(line.end).splitlines(), "  ")]
    lines += end_sentences(line, game, role)
    if reasons.move is None:
        return "\n".join(lines)
    for other in reasons.alternatives:
        lines += ["", *_alternative(other, game, role)]
    return "\n".join([*lines, "", visited(reasons), *reasons.result.notes])


def summary(reasons: BestReasons) -> str:
    """Return what is best and what it is worth, in one sentence."""
    role, game = reasons.role, reasons.state.game
    worth = value_words(reasons.variation, game, role)
    if reasons.move is None:
        return f"Nobody is to move, and to {role} this is worth {worth}."
    if role not in reasons.state.to_move:
        return f"{role} is not to move; to {role} this is worth {worth}."
    return f"{role} plays {reasons.move}: that is worth {worth}."


def visited(reasons: BestReasons) -> str:
    """Return how it was found."""
    found = reasons.result
    depth = "to the end of the game"
    if not found.complete and found.depth is not None:
        depth = f"to a depth of {counted(found.depth, 'ply', 'plies')}"
    return (
        f"Searched by {found.method} {depth}, each move exactly: "
        f"{counted(reasons.nodes, 'node', 'nodes')}."
    )


def value_words(variation: Variation, game: Game, role: str) -> str:
    """Return what a line is worth, as in `10, a win in 3 plies`."""
    value = value_text(variation.value)
    leaf, index = variation.leaf, game.roles.index(role)
    if leaf is None:
        return f"{value}, a mean"
    if leaf.kind == "limit":
        return f"{value}, an estimate"
    if game.decisive[index] and variation.value in game.ranges[index]:
        word = "win" if variation.value == game.ranges[index][1] else "loss"
        plies = len(variation.plies)
        when = f" in {counted(plies, 'ply', 'plies')}" if plies else ""
        return f"{value}, a {word}{when}"
    return value


def ply_lines(variation: Variation) -> list[str]:
    """Return the steps of a line as a table."""
    glance = any(ply.estimate is not None for ply in variation.plies)
    head = ["ply", "who", "move", "value", "plies left", "at a glance"]
    rows = [head if glance else head[:-1]]
    for number, ply in enumerate(variation.plies, 1):
        left = "" if ply.left is None else str(ply.left)
        row = [str(number), ", ".join(ply.movers), ply.move, value_text(ply.value)]
        estimate = "" if ply.estimate is None else str(ply.estimate)
        rows.append([*row, left, estimate] if glance else [*row, left])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            word.ljust(width) if place in (1, 2) else word.rjust(width)
            for place, (word, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def end_sentences(variation: Variation, game: Game, role: str) -> list[str]:
    """Return why the last position of a line is worth what it is."""
    lines = []
    if variation.leaf is not None:
        lines = leaf_sentences(variation.leaf, game)
    elif variation.chance is not None:
        lines = _chance_lines(variation.chance, game, role, 1)
    else:
        lines = ["Then chance decides; its many moves are not told here."]
    if variation.others and variation.leaf and variation.leaf.kind == "limit":
        worth = [f"{value_text(v)} to {r}" for r, v in variation.others.items()]
        lines.append(f"It is worth {conjoined(worth)}.")
    return lines


def leaf_sentences(leaf: Leaf, game: Game) -> list[str]:
    """Return why a leaf is worth what it is."""
    if leaf.kind == "terminal":
        return [f"The game is over: {goal_words(leaf.goals)}."]
    if not leaf.worths:
        return ["The depth is reached; nothing weighs there, so the estimate is 0."]
    lines = ["The depth is reached. The estimate there is weight times count, summed:"]
    lines += [f"  {worth.role}: {sum_words(worth)}" for worth in leaf.worths]
    if len(leaf.worths) == 2:
        mine, theirs = leaf.worths
        lines.append(
            f"  {mine.role} less {theirs.role}, as their goals add up to a constant: "
            f"{mine.total} - {_bracketed(theirs.total)} = {leaf.value}"
        )
    return lines


def sum_words(worth: Worth) -> str:
    """Return the sum that a worth is, as in `2 pawn x 1 + 1 clear_path x 3 = 5`."""
    terms = [f"{t.count} {t.name} x {_bracketed(t.weight)}" for t in worth.terms]
    return f"{' + '.join(terms)} = {worth.total}"


def goal_words(goals: Mapping[str, int]) -> str:
    """Return what each player gets."""
    return conjoined([f"{role} gets {value}" for role, value in goals.items()])


def _chance_lines(chance: Chance, game: Game, role: str, level: int) -> list[str]:
    values = [value_text(part.value) for part in chance.parts]
    total = " + ".join(_bracketed(value) for value in values[: _MANY * 2])
    more = " + ..." if len(values) > _MANY * 2 else ""
    lines = [
        f"Then chance decides; each of {len(values)} moves is equally likely, and the "
        f"mean counts: ({total}{more}) / {len(values)} = {value_text(chance.mean)}"
    ]
    for part in chance.parts:
        variation = part.variation
        steps = "; ".join((part.move, *variation.moves))
        lines.append(f"  {steps}: {value_text(part.value)}")
        if variation.chance is not None and level >= LEVELS:
            lines.append(f"    a mean of {len(variation.chance.parts)} moves again")
        elif variation.chance is not None:
            below = _chance_lines(variation.chance, game, role, level + 1)
            lines += _indented(below, "    ")
        else:
            lines += _indented(end_sentences(variation, game, role), "    ")
    return lines


def _alternative(other: Alternative, game: Game, role: str) -> Iterator[str]:
    yield alternative_words(other, game, role)
    if len(other.variation.plies) > 1:
        yield f"  line: {'; '.join(other.variation.moves)}"
    yield from _indented(board_text(other.variation.end).splitlines(), "    ")
    yield from _indented(end_sentences(other.variation, game, role), "  ")


def alternative_words(other: Alternative, game: Game, role: str) -> str:
    """Return why a move was not chosen, in one sentence."""
    worth = value_words(other.variation, game, role)
    reason = {
        "worse": "is worse",
        "later": "is worth the same, but later",
        "sooner": "is worth the same, but sooner",
        "lost": "is lost for sure, and that is worse than whatever is not",
        "unsure": "is no sure win, as the other is",
        "equal": "is as good, and comes later in the order of the rules",
    }[other.reason]
    answer = other.refutation
    if answer is None or other.reason == "equal":
        return f"{other.move} {reason}: {worth}."
    who = [mover for mover in answer.movers if mover != role]
    index = [game.roles.index(mover) for mover in who]
    moves = [answer.joint[i] for i in index]
    verb = "answers" if len(who) == 1 else "answer"
    return (
        f"{other.move} {reason}: {worth}. {conjoined(who)} {verb} {conjoined(moves)}."
    )


# ---- cuts --------------------------------------------------------------------


def cut_text(cut: CutReason) -> str:
    """Return why a branch was cut off, in sentences."""
    worth = View(cut.game, cut.game.roles.index(cut.role)).words
    place = f"After {'; '.join(cut.moves)}" if cut.line else "At the root"
    move = joint_text(cut.refutation.joint)
    if cut.by == "others":
        who = others_words(cut)
        seen = f"{place} {who} already has the reply {move}, worth at most "
        seen += f"{worth(cut.beta)} to {cut.role}"
    else:
        seen = f"{place} {cut.role} already has {move}, worth at least "
        seen += worth(cut.alpha)
    named = ", ".join(joint_text(joint) for joint in cut.rest[:_MANY])
    more = ", ..." if len(cut.rest) > _MANY else ""
    left = f"{counted(len(cut.rest), 'move', 'moves')}: {named}{more}"
    return (
        f"{seen}; {_known_words(cut, worth)}: whatever is left ({left}) cannot matter."
    )


def _known_words(cut: CutReason, worth: Callable[[float], str]) -> str:
    """Return what was known before the cut, and keeps somebody away."""
    known, role = cut.known, cut.role
    bound = worth(cut.alpha if cut.by == "others" else cut.beta)
    way = _way(cut, known)
    score = worth(known.score)
    if not known.joint:
        way = "the window that it was given"
    match (cut.by, known.kind):
        case ("others", "move"):
            return f"but {role} has {score} for sure by {way}"
        case ("others", "tie"):
            return (
                f"but {role} has {score} for sure by {way}, and only a move as good "
                "counts beside it"
            )
        case ("others", "scout"):
            return (
                f"and the search asks here only whether it is less than {score}, what "
                f"the others have for sure by {way}"
            )
        case ("others", _):
            return f"but the search was told that {role} has {bound} for sure"
        case (_, "scout"):
            return (
                f"and the search asks here only whether it is more than {score}, what "
                f"{role} has for sure by {way}"
            )
        case (_, "given"):
            return f"but the search was told that {role} can be held to {bound}"
    return f"but {role} can be held to {score} by {way}"


def _way(cut: CutReason, known: Setter) -> str:
    """Return the move that set a bound, and where it is made."""
    move, size = joint_text(known.joint), len(known.line)
    if cut.line[:size] != known.line or size >= len(cut.line):
        return f"{move} here"
    instead = joint_text(cut.line[size])
    same = instead == move
    way = move if same else f"{move} in place of {instead}"
    return f"{way} after {'; '.join(cut.moves[:size])}" if size else way


def others_words(cut: CutReason) -> str:
    """Return who replies at a cut."""
    roles = cut.game.roles
    who = [
        role
        for role, move in zip(roles, cut.refutation.joint, strict=True)
        if role != cut.role and move != "noop"
    ]
    return who[0] if len(who) == 1 else "the other side"


# ---- the end -----------------------------------------------------------------


def end_text(reasons: EndReasons, levels: int | None) -> str:
    """Return why the game is over, or is not, and by which clauses."""
    proofs = [reasons.why, *reasons.proofs.values()]
    return "\n".join([end_summary(reasons), *(p.text(levels) for p in proofs)])


def end_summary(reasons: EndReasons) -> str:
    """Return whether the game is over, and what each role gets, in one sentence."""
    if not reasons.terminal:
        return "The game goes on."
    words = goal_words(reasons.goals) if reasons.goals else "nobody gets anything"
    return f"The game is over: {words}."


# ---- words -------------------------------------------------------------------


def counted(number: int, one: str, more: str) -> str:
    """Return a number of things."""
    return f"{number:,} {one if number == 1 else more}"


def conjoined(words: Sequence[str]) -> str:
    """Return words as a list in a sentence."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if words[1:] else words)


def _bracketed(value: int | str) -> str:
    return f"({value})" if str(value).startswith("-") else str(value)


def _indented(lines: Sequence[str], by: str) -> list[str]:
    return [f"{by}{line}".rstrip() for line in lines]
