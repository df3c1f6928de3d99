"""Search programs in Python: their answers, their faults, and what they cannot do."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from games import loaded

import pygame_search as ps
from pygame_search.grading.grade import grade
from pygame_search.programs.comparison import compare_program
from pygame_search.programs.program import lecture, start
from pygame_search.programs.python_program import PythonProgram, read_program
from pygame_search.rules.rulebook import Rulebook

LECTURES = Path(ps.__file__).parent / "lectures"

#: Lectures and a game or a space that fits, each small.
PAIRS = (
    ("minimax", "hexapawn(columns=2)"),
    ("alphabeta", "hexapawn(columns=2)"),
    ("quiescence", "hexapawn(columns=2)"),
    ("proof_number", "nim(heaps=[1, 2])"),
    ("expectimax", "pig(target=4)"),
    ("breadth_first", "delivery_robot"),
    ("depth_first", "delivery_robot"),
    ("a_star", "romania"),
    ("lowest_cost", "romania"),
)


def program(text: str) -> PythonProgram:
    return PythonProgram(Rulebook("own", "own.py", text, "python"))


@pytest.mark.parametrize(("name", "game"), PAIRS)
def test_the_lectures_functions_answer_like_their_clauses(name: str, game: str) -> None:
    own, clauses = read_program(LECTURES / f"{name}.py"), lecture(name)
    state = start(loaded(game))
    for question in own.questions:
        role = None if question == "path" else state.game.players[0]
        for depth in (1, 2) if role else (None,):
            told = own.ask(question, state, role=role, depth=depth)
            other = clauses.ask(question, state, role=role, depth=depth)
            assert (told is None) == (other is None)
            if told is None or other is None:
                continue
            assert (told.value, told.move) == (other.value, other.move)
            assert [s.number for s in told.states] == [s.number for s in other.states]
            if name != "expectimax":  # the clauses look twice at some leaves
                assert told.looked_at == other.looked_at


@pytest.mark.slow
def test_a_program_in_python_is_graded(tmp_path: Path) -> None:
    text = (LECTURES / "minimax.py").read_text(encoding="utf-8")
    own = tmp_path / "own.py"
    own.write_text(text, encoding="utf-8")
    game = "hexapawn(columns=2)"
    assert (grade(own, game).verdict, grade(own, game).points) == ("same", 100)
    own.write_text(text.replace("else min\n", "else max\n"), encoding="utf-8")
    found = grade(own, game)
    assert found.verdict == "different"
    assert found.points < 100


#: The body of `value`, and what is said of it.
FAULTS = {
    "return 1 / 0": r"own\.py:4: error: ZeroDivisionError",
    "return value(s, r, d)": r"own\.py:4: a function calls itself without end",
    "return 'much'": "value: expected a number",
    "return True": "value: expected a number",
    "return [1, 0]": "value: expected a number",
    "return s": "value: expected a number",
    "return 10**400": "value: expected a number",
    "return legal(s, 'nobody')": r"own\.py:4: error: ValueError: legal: 'nobody'",
    "return legal(7, r)": r"own\.py:4: error: TypeError: legal: expected a state",
    "return legal(Node(7), r)": r"own\.py:4: error: ValueError: legal: 7 is not a",
    "return is_goal(s)": r"own\.py:4: error: ValueError: is_goal is not defined",
    "return successor(s, 10**9)": "ValueError: successor: 1000000000 cannot be used",
    "s.number = 3": "a state cannot be changed",
    "import os": r"own\.py:4: error: ImportError: os cannot be imported here",
    "return open('/etc/passwd')": "NameError: name 'open' is not defined",
    "raise SystemExit": "error: SystemExit",
    "return 'x' * 10 ** 7": "expected an answer of at most",
}

HEAD = """\
from pygame_search.lectures.relations import Node, is_goal, legal, successor

def value(s, r, d):
    {}
"""


@pytest.mark.parametrize("body", FAULTS)
def test_a_fault_is_told_with_its_line(body: str) -> None:
    state = loaded("hexapawn(columns=2)").initial
    with pytest.raises(ps.PygameSearchError, match=FAULTS[body]):
        program(HEAD.format(body)).ask("value", state, role="white", depth=1)


def test_a_wrong_file_is_refused() -> None:
    with pytest.raises(ps.RulesError, match=r"own\.py:1: error: expected ':'$"):
        program("def value(s, r, d) return 1")
    with pytest.raises(ps.InputError, match="expected a function value"):
        program("def valeu(s, r, d): return 1")
    with pytest.raises(ps.RulesError, match=r"own\.py:1: error: NameError"):
        program("print(x)\ndef value(s, r, d): return 1").ask(
            "value", loaded("hexapawn(columns=2)").initial, role="white", depth=1
        )


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    place = tmp_path / "own.py"
    place.write_bytes(b"# caf\xe9\n")
    with pytest.raises(ps.RulesError, match="expected text in UTF-8, found the byte"):
        read_program(place)


#: Ways to memory and time without end.
ENDLESS = {
    "while True: pass": "limit of 0.2 s of processor time",
    "return 3 ** 10 ** 9": "limit of 0.2 s of processor time",
    "while True: legal(s, r)": "limit of 0.2 s of processor time",
    "return [0] * 10 ** 10": "it takes too much memory",
}


@pytest.mark.parametrize("body", ENDLESS)
def test_what_never_ends_is_ended(body: str) -> None:
    own = program(HEAD.format(body))
    state = loaded("hexapawn(columns=2)").initial
    for _ in range(2):  # and a new process answers the next question
        with pytest.raises(ps.LimitError, match=ENDLESS[body]):
            own.ask("value", state, role="white", depth=1, seconds=0.2)


#: What gets hold of `os`, though it cannot be imported.
OUT = """\
def value(s, r, d):
    every = ().__class__.__base__.__subclasses__()
    [wrap] = [c for c in every if c.__name__ == "_wrap_close"]
    own = wrap.__init__.__globals__
    {}
"""

#: What it does then, and the system calls that it takes.
ATTACKS = (
    "own['open']('{place}', 'w').write('x')",
    "own['system']('touch {place}')",
    "own['mkdir']('{place}')",
    "own['fork']() or own['mkdir']('{place}')",
    "own['kill'](own['getppid'](), 9)",
    "own['execv']('/bin/sh', ['sh', '-c', 'touch {place}'])",
    "own['sys'].modules['ctypes'].CDLL(None).mkdir(b'{place}', 511)",
    "own['sys'].modules['_ctypes'].dlopen('libc.so.6', 2)",
    "own['read'](own['open']('/etc/passwd', 0), 10)",
    "own['unlink']('{victim}')",
    "own['rename']('{victim}', '{place}')",
)


@pytest.mark.parametrize("attack", ATTACKS)
def test_a_program_reaches_nothing(attack: str, tmp_path: Path) -> None:
    place, victim = tmp_path / "place", tmp_path / "victim"
    victim.write_text("here", encoding="utf-8")
    words = attack.format(place=place, victim=victim)
    own = program(OUT.format(f"{words}\n    return 1"))
    state = loaded("hexapawn(columns=2)").initial
    with pytest.raises((ps.RulesError, ps.LimitError)):
        own.ask("value", state, role="white", depth=1)
    assert not place.exists()
    assert victim.read_text(encoding="utf-8") == "here"


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="seccomp is Linux's")
def test_the_kernel_keeps_a_program_in() -> None:
    own = program("def value(s, r, d): return 1")
    state = loaded("hexapawn(columns=2)").initial
    told = own.ask("value", state, role="white", depth=1)
    assert told is not None
    assert told.value == 1
    assert own.kept == "the kernel"
    assert own.process is not None
    status = Path(f"/proc/{own.process}/status").read_text(encoding="utf-8")
    assert "Seccomp:\t2" in status


def test_what_it_looks_at_cannot_be_faked() -> None:
    text = "def value(s, r, d):\n    looked_at = [1, 2, 3]\n    return 0\n"
    found = compare_program(program(text), loaded("hexapawn(columns=2)"), positions=0)
    assert {item.effort for item in found.items} == {0}


#: Lines that the process of a program never writes by itself.
FORGED = ("['call', 'legal']", "['call', ['legal'], []]", "['call', 'legal', 5]", "[1]")


@pytest.mark.parametrize("line", FORGED)
def test_a_program_that_writes_what_it_should_not_is_ended(line: str) -> None:
    words = f"own['write'](1, {line!r}.replace(chr(39), chr(34)).encode() + b'\\n')"
    own = program(OUT.format(f"{words}\n    return 1"))
    state = loaded("hexapawn(columns=2)").initial
    for _ in range(2):  # and a new process answers the next question
        with pytest.raises(ps.RulesError, match="written to the channel"):
            own.ask("value", state, role="white", depth=1)


def test_a_forged_path_is_no_path() -> None:
    forged = OUT.replace("value(s, r, d)", "path(s)").format(
        "own['write'](1, b'[\"answer\", 5]\\n')\n    return None"
    )
    with pytest.raises(ps.InputError, match="path: expected a list of states"):
        program(forged).ask("path", start(loaded("delivery_robot")))
