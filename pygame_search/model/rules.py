"""The loaded rules of a game, and all that is known without its states."""

from __future__ import annotations

import hashlib
import json
import re
import weakref
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import pairwise
from typing import TYPE_CHECKING, Any, cast

from pygame_search.engine.bridge import Engine, engine
from pygame_search.model.board import Labels
from pygame_search.model.decimals import Weight, exact
from pygame_search.model.description_cache import keep_description
from pygame_search.rules import rulebook
from pygame_search.rules.kinds import Kind, kind_of, skeleton_hint, told
from pygame_search.rules.rulebook import Rulebook
from pygame_search.rules.syntaxes import SYNTAXES
from pygame_search.support.diagnostic import Diagnostic
from pygame_search.support.errors import (
    InputError,
    LimitError,
    MoveError,
    NoGoalError,
    RulesError,
    TierError,
)
from pygame_search.support.validation import (
    MOST_PARAMETER,
    MOST_TEXT,
    must_be_text,
)
from pygame_search.support.work_limit import shown_beside

if TYPE_CHECKING:
    from typing import Self  # of Python 3.11

#: The role of chance in GDL-II: it has no goals, and its moves are equally likely.
CHANCE = "random"

#: The note of a search that sees more than the roles do.
FACE_UP = "searched with all cards face up; by the `sees` rules the roles see less"

#: The forms to which rules can be compiled; `best`, the default, is the best possible.
FORMS = ("best", "slots", "lists", "meaning")

#: The limits of loading a rule file: seconds of processor time, and inferences.
LOAD_SECONDS = 30.0
POSITION_SECONDS = 5.0  # for a position as people write it
LOAD_INFERENCES = 400_000_000


#: `=-`, which Prolog would read as one token; quoted text is matched to be skipped.
_JOINED = re.compile(r"""('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")|=-""", re.DOTALL)


#: Parameters in brackets whose values are numbers or lists of them.
_NUMBER = r" *[0-9]{1,9} *"
_VALUE = rf"(?:{_NUMBER}| *\[{_NUMBER}(?:,{_NUMBER})*\] *)"
_PLAIN = re.compile(rf"\( *[a-z]\w* *={_VALUE}(?:, *[a-z]\w* *={_VALUE})*\)", re.ASCII)
_PARAMETER = re.compile(r"([a-z]\w*)=([0-9]+|\[[0-9, ]+\])", re.ASCII)


#: The operations that need only loaded rules; all others need compiled ones.
_OF_RULES = frozenset(
    {"display", "event_words", "ground_program", "ground_terms", "read_move"}
)


class Rules:
    """The loaded rules of a game; they are compiled when they are first played.

    This class has all that needs no state; `Game` adds the states.

    Attributes:
        book: the rule file.
        name: the name of the game.
        title, source, about: texts for people; None if the file has none.
        roles: the players, in the order of move lists.
        labels: the labels at the edges of a drawn board.
        symbols: what a picture shows instead of a text on a square, such as ♞ for n.
        chequered: whether pictures draw the squares light and dark by turns.
        colours: the colour of a text on a square, by the text.
        lines: the lines of the board, each from a column and row to another; where
            there are some, pictures draw points in place of squares.
        parameters: the values in force, by name.
        position_parameter: the parameter that reads a position as people write it.
        notated: whether the rules define a notation of moves for a position.
        noisy: whether quiescence goes by noisy/2 of the rules.
        turns: whether a turn may have several steps: the rules define mid_turn/0.
        histories: whether the rules ask how often a position has occurred.
        has_notation: whether they may define any notation of moves.
        convention: `gdl` for a rule sheet of General Game Playing, else `own`.
        space: `book` or `game` for a state space, `none` otherwise.
        has_estimate: whether the file defines h.
        weights: the weight of each feature.
        ranges: the lowest and highest goal value of each role that the rules name.
        worths: the goal values that the rules name for each role, the lowest first;
            empty if they are not known without a state.
        decisive: for each role, whether its lowest and highest value are its loss and
            its win: the rules name two or three values, not a longer scale.
        hidden: whether the game has hidden information: rules for `sees`, and at least
            two roles.
        cards_up: whether searches may see the whole state nevertheless.
        perceiving: whether its states hold what the roles have just perceived.
        kind: what the file was taken for, and why.
        warnings: those that `check` gives.
    """

    def __init__(
        self,
        book: Rulebook,
        description: Mapping[str, Any],
        key: str | None = None,
        *,
        form: str = "best",
        parameters: Sequence[Sequence[str]] = (),
        cards_up: bool = False,
        perceiving: bool = False,
    ) -> None:
        self._loading = form, parameters
        self.cards_up = cards_up
        self.perceiving = perceiving
        self._description = description
        self._form = ""  # until it is compiled
        self._key: str | None = None
        self._kept = key is None
        if key is not None:
            self._take(key)
        self.book = book
        self.name = book.name
        self.title: str | None = description["title"]
        self.source: str | None = description["source"]
        self.about: str | None = description["about"]
        self.roles: tuple[str, ...] = tuple(description["roles"])
        self.parameters: dict[str, str] = dict(description["parameters"])
        self.labels = Labels(
            dict(description["column_labels"]),
            dict(description["row_labels"]),
            from_below=description["rows_from_below"],
            numbered=tuple(description["numbered"]),
            hexagonal=description["hexagonal"],
            squares={
                (column, row): name
                for column, row, name in reversed(description["square_names"])
            },
        )
        self.symbols: dict[str, str] = dict(reversed(description["symbols"]))
        self.chequered: bool = description["chequered"]
        self.colours: dict[str, str] = dict(reversed(description["colours"]))
        self.lines: tuple[tuple[int, int, int, int], ...] = tuple(
            (column, row, to, down) for column, row, to, down in description["lines"]
        )
        self.convention: str = description["convention"]
        self.position_parameter: str | None = description["position_parameter"]
        self.notated: bool = description["notated"]
        self.noisy: bool = description["noisy"]
        self.turns: bool = description["turns"]
        self.histories: bool = description["histories"]
        self.has_notation = "notation" in book.text
        self.kind = kind_of(description["kind"])
        self.space: str = description["space"]
        self.has_estimate: bool = description["estimate"]
        self.weights = {
            name: cast(Weight, exact(weight)) for name, weight in description["weights"]
        }
        self.ranges: tuple[tuple[int, int], ...] = tuple(
            (low, high) for low, high in description["ranges"]
        )
        self.worths: tuple[tuple[int, ...], ...] = tuple(
            tuple(values) for values in description["worths"]
        )
        self.decisive = tuple(n in (2, 3) for n in description["outcomes"])
        self.hidden: bool = description["hidden"]
        self.warnings = book.located(description["faults"])

    def __repr__(self) -> str:
        """Return the call that loads the game."""
        return f"load({self.call!r})"

    @property
    def call(self) -> str:
        """The name with the parameters in force, except texts that are the default."""
        plain = self._description["default_texts"]
        pairs = self.parameters.items()
        words = _words((name, value) for name, value in pairs if name not in plain)
        return f"{self.name}({words})" if words else self.name

    @property
    def given(self) -> str:
        """The parameters that were given, as in `columns=4, rows=5`."""
        return _words(self._loading[1])

    @property
    def given_parameters(self) -> Sequence[Sequence[str]]:
        """The parameters that were given, each as its name and its value."""
        return self._loading[1]

    def __copy__(self) -> Self:
        """Return itself: it does not change."""
        return self

    def __deepcopy__(self, memo: object) -> Self:
        """Return itself: it does not change."""
        return self

    @property
    def closed(self) -> bool:
        """Whether the game has hidden information and is not played face up."""
        return self.hidden and not self.cards_up

    def must_be_open(self) -> None:
        """Check that a search, which sees the whole state, may be used on the game.

        Raises:
            InputError: the game has hidden information and is not played face up.
        """
        if self.closed:
            raise InputError(
                f"{self.name!r} has hidden information: by its `sees` rules each role "
                "sees only part of the state, but a search sees all of it, so its "
                "values would be wrong; --open (in Python game.face_up()) searches "
                "with all cards face up, and the methods ismcts and pimc search from "
                "what a role knows"
            )

    @property
    def assumed(self) -> tuple[str, ...]:
        """What every search of the game assumes, in sentences."""
        return (FACE_UP,) if self.hidden and self.cards_up else ()

    def request(self, operation: str, **data: Any) -> dict[str, Any]:
        """Return the reply to an operation on this game; see `Engine.request`."""
        key = self._rules() if operation in _OF_RULES else self.key
        return self.engine.request(operation, game=key, **data)

    def beside(self, operation: str, **data: Any) -> dict[str, Any] | None:
        """Return the reply to a question beside the user's own; None at a limit."""
        return shown_beside(lambda: self.request(operation, **data))

    def node_text(self, number: int) -> str:
        """Return the node of a state space that has this number in the engine."""
        return str(self.request("node_text", node=number)["text"])

    @property
    def engine(self) -> Engine:
        """The engine in which the game is loaded."""
        return engine()

    def ready(self) -> None:
        """Compile the rules now, so that no later time limit includes it.

        Raises:
            LimitError: the rules cannot be prepared within the limits.
        """
        if not self._form:
            self._compile()

    def keep(self) -> None:
        """Cache the description of the game on disk."""
        if not self._kept:
            self._kept = True
            keep_description(self.book, self._loading[1], self._description)

    @property
    def key(self) -> str:
        """The engine's name for the compiled game.

        Raises:
            LimitError: the rules cannot be prepared within the limits.
        """
        if not self._form:  # saves a call: each crossing reads this property
            self.ready()
        assert self._key is not None
        return self._key

    @property
    def form(self) -> str:
        """The form in which the rules are compiled: `slots`, `lists` or `meaning`."""
        self.ready()
        return self._form

    def _take(self, key: str) -> None:
        """Adopt what the engine has loaded for this game."""
        if self.cards_up:
            self.engine.request("face_up", game=key)
        self._key = key
        self._forget = weakref.finalize(self, self.engine.forget, key)

    def _rules(self) -> str:
        """Return the engine's name for the loaded rules, which need not be compiled."""
        with self.engine.lock:
            if self._key is None:
                _, parameters = self._loading
                _, key = loaded(self.book, parameters, percepts=self.perceiving)
                self._take(key)
            assert self._key is not None
            return self._key

    def _compile(self) -> None:
        with self.engine.lock:
            if self._form:
                return
            form, parameters = self._loading
            key = self._rules()
            try:
                with _ready(self.book, parameters):
                    reply = self.engine.request(
                        "compile",
                        game=key,
                        form=form,
                        processor=LOAD_SECONDS,
                        inferences=LOAD_INFERENCES,
                    )
            except BaseException:
                self._key = None  # half compiled, so it must be loaded again
                self._forget()
                raise
            self._form = reply["form"]

    def facts_text(self, facts: Iterable[str]) -> str:
        """Return fluents as `state` reads them."""
        return position_text(self, facts)

    @property
    def depth_words(self) -> tuple[str, str]:
        """What a depth counts, one and many: plies, or turns of several steps."""
        return ("turn", "turns") if self.turns else ("ply", "plies")

    def must_count_steps(self) -> None:
        """Check that a depth counts steps, as a search of a lecture does.

        Raises:
            InputError: the rules define mid_turn, so that it counts turns.
        """
        if self.turns:
            raise InputError(
                f"the rules of {self.name} define mid_turn, so a depth counts turns: "
                "the searches of lectures count steps, and cannot be compared with it"
            )

    def must_have_no_history(self) -> None:
        """Check that no rule asks how often a position has occurred.

        Raises:
            TierError: one does, and what the native tier is asked for here does not
                keep earlier positions.
        """
        if self.histories:
            raise TierError(
                f"{self.name}: the rules ask how often a position has occurred, and "
                "here the native tier does not keep earlier positions: use clauses or "
                "procedural"
            )

    @property
    def least_goal(self) -> int:
        """The lowest value of a terminal state that is a goal, in a game of one role.

        It is the highest value that the rules name, or 1 if they compute their values.
        """
        [worths] = self.worths
        return worths[-1] if worths else 1

    @property
    def chance(self) -> int | None:
        """The index of the role `random`, None without one."""
        return self.roles.index(CHANCE) if CHANCE in self.roles else None

    @property
    def players(self) -> tuple[str, ...]:
        """The roles with goals: all but `random`."""
        return tuple(role for role in self.roles if role != CHANCE)

    @property
    def declared_sum(self) -> int | None:
        """The sum of two players' goals if the rule file declares it, else None."""
        declared: int | None = self._description["constant_sum"]
        return declared if len(self.players) == 2 else None

    @property
    def declared_worths(self) -> tuple[tuple[str | None, int | str], ...]:
        """What the rules say that endless play is worth: a role and a number.

        Without a role it is for all, and may be the word `draw`.
        """
        return tuple((role, worth) for role, worth in self._description["repetition"])


def rules_hash(rules: Rules, given: Mapping[str, str] | None = None) -> str:
    """Return the SHA-256 of the rules of a game and its parameters.

    Args:
        rules: the game.
        given: parameters to use instead of its own.
    """
    items = (rules.parameters if given is None else given).items()
    parameters = json.dumps(sorted(items), ensure_ascii=False)
    text = f"{rules.book.syntax}\n{parameters}\n{rules.book.text}"
    return hashlib.sha256(text.encode()).hexdigest()


def position_text(rules: Rules, facts: Iterable[str]) -> str:
    """Return fluents as `Game.state` and --state read them."""
    between = " " if rules.book.syntax == "kif" else ", "
    return f"[{between.join(facts)}]"


def no_moves(rules: Rules, role: str, facts: Iterable[str]) -> RulesError:
    """Return the error for a role without a move in a state that is not terminal."""
    where = position_text(rules, facts)
    return RulesError(
        f"no move is legal for {role} in a state that is not terminal: {where}"
    )


def no_goal(rules: Rules, role: str, facts: Iterable[str]) -> NoGoalError:
    """Return the error for a role with no goal value, or several, at an end."""
    where = position_text(rules, facts)
    return NoGoalError(f"no goal value is defined for {role} in {where}")


def called(
    game: str, syntax: str | None = None
) -> tuple[Rulebook, list[tuple[str, str]]]:
    """Return the rule file and the parameters of a call such as `othello(size=6)`.

    Raises:
        InputError: no such game, or the parameters cannot be parsed.
        RulesError: the file cannot be read.
    """
    place, arguments = rulebook.split_call(game)
    book = rulebook.read(place, syntax)
    if not arguments:
        return book, []
    plain = _plain_arguments(arguments)
    if plain is not None:
        return book, plain
    text = "game" + _JOINED.sub(lambda m: m[1] or "= -", arguments)
    try:
        call = engine().request("read_call", text=text)
    except MoveError as error:
        words = str(error).replace("`game", f"`{book.name}")
        raise InputError(words) from error
    return book, list(call["parameters"].items())


def _plain_arguments(text: str) -> list[tuple[str, str]] | None:
    """Return parameters that are numbers or lists of them, None if there are others.

    These can be parsed without starting the engine.
    """
    if not _PLAIN.fullmatch(text):
        return None
    pairs = [
        (name, re.sub(r"\d+", lambda number: str(int(number[0])), value))
        for name, value in _PARAMETER.findall(text.replace(" ", "").replace(",", ", "))
    ]
    return pairs if len(dict(pairs)) == len(pairs) else None


def examine(book: Rulebook) -> tuple[Diagnostic, ...]:
    """Return all faults of a rule file, errors and warnings.

    Nothing is run; `inspection` finds the faults that only running shows.
    """
    return examined(book)[1]


def examined(book: Rulebook) -> tuple[Kind, tuple[Diagnostic, ...]]:
    """Return what a file is, and its faults as `examine` does.

    Those of a search program are not among them: `SearchProgram` finds them.
    """
    reply = _asked("check", book)
    return kind_of(reply["kind"]), book.located(reply["faults"])


def taken_for(book: Rulebook) -> Kind:
    """Return what a file is."""
    return kind_of(_asked("kind", book))


def is_program(book: Rulebook) -> bool:
    """Return whether a file defines a search rather than the rules of a game."""
    return taken_for(book).name == "program"


def skeleton(book: Rulebook) -> str | None:
    """Return a rule text made from a file that was written for Prolog itself.

    Its start, goal and moves have the names of this language; the rest are comments
    with the reason. None for any other file.
    """
    text: str | None = _asked("skeleton", book)["text"]
    return text


def _asked(operation: str, book: Rulebook, **data: Any) -> dict[str, Any]:
    return engine().request(
        operation, text=book.text, syntax=book.syntax, taken_as=book.kind, **data
    )


def convert_book(book: Rulebook, syntax: str) -> str:
    """Return the text of a rule file in another syntax.

    Only comments and layout are lost: reading the text back gives the same rules.

    Args:
        book: the rule file.
        syntax: a name of `syntaxes.TABLE`.

    Raises:
        InputError: it is a search program, whose clauses are Prolog's.
        RulesError: the text has faults; all are listed.
    """
    reply = _asked("convert", book, to=syntax)
    kind = kind_of(reply["kind"])
    if kind.name == "program" and kind.own:
        raise InputError(
            f"{told(book.file, kind)}; it has clauses of Prolog, which the other "
            "syntaxes lack"
        )
    faults = book.located(reply["faults"])
    if any(fault.severity == "error" for fault in faults):
        raise _faulty(book, kind, faults)
    return str(reply["text"])


def gdl(rules: Rules, syntax: str = "kif") -> str:
    """Return the rules of a game as a rule sheet, with the keywords of GDL only.

    Any General Game Playing system can read them, and finds the same states and moves.
    Arithmetic and counts become tables of the values that can occur, a role without a
    move gets `noop`, and goals are scaled to 0 to 100 (a comment names values that
    become equal).

    Args:
        rules: the game.
        syntax: `kif`, `infix` or `hrf`.

    Raises:
        RulesError: the game is a state space, or its numbers cannot be enumerated.
        LimitError: it takes more than LOAD_SECONDS.
    """
    text, about, _ = gdl_and_about(rules, syntax)
    return with_comments(text, about, syntax)


def with_comments(text: str, about: Sequence[str], syntax: str) -> str:
    """Return a rule sheet with some lines as comments at its top."""
    mark = SYNTAXES[syntax].comment
    header = "".join(f"{mark} {line}\n" for line in about)
    return f"{header}\n{text}" if header else text


def gdl_and_about(rules: Rules, syntax: str) -> tuple[str, list[str], str]:
    """Return the rules that `gdl` returns, without comments, and what these say.

    The last text is the line of the comments about new names, or empty.
    """
    reply = rules.request("gdl", to=syntax, processor=LOAD_SECONDS)
    names = _names_text(reply["renamed"])
    about = [
        rules.title, rules.about, _scale_text(reply["scale"]), names,
        _endless_text(rules),
    ]  # fmt: skip
    lines = [line for text in about if text for line in text.splitlines()]
    return reply["text"], lines, names


def _endless_text(rules: Rules) -> str:
    """Return what the rules say of endless play, for which GDL has no word."""
    said = [
        f"{worth} to {'each' if role is None else role}"
        for role, worth in rules.declared_worths
    ]
    return f"Endless play, left out here, is worth {', '.join(said)}." if said else ""


def _names_text(renamed: Sequence[tuple[str, str]]) -> str:
    """Return the new names of those that have several numbers of arguments."""
    said = [f"{old} is {new}" for old, new in renamed]
    return (
        f"a name in GDL has one number of arguments: {', '.join(said)}" if said else ""
    )


def _scale_text(scale: Sequence[tuple[int, int]]) -> str:
    moved = [f"{value} is {scaled}" for value, scaled in scale if value != scaled]
    if not moved:
        return ""
    merged = [f"{low} and {high}" for (low, a), (high, b) in pairwise(scale) if a == b]
    text = f"Goals: {', '.join(moved)}."
    return f"{text}\nOne for GDL: {', '.join(merged)}." if merged else text


def loaded(
    book: Rulebook,
    parameters: Sequence[Sequence[str]],
    seconds: float | None = None,
    *,
    percepts: bool = False,
) -> tuple[dict[str, Any], str]:
    """Load rules; return the engine's description of them, and its name for them.

    Args:
        book: the rules.
        parameters: names and values.
        seconds: the limit of processor time; by default LOAD_SECONDS.
        percepts: whether states are to hold what the roles have just perceived.
    """
    for name, value in parameters:
        if value.startswith('"'):
            must_be_text(f"a text as {name}", value[1:-1], MOST_PARAMETER)
        must_be_text(f"a value of {name}", value, MOST_TEXT)
    with _ready(book, parameters):
        reply = _asked(
            "load",
            book,
            parameters=[list(pair) for pair in parameters],
            percepts=percepts,
            processor=LOAD_SECONDS if seconds is None else seconds,
            inferences=LOAD_INFERENCES,
        )
    key = reply.pop("game")
    if key is None:
        kind = kind_of(reply["kind"])
        faults = book.located(reply["faults"])
        if kind.name == "program" and kind.own:
            raise InputError(
                f"{book.file} is a search program, not a game: run it on a game, as in "
                f"`pygame-search compare {book.file} nim` ({kind})"
            )
        if kind.name == "theory" and not any(f.severity == "error" for f in faults):
            raise InputError(
                f"{told(book.file, kind)}; it has no positions: `pygame-search ask "
                f"{book.file}` answers a question, `repl` a whole dialogue; a puzzle "
                "needs start/1, arc/2 and is_goal/1, a game role/1, legal/2 and more"
            )
        raise _faulty(book, kind, faults)
    return reply, key


def _faulty(book: Rulebook, kind: Kind, faults: tuple[Diagnostic, ...]) -> RulesError:
    """Return the error of a file with faults; it begins with what the file is."""
    first, last = told(book.file, kind), skeleton_hint(book.file, kind)
    lines = [book.taken, first, *map(str, faults), last]
    return RulesError("\n".join(filter(None, lines)), faults)


@contextmanager
def _ready(book: Rulebook, parameters: Sequence[Sequence[str]]) -> Iterator[None]:
    """Name the rule file in the error if a limit is reached."""
    try:
        yield
    except LimitError as error:
        size = "; try smaller parameters" if parameters else ""
        message = (
            f"{book.file}: the rules cannot be prepared within the limits "
            f"({error.reason}){size}"
        )
        raise LimitError(message, error.code, error.line) from error


def _words(parameters: Iterable[Sequence[str]]) -> str:
    """Return parameters as `called` reads them."""
    return ", ".join(f"{_quoted(name)}={value}" for name, value in parameters)


def in_quotes(text: str) -> str:
    """Return a text in double quotes, as a rule file has it."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def _quoted(name: str) -> str:
    if re.fullmatch(r"[a-z]\w*", name, re.ASCII):
        return name
    return "'" + name.replace("\\", "\\\\").replace("'", "\\'") + "'"
