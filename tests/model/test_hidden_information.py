"""Games with `sees`: no search without a word, all cards face up when it is said."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import pygame_search as ps
from pygame_search.cli.app import command
from pygame_search.experiments.learning.learn import learn
from pygame_search.experiments.matches.match import match
from pygame_search.experiments.matches.skill import skill
from pygame_search.explanation.questions import ask
from pygame_search.explanation.reasons import why_best
from pygame_search.game import Game, load_text
from pygame_search.model.rules import FACE_UP
from pygame_search.search.core.methods import METHODS
from pygame_search.search.monte_carlo.playouts import playouts
from pygame_search.search.perft import perft
from pygame_search.solving.certificate import save_certificate
from pygame_search.solving.solve import solve
from pygame_search.solving.verify import verify
from pygame_search.support.errors import InputError

#: The guesser does not see the coin: whatever is said is right in half of all games.
COIN = """\
role(guesser). role(random).
init(step(1)).
legal(random, toss(heads)) :- true(step(1)).
legal(random, toss(tails)) :- true(step(1)).
legal(guesser, say(heads)) :- true(step(2)).
legal(guesser, say(tails)) :- true(step(2)).
next(coin(X)) :- does(random, toss(X)).
next(coin(X)) :- true(coin(X)).
next(said(X)) :- does(guesser, say(X)).
next(step(M)) :- true(step(N)), M is N + 1, M =< 3.
terminal :- true(step(3)).
goal(guesser, 100) :- true(said(X)), true(coin(X)).
goal(guesser, 0) :- true(said(X)), true(coin(Y)), X \\== Y.
goal(random, 0).
sees(guesser, nothing) :- does(guesser, say(_)).
"""

#: Without chance: the second has to guess what the first has chosen.
GUESS = """\
role(first). role(second).
init(step(1)).
legal(first, N) :- true(step(1)), between(1, 2, N).
legal(second, N) :- true(step(2)), between(1, 2, N).
next(chosen(N)) :- does(first, N), true(step(1)).
next(chosen(N)) :- true(chosen(N)).
next(guessed(N)) :- does(second, N), true(step(2)).
next(step(2)) :- true(step(1)).
next(step(3)) :- true(step(2)).
terminal :- true(step(3)).
right :- true(chosen(N)), true(guessed(N)).
goal(first, 0) :- right.
goal(first, 100) :- \\+ right.
goal(second, 100) :- right.
goal(second, 0) :- \\+ right.
sees(first, chose(N)) :- does(first, N).
feature(first, low, N) :- true(chosen(N)), N < 2.
weight(low, 1).
"""


def run(*words: str) -> Result:
    return CliRunner().invoke(command, list(words))


@pytest.fixture
def coin(tmp_path: Path) -> str:
    path = tmp_path / "coin.pl"
    path.write_text(COIN, encoding="utf-8")
    return str(path)


@pytest.fixture
def guess(tmp_path: Path) -> str:
    path = tmp_path / "guess.pl"
    path.write_text(GUESS, encoding="utf-8")
    return str(path)


# ---- what hides information ---------------------------------------------------


def test_sees_hides_information() -> None:
    assert load_text(COIN).hidden
    assert load_text(GUESS).hidden
    assert not load_text("".join(GUESS.split("sees(")[0])).hidden
    assert not ps.load("tic_tac_toe").hidden


def test_who_plays_alone_knows_the_state() -> None:
    alone = """role(a). init(at(1)).
        legal(a, go) :- true(at(1)).
        next(at(2)) :- does(a, go).
        terminal :- true(at(2)). goal(a, 100) :- true(at(2)). goal(a, 0) :- true(at(1)).
        sees(a, nothing) :- does(a, go)."""
    game = load_text(alone)
    assert not game.hidden
    assert game.path().found


def test_the_same_in_kif() -> None:
    kif = """(role a) (role b) (init (on a))
        (<= (legal a go) (true (on a))) (<= (legal b noop) (true (on a)))
        (<= (next (off ?r)) (does ?r go)) (<= terminal (true (off a)))
        (<= (goal a 100) terminal) (<= (goal b 0) terminal)
        (<= (sees b x) (does a go))"""
    game = load_text(kif)
    assert game.hidden
    with pytest.raises(InputError, match="hidden information"):
        game.initial.best(depth=2)


# ---- every search refuses -----------------------------------------------------

SEARCHING = [
    name for name, method in METHODS.items() if method.searches and not method.informed
]


@pytest.mark.parametrize("name", SEARCHING)
def test_no_method_searches(name: str) -> None:
    game = load_text(GUESS)
    for tier in METHODS[name].tiers:
        with pytest.raises(InputError, match=r"hidden information.*face_up"):
            game.initial.best(method=name, tier=tier)


DOORS: dict[str, Callable[[Game], object]] = {
    "best": lambda game: game.initial.best(depth=2),
    "why": lambda game: why_best(game.initial, depth=2),
    "solve": lambda game: solve(game.initial),
    "solve natively": lambda game: solve(game.initial, tier="native"),
    "match": lambda game: match(game, ["random", "alphabeta(depth=1)"], games=2),
    "skill": lambda game: skill(game, "alphabeta", values=[1, 2], games=2),
    "learn": lambda game: learn(game, games=4, tier="procedural"),
    "best_move": lambda game: ask(game.after("1"), "best_move(second, M, V)"),
    "minimax": lambda game: ask(game.after("1"), "minimax(1, M, V)"),
}


@pytest.mark.parametrize("door", DOORS)
def test_every_door_is_closed(door: str) -> None:
    with pytest.raises(InputError, match=r"hidden information.*face up"):
        DOORS[door](load_text(GUESS))


@pytest.mark.parametrize(
    "words",
    [
        ["best", "--depth", "3"],
        ["best", "--method", "uct"],
        ["best", "--why", "--depth", "2"],
        ["tree", "--method", "minimax(depth=2)"],
        ["learn", "--games", "4"],
        ["match", "random", "alphabeta(depth=1)", "--opening-plies", "0"],
        ["skill", "expectimax", "--against", "random"],
        ["play", "--player", "guesser=alphabeta"],
        ["ask", "best_move(R, M, V)"],
        ["explain", "best_move(R, M, V)"],
    ],
    ids=" ".join,
)
def test_the_command_line_refuses(coin: str, words: list[str]) -> None:
    result = run(words[0], coin, *words[1:])
    assert result.exit_code == 2, result.output
    assert "hidden information" in result.stderr
    assert "--open" in result.stderr
    assert "100" not in result.stdout


def test_compare_refuses(coin: str) -> None:
    assert "hidden information" in run("compare", "expectimax", coin).stderr


def test_moves_of_a_certificate_are_not_taken(guess: str, tmp_path: Path) -> None:
    """It was made with all cards face up."""
    file = tmp_path / "found.cert"
    save_certificate(solve(ps.load(guess).face_up().initial, strength="strong"), file)
    result = run("best", guess, "--from", str(file))
    assert "hidden information" in result.stderr
    assert run("best", guess, "--from", str(file), "--open").exit_code == 0
    told = run("verify", str(file))
    assert told.exit_code == 0
    assert FACE_UP in told.stdout
    assert verify(file).as_json()["notes"] == [FACE_UP]


# ---- what needs no search stays ------------------------------------------------


def test_playing_goes_on(coin: str) -> None:
    game = ps.load(coin)
    assert [level.nodes for level in perft(game.initial, 2)] == [2, 4]
    for tier in ("clauses", "procedural", "native"):
        found = playouts(game.initial, games=200, tier=tier)
        assert 30 < found.goals["guesser"] < 70
    assert game.after("toss(heads)").best(method="legal").move == "say(heads)"
    for words in (
        ["show", coin],
        ["check", coin],
        ["perft", coin],
        ["convert", coin, "kif"],
    ):
        assert run(*words).exit_code == 0, words
    played = match(load_text(GUESS), ["random", "legal"], games=4, plies=0)
    assert len(played.games) == 4
    assert played.notes == ()


def test_people_play_and_a_hint_knows_what_they_know(guess: str) -> None:
    words = ["play", guess, "--time", "0.1"]
    result = CliRunner().invoke(command, words, input="hint\n1\n")
    assert "first: human, second: ismcts" in result.stdout
    assert "ismcts would play" in result.stdout
    assert "The game is over" in result.stdout


# ---- all cards face up ---------------------------------------------------------


def test_face_up_is_said_in_results() -> None:
    game = load_text(COIN).face_up()
    found = game.initial.best(depth=3)
    assert (found.value, found.notes) == (100, (FACE_UP,))
    assert found.as_json()["notes"] == [FACE_UP]
    assert game.initial.best(method="uct(simulations=50)").notes == (FACE_UP,)
    reasons = why_best(game.after("toss(heads)"), depth=1)
    assert FACE_UP in reasons.text()
    assert reasons.as_json()["notes"] == [FACE_UP]
    two = load_text(GUESS).face_up()
    for tier in ("clauses", "procedural", "native"):
        solved = solve(two.initial, tier=tier)
        assert solved.value == 0
        assert solved.as_json()["notes"] == [FACE_UP]
    proved = two.initial.best(method="proof_number")
    assert proved.notes == (FACE_UP,)
    played = match(two, ["random", "alphabeta(depth=2)"], games=2, plies=0)
    assert played.as_json()["notes"] == [FACE_UP]
    assert learn(two, games=40, tier="procedural").as_json()["notes"] == [FACE_UP]
    assert ask(two.after("1"), "minimax(1, 1, V)").answers == ({"V": "100"},)


def test_without_hidden_information_nothing_is_said() -> None:
    game = ps.load("nim(heaps=[1, 2])")
    assert game.face_up() is game
    assert game.initial.best().notes == ()
    assert "notes" not in game.initial.best().as_json()


def test_face_up_travels() -> None:
    game = load_text(COIN).face_up()
    assert game.face_up() is game
    assert pickle.loads(pickle.dumps(game)).cards_up
    assert copy.deepcopy(game) is game
    covered = load_text(COIN)
    assert covered.face_up() is covered.face_up()
    assert not covered.cards_up
    assert not pickle.loads(pickle.dumps(covered)).cards_up
    assert covered.face_up().own(covered.initial).best(depth=2).value == 100


@pytest.mark.parametrize(
    "words",
    [
        ["best", "--depth", "2"],
        ["best", "--why", "--depth", "2"],
        ["tree", "--method", "minimax(depth=2)"],
        ["tree", "--depth", "2", "--format", "svg"],
        ["solve"],
        ["learn", "--games", "40", "--tier", "procedural"],
        ["match", "legal", "alphabeta(depth=1)", "--opening-plies=0", "--games=2"],
        ["skill", "alphabeta", "--values=1-2", "--games=2", "--opening-plies=0"],
        ["ask", "best_move(R, M, V)"],
        ["explain", "best_move(R, M, V)"],
        ["play", "--player", "first=legal", "--player", "second=legal"],
    ],
    ids=" ".join,
)
def test_face_up_is_said_by_the_command_line(guess: str, words: list[str]) -> None:
    result = run(words[0], guess, *words[1:], "--open")
    assert result.exit_code == 0, result.output
    assert FACE_UP in result.stdout
    if "svg" not in words:
        data: dict[str, Any] = json.loads(
            run(words[0], guess, *words[1:], "--open", "--json").stdout
        )
        assert data["notes"] == [FACE_UP]


def test_compare_says_it(coin: str) -> None:
    words = ["compare", "expectimax", coin, "--depth", "2", "--open"]
    assert FACE_UP in run(*words).stdout
    assert json.loads(run(*words, "--json").stdout)["notes"] == [FACE_UP]


def test_open_is_of_no_use_elsewhere() -> None:
    result = run("best", "nim", "--open")
    assert result.exit_code == 2
    assert "--open has no effect without hidden information" in result.stderr


# ---- a session ----------------------------------------------------------------


def session(words: list[str], *lines: str) -> Result:
    text = "".join(f"{line}\n" for line in lines)
    return CliRunner().invoke(command, ["repl", *words], input=text)


def test_a_session_refuses(guess: str) -> None:
    asked = session([guess], "best_move(R, M, V).", "%best --depth 2", "%hint")
    assert asked.stderr.count("hidden information") == 2
    result = session([guess], "%move 1", "%best --depth 2 --open", "legal(P, M).")
    assert FACE_UP in result.stdout
    assert "P = second, M = 1" in result.stdout


def test_a_session_with_all_cards_face_up(guess: str) -> None:
    result = session(
        [guess, "--open"], "%best --depth 2", "%move 1", "best_move(R, M, V)."
    )
    assert FACE_UP in result.stdout
    assert "R = second, M = 1, V = 100" in result.stdout
    assert not result.stderr
