"""The state machine over the clauses of a game: one call of Prolog a question."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from pygame_search.machine.machine import Expansion, Key, Machine, illegal
from pygame_search.model.position import Cell, Position, joint_text
from pygame_search.model.rules import Rules

#: About how many states one request is.
AT_ONCE = 2_000


class ClauseMachine(Machine):
    """The states of a game by its clauses, with the numbers of the engine.

    The nodes of a state space have numbers, too.

    Args:
        rules: the rules of the game; they are compiled if necessary.
        memo: whether to remember each answer; otherwise every question calls Prolog.
        heuristics: heuristics for any game that `features` returns with the features.
    """

    def __init__(
        self, rules: Rules, *, memo: bool = False, heuristics: Sequence[str] = ()
    ) -> None:
        super().__init__(memo=memo)
        self._rules = rules
        rules.ready()
        self._heuristics = " ".join(heuristics)
        self._texts: dict[int, str] = {}
        self._neighbours: dict[Key, list[tuple[str, int, int]]] = {}
        self._estimates: dict[Key, int] = {}
        self._successors: tuple[Key, ...] = ()  # of the state that was expanded last

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self._rules

    def initial(self) -> int:
        """Return the state in which the game begins."""
        return int(self.rules.request("initial")["state"])

    def read(self, text: str) -> int:
        """Return the state in which the fluents of a text hold."""
        return int(self.rules.request("from_facts", text=text)["state"])

    def of_facts(self, facts: Sequence[str]) -> int:
        """Return the state in which facts hold."""
        return self.read(self.rules.facts_text(facts))

    def facts(self, state: Key) -> tuple[str, ...]:
        """Return the fluents that hold in a state."""
        return tuple(self.rules.request("facts", state=state)["facts"])

    def number(self, state: Key) -> int:
        """Return the state itself."""
        return cast(int, state)

    def numbered(self, number: int) -> int:
        """Return the number itself."""
        return number

    def after(self, state: Key, joint: Sequence[int]) -> int:
        """Return the state after a legal joint move."""
        step = " ".join(map(str, [state, *joint]))
        return int(self.rules.request("follow", steps=step)["states"])

    def texts(self, joints: Sequence[Sequence[int]]) -> list[list[str]]:
        """Return the texts of joint moves; the text of each move is fetched once."""
        missing = sorted({n for joint in joints for n in joint} - self._texts.keys())
        if missing:
            reply = self.rules.request("move_texts", numbers=missing)
            self._texts.update(zip(missing, reply["texts"], strict=True))
        return [[self._texts[n] for n in joint] for joint in joints]

    def path_texts(self, path: Sequence[tuple[int, int]]) -> tuple[str, ...]:
        """Return the joint moves of a path, each as `--after` reads it.

        Args:
            path: states, each with the index of the joint move that is made there.
        """
        joints = [self.expand(number).joint(index) for number, index in path]
        return tuple(map(joint_text, self.texts(joints)))

    def start(self) -> int:
        """Return the start node."""
        if self.rules.space != "book":
            return self.initial()
        return int(self.rules.request("start_node")["node"])

    def start_texts(self) -> list[str]:
        """Return the first two nodes that start(N) of a state space gives, as texts."""
        texts: list[str] = self.rules.request("start_texts")["texts"]
        return texts

    def neighbours(self, node: Key) -> list[tuple[str, int, int]]:
        """Return the move to each neighbour of a node, the neighbour, and the cost."""
        found = self._neighbours.get(node)
        if found is None:
            reply = self.rules.request("neighbours", node=node)
            found = [(move, after, cost) for move, after, cost in reply["neighbours"]]
            if self._memo:
                self._neighbours[node] = found
        return found

    def is_goal(self, node: Key, worth: int | None = None) -> bool:
        """Return whether a node is a goal."""
        return bool(self.rules.request("is_goal", node=node, least=worth)["goal"])

    def estimate(self, node: Key) -> int:
        """Return the estimated cost from a node to a goal."""
        found = self._estimates.get(node)
        if found is None:
            found = int(self.rules.request("estimate", node=node)["estimate"])
            if self._memo:
                self._estimates[node] = found
        return found

    def position(self, state: Key) -> Position:
        """Return what to show of a state, without its board."""
        reply = self.rules.request("position", state=state)
        return Position(
            facts=tuple(reply["facts"]),
            cells=(),
            legal=tuple(tuple(moves) for moves in reply["legal"]),
            terminal=reply["terminal"],
            goals=tuple(reply["goals"]),
        )

    def drawn(self, state: Key, position: Position) -> Position | None:
        """Return what to show of a state, with its board; None if no work is left."""
        reply = self.rules.beside("drawing", state=state)
        if reply is None:
            return None
        cells = tuple(Cell(*cell) for cell in reply["board"])
        return replace(position, cells=cells, undrawn=reply["undrawn"])

    def play(self, state: Key, text: str) -> tuple[int, tuple[str, ...]]:
        """Return the state after a move, and the joint move that it stands for."""
        reply = self.rules.request("play", state=state, text=text)
        if "illegal" in reply:
            raise illegal(text, reply["illegal"], self.rules.roles, reply["legal"])
        return reply["state"], tuple(reply["joint"])

    def notation(self, move: str) -> str | None:
        """Return the notation of a move; None if the rules define none."""
        text: str | None = self.rules.request("notation", text=move)["text"]
        return text

    def looks(self, states: Sequence[Key]) -> list[Expansion]:
        """Return what `look` returns, for each of several states, in few requests."""
        found = {
            state: known
            for state in states
            if (known := self._expansions.get(state) or self._looks.get(state))
        }
        new = [state for state in dict.fromkeys(states) if state not in found]
        for first in range(0, len(new), AT_ONCE):
            some = new[first : first + AT_ONCE]
            texts = self.rules.request("looks", states=some)["looks"]
            found.update(zip(some, map(parse_expansion, texts), strict=True))
        if self._memo:
            self._looks.update((state, found[state]) for state in new)
        return [found[state] for state in states]

    def percepts(self, states: Sequence[Key]) -> list[tuple[tuple[str, ...], ...]]:
        """Return what each role has perceived in the step to each of several states.

        It is one request for all.
        """
        reply = self.rules.request("percepts", states=[*states])
        kinds = [tuple(map(tuple, kind)) for kind in reply["kinds"]]
        return [kinds[place] for place in reply["places"]]

    def together(self, state: Key) -> Sequence[Key]:
        """Return the successors of the state that was expanded last, or the state."""
        return self._successors if state in self._successors else [state]

    def _forgetting(self, states: Sequence[Key]) -> list[Key]:
        reply = self.rules.request("without_percepts", states=[*states])
        return [*reply["states"]]

    def _expand(self, state: Key) -> Expansion:
        text = self.rules.engine.expand(self.rules.key, cast(int, state))
        found = parse_expansion(text)
        self._successors = found.successors
        return found

    def _legal(self, state: Key) -> Expansion:
        text = self.rules.engine.legal(self.rules.key, cast(int, state))
        return parse_expansion(text, successors=False)

    def _look(self, state: Key) -> Expansion:
        text = self.rules.engine.look(self.rules.key, cast(int, state))
        return parse_expansion(text)

    def _count(self, state: Key) -> tuple[dict[str, int], ...]:
        engine, number = self.rules.engine, cast(int, state)
        text = engine.features(self.rules.key, number, self._heuristics)
        return parse_features(text)

    def _holds(
        self, state: Key, relation: str, arguments: tuple[int, ...]
    ) -> bool | None:
        reply = self.rules.request(
            "holds", state=state, relation=relation, arguments=list(arguments)
        )
        found: bool | None = reply["holds"]
        return found

    def _advised(self, state: Key) -> dict[tuple[int, int], int]:
        found: dict[tuple[int, int], int] = {}
        reply = self.rules.request("advice_ranks", state=state)
        for role, move, rank in reply["ranks"]:
            found[role, move] = min(rank, found.get((role, move), rank))
        return found

    def _noisy(self, state: Key) -> frozenset[tuple[int, int]]:
        reply = self.rules.request("noisy_moves", state=state)
        return frozenset((role, move) for role, move in reply["moves"])


def parse_expansion(text: str, *, successors: bool = True) -> Expansion:
    """Return the engine's answer about a state; see `expand/3` of `logic/serve.pl`.

    Args:
        text: the reply of `expand/3`, of `look/3`, or of `legal/3`.
        successors: whether the last part has the successors.
    """
    kind, *parts = text.split("|")
    drawn = kind.split()[1:]
    chance, *weights = map(int, drawn or ("-1",))
    if kind == "t":
        values = tuple(None if v == "-" else int(v) for v in parts[0].split())
        return Expansion(True, values)
    numbers = tuple(tuple(map(int, part.split())) for part in parts)
    if not successors or not numbers:
        return Expansion(False, (), numbers, (), chance, tuple(weights))
    return Expansion(False, (), numbers[:-1], numbers[-1], chance, tuple(weights))


def parse_features(text: str) -> tuple[dict[str, int], ...]:
    """Return the reply of `features/4` of `logic/serve.pl`."""
    return tuple(
        {n: int(count) for n, _, count in (w.rpartition("=") for w in part.split("\t"))}
        if part
        else {}
        for part in text.split("|")
    )
