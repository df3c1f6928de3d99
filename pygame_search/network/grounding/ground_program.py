"""A game's rules as a ground program: one rule for each instance of use.

`logic/export/clingo_program.pl` writes the rules as a program for clingo, which grounds
it in a separate process (`grounder`). The process returns numbers and clingo's names,
and the knowledge base maps them to fluents and moves.
"""

from __future__ import annotations

import json
import pickle
import re
import time
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pygame_search.model.rules import Rules
from pygame_search.network.grounding.ground import Ground, Instances, Names, Shape
from pygame_search.network.grounding.refusals import (
    keep_refusal,
    kept_refusal,
    refusal_file,
)
from pygame_search.support.errors import LimitError, TierError
from pygame_search.support.memory import memory_left
from pygame_search.support.process import answer_of

#: The limits of grounding a game: seconds of processor time, and bytes of memory.
SECONDS, MEMORY = 60.0, 4 << 30
#: The process always gets this many bytes, because its own tables need some.
LEAST_MEMORY = 100 << 20

#: The arrays of atoms and literals.
_ATOMS = ("heads", "literals", "facts", "count_heads", "count_literals", "shown")

#: What an output is called in the program, if that is not its name.
_SHOWN = {"noisy": "noise"}

_WHOLE = re.compile(r"-?\d+")

#: The relations that say what may come about, and for which arguments others are asked.
_POSSIBLE = re.compile(r"may|can|d\d+")

#: The limit of memory where a number may grow without end, as far as the rules tell:
#: it is reached in seconds.
ENDLESS_MEMORY = 512 << 20


def ground(
    game: Rules,
    *,
    named: bool = False,
    estimate: bool = False,
    seconds: float = SECONDS,
    memory: int = MEMORY,
) -> Ground:
    """Return the ground program of a game.

    Args:
        game: the game.
        named: whether the names of all atoms are wanted.
        estimate: whether the estimate `h` is an output, too.
        seconds: the limit of processor time.
        memory: the limit of clingo's memory in bytes.

    Raises:
        LimitError: a limit was reached; the message names the rules with the most
            instances.
        TierError: the game cannot be grounded.
        KeyboardInterrupt: Ctrl-C was pressed meanwhile.
    """
    began = time.thread_time()
    asked = _asked(game, estimate)
    path = refusal_file(game, asked, named=named, memory=memory)
    if refused := kept_refusal(path, seconds):
        raise refused
    try:
        program = game.request("ground_program", asked=asked, processor=seconds)
    except LimitError as error:
        raise LimitError(
            f"{game.name}: the rules cannot be prepared for grounding within the "
            f"limits ({error.reason})",
            error.code,
            error.line,
        ) from error
    texts = [text.encode() for text in program["texts"]]
    # Where it is endless, more memory would only take longer to see that it is.
    limit = min(memory, ENDLESS_MEMORY) if program["endless"] else memory
    limits = {
        "seconds": max(seconds - (time.thread_time() - began), 0.01),
        "memory": max(LEAST_MEMORY, memory_left(limit)),
        "lengths": [len(text) for text in texts],
        "named": named,
    }
    request = b"".join([json.dumps(limits).encode(), b"\n", *texts])
    answer = answer_of("pygame_search.network.grounding.grounder", request)
    at = answer.index(b"\n") + 1
    reply = json.loads(answer[:at])
    if "error" in reply:
        refusal = _refusal(game, reply, program, seconds)
        # An error of clingo may pass, and another process may have more memory.
        lacking = reply["error"] == "memory" and reply["memory"] < limit
        if reply["error"] != "clingo" and not lacking:
            keep_refusal(path, refusal, seconds)
        raise refusal
    arrays = dict[str, NDArray[Any]]()
    for name, kind, length in reply["arrays"]:
        arrays[name] = np.frombuffer(answer, kind, length, at)
        at += arrays[name].nbytes
    relations = {name: relation for name, relation, _ in program["names"]}
    names = _names(reply["names"], arrays, relations) if named else None
    return _decoded(game, reply["texts"], arrays, program["outputs"], names)


def known_refusal(game: Rules) -> str:
    """Return why a game cannot be grounded, if that is kept on disk; else nothing."""
    path = refusal_file(game, _asked(game, False), named=True, memory=MEMORY)
    return str(kept_refusal(path, SECONDS) or "")


def _asked(game: Rules, estimate: bool) -> list[str]:
    """Return the relations that are outputs besides those of every game."""
    return ["h"] * estimate + ["position_part"] * game.histories


def prove_sum(ground: Ground, players: tuple[int, int]) -> int | None:
    """Return what two players' goals add up to at every end, None if unknown.

    The proof is made in a separate process; see `sum_prover`.

    Args:
        ground: the rules.
        players: the indices of the roles.

    Raises:
        TierError: the process died, for example because it ran out of memory.
    """
    answer = answer_of(
        "pygame_search.network.grounding.sum_prover", pickle.dumps((ground, players))
    )
    found: int | None = json.loads(answer)
    return found


def exclusive_fluents(ground: Ground) -> list[list[list[str]]]:
    """Return groups of fluents of which exactly one holds in every reachable state.

    The proof is made in a separate process; see `invariants`.

    Args:
        ground: the rules.

    Returns:
        For each kind its groups, as texts.

    Raises:
        TierError: the process died, for example because it ran out of memory.
    """
    answer = answer_of(
        "pygame_search.network.grounding.invariants", pickle.dumps(ground)
    )
    return [
        [[ground.fluents[fluent] for fluent in group] for group in groups]
        for groups in json.loads(answer)
    ]


def _refusal(
    game: Rules,
    reply: Mapping[str, Any],
    program: Mapping[str, Any],
    seconds: float,
) -> Exception:
    """Return what is wrong, in words."""
    what = reply["error"]
    if what == "clingo":
        return TierError(f"{game.name}: clingo cannot ground it: {reply['message']}")
    if what == "number":
        return TierError(
            f"{game.name}: the rules compute numbers of more than 32 bits, "
            "which the native tier does not support"
        )
    if what == "weight":
        return TierError(
            f"{game.name}: a sum adds numbers that are too large for the native tier"
        )
    room = f"{reply['memory'] >> 20:,} MB"
    limit = f"{seconds:g} seconds of processor time" if what == "time" else room
    most = _most(game, reply["instances"], program["names"])
    if most:
        return LimitError(
            f"{game.name}: the rules have too many instances to be grounded in "
            f"{limit}: {reply['rules']:,} by then, most of them of {most}"
            + (
                "; where a number can grow without end, bound it, as by between/3"
                if program["endless"]
                else ""
            ),
            what,
        )
    places = program["widest"]
    widest = f"; the widest one is in {_lines(game, places)}" if places else ""
    return LimitError(
        f"{game.name}: the rules are too large to be grounded in {limit}{widest}",
        what,
    )


def _most(
    game: Rules, instances: Mapping[str, int], names: Sequence[Sequence[Any]]
) -> str:
    """Return which relation of the rules has the most instances, with its lines."""
    known = {name: (relation, places) for name, relation, places in names}
    found = {name: count for name, count in instances.items() if name in known}
    if not found:
        return ""
    relation, places = known[max(found, key=lambda name: found[name])]
    return f"{relation} ({_lines(game, places)})"


def _lines(game: Rules, places: Iterable[int]) -> str:
    lines = sorted({game.book.line_of(at) for at in places})
    word = "line" if len(lines) == 1 else "lines"
    more = ", ..." if len(lines) > 10 else ""
    return f"{word} {', '.join(str(line) for line in lines[:10])}{more}"


def _decoded(
    game: Rules,
    texts: str,
    arrays: dict[str, NDArray[Any]],
    relations: Sequence[tuple[str, Sequence[str], bool]],
    names: Names | None,
) -> Ground:
    """Return the ground program with the names of the rules.

    Args:
        game: the game.
        texts: the shown atoms in words, one a line.
        arrays: the rules of the program, and the numbers of the shown atoms.
        relations: name, sorts of the arguments, and whether it is defined, for each
            output of the network.
        names: of the atoms.
    """
    shown = _by_name(texts.splitlines(), arrays["shown"].tolist())
    # This one stands for all shown atoms that are facts.
    always = 1 + max(int(np.abs(arrays[name]).max(initial=0)) for name in _ATOMS)
    del arrays["shown"]
    possible = [
        atom for name in filter(_POSSIBLE.fullmatch, shown) for atom, *_ in shown[name]
    ]
    facts = [always, *filter(None, possible)]
    arrays["facts"] = np.append(arrays["facts"], np.array(facts, np.int32))
    fluents = {code: atom for atom, code in shown.get("true", ())}
    moves = {(role, code): atom for atom, role, code in shown.get("does", ())}
    instances = {
        name: [
            (tuple(codes), atom or always)
            for atom, *codes in shown.get(_SHOWN.get(name, name), ())
        ]
        for name, _, _ in relations
    }
    words = dict.fromkeys(
        [*fluents, *(word for move in moves for word in move)]
        + [word for found in instances.values() for codes, _ in found for word in codes]
    )
    answer = game.request("ground_terms", text=f"[{','.join(words)}]")
    code_of = list(words)
    text = dict(zip(code_of, answer["texts"].split("\n"), strict=bool(code_of)))
    rank = dict(zip(code_of, map(int, answer["ranks"].split()), strict=True))
    initial = {code_of[int(i)] for i in answer["initial"].split()}
    index = {role: i for i, role in enumerate(game.roles)}

    next_atoms = {code: atom or always for atom, code in shown.get("next", ())}
    legal_atoms = {
        (role, code): atom or always for atom, role, code in shown.get("legal", ())
    }
    noop = answer["noop"]
    idle = {role: atom or always for atom, role in shown.get("idle", ())}
    if game.histories and any((role, noop) in legal_atoms for role in idle):
        raise TierError(
            f"{game.name}: a rule of legal gives the move noop, and the rules ask how "
            "often a position has occurred: the native tier does not support both, so "
            "use clauses or procedural"
        )
    group = {code: int(number) for _, number, code in shown.get("apart", ())}
    ordered = sorted(fluents, key=lambda code: (code not in initial, rank[code]))
    choices = sorted(
        (
            (index[text[role]], rank[code], role, code)
            for role, code in moves
            if text[role] in index
            and ((role, code) in legal_atoms or (code == noop and role in idle))
        )
    )
    head_atoms = _Heads(arrays, always)
    legal = []
    for _, _, role, code in choices:
        atoms = [
            atom
            for atom in (
                legal_atoms.get((role, code)),
                idle.get(role) if code == noop else None,
            )
            if atom is not None
        ]
        legal.append(head_atoms.any_of(atoms))
    return Ground(
        atoms=head_atoms.atoms,
        **head_atoms.arrays(),
        roles=game.roles,
        fluents=tuple(text[code] for code in ordered),
        ranks=np.array([rank[code] for code in ordered], np.int32),
        true=np.array([fluents[code] for code in ordered], np.int32),
        next=np.array([next_atoms.get(code, 0) for code in ordered], np.int32),
        initial=np.array([code in initial for code in ordered], np.uint8),
        apart=np.array([group.get(code, -1) for code in ordered], np.int32),
        moves=tuple((i, text[code]) for i, _, _, code in choices),
        does=np.array([moves[role, code] for _, _, role, code in choices], np.int32),
        legal=np.array(legal, np.int32),
        outputs={
            name: _instances(defined, sorts, instances[name], text, rank, index)
            for name, sorts, defined in relations
        },
        names=names,
    )


def _names(
    header: Mapping[str, Any],
    arrays: dict[str, NDArray[Any]],
    relations: Mapping[str, str],
) -> Names:
    """Return the names of the atoms; their arrays leave the others."""
    return Names(
        shapes=tuple(
            Shape(relation, tuple(paths), tuple(classes))
            for relation, paths, classes in header["shapes"]
        ),
        coordinates=tuple(dict(pairs) for pairs in header["coordinates"]),
        atoms=arrays.pop("name_atoms"),
        shape_of=arrays.pop("name_shapes"),
        values=arrays.pop("name_values"),
        words=tuple(header["words"]),
        relations=relations,
    )


def _by_name(
    texts: Iterable[str], atoms: Iterable[int]
) -> dict[str, list[tuple[Any, ...]]]:
    """Return the shown atoms of each name: number, and the words of the arguments."""
    shown: dict[str, list[tuple[Any, ...]]] = {}
    for text, atom in zip(texts, atoms, strict=True):
        name, _, rest = text.partition("(")
        shown.setdefault(name, []).append((atom, *_arguments(rest[:-1])))
    return shown


def _arguments(text: str) -> list[str]:
    """Return what stands between the commas of a text, except those in brackets."""
    if "(" not in text:
        return text.split(",") if text else []
    found, begun, depth = list[str](), list[str](), 0
    for part in text.split(","):
        begun.append(part)
        depth += part.count("(") - part.count(")")
        if depth == 0:
            found.append(",".join(begun))
            begun.clear()
    return found


def _instances(
    defined: bool,
    sorts: Sequence[str],
    found: Iterable[tuple[tuple[str, ...], int]],
    text: Mapping[str, str],
    rank: Mapping[str, int],
    index: Mapping[str, int],
) -> Instances:
    """Return the instances of a relation, those of the roles, in their order.

    One whose goal value is no whole number counts as none, as in the other tiers.

    Args:
        defined: whether the rules define the relation.
        sorts: the sorts of all its arguments.
        found: the codes of the arguments, and the atom, of each instance.
        text: the text of each code.
        rank: its place in the standard order.
        index: that of each role.
    """
    roles = [at for at, sort in enumerate(sorts) if sort == "role"]
    numbers = [at for at, sort in enumerate(sorts) if sort == "number"]
    kept = [at for at, sort in enumerate(sorts) if sort != "instance"]

    def value(sort: str, code: str) -> int | str:
        if sort == "role":
            return index[text[code]]
        return int(text[code]) if sort == "number" else text[code]

    def place(instance: tuple[tuple[str, ...], int]) -> tuple[int, ...]:
        codes, atom = instance
        return (
            *(
                index[text[code]] if sort == "role" else rank[code]
                for sort, code in zip(sorts, codes, strict=True)
            ),
            atom,
        )

    rows = sorted(
        (
            row
            for row in found
            if all(text[row[0][at]] in index for at in roles)
            and all(_WHOLE.fullmatch(text[row[0][at]]) for at in numbers)
        ),
        key=place,
    )
    return Instances(
        defined,
        tuple(sorts[at] for at in kept),
        tuple(tuple(value(sorts[at], codes[at]) for at in kept) for codes, _ in rows),
        tuple(atom for _, atom in rows),
    )


class _Heads:
    """The rules of a program, and more of them."""

    def __init__(self, arrays: Mapping[str, NDArray[Any]], atoms: int) -> None:
        self.atoms = atoms
        self._arrays = arrays
        self._more: list[tuple[int, int]] = []

    def any_of(self, atoms: Sequence[int]) -> int:
        """Return an atom that holds when one of atoms does."""
        if len(atoms) == 1:
            return atoms[0]
        self.atoms += 1
        self._more += [(self.atoms, atom) for atom in atoms]
        return self.atoms

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Return the arrays of all rules."""
        if not self._more:
            return dict(self._arrays)
        more = np.array(self._more, np.int32)
        starts = self._arrays["starts"]
        return {
            **self._arrays,
            "heads": np.append(self._arrays["heads"], more[:, 0]),
            "literals": np.append(self._arrays["literals"], more[:, 1]),
            "starts": np.append(starts, starts[-1] + np.arange(1, len(more) + 1)),
        }
