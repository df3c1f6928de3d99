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
        ("", {"piece": ["o"], "symbol": []}),
        ("symbol('.', '☼').", {"piece": ["o"], "symbol": ["☼"]}),
        ("symbol('-', '☼').", {"piece": ["o"], "symbol": ["☼"]}),
        ("symbol(o, '☼').", {"piece": [], "symbol": ["☼"]}),
    ],
)
def test_dots_and_dashes_are_empty_squares(
    more: str, shown: dict[str, list[str]]
) -> None:
    state = ps.load_text(EMPTY + more).initial
    assert {style: texts(state.svg(), style) for style in shown} == shown
    assert str(state).splitlines() == [". -", "o"]


@pytest.mark.parametrize("chequered", [False, True])
def test_squares_are_dark_only_where_the_rules_say_so(chequered: bool) -> None:
    picture = ps.load_text(EMPTY + "chequered." * chequered).initial.svg()
    tree = ElementTree.fromstring(picture)
    styles = [r.get("class") for r in tree.iter(f"{SVG}rect")]
    assert styles.count("square dark") == 2 * chequered


def boxes(picture: str, tag: str, style: str) -> list[list[float]]:
    """Return the numbers of the elements of a class: where each is and how large."""
    tree = ElementTree.fromstring(picture)
    return [
        [float(value) for name, value in one.items() if name != "class"]
        for one in tree.iter(f"{SVG}{tag}")
        if one.get("class") == style
    ]


@pytest.mark.parametrize(
    ("symbol", "tag", "style", "shape"),
    [
        ("█", "rect", "shape", [0, 44, 44, 44]),
        ("━", "rect", "shape", [0, 62.9, 44, 6.2]),
        ("●", "circle", "shape", [22, 66, 15]),
        ("○", "circle", "shape light", [22, 66, 15]),
    ],
)
def test_shapes_fill_their_square(
    symbol: str, tag: str, style: str, shape: list[float]
) -> None:
    picture = ps.load_text(EMPTY + f"symbol(o, '{symbol}').").initial.svg()
    corner = min(boxes(picture, "rect", "square"))
    [found] = boxes(picture, tag, style)
    moved = [found[0] - corner[0], found[1] - corner[1], *found[2:]]
    assert moved == pytest.approx(shape, abs=0.11)
    assert texts(picture, "symbol") == []


NAMES = "draw_name(1, 1, 24). draw_name(2, 1, 'b/c'). draw_name(7, 7, far)."


def test_names_of_squares_stand_in_them_and_above_them_in_text() -> None:
    state = ps.load_text(EMPTY + NAMES).initial
    assert texts(state.svg(), "name") == ["24", "b/c"]
    assert state.board().splitlines() == ["24 b/c", ".  -", "o"]
    assert str(state).splitlines() == [". -", "o"]
    heights = [box[3] for box in boxes(state.svg(), "rect", "square")]
    assert heights == [56, 56, 44, 44]  # the rows are 44 high without names


HEXAGONS = """
role(x). init(p). legal(x, go). terminal. goal(x, 0). hexagonal.
draw(1, 1, '.'). draw(3, 1, o). draw(2, 2, '.'). draw(4, 2, '.').
draw_row(1, one). draw_row(2, two). draw_name(2, 2, n).
"""


def test_hexagons_interlock() -> None:
    state = ps.load_text(HEXAGONS).initial
    tree = ElementTree.fromstring(state.svg())
    found = [
        [
            tuple(map(float, corner.split(",")))
            for corner in one.get("points", "").split()
        ]
        for one in tree.iter(f"{SVG}polygon")
    ]
    assert [len(set(corners)) for corners in found] == [6] * 4
    first, second, below, last = found
    assert len(set(first) & set(second)) == 2  # they share a side
    assert len(set(first) & set(below)) == 2
    assert len(set(second) & set(below)) == 2
    assert len(set(second) & set(last)) == 2
    assert not set(first) & set(last)
    sides = {one.text: float(one.get("x", 0)) for one in tree.iter(f"{SVG}text")}
    assert sides["one"] < sides["two"] < min(x for x, _ in below)
    assert state.board().splitlines() == ["one .   o", "      n", "two   .   ."]


LINES = "draw_line(1, 1, 2, 2). draw_line(1, 2, 1, 1). draw_line(1, 1, 9, 9)."


def test_a_board_with_lines_has_points_in_place_of_squares() -> None:
    picture = ps.load_text(EMPTY + LINES + " symbol(o, '●').").initial.svg()
    assert boxes(picture, "rect", "square") == []
    assert [box[2] for box in boxes(picture, "circle", "point")] == [4, 4, 4]
    [stone] = boxes(picture, "circle", "shape")
    lines = boxes(picture, "line", "line")
    assert len(lines) == 2  # the third leads off the board
    assert stone[:2] in [line[:2] for line in lines]


@pytest.mark.parametrize(
    "clause",
    ["draw_name(a, 1, x).", "draw_line(1, 1, 2, b).", "draw_line(1, c, 2, 2)."],
)
def test_squares_are_whole_numbers(clause: str) -> None:
    with pytest.raises(ps.RulesError, match="expected whole numbers as the column"):
        ps.load_text(EMPTY + clause)


@pytest.mark.parametrize(
    ("symbol", "style"),
    [
        ("x", "fill: #b91c1c"), ("♞", "fill: #b91c1c"), ("○", "stroke: #b91c1c"),
        ("●", "stroke: #b91c1c; fill: #b91c1c"),
        ("█", "stroke: #b91c1c; fill: #b91c1c"),
    ],
)  # fmt: skip
def test_a_piece_has_its_colour(symbol: str, style: str) -> None:
    rules = EMPTY + f"draw_colour(o, red). symbol(o, '{symbol}')."
    tree = ElementTree.fromstring(ps.load_text(rules).initial.svg())
    assert [one.get("style") for one in tree.iter() if one.get("style")] == [style]


def test_a_colour_is_one_of_a_few() -> None:
    with pytest.raises(ps.RulesError, match="expected red, orange"):
        ps.load_text(EMPTY + "draw_colour(o, 'url(x)').")
    computed = "draw_colour(o, K) :- ink(K). ink(red1). ink(green)."
    assert ps.load_text(EMPTY + computed).colours == {"o": "green"}


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
