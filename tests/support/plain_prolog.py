"""What SWI-Prolog itself answers, which consults clauses as they stand."""

from __future__ import annotations

import subprocess
from collections.abc import Iterable, Sequence
from tempfile import NamedTemporaryFile

from pygame_search.oracle.terms import Term, ground_terms

#: The facts of a position may be in no rule.
_BEFORE = ":- dynamic true/1, does/2.\n:- style_check(-discontiguous).\n"
_AFTER = """
answered(Facts, Goal) :-
    retractall(true(_)), retractall(does(_, _)),
    forall(member(Fact, Facts), assertz(Fact)),
    findall(Goal, Goal, Found0), sort(Found0, Found),
    format("~W~n", [Found, [quoted(true), ignore_ops(true), dotlists(false)]]).
"""


def printed(clauses: str, goal: str = "true") -> str:
    """Return what is printed when clauses are consulted, and then a goal is proved.

    What stands in a last line without an end may be lost when swipl halts.
    """
    return _run(clauses, goal).stdout


def _run(clauses: str, goal: str) -> subprocess.CompletedProcess[str]:
    with NamedTemporaryFile("w", suffix=".pl", encoding="utf-8") as file:
        file.write(clauses)
        file.flush()
        done = subprocess.run(
            ["swipl", "-q", "-g", goal, "-t", "halt", file.name],
            stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60,
        )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return done


def plain_answers(
    rules: str, questions: Sequence[tuple[Iterable[str], str]]
) -> list[frozenset[Term]]:
    """Return the answers to each question, as atoms.

    Args:
        rules: the clauses, which plain Prolog must be able to run.
        questions: facts true(F) and does(R, M) that hold, and a goal.
    """
    asked = "".join(
        f":- initialization(answered([{', '.join(facts)}], {goal})).\n"
        for facts, goal in questions
    )
    done = _run(f"{_BEFORE}{rules}{_AFTER}{asked}", "true")
    assert not done.stderr, done.stderr
    lines = done.stdout.splitlines()
    assert len(lines) == len(questions)
    lists = ground_terms(lines, "prolog")
    return [frozenset(members(found)) for found in lists]


def members(found: Term) -> Iterable[Term]:
    """Yield the members of a list of the oracle."""
    while isinstance(found, tuple) and len(found) == 3:
        yield found[1]
        found = found[2]
