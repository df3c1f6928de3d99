"""`play`: a game in the terminal, any role against any method."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field

import click

from pygame_search.cli.options import (
    json_option,
    position,
    position_options,
    tier_option,
)
from pygame_search.cli.output import print_json, progress
from pygame_search.cli.show import print_position
from pygame_search.errors import InputError, MoveError
from pygame_search.game import Game, State, joint_text, load
from pygame_search.search.best import METHODS
from pygame_search.search.players import WITHOUT_SEARCH, advice, choose

PLAYERS = ("human", *WITHOUT_SEARCH, *METHODS)
HELP = """\
a move, as it is listed or by its number; or
  moves    list the legal moves       hint    ask for a good move
  undo     take my last move back     board   show the board again
  resign   give the game up           quit    leave"""


class ResignedError(Exception):
    """A player gives the game up."""

    def __init__(self, role: str) -> None:
        super().__init__(role)
        self.role = role


@dataclass(slots=True)
class Table:
    """A game that is being played.

    Attributes:
        players: the kind of player of each role.
        history: the states so far, the latest last.
        moves: the joint moves between them.
        depth, seconds, tier: how methods think.
        source: of random numbers.
    """

    players: dict[str, str]
    history: list[State]
    moves: list[str] = field(default_factory=list)
    depth: int | None = None
    seconds: float = 1.0
    tier: str = "clauses"
    source: random.Random = field(default_factory=random.Random)

    @property
    def state(self) -> State:
        """The state now."""
        return self.history[-1]

    def play(self, joint: list[str]) -> None:
        """Make a joint move."""
        self.history.append(self.state.play(f"[{', '.join(joint)}]"))
        self.moves.append(joint_text(joint))

    def undo(self) -> bool:
        """Go back to the last state in which a person had a choice."""
        for i in range(len(self.history) - 2, -1, -1):
            if self._person_chooses(self.history[i]):
                del self.history[i + 1 :]
                del self.moves[i:]
                return True
        return False

    def _person_chooses(self, state: State) -> bool:
        return any(
            self.players[role] == "human" and len(moves) > 1
            for role, moves in state.legal.items()
        )

    def think(self, role: str, method: str) -> str:
        """Return the move that a method chooses."""
        with progress(f"{role} is thinking ..."):
            return choose(
                self.state, role, method, depth=self.depth, seconds=self.seconds,
                tier=self.tier, source=self.source,
            )  # fmt: skip


@click.command()
@click.argument("game")
@position_options
@click.option(
    "--player", "words", multiple=True, metavar="ROLE=KIND",
    help=f"Who plays a role: {', '.join(PLAYERS)}. By default you play the first role "
    "and alphabeta the others.",
)  # fmt: skip
@click.option("--depth", type=int, metavar="PLIES", help="How far the methods look.")
@click.option(
    "--time", "seconds", type=float, default=1.0, show_default=True, metavar="SECONDS",
    help="How long the methods think, when no depth is given.",
)  # fmt: skip
@click.option("--seed", type=int, default=1, show_default=True, help="For random.")
@tier_option
@json_option
def play(
    game: str,
    after: str | None,
    facts: str | None,
    words: tuple[str, ...],
    depth: int | None,
    seconds: float,
    seed: int,
    tier: str,
    as_json: bool,
) -> None:
    """Play GAME in the terminal, with undo, hint and resign."""
    rules = load(game)
    state = position(rules, after, facts)
    board = Table(
        _players(rules, words), [state], depth=depth, seconds=seconds, tier=tier,
        source=random.Random(seed),
    )  # fmt: skip
    say: Callable[[str], None] = (lambda _: None) if as_json else click.echo
    ended = _game(board, say, as_json)
    if as_json:
        print_json(
            {
                "moves": board.moves,
                "state": list(board.state.facts),
                "terminal": board.state.terminal,
                "goals": board.state.goals,
                "ended": ended,
            }
        )


def _players(game: Game, words: tuple[str, ...]) -> dict[str, str]:
    kinds = dict.fromkeys(game.roles, "alphabeta")
    if game.roles:
        kinds[game.roles[0]] = "human"
    for word in words:
        role, _, kind = word.partition("=")
        if role not in kinds:
            known = ", ".join(game.roles)
            raise InputError(f"no role {role!r}: expected one of {known}")
        if kind not in PLAYERS:
            known = ", ".join(PLAYERS)
            raise InputError(f"no player {kind!r}: expected one of {known}")
        kinds[role] = kind
    return kinds


def _game(board: Table, say: Callable[[str], None], quiet: bool) -> str:
    """Play to the end; return how it ended."""
    while not board.state.terminal:
        if not quiet:
            click.echo()
            print_position(board.state)
        try:
            joint = _joint(board, say)
        except ResignedError as resigned:
            say(f"{resigned.role} resigns")
            return f"{resigned.role} resigned"
        except (EOFError, click.Abort):
            say("")
            return "left"
        if joint is None:
            continue
        board.play(joint)
        say(f"{len(board.moves)}. {board.moves[-1]}")
    if not quiet:
        click.echo()
        print_position(board.state)
    return "over"


def _joint(board: Table, say: Callable[[str], None]) -> list[str] | None:
    """Return the moves of all roles, None when the position has changed meanwhile."""
    chosen = []
    for role, legal in board.state.legal.items():
        kind = board.players[role]
        if len(legal) == 1 and (kind != "human" or legal[0] == "noop"):
            chosen.append(legal[0])
        elif kind == "human":
            move = _ask(board, role, legal, say)
            if move is None:
                return None
            chosen.append(move)
        else:
            chosen.append(board.think(role, kind))
    return chosen


def _ask(
    board: Table, role: str, legal: tuple[str, ...], say: Callable[[str], None]
) -> str | None:
    """Ask a person for a move; None when a move was taken back instead."""
    while True:
        word = click.prompt(role, prompt_suffix="> ", default="", show_default=False)
        match word.strip():
            case "":
                say(HELP)
            case "help" | "?":
                say(HELP)
            case "quit" | "exit":
                raise EOFError
            case "resign":
                raise ResignedError(role)
            case "undo":
                if board.undo():
                    return None
                say("there is no move of yours to take back")
            case "board":
                print_position(board.state)
            case "moves":
                say("\n".join(f"{i}. {move}" for i, move in enumerate(legal, 1)))
            case "hint":
                say(_hint(board, role))
            case answer:
                found = _understood(board.state, role, legal, answer)
                if found is not None:
                    return found
                say(f"{answer!r} is not legal here; legal: {', '.join(legal)}")


def _hint(board: Table, role: str) -> str:
    method = "alphabeta"
    words = f"{method} would play {board.think(role, method)}"
    advised = advice(board.state, role)
    return f"{words}; the rule file advises {advised[0]}" if advised else words


def _understood(
    state: State, role: str, legal: tuple[str, ...], answer: str
) -> str | None:
    """Return the legal move that an answer means: its text, notation or number."""
    if answer in legal:
        return answer
    if len(state.to_move) <= 1:
        try:
            after = state.game.ask("play", state=state.number, text=answer)
        except MoveError:
            after = {}
        if "joint" in after:
            return str(after["joint"][state.game.roles.index(role)])
    close = [move for move in legal if move.replace(" ", "") == answer.replace(" ", "")]
    if close:
        return close[0]
    if answer.isdigit() and 1 <= int(answer) <= len(legal):
        return legal[int(answer) - 1]
    return None
