"""`python -m benchmarks`: measure everything, print one table, write the figures."""

from __future__ import annotations

import json
import os
from pathlib import Path

import click
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.markup import escape
from rich.table import Table as Printed

from benchmarks.host import description
from benchmarks.tables import FULL, QUICK, Table, tables
from benchmarks.timing import Measure, Spread, measured

#: The least width in which no figure is cut short.
WIDTH = 92


@click.command()
@click.option("--quick", is_flag=True, help="Less of everything: a minute.")
@click.option("--rounds", type=click.IntRange(1), help="How often all works are done.")
@click.option(
    "--json", "file", type=click.Path(path_type=Path), help="Write the figures there."
)
def main(quick: bool, rounds: int | None, file: Path | None) -> None:
    """Measure our speed beside peers, all in one run, in CPU time."""
    size = QUICK if quick else FULL
    rounds = rounds or size.rounds
    console = Console(width=max(WIDTH, Console().width))
    printed = _columns()
    found: list[dict[str, object]] = []
    host = description()
    load = os.getloadavg()[0]
    with console.status("measuring ...") as status:
        for make in tables(size):
            table = make()
            status.update(f"measuring {table.title} ...")
            measures = measured(table.works, rounds)
            _add(printed, table, measures)
            found.append(_as_json(table, measures))
    console.print(printed)
    console.print(
        f"{rounds} rounds; {host['processor']}, {host['cores']} cores, "
        f"load {load:.1f}; Python {host['python']}; {host['prolog']}",
        highlight=False,
    )
    if file is not None:
        text = json.dumps({**host, "rounds": rounds, "tables": found}, indent=2)
        file.write_text(text + "\n", encoding="utf-8")


def _columns() -> Printed:
    printed = Printed(box=SIMPLE_HEAD, title="Work done in a second of CPU time")
    printed.add_column("work", no_wrap=True)
    for name in ("one run", "a second", "times the base"):
        printed.add_column(name, justify="right", no_wrap=True)
    return printed


def _add(printed: Printed, table: Table, measures: list[Measure]) -> None:
    """Add the rows of one table; the base is the row of 1."""
    base = _base(table, measures)
    printed.add_row(f"[bold]{table.title}[/bold]")
    for one in measures:
        ratio = one.ratio(base)
        printed.add_row(
            f"  {one.work.name}",
            f"{one.units:,} {one.work.unit}",
            f"{one.rate.median:,.0f}",
            "1" if one is base else f"{ratio.median:.3g} ({_range(ratio)})",
        )
    if table.missing is not None:
        name, why = table.missing
        printed.add_row(f"  {name}", escape(why))
    printed.add_section()


def _range(spread: Spread) -> str:
    return f"{spread.low:.3g}–{spread.high:.3g}"


def _base(table: Table, measures: list[Measure]) -> Measure:
    return next(one for one in measures if one.work.name == table.base)


def _as_json(table: Table, measures: list[Measure]) -> dict[str, object]:
    base = _base(table, measures)
    rows: list[dict[str, object]] = [
        {
            "name": one.work.name,
            "unit": one.work.unit,
            "units": one.units,
            "cpu_seconds": list(one.seconds),
            "per_second": _spread(one.rate),
            "ratio": _spread(one.ratio(base)),
        }
        for one in measures
    ]
    if table.missing is not None:
        rows.append(dict(zip(("name", "missing"), table.missing, strict=True)))
    return {"title": table.title, "base": table.base, "rows": rows}


def _spread(spread: Spread) -> dict[str, float]:
    return {"median": spread.median, "low": spread.low, "high": spread.high}


if __name__ == "__main__":
    main()
