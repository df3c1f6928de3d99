"""Points for the gaps of an exercise.

For each gap, the exercise is compared with the engine, with the lecture's clauses in
all other gaps.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container
from dataclasses import replace

from pygame_search.programs.comparison import (
    PATH_GOALS,
    Item,
    ProgramComparison,
    first_wrong,
)
from pygame_search.programs.exercise import Exercise, exercise, solution
from pygame_search.programs.program import SearchProgram, lecture
from pygame_search.rules.rulebook import Rulebook
from pygame_search.support.errors import InputError, RulesError

#: Compares a program with the engine; the second argument, one of PATH_GOALS, says
#: which paths are right.
Comparing = Callable[[SearchProgram, str], ProgramComparison]

#: A question: its words, the moves before it, the depth, and its number among the
#: questions where these are equal.
_Key = tuple[str, tuple[str, ...], int | None, int]


def graded_gaps(
    book: Rulebook, asked: Exercise, compare: Comparing, wanted: str, full: int
) -> tuple[list[tuple[str, int | None, str]], bool]:
    """Return the name, the points and the fault of each gap, and whether it was late.

    A gap is filled correctly if the exercise, with the lecture's clauses in all other
    gaps, answers like the engine. If the lecture's search always finds a shortest or
    cheapest path, the exercise must do so too. Questions on which the lecture's search
    differs from the engine do not count. The points are the share of right answers
    among those that depend on the gap; None if none does. If the exercise looks at more
    leaves than the lecture's search, or expands more states, the points are reduced in
    this ratio.

    Args:
        book: the hand-in.
        asked: the exercise in the hand-in.
        compare: compares a program with the engine.
        wanted: the least demand on a path, one of PATH_GOALS.
        full: the points of a gap without a fault.

    Raises:
        InputError: the lecture's search is missing, or answers no question like the
            engine.
    """
    solved, left = solution(asked), exercise(asked.lecture, asked.gaps)
    wanted, known = _asked(lecture(asked.lecture), compare, wanted)
    late = False

    def tried(text: str, gap: int = 0) -> ProgramComparison | str:
        nonlocal late
        try:
            found = compare(SearchProgram(replace(book, text=text)), wanted)
        except RulesError as error:
            return _first_of(error, asked.lines(gap))
        late = late or found.late
        return _of(found, known)

    def depend(gap: int) -> set[_Key]:
        """Return the questions for whose answers the lecture's search needs a gap."""
        found = tried(left.with_gaps(solved, gaps - {gap}))
        assert not isinstance(found, str)
        return {key for key, item in _numbered(found).items() if not item.agrees}

    gaps = {*range(1, asked.gaps + 1)}
    opened = {gap for gap in gaps if asked.open(gap)}
    whole = "" if opened else tried(asked.text)
    if not isinstance(whole, str) and whole.same and not _more(whole):
        return [(f"gap {gap}", full if depend(gap) else None, "") for gap in gaps], late
    items: list[tuple[str, int | None, str]] = []
    for gap in sorted(gaps):
        name = f"gap {gap}"
        line = next(line for n, line in asked.places if n == gap)
        if gap in opened:
            items.append((name, 0, f"it is still open (line {line})"))
            continue
        found = tried(asked.with_gaps(solved, gaps - {gap}), gap)
        if isinstance(found, str):
            items.append((name, 0, found))
        else:
            items.append((name, *_points(found, depend(gap), full)))
    if not opened and not any(words for _, _, words in items):
        # Each gap is right with the lecture's clauses in the others, but not all
        # together.
        words = whole if isinstance(whole, str) else _difference(whole)
        items.append(("all gaps", 0, words))
    return items, late


def _first_of(error: RulesError, lines: Container[int]) -> str:
    """Return the first fault in some lines, or in all, without quoting the text.

    The other gaps have the lecture's clauses, which must not be shown.
    """
    faults = [one for one in error.diagnostics if one.severity == "error"]
    faults = [one for one in faults if one.line in lines] or faults
    if not faults:
        return str(error).splitlines()[0]
    first = faults[0]
    return f"line {first.line}: {first.message}"


def _asked(
    solved: SearchProgram, compare: Comparing, least: str
) -> tuple[str, set[_Key]]:
    """Return which of PATH_GOALS its paths meet, and which answers are right.

    `solved` is the lecture's search.
    """
    free = least == "any" and "path" in solved.questions
    for wanted in PATH_GOALS[::-1] if free else (least,):
        found = compare(solved, wanted)
        if found.same:
            break
    known = {key for key, item in _numbered(found).items() if item.agrees}
    if not known:
        raise InputError(
            f"{solved.book.name} as the lecture writes it does not answer like the "
            f"engine on {found.game}: expected another game, or another --method; "
            f"{_difference(found)}"
        )
    return wanted, known


def _of(found: ProgramComparison, known: Container[_Key]) -> ProgramComparison:
    """Return the comparison with only some of the questions."""
    items = (item for key, item in _numbered(found).items() if key in known)
    return replace(found, items=tuple(items))


def _points(
    found: ProgramComparison, depend: set[_Key], full: int
) -> tuple[int | None, str]:
    """Return the points and the fault of a gap.

    Args:
        found: the comparison of the exercise, with the lecture's clauses in the other
            gaps.
        depend: the questions that depend on the gap.
        full: the points without a fault.
    """
    items = _numbered(found)
    wrong = {key for key, item in items.items() if not item.agrees}
    counting = depend | wrong
    if not counting:
        return None, ""
    right = sum(key in items and key not in wrong for key in depend)
    points = right * full // len(counting)
    if wrong or not (more := _more(found)):
        return points, _difference(found)
    own, usual = (*found.effort.values(),)[:2]
    return points * usual // own, more


def _numbered(found: ProgramComparison) -> dict[_Key, Item]:
    alike: Counter[tuple[str, tuple[str, ...], int | None]] = Counter()
    items: dict[_Key, Item] = {}
    for item in found.items:
        key = (item.question, item.after, item.depth)
        alike[key] += 1
        items[(*key, alike[key])] = item
    return items


def _more(found: ProgramComparison) -> str:
    """Return by how much a search exceeds the lecture's effort; empty if not."""
    if not found.effort:
        return ""
    own, usual = (*found.effort.values(),)[:2]
    what = "leaves" if found.full else "states expanded"
    return f"{what}: {own:,}, {found.beside} has {usual:,}" if own > usual else ""


def _difference(found: ProgramComparison) -> str:
    """Return the first wrong answer in words; without one, the greater effort."""
    wrong = first_wrong(found.items)
    if wrong is None:
        return _more(found)
    return (
        f"{wrong.question} {wrong.where} the hand-in says {wrong.program}, the engine "
        f"{wrong.engine}{f'; {wrong.note}' if wrong.note else ''}"
    )
