"""How an answer follows from the rules, and why there is none.

CILOG's questions how and whynot (D. Poole, A. Mackworth, R. Goebel, Computational
Intelligence, 1998), about a position of a game. They explain the answers of the
knowledge base; no execution is traced.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from pathlib import Path
from typing import Any

from pygame_search.explanation.proof_text import proof_data, proof_html, proof_text
from pygame_search.explanation.proof_tree import Clause, Node
from pygame_search.explanation.questions import PositionRequest
from pygame_search.explanation.state_names import MetState, StateNames
from pygame_search.game import State
from pygame_search.model.rules import position_text
from pygame_search.page.file import page
from pygame_search.render.html import html_text
from pygame_search.rules.inclusion import Part, file_and_line
from pygame_search.rules.locate import line_starts, refused
from pygame_search.rules.rulebook import Rulebook
from pygame_search.support.escapes import escaped
from pygame_search.support.json_objects import JsonObject
from pygame_search.support.printing import Displayed, one_line, preformatted
from pygame_search.support.requests import Effect, Kind, asked, option, whole
from pygame_search.support.validation import MOST_TEXT, must_be_text

#: How many levels of a search are shown by default.
LEVELS = 2


@dataclass(frozen=True, slots=True, repr=False)
class Explanation(Displayed, JsonObject):
    """How a goal follows from the rules, or why it does not; `print` shows the proof.

    Attributes:
        goal: the goal that was asked for.
        tree: the proof, or why each clause for the goal fails.
        sentence: why the goal holds, or why it does not, in one sentence.
        sources: the rule file, and the program used with it, if any.
        names: short names for the states in it, used in texts and pictures.
        refuted_by: a few facts of the position that refute a goal, whatever else
            holds; empty if the clauses alone do. None if the goal holds, if a search
            answers it, or if no set of few facts was found.
        counter_example: a sentence with these facts; empty if there are none.
    """

    goal: str
    tree: Node
    sentence: str
    sources: tuple[Source, ...] = field(default=(), compare=False)
    names: StateNames | None = field(default=None, compare=False)
    refuted_by: tuple[str, ...] | None = None
    counter_example: str = ""

    def __repr__(self) -> str:
        """Return one line that says whether the goal holds."""
        return one_line(self, self.goal, "holds" if self.holds else "does not hold")

    @property
    def holds(self) -> bool:
        """Whether the goal holds: whether the tree is a proof."""
        return self.tree.holds

    @property
    def named(self) -> Node:
        """The tree with short names for its states."""
        return self.tree if self.names is None else self.names.tree(self.tree)

    def legend(self, text: str, *, draw_all: bool = False) -> str:
        """Return the meaning of the state names in a text; empty if it has none."""
        if self.names is None:
            return ""
        return self.names.legend(text, draw_all=draw_all)

    def text(self, levels: int | None = None, *, all_tries: bool = False) -> str:
        """Return the sentence, the tree as an indented text, and its states.

        Args:
            levels: how many levels of the tree; by default all, but only LEVELS of a
                search.
            all_tries: whether to show all tries of a failing goal, all goals of a long
                proof, and draw all states, not only some.
        """
        opened = self.named.opened(LEVELS if levels is None else levels)
        parts = [self.sentence]
        if opened.below:
            parts.append(proof_text(opened, levels, all_tries=all_tries))
        if any(node.below for node in opened.below):
            parts.append(self.counter_example)
        parts.append(self.legend("\n".join(parts), draw_all=all_tries))
        return "\n\n".join(filter(None, parts))

    def svg(self) -> str:
        """Return the proof as a standalone SVG picture.

        Proofs in the rules of the game are not drawn below a search program.
        """
        from pygame_search.explanation.proof_svg import proof_svg

        tree = self.named.opened(LEVELS).folded()
        return proof_svg(self.goal, tree, self.legend(proof_text(tree, folded=False)))

    def html(self, levels: int | None = None) -> str:
        """Return a page in which the tree unfolds, one file without links.

        Args:
            levels: how many levels of a search; by default LEVELS.
        """
        tree = self.named.opened(LEVELS if levels is None else levels)
        data = {
            "kind": "proof",
            "sentence": self.sentence,
            "tree": proof_data(tree),
            "sources": [
                {"file": Path(one.file).name, "text": one.text} for one in self.sources
            ],
            "legend": self.legend(proof_text(tree, folded=False), draw_all=True),
            "counter_example": self.counter_example,
        }
        holds = "holds" if self.holds else "does not hold"
        return page(f"Why {escaped(self.goal)} {holds}", data)

    def as_json(self) -> dict[str, Any]:
        """Return the explanation as `--json` prints it."""
        name = "proof" if self.holds else "whynot"
        tree = self.tree.opened(LEVELS).as_json()
        return (
            {
                "goal": self.goal,
                "holds": self.holds,
                "sentence": self.sentence,
                name: tree,
            }
            | self._refuting()
            | ({} if self.names is None else self.names.as_json())
        )

    def _refuting(self) -> dict[str, Any]:
        facts = self.refuted_by
        return {} if facts is None else {"refuted_by": list(facts)}

    def __str__(self) -> str:
        """Return the sentence and the tree; a long one is folded."""
        return self.text()

    def _html(self, shown: str) -> str:
        """Return the tree, in which each node can be opened and closed."""
        tree = self.named.opened(LEVELS)
        told = html_text(self.counter_example)
        below = f"<p>{told}</p>" if told else ""
        legend = _below(self.legend(proof_text(tree, folded=False)))
        return f"<div>{proof_html(tree)}{below}{legend}</div>"


@dataclass(frozen=True)
class ExplainRequest(PositionRequest):
    """What else is asked of `explain`."""

    EFFECTS = (
        Effect("move", "a position of a game", lambda r: isinstance(r.where, State)),
        Effect("program", "no {move}", lambda request: request.move is None),
    )

    goal: str
    _: KW_ONLY
    move: str | None = option(
        "a move made in this step, so that `next(F)` can be explained", Kind("MOVE")
    )
    answer: int = option(
        "which of the answers to explain",
        whole("N", 1, "the number of an answer, counted from 1"), 1,
    )  # fmt: skip


@asked(ExplainRequest)
def explain(request: ExplainRequest) -> Explanation:
    """Return how a goal holds in a position, or why it does not.

    The errors are those of `explanation.searches.steps.explain`; here the answer of a
    search is a leaf of the tree.
    """
    where, game, goal, move = request.where, request.game, request.goal, request.move
    must_be_text("a goal", goal, MOST_TEXT)
    step = None
    if move is not None and isinstance(where, State):
        must_be_text("a move", move, MOST_TEXT)
        step = position_text(game, where.played(move)[1])
    used = request.beside
    reply = game.request(
        "explain",
        state=request.number,
        step=step,
        text=goal,
        answer=request.answer,
        program=used and used.key,
        past=request.past(goal),
        **request.limit_of_time,
    )
    if reply["faults"]:
        raise refused("question", goal, reply["faults"])
    books = [game.book] if used is None else [game.book, used.book]
    sources = tuple(map(Source.of, books))
    tree = _node(reply["tree"], sources)
    met = map(MetState.of, reply["states"])
    names = request.names.extended(met, [node.goal for node in tree.walk()])
    sentence = names.short()(reply["sentence"])
    asked_for = goal.strip().removesuffix(".")
    facts = reply["refuted"]
    return Explanation(
        asked_for, tree, sentence, sources, names,
        refuted_by=None if facts is None else tuple(map(names.short(), facts)),
        counter_example=names.short()(reply["counter_example"]),
    )  # fmt: skip


def _below(legend: str) -> str:
    return preformatted(legend) if legend else ""


@dataclass(frozen=True, slots=True)
class Source:
    """The text of a rule file or a program, and where its lines start."""

    file: str
    text: str
    starts: list[int]
    parts: tuple[Part, ...] = ()

    @classmethod
    def of(cls, book: Rulebook) -> Source:
        """Return the source of a file."""
        return cls(book.file, book.text, line_starts(book.text), book.parts)


def _node(data: Mapping[str, Any], sources: Sequence[Source]) -> Node:
    """Return a node from a reply of `logic/requests/proof_words.pl`."""

    def all_of(nodes: Iterable[Mapping[str, Any]]) -> tuple[Node, ...]:
        return tuple(_node(one, sources) for one in nodes)

    return Node(
        goal=data["goal"],
        holds=data["holds"],
        clause=data["place"] and _clause(sources, *data["place"]),
        reason=data["reason"],
        children=all_of(data["children"]),
        failed=_node(data["failed"], sources) if "failed" in data else None,
        held=tuple(data.get("held", ())),
        bindings=tuple((name, text) for name, text in data.get("bindings", ())),
        also=all_of(data.get("also", ())),
        others=tuple(data.get("others", ())),
        tries=data.get("tries", 0),
        near=tuple(data.get("near", ())),
        remarks=tuple(data["remarks"]),
        kind=data.get("kind", ""),
        words=data.get("words", ""),
        notated=data.get("notated", ""),
    )


def _clause(
    sources: Sequence[Source], begin: int, end: int, beside: str = ""
) -> Clause:
    source = sources[-1] if beside else sources[0]
    file, line = source.file, bisect_right(source.starts, begin)
    if source.parts:
        file, line = file_and_line(source.parts, begin)
    return Clause(file, line, source.text[begin:end], (begin, end, beside))
