"""`compare`: the two forms of a search, side by side."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

import click

from pygame_search.cli.options import (
    SearchType,
    Start,
    Weighing,
    given,
    live_option,
    must_have_effect,
    refuse,
    session,
    start_of,
    start_options,
    takes,
    weight_options,
)
from pygame_search.cli.output import console, progress
from pygame_search.cli.requests import options_of
from pygame_search.cli.streams import command, print_json, wants_json
from pygame_search.experiments.knowledge_forms import OF_KNOWLEDGE, compare_knowledge
from pygame_search.experiments.lecture_forms import (
    LectureForms,
    compare_lecture,
    compare_path_lecture,
    lecture_name,
    must_have_forms,
    variant,
)
from pygame_search.experiments.twins import (
    DEPTH,
    CompareRequest,
    Source,
    compare_paths,
)
from pygame_search.experiments.twins import compare as compared
from pygame_search.explanation.searches.compared import (
    compared_page,
    lecture_page,
    program_page,
)
from pygame_search.game import Game, State
from pygame_search.programs.comparison import (
    ComparisonRequest,
    ProgramComparison,
    compare_program,
    first_wrong,
    usual_search,
)
from pygame_search.programs.program import lecture
from pygame_search.programs.program import start as first_state
from pygame_search.programs.python_program import (
    SUFFIX,
    Program,
    PythonProgram,
    read_program,
)
from pygame_search.render.comparison import figures, print_sources, verdict
from pygame_search.rules.syntaxes import OF_SUFFIX
from pygame_search.search.core.methods import MethodCall
from pygame_search.search.paths import path_call
from pygame_search.support.errors import InputError
from pygame_search.support.printing import table


class _MethodOrProgram(SearchType):
    """A method, or the file of a search program."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> Any:
        """Return a MethodCall, a Program, or the name of a lecture."""
        if value in OF_KNOWLEDGE:
            return value
        if isinstance(value, str) and Path(value).suffix in (*OF_SUFFIX, SUFFIX):
            return read_program(value)
        if isinstance(value, str):
            value = variant(value)
        return super().convert(value, param, ctx)


@command
@click.argument("method", metavar="METHOD|FILE", type=_MethodOrProgram())
@start_options()
@options_of(CompareRequest)
@weight_options
@click.option(
    "--engine", is_flag=True,
    help="Show the engine's two forms instead of the lecture's.",
)  # fmt: skip
@options_of(ComparisonRequest, only=("positions", "seed"))
@takes("open")
@click.option(
    "--format", "form", type=click.Choice(["text", "html"]), default="text",
    show_default=True,
    help="The format of the answer; html is a page with both sources, which steps "
    "through the search.",
)  # fmt: skip
@live_option
@must_have_effect(
    "form", expected="no --json, which has its own form",
    when=lambda _: not wants_json(),
)  # fmt: skip
@must_have_effect(
    "positions", "seed", expected="the FILE of a search program",
    when=lambda options: isinstance(options["method"], Program),
)  # fmt: skip
@must_have_effect(
    "weights", "weights_file", "engine", "live",
    expected="a METHOD",
    when=lambda options: isinstance(options["method"], MethodCall),
)  # fmt: skip
def compare(
    method: MethodCall | Program | str,
    start: Start,
    role: str | None,
    depth: int | None,
    weighing: Weighing,
    form: str,
    engine: bool,
    live: bool,
    **how: Any,
) -> int:
    """Show a search in Prolog and in Python, and run both in a position of GAME.

    METHOD is written as in "alphabeta(fail=hard)". Searches for a path need a state
    space or a game of one role. Without parameters, the lecture's form of METHOD is
    shown, and its answers beside the engine's. With parameters, --engine or --json, the
    engine's two forms are compared event by event. FILE is a search program of your
    own, in .pl, .cil or .py. Its value, best and path are compared with the engine's,
    at the start (or the position that --after or --state names) and in random positions
    after it. The exit status is 0 if they agree, and 1 if they differ.
    """
    stepped = form == "html"
    if isinstance(method, str):
        return _of_knowledge(method, start, stepped, role=role, depth=depth)
    if not isinstance(method, MethodCall):
        return _program(method, start, stepped, role=role, depth=depth, **how)
    game = start.game()
    own = given("weights") or given("weights_file") or wants_json()
    if (call := path_call(game, method)) is not None:
        refuse(("role", "depth", "weights", "weights_file"), "not for a path search")
        begin = start_of(game, start)
        with progress("searching ..."):
            if lecture_name(call) and not engine and not own:
                forms = compare_path_lecture(game, call, start=begin)
                return _lecture(forms, begin or first_state(game), stepped, live)
            found = compare_paths(game, call, start=begin)
    else:
        must_have_forms(method)
        if not lecture_name(method) or engine or own:
            method.must_be_twofold()
        state = start.state(game)
        if lecture_name(method) and not engine and not own:
            if not method.method.has("depth"):
                refuse(("depth",), f"{method.method.name} has no depth")
            plies = depth or (method.method.has("depth") and method["depth"]) or DEPTH
            with progress("searching ..."):
                forms = compare_lecture(
                    state, method, role=role, depth=plies, record=stepped
                )
            return _lecture(forms, state, stepped, live)
        used = weighing.of(game, method)
        with progress("searching ..."):
            found = compared(state, method, role=role, depth=depth, weights=used)
    if stepped:
        click.echo(compared_page(found, game, live=live))
    elif wants_json():
        print_json(found.as_json())
    else:
        out = console()
        print_sources(out, *found.sources)
        out.print(table("", "clauses", "procedure", rows=figures(found)))
        out.print()
        first, *more = verdict(found, game)
        out.print(first, style="bold")
        for line in more:
            out.print(line)
    return 0 if found.same else 1


def _of_knowledge(
    name: str, start: Start, stepped: bool, *, role: str | None, depth: int | None
) -> int:
    """Show a lecture's form of what starts from the knowledge of a role."""
    if name == "belief":
        refuse(("depth",), "belief has no depth")
    if wants_json():
        raise InputError(f"--json: {name} has the lecture's form only")
    state = start.state(start.game())
    with progress("searching ..."):
        found = compare_knowledge(name, state, role=role, depth=depth or DEPTH)
    return _lecture(found, state, stepped, False)


def _lecture(found: LectureForms, start: State, stepped: bool, live: bool) -> int:
    """Show the lecture's form of a search, perhaps as a page that steps through it."""
    if stepped:
        click.echo(lecture_page(found, start, live=live))
        return 0 if found.same else 1
    out = console()
    print_sources(out, *found.sources)
    out.print(table("", "clauses", "procedure", "engine", rows=found.rows))
    out.print()
    out.print(found.verdict, style="bold")
    for note in found.notes:
        out.print(note)
    return 0 if found.same else 1


def _program(
    program: Program,
    start: Start,
    stepped: bool,
    **how: Any,
) -> int:
    """Compare a search program with the engine, perhaps as a page."""
    for warning in program.warnings:
        click.echo(f"{warning}\n", err=True)
    game = start.game()
    with progress("searching ..."):
        state = start.state(game) if start.typed else None
        how |= {"state": state, "effort": usual_search(game)}
        found = compare_program(program, game, **how)
    if stepped:
        books = [program.book]
        if (name := usual_search(game)) is not None:
            books.append(lecture(name).book)
        sources = [Source(Path(book.file).name, book.text) for book in books]
        click.echo(program_page(found, sources))
    elif wants_json():
        print_json(found.as_json())
    else:
        console().print(found)
        for line in _how_asked(program, game, start, found):
            console().print(line)
    return 0 if found.same else 1


def _how_asked(
    program: Program, game: Game, start: Start, found: ProgramComparison
) -> list[str]:
    """Return the lines with the commands that explain the first wrong answer."""
    wrong = first_wrong(found.items)
    asked = "" if wrong is None else wrong.goal
    if wrong is None or not asked or session() or isinstance(program, PythonProgram):
        return []
    after = [*([] if start.after is None else [start.after]), *wrong.after]
    if after and game.space == "book":  # there a question begins at the start
        return []
    words = [start.name or found.game, asked, "--program", program.book.file]
    words += [] if start.facts is None else ["--state", start.facts]
    if start.moves is not None:
        if after:  # no command takes both
            return []
        words += ["--moves", str(start.moves)]
    words += ["--after", "; ".join(after)] if after else []
    line = shlex.join(words)
    explained = [
        "\nto see how the program comes to it:",
        f"  pygame-search explain {line}",
    ]
    stepped = [
        "\nto see each step of the program:",
        f"  pygame-search ask {line} --steps",
    ]
    return stepped if wrong.note or wrong.question == "path" else explained + stepped
