"""`solve`: the proven value of a position."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from pygame_search.cli.options import (
    Start,
    WordType,
    must_have_effect,
    plot_option,
    refuse,
    start_options,
    takes,
)
from pygame_search.cli.output import answer, progress, raise_interrupt
from pygame_search.cli.requests import options_of
from pygame_search.cli.saved import goals_words, played_words
from pygame_search.cli.streams import command, formerly, print_json, wants_json
from pygame_search.engine.bridge import when_stuck
from pygame_search.game import State
from pygame_search.machine.clauses import ClauseMachine
from pygame_search.model.rules import CHANCE
from pygame_search.page.file import Part, page, told
from pygame_search.page.played import played_data, values_data
from pygame_search.render.plot import Curve, Panel, must_draw, plot
from pygame_search.search.core.setup import checked_role
from pygame_search.search.core.tiers import compiled, is_compiled
from pygame_search.session.path_types import FILE
from pygame_search.solving.cycles import glance
from pygame_search.solving.hidden.best_response import best_response
from pygame_search.solving.hidden.equilibrium import (
    Equilibrium,
    EquilibriumRequest,
    equilibrium,
)
from pygame_search.solving.hidden.equilibrium_file import save_equilibrium
from pygame_search.solving.hidden.regret import METHODS as BY_REGRET
from pygame_search.solving.hidden.regret import SAMPLED
from pygame_search.solving.hidden.solver import METHODS as OF_EQUILIBRIA
from pygame_search.solving.line import MOST, Line, line
from pygame_search.solving.solution import (
    Entry,
    Solution,
    plies_from,
    root_worth,
    worth_text,
)
from pygame_search.solving.solve import METHODS, SolveRequest
from pygame_search.solving.solve import solve as solve_position
from pygame_search.state_text import outcome_text
from pygame_search.support import checksummed_file
from pygame_search.support.errors import InputError, error_json, error_text
from pygame_search.support.escapes import visible
from pygame_search.support.printing import plain_text
from pygame_search.support.requests import options
from pygame_search.support.words import conjoined

#: The options of `solve` besides the method, which may also be one for equilibria.
_EXCEPT_METHOD = {one.name for one, _ in options(SolveRequest)} - {"method"}

#: The options that only solutions of open games have.
_OF_SOLUTIONS = ("strength", "draw", "nodes", "memory", "threads", "form")

#: How many states are searched for a cycle of moves before the work begins.
_GLANCE = 200

#: A page lists the entries of a solution with at most this many states.
_LISTED = 100


@command
@start_options()
@options_of(SolveRequest, only=_EXCEPT_METHOD)
@click.option(
    "--method", metavar="METHOD", type=WordType((*METHODS, *OF_EQUILIBRIA)),
    help=f"The method: {', '.join(METHODS)}; by default alphabeta, and retrograde for "
    "a strong solution or where play can go on for ever. With hidden information: "
    f"{', '.join(OF_EQUILIBRIA)}.",
)  # fmt: skip
@options_of(EquilibriumRequest, only=("iterations", "exploitability", "seed"))
@plot_option("the exploitability by the iterations")
@must_have_effect(
    "iterations", "exploitability", "plots",
    expected=f"--method {conjoined(BY_REGRET, 'or')}",
    when=lambda given: given["method"] in BY_REGRET,
)  # fmt: skip
@must_have_effect(
    "seed", expected=f"--method {SAMPLED}",
    when=lambda given: given["method"] == SAMPLED,
)  # fmt: skip
@click.option(
    "--save", "file", type=FILE, metavar="FILE",
    help="Write a certificate of the solution, which `verify` checks.",
)  # fmt: skip
@click.option(
    "--against", metavar="FILE|uniform",
    help="Find the best response of --role to the strategies of all others: those in "
    "FILE, which --save wrote; with uniform, each legal move is as likely.",
)  # fmt: skip
@click.option(
    "--resume", is_flag=True,
    help="Continue the work that the native tier or regret minimisation has kept in "
    "FILE.part.",
)  # fmt: skip
@takes("open")
@click.option(
    "--format", "form", type=click.Choice(["text", "html"]), default="text",
    show_default=True,
    help="The format of the answer; html is a page with a line of best play.",
)  # fmt: skip
@must_have_effect(
    "form", expected="no --json, which has its own form",
    when=lambda _: not wants_json(),
)  # fmt: skip
@formerly(seconds="time")
def solve(
    start: Start,
    role: str | None,
    strength: str | None,
    method: str | None,
    tier: str | None,
    draw: int | None,
    file: Path | None,
    against: str | None,
    resume: bool,
    form: str,
    iterations: int | None,
    exploitability: float | None,
    seed: int,
    plots: tuple[Path, ...],
    **limits: Any,
) -> None:
    """Solve a position of GAME: prove its value.

    An ultra-weak solution is the value alone. A weak one has a strategy for it too. A
    strong one has the value of every reachable state. If play can go on for ever, a
    cycle of moves is shown.

    With hidden information (`sees`), find an equilibrium of the whole game: mixed
    strategies of two players, or the best strategy of one. --against finds the best
    response of one role, with any number of players.
    """
    state = start.state()
    if against is not None:
        _respond(state, role, against, tier=tier, seconds=limits["seconds"])
        return
    if state.game.closed or method in OF_EQUILIBRIA:
        _equilibrium(
            state, file, resume, plots, method=method, iterations=iterations,
            exploitability=exploitability, tier=tier, seed=seed,
            seconds=limits["seconds"],
        )  # fmt: skip
        return
    bare = METHODS.get(method or "") == ("ultra-weak",)
    if tier is None and (resume or (bare and file is not None)):
        tier = compiled()  # which alone keeps its work, or has something to save
    if file is not None and (
        (bare and not is_compiled(tier)) or strength == "ultra-weak"
    ):
        raise InputError("--save: an ultra-weak solution has nothing to write")
    if file is not None:
        checksummed_file.must_be_writable(file)
    part = _part(file, tier, resume)
    valued = draw is not None or state.game.declared_worths
    doubt = None if file is None or valued else _doubt(state, role)
    if (
        doubt
        and glance(ClauseMachine(state.game, memo=True), state.number, _GLANCE).cycle
    ):
        click.echo(doubt, err=True)
        doubt = None  # already printed
    solved: list[Solution] = []
    try:
        with progress("solving ...") as shown:

            def finish(found: Solution) -> None:
                solved.append(found)
                if doubt and found.cycle is not None:
                    click.echo(doubt, err=True)
                if file is not None:
                    shown.say("writing ...")
                    save_certificate(found, file)

            solve_position(
                state, role=role, method=method, tier=tier, strength=strength,
                draw=draw,
                progress=shown.say, checkpoint=part, resume=resume, finish=finish,
                **limits,
            )  # fmt: skip
    except (InputError, KeyboardInterrupt) as error:
        if solved:  # solved, but not written
            _show(solved[0], error)
        raise
    if form == "html":
        with progress("finding the line ..."):
            text = _page(solved[0], state)
        click.echo(text)
    else:
        _show(solved[0])


def _equilibrium(
    state: State,
    file: Path | None,
    resume: bool,
    plots: tuple[Path, ...],
    **how: Any,
) -> None:
    """Print an equilibrium, and write it to a file if one is named.

    Regret minimisation keeps its work in FILE.part, from which --resume goes on.
    """
    refuse(("role", *_OF_SOLUTIONS), "an equilibrium is for all roles, from the start")
    for picture in plots:
        must_draw(picture)
    if file is not None:
        checksummed_file.must_be_writable(file)
    iterated = how["method"] in BY_REGRET
    if resume and (file is None or not iterated):
        raise InputError(
            "--resume: only regret minimisation with --save FILE keeps what it has done"
        )
    if file is not None and iterated:
        how |= {"checkpoint": _kept_work(file, resume), "resume": resume}
    if iterated:
        when_stuck(None)  # Ctrl-C ends the iterations, not the program
    with progress("solving ...") as shown:
        found = equilibrium(state, progress=shown.say, **how)
    for picture in plots:
        draw_curve(found, picture)
    if file is not None:
        try:
            save_equilibrium(found, file)
        except (InputError, KeyboardInterrupt) as error:
            _show(found, error)
            raise
    answer(found)
    raise_interrupt(found.stopped)


def _respond(state: State, role: str | None, against: str, **how: Any) -> None:
    """Print the best response of a role to the strategies of all others."""
    refuse(
        (*_OF_SOLUTIONS, "resume", "method", "file"),
        "a best response is found backwards, and is not written to a file",
    )
    with progress("solving ...") as shown:
        found = best_response(state, role, against=against, progress=shown.say, **how)
    answer(found)


def draw_curve(found: Equilibrium, file: Path) -> None:
    """Draw how the exploitability falls, on scales of powers of 10."""
    done = [point.iterations for point in found.curve]
    left = [point.exploitability for point in found.curve]
    curve = Curve("", done, left)
    panel = Panel([curve], "iterations", "exploitability", logarithmic=True)
    plot(file, [panel], title=f"{found.method} of {found.game}")


def _doubt(state: State, role: str | None) -> str | None:
    """Return the warning to give if play can go on for ever: `verify` may refuse that.

    None if the role has at most two goal values: then `verify` can check it.
    """
    name = checked_role(state, role)
    if 1 <= len(state.game.worths[state.game.roles.index(name)]) <= 2:
        return None
    return (
        "note: play can go on for ever and has no value then, so `verify` may refuse "
        "the certificate; --draw VALUE gives endless play a value"
    )


def _show(found: Solution | Equilibrium, error: BaseException | None = None) -> None:
    """Print a solution; with an error and JSON, print both and end the program."""
    if wants_json() and isinstance(error, InputError):  # all in one object
        print_json(found.as_json() | {"error": error_json(error)})
        click.echo(error_text(error), err=True)
        sys.exit(2)
    answer(found)


def _page(found: Solution, state: State) -> str:
    """Return a page with the value, and a line of best play move by move."""
    game, note = state.game, ""
    parts: list[Part] = [plain_text(found.printed())]
    states = found.states or 0
    if states > MOST:
        note = f"The line is left out: the solution has more than {MOST:,} states."
        played = Line((state,), (), (None,))
    else:
        played = line(found, state)
        if not played.moves and not state.terminal:
            note = f"A solution that is {found.solved} has no line to show."
        if found.entries is not None and states <= _LISTED:
            parts.append(_table(found, state))
    *before, last = played.states
    if endless := last in before:
        note = "The line is one way in which play can go on for ever."
    strong = found.solved == "strong"
    own, reply = ("the best moves" if strong else "the strategy"), "the best replies"
    players = [
        (visible(role), own if role == found.role else reply)
        for role in game.roles
        if role != CHANCE
    ]
    data = played_data(
        played.states,
        players=players if played.moves and not endless else [],
        moves=[
            visible(played_words(one, joint))
            for one, joint in zip(played.states, played.moves, strict=False)
        ],
        end=visible(_line_end(played)),
        values=values_data(found.role, _values(found, played), note),
    )
    data["above"] = told(f"{found.role}: {root_worth(found)}", *parts)
    return page(f"{visible(game.title or game.name)}, solved", data)


def _table(found: Solution, state: State) -> Part:
    """Return what a solution says of each state, as the rows of a table."""
    assert found.entries is not None
    rows = [("position", f"worth to {found.role}", f"move of {found.role}")]
    for facts, entry in found.entries():
        at = state.game.state(f"[{', '.join(facts)}]")
        move = ""
        if entry.move is not None:
            [move] = at.written_moves(found.role, [entry.move])
        rows.append((str(at), _worth(found, at, entry), move))
    return rows


def _values(found: Solution, played: Line) -> list[tuple[int | None, str] | None]:
    """Return what each state of a line is worth, with words."""
    _, *rest = zip(played.states, played.entries, strict=True)
    return [(found.value, root_worth(found))] + [
        None if entry is None else (entry.value, _worth(found, state, entry))
        for state, entry in rest
    ]


def _worth(found: Solution, state: State, entry: Entry) -> str:
    if state.terminal:
        return "no value" if entry.value is None else f"value {entry.value}"
    goals = state.game.ranges[state.game.roles.index(found.role)]
    return worth_text(entry.value, plies_from(found.solved, entry, goals))


def _line_end(played: Line) -> str:
    """Return how a line ends, in a sentence."""
    *before, last = played.states
    if last.terminal:
        return f"The game is over: {outcome_text(last)} ({goals_words(last.goals)})."
    if last in before:
        again = before.index(last)
        where = f"after {again} moves" if again else "at the start"
        return f"This is the position {where}: play can go on for ever."
    return ""


def _part(file: Path | None, tier: str | None, resume: bool) -> Path | None:
    """Return the checkpoint file of the native tier; None for no checkpoint."""
    if file is None or not (tier is None or is_compiled(tier)):
        if resume:
            raise InputError(
                "--resume: only the native tier with --save FILE keeps what it has done"
            )
        return None
    return _kept_work(file, resume)


def _kept_work(file: Path, resume: bool) -> Path:
    """Return the checkpoint file beside a file."""
    part = file.with_name(f"{file.name}.part")
    if resume and not part.exists():
        raise InputError(f"--resume: expected an interrupted run in {part}, found none")
    checksummed_file.must_be_writable(part)
    if part.exists() and not resume:
        click.echo(f"note: --resume would continue from {part}", err=True)
    return part


def save_certificate(found: Solution, file: Path) -> None:
    """Write a solution to a file.

    Raises:
        InputError: the file cannot be written, or there is nothing to write.
    """
    if found.entries is None:
        raise InputError(
            f"--save: an {found.solved} solution has nothing to write: "
            "ask for --strength weak or strong"
        )
    from pygame_search.solving.certificate import save_certificate

    save_certificate(found, file)
