"""The links of documents into the studio that `sh scripts/site site` builds.

Their targets are not in the repository. What such a link says, its title, is what the
page shows there: the kind of the event of a search, or who moves in a position.
"""

from __future__ import annotations

import json
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]

#: A link, in a document of the folder `docs`.
LINK = re.compile(
    r'\[(?P<text>[^\]]+)\]\(\.\./site/studio\.html#(?P<fragment>\S+) "(?P<title>.+?)"\)'
)


@dataclass(frozen=True, slots=True)
class StudioLink:
    """A link into the studio.

    Attributes:
        text: what it is on.
        fragment: what it names, without `#`.
        title: what the page shows there.
    """

    text: str
    fragment: str
    title: str


def studio_links(text: str) -> list[StudioLink]:
    """Return the links into the studio in a document."""
    return [StudioLink(**found.groupdict()) for found in LINK.finditer(text)]


def read_links(*asked: Any) -> list[dict[str, Any]]:
    """Return what the studio reads in links, or in those that it writes, by Node.

    Args:
        asked: fragments, or what a link is written of.
    """
    script = ROOT / "tests" / "page" / "links.mjs"
    done = subprocess.run(
        ["node", str(script)],
        input="".join(json.dumps(one) + "\n" for one in asked),
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    assert done.stderr == ""
    return [json.loads(line) for line in done.stdout.splitlines()]
