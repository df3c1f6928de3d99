"""`check`: the faults of rule files."""

from __future__ import annotations

import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import click
from rich.syntax import Syntax

from pygame_search.cli import complete
from pygame_search.cli.options import must_have_effect, session
from pygame_search.cli.output import console, progress
from pygame_search.cli.requests import options_of
from pygame_search.cli.streams import command, formerly, print_json, wants_json
from pygame_search.experiments.checking import (
    CheckReport,
    InspectionRequest,
    check_rules,
    fault_counts,
    whole_file,
)
from pygame_search.model.rules import called
from pygame_search.rules import codes
from pygame_search.rules.rulebook import STANDARD_INPUT, split_call
from pygame_search.rules.syntaxes import NAMES
from pygame_search.session.session import HERE
from pygame_search.support.errors import (
    InputError,
    PygameSearchError,
    RulesError,
)
from pygame_search.support.words import counted

#: How often --watch checks the files for changes, in seconds.
_PAUSE = 0.2


@command
@click.argument("files", metavar="FILE...", nargs=-1, shell_complete=complete.game)
@options_of(InspectionRequest)
@formerly(seconds="time")
@click.option(
    "--explain", metavar="CODE", help="Explain the rule behind a code, and exit."
)
@click.option(
    "--from", "given", type=click.Choice(NAMES),
    help="The syntax of the files, if their names and texts do not show it.",
)  # fmt: skip
@click.option("--watch", is_flag=True, help="Check again whenever a file is saved.")
@must_have_effect(
    "files", "static", "seconds", "given", "watch", "kind", expected="no --explain",
    when=lambda given: given["explain"] is None,
)  # fmt: skip
def check(
    files: tuple[str, ...],
    explain: str | None,
    given: str | None,
    watch: bool,
    **how: Any,
) -> None:
    """Find the faults of rule files: where each one is, and how to fix it.

    The first line says what the file was taken for and why; --as overrides that.
    If the rules have no errors, the game is run too: through all its states if they
    are few, else through random games. A fault that shows in a state is reported with
    the moves that lead there. FILE may be the name of a game, or - for standard input.
    A search program is only read; run it with `compare`.
    """
    if explain is not None:
        _explain(codes.explained(explain))
        return
    request = InspectionRequest(**how)
    if not files and session() is not None:
        files = (HERE,)
    if not files:
        raise InputError("expected a rule file, found none")
    if (count := sum(split_call(f)[0] == STANDARD_INPUT for f in files)) > 1:
        raise InputError(
            "expected `-` at most once, as standard input can be read only once, "
            f"found it {count} times"
        )
    if watch:
        if HERE in files and session() is not None:
            raise InputError("the file of the session is watched already")
        if "-" in files:
            raise InputError("standard input cannot be watched: it is read once")
        _watch(files, request, given)
    if status := _check(files, request, given):
        sys.exit(status)


def _check(
    files: tuple[str, ...], request: InspectionRequest, given: str | None
) -> int:
    """Report the faults; return the exit status."""
    reports, misuse = {}, False
    with progress("checking ...") as shown:
        for file in files:
            shown.say(f"checking {_called(file)} ...")
            reports[file], missing = _report(file, request, given)
            misuse = misuse or missing
    found = [d for report in reports.values() for d in report.diagnostics]
    errors = any(d.severity == "error" for d in found)
    status = 2 if misuse else 1 if errors else 0
    if wants_json():
        inspected = {
            file: report.inspection.as_json()
            for file, report in reports.items()
            if report.inspection is not None
        }
        diagnostics = [d.as_json() for d in found]
        kinds = {
            file: None if report.kind is None else report.kind.as_json()
            for file, report in reports.items()
        }
        refused = {file: its.refused for file, its in reports.items() if its.refused}
        print_json(
            {"kinds": kinds, "diagnostics": diagnostics, "inspected": inspected,
             "refused": refused}
        )  # fmt: skip
        return status
    for report in reports.values():
        for line in report.taken():
            click.echo(line)
        for diagnostic in report.diagnostics:
            click.echo(str(diagnostic), err=diagnostic.severity == "error")
        for line in report.hints():
            click.echo(line)
    for report in reports.values() if len(files) == 1 else ():
        for line in report.inspected():
            console().print(line)
    many = counted(len(files), "file", "files")
    console().print(f"{many}: {fault_counts(found)}")
    return status


def _called(file: str) -> str:
    here = session()
    return here.rules.name if here is not None and file == HERE else file


def _report(
    file: str, request: InspectionRequest, syntax: str | None
) -> tuple[CheckReport, bool]:
    """Return the faults of a file, and whether the file is missing."""
    name = _called(file)
    try:
        here = session()
        if here is not None and file == HERE:
            book, parameters = here.rules.book, [*here.rules.parameters.items()]
        else:
            book, parameters = called(file, syntax)
        book = replace(book, kind=request.kind or book.kind)
        report = check_rules(book, parameters, seconds=request.limit, name=name)
        return report, False
    except PygameSearchError as error:
        faults = error.diagnostics if isinstance(error, RulesError) else ()
        report = CheckReport(name, faults or (whole_file(file, error),))
        return report, isinstance(error, InputError)


def _explain(code: codes.Code) -> None:
    if wants_json():
        print_json(code.as_json())
        return
    out = console()
    out.print(f"{code.name} ({code.severity})", style="bold")
    out.print(code.rule, soft_wrap=False)
    lexer = "common-lisp" if code.syntax == "kif" else "prolog"
    for title, text in (("wrong", code.wrong), ("right", code.right)):
        if text:
            out.print(f"\n{title}:", style="bold")
            out.print(Syntax(text, lexer, background_color="default"))


def _watch(
    files: tuple[str, ...], request: InspectionRequest, given: str | None
) -> None:
    """Check again whenever a file changes, until Ctrl-C."""
    seen: dict[str, Any] = {}
    while True:
        now = {file: _saved(file) for file in files}
        changed = tuple(file for file in files if now[file] != seen.get(file))
        if changed:
            _check(changed, request, given)
            seen = now
        time.sleep(_PAUSE)


def _saved(file: str) -> tuple[int, int]:
    """Return what changes when a file is saved."""
    try:
        state = Path(file).stat()
    except (OSError, ValueError):
        return (0, 0)
    return (state.st_mtime_ns, state.st_size)
