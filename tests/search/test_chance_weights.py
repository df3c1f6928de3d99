"""weight(random, M, W): chance that draws by weight, in everything that averages.

The witness is a random tree: Python makes it as data, computes its values with
fractions, and writes it as a rule file. It shares nothing with the searches.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from math import gcd
from pathlib import Path

import pytest
from click.testing import CliRunner

import pygame_search as ps
from pygame_search.cli.app import command
from pygame_search.game import Game, State
from pygame_search.lectures import expectimax
from pygame_search.lectures.relations import Node, Rules
from pygame_search.machine.kernel_evaluator import KernelEvaluator
from pygame_search.machine.native_game import native
from pygame_search.machine.network import NetworkMachine
from pygame_search.machine.reference_evaluator import ReferenceEvaluator
from pygame_search.network.searches import playouts as kernels

SEEDS = range(12)


@dataclass(slots=True)
class Place:
    """A position of a random tree.

    Attributes:
        name: its name.
        moves: for each role that chooses how many moves it has.
        weights: of the moves of chance; empty if it does not move.
        below: what follows each joint move.
        worth: what the end is worth to white; None within the tree.
    """

    name: str
    moves: dict[str, int] = field(default_factory=dict)
    weights: tuple[int, ...] = ()
    below: dict[tuple[int, ...], Place] = field(default_factory=dict)
    worth: int | None = None

    def value(self) -> Fraction:
        """The best for white, of the worst of black, of the mean of chance."""
        if self.worth is not None:
            return Fraction(self.worth)
        total = sum(self.weights) or 1
        return max(
            min(
                sum(
                    (
                        Fraction(w, total) * self.below[mine, theirs, luck].value()
                        for luck, w in enumerate(self.weights or (1,))
                    ),
                    start=Fraction(),
                )
                for theirs in range(self.moves.get("black", 1))
            )
            for mine in range(self.moves.get("white", 1))
        )

    def places(self) -> list[Place]:
        """Return all positions, this one first."""
        return [self, *(one for part in self.below.values() for one in part.places())]


def tree(source: random.Random, depth: int, *, at_once: bool) -> Place:
    """Return a random tree; `at_once` says that several roles may move together."""
    names = iter(range(10_000))

    def grow(left: int) -> Place:
        place = Place(f"n{next(names)}")
        if left == 0 or (left < depth and source.random() < 0.1):
            place.worth = source.randint(-4, 4)
            return place
        roles = ["white", "black", "random"]
        movers = source.sample(roles, source.randint(1, 2) if at_once else 1)
        if left == depth and "white" not in movers:
            movers = ["white"]
        for role in movers:
            number = source.randint(2, 3)
            place.moves[role] = number
            if role == "random":
                place.weights = tuple(
                    source.choice((1, 1, 2, 3, 6, 50)) for _ in range(number)
                )
        for joint in product(*(range(place.moves.get(role, 1)) for role in roles)):
            place.below[joint] = grow(left - 1)
        return place

    return grow(depth)


RULES = """\
role(white). role(black). role(random).
init(at(n0)).
legal(R, M) :- true(at(N)), move(N, R, M).
weight(random, M, W) :- true(at(N)), weighs(N, M, W).
next(at(T)) :-
    true(at(N)), made(N, white, A), made(N, black, B), made(N, random, C),
    step(N, A, B, C, T).
made(N, R, M) :- move(N, R, M), does(R, M).
made(N, R, m0) :- place(N), role(R), \\+ moves(N, R).
moves(N, R) :- move(N, R, _).
terminal :- true(at(N)), end(N, _).
goal(white, V) :- true(at(N)), end(N, V).
goal(black, V) :- true(at(N)), end(N, W), V is -W.
goal(R, 0) :- role(R), distinct(R, random), true(at(N)), \\+ ends(N).
ends(N) :- end(N, _).
move(none, white, m0).
weighs(none, m0, 1).
"""  # fmt: skip


def rules(root: Place) -> str:
    """Return the rule file of a tree."""
    lines = []
    for place in root.places():
        lines.append(f"place({place.name}).")
        if place.worth is not None:
            lines.append(f"end({place.name}, {place.worth}).")
        for role, number in place.moves.items():
            lines += (f"move({place.name}, {role}, m{i})." for i in range(number))
        for luck, weight in enumerate(place.weights):
            lines.append(f"weighs({place.name}, m{luck}, {weight}).")
        for joint, after in place.below.items():
            made = ", ".join(f"m{i}" for i in joint)
            lines.append(f"step({place.name}, {made}, {after.name}).")
    return RULES + "\n".join(sorted(lines)) + "\n"


def game_of(root: Place, **options: str) -> Game:
    return ps.load_text(rules(root), **options)


@pytest.mark.parametrize("seed", SEEDS)
def test_expectimax_is_exact_in_clauses_and_procedures(seed: int) -> None:
    root = tree(random.Random(seed), 4, at_once=seed % 2 == 1)
    start = game_of(root).initial
    events = []
    for tier in ("clauses", "procedural"):
        found = start.best(tier=tier, depth=9, record=True)
        assert found.value == pytest.approx(float(root.value()), abs=1e-12)
        assert found.nodes == len(root.places())
        events.append(found.events)
    assert events[0] == events[1]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("form", ["meaning", "lists", "slots"])
def test_every_form_gives_the_same(form: str, seed: int) -> None:
    root = tree(random.Random(seed), 3, at_once=seed % 2 == 1)
    found = game_of(root, form=form).initial.best(tier="clauses")
    assert found.value == pytest.approx(float(root.value()), abs=1e-12)


@pytest.mark.parametrize("seed", SEEDS)
def test_networks_give_the_same_weights(seed: int) -> None:
    root = tree(random.Random(seed), 3, at_once=seed % 2 == 1)
    game = game_of(root)
    machine = game.clauses
    networks = [
        NetworkMachine(game, evaluator=evaluator(native(game)))
        for evaluator in (ReferenceEvaluator, KernelEvaluator)
    ]
    waiting = [(game.initial, root)]
    while waiting:
        state, place = waiting.pop()
        keys = [network.of_facts(state.facts) for network in networks]
        node = machine.expand(state.number)
        common = gcd(*place.weights) if place.weights else 1
        assert node.weights == tuple(w // common for w in place.weights)
        for network, key in zip(networks, keys, strict=True):
            other = network.expand(key)
            assert (other.chance, other.weights) == (node.chance, node.weights)
            joints = range(len(node.successors))
            assert [*map(other.likelihood, joints)] == [*map(node.likelihood, joints)]
        waiting += zip(
            (after for _, after in state.successors), place.below.values(), strict=True
        )


@pytest.mark.parametrize("tier", ["procedural", "native"])
@pytest.mark.parametrize("seed", SEEDS)
def test_uct_proves_the_same(seed: int, tier: str) -> None:
    root = tree(random.Random(seed), 3, at_once=False)
    found = game_of(root).initial.best(method="uct(simulations=5000)", tier=tier)
    assert found.complete
    assert found.value == pytest.approx(float(root.value()), abs=1e-12)


@pytest.mark.parametrize("seed", SEEDS)
def test_matrix_games_have_the_same_value(seed: int) -> None:
    root = tree(random.Random(seed), 3, at_once=False)
    found = game_of(root).initial.best(method="matrix(depth=9)")
    assert found.complete
    assert found.value == pytest.approx(float(root.value()), abs=1e-9)


@pytest.mark.parametrize("seed", SEEDS[:4])
def test_lectures_give_the_same(seed: int) -> None:
    root = tree(random.Random(seed), 3, at_once=False)
    start = game_of(root).initial
    _, value = expectimax.best(Node(Rules(start.game), start.number), "white", 9)
    assert value == root.value()


# ---- frequencies -----------------------------------------------------------------

#: A wheel whose weights depend on the bet, so on the state.
WHEEL = """\
role(ann). role(random).
init(open).
legal(ann, bet(X)) :- true(open), between(1, 2, X).
legal(random, stop(N)) :- true(bet(_)), between(1, 4, N).
weight(random, stop(N), W) :- true(bet(X)), between(1, 4, N), W is 7 * (N + X - 1).
next(bet(X)) :- does(ann, bet(X)).
next(stops(N)) :- does(random, stop(N)).
terminal :- true(stops(_)).
goal(ann, N) :- true(stops(N)).
goal(ann, 0) :- \\+ terminal.
"""

#: Chi-square with 3 degrees of freedom exceeds this with a probability of 0.001.
BOUND = 16.266
GAMES = 4_000


def wheel() -> Game:
    return ps.load_text(WHEEL)


def probable(bet: int) -> list[Fraction]:
    weights = [n + bet - 1 for n in range(1, 5)]
    return [Fraction(w, sum(weights)) for w in weights]


def chi_square(counts: Counter[int], bet: int) -> float:
    games = sum(counts.values())
    expected = [float(games * p) for p in probable(bet)]
    return sum((counts[n] - e) ** 2 / e for n, e in enumerate(expected, 1))


@pytest.mark.parametrize("bet", [1, 2])
def test_draws_of_play_are_as_likely_as_they_weigh(bet: int) -> None:
    state = wheel().initial.play(f"bet({bet})")
    source = random.Random(bet)
    drawn = Counter(int(state.drawn("random", source)[5]) for _ in range(GAMES))
    assert chi_square(drawn, bet) < BOUND


@pytest.mark.parametrize("bet", [1, 2])
def test_playouts_by_clauses_are_as_likely_as_they_weigh(bet: int) -> None:
    """Each seed is a game of its own, whose goal tells where the wheel stopped."""
    state = wheel().initial.play(f"bet({bet})")
    source = random.Random(5)
    seeds = [source.getrandbits(48) for _ in range(GAMES)]
    reply = state.game.request(
        "playouts", state=state.number, longest=9, seeds=seeds, patience=None
    )
    drawn = Counter(values[0] for _, values in reply["results"])
    assert chi_square(drawn, bet) < BOUND


@pytest.mark.parametrize("bet", [1, 2])
def test_playouts_of_the_network_are_as_likely_as_they_weigh(bet: int) -> None:
    game = wheel()
    network = native(game).network
    held = NetworkMachine(game).evaluator.bits
    after = NetworkMachine(game).of_facts(game.initial.play(f"bet({bet})").facts)
    found = kernels.playouts(network, count=GAMES, seed=3, state=held(after))
    counts = found.goals[network.roles.index("ann")]
    drawn = Counter({n: number for n, number in counts.items() if n is not None})
    assert sum(drawn.values()) == GAMES
    assert chi_square(drawn, bet) < BOUND


@pytest.mark.parametrize("tier", ["clauses", "procedural", "native"])
@pytest.mark.parametrize("bet", [1, 2])
def test_means_are_as_they_weigh(tier: str, bet: int) -> None:
    state = wheel().initial.play(f"bet({bet})")
    ends = list(enumerate(probable(bet), 1))
    mean = float(sum(n * p for n, p in ends))
    spread = float(sum(n * n * p for n, p in ends)) - mean**2
    found = state.playouts(games=GAMES, tier=tier).goals["ann"]
    assert abs(found - mean) < 4 * (spread / GAMES) ** 0.5


@pytest.mark.parametrize("tier", ["clauses", "procedural", "native"])
def test_flat_monte_carlo_draws_by_weight(tier: str) -> None:
    found = wheel().initial.best(method=f"montecarlo(simulations={GAMES})", tier=tier)
    values = {move.move: move.value for move in found.moves}
    for bet in (1, 2):
        mean = float(sum(n * p for n, p in enumerate(probable(bet), 1)))
        value = values[f"bet({bet})"]
        assert value is not None
        assert abs(value - mean) < 0.1


def test_chances() -> None:
    state = wheel().initial
    assert state.chances == {}
    assert not state.weighed
    after = state.play("bet(1)")
    assert [*after.chances.values()] == probable(1)
    assert after.weighed


# ---- faults ---------------------------------------------------------------------


def bad(weight: str) -> State:
    old = WHEEL.splitlines()[4]
    assert old.startswith("weight(")
    return ps.load_text(WHEEL.replace(old, weight)).initial


@pytest.mark.parametrize(
    ("weight", "words"),
    [
        ("weight(random, stop(N), N) :- between(1, 3, N).",
         "the move stop(4) of random has no weight in this state, and the rules weigh "
         "its moves: [bet(1)]"),
        ("weight(random, stop(N), W) :- between(1, 4, N), between(1, 2, W).",
         "the move stop(1) of random has the weights 1 and 2 at once in this state: "
         "[bet(1)]"),
        ("weight(random, stop(N), W) :- between(1, 4, N), weighs(W). weighs(0). "
         "weighs(2).",
         "the move stop(1) of random has the weights 0 and 2 at once in this state: "
         "[bet(1)]"),
        ("weight(random, stop(N), W) :- between(1, 4, N), W is N - 1.",
         "expected a whole number of at least 1, and less than 2^31, as the weight of "
         "the move stop(1) of random, found 0, in this state: [bet(1)]"),
    ],
)  # fmt: skip
def test_a_wrong_weight_is_an_error_everywhere(weight: str, words: str) -> None:
    state = bad(weight)
    for tier in ("clauses", "procedural"):
        with pytest.raises(ps.RulesError) as caught:
            state.best(tier=tier)
        assert str(caught.value) == words
        with pytest.raises(ps.RulesError) as caught:
            state.playouts(games=3, tier=tier)
    after = state.play("bet(1)")
    with pytest.raises(ps.RulesError) as caught:
        after.playouts(games=3, tier="native")
    assert str(caught.value) == words
    with pytest.raises(ps.RulesError, match="no weight in some state, or several"):
        state.best(method="uct(simulations=50)", tier="native")
    with pytest.raises(ps.RulesError) as caught:
        _ = after.chances
    assert str(caught.value) == words
    network = NetworkMachine(
        state.game, evaluator=ReferenceEvaluator(native(state.game))
    )
    with pytest.raises(ps.RulesError) as caught:
        network.expand(network.of_facts(after.facts))
    assert str(caught.value) == words


def test_native_games_refuse_weights_that_are_too_large() -> None:
    state = bad("weight(random, stop(N), W) :- between(1, 4, N), W is 9999 + N.")
    assert state.best(tier="procedural").value == pytest.approx(2.5, abs=1e-3)
    with pytest.raises(ps.TierError, match="a sum of less than 4,096"):
        state.play("bet(1)").playouts(games=3, tier="native")


def test_native_games_divide_weights_by_what_divides_all() -> None:
    """Only the sum after that has a limit: here it is 10."""
    means = [
        bad(f"weight(random, stop(N), W) :- between(1, 4, N), W is {unit} * N.")
        .play("bet(1)")
        .playouts(games=200, seed=5, tier="native")
        .goals
        for unit in (1, 500_000_000)
    ]
    assert means[0] == means[1]


def test_the_greatest_weight_is_less_than_two_to_the_31() -> None:
    rule = "weight(random, stop(N), W) :- between(1, 4, N), W is {} + N."
    total = sum(range(2**31 - 4, 2**31))
    assert bad(rule.format(2**31 - 5)).play("bet(1)").chances == {
        f"stop({n})": Fraction(2**31 - 5 + n, total) for n in range(1, 5)
    }
    with pytest.raises(ps.RulesError, match="stop\\(4\\) of random, found 2147483648"):
        _ = bad(rule.format(2**31 - 4)).play("bet(1)").chances


AT_ONCE = """\
role(ann). role(random).
init(open).
legal(ann, show(X)) :- true(open), between(1, 2, X).
legal(random, show(X)) :- true(open), between(1, 3, X).
weight(random, show(X), W) :- between(1, 3, X), W is X * X.
next(shown(X, Y)) :- does(ann, show(X)), does(random, show(Y)).
terminal :- true(shown(_, _)).
goal(ann, V) :- true(shown(X, Y)), V is 10 * X * Y.
goal(ann, 0) :- \\+ terminal.
"""


@pytest.mark.parametrize("tier", ["procedural", "native"])
@pytest.mark.parametrize("method", ["uct", "montecarlo", "matrix", "expectimax"])
def test_chance_that_moves_together_with_a_player(method: str, tier: str) -> None:
    """The mean of 1, 2 and 3 by the weights 1, 4 and 9 is 36/14."""
    state = ps.load_text(AT_ONCE).initial
    if method in ("uct", "montecarlo"):
        found = state.best(method=f"{method}(simulations=3000)", tier=tier)
    else:
        found = state.best(method=f"{method}(depth=1)", tier="procedural")
    values = {move.move: move.value for move in found.moves}
    exact = 0.6 if method == "montecarlo" else 1e-9
    for shown in (1, 2):
        value = values[f"show({shown})"]
        assert value is not None
        assert abs(value - 10 * shown * 36 / 14) < exact


def test_a_decimal_weight_is_refused() -> None:
    with pytest.raises(ps.RulesError, match=r"expected a whole number, found 0\.5"):
        bad("weight(random, stop(N), 0.5) :- between(1, 4, N).")


def test_lectures_are_not_compared_by_their_counts(tmp_path: Path) -> None:
    file = tmp_path / "wheel.pl"
    file.write_text(WHEEL, encoding="utf-8")
    found = CliRunner().invoke(command, ["compare", "expectimax", str(file)])
    assert found.exit_code != 0
    assert "weigh the moves of random" in found.output + found.stderr


def test_gdl_has_no_weights(tmp_path: Path) -> None:
    file = tmp_path / "wheel.pl"
    file.write_text(WHEEL, encoding="utf-8")
    found = CliRunner().invoke(
        command, ["convert", str(file), str(tmp_path / "wheel.kif"), "--gdl"]
    )
    assert found.exit_code != 0
    assert "GDL has no weights of the moves of random" in found.output + found.stderr


@pytest.mark.parametrize("suffix", ["kif", "cil", "infix", "hrf"])
def test_other_syntaxes_keep_the_weights(tmp_path: Path, suffix: str) -> None:
    file = tmp_path / "wheel.pl"
    file.write_text(WHEEL, encoding="utf-8")
    other = tmp_path / f"wheel.{suffix}"
    found = CliRunner().invoke(command, ["convert", str(file), str(other)])
    assert found.exit_code == 0, found.output
    after = ps.load(other).initial.successors[1][1]
    assert [*after.chances.values()] == probable(2)


# ---- what is shown --------------------------------------------------------------


def test_reasons_and_pictures_tell_the_probabilities(tmp_path: Path) -> None:
    file = tmp_path / "wheel.pl"
    file.write_text(WHEEL, encoding="utf-8")

    def told(*words: str) -> str:
        found = CliRunner().invoke(command, [words[0], str(file), *words[1:]])
        assert found.exit_code == 0, found.output
        return found.output

    why = told("best", "--why", "--depth", "2")
    assert "its 4 moves are not equally likely" in why
    assert "(2 x 1 + 3 x 2 + 4 x 3 + 5 x 4) / 14 = 2.85714" in why
    assert "stop(4), with probability 5/14: 4" in why
    reasons = json.loads(told("best", "--why", "--depth", "2", "--json"))
    assert '"weight": 5' in json.dumps(reasons)
    assert "stop(4) (2/5)" in told("tree", "--method", "expectimax", "--depth", "2")
    assert "probabilities: stop(1) 1/10" in told("show", "--after", "bet(1)")
    shown = json.loads(told("show", "--after", "bet(1)", "--json"))
    assert shown["chances"]["stop(4)"] == "2/5"
    assert "some likelier than others" in told("best", "--after", "bet(1)")
