"""The command that compiles the kernels of the native tier beforehand."""

from __future__ import annotations

import time

import click

from pygame_search.cli.output import progress
from pygame_search.cli.streams import command, print_json, wants_json
from pygame_search.network.kernel_cache import compile_reports, kernels_compiled
from pygame_search.support.words import counted


@command
def warm() -> None:
    """Compile the kernels of the native tier now, so that no search waits for them.

    That takes a minute or two, once. After Ctrl-C the next `warm` continues where this
    one stopped.
    """
    began, names = time.monotonic(), list[str]()
    if not kernels_compiled():
        with progress("starting ...") as shown:

            def report(name: str, _: int) -> None:
                names.append(name)
                shown.say(f"compiling kernel {len(names)}: {name}")

            with compile_reports(report):
                from pygame_search.warm import main

                main()
    seconds = time.monotonic() - began
    if wants_json():
        print_json({"compiled": names, "seconds": round(seconds, 3)})
    elif names:
        made = counted(len(names), "kernel", "kernels")
        click.echo(f"compiled {made} in {seconds:.0f} s")
    else:
        click.echo("the kernels are compiled")
