"""CILOG's own dialogue: clauses are told, questions asked, proofs walked.

CILOG is the system of Poole, Mackworth and Goebel, Computational Intelligence (1998).
`docs/cilog.md` is the user's page.
"""

from pygame_search.session.cilog.dialogue import Dialogue

__all__ = ["Dialogue"]
