"""Hand-ins beside a reference: single changes are found, and new names are no fault."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import shlex
import subprocess
from dataclasses import replace
from pathlib import Path

import hand_ins
import pytest
from click.testing import CliRunner
from games import loaded

import pygame_search as ps
from pygame_search.cli.app import command
from pygame_search.game import Game
from pygame_search.grading import batch
from pygame_search.grading.changes import changes
from pygame_search.grading.grade import Grade, grade
from pygame_search.grading.in_step import in_step
from pygame_search.grading.lines import Lines
from pygame_search.grading.positions import Positions
from pygame_search.grading.renaming import extended, renamed
from pygame_search.grading.resemblance import fingerprints, most_like
from pygame_search.grading.rubric import read_rubric
from pygame_search.grading.walk import InStep
from pygame_search.programs.comparison import ProgramComparison
from pygame_search.rules.rulebook import Rulebook, split_call
from pygame_search.support.clock import Clock
from pygame_search.support.errors import PygameSearchError
from pygame_search.support.resources import rules_folder

#: Games whose positions are all compared in a moment.
GAMES = (
    "hexapawn(columns=2, rows=4)",
    "nim(heaps=[1, 2])",
    "helen_and_stavros",
    "chomp(columns=2, rows=2)",
)

#: What says nothing about play: titles, and what is seen and valued of a position.
BESIDE = re.compile(
    r"(title|source|about|notation|reason|advice|quiet|mid_turn|constant_sum|repetition|"
    r"chequered|hexagonal|draw_[a-z]+|symbol)\b"
)


def text_of(game: str) -> str:
    """Return the text of a rule file, with the parameters of the call as defaults."""
    place, arguments = split_call(game)
    text = (rules_folder() / f"{place}.pl").read_text(encoding="utf-8")
    for name, value in re.findall(r"(\w+)=(\[.*?\]|\w+)", arguments):
        given = f"parameter({name}, {value})."
        text = re.sub(rf"(?m)^parameter\({name}, .*\)\.", given, text)
    return text


def rules_of(text: str) -> list[str]:
    return re.findall(r"(?ms)^[a-z].*?\.[ \t]*$", text)


def student(text: str) -> Game:
    return ps.load_text(text, name="student")


def compared(text: str, game: str) -> InStep:
    return in_step(student(text), ps.load(game), positions=500, games=20)


def test_names_are_found() -> None:
    [found] = extended(["go(1, a)", "go(2, b)"], ["move(1, x)", "move(2, y)"], {})
    assert dict(found) == {"go": "move", "a": "x", "b": "y"}
    assert list(extended(["go(1, a)"], ["move(2, a)"], {})) == []
    assert list(extended(["f(a, a)"], ["f(b, c)"], {})) == []
    assert len(list(extended(["a", "b"], ["x", "y"], {}))) == 2
    assert renamed("go('a b', go1, 3)", {"go": "to", "'a b'": "c"}) == "to(c, go1, 3)"


@pytest.mark.parametrize("game", GAMES)
def test_a_rule_file_is_like_itself(game: str) -> None:
    found = compared(text_of(game), game)
    assert found.same
    assert not found.names


@pytest.mark.parametrize(
    "game",
    [
        *(pytest.param(game, marks=pytest.mark.slow) for game in GAMES[::2]),
        *GAMES[1::2],
    ],
)
def test_a_deleted_rule_is_found(game: str) -> None:
    text = text_of(game)
    tried = 0
    for rule in rules_of(text):
        if BESIDE.match(rule):
            continue
        try:
            hand_in = student(text.replace(rule, "", 1))
        except PygameSearchError:
            continue  # a fault that `check` names
        found = in_step(hand_in, ps.load(game), positions=200, games=8)
        assert not found.same, rule
        tried += 1
    assert tried >= 3


@pytest.mark.parametrize("game", GAMES)
def test_new_names_and_another_order_are_no_fault(game: str) -> None:
    text = text_of(game)
    rules = rules_of(text)
    reordered = "\n".join(sorted(rules, key=lambda r: (r.split("(")[0], r)))
    assert compared(reordered, game).same
    names = {
        "white": "weiss", "black": "schwarz", "first": "one", "second": "two",
        "helen": "h", "stavros": "s", "move": "go", "take": "pick", "bite": "eat",
        "cell": "square", "control": "turn", "left": "links", "right": "rechts",
    }  # fmt: skip
    pattern = r"(?<![\w'])(" + "|".join(names) + r")(?![\w'])"
    other = re.sub(pattern, lambda m: names[m[1]], text)
    assert other != text
    found = compared(other, game)
    assert found.same
    assert found.roles


def test_the_first_difference_has_the_moves_that_lead_there() -> None:
    text = text_of("hexapawn").replace(
        "goal(P, 10) :- wins(P).", "goal(P, 9) :- wins(P)."
    )
    found = compared(text, "hexapawn")
    difference = found.differences["goals"]
    assert (difference.hand_in, difference.reference) == (
        "black -10, white 9",
        "black -10, white 10",
    )
    end = loaded("hexapawn").after(difference.after)
    assert end.terminal
    assert found.complete


def test_other_roles_are_a_difference() -> None:
    found = compared(text_of("nim"), "coins_in_a_row")
    assert not found.same
    assert list(found.differences) == ["roles"]


@pytest.mark.slow
def test_many_positions_are_compared_in_random_games() -> None:
    text = text_of("connect_four").replace(
        "parameter(in_a_row, 4)", "parameter(in_a_row, 3)"
    )
    found = in_step(student(text), loaded("connect_four"), positions=50, seconds=2)
    assert not found.complete
    assert "ends" in found.differences


def test_random_games_end_where_a_role_has_no_move() -> None:
    text = """
        (role a) (role b) (init (n 0)) (<= (next (n 1)) (true (n 0)))
        (legal a go) (<= (legal b go) (true (n 0))) (<= terminal (true (n 2)))
        (<= (goal ?p 0) (role ?p))
    """
    stuck = ps.load_text(text, syntax="kif")
    found = in_step(stuck, stuck, positions=1, games=2)
    assert found.same
    assert found.asked["ends"] == 2


#: Only after nine moves `go(1)` in a row is `leap` legal.
SELDOM = """
role(a). role(b). init(left(14)). init(run(0)). init(control(a)).
other(a, b). other(b, a).
legal(P, go(M)) :- true(control(P)), between(1, 3, M).
legal(P, leap) :- true(control(P)), true(run(9)).
step(M, N) :- between(1, 14, M), N is M - 1.
next(left(N)) :- true(left(M)), step(M, N).
next(run(N)) :- does(_, go(1)), true(run(M)), step(N, M).
next(run(0)) :- does(_, go(M)), M > 1.
next(run(0)) :- does(_, leap).
next(control(Q)) :- true(control(P)), other(P, Q).
terminal :- true(left(0)).
goal(P, 1) :- true(control(P)).
goal(P, 0) :- true(control(Q)), other(P, Q).
"""


LEAPS = next(line for line in SELDOM.splitlines() if "leap) :-" in line)
WITHOUT = SELDOM.replace(LEAPS, "")


def test_what_was_not_compared_is_named() -> None:
    found = in_step(student(WITHOUT), student(SELDOM), positions=20, games=16)
    assert found.same
    assert not found.complete
    assert f"line 5: {LEAPS[:-1]}" in found.not_compared
    assert not any("legal(P, go" in part for part in found.not_compared)


def test_rules_of_the_hand_in_without_effect_are_named() -> None:
    found = in_step(student(SELDOM), student(WITHOUT), positions=20, games=16)
    assert found.same
    assert f"line 5: {LEAPS[:-1]}" in found.unused
    assert "leap" in str(in_step(student(WITHOUT), student(SELDOM)).differences)


def test_a_grade_says_that_not_all_was_compared(tmp_path: Path) -> None:
    file, other = tmp_path / "own.pl", tmp_path / "reference.pl"
    file.write_text(SELDOM)
    other.write_text(SELDOM)
    words = ["grade", str(file), str(other), "--positions", "20", "--games", "16"]
    code, out, _ = run(*words)
    assert code == 3
    assert "not compared: no position depends on:" in out
    assert "legal(P, leap)" in out
    code, out, _ = run(*words, "--json")
    found = json.loads(out)
    assert code == 3
    assert (found["verdict"], found["points"]) == ("not fully compared", 100)
    assert found["not_compared"]
    assert run("grade", str(file), str(other))[0] == 0


def test_the_games_of_a_reference_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    found = in_step(student(SELDOM), student(SELDOM), positions=20, games=16, seed=7)
    monkeypatch.setattr("pygame_search.grading.study._new", lambda *_: 1 / 0)
    again = in_step(student(SELDOM), student(SELDOM), positions=20, games=16, seed=7)
    assert again == found
    with pytest.raises(ZeroDivisionError):
        in_step(student(SELDOM), student(SELDOM), positions=20, games=16, seed=8)


@pytest.mark.parametrize(
    ("syntax", "text"),
    [
        ("prolog", "role(a).\nterminal :- true(n(3)), \\+ true(m(2)), 1 < 2. % 5\n"),
        ("kif", "(role a)\n(<= terminal (true (n 3)) (not (true (m 2)))) ; 5\n"),
    ],
)
def test_changes_of_a_file(syntax: str, text: str) -> None:
    book = Rulebook("own", "own", text, syntax)
    found = [(c.kind, c.of(book).text.splitlines()[-1]) for c in changes(book)]
    texts = dict.fromkeys(text for _, text in found)
    if syntax == "kif":
        assert list(texts)[2:] == [
            "(<= terminal  (not (true (m 2)))) ; 5",
            "(<= terminal (true (n 3)) ) ; 5",
            "(<= terminal (true (n 3))  (true (m 2))) ; 5",
            "(<= terminal (true (n 4)) (not (true (m 2)))) ; 5",
            "(<= terminal (true (n 3)) (not (true (m 3)))) ; 5",
        ]
        return
    body = "terminal :- true(n(3)), \\+ true(m(2)), 1 < 2. % 5"
    assert list(texts) == [
        body,
        " % 5",
        body.replace("true(n(3))", "true"),
        body.replace("\\+ true(m(2))", "true"),
        body.replace("1 < 2", "true"),
        body.replace("\\+ ", ""),
        body.replace("<", "=<"),
        *(body.replace(a, b) for a, b in (("3", "4"), ("m(2", "m(3"))),
        body.replace("1 <", "2 <"),
        body.replace("< 2", "< 3"),
    ]


@pytest.mark.slow
def test_a_puzzle_is_compared_at_its_goal(tmp_path: Path) -> None:
    text = text_of("sliding_puzzle")
    rule = next(rule for rule in rules_of(text) if rule.startswith("goal(solver, 100)"))
    place = tmp_path / "own.pl"
    place.write_text(text.replace(rule, ""), encoding="utf-8")
    found = grade(place, "sliding_puzzle", seconds=10)
    assert found.verdict == "different"
    assert {item.name for item in found.items if item.points != 100} == {"goals"}


def test_games_are_steered() -> None:
    """Full boards, which uniform random games seldom have, and many positions."""
    lines = Lines(Positions(loaded("connect_four(columns=4, rows=4)")), 1, Clock(None))
    games = [line for _ in range(3) for line in lines.play()]
    assert max(len(line.joints) for line in games) == 16
    assert len({tuple(line.states) for line in games}) > 40


def run(*words: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(command, list(words))
    return result.exit_code, result.stdout, result.stderr


def test_the_command(tmp_path: Path) -> None:
    file = tmp_path / "one.pl"
    file.write_text(text_of("hexapawn"), encoding="utf-8")
    code, out, _ = run("grade", str(file), "hexapawn")
    assert code == 0
    assert "100 of 100 points" in out
    file.write_text("value(S, R, _, V) :- estimate(S, R, V).\n", encoding="utf-8")
    code, out, _ = run("grade", str(file), "hexapawn", "--json", "--positions", "3")
    found = json.loads(out)
    assert code == 1
    assert not found["same"]
    assert [item["name"] for item in found["items"]] == [
        "value for white",
        "value for black",
        "best",
    ]
    file.write_text("value(S, R, _, V) :- estimat(S, R, V).\n", encoding="utf-8")
    code, out, _ = run("grade", str(file), "hexapawn")
    assert code == 1
    assert "did you mean estimate/3?" in out
    assert "0 of 100 points" in out
    code, _, errors = run("grade", str(file))
    assert code != 0
    assert "expected HAND_IN and REFERENCE" in errors


def test_a_path_program_is_graded(tmp_path: Path) -> None:
    file = tmp_path / "path.pl"
    good = "path(S, [S]) :- goal(S).\npath(S, [S|P]) :- \\+ goal(S), near(S, [S], P).\n"
    good += "near(S, Seen, [S1|P]) :- successor(S, _, S1), \\+ member(S1, Seen), "
    good += "( goal(S1) -> P = [] ; near(S1, [S1|Seen], P) ).\n"
    file.write_text(good, encoding="utf-8")
    assert grade(file, "river_crossing", positions=2).same
    file.write_text("path(S, [S]).\n", encoding="utf-8")
    found = grade(file, "river_crossing", positions=2)
    assert "the path does not end in a goal" in found.items[0].difference
    file.write_text("path(S, [S, S]).\n", encoding="utf-8")
    found = grade(file, "delivery_robot")
    assert "step 1 of the path leads to no neighbour" in found.items[0].difference


def test_a_program_that_never_ends_is_graded_in_time(tmp_path: Path) -> None:
    file = tmp_path / "endless.pl"
    file.write_text("value(S, R, D, V) :- value(S, R, D, V).\n", encoding="utf-8")
    found = grade(file, "hexapawn", seconds=0.3)
    assert found.points == 0
    assert any("the time is over" in note for note in found.notes)


def test_what_was_not_looked_at_does_not_pass() -> None:
    assert not ProgramComparison("own.pl", "nim", ()).same
    assert not Grade("own.pl", "nim", ()).same


@pytest.mark.slow
def test_a_class_is_graded_apart(tmp_path: Path) -> None:
    """A hand-in that never ends, or takes all memory, does not touch the others."""
    hand_ins = {
        "a_right.pl": text_of("hexapawn"),
        "b_endless.pl": "value(S, R, D, V) :- value(S, R, D, V).\n",
        "c_greedy.pl": "value(S, R, D, V) :- value(S, [R|D], D, V), V > 1.\n",
        "d_broken.pl": "role(white.\n",
        "d_forbidden.pl": "value(S, R, D, V) :- goal(S, R, V), shell(ls).\n",
        "e_wrong.pl": text_of("hexapawn").replace("10", "9"),
        "notes.txt": "no hand-in",
    }
    for name, text in hand_ins.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    code, out, errors = run(
        "grade", "--batch", str(tmp_path), "hexapawn", "--workers", "2", "--time", "2",
    )  # fmt: skip
    assert code == 1
    assert "not graded: notes.txt; a hand-in ends with" in errors
    rows = {row["file"]: row for row in csv.DictReader(io.StringIO(out))}
    assert list(rows) == sorted(name for name in hand_ins if name.endswith(".pl"))
    assert rows["a_right.pl"]["points"] == "100"
    assert rows["a_right.pl"]["first difference"] == ""
    for name in list(rows)[1:]:
        assert rows[name]["first difference"]
    assert rows["d_broken.pl"]["points"] == "0"
    assert "cannot call shell/1" in rows["d_forbidden.pl"]["first difference"]
    assert int(rows["e_wrong.pl"]["points"]) < 100


def test_what_a_hand_in_has_started_ends_with_it() -> None:
    """A process that is ended for its time takes along what it has started."""
    with subprocess.Popen(
        ["sh", "-c", "(sleep 20; echo late) & echo started; wait"],
        stdout=subprocess.PIPE, encoding="utf-8", start_new_session=True,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        assert process.stdout.readline() == "started\n"
        batch._end(process)
        # The pipe is at its end only after the last of them has ended.
        assert process.stdout.read() == ""


def test_no_hand_in_stops_a_class(tmp_path: Path) -> None:
    """Folders, links, pipes, empty files, and names that are formulas or no UTF-8."""
    (tmp_path / "folder.pl").mkdir()
    (tmp_path / "link.pl").symlink_to("/etc/passwd")
    (tmp_path / "link\udcff.pl").symlink_to("/etc/passwd")
    os.mkfifo(tmp_path / "pipe.pl")
    (tmp_path / "empty.pl").write_text("")
    (tmp_path / "=1+1.pl").write_text(text_of("nim(heaps=[1, 2])"), encoding="utf-8")
    (tmp_path / "syntax.cil").write_text(text_of("nim"), encoding="utf-8")
    words = ["grade", "--batch", str(tmp_path), "nim(heaps=[1, 2])", "--workers", "2"]
    grades = tmp_path / "grades"
    result = CliRunner().invoke(command, [*words, "--save", str(grades)])
    assert result.exit_code == 1
    with grades.open(encoding="utf-8") as file:
        rows = {row["file"]: row for row in csv.DictReader(file)}
    assert rows["'=1+1.pl"]["points"] == "100"
    says = {name: row["first difference"] for name, row in rows.items()}
    assert says["folder.pl"] == "expected a file, found a folder"
    assert says["link.pl"] == "expected a file, found a link"
    assert says["link\\udcff.pl"] == "expected a file, found a link"
    assert says["pipe.pl"] == "expected a file, found a pipe or a device"
    assert "the file has no rules" in says["empty.pl"]
    assert says["syntax.cil"].endswith("[cilog_word]")
    assert {row["points"] for name, row in rows.items() if name[0] != "'"} == {"0"}


def test_ctrl_c_keeps_the_grades_so_far(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in "abc":
        (tmp_path / f"{name}.pl").write_text("")

    def graded(one: batch.HandIn, *_: object) -> batch.HandIn:
        if one.student == "b":
            raise KeyboardInterrupt
        return replace(one, error="looked at")

    monkeypatch.setattr(batch, "_graded", graded)
    words = ["grade", "--batch", str(tmp_path), "nim", "--workers", "1"]
    result = CliRunner().invoke(command, words)
    assert "a.pl,a,0,not graded,looked at,,\nb.pl,b,,not graded,not" in result.stdout
    assert result.exit_code != 0


# ---- state spaces -------------------------------------------------------------

SPACE = """
start(a). is_goal(d).
arc(a, b, 1). arc(a, c, 4). arc(b, c, 2). arc(c, d, 3). arc(b, d, 7).
h(a, 5). h(b, 5). h(c, 3). h(d, 0).
"""


def graded_space(text: str, tmp_path: Path) -> Grade:
    own, reference = tmp_path / "own.pl", tmp_path / "reference.pl"
    own.write_text(text)
    reference.write_text(SPACE)
    return grade(own, str(reference))


def test_a_state_space_is_like_itself(tmp_path: Path) -> None:
    found = graded_space(SPACE, tmp_path)
    assert (found.verdict, found.points) == ("same", 100)
    items = [item.name for item in found.items]
    assert items == ["start", "arcs", "costs", "goals", "estimates"]
    renamed_nodes = re.sub(r"\b([abcd])\b", r"my_\1", SPACE)
    found = graded_space(renamed_nodes, tmp_path)
    assert found.same
    assert "my_a is a" in " ".join(found.notes)


@pytest.mark.parametrize(
    ("one", "other", "item", "says"),
    [
        ("arc(b, c, 2).", "", "arcs", "after b the hand-in says arcs to d; the "
         "reference says arcs to c, which the other lacks"),
        ("arc(c, d, 3)", "arc(c, d, 4)", "costs", "after c the hand-in says to d: [4]"),
        ("is_goal(d)", "is_goal(c)", "goals", "after c the hand-in says it is a goal"),
        ("start(a)", "start(b)", "start", "the hand-in says b; the reference says a"),
        ("h(b, 5)", "h(b, 6)", "estimates", "6, and the cheapest path to a goal "
         "costs 5"),
    ],
)  # fmt: skip
def test_what_differs_in_a_state_space(
    one: str, other: str, item: str, says: str, tmp_path: Path
) -> None:
    found = graded_space(SPACE.replace(one, other), tmp_path)
    difference = {i.name: i.difference for i in found.items}[item]
    assert says in difference
    assert found.verdict == "different"


def test_a_node_without_an_estimate_is_a_difference(tmp_path: Path) -> None:
    text = re.sub(r"(?m)^h\(terrace, .*\n", "", text_of("delivery_robot"))
    place = tmp_path / "own.pl"
    place.write_text(text, encoding="utf-8")
    found = {item.name: item for item in grade(place, "delivery_robot").items}
    assert found["arcs"].points == 100
    assert "the hand-in says none" in found["estimates"].difference


def test_another_admissible_estimate_is_right(tmp_path: Path) -> None:
    assert graded_space(SPACE.replace("h(b, 5)", "h(b, 1)"), tmp_path).same
    with pytest.raises(ps.InputError, match=r"is a state space, and .* is a game"):
        grade(rules_folder() / "nim.pl", "romania")


def test_items_and_names_that_are_given(tmp_path: Path) -> None:
    file = tmp_path / "own.pl"
    file.write_text(text_of("nim(heaps=[1, 2])").replace("draw(", "drawn("))
    words = ["grade", str(file), "nim(heaps=[1, 2])"]
    code, out, _ = run(*words)
    assert code == 1
    assert "board: at the start the hand-in says nothing else" in out
    code, out, _ = run(*words, "--without", "board")
    assert code == 0
    assert "board" not in out
    code, _, errors = run(*words, "--rename", "nobody=first")
    assert code == 2
    assert "nobody is no name of" in errors
    assert "someone is no name of" in run(*words, "--rename", "first=someone")[2]
    words = ["grade", "--batch", str(tmp_path), "nim(heaps=[1, 2])"]
    code, out, _ = run(*words, "--rename", "nobody=first", "--without", "board")
    assert (code, out.splitlines()[1][:20]) == (0, "own.pl,own,100,same,")


def test_the_difference_after_the_fewest_moves_is_told() -> None:
    text = text_of("hexapawn").replace("draw(C, R, 'W')", "draw(C, R, 'V')")
    assert compared(text, "hexapawn").differences["board"].after == ()
    found = InStep()
    for moves in (("a", "b"), ("a",), ("b", "a", "c")):
        found.note("goals", False, lambda: moves, lambda: (str(len(moves)), "0", ""))  # noqa: B023
    assert found.differences["goals"].hand_in == "1"


def test_a_search_in_several_games() -> None:
    file = hand_ins.path_of("minimax")
    games = ["hexapawn(columns=2)", "nim(heaps=[1, 2])"]
    found = grade(file, games, positions=1, depth=2)
    assert found.same
    names = [item.name for item in found.items]
    assert "value for white in hexapawn(columns=2, rows=3)" in names
    assert "best in nim(heaps=[1, 2])" in names
    words = ["grade", str(file), games[0], "--reference", games[1], "--depth", "2"]
    assert run(*words, "--positions", "1")[0] == 0
    assert (
        "expected one reference for a rule file"
        in (run("grade", str(hand_ins.path_of("nim")), "nim", "--reference", "nim")[2])
    )
    folder = str(file.parent)
    code, _, errors = run("grade", "--batch", folder, "hexapawm")
    assert code == 2
    assert errors.count("hexapawm") == 1


def test_results_for_gradescope(tmp_path: Path) -> None:
    own, file = tmp_path / "own.pl", tmp_path / "results.json"
    own.write_text(text_of("nim(heaps=[1, 2])").replace("draw(", "drawn("))
    words = ["grade", str(own), "nim(heaps=[1, 2])", "--gradescope", str(file)]
    assert run(*words)[0] == 1
    found = json.loads(file.read_text("utf-8"))
    graded = grade(own, "nim(heaps=[1, 2])")
    assert found["score"] == graded.points
    scores = {test["name"]: test["score"] for test in found["tests"]}
    assert scores == {item.name: item.points for item in graded.items}
    assert {test["max_score"] for test in found["tests"]} == {100}
    assert "no rule uses drawn/3" in found["output"]
    own.write_text("role(a")
    run(*words)
    assert json.loads(file.read_text("utf-8"))["score"] == 0
    code, _, errors = run("grade", *words[1:3], "--save", str(file))
    assert (code, "--batch" in errors) == (2, True)


def test_no_text_on_a_board_stands_for_another_square() -> None:
    """Two squares are not one whose text has a line that looks like the other."""
    two = "init(m(0)). role(a). legal(a, go) :- true(m(0)). next(m(1)). "
    two += "terminal :- true(m(1)). goal(a, 1). "
    texts = ("\\n1\\t2\\ty", " 1 2 1 y", "1 2 1 y")
    right = student(f"{two} draw(1, 1, x). draw(1, 2, y).")
    for text in texts:
        found = in_step(student(f"{two} draw(1, 1, 'x{text}')."), right)
        assert "1, 2" in found.differences["board"].reference
        cells = Positions(student(f"{two} draw(1, 1, 'x{text}')."))
        assert len(cells[cells.start].cells) == 1


#: What a rule with this relation in its head is responsible for.
RESPONSIBLE = {
    "legal": "legal moves", "terminal": "ends", "goal": "goals", "draw": "board",
    "next": "effects", "init": "start",
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", ["hexapawn", "nim", "chomp"])
def test_a_rule_costs_only_in_its_item(name: str, tmp_path: Path) -> None:
    reference = loaded(name)
    place = tmp_path / "hand_in.pl"
    tried = 0
    for change in changes(reference.book):
        head = re.match(r"\w+", reference.book.text[change.clause[0] :])
        assert head is not None
        if change.kind != "rule" or head[0] not in RESPONSIBLE:
            continue
        place.write_text(change.of(reference.book).text, encoding="utf-8")
        found = grade(place, name)
        if found.faults:
            continue
        tried += 1
        low = {item.name for item in found.items if item.points != 100}
        assert low == {RESPONSIBLE[head[0]]}, change.words(reference.book)
        [item] = [item for item in found.items if item.points != 100]
        assert change.words(reference.book).split(":")[0] in str(item.failing)
        assert found.points in range(75, 100)
    assert tried


@pytest.mark.slow
def test_an_end_that_is_missing_spoils_no_other_item(tmp_path: Path) -> None:
    text = text_of("tic_tac_toe").replace("terminal :- \\+ open.\n", "")
    place = tmp_path / "hand_in.pl"
    place.write_text(text, encoding="utf-8")
    found = grade(place, "tic_tac_toe")
    low = {item.name: item.points for item in found.items if item.points != 100}
    assert low == {"ends": 60}
    [item] = [item for item in found.items if item.points != 100]
    assert item.failing == ("line 29: terminal :- \\+ open (4 of 20)",)


@pytest.mark.parametrize(
    ("name", "move", "other"),
    [
        ("hexapawn", r"move(\1, \2, \3, \4)", r"go(\2, \1, \3, \4)"),
        ("hexapawn", r"move(\1, \2, \3, \4)", r"move(\3, \4, \1, \2)"),
    ],
)
def test_arguments_in_another_order_are_found(
    name: str, move: str, other: str, tmp_path: Path
) -> None:
    text = text_of(name)
    pattern = r"move\(([^,()]+), ([^,()]+), ([^,()]+), ([^,()]+)\)"
    assert re.search(pattern, text)
    place = tmp_path / "hand_in.pl"
    place.write_text(re.sub(pattern, other, text), encoding="utf-8")
    found = grade(place, name)
    assert (found.verdict, found.points) == ("same", 100)
    assert "(A, B, C, D)" in str(found.notes)


@pytest.mark.slow
def test_an_order_of_arguments_can_be_told(tmp_path: Path) -> None:
    place = tmp_path / "hand_in.pl"
    text = text_of("tic_tac_toe").replace("mark(C, R)", "mark(R, C)")
    place.write_text(text, encoding="utf-8")
    names = {"mark(A, B)": "mark(B, A)"}
    found = in_step(loaded(str(place)), loaded("tic_tac_toe"), names=names)
    assert found.complete
    assert found.same
    assert found.names == names
    with pytest.raises(ps.InputError, match="the same arguments in another order"):
        grade(place, "tic_tac_toe", names={"mark(A, B)": "mark(A, C)"})


def test_what_items_count(tmp_path: Path) -> None:
    place = tmp_path / "own.pl"
    game = "chomp(columns=2, rows=2)"
    place.write_text(text_of(game).replace("'#'", "'X'"), encoding="utf-8")
    found = {item.name: item for item in grade(place, game).items}
    assert found["board"].points is not None
    assert found["board"].points < 100
    rubric = tmp_path / "rubric.ini"
    rubric.write_text("[weights]\nboard = 30\nLegal moves = 0\n", encoding="utf-8")
    assert read_rubric(rubric) == {"board": 30.0, "legal moves": 0.0}
    heavy = grade(place, game, weights=read_rubric(rubric))
    assert "legal moves" not in {item.name for item in heavy.items}
    mean = sum((i.points or 0) * i.weight for i in heavy.items)
    assert heavy.points == int(mean / sum(i.weight for i in heavy.items))
    assert heavy.points < grade(place, game).points
    assert grade(place, game, weights={"board": 0}).verdict == "same"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("board = 1", "File contains no section headers"),
        ("[points]\nboard = 1", r"expected \[weights\], with lines such as"),
        ("[weights]\nbored = 1", "expected one of roles, .* found 'bored'"),
        (
            "[weights]\nboard = many",
            "board: expected a number, 0 or more, found 'many'",
        ),
        ("[weights]\nboard = -1", "board: expected a number, 0 or more, found '-1'"),
        ("[weights]\nboard = nan", "board: expected a number, 0 or more, found 'nan'"),
        ("[weights]\nboard = 1\nboard = 2", "option 'board' .* already exists"),
    ],
)
def test_a_wrong_rubric_is_refused(text: str, said: str, tmp_path: Path) -> None:
    place = tmp_path / "rubric.ini"
    place.write_text(text, encoding="utf-8")
    with pytest.raises(ps.InputError, match=said):
        read_rubric(place)


def test_a_page_for_the_student(tmp_path: Path) -> None:
    place = tmp_path / "own.pl"
    text = text_of("hexapawn").replace(
        "terminal :- ", "terminal :- true(control(white)), "
    )
    place.write_text(text, encoding="utf-8")
    pages = tmp_path / "pages"
    run("grade", str(place), "hexapawn", "--feedback", str(pages))
    page = (pages / "own.pl.md").read_text(encoding="utf-8")
    [command] = re.findall(r"    pygame-search (explain own.pl terminal.*)", page)
    words = shlex.split(command)
    words[1] = str(place)
    assert run(*words)[0] in (0, 1)
    assert "| ends |" in page
    assert str(tmp_path) not in page


def test_the_student_is_read_from_the_name() -> None:
    def names(*places: str, pattern: str | None = None) -> list[str]:
        return batch.students([*map(Path, places)], pattern)

    assert names("smith_1_nim.pl", "lee_2_nim.pl") == ["smith", "lee"]
    assert names("Jane Lee_7_file/nim.pl", "s12.pl") == ["Jane Lee", "s12"]
    assert names("nim_smith.pl", "nim_lee.pl") == ["nim_smith", "nim_lee"]
    assert names("nim_smith.pl", pattern=r"_(\w+)\.") == ["smith"]
    with pytest.raises(ps.InputError, match="expected a regular expression"):
        names("a.pl", pattern="(")
    with pytest.raises(ps.InputError, match=r"a.pl: x is not found in the name"):
        names("a.pl", pattern="x")


def test_resemblance_does_not_look_at_names() -> None:
    text = text_of("hexapawn")
    own = fingerprints(text)
    other = fingerprints(re.sub(r"\bcell\b", "field", text.replace("% ", "% not ")))
    assert own == other
    assert most_like(own, {"a": fingerprints(text_of("nim")), "b": other}) == ("b", 100)
    assert most_like(own, {"a": fingerprints(text_of("chomp"))})[1] < 50
    assert most_like(own, {}) == most_like(fingerprints(""), {"a": own}) == ("", 0)


@pytest.mark.slow
def test_what_stands_beside_play(tmp_path: Path) -> None:
    text = text_of("tic_tac_toe")
    place = tmp_path / "own.pl"
    advice = [rule for rule in rules_of(text) if rule.startswith("advice")]
    assert len(advice) > 1
    place.write_text(text.replace(advice[0], ""), encoding="utf-8")
    found = grade(place, "tic_tac_toe")
    assert {item.name for item in found.items if item.difference} == {"advice"}
    for rule in advice:
        text = text.replace(rule, "")
    place.write_text(text, encoding="utf-8")
    found = grade(place, "tic_tac_toe")
    assert found.verdict == "same"
    assert "which count only if a rubric names them: advice" in found.notes[0]
    found = grade(place, "tic_tac_toe", weights={"advice": 1})
    assert (found.items[-1].name, found.items[-1].points) == ("advice", 0)
    assert found.verdict == "different"


def test_other_estimates_may_be_right(tmp_path: Path) -> None:
    text = re.sub(r"(?m)^(h\(N\).*)A < 3", r"\1A < 2", text_of("hanoi"))
    assert text != text_of("hanoi")
    place = tmp_path / "own.pl"
    place.write_text(text, encoding="utf-8")
    found = grade(place, "hanoi")
    assert found.verdict == "not fully compared"
    assert "the estimates differ" in found.notes[0]


def test_a_program_that_proves_needs_no_values() -> None:
    found = grade(hand_ins.path_of("proof_number"), "nim(heaps=[1, 2])")
    assert (found.verdict, found.points) == ("same", 100)
    assert {item.name.split()[0] for item in found.items} == {"proved"}


@pytest.mark.slow
def test_other_names_in_another_order_are_put_into_the_same_positions(
    tmp_path: Path,
) -> None:
    text = re.sub(
        r"move\(([^,()]+), ([^,()]+), ([^,()]+), ([^,()]+)\)",
        r"step(\2, \1, \4, \3)",
        text_of("hexapawn"),
    )
    text = re.sub(r"\bcell\(([^,()]+), ([^,()]+), ", r"pawn(\2, \1, ", text)
    place = tmp_path / "own.pl"
    place.write_text(text, encoding="utf-8")
    assert grade(place, "hexapawn").points == 100
    wrong = text.replace("terminal :- wins(_).", "terminal :- wins(white).")
    place.write_text(wrong, encoding="utf-8")
    found = grade(place, "hexapawn")
    assert {item.name for item in found.items if item.points != 100} == {"ends"}


def test_a_reference_that_does_not_fit_keeps_no_other_from_counting() -> None:
    found = grade(hand_ins.path_of("a_star"), ["delivery_robot", "water_jugs"])
    assert found.points == 100
    assert found.verdict == "not fully compared"
    assert re.search(r"water_jugs\(.*\) defines none", found.notes[0])


# ---- hidden information ----------------------------------------------------------

KUHN = rules_folder() / "kuhn_poker.pl"
OWN_CARD = "sees(ann, card(A)) :- does(random, deal(A, _)).\n"


def told(folder: Path, sees: str) -> tuple[str, dict[str, int | None]]:
    """Grade Kuhn's poker in which ann perceives something else."""
    text, file = KUHN.read_text(encoding="utf-8"), folder / "other.pl"
    assert OWN_CARD in text
    file.write_text(text.replace(OWN_CARD, sees), encoding="utf-8")
    found = grade(file, "kuhn_poker")
    return found.verdict, {item.name: item.points for item in found.items}


@pytest.mark.parametrize(
    "sees",
    [
        "sees(ann, my(A, 7)) :- does(random, deal(A, _)).\n",
        "sees(ann, A) :- does(random, deal(A, _)), A > 1.\n",
        f"sees(ann, dealt) :- does(random, _).\n{OWN_CARD}",
    ],
)
def test_percepts_may_have_other_names(sees: str, tmp_path: Path) -> None:
    """A card that is not named is the third one."""
    verdict, items = told(tmp_path, sees)
    assert verdict == "same"
    assert items["percepts"] == 100


@pytest.mark.parametrize(
    "sees",
    [
        "",
        "sees(ann, card(B)) :- does(random, deal(_, B)).\n",
        "sees(ann, cards(A, B)) :- does(random, deal(A, B)).\n",
        "sees(ann, high) :- does(random, deal(A, _)), A > 1.\n",
    ],
)
def test_wrong_percepts_cost_points(sees: str, tmp_path: Path) -> None:
    verdict, items = told(tmp_path, sees)
    assert verdict == "different"
    assert items["percepts"] != 100
    assert items["legal moves"] == items["goals"] == 100


def test_an_open_file_is_another_game(tmp_path: Path) -> None:
    """Without `sees` each role sees the cards."""
    shown = tmp_path / "open.pl"
    lines = KUHN.read_text(encoding="utf-8").splitlines(keepends=True)
    shown.write_text("".join(one for one in lines if not one.startswith("sees")))
    assert not ps.load(str(shown)).hidden
    for hand_in, reference in ((shown, "kuhn_poker"), (KUHN, str(shown))):
        found = grade(hand_in, reference)
        [item] = [item for item in found.items if item.name == "percepts"]
        assert found.verdict == "different"
        assert "deal(1, " in item.difference
