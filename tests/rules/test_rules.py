"""The rule files: what they mean is what others have counted and solved."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache, reduce
from itertools import combinations_with_replacement
from operator import xor
from pathlib import Path
from typing import Any

import pytest
from games import FOLDER, LARGE, loaded

import pygame_search as ps
from pygame_search.engine.bridge import engine
from pygame_search.game import State
from pygame_search.machine.clauses import ClauseMachine
from pygame_search.model.rules import examine
from pygame_search.rules import rulebook
from pygame_search.search.perft import Perft, perft
from pygame_search.support.resources import rules_folder

NAMES = rulebook.names()
GAMES = [name for name in NAMES if loaded(name).roles]
#: In these the roles move at once.
AT_ONCE = {
    "battleships_small",
    "blind_tic_tac_toe",
    "goofspiel",
    "goofspiel_hidden",
    "prisoners_dilemma",
    "rock_paper_scissors",
    "tron",
}
#: In these the rules do not name the least and the greatest goal.
COUNTED = {
    "dots_and_boxes",
    "go",
    "goofspiel",
    "helen_and_stavros",
    "kalah",
    "uniform_tree",
}
RIVALS = [
    name for name in GAMES if len(loaded(name).roles) == 2 and loaded(name).constant_sum
]

#: Games and state spaces with other parameters than those of the file.
VARIANTS = [
    "connect_four(columns=4, rows=5, in_a_row=3)",
    "hexapawn(columns=5, rows=3)",
    "nim(heaps=[1, 0, 2, 7])",
    "othello(size=6)",
    "tic_tac_toe(columns=4, rows=3, in_a_row=3)",
    "eight_puzzle(board=[1, 2, 3, 4, 5, 6, 8, 7, 0])",
    "water_jugs(large=8, small=5, wanted=2)",
]

#: Where a level has more nodes than this, only the network counts it, and the tree of
#: tic-tac-toe the procedural tier.
CHEAP = 20_000


def perft_lines() -> Iterator[tuple[str, list[int], bool]]:
    for line in (FOLDER / "perft.tsv").read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            call, *counts = line.split("\t")
            yield call, [int(n) for n in counts if n != "end"], counts[-1] == "end"


def divided(state: State, depth: int, tier: str) -> str:
    """Return the count below each move, to be held against another program's."""
    counts = {}
    for joint in [m for moves in state.position.legal for m in moves if m != "noop"]:
        below = depth > 1
        levels = perft(state.play(joint), depth - 1, tier=tier) if below else Perft()
        counts[joint] = levels[-1].nodes if len(levels) == depth - 1 > 0 else 0
    return f"at depth {depth}: {counts}"


@pytest.mark.parametrize("tier", ["clauses", "procedural"])
@pytest.mark.parametrize(
    ("call", "counts", "whole"), list(perft_lines()), ids=lambda v: str(v)[:30]
)
def test_perft(call: str, counts: list[int], whole: bool, tier: str) -> None:
    if call in LARGE:
        counts = counts[:1]
    elif tier == "procedural" and "othello" in call:
        counts, whole = counts[: counts.index(1256 if "4" in call else 1396)], False
    elif max(counts) > CHEAP and not (whole and tier == "procedural"):
        counts, whole = [n for n in counts if n <= CHEAP], False
    start = loaded(call).initial
    levels = perft(start, len(counts) + whole, tier=tier)
    found = [level.nodes for level in levels]
    wrong = [
        d for d, (a, b) in enumerate(zip(found, counts, strict=False), 1) if a != b
    ]
    assert found == counts, divided(start, wrong[0], tier) if wrong else "other depths"
    if whole:
        assert levels[-1].terminal == levels[-1].nodes


@pytest.mark.parametrize("name", NAMES)
def test_the_perft_numbers_in_the_header_are_right(name: str) -> None:
    text = (rules_folder() / f"{name}.pl").read_text(encoding="utf-8")
    stated = re.findall(
        r"^%.*\bperft ?(\d+)?(?:x(\d+))?: ([\d, ]+)", text, re.MULTILINE
    )
    known = [counts for call, counts, _ in perft_lines() if call.startswith(name)]
    for *_, numbers in stated:
        counts = [int(n) for n in numbers.split(",")]
        assert any(counts[: len(line)] == line[: len(counts)] for line in known), (
            f"{name}: {numbers}"
        )
    assert len(stated) == text.count("perft")


def test_each_game_of_the_literature_states_its_perft() -> None:
    assert {call.partition("(")[0] for call, *_ in perft_lines()} == {
        name
        for name in NAMES
        if "perft" in (rules_folder() / f"{name}.pl").read_text(encoding="utf-8")
    }


# ---- whole game trees --------------------------------------------------------


class Tree:
    """All of a game of two roles: its states, and how its games end."""

    def __init__(self, call: str) -> None:
        self.game = loaded(call)
        self._machine = ClauseMachine(self.game, memo=True)
        self.ends: dict[int, Counter[tuple[int | None, ...]]] = {}
        self.terminal = 0
        self.root = self._walk(self.game.initial.number)

    def _walk(self, state: int) -> Counter[tuple[int | None, ...]]:
        found = self.ends.get(state)
        if found is None:
            node = self._machine.expand(state)
            found = Counter()
            if node.terminal:
                self.terminal += 1
                found[node.values] = 1
            for successor in node.successors:
                found += self._walk(successor)
            self.ends[state] = found
        return found


def test_the_tree_of_tic_tac_toe() -> None:
    tree = Tree("tic_tac_toe")
    assert len(tree.ends) == 5478
    assert tree.root == {(1, -1): 131_184, (-1, 1): 77_904, (0, 0): 46_080}
    assert tree.root.total() == 255_168


def test_the_tree_of_hexapawn() -> None:
    tree = Tree("hexapawn")
    assert len(tree.ends) == 135
    assert tree.terminal == 65
    assert tree.root.total() == 134


def test_the_states_of_hexapawn_4_x_4() -> None:
    assert len(Tree("hexapawn(columns=4, rows=4)").ends) == 20_286


# ---- solved games ------------------------------------------------------------


@pytest.mark.parametrize("tier", ["clauses", "procedural"])
@pytest.mark.parametrize(
    ("call", "value"),
    [
        ("tic_tac_toe", 0),
        ("hexapawn(rows=3, columns=3)", -10),
        ("hexapawn(rows=3, columns=4)", 10),
        ("hexapawn(rows=3, columns=5)", 10),
        ("hexapawn(rows=4, columns=3)", -10),
        ("hexapawn(rows=4, columns=4)", 10),
        ("connect_four(columns=4, rows=4)", 0),
    ],
)
def test_solved_games(call: str, value: int, tier: str) -> None:
    found = loaded(call).initial.best(depth=99, tier=tier)
    assert found.complete
    assert found.stopped == "complete"
    assert found.value == value
    assert found.role == loaded(call).roles[0]
    assert found.states[-1].terminal
    assert found.states[-1].goals[found.role] == value


HEAPS = [
    list(heaps)
    for n, most in ((1, 4), (2, 4), (3, 3), (4, 2))
    for heaps in combinations_with_replacement(range(most + 1), n)
]


@pytest.mark.parametrize("heaps", HEAPS, ids=str)
def test_nim_is_won_by_the_exclusive_or(heaps: list[int]) -> None:
    state = loaded(f"nim(heaps={heaps})").initial
    found = state.best(role="first", depth=99, tier="procedural", method="minimax")
    assert found.complete
    assert found.value == (1 if reduce(xor, heaps) != 0 else -1)


def test_nim_is_won_in_the_middle_too() -> None:
    game = loaded("nim(heaps=[3, 4, 5])")
    source = random.Random(7)
    for _ in range(12):
        state = game.initial
        for _ in range(source.randint(1, 4)):
            if not state.terminal:
                moves = next(ms for ms in state.position.legal if ms != ("noop",))
                state = state.play(source.choice(moves))
        sizes = [int(f.split()[1].rstrip(")")) for f in state.facts if "heap" in f]
        [mover] = [f[8:-1] for f in state.facts if f.startswith("control")]
        found = state.best(role=mover, depth=99)
        assert found.value == (1 if reduce(xor, sizes) != 0 else -1), state.facts


# ---- all files ---------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_no_rule_file_has_a_fault(name: str) -> None:
    assert examine(rulebook.read(name)) == ()
    assert loaded(name).warnings == ()


@pytest.mark.parametrize("call", VARIANTS)
def test_parameters_change_the_game(call: str) -> None:
    game = loaded(call)
    assert game.warnings == ()
    assert game.parameters != loaded(call.partition("(")[0]).parameters


def code_lines(path: Path) -> int:
    """Return the lines of code, without those for people and for drawing."""
    left_out = (
        "title(", "source(", "about(", "parameter(", "draw(", "notation(", "reason(",
    )  # fmt: skip
    count, open_clause, counted = 0, False, True
    for line in path.read_text(encoding="utf-8").splitlines():
        code = line.partition("%")[0].rstrip()
        if not code:
            continue
        if not open_clause:
            counted = not code.startswith(left_out)
        open_clause = not code.endswith(".")
        count += counted
    return count


@pytest.mark.parametrize(
    ("name", "most"),
    [("hexapawn", 40), ("tic_tac_toe", 40), ("connect_four", 55), ("othello", 55)],
)
def test_rules_are_short(name: str, most: int) -> None:
    assert code_lines(rules_folder() / f"{name}.pl") <= most


@pytest.mark.parametrize("call", sorted(LARGE))
def test_perft_of_large_games(call: str) -> None:
    [counts] = [counts for other, counts, _ in perft_lines() if other == call]
    levels = perft(ps.load(call, tier="native").initial, len(counts), tier="native")
    assert [level.nodes for level in levels] == counts


@cache
def random_states(call: str) -> tuple[State, ...]:
    """Return the states of four random games; of large games on the network.

    A puzzle need not end: one role's game is left after a while.
    """
    source = random.Random(5)
    game = ps.load(call, tier="native") if call in LARGE else loaded(call)
    found = []
    for _ in range(4):
        state = game.initial
        found.append(state)
        while not state.terminal:
            joint = [source.choice(moves) for moves in state.position.legal]
            state = state.play(f"[{', '.join(joint)}]")
            found.append(state)
            if len(game.roles) == 1 and source.random() < 0.02:
                break
    return tuple(found)


def played(names: list[str]) -> list[Any]:
    """Return names, with a mark at the games that `random_states` takes long to play.

    Whichever test is the first to ask plays them.
    """
    long = {"threefold_chess", "international_draughts"}
    mark = pytest.mark.slow
    return [pytest.param(n, marks=mark) if n in long else n for n in names]


@pytest.mark.parametrize("name", played(GAMES))
def test_every_game_draws_a_board(name: str) -> None:
    shapes = set()
    for state in random_states(name):
        squares = [(cell.column, cell.row) for cell in state.position.cells]
        assert squares
        assert len(squares) == len(set(squares)), state.facts
        assert all(cell.text for cell in state.position.cells)
        assert str(state) != str(list(state.facts))
        shapes.add(tuple(sorted(squares)))
    if name != "river_crossing":  # whoever has crossed leaves his square empty
        assert len(shapes) == 1


@pytest.mark.parametrize("name", played(RIVALS))
def test_two_roles_goals_add_up_to_a_constant(name: str) -> None:
    ends = [s for s in random_states(name) if s.terminal]
    assert len(ends) == 4
    sums = {sum(v for v in s.goals.values() if v is not None) for s in ends}
    assert sums == {0}
    assert all(None not in s.goals.values() for s in ends)
    assert loaded(name).constant_sum


@pytest.mark.parametrize("name", played([n for n in GAMES if n not in AT_ONCE]))
def test_a_role_that_is_not_to_move_does_noop(name: str) -> None:
    for state in random_states(name):
        if not state.terminal:
            assert len(state.to_move) == 1
            others = [ms for r, ms in state.legal.items() if r not in state.to_move]
            assert others == [("noop",)] * (len(state.game.roles) - 1)


@pytest.mark.parametrize("name", played([n for n in RIVALS if n not in COUNTED]))
def test_goal_values_stay_in_the_range_that_the_rules_name(name: str) -> None:
    for state in random_states(name):
        if state.terminal:
            for value, (low, high) in zip(
                state.position.goals, state.game.ranges, strict=True
            ):
                assert value is not None
                assert low <= value <= high or low == high, "not known"


def test_a_relation_without_a_state_has_one_table_for_all_states() -> None:
    rules = """role(a). init(n(0)). even(0). even(N) :- even(M), after(M, N).
    after(M, N) :- between(0, 96, M), N is M + 2.
    legal(a, M) :- true(n(_)), even(M). next(n(M)) :- does(a, M).
    terminal :- true(n(98)). goal(a, 1) :- true(n(98))."""
    state = ps.load_text(rules, form="meaning").initial
    assert len(state.legal["a"]) == 50
    before = engine()._statistic("table_space_used")
    for move in ("2", "4", "6"):
        state = state.play(move)
        assert len(state.legal["a"]) == 50
    assert engine()._statistic("table_space_used") == before
