"""Two rule files played in step: all positions of them, or games of the reference."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import permutations

from pygame_search.game import Game
from pygame_search.grading.changes import Change, changes
from pygame_search.grading.lines import batches_of
from pygame_search.grading.points import points, steps_of
from pygame_search.grading.positions import Positions
from pygame_search.grading.renaming import NONE, Renaming, extended, orders, renamed
from pygame_search.grading.study import Study, noticed, study
from pygame_search.grading.walk import InStep, StepDifference, Walk, listed
from pygame_search.support.clock import Clock
from pygame_search.support.errors import LimitError

#: A game with at most this many positions is compared in all of them; for a larger one,
#: the most games that are played.
POSITIONS, GAMES = 6_000, 400
#: The processor time of a comparison, in seconds.
SECONDS = 60.0

#: The share of the time in which positions are compared breadth first.
_BREADTH = 0.25
#: The number of positions in which an order of arguments is tried.
_FEW = 200
#: The most renamings that are tried.
_TRIES = 50
#: The most roles whose names are matched in every order.
_ROLES = 4


def in_step(
    hand_in: Game,
    reference: Game,
    *,
    names: Renaming = NONE,
    positions: int = POSITIONS,
    games: int = GAMES,
    seed: int = 1,
    seconds: float = SECONDS,
    progress: Callable[[str], None] = lambda words: None,
) -> InStep:
    """Return the result of playing two games in step.

    First all positions are compared, breadth first. If they are too many, games of the
    reference follow (`study`).

    Args:
        hand_in: the game to compare.
        reference: the game that it should equal.
        names: names in the hand-in, with the names for them in the reference; other
            differences of names are found.
        positions: if there are at most this many, all positions are compared.
        games: the most games of the reference that are played.
        seed: the seed of the random numbers.
        seconds: the processor time for the comparison; the games of the reference may
            take as long again, unless they are stored already.
        progress: called with a text that reports progress.
    """
    other = Positions(reference)
    own = Positions(hand_in, like=other)
    clock = Clock(seconds)
    studies: list[Study] = []

    def studied() -> Study:
        if not studies:
            studies.append(
                clock.outside(
                    lambda: study(
                        other, games=games, seed=seed, seconds=seconds,
                        progress=progress,
                    )
                )
            )  # fmt: skip
        return studies[0]

    walk = _best_walk(own, other, names, positions, clock, studied)
    if walk is None:
        found = InStep()
        found.asked["roles"] = 1
        ours, theirs = ", ".join(hand_in.roles), ", ".join(reference.roles)
        found.differences["roles"] = StepDifference("roles", (), ours, theirs)
        return found
    found = walk.found
    if not found.same:
        lines = studies[0].lines if studies else []
        with suppress(LimitError):  # otherwise the share of the positions counts
            found.points = points(walk, steps_of(walk, lines), seed)
    elif not found.complete:
        _say_what_is_open(found, own, walk, studied(), clock)
    return found


def _best_walk(
    own: Positions,
    other: Positions,
    names: Renaming,
    positions: int,
    clock: Clock,
    studied: Callable[[], Study],
) -> Walk | None:
    """Return the walk with the names that fit best; None if no roles correspond."""
    best: Walk | None = None
    tries = 0

    def whole(roles: Renaming, renaming: Renaming) -> Walk:
        walk = Walk(own, other, roles, renaming)
        walk.everywhere(positions, clock.share(_BREADTH))
        if not walk.found.complete:
            lines = studied().lines
            walk.found.late = walk.along(lines, clock) < len(lines)
        return walk

    for roles in _role_maps(own.game, other.game, names):
        start = dict(names) | {a: b for a, b in roles.items() if a != b}
        for renaming in _renamings(own, other, start):
            walk = whole(roles, renaming)
            tries += 1
            if best is None or _merit(walk.found) > _merit(best.found):
                best = walk
            if walk.found.same or tries >= _TRIES or clock.over:
                break
        if best is not None and (best.found.same or tries >= _TRIES or clock.over):
            break
    if best is None or best.found.same or clock.over:
        return best
    turned = _turned(own, other, best, clock)
    if turned:
        walk = whole(best.found.roles, turned)
        best = max(best, walk, key=lambda one: _merit(one.found))
    return best


def _turned(
    own: Positions, other: Positions, best: Walk, clock: Clock
) -> Renaming | None:
    """Return names with other orders of arguments of moves, if these fit better."""

    def merit(names: Renaming) -> tuple[bool, float]:
        walk = Walk(own, other, best.found.roles, names)
        walk.everywhere(_FEW, clock.share(_BREADTH))
        return _merit(walk.found)

    known = {**best.names}
    found: Renaming | None = None
    most: tuple[bool, float] | None = None
    ours, theirs = (listed(side, side[side.start]) for side in (own, other))
    for order in orders(ours):
        names = next(extended(ours, theirs, known | order), None)
        if names is None or clock.over:
            continue
        most = merit(known) if most is None else most
        if (value := merit(names)) > most:
            found, most = names, value
    return found


def _say_what_is_open(
    found: InStep, own: Positions, walk: Walk, studied: Study, clock: Clock
) -> None:
    """Note the parts of both files that make no difference in what was compared.

    Rules that occur in both files were tried in the reference already.
    """
    book, reference = own.game.book, walk.reference
    theirs = reference.game.book
    known = {_bare(change, reference) for change in changes(theirs)}
    rules = [
        change
        for change in changes(book)
        if change.kind == "rule" and _bare(change, own) not in known
    ]
    unused: list[Change] = []
    batches = batches_of(studied.lines)
    for i, change in enumerate(rules):
        if clock.over:
            found.untried = len(rules) - i
            break
        if not noticed(change, own, batches, reference, found.roles, found.names):
            unused.append(change)
    found.unused = tuple(change.words(book) for change in unused)
    words = [change.words(theirs) for change in studied.unnoticed]
    found.not_compared = tuple(dict.fromkeys(words))
    found.untried += len(studied.untried)


def _bare(change: Change, side: Positions) -> str:
    """Return a clause without blanks."""
    begin, end = change.clause
    return "".join(side.game.book.text[begin:end].split()).rstrip(".")


def _merit(found: InStep) -> tuple[bool, float]:
    asked = sum(found.asked.values()) or 1
    return found.same, sum(found.agree.values()) / asked * min(found.positions, 100)


def _role_maps(
    hand_in: Game, reference: Game, names: Renaming
) -> Iterator[dict[str, str]]:
    """Yield the ways to map the roles of one game to those of the other."""
    ours, theirs = hand_in.roles, reference.roles
    if len(ours) != len(theirs):
        return
    named = tuple(renamed(role, names) for role in ours)
    if set(named) == set(theirs):
        yield dict(zip(ours, named, strict=True))
    elif len(ours) <= _ROLES:
        for order in permutations(theirs):
            if all(a == b for a, b in zip(named, order, strict=True) if a in theirs):
                yield dict(zip(ours, order, strict=True))


def _renamings(
    hand_in: Positions, reference: Positions, known: Renaming
) -> Iterator[Renaming]:
    """Yield renamings that fit the moves at the start; if none does, the known one."""
    found = False
    ours, theirs = (listed(side, side[side.start]) for side in (hand_in, reference))
    for renaming in extended(ours, theirs, known):
        found = True
        yield renaming
    if not found:
        yield dict(known)
