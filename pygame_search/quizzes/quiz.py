"""A quiz: a search stops, and asks what it does next."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import KW_ONLY, dataclass, replace
from typing import TypeAlias

from pygame_search.explanation.searches.tree import SearchTree, path_tree, search_tree
from pygame_search.game import Game, State
from pygame_search.model.scores import INFINITY
from pygame_search.quizzes.kinds import KINDS
from pygame_search.quizzes.moment import Draft, Moment, way
from pygame_search.quizzes.questions import Question
from pygame_search.render import tree as drawing
from pygame_search.render.path_view import view_of
from pygame_search.search.core import options
from pygame_search.search.core.methods import (
    PATH_METHODS,
    MethodCall,
    read_method,
    read_search,
)
from pygame_search.search.core.trace import Growing, Node, searches
from pygame_search.search.paths import path_call
from pygame_search.support.errors import InputError
from pygame_search.support.printing import plain_text
from pygame_search.support.requests import (
    SEARCH,
    Request,
    asked,
    option,
    several,
    whole,
    word,
)

#: The number of questions, the most choices of a question, and how many events at the
#: beginning of a search are asked about.
QUESTIONS, CHOICES, EVENTS = 5, 6, 20_000
#: How many events are asked about if the tree is always drawn completely.
_WHOLE_EVENTS = 300

#: A position with more moves is searched two plies deep instead of three.
_MANY_MOVES = 6

#: How many random games, of how many moves, are played to find a position with more to
#: ask than the start.
_GAMES, _MOVES = 30, 200

#: The kinds of questions to ask about a search to a depth.
_WANTED = ("value", "move")

#: The drafts of questions with their steps, by kind and, for yes-no questions, by
#: answer, so that both answers are equally likely.
_Drafts: TypeAlias = defaultdict[tuple[str, str], list[tuple[int, Draft]]]

#: A sequence of joint moves.
_Line: TypeAlias = tuple[tuple[str, ...], ...]

#: A search, the questions about it, and the moves to where it begins.
_Begun: TypeAlias = tuple[SearchTree, _Drafts, _Line]


@dataclass(frozen=True)
class QuizRequest(Request):
    """What is asked of `quiz`."""

    SUBJECTS = (
        "the position where the search begins. For a game it is the start if the moves "
        "there differ in value, so that there is something to ask. Otherwise the seed "
        "chooses such a position, and the questions say which",
    )

    where: Game | State
    _: KW_ONLY
    method: str | MethodCall | None = options.method(
        "alphabeta, maxn for more than two players, a_star or breadth for paths",
        SEARCH,
    )
    role: str | None = options.role()
    depth: int | None = option(
        "how deep to search, in plies, 2 or 3 if the method does not say",
        whole("PLIES", 1, "a depth of at least 1 ply"),
    )
    kinds: Sequence[str] = option(
        "ask only questions of this kind: "
        f"{', '.join(f'{name} ({row.about})' for name, row in KINDS.items())}",
        several(word("KIND", "kind of question", tuple(KINDS))), (), typed="--kind",
    )  # fmt: skip
    questions: int = option(
        "the greatest number of questions; there may be fewer in a small tree",
        whole("N", 1, "at least 1 question"), QUESTIONS,
    )  # fmt: skip
    seed: int = options.seed()


@asked(QuizRequest)
def quiz(request: QuizRequest) -> tuple[Question, ...]:
    """Return questions about what a search does next, in the order of the search.

    The search is run and its events are recorded; each question stops it at one event.
    In a search with several rounds, such as deepening, the questions are about the
    longest round; in one with more than EVENTS events, about its beginning. Values do
    not depend on how soon they are reached, unless the method says `sooner=true`. Equal
    seeds give equal questions.

    Raises:
        InputError: an unknown kind, method or role, or nothing to ask.
        LimitError: the search is too large to be recorded.

    >>> from pygame_search import load
    >>> [question] = quiz(load("delivery_robot"), questions=1)
    >>> question.text
    'Which path of the frontier is expanded next?'
    >>> question.check("mail_room lounge").right
    False
    """
    kinds = request.kinds
    searched, found, line = _begun(request)
    position = tuple(searched.game.initial.written_line(line))
    able = list(dict.fromkeys(kind for kind, _ in found))
    drafted = {key: found[key] for key in found if not kinds or key[0] in kinds}
    if not drafted:
        other = f"; it can ask {', '.join(able)}" if able else ""
        what = " or ".join(kinds) if kinds else "any question"
        raise InputError(
            f"{searched.method} has nothing to ask of the kind {what} here{other}"
            if kinds
            else f"{searched.method} has nothing to ask here: expected a greater "
            "depth, or another method"
        )
    source = random.Random(request.seed)
    picked: dict[int, tuple[str, Draft]] = {}
    for drafts in drafted.values():
        source.shuffle(drafts)
    while any(drafted.values()) and len(picked) < request.questions:
        for (kind, _), drafts in drafted.items():
            while drafts and drafts[-1][0] in picked:
                drafts.pop()
            if drafts and len(picked) < request.questions:
                step, draft = drafts.pop()
                picked[step] = kind, draft
    return tuple(
        replace(_question(searched, step, kind, draft, source), position=position)
        for step, (kind, draft) in sorted(picked.items())
    )


def _begun(request: QuizRequest) -> _Begun:
    """Return a search, the questions about it, and the moves to where it begins."""
    where, kinds = request.where, request.kinds
    searched = _searched(where, request)
    best: _Begun = searched, _drafts(searched), ()
    call = searched.method
    deep = call.method.folder == "game_tree"
    wanted = {*kinds} or {*(_WANTED if deep else ())}

    def missing(found: _Drafts) -> tuple[int, int]:
        """Return how many kinds, and how many questions, are missing."""
        kinds_missing = wanted - {kind for kind, _ in found}
        steps = {step for (kind, _), drafts in found.items()
                 if not kinds or kind in kinds for step, _ in drafts}  # fmt: skip
        return len(kinds_missing), max(0, QUESTIONS - len(steps))

    if isinstance(where, State) or where.space != "none" or not missing(best[1])[0]:
        return best
    for state, moves in _random_positions(where, random.Random(request.seed)):
        with suppress(InputError):  # this position cannot be searched
            other = _searched(state, request)
            drafts = _drafts(other)
            if missing(drafts) < missing(best[1]):
                best = other, drafts, moves
        if missing(best[1]) == (0, 0):
            break
    return best


def _random_positions(
    game: Game, source: random.Random
) -> Iterator[tuple[State, _Line]]:
    """Yield positions of random games, and the joint moves that lead to them."""
    for _ in range(_GAMES):
        states, moves = [game.initial], list[tuple[str, ...]]()
        while not states[-1].terminal and len(moves) < _MOVES:
            state, joint = states[-1].played(source.choice(states[-1].legal_moves))
            moves.append(joint)
            states.append(state)
        ply = source.randrange(len(states))
        if not states[ply].terminal:
            yield states[ply], tuple(moves[:ply])


def _drafts(searched: SearchTree) -> _Drafts:
    """Return all questions about a search that have a wrong answer."""
    found: _Drafts = defaultdict(list)
    for moment in _moments(searched):
        for kind, row in KINDS.items():
            draft = row.ask(moment)
            if draft is not None and draft.decides:
                answer = draft.answers[0] if draft.choices == ("yes", "no") else ""
                found[kind, answer].append((moment.step, draft))
    return found


def _searched(where: Game | State, request: QuizRequest) -> SearchTree:
    method, depth = request.method, request.depth
    game = where if isinstance(where, Game) else where.game
    state = None if isinstance(where, Game) else where
    call = read_search(method) if isinstance(method, str) else method
    single = game.space != "none" and (game.space == "book" or len(game.roles) == 1)
    if call is None and single:
        call = MethodCall(PATH_METHODS["a_star" if game.has_estimate else "breadth"])
    paths = path_call(game, call)
    if paths is not None:
        return path_tree(game, paths, start=state)
    state = game.initial if state is None else state
    if call is None:
        many = len(game.players) > 2
        name = "maxn" if many else "alphabeta" if game.chance is None else "expectimax"
        call = read_method(name)
    if call.method.has("sooner") and "sooner" not in call.given:
        call = call.with_values(sooner=False)
    if call.method.has("solver") and "solver" not in call.given:
        call = call.with_values(solver=False)  # proven values replace the bounds
    if call.method.has("depth") and depth is None and call["depth"] is None:
        depth = 2 if len(state.legal_moves) > _MANY_MOVES else 3
    if call.method.has("depth") and depth is not None and call["depth"] is None:
        call, depth = call.with_values(depth=depth), None
    return search_tree(state, role=request.role, depth=depth, method=call)


def _moments(searched: SearchTree) -> Iterator[Moment]:
    """Yield each moment of the longest search, between two of its events.

    If it is very long, only moments at its beginning are yielded.
    """
    begin, end = max(searches(searched.events), key=lambda part: part[1] - part[0])
    whole = _growing(searched)
    for event in searched.events[begin:end]:
        whole.add(event)
    if end - begin > EVENTS:
        end = begin + (EVENTS if _folds(searched.node) else _WHOLE_EVENTS)
    cuts = {}
    if searched.result is not None and searched.method.window:
        cuts = {reason.step: reason for reason in searched.cuts()}
    growing = _growing(searched)
    root = whole.root
    assert root is not None
    view = view_of(searched.game, searched.role)
    texts: dict[tuple[int | None, tuple[str, ...]], str] = {}
    for step in range(begin + 1, end):
        growing.add(searched.events[step - 1])
        yield Moment(
            searched.events, step, growing, whole.entered, view, searched.method, cuts,
            texts,
        )  # fmt: skip


def _growing(searched: SearchTree) -> Growing:
    window = (-INFINITY, INFINITY) if searched.method.window else None
    role = searched.game.roles.index(searched.role) if searched.role else 0
    return Growing(window, role)


def _question(
    searched: SearchTree,
    step: int,
    kind: str,
    draft: Draft,
    source: random.Random,
) -> Question:
    """Return a question with the tree at that moment, and not too many choices."""
    node = draft.node
    assert node is not None
    choices = list(dict.fromkeys(draft.choices))
    if len(choices) > CHOICES:
        wrong = [choice for choice in choices if choice not in draft.answers]
        kept = source.sample(wrong, min(len(wrong), CHOICES - 1))
        kept += draft.answers[: CHOICES - len(kept)]
        choices = [choice for choice in choices if choice in kept]
    answers = tuple(
        a for a in dict.fromkeys(draft.answers) if not choices or a in choices
    )
    return Question(
        kind, draft.text, tuple(choices), step,
        tuple(searched.root.written_line(one.joint for one in way(node))),
        _board(searched, node), _drawn(searched.at(step), kind != "window"), answers,
        draft.why, KINDS[kind].hint, draft.notes,
        search=_told(searched),
        terms={text: c for text, c in draft.terms.items() if c in choices},
    )  # fmt: skip


def _told(searched: SearchTree) -> str:
    """Return, in words, the method of the search, its role, and what it assumes."""
    search = " for ".join(filter(None, (str(searched.method), searched.role)))
    return ", ".join([search, *searched.game.assumed])


def _board(searched: SearchTree, node: Node) -> str:
    """Return the board of a node, without the marks of a search."""
    if searched.game.space == "book" or node.state is None:
        return ""
    state = searched.game.numbered(node.state)
    return str(state) if state.position.cells else ""


def _drawn(searched: SearchTree, windows: bool) -> str:
    """Return the tree so far, with windows or without.

    The part below a finished node is folded.
    """
    root = searched.node
    if _folds(root):
        root = _folded(root, windows)
    drawn = drawing.rich_text(root, searched.game, role=searched.role)
    return plain_text(drawn).rstrip("\n")


def _folds(root: Node) -> bool:
    """Return whether finished parts can be folded in the picture of a tree."""
    return root.cost is None and root.proof is None


def _folded(node: Node, windows: bool) -> Node:
    """Return a node whose finished children have no children."""
    shown = copy(node)
    if not windows:
        shown.window = None
    shown.children = [
        _folded(child, windows) if child.kind == "open" else _bare(child)
        for child in node.children
    ]
    return shown


def _bare(node: Node) -> Node:
    shown = copy(node)
    shown.children = []
    return shown
