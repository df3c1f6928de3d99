"""Small blackjack against a second program, which keeps hands and no turns."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path

import pytest

import pygame_search as ps
from pygame_search.rules.header import known_values
from pygame_search.solving.hidden.kept_strategies import kept_strategies

#: The cards of a suit; pictures count 10.
SUIT = [*range(1, 10), 10, 10, 10, 10]

Hand = tuple[int, ...]


def worth(hand: Hand) -> int:
    total = sum(hand)
    return total + 10 if 1 in hand and total <= 11 else total


@cache
def dealt(hand: Hand) -> dict[int, Fraction]:
    """Return how likely the dealer ends with how much, 0 for too much."""
    now = worth(hand)
    if now >= 17:
        return {now if now <= 21 else 0: Fraction(1)}
    found: dict[int, Fraction] = {}
    for card, many in Counter(SUIT).items():
        for end, chance in dealt(tuple(sorted((*hand, card)))).items():
            found[end] = found.get(end, Fraction()) + chance * Fraction(many, 13)
    return found


@cache
def stick(own: int, up: int) -> Fraction:
    """Return what it is worth to stick with so much, the dealer's other card unseen."""
    total = Fraction()
    for down in SUIT:
        for end, chance in dealt(tuple(sorted((up, down)))).items():
            total += chance * ((own > end) - (own < end))
    return total / 13


@cache
def hit(total: int, ace: bool, up: int) -> Fraction:
    """Return what it is worth to take a card; the total counts an ace as 1."""
    found = Fraction()
    for card in SUIT:
        now, any_ace = total + card, ace or card == 1
        found += best(now, any_ace, up) if now <= 21 else -1
    return found / 13


@cache
def best(total: int, ace: bool, up: int) -> Fraction:
    own = total + 10 if ace and total <= 11 else total
    return max(stick(own, up), hit(total, ace, up))


def value() -> Fraction:
    deals = product(SUIT, repeat=3)
    return sum((best(a + b, 1 in (a, b), up) for a, b, up in deals), Fraction()) / 13**3


@cache
def open_value(total: int, ace: bool, dealer: Hand) -> Fraction:
    """Return what it is worth if the player sees both cards of the dealer."""
    own = total + 10 if ace and total <= 11 else total
    ends = dealt(dealer).items()
    sticks = sum((((own > e) - (own < e)) * chance for e, chance in ends), Fraction())
    hits = Fraction()
    for card in SUIT:
        now, any_ace = total + card, ace or card == 1
        hits += open_value(now, any_ace, dealer) if now <= 21 else -1
    return max(sticks, hits / 13)


def counts(depth: int) -> list[int]:
    """Return the nodes by depth: who is on, and what the two have."""
    pairs = [(a, b) for a in range(1, 11) for b in range(a, 11)]
    level: Counter[tuple[str, Hand, Hand]] = Counter(
        ("choose", hand, tuple(sorted(dealer)))
        for hand in pairs
        for dealer in product(range(1, 11), repeat=2)
    )
    found = [len(pairs), level.total()]
    while len(found) < depth:
        after: Counter[tuple[str, Hand, Hand]] = Counter()
        for (on, hand, dealer), ways in level.items():
            if worth(hand) > 21 or (on == "dealer" and worth(dealer) >= 17):
                continue
            if on == "choose":
                after["card", hand, dealer] += ways
                after["dealer", hand, dealer] += ways
            for card in range(1, 11):
                if on == "card":
                    after["choose", tuple(sorted((*hand, card))), dealer] += ways
                elif on == "dealer":
                    after[on, hand, tuple(sorted((*dealer, card)))] += ways
        level = after
        found.append(level.total())
    return found


def sticks(own: int, up: int, *, soft: bool) -> bool:
    total = own - 10 if soft else own
    return stick(own, up) > hit(total, soft, up)


def test_the_value() -> None:
    """It is at the head of the rule file, with four digits."""
    text = " ".join(ps.load("blackjack_small").book.text.replace("%", "").split())
    assert f"The best play loses {-float(value()):.4f} a game on average" in text


def test_the_value_in_the_table() -> None:
    """`solve` finds it over beliefs (`test_known_values.py`)."""
    [known] = [one for one in known_values() if one.call == "blackjack_small"]
    assert float(known.answer) == pytest.approx(float(value()), abs=1e-12)


@pytest.mark.slow
def test_solve(tmp_path: Path) -> None:
    """The exact value, the move by each of some hundred beliefs, and what is kept."""
    game, file = ps.load("blackjack_small"), tmp_path / "file"
    found = game.initial.equilibrium()
    assert found.exact == {"player": str(value())}
    assert found.information_sets == {"player": 380}
    seen = re.compile(r"(hand|up|card)\((\d+)(?:, (\d+))?\)")
    for one in found.strategies["player"]:
        cards: dict[str, list[int]] = {"hand": [], "up": [], "card": []}
        for percept in (each for step in one.view.steps for each in step.percepts):
            [(what, *numbers)] = seen.findall(percept)
            cards[what] += [int(number) for number in numbers if number]
        hand, [up] = [*cards["hand"], *cards["card"]], cards["up"]
        worths = {
            "stick": stick(worth(tuple(hand)), up),
            "hit": hit(sum(hand), 1 in hand, up),
        }
        [move] = [m for m, p in zip(one.moves, one.probabilities, strict=True) if p]
        assert worths[move] == max(worths.values()), one.view.line
    ps.save_equilibrium(found, file)
    verdict = ps.verify_equilibrium(file)
    assert verdict.fault is None
    assert verdict.lower == verdict.upper
    assert float(verdict.lower or 0) == pytest.approx(float(value()), abs=1e-12)
    state = game.after("deal(player, 6, 10); deal(dealer, 10, 3)")
    own = kept_strategies(file, game).at(state, "player").behaviour
    assert own is not None
    assert dict(zip(own.moves, own.probabilities, strict=True)) == {
        "hit": 1,
        "stick": 0,
    }


def test_the_best_play() -> None:
    """Without an ace as 11: the picture of R. Sutton and A. Barto (figure 5.2)."""
    least = {1: 17, 2: 13, 3: 13} | dict.fromkeys((4, 5, 6), 12)
    for up, own in product(range(1, 11), range(12, 22)):
        assert sticks(own, up, soft=False) == (own >= least.get(up, 17)), (own, up)
        at_18 = 19 if up in (1, 9, 10) else 18
        assert sticks(own, up, soft=True) == (own >= at_18), (own, up)


def test_the_position_on_the_page() -> None:
    found = {"stick": stick(16, 10), "take a card": hit(16, ace=False, up=10)}
    page = Path(__file__).parents[2] / "docs" / "games" / "blackjack_small.md"
    text = " ".join(page.read_text("utf-8").split())
    for what, worth_of in found.items():
        assert re.search(f"to {what}( is worth)? {float(worth_of):.4f}", text)


def test_counts() -> None:
    levels = ps.load("blackjack_small").initial.perft(5, tier="native")
    assert [level.nodes for level in levels] == counts(5)


@pytest.mark.parametrize("dealer", [(10, 3), (1, 6), (9, 5), (10, 10), (8, 8)], ids=str)
def test_with_all_cards_face_up(dealer: tuple[int, int]) -> None:
    """The cards of the dealer, their weights, and who wins."""
    game = ps.load("blackjack_small").face_up()
    state = game.after("deal(player, 7, 10); deal(dealer, {}, {})".format(*dealer))
    found = state.best(role="player", depth=60)
    assert found.complete
    assert found.value == pytest.approx(float(open_value(17, False, dealer)), abs=1e-12)


@pytest.mark.parametrize(
    "hand", [(1, 10), (1, 1), (5, 6), (1, 6, 10), (1, 5, 5), (1, 1, 9), (2, 9, 10)]
)
def test_worth(hand: Hand) -> None:
    moves = ["deal(player, {}, {})".format(*hand[:2]), "deal(dealer, 10, 9)"]
    for card in hand[2:]:
        moves += ["hit", f"card({card})"]
    state = ps.load("blackjack_small").after("; ".join(moves))
    cells = {(one.column, one.row): one.text for one in state.position.cells}
    assert cells[1, 1] == str(worth(hand))
    assert (cells[2, 1] == "11") == (worth(hand) != sum(hand))
