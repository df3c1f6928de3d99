"""Reasons of searches: why a move is best, a branch cut, a path found or not.

What is told here is a structure, made of what a search has answered and traced. The
sentences are made in `render/reasons.py`. Nothing of it runs unless it is asked for.
"""

from pygame_search.search.reasons.best import Alternative, BestReasons, why_best
from pygame_search.search.reasons.cuts import (
    CutReason,
    Setter,
    cut_at,
    cuts,
    nothing_cut,
    why_cut,
)
from pygame_search.search.reasons.ends import EndReasons, why_terminal
from pygame_search.search.reasons.leaf import Leaf, Term, Worth
from pygame_search.search.reasons.paths import (
    NoPathReasons,
    PathReasons,
    PathStep,
    how_path,
    why_no_path,
)
from pygame_search.search.reasons.variation import Chance, Part, Ply, Variation

__all__ = [
    "Alternative",
    "BestReasons",
    "Chance",
    "CutReason",
    "EndReasons",
    "Leaf",
    "NoPathReasons",
    "Part",
    "PathReasons",
    "PathStep",
    "Ply",
    "Setter",
    "Term",
    "Variation",
    "Worth",
    "cut_at",
    "cuts",
    "how_path",
    "nothing_cut",
    "why_best",
    "why_cut",
    "why_no_path",
    "why_terminal",
]
