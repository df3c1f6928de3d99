"""Equilibria by linear programming over the sequence form, and their best responses."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import count
from types import SimpleNamespace

import pytest
from click.testing import CliRunner
from hidden_texts import CARDS, STOP_OR_GO, SURE_COIN

import pygame_search as ps
from pygame_search.cli.app import command
from pygame_search.game import Game, load_text
from pygame_search.machine.unknown_legal import UnknownLegalError
from pygame_search.solving.hidden import solver
from pygame_search.solving.hidden.plans import (
    best_response,
    even_plan,
    mean_goals,
    plan_of,
)
from pygame_search.solving.hidden.regret import Stops
from pygame_search.solving.hidden.unfold import sequence_form
from pygame_search.support.errors import InputError, LimitError


def strategy(game: Game, role: str) -> dict[str, dict[str, Fraction]]:
    """Return what a role does in an equilibrium, by the line of its view."""
    choices = game.initial.equilibrium().strategies[role]
    return {
        one.view.line: dict(zip(one.moves, one.probabilities, strict=True))
        for one in choices
    }


@pytest.mark.parametrize("tier", ["clauses", "native"])
def test_one_player(tier: str) -> None:
    """The sure 60 are better than a guess, which is worth 50."""
    found = load_text(SURE_COIN, tier=tier).initial.equilibrium()
    assert found.exact == {"guesser": "60"}
    assert found.information_sets == {"guesser": 2}
    offered, playing = found.strategies["guesser"]
    assert dict(zip(offered.moves, offered.probabilities, strict=True))["take"] == 1
    assert offered.reached
    assert not playing.reached


@pytest.mark.parametrize("tier", ["clauses", "native"])
def test_two_players(tier: str) -> None:
    """Bob knows that ann stops at heads, so he says tails."""
    game = load_text(STOP_OR_GO, tier=tier)
    found = game.initial.equilibrium()
    assert found.exact == {"ann": "1/2", "bob": "-1/2"}
    assert found.exploitability == 0
    [bob] = strategy(game, "bob").values()
    assert bob["say(tails)"] == 1


def test_mixed_strategies() -> None:
    """Both move at once, and each sees the step: 1/3 for each move."""
    game = ps.load("rock_paper_scissors")
    found = game.initial.equilibrium()
    assert set(found.values.values()) == {0}
    for role in game.players:
        [own] = strategy(game, role).values()
        assert set(own.values()) == {Fraction(1, 3)}


def test_a_bet_without_a_price() -> None:
    """In the cards, the higher one wins whatever is done: 0, and all is exact."""
    assert load_text(CARDS).initial.equilibrium().exact == {"ann": "0", "bob": "0"}


def test_best_responses() -> None:
    """If bob says heads, ann goes on at tails for 1 and stops at heads for 2."""
    form = sequence_form(load_text(STOP_OR_GO)).answer
    ann, bob = form.sides
    [guess] = bob.sets
    heads = plan_of(bob, [[Fraction(int(m == "say(heads)")) for m in guess.moves]])
    value, _ = best_response(form, 0, [even_plan(ann), heads])
    assert value == Fraction(3, 2)
    # An even ann stops at half of the heads, so go means heads with 1/3.
    value, chosen = best_response(form, 1, [even_plan(ann), even_plan(bob)])
    assert guess.moves[chosen[0]] == "say(heads)"
    # bob wins 5 at heads, loses 1 at tails, and loses 2 where she stops.
    assert value == Fraction(5, 4) - Fraction(1, 2) - Fraction(1, 2)
    assert form.total == 0
    assert sum(mean_goals(form, [even_plan(ann), even_plan(bob)])) == 0


def test_the_sequence_form_counts() -> None:
    """Six deals; ann has a set for each card, bob one for each card and move."""
    form = sequence_form(load_text(CARDS)).answer
    assert [len(side.sets) for side in form.sides] == [3, 6]
    assert [side.sequences for side in form.sides] == [7, 13]
    assert form.states == 1 + 6 + 12 + 24
    assert form.sides[1].view(form.sides[1].sets[0].view).role == "bob"


#: Bob moves on if ann has said so, which he cannot know.
UNKNOWN = """\
role(ann). role(bob).
init(first).
legal(ann, left) :- true(first).
legal(ann, right) :- true(first).
legal(bob, a) :- true(went(left)).
legal(bob, b) :- true(went(right)).
legal(bob, c) :- true(went(_)).
next(went(M)) :- does(ann, M), true(first).
next(over) :- true(went(_)).
sees(ann, M) :- does(bob, M).
terminal :- true(over).
goal(ann, 1).
goal(bob, -1).
"""


def test_legal_moves_must_be_known() -> None:
    """Two histories that bob cannot tell apart are shown."""
    with pytest.raises(UnknownLegalError) as caught:
        load_text(UNKNOWN).initial.equilibrium()
    error = caught.value
    assert error.role == "bob"
    assert {line[0][0] for line in error.histories} == {"left", "right"}
    assert str(error) == (
        "bob cannot know its legal moves: after `left` and after `right` it has made "
        "and perceived the same (nothing yet), but a is legal only after the first, "
        "and b only after the second"
    )


ENDLESS = """\
role(ann). role(bob). init(at(0)).
legal(P, go) :- role(P).
legal(P, on) :- role(P).
next(at(0)).
sees(ann, M) :- does(bob, M).
terminal :- true(at(1)).
goal(ann, 0). goal(bob, 0).
"""


def test_limits() -> None:
    """Endless play, and a game that is too large for the time."""
    with pytest.raises(LimitError, match="the time is over"):
        load_text(ENDLESS).initial.equilibrium(seconds=0.2)
    alone = ENDLESS.replace("legal(P, on) :- role(P).\n", "")
    with pytest.raises(LimitError, match="longer than 1,000 steps"):
        load_text(alone).initial.equilibrium()


def test_refusals() -> None:
    """General sums, three players, and positions that are not the start."""
    unequal = STOP_OR_GO.replace("V is 0 - W", "V is 1 - 2 * W").replace(
        "constant_sum(0).", ""
    )
    with pytest.raises(InputError, match="different sums"):
        load_text(unequal).initial.equilibrium()
    third = (STOP_OR_GO + "role(eve). goal(eve, 0).\n").replace("constant_sum(0).", "")
    with pytest.raises(InputError, match="found 3 players"):
        load_text(third).initial.equilibrium()
    with pytest.raises(InputError, match="from the start only"):
        load_text(STOP_OR_GO).after("toss(heads)").equilibrium()


def test_the_command(tmp_path: pytest.TempPathFactory) -> None:
    """`solve` finds the equilibrium of a game with hidden information."""
    file = f"{tmp_path}/stop_or_go.pl"
    with open(file, "w", encoding="utf-8") as out:
        out.write(STOP_OR_GO)
    found = CliRunner().invoke(command, ["solve", file])
    assert found.exit_code == 0, found.output
    assert "ann     1/2" in found.output
    assert "exploitability 0" in found.output
    assert "perceived go" in found.output
    data = json.loads(CliRunner().invoke(command, ["solve", file, "--json"]).output)
    assert data["exact"] == {"ann": "1/2", "bob": "-1/2"}
    assert data["information_sets"] == {"ann": 1, "bob": 1}
    [guess] = data["strategies"]["bob"]
    assert guess["view"]["steps"][-1] == {"move": "noop", "percepts": ["go"]}
    refused = CliRunner().invoke(command, ["solve", file, "--role", "ann"])
    assert "--role" in refused.output + refused.stderr
    known = CliRunner().invoke(
        command, ["show", file, "--view", "bob", "--after", "toss(tails); go"]
    )
    assert "2/3" in known.output
    assert "legal: say(heads), say(tails)" in known.output


def test_no_fractions_are_tried_when_the_time_is_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The linear program is solved; what follows has bounds in decimal numbers."""
    form = sequence_form(load_text(CARDS)).answer
    ticks = count(0, 100)
    clock = SimpleNamespace(monotonic=lambda: next(ticks))
    monkeypatch.setattr(solver, "time", clock)
    found = solver.solved(form, "lp", Stops(deadline=1.0))
    assert found.method == "lp"
    assert found.lower < 0 < found.upper
    assert found.upper - found.lower < 1e-9
