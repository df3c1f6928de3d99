"""`doctor`: what is installed, what is missing, how to fix it."""

from __future__ import annotations

import sys
from dataclasses import asdict

from pygame_search.cli.output import console
from pygame_search.cli.streams import command, print_json, wants_json
from pygame_search.engine.installation import Finding, examine
from pygame_search.support.console import Text
from pygame_search.support.printing import table


@command
def doctor() -> None:
    """Check the installation, and say how to fix what is missing."""
    findings = examine()
    healthy = all(finding.ok or finding.optional for finding in findings)
    if wants_json():
        print_json({"ok": healthy, "findings": [asdict(f) for f in findings]})
    else:
        _print(findings)
    if not healthy:
        sys.exit(1)


def _print(findings: tuple[Finding, ...]) -> None:
    out = console()
    listing = table("", "what", "found")
    for finding in findings:
        missing = Text("") if finding.optional else Text("no", "red")
        mark = Text("ok", "green") if finding.ok else missing
        listing.add_row(mark, finding.name, Text(finding.found, overflow="fold"))
    out.print(listing)
    for finding in findings:
        if finding.mend and not finding.optional:
            # A command to be copied stays on one line.
            out.print(f"\nto fix {finding.name}:", markup=False, highlight=False)
            out.print(
                f"  {finding.mend}", markup=False, highlight=False, soft_wrap=True
            )
