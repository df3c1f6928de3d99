"""How many rules of the goals use each fluent: what it is worth to have it.

A square that lies in many lines is worth more than one in few. Searches try first what
makes such fluents true (as J. Tromp's solver of connect four does, for its squares).
"""

from __future__ import annotations

from collections import deque

import numpy as np
from numpy.typing import NDArray

from pygame_search.network.lift.rules import OpenRules, bodies_of

#: The greatest number that is counted.
MOST = 255


def goal_uses(rules: OpenRules) -> NDArray[np.int64]:
    """Return for each fluent how many rules use it, at most `MOST`.

    The rules are those on which goals depend; negated literals are left out. A rule
    with one literal left passes on how often its head is used.

    Args:
        rules: the rules that vary.
    """
    bodies = bodies_of(rules)
    ends = [atom for atom in rules.outputs["goal"].atoms if atom in bodies]
    counts = np.zeros(rules.atoms + 1, np.int64)
    counts[ends] = 1
    waiting, seen = deque(ends), set(ends)
    while waiting:
        head = waiting.popleft()
        for _, literals in bodies.get(head, ()):
            body = [literal for literal in literals if literal > 0]
            for atom in body:
                counts[atom] += counts[head] if len(body) == 1 else 1
                if atom not in seen:
                    seen.add(atom)
                    waiting.append(atom)
    return np.minimum(counts[rules.true], MOST)
