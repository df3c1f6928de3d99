"""Chess positions with known best moves: how deep, and how many are found.

    .venv/bin/python -m benchmarks.bratko_kopec [--seconds S] [--depth N] [--only WORD]

The positions are those of I. Bratko and D. Kopec, A test for comparison of human and
computer performance in chess, 1982. Each is searched by deepening with principal
variation search, the history of cut-offs, quiescence and Shannon's evaluation, in the
native tier by one thread, for some seconds of the clock or to a depth. Beside it
stands a plain engine: deepening alpha-beta with captures to the end, which counts
material, a page of Python over python-chess.
"""

from __future__ import annotations

import importlib
import time
from statistics import median
from typing import Any

import click

from pygame_search.game import State, load

#: Each position, and the moves that are best.
POSITIONS: tuple[tuple[str, str], ...] = (
    ("1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - 0 1", "Qd1+"),
    ("3r1k2/4npp1/1ppr3p/p6P/P2PPPP1/1NR5/5K2/2R5 w - - 0 1", "d5"),
    ("2q1rr1k/3bbnnp/p2p1pp1/2pPp3/PpP1P1P1/1P2BNNP/2BQ1PRK/7R b - - 0 1", "f5"),
    ("rnbqkb1r/p3pppp/1p6/2ppP3/3N4/2P5/PPP1QPPP/R1B1KB1R w KQkq - 0 1", "e6"),
    ("r1b2rk1/2q1b1pp/p2ppn2/1p6/3QP3/1BN1B3/PPP3PP/R4RK1 w - - 0 1", "Nd5 a4"),
    ("2r3k1/pppR1pp1/4p3/4P1P1/5P2/1P4K1/P1P5/8 w - - 0 1", "g6"),
    ("1nk1r1r1/pp2n1pp/4p3/q2pPp1N/b1pP1P2/B1P2R2/2P1B1PP/R2Q2K1 w - - 0 1", "Nf6"),
    ("4b3/p3kp2/6p1/3pP2p/2pP1P2/4K1P1/P3N2P/8 w - - 0 1", "f5"),
    ("2kr1bnr/pbpq4/2n1pp2/3p3p/3P1P1B/2N2N1Q/PPP3PP/2KR1B1R w - - 0 1", "f5"),
    ("3rr1k1/pp3pp1/1qn2np1/8/3p4/PP1R1P2/2P1NQPP/R1B3K1 b - - 0 1", "Ne5"),
    ("2r1nrk1/p2q1ppp/bp1p4/n1pPp3/P1P1P3/2PBB1N1/4QPPP/R4RK1 w - - 0 1", "f4"),
    ("r3r1k1/ppqb1ppp/8/4p1NQ/8/2P5/PP3PPP/R3R1K1 b - - 0 1", "Bf5"),
    ("r2q1rk1/4bppp/p2p4/2pP4/3pP3/3Q4/PP1B1PPP/R3R1K1 w - - 0 1", "b4"),
    ("rnb2r1k/pp2p2p/2pp2p1/q2P1p2/8/1Pb2NP1/PB2PPBP/R2Q1RK1 w - - 0 1", "Qd2 Qe1"),
    ("2r3k1/1p2q1pp/2b1pr2/p1pp4/6Q1/1P1PP1R1/P1PN2PP/5RK1 w - - 0 1", "Qxg7+"),
    ("r1bqkb1r/4npp1/p1p4p/1p1pP1B1/8/1B6/PPPN1PPP/R2Q1RK1 w kq - 0 1", "Ne4"),
    ("r2q1rk1/1ppnbppp/p2p1nb1/3Pp3/2P1P1P1/2N2N1P/PPB1QP2/R1B2RK1 b - - 0 1", "h5"),
    ("r1bq1rk1/pp2ppbp/2np2p1/2n5/P3PP2/N1P2N2/1PB3PP/R1B1QRK1 b - - 0 1", "Nb3"),
    ("3rr3/2pq2pk/p2p1pnp/8/2QBPP2/1P6/P5PP/4RRK1 b - - 0 1", "Rxe4"),
    ("r4k2/pb2bp1r/1p1qp2p/3pNp2/3P1P2/2N3P1/PPP1Q2P/2KRR3 w - - 0 1", "g4"),
    ("3rn2k/ppb2rpp/2ppqp2/5N2/2P1P3/1P5Q/PB3PPP/3RR1K1 w - - 0 1", "Nh6"),
    ("2r2rk1/1bqnbpp1/1p1ppn1p/pP6/N1P1P3/P2B1N1P/1B2QPP1/R2R2K1 b - - 0 1", "Bxe4"),
    ("r1bqk2r/pp2bppp/2p5/3pP3/P2Q1P2/2N1B3/1PP3PP/R4RK1 b kq - 0 1", "f6"),
    ("r2qnrnk/p2b2b1/1p1p2pp/2pPpp2/1PP1P3/PRNBB3/3QNPPP/5RK1 w - - 0 1", "f4"),
)  # fmt: skip

#: Seconds of a first search, within which the code is made.
WARMING = 90

#: Of the kinds of pieces, in hundredths of a pawn.
WORTH = {1: 100, 2: 300, 3: 300, 4: 500, 5: 900, 6: 0}


class _TimeIsUpError(Exception):
    """The time of a search is over."""


def searched(state: State, method: str) -> tuple[str, int, float, int]:
    """Return the best move, the depth, the seconds and the nodes of a search."""
    began = time.perf_counter()
    found = state.best(method=method, tier="native")
    took = time.perf_counter() - began
    role = next(role for role in state.legal if len(state.legal[role]) > 1)
    [written] = state.written_moves(role, [found.move or ""])
    return written, found.depth or 0, took, found.nodes


def plain(fen: str, seconds: float) -> tuple[str, int]:
    """Return the best move and the depth of a plain engine in Python."""
    chess: Any = importlib.import_module("chess")
    board, end = chess.Board(fen), time.perf_counter() + seconds

    def material() -> int:
        return sum(
            WORTH[piece.piece_type] * (1 if piece.color == board.turn else -1)
            for piece in board.piece_map().values()
        )

    def value(left: int, alpha: int, beta: int) -> int:
        if time.perf_counter() > end:
            raise _TimeIsUpError
        if left <= 0:
            stand = material()
            if stand >= beta:
                return stand
            alpha = max(alpha, stand)
            moves = list(board.generate_legal_captures())
            best = stand
        else:
            moves = list(board.legal_moves)
            if not moves:
                return -100_000 - left if board.is_check() else 0
            moves.sort(key=board.is_capture, reverse=True)
            best = -1_000_000
        for move in moves:
            board.push(move)
            best = max(best, -value(left - 1, -beta, -alpha))
            board.pop()
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best

    best, depth = "", 0
    first = list(board.legal_moves)
    try:
        while True:
            alpha, here = -1_000_000, first[0]
            for move in first:
                board.push(move)
                score = -value(depth, -1_000_000, -alpha)
                board.pop()
                if score > alpha:
                    alpha, here = score, move
            depth += 1
            first.sort(key=lambda move: move != here)
            best = chess.Board(fen).san(here)
    except _TimeIsUpError:
        return best, depth


@click.command()
@click.option("--seconds", default=10.0, show_default=True, help="For each position.")
@click.option("--depth", type=int, help="Only to this depth.")
@click.option("--quiescence", default=4, show_default=True)
@click.option("--only", default="", help="Only the position with this number.")
@click.option("--peer/--no-peer", default=True, help="Beside the plain engine.")
def main(
    seconds: float, depth: int | None, quiescence: int, only: str, peer: bool
) -> None:
    """Print a row for each position, and how many best moves are found."""
    game = load("chess", tier="native")
    limit = "" if depth is None else f"depth={depth}, "
    rest = f"quiescence={quiescence}, search=pvs, order=history"
    method = f"deepening({limit}seconds={seconds}, {rest})"
    # Words are made once, aside, while the search goes on.
    game.initial.best(method=f"deepening(seconds={WARMING}, {rest})", tier="native")
    ours = theirs = 0
    depths, times = list[int](), list[float]()
    click.echo("| | best | found | plies | seconds | nodes | plain Python | plies |")
    click.echo("|--:|---|---|--:|--:|--:|---|--:|")
    for number, (fen, best) in enumerate(POSITIONS, 1):
        if only and only != str(number):
            continue
        move, plies, took, nodes = searched(game.state(fen), method)
        other, reached = plain(fen, seconds) if peer else ("", 0)
        ours += move.rstrip("+#") in best.replace("+", "").split()
        theirs += other.rstrip("+#") in best.replace("+", "").split()
        depths.append(plies)
        times.append(took)
        click.echo(
            f"| {number} | {best} | {move} | {plies} | {took:.1f} | {nodes:,} | "
            f"{other} | {reached} |"
        )
    click.echo(
        f"\n{method}: {ours} of {len(depths)} found, {median(depths)} plies and "
        f"{median(times):.1f} s at the median; plain Python finds {theirs}"
    )


if __name__ == "__main__":
    main()
