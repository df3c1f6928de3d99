"""The value of a state by bisection: is it worth at least a given value?

Each answer halves the range of possible values, the goal values in the rules. If these
are unknown, bounds are searched for first, in steps of growing size.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from pygame_search.search.core.request import SearchRequest
from pygame_search.search.core.setup import new_task
from pygame_search.search.core.tiers import work
from pygame_search.search.core.trace import Event
from pygame_search.search.proof.proof_number import Question, proof_number

#: How many nodes each question may take.
MOST_NODES = 1_000_000

#: Where the search for a bound stops: every question had the same answer, which comes
#: from endless play and not from an end.
FARTHEST = 1 << 62


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer to a question.

    Attributes:
        result: `proved`, `disproved`, or `nodes` or `time` where it was not decided.
        joint: the first joint move of the proven choice; None without a proof.
        repeated: whether a state was repeated.
        nodes, leaves: their numbers.
        events: the trace.
    """

    result: str
    joint: tuple[str, ...] | None
    repeated: bool
    nodes: int
    leaves: int
    events: tuple[Event, ...] = ()


#: Answers whether the value is at least a threshold.
Ask = Callable[[int], Reply]


@dataclass(slots=True)
class Bounds:
    """What is known of a value.

    Attributes:
        low: the greatest lower bound so far; None for none. The lowest value of a known
            range needs no proof.
        high: the least upper bound so far; None for none.
        joint: the first joint move of the proof of `low`.
        replies: the answers that gave the bounds.
        stopped: `complete` when the bounds have met, else `nodes` or `time`, or
            `endless` when there are no bounds: no role can force an end.
    """

    low: int | None = None
    high: int | None = None
    joint: tuple[str, ...] | None = None
    replies: list[Reply] = field(default_factory=list)
    stopped: str = "complete"

    @property
    def value(self) -> int | None:
        """The value; None if unknown."""
        return self.low if self.low == self.high else None

    @property
    def nodes(self) -> int:
        """The number of nodes of all questions."""
        return sum(reply.nodes for reply in self.replies)

    @property
    def leaves(self) -> int:
        """The number of leaves of all questions."""
        return sum(reply.leaves for reply in self.replies)

    @property
    def repeated(self) -> bool:
        """Whether a state was repeated."""
        return any(reply.repeated for reply in self.replies)

    @property
    def words(self) -> str:
        """What is known, in words."""
        known = [
            f"{at} {bound}"
            for at, bound in (("at least", self.low), ("at most", self.high))
            if bound is not None
        ]
        return " and ".join(known) or "not known at all"


def bisection(ask: Ask, worths: Sequence[int]) -> Bounds:
    """Return bounds on a value, by bisection.

    Args:
        ask: answers a question.
        worths: the possible values, lowest first; empty if unknown.
    """
    bounds = Bounds()
    if worths:  # even a single value needs a question: perhaps no end can be forced
        bounds.low = worths[0] if len(worths) > 1 else None
        bounds.high = worths[-1]
    step = 1
    while (threshold := _next(bounds, worths, step)) is not None:
        if abs(threshold) > FARTHEST:
            return Bounds(replies=bounds.replies, stopped="endless")
        reply = ask(threshold)
        bounds.replies.append(reply)
        if reply.result == "proved":
            bounds.low, bounds.joint = threshold, reply.joint
        elif reply.result == "disproved":
            below = [worth for worth in worths if worth < threshold]
            if worths and not below:
                return Bounds(replies=bounds.replies, stopped="endless")
            bounds.high = below[-1] if worths else threshold - 1
        else:
            bounds.stopped = reply.result
            break
        step *= 2
    return bounds


def _next(bounds: Bounds, worths: Sequence[int], step: int) -> int | None:
    """Return the next threshold to ask for; None when the value is known."""
    low, high = bounds.low, bounds.high
    if low is None and high is None:
        return 0
    if high is None and low is not None:
        return low + step
    if low is None and high is not None:
        return high - step + 1
    assert low is not None
    assert high is not None
    if low >= high:
        return None
    left = [worth for worth in worths if low < worth <= high]
    return left[len(left) // 2] if worths else (low + high + 1) // 2


def by_clauses(request: SearchRequest, threshold: int, draw: bool) -> Reply:
    """Return whether the role is sure of a threshold, as Prolog proves it."""
    deadline = request.deadline
    found = request.state.game.request(
        "prove", state=request.state.number, role=request.role, threshold=threshold,
        endless="proved" if draw else "disproved", most=_most(request),
        time=None if deadline is None else max(deadline - time.monotonic(), 0),
        record=request.record,
    )  # fmt: skip
    joint = found["joint"]
    return Reply(
        found["result"], None if joint is None else tuple(joint),
        found["repeated"] in (True, "true"), found["nodes"], found["leaves"],
        tuple(found["events"]),
    )  # fmt: skip


def by_procedure(request: SearchRequest, threshold: int, draw: bool) -> Reply:
    """Return whether the role is sure of a threshold, as Python proves it."""
    events: list[Event] = []
    task = new_task(request, listen=events.append if request.record else None)
    question = Question(threshold, draw, _most(request), request.deadline)
    number = request.state.number
    found = proof_number(task, question, number)
    joint = None
    if found.joint is not None:
        [words] = task.texts(task.machine.expand(number), [found.joint])
        joint = tuple(words)
    return Reply(
        found.result, joint, found.repeated, task.nodes, task.leaves, tuple(events)
    )


def _most(request: SearchRequest) -> int:
    most: int = request.call["nodes"] or MOST_NODES
    return most


def asker(
    request: SearchRequest, endless: Callable[[int], bool] = lambda threshold: False
) -> Ask:
    """Return a function that answers questions about a state by proof-number search.

    Args:
        request: the search request; its time limit is for all questions together.
        endless: whether endless play counts as reaching the threshold.
    """
    answer = work(request.tier, "prove")

    def ask(threshold: int) -> Reply:
        reply: Reply = answer(request, threshold, endless(threshold))
        if request.progress is not None:
            request.progress(
                f"at least {threshold}: {reply.result}; {reply.nodes:,} nodes"
            )
        return reply

    return ask
