"""Proof-number search (Allis 1994; SP.268): is a state worth so much to a role?

The twin of `logic/lectures/proof_number.pl`.
"""

from dataclasses import dataclass, field
from math import inf

from pygame_search.lectures.relations import (
    Node,
    goal,
    successors,
    terminal,
    to_move,
)


@dataclass
class Tree:
    """A node, how many leaves must be proved or disproved for it, and what follows."""

    s: Node
    proof: float = 1
    disproof: float = 1
    trees: list["Tree"] = field(default_factory=list)


def proved(s: Node, r: str, v: int) -> bool:
    """Return whether a state is worth v or more to a role."""
    tree = leaf(s, r, v)
    while tree.proof and tree.disproof:
        expand(tree, r, v)
    return tree.proof == 0


def leaf(s: Node, r: str, v: int) -> Tree:
    """Return a state without successors."""
    if not terminal(s):
        return Tree(s)
    return Tree(s, 0, inf) if goal(s, r) >= v else Tree(s, inf, 0)


def expand(tree: Tree, r: str, v: int) -> None:
    """Expand the most-proving leaf, and update the numbers on the way to it."""
    mine = r in to_move(tree.s)
    if not tree.trees:
        tree.trees = [leaf(s1, r, v) for _, s1 in successors(tree.s)]
    elif mine:
        expand(min(tree.trees, key=lambda t: t.proof), r, v)
    else:
        expand(min(tree.trees, key=lambda t: t.disproof), r, v)
    proofs, disproofs = zip(*((t.proof, t.disproof) for t in tree.trees), strict=True)
    tree.proof = min(proofs) if mine else sum(proofs)
    tree.disproof = sum(disproofs) if mine else min(disproofs)
