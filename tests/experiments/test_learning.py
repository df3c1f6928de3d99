"""Weights that are learned: the definitions, small games, files, the command line."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from games import loaded
from numpy.typing import NDArray

from pygame_search import load
from pygame_search.cli.app import command
from pygame_search.cli.options import Weighing
from pygame_search.experiments.learning.exercise import (
    Episode,
    Exercise,
    goal_ranges,
    play,
)
from pygame_search.experiments.learning.learn import Learned, _Regression, learn
from pygame_search.experiments.learning.updates import (
    LINEAR,
    LOGISTIC,
    Squash,
    logistic_regression,
    td_lambda,
    whole_numbers,
)
from pygame_search.experiments.matches.match import match
from pygame_search.experiments.matches.players import read_player
from pygame_search.experiments.weights import Weights, weights_for
from pygame_search.experiments.weights import load as load_weights
from pygame_search.game import Game
from pygame_search.model.rules import rules_hash
from pygame_search.model.scores import WIN
from pygame_search.search.best import best
from pygame_search.support.errors import InputError, LimitError

Floats = NDArray[np.float64]

#: Each puts three coins, of gold or tin, painted red or not; more gold wins.
COINS = """
role(p). role(q).
init(turn(p, 1)).
bit(0). bit(1).
legal(P, put(K, C)) :- true(turn(P, _)), bit(K), bit(C).
legal(P, wait) :- role(P), \\+ moves(P).
moves(P) :- true(turn(P, _)).
next(turn(q, N)) :- true(turn(p, N)).
next(turn(p, M)) :- true(turn(q, N)), M is N + 1.
next(coin(P, N, K, C)) :- does(P, put(K, C)), true(turn(P, N)).
next(coin(P, N, K, C)) :- true(coin(P, N, K, C)).
terminal :- true(turn(p, 4)).
goal(P, 1) :- gold(P, N), other(P, Q), gold(Q, M), N > M.
goal(P, 0) :- gold(P, N), other(P, Q), gold(Q, N).
goal(P, -1) :- gold(P, N), other(P, Q), gold(Q, M), N < M.
other(p, q). other(q, p).
gold(P, N) :- role(P), count(I, true(coin(P, I, 1, _)), N).
feature(P, gold, I) :- true(coin(P, I, 1, _)).
feature(P, red, I) :- true(coin(P, I, _, 1)).
weight(gold, 1).
weight(red, 1).
"""


@pytest.fixture(scope="module")
def coins(tmp_path_factory: pytest.TempPathFactory) -> Game:
    file = tmp_path_factory.mktemp("rules") / "coins.pl"
    file.write_text(COINS)
    return load(str(file))


def by_definition(
    weights: Floats,
    features: Floats,
    outcome: float,
    decay: float,
    step: float,
    squash: Squash,
) -> Floats:
    """Return Sutton's sums (1988, equation 4), term by term."""
    values = [float(squash.value(row @ weights)) for row in features] + [outcome]
    change = np.zeros_like(weights)
    for t in range(len(features)):
        for k in range(t + 1):
            slope = squash.slope(np.array(values[k]))
            gradient = slope * features[k]
            change += step * (values[t + 1] - values[t]) * decay ** (t - k) * gradient
    return change


# ---- TD(lambda) --------------------------------------------------------------


def test_td_of_a_game_by_hand() -> None:
    # P = 1/2 throughout: all there is to learn comes with the outcome.
    rows = np.array([[1.0, 0.0], [0.0, 2.0]])
    change = td_lambda(np.zeros(2), rows, 1.0, decay=0.5, step=1.0)
    assert change == pytest.approx([0.5 * 0.5 * 0.25, 0.5 * 0.25 * 2])
    # Linear, from weights that predict 1 and 4: errors 3 and -4, traces 1 and (1/2, 2).
    weights = np.array([1.0, 2.0])
    change = td_lambda(weights, rows, 0.0, decay=0.5, step=0.1, squash=LINEAR)
    assert change == pytest.approx([0.1 * (3 * 1 - 4 * 0.5), 0.1 * (-4 * 2)])


@pytest.mark.parametrize("squash", [LINEAR, LOGISTIC])
@pytest.mark.parametrize("decay", [0.0, 0.3, 0.9, 1.0])
def test_td_is_what_sutton_defines(decay: float, squash: Squash) -> None:
    source = np.random.default_rng(1)
    for length in (1, 2, 7):
        features = source.normal(size=(length, 3))
        weights = source.normal(size=3)
        found = td_lambda(weights, features, 0.7, decay=decay, step=0.2, squash=squash)
        expected = by_definition(weights, features, 0.7, decay, 0.2, squash)
        assert found == pytest.approx(expected)


def test_td_1_is_the_rule_of_widrow_and_hoff() -> None:
    source = np.random.default_rng(2)
    features, weights = source.normal(size=(9, 4)), source.normal(size=4)
    found = td_lambda(weights, features, 1.0, decay=1.0, step=0.1, squash=LINEAR)
    assert found == pytest.approx(0.1 * (1.0 - features @ weights) @ features)


@pytest.mark.parametrize("decay", [0.0, 0.5])
def test_td_learns_the_random_walk(decay: float) -> None:
    """Sutton's example: states B to F have the values 1/6 to 5/6."""
    source = np.random.default_rng(3)
    weights = np.full(5, 0.5)
    rows = np.eye(5)
    for number in range(2000):
        place, walk = 2, []
        while 0 <= place < 5:
            walk.append(place)
            place += int(source.integers(2)) * 2 - 1
        weights += td_lambda(
            weights, rows[walk], float(place == 5), decay=decay,
            step=0.1 / (1 + number / 50), squash=LINEAR,
        )  # fmt: skip
    assert weights == pytest.approx(np.arange(1, 6) / 6, abs=0.05)


# ---- regression --------------------------------------------------------------


def test_regression_finds_the_odds() -> None:
    # A constant, and as targets the mean of 1, 1, 1, 0: the log-odds are ln 3.
    rows = np.ones((4, 1))
    targets = np.array([1.0, 1.0, 1.0, 0.0])
    found = logistic_regression(rows, targets, np.ones(4), np.array([1e-9]))
    assert found == pytest.approx([np.log(3)], rel=1e-6)


def test_regression_is_where_the_gradient_vanishes() -> None:
    source = np.random.default_rng(4)
    rows, targets = source.normal(size=(50, 3)), source.uniform(size=50)
    counts, ridge = source.uniform(size=50), np.array([1.0, 0.1, 2.0])
    found = logistic_regression(rows, targets, counts, ridge)
    gradient = rows.T @ (counts * (targets - LOGISTIC.value(rows @ found)))
    assert gradient == pytest.approx(ridge * found, abs=1e-6)
    again = logistic_regression(rows, targets, counts, ridge, np.full(3, 2.0))
    assert again == pytest.approx(found)


def test_regression_of_games_that_all_come_out_alike_ends() -> None:
    rows = 1000 * np.random.default_rng(5).uniform(size=(20, 2))
    found = logistic_regression(rows, np.ones(20), np.ones(20), np.full(2, 1e-3))
    assert np.isfinite(found).all()
    assert (LOGISTIC.value(rows @ found) > 0.9).all()


def test_whole_numbers_keep_the_proportions() -> None:
    assert whole_numbers([1.0, -2.0, 0.004], 100) == (50, -100, 0)
    assert whole_numbers([3e-9, 1e-9], 100) == (100, 33)


# ---- learning ----------------------------------------------------------------


@pytest.mark.parametrize("tier", ["native", "procedural"])
@pytest.mark.parametrize(
    ("method", "depth"), [("regression", 0), ("regression", 2), ("td", 0)]
)
def test_what_wins_is_learned(coins: Game, method: str, depth: int, tier: str) -> None:
    def learned() -> Learned:
        return learn(
            coins, method=method, depth=depth, tier=tier, games=120, exploration=0.5
        )

    found = learned()
    assert found.weights["gold"] == 100
    # By greedy play red would come from slips alone, as tin does.
    assert abs(found.weights["red"]) < 50
    assert found.before == {"gold": 1, "red": 1}
    assert (found.tier, found.games, found.stopped) == (tier, 120, "games")
    assert found.points[-1].games == 120
    assert found.points[-1].error < found.points[0].error
    if depth:
        assert 0 < found.solved <= found.positions
    if not depth:
        assert learned() == found


@pytest.mark.parametrize(
    "place",
    [
        pytest.param({"workers": 2}, id="processes"),
        pytest.param({"cluster": "local"}, id="dask", marks=pytest.mark.slow),
    ],
)
def test_workers_learn_the_same(coins: Game, place: dict[str, Any]) -> None:
    options = {"games": 12, "batch": 6, "tier": "procedural"}
    one = learn(coins, **options)  # type: ignore[arg-type]
    assert learn(coins, **place, **options) == one  # type: ignore[arg-type]
    assert learn(coins, seed=2, **options) != one  # type: ignore[arg-type]


@pytest.mark.parametrize("method", ["td", "regression"])
def test_positions_are_counted(coins: Game, method: str) -> None:
    assert learn(coins, method=method, games=4).positions == 4 * 6


def test_what_is_learned_wins() -> None:
    game = loaded("othello(size=4)")
    found = learn(game, games=40)
    ones = dict.fromkeys(game.weights, 1)
    played = match(
        game, ["alphabeta(depth=1)"] * 2, games=16, tier="native",
        weights=[found.weights, ones],
    )  # fmt: skip
    score = played.standings[0].score
    assert score is not None
    assert score > 0.5


def test_heuristics_are_learned() -> None:
    found = learn("nim(heaps=[1, 2])", games=20, batch=10)
    assert list(found.weights) == ["mobility", "proximity", "goal"]
    assert found.tier == "procedural"
    found = learn("hexapawn", features=["pawn", "mobility"], games=10)
    assert list(found.exact) == ["pawn", "mobility"]
    assert found.weights["clear_path"] == 0  # it was not to be learned


def test_episodes_tell_features_and_outcome(coins: Game) -> None:
    item = Exercise(
        coins.initial, "procedural", coins.ranges, ("gold", "red"), (0.0,) * 3, 5, 1.0,
        100,
    )  # fmt: skip
    [episode] = play(item)
    assert episode.features[0].tolist() == [0, 0, 1]
    assert len(episode.features) == 6
    assert episode.features[1][0] in (0, 1)
    assert episode.outcome in (0, 0.5, 1)
    assert play(item)[0].features.tolist() == episode.features.tolist()


def test_the_rival_expects_what_the_player_does_not(coins: Game) -> None:
    """By the weights, and no move at random: p puts gold, and so does q."""
    item = Exercise(
        coins.initial, "procedural", coins.ranges, ("gold", "red"), (1.0, 0.0, 0.0), 5,
        0.0, 100,
    )  # fmt: skip
    [episode] = play(item)
    assert episode.outcome == 0.5
    assert [row[0] for row in episode.features] == [0, 1, 0, 1, 0, 1]


@pytest.mark.parametrize(
    ("moves", "target"),
    [
        (["move(3, 1, 3, 2)", "move(4, 3, 4, 2)"], 1.0),
        (["move(1, 1, 1, 2)", "move(4, 3, 4, 2)", "move(2, 1, 2, 2)",
          "move(3, 3, 3, 2)", "move(4, 1, 3, 2)"], 0.0),
    ],
)  # fmt: skip
def test_a_win_that_was_searched_is_proven(moves: list[str], target: float) -> None:
    """Wherever else the limit has stopped the search: more plies change nothing."""
    game = loaded("hexapawn(columns=4)")
    start = game.initial
    for move in moves:
        start = start.play(move)
    found = best(start, role="white", depth=3)
    assert (found.complete, found.distance is None) == (False, False)
    item = Exercise(
        start, "procedural", game.ranges, ("pawn",), (1.0, 0.0), 1, 1.0, 100,
        depth=3, positions=99,
    )  # fmt: skip
    [episode] = play(item)
    assert episode.searched[0] == (0, target, True)


def test_a_search_begins_with_the_constant_of_its_view() -> None:
    """What is not proven is what the weights say, those of a view with its constant."""
    game = loaded("coins_in_a_row(coins=[3, 1, 2, 2, 4, 1])")
    ranges = goal_ranges(game.initial, "procedural", 100)
    constants = (0.25, -0.5, 1.5)
    item = Exercise(
        game.initial, "procedural", ranges, ("mobility",), (0.0001, *constants), 1, 1.0,
        100, depth=1, positions=9,
    )  # fmt: skip
    for episode, constant in zip(play(item), constants, strict=True):
        targets = [target for _, target, proven in episode.searched if not proven]
        assert targets
        right = [LOGISTIC.value(np.array(constant))] * len(targets)
        assert targets == pytest.approx(right, abs=0.01)


def test_each_game_counts_alike_however_long_it_is() -> None:
    """One lost game of thirty positions weighs less than two won ones of one."""
    rule = _Regression(0, 1, searches=False)
    lost = Episode(np.ones((30, 1)), 0.0)
    won = Episode(np.ones((1, 1)), 1.0)
    rule.take([lost, won, won])
    assert LOGISTIC.value(rule.weights)[0] == pytest.approx(2 / 3, abs=0.02)


def test_every_player_has_a_view_of_games_that_are_not_won_or_lost() -> None:
    game = loaded("coins_in_a_row")
    ranges = goal_ranges(game.initial, "procedural", 100)
    total = sum((1, 2, 1, 5, 2))  # the coins; none has to come to a player
    assert all(0 <= low < high < total for low, high in ranges)
    names = ("mobility",)
    weights = (0.0,) * (1 + len(game.players))
    item = Exercise(game.initial, "procedural", ranges, names, weights, 1, 1.0, 100)
    episodes = play(item)
    assert len(episodes) == len(game.players)
    assert [one.features[0].tolist()[1:] for one in episodes] == np.eye(3).tolist()
    found = learn(game, games=10, heuristics=True)
    assert any(found.weights.values())


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"method": "guess"}, "expected one of regression, td"),
        ({"games": 0}, "at least 1 game"),
        ({"games": 1, "seed": -1}, "seed"),
        (
            {"games": 1, "depth": 2, "method": "td"},
            "depth has no effect without method regression",
        ),
        ({"games": 1, "method": "td", "decay": 1.5}, "lambda"),
        ({"games": 1, "method": "td", "step": 0.0}, "step above 0"),
        ({"games": 1, "features": ["pwan"]}, "did you mean"),
        ({"games": 1, "tier": "clauses"}, "native or procedural"),
        ({"games": 1, "heuristics": True, "tier": "native"}, "use procedural"),
    ],
)
def test_what_cannot_be_learned_is_told(options: dict[str, object], words: str) -> None:
    with pytest.raises(InputError, match=words):
        learn(loaded("hexapawn"), **options)  # type: ignore[arg-type]


def test_games_that_tell_nothing_are_told() -> None:
    with pytest.raises(LimitError, match="2 did not end"):
        learn(loaded("hexapawn"), games=2, longest=1)
    with pytest.raises(InputError, match="no roles"):
        learn(loaded("water_jugs"), games=1)


# ---- files -------------------------------------------------------------------


@pytest.fixture(scope="module")
def hexapawn() -> Learned:
    return learn(loaded("hexapawn"), games=20)


def test_a_file_keeps_weights(hexapawn: Learned, tmp_path: Path) -> None:
    file = tmp_path / "weights.json"
    hexapawn.file.save(file)
    assert load_weights(file) == hexapawn.file
    game = loaded("hexapawn")
    assert hexapawn.file.rules == rules_hash(game)
    assert weights_for(game, file) == hexapawn.weights
    # The same rules with other parameters have the same features.
    assert weights_for(loaded("hexapawn(columns=4)"), file) == hexapawn.weights
    with pytest.raises(InputError, match=r"cannot be written"):
        hexapawn.file.save(tmp_path / "none" / "weights.json")


def test_weights_of_other_rules_are_refused(hexapawn: Learned, tmp_path: Path) -> None:
    file = tmp_path / "weights.json"
    hexapawn.file.save(file)
    with pytest.raises(InputError, match=r"other rules, those of 'hexapawn'"):
        weights_for(loaded("othello(size=4)"), file)
    text = loaded("hexapawn").book.text
    changed = tmp_path / "hexapawn.pl"
    changed.write_text(text.replace("weight(pawn,", "weight(pawn , "))
    assert changed.read_text() != text
    with pytest.raises(InputError, match="other rules"):
        weights_for(load(str(changed)), file)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda data: [], "expected a JSON object"),
        (lambda data: {**data, "version": 2}, "version: expected 1, found 2"),
        (lambda data: {**data, "weights": {"pawn": 1 / 3}}, "pawn: expected a whole"),
        (lambda data: {**data, "weights": {"pwan": 1}}, "did you mean"),
        (lambda data: {**data, "rules": "0" * 64}, "other rules"),
        (lambda data: {**data, "parameters": {"columns": "4"}}, "other rules"),
        (lambda data: {k: data[k] for k in data if k != "weights"}, "found none"),
    ],
)
def test_damaged_files_are_told(
    hexapawn: Learned, tmp_path: Path, change: object, words: str
) -> None:
    file = tmp_path / "weights.json"
    assert callable(change)
    file.write_text(json.dumps(change(hexapawn.file.as_json())))
    with pytest.raises(InputError, match=words):
        weights_for(loaded("hexapawn"), file)


def test_no_file_is_told(tmp_path: Path) -> None:
    game = loaded("hexapawn")
    file = tmp_path / "weights.json"
    with pytest.raises(InputError, match="cannot be read"):
        weights_for(game, file)
    file.write_text('{"version": 1,')
    with pytest.raises(InputError, match="expected JSON"):
        weights_for(game, file)


def test_a_player_may_bring_weights(hexapawn: Learned, tmp_path: Path) -> None:
    game = loaded("hexapawn")
    file = tmp_path / "weights.json"
    hexapawn.file.save(file)
    named = read_player("alphabeta(depth=2)@native with pawn=3, clear_path=-1", game)
    assert named.weights == (("pawn", 3), ("clear_path", -1))
    assert read_player(str(named), game) == named
    kept = read_player(f"alphabeta(depth=2) with {file}", game)
    assert dict(kept.weights) == hexapawn.weights
    with pytest.raises(InputError, match="no feature 'pwan'"):
        read_player("alphabeta(depth=2) with pwan=3", game)
    with pytest.raises(InputError, match="as in name=3"):
        read_player("alphabeta(depth=2) with pawn=much", game)


# ---- the command line --------------------------------------------------------


def run(*words: str) -> str:
    result = CliRunner().invoke(command, words)
    assert result.exit_code == 0, result.output
    return result.output


LEARN = [
    "learn", "hexapawn", "--games", "20", "--match", "4",
    "--opening-plies", "1", "--weight", "pawn=7",
]  # fmt: skip


def test_the_command_learns_writes_draws_and_plays(tmp_path: Path) -> None:
    file, picture = tmp_path / "weights.json", tmp_path / "curve.svg"
    words = ["--save", str(file), "--plot", str(picture), "--json"]
    data = json.loads(run(*LEARN, *words))
    assert data["weights"] == dict(load_weights(file).weights)
    assert data["before"]["pawn"] == 7
    assert data["match"]["games"] == 4
    assert [point["games"] for point in data["curve"]] == [20]
    assert picture.read_text().startswith("<?xml")


def test_the_command_shows_what_it_learns() -> None:
    table = run(*LEARN)
    assert "feature" in table
    assert "log-odds" in table
    assert "4 games of hexapawn" in table


def test_a_weight_that_is_typed_counts_before_that_of_the_file(
    hexapawn: Learned, tmp_path: Path
) -> None:
    file = tmp_path / "weights"
    hexapawn.file.save(file)
    game = loaded("hexapawn")
    learned = Weighing((), file).of(game)
    assert learned == weights_for(game, file)
    name = next(iter(learned))
    typed = learned[name] + 7
    assert Weighing((f"{name}={typed}",), file).of(game) == learned | {name: typed}


def test_searches_read_the_file(hexapawn: Learned, tmp_path: Path) -> None:
    file = tmp_path / "weights.json"
    hexapawn.file.save(file)
    game = loaded("hexapawn")
    expected = best(game.initial, depth=2, weights=hexapawn.weights)
    assert expected.value is not None
    assert abs(expected.value) < WIN
    for words in (
        ("best", "hexapawn", "--depth", "2"),
        ("best", "hexapawn", "--depth", "2", "--why"),
        ("tree", "hexapawn", "--depth", "2", "--method", "alphabeta"),
    ):
        data = json.loads(run(*words, "--weights", str(file), "--json"))
        assert data["value"] == expected.value
    one = "--weight", f"pawn={hexapawn.weights['pawn'] + 50}"
    data = json.loads(
        run("best", "hexapawn", "--depth", "1", "--weights", str(file), *one, "--json")
    )
    more = best(
        game.initial, depth=1,
        weights={**hexapawn.weights, "pawn": hexapawn.weights["pawn"] + 50},
    )  # fmt: skip
    assert data["value"] == more.value


def test_play_is_by_the_weights(hexapawn: Learned, tmp_path: Path) -> None:
    file = tmp_path / "weights.json"
    hexapawn.file.save(file)
    used = {**hexapawn.weights, "mobility": -90}
    state, expected = loaded("hexapawn").initial, []
    while not state.terminal:
        move = best(state, depth=1, weights=used).move
        assert move is not None
        expected.append(move)
        state = state.play(move)
    words = "--player", "white=alphabeta", "--depth", "1"
    given = "--weights", str(file), "--weight", "mobility=-90"
    plain, weighed = (
        json.loads(run("play", "hexapawn", *words, *more, "--json"))["moves"]
        for more in (
            ("--player", "black=alphabeta"),
            ("--player", "black=alphabeta", *given),
        )
    )
    assert weighed == expected != plain
    session = CliRunner().invoke(
        command, ["repl", "hexapawn"],
        f"%play {shlex.join((*words, '--player', 'black=alphabeta', *given))}\n",
    )  # fmt: skip
    said = re.findall(r"^\d+\. \w+ plays (.*)$", session.output, re.MULTILINE)
    assert said == expected


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["play", "nim", "--player", "second=uct"], "found uct"),
        (["play", "nim", "--player", "second=alphabeta(evaluation=zero)"], "(evalu"),
        (["best", "nim", "--method", "proof_number"], "found proof_number"),
        (["play", "nim"], "no feature 'pwan'"),
        (["match", "nim", "uct with goal=2", "random"], "found uct"),
    ],
)
def test_weights_that_are_of_no_use_are_told(words: list[str], message: str) -> None:
    given = [] if words[0] == "match" else ["--weight", "pwan=1"]
    result = CliRunner().invoke(command, [*words, *given])
    assert result.exit_code == 2
    assert message in result.stderr


def test_one_player_that_evaluates_is_enough() -> None:
    players = "--player", "first=alphabeta", "--player", "second=random"
    played = run("play", "nim", *players, "--depth", "1", "--weight", "goal=1")
    assert "The game is over" in played


def test_a_made_up_file_is_a_file() -> None:
    made = Weights("g", {}, "0", {"a": 1}, "td", 1, 1)
    assert made.as_json()["version"] == 1
