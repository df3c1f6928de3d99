"""One player, solved by its beliefs: beside the sequence form, and beside histories.

`best_by_histories` plays all histories by the oracle and merges none of them, so it
shares no code with either.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner
from hidden import oracle_of
from hidden_texts import COIN, MONTY_HALL, MONTY_HALL_SHEET
from percept_games import percept_game
from test_equilibrium_files import changed, verdicts, written

import pygame_search as ps
from pygame_search.cli.app import command
from pygame_search.game import Game, load_text
from pygame_search.machine.unknown_legal import UnknownLegalError
from pygame_search.oracle.beliefs import History, beginning, legal_moves, longer
from pygame_search.oracle.interpreter import Oracle
from pygame_search.solving.hidden.equilibrium import Equilibrium
from pygame_search.solving.hidden.kept_strategies import kept_strategies
from pygame_search.support.errors import (
    InputError,
    LimitError,
    RulesError,
    TierError,
)
from pygame_search.support.resources import rules_folder

#: The games of the shelf with one player who does not see everything. The sequence form
#: of one is too large.
ALONE = sorted(
    file.stem
    for file in rules_folder().glob("*.pl")
    if "sees(" in file.read_text("utf-8") and len(ps.load(file.stem).players) == 1
)
TOO_LARGE = "blackjack_small"


def best_by_histories(oracle: Oracle) -> Fraction:
    """Return the most that the first player of a game can get on average."""

    def best(alike: Sequence[tuple[History, Fraction]]) -> Fraction:
        """Return what histories that the player cannot tell apart add to its mean."""
        first, _ = alike[0]
        if first.over:
            goals = [oracle.goals(one.state)[oracle.roles[0]] for one, _ in alike]
            return sum(
                (Fraction(goal or 0) * chance
                 for goal, (_, chance) in zip(goals, alike, strict=True)),
                Fraction(0),
            )  # fmt: skip
        worth: dict[object, Fraction] = defaultdict(Fraction)
        seen = defaultdict(list)
        for one, chance in alike:
            for after in longer(oracle, one):
                own, drawn = after.joints[-1]
                share = oracle.chances(one.state).get(drawn, Fraction(1))
                key = own, after.steps[0][-1], after.over
                seen[key].append((after, chance * share))
        for (own, *_), following in seen.items():
            worth[own] += best(following)
        return max(worth.values())

    start = beginning(oracle)
    assert len(legal_moves(oracle, start)) == 2
    return best([(start, Fraction(1))])


def alone(seed: int) -> tuple[str, bool]:
    """Return a random game of ann's, with chance for bob; and if she must not know."""
    made = percept_game(seed)
    lines = made.text.replace("bob", "random").splitlines()
    text = "\n".join(
        line
        for line in lines
        if not line.startswith(("goal(random", "constant_sum", "sees(random"))
    )
    text += "\nsees(ann, begun) :- true(step(1)).\n"
    return text, made.unknown == "ann"


#: Games in which only ann and bob play.
SEEDS = [seed for seed in range(160) if "role(random)" not in percept_game(seed).text]


def test_there_are_games_of_one() -> None:
    assert {"monty_hall", "mastermind", "minesweeper_small", TOO_LARGE} <= {*ALONE}


@pytest.mark.parametrize("tier", ["clauses", "native"])
@pytest.mark.parametrize("name", [name for name in ALONE if name != TOO_LARGE])
def test_the_shelf_both_ways(name: str, tier: str) -> None:
    """By beliefs and by the sequence form, in fractions."""
    start = ps.load(name, tier=tier).initial
    found, whole = start.equilibrium(), start.equilibrium(method="lp")
    assert (found.method, whole.method) == ("belief_expectimax", "backward")
    assert found.values == whole.values
    assert found.lower == found.upper == whole.lower
    [own], [every] = found.strategies.values(), whole.strategies.values()
    assert len(own) <= len(every)
    assert {one.view: {*one.moves} for one in own}.items() <= {
        one.view: {*one.moves} for one in every
    }.items()


@pytest.mark.parametrize(
    "call", ["monty_hall", "guess_the_coin", "mastermind(colours=2)"]
)
def test_the_shelf_by_histories(call: str) -> None:
    found = ps.load(call).initial.equilibrium()
    assert [*found.values.values()] == [best_by_histories(oracle_of(call))]


@pytest.mark.parametrize("seed", SEEDS)
def test_random_games(seed: int, tmp_path: Path) -> None:
    """Three ways to the value; both checks verify what is kept."""
    text, unknown = alone(seed)
    game = written(tmp_path, text)
    if unknown:
        with pytest.raises(UnknownLegalError) as caught:
            game.initial.equilibrium()
        with pytest.raises(UnknownLegalError) as other:
            game.initial.equilibrium(method="lp")
        assert caught.value.role == other.value.role == "ann"
        first, second = caught.value.histories
        assert first != second
        for line, legal in zip((first, second), caught.value.legal, strict=True):
            state = game.initial
            for joint in line:
                state = state.play_joint(joint)
            assert {*state.legal["ann"]} == {*legal}
            assert state.view("ann") == caught.value.view
        return
    found = game.initial.equilibrium()
    assert found.method == "belief_expectimax"
    assert found.values == game.initial.equilibrium(method="lp").values
    assert found.lower == best_by_histories(Oracle(text))
    file = tmp_path / "file"
    ps.save_equilibrium(found, file)
    for verdict in verdicts(file):
        assert verdict.fault is None
        assert verdict.lower == verdict.upper == found.lower
    read = ps.read_equilibrium(file)
    assert read.strategies == {"ann": found.strategies["ann"]}


# ---- equal beliefs -------------------------------------------------------------------

#: What is seen first says nothing of the coin.
TWO_VIEWS = COIN.replace("init(step(1)).", "init(step(0)).").replace(
    "next(coin(C)) :- does(random, toss(C)).",
    """legal(random, show(N)) :- true(step(0)), between(1, 3, N).
sees(guesser, shown(N)) :- does(random, show(N)).
next(coin(C)) :- does(random, toss(C)).""",
)


@pytest.fixture
def two_views(tmp_path: Path) -> tuple[Game, Path]:
    """A game with three views of one belief, and its certificate."""
    game, file = written(tmp_path, TWO_VIEWS), tmp_path / "file"
    ps.save_equilibrium(game.initial.equilibrium(), file)
    return game, file


def test_equal_beliefs_are_one(two_views: tuple[Game, Path]) -> None:
    game, file = two_views
    found = game.initial.equilibrium()
    assert found.information_sets == {"guesser": 1}
    whole = game.initial.equilibrium(method="lp")
    assert whole.information_sets == {"guesser": 3}
    assert found.values == whole.values == {"guesser": 50}
    for verdict in verdicts(file):
        assert verdict.fault is None
        assert verdict.lower == verdict.upper == 50


def test_all_views_of_a_belief_have_its_move(two_views: tuple[Game, Path]) -> None:
    game, file = two_views
    [own] = game.initial.equilibrium().strategies["guesser"]
    kept = kept_strategies(file, game)
    for number in (1, 2, 3):
        state = game.after(f"show({number}); toss(heads)")
        found = kept.at(state, "guesser")
        assert found.behaviour is not None
        assert found.behaviour.probabilities == own.probabilities
        assert found.view == found.behaviour.view == state.view("guesser")
    assert kept.at(game.initial, "guesser").behaviour is None


def test_other_moves_at_some_views_of_a_belief(two_views: tuple[Game, Path]) -> None:
    """A file may have more views; then each has its own moves, in both checks."""
    game, file = two_views
    whole = game.initial.equilibrium(method="lp")
    one, two, three = whole.strategies["guesser"]
    uneven = replace(two, probabilities=(Fraction(1, 3), Fraction(2, 3)))
    views = {"guesser": (one, uneven, three)}
    ps.save_equilibrium(replace(whole, strategies=views), file)
    for verdict in verdicts(file):
        assert verdict.fault is None
        assert verdict.lower == 50


#: Who guesses well wins more if tails was tossed more often; the first guess is told.
TOLD = r"""
role(guesser). role(random).
init(step(1)).
legal(random, toss(C)) :- true(step(1)), side(C).
weight(random, toss(heads), 1). weight(random, toss(tails), 3).
legal(guesser, say(C)) :- true(step(2)), side(C).
legal(guesser, M) :- true(step(3)), answer(M).
answer(stay). answer(turn).
next(coin(C)) :- does(random, toss(C)).
next(coin(C)) :- true(coin(C)).
next(said(C)) :- does(guesser, say(C)).
next(said(C)) :- true(said(C)), does(guesser, stay).
next(said(C)) :- true(said(D)), does(guesser, turn), side(C), C \== D.
next(step(M)) :- true(step(N)), M is N + 1, M =< 4.
sees(guesser, right) :- true(coin(C)), does(guesser, say(C)), C == heads.
terminal :- true(step(4)).
goal(guesser, 1) :- true(said(C)), true(coin(C)).
goal(guesser, 0) :- true(said(C)), true(coin(D)), C \== D.
side(heads). side(tails).
"""


def told(tmp_path: Path) -> tuple[Equilibrium, Path]:
    game, file = written(tmp_path, TOLD), tmp_path / "file"
    found = game.initial.equilibrium()
    ps.save_equilibrium(found, file)
    return found, file


def test_to_learn_is_worth_it(tmp_path: Path) -> None:
    """Who says heads learns whether it is, and turns if not: 1 in place of 3/4."""
    found, file = told(tmp_path)
    assert found.exact == {"guesser": "1"}
    reached = [one.view.line for one in found.strategies["guesser"] if one.reached]
    assert reached[0] == "nothing yet"
    assert len(reached) == 3
    assert [verdict.lower for verdict in verdicts(file)] == [1, 1]
    assert [one.reached for one in ps.read_equilibrium(file).strategies["guesser"]] == [
        one.reached for one in found.strategies["guesser"]
    ]


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("DELETE FROM information_sets WHERE number = 0", "no move is given where"),
        ("DELETE FROM information_sets WHERE number = 3", "no move is given where"),
        (
            "INSERT INTO information_sets SELECT 99, role, view, moves "
            "FROM information_sets WHERE number = 1",
            "listed twice: what ",
        ),
        (
            "UPDATE information_sets SET view = replace(view, 'heads', 'edge') "
            "WHERE number = 1",
            "never has a choice",
        ),
        (
            "UPDATE information_sets SET moves = replace(moves, '\"1\"', '\"2\"') "
            "WHERE number = 0",
            "add up to 1, found 2",
        ),
        (
            "UPDATE information_sets SET moves = replace(moves, 'stay', 'go') "
            "WHERE number = 1",
            "expected the legal moves",
        ),
        (
            'UPDATE heads SET head = replace(head, \'"lower": "1"\', \'"lower": "2"\')',
            "at least",
        ),
        (
            'UPDATE heads SET head = replace(head, \'"upper": "1"\', '
            '\'"upper": "3/4"\')',
            "at most",
        ),
    ],
)
def test_wrong_files(tmp_path: Path, statement: str, words: str) -> None:
    """Both checks find what is wrong."""
    _, file = told(tmp_path)
    changed(file, statement)
    own, oracle = verdicts(file)
    assert words in str(own.fault)
    assert oracle.fault is not None


def test_worse_moves_prove_less(tmp_path: Path) -> None:
    """Whoever never turns wins as often as tails is tossed, if at all."""
    found, file = told(tmp_path)
    lazy = tuple(
        replace(
            one,
            probabilities=tuple(
                Fraction(m in ("say(tails)", "stay")) for m in one.moves
            ),
        )
        for one in found.strategies["guesser"]
    )
    worse = replace(
        found,
        strategies={"guesser": lazy},
        lower=Fraction(3, 4),
        values={"guesser": Fraction(3, 4)},
    )
    ps.save_equilibrium(worse, file)
    for verdict in verdicts(file):
        assert verdict.fault is None
        assert [verdict.lower, verdict.upper] == [Fraction(3, 4), Fraction(1)]
    response = ps.load(tmp_path / "game.pl").initial.best_response(against=file)
    assert [response.value, response.given] == [Fraction(1), Fraction(3, 4)]


# ---- what is refused -----------------------------------------------------------------


def test_play_must_end() -> None:
    """Who goes on believes the same again."""
    endless = """
role(a). role(random). init(p).
legal(a, on). legal(a, off). legal(random, x). legal(random, y).
next(p) :- does(a, on).
next(q) :- does(a, off).
sees(a, m) :- does(random, x).
terminal :- true(q).
goal(a, 1).
"""
    with pytest.raises(LimitError, match="longer than 1,000 steps"):
        load_text(endless).initial.equilibrium()


def test_long_play_is_no_limit_of_python() -> None:
    """Steps beyond what Python can nest."""
    text = """
role(a). role(random). init(n(0)). init(side(x)).
legal(a, go) :- true(n(N)), N < 700.
legal(a, M) :- true(n(700)), either(M).
legal(random, M) :- true(n(0)), either(M).
legal(random, noop) :- true(n(N)), N > 0.
next(side(M)) :- does(random, M), M \\== noop.
next(side(M)) :- true(side(M)), true(n(N)), N > 0.
next(n(M)) :- true(n(N)), M is N + 1.
next(said(M)) :- does(a, M), M \\== go.
sees(a, it(M)) :- does(random, M), M \\== noop.
terminal :- true(said(_)).
either(x). either(y).
goal(a, 1) :- true(said(M)), true(side(M)).
goal(a, 0) :- true(said(M)), true(side(N)), M \\== N.
"""
    start = load_text(text).initial
    assert start.equilibrium().exact == {"a": "1"}
    assert start.equilibrium(method="lp").exact == {"a": "1"}


def test_a_role_without_a_move(tmp_path: Path) -> None:
    """In a sheet nobody waits for want of a move."""
    sheet = MONTY_HALL_SHEET.replace(
        "(<= terminal (true (step 4)))", "(<= terminal (true (step 4)) (true (car 1)))"
    )
    with pytest.raises(RulesError, match="no move is legal for candidate"):
        written(tmp_path, sheet, ".kif").initial.equilibrium()


def test_refusals() -> None:
    start = load_text(MONTY_HALL).initial
    with pytest.raises(LimitError, match="time is over"):
        start.equilibrium(seconds=1e-9)
    with pytest.raises(TierError, match="expected the tier procedural or native"):
        start.equilibrium(tier="clauses")
    with pytest.raises(InputError, match="candidate plays alone"):
        start.equilibrium(method="cfr")
    assert start.equilibrium(tier="native").tier == "native"
    assert start.equilibrium(tier="procedural").tier == "procedural"


# ---- the commands --------------------------------------------------------------------


def test_the_commands(tmp_path: Path) -> None:
    file = str(tmp_path / "file")

    def run(*words: str) -> str:
        done = CliRunner().invoke(command, words)
        assert done.exit_code == 0, done.output
        return done.stdout

    printed = run("solve", "monty_hall", "--save", file)
    assert "belief_expectimax: 23 beliefs, 7 with a choice" in printed
    assert "candidate knows, and does wherever it believes the same:" in printed
    found = json.loads(run("solve", "monty_hall", "--json"))
    assert (found["exact"], found["method"]) == (
        {"candidate": "2/3"}, "belief_expectimax",
    )  # fmt: skip
    assert found["information_sets"] == {"candidate": 7}
    assert "at least 2/3, and at most 2/3" in run("verify", file)
    assert "at least 2/3, and at most 2/3" in run("verify", file, "--independent")
    line = "hide(1); choose(1); open(3)"
    told = json.loads(
        run("best", "monty_hall", "--after", line, "--from", file, "--json")
    )
    assert {one["move"]: one["probability"] for one in told["moves"]} == {
        "keep": 0, "switch": 1,
    }  # fmt: skip
