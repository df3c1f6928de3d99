"""Play random games of rule files beside the oracle: `oracle_check.py [FILE ...]`.

With `--generated COUNT`, the files are random rules (games/random_rules.py), and each
analysis that has two ways is made to go each of them.

In each state that comes about, every tier and form of the package must tell what the
oracle tells: the fluents, the legal moves of each role, whether the game is over, the
goals, how likely the moves of chance are, whether a turn goes on, the features, and
what follows some of the joint moves. A difference is a sentence, and so is a file of
which nothing was compared; after either the exit status is 1.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from itertools import product
from pathlib import Path
from typing import Protocol

import click
from games.newer_rules import newer_rules
from games.random_rules import random_rules
from games.switched_rules import switched
from pyswip import Prolog
from searched import by_changes, by_words

import pygame_search as ps
from pygame_search.engine.bridge import engine
from pygame_search.game import Game, State
from pygame_search.machine.clauses import ClauseMachine
from pygame_search.machine.evaluator import Evaluator
from pygame_search.machine.kernel_evaluator import KernelEvaluator
from pygame_search.machine.native_game import native
from pygame_search.machine.reference_evaluator import ReferenceEvaluator
from pygame_search.oracle.interpreter import Oracle
from pygame_search.oracle.terms import OracleError, Term, ground_terms
from pygame_search.support.errors import LimitError, PygameSearchError, TierError

#: What the package can answer from: its forms of clauses, and the network.
TIERS = ("meaning", "lists", "slots", "native")
#: How the line of a file says that it differs, or that nothing of it was compared.
DIFFERENT, NOT_COMPARED = "DIFFERENT", "NOT COMPARED"
#: More joint moves are not expanded by the procedural tier.
MOST_JOINTS = 200

Moves = tuple[dict[Term, str], ...]


@dataclass(frozen=True, slots=True)
class View:
    """What is told of a state; no moves where it is terminal."""

    facts: frozenset[Term]
    terminal: bool
    goals: tuple[int | None, ...]
    legal: tuple[frozenset[Term], ...]
    chances: frozenset[tuple[Term, Fraction]] = frozenset()
    mid_turn: bool = False
    features: frozenset[tuple[int, Term, int]] = frozenset()

    def unlike(self, other: View) -> str:
        """Return in what another differs."""
        parts = []
        for name in self.__slots__:
            mine, its = getattr(self, name), getattr(other, name)
            if mine == its:
                continue
            if isinstance(mine, frozenset):
                mine, its = [*(mine - its)], [*(its - mine)]
            parts.append(f"{name} {its}, in the oracle {mine}"[:600])
        return "; ".join(parts)


class Tier(Protocol):
    """A tier in a state."""

    def view(self) -> tuple[View, Moves]:
        """Return what it tells, and the text of each move of each role."""

    def after(self, joint: tuple[str, ...]) -> Tier:
        """Return the tier in the state after a joint move."""


@lru_cache(maxsize=100_000)
def term(text: str, syntax: str) -> Term:
    """Return the term of a text of the package."""
    (found,) = ground_terms([text], syntax)
    return found


def _terms(texts: Iterable[str], syntax: str) -> dict[Term, str]:
    return {term(text, syntax): text for text in texts}


def _view(
    facts: Iterable[str],
    terminal: bool,
    goals: tuple[int | None, ...],
    legal: Iterable[Iterable[str]],
    syntax: str,
    chances: Mapping[str, Fraction],
    mid_turn: bool,
    features: Sequence[Mapping[str, int]],
) -> tuple[View, Moves]:
    moves = () if terminal else tuple(_terms(texts, syntax) for texts in legal)
    known = frozenset(_terms(facts, syntax))
    likely = frozenset((term(text, syntax), p) for text, p in chances.items())
    counts = frozenset(
        (role, term(name, syntax), number)
        for role, its in enumerate(features)
        for name, number in its.items()
        if number
    )
    sets = tuple(map(frozenset, moves))
    return View(known, terminal, goals, sets, likely, mid_turn, counts), moves


class Clauses:
    """A game that stands on clauses, in a form, in a state."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._syntax = state.game.book.syntax

    def view(self) -> tuple[View, Moves]:
        """Return what the form tells, and what the procedural tier is told by it."""
        now = self._state.position
        looked = ClauseMachine(self._state.game).look(self._state.number)
        assert looked.terminal == now.terminal
        if looked.terminal:
            assert looked.values == now.goals
        chances = {} if looked.terminal else self._state.chances
        if self._state.legal.get("random") == ("noop",):
            chances = {"noop": Fraction(1)}
        machine, number = ClauseMachine(self._state.game), self._state.number
        return _view(
            now.facts, now.terminal, now.goals, now.legal, self._syntax, chances,
            machine.mid_turn(number),
            machine.features(number) if self._state.game.weights else (),
        )  # fmt: skip

    def after(self, joint: tuple[str, ...]) -> Clauses:
        """Return what follows; the procedural tier must find the same."""
        separator = " " if self._syntax == "kif" else ", "
        after = self._state.play(f"[{separator.join(joint)}]")
        legal = self._state.position.legal
        joints = [*product(*legal)]
        if len(joints) <= MOST_JOINTS:
            node = ClauseMachine(self._state.game).expand(self._state.number)
            assert node.successors[joints.index(joint)] == after.number
        return Clauses(after)


class Network:
    """A game's network in a state."""

    def __init__(self, machine: Evaluator, state: bytes, syntax: str) -> None:
        self._machine, self._state, self._syntax = machine, state, syntax

    def view(self) -> tuple[View, Moves]:
        """Return what the network tells."""
        machine, state = self._machine, self._state
        terminal = machine.terminal(state)
        moves = () if terminal else machine.moves(state)
        legal = [[machine.text(move) for move in its] for its in moves]
        goals = machine.goals(state)
        return _view(
            machine.facts(state), terminal, goals, legal, self._syntax,
            self._chances(moves), bool(machine.holds(state, "mid_turn")),
            machine.features(state),
        )  # fmt: skip

    def _chances(self, moves: Sequence[Sequence[int]]) -> dict[str, Fraction]:
        machine = self._machine
        if "random" not in machine.network.roles or not moves:
            return {}
        role = machine.network.roles.index("random")
        weights: Sequence[int] | None = [1] * len(moves[role])
        if machine.network.weighs_chance is not None and len(moves[role]) > 1:
            weights = machine.weights(self._state, role, moves[role])
        assert weights is not None
        return {
            machine.text(move): Fraction(weight, sum(weights))
            for move, weight in zip(moves[role], weights, strict=True)
        }

    def after(self, joint: tuple[str, ...]) -> Network:
        """Return what follows."""
        after = self._machine.play(self._state, joint)
        assert after is not None, f"{joint} is not legal in the network"
        return Network(self._machine, after, self._syntax)


def tiers_of(load: Mapping[str, Game], tiers: Iterable[str]) -> dict[str, Tier]:
    """Return tiers in the initial state.

    Args:
        load: the game in each form; `native` is made of the first.
        tiers: which of them.
    """
    found: dict[str, Tier] = {}
    for tier in tiers:
        if tier == "native":
            game = next(iter(load.values()))
            machine = KernelEvaluator(game)
            found[tier] = Network(machine, machine.initial, game.book.syntax)
        elif tier in load:
            found[tier] = Clauses(load[tier].initial)
    return found


def told(oracle: Oracle, state: frozenset[Term]) -> View:
    """Return what the oracle tells of a state."""
    terminal = oracle.terminal(state)
    legal = {} if terminal else oracle.legal(state)
    goals = tuple(oracle.goals(state).values())
    chances = {} if terminal else oracle.chances(state)
    return View(
        state, terminal, goals, tuple(map(frozenset, legal.values())),
        frozenset(chances.items()), bool(oracle.instances("mid_turn")),
        features(oracle),
    )  # fmt: skip


def features(oracle: Oracle) -> frozenset[tuple[int, Term, int]]:
    """Return the features that are not 0: the index of the role, the name, the number.

    A feature counts its distinct instances, and the distinct numbers that it has. The
    oracle is in the state that it was asked about last.
    """
    found: Counter[tuple[int, Term]] = Counter()
    for role, name, _ in set(oracle.instances("feature", None, None, None)):
        if role in oracle.roles:
            found[oracle.roles.index(role), name] += 1
    for role, name, number in set(oracle.instances("feature_value", None, None, None)):
        if role in oracle.roles and isinstance(number, int):
            found[oracle.roles.index(role), name] += number
    return frozenset((*one, number) for one, number in found.items() if number)


@dataclass(slots=True)
class Counted:
    """How much was compared; `games` are those that were played to their end."""

    games: int = 0
    states: int = 0
    steps: int = 0
    tiers: Counter[str] = field(default_factory=Counter)
    limits: int = 0


def differences(
    oracle: Oracle,
    tiers: Mapping[str, Tier],
    seed: int,
    *,
    plies: int = 30,
    steps: int = 2,
    counted: Counted | None = None,
    deadline: float = float("inf"),
) -> dict[str, str]:
    """Return the first difference of each tier in a random game; none if all agree.

    Args:
        oracle: the oracle for the rules.
        tiers: the tiers, in the initial state.
        seed: of the random numbers.
        plies: the most plies.
        steps: how many joint moves of each state are made.
        counted: is told how much was compared.
        deadline: the processor time at which the game is left.
    """
    source = random.Random(seed)
    state, history = oracle.initial, list[tuple[Term, ...]]()
    counted = counted or Counted()
    now, found = dict(tiers), dict[str, str]()
    for _ in range(plies):
        counted.states += 1
        ours = told(oracle, state)
        texts: dict[str, Moves] = {}
        for name, tier in now.items():
            try:
                its, texts[name] = tier.view()
                if its != ours:
                    found[name] = f"after {history}: {ours.unlike(its)}"
            except (PygameSearchError, AssertionError) as error:
                found[name] = f"after {history}: {_words(error)}"
        if ours.terminal or not all(ours.legal):
            counted.games += 1
            return found
        if time.process_time() > deadline:
            return found
        sides = [sorted(moves, key=repr) for moves in ours.legal]
        for _ in range(steps):
            counted.steps += 1
            joint = tuple(map(source.choice, sides))
            following = oracle.successor(state, joint)
            after: dict[str, Tier] = {}
            for name in now.keys() - found.keys():
                pairs = zip(texts[name], joint, strict=True)
                try:
                    after[name] = now[name].after(tuple(of[m] for of, m in pairs))
                    facts = after[name].view()[0].facts
                    lost, new = [*(following - facts)], [*(facts - following)]
                except (PygameSearchError, AssertionError) as error:
                    lost, new = [_words(error)], []
                if lost or new:
                    where = f"after {[*history, joint]}"
                    found[name] = f"{where}: facts lost {lost}, new {new}"[:2000]
        state, now = following, {name: after[name] for name in after if name in now}
        history.append(joint)
    return found


# ---- random rules --------------------------------------------------------------

#: The ways in which `logic/compiler/relaxation.pl` finds what may hold.
WAYS = ("near", "far", "none")


@contextmanager
def only(way: str) -> Iterator[None]:
    """Let the instances that may hold be found in one way, or not at all."""
    engine()
    Prolog.assertz(f"relaxation:only({way})")
    try:
        yield
    finally:
        Prolog.retractall("relaxation:only(_)")


def each_way(rules: str) -> dict[str, Tier]:
    """Return random rules in every form and on every machine, each by every way.

    What a form or the network refuses is left out: `slots` where the instances cannot
    be listed, for example. What searches of one state at a time ask is asked of words
    and of changes, made of what the first way finds.
    """
    found = {
        form: Clauses(ps.load_text(rules, form=form).initial)
        for form in ("meaning", "lists")
    }
    tiers: dict[str, Tier] = {**found}
    for way in WAYS:
        with only(way):
            with suppress(TierError):
                slots = ps.load_text(rules, form="slots")
                tiers[f"slots, {way}"] = Clauses(slots.initial)
            with suppress(TierError, LimitError):
                # The way is in the text, so that no other one's network is kept for it.
                game = ps.load_text(f"{rules}% {way}\n")
                for name, machine in (
                    ("kernels", KernelEvaluator(game)),
                    ("reference", ReferenceEvaluator(native(game))),
                ):
                    first = Network(machine, machine.initial, "prolog")
                    tiers[f"{name}, {way}"] = first
                if way == WAYS[0]:
                    tiers |= searched(game)
    return tiers


def searched(game: Game) -> dict[str, Tier]:
    """Return what searches of one state at a time ask, by words and by changes."""
    machines = {"words": by_words(game), "changes": by_changes(game)}
    return {
        name: Network(machine, machine.initial, game.book.syntax)
        for name, machine in machines.items()
        if machine is not None
    }


def newer_rules_of(seed: int, plies: int = 4) -> str:
    """Return the newer rules of a seed, in turn with chance and with histories."""
    return newer_rules(
        random.Random(seed), chance=seed % 3 == 0, history=seed % 4 < 2, plies=plies
    )


def generated(
    seeds: Iterable[int],
    games: int,
    plies: int,
    counted: Counted,
    *,
    given: bool = False,
    aggregates: bool = False,
    newer: bool = False,
    deep: bool = False,
    switches: bool = False,
) -> Iterator[tuple[int, str, str]]:
    """Yield where random rules differ from the oracle: seed, tier and words.

    Args:
        seeds: one for each file.
        games: how many games of each are played.
        plies: the most plies of a game.
        counted: is told how much was compared.
        given: whether some relations need arguments given.
        aggregates: whether there are sums, maxima and minima beside the counts.
        newer: whether the files have the words of `newer_rules.py`.
        deep: whether fluents and moves have values of several depths; not with `newer`.
        switches: whether parameters switch rules on and off.
    """
    for seed in seeds:
        source = random.Random(seed)
        if newer:
            rules = newer_rules_of(seed)
        else:
            rules = random_rules(
                source,
                chance=seed % 4 == 0,
                given=given,
                aggregates=aggregates,
                deep=deep,
            )
        if switches:
            rules = switched(source, rules)
        try:
            tiers = each_way(rules)
        except PygameSearchError as error:
            yield seed, "loading", _words(error)
            continue
        for name in tiers:
            counted.tiers[name] += 1
        oracle = Oracle(rules)
        for game in range(games):
            found = differences(oracle, tiers, game, plies=plies, counted=counted)
            limits = {name for name, words in found.items() if "LimitError" in words}
            counted.limits += len(limits)
            yield from ((seed, *one) for one in found.items() if one[0] not in limits)
            tiers = {name: tier for name, tier in tiers.items() if name not in found}


def _words(error: BaseException) -> str:
    return f"{type(error).__name__}: {' '.join(str(error).split())}"[:300]


def compared(
    file: str, games: int, plies: int, steps: int, seconds: float, wanted: str
) -> str:
    """Return what the comparison of a file comes to, in a line."""
    began, counted = time.process_time(), Counted()
    tiers: dict[str, Tier] = {}
    differ: dict[str, str] = {}
    notes = ""
    try:
        game = ps.load(file)
        book = game.book
        given = {name: text for name, text, *_ in game.given_parameters}
        oracle = Oracle(book.text, book.syntax, given)
    except (PygameSearchError, OracleError) as error:
        return f"{NOT_COMPARED}: {_words(error)}"
    if [term(role, book.syntax) for role in game.roles] != oracle.roles:
        return f"{DIFFERENT}: roles {game.roles}, in the oracle {oracle.roles}"
    for tier in wanted.split(","):
        try:
            if tier == "native":
                tiers |= tiers_of({"best": game}, [tier])
            else:
                tiers |= tiers_of({tier: ps.load(file, form=tier)}, [tier])
        except PygameSearchError as error:
            notes += f"; no {tier}: {_words(error)[:150]}"
    if not tiers:
        return f"{NOT_COMPARED}: expected a tier beside the oracle, found none{notes}"
    for seed in range(games):
        playing = {name: its for name, its in tiers.items() if name not in differ}
        differ |= differences(
            oracle, playing, seed, plies=plies, steps=steps, counted=counted,
            deadline=began + seconds,
        )  # fmt: skip
        if time.process_time() > began + seconds:
            break
    spent = time.process_time() - began
    said = "".join(f"\n  {DIFFERENT}: {name} {its}" for name, its in differ.items())
    compared = f"{counted.games} whole games, {counted.states} states"
    return f"{compared}, {counted.steps} steps, {spent:.1f} s{notes}{said}"


@click.command()
@click.argument("files", nargs=-1)
@click.option("--games", default=3, show_default=True, help="Of each file.")
@click.option("--plies", default=30, show_default=True, help="The most of a game.")
@click.option("--steps", default=2, show_default=True, help="Tried in each state.")
@click.option("--seconds", default=20.0, show_default=True, help="For each file.")
@click.option("--tiers", default=",".join(TIERS), show_default=True)
@click.option("--generated", "count", default=0, help="How many random rule files.")
@click.option("--given", is_flag=True, help="With relations that need arguments given.")
@click.option("--newer", is_flag=True, help="With the words of newer_rules.py.")
@click.option("--deep", is_flag=True, help="With values of several depths.")
@click.option("--switches", is_flag=True, help="With rules that parameters switch.")
@click.option("--seed", default=0, help="Of the first of these.")
def main(
    files: tuple[str, ...],
    games: int,
    plies: int,
    steps: int,
    seconds: float,
    tiers: str,
    count: int,
    given: bool,
    newer: bool,
    deep: bool,
    switches: bool,
    seed: int,
) -> None:
    """Compare rule files with the oracle; exit 1 where they differ or none can be."""
    differ = failed = 0
    counted = Counted()
    for number, tier, words in generated(
        range(seed, seed + count),
        games,
        min(plies, 6),
        counted,
        given=given,
        newer=newer,
        deep=deep,
        switches=switches,
    ):
        differ += 1
        click.echo(f"{number}: {DIFFERENT}: {tier} {words}")
    if count:
        for name, its in sorted(counted.tiers.items()):
            click.echo(f"{name}: {its} rule files")
        click.echo(
            f"{counted.states} states, {counted.steps} steps, {differ} different, "
            f"{counted.limits} stopped at a limit"
        )
    for file in files:
        line = compared(file, games, plies, steps, seconds, tiers)
        failed += DIFFERENT in line or line.startswith(NOT_COMPARED)
        click.echo(f"{Path(file).name}: {line}")
    sys.exit(1 if differ or failed else 0)


if __name__ == "__main__":
    main()
