"""The facts that refute a goal: in every position that has them, it does not hold."""

from __future__ import annotations

import itertools
import random
import re

import pytest
from games import loaded

import pygame_search as ps

#: Games without words for fluents, so that the facts are terms; goals to refute.
GOALS = {
    "hexapawn": [
        *(
            f"legal({role}, move({a}, {b}, {c}, {d}))"
            for role, a, b, c, d in itertools.product(
                ("white", "black"), (1, 2, 3), (1, 2, 3), (1, 2), (1, 2, 3)
            )
        ),
        "can_move(black)",
        "terminal",
        "blocked(white, 1, 1)",
    ],
    "nim": ["legal(first, take(1, 3))", "legal(second, take(2, M))", "terminal"],
    "three_mens_morris": ["legal(x, place(2, 2))", "terminal", "legal(o, M)"],
    "breakthrough(columns=4, rows=4)": ["legal(white, M)", "terminal"],
}


def _positions(game: ps.Game, many: int, rng: random.Random) -> list[ps.State]:
    found: list[ps.State] = []
    while len(found) < many:
        state = game.initial
        while not state.terminal and len(found) < many:
            found.append(state)
            state = state.play(rng.choice(state.legal[state.to_move[0]]))
    return found


def _values(state: ps.State, goal: str) -> list[dict[str, str]]:
    numbers = itertools.count()
    named = re.sub(r"\b_\b", lambda _: f"X{next(numbers)}", goal)
    return list(state.ask(named, limit=1000).answers)


def _is_so(fact: str, there: ps.State, here: ps.State) -> bool:
    """Return whether a fact of one position is so in another one."""
    for end in (" holds only as here", " does not hold", " holds"):
        if fact.endswith(end):
            values = _values(there, fact.removesuffix(end))
            if end == " holds":
                return bool(values)
            if end == " does not hold":
                return not values
            known = _values(here, fact.removesuffix(end))
            return all(value in known for value in values)
    raise AssertionError(fact)


@pytest.mark.parametrize("call", GOALS)
def test_the_facts_refute_the_goal_in_other_positions(call: str) -> None:
    rng = random.Random(call)
    positions = _positions(loaded(call), 40, rng)
    tested = 0
    for here in rng.sample(positions, 6):
        for goal in rng.sample(GOALS[call], min(8, len(GOALS[call]))):
            found = here.explain(goal)
            facts = found.refuted_by
            assert not found.holds or facts is None
            if facts is None:
                continue
            assert all(
                _is_so(fact, here, here) for fact in facts if "words" not in fact
            )
            for there in rng.sample(positions, 10):
                if all(_is_so(fact, there, here) for fact in facts):
                    assert not there.ask(goal).answers, (goal, facts)
                    tested += 1
    assert tested


@pytest.mark.parametrize(
    ("call", "after", "goal", "facts"),
    [
        (
            "hexapawn",
            "move(1, 1, 1, 2)",
            "legal(black, move(1, 3, 1, 2))",
            ("true(cell(1, 2, white)) holds",),
        ),
        ("hexapawn", "", "column(7)", ()),
        ("hexapawn", "", "minimax(2, M, 7)", None),
        ("chess", "", "legal(white, move(7, 1, 5, 2))", ("a white pawn stands on e2",)),
        ("tic_tac_toe", "", "line(x)", None),  # there are too many facts
        ("delivery_robot", "", "arc(office, lounge, C)", ()),
    ],
)
def test_facts(call: str, after: str, goal: str, facts: tuple[str, ...] | None) -> None:
    game = loaded(call)
    where = (
        game if game.space == "book" else game.after(after) if after else game.initial
    )
    found = where.explain(goal)
    assert found.refuted_by == facts
    assert ("refuted_by" in found.as_json()) == (facts is not None)


def test_the_sentence_is_the_end_of_the_text() -> None:
    state = loaded("hexapawn").after("move(1, 1, 1, 2)")
    found = state.explain("legal(black, move(1, 3, 1, 2))")
    said = "This alone refutes it: true(cell(1, 2, white)) holds."
    assert found.counter_example == said
    assert found.text().endswith(f"\n\n{said}")
    assert said in found._html("")
    fluent = state.explain("true(cell(1, 1, white))")
    assert "refute" not in fluent.text()
    assert state.explain("legal(P, M)").counter_example == ""
