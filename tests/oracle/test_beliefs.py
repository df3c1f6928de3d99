"""What roles perceive and know, by the oracle, beside what is known from the books."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

import pytest
from hidden_texts import (
    COIN,
    KUHN_POKER,
    MONTY_HALL,
    MONTY_HALL_SHEET,
    ROCK_PAPER_SCISSORS,
    STOP_OR_GO,
)
from percept_games import percept_game

from pygame_search.oracle import beliefs
from pygame_search.oracle.beliefs import (
    History,
    Step,
    belief,
    by_view,
    histories,
    legal_moves,
    unknown_legal,
)
from pygame_search.oracle.interpreter import Oracle
from pygame_search.oracle.terms import OracleError, Term

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
NOTHING = Step("noop", ())


def of_fluent(
    oracle: Oracle, name: str, role: Term, steps: Iterable[Step], *, over: bool = False
) -> dict[tuple[Term, ...], Fraction]:
    """Return how likely the arguments of a fluent are; each state has one of them."""
    found: dict[tuple[Term, ...], Fraction] = {}
    for state, likely in belief(oracle, role, [*steps], over).items():
        [fact] = [one for one in state if isinstance(one, tuple) and one[0] == name]
        found[fact[1:]] = found.get(fact[1:], Fraction(0)) + likely
    return found


def after(oracle: Oracle, *joints: tuple[Term, ...]) -> frozenset[Term]:
    """Return the state after joint moves from the start."""
    state = oracle.initial
    for joint in joints:
        state = oracle.successor(state, joint)
    return state


# ---- sees --------------------------------------------------------------------


def test_who_sees_what() -> None:
    oracle = Oracle(KUHN_POKER)
    deal: tuple[Term, ...] = ("noop", "noop", ("deal", 1, 3))
    assert oracle.sees(oracle.initial, deal) == {
        "ann": {("card", 1)}, "bob": {("card", 3)}, "random": set(),
    }  # fmt: skip
    told: set[Term] = {("did", "ann", "bet")}
    assert oracle.sees(after(oracle, deal), ("bet", "noop", "noop")) == {
        "ann": told, "bob": told, "random": set(),
    }  # fmt: skip


#: Ann sees what was true before the step, and what is done in it; `extra` is for all.
SEEING = r"""
role(ann). role(bob). role(random).
init(on(1)). init(on(2)).
legal(R, pick(N)) :- role(R), between(1, 2, N).
next(on(N)) :- does(bob, pick(N)).
terminal :- true(on(3)).
goal(ann, 0).
sees(ann, was(N)) :- true(on(N)).
sees(ann, new(N)) :- does(bob, pick(N)), \+ true(on(N)).
sees(ann, same) :- does(bob, M), does(ann, M).
sees(ann, same) :- does(bob, M), does(random, M).
sees(R, alone) :- helper(R), \+ (does(ann, M), does(bob, M)).
sees(nobody, extra).
sees(random, extra).
helper(R) :- role(R).
"""


def test_percepts_are_a_set_computed_from_the_state_and_the_moves() -> None:
    oracle = Oracle(SEEING)
    one, two = ("pick", 1), ("pick", 2)
    assert oracle.sees(oracle.initial, (one, one, one)) == {
        "ann": {("was", 1), ("was", 2), "same"}, "bob": set(), "random": set(),
    }  # fmt: skip
    state = after(oracle, (one, one, one))
    assert oracle.sees(state, (one, two, one)) == {
        "ann": {("was", 1), ("new", 2), "alone"}, "bob": {"alone"}, "random": set(),
    }  # fmt: skip
    # What was asked in between leaves no trace.
    assert oracle.sees(oracle.initial, (two, two, one))["ann"] == {
        ("was", 1), ("was", 2), "same",
    }  # fmt: skip


def test_percepts_may_look_ahead() -> None:
    oracle = Oracle(
        """role(ann). role(bob). init(at(1)). goal(ann, 0). terminal :- true(at(3)).
        legal(ann, go) :- true(at(_)).
        next(at(N)) :- true(at(M)), does(ann, go), N is M + 1.
        sees(bob, last) :- after(ann, go, terminal)."""
    )
    assert oracle.sees(oracle.initial, ("go", "noop"))["bob"] == set()
    assert oracle.sees(after(oracle, ("go", "noop")), ("go", "noop"))["bob"] == {"last"}


def test_percepts_stand_in_the_standard_order_of_terms() -> None:
    rules = """role(ann). role(bob). init(a). terminal :- true(b). goal(ann, 0).
        next(b). sees(ann, P) :- told(P).
        told(f(b)). told(b). told(10). told(f(a, a)). told(9). told(a). told(g(2))."""
    before, view = by_view(Oracle(rules), "ann", 1)
    assert before == ((), False)
    assert view.over
    assert view.steps[0].percepts == (
        9, 10, "a", "b", ("f", "b"), ("g", 2), ("f", "a", "a"),
    )  # fmt: skip


# ---- beliefs that are in the books --------------------------------------------


def test_monty_hall() -> None:
    oracle = Oracle(MONTY_HALL)
    chosen = Step(("choose", 1), ())
    opened = Step("noop", (("opened", 3),))
    before = of_fluent(oracle, "car", "candidate", [NOTHING])
    assert before == {(1,): THIRD, (2,): THIRD, (3,): THIRD}
    found = of_fluent(oracle, "car", "candidate", [NOTHING, chosen, opened])
    assert found == {(1,): THIRD, (2,): 1 - THIRD}
    for answer, likely in (("switch", 1 - THIRD), ("keep", THIRD)):
        told = of_fluent(
            oracle, "car", "candidate",
            [NOTHING, chosen, opened, Step(answer, ())], over=True,
        )  # fmt: skip
        assert told[(2 if answer == "switch" else 1,)] == likely


def test_the_same_of_a_rule_sheet() -> None:
    oracle = Oracle(MONTY_HALL_SHEET, "kif")
    opened = Step("noop", (("does", "random", ("open", 3)),))
    steps = [NOTHING, Step(("choose", 1), ()), opened]
    found = of_fluent(oracle, "car", "candidate", steps, over=True)
    assert found == {(1,): THIRD, (2,): 1 - THIRD}


def test_the_other_is_taken_to_play_evenly() -> None:
    """In Kuhn's game bob holds 2, and ann has bet: she holds 1 as likely as 3."""
    oracle = Oracle(KUHN_POKER)
    steps = [
        Step("noop", (("card", 2),)),
        Step("noop", (("did", "ann", "bet"),)),
    ]
    found = belief(oracle, "bob", steps, over=False)
    hands = {
        fact[2]: likely
        for state, likely in found.items()
        for fact in state
        if isinstance(fact, tuple) and fact[:2] == ("holds", "ann")
    }
    assert hands == {1: HALF, 3: HALF}
    # Ann knows her own move: it tells her nothing new.
    own = [Step("noop", (("card", 1),)), Step("bet", (("did", "ann", "bet"),))]
    assert [*belief(oracle, "ann", own, over=False).values()] == [HALF, HALF]


def test_evenly_is_over_the_moves_in_that_state() -> None:
    """Ann goes on with probability 1/2 at heads, and always at tails."""
    steps = [NOTHING, Step("noop", ("go",))]
    found = of_fluent(Oracle(STOP_OR_GO), "coin", "bob", steps)
    assert found == {("heads",): THIRD, ("tails",): 1 - THIRD}
    stopped = [NOTHING, Step("noop", ("stop",))]
    assert belief(Oracle(STOP_OR_GO), "bob", stopped, over=False) == {}
    found = of_fluent(Oracle(STOP_OR_GO), "coin", "bob", stopped, over=True)
    assert found == {("heads",): 1}


def test_chance_has_its_weights() -> None:
    """Of a test that is right in 9 of 10 cases, and an illness that one of 10 has."""
    oracle = Oracle(
        """role(doctor). role(random). init(step(1)).
        legal(random, draw(X)) :- true(step(1)), one(X).
        legal(random, test(X)) :- true(step(2)), one(X).
        one(ill). one(well).
        weight(random, draw(ill), 1). weight(random, draw(well), 9).
        weight(random, test(X), 9) :- true(is(X)).
        weight(random, test(X), 1) :- one(X), true(is(Y)), X \\== Y.
        next(is(X)) :- does(random, draw(X)). next(is(X)) :- true(is(X)).
        next(step(M)) :- true(step(N)), M is N + 1.
        sees(doctor, X) :- does(random, test(X)).
        terminal :- true(step(3)). goal(doctor, 0)."""
    )
    found = of_fluent(
        oracle, "is", "doctor", [NOTHING, Step("noop", ("ill",))], over=True
    )
    assert found == {("ill",): HALF, ("well",): HALF}
    found = of_fluent(
        oracle, "is", "doctor", [NOTHING, Step("noop", ("well",))], over=True
    )
    assert found == {("ill",): Fraction(1, 82), ("well",): Fraction(81, 82)}


def test_that_nothing_is_perceived_tells_something() -> None:
    """The dog that did not bark; each step counts, and that the game goes on."""
    oracle = Oracle(
        """role(guest). role(random). init(step(1)).
        legal(random, come(X)) :- true(step(1)), who(X).
        who(friend). who(thief). who(cat).
        next(here(X)) :- does(random, come(X)). next(here(X)) :- true(here(X)).
        next(step(M)) :- true(step(N)), M is N + 1.
        sees(guest, bark) :- true(here(thief)), true(step(2)).
        terminal :- true(here(cat)). terminal :- true(step(3)). goal(guest, 0)."""
    )
    assert of_fluent(oracle, "here", "guest", [NOTHING], over=True) == {("cat",): 1}
    going_on = {("friend",): HALF, ("thief",): HALF}
    assert of_fluent(oracle, "here", "guest", [NOTHING]) == going_on
    quiet = of_fluent(oracle, "here", "guest", [NOTHING, NOTHING], over=True)
    assert quiet == {("friend",): 1}


def test_the_view_may_be_in_any_order_and_impossible() -> None:
    oracle = Oracle(SEEING)
    percepts: tuple[Term, ...] = ("same", ("was", 2), ("was", 1))
    for given in (percepts, percepts[::-1]):
        steps = [Step(("pick", 1), given)]
        assert belief(oracle, "ann", steps, over=False) == {
            frozenset({("on", 1)}): Fraction(1)
        }
    for impossible in (
        [Step(("pick", 1), percepts[:2])],
        [Step(("pick", 3), percepts)],
        [NOTHING],
    ):
        assert belief(oracle, "ann", impossible, over=False) == {}
    assert belief(oracle, "ann", [], over=True) == {}
    assert belief(oracle, "ann", [], over=False) == {oracle.initial: Fraction(1)}


def test_without_sees_the_moves_of_all_are_perceived() -> None:
    oracle = Oracle(ROCK_PAPER_SCISSORS)
    moves = ("does", "ann", "rock"), ("does", "bob", "paper")
    found = belief(oracle, "ann", [Step("rock", moves)], over=True)
    assert found == {frozenset({("won", "bob"), "over"}): Fraction(1)}


# ---- views, and legal moves that cannot be known ------------------------------


def test_histories_are_told_apart_by_views() -> None:
    oracle = Oracle(COIN)
    views = by_view(oracle, "guesser", 5)
    assert sum(map(len, views.values())) == 1 + 2 + 4
    assert [len(views[view]) for view in views] == [1, 2, 1, 1, 1, 1]
    assert [view.over for view in views] == [False, False, True, True, True, True]
    assert len([*histories(oracle, 1)]) == 3


def test_kuhn_poker_has_six_views_in_which_a_player_chooses() -> None:
    oracle = Oracle(KUHN_POKER)
    assert len([*histories(oracle, 9)]) == 55
    for role in ("ann", "bob"):
        assert unknown_legal(oracle, role, 9) is None
        place = oracle.roles.index(role)
        choosing = [
            alike
            for alike in by_view(oracle, role, 9).values()
            if len(legal_moves(oracle, alike[0])[place]) > 1
        ]
        assert len(choosing) == 6
        assert {len(alike) for alike in choosing} == {2}


def test_legal_moves_that_do_not_follow_from_the_view_are_found() -> None:
    rules = STOP_OR_GO.replace("say(C)) :- true(step(3)), side(C)",
                               "say(C)) :- true(step(3)), true(coin(C))")  # fmt: skip
    assert unknown_legal(Oracle(rules), "ann", 9) is None
    assert unknown_legal(Oracle(rules), "bob", 2) is not None
    found = unknown_legal(Oracle(rules), "bob", 9)
    assert found is not None
    one, other = found
    assert one.steps[1] == other.steps[1] == (NOTHING, Step("noop", ("go",)))
    assert {history.joints[0][2] for history in found} == {
        ("toss", "heads"), ("toss", "tails"),
    }  # fmt: skip
    assert unknown_legal(Oracle(rules), "bob", 1) is None


# ---- faults --------------------------------------------------------------------


@pytest.mark.parametrize("role", ["random", "carol"])
def test_a_role_that_perceives_nothing_is_refused(role: str) -> None:
    oracle = Oracle(STOP_OR_GO)
    wanted = rf"{role} perceives nothing: expected a role of \['ann', 'bob'\]"
    with pytest.raises(OracleError, match=wanted):
        belief(oracle, role, [], over=False)
    with pytest.raises(OracleError, match=wanted):
        by_view(oracle, role, 1)


def test_too_many_histories_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    oracle = Oracle(COIN)
    monkeypatch.setattr(beliefs, "MOST_HISTORIES", 4)
    assert len([*histories(oracle, 9)]) == 7
    monkeypatch.setattr(beliefs, "MOST_HISTORIES", 3)
    with pytest.raises(OracleError, match="more than 3 histories"):
        [*histories(oracle, 9)]
    monkeypatch.setattr(beliefs, "MOST_HISTORIES", 1)
    with pytest.raises(OracleError, match="more than 1 histories"):
        belief(oracle, "guesser", [NOTHING], over=False)


def test_a_role_without_a_move_is_a_fault_of_a_sheet() -> None:
    """By the conventions of GDL; it is not taken for the end of the game."""
    sheet = MONTY_HALL_SHEET.replace("(<= (legal random noop) (true (step 2)))", "")
    with pytest.raises(OracleError, match="random has no legal move after"):
        [*histories(Oracle(sheet, "kif"), 3)]


# ---- random games ---------------------------------------------------------------


def played(oracle: Oracle, history: History, but: int) -> Fraction:
    """Return how likely a history is if all roles but one play evenly."""
    likely, state = Fraction(1), oracle.initial
    for joint in history.joints:
        legal = [*oracle.legal(state).values()]
        for place, move in enumerate(joint):
            if oracle.roles[place] == "random":
                likely *= oracle.chances(state)[move]
            elif place != but:
                likely *= Fraction(1, len(legal[place]))
        state = oracle.successor(state, joint)
    assert state == history.state
    return likely


@pytest.mark.parametrize("seed", range(40))
def test_beliefs_of_random_games(seed: int) -> None:
    """They hold the true state, add up to 1, and are what Bayes' rule says."""
    game = percept_game(seed)
    oracle = Oracle(game.text)
    for place, role in enumerate(oracle.roles):
        if role == "random":
            continue
        for view, alike in by_view(oracle, role, game.steps).items():
            found = belief(oracle, role, view.steps, view.over)
            assert sum(found.values()) == 1
            assert found.keys() == {history.state for history in alike}
            likely = [played(oracle, history, place) for history in alike]
            for state, chance in found.items():
                here = [
                    one
                    for one, history in zip(likely, alike, strict=True)
                    if history.state == state
                ]
                assert chance == sum(here) / sum(likely)
