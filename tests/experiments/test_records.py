"""Records of games, as people write them, read and replayed.

Chess is held against python-chess, which reads and writes PGN; Othello against a
program of a few lines that shares nothing with the rule file.
"""

from __future__ import annotations

import json
import random
from pathlib import Path

import chess
import chess.pgn
import pytest
from click.testing import CliRunner, Result
from games import loaded

from pygame_search.cli.app import command
from pygame_search.experiments.matches.openings import read_openings
from pygame_search.experiments.matches.playthrough import load
from pygame_search.experiments.matches.record import Record, read_record
from pygame_search.game import Game, State, load_text
from pygame_search.model.movetext import pieces
from pygame_search.support.errors import InputError, MoveError

#: P. Morphy against Duke Karl and Count Isouard, Paris 1858, as many books print it.
OPERA = """\
[Event "Paris"]
[Date "1858.??.??"]
[White "Morphy, Paul"]
[Black "Duke Karl / Count \\"Isouard\\""]
[Result "1-0"]

1. e4 e5 2. Nf3 d6 3. d4 Bg4 {This is a weak move (already).} 4. dxe5 Bxf3 5. Qxf3
dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5?! 10. Nxb5! cxb5 (10... Qb4+ 11. Qxb4
(11. Nc3 $1 {:)}) Bxb4+) 11. Bxb5+ Nbd7 12. 0-0-0 Rd8 13.Rxd7 Rxd7 14.Rd1 Qe6 ; soon
% another comment
15. Bxd7+ $3 Nxd7 16. Qb8+!! Nxb8 17. Rd8# 1-0
"""

#: The mate of Legal de Kermur, Paris 1750.
LEGAL = """\
1.e4 e5 2.Bc4 d6 3.Nf3 Bg4 4.Nc3 g6? 5.Nxe5 Bxd1?? 6.Bxf7+ Ke7 7.Nd5# {mate} 1-0
"""

#: Numbers that can be taken apart in several ways: 111 is 1 11, 11 1 and 1 1 1.
COUNTS = r"""
role(p). init(left(0)). init(at(0)).
legal(p, N) :- step(N).
next(at(M)) :- true(at(N)), M is N + 1.
terminal :- true(at(3)).
goal(p, 1).
step(N) :- between(1, 11, N).
notation(N, N) :- step(N).
"""


def written(tmp_path: Path, text: str, name: str = "record.txt") -> Path:
    file = tmp_path / name
    file.write_text(text, encoding="utf-8")
    return file


def replayed(tmp_path: Path, game: Game, text: str) -> Record:
    return read_record(written(tmp_path, text), game)


def run(*words: str, typed: str = "") -> Result:
    return CliRunner().invoke(command, words, input=typed, env={"COLUMNS": "80"})


# ---- chess -------------------------------------------------------------------


def position(board: chess.Board) -> str:
    board.fullmove_number = 1
    return board.fen(en_passant="fen")


@pytest.mark.parametrize(
    "text", [LEGAL, pytest.param(OPERA, marks=pytest.mark.slow)], ids=["Legal", "opera"]
)
def test_a_famous_game_ends_as_another_program_has_it(
    text: str, tmp_path: Path
) -> None:
    file = written(tmp_path, text, "game.pgn")
    with open(file, encoding="utf-8") as stream:
        other = chess.pgn.read_game(stream)
    assert other is not None
    assert not other.errors
    record = read_record(file, loaded("chess"))
    assert len(record.joints) == len(list(other.mainline_moves()))
    assert record.state.text == position(other.end().board())
    assert record.state.goals == {"white": 100, "black": -100}
    assert not record.left_out


@pytest.mark.parametrize("seed", range(3))
def test_what_another_program_writes_is_read(seed: int, tmp_path: Path) -> None:
    """Random games from rare positions, with comments, glyphs and variations."""
    source = random.Random(seed)
    game = chess.pgn.Game()
    starts = [
        chess.STARTING_FEN,
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/P3k3/8/2pP4/8/8/p1K5/8 w - c6 0 1",
    ]
    game.setup(starts[seed])
    node: chess.pgn.GameNode = game
    for _ in range(8):
        moves = list(node.board().legal_moves)
        if not moves:
            break
        for move in source.sample(moves, min(2, len(moves))):
            node.add_variation(move, comment="a (comment; with [%clk 0:01])")
        node = node.variations[0]
        node.nags.add(source.randrange(1, 10))
    record = replayed(tmp_path, loaded("chess"), str(game))
    board = game.board()
    assert record.states[0].text == position(board)
    for move, state in zip(game.mainline_moves(), record.states[1:], strict=True):
        board.push(move)
        assert state.text == position(board.copy())


@pytest.mark.parametrize(
    ("start", "text", "term"),
    [
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8Q+", "promote(1, 7, 1, 8, queen)"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=N!?", "promote(1, 7, 1, 8, knight)"),
        ("4k3/p7/8/8/8/5N2/8/4K3 w - - 0 1", "Nfd4", "move(6, 3, 4, 4)"),
        ("4k3/p7/8/8/8/5N2/8/4K3 w - - 0 1", "N3d4", "move(6, 3, 4, 4)"),
        ("4k3/p7/8/8/8/5N2/8/4K3 w - - 0 1", "Nf3d4", "move(6, 3, 4, 4)"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6e.p.", "move(5, 5, 4, 6)"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6 e.p.", "move(5, 5, 4, 6)"),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "0-0", "castle(king_side)"),
    ],
)
def test_what_records_write_in_other_ways(
    start: str, text: str, term: str, tmp_path: Path
) -> None:
    record = replayed(tmp_path, loaded("chess"), f'[FEN "{start}"]\n1. {text} *')
    assert [joint[0] for joint in record.joints] == [term]


def test_castling_is_shown_with_letters() -> None:
    state = loaded("chess").state("r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1")
    assert state.notation("castle(king_side)") == "O-O"


# ---- Othello -----------------------------------------------------------------

AROUND = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]


def turned(board: dict[str, str], side: str, square: str) -> list[str]:
    """Return the squares whose discs a disc on a square turns."""
    if square in board:
        return []
    found: list[str] = []
    for x, y in AROUND:
        way, at = [], square
        while True:
            at = chr(ord(at[0]) + x) + chr(ord(at[1]) + y)
            if board.get(at) in (None, side):
                break
            way.append(at)
        if board.get(at) == side:
            found += way
    return found


def othello(seed: int) -> tuple[list[str], dict[str, str], int]:
    """Play a random game; return its moves without passes, the end, and the passes."""
    source = random.Random(seed)
    board = {"d4": "o", "e5": "o", "d5": "x", "e4": "x"}
    side, other, moves, passes, waited = "x", "o", [], 0, 0
    squares = [column + row for column in "abcdefgh" for row in "12345678"]
    while waited < 2:
        able = [square for square in squares if turned(board, side, square)]
        if able:
            move = source.choice(able)
            board |= dict.fromkeys([*turned(board, side, move), move], side)
            moves.append(move)
            passes, waited = passes + waited, 0
        else:
            waited += 1
        side, other = other, side
    return moves, board, passes


def discs(record: Record) -> dict[str, str]:
    squares = (fact for fact in record.state.facts if fact.startswith("disc"))
    parts = (square[5:-1].split(", ") for square in squares)
    return {f"{chr(96 + int(c))}{r}": side for c, r, side in parts}


#: Seeds of games of the program above; the second has passes, which records leave out.
SEEDS = (
    next(s for s in range(99) if not othello(s)[2]),
    next(s for s in range(99) if othello(s)[2]),
)


@pytest.mark.parametrize("seed", SEEDS)
def test_othello_is_set_up_and_written_as_the_federation_does(
    seed: int, tmp_path: Path
) -> None:
    moves, board, passes = othello(seed)
    text = "".join(moves)
    record = replayed(tmp_path, loaded("othello"), text)
    assert discs(record) == board
    assert len(record.left_out) == passes
    some = moves[: 12 if not passes else 0] or moves[:8]
    spaced = " ".join(move.upper() for move in some)
    assert replayed(tmp_path, loaded("othello"), spaced).joints == record.joints[
        : len(some)
    ]  # fmt: skip


def test_the_perft_of_othello_counts_both_set_ups_alike() -> None:
    there, here = loaded("othello(size=4)"), loaded("othello(size=4, setup=lecture)")
    assert there.initial.perft(5) == here.initial.perft(5)
    assert "disc(2, 2, x)" in here.initial.facts
    with pytest.raises(InputError, match=r"setup=chess, expected setup=federation"):
        loaded("othello(setup=chess)")


# ---- any game ----------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    ["4 4 3", "443", "1. 4 4 2. 3", "1.4 4 2.3", "drop(4); drop(4); drop(3)",
     "4;4;3", "% a game\n\n4 {so} 4 ; and so on\n3", "44 3 *"],
)  # fmt: skip
def test_one_game_written_in_many_ways(text: str, tmp_path: Path) -> None:
    record = replayed(tmp_path, loaded("connect_four"), text)
    made = [next(m for m in joint if m != "noop") for joint in record.joints]
    assert made == ["drop(4)", "drop(4)", "drop(3)"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("4 4\n 8 1", r"record.txt:2:2: move 3: '8' is no legal move of x"),
        (
            "4 4 448 1",
            r"record.txt:1:7: move 5: '8' is no legal move of .*; legal: drop\(1\)",
        ),
        ("4 {so", r"record.txt:1:3: expected an end of what begins with '{'"),
        ("4 (4\n5", r"record.txt:1:3: expected an end of what begins with '\('"),
        ("4 1-0 4", r"record.txt:1:7: expected the end of the record after 1-0"),
        ('4 *\n[Event "?"]', r"record.txt:2:1: expected one game, found the head"),
        ("4 ; 4", r"record.txt:1:3: expected a comment .*found '4', which may be ei"),
        ("% none", "record.txt: expected the moves of a game, found none"),
        ("1 2 1 2 1 2 1 2", r":1:15: expected the end of .* is over after 7 moves"),
        ('[FEN "x"] 4', "record.txt: the tag FEN: "),
        ('{"version": 1}', "expected the moves .* found a saved game: `show"),
        ("4 4 444444", r"1:9: move 7, .*|1:9: move 7: "),
    ],
)
def test_what_is_wrong_is_told_with_its_place(
    text: str, why: str, tmp_path: Path
) -> None:
    with pytest.raises((InputError, MoveError), match=why):
        replayed(tmp_path, loaded("connect_four"), text)


def test_the_nearest_legal_moves_are_told(tmp_path: Path) -> None:
    why = ":1:13: move 3, number 2 of the record: 'Nf9' is no legal move of white; "
    with pytest.raises(MoveError, match=f"{why}nearest: .*Nf3.*; 29 are legal"):
        replayed(tmp_path, loaded("chess"), "1. e4 e5\t2. Nf9 Nc6")
    text = '[FEN "4k3/p7/8/8/8/5N2/8/1N2K3 w - - 0 1"] Nd2'
    with pytest.raises(InputError, match=r"'Nd2', which may be (Nfd2 or Nbd2|Nbd2 or)"):
        replayed(tmp_path, loaded("chess"), text)


def test_what_can_be_read_in_two_ways_is_refused(tmp_path: Path) -> None:
    game = load_text(COUNTS)
    assert [j[0] for j in replayed(tmp_path, game, "11 1 2").joints] == ["11", "1", "2"]
    assert [j[0] for j in replayed(tmp_path, game, "2311").joints[:2]] == ["2", "3"]
    with pytest.raises(InputError, match=r"may be 1 11 or|may be 11 1 or"):
        replayed(tmp_path, game, "2 111")


def test_a_kif_sheet_has_moves_in_parentheses(tmp_path: Path) -> None:
    game = load_text(
        "(role r) (init (at 1)) (<= (legal r (go ?x)) (n ?x)) (n 1) (n 2)"
        "(<= (next (at ?x)) (does r (go ?x))) (<= terminal (true (at 3)))"
        "(goal r 1)", syntax="kif",
    )  # fmt: skip
    assert len(replayed(tmp_path, game, "(go 1) (go 2)\n(go 2)").joints) == 3


def test_quoted_words_and_brackets_are_whole() -> None:
    found = [one.text for one in pieces("'a b' [x, ']'] f('c ;', 1) R' \"d e\" U2;F")]
    assert found == ["'a b'", "[x, ']']", "f('c ;', 1)", "R'", '"d e"', "U2", "F"]


def test_openings_may_be_written_as_records(tmp_path: Path) -> None:
    file = written(tmp_path, "1. e4 e5 2. Nf3 % open\n\nd4; d5\n{none}\n")
    found = read_openings(file, loaded("chess").initial)
    assert [len(one) for one in found] == [3, 2]


# ---- commands ----------------------------------------------------------------


def test_commands_begin_after_a_record(tmp_path: Path) -> None:
    file = str(written(tmp_path, "1. 4 4 2. 4 3"))
    shown = run("show", "connect_four", "--moves", file)
    after = run("show", "connect_four", "--after", "4; 4; 4; 3")
    assert shown.output == after.output
    assert shown.exit_code == 0
    found = run("perft", "connect_four", "--moves", file, "--depth", "1")
    assert " 7 " in found.output
    both = run("show", "connect_four", "--moves", file, "--after", "4")
    assert "--after: a record has its own moves" in both.output
    repl = run("repl", "connect_four", "--moves", file, typed="true(cell(4, 4, P))\n")
    assert "P = x" in repl.output


def test_play_goes_on_from_the_end_of_a_record(tmp_path: Path) -> None:
    file, kept = written(tmp_path, "4 4 4 4"), tmp_path / "game.json"
    words = "play", "connect_four", "--moves", str(file), "--player", "o=legal"
    done = run(*words, "--save", str(kept), typed="undo\n2\nquit\n")
    assert "1. x" in done.output
    assert "4. o" in done.output
    assert len(load(kept).moves) == 4  # 4 4, and 2 with its answer
    told = json.loads(run(*words, "--json", typed="quit\n").output.splitlines()[-1])
    assert told["moves"] == ["drop(4)"] * 4


def test_play_tells_the_end_of_a_finished_record(tmp_path: Path) -> None:
    file = str(written(tmp_path, "1 2 1 2 1 2 1"))
    done = run("play", "connect_four", "--moves", file)
    assert "The game is over: x wins" in done.output


def test_left_out_moves_are_told(tmp_path: Path) -> None:
    moves, _, _ = othello(SEEDS[1])
    file = str(written(tmp_path, " ".join(moves)))
    told = run("show", "othello", "--moves", file)
    assert "left out, and made, as there was no other move: pass as move" in told.output


# ---- what is no move, and what may not be passed over ------------------------------


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        # the column is full
        ("connect_four", "4 4 4 4 4 4 4 3", "'4' is no legal move"),
        ("othello", "f5 d6 c3 -- d3", "'--' is no legal move"),  # there is no pass
        ("chess", "1. e4 e5 ;2. Nf3\n2. Nc3", "may be either"),
        ("chess", '[FEN "8/8/8/8/8/8/k7/7K w - - 0 1"]\n[FEN "x"]\n', "one tag FEN"),
    ],
)
def test_nothing_is_passed_over_in_silence(
    tmp_path: Path, name: str, text: str, words: str
) -> None:
    with pytest.raises((InputError, MoveError)) as caught:
        replayed(tmp_path, loaded(name), text)
    assert words in str(caught.value)


def test_a_comment_in_a_variation_ends_with_its_line(tmp_path: Path) -> None:
    text = "1. e4 (1. d4 ; sad :(\n d5) e5 2. Nf3 (2. f4 ; happy :)\n exf4) Nc6 1... *"
    found = replayed(tmp_path, loaded("chess"), text)
    texts = [found.states[n].written(joint) for n, joint in enumerate(found.joints)]
    assert texts == ["e4", "e5", "Nf3", "Nc6"]


def test_many_numbers_in_one_word(tmp_path: Path) -> None:
    found = replayed(tmp_path, loaded("chess"), "1." * 3_000 + "e4")
    assert len(found.joints) == 1


def test_too_many_ways_to_take_moves_apart_are_said(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="expected spaces between moves: 2,000 ways"):
        replayed(tmp_path, loaded("rubik_2x2"), "RU" * 1_500)


def test_a_move_that_is_a_pair_is_no_variation(tmp_path: Path) -> None:
    game = load_text(
        "role(p).\ninit(n(0)).\nlegal(p, (1, 2)) :- true(n(0)).\n"
        "legal(p, go) :- true(n(1)).\nnext(n(M)) :- true(n(N)), M is N + 1.\n"
        "terminal :- true(n(2)).\ngoal(p, 1).\n"
    )
    assert len(replayed(tmp_path, game, "(1, 2) go").joints) == 2


# ---- numbers and results -----------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "warnings"),
    [
        ("1. e4 e5 2. Nf3 Nc6 3. Bb5 *", []),
        ("1. e4 1... e5 2. Nf3 2... Nc6", []),
        ("1. e4 e5\n2. Nf3 Nc6\n4. Bb5 a6 5. O-O",
         [":3:1: warning: move 4 is written, and move 3 is due"]),
        ("2. e4 e5", [":1:1: warning: move 2 is written, and move 1 is due"]),
        ("1. e4 2. e5 3. Nf3", []),  # each move is counted
        ("1. e4 2. e5 2. Nf3",
         [":1:13: warning: move 2 is written, and move 3 is due"]),
        ("1. e4 e5 2... Nf3",  # the dots say nothing of who moves
         []),
        ("1. e4 e5 99999999999999999999. Nf3",
         [":1:10: warning: move 9999999999 is written, and move 2 is due"]),
        ('[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 31"]\n31. e4 Ke7 32. e5', []),
        ('[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 31"]\n31... Ke7 32. e4', []),
        ('[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 31"]\n31. e4 Ke7 35. e5',
         [":2:12: warning: move 35 is written, and move 32 is due"]),
    ],
)  # fmt: skip
def test_numbers_are_compared_with_the_moves(
    text: str, warnings: list[str], tmp_path: Path
) -> None:
    record = replayed(tmp_path, loaded("chess"), text)
    assert record.warnings == [f"{tmp_path / 'record.txt'}{one}" for one in warnings]


@pytest.mark.parametrize("counted", [True, False])
def test_numbers_may_count_passes_that_are_left_out(
    counted: bool, tmp_path: Path
) -> None:
    moves, _, passes = othello(SEEDS[1])
    assert passes
    plain = replayed(tmp_path, loaded("othello"), " ".join(moves))
    out = set(plain.left_out)
    made = [n for n in range(1, len(plain.joints) + 1) if n not in out]
    numbers = made if counted else range(1, len(moves) + 1)
    text = " ".join(f"{n}. {move}" for n, move in zip(numbers, moves, strict=True))
    assert replayed(tmp_path, loaded("othello"), text).warnings == []


#: The shortest game of chess that ends.
FOOL = "1. f3 e5 2. g4 Qh4#"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (f"{FOOL} 0-1", ""),
        (f"{FOOL} *", ""),
        (FOOL, ""),
        (f'[Result "0-1"]\n{FOOL} 0-1', ""),
        (f"{FOOL}\n1-0", ":2:1: warning: the result 1-0 is written, and the game "
         "ends otherwise: black wins"),
        (f"{FOOL} 1/2-1/2", ":1:21: warning: the result 1/2-1/2 is written, and the "
         "game ends otherwise: black wins"),
        (f'[Result "1-0"]\n{FOOL}', ":1:1: warning: the result 1-0 is written, and "
         "the game ends otherwise: black wins"),
        ("1. e4 e5 1-0", ""),  # black gives up
        ('[Result "1-0"]\n1. e4 e5 *', ""),
        ('[Result "1-0"]\n1. e4 e5 0-1', ":2:10: warning: the result 0-1 is written, "
         "and the head says 1-0"),
    ],
)  # fmt: skip
def test_a_result_is_compared_with_the_end(
    text: str, words: str, tmp_path: Path
) -> None:
    found = replayed(tmp_path, loaded("chess"), text).warnings
    assert found == ([f"{tmp_path / 'record.txt'}{words}"] if words else [])


def test_commands_tell_what_contradicts_the_moves(tmp_path: Path) -> None:
    file = str(written(tmp_path, "1. 4 4 7. 4"))
    told = run("show", "connect_four", "--moves", file)
    assert (
        "record.txt:1:8: warning: move 7 is written, and move 2 is due" in told.output
    )
    assert told.exit_code == 0


def test_comments_that_begin_alike_are_looked_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, asked = loaded("connect_four"), list[str]()
    played = State.played

    def counted(state: State, move: str) -> tuple[State, tuple[str, ...]]:
        asked.append(move)
        return played(state, move)

    monkeypatch.setattr(State, "played", counted)
    many = "; a remark, 4\n; 4 or so\n" * 2_000
    assert len(replayed(tmp_path, game, f"4 4\n{many}4").joints) == 3
    assert asked == ["4", "4", "a", "4", "or", "4"]
