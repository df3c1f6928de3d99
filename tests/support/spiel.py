"""Walk random games in OpenSpiel and in our rules: `openspiel [GAMES [SEED]]`.

In each state both must say the same: whose turn it is, the legal moves, whether the
game is over, and the returns at the end. OpenSpiel (M. Lanctot et al. 2019) is written
in C++ and shares nothing with the rule files. Where the rules of two games are not the
same, `spiel_rows.py` says so, and the walk counts how often it met that.
"""

from __future__ import annotations

import importlib
import random
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import click
import spiel_backgammon as backgammon
from spiel_rows import REFERENCES, ApartError, DifferenceError, Reference, Theirs

import pygame_search as ps

REPETITION = "they allow a repetition, and end the game with it"


@dataclass(slots=True)
class Walked:
    """What was compared, the differences, and how often each known one was met."""

    games: int = 0
    states: int = 0
    differences: list[str] = field(default_factory=list)
    known: Counter[str] = field(default_factory=Counter)


def walk(row: Reference, games: int, seed: int = 0) -> Walked:
    """Play random games in both.

    Args:
        row: the pair of games.
        games: how many.
        seed: of the random moves.
    """
    ours, theirs = ps.load(row.ours), opened(row.theirs)
    found, source = Walked(), random.Random(f"{row.ours} {seed}")
    for _ in range(games):
        path = [ours.initial]
        try:
            for _ in one_game(row, path, theirs.new_initial_state(), source, found):
                found.states += 1
        except ApartError as apart:
            found.known[str(apart)] += 1
        except DifferenceError as difference:
            found.differences.append(f"{difference}; facts: {path[-1].facts}")
        found.games += 1
    return found


def walk_backgammon(games: int, seed: int = 0, call: str = "backgammon") -> Walked:
    """Play random games of backgammon in both; see `spiel_backgammon.py`."""
    theirs, start = opened(backgammon.THEIRS), ps.load(call).initial
    found, source = Walked(), random.Random(seed)
    for _ in range(games):
        try:
            state = theirs.new_initial_state()
            for _ in backgammon.one_game(start, state, source):
                found.states += 1
        except DifferenceError as difference:
            found.differences.append(f"{difference}; theirs:\n{state}")
        found.games += 1
    return found


def opened(name: str) -> Any:
    """Return a game of OpenSpiel."""
    return importlib.import_module("pyspiel").load_game(name)


def one_game(
    row: Reference,
    path: list[ps.State],
    theirs: Theirs,
    source: random.Random,
    found: Walked,
) -> Iterator[None]:
    """Play one game; yield in each state after comparing it."""
    boards = [stones(theirs)]
    for _ in range(row.plies):
        if theirs.is_terminal():
            compare_ends(row, path, theirs)
            yield
            return
        if path[-1].terminal:
            raise DifferenceError("ours is over, theirs is not")
        actions = legal(row, path[-1], theirs, boards, found)
        yield
        joint = [source.choice(sorted(moves)) for moves in actions]
        numbered = [moves[move] for moves, move in zip(actions, joint, strict=True)]
        if theirs.is_simultaneous_node():
            theirs.apply_actions(numbered)
            path.append(path[-1].play_joint(joint))
        else:
            theirs.apply_action(numbered[0])
            path.append(path[-1].play(joint[0]))
        boards.append(stones(theirs))


def legal(
    row: Reference, ours: ps.State, theirs: Theirs, boards: list[str], found: Walked
) -> list[dict[str, int]]:
    """Return, for each player who moves, their action for each move of ours."""
    at_once = theirs.is_simultaneous_node()
    players = range(len(row.players)) if at_once else [theirs.current_player()]
    turn = [row.players[player] for player in players]
    if sorted(ours.to_move) != sorted(turn):
        raise DifferenceError(f"to move: ours {ours.to_move}, theirs {turn}")
    actions = []
    for player, role in zip(players, turn, strict=True):
        mine = {row.named(ours, role, move): move for move in ours.legal[role]}
        its = {}
        for action in theirs.legal_actions(player):
            move = row.move(row.text(theirs, player, action), ours)
            if move not in mine and repeats(theirs, action, boards):
                found.known[REPETITION] += 1
            elif move in its:
                raise DifferenceError(f"{role}: two of their actions are {move}")
            else:
                its[move] = action
        if set(its) != set(mine):
            extra, missing = sorted(set(its) - set(mine)), sorted(set(mine) - set(its))
            raise DifferenceError(f"{role}: only theirs {extra}, only ours {missing}")
        actions.append({mine[move]: action for move, action in its.items()})
    return actions


def stones(theirs: Theirs) -> str:
    """Return their board, without the line of go that counts the moves."""
    lines = str(theirs).splitlines(keepends=True)
    return "".join(line for line in lines if not line.startswith("GoState"))


def repeats(theirs: Theirs, action: int, boards: list[str]) -> bool:
    """Return whether a move of go ends theirs with a board that has been there."""
    after = theirs.child(action)
    again = after.is_terminal() and stones(after) in boards
    return again and str(after).startswith("GoState")


def compare_ends(row: Reference, path: list[ps.State], theirs: Theirs) -> None:
    """Compare the returns, where theirs is over."""
    ours = path[-1]
    if not ours.terminal and (why := row.apart(path, theirs)):
        raise ApartError(why)
    while row.forced and not ours.terminal and len(ours.legal_moves) == 1:
        ours = ours.play(ours.legal_moves[0])
    if not ours.terminal:
        raise DifferenceError(f"theirs is over with {theirs.returns()}, ours is not")
    goals = [ours.goals[role] for role in row.players]
    worths = [None if goal is None else float(row.worth(goal)) for goal in goals]
    if worths != list(theirs.returns()):
        raise DifferenceError(f"returns: ours {worths}, theirs {theirs.returns()}")


def told(ours: str, theirs: str, found: Walked) -> str:
    """Return what was found, as a row of a table and the differences."""
    known = "; ".join(f"{why} ({times})" for why, times in found.known.items())
    numbers = f"{found.games} | {found.states} | {len(found.differences)}"
    return "\n".join(
        [f"| `{ours}` | `{theirs}` | {numbers} | {known} |", *found.differences[:3]]
    )


@click.command()
@click.argument("games", default=20)
@click.argument("seed", default=1)
@click.option("--only", default="", help="Rows whose game begins so.")
def main(games: int, seed: int, only: str) -> None:
    """Play GAMES random games of each row in both, and print a table in Markdown."""
    print("| ours | OpenSpiel | games | states | differences | known differences met |")
    print("|---|---|---|---|---|---|")
    different = False
    for row in REFERENCES:
        if row.ours.startswith(only):
            found = walk(row, games, seed)
            different |= bool(found.differences)
            print(told(row.ours, row.theirs, found), flush=True)
    if "backgammon".startswith(only):
        found = walk_backgammon(games, seed)
        different |= bool(found.differences)
        print(told("backgammon", backgammon.THEIRS, found))
    sys.exit(different)


if __name__ == "__main__":
    main()
