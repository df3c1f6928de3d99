"""The lecture forms beside a search: the lines that an event runs are there."""

import pytest

from pygame_search.page.listings import MARKS, lecture_listings, listings
from pygame_search.search.core.methods import read_method


@pytest.mark.parametrize("name", MARKS)
def test_each_part_stands_in_one_line(name: str) -> None:
    """A part that stands in no line, or in two, would mark the wrong one."""
    for number, one in enumerate(lecture_listings(name, MARKS[name])):
        for event, parts in MARKS[name].items():
            for part in parts[number]:
                found = [line for line in one["lines"] if part in line]
                assert len(found) == 1, (one["file"], event, part, found)
            assert one["marks"][event]


@pytest.mark.parametrize(
    ("method", "name"),
    [("minimax", "minimax"), ("minimax(quiescence=2)", "quiescence")],
)
def test_a_search_that_goes_on_has_its_own_form(method: str, name: str) -> None:
    """The lecture's minimax ends at its depth."""
    [clauses, _] = listings(read_method(method))
    assert clauses["file"] == f"logic/lectures/{name}.pl"
