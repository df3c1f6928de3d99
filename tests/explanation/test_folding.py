"""Long proofs are folded, and say what they leave out."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import replace
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
    """Return the sum of the counts at the places where goals are left out."""
    return sum(int(n) for n in re.findall(r"(?:\.\.\.|,) (\d+) goals?$", text, re.M))


def _goals(text: str) -> int:
    """Return how many goals stand in a text: the first line, and those with numbers."""
    return 1 + len(re.findall(r"^ +\d+: ", text, re.M))


def _check() -> Explanation:
    state = loaded("chess").state("4k3/8/8/8/4Q3/8/8/4K3 b - - 0 1")
    return state.explain("check(black)")


@pytest.mark.parametrize("found", [_knight, _check, _lecture])
def test_a_long_proof_fits_a_screen(found: Callable[[], Explanation]) -> None:
    tree = found().named.opened()
    text, whole = proof_text(tree), proof_text(tree, all_tries=True)
    assert len(whole.splitlines()) > 2 * MOST_LINES
    assert len(text.splitlines()) <= MOST_LINES + NOTES
    told = re.search(r"^(\d+) goals are left out here(,.*)?; --all shows", text, re.M)
    assert told is not None
    assert int(told[1]) == _left(text) > MOST_LINES


@pytest.mark.parametrize("found", [_knight, _check])
def test_the_count_is_what_the_whole_text_has_more(
    found: Callable[[], Explanation],
) -> None:
    tree = found().tree
    text, whole = proof_text(tree), proof_text(tree, all_tries=True)
    assert _left(text) == _goals(whole) - _goals(text)


def test_a_program_does_not_count_proofs_in_the_rules() -> None:
    """They are there in the whole text, too, and the note above says so."""
    tree = _lecture().named.opened()
    text = proof_text(tree)
    assert _left(text) == _goals(proof_text(tree.folded(), folded=False)) - _goals(text)
    notes = text.splitlines()[-2:]
    assert notes[0].startswith("... stands for a proof in the rules of the game")
    assert "goals are left out here, not counting those proofs; --all" in notes[1]


def _wide(name: str) -> Node:
    below = tuple(Node(f"{name}{i}", True, kind="atom") for i in range(45))
    return Node(name, True, children=below)


def test_a_proof_that_is_left_out_twice_is_counted_once() -> None:
    one = Node("p", True, children=(_wide("q"),))
    top = Node("t", True, children=(one, Node("r", True, children=(one,)), _wide("q")))
    text, whole = proof_text(top), proof_text(top, all_tries=True)
    assert _goals(whole) - _goals(text) == _left(text) == 45
    assert text.splitlines() == [
        "t", "  1: p", "    1: q ... 45 goals", "  2: r", "    1: p  as above, 1",
        "  3: q ... left out above", "",
        "45 goals are left out here; --all shows all of them",
    ]  # fmt: skip


def _random_proof(seed: int) -> Node:
    source = random.Random(seed)
    nodes: list[Node] = []
    for number in range(source.randint(20, 40)):
        many = source.choice([0, 1, 2, 3, 6, 12]) if nodes else 0
        below = tuple(source.choice(nodes) for _ in range(many))
        kind = source.choice(["atom", "atom", "step", "leaf", "search"])
        name = source.choice([f"p({number})", f"p{number}(a)"])
        nodes.append(Node(name, True, kind=kind, children=below))
    return _apart(Node("t", True, children=tuple(source.choices(nodes[10:], k=6))))


def _apart(node: Node) -> Node:
    """Return a node in which repeated proofs are equal, but not the same object."""
    return replace(node, children=tuple(map(_apart, node.children)))


def test_random_proofs_with_repeats_are_counted_as_the_whole_text_shows_them() -> None:
    told = set()
    for tree in filter(lambda one: sum(1 for _ in one.walk()) < 5_000,
                       map(_random_proof, range(40))):  # fmt: skip
        text, whole = proof_text(tree), proof_text(tree, all_tries=True)
        note = re.search(r"^(\d+) goals? (?:are|is) left out here", text, re.M)
        assert (int(note[1]) if note else 0) == _goals(whole) - _goals(text)
        told |= set(re.findall(r"shown below|left out above|goals are", text))
    assert told == {"shown below", "left out above", "goals are"}


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
