"""Solving in kernels: retrograde analysis and proof numbers over networks."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from games import loaded
from numpy.typing import NDArray

from pygame_search.cli.app import command
from pygame_search.game import Game, State, load, load_text
from pygame_search.machine import game_code as game_codes
from pygame_search.machine.clauses import ClauseMachine
from pygame_search.machine.game_code import game_code
from pygame_search.machine.machine import Expansion
from pygame_search.machine.native_game import native
from pygame_search.network.packing import unpack
from pygame_search.network.searches import driver
from pygame_search.network.searches.graph import Builder
from pygame_search.network.searches.node import FULL, PLIES, ROOM, goal_rows
from pygame_search.network.searches.proof import Question
from pygame_search.network.searches.prover import AndOr, Opposite, ProofNumbers
from pygame_search.network.searches.retrograde import NO_VALUE, Analysis, analyse
from pygame_search.solving.certificate import save_certificate
from pygame_search.solving.solution import Solution
from pygame_search.solving.solve import solve
from pygame_search.solving.verify import verify
from pygame_search.support import checkpoint
from pygame_search.support.errors import InputError, LimitError, RulesError
from pygame_search.support.work_limit import A_SECOND, WorkLimit, within_work

#: Value and distance; None for none.
Known = tuple[int | None, int | None]

#: All games of the shelf.
SHELF = sorted(path.stem for path in (Path(__file__).parents[2] / "rules").glob("*.pl"))

#: Those of which clauses or kernels take more than a second.
LONG = ("chinese_checkers", "draughts", "othello", "rubik_2x2")

#: Games that always end.
FINITE = [
    pytest.param("tic_tac_toe", marks=pytest.mark.slow),
    "hexapawn",
    "hexapawn(columns=3, rows=4)",
    "nim",
    "connect_four(columns=3, rows=3, in_a_row=3)",
    "goofspiel",
    "coins_in_a_row",
    "helen_and_stavros",
    "uniform_tree",
]


# ---- an independent solver --------------------------------------------------------


@cache
def nodes_of(game: Game) -> Mapping[int, Expansion]:
    """Return all about each state that can be reached, from the knowledge base."""
    machine = ClauseMachine(game, memo=True)
    found: dict[int, Expansion] = {}
    waiting = [game.initial.number]
    while waiting:
        state = waiting.pop()
        if state not in found:
            found[state] = machine.expand(state)
            waiting += found[state].successors
    return found


def attracted(
    nodes: Mapping[int, Expansion],
    role: int,
    ends: set[int],
    enough: Callable[[list[list[bool]]], bool],
) -> dict[int, int]:
    """Return the states from which ends are forced, with the plies that it takes."""
    plies = dict.fromkeys(ends, 0)
    for ply in range(1, len(nodes) + 1):
        new = [
            state
            for state, node in nodes.items()
            if state not in plies
            and not node.terminal
            and enough(
                [[s in plies for _, s in choice] for choice in node.choices(role)]
            )
        ]
        if not new:
            break
        plies.update(dict.fromkeys(new, ply))
    return plies


def by_role(choices: list[list[bool]]) -> bool:
    return any(all(answers) for answers in choices)


def by_others(choices: list[list[bool]]) -> bool:
    return all(any(answers) for answers in choices)


def values_of(
    nodes: Mapping[int, Expansion], role: int, draw: int | None, every: Sequence[int]
) -> dict[int, int | None]:
    """Return what each state is worth, by who can force the end."""
    ends = {s: node.values[role] for s, node in nodes.items() if node.terminal}
    floor = dict.fromkeys(nodes, every[0])
    ceiling = dict.fromkeys(nodes, every[-1])
    for value in every:
        above = {s for s, v in ends.items() if v is not None and v >= value}
        floor.update(dict.fromkeys(attracted(nodes, role, above, by_role), value))
    for value in every[::-1]:
        below = {s for s, v in ends.items() if v is not None and v <= value}
        ceiling.update(dict.fromkeys(attracted(nodes, role, below, by_others), value))
    if draw is None:
        return {s: v if v == ceiling[s] else None for s, v in floor.items()}
    return {s: min(max(draw, floor[s]), ceiling[s]) for s in nodes}


def distances_agree(
    node: Expansion, role: int, known: Callable[[int], Known], here: Known, lowest: int
) -> bool:
    """Return whether a distance is that of the successors which keep the value."""
    value, plies = here
    if node.terminal:
        return here == (node.values[role], 0)
    choices = [[known(s) for _, s in choice] for choice in node.choices(role)]
    kept = [c for c in choices if min(v for v, _ in c if v is not None) == value]
    hurries = [[d for v, d in c if v == value] for c in kept]
    if value == lowest:
        return plies == 1 + max(min(d for d in c if d is not None) for c in hurries)
    return plies == 1 + min(max(d for d in c if d is not None) for c in hurries)


# ---- what the kernels find --------------------------------------------------------


def analysed(game: Game, role: int = 0, draw: int | None = None) -> Analysis:
    network = native(game).network
    builder = Builder(network, [role], game.ranges)
    return analyse(network, builder.run(), role, builder.values[0], draw=draw)


def found_in(game: Game, analysis: Analysis) -> dict[int, Known]:
    """Return what the kernels found, by the numbers of the knowledge base."""
    tier = native(game)
    values, plies = analysis.known(slice(None))
    known: dict[bytes, Known] = {
        bits.tobytes(): (
            None if value == NO_VALUE else int(value),
            None if distance < 0 else int(distance),
        )
        for bits, value, distance in zip(
            unpack(analysis.graph.states, len(tier.fluents)), values, plies, strict=True
        )
    }
    found = {s: known.pop(_bits(game, s)) for s in nodes_of(game)}
    assert not known
    return found


@cache
def _bits(game: Game, state: int) -> bytes:
    return native(game).held(State(game, state)).tobytes()


@pytest.mark.parametrize("call", FINITE)
def test_every_state_of_a_finite_game(call: str) -> None:
    game = loaded(call)
    nodes = nodes_of(game)
    for role in range(len(game.roles)):
        analysis = analysed(game, role)
        assert analysis.finite
        found = found_in(game, analysis)
        lowest = min(analysis.values)
        expected = values_of(nodes, role, None, analysis.values)
        assert {s: value for s, (value, _) in found.items()} == expected
        for state, node in nodes.items():
            assert distances_agree(node, role, found.__getitem__, found[state], lowest)


def graph_game(seed: int, sides: int, together: bool) -> Game:
    """Return a game on a random graph, in which play may go on for ever."""
    source = random.Random(seed)
    size = source.randint(5, 14)
    roles = "abc"[:sides]
    rules = [f"role({role})." for role in roles] + ["init(at(0))."]
    ends = source.sample(range(1, size), source.randint(1, 4))
    if together:
        rules += [f"legal({role}, {move})." for role in roles for move in "lr"]
        does = ", ".join(f"does({role}, M{role})" for role in roles)
        moves = ", ".join(f"M{role}" for role in roles)
        rules += [f"next(at(B)) :- true(at(A)), {does}, leads(A, {moves}, B)."]
        for node in range(size):
            for code in range(2**sides):
                made = ", ".join("lr"[code >> i & 1] for i in range(sides))
                rules.append(f"leads({node}, {made}, {source.randrange(size)}).")
    else:
        rules += [
            f"init(control({roles[0]})).",
            "legal(P, go(B)) :- true(control(P)), true(at(A)), edge(A, B).",
            "next(at(B)) :- does(_, go(B)).",
            "next(control(Q)) :- true(control(P)), after(P, Q).",
        ]
        turns = zip(roles, roles[1:] + roles[0], strict=True)
        rules += [f"after({one}, {next_})." for one, next_ in turns]
        for node in range(size):
            leads = {source.randrange(size) for _ in range(3)}
            rules += [f"edge({node}, {other})." for other in leads]
    rules += ["terminal :- true(at(A)), end(A)."]
    rules += [f"end({node})." for node in ends]
    for role in roles:
        rules += [f"goal({role}, V) :- true(at(A)), worth(A, {role}, V)."]
        rules += [
            f"worth({node}, {role}, {source.choice([-1, 0, 1, 2])})."
            for node in range(size)
        ]
    return load_text("\n".join(rules))


@pytest.mark.parametrize("seed", range(15))
def test_games_that_may_go_on_for_ever(seed: int) -> None:
    game = graph_game(seed, 2 + seed % 2, together=seed % 3 == 0)
    nodes = nodes_of(game)
    for role in range(len(game.roles)):
        for draw in (None, -1, 0, 1, 2, 5, -5):
            analysis = analysed(game, role, draw)
            found = found_in(game, analysis)
            expected = values_of(nodes, role, draw, analysis.values)
            assert {s: value for s, (value, _) in found.items()} == expected


# ---- solutions --------------------------------------------------------------------


def entries_of(solution: Solution) -> dict[frozenset[str], tuple[Known, str | None]]:
    assert solution.entries is not None
    return {
        frozenset(facts): ((entry.value, entry.distance), entry.move)
        for facts, entry in solution.entries()
    }


def assert_same(game: Game, role: str, draw: int | None = None) -> None:
    """Check that the kernels find what the procedure finds, and good moves."""
    mine = solve(game.initial, role=role, tier="native", method="retrograde", draw=draw)
    other = solve(
        game.initial, role=role, tier="procedural", method="retrograde", draw=draw
    )
    assert mine.values == other.values
    assert mine.distance == other.distance
    assert (mine.finite, mine.states) == (other.finite, other.states)
    assert (mine.cycle, mine.lead) == (other.cycle, other.lead)
    found, expected = entries_of(mine), entries_of(other)
    assert {facts: known for facts, (known, _) in found.items()} == {
        facts: known for facts, (known, _) in expected.items()
    }
    # Of equal moves each may choose another one.
    assert {f for f, (_, move) in found.items() if move is not None} == {
        f for f, (_, move) in expected.items() if move is not None
    }


@pytest.mark.parametrize("call", FINITE)
def test_solutions_are_those_of_the_procedure(call: str) -> None:
    game = loaded(call)
    for role in game.players:
        assert_same(game, role)


@pytest.mark.parametrize("seed", range(15))
def test_endless_solutions_are_those_of_the_procedure(seed: int) -> None:
    game = graph_game(seed, 2 + seed % 2, together=seed % 3 == 0)
    for role in game.players:
        low, high = game.ranges[game.roles.index(role)]
        for draw in (None, *range(low, high + 1)):
            assert_same(game, role, draw)


# ---- proof numbers ----------------------------------------------------------------


def bits_of(analysis: Analysis) -> NDArray[np.uint64]:
    """Return the fluents of all states as bits, in words."""
    held = unpack(analysis.graph.states, len(analysis.network.fluents))
    words = (held.shape[1] + 63) // 64
    room = np.zeros((len(held), 64 * words), np.uint8)
    room[:, : held.shape[1]] = held
    return np.packbits(room, axis=1, bitorder="little").view(np.uint64)


def prover(
    kind: type[ProofNumbers | AndOr],
    game: Game,
    role: int,
    enough: int,
    *,
    endless: bool = False,
    **options: int,
) -> ProofNumbers | AndOr:
    code = game_code(game, role, {}, native(game).bits(game.initial))
    goals = goal_rows(native(game).goal_values(role), game.ranges[role])
    question = Question(role, enough, endless)
    return kind(code, code.machine({}, goals), question, **options)


both = pytest.mark.parametrize("kind", [ProofNumbers, AndOr])


@both
def test_what_a_proof_needs_grows_as_far_as_it_may(
    kind: type[ProofNumbers | AndOr],
) -> None:
    for full, factors in ((PLIES, (2, 1)), (ROOM, (1, 2))):
        asked = prover(kind, loaded("tic_tac_toe"), 0, 1)
        old = asked._stack
        old.path[:], old.known[:] = 7, 8
        plies, room = len(old.path), len(old.known)
        asked._enlarge(full)
        new = asked._stack
        assert (len(new.path), len(new.known)) == (
            factors[0] * plies,
            factors[1] * room,
        )
        assert (new.path[:plies] == 7).all()
        assert (new.known[:room] == 8).all()
    entry = 8 * (asked._words + 2)
    asked = prover(kind, loaded("tic_tac_toe"), 0, 1, table_bytes=2 * entry << 12)
    words = len(asked.table)
    asked._grow()
    assert (len(asked.table), asked.counts[FULL]) == (2 * words, 0)
    asked._grow()
    assert (len(asked.table), asked.counts[FULL]) == (2 * words, 1)


@pytest.mark.parametrize(
    "call",
    [
        "tic_tac_toe",
        "hexapawn(columns=4, rows=4)",
        "othello(size=4)",
        "connect_four(columns=4, rows=4, in_a_row=3)",
        "goofspiel",
        "coins_in_a_row",
        "skirmish",
        "nim",
    ],
)
@both
def test_proofs_agree_with_retrograde_analysis(
    kind: type[ProofNumbers | AndOr], call: str
) -> None:
    game = loaded(call)
    source = np.random.default_rng(1)
    for role in range(len(game.roles)):
        analysis = analysed(game, role)
        bits, (values, _) = bits_of(analysis), analysis.known(slice(None))
        inner = np.flatnonzero(np.diff(analysis.graph.starts))
        for enough in source.permutation(analysis.values)[:3].tolist():
            one = prover(kind, game, role, enough)
            for state in source.choice(inner, min(50, len(inner)), replace=False):
                assert one.prove(bits[state]) == (values[state] >= enough)
            known = one.known(bits[inner])
            proved, disproved = known[:, 0] == 0, known[:, 1] == 0
            assert (values[inner][proved] >= enough).all()
            assert (values[inner][disproved] < enough).all()
            assert proved.any() or disproved.any()
            assert one.repeats == 0


@pytest.mark.parametrize(
    "call",
    [
        "tic_tac_toe",
        "hexapawn(columns=4, rows=4)",
        "othello(size=4)",
        "connect_four(columns=4, rows=4, in_a_row=3)",
    ],
)
def test_what_one_cannot_reach_the_other_prevents(call: str) -> None:
    game = loaded(call)
    analysis = analysed(game, 0)
    graph, (values, _) = analysis.graph, analysis.known(slice(None))
    bits, enough = bits_of(analysis), max(analysis.values)
    asked = np.flatnonzero(
        (np.diff(graph.starts) > 1) & (graph.counts[:, 1] > 1) & (values < enough)
    )
    one = prover(AndOr, game, 0, enough)
    assert isinstance(one, AndOr)
    other = Opposite(one, 1)
    for state in np.random.default_rng(4).permutation(asked)[:60].tolist():
        assert other.prove(bits[state])
        [place] = other.good()
        below = graph.edges[graph.starts[state] + place]
        assert values[below] < enough
    known = other.known(bits[asked])
    assert (known[:, 1] != 0).all()
    assert (known[:, 0] == 0).any()
    assert one.in_turn


def test_who_moves_at_the_same_time_cannot_prevent() -> None:
    one = prover(AndOr, loaded("goofspiel"), 0, 1)
    assert isinstance(one, AndOr)
    one.prove(native(loaded("goofspiel")).bits(loaded("goofspiel").initial))
    assert not one.in_turn


@pytest.mark.parametrize(
    "call", ["connect_four(columns=4, rows=4)", "othello(size=4)", "goofspiel"]
)
@pytest.mark.parametrize("lifted", [True, False])
def test_threads_prove_the_same(
    monkeypatch: pytest.MonkeyPatch, call: str, lifted: bool
) -> None:
    monkeypatch.setattr(driver, "ALONE", -1.0)
    game = load(call)
    if not lifted:
        monkeypatch.setitem(game_codes._LIFTED, game, {False: None})
    source = np.random.default_rng(2)
    analysis = analysed(game, 0)
    bits, (values, _) = bits_of(analysis), analysis.known(slice(None))
    inner = np.flatnonzero(np.diff(analysis.graph.starts))
    enough = max(analysis.values)
    one = prover(AndOr, game, 0, enough, threads=3)
    for state in [0, *source.choice(inner, 20).tolist()]:
        assert one.prove(bits[state]) == (values[state] >= enough)
    known = one.known(bits[inner])
    assert (values[inner][known[:, 0] == 0] >= enough).all()
    assert (values[inner][known[:, 1] == 0] < enough).all()
    assert one.visited > one.nodes


@pytest.mark.parametrize("seed", range(5))
def test_threads_prove_nothing_wrong_by_what_comes_up_again(
    monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    monkeypatch.setattr(driver, "ALONE", -1.0)
    game = graph_game(seed, 2, together=False)
    analysis = analysed(game, 0)
    bits = bits_of(analysis)
    floors = np.array(analysis.values)[analysis.floor >> 32]
    inner = np.flatnonzero(np.diff(analysis.graph.starts))
    for enough in analysis.values[1:]:
        one = prover(AndOr, game, 0, enough, threads=2)
        for state in inner.tolist():
            assert one.prove(bits[state]) == (floors[state] >= enough)


def test_endless_play_is_solved_in_one_thread_and_says_so() -> None:
    state = loaded("three_mens_morris").initial
    found = solve(state, threads=2, tier="native")
    assert found.method == "retrograde"
    assert found.notes[-1].startswith("one thread: play can go on for ever")


def test_threads_are_an_option_of_alpha_beta() -> None:
    state = loaded("connect_four(columns=4, rows=4)").initial
    found = [solve(state, threads=threads, tier="native") for threads in (1, 2)]
    assert found[0].values == found[1].values
    assert found[0].distance == found[1].distance
    with pytest.raises(InputError, match="threads"):
        solve(state, threads=2, tier="clauses")
    with pytest.raises(InputError, match="threads"):
        solve(state, threads=2, method="retrograde")
    with pytest.raises(InputError, match="at least 1 thread"):
        solve(state, threads=0)


@pytest.mark.parametrize("seed", range(15))
@both
def test_what_comes_up_again_proves_nothing_wrong(
    kind: type[ProofNumbers | AndOr], seed: int
) -> None:
    game = graph_game(seed, 2 + seed % 2, together=seed % 3 == 0)
    for role in range(len(game.roles)):
        analysis = analysed(game, role)
        bits = bits_of(analysis)
        inner = np.flatnonzero(np.diff(analysis.graph.starts))
        every = np.array(analysis.values)
        floors = every[analysis.floor >> 32]
        ceilings = every[np.minimum(analysis.ceiling >> 32, len(every) - 1)]
        for enough in analysis.values[1:]:
            for endless, right in ((False, floors), (True, ceilings)):
                one = prover(kind, game, role, enough, endless=endless)
                for state in inner.tolist():
                    assert one.prove(bits[state]) == (right[state] >= enough)
                known = one.known(bits[inner])
                assert (right[inner][known[:, 0] == 0] >= enough).all()
                assert (right[inner][known[:, 1] == 0] < enough).all()


@both
def test_a_small_table_finds_the_same(kind: type[ProofNumbers | AndOr]) -> None:
    game = loaded("connect_four(columns=4, rows=4)")
    for enough in (0, 1):
        one = prover(kind, game, 0, enough, table_bytes=1 << 12)
        assert one.prove(native(game).bits(game.initial)) == (enough == 0)
        assert one.table.nbytes <= 1 << 12


# ---- the door ---------------------------------------------------------------------


@pytest.mark.parametrize("method", ["alphabeta", "proof_number"])
@pytest.mark.parametrize(
    "call",
    [
        "tic_tac_toe",
        "hexapawn",
        pytest.param("hexapawn(columns=4, rows=4)", marks=pytest.mark.slow),
        pytest.param("othello(size=4)", marks=pytest.mark.slow),
        "nim",
        "goofspiel",
        "coins_in_a_row",
        "helen_and_stavros",
    ],
)
def test_weak_solutions(call: str, method: str, tmp_path: Path) -> None:
    game = loaded(call)
    strong = solve(game.initial, tier="native", strength="strong")
    weak = solve(game.initial, tier="native", method=method)
    assert (weak.solved, weak.values) == ("weak", strong.values)
    path = tmp_path / "certificate"
    save_certificate(weak, path)
    assert verify(path).fault is None
    bare = solve(game.initial, tier="native", method=method, strength="ultra-weak")
    assert (bare.solved, bare.values) == ("ultra-weak", strong.values)
    assert bare.entries is None


def test_a_weak_solution_tells_how_long_the_best_play_takes() -> None:
    """Who has lost any strategy serves, and it may lose soon."""
    game = loaded("hexapawn(columns=3, rows=4)")
    strong = solve(game.initial, tier="native", strength="strong")
    weak = solve(game.initial, tier="native")
    assert strong.exact is None
    assert weak.plies == weak.exact == strong.plies == strong.distance
    assert weak.distance != weak.exact
    said = CliRunner().invoke(command, ["solve", game.call, "--tier", "native"]).output
    best = f"the game ends in {weak.exact} plies if all play best"
    rest = f"in at least {weak.distance} plies by the strategy of {weak.role}"
    assert f"{best}, {rest}\n" in said
    options = ["--tier", "native", "--method", "proof_number"]
    said = CliRunner().invoke(command, ["solve", "nim", *options]).output
    assert "plies, by the strategy" in said


def said(*words: str) -> str:
    return CliRunner().invoke(command, [*words]).output


def distances(*words: str) -> tuple[int | None, ...]:
    data = json.loads(said(*words, "--json"))
    return tuple(data[f"distance{end}"] for end in ("", "_at_least", "_at_most"))


#: White wins, in nine plies with best play.
LATE = [
    "breakthrough(columns=2, rows=5)",
    "--after", "move(2, 2, 1, 3); move(2, 4, 2, 3)",
]  # fmt: skip


@pytest.fixture(scope="module")
def late(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, int]:
    """A file with a strategy by proof numbers, and in how many plies it wins."""
    file = str(tmp_path_factory.mktemp("late") / "file")
    options = ("--tier", "native", "--method", "proof_number", "--save", file)
    [most] = set(distances("solve", *LATE, *options)) - {None}
    assert most is not None
    return file, most


def test_a_strategy_by_proof_numbers_wins_but_not_as_soon_as_can_be(
    late: tuple[str, int],
) -> None:
    exact = distances("solve", *LATE, "--tier", "native", "--strength", "strong")
    assert exact == (9, 9, 9)
    assert late[1] > 9
    told = said("solve", *LATE, "--tier", "native", "--method", "proof_number")
    assert f"the game ends in at most {late[1]} plies, by the strategy" in told


def test_the_plies_of_a_strategy_are_a_bound_everywhere(late: tuple[str, int]) -> None:
    file, most = late
    assert distances("best", *LATE, "--from", file) == (None, None, most)
    told = said("best", *LATE, "--from", file)
    assert f"value 1 in at most {most} plies, for white" in told
    shown = distances("verify", file)
    assert (shown[0], shown[2]) == (None, most)
    assert shown[1] is not None
    assert shown[1] <= 9
    assert f"value 1 in {shown[1]} to {most} plies, for white" in said("verify", file)


@pytest.mark.parametrize("call", ["tic_tac_toe", "goofspiel", "coins_in_a_row", "nim"])
def test_strong_solutions_are_verified(call: str, tmp_path: Path) -> None:
    path = tmp_path / "certificate"
    save_certificate(
        solve(loaded(call).initial, tier="native", strength="strong"), path
    )
    assert verify(path).fault is None


@pytest.mark.slow
def test_a_game_without_end_by_proof_numbers() -> None:
    for seed in range(5):
        game = graph_game(seed, 2, together=False)
        for draw in (None, *range(game.ranges[0][0], game.ranges[0][1] + 1)):
            strong = solve(
                game.initial, role="a", tier="native", strength="strong", draw=draw
            )
            proved = solve(
                game.initial, role="a", tier="native", method="proof_number", draw=draw
            )
            assert proved.value == strong.value
            by_default = solve(game.initial, role="a", tier="native", draw=draw)
            assert by_default.value == strong.value


#: Two push a counter to and fro between walls; what the ends are worth is said below.
PUSH = """
role(left). role(right).
init(at(0)). init(control(left)).
legal(P, go(D)) :- true(control(P)), step(D).
next(at(M)) :- true(at(N)), does(_, go(D)), M is N + D.
next(control(Q)) :- true(control(P)), opponent(P, Q).
terminal :- true(at(N)), N > 2.
terminal :- true(at(N)), N < -3.
step(1). step(-1).
opponent(left, right). opponent(right, left).
"""

#: Whose lowest and highest goal nobody knows, and whose differ from role to role.
COMPUTED = f"""{PUSH}
goal(left, V) :- true(at(N)), V is N * 2.
goal(right, V) :- true(at(N)), V is 0 - N * 2.
"""
UNLIKE = f"""{PUSH}
goal(left, 1) :- true(at(3)).
goal(left, 0) :- true(at(-4)).
goal(right, 0) :- true(at(3)).
goal(right, 10) :- true(at(-4)).
"""


@pytest.mark.parametrize(
    ("rules", "draws"), [(COMPUTED, (-20, -6, 1, 5, 20)), (UNLIKE, (0, 1, 5, 10))]
)
def test_a_draw_need_not_be_worth_what_some_end_is(
    rules: str, draws: tuple[int, ...]
) -> None:
    game = load_text(rules)
    for draw in draws:
        expected = {"left": min(draw, 1), "right": draw}
        if game.constant_sum:
            expected = {"left": -draw, "right": draw}
        entries = []
        for tier in ("clauses", "procedural", "native"):
            for method in ("proof_number", "retrograde"):
                found = solve(
                    game.initial, role="right", tier=tier, method=method, draw=draw
                )
                assert found.values == expected, (tier, method)
            assert found.entries is not None
            entries.append(
                {frozenset(f): (e.value, e.distance) for f, e in found.entries()}
            )
        assert entries[0] == entries[1] == entries[2]


# ---- limits -----------------------------------------------------------------------


CALCULATED = """role(a). role(b). init(at(0)).
legal(a, go(N)) :- true(at(0)), arc(N).
legal(b, go(N)) :- true(at(1)), below(N).
arc(1). arc(3). below(2). below(3).
next(at(N)) :- does(_, go(N)).
terminal :- true(at(2)).
terminal :- true(at(3)).
goal(a, V) :- true(at(N)), V is 3 - N.
goal(b, V) :- true(at(N)), V is N - 3.
"""


def test_calculated_goals_have_no_loss(tmp_path: Path) -> None:
    """None of them is the lowest of the rules: the role wants each of them soon."""
    (tmp_path / "rules.pl").write_text(CALCULATED)
    state = loaded(str(tmp_path / "rules.pl")).initial
    for role in ("a", "b"):
        for method in ("alphabeta", "proof_number"):
            found = solve(state, role=role, method=method, tier="native")
            assert (found.solved, found.value) == ("weak", 0)
            save_certificate(found, tmp_path / "strategy")
            assert verify(tmp_path / "strategy").fault is None


NO_WAY_BACK = """role(a). role(b). init(at(0)).
legal(a, stop(K)) :- true(at(0)), worth(K).
legal(a, on) :- true(at(0)).
worth(0). worth(9).
next(at(0)) :- does(a, on).
next(over(K)) :- does(a, stop(K)).
terminal :- \\+ true(at(0)).
goal(a, 5) :- true(over(_)).
goal(b, V) :- true(over(K)), V is K + 0.
"""


@pytest.mark.parametrize("tier", ["clauses", "procedural", "native"])
def test_what_goals_there_are_only_the_rules_say(tier: str) -> None:
    """That b gets 0 at least is not said where play goes on for ever."""
    state = load_text(NO_WAY_BACK).initial
    for method in ("retrograde", "proof_number"):
        found = solve(state, method=method, tier=tier)
        assert found.values == {"a": 5, "b": None}
    unnamed = NO_WAY_BACK.replace("goal(a, 5) :-", "goal(a, V) :- V is 2 + 3,")
    for method in ("retrograde", "proof_number"):
        found = solve(load_text(unnamed).initial, method=method, tier=tier)
        assert found.values == {"a": None, "b": None}


ROUND_AND_ROUND = """role(a). role(b). init(at(0)).
legal(a, go(1)) :- true(at(0)).
legal(a, go(3)) :- true(at(0)).
legal(b, go(0)) :- true(at(3)).
next(at(N)) :- does(_, go(N)).
terminal :- true(at(1)).
goal(a, -1) :- true(at(1)).
goal(b, 1) :- true(at(1)).
goal(a, 1) :- true(at(9)).
goal(b, -1) :- true(at(9)).
"""


def test_the_move_that_keeps_a_draw_is_no_loss(tmp_path: Path) -> None:
    """That a state is worth -1 is another thing than that its worth is not known."""
    (tmp_path / "rules.pl").write_text(ROUND_AND_ROUND)
    state = loaded(str(tmp_path / "rules.pl")).initial
    for draw in (0, -1, 1):
        for role in ("a", "b"):
            found = solve(state, role=role, draw=draw, strength="strong", tier="native")
            save_certificate(found, tmp_path / "table")
            assert verify(tmp_path / "table").fault is None


def test_full_memory_and_the_clock_are_told() -> None:
    state = loaded("connect_four").initial
    with pytest.raises(LimitError, match=r"states take .* bytes and are not all"):
        solve(state, tier="native", method="retrograde", memory=1 << 20)
    for method in ("retrograde", "proof_number", "alphabeta"):
        with pytest.raises(LimitError, match="not decided: the time is over"):
            solve(state, tier="native", method=method, seconds=0.1)


@pytest.mark.parametrize(
    "method",
    ["retrograde", pytest.param("proof_number", marks=pytest.mark.slow)],
)
def test_interrupted_work_goes_on(method: str, tmp_path: Path) -> None:
    game = loaded("connect_four(columns=4, rows=4)")
    path = tmp_path / "solution.part"
    for _ in range(3):
        with pytest.raises(LimitError, match="not decided"):
            solve(
                game.initial, tier="native", method=method, seconds=0.005,
                strength="strong" if method == "retrograde" else "ultra-weak",
                checkpoint=path,
            )  # fmt: skip
        assert path.exists()
    found = solve(
        game.initial, tier="native", method=method, checkpoint=path,
        strength="strong" if method == "retrograde" else "ultra-weak",
    )  # fmt: skip
    assert found.value == 0
    assert not path.exists()
    if method == "retrograde":
        assert found.states == 161_029


def test_a_damaged_checkpoint_is_found(tmp_path: Path) -> None:
    path = tmp_path / "work"
    source = np.random.default_rng(1)
    arrays: dict[str, NDArray[Any]] = {
        "one": source.integers(0, 9, (5, 3)),
        "none": np.zeros(0, np.uint8),
    }
    checkpoint.save(path, "rules", {"a": [1, "b"]}, arrays)
    header, again = checkpoint.load(path, "rules")
    assert header == {"a": [1, "b"]}
    assert all((again[name] == part).all() for name, part in arrays.items())
    with pytest.raises(InputError, match="made from other rules"):
        checkpoint.load(path, "others")
    data = path.read_bytes()
    for place in source.integers(0, len(data), 60).tolist():
        path.write_bytes(data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :])
        with pytest.raises(InputError, match=r"damaged|expected a checkpoint"):
            checkpoint.load(path, "rules")
        path.write_bytes(data[:place])
        with pytest.raises(InputError, match=r"damaged|expected a checkpoint"):
            checkpoint.load(path, "rules")


def test_an_end_without_a_value_is_told() -> None:
    game = load_text(
        "role(a). init(p). legal(a, go). next(q) :- does(a, go). terminal :- true(q). "
        "goal(a, 1) :- true(p). goal(a, 0) :- true(p), true(q)."
    )
    for method in ("retrograde", "proof_number"):
        with pytest.raises(RulesError, match="goal value"):
            solve(game.initial, tier="native", method=method)


def test_little_memory_is_enough_for_a_small_game() -> None:
    found = solve(loaded("nim(heaps=[1, 2])").initial, memory=5)
    assert (found.tier, found.values) == ("native", {"first": 1, "second": -1})


# ---- what is printed ----------------------------------------------------------------


def told(found: Solution, *, at_once: bool) -> list[str]:
    """Return what is printed, without what is a tier's own.

    These are the counts, the strategy that is not the best, and the longest game, which
    the native tier does not know; where roles move at once, also how long the strategy
    may take, as several moves are as good and lead to ends of different length.
    """
    left_out = [f"{found.method}, {found.tier}: "]
    if at_once:
        left_out.append("the game ends in at most")
    return [
        re.sub(r" if all play best, in .*|: the longest game .*", "", line)
        for line in str(found).splitlines()
        if not line.startswith(tuple(left_out))
    ]


@pytest.mark.parametrize("strength", [None, "strong"])
@pytest.mark.parametrize(
    "name",
    [pytest.param(n, marks=pytest.mark.slow) if n in LONG else n for n in SHELF],
)
def test_every_tier_prints_the_same(name: str, strength: str | None) -> None:
    """Of the games of the shelf, those that the clauses solve in about a second."""
    state = loaded(name).initial
    try:
        with within_work(WorkLimit(A_SECOND)):
            one = solve(state, tier="clauses", strength=strength)
    except (LimitError, InputError) as error:
        pytest.skip(f"the clauses do not solve it: {error}")
    other = solve(state, tier="native", strength=strength)
    at_once = len(state.to_move) > 1
    assert told(one, at_once=at_once) == told(other, at_once=at_once)
