"""Moves from the certificate of an equilibrium, by what a role knows."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner
from hidden_texts import KUHN_POKER, STOP_OR_GO

from pygame_search.cli.app import command
from pygame_search.game import load_text
from pygame_search.machine.belief import Belief, ExpandedBeliefs
from pygame_search.machine.machine import Key
from pygame_search.model.view import Step
from pygame_search.solving.hidden.equilibrium_file import save_equilibrium
from pygame_search.solving.hidden.kept_strategies import kept_strategies
from pygame_search.support.errors import CertificateError


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str]:
    """Return a rule file and the certificate of its equilibrium."""
    rules, made = tmp_path / "kuhn.pl", tmp_path / "kuhn.eq"
    rules.write_text(KUHN_POKER, encoding="utf-8")
    found = CliRunner().invoke(command, ["solve", str(rules), "--save", str(made)])
    assert found.exit_code == 0, found.output
    return str(rules), str(made)


def test_best_from_a_file(files: tuple[str, str]) -> None:
    rules, made = files
    words = ["best", rules, "--from", made, "--after"]
    shown = CliRunner().invoke(command, [*words, "deal(2, 3); check; bet"]).stdout
    assert "ann knows its moves" in shown
    assert "probability" in shown
    data = json.loads(
        CliRunner().invoke(command, [*words, "deal(1, 2); bet", "--json"]).stdout
    )
    assert data["role"] == "bob"
    assert sum(one["probability"] for one in data["moves"]) == pytest.approx(1)
    ended = CliRunner().invoke(command, [*words, "deal(1, 2); bet; fold"]).stdout
    assert "has no choice there" in ended


def test_play_from_a_file(files: tuple[str, str]) -> None:
    """With the 1, nobody calls."""
    rules, made = files
    calls = 0
    for seed in range(12):
        words = ["play", rules, "--from", made, "--seed", str(seed)]
        shown = CliRunner().invoke(command, words, input="bet\n").stdout
        assert "The game is over" in shown
        calls += "deal(2, 1)" in shown and "call" in shown.split("The game was")[1]
        calls += "deal(3, 1)" in shown and "call" in shown.split("The game was")[1]
    assert calls == 0


def test_each_view_has_its_behaviour(tmp_path: Path) -> None:
    game = load_text(STOP_OR_GO)
    save_equilibrium(game.initial.equilibrium(), tmp_path / "file")
    kept = kept_strategies(tmp_path / "file", game)
    for toss in ("heads", "tails"):
        own = kept.at(game.after(f"toss({toss}); go"), "bob").behaviour
        assert own is not None
        assert own.probabilities[own.moves.index("say(tails)")] == Fraction(1)
    assert kept.at(game.initial, "bob").behaviour is None


def test_other_rules_are_refused(tmp_path: Path) -> None:
    save_equilibrium(load_text(STOP_OR_GO).initial.equilibrium(), tmp_path / "file")
    with pytest.raises(CertificateError, match="the rules have changed"):
        kept_strategies(tmp_path / "file", load_text(KUHN_POKER))


ONE_PLAYER = """role(p). role(random).
init(s(0)).
legal(p, w(X)) :- true(s(0)), between(1, 3, X).
legal(p, g(X)) :- true(s(1)), between(1, 2, X).
legal(random, d(X)) :- true(s(0)), between(1, 2, X).
next(c(X)) :- does(random, d(X)).
next(c(X)) :- true(c(X)).
next(l(X)) :- does(p, g(X)).
next(s(J)) :- true(s(I)), J is I + 1.
sees(p, b(M)) :- does(p, w(M)), M > 1.
terminal :- true(s(2)).
goal(p, V) :- true(l(X)), V is X * 10.
"""


@pytest.mark.parametrize(
    ("text", "role", "line"),
    [
        (ONE_PLAYER, "p", "[w(2), d(1)]"),
        (STOP_OR_GO, "bob", "toss(heads); go"),
    ],
)
def test_what_the_file_lacks(tmp_path: Path, text: str, role: str, line: str) -> None:
    """Not to be confused with having no choice."""
    game = load_text(text)
    found = game.initial.equilibrium()
    strategies = {**found.strategies, role: ()}
    save_equilibrium(replace(found, strategies=strategies), tmp_path / "file")
    kept = kept_strategies(tmp_path / "file", game)
    with pytest.raises(
        CertificateError, match=f"has no move of {role} where {role} knows"
    ):
        kept.at(game.after(line), role)
    if role == "bob":
        assert kept.at(game.initial, role).behaviour is None


def test_what_follows_a_belief_is_found_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the number of views that the file has after it."""
    rules = ONE_PLAYER.replace("between(1, 3, X)", "between(1, 30, X)")
    game = load_text(rules)
    save_equilibrium(game.initial.equilibrium(), tmp_path / "file")
    kept = kept_strategies(tmp_path / "file", game)
    asked: list[int] = []
    followed = ExpandedBeliefs._followed

    def counted(
        self: ExpandedBeliefs, belief: Belief, role: str
    ) -> tuple[dict[Step, dict[Key, int]], int]:
        asked.append(len(belief))
        return followed(self, belief, role)

    monkeypatch.setattr(ExpandedBeliefs, "_followed", counted)
    own = {
        kept.at(game.after(f"[w({number}), d(1)]"), "p").behaviour
        for number in range(1, 31)
    }
    assert len(own) == 30
    assert all(one is not None and one.probabilities[1] == 1 for one in own)
    assert asked == [1]
