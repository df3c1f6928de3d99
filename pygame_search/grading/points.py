"""Points for a rule file, by how many of the reference's conclusions it shares.

The frequency of a fault does not measure it: a wrong capture spoils all later
positions, a wrong stalemate hardly any. So a sample of positions of the reference is
taken, and the hand-in is put into each of them. Each conclusion that a rule of the
reference draws there is looked up in the hand-in. A missing rule costs the same whether
its case is common or rare, and it costs points only in its own item.

This requires files with the same facts. If the facts differ, the hand-in is in the
position to which the same moves lead, so a fault in the effect of a move also shows in
later positions. If both ways are possible, the better result counts.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from pygame_search.engine.bridge import engine
from pygame_search.grading.changes import line_of
from pygame_search.grading.positions import BESIDE, Conclusion, Joint, Positions
from pygame_search.grading.renaming import (
    Renaming,
    extended,
    orders,
    relation_of,
    renamed,
    restored,
)
from pygame_search.grading.walk import Points, Step, Walk
from pygame_search.rules.rulebook import Rulebook

#: The number of positions of the reference in which a hand-in is examined, besides
#: those that are known to differ.
_SAMPLE = 300
#: The most positions known to differ in which it is examined.
_WRONG = 60
#: The greatest credit for a part of an item that is right in some positions and wrong
#: in others.
_IN_PART = 0.5
#: How many missing conclusions are shown for a rule.
_SHOWN = 2

#: How many ways to match the facts of two files are tried.
_WAYS = 6

#: The conclusion of a rule, or an observation of a position of a hand-in, in the names
#: of the reference.
_Thing: TypeAlias = tuple[Any, ...]


@dataclass(slots=True)
class _Rule:
    """How often a rule of the reference has conclusions, and the hand-in too."""

    drawn: int = 0
    held: int = 0
    missing: list[_Thing] = field(default_factory=list)


@dataclass(slots=True)
class _Tally:
    """How well an item agrees.

    Attributes:
        rules: how well each rule of the reference agrees, by the rule's place.
        asked: the number of positions in which nothing was missing.
        clean: the number of these in which the hand-in had no surplus conclusion.
        surplus: some of the surplus conclusions.
    """

    rules: dict[int, _Rule] = field(default_factory=dict)
    asked: int = 0
    clean: int = 0
    surplus: list[_Thing] = field(default_factory=list)

    def see(
        self, rows: Iterable[tuple[int, _Thing]], all_: set[_Thing], own: set[_Thing]
    ) -> None:
        """Compare a position.

        Args:
            rows: what the rules of the reference conclude, each with the rule's place.
            all_: the same, together with what holds without a rule.
            own: what the hand-in says.
        """
        for place, thing in rows:
            rule = self.rules.setdefault(place, _Rule())
            rule.drawn += 1
            if thing in own:
                rule.held += 1
            elif len(rule.missing) < _SHOWN and thing not in rule.missing:
                rule.missing.append(thing)
        if all_ <= own:
            self.asked += 1
            self.clean += own == all_
            self.surplus += sorted(own - all_)[: _SHOWN - len(self.surplus)]

    @property
    def share(self) -> float:
        """The mean credit of the rules, times the credit for no surplus conclusions."""
        rules = [credit(rule.held, rule.drawn) for rule in self.rules.values()]
        whole = sum(rules) / len(rules) if rules else 1.0
        return whole * (credit(self.clean, self.asked) if self.asked else 1.0)


def credit(right: int, asked: int) -> float:
    """Return the credit for a part: 1 if it is always right, otherwise at most 1/2.

    >>> credit(9, 9), credit(8, 9), credit(1, 4), credit(0, 0)
    (1.0, 0.5, 0.25, 0.0)
    """
    if not asked:
        return 0.0
    return 1.0 if right == asked else min(_IN_PART, right / asked)


def points(walk: Walk, steps: Sequence[Step], seed: int) -> Points:
    """Return how well a hand-in agrees with the reference, in a sample of positions.

    Args:
        walk: the two games, played in step.
        steps: the steps of the reference to choose from; at an end the move is ().
        seed: the seed of the choice.
    """
    source = random.Random(seed)
    reference = walk.reference
    wrong = [*walk.wrong.items()][:_WRONG]
    chosen = dict.fromkeys(step for _, step in wrong if step is not None)
    some = source.sample(steps, min(len(steps), _SAMPLE))
    chosen.update(dict.fromkeys(some))
    for state, _ in wrong:
        moves = reference[state].moves
        joint = tuple(source.choice(m) for m in moves) if moves and all(moves) else ()
        if moves is None or joint:
            chosen[state, joint] = None
    taken = [*chosen]
    found = reference.conclusions(taken)
    own = [walk.own_of.get(state) for state, _ in taken]
    best = _compared(walk, taken, found, walk.own, own, None)
    for facts in _same_facts(walk):
        side, placed = _placed(walk, [state for state, _ in taken], facts)
        other = _compared(walk, taken, found, side, placed, facts)
        legal = other.shares.get("legal moves", 0)
        same_game = other.shares["start"] == 1 or legal > 0
        if same_game and _mean(other.shares) > _mean(best.shares):
            best = other
    return best


def _mean(shares: Mapping[str, float]) -> float:
    return sum(shares.values()) / len(shares) if shares else 0.0


def _same_facts(walk: Walk) -> list[Renaming]:
    """Return ways to match the hand-in's facts with those of the reference.

    The result is empty if the facts differ. They are compared at the start, where
    arguments may have another order; if the starts differ, the names of the relations
    decide.
    """
    own, reference = walk.own, walk.reference
    [mine] = own.facts([own.start])
    [theirs] = reference.facts([reference.start])
    known = walk.found.names
    ways = [known, *({**known, **order} for order in orders(mine))]
    fitting = [next(extended(mine, theirs, way), None) for way in ways]
    found = [way for way in fitting if way is not None][:_WAYS]
    if found:
        return found
    nearest = _nearest(mine, theirs, known)
    return [] if nearest is None else [nearest]


def _nearest(
    mine: Sequence[str], theirs: Sequence[str], known: Renaming
) -> Renaming | None:
    """Return names with which as many facts of the start as possible are equal.

    None if a relation of the hand-in has no fact in common with one of the reference.
    """
    names = dict(known)
    other = {fact: relation_of(fact) for fact in theirs}
    for relation in dict.fromkeys(map(relation_of, mine)):
        facts = [fact for fact in mine if relation_of(fact) == relation]
        name, arity = relation
        best: tuple[int, dict[str, str]] = (0, {})
        for found, size in dict.fromkeys(other.values()):
            if size != arity:
                continue
            for order in ({}, *orders(facts[:1])):
                trial = {**order, **({name: found} if name != found else {})}
                same = {renamed(fact, names | trial) for fact in facts} & other.keys()
                best = max(best, (len(same), trial), key=lambda one: one[0])
        if not best[0]:
            return None
        names |= best[1]
    return names


def _placed(
    walk: Walk, states: Sequence[int], names: Renaming
) -> tuple[Positions, list[int | None]]:
    """Return the positions of the hand-in, and its states with the same facts."""
    facts = walk.reference.facts(states)
    mine = [[restored(fact, names) for fact in some] for some in facts]
    side = walk.own
    placed = side.with_facts(mine)
    if None in placed and side.game.form == "slots":
        # The slots have no room for facts that the hand-in never reaches by itself.
        game = type(side.game).build(
            side.game.book, form="lists", parameters=side.game.given_parameters
        )
        side = Positions(game, like=side)
        placed = side.with_facts(mine)
    side.see([state for state in placed if state is not None])
    return side, placed


def _compared(
    walk: Walk,
    steps: Sequence[Step],
    found: Sequence[Sequence[Conclusion]],
    side: Positions,
    own: Sequence[int | None],
    facts: Renaming | None,
) -> Points:
    """Compare the hand-in in its states with what the rules of the reference conclude.

    Args:
        walk: the two games.
        steps: steps of the reference.
        found: what the rules of the reference conclude at each step.
        side: the positions of the hand-in.
        own: the state of the hand-in at each step; None where it has none.
        facts: the names of its facts in the reference; None if it has other facts.
    """
    tallies: dict[str, _Tally] = {}
    pairs = [(state, mine) for (state, _), mine in zip(steps, own, strict=True)]
    # A surplus or missing end must not spoil other items.
    apart = [
        mine
        for state, mine in pairs
        if mine is not None
        and (side[mine].moves is None) != (walk.reference[state].moves is None)
    ]
    said = dict(zip(apart, side.conclusions([(s, ()) for s in apart]), strict=True))
    for (state, mine), rows in zip(pairs, found, strict=True):
        shown: dict[str, set[_Thing]] | None = None
        if mine is not None:
            shown = walk.concluded(said.get(mine, ())) | walk.things(side, mine)
        _see(rows, walk.reference_things(state), shown, tallies)
    if facts is not None:
        tallies["effects"] = _effects(walk, steps, found, side, own, facts)
        [starts] = side.facts([side.start])
        wanted = [(row.place, row.arguments) for row in walk.reference.starts()]
        now = {(renamed(fact, facts),) for fact in starts}
        tally = tallies["start"] = _Tally()
        tally.see(wanted, {thing for _, thing in wanted}, now)
    shares = {name: tally.share for name, tally in tallies.items()}
    return Points(
        shares,
        {n: _example(t) for n, t in tallies.items() if t.share < 1},
        {n: _failing(walk.reference.game.book, t) for n, t in tallies.items()},
        facts is not None,
    )


def _failing(book: Rulebook, tally: _Tally) -> tuple[str, ...]:
    """Return the rules that fail to hold in some position, in words."""
    rules = sorted(
        (place, rule)
        for place, rule in tally.rules.items()
        if rule.held < rule.drawn and place != _NO_RULE
    )
    if not rules:
        return ()
    reply = engine().request("clauses", syntax=book.syntax, text=book.text)
    ends = dict(reply["places"])
    return tuple(
        f"{line_of(book, place, ends.get(place, place))} ({rule.held:,} of "
        f"{rule.drawn:,})"
        for place, rule in rules
    )


def _see(
    rows: Sequence[Conclusion],
    all_: Mapping[str, set[_Thing]],
    own: Mapping[str, set[_Thing]] | None,
    tallies: dict[str, _Tally],
) -> None:
    """Compare a position.

    Args:
        rows: what the rules of the reference conclude.
        all_: what the reference shows, by relation.
        own: what the hand-in shows; None if it does not reach the position.
        tallies: the tally of each item.
    """
    for relation, item in _ITEM_OF.items():
        wanted = [(r.place, r.arguments) for r in rows if r.relation == relation]
        if relation not in _BY_RULES:
            wanted = [(_NO_RULE, thing) for thing in sorted(all_.get(relation, ()))]
        if relation in all_ and (wanted or own is not None) and relation != "h":
            tally = tallies.setdefault(item, _Tally())
            tally.see(wanted, all_[relation], (own or {}).get(relation, set()))


#: The item to which the rules of a relation belong.
_ITEM_OF = {
    "legal": "legal moves", "terminal": "ends", "goal": "goals", "draw": "board",
    "feature": "features", **{key.split("/")[0]: item for key, item in BESIDE.items()},
}  # fmt: skip

#: The relations whose rules are examined one by one, and the place that stands for the
#: rules of all other relations.
_BY_RULES, _NO_RULE = {"legal", "terminal", "goal", "draw"}, -1


def _effects(
    walk: Walk,
    steps: Sequence[Step],
    found: Sequence[Sequence[Conclusion]],
    side: Positions,
    own: Sequence[int | None],
    facts: Renaming,
) -> _Tally:
    """Compare the effects of the moves."""
    made: list[tuple[int, list[str]]] = []
    about: list[list[Conclusion]] = []
    for (_, joint), rows, mine in zip(steps, found, own, strict=True):
        if joint and mine is not None:
            made.append((mine, walk.back(joint, facts)))
            about.append([row for row in rows if row.relation == "next"])
    tally = _Tally()
    for rows, after in zip(about, side.effects(made), strict=True):
        wanted = [(row.place, row.arguments) for row in rows]
        now = {(renamed(fact, facts),) for fact in after or ()}
        tally.see(wanted, {thing for _, thing in wanted}, now)
    return tally


def _example(tally: _Tally) -> str:
    """Return what is missing, or superfluous, in words."""
    for rule in tally.rules.values():
        if rule.missing:
            return f"missing: {'; '.join(map(_words, rule.missing))}"
    if not tally.surplus:
        return ""
    return f"not in the reference: {'; '.join(map(_words, tally.surplus))}"


def _words(thing: _Thing) -> str:
    return ", ".join(map(str, thing)) or "the end"


def steps_of(walk: Walk, lines: Iterable[Any]) -> list[Step]:
    """Return the steps of games; without games, a step in each position met."""
    found = dict.fromkeys(
        step
        for line in lines
        for step in zip(line.states, [*line.joints, ()], strict=False)
    )
    if found:
        return [s for s in found if s[1] or walk.reference[s[0]].moves is None]
    source = random.Random(1)
    for state in walk.reference.met:
        moves = walk.reference[state].moves
        if moves is None:
            found[state, ()] = None
        elif all(moves):
            joint: Joint = tuple(source.choice(some) for some in moves)
            found[state, joint] = None
    return [*found]
