"""`grade` of games with hidden information: what each role learns in a step counts."""

from __future__ import annotations

from pathlib import Path

import pytest
from games import loaded

import pygame_search as ps
from pygame_search.grading.grade import grade
from pygame_search.grading.in_step import in_step
from pygame_search.support.resources import rules_folder

KUHN = (rules_folder() / "kuhn_poker.pl").read_text("utf-8")
OWN_CARD = "sees(bob, card(B)) :- does(random, deal(_, B)).\n"
MOVES = "sees(Q, M) :- opponent(P, Q), does(P, M), true(control(P)).\n"


def changed(old: str, new: str, text: str = KUHN) -> ps.Game:
    assert old in text
    return ps.load_text(text.replace(old, new), name="hand_in")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        # Other names, and what the role knows anyway.
        (OWN_CARD, "sees(bob, own(B)) :- does(random, deal(_, B)).\n"),
        (OWN_CARD, "sees(bob, f(B, x)) :- does(random, deal(_, B)).\n"),
        (OWN_CARD, f"{OWN_CARD}sees(bob, dealt) :- does(random, deal(_, _)).\n"),
        (MOVES, f"{MOVES}sees(R, again(C)) :- true(holds(R, C)).\n"),
        (MOVES, f"{MOVES}sees(R, made(M)) :- does(R, M), opponent(R, _).\n"),
    ],
)
def test_how_percepts_are_written_does_not_matter(old: str, new: str) -> None:
    found = in_step(changed(old, new), loaded("kuhn_poker"))
    assert found.same
    assert found.complete
    assert found.agree["percepts"] == found.asked["percepts"] > 0


@pytest.mark.parametrize(
    ("old", "new", "own", "other"),
    [
        (OWN_CARD, "", "bob perceives nothing", "bob perceives card(3)"),
        (
            OWN_CARD,
            "sees(bob, card(A)) :- does(random, deal(A, _)).\n",
            "bob perceives card(1)",
            "bob perceives card(3)",
        ),
        (
            OWN_CARD,
            f"{OWN_CARD}sees(bob, hers(A)) :- does(random, deal(A, _)), A > 2.\n",
            "bob perceives card(1), hers(3)",
            "bob perceives card(1)",
        ),
        (MOVES, "", "bob perceives nothing", "bob perceives bet"),
    ],
)
@pytest.mark.parametrize("positions", [6_000, 3])
def test_who_learns_something_else_is_told(
    old: str, new: str, own: str, other: str, positions: int
) -> None:
    """By all positions, and by games of the reference."""
    hand_in = changed(old, new)
    found = in_step(hand_in, loaded("kuhn_poker"), positions=positions, seconds=20)
    assert [*found.differences] == ["percepts"]
    assert 0 < found.agree["percepts"] < found.asked["percepts"]
    if positions > 3:
        difference = found.differences["percepts"]
        assert (difference.hand_in, difference.reference) == (own, other)


def test_where_all_is_open_each_role_learns_all() -> None:
    text = "".join(
        line for line in KUHN.splitlines(keepends=True) if not line.startswith("sees")
    )
    hand_in = ps.load_text(text, name="hand_in")
    assert not hand_in.hidden
    found = in_step(hand_in, loaded("kuhn_poker"))
    assert [*found.differences] == ["percepts"]
    assert found.differences["percepts"].hand_in.startswith("ann perceives ")


def test_a_fault_costs_once(tmp_path: Path) -> None:
    """What follows from it does not count again."""
    path = tmp_path / "hand_in.pl"
    path.write_text(KUHN.replace(OWN_CARD, ""), encoding="utf-8")
    found = grade(path, "kuhn_poker")
    points = {item.name: item.points for item in found.items}
    assert 90 < (points.pop("percepts") or 0) < 100
    assert {*points.values()} == {100}
    [difference] = [item.difference for item in found.items if item.difference]
    assert "bob perceives nothing" in difference


def test_in_step_with_itself_nothing_is_left_uncompared() -> None:
    """The games test the rules of `sees`, as those of play."""
    found = in_step(
        ps.load_text(KUHN, name="hand_in"), loaded("kuhn_poker"), positions=3
    )
    assert found.same
    assert not [words for words in found.not_compared if "sees(" in words]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            "weight(random, deal(A, A), 1)",
            "weight(random, deal(A, A), 2)",
            "deal(1, 1) 1/9",
        ),
    ],
)
def test_how_likely_chance_draws(old: str, new: str, said: str) -> None:
    text = (rules_folder() / "leduc_poker.pl").read_text("utf-8")
    found = in_step(changed(old, new, text), loaded("leduc_poker"))
    assert [*found.differences] == ["chances"]
    assert found.differences["chances"].after == ()
    assert said in found.differences["chances"].hand_in


#: Both a1 and a2 lead to s, and b2 to t. Ann cannot tell a2 from b2 unless she sees
#: where she is.
MERGED = """\
role(ann). role(random).
init(start).
legal(random, M) :- true(start), first(M).
first(a1). first(a2). first(b2).
place(s). place(t).
legal(random, go) :- \\+ true(start).
legal(ann, wait) :- \\+ true(u(_)).
legal(ann, left) :- true(u(_)).
legal(ann, right) :- true(u(_)).
next(s) :- does(random, a1).
next(s) :- does(random, a2).
next(t) :- does(random, b2).
next(u(X)) :- true(X), place(X).
next(end(X, M)) :- true(u(X)), does(ann, M).
terminal :- true(end(_, _)).
goal(ann, 1) :- true(end(s, left)).
goal(ann, 1) :- true(end(t, right)).
goal(ann, 0) :- true(end(s, right)).
goal(ann, 0) :- true(end(t, left)).
sees(ann, 1) :- does(random, a1).
sees(ann, 2) :- does(random, a2).
sees(ann, 2) :- does(random, b2).
"""


def test_all_that_roles_know_where_paths_meet_is_compared() -> None:
    """The first path to a state is not the only one."""
    reference = ps.load_text(f"{MERGED}sees(ann, X) :- true(X), place(X).\n")
    for one, other in ((MERGED, reference), (reference, MERGED)):
        games = [ps.load_text(g) if isinstance(g, str) else g for g in (one, other)]
        found = in_step(*games)
        assert not found.same
        assert found.agree["percepts"] < found.asked["percepts"]
