"""What `check` says of games with hidden information, beside all of their histories."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterator

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

#: Half of the games of `percept_games` in which every player always knows the state.
SEEDS = range(60)

#: Ann knows the coin, and bob, who does not, may go on if it shows heads.
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


def found(text: str, *, states: int = 20_000, syntax: str | None = None) -> Finding:
    """Return the one finding about what the players know."""
    findings = Findings(ps.load_text(text, syntax=syntax))
    knowledge(findings, A_SECOND, states)
    [finding] = findings.causes_first()
    return finding


def codes(text: str, *, work: int = A_SECOND, states: int = 20_000) -> list[str]:
    findings = Findings(ps.load_text(text))
    knowledge(findings, work, states)
    return [finding.code for finding in findings.causes_first()]


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
    assert blind.split("\n")[finding.line - 1].startswith("legal(ann, stop)")


def test_what_was_perceived_is_told() -> None:
    finding = found(BLIND)
    assert finding.message == (
        "bob cannot know its legal moves: after `toss(heads); go` and after "
        "`toss(tails); go` it has made and perceived the same (perceived go), but "
        "say(tails) is legal only after the first, and say(heads) only after the second"
    )


def test_many_moves_are_counted() -> None:
    text = BLIND.replace(
        "say(C)) :- true(step(3)), side(C)", "say(C)) :- true(step(3)), wide(C)"
    )
    text = text.replace("\\+ true(coin(C))", "true(coin(heads))").replace(
        "constant_sum",
        "legal(bob, wait) :- true(step(3)).\nwide(N) :- between(1, 9, N).\nconstant_sum",
    )
    assert found(text).message.endswith(
        "but say(1), say(2), say(3), say(4) and 5 more are legal only after the first"
    )


def test_random_need_not_know_its_moves() -> None:
    """The host knows where the car is; without percepts it would not."""
    assert codes(MONTY_HALL) == codes(KUHN_POKER) == codes(CARDS) == []


def test_a_rule_sheet() -> None:
    """The candidate must not be told by its moves where the car is."""
    assert codes_of_sheet(MONTY_HALL_SHEET) == []
    told = MONTY_HALL_SHEET.replace(
        "(choose ?d)) (true (step 2)) (door ?d))",
        "(choose ?d)) (true (step 2)) (true (car ?d)))",
    )
    finding = found(told, syntax="kif")
    assert finding.code == "unknown_legal"
    assert "after `(hide 1)` and after `(hide 2)`" in finding.message
    assert "(choose 1) is legal only after the first" in finding.message
    assert "(true (car ?d))" in told.split("\n")[finding.line - 1]


def codes_of_sheet(text: str) -> list[str]:
    findings = Findings(ps.load_text(text, syntax="kif"))
    knowledge(findings, A_SECOND, 20_000)
    return [finding.code for finding in findings.causes_first()]


def counting(turns: int) -> str:
    """Return a game whose fault comes after so many moves of ann."""
    return f"""\
role(ann). role(bob). role(random).
init(step(0)).
legal(random, toss(S)) :- true(step(0)), side(S).
legal(ann, add(N)) :- true(step(K)), K > 0, K =< {turns}, between(1, 2, N).
legal(bob, say(S)) :- true(step({turns + 1})), true(coin(S)).
legal(bob, pass) :- true(step({turns + 1})).
next(coin(S)) :- does(random, toss(S)).
next(coin(S)) :- true(coin(S)).
next(step(M)) :- true(step(N)), M is N + 1, M =< {turns + 2}.
sees(R, added(N)) :- player(R), does(ann, add(N)).
terminal :- true(step({turns + 2})).
goal(R, 1) :- player(R).
side(heads). side(tails).
player(ann). player(bob).
"""


def test_beyond_the_limits_nothing_is_said() -> None:
    """Neither that a move cannot be known, nor that all can, or that nothing is hidden."""
    assert codes(counting(3)) == ["unknown_legal"]
    assert codes(counting(3), states=20) == []
    assert codes(counting(9), work=A_SECOND // 10) == []
    hidden_later = counting(3).replace(
        "true(coin(S)).\nlegal(bob, pass", "side(S).\nlegal(bob, pass"
    )
    assert codes(hidden_later) == []
    assert codes(AT_ONCE) == ["sees_nothing_hidden"]
    assert codes(AT_ONCE, states=3) == []
    assert codes(AT_ONCE, work=5_000) == []


def test_the_histories_are_shortened_where_they_are_the_same() -> None:
    """After many moves only those from the first difference on are told."""
    text = counting(1).replace("K =< 1", "K =< 13").replace("step(2)", "step(14)")
    text = text.replace("step(3)", "step(15)").replace("M =< 3", "M =< 15")
    text = text.replace("between(1, 2, N)", "N = 1").replace(
        "true(step(0)), side", "true(step(13)), side"
    )
    text = text.replace("K > 0, K =< 13", "K < 13")
    assert found(text).message.startswith(
        "bob cannot know its legal moves: after `...; toss(heads)` and after "
        "`...; toss(tails)` it has made and perceived the same (...; perceived added(1);"
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
    """The coin is nowhere kept: bob, who did not see it, knows the state."""
    text = counting(1).replace(
        "true(coin(S)).\nlegal(bob, pass", "side(S).\nlegal(bob, pass"
    )
    text = text.replace("next(coin(S)) :- does(random, toss(S)).\n", "").replace(
        "next(coin(S)) :- true(coin(S)).\n", ""
    )
    assert codes(text + "sees(ann, S) :- does(random, toss(S)).\n") == [
        "sees_nothing_hidden"
    ]


def test_a_parameter_may_open_a_game() -> None:
    """A file is not at fault if its rules for sees matter with other values."""
    text = (
        AT_ONCE
        + "parameter(rounds, 2).\nlong :- parameter(rounds, N), N > 2.\nterminal :- long.\n"
    )
    assert codes(text) == ["sees_nothing_hidden"]
    game = ps.load_text(text)
    game = type(game).build(game.book, parameters=[["rounds", "1"]])
    findings = Findings(game)
    knowledge(findings, A_SECOND, 20_000)
    assert findings.causes_first() == ()


def test_open_games_are_not_asked() -> None:
    for text in (AT_ONCE.replace("sees(", "notes("), AT_ONCE):
        findings = Findings(ps.load_text(text).face_up())
        knowledge(findings, A_SECOND, 20_000)
        assert findings.causes_first() == ()


def test_other_faults_are_left_to_the_walk_of_states() -> None:
    """A missing goal keeps no fault from being found; a missing move ends the walk."""
    goalless = BLIND.replace("goal(ann, 1)", "gain(ann, 1)")
    assert codes(goalless) == ["unknown_legal"]
    stuck = (
        counting(3).replace("legal(bob, pass) :- true(step(4)).\n", "")
        + "convention(gdl).\n"
    )
    assert codes(stuck) == []


def test_check_tells_it() -> None:
    report = ps.check_text(BLIND)
    [fault] = report.diagnostics
    assert (fault.code, fault.severity) == ("unknown_legal", "error")
    assert fault.source.startswith("legal(bob, say(C))")
    [fault] = ps.check_text(AT_ONCE).diagnostics
    assert (fault.code, fault.line) == ("sees_nothing_hidden", 8)
    assert ps.check_text(KUHN_POKER).diagnostics == ()


def test_a_percept_that_is_too_large_is_told() -> None:
    """The number is in no state, but in what is perceived."""
    text = AT_ONCE.replace(
        "sees(R, did(P, M)) :- role(R), does(P, M).",
        "sees(R, N) :- role(R), true(round(K)), N is large(K).",
    )
    assert "large" in text


def test_inspection_has_the_same_findings_again() -> None:
    text = percept_game(9).text
    assert [one.code for one in inspect(ps.load_text(text)).findings] == [
        "unknown_legal"
    ]
    assert inspect(ps.load_text(text)).findings == inspect(ps.load_text(text)).findings
