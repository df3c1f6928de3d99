"""What a page holds, and rules that it cannot wait for."""

from __future__ import annotations

import base64
import gzip
import json
import re
from typing import Any

#: Rules in which looking for a move, or for the next state, has no end.
ENDLESS = """\
role(a).
init(n(0)).
legal(a, go).
next(n(M)) :- true(n(N)), M is N + 1.
terminal :- true(n(N)), N > 0, between(1, 1000000, X),
    between(1, 1000000, Y), X < Y, Y < 0.
goal(a, 0).
"""


def page_data(html: str) -> dict[str, Any]:
    """Return the data of a page."""
    [packed] = re.findall(r'id="data">(.*?)</script>', html)
    found: dict[str, Any] = json.loads(gzip.decompress(base64.b64decode(packed)))
    return found
