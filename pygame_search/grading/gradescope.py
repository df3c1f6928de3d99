"""A grade as the results of an autograder, in the JSON that Gradescope reads.

See "Autograder specifications" in the documentation of Gradescope: `tests` contains the
points of each item, and a text for the student.
"""

from __future__ import annotations

from typing import Any

from pygame_search.grading.grade import FULL, Grade


def results(grade: Grade) -> dict[str, Any]:
    """Return the results of a hand-in; each item that was compared has FULL points."""
    told = [grade.faults] if grade.faults else []
    told += [*grade.notes, *map(str, grade.hints)]
    told += [f"not compared: {part}" for part in grade.not_compared]
    told += [f"without effect: {part}" for part in grade.unused]
    compared = [item for item in grade.items if item.points is not None]
    return {
        "score": grade.points,
        "output": "\n\n".join(told),
        "tests": [
            {
                "name": item.name,
                "score": item.points,
                "max_score": FULL,
                "output": item.difference,
            }
            for item in compared
        ],
    }
