"""Histories: how often the position has occurred (docs/rules.md, "Histories").

The witnesses are plain Python: counts along a game, and a search of the game tree that
carries the set of earlier positions. The oracle keeps its own histories.
"""

from __future__ import annotations

import pickle
import random
from collections import Counter
from functools import cache

import pytest
from games.random_rules import random_rules
from oracle_check import differences, tiers_of

import pygame_search as ps
from pygame_search.model.position import occurrences, without_history
from pygame_search.oracle.interpreter import Oracle
from pygame_search.support.errors import MoveError, TierError

#: A piece on a ring. A position that comes for the third time ends the game.
THREEFOLD = """
parameter(ring, 4).
role(a).
role(b).
init(at(0)).
init(turn(a)).
init(clock(0)).
legal(P, step(D)) :- true(turn(P)), d(D).
d(1).
d(-1).
next(at(Y)) :- does(_, step(D)), true(at(X)), parameter(ring, N), Y is (X + D) mod N.
next(turn(b)) :- true(turn(a)).
next(turn(a)) :- true(turn(b)).
next(clock(N)) :- true(clock(M)), N is M + 1.
position_part(at(X)) :- true(at(X)).
position_part(turn(P)) :- true(turn(P)).
terminal :- occurred(N), N >= 3.
goal(P, 100) :- terminal, true(turn(P)).
goal(P, 0) :- role(P), \\+ goal(P, 100).
"""

#: The same ring; no move may repeat a position, and who cannot move loses.
SUPERKO = """
parameter(ring, 5).
role(a).
role(b).
init(at(0)).
init(turn(a)).
legal(P, step(D)) :- true(turn(P)), d(D),
    \\+ ( after(P, step(D), occurred(N)), N >= 2 ).
d(1).
d(2).
d(-1).
next(at(Y)) :- does(_, step(D)), true(at(X)), parameter(ring, N), Y is (X + D) mod N.
next(turn(b)) :- true(turn(a)).
next(F) :- true(F), does(b, _), kept(F).
next(turn(a)) :- true(turn(b)).
kept(none).
position_part(F) :- true(F).
all(N) :- count(F, true(F), N).
terminal :- \\+ moves.
moves :- legal(_, _).
goal(P, 100) :- role(P), \\+ true(turn(P)).
goal(P, 0) :- true(turn(P)).
"""


@pytest.mark.parametrize("rules", [THREEFOLD, SUPERKO], ids=["threefold", "superko"])
@pytest.mark.parametrize("seed", range(3))
def test_the_oracle_agrees(rules: str, seed: int) -> None:
    forms = ("meaning", "lists")
    games = {form: ps.load_text(rules, form=form) for form in forms}
    tiers = tiers_of(games, forms)
    assert differences(Oracle(rules), tiers, seed) == {}


#: A file with a relation of its own that is called occurred, and asks it after a move.
OWN = """
role(a). role(b). init(at(0)). init(turn(a)).
occurred(N) :- true(at(N)).
legal(P, go(D)) :- true(turn(P)), between(1, 2, D).
next(at(Y)) :- does(_, go(D)), true(at(X)), Y is (X + D) mod 5.
next(turn(b)) :- true(turn(a)).
next(turn(a)) :- true(turn(b)).
terminal :- true(turn(P)), after(P, go(1), occurred(4)).
goal(P, 1) :- true(turn(P)).
goal(P, 0) :- role(P), \\+ true(turn(P)).
"""


def test_a_relation_of_the_file_is_asked_after_a_move() -> None:
    forms = ("meaning", "lists", "slots")
    games = {form: ps.load_text(OWN, form=form) for form in forms}
    for seed in range(3):
        assert differences(Oracle(OWN), tiers_of(games, forms), seed) == {}
    start = games["lists"].initial
    assert start.play("go(1)").play("go(2)").terminal
    assert not start.play("go(2)").terminal
    [answer] = start.ask("after(a, go(2), occurred(N))").answers
    assert answer["N"] == "2"


@pytest.mark.parametrize("seed", range(5))
def test_positions_are_counted_along_a_game(seed: int) -> None:
    source, game = random.Random(seed), ps.load_text(THREEFOLD)
    state, met = game.initial, Counter[tuple[str, ...]]()
    while True:
        place = [f for f in without_history(state.facts) if not f.startswith("clock")]
        met[tuple(place)] += 1
        assert occurrences(state.facts) == met[tuple(place)]
        assert state.terminal == (met[tuple(place)] == 3)
        if state.terminal:
            break
        (role,) = state.to_move
        state = state.play(source.choice(state.legal[role]))


def wins(at: int, turn: int, seen: frozenset[tuple[int, int]], ring: int) -> bool:
    """Return whether who is to move wins SUPERKO."""
    after = (((at + d) % ring, 1 - turn) for d in (1, 2, -1))
    return any(not wins(*s, seen | {s}, ring) for s in after if s not in seen)


@pytest.mark.parametrize("ring", [2, 3, 4])
def test_superko_is_solved(ring: int) -> None:
    game = ps.load_text(SUPERKO.replace("(ring, 5)", f"(ring, {ring})"))
    value = game.initial.solve().values["a"]
    assert value == (100 if wins(0, 0, frozenset({(0, 0)}), ring) else 0)


@cache
def worth(at: int, turn: int, met: frozenset[tuple[int, int, int]], ring: int) -> bool:
    """Return whether who is to move wins THREEFOLD: who completes it loses."""
    for step in (1, -1):
        place = ((at + step) % ring, 1 - turn)
        times = {(x, t): n for x, t, n in met}
        times[place] = times.get(place, 0) + 1
        after = frozenset((x, t, n) for (x, t), n in times.items())
        if times[place] < 3 and not worth(*place, after, ring):
            return True
    return False


@pytest.mark.parametrize("tier", ["clauses", "procedural"])
@pytest.mark.parametrize("ring", [2, 3])
def test_threefold_is_solved(ring: int, tier: str) -> None:
    game = ps.load_text(THREEFOLD.replace("(ring, 4)", f"(ring, {ring})"))
    first = worth(0, 0, frozenset({(0, 0, 1)}), ring)
    assert game.initial.solve(tier=tier).values["a"] == (100 if first else 0)


def test_a_state_has_its_history() -> None:
    game = ps.load_text(THREEFOLD)
    there = game.initial.play("step(1)").play("step(-1)")
    assert there != game.initial
    assert occurrences(there.facts) == 2
    again = game.of_facts(there.facts)
    assert again.number == there.number
    assert pickle.loads(pickle.dumps(there)).facts == there.facts
    new = game.state(f"[{', '.join(without_history(there.facts))}]")
    assert occurrences(new.facts) == 1
    now = "'occurred now'({})"
    for times in (1, 3):
        facts = [f.replace(now.format(2), now.format(times)) for f in there.facts]
        with pytest.raises(MoveError, match="does not fit its position"):
            game.of_facts(tuple(facts))


@pytest.mark.parametrize(
    "name", ["p((", "[at(X)]", "at(1)", "[ at(1)]", "[at(1),at(0)]", "[at(1)"]
)
def test_what_no_position_is_called_is_no_part_of_a_history(name: str) -> None:
    game = ps.load_text(THREEFOLD)
    facts = game.initial.play("step(1)").facts
    with pytest.raises(MoveError, match="does not fit its position"):
        game.of_facts((*facts, f"'occurred so far'('{name}', 1)"))


def test_a_variable_does_not_stand_for_the_history() -> None:
    state = ps.load_text(SUPERKO).initial.play("step(1)")
    assert len(without_history(state.facts)) == 2
    assert [dict(n) for n in ps.ask(state, "all(N)").answers] == [{"N": "2"}]


def test_what_the_native_tier_refuses() -> None:
    game = ps.load_text(THREEFOLD)
    with pytest.raises(TierError, match="does not keep earlier positions"):
        game.initial.solve(strength="weak", tier="native")
    assert game.initial.solve(strength="strong", seconds=60).tier != "native"


@pytest.mark.parametrize("seed", range(8))
def test_random_rules(seed: int) -> None:
    """A random game, which ends when all its fluents come for the third time."""
    rules = random_rules(random.Random(seed))
    rules += "\nposition_part(F) :- true(F).\nterminal :- occurred(3).\n"
    games = {form: ps.load_text(rules, form=form) for form in ("meaning", "lists")}
    tiers = tiers_of(games, games)
    assert differences(Oracle(rules), tiers, seed, plies=12) == {}


#: Two states with other fluents are the same position, whose parts come in other order.
SAME = """
role(a). role(b).
init(p). init(q). init(moved(a)).
next(r). next(s). next(moved(P)) :- does(P, go).
legal(P, go) :- role(P).
position_part(x) :- true(p).
position_part(y) :- true(q).
position_part(y) :- true(r).
position_part(x) :- true(s).
position_part(P) :- true(moved(P)).
terminal :- occurred(2).
goal(P, N) :- role(P), after(P, go, occurred(N)).
"""


@pytest.mark.parametrize("form", ["meaning", "lists"])
def test_a_position_is_the_set_of_its_parts_whoever_moves(form: str) -> None:
    """The other role does not move in what is looked at."""
    game = ps.load_text(SAME, form=form)
    assert game.initial.goals == {"a": 2, "b": 1}
    both = game.initial.play("[go, go]")
    assert not both.terminal
    again = both.play("[go, go]")
    assert again.terminal
    tiers = tiers_of({form: game}, [form])
    assert differences(Oracle(SAME), tiers, 1, plies=4) == {}


@pytest.mark.parametrize("form", ["meaning", "lists"])
def test_rules_count_fluents_alone(form: str) -> None:
    rules = SAME.replace("after(P, go, occurred(N))", "count(F, true(F), N)")
    state = ps.load_text(rules, form=form).initial
    assert state.goals == {"a": 3, "b": 3}
    assert state.play("[go, go]").goals == {"a": 4, "b": 4}


def test_a_position_is_counted_once_in_a_history() -> None:
    game = ps.load_text(SAME)
    facts = game.initial.play("[go, go]").facts
    so_far = [fact for fact in facts if fact.startswith("'occurred so far'")]
    twice = f"{so_far[0].rpartition(', ')[0]}, 9)"
    with pytest.raises(MoveError, match="does not fit its position"):
        game.of_facts((*facts, twice))
