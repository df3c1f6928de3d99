"""Games put into the words of GDL alone have the same game tree."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from pygame_search import load, load_text
from pygame_search.cli.app import command
from pygame_search.game import Game, State
from pygame_search.model.rules import examine, gdl
from pygame_search.rules.rulebook import Rulebook
from pygame_search.search.perft import perft
from pygame_search.support.errors import RulesError

#: Our own games, and how deep their trees are counted.
GAMES = {
    "tic_tac_toe": 3,
    "hexapawn": 9,
    "hexapawn(columns=4, rows=4)": 5,
    "connect_four": 2,
    "connect_four(columns=5, rows=4, in_a_row=3)": 3,
    "nim": 5,
    "nim(heaps=[2, 0, 7])": 5,
    "helen_and_stavros": 4,
    "othello(size=4)": 6,
    "river_crossing": 8,
    "eight_puzzle": 6,
    "skirmish": 4,
    "uniform_tree": 4,
}

DEPTHS = GAMES | {"othello": 1}

ROUND = "role(x). role(o). init(n(3)). init(turn(x)).\n"

#: What GDL has no words for, one kind in each.
SMALL = {
    "a negated conjunction": ROUND
    + """legal(P, take(K)) :- true(turn(P)), true(n(N)), between(1, 3, K),
        \\+ ( K > N ; K =:= 2, N < 3 ).
    next(n(M)) :- true(n(N)), does(_, take(K)), M is N - K.
    next(turn(o)) :- true(turn(x)). next(turn(x)) :- true(turn(o)).
    terminal :- true(n(0)). goal(P, 1) :- role(P), \\+ true(turn(P)).
    goal(P, -1) :- true(turn(P)).""",
    "a count that becomes a fluent": ROUND
    + """init(seen(0)). number(1). number(2). number(4).
    legal(P, say(K)) :- true(turn(P)), number(K), \\+ true(said(K)).
    next(said(K)) :- does(_, say(K)). next(said(K)) :- true(said(K)).
    next(seen(N)) :- count(K, (true(said(K)), K > 1), N).
    next(n(3)). next(turn(o)) :- true(turn(x)). next(turn(x)) :- true(turn(o)).
    terminal :- true(seen(N)), N >= 2.
    goal(P, V) :- role(P), true(seen(N)), count(K, true(said(K)), M),
        V is 10 * N - M.""",
    "a count in a negation, for each of several": ROUND
    + """number(1). number(2). number(3).
    legal(P, put(K)) :- true(turn(P)), number(K), \\+ full(K).
    full(K) :- number(K), count(I, true(on(K, I)), N), N >= 2.
    next(on(K, I)) :- true(on(K, I)).
    next(on(K, M)) :- does(_, put(K)), count(I, true(on(K, I)), N), N < 2, M is N + 1.
    next(n(3)). next(turn(o)) :- true(turn(x)). next(turn(x)) :- true(turn(o)).
    terminal :- \\+ free. free :- number(K), count(I, true(on(K, I)), N), N < 2.
    goal(x, 0). goal(o, 500).""",
    "goals that ask for goals": """role(x). role(o). init(n(0)). init(turn(x)).
    legal(P, add(K)) :- true(turn(P)), between(1, 2, K).
    next(n(M)) :- does(_, add(K)), true(n(N)), M is N + K, M =< 9.
    next(turn(o)) :- true(turn(x)). next(turn(x)) :- true(turn(o)).
    terminal :- true(n(N)), N >= 5.
    goal(x, N) :- true(n(N)), true(turn(x)). goal(x, -10) :- \\+ goal(x, 5), ends.
    ends :- true(turn(o)).
    goal(o, V) :- goal(x, W), V is 1 - W.""",
    "moves at the same time, and nobody to move": """role(x). role(o). init(n(2)).
    legal(x, add(K)) :- between(1, 2, K). legal(o, wait) :- true(n(N)), N mod 2 =:= 0.
    next(n(M)) :- true(n(N)), does(x, add(K)), M is min(N + K, 9).
    terminal :- true(n(9)). goal(x, N) :- true(n(N)). goal(o, N) :- true(n(M)), N is -M.
    """,
}


@pytest.mark.parametrize("suffix", ["", "(1)"])
def test_names_that_differ_in_capitals_alone(suffix: str) -> None:
    names = ["end", "'End'", "'END'", "'Mark It'", "'mark it'", "'Mark_It'", "amark_it"]
    game = load_text(
        "role(x). init(n('N')). init(go)."
        + "".join(f" legal(x, {name}{suffix})." for name in names)
        + " next(n(M)) :- does(x, M). terminal :- \\+ true(go). goal(x, 0)."
    )
    text = gdl(game)
    faults = examine(Rulebook("text", "text", text, "kif"))
    assert not [fault for fault in faults if fault.severity == "error"]
    assert perft(load_text(text, syntax="kif").initial, 1) == perft(game.initial, 1)


#: Names with several numbers of arguments: of a move and a fluent, of terms in them, of
#: a relation, and beside one that would be the new name.
ARITIES = (
    "role(x). init(line(1, 2, line_3)). init(n(0)). at(1). at(1, 2). at(2, 1). "
    "legal(x, line(A, B)) :- at(A, B). legal(x, line(A)) :- at(A). "
    "legal(x, pack(box(1), box(1, 2))). "
    "next(line(A, B, x)) :- does(x, line(A, B)). "
    "next(line(A, A, A)) :- does(x, line(A)). "
    "next(n(M)) :- true(n(N)), M is N + 1. terminal :- true(n(3)). "
    "goal(x, 10) :- true(line(1, 2, _)). goal(x, 0) :- \\+ true(line(1, 2, _))."
)


@pytest.mark.parametrize("syntax", ["kif", "infix", "hrf"])
def test_a_name_has_one_number_of_arguments(syntax: str, tmp_path: Path) -> None:
    path, sheet = tmp_path / "game.pl", tmp_path / f"game.{syntax}"
    path.write_text(ARITIES)
    run = CliRunner().invoke(command, ["convert", str(path), str(sheet), "--gdl"])
    assert run.output.splitlines()[-1] == (
        "note: a name in GDL has one number of arguments: "
        "at/2 is at_2, box/2 is box_2, line/2 is line_2, line/3 is line_3_1"
    )
    text = sheet.read_text()
    assert not [
        f for f in examine(Rulebook("t", "t", text, syntax)) if f.code == "arities"
    ]
    game, other = load(path).initial, load(sheet).initial
    assert perft(other, 4) == perft(game, 4)


LARGE = ("connect_four", "othello")


@pytest.fixture(
    scope="module",
    params=[
        pytest.param(name, marks=pytest.mark.slow) if name in LARGE else name
        for name in (*GAMES, *SMALL, "othello")
    ],
)
def pair(request: pytest.FixtureRequest) -> tuple[Game, Game, int]:
    name = request.param
    game = load_text(SMALL[name]) if name in SMALL else load(name)
    text = gdl(game)
    assert "pygame_search:" not in text
    faults = examine(Rulebook("text", "text", text, "kif"))
    assert not [fault for fault in faults if fault.severity == "error"]
    return game, load_text(text, syntax="kif"), DEPTHS.get(name, 5)


def test_the_tree_is_the_same(pair: tuple[Game, Game, int]) -> None:
    game, sheet, depth = pair
    assert sheet.convention == "gdl"
    assert perft(sheet.initial, depth) == perft(game.initial, depth)


def test_goals_from_0_to_100_stay_as_they_are() -> None:
    text = gdl(
        load_text(
            "role(x). init(n(0)). legal(x, a). legal(x, b). terminal :- true(end(_)). "
            "next(end(M)) :- does(x, M). goal(x, 0) :- true(end(a)). "
            "goal(x, 70) :- true(end(b)). goal(x, 0) :- true(n(0))."
        )
    )
    sheet = load_text(text, syntax="kif")
    ends = [sheet.initial.play(move).goals["x"] for move in ("a", "b")]
    assert ends == [0, 70]


def test_random_games_are_the_same(pair: tuple[Game, Game, int]) -> None:
    """Move by move: the same legal moves, the same end, goals in the same order."""
    game, sheet, depth = pair
    rng = random.Random(7)
    goals: set[tuple[int, int]] = set()
    games, plies = (2, 60) if depth > 2 else (1, 10)  # those of large boards are slow
    for _ in range(games):
        mine, theirs = game.initial, sheet.initial
        for _ in range(plies):
            assert theirs.terminal == mine.terminal
            for role in game.roles:
                value, scaled = mine.goals[role], theirs.goals[role]
                assert (value is None) == (scaled is None)
                if value is not None and scaled is not None:
                    goals.add((value, scaled))
            if mine.terminal:
                break
            moves = _moves(mine)
            assert _moves(theirs) == moves
            joint = [rng.choice(options) for options in moves.values()]
            mine = mine.play(_joint(joint))
            theirs = theirs.play(_joint(_kif(move) for move in joint))
    ordered = sorted(goals)
    assert [scaled for _, scaled in ordered] == sorted(s for _, s in ordered)
    assert all(0 <= scaled <= 100 for _, scaled in ordered)


def _moves(state: State) -> dict[str, list[str]]:
    return {role: sorted(map(_plain, moves)) for role, moves in state.legal.items()}


def _plain(move: str) -> str:
    """A move as name(argument,...) in either syntax; all here are flat."""
    words = re.findall(r"[^\s(),]+", move)
    return words[0] if len(words) == 1 else f"{words[0]}({','.join(words[1:])})"


def _kif(move: str) -> str:
    words = re.findall(r"[^\s(),]+", move)
    return words[0] if len(words) == 1 else f"({' '.join(words)})"


def _joint(moves: object) -> str:
    texts = list(moves)  # type: ignore[call-overload]
    kif = any(text.startswith("(") for text in texts)
    return f"[{(' ' if kif else ', ').join(texts)}]"


@pytest.mark.parametrize("space", ["water_jugs", "delivery_robot"])
def test_a_state_space_is_refused(space: str) -> None:
    with pytest.raises(RulesError, match="GDL has no state spaces"):
        gdl(load(space))


COUNTER = """role(x). init(n(0)). legal(x, up). next(n(M)) :- true(n(N)), M is N + 1.
goal(x, 0)."""


@pytest.mark.parametrize("end", ["true(n(50))", "true(n(N)), N >= 50, N mod 2 =:= 0"])
def test_a_number_grows_until_the_game_ends(end: str) -> None:
    game = load_text(f"{COUNTER} terminal :- {end}.")
    assert "(base (n 50))" in gdl(game)
    assert "(base (n 51))" not in gdl(game)


@pytest.mark.slow
def test_a_number_without_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    # inferences decide
    monkeypatch.setattr("pygame_search.model.rules.LOAD_SECONDS", 600)
    game = load_text(f"{COUNTER} terminal :- \\+ some. some :- true(n(_)).")
    with pytest.raises(RulesError, match="can grow without bound"):
        gdl(game)


def test_the_command(tmp_path: Path) -> None:
    path = tmp_path / "small.gdl"
    run = CliRunner().invoke(
        command, ["convert", "hexapawn(columns=4)", str(path), "--gdl"]
    )
    assert (run.exit_code, run.output) == (0, "")
    assert path.read_text().startswith("; Hexapawn\n")
    assert perft(load(path).initial, 4) == perft(load("hexapawn(columns=4)").initial, 4)


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (["nim", "prolog", "--gdl"], 2, "GDL is written in KIF"),
        (["water_jugs", "kif", "--gdl"], 1, "GDL has no state spaces"),
        (["nim(heaps=[1])", "kif"], 2, "only with --gdl"),
        (["nim", "kif"], 0, "--gdl writes the game for any system"),
    ],
)
def test_what_the_command_says(words: list[str], status: int, said: str) -> None:
    run = CliRunner().invoke(command, ["convert", *words])
    assert run.exit_code == status
    assert said in run.stderr
