"""Players of a match that move by a certificate."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from hidden_texts import KUHN_POKER, STOP_OR_GO

import pygame_search as ps
from pygame_search.cli.app import command
from pygame_search.experiments.matches.match import match
from pygame_search.experiments.matches.players import read_player
from pygame_search.experiments.matches.playthrough import load
from pygame_search.game import load_text
from pygame_search.solving.certificate import save_certificate
from pygame_search.solving.hidden.behaviours import Behaviour
from pygame_search.solving.hidden.equilibrium import Equilibrium
from pygame_search.solving.hidden.equilibrium_file import save_equilibrium
from pygame_search.solving.hidden.kept_moves import kept_moves, move_by
from pygame_search.support.errors import CertificateError, InputError

Change = Callable[[Behaviour], Behaviour | None]


def run(*words: str) -> Result:
    return CliRunner().invoke(command, list(words))


@pytest.fixture
def rules(tmp_path: Path) -> str:
    path = tmp_path / "kuhn.pl"
    path.write_text(KUHN_POKER, encoding="utf-8")
    return str(path)


def saved(rules: str, file: Path, change: Change = lambda one: one) -> str:
    """Write the equilibrium of a game with other strategies; return the player."""
    found: Equilibrium = ps.load(rules).initial.equilibrium()
    strategies = {
        role: tuple(new for new in map(change, own) if new is not None)
        for role, own in found.strategies.items()
    }
    save_equilibrium(replace(found, strategies=strategies), file)
    return f"from {file}"


def test_moves_are_drawn_by_what_a_role_knows(rules: str, tmp_path: Path) -> None:
    """With the 1 nobody calls, and with the 3 nobody folds; bluffs are seldom."""
    player = saved(rules, tmp_path / "kuhn.eq")
    words = [rules, player, player, "--games", "120", "--opening-plies", "0"]
    folder = tmp_path / "games"
    result = run("match", *words, "--save", str(folder))
    assert result.exit_code == 0, result.output
    bets, dealt = 0, 0
    for file in folder.iterdir():
        game = load(file)
        [deal, *later] = game.moves
        ann, bob = deal[2][5:-1].split(", ")
        for own, place in ((ann, 0), (bob, 1)):
            moves = [joint[place] for joint in later]
            assert not (own == "1" and "call" in moves)
            assert not (own == "3" and "fold" in moves)
        dealt += bob == "1" and later[0][0] == "check"
        bets += bob == "1" and later[0][0] == "check" and later[1][1] == "bet"
        assert game.failure is None
        assert game.players["ann"] is not None
        assert game.players["ann"].method == player
    assert 0 < bets < dealt


def test_the_seed_decides(rules: str, tmp_path: Path) -> None:
    player, game = saved(rules, tmp_path / "kuhn.eq"), ps.load(rules)

    def played(seed: int, workers: int = 1) -> list[object]:
        found = match(
            game, [player, "random"], games=12, seed=seed, plies=0, workers=workers
        )
        return [one.moves for one in found.games]

    assert played(3) == played(3) == played(3, workers=2) != played(4)


def test_a_missing_view(rules: str, tmp_path: Path) -> None:
    """What the file lacks is named; nothing else plays in its place."""
    file = tmp_path / "less.eq"
    player = saved(rules, file, lambda one: None if one.view.role == "ann" else one)
    result = run("match", rules, player, "random", "--opening-plies", "0")
    assert result.exit_code == 2
    assert f"{player} as ann cannot make its first move" in result.stderr
    assert "has no move of ann where ann knows: perceived card(" in result.stderr
    later = saved(rules, file, lambda one: None if len(one.view.steps) > 2 else one)
    told = run("match", rules, later, "random", "--opening-plies", "0")
    assert told.exit_code == 0
    assert "is lost by from" in told.stdout
    assert "has no move of ann where ann knows: perceived card(" in told.stdout


def test_wrong_probabilities(rules: str, tmp_path: Path) -> None:
    def wrong(one: Behaviour) -> Behaviour:
        return replace(one, probabilities=(Fraction(3, 2), Fraction(-1, 2)))

    player = saved(rules, tmp_path / "wrong.eq", wrong)
    for words in (
        ("match", rules, player, "random"),
        ("best", rules, "--from", player[5:], "--after", "deal(1, 2)"),
    ):
        result = run(*words)
        assert result.exit_code == 1
        assert "expected probabilities of at least 0, whose sum is 1" in result.stderr


def test_other_rules(rules: str, tmp_path: Path) -> None:
    file = tmp_path / "other.eq"
    save_equilibrium(load_text(STOP_OR_GO).initial.equilibrium(), file)
    result = run("match", rules, f"from {file}", "random")
    assert result.exit_code == 1
    assert "the rules have changed" in result.stderr
    missing = run("match", rules, f"from {tmp_path}/none", "random")
    assert missing.exit_code == 2
    assert "cannot be read" in missing.stderr


def test_a_file_is_no_method(rules: str, tmp_path: Path) -> None:
    player = saved(rules, tmp_path / "kuhn.eq")
    with pytest.raises(InputError, match="weights has no effect"):
        read_player(player, ps.load(rules), weights={"mobility": 1})
    refused = run("match", rules, player, "random", "--tier", "native")
    assert "--tier has no effect" in refused.stderr
    with pytest.raises(InputError, match="no method 'from'"):
        read_player("from", ps.load(rules))


def test_a_solved_game(tmp_path: Path) -> None:
    """Where nothing is hidden, the moves are those of the positions."""
    game, file = ps.load("nim(heaps=[1, 2])"), tmp_path / "nim.cert"
    save_certificate(game.initial.solve(strength="strong"), file)
    found = match(game, [f"from {file}", "random"], games=20, plies=0)
    assert all(one.goals["first"] == 1 for one in found.games if one.assignment[0] == 0)
    later = tmp_path / "later.cert"
    save_certificate(game.after("take(2, 1)").solve(strength="strong"), later)
    with pytest.raises(CertificateError, match="says nothing of this position"):
        move_by(kept_moves(later, game), game.initial, "first", random.Random(1))
