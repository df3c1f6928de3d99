"""CILOG's own dialogue: add clauses, ask questions, walk through proofs.

CILOG is the system of Poole, Mackworth and Goebel, Computational Intelligence (1998).
`docs/cilog.md` is the user's page.
"""

from pygame_search.session.cilog.dialogue import Dialogue

__all__ = ["Dialogue"]
