"""Reasons of searches: why a move is best, a branch cut, a path found or not.

A reason is a value computed from the answer and the trace of a search; it can print
itself in sentences. Nothing here runs unless it is requested.
"""

from pygame_search.explanation.reasons.advice import AdviceReasons, why_advised
from pygame_search.explanation.reasons.beliefs import BeliefReasons, why_believed
from pygame_search.explanation.reasons.best import Alternative, BestReasons, why_best
from pygame_search.explanation.reasons.cuts import (
    CutReason,
    Setter,
    cut_at,
    cuts,
    nothing_cut,
    why_cut,
)
from pygame_search.explanation.reasons.ends import EndReasons, why_terminal
from pygame_search.explanation.reasons.leaf import Leaf, Term, Worth
from pygame_search.explanation.reasons.paths import (
    NoPathReasons,
    PathReasons,
    PathStep,
    how_path,
    why_no_path,
)
from pygame_search.explanation.reasons.variation import Chance, Part, Ply, Variation

__all__ = [
    "AdviceReasons",
    "Alternative",
    "BeliefReasons",
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
    "why_advised",
    "why_believed",
    "why_best",
    "why_cut",
    "why_no_path",
    "why_terminal",
]
