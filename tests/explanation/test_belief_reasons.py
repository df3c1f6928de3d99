"""Why a move is the best by what a role knows: true, readable, and nothing leaks."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hidden_texts import CARDS, COIN, KUHN_POKER, MONTY_HALL, STOP_OR_GO, SURE_COIN

import pygame_search as ps
from pygame_search.cli.app import command
from pygame_search.explanation.reasons import why_believed
from pygame_search.game import Game, State, load_text
from pygame_search.support.errors import InputError

#: To the end of these games, and so without a limit of time.
PIMC = "pimc(depth=9)"

#: A notation, a picture and words that tell what is hidden.
TOLD = (
    CARDS
    + """\
notation(bob, call, [call, against, A]) :- true(holds(ann, A)).
draw(1, 1, A) :- true(holds(ann, A)).
reason(true(holds(P, C)), [P, has, C]).
"""
)


def bob(game: Game, deal: str = "deal(1, 2)") -> State:
    return game.after(f"{deal}; bet")


def moved(state: State, source: random.Random, most: int) -> State:
    """Return the state after some random moves."""
    for _ in range(source.randrange(most)):
        if not state.terminal:
            roles = state.game.roles
            state = state.play_joint(state.drawn(role, source) for role in roles)
    return state


def test_values_in_each_state() -> None:
    """In Kuhn's poker a call wins or loses 2, and a fold loses 1."""
    reasons = bob(load_text(KUHN_POKER)).why_believed(method=PIMC)
    names = [fact for [fact] in reasons.differences]
    worth = {
        name: one.values for name, one in zip(names, reasons.possible, strict=True)
    }
    assert worth == {
        "holds(ann, 1)": {"fold": -1, "call": 2},
        "holds(ann, 3)": {"fold": -1, "call": -2},
    }
    assert (reasons.role, reasons.move, reasons.value) == ("bob", "call", 0)
    assert "2 states are possible: holds(ann, 1) (1/2) and holds(ann, 3) (1/2)." in str(
        reasons
    )
    assert (
        "call is best on average: it gives 2 with holds(ann, 1) and -2 with "
        "holds(ann, 3), 0 on average." in str(reasons)
    )
    assert "fold is worse: it gives -1 in each of them." in str(reasons)


def test_what_is_taken_for_granted_is_said() -> None:
    state = load_text(SURE_COIN).after("toss(heads)")
    face_up = str(state.why_believed(method=PIMC))
    assert "play is best on average: it gives 100 in each of them." in face_up
    assert "strategy fusion" in face_up
    assert "the others are taken to have chosen evenly so far" in face_up
    sampled = str(state.why_believed(method="ismcts(simulations=100)"))
    assert "means over random games (ismcts)" in sampled
    assert "the others are taken to have chosen evenly so far" in sampled
    exact = str(state.why_believed())
    assert "The values are exact (belief_expectimax)" in exact
    assert "strategy fusion" not in exact


def test_exact_values_are_those_of_one_plan() -> None:
    """Who does not see the coin says the same in both states: right in one of them."""
    reasons = load_text(SURE_COIN).after("toss(tails)").why_believed()
    assert (reasons.move, reasons.value) == ("take", 60)
    play = [one.values["play"] for one in reasons.possible]
    assert sorted(play) == [0, 100]
    assert "play is worse: it gives 100 with coin(heads) and 0 with coin(tails)" in str(
        reasons
    )


def test_monty_hall() -> None:
    reasons = load_text(MONTY_HALL).after("hide(1); choose(1); open(3)").why_believed()
    found = [(one.likelihood, dict(one.values)) for one in reasons.possible]
    assert found == [
        (Fraction(2, 3), {"keep": 0, "switch": 1}),
        (Fraction(1, 3), {"keep": 1, "switch": 0}),
    ]


@pytest.mark.parametrize(("text", "line", "method"), [
    (KUHN_POKER, "deal(1, 2); bet", PIMC), (MONTY_HALL, "hide(1); choose(1)", None),
])  # fmt: skip
def test_tiers_agree(text: str, line: str, method: str | None) -> None:
    one, other = (
        load_text(text, tier=tier).after(line).why_believed(method=method).as_json()
        for tier in ("clauses", "native")
    )
    assert one == other


@pytest.mark.parametrize(
    "call", ["mastermind(colours=2)", "minesweeper_small(columns=2, rows=2)"]
)
def test_states_add_up_to_the_value(call: str) -> None:
    """The exact value of a move is the mean over the states, by their likelihood."""
    game = ps.load(call)
    state = game.initial.play_joint(moves[0] for moves in game.initial.legal.values())
    reasons = state.why_believed()
    assert sum(one.likelihood for one in reasons.possible) == 1
    for move in reasons.result.moves:
        mean = sum(
            float(one.likelihood) * one.values[move.move] for one in reasons.possible
        )
        assert mean == pytest.approx(move.value)


@pytest.mark.parametrize("text", [CARDS, KUHN_POKER, STOP_OR_GO, TOLD])
@pytest.mark.parametrize("method", [PIMC, "ismcts(simulations=60)"])
def test_equal_views_have_equal_reasons(text: str, method: str) -> None:
    """Nothing of the state but the view decides what is said."""
    game = load_text(text)
    seen: dict[str, str] = {}
    compared = 0
    for seed in range(40):
        state = moved(game.initial, random.Random(seed), 4)
        for role in game.players:
            reasons = state.why_believed(role=role, method=method)
            data = json.dumps(reasons.as_json())
            view = json.dumps(state.view(role).as_json())
            compared += view in seen
            assert seen.setdefault(view, data) == data
    assert compared > 5


@pytest.mark.parametrize("text", [MONTY_HALL, SURE_COIN, COIN])
def test_equal_views_of_one_player(text: str) -> None:
    game = load_text(text)
    seen: dict[str, str] = {}
    for seed in range(30):
        state = moved(game.initial, random.Random(seed), 4)
        [role] = game.players
        data = json.dumps(state.why_believed().as_json())
        view = json.dumps(state.view(role).as_json())
        assert seen.setdefault(view, data) == data


def test_a_game_that_tells_more_says_the_same() -> None:
    """Notations, boards and words for the position are not asked."""
    plain, told = (bob(load_text(text)).why_believed(method=PIMC)
                   for text in (CARDS, TOLD))  # fmt: skip
    assert plain.as_json() == told.as_json()


def test_of_many_states_the_likeliest_are_named() -> None:
    sides = COIN.replace("side(heads). side(tails).", "side(C) :- between(1, 30, C).")
    reasons = load_text(sides).after("toss(7)").why_believed()
    text = str(reasons)
    assert "30 states are possible: coin(1) (1/30); coin(10) (1/30);" in text
    assert "24 more." in text
    assert "17 more moves can be made." in text
    assert "say(1) is best on average: it gives 100 with coin(1) and 0 in the" in text
    data = reasons.as_json()
    assert data["states"] == len(data["possible"]) == 30
    assert data["possible"][0]["facts"] == ["coin(1)"]


def test_states_that_differ_in_nothing_to_see() -> None:
    """Only what bob knows differs: for ann there is one state before the bet."""
    reasons = load_text(CARDS).initial.why_believed(role="ann", method=PIMC)
    assert "From ann's view 1 state is possible." in str(reasons)
    assert "ann can only wait" in str(reasons)


def test_the_end() -> None:
    over = bob(load_text(CARDS)).play("fold")
    reasons = over.why_believed(role="ann")
    assert (reasons.move, reasons.value, len(reasons.possible)) == (None, -1, 2)
    assert "The game is over, and is worth -1 to ann." in str(reasons)


def test_an_end_whose_goal_is_not_known() -> None:
    """The guesser of a hidden coin is not told whether he was right."""
    game = load_text(SURE_COIN)
    ends = [
        game.after(f"toss({side}); play; say(heads)") for side in ("heads", "tails")
    ]
    assert [end.goals["guesser"] for end in ends] == [100, 0]
    one, other = (end.why_believed() for end in ends)
    assert one.as_json() == other.as_json()
    assert one.value == 50
    assert "2 worlds are possible" in str(one)
    assert ends[0].best().value == ends[1].best().value == 50
    assert "it is worth 50 to guesser" in str(ends[0].best())


def test_where_it_is_refused() -> None:
    state = bob(load_text(CARDS))
    with pytest.raises(InputError, match="each role knows the position"):
        ps.load("nim").initial.why_believed()
    with pytest.raises(InputError, match="each role knows the position"):
        load_text(CARDS).face_up().initial.why_believed()
    with pytest.raises(InputError, match="hidden information"):
        state.why_believed(method="alphabeta")
    with pytest.raises(InputError, match="random gives no reasons"):
        state.why_believed(method="random")
    with pytest.raises(InputError, match="`why_believed` gives its reasons"):
        state.why_best(method="pimc")
    with pytest.raises(InputError, match="each_world has no effect without"):
        ps.load("nim").initial.best(each_world=True)


# ---- the command line ------------------------------------------------------------


def run(*words: str, typed: str = "") -> str:
    result = CliRunner().invoke(command, [*words], input=typed)
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.fixture
def kuhn(tmp_path: Path) -> str:
    path = tmp_path / "kuhn.pl"
    path.write_text(KUHN_POKER, encoding="utf-8")
    return str(path)


def test_why(kuhn: str) -> None:
    how = "--why", "--method", PIMC
    said = [run("best", kuhn, "--after", f"deal({a}, 2); bet", *how) for a in (1, 3)]
    assert said[0] == said[1]
    assert "call is best on average" in said[0]
    [data, other] = [
        json.loads(run("best", kuhn, "--after", f"deal({a}, 2); bet", *how, "--json"))
        for a in (1, 3)
    ]
    assert data == other
    assert [one["likelihood"] for one in data["possible"]] == ["1/2", "1/2"]
    assert data["text"] == said[0].rstrip("\n")


def test_how_best_in_a_session(kuhn: str) -> None:
    typed = "%move deal(1, 2); bet\nhow best --method pimc(depth=9)\n"
    assert "fold is worse: it gives -1 in each of them." in run(
        "repl", kuhn, typed=typed
    )


def test_a_notebook_shows_the_table() -> None:
    page: dict[str, Any] = why_believed(
        bob(load_text(CARDS)), method="pimc"
    )._repr_mimebundle_()
    assert "<pre" in page["text/html"]
    assert "holds(ann, 3)" in page["text/html"]
