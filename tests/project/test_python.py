"""The package from Python: `import pygame_search as ps`, and nothing else."""

from __future__ import annotations

import doctest
import inspect
import io
import pickle
import pkgutil
import re
import subprocess
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from dataclasses import is_dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import reference
from click.testing import CliRunner
from games import loaded
from rich.console import Console

import pygame_search as ps
from pygame_search.cli.app import command
from pygame_search.support.verbs import Verb

SECONDS = re.compile(r"\d+\.\d\d s\b")

SMALL = "nim(heaps=[1, 2])"


def printed(value: object) -> str:
    out = io.StringIO()
    with redirect_stdout(out):
        print(value)
    return SECONDS.sub("0.00 s", out.getvalue())


def run(*words: str) -> str:
    """Return what the command line prints, wide enough to break no line."""
    found = CliRunner(env={"COLUMNS": "400"}).invoke(command, words)
    assert found.exit_code == 0, found.output
    lines = SECONDS.sub("0.00 s", found.stdout).rstrip("\n").split("\n")
    return "\n".join(line.rstrip() for line in lines) + "\n"


def test_no_module_stands_in_the_place_of_a_name() -> None:
    before = {name: getattr(ps, name) for name in ps.__all__}
    path = [str(Path(ps.__file__).parent)]
    modules = [
        module.name
        for module in pkgutil.walk_packages(path, "pygame_search.")
        if not module.name.endswith("__main__")
    ]
    assert len(modules) > 200
    for module in modules:
        import_module(module)
    assert {name: getattr(ps, name) for name in ps.__all__} == before
    assert not any(inspect.ismodule(value) for value in before.values())


def test_the_facade_starts_without_what_its_verbs_import() -> None:
    program = (
        "import sys, pygame_search.game; "
        "late = ('experiments', 'explanation', 'render', 'solving', 'search.best'); "
        "print(*(n for n in sys.modules if n.startswith(tuple("
        "'pygame_search.' + one for one in late)))); "
        "print(*{'numba', 'numpy', 'scipy', 'clingo', 'rich.console'} & {*sys.modules})"
    )
    found = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert found.stdout == "\n\n"


@pytest.mark.parametrize("game", [SMALL, "tic_tac_toe", "rock_paper_scissors", "pig"])
def test_successors_are_what_the_legal_moves_lead_to(game: str) -> None:
    state = loaded(game).initial
    pairs = state.successors
    assert pairs
    assert tuple(move for move, _ in pairs) == state.legal_moves
    for move, after in pairs:
        assert type(after) is ps.State
        assert after == state.play(move)


def test_the_end_has_no_successors() -> None:
    end = loaded(SMALL).after("take(2, 2); take(1, 1)")
    assert end.terminal
    assert (end.legal_moves, end.successors) == ((), ())


def test_a_role_without_a_move_is_an_error() -> None:
    stuck = ps.load_text(
        "(role p) (init (at 1)) (<= (legal p go) (true (at 1)))"
        "(<= (next (at 2)) (does p go)) (<= terminal (true (at 3)))"
        "(<= (goal p 100) (true (at 3)))",
        syntax="kif",
    )
    with pytest.raises(ps.RulesError, match="no move is legal for p"):
        list(stuck.after("go").successors)


def test_successors_may_still_be_called() -> None:
    start = loaded(SMALL).initial
    with pytest.deprecated_call(match="leave the brackets out"):
        assert start.successors() == start.successors


def test_states_are_values() -> None:
    start = loaded(SMALL).initial
    after = start.play("take(2, 2)")
    assert start == loaded(SMALL).initial
    assert after != start
    assert len({after, start.play("take(2, 2)")}) == 1
    assert pickle.loads(pickle.dumps(after)).facts == after.facts


def cut_tree() -> ps.SearchTree:
    """Return the tree of a search that cuts branches off."""
    start = loaded("helen_and_stavros").initial
    return start.tree(method="alphabeta", depth=3)


def answers() -> dict[str, Callable[[], object]]:
    """Return one of each value of the package."""
    start = loaded(SMALL).initial
    return {
        "Game": lambda: start.game,
        "State": lambda: start,
        "Position": lambda: start.position,
        "SearchResult": start.best,
        "SearchTree": start.tree,
        "BestReasons": start.why_best,
        "EndReasons": start.why_terminal,
        "Solution": start.solve,
        "Playouts": lambda: start.playouts(games=10),
        "GameSize": lambda: start.stats(games=10),
        "Perft": lambda: start.perft(2),
        "Answers": lambda: start.ask("legal(P, M)"),
        "Explanation": lambda: start.explain("legal(P, M)"),
        "PathResult": loaded("delivery_robot").path,
        "PathReasons": lambda: ps.how_path(loaded("delivery_robot").path()),
        "NoPathReasons": lambda: ps.why_no_path(loaded("water_jugs(wanted=7)").path()),
        "CutReason": lambda: cut_tree().cuts()[0],
        "MatchResult": lambda: ps.match(SMALL, ["random", "alphabeta"], games=2),
        "Learned": lambda: ps.learn("hexapawn", games=2),
        "CheckReport": lambda: ps.check(SMALL, static=True),
        "Diagnostic": lambda: ps.check_text("role(x).", static=True).errors[0],
    }


@pytest.mark.parametrize("kind", answers())
def test_repr_is_one_line_that_names_the_value(kind: str) -> None:
    value = answers()[kind]()
    assert type(value) is getattr(ps, kind)
    text = repr(value)
    assert "\n" not in text
    assert len(text) < 200
    start = "load(" if kind == "Game" else f"<{kind}: "
    assert text.startswith(start)
    assert str(value)


def test_repr_tells_what_it_is() -> None:
    start = loaded(SMALL).initial
    assert repr(start) == f"<State: {SMALL}, first to move, 3 moves>"
    end = start.play("take(2, 2)").play("take(1, 1)")
    assert repr(end) == f"<State: {SMALL}, over, first -1, second 1>"
    assert repr(start.best(depth=3)) == (
        f"<SearchResult: {SMALL}, first plays take(2, 1), value 1 (win in 3 plies), "
        "alphabeta>"
    )
    assert repr(start.perft(2)) == "<Perft: 2 levels, 8 nodes>"
    assert repr(end.best()).startswith(f"<SearchResult: {SMALL}, no move, value")
    jugs = loaded("water_jugs(wanted=7)")
    assert repr(jugs.path(limit=2)).startswith(f"<PathResult: {jugs.call}, no path: ")


PRINTED: dict[str, tuple[Callable[[], Any], tuple[str, ...]]] = {
    "best": (
        lambda: loaded("hexapawn").initial.best(depth=2, tier="clauses"),
        ("best", "hexapawn", "--depth", "2", "--tier", "clauses"),
    ),
    "best of random": (
        lambda: loaded(SMALL).initial.best(method="random(seed=1)"),
        ("best", SMALL, "--method", "random(seed=1)"),
    ),
    "best at the end": (
        lambda: loaded(SMALL).after("take(2, 2); take(1, 1)").best(tier="clauses"),
        (
            *("best", SMALL, "--after", "take(2, 2); take(1, 1)"),
            *("--tier", "clauses"),
        ),
    ),
    "best by games": (
        lambda: loaded(SMALL).initial.best(method="uct(simulations=50)"),
        ("best", SMALL, "--method", "uct(simulations=50)"),
    ),
    "why": (
        lambda: loaded("hexapawn").initial.why_best(depth=2, tier="clauses"),
        ("best", "hexapawn", "--depth", "2", "--why", "--tier", "clauses"),
    ),
    "solve": (
        lambda: loaded("hexapawn").initial.solve(tier="clauses"),
        ("solve", "hexapawn", "--tier", "clauses"),
    ),
    "tree": (
        lambda: loaded(SMALL).initial.tree(),
        ("tree", SMALL),
    ),
    "tree at a cut": (
        lambda: cut_tree().at("cutoff:2"),
        (
            *("tree", "helen_and_stavros", "--method", "alphabeta", "--depth", "3"),
            *("--until", "cutoff:2"),
        ),
    ),
    "path": (
        lambda: loaded("delivery_robot").path(method="a_star", tier="clauses"),
        ("path", "delivery_robot", "--method", "a_star", "--tier", "clauses"),
    ),
    "path with boards": (
        lambda: loaded("river_crossing").path(tier="clauses"),
        ("path", "river_crossing", "--tier", "clauses"),
    ),
    "perft": (
        lambda: loaded(SMALL).initial.perft(3),
        ("perft", SMALL, "--depth", "3"),
    ),
    "ask": (
        lambda: loaded(SMALL).initial.ask("legal(P, M)"),
        ("ask", SMALL, "legal(P, M)"),
    ),
    "explain": (
        lambda: loaded(SMALL).initial.explain("legal(P, M)"),
        ("explain", SMALL, "legal(P, M)"),
    ),
    "ask of a game": (
        lambda: loaded("delivery_robot").ask("arc(mail_room, N, C)"),
        ("ask", "delivery_robot", "arc(mail_room, N, C)"),
    ),
    "explain of a game": (
        lambda: loaded("delivery_robot").explain("arc(mail_room, N, C)"),
        ("explain", "delivery_robot", "arc(mail_room, N, C)"),
    ),
    "match": (
        lambda: ps.match(SMALL, ["random", "alphabeta"], games=4, seed=3),
        ("match", SMALL, "random", "alphabeta", "--games", "4", "--seed", "3"),
    ),
    "learn": (
        lambda: ps.learn("hexapawn", games=4, seed=3),
        ("learn", "hexapawn", "--games", "4", "--seed", "3"),
    ),
}


@pytest.mark.parametrize("name", PRINTED)
def test_print_shows_what_the_command_line_shows(name: str) -> None:
    value, words = PRINTED[name]
    assert printed(value()) == run(*words)


def test_a_result_keeps_its_styles_for_rich() -> None:
    out = io.StringIO()
    terminal = Console(file=out, force_terminal=True, color_system="standard")
    terminal.print(loaded(SMALL).initial.best(depth=1))
    assert "\x1b[1mbest for first" in out.getvalue()


def test_the_tree_of_a_search() -> None:
    tree = cut_tree()
    assert tree.at(1).steps() == ("enter the root",)
    assert tree.at("cutoff").cut() == tree.cuts()[0]
    assert tree.svg().startswith("<svg")
    assert tree.dot().startswith("digraph")
    assert tree.as_json()["children"]
    with pytest.raises(ps.InputError, match="expected a step from 1 to"):
        tree.at(1000)
    with pytest.raises(ps.InputError, match="no event is called 'cut'"):
        tree.at("cut")


def test_a_tree_is_saved_and_drawn_again(tmp_path: Path) -> None:
    file = tmp_path / "search.json"
    tree = loaded(SMALL).initial.tree()
    tree.save(file)
    assert run("tree", "--from", str(file)) == printed(tree)


def test_a_certificate_is_written_read_and_verified(tmp_path: Path) -> None:
    file = tmp_path / "nim.strategy"
    start = loaded(SMALL).initial
    ps.save_certificate(start.solve(), file)
    certificate = ps.read_certificate(file)
    game = certificate.game()
    assert type(game) is ps.Game
    assert game.initial.best().value == 1
    for verdict in (ps.verify(file), ps.verify(certificate)):
        assert verdict.verified
        assert printed(verdict) == run("verify", str(file))
        assert repr(verdict).startswith("<Verdict: verified: value 1 in 3 plies")


def test_check_finds_what_is_wrong(tmp_path: Path) -> None:
    text = "role(x). inti(a)."
    file = tmp_path / "bad.pl"
    file.write_text(text, encoding="utf-8")
    report = ps.check(file)
    assert not report.ok
    assert {type(fault) for fault in report.diagnostics} == {ps.Diagnostic}
    own = ps.check_text(text, name="bad")
    assert [d.code for d in own.diagnostics] == [d.code for d in report.diagnostics]
    assert report.errors + report.warnings
    assert printed(own).endswith("did you mean init/1?\n3 errors, 1 warning\n")
    assert (len(own.errors), len(own.warnings)) == (3, 1)
    good = ps.check(SMALL)
    assert good.ok
    assert good.inspection is not None
    assert printed(good).startswith("nim: taken for a game, because it defines ")
    assert "nim: looked at all of its " in printed(good)
    assert ps.check(SMALL, static=True).inspection is None
    with pytest.raises(ps.InputError, match="seconds"):
        ps.check(SMALL, static=True, seconds=1.0)


@pytest.mark.parametrize("to", ["prolog", "kif", "cilog", "gdl"])
def test_converted_rules_are_the_same_game(to: str) -> None:
    text = ps.convert(loaded("tic_tac_toe"), to)
    assert text == ps.convert("tic_tac_toe", to)
    again = ps.load_text(text, syntax="kif" if to == "gdl" else to)
    assert len(again.initial.legal_moves) == 9


def test_what_cannot_be_converted_is_told() -> None:
    with pytest.raises(ps.InputError, match="syntax"):
        ps.convert("nim", "python")
    with pytest.raises(ps.InputError, match="without values for their parameters"):
        ps.convert(SMALL, "kif")
    assert "(heap 1 1)" in ps.convert(SMALL, "gdl")


def test_matches_and_learning_take_names_and_games() -> None:
    for kind in (SMALL, loaded(SMALL)):
        found = ps.match(kind, ["random", "alphabeta(depth=2)"], games=2)
        assert found.game == SMALL
    assert ps.learn(loaded("hexapawn"), games=2) == ps.learn("hexapawn", games=2)


def test_the_tier_is_passed_on() -> None:
    start = loaded(SMALL).initial
    for tier in ("clauses", "procedural"):
        assert start.perft(2, tier=tier) == start.perft(2)
        assert start.solve(tier=tier).tier == tier
        assert start.playouts(games=5, tier=tier).playouts == 5
    for verb in (start.solve, start.best, start.playouts, start.tree):
        with pytest.raises(ps.InputError, match="tier"):
            verb(tier="nobody")
    with pytest.raises(ps.InputError, match="tier"):
        loaded("delivery_robot").path(tier="nobody")


def test_every_verb_says_what_it_takes() -> None:
    for kind in (ps.Game, ps.State):
        for name, value in inspect.getmembers(kind, inspect.isfunction):
            if name.startswith("_"):
                continue
            assert value.__doc__, (kind, name)
            parameters = inspect.signature(value).parameters.values()
            if name not in ("request", "beside"):  # what the engine takes
                assert all(p.kind is not p.VAR_KEYWORD for p in parameters), name


def test_results_hold_states_of_the_door() -> None:
    result = loaded(SMALL).initial.best()
    assert {type(state) for state in result.states} == {ps.State}


def test_the_examples_of_the_package_run() -> None:
    values = [getattr(ps, name) for name in ps.__all__]
    for kind in (ps.Game, ps.State):
        verbs = [name for name, one in vars(kind).items() if isinstance(one, Verb)]
        values += [getattr(kind, name) for name in verbs]
    modules = {module for one in values if (module := inspect.getmodule(one))}
    results = [doctest.testmod(module) for module in modules]
    assert sum(found.failed for found in results) == 0
    assert sum(found.attempted for found in results) > 40


def test_the_values_can_be_pickled() -> None:
    start = loaded(SMALL).initial
    for value in (start.perft(2), start.playouts(games=2), start.ask("legal(P, M)")):
        assert pickle.loads(pickle.dumps(value)) == value
    assert is_dataclass(start.best())


def test_no_document_needs_a_deep_import() -> None:
    root = Path(ps.__file__).parent.parent
    documents = [root / "README.md", *(root / "docs").rglob("*.md")]
    assert len(documents) > 20
    # A program in Python imports the relations by the name that the lectures have.
    deep = re.compile(r"(?:from|import) pygame_search\.(?!lectures\.relations)\w+")
    for document in documents:
        assert not deep.findall(document.read_text(encoding="utf-8")), document


def test_the_reference_is_up_to_date() -> None:
    assert reference.PAGE.read_text(encoding="utf-8") == reference.page(), (
        "`sh scripts/reference` writes docs/python.md anew"
    )


def test_the_reference_has_every_name() -> None:
    names = [name for group in reference.GROUPS.values() for name in group.split()]
    assert sorted(names) == sorted(ps.__all__)
    text = reference.reference()
    for name in names:
        assert f"#### `ps.{name}`\n\n" in text
    for verb in ("best", "solve", "tree", "playouts", "perft", "ask"):
        assert f"##### `State.{verb}`\n\n" in text
    assert "##### `State.successors: Successors`" in text
    assert "object at 0x" not in text


def test_the_examples_of_the_page_run() -> None:
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner()
    text = reference.beginning()
    test = parser.get_doctest(text, {}, "python.md", str(reference.PAGE), 0)
    found = runner.run(test)
    assert (found.failed, found.attempted > 35) == (0, True)
