"""The tables: which works stand beside each other, and what they are compared to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from benchmarks import easyai, ours, peers
from benchmarks.timing import Work, known
from pygame_search.game import load


@dataclass(frozen=True, slots=True)
class Table:
    """Works that are done in turn.

    Attributes:
        title: what they have in common.
        works: what is measured.
        base: the name of the one to which all are compared.
        missing: a row for what could not be measured, and what to do about it.
    """

    title: str
    works: list[Work]
    base: str
    missing: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Size:
    """How much is measured.

    Attributes:
        rounds: how often everything is done.
        calls: crossings of a run.
        nodes: nodes of a perft.
        forms: the depth of the perft of each form.
        connect_four: the depth of its alpha-beta.
    """

    rounds: int
    calls: int
    nodes: int
    forms: int
    connect_four: int


FULL = Size(rounds=5, calls=10_000, nodes=60_000, forms=6, connect_four=7)
QUICK = Size(rounds=2, calls=3_000, nodes=6_000, forms=4, connect_four=6)


def tables(size: Size) -> list[Callable[[], Table]]:
    """Return what makes each table; making one runs a search or two."""
    return [
        whole_tree,
        lambda: alphabeta("tic_tac_toe", "TicTacToe", 9),
        lambda: alphabeta("connect_four", "ConnectFour", size.connect_four),
        lambda: _plain("crossings into Prolog", ours.crossings(size.calls)),
        lambda: _plain("tic-tac-toe, perft by form", ours.forms(size.forms)),
        lambda: _plain("perft in clauses, by game", ours.all_games(size.nodes)),
    ]


def whole_tree() -> Table:
    """Return minimax on all 549,946 nodes of tic-tac-toe, ours and others'."""
    works = [
        *ours.searches(load("tic_tac_toe").initial, 9, "minimax"),
        Work("plain Python, tuples", "nodes", known(peers.on_tuples)),
        Work("plain Python, a list", "nodes", known(peers.on_a_list)),
        Work("plain Python, bits", "nodes", known(peers.on_bits)),
    ]
    peer = Work("easyAI's game, no pruning", "nodes", known(easyai.minimax))
    return _beside_easyai(
        "tic-tac-toe, minimax, the whole tree",
        [replace(work, units=peers.NODES) for work in works],
        replace(peer, units=peers.NODES),
    )


def alphabeta(game: str, peer: str, depth: int) -> Table:
    """Return alpha-beta from the first state of a game, ours and easyAI's."""
    return _beside_easyai(
        f"{game}, alpha-beta to depth {depth}",
        ours.searches(load(game).initial, depth, "alphabeta"),
        Work(
            "easyAI's Negamax and game",
            "nodes",
            known(lambda: easyai.alphabeta(peer, depth)),
        ),
    )


def _beside_easyai(title: str, works: list[Work], peer: Work) -> Table:
    """Return a table compared to easyAI, or to its first row where that is missing."""
    if easyai.is_installed():
        return Table(title, [*works, peer], peer.name)
    missing = (peer.name, f"not installed: {easyai.MEND}")
    return Table(title, works, works[0].name, missing)


def _plain(title: str, works: list[Work]) -> Table:
    return Table(title, works, works[0].name)
