"""Games made of others: `include(nim)`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

import pygame_search as ps
from pygame_search.cli.app import command
from pygame_search.model.rules import examine, rules_hash
from pygame_search.oracle.interpreter import Oracle
from pygame_search.rules import rulebook
from pygame_search.solving.certificate import save_certificate

#: Nim in which who takes the last object loses, as a change and as a whole file.
MISERE = """
title('Nim the other way round').
include(nim(heaps = [1, 2])).
goal(P, 1) :- true(control(P)).
goal(P, -1) :- true(control(Q)), opponent(P, Q).
"""


def put(folder: Path, **files: str) -> Path:
    """Write rule files into a folder, and return the first one's path."""
    for name, text in files.items():
        (folder / f"{name}.pl").write_text(text, encoding="utf-8")
    return folder / f"{next(iter(files))}.pl"


def run(*words: str) -> tuple[int, str]:
    """Return the exit status of a command, and all that it prints."""
    ran = CliRunner().invoke(command, list(words))
    return ran.exit_code, ran.output


def refused(path: Path) -> str:
    """Return the error for a rule file that cannot be loaded."""
    with pytest.raises(ps.RulesError) as caught:
        ps.load(str(path))
    return str(caught.value)


def test_relations_of_the_file_replace_those_of_the_other(tmp_path: Path) -> None:
    game = ps.load(str(put(tmp_path, misere=MISERE)))
    nim = ps.load("nim(heaps=[1, 2])")
    assert game.title == "Nim the other way round"
    assert game.source == nim.source
    assert game.initial.facts == nim.initial.facts
    assert game.initial.legal == nim.initial.legal
    end, other = (g.initial.play("take(1, 1)").play("take(2, 2)") for g in (game, nim))
    assert dict(end.goals) == {role: -v for role, v in other.goals.items() if v}
    assert game.initial.solve().value == 1  # take one, or two, and leave one


def test_parameters_count_one_by_one(tmp_path: Path) -> None:
    path = put(tmp_path, a="include(b(m = 7)). parameter(n, 5).", b=BASE)
    assert ps.load(str(path)).parameters == {"n": "5", "m": "7"}
    given = ps.load(f"{path}(m=8)").initial.facts
    assert sorted(given) == ["m(8)", "n(5)"]


BASE = """
role(a). parameter(n, 1). parameter(m, 2). title(base).
init(n(N)) :- parameter(n, N). init(m(M)) :- parameter(m, M).
legal(a, go) :- true(n(_)). next(done) :- does(a, go). terminal :- true(done).
goal(a, 1) :- true(done). goal(a, 0) :- \\+ true(done).
"""


@pytest.mark.parametrize(
    "rules",
    [
        MISERE,
        "include(nim). take(1).\ntitle(x).",
        "include(b(m = 7)). parameter(n, 5).",
        "include(c). goal(a, 3).",
        "include(b). include(nim_words).",
    ],
)
def test_the_oracle_includes_by_itself(rules: str, tmp_path: Path) -> None:
    path = put(
        tmp_path, top=rules, b=BASE, nim_words="word(x). word(X) :- word(X).",
        c="include(b(n = 3)). legal(a, stay) :- true(n(3)).",
    )  # fmt: skip
    game, oracle = ps.load(str(path)), Oracle(rules, folder=tmp_path)
    whole = Oracle(game.book.text)
    assert oracle.initial == whole.initial
    relations = {name: {*map(str, clauses)} for name, clauses in whole.rules.items()}
    for name, clauses in oracle.rules.items():
        if name != ("wins", 1):
            assert len(clauses) == len(relations[name]), name
    moves = {role: {*map(str, ms)} for role, ms in oracle.legal(oracle.initial).items()}
    sizes = {role: len(ms) for role, ms in game.initial.legal.items()}
    assert {role: len(ms) for role, ms in moves.items()} == sizes
    assert oracle.goals(oracle.initial) == dict(game.initial.goals)


def test_a_fault_has_the_place_in_its_own_file(tmp_path: Path) -> None:
    base = BASE + "\nhelper(X) :- nobody(X).\n"
    path = put(tmp_path, top="% A comment.\ninclude(b).\ngoal(a, x).\n", b=base)
    places = {(Path(f.file).name, f.line, f.code) for f in examine(rulebook.read(path))}
    assert ("top.pl", 3, "goal_type") in places
    line = base[: base.index("helper")].count("\n") + 1
    assert ("b.pl", line, "unknown_predicate") in places


def test_what_nothing_asks_any_more_is_no_fault(tmp_path: Path) -> None:
    base = BASE.replace("goal(a, 1) :- true(done)", "goal(a, 1) :- won") + "won."
    path = put(tmp_path, top="include(b). goal(a, 1) :- true(done).", b=base)
    codes = {fault.code for fault in examine(rulebook.read(path))}
    assert codes == {fault.code for fault in examine(rulebook.read(tmp_path / "b.pl"))}
    slip = put(tmp_path, slip="include(b). goals(a, 1) :- true(done).")
    assert {"never_used", "misspelt"} & {f.code for f in examine(rulebook.read(slip))}


def test_an_explanation_names_the_file_and_the_line(tmp_path: Path) -> None:
    path = put(tmp_path, top="include(nim).")
    code, text = run("explain", str(path), "legal(P, M)")
    lines = rulebook.read("nim").text.splitlines()
    line = next(i for i, one in enumerate(lines, 1) if one.startswith("legal("))
    assert code == 0
    assert f"[nim.pl:{line}]" in text


@pytest.mark.parametrize(
    ("clause", "words"),
    [
        ("include('/etc/passwd').", "no path"),
        ("include('../secret').", "no path"),
        ("include('secret.pl').", "no path"),
        ('include("secret").', "no path"),
        ("include('https://example.org/nim').", "no path"),
        ("include(X).", "no path"),
        ("include(nim) :- role(_).", "as a fact"),
        ("include(3).", "no path"),
        ("include(nim(3)).", "no path"),
        ("include(nim(heaps = [1], heaps = [2])).", "no path"),
        ("include(nim(piles = 3)).", "nim has no parameter piles"),
        ("include(nobody).", "no file nobody.pl"),
        ("include(secret).", "no file secret.pl"),
        ("include(linked).", "no file linked.pl"),
        ("include(folder).", "no file folder.pl"),
        ("include(loop).", "includes itself: loop -> turn -> loop"),
        ("include(link0).", "at most 50 rule files"),
        ("include(twice0).", "at most 50 rule files"),
        ("include(large).", "4,000,000 bytes"),
        ("include(bytes).", "zero byte"),
    ],
)
def test_what_must_not_be_included_is_refused(
    clause: str, words: str, tmp_path: Path
) -> None:
    place = tmp_path / "games"
    place.mkdir()
    put(tmp_path, secret="password(hunter2).")
    (place / "linked.pl").symlink_to(tmp_path / "secret.pl")
    (place / "folder.pl").mkdir()
    put(place, loop="include(turn).", turn="include(loop).")
    put(place, **{f"link{i}": f"include(link{i + 1})." for i in range(200)})
    put(place, **{f"twice{i}": f"include(twice{i + 1}). " * 2 for i in range(30)})
    put(place, twice30="p(1).", link200="p(1).", large="p(1). " * 700_000)
    put(place, bytes="p(1).\0")
    error = refused(put(place, top=f"role(a).\n{clause}\n"))
    assert words in error
    assert "hunter2" not in error
    assert "root:" not in error


def test_a_text_has_no_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(tmp_path, beside=BASE)
    monkeypatch.chdir(tmp_path)
    assert ps.load_text("include(nim).").initial.facts == ps.load("nim").initial.facts
    with pytest.raises(ps.RulesError, match="games of the package alone"):
        ps.load_text("include(beside).")


def test_another_syntax_includes_nothing() -> None:
    with pytest.raises(ps.RulesError, match="include is not followed here"):
        ps.load_text("include(nim). role(a) <- true.", syntax="cilog")


def test_the_hash_is_of_the_whole(tmp_path: Path) -> None:
    path = put(tmp_path, top="include(b).", b=BASE)
    before = ps.load(str(path))
    made = tmp_path / "made.cert"
    save_certificate(before.initial.solve(), made)
    assert run("verify", str(made), "--independent")[0] == 0
    put(tmp_path, b=BASE.replace("goal(a, 1)", "goal(a, 2)"))
    after = ps.load(str(path))
    assert rules_hash(before) != rules_hash(after)
    for options in ([], ["--independent"]):
        code, text = run("verify", str(made), *options)
        assert code != 0
        assert "the rules" in text


def test_the_whole_is_converted(tmp_path: Path) -> None:
    path, to = put(tmp_path, misere=MISERE), tmp_path / "misere.kif"
    assert run("convert", str(path), str(to))[0] == 0
    here, there = ps.load(str(path)).initial, ps.load(str(to)).initial
    assert len(here.legal_moves) == len(there.legal_moves)
    assert "include" not in to.read_text()
    code, text = run("show", str(path), "--json")
    assert code == 0
    assert json.loads(text)
