"""What `check` finds by a walk through a state space, beside plain Python."""

from __future__ import annotations

import random
import re

import pytest

import pygame_search as ps
from pygame_search.experiments.inspection.space import inspect_space
from pygame_search.support.errors import RulesError

Arcs = dict[tuple[int, int], int]


def random_space(seed: int) -> tuple[str, Arcs, list[int], dict[int, int]]:
    """Return a random state space: its text, arcs with costs, goals and estimates."""
    dice = random.Random(seed)
    count = dice.randint(2, 8)
    arcs = {
        (dice.randrange(count), dice.randrange(count)): dice.randint(0, 4)
        for _ in range(dice.randint(2, 14))
    }
    goals = sorted({dice.randrange(count) for _ in range(dice.randint(1, 2))})
    estimates = {node: dice.randint(0, 4) for node in range(count)}
    lines = ["start(n(0))."]
    lines += [f"is_goal(n({goal}))." for goal in goals]
    lines += [f"arc(n({a}), n({b}), {cost})." for (a, b), cost in sorted(arcs.items())]
    lines += [f"h(n({node}), {h})." for node, h in estimates.items()]
    return "\n".join(lines) + "\n", arcs, goals, estimates


def cheapest(arcs: Arcs, goals: list[int], count: int) -> dict[int, int]:
    """Return the cheapest cost to a goal: rounds over all arcs (Bellman and Ford)."""
    costs = dict.fromkeys(goals, 0)
    for _ in range(count):
        for (a, b), cost in arcs.items():
            if b in costs:
                costs[a] = min(costs.get(a, costs[b] + cost), costs[b] + cost)
    return costs


def reached(arcs: Arcs) -> set[int]:
    """Return the nodes with a path from node 0."""
    found, before = {0}, set[int]()
    while found != before:
        before = set(found)
        found |= {b for a, b in arcs if a in found}
    return found


@pytest.mark.parametrize("seed", range(40))
def test_goals_and_estimates_of_random_spaces(seed: int) -> None:
    text, arcs, goals, estimates = random_space(seed)
    game = ps.load_text(text)
    seen = inspect_space(game)
    nodes = reached(arcs)
    assert (seen.exhaustive, seen.nodes) == (True, len(nodes))
    assert seen.goals == len(nodes & set(goals))
    costs = cheapest(arcs, goals, len(estimates))
    wrong = {node for node in nodes if node in costs and estimates[node] > costs[node]}
    if not seen.goals:
        expected = {"no_goal_reached"}
    else:
        expected = {"overestimate"} if wrong else set()
    assert {one.code for one in seen.findings} == expected
    if expected == {"overestimate"}:
        [finding] = seen.findings
        assert any(
            f"h of n({node}) is {estimates[node]}," in finding.message
            and finding.message.endswith(f"costs {costs[node]}")
            for node in wrong
        )


def test_a_space_without_end_is_looked_at_in_part() -> None:
    text = "start(0).\narc(N, M) :- M is N + 1.\nis_goal(7).\n"
    seen = inspect_space(ps.load_text(text), nodes=50)
    assert (seen.exhaustive, seen.nodes, seen.goals) == (False, 50, 1)
    assert seen.findings == ()
    report = ps.check_text(text, name="up")
    assert "nodes nearest to the start, 1 goal among them" in str(report)


@pytest.mark.parametrize("own", ["own(a). own(b).", "own(a). own(b). own(c)."])
def test_a_start_of_which_rules_give_two_is_an_error(own: str) -> None:
    text = f"start(S) :- own(S).\n{own}\narc(a, c). arc(b, c). is_goal(c).\n"
    [fault] = ps.check_text(text).diagnostics
    assert (fault.code, fault.severity, fault.line) == ("start_twice", "error", 1)
    assert fault.message == "start gives a and b"
    with pytest.raises(ps.RulesError, match="start/1 gives two nodes, a and b"):
        ps.load_text(text).path()


def test_a_start_that_rules_give_by_two_ways_is_one() -> None:
    text = "start(S) :- own(S).\nown(a). own(S) :- base(S).\nbase(a).\n"
    text += "arc(a, c). is_goal(c).\n"
    assert ps.check_text(text).diagnostics == ()
    assert ps.load_text(text).path().cost == 1


def test_the_walk_ends_with_the_time() -> None:
    ticks = iter(range(100))
    text = "start(0).\narc(N, M) :- M is N + 1.\nis_goal(7).\n"
    seen = inspect_space(
        ps.load_text(text), seconds=20, clock=lambda: float(next(ticks))
    )
    assert not seen.exhaustive
    assert seen.nodes < 15


@pytest.mark.parametrize(
    ("arc", "code"),
    [
        ("arc(N, M) :- M is N * N.", "huge_number"),
        ("arc(N, f(N, N)).", "huge_term"),
    ],
)
def test_a_limit_that_a_node_reaches_is_an_error(arc: str, code: str) -> None:
    report = ps.check_text(f"start(2).\n{arc}\nis_goal(q).\n")
    [fault] = report.diagnostics
    assert (fault.code, fault.severity, fault.line) == (code, "error", 2)
    assert "cannot be expanded" in fault.message


@pytest.mark.parametrize("rest", ["[b|d]", "[b, c|d]", "b"])
def test_neighbours_that_are_no_list_are_told_by_check_and_by_path(rest: str) -> None:
    text = f"start(a).\nis_goal(d).\nl(a, {rest}).\nneighbours(N, L) :- l(N, L).\n"
    why = rf"^expected a list of neighbours of a, found {re.escape(rest)}$"
    report = ps.check_text(text)
    assert [(one.code, one.line) for one in report.errors] == [("neighbours_type", 4)]
    assert re.match(why, report.errors[0].message)
    with pytest.raises(RulesError, match=why):
        ps.load_text(text).path()


@pytest.mark.parametrize(
    ("cost", "mend"),
    [
        ("'5'", "write 5, without quotation marks"),
        ("five", "five is a name: write a number, such as 5"),
        ("-1", "write a whole number, 0 or more"),
        ("c(1)", "write a whole number, 0 or more"),
    ],
)
def test_costs_that_a_rule_gives(cost: str, mend: str) -> None:
    text = f"start(a).\nis_goal(b).\nroad(a, b, {cost}).\n"
    report = ps.check_text(f"{text}arc(X, Y, C) :- road(X, Y, C).\n")
    [fault] = report.diagnostics
    assert (fault.code, fault.line, fault.mend) == ("wrong_cost", 4, mend)
    assert fault.message == (
        "expected a whole number, 0 or more, as the cost of the arc from a to b, "
        f"found {cost}"
    )


def test_one_message_for_a_list_of_visited_states() -> None:
    """Also where the file defines member: recursion over lists alone is an error."""
    text = (
        "start(a).\nis_goal(b).\nroad(a, b).\n"
        "arc(X, Y) :- road(X, Y), \\+ member(Y, Visited).\n"
        "member(X, [X|_]).\nmember(X, [_|T]) :- member(X, T).\n"
    )
    assert [fault.code for fault in ps.check_text(text).diagnostics] == ["visited_list"]


def test_a_list_that_a_rule_gives_is_none_of_visited_states() -> None:
    text = "start(a).\nis_goal(b).\nroad(a, b).\nclosed([c]).\n"
    text += "arc(X, Y) :- road(X, Y), closed(L), \\+ member(Y, L).\n"
    [fault] = ps.check_text(text).diagnostics
    assert fault.code == "forbidden_builtin"


def test_a_sum_as_a_cost_is_told_once() -> None:
    text = "start(a).\nis_goal(b).\narc(a, b, 1+1).\n"
    [fault] = ps.check_text(text).diagnostics
    assert fault.code == "wrong_cost"
    assert fault.mend == "evaluate it in the body: C is 1+1, and write C"
