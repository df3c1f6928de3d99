"""UCT of the native tier beside OpenSpiel's MCTS: speed, and matches.

    .venv/bin/python -m benchmarks.uct ../shared/gdl/games [--games N --seconds S]

Speed: simulations in a second of CPU time, from the start, one game at each leaf, in
rounds done in turn, beside its search in C++ and that in Python. Matches, against that
in C++: both think equally long by the clock, from openings of two
random plies, each of which is played twice, with the sides changed; `montecarlo` is the
flat one of the native tier. OpenSpiel's is its bot with its solver, and with 2 for the
constant of exploration, for goals from -1 to 1.
"""

from __future__ import annotations

import importlib
import json
import random
import statistics
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import click
import numpy
from rich.console import Console

from benchmarks.host import description
from pygame_search.game import Game, State, load
from pygame_search.machine.native_game import native
from pygame_search.network.searches.uct_driver import Sampler, Settings
from pygame_search.search.best import best

#: Simulations of OpenSpiel's in a round, in C++ and in Python.
SIMULATIONS, PYTHON_SIMULATIONS = 10_000, 500

#: The constant of exploration that OpenSpiel's examples use.
EXPLORATION = 2.0

#: How much its tree may take, in megabytes.
MEGABYTES = 1000


@dataclass(frozen=True, slots=True)
class Pair:
    """A game here and in OpenSpiel.

    Attributes:
        peer: its name there.
        call: the game, or its rule sheet in the folder.
        action: the text of an action there, by a move here.
    """

    peer: str
    call: str
    action: Callable[[str], str]


def _column(move: str) -> str:
    """Return what OpenSpiel calls `drop(4)`, without who drops."""
    return str(int(move.removeprefix("drop(").removesuffix(")")) - 1)


def _step(move: str) -> str:
    """Return what OpenSpiel calls `(move 4 2 4 3)`, whose board is upside down."""
    x1, y1, x2, y2 = map(int, move.strip("()").split()[1:])
    files = "abcdefgh"
    return f"{files[x1 - 1]}{9 - y1}{files[x2 - 1]}{9 - y2}"


def _square(move: str) -> str:
    """Return what OpenSpiel calls `mark(1, 3)`, without who marks."""
    row, column = map(int, move.removeprefix("mark(").removesuffix(")").split(","))
    return f"({row - 1},{column - 1})"


def _disc(move: str) -> str:
    """Return what OpenSpiel calls `place(4, 3)`: d3."""
    if move == "pass":
        return move
    column, row = map(int, move.removeprefix("place(").removesuffix(")").split(","))
    return f"{'abcdefgh'[column - 1]}{row}"


PAIRS = (
    Pair("tic_tac_toe", "tic_tac_toe", _square),
    Pair("connect_four", "connect_four", _column),
    Pair("breakthrough", "games__breakthrough__breakthrough.kif", _step),
    Pair("othello", "othello", _disc),
)

Player = Callable[[State, Any, int], str]


@dataclass(frozen=True, slots=True)
class Match:
    """What a match came to, from the point of view of ours.

    Attributes:
        game: what was played.
        opponent: against whom.
        seconds: for a move.
        won, drawn, lost: how many games.
    """

    game: str
    opponent: str
    seconds: float
    won: int
    drawn: int
    lost: int


@click.command()
@click.argument("folder", type=click.Path(exists=True, path_type=Path))
@click.option("--games", type=click.IntRange(0), default=20, show_default=True)
@click.option("--seconds", type=float, default=0.2, show_default=True)
@click.option("--rounds", type=click.IntRange(1), default=5, show_default=True)
@click.option("--only", help="the name of one game of OpenSpiel")
@click.option("--against", type=click.Choice(("all", "openspiel", "montecarlo")))
@click.option("--json", "file", type=click.Path(path_type=Path))
def main(
    folder: Path,
    games: int,
    seconds: float,
    rounds: int,
    only: str | None,
    against: str | None,
    file: Path | None,
) -> None:
    """Measure, and print what came."""
    console = Console(highlight=False)
    speeds, matches = {}, []
    for pair in PAIRS:
        if only not in (None, pair.peer):
            continue
        call = folder / pair.call if pair.call.endswith(".kif") else pair.call
        game = load(call)
        speeds[pair.peer] = mine, *theirs = _speeds(pair, game, rounds)
        console.print(
            f"{pair.peer}: {mine:,.0f} simulations/s; OpenSpiel {theirs[0]:,.0f} in "
            f"C++ ({mine / theirs[0]:.1f} times) and {theirs[1]:,.0f} in Python "
            f"({mine / theirs[1]:,.0f} times)"
        )
        players = {
            "openspiel": _openspiel(pair, seconds),
            "montecarlo": _ours("montecarlo", seconds),
        }
        for name, player in players.items():
            if games and against in (None, "all", name):
                match = _match(pair, game, player, name, games, seconds)
                matches.append(match)
                console.print(
                    f"{pair.peer}, {seconds:g} s a move, uct against {name}: "
                    f"{match.won} won, {match.drawn} drawn, {match.lost} lost"
                )
    if file is not None:
        data = {**description(), "simulations": speeds}
        data["matches"] = [asdict(match) for match in matches]
        file.write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")


def _spiel() -> Any:
    return importlib.import_module("pyspiel")


def _bot(game: Any, simulations: int, seconds: float, seed: int) -> Any:
    spiel = _spiel()
    return spiel.MCTSBot(
        game, spiel.RandomRolloutEvaluator(1, seed), EXPLORATION, simulations,
        MEGABYTES, True, seed, False, max_wall_clock_time=seconds,
    )  # fmt: skip


def _python_bot(game: Any, simulations: int, seed: int) -> Any:
    mcts = importlib.import_module("open_spiel.python.algorithms.mcts")
    source = numpy.random.RandomState(seed)
    return mcts.MCTSBot(
        game, EXPLORATION, simulations, mcts.RandomRolloutEvaluator(1, source),
        random_state=source,
    )  # fmt: skip


def _speeds(pair: Pair, game: Game, rounds: int) -> tuple[float, float, float]:
    """Return simulations a second of CPU time: ours, and OpenSpiel's two; medians."""
    network = native(game).network
    held = native(game).held(game.initial)
    peer = _spiel().load_game(pair.peer)

    def begin(seed: int) -> Sampler:
        settings, constant = Settings(batch=1), game.constant_sum
        return Sampler(network, held, settings, None, seed, constant=constant)

    mine, theirs, slow = [], [], []
    for seed in range(rounds + 1):
        search, played = begin(seed), 0
        began = time.process_time()
        while time.process_time() - began < 1:
            search.run()
            if search.done:  # the value is proven
                played += search.played
                search = begin(seed)
        mine.append((played + search.played) / (time.process_time() - began))
        for bot, simulations, found in (
            (_bot(peer, SIMULATIONS, -1, seed), SIMULATIONS, theirs),
            (_python_bot(peer, PYTHON_SIMULATIONS, seed), PYTHON_SIMULATIONS, slow),
        ):
            began = time.process_time()
            bot.mcts_search(peer.new_initial_state())
            found.append(simulations / (time.process_time() - began))
    medians = [statistics.median(found[1:]) for found in (mine, theirs, slow)]
    return medians[0], medians[1], medians[2]


def _ours(method: str, seconds: float) -> Player:
    def choose(state: State, _: Any, seed: int) -> str:
        found = best(
            state, method=f"{method}(seconds={seconds}, seed={seed})", tier="native"
        )
        assert found.move is not None
        return found.move

    return choose


def _openspiel(pair: Pair, seconds: float) -> Player:
    def choose(state: State, peer: Any, seed: int) -> str:
        bot = _bot(peer.get_game(), 1 << 30, seconds, seed)
        chosen = bot.step(peer)
        names = _actions(pair, state, peer)
        return next(move for move, action in names.items() if action == chosen)

    return choose


def _actions(pair: Pair, state: State, peer: Any) -> dict[str, int]:
    """Return OpenSpiel's action of each move of the role that is to move."""
    texts = {
        peer.action_to_string(action).lstrip("xo").partition(" ")[0].rstrip("*"): action
        for action in peer.legal_actions()
    }
    moves = state.legal[state.to_move[0]]
    found = {move: texts[pair.action(move)] for move in moves}
    if len(found) != len(texts):
        raise ValueError(f"expected the moves {list(texts)}, found {list(found)}")
    return found


def _match(
    pair: Pair, game: Game, other: Player, name: str, games: int, seconds: float
) -> Match:
    mine = _ours("uct", seconds)
    points: list[int] = []
    for number in range(games):
        source = random.Random(number // 2)
        state, peer = game.initial, _spiel().load_game(pair.peer).new_initial_state()
        role = game.roles[number % 2]
        for ply in range(1000):
            if state.terminal:
                break
            names = _actions(pair, state, peer)
            if ply < 2:
                move = source.choice(sorted(names))
            else:
                player = mine if state.to_move[0] == role else other
                move = player(state, peer, 1000 * number + ply)
            peer.apply_action(names[move])
            state = state.play(move)
        if not peer.is_terminal():
            raise ValueError("the game is over here, and not in OpenSpiel")
        goals = state.goals
        values = [goals[role], *(v for r, v in goals.items() if r != role)]
        points.append((values[0] or 0) - (values[1] or 0))
        won, lost = sum(p > 0 for p in points), sum(p < 0 for p in points)
        drawn = len(points) - won - lost
        click.echo(f"{number + 1} games: {won}-{drawn}-{lost}", err=True)
    return Match(pair.peer, name, seconds, won, drawn, lost)


if __name__ == "__main__":
    main()
