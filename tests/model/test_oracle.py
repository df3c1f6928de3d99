"""Every tier and form beside an interpreter that shares nothing with the package."""

from __future__ import annotations

import heapq
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from itertools import count
from pathlib import Path

import pytest
from click.testing import CliRunner
from games import LARGE, NOT_NATIVE, loaded
from games.every import calls
from oracle_check import (
    Counted,
    Tier,
    differences,
    each_way,
    generated,
    main,
    term,
    tiers_of,
)

import pygame_search as ps
from pygame_search.game import Game
from pygame_search.oracle.interpreter import Oracle
from pygame_search.oracle.terms import Term
from pygame_search.rules import rulebook
from pygame_search.support.errors import TierError

SHARED = Path(__file__).parents[3] / "shared"


def in_all_tiers(game: Game, forms: dict[str, Game]) -> dict[str, Tier]:
    """Return each form of a game, and its network if it has one."""
    native = () if game.name in NOT_NATIVE else ("native",)
    return tiers_of(forms, forms) | tiers_of({"best": game}, native)


def forms_of(rules: str) -> dict[str, Game]:
    """Return rules in Prolog's syntax in the forms that they have."""
    forms = {form: ps.load_text(rules, form=form) for form in ("meaning", "lists")}
    with suppress(TierError):
        forms["slots"] = ps.load_text(rules, form="slots")
    return forms


# ---- the games of rules/ -----------------------------------------------------

#: The meaning is too slow for backgammon and chess; chess takes long in any form.
PLAYED = [
    pytest.param(call, marks=[pytest.mark.slow] if "chess" in call else [])
    for call in calls(large=True)
]


@pytest.mark.parametrize("call", PLAYED)
def test_a_game_is_what_its_rules_say(call: str) -> None:
    game = loaded(call)
    forms = {"best": game}
    if game.name not in LARGE:
        forms |= {form: loaded(call, form) for form in ("meaning", "lists")}
    given = {name: text for name, text, *_ in game.given_parameters}
    oracle = Oracle(game.book.text, "prolog", given)
    assert [term(role, "prolog") for role in game.roles] == oracle.roles
    plies = 2 if game.name in LARGE else 5
    assert differences(oracle, in_all_tiers(game, forms), 1, plies=plies, steps=1) == {}


def lowest_cost(oracle: Oracle) -> int:
    """Return the lowest cost of a path from a start to a goal."""
    numbers = count()
    costs = [(0, next(numbers), node) for (node,) in oracle.instances("start", None)]
    done: set[Term] = set()
    while costs:
        cost, _, node = heapq.heappop(costs)
        if node in done:
            continue
        done.add(node)
        if oracle.instances("is_goal", node):
            return cost
        plain = oracle.instances("arc", node, None)
        arcs = [(*arc, 1) for arc in plain] + oracle.instances("arc", node, None, None)
        for _, after, price in arcs:
            assert isinstance(price, int)
            heapq.heappush(costs, (cost + price, next(numbers), after))
    raise AssertionError("no path")


@pytest.mark.parametrize("name", ["delivery_robot", "romania", "water_jugs"])
def test_a_state_space_is_what_its_rules_say(name: str) -> None:
    game = loaded(name)
    assert game.path(method="lowest_cost").cost == lowest_cost(Oracle(game.book.text))


#: What `arc` and `h` ask needs arguments given, as they do.
JUGS = """
start(s(0, 0)).
is_goal(s(2, _)).
arc(S, T) :- action(A), apply(A, S, T).
action(fill(J)) :- jug(J). action(empty(J)) :- jug(J). action(pour(J)) :- jug(J).
jug(1). jug(2).
apply(fill(1), s(_, B), s(4, B)).
apply(fill(2), s(A, _), s(A, 3)).
apply(empty(1), s(_, B), s(0, B)).
apply(empty(2), s(A, _), s(A, 0)).
apply(pour(1), s(A, B), s(C, D)) :- amount(A, B, 3, X), C is A - X, D is B + X.
apply(pour(2), s(A, B), s(C, D)) :- amount(B, A, 4, X), C is A + X, D is B - X.
amount(A, B, Max, A) :- room(B, Max, R), A =< R.
amount(A, B, Max, R) :- room(B, Max, R), A > R.
room(B, Max, R) :- R is Max - B.
h(s(A, _), N) :- far(A, N).
far(A, N) :- N is abs(A - 2).
"""


def test_relations_that_arcs_ask_may_need_arguments() -> None:
    game = ps.load_text(JUGS)
    assert game.path(method="breadth").cost == lowest_cost(Oracle(JUGS)) == 6
    assert game.path(method="a_star").cost == 6
    assert ps.ask(game, "amount(4, 0, 3, X)").answers == ({"X": "3"},)


# ---- rule sheets, and files of faults ----------------------------------------

#: Small sheets with rules of many kinds; `oracle_check.py` plays all of them.
SHEETS = [
    "games__3pttc__v1__3pttc",
    "games__blocker__blocker",
    "games__blocksWorldSerial__v1__blocksWorldSerial",
    "games__buttons__buttons",
    "games__conn4__conn4",
    "games__gt_centipede__gt_centipede",
    "games__gt_chicken__gt_chicken",
    "games__kitten_escapes_from_fire__kitten_escapes_from_fire",
    "games__lightsOut__lightsOut",
    "games__maze__maze",
    "games__queens06ug__queens",
    "ggpbase__test__simpleMutex",
    "ggpbase__test__test_case_5d",
]


def differences_of(file: Path) -> Mapping[str, str]:
    """Return in what tiers and forms differ from the oracle in a file's first plies."""
    game = ps.load(file)
    forms = {form: ps.load(file, form=form) for form in ("meaning", "lists")}
    oracle = Oracle(game.book.text, game.book.syntax)
    return differences(oracle, in_all_tiers(game, forms), 1, plies=4, steps=1)


@pytest.mark.parametrize("name", SHEETS)
def test_a_rule_sheet_is_what_its_rules_say(name: str) -> None:
    file = SHARED / "gdl" / "games" / f"{name}.kif"
    if not file.exists():
        pytest.skip("no ../shared/gdl/games")
    assert differences_of(file) == {}


#: Files by which tiers differed once.
FAULTS = [
    "err80",
    "f03_convert_gdl",
    "heaps",
    "heaps7",
    "np",
    "owmin",
    "slots_no_operation",
]


@pytest.mark.parametrize("name", FAULTS)
def test_what_was_wrong_once_is_what_its_rules_say(name: str) -> None:
    file = SHARED / "faults" / "turn3" / f"{name}.pl"
    if not file.exists():
        pytest.skip("no ../shared/faults")
    assert differences_of(file) == {}


# ---- random rule files -------------------------------------------------------


#: Random rules that take more than two seconds, and how many of the others are in the
#: fast set.
LONG = {1004, 1008, 1013, 1021, 1022, 1023, 1025, 1027, 1037}
FAST = range(1000, 1040)


@pytest.mark.parametrize(
    "seed",
    [
        pytest.param(
            seed, marks=[pytest.mark.slow] if seed in LONG or seed not in FAST else []
        )
        for seed in range(1000, 1100)
    ],
)
def test_random_rules_are_what_they_say(seed: int) -> None:
    """In every form and on every machine, whatever way an analysis goes."""
    counted = Counted()
    assert [*generated([seed], 1, 4, counted)] == []
    assert {"lists", "kernels, near", "reference, far"} <= counted.tiers.keys()


@pytest.mark.parametrize(
    "seed",
    [
        pytest.param(seed, marks=[] if seed < 8 or seed == 185 else [pytest.mark.slow])
        for seed in (*range(40), 185)
    ],
)
def test_random_rules_with_values_of_several_depths(seed: int) -> None:
    """Exactly one stage holds, which is a name, a number or a term.

    Words and changes are asked as searches ask them.
    """
    counted = Counted()
    assert [*generated([seed], 1, 5, counted, deep=True)] == []
    assert {"words", "changes"} <= counted.tiers.keys()


def test_no_term_contains_itself() -> None:
    """Terms that are the same in one value of X only, X = [a|X], say, are none."""
    rules = """role(p). init(cell(1, [a])). init(cell(2, [])). init(at(1)). k(1). k(2).
    legal(p, put(K, V)) :- true(cell(K, V)). q([a, b]). q(L) :- true(cell(_, L)).
    same(X, X) :- q(X). low(f(X), X) :- q(X). high(X, f(X)) :- q(X).
    next(cell(K, V)) :- true(cell(K, V)), \\+ taken(K).
    taken(K) :- does(p, put(K, V)), does(p, put(_, [a|V])).
    next(cell(K, [])) :- taken(K). next(at(1)).
    next(at(2)) :- does(p, put(_, T)), same(T, [a|T]).
    next(at(3)) :- high(T, T). next(at(4)) :- \\+ high(T, T). next(at(5)) :- low(T, T).
    next(at(6)) :- true(cell(K, [_|V])), true(cell(J, V)), k(K), k(J).
    next(at(7)) :- true(cell(1, [_|V])), true(cell(1, V)).
    next(at(8)) :- same(T, f(T)), true(at(1)).
    terminal :- true(at(3)). goal(p, 1)."""
    assert differences(Oracle(rules), each_way(rules), 1, plies=3) == {}
    why = ps.explain(ps.load_text(rules).initial, "same(T, [a|T])")
    assert (
        why.sentence == "same(T, [a|T]) does not hold: the one clause has another head."
    )


# ---- values of the wrong kind ------------------------------------------------

#: A game of one move; the value V is a fluent and an instance of v, w holds of 1 and 2.
KINDS = """
role(p). legal(p, go). terminal :- true(over). goal(p, 1). init(start).
init(n(V)). v(V). w(1). w(2).
next(n(X)) :- true(n(X)).
next(start) :- true(start).
next(over) :- true(start), true(over).
next(x) :- RULE.
"""

#: What differs today, by what holds or does not: nothing that has no value holds.
WRONG_KINDS = [
    ("a", "true(n(X)), X < 9"),
    ("a", "true(n(X)), \\+ X < 9"),
    ("a", "true(n(X)), \\+ X =\\= 9"),
    ("a", "true(n(X)), Y is X + 1, Y < 9"),
    ("a", "true(n(X)), between(1, 3, X)"),
    ("a", "true(n(X)), \\+ between(1, 3, X)"),
    ("a", "true(n(X)), between(X, 3, 2)"),
    ("f(1)", "true(n(X)), X < 9"),
    ("e", "true(n(X)), X < 9"),
    ("pi", "true(n(X)), Y is X, v(Z), Z \\== Y"),
    ("cputime", "v(X), true(start), X >= 0"),
    ("4 + 1", "true(n(X)), X < 9"),
    ("4 + 1", "true(n(X)), \\+ X < 9"),
    ("4 + 1", "true(n(X)), Y is X, w(Z), Y > Z"),
    ("[5]", "true(n(X)), X < 9"),
    ("-1", "true(n(X)), count(Y, w(Y), X)"),
    ("-1", "true(n(X)), \\+ count(Y, true(n(Y)), X)"),
    ("a", "true(n(X)), count(Y, true(n(Y)), X)"),
    ("0", "true(n(X)), 1 // X < 9"),
    ("0", "true(n(X)), \\+ 1 mod X =:= 9"),
    ("0", "v(X), true(start), Y is 1 rem X, w(Y)"),
    ("3", "\\+ true(z(X)), count(X, w(X), N), N > 1, true(start)"),
    ("3", "count(X, w(X), N), count(X, true(n(X)), M), N > M"),
]


@pytest.mark.parametrize(("value", "rule"), WRONG_KINDS)
def test_what_has_no_value_is_false(value: str, rule: str) -> None:
    rules = KINDS.replace("V", value).replace("RULE", rule)
    forms = forms_of(rules)
    tiers = in_all_tiers(forms["lists"], forms)
    assert differences(Oracle(rules), tiers, 1, plies=2, steps=1) == {}


# ---- the oracle itself -------------------------------------------------------


def holds(body: str) -> set[Term]:
    """Return the values of X for which a body holds."""
    text = f"role(p). s(1). s(2). s(3). t(2). t(-7). n(a). p(X) :- {body}."
    return {value for (value,) in Oracle(text).instances("p", None)}


@pytest.mark.parametrize(
    ("body", "values"),
    [
        ("s(X), \\+ t(X)", {1, 3}),
        ("\\+ t(X), s(X)", {1, 3}),
        ("(s(X), X > 2 ; t(X))", {3, 2, -7}),
        ("t(Y), X is Y // 2", {1, -3}),
        ("t(Y), X is Y mod 3", {2}),
        ("t(Y), X is Y rem 3", {2, -1}),
        ("n(Y), X is Y + 1 ; n(X), X < 1 ; s(X), 1 mod 0 =:= 0", set()),
        ("n(X), \\+ X < 1", {"a"}),
        ("count(Y, s(Y), X)", {3}),
        ("count(Y, s(Y), N), count(Y, t(Y), M), X is N * M", {6}),
        ("\\+ n(Y), s(X) ; \\+ (n(Y), s(Y)), t(X)", {2, -7}),
        ("s(X), \\+ \\+ t(X)", {2}),
        ("between(1, X, 2), s(X)", {2, 3}),
        ("q(X)", set()),
    ],
)
def test_bodies(body: str, values: set[Term]) -> None:
    assert holds(body) == values


def test_recursion_ends() -> None:
    text = """
        role(p). e(a, b). e(b, c). e(c, a).
        path(X, Z) :- path(X, Y), path(Y, Z).
        path(X, Y) :- e(X, Y).
        tail([a, b, c]). tail(T) :- tail([_|T]).
    """
    oracle = Oracle(text)
    assert len(oracle.instances("path", None, None)) == 9
    assert len(oracle.instances("tail", None)) == 4


def test_the_oracle_notices() -> None:
    """A rule with one literal less is another game."""
    text = rulebook.read("tic_tac_toe").text
    less = text.replace(", \\+ marked(C, R)", "")
    assert less != text
    tiers = tiers_of({"best": ps.load("tic_tac_toe")}, ["best"])
    assert "facts lost" in differences(Oracle(less), tiers, 1)["best"]


def test_the_reader_ends_with_the_process(tmp_path: Path) -> None:
    """A fork does not end it, and Python does not warn that it is still running."""
    script = tmp_path / "script.py"
    script.write_text("""import atexit, os
from pygame_search.oracle import terms
for text in ("a.", "b."):
    [read] = terms.prolog_terms([text])
    child = os.fork()
    if child == 0:
        atexit._run_exitfuncs()
        os._exit(0)
    os.waitpid(child, 0)
    again = terms.prolog_terms([text])
    print(read, again == [read], flush=True)
    try:
        terms.prolog_terms([object()])
    except TypeError:
        print("wrong", flush=True)
terms.prolog_terms(["c."])
""")
    done = subprocess.run(
        [sys.executable, "-W", "default::ResourceWarning", script],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout.splitlines() == ["['a'] True", "wrong", "['b'] True", "wrong"]
    assert done.stderr == ""


def test_a_comparison_without_a_second_tier_fails(tmp_path: Path) -> None:
    """A list does not ground, so the native tier refuses the first file."""
    file, broken = tmp_path / "listed.pl", tmp_path / "broken.pl"
    file.write_text("""role(p). init(s(1)). terminal :- true(s(2)). goal(p, 1).
    legal(p, go(Xs)) :- list(X, X, true(s(X)), Xs). next(s(2)).""")
    broken.write_text("role(p")

    def run(file: Path, tiers: str) -> tuple[int, str]:
        its = CliRunner().invoke(main, [str(file), "--games", "1", "--tiers", tiers])
        return its.exit_code, its.output

    status, said = run(file, "native")
    assert status == 1
    start = "listed.pl: NOT COMPARED: expected a tier beside the oracle, found none"
    assert said.startswith(f"{start}; no native: TierError: ")
    status, said = run(file, "lists,native")
    assert status == 0
    assert said.startswith("listed.pl: 1 whole games, 2 states")
    assert "; no native: TierError: " in said
    status, said = run(broken, "lists")
    assert status == 1
    assert said.startswith("broken.pl: NOT COMPARED: RulesError: ")


def test_roles_goals_and_moves_where_the_page_says_what_holds() -> None:
    """The order of derived roles, goals before the end, and `legal` after it."""
    rules = """role(X) :- pick(X, b). role(c). role(X) :- pick(X, a). role(a).
    pick(z, a). pick(m, b). pick(a, b). init(s). legal(R, go) :- role(R).
    next(t) :- does(a, go). terminal :- true(t). goal(R, 0) :- role(R), true(s).
    goal(R, 1) :- legal(R, go), true(t)."""
    oracle = Oracle(rules)
    assert oracle.roles == ["m", "a", "c", "z"]
    assert set(oracle.goals(oracle.initial).values()) == {0}
    end = oracle.successor(oracle.initial, ["go"] * 4)
    assert set(oracle.goals(end).values()) == {1}
    for game in forms_of(rules).values():
        assert game.roles == ("m", "a", "c", "z")
        assert set(game.initial.goals.values()) == {0}
        last = game.initial.play("[go, go, go, go]")
        assert set(last.goals.values()) == {1}
        assert set(last.legal.values()) == {()}
        assert not last.ask("legal(R, M)").answers
