"""A search in its lecture form, as clauses and as a function, beside the engine's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module
from itertools import pairwise
from typing import Any

from pygame_search.experiments.twins import NODES, Source, source_pair
from pygame_search.game import Game, State
from pygame_search.lectures import relations
from pygame_search.machine.clauses import ClauseMachine
from pygame_search.model.scores import value_text
from pygame_search.programs.program import lecture
from pygame_search.programs.program import start as first_state
from pygame_search.search.best import best
from pygame_search.search.core.budget import Budget
from pygame_search.search.core.methods import (
    PATH_METHODS,
    SEARCHES,
    MethodCall,
    read_method,
)
from pygame_search.search.core.setup import checked_role
from pygame_search.search.core.trace import Event, expanded_nodes
from pygame_search.search.monte_carlo import answers
from pygame_search.search.monte_carlo.monte_carlo import monte_carlo, tally_of
from pygame_search.search.monte_carlo.result import Sample
from pygame_search.search.monte_carlo.tree_events import Emitter
from pygame_search.search.monte_carlo.uct import Tree
from pygame_search.search.paths import paths
from pygame_search.support.errors import InputError
from pygame_search.support.words import counted

#: The methods of the engine that have a lecture form, and the options that make the
#: engine do the same: goal values only, no table, no move ordering.
LECTURES = {
    "minimax": "minimax(sooner=false)",
    "alphabeta": "alphabeta(sooner=false)",
    "deepening": "deepening(search=minimax, sooner=false, table=false, order=rule)",
    "maxn": "maxn(sooner=false)",
    "expectimax": "expectimax(sooner=false)",
    "quiescence": "minimax(sooner=false, quiescence=2)",
}

#: The lectures that are a method of the engine with some parameters.
VARIANTS = {"quiescence": "minimax(quiescence=2)"}

#: The path searches, and their names in the lectures.
PATH_LECTURES = {name: name for name in PATH_METHODS} | {
    "breadth": "breadth_first",
    "depth": "depth_first",
}

#: The searches that play random games, and the default number of games.
SAMPLED, SIMULATIONS = ("montecarlo", "uct"), 100

#: The names of all lecture searches that are compared.
NAMES = (*LECTURES, *PATH_LECTURES.values(), "proof_number", *SAMPLED)


@dataclass(frozen=True, slots=True)
class LectureForms:
    """The results of the lecture's clauses, its function and the engine.

    Attributes:
        name: the method.
        rows: the items compared, and the three results for each.
        same: whether all three agree.
        asked: the question; may be empty.
        notes: what the search assumes.
        method: what the engine has run; None if that is no method.
        role: the role that the search is for; empty for a path search.
        events: those of the engine's search, if they were kept.
    """

    name: str
    rows: tuple[tuple[str, str, str, str], ...]
    same: bool
    method: MethodCall | None
    role: str = ""
    notes: tuple[str, ...] = ()
    asked: str = ""
    events: tuple[Event, ...] = ()

    @property
    def sources(self) -> tuple[Source, Source]:
        """The clauses and the function."""
        return source_pair(f"lectures/{self.name}.pl", f"lectures/{self.name}.py")

    @property
    def verdict(self) -> str:
        """Whether the three agree, and on what."""
        words = "the three agree" if self.same else "the three differ"
        return ", ".join(filter(None, (words, self.asked)))


def variant(text: str) -> str:
    """Return a method as text, with a lecture's name for it replaced.

    >>> variant("quiescence(depth=3)")
    'minimax(quiescence=2, depth=3)'
    """
    name, _, rest = text.strip().partition("(")
    if (call := VARIANTS.get(name.rstrip())) is None:
        return text
    return f"{call[:-1]}, {rest}" if rest else call


def lecture_name(call: MethodCall) -> str | None:
    """Return the name of the lecture form of a method; None if it has none."""
    name, given = call.method.name, dict(call.given)
    if call.method is PATH_METHODS.get(name):
        return None if given else PATH_LECTURES[name]
    if name == "proof_number":
        return name if given.keys() <= {"threshold"} else None
    if name in SAMPLED:
        return name if given.keys() <= {"simulations", "seed"} else None
    given.pop("depth", None)
    for lecture_form, text in VARIANTS.items():
        if read_method(text).method is call.method and read_method(text).given == given:
            return lecture_form
    return name if name in LECTURES and not given else None


def must_have_forms(call: MethodCall) -> None:
    """Check that a method has a lecture form, or two forms of the engine.

    Raises:
        InputError: it has neither; the message names the methods that have.
    """
    if lecture_name(call) is None and not call.method.twofold:
        expected = [*SEARCHES, *VARIANTS, *SAMPLED]
        if call.method.name not in expected:
            raise InputError(
                f"{call.method.name} is not written twice: expected one of "
                f"{', '.join(expected)}, or a search for a path"
            )


def compare_lecture(
    state: State,
    call: MethodCall,
    *,
    role: str | None,
    depth: int,
    record: bool = False,
) -> LectureForms:
    """Return the results of the three forms of a search in a position.

    Args:
        state: the position.
        call: a method that has a lecture form.
        role: the role to search for; by default the role that moves.
        depth: how many moves to look ahead.
        record: whether to keep the events of the engine's search.

    Raises:
        InputError: the game is over, several roles move at once, or a depth counts
            turns.
    """
    name = lecture_name(call)
    assert name is not None
    role = _mover(state, role, name)
    _must_draw_equally(state)
    if name == "proof_number":
        return _compare_proofs(state, role, call["threshold"], record)
    if name in SAMPLED:
        return _compare_samples(state, role, call)
    if name == "quiescence":
        _must_have_quiet(state)
    state.game.must_count_steps()
    engine = read_method(LECTURES[name]).with_values(depth=depth)
    found = best(state, role=role, method=engine, tier="clauses", record=record)
    state.game.goal_sum  # noqa: B018  the clauses need it
    told = lecture(name).ask("best", state, role=role, depth=depth)
    assert told is not None
    assert told.value is not None
    rules = relations.Rules(state.game)
    move, value = _module(name).best(relations.Node(rules, state.number), role, depth)
    text = rules.machine.texts([(move,)])[0][0] if isinstance(move, int) else str(move)
    mover = state.game.roles.index(state.to_move[0])
    chosen = found.line[0][mover] if found.line else "chance"
    roles = len(state.game.roles) if name == "maxn" else 1
    rows = (
        ("move", told.move or "", text, chosen),
        ("value", value_text(told.value), value_text(float(value)),
         "" if found.value is None else value_text(found.value)),
        ("leaves", f"{len(told.looked_at):,}", f"{len(rules.looked_at) // roles:,}",
         f"{found.leaves:,}"),
    )  # fmt: skip
    same = all(len(set(row[1:])) == 1 for row in rows)
    asked = f"{counted(depth, 'ply', 'plies')} deep"
    return LectureForms(
        name, rows, same, engine, role, found.notes, asked, found.events
    )


def _compare_samples(state: State, role: str, call: MethodCall) -> LectureForms:
    """Return the results of the three forms with the same random numbers.

    The engine runs its procedure with the lecture's random numbers and exploration
    constant, and without the solver.
    """
    name, game = call.method.name, state.game
    if role not in state.to_move:
        raise InputError(f"{name} as lectures write it is for the role that moves")
    if name == "uct" and any(low >= high for low, high in game.ranges):
        raise InputError(
            f"the rules of {game.name!r} name no goal values, or only one: uct as "
            "lectures write it needs their range"
        )
    games, seed = call["simulations"] or SIMULATIONS, call["seed"]
    index, rules = game.roles.index(role), relations.Rules(game)
    rules.chance = relations.Chance(seed)
    assert rules.machine is not None
    number = games
    if name == "montecarlo":  # this many after each move
        number = max(games // len(state.legal[role]), 1)
        games = number * len(state.legal[role])
    told = lecture(name).ask("best", state, role=role, depth=number, seed=seed)
    assert told is not None
    move, value = _module(name).best(relations.Node(rules, state.number), role, number)
    events: list[Event] = []
    found = drawn(name, state, index, games, relations.Chance(seed), events)
    arm = found.arms[found.best]
    text = rules.machine.texts([(move,)])[0][0]
    rows = (
        ("move", told.move or "", text, arm.joint[index]),
        ("mean", *_means(told.value, value, found.value)),
        _row("games", [games, games, found.simulations]),
    )  # fmt: skip
    same = all(len(set(row[1:])) == 1 for row in rows)
    same = same and list(told.looked_at) == rules.looked_at
    asked = f"the same {found.simulations:,} random games"
    engine = call.with_values(simulations=found.simulations)
    return LectureForms(
        name, rows, same, engine, role, asked=asked, events=tuple(events)
    )


def _means(*means: float | Fraction | None) -> tuple[str, str, str]:
    one, two, three = ("none" if m is None else f"{float(m):.9g}" for m in means)
    return one, two, three


def drawn(
    name: str,
    state: State,
    role: int,
    games: int,
    chance: relations.Chance,
    events: list[Event],
) -> Sample:
    """Return the engine's result with random numbers from a source.

    Args:
        name: one of SAMPLED.
        state: the position.
        role: the index of the role that moves.
        games: the number of random games.
        chance: the source of random numbers.
        events: where those of a tree are added.
    """
    game, machine = state.game, ClauseMachine(state.game, memo=True)
    if name == "montecarlo":
        tally = tally_of(state, role)
        monte_carlo(machine, tally, chance, Budget("simulations", games))
        return tally.sample("simulations")
    emitter = Emitter(events.append, role, game.ranges[role], machine)
    tree = Tree(
        machine, state.number, ranges=game.ranges, chance=game.chance, rivals=False,
        exploration=0.7, solver=False, source=chance,
        emitter=emitter,
    )  # fmt: skip
    while tree.simulations < games:
        tree.simulate()
    sample = answers.found(state, tree, role, "simulations")
    emitter.line(sample.line)
    return sample


def _mover(state: State, role: str | None, name: str) -> str:
    """Return the role to search for, in a position in which one role moves."""
    role = checked_role(state, role)
    if len(state.to_move) != 1:
        raise InputError(
            f"{name} as lectures write it is for positions in which one role moves, "
            f"found {' and '.join(state.to_move) or 'none'}: --engine shows the "
            "engine's forms"
        )
    return role


def _must_draw_equally(state: State) -> None:
    """Check that the rules do not weigh the moves of chance.

    A lecture goes through a move as often as it weighs, and the engine once.
    """
    machine = ClauseMachine(state.game, memo=True)
    if machine.holds(state.number, "weight", 0, 0, 0) is not None:
        raise InputError(
            f"the rules of {state.game.name!r} weigh the moves of random, which "
            "lectures take as equally likely: --engine shows the engine's forms"
        )


def _must_have_quiet(state: State) -> None:
    """Check that the rules say by quiet/0 alone where a search may end."""
    game = state.game
    machine = ClauseMachine(game, memo=True)
    expand = machine.holds(state.number, "expand", 0) is not None
    if expand or game.noisy:
        raise InputError(
            f"the rules of {game.name!r} define {'expand/1' if expand else 'noisy/2'}, "
            "and quiescence as lectures write it goes by quiet/0 alone: --engine shows "
            "the engine's forms"
        )
    if machine.holds(state.number, "quiet") is None:
        raise InputError(
            f"the rules of {game.name!r} do not define quiet/0, which quiescence needs"
        )


def _module(name: str) -> Any:
    return import_module(f"pygame_search.lectures.{name}")


def _compare_proofs(
    state: State, role: str, threshold: int | None, record: bool
) -> LectureForms:
    """Return, for each goal value, whether the position is worth that or more."""
    name = "proof_number"
    worths = state.game.worths[state.game.roles.index(role)]
    if threshold is None and not worths:
        raise InputError(
            f"the rules of {state.game.name!r} name no goal values: expected a "
            "threshold, as in proof_number(threshold=1)"
        )
    said = {True: "proved", False: "disproved"}
    program = lecture(name)
    rows: list[tuple[str, str, str, str]] = []
    events: list[Event] = []
    same = True
    plain = read_method(name).with_values(nodes=NODES)
    for worth in worths if threshold is None else (threshold,):
        told = program.ask("proved", state, role=role, depth=worth)
        rules = relations.Rules(state.game)
        proved = _module(name).proved(relations.Node(rules, state.number), role, worth)
        call = plain.with_values(threshold=worth)
        found = best(state, role=role, method=call, tier="clauses", record=record)
        events += found.events
        engine = "not finished"
        if found.stopped == "complete" and found.value is not None:
            engine = said[found.value >= worth]
        rows.append((f"{worth} or more", said[told is not None], said[proved], engine))
        leaves = () if told is None else told.looked_at
        same = same and len({*rows[-1][1:]}) == 1
        same = same and leaves in ((), tuple(rules.looked_at))
    return LectureForms(name, tuple(rows), same, plain, role, events=tuple(events))


def compare_path_lecture(
    game: Game, call: MethodCall, *, start: State | None = None
) -> LectureForms:
    """Return the results of the three forms of a path search in a space.

    They agree if they find the same path and expand the same paths in the same order.
    Lectures leave out paths with a cycle, so the engine does too.

    Args:
        game: a state space, or a game of one role.
        call: one of PATH_METHODS.
        start: where to begin, for a game of one role.

    Raises:
        InputError: as from `paths`.
        LimitError: the lecture's clauses take too long.
    """
    name = PATH_LECTURES[call.method.name]
    results = paths(
        game, start=start, method=call.method.name, prune="cycles", tier="clauses",
        record=True,
    )  # fmt: skip
    start = start or first_state(game)
    told = lecture(name).ask("path", start)
    rules = relations.Rules(game)
    steps = _module(name).path(relations.Node(rules, start.number))
    found = next(results)
    forms = (
        ([] if told is None else [state.number for state in told.states],
         rules.expanded if told is None else [*told.looked_at]),
        ([] if steps is None else [node.number for node in steps], rules.expanded),
        ([*found.numbers], expanded_nodes(found.events)),
    )  # fmt: skip
    ways = [_way(rules, numbers) for numbers, _ in forms]
    rows = (
        ("path", ways[0], ways[1], ways[2]),
        _row("steps", [max(len(numbers) - 1, 0) for numbers, _ in forms]),
        _row("expanded", [len(nodes) for _, nodes in forms]),
    )
    same = all(form == forms[-1] for form in forms)
    return LectureForms(
        name, rows, same, call.with_values(prune="cycles"), events=found.events
    )


def _row(name: str, counts: Sequence[int]) -> tuple[str, str, str, str]:
    one, two, three = (f"{count:,}" for count in counts)
    return name, one, two, three


def _way(rules: relations.Rules, numbers: Sequence[int]) -> str:
    """Return a path as text: its nodes, or in a game its moves."""
    game = rules.game
    if not numbers:
        return "none"
    if game.space == "book":
        return " ".join(map(game.node_text, numbers))
    moves = [
        next(move for move, after, _ in rules.machine.neighbours(node) if after == then)
        for node, then in pairwise(numbers)
    ]
    return "; ".join(moves) or "the start"
