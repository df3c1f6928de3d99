"""`play`: a game in the terminal, any role against any method."""

from __future__ import annotations

import difflib
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click
from rich.columns import Columns

from pygame_search.cli.options import (
    COUNT,
    Start,
    Weighing,
    given,
    must_have_effect,
    start_options,
    takes,
    time_option,
    weight_options,
)
from pygame_search.cli.output import console, progress
from pygame_search.cli.saved import (
    SUFFIX,
    goals_words,
    played_words,
    print_board,
    symbols_option,
)
from pygame_search.cli.streams import command, print_json, read_line, wants_json
from pygame_search.engine.bridge import when_stuck
from pygame_search.experiments.matches.choose import choose
from pygame_search.experiments.matches.levels import LEVELS, PATIENCE, level_method
from pygame_search.experiments.matches.players import Player
from pygame_search.experiments.matches.playthrough import (
    Failure,
    Playthrough,
    played,
)
from pygame_search.explanation.knowledge import belief
from pygame_search.game import Game, State
from pygame_search.model.decimals import Weight
from pygame_search.model.position import noted
from pygame_search.model.rules import CHANCE
from pygame_search.search.core.heuristics import all_weights
from pygame_search.search.core.methods import METHODS, MethodCall, read_method
from pygame_search.search.core.setup import checked_method, informed_default
from pygame_search.search.hidden.information import view_of
from pygame_search.search.rule_players import advice
from pygame_search.session.path_types import FILE
from pygame_search.solving.hidden.kept_moves import KeptMoves, kept_move, kept_moves
from pygame_search.state_text import outcome_text
from pygame_search.support import checksummed_file
from pygame_search.support.beside import answering
from pygame_search.support.errors import (
    CertificateError,
    InputError,
    LimitError,
    MoveError,
    PygameSearchError,
    no_effect,
)
from pygame_search.support.interrupts import terminated

PLAYERS = ("human", *METHODS)
#: How often a state may recur while all moves depend only on the state.
_ROUNDS = 3

HELP = """\
a move, as it is listed or by the number before it; or
  moves   list the legal moves         hint   ask for a good move
  undo    take my last move back       board  show the board again
  resign  give the game up             quit   leave
Ctrl-C while a method thinks takes my last move back; else it leaves."""


class ResignedError(Exception):
    """A player resigns."""

    def __init__(self, role: str) -> None:
        super().__init__(role)
        self.role = role


@dataclass(slots=True)
class Match:
    """A game that is being played.

    Attributes:
        players: the kind of player of each role.
        history: the states so far, the latest last.
        joints: the joint moves between them.
        notations: the same moves in the notation that people use, if the rules define
            one.
        depth, seconds, tier: the limits and the tier of the methods' searches.
        source: the source of random numbers.
        silent: whether only prompts for a move are printed.
        symbols: whether boards have the symbols of the rules.
        visits: how often each state was reached since the last free choice of a move.
        certificate: a source of moves that methods consult before they search.
        weights: for features and heuristics, in place of the rule file's.
        seated: the person before the screen; None before the first is asked.
        told: how many steps of the game each person was told of.
    """

    players: dict[str, str]
    history: list[State]
    joints: list[tuple[str, ...]] = field(default_factory=list)
    notations: list[str] = field(default_factory=list)
    depth: int | None = None
    seconds: float = 1.0
    tier: str | None = None
    source: random.Random = field(default_factory=random.Random)
    silent: bool = False
    symbols: bool = False
    visits: Counter[State] = field(default_factory=Counter)
    certificate: KeptMoves | None = None
    weights: Mapping[str, Weight] = field(default_factory=dict)
    seated: str | None = None
    told: dict[str, int] = field(default_factory=dict)

    @property
    def closed(self) -> bool:
        """Whether a person must not see everything."""
        return self.state.game.closed and "human" in self.players.values()

    @property
    def state(self) -> State:
        """The current state."""
        return self.history[-1]

    @property
    def moves(self) -> list[str]:
        """The joint moves as texts, without those of roles that wait."""
        return [
            "; ".join(move for move in one if move != "noop") for one in self.joints
        ]

    def say(self, text: str = "") -> None:
        """Print a text, unless the match is silent."""
        if not self.silent:
            console().print(text)

    def seat(self, role: str) -> None:
        """Have a person sit down before the screen, which another has left."""
        others = sum(kind == "human" for kind in self.players.values()) > 1
        if others and self.seated != role and not self.silent:
            read_line(f"pass the screen to {role}, then press Enter", self.silent)
            click.clear()
        self.seated = role

    def show_view(self, role: str) -> None:
        """Print what a person knows: what is new to it, and the board."""
        if self.silent:
            return
        known = view_of(self.state, role)
        new = known.lines(self.told.get(role, 0))
        self.told[role] = len(known.steps)
        for line in new:
            self.say(line)
        try:
            if board := belief(self.state, role).board:
                click.echo(f"\n{board}\n")
        except LimitError as error:
            self.say(f"the board is not drawn: {error}")

    def show(self) -> None:
        """Print the board, unless the match is silent."""
        if not self.silent:
            click.echo()
            print_board(self.state, symbols=self.symbols)
            click.echo()

    def play(self, joint: list[str]) -> None:
        """Make a joint move, and print who made which move."""
        words = played_words(self.state, joint)
        if self.state.game.notated:
            self.notations.append(self.state.written(joint))
        if any(self.free(role) for role in self.players):
            self.visits.clear()
        self.history.append(self.state.play_joint(joint))
        self.visits[self.state] += 1
        self.joints.append(tuple(joint))
        if not self.closed:
            self.say(f"{len(self.joints)}. {words}")

    def undo(self) -> bool:
        """Go back to the last state in which a person had a choice."""
        for i in range(len(self.history) - 2, -1, -1):
            if any(self.asks(self.history[i], role) for role in self.players):
                del self.history[i + 1 :]
                del self.joints[i:], self.notations[i:]
                return True
        return False

    def asks(self, state: State, role: str) -> bool:
        """Return whether a person plays a role and has something to choose."""
        return self.players[role] == "human" and state.legal[role] != ("noop",)

    def free(self, role: str) -> bool:
        """Return whether a role may choose another move when this state recurs."""
        if self.players[role] == "human":
            return self.asks(self.state, role)
        call = read_method(self.players[role])
        drawn = call.method.name == "random" and call["seed"] is None
        return drawn and len(self.state.legal[role]) > 1

    @property
    def endless(self) -> bool:
        """Whether the game repeats for ever, because no player will deviate."""
        return self.visits[self.state] >= _ROUNDS and not self.state.terminal

    def player(self, role: str) -> Player | None:
        """Return who plays a role, in the form of a file; None for chance."""
        kind = self.players[role]
        if role == CHANCE:
            return None
        if kind == "human":
            return Player(kind)
        call = read_method(kind)
        if call.method.has("depth") and "depth" not in call.given:
            call = call.with_values(depth=self.depth)
        words = str(call)
        if self.certificate is not None:
            words = f"the certificate, and where it has no move {words}"
        used = tuple(self.weights.items()) if call.weighs else ()
        return Player(words, self.tier if call.method.searches else None, used)

    def think(self, role: str, method: str) -> str:
        """Return the move that the certificate has, or that a method chooses."""
        if self.certificate is not None and role != CHANCE:
            try:
                move = kept_move(self.certificate, self.state, role, self.source)
            except CertificateError as error:
                self.say(f"{error}; {method} plays")
            else:
                if move is not None:
                    return move
        with progress(f"{role} is thinking ..."):
            return choose(
                self.state, role, method, depth=self.depth, seconds=self.seconds,
                tier=self.tier, weights=self.weights, source=self.source,
            )  # fmt: skip


@command
@start_options(native=True)
@click.option(
    "--player", "words", multiple=True, metavar="ROLE=KIND",
    help=f"Who plays a role: {', '.join(PLAYERS)}. By default you play the first role, "
    "and alphabeta plays the others, or expectimax if a role is random; that role "
    "moves by itself.",
)  # fmt: skip
@click.option(
    "--level", type=click.Choice(LEVELS),
    help="How strong the roles are that no --player names. Try easy first. A level "
    "limits the work and not the time, so that it is as strong on every machine; a "
    f"move takes at most --time, here {PATIENCE} seconds by default.",
)  # fmt: skip
@click.option(
    "--depth", type=COUNT, metavar="PLIES", help="How deep methods search, in plies."
)
@time_option("Time limit of methods, if no depth is given.", default=1.0)
@takes("seed", "tier")
@weight_options
@takes("from", "open")
@symbols_option
@click.option(
    "--save", "file", type=FILE, metavar="FILE",
    help="Keep the game in a file, for `show` and `tree`; its name ends in .json.",
)  # fmt: skip
@must_have_effect(
    "depth", expected="no --level", when=lambda given: given["level"] is None
)
def play(
    start: Start,
    words: tuple[str, ...],
    level: str | None,
    seed: int,
    weighing: Weighing,
    source: Path | None,
    file: Path | None,
    **thinking: Any,
) -> None:
    """Play GAME in the terminal, with undo, hint and resign.

    You are asked for the moves of your role; `help` lists what else you may answer.
    Where something is hidden, you are shown what your role knows; two persons pass the
    screen. With --moves the game goes on from the end of a record, whose moves are
    listed.
    Ctrl-C takes your last move back while a method thinks, and quits otherwise.
    Without --level the others play as well as they can in the time, a second a move.
    """
    if file is not None:
        if file.suffix != SUFFIX:
            raise InputError(f"--save: expected a name that ends in {SUFFIX}: {file}")
        checksummed_file.must_be_writable(file)
    rules = start.game()
    when_stuck(None)
    record = start.record(rules)
    usual = None
    if level is not None:
        usual = _at_level(record.states[-1], level, thinking["seconds"])
    players = _players(rules, words, usual)
    used = weighing.of(rules, _evaluator(players))
    all_weights(rules, used)
    match = Match(
        players, record.states[:1], source=random.Random(seed), silent=wants_json(),
        certificate=None if source is None else _read(source, rules),
        weights=used, **thinking,
    )  # fmt: skip
    with suppress(ImportError):
        import readline  # noqa: F401  input() then has a history
    for joint in record.joints:
        match.play(list(joint))
    ended = _play(match)
    if file is not None:
        _kept(match, seed, ended).save(file)
    if wants_json():
        print_json(
            {
                "moves": match.moves,
                **({"notations": match.notations} if rules.notated else {}),
                "state": list(match.state.facts),
                "terminal": match.state.terminal,
                "goals": match.state.goals,
                "ended": ended,
            }
            | noted(rules.assumed)
        )


def _read(file: Path, game: Game) -> KeptMoves:
    """Return the moves in a file."""
    with progress("reading ..."):
        return kept_moves(file, game)


def _kept(match: Match, seed: int, ended: str) -> Playthrough:
    """Return a game as it is written to a file.

    Args:
        match: the game.
        seed: that of its random numbers.
        ended: how it ended, as `_play` returns it.
    """
    role, resigned, _ = ended.partition(" resigned")
    failure = Failure(role, "resigned", "it has resigned") if resigned else None
    over = match.state.terminal
    return played(
        match.history[0],
        players={role: match.player(role) for role in match.players},
        assignment=(),
        opening=0,
        moves=tuple(match.joints),
        seed=seed,
        goals=match.state.goals if over else dict.fromkeys(match.players),
        ended="over" if over else "failure" if failure else "endless",
        failure=failure,
    )


def _at_level(state: State, level: str, seconds: float) -> str:
    """Return the method of a level, as a user writes it; a typed --time limits it."""
    return str(level_method(state, level, seconds if given("seconds") else PATIENCE))


def _players(game: Game, words: tuple[str, ...], level: str | None) -> dict[str, str]:
    """Return who plays each role.

    Args:
        game: the game.
        words: what `--player` says, as `ROLE=KIND`.
        level: the method of the other roles, if a level is requested.

    Raises:
        InputError: an unknown role or kind, or a level that no role plays at.
    """
    usual = level or _searcher(game)
    kinds = {role: "random" if role == CHANCE else usual for role in game.roles}
    if game.players:
        kinds[game.players[0]] = "human"
    named: set[str] = set()
    for word in words:
        role, equals, kind = word.partition("=")
        if not equals:
            raise InputError(f"expected --player ROLE=KIND, found {word!r}")
        if role not in kinds:
            raise InputError(_unknown("role", role, game.players))
        if role == CHANCE:
            raise InputError(f"{CHANCE} is chance: it moves by itself")
        if role in named:
            raise InputError(f"--player: {role} is given twice")
        named.add(role)
        name = kind.partition("(")[0].strip()
        if name not in PLAYERS:
            raise InputError(_unknown("player", name, PLAYERS))
        if kind != "human":
            checked_method(game, kind).must_choose()
        kinds[role] = kind
    if level and not {*game.players[1:]} - named:
        raise no_effect("--level", "a role that you do not play and no --player names")
    return kinds


def _searcher(game: Game) -> str:
    """Return the method that plays by default."""
    return str(checked_method(game, None, informed_default(game, "alphabeta")))


def _evaluator(players: Mapping[str, str]) -> MethodCall | None:
    """Return a method that plays, if possible one that evaluates positions."""
    calls = [
        read_method(kind)
        for role, kind in players.items()
        if kind != "human" and role != CHANCE
    ]
    return next((c for c in calls if c.weighs), calls[0] if calls else None)


def _unknown(what: str, word: str, known: tuple[str, ...]) -> str:
    close = difflib.get_close_matches(word, known, 1)
    hint = f"did you mean {close[0]!r}? " if close else ""
    return f"no {what} {word!r}: {hint}there are {', '.join(known)}"


def _play(match: Match) -> str:
    """Play to the end; return how it ended: `over`, `left`, or who resigned."""
    who = ", ".join(f"{role}: {kind}" for role, kind in match.players.items())
    match.say(f"{who}; `help` lists what you can answer")
    for note in match.state.game.assumed:
        match.say(note)
    persons = "human" in match.players.values()
    while not match.state.terminal:
        if match.endless:
            match.show()
            match.say("The game goes round in circles: it has no end.")
            return "endless"
        asked = any(match.asks(match.state, r) for r in match.players)
        if not match.closed and (asked or not persons):
            with answering():
                match.show()
        try:
            with answering():
                joint = _joint(match)
        except ResignedError as resigned:
            match.say(_resignation(match, resigned.role))
            return f"{resigned.role} resigned"
        except EOFError:
            match.say()
            return "left"
        if joint is not None:
            with answering():
                match.play(joint)
    if match.closed:
        match.say("The game was:")
        for number, made in enumerate(match.joints, 1):
            words = played_words(match.history[number - 1], made)
            match.say(f"{number}. {words}")
    match.show()
    end = outcome_text(match.state)
    match.say(f"The game is over: {end} ({goals_words(match.state.goals)}).")
    return "over"


def _resignation(match: Match, role: str) -> str:
    others = [other for other in match.players if other not in (role, CHANCE)]
    return f"{role} resigns" + (f": {others[0]} wins" if len(others) == 1 else "")


def _joint(match: Match) -> list[str] | None:
    """Return the moves of all roles, None when the position has changed meanwhile."""
    chosen = []
    for role, legal in match.state.legal.items():
        if match.asks(match.state, role):
            move = _ask(match, role)
            if move is None:
                return None
            chosen.append(move)
        elif len(legal) == 1:
            chosen.append(legal[0])
        else:
            try:
                chosen.append(match.think(role, match.players[role]))
            except KeyboardInterrupt:
                if terminated() or not match.undo():
                    raise
                match.say("interrupted: your last move is taken back")
                return None
    return chosen


def _ask(match: Match, role: str) -> str | None:
    """Ask a person for a move; None when a move was taken back instead."""
    choices = _Choices(match.state, role)
    if match.closed:
        match.seat(role)
        with answering():
            match.show_view(role)
    _list_moves(match, role, choices)
    while True:
        match answer := read_line(f"{role}> ", match.silent):
            case "":
                continue
            case "help" | "?":
                match.say(HELP)
            case "quit" | "exit":
                raise EOFError
            case "resign":
                raise ResignedError(role)
            case "undo" if match.closed:
                match.say(
                    "a move cannot be taken back where something is hidden: what it "
                    "has shown would be known"
                )
            case "undo" if match.undo():
                return None
            case "undo":
                match.say("there is no move of yours to take back")
            case "board" if match.closed:
                match.told.pop(role, None)
                match.show_view(role)
            case "board":
                match.show()
            case "moves":
                _list_moves(match, role, choices)
            case "hint":
                match.say(_hint(match, role))
            case _:
                try:
                    return choices.meant(answer)
                except MoveError as error:
                    match.say(str(error))


def _list_moves(match: Match, role: str, choices: _Choices) -> None:
    if match.silent:
        return
    console().print(f"{role} can play")
    shown = [f"{label}  {move}" for label, move in choices.labelled()]
    console().print(Columns(shown, padding=(0, 3), column_first=True))


def _hint(match: Match, role: str) -> str:
    try:
        method = _searcher(match.state.game)
        ranked = () if match.closed else advice(match.state, role)[:1]
        moves = [match.think(role, method), *ranked]
        [chosen, *advised] = match.state.written_moves(role, moves)
        words = f"{method} would play {chosen}"
    except KeyboardInterrupt:
        if terminated():
            raise
        return "interrupted"
    except PygameSearchError as error:
        return f"no hint: {error}"
    return f"{words}; the rule file advises {advised[0]}" if advised else words


class _Choices:
    """The legal moves of a role, and how a person may name them."""

    def __init__(self, state: State, role: str) -> None:
        self._state = state
        self._role = role
        self._legal = state.legal[role]
        # A notation for the position may tell what is hidden.
        notated = state.game.notated and not state.game.closed
        self._shown = state.written_moves(role, self._legal) if notated else self._legal
        texts: Sequence[str | None] = self._shown
        if not notated:
            texts = state.game.written_notations(self._legal)
        self._notations = {
            text: move
            for text, move in zip(texts, self._legal, strict=True)
            if text is not None
        }
        # If moves are written as numbers, a number is not an index into the list.
        self._numbered = not any(text.isdigit() for text in self._notations)

    def labelled(self) -> list[tuple[str, str]]:
        """Return the moves, each with a short name before it."""
        if not self._numbered:
            return list(self._notations.items())
        return [(str(i), text) for i, text in enumerate(self._shown, 1)]

    def meant(self, answer: str) -> str:
        """Return the legal move that an answer names by text, notation or number.

        Raises:
            MoveError: it names no legal move; the message gives the reason.
        """
        plain = {"".join(move.split()): move for move in self._legal}
        found = (
            self._notations.get(answer)
            or plain.get("".join(answer.split()))
            or (self._at(answer) if self._numbered else None)
            or self._as_term(answer)
        )
        if found is None:
            words = [*self._notations, *self._legal]
            close = difflib.get_close_matches(answer, words, 1)
            hint = f"did you mean {close[0]!r}?" if close else "`moves` lists what is"
            raise MoveError(f"{answer!r} is not legal here; {hint}")
        return found

    def _at(self, answer: str) -> str | None:
        if (
            answer.isdecimal()
            and len(answer) < 9
            and 0 < int(answer) <= len(self._legal)
        ):
            return self._legal[int(answer) - 1]
        return None

    def _as_term(self, answer: str) -> str | None:
        """Return the move that an answer names in a different spelling."""
        state = self._state
        if len(state.to_move) > 1:
            return None
        try:
            _, joint = state.played(answer)
        except PygameSearchError as error:
            if isinstance(error, MoveError) and error.legal:  # well formed
                return None
            raise MoveError(str(error)) from error
        return joint[state.game.roles.index(self._role)]
