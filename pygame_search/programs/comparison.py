"""Compare a search program with the engine, at the start and in other positions."""

from __future__ import annotations

import random
import time
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from heapq import heappop, heappush
from itertools import islice, pairwise, product
from typing import TYPE_CHECKING, ClassVar

from pygame_search.game import Game, State
from pygame_search.machine.clauses import ClauseMachine
from pygame_search.model.position import joint_text
from pygame_search.model.scores import value_text
from pygame_search.programs.program import (
    OF_KNOWLEDGE,
    QUESTIONS,
    SECONDS,
    Program,
    ProgramAnswer,
    SearchProgram,
    is_left_out,
    lecture,
    mentions,
    start,
)
from pygame_search.programs.python_program import PythonProgram
from pygame_search.search.best import best
from pygame_search.search.core import options
from pygame_search.search.core.methods import MethodCall, read_method
from pygame_search.search.core.result import SearchResult
from pygame_search.search.core.setup import checked_role
from pygame_search.search.paths import paths
from pygame_search.support.clock import Clock
from pygame_search.support.errors import (
    InputError,
    LimitError,
    MoveError,
    RulesError,
)
from pygame_search.support.json_objects import JsonObject
from pygame_search.support.printing import Printed, one_line, table
from pygame_search.support.requests import Request, asked, option, whole, word
from pygame_search.support.words import counted

if TYPE_CHECKING:
    from rich.console import RenderableType

#: The default depth, in plies, and the default number of random positions.
DEPTH, POSITIONS = 3, 16

#: If no depth is given: the most plies beyond the default, and the most leaves of a
#: search after which the next ply is searched too.
_DEEPER, _LEAVES = 3, 400

#: The most ends of games that are asked about.
_ENDS = 3

#: The time limit of the engine's search to the end of the game, in seconds.
_TO_THE_END = 2.0

#: The kinds of path that may be required.
PATH_GOALS = ("any", "shortest", "cheapest")

#: Fewer than this many moves lead to a random position.
_MOVES = 12

#: The most moves that lead to an end of a game.
_LONGEST = 200

#: Tolerance for comparing values; chance makes them fractions.
_CLOSE = 1e-9

#: The time limit of the engine's search for a path, in seconds.
_PATH_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class Item(JsonObject):
    """A question in a position, and both answers.

    Attributes:
        question: as in `programs.program.QUESTIONS`, with its role.
        after: the moves that lead to the position.
        program, engine: the answers, in words.
        agrees: whether the program's answer is right.
        note: the fault, or a remark; else empty.
        depth: the number of moves to look ahead; None for a path or a proof.
        effort: the number of leaves that the program looked at; for a path, of its
            requests for successors.
        usual: the effort of the search that it is compared with; None without one.
        full: the number of leaves without cut-offs; None for a path or a proof.
        to_the_end: whether a wrong value is that of play to the end of the game.
    """

    json_members: ClassVar[str] = (
        "question after program engine agrees note depth effort usual full"
    )

    question: str
    after: tuple[str, ...]
    program: str
    engine: str
    agrees: bool
    note: str = ""
    depth: int | None = None
    effort: int = 0
    usual: int | None = None
    full: int | None = None
    to_the_end: bool = False

    @property
    def goal(self) -> str:
        """A goal that asks the program the question; empty if there is none."""
        if self.question == "path":
            return "position(S), path(S, Path)"
        if self.question.startswith("value for "):
            role = self.question.removeprefix("value for ")
            return f"position(S), value(S, {role}, {self.depth}, V)"
        best = f"best(S, R, {self.depth}, M, V)"
        if self.question == "best":
            return f"position(S), to_move(S, R), {best}"
        if self.question == "best, not to move":
            return f"position(S), role(R), \\+ to_move(S, R), {best}"
        return ""

    @property
    def where(self) -> str:
        """The position and the depth, in words."""
        ahead = "" if self.depth is None else f", depth {self.depth}"
        return f"{where(self.after)}{ahead}"


@dataclass(slots=True)
class _Asked:
    """A program that is asked questions within limits.

    Attributes:
        program: the program.
        usual: the search that its effort is compared with; None for the engine's.
        seconds: the time limit of each question.
        method: the method of the engine.
        endless: the questions that reached a limit, which are not asked again.
        to_the_end: whether all wrong values so far are those of play to the end.
    """

    program: Program
    usual: SearchProgram | None
    seconds: float
    method: MethodCall
    endless: set[str] = field(default_factory=set)
    to_the_end: bool = True

    def ask(
        self,
        question: str,
        state: State,
        role: str | None = None,
        depth: int | None = None,
    ) -> tuple[ProgramAnswer | None, str]:
        """Return the answer, None without one, and the error message, else empty."""
        try:
            told = self.program.ask(
                question, state, role=role, depth=depth, seconds=self.seconds
            )
        except (InputError, RulesError) as error:
            return None, str(error)
        except LimitError as error:
            self.endless.add(question)
            return None, str(error)
        return told, ""

    def others(
        self,
        question: str,
        state: State,
        role: str | None = None,
        depth: int | None = None,
    ) -> tuple[ProgramAnswer, ...]:
        """Return the answers after the first one that are found quickly."""
        if not isinstance(self.program, SearchProgram):  # a function has one answer
            return ()
        try:
            return self.program.answers(
                question, state, role=role, depth=depth, seconds=self.seconds
            )[1:]
        except (InputError, LimitError, RulesError):
            return ()

    def usual_effort(
        self,
        question: str,
        state: State,
        role: str | None = None,
        depth: int | None = None,
    ) -> int | None:
        """Return the effort of the usual search; None without an answer in time."""
        if self.usual is None:
            return None
        try:
            told = self.usual.ask(
                question, state, role=role, depth=depth, seconds=self.seconds
            )
        except (InputError, LimitError, RulesError):
            return None
        return None if told is None else len(told.looked_at)


@dataclass(frozen=True, slots=True, repr=False)
class ProgramComparison(Printed, JsonObject):
    """The comparison of a search program with the engine.

    `print` shows for each question the first position in which the program is wrong.

    Attributes:
        program: the name of its file.
        game: the call that loads the game.
        items: the questions.
        notes: the engine's assumptions, and remarks on the comparison.
        beside: the search that the effort is compared with; empty without one.
        full: the search without cut-offs, such as minimax; empty for paths.
        late: whether a limit prevented a question, or the program ignored the depth.
    """

    json_members: ClassVar[str] = "program game same items effort beside notes late"

    program: str
    game: str
    items: tuple[Item, ...]
    notes: tuple[str, ...] = ()
    beside: str = ""
    full: str = ""
    late: bool = False

    @property
    def same(self) -> bool:
        """Whether something was asked, and the program is right in every position."""
        return bool(self.items) and first_wrong(self.items) is None

    def __repr__(self) -> str:
        """Return one line with how many answers are right."""
        right = sum(item.agrees for item in self.items)
        return one_line(self, self.program, f"{right} of {len(self.items)} right")

    def printed(self) -> RenderableType:
        """Return a table of the questions, and the first wrong answer to each."""
        from rich.console import Group

        from pygame_search.support.console import Text

        listing = table("question", "right")
        parts: list[RenderableType] = [listing]
        for question, items in self.by_question().items():
            right = sum(item.agrees for item in items)
            answers = counted(len(items), "answer", "answers")
            listing.add_row(question, f"{right} of {answers}")
            wrong = first_wrong(items)
            if wrong is not None:
                parts += [
                    Text(f"\n{question} {wrong.where}:"),
                    Text(f"  the program: {wrong.program}"),
                    Text(f"  the engine:  {wrong.engine}"),
                    *([Text(f"  {wrong.note}")] if wrong.note else []),
                ]
        return Group(*parts, *(Text(f"\n{remark}") for remark in self.remarks))

    def by_question(self) -> dict[str, list[Item]]:
        """Return the items of each question."""
        found: dict[str, list[Item]] = {}
        for item in self.items:
            found.setdefault(item.question, []).append(item)
        return found

    @property
    def remarks(self) -> tuple[str, ...]:
        """The notes on right answers and on the whole comparison, each once."""
        said = (item.note for item in self.items if item.agrees and item.note)
        return tuple(dict.fromkeys([*said, *self._effort_in_words(), *self.notes]))

    @property
    def effort(self) -> dict[str, int]:
        """The effort of each search in all right answers, the program's first.

        It is the number of leaves looked at, or of states expanded for a path. Empty if
        nothing is compared.
        """
        counted = [
            item for item in self.items if item.agrees and item.usual is not None
        ]
        found = {"the program": sum(item.effort for item in counted)}
        found[self.beside] = sum(item.usual or 0 for item in counted)
        if self.full:
            found[self.full] = sum(item.full or 0 for item in counted)
        return found if counted else {}

    def _effort_in_words(self) -> list[str]:
        if not self.effort:
            return []
        parts = ", ".join(f"{number:,} by {who}" for who, number in self.effort.items())
        words = f"{'leaves' if self.full else 'states expanded'}: {parts}"
        blind = [i for i in self.items if i.agrees and i.depth and i.full]
        blind = [item for item in blind if not item.effort]
        if self.full and blind:
            answers = counted(len(blind), "right answer", "right answers")
            words += f"; {answers} without a look at any goal value or estimate"
        if self.full and self.effort["the program"] >= self.effort[self.full] > 0:
            words += "; the program cuts nothing off"
        return [words]


def first_wrong(items: Iterable[Item]) -> Item | None:
    """Return the first item in which the program is wrong; None if there is none."""
    return next((item for item in items if not item.agrees), None)


def where(after: tuple[str, ...]) -> str:
    """Return the position after some moves, in words."""
    return f"after {'; '.join(after)}" if after else "at the start"


@dataclass(frozen=True)
class ComparisonRequest(Request):
    """A request for `compare_program`."""

    SUBJECTS = ("what is compared", "where it searches")

    program: Program
    game: Game
    _: KW_ONLY
    state: State | None = option("where the questions begin; by default the start")
    role: str | None = option(
        "whose values are asked for; by default those of all players"
    )
    depth: int | None = option(
        f"how many moves to look ahead at most; by default {DEPTH}, and some more "
        "where the tree is small",
        whole("PLIES", 1, "a depth of at least 1 ply"),
    )
    positions: int = option(
        "in how many more positions to ask a search program; half are the nearest "
        "ones, half are random, and some ends of games are added",
        whole("N", 0, "0 or more positions"), POSITIONS,
    )  # fmt: skip
    seed: int = options.seed()
    seconds: float | None = options.time_limit(
        "how much processor time it may take; the questions that are left then are not "
        "asked, and a note says so"
    )
    effort: str | None = option(
        "the lecture's search that the effort is compared with; by default minimax or "
        "expectimax, and none for a path"
    )
    method: str | None = option(
        "how the engine searches; by default minimax, expectimax where chance moves, "
        "maxn where there are more than two players"
    )
    wanted: str = option(
        "what a path has to be, any, shortest or cheapest",
        word("KIND", "kind of path", PATH_GOALS), "any",
    )  # fmt: skip


@asked(ComparisonRequest)
def compare_program(request: ComparisonRequest) -> ProgramComparison:
    """Compare a search program with the engine.

    Values and best moves are compared with those of a search to each depth up to the
    given one, with the goal values and estimates of the rule file. All distinct answers
    of the program that are found quickly must be right. `proved` is compared with the
    value of play to the end. A path must lead to a goal; a note says if it is longer
    than the shortest. A question that reaches a limit is not asked again.

    Raises:
        InputError: the game has no question for the program, or for the search that its
            effort is compared with; or a number out of range.
    """
    program, game, state = request.program, request.game, request.state
    role, effort = request.role, request.effort
    _must_ask_states(program)
    game.must_be_open()
    begin = start(game) if state is None else state
    fitting = questions_of(game)
    questions = [question for question in fitting if question in program.questions]
    _must_fit(program, game, questions)
    roles = game.players if role is None else (checked_role(begin, role),)
    usual = None if effort is None else beside(effort, game)
    engine_method = _engine_method(
        game, request.method, quiet=mentions(program.book, "quiet(")
    )
    asking = _Asked(program, usual, SECONDS, engine_method)
    items: list[Item] = []
    clock, late = Clock(request.seconds), False
    notes = list(game.assumed)
    notes += (
        f"{QUESTIONS[question]} is not defined, and was not compared"
        for question in fitting
        if question not in (*questions, "proved") and questions != ["proved"]
    )
    if {"value", "best"} & {*questions}:
        notes.append(f"the engine's answers are those of {asking.method}")
    if state is not None:
        notes.append("the start is the position that was given")
    for after, place in _positions(
        begin, request.positions, random.Random(request.seed)
    ):
        asking.seconds = min(SECONDS, max(round(clock.left, 1), 0.1))
        if items and clock.over:  # the first position is always asked about
            late = True
            notes.append(f"the time is over: {len(items)} questions were asked")
            break
        for question in questions:
            if question == "path":
                items.append(_path(asking, place, after, request.wanted))
            elif question == "proved":
                items += _proved(asking, place, after, roles)
            else:
                items += _by_depth(asking, question, place, after, roles, request.depth)
    told = _told_to_the_end(items)
    if told:
        items, notes = told, [*notes, _IGNORED]
    notes += (
        f"`{question}` reached a limit, and was not asked again"
        for question in sorted(asking.endless)
    )
    if isinstance(program, PythonProgram) and program.kept == "Python":
        notes.append(
            "only Python itself kept the program from files and the network, which "
            "stops mistakes but no attack; on Linux (x86-64, ARM64) the kernel does so"
        )
    full = "" if "path" in questions else asking.method.method.name
    return ProgramComparison(
        program.book.file, game.call, tuple(items), tuple(notes), effort or full, full,
        late or bool(asking.endless or told),
    )  # fmt: skip


def _must_ask_states(program: Program) -> None:
    """Check that a program has a question about a state.

    Raises:
        InputError: it starts from what a role knows.
    """
    if {*program.questions} <= {*OF_KNOWLEDGE}:
        heads = " and ".join(QUESTIONS[question] for question in program.questions)
        raise InputError(
            f"{program.book.file} defines {heads}, from what a role knows, and cannot "
            "be compared with a search: `ask` calls it, with --program"
        )


def _must_fit(program: Program, game: Game, questions: Sequence[str]) -> None:
    """Check that a program can be compared with a search of a game.

    Raises:
        InputError: it cannot; the message says why.
    """
    if not questions:
        fitting = " or ".join(questions_of(game))
        raise InputError(
            f"{game.call} asks for {fitting}, and {program.book.file} defines "
            f"{', '.join(program.questions)}"
        )
    if "path" not in questions and program.plays_at_random:
        raise InputError(
            f"{program.book.file} plays random games (random_member): its answers "
            "cannot be held against those of a search"
        )
    if "path" not in questions:
        game.must_count_steps()
    if (
        mentions(program.book, "quiet(")
        and not game.request("defined", relations=_QUIET)["defined"]
    ):
        raise InputError(
            f"{program.book.file} asks which states are quiet, and {game.call} defines "
            "no quiet"
        )
    if "path" in questions and mentions(program.book, "h(") and not game.has_estimate:
        raise InputError(
            f"{program.book.file} asks for an estimate, h, and {game.call} defines none"
        )


#: The relations of a game that define quiet states, and the plies beyond the depth to
#: which the lecture's search goes from other states.
_QUIET, _FURTHER = ["quiet/0", "expand/1"], 2

#: The note on a program whose values at each depth are those of play to the end.
_IGNORED = "the program ignores the depth and searches to the end of the game"


def _by_depth(
    asked: _Asked,
    question: str,
    state: State,
    after: tuple[str, ...],
    roles: Sequence[str],
    depth: int | None,
) -> list[Item]:
    """Return the items of a question to each depth."""
    if state.terminal:
        ends = [_value(asked, state, after, name, 1) for name in roles]
        return ends if question == "value" else []
    items: list[Item] = []
    for plies in range(1, (DEPTH + _DEEPER if depth is None else depth) + 1):
        leaves = max((item.full or 0 for item in items), default=0)
        if question in asked.endless or (
            depth is None and plies > DEPTH and leaves > _LEAVES
        ):
            break
        ask = _best if question == "best" else _value
        items += (
            ask(asked, state, after, name, plies)
            for name in roles
            if question not in asked.endless
        )
    return items


def _told_to_the_end(items: Sequence[Item]) -> list[Item]:
    """Return all items as right if the wrong ones have the values of play to the end.

    The list is empty if no item is wrong, or one is wrong for another reason.
    """
    wrong = [item for item in items if not item.agrees]
    if not wrong or not all(item.to_the_end for item in wrong):
        return []
    return [replace(item, agrees=True) for item in items]


def questions_of(game: Game) -> tuple[str, ...]:
    """Return the questions that a program can be asked about a game."""
    if game.space != "none":
        return ("path",)
    return ("value", "best", "proved") if _rivals(game) else ("value", "best")


def usual_search(game: Game) -> str | None:
    """Return the lecture's search that the effort of a program is best compared with.

    It is None if there is none, or a student's copy has an exercise in its place.
    """
    two = len(game.players) == 2 and game.chance is None
    if not two or game.space != "none" or is_left_out("alphabeta"):
        return None
    return "alphabeta"


def beside(effort: str, game: Game) -> SearchProgram:
    """Return the search of the lectures that the effort is compared with.

    Raises:
        InputError: there is no such search, or it does not fit the game.
    """
    found = lecture(effort)
    asked = questions_of(game)
    if not set(asked) & set(found.questions):
        raise InputError(
            f"{effort} defines {', '.join(found.questions)}: expected a search that "
            f"defines {' or '.join(asked)}, to compare the effort on {game.call}"
        )
    return found


def _positions(
    begin: State, number: int, source: random.Random
) -> Iterator[tuple[tuple[str, ...], State]]:
    """Yield a position and near, random and final ones after it, with their moves."""
    yield (), begin
    if begin.game.space == "book":
        yield from _nodes(begin, number, source)
        return
    seen = {begin}
    for moves, state in _nearest(begin, number // 2):
        seen.add(state)
        yield moves, state
    for _ in range(number - number // 2):
        state = begin
        after: list[str] = []
        for _ in range(source.randrange(1, _MOVES)):
            steps = [m for m in state.legal.values() if m]
            joint = [source.choice(moves) for moves in steps]
            following = state.play_joint(joint) if joint else state
            if following.terminal:
                break
            state, after = following, [*after, joint_text(tuple(joint))]
        if state not in seen:
            seen.add(state)
            yield tuple(after), state
    yield from _ends(begin, min(_ENDS, number), source)


def _nearest(begin: State, number: int) -> Iterator[tuple[tuple[str, ...], State]]:
    """Yield the first positions after another, breadth first."""
    seen, waiting = {begin}, deque[tuple[tuple[str, ...], State]]([((), begin)])
    while waiting:
        after, state = waiting.popleft()
        for joint in islice(product(*state.legal.values()), number):
            following = state.play_joint(joint)
            if following not in seen and not following.terminal:
                if len(seen) > number:
                    return
                seen.add(following)
                waiting.append(((*after, joint_text(joint)), following))
                yield waiting[-1]


def _ends(
    begin: State, number: int, source: random.Random
) -> Iterator[tuple[tuple[str, ...], State]]:
    """Yield ends of random games, each once."""
    seen = set()
    for _ in range(number):
        state, after = begin, list[str]()
        while not state.terminal and len(after) < _LONGEST:
            joint = [source.choice(moves) for moves in state.legal.values()]
            state = state.play_joint(joint)
            after.append(joint_text(tuple(joint)))
        if state.terminal and state not in seen:
            seen.add(state)
            yield tuple(after), state


def _nodes(
    begin: State, number: int, source: random.Random
) -> Iterator[tuple[tuple[str, ...], State]]:
    """Yield nodes of a state space, each once, with the steps that lead there."""
    machine = ClauseMachine(begin.game, memo=True)
    seen = {begin.number}
    for _ in range(number):
        node, after = begin.number, list[str]()
        for _ in range(source.randrange(1, _MOVES)):
            if not (steps := machine.neighbours(node)):
                break
            move, node, _ = source.choice([*steps])
            after.append(move)
        if node not in seen:
            seen.add(node)
            yield tuple(after), begin.game.numbered(node)


def _value(
    program: _Asked, state: State, after: tuple[str, ...], role: str, depth: int
) -> Item:
    found = _engine(program, state, role, depth)
    ours = value_text(found.value) if found.value is not None else "none"
    question = f"value for {role}"
    told, wrong = program.ask("value", state, role, depth)
    if told is None or told.value is None:
        return Item(question, after, "no answer", ours, False, wrong, depth)
    right, note, end = _close(told.value, found.value), "", False
    if right:
        other = next(
            (
                one.value
                for one in program.others("value", state, role, depth)
                if not _close(one.value, found.value)
            ),
            None,
        )
        if other is not None:
            right, note = False, f"it also answers {value_text(other)}"
    else:
        end = _is_to_the_end(program, told.value, state, role)
    return Item(
        question, after, value_text(told.value), ours, right, note, depth,
        effort=len(told.looked_at), full=found.leaves, to_the_end=end,
        usual=_usual(program, "value", state, role, depth, found),
    )  # fmt: skip


def _is_to_the_end(program: _Asked, value: float, state: State, role: str) -> bool:
    """Return whether this and all earlier wrong values are those of play to the end."""
    if program.to_the_end:
        known = _value_to_the_end(program, state, role)
        program.to_the_end = _close(value, known)
    return program.to_the_end


def _value_to_the_end(program: _Asked, state: State, role: str) -> float | None:
    """Return the value of play to the end; None if it is not found quickly."""
    found = best(
        state, role=role, seconds=_TO_THE_END, at_once=True,
        method="deepening(sooner=false)" if program.method.method.name == "minimax"
        else str(program.method),
    )  # fmt: skip
    return found.value if found.stopped == "complete" else None


def _usual(
    program: _Asked,
    question: str,
    state: State,
    role: str,
    depth: int,
    found: SearchResult,
) -> int | None:
    """Return the number of leaves of the search that a program is compared with."""
    if program.usual is None:
        return found.leaves
    return program.usual_effort(question, state, role, depth)


def _best(
    program: _Asked, state: State, after: tuple[str, ...], role: str, depth: int
) -> Item:
    found = _engine(program, state, role, depth, all_best=True)
    mine = role in state.to_move
    question = "best" if mine else "best, not to move"
    moves = [move.move for move in found.best] if mine else []
    value = "none" if found.value is None else value_text(found.value)
    ours = f"{' or '.join(moves)}, value {value}" if mine else f"value {value}"
    told, wrong = program.ask("best", state, role, depth)
    if told is None or told.value is None or told.move is None:
        return Item(question, after, "no answer", ours, False, wrong, depth)

    def fits(one: ProgramAnswer) -> bool:
        if one.move is None or not _close(one.value, found.value):
            return False
        if mine:
            return one.move in moves
        if not _rivals(state.game):  # chance moves, or one of several others
            return True
        try:
            following = state.play(one.move)
        except MoveError:
            return False
        known = _engine(program, following, role, depth - 1).value
        return _close(one.value, known)

    right, note = fits(told), ""
    if right:
        for one in program.others("best", state, role, depth):
            if not fits(one):
                right, note = False, f"it also answers {_move_and_value(one)}"
                break
    elif not mine and _close(told.value, found.value):
        note = f"{told.move} does not have that value"
    end = not _close(told.value, found.value) and _is_to_the_end(
        program, told.value, state, role
    )
    if not mine:
        return Item(question, after, _move_and_value(told), ours, right, note, depth)
    return Item(
        question, after, _move_and_value(told), ours, right, note, depth,
        effort=len(told.looked_at), full=found.leaves, to_the_end=end,
        usual=_usual(program, "best", state, role, depth, found),
    )  # fmt: skip


def _rivals(game: Game) -> bool:
    """Return whether two players move in turn, without chance."""
    return len(game.players) == 2 and game.chance is None


def _move_and_value(told: ProgramAnswer) -> str:
    return f"{told.move}, value {value_text(told.value or 0)}"


def _proved(
    program: _Asked, state: State, after: tuple[str, ...], roles: Sequence[str]
) -> list[Item]:
    """Return the items of the question whether a role can reach each goal value."""
    items: list[Item] = []
    for role in roles:
        value = _value_to_the_end(program, state, role)
        if value is None:
            continue
        for worth in state.game.worths[state.game.roles.index(role)][1:]:
            if "proved" in program.endless:
                return items
            told, wrong = program.ask("proved", state, role, worth)
            holds, should = told is not None, value >= worth
            items.append(
                Item(
                    f"proved for {role}", after,
                    "no answer" if wrong else "proved" if holds else "not proved",
                    "proved" if should else "not proved",
                    not wrong and holds == should,
                    wrong or f"asked for {worth}" * (holds != should),
                    effort=0 if told is None else len(told.looked_at),
                )
            )  # fmt: skip
    return items


def _engine(
    program: _Asked, state: State, role: str, depth: int, *, all_best: bool = False
) -> SearchResult:
    """Return the engine's answer, with plain goal values as in a lecture."""
    return best(
        state, role=role, depth=depth, method=program.method, all_best=all_best,
        at_once=True,
    )  # fmt: skip


def _engine_method(game: Game, method: str | None, *, quiet: bool) -> MethodCall:
    """Return the method of the engine, with plain goal values as in a lecture.

    Args:
        game: the game.
        method: the requested method, or None.
        quiet: whether the program asks which states are quiet; the engine then goes as
            far beyond the depth from other states as the lecture does.

    Raises:
        InputError: the engine would go by noisy moves, and not by quiet states.
    """
    if method is None:
        if quiet and game.noisy:
            raise InputError(
                f"the program asks which states are quiet, and {game.call} defines "
                "noisy, by which the engine goes instead"
            )
        many = len(game.players) > 2
        method = "maxn" if many else "minimax" if game.chance is None else "expectimax"
        method += f"(quiescence={_FURTHER})" if quiet else ""
    call = read_method(method)
    if call.method.has("sooner") and "sooner" not in call.given:
        call = call.with_values(sooner=False)
    return call


def _close(told: float | None, value: float | None) -> bool:
    return told is not None and value is not None and abs(told - value) < _CLOSE


def _steps(number: int) -> str:
    return counted(number, "step", "steps")


def _fault(machine: ClauseMachine, first: int, nodes: list[int]) -> str:
    """Return why nodes are not a path from a state to a goal; empty if they are."""
    if not nodes or nodes[0] != first:
        return "the path does not begin at the start"
    for number, (node, following) in enumerate(pairwise(nodes), 1):
        if all(after != following for _, after, _ in machine.neighbours(node)):
            return f"step {number} of the path leads to no neighbour"
    return "" if machine.is_goal(nodes[-1]) else "the path does not end in a goal"


def _least_steps(machine: ClauseMachine, state: State) -> int | None:
    """Return the length of a shortest path to a goal; None if no path is found."""
    game = state.game
    if game.space != "book":
        known = next(paths(game, start=state, seconds=_PATH_SECONDS))
        return len(known.moves) if known.found else None
    until = time.monotonic() + _PATH_SECONDS
    steps = {state.number: 0}
    for node in (frontier := [state.number]):
        if machine.is_goal(node):
            return steps[node]
        if time.monotonic() > until:
            return None
        for _, after, _ in machine.neighbours(node):
            if after not in steps:
                steps[after] = steps[node] + 1
                frontier.append(after)
    return None


def _path(program: _Asked, state: State, after: tuple[str, ...], wanted: str) -> Item:
    machine = ClauseMachine(state.game, memo=True)
    least = _least_steps(machine, state)
    ours = "no path" if least is None else _steps(least)
    cost = _least_cost(machine, state) if wanted == "cheapest" else None
    if cost is not None:
        ours = f"a path of cost {cost:,}"
    told, wrong = program.ask("path", state)
    if wrong:
        return Item("path", after, "no answer", ours, False, wrong)
    if told is None:
        return Item("path", after, "no path", ours, least is None)
    numbers = [node.number for node in told.states]
    own, more = _cost(machine, numbers), len(numbers) - 1 - (least or 0)
    theirs = _steps(len(numbers) - 1)
    if cost is not None and own is not None:
        theirs = f"{theirs}, cost {own:,}"
    fault = _fault(machine, state.number, numbers)
    longer = f"the path is {_steps(more)} longer than the shortest" if more > 0 else ""
    if not fault and wanted == "shortest":
        fault = longer
    if not fault and cost is not None and own is not None and own > cost:
        fault = f"the path costs {own - cost:,} more than the cheapest"
    if fault:
        return Item("path", after, theirs, ours, False, fault)
    return Item(
        "path", after, theirs, ours, True, longer, effort=len(told.looked_at),
        usual=program.usual_effort("path", state),
    )  # fmt: skip


def _cost(machine: ClauseMachine, nodes: Sequence[int]) -> int | None:
    """Return the cost of a path; None if the nodes are not a path."""
    total = 0
    for node, following in pairwise(nodes):
        costs = [c for _, after, c in machine.neighbours(node) if after == following]
        if not costs:
            return None
        total += min(costs)
    return total


def _least_cost(machine: ClauseMachine, state: State) -> int | None:
    """Return the cost of a cheapest path to a goal; None if none is found in time."""
    until = time.monotonic() + _PATH_SECONDS
    frontier, done = [(0, state.number)], set[int]()
    while frontier and time.monotonic() < until:
        cost, node = heappop(frontier)
        if machine.is_goal(node):
            return cost
        if node not in done:
            done.add(node)
            for _, after, step in machine.neighbours(node):
                heappush(frontier, (cost + step, after))
    return None
