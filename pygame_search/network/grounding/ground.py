"""A ground program, as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


class Instances(NamedTuple):
    """The instances of a relation that may hold in a state.

    Attributes:
        defined: whether the rules define the relation.
        sorts: the sort of each argument that is kept (`logic/language/vocabulary.pl`).
        arguments: for each instance these: the index of a role, a number, or a text.
        atoms: and its atom.
    """

    defined: bool
    sorts: tuple[str, ...]
    arguments: tuple[tuple[int | str, ...], ...]
    atoms: tuple[int, ...]

    @property
    def atom(self) -> int:
        """The atom of a relation without arguments, 0 if it never holds."""
        return self.atoms[0] if self.atoms else 0


class Shape(NamedTuple):
    """A form of names: those of one relation with the same functors inside.

    Attributes:
        relation: the name of the relation in the ground program.
        paths: for each leaf, where it stands.
        classes: the class of each leaf: leaves of one class are places on one line.
    """

    relation: str
    paths: tuple[str, ...]
    classes: tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Names:
    """What the atoms that vary are called, as far as the rules give them names.

    Attributes:
        shapes: the forms of names.
        coordinates: for each class, the coordinate of each of its values.
        atoms: the atoms with a name.
        shape_of: the shape of each, as an index.
        values: the leaves of each, one atom after the other: 2 * n for the number n,
            2 * index + 1 for a constant.
        words: the constants.
        relations: what the rules call the relations, as `line/1`, by their names in the
            ground program. A part of a rule has the name of the rule's relation.
    """

    shapes: tuple[Shape, ...]
    coordinates: tuple[Mapping[int, int], ...]
    atoms: NDArray[np.int32]
    shape_of: NDArray[np.int32]
    values: NDArray[np.int64]
    words: tuple[str, ...]
    relations: Mapping[str, str]


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """A ground program: `atoms` counts from 1; a literal is an atom or its negative.

    The atoms of `true` and `does` are given from outside: no rule is for them. An atom
    for which there is neither a rule nor a fact never holds.

    Attributes:
        atoms: the greatest atom.
        heads: one atom for each rule, which holds when all literals of the rule do.
        starts: rule r has `literals[starts[r]:starts[r + 1]]`.
        literals: those of all rules.
        facts: the atoms that always hold.
        count_heads: one atom for each rule that counts.
        count_bounds: how many of its literals must hold at least.
        count_starts, count_literals: as for the other rules; a literal that is there
            twice counts twice.
        roles: the roles, in the order of move lists.
        fluents: the texts of all fluents that may hold, those that do at the start
            first, and else in the standard order of terms.
        ranks: for each fluent a number that grows in the standard order of terms.
        true: for each fluent, the atom that it holds.
        next: for each fluent, the atom that it holds after the step, 0 for never.
        initial: for each fluent, whether it holds at the start.
        apart: for each fluent the number of its group, -1 for none. The program is
            that of states in which at most one fluent of each group holds; they lead
            to such states only.
        moves: role, from 0, and text of each move that may be legal, in the order of
            the roles and the standard order of terms.
        does: for each move, the atom that the role makes it.
        legal: for each move, the atom that it is legal.
        outputs: the instances of each relation that the vocabulary marks as an output
            of the network.
        names: of the atoms, if they were asked for.
    """

    atoms: int
    heads: NDArray[np.int32]
    starts: NDArray[np.int64]
    literals: NDArray[np.int32]
    facts: NDArray[np.int32]
    count_heads: NDArray[np.int32]
    count_bounds: NDArray[np.int32]
    count_starts: NDArray[np.int64]
    count_literals: NDArray[np.int32]
    roles: tuple[str, ...]
    fluents: tuple[str, ...]
    ranks: NDArray[np.int32]
    true: NDArray[np.int32]
    next: NDArray[np.int32]
    initial: NDArray[np.uint8]
    apart: NDArray[np.int32]
    moves: tuple[tuple[int, str], ...]
    does: NDArray[np.int32]
    legal: NDArray[np.int32]
    outputs: Mapping[str, Instances]
    names: Names | None = None
