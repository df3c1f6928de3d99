"""Boards as pictures."""

from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

import pygame_search as ps
from pygame_search.cli.app import command
from pygame_search.support.errors import InputError

SVG = "{http://www.w3.org/2000/svg}"


def texts(picture: str, style: str | None) -> list[str | None]:
    tree = ElementTree.fromstring(picture)
    return [one.text for one in tree.iter(f"{SVG}text") if one.get("class") == style]


def test_a_board_has_its_squares_and_edges() -> None:
    picture = ps.load("hexapawn").initial.play("move(1, 1, 1, 2)").svg()
    pieces = texts(picture, "symbol")
    assert pieces == ["♙", "♙", "♙", "♟", "♟", "♟"]
    assert texts(picture, None) == ["1", "2", "3", "1", "2", "3"]
    tree = ElementTree.fromstring(picture)
    squares = [r for r in tree.iter(f"{SVG}rect") if "square" in r.get("class", "")]
    assert len(squares) == 9
    assert "black to move" in (tree.findtext(f"{SVG}title") or "")


def test_edges_are_those_of_the_rules() -> None:
    edges = texts(ps.load("chess").initial.svg(), None)
    assert edges == [*"abcdefgh", *"87654321"]


def test_symbols_stand_in_pictures_and_in_text_on_request() -> None:
    start = ps.load("chess").initial
    assert "".join(map(str, texts(start.svg(), "symbol"))) == (
        "♜♞♝♛♚♝♞♜♟♟♟♟♟♟♟♟♙♙♙♙♙♙♙♙♖♘♗♕♔♗♘♖"
    )
    assert start.board().splitlines()[1] == "8 r n b q k b n r"
    assert start.board(symbols=True).splitlines()[1] == "8 ♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜"
    assert "♞" in start._repr_mimebundle_()["image/svg+xml"]
    assert "♞" not in str(start)


@pytest.mark.parametrize(("charset", "row"), [("utf-8", "♜ ♞ ♝"), ("ascii", "r n b")])
def test_a_terminal_that_cannot_show_symbols_has_letters(
    charset: str, row: str
) -> None:
    shown = CliRunner(charset=charset).invoke(command, ["show", "chess", "--symbols"])
    assert shown.exit_code == 0
    assert f"8 {row}" in shown.output
    refused = CliRunner().invoke(command, ["show", "chess", "--symbols", "--json"])
    assert "a picture has them, JSON has the letters" in refused.output


EMPTY = """
role(x). init(p). legal(x, go). terminal. goal(x, 0).
draw(1, 1, '.'). draw(2, 1, '-'). draw(1, 2, o). draw(2, 2, ' ').
"""


@pytest.mark.parametrize(
    ("more", "shown"),
    [
        ("", {"piece": ["o"], "pale": ["-"], "symbol": []}),
        ("symbol('.', '◦').", {"piece": ["o"], "pale": ["-"], "symbol": ["◦"]}),
        ("symbol(o, '●').", {"piece": [], "pale": ["-"], "symbol": ["●"]}),
    ],
)
def test_a_dot_is_an_empty_square(more: str, shown: dict[str, list[str]]) -> None:
    state = ps.load_text(EMPTY + more).initial
    assert {style: texts(state.svg(), style) for style in shown} == shown
    assert str(state).splitlines() == [". -", "o"]


@pytest.mark.parametrize("chequered", [False, True])
def test_squares_are_dark_only_where_the_rules_say_so(chequered: bool) -> None:
    picture = ps.load_text(EMPTY + "chequered." * chequered).initial.svg()
    tree = ElementTree.fromstring(picture)
    styles = [r.get("class") for r in tree.iter(f"{SVG}rect")]
    assert styles.count("square dark") == 2 * chequered


ODD = """
role(x). init(p). legal(x, go). terminal. goal(x, 0).
draw(1, 1, '<&>'). draw(2, 1, 'ab\\u0007c').
"""


def test_any_text_can_stand_on_a_square() -> None:
    assert texts(ps.load_text(ODD).initial.svg(), "piece") == [
        "<&>",
        r"ab\u0007c",
    ]


def test_a_game_without_a_board_says_so() -> None:
    plain = ps.load_text("role(x). init(p). legal(x, go). terminal. goal(x, 0).")
    with pytest.raises(InputError, match="the board is not drawn: the rules draw none"):
        plain.initial.svg()


def test_the_command_writes_the_same() -> None:
    words = ["show", "hexapawn", "--after", "move(1, 1, 1, 2)", "--format", "svg"]
    told = CliRunner().invoke(command, words).output
    assert told == ps.load("hexapawn").initial.play("move(1, 1, 1, 2)").svg()


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["delivery_robot", "--format", "svg"], "a state space has no board"),
        (["nim", "--format", "svg", "--json"], "expected --json or --format svg"),
    ],
)
def test_where_there_is_no_picture(words: list[str], why: str) -> None:
    done = CliRunner().invoke(command, ["show", *words])
    assert done.exit_code != 0
    assert why in done.output
