"""Have explanations checked independently: `sh scripts/proofs [POSITIONS [SEED]]`.

In positions of every game of `rules/`, reached at random, every legal move has a proof,
and every move that is legal elsewhere, and not there, a refutation. The checker,
support/proof_checker.pl, accepts them all; it knows the rule file and the fluents only.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from games.every import with_roles

import pygame_search as ps
from pygame_search.explanation.proof_tree import Node
from pygame_search.explanation.proofs import Explanation, explain
from pygame_search.game import Game, State

CHECKER = Path(__file__).parent / "proof_checker.pl"

#: Games are played no further.
MOST_PLIES = 150


def positions(game: Game, count: int, chance: random.Random) -> list[State]:
    """Return positions of random games, the last of each game among them."""
    found: list[State] = []
    while len(found) < count:
        state = game.initial
        found.append(state)
        for _ in range(MOST_PLIES):
            if state.terminal:
                break
            moves = [chance.choice(moves) for moves in state.legal.values()]
            state = state.play(f"[{', '.join(moves)}]")
            found.append(state)
    return chance.sample(found, count)


def known_moves(states: list[State]) -> list[tuple[str, str]]:
    """Return the moves that are legal in some of the states, with who makes them."""
    found = {
        (role, move): None
        for state in states
        for role, moves in state.legal.items()
        for move in moves
    }
    return list(found)


def explained(state: State, moves: list[tuple[str, str]]) -> list[Explanation]:
    """Return a proof for each legal move, and for each other a refutation."""
    legal = (
        [] if state.terminal else [(r, m) for r, ms in state.legal.items() for m in ms]
    )
    found = [explain(state, f"legal({role}, {move})") for role, move in legal]
    assert all(proof.holds for proof in found)
    for role, move in moves:
        if (role, move) not in legal:
            refuted = explain(state, f"legal({role}, {move})")
            assert not refuted.holds
            assert names_a_failure(refuted.tree), refuted.text()
            found.append(refuted)
    found.append(explain(state, "terminal"))
    assert found[-1].holds == state.terminal
    return found


def names_a_failure(node: Node) -> bool:
    """Return whether a refutation names a goal that fails, or says what is so."""
    if node.failed is not None:
        return not node.failed.holds
    return bool(node.reason) or any(map(names_a_failure, node.children))


def checked(game: Game, trees: list[tuple[State, list[Explanation]]]) -> str:
    """Return what the checker says against trees, nothing when it accepts them."""
    data: list[dict[str, Any]] = [
        {
            "facts": state.facts,
            "trees": [found.tree.as_json() for found in explanations],
        }
        for state, explanations in trees
    ]
    with tempfile.NamedTemporaryFile("w", suffix=".json", encoding="utf-8") as file:
        json.dump(data, file)
        file.flush()
        done = subprocess.run(
            ["swipl", str(CHECKER), "--", game.book.file, file.name],
            capture_output=True, text=True, check=False, timeout=600,
        )  # fmt: skip
    return done.stdout + done.stderr + ("" if done.returncode == 0 else "\nrefused")


def check_game(name: str, count: int, seed: int) -> tuple[int, int, str]:
    """Return how many proofs and refutations there were, and the complaint."""
    chance = random.Random(seed)
    game = ps.load(name)
    states = positions(game, count, chance)
    moves = known_moves(states)
    trees = [(state, explained(state, moves)) for state in states]
    proofs = sum(found.holds for _, all_ in trees for found in all_)
    total = sum(len(all_) for _, all_ in trees)
    return proofs, total - proofs, checked(game, trees)


def main() -> None:
    """Check all games and tell the counts."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 50
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    wrong = 0
    for name in with_roles():
        start = time.monotonic()
        proofs, refutations, complaint = check_game(name, count, seed)
        seconds = time.monotonic() - start
        print(
            f"{name}: {proofs:,} proofs, {refutations:,} refutations, {seconds:.1f} s"
        )
        if complaint:
            wrong += 1
            print(complaint[:2000])
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
