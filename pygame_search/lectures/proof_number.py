"""Proof-number search (Allis 1994; SP.268).

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
    """A node, its proof and its disproof number, and what follows."""

    s: Node
    proof: float = 1
    disproof: float = 1
    trees: list["Tree"] = field(default_factory=list)


def proved(s: Node, r: str, v: int) -> bool:
    """Return whether a state is worth v or more to a role."""
    tree = leaf(s, r, v)
    grown(tree, r, v)
    return tree.proof == 0


def grown(tree: Tree, r: str, v: int) -> None:
    """Expand the tree until it is solved."""
    while not solved(tree):
        expanded(tree, r, v)


def solved(tree: Tree) -> bool:
    """Return whether the root is proved or disproved."""
    return tree.proof == 0 or tree.disproof == 0


def leaf(s: Node, r: str, v: int) -> Tree:
    """Return a state without successors."""
    if not terminal(s):
        return Tree(s)
    return Tree(s, 0, inf) if goal(s, r) >= v else Tree(s, inf, 0)


def expanded(tree: Tree, r: str, v: int) -> None:
    """Expand the most-proving leaf, and number the way to it again."""
    if not tree.trees:
        tree.trees = [leaf(s1, r, v) for _, s1 in successors(tree.s)]
    else:
        expanded(next_tree(tree, r), r, v)
    numbered(tree, r)


def next_tree(tree: Tree, r: str) -> Tree:
    """Return where the search descends: the first with our number."""
    if r in to_move(tree.s):
        return next(t for t in tree.trees if t.proof == tree.proof)
    return next(t for t in tree.trees if t.disproof == tree.disproof)


def numbered(tree: Tree, r: str) -> None:
    """Set the numbers of a tree by those of its successors."""
    proofs = [t.proof for t in tree.trees]
    disproofs = [t.disproof for t in tree.trees]
    mine = r in to_move(tree.s)
    tree.proof = min(proofs) if mine else sum(proofs)
    tree.disproof = sum(disproofs) if mine else min(disproofs)
