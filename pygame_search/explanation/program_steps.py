"""The steps by which a search program finds its answers, one by one.

See `logic/questions/program_steps.pl`. The run is recorded first, and then shown or
walked through. So a walk can skip a call, or go back.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from pathlib import Path
from typing import Any

from pygame_search.explanation.proof_tree import Clause
from pygame_search.explanation.questions import AskRequest, answer_line, limit
from pygame_search.explanation.state_names import MetState, StateNames
from pygame_search.programs.program import SearchProgram
from pygame_search.rules.locate import line_starts, refused
from pygame_search.support.errors import (
    InputError,
    PygameSearchError,
    did_you_mean,
    error_json,
)
from pygame_search.support.json_objects import JsonObject, plain
from pygame_search.support.printing import Printed, Shown, one_line, stacked
from pygame_search.support.requests import Kind, asked, option, several
from pygame_search.support.validation import MOST_TEXT, must_be_text

#: The most steps that are recorded.
MOST_STEPS = 10_000

#: What may be typed during a walk.
HINT = "Enter next, s skip, u up, b back, q quit, ? help"

_HELP = """Enter  the next step
s      skip this call: to the step at which it ends
u      up: to the step at which the call around this one ends
b      back to the step that was shown before
NAME   to the next step of a relation, as in value
q      quit

call N: a goal of the program is called, N calls deep; line L: the clause in that line
is tried; exit: the goal holds; redo: another answer of it is asked for; fail: it has
no more answers. holds and fails are of goals that no clause of the program defines."""

#: The ports of a step that is about a goal that clauses of the program define.
_OWN = frozenset({"call", "exit", "redo", "fail"})

#: The deepest indentation of a step.
_DEEPEST = 12


@dataclass(frozen=True, slots=True)
class StepValue(JsonObject):
    """The value of an argument or a variable in a step.

    Attributes:
        name: the name of the variable in the clause; None without one.
        text: the value; None for an unbound variable or a frontier.
        paths: the first paths of a frontier.
        count: how many paths the frontier has; 0 if the value is no frontier.
    """

    name: str | None
    text: str | None
    paths: tuple[str, ...] = ()
    count: int = 0

    def __str__(self) -> str:
        """Return the name and the value, as in `D = 2`."""
        if self.text is None and not self.count:
            return self.name or "_"
        many = f"[{self.count} path{'s' * (self.count > 1)}]"
        value = many if self.text is None else self.text
        return value if self.name is None else f"{self.name} = {value}"

    def lines(self) -> Iterator[str]:
        """Yield the paths of a frontier, the first of them marked."""
        for number, path in enumerate(self.paths):
            yield f"{'  ' if number else '> '}{path}"
        if more := self.count - len(self.paths):
            yield f"  ... and {more} more"


@dataclass(frozen=True, slots=True)
class Step(JsonObject):
    """A step of a run.

    Attributes:
        step: its number in the run, from 1.
        depth: how many calls of the program are open at this step.
        port: `call`, `clause`, `exit`, `redo` or `fail` for a goal that the program
            defines; `holds`, `fails` or `error` for any other goal.
        goal: the name of the goal; for a goal that the program does not define, the
            whole goal as it was called.
        values: the values of the goal's arguments; for a clause, of the variables in
            its head; for a goal that the program does not define, of the variables that
            it has bound.
        clause: the clause that is tried, if the port is `clause`; None otherwise.
    """

    step: int
    depth: int
    port: str
    goal: str
    values: tuple[StepValue, ...] = ()
    clause: Clause | None = None

    @property
    def relation(self) -> str:
        """The name of the goal's relation."""
        return self.goal.removeprefix("\\+ ").split("(")[0]

    def lines(self) -> Iterator[str]:
        """Yield the lines that show the step."""
        indent = "  " * min(self.depth - 1, _DEEPEST)
        first, *more = self._told()
        yield f"{self.step:>5}  {indent}{first}"
        yield from (f"{'':5}  {indent}    {line}" for line in more)

    def _told(self) -> Iterator[str]:
        values = ", ".join(map(str, self.values))
        if self.clause is not None:
            yield f"line {self.clause.line}: {' '.join(self.clause.text.split())}"
            if values:
                yield f"with {values}"
        elif self.port in _OWN:
            goal = f"{self.goal}({values})" if values else self.goal
            yield f"{self.port} {self.depth}: {goal}"
        else:
            bound = f": {values}" if values not in ("", self.goal) else ""
            yield f"{self.port} {self.goal}{bound}"
        if self.port in ("call", "clause", "holds"):
            for value in self.values:
                yield from value.lines()


@dataclass(frozen=True, slots=True, repr=False)
class ProgramSteps(Printed, JsonObject):
    """The steps of a search program; `print` shows them, and the answers below.

    Attributes:
        answers: the answers to the question, as in `Answers`.
        more: whether there may be more answers than were asked for.
        steps: the steps, with short names for states.
        stopped: which limit ended the run; empty if none did.
        error: what went wrong after these steps; None if nothing did.
        names: the short names.
    """

    answers: tuple[dict[str, str], ...]
    more: bool
    steps: tuple[Step, ...]
    stopped: str = ""
    error: PygameSearchError | None = None
    names: StateNames | None = field(default=None, compare=False)

    def as_json(self) -> dict[str, Any]:
        """Return the answers in the form of `Answers`, and the steps."""
        found = {"answers": plain(self.answers), "more": self.more}
        found |= {"steps": plain(self.steps), "stopped": self.stopped}
        if self.error is not None:
            found["error"] = error_json(self.error)
        return found | ({} if self.names is None else self.names.as_json())

    def __repr__(self) -> str:
        """Return one line with the number of steps."""
        return one_line(self, f"{len(self.steps):,} steps", *self.end()[:1])

    def end(self) -> list[str]:
        """Return the lines that come after the last step; none after an error."""
        if self.error is not None:
            return []
        short = str if self.names is None else self.names.short()
        lines = [short(answer_line(answer)) for answer in self.answers]
        if self.stopped:
            return [*lines, self.stopped]
        more = ["... and perhaps more"] if self.more else []
        return [*(lines or ["no"]), *more]

    def printed(self) -> Shown:
        """Return the steps, the answers and the meaning of the names."""
        lines = [line for step in self.steps for line in step.lines()]
        if end := self.end():
            lines += ["", *end]
        legend = "" if self.names is None else self.names.legend("\n".join(lines))
        return stacked(*lines, *(["", legend] if legend else []))


class StepWalk:
    """A walk through the steps.

    Attributes:
        finished: whether it has come to an end.
    """

    def __init__(self, steps: ProgramSteps) -> None:
        self._all = steps
        self._told: set[int] = set()
        self._way = [0]
        self.finished = not steps.steps

    def text(self) -> str:
        """Return the step that the walk has reached; at the end, the answers."""
        lines = self._all.end() if self.finished else [*self._here.lines()]
        text, names = "\n".join(lines), self._all.names
        if names is None:
            return text
        legend = names.legend(text, told=self._told)
        self._told.update(names.within(text))
        return f"{text}\n\n{legend}\n" if legend else text

    def answer(self, reply: str) -> str:
        """Follow a user's reply; return what to show.

        Raises:
            InputError: the reply is not known, or there is no such step.
        """
        word, here = reply.strip().rstrip("."), self._here
        if word in ("?", "help"):
            return _HELP
        if word in ("q", "quit"):
            self.finished = True
            return ""
        if word in ("b", "back"):
            if len(self._way) == 1:
                raise InputError("this is the first step")
            self._way.pop()
        elif word in ("s", "skip") and here.port in ("call", "redo"):
            self.finished = not self._go(lambda step: step.depth <= here.depth)
        elif word in ("", "s", "skip"):
            self.finished = not self._go(lambda step: True)
        elif word in ("u", "up"):
            self.finished = not self._go(lambda step: step.depth < here.depth)
        elif not self._go(lambda step: word == step.relation):
            raise InputError(
                "expected Enter, s, u, b, q, ? or the name of a relation that comes "
                f"later, found {word!r}"
            )
        return self.text()

    @property
    def _here(self) -> Step:
        return self._all.steps[self._way[-1]]

    def _go(self, wanted: Callable[[Step], bool]) -> bool:
        """Go to the next step that is wanted; return whether there is one.

        If there is none, the walk stays where it is.
        """
        steps = self._all.steps
        later = range(self._way[-1] + 1, len(steps))
        place = next((i for i in later if wanted(steps[i])), None)
        if place is not None:
            self._way.append(place)
        return place is not None


@dataclass(frozen=True)
class StepsRequest(AskRequest):
    """What else is asked of `program_steps`."""

    _: KW_ONLY
    limit: int = limit(1)
    only: Sequence[str] = option(
        "show only the steps of this relation, as in value or value/4; may be given "
        "several times", several(Kind("NAME")), (),
    )  # fmt: skip


@asked(StepsRequest)
def program_steps(request: StepsRequest) -> ProgramSteps:
    """Return the steps by which a search program answers a question.

    Raises:
        InputError: the question cannot be parsed or names something unknown, or no step
            can belong to a relation in `only`.
    """
    must_be_text("a question", request.question, MOST_TEXT)
    game, used = request.game, request.beside
    if used is None:
        raise InputError("expected a search program, found none")
    game.ready()
    data = {
        "state": request.number,
        "text": request.question,
        "program": used.key,
        "past": request.past(request.question),
    }
    stopped, error = "", None
    try:
        reply = game.request(
            "steps", limit=request.limit, only=list(request.only), most=MOST_STEPS,
            **data, **request.limit_of_time,
        )  # fmt: skip
    except PygameSearchError as wrong:
        error = wrong.with_traceback(None)  # its frames hold the program
    else:
        if reply["faults"]:
            raise refused("question", request.question, reply["faults"])
        if "unknown" in reply:
            raise _no_step_of(reply["unknown"], reply["known"])
        stopped = reply["over"]
    found = game.request("steps_found", **data)
    if error is not None and not found["steps"]:
        raise error
    answers = tuple(dict(pairs) for pairs in found["answers"])
    texts = [*_texts(found["steps"]), *map(answer_line, answers)]
    met = map(MetState.of, found["states"])
    names = request.names.extended(met, texts)
    taken = tuple(_steps(found["steps"], used, names.short()))
    more = len(answers) == request.limit
    return ProgramSteps(answers, more, taken, stopped, error, names)


def _no_step_of(name: str, known: Iterable[str]) -> InputError:
    hint = did_you_mean(name, known) or ", and calls no such relation"
    return InputError(f"the program does not define {name}{hint}")


def _texts(steps: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """Yield the texts of steps, in the order in which they are shown."""
    for step in steps:
        yield step["goal"]
        for value in step["values"]:
            yield value["text"] or ""
            yield from value["paths"]


def _steps(
    steps: Iterable[Mapping[str, Any]],
    program: SearchProgram,
    short: Callable[[str], str],
) -> Iterator[Step]:
    """Yield steps from a reply of `logic/requests/question.pl`."""
    text = program.book.text
    file, starts = Path(program.book.file).name, line_starts(text)
    for data in steps:
        clause = None
        if data["head"] is not None:
            begin, end = data["head"]
            clause = Clause(
                file,
                bisect_right(starts, begin),
                text[begin:end],
                (begin, end, "beside"),
            )
        values = (
            StepValue(
                value["name"],
                value["text"] and short(value["text"]),
                tuple(map(short, value["paths"])),
                value["count"],
            )
            for value in data["values"]
        )
        yield Step(
            data["step"], data["depth"], data["port"], short(data["goal"]),
            tuple(values), clause,
        )  # fmt: skip
