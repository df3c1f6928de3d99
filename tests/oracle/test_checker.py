"""The independent check accepts what is right, and nothing that was forged."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import forgeries
import pytest
from click.testing import CliRunner
from forgeries import ASKED, CHANGES, WRONG_RULES, Made
from solutions import solution

import pygame_search as ps
from pygame_search.cli.app import command
from pygame_search.model.rules import rules_hash
from pygame_search.oracle.checker import OTHER_START, check
from pygame_search.oracle.interpreter import Oracle
from pygame_search.oracle.values import named_goals
from pygame_search.rules import rulebook
from pygame_search.solving.certificate import save_certificate
from pygame_search.solving.solve import solve
from pygame_search.support.errors import CertificateError, InputError


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("certificates")


@pytest.fixture(scope="module")
def rights(folder: Path) -> list[tuple[str, Made]]:
    """Right certificates, some of each kind."""
    return list(forgeries.certificates(folder))


@pytest.mark.parametrize("number", range(len(ASKED)), ids=lambda n: "-".join(
    str(word) for word in ASKED[n]
))  # fmt: skip
def test_what_solve_finds_is_right(
    number: int, rights: list[tuple[str, Made]], folder: Path
) -> None:
    """It says of the file what the usual check says."""
    file = forgeries.put_together(rights[number][1], folder / "file")
    here, there = check(file), ps.verify(file)
    assert here.verified
    assert there.verified
    assert here.states == there.states
    assert (here.at_least, here.at_most) == (there.at_least, there.at_most)
    assert here.plies == there.within
    assert here.claim == there.claim()


@pytest.mark.parametrize("what", CHANGES)
def test_what_is_forged_is_refused(
    what: str, rights: list[tuple[str, Made]], folder: Path
) -> None:
    """Of each change there is one, in some certificate that has room for it."""
    source = random.Random(what)
    tried = 0
    for _, right in source.sample(rights, len(rights)):
        made = forgeries.forged(right, CHANGES[what], source)
        if made is None:
            continue
        file = forgeries.put_together(made, folder / "forged")
        if forgeries.taken_apart(file) != right:
            tried += 1
            assert not forgeries.accepted(file, check)
        if tried == 2:
            return
    assert tried


def test_there_are_many_changes() -> None:
    assert len(CHANGES) >= 60


@pytest.mark.parametrize("row", WRONG_RULES, ids=lambda row: f"{row[0]}-{row[1]}")
def test_what_a_wrong_solver_finds_is_refused(
    row: tuple[str, str, str], folder: Path
) -> None:
    """It solves other rules, or forgets some."""
    made = forgeries.wrong_solutions(folder, [row])
    found = [forgeries.accepted(file, check) for _, file in made]
    assert found
    assert not any(found)


def test_a_solver_that_minimises_is_refused(folder: Path) -> None:
    """It takes the worst move, and tells truly what that comes to."""
    rules = """
        role(a). init(at(0)). legal(a, to(X)) :- between(1, 2, X).
        next(at(X)) :- does(a, to(X)). terminal :- true(at(1)). terminal :- true(at(2)).
        goal(a, X) :- true(at(X)).
    """
    file = folder / "choice.pl"
    file.write_text(rules, encoding="utf-8")
    save_certificate(solve(ps.load(file).initial, strength="strong"), folder / "file")
    assert check(folder / "file").at_least == 2
    made = forgeries.taken_apart(folder / "file")
    made.head["values"] = {"a": 1}
    root = next(row for row in made.rows if row["state"] == ["at(0)"])
    root.update(value=1, move="to(1)")
    verdict = check(forgeries.put_together(made, folder / "forged"))
    assert "a state is worth value 2 in 1 ply" in str(verdict)


ROUND = """
role(a). role(b). init(at(1)).
legal(a, to(M)) :- true(at(N)), edge(N, M). legal(b, noop).
next(at(M)) :- does(a, to(M)).
terminal :- true(at(9)). goal(a, 1) :- true(at(9)). goal(a, 0) :- true(at(8)).
goal(b, 0) :- true(at(9)). goal(b, 1) :- true(at(8)).
edge(1, 2). edge(2, 1). edge(2, 9).
"""


def test_a_circle_of_promises_is_no_win(folder: Path) -> None:
    file = folder / "round.pl"
    file.write_text(ROUND, encoding="utf-8")
    save_certificate(solve(ps.load(file).initial, strength="strong"), folder / "file")
    made = forgeries.taken_apart(folder / "file")
    assert check(folder / "file").plies == (2, 2)
    made.head.update(solved="weak", cycle=None, lead=0, states=2)
    made.head.update(finite=None, longest=None)
    rows = [row for row in made.rows if row["state"] != ["at(9)"]]
    made.parts[0]["rows"] = rows
    for row in rows:
        row["move"] = {"at(1)": "to(2)", "at(2)": "to(1)"}[row["state"][0]]
    verdict = check(forgeries.put_together(made, folder / "forged"))
    assert "a state is worth no value, and is said to be worth value 1" in str(verdict)


def test_a_rival_that_goes_round_denies_an_end(folder: Path) -> None:
    """The head may not say that play must end where the rival's part shows a circle."""
    game = forgeries.game("walk", folder)
    found = solution(game.initial, solved="weak", draw=0, rival=True)
    save_certificate(found, folder / "file")
    assert check(folder / "file").verified
    made = forgeries.taken_apart(folder / "file")
    for part in made.parts:
        part["head"]["finite"] = True
    assert not check(forgeries.put_together(made, folder / "forged")).verified
    made.parts[1]["head"]["finite"] = None
    assert not check(forgeries.put_together(made, folder / "forged")).verified


def test_another_position_is_told(folder: Path) -> None:
    game = ps.load("nim(heaps=[1, 2])")
    save_certificate(
        solve(game.after("take(1, 1)"), strength="strong"), folder / "file"
    )
    assert OTHER_START in " ".join(check(folder / "file").notes)
    save_certificate(solve(game.initial, strength="strong"), folder / "file")
    assert not check(folder / "file").notes


def test_what_a_file_says_and_does_not_show_is_told(folder: Path) -> None:
    save_certificate(solve(ps.load("coins_in_a_row").initial), folder / "file")
    notes = check(folder / "file").notes
    assert "not shown: the value for bob, cat" in notes
    assert "not shown: that all play must end" in notes


CHANCE = """
role(a). role(random). init(at(0)). legal(random, to(X)) :- between(1, 2, X).
next(at(X)) :- does(random, to(X)). terminal :- true(at(1)). terminal :- true(at(2)).
goal(a, X) :- true(at(X)).
"""
CILOG = """
role(a). init(at(0)). legal(a, go). next(at(1)) <- does(a, go).
terminal <- true(at(1)). goal(a, 1) <- true(at(1)).
"""


def test_what_it_cannot_check_it_does_not_pass(folder: Path) -> None:
    cilog, chance = folder / "rules.cil", folder / "chance.pl"
    cilog.write_text(CILOG, encoding="utf-8")
    chance.write_text(CHANCE, encoding="utf-8")
    save_certificate(solve(ps.load(cilog).initial, strength="strong"), folder / "file")
    assert ps.verify(folder / "file").verified
    with pytest.raises(CertificateError, match="no rules in CILOG's syntax"):
        check(folder / "file")
    made = forgeries.taken_apart(folder / "file")
    rules = rules_hash(ps.load(chance))
    made.head.update(game=str(chance), rules=rules)
    with pytest.raises(CertificateError, match="no games with chance"):
        check(forgeries.put_together(made, folder / "forged"))
    made.head.update(version=3)
    with pytest.raises(CertificateError, match="of version 2; found 3"):
        check(forgeries.put_together(made, folder / "forged"))


def test_rules_elsewhere_and_other_rules(folder: Path) -> None:
    file, other = folder / "first.pl", folder / "second.pl"
    file.write_text(ROUND, encoding="utf-8")
    save_certificate(solve(ps.load(file).initial, strength="strong"), folder / "file")
    file.rename(other)
    with pytest.raises(InputError, match="--rules FILE says where"):
        check(folder / "file")
    assert check(folder / "file", str(other)).verified
    other.write_text(f"{ROUND} edge(1, 3).", encoding="utf-8")
    with pytest.raises(CertificateError, match="the rules have changed"):
        check(folder / "file", str(other))


@pytest.mark.parametrize("cut", [0, 1, 100, -1])
def test_a_damaged_file(cut: int, rights: list[tuple[str, Made]], folder: Path) -> None:
    for _, right in rights[:2]:
        data = forgeries.put_together(right, folder / "file").read_bytes()
        (folder / "file").write_bytes(data[:cut] if cut <= 0 else data[cut:])
        with pytest.raises(CertificateError, match="is damaged"):
            check(folder / "file")


def test_a_table_that_defines_more(
    rights: list[tuple[str, Made]], folder: Path
) -> None:
    right = next(made for _, made in rights if made.strong)
    tables = forgeries._TABLES
    for more in ("CREATE VIEW v AS SELECT 1;", "CREATE INDEX i ON states (outcome);"):
        forgeries._TABLES = tables + more
        try:
            file = forgeries.put_together(right, folder / "file")
        finally:
            forgeries._TABLES = tables
        with pytest.raises(
            CertificateError, match="the tables of a certificate, and no others"
        ):
            check(file)


@pytest.mark.parametrize(
    ("rules", "named"),
    [
        ("goal(a, 1). goal(a, 0). goal(b, 7).", {0, 1}),
        ("goal(R, V) :- true(x), v(R, V). v(a, 3). v(b, 4). v(a, 5).", {3, 5}),
        ("goal(a, V) :- true(x(V)).", set()),
        ("goal(a, 1). goal(a, V) :- true(x(V)).", set()),
        ("goal(a, V) :- v(N), V is N + 1. v(3).", set()),
        ("goal(a, V) :- (v(V) ; true(x), w(V)). v(3). w(4).", {3, 4}),
        ("goal(b, 1).", set()),
    ],
)
def test_goals_that_rules_name(rules: str, named: set[int]) -> None:
    assert named_goals(Oracle(f"role(a). role(b). {rules}"), "a") == named


@pytest.mark.parametrize("name", sorted({*rulebook.names()} - {"chess"}))
def test_goals_that_the_games_name(name: str) -> None:
    """The package finds the same, in a way of its own."""
    game = ps.load(name)
    oracle = Oracle(game.book.text)
    found = [tuple(sorted(named_goals(oracle, role))) for role in oracle.roles]
    assert found == [worths for worths in game.worths if oracle.roles]


EITHER = """
role(ann). role(bob). init(at(1)). init(control(ann)).
legal(R, to(M)) :- true(control(R)), true(at(N)), edge(N, M).
next(at(M)) :- does(_R, to(M)).
next(control(bob)) :- true(control(ann)).
next(control(ann)) :- true(control(bob)).
terminal :- true(at(N)), end(N, _).
goal(R, V) :- role(R), true(at(N)), end(N, V).
end(9, 100). end(5, 50). end(0, 0).
edge(1, 2). edge(2, 1). edge(1, 5). edge(2, 5).
"""


def test_a_true_claim_that_the_usual_check_refuses(folder: Path) -> None:
    """Either side can end it, and what that is worth is between loss and win."""
    file = folder / "either.pl"
    file.write_text(EITHER, encoding="utf-8")
    save_certificate(solve(ps.load(file).initial, strength="strong"), folder / "file")
    assert check(folder / "file").at_least == 50
    assert "not shown that play comes to an end" in str(ps.verify(folder / "file"))


def test_the_command(folder: Path) -> None:
    def run(*words: str) -> Any:
        return CliRunner().invoke(command, ["verify", str(folder / "file"), *words])

    save_certificate(solve(ps.load("nim(heaps=[1, 2])").initial), folder / "file")
    told = run("--independent")
    assert told.exit_code == 0
    assert told.stdout.startswith("verified: value 1 in 3 plies, for first, 12 states")
    assert "checked by the oracle" in told.stdout
    assert "trust the rule file, the oracle" in told.stdout
    assert "checked by the package's clauses" in run().stdout
    found = json.loads(run("--independent", "--json").stdout)
    usual = json.loads(run("--json").stdout)
    for name in (
        "verified",
        "value",
        "at_least",
        "at_most",
        "draw",
        "distance",
        "states",
    ):
        assert found[name] == usual[name]
    assert found["trust"] != usual["trust"]
    made = forgeries.taken_apart(folder / "file")
    made.rows[0]["value"] = 7
    forgeries.put_together(made, folder / "file")
    told = run("--independent")
    assert told.exit_code == 1
    assert told.stdout.startswith("not verified: a state is worth value 1")


def test_the_function_says_what_the_command_says(folder: Path) -> None:
    """Of a file, of a certificate that was read, and of one that was forged."""
    file = folder / "file"
    save_certificate(solve(ps.load("nim(heaps=[1, 2])").initial), file)
    words = ["verify", str(file), "--independent"]
    for found in (
        ps.verify(file, independent=True),
        ps.verify(ps.read_certificate(file), independent=True),
    ):
        assert f"{found}\n" == CliRunner().invoke(command, words).stdout
        assert found.verified
        assert found.claim() == "value 1 in 3 plies, for first"
        assert "checked by the oracle" in found.trust
        assert found.trust != ps.verify(file).trust
    made = forgeries.taken_apart(file)
    made.rows[0]["value"] = 7
    forged = ps.verify(forgeries.put_together(made, file), independent=True)
    assert not forged.verified
    assert f"{forged}\n" == CliRunner().invoke(command, words).stdout
