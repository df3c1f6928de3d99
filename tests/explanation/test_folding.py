"""Long proofs are folded, and say what they leave out."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from games import loaded

import pygame_search as ps
from pygame_search.explanation.proof_folding import MOST_LINES
from pygame_search.explanation.proof_text import proof_text
from pygame_search.explanation.proof_tree import Node
from pygame_search.explanation.proofs import Explanation

LECTURE = Path(ps.__file__).parents[1] / "logic" / "lectures" / "minimax.pl"

#: The lines that a folded proof may have beside MOST_LINES: an empty one, and notes.
NOTES = 4


def _knight() -> Explanation:
    return loaded("chess").initial.explain("legal(white, move(7, 1, 6, 3))")


def _lecture() -> Explanation:
    state = loaded("hexapawn").initial
    return state.explain("position(S), value(S, white, 2, V)", program=LECTURE)


def _left(text: str) -> int:
    return sum(int(n) for n in re.findall(r"(?:\.\.\.|,) (\d+) goals?$", text, re.M))


@pytest.mark.parametrize("found", [_knight, _lecture])
def test_a_long_proof_fits_a_screen(found: object) -> None:
    tree = found().named.opened()  # type: ignore[operator]
    text, whole = proof_text(tree), proof_text(tree, all_tries=True)
    assert len(whole.splitlines()) > 2 * MOST_LINES
    assert len(text.splitlines()) <= MOST_LINES + NOTES
    told = re.search(r"^(\d+) goals are left out here; --all shows all of", text, re.M)
    assert told is not None
    assert int(told[1]) == _left(text) > MOST_LINES


def test_what_is_left_out_is_counted() -> None:
    tree = _knight().tree
    text = proof_text(tree)
    assert "as above" not in text
    goals = [line for line in text.splitlines() if re.match(r" *\d+: |legal", line)]
    assert len(goals) + _left(text) == sum(1 for _ in tree.walk())


def test_a_short_proof_is_whole() -> None:
    found = loaded("nim").initial.explain("terminal")
    assert proof_text(found.tree) == proof_text(found.tree, all_tries=True)
    assert "left out" not in found.text()


def test_given_levels_are_not_folded() -> None:
    found = _knight()
    assert "left out" not in found.text(20)
    assert "left out" in found.text()
    assert "left out" not in found.text(all_tries=True)


def test_a_page_has_the_whole_tree() -> None:
    found = _lecture()
    names = re.findall(r"\bs\d+: ", found.legend(proof_text(found.named, folded=False)))
    assert len(names) == 14
    assert "left out" not in found._html("")


def _moves(worths: list[int]) -> Node:
    steps = (
        Node(
            f"go({number})", True, kind="leaf", reason=f"worth {worth} to a: over",
            children=tuple(Node(f"p{number}_{i}", True) for i in range(4)),
        )
        for number, worth in enumerate(worths)
    )  # fmt: skip
    reason = "worth 9 to a: the greatest over moves of a"
    return Node("go", True, kind="step", reason=reason, children=tuple(steps))


def test_moves_are_summed_with_their_values() -> None:
    text = proof_text(_moves([1, 0, -3, 9, 2, 1, 0, 0, 5, 7]))
    lines = text.splitlines()
    assert lines[1].startswith("  1: go(0)  worth 1")
    assert "  4: go(3)  worth 9 to a: over" in lines  # the one that gives the value
    assert "  ... and 7 more moves, each worth -3 to 7 to a" in lines
    assert lines[-1] == "35 goals are left out here; --all shows all of them"
    same = proof_text(_moves([9, *[0] * 9]))
    assert "  ... and 7 more moves, each worth 0 to a" in same


def test_repeated_goals_name_their_place() -> None:
    below = tuple(Node(f"q({i})", True) for i in range(3))
    one = Node("p", True, children=below)
    top = Node("t", True, children=(Node("r", True, children=(one,)), one))
    assert proof_text(top).splitlines()[-1] == "  2: p  as above, 1.1"


def test_goals_of_one_form_are_counted() -> None:
    def one(number: int) -> Node:
        below = tuple(Node(f"q({number}, {i})", True) for i in range(4))
        return Node(f"p({number})", True, kind="atom", children=below)

    text = proof_text(Node("t", True, children=tuple(map(one, range(20)))))
    assert "  ... and 17 more of these forms, 85 goals" in text
    assert text.endswith("\n85 goals are left out here; --all shows all of them")
