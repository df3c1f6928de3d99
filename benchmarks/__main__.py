"""`python -m benchmarks`: measure everything and print one table."""

from __future__ import annotations

import json
import platform
import sys
from datetime import date

from benchmarks import ours, peers
from benchmarks.timing import Measure, Work, measured

ROUNDS = 3


def main() -> None:
    """Print the figures; with a file name as the argument, write them there too."""
    whole = [
        *ours.searches(),
        Work("minimax in plain Python", peers.plain_python, "nodes"),
    ]
    if peers.has_easyai():
        whole.append(Work("minimax over easyAI's game", peers.easyai, "nodes"))
    else:
        print("easyAI is not installed: pip install -e '.[benchmark]'")
    rows = _print("tic-tac-toe, the whole tree", measured(whole, ROUNDS))
    rows += _print(
        "connect four, alpha-beta to depth 6", measured(ours.alphabetas(), ROUNDS)
    )
    rows += _print("crossings", measured(ours.crossings(), ROUNDS))
    if len(sys.argv) > 1:
        data = {
            "date": date.today().isoformat(),
            "machine": platform.platform(),
            "python": platform.python_version(),
            "rows": rows,
        }
        with open(sys.argv[1], "w", encoding="utf-8") as file:
            json.dump(data, file, indent=2)


def _print(title: str, found: list[Measure]) -> list[dict[str, object]]:
    print(f"\n{title}")
    rows: list[dict[str, object]] = []
    for one in found:
        ratios = [round(one.ratio(other), 2) for other in found]
        print(
            f"  {one.work.name:34} {one.rate:12,.0f} {one.work.unit}/s"
            f"   {ratios[-1]:6.2f} x the last row"
        )
        rows.append({"name": one.work.name, "per_second": one.rate, "ratios": ratios})
    return rows


if __name__ == "__main__":
    main()
