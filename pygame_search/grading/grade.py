"""The grade of a hand-in: points for each item, and the first difference in each."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from pygame_search.game import Game, load
from pygame_search.grading.gaps import graded_gaps
from pygame_search.grading.in_step import GAMES, POSITIONS, SECONDS, in_step
from pygame_search.grading.renaming import NONE, is_order, parts, tokens
from pygame_search.grading.spaces import spaces_in_step
from pygame_search.grading.walk import ALWAYS, ITEMS, InStep, Points, StepDifference
from pygame_search.model.rules import called, examine, is_program, taken_for
from pygame_search.programs.comparison import (
    DEPTH,
    PATH_GOALS,
    Item,
    ProgramComparison,
    beside,
    compare_program,
    first_wrong,
    questions_of,
    where,
)
from pygame_search.programs.comparison import POSITIONS as PROGRAM_POSITIONS
from pygame_search.programs.exercise import Exercise, exercise_in
from pygame_search.programs.program import SearchProgram, is_left_out
from pygame_search.programs.python_program import SUFFIX, read_program
from pygame_search.rules import rulebook
from pygame_search.rules.rulebook import Rulebook
from pygame_search.search.core import options
from pygame_search.support.clock import Clock
from pygame_search.support.diagnostic import Diagnostic
from pygame_search.support.errors import InputError, PygameSearchError
from pygame_search.support.json_objects import JsonObject
from pygame_search.support.printing import Printed, one_line, table
from pygame_search.support.requests import (
    Kind,
    Request,
    asked,
    option,
    several,
    whole,
    word,
)
from pygame_search.support.validation import must_be_one_of
from pygame_search.support.words import counted

if TYPE_CHECKING:
    from rich.console import RenderableType

#: The points of an item in which nothing differs.
FULL = 100

#: The items of a search program.
_ASKED = ("value", "best", "proved", "path")
QUESTIONS = (*_ASKED, "effort")

#: The verdicts on a hand-in: it plays the same, it does not, or no difference was found
#: but not everything was compared.
SAME, DIFFERENT, OPEN = "same", "different", "not fully compared"

#: The weights of items of a rule file, if not 1.
_WEIGHTS = {"legal moves": 3, "effects": 3, "ends": 2, "goals": 2, "arcs": 3}

#: The message about an exercise in a student's copy.
_WHOLE = ("graded as a whole: the clauses for its gaps are not in this copy",)

#: How many hints of `check`, and how many parts that were not compared, are shown.
_HINTS = 10


@dataclass(frozen=True, slots=True)
class GradedItem(JsonObject):
    """An item of a hand-in.

    Attributes:
        name: what was compared.
        points: 0 to FULL; None if it was never compared.
        difference: the first difference, in words; empty if there is none.
        weight: its weight in the mean.
        explain: a command that explains what the hand-in says there; empty without
            one.
        failing: the rules of the reference that do not always hold in the hand-in,
            each with its line and how often it holds.
    """

    name: str
    points: int | None
    difference: str = ""
    weight: float = 1
    explain: str = ""
    failing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, repr=False)
class Grade(Printed, JsonObject):
    """The grade of a hand-in; `print` shows the items and the first differences.

    Attributes:
        hand_in: its file.
        reference: what it was compared with: a rule file, or the engine on a game.
        items: the items.
        faults: why nothing could be compared; otherwise empty.
        notes: further remarks: names that differ, how much was compared.
        hints: warnings of `check` about a rule file that the reference does not have.
        not_compared: the parts of the reference that make no difference in what was
            compared, each with its line.
        unused: the rules of the hand-in that make no difference.
        untried: for how many parts this is unknown, because the time was over.
        late: whether the time was over before everything was compared.
        complete: whether all positions were compared.
    """

    json_members: ClassVar[str] = (
        "hand_in reference points verdict same items faults notes hints not_compared "
        "unused untried late complete"
    )

    hand_in: str
    reference: str
    items: tuple[GradedItem, ...]
    faults: str = ""
    notes: tuple[str, ...] = ()
    hints: tuple[Diagnostic, ...] = ()
    not_compared: tuple[str, ...] = ()
    unused: tuple[str, ...] = ()
    untried: int = 0
    late: bool = False
    complete: bool = False

    @property
    def points(self) -> int:
        """The weighted mean of the items' points, rounded down; 0 if it has faults."""
        rated = [(i.points, i.weight) for i in self.items if i.points is not None]
        weights = sum(weight for _, weight in rated)
        if not weights:
            return 0
        return int(sum(points * weight for points, weight in rated) / weights)

    @property
    def verdict(self) -> str:
        """SAME, DIFFERENT, or OPEN."""
        if not self.same:
            return DIFFERENT
        missing = any(item.points is None for item in self.items)
        more = self.not_compared or self.unused or self.untried or self.late or missing
        doubtful = self.hints and not self.complete
        return OPEN if more or doubtful else SAME

    @property
    def same(self) -> bool:
        """Whether there is no fault and no difference."""
        return bool(self.items) and not any(item.difference for item in self.items)

    def __repr__(self) -> str:
        """Return one line with the points."""
        return one_line(self, self.hand_in, f"{self.points} of {FULL} points")

    def printed(self) -> RenderableType:
        """Return the points of each item, and the first difference in each."""
        from rich.console import Group

        from pygame_search.support.console import Text

        parts: list[RenderableType] = []
        if self.faults:
            parts.append(Text(self.faults))
        else:
            listing = table("item", "points#")
            for item in self.items:
                points = "not compared" if item.points is None else str(item.points)
                listing.add_row(item.name, points)
            parts.append(listing)
        for item in self.items:
            if item.difference:
                parts.append(Text(f"\n{item.name}: {item.difference}"))
            if item.explain:
                parts.append(Text(f"  {item.explain}"))
        parts += [Text(f"\n{note}") for note in self.notes]
        parts += self._listed(
            "rules of the reference that do not always hold, and how often they do",
            [rule for item in self.items for rule in item.failing],
        )
        parts += self._listed("not compared: no position depends on", self.not_compared)
        parts += self._listed("rules of the hand-in without effect", self.unused)
        if self.untried:
            parts.append(
                Text(f"\nnot tried before the time was over: {self.untried:,} more")
            )
        parts += [Text(f"\n{hint}") for hint in self.hints[:_HINTS]]
        if more := self.hints[_HINTS:]:
            parts.append(Text(f"\n{counted(len(more), 'more hint', 'more hints')}"))
        return Group(*parts, Text(f"\n{self.points} of {FULL} points"))

    @staticmethod
    def _listed(title: str, parts: Sequence[str]) -> list[RenderableType]:
        from pygame_search.support.console import Text

        if not parts:
            return []
        more = [f"and {len(parts) - _HINTS:,} more"] if parts[_HINTS:] else []
        words = "".join(f"\n  {part}" for part in [*parts[:_HINTS], *more])
        return [Text(f"\n{title}:{words}")]


@dataclass(frozen=True)
class GradeRequest(Request):
    """What is asked of `grade`."""

    SUBJECTS = (
        "the file",
        "a game, as `load` takes it; for a search program perhaps several, which share "
        "the time",
    )

    hand_in: Path
    reference: str | Sequence[str]
    _: KW_ONLY
    names: Mapping[str, str] | None = option(
        "names in a rule file, with the names for them in the reference; other names "
        'are found. `{"move(A, B)": "move(B, A)"}` says that the arguments have '
        "another order"
    )
    positions: int | None = option(
        "rule files: compare all positions if there are at most N "
        f"({POSITIONS:,}); search programs: ask in the start and N random positions "
        f"({PROGRAM_POSITIONS})",
        whole("N", 0, "0 or more positions"),
    )
    games: int = option(
        "how many random games are played, at most, if the game has more positions",
        whole("N", 1, "at least 1 game"), GAMES,
    )  # fmt: skip
    depth: int | None = option(
        "the greatest number of moves that a search program looks ahead; by default "
        f"{DEPTH}, and more in small trees",
        whole("PLIES", 1, "a depth of at least 1 ply"),
    )
    effort: str | None = option(
        "give points for effort, too: a search program should need no more leaves, or "
        "expand no more states, than this search of the lectures",
        Kind("SEARCH"),
    )
    questions: Sequence[str] = option(
        f"a question that a search program must answer: {', '.join(_ASKED)}; without "
        "an answer it has 0 points for this",
        several(word("QUESTION", "question", _ASKED)), (), typed="--ask",
    )  # fmt: skip
    method: str | None = option(
        "the engine's search with which a search program is compared; by default "
        "minimax, expectimax where chance moves, maxn for more than two players",
        Kind("METHOD"),
    )
    wanted: str = option(
        f"which paths are right: {', '.join(PATH_GOALS)}", default="any"
    )
    seed: int = options.seed()
    seconds: float = options.time_limit("processor time for each hand-in", SECONDS)
    weights: Mapping[str, float] | None = option(
        "the weights of items in the mean; by default legal moves and effects count 3, "
        "ends and goals 2, all others 1. Items with weight 0 are left out"
    )
    progress: Callable[[str], None] = option(
        "called with a text that reports progress", default=lambda words: None
    )

    @property
    def references(self) -> tuple[str, ...]:
        """The games."""
        one = self.reference
        return (one,) if isinstance(one, str) else (*one,)


@asked(GradeRequest)
def grade(request: GradeRequest) -> Grade:
    """Return the grade of a rule file, or of a search program.

    A rule file is played in step with the reference, in all positions if they are few.
    Otherwise random and steered games are played, until each rule, condition and number
    of the reference makes a difference in some position, or the time is over. Parts
    that make no difference were not compared; they are listed. The values, moves and
    paths of a search program are compared with the engine's on the reference.

    Raises:
        InputError: a file cannot be read, or the reference is not a game or is a
            search.
        RulesError: the reference has a fault.
    """
    file = request.hand_in
    book = None if file.suffix == SUFFIX else _hand_in(file)
    program = book is None or is_program(book)
    references = request.references
    if len(references) > 1 and not program:
        raise InputError(
            f"expected one reference for a rule file, found {len(references)}"
        )
    hint = "" if program else f"; exchange {references[0]} and {file}"
    games = [reference_of(one, hint) for one in references]
    request = replace(request, seconds=request.seconds / len(games))
    grades: list[Grade] = []
    refused: list[InputError] = []
    for game in games:
        try:
            grades.append(_with(game, request, book))
        except InputError as error:  # the other references may fit
            refused.append(error)
    if not grades:
        raise refused[0]
    return _together(grades, refused)


def _hand_in(file: Path) -> Rulebook:
    """Return the text of a hand-in, a search program if it is no game and no space."""
    book = rulebook.read(file)
    kind = "program" if taken_for(book).name == "theory" else None
    return replace(book, kind=kind)


def _with(game: Game, request: GradeRequest, book: Rulebook | None) -> Grade:
    """Return the grade of a hand-in with one reference."""
    program = book is None or is_program(book)
    if request.effort is not None:
        beside(request.effort, game)
    for item in request.weights or ():
        must_be_one_of("item", item, (*ITEMS, *QUESTIONS))
    for question in request.questions:
        must_be_one_of(f"question about {game.call}", question, questions_of(game))
    try:
        return _of_program(request, book, game) if program else _of_rules(request, game)
    except PygameSearchError as error:
        if isinstance(error, InputError):  # it cannot be compared with this reference
            raise
        return Grade(str(request.hand_in), game.call, (), faults=str(error))


def _of_program(request: GradeRequest, book: Rulebook | None, game: Game) -> Grade:
    """Return the grade of a search program, or of an exercise."""
    most = PROGRAM_POSITIONS if request.positions is None else request.positions
    how: dict[str, Any] = {
        "depth": request.depth, "seed": request.seed, "seconds": request.seconds,
        "positions": most, "effort": request.effort,
        "method": request.method,
    }  # fmt: skip
    exercise = None if book is None else exercise_in(book.text)
    whole = exercise is not None and is_left_out(exercise.lecture)
    if book is not None and exercise is not None and not whole:
        _must_be_for_programs(exercise.lecture, request.effort, request.questions)
        how["seconds"] /= 2 + 2 * exercise.gaps
        how["effort"] = exercise.lecture
        return _of_exercise(book, exercise, game, request.wanted, how)
    program = read_program(request.hand_in)
    found = compare_program(program, game, wanted=request.wanted, **how)
    graded = Grade(
        str(request.hand_in), game.call, _program_items(request, game, found),
        notes=(*found.remarks, *(_WHOLE if whole else ())), late=found.late,
    )  # fmt: skip
    return _weighted(graded, request.weights or {})


def _of_rules(request: GradeRequest, game: Game) -> Grade:
    """Return the grade of a rule file."""
    own = load(request.hand_in)
    names, weights = request.names or NONE, request.weights or {}
    most = POSITIONS if request.positions is None else request.positions
    _must_be_names(names, own, game)
    if (game.space == "book") != (own.space == "book"):
        kinds = ("a game", "a state space")
        raise InputError(
            f"{game.call} is {kinds[game.space == 'book']}, and {request.hand_in} is "
            f"{kinds[own.space == 'book']}"
        )
    if game.space == "book":
        clock = Clock(request.seconds)
        found = spaces_in_step(own, game, names=names, nodes=most, clock=clock)
    else:
        found = in_step(
            own, game, names=names, positions=most, games=request.games,
            seed=request.seed, seconds=request.seconds, progress=request.progress,
        )  # fmt: skip
    graded = Grade(
        own.book.file, game.call, _rule_items(own, game, found, weights),
        notes=_notes(found, weights), hints=_hints(own, game),
        not_compared=found.not_compared, unused=found.unused, untried=found.untried,
        late=found.late, complete=found.complete,
    )  # fmt: skip
    return _weighted(graded, weights)


def _together(grades: Sequence[Grade], refused: Sequence[InputError]) -> Grade:
    """Return the grade of a search program in several games.

    Args:
        grades: the grade in each game.
        refused: why it was not graded in other games.
    """
    if len(grades) == 1 and not refused:
        return grades[0]
    return Grade(
        grades[0].hand_in,
        ", ".join(one.reference for one in grades),
        tuple(
            replace(item, name=f"{item.name} in {one.reference}")
            for one in grades
            for item in one.items
        ),
        "\n".join(dict.fromkeys(one.faults for one in grades if one.faults)),
        (
            *(f"not compared: {error}" for error in refused),
            *(f"{one.reference}: {note}" for one in grades for note in one.notes),
        ),
        late=bool(refused) or any(one.late for one in grades),
    )


def reference_of(reference: str, hint: str = "") -> Game:
    """Return the game that hand-ins are compared with.

    Raises:
        InputError: it is not a game, or it is a search; the message ends with the hint.
        RulesError: it has a fault.
    """
    if is_program(called(reference)[0]):
        raise InputError(
            f"{reference} is a search program: expected a game as the reference{hint}"
        )
    return load(reference)


def _program_items(
    request: GradeRequest, game: Game, found: ProgramComparison
) -> tuple[GradedItem, ...]:
    file, questions = str(request.hand_in), request.questions
    items = []
    defined = {item.question.split()[0] for item in found.items}
    for question, answers in found.by_question().items():
        right = sum(item.agrees for item in answers)
        wrong = first_wrong(answers)
        words = ""
        if wrong is not None:
            words = (
                f"{wrong.where} the hand-in says {wrong.program}, the engine "
                f"{wrong.engine}{f'; {wrong.note}' if wrong.note else ''}"
            )
        points = right * FULL // len(answers)
        command = _steps(file, game, wrong)
        items.append(GradedItem(question, points, words, explain=command))
    items += (
        GradedItem(question, 0, "the hand-in does not define it")
        for question in questions
        if question not in defined
    )
    usual = {*questions_of(game)} - {"proved"}
    if questions or defined == {"proved"}:
        usual = set()
    items += (GradedItem(question, None) for question in sorted(usual - defined))
    if request.effort is not None:
        items.append(_effort(found, request.effort))
    return tuple(items)


def _steps(file: str, game: Game, wrong: Item | None) -> str:
    """Return the command that shows the steps to a wrong answer of a program."""
    if wrong is None or not wrong.goal or (wrong.after and game.space == "book"):
        return ""
    if file.endswith(SUFFIX):
        return ""
    words = ["pygame-search", "ask", game.call, wrong.goal, "--program", file]
    words += ["--after", "; ".join(wrong.after)] if wrong.after else []
    return shlex.join([*words, "--steps"])


def _must_be_for_programs(
    lecture: str, effort: str | None, questions: Sequence[str]
) -> None:
    """Check that all given options have an effect on an exercise.

    Raises:
        InputError: an option has none.
    """
    for name, value in (("effort", effort), ("ask", questions)):
        if value:
            raise InputError(
                f"expected no {name} for an exercise: its gaps are held against "
                f"{lecture}"
            )


def _of_exercise(
    book: Rulebook, asked: Exercise, game: Game, wanted: str, options: dict[str, Any]
) -> Grade:
    def compare(program: SearchProgram, wanted: str) -> ProgramComparison:
        return compare_program(program, game, wanted=wanted, **options)

    items, late = graded_gaps(book, asked, compare, wanted, FULL)
    return Grade(
        book.file, game.call, tuple(GradedItem(*item) for item in items), late=late
    )


def _effort(found: ProgramComparison, method: str) -> GradedItem:
    """Return the points for effort.

    They are the number of leaves saved, as a share of those that the method saves. If
    the method saves none, and for paths, they are the method's effort as a share of the
    hand-in's.
    """
    if not found.effort:
        return GradedItem("effort", 0, f"no right answer to compare with {method}")
    ours, usual, *full = found.effort.values()
    if ours <= usual:
        return GradedItem("effort", FULL)
    words = f"the hand-in needs {ours:,}, {method} {usual:,}"
    if full and full[0] > usual:
        saved = max(0, full[0] - ours) * FULL // (full[0] - usual)
        return GradedItem("effort", saved, f"{words}, {found.full} {full[0]:,}")
    return GradedItem("effort", usual * FULL // ours, words)


def _weighted(grade: Grade, weights: Mapping[str, float]) -> Grade:
    """Return a grade with the given weights of items; items with weight 0 are left out.

    `value` also sets the weight of `value for white`.
    """
    items = []
    for item in grade.items:
        fits = [n for n in weights if re.match(rf"{re.escape(n)}\b", item.name)]
        weight = weights[max(fits, key=len)] if fits else _WEIGHTS.get(item.name, 1)
        if weight:
            items.append(replace(item, weight=weight))
    return replace(grade, items=tuple(items))


def _rule_items(
    hand_in: Game, game: Game, found: InStep, weights: Mapping[str, float]
) -> tuple[GradedItem, ...]:
    items = []
    for name in ITEMS:
        compared = found.asked[name]
        if name in found.unsure:
            items.append(GradedItem(name, None))
            continue
        points = found.agree[name] * FULL // compared if compared else None
        if found.points is not None and name in found.points.shares:
            items.append(_by_rules(hand_in, found, found.points, name))
        elif points is not None or (found.positions and name in ALWAYS and game.roles):
            difference = found.differences.get(name)
            words, command = _words(hand_in, difference), _explain(hand_in, difference)
            items.append(GradedItem(name, points, words, explain=command))
    items += (
        GradedItem(name, 0, "the hand-in has none")
        for name in found.lacking
        if weights.get(name)
    )
    return tuple(items)


def _by_rules(hand_in: Game, found: InStep, points: Points, name: str) -> GradedItem:
    """Return an item with the points for the rules of the reference.

    If all rules of an item hold, a difference in it follows from another item. It is
    reported there if nothing else shows the consequence.
    """
    whole = {item for item, share in points.shares.items() if share == 1}
    if name in whole and len(whole) < len(points.shares):
        return GradedItem(name, FULL)
    difference = found.differences.get(name)
    words = _words(hand_in, difference) or points.examples.get(name, "")
    if difference is None:
        followed = [d for item, d in found.differences.items() if item in whole]
        difference = min(followed, key=lambda one: len(one.after), default=None)
        if difference is not None:
            words += f"; so {_words(hand_in, difference)}"
    return GradedItem(
        name, int(points.shares[name] * FULL), words,
        explain=_explain(hand_in, difference), failing=points.failing.get(name, ()),
    )  # fmt: skip


def must_be_named(names: Mapping[str, str], game: Game) -> None:
    """Check that the given counterparts of names occur in the reference.

    Raises:
        InputError: one does not, or arguments are not a reordering of the same ones.
    """
    for name, other in names.items():
        mine, theirs = (parts(n) if is_order(n) else [n] for n in (name, other))
        if sorted(mine[1:]) != sorted(theirs[1:]) or len({*mine}) < len(mine):
            raise InputError(
                f"{name}={other}: expected the same arguments in another order, "
                "as in 'move(A, B)=move(B, A)'"
            )
        if theirs[0] not in tokens(game.book.text):
            raise InputError(
                f"{name}={other}: {theirs[0]} is no name of {game.book.file}"
            )


def _must_be_names(names: Mapping[str, str], hand_in: Game, game: Game) -> None:
    """Check that corresponding names occur in the two files.

    Raises:
        InputError: one does not.
    """
    must_be_named(names, game)
    for name, other in names.items():
        own = name.partition("(")[0]
        if own not in tokens(hand_in.book.text):
            raise InputError(f"{name}={other}: {own} is no name of {hand_in.book.file}")


def _hints(hand_in: Game, game: Game) -> tuple[Diagnostic, ...]:
    usual = {hint.code for hint in examine(game.book)}
    return tuple(hint for hint in examine(hand_in.book) if hint.code not in usual)


def _notes(found: InStep, weights: Mapping[str, float]) -> tuple[str, ...]:
    """Return remarks: which names differ, what was compared, what does not count."""
    notes = []
    if lacking := [name for name in found.lacking if name not in weights]:
        notes.append(
            "the hand-in lacks these items of the reference, which count only if a "
            f"rubric names them: {', '.join(lacking)}"
        )
    notes += (
        f"the {name} differ; whether the hand-in's are admissible was not checked"
        for name in found.unsure
    )
    if found.points is not None and not found.points.placed and found.roles:
        notes.append(
            "the hand-in has other facts than the reference, so a wrong effect of a "
            "move also counts in the positions after it"
        )
    if found.names:
        pairs = ", ".join(f"{a} is {b}" for a, b in sorted(found.names.items()))
        notes.append(f"names that differ: {pairs}")
    places = ("position", "positions") if found.roles else ("node", "nodes")
    reached = counted(found.positions, *places)
    if found.positions and found.complete:
        ways = "moves" if found.roles else "arcs"
        notes.append(f"compared: {reached}, all that the same {ways} reach in both")
    elif found.positions:
        notes.append(f"compared: {reached} of more")
    if found.late:
        notes.append("the time was over before all games were compared")
    if found.missed:
        missed = counted(found.missed, "position", "positions")
        notes.append(f"not reached by the hand-in: {missed} of the reference")
    return tuple(notes)


def _words(hand_in: Game, difference: StepDifference | None) -> str:
    if difference is None:
        return ""
    return (
        f"{where(_written(hand_in, difference.after))} the hand-in says "
        f"{difference.hand_in}; the reference says {difference.reference}"
    )


def _written(hand_in: Game, after: Sequence[str]) -> tuple[str, ...]:
    """Return moves from the start as people write them."""
    if hand_in.space == "book" or not hand_in.notated:
        return tuple(after)
    state, written = hand_in.initial, list[str]()
    for move in after:
        following, joint = state.played(move)
        written.append(state.written(joint))
        state = following
    return tuple(written)


def _explain(hand_in: Game, difference: StepDifference | None) -> str:
    """Return the command that explains the hand-in's answer."""
    if difference is None or not difference.goal:
        return ""
    words = ["pygame-search", "explain", hand_in.book.file, difference.goal]
    if difference.after and hand_in.space != "book":
        words += ["--after", "; ".join(_written(hand_in, difference.after))]
    return shlex.join(words)
