"""Rule sheets in infix GDL and HRF, beside their twins in KIF."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner
from same_rules import there_and_back
from sheet_reference import reference

import pygame_search as ps
from pygame_search.cli.app import command
from pygame_search.model.rules import convert_book, examine
from pygame_search.rules import rulebook
from pygame_search.rules.rulebook import Rulebook
from pygame_search.rules.syntaxes import (
    NAMES,
    OF_SUFFIX,
    TABLE,
    syntax_of,
    with_suffix,
)
from pygame_search.search.perft import perft

SHEETS = Path(__file__).parent / "sheets"
SHARED = Path(__file__).parents[3] / "shared" / "gdl"
OTHERS = sorted([*SHEETS.glob("*.infix"), *SHEETS.glob("*.hrf")])


def twin(path: Path) -> Path:
    return path.with_suffix(".kif")


def errors(text: str, syntax: str) -> list[tuple[int, int, str]]:
    """The places and codes of the errors that reading finds."""
    found = examine(Rulebook("x", "x", text, syntax))
    return [
        (fault.line, fault.column, fault.code)
        for fault in found
        if fault.severity == "error" and fault.code not in ("missing", "no_rules")
    ]


def run(*words: str, stdin: str = "") -> tuple[int, str, str]:
    result = CliRunner().invoke(command, [*words], input=stdin)
    return result.exit_code, result.stdout, result.stderr


# ---- the twins ------------------------------------------------------------------


def test_there_are_ten_sheets_of_each() -> None:
    assert [path.suffix for path in OTHERS].count(".infix") == 10
    assert [path.suffix for path in OTHERS].count(".hrf") == 10


@pytest.mark.slow
def test_each_sheet_conforms_to_its_twin(tmp_path: Path) -> None:
    games, references = tmp_path / "games", tmp_path / "references"
    games.mkdir()
    references.mkdir()
    for path in OTHERS:
        (games / path.name).write_bytes(path.read_bytes())
        recorded = reference(ps.load(twin(path)))
        text = json.dumps(recorded, ensure_ascii=False)
        (references / f"{path.stem}.json").write_text(text, encoding="utf-8")
    code, text, told = run("conform", str(games), str(references), "--workers", "2")
    assert (code, told) == (0, "")
    assert "20 agree" in text


@pytest.mark.parametrize("path", OTHERS, ids=lambda path: path.name)
def test_a_sheet_and_its_twin_are_the_same_game(path: Path) -> None:
    ours, other = ps.load(path), ps.load(twin(path))
    assert ours.book.syntax == OF_SUFFIX[path.suffix]
    assert not [fault for fault in examine(ours.book) if fault.severity == "error"]
    assert len(ours.roles) == len(other.roles)
    assert perft(ours.initial, 3) == perft(other.initial, 3)
    assert len(ours.initial.facts) == len(other.initial.facts)


@pytest.mark.parametrize("path", OTHERS[::4], ids=lambda path: path.name)
def test_a_sheet_runs_in_the_native_tier(path: Path) -> None:
    ours = ps.load(path, tier="native")
    assert perft(ours.initial, 3) == perft(ps.load(twin(path)).initial, 3)


@pytest.mark.parametrize("path", OTHERS, ids=lambda path: path.name)
def test_a_sheet_goes_through_all_syntaxes(path: Path) -> None:
    book = rulebook.read(path)
    there_and_back(book.text, book.syntax)


def test_the_moves_are_written_as_terms() -> None:
    game = ps.load(SHEETS / "nim.hrf")
    assert game.initial.legal["first"] == ("take(1)", "take(2)")
    after = game.initial.play("take(2)")
    assert sorted(after.facts) == ["control(second)", "heap(2)"]
    assert game.initial.ask("true(heap(N)) & ~true(heap(3))")
    assert ps.load(SHEETS / "race.infix").initial.ask("true(at(R, 0)), not long(0)")


def test_a_rule_file_of_ours_for_other_players(tmp_path: Path) -> None:
    game = ps.load("nim(heaps=[2, 1])")
    depth = perft(game.initial, 3)
    for suffix in (".infix", ".hrf", ".kif"):
        path = tmp_path / f"game{suffix}"
        assert run("convert", "nim(heaps=[2, 1])", str(path), "--gdl")[0] == 0
        text = path.read_text(encoding="utf-8")
        assert "'" not in text.split("role(", 1)[-1]
        assert "pygame_search:" not in text
        assert perft(ps.load(path).initial, 3) == depth


def test_names_that_others_cannot_read_are_renamed(tmp_path: Path) -> None:
    text = (
        "role('White'). init('two words'). legal('White', 'Go') :- true(_). "
        "next(done). terminal :- true(done). goal('White', 100)."
    )
    source = tmp_path / "game.pl"
    source.write_text(text, encoding="utf-8")
    code, printed, _ = run("convert", str(source), "infix", "--gdl")
    assert code == 0
    assert "role(awhite)." in printed
    assert "'" not in printed
    code, printed, told = run("convert", str(source), "infix")
    assert "role('White')." in printed
    assert "pygame_search:" in told
    game = ps.load_text(printed, syntax="infix")
    assert game.roles == ("'White'",)


def test_a_variable_that_begins_with__may_be_local_to_a_negation(
    tmp_path: Path,
) -> None:
    text = (
        "role(r). init(p(1)). legal(r, go). next(q(_X)) :- not true(p(_X)), s(_X). "
        "s(2). terminal :- not true(p(_)), not true(p(_Any)). goal(r, 100)."
    )
    game = ps.load_text(text, syntax="infix")
    assert game.initial.play("go").terminal
    for syntax in ("prolog", "cilog", "infix"):
        there = convert_book(game.book, syntax)
        again = ps.load_text(there, syntax=syntax)
        assert again.initial.play("go").terminal
    for syntax in ("kif", "hrf"):
        with pytest.raises(ps.RulesError, match="nothing binds the variable _"):
            convert_book(game.book, syntax)
    source = tmp_path / "game.infix"
    source.write_text(text, encoding="utf-8")
    for syntax in ("kif", "hrf"):
        code, there, _ = run("convert", str(source), syntax, "--gdl")
        assert code == 0
        assert ps.load_text(there, syntax=syntax).initial.play("go").terminal
    assert errors(text.replace("_Any", "Any"), "infix") != []


# ---- which syntax a text is in ---------------------------------------------------


def test_the_tables_name_the_same_syntaxes() -> None:
    here = Path(__file__).parents[2] / "logic"
    goal = "forall(syntaxes:row(N, C, _, _), format('~w ~w~n', [N, C]))"
    text = subprocess.run(
        ["swipl", "-q", "-g", f"asserta(user:file_search_path(logic, '{here}')), "
         f"use_module(logic(reader/syntaxes)), {goal}", "-t", "halt"],
        capture_output=True, text=True, check=True, timeout=60,
    ).stdout  # fmt: skip
    rows = {row.name: "gdl" if row.sheet else "own" for row in TABLE}
    assert dict(line.split() for line in text.splitlines()) == rows
    assert set(NAMES) == set(rows)


@pytest.mark.parametrize("name", rulebook.names())
def test_our_own_files_are_never_taken_for_sheets(name: str) -> None:
    assert syntax_of(rulebook.read(name).text) == "prolog"


def test_faulty_files_of_ours_are_not_taken_for_sheets() -> None:
    for path in sorted((Path(__file__).parent / "bad_rules").glob("*.pl")):
        text = path.read_text(encoding="utf-8", errors="replace")
        assert syntax_of(text) not in ("infix", "hrf"), path.name


@pytest.mark.skipif(not SHARED.is_dir(), reason=f"no rule sheets in {SHARED}")
def test_sheets_in_kif_are_taken_for_kif() -> None:
    paths = sorted((SHARED / "games").glob("*.kif"))
    assert len(paths) >= 139
    for path in paths:
        text = path.read_bytes().decode("latin-1")
        assert syntax_of(text) == "kif"
        assert syntax_of(text, with_suffix(".gdl")) == "kif"


@pytest.mark.parametrize("path", OTHERS, ids=lambda path: path.name)
def test_the_text_of_a_gdl_file_shows_its_syntax(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / f"{path.stem}.gdl"
    copy.write_bytes(path.read_bytes())
    book = rulebook.read(copy)
    assert book.syntax == OF_SUFFIX[path.suffix]
    title = {"infix": "infix GDL", "hrf": "HRF"}[book.syntax]
    assert book.taken == f"{copy}: read as {title}, which the text shows"
    assert ps.load(copy).book == book
    kif = tmp_path / "twin.gdl"
    kif.write_bytes(twin(path).read_bytes())
    assert rulebook.read(kif).syntax == "kif"
    assert rulebook.read(kif).taken == ""


def test_a_choice_overrides_what_the_text_shows(tmp_path: Path) -> None:
    path = tmp_path / "nim.gdl"
    path.write_bytes((SHEETS / "nim.hrf").read_bytes())
    code, text, _ = run("check", "--static", str(path))
    assert code == 0
    assert text.startswith(f"{path}: read as HRF, which the text shows\n")
    code, text, told = run("check", "--static", "--from", "infix", str(path))
    assert code == 1
    assert "read as" not in text + told
    assert "rules without full stops are HRF" in told
    code, text, told = run("convert", str(path), "infix")
    assert (code, text.splitlines()[0]) == (0, "role(first).")
    assert told == f"note: {path}: read as HRF, which the text shows\n"
    code, text, told = run("convert", "--from", "hrf", str(path), "infix")
    assert (code, told) == (0, "")
    target = tmp_path / "again.txt"
    assert run("convert", "nim", str(target), "--to", "hrf")[0] == 0
    assert run("convert", "--from", "hrf", str(target), "prolog")[0] == 0
    with pytest.raises(ps.InputError, match="no syntax 'latin'"):
        rulebook.read(path, "latin")


def test_standard_input_shows_its_syntax() -> None:
    sheet = (SHEETS / "race.infix").read_text(encoding="utf-8")
    code, text, _ = run("check", "-", stdin=sheet)
    assert code == 0
    assert "<stdin>: read as infix GDL" in text
    sheet = (SHEETS / "maze.hrf").read_text(encoding="utf-8")
    code, text, _ = run("check", "-", stdin=sheet)
    assert code == 0
    assert "<stdin>: read as HRF" in text
    # A text that Prolog reads, too, is one of ours.
    assert syntax_of("p(a). q(X) :- p(X), distinct(X, b).") == "prolog"


# ---- what cannot be read ---------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("role(a)\ninit(b).", (2, 1, "infix_syntax")),
        ("role(A", (1, 6, "infix_syntax")),
        ("p :- q, .", (1, 9, "infix_syntax")),
        ("p :- (q, r.", (1, 11, "infix_syntax")),
        ("p(a, .", (1, 6, "infix_syntax")),
        ("p(a,).", (1, 5, "infix_syntax")),
        ("p).", (1, 2, "infix_syntax")),
        ("p :- \\+ q.", (1, 6, "infix_syntax")),
        ("p <- q.", (1, 3, "infix_syntax")),
        ("p :- X > 3.", (1, 8, "infix_syntax")),
        ("p(?x).", (1, 3, "infix_syntax")),
        ("p([a]).", (1, 3, "infix_syntax")),
        ("p :- 3.", (1, 6, "infix_syntax")),
        ("(role a)", (1, 1, "infix_syntax")),
        ("p(a\x07).", (1, 4, "infix_syntax")),
        ("p('a.", (1, 3, "open_quote")),
        ('p("a.', (1, 3, "open_quote")),
        ("p. /* q.", (1, 4, "open_comment")),
        ("p(_x).", (1, 3, "underscore")),
        ("X :- p.", (1, 1, "variable_head")),
        ("p :- X.", (1, 6, "variable_goal")),
        ("p :- distinct(a).", (1, 6, "kif_arity")),
        ("true(a).", (1, 1, "reserved_head")),
        ("p(" + "f(" * 300 + "a" + ")" * 301 + ".", (1, 402, "too_deep")),
        ("p :- " + "not " * 300 + "q.", (1, 806, "too_deep")),
        ("p(" + "f(" * 100_000, (1, 402, "too_deep")),
        ("p :- " + "(" * 100_000, (1, 206, "too_deep")),
        ("a" * 1001 + ".", (1, 1, "long_name")),
    ],
)
def test_faults_of_infix_gdl_have_their_places(
    text: str, place: tuple[int, int, str]
) -> None:
    assert errors(text, "infix") == [place]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("role(a).\n", (1, 8, "infix_syntax")),
        ("role(a) role(b)", (1, 9, "infix_syntax")),
        ("p :- q, r", (1, 7, "infix_syntax")),
        ("p :- q &\n  r\n  s", (3, 3, "infix_syntax")),
        ("p :- q\n  ~r", (2, 3, "infix_syntax")),
        ("p :- ( q & r\nt", (2, 1, "infix_syntax")),
        ("p :-", (1, 4, "infix_syntax")),
        ("p((a,b))", (1, 3, "infix_syntax")),
        ("p ==> q", (1, 3, "infix_syntax")),
        ("p :- " + "~" * 300 + "q", (1, 206, "too_deep")),
    ],
)
def test_faults_of_hrf_have_their_places(
    text: str, place: tuple[int, int, str]
) -> None:
    assert errors(text, "hrf") == [place]


def test_reading_goes_on_after_a_fault() -> None:
    text = "p :- .q.\nr(a, .\ns(X) :- t(X) u.\nv :- w,\n  x.\ny"
    assert [line for line, _, _ in errors(text, "infix")] == [2, 3, 6]
    text = "p :- & q\nr(a\ns(b)\nt(c)) & \nu"
    assert [line for line, _, _ in errors(text, "hrf")] == [1, 3, 4]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("(" * 1_000_000, "infix_syntax"),
        ("a" * 1_000_000, "long_name"),
        ("'" * 1_000_000, "long_name"),
        (") . " * 100_000, "too_many"),
        ("\x1b[31m" * 200_000, "infix_syntax"),
    ],
    ids=["brackets", "name", "quotes", "faults", "controls"],
)
@pytest.mark.parametrize("syntax", ["infix", "hrf"])
def test_a_large_hostile_text_is_refused(text: str, code: str, syntax: str) -> None:
    found = [code for _, _, code in errors(text, syntax)]
    assert code in found or (code, syntax) == ("too_many", "hrf")
    assert 0 < len(found) < 110


def test_what_was_expected_is_said() -> None:
    with pytest.raises(ps.RulesError) as caught:
        ps.load_text("role(a). p :- q(X, :- r.", syntax="infix", name="sheet")
    [fault] = [d for d in caught.value.diagnostics if d.code == "infix_syntax"]
    assert fault.message == "expected a term, found `:-`"
    assert "\nsheet:1:20: error: expected a term" in str(caught.value)


def test_a_sheet_is_no_search_program_and_no_state_space(tmp_path: Path) -> None:
    file = tmp_path / "clauses.infix"
    file.write_text("role(a).\np :- not q.\n", "utf-8")
    code, _, said = run("check", str(file), "--as", "program")
    assert code == 2
    assert "expected a search program, in the syntax of Prolog or CILOG" in said
    code, _, said = run("show", str(file), "--as", "space")
    assert code == 1
    assert "no start node: start/1 has no answer" in said
