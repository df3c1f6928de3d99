"""Regret minimisation: by hand, beside a textbook form, and beside linear programs."""

from __future__ import annotations

import json
import re
import signal
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import permutations
from math import inf
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from hidden_texts import CARDS, KUHN_POKER, STOP_OR_GO, SURE_COIN
from percept_games import percept_game

import pygame_search as ps
from pygame_search.cli.app import command
from pygame_search.game import load_text
from pygame_search.network.jit import Kernel
from pygame_search.network.searches import regret as kernels
from pygame_search.solving.hidden import regret, solver
from pygame_search.solving.hidden.arrays import arrays
from pygame_search.solving.hidden.equilibrium import Equilibrium
from pygame_search.solving.hidden.regret import Point, Stops, minimised, minimiser
from pygame_search.solving.hidden.unfold import sequence_form
from pygame_search.support import checkpoint
from pygame_search.support.errors import InputError, LimitError

#: Both show a side; ann wins 3 at two heads and 1 at two tails, and else loses 1.
PENNIES = """\
role(ann). role(bob).
init(choosing).
legal(R, M) :- role(R), true(choosing), side(M).
next(shown(R, M)) :- does(R, M).
terminal :- true(shown(ann, _)).
goal(ann, V) :- true(shown(ann, M)), true(shown(bob, N)), pays(M, N, V).
goal(bob, V) :- goal(ann, W), V is 0 - W.
pays(heads, heads, 3). pays(heads, tails, -1).
pays(tails, heads, -1). pays(tails, tails, 1).
constant_sum(0).
side(heads). side(tails).
"""


def heads(found: Equilibrium, role: str) -> float:
    """Return how likely a role shows heads."""
    [own] = found.strategies[role]
    return float(own.probabilities[own.moves.index("heads")])


# Ann's values of heads and tails are those of her rows of [[3, -1], [-1, 1]]:
#
# cfr.  1: both are even. Heads is worth 1 to ann and tails 0, on average 1/2: her
#          regrets are 1/2 and -1/2. To bob they are worth -1 and 0: -1/2 and 1/2.
#       2: ann shows heads, bob tails: of the averages, heads are 3/4 and 1/4. Her heads
#          are worth -1, tails 1: 0 and 2 more regret, in all 1/2 and 3/2. His are worth
#          -3 and 1: -4 and 0 more.
#       3: ann shows heads with 1/4, bob none: (1/2 + 1 + 1/4) / 3 and 1/2 / 3.
# cfr+. 1: ann's regrets are 1/2 and 0, so she shows heads, which counts once. To bob,
#          even now, which counts once, heads are then worth -3 and tails 1: 0 and 2.
#       2: he shows tails. Her regrets are 1/2 and 2: heads with 1/5, which counts
#          twice: (1 + 2/5) / 3. His tails count twice: (1/2 + 0) / 3.
@pytest.mark.parametrize(
    ("method", "iterations", "ann", "bob"),
    [
        ("cfr", 1, Fraction(1, 2), Fraction(1, 2)),
        ("cfr", 2, Fraction(3, 4), Fraction(1, 4)),
        ("cfr", 3, Fraction(7, 12), Fraction(1, 6)),
        ("cfr+", 1, Fraction(1), Fraction(1, 2)),
        ("cfr+", 2, Fraction(7, 15), Fraction(1, 6)),
    ],
)
@pytest.mark.parametrize("tier", ["clauses", "native"])
def test_by_hand(
    method: str, iterations: int, ann: Fraction, bob: Fraction, tier: str
) -> None:
    game = load_text(PENNIES, tier=tier)
    found = game.initial.equilibrium(method=method, iterations=iterations)
    assert heads(found, "ann") == pytest.approx(ann, abs=1e-14)
    assert heads(found, "bob") == pytest.approx(bob, abs=1e-14)
    a, b = float(ann), float(bob)
    assert found.numbers["ann"] == pytest.approx(
        3 * a * b - a * (1 - b) - (1 - a) * b + (1 - a) * (1 - b), abs=1e-13
    )
    assert float(found.lower) == pytest.approx(min(4 * a - 1, 1 - 2 * a), abs=1e-13)
    assert float(found.upper) == pytest.approx(max(4 * b - 1, 1 - 2 * b), abs=1e-13)
    assert found.iterations == iterations
    assert found.stopped == "iterations"


# ---- a textbook form of Kuhn poker --------------------------------------------

#: A card, and the moves so far.
At = tuple[int, tuple[str, ...]]
Numbers = dict[At, dict[str, float]]


class Textbook:
    """Regret minimisation in Kuhn poker, by walks through the whole tree.

    Args:
        plus: whether by `cfr+`.
    """

    def __init__(self, *, plus: bool) -> None:
        self.plus = plus
        self.regrets: tuple[Numbers, Numbers] = ({}, {})
        self.totals: tuple[Numbers, Numbers] = ({}, {})

    def iterate(self, number: int) -> None:
        """Do an iteration: both players at once, or one after the other."""
        if self.plus:
            self.deal([0], weight=0.0)
            self.deal([1], weight=number)
        else:
            self.deal([0, 1], weight=1.0)

    def deal(self, updated: Sequence[int], weight: float) -> None:
        """Walk through all deals, count the plans, then update some players."""
        self.more: tuple[Numbers, Numbers] = ({}, {})
        for first, second in permutations((1, 2, 3), 2):
            self.walk((first, second), (), [1.0, 1.0], weight)
        for who in updated:
            for at, own in self.more[who].items():
                for move, more in own.items():
                    regret = self.regrets[who][at][move] + more
                    least = 0.0 if self.plus else -inf
                    self.regrets[who][at][move] = max(regret, least)

    def walk(
        self,
        cards: tuple[int, int],
        play: tuple[str, ...],
        reach: list[float],
        weight: float,
    ) -> float:
        """Return what the first player wins on average, after some moves."""
        who, last = len(play) % 2, play[-1:]
        if last == ("fold",):
            return 1.0 if who == 0 else -1.0
        if last == ("call",) or play == ("check", "check"):
            stake = 2.0 if last == ("call",) else 1.0
            return stake if cards[0] > cards[1] else -stake
        at = cards[who], play
        moves = ("fold", "call") if last == ("bet",) else ("check", "bet")
        chances = self.strategy(who, at, moves)
        values = {}
        for move in moves:
            after = [*reach]
            after[who] *= chances[move]
            values[move] = self.walk(cards, (*play, move), after, weight)
        mean = sum(chances[move] * values[move] for move in moves)
        more = self.more[who].setdefault(at, dict.fromkeys(moves, 0.0))
        total = self.totals[who].setdefault(at, dict.fromkeys(moves, 0.0))
        for move in moves:
            gain = values[move] - mean if who == 0 else mean - values[move]
            more[move] += reach[1 - who] * gain / 6
            total[move] += weight * reach[who] * chances[move]
        return mean

    def strategy(self, who: int, at: At, moves: Sequence[str]) -> dict[str, float]:
        """Return what a player does by its regrets."""
        own = self.regrets[who].setdefault(at, dict.fromkeys(moves, 0.0))
        above = {move: max(own[move], 0.0) for move in moves}
        added = sum(above.values())
        return {m: above[m] / added if added else 1 / len(moves) for m in moves}


@pytest.mark.parametrize("method", ["cfr", "cfr+"])
@pytest.mark.parametrize("iterations", [1, 2, 7, 60])
def test_a_textbook_form(method: str, iterations: int) -> None:
    """Walks through the tree of Kuhn poker give the same average strategies."""
    game = ps.load("kuhn_poker")
    found = game.initial.equilibrium(method=method, iterations=iterations)
    book = Textbook(plus=method == "cfr+")
    for number in range(1, iterations + 1):
        book.iterate(number)
    for own, totals in zip(found.strategies.values(), book.totals, strict=True):
        assert len(own) == len(totals) == 6
        for one in own:
            words = re.findall(r"card\((\d)\)|\b(check|bet|fold|call)\b", one.view.line)
            (card, _), *play = words
            total = totals[int(card), tuple(move for _, move in play)]
            added = sum(total.values())
            assert one.reached == (added > 0)
            for move, chance in zip(one.moves, one.probabilities, strict=True):
                if one.reached:
                    assert float(chance) == pytest.approx(total[move] / added, abs=1e-9)


# ---- equilibria ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("call", "method", "iterations", "least"),
    [
        ("kuhn_poker", "cfr", 20_000, 2e-3),
        ("kuhn_poker", "cfr+", 1_000, 1e-3),
        ("kuhn_poker", "cfr+", 20_000, 1e-5),
        ("leduc_poker", "cfr+", 1_000, 1e-3),
        ("leduc_poker", "cfr+", 20_000, 1e-5),
        ("liars_dice(faces=3)", "cfr+", 10_000, 1e-5),
        ("goofspiel_hidden(cards=3)", "cfr+", 1_000, 1e-3),
        ("short_whist", "cfr+", 1_000, 1e-3),
    ],
)
def test_the_exploitability_falls(
    call: str, method: str, iterations: int, least: float
) -> None:
    """The value of a linear program lies within the bounds, which are near it."""
    state = ps.load(call).initial
    found = state.equilibrium(method=method, iterations=iterations)
    role = next(iter(found.values))
    value = state.equilibrium(method="lp").numbers[role]
    assert found.exploitability < least
    assert float(found.lower) - 1e-9 <= value <= float(found.upper) + 1e-9
    assert found.lower <= found.values[role] <= found.upper
    points = [point.iterations for point in found.curve]
    assert points[:5] == [1, 2, 5, 10, 20]
    if found.stopped == "iterations":
        assert points[-1] == found.iterations == iterations
    assert found.curve[-1].exploitability == pytest.approx(
        found.exploitability, abs=1e-9
    )


@pytest.mark.parametrize("method", regret.METHODS)
@pytest.mark.parametrize("seed", [n for n in range(45) if n % 10 != 9][:40])
def test_random_games(seed: int, method: str) -> None:
    """The value of the linear program lies within the bounds."""
    state = load_text(percept_game(seed).text).initial
    value = state.equilibrium().numbers["ann"]
    limits: dict[str, dict[str, Any]] = {
        "cfr": {"iterations": 2_000}, "mccfr": {"iterations": 20_000},
        "cfr+": {"exploitability": 5e-4},
    }  # fmt: skip
    how = limits[method]
    found = state.equilibrium(method=method, **how)
    assert float(found.lower) - 1e-9 <= value <= float(found.upper) + 1e-9
    assert found.exploitability < (1e-3 if method == "cfr+" else 0.1)
    assert sum(found.values.values()) == pytest.approx(0, abs=1e-12)
    for choices in found.strategies.values():
        assert all(sum(one.probabilities) == 1 for one in choices)


def test_sums_other_than_zero() -> None:
    """Bob gets what is left of 10."""
    text = PENNIES.replace("V is 0 - W", "V is 10 - W").replace(
        "constant_sum(0)", "constant_sum(10)"
    )
    found = load_text(text).initial.equilibrium(method="cfr+", exploitability=1e-6)
    assert found.numbers["ann"] == pytest.approx(1 / 3, abs=1e-5)
    assert found.numbers["bob"] == pytest.approx(10 - 1 / 3, abs=1e-5)
    assert found.exploitability <= 1e-6
    assert found.stopped == "exploitability"


def test_bounds_in_floating_point(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the game is large, bounds are not fractions, but nearly the same."""
    state = ps.load("leduc_poker").initial
    options: dict[str, Any] = {"method": "cfr+", "iterations": 50}
    one = state.equilibrium(**options)
    monkeypatch.setattr(solver, "_CHEAP", 0)
    monkeypatch.setattr(solver, "_EXACT", 0)
    two = state.equilibrium(**options)
    assert one.strategies == two.strategies
    for name in ("lower", "upper"):
        a, b = getattr(one, name), getattr(two, name)
        assert float(a) == pytest.approx(float(b), abs=1e-10)
    assert two.lower < one.lower <= one.upper < two.upper
    assert one.numbers == pytest.approx(two.numbers, abs=1e-12)
    by_program = state.equilibrium()
    assert by_program.method == "lp"
    assert by_program.exploitability < 1e-9


def test_large_games_take_cfr_plus(monkeypatch: pytest.MonkeyPatch) -> None:
    """The answer says so, and how near it is."""
    state = load_text(KUHN_POKER).initial
    assert state.equilibrium().notes == ()
    monkeypatch.setattr(solver, "MOST_LP", 25)
    found = state.equilibrium()
    assert found.method == "cfr+"
    # The goals are from -2 to 2.
    assert found.exploitability <= 4e-4
    [note] = found.notes
    assert "found by cfr+" in note
    assert "26 sequences" in note
    assert f"{float(found.upper - found.lower):.2g}" in note
    assert state.equilibrium(method="lp").exact is not None


# ---- stops --------------------------------------------------------------------


def test_stops() -> None:
    """The first of the limits counts, and by default two others."""
    state = load_text(KUHN_POKER).initial
    found = state.equilibrium(method="cfr+", iterations=10**6, exploitability=0.01)
    assert found.stopped == "exploitability"
    assert found.iterations is not None
    assert found.iterations < 100
    found = state.equilibrium(method="cfr+", iterations=30, exploitability=1e-9)
    assert (found.stopped, found.iterations) == ("iterations", 30)
    found = state.equilibrium(method="cfr", iterations=12_000)
    assert (found.stopped, found.iterations) == ("iterations", 12_000)
    assert state.equilibrium(method="cfr").iterations == 10_000
    found = state.equilibrium(method="cfr+")
    assert found.stopped == "exploitability"
    assert found.exploitability <= 4e-4


def test_the_clock_leaves_one_iteration() -> None:
    """A deadline that is over lets one be done, which has an answer."""
    game = arrays(sequence_form(load_text(KUHN_POKER)).answer)
    found = minimised(minimiser(game, "cfr"), Stops(deadline=0.0))
    assert found.stopped == "time"
    assert [point.iterations for point in found.curve] == [1]
    assert len(found.plans[0]) == game.sequences[0]


def test_a_time_limit() -> None:
    found = load_text(KUHN_POKER).initial.equilibrium(method="cfr", seconds=3)
    assert found.stopped == "time"
    assert found.iterations is not None
    assert found.iterations >= 1
    with pytest.raises(LimitError, match="time is over"):
        load_text(KUHN_POKER).initial.equilibrium(method="cfr", seconds=1e-9)


def test_ctrl_c_leaves_what_was_found() -> None:
    """It ends endless iterations; the answer says so."""
    game = arrays(sequence_form(load_text(KUHN_POKER)).answer)

    def press(words: str) -> None:
        if "20,000 iterations" in words:
            signal.raise_signal(signal.SIGINT)

    found = minimised(minimiser(game, "cfr"), Stops(), press)
    assert found.stopped == "interrupt"
    assert found.curve[-1].iterations == 20_000
    assert found.curve[-1].exploitability < 0.01


def test_it_goes_on_where_it_stopped() -> None:
    """Portions make no difference."""
    game = arrays(sequence_form(load_text(CARDS)).answer)
    one, two = minimiser(game, "cfr+"), minimiser(game, "cfr+")
    one.run(100)
    for number in range(1, 101):
        two.run(number)
    for a, b in zip(one.plans(), two.plans(), strict=True):
        assert np.array_equal(a, b)


@pytest.mark.parametrize("method", ["cfr+", "mccfr"])
def test_a_checkpoint(method: str, tmp_path: Path) -> None:
    """Work in two runs is the same as in one; other work is not taken for it."""
    file = tmp_path / "work.part"
    state = load_text(KUHN_POKER).initial
    whole = state.equilibrium(method=method, iterations=500)
    options: dict[str, Any] = {"method": method, "checkpoint": file}
    first = state.equilibrium(iterations=123, **options)
    assert first.curve[-1].iterations == 123
    second = state.equilibrium(iterations=500, **options)
    assert second.strategies == whole.strategies
    assert [p.iterations for p in second.curve] == [p.iterations for p in whole.curve]
    assert second.curve[-1].seconds > first.curve[-1].seconds
    again = state.equilibrium(iterations=500, **options)
    assert again.strategies == whole.strategies
    anew = state.equilibrium(iterations=10, resume=False, **options)
    assert anew.iterations == 10
    with pytest.raises(
        InputError,
        match=rf"expected the work of cfr, found that of {re.escape(method)}",
    ):
        state.equilibrium(method="cfr", checkpoint=file)
    with pytest.raises(InputError, match="made from other rules"):
        load_text(CARDS).initial.equilibrium(**options)
    file.write_bytes(file.read_bytes()[:-3])
    with pytest.raises(InputError, match="damaged"):
        state.equilibrium(**options)
    with pytest.raises(InputError, match="checkpoint has no effect without method"):
        state.equilibrium(checkpoint=file)
    with pytest.raises(InputError, match="resume has no effect without checkpoint"):
        state.equilibrium(method="cfr", resume=False)


def test_work_goes_on_in_its_tier(tmp_path: Path) -> None:
    """The order of the moves depends on it."""
    file = tmp_path / "work.part"
    state = load_text(KUHN_POKER).initial
    options: dict[str, Any] = {"method": "cfr", "checkpoint": file}
    first = state.equilibrium(iterations=200, tier="native", **options)
    second = state.equilibrium(iterations=210, **options)
    assert (first.tier, second.tier) == ("native", "native")
    assert second.exploitability < 2 * first.exploitability
    with pytest.raises(InputError, match="tier procedural, found that of native"):
        state.equilibrium(iterations=220, tier="procedural", **options)


def test_kept_work_is_read_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For its tier and for what it has learnt."""
    file, reads = tmp_path / "work.part", list[Path]()
    options: dict[str, Any] = {"method": "cfr", "checkpoint": file}
    load_text(KUHN_POKER).initial.equilibrium(iterations=10, **options)
    load = checkpoint.load

    def counted(path: Path, rules: str) -> Any:
        reads.append(path)
        return load(path, rules)

    monkeypatch.setattr(checkpoint, "load", counted)
    found = load_text(KUHN_POKER).initial.equilibrium(iterations=20, **options)
    assert found.iterations == 20
    assert reads == [file]


def test_kernels_in_plain_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are functions of Python, which come to the same."""
    game = arrays(sequence_form(load_text(KUHN_POKER)).answer)
    for method in ("cfr", "cfr+"):
        work = minimiser(game, method)
        work.run(25)
        with monkeypatch.context() as patch:
            plain = _in_python(kernels, patch)
            patch.setattr(regret, "iterate", plain["iterate"])
            other = minimiser(game, method)
            other.run(25)
        for player, (a, b) in enumerate(zip(work.plans(), other.plans(), strict=True)):
            assert np.allclose(a, b, rtol=0, atol=1e-15)
            value, chosen = game.response(1 - player, a)
            with monkeypatch.context() as patch:
                from pygame_search.solving.hidden import arrays as module

                plain = _in_python(kernels, patch)
                patch.setattr(module, "respond", plain["respond"])
                again, moves = game.response(1 - player, a)
            assert value == pytest.approx(again, abs=1e-15)
            assert np.array_equal(chosen, moves)


def _in_python(
    module: ModuleType, patch: pytest.MonkeyPatch
) -> dict[str, Callable[..., object]]:
    """Have the kernels of a module be functions of Python."""
    found = {n: k.py_func for n, k in vars(module).items() if isinstance(k, Kernel)}
    for name, function in found.items():
        patch.setattr(module, name, function)
    return found


# ---- refusals and the command line --------------------------------------------


def test_refusals() -> None:
    """One player, general sums, three players, and options without effect."""
    with pytest.raises(InputError, match="guesser plays alone"):
        load_text(SURE_COIN).initial.equilibrium(method="cfr")
    unequal = STOP_OR_GO.replace("V is 0 - W", "V is 1 - 2 * W").replace(
        "constant_sum(0).", ""
    )
    with pytest.raises(InputError, match="different sums"):
        load_text(unequal).initial.equilibrium(method="cfr+")
    third = (STOP_OR_GO + "role(eve). goal(eve, 0).\n").replace("constant_sum(0).", "")
    with pytest.raises(InputError, match="found 3 players"):
        load_text(third).initial.equilibrium(method="cfr+")
    state = load_text(STOP_OR_GO).initial
    useless: list[dict[str, Any]] = [
        {"iterations": 3}, {"exploitability": 0.1, "method": "lp"}
    ]  # fmt: skip
    for options in useless:
        with pytest.raises(InputError, match="no effect without method cfr, cfr"):
            state.equilibrium(**options)
    wrong: list[dict[str, Any]] = [
        {"iterations": 0}, {"exploitability": 0}, {"exploitability": "x"}
    ]  # fmt: skip
    for options in wrong:
        with pytest.raises(InputError, match="expected"):
            state.equilibrium(method="cfr", **options)
    with pytest.raises(InputError, match="no method 'cfrplus'"):
        state.equilibrium(method="cfrplus")


def test_the_command(tmp_path: Path) -> None:
    """`solve --method cfr+` prints the curve, and draws it."""
    words = ["solve", "kuhn_poker", "--method", "cfr+", "--iterations", "200"]
    found = CliRunner().invoke(command, words)
    assert found.exit_code == 0, found.output
    assert "200 iterations, as many as were allowed" in found.output
    assert "  100: 0.00096" in found.output
    pictures = [tmp_path / "a.svg", tmp_path / "b.svg", tmp_path / "c.png"]
    plots = [word for file in pictures for word in ("--plot", str(file))]
    data = json.loads(CliRunner().invoke(command, [*words, *plots, "--json"]).output)
    assert [point["iterations"] for point in data["curve"]] == [
        1, 2, 5, 10, 20, 50, 100, 200,
    ]  # fmt: skip
    assert set(data["curve"][0]) == set(Point._fields)
    assert (data["iterations"], data["stopped"]) == (200, "iterations")
    assert data["lower"] < -1 / 18 < data["upper"]
    assert data["exact"] is None
    assert pictures[0].read_bytes() == pictures[1].read_bytes()
    assert b"exploitability" in pictures[0].read_bytes()
    assert pictures[2].read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    "words",
    [
        "kuhn_poker --iterations 3",
        "kuhn_poker --method lp --exploitability 0.1",
        "kuhn_poker --plot a.svg",
        "nim --method alphabeta --iterations 3",
    ],
)
def test_options_without_effect(words: str) -> None:
    refused = CliRunner().invoke(command, ["solve", *words.split()])
    assert refused.exit_code == 2
    assert "has no effect without --method cfr, cfr+ or mccfr" in refused.stderr


def test_a_picture_is_refused_before_the_work() -> None:
    words = ["solve", "kuhn_poker", "--method", "cfr", "--plot", "a.txt"]
    refused = CliRunner().invoke(command, words)
    assert "expected a picture in .svg or .png" in refused.stderr


def test_the_command_goes_on_where_it_stopped(tmp_path: Path) -> None:
    """The work of 20 and then 100 iterations is that of 100 at once."""

    def solved(name: str, *words: str) -> str:
        file = str(tmp_path / name)
        words = ("--method", "cfr+", "--save", file, "--json", *words)
        found = CliRunner().invoke(command, ["solve", "kuhn_poker", *words])
        assert found.exit_code == 0, found.output
        data = json.loads(found.stdout)
        return json.dumps([data["strategies"], data["iterations"]])

    solved("parts", "--iterations", "20")
    assert (tmp_path / "parts.part").exists()
    parts = solved("parts", "--iterations", "100", "--resume")
    assert parts == solved("whole", "--iterations", "100")
    lost = ["solve", "kuhn_poker", "--method", "cfr", "--resume"]
    refused = CliRunner().invoke(command, lost)
    assert refused.exit_code == 2
    assert "--save FILE" in refused.stderr
