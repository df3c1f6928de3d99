"""Texts of strangers: none steers the terminal, whatever command prints them.

Every command is run over a hostile rule file, in a pipe and at a terminal. A command
that is new is run with that file alone, unless it has a line in `WORDS`.
"""

from __future__ import annotations

import io
import json
import os
import re
import shlex
import weakref
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import click
import forked
import pytest
from click.testing import CliRunner
from person import Terminal, begun

import pygame_search as ps
from pygame_search.cli.app import command
from pygame_search.support.escapes import STEERING, escaped, escaping
from pygame_search.support.printing import plain_text, stacked, table

#: A style that the program has no use for, a title of the window, and a text from right
#: to left; C1 controls, and the rest of what is in `STEERING`.
HOSTILE = "\x1b[95m\x1b]0;pwned\a\x1b[2J\x9b95m\r\x08\x7f\u202eltr\u2066\u200f\u2028"

RULES = r"""
title('TT'). source('TT'). about('TT').
role('A TT'). role('B TT').
init(control('A TT')). init(n(2)). init('F TT'(1)).
legal(R, 'take TT'(K)) :- true(control(R)), true(n(N)), between(1, 2, K), K =< N.
legal(R, noop) :- role(R), \+ true(control(R)).
next(n(M)) :- does(_, 'take TT'(K)), true(n(N)), M is N - K.
next('F TT'(1)) :- true('F TT'(1)).
next(control(Q)) :- true(control(R)), role(Q), Q \== R.
terminal :- true(n(0)).
goal(R, 100) :- true(n(0)), role(R), \+ true(control(R)).
goal(R, 0) :- true(n(0)), true(control(R)).
goal(R, 50) :- role(R), true(n(N)), N > 0.
feature(R, 'f TT', N) :- role(R), true(n(N)).
weight('f TT', 1).
draw(1, 1, N) :- true(n(N)).
draw(2, 1, 'TT').
draw_column(1, 'TT').
draw_row(1, 'TT').
symbol('TT', 's TT').
notation('take TT'(1), 'one TT').
notation_suffix(' TT').
position_text('p TT').
"""

#: Refuses its parameter in words of its own.
REFUSING = """
role(a). parameter(p, ""). position_parameter(p). init(n(1)).
no_position('TT') :- parameter(p, "z").
legal(a, x) :- true(n(1)). next(n(2)). terminal :- true(n(2)). goal(a, 1) :- true(n(2)).
"""

#: So small that it is soon written as GDL.
SMALL = """
role('a TT'). init('f TT'(1)). legal('a TT', 'm TT'). next('f TT'(2)).
terminal :- true('f TT'(2)). goal('a TT', 100).
"""

#: A search program.
SEARCH = """
path(S, P) :- 'p TT'(S, 'TT', P).
'p TT'(S, T, [S, T, M]) :- legal(S, _, M), \\+ terminal(S), T = 'TT'.
"""

#: What is said of the rules, all of it wrong.
REFERENCE = {
    "roles": [HOSTILE],
    "initial_state": [HOSTILE],
    "legal": [{"role": HOSTILE, "moves": [HOSTILE]}],
}

#: The words of commands that take more or less than a rule file. The work of `warm` and
#: `doctor` takes long, and prints no such text.
WORDS = """
ask inj.pl legal(R,M),true(F)
best inj.pl --all --why
compare minimax inj.pl
completion fish
conform inj.pl inj.json
convert inj.pl prolog
doctor --help
explain inj.pl legal(R,M)
games
grade small.pl inj.pl
learn inj.pl --games 2 --tier procedural
man .
match inj.pl random legal --games 1
methods minimax
new inj
perft inj.pl --depth 1
playouts inj.pl --games 1
repl inj.pl
skill inj.pl alphabeta --values 1,2 --games 2 --tier procedural
solve inj.pl
stats inj.pl --games 2
studio --help
tree inj.pl --boards
verify inj.cert
warm --help
"""

WORK = {line.split()[0]: line for line in WORDS.strip().splitlines()}

#: More lines that show other texts.
MORE = """
show refusing.pl --state z
show nim --after HOSTILE
show nim --state HOSTILE
show inj.pl --symbols
show inj.pl --format svg
best inj.pl --role HOSTILE
best inj.pl --weights HOSTILE=1
best inj.pl --from inj.cert
best inj.pl --format svg
tree inj.pl --format svg
tree inj.pl --format dot
convert inj.pl kif
convert inj.pl cilog
convert small.pl kif --gdl
convert small.pl words
explain inj.pl HOSTILE
show HOSTILE
HOSTILE
--HOSTILE
show inj.pl --HOSTILE
check damaged.pl
show inj.pl --json
ask inj.pl legal(R,M) --json
ask inj.pl position(S),path(S,P) --program search.pl --steps
ask inj.pl position(S),path(S,P) --program search.pl --steps --json
show HOSTILE --json
"""

#: Inputs of `play`, `quiz` and `repl`, in a pipe and at a terminal.
TYPED = {
    "play": f"help\nhint\nmoves\n{HOSTILE}\n1\nquit\n",
    "quiz": f"{HOSTILE}\nquit\n",
    "repl": f"legal(P, M)\nhow\n%board\n%heuristics\n{HOSTILE}\n%best {HOSTILE}\n"
    f"tell q('{HOSTILE}').\n%clauses\nq(X)\n"
    f"%cilog\nlisting.\nask role(X).\n{HOSTILE}.\n",
}

AT_TERMINAL = {
    "play": "help\nhint\n1\nquit\n",
    "quiz": "quit\n",
    "ask": "\n\n\n\n\n\nb\n?\nx\nu\nu\n\n",
}

#: What the program itself sends to a terminal: styles, and what moves the cursor.
OWN = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]|\r")


def names() -> list[str]:
    """The commands, and those of groups if there are any."""
    assert isinstance(command, click.Group)
    return command.list_commands(click.Context(command))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the hostile files are."""
    made = tmp_path_factory.mktemp("hostile")
    term = HOSTILE.encode("unicode_escape").decode().replace("\\x", "\\u00")
    (made / "inj.pl").write_text(RULES.replace("TT", term))
    (made / "refusing.pl").write_text(REFUSING.replace("TT", term))
    (made / "small.pl").write_text(SMALL.replace("TT", term))
    (made / "search.pl").write_text(SEARCH.replace("TT", term))
    (made / "damaged.pl").write_text(f"role('{HOSTILE}'). p :- q({HOSTILE}).\n")
    (made / "inj.json").write_text(json.dumps(REFERENCE))
    (made / "inj.cert").write_text(f"pygame_search {HOSTILE}\n{HOSTILE}")
    return made


def words(line: str) -> list[str]:
    return [word.replace("HOSTILE", HOSTILE) for word in shlex.split(line)]


#: Commands that lift the rules to words first.
LONG = ("symmetries",)


def lines() -> list[str]:
    first = [WORK.get(name, f"{name} inj.pl") for name in names()]
    return [*first, *MORE.strip().splitlines()]


def marked(lines: list[str]) -> list[Any]:
    """Return the cases of the lines; some are slow."""
    return [
        pytest.param(n, marks=pytest.mark.slow) if n.split()[0] in LONG else n
        for n in lines
    ]


def must_be_plain(text: str) -> None:
    found = [c for c in text if c in STEERING]
    assert not found, text


def must_be_plain_or_own(text: str) -> None:
    """What a terminal is sent has no style, and no control, of the hostile texts."""
    assert "\x1b[95m" not in text
    assert "\x1b[2J" not in text
    must_be_plain(OWN.sub("", text))


@pytest.mark.parametrize("line", marked(lines()))
def test_in_a_pipe(line: str, folder: Path) -> None:
    first = line.split()[0]
    done = forked.run(
        ["-m", "pygame_search", *words(line)],
        cwd=folder, input=TYPED.get(first, "").encode(), timeout=100,
    )  # fmt: skip
    must_be_plain(done.stdout.decode())
    must_be_plain(done.stderr.decode())
    assert b"Traceback" not in done.stderr
    if "--json" in line:
        json.loads(done.stdout)


@pytest.mark.parametrize("line", marked([n for n in lines() if n.split()[0] != "repl"]))
def test_at_a_terminal(line: str, folder: Path) -> None:
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "300"}
    terminal = Terminal(*words(line), cwd=folder, env=environment)
    terminal.type(AT_TERMINAL.get(line.split()[0], ""))
    seen = ""
    while (text := terminal.read(20)) is not None:
        seen += text
        if not text:
            terminal.program.kill()
            raise AssertionError(f"nothing comes after {seen!r}")
    terminal.end()
    must_be_plain_or_own(seen)


def test_in_a_session(folder: Path) -> None:
    with begun(folder) as begin:
        person = begin("inj.pl", columns=200)
        person.enter("legal(P, M)", "; next")
        person.type("a")
        person.ready()
        person.type(f"%tier {HOSTILE[-3:]}")
        person.see(f"%tier {escaped(HOSTILE[-3:])}")
        person.press("\r")
        person.ready()
        person.type("%best --role \t")
        person.wait(lambda: "'  role" in str(person), "a completion")
        person.press("\x03")
        person.type("\x04")
        person.end()
        must_be_plain_or_own(person.seen)
        assert escaped(HOSTILE) in str(person)


def test_a_session_keeps_no_stream_of_an_input() -> None:
    """`click.echo` keeps the streams that it can, and with them what was printed."""
    stream = escaping(io.StringIO())
    with redirect_stdout(stream):
        click.echo("printed")
    left = weakref.ref(stream)
    del stream
    assert left() is None


def test_what_a_shell_is_offered(folder: Path) -> None:
    (folder / f"z{HOSTILE.replace('/', '')}.pl").touch()
    environment = {
        **os.environ,
        "_PYGAME_SEARCH_COMPLETE": "fish_complete",
        "COMP_WORDS": "pygame-search show ./z",
        "COMP_CWORD": "./z",
    }
    done = forked.run(["-m", "pygame_search"], cwd=folder, env=environment)
    assert b"./z" in done.stdout
    must_be_plain(done.stdout.decode())


@pytest.mark.parametrize("syntax", ["prolog", "kif", "cilog"])
def test_converted_rules_read_back_as_they_were(syntax: str, folder: Path) -> None:
    done = CliRunner().invoke(command, ["convert", str(folder / "inj.pl"), syntax])
    read = ps.load_text(done.stdout, syntax=syntax)
    game = ps.load(folder / "inj.pl")
    must_be_plain(done.stdout)
    assert HOSTILE in str(game.title)
    assert (read.title, read.about) == (game.title, game.about)
    assert read.initial.position.cells == game.initial.position.cells


def test_tables_stay_aligned() -> None:
    shown = table("one", "two", rows=[(HOSTILE, "x"), ("y", "z")])
    head, *rows = plain_text(stacked(shown)).splitlines()
    assert rows[0].startswith(escaped(HOSTILE))
    end = len(escaped(HOSTILE))
    places = {head.index("two"), rows[0].index("x", end), rows[1].index("z")}
    assert len(places) == 1


def test_what_is_printed_in_python_and_in_notebooks() -> None:
    state = ps.load_text(RULES.replace("TT", r"\e[95m")).initial
    must_be_plain(str(state))
    for shown in state._repr_mimebundle_().values():
        must_be_plain(shown)
