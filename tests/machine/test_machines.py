"""One suite for what states stand on: clauses, or a network evaluated in two ways."""

from __future__ import annotations

import pickle
import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from games.every import calls

import pygame_search as ps
from pygame_search.game import Game, State
from pygame_search.machine import display, network
from pygame_search.machine.evaluator import Evaluator
from pygame_search.machine.kernel_evaluator import KernelEvaluator
from pygame_search.machine.native_game import native
from pygame_search.machine.network import NetworkMachine
from pygame_search.machine.reference_evaluator import ReferenceEvaluator
from pygame_search.model.description_cache import keep_data, kept_data
from pygame_search.support import disk_cache
from pygame_search.support.errors import (
    LimitError,
    MoveError,
    PygameSearchError,
    TierError,
)

#: What evaluates the network; none for the clauses.
EVALUATORS: dict[str, type[Evaluator] | None] = {
    "clauses": None, "kernels": KernelEvaluator, "reference": ReferenceEvaluator,
}  # fmt: skip

GAMES = calls(native=True)

KIF = """
(role x) (role o) (init (cell 1 b)) (init (cell 2 b)) (init (control x))
(<= (legal ?p (mark ?n)) (true (control ?p)) (true (cell ?n b)))
(<= (legal x noop) (true (control o)))
(<= (legal o noop) (true (control x)))
(<= (next (cell ?n ?p)) (does ?p (mark ?n)))
(<= (next (cell ?n b)) (true (cell ?n b)) (not (marked ?n)))
(<= (next (cell ?n ?p)) (true (cell ?n ?p)) (role ?p))
(<= (next (control o)) (true (control x)))
(<= (next (control x)) (true (control o)))
(<= (marked ?n) (does ?p (mark ?n)))
(<= terminal (not open))
(<= open (true (cell ?n b)))
(goal x 60) (goal o 40)
"""

NAMED = """
role('White Player'). role('Black, Player').
init(at('A b', 0)).
legal(P, 'go to'('B, c', N)) :- role(P), true(at(_, N)), N < 3.
legal(P, f(-1, - 1, a-b, [1, 2])) :- role(P).
next(at('A b', M)) :- true(at(_, N)), M is N + 1.
terminal :- true(at(_, 3)).
goal(P, 1) :- role(P).
"""


def game_on(name: str, make: Callable[[], Game]) -> Game:
    """Return a game whose states stand on clauses, or on a way to evaluate networks."""
    evaluator = EVALUATORS[name]
    game = make()
    if evaluator is not None:
        made = native(game)
        game._network = NetworkMachine(
            game, order="unfolded", evaluator=evaluator(made)
        )
    return game


def on_all(make: Callable[[], Game]) -> dict[str, Game]:
    return {name: game_on(name, make) for name in EVALUATORS}


def seen(state: State) -> object:
    """Return all that a state tells."""
    position = state.position
    return (
        state.facts,
        state.terminal,
        state.goals,
        state.legal,
        state.to_move,
        repr(state),
        str(state),
        {(cell.column, cell.row, cell.text) for cell in position.cells},
        position.undrawn,
        [(move, after.facts) for move, after in state.successors],
    )


@pytest.mark.parametrize("call", GAMES)
def test_all_tell_the_same_of_a_random_game(call: str) -> None:
    source = random.Random(call)
    states = {
        name: game.initial for name, game in on_all(lambda: ps.load(call)).items()
    }
    for _ in range(12):
        told = {name: seen(state) for name, state in states.items()}
        assert told["kernels"] == told["clauses"]
        assert told["reference"] == told["clauses"]
        if states["clauses"].terminal:
            break
        move = source.choice(states["clauses"].legal_moves)
        states = {name: state.play(move) for name, state in states.items()}


@pytest.mark.parametrize("text", [KIF, NAMED], ids=["kif", "quoted"])
def test_all_tell_the_same_of_other_syntax(text: str) -> None:
    states = {n: game.initial for n, game in on_all(lambda: ps.load_text(text)).items()}
    while not states["clauses"].terminal:
        told = {name: seen(state) for name, state in states.items()}
        assert told["kernels"] == told["reference"] == told["clauses"]
        joint = [moves[-1] for moves in states["clauses"].legal.values()]
        move = states["clauses"].game.facts_text(joint)
        states = {name: state.play(move) for name, state in states.items()}


@pytest.mark.parametrize("call", ["n_queens(size=4)", "missionaries"])
def test_both_machines_are_the_same_state_space(call: str) -> None:
    game, source = ps.load(call), random.Random(call)
    clauses, network = game.clauses, game.network
    informed = NetworkMachine(game, memo=True, estimate=True)
    node = network.start()
    assert network.number(node) == clauses.start()
    for _ in range(12):
        number, steps = network.number(node), network.neighbours(node)
        numbered = [(move, network.number(after), cost) for move, after, cost in steps]
        assert numbered == clauses.neighbours(number)
        for worth in (None, 0):
            assert network.is_goal(node, worth) == clauses.is_goal(number, worth)
        if game.has_estimate:
            known = informed.of_facts(network.facts(node))
            assert informed.estimate(known) == clauses.estimate(number)
        if not steps:
            break
        node = source.choice(steps)[1]
    with pytest.raises(TierError, match="no estimate h"):
        network.estimate(node)


#: What a user may type, by the game and the moves before it.
TYPED = [
    ("connect_four", "", "drop(1)"),
    ("connect_four", "", " drop( 1 ) "),
    ("connect_four", "", "drop(1)."),
    ("connect_four", "", "4"),
    ("connect_four", "", "'4'"),
    ("connect_four", "", "9"),
    ("connect_four", "", "drop(9)"),
    ("connect_four", "", "drop (1)"),
    ("connect_four", "", "[drop(2), noop]"),
    ("connect_four", "", "[ drop(2),noop ]"),
    ("connect_four", "", "[drop(2)]"),
    ("connect_four", "", "[]"),
    ("connect_four", "", "noop"),
    ("connect_four", "", "drop(X)"),
    ("connect_four", "", "drop(1"),
    ("connect_four", "", "drop 1"),
    ("connect_four", "", "(drop 1)"),
    ("connect_four", "", ""),
    ("connect_four", "", "drop(1) % the first"),
    ("connect_four", "", "drop(1), drop(2)"),
    ("connect_four", "drop(1)", "[noop, drop(1)]"),
    ("connect_four(columns=2, rows=1, in_a_row=1)", "drop(1)", "drop(2)"),
    ("connect_four(columns=2, rows=1, in_a_row=1)", "drop(1)", "drop("),
    ("rock_paper_scissors", "", "rock"),
    ("rock_paper_scissors", "", "[rock, paper]"),
    ("rock_paper_scissors", "", "[rock, stone]"),
    ("hexapawn", "", "move(1,1,  1,2)"),
    ("river_crossing", "", "take( goat )"),
]


def answer(state: State, text: str) -> object:
    """Return what comes of a move."""
    try:
        after, joint = state.played(text)
    except PygameSearchError as error:
        return type(error), str(error), getattr(error, "legal", ())
    return after.facts, joint


@pytest.mark.parametrize(("call", "before", "text"), TYPED)
def test_all_understand_moves_alike(call: str, before: str, text: str) -> None:
    games = on_all(lambda: ps.load(call))
    told = {n: answer(game.after(before), text) for n, game in games.items()}
    assert told["kernels"] == told["reference"] == told["clauses"]


KIF_TYPED = [
    "(mark 1)", " ( mark  1 ) ", "[(mark 1) noop]", "[(mark 1), noop]", "(MARK 1)",
    "mark(1)", "mark(3)", "[mark(1), noop]", "(mark 3)", "(mark", "noop", "(mark ?x)",
    "mark", "[noop noop]", "; nothing",
]  # fmt: skip


@pytest.mark.parametrize("text", KIF_TYPED)
def test_all_understand_moves_in_kif_alike(text: str) -> None:
    games = on_all(lambda: ps.load_text(KIF))
    told = {name: answer(game.initial, text) for name, game in games.items()}
    assert told["kernels"] == told["reference"] == told["clauses"]


@pytest.mark.parametrize(
    "text",
    [
        "f(-1, - 1, a - b, [1, 2])", "f(-1,-1,a-b,[1,2])", "'go to'('B, c', 0)",
        "'go to'( 'B, c',0)", "'go to'('B,c',0)",
        "['go to'('B, c', 0), f(-1,-1,a-b,[1,2])]",
    ],
)  # fmt: skip
def test_all_understand_quoted_moves_alike(text: str) -> None:
    games = on_all(lambda: ps.load_text(NAMED))
    told = {name: answer(game.initial, text) for name, game in games.items()}
    assert told["kernels"] == told["reference"] == told["clauses"]


@pytest.fixture
def no_clauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nobody compile the clauses of a game."""

    def refuse(game: Game) -> None:
        raise AssertionError("the clauses are compiled")

    monkeypatch.setattr(Game, "_compile", refuse)


@pytest.mark.usefixtures("no_clauses")
def test_native_states_compile_no_clauses() -> None:
    game = ps.load("connect_four(columns=4, rows=4)", tier="native")
    assert game.tier == "native"
    state = game.after("drop(1); drop(2); [drop(3), noop]")
    assert state == game.after("[drop(1), noop]; drop(2); drop(3)")
    assert hash(state) == hash(game.own(state))
    assert state in {game.after("drop(3); drop(2); drop(1)")}
    assert state != game.initial
    assert not state.terminal
    assert state.goals == {"x": 0, "o": 0}
    assert state.to_move == ("o",)
    assert state.legal_moves == ("drop(1)", "drop(2)", "drop(3)", "drop(4)")
    assert [move for move, _ in state.successors] == list(state.legal_moves)
    assert repr(state).endswith("o to move, 4 moves>")
    with pytest.raises(MoveError, match="not legal here; legal: o: drop"):
        state.play("drop(9)")
    with pytest.raises(MoveError, match="the clause ends too early"):
        state.play("drop(")
    found = state.best(depth=3)
    assert found.tier == "native"
    assert found.states[-1] == game.after([*map(ps_joint, found.line)], state)
    assert state.best(depth=2, method="pvs").tier == "native"
    assert state.best(method="uct(simulations=20)").tier == "native"
    assert state.playouts(games=10).tier == "native"
    assert [level.nodes for level in state.perft(2)] == [4, 16]
    ended = ps.match(game, ["alphabeta(depth=1)", "random"], games=2, plies=2)
    assert len(ended.games) == 2


def ps_joint(joint: tuple[str, ...]) -> str:
    return f"[{', '.join(joint)}]"


def test_native_states_are_clause_states_where_these_are_asked() -> None:
    clauses, game = ps.load("hexapawn"), ps.load("hexapawn", tier="native")
    moves = "move(1, 1, 1, 2); move(2, 3, 1, 2)"
    one, other = clauses.after(moves), game.after(moves)
    assert one != other
    assert game.own(one) == other
    assert clauses.own(other) == one
    assert game.numbered(other.number) == other
    assert game.state(game.facts_text(other.facts)) == other
    question = "true(control(P))"
    assert str(other.ask(question)) == str(one.ask(question))
    for tier in ("clauses", "procedural"):
        assert other.best(depth=3, tier=tier).value == one.best(depth=3).value
    assert other.solve().values == one.solve().values
    assert str(other.tree(depth=1)) == str(one.tree(depth=1))


def test_native_states_are_pickled() -> None:
    game = ps.load("nim", tier="native")
    state = game.after("take(1, 1)")
    again = pickle.loads(pickle.dumps(state))
    assert again.facts == state.facts
    assert again.game.tier == "native"
    assert game.own(again) == state


def test_a_state_that_no_game_reaches_is_refused() -> None:
    game = ps.load("hexapawn", tier="native")
    named = ps.load_text(NAMED, tier="native")
    with pytest.raises(TierError, match="never holds in states that play can reach"):
        named.state("[at('A b', 7)]")
    with pytest.raises(MoveError):
        game.state("[cell(1, 1,")
    with pytest.raises(MoveError):
        game.state("[disc(1, 1)]")


def test_what_has_no_network_is_refused() -> None:
    with pytest.raises(TierError):
        ps.load("delivery_robot", tier="native").initial.legal  # noqa: B018
    with pytest.raises(PygameSearchError, match="tier"):
        ps.load("nim", tier="procedural")


def test_a_large_network_and_many_questions_go_to_the_kernels(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def evaluator(game: Game) -> type[Evaluator]:
        source = game.machine
        assert isinstance(source, NetworkMachine)
        return type(source.evaluator)

    game = ps.load("nim", tier="native")
    states = [game.initial, *(state for _, state in game.initial.successors)]
    assert evaluator(game) is ReferenceEvaluator
    monkeypatch.setattr(network, "FEW_GATES", 0)
    assert evaluator(game) is KernelEvaluator
    assert states == [game.initial, *(state for _, state in game.initial.successors)]
    monkeypatch.setattr(network, "FEW_GATES", 3)
    assert evaluator(ps.load("nim", tier="native")) is KernelEvaluator


@pytest.mark.usefixtures("no_clauses")
@pytest.mark.parametrize("call", GAMES)
def test_boards_and_notations_need_no_clauses(call: str) -> None:
    state = ps.load(call, tier="native").initial
    assert str(state)
    for moves in state.legal.values():
        for move in moves:
            state.game.notation(move)


#: The board has a count of fluents; the moves come by a relation that has a cycle.
TANGLED = """
role(p). init(at(1)). init(at(2)).
legal(p, go(N)) :- far(N).
far(N) :- true(at(N)).
far(N) :- far(M), side(M, N).
side(1, 3). side(3, 1). side(2, 0).
next(at(N)) :- does(p, go(N)).
terminal :- true(at(0)).
goal(p, 1).
draw(1, 1, C) :- count(N, true(at(N)), C).
notation(go(N), N).
"""


def test_what_cannot_be_unfolded_is_asked_of_the_clauses() -> None:
    games = on_all(lambda: ps.load_text(TANGLED))
    for move in ("go(3)", "1", "go(7)"):
        told = {name: answer(game.initial, move) for name, game in games.items()}
        assert told["kernels"] == told["reference"] == told["clauses"]
    states = {name: game.initial for name, game in games.items()}
    told = {name: seen(state) for name, state in states.items()}
    assert told["kernels"] == told["reference"] == told["clauses"]
    assert str(states["kernels"]) == "2"


#: Two men on a line; the notation names the square that a man leaves only if it must.
MEN = """
role(p). init(at(1)). init(at(5)).
legal(p, go(X, Y)) :- true(at(X)), beside(X, Y).
next(at(Y)) :- does(p, go(_, Y)).
next(at(X)) :- true(at(X)), \\+ does(p, go(X, _)).
terminal :- count(X, true(at(X)), 1).
goal(p, 1).
beside(X, Y) :- between(1, 5, X), between(1, 5, Y), abs(X - Y) =:= 1.
notation(p, go(X, Y), ['N', Y]) :- beside(X, Y), \\+ twin(X, Y).
notation(p, go(X, Y), ['N', X, Y]) :- twin(X, Y).
notation(_, go(_, Y), ['N', Y]).
twin(X, Y) :- true(at(X)), true(at(Z)), distinct(X, Z), beside(X, Y), beside(Z, Y).
notation_suffix(!) :- terminal.
"""


def test_a_notation_may_ask_the_state() -> None:
    for name, game in on_all(lambda: ps.load_text(MEN)).items():
        state = game.initial
        assert state.written_legal() == {"p": ("N2", "N4")}, name
        state = state.play("N2").play(" N4 ")
        assert state.written_legal() == {"p": ("N1", "N23", "N43", "N5")}, name
        assert state.notation("go(4, 3)") == "N43"
        assert state.notation("go(1, 2)", "p") == "N2"  # not legal here, nor is a twin
        assert state.play("N23") == state.play("go(2, 3)") == game.after("N2; N4; N23")
        why = r"'N3' may be any of 2 moves: N23 \(go\(2, 3\)\) and N43 \(go\(4, 3\)\)"
        with pytest.raises(MoveError, match=why):
            state.play("N3")
        for text in ("N9", "N23!", "go(2, 5)", "N 3 (", "", "[N1]x"):
            with pytest.raises(MoveError, match=r"legal: p: N1, N23, N43, N5$"):
                state.play(text)
        state = state.play("N23")
        assert state.written(("go(3, 4)",)) == "N4!"
        end = state.play("N4!")
        assert end == state.play("N4") == state.play("go(3, 4)")
        with pytest.raises(MoveError, match="'N4': the game is over"):
            end.play("N4")


def test_a_move_whose_notation_reaches_a_limit_is_shown_as_a_term(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def late(*_: object, **__: object) -> dict[str, object]:
        raise LimitError("too long", "time")

    state = ps.load_text(MEN).initial
    assert state.legal
    monkeypatch.setattr(type(state.game), "request", late)
    assert state.written_legal() == state.legal
    assert state.written(("go(1, 2)",)) == "go(1, 2)"


#: Both choose at once, from what is left to them.
AT_ONCE = """
role(a). role(b). init(has(a, 1)). init(has(a, 2)). init(has(b, 1)). init(has(b, 2)).
legal(R, put(N)) :- true(has(R, N)).
next(has(R, N)) :- true(has(R, N)), \\+ does(R, put(N)).
terminal :- \\+ true(has(a, _)).
goal(R, 1) :- role(R).
notation(R, put(N), [R, N]) :- true(has(R, N)).
notation_suffix(!).
"""


def test_a_joint_move_is_written_and_read_in_the_notation() -> None:
    for game in on_all(lambda: ps.load_text(AT_ONCE)).values():
        state = game.initial
        assert state.written_legal() == {"a": ("a1", "a2"), "b": ("b1", "b2")}
        assert state.written(("put(1)", "put(2)")) == "[a1, b2]"
        assert state.notation("put(2)", role="b") == "b2"
        after = state.play("[put(1), put(2)]")
        assert after == state.play("[a1, b2]") == state.play("[a1, put(2)]")
        with pytest.raises(MoveError, match=r"'b1': not legal here; legal: a: a1, a2"):
            state.play("[b1, a2]")


def test_rules_of_very_many_fluents_are_not_unfolded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(display, "MOST_FLUENTS", 1)
    games = on_all(lambda: ps.load("connect_four(columns=3, rows=3)"))
    for move in ("drop(3)", "1", "7"):
        told = {name: answer(game.initial, move) for name, game in games.items()}
        assert told["kernels"] == told["reference"] == told["clauses"]
    states = {name: game.initial for name, game in games.items()}
    told = {name: seen(state) for name, state in states.items()}
    assert told["kernels"] == told["reference"] == told["clauses"]
    assert [game.notation("drop(2)") for game in games.values()] == ["2"] * 3


def test_a_board_of_too_many_squares_is_left_to_the_clauses(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clauses, state = ps.load("nim").initial, ps.load("nim", tier="native").initial
    monkeypatch.setattr(display, "MOST_SQUARES", 1)
    assert state.position.cells == clauses.position.cells


@pytest.mark.parametrize(
    "change",
    [
        {"cells": [[[1, 1, "x"], [[99]]]]}, {"cells": [[[1, 1, "x"], [[]]]]},
        {"cells": [[[1, "1", "x"], []]]}, {"legal": [["first", []]]}, {"legal": 3},
        {"notations": []}, {"notations": None}, {"more": 1},
    ],
    ids=str,
)  # fmt: skip
def test_what_is_kept_to_show_a_game_is_checked(
    change: dict[str, object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(disk_cache.VARIABLE, str(tmp_path))
    board = str(ps.load("nim", tier="native").initial)
    game = ps.load("nim", tier="native")
    kept = kept_data(game.book, (), ".display")
    assert kept is not None
    keep_data(game.book, (), ".display", {**kept, **change})
    assert str(game.initial) == board
    assert kept_data(game.book, (), ".display") == kept


def walk(game: Game, seed: int) -> list[object]:
    """Return what is seen in a random game and beside it."""
    chance = random.Random(seed)
    state, told = game.initial, list[object]()
    while not state.terminal:
        others = [after for _, after in state.successors]
        again = game.of_facts(state.facts)
        told.append((again == state, [other.facts for other in others]))
        before, state = state, state.play(chance.choice(state.legal_moves))
        told.append((seen(before), seen(state), state in others))
    return told


def test_states_stay_what_they_are_when_the_kernels_take_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    known = walk(ps.load("nim(heaps=[1, 2])"), 1)
    game = ps.load("nim(heaps=[1, 2])", tier="native")
    source = game.machine
    assert isinstance(source, NetworkMachine)
    assert walk(game, 1) == known
    gates = source._native.network.gates
    for questions in range(source._met // gates + 1):
        monkeypatch.setattr(network, "FEW_GATES", questions * gates)
        game._network = NetworkMachine(game, order="unfolded")
        assert walk(game, 1) == known


@pytest.mark.parametrize("tier", ["clauses", "native"])
def test_threads_see_their_own_states(tier: str) -> None:
    known = [walk(ps.load("nim"), seed) for seed in range(8)]
    game = ps.load("nim", tier=tier)
    with ThreadPoolExecutor(8) as threads:
        assert [*threads.map(lambda seed: walk(game, seed), range(8))] == known
