"""Parameters: any default can be given again, and what is nonsense is told."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

import pygame_search as ps
from pygame_search.cli.app import command
from pygame_search.model import rules as model
from pygame_search.oracle.interpreter import Oracle
from pygame_search.oracle.terms import ground_terms
from pygame_search.support.errors import InputError

#: All kinds of defaults; the fluent `given` shows what each of them is.
RULES = r"""parameter(first, [3, -1]).
parameter('Big one', 'it''s a=-b').
parameter(text, "a \"b\" =-3\n").
parameter(nested, [[1, -2], [x, 'Y'], []]).
parameter(none, []).
parameter(low, -3).
parameter(zero, 0).
role(a). role(b). init(n(0)). init(turn(a)).
init(given(N, V)) :- parameter(N, V).
legal(P, add(K)) :- true(turn(P)), between(1, 2, K).
next(n(M)) :- does(_, add(K)), true(n(N)), M is N + K, M =< 4.
next(turn(b)) :- true(turn(a)). next(turn(a)) :- true(turn(b)).
terminal :- true(n(N)), N >= 3.
goal(P, V) :- true(turn(P)), parameter(first, [_, V]).
goal(Q, 1) :- true(turn(P)), other(P, Q).
other(a, b). other(b, a).
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "kinds.pl"
    path.write_text(RULES, encoding="utf-8")
    return path


def test_each_default_can_be_given(file: Path) -> None:
    game = ps.load(file)
    assert game.parameters["first"] == "[3, -1]"
    assert set(game.parameters) > {"Big one", "low"}
    for other in (
        ps.load(f"{file}{game.call.removeprefix('kinds')}"),
        ps.load(file, **game.parameters),
        *(ps.load(file, **{name: value}) for name, value in game.parameters.items()),
    ):
        assert other.call == game.call
        assert other.initial.facts == game.initial.facts


def test_a_certificate_keeps_them(file: Path, tmp_path: Path) -> None:
    saved = str(tmp_path / "kinds.cert")
    for words in (["solve", str(file), "--save", saved], ["verify", saved]):
        result = CliRunner().invoke(command, words)
        assert result.exit_code == 0, result.output


@pytest.mark.parametrize(
    "call",
    [
        "nim(heaps=[0])",
        "nim(heaps=[])",
        "pig(turns=0)",
        "uniform_tree(depth=0)",
        "hexapawn(columns=-3)",
    ],
)
def test_a_game_without_a_move_says_why(call: str) -> None:
    result = CliRunner().invoke(command, ["show", call])
    given = call.partition("(")[2][:-1]
    assert f"The game is over before the first move, with {given}: " in result.stdout
    plain = CliRunner().invoke(command, ["show", "nim", "--after", "take(1, 3)"])
    assert "The game is over" not in plain.stdout


@pytest.mark.parametrize(
    ("call", "words"),
    [
        ("uniform_tree(branches=0)", "with branches=0, no role has a move"),
        ("eight_puzzle(board=[])", "with board=[], no fluent holds at the start"),
        ("hexapawn(columns=a)", "parameter columns: expected a whole number, found a"),
        ("nim(heaps=3)", "parameter heaps: expected a list, each member"),
        ("nim(heaps=[a])", "each member a whole number, found [a]"),
        ("uniform_tree(values=[])", "parameter values: expected a name, found []"),
    ],
)
def test_what_is_no_value(call: str, words: str) -> None:
    with pytest.raises(InputError) as caught:
        ps.load(call)
    assert words in str(caught.value)


def test_no_role_and_no_start(tmp_path: Path) -> None:
    path = tmp_path / "few.pl"
    path.write_text(
        "parameter(n, 2). role(p(I)) :- parameter(n, N), between(1, N, I). init(f). "
        "legal(R, go) :- role(R). next(f) :- true(f). terminal :- \\+ true(f). "
        "goal(R, 0) :- role(R).",
        encoding="utf-8",
    )
    assert len(ps.load(path).roles) == 2
    with pytest.raises(InputError, match="with n=0, there is no role"):
        ps.load(path, n=0)
    path.write_text(
        "parameter(n, 2). start(I) :- parameter(n, N), between(1, N, I). "
        "arc(I, 9) :- I < 9. is_goal(9).",
        encoding="utf-8",
    )
    with pytest.raises(InputError, match="with n=0, there is no start node"):
        ps.load(path, n=0)


@pytest.mark.parametrize(
    "call",
    [
        "nim(heaps=[1,2 , 03])", "nim(heaps=[])", "nim (heaps=[ 1 ])",
        "nim(heaps=[1 2])",
        "connect_four(columns=5,  rows = 06)", "connect_four( columns=5)",
        "connect_four(columns=-1)", "connect_four(columns=5, columns=6)",
        "connect_four()", "connect_four(columns=4,)",
        "uniform_tree(values=worst_first)",
    ],
)  # fmt: skip
def test_plain_parameters_are_read_as_the_engine_reads_them(
    call: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read() -> object:
        try:
            return model.called(call)[1]
        except InputError as error:
            return str(error)

    found = read()
    monkeypatch.setattr(model, "_plain_arguments", lambda text: None)
    assert read() == found


def test_plain_parameters_start_no_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model, "engine", lambda: pytest.fail("it is started"))
    assert model.called("nim(heaps=[1, 02])")[1] == [("heaps", "[1, 2]")]


#: A text that rules walk through, and how a position is read and written.
TEXTS = r"""parameter(level, "#@.\n#").
position_parameter(level).
role(a).
init(square(I, C)) :- from(I, [C|_]).
from(1, Text) :- parameter(level, Text).
from(I, Text) :- between(2, 30, I), J is I - 1, from(J, [_|Text]).
legal(a, look) :- true(square(_, '@')).
legal(a, wait).
next(square(I, C)) :- true(square(I, C)), \+ does(a, look).
terminal :- \+ true(square(_, '@')).
goal(a, 1).
no_position(['no one stands at ', 1]) :- \+ true(square(_, '@')), true(square(1, _)).
position_text([A, B]) :- at(1, A), at(2, B).
at(I, C) :- true(square(I, C)).
at(I, '') :- between(1, 2, I), \+ true(square(I, _)).
"""


@pytest.fixture
def level(tmp_path: Path) -> Path:
    path = tmp_path / "level.pl"
    path.write_text(TEXTS, encoding="utf-8")
    return path


@pytest.mark.parametrize("written", ["@a", '@"\\', "[@]", "@ 1.", '"@"', "@'x\ny"])
def test_a_text_is_the_list_of_its_characters(level: Path, written: str) -> None:
    as_python = ps.load(level, level=written)
    quoted = written if written[0] in '"[' else as_python.parameters["level"]
    assert quoted[0] in '"['
    again = ps.load(f"{level}(level={quoted})")
    assert again.call == as_python.call
    names = [fact.partition(", ")[2][:-1] for fact in again.initial.facts]
    assert again.initial.facts == as_python.initial.facts
    plain = {"[@]": "@", '"@"': "@"}.get(written, written)
    assert len(names) == len(plain)


def test_a_text_that_is_the_default_is_left_out_of_the_call(level: Path) -> None:
    assert ps.load(level).call == "level"
    assert ps.load(level, level="#@.\n#").call == "level"
    assert ps.load(level, level="@").call == 'level(level="@")'
    assert ps.load(level).parameters["level"] == '"#@.\\n#"'


def test_a_text_stays_in_every_syntax(level: Path, tmp_path: Path) -> None:
    for suffix in (".kif", ".cil", ".pl"):
        other = tmp_path / f"other{suffix}"
        result = CliRunner().invoke(command, ["convert", str(level), str(other)])
        assert result.exit_code == 0, result.output
        game = ps.load(other)
        assert game.parameters == ps.load(level).parameters
        assert len(game.initial.facts) == 5
        if suffix != ".kif":
            assert 'parameter(level, "#@.\\n#").' in other.read_text("utf-8")


@pytest.mark.parametrize("tier", ["clauses", "native"])
def test_a_position_is_read_as_people_write_it(level: Path, tier: str) -> None:
    game = ps.load(level, tier=tier)
    state = game.state("#@")
    assert set(state.facts) == {"square(1, #)", "square(2, @)"}
    assert state.text == "#@"
    assert game.state(f"[{', '.join(state.facts)}]") == state
    with pytest.raises(InputError, match='found "##": no one stands at 1'):
        game.state("##")
    with pytest.raises(InputError, match="expected a position"):
        ps.load(level, level="##")
    shown = CliRunner().invoke(command, ["show", str(level), "--state", "#@"])
    assert "position: #@" in shown.output
    plain = ps.load_text(TEXTS.replace("position_parameter(level).\n", ""))
    with pytest.raises(ps.MoveError):
        plain.state("#@")


def test_a_text_in_a_list_is_the_same_in_the_file_and_from_outside(
    tmp_path: Path,
) -> None:
    path = tmp_path / "words.pl"
    path.write_text(
        'parameter(words, ["ab", cd]). role(a). init(first(W, V)) :- '
        "parameter(words, [W, V]). legal(a, go). next(end) :- does(a, go). "
        "terminal :- true(end). goal(a, 1).",
        encoding="utf-8",
    )
    game = ps.load(path)
    assert game.initial.facts == ("first([a, b], cd)",)
    for other in (
        ps.load(f'{path}(words=["ab", cd])'),
        ps.load(path, words='["ab", cd]'),
        ps.load(path, words=['"ab"', "cd"]),
        ps.load(path, **game.parameters),
    ):
        assert other.call == game.call
        assert other.initial.facts == game.initial.facts
    named = ps.load(path, words=["ab", "cd"])
    assert named.initial.facts == ("first(ab, cd)",)
    oracle = Oracle(path.read_text("utf-8"), "prolog", {"words": '["ab", cd]'})
    assert oracle.initial == frozenset(ground_terms(game.initial.facts, "prolog"))


#: Texts in double quotes in all places of a rule, and what they match.
QUOTED = r"""title("A \"title\""). role(a). init(n("xy")). init(none("")).
legal(a, say("q")). legal(a, ab("ab")) :- true(n([x|_])), same("xy").
same(X) :- true(n(X)).
next(said(X)) :- does(a, say([X])), true(none([])).
next(said(X)) :- does(a, ab([X|_])), "a" \== a, \+ same("x"), count(Y, same(Y), 1).
terminal :- true(said(_)).
goal(a, 1) :- true(said(q)). goal(a, 2) :- true(said(a)).
draw(1, 1, "ab"). draw(2, 1, ""). draw(3, 1, ["c", 1]).
"""


@pytest.mark.parametrize("tier", ["clauses", "native"])
@pytest.mark.parametrize("syntax", ["prolog", "cilog", "kif"])
def test_a_text_in_a_rule_is_the_list_of_its_characters(tier: str, syntax: str) -> None:
    text = ps.convert(ps.load_text(QUOTED), syntax) if syntax != "prolog" else QUOTED
    game = ps.load_text(text, tier=tier)
    start = game.initial
    assert game.title == 'A "title"'
    assert str(start).split() == ["ab", "c1"]
    assert start.best(depth=2, tier=tier).value == 2
    if syntax != "prolog":
        return
    assert sorted(start.facts) == ["n([x, y])", "none([])"]
    assert start.legal["a"] == ("say([q])", "ab([a, b])")
    assert start.play('say("q")').facts == ("said(q)",)
    oracle = Oracle(text)
    assert oracle.initial == frozenset(ground_terms(start.facts, "prolog"))
    moves = ground_terms(start.legal["a"], "prolog")
    assert oracle.legal(oracle.initial) == {"a": {*moves}}
    for move, goal in zip(moves, (1, 2), strict=True):
        assert oracle.goals(oracle.successor(oracle.initial, [move])) == {"a": goal}


def test_an_unknown_position_parameter_is_told() -> None:
    text = TEXTS.replace("position_parameter(level)", "position_parameter(lvel)")
    found = ps.check_text(text).diagnostics
    [fault] = [one for one in found if one.code == "no_parameter"]
    assert "level" in str(fault)
