"""Chess against python-chess, and the published node counts."""

from __future__ import annotations

import random
from functools import cache

import chess
import pytest
from games import loaded

import pygame_search as ps
from pygame_search.model.position import occurrences

#: Nodes at depth 1, 2, ...: chessprogramming.org/Perft_Results.
POSITIONS = {
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1":
        [48, 2039, 97862],
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1": [14, 191, 2812, 43238, 674624],
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1":
        [6, 264, 9467, 422333],
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8": [44, 1486, 62379],
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10":
        [46, 2079, 89890],
    # En passant on pinned lines and out of check; counted by python-chess.
    "8/8/8/K2pP2q/8/8/8/7k w - d6 0 1": [6, 120],
    "4k3/8/8/3pPr2/5K2/8/8/8 w - d6 0 1": [4, 54],
    "3r3k/8/8/3pP3/8/8/8/3K4 w - d6 0 1": [7, 83],
    "7k/6b1/8/3pP3/8/2K5/8/8 w - d6 0 1": [7, 48],
    "1b6/8/8/3Pp3/8/8/4k2K/8 w - e6 0 1": [6, 65],
}  # fmt: skip

ENDS = {
    "7k/5KQ1/8/8/8/8/8/8 b - - 0 1": (100, -100),
    "7k/5K2/6Q1/8/8/8/8/8 b - - 0 1": (0, 0),
    "7k/8/8/8/8/8/8/K6B w - - 0 1": (0, 0),
    "7k/8/8/8/8/8/b7/K6B b - - 0 1": (0, 0),
    "7k/8/8/8/8/8/r7/1K6 b - - 100 90": (0, 0),
    "8/8/8/8/8/8/1q6/K1k5 w - - 100 90": (-100, 100),
}

KINDS = dict(enumerate(["pawn", "knight", "bishop", "rook", "queen", "king"], 1))
SIDES = {True: "white", False: "black"}


@cache
def game() -> ps.Game:
    return ps.load("chess", tier="native")


def square(number: int) -> str:
    return f"{number % 8 + 1}, {number // 8 + 1}"


def fluents(board: chess.Board) -> list[str]:
    found = [
        f"cell({square(number)}, {SIDES[piece.color]}, {KINDS[piece.piece_type]})"
        for number, piece in board.piece_map().items()
    ]
    for colour, side in SIDES.items():
        if board.has_kingside_castling_rights(colour):
            found.append(f"castles({side}, king_side)")
        if board.has_queenside_castling_rights(colour):
            found.append(f"castles({side}, queen_side)")
    if board.ep_square is not None:
        found.append(f"passed({board.ep_square % 8 + 1})")
    return [
        *found,
        f"control({SIDES[board.turn]})",
        f"quiet_plies({board.halfmove_clock})",
    ]


def move_text(board: chess.Board, move: chess.Move) -> str:
    if board.is_castling(move):
        return f"castle({'king' if board.is_kingside_castling(move) else 'queen'}_side)"
    squares = f"{square(move.from_square)}, {square(move.to_square)}"
    if move.promotion:
        return f"promote({squares}, {KINDS[move.promotion]})"
    return f"move({squares})"


def stated(fen: str) -> ps.State:
    return game().state(fen)


@pytest.mark.parametrize("fen", [*POSITIONS, *ENDS, chess.STARTING_FEN])
def test_a_position_is_read_and_written(fen: str) -> None:
    board, state = chess.Board(fen), stated(fen)
    assert sorted(state.facts) == sorted(fluents(board))
    board.fullmove_number = 1
    assert state.text == board.fen(en_passant="fen")
    assert state.text is not None
    assert stated(state.text) == state
    assert stated(" ".join(fen.split()[:5])) == state  # without the number of the move


@pytest.mark.parametrize(
    "fen",
    [
        "  4k3/8/8/8/8/8/8/R3K3   w  Q  -  7  30 ",
        "4k3/8/8/8/8/8/8/R3K3 w Q -",
        "4k3/8/8/8/8/8/8/R3K3 w Q - 100 200",
        "4k3/8/8/8/8/8/8/R3K3 w Q - 120 200",
        "4k3/8/8/8/8/8/8/R3K3 w Q - 150 999",
    ],
)
def test_what_other_programs_write_is_read(fen: str) -> None:
    board, state = chess.Board(fen.strip()), stated(fen)
    board.halfmove_clock = min(board.halfmove_clock, 100)
    assert sorted(state.facts) == sorted(fluents(board))
    assert state.terminal == board.can_claim_fifty_moves()


@pytest.mark.parametrize(
    ("fen", "why"),
    [
        ("hello", "expected eight rows of eight squares"),
        ("k7/8/8/8/8/8/9/K6R w - - 0 1", "expected eight rows of eight squares"),
        ("k7/8/8/8/8/8/8/K6R", "expected w or b after the board"),
        ("8/8/8/8/8/8/8/8 w - - 0 1", "expected one king of white"),
        ("kk6/8/8/8/8/8/8/K7 w - - 0 1", "expected one king of black"),
        ("k6R/8/8/8/8/8/8/K7 w - - 0 1", "the king of black is attacked"),
        ("kP6/8/8/8/8/8/8/K7 w - - 0 1", "expected no pawn on the first"),
        ("k7/8/8/8/8/8/8/K6R w Q - 0 1", "where castling is allowed"),
        ("k7/8/8/8/8/8/8/K6R w - e6 0 1", "a pawn that has just gone two squares"),
        ("k7/8/8/8/8/8/8/K6R w - - x 1", "expected how many plies there were"),
        ("4k3/8/8/8/8/8/8/4K2R w HA - 0 1", "expected the letters K, Q, k and q, or -"),
    ],
)
def test_what_is_no_position_is_told(fen: str, why: str) -> None:
    with pytest.raises(ps.InputError, match=f"expected a position, found .*: .*{why}"):
        stated(fen)


@pytest.mark.parametrize("fen", POSITIONS)
def test_perft(fen: str) -> None:
    counts = POSITIONS[fen]
    board = chess.Board(fen)
    assert board.legal_moves.count() == counts[0]
    levels = stated(fen).perft(len(counts), tier="native")
    assert [level.nodes for level in levels] == counts


def passed_by(source: random.Random) -> chess.Board:
    """Return a position in which a pawn may perhaps be taken en passant."""
    while True:
        board = chess.Board(None)
        board.turn = source.random() < 0.5
        column, side = source.randrange(8), source.choice((-1, 1))
        row = 4 if board.turn else 3
        if not 0 <= column + side < 8:
            continue
        taker, gone = chess.square(column, row), chess.square(column + side, row)
        board.set_piece_at(taker, chess.Piece(chess.PAWN, board.turn))
        board.set_piece_at(gone, chess.Piece(chess.PAWN, not board.turn))
        board.ep_square = chess.square(column + side, 5 if board.turn else 2)
        kinds = [chess.KING, chess.QUEEN, chess.BISHOP, chess.ROOK]
        pieces = [chess.Piece(kind, not board.turn) for kind in kinds]
        free = [q for q in chess.SQUARES if q not in (taker, gone, board.ep_square)]
        own = source.choice([q for q in free if chess.ray(q, gone)])
        board.set_piece_at(own, chess.Piece(chess.KING, board.turn))
        free.remove(own)
        for piece in pieces:
            board.set_piece_at(free.pop(source.randrange(len(free))), piece)
        if board.is_valid():
            return board


@pytest.mark.parametrize("seed", range(3))
def test_en_passant_may_open_a_line_to_the_king(seed: int) -> None:
    source, refused = random.Random(seed), 0
    for _ in range(60):
        board = passed_by(source)
        side = SIDES[board.turn]
        there = game().state(f"[{', '.join(fluents(board))}]")
        moves = {move_text(board, move) for move in board.legal_moves}
        assert {m for m in there.legal[side] if m != "noop"} == moves, board.fen()
        refused += not board.has_legal_en_passant()
    assert refused > 3


@pytest.mark.parametrize("fen", ENDS)
def test_ends(fen: str) -> None:
    assert tuple(stated(fen).goals.values()) == ENDS[fen]


@pytest.mark.parametrize("seed", range(4))
def test_random_games_are_those_of_another_implementation(seed: int) -> None:
    source = random.Random(seed)
    board, state = chess.Board(), game().initial
    while True:
        moves = {move_text(board, move): move for move in board.legal_moves}
        assert sorted(state.facts) == sorted(fluents(board)), board.fen()
        over = not moves or board.is_insufficient_material() or board.is_fifty_moves()
        assert state.terminal == over, board.fen()
        if over:
            winner = None if not board.is_checkmate() else SIDES[not board.turn]
            assert {side for side, goal in state.goals.items() if goal == 100} == (
                set() if winner is None else {winner}
            )
            return
        assert set(state.legal[SIDES[board.turn]]) == set(moves), board.fen()
        rare = [
            text for text, move in moves.items()
            if move.promotion or board.is_castling(move) or board.is_en_passant(move)
        ]  # fmt: skip
        text = source.choice(rare if rare and source.random() < 0.5 else sorted(moves))
        board.push(moves[text])
        state = state.play(text)


@pytest.mark.parametrize("text", ["e2e4", "move(5, 2, 5, 4)"])
def test_moves_are_written_as_squares(text: str) -> None:
    state = game().initial.play(text)
    assert "cell(5, 4, white, pawn)" in state.facts
    assert game().notation("move(5, 2, 5, 4)") == "e2e4"


@pytest.mark.parametrize("seed", range(2))
def test_standard_algebraic_notation(seed: int) -> None:
    source = random.Random(seed)
    boards = [chess.Board(fen) for fen in source.sample(list(POSITIONS), 2)]
    for board in [*boards, chess.Board("7k/5ppp/8/8/Q2Q4/8/8/K2Q4 w - - 0 1")]:
        state = stated(board.fen())
        for _ in range(2):
            if state.terminal:
                break
            side = SIDES[board.turn]
            shown = dict(
                zip(state.legal[side], state.written_legal()[side], strict=True)
            )
            moves = {move_text(board, move): move for move in board.legal_moves}
            assert shown == {text: board.san(move) for text, move in moves.items()}
            text = source.choice(sorted(moves))
            assert state.played(shown[text])[1][0 if board.turn else 1] == text
            bare = shown[text].rstrip("+#")
            state = state.play(bare)
            board.push(moves[text])


def test_a_text_that_may_be_several_moves_names_them() -> None:
    state = stated("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1")
    with pytest.raises(ps.MoveError, match=r"Nbd2 \(move\(2, 1, 4, 2\)\) and Nfd2"):
        state.play("Nd2")
    ends = state.play("Nbd2")
    assert ends == state.play("b1d2") == state.play("move(2, 1, 4, 2)")
    assert game().after("e4; e5; Nf3; Nc6; Bb5; Nf6; O-O").text == (
        "r1bqkb1r/pppp1ppp/2n2n2/1B2p3/4P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 5 1"
    )


@pytest.mark.parametrize("fen", list(POSITIONS)[:2])
def test_the_tiers_agree(fen: str) -> None:
    there = stated(fen)
    here = loaded("chess").state(f"[{', '.join(there.facts)}]")
    assert here.legal == there.legal
    shown = here.best(depth=1, tier="clauses"), there.best(depth=1, tier="native")
    assert shown[0].value == shown[1].value
    after = here.play(shown[0].move or "")
    assert set(after.facts) == set(there.play(shown[0].move or "").facts)


#: The position, as Article 9.2.3 of the Laws of Chess compares it.
THREEFOLD = """
position_part(cell(C, R, P, K)) :- true(cell(C, R, P, K)).
position_part(control(P)) :- true(control(P)).
position_part(castles(P, Side)) :- true(castles(P, Side)).
position_part(en_passant(C, R)) :- true(control(P)), en_passant(P, _, _, C, R).
terminal :- occurred(3).
"""


@pytest.mark.parametrize(
    ("fen", "seed"),
    [
        ("r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1", 1),
        ("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", 2),
        ("n3k3/8/8/8/8/8/8/4K2R b K - 0 1", 3),
    ],
)
def test_threefold_repetition(fen: str, seed: int) -> None:
    """Pieces go to and fro until a position comes for the third time."""
    source, board = random.Random(seed), chess.Board(fen)
    rules = loaded("chess").book.text + THREEFOLD
    state = ps.load_text(rules).state(fen)
    for _ in range(60):
        times = occurrences(state.facts) or 0
        assert [board.is_repetition(n) for n in (2, 3)] == [times >= 2, times >= 3]
        if times == 3 or board.is_game_over():
            break
        assert set(state.legal_moves) == {
            move_text(board, m) for m in board.legal_moves
        }
        back = [
            m
            for m in board.legal_moves
            if len(board.move_stack) > 1
            and (m.from_square, m.to_square)
            == (board.move_stack[-2].to_square, board.move_stack[-2].from_square)
        ]
        again = back and source.random() < 0.8
        move = source.choice(back if again else [*board.legal_moves])
        state = state.play(move_text(board, move))
        board.push(move)
    assert state.terminal
