"""The operations on words of a game as a text: what it says is what the rules say.

The text is read here by code of its own, and computed by it in states of random games.
The clauses of the game say what is right.
"""

from __future__ import annotations

import ast
import operator
import os
import random
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import pygame_search as ps
from pygame_search.machine.game_code import words_text
from pygame_search.model.rules import convert_book

ROOT = Path(__file__).parents[2]

#: The statements of an output: `legal x_drop = ...`.
_STATEMENT = re.compile(r"(?P<indent> +)(?P<target>[^=]+?) = (?P<value>.*)")

#: A line that goes on with the statement above.
_MORE = re.compile(r"\s+[&|+<=] ?")

_OPERATORS: dict[type[ast.AST], Callable[[int, int], int]] = {
    ast.BitAnd: operator.and_, ast.BitOr: operator.or_, ast.Add: operator.add,
    ast.LShift: operator.lshift, ast.RShift: operator.rshift, ast.Mult: operator.mul,
    ast.Lt: operator.lt, ast.GtE: operator.ge, ast.Eq: operator.eq,
}  # fmt: skip


class Sheet:
    """A program that was read from its text alone."""

    def __init__(self, text: str) -> None:
        self.told = set(re.findall(r"^  (\S+) .*  no bits: ", text, re.M))
        head, *sections = re.split(r"\n\n(?=\w)", text)
        [width] = re.findall(r"words of (\d+) bits", head)
        self.full = (1 << int(width)) - 1
        self.axes: dict[str, tuple[int, list[str]]] = {}
        self.state: list[tuple[str, str]] = []
        self.moves: list[tuple[str, str, str]] = []
        self.constants: dict[str, int] = {"ones": self.full}
        self.phases: dict[str, list[tuple[int, str, str]]] = {}
        for section in sections:
            title, *lines = section.split("\n")
            word = title.split()[0].rstrip(":,")
            if word == "places":
                for line in lines:
                    axis = re.fullmatch(r"  (\w), (\d+) bits? apart: (.*)", line)
                    assert axis
                    self.axes[axis[1]] = int(axis[2]), axis[3].split()
            elif word == "state":
                rows = (re.split(r"  +", line.strip()) for line in lines)
                self.state = [(name, fluent) for name, fluent, _ in rows]
            elif word == "moves":
                rows = (re.split(r"  +", line.strip()) for line in lines)
                self.moves = [(name, *_pair(move)) for name, move in rows]
            elif word == "masks":
                found = re.findall(r"(m\d+) = (0x[0-9a-f]+)", section)
                self.constants |= {name: int(word, 16) for name, word in found}
            elif word in ("phase", "in"):
                phase = title.partition(": ")[2]
                self.phases[phase] = []
            else:
                self.phases[phase] += _statements(lines)

    def word(self, pattern: str, terms: set[str]) -> int:
        """The word of a family: which of its terms are there, by their places."""
        if not any(letter in self.axes for letter in re.findall(r"\b[A-Z]\b", pattern)):
            return self.full * (pattern in terms)
        found = 0
        for term in terms:
            bit = self.bit(pattern, term)
            if bit is not None:
                found |= 1 << bit
        return found

    def bit(self, pattern: str, term: str) -> int | None:
        """The place of a term of a family, or None for any other term."""
        parts = re.split(r"\b([A-Z](?:[+-]\d+)?)(?!\w)", pattern)
        form = "".join(
            r"([\w-]+)" if at % 2 else re.escape(part) for at, part in enumerate(parts)
        )
        found = re.fullmatch(form, term)
        if found is None:
            return None
        steps: dict[str, int] = {}
        for part, value in zip(parts[1::2], found.groups(), strict=True):
            places = self.axes[part[0]][1]
            if value not in places:
                return None
            step = places.index(value) - int(part[1:] or 0)
            if steps.setdefault(part[0], step) != step:
                return None
        return sum(self.axes[axis][0] * step for axis, step in steps.items())

    def terms(self, pattern: str, word: int, of: set[str]) -> set[str]:
        """Those of some terms that a word has."""
        return {
            term
            for term in of
            if (term == pattern and word)
            or ((at := self.bit(pattern, term)) is not None and word >> at & 1)
        }

    def computed(self, phase: str, given: dict[str, int]) -> dict[str, int]:
        """What a phase says, by its targets."""
        values = self.constants | given
        statements = iter(self.phases[phase])
        waiting = next(statements, None)
        while waiting is not None:
            loop = []
            while waiting is not None and waiting[0] == 4:
                loop.append(waiting)
                waiting = next(statements, None)
            values |= {target: 0 for _, target, _ in loop}
            while loop:
                before = [values[target] for _, target, _ in loop]
                for _, target, text in loop:
                    values[target] = self.value(text, values)
                if before == [values[target] for _, target, _ in loop]:
                    break
            if waiting is not None and waiting[0] == 2:
                values[waiting[1]] = self.value(waiting[2], values)
                waiting = next(statements, None)
        return values

    def value(self, text: str, values: dict[str, int]) -> int:
        return self._value(ast.parse(text.strip(), mode="eval").body, values)

    def _value(self, node: ast.expr, values: dict[str, int]) -> int:
        if isinstance(node, ast.Constant):
            assert isinstance(node.value, int)
            return node.value
        if isinstance(node, ast.Name):
            return values[node.id]
        if isinstance(node, ast.UnaryOp):
            assert isinstance(node.op, ast.Invert)
            return self.full & ~self._value(node.operand, values)
        if isinstance(node, ast.BinOp):
            one, two = (self._value(x, values) for x in (node.left, node.right))
            return self.full & _OPERATORS[type(node.op)](one, two)
        if isinstance(node, ast.Compare):
            [sign], [right] = node.ops, node.comparators
            one, two = (self._value(x, values) for x in (node.left, right))
            return self.full * _OPERATORS[type(sign)](one, two)
        assert isinstance(node, ast.Call)
        assert isinstance(node.func, ast.Name)
        if node.func.id == "at":
            return 1 << sum(
                stride * places.index(ast.unparse(argument))
                for argument, (stride, places) in zip(
                    node.args, self.axes.values(), strict=True
                )
            )
        inner = self._value(node.args[0], values)
        return inner.bit_count() if node.func.id == "count" else self.full * bool(inner)


def _pair(move: str) -> tuple[str, str]:
    role, _, term = move.partition(": ")
    return role, term


def _statements(lines: list[str]) -> Iterator[tuple[int, str, str]]:
    """The statements on some lines: indent, target, value."""
    joined = list[str]()
    for line in lines:
        if _MORE.match(line):
            joined[-1] += " " + line.strip()
        elif line and not line.startswith(("  %", "    %", "  repeat")):
            joined.append(line)
    for line in joined:
        found = _STATEMENT.fullmatch(line)
        assert found, line
        yield len(found["indent"]), found["target"], found["value"]


@pytest.mark.parametrize(
    "call",
    [
        "tic_tac_toe",
        "connect_four",
        "connect_four(columns=9, rows=9)",
        "breakthrough(columns=4, rows=5)",
        "hex(size=3)",
        "othello(size=4)",
        "dots_and_boxes",
        "goofspiel",
        "nim",
    ],
)
def test_the_text_says_what_the_clauses_say(call: str) -> None:
    game = ps.load(call)
    sheet = Sheet(words_text(game))
    source = random.Random(call)
    checked = 0
    for _ in range(4):
        state = game.initial
        while not state.terminal and checked < 60:
            state = must_agree(sheet, state, source)
            checked += 1
        must_agree(sheet, state, source)
    assert checked > 10


def must_agree(sheet: Sheet, state: ps.State, source: random.Random) -> ps.State:
    """Compare all that a sheet and the clauses say of a state; return the next one."""
    facts = set(state.facts)
    phase = next((one for one in sheet.phases if one in facts), "any other state")
    phase = phase if phase in sheet.phases else ""
    legal = state.legal
    given = {name: sheet.word(fluent, facts) for name, fluent in sheet.state}
    choice = {role: source.choice(moves) for role, moves in legal.items() if moves}
    for name, role, move in sheet.moves:
        made = {choice[role]} if role in choice else set()
        given[name] = sheet.word(move, made)
    said = sheet.computed(phase, given)
    assert bool(said["terminal"]) == state.terminal
    if state.terminal:
        for role, value in state.goals.items():
            goals = [x for x in said if x.startswith(f"goal {role} ") and said[x]]
            assert goals == [f"goal {role} {value}"]
        return state
    for role, moves in legal.items():
        found = set[str]()
        for name, own, move in sheet.moves:
            if own == role:
                found |= sheet.terms(move, said.get(f"legal {name}", 0), set(moves))
        assert found == set(moves)
    features = state.game.clauses.features(state.key)
    for role, counted in zip(state.game.roles, features, strict=True):
        for feature, value in counted.items():
            name = f"feature {role} {feature}"
            parts = {
                k: int(k[len(name) :] or 1)
                for k in said
                if f"{k} ".startswith(f"{name} ")
            }
            assert sum(said[part] * count for part, count in parts.items()) == value
    after = state.play_joint(choice.values())
    for name, fluent in sheet.state:
        if name in sheet.told:  # the others tell it
            continue
        assert said[f"next {name}"] == sheet.word(fluent, set(after.facts)), name
    return after


#: A game whose relations are called as what the text has for itself.
NAMES = """
role(m1). role(t1).
init(any). init(count(1)). init(at(1, 1)). init('two\\nlines'). init('A b'(1)).
legal(R, ones) :- role(R), true(any).
legal(R, m1(C)) :- role(R), true(count(C)), \\+ true(any).
next(count(D)) :- true(count(C)), C < 3, D is C + 1.
next(count(3)) :- true(count(3)).
next('two\\nlines') :- true('two\\nlines'), \\+ does(m1, m1(2)).
next(at(D, D)) :- true(at(C, C)), m(C, D).
next('A b'(D)) :- true('A b'(C)), m(C, D).
m(1, 2). m(2, 3). m(3, 1).
t2 :- true(at(C, C)), true('A b'(C)), true('two\\nlines').
terminal :- true(count(3)), t2.
goal(R, 1) :- role(R), true(any).
goal(R, 0) :- role(R), \\+ true(any).
"""


def test_no_name_of_a_game_is_taken_for_another() -> None:
    game = ps.load_text(NAMES)
    text = words_text(game)
    assert "two\\nlines" in text
    sheet = Sheet(text)
    names = [name for name, *_ in [*sheet.state, *sheet.moves]]
    assert len(set(names)) == len(names)
    assert not {*names} & {"any", "at", "count", "ones", "m1", "t1", *sheet.constants}
    state = game.initial
    for _ in range(2):
        state = must_agree(sheet, state, random.Random(0))


def test_parts_and_phases_can_be_chosen() -> None:
    game = ps.load("tic_tac_toe")
    whole = words_text(game)
    assert re.findall(r"^phase.*$", whole, re.M) == [
        "phase 1: control(x)", "phase 2: control(o)",
    ]  # fmt: skip
    assert "searches use it: a step takes up to" in whole
    legal = words_text(game, outputs=["legal"], phase=2)
    [phase] = re.findall(r"^phase.*$", legal, re.M)
    assert phase == "phase 2: control(o)"
    assert re.findall(r"^(\w+): \d+ operation", legal, re.M) == ["legal"]
    assert "cell_b = ~(cell_o | cell_x) & m1" in legal
    assert "legal o_mark = cell_b" in legal
    with pytest.raises(ps.InputError, match="expected a phase from 1 to 2, found 3"):
        words_text(game, phase=3)


def test_a_line_of_four_is_six_operations() -> None:
    """What the documents say of connect four."""
    text = words_text(ps.load("connect_four"), outputs=["terminal"], phase=1)
    assert "any(cell_x & cell_x>>7 & cell_x>>14 & cell_x>>21 & m2)" in text
    sheet = Sheet(text)
    assert sheet.constants["m2"] == sum(
        1 << 6 * column + row for column in range(4) for row in range(3)
    )
    rules = (ROOT / "rules" / "connect_four.pl").read_text(encoding="utf-8")
    told = (ROOT / "docs" / "native.md").read_text(encoding="utf-8")
    section = told.partition("### From three clauses")[2].partition("\n## ")[0]
    [clauses] = re.findall("```prolog\n(.*?)\n```", section, re.DOTALL)
    assert len(clauses.split("\n\n")) == 3
    assert all(clause in rules for clause in clauses.split("\n\n"))


def test_what_always_holds_has_no_bit() -> None:
    text = words_text(ps.load("knights_tour"))
    assert "  always, without a bit: visited(1, 1)\n" in text


def test_a_rule_sheet_has_its_own_syntax() -> None:
    rules = convert_book(ps.load("tic_tac_toe").book, "kif")
    text = words_text(ps.load_text(rules))
    assert "  cell_o     (cell A B o)  bits 0 to 8, from (1, 1)\n" in text
    assert "  x_mark  x: (mark A B)\n" in text


def test_what_is_too_large_for_searches_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from pygame_search.machine import game_code

    game = ps.load("nim")
    monkeypatch.setattr(game_code, "MOST_OPERATIONS", 3)
    assert re.search(
        "do not use it: .* operations, more than 3$", words_text(game), re.M
    )
    monkeypatch.setattr(game_code, "MOST_EDGES_ASIDE", 2)
    assert "do not use it: the network has" in words_text(game)


def test_the_text_is_always_the_same() -> None:
    """Whatever the hashes of texts are."""
    command = (
        "import pygame_search as ps; from pygame_search.machine.game_code import *; "
        "print(words_text(ps.load('hexapawn')))"
    )
    texts = {
        subprocess.run(
            [sys.executable, "-c", command], env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True, text=True, check=True,
        ).stdout
        for seed in ("1", "2")
    }  # fmt: skip
    assert len(texts) == 1


def test_a_game_that_cannot_be_grounded_is_refused() -> None:
    with pytest.raises(ps.TierError, match="has no ground program"):
        words_text(ps.load("romania"))
