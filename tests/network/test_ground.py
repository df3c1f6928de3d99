"""Ground programs say what the knowledge base says."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import subprocess
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import forked
import numpy as np
import pytest
from games import LARGE, NOT_NATIVE, loaded
from hypothesis import given, settings
from hypothesis import strategies as st
from person import PATIENCE
from pressing import children, ctrl_c, used

import pygame_search as ps
from pygame_search.game import Game, State
from pygame_search.machine.clauses import ClauseMachine
from pygame_search.network.grounding import ground_program, grounder
from pygame_search.network.grounding.ground import Ground
from pygame_search.network.grounding.ground_program import ground
from pygame_search.support.errors import LimitError, TierError
from pygame_search.support.process import ProcessError, answer_of

SHEETS = Path(__file__).parents[3] / "shared" / "gdl" / "games"
RULES = sorted(
    path.stem
    for path in (Path(__file__).parents[2] / "rules").glob("*.pl")
    if "init(" in path.read_text(encoding="utf-8")
    and path.stem not in LARGE | NOT_NATIVE
)


class Program:
    """A ground program, evaluated as plainly as can be."""

    def __init__(self, ground: Ground) -> None:
        self.facts = set(ground.facts.tolist())
        bodies = np.split(ground.literals, ground.starts[1:-1])
        counted = np.split(ground.count_literals, ground.count_starts[1:-1])
        self.rules = [
            (head, len(body), body.tolist())
            for head, body in zip(ground.heads.tolist(), bodies, strict=False)
        ] + [
            (head, bound, body.tolist())
            for head, bound, body in zip(
                ground.count_heads.tolist(),
                ground.count_bounds.tolist(),
                counted,
                strict=False,
            )
        ]
        self.users: dict[int, list[int]] = defaultdict(list)
        for number, (_, _, body) in enumerate(self.rules):
            for literal in body:
                self.users[literal].append(number)

    def model(self, inputs: Iterable[int]) -> set[int]:
        """Return the atoms that hold: the well-founded model, which is total."""
        base = {*inputs, *self.facts}
        certain: set[int] = set()
        while True:
            possible = self._least(base, certain)
            more = self._least(base, possible)
            if more == possible:
                return more
            assert more != certain, "the program is not stratified"
            certain = more

    def _least(self, base: set[int], assumed: Collection[int]) -> set[int]:
        """Return the least model when what is not assumed is taken to be false."""
        missing = [
            bound - sum(literal < 0 and -literal not in assumed for literal in body)
            for _, bound, body in self.rules
        ]
        found = set(base)
        agenda = list(found)
        for (head, _, _), count in zip(self.rules, missing, strict=True):
            if count <= 0 and head not in found:
                found.add(head)
                agenda.append(head)
        while agenda:
            for number in self.users[agenda.pop()]:
                missing[number] -= 1
                head = self.rules[number][0]
                if missing[number] <= 0 and head not in found:
                    found.add(head)
                    agenda.append(head)
        return found


def states(game: Game, seed: int, count: int) -> Iterator[tuple[State, list[int]]]:
    """Yield states of random games, each with the joint move that is made in it."""
    machine = ClauseMachine(game, memo=True)
    choice = random.Random(seed)
    state = game.initial.number
    for _ in range(count):
        expansion = machine.expand(state)
        if expansion.terminal or not expansion.successors:
            yield State(game, state), []
            state = game.initial.number
            continue
        i = choice.randrange(len(expansion.successors))
        yield State(game, state), [*expansion.joint(i), expansion.successors[i]]
        state = expansion.successors[i]


def check(game: Game, count: int, seed: int = 0) -> None:
    """Hold the ground program against the knowledge base."""
    known = ground(game)
    program = Program(known)
    true = dict(zip(known.fluents, known.true.tolist(), strict=True))
    does = dict(zip(known.moves, known.does.tolist(), strict=True))
    start = {f for f, holds in zip(known.fluents, known.initial, strict=True) if holds}
    assert start == set(game.initial.facts)
    for state, step in states(game, seed, count):
        facts = [true[fact] for fact in state.facts]
        joint = game.request("move_texts", numbers=step[:-1])["texts"] if step else []
        moves = [does[role, move] for role, move in enumerate(joint)]
        model = program.model([*facts, *moves])
        assert (known.outputs["terminal"].atom in model) == state.terminal
        compare_goals(game, state, known, model)
        if state.terminal:
            continue
        legal = [
            move
            for move, atom in zip(known.moves, known.legal.tolist(), strict=True)
            if atom in model
        ]
        expected = [
            (role, move)
            for role, moves_of in enumerate(state.legal.values())
            for move in moves_of
        ]
        assert sorted(legal) == sorted(expected)
        if step:
            held = {
                fluent
                for fluent, atom in zip(known.fluents, known.next.tolist(), strict=True)
                if atom in model
            }
            assert held == set(State(game, step[-1]).facts)


def compare_goals(game: Game, state: State, known: Ground, model: set[int]) -> None:
    values = game.request("goal_values", state=state.number)["values"]
    expected = {(i, int(v)) for i, vs in enumerate(values) for v in vs}
    assert set(instances(known, "goal", model)) == expected
    counted = ClauseMachine(game).features(state.number)
    for role, features in enumerate(counted):
        for name, count in features.items():
            single = instances(known, "feature", model).count((role, name))
            numbers = instances(known, "feature_value", model)
            added = sum(int(n) for *own, n in numbers if own == [role, name])
            assert single + added == count
    quiet = game.request("holds", state=state.number, relation="quiet")["holds"]
    assert known.outputs["quiet"].defined == (quiet is not None)
    assert bool(instances(known, "quiet", model)) == bool(quiet)


def instances(
    known: Ground, relation: str, model: set[int]
) -> list[tuple[int | str, ...]]:
    """Return the arguments of those instances of a relation that hold."""
    found = known.outputs[relation]
    rows = zip(found.arguments, found.atoms, strict=True)
    return [arguments for arguments, atom in rows if atom in model]


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.slow) if name == "oware" else name
        for name in RULES
    ],
)
def test_agrees_with_the_knowledge_base(name: str) -> None:
    check(loaded(name), 8 if name == "othello" else 25)


@pytest.mark.skipif(not SHEETS.is_dir(), reason="no rule sheets on this machine")
@pytest.mark.parametrize(
    "name",
    [
        "games__ttcc4_2player_small__ttcc4_2player_small",
        "games__blocksWorldSerial__v1__blocksWorldSerial",
        "games__atariGoVariant_7x7__atariGoVariant_7x7",
        "games__gt_centipede__gt_centipede",
        "games__asteroids__asteroids",
        "ggpbase__test__test_clean_not_distinct",
    ],
)
def test_agrees_on_rule_sheets(name: str) -> None:
    check(ps.load(SHEETS / f"{name}.kif"), 12)


GAME = """
role(r).
legal(r, go).
terminal :- true(over).
goal(r, 1).
"""


def test_literals_of_all_kinds() -> None:
    check(
        ps.load_text(
            GAME
            + r"""
            init(n(1)). init(n(2)). init('An odd name'). init([a, [b], 'C'|d]).
            init(p(a, a)). init(p(a, b)). init(p(b, a)). init(n(-3)).
            next(F) :- true(F), F \== n(1).
            next(both) :- true(n(X)), true(n(Y)), X < Y, \+ (true(p(X, Y)), X \== Y).
            next(one(X)) :- true(p(X, _)), \+ true(p(X, X)).
            next(none(X)) :- true(p(X, Y)), \+ (true(p(Y, X)), X \== Y).
            next(some(X)) :- (true(p(X, _)) ; true(n(X))), \+ \+ true(p(X, X)).
            next(many(X, N)) :- true(p(X, _)), count(Y, true(p(X, Y)), N).
            next(rest(X)) :- true([_, [X]|_]).
            next(once(X)) :- \+ true(p(X, X)), true(p(X, _)).
            next(few(N)) :- count(X-Y, (true(p(X, Y)) ; true(p(Y, X))), N), N < 9.
            next(nested(X)) :-
                true(p(X, Y)), \+ (true(p(X, X)), \+ true(p(Y, Y))).
            next(outside(X)) :- true(n(X)), \+ between(1, 9, X).
            next(ways(X, Y, Z)) :-
                ( true(n(X)) ; true(p(X, _)) ; X is 7 ),
                ( true(p(_, Y)) ; true(n(Y)), Y > 1 ; Y is 8 ; true(p(Y, X)) ),
                ( Z is 1 ; true(p(X, Z)), \+ (X \== Y ; true(p(Z, Y))) ; Z is 2 ).
            next(either(X)) :- true(n(X)), \+ (X > 1 ; X < 0).
            next(most(N)) :- count(X, (true(n(X)), count(Y, true(n(Y)), 3)), N).
            """
        ),
        10,
    )


def test_what_is_compared_or_computed_in_a_circle_is_bound_elsewhere() -> None:
    check(
        ps.load_text(
            GAME
            + r"""
            init(n(1)). init(n(2)). init(n(a)). init(p(1, 2)). init(p(2, 2)).
            next(same(X)) :- true(n(X)), \+ (true(p(_, Y)), Y > 1, X =:= X).
            next(both(X, Y)) :- true(p(X, Y)), \+ (true(n(1)), X =:= Y, Y =:= X).
            next(unlike(X, Y)) :- true(p(X, Y)), \+ (true(n(1)), \+ X =\= Y).
            next(stays(X)) :- true(n(X)), \+ (true(n(2)), X is X + 0).
            next(turns(X, Y)) :- true(p(X, Y)), \+ (X is 3 - Y, Y is 3 - X, true(n(1))).
            next(up(X)) :- true(n(X)), \+ (between(1, X, X), true(n(2))).
            """
        ),
        10,
    )


@pytest.mark.parametrize("rule", ["next(F) :- true(F).", "next(n(12345678901))."])
def test_large_numbers_that_nothing_is_reckoned_with(rule: str) -> None:
    check(
        ps.load_text(f"{GAME} init(n(12345678901)). init(n(-99999999999)). {rule}"), 4
    )


def test_a_role_without_moves_does_nothing() -> None:
    game = ps.load_text(
        "role(a). role(b). init(s(0)). init(t(a)). goal(a, 1). goal(b, 0). "
        "legal(P, go) :- true(t(P)). next(t(b)) :- true(t(a)). terminal :- true(over). "
        "next(t(a)) :- true(t(b)), does(a, noop). "
    )
    known = ground(game)
    assert [*known.moves] == [(0, "go"), (0, "noop"), (1, "go"), (1, "noop")]
    check(game, 10)


VALUES = st.integers(-12, 12) | st.integers(-(2**20), 2**20)
LEAVES = st.sampled_from("ABC") | VALUES.map(lambda n: f"({n})")


def longer(parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    infix = st.tuples(parts, st.sampled_from(["+", "-", "xor"]), parts)
    small = st.tuples(parts, st.integers(-9, 9)).map(lambda p: f"({p[0]} * ({p[1]}))")
    divided = st.tuples(
        parts, st.sampled_from(["//", "mod", "rem"]), st.sampled_from(["", "-"]), parts
    ).map(lambda p: f"({p[0]} {p[1]} {p[2]}(abs({p[3]}) + 1))")
    named = st.tuples(st.sampled_from(["min", "max"]), parts, parts)
    single = st.tuples(st.sampled_from(["abs", "sign", "-", "+"]), parts)
    return (
        infix.map(lambda p: f"({p[0]} {p[1]} {p[2]})")
        | small
        | divided
        | named.map(lambda p: f"{p[0]}({p[1]}, {p[2]})")
        | single.map(lambda p: f"{p[0]}({p[1]})")
    )


EXPRESSIONS = st.recursive(LEAVES, longer, max_leaves=6)


@settings(max_examples=12)
@given(
    st.lists(EXPRESSIONS, min_size=15, max_size=15),
    st.tuples(VALUES, VALUES, VALUES),
)
def test_arithmetic_is_that_of_prolog(
    expressions: list[str], values: tuple[int, int, int]
) -> None:
    a, b, c = values
    rules = [
        f"next(r({i}, X)) :- true(v(A, B, C)), X is {expression}. "
        f"next(less({i})) :- true(v(A, B, C)), {expression} < A. "
        for i, expression in enumerate(expressions)
    ]
    check(ps.load_text(f"{GAME} init(v({a}, {b}, {c})). {' '.join(rules)}"), 2)


def test_what_has_no_value_has_no_instance() -> None:
    game = ps.load_text(
        f"{GAME} init(v(0)). init(v(a)). init(v(3)). init(by(3)). "
        "next(v(X)) :- true(v(X))."
        " next(r(Y)) :- true(v(X)), true(by(X)), Y is 6 // X."
        " next(by(X)) :- true(v(X)), true(by(X))."
    )
    known = ground(game)
    assert [fluent for fluent in known.fluents if fluent.startswith("r(")] == ["r(2)"]


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        ("init(n(100000)). next(m(X)) :- true(n(N)), X is N * N.", "32 bits"),
        ("init(n(1)). next(n(X)) :- true(n(N)), X is N * 1000.", "32 bits"),
        ("init(n(1)). next(n(X)) :- true(n(N)), X is N + 9876543210.", "9876543210"),
    ],
)
def test_numbers_that_the_grounder_has_not(rules: str, words: str) -> None:
    with pytest.raises(TierError, match=words):
        ground(ps.load_text(GAME + rules))


@pytest.mark.parametrize("step", [1, -1])
def test_the_last_number_that_the_grounder_has(step: int) -> None:
    """It is 2^31 - 1 from 0, to either side."""
    last = step * (2**31 - 1)
    rules = GAME + f"next(m(X)) :- true(n(N)), X is N + {step}. init(n(%d))."
    assert f"m({last})" in ground(ps.load_text(rules % (last - step))).fluents
    with pytest.raises(TierError, match="32 bits"):
        ground(ps.load_text(rules % last))


def test_a_goal_that_is_no_number_is_none() -> None:
    known = ground(ps.load_text(
        "role(a). init(s). init(v(succ)). init(v(7)). legal(a, go) :- true(s). "
        "next(u) :- does(a, go). next(v(X)) :- true(v(X)). terminal :- true(u). "
        "goal(a, X) :- true(v(X))."
    ))  # fmt: skip
    assert known.outputs["goal"].arguments == ((0, 7),)


@pytest.mark.parametrize("name", ["tic_tac_toe", "chess", "nim"])
def test_atoms_have_the_numbers_of_their_fluents_and_moves(name: str) -> None:
    known = ground(ps.load(name), named=True)
    names = known.names
    assert names is not None
    leaves, at = {}, 0
    for atom, shape in zip(names.atoms.tolist(), names.shape_of.tolist(), strict=True):
        size = len(names.shapes[shape].paths)
        values = names.values[at : at + size].tolist()
        leaves[atom] = sorted(value // 2 for value in values if value % 2 == 0)
        at += size
    texts = [*known.fluents, *(text for _, text in known.moves)]
    for text, atom in zip(texts, [*known.true, *known.does], strict=True):
        assert leaves[int(atom)] == sorted(map(int, re.findall(r"-?\d+", text)))


def test_a_state_space_has_no_ground_program() -> None:
    with pytest.raises(TierError, match="state space"):
        ground(loaded("water_jugs"))


MANY = "".join(f"init(v({i})). " for i in range(60))
WIDE = ", ".join(["A, B, C, D, E"] * 20)  # much memory for each instance
EXPLOSIVE = f"""{GAME}{MANY}
next(w({WIDE})) :- true(v(A)), true(v(B)), true(v(C)), true(v(D)), true(v(E)).
"""


@pytest.mark.parametrize(
    ("seconds", "memory", "words"),
    [
        (0.3, 4 << 30, "in 0.3 seconds of processor time"),
        (60.0, 110 << 20, "in 110 MB"),
    ],
)
def test_limits_tell_what_there_is_too_much_of(
    seconds: float, memory: int, words: str
) -> None:
    with pytest.raises(LimitError, match=words) as refused:
        ground(ps.load_text(EXPLOSIVE), seconds=seconds, memory=memory)
    assert "next/1 (line 7)" in str(refused.value)
    assert "without end" not in str(refused.value)


def test_numbers_that_grow_without_end_are_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(ground_program, "LEAST_MEMORY", 32 << 20)
    game = ps.load_text(
        "role(a). init(n(0)). init(n(1)). legal(a, go). terminal :- true(n(9)). "
        "goal(a, 1). next(n(M)) :- true(n(K)), true(n(L)), M is K + L + 1."
    )
    with pytest.raises(LimitError, match="without end, bound it, as by between/3"):
        ground(game, memory=32 << 20)


def test_a_lower_limit_of_the_process_is_the_one_that_is_told() -> None:
    program = ps.load_text(EXPLOSIVE).request("ground_program", asked=[], processor=60)
    text = program["texts"][0].encode()
    limits = {
        "seconds": 60, "memory": 4 << 30, "lengths": [len(text)], "named": False,
    }  # fmt: skip
    asked = b"%s\n%s" % (json.dumps(limits).encode(), text)
    module = "pygame_search.network.grounding.grounder"
    limited = f"""
import resource, runpy
resource.setrlimit(resource.RLIMIT_AS, (350 << 20,) * 2)
runpy.run_module({module!r}, run_name="__main__")
"""
    told = subprocess.run(
        [sys.executable, "-c", limited, str(os.getpid())],
        input=len(asked).to_bytes(8, "little") + asked,
        capture_output=True,
        check=True,
    ).stdout
    reply = json.loads(told)
    assert reply["error"] == "memory"
    assert 100 << 20 < reply["memory"] < 350 << 20
    assert reply["rules"] > 1000
    assert max(reply["instances"], key=reply["instances"].get) == "next"


def test_a_program_that_was_cut_short_is_never_taken_for_whole() -> None:
    class Full(grounder._Program):
        def rule(self, choice: bool, head: Sequence[int], body: Sequence[int]) -> None:
            looking.wait(PATIENCE)
            raise MemoryError

    program, looking = Full(), threading.Event()

    def no_excess() -> str:
        """Look while the other thread runs out of memory, and find nothing."""
        looking.set()
        until = time.monotonic() + PATIENCE
        while not program.stop and time.monotonic() < until:
            time.sleep(0.001)
        return ""

    grounder._run("a(1..9).", program, no_excess, 60, lambda: None)
    assert program.stop == "memory"


#: Thirteen different values of twelve: a join for hours, without an instance.
FEW = "".join(f"init(v({i})). " for i in range(12))
TAKEN = ", ".join(f"true(v(X{i}))" for i in range(13))
DIFFERENT = ", ".join(f"X{i} \\== X{j}" for i in range(13) for j in range(i))
FRUITLESS = f"{GAME}{FEW} next(w) :- {TAKEN}, {DIFFERENT}."


def test_a_join_without_instances_is_stopped() -> None:
    with pytest.raises(LimitError, match="processor time; the widest one is in line 6"):
        ground(ps.load_text(FRUITLESS), seconds=0.4)


def test_time_in_which_nothing_is_done_does_not_count() -> None:
    until = time.process_time() + 0.2
    time.sleep(0.4)
    assert grounder._excess(until, 1 << 40) == ""


def test_ctrl_c_stops_it_and_it_goes_on() -> None:
    game = ps.load_text(FRUITLESS)
    for _ in range(2):
        before, at_work = children(os.getpid()), set[int]()

        def joining() -> bool:
            new = children(os.getpid()) - before  # noqa: B023
            at_work.update(child for child in new if used(child) > 0.5)  # noqa: B023
            return bool(at_work)  # noqa: B023

        with pytest.raises(KeyboardInterrupt), ctrl_c(joining):
            ground(game, seconds=600)
        assert children(os.getpid()) == before
        check(loaded("tic_tac_toe"), 2)


# ---- the process -----------------------------------------------------------------


def gone(process: int, seconds: float = PATIENCE) -> bool:
    """Return whether a process ends within some seconds."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.01)
    return False


def test_one_that_cannot_start_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    game = loaded("tic_tac_toe")
    monkeypatch.setattr(sys, "executable", "/no/such/python")
    with pytest.raises(ProcessError, match="cannot be started"):
        ground(game)


def test_one_that_is_killed_is_told_and_leaves_nothing() -> None:
    game, before = ps.load_text(FRUITLESS), children(os.getpid())

    def kill() -> None:
        end = time.monotonic() + PATIENCE
        while not (new := children(os.getpid()) - before):
            assert time.monotonic() < end
            time.sleep(0.01)
        for child in new:
            os.kill(child, signal.SIGKILL)

    with ThreadPoolExecutor(1) as pool:
        pool.submit(kill)
        with pytest.raises(ProcessError, match="ended by SIGKILL before it answered"):
            ground(game, seconds=600)
    assert children(os.getpid()) == before


@pytest.mark.parametrize(
    ("program", "words"),
    [("raise SystemExit(1)", "without an answer"), ("import time; time.sleep(60)", "")],
)
def test_one_that_does_not_answer_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, program: str, words: str
) -> None:
    (tmp_path / "silent.py").write_text(program, encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setattr("pygame_search.support.process._SILENCE", 0.5)
    with pytest.raises(ProcessError, match=words or "no answer within 0.5 seconds"):
        answer_of("silent", b"")


def test_threads_ground_at_the_same_time() -> None:
    names = ["tic_tac_toe", "hexapawn", "nim"] * 2
    games = [ps.load(name) for name in names]
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(ground, games))
    for name, one in zip(names, found, strict=True):
        assert one.fluents == ground(loaded(name)).fluents


#: A caller that is to be killed while clingo works for it.
CALLER = f"""
import pygame_search as ps
from pygame_search.network.grounding.ground_program import ground
ground(ps.load_text({FRUITLESS!r}), seconds=600)
"""


def test_it_ends_with_its_caller() -> None:
    with forked.Program[bytes](["-c", CALLER]) as caller:
        end = time.monotonic() + PATIENCE
        while not (at_work := children(caller.pid)):
            assert time.monotonic() < end
            time.sleep(0.01)
        caller.kill()
    assert all(map(gone, at_work))


def test_facts_make_a_program_lighter() -> None:
    """An atom that always holds needs no gate."""
    weights = []
    for facts in ((3,), (3, 4)):
        program = grounder._Program()
        program.rule(False, [10], [1, -2])
        for fact in facts:
            program.rule(False, [fact], [])
        weights.append(program.weight())
    assert weights[0] > weights[1]


def test_numbers_that_grow_without_end_are_seen_soon(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules = """role(a). init(n(0)). init(step(0)). legal(a, go).
    next(n(M)) :- true(n(N)), {}, M is N + 1.
    next(step(M)) :- true(step(N)), M is N + 1, M =< 5.
    terminal :- true(step(5)). goal(a, 1).
    """
    monkeypatch.setattr(ground_program, "ENDLESS_MEMORY", 1 << 20)
    monkeypatch.setattr(ground_program, "LEAST_MEMORY", 32 << 20)
    room = f"{ground_program.LEAST_MEMORY >> 20} MB"
    with pytest.raises(LimitError, match=f"in {room}") as refused:
        ground(ps.load_text(rules.format("N >= 0")))
    assert refused.value.code == "memory"
    assert ground(ps.load_text(rules.format("N < 100"))).atoms > 100
