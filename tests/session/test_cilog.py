"""CILOG's dialogue: text in, text out."""

from __future__ import annotations

import gc
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from games import loaded
from pressing import ctrl_c, worked

import pygame_search as ps
from pygame_search.engine.bridge import engine
from pygame_search.explanation.questions import ask
from pygame_search.session.cilog import Dialogue

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "cilog.md"
BLOCK = re.compile(r"```cilog *(?P<game>\S*)\n(?P<lines>.*?)```", re.DOTALL)

TOP = "cilog: "
ANSWER = "  [ok,more,how,help]: "
HOW = "   How? [Number,up,retry,ok,prompt,help]: "
WHY = "   [Number,why,help,ok]: "
TRACE = "    Trace this rule? [yes,no,up,help]: "
DEPTH = "     [New-depth-bound,where,ok,help]: "


@pytest.fixture(autouse=True)
def at_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


def told(*clauses: str) -> Dialogue:
    dialogue = Dialogue()
    for clause in clauses:
        assert dialogue.send(f"tell {clause}.") == ""
    return dialogue


def blocks() -> list[tuple[str, str]]:
    text = PAGE.read_text(encoding="utf-8")
    return [(match["game"], match["lines"]) for match in BLOCK.finditer(text)]


def replayed(game: str, lines: list[str]) -> Iterator[str]:
    """Yield the lines of a dialogue whose inputs are those of a transcript."""
    dialogue = Dialogue(loaded(game)) if game else Dialogue()
    for line in lines:
        if line.startswith(dialogue.prompt):
            yield line
            yield from dialogue.send(line.removeprefix(dialogue.prompt)).splitlines()
    assert dialogue.prompt == TOP


@pytest.mark.parametrize(("game", "lines"), blocks())
def test_a_transcript_of_the_page(game: str, lines: str) -> None:
    found = "".join(f"{line}\n" for line in replayed(game, lines.splitlines()))
    if os.environ.get("UPDATE_README"):
        text = PAGE.read_text(encoding="utf-8")
        PAGE.write_text(text.replace(f"\n{lines}```", f"\n{found}```"), "utf-8")
        return
    assert found == lines


def test_the_page_has_a_transcript_of_each_walk() -> None:
    shown = "".join(lines for _, lines in blocks())
    for prompt in (TOP, ANSWER, HOW, WHY, TRACE, DEPTH):
        assert f"\n{prompt}" in shown


def test_answers_come_until_there_are_no_more() -> None:
    dialogue = told("p(a)", "p(b)", "p(X) <- q(X)", "q(c)")
    assert dialogue.send("ask p(X).") == "Answer: p(a)."
    assert dialogue.prompt == ANSWER
    assert dialogue.send("more.") == "Answer: p(b)."
    assert dialogue.send("more.") == "Answer: p(c)."
    assert dialogue.send("more.") == "No more answers."
    assert dialogue.prompt == TOP


def test_many_answers_are_those_of_one_search() -> None:
    dialogue = told("n(0)", "n(s(X)) <- n(X)")
    dialogue.send("bound 100. ask n(X).")
    depths = []
    while dialogue.prompt == ANSWER:
        depths.append(dialogue.send("more."))
    assert depths[:2] == ["Answer: n(s(0)).", "Answer: n(s(s(0)))."]
    assert len(depths) == 100
    assert depths[-1] == "Query failed due to depth-bound 100."


@pytest.mark.parametrize("number", ["0", "3"])
def test_there_is_no_such_number(number: str) -> None:
    dialogue = told("p(X) <- q(X) & r(X)", "q(a)", "r(a)")
    dialogue.send("ask p(X).")
    dialogue.send("how.")
    said = dialogue.send(f"{number}.")
    assert f"Number out of range: {number}. Use number in range: [1,2]." in said


def test_a_proof_is_walked_into_and_back() -> None:
    dialogue = told("p(X) <- q(X) & r(X)", "q(X) <- s(X)", "s(a)", "r(a)")
    dialogue.send("ask p(X).")
    top = "   p(a) <-\n      1: q(a)\n      2: r(a)"
    assert dialogue.send("how.") == top
    assert dialogue.prompt == HOW
    assert dialogue.send("how 1.") == "   q(a) <-\n      1: s(a)"
    assert dialogue.send("1.").startswith("   s(a) is a fact\n   q(a) <-")
    assert dialogue.send("up.") == top
    assert dialogue.send("2") == f"   r(a) is a fact\n{top}"
    assert "range: 3. Use number in range: [1,2]" in dialogue.send("3.")
    assert "Unknown reply: prmpt; expected" in dialogue.send("prmpt.")
    assert "up.            back to the rule" in dialogue.send("help.")
    assert dialogue.send("ok.") == "Answer: p(a)."
    assert dialogue.send("how. retry.") == f"{top}\nNo more answers."
    assert dialogue.prompt == TOP
    assert dialogue.send("how p(a). prompt.") == f"Answer: p(a).\n{top}"
    assert dialogue.prompt == TOP


def test_a_conjunction_has_a_proof_of_its_own() -> None:
    dialogue = told("p(a)")
    dialogue.send("ask p(X) & Y is 2 + 1.")
    assert dialogue.send("how.") == "   yes <-\n      1: p(a)\n      2: 3 is 2+1"
    assert dialogue.send("2.").startswith("   3 is 2+1 is built-in.\n")


def test_what_is_true_in_any_case_is_an_answer() -> None:
    assert told().send("ask true.") == "Answer: true."


def test_how_goes_through_a_negation() -> None:
    dialogue = told("odd(X) <- ~even(X)", "even(0)")
    dialogue.send("tell even(N) <- N > 0 & M is N - 1 & odd(M).")
    assert dialogue.send("ask odd(1).") == "Answer: odd(1)."
    dialogue.send("how.")
    assert dialogue.send("1.") == (
        "   even(1) finitely failed. You can examine the search space.\n"
        "  even(1) <- 1 > 0 & M is 1-1 & odd(M)."
    )
    assert dialogue.prompt == TRACE
    assert dialogue.send("yes. yes. yes.") == (
        "  The proof for 1 > 0 succeeded.\n"
        "  The proof for 0 is 1-1 succeeded.\n"
        "  odd(0) <- ~even(0)."
    )
    assert dialogue.send("yes.") == (
        "    ~even(0) failed as even(0) succeeded. Here is how:\n"
        "   even(0) is a fact\n"
        "  odd(0) <- ~even(0)."
    )
    assert dialogue.send("ok.") == "Answer: odd(1)."


def test_whynot_walks_rule_by_rule() -> None:
    dialogue = told("p(X) <- q(X) & r(X)", "p(X) <- s(X)", "q(a)", "q(b)", "r(c)")
    assert dialogue.send("whynot p(a).") == "  p(a) <- q(a) & r(a)."
    assert dialogue.send("yes.") == "  The proof for q(a) succeeded."
    shown = dialogue.send("debug.")
    assert shown == "   q(a) is a fact\n  The proof for q(a) succeeded."
    assert dialogue.send("yes.") == (
        "  There is no applicable rule for r(a).\n  p(a) <- q(a) & r(a)."
    )
    assert dialogue.send("no.") == "  p(a) <- s(a)."
    assert dialogue.send("yes.") == "  There is no clause for s(a)\n  p(a) <- s(a)."
    dialogue.send("no.")
    assert dialogue.prompt == TOP
    assert dialogue.send("whynot q(a).") == "   q(a) is a fact. It doesn't fail."
    assert "it succeeds" in dialogue.send("whynot true.")


def test_whynot_goes_through_all_proofs_of_a_goal() -> None:
    dialogue = told("p <- q(X) & r(X)", "q(a)", "q(b)", "r(c)")
    dialogue.send("whynot p. yes.")
    assert dialogue.send("no.") == "  The proof for q(b) succeeded."
    assert dialogue.send("no.").splitlines()[:2] == [
        "   q(a) is a fact. It doesn't fail.",
        "   q(b) is a fact. It doesn't fail.",
    ]


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("1 > 2", "1 > 2 is built-in and fails"),
        ("a \\= a", "a \\= a is built-in and fails"),
        ("X \\= a", "waits for a value"),
        ("X > 2", "cannot be worked out: a variable in it has no value yet"),
        ("~n(X)", "~n(X) cannot be asked"),
        ("~m", "~m succeeds, as m finitely fails"),
        ("count(X, n(X), 3)", "another number of instances"),
        ("nn(a)", "There is no clause for nn(a); did you mean n/1?"),
    ],
)
def test_whynot_says_why_a_literal_fails(query: str, said: str) -> None:
    assert said in told("n(a)").send(f"whynot {query}.")


def test_a_choice_and_a_count() -> None:
    dialogue = told("n(a)", "n(b)", "two <- count(X, n(X), 2) & ( z ; n(b) )")
    assert dialogue.send("ask two.") == "Answer: two."
    dialogue.send("how.")
    assert "count(X, n(X), 2) is built-in." in dialogue.send("1.")
    assert dialogue.send("2.") == "   ( z ; n(b) ) <-\n      1: n(b)"
    dialogue.send("prompt.")
    assert dialogue.send("whynot two & z.").startswith("  The proof for two succeeded.")


def test_the_depth_bound_is_no_no() -> None:
    dialogue = told("p(X) <- p(f(X))", "q <- ~p(a)", "q <- ~r(a)")
    assert dialogue.send("ask p(a).") == "Query failed due to depth-bound 30."
    assert dialogue.prompt == DEPTH
    assert dialogue.send("5.") == "Query failed due to depth-bound 5."
    assert "1 or more" in dialogue.send("0.")
    assert dialogue.send("ok. ask ~p(a).").startswith("Query failed due to depth-bound")
    assert dialogue.send("ok. ask q.") == "Answer: q."
    assert dialogue.send("more.") == "Query failed due to depth-bound 30."
    assert dialogue.send("ok. bound. bound 7. bound.") == (
        "Current depth bound is 30\nCurrent depth bound is 7"
    )
    for wrong in ("0", "-1", "how 3", "9" * 5000):
        assert "1 or more" in dialogue.send(f"bound {wrong}.")


def test_where_the_bound_was_reached() -> None:
    dialogue = told("p(X) <- q & p(f(X))", "p(f(f(b))) <- z", "q")
    dialogue.send("bound 2. ask p(b).")
    stop = "  Depth-bound reached. Current subgoal: q."
    assert dialogue.send("where.") == stop
    why = dialogue.send("why.").splitlines()
    assert why[1:] == ["   p(f(b)) <-", "   ** 1: q", "      2: p(f(f(b)))"]
    why = dialogue.send("why.").splitlines()
    assert why[1:] == ["   p(b) <-", "      1: q", "   ** 2: p(f(b))"]
    assert dialogue.send("1.").startswith("   q is a fact\n")
    assert "yes <-" in dialogue.send("why.")
    assert "This was the original query." in dialogue.send("why.")
    assert dialogue.send("ok.") == stop
    next_stop = dialogue.send("succeed.")
    assert next_stop == "  Depth-bound reached. Current subgoal: p(f(f(b)))."
    assert dialogue.send("succeed.") == "Answer: p(b)."
    assert "You said that q succeeds." in dialogue.send("how. 2. 1.")
    dialogue.send("prompt. ask p(b). where.")
    assert dialogue.send("proceed.") == "Query failed due to depth-bound 2."


def test_the_user_is_asked_once() -> None:
    dialogue = told("p(X) <- q(X) & r(X)", "q(a)", "q(b)", "q(c)", "r(c)")
    dialogue.send("askable r(X).")
    assert dialogue.send("ask p(X).") == ""
    assert dialogue.prompt == "Is r(a) true? [yes,no,unknown,why,help]: "
    assert "** 2: r(a)" in dialogue.send("why.")
    assert dialogue.send("ok. no.") == ""
    assert dialogue.send("yes.") == "Answer: p(b)."
    assert "You told me r(b) is true." in dialogue.send("how. 2. ok.")
    dialogue.send("more.")
    assert dialogue.prompt.startswith("Is r(c) true?")
    assert dialogue.send("unknown.") == "Answer: p(c)."
    assert dialogue.send("more. ask ~r(a).") == "No more answers.\nAnswer: ~r(a)."
    assert dialogue.send("ok. askables. whynot r(a).") == (
        "askable r(A).\n   You told me that r(a) is false."
    )
    dialogue.send("clear r(_). ask r(a).")
    assert dialogue.prompt == TOP


def test_why_inside_a_negation() -> None:
    dialogue = told("p(X) <- q(X) & ~ ( q(X) & r(X) )", "q(a)")
    dialogue.send("askable r(X). ask p(a).")
    first = dialogue.send("why.").splitlines()
    assert first[1:] == ["   ~( q(a) & r(a) ) <-", "      1: q(a)", "   ** 2: r(a)"]
    assert dialogue.send("1.").startswith("   q(a) is a fact")
    second = dialogue.send("why.").splitlines()
    assert second[1] == "   p(a) <-"
    assert second[3] == "   ** 2: ~( q(a) & r(a) )"
    dialogue.send("ok.")
    assert dialogue.send("no.") == "Answer: p(a)."


def test_floundering_is_told() -> None:
    dialogue = told("p(X) <- ~q(X)", "q(a)", "s(b)")
    said = dialogue.send("ask p(X).")
    assert "~q(X) was asked too early" in said
    assert dialogue.prompt == TOP
    assert dialogue.send("ask s(X) & p(X).") == "Answer: s(b) & p(b)."
    dialogue.send("ok.")
    assert "too early" in dialogue.send("ask s(b) & ~(q(X) & s(X)).")
    assert dialogue.send("tell t <- ~p(X). ask ~t.").startswith("It cannot be said")


def test_inequality_waits_and_is_told() -> None:
    dialogue = told("p(a)", "p(b)", "d(X, Y) <- X \\= Y")
    assert dialogue.send("ask X \\= a & p(X).") == "Answer: b \\= a & p(b)."
    assert dialogue.send("more. ask d(X, a).") == (
        "No more answers.\nAnswer: d(X, a).\n  where X \\= a."
    )
    assert dialogue.send("ok. ask d(f(X), f(X)).").startswith("No.")


def test_unification_makes_no_endless_terms() -> None:
    dialogue = told("same(X, X)")
    assert dialogue.send("ask same(X, f(X)).").startswith("No.")
    assert dialogue.send("ask X = f(X).").startswith("No.")
    assert dialogue.send("ask same(f(X, b), f(a, Y)).") == (
        "Answer: same(f(a, b), f(a, b))."
    )


def test_what_no_clause_can_prove_is_told() -> None:
    dialogue = told("light(l1)", "lit(X) <- ligth(X) & ~broken(X)")
    assert dialogue.send("ask lit(l1).") == (
        "No. lit(l1) doesn't follow from the knowledge base.\n"
        "There is no clause for ligth/1; did you mean light/1?\n"
        "There is no clause for broken/1"
    )
    assert dialogue.send("check.") == (
        "Warning: no clauses for ligth(X) in rule lit(X) <- ligth(X) & ~broken(X).; "
        "did you mean light/1?\n"
        "Warning: no clauses for broken(X) in rule lit(X) <- ligth(X) & ~broken(X)."
    )
    assert told("p <- q", "q").send("check.") == ""


def test_clauses_are_listed_and_cleared() -> None:
    dialogue = told("p(X, _) <- q(X) &\n r", "q(a)", "q(b)", "p")
    assert dialogue.send("listing.") == (
        "p(X, _) <-\n    q(X) &\n    r.\nq(a).\nq(b).\np."
    )
    assert dialogue.send("listing q.") == "q(a).\nq(b)."
    assert dialogue.send("listing q(b).") == "q(b)."
    assert dialogue.send("listing qq.") == "No clause is like qq; did you mean q?"
    assert dialogue.send("clear q.") == "No clause is like q; there is q/1"
    assert dialogue.send("clear q(a). listing q.") == "q(b)."
    assert dialogue.send("clear. listing.") == ""


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("tell p(X) <- q(X), r.", "cilog:1:18: error: `,` is not a conjunction here"),
        ("tell p :- q.", "error: `:-` is not an implication here"),
        ("tell p <- \\+ q.", "`\\+` is not a negation here"),
        ("tell ~p <- q.", "cilog:1:6: error: ~ / 1 belongs to the language"),
        ("tell a & b.", "belongs to the language"),
        ("tell X < 3.", "belongs to the language"),
        ("tell number(3).", "cilog:1:6: error: number/1 belongs to the language"),
        ("tell p(X <- q.", "`(` is not closed"),
        ("tell p <- X.", "cilog:1:11: error: expected a literal, found a variable"),
        ("tell p <- !.", "cannot have a cut"),
        ("tell p(1.5).", "expected a whole number, found 1.5"),
        ("tell $p.", "cilog:1:6"),
        ("tell.", "expected a clause behind `tell`"),
        ("ask.", "expected a query behind `ask`"),
        ("how.", "expected a query behind `how`"),
        ("ask user:halt.", "modules"),
        ("listing X & Y.", "expected"),
        ("listing p & q.", "expected one atom"),
        ("p <- q.", "This is a clause: `tell CLAUSE.` adds it."),
        ("asks p.", "Unknown command: asks p; did you mean ask?"),
        ("p(X).", "Unknown command: p(X)\n`ask QUERY.` asks, `tell CLAUSE.` adds"),
        ("why.", "`why.` is a reply"),
        ("bound x.", "expected a whole number of 1 or more, found x"),
        ("stats.", "expected `stats runtime.`"),
        ("load.", "expected a file behind `load`"),
        ("load 'no_such.cil'.", "expected a rule file at 'no_such.cil', found none"),
        ("tell p\nask q.", "a full stop is missing here"),
        ("help.", "whynot QUERY."),
        ("% only a comment", ""),
        ("", ""),
    ],
)
def test_what_is_wrong_is_told(text: str, said: str) -> None:
    dialogue = Dialogue()
    assert said in dialogue.send(text)
    assert dialogue.prompt == TOP
    assert dialogue.send("listing.") == ""


def test_a_full_stop_may_be_missing() -> None:
    dialogue = Dialogue()
    assert dialogue.send("tell p") == ""
    assert dialogue.send("ask p") == "Answer: p."
    assert dialogue.send("ok") == ""
    assert dialogue.send("tell q.\n% and\ntell r <- p &\n q. ask r.") == "Answer: r."
    assert dialogue.send("ask p.").startswith("   Unknown reply: ask p; expected ok")


@pytest.mark.parametrize(
    ("text", "more"),
    [
        ("", False), ("help", False), ("listing", False), ("tell p.", False),
        ("tell p", True), ("ask p(X", True), ("tell", True), ("tell p <-\n q &", True),
        ("tell p. % yes", False), ("tell p. /* not", True), ("tell 'p.", False),
        ("tell p('.')", True),
    ],
)  # fmt: skip
def test_what_needs_more_lines(text: str, more: bool) -> None:
    dialogue = Dialogue()
    assert dialogue.incomplete(text) is more
    dialogue.send("tell p. ask p.")
    assert not dialogue.incomplete("more")
    assert not dialogue.incomplete("2")


def test_words_to_complete() -> None:
    dialogue = told("parent(a, b)")
    assert {"ask", "whynot", "parent"} <= set(dialogue.words())
    dialogue.send("ask parent(X, Y).")
    assert set(dialogue.words()) == {"ok", "more", "how", "prompt", "help"}


def test_the_end() -> None:
    dialogue = Dialogue()
    assert dialogue.send("quit. tell p.") == ""
    assert dialogue.finished


def test_a_file_is_loaded_with_its_places(tmp_path: Path) -> None:
    file = tmp_path / "it's.cil"
    file.write_text("% first\naskable q(X).\np(X) <-\n    q(X).\n\nr.\n", "utf-8")
    dialogue = Dialogue()
    quoted = str(file).replace("'", "''")
    assert dialogue.send(f"load '{quoted}'.").endswith("loaded: 2 clauses.")
    listed = "p(X) <-  % it's.cil:3\n    q(X).\nr.  % it's.cil:6\naskable q(A)."
    assert dialogue.send("listing.") == listed
    assert dialogue.send("ask p(a). yes. how. prompt.").endswith(
        "   p(a) <-  % it's.cil:3\n      1: q(a)"
    )
    assert "% it's.cil:3" in dialogue.send(
        "tell z <- r. ask ~p(b). no. how. 1. prompt."
    )
    file.write_text("p(X) <- s(X).\ns(a).\n", "utf-8")
    dialogue.send(f"load '{quoted}'.")
    assert "q(X)." not in dialogue.send("listing p(_).")
    file.write_text("p(X) <- s(X).\ns(a)\nt(, b).\n", "utf-8")
    said = dialogue.send(f"load '{quoted}'.")
    assert "it's.cil:2:5: error: a full stop is missing here" in said
    assert dialogue.send("ask p(a).") == "Answer: p(a)."


def test_other_syntaxes_and_names_are_loaded(tmp_path: Path) -> None:
    (tmp_path / "a.pl").write_text("p(X) :- q(X), \\+ r(X).\nq(a).\n", "utf-8")
    (tmp_path / "b.kif").write_text("(<= (s ?x) (p ?x))\n", "utf-8")
    dialogue = Dialogue()
    dialogue.send(f"load '{tmp_path / 'a.pl'}'. load '{tmp_path / 'b.kif'}'.")
    assert dialogue.send("ask s(X).") == "Answer: s(a)."
    dialogue.send("ok.")
    assert "loaded" in dialogue.send("load delivery_robot.")
    assert dialogue.send("ask arc(mail_room, N, C).") == (
        "Answer: arc(mail_room, lounge, 10)."
    )


HOSTILE = [
    "halt", "shell(ls)", "open('/etc/passwd', read, S)", "assert(p)", "call(halt)",
    "consult(x)", "read(X)", "catch(halt, _, true)", "findall(X, p, L)", "@(p, q)",
    "thread_create(halt, X, [])", "format('~w', x)", "op(700, xfx, a)", "X =.. [halt]",
    "'$set_source_module'(user)", "writeln(x)", "X @< Y", "consult([user])",
]  # fmt: skip


@pytest.mark.parametrize("query", HOSTILE)
def test_nothing_of_prolog_can_be_called(query: str) -> None:
    dialogue = told("p")
    said = dialogue.send(f"ask {query}.")
    assert "There is no clause for" in said or "error:" in said
    assert dialogue.send(f"tell t <- p & {query}. ask t.").strip()
    assert dialogue.send("ask p.") == "Answer: p."


ENDLESS = (
    "loop(X) <- loop(X)", "left(X) <- left(X) & p", "grow(L) <- grow([L|L])",
    "nat(0)", "nat(s(X)) <- nat(X)", "p",
    "power(0, 7)", "power(N, X) <- N > 0 & M is N - 1 & power(M, Y) & X is Y * Y",
    "deep(0, a)", "deep(N, f(X, X)) <- N > 0 & M is N - 1 & deep(M, X)",
    "value(E, X) <- X is E",
)  # fmt: skip


@pytest.fixture(scope="module")
def endless() -> Dialogue:
    dialogue = told(*ENDLESS)
    dialogue.send("bound 1000000000.")
    return dialogue


@pytest.mark.parametrize(
    "query",
    [
        "left(a)",
        *(
            pytest.param(query, marks=pytest.mark.slow)
            for query in ("loop(a)", "grow([])", "nat(X) & X = b")
        ),
    ],
)
def test_what_has_no_end_is_stopped(endless: Dialogue, query: str) -> None:
    assert "The query was stopped: " in endless.send(f"ask {query}.")
    assert endless.send("ask nat(s(0)). ok.") == "Answer: nat(s(0))."


@pytest.mark.parametrize("query", ["left(a)", "grow([])", "nat(X) & X = b"])
def test_ctrl_c_ends_a_query(endless: Dialogue, query: str) -> None:
    with pytest.raises(KeyboardInterrupt), ctrl_c(worked(0.1)):
        endless.send(f"ask {query}.")
    assert endless.prompt == TOP
    assert endless.send("ask nat(s(0)). ok.") == "Answer: nat(s(0))."


def test_large_numbers_and_terms_are_bounded(endless: Dialogue) -> None:
    said = endless.send("ask power(30, X).")
    assert said.endswith("a number of more than 3,000 digits.")
    endless.send("ok.")
    assert "cannot be combined" in endless.send("ask X is 7**7**7.")
    assert endless.send("ask value((7**7)**7, X).").startswith("No.")
    said = endless.send("ask deep(200, X).")
    assert "..." in said
    assert len(said) < 200_000
    assert "..." in endless.send("how. prompt.")


def test_a_base_is_given_back() -> None:
    dialogue = told("p")
    name = dialogue._base._base
    assert engine().request("base_relations", base=name)["relations"] == [["p", 0]]
    del dialogue
    gc.collect()
    assert engine().request("base_relations", base=name)["relations"] == []


def answers(dialogue: Dialogue, query: str) -> list[str]:
    found = dialogue.send(f"ask {query}.").splitlines()
    while dialogue.prompt == ANSWER:
        found += dialogue.send("more.").splitlines()
    assert found.pop().startswith("No")
    return [line.removeprefix("Answer: ").removesuffix(".") for line in found]


@pytest.mark.parametrize(
    "game",
    ["tic_tac_toe", "hexapawn", "nim", "river_crossing", "connect_four", "pig",
     "goofspiel", "skirmish", "eight_puzzle", "helen_and_stavros", "coins_in_a_row"],
)  # fmt: skip
def test_over_a_game_the_same_follows(game: str) -> None:
    state = loaded(game).initial
    for turn in range(3):
        dialogue = Dialogue(state=state)
        found = {(a["R"], a["M"]) for a in ask(state, "legal(R, M)", limit=500).answers}
        proved = answers(dialogue, "legal(R, M)")
        expected = {f"legal({r}, {m})" for r, m in found if m != "noop"}
        assert set(proved) - {f"legal({r}, noop)" for r, _ in found} == expected
        assert bool(answers(dialogue, "terminal")) == state.terminal
        facts = answers(dialogue, "true(F)")
        assert set(facts) == {f"true({fact})" for fact in state.facts}
        if state.terminal:
            break
        joint = [moves[(turn * 7) % len(moves)] for moves in state.legal.values()]
        state = state.play(f"[{', '.join(joint)}]")


def test_over_a_rule_sheet_in_kif() -> None:
    sheet = """(role x) (init (n 1)) (<= (legal x (go ?n-1)) (true (n ?n-1)))
    (<= (next (n 2)) (does x (go 1))) (<= terminal (not (true (n 1)))) (goal x 100)"""
    dialogue = Dialogue(ps.load_text(sheet, syntax="kif"))
    assert dialogue.send("ask legal(x, M).") == "Answer: legal(x, go(1))."
    assert dialogue.send("ok. listing legal.") == (
        "legal(x, go(N_1)) <-  % <text>:1\n    true(n(N_1))."
    )
    assert "There is no clause for does/2" in dialogue.send("ask next(F).")


def test_over_a_state_space() -> None:
    dialogue = Dialogue(loaded("delivery_robot"))
    assert dialogue.send("ask arc(mail_room, N, C).") == (
        "Answer: arc(mail_room, lounge, 10)."
    )


def test_how_and_whynot_go_through_the_nodes_of_a_state_space() -> None:
    dialogue = Dialogue(loaded("delivery_robot"))
    said = dialogue.send("how initial(S) & cost(S, M, lounge, C). 2. 1. prompt.")
    assert (
        "   cost(mail_room, mail_room-lounge, lounge, 10) depends on "
        "arc(mail_room, lounge, 10).\n"
        "   arc(mail_room, lounge, 10) <-  % delivery_robot.pl:20\n"
        "      1: door(mail_room, lounge, 10)\n"
    ) in said
    said = dialogue.send("whynot successor(mail_room, M, laboratory).")
    assert said.startswith(
        "   successor(mail_room, M, laboratory) depends on "
        "arc(mail_room, laboratory, A).\n"
        "  arc(mail_room, laboratory, A) <- door(mail_room, laboratory, A)."
    )
    dialogue.send("ok.")
    assert dialogue.send("ask position(S).") == "Answer: position(mail_room)."
    assert "depends on start(mail_room)" in dialogue.send("how. 1.")
    dialogue.send("ok. ok.")
    assert dialogue.send("whynot terminal(store).") == (
        "   terminal(store) depends on is_goal(store).\n"
        "  There is no applicable rule for is_goal(store)."
    )


SMALL = "nim(heaps=[1, 2])"


@pytest.mark.parametrize(
    "game",
    [SMALL, "hexapawn", "pig", "goofspiel", "eight_puzzle", "delivery_robot"],
)
def test_the_relations_over_states_are_those_of_ask(game: str) -> None:
    played = loaded(game)
    where = played if played.space == "book" else played.initial
    dialogue = Dialogue(played)
    begin = "initial(S) & successor(S, M, S1) & "
    lasts = ["terminal(S1)", "count(N, legal(S1, R, N), V)", "successor(S1, N, T)"]
    lasts += (
        ["goal(S1)", "h(S1, C)", "cost(S1, N, T, C)"]
        if played.space == "book"
        else ["goal(S1, R, V)", "to_move(S1, R)", "estimate(S1, R, V)"]
    )
    for last in lasts:
        proved = dialogue._base.request_about(
            "base_solve",
            text=begin + last,
            **{"bound": 30, "steps": [], "decisions": [], "debug": False},
            **{"skip": 0, "want": 1000},
        )
        found = ask(where, f"{begin}{last}".replace(" &", ","), limit=1000).answers
        texts = [answer["texts"][1] for answer in proved["answers"]]
        assert texts == [f"successor({a['S']}, {a['M']}, {a['S1']})" for a in found]


@pytest.mark.parametrize(
    ("game", "goals"),
    [
        ("hexapawn", ["best_move(M)", "best_move(R, M, V)", "minimax(2, M, V)"]),
        (SMALL, ["minimax(3, M, V)", "perft(2, N)", "best_move(second, M, V)"]),
        ("pig", ["minimax(1, M, V)", "best_move(M)"]),
        (
            "delivery_robot",
            ["path(P)", "path(a_star, P)", "path(iterative, P)", "path(ida_star, P)"],
        ),
    ],
)
def test_searches_answer_as_in_ask(game: str, goals: list[str]) -> None:
    played = loaded(game)
    where = played if played.space == "book" else played.initial
    dialogue = Dialogue(played)
    for goal in goals:
        first, *others = ask(where, goal, limit=3).answers
        expected = goal
        for name, text in first.items():
            expected = re.sub(rf"\b{name}\b", text, expected)
        assert dialogue.send(f"ask {goal}.") == f"Answer: {expected}."
        assert dialogue.send("more.").startswith("Answer: ") == bool(others)
        if others:
            dialogue.send("ok.")


def test_how_goes_on_to_the_moves_of_several_roles() -> None:
    dialogue = Dialogue(loaded("goofspiel"))
    said = dialogue.send("how position(S) & successor(S, M, S1). 2. 2.")
    assert (
        "successor(s0, [bid(1), bid(1)], s1) depends on "
        "legal(ann, bid(1)) & legal(bob, bid(1)) in that state."
    ) in said
    assert "   legal(bob, bid(1)) <-  % goofspiel.pl:" in said


def test_how_and_whynot_go_through_the_steps_of_a_search() -> None:
    dialogue = Dialogue(loaded("hexapawn"))
    dialogue.send("tell good(M) <- minimax(2, M, V) & V < 0.")
    said = dialogue.send("how good(M). 1.")
    assert (
        "\n   minimax(2, move(1, 1, 1, 2), -1)  move(1, 1, 1, 2) is worth -1 " in said
    )
    said = dialogue.send("2. 1.")
    assert "\n     2: feature(white, pawn, 2-1)  [hexapawn.pl:59]" in said
    assert "range: 9. Use number in range: [1,3]." in dialogue.send("9.")
    assert dialogue.send("up. up. up.").endswith(
        "   good(move(1, 1, 1, 2)) <-\n"
        "      1: minimax(2, move(1, 1, 1, 2), -1)\n"
        "      2: -1 < 0"
    )
    dialogue.send("prompt.")
    said = dialogue.send("whynot minimax(2, M, 50).")
    assert said.startswith("   minimax(2, M, 50)  no move of white is worth 50\n")
    dialogue.send("ok.")
    assert dialogue.send("whynot perft(1, 3).") == (
        "   perft(1, 3) holds. It doesn't fail."
    )
    assert dialogue.send("how perft(1, N). ok.").splitlines()[1] == (
        "   perft(1, 3)  was found by a search"
    )
    assert "expected a number of plies of 1 or more, found 0" in dialogue.send(
        "whynot minimax(0, M, V)."
    )
    assert dialogue.prompt == TOP
    space = Dialogue(loaded("delivery_robot"))
    said = space.send("whynot path([mail_room, laboratory]). 1.")
    assert "fails at door(laboratory, mail_room, Cost)" in said
    assert "There is no clause for best_move/1" in space.send("ok. ask best_move(M).")


def test_a_search_over_a_rule_sheet_in_kif() -> None:
    sheet = """(role x) (init (n 1)) (<= (legal x (go ?m)) (true (n ?m)))
    (<= (next (n 2)) (does x (go 1))) (<= terminal (true (n 2)))
    (<= (goal x 100) terminal)"""
    dialogue = Dialogue(ps.load_text(sheet, syntax="kif"))
    said = dialogue.send("how best_move(x, M, V).")
    assert said.startswith("Answer: best_move(x, go(1), 100).\n")
    assert "(best_move x (go 1) 100)" in said
    dialogue.send("ok. ok.")
    assert dialogue.send("whynot minimax(1, M, 7).") == (
        "   (minimax 1 ?M 7)  a search found nothing"
    )


def test_ctrl_c_ends_a_search() -> None:
    dialogue = Dialogue(loaded("tic_tac_toe"))
    with pytest.raises(KeyboardInterrupt), ctrl_c(worked(0.3)):
        dialogue.send("ask minimax(9, M, V).")
    assert dialogue.prompt == TOP
    assert dialogue.send("ask minimax(1, M, V).").startswith("Answer: ")


def test_states_have_short_names_for_the_whole_dialogue() -> None:
    dialogue = Dialogue(loaded(SMALL))
    said = dialogue.send("ask position(S) & successor(S, M, S1).")
    assert said.splitlines()[:3] == [
        "Answer: position(s0) & successor(s0, take(1, 1), s1).",
        "",
        "s0: the start    s1: s0, then take(1, 1)",
    ]
    said = dialogue.send("ok. ask initial(S) & successor(S, take(2, 2), S1).")
    assert "Answer: initial(s0) & successor(s0, take(2, 2), s2)." in said
    assert "\ns2: s0, then take(2, 2)" in said
    assert "s0: " not in said
    dialogue.send("ok. askable good(S).")
    dialogue.send("ask position(S) & good(S).")
    assert dialogue.prompt == "Is good(s0) true? [yes,no,unknown,why,help]: "
    assert dialogue.send("yes.") == "Answer: position(s0) & good(s0)."


def test_how_and_whynot_go_on_in_the_state() -> None:
    dialogue = Dialogue(loaded(SMALL))
    dialogue.send("tell stuck(S) <- ~successor(S, M, S1).")
    dialogue.send("tell two(S, T) <- successor(S, M, R) & successor(R, N, T).")
    said = dialogue.send("how position(S) & two(S, T) & stuck(T). 2. 2.")
    assert (
        "   successor(s2, take(2, 2), s1) depends on legal(A, take(2, 2)) in that "
        "state.\n"
        "   legal(second, take(2, 2)) <-  % nim.pl:19\n"
        "      1: true(control(second))\n"
        "      2: true(heap(2, 2))\n"
        "      3: between(1, 2, 2)\n"
    ) in said
    assert dialogue.send("up.").startswith("   two(s0, s1) <-\n      1: successor(s0")
    dialogue.send("prompt.")
    dialogue.send("whynot position(S) & legal(S, second, M).")
    assert dialogue.send("yes.").startswith(
        "   legal(s0, second, M) depends on legal(second, A) in that state.\n"
        "  legal(second, take(I, K)) <- true(control(second))"
    )
    assert dialogue.send("ok. whynot position(S).") == (
        "   position(s0) holds. It doesn't fail."
    )
    said = dialogue.send("whynot position(S) & successor(S, take(1, 1), S).")
    assert dialogue.send("yes.").endswith(
        "   legal(A, take(1, 1)) holds there, but successor(s0, take(1, 1), s0) does "
        "not."
    )


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("terminal(S)", "a variable has no value yet where one is needed"),
        ("terminal(s0)", "expected a state as in [fluent, fluent], found s0"),
        ("terminal([a])", "no rule can make this hold: a"),
        ("goal([X], R, V)", "expected a state as in [fluent, fluent], found _"),
    ],
)
def test_what_is_no_state_is_told(query: str, words: str) -> None:
    dialogue = Dialogue(loaded(SMALL))
    assert words in dialogue.send(f"ask {query}.")
    assert dialogue.send("succeed.") == f"Answer: {query}."
    assert dialogue.send("how. ok. ok.").startswith("   You said that ")
    assert words in dialogue.send(f"whynot {query}.")
    assert dialogue.prompt == TOP


def test_clauses_of_ones_own_come_before_the_game() -> None:
    dialogue = Dialogue(loaded(SMALL))
    assert {"successor", "terminal"} <= set(dialogue.words())
    assert "did you mean successor/3?" in dialogue.send("ask sucessor(S, M, T).")
    assert dialogue.send("tell odd(S) <- terminal(S) & mising(S). check.").count(
        "Warning: no clauses for mising(S)"
    )
    said = "No clause is like to_move: to_move is worked out without clauses"
    assert dialogue.send("listing to_move.") == said
    dialogue.send("tell terminal(done).")
    assert dialogue.send("ask terminal(X). more.") == (
        "Answer: terminal(done).\nNo more answers."
    )
    dialogue.send("clear terminal(_).")
    assert dialogue.send("ask initial(S) & ~terminal(S).").startswith("Answer: ")
    assert "There is no clause for initial/1" in Dialogue().send("ask initial(S).")


def test_the_bound_holds_for_what_the_game_answers() -> None:
    dialogue = Dialogue(loaded(SMALL))
    dialogue.send("tell first(S) <- initial(S). bound 1.")
    said = dialogue.send("ask first(S).")
    assert said == "Query failed due to depth-bound 1."
    assert dialogue.send("2.").startswith("Answer: first(s0).")


def test_ctrl_c_ends_what_the_game_answers() -> None:
    dialogue = Dialogue(loaded("tic_tac_toe"))
    dialogue.send("tell reached(S, S).")
    dialogue.send("tell reached(S, T) <- successor(S, M, R) & reached(R, T).")
    with pytest.raises(KeyboardInterrupt), ctrl_c(worked(0.3)):
        dialogue.send("ask initial(S) & count(T, reached(S, T), N) & N < 0.")
    assert dialogue.prompt == TOP
    assert dialogue.send("ask initial(S).").startswith("Answer: initial(s0).")


def test_parameters_are_those_in_force() -> None:
    dialogue = Dialogue(loaded("hexapawn(columns=4)"))
    assert (
        dialogue.send("ask parameter(columns, N).") == "Answer: parameter(columns, 4)."
    )
