"""Which parts of a rule file are tested by the compared games.

The games test a part if something in them differs when the part is left out or changed
(`changes`). If a change makes no difference in the games, a hand-in with that change
looks right. So such parts are listed: nothing that was compared depends on them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from pygame_search.grading.changes import Change, changes
from pygame_search.grading.lines import GAMES, Line, Lines, batches_of
from pygame_search.grading.positions import Positions
from pygame_search.grading.renaming import NONE, Renaming
from pygame_search.grading.walk import Walk
from pygame_search.model.description_cache import keep_data, kept_data
from pygame_search.search.paths import paths
from pygame_search.support.clock import Clock
from pygame_search.support.disk_cache import sources
from pygame_search.support.errors import PygameSearchError

#: How many games are played before the first change is tried, and after how many games
#: in a row without a newly noticed change no more are played.
_FIRST, _VAIN = 3 * GAMES, 6 * GAMES

#: The share of the time for the search for a path to a goal.
_PATH = 0.25


@dataclass(slots=True)
class Study:
    """The games of a reference, and the changes that they do not detect.

    Attributes:
        lines: the games.
        unnoticed: the changes that make no difference in them.
        untried: the changes for which there was not enough time.
    """

    lines: list[Line] = field(default_factory=list)
    unnoticed: list[Change] = field(default_factory=list)
    untried: list[Change] = field(default_factory=list)


def study(
    reference: Positions,
    *,
    games: int,
    seed: int,
    seconds: float,
    progress: Callable[[str], None] = lambda words: None,
) -> Study:
    """Return enough games of a reference to notice each change of it.

    The games are stored on disk, so that all hand-ins of a class are compared in the
    same games.

    Args:
        reference: its positions.
        games: the most games.
        seed: the seed of the random numbers.
        seconds: the limit of processor time.
        progress: called with a text that reports progress.
    """
    game, every = reference.game, changes(reference.game.book)
    of = [sources("pygame_search.grading").hex(), games, seed]
    kept = kept_data(game.book, game.given_parameters, ".study") or {}
    if kept.get("of") == of and (not kept["untried"] or kept["seconds"] >= seconds):
        with suppress(LookupError, TypeError, ValueError):
            return _restored(kept, reference, every)
    found = _new(reference, every, games, seed, Clock(seconds), progress)
    place = {change: i for i, change in enumerate(every)}
    data = {
        "of": of, "seconds": seconds,
        "lines": [_choices(reference, line) for line in found.lines],
        "unnoticed": [place[change] for change in found.unnoticed],
        "untried": len(found.untried),
    }  # fmt: skip
    keep_data(game.book, game.given_parameters, ".study", data)
    return found


def _choices(reference: Positions, line: Line) -> list[list[int]]:
    """Return which of the legal moves were made in a game."""
    return [
        [some.index(move) for some, move in zip(moves, joint, strict=True)]
        for state, joint in zip(line.states, line.joints, strict=False)
        if (moves := reference[state].moves) is not None
    ]


def _restored(
    kept: Mapping[str, Any], reference: Positions, every: Sequence[Change]
) -> Study:
    """Return the study that is stored on disk.

    Raises:
        LookupError, TypeError, ValueError: it does not fit the reference.
    """
    lines = [Line([reference.start]) for _ in kept["lines"]]
    for ply in range(max(map(len, kept["lines"]), default=0)):
        going = [
            (line, choices[ply])
            for line, choices in zip(lines, kept["lines"], strict=True)
            if ply < len(choices)
        ]
        reference.see([line.states[-1] for line, _ in going])
        for line, choice in going:
            moves = reference[line.states[-1]].moves or ()
            joint = [some[i] for some, i in zip(moves, choice, strict=True)]
            line.joints.append(tuple(joint))
        after = reference.follow([(ln.states[-1], ln.joints[-1]) for ln, _ in going])
        for (line, _), state in zip(going, after, strict=True):
            line.states.append(state)
    tried = len(every) - kept["untried"]
    unnoticed = [every[i] for i in kept["unnoticed"]]
    return Study(lines, unnoticed, [*every[tried:]])


def _new(
    reference: Positions,
    every: Sequence[Change],
    games: int,
    seed: int,
    clock: Clock,
    progress: Callable[[str], None],
) -> Study:
    source = Lines(reference, seed, clock)
    found = Study(_to_a_goal(reference, clock))
    while len(found.lines) < min(_FIRST, games) and not source.clock.over:
        found.lines += source.play()
    batches = batches_of(found.lines)
    for i, change in enumerate(every):
        if clock.over:
            found.untried = [*every[i:]]
            return found
        progress(f"{i:,} of {len(every):,} changes of {reference.game.name} tried")
        if not noticed(change, reference, batches):
            found.unnoticed.append(change)
    vain = 0
    while found.unnoticed and vain < _VAIN and len(found.lines) < games:
        more = source.play()
        if clock.over:
            break
        found.lines += more
        left = [c for c in found.unnoticed if not noticed(c, reference, [more])]
        vain = vain + GAMES if len(left) == len(found.unnoticed) else 0
        found.unnoticed = left
        progress(f"{len(found.lines):,} games of {reference.game.name} played")
    return found


def _to_a_goal(reference: Positions, clock: Clock) -> list[Line]:
    """Return a game that reaches a goal, if there is one role and it is found in time.

    Games with random moves hardly ever solve a puzzle.
    """
    game = reference.game
    if game.space != "game":
        return []
    seconds = clock.share(_PATH).left
    method = "a_star" if game.has_estimate else "breadth"
    try:
        path = next(paths(game, method=method, prune="cycles", seconds=seconds))
    except PygameSearchError:
        return []
    line = Line([reference.start])
    for move in path.moves or ():
        moves = reference[line.states[-1]].moves or ((),)
        names = dict(zip(reference.words(moves[0]), moves[0], strict=True))
        line.joints.append((names[move],))
        line.states += reference.follow([(line.states[-1], line.joints[-1])])
    return [line]


def noticed(
    change: Change,
    changed: Positions,
    batches: list[list[Line]],
    reference: Positions | None = None,
    roles: Renaming | None = None,
    names: Renaming = NONE,
) -> bool:
    """Return whether a change makes a difference in some games, or is a fault.

    The batch with the difference is moved to the front, for the next change.

    Args:
        change: a change of a rule file.
        changed: the positions of that file.
        batches: the games of the reference.
        reference: the positions of the reference; by default those of the file itself.
        roles: the names of the file's roles in the reference.
        names: the names of its other names there.
    """
    game = changed.game
    other = changed if reference is None else reference
    try:
        # If the file itself cannot be compiled to slots, trying it for the change would
        # only waste time.
        form = "best" if game.form == "slots" else "lists"
        own = type(game).build(
            change.of(game.book), form=form, parameters=game.given_parameters
        )
        if set(own.roles) != set(game.roles):
            return True
        side = Positions(own, like=other)
        walk = Walk(side, other, roles or {r: r for r in own.roles}, names)
        for i, lines in enumerate(batches):
            walk.along(lines, Clock(None), until_different=True)
            if walk.found.differences:
                batches.insert(0, batches.pop(i))
                return True
    except PygameSearchError:
        return True
    return False
