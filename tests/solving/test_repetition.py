"""What endless play is worth where the rules say so, held against brute force.

The value of a role in a small game on a graph is found by trying all pairs of
strategies that depend on the position alone. These suffice where an end, or that there
is none, decides what a play is worth (L. Shapley and others: such games are determined
by positional strategies). It shares nothing with the package.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import pygame_search as ps
from pygame_search.cli.app import command
from pygame_search.experiments.checking import check_text
from pygame_search.solving.certificate import save_certificate
from pygame_search.solving.repetition import declared_worths
from pygame_search.support.errors import RulesError

TIERS = ["clauses", "procedural", "native"]
ROLES = "left", "right"
TUG = Path(__file__).parents[2] / "docs" / "tug.pl"

#: A token goes along edges; whoever owns the node where it is moves it.
RULES = """
role(left). role(right).
init(at(0)).
legal(P, go(M)) :- true(at(N)), owner(N, P), edge(N, M).
next(at(M)) :- does(_, go(M)).
terminal :- true(at(N)), end(N, _, _).
goal(left, V) :- true(at(N)), end(N, V, _).
goal(right, V) :- true(at(N)), end(N, _, V).
"""


@dataclass(frozen=True)
class Graph:
    """A game on a graph.

    Attributes:
        owner: for each inner node, who moves there.
        edges: for each inner node, where one can go.
        ends: for each end, what it is worth to the two.
    """

    owner: dict[int, str]
    edges: dict[int, tuple[int, ...]]
    ends: dict[int, tuple[int, int]]

    def rules(self, said: str) -> str:
        facts = [f"owner({n}, {p})." for n, p in self.owner.items()]
        facts += [f"edge({n}, {m})." for n, its in self.edges.items() for m in its]
        facts += [f"end({n}, {a}, {b})." for n, (a, b) in self.ends.items()]
        return "\n".join([RULES, *facts, said])

    def strategies(self, mine: bool, role: str) -> Iterator[dict[int, int]]:
        nodes = [n for n, who in self.owner.items() if (who == role) == mine]
        for chosen in product(*(self.edges[n] for n in nodes)):
            yield dict(zip(nodes, chosen, strict=True))

    def outcome(self, moves: dict[int, int], role: str, endless: int) -> int:
        at, seen = 0, set[int]()
        while at not in self.ends:
            if at in seen:
                return endless
            seen.add(at)
            at = moves[at]
        return self.ends[at][ROLES.index(role)]

    def value(self, role: str, endless: int) -> int:
        """Return what a role can secure from node 0."""
        others = list(self.strategies(False, role))
        return max(
            min(self.outcome(own | other, role, endless) for other in others)
            for own in self.strategies(True, role)
        )


def graph(seed: int, *, zero: bool) -> Graph:
    """Return a random game; in one of `zero` sum what one wins the other loses."""
    source = random.Random(seed)
    inner, ends = range(5), range(5, 8)
    edges = {n: tuple(source.sample([*range(8)], 2)) for n in inner}
    worth = [-2, 0, 2] if zero else [0, 1, 2]
    goals = {n: (worth[i], -worth[i]) for i, n in enumerate(ends)}
    if not zero:
        goals = {n: (v, source.choice(worth)) for n, (v, _) in goals.items()}
    return Graph({n: source.choice(ROLES) for n in inner}, edges, goals)


def endless(game: ps.Game) -> bool:
    """Whether play can go on for ever, by a walk through the states."""
    done: set[ps.State] = set()

    def walk(state: ps.State, above: tuple[ps.State, ...]) -> bool:
        if state in above:
            return True
        if state in done or state.terminal:
            return False
        found = any(walk(after, (*above, state)) for _, after in state.successors)
        done.add(state)
        return found

    return walk(game.initial, ())


#: Seeds of games in which play can go on for ever, and what it is worth shows.
def seeds(most: int, *, zero: bool) -> list[int]:
    found = []
    for seed in range(500):
        one = graph(seed, zero=zero)
        if len({one.value("left", worth) for worth in (-2, 0, 2)}) > 1:
            found.append(seed)
    return found[:most]


ZERO, OTHER = seeds(12, zero=True), seeds(12, zero=False)


@pytest.mark.parametrize("seed", ZERO)
@pytest.mark.parametrize("method", ["retrograde", "proof_number"])
def test_a_draw_by_the_rules(seed: int, method: str, tmp_path: Path) -> None:
    one = graph(seed, zero=True)
    game = ps.load_text(one.rules("repetition(draw). constant_sum(0)."))
    assert endless(game)
    for tier in TIERS[:2]:
        found = game.initial.solve(method=method, tier=tier)
        assert found.values == {role: one.value(role, 0) for role in ROLES}
        assert (found.draw, found.draw_from) == (0, "rules")


@pytest.mark.parametrize("seed", ZERO)
def test_another_worth_than_that_of_the_rules(seed: int) -> None:
    one = graph(seed, zero=True)
    game = ps.load_text(one.rules("repetition(0)."))
    for worth in (-2, -1, 2):
        found = game.initial.solve(
            role="left", draw=worth, strength="strong", tier="clauses"
        )
        assert found.draw_from == "request"
        assert found.values == {
            "left": one.value("left", worth), "right": one.value("right", -worth),
        }  # fmt: skip


@pytest.mark.parametrize("seed", OTHER)
def test_each_role_has_a_worth_of_its_own(seed: int, tmp_path: Path) -> None:
    """What the rules say of others holds in a certificate, and to both checkers."""
    one, source = graph(seed, zero=False), random.Random(seed)
    named = {role: {one.ends[n][i] for n in one.ends} for i, role in enumerate(ROLES)}
    worths = {role: source.randint(min(v), max(v)) for role, v in named.items()}
    said = " ".join(f"repetition({role}, {v})." for role, v in worths.items())
    rules = tmp_path / "game.pl"
    rules.write_text(one.rules(said), encoding="utf-8")
    game = ps.load(str(rules))
    right = {role: one.value(role, worths[role]) for role in ROLES}
    for tier in TIERS[:2]:
        for role in ROLES:
            found = game.initial.solve(role=role, strength="strong", tier=tier)
            assert found.values == right
            file = tmp_path / f"{role}.cert"
            save_certificate(found, file)
            for independent in (False, True):
                verdict = ps.verify(file, independent=independent)
                assert verdict.verified, verdict.sentence
                assert verdict.value == right[role]
                assert verdict.draw == worths[role]
                assert ", as the rules say" in verdict.sentence


@pytest.mark.parametrize(("seed", "zero"), [(ZERO[0], True), (OTHER[0], False)])
def test_the_native_tier_goes_by_the_rules_too(seed: int, zero: bool) -> None:
    one = graph(seed, zero=zero)
    worths = {"left": 0, "right": 0} if zero else {"left": 1, "right": 1}
    said = "repetition(draw)." if zero else "repetition(1)."
    game = ps.load_text(one.rules(said))
    for method in ("retrograde", "proof_number"):
        found = game.initial.solve(tier="native", method=method)
        assert found.values == {r: one.value(r, v) for r, v in worths.items()}
        assert found.draw_from == "rules"


def test_a_certificate_that_claims_another_value_for_the_other_role_is_wrong(
    tmp_path: Path,
) -> None:
    one = graph(OTHER[0], zero=False)
    rules = tmp_path / "game.pl"
    rules.write_text(one.rules("repetition(left, 2). repetition(right, 0)."))
    found = ps.load(str(rules)).initial.solve(strength="strong", tier="clauses")
    file = tmp_path / "found.cert"
    values = {**found.values, "right": (found.values["right"] or 0) + 1}
    save_certificate(replaced(found, values), file)
    assert not ps.verify(file, independent=True).verified


def replaced(found: ps.Solution, values: dict[str, int | None]) -> ps.Solution:
    from dataclasses import replace

    return replace(found, values=values)


# ---- the declaration ---------------------------------------------------------


def tug(said: str) -> str:
    return TUG.read_text(encoding="utf-8") + said


@pytest.mark.parametrize(
    ("said", "worths"),
    [
        ("", None),
        ("repetition(draw).", (0, 0)),
        ("repetition(0).", (0, 0)),
        ("repetition(R, 0) :- role(R).", (0, 0)),
        ("repetition(left, 1). repetition(right, -1).", (1, -1)),
        ("repetition(left, W) :- W is 2 - 1. repetition(right, -1).", (1, -1)),
        ("parameter(worth, 0). repetition(W) :- parameter(worth, W).", (0, 0)),
        ("repetition(draw). repetition(left, 0). repetition(right, 0).", "left, found"),
        ("repetition(1). repetition(-1).", "for left, found -1 and 1"),
        ("repetition(left, 0).", "for right, found none"),
        ("repetition(left, 0). repetition(R, 0) :- role(R).", (0, 0)),
        ("repetition(5).", "worth -1 to 1 to left, .* found 5"),
        ("repetition(1).", (1, 1)),
        (
            "repetition(R, 0) :- for(R). for(left). for(lift).",
            "lift is not a role, and",
        ),
    ],
)
def test_what_a_file_may_say(said: str, worths: tuple[int, int] | str | None) -> None:
    game = ps.load_text(tug(said))
    found = check_text(tug(said), seconds=50)
    codes = {fault.code for fault in found.diagnostics}
    if isinstance(worths, str):
        assert codes == {"repetition"}
        with pytest.raises(RulesError, match=worths):
            game.initial.solve(strength="strong", tier="clauses")
        return
    assert codes == (set() if worths else {"endless"})
    known = declared_worths(game, lambda: 0)
    assert known == (worths and dict(zip(ROLES, worths, strict=True)))


@pytest.mark.parametrize("static", [False, True])
def test_a_name_that_is_no_role_is_an_error_in_check_and_in_solve(static: bool) -> None:
    text = tug("repetition(left, 0). repetition(right, 0). repetition(lift, 0).")
    [fault] = check_text(text, static=static).diagnostics
    assert (fault.severity, fault.code) == ("error", "repetition")
    assert fault.message == "lift is not a role"
    with pytest.raises(RulesError, match="lift is not a role"):
        ps.load_text(text).initial.solve(strength="strong", tier="clauses")


@pytest.mark.parametrize("said", ["repetition(none).", "repetition(left, draw)."])
def test_other_words_are_refused(said: str) -> None:
    assert {fault.code for fault in check_text(tug(said)).errors} == {"argument_type"}


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (("goal(right, -1) ", "goal(right, 0) "), "they add up to 1|do not"),
        (("role(right).", "role(right). role(third). goal(third, 0)."), "3 players"),
    ],
)
def test_a_draw_is_half_of_a_constant(change: tuple[str, str], why: str) -> None:
    game = ps.load_text(tug("repetition(draw).").replace(*change))
    with pytest.raises(RulesError, match=why):
        game.initial.solve(strength="strong", tier="clauses")


def test_a_state_in_which_nobody_moves_is_told_nevertheless() -> None:
    text = """
        role(a). role(b). init(on).
        legal(a, stay) :- true(on). legal(a, leave) :- true(on).
        next(on) :- does(a, stay). next(off) :- does(a, leave). next(off) :- true(off).
        terminal :- true(on), true(off). goal(P, 0) :- role(P).
        repetition(0).
    """
    found = [f for f in check_text(text, seconds=50).diagnostics if f.code == "endless"]
    assert ["nobody has a legal move" in str(fault) for fault in found] == [True]


def test_a_draw_is_half_of_the_sum_where_no_end_is_reached() -> None:
    """What the goals add up to is known from the rules; nothing is walked for it."""
    text = """
        role(left). role(right). init(at(0)). e(0, 4). e(4, 0).
        legal(left, go(Y)) :- true(at(X)), e(X, Y). next(at(Y)) :- does(_, go(Y)).
        terminal :- true(at(9)).
        goal(left, 100) :- true(at(9)). goal(right, 0) :- true(at(9)).
        goal(left, 0) :- true(at(8)). goal(right, 100) :- true(at(8)).
        constant_sum(100). repetition(draw).
    """
    solved = ps.load_text(text).initial.solve()
    assert solved.values == {"left": 50, "right": 50}


# ---- what is printed ---------------------------------------------------------


def run(*words: str) -> Result:
    return CliRunner().invoke(command, words, env={"COLUMNS": "200"})


def test_solve_says_where_the_worth_is_from(tmp_path: Path) -> None:
    file = tmp_path / "tug.pl"
    file.write_text(tug("repetition(draw)."))
    told = run("solve", str(file), "--tier", "clauses").output
    assert "; that is worth 0 to left, as the rules say\n" in told
    told = run("solve", str(file), "--tier", "clauses", "--draw", "1").output
    assert "; that is worth 1 to left, as was asked\n" in told
    told = run("solve", str(TUG), "--tier", "clauses").output
    assert "no rule says what that is worth; --draw VALUE does\n" in told
    found = json.loads(run("solve", str(file), "--tier", "clauses", "--json").output)
    assert (found["draw"], found["draw_from"]) == (0, "rules")


def test_a_saved_solution_has_no_doubt(tmp_path: Path) -> None:
    file, kept = tmp_path / "tug.pl", str(tmp_path / "tug.cert")
    file.write_text(tug("repetition(draw). constant_sum(0)."))
    done = run("solve", str(file), "--tier", "clauses", "--save", kept)
    assert "note:" not in done.output
    assert "worth 0, as the rules say, 5 states" in run("verify", kept).output
    run("solve", str(file), "--tier", "clauses", "--draw", "1", "--save", kept)
    for words in ((), ("--independent",)):
        assert "worth 1; the rules say 0" in run("verify", kept, *words).output


def test_other_syntaxes(tmp_path: Path) -> None:
    file = tmp_path / "tug.pl"
    file.write_text(tug("repetition(left, 1). repetition(right, -1)."))
    for suffix in ("kif", "cil"):
        other = tmp_path / f"tug.{suffix}"
        assert run("convert", str(file), str(other)).exit_code == 0
        assert ps.load(str(other)).declared_worths == (("left", 1), ("right", -1))
    sheet = run("convert", "--gdl", str(file), "kif")
    assert "note: GDL has no word for what endless play is worth" in sheet.output
    assert "; Endless play, left out here, is worth 1 to left, -1 to right." in (
        sheet.output
    )
    assert "(repetition" not in sheet.output
