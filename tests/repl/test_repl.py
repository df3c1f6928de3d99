"""A person at the terminal of `repl`: sessions through a pseudo-terminal."""

from __future__ import annotations

import os
import re
import shlex
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType, SimpleNamespace
from typing import Any

import pyte
import pytest
from person import PATIENCE, Begin, begun
from person import Terminal as Window
from pressing import wait_for_work
from prompt_toolkit import PromptSession
from prompt_toolkit.application import application
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.input.typeahead import get_typeahead
from prompt_toolkit.output import DummyOutput

from pygame_search.repl.terminal import Terminal
from pygame_search.support import memory
from pygame_search.support.resources import logic_folder

TraceFunction = Callable[[FrameType, str, Any], Any]

LECTURES = logic_folder() / "lectures"

GAME = """\
role(x).
init(n(1)).
legal(x, up) :- true(n(_)).
next(n(M)) :- does(x, up), true(n(N)), M is N + 1.
terminal :- true(n(9)).
goal(x, 100) :- true(n(9)).
goal(x, 0) :- true(n(N)), N < 9.
"""


@pytest.fixture
def begin(tmp_path: Path) -> Iterator[Begin]:
    with begun(tmp_path) as begin:
        yield begin


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "line.pl"
    path.write_text(GAME, encoding="utf-8")
    return path


def test_the_first_screen(begin: Begin) -> None:
    person = begin("hexapawn")
    person.ready()
    assert person.lines == [
        "Hexapawn",
        "  1 2 3",
        "1 W W W",
        "2 - - -",
        "3 B B B",
        "white to move",
        "Type a goal, as in legal(P, M), or %help.",
        "hexapawn>",
        " hexapawn, ply 0, white to move   Tab completes, %help, Ctrl-D leaves",
    ]
    person.type("\x04")
    assert person.end() == 0


def test_sigterm_ends_a_session(begin: Begin) -> None:
    for busy in (False, True):
        person = begin("connect_four")
        person.ready()
        if busy:
            person.type("%perft --depth 30")
            person.press("\r")
        os.kill(person.process, signal.SIGTERM)
        assert person.end() == 143


def test_a_line_is_not_run_after_sigterm(monkeypatch: pytest.MonkeyPatch) -> None:
    """The prompt ignores a signal that comes with the Enter key."""
    ran: list[str] = []
    session = Terminal.__new__(Terminal)
    shell = SimpleNamespace(run=ran.append, leave=lambda: None)
    seen = SimpleNamespace(saved_elsewhere=lambda: False)
    monkeypatch.setattr(session, "_shell", shell, raising=False)
    monkeypatch.setattr(session, "_session", seen, raising=False)
    monkeypatch.setattr(session, "_read", lambda: "%perft --depth 30")
    session._answer()
    monkeypatch.setattr("pygame_search.repl.terminal.terminated", lambda: True)
    session._answer()
    assert ran == ["%perft --depth 30"]


def test_the_first_screen_without_a_game(begin: Begin) -> None:
    person = begin()
    person.ready()
    person.see("No game is loaded.", "tic_tac_toe", "%load hexapawn", "pygame-search>")
    person.enter("role(R)", "error: no game is loaded")
    person.enter("%load nim", "first to move", "nim>")
    person.enter("role(R), R \\== first", "R = second")
    person.enter("%quit")
    assert person.end() == 0


def test_answers_come_one_at_a_time(begin: Begin) -> None:
    person = begin("hexapawn")
    person.enter("legal(white, M).", "M = move(1, 1, 1, 2)", "; next")
    assert "M = move(2, 1, 2, 2)" not in person.lines
    person.type(";")
    person.see("M = move(2, 1, 2, 2)", "; next")
    person.type("x")  # means nothing
    person.press("\r")
    person.ready()
    assert "M = move(3, 1, 3, 2)" not in person.lines
    person.enter("true(cell(C, R, black))", "C = 1, R = 3", "; next")
    person.type("a")
    person.ready()
    assert "C = 3, R = 3" in person.lines
    person.enter("terminal", "no")
    person.enter("role(white)", "yes")
    person.enter("role(R)", "R = white", "; next")
    person.type("\x03")  # as good as stop
    person.ready()
    assert "R = black" not in person.lines


def test_names_of_states_are_told_once(begin: Begin) -> None:
    person = begin("hexapawn")
    person.enter("position(S), successor(S, M, S1)", "S1 = s1", "s0: the start")
    person.type(";")
    person.see("S1 = s2", "s2: s0, then move(2, 1, 2, 2)", "; next")
    person.type("h")
    person.see("successor(s0, move(2, 1, 2, 2), s2)", "number in")
    person.press("\r")
    person.press("\r")
    person.ready()


def test_answers_come_before_all_are_found(begin: Begin) -> None:
    person = begin("hexapawn")
    goal = "between(1, 1000000, X), between(1, 10000, Y), X * Y =:= 2"
    person.enter(goal, "X = 1, Y = 2", "; next")
    person.type(";")
    person.see("X = 2, Y = 1", "; next")
    person.type(";")
    wait_for_work(person.process, 0.1)
    os.kill(person.process, signal.SIGINT)
    person.see("interrupted")
    person.enter("role(white)", "yes")


def test_how_is_walked_through(begin: Begin) -> None:
    person = begin("hexapawn")
    person.enter("legal(white, M)", "M = move(1, 1, 1, 2)", "; next")
    person.type("h")
    person.see("[hexapawn.pl:", "1: true(control(white))", "[number in, up")
    person.type("4\r")
    person.see("to(P, C, R, C) :-", "\\+ occupied(1, 2)  has no proof ...")
    person.type("9\r")
    person.see("expected a number from 1 to 4, up or all")
    person.press("up\r")
    person.press("\r")
    person.see("; next")
    person.type(";")
    person.see("M = move(2, 1, 2, 2)", "; next")
    person.type("\r")
    person.enter("whynot terminal", "the game goes on  [terminal]", "1: terminal")
    person.press("1\r")
    person.see("there is no P such that P has won  [wins(_)]")
    person.type("\x04")
    person.enter("role(white)", "yes")


def test_steps_are_walked_through(begin: Begin) -> None:
    person = begin("hexapawn")
    person.enter(f"%program {LECTURES}/minimax.pl", "stands beside the game")
    person.enter(
        "steps position(S), best(S, white, 1, M, V)", "1  holds position(S): S"
    )
    person.see("s0: the start", "[Enter next, s skip, u up")
    person.press("\r")
    person.see("2  call 1: best(S = s0, R = white, D = 1, M, V)")
    person.press("value\r")
    person.see("call 2: value(S = s1, R = white, D = 0, V)", "s1: s0, then move(1")
    person.press("s\r")
    person.see("exit 2: value(S = s1, R = white, D = 0, V = 0)")
    person.press("x\r")
    person.see("expected Enter, s, u, b, q, ? or the name")
    person.press("u\r")
    person.see("exit 1: best(S = s0, R = white, D = 1, M = move(1, 1, 1, 2), V = 0)")
    person.press("\r")
    person.see("S = s0, M = move(1, 1, 1, 2), V = 0")
    person.ready()
    person.enter("role(white)", "yes")


def test_cilog_is_entered_and_left(begin: Begin) -> None:
    person = begin("hexapawn")
    person.enter("%cilog", "`quit.` leaves it")
    person.enter("ask legal(white, M).", "Answer: legal(white, move(1, 1, 1, 2)).")
    person.see("[ok,more,how,help]:")
    person.enter("how.", "1: true(control(white))", "How?")
    person.enter("2.", "cell(1, 1, white)")
    person.press("\x03")
    person.ready()
    person.type("\x04")
    person.see("hexapawn>")
    person.enter("role(white)", "yes")


def test_an_empty_line_ends_an_input_to_cilog(begin: Begin) -> None:
    person = begin("hexapawn")
    person.enter("%cilog", "`quit.` leaves it")
    person.ready()
    person.type("tell p(X) <- legal(white, X)\r")
    person.see("A full stop ends the input, or an empty line")
    person.type("\r")
    person.enter("ask p(X).", "Answer: p(move(1, 1, 1, 2)).")


def test_more_lines_belong_to_one_input(begin: Begin) -> None:
    person = begin("hexapawn")
    person.ready()
    person.type("true(cell(C, 1,\r")
    person.see("        |")
    person.type("white)), C >\r")
    person.type("2\r")
    person.see("C = 3")
    person.ready()
    person.type("legal(P,\r\r")  # an empty line ends what is not whole
    person.see("is not closed")


def test_ctrl_c_clears_the_line_and_ctrl_d_leaves(begin: Begin) -> None:
    person = begin("hexapawn")
    person.ready()
    person.type("legal(white")
    person.see("hexapawn> legal(white")
    person.press("\x03")
    person.wait(lambda: person.lines[-2:-1] == ["hexapawn>"], "an empty prompt")
    person.type("x\x04")  # not at the beginning of a line: nothing
    person.see("hexapawn> x")
    person.type("\x7f\x04")
    assert person.end() == 0


@pytest.mark.parametrize(
    "text",
    [
        "between(1, 1000000, X), between(1, 1000000, Y), X + Y < 0",
        "%best --depth 40",
        "%best --depth 40 --tier procedural",
        "%perft --depth 30",
        "minimax(30, M, V)",
        "tell p(X) :- between(1, 999999, X), between(1, 999999, Y), X + Y < 0.\rp(X)",
    ],
)
def test_ctrl_c_ends_what_goes_on(begin: Begin, text: str) -> None:
    person = begin("connect_four")
    for line in text.split("\r"):
        person.enter(line)
    wait_for_work(person.process, 0.2)
    person.type("\x03", now=True)
    person.see("interrupted")
    person.enter("role(x)", "yes")


def test_ctrl_c_again_and_again_does_not_end_the_session(begin: Begin) -> None:
    person = begin("tic_tac_toe")
    for pause in (0.001, 0.005, 0.01, 0.02):
        person.enter("perft(9, N)")
        wait_for_work(person.process, 0.05)
        for _ in range(15):
            os.kill(person.process, signal.SIGINT)
            time.sleep(pause)
        person.ready()
    person.enter("role(x)", "yes")


@pytest.mark.slow
def test_ctrl_c_at_any_point_leaves_the_line_editor_usable(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    session = Terminal.__new__(Terminal)
    for name, value in (("_asking", None), ("_signalled", False), ("_armed", True)):
        monkeypatch.setattr(session, name, value, raising=False)
    before = signal.signal(signal.SIGINT, session._interrupt)
    lines: set[int] = set()
    try:
        with create_pipe_input() as keys:
            prompt = PromptSession[str](input=keys, output=DummyOutput())
            ended = False
            while not ended:
                keys.send_text("typed\r")
                session._armed = True
                already = len(lines)
                with signal_at_another_line(lines), suppress(KeyboardInterrupt):
                    ended = session._ask(prompt) == "typed"
                assert ended == (len(lines) == already)
                keys.send_text("typed\r")
                assert session._ask(prompt) == "typed"
                get_typeahead(keys)
    finally:
        signal.signal(signal.SIGINT, before)
    assert len(lines) > 50


@contextmanager
def signal_at_another_line(lines: set[int]) -> Iterator[None]:
    """Send SIGINT at the first line that is not among these.

    It is one of the module in which the line editor runs, and joins them.
    """
    armed = True

    def trace(frame: FrameType, event: str, _: object) -> TraceFunction | None:
        nonlocal armed
        if frame.f_code.co_filename != application.__file__:
            return None
        if event == "line" and armed and frame.f_lineno not in lines:
            armed = False
            lines.add(frame.f_lineno)
            signal.raise_signal(signal.SIGINT)
        return trace

    outer = sys.gettrace()
    sys.settrace(trace)
    try:
        yield
    finally:
        sys.settrace(outer)


def test_a_goal_that_fills_the_memory_is_stopped(
    begin: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(memory.VARIABLE, "300")
    person = begin("hexapawn")
    goal = "count(X - Y, (between(1, 5000, X), between(1, 5000, Y)), N)"
    person.enter(goal)
    person.see("error: out of memory (stack)")
    person.enter("role(white)", "yes")


def test_completion(begin: Begin) -> None:
    person = begin("hexapawn")
    person.ready()
    person.type("lega\t")
    person.see("hexapawn> legal(")
    person.type("bl\t")
    person.see("hexapawn> legal(black")
    person.type(", mo\t")
    person.see("hexapawn> legal(black, mo")
    person.press("\x03")
    person.ready()
    person.type("%com\t")
    person.see("hexapawn> %compare")
    person.type(" alph\t")
    person.see("hexapawn> %compare alphabeta")
    person.type(" --dep\t")
    person.see("hexapawn> %compare alphabeta --depth")
    person.press("\x03")
    person.ready()
    person.type("true(\t")
    person.see("control(white)")
    person.type("\t")  # chooses the first
    person.see("hexapawn> true(control(white)")
    person.type("\r)\r")
    person.see("yes")


def test_completion_of_moves_and_files(begin: Begin, file: Path) -> None:
    person = begin("hexapawn")
    person.ready()
    person.type("%move move(2\t")
    person.see("hexapawn> %move move(2, 1, 2, 2)")
    person.type("\r")
    person.see("2 - W -", "black to move")
    person.ready()
    person.type("%load lin\t")
    person.see("hexapawn> %load line.pl")
    person.type("\r")
    person.see("line>")


def test_history_is_kept(begin: Begin) -> None:
    person = begin("hexapawn")
    person.enter("role(white)", "yes")
    person.type("\x04")
    assert person.end() == 0
    again = begin("nim")
    again.ready()
    again.type("\x1b[A")
    again.see("nim> role(white)")
    again.type("\r")
    again.see("no")


def test_the_window_may_change(begin: Begin) -> None:
    person = begin("hexapawn", columns=90)
    person.ready()
    person.type("role(")
    person.see("hexapawn> role(")
    for columns in (40, 120, 60):
        person.resize(24, columns)
        person.ready()
        person.see("hexapawn> role(")
    person.type("R)\r")
    person.see("R = white", "; next")
    person.type("\r")
    person.enter("%best --depth 1", "best for white")


def test_what_fills_the_screen_is_paged(begin: Begin) -> None:
    person = begin("hexapawn", rows=14)
    person.enter("%help", "Enter more, a all, q stop")
    assert "%quit" not in "\n".join(person.lines)
    person.type("\r")
    person.see("%best", "Enter more")
    person.type("q")
    person.enter("%help", "Enter more")
    person.type("a")
    person.see("%quit")
    person.enter("role(white)", "yes")


def test_moves_are_made_and_taken_back(begin: Begin) -> None:
    person = begin("hexapawn")
    person.enter("%move move(1, 1, 1, 2); move(2, 3, 1, 2)", "2 B - -", "ply 2")
    person.enter("%undo", "2 W - -", "ply 1")
    person.enter("%goto 2", "2 B - -", "ply 2")
    person.enter("%best --depth 2", "best for white", "ply 2")
    person.enter("%goto 5", "expected a ply from 0 to 2, found 5")
    person.enter("%goto 0", "ply 0")


def test_play_and_come_back(begin: Begin) -> None:
    person = begin("tic_tac_toe")
    person.enter("%move mark(1, 1)", "o to move")
    person.enter("%play --depth 1 --player o=human --player x=legal", "o>")
    person.type("mark(2, 2)\r", now=True)
    person.see("2. x plays mark(1, 2)", "o>")
    person.type("quit\r", now=True)
    person.enter("%board", "2 . . .")


def test_clauses_are_told_and_taken_back(begin: Begin) -> None:
    person = begin("hexapawn")
    person.enter(
        "tell edge(C) :- true(cell(C, 1, white)), C =\\= 2.", "added:", "1 clause added"
    )
    person.enter("edge(C)", "C = 1", "; next")
    person.type("a")
    person.enter("tell edge(C) :- nowhere(C).", "told:2:12: error", "nowhere/1")
    person.enter("untell edge(A) :- true(cell(A, 1, white)), A =\\= 2.", "removed")
    person.enter("edge(C)", "no rule defines edge/1")


def test_a_saved_file_is_read_at_once(begin: Begin, file: Path) -> None:
    person = begin(file.name)
    person.enter("%move up; up", "ply 2")
    person.ready()
    person.type("true(n(")  # what is being typed stays
    person.see("> true(n(")
    file.write_text(GAME + "legal(x, rest) :- true(n(_)).\n", encoding="utf-8")
    person.see("was saved and is read again")
    person.ready()
    person.see("ply 2")
    person.type("N))\r")
    person.see("N = 3")
    person.enter("legal(x, M)", "M = up", "; next")
    person.type(";")
    person.see("M = rest")


def test_a_broken_edit_leaves_the_last_good_version(begin: Begin, file: Path) -> None:
    person = begin(file.name)
    person.enter("%move up", "ply 1")
    person.ready()
    file.write_text(GAME + "legal(x, rest) :- nowhere.\n", encoding="utf-8")
    person.see("line.pl:8:19: error: no rule defines nowhere/0")
    person.see("the last good version goes on")
    person.enter("true(n(N))", "N = 2")
    file.write_text(GAME, encoding="utf-8")
    person.see("was saved and is read again")


def test_the_editor_is_opened(
    begin: Begin, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = tmp_path / "edit.py"
    script.write_text(
        "import sys\nwith open(sys.argv[1], 'a') as f:\n"
        "    f.write('legal(x, rest) :- true(n(_)).\\n')\n"
    )
    monkeypatch.setenv("VISUAL", shlex.join([sys.executable, str(script)]))
    person = begin(file.name)
    person.enter("%edit", "is read again")
    person.enter("legal(x, M), M \\== up", "M = rest")
    person.enter("%load nim", "nim>")
    person.enter("%edit", "belongs to the package: this is a copy")
    person.see("nim.pl:")  # what check says of the new clause
    assert (tmp_path / "nim.pl").exists()
    person.enter("role(first)", "yes")


#: A command whose spinner comes at once, as on a machine that is slow to begin.
SPINS = """
from pygame_search.cli import main, output
output.PATIENCE = 0
main()
"""


@pytest.mark.parametrize("begin", [["-m", "pygame_search"], ["-c", SPINS]])
def test_sentences_of_the_command_line_fit_the_terminal(begin: list[str]) -> None:
    words = ["path", "water_jugs(wanted=7)", "--why"]
    env = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
    screen = pyte.Screen(200, 24)  # a row that is too long is seen as one
    stream = pyte.Stream(screen)
    shown = Window(*words, begin=begin, columns=40, env=env)
    while (text := shown.read(PATIENCE)) is not None:
        stream.feed(text)
    assert shown.end() == 1
    told = [row.strip() for row in screen.display if row.strip()]
    assert " ".join(told).endswith("None of them ends in a goal.")
    assert len(told) > 4
    assert max(map(len, told)) <= 40


def test_goals_are_trusted_only_when_asked_for(begin: Begin) -> None:
    person = begin("hexapawn", "--trusted")
    person.enter("findall(M, legal(white, M), Ms), length(Ms, N)", "N = 3")
    person.enter("repeat, fail")
    wait_for_work(person.process, 0.2)
    person.type("\x03", now=True)
    person.see("interrupted")
    person.enter("role(white)", "yes")


def test_colours_and_none_where_none_are_wanted(
    begin: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    colour = re.compile(r"\x1b\[[0-9;]*3[1-7][0-9;]*m")
    person = begin("hexapawn")
    person.enter("legl(X)", "did you mean")
    assert colour.search(person.seen)
    monkeypatch.setenv("NO_COLOR", "1")
    person = begin("hexapawn")
    person.enter("legl(X)", "did you mean")
    assert not colour.search(person.seen)


def test_the_command_line_of_a_terminal_needs_no_prompt_toolkit_elsewhere() -> None:
    code = (
        "import sys, click.testing; from pygame_search.cli.app import command as c; "
        "r = click.testing.CliRunner().invoke(c, ['repl', 'nim'], input='role(R)');"
        "sys.exit(r.exit_code or 'prompt_toolkit' in sys.modules)"
    )
    assert os.spawnl(os.P_WAIT, sys.executable, sys.executable, "-c", code) == 0
