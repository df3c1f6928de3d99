"""Mastermind against a second program, which splits the codes by what is said."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from fractions import Fraction
from itertools import product

import pytest

import pygame_search as ps

#: Colours of pegs.
Code = tuple[int, ...]


def said(guess: Code, code: Code) -> tuple[int, int]:
    """Return how many pegs are black and white, as D. Knuth (1976) defines them."""
    black = sum(one == other for one, other in zip(guess, code, strict=True))
    both = (Counter(guess) & Counter(code)).total()
    return black, both - black


def codes(colours: int, pegs: int) -> list[Code]:
    return list(product(range(1, colours + 1), repeat=pegs))


def split(guess: Code, left: Iterable[Code]) -> list[list[Code]]:
    """Return the codes that are left, without the guess, by what would be said."""
    parts = defaultdict(list)
    for code in left:
        if code != guess:
            parts[said(guess, code)].append(code)
    return list(parts.values())


def fewest(colours: int, pegs: int, guesses: int) -> Fraction:
    """Return the mean number of guesses of the best play; one more if it fails."""
    every = codes(colours, pegs)

    def total(left: list[Code], more: int) -> int:
        """Return the guesses for all codes that are left together."""
        if not left or more == 0:
            return len(left)
        return len(left) + min(
            sum(total(part, more - 1) for part in split(guess, left)) for guess in every
        )

    return Fraction(total(every, guesses), len(every))


def counts(colours: int, pegs: int, guesses: int) -> list[int]:
    """Return the nodes by depth; who has found the code guesses no more."""
    every = codes(colours, pegs)
    found, going = [len(every)], len(every)
    for _ in range(guesses):
        found.append(going * len(every))
        going = found[-1] - going
    return [count for count in found if count]


@pytest.mark.parametrize(
    ("parameters", "mean"),
    [((3, 2, 3), Fraction(7, 3)), ((2, 3, 4), Fraction(9, 4))],
    ids=str,
)
def test_the_best_mean(parameters: tuple[int, int, int], mean: Fraction) -> None:
    """That of three colours and two pegs is at the head of the rule file."""
    assert fewest(*parameters) == mean
    if parameters == (3, 2, 3):
        text = " ".join(ps.load("mastermind").book.text.replace("%", " ").split())
        assert f"two pegs the best play needs {mean} guesses on average" in text


def test_more_guesses_are_of_no_use() -> None:
    assert fewest(3, 2, 3) == fewest(3, 2, 4)


@pytest.mark.parametrize("parameters", [(3, 2, 3), (2, 3, 2), (1, 1, 2), (4, 2, 1)])
@pytest.mark.parametrize("tier", ["clauses", "native"])
def test_counts(parameters: tuple[int, int, int], tier: str) -> None:
    colours, pegs, guesses = parameters
    game = ps.load("mastermind", colours=colours, pegs=pegs, guesses=guesses)
    levels = game.initial.perft(guesses + 2, tier=tier)
    assert [level.nodes for level in levels] == counts(*parameters)


@pytest.mark.parametrize(("colours", "pegs"), [(3, 2), (2, 3)])
def test_what_is_said(colours: int, pegs: int) -> None:
    state = ps.load("mastermind", colours=colours, pegs=pegs).initial
    for code in codes(colours, pegs):
        asked = f"code(Code), answer(Code, {list(code)}, Black, White)"
        found = {
            (row["Code"], row["Black"], row["White"])
            for row in state.ask(asked).answers
        }
        assert found == {
            (str(list(guess)), *map(str, said(guess, code)))
            for guess in codes(colours, pegs)
        }


def test_goals() -> None:
    game = ps.load("mastermind")
    assert game.after("12; 12").goals["breaker"] == -1
    assert game.after("12; 21; 31; 12").goals["breaker"] == -3
    assert game.after("12; 21; 31; 11").goals["breaker"] == -4


@pytest.mark.parametrize(
    ("parameter", "why"),
    [
        ("colours=7", "1 to 6 colours"),
        ("pegs=0", "1 peg or more"),
        ("guesses=0", "1 guess or more"),
    ],
)
def test_parameters_that_make_no_sense(parameter: str, why: str) -> None:
    with pytest.raises(ps.InputError, match=f"with {parameter}, expected {why}"):
        ps.load(f"mastermind({parameter})")
