"""Terms that double their size in each step, work without end, and boards."""

from __future__ import annotations

from pathlib import Path

import pytest

import pygame_search as ps
from pygame_search.engine import bridge
from pygame_search.experiments.inspection.game import inspect
from pygame_search.game import Game
from pygame_search.network.grounding.ground_program import ground
from pygame_search.rules.rulebook import Rulebook
from pygame_search.search.perft import perft

TURNS = """role(w). role(b).
init(control(w)).
opp(w, b). opp(b, w).
next(control(Q)) :- true(control(P)), opp(P, Q).
goal(P, 0) :- role(P).
"""
GO = "legal(P, go) :- true(control(P)).\n"
DOUBLES = "p0(a).\n" + "".join(f"p{n + 1}(f(X, X)) :- p{n}(X).\n" for n in range(60))
#: Each builds a term of 2^60 leaves, the halves of which are shared.
DOUBLED = {
    "at the start": f"init(t(X)) :- p60(X).\n{DOUBLES}{GO}terminal :- true(t(b)).\n",
    "in a move": f"legal(P, m(X)) :- true(control(P)), p60(X).\n{DOUBLES}"
    "terminal :- p0(b).\n",
    "step by step": f"init(t(a)). next(t(f(X, X))) :- true(t(X)).\n{GO}"
    "terminal :- true(t(b)).\n",
    "by way of a relation": "init(t(a)). next(F) :- more(F).\n"
    f"more(t(f(X, X))) :- true(t(X)).\n{GO}terminal :- true(t(b)).\n",
    "by way of a move": "init(t(a)). next(t(X)) :- does(_, m(X)).\n"
    "legal(P, m(f(X, X))) :- true(control(P)), true(t(X)).\n"
    "terminal :- true(t(b)).\n",
    "in one of several": "init(t(a)). next(t(X)) :- grown(X).\n"
    "grown(f(X, X)) :- true(t(X)) ; p0(X).\n"
    f"p0(c).\n{GO}terminal :- true(t(b)).\n",
}


@pytest.mark.parametrize("form", ["best", "lists", "meaning"])
@pytest.mark.parametrize("rules", DOUBLED.values(), ids=DOUBLED)
def test_terms_are_bounded_shared_parts_counted_each_time(
    rules: str, form: str
) -> None:
    with pytest.raises(
        ps.LimitError, match="builds a term of more than 10,000"
    ) as told:
        perft(ps.load_text(TURNS + rules, form=form).initial, 40)
    assert told.value.code == "huge_term"
    assert told.value.line is not None


def test_the_rule_is_named() -> None:
    game = ps.load_text(TURNS + DOUBLED["step by step"])
    with pytest.raises(ps.LimitError, match=r"next/1 \(line 6\) builds a term"):
        perft(game.initial, 40, tier="procedural")


@pytest.mark.parametrize(
    "rules",
    [rules for rules in DOUBLED.values() if "p60" not in rules],
)
def test_the_rule_is_named_before_anything_is_grounded(rules: str) -> None:
    with pytest.raises(
        ps.LimitError, match="builds a term of more than 10,000"
    ) as told:
        ground(ps.load_text(TURNS + rules), seconds=5)
    assert told.value.code == "huge_term"
    assert told.value.line is not None


def test_terms_that_are_built_but_stay_small_can_be_grounded() -> None:
    rules = (
        "init(board([a, b, a])).\n"
        "next(board([H, J|T])) :- true(board([I, H|T])), new(I, J).\n"
        "new(a, b). new(b, c). new(c, c). init(step(1)).\n"
        "next(step(N)) :- true(step(M)), N is M + 1, between(1, 9, N).\n"
        f"{GO}terminal :- true(board([c, c|_])).\n"
    )
    game = ps.load_text(TURNS + rules)
    assert perft(game.initial, 9, tier="native") == perft(game.initial, 9)


def test_terms_that_grow_slowly_may_grow_for_long() -> None:
    rules = f"init(t(a)). next(t(s(X))) :- true(t(X)).\n{GO}terminal :- true(t(b)).\n"
    assert len(perft(ps.load_text(TURNS + rules).initial, 500)) == 500


def test_lists_of_a_board_are_no_matter() -> None:
    cells = ", ".join("abc"[n % 3] for n in range(400))
    rules = (
        f"init(board([{cells}])). next(board([H|T])) :- true(board([_|T])), new(H).\n"
        f"new(z).\n{GO}terminal :- true(board([])).\n"
    )
    assert len(perft(ps.load_text(TURNS + rules).initial, 5)) == 5


NO_END = "terminal :- true(c(-1)).\n"
#: Each makes longer and longer numbers, in the relation and line of the first two.
LONG_NUMBERS = {
    "a square": (
        "next/1",
        7,
        f"init(c(10)).\nnext(c(M)) :- true(c(N)), M is N * N.\n{GO}",
    ),
    "a chain of sums": (
        "next/1",
        8,
        "% a comment\ninit(c(1)).\nnext(c(M9)) :- true(c(M0)), "
        + ", ".join(f"M{i + 1} is M{i} + M{i} + {i}" for i in range(9))
        + f".\n{GO}",
    ),
    "a large factor": (
        "next/1",
        7,
        f"init(c(1)).\nnext(c(M)) :- true(c(N)), M is {'9' * 900} * N.\n{GO}",
    ),
    "a large summand": (
        "next/1",
        7,
        f"init(c(1)).\nnext(c(M)) :- true(c(N)), M is N * 99 - {'9' * 900}.\n{GO}",
    ),
    "an exclusive or": (
        "next/1",
        7,
        "init(c(1)).\nnext(c(M)) :- true(c(N)), "
        f"M is {' + '.join(['N'] * 100)} xor -N.\n{GO}",
    ),
    "a factor of a comparison": (
        "next/1",
        8,
        f"init(c({'9' * 900})).\nnext(c(1)) :- true(c(1)).\n"
        f"next(c(N)) :- true(c(N)), {' * '.join(['N'] * 100)} > 5.\n{GO}",
    ),
    "a factor of what is small": (
        "next/1",
        7,
        f"init(c({'9' * 900})).\nnext(c(N)) :- true(c(N)), "
        f"\\+ 0 is N * N * N * N * N mod 5.\n{GO}",
    ),
    "a move": (
        "legal/2",
        6,
        "legal(P, m(M)) :- true(control(P)), (true(c(N)), M is N * N ; true(d(M))).\n"
        "init(c(10)). next(c(M)) :- does(_, m(M)).\n",
    ),
    "counted": (
        "next/1",
        7,
        f"init(c({'9' * 900})).\nnext(c(N)) :- true(c(N)), "
        f"count(K, (between(1, 9, I), K is N * N * N * N + I), 9).\n{GO}",
    ),
}


@pytest.mark.parametrize("form", ["best", "lists", "meaning"])
@pytest.mark.parametrize("case", LONG_NUMBERS.values(), ids=LONG_NUMBERS)
def test_numbers_are_bounded_and_the_rule_is_named(
    case: tuple[str, int, str], form: str
) -> None:
    relation, line, rules = case
    with pytest.raises(ps.LimitError) as told:
        perft(ps.load_text(TURNS + rules + NO_END, form=form).initial, 2000)
    assert told.value.code == "huge_number"
    assert told.value.line == line
    message = f"{relation} (line {line}) computes a number of more than 10,000 bits"
    assert told.value.reason == message


def test_numbers_are_bounded_where_a_step_is_looked_at_without_its_clauses() -> None:
    squares = ", ".join(f"M{i + 1} is M{i} * M{i}" for i in range(14))
    rules = f"init(c(7)). next(c(M0)) :- does(_, _), true(c(M0)), {squares}.\n"
    state = ps.load_text(TURNS + rules + GO + NO_END).initial
    with pytest.raises(ps.LimitError, match="a number of more than 10,000 bits"):
        state.game.request("idle_match", state=state.number)


BOARD = TURNS + GO + "terminal :- true(control(x)).\n"


@pytest.mark.parametrize(
    ("draw", "reason"),
    [
        (
            "draw(X, Y, z) :- between(1, 3000, X), between(1, 3000, Y).",
            "10,000 squares",
        ),
        (
            "d(X) :- between(1, 100, X).\ndraw(1, 1, z) :- d(A), d(B), d(C), d(D), "
            "A + B + C + D > 400.",
            "3,000,000 inferences",
        ),
        ("draw(X, 1, z) :- between(1, 300, X).", "200 columns or rows"),
        (
            f"c(X) :- between(1, 99, X).\ndraw(X, Y, {'z' * 900}) :- c(X), c(Y).",
            "200,000 characters",
        ),
    ],
)
def test_drawings_are_bounded_and_it_is_said(draw: str, reason: str) -> None:
    state = ps.load_text(BOARD + draw).initial
    first, *_, last = str(state).splitlines()
    assert first == "[control(w)]"
    assert last.startswith("(the board is not drawn: ")
    assert reason in last


WIDE = "d(X) :- between(1, 100, X).\n"


@pytest.mark.parametrize(
    ("rules", "where"),
    [
        (
            f"{WIDE}{GO}"
            "far :- d(A), d(B), d(C), d(D), d(E), A + B + C + D + E > 500.\n"
            "terminal :- far.",
            r"in far/0 \(line 8\)",
        ),
    ],
)
def test_the_limit_of_processor_time_names_the_relation(rules: str, where: str) -> None:
    state = ps.load_text(TURNS + rules).initial
    with pytest.raises(ps.LimitError, match=where) as told:
        state.game.request("position", state=state.number, processor=0.1)
    assert told.value.code == "too_much_work"
    assert told.value.line == 8


FAR = (
    "% the next rule comes to no end\nfar :- d(A), d(B), d(C), d(D), d(E),\n"
    "    A + B + C + D + E > 500.\n"
)


@pytest.mark.parametrize("form", ["best", "lists"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_the_limit_of_inferences_names_the_relation(
    end: str, form: str, tmp_path: Path
) -> None:
    path = tmp_path / "far.pl"
    rules = f"{TURNS}{WIDE}{GO}\n{FAR}terminal :- far.\n"
    path.write_bytes(("\ufeff" + rules).replace("\n", end).encode())
    game = ps.load_text(ps.load(path).book.text, form=form)
    state = game.initial
    with pytest.raises(ps.LimitError) as told:
        game.request("position", state=state.number, inferences=1_000_000)
    assert (told.value.code, told.value.line) == ("too_much_work", 10)
    assert told.value.reason.endswith(
        "1,000,000 inferences is reached in far/0 (line 10)"
    )


@pytest.mark.slow
def test_check_points_at_the_rule_that_takes_too_much() -> None:
    found = inspect(ps.load_text(f"{TURNS}{WIDE}{GO}{FAR}terminal :- far.\n"))
    [finding] = (f for f in found.findings if f.severity == "error")
    assert "25,000,000 inferences is reached in far/0 (line 9)" in finding.message
    assert finding.line == 9


def test_a_request_about_a_state_has_a_limit_of_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bridge, "STATE_PROCESSOR", 0.25)
    rules = (
        f"{WIDE}far :- d(A), d(B), d(C), d(D), d(E), A + B + C + D + E > 500.\n"
        f"{GO}terminal :- far."
    )
    state = ps.load_text(TURNS + rules).initial
    with pytest.raises(ps.LimitError, match=r"limit of 0.25 s of processor time"):
        _ = state.position


def test_a_limit_is_kept_while_the_beginning_is_looked_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("pygame_search.model.rules.LOAD_SECONDS", 0.5)
    pairs = "".join(f"pair({i}, {i + 1}). " for i in range(500))
    rules = f"""parameter(p, 1). init(n(P)) :- parameter(p, P).
{pairs}
slow :- true(n(_)), between(1, 1000000, _), pair(X, X).
{GO}terminal :- slow."""
    book = Rulebook("slow", "slow", TURNS + rules, "prolog")
    with pytest.raises(ps.LimitError, match=r"limit of 0.5 s of processor time"):
        Game.build(book, parameters=[("p", "2")])


@pytest.mark.parametrize(
    ("rules", "code", "states", "unseen"),
    [
        (
            f"init(c(10)). next(c(M)) :- true(c(N)), M is N * N.\n{GO}"
            "terminal :- true(c(-1)).",
            "huge_number",
            12,
            1,
        ),
        (
            "d(X) :- between(1, 100, X).\n"
            "legal(P, m(A, B, C, D)) :- true(control(P)), d(A), d(B), d(C), d(D).\n"
            "terminal :- true(f(0)). init(f(1)). next(f(1)).",
            "out_of_memory",
            1,
            1,
        ),
    ],
)
def test_check_is_not_content_with_what_it_could_not_step(
    rules: str, code: str, states: int, unseen: int
) -> None:
    game = ps.load_text(TURNS + rules)
    game.ready()
    game.engine.limit_stack(32 << 20)
    try:
        found = inspect(game, seconds=60)
    finally:
        game.engine.limit_stack(bridge.MOST_STACK)
    assert not found.exhaustive
    assert (found.states, found.unseen) == (states, unseen)
    [finding] = (f for f in found.findings if f.severity == "error")
    assert finding.code == code
    assert finding.message.startswith("a state cannot be expanded: ")
