"""Sessions, without a terminal: inputs, moves, clauses told, files, scripts."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator
from contextlib import redirect_stdout, suppress
from pathlib import Path
from subprocess import PIPE

import click
import forked
import pytest
import session_fuzz
from click.testing import CliRunner, Result
from pressing import ctrl_c, worked

from pygame_search.cli.app import COMMANDS, command
from pygame_search.engine.bridge import engine
from pygame_search.explanation.questions import AskRequest, Inquiry
from pygame_search.repl.commands import NAMES, REUSED, Commands
from pygame_search.repl.completion import suggestions
from pygame_search.repl.hints import doubts
from pygame_search.repl.output import Bounded
from pygame_search.repl.script import collected
from pygame_search.repl.shell import EnoughError, TooMuchError
from pygame_search.session import inputs
from pygame_search.session.inputs import Kind
from pygame_search.session.path_types import FILE, FOLDER
from pygame_search.session.session import Session, editor
from pygame_search.session.walk import Walk
from pygame_search.support.errors import (
    InputError,
    LimitError,
    MoveError,
    PygameSearchError,
)
from pygame_search.support.resources import logic_folder
from pygame_search.support.wrapping import wrapped

LINE = """\
role(x).
parameter(last, 4).
init(n(1)).
legal(x, up) :- true(n(_)).
legal(x, jump) :- true(n(_)).
next(n(M)) :- does(x, up), true(n(N)), M is N + 1.
next(n(M)) :- does(x, jump), true(n(N)), M is N + 2.
terminal :- true(n(N)), parameter(last, L), N >= L.
goal(x, 100) :- true(n(4)).
goal(x, 0) :- true(n(N)), N \\== 4.
"""


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    """Leave the engine as the other tests have it."""
    yield
    engine().limit_stack(1 << 60)


@pytest.fixture
def session() -> Session:
    made = Session()
    made.load("hexapawn")
    return made


@pytest.fixture
def line(tmp_path: Path) -> Session:
    file = tmp_path / "line.pl"
    file.write_text(LINE, encoding="utf-8")
    made = Session()
    made.load(str(file))
    return made


def rewrite(session: Session, old: str, new: str) -> None:
    """Save the rule file as an editor does, with something else in it."""
    assert session.file is not None
    text = session.file.read_text(encoding="utf-8")
    assert old in text
    beside = session.file.with_suffix(".new")
    beside.write_text(text.replace(old, new), encoding="utf-8")
    beside.replace(session.file)


def values(session: Session, goal: str) -> list[tuple[str, ...]]:
    return [tuple(answer.values()) for answer in session.ask(goal).portion()]


# ---- inputs ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "kind", "rest"),
    [
        ("", Kind.NOTHING, ""),
        ("  % a remark, no command", Kind.NOTHING, ""),
        ("%% a remark", Kind.NOTHING, ""),
        ("%best --depth 3", Kind.COMMAND, "best --depth 3"),
        ("help.", Kind.COMMAND, "help"),
        ("legal(P, M).", Kind.GOAL, "legal(P, M)."),
        ("legal(P, M) /* all */", Kind.GOAL, "legal(P, M)"),
        ("tell p(X) :-\n q(X).", Kind.TELL, "p(X) :-\n q(X)."),
        ("untell p(1)", Kind.UNTELL, "p(1)"),
        ("tell(X)", Kind.GOAL, "tell(X)"),
        ("?", Kind.COMMAND, "help"),
        ("help best", Kind.COMMAND, "help best"),
        ("help(X)", Kind.GOAL, "help(X)"),
        ("how", Kind.HOW, ""),
        ("why not terminal.", Kind.WHYNOT, "terminal."),
        ("why nothing", Kind.WHY, "nothing"),
        ("how legal(P, M).", Kind.HOW, "legal(P, M)."),
        ("whynot terminal", Kind.WHYNOT, "terminal"),
        ("however", Kind.GOAL, "however"),
        ("steps path(S, P)", Kind.STEPS, "path(S, P)"),
        ("steps(X)", Kind.GOAL, "steps(X)"),
        ("quit.", Kind.LEAVE, "quit"),
        ("halt.", Kind.LEAVE, "halt"),
        ("halting", Kind.GOAL, "halting"),
        ("?- legal(P, M).", Kind.GOAL, "legal(P, M)."),
        ("?-", Kind.NOTHING, ""),
        ("listing(legal).", Kind.COMMAND, "rules legal"),
        ("?- listing( legal/2 ).", Kind.COMMAND, "rules legal/2"),
        ("listing", Kind.COMMAND, "rules"),
        ("listing(X, Y)", Kind.GOAL, "listing(X, Y)"),
    ],
)
def test_kinds_of_inputs(text: str, kind: Kind, rest: str) -> None:
    assert inputs.read(text) == inputs.Input(kind, rest)


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("legal(P, M)", True),
        ("legal(P, M).", True),
        ("legal(P,", False),
        ("legal(P, M),", False),
        ("legal(P, M),\n\n", True),
        ("true(a), \\+", False),
        ("tell p(X) :-", False),
        ("tell p(X) :- q(X).", True),
        ("X is 3 +", False),
        ("p('it is", False),
        ("p('it is')", True),
        ("X = 0'a", True),
        ("p(a, % and (\n b", False),
        ("p(a, % and (\n b)", True),
        ("%best (", True),
        ("p)", True),
        ("", True),
        ("X = 0'(", True),
        ("X = 0'', p(", False),
        ("p(0'\\n, q", False),
        ("p('\\'(', q)", True),
        ("role(X0'a", False),
    ],
)
def test_whole_inputs(text: str, whole: bool) -> None:
    assert inputs.whole(text) is whole


def test_long_inputs_are_looked_through_once() -> None:
    assert inputs.whole(f"p([{', '.join(['a'] * 200_000)}])")
    assert inputs.whole(f"p({', '.join([repr('a')] * 200_000)})")
    assert not inputs.whole("- " * 200_000 + "\n-")


def test_lines_are_collected_to_inputs() -> None:
    lines = ["legal(P,\n", "  M).\r\n", "%best\n", "\n", "terminal,"]
    assert list(collected(lines)) == [
        (1, "legal(P,\n  M)."), (3, "%best"), (4, ""), (5, "terminal,\n"),
    ]  # fmt: skip


# ---- moves -------------------------------------------------------------------


def test_moves_are_made_and_taken_back(session: Session) -> None:
    first = session.state
    session.play("move(1, 1, 1, 2); move(2, 3, 1, 2)")
    after = session.state
    assert session.status() == "hexapawn, ply 2, white to move"
    session.undo()
    assert session.ply == 1
    session.goto(0)
    assert session.state == first
    session.goto(2)
    assert session.state == after
    session.undo(2)
    session.play("move(2, 1, 2, 2)")
    assert session.moves == ["move(2, 1, 2, 2)"]
    with pytest.raises(InputError, match="a ply from 0 to 1, found -1"):
        session.goto(-1)


@pytest.mark.parametrize(
    ("do", "said"),
    [
        (lambda s: s.play("move(1, 1, 1, 3)"), "not legal here"),
        (lambda s: s.play("  "), "expected a move"),
        (lambda s: s.undo(), "there is no move to take back"),
        (lambda s: s.goto(1), "no move was made"),
    ],
)
def test_wrong_moves_change_nothing(session: Session, do: object, said: str) -> None:
    assert callable(do)
    with pytest.raises(PygameSearchError, match=said):
        do(session)
    assert (session.ply, session.moves) == (0, [])
    with pytest.raises(MoveError):
        session.play("move(1, 1, 1, 2); move(1, 1, 1, 2)")
    assert (session.ply, session.moves) == (0, [])


def test_a_session_without_a_game_or_moves() -> None:
    empty = Session()
    assert empty.status() == "no game"
    with pytest.raises(InputError, match="no game is loaded"):
        empty.ask("legal(P, M)")
    empty.load("water_jugs")
    assert empty.status() == "water_jugs, state space"
    assert values(empty, "start(N)") == [("jugs(0, 0)",)]
    with pytest.raises(InputError, match="there are no moves"):
        empty.play("up")


def test_a_game_that_cannot_be_loaded_leaves_the_other(session: Session) -> None:
    for call in ("hexpawn", "docs/broken_hexapawn.pl", "hexapawn(rows=x)"):
        with pytest.raises(PygameSearchError):
            session.load(call)
    assert session.rules.name == "hexapawn"
    session.load("hexapawn(columns=4)", after="move(4, 1, 4, 2)")
    assert session.status() == "hexapawn(columns=4), ply 1, black to move"


# ---- answers -----------------------------------------------------------------


def test_answers_come_in_portions(session: Session) -> None:
    goal = "between(1, 200000, X), between(1, 200000, Y), X * Y =:= 4"
    inquiry = session.ask(goal)
    first = inquiry.portion(patience=0.05)
    assert first[0] == {"X": "1", "Y": "4"}
    assert not inquiry.finished
    while len(inquiry.answers) < 3:
        inquiry.portion(patience=0.05)
    assert [a["X"] for a in inquiry.answers] == ["1", "2", "4"]


def test_portions_have_a_size(session: Session) -> None:
    inquiry = session.ask("between(1, 7, N)")
    assert [len(inquiry.portion(3)) for _ in range(3)] == [3, 3, 1]
    assert inquiry.finished
    assert [a["N"] for a in inquiry.answers] == [str(n) for n in range(1, 8)]


def test_what_a_limit_ends_keeps_what_was_found(session: Session) -> None:
    goal = "between(1, 1000000, X), between(1, 1000000, Y), X * Y =:= 1"
    for seconds in (0.5, 5, 50):  # a busy machine may find none in less
        inquiry = Inquiry(AskRequest(session.position, goal, seconds=seconds))
        if found := inquiry.portion(patience=None):
            break
    assert found == [{"X": "1", "Y": "1"}]
    assert inquiry.stopped == "the time is over"
    with pytest.raises(LimitError):
        inquiry.portion(patience=None)


def test_what_ctrl_c_ends_keeps_what_was_found(session: Session) -> None:
    goal = "between(1, 1000000, X), between(1, 1000000, Y), X * Y =:= 1"
    inquiry = session.ask(goal)
    with pytest.raises(KeyboardInterrupt), ctrl_c(worked(0.5)):
        inquiry.portion(patience=None)
    assert inquiry.answers == [{"X": "1", "Y": "1"}]
    assert values(session, "\\+ terminal") == [()]


def test_searches_are_not_repeated_for_each_portion(session: Session) -> None:
    inquiry = session.ask("perft(6, N), between(1, 5, X)")
    inquiry.portion(1)
    first = inquiry.inferences
    inquiry.portion(1)
    assert inquiry.inferences - first < first / 2
    assert {a["N"] for a in inquiry.answers} == {inquiry.answers[0]["N"]}


def test_two_questions_do_not_share_what_they_remember(session: Session) -> None:
    one = session.ask("perft(1, N), between(1, 3, X)")
    one.portion(1)
    session.play("move(1, 1, 1, 2); move(2, 3, 1, 2)")
    two = session.ask("perft(1, N), between(1, 3, X)")
    two.portion(1)
    one.portion(1)
    two.portion(1)
    assert len({a["N"] for a in one.answers}) == len({a["N"] for a in two.answers}) == 1


# ---- goals that are trusted --------------------------------------------------


@pytest.mark.parametrize(
    ("goal", "answer"),
    [
        ("findall(M, legal(white, M), Ms), length(Ms, N)", {"N": "3"}),
        ("forall(legal(white, M), M \\== noop)", {}),
        ("aggregate_all(count, true(cell(_, _, white)), N)", {"N": "3"}),
        ("X = f(Y, Z, Y)", {"X": "f(Y, Z, Y)"}),
        ("legal(P, move(1, _, _, _))", {"P": "white"}),
        ("read(X), read_term(user_input, Y, [])", dict.fromkeys("XY", "end_of_file")),
    ],
)
def test_a_trusted_session_calls_goals(goal: str, answer: dict[str, str]) -> None:
    session = Session(trusted=True)
    session.load("hexapawn")
    [found] = session.ask(goal).portion(1)
    assert found.items() >= answer.items()


@pytest.mark.parametrize(
    ("goal", "said"),
    [
        ("nothing(X)", "SWI-Prolog says: Unknown procedure"),
        ("X is foo + 1", "SWI-Prolog says"),
        ("throw(my_own)", "SWI-Prolog says: my_own"),
        ("legal(", "question:1:6"),
    ],
)
def test_a_trusted_goal_that_fails_is_told(goal: str, said: str) -> None:
    session = Session(trusted=True)
    session.load("hexapawn")
    with pytest.raises(InputError) as raised:
        session.ask(goal).portion()
    assert said in str(raised.value)


def test_a_trusted_goal_is_limited() -> None:
    session = Session(trusted=True, seconds=0.5)
    session.load("hexapawn")
    for goal in ("repeat, fail", "length(L, N), N < 0", "numlist(1, 500000000, L)"):
        with pytest.raises(LimitError):
            session.ask(goal).portion()
    session._seconds = None
    assert values(session, "legal(white, move(1, 1, 1, 2))") == [()]


# ---- clauses -----------------------------------------------------------------


def test_what_is_told_is_known_to_everything(line: Session) -> None:
    line.play("up")
    line.tell("legal(x, rest) :- true(n(_))")
    line.tell("next(n(N)) :- does(x, rest), true(n(N)).")
    assert ("rest",) in values(line, "legal(x, M)")
    assert "rest" in line.position.legal["x"]
    assert line.ply == 1
    line.play("rest")
    assert line.position.facts == ("n(2)",)
    line.untell("legal(x, rest) :- true(n(Anything)).")
    assert line.added == ["next(n(N)) :- does(x, rest), true(n(N))."]
    assert line.position.facts == ("n(2)",)


def test_what_is_there_is_not_told_again(line: Session) -> None:
    clause = "next(n(M)) :- does(x, up), true(n(N)), M is N + 1."
    assert line.tell(clause) == [f"there already: {clause}"]
    assert line.added == []
    assert line.tell(f"p(X) :- role(X). {clause} q(1).")[:3] == [
        f"there already: {clause}",
        "added: p(X) :- role(X).",
        "added: q(1).",
    ]
    assert line.tell("p(A) :- role(A).") == ["there already: p(A) :- role(A)."]


def test_the_clauses_of_a_relation(line: Session) -> None:
    line.tell("next(n(9)) :- does(x, up), true(n(5)).")
    line.untell("next(n(M)) :- does(x, up), true(n(N)), M is N + 1.")
    places = [place for place, _ in line.clauses_about("next")]
    assert places == ["line.pl:7", "added"]
    assert line.clauses_about("n/1") == [
        ("line.pl:3", "init(n(1))."),
        (
            "line.pl:7",
            "next(n(M)) :- does(x, jump), true(n(N)), M is N + 2.",
        ),
        ("added", "next(n(9)) :- does(x, up), true(n(5))."),
    ]
    assert line.clauses_about("up")[0][1].startswith("legal(x, up)")
    with pytest.raises(InputError, match="no clause is about n/2"):
        line.clauses_about("n/2")
    with pytest.raises(InputError, match="did you mean legal"):
        line.clauses_about("leagl")


def test_a_clause_of_the_file_is_taken_back(line: Session) -> None:
    line.untell("legal(x, jump) :- true(n(N))")
    assert values(line, "legal(x, M)") == [("up",)]
    assert "jump) :- true(n(_))" not in line.book.text
    assert line.book.text.count("\n") == LINE.count("\n")
    line.tell("legal(x, jump) :- true(n(_)).")
    assert len(values(line, "legal(x, M)")) == 2
    line.play("jump")
    [note] = line.untell("legal(x, jump) :- true(n(_)).")
    assert note.startswith("jump is no longer legal at ply 0: the position is kept")


@pytest.mark.parametrize(
    ("clause", "said"),
    [
        ("p(X) :- nowhere(X).", "told:1:9: error: no rule defines nowhere/1"),
        ("p(X).", "told:1:3: error: nothing binds"),
        ("p(", "clause:1:2: error: syntax error: `(` is not closed"),
        ("", "expected a clause"),
        (":- shell(ls).", "directives are not allowed"),
        ("n(X) :- n(Y), X is Y + 1.", "can go on for ever"),
        ("p(a) :- \\+ p(a).", "depends on its own negation, count or sum"),
        ("true(n(9)).", "cannot be defined"),
    ],
)
def test_a_wrong_clause_changes_nothing(line: Session, clause: str, said: str) -> None:
    with pytest.raises(PygameSearchError) as raised:
        line.tell(clause)
    assert said in str(raised.value)
    assert line.added == []
    assert line.book.text == LINE


def test_what_is_not_there_cannot_be_taken_back(line: Session) -> None:
    with pytest.raises(InputError, match="there is no such clause"):
        line.untell("legal(x, fly).")
    with pytest.raises(PygameSearchError, match="role"):
        line.untell("role(x).")
    with pytest.raises(InputError, match="expected one clause"):
        line.untell("init(n(1)). role(x).")
    assert line.removed == []
    assert values(line, "role(R)") == [("x",)]


def test_clauses_in_kif(tmp_path: Path) -> None:
    file = tmp_path / "step.kif"
    file.write_text(
        "(role x) (init (n 1)) (<= (legal x (go ?n)) (true (n ?n)))\n"
        "(<= (next (n 2)) (does x (go 1))) (<= terminal (true (n 2))) (goal x 100)\n",
        encoding="utf-8",
    )
    session = Session()
    session.load(str(file))
    session.tell("(<= (legal x (stay ?m)) (true (n ?m)))")
    assert values(session, "(legal x ?m)") == [("(go 1)",), ("(stay 1)",)]
    session.untell("(<= (legal x (go ?k)) (true (n ?k)))")
    assert values(session, "(legal x ?m)") == [("(stay 1)",)]


def test_parameters_stay_in_force(line: Session) -> None:
    line.load(f"{line.file}(last=9)")
    line.tell("longest(L) :- parameter(last, L).")
    assert values(line, "longest(L)") == [("9",)]


# ---- the file ----------------------------------------------------------------


def test_a_saved_file_is_read_again_and_the_position_kept(line: Session) -> None:
    line.play("up; up")
    assert not line.saved_elsewhere()
    rewrite(line, "role(x).", "role(x).\nis_new.")
    assert line.saved_elsewhere()
    [warning] = line.reload()
    assert "no rule uses is_new/0" in warning
    assert not line.saved_elsewhere()
    assert values(line, "is_new, true(n(N))") == [("3",)]
    assert line.moves == ["up", "up"]


def test_a_broken_edit_keeps_the_last_good_version(line: Session) -> None:
    line.play("up")
    rewrite(line, "terminal :-", "terminal :- nowhere, ")
    with pytest.raises(PygameSearchError, match=r"8:13: error: no rule .* nowhere/0"):
        line.reload()
    assert not line.saved_elsewhere()
    assert values(line, "true(n(N))") == [("2",)]
    rewrite(line, "nowhere, ", "")
    assert line.reload() == []


def test_the_position_is_kept_by_its_fluents(line: Session) -> None:
    line.play("jump")
    rewrite(line, "legal(x, jump) :- true(n(_)).\n", "")
    rewrite(line, "next(n(M)) :- does(x, jump), true(n(N)), M is N + 2.\n", "")
    [note, *_] = line.reload()
    assert note.startswith("jump is no longer legal at ply 0: the position is kept")
    assert (line.position.facts, line.moves) == (("n(3)",), [])


def test_else_it_goes_back(line: Session) -> None:
    line.play("up; jump")
    assert line.file is not None
    text = LINE.replace("n(", "m(").replace("legal(x, jump) :- true(m(_)).\n", "")
    line.file.write_text(text, encoding="utf-8")
    notes = line.reload()
    assert notes[0] == "jump is no longer legal: back to ply 1"
    assert (line.position.facts, line.ply) == (("m(2)",), 1)


def test_what_was_told_stays_told(line: Session) -> None:
    line.tell("legal(x, rest) :- true(n(_)).")
    line.untell("legal(x, jump) :- true(n(_)).")
    rewrite(line, "role(x).", "% a remark\nrole(x).")
    line.reload()
    assert values(line, "legal(x, M)") == [("up",), ("rest",)]


def test_a_file_that_is_gone(
    line: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert line.file is not None
    line.file.unlink()
    assert not line.saved_elsewhere()
    with pytest.raises(InputError, match="no file to read again"):
        line.reload()
    assert values(line, "true(n(N))") == [("1",)]
    path, said = line.editable()
    assert path.read_text(encoding="utf-8") == LINE
    assert "has no file: this is a copy" in said


def test_rules_are_saved_with_what_was_told(line: Session, tmp_path: Path) -> None:
    line.tell("is_new.")
    other = tmp_path / "other.pl"
    assert line.save(other) == other
    assert other.read_text(encoding="utf-8").endswith(
        "% told in the session\nis_new.\n"
    )
    assert (line.added, line.file) == ([], other)
    again = Session()
    again.load(str(other))
    assert values(again, "is_new") == [()]
    with pytest.raises(InputError, match="already exists"):
        again.save(tmp_path / "line.pl")
    again.save(tmp_path / "line.pl", over=True)
    with pytest.raises(InputError, match=r"expected a name that ends in \.pl"):
        again.save(tmp_path / "line.kif")
    with pytest.raises(InputError, match="cannot be written"):
        again.save(tmp_path / "nowhere" / "line.pl")
    again.tell("is_newer.")
    again.save(None)
    assert "is_newer." in (tmp_path / "line.pl").read_text(encoding="utf-8")


def test_a_file_of_a_command_has_a_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    told = script(
        '%save ""\n%save "  "\n%save .\n%from ""\n%save ~/mine.pl\n'
        "%best --depth 1 --record ~/search.json\n",
        "nim",
    )
    expected = "expected the name of a file, found"
    wrong = [line for line in told.stderr.splitlines() if line.startswith("line")]
    assert [line.split(": ", 2)[2].split(": ")[-1] for line in wrong] == [
        f"{expected} ''",
        f"{expected} '  '",
        "File '.' is a directory.",
        f"{expected} ''",
    ]
    assert f"written to {tmp_path / 'mine.pl'}" in told.stdout
    assert (tmp_path / "search.json").is_file()


@pytest.mark.parametrize("name", ["\ud800", "a\0b", " "])
def test_no_file_has_such_a_name(name: str) -> None:
    for kind in (FILE, FOLDER):
        with pytest.raises(InputError, match="expected the name of a f"):
            kind.convert(name, None, None)
    assert FILE.convert("\udcff", None, None) == Path("\udcff")  # any byte but 0


def test_games_of_the_package_are_copied_to_be_edited(
    session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match="expected a file"):
        session.save(None)
    session.tell("is_new.")
    path, note = session.editable()
    assert path == tmp_path / "hexapawn.pl"
    assert "belongs to the package" in note
    assert "is_new." in path.read_text(encoding="utf-8")
    assert session.editable() == (path, "")
    session.load("hexapawn")
    assert session.editable()[0] == tmp_path / "hexapawn_2.pl"


def test_the_editor_is_that_of_the_user(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EDITOR", "ed")
    monkeypatch.setenv("VISUAL", "code --wait")
    assert editor() == ["code", "--wait"]
    monkeypatch.setenv("VISUAL", "'/a place/code' --wait")
    assert editor() == ["/a place/code", "--wait"]
    monkeypatch.setenv("VISUAL", "'/a place/code")
    with pytest.raises(InputError, match="VISUAL or EDITOR: No closing quotation"):
        editor()
    monkeypatch.delenv("VISUAL")
    assert editor() == ["ed"]
    monkeypatch.delenv("EDITOR")
    monkeypatch.setenv("PATH", "")
    with pytest.raises(InputError, match="no editor is found"):
        editor()


# ---- commands and completion -------------------------------------------------


def commands(session: Session) -> Commands:
    def find(name: str) -> click.Command:
        found = command.get_command(click.Context(command), name)
        assert found is not None
        return found

    return Commands(session, find)


def printed(session: Session, text: str) -> str:
    out = io.StringIO()
    with redirect_stdout(out):
        commands(session).run(text)
    return out.getvalue()


def test_commands_are_about_the_position(session: Session) -> None:
    session.play("move(1, 1, 1, 2)")
    assert "- W W" in printed(session, "board")
    data = json.loads(printed(session, "best --depth 2 --json"))
    assert data["move"] == "move(2, 3, 1, 2)"
    deeper = json.loads(printed(session, 'board --after "move(2, 3, 1, 2)" --json'))
    assert "cell(1, 2, black)" in deeper["state"]
    assert "    2      8         2" in printed(session, "perft --depth 2")
    assert "the three agree" in printed(session, "compare alphabeta --depth 2")
    engine = printed(session, "compare alphabeta --depth 2 --engine")
    assert "the same" in engine
    assert "legal moves" in printed(session, "help legal")
    assert "white: " not in printed(session, "legal")
    assert "hexapawn: looked at" in printed(session, "check --time 0.1")


def test_check_knows_what_was_told(session: Session) -> None:
    session.tell("is_new.")
    assert "no rule uses is_new/0" in printed(session, "check --static")


def test_a_trace_is_that_of_the_last_search(session: Session) -> None:
    printed(session, "best --depth 1 --role white")
    one = printed(session, "trace").splitlines()
    assert one[0].split(None, 1) == ["1", "enter the root"]
    printed(session, "tree --depth 2")
    assert len(printed(session, "trace").splitlines()) > len(one)
    assert len(printed(session, "trace --step 3").splitlines()) == 3


def test_the_tier_is_that_of_the_session(session: Session) -> None:
    printed(session, "tier procedural")
    with pytest.raises(InputError, match="expected a tier"):
        printed(session, "tier nativ")
    assert session.tier == "procedural"
    assert "tier: fastest" in printed(session, "tier fastest")
    assert session.tier is None
    assert "tier: native" in printed(session, "tier native")
    assert printed(session, "best --depth 1").endswith(", native tier\n")
    printed(session, "tier procedural")
    assert "best for" in printed(session, "best --depth 1 --tier native")


def test_every_command_has_help(session: Session) -> None:
    overview = printed(session, "help")
    for name in NAMES:
        assert f"%{name} " in overview
        assert printed(session, f"help {name}")
    assert "GAME" not in printed(session, "help perft").splitlines()[0]
    with pytest.raises(InputError, match=r"no command %bets; did you mean best\?"):
        printed(session, "bets")
    assert set(REUSED) <= set(NAMES)


def test_commands_of_the_command_line_are_there() -> None:
    # Goals, how and whynot, %save; a new file is a new session; a shell's own.
    otherwise = {"ask", "explain", "convert", "new", "completion", "man"}
    assert set(COMMANDS) - set(REUSED.values()) == otherwise | {
        "repl", "studio", "conform", "doctor", "warm", "grade",
    }  # fmt: skip


def test_solve_and_play_from_the_file(session: Session, tmp_path: Path) -> None:
    file = str(tmp_path / "file")
    session.play("move(1, 1, 1, 2)")
    found = printed(session, f"solve --save {file}")
    assert "black  " in found
    assert "%solve" in printed(session, "help solve")
    verdict = io.StringIO()
    with redirect_stdout(verdict), pytest.raises(SystemExit) as ended:
        commands(session).run(f"verify {file}")
    assert ended.value.code == 0
    assert verdict.getvalue().startswith("verified: ")
    printed(session, f"from {file}")
    assert "best for black: move(2, 3, 1, 2)" in printed(session, "best")


def test_learn_from_the_position(session: Session, tmp_path: Path) -> None:
    file = str(tmp_path / "weights.json")
    session.play("move(1, 1, 1, 2)")
    session.tell("feature(P, lonely, P) :- role(P).")
    session.tell("weight(lonely, 1).")
    words = f"learn --games 9 --match 2 --opening-plies 1 --save {file}"
    data = json.loads(printed(session, f"{words} --json"))
    assert set(data["weights"]) == {"pawn", "clear_path", "lonely"}
    assert data["match"]["games"] == 2
    found = printed(session, f"best --depth 2 --weights {file} --json")
    assert json.loads(found)["depth"] == 2
    session.untell("weight(lonely, 1).")
    with pytest.raises(InputError, match="learn them again"):
        printed(session, f"best --depth 2 --weights {file}")


@pytest.mark.parametrize(
    ("before", "text"),
    [
        ("leg", "legal("),
        ("\\+ term", "terminal"),
        ("true(ce", "cell(1, 1, white)"),
        ("legal(white, mo", "move(1, 1, 1, 2)"),
        ("legal(wh", "white"),
        ("best_m", "best_move("),
        ("path(br", "breadth"),
        ("te", "tell"),
        ("%be", "best"),
        ("%best --de", "--depth"),
        ("%best --method alp", "alphabeta"),
        ("%compare alp", "alphabeta"),
        ("%move move(1", "move(1, 1, 1, 2)"),
        ("%load hexa", "hexapawn"),
        ("%help be", "best"),
        ("%tier pro", "procedural"),
        ("%rules leg", "legal"),
        ("%best --role bl", "black"),
        ("%solve --method ret", "retrograde"),
        ("%path --method a_", "a_star"),
        ("%learn --method t", "td"),
        ("%learn --sa", "--save"),
    ],
)
def test_completion(session: Session, before: str, text: str) -> None:
    found = suggestions(session, commands(session), before)
    assert text in [one.text for one in found]
    assert all(before.endswith(one.typed) for one in found)
    assert all(one.text.startswith(one.typed) for one in found)


def test_completion_of_files(
    session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "mine.pl").touch()
    found = commands(session)
    assert [s.text for s in suggestions(session, found, "%load fol")] == ["folder/"]
    [one] = suggestions(session, found, "%load folder/m")
    assert (one.text, one.about) == ("folder/mine.pl", "file")
    for before in ("%verify folder/m", "%learn --save folder/m", "%from folder/m"):
        [one] = suggestions(session, found, before)
        assert one.text == "folder/mine.pl"


def test_nothing_to_complete_without_a_game() -> None:
    empty = Session()
    for before in ("leg", "true(", "legal(x, ", "%move ", "%best --role "):
        suggestions(empty, commands(empty), before)
    assert [s.text for s in suggestions(empty, commands(empty), "%lo")] == ["load"]


# ---- explanations ------------------------------------------------------------


def test_how_an_answer_follows(session: Session) -> None:
    with pytest.raises(InputError, match="nothing was asked"):
        session.explain("")
    session.ask("legal(white, M)").portion()
    session.shown = 2
    found = session.explain("")
    assert (found.holds, found.goal) == (True, "legal(white, M)")
    assert found.tree.goal == "legal(white, move(2, 1, 2, 2))"
    assert not session.explain("terminal.").holds


def test_what_was_told_is_explained_where_it_was_told(session: Session) -> None:
    told = session.tell("one(C) :- two(C). two(C) :- true(cell(C, 1, white))")
    assert told == [
        "added: one(C) :- two(C).",
        "added: two(C) :- true(cell(C, 1, white)).",
    ]
    told = session.tell("three(C) :- true(cell(C, D, white)).")
    assert told[1].startswith("told:3:26: warning: the variable D occurs only once")
    assert len(session.tell("four.")) == 1
    tree = session.explain("one(2)").tree
    two = tree.children[0]
    assert tree.clause is not None
    assert two.clause is not None
    assert (tree.clause.file, tree.clause.line) == ("told", 1)
    assert (two.clause.file, two.clause.line) == ("told", 2)
    legal = session.explain("legal(white, M)").tree.clause
    assert legal is not None
    assert legal.file.endswith("hexapawn.pl")


def test_a_walk_through_an_explanation(session: Session) -> None:
    walk = Walk(session.explain("legal(white, move(1, 1, 1, 2))"))
    top = walk.text()
    assert "  1: true(control(white))  holds in the position" in top
    assert "occupied" not in top  # which is a level deeper
    assert "..." in walk.answer("4")
    assert walk.node.goal == "to(white, 1, 2, 1)"
    for wrong in ("0", "5", "x", "-1", "99999999999999999999"):
        with pytest.raises(InputError, match="expected a number from 1 to 4"):
            walk.answer(wrong)
    assert "occupied(1, 2)" in walk.answer("all")
    assert walk.answer("up") == top
    with pytest.raises(InputError, match="this is the top"):
        walk.answer("up")
    walk.answer("1")
    with pytest.raises(InputError, match="expected up or all; Enter"):
        walk.answer("1")
    assert not walk.finished
    assert walk.answer("") == ""
    assert walk.finished


def test_steps_of_a_program_in_a_script() -> None:
    lecture = logic_folder() / "lectures" / "breadth_first.pl"
    text = (
        f"%program {lecture}\nposition(S), path(S, P)\nsteps\nsteps path(X, P).\n"
        "steps --only along --only reverse/2 path(terrace, P)\n"
        "%program --off\nsteps path(terrace, P)\n"
    )
    found = script(text, "delivery_robot", "--limit", "1")
    assert found.exit_code == 1
    for said in (
        "    2  call 1: path(S = mail_room, Path)",
        "S = mail_room, P = [mail_room, lounge, terrace, laboratory]",
        "error goal(S)",
    ):
        assert said in found.stdout
    assert "line 5: error: the program does not define along" in found.stderr
    assert "line 4: error: line 10 of the search program: a variable" in found.stderr
    assert "line 7: error: no search program stands beside the game" in found.stderr
    assert "nothing was asked" in script(f"%program {lecture}\nsteps\n", "nim").stderr


def test_explanations_in_a_script() -> None:
    text = (
        "legal(white, M)\nhow\nwhynot terminal\nhow terminal\nwhynot role(white)\n"
        "%best --depth 2\nhow best\nwhy cut 1\nwhy end\n"
    )
    found = script(text, "hexapawn", "--limit", "1")
    assert found.exit_code == 0, found.stderr
    for said in (
        "legal(white, move(1, 1, 1, 2))  [hexapawn.pl:",
        "the game goes on: there is no P such that P has won.",
        "role(white) holds by the clauses alone",
        "Searched by alphabeta to a depth of 2 plies",
        "cannot matter",
        "The game goes on.",
    ):
        assert said in found.stdout
    none = script("why no path\nhow path --method depth\n", "water_jugs(wanted=7)")
    assert none.stdout.count("There is no path: the frontier is empty.") == 2


def test_the_dialogue_of_cilog_in_a_script(tmp_path: Path) -> None:
    text = (
        "%cilog\nask legal(black,\n M).\nask legal(white, M) & ~terminal.\nmore.\n"
        "ok.\nquit.\nrole(R)\n%cilog too\n"
    )
    found = script(text, "hexapawn")
    assert "No. legal(black, M) doesn't follow" in found.stdout
    assert "Answer: legal(white, move(2, 1, 2, 2)) & ~terminal." in found.stdout
    assert found.stdout.endswith("R = white\nR = black\n")
    assert found.stderr == "line 9: error: expected %cilog alone, found 'too'\n"
    file = tmp_path / "it's.cil"
    file.write_text("light(l1). ok(l1).\nlit(L) <- light(L) & ok(L).\n", "utf-8")
    found = script("ask lit(X).\nok.\nquit.\nrole(R)\n", str(file))
    assert found.exit_code == 0
    assert found.stdout.endswith("Answer: lit(l1).\n")
    file.with_suffix(".pl").write_text("light(l1). ok(l1).\n", encoding="utf-8")
    found = script("lights(X)\n", str(file.with_suffix(".pl")))
    assert "taken for a theory" in found.stdout
    assert "Unknown command: lights(X)" in found.stdout


# ---- output ------------------------------------------------------------------


def test_output_is_bounded() -> None:
    out = io.StringIO()
    with pytest.raises(TooMuchError, match="10,000 lines"):
        print("x\n" * 20_000, file=Bounded(out))
    assert out.getvalue().count("\n") == 10_000
    with pytest.raises(TooMuchError, match="2,000,000 characters"):
        print("x" * 3_000_000, file=Bounded(io.StringIO()))


def test_output_stops_at_each_screenful() -> None:
    out, asked = io.StringIO(), iter(["next", "stop"])
    with pytest.raises(EnoughError):
        print("x\n" * 100, file=Bounded(out, lambda: (80, 12), lambda: next(asked)))
    assert out.getvalue().count("\n") == 20
    out = io.StringIO()
    print("x" * 800, file=Bounded(out, lambda: (80, 24), lambda: "stop"))
    assert len(out.getvalue()) == 801
    print("x\n" * 100, file=Bounded(out, lambda: (80, 12), lambda: "all"))
    assert out.getvalue().endswith("x\n" * 100 + "\n")


def test_long_lines_are_broken_between_words() -> None:
    out = io.StringIO()
    line = "  1: holds (as far as known) by move(1, 1, 1, 2) and move(2, 2, 2, 3)"
    Bounded(out, lambda: (32, 24)).write(f"{line}\n")
    assert out.getvalue() == (
        "  1: holds (as far as known) by\n     move(1, 1, 1, 2) and\n"
        "     move(2, 2, 2, 3)\n"
    )
    assert wrapped("f(a, b, c, d, e)", 8) == ["f(a, b,", "c, d, e)"]
    assert wrapped("\u251c\u2500\u2500 a b c", 4) == ["\u251c\u2500\u2500 a b c"]
    assert wrapped("", 4) == [""]
    assert (
        " ".join(w.strip() for w in wrapped("a  b " * 9, 8)).split() == ["a", "b"] * 9
    )


# ---- scripts -----------------------------------------------------------------


def script(text: str, *words: str) -> Result:
    return CliRunner().invoke(command, ["repl", *words], input=text)


def test_a_script_has_no_prompts() -> None:
    found = script("legal(white, M)\n%move move(1, 1, 1, 2)\nterminal\n", "hexapawn")
    assert found.exit_code == 0
    assert found.output == (
        "M = move(1, 1, 1, 2)\nM = move(2, 1, 2, 2)\nM = move(3, 1, 3, 2)\n"
        "  1 2 3\n1 - W W\n2 W - -\n3 B B B\nblack to move\nno\n"
    )


def test_an_open_bracket_in_a_script_costs_its_own_input_alone() -> None:
    text = (
        "tell p(X) :- role(X\ntell q(1).\nq(X,\n% a remark\n %best in the midst\n"
        "Y), how(X,\n%clauses\nq(N)\n"
    )
    found = script(text, "nim")
    assert "added: q(1)." in found.stdout
    assert "tell q(1)." in found.stdout
    assert found.stdout.splitlines()[-1] == "N = 1"
    assert [line[:8] for line in found.stderr.splitlines() if line[:4] == "line"] == [
        "line 1: ",
        "line 3: ",
    ]


def test_what_is_wrong_in_a_script_is_told_with_its_line() -> None:
    text = "% a remark\nlegl(P,\n M).\n%bets\nrole(white)\n%board --nothing\n"
    found = script(text, "hexapawn")
    assert found.exit_code == 1
    assert found.stdout == "yes\n"
    for said in (
        "line 2: question:1:1: error: no rule defines legl/2",
        "line 4: error: no command %bets; did you mean best?",
        "line 6: error: No such option",
    ):
        assert said in found.stderr


def test_a_script_in_json() -> None:
    text = "role(R)\n%move move(1, 1, 1, 2)\nlegl(X)\n% a remark\nquit\nrole(R)\n"
    found = script(text, "hexapawn", "--json", "--limit", "1")
    told = [json.loads(line) for line in found.stdout.splitlines()]
    assert [one["line"] for one in told] == [1, 2, 3, 5]
    assert told[0]["answers"] == [{"R": "white"}]
    assert told[0]["more"] is True
    assert "black to move" in told[1]["output"]
    assert told[2]["error"]["kind"] == "InputError"
    assert (found.exit_code, found.stderr) == (1, "")


def test_in_json_all_answers_are_told_and_errors_in_full() -> None:
    text = "between(1, 12000, X)\n%best --depth -1\n"
    found = script(text, "hexapawn", "--json", "--limit", "11000")
    answers, wrong = [json.loads(line) for line in found.stdout.splitlines()]
    assert len(answers["answers"]) == 11_000
    assert answers["more"] is True
    assert wrong["error"]["kind"] == "UsageError"
    assert wrong["error"]["message"].startswith("Invalid value for '--depth'")


@pytest.mark.parametrize("words", [[], ["--json"]])
def test_a_script_ends_when_nobody_reads(words: list[str]) -> None:
    words = ["-m", "pygame_search", "repl", "hexapawn", *words]
    with forked.Program[bytes](words, stdin=PIPE, stdout=PIPE, stderr=PIPE) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdin.write(b"role(R)\n")
        running.stdin.flush()
        running.stdout.readline()
        running.stdout.close()
        with suppress(BrokenPipeError):
            for _ in range(100_000):
                running.stdin.write(b"role(R)\n")
                running.stdin.flush()
        assert running.wait(60) == 1
        assert running.stderr.read() == b""
        with suppress(BrokenPipeError):
            running.stdin.close()


def test_paths_are_drawn() -> None:
    found = script("path(breadth, P)\n", "river_crossing", "--limit", "1")
    assert "cross(goat) -> cross(nobody) ->" in found.stdout
    assert "ferryman ~             ~ ferryman" in found.stdout
    nodes = script("path(breadth, P)\n", "water_jugs", "--limit", "1")
    assert "jugs(0, 0) -> jugs(5, 0)" in nodes.stdout


def test_a_script_may_tell_and_save(tmp_path: Path) -> None:
    file = tmp_path / "mine.pl"
    text = (
        "tell corner(C, R) :- true(cell(C, R, white)), C =:= 1.\n"
        f"corner(C, R)\n%clauses\n%save {file}\nuntell corner(A, B) :- "
        "true(cell(A, B, white)), A =:= 1.\ncorner(C, R)\n%quit\n%nothing\n"
    )
    found = script(text, "hexapawn")
    assert "C = 1, R = 1\n" in found.stdout
    assert "tell corner(C, R)" in found.stdout
    assert found.stderr.startswith("line 6: question:1:1: error")
    assert "line 8" not in found.stderr
    assert "corner(C, R) :-" in file.read_text(encoding="utf-8")


def test_what_is_wrong_is_called_an_error_once() -> None:
    found = script(
        "lgal(P, M)\nnothing_like_it(X)\nhow lgal(P, M)\n%bord\n", "hexapawn"
    )
    heads = [line for line in found.stderr.splitlines() if line.startswith("line ")]
    assert [head.count("error: ") for head in heads] == [1, 1, 1, 1]
    assert "; true/1, best_move/3" in found.stderr  # and not to define it


def test_what_is_called_stands_in_no_rules() -> None:
    assert script("legal(P, M), fail\n", "hexapawn", "--trusted").output == "no\n"


def test_hints_for_beginners() -> None:
    found = script("move(1, 1, 1, 2).\nbye.\n", "hexapawn")
    assert "to make that move: %move move(1, 1, 1, 2)" in found.stderr
    assert "to leave: %quit" in found.stderr
    found = script("best\nwhat is legal\nhow move(1,1,1,2)\n", "hexapawn")
    assert "commands begin with %: %best" in found.stderr
    assert "`help` lists what you can type" in found.stderr
    assert "how legal(white, move(1,1,1,2))" in found.stderr
    assert "no game is loaded: `%load GAME`" in script("role(R)\n").stderr
    assert script("%load nim\nrole(R)\n").stdout.endswith("R = first\nR = second\n")


@pytest.mark.parametrize(
    ("game", "question", "said"),
    [
        ("hexapawn", "legal(p, M)", "p does not occur in the rules: a variable begins"),
        ("hexapawn", "legal(wite, M)", "wite does not occur .* did you mean white"),
        ("delivery_robot", "legal(P, M)", "a state space: it has nodes and arcs"),
        ("nim(heaps=[0])", "legal(P, M)", "the game is over: nobody can move"),
    ],
)
def test_why_there_may_be_no_answer(game: str, question: str, said: str) -> None:
    session = Session()
    session.load(game)
    assert values(session, question) == []
    [doubt] = doubts(session, question)
    assert re.match(f".*{said}", doubt)


@pytest.mark.parametrize(
    "question",
    [
        "legal(black, noop)",
        "true(cell(1, 1, black)), C is 4 mod 2",
        "legal(white, 'Odd one')",
        "path(depth, [])",
    ],
)
def test_what_the_rules_know_is_not_doubted(session: Session, question: str) -> None:
    assert doubts(session, question) == []


def test_a_question_that_cannot_be_read_is_not_the_last_one() -> None:
    found = script("role(R)\nrole(R\n\nhow\nwhy cut foo\n", "hexapawn")
    assert "role(black) holds by the clauses alone" in found.stdout
    assert "expected the number of a cut, as in `why cut 2`" in found.stderr


def test_a_cut_where_nothing_was_searched_and_where_there_is_none() -> None:
    found = script("why cut\n%tree --method minimax\nwhy cut\n", "hexapawn")
    assert "event 23 of 37: cutoff" in found.stdout
    assert "minimax cuts nothing off: alphabeta does" in found.stderr


def test_play_in_a_script_reads_its_lines() -> None:
    text = "%play --depth 1\nmark(2, 2)\nquit\n%moves\n"
    found = script(text, "tic_tac_toe")
    assert "1. x plays mark(2, 2)" in found.stdout
    assert found.stdout.endswith("   0  the beginning, no move is made\n")
    assert found.exit_code == 0


# ---- hostile inputs ----------------------------------------------------------

HUGE = ", ".join(f"A{i} is A{i - 1} * A{i - 1}" for i in range(1, 40))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("tell n(0).\ntell n(X) :- n(Y), X is Y + 1.", "can go on for ever"),
        ("tell l(X, [X|Y]) :- l(X, Y).", "can go on for ever"),
        ("between(1, 1000000, X), between(1, 1000000, Y), X + Y < 0", "the time is"),
        (
            "count(X - Y, (between(1, 3000, X), between(1, 3000, Y)), N)",
            "out of memory|the time is over",
        ),
        (f"A0 is 10 * 10, {HUGE}", "a number of more than 10,000 bits"),
        ("X is 7 ^ 7 ^ 7", "expected integer arithmetic"),
        ("shell('touch was_here')", "shell/1 is a Prolog builtin"),
        ("true, halt", "halt/0 is a Prolog builtin"),
        ("open('was_here', write, S)", "open/3 is a Prolog builtin"),
        ("consult('was_here')", "consult/1 is a Prolog builtin"),
        ("@(halt, user)", "@ / 2 is a Prolog builtin"),
        ("user:halt", "a rule file has no modules"),
        ("legal(P, M), lists:append(X, Y, Z)", "a rule file has no modules"),
        ("op(700, xfx, ===>)", "op/3 is a Prolog builtin"),
        ("a ===> b", "an operator or a full stop is missing"),
        ("thread_create(halt, Id)", "thread_create/2 is a Prolog builtin"),
        ("call(halt)", "call/1 is a Prolog builtin"),
        ("assertz(legal(white, win))", "assertz/1 is a Prolog builtin"),
        ("tell :- initialization(halt).", "directives are not allowed"),
        ("%best --record /nowhere/x", "cannot be written"),
        ("%load /etc/passwd", "a full stop is missing"),
    ],
)
def test_hostile_inputs_are_refused_or_stopped(
    text: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    asked = "role(black)\n" * 2  # the first may be stopped, too, on a busy machine
    found = script(f"{text}\n{asked}", "hexapawn", "--time", "1")
    assert found.exit_code == 1
    assert any(part in found.stderr for part in said.split("|")), found.stderr
    assert "internal error" not in found.stderr
    assert found.stdout.endswith("yes\n")
    assert not (tmp_path / "was_here").exists()


@pytest.mark.parametrize("seed", range(4))
def test_a_session_survives_what_is_typed(seed: int) -> None:
    assert session_fuzz.fault("session", seed, 60) is None


def test_cilogs_dialogue_and_a_quiz_survive_what_is_typed() -> None:
    assert session_fuzz.fault("dialogue", 1, 60) is None
    assert session_fuzz.fault("quiz", 1, 200) is None


def test_a_session_answers_queries_one_after_another() -> None:
    assert session_fuzz.fault("queries", 1, 40) is None


def test_a_session_goes_on_after_odd_bytes() -> None:
    typed = b"tell p(1).\n%load a\0b\n\xff\xfe\n%save \0.pl\nhow \0\n%from \xff\np(X)\n"
    done = forked.run(["-m", "pygame_search", "repl", "nim"], input=typed)
    assert done.returncode == 1
    assert b"Traceback" not in done.stderr
    assert b"internal error" not in done.stderr
    assert done.stderr.count(b"error") >= 5
    assert done.stdout.endswith(b"X = 1\n")


def test_cilogs_dialogue_goes_on_after_odd_bytes() -> None:
    typed = b"%cilog\ntell p(1).\nask p\xff.\nask \0 p(X)\nask p(X).\n"
    done = forked.run(["-m", "pygame_search", "repl", "nim"], input=typed)
    assert (done.returncode, done.stdout) == (1, b"Answer: p(1).\n")
    assert [line.split(b"found")[0] for line in done.stderr.splitlines()] == [
        b"line 3: error: expected text, ", b"line 4: error: expected text, ",
    ]  # fmt: skip


def test_a_program_beside_the_game(session: Session, tmp_path: Path) -> None:
    file = tmp_path / "own.pl"
    file.write_text(
        "moves(S, N) :-\n    findall(M, legal(S, _, M), Ms), length(Ms, N).\n",
        encoding="utf-8",
    )
    with pytest.raises(InputError):
        session.ask("initial(S), moves(S, N)").portion()
    assert "own.pl stands beside the game" in printed(session, f"program {file}")
    (answer,) = session.ask("initial(S), moves(S, N)").portion()
    assert answer["N"] == "3"
    assert "own.pl:1]" in session.explain("").text()
    assert "no program" in printed(session, "program --off")
    with pytest.raises(InputError):
        session.ask("initial(S), moves(S, N)").portion()
