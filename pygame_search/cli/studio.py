"""`studio`: the page of the studio over the installed engine."""

from __future__ import annotations

import threading
import webbrowser

import click

from pygame_search.cli.streams import command, print_json, wants_json
from pygame_search.loopback.server import Server
from pygame_search.page.site import served_page


@command
@click.option(
    "--port", type=click.IntRange(0, 65535), default=0, metavar="NUMBER",
    help="Listen there; by default a free port is taken.",
)  # fmt: skip
@click.option("--no-browser", is_flag=True, help="Print the address alone.")
def studio(port: int, no_browser: bool) -> None:
    """Open the studio in a browser, over the installed engine, until Ctrl-C.

    Only programs of this machine can reach it, and only the page that has the token in
    the printed address is answered. Each page has a process of its own, which ends with
    it. --memory-limit, before `studio`, limits the memory of each; by default 2,000 MB.
    """
    server = Server(served_page(), port=port)
    if wants_json():
        print_json({"address": server.address})
    else:
        click.echo(f"The studio: {server.address} (Ctrl-C ends it)")
    if not no_browser:
        threading.Thread(target=_open, args=(server.address,), daemon=True).start()
    server.run()


def _open(address: str) -> None:
    """Open the address in a browser, or report that there is none."""
    try:
        opened = webbrowser.open(address)
    except webbrowser.Error:
        opened = False
    if not opened:
        click.echo("error: no browser can be opened here: open the address", err=True)
