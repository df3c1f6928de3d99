"""Hand-ins made from our own files by single changes, and whether they play the same.

The changes are those of changes.pl, negated conditions, and names in place of which
stand others of the file. Whether play is the same is decided here by trying every
position, with nothing of `pygame_search/grading/`.

    python tests/support/hand_ins.py --table     # the table of docs/grading.md
    python tests/support/hand_ins.py hexapawn    # all changes of a file, counted
"""

from __future__ import annotations

import random
import re
import subprocess
import sys
from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import islice, product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from pygame_search.game import Game, State, load
from pygame_search.grading.grade import grade
from pygame_search.machine.clauses import ClauseMachine
from pygame_search.model.decimals import Weight
from pygame_search.programs.program import (
    QUESTIONS,
    ProgramAnswer,
    SearchProgram,
    lecture,
    read_clauses,
)
from pygame_search.support.errors import (
    InputError,
    LimitError,
    PygameSearchError,
    RulesError,
)
from pygame_search.support.resources import logic_folder, rules_folder

LISTING = Path(__file__).parent / "changes.pl"

#: ClauseMachine that say nothing about play.
BESIDE = re.compile(
    r"(title|source|about|notation|reason|advice|quiet|constant_sum|repetition)\b"
)

_WORDS = {
    "clause": "a rule is deleted", "goal": "a condition is deleted",
    "not": "a negation is dropped", "number": "a number is one more",
    "name": "a name is another one", "negated": "a condition is negated",
}  # fmt: skip
_NAME = re.compile(r"(?<![\w'])[a-z]\w*(?![\w'])(\()?")
_RULE = r"(?ms)^[a-z].*?\.[ \t]*$"
_REMARK = re.compile(r"(?m)^%.*\n|(?<=\.)[ \t]+%.*$")
_COMMENT = re.compile(r"%[^\n]*|'(?:[^'\\\n]|\\.)*'")


@dataclass(frozen=True, slots=True)
class HandIn:
    """A file with a single change.

    Attributes:
        change: of what kind it is, in words.
        line: the line that is changed, counted from 1.
        text: the whole file.
    """

    change: str
    line: int
    text: str


def hand_ins(path: Path) -> list[HandIn]:
    """Return all single changes of a file that may concern play."""
    source = path.read_text("utf-8")
    listed = subprocess.run(
        ["swipl", LISTING, "--", path],
        capture_output=True, check=True, encoding="utf-8", stdin=subprocess.DEVNULL,
    ).stdout  # fmt: skip
    found = []
    spans = [row.split("\t") for row in listed.splitlines()]
    for kind, begin, end, text in spans:
        found.append((kind, int(begin), int(end), text))
        if kind == "goal":
            goal = source[int(begin) : int(end)]
            found.append(("negated", int(begin), int(end), f"\\+ ({goal})"))
    found += _other_names(source)
    return [
        HandIn(
            _WORDS.get(kind, f"{kind} is {text}"),
            source.count("\n", 0, begin) + 1,
            source[:begin] + text + source[end:],
        )
        for kind, begin, end, text in sorted(found)
        if not BESIDE.match(_clause(source, begin))
    ]


def _clause(source: str, at: int) -> str:
    """Return the text from the beginning of the clause that stands at a place."""
    heads = [m.start() for m in re.finditer(r"(?m)^[a-z]", source)]
    return source[max((head for head in heads if head <= at), default=at) :]


def _other_names(source: str) -> Iterator[tuple[str, int, int, str]]:
    """Yield each name with the next one of its sort in the file in its place."""
    bare = _COMMENT.sub(lambda m: " " * len(m[0]), source)
    uses = list(_NAME.finditer(bare))
    for sort in ("(", None):
        names = sorted({m[0].rstrip("(") for m in uses if m[1] == sort} - {"is"})
        for use in uses:
            name = use[0].rstrip("(")
            if use[1] == sort and name in names and len(names) > 1:
                other = names[(names.index(name) + 1) % len(names)]
                yield "name", use.start(), use.start() + len(name), other


def reordered(text: str, seed: int = 1) -> str:
    """Return a rule file with its clauses and their conditions in another order."""
    source = random.Random(seed)
    bare = _REMARK.sub("", text)
    rules = [_shuffled(rule, source) for rule in re.findall(_RULE, bare)]
    source.shuffle(rules)
    return "\n".join(rules)


def _shuffled(rule: str, source: random.Random) -> str:
    head, neck, body = rule.rstrip().removesuffix(".").partition(":-")
    goals, depth = [""], 0
    for part in re.split(r"('(?:[^'\\]|\\.)*'|[(),\[\];])", body):
        depth += (part in ("(", "[")) - (part in (")", "]"))
        if part == ";" and depth == 0:
            return rule
        if part == "," and depth == 0:
            goals.append("")
        else:
            goals[-1] += part
    source.shuffle(goals)
    return f"{head}{neck}{','.join(goals)}."


def renamed(text: str) -> str:
    """Return a file with other names for all that are its own."""
    bare = _COMMENT.sub(lambda m: " " * len(m[0]), text)
    parts, last = [], 0
    for use in re.finditer(r"(?<![\w'])[a-z]\w*", bare):
        if use[0] not in _kept():
            parts += [text[last : use.start()], f"my_{use[0]}"]
            last = use.end()
    return "".join([*parts, text[last:]])


@cache
def _kept() -> frozenset[str]:
    """Return the names that no file may call otherwise."""
    files = ("language/vocabulary", "language/program_words", "programs/program_goals")
    words = {"is", "mod", "rdiv", "max", "min", "abs", "random", "noop", "inf"}
    words |= {"wins", "loses"}
    for file in files:
        text = (logic_folder() / f"{file}.pl").read_text("utf-8")
        words |= set(
            re.findall(r"^(?:row|program_relation|allowed|control)\((\w+)", text, re.M)
        )
    return frozenset(words | QUESTIONS.keys())


def first_change_of_play(
    hand_in: Game, reference: Game, most: int = 20_000
) -> tuple[str, ...] | None:
    """Return the item that differs and the moves that lead there, None if none does.

    Raises:
        OverflowError: there are more positions than the most.
    """
    if hand_in.roles != reference.roles:
        return ("roles",)
    machines = ClauseMachine(hand_in, memo=True), ClauseMachine(reference, memo=True)
    start = (hand_in.initial, reference.initial)
    seen = {(start[0].number, start[1].number)}
    waiting: deque[tuple[tuple[str, ...], State, State]] = deque([((), *start)])
    while waiting:
        moves, one, two = waiting.popleft()
        seen_as = [
            (
                state.terminal,
                dict(state.goals) if state.terminal else None,
                {} if state.terminal else {r: set(m) for r, m in state.legal.items()},
                set(state.position.cells),
                _worths(state, machine),
            )
            for state, machine in zip((one, two), machines, strict=True)
        ]
        for item, a, b in zip(
            ("ends", "goals", "legal moves", "board", "features"), *seen_as, strict=True
        ):
            if a != b:
                return (item, *moves)
        for joint in [] if two.terminal else product(*two.legal.values()):
            text = f"[{', '.join(joint)}]"
            following = one.play(text), two.play(text)
            key = following[0].number, following[1].number
            if key not in seen:
                seen.add(key)
                waiting.append(((*moves, text), *following))
        if len(seen) > most:
            raise OverflowError(f"more than {most} positions")
    if hand_in.hidden or reference.hidden:
        return first_other_knowledge(hand_in, reference, most)
    return None


def first_other_knowledge(
    hand_in: Game, reference: Game, most: int = 20_000
) -> tuple[str, ...] | None:
    """Return `percepts` and the moves of a history that a role confuses with others.

    All histories are played. Those that look alike to a role must be the same in both.

    Args:
        hand_in, reference: games that are played alike.
        most: the most histories.

    Raises:
        OverflowError: there are more.
    """
    pairs: tuple[dict[Any, Any], dict[Any, Any]] = {}, {}
    waiting: deque[tuple[tuple[str, ...], State, State]]
    waiting = deque([((), hand_in.initial, reference.initial)])
    histories = 0
    while waiting:
        moves, one_state, other_state = waiting.popleft()
        states = one_state, other_state
        histories += 1
        if histories > most:
            raise OverflowError(f"more than {most} histories")
        for role in reference.players:
            one, two = ((role, _known(state, role, moves)) for state in states)
            if (
                pairs[0].setdefault(one, two) != two
                or pairs[1].setdefault(two, one) != one
            ):
                return ("percepts", *moves)
        for joint in [] if states[1].terminal else product(*states[1].legal.values()):
            text = f"[{', '.join(joint)}]"
            after = one_state.play(text), other_state.play(text)
            waiting.append(((*moves, text), *after))
    return None


def _known(state: State, role: str, moves: tuple[str, ...]) -> Any:
    """Return what a role knows: its view, or all moves where nothing is hidden."""
    if not state.game.hidden:
        return moves
    return tuple((step.move, step.percepts) for step in state.view(role).steps)


def _worths(state: State, machine: ClauseMachine) -> list[dict[str, Weight]]:
    weights = state.game.weights
    values = () if state.terminal else machine.features(state.number)
    return [
        {name: n * weights[name] for name, n in one.items() if weights.get(name) and n}
        for one in values
    ]


def every_state(game: Game, most: int = 2_000) -> list[State]:
    """Return all states of a game, the final ones too."""
    seen = {game.initial.number: game.initial}
    waiting = deque([game.initial])
    while waiting:
        state = waiting.popleft()
        for joint in [] if state.terminal else product(*state.legal.values()):
            following = state.play(f"[{', '.join(joint)}]")
            if following.number not in seen:
                seen[following.number] = following
                waiting.append(following)
        assert len(seen) <= most
    return list(seen.values())


def first_other_answer(
    hand_in: SearchProgram, right: SearchProgram, states: list[State], depth: int
) -> str:
    """Return where two search programs give other answers; empty if nowhere.

    A move may be another one of the same value.
    """
    for state in states:
        for role in state.game.players:
            for question in right.questions:
                asked = {"role": role, "depth": depth}
                if question == "path":
                    asked = {}
                if question == "best" and state.terminal:
                    continue
                expected = _answer(right, question, state, asked)
                found = _answer(hand_in, question, state, asked)
                if _same(found, expected, state, right, role, depth):
                    continue
                return f"{question} for {role}: {found} in place of {expected}"
    return ""


def _answer(
    program: SearchProgram, question: str, state: State, asked: dict[str, Any]
) -> ProgramAnswer | str | None:
    try:
        return program.ask(question, state, seconds=2.0, **asked)
    except LimitError:
        raise
    except PygameSearchError as error:
        return str(error)


def _same(
    found: ProgramAnswer | str | None,
    expected: ProgramAnswer | str | None,
    state: State,
    right: SearchProgram,
    role: str,
    depth: int,
) -> bool:
    if not isinstance(found, ProgramAnswer) or not isinstance(expected, ProgramAnswer):
        return found == expected
    if found.states or expected.states:
        return len(found.states) == len(expected.states)
    if found.value != expected.value or found.move is None or expected.move is None:
        return found.value == expected.value and found.move == expected.move
    [mover] = state.to_move
    if found.move not in state.legal[mover]:
        return False
    after = state.play(found.move)
    again = right.ask("value", after, role=role, depth=depth - 1)
    return again is not None and again.value == expected.value


#: Files and their references, games of few positions; and how many of the hand-ins
#: without a fault are in the table of docs/grading.md.
RULES = {
    "hexapawn": ("hexapawn", 5),
    "nim": ("nim", 2),
    "chomp": ("chomp", 5),
    "helen_and_stavros": ("helen_and_stavros", 4),
    "rock_paper_scissors": ("rock_paper_scissors", 6),
    "kuhn_poker": ("kuhn_poker", 8),
}
SEARCHES = {
    "minimax": ("hexapawn(columns=2)", 5),
    "alphabeta": ("hexapawn(columns=2)", 5),
    "breadth_first": ("river_crossing", 5),
}
FILES = {**RULES, **SEARCHES}
FAULT = "a fault of the file"


def path_of(name: str) -> Path:
    """Return the file of one of RULES or SEARCHES."""
    if name in RULES:
        return rules_folder() / f"{name}.pl"
    return logic_folder() / "lectures" / f"{name}.pl"


@dataclass(frozen=True, slots=True)
class Tried:
    """A hand-in that was graded.

    Attributes:
        name: the file that it is made of.
        hand_in: the change.
        truth: what plays otherwise; empty if nothing does.
        found_by: the first item that differs, or the fault; empty if it passed.
        points: its points.
    """

    name: str
    hand_in: HandIn
    truth: str
    found_by: str
    points: int


def tried(name: str, hand_in: HandIn, file: Path) -> Tried | None:
    """Return what comes of a hand-in, None for one that never ends.

    Args:
        name: one of RULES or SEARCHES.
        hand_in: the change.
        file: where it may be written.
    """
    file.write_text(hand_in.text, "utf-8")
    reference = FILES[name][0]
    try:
        truth = _truth(name, reference, file)
    except (LimitError, OverflowError):
        return None
    graded = grade(file, reference)
    wrong = [item.name for item in graded.items if item.difference]
    found_by = wrong[0] if wrong else FAULT if graded.faults else ""
    if not found_by and graded.notes and "longer than the shortest" in graded.notes[0]:
        found_by = "a note"
    return Tried(name, hand_in, truth, found_by, graded.points)


def _truth(name: str, reference: str, file: Path) -> str:
    game = _loaded(reference)
    try:
        if name in RULES:
            return "; ".join(first_change_of_play(load(str(file)), game) or ())
        own = read_clauses(file)
    except (RulesError, InputError):
        return "the file has a fault"
    right = lecture(name)
    if own.questions != right.questions:
        return "a question is not answered"
    depths = (1,) if right.questions == ("path",) else (1, 2, 3)
    found = (first_other_answer(own, right, _states(reference), d) for d in depths)
    return next(filter(None, found), "")


@cache
def _loaded(call: str) -> Game:
    return load(call)


@cache
def _states(call: str) -> list[State]:
    return every_state(_loaded(call))


def sample(name: str, file: Path) -> list[Tried]:
    """Return some hand-ins made of a file, graded; not those with a fault."""
    every = hand_ins(path_of(name))
    random.Random(1).shuffle(every)
    graded = (tried(name, hand_in, file) for hand_in in every)
    good = (one for one in graded if one is not None and one.found_by != FAULT)
    return list(islice(good, FILES[name][1]))


def row(one: Tried) -> str:
    """Return the row of a hand-in in the table of docs/grading.md."""
    kind = one.hand_in
    found = one.found_by or "passed: plays the same"
    return f"| {one.name} | {kind.line} | {kind.change} | {found} | {one.points} |"


def main() -> None:
    """Print how many of all changes of each file are found."""
    for name in sys.argv[1:] or FILES:
        counts: Counter[str] = Counter()
        with TemporaryDirectory() as folder:
            for hand_in in hand_ins(path_of(name)):
                one = tried(name, hand_in, Path(folder) / "hand_in.pl")
                if one is None:
                    counts["never ends"] += 1
                    continue
                play = "other play" if one.truth else "same play"
                counts[f"{play}, {'found' if one.found_by else 'passed'}"] += 1
                if bool(one.truth) != bool(one.found_by):
                    print(row(one), one.truth)
        print(name, dict(sorted(counts.items())), flush=True)


def main_table() -> None:
    """Print the table of docs/grading.md."""
    with TemporaryDirectory() as folder:
        for name in FILES:
            for one in sample(name, Path(folder) / "hand_in.pl"):
                print(row(one), flush=True)


if __name__ == "__main__":
    main_table() if sys.argv[1:] == ["--table"] else main()
