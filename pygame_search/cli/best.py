"""`best`: the best move and the whole line."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pygame_search.cli.options import (
    Start,
    Weighing,
    certificate_of,
    given,
    live_option,
    must_have_effect,
    start_options,
    takes,
    typed,
    weight_options,
)
from pygame_search.cli.output import (
    answer,
    console,
    print_sentences,
    progress,
    raise_interrupt,
)
from pygame_search.cli.requests import options_of
from pygame_search.cli.saved import print_board
from pygame_search.cli.streams import command, print_json, wants_json
from pygame_search.game import State
from pygame_search.search.best import BestRequest, ChoiceRequest
from pygame_search.search.best import best as search_best
from pygame_search.search.core.methods import MethodCall, read_method
from pygame_search.search.core.result import SearchResult
from pygame_search.search.core.setup import checked_role
from pygame_search.solving.solution import worth_text
from pygame_search.support.errors import InputError
from pygame_search.support.requests import options

if TYPE_CHECKING:
    from pygame_search.explanation.reasons.best import BestReasons
    from pygame_search.solving.certificate_moves import Advice

#: The options of a search, by the names of their parameters, and those of them that
#: `--why` takes.
_OF_A_SEARCH = {one.name for one, _ in options(BestRequest)} | {"weights_file"}
_BESIDE_WHY = {one.name for one, _ in options(ChoiceRequest)} | {"weights_file"}


@command
@start_options(native=True)
@options_of(BestRequest)
@weight_options
@click.option(
    "--by-depth", is_flag=True,
    help="Show the answer of each depth, as the search goes deeper; METHOD is then "
    "deepening by default.",
)  # fmt: skip
@click.option(
    "--why", is_flag=True, help="Explain the choice: each move, the reply and the line."
)
@takes("record", "from", "open")
@click.option(
    "--format", "form", type=click.Choice(["text", "html"]), default="text",
    show_default=True,
    help="The format of the answer; html is a page that steps through the search.",
)  # fmt: skip
@live_option
@must_have_effect(
    "form", expected="no --json, --by-depth or --all",
    when=lambda given: not (wants_json() or given["by_depth"] or given["all_best"]),
)  # fmt: skip
@must_have_effect(
    "by_depth", *(_OF_A_SEARCH - _BESIDE_WHY), expected="no --why",
    when=lambda given: not given["why"],
)  # fmt: skip
@must_have_effect(
    "by_depth", expected="a search that goes deeper: --time, or a --method such as "
    "deepening(search=minimax)",
    when=lambda given: _goes_deeper(given["method"], given["depth"], given["seconds"]),
)  # fmt: skip
@must_have_effect(
    "tier", expected="a --method that searches",
    when=lambda given: given["method"] is None or given["method"].method.searches,
)  # fmt: skip
def best(
    start: Start,
    role: str | None,
    method: MethodCall | None,
    weighing: Weighing,
    all_best: bool,
    by_depth: bool,
    why: bool,
    record: Path | None,
    source: Path | None,
    form: str,
    live: bool,
    **how: Any,
) -> None:
    """Find the best move in a position of GAME, its value and the whole line."""
    stepped = form == "html"
    if (record is not None or stepped) and method is not None:
        method.must_be_traced()
    searching = (_OF_A_SEARCH | {"by_depth", "why", "form"}) - {"role"}
    asked = any(given(name) for name in searching)
    if asked and given("source"):
        beside = " and ".join(option for _, option in typed(searching))
        raise InputError(f"--from cannot go with {beside}: nothing is searched")
    state = start.state()
    if source is not None and not asked and state.game.closed:
        from pygame_search.solving.hidden.kept_strategies import kept_strategies

        name = checked_role(state, role)
        answer(kept_strategies(source, state.game).at(state, name))
        return
    if source is not None and not asked:
        from pygame_search.solving.certificate_moves import advice

        found_there = advice(certificate_of(source, state.game), state, role)
        if wants_json():
            print_json(found_there.as_json() | {"from": str(source)})
        else:
            print_advice(state, found_there)
        return
    if by_depth and method is None:
        method = read_method("deepening")
    how |= {"role": role, "method": method}
    how["weights"] = weighing.of(state.game, method)
    recorded = record is not None or stepped
    if why and method is not None and method.method.name == "advice":
        from pygame_search.explanation.reasons import why_advised

        search_best(state, **how)  # refuses options that are not for this player
        with progress("explaining ..."):
            answer(why_advised(state, role))
        return
    named = {name: how[name] for name in _BESIDE_WHY & how.keys()}
    if why and state.game.closed:
        from pygame_search.explanation.reasons import why_believed

        with progress("thinking ..."):
            believed = why_believed(state, record=recorded, **named)
        answer(believed)
        return
    if why:
        from pygame_search.explanation.reasons import why_best

        with progress("thinking ..."):
            reasons = why_best(state, record=recorded, **named)
        if record is not None:
            reasons.result.recording().save(record)
        click.echo(_page(reasons, live)) if stepped else answer(reasons)
        return
    with progress("thinking ...") as shown:
        found = search_best(
            state, all_best=all_best, record=recorded,
            progress=shown.say, interruptible=True, **how,
        )  # fmt: skip
    if record is not None:
        found.recording().save(record)
    if stepped:
        from pygame_search.explanation.searches.tree import answer_tree

        click.echo(answer_tree(found).html(live=live))
    elif wants_json():
        data = found.as_json()
        if all_best:
            data["moves"] = found.moves_json(found.best)
        if by_depth:
            data["depths"] = [one.as_json() for one in found.depths]
        print_json(data)
    else:
        console().print(found.printed(all_best=all_best, by_depth=by_depth))
        if console().is_terminal and may_be_solved(found):
            print_sentences("not searched to the end: `solve` may decide the value")
    raise_interrupt(found.stopped)


def may_be_solved(found: SearchResult) -> bool:
    """Return whether the value is an estimate, and more work may prove one."""
    chance = found.states[0].game.chance is not None
    estimate = found.distance is None and found.simulations is None
    return estimate and not found.complete and not chance


def _page(reasons: BestReasons, live: bool) -> str:
    """Return a page with the reasons for a move, and the search that found them."""
    from pygame_search.explanation.searches.tree import answer_tree, search_page
    from pygame_search.page.file import told

    first, _, rest = reasons.text().partition("\n")
    above = told(first, rest.strip("\n"))
    return search_page(answer_tree(reasons.result), above, live=live)


def _goes_deeper(
    method: MethodCall | None, depth: int | None, seconds: float | None
) -> bool:
    """Return whether a search has an answer for depth 1, then 2, and so on."""
    if method is None or method.method.name == "deepening":
        return True
    given = {"depth": depth, "seconds": seconds, **method.given}
    going = given["depth"] is None or given["seconds"] is not None
    return method.method.by_depth and going


def print_advice(state: State, found: Advice) -> None:
    """Print what a certificate says of a position."""
    out = console()
    print_board(state)
    out.print()
    if found.move is not None:
        [move] = state.written_moves(found.mover, [found.move])
        out.print(f"best for {found.mover}: {move}", style="bold", markup=False)
    elif not state.terminal:
        out.print(f"the file has no move of {found.mover}", markup=False)
    worth = worth_text(found.value, found.within)
    out.print(f"{worth}, for {found.role}", markup=False)
