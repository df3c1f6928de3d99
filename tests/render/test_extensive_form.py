"""Games with hidden information drawn with their information sets."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner
from hidden_texts import CARDS, COIN, KUHN_POKER, STOP_OR_GO

import pygame_search as ps
from pygame_search.cli.app import command
from pygame_search.game import load_text
from pygame_search.support.errors import LimitError


def test_sets_are_those_of_the_sequence_form() -> None:
    """Kuhn's poker has 55 histories and 12 information sets."""
    form = load_text(KUHN_POKER).extensive_form()
    nodes = list(form.root.all())
    assert len(nodes) == 55
    for role in ("ann", "bob"):
        assert len({node.sets[role] for node in nodes if role in node.sets}) == 6
    assert len({n for node in nodes for n in node.sets.values()}) == 12


@pytest.mark.parametrize("text", [CARDS, STOP_OR_GO, COIN], ids=["c", "s", "g"])
@pytest.mark.parametrize("tier", ["clauses", "native"])
def test_every_end_has_its_goals(text: str, tier: str) -> None:
    game = load_text(text, tier=tier)
    for node in game.extensive_form().root.all():
        assert bool(node.goals) != bool(node.children)
        assert len(node.goals) in (0, len(game.players))
        assert node.drawn == any(child.chance for child in node.children)


def test_the_text() -> None:
    lines = str(load_text(STOP_OR_GO).extensive_form()).splitlines()
    assert lines[0].strip() == "random"
    assert sum("bob {2}" in line for line in lines) == 2
    assert any("toss(heads) 1/2  ann {1}" in line for line in lines)


def test_the_picture() -> None:
    """A dashed line for each pair of neighbours in a set."""
    picture = ElementTree.fromstring(load_text(STOP_OR_GO).extensive_form().svg())
    lines = [one for one in picture.iter() if one.get("class") == "set"]
    assert len(lines) == 1
    assert "stop" in "".join(picture.itertext())


def test_large_games_are_refused() -> None:
    with pytest.raises(LimitError, match="more than 200 histories"):
        ps.load("leduc_poker").extensive_form()


def test_the_command(tmp_path: Path) -> None:
    file = tmp_path / "coin.pl"
    file.write_text(COIN, encoding="utf-8")
    run = CliRunner().invoke
    assert "{1}" in run(command, ["tree", str(file)]).stdout
    assert run(command, ["tree", str(file), "--format", "svg"]).stdout.startswith(
        "<svg"
    )
    data = json.loads(run(command, ["tree", str(file), "--json"]).stdout)
    assert data["players"] == ["guesser"]
    for words, why in ((["--depth", "2"], "--depth"), (["--format", "dot"], "dot")):
        refused = run(command, ["tree", str(file), *words])
        assert refused.exit_code == 2
        assert why in refused.stderr
