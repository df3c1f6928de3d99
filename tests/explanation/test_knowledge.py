"""What roles know: views, beliefs, and questions about them."""

from __future__ import annotations

import pickle
from fractions import Fraction

import pytest
from hidden_texts import CARDS

import pygame_search as ps
from pygame_search.game import Game, State, load_text
from pygame_search.support.errors import InputError


@pytest.fixture(params=["clauses", "native"])
def game(request: pytest.FixtureRequest) -> Game:
    """Return the game of cards on one of the tiers."""
    return load_text(CARDS, tier=request.param)


def dealt(game: Game) -> State:
    """Return the state after a deal and a bet."""
    return game.after("deal(1, 2); bet")


def test_a_view_has_own_moves_and_percepts(game: Game) -> None:
    """A role sees its card and the other's move, not the other's card."""
    bob, ann = dealt(game).view("bob"), dealt(game).view("ann")
    assert [(s.move, s.percepts) for s in bob.steps] == [
        ("noop", ("card(2)",)), ("noop", ("bet",)),
    ]  # fmt: skip
    assert [(s.move, s.percepts) for s in ann.steps] == [
        ("noop", ("card(1)",)), ("bet", ()),
    ]  # fmt: skip
    assert not bob.over
    assert dealt(game).play("fold").view("ann").over
    assert str(bob) == "1. perceived card(2)\n2. perceived bet"


def test_a_belief_has_the_states_with_the_same_view(game: Game) -> None:
    """Bob holds 2: ann holds 1 or 3, and either is as likely."""
    believed = dealt(game).belief("bob")
    assert believed.likelihoods == (Fraction(1, 2), Fraction(1, 2))
    assert [s.ask("true(holds(ann, C))").lines() for s in believed.states] == [
        ["C = 1"], ["C = 3"],
    ]  # fmt: skip
    assert dealt(game) in believed.states
    assert len(game.initial.belief("ann").states) == 1
    assert len(game.after("deal(1, 2)").belief("ann").states) == 2


def test_states_of_a_belief_are_plain(game: Game) -> None:
    """No percept is among the fluents of a state."""
    for state in dealt(game).belief("bob").states:
        assert len(state.facts) == 4
        assert not any("seen" in fact for fact in state.facts)


@pytest.mark.parametrize(
    ("question", "answers"),
    [
        ("knows(bob, true(holds(bob, C)))", ["C = 2"]),
        ("knows(bob, true(holds(ann, C)))", ["no"]),
        ("possible(bob, true(holds(ann, C)))", ["C = 1", "C = 3"]),
        (
            "likelihood(bob, true(holds(ann, C)), P)",
            ["C = 1, P = 1/2", "C = 3, P = 1/2"],
        ),
        ("likelihood(bob, true(holds(ann, 2)), P)", ["P = 0"]),
        ("likelihood(bob, true(bet), P)", ["P = 1"]),
        ("likelihood(bob, true(bet), 0)", ["no"]),
        ("likelihood(bob, true(holds(ann, 1)), 1/2)", ["yes"]),
        ("knows(bob, \\+ true(holds(ann, 2)))", ["yes"]),
        ("knows(bob, (true(holds(ann, A)), A < 3))", ["no"]),
        ("possible(bob, (true(holds(ann, A)), A < 3))", ["A = 1"]),
        ("knows(R, true(bet))", ["R = ann", "R = bob"]),
        ("knows(bob, legal(bob, M))", ["M = call", "M = fold"]),
        ("\\+ knows(ann, true(holds(bob, 2)))", ["yes"]),
        ("count(C, possible(bob, true(holds(ann, C))), N)", ["N = 2"]),
    ],
)  # fmt: skip
def test_questions(game: Game, question: str, answers: list[str]) -> None:
    """Variables of the goal are bound by its instances."""
    assert dealt(game).ask(question).lines() == answers


def test_knows_is_a_verb(game: Game) -> None:
    """A conjunction needs no brackets of its own."""
    state = dealt(game)
    assert state.knows("bob", "true(holds(bob, C)), C > 1")
    assert not state.knows("bob", "true(holds(ann, 1))")


def test_where_all_is_seen_all_is_known() -> None:
    """Without `sees`, the position is the only possible one."""
    state = ps.load("nim(heaps=[1, 2])").initial
    assert state.ask("knows(P, true(heap(2, N)))").lines() == [
        "N = 2, P = first", "N = 2, P = second",
    ]  # fmt: skip
    with pytest.raises(InputError, match="no hidden information"):
        state.view("first")


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("knows(bob, holds(bob, 2))", r"write true\(holds"),
        ("knows(bob, hold(2))", "no rule defines hold/1"),
        ("knows(zoe, terminal)", "expected one of ann, bob"),
        ("knows(random, terminal)", "expected one of ann, bob"),
        ("knows(bob, knows(ann, terminal))", "within one another"),
        ("after(bob, call, knows(bob, terminal))", "within after"),
        ("knows(bob, (true(holds(ann, C)) -> C > 1))", "if"),
    ],
)
def test_wrong_questions(question: str, words: str) -> None:
    """The fault is in the goal."""
    with pytest.raises(InputError, match=words):
        dealt(load_text(CARDS)).ask(question)


def test_the_past_must_be_known(game: Game) -> None:
    """A position given by its fluents has no view."""
    bare = game.state(game.facts_text(dealt(game).facts))
    assert bare == dealt(game)
    assert bare.line is None
    for ask in (bare.view, bare.belief, lambda role: bare.knows(role, "terminal")):
        with pytest.raises(InputError, match="by the moves that led to it"):
            ask("bob")
    with pytest.raises(InputError, match="expected"):
        dealt(game).view("random")


def test_the_past_is_kept(game: Game) -> None:
    """Pickled states, and those of the game face up, know how they came about."""
    state = dealt(game)
    assert pickle.loads(pickle.dumps(state)).line == state.line
    assert game.face_up().own(state).line == state.line
    assert state.line == (("noop", "noop", "deal(1, 2)"), ("bet", "noop", "noop"))


def test_kif() -> None:
    """A rule sheet is asked in its own syntax."""
    game = load_text(ps.convert(load_text(CARDS), "kif"))
    state = game.after("(deal 1 2); bet")
    assert state.view("bob").steps[0].percepts == ("(card 2)",)
    assert state.ask("(possible bob (true (holds ann ?c)))").lines() == [
        "c = 1",
        "c = 3",
    ]
    assert state.knows("bob", "(true (holds bob 2))")


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("knows(bob, true(holds(bob, 2)))",
         "knows(bob, true(holds(bob, 2))) holds: the goal holds in all 2 states that "
         "bob thinks possible."),
        ("knows(bob, true(holds(ann, 1)))",
         "knows(bob, true(holds(ann, 1))) does not hold: the goal holds in 1 of the 2 "
         "states that bob thinks possible."),
        ("knows(bob, true(holds(ann, C)))",
         "knows(bob, true(holds(ann, C))) does not hold: the goal holds in all 2 "
         "states that bob thinks possible, but with other values."),
        ("possible(bob, true(holds(ann, 2)))",
         "possible(bob, true(holds(ann, 2))) does not hold: the goal holds in none of "
         "the 2 states that bob thinks possible."),
        ("likelihood(bob, true(holds(ann, 3)), P)",
         "likelihood(bob, true(holds(ann, 3)), 1/2) holds: the goal holds in 1 of "
         "the 2 states that bob thinks possible."),
        ("likelihood(bob, true(bet), 0)",
         "likelihood(bob, true(bet), 0) does not hold: the goal holds in all 2 states "
         "that bob thinks possible."),
    ],
)  # fmt: skip
def test_what_is_known_is_explained(game: Game, question: str, sentence: str) -> None:
    """The reason is how many of the possible states the goal holds in."""
    assert dealt(game).explain(question).sentence == sentence


def test_one_state_is_explained() -> None:
    state = ps.load("nim(heaps=[1])").initial
    why = "in the one state that first thinks possible."
    assert state.explain("knows(first, true(heap(1, 1)))").sentence.endswith(
        f"the goal holds {why}"
    )
    assert state.explain("knows(first, true(heap(1, 2)))").sentence.endswith(
        f"the goal does not hold {why}"
    )
