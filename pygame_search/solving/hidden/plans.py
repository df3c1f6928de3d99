"""Best responses in a game in sequence form.

A plan of a player is the probability that it makes the moves of each sequence, if the
others and chance let it: 1 for the empty sequence, and for each information set as much
for its sequences together as for the one that leads there. Against plans of all others,
a player's best response is found set by set, the last ones first.

See Bernhard von Stengel, "Efficient computation of behavior strategies", Games and
Economic Behavior 14 (1996), who calls it a realization plan.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from pygame_search.solving.hidden.sequence_form import EMPTY, SequenceForm, Side

#: The probability of each sequence of a player.
Plan = Sequence[Fraction]


def even_plan(side: Side) -> list[Fraction]:
    """Return the plan by which each legal move is as likely."""
    plan = [Fraction(0)] * side.sequences
    plan[EMPTY] = Fraction(1)
    for one in side.sets:
        for sequence in one.sequences:
            plan[sequence] = plan[one.parent] / len(one.moves)
    return plan


def plan_of(side: Side, chances: Sequence[Sequence[Fraction]]) -> list[Fraction]:
    """Return the plan of a behaviour strategy.

    Args:
        side: the player.
        chances: the probability of each move, for each of its information sets.
    """
    plan = [Fraction(0)] * side.sequences
    plan[EMPTY] = Fraction(1)
    for one, own in zip(side.sets, chances, strict=True):
        for sequence, chance in zip(one.sequences, own, strict=True):
            plan[sequence] = plan[one.parent] * chance
    return plan


def mean_goals(form: SequenceForm, plans: Sequence[Plan]) -> list[Fraction]:
    """Return the mean goal of each player if each follows its plan."""
    means = [Fraction(0)] * len(form.sides)
    for sequences, goals in form.ends.items():
        weight = Fraction(1)
        for plan, sequence in zip(plans, sequences, strict=True):
            weight *= plan[sequence]
        if weight:
            for player, goal in enumerate(goals):
                means[player] += weight * goal
    return means


def sequence_values(
    form: SequenceForm, player: int, plans: Sequence[Plan]
) -> list[Fraction]:
    """Return what ends add to a player's mean goal, by its sequence there.

    Args:
        form: the game.
        player: its index.
        plans: those of all players; its own is not read.
    """
    values = [Fraction(0)] * form.sides[player].sequences
    for sequences, goals in form.ends.items():
        weight = goals[player]
        for other, sequence in enumerate(sequences):
            if other != player and weight:
                weight *= plans[other][sequence]
        values[sequences[player]] += weight
    return values


def best_response(
    form: SequenceForm, player: int, plans: Sequence[Plan]
) -> tuple[Fraction, list[int]]:
    """Return the highest mean goal of a player against the others' plans.

    Args:
        form: the game.
        player: its index.
        plans: those of all players; its own is not read.

    Returns:
        The mean goal, and the index of a best move in each of the player's information
        sets.
    """
    side = form.sides[player]
    values = sequence_values(form, player, plans)
    chosen = [0] * len(side.sets)
    for place in range(len(side.sets) - 1, -1, -1):
        one = side.sets[place]
        best = max(one.sequences, key=values.__getitem__)
        chosen[place] = best - one.first
        values[one.parent] += values[best]
    return values[EMPTY], chosen
