"""`tree`: draw the tree that a search visits."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from pygame_search.cli.options import (
    Start,
    Weighing,
    live_option,
    loaded,
    must_have_effect,
    refuse,
    start_of,
    start_options,
    takes,
    weight_options,
)
from pygame_search.cli.output import answer, console, progress
from pygame_search.cli.requests import options_of
from pygame_search.cli.saved import ply_option, read, saved
from pygame_search.cli.streams import command, print_json, wants_json
from pygame_search.explanation.searches.tree import (
    SearchTree,
    TreeRequest,
    path_tree,
    search_tree,
)
from pygame_search.game import Game, State
from pygame_search.render.extensive_form import extensive_form
from pygame_search.render.tree_formats import FORMATS
from pygame_search.search.core.methods import (
    METHODS,
    MethodCall,
    read_method,
    read_search,
)
from pygame_search.search.core.recording import Recording, load
from pygame_search.search.core.replay import path_events
from pygame_search.search.core.setup import checked_role
from pygame_search.search.core.trace import FORMS
from pygame_search.search.paths import path_call
from pygame_search.session.path_types import FILE
from pygame_search.support.errors import InputError, MoveError

_FORMAT_TEXTS = [f"{name} {row.text}" for name, row in FORMATS.items() if row.text]

_DONE = "the search that --from draws is done already"

#: What a saved search determines already.
_SEARCHING = (
    "after",
    "facts",
    "ply",
    "role",
    "method",
    "tier",
    "weights",
    "weights_file",
    "record",
)


@command
@start_options(required=False)
@ply_option
@options_of(TreeRequest)
@weight_options
@click.option(
    "--format", "form", type=click.Choice(list(FORMATS)), default="text",
    show_default=True,
    help="; ".join(["The format of the drawing", *_FORMAT_TEXTS]) + ".",
)  # fmt: skip
@click.option("--boards", is_flag=True, help="In text: also draw the boards.")
@click.option("--step", type=int, metavar="N", help="Draw the tree after N events.")
@click.option(
    "--until", metavar="EVENT",
    help="Draw the tree at the first event of a kind, as in cutoff, or at the third, "
    f"as in cutoff:3. The kinds: {', '.join(FORMS)}.",
)  # fmt: skip
@takes("record")
@click.option(
    "--from", "source", type=FILE, metavar="FILE",
    help="Draw a search that --record wrote; GAME, if given, replaces its rules.",
)  # fmt: skip
@takes("open")
@live_option
@must_have_effect(
    "boards", expected="--format text and no --json",
    when=lambda given: FORMATS[given["form"]].boards and not wants_json(),
)  # fmt: skip
@must_have_effect(
    "form", expected="no --json, which has its own form",
    when=lambda _: not wants_json(),
)  # fmt: skip
def tree(
    start: Start,
    ply: int | None,
    weighing: Weighing,
    form: str,
    boards: bool,
    step: int | None,
    until: str | None,
    record: Path | None,
    source: Path | None,
    live: bool,
    **how: Any,
) -> None:
    """Draw the tree that a search of GAME visits, with values and cut-offs.

    In a game with hidden information and without --method, draw the whole game: `ann
    {2}` chooses in its information set number 2, and in a picture a dashed line joins
    the nodes of a set.

    For a path search, the tree shows the paths: in which order they are expanded,
    which are pruned and why, which are left on the frontier, and which ends in a goal.

    For a game that `match --save` wrote, draw the search of the player whose turn it
    is, if its method has a trace.
    """
    if step is not None and until is not None:
        raise InputError("expected --step or --until, found both")
    if source is not None:
        refuse(_SEARCHING, _DONE)
        searched = replace(_saved(source, start.name), plies=how["depth"])
        if searched.method.method.has("depth"):
            refuse(["depth"], _DONE)
    elif start.name is not None:
        file = saved(start.name)
        if file is None:
            refuse(("ply",), f"only a saved game has plies, found {start.name!r}")
            game = start.game()
            if game.closed and how["method"] is None:
                _draw_form(game, form)
                return
            searched = _searched(start, weighing, how)
        else:
            state, own = _played(file, ply, how["role"])
            with progress("searching ..."):
                searched = search_tree(state, **how | own)
        if record is not None:
            searched.save(record)
    else:
        raise InputError(
            "expected a GAME, or a recorded search with --from, found none"
        )
    shown = until if step is None else step
    with progress("drawing ..."):
        if shown is not None:
            searched = searched.at(shown)
        searched.node  # noqa: B018  which may take its time
    if wants_json():
        print_json(searched.as_json())
        return
    if live:
        click.echo(searched.html(live=True))
        return
    drawn = FORMATS[form].write(searched, boards)
    click.echo(drawn) if isinstance(drawn, str) else console().print(drawn)


#: The options that have no effect on the tree of a game with information sets.
_OF_A_SEARCH = (
    "after", "facts", "moves", "role", "depth", "tier", "weights", "weights_file",
    "boards", "step", "until", "record", "live",
)  # fmt: skip


def _draw_form(game: Game, form: str) -> None:
    """Draw the whole game, with its information sets."""
    refuse(_OF_A_SEARCH, "the whole game is drawn, from its start, and not a search")
    if form not in ("text", "svg"):
        raise InputError(f"information sets are drawn as text or svg, found {form}")
    with progress("drawing ..."):
        drawn = extensive_form(game)
    if wants_json():
        print_json(drawn.as_json())
    elif form == "svg":
        click.echo(drawn.svg(), nl=False)
    else:
        answer(drawn)


def _searched(start: Start, weighing: Weighing, how: dict[str, Any]) -> SearchTree:
    """Return the tree of a search, or of a path search."""
    game, method = start.game(), how["method"]
    call = path_call(game, method)
    if call is None:
        state = start.state(game)
        used = weighing.of(game, method)
        with progress("searching ..."):
            return search_tree(state, weights=used, **how)
    refuse(("role", "weights", "weights_file"), "not for a path search")
    begin, depth, tier = start_of(game, start), how["depth"], how["tier"]
    with progress("searching ..."):
        return path_tree(game, call, start=begin, depth=depth, tier=tier)


def _played(
    file: Path, ply: int | None, role: str | None
) -> tuple[State, dict[str, Any]]:
    """Return the position that a player of a saved game searched, and how it did."""
    given = "after", "facts", "moves", "method", "weights", "weights_file"
    refuse(given, "a saved game has its own")
    kept = read(file)
    state = kept.at(kept.game.opening if ply is None else ply)
    name = checked_role(state, role)
    player = kept.game.players[name]
    assert player is not None
    if player.method.partition("(")[0] not in METHODS:
        raise InputError(
            f"{file}: {name} was played by {player.method}: there is no search "
            "to draw; --role and --ply name another"
        )
    call = read_method(player.method)
    if call["seed"] is not None and "seed" not in call.given:
        raise InputError(
            f"{file}: {call} drew its random numbers for each move: expected a player "
            f"with a seed, as in {call.with_values(seed=call['seed'])}"
        )
    return state, {"role": name, "method": call, "weights": dict(player.weights)}


def _saved(file: Path, game: str | None) -> SearchTree:
    """Return a search that was recorded."""
    recording = load(file)
    rules = loaded(recording.game if game is None else game)
    if game is None and rules.parameters != recording.parameters:
        rules = loaded(recording.call)
    try:
        method = _saved_method(recording, rules)
    except InputError as error:
        raise InputError(f"{file}: method: {error}") from error
    if recording.role and recording.role not in rules.roles:
        names = ", ".join(rules.roles) or "none"
        raise InputError(
            f"{file}: role: expected one of {names}, found {recording.role!r}"
        )
    try:
        root = _saved_root(recording, rules)
        events = recording.events if recording.role else path_events(recording, root)
    except (InputError, MoveError) as error:
        raise InputError(f"{file}: {error}") from error
    return SearchTree(root, recording.role, method, events, source=(file, recording))


def _saved_method(recording: Recording, rules: Game) -> MethodCall:
    """Return the method of a recorded search; a path search has no role."""
    if recording.role:
        method = read_method(recording.method)
        method.must_be_traced()
        return method
    call = path_call(rules, read_search(recording.method))
    if call is None:
        raise InputError(
            f"expected a path search, as there is no role, found {recording.method}"
        )
    return call


def _saved_root(recording: Recording, rules: Game) -> State:
    """Return where a recorded search began."""
    if rules.space != "book":
        try:
            return rules.state(f"[{', '.join(recording.position)}]")
        except MoveError as error:
            raise InputError(f"position: {error}") from error
    rules.ready()
    start = rules.numbered(rules.clauses.start())
    name = rules.node_text(start.number)
    if recording.position != (name,):
        raise InputError(
            f"position: expected the start node, {name}, "
            f"found {', '.join(recording.position) or 'none'}"
        )
    return start
