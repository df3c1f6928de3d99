"""The kinds of questions about a search that has stopped.

Each kind is a function of a `Moment` that returns a `Draft`, or None if there is
nothing to ask. All of them read only the events of the search, so the right answer is
what the search did.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import log, sqrt

from pygame_search.game import State
from pygame_search.model.rules import CHANCE
from pygame_search.model.scores import value_text
from pygame_search.quizzes.moment import (
    Draft,
    Moment,
    goal,
    own_score,
    searched,
    terms,
)
from pygame_search.quizzes.pruning import cut, window
from pygame_search.search.core.trace import Node
from pygame_search.search.state_space.path_search import STRATEGIES
from pygame_search.support.words import conjoined

#: The events that end a visit to a node without children.
_LEAVES = ("leaf", "hit", "repetition")

_FIRST = "Of moves with the same value it takes the first."


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of question.

    Attributes:
        ask: returns the question of a moment, if there is one.
        about: what it asks, for the help text.
        hint: the rule that gives the answer.
    """

    ask: Callable[[Moment], Draft | None]
    about: str
    hint: str


def _listed(moment: Moment, nodes: Sequence[Node]) -> str:
    return "; ".join(f"{moment.move(n)}: {moment.value(n)}" for n in nodes)


def value(moment: Moment) -> Draft | None:
    """Ask which value is backed up to a node."""
    node, score = moment.finishing, moment.following[-1]
    if node is None or len(children := searched(node)) < 2:
        return None
    mover = moment.mover(node)
    if len({str(child.score) for child in children}) < 2:
        return None
    if not mover:
        return _value_at_once(moment, node, children)
    answer = moment.view.value(score)[0]
    if isinstance(score, list):
        answer = value_text(moment.view.values(score)[moment.view.role])
    place = moment.where(node)
    text = f"{mover} moves {place}. Its moves are worth {_listed(moment, children)}."
    if mover == CHANCE:
        text += _likely(moment.state(node))
    if mover == CHANCE:
        state = moment.state(node)
        if state.weighed:
            why = f"The mean of the {len(children)} values, each times the probability "
            why += "of its move."
        else:
            why = (
                f"The mean of the {len(children)} values: all moves are equally likely."
            )
    else:
        best = max(children, key=lambda child: own_score(moment, child, mover))
        why = f"{goal(moment, best, mover)}: {moment.value(best)}, "
        why += f"by {moment.move(best)}."
        if moment.value(best) != moment.view.value(score)[0]:
            why += f" The search returns its bound, {answer}."
    if node.cutoff is not None:
        why += " The moves that were cut off do not count."
    text += f" Which value for {moment.role} is backed up to this node?"
    notes = {}
    if moment.view.rivals and float(answer):
        other = answer.removeprefix("-") if answer[0] == "-" else f"-{answer}"
        notes[other] = f"{other} is the value for the other side."
    return Draft(text, (answer,), why, node=node, notes=notes)


def _likely(state: State) -> str:
    """Return how likely the moves of chance are; empty if all are alike."""
    if not state.weighed:
        return ""
    words = [f"{p} of {m}" for m, p in state.chances.items()]
    return f" The probabilities are {conjoined(words)}."


def _at_worst(moment: Moment, node: Node) -> dict[str, Node]:
    """Return, for each move of the role, the worst that the others can make of it.

    The result is empty unless several roles move, chance is not among them, and one
    score says what is worst.
    """
    found: dict[str, Node] = {}
    movers = moment.state(node).to_move
    children = searched(node)
    if len(movers) < 2 or CHANCE in movers or isinstance(children[0].score, list):
        return found
    for child in children:
        own = _own_move(moment, node, child.joint)
        if own not in found or own_score(moment, child, moment.role) < own_score(
            moment, found[own], moment.role
        ):
            found[own] = child
    return found


def _own_move(moment: Moment, node: Node, joint: tuple[str, ...]) -> str:
    """Return the move of the search's role in a joint move, as it is shown."""
    move = joint[moment.view.role]
    return moment.state(node).written_moves(moment.role, [move])[0]


def _told_at_worst(moment: Moment, worst: Mapping[str, Node]) -> str:
    told = "; ".join(f"{own}: {moment.value(child)}" for own, child in worst.items())
    return (
        f"The others know the move of {moment.role} and take the lowest value for "
        f"{moment.role}: {told}."
    )


def _value_at_once(
    moment: Moment, node: Node, children: Sequence[Node]
) -> Draft | None:
    """Ask which value is backed up to a node in which several roles move."""
    worst, role = _at_worst(moment, node), moment.role
    if not worst:
        return None
    movers = moment.state(node).to_move
    answer = moment.view.value(moment.following[-1])[0]
    text = (
        f"{conjoined(movers)} move at once {moment.where(node)}. Their moves are worth "
        f"{_listed(moment, children)}. Which value for {role} is backed up to this "
        "node?"
    )
    why = _told_at_worst(moment, worst)
    if role in movers:
        best = max(worst.values(), key=lambda child: own_score(moment, child, role))
        why += f" {role} takes the highest of these: {moment.value(best)}."
        if moment.value(best) != answer:
            why += f" The search returns its bound, {answer}."
    if node.cutoff is not None:
        why += " The moves that were cut off do not count."
    return Draft(text, (answer,), why, node=node)


def _move_at_once(moment: Moment, node: Node) -> Draft | None:
    """Ask which move the search chooses for its role where several roles move."""
    worst, role = _at_worst(moment, node), moment.role
    scores = [own_score(moment, child, role) for child in worst.values()]
    if len(set(scores)) < 2:
        return None
    chosen = [*worst][scores.index(max(scores))]
    movers = conjoined(moment.state(node).to_move)
    return Draft(
        f"{movers} move at once {moment.where(node)}, and all moves are searched. "
        f"Which move of {role} does the search choose? {_FIRST}",
        (chosen,),
        f"{_told_at_worst(moment, worst)} The highest is that of {chosen}.",
        tuple(worst),
        node,
        {own: f"{own} is worth {moment.value(child)}." for own, child in worst.items()},
        {child.joint[moment.view.role]: own for own, child in worst.items()},
    )


def move(moment: Moment) -> Draft | None:
    """Ask which move the search chooses in a node."""
    node = moment.finishing
    if node is None:
        return None
    children, mover = searched(node), moment.mover(node)
    if not children or mover == CHANCE or node.cutoff is not None:
        return None
    if not mover:
        return _move_at_once(moment, node)
    scores = [own_score(moment, child, mover) for child in children]
    if len(set(scores)) < 2:
        return None
    chosen = children[scores.index(max(scores))]
    return Draft(
        f"All moves {moment.where(node)} are searched. Which does the search choose? "
        f"{_FIRST}",
        (moment.move(chosen),),
        f"{goal(moment, chosen, mover)}: {moment.value(chosen)} is that of "
        f"{moment.move(chosen)}.",
        tuple(map(moment.move, children)),
        node,
        {moment.move(n): f"{moment.move(n)} is worth {moment.value(n)}."
         for n in children},
        terms(moment, children, whole=False),
    )  # fmt: skip


def following(moment: Moment) -> Draft | None:
    """Ask which position the search visits next."""
    last, path = moment.events[moment.step - 2 : moment.step], moment.growing.path
    if not path or len(last) < 2 or last[1][0] != "leave" or last[0][0] not in _LEAVES:
        return None
    index = {id(node): n for n, node in enumerate(moment.growing.entered)}
    choices: dict[int, Node] = {}
    for depth, node in enumerate(path):
        children = moment.whole[index[id(node)]].children
        if len(node.children) < len(children):
            choices[depth] = children[len(node.children)]
    depth, cuts = len(path) - 1, 0
    for event in moment.events[moment.step :]:
        if event[0] == "enter":
            break
        depth -= event[0] == "leave"
        cuts += event[0] == "cutoff"
    if depth not in choices or len(choices) < 2:
        return None
    choices[depth] = moment.whole[len(moment.growing.entered)]
    place = moment.where(path[-1])
    if cuts and depth == len(path) - 1:
        reply = _own_move(moment, path[-1], path[-1].children[-1].joint)
        why = f"The other replies to {reply} are cut off."
    elif cuts:
        why = f"What is left {place} is cut off."
    elif depth < len(path) - 1:
        why = f"All moves {place} are searched, so the search goes back up."
    else:
        why = "The search goes depth first: the next move of the same position follows."
    return Draft(
        "Which position does the search visit next?",
        (moment.name(choices[depth]),), why,
        tuple(map(moment.name, choices.values())), path[-1],
        terms=terms(moment, choices.values()),
    )  # fmt: skip


def proving(moment: Moment) -> Draft | None:
    """Ask which node of a proof-number search is the most-proving one."""
    root = moment.growing.root
    if moment.following[0] != "select" or root is None or root.proof is None:
        return None
    leaves = [n for n in moment.growing.entered if not n.children and _open(n)]
    if len(leaves) < 2:
        return None
    chosen = moment.growing.entered[moment.following[1]]
    level, most = [root], []
    while level:
        node = level.pop()
        if not node.children:
            most.append(node)
            continue
        for answers in _most_easily_proved(moment, node):
            least = min(_finite(child, 1) for child in answers)
            level += [child for child in answers if _finite(child, 1) == least]
    if chosen not in leaves or not any(node is chosen for node in most):
        return None
    others = [node for node in most if node is not chosen]
    return Draft(
        "Which node is the most-proving one?",
        tuple(map(moment.name, (chosen, *others))),
        f"From the root go to the lowest proof number where {moment.role} moves, and "
        "to the lowest disproof number where the others do"
        + (", and take any of equal ones." if others else "."),
        tuple(map(moment.name, leaves)),
        root,
        terms=terms(moment, leaves),
    )


def _most_easily_proved(moment: Moment, node: Node) -> list[list[Node]]:
    """Return the answers to each move of the role with the least proof number."""
    choices: dict[str, list[Node]] = {}
    for child in node.children:
        choices.setdefault(child.joint[moment.view.role], []).append(child)
    sums = [sum(_finite(n, 0) for n in answers) for answers in choices.values()]
    pairs = zip(choices.values(), sums, strict=True)
    return [answers for answers, number in pairs if number == min(sums)]


def _open(node: Node) -> bool:
    return node.proof is not None and not {0, "inf"} & set(node.proof)


def _finite(node: Node, side: int) -> float:
    assert node.proof is not None
    return float(node.proof[side])


#: What a path search takes off the frontier: the name of the quantity that is lowest,
#: with its value for a path; or words, if the order of the frontier decides.
_LOWEST: Mapping[str, tuple[str, Callable[[Node], int]]] = {
    "lowest_cost": ("cost", lambda node: node.cost or 0),
    "best_first": ("estimate", lambda node: node.estimate or 0),
    "a_star": ("cost + estimate", lambda node: (node.cost or 0) + (node.estimate or 0)),
}
_ORDER = {
    "breadth": "The frontier is a queue: the path that was added first comes first.",
    "depth": "The frontier is a stack: of the paths added last the first comes first.",
    "iterative": "Within the bound the search goes depth first.",
    "ida_star": "Within the bound on cost and estimate the search goes depth first.",
}


def path(moment: Moment) -> Draft | None:
    """Ask which path of the frontier is expanded next, or found to end in a goal."""
    root = moment.growing.root
    if moment.following[0] != "select" or root is None or root.cost is None:
        return None
    if moment.last[0] == "prune" and moment.last[2] != "bound":  # it was asked before
        return None
    frontier = [node for node in moment.growing.entered if node.kind == "frontier"]
    chosen, name = _taken(moment), moment.call.method.name
    if len(frontier) < 2 or not any(node is chosen for node in frontier):
        return None
    assert chosen is not None
    answers, notes = [chosen], {}
    if name in _LOWEST:
        what, number = _LOWEST[name]
        ties = [
            node
            for node in frontier
            if node is not chosen
            and number(node) == number(chosen)
            and not _prunes(moment, node)
        ]
        answers += ties
        why = f"{_path(moment, chosen)} has the lowest {what}, {number(chosen)}"
        why += ", as others have." if ties else "."
        for node in frontier:
            own = _path(moment, node)
            notes[own] = f"{own} has the {what} {number(node)}."
    else:
        why = _ORDER[name]
    if passed := [n for n in frontier if n is not chosen and _prunes(moment, n)]:
        reason = _PRUNED[_pruning(moment)]
        why += f" {_path(moment, passed[0])} is not, but pruned: {reason}."
    return Draft(
        "Which path of the frontier is expanded next?",
        tuple(_path(moment, node) for node in answers),
        why,
        tuple(_path(moment, node) for node in frontier),
        root,
        notes,
        terms(moment, frontier) if moment.view.game.space == "game" else {},
    )


#: Why a path is not expanded, by the kind of pruning.
_PRUNED = {
    "paths": "its end is that of a path that was expanded before",
    "cycles": "it visits its end twice",
}


def _pruning(moment: Moment) -> str:
    """Return the kind of pruning; within a bound no node counts as reached before."""
    way = str(moment.call["prune"] or "paths")
    bounded = STRATEGIES[moment.call.method.name].bounded
    return "cycles" if bounded and way == "paths" else way


def _taken(moment: Moment) -> Node | None:
    """Return the next path that is taken off the frontier and not pruned."""
    for event, after in pairwise(moment.events[moment.step :]):
        if event[0] == "select" and after[0] in ("expand", "goal"):
            return moment.growing.entered[event[1]]
        if event[0] not in ("select", "prune"):
            break
    return None


def _prunes(moment: Moment, node: Node) -> bool:
    """Return whether the search would prune a path if it took it off the frontier."""
    way = _pruning(moment)
    if way == "paths":
        return any(
            other.state == node.state
            and other.kind == "expanded"
            and (other.cost or 0) <= (node.cost or 0)
            for other in moment.growing.entered
        )
    above = node.parent
    while way == "cycles" and above is not None:
        if above.state == node.state:
            return True
        above = above.parent
    return False


def _path(moment: Moment, node: Node) -> str:
    """Return a path as the nodes, or the moves, along it."""
    if moment.view.game.space == "game":
        return moment.name(node)
    numbers: list[int] = []
    above: Node | None = node
    while above is not None:
        assert above.state is not None
        numbers.append(above.state)
        above = above.parent
    return " ".join(map(moment.view.game.node_text, reversed(numbers)))


def uct(moment: Moment) -> Draft | None:
    """Ask which move of the root has the highest upper confidence bound.

    Only without the solver, and with one random game at a time. Then each bound follows
    from the means and the numbers of games in the tree.
    """
    root, call = moment.growing.root, moment.call
    if root is None or moment.last[:2] != ["visit", 0]:
        return None
    if call["solver"] or (call["batch"] or 1) > 1:
        return None
    role, (low, high) = moment.role, moment.view.game.ranges[moment.view.role]
    moves, games = moment.state(root).legal[role], root.visits or 0
    known = [node for node in root.children if node.visits]
    if moment.mover(root) != role or len(known) < len(moves) or low == high:
        return None
    weight = float(str(call["exploration"]))
    bounds = {}
    for node in known:
        assert node.mean is not None
        mean = (node.mean - low) / (high - low)
        unsure = weight * sqrt(log(games) / (node.visits or 1))
        bounds[moment.move(node)] = mean + unsure
    highest = max(bounds.values())
    best = [name for name, bound in bounds.items() if highest - bound < _EQUAL]
    taken = (event[1] for event in moment.events[moment.step :] if event[0] == "visit")
    chosen = next((moment.whole[i] for i in taken if moment.whole[i].ply == 1), None)
    if chosen is None or len(best) == len(bounds):
        return None
    first = moment.move(chosen)
    if first not in best:
        return None
    share = "w" if (low, high) == (0, 1) else f"(w - {low}) / {high - low}"
    formula = (
        f"{share.replace('- -', '+ ')} + {value_text(weight)} sqrt(ln {games} / n)"
    )
    return Draft(
        f"{games} random games are played. The tree shows the mean w and the number n "
        f"of those that began with each move. Which move of {role} has the highest "
        f"bound {formula}, so that the next game begins with it?",
        tuple(dict.fromkeys([first, *best])),
        f"The bound of {first} is {bounds[first]:.4f}, the highest.",
        tuple(bounds),
        root,
        {
            name: f"The bound of {name} is {bound:.4f}."
            for name, bound in bounds.items()
        },
        terms(moment, known),
    )


#: Bounds that differ by less are equal up to rounding.
_EQUAL = 1e-9

_SIDES = (
    "All values are for the role of the search: where it moves it takes the highest "
    "one, and the others take the lowest one"
)

#: The kinds of questions, in the order of the help text.
KINDS: Mapping[str, Kind] = {
    "value": Kind(
        value, "which value is backed up",
        f"{_SIDES}, and chance gives the mean; in maxn each role takes what is best "
        "for itself.",
    ),
    "move": Kind(
        move, "which move is chosen",
        f"{_SIDES}; in maxn each role takes what is best for itself.",
    ),
    "cut": Kind(
        cut, "which moves are cut off",
        "Where the role of the search moves, a value of beta or more cuts off the "
        "rest; where the others move, a value of alpha or less.",
    ),
    "window": Kind(
        window, "what alpha and beta are",
        "Alpha is the best value that the role of the search has for sure by a move "
        "above, beta the best that the others have; at the root they are -inf and "
        "+inf.",
    ),
    "next": Kind(
        following, "which position is visited next",
        "The next move of the same position follows, unless none is left or the rest "
        "is cut off: then the search goes back up.",
    ),
    "proving": Kind(
        proving, "which node is the most-proving one",
        "From the root follow the lowest proof number where the role of the search "
        "moves, and the lowest disproof number where the others do.",
    ),
    "path": Kind(
        path, "which path is expanded next",
        "The frontier is a queue, a stack, or in the order of the cost, of the "
        "estimate, or of their sum: which is it in this search? A path that is pruned "
        "is not expanded; one that ends in a goal counts.",
    ),
    "uct": Kind(
        uct, "which move has the highest upper confidence bound",
        "Both a high mean and a small number of games make the bound of a move high.",
    ),
}  # fmt: skip
