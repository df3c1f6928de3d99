"""Questions about all states: `initial(S)`, `successor(S, M, S1)` and their like."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from games import loaded

from pygame_search import load, read_program
from pygame_search.explanation.questions import ask
from pygame_search.game import State
from pygame_search.support.errors import PygameSearchError, RulesError
from pygame_search.support.resources import logic_folder

LECTURE = logic_folder() / "lectures" / "breadth_first.pl"

GAMES = ("hexapawn", "tic_tac_toe", "nim(heaps=[1, 2])", "chomp(columns=3, rows=2)",
         "othello(size=4)", "goofspiel", "pig")  # fmt: skip


def told(state: State, question: str) -> set[tuple[str, ...]]:
    """Return the answers to a question, each as the values of its variables."""
    return {tuple(a.values()) for a in state.ask(question, limit=500).answers}


def shown(state: State) -> str:
    return f"[{', '.join(state.facts)}]"


def places(call: str) -> list[State]:
    source = random.Random(1)
    found = [loaded(call).initial]
    while len(found) < 4 and not found[-1].terminal:
        found.append(source.choice([after for _, after in found[-1].successors]))
    return found


@pytest.mark.parametrize("call", GAMES)
def test_they_agree_with_the_states(call: str) -> None:
    for state in places(call):
        over = {(shown(state),)} if state.terminal else set()
        assert told(state, "position(S), terminal(S)") == over
        movers = set() if state.terminal else set(state.to_move)
        assert {t[-1] for t in told(state, "position(S), to_move(S, R)")} == movers
        moves = {(r, m) for r in movers for m in state.legal[r]}
        found = told(state, "position(S), legal(S, R, M)")
        assert {t[1:] for t in found} == moves
        after = {shown(following) for _, following in state.successors}
        found = told(state, "position(S), successor(S, M, S1)")
        assert {t[-1] for t in found} == after


def test_the_start_and_a_state_that_is_typed() -> None:
    game = loaded("hexapawn")
    state = game.initial.play("move(1, 1, 1, 2)")
    assert told(state, "initial(S)") == {(shown(game.initial),)}
    lost = "[cell(1, 3, white), control(black)]"
    assert told(state, f"goal({lost}, R, V)") == {("white", "10"), ("black", "-10")}
    with pytest.raises(
        PygameSearchError, match=r"expected a state as in \[fluent, fluent\]"
    ):
        state.ask("terminal(here)")
    with pytest.raises(PygameSearchError, match=r"no rule can make this hold"):
        state.ask("terminal([king])")
    with pytest.raises(PygameSearchError, match="a variable has no value yet"):
        state.ask("terminal(S)")


def test_a_space_of_nodes() -> None:
    space = loaded("delivery_robot")
    found = ask(space, "initial(S), successor(S, _, S1), cost(S, _, S1, C), h(S1, H)")
    assert {a["S1"]: (a["C"], a["H"]) for a in found.answers} == {
        "lounge": ("10", "8"), "store": ("9", "18"), "corridor_west": ("4", "11"),
    }  # fmt: skip


@pytest.mark.parametrize("call", ["delivery_robot", "water_jugs"])
def test_the_position_in_a_space_of_nodes_is_its_start(call: str) -> None:
    space = loaded(call)
    start = ask(space, "initial(S)").answers
    assert ask(space, "position(S)").answers == start
    found = ask(
        space, "position(S), path(S, [_, S1|_])", program=LECTURE, limit=1
    ).answers
    assert found == ask(
        space, "initial(S), path(S, [_, S1|_])", program=LECTURE, limit=1
    ).answers  # fmt: skip
    assert found[0]["S"] == start[0]["S"]


def test_a_program_has_no_position(tmp_path: Path) -> None:
    file = tmp_path / "own.pl"
    file.write_text("path(S, [S]) :- position(S).", encoding="utf-8")
    with pytest.raises(RulesError, match=r"only a question has a position"):
        read_program(file)


def test_how_and_whynot_go_into_the_rules() -> None:
    game = loaded("hexapawn")
    lost = "[cell(1, 3, white), control(black)]"
    proof = str(game.initial.explain(f"terminal({lost})"))
    assert "wins(white)" in proof
    assert "true(cell(1, 3, white))" in proof
    refuted = str(
        game.initial.explain("position(S), legal(S, white, move(1, 1, 2, 2))")
    )
    assert "legal(white, move(1, 1, 2, 2))" in refuted
    assert "does not hold" in refuted


def test_a_relation_of_the_game_comes_first(tmp_path: Path) -> None:
    file = tmp_path / "own.pl"
    file.write_text(
        "role(ann). init(at(1)). legal(ann, go) :- true(at(1)).\n"
        "next(at(2)) :- does(ann, go). terminal :- true(at(2)).\n"
        "goal(ann, 1). position(mine). legal(ann, wait) :- position(mine).\n",
        encoding="utf-8",
    )
    assert told(load(file).initial, "position(P)") == {("mine",)}
