"""The lectures about what roles know, as clauses and as functions, beside the engine.

On random games with percepts: the same beliefs, and the same move and value. And what a
program answers follows from what its role knows, whatever the position is.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import pytest
from click.testing import CliRunner
from hidden_texts import CARDS, MONTY_HALL, STOP_OR_GO, SURE_COIN
from percept_games import percept_game

import pygame_search as ps
from pygame_search.cli.app import command
from pygame_search.experiments.knowledge_forms import compare_knowledge
from pygame_search.explanation.program_steps import program_steps
from pygame_search.game import Game, State, load_text
from pygame_search.lectures import belief, pimc, relations
from pygame_search.machine.belief import ClauseBeliefs, view_after
from pygame_search.programs.program import SearchProgram, lecture
from pygame_search.rules.rulebook import Rulebook
from pygame_search.support.errors import InputError, PygameSearchError, RulesError

#: How many random games are played.
SEEDS = 100


def played(game: Game, source: random.Random) -> State:
    """Return a state of a random game, often at its end."""
    state = game.initial
    for _ in range(source.choice([1, 2, 9])):
        if state.terminal:
            break
        state = state.play_joint(state.drawn(role, source) for role in game.roles)
    return state


def movers(state: State) -> list[str]:
    """Return the players that move."""
    over = state.terminal
    return [] if over else [role for role in state.to_move if role != "random"]


def program(text: str) -> SearchProgram:
    return SearchProgram(Rulebook("mine", "mine.pl", text), any_clauses=True)


def asked(state: State, question: str, text: str = "nothing.") -> list[str]:
    """Return the answers to a question with a program beside the game."""
    return ps.ask(state, question, program=program(text)).lines()


@pytest.mark.parametrize("seed", range(SEEDS))
def test_beliefs_are_those_of_the_engine(seed: int) -> None:
    game = load_text(percept_game(seed).text)
    state = played(game, random.Random(seed))
    assert state.line is not None
    for role in game.players:
        told = lecture("belief").ask("belief", state, role=role)
        assert told is not None
        numbers = (possible.number for possible in told.states)
        clauses = dict(zip(numbers, told.likelihoods, strict=True))
        rules = relations.known(state)
        function = {s.number: p for s, p in belief.belief(rules, role)}
        view = view_after(rules.game, role, state.line)
        assert clauses == function == ClauseBeliefs(rules.game).of(view)


@pytest.mark.parametrize("seed", range(SEEDS))
def test_both_forms_of_pimc_agree(seed: int) -> None:
    """In the first states of a game, too: most of it lies ahead."""
    made = percept_game(seed)
    game = load_text(made.text)
    source = random.Random(seed)
    for state in (game.initial, played(game, source)):
        for role, depth in product(movers(state), (1, 9)):
            [*found] = ps.ask(
                state, f"best({role}, {depth}, M, V)", program=lecture("pimc")
            ).answers
            rules = relations.known(state)
            if made.unknown and not found:  # no move is legal in all states
                with pytest.raises(ValueError, match="empty"):
                    pimc.best(rules, role, depth)
                continue
            move, value = pimc.best(rules, role, depth)
            [[text]] = rules.machine.texts([(move,)])
            assert found == [{"M": text, "V": str(value)}]


@pytest.mark.parametrize("seed", range(0, SEEDS, 3))
def test_pimc_is_the_mean_of_the_engine_s_searches(seed: int) -> None:
    made = percept_game(seed)
    game = load_text(made.text)
    state = played(game, random.Random(seed))
    for role in movers(state):
        if not made.unknown:
            assert compare_knowledge("pimc", state, role=role, depth=9).same
            assert compare_knowledge("belief", state, role=role, depth=1).same


def twins(game: Game, role: str) -> Iterator[list[State]]:
    """Yield positions that a role cannot tell apart."""
    groups: dict[object, list[State]] = {}
    reached = [game.initial]
    while reached:
        state = reached.pop()
        groups.setdefault(state.view(role), []).append(state)
        if not state.terminal:
            joints = product(*(state.legal[one] for one in game.roles))
            reached += map(state.play_joint, joints)
    yield from (group for group in groups.values() if len(group) > 1)


@pytest.mark.parametrize("text", [CARDS, MONTY_HALL, STOP_OR_GO, SURE_COIN])
def test_what_is_hidden_changes_no_answer(text: str) -> None:
    """Every byte of an answer is the same in all positions of one view."""
    game = load_text(text)
    groups = 0
    for role in game.players:
        for group in twins(game, role):
            groups += 1
            for name, question in (
                ("belief", f"belief({role}, B)"), ("pimc", f"best({role}, 3, M, V)"),
                ("pimc", f"believed({role}, S, P)"), ("belief", f"view({role}, V)"),
            ):  # fmt: skip
                found = [ps.ask(s, question, program=lecture(name)) for s in group]
                assert len({str(one.as_json()) for one in found}) == 1
                assert len({str(one) for one in found}) == 1
    assert groups


CHEATS = [
    ("true(holds(bob, C))", "true/1 would tell it of the position"),
    ("position(S)", "position/1 would tell it of the position"),
    ("best(ann, 3, M, V), goal(ann, V)", "goal/2 would tell it of the position"),
    ("knows(bob, true(holds(ann, C)))", "knows/2 would tell it of the position"),
    ("after(ann, bet, terminal)", "after/3 would tell it of the position"),
    ("believed(ann, _, _), believed(bob, S, P)", "may not ask what bob knows"),
    ("view(bob, V), best(ann, 3, M, V)", "asked what bob knows, so it may not ask"),
    ("cheat(S)", "may not ask what bob knows: ask for one role at a time"),
    ("believed(R, S, P)", "a variable has no value yet"),
    ("believed(carl, S, P)", "no role carl: expected one of ann, bob"),
    ("believed(random, S, P)", "no role random: expected one of ann, bob"),
]


@pytest.mark.parametrize(("question", "says"), CHEATS)
def test_a_program_does_not_see_the_position(question: str, says: str) -> None:
    state = load_text(CARDS).after("deal(1, 2)")
    text = lecture("pimc").book.text + "\ncheat(S) :- best(ann, 3, _, _), view(bob, S)."
    with pytest.raises((InputError, RulesError), match=says):
        asked(state, question, text)


def test_a_program_needs_the_moves_since_the_start() -> None:
    game = load_text(CARDS)
    bare = game.state("[holds(ann, 1), holds(bob, 2), to_move(ann)]")
    with pytest.raises(InputError, match=r"since the start: give .* \(--after\)"):
        ps.ask(bare, "best(ann, 3, M, V)", program=lecture("pimc"))
    with pytest.raises(InputError, match=r"since the start: give .* \(--after\)"):
        belief.belief(relations.known(bare), "ann")
    with pytest.raises(PygameSearchError, match="hidden information"):
        lecture("minimax").ask("best", game.after("deal(1, 2)"), depth=2)


def test_states_are_those_of_the_program() -> None:
    """All relations over states can be asked of what a role thinks possible."""
    state = load_text(CARDS).after("deal(1, 2)")
    percepts = "believed(ann, S, P), percepts(S, ann, Ps), percepts(S, bob, Qs)"
    assert {line.partition(" Ps")[2] for line in asked(state, percepts)} == {
        " = [card(1)], Qs = [card(2)]", " = [card(1)], Qs = [card(3)]",
    }  # fmt: skip
    moves = "believed(ann, S, P), successor(S, bet, S1), to_move(S1, R)"
    assert len(asked(state, moves)) == 2
    assert asked(state, "role(R), R \\== random, X = R")[0] == "R = ann, X = ann"


def test_without_a_program_believed_has_plain_states() -> None:
    """The one who asks sees the position, as with knows/2."""
    state = load_text(CARDS).after("deal(1, 2); bet")
    lines = ps.ask(state, "believed(bob, S, P), true(to_move(R))").answers
    assert [line["P"] for line in lines] == ["1/2", "1/2"]
    assert not any("seen now" in line["S"] for line in lines)
    both = ps.ask(state, "view(ann, A), view(bob, B)").answers[0]
    assert both["A"] == "[step(noop, [card(1)], false), step(bet, [], false)]"
    assert both["B"] == "[step(noop, [card(2)], false), step(noop, [bet], false)]"


@pytest.mark.parametrize("call", ["hexapawn", "tic_tac_toe"])
def test_where_nothing_is_hidden_pimc_is_minimax(call: str) -> None:
    state = ps.load(call).initial
    known = lecture("pimc").ask("choice", state, depth=2)
    seen = lecture("minimax").ask("best", state, depth=2)
    assert known == seen
    assert compare_knowledge("pimc", state, role=None, depth=2).same


def test_face_up_every_role_believes_in_the_position() -> None:
    state = load_text(CARDS).face_up().after("deal(1, 2)")
    assert len(asked(state, "believed(ann, S, 1), position(S)")) == 1
    with pytest.raises(InputError, match="here each role sees the position"):
        asked(state, "view(ann, V)")
    with pytest.raises(InputError, match="the states of this one hold no percepts"):
        asked(state, "position(S), percepts(S, ann, Ps)")


def test_steps_and_proofs_of_a_program_tell_what_it_knows() -> None:
    state = load_text(CARDS).after("deal(1, 2)")
    used, question = lecture("pimc"), "best(ann, 1, M, V)"
    steps = str(program_steps(state, question, program=used))
    assert "holds believed(ann, S, P): S = s0, P = 1/2" in steps
    assert "the position" not in steps
    proof = str(ps.explain(state, question, program=used))
    assert "believed(ann, s0, 1/2)" in proof
    assert not re.search(r"\b[0-9]+r[0-9]", proof)
    [data] = [json.dumps(ps.explain(state, question, program=used).as_json())]
    assert not re.search(r"\b[0-9]+r[0-9]", data)
    assert "the position" not in proof


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("belief", "a list of a state and a number, S-P"),
        ("choice", "a move"),
    ],
)
def test_an_answer_that_is_none(question: str, says: str) -> None:
    state = load_text(CARDS).after("deal(1, 2)")
    wrong = program("belief(_, 7). best(_, _, _, 1).")
    with pytest.raises(InputError, match=says):
        wrong.ask(question, state, role="ann", depth=1)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["belief", "hexapawn"], "each role knows the position"),
        (["belief", "monty_hall", "--depth", "2"], "belief has no depth"),
        (["logic/lectures/pimc.pl", "hexapawn"], "cannot be compared with a search"),
        (["belief", "monty_hall", "--json"], "has the lecture's form only"),
        (["pimc", "monty_hall"], "pimc is for a role that moves; candidate does not"),
        (["belief", "monty_hall", "--positions", "3"], "FILE of a search program"),
        (["belief", "monty_hall", "--state", "[step(1)]"], "since the start"),
        (["belief", "monty_hall", "--role", "bob"], "bob"),
    ],
)
def test_what_cannot_be_compared(words: list[str], says: str) -> None:
    result = CliRunner().invoke(command, ["compare", *words])
    assert result.exit_code == 2
    assert says in result.output


def test_compare_shows_both_forms() -> None:
    after = ["--after", "hide(2); choose(1); open(3)"]
    result = CliRunner().invoke(command, ["compare", "belief", "monty_hall", *after])
    assert result.exit_code == 0
    assert "logic/lectures/belief.pl" in result.output
    assert "pygame_search/lectures/belief.py" in result.output
    assert "the three agree" in result.output
    assert str(Fraction(2, 3)) in result.output
    page = [*after, "--format", "html"]
    result = CliRunner().invoke(command, ["compare", "pimc", "monty_hall", *page])
    assert result.exit_code == 0
    assert result.output.startswith("<!doctype html>")
