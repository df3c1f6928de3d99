"""The sequence form over the network beside that over the clauses."""

from __future__ import annotations

import time

import pytest
from hidden_texts import CARDS, STOP_OR_GO, SURE_COIN
from percept_games import percept_game

import pygame_search as ps
from pygame_search.game import Game, load_text
from pygame_search.machine.clauses import ClauseMachine
from pygame_search.machine.machine import Machine
from pygame_search.machine.network import NetworkMachine
from pygame_search.machine.unknown_legal import UnknownLegalError
from pygame_search.solving.hidden.packed_unfolding import PackedUnfolding
from pygame_search.solving.hidden.sequence_form import SequenceForm
from pygame_search.solving.hidden.unfold import sequence_form
from pygame_search.solving.hidden.unfolding import Unfolding
from pygame_search.support import memory
from pygame_search.support.errors import (
    LimitError,
    NoGoalError,
    PygameSearchError,
    RulesError,
    TierError,
)

#: Games of the shelf with one player and two, hidden and open, with chance and without.
SHELF = (
    "guess_the_coin", "monty_hall", "kuhn_poker", "liars_dice(faces=3)", "short_whist",
    "goofspiel_hidden", "mastermind", "minesweeper_small", "rock_paper_scissors",
)  # fmt: skip

#: Chance draws five times by weights without a common factor, and bob guesses.
HEAVY = """\
role(ann). role(random).
init(step(0)).
legal(random, draw(C)) :- true(step(N)), N < 5, card(C).
legal(ann, wait) :- true(step(N)), N < 5.
legal(ann, say(C)) :- true(step(5)), card(C).
legal(random, wait) :- true(step(5)).
weight(random, draw(C), W) :- heavy(C, W).
heavy(a, 2147483629). heavy(b, 2147483587).
card(a). card(b).
next(step(M)) :- true(step(N)), N < 6, M is N + 1.
next(card(C)) :- does(random, draw(C)).
next(card(C)) :- true(card(C)), true(step(5)).
next(said(C)) :- does(ann, say(C)).
sees(ann, first(C)) :- does(random, draw(C)), true(step(0)).
terminal :- true(step(6)).
goal(ann, 1) :- true(said(C)), true(card(C)).
goal(ann, 0) :- \\+ goal(ann, 1).
"""


def parts(form: SequenceForm) -> object:
    """Return all that a sequence form says, the moves of a set in the standard order.

    Sequences are told by the view in which their last move was made, and the move.
    """
    names: list[dict[int, object]] = []
    for side in form.sides:
        own: dict[int, object] = {0: ()}
        for one in side.sets:
            for sequence, move in zip(one.sequences, one.moves, strict=True):
                own[sequence] = side.view(one.view), move
        names.append(own)
    ends = {
        tuple(own[s] for own, s in zip(names, key, strict=True)): goals
        for key, goals in form.ends.items()
    }
    sets = [
        {side.view(one.view): (sorted(one.moves), own[one.parent]) for one in side.sets}
        for side, own in zip(form.sides, names, strict=True)
    ]
    return sets, ends, form.total, form.states, form.spread


def of_clauses(game: Game) -> SequenceForm:
    """Return the sequence form over the clauses."""
    machine: Machine = ClauseMachine(game.with_percepts())
    return Unfolding(game, machine).form()


def of_network(game: Game) -> SequenceForm:
    """Return the sequence form over the network."""
    return PackedUnfolding(game, game.with_percepts().network).form()


@pytest.mark.parametrize("call", SHELF)
def test_games_of_the_shelf(call: str) -> None:
    """Both say the same of each game."""
    game = ps.load(call)
    assert parts(of_network(game)) == parts(of_clauses(game))


def test_numbers_over_one_network() -> None:
    """Where the moves have one order, all numbers are the same."""
    game = ps.load("leduc_poker")
    machine = NetworkMachine(game.with_percepts(), order="standard")
    one, other = (
        PackedUnfolding(game, machine).form(),
        Unfolding(game, machine).form(),
    )
    assert one.ends == other.ends
    for mine, theirs in zip(one.sides, other.sides, strict=True):
        assert mine.sets == theirs.sets
        assert [mine.view(each.view) for each in mine.sets] == [
            theirs.view(each.view) for each in theirs.sets
        ]


def outcome(make: object, game: Game) -> object:
    """Return what a form says, or the error."""
    try:
        return parts(make(game))  # type: ignore[operator]
    except UnknownLegalError as error:
        return error.view.role, error.histories, sorted(map(sorted, error.legal))
    except PygameSearchError as error:
        return type(error), str(error)


@pytest.mark.parametrize("seed", range(60))
def test_random_games(seed: int) -> None:
    """Both say the same of random games, or find the same that cannot be known."""
    game = load_text(percept_game(seed).text)
    assert outcome(of_network, game) == outcome(of_clauses, game)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(60, 300))
def test_more_random_games(seed: int) -> None:
    """More of them."""
    test_random_games(seed)


def test_large_numbers_stay_exact() -> None:
    """Sums that no word holds are those of the clauses."""
    game = load_text(HEAVY)
    form = of_network(game)
    assert form.sums.dtype == object
    assert parts(form) == parts(of_clauses(game))
    assert sum(goals[0] for goals in form.ends.values()) == 1  # a and b in each state


ENDLESS = """\
role(ann).
init(on).
legal(ann, go) :- true(on).
next(on) :- true(on).
terminal :- \\+ true(on).
goal(ann, 0) :- \\+ true(on).
"""

#: Ann's end has no goal after `right`.
NO_GOAL = """\
role(ann).
init(start).
legal(ann, left) :- true(start).
legal(ann, right) :- true(start).
next(went(M)) :- does(ann, M).
terminal :- true(went(_)).
goal(ann, 1) :- true(went(left)).
"""

#: Tails has no weight.
WEIGHTLESS = """\
role(ann). role(random).
init(start).
legal(ann, wait) :- true(start).
legal(random, heads) :- true(start).
legal(random, tails) :- true(start).
weight(random, heads, 1).
next(fell(M)) :- does(random, M).
terminal :- true(fell(_)).
goal(ann, 1) :- true(fell(heads)).
goal(ann, 0) :- true(fell(tails)).
"""


@pytest.mark.parametrize(
    ("text", "error"),
    [(ENDLESS, LimitError), (NO_GOAL, NoGoalError), (WEIGHTLESS, RulesError)],
)
def test_errors(text: str, error: type[PygameSearchError]) -> None:
    """Both fail alike."""
    game = load_text(text)
    with pytest.raises(error) as one:
        of_network(game)
    with pytest.raises(error) as other:
        of_clauses(game)
    assert str(one.value) == str(other.value)


def test_limits() -> None:
    """The number of states and the time are limited."""
    game = ps.load("kuhn_poker")
    machine = game.with_percepts().network
    assert PackedUnfolding(game, machine, most_rows=55).form().states == 55
    with pytest.raises(LimitError, match="more than 54 states") as caught:
        PackedUnfolding(game, machine, most_rows=54).form()
    assert caught.value.code == "size"
    with pytest.raises(LimitError, match="time is over"):
        PackedUnfolding(game, machine, deadline=time.monotonic() - 1).form()


def test_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is unfolded natively must fit into the memory of the process."""
    game = ps.load("kuhn_poker")
    machine = game.with_percepts().network
    monkeypatch.setattr(memory, "memory_used", lambda: 1 << 60)
    with pytest.raises(LimitError, match="out of memory") as caught:
        PackedUnfolding(game, machine).form()
    assert caught.value.code == "out_of_memory"


def test_the_tier() -> None:
    """A small game needs no network; a larger one goes on in it."""
    assert sequence_form(load_text(CARDS)).tier == "procedural"
    assert sequence_form(load_text(CARDS), "native").tier == "native"
    assert sequence_form(load_text(CARDS, tier="native")).tier == "native"
    assert sequence_form(ps.load("liars_dice(faces=5)")).tier == "native"
    with pytest.raises(TierError, match="the tier clauses does not make sequence"):
        sequence_form(load_text(CARDS), "clauses")


@pytest.mark.parametrize("text", [STOP_OR_GO, SURE_COIN])
def test_solutions_do_not_depend_on_the_tier(text: str) -> None:
    """The equilibrium has one value, and says which tier unfolded the game."""
    state = load_text(text).initial
    one, other = (state.equilibrium(tier=tier) for tier in ("procedural", "native"))
    assert one.exact == other.exact
    assert (one.tier, other.tier) == ("procedural", "native")
    assert one.as_json()["tier"] == "procedural"
