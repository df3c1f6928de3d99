"""Certificates of equilibria, and best responses to given strategies.

The oracle's check plays all histories and knows no sequence form, so it is the other
witness of what `verify` says.
"""

from __future__ import annotations

import json
import random
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner
from forgeries import seal
from hidden_texts import (
    KUHN_POKER,
    MONTY_HALL,
    MONTY_HALL_SHEET,
    ROCK_PAPER_SCISSORS,
    STOP_OR_GO,
    SURE_COIN,
)
from percept_games import EVERY, percept_game

import pygame_search as ps
from pygame_search.cli.app import command
from pygame_search.game import Game, load_text
from pygame_search.model.rules import rules_hash
from pygame_search.oracle import equilibrium as oracle
from pygame_search.support.errors import (
    CertificateError,
    InputError,
    LimitError,
    RulesError,
)

Strategies = dict[str, tuple[ps.Behaviour, ...]]


def written(folder: Path, text: str, suffix: str = ".pl") -> Game:
    """Return the game of a rule text, in a file that a certificate can name."""
    file = folder / f"game{suffix}"
    file.write_text(text, encoding="utf-8")
    return ps.load(file)


def saved(folder: Path, game: Game) -> Path:
    """Return the certificate of an equilibrium of a game."""
    file = folder / "file"
    ps.save_equilibrium(game.initial.equilibrium(), file)
    return file


def changed(file: Path, *statements: str) -> Path:
    """Change the tables of a certificate, and seal it anew."""
    data = file.read_bytes()
    file.write_bytes(data[: data.rindex(b'{"sha256"')])
    with closing(sqlite3.connect(file)) as tables:
        for statement in statements:
            tables.execute(statement)
        tables.commit()
    return seal(file, file.read_bytes())


def always(game: Game, moves: dict[str, set[str]]) -> Strategies:
    """Return strategies that make one of some moves wherever it is legal."""
    return {
        role: tuple(
            replace(
                one,
                probabilities=tuple(
                    Fraction(move in moves[role], len(moves[role] & {*one.moves}))
                    for move in one.moves
                ),
            )
            for one in own
        )
        for role, own in game.initial.equilibrium().strategies.items()
        if role in moves
    }


def verdicts(file: Path) -> list[ps.EquilibriumVerdict]:
    """Return what both checks say of a certificate."""
    return [ps.verify_equilibrium(file, independent=own) for own in (False, True)]


# ---- best responses ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("role", "others", "value", "moves"),
    [
        # With 3 bob wins 2, with 2 he wins and loses as often, 1 is best folded.
        ("bob", {"bet", "call"}, Fraction(1, 3), {"3": "call", "1": "fold"}),
        # Whoever folds to each bet loses 1 each time.
        ("bob", {"check", "fold"}, Fraction(1), {"1": "bet", "2": "bet"}),
        # With 3 ann wins 2; 2 is worth 0, and 1 loses 1 if she checks.
        ("ann", {"check", "call"}, Fraction(1, 3), {"3": "bet", "1": "check"}),
        ("ann", {"check", "fold"}, Fraction(1), {"1": "bet", "2": "bet"}),
    ],
)
@pytest.mark.parametrize("tier", ["clauses", "native"])
def test_best_responses_in_kuhn_poker(
    role: str, others: set[str], value: Fraction, moves: dict[str, str], tier: str
) -> None:
    game = load_text(KUHN_POKER, tier=tier)
    other = "ann" if role == "bob" else "bob"
    given = always(game, {other: others})
    found = game.initial.best_response(role, against=given)
    assert found.value == value
    assert found.given is found.exploitability is None
    made = {
        (one.view.line, move)
        for one in found.strategy
        for move, chance in zip(one.moves, one.probabilities, strict=True)
        if chance and one.reached
    }
    for card, move in moves.items():
        assert any(f"card({card})" in line and move == m for line, m in made), made


def test_an_even_opponent() -> None:
    """Uniform is the strategy that makes each legal move as likely."""
    game = load_text(KUHN_POKER)
    even = always(
        game, {role: {"check", "bet", "fold", "call"} for role in ("ann", "bob")}
    )
    best = {}
    for role in game.players:
        found = game.initial.best_response(role, against=even)
        again = game.initial.best_response(role)
        assert (found.value, found.given, found.exploitability) == (
            again.value, again.given, again.exploitability,
        )  # fmt: skip
        assert again.against == "uniform"
        assert again.given is not None
        assert again.given < again.value
        best[role] = found.value
    assert found.exploitability == sum(best.values()) / 2


def test_an_equilibrium_leaves_nothing_to_gain() -> None:
    game = load_text(STOP_OR_GO)
    found = game.initial.equilibrium()
    for role, value in found.values.items():
        reply = game.initial.best_response(role, against=found)
        assert reply.value == reply.given == value
        assert reply.exploitability == 0
    other = load_text(STOP_OR_GO.replace("-5", "-4"))
    with pytest.raises(InputError, match="or of other rules"):
        other.initial.best_response("ann", against=found)


#: Ann is paid if bob and eve both say what she says; the goals have no constant sum.
THREE = """\
role(ann). role(bob). role(eve).
init(asked).
legal(R, say(S)) :- role(R), true(asked), side(S).
next(said(R, S)) :- does(R, say(S)).
sees(R, heard) :- role(R), true(asked).
terminal :- true(said(_, _)).
goal(ann, 8) :- true(said(ann, heads)), true(said(bob, heads)), true(said(eve, heads)).
goal(ann, 3) :- true(said(ann, tails)), true(said(bob, tails)), true(said(eve, tails)).
goal(ann, 0) :- true(said(R, S)), true(said(Q, T)), S \\== T, role(R), role(Q).
goal(bob, 1). goal(eve, 2).
side(heads). side(tails).
"""


def test_three_players() -> None:
    """Against even ones heads is worth 8/4; if both say tails, 3."""
    start = load_text(THREE).initial
    found = start.best_response("ann")
    assert found.value == 2
    assert found.given == Fraction(11, 8)
    assert found.exploitability is None
    [own] = found.strategy
    assert dict(zip(own.moves, own.probabilities, strict=True))["say(heads)"] == 1
    tails = replace(
        own, probabilities=tuple(Fraction(m == "say(tails)") for m in own.moves)
    )
    given = {
        role: (replace(tails, view=replace(tails.view, role=role)),)
        for role in ("bob", "eve")
    }
    assert start.best_response("ann", against=given).value == 3
    with pytest.raises(InputError, match="expected a strategy of eve, found none"):
        start.best_response("ann", against={"bob": given["bob"]})
    with pytest.raises(InputError, match="one of ann, bob, eve"):
        start.best_response()
    with pytest.raises(InputError, match="nobody"):
        start.best_response("nobody")


def test_one_player() -> None:
    """There are no others; its best strategy is the answer."""
    found = load_text(SURE_COIN).initial.best_response()
    assert found.value == 60
    assert found.role == "guesser"
    with pytest.raises(InputError, match="from the start only"):
        load_text(STOP_OR_GO).after("toss(heads)").best_response("ann")


def test_strategies_must_fit() -> None:
    game = load_text(STOP_OR_GO)
    [bob] = game.initial.equilibrium().strategies["bob"]
    elsewhere = replace(bob, view=replace(bob.view, steps=()))
    for own, words in (
        ((), "no move is given where bob knows"),
        ((bob, elsewhere), "never has a choice where bob knows: nothing yet"),
        ((bob, replace(bob)), "listed twice: what bob does where it knows: "),
        ((replace(bob, moves=("a", "b")),), "expected the legal moves"),
        ((replace(bob, probabilities=(Fraction(2), Fraction(-1))),), "below 0"),
        ((replace(bob, probabilities=(Fraction(1), Fraction(1))),), "found 2"),
    ):
        with pytest.raises(InputError, match=words):
            game.initial.best_response("ann", against={"bob": own})


# ---- certificates --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "suffix", "sentence"),
    [
        (KUHN_POKER, ".pl", "ann gets at least -1/18, and at most -1/18"),
        (STOP_OR_GO, ".pl", "ann gets at least 1/2, and at most 1/2"),
        (ROCK_PAPER_SCISSORS, ".pl", "ann gets at least 0, and at most 0"),
        (SURE_COIN, ".pl", "guesser gets at least 60, and at most 60"),
        (MONTY_HALL, ".pl", "candidate gets at least 2/3, and at most 2/3"),
        (MONTY_HALL_SHEET, ".kif", "candidate gets at least 100/3, and at most 100/3"),
    ],
)  # fmt: skip
def test_both_checks_verify(
    tmp_path: Path, text: str, suffix: str, sentence: str
) -> None:
    """The file holds what was found, and both checks prove it."""
    game = written(tmp_path, text, suffix)
    file = saved(tmp_path, game)
    found, read = game.initial.equilibrium(), ps.read_equilibrium(file)
    assert replace(read, seconds=0) == replace(found, seconds=0)
    for verdict in verdicts(file):
        assert verdict.verified
        assert f"verified: {sentence}; exploitability 0," in str(verdict)
        assert (verdict.lower, verdict.upper) == (found.lower, found.upper)
    assert len({verdict.trust for verdict in verdicts(file)}) == 2


SETS = "information_sets"
UNEVEN = "json_set(moves, '$[0].probability', '1/5', '$[1].probability', '4/5')"

#: Changes of the certificate of Kuhn poker, and what is said of them.
WRONG = {
    "a probability": (
        f"UPDATE {SETS} SET moves = {UNEVEN} WHERE number = 4",
        "is said to get at",
    ),
    "a sum": (
        f"UPDATE {SETS} SET moves = json_set(moves, '$[0].probability', '1/5') "
        "WHERE number = 4",
        "add up to 1",
    ),
    "below 0": (
        f"UPDATE {SETS} SET moves = json_set(moves, '$[0].probability', '-1/2', "
        "'$[1].probability', '3/2') WHERE number = 4",
        "below 0",
    ),
    "no set": (
        f"DELETE FROM {SETS} WHERE number = 7",
        "no move is given where bob knows",
    ),
    "a set more": (
        f"INSERT INTO {SETS} SELECT 99, role, '[]', moves FROM {SETS} "
        "WHERE number = 1",
        "ann never has a choice where ann knows: nothing yet",
    ),
    "a set twice": (
        f"INSERT INTO {SETS} SELECT 99, role, view, moves FROM {SETS} WHERE number = 1",
        "listed twice: what ann does where it knows: ",
    ),
    "another role's": (
        f"UPDATE {SETS} SET role = 'bob' WHERE number = 1",
        "no move is given where ann knows",
    ),
    "another move": (
        f"UPDATE {SETS} SET moves = json_set(moves, '$[0].move', 'pass') "
        "WHERE number = 1",
        "expected the legal moves",
    ),
    "a move less": (
        f"UPDATE {SETS} SET moves = json_remove(moves, '$[1]') WHERE number = 1",
        "expected the legal moves",
    ),
    "a percept twice": (
        f"UPDATE {SETS} SET view = json_insert(view, '$[0].percepts[#]', "
        "json_extract(view, '$[0].percepts[0]')) WHERE number = 1",
        "no move is given where ann knows: perceived card(2)",
    ),
    "spaces in a percept": (
        f"UPDATE {SETS} SET view = replace(view, '(', '( ') WHERE number = 1",
        "no move is given where ann knows: perceived card(2)",
    ),
    "brackets around a move": (
        f"UPDATE {SETS} SET moves = json_set(moves, '$[0].move', '(' || "
        "json_extract(moves, '$[0].move') || ')') WHERE number = 1",
        "expected the legal moves",
    ),
    "a lower bound": (
        "UPDATE heads SET head = json_set(head, '$.lower', '-1/19')",
        "ann is said to get at least -1/19, and bob's best response gives it -1/18",
    ),
    "an upper bound": (
        "UPDATE heads SET head = json_set(head, '$.upper', '-1/17')",
        "ann is said to get at most -1/17, and its best response gives it -1/18",
    ),
    "a value": (
        "UPDATE heads SET head = json_set(head, '$.values.bob', '1/17')",
        "bob is said to get 1/17",
    ),
    "a role less": (
        f"DELETE FROM {SETS} WHERE role = 'bob'; UPDATE heads SET head = "
        "json_remove(head, '$.values.bob')",
        "expected the roles ann, bob, found ann",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_wrong_files_are_refused(tmp_path: Path, name: str) -> None:
    file = saved(tmp_path, written(tmp_path, KUHN_POKER))
    statements, words = WRONG[name]
    changed(file, *statements.split(";"))
    for verdict in verdicts(file):
        assert not verdict.verified
        assert str(verdict).startswith("not verified: ")
        assert verdict.lower is None
        assert verdict.claim() == ""
    assert words in str(ps.verify_equilibrium(file))


def test_wider_bounds_are_true(tmp_path: Path) -> None:
    """What is claimed may be less than what is proven; that is said exactly."""
    file = saved(tmp_path, written(tmp_path, KUHN_POKER))
    changed(
        file,
        "UPDATE heads SET head = json_set(head, '$.lower', '-1', '$.upper', '1/9')",
    )
    for verdict in verdicts(file):
        assert verdict.exact == "-1/18"


def test_other_rules(tmp_path: Path) -> None:
    """The rules have a hash; --rules says where they are now."""
    file = saved(tmp_path, written(tmp_path, KUHN_POKER))
    (tmp_path / "moved.pl").write_text(KUHN_POKER, encoding="utf-8")
    other = written(tmp_path, KUHN_POKER.replace("stake(2)", "stake(3)"))
    for independent in (False, True):
        with pytest.raises(CertificateError, match="the rules have changed"):
            ps.verify_equilibrium(file, independent=independent)
        moved = tmp_path / "moved.pl"
        assert ps.verify_equilibrium(
            file, independent=independent, rules=moved
        ).verified
    with pytest.raises(CertificateError, match="the rules have changed"):
        other.initial.best_response("ann", against=file)


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("CREATE TABLE more (a)", "found others|no others|another kind"),
        ("CREATE VIEW more AS SELECT 1", "found others|no others|another kind"),
        (
            "CREATE TRIGGER more AFTER DELETE ON heads BEGIN SELECT 1; END",
            "found others|no others|another kind",
        ),
        ("DELETE FROM heads", "one head|values to unpack"),
        ("INSERT INTO heads SELECT 1, head FROM heads", "one head|values to unpack"),
        ("UPDATE heads SET head = '[]'", "head|indices"),
        ("UPDATE heads SET head = '{'", "Expecting"),
        ("UPDATE heads SET head = json_set(head, '$.version', 2)", "version"),
        ("UPDATE heads SET head = json_remove(head, '$.lower')", "lower"),
        ("UPDATE heads SET head = json_set(head, '$.lower', '1e9999999')", "fraction"),
        ("UPDATE heads SET head = json_set(head, '$.lower', '1/0')", "fraction"),
        ("UPDATE heads SET head = json_set(head, '$.lower', 1)", "fraction"),
        ("UPDATE heads SET head = json_set(head, '$.values', 1)", "values"),
        (
            f"UPDATE {SETS} SET moves = json_set(moves, '$[0].probability', "
            f"'1/{'9' * 200}')",
            "fraction",
        ),
        (f"UPDATE {SETS} SET view = 'no'", "Expecting"),
        (f"UPDATE {SETS} SET view = '{'[' * 100_000}'", "Expecting|recursion"),
        (f"UPDATE {SETS} SET view = '[1]'", "step|subscriptable"),
        (f"UPDATE {SETS} SET view = x'00'", "text|JSON|Expecting"),
        (f"UPDATE {SETS} SET moves = '[{{}}]'", "move"),
    ],
)  # fmt: skip
def test_hostile_files_are_refused(tmp_path: Path, statement: str, words: str) -> None:
    """Tables, members and numbers that do not belong into the file."""
    file = changed(saved(tmp_path, written(tmp_path, STOP_OR_GO)), statement)
    with pytest.raises(CertificateError, match=words):
        ps.verify_equilibrium(file)
    with pytest.raises(CertificateError, match=words):
        oracle.check(file)


def test_damaged_files_and_other_kinds(tmp_path: Path) -> None:
    game = written(tmp_path, STOP_OR_GO)
    file = saved(tmp_path, game)
    with pytest.raises(CertificateError, match="an equilibrium of one with hidden"):
        ps.read_certificate(file)
    data = file.read_bytes()
    file.write_bytes(data.replace(b"say(heads)", b"say(tails)"))
    with pytest.raises(CertificateError, match="damaged"):
        ps.verify_equilibrium(file)
    with pytest.raises(CertificateError, match="damaged"):
        oracle.check(file)
    nim = ps.load("nim(heaps=[1])")
    ps.save_certificate(nim.initial.solve(), file)
    with pytest.raises(CertificateError, match="a certificate of another kind"):
        game.initial.best_response("ann", against=file)
    file.write_text("no certificate")
    with pytest.raises(CertificateError, match="something else"):
        ps.read_equilibrium(file)
    with pytest.raises(InputError, match="none"):
        ps.read_equilibrium(tmp_path / "none")


def test_long_fractions_are_rounded_outwards(tmp_path: Path) -> None:
    """Bounds and values of near strategies, whose fractions are long."""
    game = written(tmp_path, KUHN_POKER)
    found = game.initial.equilibrium()
    tiny = Fraction(1, 3**40)
    wide = replace(
        found, lower=found.lower - tiny, upper=found.upper + tiny,
        values={role: value + tiny for role, value in found.values.items()},
    )  # fmt: skip
    file = tmp_path / "file"
    ps.save_equilibrium(wide, file)
    read = ps.read_equilibrium(file)
    assert read.lower < wide.lower < wide.upper < read.upper
    assert read.upper - read.lower < Fraction(3, 10**12)
    assert all(verdict.verified for verdict in verdicts(file))


def uneven(source: random.Random, found: ps.Equilibrium) -> ps.Equilibrium:
    """Return an equilibrium with other strategies in place of its own."""

    def other(one: ps.Behaviour) -> ps.Behaviour:
        weights = [source.randint(0, 3) for _ in one.moves]
        weights[source.randrange(len(weights))] += 1
        total = sum(weights)
        return replace(one, probabilities=tuple(Fraction(w, total) for w in weights))

    return replace(
        found,
        strategies={
            role: tuple(map(other, own)) for role, own in found.strategies.items()
        },
    )


@pytest.mark.parametrize("seed", [s for s in range(44) if s % EVERY != EVERY - 1])
def test_the_checks_agree_on_random_games(tmp_path: Path, seed: int) -> None:
    """On equilibria, and on random strategies with the bounds that they prove."""
    game = written(tmp_path, percept_game(seed).text)
    found, file = game.initial.equilibrium(), tmp_path / "file"
    ps.save_equilibrium(found, file)
    for verdict in verdicts(file):
        assert verdict.verified, verdict
        assert (verdict.lower, verdict.upper) == (found.lower, found.upper)
    other = uneven(random.Random(seed), found)
    ps.save_equilibrium(other, file)
    assert len({verdict.verified for verdict in verdicts(file)}) == 1
    # What each gets by its best response bounds what the first one gets.
    replies = [
        game.initial.best_response(role, against=file) for role in ("ann", "bob")
    ]
    ann, bob = (reply.value for reply in replies)
    values = {reply.role: reply.given or Fraction(0) for reply in replies}
    ps.save_equilibrium(replace(other, lower=-bob, upper=ann, values=values), file)
    for verdict in verdicts(file):
        assert verdict.verified, verdict
        assert (verdict.lower, verdict.upper) == (-bob, ann)
    assert replies[0].exploitability == (ann + bob) / 2
    tighter = replace(other, lower=-bob, upper=ann - Fraction(1, 100), values=values)
    ps.save_equilibrium(tighter, file)
    assert not any(verdict.verified for verdict in verdicts(file))


#: The guesser does not see which card is dealt; with the second one it may say `high`.
CARD = """\
role(guesser). role(random). init(step(1)).
legal(random, deal(C)) :- true(step(1)), card(C).
legal(guesser, low) :- true(step(2)).
legal(guesser, same) :- true(step(2)).
legal(guesser, high) :- true(step(2)), true(card(2)).
next(card(C)) :- does(random, deal(C)).
next(card(C)) :- true(card(C)).
next(said(M)) :- does(guesser, M), true(step(2)).
next(step(N)) :- true(step(M)), N is M + 1.
sees(guesser, M) :- does(guesser, M).
terminal :- true(step(3)).
goal(guesser, 2) :- true(said(low)).
goal(guesser, 2) :- true(said(same)).
goal(guesser, 9) :- true(said(high)).
card(1). card(2).
"""

#: The same with another player, who gets what the guesser does not and moves at once.
CARD_OF_TWO = (
    CARD.replace(
        "role(random)",
        "role(maker). role(random). constant_sum(10).\n"
        "legal(maker, M) :- true(step(2)), mark(M). mark(a). mark(b).\n"
        "sees(maker, M) :- does(maker, M)",
    )
    + "goal(maker, V) :- goal(guesser, W), V is 10 - W.\n"
)


@pytest.mark.parametrize(
    "known",
    [
        ("high", "low", "same"),  # where the second card was dealt
        ("low", "same"),
    ],
)
@pytest.mark.parametrize("text", [CARD, CARD_OF_TWO])
def test_legal_moves_must_be_known(
    tmp_path: Path, text: str, known: tuple[str, ...]
) -> None:
    """No check proves a value where a player cannot know its legal moves.

    Both players have a choice in the file, so it is made of a game that is in order,
    and then said to be of the other.
    """
    sound = text.replace("legal(guesser, high) :- true(step(2)), true(card(2)).",
                         "legal(guesser, high) :- true(step(2)).")  # fmt: skip
    if "high" not in known:
        sound = sound.replace("legal(guesser, high) :- true(step(2)).", "")
    file = saved(tmp_path, written(tmp_path, sound))
    assert all(verdict.verified for verdict in verdicts(file))
    unsound = written(tmp_path, text)
    changed(
        file,
        f"UPDATE heads SET head = json_set(head, '$.rules', '{rules_hash(unsound)}')",
    )
    for independent in (False, True):
        with pytest.raises(RulesError, match="guesser cannot know its legal moves") as (
            caught
        ):
            ps.verify_equilibrium(file, independent=independent)
        assert "high is legal only after" in str(caught.value)


def test_the_independent_check_is_for_small_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = saved(tmp_path, written(tmp_path, KUHN_POKER))
    monkeypatch.setattr(oracle, "MOST_HISTORIES", 40)
    with pytest.raises(LimitError, match="plays all histories, and there are more tha"):
        ps.verify_equilibrium(file, independent=True)


# ---- commands ------------------------------------------------------------------------


@pytest.fixture
def run(tmp_path: Path) -> Callable[..., str]:
    """Return what runs a command and returns all that it prints."""

    def run(*words: str, code: int = 0) -> str:
        found = CliRunner().invoke(command, list(words))
        assert found.exit_code == code, found.output
        return found.output + found.stderr

    return run


def test_the_commands(tmp_path: Path, run: Callable[..., str]) -> None:
    game = str(tmp_path / "game.pl")
    written(tmp_path, KUHN_POKER)
    file = str(tmp_path / "file")
    assert "-1/18" in run("solve", game, "--save", file)
    assert "at least -1/18, and at most -1/18; exploitability 0" in run("verify", file)
    told = json.loads(run("verify", file, "--independent", "--json"))
    assert (told["verified"], told["exact"]) == (True, "-1/18")
    lines = tmp_path / "lines"
    run("verify", file, "--export", str(lines))
    head, *sets = map(json.loads, lines.read_text(encoding="utf-8").splitlines())
    assert (head["version"], head["lower"], len(sets)) == (3, "-1/18", 12)
    reply = run("solve", game, "--against", file, "--role", "bob")
    assert f"best response to {file}: 1/18 to bob" in reply
    assert "exploitability of the given strategies: 0" in reply
    data = json.loads(
        run("solve", game, "--against", "uniform", "--role", "ann", "--json")
    )
    assert (data["exact"], data["against"], len(data["strategy"])) == (
        "1/2", "uniform", 6,
    )  # fmt: skip
    changed(Path(file), f"DELETE FROM {SETS} WHERE number = 0")
    assert "not verified: no move is given" in run("verify", file, code=1)
    assert "no move is given" in run(
        "solve", game, "--against", file, "--role", "bob", code=2
    )
    for words in (("--method", "lp"), ("--save", file), ("--draw", "0")):
        assert words[0] in run(
            "solve", game, "--against", "uniform", "--role", "ann", *words, code=2
        )
    assert "one of ann, bob" in run("solve", game, "--against", "uniform", code=2)
