"""The values of games by their normal form, beside those that are known."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hidden_texts import (
    COIN,
    KUHN_POKER,
    MONTY_HALL,
    ROCK_PAPER_SCISSORS,
    STOP_OR_GO,
)
from percept_games import percept_game
from pure_strategies import (
    Behaviour,
    NormalForm,
    best_response,
    bounds,
    equilibrium,
    mixture,
    normal_form,
)

from pygame_search.oracle.beliefs import Step
from pygame_search.oracle.interpreter import Oracle
from pygame_search.oracle.terms import Term


def steps_of(*moves: tuple[str, str], card: int) -> tuple[Step, ...]:
    """Return ann's view in Kuhn's game: her card, and who has done what since."""
    done = [
        Step(move if who == "ann" else "noop", (("did", who, move),))
        for who, move in moves
    ]
    return (Step("noop", (("card", card),)), *done)


def ann_plays(bets: dict[int, Fraction], calls: dict[int, Fraction]) -> Behaviour:
    """Return how ann plays: how likely she bets with a card, or calls after `check`."""
    one = Fraction(1)
    found: dict[tuple[Step, ...], dict[Term, Fraction]] = {}
    for card in (1, 2, 3):
        first, last = bets[card], calls[card]
        found[steps_of(card=card)] = {"bet": first, "check": one - first}
        after = steps_of(("ann", "check"), ("bob", "bet"), card=card)
        found[after] = {"call": last, "fold": one - last}
    return found


@pytest.mark.parametrize(
    ("text", "value", "sizes"),
    [
        (COIN, 50, (2, 1)),
        (MONTY_HALL, Fraction(2, 3), (12, 1)),
        (KUHN_POKER, Fraction(-1, 18), (27, 64)),
        (STOP_OR_GO, Fraction(1, 2), (2, 2)),
        (ROCK_PAPER_SCISSORS, 0, (3, 3)),
    ],
    ids=["coin", "monty hall", "kuhn", "stop or go", "rock paper scissors"],
)
def test_known_values(text: str, value: Fraction, sizes: tuple[int, int]) -> None:
    form = normal_form(Oracle(text))
    assert (len(form.strategies[0]), len(form.strategies[1])) == sizes
    assert bounds(form) == pytest.approx((float(value), float(value)), abs=1e-12)


def test_to_switch_is_best_behind_each_door() -> None:
    form = normal_form(Oracle(MONTY_HALL))
    value, strategy = best_response(form, 0, [Fraction(1)])
    assert value == Fraction(2, 3)
    assert [move for move in strategy.values() if move in ("keep", "switch")] == [
        "switch", "switch",
    ]  # fmt: skip


@pytest.fixture(scope="module")
def kuhn() -> NormalForm:
    return normal_form(Oracle(KUHN_POKER))


THIRD = Fraction(1, 3)


@pytest.mark.parametrize("alpha", [Fraction(0), Fraction(1, 5), THIRD])
def test_the_equilibria_of_kuhn(kuhn: NormalForm, alpha: Fraction) -> None:
    """Ann bets by alpha with 1, thrice alpha with 3; with 2 she calls by 1/3 more."""
    bets = {1: alpha, 2: Fraction(0), 3: 3 * alpha}
    calls = {1: Fraction(0), 2: alpha + THIRD, 3: Fraction(1)}
    found = mixture(kuhn, 0, ann_plays(bets, calls))
    assert sum(found) == 1
    assert best_response(kuhn, 1, found)[0] == Fraction(1, 18)


def test_best_response_to_one_who_always_bets(kuhn: NormalForm) -> None:
    """Bob calls with 3 and wins 2, folds with 1, and with 2 it is all one."""
    always = dict.fromkeys((1, 2, 3), Fraction(1))
    found = mixture(kuhn, 0, ann_plays(always, always))
    assert sorted(found)[-2:] == [0, 1]
    value, strategy = best_response(kuhn, 1, found)
    assert value == THIRD
    answers = {
        view[0].percepts: move
        for view, move in strategy.items()
        if len(view) > 1 and view[1].percepts == (("did", "ann", "bet"),)
    }
    assert answers[(("card", 1),)] == "fold"
    assert answers[(("card", 3),)] == "call"


def test_the_mixtures_of_the_linear_programs_cannot_be_exploited(
    kuhn: NormalForm,
) -> None:
    first, second = equilibrium(kuhn)
    reply, _ = best_response(kuhn, 1, [Fraction(p) for p in first])
    own, _ = best_response(kuhn, 0, [Fraction(p) for p in second])
    assert float(reply) == pytest.approx(1 / 18, abs=1e-9)
    assert float(own) == pytest.approx(-1 / 18, abs=1e-9)


def test_goals_may_add_up_to_another_sum() -> None:
    text = STOP_OR_GO.replace("V is 0 - W", "V is 7 - W")
    form = normal_form(Oracle(text))
    assert form.total == 7
    assert bounds(form) == pytest.approx((0.5, 0.5))
    first, second = equilibrium(form)
    assert first == pytest.approx([0, 1]) or first == pytest.approx([1, 0])
    exact = [Fraction(p).limit_denominator(100) for p in first]
    assert best_response(form, 1, exact)[0] == Fraction(13, 2)
    assert sum(second) == pytest.approx(1)


@pytest.mark.parametrize(
    "seed", [seed for seed in range(60) if not percept_game(seed).unknown]
)
def test_both_linear_programs_of_a_random_game_agree(seed: int) -> None:
    try:
        form = normal_form(Oracle(percept_game(seed).text))
    except ValueError as error:
        assert "pure strategies: the most is 200" in str(error)  # noqa: PT017
        return
    lowest, highest = bounds(form)
    assert lowest == pytest.approx(highest, abs=1e-9)
    assert max(map(min, form.matrix)) - 1e-9 <= lowest
    columns = zip(*form.matrix, strict=True)
    assert highest <= min(map(max, columns)) + 1e-9


#: A round that ends only if bob stops it.
ENDLESS = """
role(ann). role(bob). init(at(1)). legal(bob, go). legal(bob, stop).
next(at(1)) :- does(bob, go). next(at(2)) :- does(bob, stop).
terminal :- true(at(2)). goal(ann, 1). goal(bob, -1). sees(ann, nothing).
"""

#: Ann picks one of `N` numbers twice, seeing nothing else.
PICKS = """
role(ann). role(bob). init(at(1)). legal(ann, M) :- between(1, N, M).
next(at(M)) :- true(at(K)), M is K + 1.
terminal :- true(at(3)). goal(ann, 1). goal(bob, -1). sees(bob, nothing).
"""


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (ENDLESS, "a play is longer than 30 steps"),
        (PICKS.replace("N", "20"), "ann has 400 pure strategies: the most is 200"),
        (
            STOP_OR_GO.replace("0 - W", "0 + W"),
            r"the goals add up to \[-10, -2, 2, 4\]",
        ),
        (COIN.replace("C \\== D", "C == C"), "expected one goal of each player"),
        ("role(random). init(a). terminal.", "expected one or two players, found 0"),
        (
            STOP_OR_GO.replace("sees(ann, coin(C))", "sees(ann, toss)"),
            r"ann may do \('go', 'stop'\) or \('go',\) after",
        ),
    ],
    ids=["endless", "too many", "sums", "no goal", "no player", "unknown moves"],
)
def test_what_has_no_normal_form_is_refused(text: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        normal_form(Oracle(text))


def test_a_wrong_behaviour_is_refused(kuhn: NormalForm) -> None:
    half = dict.fromkeys((1, 2, 3), Fraction(1, 2))
    right = ann_plays(half, half)
    missing = {view: its for view, its in right.items() if len(view) < 3}
    with pytest.raises(ValueError, match="does not say what to do after"):
        mixture(kuhn, 0, missing)
    less: Behaviour = {view: {"bet": THIRD, "call": Fraction(1)} for view in right}
    with pytest.raises(ValueError, match="add up to 1/27, not to 1"):
        mixture(kuhn, 0, less)
