"""Search programs in Python: functions over the relations, like the lectures' own.

They run in a process of their own (`sandbox.py`), which has no files, no network and no
knowledge of the game. It asks for each relation, and this module answers. So a program
can neither harm the machine nor see what it has not asked for, and what it looked at is
known.
"""

from __future__ import annotations

import ast
import json
import os
import select
import signal
import subprocess
import sys
import time
import weakref
from collections.abc import Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from typing import Any

from pygame_search.game import State
from pygame_search.lectures import relations
from pygame_search.lectures.relations import Chance, Node, Rules
from pygame_search.programs.program import SECONDS, ProgramAnswer, read_clauses
from pygame_search.programs.program import Program as Program
from pygame_search.rules.rulebook import MOST_BYTES, Rulebook, decode
from pygame_search.support.errors import (
    InputError,
    LimitError,
    PygameSearchError,
    RulesError,
)
from pygame_search.support.input_files import open_input

#: The suffix of a file with a program in Python.
SUFFIX = ".py"

#: The questions that a program may answer, each with its function.
FUNCTIONS = {
    "value": "value(s, r, d)",
    "best": "best(s, r, d)",
    "path": "path(s)",
    "proved": "proved(s, r, v)",
}

#: The memory limit of the process, in megabytes.
_MEGABYTES = 1_000
#: The wall-clock limit of an answer, as a multiple of its limit of processor time.
_BY_THE_CLOCK = 10.0
#: The longest line of the process, in bytes.
_LINE = 1 << 22

_CHILD = Path(__file__).with_name("sandbox.py")


class PythonProgram(Program):
    """A search program in Python.

    Attributes:
        book: its file.
        questions: the questions in FUNCTIONS that it defines.
        warnings: always empty.
        kept: what refuses files and the network: `the kernel`, or `Python`, which stops
            mistakes but not attacks; empty before the first question.

    Args:
        book: its file.

    Raises:
        InputError: it defines no search.
        RulesError: it is not valid Python.
    """

    def __init__(self, book: Rulebook) -> None:
        try:
            tree = ast.parse(book.text, book.file)
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            line = getattr(error, "lineno", None) or 1
            why = getattr(error, "msg", None) or str(error)
            raise RulesError(f"{book.file}:{line}: error: {why}") from None
        names = {one.name for one in tree.body if isinstance(one, ast.FunctionDef)}
        self.book = book
        self.kept = ""
        self.questions = tuple(name for name in FUNCTIONS if name in names)
        if not self.questions:
            raise InputError(
                f"{book.file}: expected a function "
                f"{', '.join(FUNCTIONS.values())}, found none"
            )
        self._process: _Process | None = None
        self._rules: Rules | None = None

    @property
    def process(self) -> int | None:
        """The number of its process; None before it begins and after it ends."""
        return None if self._process is None else self._process.number

    def _answer(
        self,
        question: str,
        state: State,
        role: str | None,
        depth: int | None,
        seed: int,
        seconds: float,
    ) -> ProgramAnswer | None:
        rules = self._rules
        if rules is None or rules.game is not state.game:
            rules = self._rules = Rules(state.game)
            self._process = None  # it knows the states of another game
        rules.looked_at.clear()
        rules.expanded.clear()
        rules.chance = Chance(seed)
        if self._process is None:
            self._process = _Process(self.book)
        words = [] if question == "path" else [role, depth]
        try:
            answer = self._process.answer(question, state.number, words, rules, seconds)
        except (LimitError, RulesError):
            if self._process.ended:
                self._process = None
            raise
        self.kept = self._process.kept
        return _read(self.book.file, question, answer, rules)


class _Process:
    """The process in which a program runs."""

    def __init__(self, book: Rulebook) -> None:
        self._file = book.file
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-S", str(_CHILD), str(_MEGABYTES)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            env={"PATH": os.environ.get("PATH", "")},
        )  # fmt: skip
        weakref.finalize(self, _end, self._process)
        self._buffer = b""
        #: The states that the program knows.
        self._states: set[int] = set()
        self._say([book.file, book.text])
        told = self._hear(SECONDS)
        if told[0] == "error":
            raise self._fault(told)
        self.kept = str(told[1])

    @property
    def number(self) -> int:
        return self._process.pid

    @property
    def ended(self) -> bool:
        return self._process.poll() is not None

    def answer(
        self,
        question: str,
        state: int,
        words: Sequence[Any],
        rules: Rules,
        seconds: float,
    ) -> Any:
        """Return what a function returns; see `Program.ask`."""
        began = time.process_time()
        self._states.add(state)
        self._say([question, state, words, seconds])
        while True:
            told = self._hear(seconds)
            if told[0] == "answer":
                if question == "path" and told[1] is not None:
                    self._must_be_known(told[1])
                return told[1]
            if told[0] == "error":
                raise self._fault(told)
            if time.process_time() - began > seconds:
                _end(self._process)
                raise self._late(seconds)
            self._say(_replied(told[1], told[2], rules, self._states))

    def _must_be_known(self, states: Any) -> None:
        if not isinstance(states, list):
            raise InputError(f"{self._file}: path: expected a list of states")
        for state in states:
            if not isinstance(state, int) or state not in self._states:
                raise InputError(f"{self._file}: path: {state!r} is not a state")

    def _say(self, words: Sequence[Any]) -> None:
        assert self._process.stdin is not None
        with suppress(BrokenPipeError):  # `_hear` then reads what the process has said
            self._process.stdin.write(
                json.dumps(words, default=_plain).encode() + b"\n"
            )
            self._process.stdin.flush()

    def _hear(self, seconds: float) -> list[Any]:
        """Return the next line.

        Raises:
            LimitError: there is none, because the process has ended or does nothing.
            RulesError: it is too long, or the program itself has written it.
        """
        assert self._process.stdout is not None
        until = time.monotonic() + seconds * _BY_THE_CLOCK
        while b"\n" not in self._buffer:
            left = until - time.monotonic()
            ready, _, _ = select.select([self._process.stdout], [], [], max(left, 0))
            data = os.read(self._process.stdout.fileno(), 1 << 16) if ready else b""
            if not data:
                raise self._ended(seconds)
            self._buffer += data
            if len(self._buffer) > _LINE:
                _end(self._process)
                raise RulesError(
                    f"{self._file}: error: expected an answer of at most {_LINE:,} "
                    "bytes"
                )
        line, _, self._buffer = self._buffer.partition(b"\n")
        try:
            told = json.loads(line)
        except (ValueError, RecursionError):
            told = None
        if not _is_told(told):
            _end(self._process)
            raise RulesError(
                f"{self._file}: error: it has written to the channel of its answers"
            )
        return list(told)

    def _ended(self, seconds: float) -> LimitError:
        """End the process; return why it has not answered."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(1)
        status = self._process.poll()
        _end(self._process)
        if status in (None, -signal.SIGPROF, -signal.SIGXCPU):
            return self._late(seconds)
        return LimitError(
            f"{self._file}: its process has ended unexpectedly (status "
            f"{status}), perhaps for lack of memory",
            "memory",
        )

    def _late(self, seconds: float) -> LimitError:
        return LimitError(
            f"{self._file}: the limit of {seconds:g} s of processor time is reached",
            "time",
        )

    def _fault(self, told: Sequence[Any]) -> RulesError | LimitError:
        """Return the error for an exception of the program."""
        _, kind, words, line = (*told, None, None, None)[:4]
        place = f"{self._file}:{line}" if line else self._file
        if kind == "RecursionError":
            return LimitError(f"{place}: a function calls itself without end", "depth")
        if kind == "MemoryError":
            return LimitError(f"{place}: it takes too much memory", "memory")
        return RulesError(f"{place}: error: {kind}: {words}")


def _is_told(told: Any) -> bool:
    """Return whether this is a line that `sandbox.py` writes."""
    if not isinstance(told, list) or len(told) < 2:
        return False
    if told[0] == "call":
        return len(told) == 3 and isinstance(told[1], str) and isinstance(told[2], list)
    return told[0] in ("answer", "error")


def _end(process: subprocess.Popen[bytes]) -> None:
    with suppress(OSError):
        process.kill()
    process.wait()
    for stream in (process.stdin, process.stdout):
        if stream is not None:
            with suppress(OSError):
                stream.close()


def _plain(value: object) -> object:
    if isinstance(value, Fraction):
        return [value.numerator, value.denominator]
    raise TypeError(f"expected what JSON has, found {value!r}")


#: The relations that a program may ask for, and how many arguments each has besides
#: the state.
_ARGUMENTS: Mapping[str, int] = {
    "roles": 0, "goal_range": 1, "to_move": 0, "legal": 1, "successor": 1,
    "successors": 0, "terminal": 0, "goal": 1, "estimate": 1, "quiet": 0, "is_goal": 0,
    "cost": 1, "h": 0, "random_member": 1,
}  # fmt: skip


def _replied(name: Any, words: Any, rules: Rules, known: set[int]) -> list[Any]:
    """Return the reply to a call of a relation.

    Args:
        name: the name of the relation.
        words: the number of the state, and the other arguments.
        rules: the rules of the game.
        known: the states that the program knows; those in the reply are added.
    """
    if name not in _ARGUMENTS or len(words) != 1 + _ARGUMENTS[name]:
        return ["error", f"{name} does not take {len(words) - 1} arguments"]
    if not isinstance(words[0], int) or words[0] not in known:
        return ["error", f"{name}: {words[0]!r} is not a state"]
    s, given = Node(rules, words[0]), words[1:]
    if name == "random_member":
        size = given[0]
        if not isinstance(size, int) or size < 1:
            return ["error", "random_member: expected at least one member"]
        return ["is", rules.chance.randrange(size)]
    if name == "cost":
        if not isinstance(given[0], int) or given[0] not in known:
            return ["error", f"cost: {given[0]!r} is not a state"]
        given = [Node(rules, given[0])]
    elif name == "successor":
        given = [tuple(one) if isinstance(one, list) else one for one in given]
    try:
        found = getattr(relations, name)(s, *given)
    except AssertionError:
        return ["error", f"{name} is not defined for {rules.game.call}"]
    except (ValueError, TypeError, KeyError, IndexError, StopIteration):
        return ["error", f"{name}: {', '.join(map(repr, given))} cannot be used here"]
    if name == "successor":
        known.add(found.number)
        return ["is", found.number]
    if name == "successors":
        pairs = [(move, after.number) for move, after in found]
        known.update(number for _, number in pairs)
        return ["is", pairs]
    return ["is", found]


def _read(file: str, question: str, answer: Any, rules: Rules) -> ProgramAnswer | None:
    """Decode an answer of a program from JSON.

    Raises:
        InputError: it is not a value, move or path.
    """
    if answer is None or (question == "proved" and answer is False):
        return None
    if question == "path":
        return ProgramAnswer(
            states=tuple(map(rules.game.numbered, answer)),
            looked_at=tuple(rules.expanded),
        )
    looked_at = tuple(rules.looked_at)
    if question == "proved":
        if answer is not True:
            raise InputError(f"{file}: proved: expected True or False")
        return ProgramAnswer(looked_at=looked_at)
    move: Any = None
    if question == "best":
        if not isinstance(answer, list) or len(answer) != 2:
            raise InputError(f"{file}: best: expected a move and a value")
        move, answer = answer
    text = None if move is None else _text(file, rules, move)
    return ProgramAnswer(_number(file, question, answer), text, (), looked_at)


def _number(file: str, question: str, answer: Any) -> float:
    pair = answer if isinstance(answer, list) else [answer, 1]
    wholes = len(pair) == 2 and isinstance(pair[0], int) and isinstance(pair[1], int)
    with suppress(OverflowError, ZeroDivisionError):
        if wholes and not isinstance(answer, bool):
            return float(Fraction(*pair))
        if isinstance(answer, float):
            return answer
    raise InputError(f"{file}: {question}: expected a number as the value")


def _text(file: str, rules: Rules, move: Any) -> str:
    numbers = move if isinstance(move, list) else [move]
    wrong = InputError(f"{file}: best: expected a move, one that `legal` returns")
    if not all(isinstance(n, int) and 0 < n < 1 << 31 for n in numbers):
        raise wrong
    try:
        [texts] = rules.machine.texts([tuple(numbers)])
    except (PygameSearchError, LookupError, ValueError):
        raise wrong from None
    return ", ".join(texts)


def read_program(place: str | os.PathLike[str]) -> Program:
    """Return the search program in a file that ends with `.pl`, `.cil` or `.py`.

    Raises:
        InputError: the file cannot be read, or defines no search.
        RulesError: the file has faults; each is reported with its line.
    """
    path = Path(place)
    if path.suffix != SUFFIX:
        return read_clauses(place)
    with open_input(path, "a program") as stream:
        data = stream.read(MOST_BYTES + 1)
    text = decode(data, str(path), "python")
    return PythonProgram(Rulebook(path.stem, str(path), text, "python"))
