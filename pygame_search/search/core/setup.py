"""Check the method, tier and role of a search, and make its task."""

from __future__ import annotations

from collections.abc import Mapping

from pygame_search.game import Game, State
from pygame_search.machine.clauses import ClauseMachine
from pygame_search.machine.machine import Machine
from pygame_search.model.decimals import Weight, scaled
from pygame_search.model.rules import CHANCE
from pygame_search.search.core.heuristics import all_weights, prepare, weighed
from pygame_search.search.core.memory import Line, new_memory
from pygame_search.search.core.methods import METHODS, MethodCall, read_method
from pygame_search.search.core.request import SearchRequest
from pygame_search.search.core.task import Task
from pygame_search.search.core.tiers import must_be_tier
from pygame_search.search.core.trace import Listener
from pygame_search.support.errors import InputError

#: How many seconds it may take to find what two players' goals add up to: at least
#: these, and as many as a search has.
SUM_SECONDS = 5.0

#: How long to think when neither a depth nor a time is given, in seconds.
DEFAULT_SECONDS = 5.0
_NO_LIMIT = 1_000_000


def checked_method(
    game: Game, method: str | MethodCall | None, default: str = "alphabeta"
) -> MethodCall:
    """Return the requested method, or by default one that fits the game.

    Raises:
        InputError: an unknown method, a parameter without effect, a method that does
            not support the game's chance moves, or a search of a game with hidden
            information.
    """
    if method is None:
        informed = METHODS[default].informed
        method = default if informed or game.chance is None else "expectimax"
    call = method if isinstance(method, MethodCall) else read_method(method)
    call.must_count()
    if call.method.informed:
        if not game.closed:
            raise InputError(
                f"{call.method.name} searches from what a role knows, and in "
                f"{game.name!r} each role knows the position: use uct or deepening"
            )
    elif call.method.searches or call.method.name == "advice":
        game.must_be_open()  # advice is asked of the whole state, too
    if game.chance is not None and call.method.searches and not call.method.chance:
        raise InputError(
            f"{call.method.name} does not support chance, and {game.name!r} has the "
            f"role {CHANCE}: use expectimax"
        )
    return call


def informed_default(game: Game, otherwise: str) -> str:
    """Return the default method, where something is hidden one that knows its view.

    Args:
        game: the game.
        otherwise: the default where nothing is hidden.
    """
    if not game.closed:
        return otherwise
    return "belief_expectimax" if len(game.players) == 1 else "ismcts"


def checked_tier(call: MethodCall, tier: str | None) -> str:
    """Return the requested tier, or the first that has the method.

    Raises:
        InputError: an unknown tier, or one that does not have the method.
    """
    known = call.method.tiers
    if tier is None:
        return known[0]
    must_be_tier(tier)
    if tier not in known:
        raise InputError(
            f"{call.method.name} is a method of {' and '.join(known)}, found the tier "
            f"{tier}"
        )
    return tier


def checked_role(state: State, role: str | None) -> str:
    """Return the requested role, or the first that is to move, never `random`.

    Raises:
        InputError: an unknown role, `random`, or a game without players.
    """
    game = state.game
    if not game.roles:
        raise InputError("this file is a state space without roles: ask for a path")
    if not game.players:
        raise InputError(f"the only role is {CHANCE}, which has no goal")
    if role is None:
        to_move = state.to_move if not state.terminal else ()
        return next((r for r in to_move if r != CHANCE), game.players[0])
    if role == CHANCE:
        raise InputError(
            f"{CHANCE} is chance and has no goal: ask for {' or '.join(game.players)}"
        )
    if role not in game.roles:
        raise InputError(f"no role {role!r}: expected one of {', '.join(game.players)}")
    return role


def default_seconds(call: MethodCall, depth: int | None) -> float | None:
    """Return the default time limit: None if the search has another limit."""
    limited = depth is not None or call.given.keys() & {"nodes", "simulations"}
    return None if limited else DEFAULT_SECONDS


def weights_in_force(
    game: Game, call: MethodCall, given: Mapping[str, Weight | float] | None
) -> dict[str, Weight]:
    """Return the weights of a method that are not 0, with their heuristics prepared.

    Args:
        game: the game.
        call: the method.
        given: weights in place of those of the rule file.

    Raises:
        InputError: as from `all_weights` and `prepare`.
    """
    weights = {n: w for n, w in all_weights(game, given).items() if w}
    if not call.weighs:
        return {}
    prepare(game, weights)
    return weights


def must_expand_natively(state: State, call: MethodCall) -> None:
    """Check that a search in the native tier does not need expand/1.

    Raises:
        InputError: the method has quiescence, and the rule file defines expand/1, which
            no network has.
    """
    if call["quiescence"] and (
        ClauseMachine(state.game, memo=True).holds(state.number, "expand", 0)
        is not None
    ):
        raise InputError(
            f"{call}: the native tier does not know expand/1 of the rule file: use "
            "clauses or procedural"
        )


def new_task(
    request: SearchRequest,
    *,
    machine: Machine | None = None,
    listen: Listener | None = None,
) -> Task:
    """Return the task of a procedural search.

    Args:
        request: the request.
        machine: the state machine; by default the knowledge base.
        listen: called with each event.
    """
    game, call, index = request.state.game, request.call, request.index
    unit = request.unit
    ranges = tuple((low * unit, high * unit) for low, high in game.ranges)
    if call["sooner"] is False:  # no goal value is a win or a loss
        ranges = ((0, 0),) * len(ranges)
    weights = request.weights
    heuristics = weighed(game, weights)
    return Task(
        machine=machine or ClauseMachine(game, memo=True, heuristics=heuristics),
        role=index,
        limit=_NO_LIMIT if request.depth is None else request.depth,
        goal_range=ranges[index],
        weights=scaled(weights, unit),
        unit=unit,
        rival=rival(game, index) if weights else None,
        goal_ranges=ranges,
        chance=game.chance,
        extra=call["quiescence"] or 0,
        swing=(call["swing"] or 0) * unit,
        order=call["order"] or "rule",
        memory=new_memory(bool(call["table"]), call["order"] or "rule"),
        listen=listen,
        exact=request.ties == "exact",
    )


def rival(game: Game, role: int) -> int | None:
    """Return the index of the only opponent if the goals have a constant sum."""
    others = [i for i, name in enumerate(game.roles) if name != CHANCE and i != role]
    return others[0] if len(others) == 1 and game.constant_sum else None


def line_joints(machine: Machine, line: Line) -> list[tuple[int, ...]]:
    """Return the joint moves of a line, each as the numbers of the roles' moves."""
    joints = []
    while line is not None:
        joint, state, _, line = line
        joints.append(machine.expand(state).joint(joint))
    return joints
