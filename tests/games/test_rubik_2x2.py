"""The 2 x 2 x 2 cube against a second implementation by cubies, and known counts."""

from __future__ import annotations

import pytest
from second import assert_same_games

import pygame_search as ps

CORNERS = ("URF", "UFL", "ULB", "UBR", "DFR", "DLF", "DBL", "DRB")
#: What a quarter turn brings to each corner, and how it is twisted (H. Kociemba).
QUARTERS = {
    "r": ((4, 1, 2, 0, 7, 5, 6, 3), (2, 0, 0, 1, 1, 0, 0, 2)),
    "u": ((3, 0, 1, 2, 4, 5, 6, 7), (0, 0, 0, 0, 0, 0, 0, 0)),
    "f": ((1, 5, 2, 3, 0, 4, 6, 7), (1, 2, 0, 0, 2, 1, 0, 0)),
}
AXES = {"x": "RL", "y": "UD", "z": "FB"}
Cube = tuple[tuple[int, int], ...]  # the cubie at each corner, and its twist
SOLVED: Cube = tuple((corner, 0) for corner in range(8))


def quarter(cube: Cube, face: str) -> Cube:
    places, twists = QUARTERS[face]
    return tuple(
        (cube[place][0], (cube[place][1] + twist) % 3)
        for place, twist in zip(places, twists, strict=True)
    )


def steps(cube: Cube, half_turns: bool = True) -> dict[str, Cube]:
    """Return the cube after each turn."""
    found = {}
    for face in QUARTERS:
        after = cube
        for n in (1, 2, 3):
            after = quarter(after, face)
            if n != 2 or half_turns:
                found[f"turn({face}, {n})"] = after
    return found


def scrambled(moves: str) -> Cube:
    cube = SOLVED
    for move in moves.split():
        times = {"": 1, "2": 2, "'": 3}[move[1:]]
        for _ in range(times):
            cube = quarter(cube, move[0].lower())
    return cube


def facts(cube: Cube) -> set[str]:
    found = set()
    for corner, (cubie, twist) in zip(CORNERS, cube, strict=True):
        place = ", ".join(str(int(side in corner)) for side in "RUF")
        for n, colour in enumerate(CORNERS[cubie].lower()):
            side = corner[(n + twist) % 3]
            axis = next(a for a in AXES if side in AXES[a])
            found.add(f"sticker({place}, {axis}, {colour})")
    return found


def levels(depth: int, half_turns: bool) -> list[int]:
    """Return how many cubes are solved in 0, 1, 2, ... turns and no fewer."""
    seen, level, counts = {SOLVED}, {SOLVED}, [1]
    for _ in range(depth):
        level = {c for cube in level for c in steps(cube, half_turns).values()} - seen
        seen |= level
        counts.append(len(level))
    return counts


@pytest.mark.parametrize("half_turns", [True, False])
def test_random_games(half_turns: bool) -> None:
    scramble, answer = "R2 U' F R U2", "yes" if half_turns else "no"
    assert_same_games(
        f'rubik_2x2(scramble="{scramble}", half_turns={answer})',
        scrambled(scramble),
        steps=lambda cube: steps(cube, half_turns),
        facts=facts,
        goals=lambda cube: (100,) if cube == SOLVED else None,
        games=1,
        plies=25,
    )


def test_known_counts() -> None:
    assert levels(5, half_turns=True) == [1, 9, 54, 321, 1847, 9992]
    assert levels(5, half_turns=False) == [1, 6, 27, 120, 534, 2256]


@pytest.mark.parametrize("scramble", ["R U F' R2 U'", "F2 R2 F2 R2", "R U R' U'"])
def test_paths_are_shortest(scramble: str) -> None:
    target, depth, level = scrambled(scramble), 0, {SOLVED}
    while target not in level:
        level = {after for cube in level for after in steps(cube).values()}
        depth += 1
    game = ps.load("rubik_2x2", scramble=scramble)
    assert game.path(method="a_star").cost == depth


def test_a_solved_cube_and_what_is_no_scramble() -> None:
    assert ps.load('rubik_2x2(scramble="")').initial.terminal
    for wrong in ("R D", "R 2", "U'2"):
        with pytest.raises(ps.InputError, match="expected R, U and F"):
            ps.load("rubik_2x2", scramble=wrong)


@pytest.mark.parametrize("tier", ["native", "clauses"])
def test_turns_are_typed_as_people_write_them(tier: str) -> None:
    """A notation may look like a variable, or have a quotation mark that is open."""
    game = ps.load("rubik_2x2", tier=tier)
    after = game.after("R'; F2; [U]")
    assert after == game.after("turn(r, 3); turn(f, 2); turn(u, 1)")
    asked = ps.explain(game.initial, "does(solver, M)", move="R'")
    assert "turn(r, 3)" in asked.sentence
    for wrong in ("Q", "turn(X, 1)"):
        with pytest.raises(ps.MoveError, match="expected a term without variables"):
            game.initial.play(wrong)
