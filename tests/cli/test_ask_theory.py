"""`ask` answers questions to theories, as SWI-Prolog itself does."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pygame_search.cli.app import command

FOLDER = Path(__file__).parent.parent / "rules" / "pasted"
FAMILY, LISTS, WIRING = FOLDER / "family.pl", FOLDER / "lists.pl", FOLDER / "wiring.cil"


def ask(file: Path, question: str, *words: str) -> Result:
    return CliRunner().invoke(command, ["ask", str(file), question, *words])


def by_prolog(file: Path, goal: str, name: str) -> list[str]:
    """Return the different values of a variable of a goal, in order."""
    words = f"forall(({goal}), (writeq({name}), nl))"
    done = subprocess.run(
        ["swipl", "-q", "-g", words, "-t", "halt", file],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60,
        check=True,
    )  # fmt: skip
    return list(dict.fromkeys(done.stdout.splitlines()))


@pytest.mark.parametrize(
    "question",
    [
        "ancestor(pam, X)",
        "ancestor(X, jim)",
        r"parent(X, Y), \+ female(Y)",
        r"parent(X, Y), parent(Y, _), X \= tom",
        "(female(X) ; parent(X, ann))",
    ],
)
def test_the_answers_are_those_of_prolog(question: str) -> None:
    done = ask(FAMILY, question, "--json")
    found = [answer["X"] for answer in json.loads(done.output)["answers"]]
    assert list(dict.fromkeys(found)) == by_prolog(FAMILY, question, "X") != []


def test_yes_no_and_limits() -> None:
    assert ask(FAMILY, "ancestor(pam, jim)").output == "yes\n"
    no = ask(FAMILY, "ancestor(jim, pam)")
    assert (no.output, no.exit_code) == ("no\n", 1)
    some = ask(LISTS, "app(X, Y, Z)", "--limit", "2").output
    assert some.splitlines()[-1] == "... and more: --limit asks for them"
    assert ask(LISTS, "app(X, Y, [a, b])").output.splitlines() == [
        "X = [], Y = [a, b]", "X = [a], Y = [b]", "X = [a, b], Y = []",
    ]  # fmt: skip
    assert ask(WIRING, "lit(L)").output == "L = l1\n"


def test_a_deep_proof_is_found(tmp_path: Path) -> None:
    file = tmp_path / "deep.pl"
    file.write_text("len([], z).\nlen([_|T], s(N)) :- len(T, N).\n")
    deep = f"len([{', '.join('a' * 200)}], N)"
    assert ask(file, deep, "--json").output.count("s(") == 200


def test_a_proof_without_end_is_said(tmp_path: Path) -> None:
    file = tmp_path / "endless.pl"
    file.write_text("way(X, Y) :- way(X, Z), way(Z, Y).\nway(a, b).\n")
    done = ask(file, "way(b, a)", "--time", "2")
    assert done.exit_code == 1
    assert "error: a proof may be deeper than 27,000 nested clauses" in done.output


def test_what_ends_the_search_after_an_answer_is_said(tmp_path: Path) -> None:
    file = tmp_path / "open.pl"
    file.write_text("p(a).\np(X) :- \\+ q(X).\nq(b).\n")
    done = ask(file, "p(X)")
    assert done.output.startswith("X = a\nit cannot be said whether there are more")


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("ancestr(X, Y)", "there is no clause for ancestr/2; did you mean ancestor/2?"),
        ("parent(X", "question:1:7: error: syntax error: `(` is not closed"),
        ("parent(X, Y) & female(X)", "write `,`"),
        (r"\+ female(X)", r"\+ female(X) was asked too early"),
    ],
)
def test_what_cannot_be_answered_is_said(question: str, said: str) -> None:
    done = ask(FAMILY, question)
    assert done.exit_code == 2
    assert said in done.output


def test_a_theory_has_no_positions() -> None:
    done = ask(FAMILY, "parent(X, Y)", "--after", "a")
    assert done.exit_code == 2
    assert "--after: expected a game; " in done.output
    assert "taken for a theory" in done.output
