"""Views of the studio: questions and explanations, quizzes, certificates."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from browser import AXE, PROGRAM, Browser
from studio import READ, click, open_studio, run, seen

import pygame_search as ps
from pygame_search.rules import rulebook
from pygame_search.solving.certificate import read_certificate, save_certificate

pytestmark = pytest.mark.skipif(PROGRAM is None, reason="needs Chromium")

WHY_NOT = "legal(white, move(2, 1, 1, 2))"


def opened(browser: Browser, page: Path, fragment: str) -> Browser:
    """Return the studio at a link."""
    browser.size(1280, 800)
    open_studio(browser, page, fragment)
    return browser


# ---- questions -------------------------------------------------------------------


def ask(browser: Browser, question: str) -> None:
    """Type a question, and press Enter."""
    browser.run(
        "(() => { const field = document.querySelector('.question'); field.focus();"
        f" field.value = {json.dumps(question)}; }})()"
    )
    browser.press("Enter")
    browser.wait(READ)


def cells(browser: Browser) -> list[list[str]]:
    """Return the table of answers, without its buttons."""
    found: list[list[str]] = browser.run(
        "[...document.querySelectorAll('.answers tr')]"
        ".map((row) => [...row.children].slice(1).map((one) => one.textContent))"
    )
    return found


def test_answers_are_a_table(browser: Browser, page: Path) -> None:
    """They are those of the installed engine, after the moves made in the studio."""
    move = "move(2, 1, 2, 2)"
    opened(browser, page, f"#game=hexapawn&view=ask&move={move}")
    ask(browser, "legal(P, M), true(cell(C, 1, white)).")
    ours = ps.load("hexapawn").after(move).ask("legal(P, M), true(cell(C, 1, white))")
    head, *rows = cells(browser)
    assert head == ["P", "M", "C"]
    assert rows == [list(answer.values()) for answer in ours.answers]
    assert seen(browser, ".answers .soft") == [f"{len(rows)} answers"]
    ask(browser, "terminal ; role(white)")
    assert cells(browser) == [["Answer"], ["yes"]]
    ask(browser, "role(Q), terminal ; role(P) ; role(Q), parameter(columns, P)")
    assert cells(browser) == [
        ["Q", "P"], ["", "white"], ["", "black"], ["white", "3"], ["black", "3"],
    ]  # fmt: skip


def test_the_board_of_the_position(browser: Browser, page: Path) -> None:
    """It stands beside the question, if the rules draw one."""
    opened(browser, page, "#game=tic_tac_toe&move=mark(1, 1)&view=ask")
    board = ".ask .here svg"
    browser.wait(f"document.querySelector('{board}')")
    assert browser.run(f"document.querySelector('{board}').textContent").count("x") == 1
    click(browser, "[role=tab]", "Play")
    click(browser, ".moves button", "mark(2, 2)")
    browser.wait("studio.moves.length === 2")
    click(browser, "[role=tab]", "Ask")
    browser.wait(f"document.querySelector('{board}').textContent.includes('o')")
    opened(browser, page, "#game=romania&view=ask")
    assert seen(browser, ".ask .here") == []


def test_more_answers(browser: Browser, page: Path) -> None:
    """There are twenty at a time."""
    opened(browser, page, "#game=hexapawn&view=ask")
    ask(browser, "true(F), true(cell(C, R, P))")
    assert seen(browser, ".answers .soft") == ["20 answers so far"]
    assert seen(browser, ".ask [role=status]") == ["20 answers so far"]
    browser.run("document.querySelector('.answers .more').focus()")
    while browser.run("document.activeElement.className") == "more":
        browser.press("Enter")
        browser.wait(READ)
    question = "true(F), true(cell(C, R, P))"
    ours = ps.load("hexapawn").initial.ask(question, limit=1000)
    assert cells(browser)[1:] == [list(answer.values()) for answer in ours.answers]


@pytest.mark.slow
def test_what_was_found_before_a_limit_is_shown(browser: Browser, page: Path) -> None:
    """And the limit is told; without an answer, the limit alone."""
    opened(browser, page, "#game=nim&view=ask")
    ask(browser, "between(1, 1000000, X), between(1, 1000000, Y), X + Y < 4")
    assert cells(browser)[1:] == [["1", "1"], ["1", "2"], ["2", "1"]]
    assert "limit of 100,000,000 inferences" in seen(browser, ".answers")[0]


def test_faults_of_a_question(browser: Browser, page: Path) -> None:
    """Their place, their message, and what mends them."""
    opened(browser, page, "#game=hexapawn&view=ask")
    ask(browser, "legal(P, M), legl(P, M)")
    assert seen(browser, ".answers mark") == ["legl"]
    [told] = seen(browser, ".answers p")
    assert "legal" in told
    assert browser.run("document.querySelector('.question').ariaInvalid") == "true"
    ask(browser, "next(F)")
    assert seen(browser, ".answers p")[0].startswith("next/1 depends on a move")


def test_relations_to_choose_from(browser: Browser, page: Path) -> None:
    """With what their arguments are; a choice is put into the question."""
    opened(browser, page, "#game=hexapawn&view=ask")
    listed = browser.run(
        "[...document.querySelectorAll('.ask option')].map((one) => one.value)"
    )
    assert {"to(P, C, R, C1)", "legal(Role, Move)", "minimax(N, M, V)"} < {*listed}
    assert not any(one.startswith("next") for one in listed)
    for one in ("legal(Role, Move)", "terminal"):
        browser.run(
            "(() => { const list = document.querySelector('.ask select');"
            f" list.value = {json.dumps(one)};"
            " list.dispatchEvent(new Event('change')); })()"
        )
    value = browser.run("document.querySelector('.question').value")
    assert value == "legal(Role, Move), terminal"
    click(browser, ".ask .code", "true(Fluent)")
    assert cells(browser)[0] == ["Fluent"]
    run(browser, "studio.choose('delivery_robot'); await studio.settled()")
    browser.wait(READ)
    click(browser, ".ask .code", "path(Path)")
    ours = ps.load("delivery_robot").ask("path(Path)")
    assert cells(browser)[1] == [ours.answers[0]["Path"]]
    click(browser, ".answers td button")
    click(browser, ".why button", "Go to Search")
    assert seen(browser, "[aria-selected=true]") == ["Search"]


def test_why_not_by_keys(browser: Browser, page: Path) -> None:
    """The tree unfolds, and a clause in it is marked in the rules."""
    opened(browser, page, "#game=hexapawn&view=ask")
    ask(browser, WHY_NOT)
    assert seen(browser, ".answers p") == ["No."]
    browser.run("document.querySelector('.answers button').focus()")
    browser.press("Enter")
    browser.wait(f"{READ} && document.querySelector('.why .row')")
    ours = ps.load("hexapawn").initial.explain(WHY_NOT)
    assert seen(browser, ".why .says") == [ours.sentence]
    browser.press("f")
    assert "fails at" in browser.run("document.activeElement.textContent")
    for _ in range(3):  # a row, its clause, the button below it
        browser.press("Tab")
    told = browser.run("document.activeElement.textContent")
    browser.press("Enter")
    assert seen(browser, "[aria-selected=true]") == ["Rules"]
    marked = browser.run(
        "(() => { const { value, selectionStart: from, selectionEnd: to } ="
        " document.activeElement; return value.slice(from, to); })()"
    )
    assert marked.startswith("to(P, C, R, C1) :-")
    line = ps.load("hexapawn").book.text.partition(marked)[0].count("\n") + 1
    assert told == f"Show line {line}"
    click(browser, "[role=tab]", "Ask")
    click(browser, ".why .leads")
    assert seen(browser, "[aria-selected=true]") == ["Rules"]


def test_a_long_text_is_shown_to_its_end(browser: Browser, page: Path) -> None:
    """In the editor, the text is as high as its lines."""
    opened(browser, page, "#game=chess&view=rules")
    text, lines = browser.run(
        "['textarea', '.copy'].map((one) =>"
        " document.querySelector(`.editor ${one}`).clientHeight)"
    )
    assert text == lines > 2000


@pytest.mark.parametrize("nth", [1, 2])
def test_why_an_answer_holds(browser: Browser, page: Path, nth: int) -> None:
    """Each answer has a proof of its own; its states have names, and are drawn."""
    opened(browser, page, "#game=hexapawn&view=ask")
    question = "position(S), successor(S, M, S1)"
    ask(browser, question)
    browser.wait("document.querySelectorAll('.answers svg').length === 4")
    assert cells(browser)[nth][0] == "s0"
    browser.run(f"document.querySelectorAll('.answers td button')[{nth - 1}].click()")
    browser.wait(
        f"{READ} && document.querySelectorAll('.why .states svg').length === 2"
    )
    ours = ps.load("hexapawn").initial.explain(question, answer=nth)
    assert seen(browser, ".why .says") == [ours.sentence]
    start, after = seen(browser, ".why figcaption")
    assert start == "s0: the start"
    assert after == f"s1: s0, then {cells(browser)[nth][1]}"


def test_a_link_keeps_the_question(browser: Browser, page: Path) -> None:
    """It is asked when Enter is pressed, not before."""
    opened(browser, page, "#game=nim&view=ask")
    ask(browser, "legal(P, M), \\+ terminal")
    click(browser, "button", "Share")
    opened(browser, page, browser.run("location.hash"))
    assert cells(browser) == []
    browser.run("document.querySelector('.question').focus()")
    browser.press("Enter")
    browser.wait(READ)
    assert cells(browser)[:2] == [["P", "M"], ["first", "take(1, 1)"]]


def test_another_position(browser: Browser, page: Path) -> None:
    """What was answered before is pale; other rules begin anew."""
    opened(browser, page, "#game=hexapawn&view=ask")
    ask(browser, "legal(P, M)")
    run(browser, "await studio.play('move(1, 1, 1, 2)')")
    stale = "document.querySelector('.ask').classList.contains('stale')"
    assert browser.run(stale)
    assert "after 1 move" in seen(browser, "#ask-about")[0]
    ask(browser, "legal(P, M)")
    assert not browser.run(stale)
    assert "black" in [row[0] for row in cells(browser)]
    run(browser, "studio.choose('nim'); await studio.settled()")
    browser.wait(READ)
    assert seen(browser, ".answers tr") == []


# ---- quizzes ---------------------------------------------------------------------


def test_a_quiz_of_the_shelf(browser: Browser, page: Path) -> None:
    """Its questions are answered by keys; it goes on where it was left."""
    quizzes = opened(browser, page, "#view=quiz").run("studio.data.quizzes")
    games = [one["game"] for one in quizzes]
    assert 4 <= len(games) == len({*games}) <= 8
    assert {*games} < {*rulebook.names()}
    [first] = [one["quiz"] for one in quizzes if one["game"] == "hexapawn"]
    browser.run("document.querySelector('.quiz').focus()")
    right = first["questions"][0]["answers"][0]
    browser.press(str(first["questions"][0]["choices"].index(right) + 1))
    assert seen(browser, ".quiz .said")[0].startswith("Right.")
    click(browser, "[role=tab]", "Ask")
    click(browser, "[role=tab]", "Quiz")
    assert seen(browser, ".quiz .said")[0].startswith("Right.")
    for one in quizzes:
        choose = f"studio.choose({json.dumps(one['game'])})"
        run(browser, f"{choose}; await studio.settled()")
        browser.wait(READ)
        assert seen(browser, ".quiz .soft") == [one["quiz"]["introduction"]]


def test_a_quiz_takes_keys_from_its_tab(browser: Browser, page: Path) -> None:
    """And after a click on a wrong answer, which goes away as a button."""
    opened(browser, page, "#game=hexapawn")
    browser.run("document.querySelector('#tab-quiz').focus()")
    click(browser, "[role=tab]", "Quiz")
    quizzes = browser.run("studio.data.quizzes")
    [first] = [one["quiz"] for one in quizzes if one["game"] == "hexapawn"]
    question = first["questions"][0]
    right = question["choices"].index(question["answers"][0])
    wrong = next(i for i in range(len(question["choices"])) if i != right)
    browser.press("?")
    assert seen(browser, ".quiz .said") == [question["hint"]]
    chosen = f"document.querySelectorAll('.quiz .choices button')[{wrong}]"
    browser.run(f"{chosen}.focus()")
    browser.press("Enter")
    assert seen(browser, ".quiz .said")[0].startswith("Wrong.")
    assert browser.run(f"{chosen}.disabled")
    assert browser.run("document.activeElement.className") == "quiz"
    cut = "getComputedStyle(document.querySelector('.quiz .wrong')).color"
    assert browser.run(cut) == "rgb(185, 28, 28)"
    browser.run("document.activeElement.blur()")
    browser.press(str(right + 1))
    assert seen(browser, ".quiz .said")[0].startswith("Right at the second try.")


def test_other_rules_have_no_quiz(browser: Browser, page: Path) -> None:
    """The page says so, and lists the games that have one."""
    opened(browser, page, "#game=hexapawn&p.rows=4&view=quiz")
    assert "There is none for these rules" in seen(browser, ".asking")[0]
    browser.run("document.querySelector('.asking .buttons button').focus()")
    browser.press("Enter")
    browser.wait(READ)
    assert browser.run("document.activeElement.className") == "quiz"
    assert seen(browser, ".quiz h2")[0].startswith("Question 1 of ")


# ---- certificates ----------------------------------------------------------------


def exported(state: ps.State, folder: Path, **how: Any) -> str:
    """Return the lines of a certificate for the value of a position."""
    save_certificate(state.solve(**how), folder / "certificate")
    read_certificate(folder / "certificate").export(folder / "lines")
    return (folder / "lines").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The lines of a certificate for nim."""
    start = ps.load("nim(heaps=[1, 2])").initial
    return exported(start, tmp_path_factory.mktemp("certificate")).splitlines()


def given(browser: Browser, text: str, *, done: bool = True) -> None:
    """Choose a file with a text, and perhaps wait for what is said of it."""
    browser.run(
        "(() => { const field = document.querySelector('.certificate input');"
        " const files = new DataTransfer();"
        f" files.items.add(new File([{json.dumps(text)}], 'nim.jsonl'));"
        " field.files = files.files;"
        " field.dispatchEvent(new Event('change')); })()"
    )
    if done:
        browser.wait(f"{READ} && document.querySelector('.certificate .verdict p')")


def test_a_certificate(browser: Browser, page: Path, lines: list[str]) -> None:
    """What it proves, in words; a changed entry is found."""
    opened(browser, page, "#game=nim&p.heaps=[1, 2]&view=certificate")
    given(browser, "\n".join(lines))
    [verdict, trust] = seen(browser, ".verdict p")
    assert verdict.startswith("✓ Verified: value ")
    assert "WebAssembly" in trust
    entry = json.loads(lines[-1])
    entry["value"] = 1 - entry["value"]
    given(browser, "\n".join([*lines[:-1], json.dumps(entry)]))
    assert seen(browser, ".verdict p")[0].startswith("✗ Not verified: ")
    run(browser, "await studio.set([['heaps', '[1]']]); await studio.settled()")
    browser.wait(READ)
    assert "have changed" in seen(browser, ".verdict p")[0]


def test_a_certificate_of_other_parameters(
    browser: Browser, page: Path, lines: list[str]
) -> None:
    """The page says so; a button loads them, and verifies it."""
    opened(browser, page, "#game=nim&view=certificate")
    given(browser, "\n".join(lines))
    assert "parameters" in seen(browser, ".verdict p")[0]
    [load] = seen(browser, ".verdict button")
    assert load.startswith("Load nim with ")
    browser.run("document.querySelector('.verdict button').focus()")
    browser.press("Enter")
    browser.wait("document.querySelector('.certificate .right')")
    assert browser.run("document.activeElement.textContent") == "Open a certificate"
    lefts = "document.querySelector('.certificate .right').getBoundingClientRect().left"
    others = "document.querySelector('.verdict .soft').getBoundingClientRect().left"
    assert browser.run(lefts) == browser.run(others)
    assert browser.run("studio.rules.parameters") == [["heaps", "[1, 2]"]]


@pytest.mark.slow
def test_verification_is_stopped(browser: Browser, page: Path, tmp_path: Path) -> None:
    """Lines are counted meanwhile; the button ends it, and it can begin anew."""
    opened(browser, page, "#game=tic_tac_toe&view=certificate")
    start = ps.load("tic_tac_toe").initial
    given(browser, exported(start, tmp_path, strength="strong"), done=False)
    browser.wait("document.querySelector('.certificate progress').value > 500")
    assert " lines are " in seen(browser, ".certificate .buttons .soft")[0]
    click(browser, ".busy button", "Stop")
    [told] = seen(browser, ".told")
    assert told == "Verifying the certificate was ended: it was stopped."
    assert seen(browser, "progress") == seen(browser, ".verdict p") == []
    click(browser, ".certificate button", "Verify it again")
    browser.wait("document.querySelector('.certificate .right')")
    assert "5,478 states" in seen(browser, ".verdict p")[0]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("SQLite format 3\0...", "file of solve --save"),
        ("", "Expected"),
        ("role(white).", "Line 1"),
        ('{"game": "nim"}', "Line 1"),
    ],
)
def test_what_is_no_certificate(
    browser: Browser, page: Path, text: str, why: str
) -> None:
    """The page says what was expected."""
    opened(browser, page, "#game=nim&view=certificate")
    given(browser, text)
    assert why in seen(browser, ".verdict p")[0]


# ---- all -------------------------------------------------------------------------


@pytest.mark.skipif(not AXE.exists(), reason="needs axe-core: sh scripts/browser")
@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("width", [1280, 400])
def test_nobody_is_left_out(
    browser: Browser, page: Path, lines: list[str], width: int, dark: bool
) -> None:
    """With something in each view, a checker of accessibility finds nothing.

    Nothing is wider than the page.
    """
    opened(browser, page, "#game=hexapawn&view=ask")
    browser.size(width, 800, dark=dark)
    browser.run(AXE.read_text(encoding="utf-8") + "; 0")

    def judged() -> None:
        found = browser.run("axe.run(document).then((all) => all.violations)")
        assert [(one["id"], one["nodes"][0]["html"]) for one in found] == []
        assert browser.run("document.documentElement.scrollWidth") <= width

    ask(browser, f"\\+ {WHY_NOT}, position(S), successor(S, M, S1)")
    click(browser, ".answers td button")
    browser.press("o")
    browser.wait("document.querySelectorAll('.why .states svg').length === 2")
    judged()
    ask(browser, "legal(P, M), foo(M)")
    judged()
    click(browser, "[role=tab]", "Quiz")
    judged()
    click(browser, "[role=tab]", "Certificate")
    given(browser, "\n".join(lines))
    judged()
    tab = "document.querySelector('[aria-selected=true]').getBoundingClientRect()"
    assert browser.run(f"{tab}.left >= 0 && {tab}.right <= {width}")


def test_markup_is_text(browser: Browser, page: Path) -> None:
    """In questions, answers, explanations, and in a certificate and its name."""
    markup = "</script><img src=x onerror=run()>"
    quoted = f"'{markup}'"
    marked = (
        f"role(a). init({quoted}). legal(a, {quoted}). next({quoted}).\n"
        f"terminal :- true(x). goal(a, 1)."
    )
    opened(browser, page, "#game=hexapawn&view=ask")
    browser.run("globalThis.run = () => { throw new Error('run'); }; 0")
    ask(browser, f"parameter(P, X), X \\== {quoted}")
    click(browser, ".answers button")
    ask(browser, f"legal(P, {quoted})")
    click(browser, ".answers button")
    assert "<img" in seen(browser, ".why")[0]
    ask(browser, f"legal(P, {quoted}), foo('{markup}\u202e')")
    assert "<img" in seen(browser, ".answers")[0]
    run(browser, f"studio.edit({json.dumps(marked)}); await studio.settled()")
    browser.wait(READ)
    ask(browser, "true(F)")
    click(browser, ".answers button")
    assert "<img" in seen(browser, ".why")[0]
    click(browser, "[role=tab]", "Certificate")
    given(browser, json.dumps({"game": markup, "parameters": {markup: markup}}))
    body = browser.run("document.body.innerHTML")
    assert "<img" not in body
    assert "\u202e" not in browser.run("document.querySelector('main').innerText")
