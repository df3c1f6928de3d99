"""A recorded search as one role sees it, as every drawing of its tree shows it.

A drawing shows the value of each node, who moves there, which moves were cut off and by
which alpha and beta, and the best line. If moves below a node were cut off, its value
may be a bound, marked `≤` or `≥`. The sign follows from the tree alone, because a move
that was cut off may have any value. Plies to a win or a loss are counted from the root,
as in `SearchResult.distance`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from rich.cells import cell_len

from pygame_search.game import Game, State
from pygame_search.model.board import board_lines, with_symbols
from pygame_search.model.position import joint_text
from pygame_search.model.scores import WIN, score_value, value_text
from pygame_search.search.core.trace import Node, Score
from pygame_search.support.errors import InputError, LimitError
from pygame_search.support.escapes import escaped

#: The most nodes of a picture, and of a tree as text or JSON.
MAX_DRAWN = 500
MAX_LISTED = 10_000
#: The most plies of any of these; the json module cannot write deeper trees.
MAX_PLIES = 300
#: If more moves than this are cut off together, an SVG draws them as one branch.
MANY_CUTS = 3

#: The fill and the outline of each kind of node, in Graphviz and SVG.
COLOURS = {
    "max": ("#dbeafe", "#1d4ed8"),
    "min": ("#fee2e2", "#b91c1c"),
    "both": ("#ede9fe", "#6d28d9"),
    "own": ("#dcfce7", "#15803d"),
    "turns": ("#ede9fe", "#6d28d9"),
    "chance": ("#ffedd5", "#c2410c"),
    "terminal": ("#fef9c3", "#854d0e"),
    "limit": ("#f1f5f9", "#475569"),
    "hit": ("#cffafe", "#0e7490"),
    "repetition": ("#ede9fe", "#475569"),
    "open": ("#ffffff", "#475569"),
    "cut": ("#ffffff", "#6b7280"),
    "expanded": ("#dbeafe", "#1d4ed8"),
    "frontier": ("#ffffff", "#475569"),
    "goal": ("#dcfce7", "#15803d"),
    "pruned": ("#f1f5f9", "#b91c1c"),
}

#: The outline of the node where the search is.
CURRENT = "#ea580c"

_INFINITE = float("inf")


@dataclass(slots=True, eq=False)
class Item:
    """A node with all that a drawing shows of it.

    Attributes:
        node: the node; the first of several that were cut off together.
        parent: None at the root.
        depth: plies below the root of the drawing.
        move: the move that leads to it, in the syntax of rule files.
        notation: the move as people write it in the position above; empty if the rules
            define no notation for a position.
        likely: the probability of the move, where some moves of chance are likelier
            than others.
        again: whether the same move was searched before, with another window.
        player: who moves here: `max`, `min`, `both` or `chance`. If each role maximizes
            its own value: `max`, `own` for another role, or `turns` if several choose,
            one after another. Empty at a leaf.
        cutoff: the alpha and beta that cut it off.
        hidden: the moves that it stands for, if there are several.
        low, high: the scores between which the true one lies.
        best: whether it is on the best line.
        children: the items below.
    """

    node: Node
    parent: Item | None = None
    depth: int = 0
    move: str = ""
    notation: str = ""
    likely: str = ""
    again: bool = False
    player: str = ""
    cutoff: tuple[int, int] | None = None
    hidden: tuple[str, ...] = ()
    low: float = -_INFINITE
    high: float = _INFINITE
    best: bool = False
    children: list[Item] = field(default_factory=list, repr=False)

    @property
    def kind(self) -> str:
        """What to draw: who moves at an inner node, else the kind of the leaf."""
        return self.player or self.node.kind

    @property
    def way(self) -> str:
        """The move, and whether it is searched again."""
        return f"{self.text} again" if self.again else self.text

    @property
    def text(self) -> str:
        """The move as it is shown."""
        return (self.notation or self.move) + self.likely

    @property
    def inner(self) -> bool:
        """Whether a role moves here, even if no child is drawn."""
        return bool(self.player)

    @property
    def open(self) -> bool:
        """Whether the search has not finished it."""
        return self.node.kind == "open"

    @property
    def sign(self) -> str:
        """The sign of a score that is only a bound, else empty."""
        score = self.node.score
        if score is None or isinstance(score, list):
            return ""
        if self.low == score == self.high:
            return ""
        return "≥" if score <= self.low else "≤" if score >= self.high else ""


@dataclass(frozen=True, slots=True)
class View:
    """A game as the role with this index sees it."""

    game: Game
    role: int
    states: dict[int, State] = field(default_factory=dict)

    @property
    def rivals(self) -> bool:
        """Whether there are two players, and their goals add up to a constant."""
        return len(self.game.players) == 2 and self.game.constant_sum

    def state(self, item: Item) -> State | None:
        """Return the state of an item, the same object for the same state."""
        number = item.node.state
        if number is None:
            return None
        return self.states.setdefault(number, self.game.numbered(number))

    def board(self, item: Item, *, symbols: bool = True) -> list[str]:
        """Return the lines of the drawn board, none if the game draws none.

        All have the same width, and spaces that do not break, so that the board keeps
        its shape when centred.
        """
        state = self.state(item)
        if state is None or not state.position.cells:
            return []
        shown = self.game.symbols if symbols else {}
        cells = with_symbols(state.position.cells, shown)
        lines = board_lines(cells, self.game.labels, edges=False)
        lines = lines or str(state).splitlines()
        width = max(map(cell_len, lines), default=0)
        padded = (line + " " * (width - cell_len(line)) for line in lines)
        return [line.replace(" ", "\u00a0") for line in padded]

    def value(self, score: Score | None) -> tuple[str, str]:
        """Return texts: the value of a score, and the plies to its win or loss."""
        if score is None:
            return "", ""
        if isinstance(score, list):
            values = [value_text(value) for value in self.values(score)]
            return f"({', '.join(values)})", self.value(score[self.role])[1]
        if abs(score) > WIN:
            return ("+inf" if score > 0 else "-inf"), ""
        value, plies = score_value(score, *self.game.ranges[self.role])
        if plies is None or not self.game.decisive[self.role]:
            return value_text(value), ""
        return value_text(value), f"{'win' if score > 0 else 'loss'} in {plies}"

    def values(self, score: list[int]) -> list[float]:
        """Return the value for each role."""
        pairs = zip(score, self.game.ranges, strict=True)
        return [score_value(own, low, high)[0] for own, (low, high) in pairs]

    def proof(self, node: Node) -> str:
        """Return the proof number and the disproof number of a node, if it has them."""
        if node.proof is None:
            return ""
        return ", ".join("∞" if n == "inf" else f"{n:,}" for n in node.proof)

    def sample(self, node: Node) -> tuple[str, str]:
        """Return texts: the mean or proven value of a node, and its random games."""
        value = node.mean if node.proven is None else node.proven
        proven = "" if node.proven is None else " proven"
        games = "1 game" if node.visits == 1 else f"{node.visits or 0:,} games"
        return "" if value is None else f"{value_text(value)}{proven}", games

    def title(self) -> str:
        """Return the title of a picture."""
        role = self.game.roles[self.role]
        return f"{self.game.title or self.game.name}: search tree for {role}"

    def edge(self, node: Node, above: Node) -> str:
        """Return the text on the edge to a node."""
        return joint_text(node.joint)

    def words(self, score: Score | None) -> str:
        """Return a score in one text, as in `10 (win in 3)`."""
        value, sure = self.value(score)
        return f"{value} ({sure})" if sure else value


def view_for(game: Game, role: str) -> View:
    """Return the view of a role.

    Raises:
        InputError: no such role.
    """
    if role not in game.roles:
        raise InputError(f"no role {role!r}: expected one of {', '.join(game.roles)}")
    return View(game, game.roles.index(role))


def seen(view: View, root: Node, limit: int, *, gather: bool = False) -> list[Item]:
    """Return the items of a tree in depth-first order, parents before children.

    Args:
        view: decides what the items show.
        root: the root of the tree, from `trace.tree`.
        limit: the most items.
        gather: whether many moves that were cut off together become one item.

    Raises:
        LimitError: more items than the limit, or more plies than MAX_PLIES.
    """
    items: list[Item] = []
    waiting = [Item(root)]
    while waiting:
        item = waiting.pop()
        items.append(item)
        _check_size(len(items), root, item.depth, limit)
        item.children = _below(item, view, gather)
        waiting.extend(reversed(item.children))
    for item in reversed(items):
        _bound(item, view)
    _mark_best(items[0], view)
    return items


def _check_size(count: int, root: Node, depth: int, limit: int) -> None:
    if count > limit:
        other = "fewer random games" if root.sampled else "alphabeta"
        if root.cost is not None:
            other = "a limit, as in a_star(limit=50)"
        raise LimitError(
            f"the tree has more than {limit} nodes, too many to draw: "
            f"ask for a smaller depth, or for {other}",
            "size",
        )
    if depth > MAX_PLIES:
        raise LimitError(
            f"the tree is more than {MAX_PLIES} plies deep, too deep to draw", "size"
        )


def _below(item: Item, view: View, gather: bool) -> list[Item]:
    """Return the items below an item, and set who moves there."""
    node, items = item.node, []
    joints = [child.joint for child in node.children]
    columns = [set(moves) for moves in zip(*joints, strict=True)]
    some = node.sampled or not node.children  # the children do not show all moves
    if node.kind == "inner" and some and (state := view.state(item)) is not None:
        item.player = player(state.position.legal, view.role, view.game.chance)
        if node.sampled and item.player == "min" and not view.rivals:
            item.player = "own"
    elif node.children and node.cost is None:
        item.player = player(columns, view.role, view.game.chance)
        if any(isinstance(n.score, list) for n in (node, *node.children)):
            item.player = {"min": "own", "both": "turns"}.get(item.player, item.player)
            if item.player == "own" and sum(len(moves) > 1 for moves in columns) > 1:
                item.player = "turns"
    notations: dict[tuple[str, ...], str] = {}
    state = view.state(item) if view.game.notated and node.children else None
    if state is not None:
        notations = dict(zip(joints, state.written_joints(joints), strict=True))
    likely = _probabilities(item, view)
    visited: set[tuple[str, ...]] = set()
    for run in _runs(node, gather):
        joint = run[0].joint
        words = view.edge(run[0], node)
        child = Item(run[0], item, item.depth + 1, words, again=joint in visited)
        visited.add(joint)
        if child.node.kind == "cut":
            child.cutoff = child.node.cutoff or node.cutoff
        if len(run) > 1:
            child.move = f"{len(run)} moves"
            named = (notations.get(n.joint) or joint_text(n.joint) for n in run)
            child.hidden = tuple(named)
        elif joint in notations:
            child.notation = notations[joint]
        if len(run) == 1:
            child.likely = likely.get(joint, "")
        items.append(child)
    return items


def _probabilities(item: Item, view: View) -> dict[tuple[str, ...], str]:
    """Return the probability of each move of chance, if some are likelier."""
    chance = view.game.chance
    if chance is None or item.player != "chance":
        return {}
    state = view.state(item)
    if state is None or not state.weighed:
        return {}
    chances = state.chances
    joints = (child.joint for child in item.node.children)
    return {joint: f" ({chances[joint[chance]]})" for joint in joints}


def _runs(node: Node, gather: bool) -> Iterator[list[Node]]:
    for cut, group in groupby(node.children, key=lambda child: child.kind == "cut"):
        nodes = list(group)
        if cut and gather and len(nodes) > MANY_CUTS:
            yield nodes
        else:
            yield from ([child] for child in nodes)


def player(
    columns: Sequence[Collection[str]], role: int, chance: int | None = None
) -> str:
    """Return who moves, `max`, `min`, `both` or `chance`, given the moves of each role.

    The roles with a choice move, or, if none has one, those that do not play `noop`.
    """
    movers = {i for i, moves in enumerate(columns) if len(moves) > 1}
    if not movers:
        movers = {i for i, moves in enumerate(columns) if set(moves) != {"noop"}}
    if movers == {chance}:
        return "chance"
    if movers <= {role}:
        return "max"
    return "both" if role in movers else "min"


def _groups(item: Item, role: int) -> list[list[Item]]:
    """Return the children, grouped by the move of the role.

    If a child was visited again, with another window, the last visit counts.
    """
    groups: dict[str, dict[tuple[str, ...], Item]] = {}
    for child in item.children:
        joint = child.node.joint
        groups.setdefault(joint[role], {})[joint] = child
    return [list(group.values()) for group in groups.values()]


def _bound(item: Item, view: View) -> None:
    """Set the bounds of the score: the maximum over the groups of their minimum."""
    score = item.node.score
    if isinstance(score, list):
        return
    if item.children and view.game.chance is None:
        groups = _groups(item, view.role)
        item.low = max(min(child.low for child in group) for group in groups)
        item.high = max(min(child.high for child in group) for group in groups)
    elif score is not None:
        if item.node.flag != "upper":
            item.low = score
        if item.node.flag != "lower":
            item.high = score


def _mark_best(root: Item, view: View) -> None:
    """Mark the best line: the first of equally good moves, as in the searches."""
    if root.node.best or root.node.cost is not None:
        _mark_told(root)
        return
    item = None if root.open else root
    while item is not None:
        item.best = True
        if not item.children:
            item = None
        elif isinstance(item.node.score, list):
            item = _own_choice(item.children, 0)
        else:
            item = _reply(item, view)


def _mark_told(root: Item) -> None:
    """Mark the best line that the search has reported."""
    line = [root] if root.node.best else []
    while line:
        line[0].best = True
        line = [child for child in line[0].children if child.node.best]


def _own_choice(items: list[Item], role: int) -> Item:
    """Return the item reached if a role and those after it maximize their own score."""
    groups: dict[str, list[Item]] = {}
    if len(items) == 1:
        return items[0]
    for item in items:
        groups.setdefault(item.node.joint[role], []).append(item)
    chosen = [_own_choice(group, role + 1) for group in groups.values()]
    return max(chosen, key=lambda item: _scores(item)[role])


def _scores(item: Item) -> list[int]:
    score = item.node.score
    return score if isinstance(score, list) else []


def _reply(item: Item, view: View) -> Item | None:
    """Return the child on the best line; None where chance decides."""
    chance = view.game.chance
    if chance is not None and len({c.node.joint[chance] for c in item.children}) > 1:
        return None
    for group in _groups(item, view.role):
        scored = [(score, c) for c in group if (score := _single(c)) is not None]
        if scored:
            worst, child = min(scored, key=lambda pair: pair[0])
            if worst == item.node.score:
                return child
    return None


def _single(item: Item) -> float | None:
    score = item.node.score
    return None if isinstance(score, list) else score


def window_words(view: View, item: Item) -> tuple[str, str] | None:
    """Return the alpha and beta of a node that the search has not finished."""
    if not item.open or item.node.window is None:
        return None
    alpha, beta = (view.value(score) for score in item.node.window)
    return alpha[1] or alpha[0], beta[1] or beta[0]


def labels(view: View, item: Item) -> list[str]:
    """Return the lines of text at a node in a picture, the value first."""
    if item.cutoff:
        alpha, beta = (view.value(score) for score in item.cutoff)
        return [f"α {alpha[1] or alpha[0]}", f"≥ β {beta[1] or beta[0]}"]
    if item.open and item.node.proof is None:
        window = window_words(view, item)
        return ["", f"α {window[0]}", f"β {window[1]}"] if window else []
    value, sure = view.value(item.node.score)
    if proof := view.proof(item.node):
        return [proof, value] if value else [proof]
    if item.node.sampled:
        mean, games = view.sample(item.node)
        return [part for part in (value or mean, sure, games) if part]
    flag = item.node.flag if item.kind == "hit" else ""
    return [part for part in (item.sign + value, sure, flag) if part]


def clean(text: str) -> str:
    """Return a text without characters that XML forbids or that steer a terminal."""
    return re.sub("[\ufffe\uffff]", "�", escaped(text))
