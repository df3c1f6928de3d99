"""Games that `match` has saved, for `show` and `tree`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from pygame_search.cli.options import loaded
from pygame_search.cli.output import console
from pygame_search.cli.streams import print_json, wants_json
from pygame_search.experiments.matches.playthrough import Playthrough, load
from pygame_search.game import Game, State
from pygame_search.model.rules import CHANCE, rules_hash
from pygame_search.state_text import outcome_text
from pygame_search.support.errors import InputError
from pygame_search.support.escapes import visible

#: How the name of a saved game ends.
SUFFIX = ".json"

ply_option = click.option(
    "--ply", type=click.IntRange(0), metavar="N",
    help="In a game that `match` has saved: take the position after N moves.",
)  # fmt: skip

symbols_option = click.option(
    "--symbols", is_flag=True,
    help="Draw the symbols of the game, as ♞ in chess, if the terminal can show them.",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Saved:
    """A game of a file, and the rules by which it was played.

    Attributes:
        file: the path of the file.
        game: the saved game.
        rules: the rules of the game.
        states: its states; the first is that before any move.
    """

    file: Path
    game: Playthrough
    rules: Game
    states: tuple[State, ...]

    def at(self, ply: int) -> State:
        """Return the state after a number of moves.

        Raises:
            InputError: the game has fewer moves.
        """
        if ply >= len(self.states):
            raise InputError(
                f"{self.file}: expected at most its {len(self.states) - 1} moves, "
                f"found --ply {ply}"
            )
        return self.states[ply]


def saved(place: str | None) -> Path | None:
    """Return the file of a saved game that a user names, None for anything else."""
    path = Path(place or "")
    return path if path.suffix == SUFFIX and path.is_file() else None


def read(file: Path) -> Saved:
    """Return the game in a file, replayed.

    Raises:
        InputError: the file is damaged, or the rules have changed since.
    """
    game = load(file)
    rules = loaded(game.call)
    same = rules_hash(rules) == game.rules
    changed = "" if same else "; the rules have changed since it was played"
    if list(rules.roles) != list(game.players):
        raise InputError(
            f"{file}: players: expected those of {', '.join(rules.roles)}, found "
            f"{', '.join(game.players)}{changed}"
        )
    try:
        states = game.states(rules)
    except InputError as error:
        raise InputError(f"{file}: {error}{changed}") from error
    end = states[-1]
    if end.terminal != (game.ended == "over") or (
        end.terminal and end.goals != dict(game.goals)
    ):
        claimed = goals_words(game.goals) if game.ended == "over" else game.ended
        real = goals_words(end.goals) if end.terminal else "a game that goes on"
        raise InputError(
            f"{file}: goals: the moves lead to {real}, found {claimed}{changed}"
        )
    if not same:
        click.echo(f"{file}: the rules have changed since it was played", err=True)
    return Saved(file, game, rules, states)


def print_board(state: State, *, symbols: bool = False) -> None:
    """Print the board with its labels, or the fluents if there is no board.

    Args:
        state: the position.
        symbols: whether to print the symbols of the rules, if the terminal can.
    """
    out = console()
    if symbols:
        try:
            "".join(state.game.symbols.values()).encode(out.encoding)
        except UnicodeError:
            symbols = False
    for line in state.board(symbols=symbols).split("\n"):
        out.print(line)


def saved_page(found: Saved, *, live: bool = False) -> str:
    """Return a page that shows a whole game, move by move.

    Args:
        found: the game.
        live: whether it has engine and rules, to go on from there.
    """
    from pygame_search.page.file import page

    title = f"A game of {visible(found.rules.title or found.rules.name)}"
    if live:
        from pygame_search.page.live import live_page, of_game

        return live_page(
            title, found.states[0], of_game(found.states, found.game.moves)
        )
    return page(title, saved_data(found))


def saved_data(found: Saved, most: int | None = None) -> dict[str, Any]:
    """Return a whole game, move by move, as a page reads it.

    Args:
        found: the game.
        most: as for `played_data`.
    """
    from pygame_search.page.played import played_data

    game = found.game
    players = [
        (visible(role), visible(str(player)))
        for role, player in game.players.items()
        if role != CHANCE
    ]
    pairs = enumerate(zip(found.states, game.moves, strict=False), 1)
    moves = [
        visible(played_words(state, joint)) + (" (opening)" * (number <= game.opening))
        for number, (state, joint) in pairs
    ]
    return played_data(
        found.states, players=players, moves=moves, end=visible(_end(found)), most=most
    )


def show_saved(found: Saved, *, symbols: bool = False) -> None:
    """Show a whole game, move by move."""
    game = found.game
    if wants_json():
        boards = {"boards": [str(state) for state in found.states]}
        if found.rules.notated:
            pairs = zip(found.states, game.moves, strict=False)
            boards["notations"] = [state.written(joint) for state, joint in pairs]
        print_json(game.as_json() | boards)
        return
    out = console()
    players = [
        f"{role}: {player}" for role, player in game.players.items() if role != CHANCE
    ]
    out.print(f"{game.call}; {', '.join(players)}")
    out.print()
    print_board(found.states[0], symbols=symbols)
    for number, joint in enumerate(game.moves, 1):
        words = played_words(found.states[number - 1], joint)
        given = " (opening)" if number <= game.opening else ""
        out.print(f"\n{number}. {words}{given}")
        print_board(found.states[number], symbols=symbols)
    out.print()
    out.print(_end(found))


def _end(found: Saved) -> str:
    game = found.game
    if game.failure is not None:
        return f"{game.failure.role} has lost: {game.failure.why}"
    if game.ended != "over":
        return f"The game was left unfinished after {len(game.moves)} moves."
    end = outcome_text(found.states[-1])
    return f"The game is over: {end} ({goals_words(game.goals)})."


def played_words(state: State, joint: Sequence[str]) -> str:
    """Return who makes which move in a state."""
    played = [
        f"{role} plays {state.written_moves(role, [move])[0]}"
        for (role, legal), move in zip(state.legal.items(), joint, strict=True)
        if legal != ("noop",)
    ]
    return ", ".join(played) or "nobody can move"


def goals_words(goals: Mapping[str, int | None]) -> str:
    """Return the goal value of each role, of chance only if it has one."""
    return ", ".join(
        f"{role} {'-' if goal is None else goal}"
        for role, goal in goals.items()
        if role != CHANCE or goal is not None
    )
