"""The pasted programs, and a reader who does what the messages of `check` name."""

from __future__ import annotations

import re
from pathlib import Path

FOLDER = Path(__file__).parent / "pasted"

#: What each file is: the kind, and whether it is written in this language.
TAKEN = {
    "a_star.pl": ("program", False),
    "automaton.pl": ("space", False),
    "bfs_agenda.pl": ("program", False),
    "bridge.pl": ("space", False),
    "cable_cars.pl": ("space", False),
    "cannibals.pl": ("space", False),
    "buttons.kif": ("game", True),
    "coins.pl": ("game", True),
    "coins_row.pl": ("space", False),
    "dfs_visited.pl": ("program", False),
    "eight_puzzle.pl": ("space", False),
    "family.pl": ("theory", True),
    "farmer.pl": ("space", False),
    "hanoi_states.pl": ("space", False),
    "iterative_deepening.pl": ("program", False),
    "last_stone.pl": ("game", False),
    "lift.pl": ("space", False),
    "lists.pl": ("theory", True),
    "maze.pl": ("space", True),
    "metro.pl": ("space", False),
    "minimax_own_names.pl": ("program", False),
    "missionaries.pl": ("space", False),
    "monkey.pl": ("space", False),
    "negamax.pl": ("program", False),
    "nim_minimax.pl": ("game", False),
    "queens_states.pl": ("space", False),
    "roads_both_ways.pl": ("space", False),
    "rooms.pl": ("space", False),
    "route.pl": ("space", False),
    "tictactoe_minimax.pl": ("game", False),
    "trains.pl": ("space", False),
    "vacuum.pl": ("space", False),
    "values.cil": ("theory", True),
    "water_jugs.pl": ("space", False),
    "web_game.pl": ("game", False),
    "wiring.cil": ("theory", True),
}

#: The cost of the cheapest path of each puzzle, found by hand or known from the books.
COSTS = {
    "automaton.pl": 1,
    "bridge.pl": 8,
    "cable_cars.pl": 22,
    "cannibals.pl": 11,
    "coins_row.pl": 6,
    "eight_puzzle.pl": 3,
    "farmer.pl": 7,
    "hanoi_states.pl": 7,
    "lift.pl": 4,
    "maze.pl": 4,
    "metro.pl": 3,
    "missionaries.pl": 11,
    "monkey.pl": 4,
    "queens_states.pl": 6,
    "roads_both_ways.pl": 3,
    "rooms.pl": 3,
    "route.pl": 487,
    "trains.pl": 65,
    "vacuum.pl": 6,
    "water_jugs.pl": 6,
}

#: The facts that a person adds where the message asks for some.
OWN_FACTS = {"roads_both_ways.pl": {"start": "start(a).", "is_goal": "is_goal(f)."}}

_CLAUSE = re.compile(r"(?:'[^'\n]*'|\"[^\"\n]*\"|%[^\n]*|/\*.*?\*/|.)*?\.(?=\s)", re.S)


def edited(name: str, text: str, mends: list[str]) -> str:
    """Return a text after the edits that messages name, as a person makes them."""
    added = []
    for mend in mends:
        for edit in mend.split("; "):
            if match := re.fullmatch(r"rename (\w+)/\d+ to (\w+)/\d+", edit):
                text = re.sub(rf"\b{match[1]}\(", f"{match[2]}(", text)
            elif edit.startswith("add: "):
                added.append(edit.removeprefix("add: "))
            elif match := re.fullmatch(r"in place of (\w+)/\d+ write: (.*)", edit):
                text = _without(text, [match[1]])
                added.append(match[2])
            elif match := re.fullmatch(r"add a fact (\w+)\(State\)\.", edit):
                added.append(OWN_FACTS[name][match[1]])
            elif edit.startswith("remove "):
                text = _without(text, re.findall(r"(\w+)/\d+", edit))
                if "the directive" in edit:
                    text = re.sub(r"(?m)^:-.*\n?", "", text)
            else:
                raise AssertionError(f"no edit: {edit}")
    return "\n".join([*added, "", text.strip(), ""])


def _without(text: str, names: list[str]) -> str:
    """Return a text without the clauses of some relations."""
    kept = []
    for clause in _CLAUSE.findall(text):
        bare = re.sub(r"%[^\n]*|/\*.*?\*/", "", clause, flags=re.S).strip()
        word = re.match(r"\w*", bare)
        assert word is not None
        if word[0] not in names:
            kept.append(clause)
    return "".join(kept)
