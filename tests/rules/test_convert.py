"""The syntaxes hold the same rules: what is written reads back as it was."""

from __future__ import annotations

import io
import json
from itertools import product
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner
from games import LARGE, loaded
from hypothesis import given, settings
from hypothesis import strategies as st
from same_rules import SYNTAXES, book, there_and_back

import pygame_search as ps
from pygame_search.cli.app import command
from pygame_search.model.rules import convert_book, examine
from pygame_search.rules import rulebook
from pygame_search.rules.syntaxes import OF_SUFFIX, syntax_of
from pygame_search.rules.syntaxes import SYNTAXES as ROWS
from pygame_search.search.perft import perft

SHARED = Path(__file__).parents[3] / "shared" / "gdl"
SUFFIX = {name: row.suffixes[0] for name, row in ROWS.items()}

#: What every game needs; rules are added to it.
GAME = """\
role(x).
init(n(1)).
legal(x, up) :- true(n(_)).
next(n(M)) :- true(n(N)), M is N + 1.
terminal :- true(n(4)).
goal(x, 0) :- true(n(_)).
"""


@pytest.mark.parametrize("name", rulebook.names())
def test_our_own_files(name: str) -> None:
    found = rulebook.read(name)
    there_and_back(found.text, found.syntax)


@pytest.mark.parametrize("to", SYNTAXES[1:])
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.slow) if name == "losers_chess" else name
        for name in rulebook.names()
    ],
)
def test_a_converted_file_is_the_same_game(name: str, to: str, tmp_path: Path) -> None:
    path = tmp_path / f"game{SUFFIX[to]}"
    path.write_text(convert_book(rulebook.read(name), to), encoding="utf-8")
    game, other = loaded(name), ps.load(path).face_up()
    if not game.roles:
        method = "lowest_cost" if name == "delivery_robot" else "breadth"
        ours, theirs = game.path(method=method), other.path(method=method)
        assert (ours.cost, ours.stopped) == (theirs.cost, theirs.stopped)
        return
    assert other.initial.legal.keys() == game.initial.legal.keys()
    depth = 1 if name in LARGE else 2
    assert perft(other.initial, depth) == perft(game.initial, depth)
    evaluated = [
        (g.initial.best(depth=depth).value, dict(g.weights)) for g in (game, other)
    ]
    assert evaluated[0] == evaluated[1]


@pytest.mark.skipif(not SHARED.is_dir(), reason=f"no rule sheets in {SHARED}")
def test_rule_sheets() -> None:
    sheets = sorted((SHARED / "games").glob("*.kif"))
    assert len(sheets) > 100
    for path in sheets[::25]:
        found = rulebook.read(path)
        if not any(d.severity == "error" for d in examine(found)):
            there_and_back(found.text, found.syntax)


# ---- any rules ---------------------------------------------------------------

#: Names that one syntax or another must quote, escape, or keep apart.
NAMES = st.one_of(
    st.sampled_from(
        [
            "a",
            "b2",
            "'A'",
            "'two words'",
            "[]",
            "+",
            "'?x'",
            "'(p)'",
            "'kif:a'",
            "'1'",
            "'%41'",
            "pygame_search",
            "'pygame_search:a'",
            "'a;b'",
            "'don''t'",
            "draw",
            "'\\n'",
            "'\\t'",
            "''",
            "role",
            "true",
            "distinct",
            "'<='",
            "'Role'",
            "mod",
            "'<-'",
            "&",
            "~",
            "'é'",
            "'日本'",
            "'😀'",
            "nil",
            "'\\\\'",
            "'a.b'",
            "is",
        ]
    ),
    st.from_regex(r"[a-z][a-zA-Z0-9_]{0,4}", fullmatch=True),
    st.text(
        st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=4
    ).map(lambda t: "'" + t.replace("\\", "\\\\").replace("'", "''") + "'"),
)
SINGLE_LINE = NAMES.filter(
    lambda t: not t.startswith("'$") and len(t.splitlines()) < 2 and t.isprintable()
)
NUMBERS = st.integers(-(10**20), 10**20).map(str)
VARIABLES = st.sampled_from(["X", "Y", "Row", "_Z", "X1", "X_1"])
FUNCTORS = st.sampled_from(["f", "g", "'Odd name'", "'-'", "kif", "'$a'", "draw", "or"])


def compounds(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    arguments = st.lists(inner, min_size=1, max_size=3).map(", ".join)
    return st.one_of(
        st.tuples(FUNCTORS.filter(lambda f: not f.startswith("'$")), arguments).map(
            lambda p: f"{p[0]}({p[1]})"
        ),
        arguments.map(lambda text: f"[{text}]"),
        st.tuples(inner, inner).map(lambda p: f"({p[0]}) - ({p[1]})"),
        st.tuples(inner, inner).map(lambda p: f"[{p[0]}|{p[1]}]"),
    )


GROUND = st.recursive(st.one_of(SINGLE_LINE, NUMBERS), compounds, max_leaves=6)
TERMS = st.recursive(
    st.one_of(SINGLE_LINE, NUMBERS, VARIABLES), compounds, max_leaves=5
)


def literals(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    body = st.lists(inner, min_size=1, max_size=3).map(", ".join)
    return st.one_of(
        body.map(lambda b: f"\\+ ({b})"),
        st.tuples(body, body).map(lambda p: f"({p[0]} ; {p[1]})"),
        body.map(lambda b: f"count(c, ({b}), 2)"),
    )


SIMPLE = st.one_of(
    TERMS.map(lambda t: f"fact({t})"),
    TERMS.map(lambda t: f"X \\== {t}"),
    st.sampled_from(
        [
            "Y is X + 1 - X * 2",
            "X < Y",
            "X =:= abs(Y) mod 3",
            "between(1, 3, X)",
            "true(n(Y))",
            "X >= -1",
            "X =\\= - Y",
        ]
    ),
)
LITERALS = st.recursive(SIMPLE, literals, max_leaves=5)
RULES = st.lists(LITERALS, min_size=1, max_size=4).map(
    lambda body: (
        f"rule(X, Y, Row, _Z, X1, X_1) :- {', '.join(body)}, "
        "n(X), n(Y), n(Row), n(_Z), n(X1), n(X_1)."
    )
)
FACTS = GROUND.map(lambda t: f"fact({t}).")


@settings(max_examples=10)
@given(st.lists(st.one_of(FACTS, RULES), min_size=1, max_size=4))
def test_any_rules(rules: list[str]) -> None:
    text = GAME + "fact(a).\nn(1).\n" + "\n".join(rules) + "\n"
    there_and_back(text, "prolog")


# ---- the words of one syntax in another --------------------------------------


def test_conventions_go_along() -> None:
    """An undefined relation of a rule sheet fails there, and does so in any syntax."""
    sheet = "(role x) (<= (legal x go) (not nowhere)) (init a) (<= terminal nowhere)"
    for to in ("prolog", "cilog"):
        text = convert_book(book(sheet, "kif"), to)
        game = ps.load_text(text, syntax=to)
        assert game.initial.legal == {"x": ("go",)}
        assert game.initial.play("go").legal == {"x": ("go",)}
        assert convert_book(book(text, to), "kif") == convert_book(
            book(sheet, "kif"), "kif"
        )
    hexapawn = convert_book(rulebook.read("hexapawn"), "kif")
    assert ps.load_text(hexapawn, syntax="kif").initial.legal["black"] == ("noop",)


@pytest.mark.parametrize(
    ("to", "written"),
    [
        ("kif", "(p ?_x ?_x_2 ?_own ?shared ?shared)"),
        ("infix", "p(_, _, _Own, _Shared, _Shared)"),
        ("hrf", "p(_,_,_,Shared,Shared)"),
        ("prolog", "p(_, _, _Own, Shared, Shared)"),
        ("cilog", "p(_, _, _Own, Shared, Shared)"),
    ],
)
def test_a_variable_that_occurs_once_stays_one(to: str, written: str) -> None:
    """What is written is read without a warning."""
    text = GAME + ("terminal :- p(_, _, _Own, _Shared, _Shared).\np(1, 1, 1, 1, 1).\n")
    converted = convert_book(book(text, "prolog"), to)
    assert written in converted
    assert examine(book(converted, to)) == ()


@pytest.mark.parametrize(
    ("syntax", "hint"), [("kif", "?_x"), ("infix", "_X or _"), ("hrf", "_X or _")]
)
def test_the_hint_names_what_the_syntax_reads(syntax: str, hint: str) -> None:
    text = convert_book(book(GAME.replace("n(_)", "n(X)"), "prolog"), syntax)
    found = examine(book(text, syntax))
    assert {fault.code for fault in found} == {"singleton"}
    assert found[0].mend.endswith(f"write {hint}")
    for one in hint.split(" or "):
        name = "?x" if syntax == "kif" else "(X)"
        mended = text.replace(name, one if syntax == "kif" else f"({one})")
        assert examine(book(mended, syntax)) == ()


def test_operators_are_names_too() -> None:
    words = ["\\+", "-", "is", "<-", "~", "&", ":-", "mod", "*", "|"]
    rules = "\n".join(f"(<= odd (distinct {w} p) (distinct p {w}))" for w in words)
    there_and_back(f"(role x) (legal x a) (terminal) (goal x 1) {rules}", "kif")


#: Where a word may stand in KIF, as a relation and as a name in a term.
PLACES = """\
W
(W a)
(W a b)
(W a b c)
(h W)
(h (W a))
(h (W a b))
(h (W -1))
(h (- W 1))
(<= h W (not W))
(<= h (W a) (not (W a)))
(<= h (W a b) (not (W a b)))
(<= h (or (W a) (W a b)) (not (not W)))
(<= W (not (q a)))
(<= (W ?x) (q ?x))
(<= h (q ?x) (distinct ?x W) (distinct (W ?x) (W a ?x)))
"""


#: Operators, brackets, ends of clauses and comments, and words of Prolog's own.
ANY_WORDS = r"""
- * :- --> <- ~ & | \+ .. */ . ! [] {} is mod rdiv dynamic table call dict
"""


@pytest.mark.parametrize("word", ANY_WORDS.split())
def test_any_word_is_a_name_in_kif(word: str) -> None:
    for place in PLACES.splitlines():
        rule = place.replace("W", word)
        there_and_back(f"(role x) (legal x a) terminal (goal x 1) (q a)\n{rule}", "kif")


@pytest.mark.parametrize(
    "head",
    ["not", "not(a, b)", "or", "distinct(a)", "'~'(a)", "'&'(a, b)", "'<-'(a, b)"],
)
def test_words_of_one_syntax_are_no_relations_in_another(head: str) -> None:
    with pytest.raises(ps.RulesError) as caught:
        ps.load_text(f"{GAME}{head}.\n", syntax="prolog")
    assert "reserved_head" in {fault.code for fault in caught.value.diagnostics}


def test_names_of_one_syntax_in_another() -> None:
    sheet = """(role x) (legal x (draw 1)) (init (p)) (<= (next (Row ?x)) (true ?x))
    (draw a b c) (<= (is ?a) (draw ?a ?b ?A)) (<= terminal (is a)) (goal x 7)"""
    text = convert_book(book(sheet, "kif"), "prolog")
    assert "'kif:draw'(a, b, c)." in text
    assert "'kif:is'(A) :-\n    'kif:draw'(A, _B, _A)." in text
    assert "init('(p)')." in text
    assert "next('Row'(X)) :-\n    true(X)." in text
    back = convert_book(book(text, "prolog"), "kif")
    assert "(draw a b c)" in back
    assert "(init (p))" in back


@pytest.mark.parametrize(
    ("text", "syntax"),
    [
        ("; a comment\n(role x)", "kif"),
        ("\n  (<= a b)", "kif"),
        ("% a <- b\na :- b.", "prolog"),
        ("a <- b & c.", "cilog"),
        ("a('<-').", "prolog"),
        ("a.", "prolog"),
        ("", "prolog"),
        ("/* ( */ a <- b.", "cilog"),
    ],
)
def test_the_syntax_that_a_text_seems_to_be_in(text: str, syntax: str) -> None:
    assert syntax_of(text) == syntax


# ---- files, standard input, text ---------------------------------------------


@pytest.mark.parametrize("suffix", [*OF_SUFFIX, ".KIF", ".txt"])
def test_load_takes_files_of_each_kind(tmp_path: Path, suffix: str) -> None:
    syntax = OF_SUFFIX.get(suffix.lower(), "kif")
    path = tmp_path / f"game{suffix}"
    path.write_text(convert_book(book(GAME, "prolog"), syntax), encoding="utf-8")
    game = ps.load(path)
    assert game.book.syntax == syntax
    assert len(game.initial.legal["x"]) == 1


def test_load_takes_standard_input_and_text(monkeypatch: pytest.MonkeyPatch) -> None:
    for syntax in SYNTAXES:
        text = convert_book(book(GAME, "prolog"), syntax)
        stream = SimpleNamespace(buffer=io.BytesIO(text.encode()))
        monkeypatch.setattr("sys.stdin", stream)
        games = ps.load("-"), ps.load_text(text)
        assert [g.book.syntax for g in games] == [syntax, syntax]


def test_the_command(tmp_path: Path) -> None:
    def run(*words: str, stdin: str = "") -> tuple[int, str, str]:
        result = CliRunner().invoke(command, ["convert", *words], input=stdin)
        return result.exit_code, result.stdout, result.stderr

    path = str(tmp_path / "x.cil")
    assert run("nim", path) == (0, "", "")
    code, _, error = run("nim", path)
    assert code == 2
    assert "already exists; --force" in error
    assert run("nim", path, "--force")[0] == 0
    assert run(path, "prolog") == run("nim", "prolog")
    code, text, _ = run("-", "kif", stdin=GAME)
    assert code == 0
    assert "(role x)" in text
    code, text, _ = run("nim(heaps=[2, 1])", "words", "--only", "terminal")
    assert code == 0
    assert "\nterminal: " in text
    assert "\nlegal: " not in text
    code, told, _ = run("nim(heaps=[2, 1])", "words", "--only", "terminal", "--json")
    assert json.loads(told) == {"syntax": "words", "file": None, "text": text}
    code, _, error = run("nim", "x.doc")
    assert code == 2
    assert (
        "expected a file that ends in one of .pl, .kif, .gdl, .cil, .infix, .hrf"
        in error
    )
    code, _, error = run("-", "kif", stdin="p :- halt.")
    assert code == 1
    assert "<stdin>:1:6: error: halt/0 is a Prolog builtin" in error
    code, _, error = run("nim", str(tmp_path / "no" / "x.pl"))
    assert code == 2
    assert "cannot be written" in error


@pytest.mark.parametrize(("first", "second"), list(product(SYNTAXES, SYNTAXES)))
def test_words_of_prolog_in_cilog_are_told(first: str, second: str) -> None:
    text = convert_book(book(GAME, "prolog"), first)
    there = convert_book(book(text, first), second)
    assert (":-" in there) == (second in ("prolog", "infix", "hrf"))
