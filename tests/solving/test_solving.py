"""Solving: values and distances are those of searches that know nothing of it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import forked
import pytest
from click.testing import CliRunner
from games import loaded
from graphs import Graph, distances, random_graph

from pygame_search.cli.app import command
from pygame_search.game import Game, State, load, load_text
from pygame_search.search.best import best
from pygame_search.search.proof.bisection import Reply, bisection
from pygame_search.solving.certificate import save_certificate
from pygame_search.solving.solution import Entry, Solution, cycle_text
from pygame_search.solving.solve import solve
from pygame_search.solving.verify import verify
from pygame_search.support.errors import InputError, LimitError, RulesError

TIERS = ("clauses", "procedural")

#: A counter between two players, who push it to their own end: it can go on for ever.
RING = """
role(left). role(right).
init(at(0)). init(control(left)).
legal(P, go(D)) :- true(control(P)), step(D).
next(at(M)) :- true(at(N)), does(_, go(D)), M is N + D.
next(control(Q)) :- true(control(P)), opponent(P, Q).
terminal :- true(at(3)).
terminal :- true(at(-3)).
goal(left, 1) :- true(at(3)).
goal(left, -1) :- true(at(-3)).
goal(left, 0) :- true(at(N)), N < 3, N > -3.
goal(right, 1) :- true(at(-3)).
goal(right, -1) :- true(at(3)).
goal(right, 0) :- true(at(N)), N < 3, N > -3.
step(1). step(-1).
opponent(left, right). opponent(right, left).
"""

#: The same as a rule sheet of General Game Playing, with two squares beside the start.
SHEET = """
(role left) (role right)
(init (at c)) (init (control left))
(<= (legal ?p (go ?y)) (true (control ?p)) (true (at ?x)) (next_to ?x ?y))
(<= (legal ?p noop) (true (control ?q)) (role ?p) (distinct ?p ?q))
(<= (next (at ?y)) (does ?p (go ?y)))
(<= (next (control right)) (true (control left)))
(<= (next (control left)) (true (control right)))
(<= terminal (true (at a)))
(<= terminal (true (at e)))
(<= (goal left 100) (true (at e)))
(<= (goal left 0) (true (at a)))
(<= (goal left 50) (true (at ?x)) (distinct ?x a) (distinct ?x e))
(<= (goal right 100) (true (at a)))
(<= (goal right 0) (true (at e)))
(<= (goal right 50) (true (at ?x)) (distinct ?x a) (distinct ?x e))
(next_to c b) (next_to c d) (next_to b a) (next_to b c) (next_to d e) (next_to d c)
"""

#: Nobody has a move in the state between.
STUCK = """
(role a) (role b)
(init (s 0)) (succ 0 1) (succ 1 2)
(<= (legal a go) (true (s ?x)))
(<= (legal b go) (true (s 0)))
(<= (next (s ?y)) (true (s ?x)) (succ ?x ?y))
(<= terminal (true (s 2)))
(<= (goal a 100) (true (s 2))) (<= (goal a 0) (true (s 1))) (goal b 0)
"""


#: Random games in which circles make the tree of a proof too large.
UNDECIDED: set[int] = set()


def entries(solution: Solution) -> dict[tuple[str, ...], Entry]:
    """Return all that a solution says of states."""
    assert solution.entries is not None
    return dict(solution.entries())


# ---- values that are known ---------------------------------------------------

#: Who moves first, and what the position is worth to him (facts.md).
KNOWN = [
    ("hexapawn(columns=3, rows=3)", -10),
    ("hexapawn(columns=4, rows=3)", 10),
    ("hexapawn(columns=3, rows=4)", -10),
    ("nim(heaps=[1, 2, 3])", -1),
    ("nim(heaps=[3, 4, 5])", 1),
    ("chomp(columns=1, rows=1)", -1),
    ("chomp(columns=2, rows=2)", 1),
    ("chomp(columns=4, rows=3)", 1),
]


@pytest.mark.parametrize(("call", "value"), KNOWN)
@pytest.mark.parametrize("tier", TIERS)
def test_solved_games(call: str, value: int, tier: str) -> None:
    state = loaded(call).initial
    found = [solve(state, tier=tier, method=m) for m in ("alphabeta", "retrograde")]
    if tier == "clauses":
        found.append(solve(state, method="tabled"))
    first, second = state.game.roles
    for solution in found:
        assert solution.values == {first: value, second: -value}
        assert solution.distance == found[0].distance
        assert solution.tier == tier
    assert [solution.solved for solution in found[:2]] == ["weak", "strong"]
    assert found[1].finite
    assert found[1].cycle is None


def test_it_says_what_it_does() -> None:
    """Also before the first state is there: preparing the rules may take long."""
    said: list[str] = []
    solve(load("nim(heaps=[4, 5, 6])").initial, strength="strong", tier="procedural",
          progress=said.append)  # fmt: skip
    assert said[0] == "preparing the rules"
    assert any(words.startswith("256 states, ") for words in said)


@pytest.mark.parametrize("heaps", [(1,), (2, 2), (1, 2, 3), (1, 2, 4), (2, 3, 4)])
def test_nim_is_the_exclusive_or(heaps: tuple[int, ...]) -> None:
    game = loaded(f"nim(heaps=[{', '.join(map(str, heaps))}])")
    sums = 0
    for heap in heaps:
        sums ^= heap
    found = solve(game.initial, strength="strong")
    assert found.value == (1 if sums else -1)
    assert found.longest == sum(heaps)


def test_proof_number_search_knows_them_too() -> None:
    for call, value in KNOWN:
        state = loaded(call).initial
        found = solve(state, method="proof_number", tier="procedural")
        assert list(found.values.values()) == [value, -value]
        assert found.solved == "ultra-weak"
        assert found.entries is None
        assert found.distance is None


# ---- every state -------------------------------------------------------------


@pytest.mark.parametrize(
    ("call", "count"),
    [
        pytest.param("tic_tac_toe", 5478, marks=pytest.mark.slow),
        ("hexapawn(columns=3, rows=4)", 987),
    ],
)
def test_all_states_agree_with_minimax(call: str, count: int) -> None:
    """Retrograde analysis in both forms, and minimax by tabling; some by minimax."""
    state = loaded(call).initial
    tabled = entries(solve(state, method="tabled"))
    assert len(tabled) == count
    assert entries(solve(state, method="retrograde", tier="procedural")) == tabled
    assert entries(solve(state, method="retrograde", tier="clauses")) == tabled
    source = random.Random(3)
    role = state.game.roles[0]
    for facts in source.sample(list(tabled), 60):
        if sum("(b)" in fact or ", b)" in fact for fact in facts) > 6:
            continue
        here = state.game.state(f"[{', '.join(facts)}]")
        plain = best(here, role=role, method="minimax", depth=5)
        if plain.complete:
            assert plain.value == tabled[facts].value
            if plain.distance is not None:
                assert plain.distance == tabled[facts].distance


@pytest.mark.parametrize(
    ("size", "states"),
    [
        pytest.param("columns=4, rows=4", 20286, marks=pytest.mark.slow),
        ("columns=3, rows=4", 987),
    ],
)
def test_tabling_can_be_asked_again_and_again(size: str, states: int) -> None:
    """As it stood, the garbage collector ended the process the first or second time."""
    child = f"""
import pygame_search as ps
from pygame_search.solving.solve import solve
for _ in range(2):
    state = ps.load("hexapawn({size})").initial
    print(solve(state, method="tabled").states)
"""
    ended = forked.run(["-c", child], text=True)
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout.split() == [f"{states}"] * 2


ENDLESS = """role(a). init(n(0)).
legal(a, m).
next(n(N)) :- true(n(N)).
terminal :- true(n(5)).
goal(a, V) :- true(n(V)).
"""


@pytest.mark.parametrize("tier", ["clauses", "procedural", "native"])
def test_what_nobody_can_end_has_no_value(tier: str) -> None:
    """Whatever is asked is disproved: there is no bound to be found."""
    state = load_text(ENDLESS).initial
    assert solve(state, method="proof_number", tier=tier).value is None
    assert solve(state, method="proof_number", tier=tier, draw=3).value == 3
    if tier != "native":
        with pytest.raises(LimitError, match="a can force no end"):
            state.best(method="proof_number", tier=tier)


ONE_VALUE = """role(a). role(b). init(control(a)).
legal(P, stay) :- true(control(P)).
legal(b, stop) :- true(control(b)).
next(control(b)) :- true(control(a)).
next(control(a)) :- true(control(b)), \\+ does(b, stop).
terminal :- \\+ true(control(a)), \\+ true(control(b)).
goal(P, 7) :- role(P).
"""


@pytest.mark.parametrize("tier", ["clauses", "procedural", "native"])
def test_every_end_is_worth_the_same_but_need_not_come(tier: str) -> None:
    state = load_text(ONE_VALUE).initial
    for method in ("proof_number", "retrograde"):
        found = solve(state, method=method, tier=tier)
        assert found.values == {"a": None, "b": 7}
    other = solve(state, role="b", method="retrograde", tier=tier)
    assert other.entries is not None
    assert [entry for _, entry in other.entries()] == [
        Entry(7, 2, None), Entry(7, 1, "stop"), Entry(7, 0, None)
    ]  # fmt: skip
    for method in ("proof_number", "retrograde"):  # either of them can stay for ever
        found = solve(state, method=method, tier=tier, draw=3)
        assert found.values == {"a": 3, "b": 11}


def test_a_best_move_keeps_value_and_distance() -> None:
    game = loaded("hexapawn")
    found = solve(game.initial, strength="strong")
    assert found.entries is not None
    known = {frozenset(facts): entry for facts, entry in found.entries()}
    for facts, entry in known.items():  # in the order of the tier
        state = game.state(f"[{', '.join(facts)}]")
        if entry.move is None:
            assert state.terminal or state.legal["white"] == ("noop",)
        else:
            after = known[frozenset(state.play(entry.move).facts)]
            assert after.value == entry.value
            assert after.distance is not None
            assert entry.distance == after.distance + 1


# ---- random games, with circles, of two and three roles, simultaneous ---------


@pytest.mark.parametrize("seed", range(24))
def test_random_graphs(seed: int) -> None:
    source = random.Random(seed)
    graph = random_graph(source, roles=2 + seed % 2, back=source.choice([0, 0.3, 0.5]))
    game = load_text(graph.text)
    for draw in (None, 0):
        for tier in TIERS:
            check_graph(graph, game, draw, tier)


def check_graph(graph: Graph, game: Game, draw: int | None, tier: str) -> None:
    """Check a solution of a graph for one role."""
    role = (draw is None) + 0
    endless = graph.endless()
    found = solve(
        game.initial, role=graph.roles[role], method="retrograde", tier=tier, draw=draw
    )
    worth = graph.values(role, draw)
    known = {int(facts[0][3:-1]): entry for facts, entry in entries(found).items()}
    assert {node: entry.value for node, entry in known.items()} == worth
    assert found.finite == (not endless)
    assert (found.cycle is None) == (not endless)
    low = min(worths[role] for worths in graph.worths.values())
    high = max(worths[role] for worths in graph.worths.values())
    far = distances(graph, role, worth, draw=draw if endless else None, low=low)
    for node, entry in known.items():
        if draw is not None or not endless or worth[node] in (low, high):
            assert entry.distance == far[node]


@pytest.mark.parametrize("seed", range(10))
def test_proofs_of_random_graphs(seed: int) -> None:
    """Endless play and all: floor and ceiling, and what a rule for a draw makes."""
    source = random.Random(100 + seed)
    graph = random_graph(source, roles=2 + seed % 2, back=0.4)
    game = load_text(graph.text)
    decided = 0
    for draw in (None, 0):
        with suppress(LimitError):
            found = solve(
                game.initial, method="proof_number", tier=TIERS[seed % 2], draw=draw,
                nodes=3000,
            )  # fmt: skip
            role = graph.roles.index(found.role)
            assert found.value == graph.values(role, draw)[0]
            decided += 1
    assert decided or seed in UNDECIDED


@pytest.mark.parametrize("seed", range(12))
def test_both_forms_of_a_proof_tell_the_same_events(seed: int) -> None:
    """And where they decide it, alpha-beta finds the same value."""
    source = random.Random(200 + seed)
    graph = random_graph(source, roles=2 + seed % 2, back=0.3 * (seed % 3))
    state = load_text(graph.text).initial
    one, two = (
        best(state, method="proof_number(nodes=300)", tier=tier, record=True)
        for tier in TIERS
    )
    assert one.events == two.events
    assert one.events
    assert (one.value, one.bound, one.moves) == (two.value, two.bound, two.moves)
    if one.complete and not graph.endless():
        assert one.value == best(state, role=one.role, depth=50).value


@pytest.mark.parametrize("tier", TIERS)
def test_simultaneous_moves(tier: str) -> None:
    """Each role is sure of what it gets when the other knows its move."""
    state = loaded("goofspiel(cards=3)").initial
    strong = solve(state, strength="strong", tier=tier)
    weak = solve(state, strength="weak", tier=tier)
    assert strong.values == weak.values
    for role in state.game.roles:
        assert best(state, role=role, depth=9, tier=tier).value == strong.values[role]


@pytest.mark.parametrize("tier", TIERS)
def test_three_roles(tier: str) -> None:
    state = loaded("coins_in_a_row").initial
    strong = solve(state, strength="strong", tier=tier)
    assert strong.values["ann"] == 4
    weak = solve(state, strength="weak", tier=tier)
    proved = solve(state, method="proof_number", tier=tier)
    assert strong.values == weak.values == proved.values
    assert weak.rival is None


# ---- weak solutions ----------------------------------------------------------


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize(
    "call",
    [
        "tic_tac_toe(columns=3, rows=2)",
        "hexapawn",
        "nim(heaps=[1, 3, 4])",
        "goofspiel(cards=3)",
    ],
)
def test_a_strategy_keeps_what_it_promises(call: str, tier: str) -> None:
    state = loaded(call).initial
    found = solve(state, strength="weak", tier=tier)
    for one in (found, found.rival):
        if one is None:
            continue
        known = entries(one)
        assert known[state.facts].value == one.value == found.values[one.role]
        waiting, seen = [state], {state}
        for here in waiting:
            entry = known[here.facts]
            assert entry.value is not None
            if here.terminal:
                assert entry == Entry(here.goals[one.role], 0, None)
                continue
            after = list(answers(here, one.role, entry.move))
            worths = [known[next_.facts] for next_ in after]
            assert min(w.value for w in worths if w.value is not None) == entry.value
            waiting += [next_ for next_ in after if next_ not in seen]
            seen.update(after)
        assert len(known) == len(seen)
    assert found.rival is not None


def answers(state: State, role: str, move: str | None) -> Iterator[State]:
    """Yield what follows a move of a role."""
    others = [r for r in state.game.roles if r != role]
    for answer in state.legal[others[0]]:
        made = {role: move or "noop", others[0]: answer}
        words = ", ".join(made[r] for r in state.game.roles)
        yield state.play(f"[{words}]")


SLOW_OR_SOON = """role(a). role(b). init(at(0)).
legal(a, go(N)) :- true(at(M)), arc(M, N).
arc(0, 1). arc(0, 2). arc(0, 9). arc(1, 2). arc(2, 3).
next(at(N)) :- does(a, go(N)).
terminal :- true(at(3)).
terminal :- true(at(9)).
goal(a, 0) :- true(at(3)).
goal(b, 0) :- true(at(3)).
goal(a, -1) :- true(at(9)).
goal(b, 1) :- true(at(9)).
goal(a, 1) :- true(at(8)).
goal(b, -1) :- true(at(8)).
"""


def test_a_plan_for_a_draw_may_take_its_time(tmp_path: Path) -> None:
    """Alpha-beta asks for the value alone, and the end may be nearer than its plan."""
    (tmp_path / "rules.pl").write_text(SLOW_OR_SOON)
    state = loaded(str(tmp_path / "rules.pl")).initial
    strong, weak = (solve(state, strength=rung) for rung in ("strong", "weak"))
    assert (strong.value, strong.plies) == (0, 2)
    assert (weak.value, weak.plies, weak.within) == (0, None, (None, 3))
    save_certificate(weak, tmp_path / "strategy")
    verdict = verify(tmp_path / "strategy")
    assert (verdict.value, verdict.distance) == (0, None)
    said = CliRunner().invoke(command, ["solve", str(tmp_path / "rules.pl")]).stdout
    assert "the game ends in at most 3 plies, by the strategy" in said


def test_ultra_weak_is_the_value_alone() -> None:
    found = solve(loaded("hexapawn").initial, strength="ultra-weak")
    assert found.solved == "ultra-weak"
    assert found.entries is None
    assert found.value == -10
    assert found.distance == 6
    said = CliRunner().invoke(
        command, ["solve", "hexapawn", "--strength", "ultra-weak"]
    )
    rows = [line.split() for line in said.stdout.splitlines()]
    assert ["white", "-10"] in rows
    assert ["black", "10"] in rows


# ---- play without end --------------------------------------------------------


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize(("text", "syntax"), [(RING, "prolog"), (SHEET, "kif")])
def test_endless_play(text: str, syntax: str, tier: str) -> None:
    game = load_text(text, syntax=syntax)
    found = solve(game.initial, tier=tier)
    assert found.method == "retrograde"
    assert found.values == {"left": None, "right": None}
    assert found.distance is None
    assert found.finite is False
    assert found.longest is None
    assert found.cycle is not None
    states = [game.initial]
    for joint in found.cycle:
        words = (", " if syntax == "prolog" else " ").join(joint)
        states.append(states[-1].play(f"[{words}]"))
    assert states[-1] == states[found.lead]
    assert len(set(states)) == len(states) - 1
    assert "again and again" in cycle_text(found)


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("method", ["retrograde", "proof_number"])
def test_a_rule_for_a_draw(method: str, tier: str) -> None:
    game = load_text(RING)
    for draw in (-1, 0, 1):
        found = solve(game.initial, method=method, tier=tier, draw=draw)
        assert found.values == {"left": draw, "right": -draw}
    near = game.state("[at(2), control(left)]")
    found = solve(near, method=method, tier=tier)
    assert found.values == {"left": 1, "right": -1}
    if method == "retrograde":
        assert found.distance == 1


@pytest.mark.parametrize("tier", ["clauses", "procedural"])
def test_alphabeta_may_never_end(tier: str) -> None:
    state = load_text(RING).initial
    with pytest.raises(LimitError, match="play can go on for ever"):
        solve(state, method="alphabeta", tier=tier)
    with pytest.raises(LimitError, match="not decided: the time is over after"):
        solve(state, method="alphabeta", tier=tier, seconds=0.2)


def test_tabled_minimax_without_memory_names_other_methods(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = load("nim(heaps=[1, 2])")
    asked = Game.request

    def request(self: Game, operation: str, **data: Any) -> dict[str, Any]:
        if operation == "tabled":
            raise LimitError("out of memory (table)", "out_of_memory")
        return asked(self, operation, **data)

    monkeypatch.setattr(Game, "request", request)
    with pytest.raises(LimitError) as caught:
        solve(game.initial, method="tabled")
    assert caught.value.reason == (
        "not decided: out of memory (table): tabled minimax keeps each state in a "
        "table of SWI-Prolog; the methods retrograde and alphabeta do without"
    )


def test_tabled_minimax_needs_an_end() -> None:
    with pytest.raises(InputError, match="tabled minimax needs a game that ends"):
        solve(load_text(RING).initial, method="tabled")
    with pytest.raises(InputError, match="expected the tier clauses"):
        solve(loaded("nim").initial, method="tabled", tier="procedural")


def test_the_longest_play() -> None:
    for name, longest in (("tic_tac_toe", 9), ("hexapawn", 7)):
        found = solve(loaded(name).initial, method="retrograde", tier="clauses")
        assert found.longest == longest


# ---- what is refused, and limits ---------------------------------------------


def test_chance_is_refused() -> None:
    with pytest.raises(InputError, match="no value is sure where chance decides"):
        solve(loaded("pig").initial)


@pytest.mark.parametrize("tier", TIERS)
def test_a_state_without_moves(tier: str) -> None:
    state = load_text(STUCK, syntax="kif").initial
    for method in ("retrograde", "proof_number"):
        with pytest.raises(RulesError, match="legal"):
            solve(state, method=method, tier=tier)


def test_misuse_is_told() -> None:
    state = loaded("nim").initial
    for options, words in [
        ({"method": "retro"}, "no method 'retro': expected one of alphabeta"),
        ({"strength": "middling"}, "no strength 'middling'"),
        ({"method": "alphabeta", "strength": "strong"}, "alphabeta gives no strong"),
        ({"tier": "fast"}, "no tier 'fast'"),
        ({"seconds": 0}, "expected a time above 0"),
        ({"role": "third"}, "no role 'third'"),
        ({"draw": 7}, "expected a draw worth -1 to 1 to first"),
        (
            {"nodes": 5},
            "nodes has no effect without proof_number .* found no method in clauses",
        ),
        ({"nodes": 5, "method": "proof_number", "tier": "native"}, "in native"),
        ({"memory": 5, "tier": "clauses"}, "memory has no effect without the tier nat"),
        ({"memory": 0}, "at least 1 byte of memory"),
    ]:
        with pytest.raises(InputError, match=words):
            solve(state, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize("tier", TIERS)
def test_limits_are_told(tier: str) -> None:
    state = loaded("othello").initial
    for method in ("retrograde", "alphabeta", "proof_number"):
        with pytest.raises(LimitError, match="not decided"):
            solve(state, method=method, tier=tier, seconds=0.3)
    with pytest.raises(LimitError, match="not decided: the limit after"):
        solve(state, method="proof_number", tier=tier, nodes=100)


def test_the_end_of_a_game_is_solved() -> None:
    over = loaded("nim(heaps=[1])").after("take(1, 1)")
    for method in ("retrograde", "alphabeta", "proof_number", "tabled"):
        found = solve(over, method=method)
        assert found.values == {"first": 1, "second": -1}


# ---- at the command line -----------------------------------------------------


def test_what_the_command_says(tmp_path: Path) -> None:
    rules = tmp_path / "ring.pl"
    rules.write_text(RING, encoding="utf-8")

    def said(*words: str) -> str:
        done = CliRunner().invoke(command, ["solve", *words])
        assert done.exit_code == 0, done.output
        return done.output

    assert "solved: weak" in said("hexapawn")
    strong = said("hexapawn", "--strength", "strong", "--tier", "clauses")
    assert "play must end: the longest game takes 7 plies" in strong
    assert "the game ends in 6 plies" in strong
    endless = said(str(rules))
    assert "play can go on for ever: (go(" in endless
    assert "no rule says what that is worth" in endless
    assert "that is worth 0 to left" in said(str(rules), "--draw", "0")
    words = "solve nim --method proof_number --tier clauses --save x"
    done = CliRunner().invoke(command, words.split())
    assert done.exit_code == 2
    assert "has nothing to write" in done.output


@pytest.mark.parametrize(
    ("value", "asked"),
    [(5, [0, 2, 6, 4, 5]), (-5, [0, -2, -6, -4, -5]), (0, [0, 2, 1])],
)
def test_questions_go_twice_as_far_each_time(value: int, asked: list[int]) -> None:
    """Where nobody knows the least and the greatest value, until it is between two."""
    found: list[int] = []

    def ask(threshold: int) -> Reply:
        found.append(threshold)
        proved = value >= threshold
        return Reply("proved" if proved else "disproved", None, False, 1, 1)

    bounds = bisection(ask, ())
    assert (bounds.low, bounds.high) == (value, value)
    assert found == asked


@pytest.mark.parametrize("tier", [None, "clauses", "native"])
def test_it_is_said_what_values_mean_if_players_move_together(
    tier: str | None,
) -> None:
    shown: list[Solution] = []
    found = solve(loaded("rock_paper_scissors").initial, tier=tier, finish=shown.append)
    assert found.values == {"ann": -1, "bob": -1}
    [note] = found.notes
    assert "the others know each move of the player; the method lp finds" in note
    assert [one.notes for one in shown] == [found.notes]


def test_no_mixed_strategies_are_offered_where_goals_do_not_add_up() -> None:
    [note] = solve(loaded("prisoners_dilemma").initial).notes
    assert note.endswith("the others know each move of the player.")


def test_it_is_said_if_players_move_together_later() -> None:
    later = """
        role(a). role(b). init(first).
        legal(a, on) :- true(first). legal(b, noop) :- true(first).
        legal(P, head) :- role(P), true(second).
        legal(P, tail) :- role(P), true(second).
        next(second) :- true(first). next(made(P, S)) :- true(second), does(P, S).
        terminal :- true(made(_, _)).
        goal(a, 1) :- true(made(a, S)), true(made(b, S)).
        goal(a, 0) :- true(made(a, S)), true(made(b, T)), S \\== T.
        goal(b, 1) :- true(made(a, S)), true(made(b, T)), S \\== T.
        goal(b, 0) :- true(made(a, S)), true(made(b, S)).
    """
    found = solve(load_text(later).initial)
    assert found.values == {"a": 0, "b": 0}
    assert "the method lp finds" in found.notes[0]


def test_nothing_is_said_where_players_move_in_turn() -> None:
    """The values may add up to something else: endless play, or a given state."""
    assert not solve(loaded("nim").initial).notes
    endless = """
        role(a). role(b). repetition(0). init(turn(a)). init(at(1)).
        legal(P, go(M)) :- true(turn(P)), true(at(N)), edge(P, N, M).
        edge(a, 1, 2). edge(a, 1, 9). edge(b, 2, 1). edge(b, 2, 8).
        next(turn(Q)) :- true(turn(P)), role(Q), Q \\== P.
        next(at(M)) :- does(_, go(M)).
        terminal :- true(at(9)). terminal :- true(at(8)).
        goal(a, 6) :- true(at(8)). goal(a, -1) :- true(at(9)).
        goal(b, 5) :- true(at(9)). goal(b, -2) :- true(at(8)).
    """
    found = solve(load_text(endless).initial)
    assert found.values == {"a": 0, "b": 0}
    assert not any("same time" in note for note in found.notes)
    given = """
        role(a). role(b).
        init(turn(a)). init(n(3)).
        legal(P, take(K)) :- true(turn(P)), true(n(N)), between(1,2,K), K =< N.
        legal(P, noop) :- role(P), \\+ true(turn(P)).
        next(turn(b)) :- true(turn(a)).
        next(turn(a)) :- true(turn(b)).
        next(n(M)) :- true(n(N)), does(_, take(K)), M is N-K.
        next(trap) :- true(trap).
        next(trap) :- true(x), true(y).
        next(x) :- does(a, take(2)), true(n(3)).
        next(y) :- does(a, take(1)), true(n(3)).
        terminal :- true(n(0)).
        goal(a,1) :- true(turn(b)).
        goal(a,-1) :- true(turn(a)), \\+ true(trap).
        goal(a,1) :- true(turn(a)), true(trap).
        goal(b,1) :- true(turn(a)).
        goal(b,-1) :- true(turn(b)), \\+ true(trap).
        goal(b,0) :- true(turn(b)), true(trap).
    """
    state = load_text(given).state("[turn(a), n(3), trap]")
    assert not any("same time" in note for note in solve(state).notes)
