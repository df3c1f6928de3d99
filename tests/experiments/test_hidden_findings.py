"""What `check` says of games with hidden information, beside all of their histories."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import pytest
from hidden_texts import CARDS, KUHN_POKER, MONTY_HALL, MONTY_HALL_SHEET, STOP_OR_GO
from percept_games import percept_game

import pygame_search as ps
from pygame_search.experiments.inspection.findings import Finding, Findings
from pygame_search.experiments.inspection.game import inspect
from pygame_search.experiments.inspection.knowledge import knowledge
from pygame_search.oracle.beliefs import History, beginning, legal_moves, longer
from pygame_search.oracle.interpreter import Oracle
from pygame_search.support.work_limit import A_SECOND

#: Of games of `percept_games`: every tenth has a fault.
SEEDS = range(60)

#: Bob does not see the coin, and may say only what it does not show.
BLIND = STOP_OR_GO.replace(
    "legal(bob, say(C)) :- true(step(3)), side(C).",
    "legal(bob, say(C)) :- true(step(3)), side(C), \\+ true(coin(C)).",
)

#: Both choose at once, are told the choices, and choose again.
AT_ONCE = """\
role(ann). role(bob).
init(round(1)).
legal(R, M) :- role(R), true(round(_)), side(M).
next(showed(R, N, M)) :- does(R, M), true(round(N)).
next(showed(R, N, M)) :- true(showed(R, N, M)).
next(round(2)) :- true(round(1)).
next(over) :- true(round(2)).
sees(R, did(P, M)) :- role(R), does(P, M).
terminal :- true(over).
goal(ann, V) :- true(over), count(N, same(N), S), V is 2 * S - 2.
goal(bob, V) :- goal(ann, W), V is 0 - W.
same(N) :- true(showed(ann, N, M)), true(showed(bob, N, M)).
constant_sum(0).
side(heads). side(tails).
"""


def findings(
    text: str,
    *,
    work: int = A_SECOND,
    states: int = 20_000,
    syntax: str | None = None,
    parameters: tuple[tuple[str, str], ...] = (),
) -> tuple[Finding, ...]:
    """Return what is found of what the players know."""
    game = ps.load_text(text, syntax=syntax)
    if parameters:
        game = type(game).build(game.book, parameters=parameters)
    told = Findings(game)
    knowledge(told, work, states)
    return told.causes_first()


def found(text: str, *, syntax: str | None = None) -> Finding:
    """Return the one finding."""
    [finding] = findings(text, syntax=syntax)
    return finding


def codes(text: str, **how: Any) -> list[str]:
    return [finding.code for finding in findings(text, **how)]


def line_of(text: str, beginning: str) -> int:
    """Return the line that begins so, counted from 1."""
    [number] = [
        number
        for number, line in enumerate(text.split("\n"), 1)
        if line.startswith(beginning)
    ]
    return number


def histories(oracle: Oracle) -> Iterator[History]:
    """Yield all histories in which the game goes on, the shortest first."""
    level = [beginning(oracle)]
    while level:
        level = [history for history in level if not history.over]
        yield from level
        level = [after for history in level for after in longer(oracle, history)]


def by_all_histories(text: str) -> list[str]:
    """Return what `check` should say, by grouping all histories by what a role knows.

    This takes what each role knows from the oracle, and shares no code with `check`.
    """
    oracle = Oracle(text)
    states, moves = defaultdict(set), defaultdict(set)
    for history in histories(oracle):
        legal = legal_moves(oracle, history)
        for place, role in enumerate(oracle.roles):
            if role != "random":
                known = place, history.steps[place]
                states[known].add(history.state)
                moves[known].add(legal[place])
    if any(len(its) > 1 for its in moves.values()):
        return ["unknown_legal"]
    shown = all(len(its) == 1 for its in states.values())
    return ["sees_nothing_hidden"] if shown else []


@pytest.mark.parametrize("seed", SEEDS)
def test_random_games(seed: int) -> None:
    """A fault is found exactly where the game was made with one."""
    made = percept_game(seed)
    told = codes(made.text)
    assert told == by_all_histories(made.text)
    assert ("unknown_legal" in told) == bool(made.unknown)


@pytest.mark.parametrize("seed", SEEDS)
def test_without_sees_the_value_is_the_same(seed: int) -> None:
    """That is what the remedy says: it takes nothing away, and gives nothing."""
    text = percept_game(seed).text
    if codes(text) != ["sees_nothing_hidden"]:
        return
    bare = "\n".join(li for li in text.split("\n") if not li.startswith("sees("))
    open_game = ps.load_text(bare)
    assert not open_game.hidden
    value = ps.load_text(text).initial.equilibrium().values["ann"]
    assert open_game.initial.equilibrium().values["ann"] == pytest.approx(value)


def test_both_histories_and_the_moves_are_told() -> None:
    blind = STOP_OR_GO.replace("sees(ann, coin(C)) :- does(random, toss(C)).\n", "")
    finding = found(blind)
    assert (finding.code, finding.severity) == ("unknown_legal", "error")
    assert finding.message == (
        "ann cannot know its legal moves: after `toss(heads)` and after `toss(tails)` "
        "it has made and perceived the same (nothing yet), but stop is legal only "
        "after the first"
    )
    assert (
        finding.mend
        == "let sees tell ann what this rule asks, or ask only what ann knows"
    )
    assert finding.line == line_of(blind, "legal(ann, stop)")


def test_what_was_perceived_is_told() -> None:
    finding = found(BLIND)
    assert finding.message == (
        "bob cannot know its legal moves: after `toss(heads); go` and after "
        "`toss(tails); go` it has made and perceived the same (perceived go), but "
        "say(tails) is legal only after the first, and say(heads) only after the second"
    )


def test_many_moves_are_counted() -> None:
    text = STOP_OR_GO + "legal(bob, N) :- true(step(3)), true(coin(heads)), wide(N).\n"
    assert found(text + "wide(N) :- between(1, 9, N).\n").message.endswith(
        "but 1, 2, 3, 4 and 5 more are legal only after the first"
    )


def test_random_need_not_know_its_moves() -> None:
    """It perceives nothing, and does not open the door before the car."""
    assert codes(MONTY_HALL) == codes(KUHN_POKER) == codes(CARDS) == []


def test_a_rule_sheet() -> None:
    """The candidate must not be told by its moves where the car is."""
    assert codes(MONTY_HALL_SHEET, syntax="kif") == []
    told = MONTY_HALL_SHEET.replace(
        "(choose ?d)) (true (step 2)) (door ?d))",
        "(choose ?d)) (true (step 2)) (true (car ?d)))",
    )
    finding = found(told, syntax="kif")
    assert finding.code == "unknown_legal"
    assert "after `(hide 1)` and after `(hide 2)`" in finding.message
    assert "(choose 1) is legal only after the first" in finding.message
    assert finding.line == line_of(told, "(<= (legal candidate (choose ?d))")


def late(last: int, tossed: int = 0, asked: str = "true(coin(S))") -> str:
    """Return a game in which the coin counts in the last step, after moves of ann.

    Args:
        last: the step in which bob says a side, which `asked` gives, or passes.
        tossed: the step in which the coin is tossed.
        asked: the condition of bob's move.
    """
    return f"""\
role(ann). role(bob). role(random).
init(step(0)).
legal(random, toss(S)) :- true(step({tossed})), side(S).
legal(ann, add(N)) :- true(step(K)), K < {last}, K \\== {tossed}, between(1, 2, N).
legal(bob, say(S)) :- true(step({last})), {asked}.
legal(bob, pass) :- true(step({last})).
next(coin(S)) :- does(random, toss(S)).
next(coin(S)) :- true(coin(S)).
next(step(M)) :- true(step(N)), M is N + 1, M =< {last + 1}.
sees(R, added(N)) :- player(R), does(ann, add(N)).
terminal :- true(step({last + 1})).
goal(R, 1) :- player(R).
side(heads). side(tails).
player(ann). player(bob).
"""


def test_beyond_the_limits_nothing_is_said() -> None:
    """No fault, and not that nothing is hidden."""
    assert codes(late(4)) == ["unknown_legal"]
    assert codes(late(4), states=20) == []
    assert codes(late(10), work=A_SECOND // 10) == []
    assert codes(AT_ONCE) == ["sees_nothing_hidden"]
    assert codes(AT_ONCE, states=3) == []
    assert codes(AT_ONCE, work=5_000) == []


def test_the_same_game_without_the_fault() -> None:
    assert codes(late(4, asked="side(S)")) == []


def test_what_long_histories_have_in_common_is_left_out() -> None:
    text = late(14, tossed=13).replace("between(1, 2, N)", "N = 1")
    assert found(text).message.startswith(
        "bob cannot know its legal moves: after `...; toss(heads)` and after "
        "`...; toss(tails)` it has made and perceived the same "
        "(...; perceived added(1);"
    )


def test_a_busy_machine_finds_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """The limit counts work, not time."""
    first = [found(percept_game(seed).text) for seed in (9, 19, 29)]
    passed = iter(range(10**6))
    monkeypatch.setattr(time, "monotonic", lambda: 1000.0 * next(passed))
    assert [found(percept_game(seed).text) for seed in (9, 19, 29)] == first


def test_moves_at_once_hide_nothing_if_they_are_told() -> None:
    """Who moves at the same time does not know the move, with sees or without."""
    finding = found(AT_ONCE)
    assert (finding.code, finding.severity) == ("sees_nothing_hidden", "warning")
    assert finding.message == (
        "nothing is hidden: until the game is over, what each player has made and "
        "perceived shows it the state"
    )
    untold = AT_ONCE.replace("role(R), does(P, M).", "role(R), does(P, M), P == R.")
    assert codes(untold) == []  # the first choice of the other stays hidden
    once = untold.replace("next(round(2)) :- true(round(1)).", "").replace(
        "true(round(2))", "true(round(1))"
    )
    assert codes(once) == ["sees_nothing_hidden"]  # what is hidden comes at the end


def test_one_after_the_other_hides_something() -> None:
    """Bob moves after ann and is not told: without sees he would know her move."""
    text = AT_ONCE.replace(
        "role(R), true(round(_)), side(M)", "true(round(N)), turn(N, R), side(M)"
    )
    text = text.replace("does(P, M).", "does(P, M), P == R.").replace(
        "does(R, M), true", "does(R, M), side(M), true"
    )
    assert codes(text + "turn(1, ann). turn(2, bob).\n") == []


def test_what_another_role_has_perceived_is_no_part_of_the_state() -> None:
    """The coin is kept nowhere: bob, who did not see it, knows the state."""
    kept = late(4, asked="side(S)") + "sees(ann, S) :- does(random, toss(S)).\n"
    assert codes(kept) == []
    forgotten = kept.replace("next(coin(S)) :- does", "was(coin(S)) :- seen")
    assert forgotten != kept
    forgotten += "seen(random, toss(none)).\n"
    assert codes(forgotten) == ["sees_nothing_hidden"]


def test_a_parameter_may_open_a_game() -> None:
    """With other values of it, the rules for sees may matter."""
    text = AT_ONCE.replace("true(round(2)).", "true(round(N)), parameter(last, N).")
    text += "parameter(last, 2).\n"
    assert codes(text) == ["sees_nothing_hidden"]
    assert codes(text, parameters=(("last", "2"),)) == []


def test_a_rule_sheet_may_tell_all_that_happens() -> None:
    """By GDL-II a sheet without sees would mean that nobody perceives anything."""
    assert codes(AT_ONCE + "convention(own).\n") == ["sees_nothing_hidden"]
    sheet = AT_ONCE.replace("constant_sum(0).", "convention(gdl).")
    assert codes(sheet) == []


def test_open_games_are_not_asked() -> None:
    assert codes(AT_ONCE.replace("sees(", "notes(")) == []
    told = Findings(ps.load_text(AT_ONCE).face_up())
    knowledge(told, A_SECOND, 20_000)
    assert told.causes_first() == ()


def test_a_goal_that_is_missing_hides_no_other_fault() -> None:
    assert codes(BLIND.replace("goal(ann, 1)", "gain(ann, 1)")) == ["unknown_legal"]


def test_a_role_without_a_move_ends_the_walk() -> None:
    """That is a fault of its own."""
    stuck = AT_ONCE.replace("true(round(_)), side(M)", "true(round(1)), side(M)")
    assert codes(stuck + "convention(gdl).\n") == []


def test_check_tells_it() -> None:
    report = ps.check_text(BLIND)
    [fault] = report.diagnostics
    assert (fault.code, fault.severity) == ("unknown_legal", "error")
    assert fault.source.startswith("legal(bob, say(C))")
    [fault] = ps.check_text(AT_ONCE).diagnostics
    assert (fault.code, fault.line) == ("sees_nothing_hidden", 8)
    assert ps.check_text(KUHN_POKER).diagnostics == ()


def test_a_percept_that_is_too_large_is_told() -> None:
    """No state has the number, so no other walk meets it."""
    text = """\
role(ann). role(bob).
init(n(2)). init(step(0)).
legal(R, go) :- role(R).
next(n(M)) :- true(n(N)), M is N * N.
next(step(M)) :- true(step(K)), M is K + 1, M =< 12.
sees(ann, P) :- does(ann, go), true(n(N)), P is N * N * N * N * N * N.
terminal :- true(step(12)).
goal(R, 0) :- role(R).
"""
    finding = found(text)
    assert (finding.code, finding.line) == ("huge_number", 6)
    assert finding.message.startswith("what the roles perceive cannot be kept: ")
    assert codes(text.replace("N * N * N * N * N * N", "1 * N")) == [
        "sees_nothing_hidden"
    ]


def test_inspection_has_the_same_findings_again() -> None:
    text = percept_game(9).text
    assert [one.code for one in inspect(ps.load_text(text)).findings] == [
        "unknown_legal"
    ]
    assert inspect(ps.load_text(text)).findings == inspect(ps.load_text(text)).findings
