"""Questions about a search: the answers are those of plain searches written here."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from io import StringIO
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from games import loaded

import pygame_search as ps
from pygame_search.cli.app import command
from pygame_search.programs.program import lecture, start
from pygame_search.quizzes.kinds import KINDS
from pygame_search.search.core.methods import PATH_METHODS, MethodCall
from pygame_search.support.console import Console

#: Games that are searched to their ends.
SMALL = ("nim(heaps=[1, 2])", "hexapawn(columns=2)", "chomp(columns=2, rows=3)")

FAR = 12


def asked(game: str, kind: str, **options: object) -> tuple[ps.Question, ...]:
    """Return all questions of a kind."""
    found = ps.quiz(loaded(game), kinds=[kind], questions=10_000, **options)  # type: ignore[arg-type]
    assert found
    assert {question.kind for question in found} == {kind}
    return found


@cache
def at(game: str, after: tuple[str, ...]) -> ps.State:
    state = loaded(game).initial
    for move in after:
        state = state.play(move)
    return state


def worth(state: ps.State, role: str) -> int:
    """Return the value of a position to a role, by plain minimax."""
    if state.terminal:
        value = state.goals[role]
        assert value is not None
        return value
    values = [worth(after, role) for _, after in state.successors]
    return max(values) if state.to_move == (role,) else min(values)


def test_a_game_asks_questions_about_itself() -> None:
    """As the function does."""
    game = loaded("nim(heaps=[1, 2])")
    assert game.quiz(seed=3) == ps.quiz(game, seed=3)


@pytest.mark.parametrize("game", SMALL)
def test_values_and_moves_are_those_of_plain_minimax(game: str) -> None:
    role = loaded(game).roles[0]
    for question in asked(game, "value", method="minimax", depth=FAR):
        expected = worth(at(game, question.after), role)
        assert question.answers == (str(expected),)
    for question in asked(game, "move", method="minimax", depth=FAR):
        state = at(game, question.after)
        sign = 1 if state.to_move == (role,) else -1
        values = {m: sign * worth(after, role) for m, after in state.successors}
        assert question.answers == (max(values, key=lambda m: values[m]),)
        assert set(question.choices) <= values.keys()


def alphabeta(game: str) -> tuple[dict[tuple[str, ...], bool], list[tuple[str, ...]]]:
    """Return whether a move cuts off the rest, by the moves to it, and all visits."""
    role = loaded(game).roles[0]
    cut: dict[tuple[str, ...], bool] = {}
    visits: list[tuple[str, ...]] = []

    def search(state: ps.State, after: tuple[str, ...], low: int, high: int) -> int:
        visits.append(after)
        if state.terminal:
            value = state.goals[role]
            assert value is not None
            return value
        best: int | None = None
        for move, following in state.successors:
            value = search(following, (*after, move), low, high)
            if state.to_move == (role,):
                best = value if best is None else max(best, value)
                low = max(low, best)
            else:
                best = value if best is None else min(best, value)
                high = min(high, best)
            cut[(*after, move)] = low >= high
            if low >= high:
                break
        assert best is not None
        return best

    search(loaded(game).initial, (), -10_000, 10_000)
    return cut, visits


def test_cuts_and_visits_are_those_of_plain_alphabeta() -> None:
    answers = {right for game in SMALL for right in cut_answers(game)}
    assert answers == {True, False}


def cut_answers(game: str) -> Iterator[bool]:
    """Yield whether the rest is cut off at each question, as a plain search has it."""
    cut, visits = alphabeta(game)
    for question in asked(game, "cut", depth=FAR):
        if question.choices != ("yes", "no"):
            continue
        move = re.search(r"\. (\w+\(.*?\)) is worth", question.text)
        assert move
        expected = cut[(*question.after, move[1])]
        assert question.answers == ("yes" if expected else "no",)
        yield expected
    for question in asked(game, "next", depth=FAR):
        after = tuple(question.answers[0].split("; "))
        before = visits[visits.index(after) - 1]
        assert before[:-1] == question.after
        assert at(game, before).terminal


def test_a_chance_node_has_the_mean() -> None:
    found = asked("pig", "value", depth=2)
    means = [question for question in found if "chance" in question.why]
    means = means or [question for question in found if "mean" in question.why]
    assert means
    for question in means:
        numbers = [Fraction(n) for n in re.findall(r": (-?[\d.]+)", question.text)]
        mean = sum(numbers, Fraction(0)) / len(numbers)
        assert question.check(str(mean)).right
        assert not question.check(str(mean + 1)).right


@pytest.mark.parametrize(
    ("right", "given", "expected"),
    [("33.3333", "33.33", True), ("33.3333", "33.3", False), ("0", "0.005", False),
     ("0.0123", "0.0185", False), ("0.0123", "0.01231", True), ("0.5", "1/2", True)],
)  # fmt: skip
def test_an_answer_may_be_rounded(right: str, given: str, expected: bool) -> None:
    [question] = ps.quiz(loaded("hexapawn"), kinds=["value"], questions=1)
    assert replace(question, answers=(right,)).check(given).right == expected


def most_proving(game: str, threshold: int) -> list[str]:
    """Return the most-proving nodes of a plain proof-number search, in their order."""
    role = loaded(game).roles[0]
    infinite = 10**9
    found: list[str] = []
    nodes: dict[tuple[str, ...], list[tuple[str, ...]]] = {}

    def numbers(after: tuple[str, ...]) -> tuple[int, int]:
        state = at(game, after)
        if after not in nodes:
            if state.terminal:
                won = (state.goals[role] or 0) >= threshold
                return (0, infinite) if won else (infinite, 0)
            return 1, 1
        pairs = [numbers(child) for child in nodes[after]]
        proofs, disproofs = zip(*pairs, strict=True)
        if state.to_move == (role,):
            return min(proofs), min(infinite, sum(disproofs))
        return min(infinite, sum(proofs)), min(disproofs)

    while 0 not in numbers(()):
        after: tuple[str, ...] = ()
        while after in nodes:
            side = 0 if at(game, after).to_move == (role,) else 1
            after = min(nodes[after], key=lambda child: numbers(child)[side])
        found.append("; ".join(after))
        nodes[after] = [(*after, move) for move in at(game, after).legal_moves]
    return found


@pytest.mark.parametrize("game", SMALL)
def test_the_most_proving_node_is_that_of_a_plain_search(game: str) -> None:
    expected = iter(most_proving(game, 1))
    for question in asked(game, "proving", method="proof_number(threshold=1)"):
        assert question.board in ("", str(loaded(game).initial))  # which does not tell
        assert question.answers[0] in expected  # and those before it are passed over
        assert set(question.answers) <= set(question.choices)


@pytest.mark.parametrize(
    ("method", "name"),
    [
        ("breadth", "breadth_first"),
        ("depth", "depth_first"),
        ("lowest_cost", "lowest_cost"),
        ("best_first", "best_first"),
        ("a_star", "a_star"),
    ],
)
def test_paths_are_expanded_as_in_the_lecture(method: str, name: str) -> None:
    game = loaded("delivery_robot")
    told = lecture(name).ask("path", start(game))
    assert told is not None
    expanded = [*map(game.node_text, told.looked_at)]
    expanded.append(game.node_text(told.states[-1].number))  # a goal is selected, too
    passed = iter(expanded)
    call = MethodCall(PATH_METHODS[method]).with_values(prune="cycles")
    for question in asked("delivery_robot", "path", method=call):
        *passed_by, end = question.answers[0].split()
        if end not in passed_by:  # a cycle is taken off the frontier, and pruned
            assert end in passed


@pytest.mark.parametrize(
    ("game", "method"),
    [
        ("river_crossing", "breadth"),
        *(("delivery_robot", method) for method in ("lowest_cost", "a_star")),
        *(("romania", method) for method in ("lowest_cost", "a_star")),
    ],
)
def test_no_node_is_expanded_twice(game: str, method: str) -> None:
    """A path to a node that was expanded before is pruned: it is no answer."""
    ends = []
    for question in asked(game, "path", method=method):
        taken = question.answers[0]
        book = loaded(game).space == "book"
        end = taken.split()[-1] if book else at(game, tuple(taken.split("; ")))
        ends.append(end)
        assert question.after == ()  # the board does not tell
    assert len({*ends}) == len(ends)


def test_what_is_drawn_does_not_tell() -> None:
    for question in ps.quiz(loaded("hexapawn"), questions=100):
        assert "best" not in question.tree
        assert "answers" not in question.as_json()
        assert "why" not in question.as_json()
        assert question.tree.count("<<<") == 1


def test_a_seed_gives_the_same_questions() -> None:
    one, same, other = (ps.quiz(loaded("hexapawn"), seed=n) for n in (3, 3, 4))
    assert one == same
    assert one != other
    assert [question.step for question in one] == sorted(q.step for q in one)
    kinds = [question.kind for question in ps.quiz(loaded("hexapawn"), questions=40)]
    assert {"value", "move", "cut", "window", "next"} == set(kinds) < set(KINDS)


def test_of_a_long_search_the_beginning_is_asked_about() -> None:
    """It has 40,128 events; in the first 300 the tree can be drawn as a whole."""
    found = ps.quiz(loaded("nim"), method="proof_number", questions=50)
    assert len(found) > 10
    assert all(question.step <= 300 for question in found)
    assert all(len(question.tree.splitlines()) < 200 for question in found)


def test_wrong_words_are_errors() -> None:
    game = loaded("nim(heaps=[1, 2])")
    with pytest.raises(ps.InputError, match="expected one of value, move, cut"):
        ps.quiz(game, kinds=["cuts"])
    with pytest.raises(ps.InputError, match="nothing to ask of the kind proving"):
        ps.quiz(game, kinds=["proving"])
    [question] = ps.quiz(game, kinds=["cut"], questions=1)
    for wrong in ("", "0", "3", "perhaps", "²", "9" * 5000):
        with pytest.raises(ps.InputError, match="its number, 1 to 2"):
            question.check(wrong)
    [question] = ps.quiz(loaded("hexapawn"), kinds=["value"], questions=1)
    for wrong in ("", "x", "1/0", "1" * 50, "1e99999999", "1e-0_999_999_999"):
        with pytest.raises(ps.InputError, match="expected a number"):
            question.check(wrong)


def run(words: str, text: str) -> Result:
    return CliRunner().invoke(command, ["quiz", *words.split()], input=text)


def test_the_dialogue() -> None:
    questions = ps.quiz(loaded("hexapawn"), questions=3)
    right = [question.answers[0] for question in questions]
    words = "hexapawn --questions 3"
    found = run(words, "\n".join(["perhaps not", *right]) + "\n")
    assert found.exit_code == 0
    assert found.stdout.count("Right. ") == 3
    assert found.stdout.endswith("3 of 3 answers right\n")
    found = run(words, f"{right[0]}\nq\n")
    assert found.exit_code == 1
    assert found.stdout.endswith("1 of 3 answers right, 2 not answered\n")
    assert run(words, "").stdout.endswith("0 of 3 answers right, 3 not answered\n")


def wrong(question: ps.Question) -> str:
    """Return an answer that is not right."""
    others = [one for one in question.choices if one not in question.answers]
    return others[0] if question.choices else str(Fraction(question.answers[0]) + 1)


def test_a_second_try_is_worth_half() -> None:
    one, two, three = ps.quiz(loaded("romania"), method="a_star", questions=3, seed=2)
    assert one.leaves_a_doubt
    words = "romania --method a_star --questions 3 --seed 2"
    typed = [wrong(one), one.answers[0], wrong(two), wrong(two), three.answers[0]]
    found = run(words, "\n".join(typed) + "\n")
    assert found.exit_code == 1
    assert found.stdout.count(f"Wrong. {one.hint} Try again.") == 2
    first = found.stdout[: found.stdout.index("Question 2")]
    assert one.why not in first[: first.index("Try again.")]
    assert f"Right at the second try. {one.why}" in first
    assert found.stdout.count("Wrong, the answer is") == 1
    last = "1 of 3 answers right, 1 at the second try, 1 wrong: 1.5 points\n"
    assert found.stdout.endswith(last)
    lines = "".join(f"{json.dumps({'answer': answer})}\n" for answer in typed)
    data = [*map(json.loads, run(f"{words} --json", lines).stdout.splitlines())]
    assert data[1] == {"again": True, "hint": one.hint}
    assert data[2] == {**one.check(one.answers[0]).as_json(), "points": 0.5}
    counts = {"right": 1, "second": 1, "wrong": 1, "points": 1.5, "of": 3}
    assert {key: data[-1][key] for key in counts} == counts


def test_what_ends_at_the_second_try_is_wrong() -> None:
    [question] = ps.quiz(loaded("romania"), method="a_star", questions=1)
    for end in ("", "q\n"):
        words = "romania --method a_star --questions 1"
        found = run(words, f"{wrong(question)}\n{end}")
        assert "Wrong, the answer is" in found.stdout
        assert found.stdout.endswith("0 of 1 answer right, 1 wrong\n")
        assert found.exit_code == 1


def test_of_two_choices_there_is_no_second_try() -> None:
    [question] = ps.quiz(loaded("nim"), kinds=["cut"], questions=1)
    found = run("nim --kind cut --questions 1", f"{wrong(question)}\n")
    assert "Try again." not in found.stdout
    exam = run("romania --questions 1 --exam", "1\n").stdout
    assert "Try again." not in exam


def test_an_exam_tells_at_the_end() -> None:
    questions = ps.quiz(loaded("hexapawn"), questions=2, seed=5)
    right = "".join(f"{question.answers[0]}\n" for question in questions)
    found = run("hexapawn --questions 2 --seed 5 --exam", right)
    assert found.exit_code == 0
    last = found.stdout.index(questions[1].text)
    assert "Right." not in found.stdout[:last]
    assert found.stdout.count("Right.") == 2


def test_lines_of_json() -> None:
    [question] = ps.quiz(loaded("nim"), kinds=["cut"], questions=1)
    answers = ["no json", "[]", "{}", '{"answer": 7}']
    answers += [json.dumps({"answer": question.answers[0]})]
    words = "nim --kind cut --questions 1 --json"
    found = run(words, "\n".join(answers) + "\n")
    assert found.exit_code == 0
    first, *errors, verdict, last = map(json.loads, found.stdout.splitlines())
    assert first == {"question": 1, "of": 1, **question.as_json()}
    assert [list(error) for error in errors] == [["error"]] * 4
    assert verdict == question.check(question.answers[0]).as_json()
    assert (last["right"], last["of"]) == (1, 1)
    exam = run(f"{words} --exam", answers[-1] + "\n").stdout.splitlines()
    assert json.loads(exam[1]) == {"taken": 1}


@pytest.mark.parametrize("game", ["tic_tac_toe", "nim", "pig"])
def test_a_start_where_all_moves_are_equal_is_left(game: str) -> None:
    found = ps.quiz(loaded(game), seed=3, questions=50)
    assert {"value", "move"} & {question.kind for question in found}
    [moves] = {question.position for question in found}
    assert moves
    state = at(game, moves)
    assert not state.terminal
    assert ps.quiz(loaded(game), seed=3, questions=50) == found
    again = ps.quiz(state, seed=3, questions=50)
    assert [q.text for q in again] == [q.text for q in found]
    assert not any(q.position for q in again)
    assert not any(q.position for q in ps.quiz(loaded(game).initial, kinds=["next"]))


def test_a_start_with_enough_to_ask_is_kept() -> None:
    for game in ("hexapawn", "delivery_robot", "helen_and_stavros"):
        assert not any(q.position for q in ps.quiz(loaded(game), seed=3))


def test_the_position_is_said() -> None:
    words = "tic_tac_toe --seed 3 --questions 1"
    moves = "; ".join(ps.quiz(loaded("tic_tac_toe"), seed=3)[0].position)
    text = " ".join(run(words, "q\n").stdout.split())
    search = "The search is alphabeta(sooner=false, depth=3) for"
    assert re.search(
        rf"{re.escape(search)} \w; it begins after {re.escape(moves)}\.", text
    )
    first = run(f"{words} --json", "").stdout.splitlines()[0]
    assert "; ".join(json.loads(first)["position"]) == moves
    given = CliRunner().invoke(
        command, ["quiz", "hexapawn", "--after", "move(1, 1, 1, 2)"], input="q\n"
    )
    assert "it begins" not in given.stdout
    assert f"{search} black." in given.stdout


@pytest.mark.parametrize(("width", "beside"), [(80, True), (46, False)])
def test_the_board_stands_beside_the_question(width: int, beside: bool) -> None:
    [question] = ps.quiz(loaded("hexapawn"), kinds=["cut"], questions=1)
    console = Console(file=StringIO(), width=width, force_terminal=True)
    with console.capture() as captured:
        console.print(question)
    lines = [line.rstrip() for line in captured.get().splitlines()]
    first = question.board.splitlines()[0]
    assert (f"{first}   {question.text.split(':')[0]}" in captured.get()) == beside
    assert (first in lines) != beside
    assert question.board in str(question)


def read_gift(text: str) -> list[tuple[str, list[str], list[str], str]]:
    """Return of each question its text, the right answers, the others, and why."""
    found = []
    for block in re.split(r"\n\n+", text.strip()):
        bare = re.match(
            r"::(?:[^:\\]|\\.)*::\[html\]((?:[^{\\]|\\.)*)\{((?:[^}\\]|\\.)*)\}$", block
        )
        assert bare, block
        answers, _, why = re.split(r"(?<!\\)(####)", bare[2], maxsplit=1)
        parts = re.findall(r"(?<!\\)([=~#])((?:[^=~#\\\n]|\\.)*)", answers)
        right = [t.removeprefix("%100%") for s, t in parts if s == "=" or "%100%" in t]
        right += [t for s, t in parts if s == "#" and not right]
        wrong = [t for s, t in parts if s == "~" and "%100%" not in t]

        def plain(text: str) -> str:
            text = re.sub(r"\\(.)", lambda m: "\n" if m[1] == "n" else m[1], text)
            return html.unescape(text)

        found.append((plain(bare[1]), [*map(plain, right)], [*map(plain, wrong)],
                      plain(why).strip()))  # fmt: skip
    return found


@pytest.mark.parametrize("game", ["hexapawn", "delivery_robot", "pig", "sokoban"])
def test_questions_for_moodle(game: str, tmp_path: Path) -> None:
    file = tmp_path / "quiz.gift"
    assert run(f"{game} --questions 8 --gift {file}", "").exit_code == 0
    questions = ps.quiz(loaded(game), questions=8)
    read = read_gift(file.read_text("utf-8"))
    for question, (text, right, wrong, why) in zip(questions, read, strict=True):
        assert question.text in text
        assert question.tree in text
        assert question.board in text
        assert question.introduction in text
        assert why == question.why
        if question.choices:
            assert set(right) == set(question.answers)
            assert {*right, *wrong} == {*question.choices}
        else:
            assert question.check(right[0].partition(":")[0]).right
