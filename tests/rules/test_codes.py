"""Each diagnostic code is explained by clauses that have the fault, and mended ones."""

from __future__ import annotations

import re

import pytest

import pygame_search as ps
from pygame_search.experiments.inspection.game import inspect
from pygame_search.model.rules import examine
from pygame_search.programs.program import SearchProgram
from pygame_search.rules.codes import CODES, LANGUAGES, Code, explained
from pygame_search.rules.rulebook import Rulebook
from pygame_search.support.diagnostic import Diagnostic
from pygame_search.support.errors import InputError
from pygame_search.support.resources import logic_folder

#: A sound rule file of each syntax; the clauses of a code stand at its end.
GAMES = {
    "prolog": """\
role(white).
role(black).
init(control(white)).
legal(P, go) :- true(control(P)).
next(control(black)) :- true(control(white)).
terminal :- true(control(black)).
goal(P, 1) :- true(control(P)).
goal(P, 0) :- role(P), \\+ true(control(P)).
""",
    "kif": """\
(role white)
(role black)
(init (control white))
(<= (legal ?p go) (true (control ?p)))
(<= (legal ?p wait) (role ?p) (not (true (control ?p))))
(<= (next (control black)) (true (control white)))
(<= terminal (true (control black)))
(<= (goal ?p 100) (true (control ?p)))
(<= (goal ?p 0) (role ?p) (not (true (control ?p))))
""",
    "infix": """\
role(white).
role(black).
init(control(white)).
legal(P, go) :- true(control(P)).
legal(P, wait) :- role(P), not true(control(P)).
next(control(black)) :- true(control(white)).
terminal :- true(control(black)).
goal(P, 100) :- true(control(P)).
goal(P, 0) :- role(P), not true(control(P)).
""",
    "hrf": """\
role(white)
role(black)
init(control(white))
legal(P,go) :- true(control(P))
legal(P,wait) :- role(P) & ~true(control(P))
next(control(black)) :- true(control(white))
terminal :- true(control(black))
goal(P,100) :- true(control(P))
goal(P,0) :- role(P) & ~true(control(P))
""",
    "cilog": """\
role(white).
role(black).
init(control(white)).
legal(P, go) <- true(control(P)).
next(control(black)) <- true(control(white)).
terminal <- true(control(black)).
goal(P, 1) <- true(control(P)).
goal(P, 0) <- role(P) & ~true(control(P)).
""",
}

#: Codes whose clauses are the whole file.
ALONE = {
    "misspelt",
    "missing",
    "neighbours_type",
    "no_game",
    "no_init",
    "no_question",
    "no_rules",
    "other_name",
    "own_search",
    "start_twice",
    "visited_list",
    "wrong_cost",
}

#: Codes that only running shows; their clauses are a whole game.
DYNAMIC = {
    "at_once",
    "drawn_twice",
    "endless",
    "goal_outside",
    "goal_sum",
    "goal_twice",
    "goal_undefined",
    "idle_noop",
    "kept",
    "lost",
    "never_moves",
    "over_at_start",
    "repetition",
    "sees_nothing_hidden",
    "stuck",
    "turns",
    "unknown_legal",
    "unwinnable",
}

#: Codes that only a walk through a state space shows; their clauses are a whole one.
OF_SPACES = {"no_goal_reached", "overestimate", "wrong_estimate"}

#: Faults for which a state is not expanded; their clauses are a whole game.
REACHED = {"chance_weight", "huge_number", "huge_term", "too_many_joint_moves"}

#: Limits that take seconds to reach, or that the game is not loaded for.
LIMITS = REACHED | {"out_of_memory", "too_many_roles", "too_much_work"}

#: The codes of faults that only search programs have; their clauses are a whole one.
OF_PROGRAMS = {"open_gap"}

#: What `wrong` abridges.
LARGE = {
    "long_name": f"title({'a' * 1_001}).",
    "too_deep": f"p({'f(' * 300}a{')' * 300}).",
    "too_long": f"squares([{'a1, ' * 30_000}h8]).",
    "too_many": "10 PRINT 1.\n" * 1_000,
    "too_many_literals": f"full :- {'role(white), ' * 1_001}role(white).",
    "too_wide": f"init(board({'0, ' * 1_001}0)).",
}


#: The codes of faults that reading the rules shows.
STATIC = [
    code for code in CODES.values() if code.name not in DYNAMIC | OF_SPACES | LIMITS
]


def faults(code: Code, clauses: str) -> tuple[Diagnostic, ...]:
    if code.name in OF_PROGRAMS:
        return SearchProgram(Rulebook("file", "file", clauses + "\n")).warnings
    alone = code.name in ALONE | DYNAMIC | OF_SPACES
    text = clauses if alone else GAMES[code.syntax] + clauses
    book = Rulebook("file", "file", text + "\n", code.syntax)
    try:
        return examine(book.with_included())
    except ps.RulesError as error:
        return error.diagnostics


def page() -> str:
    """The page of all codes, in Markdown, as their attributes make it."""
    languages = {syntax: language for language, syntax in LANGUAGES.items()}
    parts = [
        "# What `check` says",
        "",
        "Each diagnostic has a code in brackets at its end; `pygame-search check "
        "--explain CODE` shows its entry here: the command reads this page.",
    ]
    for code in CODES.values():
        parts += ["", f"## {code.name}", "", f"*{code.severity}*. {code.rule.strip()}"]
        for title, text in (("Wrong", code.wrong), ("Right", code.right)):
            if text:
                fence = f"```{languages[code.syntax]}"
                parts += ["", f"{title}:", "", fence, text, "```"]
    return "\n".join(parts) + "\n"


def test_the_page_of_all_codes() -> None:
    """Nothing on the page is passed over when it is read."""
    path = logic_folder().parent / "docs" / "codes.md"
    assert path.read_text(encoding="utf-8") == page()


def test_codes_are_sorted_and_named() -> None:
    assert list(CODES) == sorted(CODES)
    assert all(name == code.name for name, code in CODES.items())


@pytest.mark.parametrize("syntax", GAMES)
def test_games_are_sound(syntax: str) -> None:
    assert examine(Rulebook("file", "file", GAMES[syntax], syntax)) == ()


@pytest.mark.parametrize("code", STATIC, ids=lambda code: code.name)
def test_wrong_has_the_fault(code: Code) -> None:
    found = faults(code, LARGE.get(code.name, code.wrong))
    assert code.name in {fault.code for fault in found}
    assert {fault.code for fault in found} <= set(CODES)
    if code.syntax != "kif":
        severities = {fault.severity for fault in found if fault.code == code.name}
        assert code.severity in severities


@pytest.mark.parametrize("code", STATIC, ids=lambda code: code.name)
def test_right_has_it_no_more(code: Code) -> None:
    found = faults(code, code.right)
    assert code.name not in {fault.code for fault in found}
    assert not [str(fault) for fault in found if fault.severity == "error"] or (
        code.name in ("no_rules", "misspelt")
    )


@pytest.mark.parametrize("name", sorted(DYNAMIC))
def test_only_running_shows_it(name: str) -> None:
    code = CODES[name]
    assert [str(fault) for fault in faults(code, code.wrong)] == []
    assert [str(fault) for fault in faults(code, code.right)] == []
    wrong = inspect(ps.load_text(code.wrong, syntax=code.syntax))
    assert wrong.exhaustive
    assert name in {finding.code for finding in wrong.findings}
    right = inspect(ps.load_text(code.right, syntax=code.syntax))
    assert right.findings == ()


@pytest.mark.parametrize("name", sorted(OF_SPACES))
def test_a_walk_through_the_nodes_shows_it(name: str) -> None:
    code = CODES[name]
    assert [str(fault) for fault in faults(code, code.wrong)] == []
    assert [str(fault) for fault in faults(code, code.right)] == []
    wrong = ps.check_text(code.wrong)
    assert [(one.code, one.severity) for one in wrong.diagnostics] == [
        (name, code.severity)
    ]
    assert ps.check_text(code.right).diagnostics == ()


@pytest.mark.parametrize("name", sorted(REACHED))
def test_a_limit_that_a_state_reaches(name: str) -> None:
    code = CODES[name]
    wrong = inspect(ps.load_text(code.wrong, syntax=code.syntax))
    assert name in {finding.code for finding in wrong.findings}
    assert wrong.unseen
    right = inspect(ps.load_text(code.right, syntax=code.syntax))
    assert name not in {finding.code for finding in right.findings}
    assert not right.unseen


def test_too_many_roles() -> None:
    code = CODES["too_many_roles"]
    with pytest.raises(ps.LimitError) as caught:
        ps.load_text(GAMES["prolog"] + code.wrong)
    assert (caught.value.code, caught.value.line) == (code.name, 1)


@pytest.mark.parametrize("code", CODES.values(), ids=lambda code: code.name)
def test_words(code: Code) -> None:
    assert code.severity in ("error", "warning")
    assert code.syntax in GAMES
    assert re.fullmatch(r"\w.*[.)]", code.rule)
    assert "!" not in code.rule
    assert "  " not in code.rule
    for clauses in (code.wrong, code.right):
        assert clauses == clauses.strip()
        assert all(len(line) <= 80 for line in clauses.splitlines())


def test_explained() -> None:
    assert explained("cut") is CODES["cut"]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("singelton", "no diagnostic code 'singelton': did you mean singleton?"),
        ("Cut", "no diagnostic code 'Cut': did you mean cut?"),
        ("xyzzy", "no diagnostic code 'xyzzy'"),
    ],
)
def test_unknown_code(name: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        explained(name)
    assert str(caught.value) == message
