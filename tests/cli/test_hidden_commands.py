"""Each command on a game with hidden information: it answers, or says why not.

A refusal is one sentence, with the exit status of misuse.
"""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from hidden_texts import KUHN_POKER

import pygame_search as ps
from pygame_search.cli.app import COMMANDS, command
from pygame_search.model.rules import FACE_UP

#: What is typed, the exit status, and words of the answer.
ANSWERS = """
games kuhn_poker | 0 | check or bet
show GAME --after "deal(1, 2); bet" --view bob | 0 | 2 states are possible
play GAME --seed 1 | 0 | perceived card(
ask GAME "knows(bob, true(holds(bob, C)))" --after "deal(1, 2)" | 0 | C = 2
explain GAME "possible(bob, true(holds(ann, 1)))" --after "deal(1, 2)" | 0 | in 1 of
explain GAME "knows(bob, true(holds(ann, 1)))" --after "deal(1, 2)" | 1 | in 1 of the
repl GAME | 0 |
best GAME --after "deal(1, 2)" --method pimc(depth=9) | 0 | 2 worlds are possible
best GAME --after "deal(1, 2)" --method pimc(depth=9) --why | 0 | strategy fusion
best GAME --after "deal(1, 2)" --from FILE | 0 | ann knows its moves
tree GAME | 0 | ann
tree GAME --method expectimax(depth=2) --open | 0 | chance
compare pimc GAME --after "deal(1, 2)" --depth 3 | 0 | the three agree
heuristics GAME | 0 | mobility
solve GAME | 0 | -1/18
verify FILE | 0 | verified: ann gets at least -1/18
match GAME random "from FILE" --games 4 --opening-plies 0 | 0 | 4 games
skill GAME pimc --values 1,2 --games 2 --opening-plies 0 | 0 | pimc in
perft GAME | 0 | 6
playouts GAME --games 9 | 0 | mean goal
stats GAME --games 9 | 0 | branching factor
symmetries GAME | 0 |
check GAME | 0 | 0 errors
convert GAME kif | 0 | (sees
grade GAME GAME | 0 | percepts 100
quiz GAME --open | 1 | all cards face up
learn GAME --open --games 20 --heuristics | 0 | all cards face up
"""

REFUSALS = """
best GAME --method alphabeta | has hidden information
best GAME --method advice | has hidden information
best GAME --why --method uct | has hidden information
best GAME --why --format html | has hidden information
best GAME --after "deal(1, 2)" --method pimc --format html | pimc has no trace
path GAME | paths are for one agent
tree GAME --method alphabeta | has hidden information
compare alphabeta GAME | has hidden information
solve GAME --method retrograde | expected one of lp, cfr, cfr+
match GAME random alphabeta(depth=1) | has hidden information
skill GAME alphabeta | has hidden information
learn GAME | has hidden information, and learning plays games in which each role sees
quiz GAME | has hidden information
ask GAME "best_move(ann, M, V)" --after "deal(1, 2)" | has hidden information
explain GAME "best_move(ann, M, V)" --after "deal(1, 2)" | has hidden information
show GAME --view bob --state "[to_move(ann)]" | by the moves that led to it
play GAME --player bob=alphabeta | has hidden information
"""

#: Commands that search no game, or run until they are ended.
OTHERS = {
    *("methods", "new", "completion", "man", "doctor", "warm"), "conform", "studio",
}  # fmt: skip


def rows(text: str) -> list[list[str]]:
    return [
        [cell.strip() for cell in line.split("|")] for line in text.strip().splitlines()
    ]


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return the rule file and a certificate of its equilibrium, by their words."""
    folder: Path = tmp_path_factory.mktemp("hidden")
    game, file = folder / "kuhn.pl", folder / "kuhn.eq"
    game.write_text(KUHN_POKER, encoding="utf-8")
    ps.save_equilibrium(ps.load(str(game)).initial.equilibrium(), file)
    return {"GAME": str(game), "FILE": str(file)}


def run(line: str, files: dict[str, str], *more: str) -> Result:
    words = [*shlex.split(line), *more]
    for word, path in files.items():
        words = [one.replace(word, path) for one in words]
    return CliRunner().invoke(command, words, input="")


@pytest.mark.parametrize(
    ("line", "status", "says"), rows(ANSWERS), ids=lambda text: text[:40]
)
def test_answers(line: str, status: str, says: str, files: dict[str, str]) -> None:
    result = run(line, files)
    assert result.exit_code == int(status), result.output
    assert says in " ".join(result.stdout.split())


@pytest.mark.parametrize(("line", "says"), rows(REFUSALS), ids=lambda text: text[:40])
def test_refusals(line: str, says: str, files: dict[str, str]) -> None:
    """The message is a sentence, the same as text and in JSON; nothing is printed."""
    result = run(line, files)
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    [message] = result.stderr.strip().splitlines()
    assert message.startswith("error: ")
    assert says in message
    told = json.loads(run(line, files, "--json").stdout)["error"]["message"]
    assert message == f"error: {told}" or "--format" in line


def test_every_command_is_tried() -> None:
    tried = {line.split(" ")[0] for line, *_ in rows(ANSWERS) + rows(REFUSALS)}
    assert tried | OTHERS == {*COMMANDS}
    assert not tried & OTHERS


def test_a_page_of_a_match_has_no_values(files: dict[str, str]) -> None:
    """They would be those of the game with all cards face up."""
    how = "--games 2 --opening-plies 0 --format html"
    result = run(f"match GAME random legal {how}", files)
    assert result.exit_code == 0
    assert FACE_UP not in result.stdout
