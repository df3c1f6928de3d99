"""Rules as operations on words: what they say is what the network says."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache

import numpy as np
import pytest
from tiers import Functions, compared

import pygame_search as ps
from pygame_search.game import Game
from pygame_search.machine.game_code import game_code
from pygame_search.machine.native_game import native
from pygame_search.network import machine_code as kernel_code
from pygame_search.network.grounding.ground_program import exclusive_fluents, ground
from pygame_search.network.lift import llvm
from pygame_search.network.lift.families import (
    DifferentError,
    check_groups,
    families,
    groups,
)
from pygame_search.network.lift.layout import Field
from pygame_search.network.lift.lifted import LiftedGame, lifted
from pygame_search.network.lift.llvm import functions
from pygame_search.network.lift.program import Phase, Program, program
from pygame_search.network.lift.proof import check_words
from pygame_search.network.lift.rules import OpenRules, open_rules
from pygame_search.network.lift.words import Node, Words
from pygame_search.network.machine_code import Library, machine_code
from pygame_search.support.errors import TierError

#: A board of 100 squares, each of which is free or crossed.
CROSSES = """\
role(r).
square(C, R) :- between(1, 10, C), between(1, 10, R).
init(cell(C, R, free)) :- square(C, R).
init(left(12)).
legal(r, cross(C, R)) :- true(cell(C, R, free)).
next(cell(C, R, crossed)) :- does(r, cross(C, R)).
next(cell(C, R, S)) :- true(cell(C, R, S)), \\+ does(r, cross(C, R)).
next(left(M)) :- true(left(N)), between(1, 12, N), M is N - 1.
terminal :- true(left(0)).
goal(r, N) :- count(C, true(cell(C, _, crossed)), N).
"""

#: Games with one word or several, loops, counts, phases, simultaneous moves, chance,
#: several roles, and nothing that lifts.
GAMES = [
    "tic_tac_toe",
    "connect_four",
    "connect_four(columns=9, rows=9)",
    "breakthrough(columns=4, rows=5)",
    "hexapawn",
    "othello(size=4)",
    "hex(size=4)",
    "nim",
    "draughts",
    "dots_and_boxes",
    "three_mens_morris",
    "goofspiel",
    "skirmish",
    "pig",
    "leduc_poker",
    "small_2048",
    "helen_and_stavros",
    "eight_puzzle",
    "knights_tour",
]


@cache
def opened(call: str) -> OpenRules:
    """Return the rules of a game that vary."""
    game = ps.load(call)
    return open_rules(ground(game, named=True), native(game).network)


@cache
def made(call: str) -> Program:
    """Return a game as operations on words."""
    game = ps.load(call)
    exclusive = exclusive_fluents(ground(game))
    return program(opened(call), native(game).network, exclusive)


@pytest.mark.parametrize("call", GAMES)
def test_words_hold_what_the_network_holds(call: str) -> None:
    network = native(ps.load(call)).network
    assert check_words(made(call), network, games=6, plies=12) > 5


@pytest.mark.parametrize(
    "call", ["eight_puzzle", "hanoi", "knights_tour", "missionaries", "sokoban"]
)
def test_words_hold_the_estimates_of_the_network(call: str) -> None:
    game = ps.load(call)
    network = native(game, estimate=True).network
    rules = ground(game, named=True, estimate=True)
    words = program(open_rules(rules, network), network, exclusive_fluents(rules))
    assert check_words(words, network, games=6, plies=12) > 5
    assert words.phases[0].estimates


def test_a_fluent_that_alone_must_hold_is_kept() -> None:
    """Exactly one of a group of one fluent holds, but no other tells which."""
    game = ps.load_text(
        """role(p). init(at(0)). legal(p, to(0)) :- true(at(0)).
        next(at(0)) :- does(p, to(0)). h(1) :- true(at(0)).
        terminal :- true(at(1)). goal(p, 1) :- terminal."""
    )
    bits = native(game, estimate=True).bits(game.initial)
    code = game_code(game, 0, {}, bits, estimate=True)
    assert isinstance(code, LiftedGame)
    state = code.state(bits)
    assert state.any()
    assert code.held(state).tolist() == [True]
    assert code.code.function("game_estimate", 2)(0, state.ctypes.data) == 1
    room = np.zeros(4, np.int32)
    legal = code.code.function("game_legal", 4)
    assert legal(0, state.ctypes.data, 0, room.ctypes.data) == 1


def test_a_wrong_operation_is_found() -> None:
    game = ps.load("tic_tac_toe")
    wrong = program(opened("tic_tac_toe"), native(game).network)
    phase = wrong.phases[0]
    phase.next[0] = wrong.words.not_(phase.next[0])
    with pytest.raises(DifferentError, match="the next state: expected"):
        check_words(wrong, native(game).network, games=2, plies=2)


@pytest.mark.parametrize("wrong", ["phase", "place"])
def test_wrong_machine_code_is_refused(
    monkeypatch: pytest.MonkeyPatch, wrong: str
) -> None:
    """Which phase a state is in, or how a state is read, is no operation on words."""
    if wrong == "phase":
        monkeypatch.setattr(llvm._Module, "_is_phase", lambda self, phase, at: "true")
    else:
        held = LiftedGame.held
        monkeypatch.setattr(
            LiftedGame, "held", lambda self, state: np.roll(held(self, state), 1)
        )
    game = ps.load_text(f"{TURNS}% wrong {wrong}\n")
    with pytest.raises(TierError, match="are not what the rules say"):
        game.initial.best(tier="native")


def test_a_rule_in_a_wrong_group_is_found() -> None:
    rules = opened("tic_tac_toe")
    found = families(rules, (), np.zeros(0, np.int64))
    grouped = groups(rules, found)
    check_groups(rules, found, grouped)
    grouped.first[0] = grouped.first[1]
    with pytest.raises(DifferentError, match="is not in its group"):
        check_groups(rules, found, grouped)


def test_a_board_is_a_few_words() -> None:
    """The rules of connect four name no line of four, and none is written out."""
    small, large = made("connect_four"), made("connect_four(columns=9, rows=9)")
    assert small.words.width == 64
    assert large.words.width == 128
    for phase in small.phases:
        assert len(small.words.needed([phase.terminal])) < 100
    grown = len(large.words.needed([large.phases[0].terminal]))
    assert grown < 1.5 * len(small.words.needed([small.phases[0].terminal]))


def test_whose_turn_it_is_tells_the_phase() -> None:
    assert [phase.state for phase in made("connect_four").phases] == [
        (True, False),
        (False, True),
    ]
    # Who moves next depends on the move: there is a phase for any state, too.
    assert () in [phase.state for phase in made("dots_and_boxes").phases]


def test_discs_are_counted_and_compared() -> None:
    phase = made("othello(size=4)").phases[0]
    words = made("othello(size=4)").words
    names = [words.nodes[node].name for node in words.needed([phase.goals[0][2]])]
    assert "less" in names
    assert len(names) < 12


# ---- the operations --------------------------------------------------------------


def random_words(source: random.Random, width: int) -> tuple[Words, list[Node]]:
    """Return random operations on two words."""
    words = Words(width)
    nodes = [words.argument(f"state {at}", placed=True) for at in range(2)]
    nodes.append(words.constant(source.getrandbits(width)))
    makers: list[Callable[[], Node]] = [
        lambda: words.and_(pick(), pick()),
        lambda: words.or_(pick(), pick()),
        lambda: words.not_(pick()),
        lambda: words.shifted(pick(), source.randint(1 - width, width - 1)),
        lambda: words.spread(
            words.and_(pick(), words.constant(7)), 1 | 1 << source.randint(3, 9)
        ),
        lambda: words.any(pick()),
        lambda: words.least(words.count(pick()), source.randint(0, width)),
        lambda: words.at_least([pick() for _ in range(4)], source.randint(1, 5)),
        lambda: words.compared(
            source.choice(["less", "same"]), words.count(pick()), words.count(pick())
        ),
        lambda: words.any_of([pick() for _ in range(3)]),
    ]

    def pick() -> Node:
        return source.choice(nodes)

    for _ in range(60):
        nodes.append(source.choice(makers)())
    return words, nodes


def compiled(
    words: Words, nodes: list[Node], width: int, *, thorough: bool = False
) -> Callable[[list[int]], list[int]]:
    """Return the operations as machine code: a step, of which each is a field."""
    size = width // 64
    nothing = words.constant(0)
    text = functions(
        Program(
            words=words,
            fields=[Field(at, True, 0, width * at, width) for at in range(len(nodes))],
            fluents=[],
            size=size * len(nodes),
            moves=[],
            phase_fields=[],
            phases=[
                Phase(
                    state=(),
                    terminal=nothing,
                    goals=[],
                    legal=[],
                    next=nodes,
                    features=[],
                    quiet=None,
                    mid_turn=None,
                    noisy=None,
                    estimates=[],
                    lots=[],
                    parts=[],
                    mover=None,
                    wins={},
                    threats={},
                    known={},
                )
            ],
            lines=[],
            called=[],
            exclusive=[],
        ),
        1,
        [tuple(range(64 * size * len(nodes)))],
    )
    code = machine_code(Library((text,), patience=None), thorough=thorough)
    step = code.function("game_step", 5)

    def call(given: list[int]) -> list[int]:
        state = np.zeros(size * len(nodes), np.uint64)
        for at, word in enumerate(given):
            for part in range(size):
                state[size * at + part] = word >> 64 * part & (1 << 64) - 1
        joint, after = np.zeros(1, np.int32), np.zeros_like(state)
        step(0, state.ctypes.data, joint.ctypes.data, after.ctypes.data, 1)
        parts = after.reshape(len(nodes), size).tolist()
        return [sum(word << 64 * i for i, word in enumerate(row)) for row in parts]

    return call


@pytest.mark.parametrize("width", [64, 128])
@pytest.mark.parametrize("seed", range(4))
def test_machine_code_computes_what_the_operations_say(seed: int, width: int) -> None:
    source = random.Random(seed)
    words, nodes = random_words(source, width)
    code = compiled(words, nodes, width)
    for _ in range(20):
        given = [source.getrandbits(width), source.getrandbits(width) & 0xFF]
        expected = words.evaluate(
            nodes, {f"state {at}": x for at, x in enumerate(given)}
        )
        assert code(given) == expected


# ---- fluents that others tell ----------------------------------------------------


def test_what_the_others_tell_has_no_bits() -> None:
    game = ps.load("connect_four")
    rules = ground(game, named=True)
    lifted_game = lifted(rules, native(game).network, exclusive_fluents(rules))
    assert lifted_game.size == 2
    assert lifted(rules, native(game).network).size == 3
    source = random.Random(3)
    state = game.initial
    while not state.terminal:
        bits = native(game).bits(state)
        assert lifted_game.takes(bits)
        held = lifted_game.held(lifted_game.state(bits))
        assert (held == native(game).held(state)[: len(held)]).all()
        state = source.choice(state.successors)[1]


@pytest.mark.parametrize("text", ["", CROSSES], ids=["connect_four", "crosses"])
def test_a_board_of_several_words_may_have_squares_that_others_tell(text: str) -> None:
    """The word of what is not kept has bits beyond the first 64, and no place."""

    def load() -> Game:
        return (
            ps.load_text(text) if text else ps.load("connect_four(columns=9, rows=9)")
        )

    found = compared(load, states=150, seed=1, seconds=0.5)
    assert found.code == "words"
    assert found.states > 100
    assert found.differ == []


#: Exactly one turn holds. Two turns have a term inside: they are phases, and whether
#: the second of them holds is told by turns that are no phases, too.
TURNS = """\
role(r).
init(turn(ask(a))).
init(plies(0)).
legal(r, first(N)) :- true(turn(ask(a))), between(1, 2, N).
legal(r, second(N)) :- true(turn(ask(b))), between(1, 3, N).
legal(r, left) :- true(turn(play)).
legal(r, right) :- true(turn(play)).
legal(r, wait) :- true(turn(rest)).
next(turn(ask(b))) :- true(turn(ask(a))).
next(turn(play)) :- true(turn(ask(b))).
next(turn(rest)) :- true(turn(play)).
next(turn(ask(a))) :- true(turn(rest)).
next(plies(M)) :- true(plies(N)), between(0, 6, N), M is N + 1.
terminal :- true(plies(7)).
goal(r, 1).
"""

#: Exactly one of mode(idle) and mode(1) holds, and only the second has a place.
MODES = """\
role(r).
init(mode(idle)).
init(at(1)).
legal(r, go(N)) :- true(mode(idle)), between(1, 4, N).
legal(r, stop) :- true(mode(N)), true(at(N)).
legal(r, stop) :- true(mode(1)).
next(mode(idle)) :- does(r, stop).
next(mode(1)) :- does(r, go(_)).
next(at(N)) :- does(r, go(N)).
next(at(N)) :- true(at(N)), does(r, stop).
terminal :- true(at(4)), true(mode(idle)).
goal(r, N) :- true(at(N)).
"""


@pytest.mark.parametrize(
    ("rules", "counts"),
    [(TURNS, [2, 3, 2, 1, 2, 3, 2]), (MODES, [4, 1, 4, 1, 4])],
    ids=["turns", "modes"],
)
def test_values_of_one_fluent_may_be_names_numbers_and_terms(
    rules: str, counts: list[int]
) -> None:
    """The counts are those of the legal moves, where the first is always made."""
    found = compared(lambda: ps.load_text(rules), states=50, seed=1, seconds=20)
    assert (found.code, found.differ, found.skipped) == ("words", [], "")
    assert found.oracle == found.clauses == found.states == 8
    game = ps.load_text(rules)
    bits = native(game).bits(game.initial)
    functions = Functions(game_code(game, 0, {}, bits), 0, {})
    functions.begin(bits.tobytes())
    for count in counts:
        [moves] = functions.moves()
        assert len(moves) == count
        functions.step(moves[:1])


def test_what_a_proof_rests_on_must_hold_in_a_state_that_is_given() -> None:
    """A square keeps a colour only as long as there is a signal."""
    game = ps.load_text(SIGNALS)
    squares = ", ".join(f"cell({x}, red)" for x in range(1, 9))
    states = [game.state(f"[{squares}, n(2){more}]") for more in ("", ", sig(1)")]
    codes = [game_code(game, 0, {}, native(game).bits(state)) for state in states]
    assert [isinstance(code, LiftedGame) for code in codes] == [False, True]
    for state in states:
        found = [
            state.best(depth=4, method="minimax", exact=True, tier=tier)
            for tier in ("clauses", "native")
        ]
        values = [[(move.joint, move.value) for move in one.moves] for one in found]
        assert values[0] == values[1]
        assert {value for _, value in values[0]} == {7}


#: A square is red or blue in every position of the game, because of the signal.
SIGNALS = """\
role(r).
square(X) :- between(1, 8, X).
init(cell(X, red)) :- square(X).
init(sig(1)). init(n(0)).
legal(r, press(X)) :- square(X).
next(cell(X, C)) :- true(cell(X, C)), \\+ does(r, press(X)).
next(cell(X, red)) :- does(r, press(X)), true(sig(J)), J > 4.
next(cell(X, blue)) :- does(r, press(X)), true(sig(J)), J =< 4.
next(sig(K)) :- true(sig(J)), J < 8, K is J + 1.
next(sig(1)) :- true(sig(8)).
next(n(M)) :- true(n(N)), N < 6, M is N + 1.
terminal :- true(n(6)).
goal(r, A) :- count(X, true(cell(X, red)), A).
"""


def test_a_state_without_some_squares_is_searched_as_it_stands() -> None:
    """No state of the game, but one that a user may give."""
    state = ps.load("tic_tac_toe").state(
        "[control(x), cell(1, 1, b), cell(2, 2, b), cell(3, 3, b), cell(1, 2, o)]"
    )
    found = [
        state.best(depth=3, method="minimax", exact=True, tier=tier)
        for tier in ("clauses", "native")
    ]
    moves = [[(move.joint, move.value) for move in one.moves] for one in found]
    assert moves[0] == moves[1]
    assert found[0].nodes == found[1].nodes


def test_equal_functions_are_one_operation() -> None:
    words = Words(64)
    a, b, c = (words.argument(name, placed=True) for name in "abc")
    either = words.or_(a, b)
    assert words.and_(a, either) == a
    assert words.and_(words.not_(either), a) == words.constant(0)
    one = words.and_(either, c)
    assert words.or_(words.and_(a, c), words.and_(b, c)) == one
    assert words.not_(words.or_(words.not_(either), words.not_(c))) == one
    few = words.argument("few", placed=True, bits=0b1111)
    assert words.and_(few, words.constant(0b11111)) == few
    assert words.and_(words.shifted(few, 4), words.constant(0b1111)) == (
        words.constant(0)
    )


@pytest.mark.parametrize("seed", range(20))
def test_operations_that_became_one_have_the_same_value(seed: int) -> None:
    source = random.Random(seed)
    words = Words(64)
    given = {name: source.getrandbits(64) for name in "abcd"}
    nodes = [(words.argument(name, placed=True), word) for name, word in given.items()]
    nodes += [(words.constant(word), word) for word in (0b1100, source.getrandbits(64))]
    for _ in range(80):
        (one, first), (two, second) = source.choices(nodes, k=2)
        nodes.append(source.choice([
            (words.and_(one, two), first & second),
            (words.or_(one, two), first | second),
            (words.not_(one), words.full & ~first),
            (words.shifted(one, 3), words.full & (first << 3)),
            (words.shifted(one, -1), first >> 1),
        ]))  # fmt: skip
    expected = [word for _, word in nodes]
    assert words.evaluate([node for node, _ in nodes], given) == expected


@pytest.mark.parametrize("thorough", [False, True])
def test_a_large_program_is_compiled_without_passes(
    monkeypatch: pytest.MonkeyPatch, thorough: bool
) -> None:
    monkeypatch.setattr(kernel_code, "MOST_OPTIMISED", 0)
    source = random.Random(1)
    words, nodes = random_words(source, 64)
    code = compiled(words, nodes, 64, thorough=thorough)
    given = [source.getrandbits(64), source.getrandbits(64)]
    expected = words.evaluate(nodes, {f"state {at}": x for at, x in enumerate(given)})
    assert code(given) == expected


# ---- conditions that are looked at in portions -----------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_a_condition_in_portions_is_the_condition(
    monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    monkeypatch.setattr(llvm, "_PORTION", 4)
    source = random.Random(seed)
    words, nodes = random_words(source, 64)
    for _ in range(30):
        some = [words.any(source.choice(nodes[:40])) for _ in range(4)]
        if source.random() < 0.5:
            some = [words.not_(node) for node in some]
        parts = [words.any_of(some[:2]), words.and_(*some[2:])]
        nodes.append(words.any(words.any_of(map(words.not_, parts))))
        nodes.append(words.and_(*parts))
    conditions = [node for node in nodes if words.is_condition(node)]
    for node in conditions[-20:]:
        terminal = ended(words, node)
        for _ in range(8):
            given = [source.getrandbits(64) & source.getrandbits(64) for _ in range(2)]
            [expected] = words.evaluate(
                [node], {f"state {at}": x for at, x in enumerate(given)}
            )
            assert terminal(given) == bool(expected)


def ended(words: Words, condition: Node) -> Callable[[list[int]], int]:
    """Return a condition as machine code: the end of a game with a state of words."""
    nothing = words.constant(0)
    text = functions(
        Program(
            words=words,
            fields=[Field(at, True, 0, 64 * at, 64) for at in range(2)],
            fluents=[],
            size=2,
            moves=[],
            phase_fields=[],
            phases=[
                Phase(
                    (),
                    condition,
                    [],
                    [],
                    [nothing, nothing],
                    [],
                    None,
                    None,
                    None,
                    [],
                    [],
                    [],
                    None,
                    {},
                    {},
                    {},
                )
            ],
            lines=[],
            called=[],
            exclusive=[],
        ),
        1,
        [tuple(range(128))],
    )
    code = machine_code(Library((text,), patience=None))
    terminal = code.function("game_terminal", 2)

    def call(given: list[int]) -> int:
        state = np.array(given, np.uint64)
        return terminal(0, state.ctypes.data)

    return call


LONE = """
convention(gdl). role(a). role(b). init(at(0)). init(w).
legal(a, go) :- true(at(0)).
legal(a, stay) :- true(at(0)).
legal(a, x) :- true(at(1)).
legal(a, y) :- true(at(1)).
legal(a, x) :- true(at(2)).
legal(b, pass) :- true(at(0)).
legal(b, pass) :- true(at(1)).
legal(b, pass) :- true(at(2)).
next(at(1)) :- true(at(0)), does(a, go).
next(at(2)) :- true(at(0)), does(a, stay).
next(at(2)) :- true(at(2)).
next(at(1)) :- true(at(1)), does(b, pass).
next(at(2)) :- true(at(1)), does(a, x), does(b, pass).
terminal :- true(at(9)).
goal(R, 50) :- role(R).
noisy(b, pass) :- true(at(2)).
"""


def test_the_only_move_of_a_role_may_be_legal_at_times() -> None:
    """It has no place, whatever it is called; nor has the word that it is noisy."""
    state = ps.load_text(LONE).initial
    for method in ("alphabeta(depth=3)", "alphabeta(depth=1, quiescence=2)"):
        one, two = (
            state.best(method=method, tier=tier) for tier in ("clauses", "native")
        )
        assert (one.value, one.nodes) == (two.value, two.nodes)
    tier = native(state.game)
    code = game_code(state.game, 0, {}, tier.bits(state))
    assert isinstance(code, LiftedGame)
    listed = code.code.function("game_noisy", 4)
    held = code.state(tier.bits(state.play("[stay, pass]")))
    room = np.zeros(64, np.int32)
    found = listed(code.context, held.ctypes.data, 1, room.ctypes.data)
    assert found == (1 << 32) + 1
    assert tier.network.moves[room[0]] == (1, "pass")
