"""Random inputs that no person would type, from a seed.

They go into a session, into CILOG's dialogue, and into a quiz as answers:

    python tests/support/session_fuzz.py KIND COUNT [SEED [SECONDS]]

feeds so many of one of KINDS to one process, for so long at most, says how much memory
it holds on the way, and exits with status 1 at the first that is answered wrongly.
`queries` are inputs that a person might type.
"""

from __future__ import annotations

import io
import os
import random
import re
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from pathlib import Path

import click

from pygame_search.cli.app import command
from pygame_search.game import load
from pygame_search.quizzes.questions import Question
from pygame_search.quizzes.quiz import quiz
from pygame_search.repl.script import Script
from pygame_search.session.session import Session
from pygame_search.support.errors import InputError
from pygame_search.support.escapes import escaping
from pygame_search.support.memory import memory_used

#: The file that is there if an input was run as code, and how one might try that.
_RAN = "was_run"
_TOUCH = f"shell('touch {_RAN}')"
_CODE = (
    _TOUCH, f":- {_TOUCH}.", f"?- {_TOUCH}.", f":- initialization({_TOUCH}).",
    f"ask {_TOUCH}.", f"tell t <- {_TOUCH}.", f"call({_TOUCH})", f"system:{_TOUCH}",
    f"\\+ {_TOUCH}", f"count(X, {_TOUCH}, N)", f"findall(X, {_TOUCH}, L)",
    f"term_expansion(A, B) :- {_TOUCH}.", f"`touch {_RAN}`", f"$(touch {_RAN})",
    f"; touch {_RAN}", f"!touch {_RAN}", f"__import__('os').system('touch {_RAN}')",
    f"{{|shell||touch {_RAN}|}}", f"open({_RAN}, write, S)", "consult(evil)",
    "%load evil.pl", "load 'evil.pl'.", "load 'evil.cil'.", "%from evil.pl",
    "%check evil.pl", "%verify evil.pl", ":- [evil].", "halt.", "op(1200, xfx, <-)",
)  # fmt: skip

#: The greatest processor time for an input, in seconds.
_LONGEST = 5.0

_PIECES = (
    "legal(P, M)", "true(F)", "tell p(1).", "untell p(1).", "how", "how best", "whynot",
    "why cut 1", "why end", "why", "%best --depth 1", "%move ", "%undo", "%goto 0",
    "%legal", "%clauses", "%help ", "%load nim", "%load ", "%from ", "%save ",
    "%check ",
    "%tree --depth 1", "%stats", "%moves", "%cilog", "quit.", "ask role(R).", "%",
    "%board --after ", "%verify ", "%heuristics", "p(X) :- q(X).", "f(" * 3000,
    "[" * 9000,
    "'", '"', "0'", "\\", "/*", "\0", "\x1b[2J", "\ud800", "\udcff", "\u202e", "\x07",
    "\x7f", "\u2028", "9" * 5000, "-" * 5000, "a" * 5000, "\u00e9", "\ufeff", "{", "|",
    "(", ")", ".", ",", ";", "--", "--json", "$", "`", "~", "\t", "\r", *_CODE,
)  # fmt: skip

_CILOG = (
    "tell p(1).", "tell q(X) <- p(X).", "tell r <- ~p(2).", "tell l(X) <- l(X).",
    "tell g(X) <- g(f(X)).", "ask p(X).", "ask q(X).", "ask r.", "ask l(1).",
    "ask g(1).",
    "ask legal(P, M).", "ask a(X).", "ask ", "tell ", "how.", "how 1.", "more.", "ok.",
    "whynot q(7).", "why.", "up.", "top.", "prompt.", "retry.", "bound 3.", "bound ",
    "askable a(X).", "askable ", "askables.", "yes.", "no.", "unknown.", "listing.",
    "listing ", "clear p(X).", "clear ", "clear.", "check.", "load ", "stats runtime.",
    "succeed.", "fail.", "proceed.", "where.", "help.", "1.", "2.", "-1.", "inside.",
)  # fmt: skip
_ANSWERS = (
    "1", "2", "3", "0", "-", "+", "/", "e", "E", "_", "yes", "no", "inf", "nan", "1e9",
    "99", "cut", "--", "\u2212", "\u00bd", "\u0663", "?", "q ", "{", '{"answer": ',
)  # fmt: skip

#: What a person might type, with a number for each `#`.
_QUERIES = (
    "legal(P, M)", "true(F)", "role(R)", "terminal", "goal(R, V)", "\\+ terminal",
    "count(M, legal(R, M), N)", "N is # * #, N > #", "legal(P, M), does(P, M)",
    "X = #, \\+ X = #", "unknown#(X)", "p#(X)", "legal(P, M", "tell p#(#).",
    "untell p#(#).", "tell q(X) :- p#(X).", "tell q(X) :- r#(X).", "q(X)", "how",
    "how legal(P, M)", "whynot terminal", "whynot p#(#)", "how best", "why end",
    "%best --depth 1", "%best --depth 2 --method minimax", "%board", "%legal", "%moves",
    "%undo", "%goto #", "%perft --depth 1", "%tree --depth 1", "%stats", "%clauses",
    "%heuristics", "%methods", "%move take(#, #)", "%move move(#, #, #, #)",
    "%move mark(#, #)", "%playouts --games # --seed #", "%load nim", "%load hexapawn",
    "%load tic_tac_toe", "%load missing#", "%help best", "%tier native",
    "%tier clauses", "%tier procedural", "%tier fastest",
)  # fmt: skip


def inputs(seed: int, count: int, pieces: Sequence[str] = _PIECES) -> Iterator[str]:
    """Yield some lines, made of pieces and other characters."""
    source = random.Random(seed)
    for _ in range(count):
        line = "".join(
            source.choice(pieces)
            if source.random() < 0.8
            else chr(source.choice((source.randrange(128), source.randrange(0xE000))))
            for _ in range(source.choice((1, 1, 2, 3, 6)))
        )
        yield line.replace("\n", " ")


def queries(seed: int, count: int) -> Iterator[str]:
    """Yield some lines that a person might type."""
    source = random.Random(seed)
    for _ in range(count):
        yield re.sub("#", lambda _: str(source.randrange(10)), source.choice(_QUERIES))


def fault(
    what: str,
    seed: int,
    count: int,
    watch: Callable[[Iterator[str]], Iterator[str]] = iter,
) -> str | None:
    """Return what is wrong with how some inputs are answered, if anything.

    Args:
        what: one of KINDS.
        seed: of the inputs.
        count: how many there are.
        watch: passes them on, or fewer.
    """
    answered, lines = KINDS[what]
    return _beside_traps(answered, watch(lines(seed, count)))


def _beside_traps(
    answered: Callable[[Iterable[str]], str | None], lines: Iterable[str]
) -> str | None:
    """Have lines answered in a folder of files that must not run."""
    here = os.getcwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)  # they may write files
        try:
            Path("evil.pl").write_text(f":- {_TOUCH}.\nrole(a).\n", encoding="ascii")
            Path("evil.cil").write_text(f":- {_TOUCH}.\nz(1).\n", encoding="ascii")
            return answered(lines)
        finally:
            os.chdir(here)


def _session_fault(lines: Iterable[str]) -> str | None:
    typed = Session(seconds=1.0)
    typed.load("nim")
    typed.tell("kept(1).")
    front = Script(typed, _command, limit=10, as_json=False)
    for line in lines:
        kept = typed.game, typed.added
        if wrong := _typed(front, line):
            return wrong
        if typed.game is None:
            return f"the game is lost at {line!r}"
        replaces = {"load", "untell", "reload"} & set(re.findall("[a-z]+", line))
        if not replaces and not set(kept[1]) <= set(typed.added):
            return f"what was told is lost at {line!r}"
    return None


def _dialogue_fault(lines: Iterable[str]) -> str | None:
    typed = Session(seconds=1.0)
    typed.load("nim")
    front = Script(typed, _command, limit=10, as_json=False)
    for line in lines:
        # `quit` leaves the dialogue, and the session after it.
        if wrong := _typed(front, "%cilog") or _typed(front, line):
            return wrong
    return None


def _quiz_fault(lines: Iterable[str]) -> str | None:
    for place, line in enumerate(lines):
        question = _questions()[place % len(_questions())]
        started = time.process_time()
        try:
            verdict = question.check(line)
            if verdict.right and not question.check(question.answers[0]).right:
                return f"another answer is right than {question.answers} at {line!r}"
        except InputError:
            pass
        except Exception as error:
            return f"{type(error).__name__}: {error} at {line[:500]!r}"
        if (took := time.process_time() - started) > _LONGEST:
            return f"it took {took:.1f} s at {line[:500]!r}"
        if Path(_RAN).exists():
            return f"code was run at {line!r}"
    return None


@cache
def _questions() -> tuple[Question, ...]:
    """Return questions with choices, and others for a number."""
    values = quiz(load("hexapawn"), kinds=["value"], questions=2)
    means = quiz(load("pig"), method="expectimax", kinds=["value"], questions=2)
    return (*values, *means, *quiz(load("nim"), kinds=["move", "cut"], questions=4))


def _typed(front: Script, line: str) -> str | None:
    """Return what is wrong with how an input is answered, if anything."""
    started = time.process_time()
    out, said = io.StringIO(), io.StringIO()
    with redirect_stdout(escaping(out)), redirect_stderr(escaping(said)):
        try:
            front.run([line])
        except Exception as error:
            return f"{type(error).__name__}: {error} at {line!r}"
    if "internal error" in said.getvalue() or "Traceback" in said.getvalue():
        return f"{said.getvalue()} at {line!r}"
    if (took := time.process_time() - started) > _LONGEST:
        return f"it took {took:.1f} s at {line[:500]!r}"
    return f"code was run at {line!r}" if Path(_RAN).exists() else None


def _command(name: str) -> click.Command:
    found = command.get_command(click.Context(command), name)
    assert found is not None
    return found


def _cilog_inputs(seed: int, count: int) -> Iterator[str]:
    return inputs(seed, count, (*_CILOG, *_CILOG, *_PIECES))


def _answers(seed: int, count: int) -> Iterator[str]:
    return inputs(seed, count, (*_ANSWERS, *_ANSWERS, *_PIECES))


#: What is fed, and with which inputs.
KINDS: dict[
    str,
    tuple[Callable[[Iterable[str]], str | None], Callable[[int, int], Iterator[str]]],
] = {
    "session": (_session_fault, inputs),
    "queries": (_session_fault, queries),
    "dialogue": (_dialogue_fault, _cilog_inputs),
    "quiz": (_quiz_fault, _answers),
}


def main() -> None:
    """Feed one process until a fault, or the last input, or the end of the time."""
    what, count = sys.argv[1], int(sys.argv[2])
    seed = int(sys.argv[3]) if sys.argv[3:] else 1
    end = time.monotonic() + float(sys.argv[4]) if sys.argv[4:] else float("inf")
    fed = 0

    def watched(lines: Iterator[str]) -> Iterator[str]:
        nonlocal fed
        for fed, line in enumerate(lines):
            if time.monotonic() > end:
                return
            if fed % max(count // 20, 1) == 0:
                print(f"{fed:,} inputs, {memory_used() / 1e6:.0f} MB", flush=True)
            yield line
        fed += 1

    wrong = fault(what, seed, count, watched)
    print(f"{fed:,} inputs, {memory_used() / 1e6:.0f} MB, {wrong or 'no fault'}")
    sys.exit(wrong is not None)


if __name__ == "__main__":
    main()
