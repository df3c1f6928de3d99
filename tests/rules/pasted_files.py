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
    "journey.pl": ("space", False),
    "lamps.pl": ("space", False),
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
    "pitchers.pl": ("space", False),
    "queens_states.pl": ("space", False),
    "roads_both_ways.pl": ("space", False),
    "rooms.pl": ("space", False),
    "route.pl": ("space", False),
    "rover.pl": ("space", False),
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
    "journey.pl": 3,
    "lamps.pl": 3,
    "lift.pl": 4,
    "maze.pl": 4,
    "metro.pl": 3,
    "missionaries.pl": 11,
    "monkey.pl": 4,
    "pitchers.pl": 6,
    "queens_states.pl": 6,
    "roads_both_ways.pl": 3,
    "rooms.pl": 3,
    "route.pl": 487,
    "rover.pl": 7,
    "trains.pl": 65,
    "vacuum.pl": 6,
    "water_jugs.pl": 6,
}

#: What SWI-Prolog is asked for the cost `N` of a path by the search of the file itself.
#: Left out are files without a search, and `coins_row.pl`, whose search does not end.
ASKED_OF_PROLOG = {
    "automaton.pl": "once(accepts(W)), length(W, N)",
    "bridge.pl": "best_plan(_, N)",
    "cannibals.pl": "all(W), length(W, N)",
    "eight_puzzle.pl": "begin(B), bfs([[B]], [_|W]), length(W, N)",
    "farmer.pl": "A = [west, west, west, west], solution(A, [A], W), length(W, N)",
    "hanoi_states.pl": "hanoi([_|W]), length(W, N)",
    "journey.pl": "once(journey(W)), length(W, N)",
    "lamps.pl": "begin(L), dfs(L, [L], [], W), length(W, N)",
    "metro.pl": "solve(airport, [_|W]), length(W, N)",
    "missionaries.pl": (
        "start(S), between(1, 20, D), dfs(S, D, [S], [_|W]), !, length(W, N)"
    ),
    "monkey.pl": "plan(W), length(W, N)",
    "pitchers.pl": "initial(S), once(bfs([node(S, [])], [S], W)), length(W, N)",
    "queens_states.pl": "queens([_|W]), length(W, N)",
    "roads_both_ways.pl": "path(a, f, [_|W]), length(W, N)",
    "route.pl": "route(_, N)",
    "rover.pl": "trip(W), length(W, N)",
    "trains.pl": "trip('New Brook', 'Port Anna', _, N)",
    "vacuum.pl": "dock(X, Y), bfs([[X-Y]], [_|W]), length(W, N)",
    "water_jugs.pl": "initial(S), search(S, [S], [_|W]), length(W, N)",
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
