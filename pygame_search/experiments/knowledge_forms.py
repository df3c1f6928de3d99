"""The lectures that start from what a role knows, beside the engine."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction

from pygame_search.experiments.lecture_forms import LectureForms
from pygame_search.game import Game, State
from pygame_search.lectures import belief, pimc, relations
from pygame_search.model.view import without_percepts
from pygame_search.programs.program import lecture
from pygame_search.search.best import best
from pygame_search.search.core.methods import read_method
from pygame_search.search.core.setup import checked_role
from pygame_search.support.errors import InputError

#: The most possible states that are listed.
SHOWN = 20

#: The search of the engine in each possible state.
_FACE_UP = "expectimax(sooner=false)"


def compare_knowledge(
    name: str, state: State, *, role: str | None, depth: int
) -> LectureForms:
    """Return the results of the three forms of a lecture about what a role knows.

    Args:
        name: one of OF_KNOWLEDGE.
        state: the position; its past is known if something is hidden.
        role: whose knowledge; by default that of the role that moves.
        depth: how many moves to look ahead, for `pimc`.

    Raises:
        InputError: the moves since the start are not known, or the role does not move.
    """
    role = checked_role(state, role)
    return OF_KNOWLEDGE[name](state, role, depth)


def _beliefs(state: State, role: str, _: int) -> LectureForms:
    """Return how likely each possible state is, by the three forms."""
    if not state.game.closed:
        raise InputError(
            f"{state.game.name!r} has no hidden information, or is played face up: "
            "each role knows the position"
        )
    told = lecture("belief").ask("belief", state, role=role)
    assert told is not None
    rules = relations.known(state)
    found = belief.belief(rules, role)
    engine = state.belief(role)
    numbered = rules.game.numbered
    forms = (
        _plain(zip(told.states, told.likelihoods, strict=True)),
        _plain((numbered(s.number), p) for s, p in found),
        _plain(zip(engine.states, engine.likelihoods, strict=True)),
    )
    likeliest = sorted(forms[2], key=lambda facts: (-forms[2][facts], facts))
    rows = [
        (_facts_text(state.game, facts), *(str(form.get(facts, 0)) for form in forms))
        for facts in likeliest[:SHOWN]
    ]
    rows.append(("states", *(f"{len(form):,}" for form in forms)))
    same = forms[0] == forms[1] == forms[2]
    return LectureForms("belief", _rows(rows), same, None, role)


def _plain(
    pairs: Iterable[tuple[State, Fraction]],
) -> dict[tuple[str, ...], Fraction]:
    """Return the probability of the facts of each state, without percepts."""
    found: dict[tuple[str, ...], Fraction] = {}
    for state, likelihood in pairs:
        facts = without_percepts(state.facts)
        found[facts] = found.get(facts, Fraction(0)) + likelihood
    return found


def _facts_text(game: Game, facts: tuple[str, ...]) -> str:
    return game.facts_text(facts)


def _choices(state: State, role: str, depth: int) -> LectureForms:
    """Return the move of perfect-information Monte Carlo by the three forms."""
    state.game.must_count_steps()
    if state.terminal or role not in state.to_move:
        raise InputError(f"pimc is for a role that moves; {role} does not")
    state.game.goal_sum  # noqa: B018  the clauses need it
    told = lecture("pimc").ask("choice", state, role=role, depth=depth)
    rules = relations.known(state)
    move, value = pimc.best(rules, role, depth)
    means = _means(state, role, depth)
    chosen = max(means, key=lambda one: round(means[one], 9))  # they are floats
    assert told is not None
    assert told.value is not None
    texts = (f"{one:.9g}" for one in (told.value, float(value), means[chosen]))
    names = (told.move or "", rules.machine.texts([(move,)])[0][0], chosen)
    rows = [("move", *names), ("value", *texts)]
    same = all(len({*row[1:]}) == 1 for row in rows)
    plies = f"{depth} {'ply' if depth == 1 else 'plies'} deep"
    return LectureForms("pimc", _rows(rows), same, None, role, asked=plies)


def _means(state: State, role: str, depth: int) -> Mapping[str, float]:
    """Return the mean value of each move over searches of the possible states."""
    game, worlds = state.game, [(state, 1.0)]
    if game.closed:
        found = state.belief(role)
        pairs = zip(found.states, found.likelihoods, strict=True)
        worlds = [(possible, float(likelihood)) for possible, likelihood in pairs]
    method = read_method(_FACE_UP).with_values(depth=depth)
    means: dict[str, float] = {}
    for possible, likelihood in worlds:
        world = game.face_up().own(possible)
        searched = best(world, role=role, method=method, tier="clauses")
        for one in searched.moves:
            assert one.value is not None
            means[one.move] = means.get(one.move, 0.0) + likelihood * one.value
    return means


def _rows(rows: Iterable[tuple[str, ...]]) -> tuple[tuple[str, str, str, str], ...]:
    return tuple((what, one, two, three) for what, one, two, three in rows)


#: The lectures, each with what compares its forms.
OF_KNOWLEDGE: Mapping[str, Callable[[State, str, int], LectureForms]] = {
    "belief": _beliefs,
    "pimc": _choices,
}
