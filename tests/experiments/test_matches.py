"""Matches: fair, the same wherever they are played, honest about what they prove."""

from __future__ import annotations

import fcntl
import json
import math
import multiprocessing
import os
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest import mock
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result
from games import loaded

from pygame_search.cli.app import command
from pygame_search.experiments.matches import play, statistics
from pygame_search.experiments.matches.choose import choose as choose_move
from pygame_search.experiments.matches.match import _row, assignments, match
from pygame_search.experiments.matches.openings import (
    opening,
    random_openings,
    read_openings,
)
from pygame_search.experiments.matches.play import Clock, GameItem, play_game
from pygame_search.experiments.matches.players import read_player
from pygame_search.experiments.matches.playthrough import Playthrough, load
from pygame_search.experiments.matches.skill import _gain, skill
from pygame_search.experiments.matches.statistics import (
    SequentialTest,
    bootstrap,
    elo,
    expected,
    interval_text,
    wilson,
    wilson_middle,
)
from pygame_search.game import load_text
from pygame_search.machine import native_game as native_games
from pygame_search.support.errors import InputError, LimitError, MoveError, RulesError


def run(*words: str) -> Result:
    return CliRunner().invoke(command, list(words))


def answer(*words: str) -> dict[str, Any]:
    result = run(*words, "--json")
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    assert isinstance(found, dict)
    return found


@pytest.fixture
def few_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the bootstrap, which takes longer than a small match; nobody looks at it."""
    monkeypatch.setattr(statistics, "_RESAMPLES", 10)


# ---- statistics --------------------------------------------------------------


@pytest.mark.parametrize(
    ("successes", "games", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662),  # R. Newcombe 1998, table I, method 3
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
        (29, 29, 0.8830, 1.0000),
    ],
)
def test_wilson_as_in_newcombe(
    successes: int, games: int, low: float, high: float
) -> None:
    found = wilson(successes / games, games)
    assert found == pytest.approx((low, high), abs=5e-5)
    assert sum(found) / 2 == pytest.approx(wilson_middle(successes / games, games))


def test_wilson_covers_what_it_says() -> None:
    covered = []
    for tenths in range(1, 20):
        p = tenths / 20
        covered.append(
            sum(
                math.comb(60, wins) * p**wins * (1 - p) ** (60 - wins)
                for wins in range(61)
                if wilson(wins / 60, 60)[0] <= p <= wilson(wins / 60, 60)[1]
            )
        )
    assert min(covered) > 0.92
    assert sum(covered) / len(covered) == pytest.approx(0.95, abs=0.01)
    assert wilson(0.5, 0) == (0, 1)


def test_the_bootstrap_is_near_the_normal_interval() -> None:
    source = random.Random(2)
    values = [source.choice([0.0, 0.5, 1.0]) for _ in range(400)]
    mean = sum(values) / 400
    error = (sum((v - mean) ** 2 for v in values) / 400 / 400) ** 0.5
    found = bootstrap(values)
    assert found == pytest.approx((mean - 1.96 * error, mean + 1.96 * error), abs=0.004)
    assert bootstrap(values) == found
    assert bootstrap([0.5] * 9) == (0.5, 0.5)
    assert bootstrap([]) is None


def test_elo_and_back() -> None:
    for difference in (-300, -1, 0, 70, 400):
        assert elo(expected(difference)) == pytest.approx(difference)
    assert expected(400) == pytest.approx(10 / 11)
    assert elo(0.0) == -elo(1.0) == -float("inf")


def pairs_of(difference: float, source: random.Random) -> Callable[[], float]:
    """Scores of pairs between players of a difference in Elo, half of them drawn."""
    wins = expected(difference) - 0.25

    def one() -> float:
        chance = source.random()
        return 1.0 if chance < wins else 0.5 if chance < wins + 0.5 else 0.0

    return lambda: (one() + one()) / 2


@pytest.mark.parametrize(("difference", "right"), [(0, "low"), (60, "high")])
def test_the_sequential_test_is_seldom_wrong(difference: int, right: str) -> None:
    test = SequentialTest(0, 60, alpha=0.1, beta=0.1)
    source = random.Random(3)
    verdicts, lengths = [], []
    for _ in range(120):
        pairs: list[float] = []
        draw = pairs_of(difference, source)
        while (verdict := test.verdict(pairs)) is None:
            pairs += [draw(), draw(), draw()]
        verdicts.append(verdict)
        lengths.append(len(pairs))
    assert verdicts.count(right) >= 100  # 108 are expected
    assert sum(lengths) / len(lengths) < 120


def test_the_ratio_is_that_of_the_likelihoods() -> None:
    # With two results that may come, the distribution of a mean is the only one.
    test = SequentialTest(0, 100)
    pairs = [1.0] * 300 + [0.0] * 200
    low, high = expected(0), expected(100)
    exact = 300 * math.log(high / low) + 200 * math.log((1 - high) / (1 - low))
    assert test.ratio(pairs) == pytest.approx(exact, abs=0.02)
    assert test.ratio([]) == 0
    assert test.bounds == pytest.approx((-2.944, 2.944), abs=1e-3)


def test_the_bounds_of_the_test_are_those_of_wald() -> None:
    """Each of the errors counts at its own side."""
    test = SequentialTest(0, 10, alpha=0.01, beta=0.2)
    assert test.bounds == pytest.approx((math.log(0.2 / 0.99), math.log(0.8 / 0.01)))


# ---- who plays what ----------------------------------------------------------


def test_every_assignment_comes_in_turn() -> None:
    assert assignments(2, 2) == ((0, 1), (1, 0))
    assert assignments(2, 1) == ((0,), (1,))
    assert len(assignments(3, 3)) == 6
    for seats in assignments(2, 3):
        assert set(seats) == {0, 1}
    for players, roles in ((2, 2), (2, 3), (3, 2), (4, 3), (2, 1)):
        found = assignments(players, roles)
        for player in range(players):
            for role in range(roles):
                share = sum(seats[role] == player for seats in found)
                assert share * players == len(found)


def test_colours_alternate_from_the_same_opening() -> None:
    found = match(loaded("tic_tac_toe"), ["random", "legal"], games=11)
    assert len(found.games) == 12
    assert found.rounds == 6
    assert len({game.moves[:2] for game in found.games}) == found.openings == 6
    for first, second in zip(found.games[::2], found.games[1::2], strict=True):
        assert first.assignment == (0, 1)
        assert second.assignment == (1, 0)
        assert first.moves[:2] == second.moves[:2]
        assert first.opening == second.opening == 2
        assert str(first.players["x"]) == str(second.players["o"]) == "random"


def test_all_assignments_of_two_to_three_roles() -> None:
    found = match(loaded("coins_in_a_row"), ["maxn(depth=3)", "legal"], games=6)
    assert not found.outcomes
    assert [game.assignment for game in found.games] == list(assignments(2, 3))
    for player, standing in enumerate(found.standings):
        goals = [
            goal
            for game in found.games
            for seat, goal in zip(game.assignment, game.goals.values(), strict=True)
            if seat == player and goal is not None
        ]
        assert standing.score == pytest.approx(sum(goals) / len(goals))
        assert standing.wins is None
    assert found.elo is None


# ---- what they come to -------------------------------------------------------


@pytest.mark.parametrize("tier", ["clauses", "procedural", "native"])
def test_search_beats_chance(tier: str) -> None:
    players = [f"alphabeta(depth=9, table=true)@{tier}", "random"]
    found = match(loaded("tic_tac_toe"), players, games=16, plies=1)
    searcher, chance = found.standings
    assert searcher.losses == chance.wins == 0
    assert searcher.score is not None
    assert searcher.score > 0.85
    assert searcher.interval == pytest.approx(wilson(searcher.score, 16))
    assert found.elo is not None
    assert found.elo > 250
    assert not found.failures


@pytest.mark.parametrize("name", ["hexapawn(columns=4)", "goofspiel", "skirmish"])
def test_against_itself_a_method_has_half(name: str) -> None:
    found = match(loaded(name), ["alphabeta(depth=2)"] * 2, games=10, plies=1)
    for first, second in zip(found.games[::2], found.games[1::2], strict=True):
        assert first.moves == second.moves
    assert [standing.score for standing in found.standings] == [0.5, 0.5]
    assert found.elo == 0


@pytest.mark.usefixtures("few_samples")
@pytest.mark.parametrize("name", ["goofspiel", "pig"])
def test_the_same_wherever_it_is_played(name: str) -> None:
    def play_it(**place: Any) -> object:
        players = ["expectimax(depth=1)" if name == "pig" else "alphabeta(depth=1)"]
        return match(
            loaded(name), [*players, "random"], games=6, plies=1, seed=9, **place
        )

    once = play_it()
    assert play_it() == once
    assert play_it(workers=2) == once


@pytest.mark.usefixtures("few_samples")
@pytest.mark.parametrize(
    "place",
    [
        pytest.param({}, id="processes"),
        pytest.param({"cluster": "local"}, id="dask", marks=pytest.mark.slow),
    ],
)
def test_the_games_of_a_lost_worker_are_played_again(place: dict[str, Any]) -> None:
    game, players = loaded("nim"), ["alphabeta(depth=1)", "random"]
    before = set(multiprocessing.active_children())
    told: list[int] = []

    def kill_one(number: int, _: Playthrough) -> None:
        told.append(number)
        if number == 3:
            workers = set(multiprocessing.active_children()) - before
            assert len(workers) == 2
            workers.pop().kill()

    found = match(game, players, games=16, workers=2, ended=kill_one, **place)
    assert told == list(range(1, 17))
    assert found == match(game, players, games=16)


def test_another_seed_is_another_match() -> None:
    game = loaded("tic_tac_toe")
    found = [match(game, ["random", "random"], games=6, seed=s) for s in (1, 1, 2)]
    assert found[0] == found[1]
    assert found[0].games != found[2].games


@pytest.mark.usefixtures("few_samples")
def test_a_sequential_test_ends_a_match_at_the_same_game() -> None:
    game, test = loaded("nim"), SequentialTest(0, 100)
    players = ["legal", "random"]
    found = match(game, players, games=400, test=test)
    assert (found.stopped, found.verdict) == ("test", "low")
    assert len(found.games) < 100
    pairs = [
        sum(_points(game) for game in found.games[i : i + 2]) / 2
        for i in range(0, len(found.games), 2)
    ]
    assert test.verdict(pairs) == "low"
    assert test.verdict(pairs[:-1]) is None
    assert match(game, players, games=400, test=test, workers=2) == found


def _points(game: Playthrough) -> float:
    own = list(game.goals.values())[game.assignment.index(0)]
    assert own is not None
    return (own + 1) / 2


def test_a_round_that_was_interrupted_counts_for_no_pair() -> None:
    game = loaded("tic_tac_toe")

    def interrupt(number: int, played: Playthrough) -> None:
        if number == 5:
            raise KeyboardInterrupt

    found = match(game, ["alphabeta(depth=2)", "random"], games=20, ended=interrupt)
    assert (found.stopped, len(found.games), found.rounds) == ("interrupt", 5, 2)
    own = [_points(played) for played in found.games]
    pairs = [sum(own[i : i + 2]) / 2 for i in (0, 2)]
    assert found.standings[0].bootstrap == bootstrap(pairs)
    assert found.standings[0].games == 5
    won = found.standings[0]
    assert _row(won, True)[1:] == [
        "5", str(won.wins), str(won.draws), str(won.losses), f"{won.score:.3f}",
        interval_text(won.interval, 3),
    ]  # fmt: skip
    assert (won.wins, won.draws, won.losses) == tuple(map(own.count, (1.0, 0.5, 0.0)))
    even = match(game, ["alphabeta(depth=6)", "alphabeta(depth=6)"], games=2, plies=0)
    assert [(s.wins, s.draws, s.losses) for s in even.standings] == [(0, 2, 0)] * 2


def test_what_cannot_be_asked() -> None:
    game = loaded("tic_tac_toe")
    with pytest.raises(InputError, match="expected two players or more, found 1"):
        match(game, ["random"])
    with pytest.raises(InputError, match="did you mean alphabeta"):
        match(game, ["alphabet", "random"])
    with pytest.raises(InputError, match="did you mean native"):
        match(game, ["alphabeta@nativ", "random"])
    with pytest.raises(InputError, match="at least 1 game"):
        match(game, ["random", "random"], games=0)
    with pytest.raises(InputError, match="no feature 'pawn'"):
        match(game, ["random", "random"], weights=[{"pawn": 1}, None])
    with pytest.raises(InputError, match="a sequential test is for two players"):
        match(loaded("coins_in_a_row"), ["legal", "legal"], test=SequentialTest(0, 1))
    with pytest.raises(InputError, match="cannot make its first move"):
        match(loaded("nim"), ["random", "advice"])
    with pytest.raises(InputError, match="expectimax"):
        match(loaded("pig"), ["random", "alphabeta"])


def test_weights_are_a_player_s_own() -> None:
    game = loaded("hexapawn(columns=4)")
    found = match(
        game, ["alphabeta(depth=1)"] * 2, games=8,
        weights=[None, dict.fromkeys(game.weights, -1)],
    )  # fmt: skip
    first, second = found.standings
    assert first.score is not None
    assert first.score > 0.5
    assert second.player.startswith("alphabeta(depth=1) with ")


# ---- players that fail -------------------------------------------------------


def failing(number: int, fail: Callable[[], str]) -> Any:
    """Have the player of the first role fail at its number-th move."""
    real, calls = choose_move, [0]

    def choose(state: Any, role: str, *words: Any, **more: Any) -> str:
        calls[0] += role == state.game.roles[0]
        if role == state.game.roles[0] and calls[0] == number:
            return fail()
        return real(state, role, *words, **more)

    return mock.patch.object(play, "choose", choose)


def _no_memory() -> str:
    raise MemoryError


def _too_large() -> str:
    raise LimitError("the search was too large", "size")


@pytest.mark.parametrize(
    ("fail", "kind", "why"),
    [
        (_no_memory, "error", "out of memory"),
        (_too_large, "error", "the search was too large"),
        (lambda: "mark(9, 9)", "illegal", "'mark(9, 9)' is not legal; legal: mark("),
    ],
)
def test_who_fails_loses_and_the_game_is_kept(
    fail: Callable[[], str], kind: str, why: str
) -> None:
    game = loaded("tic_tac_toe")
    with failing(2, fail):
        found = match(game, ["legal", "legal"], games=2, plies=0)
    [(number, failed)] = found.failures
    assert number == 1
    assert failed.failure is not None
    assert (failed.failure.role, failed.failure.kind) == ("x", kind)
    assert why in failed.failure.why
    assert failed.ended == "failure"
    assert failed.goals == {"x": -1, "o": 1}
    assert len(failed.moves) == 2
    assert len(found.games) == 2


@pytest.mark.parametrize("whole", [False, True])
def test_out_of_time(whole: bool) -> None:
    game = loaded("tic_tac_toe")
    players = tuple(read_player(name, game) for name in ("minimax(depth=2)", "legal"))
    item = GameItem(game.initial, players, (0, 1), clock=Clock(1e-9, whole))
    with mock.patch.object(play, "MARGIN", 0.0):
        found = play_game(item)
    assert found.failure is not None
    assert (found.failure.role, found.failure.kind) == ("x", "time")
    assert "out of time" in found.failure.why
    assert found.goals == {"x": -1, "o": 1}


def test_no_clock_counts_how_a_network_is_made() -> None:
    made = []

    def choose(state: Any, role: str, *words: Any, **more: Any) -> str:
        made.append(state.game in native_games._GAMES)
        return str(state.legal[role][0])

    game = load_text(loaded("nim(heaps=[1, 2])").book.text)
    player = read_player("deepening@native", game)
    item = GameItem(game.initial, (player, player), (0, 1), clock=Clock(5))
    with mock.patch.object(play, "choose", choose):
        play_game(item)
    assert made
    assert all(made)


def test_the_clock_is_told_to_the_methods() -> None:
    given = []

    def choose(state: Any, role: str, *words: Any, **more: Any) -> str:
        given.append(more["seconds"])
        return str(state.legal[role][0])

    game = loaded("tic_tac_toe")
    player = read_player("deepening", game)
    with mock.patch.object(play, "choose", choose):
        for clock in (Clock(0.25), Clock(100, whole=True), None):
            play_game(GameItem(game.initial, (player, player), (0, 1), clock=clock))
    assert given[0] == 0.25
    assert given[-1] == play.USUAL_SECONDS
    assert 4.9 < given[given.index(5.0)] <= 5.0
    assert Clock(10, whole=True).given([9.0, 0.99]) == 0.01


def test_a_clock_is_for_a_move_or_for_a_game() -> None:
    move, whole = Clock(1), Clock(10, whole=True)
    assert [move.given(used) for used in ([], [9])] == [1, 1]
    given = [whole.given(used) for used in ([], [3, 1], [9.999], [20])]
    assert given == pytest.approx([0.5, 0.3, 0.01, 0.01])
    late = 1 + play.MARGIN + 0.01
    assert [move.over([8, took]) for took in (1, late)] == [False, True]
    assert [whole.over([4, 5, took]) for took in (1, late)] == [False, True]


def test_a_start_clock_is_for_the_first_move() -> None:
    move, whole = Clock(1, start=5), Clock(10, whole=True, start=5)
    assert [move.given(used) for used in ([], [3])] == [6, 1]
    given = [whole.given(used) for used in ([], [3], [5, 4])]
    assert given == pytest.approx([5.5, 0.5, 0.3])
    late = play.MARGIN + 0.01
    assert [move.over([6 + more]) for more in (0, late)] == [False, True]
    assert [move.over([2, 1 + more]) for more in (0, late)] == [False, True]
    assert [whole.over([5, 10 + more]) for more in (0, late)] == [False, True]
    assert [whole.over([2, 10 + more]) for more in (0, late)] == [False, True]


def test_a_start_clock_needs_a_clock() -> None:
    result = run("match", "nim", "legal", "random", "--start-clock", "3")
    assert result.exit_code == 2
    assert "no effect without --time or --game-clock" in result.output
    words = "match", "nim", "legal", "random", "--start-clock", "3", "--time", "1"
    assert "2 games of nim" in run(*words, "--games", "2").output


def test_endless_games_are_drawn() -> None:
    rules = """
        role(a). role(b). init(control(a)).
        legal(P, stay) :- true(control(P)).
        next(control(b)) :- true(control(a)).
        next(control(a)) :- true(control(b)).
        terminal :- true(over).
        next(over) :- does(a, never).
        legal(a, never) :- true(over).
        goal(a, 1) :- true(over). goal(b, -1) :- true(over).
        goal(a, -1) :- true(lost). goal(b, 1) :- true(lost).
    """
    game = load_text(rules)
    item = GameItem(
        game.initial, tuple(read_player("legal", game) for _ in "ab"), (0, 1), longest=7
    )
    found = play_game(item)
    assert (found.ended, len(found.moves)) == ("endless", 7)
    assert found.goals == {"a": None, "b": None}


#: After the first move the role random has no legal one, and the game is not over.
STUCK = """
    (role a) (role b) (role random)
    (init (n 0)) (<= (next (n 1)) (true (n 0))) (<= terminal (true (n 2)))
    (<= (legal ?p go) (true (n 0)) (role ?p)) (legal a go) (legal b go)
    (<= (goal ?p 0) (role ?p))
"""


@pytest.mark.parametrize("plies", [0, 2])
def test_a_role_without_a_move(plies: int) -> None:
    game = load_text(STUCK, syntax="kif")
    with pytest.raises(RulesError, match="no move is legal for random in a state"):
        match(game, ["legal", "random"], games=2, plies=plies)


# ---- openings ----------------------------------------------------------------


def test_openings_lead_to_different_positions() -> None:
    start = loaded("tic_tac_toe(columns=2)").initial
    found = random_openings(start, 2, 100, random.Random(1))
    assert len(found) == 6 * 5
    ends = {start.game.after([f"[{', '.join(j)}]" for j in moves]) for moves in found}
    assert len(ends) == 6 * 5
    assert random_openings(start, 2, 5, random.Random(1)) == found[:5]
    assert random_openings(start, 0, 5, random.Random(1)) == ((),)
    with pytest.raises(InputError, match="openings of 10 plies"):
        random_openings(start, 10, 5, random.Random(1))


def test_openings_of_a_file(tmp_path: Path) -> None:
    start = loaded("tic_tac_toe").initial
    file = tmp_path / "openings"
    file.write_text("% corners\nmark(1, 1); mark(3,3)\n\nmark(2, 2) % the middle\n")
    found = read_openings(file, start)
    assert found == (
        (("mark(1, 1)", "noop"), ("noop", "mark(3, 3)")),
        (("mark(2, 2)", "noop"),),
    )
    played = match(start.game, ["legal", "random"], games=6, openings=found)
    assert [game.opening for game in played.games] == [2, 2, 1, 1, 2, 2]
    file.write_text("mark(1, 1)\nmark(1, 1); mark(1, 1)\n")
    with pytest.raises(MoveError, match=r"openings:2:13: move 2: .* is no legal"):
        read_openings(file, start)
    file.write_text("% none\n")
    with pytest.raises(InputError, match="expected openings, one a line, found none"):
        read_openings(file, start)
    with pytest.raises(InputError, match="cannot be read"):
        read_openings(tmp_path / "none", start)
    moves = ["mark(1,1)", "mark(2,1)", "mark(1,2)", "mark(2,2)", "mark(1,3)"]
    with pytest.raises(InputError, match="end the game"):
        opening(moves, start)
    with pytest.raises(MoveError):
        opening(["mark(4, 4)"], start)


# ---- saved games -------------------------------------------------------------


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    folder = tmp_path / "games"
    found = answer(
        "match", "hexapawn(columns=4)", "alphabeta(depth=2)", "random", "--games", "4",
        "--save", str(folder),
    )  # fmt: skip
    assert found["games"] == 4
    assert [file.name for file in sorted(folder.iterdir())] == [
        f"000{n}.json" for n in (1, 2, 3, 4)
    ]
    return folder / "0001.json"


def test_a_saved_game_reads_back_and_replays(saved: Path) -> None:
    game = loaded("hexapawn(columns=4)")
    [first, *_] = match(game, ["alphabeta(depth=2)", "random"], games=4).games
    kept = load(saved)
    assert kept == first
    states = kept.states(game)
    assert states[-1].terminal
    assert states[-1].goals == kept.goals
    assert all(not state.terminal for state in states[:-1])
    assert kept.seconds.keys() == set(game.roles)


def test_a_saved_game_is_shown(saved: Path) -> None:
    kept = load(saved)
    whole = run("show", str(saved)).stdout
    assert "white: alphabeta(depth=2), black: random" in whole
    assert f"{len(kept.moves)}. " in whole
    assert whole.count("(opening)") == 2
    assert "The game is over: " in whole
    data = answer("show", str(saved))
    assert len(data["boards"]) == len(kept.moves) + 1
    for ply in (0, 3):
        moves = "; ".join(f"[{', '.join(j)}]" for j in kept.moves[:ply])
        words = ["--after", moves] if moves else []
        position = answer("show", "hexapawn(columns=4)", *words)
        assert answer("show", str(saved), "--ply", str(ply)) == position
    late = run("show", str(saved), "--ply", "99")
    assert late.exit_code == 2
    assert f"expected at most its {len(kept.moves)} moves" in late.stderr


def test_the_tree_of_a_saved_game(saved: Path) -> None:
    kept = load(saved)
    moves = "; ".join(f"[{', '.join(j)}]" for j in kept.moves[:2])
    asked = run(
        "tree", "hexapawn(columns=4)", "--after", moves, "--method",
        "alphabeta(depth=2)",
    )  # fmt: skip
    assert asked.exit_code == 0
    assert run("tree", str(saved)).stdout == asked.stdout
    assert run("tree", str(saved), "--ply", "2").stdout == asked.stdout
    for words, message in (
        (["tree", str(saved.with_name("0002.json"))], "random does not look ahead"),
        (["tree", str(saved), "--method", "minimax"], "a saved game has its own"),
        (["show", str(saved), "--after", "x"], "a saved game has its own"),
        (["tree", "hexapawn", "--ply", "1"], "only a saved game has plies"),
        (["show", "hexapawn", "--ply", "1"], "only a saved game has plies"),
    ):
        found = run(*words)
        assert found.exit_code == 2
        assert message in found.stderr


def _set(name: str, value: object) -> Callable[[dict[str, Any]], None]:
    return lambda data: data.__setitem__(name, value)


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (_set("version", 2), "version: expected 1, found 2"),
        (lambda data: data.pop("moves"), "expected 'moves'"),
        (_set("moves", 3), "moves: expected a list of lists of texts, found 3"),
        (_set("moves", [["noop"]]), "move 1: expected one for each of white, black"),
        (_set("opening", 99), "opening: expected at most the"),
        (lambda data: data["moves"].pop(), "found white"),
        (lambda data: data["moves"].reverse(), "move 1: "),
        (_set("goals", {"white": 1}), "goals: expected those of white, black"),
        (_set("position", ["halt"]), "position: "),
        (_set("players", {"white": 3, "black": None}), "players: white: expected"),
        (_set("failure", 3), "failure: expected a JSON object or null, found 3"),
        (_set("parameters", {"columns": 4}), "parameters: columns: expected a text"),
        (_set("game", "hexapawm"), "no game is called 'hexapawm"),
    ],
)  # fmt: skip
def test_damaged_games_are_told(
    saved: Path, damage: Callable[[dict[str, Any]], None], message: str
) -> None:
    data = json.loads(saved.read_text())
    damage(data)
    saved.write_text(json.dumps(data))
    for command_name in ("show", "tree"):
        found = run(command_name, str(saved))
        assert found.exit_code == 2, found.output
        assert message in found.stderr


def test_a_game_that_is_over_is_not_said_to_go_on(saved: Path) -> None:
    data = json.loads(saved.read_text())
    data["ended"] = "endless"
    saved.write_text(json.dumps(data))
    found = run("show", str(saved))
    assert found.exit_code == 2
    assert "goals: the moves lead to white" in found.stderr


def test_changed_rules_are_told(saved: Path) -> None:
    data = json.loads(saved.read_text())
    data["rules"] = "0" * 64
    saved.write_text(json.dumps(data))
    found = run("show", str(saved))
    assert found.exit_code == 0
    assert "the rules have changed since it was played" in found.stderr
    data["moves"].reverse()
    saved.write_text(json.dumps(data))
    found = run("show", str(saved))
    assert found.exit_code == 2
    assert "the rules have changed since it was played" in found.stderr


def test_half_a_file_is_told(saved: Path) -> None:
    saved.write_text(saved.read_text()[:200])
    found = run("show", str(saved))
    assert found.exit_code == 2
    assert "expected JSON" in found.stderr


def test_games_are_not_written_over(saved: Path) -> None:
    found = run("match", "nim", "random", "legal", "--save", str(saved.parent))
    assert found.exit_code == 2
    assert "expected an empty folder for the games" in found.stderr


def test_two_matches_do_not_share_a_folder(tmp_path: Path) -> None:
    words = ["match", "nim", "random", "legal", "--games", "2", "--save", str(tmp_path)]
    handle = os.open(tmp_path, os.O_RDONLY)
    fcntl.flock(handle, fcntl.LOCK_EX)
    found = run(*words)
    assert found.exit_code == 2
    assert "another match writes its games there" in found.stderr
    os.close(handle)
    assert run(*words).exit_code == 0


@pytest.mark.usefixtures("few_samples")
def test_a_match_in_a_session() -> None:
    text = "%move mark(2, 2)\n%match legal random --games 2 --workers 2\n"
    told = CliRunner().invoke(command, ["repl", "tic_tac_toe"], input=text)
    assert told.exit_code == 0, told.output
    assert "2 games of tic_tac_toe" in told.stdout
    assert "legal against random: " in told.stdout


# ---- skill -------------------------------------------------------------------


@pytest.mark.usefixtures("few_samples")
def test_depth_is_strength() -> None:
    game = loaded("tic_tac_toe")
    found = skill(game, "alphabeta", values=(1, 3, 4), games=10, plies=1)
    assert [point.value for point in found.points] == [1, 3, 4]
    first, second, third = found.points
    assert (first.rating, first.interval, first.standing) == (0.0, (0.0, 0.0), None)
    assert second.rating is not None
    assert second.rating > 0
    assert third.rating == pytest.approx(second.rating + (third.gain or 0))
    widths = [high - low for low, high in (p.interval or (0, 0) for p in found.points)]
    assert widths == sorted(widths)
    # Independent errors: their squares add up. The own one of the third is that of a
    # curve that begins with the second.
    errors = [_gain(p.standing)[1] for p in (second, third) if p.standing is not None]
    assert widths[2] / widths[1] == pytest.approx(math.hypot(*errors) / errors[0])
    assert second.standing is not None
    assert second.standing.score is not None
    assert second.gain == pytest.approx(elo(wilson_middle(second.standing.score, 10)))


@pytest.mark.usefixtures("few_samples")
def test_strength_against_one_opponent() -> None:
    game = loaded("nim")
    found = skill(game, "alphabeta", values=(1, 3), against="random", games=12)
    [first] = skill(
        game, "alphabeta", values=(1,), against="random", games=12, workers=2
    ).points
    assert first == found.points[0]
    assert found.unit == "score"
    assert all(point.rating is None for point in found.points)
    assert all(0.5 < point.strength <= 1 for point in found.points)


def test_strength_is_a_goal_where_there_are_no_outcomes() -> None:
    goals = skill(
        loaded("coins_in_a_row"), "maxn", values=(2,), against="random", games=6
    )
    assert goals.unit == "goal"


def test_four_depths_are_compared_where_none_are_named() -> None:
    found = skill(loaded("nim(heaps=[1, 2])"), "alphabeta", games=2)
    assert [point.value for point in found.points] == [1, 2, 3, 4]


def test_what_skill_cannot_vary() -> None:
    game = loaded("tic_tac_toe")
    for method, more, message in (
        ("alphabeta(depth=2)", {}, "depth is what is varied"),
        ("legal", {}, "legal has no parameters"),
        ("alphabeta", {"parameter": "dept"}, "did you mean depth"),
        ("alphabeta", {"values": (0, 1)}, "expected a depth of at least 1 ply"),
        ("alphabeta", {"values": (1,)}, "expected two values or more, found 1"),
    ):
        with pytest.raises(InputError, match=message):
            skill(game, method, **more)
    with pytest.raises(InputError, match="name an opponent"):
        skill(loaded("coins_in_a_row"), "maxn")


@pytest.mark.usefixtures("few_samples")
def test_the_curve_of_skill(tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("a.svg", "b.svg", "c.png")]
    words = [word for file in files for word in ("--plot", str(file))]
    found = answer(
        "skill", "tic_tac_toe", "alphabeta", "--values", "1,2", "--games", "4", *words
    )
    assert found["unit"] == "Elo"
    assert [point["value"] for point in found["points"]] == [1, 2]
    first, second, picture = (file.read_bytes() for file in files)
    assert first == second
    assert ElementTree.fromstring(first).tag.endswith("svg")
    assert picture.startswith(b"\x89PNG")
    for name, message in (
        ("d.pdf", "expected a picture in .svg or .png"),
        ("none/d.svg", "expected a folder that is there"),
    ):
        told = run(
            "skill", "nim", "alphabeta", "--values", "1,2", "--games", "2", "--plot",
            str(tmp_path / name),
        )  # fmt: skip
        assert told.exit_code == 2
        assert message in told.stderr


def test_a_curve_without_matplotlib() -> None:
    with mock.patch.dict("sys.modules", {"matplotlib": None}):
        told = run("skill", "nim", "alphabeta", "--plot", "x.svg")
    assert told.exit_code == 2
    assert "pip install 'pygame_search[plots]'" in told.stderr
