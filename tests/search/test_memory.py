"""What a search remembers, and what it may take for certain of it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from pygame_search.model.scores import SURE
from pygame_search.search.core.memory import Memory
from pygame_search.search.core.task import RootMove, Task
from pygame_search.search.game_tree.deepening import inside
from pygame_search.search.game_tree.window import known

#: Nothing that the table says of a score lies outside of it.
WIDE = (-1 << 51, 1 << 51)
WIN = SURE + 1000


@pytest.mark.parametrize("sign", [1, -1])
def test_a_win_is_counted_from_where_it_is_met(sign: int) -> None:
    """Six plies before the win it is four plies nearer to the root than two before."""
    memory = Memory(table={})
    memory.keep(7, 3, 4, WIDE, sign * (WIN - 6), True, None)  # two plies below 7
    for ply in (0, 1, 9):
        found = memory.known(7, 3, ply, *WIDE)
        assert found is not None
        assert found[0] == sign * (WIN - 2 - ply)


@pytest.mark.parametrize("complete", [True, False])
def test_an_entry_of_more_plies_is_not_used(complete: bool) -> None:
    """The score of fewer plies is another one, also where the limit stopped nothing."""
    memory = Memory(table={})
    memory.keep(7, 3, 0, WIDE, 5, complete, None)
    assert memory.known(7, 2, 0, *WIDE) is None
    assert (memory.known(7, 4, 0, *WIDE) is None) is not complete
    assert memory.known(7, 3, 0, *WIDE) is not None


def test_the_entry_of_more_plies_stays() -> None:
    memory = Memory(table={})
    for left, score in ((3, 5), (2, 6)):
        memory.keep(7, left, 0, WIDE, score, False, None)
    found = memory.known(7, 3, 0, *WIDE)
    assert found is not None
    assert found[0] == 5
    assert memory.known(7, 2, 0, *WIDE) is None


@pytest.mark.parametrize("complete", [True, False])
def test_a_hit_is_as_limited_as_what_was_searched(complete: bool) -> None:
    """Else deepening would take what the limit has stopped for all there is."""
    memory = Memory(table={})
    memory.keep(7, 2, 1, WIDE, 5, complete, None)
    told: list[tuple[Any, ...]] = []
    task = SimpleNamespace(
        memory=memory, limit=3, hits=0, limited=0, emit=lambda *e: told.append(e)
    )
    assert known(cast(Task, task), 7, 1, *WIDE) == (5, None)
    assert (task.hits, task.limited) == (1, 0 if complete else 1)
    assert told == [("hit", "exact", 5)]


def test_aspiration_is_content_with_an_exact_score_alone() -> None:
    moves = {
        bound: RootMove(i, 10 * i, bound, None)
        for i, bound in enumerate(("upper", "exact", "lower"))
    }
    assert inside([moves["upper"], moves["exact"]])
    assert not inside([moves["exact"], moves["lower"]])  # the best is beyond the window
    assert not inside([moves["upper"]])
    assert not inside([])
