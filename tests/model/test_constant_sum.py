"""Whether two goals add up to a constant: proved, declared, sampled, or not known."""

from __future__ import annotations

import itertools
import json
import random
from pathlib import Path

import pytest
from click.testing import CliRunner
from games import loaded
from games.random_rules import random_rules

import pygame_search as ps
from pygame_search.cli.app import command
from pygame_search.engine.bridge import engine
from pygame_search.experiments.inspection.game import inspect
from pygame_search.explanation.questions import ask
from pygame_search.game import Game, load_text
from pygame_search.machine import goal_sum
from pygame_search.machine.clauses import ClauseMachine
from pygame_search.model.goal_sum import GoalSum
from pygame_search.model.rules import convert_book
from pygame_search.network.grounding.ground_program import ground, prove_sum
from pygame_search.search.core.setup import SUM_SECONDS
from pygame_search.solving.solve import solve
from pygame_search.support.errors import (
    GoalSumUnknownError,
    InputError,
    LimitError,
    RulesError,
    TierError,
)

#: Two take turns and move their own piece; at the end who is further on has won.
RACE = """\
role(white). role(black).
init(at(white, 0)). init(at(black, 0)). init(control(white)). init(ply(0)).
other(white, black). other(black, white).
legal(P, M) :- true(control(P)), between(1, 2, M).
next(control(Q)) :- true(control(P)), other(P, Q).
next(at(P, N)) :- does(P, M), true(control(P)), true(at(P, L)), N is L + M,
    N =< 6.
next(at(P, N)) :- true(control(Q)), other(Q, P), true(at(P, N)).
next(ply(N)) :- true(ply(M)), M < 4, N is M + 1.
terminal :- true(ply(4)).
feature(P, step, S) :- true(at(P, N)), between(1, N, S).
weight(step, 1).
ahead(P) :- other(P, Q), true(at(P, M)), true(at(Q, N)), M > N.
"""
WON = """\
goal(P, 100) :- ahead(P).
goal(P, 0) :- other(P, Q), ahead(Q).
goal(P, 50) :- role(P), \\+ ahead(white), \\+ ahead(black).
"""
OWN = "goal(P, N) :- true(at(P, N)).\n"

#: The sum is 100 unless white makes all of twelve choices the same way: no random game
#: of a small sample comes there, and no proof is there, for it is not so.
RARE = """\
role(white). role(black).
init(good). init(ply(0)).
legal(white, M) :- role(white), between(1, 6, M).
legal(black, wait).
next(good) :- true(good), does(white, 1).
next(ply(N)) :- true(ply(M)), N is M + 1, N =< 12.
terminal :- true(ply(12)).
goal(white, 100) :- true(good).
goal(white, 50) :- \\+ true(good).
goal(black, 50).
feature(R, good, 1) :- role(R), true(good).
weight(good, 1).
"""


def proof(game: Game) -> int | None:
    one, two = (game.roles.index(role) for role in game.players)
    return prove_sum(ground(game), (one, two))


def sums(game: Game, most: int = 3000) -> set[int] | None:
    """The sums at all ends that can be reached; None where these are too many."""
    machine = ClauseMachine(game, memo=True)
    players = [game.roles.index(role) for role in game.players]
    seen = {game.initial.number}
    waiting, found = list(seen), set()
    while waiting:
        node = machine.expand(waiting.pop())
        if node.terminal:
            values = [node.values[role] for role in players]
            if None not in values:
                found.add(sum(value for value in values if value is not None))
            continue
        new = set(node.successors) - seen
        seen |= new
        waiting += new
        if len(seen) > most:
            return None
    return found


# ---- proofs ---------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        "tic_tac_toe", "connect_four", "hexapawn", "nim", "chomp", "skirmish", "pig",
        "rock_paper_scissors", "goofspiel", "helen_and_stavros", "othello",
        "uniform_tree(depth=3)",
    ],
)  # fmt: skip
def test_games_of_the_package_are_proved(name: str) -> None:
    assert proof(ps.load(name)) == 0


def test_a_proof_agrees_with_all_ends() -> None:
    for name in ("tic_tac_toe", "nim(heaps=[1, 2, 3])", "hexapawn", "chomp"):
        assert sums(ps.load(name), 10_000) == {0}
    assert sums(load_text(RACE + WON)) == {100}
    assert proof(load_text(RACE + WON)) == 100
    assert len(sums(load_text(RACE + OWN)) or ()) > 1
    assert proof(load_text(RACE + OWN)) is None
    assert proof(load_text(RARE)) is None


def test_where_both_may_have_it_in_no_reachable_state() -> None:
    """In an arbitrary state both have won; one legal step shows that it never is so."""
    line = loaded("tic_tac_toe")
    rows = {1: "x", 2: "o", 3: "b"}
    cells = [f"cell({c}, {r}, {rows[r]})" for c in rows for r in rows]
    both = line.state(f"[{', '.join(cells)}, control(x)]")
    assert both.terminal
    assert proof(line) == 0


def test_the_start_may_be_an_end() -> None:
    over = """role(a). role(b). init(over). init(p).
        legal(a, go). legal(b, go). next(p) :- true(q). terminal :- true(over).
        terminal :- true(p).
        goal(a, 3) :- true(over). goal(b, 4) :- true(over).
        goal(a, 1) :- \\+ true(over). goal(b, 1) :- \\+ true(over)."""
    assert proof(load_text(over)) in (7, None)


@pytest.mark.parametrize("part", range(4))
def test_random_rules_against_all_ends(part: int) -> None:
    """What is proved holds at every end; what differs is never proved."""
    for seed in range(part * 10, part * 10 + 10):
        game = load_text(random_rules(random.Random(seed)), name=f"random {seed}")
        if len(game.players) != 2:
            continue
        try:
            found = proof(game)
            real = sums(game)
        except (LimitError, RulesError, TierError):
            continue
        if real is None or found is None:
            continue
        assert real <= {found}, (seed, found, real)


@pytest.mark.parametrize("values", [(0, 100), (100, 100), (-1, 1), (7, 0)])
@pytest.mark.parametrize("both", [True, False])
def test_small_games_against_all_ends(values: tuple[int, int], both: bool) -> None:
    """A switch is set by one role or by both at once, and decides the goals."""
    won, lost = values
    last = "true(on(b))" if both else "true(on(a))"
    text = f"""role(a). role(b). init(ply(0)).
        legal(R, set) :- role(R), true(ply(0)).
        legal(R, leave) :- role(R), true(ply(0)).
        next(on(R)) :- does(R, set). next(ply(1)). terminal :- true(ply(1)).
        goal(a, {won}) :- true(on(a)). goal(a, {lost}) :- \\+ true(on(a)).
        goal(b, {lost}) :- {last}. goal(b, {won}) :- \\+ {last}."""
    game = load_text(text)
    real = sums(game)
    assert real is not None
    assert proof(game) == (real.pop() if len(real) == 1 else None)


# ---- what is known, and how -------------------------------------------------------


def test_how_it_is_known() -> None:
    assert load_text(RACE + WON).goal_sum == GoalSum("proved", 100)
    assert load_text(RACE + OWN).goal_sum == GoalSum("varies")
    assert ps.load("coins_in_a_row").goal_sum == GoalSum("none")
    assert ps.load("eight_puzzle").goal_sum.total is None
    declared = load_text(RACE + WON + "constant_sum(100).\n")
    assert declared.goal_sum == GoalSum("declared", 100)
    assert not declared.warnings


def test_a_sample_is_called_one() -> None:
    game = load_text(RARE)
    found = game.goal_sum
    assert (found.source, found.total) == ("sampled", 100)
    assert found.games == goal_sum.MANY
    told = game.initial.best(depth=2)
    assert any("in all 4,096 sampled games" in note for note in told.notes)
    assert told.as_json()["notes"] == list(told.notes)
    assert game.initial.best(method="uct(simulations=20)").notes == told.notes


def test_a_sample_in_prolog(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a native tier fewer games are played."""

    def refused(*_: object) -> None:
        raise TierError("no")

    monkeypatch.setenv("PYGAME_SEARCH_CACHE", str(tmp_path))
    monkeypatch.setattr(goal_sum, "_natively", refused)
    assert load_text(RARE).goal_sum == GoalSum("sampled", 100, goal_sum.SOME)


def test_a_search_with_a_clock_does_not_wait_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYGAME_SEARCH_CACHE", str(tmp_path))
    given = []

    def noted(_: Game, seconds: float, **__: object) -> tuple[GoalSum, bool]:
        given.append(seconds)
        return GoalSum("unknown"), False

    monkeypatch.setattr(goal_sum, "found_sum", noted)
    for limits in ({"seconds": 0.01}, {"seconds": 9.0, "depth": 1}, {"depth": 1}):
        load_text(RARE).initial.best(method="alphabeta", tier="clauses", **limits)
    assert given == [SUM_SECONDS, 9.0, None]


def test_what_is_found_in_no_time_is_not_kept() -> None:
    found, lasting = goal_sum.found_sum(load_text(RARE), 0.0)
    assert found.source == "sampled"
    assert 0 < found.games < goal_sum.MANY
    assert not lasting


@pytest.mark.parametrize(
    "farther", ["3 * L + M", pytest.param("L + M", marks=pytest.mark.slow)]
)
def test_a_number_without_end_is_not_ground(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, farther: str
) -> None:
    """It would take all the time and memory that grounding may take."""
    monkeypatch.setenv("PYGAME_SEARCH_CACHE", str(tmp_path))
    monkeypatch.setattr(
        "pygame_search.network.grounding.ground_program.ground", lambda *_, **__: 1 / 0
    )
    monkeypatch.setattr("pygame_search.machine.native_game.native", lambda _: 1 / 0)
    asked: list[str] = []
    ask_game = Game.request

    def counted(game: Game, operation: str, **data: object) -> dict[str, object]:
        asked.append(operation)
        return ask_game(game, operation, **data)

    monkeypatch.setattr(Game, "request", counted)
    rules = RACE.replace("N =< 6", "N >= 0").replace("L + M", farther)
    found = load_text(rules + WON).goal_sum
    assert asked.count("ground_program") == 1
    assert found == GoalSum("sampled", 100, goal_sum.SOME)


@pytest.mark.parametrize("tier", ["clauses", "procedural"])
def test_what_is_not_known_is_said(
    tier: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYGAME_SEARCH_CACHE", str(tmp_path))
    game = load_text(RARE)
    monkeypatch.setattr(
        goal_sum, "found_sum", lambda *_, **__: (GoalSum("unknown"), False)
    )
    assert not game.constant_sum
    found = game.initial.best(depth=2, tier=tier)
    assert any("it is not known whether the two goals" in note for note in found.notes)
    # A search to the end, or one without weights, has no use for it.
    assert game.initial.best(depth=2, weights={"good": 0}, tier=tier).notes == ()


def test_the_same_in_all_tiers() -> None:
    zero = load_text(RACE + WON)
    for game, value in ((zero, 0), (load_text(RACE + OWN), 2)):
        values = {
            game.initial.best(depth=2, tier=tier).value
            for tier in ("clauses", "procedural", "native")
        }
        assert values == {value}
    assert ask(zero.initial, "minimax(2, 1, V)").answers == ({"V": "-1"},)


def test_a_question_asks_for_it_first() -> None:
    """The engine is told when it needs to know, not before."""
    game = load_text(RACE + WON)
    assert ask(game.initial, "minimax(1, 2, V)").answers == ({"V": "2"},)
    assert ask(game.initial, "best_move(white, M, _)").answers


def test_solutions_say_what_they_rest_on() -> None:
    game = ps.load("nim(heaps=[1, 2])")
    for tier in ("clauses", "procedural", "native"):
        assert solve(game.initial, tier=tier).notes == ()


def test_another_process_has_it_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYGAME_SEARCH_CACHE", str(tmp_path))
    assert load_text(RACE + WON).goal_sum == GoalSum("proved", 100)
    monkeypatch.setattr(goal_sum, "found_sum", lambda *_, **__: 1 / 0)
    assert load_text(RACE + WON).goal_sum == GoalSum("proved", 100)
    with pytest.raises(ZeroDivisionError):  # other rules are another game
        load_text(RACE + WON.replace("50", "51")).goal_sum  # noqa: B018


@pytest.mark.parametrize(
    ("code", "later"),
    [("time", "proved"), ("too_much_work", "proved"), ("memory", "sampled")],
)
def test_what_a_limit_in_seconds_has_stopped_is_not_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str, later: str
) -> None:
    def stopped(*_: object) -> None:
        raise LimitError("too much", code)

    monkeypatch.setenv("PYGAME_SEARCH_CACHE", str(tmp_path))
    with monkeypatch.context() as patched:
        patched.setattr(goal_sum, "_proved", stopped)
        assert load_text(RACE + WON).goal_sum.source == "sampled"
    assert load_text(RACE + WON).goal_sum.source == later


# ---- a declaration -----------------------------------------------------------------


def test_check_contradicts_a_wrong_declaration(tmp_path: Path) -> None:
    file = tmp_path / "race.pl"
    file.write_text(RACE + OWN + "constant_sum(6).\n", encoding="utf-8")
    result = CliRunner().invoke(command, ["check", str(file), "--json"])
    assert result.exit_code == 1
    assert "goal_sum" in result.stdout
    assert "expected goals that add up to 6" in result.stdout
    file.write_text(RACE + WON + "constant_sum(100).\n", encoding="utf-8")
    assert CliRunner().invoke(command, ["check", str(file)]).exit_code == 0


@pytest.mark.parametrize(
    ("rules", "source", "told"),
    [
        (RACE + WON, "proved", "add up to 100 (proved)"),
        (RACE + WON + "constant_sum(100).\n", "declared", "add up to 100 (declared)"),
        (RACE + OWN, "varies", "do not add up to a constant"),
    ],
)
def test_check_says_how_the_sum_is_known(
    rules: str, source: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is told from the ends that are seen: nothing is proved or played for it."""
    monkeypatch.setenv("PYGAME_SEARCH_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(goal_sum, "found_sum", lambda *_, **__: 1 / 0)
    file = tmp_path / "race.pl"
    file.write_text(rules, encoding="utf-8")
    result = CliRunner().invoke(command, ["check", str(file)])
    assert result.exit_code == 0
    assert told in " ".join(result.stdout.split())
    result = CliRunner().invoke(command, ["check", str(file), "--json"])
    [found] = json.loads(result.stdout)["inspected"].values()
    total = None if source == "varies" else 100
    assert found["goal_sum"] == {"source": source, "total": total}


def test_check_says_what_it_has_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load_text(RARE)
    monkeypatch.setattr(goal_sum, "found_sum", lambda *_, **__: 1 / 0)
    found = inspect(game, states=5, seconds=500, clock=itertools.count().__next__)
    assert not found.exhaustive
    assert found.goal_sum == GoalSum("sampled", 100, found.goal_sum.games)
    assert found.goal_sum.games > 0
    assert inspect(ps.load("eight_puzzle"), seconds=0.1).goal_sum == GoalSum("none")


def test_a_declaration_is_converted() -> None:
    text = RACE + WON + "constant_sum(100).\n"
    for syntax in ("kif", "cilog"):
        converted = convert_book(load_text(text).book, syntax)
        assert load_text(converted, syntax=syntax).goal_sum == GoalSum("declared", 100)
    with pytest.raises(RulesError, match="sum_type"):
        load_text(RACE + WON + "constant_sum(much).\n")


# ---- what Prolog is told ------------------------------------------------------------


@pytest.mark.parametrize("constant", [0, 1, None, 2.5, "yes", []])
def test_prolog_is_told_one_of_two_words(constant: object) -> None:
    key = load_text(RARE).key
    with pytest.raises(InputError, match=r"^expected `true` or `false`, found "):
        engine().request("goal_sum", game=key, constant=constant)


def test_a_search_before_prolog_is_told() -> None:
    game = load_text(RARE)
    engine().request("compile", game=game.key, form="best")
    state = engine().request("initial", game=game.key)["state"]
    with pytest.raises(GoalSumUnknownError, match=r"^a search must know first "):
        engine().request(
            "best", game=game.key, state=state, role=game.roles[0], search="minimax",
            options={"depth": 1}, weights=[], ties="first", record=False,
        )  # fmt: skip
