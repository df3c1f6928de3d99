"""The network of a small game as an SVG picture, from left to right."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from xml.etree import ElementTree

from pygame_search.network.network import Network
from pygame_search.render.svg_parts import child_of, finished, paper, text_at, wide
from pygame_search.support.errors import LimitError

#: More wires make no picture that anybody reads.
MOST_WIRES = 600

# All lengths are in pixels.
_ROW, _MARGIN, _HEADER, _FOOTER = 17, 24, 84, 34
_COLUMN, _GATE, _DOT = 74, 8, 2.2
_NAME = 11
#: Rounds in which gates move to where their neighbours are.
_ROUNDS = 24

_STATE, _STEP, _LOOP = "#2563eb", "#c2410c", "#15803d"

_STYLE = f"""
text {{ font-family: 'DejaVu Sans Mono', Menlo, Consolas, monospace;
       font-size: {_NAME}px; fill: #111827;
       paint-order: stroke; stroke: #ffffff; stroke-width: 3px; }}
.title {{ font-family: 'DejaVu Sans', Verdana, Helvetica, Arial, sans-serif;
         font-size: 18px; font-weight: bold; }}
.note {{ font-family: 'DejaVu Sans', Verdana, Helvetica, Arial, sans-serif;
        fill: #6b7280; }}
.edge {{ fill: none; stroke-width: 0.8; stroke: {_STATE}; opacity: 0.45; }}
.edge.step {{ stroke: {_STEP}; }}
.not {{ fill: #ffffff; stroke: {_STATE}; stroke-width: 0.9; }}
.not.step {{ stroke: {_STEP}; }}
.gate {{ fill: {_STATE}; }}
.gate.step {{ fill: {_STEP}; }}
.gate.loop {{ fill: {_LOOP}; }}
"""


@dataclass(slots=True)
class _Place:
    """Something in a column, with an end to the left, one to the right, or both.

    Attributes:
        reads: literals.
        name: what is written there, empty for a gate.
        style: the class of a gate.
    """

    reads: Sequence[int]
    name: str = ""
    style: str = ""
    x: float = 0.0
    y: float = 0.0
    left: float = 0.0
    right: float = 0.0
    readers: list[_Place] = field(default_factory=list)


def network_svg(network: Network, head: str) -> str:
    """Return a network as a standalone SVG file.

    The fluents stand on the left, and what depends on the state alone comes behind
    them, up to the moves, which are legal or not. The gates of a step follow, and the
    fluents after the step. A small circle inverts what comes in.

    Raises:
        LimitError: it has more than MOST_WIRES wires.
    """
    if network.wires > MOST_WIRES:
        raise LimitError(
            f"{network.wires:,} wires are too many for a picture: expected at most "
            f"{MOST_WIRES:,}",
            "size",
        )
    columns, places = _columns(network)
    _arrange(columns, places)
    height = _HEADER + _ROW * max(len(column) for column in columns)
    right = _set_out(columns, places, float(height))
    picture = paper(head, _STYLE)
    text_at(picture, _MARGIN, 34, head, "title")
    words = (
        f"{len(network.fluents)} fluents, {len(network.moves)} moves, "
        f"{network.gates} gates: ANDs; a small circle inverts. "
        "Blue: the state alone. Red: the moves of a step as well."
    )
    text_at(picture, _MARGIN, 56, words, "note")
    for column in columns:
        for place in column:
            _draw_edges(picture, place, places)
    for column in columns:
        for place in column:
            _draw(picture, place)
    width = max(right, _MARGIN + wide(words, _NAME)) + _MARGIN
    return finished(picture, width, height + _FOOTER)


def _columns(network: Network) -> tuple[list[list[_Place]], dict[int, _Place]]:
    """Return what stands in each column, and where each wire comes from."""
    fluents, first = len(network.fluents), network.first_gate
    places: dict[int, _Place] = {}
    now = [_Place((), name) for name in network.fluents]
    places.update(enumerate(now, 1))
    middle = [
        _Place((int(network.legal[move]),), f"{network.roles[role]}: {text}")
        for move, (role, text) in enumerate(network.moves)
    ]
    places.update(enumerate(middle, fluents + 1))
    middle.append(_Place((network.outputs["terminal"].literal,), "terminal"))
    (roles, values), literals = network.outputs["goal"][2:]
    for role, value, literal in zip(roles, values, literals, strict=True):
        middle.append(_Place((int(literal),), f"goal({network.roles[role]}, {value})"))
    blocks = network.blocks[: network.state_blocks]
    step = int(blocks[:, 2].max(initial=first))
    levels = [0] * network.wires
    stages: tuple[dict[int, list[_Place]], ...] = (defaultdict(list), defaultdict(list))
    for wire in range(first, network.wires):
        begin, end = network.starts[wire - first : wire - first + 2].tolist()
        reads = [int(literal) for literal in network.inputs[begin:end]]
        taken = int(network.loop_inputs[wire])
        stage = int(wire >= step)
        style = "gate step" if stage else "gate"
        place = _Place(reads or (taken,), style=style if reads else "gate loop")
        places[wire] = place
        # Levels count again behind the moves.
        below = [levels[x >> 1] for x in reads if (x >> 1 >= step) == bool(stage)]
        levels[wire] = 1 + max(below, default=0)
        stages[stage][levels[wire]].append(place)
    after = [
        _Place((int(literal),), name, "step")
        for literal, name in zip(network.next, network.fluents, strict=True)
    ]
    columns = [now]
    columns += [stages[0][level] for level in sorted(stages[0])]
    columns.append(middle)
    columns += [stages[1][level] for level in sorted(stages[1])]
    columns.append(after)
    return columns, places


def _sources(place: _Place, places: dict[int, _Place]) -> Iterable[_Place]:
    return (places[x >> 1] for x in place.reads if x > 1)


def _arrange(columns: list[list[_Place]], places: dict[int, _Place]) -> None:
    """Order each column so that places are near to those that they are joined with."""
    for column in columns:
        for place in column:
            for source in _sources(place, places):
                source.readers.append(place)
    _spread(columns)
    for turn in range(_ROUNDS):
        forward = turn % 2 == 0
        for column in columns if forward else reversed(columns):
            wanted: dict[int, float] = {}
            for place in column:
                joined = list(_sources(place, places)) if forward else place.readers
                joined = joined or place.readers or list(_sources(place, places))
                heights = [other.y for other in joined] or [place.y]
                wanted[id(place)] = sum(heights) / len(heights)
            column.sort(key=lambda place: wanted[id(place)])
            _spread([column], max(len(other) for other in columns))


def _spread(columns: list[list[_Place]], most: int = 0) -> None:
    most = most or max(len(column) for column in columns)
    for column in columns:
        for row, place in enumerate(column):
            place.y = (row + 0.5) * most / len(column)


def _set_out(
    columns: list[list[_Place]], places: dict[int, _Place], height: float
) -> float:
    """Give each place its pixels; return how far they reach to the right."""
    x = float(_MARGIN)
    for column in columns:
        named = [wide(place.name, _NAME) for place in column if place.name]
        widest = max(named, default=float(_GATE))
        for place in column:
            own = wide(place.name, _NAME) if place.name else _GATE
            place.x = x + (widest - own) / 2
            place.y = _HEADER + place.y * _ROW
            place.left, place.right = place.x - 5, place.x + own + 4
        x += widest + _COLUMN
    return x - _COLUMN


def _draw(picture: ElementTree.Element, place: _Place) -> None:
    if place.name:
        text_at(picture, place.x, place.y + 4, place.name)
        return
    box = {"x": place.x, "y": place.y - _GATE / 2, "width": _GATE, "height": _GATE}
    child_of(picture, "rect", box | {"rx": 2, "class": place.style})


def _draw_edges(
    picture: ElementTree.Element, place: _Place, places: dict[int, _Place]
) -> None:
    step = " step" if "step" in place.style else ""
    for number, literal in enumerate(place.reads):
        if literal < 2:
            continue
        source = places[literal >> 1]
        # The ends of many edges fan out over the height of a gate.
        share = (number + 0.5) / len(place.reads) - 0.5
        y = place.y + share * min(_GATE, 2.0 * len(place.reads))
        bend = max((place.left - source.right) / 2, 20.0)
        line = (
            f"M{source.right:.1f} {source.y:.1f}"
            f"C{source.right + bend:.1f} {source.y:.1f} "
            f"{place.left - bend:.1f} {y:.1f} {place.left:.1f} {y:.1f}"
        )
        child_of(picture, "path", {"d": line, "class": f"edge{step}"})
        if literal & 1:
            dot = {"cx": place.left, "cy": y, "r": _DOT, "class": f"not{step}"}
            child_of(picture, "circle", dot)
