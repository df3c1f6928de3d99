"""Decimal weights: the search of whole weights and goals, in smaller units."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from pygame_search import LimitError, RulesError, convert, learn, load, load_text, match
from pygame_search.cli.app import command
from pygame_search.explanation.reasons.cuts import cuts
from pygame_search.explanation.reasons.leaf import Leaf
from pygame_search.game import Game
from pygame_search.model.decimals import Weight, common_unit, exact, scaled, unscaled
from pygame_search.model.scores import SURE, WIN, value_text
from pygame_search.search.core.result import SearchResult
from pygame_search.search.core.trace import in_values

COINS = Path("rules/coins_in_a_row.pl").read_text(encoding="utf-8")

METHODS = (
    "minimax", "alphabeta", "alphabeta(fail=hard)", "pvs", "breadth", "maxn",
    "alphabeta(table=true, order=history)", "alphabeta(sooner=false)",
    "alphabeta(quiescence=2, swing=1)", "alphabeta(alpha=-2, beta=3)",
    "deepening(aspiration=1)", "expectimax",
)  # fmt: skip


def coins(times: int) -> Game:
    """Return coins in a row with goal values that many times as large."""
    goal = "goal(P, N) :- true(has(P, N))."
    assert goal in COINS
    larger = f"goal(P, M) :- true(has(P, N)), M is {times} * N."
    return load_text(COINS.replace(goal, larger))


def larger(method: str, times: int) -> str:
    """Return a method with the parameters that are scores multiplied."""
    for name, value in (("swing", 1), ("alpha", -2), ("beta", 3), ("aspiration", 1)):
        method = method.replace(f"{name}={value}", f"{name}={value * times}")
    return method


def told(found: SearchResult, unit: int) -> Any:
    assert found.value is not None
    moves = [
        (
            m.move,
            m.value if m.value is None else unscaled(m.value, unit),
            m.bound,
            m.line,
        )
        for m in found.moves
    ]
    events = [
        [e[0], *e[3:]] if e[0] == "enter" else in_values(e, unit) for e in found.events
    ]
    value = unscaled(found.value, unit)
    return found.move, value, found.line, found.nodes, found.leaves, moves, events


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("tier", ["clauses", "procedural"])
def test_it_is_the_search_of_whole_weights(method: str, tier: str) -> None:
    """Goals between the lowest and the highest are on the scale of the estimates."""
    how: dict[str, Any] = {"depth": 3, "tier": tier, "record": True}
    small = coins(1).initial.best(method=method, weights={"coin": 0.3}, **how)
    large = coins(10).initial.best(
        method=larger(method, 10), weights={"coin": 3}, **how
    )
    assert told(small, 1) == told(large, 10)


@pytest.mark.parametrize("depth", [2, 4])
@pytest.mark.parametrize("name", ["hexapawn", "coins_in_a_row", "dots_and_boxes"])
def test_all_tiers_agree(name: str, depth: int) -> None:
    game = load(name)
    weights = {
        feature: Decimal(f"{sign}{i}.25")
        for i, (feature, sign) in enumerate(zip(game.weights, "-+-", strict=False))
    }
    for method in ("alphabeta", "minimax", "pvs", "deepening"):
        found = [
            game.initial.best(
                depth=depth, method=method, tier=tier, weights=weights, exact=True
            )
            for tier in ("clauses", "procedural", "native")
        ]
        for other in found[1:]:
            assert other.value == found[0].value
            assert [(m.move, m.value) for m in other.moves] == [
                (m.move, m.value) for m in found[0].moves
            ]


def test_each_move_is_explained() -> None:
    state = load("hexapawn").initial
    weights = {"pawn": 0.5, "clear_path": -0.1}
    reasons = state.why_best(depth=3, weights=weights)
    variation = reasons.variation
    assert isinstance(variation.leaf, Leaf)
    assert variation.leaf.value == variation.value == reasons.result.value
    assert "pawn x 0.5" in reasons.text()
    found = state.best(depth=5, method="alphabeta", weights=weights, record=True)
    assert len(cuts(found)) == found.cutoffs > 0
    for method, all_best in (("pvs", False), ("alphabeta(fail=hard)", True)):
        found = state.best(
            depth=5, method=method, weights=weights, record=True, all_best=all_best
        )
        assert len(cuts(found)) == found.cutoffs


def test_values_are_whole_where_they_can_be() -> None:
    state = load("hexapawn").initial
    zero = state.best(depth=0, weights={"pawn": 0.5})
    assert (repr(zero.value), zero.move) == ("0", None)
    assert repr(state.best(depth=2, weights={"pawn": 2.0}).value) == "-2"


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("0.50", Decimal("0.5")), ("-.5", None), ("2.0", 2), ("1e3", None),
        ("0.1234567", None), ("0.000001", Decimal("0.000001")), ("1_0", 10),
        (0.1, Decimal("0.1")), (-2.0, -2), (1 / 3, None), (float("inf"), None),
        (Decimal("NaN"), None), (Decimal("1E+2"), 100), (Decimal("1E-7"), None),
        (float(SURE), None), (SURE, SURE), ("999999999999999.5", None), (None, None),
        (1e-05, Decimal("0.00001")), (f"{'9' * 16}.5", None),
    ],
)  # fmt: skip
def test_a_weight_is_exact_or_none(given: object, expected: Weight | None) -> None:
    found = exact(given)
    assert found == expected
    assert type(found) is type(expected)


def test_the_unit_is_the_least() -> None:
    weights: dict[str, Weight] = {"a": Decimal("0.5"), "b": Decimal("-1.2"), "c": 3}
    assert common_unit(weights) == 10
    assert scaled(weights, 10) == {"a": 5, "b": -12, "c": 30}
    assert common_unit({"a": 3}) == common_unit({}) == 1
    assert unscaled(WIN - 3, 10) == WIN - 3
    assert [value_text(unscaled(n, 10)) for n in (-5, 1234567, 30)] == [
        "-0.5", "123456.7", "3",
    ]  # fmt: skip


@pytest.mark.parametrize("tier", ["clauses", "procedural", "native"])
def test_values_that_are_too_large_in_smaller_units(tier: str) -> None:
    """Half of 2^48 is below 2^49, but not in millionths."""
    with pytest.raises(LimitError, match=r"2\^49"):
        load("hexapawn").initial.best(
            depth=2, tier=tier, weights={"pawn": SURE // 4, "clear_path": 0.000001}
        )


def run(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(command, words)
    return result.exit_code, result.output


def test_the_command_line(tmp_path: Path) -> None:
    words = "best", "hexapawn", "--depth", "2"
    assert "value: -0.5 (an estimate)" in run(*words, "--weight", "pawn=0.5")[1]
    code, out = run(*words, "--weight", "pawn=0.5", "--json")
    assert (code, json.loads(out)["value"]) == (0, -0.5)
    for text in ("pawn=1.0e3", "pawn=0.1234567", "pawn=.5"):
        code, out = run(*words, "--weight", text)
        assert code == 2
        assert "at most 6 digits after the point" in " ".join(out.split())
    file = tmp_path / "weights.json"
    data = learn(load("hexapawn"), games=5).file.as_json()
    data |= {"weights": {"pawn": 0.5, "clear_path": 1}}
    file.write_text(json.dumps(data), encoding="utf-8")
    assert "value: -0.5" in run(*words, "--weights", str(file))[1]
    data["weights"]["pawn"] = 0.1234567
    file.write_text(json.dumps(data), encoding="utf-8")
    code, out = run(*words, "--weights", str(file))
    assert code == 2
    assert "weights: pawn: expected a whole number, or a decimal" in " ".join(
        out.split()
    )


def test_players_in_a_match() -> None:
    player = "alphabeta(depth=1) with pawn=0.5, clear_path=-0.1"
    found = match(load("hexapawn"), [player, "random"], games=2)
    assert "pawn=0.5, clear_path=-0.1" in str(found)


RULES = Path("rules/hexapawn.pl").read_text(encoding="utf-8")
OWN = RULES.replace("weight(pawn, 1).", "weight(pawn, 0.5).").replace(
    "weight(clear_path, 1).", "weight(clear_path, -0.125)."
)


@pytest.mark.parametrize("syntax", ["prolog", "kif", "cilog"])
def test_a_rule_file_may_have_them(syntax: str) -> None:
    """In each syntax and tier as where they are given."""
    own = load_text(OWN)
    assert own.weights == {"pawn": Decimal("0.5"), "clear_path": Decimal("-0.125")}
    game = load_text(convert(own, syntax), syntax=syntax)
    assert game.weights == own.weights
    given = load("hexapawn").initial.play("move(1, 1, 1, 2)")
    here = game.initial.play(game.initial.legal["white"][0])
    for tier in ("clauses", "procedural", "native"):
        expected = given.best(depth=3, tier=tier, weights=own.weights)
        found = here.best(depth=3, tier=tier)
        assert found.value == expected.value
        assert [one.value for one in found.moves] == [
            one.value for one in expected.moves
        ]


@pytest.mark.parametrize(
    "number", ["0.1234567", "1.0e-7", "1234567890.5", "inf", "'0.'", "'.5'", "'x.5'"]
)
def test_a_weight_with_too_many_digits_is_an_error(number: str) -> None:
    with pytest.raises(RulesError, match="which is not a number of at most 6 digits"):
        load_text(OWN.replace("0.5", number))


def test_other_numbers_stay_whole() -> None:
    with pytest.raises(RulesError, match=r"expected a whole number, found 0\.5"):
        load_text(OWN + "half(0.5).\n")
    with pytest.raises(RulesError, match=r"expected a whole number, found 0\.5"):
        load_text(OWN + "weight(far, 0.5) :- role(white).\n")
