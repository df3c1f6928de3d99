"""`tree`: what a search visited, drawn."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from pygame_search.cli.options import (
    Start,
    depth_option,
    heeded,
    json_option,
    loaded,
    method_option,
    method_tier_option,
    open_option,
    record_option,
    refuse,
    role_option,
    start_options,
    weight_options,
    weights_of,
)
from pygame_search.cli.output import console, print_sentences, progress
from pygame_search.cli.saved import ply_option, read, saved
from pygame_search.cli.streams import print_json
from pygame_search.explanation.reasons import cut_at, nothing_cut
from pygame_search.model.game import Game, State
from pygame_search.model.position import noted
from pygame_search.render import tree as drawing
from pygame_search.render.events import event_words
from pygame_search.render.tree_svg import svg
from pygame_search.search.best import best
from pygame_search.search.core.methods import MethodCall, read_method
from pygame_search.search.core.recording import Recording, load
from pygame_search.search.core.replay import replay
from pygame_search.search.core.setup import checked_method, checked_role
from pygame_search.search.core.trace import FORMS, Event, Node, shallow, step_of
from pygame_search.search.core.trace import tree as recorded_tree
from pygame_search.search.core.window import INFINITY
from pygame_search.session.path_types import FILE
from pygame_search.support.errors import InputError, MoveError

FORMATS = ("text", "svg", "dot", "json", "events")

#: How many random games grow a tree when the method does not say.
SIMULATIONS = 100
_ENDS = {"simulations", "seconds"}

_DONE = "the search that --from draws is done already"

#: What a file that is drawn has settled.
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


@click.command()
@start_options(required=False)
@ply_option
@role_option
@depth_option(
    "How deep to search, 2 if METHOD does not say; for a method without a depth, "
    "how deep to draw the tree."
)
@method_option("minimax")
@method_tier_option
@weight_options
@click.option(
    "--format", "form", type=click.Choice(FORMATS), default="text", show_default=True,
    help="The format of the drawing; events lists the steps of the search.",
)  # fmt: skip
@click.option("--boards", is_flag=True, help="In text: also draw the boards.")
@click.option("--step", type=int, metavar="N", help="Draw the tree after N events.")
@click.option(
    "--until", metavar="EVENT",
    help="Draw the tree at the first event of a kind, as in cutoff, or at the third, "
    f"as in cutoff:3. The kinds: {', '.join(FORMS)}.",
)  # fmt: skip
@record_option
@click.option(
    "--from", "source", type=FILE, metavar="FILE",
    help="Draw a search that --record wrote; GAME, if given, replaces its rules.",
)  # fmt: skip
@open_option
@json_option
@heeded(
    "boards", expected="--format text and no --json",
    when=lambda told: told["form"] == "text" and not told["as_json"],
)  # fmt: skip
@heeded(
    "form", expected="no --json, which has its own form",
    when=lambda told: not told["as_json"],
)  # fmt: skip
def tree(
    start: Start,
    ply: int | None,
    role: str | None,
    depth: int | None,
    method: MethodCall | None,
    tier: str | None,
    weights: tuple[str, ...],
    weights_file: Path | None,
    form: str,
    boards: bool,
    step: int | None,
    until: str | None,
    record: Path | None,
    source: Path | None,
    as_json: bool,
) -> None:
    """Draw the tree that a search of GAME visits, with values and cut-offs.

    For a game that `match --save` wrote, draw the search of the player whose turn it
    is, if its method has a trace.
    """
    plies = None
    if step is not None and until is not None:
        raise InputError("expected --step or --until, found both")
    if source is not None:
        refuse(_SEARCHING, _DONE)
        searched, plies = _saved(source, start.name), depth
        if searched.method.method.has("depth"):
            refuse(["depth"], _DONE)
    elif start.name is not None:
        file = saved(start.name)
        if file is None:
            refuse(("ply",), f"only a saved game has plies, found {start.name!r}")
            state: State = start.state()
            used = weights_of(state.game, weights, weights_file, method)
        else:
            state, role, method, used = _played(file, ply, role)
        call = checked_method(state.game, method, "minimax")
        call.must_tell()
        if not call.method.has("depth"):
            plies, depth = depth, None
        elif depth is None and call["depth"] is None:
            depth = 2
        if call.method.has("simulations") and not call.given.keys() & _ENDS:
            call = call.with_values(simulations=SIMULATIONS)
        with progress("searching ..."):
            found = best(
                state, role=checked_role(state, role), depth=depth, method=call,
                tier=tier, weights=used, record=True,
            )  # fmt: skip
        if record is not None:
            found.recording().save(record)
        searched = _Searched(state, found.role, call, found.events)
    else:
        raise InputError(
            "expected a GAME, or a recorded search with --from, found none"
        )
    if until is not None:
        step = searched.step(until)
    with progress("drawing ..."):
        root = searched.tree(step, plies)
    _draw(searched, root, step, "data" if as_json else form, boards)


@dataclass(frozen=True, slots=True)
class _Searched:
    """A search that was done.

    Attributes:
        root: where it began.
        role: for whom.
        method: how.
        events: what was traced.
        source: where it was recorded, if it was.
    """

    root: State
    role: str
    method: MethodCall
    events: tuple[Event, ...]
    source: tuple[Path, Recording] | None = None

    @property
    def game(self) -> Game:
        """Of what."""
        return self.root.game

    def step(self, until: str) -> int:
        """Return which step an event is, as in `cutoff:2`."""
        cut = any(event[0] == "cutoff" for event in self.events)
        if not cut and until.partition(":")[0] == "cutoff":
            raise InputError(nothing_cut(self.method))
        return step_of(self.events, until)

    def why(self, step: int | None) -> str:
        """Return why a branch is cut off at this step; empty where none is."""
        if step is None or self.events[step - 1][0] != "cutoff":
            return ""
        try:
            cut = cut_at(self.root, self.role, self.method, self.events, step)
        except ValueError as error:
            file = "" if self.source is None else f"{self.source[0]}: "
            raise InputError(f"{file}event {step}: {error}") from error
        return cut.text()

    def tree(self, step: int | None, plies: int | None) -> Node:
        """Return the tree after so many steps, None for all, as deep as is wanted."""
        window = (-INFINITY, INFINITY) if self.method.window else None
        index = self.game.roles.index(self.role)
        try:
            root = recorded_tree(self.events, step, window=window, role=index)
        except ValueError as error:
            if self.source is None:
                raise
            raise InputError(f"{self.source[0]}: {error}") from error
        if plies is not None:
            shallow(root, plies)
        if self.source is None:
            return root
        file, recording = self.source
        try:
            replay(recording, root, self.game, most=drawing.MAX_LISTED)
        except InputError as error:
            raise InputError(f"{file}: {error}") from error
        return root


def _played(
    file: Path, ply: int | None, role: str | None
) -> tuple[State, str, MethodCall, dict[str, int]]:
    """Return what a player of a saved game had to search, and how it did."""
    given = "after", "facts", "method", "weights", "weights_file"
    refuse(given, "a saved game has its own")
    kept = read(file)
    state = kept.at(kept.game.opening if ply is None else ply)
    name = checked_role(state, role)
    player = kept.game.players[name]
    assert player is not None
    call = read_method(player.method)
    if call["seed"] is not None and "seed" not in call.given:
        raise InputError(
            f"{file}: {call} drew its random numbers for each move: expected a player "
            f"with a seed, as in {call.with_values(seed=call['seed'])}"
        )
    return state, name, call, dict(player.weights)


def _saved(file: Path, game: str | None) -> _Searched:
    """Return a search that was recorded."""
    recording = load(file)
    rules = loaded(recording.game if game is None else game)
    if game is None and rules.parameters != recording.parameters:
        rules = loaded(recording.call)
    try:
        method = read_method(recording.method)
        method.must_tell()
    except InputError as error:
        raise InputError(f"{file}: method: {error}") from error
    if recording.role not in rules.roles:
        names = ", ".join(rules.roles) or "none"
        raise InputError(
            f"{file}: role: expected one of {names}, found {recording.role!r}"
        )
    try:
        root = rules.state(f"[{', '.join(recording.position)}]")
    except MoveError as error:
        raise InputError(f"{file}: position: {error}") from error
    return _Searched(root, recording.role, method, recording.events, (file, recording))


def _draw(
    searched: _Searched, root: Node, step: int | None, form: str, boards: bool
) -> None:
    """Print a tree, and which step it shows."""
    game, role, events = searched.game, searched.role, searched.events
    note = ""
    shown: dict[str, Any] = dict(noted(game.assumed))
    if step is not None:
        event = events[step - 1]
        words = event_words(event, game, role)
        note = f"event {step} of {len(events)}: {words}"
        shown |= {"step": step, "events": len(events), "event": event}
        if why := searched.why(step):
            shown["why"] = why
    note = "; ".join(filter(None, (note, *game.assumed)))
    if form in ("data", "json"):
        data = shown | drawing.as_json(root, game, role=role)
        print_json(data) if form == "data" else click.echo(json.dumps(data, indent=2))
    elif form == "events":
        out = console()
        for number, event in enumerate(events[:step], 1):
            out.print(f"{number:>6,}  {event_words(event, game, role)}")
    elif form == "svg":
        click.echo(svg(root, game, role=role, note=note))
    elif form == "dot":
        click.echo(drawing.dot(root, game, role=role, note=note))
    else:
        out = console()
        if note:
            out.print(note, style="bold")
        if "why" in shown:
            print_sentences(shown["why"])
        out.print(drawing.rich_text(root, game, role=role, boards=boards))
