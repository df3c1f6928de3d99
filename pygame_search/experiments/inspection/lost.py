"""Facts that a step loses."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice, pairwise

from pygame_search.experiments.inspection.facts import pattern, relation
from pygame_search.experiments.inspection.findings import Findings, Node, start_node
from pygame_search.game import Game
from pygame_search.model.rules import position_text
from pygame_search.support.errors import PygameSearchError

#: How many steps are looked at for facts that a step should keep.
MOST_STEPS = 200

#: The most steps, and the most facts, that are looked at to find one that is lost.
_MOST_LOST = 40

#: How to mend a step that loses facts.
_KEEP = "what next does not give is gone: write a rule that keeps the others"


def replace_mend(fact: str) -> str:
    """Return how to mend a step that loses a fact."""
    return f"what next does not give is gone: let a rule of next keep or replace {fact}"


def lost(findings: Findings) -> None:
    """Report facts of the start that no first step keeps."""
    game = findings.game
    reply = game.request("lost_facts")["lost"]
    if reply is None:
        return
    name, count, left, place = reply
    gone = "all" if left == 0 else f"at least {count - left}"
    message = (
        f"the start has {count} facts {pattern(game, name)}; {gone} of them are "
        "gone after the first step"
    )
    findings.add("lost", message, _KEEP, start_node(game), game.book.line_of(place))


def short_lived(findings: Findings, successors: Mapping[int, tuple[int, ...]]) -> None:
    """Report facts that moves bring and no step keeps, if a rule needs several.

    Args:
        findings: takes the report.
        successors: for each state that was expanded, the next states.
    """
    game, start = findings.game, start_node(findings.game)
    reached = (
        (n, m) for n, after in successors.items() if n != start.number for m in after
    )
    steps = list(islice(reached, MOST_STEPS))
    reply = game.request("short_lived_facts", steps=steps)["lost"]
    if reply is None:
        return
    name, asked, count, place = reply
    message = (
        f"each fact {pattern(game, name)} is gone after the next step, and {asked} "
        f"asks for {count} of them at once"
    )
    findings.add("lost", message, _KEEP, start, game.book.line_of(place))


def lost_for_moves(game: Game, node: Node) -> str:
    """Return a fact that a step on the path has lost, with which somebody can move.

    A fact is lost if the step gives no other one of its relation. The text is empty if
    there is no such fact.
    """
    path = [before for before, _ in node.path()]
    reply = game.request("facts_of", states=[*path[-_MOST_LOST:], node.number])
    *_, here = facts = list(map(list, reply["facts"]))
    gone = [
        fact
        for before, after in reversed(list(pairwise(facts)))
        for new in ({relation(one) for one in after if one not in before},)
        for fact in before
        if fact not in after and relation(fact) not in new
    ]
    able = (fact for fact in gone[:_MOST_LOST] if _can_move(game, [*here, fact]))
    return str(next(able, ""))


def _can_move(game: Game, facts: list[str]) -> bool:
    """Return whether a role can do more than wait where these facts hold."""
    try:
        state = game.state(position_text(game, facts)).number
        legal = game.request("position", state=state)["legal"]
    except PygameSearchError:
        return False
    return any(list(moves) not in ([], ["noop"]) for moves in legal)
