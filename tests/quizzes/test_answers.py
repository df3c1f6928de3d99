"""Answers over more games: found again by plain searches of the positions."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from itertools import product
from math import inf, log, sqrt

import pytest
from click.testing import CliRunner, Result
from games import loaded

import pygame_search as ps
from pygame_search.cli.app import command
from pygame_search.quizzes.kinds import KINDS

#: What a search of these finds depends on the depth: at the limit all is worth 0.
GAMES = (
    "hexapawn", "nim(heaps=[1, 2, 2])", "helen_and_stavros", "chomp(columns=3, rows=2)",
)  # fmt: skip
PLAIN = "evaluation=zero, sooner=false"


def asked(game: str, **options: object) -> tuple[ps.Question, ...]:
    return ps.quiz(loaded(game), questions=150, **options)  # type: ignore[arg-type]


def at(game: str, after: tuple[str, ...]) -> ps.State:
    return loaded(game).after(after)


def backed(state: ps.State, role: str, depth: int) -> Fraction:
    """Return what plain expectimax backs up; it is minimax without chance."""
    if state.terminal:
        return Fraction(state.goals[role] or 0)
    if depth == 0:
        return Fraction(0)
    values = [backed(after, role, depth - 1) for _, after in state.successors]
    if state.to_move == ("random",):
        return sum(values, Fraction(0)) / len(values)
    return max(values) if state.to_move == (role,) else min(values)


@pytest.mark.parametrize("game", GAMES)
def test_values_at_a_depth_are_those_of_plain_minimax(game: str) -> None:
    role, found = loaded(game).roles[0], asked(game, method=f"minimax({PLAIN})")
    values = [question for question in found if question.kind == "value"]
    assert values
    for question in values:
        depth = 3 if len(loaded(game).initial.legal_moves) <= 6 else 2
        expected = backed(at(game, question.after), role, depth - len(question.after))
        assert question.check(str(expected)).right
        assert not question.check(str(expected + 1)).right
        if expected:
            other = question.check(str(-expected))
            assert not other.right
            assert "is the value for the other side." in other.why


@pytest.mark.parametrize("game", ["pig(target=4, turns=1)", "pig(sides=2, target=3)"])
def test_values_of_chance_are_those_of_plain_expectimax(game: str) -> None:
    found = asked(game, kinds=["value"], method=f"expectimax({PLAIN}, depth=4)")
    movers = set()
    for question in found:
        state = at(game, question.after)
        expected = backed(state, "ann", 4 - len(question.after))
        movers |= set(state.to_move)
        assert question.check(str(expected)).right
        assert question.check(f"{float(expected):.2f}").right
        assert not question.check(str(expected + 1)).right
    assert "random" in movers


def test_each_role_takes_its_best_in_maxn() -> None:
    game = "coins_in_a_row"
    names = loaded(game).players

    def best(state: ps.State) -> tuple[int, ...]:
        if state.terminal:
            return tuple(state.goals[name] or 0 for name in names)
        index = names.index(state.to_move[0])
        return max((best(s) for _, s in state.successors), key=lambda v: v[index])

    found = asked(game, method="maxn(depth=9, sooner=false)")
    assert {question.kind for question in found} >= {"value", "move"}
    for question in found:
        state = at(game, question.after)
        if question.kind == "value":
            assert question.answers == (str(best(state)[0]),)
        if question.kind == "move":
            [right] = question.answers
            index = names.index(state.to_move[0])
            values = {move: best(after)[index] for move, after in state.successors}
            assert values[right] == max(values.values())


def at_once(state: ps.State, role: str, depth: int) -> dict[str, int]:
    """Return what each move of a role is worth at worst, the others knowing it."""
    worst: dict[str, int] = {}
    index = state.game.roles.index(role)
    for joint in product(*state.legal.values()):
        after = state.play(f"[{', '.join(joint)}]")
        value = 0
        if after.terminal:
            value = after.goals[role] or 0
        elif depth > 1:
            value = max(at_once(after, role, depth - 1).values())
        worst[joint[index]] = min(worst.get(joint[index], value), value)
    return worst


@pytest.mark.parametrize("method", ["minimax", "alphabeta"])
def test_where_all_move_at_once_the_others_know_the_move(method: str) -> None:
    found = asked("goofspiel(cards=3)", method=f"{method}({PLAIN}, depth=3)")
    kinds = set()
    for question in found:
        if question.kind not in ("value", "move"):
            continue
        state = at("goofspiel(cards=3)", question.after)
        worst = at_once(state, "ann", 3 - len(question.after))
        kinds.add(question.kind)
        if question.kind == "value" and method == "minimax":  # else it is a bound
            assert question.answers == (str(max(worst.values())),)
        if question.kind == "move":
            [right] = question.answers
            assert worst[right] == max(worst.values())
    assert kinds == {"value", "move"}


class Window:
    """Plain alpha-beta to a depth, with the window after each move."""

    def __init__(self, role: str) -> None:
        self.role = role
        self.cut: dict[tuple[str, ...], bool] = {}
        self.visits: list[tuple[str, ...]] = []

    def value(
        self, state: ps.State, left: int, low: float, high: float,
        line: tuple[str, ...] = (),
    ) -> float:  # fmt: skip
        self.visits.append(line)
        if state.terminal or left == 0:
            return (state.goals[self.role] or 0) if state.terminal else 0
        ours = state.to_move == (self.role,)
        best = -inf if ours else inf
        for move, after in state.successors:
            score = self.value(after, left - 1, low, high, (*line, move))
            best = max(best, score) if ours else min(best, score)
            low, high = (max(low, best), high) if ours else (low, min(high, best))
            self.cut[(*line, move)] = low >= high
            if low >= high:
                break
        return best


@pytest.mark.parametrize("fail", ["soft", "hard"])
@pytest.mark.parametrize("game", GAMES)
def test_cuts_at_a_depth_are_those_of_the_window(game: str, fail: str) -> None:
    start = loaded(game).initial
    plain = Window(start.to_move[0])
    plain.value(start, 4, -inf, inf)
    found = asked(game, method=f"alphabeta({PLAIN}, fail={fail}, depth=4)")
    cuts = [question for question in found if question.choices == ("yes", "no")]
    assert cuts
    for question in cuts:
        move = re.search(r"\. (\w+\(.*?\)) is worth", question.text)
        assert move
        expected = plain.cut[(*question.after, move[1])]
        assert question.answers == ("yes" if expected else "no",)
    for question in found:
        if question.kind == "next":
            after = tuple(question.answers[0].split("; "))
            before = plain.visits[plain.visits.index(after) - 1]
            assert before[:-1] == question.after


METHODS = (
    "alphabeta", "alphabeta(fail=hard)", "alphabeta(order=history, table=true)", "pvs",
    "alphabeta(sooner=true)", "deepening(depth=4)", "deepening(depth=4, search=pvs)",
)  # fmt: skip


@pytest.mark.parametrize("method", METHODS)
def test_the_window_that_is_shown_decides(method: str) -> None:
    call = ps.read_method(method)
    depth = None if call["depth"] else 4
    for question in asked("hexapawn", kinds=["cut"], method=call, depth=depth):
        if question.choices != ("yes", "no"):
            continue
        shown = re.search(
            r"^(\w+) moves .*alpha is (\S+?)(?: \(.*?\))? "
            r"and beta (\S+?)(?: \(.*?\))?\. "
            r".*? is worth (\S+) for",
            question.text,
        )
        assert shown
        mover, low, high, value = shown.groups()
        if question.answers == ("yes",):
            bound = float(high) if mover == "white" else float(low)
            beyond = (
                float(value) >= bound if mover == "white" else float(value) <= bound
            )
            assert beyond, question.text


@pytest.mark.parametrize("game", ["hexapawn", "tic_tac_toe", "connect_four"])
def test_a_cut_is_as_likely_as_none(game: str) -> None:
    found = ps.quiz(loaded(game), kinds=["cut"], questions=6, depth=3)
    answers = [question.answers[0] for question in found]
    assert answers.count("no") == answers.count("yes") == 2
    for question in found:
        if question.choices != ("yes", "no"):
            assert question.choices[-1] == "none of them"
            assert " are never looked at?" in question.text


def test_the_tree_does_not_tell_alpha_and_beta() -> None:
    found = asked("hexapawn", kinds=["window"])
    assert len({question.answers for question in found}) > 2
    for question in found:
        assert "alpha" not in question.tree
        [right] = question.answers
        assert right in question.choices
        short = right.replace("alpha ", "").replace("beta ", "")
        assert question.check(short).right


#: What is lowest in the path that is selected, of its cost and its estimate.
LOWEST = {
    "lowest_cost": lambda cost, h: cost,
    "best_first": lambda cost, h: h,
    "a_star": lambda cost, h: cost + h,
}


@pytest.mark.parametrize("method", LOWEST)
def test_the_path_selected_is_the_lowest_that_is_shown(method: str) -> None:
    for question in asked("eight_puzzle", method=method)[:20]:
        lines = [line for line in question.tree.splitlines() if "frontier" in line]
        keys = []
        for line in lines:
            found = re.search(r"frontier  (?:[a-z]+ )?(\d+)(?: \+ (\d+))?", line)
            assert found
            keys.append(LOWEST[method](int(found[1]), int(found[2] or 0)))
        [right, *_] = question.answers
        end = right.split("; ")[-1]
        fitting = [k for k, line in zip(keys, lines, strict=True) if f" {end} " in line]
        assert min(keys) in fitting
        wrong = [one for one in question.choices if one not in question.answers]
        for choice in wrong:
            assert question.check(choice).why.startswith(f"{choice} has the ")


@pytest.mark.parametrize("game", ["tic_tac_toe", "nim(heaps=[1, 2])", "hexapawn"])
def test_the_move_that_uct_selects_has_the_highest_bound(game: str) -> None:
    found = ps.quiz(loaded(game), method="uct(simulations=80, seed=2)", questions=8)
    assert {question.kind for question in found} == {"uct"}
    [(low, high), *_] = loaded(game).ranges
    for question in found:
        total = re.match(r"\d+", question.text)
        assert total
        rows = re.findall(r"─ (.+?)  .*?(-?[\d.]+), (\d+) games?", question.tree)
        assert {row[0] for row in rows} == set(loaded(game).initial.legal_moves)
        bounds = {
            move: (float(mean) - low) / (high - low)
            + 0.7 * sqrt(log(int(total[0])) / int(games))
            for move, mean, games in rows
        }
        for choice in question.choices:
            highest = bounds[choice] == pytest.approx(max(bounds.values()), abs=1e-5)
            assert (choice in question.answers) == highest
            verdict = question.check(choice)
            assert verdict.right == highest


def test_uct_is_asked_about_only_where_the_tree_shows_all() -> None:
    for method in ("uct(solver=true)", "uct(batch=4)"):
        with pytest.raises(ps.InputError, match="nothing to ask"):
            ps.quiz(loaded("nim"), method=method)


@pytest.mark.parametrize(
    "method",
    [
        "alphabeta",
        "maxn",
        "proof_number",
        "uct",
        "pvs",
        "deepening(depth=3)",
    ],
)
def test_no_hint_and_no_choice_tells(method: str) -> None:
    for question in ps.quiz(loaded("hexapawn"), method=method, questions=20):
        assert question.hint == KINDS[question.kind].hint
        assert set(question.answers).isdisjoint(question.hint.split())
        assert not question.choices or set(question.answers) < set(question.choices)
        assert all(question.choices)
        assert len({*question.choices}) == len(question.choices)
        data = question.as_json()
        assert not {"answers", "why", "hint", "notes"} & set(data)


def run(words: str, text: str) -> Result:
    return CliRunner().invoke(command, ["quiz", *words.split()], input=text)


def test_a_hint_and_an_exam_without_one() -> None:
    [question] = ps.quiz(loaded("nim"), kinds=["cut"], questions=1)
    words, right = "nim --kind cut --questions 1", question.answers[0]
    found = run(words, f"?\n{right}\n")
    assert question.hint in found.stdout
    assert found.exit_code == 0
    found = run(f"{words} --exam", f"?\n{right}\n")
    assert question.hint not in found.stdout
    assert "an exam has no hints" in found.stdout
    lines = f'{{"answer": "?"}}\n{{"answer": "{right}"}}\n'
    assert f'{{"hint": "{question.hint}"}}' in run(f"{words} --json", lines).stdout


@pytest.mark.parametrize(
    "line",
    ["", "what", "[1]", "{}", "null", '"yes"', '{"answer": null}', '{"answer": [1]}',
     '{"answer": true}', '{"answer": NaN}', '{"guess": 1}', "[" * 100_000],
)  # fmt: skip
def test_a_bad_line_leaves_the_question_open(line: str) -> None:
    found = run("nim --kind cut --questions 1 --json", f"{line}\n")
    question, error, end = found.stdout.splitlines()
    assert question.startswith('{"question": 1')
    assert error.startswith('{"error": ')
    assert json.loads(end)["verdicts"] == []
    assert found.exit_code == 1
