"""Records: games that people have written down, read and replayed.

A record is a text as `pygame_search.model.movetext` takes it apart. Its moves are
written as terms or in the notation of the game; move numbers, results and glyphs such
as `!?` are known to be none. A move that was the only one may be left out, as passes
are in records of Othello, and moves may be run together, as in `f5d6c3`, where they can
be read in one way only.
"""

from __future__ import annotations

import difflib
import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from pygame_search.experiments.matches.move_numbers import (
    RESULTS,
    MoveNumbers,
    contradiction,
)
from pygame_search.experiments.matches.playthrough import Joint
from pygame_search.game import Game, State
from pygame_search.model.movetext import Piece, pieces, place
from pygame_search.support.errors import InputError, MoveError
from pygame_search.support.input_files import read_input_text
from pygame_search.support.words import conjoined

#: The tag of PGN that has the position in which a game begins.
_POSITION = "FEN"

#: The tag of PGN that has the result.
_RESULT = "Result"
_RESULTS = frozenset({*RESULTS, "*"})
_NUMBER = re.compile(r"(?P<number>\d+)\s*(?:\.+|…)")
#: What stands after a move and is no part of it, from the first to be left out on.
_ENDINGS = re.compile(r"e\.p\.$"), re.compile(r"[!?]+$"), re.compile(r"[+#]+$")
#: Words that say something of the move before.
_GLYPH = re.compile(r"\$\d+|[!?]{1,2}|e\.?p\.?|(?!-+$)[-+=/±∓⩲⩱∞□⌓]{1,3}|N|\.\.\.|…")

#: The most moves that are made because they were left out, one after the other.
_LEFT_OUT = 8
#: No number of a move has so many digits.
_DIGITS = 10
#: The most ways that are tried to take moves apart.
_TRIES = 2_000
#: An error lists so many legal moves, the nearest first.
_NEAREST = 5


@dataclass(slots=True)
class Record:
    """A game as far as it was replayed.

    Attributes:
        states: the states, the first before any move.
        joints: the joint moves between them.
        left_out: the numbers, from 1, of the moves that the record leaves out.
        warnings: what contradicts the moves: a number, the result; each with its place.
    """

    states: list[State]
    joints: list[Joint] = field(default_factory=list)
    left_out: list[int] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)

    @property
    def state(self) -> State:
        """The last state."""
        return self.states[-1]

    def add(self, line: _Line) -> None:
        """Add moves that go on from the last state."""
        for state, joint, written in line:
            self.states.append(state)
            self.joints.append(joint)
            if not written:
                self.left_out.append(len(self.joints))

    def left_out_words(self) -> str:
        """Return what the record leaves out, in words; empty if nothing."""
        moves = [
            f"{self.states[n - 1].written(self.joints[n - 1])} as move {n}"
            for n in self.left_out
        ]
        one = "there was no other move"
        return f"left out, and made, as {one}: {conjoined(moves)}" if moves else ""


#: Moves one after the other: the state after each, the joint move, and whether it was
#: written.
_Line = list[tuple[State, Joint, bool]]


def read_record(file: Path, game: Game, start: State | None = None) -> Record:
    """Return the game that a file holds, replayed.

    Args:
        file: its path.
        game: the rules.
        start: where it begins; by default where its tag FEN says, or the initial state.

    Raises:
        InputError: the file cannot be read, or holds no game, or more than one.
        MoveError: a move is not legal; the message names its place and its number.
    """
    text = read_input_text(file, "a record of a game")
    if text.lstrip("\ufeff \t\r\n").startswith('{"version"') or file.suffix == ".json":
        raise InputError(
            f"{file}: expected the moves of a game as people write them, found a saved "
            f"game: `show {file}` reads it"
        )
    reader = _Reader(text.removeprefix("\ufeff"), str(file), game, start)
    record = reader.read()
    if not record.joints and not reader.tags:
        raise InputError(f"{file}: expected the moves of a game, found none")
    return record


def read_line(line: str, start: State, *, file: str, number: int) -> Record:
    """Return the game of one line of a file, replayed.

    Args:
        line: the line.
        start: where the game begins.
        file: the path of the file.
        number: that of the line.

    Raises:
        InputError, MoveError: as for `read_record`.
    """
    return _Reader("\n" * (number - 1) + line, file, start.game, start).read()


class _Reader:
    """Reads one record.

    Attributes:
        tags: the names of its tag pairs, and their values.
    """

    def __init__(self, text: str, file: str, game: Game, start: State | None) -> None:
        self._text = text
        self._file = file
        self._game = game
        self._start = start
        self._number = ""
        self._counted = True  # a number may be that of a move: none was a move yet
        self._over: Piece | None = None
        self._record: Record | None = None
        self._numbers: MoveNumbers | None = None
        self._unread: tuple[Piece, str] | None = None  # a number, and its digits
        self._tried: dict[tuple[State, str], State | None] = {}
        self._result: Piece | None = None
        self.tags: dict[str, str] = {}

    def read(self) -> Record:
        """Read the text."""
        for piece in pieces(self._text):
            match piece.kind:
                case "open":
                    why = f"expected an end of what begins with {piece.text!r}"
                    raise self._fault(piece, why)
                case "tag":
                    self._tag(piece)
                case "aside":
                    if self._is_move(piece.text):
                        self._word(piece)
                case "remark":
                    self._remark(piece)
                case _:
                    self._word(piece)
        self._compare_number()
        self._compare_result()
        return self._begun()

    def _is_move(self, text: str) -> bool:
        """Return whether a text in parentheses is no variation, but a move."""
        if self._game.book.syntax == "kif":  # there a move is a list
            return True
        return _whole(self._begun().state, text) is not None

    def _begun(self) -> Record:
        """Return the record; at first, find where it begins."""
        if self._record is None:
            position = self.tags.get(_POSITION)
            if position is None:
                first = self._game.initial if self._start is None else self._start
            elif self._start is not None:
                raise InputError(
                    f"{self._file}: expected a record without the tag {_POSITION}, as "
                    "the position where it begins is given"
                )
            else:
                try:
                    first = self._game.state(position)
                except (InputError, MoveError) as error:
                    where = f"{self._file}: the tag {_POSITION}"
                    raise InputError(f"{where}: {error}") from error
            self._record = Record([first])
        return self._record

    def _tag(self, piece: Piece) -> None:
        if self._record is not None:
            raise self._fault(piece, "expected one game, found the head of another")
        if piece.text == _POSITION and _POSITION in self.tags:
            raise self._fault(piece, f"expected one tag {_POSITION}, found another")
        self.tags[piece.text] = piece.value
        if piece.text == _RESULT:
            self._result = piece

    def _remark(self, piece: Piece) -> None:
        """Leave out a comment, unless it may be moves."""
        record = self._begun()
        words = [
            word
            for one in pieces(piece.text)
            if one.kind == "word" and (word := _unnumbered(one.text))
        ]
        state, read = record.state, bool(words) and self._over is None
        for word in words:
            after = self._after(state, word) if read else None
            if after is None:
                return
            state = after
        if read:
            why = f"expected a comment in braces or moves, found {piece.text!r}, which"
            mend = "write it in braces, or the semicolon right after the move before"
            raise self._fault(piece, f"{why} may be either: {mend}")

    def _after(self, state: State, word: str) -> State | None:
        """Return the state after a word, None if it is no move.

        Many comments begin alike, and each is looked at once.
        """
        if (state, word) not in self._tried:
            line = _whole(state, word)
            self._tried[state, word] = None if line is None else line[-1][0]
        return self._tried[state, word]

    def _compare_number(self, begun: int | None = None) -> None:
        """Say that another number is due than the one that was read last.

        Args:
            begun: how many moves there were before its move was read, which is the
                next one that is not left out; by default it has none.
        """
        record, unread = self._begun(), self._unread
        self._unread = None
        if unread is None:
            return
        if self._numbers is None:
            elsewhere = self._start is not None or _POSITION in self.tags
            players = len(self._game.players)
            self._numbers = MoveNumbers(players, anywhere=elsewhere)
        made = len(record.joints) if begun is None else begun
        out = record.left_out
        passed = bisect_right(out, made)
        while passed < len(out) and out[passed] == made + 1:
            made, passed = made + 1, passed + 1
        piece, number = unread
        value = int(number) if len(number) < _DIGITS else -1
        due = self._numbers.due(value, made, made - passed)
        if due is not None:
            words = f"move {number[:_DIGITS]} is written, and move {due} is due"
            self._warn(piece, words)

    def _compare_result(self) -> None:
        """Say that the last position contradicts the result, or the head does."""
        state = self._begun().state
        for piece in filter(None, (self._over, self._result)):
            result = piece.value or piece.text
            if why := contradiction(result, state):
                self._warn(piece, f"the result {result} is written, and {why}")
                return
        if self._over is not None and self._result is not None:
            both = {self._over.text, self._result.value} - {"*", "?"}
            if len({RESULTS.get(result) for result in both}) > 1:
                words = f"the result {self._over.text} is written, and the head says"
                self._warn(self._over, f"{words} {self._result.value}")

    def _warn(self, piece: Piece, words: str) -> None:
        line, column = place(self._text, piece.begin)
        where = f"{self._file}:{line}:{column}"
        self._begun().warnings.append(f"{where}: warning: {words}")

    def _word(self, piece: Piece) -> None:
        record, word = self._begun(), piece.text
        if self._over is not None:
            why = f"expected the end of the record after {self._over.text}"
            raise self._fault(piece, f"{why}, found {word!r}")
        if _NUMBER.match(word):
            self._number = re.findall(r"\d+", word)[0]
            self._compare_number()
            self._unread = piece, self._number
            word = _unnumbered(word)
            piece = Piece("word", word, piece.begin + len(piece.text) - len(word))
        if not word:
            return
        begun = len(record.joints)
        self._read(record, word, piece)
        if len(record.joints) > begun:
            self._compare_number(begun)

    def _read(self, record: Record, word: str, piece: Piece) -> None:
        """Read a word without numbers before it."""
        if (line := _whole(record.state, word)) is not None:
            record.add(line)
            self._counted = self._counted and not word.isdecimal()
        elif word in _RESULTS:
            self._over = piece
        elif self._counted and word == str(len(record.joints) // 2 + 1):
            self._number = word
        elif not _GLYPH.fullmatch(word):
            self._move(piece)

    def _move(self, piece: Piece) -> None:
        """Add a move that is not written as it would be shown, or several."""
        record = self._begun()
        for text in _bare(piece.text):
            if (line := _after_left_out(record.state, text)) is not None:
                record.add(line)
                return
        apart = _Apart(piece.text, record.state)
        found = apart.lines()
        if apart.exhausted:
            why = f"expected spaces between moves: {_TRIES:,} ways to take"
            raise self._fault(piece, f"{why} {piece.text[:20]!r}... apart were tried")
        if len(found) == 1:
            record.add(found[0])
            return
        if found:
            ways = " or ".join(" ".join(_shown(record.state, one)) for one in found)
            why = f"expected moves that can be read in one way, found {piece.text!r}"
            raise self._fault(piece, f"{why}, which may be {ways}")
        record.add(apart.furthest)
        at = apart.offset
        raise self._illegal(Piece("word", piece.text[at:], piece.begin + at))

    def _illegal(self, piece: Piece) -> InputError | MoveError:
        """Return the error for a word that is no move here."""
        record, word = self._begun(), piece.text
        state, ply = record.state, len(record.joints) + 1
        named = f", number {self._number} of the record" if self._number else ""
        if state.terminal:
            why = f"expected the end of the record, as the game is over after {ply - 1}"
            return self._fault(piece, f"{why} moves, found {word!r}")
        shown = [text for role in state.to_move for text in state.written_legal()[role]]
        near = _nearest(word, shown)
        who = conjoined(state.to_move) or "the roles"
        legal = f"legal: {', '.join(near)}"
        if len(near) < len(shown):
            legal = f"nearest: {', '.join(near)}; {len(shown)} are legal"
        words = f"move {ply}{named}: {word!r} is no legal move of {who}; {legal}"
        return self._fault(piece, words, MoveError)

    def _fault(
        self, piece: Piece, words: str, kind: type[InputError | MoveError] = InputError
    ) -> InputError | MoveError:
        line, column = place(self._text, piece.begin)
        return kind(f"{self._file}:{line}:{column}: {words}")


def _unnumbered(word: str) -> str:
    """Return a word without the move numbers at its beginning.

    >>> _unnumbered("1.e4"), _unnumbered("2...")
    ('e4', '')
    """
    while numbered := _NUMBER.match(word):
        word = word[numbered.end() :]
    return word


def _whole(state: State, word: str) -> _Line | None:
    """Return the move that a word is, as it stands; None if it is none."""
    try:
        after, joint = state.played(word)
    except MoveError:
        return None
    return [(after, joint, True)]


def _bare(word: str) -> Iterator[str]:
    """Yield a word, and what it is without what stands after a move.

    >>> list(_bare("Qxf7#!?"))
    ['Qxf7#!?', 'Qxf7#', 'Qxf7']
    """
    yield word
    for ending in _ENDINGS:
        bare = ending.sub("", word)
        if bare and bare != word:
            word = bare
            yield word


def _forced(state: State) -> tuple[State, Joint] | None:
    """Return the only joint move of a state, and where it leads."""
    if state.terminal or any(len(moves) != 1 for moves in state.legal.values()):
        return None
    joint = tuple(moves[0] for moves in state.legal.values())
    return state.play_joint(joint), joint


def _after_left_out(state: State, text: str) -> _Line | None:
    """Return a move, and before it those that were left out: the only ones."""
    line: _Line = []
    for _ in range(_LEFT_OUT):
        if (found := _whole(state, text)) is not None:
            return line + found
        if (only := _forced(state)) is None:
            return None
        state, joint = only
        line.append((state, joint, False))
    return None


class _Apart:
    """Takes apart moves that are run together.

    Attributes:
        furthest: the moves of the way that came furthest.
        offset: how far it came, in characters.
        exhausted: whether too many ways were tried to know all.
    """

    def __init__(self, text: str, state: State) -> None:
        self._text = text
        self._state = state
        self._tries = 0
        self.furthest: _Line = []
        self.offset = 0
        self.exhausted = False

    def lines(self) -> list[_Line]:
        """Return how the text can be read, at most two ways."""
        found: list[_Line] = []
        for line in self._from(self._state, 0, []):
            found.append(line)
            if len(found) == 2:
                break
        return found

    def _from(self, state: State, offset: int, line: _Line) -> Iterator[_Line]:
        """Yield the ways to read the text from a place on, after a line."""
        waiting = [(state, offset, line)]
        while waiting and self._tries < _TRIES:
            self._tries += 1
            state, offset, line = waiting.pop()
            if offset > self.offset:
                self.furthest, self.offset = line, offset
            if offset == len(self._text):
                yield line
                continue
            begun = _begun(state, self._text[offset:])
            for length, text in begun:
                if (move := _whole(state, text)) is not None:
                    waiting.append((move[0][0], offset + length, line + move))
            if not begun and (only := _forced(state)) is not None:
                after, joint = only
                waiting.append((after, offset, [*line, (after, joint, False)]))
        self.exhausted = bool(waiting)


def _begun(state: State, text: str) -> list[tuple[int, str]]:
    """Return the legal moves with whose notation a text begins.

    Returns:
        The length of the notation, and the move as a term.
    """
    if state.terminal or not state.game.has_notation or len(state.to_move) != 1:
        return []
    reply = state.game.request("moves_begun", state=state.number, text=text)
    return [(length, move) for length, move in reply["moves"]]


def _nearest(word: str, shown: list[str]) -> list[str]:
    """Return the legal moves most like a word; all if they are few."""
    if len(shown) <= 2 * _NEAREST:
        return shown
    near = difflib.get_close_matches(word, shown, _NEAREST, 0)
    return near or shown[:_NEAREST]


def _shown(state: State, line: _Line) -> Iterator[str]:
    """Yield the moves of a line as they are shown."""
    for after, joint, _ in line:
        yield state.written(joint)
        state = after
