"""`check --static` of large files: CPU seconds by the number of relations.

    .venv/bin/python -m benchmarks.checks [--relations N]...

Each file has a small game and so many relations of one shape. Each check is
a process of its own, whose start is counted. It prints a table.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage

import click

GAME = """role(a). init(c(0)). legal(a, go). legal(a, to(X)) :- r_1(X).
next(c(0)) :- true(c(0)). terminal :- true(c(0)). goal(a, 0).
"""


def chain(i: int, count: int) -> str:
    """Return a relation that calls the next one."""
    rest = f", r_{i + 1}(X)" if i < count else ""
    return f"r_{i}(X) :- true(c(X)){rest}."


def recursive(i: int, _: int) -> str:
    """Return a relation that calls itself."""
    return f"r_{i}(X) :- true(c(X)), r_{i}(X)."


def fluent(i: int, _: int) -> str:
    """Return a fluent that is kept."""
    return f"init(f_{i}(0)). next(f_{i}(X)) :- true(f_{i}(X)).{' r_1(0).' * (i == 1)}"


def misspelt(i: int, _: int) -> str:
    """Return a relation, and a call of it by a wrong name."""
    return f"r_{i}(X) :- true(c(X)), relatoin_{i}(X). relation_{i}(0)."


SHAPES: dict[str, Callable[[int, int], str]] = {
    "each calls the next": chain,
    "each calls itself": recursive,
    "fluents": fluent,
    "misspelt": misspelt,
}


def seconds(shape: str, count: int) -> float:
    """Return the CPU seconds of one check."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "large.pl"
        lines = (SHAPES[shape](i, count) for i in range(1, count + 1))
        file.write_text(GAME + "\n".join(lines) + "\n", encoding="utf-8")
        before = _children()
        subprocess.run(
            [sys.executable, "-m", "pygame_search", "check", "--static", file],
            check=False, capture_output=True,
        )  # fmt: skip
        return _children() - before


def _children() -> float:
    used = getrusage(RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


@click.command()
@click.option(
    "--relations", "counts", type=click.IntRange(1), multiple=True,
    default=(1000, 2000, 4000), help="How many; 1,000, 2,000 and 4,000 by default.",
)  # fmt: skip
def main(counts: tuple[int, ...]) -> None:
    """Print the table in Markdown."""
    click.echo(f"| relations | {' | '.join(f'{count:,}' for count in counts)} |")
    click.echo("|---|" + "--:|" * len(counts))
    for shape in SHAPES:
        row = " | ".join(f"{seconds(shape, count):.1f}" for count in counts)
        click.echo(f"| {shape} | {row} |")


if __name__ == "__main__":
    main()
