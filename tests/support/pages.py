"""What a page holds."""

from __future__ import annotations

import base64
import gzip
import json
import re
from typing import Any


def page_data(html: str) -> dict[str, Any]:
    """Return the data of a page."""
    [packed] = re.findall(r'id="data">(.*?)</script>', html)
    found: dict[str, Any] = json.loads(gzip.decompress(base64.b64decode(packed)))
    return found
