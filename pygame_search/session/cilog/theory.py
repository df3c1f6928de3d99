"""One question to a theory, without a dialogue."""

from __future__ import annotations

from pygame_search.explanation.questions import LIMIT, Answers
from pygame_search.rules.rulebook import Rulebook
from pygame_search.session.cilog.base import ClauseBase, Place
from pygame_search.session.cilog.dialogue import DEPTH_BOUND
from pygame_search.support.errors import InputError, LimitError
from pygame_search.support.validation import MOST_TEXT, must_be_text

#: A proof that is deeper than a bound is looked for again with the next one.
BOUNDS = (DEPTH_BOUND, 30 * DEPTH_BOUND, 900 * DEPTH_BOUND)


def ask_theory(
    book: Rulebook, question: str, *, limit: int = LIMIT, seconds: float | None = None
) -> Answers:
    r"""Return the answers to a question about a theory, each once.

    They are those of CILOG's dialogue. The question is in Prolog's syntax if the file
    is, as `parent(X, Y), \+ female(X)`; otherwise in CILOG's, with `&` and `~`.

    Args:
        book: the file.
        question: the body of a rule.
        limit: the most answers.
        seconds: the time limit; by default that of the dialogue.

    Raises:
        InputError: the file or the question has faults, or asks a relation without
            clauses, or whether there is an answer cannot be said.
        LimitError: no answer was found before a limit was reached.
    """
    must_be_text("a question", question, MOST_TEXT)
    base = ClauseBase(None, None)
    base.add(book)
    stopped = ""
    for bound in BOUNDS:
        found, end, event = _answers(base, book.syntax, question, bound, limit, seconds)
        if end != "depth":
            break
    else:
        stopped = f"a proof may be deeper than {bound:,} nested clauses"
        if not found:
            raise LimitError(stopped, "depth")
    if event is not None:
        stopped = _undecided(event, book.syntax, "whether there are more answers")
    return Answers(tuple(found[:limit]), more=len(found) > limit, stopped=stopped)


def _answers(
    base: ClauseBase,
    syntax: str,
    question: str,
    bound: int,
    limit: int,
    seconds: float | None,
) -> tuple[list[dict[str, str]], str, dict[str, str] | None]:
    """Return one answer more than the limit, if there is, and how the search ended."""
    found: list[dict[str, str]] = []
    skip = 0
    while True:
        reply = base.request_at(
            "base_solve",
            Place(question, bound),
            syntax="prolog" if syntax == "prolog" else "cilog",
            skip=skip,
            want=limit,
            decisions=[],
            debug=False,
            **({} if seconds is None else {"seconds": seconds}),
        )
        skip += len(reply["answers"])
        for answer in reply["answers"]:
            values = dict(answer["values"])
            if answer["constraints"]:
                values["where"] = " & ".join(answer["constraints"])
            if values not in found:
                found.append(values)
        end = reply["end"]
        if end in ("floundered", "event") and not found:
            raise InputError(_undecided(reply["event"], syntax))
        if end == "natural" and not found and reply["missing"]:
            raise InputError("; ".join(_missing(*pair) for pair in reply["missing"]))
        if end != "more" or len(found) > limit or not reply["answers"]:
            return found, end, reply["event"]


def _undecided(
    event: dict[str, str], syntax: str, what: str = "whether it follows"
) -> str:
    if event["kind"] == "floundered":
        words = event["words"]
        if syntax == "prolog" and words.startswith("~"):
            words = f"\\+ {words[1:]}"
        return (
            f"it cannot be said {what}: {words} was asked too early, with a variable "
            "that has no value; bind it earlier"
        )
    if event["kind"] == "ask":
        return f"only you know whether {event['words']} holds: `repl FILE` asks you"
    return f"it cannot be said {what}: {event['words']}"


def _missing(relation: str, closest: str | None) -> str:
    near = f"; did you mean {closest}?" if closest else ""
    return f"there is no clause for {relation}{near}"
