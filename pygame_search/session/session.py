"""A session without a terminal: a game, the moves made, the clauses added."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import tempfile
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pygame_search.engine.bridge import engine
from pygame_search.game import Game, State, said_to_be
from pygame_search.model.position import split_moves
from pygame_search.model.rules import called, examine
from pygame_search.rules import rulebook
from pygame_search.rules.kinds import told
from pygame_search.rules.locate import located
from pygame_search.rules.rulebook import Rulebook
from pygame_search.rules.syntaxes import SYNTAXES
from pygame_search.search.core.tiers import TIERS
from pygame_search.session.inputs import listed
from pygame_search.state_text import outcome_text
from pygame_search.support import files
from pygame_search.support.diagnostic import Diagnostic
from pygame_search.support.errors import (
    InputError,
    MoveError,
    PygameSearchError,
    RulesError,
    did_you_mean,
)
from pygame_search.support.memory import memory_used
from pygame_search.support.resources import rules_folder

if TYPE_CHECKING:  # commands that do not ask start faster
    from pygame_search.explanation.program_steps import ProgramSteps
    from pygame_search.explanation.proof_tree import Node
    from pygame_search.explanation.proofs import Explanation
    from pygame_search.explanation.questions import Inquiry
    from pygame_search.programs.program import SearchProgram

#: The memory limit for the stacks of a query, in bytes: small, so that Ctrl-C always
#: ends it at once.
MOST_STACK = 512 << 20

#: The name of the session's game in commands of the command line.
HERE = "."

#: What may be the name of a relation, a fluent or a move.
_NAME = re.compile(r"\b[a-z]\w*")

_TOLD, _TOLD_FILE = "told in the session", "told"
#: How many lines after the end of the file the first added clause is placed.
_BEFORE_TOLD = 4

#: What `%tier` prints if no tier is named.
FASTEST = "fastest"


class Session:
    """The state of a session: its game, moves and clauses.

    Attributes:
        trusted: whether a goal may call SWI-Prolog itself.
        tier: the tier of searches; None for the fastest.
        game: the game; None before one is loaded.
        moves: the moves made, including those taken back.
        ply: how many of them lead to the position.
        added: the clauses that were added.
        removed: the clauses of the file that were removed.
        last: the last question.
        shown: how many of its answers were shown.
        searched: the options of the last search.
        certificate: the file from which moves are taken; None for none.
        program: the search program used with the game; None for none.
        cards_up: whether to search games with hidden information with all cards face
            up.
    """

    def __init__(
        self,
        *,
        trusted: bool = False,
        seconds: float | None = None,
        cards_up: bool = False,
    ) -> None:
        self.trusted = trusted
        self.cards_up = cards_up
        self.tier: str | None = None
        self.game: Game | None = None
        self.moves: list[str] = []
        self.ply = 0
        self.added: list[str] = []
        self.removed: list[str] = []
        self.last: Inquiry | None = None
        self.shown = 0
        self.searched: dict[str, Any] = {}
        self.certificate: Path | None = None
        self.program: SearchProgram | None = None
        self._seconds = seconds
        self._book: Rulebook | None = None
        self._parameters: list[tuple[str, str]] = []
        self._start: str | None = None
        self._states: list[State] = []
        self._seen: tuple[int, ...] | None = None
        self._relations: tuple[Game, list[tuple[str, int]]] | None = None
        home = engine()
        home.when_stuck(None)
        home.limit_stack(MOST_STACK)

    # ---- the game ----------------------------------------------------------

    def load(
        self,
        call: str,
        after: str | Iterable[str] | None = None,
        facts: str | None = None,
        *,
        kind: str | None = None,
    ) -> None:
        """Begin with a game, such as `hexapawn(columns=4)`, or the path of its file.

        Args:
            call: the game.
            after: moves to begin with, one text `m1; m2` or several.
            facts: the fluents of the first position, as a list.
            kind: what its file is, as in `load`.

        Raises:
            PygameSearchError: there is no such game, its rules have faults, or there is
                no such position. Then nothing changes.
        """
        book, parameters = called(call)
        book = said_to_be(kind, book)
        game = self._built(book, parameters)
        states: list[State] = []
        moves = [] if after is None else split_moves(after)
        if game.roles:
            states = [game.initial if facts is None else game.state(facts)]
            for move in moves:
                states.append(states[-1].play(move))
        elif after is not None or facts is not None:
            raise InputError(f"{game.name!r} is a state space: it has no moves")
        self.game, self._book, self._parameters = game, book, parameters
        self._start, self._states = facts, states
        self.moves, self.ply = moves, len(moves)
        self.added, self.removed, self.last, self.searched = [], [], None, {}
        self.certificate = None
        self._seen = self._signature()

    def _built(self, book: Rulebook, parameters: list[tuple[str, str]]) -> Game:
        game = Game.build(book, parameters=parameters)
        return game.face_up() if self.cards_up else game

    @property
    def taken(self) -> str:
        """What the user's own file was taken for, in a line; empty for other games."""
        game, book = self.game, self._book
        if game is None or book is None or Path(book.file).parent == rules_folder():
            return ""
        return told(book.file, game.kind)

    @property
    def rules(self) -> Game:
        """The game.

        Raises:
            InputError: none is loaded.
        """
        if self.game is None:
            raise InputError(
                "no game is loaded: `%load GAME` loads one, and `%games` lists them"
            )
        return self.game

    @property
    def state(self) -> State | None:
        """The position; None in a state space of nodes and arcs."""
        return self._states[self.ply] if self._states else None

    @property
    def _where(self) -> State | Game:
        """What questions are about: the position, or a space without one."""
        return self.rules if self.state is None else self.state

    @property
    def position(self) -> State:
        """The position.

        Raises:
            InputError: there is none.
        """
        rules = self.rules
        if self.state is None:
            kind = "is a state space" if rules.space == "book" else "has no roles"
            raise InputError(f"{rules.name!r} {kind}: there are no moves")
        return self.state

    @property
    def book(self) -> Rulebook:
        """The rule file in force, with the added clauses."""
        return self._with(self._known_book)

    def status(self) -> str:
        """Return the state of the session, in a few words."""
        if self.game is None:
            return "no game"
        given = ", ".join(f"{name}={value}" for name, value in self._parameters)
        words = [f"{self.game.name}({given})" if given else self.game.name]
        state = self.state
        if state is None:
            words.append("state space")
        else:
            words.append(f"ply {self.ply}")
            if state.terminal:
                words.append(f"over: {outcome_text(state)}")
            else:
                words.append(f"{' and '.join(state.to_move) or 'nobody'} to move")
        words += ["all cards face up"] * len(self.game.assumed)
        if count := len(self.added) + len(self.removed):
            words.append(f"{count} clause{'s' * (count > 1)} added or removed")
        return ", ".join(words)

    # ---- moves -------------------------------------------------------------

    def play(self, moves: str) -> None:
        """Make moves, as in `m1; m2`.

        Raises:
            MoveError: a move is not legal at its turn. Then none is made.
        """
        state = self.position
        made = split_moves(moves)
        if not made:
            raise InputError("expected a move, found none; `%legal` lists them")
        states = []
        for move in made:
            state = state.play(move)
            states.append(state)
        self._states[self.ply + 1 :] = states
        self.moves[self.ply :] = made
        self.ply += len(made)

    def goto(self, ply: int) -> None:
        """Go back or forward to a ply of the moves made.

        Raises:
            InputError: there are fewer.
        """
        _ = self.position
        if not self.moves:
            raise InputError("no move was made: this is ply 0, the only one")
        if not 0 <= ply <= len(self.moves):
            raise InputError(f"expected a ply from 0 to {len(self.moves)}, found {ply}")
        self.ply = ply

    def undo(self, count: int = 1) -> None:
        """Take moves back; `goto` can make them again."""
        _ = self.position
        if not self.ply:
            raise InputError("this is the beginning: there is no move to take back")
        if not 0 < count <= self.ply:
            many = f"{self.ply} moves" if self.ply != 1 else "1 move"
            raise InputError(f"expected at most {many} to take back, found {count}")
        self.ply -= count

    # ---- questions ---------------------------------------------------------

    def ask(self, question: str) -> Inquiry:
        """Return an inquiry about the position; its answers come in portions."""
        from pygame_search.explanation.questions import AskRequest, Inquiry

        rules = self.rules
        if self.state is None and rules.space != "book":
            raise InputError(
                f"{rules.name!r} has no roles: `%check` says what is missing"
            )
        self.shown = 0
        asked = AskRequest(
            self._where, question, seconds=self._seconds, program=self.program
        )
        self.last = Inquiry(asked, trusted=self.trusted)
        return self.last

    def explain(self, goal: str) -> Explanation:
        """Return how a goal holds, or why it does not.

        Args:
            goal: as for `ask`; empty for the last answer shown or, without one, the
                last question.

        Raises:
            InputError: the goal cannot be read, or nothing was asked.
        """
        from pygame_search.explanation.searches.steps import explain

        number = 1
        names = None
        if not goal:
            if self.last is None:
                raise InputError(
                    "nothing was asked: `how GOAL` shows why a goal holds, "
                    "`whynot GOAL` why it does not, `how best` why a move is the best"
                )
            goal, number = self.last.question, max(1, self.shown)
            names = self.last.names
        found = explain(
            self._where, goal, answer=number, seconds=self._seconds,
            program=self.program,
        )  # fmt: skip
        if names is not None and found.names is not None:
            found = replace(found, names=names.extended(found.names.states))
        if not self.added:
            return found
        first = _first_told(self._known_book)
        return replace(found, tree=_told_in(found.tree, first))

    def steps(self, goal: str, only: Sequence[str] = ()) -> ProgramSteps:
        """Return the steps of the session's search program to an answer.

        Args:
            goal: as for `ask`; empty for the last question.
            only: the relations whose steps are wanted; all by default.

        Raises:
            InputError: the goal cannot be read, nothing was asked, or the session has
                no program.
        """
        from pygame_search.explanation.program_steps import program_steps

        where = self._where
        if self.program is None:
            raise InputError(
                "no search program stands beside the game: `%program FILE` puts one "
                "there"
            )
        if not goal and self.last is None:
            raise InputError(
                "nothing was asked: `steps GOAL` shows the steps to its first answer"
            )
        asked = goal or (self.last.question if self.last is not None else "")
        return program_steps(
            where, asked, program=self.program, only=only, seconds=self._seconds
        )

    def relations(self) -> list[tuple[str, int]]:
        """Return the names and arities of the relations that can be queried."""
        rules = self.rules
        if self._relations is None or self._relations[0] is not rules:
            found = rules.request("relations")["relations"]
            self._relations = (rules, [(one["name"], one["arity"]) for one in found])
        return self._relations[1]

    def stats(self) -> list[tuple[str, str]]:
        """Return the cost of the last question, and the memory of the program."""
        found = []
        if self.last is not None:
            last = self.last
            found = [
                ("question", " ".join(last.question.split())),
                (
                    "answers",
                    f"{len(last.answers):,}{'' if last.finished else ' so far'}",
                ),
                ("portions", f"{last.portions:,}"),
                ("time", f"{last.seconds:.2f} s"),
                ("inferences", f"{last.inferences:,}"),
            ]
        return [*found, ("memory", f"{memory_used() >> 20:,} MB")]

    def drawn(self, answer: dict[str, str]) -> list[tuple[str, list[str]]]:
        """Return the paths in an answer, each with its steps."""
        names = self.last.paths if self.last is not None else ()
        return [(n, steps) for n in names if (steps := listed(answer.get(n, "")))]

    # ---- clauses -----------------------------------------------------------

    def tell(self, text: str) -> list[str]:
        """Add clauses to the rules; return the message.

        Raises:
            RulesError: a clause has faults, or the rules with the clauses have. Then
                nothing changes.
        """
        found = self._clauses(text)
        if not found:
            raise InputError("expected a clause, found none")
        known = [one for one in found if self._variants(self.rules.book.text, one)]
        clauses = [one for one in found if one not in known]
        already = [f"there already: {clause}" for clause in known]
        if not clauses:
            return already
        book, before = self._known_book, "\n".join(self.added).count("\n")
        notes = self._become(book, [*self.added, *clauses], self.removed)
        first = before + 2 if len(self.added) > len(clauses) else 1
        warnings = _in_added(self.rules.warnings, book, self.added)
        new = [w for w in warnings if w.file == _TOLD_FILE and w.line >= first]
        added = [f"added: {clause}" for clause in clauses]
        return [*already, *added, *notes, *map(str, new)]

    def clauses_about(self, name: str) -> list[tuple[str, str]]:
        """Return the clauses of a relation, or those that give a fluent or a move.

        Args:
            name: its name, or its name and number of arguments, as `legal/2`.

        Returns:
            For each its place, as `hexapawn.pl:23`, and its text.

        Raises:
            InputError: there is none.
        """
        word, _, arity = name.strip().rstrip(".").partition("/")
        book = self.rules.book
        places = engine().request(
            "clauses_about", syntax=book.syntax, text=book.text, name=word,
            arity=int(arity) if arity.isdecimal() else None,
        )["places"]  # fmt: skip
        if not places:
            hint = did_you_mean(word, set(_NAME.findall(book.text)))
            raise InputError(f"no clause is about {name}{hint}")
        file, text = Path(book.file).name, self._known_book.text
        stop = SYNTAXES[book.syntax].stop
        return [
            (
                f"{file}:{book.text.count(chr(10), 0, begin) + 1}"
                if begin < len(text)
                else "added",
                book.text[begin:end].rstrip() + stop,
            )
            for begin, end in places
        ]

    def untell(self, clause: str) -> list[str]:
        """Remove a clause: one that was added, or one of the file.

        Returns:
            The message.

        Raises:
            InputError: there is no such clause.
            RulesError: the rules without it have faults. Then nothing changes.
        """
        clauses = self._clauses(clause)
        if len(clauses) != 1:
            found = clause.strip() or "none"
            raise InputError(f"expected one clause, found {found}")
        [clause] = clauses
        added = [other for other in self.added if not self._variants(other, clause)]
        if len(added) < len(self.added):
            return self._become(self._known_book, added, self.removed)
        book = self._known_book
        if not self._variants(self._text(book, [], self.removed), clause):
            raise InputError(f"there is no such clause: {clause}")
        return self._become(book, self.added, [*self.removed, clause])

    @property
    def _known_book(self) -> Rulebook:
        _ = self.rules
        assert self._book is not None
        return self._book

    def _clauses(self, text: str) -> list[str]:
        """Return the clauses of a text, each with its full stop."""
        book, text = self._known_book, text.strip()
        if not text:
            raise InputError("expected a clause, found none")
        stop = SYNTAXES[book.syntax].stop
        text += "" if text.endswith(stop) else stop
        reply = engine().request("clauses", syntax=book.syntax, text=text)
        if reply["faults"]:
            raise _faulty(located("clause", text, reply["faults"]))
        return [text[begin:end].rstrip() + stop for begin, end in reply["places"]]

    def _variants(self, text: str, clause: str) -> list[tuple[int, int]]:
        """Return the places in a text of the variants of a clause."""
        syntax = self._known_book.syntax
        reply = engine().request("variants", syntax=syntax, text=text, clause=clause)
        return [(begin, end) for begin, end in reply["places"]]

    def _text(self, book: Rulebook, added: list[str], removed: list[str]) -> str:
        """Return the text of the file with clauses added, and others removed."""
        text = book.text
        for clause in removed:
            for begin, end in self._variants(text, clause)[-1:]:
                stop = re.compile(r"\s*\.").match(text, end)
                end = stop.end() if stop and SYNTAXES[book.syntax].stop else end
                blank = re.sub(r"[^\n]", " ", text[begin:end])
                text = text[:begin] + blank + text[end:]
        if not added:
            return text
        mark = SYNTAXES[book.syntax].comment
        return "\n".join([text.rstrip("\n"), "", f"{mark} {_TOLD}", *added, ""])

    def _become(
        self, book: Rulebook, added: list[str], removed: list[str]
    ) -> list[str]:
        """Continue with other rules; return the message about the position."""
        text = self._text(book, added, removed)
        try:
            game = self._built(replace(book, text=text), self._parameters)
        except RulesError as error:
            raise _faulty(_in_added(error.diagnostics, book, added)) from error
        start, states, moves, notes = self._kept(game)
        self.game, self._book, self.added, self.removed = game, book, added, removed
        self._start, self._states = start, states
        if moves is not None:
            self.moves, self.ply = moves, min(self.ply, len(moves))
        return notes

    def _kept(
        self, game: Game
    ) -> tuple[str | None, list[State], list[str] | None, list[str]]:
        """Return the position under other rules, and the message.

        The moves are replayed. If this fails, the position with the same fluents is
        used; if there is none, the session goes back.
        """
        if not game.roles:
            return None, [], [], []
        notes: list[str] = []
        start = self._start
        try:
            states = [game.initial if start is None else game.state(start)]
        except MoveError as error:
            notes.append(f"the start is no more possible: {error}")
            start, states = None, [game.initial]
        for move in self.moves:
            try:
                states.append(states[-1].play(move))
            except MoveError:
                break
        if len(states) > self.ply:
            return start, states, self.moves[: len(states) - 1], notes
        lost = self.moves[len(states) - 1]
        with suppress(MoveError):
            here = f"[{', '.join(self.position.facts)}]"
            same = game.state(here)
            notes.append(
                f"{lost} is no longer legal at ply {len(states) - 1}: the position is "
                "kept, without the moves that led to it"
            )
            self.ply = 0
            return here, [same], [], notes
        made = len(states) - 1
        notes.append(f"{lost} is no longer legal: back to ply {made}")
        return start, states, self.moves[:made], notes

    # ---- the file ----------------------------------------------------------

    @property
    def file(self) -> Path | None:
        """The rule file; None if there is none, as for standard input."""
        if self._book is None:
            return None
        path = Path(self._book.file)
        return path if path.is_file() else None

    def _signature(self) -> tuple[int, ...] | None:
        """Return a value that changes when the file is saved; None without a file."""
        if self._book is None:
            return None
        try:
            state = os.stat(self._book.file)
        except (OSError, ValueError):
            return None
        return (state.st_mtime_ns, state.st_size, state.st_ino)

    def saved_elsewhere(self) -> bool:
        """Return whether the rule file was saved since it was last read."""
        now = self._signature()  # an editor may be about to replace the file
        return now is not None and now != self._seen

    def reload(self) -> list[str]:
        """Read the rule file again; return the message.

        Added clauses stay, and the position is kept if it still exists.

        Raises:
            PygameSearchError: the file cannot be read, or has faults. Then the last
                good version stays in force.
        """
        known = self._known_book
        if self.file is None:
            raise InputError(f"there is no file to read again: {known.file}")
        self._seen = self._signature()
        book = replace(rulebook.read(known.file), name=known.name, kind=known.kind)
        try:
            notes = self._become(book, self.added, self.removed)
        except RulesError as error:
            if not error.diagnostics:
                raise
            faults = _in_added(examine(self._with(book)), book, self.added)
            raise _faulty(faults or error.diagnostics) from error
        faults = _in_added(examine(self.book), book, self.added)
        return [*notes, *map(str, faults)]

    def _with(self, book: Rulebook) -> Rulebook:
        return replace(book, text=self._text(book, self.added, self.removed))

    def save(self, place: Path | None, *, over: bool = False) -> Path:
        """Write the rules with the added clauses, and continue with that file.

        Args:
            place: the path; None for the file of the session.
            over: whether another file may be overwritten.

        Raises:
            InputError: it cannot be written, or there is a file already.
        """
        book = self._known_book
        if place is None:
            if self.file is None or self._of_package():
                raise InputError(
                    f"expected a file to write {book.name!r} to, as in "
                    f"`%save my_{book.name}{_suffixes(book)[0]}`"
                )
            path = self.file
        else:
            path = place
            if path.exists() and not over and not self._is_file(path):
                raise InputError(
                    f"{str(path)!r} already exists: `--over` overwrites it"
                )
        suffixes = _suffixes(book)
        if path.suffix not in suffixes:
            raise InputError(
                f"expected a name that ends in {' or '.join(suffixes)}, as the rules "
                f"are written, found {str(path)!r}"
            )
        self._write(path, self.book.text)
        return path

    def _is_file(self, path: Path) -> bool:
        file = self.file
        with suppress(OSError):
            return file is not None and not self._of_package() and path.samefile(file)
        return False

    def _of_package(self) -> bool:
        file = self.file
        return file is not None and rules_folder() in file.resolve().parents

    def _write(self, path: Path, text: str) -> None:
        files.write(path, text)
        self._book = replace(self._known_book, file=str(path), text=text)
        self.added, self.removed = [], []
        self._seen = self._signature()

    def editable(self) -> tuple[Path, str]:
        """Return a file to edit, and the message about it.

        A game of the package, or without a file, is copied first.
        """
        book = self._known_book
        if self.file is not None and not self._of_package():
            return self.file, ""
        suffix = _suffixes(book)[0]
        folder = Path.cwd()
        if not os.access(folder, os.W_OK):
            folder = Path(tempfile.mkdtemp(prefix="pygame_search-"))
        number = 1
        path = folder / f"{book.name}{suffix}"
        while path.exists():
            number += 1
            path = folder / f"{book.name}_{number}{suffix}"
        why = "belongs to the package" if self._of_package() else "has no file"
        self._write(path, self.book.text)
        return path, f"{book.name!r} {why}: this is a copy, {path}"


def editor() -> list[str]:
    """Return the command of the user's editor, as words.

    Raises:
        InputError: there is none, or its name cannot be read.
    """
    named = os.environ.get("VISUAL") or os.environ.get("EDITOR")
    if named:
        try:
            return shlex.split(named)
        except ValueError as error:
            raise InputError(f"VISUAL or EDITOR: {error} in {named!r}") from error
    for name in ("editor", "nano", "vi"):
        if shutil.which(name):
            return [name]
    raise InputError("no editor is found: set VISUAL or EDITOR to the name of one")


def checked_tier(name: str) -> str | None:
    """Return a tier; None for `fastest`.

    Raises:
        InputError: there is no such tier.
    """
    known = (*TIERS, FASTEST)
    if name not in known:
        hint = did_you_mean(name, known)
        raise InputError(f"expected a tier, {', '.join(known)}; found {name!r}{hint}")
    return None if name == FASTEST else name


def _suffixes(book: Rulebook) -> list[str]:
    """Return the suffixes of files in the same syntax as a rule file."""
    return list(SYNTAXES[book.syntax].suffixes)


def _first_told(book: Rulebook) -> int:
    """Return the line number of the first added clause, after the rule file."""
    return book.text.rstrip("\n").count("\n") + _BEFORE_TOLD


def _told_in(node: Node, first: int) -> Node:
    """Return a node; lines of added clauses are counted from the first one."""
    clause = node.clause
    if clause is not None and clause.line >= first:
        clause = replace(clause, file=_TOLD_FILE, line=clause.line - first + 1)
    failed = node.failed and _told_in(node.failed, first)
    children = tuple(_told_in(child, first) for child in node.children)
    return replace(node, clause=clause, failed=failed, children=children)


def _in_added(
    faults: tuple[Diagnostic, ...], book: Rulebook, added: list[str]
) -> tuple[Diagnostic, ...]:
    """Return faults; lines of added clauses are counted from the first one."""
    if not added:
        return faults
    first = _first_told(book)
    return tuple(
        replace(fault, file=_TOLD_FILE, line=fault.line - first + 1)
        if fault.line >= first
        else fault
        for fault in faults
    )


def _faulty(faults: tuple[Diagnostic, ...]) -> PygameSearchError:
    return RulesError("\n".join(map(str, faults)), faults)
