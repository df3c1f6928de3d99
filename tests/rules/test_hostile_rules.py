"""What is no rule file, or a dangerous one, is refused in words, and at once.

Whatever is given, the process lives on and the engine answers the next question.
"""

from __future__ import annotations

import codecs
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import forked
import pytest

import pygame_search as ps
from pygame_search.engine.bridge import engine
from pygame_search.model.rules import examine
from pygame_search.rules import rulebook
from pygame_search.support.errors import LimitError, PygameSearchError

#: What every game needs; faults are added to it.
GAME = """\
role(white).
role(black).
init(control(white)).
legal(P, go) :- true(control(P)).
next(control(black)) :- true(control(white)).
terminal :- true(control(black)).
goal(P, 1) :- true(control(P)).
goal(P, 0) :- role(P), \\+ true(control(P)).
"""


@pytest.fixture(autouse=True)
def _lives_on() -> Iterator[None]:
    """See that the engine still answers; `faulthandler_timeout` ends a hang."""
    engine()
    yield
    assert ps.load_text(GAME).initial.legal == {"white": ("go",), "black": ("noop",)}


def refused(text: str) -> str:
    """The words with which a rule text is refused."""
    with pytest.raises(ps.RulesError) as caught:
        ps.load_text(text)
    words = str(caught.value)
    assert "internal error" not in words
    assert len(words) < 300_000
    return words


# ---- what a rule would run ---------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        ":- halt.",
        ":- initialization(halt).",
        ":- initialization halt.",
        ":- shell('touch /tmp/pygame_search_was_here').",
        "p :- halt.",
        "p :- halt(3).",
        "p :- shell('touch /tmp/pygame_search_was_here').",
        "p :- open('/etc/passwd', read, S), q(S). q(1).",
        "p :- call(halt).",
        "p :- \\+ halt.",
        "p :- count(x, halt, N), q(N). q(1).",
        "p :- ( q ; halt ). q.",
        "p :- user:halt.",
        "p :- X = halt, X.",
        "p :- system:shell(ls).",
        "p :- catch(halt, _, true).",
        "p :- findall(x, halt, _).",
        "term_expansion(X, Y) :- shell(X), q(Y). q(1).",
        "goal_expansion(X, X) :- halt, q(X). q(1).",
        "user:portray(X) :- halt.",
        "p --> {halt}.",
        "p, halt => true.",
        "p({|halt||x|}).",
        "p :- '$set_source_module'(user).",
        "p :- format('~p', [x]).",
        "p :- consult('/etc/passwd').",
        "p :- assertz(q).",
        "p :- thread_create(halt).",
        "p :- nb_setval(a, 1).",
    ],
)
def test_nothing_runs(line: str) -> None:
    assert ":9:" in refused(GAME + line + "\n")
    assert not Path("/tmp/pygame_search_was_here").exists()


@pytest.mark.parametrize("goal", ["halt", "shell('touch /tmp/pygame_search_was_here')"])
def test_a_question_in_a_file_is_not_asked(goal: str) -> None:
    """It is left out of the rules, with a warning."""
    found = ps.check_text(GAME + f"?- {goal}.\n", static=True).diagnostics
    assert [(one.line, one.code) for one in found] == [(9, "no_effect")]
    assert not Path("/tmp/pygame_search_was_here").exists()


def test_names_of_builtins_are_names() -> None:
    own = """\
append(a, b, c).  member(a, b).  succ(1, 2).  print(x).  halt.  write(x) :- halt.
rule(a, b).  initial(x).  defined(x).  recursive(x).  role_index(a, 7).  facts(a, b).
successor(a, b, c).  form(x).  needs_state(x).  goal_range(a, b).  '/'(a).
'next 1'(x).  'user:foo'(x).  term_expansion(a, b).  goal_expansion(a, b).
legal(P, shown(X)) :- true(control(P)), append(_, _, X), halt, print(_), write(_).
"""
    game = ps.load_text(GAME + own)
    assert game.initial.legal["white"] == ("go", "shown(c)")


# ---- endless recursion -------------------------------------------------------


@pytest.mark.parametrize(
    "rules",
    [
        "p(0). p(N) :- p(M), N is M + 1.",
        "p(0). p(s(N)) :- p(N).",
        "p(0). p(N) :- q(M), N is M + 1. q(N) :- p(N).",
        "p(0). p(N) :- p(M), ( N is M + 1 ; N is M - 1 ).",
        "p(0). p(N) :- ( p(M), N is M * 2 ; role(N) ).",
        "p([]). p([x|T]) :- p(T).",
        "p(0). p(N) :- p(M), count(X, between(0, M, X), N).",
        "p(a). p(Y) :- p(X), notation(X, Y). notation(X, f(X)).",
    ],
)
def test_endless_recursion(rules: str) -> None:
    assert "can go on for ever [unbounded_recursion]" in refused(GAME + rules + "\n")


@pytest.mark.parametrize(
    ("rules", "found"),
    [
        ("p(X) :- p(X). p(a).", ("a",)),
        ("p(X) :- q(X). q(X) :- p(X). q(a).", ("a",)),
        ("p(X, Y) :- p(Y, X). p(a, b). p(X) :- p(X, _).", ("b", "a")),
        ("p(T) :- p([_|T]). p([a, b]). p(a) :- p([]).", ("[a, b]", "[b]", "[]", "a")),
    ],
)
def test_recursion_that_ends(rules: str, found: tuple[str, ...]) -> None:
    rule = "legal(P, m(X)) :- true(control(P)), p(X).\n"
    game = ps.load_text(GAME + rules + "\n" + rule)
    moves = {f"m({x})" for x in found} | {"go"}
    assert set(game.initial.legal["white"]) == moves


def test_negation_in_a_circle() -> None:
    assert "depends on its own negation" in refused(GAME + "p :- \\+ q. q :- \\+ p.\n")


# ---- size and depth ----------------------------------------------------------


def nested(opening: str, closing: str, depth: int = 100_000) -> str:
    return f"p({opening * depth}a{closing * depth}).\n"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (nested("f(", ")"), "too_deep"),
        (nested("(", ")"), "too_deep"),
        (nested("[", "]"), "too_deep"),
        (nested("{", "}"), "too_deep"),
        (nested("a-(", ")"), "too_deep"),
        ("p(" * 200_000, "too_deep"),
        (nested("- ", ""), "too_long"),
        ("p :- " + "\\+ " * 100_000 + "q.\n", "too_long"),
        ("p :- " + "- " * 20_000 + "q.\n", "too_deep"),
        ("p :- " + "q, " * 100_000 + "q.\nq.\n", "too_long"),
        ("p :- " + "q, " * 20_000 + "q.\nq.\n", "too_many_literals"),
        ("p :- " + "q ; " * 20_000 + "q.\nq.\n", "too_many_literals"),
        ("p(" + "a" * 1_000_000 + ").\n", "long_name"),
        ("p(" + "9" * 1_000_000 + ").\n", "long_name"),
        ("p(" + "9 " * 100_000 + "9).\n", "number_gap"),
        ("p(" + "a, " * 20_000 + "a).\n", "too_wide"),
        ("p('" + "a\n" * 100_000, "open_quote"),
        ("a b.\n" * 50_000, "too_many"),
        ("a\n" * 100_000, "too_many"),
        (". " * 100_000, "too_many"),
        ("/* " * 300_000, "open_comment"),
        ("%" * 400_000 + "\n!", "missing_stop"),
        ("p(X).\n" * 2_000, "too_many"),
        ("p(" + ", ".join(f"X{i}" for i in range(900)) + ").\n", "unbound"),
    ],
    ids=range(24),
)
def test_large_texts(text: str, code: str) -> None:
    assert f"[{code}]" in refused(GAME + text)


def test_many_facts() -> None:
    facts = "".join(f"f({i}, {i % 7}).\n" for i in range(20_000))
    book = rulebook.Rulebook("many", "many.pl", GAME + facts)
    assert [fault.code for fault in examine(book)] == ["never_used"]


@pytest.mark.parametrize("text", ["", "\n\n", "% nothing\n", "/* nothing */", "\ufeff"])
def test_nothing_in_it(tmp_path: Path, text: str) -> None:
    path = tmp_path / "empty.pl"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ps.RulesError, match="the file has no rules"):
        ps.load(path)


@pytest.mark.parametrize("text", ["a\0b", "title('\ud800')."])
def test_text_that_no_file_can_hold(text: str) -> None:
    assert "expected text, found the character" in refused(text)


@pytest.mark.parametrize("text", ["f(" * 200_000, "9" * 1_000_000, "'", "f(X)", "a. b"])
def test_moves_and_states(text: str) -> None:
    game = ps.load_text(GAME)
    with pytest.raises(PygameSearchError) as caught:
        game.initial.play(text)
    assert len(str(caught.value)) < 500
    with pytest.raises(PygameSearchError):
        game.state(text)


@pytest.mark.parametrize("text", ["a\0b", "\0", "take(1, '\0')", "\ud800", "\\\0"])
def test_moves_and_states_that_are_no_text(text: str) -> None:
    game = ps.load_text(GAME)
    for ask in (game.initial.play, game.state):
        with pytest.raises(ps.InputError, match="expected text, found the character"):
            ask(text)
    with pytest.raises(ps.MoveError):
        game.initial.play(r"'\u0000'")


# ---- files -------------------------------------------------------------------


def whole_file(path: Path) -> None:
    """50 MB, which take no room on the disk."""
    with path.open("wb") as stream:
        stream.truncate(50_000_000)


def full_file(path: Path) -> None:
    path.write_text("p(a).\n" * 1_000_000, encoding="utf-8")


def binary(path: Path) -> None:
    path.write_bytes(bytes(range(256)) * 100)


def latin_1(path: Path) -> None:
    path.write_bytes(b"role(white).\nrole('\xe9t\xe9').\n")


def marked_latin_1(path: Path) -> None:
    path.write_bytes(b"\xef\xbb\xbfrole('\xe9t\xe9').\n")


def utf_16(path: Path) -> None:
    path.write_bytes(GAME.encode("utf-16"))


def utf_16_of_windows(path: Path) -> None:
    path.write_bytes(f"% \u65e5\u672c\r\n{GAME}".encode("utf-16-le"))


def utf_16_the_other_way(path: Path) -> None:
    path.write_bytes(GAME.encode("utf-16-be"))


def utf_16_kif(path: Path) -> None:
    path.write_bytes(codecs.BOM_UTF16_BE + "\u65e5".encode("utf-16-be"))


def program(path: Path) -> None:
    path.write_bytes(Path(sys.executable).read_bytes()[:100_000])


def folder(path: Path) -> None:
    path.mkdir()


def pipe(path: Path) -> None:
    os.mkfifo(path)


def dangling(path: Path) -> None:
    path.symlink_to(path.parent / "nowhere")


def circle(path: Path) -> None:
    path.symlink_to(path)


def device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def memory(path: Path) -> None:
    path.symlink_to("/proc/self/mem")


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (whole_file, "at most 4,000,000 bytes, found 50,000,000"),
        (full_file, "at most 4,000,000 bytes, found 6,000,000"),
        (binary, ":1:1: error: expected text, found a zero byte"),
        (latin_1, ":2:7: error: expected text in UTF-8, found the byte 0xe9"),
        (marked_latin_1, ":1:7: error: expected text in UTF-8, found the byte 0xe9"),
        (utf_16, "this looks like UTF-16; save it as UTF-8"),
        (utf_16_of_windows, "this looks like UTF-16; save it as UTF-8"),
        (utf_16_the_other_way, "this looks like UTF-16; save it as UTF-8"),
        (utf_16_kif, "this looks like UTF-16; save it as UTF-8"),
        (program, "expected text, found a zero byte"),
        (folder, "expected a rule file, found a folder"),
        (pipe, "expected a rule file, found a pipe or a device"),
        (dangling, "expected a rule file at"),
        (circle, ""),
        (device, "expected a rule file, found a pipe or a device"),
        (memory, "cannot be read"),
    ],
)
def test_files(tmp_path: Path, make: Callable[[Path], None], words: str) -> None:
    path = tmp_path / "file.pl"
    make(path)
    with pytest.raises((ps.RulesError, ps.InputError)) as caught:
        ps.load(path)
    assert words in str(caught.value)
    assert str(path) in str(caught.value)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_unreadable_file(tmp_path: Path) -> None:
    path = tmp_path / "file.pl"
    path.write_text(GAME, encoding="utf-8")
    path.chmod(0)
    with pytest.raises(ps.InputError, match=r"cannot be read \(Permission denied\)"):
        ps.load(path)


def test_unreadable_file_for_others(tmp_path: Path) -> None:
    """As root one cannot be refused; somebody else is."""
    if os.geteuid() != 0:
        pytest.skip("only root can become somebody else")
    path = tmp_path / "file.pl"
    path.write_text(GAME, encoding="utf-8")
    path.chmod(0)
    for parent in path.parents:
        if parent.is_relative_to(Path("/tmp")) and parent != Path("/tmp"):
            parent.chmod(0o755)
    code = (
        "import os, sys\n"
        "from pygame_search.rules import rulebook\n"
        "os.setuid(65534)\n"
        "try:\n"
        "    rulebook.read(sys.argv[1])\n"
        "except Exception as error:\n"
        "    print(type(error).__name__, error)\n"
    )
    told = forked.run(["-c", code, path], text=True, timeout=60)
    assert told.stdout == f"InputError {path}: cannot be read (Permission denied)\n"


@pytest.mark.parametrize(
    "place",
    [
        "",
        ".",
        "/",
        "no/such/file.pl",
        "nosuchgame",
        "x" * 10_000 + ".pl",
        "a\0b.pl",
        "~",
    ],
)
def test_places(place: str) -> None:
    with pytest.raises((ps.InputError, ps.RulesError)):
        ps.load(place)


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_line_ends_and_byte_order_mark(tmp_path: Path, ending: str) -> None:
    path = tmp_path / "file.pl"
    text = "\ufeff" + (GAME + "title(X).\n").replace("\n", ending)
    path.write_bytes(text.encode())
    with pytest.raises(ps.RulesError) as caught:
        ps.load(path)
    (fault,) = caught.value.diagnostics
    assert (fault.line, fault.column, fault.source) == (9, 7, "title(X).")


@pytest.mark.parametrize("first", ["true(control(P)), X is 3", "role(white), X is 3"])
def test_squares_of_squares_are_stopped(first: str) -> None:
    """Nothing can interrupt the product of two numbers of a gigabyte."""
    first = first.replace("P", "white") if "P" in first else first
    chain = "".join(f"p{n + 1}(Y) :- p{n}(X), Y is X * X.\n" for n in range(40))
    game = ps.load_text(f"{GAME}p0(X) :- {first}.\n{chain}")
    assert ps.ask(game.initial, "p4(X)").answers == ({"X": str(3**16)},)
    with pytest.raises(LimitError, match="more than 10,000 bits"):
        ps.ask(game.initial, "p33(X)")
    found = ps.explain(game.initial, "p2(X)")
    assert found.tree.goal == "p2(81)"
