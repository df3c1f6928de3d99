"""Compare a rule sheet with a reference.

A reference is a JSON object. It contains the initial state and its legal moves; for
each level of the game tree, the numbers of paths and distinct states, and hashes of the
states; and recorded playouts with their goals. Each aspect is compared on its own, and
its first difference is reported.
"""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from pygame_search.game import Game
from pygame_search.machine.clauses import ClauseMachine
from pygame_search.machine.machine import Key, Machine
from pygame_search.model.rules import position_text
from pygame_search.search.core.tiers import is_compiled, must_be_tier
from pygame_search.support.errors import InputError, MoveError
from pygame_search.support.json_files import Kind, Maybe, Or, must_have_form

#: Hashes of the states of a level are compared when it has at most this many.
MOST_HASHED = 3000


_WHOLE = Kind(
    "a whole number or its text",
    Or(int, str),
    lambda data: isinstance(data, int) or (data.isascii() and data.isdigit()),
)
_GOALS = [Or(int, None)]
_LEGAL = {
    "role": str,
    "moves": Or([str], None),
    "count": Maybe(int),
    "moves_hash": Maybe(str),
}
_LEVEL = {
    "depth": int,
    "nodes": Maybe(_WHOLE),
    "distinct": Maybe(_WHOLE),
    "terminal": Maybe(_WHOLE),
    "terminal_distinct": Maybe(_WHOLE),
    "stuck": Maybe(_WHOLE),
    "stuck_distinct": Maybe(_WHOLE),
    "terminal_goals": Maybe(Or({str: _WHOLE}, None)),
    "states_hash": Maybe(str),
}
_STEP = {"joint": [str], "legal_counts": [int], "next_size": int, "next_hash": str}
_PLAYOUT = {
    "steps": [_STEP],
    "terminal": bool,
    "end": Maybe(str),
    "goals": Maybe(_GOALS),
}
#: The form of a reference.
_REFERENCE = {
    "roles": [str],
    "initial_state": [str],
    "initial_facts": Maybe(int),
    "initial_hash": Maybe(str),
    "initial_terminal": Maybe(bool),
    "initial_goals": Maybe(_GOALS),
    "legal": Maybe([_LEGAL]),
    "tree": Maybe({"levels": Maybe([_LEVEL])}),
    "playouts": Maybe([_PLAYOUT]),
}


@dataclass(frozen=True, slots=True)
class Difference:
    """The first difference between a game and its reference in one aspect.

    Attributes:
        aspect: `roles`, `initial`, `legal`, `goals`, `tree` or `playout N`.
        what: what was expected and what was found.
    """

    aspect: str
    what: str


def digest(texts: Iterable[str]) -> str:
    """Return the first 16 hexadecimal digits of SHA-256 over the sorted texts."""
    joined = "\n".join(sorted(texts, key=lambda t: t.encode()))
    return hashlib.sha256(joined.encode()).hexdigest()[:16]


def compare(
    game: Game, reference: Mapping[str, Any], *, tier: str = "clauses"
) -> list[Difference]:
    """Return the first difference in each aspect; none if all agree.

    Args:
        game: the rules.
        reference: their reference.
        tier: the tier that runs the rules, `clauses` or `native`.

    Raises:
        InputError: no such tier, or a part of the reference is missing or has the wrong
            type; the message says where.
        LimitError: the game is too large for the native tier.
    """
    try:
        as_reference(reference)
    except ValueError as error:
        raise InputError(f"{error}") from None
    one = Comparison(game, reference, machine_of(game, tier))
    aspects: dict[str, Callable[[], str | None]] = {
        "roles": one.roles,
        "initial": one.initial,
        "legal": one.legal,
        "goals": one.goals,
        "tree": one.tree,
    }
    found = [(name, what) for name, look in aspects.items() if (what := look())]
    for number, playout in enumerate(reference.get("playouts", ())):
        if what := one.playout(playout):
            found.append((f"playout {number}", what))
    return [Difference(name, what) for name, what in found]


def as_reference(data: Any) -> Mapping[str, Any]:
    """Return JSON, checked to be a reference.

    Raises:
        ValueError: a part is missing or has the wrong type.
    """
    must_have_form(data, _REFERENCE)
    if not data.get("initial_terminal"):
        must_have_form(data, {"legal": [_LEGAL]})
    for number, playout in enumerate(data.get("playouts", ()), 1):
        if playout["terminal"]:
            place = f"playouts: {number}: "
            must_have_form(playout, {"end": str, "goals": _GOALS}, place)
    found: Mapping[str, Any] = data
    return found


def differs(what: str, expected: object, came: object) -> str | None:
    """Return a sentence if two things differ, else nothing."""
    if expected == came:
        return None
    return f"{what}: expected {_short(expected)}, came {_short(came)}"


def _short(value: object, most: int = 200) -> str:
    text = repr(value)
    return text if len(text) <= most else f"{text[:most]}..."


def machine_of(game: Game, tier: str) -> Machine:
    """Return the machine of a tier.

    Raises:
        InputError: no such tier.
        LimitError: the game is too large for the native tier.
    """
    must_be_tier(tier)
    if is_compiled(tier):
        from pygame_search.machine.network import NetworkMachine

        return NetworkMachine(game, memo=True, order="standard")
    return ClauseMachine(game, memo=True)


class Comparison:
    """A game beside its reference."""

    def __init__(
        self, game: Game, reference: Mapping[str, Any], machine: Machine
    ) -> None:
        self.game = game
        self.reference = reference
        self.machine = machine
        self.start = machine.initial()

    def roles(self) -> str | None:
        """Compare the roles in order."""
        return differs("roles", self.reference["roles"], list(self.game.roles))

    def initial(self) -> str | None:
        """Compare the initial state, fact by fact."""
        expected, came = (
            self.reference["initial_state"],
            sorted(self.machine.facts(self.start)),
        )
        missing = sorted(set(expected) - set(came))
        added = sorted(set(came) - set(expected))
        if missing or added:
            return f"missing {_short(missing)}, not expected {_short(added)}"
        return self._said(
            self.reference,
            {"initial_facts": len(came), "initial_hash": digest(came)},
        )

    def legal(self) -> str | None:
        """Compare the legal moves of each role at the start."""
        if self.reference.get("initial_terminal"):
            return None
        legal = dict(
            zip(self.game.roles, self.machine.position(self.start).legal, strict=True)
        )
        for entry in self.reference["legal"]:
            role = entry["role"]
            if role not in legal:
                return differs("roles", role, list(legal))
            moves = sorted(legal[role], key=str.encode)
            came = {"count": len(moves), "moves_hash": digest(moves)}
            if entry["moves"] is not None:
                came = {"moves": moves} | came
            if found := self._said(entry, came):
                return f"{role}: {found}"
        return None

    def _said(
        self, expected: Mapping[str, Any], came: Mapping[str, object]
    ) -> str | None:
        """Return the first difference from the reference."""
        for key, value in came.items():
            if key in expected and (found := differs(key, expected[key], value)):
                return found
        return None

    def goals(self) -> str | None:
        """Compare whether the game is over at the start, and its goals there."""
        return differs(
            "over at the start",
            self.reference.get("initial_terminal", False),
            self.machine.legal(self.start).terminal,
        ) or differs(
            "goals at the start",
            self.reference.get("initial_goals"),
            list(self.machine.position(self.start).goals),
        )

    def playout(self, playout: Mapping[str, Any]) -> str | None:
        """Play the recorded moves and compare each step."""
        state = self.start
        for number, step in enumerate(playout["steps"]):
            where = f"step {number}"
            now = self.machine.legal(state)
            found = differs(f"{where}: over", False, now.terminal) or differs(
                f"{where}: numbers of legal moves",
                tuple(step["legal_counts"]),
                tuple(map(len, now.moves)),
            )
            if found:
                return found
            try:
                made = position_text(self.game, step["joint"])
                state, _ = self.machine.play(state, made)
            except MoveError:
                return f"{where}: {_short(step['joint'])} is not legal"
            facts = self.machine.facts(state)
            found = differs(f"{where}: facts", step["next_size"], len(facts))
            found = found or differs(
                f"{where}: state", step["next_hash"], digest(facts)
            )
            if found:
                return found
        now = self.machine.legal(state)
        found = differs("over at the end", playout["terminal"], now.terminal)
        if playout["terminal"]:
            found = found or differs("end", playout["end"], "terminal")
        if found or not now.terminal:
            return found
        return differs("goals at the end", tuple(playout["goals"]), now.values)

    # ---- the tree ----------------------------------------------------------

    def tree(self) -> str | None:
        """Compare the levels of the game tree."""
        levels = self.reference.get("tree", {}).get("levels", [])
        paths: Counter[Key] = Counter({self.start: 1})
        for i, level in enumerate(levels):
            if not set(level) - {"depth"}:
                break
            counted = i + 1 == len(levels) or set(levels[i + 1]) <= {"depth", "nodes"}
            if not counted:
                for state in paths:
                    self.machine.expand(state)  # moves and successors in one call
            if found := self._level(level, paths):
                return f"depth {level['depth']}: {found}"
            if not counted:
                paths = self._below(paths)
            elif i + 1 < len(levels):
                nodes = sum(
                    count * math.prod(map(len, self.machine.legal(state).moves))
                    for state, count in paths.items()
                    if not self.machine.legal(state).terminal
                )
                below = levels[i + 1]
                what = f"depth {below['depth']}: paths"
                return differs(what, int(below["nodes"]), nodes)
        return None

    def _below(self, paths: Counter[Key]) -> Counter[Key]:
        below: Counter[Key] = Counter()
        for number, count in paths.items():
            for successor in self.machine.expand(number).successors:
                below[successor] += count
        return below

    def _level(self, level: Mapping[str, Any], paths: Counter[Key]) -> str | None:
        came: dict[str, Any] = {
            "nodes": sum(paths.values()),
            "distinct": len(paths),
        }
        if level.keys() & {"terminal", "stuck", "terminal_goals"}:
            came |= self._ends(paths)
        for key, value in came.items():
            if level.get(key) is not None:
                expected = level[key]
                if isinstance(expected, str):
                    expected = int(expected)
                if isinstance(expected, dict):
                    expected = {k: int(v) for k, v in expected.items()}
                if found := differs(key, expected, value):
                    return found
        if "states_hash" in level and len(paths) <= MOST_HASHED:
            hashes = [digest(self.machine.facts(number)) for number in paths]
            return differs("states", level["states_hash"], digest(hashes))
        return None

    def _ends(self, paths: Counter[Key]) -> dict[str, Any]:
        ended: Counter[str] = Counter()
        counts: Counter[str] = Counter()
        for number, count in paths.items():
            now = self.machine.legal(number)
            if now.terminal:
                goals = ("null" if v is None else str(v) for v in now.values)
                ended[",".join(goals)] += count
                counts["terminal"] += count
                counts["terminal_distinct"] += 1
            elif not all(now.moves):
                counts["stuck"] += count
                counts["stuck_distinct"] += 1
        names = ("terminal", "terminal_distinct", "stuck", "stuck_distinct")
        return {name: counts[name] for name in names} | {"terminal_goals": dict(ended)}
