"""Regret minimisation by external sampling, beside a textbook form over the clauses."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import product

import pytest
from hidden_texts import CARDS, KUHN_POKER, ROCK_PAPER_SCISSORS, STOP_OR_GO
from percept_games import percept_game

import pygame_search as ps
from pygame_search.game import Game, load_text
from pygame_search.machine.clauses import ClauseMachine
from pygame_search.machine.machine import Key, Machine
from pygame_search.model.view import percepts_in
from pygame_search.solving.hidden.arrays import arrays
from pygame_search.solving.hidden.regret import SampledMinimiser
from pygame_search.solving.hidden.unfold import sequence_form
from pygame_search.support.errors import InputError, TierError

#: What a player knows: the steps so far, each its move and what it perceived.
View = tuple[tuple[str, tuple[str, ...]], ...]


class Xorshift:
    """Random fractions by xorshift64* (S. Vigna 2016)."""

    def __init__(self, word: int) -> None:
        self.word = word

    def fraction(self) -> float:
        """Return a multiple of 2 ** -53 from 0 to below 1."""
        word = self.word
        word ^= word >> 12
        word = (word ^ (word << 25)) % 2**64
        word ^= word >> 27
        self.word = word
        return (word * 0x2545F4914F6CDD1D % 2**64 >> 11) / 2**53


class Textbook:
    """External sampling as the paper has it, by recursion over states and views.

    Args:
        game: a game of two players.
        word: the state of the random numbers.
    """

    def __init__(self, game: Game, word: int) -> None:
        self.machine: Machine = ClauseMachine(game.with_percepts(), memo=True)
        self.game = game
        self.players = [game.roles.index(role) for role in game.players]
        self.random = Xorshift(word)
        self.regrets: dict[tuple[int, View], dict[str, float]] = {}
        self.totals: dict[tuple[int, View], dict[str, float]] = {}

    def iterate(self) -> None:
        """Do an iteration."""
        for player in (0, 1):
            self.walk(player, self.machine.initial(), ((), ()))

    def walk(self, player: int, state: Key, views: tuple[View, View]) -> float:
        """Return what a state is worth to a player, by samples of all others."""
        node = self.machine.expand(state)
        if node.terminal:
            first = node.goal(self.players[0])
            return float(first if player == 0 else -first)
        texts = [
            [text for [text] in self.machine.texts([[move] for move in moves])]
            for moves in node.moves
        ]
        ranked = [sorted(own) for own in texts]
        weights = node.weights or [1] * len(texts[-1])
        chosen = [own[0] for own in ranked]
        own = self.players[player]
        for role in reversed(range(len(ranked))):
            if role == own or len(ranked[role]) == 1:
                continue
            if role in self.players:
                other = self.players.index(role)
                chances = self.strategy(other, views[other], ranked[role])
                totals = self.known(self.totals, other, views[other], ranked[role])
                for move, chance in chances.items():
                    totals[move] += chance
            else:
                of = dict(zip(texts[role], weights, strict=True))
                chances = {m: of[m] / sum(weights) for m in ranked[role]}
            chosen[role] = self.drawn(chances)

        def after(move: str) -> float:
            joint = [*chosen]
            joint[own] = move
            numbers = [
                moves[names.index(made)]
                for moves, names, made in zip(node.moves, texts, joint, strict=True)
            ]
            place = [*product(*node.moves)].index(tuple(numbers))
            state = node.successors[place]
            return self.walk(player, state, self.seen(state, joint, views))

        if len(ranked[own]) == 1:
            return after(ranked[own][0])
        values = {move: after(move) for move in ranked[own]}
        chances = self.strategy(player, views[player], ranked[own])
        mean = sum(chances[move] * values[move] for move in ranked[own])
        regrets = self.known(self.regrets, player, views[player], ranked[own])
        for move, value in values.items():
            regrets[move] += value - mean
        return mean

    def seen(
        self, state: Key, joint: Sequence[str], views: tuple[View, View]
    ) -> tuple[View, View]:
        """Return the views after a step."""
        roles = self.game.roles
        percepts = percepts_in(self.machine.facts(state), roles)
        if not self.game.hidden:
            percepts = (tuple(joint),) * len(roles)
        one, two = (
            (*view, (joint[role], percepts[role]))
            for view, role in zip(views, self.players, strict=True)
        )
        return one, two

    def drawn(self, chances: dict[str, float]) -> str:
        """Return a move, each as likely as it says."""
        left = self.random.fraction()
        for move, chance in chances.items():
            left -= chance
            if left < 0:
                return move
        return [*chances][-1]

    def strategy(
        self, player: int, view: View, moves: Sequence[str]
    ) -> dict[str, float]:
        """Return the probability of each move by its regret."""
        regrets = self.known(self.regrets, player, view, moves)
        positive = sum(max(regret, 0.0) for regret in regrets.values())
        if positive == 0:
            return dict.fromkeys(moves, 1 / len(moves))
        return {move: max(regrets[move], 0.0) / positive for move in moves}

    @staticmethod
    def known(
        table: dict[tuple[int, View], dict[str, float]],
        player: int,
        view: View,
        moves: Sequence[str],
    ) -> dict[str, float]:
        """Return what is known of an information set."""
        return table.setdefault((player, view), dict.fromkeys(moves, 0.0))


def learnt(game: Game, iterations: int, seed: int) -> tuple[dict, dict, int]:  # type: ignore[type-arg]
    """Return the regrets and totals of the kernel, and the first random word."""
    form = sequence_form(game, tree=True).answer
    work = SampledMinimiser(arrays(form), seed)
    word = int(work.arrays()["chaos"][0])
    work.run(iterations)
    found: list[dict[tuple[int, View], dict[str, float]]] = []
    for name in ("regrets", "totals"):
        table: dict[tuple[int, View], dict[str, float]] = defaultdict(dict)
        for player, side in enumerate(form.sides):
            values = work.arrays()[f"{name} {player}"]
            for one in side.sets:
                steps = side.view(one.view).steps
                view = tuple((step.move, step.percepts) for step in steps)
                for sequence, move in zip(one.sequences, one.moves, strict=True):
                    table[player, view][move] = float(values[sequence])
        found.append(table)
    return found[0], found[1], word


TEXTS = {
    "kuhn_poker": KUHN_POKER, "cards": CARDS, "stop_or_go": STOP_OR_GO,
    "rock_paper_scissors": ROCK_PAPER_SCISSORS,
    **{f"random {seed}": percept_game(seed).text for seed in (1, 2, 3, 4, 5, 6)},
}  # fmt: skip


@pytest.mark.parametrize("name", TEXTS)
def test_beside_the_textbook(name: str) -> None:
    """With the same random numbers all regrets and totals are the same."""
    game = load_text(TEXTS[name])
    regrets, totals, word = learnt(game, 40, seed=7)
    textbook = Textbook(game, word)
    for _ in range(40):
        textbook.iterate()
    for mine, theirs in ((regrets, textbook.regrets), (totals, textbook.totals)):
        assert {*theirs} <= {*mine}
        for place, moves in mine.items():
            expected = theirs.get(place, dict.fromkeys(moves, 0.0))
            assert moves == pytest.approx(expected, abs=1e-9)


def test_it_converges() -> None:
    """The average strategies come near to an equilibrium of Kuhn's poker."""
    found = load_text(KUHN_POKER).initial.equilibrium(
        method="mccfr", iterations=200_000
    )
    assert found.tier == "native"
    assert found.exploitability < 0.005
    assert found.lower <= -1 / 18 <= found.upper
    curve = {point.iterations: point.exploitability for point in found.curve}
    assert curve[1_000] > curve[100_000]


def test_the_seed_decides() -> None:
    """One seed gives one answer, and others give other ones."""
    state = load_text(KUHN_POKER).initial
    one, same, other = (
        state.equilibrium(method="mccfr", iterations=50, seed=seed).strategies
        for seed in (3, 3, 4)
    )
    assert one == same
    assert one != other


def test_what_is_refused() -> None:
    """It needs the native tier and two players; a seed needs it."""
    state = load_text(CARDS).initial
    with pytest.raises(TierError, match="only the tier native keeps the states"):
        state.equilibrium(method="mccfr", tier="procedural")
    with pytest.raises(InputError, match="seed has no effect without method mccfr"):
        state.equilibrium(method="cfr", seed=2)
    with pytest.raises(InputError, match="mccfr finds equilibria of two players"):
        ps.load("guess_the_coin").initial.equilibrium(method="mccfr")
