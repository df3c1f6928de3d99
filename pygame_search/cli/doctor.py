"""`doctor`: what is installed, what is missing, how to mend it."""

from __future__ import annotations

import sys
from dataclasses import asdict

import click
from rich.text import Text

from pygame_search.cli.options import json_option
from pygame_search.cli.output import console, print_json, table
from pygame_search.doctor import examine


@click.command()
@json_option
def doctor(as_json: bool) -> None:
    """Say what is found, what is missing, and how to mend it."""
    findings = examine()
    healthy = all(finding.ok for finding in findings)
    if as_json:
        print_json({"ok": healthy, "findings": [asdict(f) for f in findings]})
    else:
        listing = table("", "what", "found", "to mend it")
        for finding in findings:
            mark = Text("ok", "green") if finding.ok else Text("no", "red")
            listing.add_row(mark, finding.name, finding.found, finding.mend)
        console().print(listing)
    if not healthy:
        sys.exit(1)
