"""Rule sheets of GDL-II beside the same games as rule files of our own."""

from __future__ import annotations

import random
import re
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner
from pure_strategies import bounds, normal_form

from pygame_search.cli.app import command
from pygame_search.game import Game, State, convert, load, load_text
from pygame_search.grading.in_step import in_step
from pygame_search.machine.belief import ClauseBeliefs, ExpandedBeliefs, view_after
from pygame_search.model.rules import examine
from pygame_search.model.view import without_percepts
from pygame_search.oracle.interpreter import Oracle
from pygame_search.rules.rulebook import Rulebook

FOLDER = Path(__file__).parent / "hidden_sheets"

#: What each game is worth to its first role, and why.
VALUES = {
    # With three chances of nine, as an answer leaves three codes to tell apart.
    "master": "100/3",
    # To change wins after a good night with 2/3, after a bad one with 1/3.
    "goats": "50",
    # With a breeze at the start to leave is best, else a look shows where the pit is.
    "cave": "80",
    # Its normal form, below.
    "liar": None,
    # Only that both forms are worth the same.
    "krieg": None,
}


def sheet(name: str) -> str:
    return str(FOLDER / f"{name}.kif")


def term(text: str) -> str:
    """Return a term in KIF as it is written in Prolog."""
    words = iter(re.findall(r"[()]|[^\s()]+", text))

    def one(word: str) -> str:
        if word != "(":
            return word
        inside = [*iter_terms()]
        name, *arguments = inside
        return f"{name}({', '.join(arguments)})" if arguments else name

    def iter_terms() -> list[str]:
        found: list[str] = []
        for word in words:
            if word == ")":
                return found
            found.append(one(word))
        return found

    return one(next(words))


def test_terms() -> None:
    assert term("(sees ann (card 1))") == "sees(ann, card(1))"
    assert term("noop") == "noop"


def step_of(one: State, other: State, source: random.Random) -> tuple[State, State]:
    """Return both states after the same random joint move."""
    joint = [source.choice(one.legal[role]) for role in one.game.roles]
    return one.play_joint(joint), other.play_joint([*map(term, joint)])


def known(
    game: Game, state: State, role: str
) -> tuple[object, dict[frozenset[str], Fraction]]:
    """Return the view and the belief of a role, in the terms of Prolog."""
    read = term if game.book.syntax == "kif" else str
    perceiving = game.with_percepts()
    assert state.line is not None
    view = view_after(perceiving, role, state.line)
    found: list[dict[frozenset[str], Fraction]] = []
    for beliefs in (ClauseBeliefs(perceiving), ExpandedBeliefs(perceiving.machine)):
        belief: dict[frozenset[str], Fraction] = {}
        for key, weight in beliefs.of(view).items():
            facts = perceiving.machine.facts(key)
            plain = frozenset(map(read, without_percepts(facts)))
            belief[plain] = belief.get(plain, Fraction(0)) + weight
        found.append(belief)
    assert found[0] == found[1]
    steps = [(read(s.move), {*map(read, s.percepts)}, s.over) for s in view.steps]
    return steps, found[0]


@pytest.mark.parametrize("name", VALUES)
def test_both_forms_are_one_game(name: str) -> None:
    """Random games: legal moves, ends, goals, percepts and beliefs."""
    source = random.Random(name)
    kif, own = load(sheet(name)), load(str(FOLDER / f"{name}.pl"))
    assert kif.hidden
    assert kif.roles == own.roles
    for _ in range(12):
        one, other = kif.initial, own.initial
        while not one.terminal:
            assert not other.terminal
            assert {r: {*map(term, m)} for r, m in one.legal.items()} == {
                role: {*moves} for role, moves in other.legal.items()
            }
            one, other = step_of(one, other, source)
        assert other.terminal
        assert dict(one.goals) == dict(other.goals)
        for role in kif.players:
            assert known(kif, one, role) == known(own, other, role)


@pytest.mark.parametrize("name", VALUES)
def test_the_value(name: str) -> None:
    found = {
        str(file): load(str(file), tier=tier).initial.equilibrium()
        for file, tier in (
            (FOLDER / f"{name}.kif", "clauses"),
            (FOLDER / f"{name}.pl", "native"),
        )
    }
    values = {next(iter(one.values.values())) for one in found.values()}
    assert len(values) == 1
    assert all(one.exploitability == 0 for one in found.values())
    if VALUES[name] is not None:
        assert values == {Fraction(VALUES[name] or 0)}


def test_the_value_of_the_normal_form() -> None:
    oracle = Oracle((FOLDER / "liar.kif").read_text("utf-8"), "kif")
    lowest, highest = bounds(normal_form(oracle))
    [role, *_] = load(sheet("liar")).initial.equilibrium().values.items()
    assert role[0] == "ann"
    assert float(role[1]) == pytest.approx(lowest, abs=1e-7)
    assert float(role[1]) == pytest.approx(highest, abs=1e-7)


@pytest.mark.parametrize("name", VALUES)
def test_converted_it_is_the_same_game(name: str) -> None:
    """Percepts included, as `grade` compares them."""
    game = load(str(FOLDER / f"{name}.pl"))
    other = load_text(convert(load(sheet(name)), "prolog"))
    found = in_step(other, game, positions=400, seconds=20)
    assert found.same
    assert found.asked["percepts"] > 10


@pytest.mark.parametrize("name", VALUES)
def test_check_has_nothing_to_say(name: str) -> None:
    text = Path(sheet(name)).read_text("utf-8")
    assert examine(Rulebook(name, f"{name}.kif", text, "kif")) == ()


@pytest.mark.parametrize(
    ("words", "answer", "said"),
    [
        (("check",), "", "0 errors, 0 warnings"),
        (("show", "--after", "{after}", "--view", "{role}"), "", "perceived"),
        (
            ("best", "--after", "{after}", "--role", "{role}", "--time", "1"),
            "",
            "best for",
        ),
        (("solve",), "", "knows, and does"),
        (("play", "--seed", "1", "--time", "0.1"), "quit\n", ""),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else None,
)
@pytest.mark.parametrize(
    ("name", "role", "after"),
    [
        ("krieg", "x", "(mark 1 1); (mark 1 1)"),
        ("master", "guesser", "(hide red blue); (guess red red)"),
        ("goats", "candidate", "(hide 1 good); (choose 1); (open 2)"),
        ("liar", "bob", "(roll 1); (name 2)"),
        ("cave", "explorer", "(dig 2 1)"),
    ],
)
def test_commands(
    name: str, role: str, after: str, words: tuple[str, ...], answer: str, said: str
) -> None:
    first, *rest = (word.format(role=role, after=after) for word in words)
    found = CliRunner().invoke(command, [first, sheet(name), *rest], input=answer)
    assert found.exit_code == 0, found.output
    assert said in found.output
