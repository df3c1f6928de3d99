"""The dialogue itself: commands, answers, and what the user decides."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from typing import Any

from pygame_search.explanation.state_names import StateNames
from pygame_search.game import Game, State
from pygame_search.session.cilog.base import ClauseBase, Place, blanked
from pygame_search.session.cilog.talk import (
    NUMBER,
    Desk,
    LeaveQueryError,
    Question,
    Talk,
)
from pygame_search.session.cilog.walks import Walks
from pygame_search.session.cilog.wording import ALONE, COMMANDS, HELP
from pygame_search.support.errors import (
    InputError,
    LimitError,
    PygameSearchError,
    did_you_mean,
)

#: The initial depth bound of a proof, in nested clauses.
DEPTH_BOUND = 30

_COMMAND = re.compile(r"\s*(?P<word>[a-z]\w*)(?P<rest>.*)", re.DOTALL)
_QUOTED = re.compile(r"'(?P<name>(?:[^']|'')*)'|\"(?P<other>[^\"]*)\"")

_TOP = Question("cilog: ", COMMANDS)


@dataclass(slots=True)
class _Search:
    """The progress of a query, and the user's decisions.

    Attributes:
        place: the query.
        shown: how many answers the user has seen.
        debug: whether to stop at the depth bound.
        decisions: `fail`, `succeed` or `proceed`, in the order of decisions.
    """

    place: Place
    shown: int = 0
    debug: bool = False
    decisions: list[str] = field(default_factory=list)

    def again(self, bound: int, debug: bool) -> None:
        """Start again."""
        self.place = Place(self.place.query, bound, self.place.steps)
        self.shown, self.debug, self.decisions = 0, debug, []


class Dialogue:
    """CILOG's dialogue; it knows no terminal.

    Args:
        game: the game with whose rules the knowledge base begins; without one it is
            empty.
        state: the position whose fluents are facts of `true`; by default the initial
            one, or none for a state space of nodes and arcs.

    Attributes:
        finished: whether the user has quit.

    >>> dialogue = Dialogue()
    >>> dialogue.send("tell lit(L) <- light(L) & ok(L). tell light(l1). tell ok(l1).")
    ''
    >>> print(dialogue.send("ask lit(X)."))
    Answer: lit(l1).
    >>> dialogue.prompt
    '  [ok,more,how,help]: '
    """

    def __init__(self, game: Game | None = None, state: State | None = None) -> None:
        if state is not None:
            game = state.game
        elif game is not None and game.space != "book":
            state = game.initial
        self._base = ClauseBase(game, state)
        where = state or game
        self._names = None if where is None else StateNames.over(where)
        self._told: set[int] = set()
        self._desk = Desk()
        self._walks = Walks(self._base, self._desk)
        self._bound = DEPTH_BOUND
        self._timed = False
        self._seconds = 0.0
        self._last = ""
        self.finished = False
        self._restart()

    @property
    def prompt(self) -> str:
        """What to show before the next line."""
        return self._short(self._question.prompt)

    def words(self) -> list[str]:
        """Return the words that could be typed here, for completion."""
        words = list(self._question.words)
        if self._question is _TOP:
            known = self._base.relations() + self._base.relations("of_game")
            words += sorted({name for name, _ in known})
        return words

    def incomplete(self, text: str) -> bool:
        """Return whether text needs more lines: its last full stop is missing.

        A word that is a complete command or reply needs no full stop.
        """
        try:
            regions = self._base.regions(text)
        except InputError:  # `send` will report it
            return False
        if not regions:
            return False
        begin, _, code = regions[-1]
        last = text[begin:].strip()
        if self._question is _TOP:
            alone = last in ALONE
        else:
            alone = last.isidentifier() or NUMBER.fullmatch(last) is not None
        return code == "open_comment" or (code == "missing_stop" and not alone)

    def send(self, text: str) -> str:
        """Return the answer to commands or replies, perhaps several lines.

        A missing full stop at the end of the text is added.

        Raises:
            KeyboardInterrupt: Ctrl-C ended the query; the dialogue is back at its first
                prompt.
        """
        self._desk.said = []
        try:
            for command in self._commands(text):
                if not self.finished:
                    self._question = self._talk.send(command)
        except KeyboardInterrupt:
            self._restart()
            raise
        except StopIteration:
            self.finished = True
        return self._named("\n".join(self._desk.said))

    def _named(self, said: str) -> str:
        """Return a text with short names of states, and below it the new names."""
        if self._names is None:
            return said
        texts = [said, self._question.prompt]
        self._names = self._names.extended(self._base.met, texts)
        self._base.met.clear()
        said, prompt = map(self._short, texts)
        shown = f"{said}\n{prompt}"
        legend = self._names.legend(shown, told=self._told)
        self._told.update(self._names.within(shown))
        return f"{said}\n\n{legend}" if legend else said

    def _short(self, text: str) -> str:
        return text if self._names is None else self._names.short()(text)

    def _restart(self) -> None:
        self._talk = self._conversation()
        self._question = next(self._talk)

    def _commands(self, text: str) -> list[str]:
        """Return the commands of a text, without their full stops."""
        commands: list[str] = []
        joined = ""
        for begin, end, code in self._base.regions(text):
            command = joined + text[begin:end]
            joined = ""
            if code == "missing_stop" and text[end:].strip():
                joined = command + "\n"  # the next line may belong to it
            else:
                commands.append(command)
        return commands

    # ---- commands ----------------------------------------------------------

    def _conversation(self) -> Talk:
        talks: dict[str, Callable[[str, str], Talk]] = {
            "ask": self._ask,
            "how": self._ask_how,
            "whynot": self._ask_whynot,
        }
        acts: dict[str, Callable[[str, str], None]] = {
            "tell": self._tell,
            "askable": self._askable,
            "askables": self._askables,
            "listing": self._listing,
            "clear": self._clear,
            "bound": self._set_bound,
            "check": self._check,
            "load": self._load,
            "stats": self._stats,
            "why": self._why,
            "help": self._help,
        }
        while True:
            command = yield _TOP
            match = _COMMAND.match(command)
            word = match["word"] if match else ""
            rest = match["rest"].strip() if match else ""
            if word == "quit":
                return
            try:
                if word in talks:
                    yield from talks[word](command, rest)
                elif word in acts:
                    acts[word](command, rest)
                else:
                    self._unknown(command, word)
            except LeaveQueryError:
                pass
            except LimitError as error:
                self._desk.say(f"The query was stopped: {error}.")
            except PygameSearchError as error:
                self._desk.say(*str(error).splitlines())

    def _unknown(self, command: str, word: str) -> None:
        if "<-" in command or ":-" in command:
            self._desk.say("This is a clause: `tell CLAUSE.` adds it.")
            return
        near = did_you_mean(word, COMMANDS) if word and "(" not in command else ""
        self._desk.say(
            f"Unknown command: {command.strip()}{near}",
            "`ask QUERY.` asks, `tell CLAUSE.` adds, `help.` shows all commands.",
        )

    def _behind(self, command: str, rest: str, what: str) -> str:
        """Return a command with blanks in place of its word.

        Raises:
            InputError: nothing follows the word.
        """
        word = command.split()[0]
        if not rest:
            raise InputError(f"expected {what} behind `{word}`, as in `{word} p(X).`")
        return blanked(command, command.index(word) + len(word))

    def _perhaps_behind(self, command: str, rest: str) -> str | None:
        return self._behind(command, rest, "an atom") if rest else None

    def _tell(self, command: str, rest: str) -> None:
        text = f"{self._behind(command, rest, 'a clause')} ."
        self._base.request_about("base_tell", text=text, syntax="cilog", source=None)

    def _askable(self, command: str, rest: str) -> None:
        text = self._behind(command, rest, "an atom")
        self._base.request_about("base_askable", text=text)

    def _askables(self, _: str, __: str) -> None:
        reply = self._base.request_about("base_listing", text=None)
        self._desk.say(*(f"askable {atom}." for atom in reply["askables"]))

    def _listing(self, command: str, rest: str) -> None:
        text = self._perhaps_behind(command, rest)
        reply = self._base.request_about("base_listing", text=text)
        for clause, source in reply["clauses"]:
            first, *others = f"{clause}.".splitlines()
            self._desk.say(first + self._base.placed(source), *others)
        self._desk.say(*(f"askable {atom}." for atom in reply["askables"]))
        if rest and not reply["clauses"]:
            self._no_clause_like(rest)

    def _clear(self, command: str, rest: str) -> None:
        text = self._perhaps_behind(command, rest)
        reply = self._base.request_about("base_clear", text=text)
        if rest and not reply["count"]:
            self._no_clause_like(rest)

    def _no_clause_like(self, atom: str) -> None:
        name = re.split(r"\W", atom)[0]
        known = self._base.relations()
        near = did_you_mean(name, (other for other, _ in known))
        if others := [f"{n}/{a}" for n, a in known if n == name]:
            near = f"; there is {', '.join(others)}"
        elif name in {other for other, _ in self._base.relations("of_game")}:
            near = f": {name} is worked out without clauses"
        self._desk.say(f"No clause is like {atom}{near}")

    def _set_bound(self, _: str, rest: str) -> None:
        if not rest:
            self._desk.say(f"Current depth bound is {self._bound}")
        elif re.fullmatch(r"\d{1,18}", rest) and int(rest) > 0:
            self._bound = int(rest)
        else:
            raise InputError(f"expected a whole number of 1 or more, found {rest}")

    def _check(self, _: str, __: str) -> None:
        for warning in self._base.request("base_check")["warnings"]:
            near = f"; did you mean {warning['closest']}?" if warning["closest"] else ""
            self._desk.say(
                f"Warning: no clauses for {warning['atom']} in rule {warning['rule']}."
                f"{near}{self._base.placed(warning['place'])}"
            )

    def _load(self, _: str, rest: str) -> None:
        if not rest:
            raise InputError("expected a file behind `load`, as in `load 'file.cil'.`")
        quoted = _QUOTED.fullmatch(rest)
        name = rest
        if quoted:
            name = (quoted["name"] or quoted["other"] or "").replace("''", "'")
        count = self._base.load(name)
        clauses = f"{count:,} clause{'' if count == 1 else 's'}"
        self._desk.say(f"CILOG theory {name} loaded: {clauses}.")

    def _stats(self, _: str, rest: str) -> None:
        if rest not in ("runtime", "none"):
            raise InputError("expected `stats runtime.` or `stats none.`")
        self._timed = rest == "runtime"

    def _why(self, _: str, __: str) -> None:
        self._desk.say(
            "`why.` is a reply: to a question of the system, and in a proof, where it "
            "leads to the rule above."
        )

    def _help(self, _: str, __: str) -> None:
        self._desk.say(*HELP["commands"].splitlines())

    # ---- asking ------------------------------------------------------------

    def _place(self, command: str, rest: str) -> Place:
        return Place(self._behind(command, rest, "a query"), self._bound)

    def _ask(self, command: str, rest: str) -> Talk:
        self._last = command
        yield from self._asked(_Search(self._place(command, rest)), walk=False)

    def _ask_how(self, command: str, rest: str) -> Talk:
        if rest:
            self._last = command
        elif not self._last:
            raise InputError("expected a query behind `how`, as in `how p(X).`")
        place = self._place(self._last, "as before")
        yield from self._asked(_Search(place), walk=True)

    def _ask_whynot(self, command: str, rest: str) -> Talk:
        yield from self._walks.whynot(self._place(command, rest))

    def _solve(self, search: _Search) -> dict[str, Any]:
        begin = time.perf_counter()
        reply = self._base.request_at(
            "base_solve",
            search.place,
            skip=search.shown,
            want=search.shown,
            decisions=search.decisions,
            debug=search.debug,
        )
        self._seconds = time.perf_counter() - begin
        return reply

    def _report_time(self) -> None:
        if self._timed:
            self._desk.say(f" Runtime since last report: {self._seconds:.2f} s")
            self._seconds = 0.0

    def _asked(self, search: _Search, walk: bool) -> Talk:
        """Give one answer after another, while the user wants more."""
        while True:
            reply = self._solve(search)
            for answer in reply["answers"]:
                search.shown += 1
                more = yield from self._answered(search.place, answer, walk)
                walk = False
                if not more:
                    return
            end = reply["end"]
            if end == "natural":
                self._no_more(search, reply["missing"])
                return
            if end == "floundered":
                self._floundered(search, reply["event"]["words"])
                return
            if end == "depth":
                again = yield from self._bound_reached(search)
            elif end == "event":
                again = yield from self._event(search, reply["event"])
            else:
                again = bool(reply["answers"])
            if not again:
                return

    def _no_more(self, search: _Search, missing: list[list[str]]) -> None:
        if search.shown:
            self._desk.say("No more answers.")
        else:
            query = " ".join(search.place.query.split())
            self._desk.say(f"No. {query} doesn't follow from the knowledge base.")
            for relation, closest in missing:
                near = f"; did you mean {closest}?" if closest else ""
                self._desk.say(f"There is no clause for {relation}{near}")
        self._report_time()

    def _floundered(self, search: _Search, literal: str) -> None:
        what = (
            "whether there are more answers" if search.shown else "whether it follows"
        )
        self._desk.say(
            f"It cannot be said {what}: {literal} was asked too early, with a variable "
            "that has no value: bind it earlier.",
        )
        self._report_time()

    def _answered(
        self, place: Place, answer: dict[str, Any], walk: bool
    ) -> Generator[Question, str, bool]:
        """Report an answer; return whether more are wanted."""
        while True:
            self._desk.say(f"Answer: {' & '.join(answer['texts']) or 'true'}.")
            if answer["constraints"]:
                self._desk.say(f"  where {' & '.join(answer['constraints'])}.")
            self._report_time()
            reply: str | int | None = "how"
            if not walk:
                reply = yield from self._desk.reply(
                    "  [ok,more,how,help]: ", ("ok", "more", "how"), HELP["report"]
                )
            walk = False
            if reply == "how":
                outcome = yield from self._walks.how(place, answer["log"], [])
                if outcome == "retry":
                    return True
            elif reply is not None:
                return reply == "more"

    def _bound_reached(self, search: _Search) -> Generator[Question, str, bool]:
        """Report the depth bound; return whether to ask again."""
        bound = search.place.bound
        while True:
            self._desk.say(f"Query failed due to depth-bound {bound}.")
            self._report_time()
            reply = yield from self._desk.reply(
                "     [New-depth-bound,where,ok,help]: ",
                ("where", "ok"),
                HELP["failing"].format(bound=bound),
                numbers=True,
            )
            if reply == "ok":
                return False
            if reply == "where":
                search.again(bound, debug=True)
                return True
            if isinstance(reply, int):
                if reply > 0:
                    search.again(reply, debug=False)
                    return True
                self._desk.say("     Expected a whole number of 1 or more.")

    def _event(
        self, search: _Search, event: dict[str, Any]
    ) -> Generator[Question, str, bool]:
        """Let the user decide what a search cannot; return whether to go on."""
        place, logs = search.place, event["logs"]
        if event["kind"] == "ask":
            yield from self._question_user(place, event)
            return True
        goal = self._walks.why_frame(place, logs, 1)["goal"]
        if event["kind"] == "depth":
            message = f"  Depth-bound reached. Current subgoal: {goal}."
            words: tuple[str, ...] = ("fail", "succeed", "proceed", "why", "ok")
            help_text = f"{HELP['stopped']}\n{HELP['proceed']}"
        else:
            message = f"  Error in built-in predicate: {goal}: {event['words']}."
            words = ("fail", "succeed", "why", "ok")
            help_text = HELP["stopped"]
        while True:
            self._desk.say(message)
            prompt = f"     [{','.join(words)},help]: "
            reply = yield from self._desk.reply(prompt, words, help_text)
            if reply == "ok":
                return False
            if reply == "why":
                yield from self._walks.why(place, logs)
            elif isinstance(reply, str):
                search.decisions.append(reply)
                return True

    def _question_user(self, place: Place, event: dict[str, Any]) -> Talk:
        atom = event["words"]
        while True:
            reply = yield from self._desk.reply(
                f"Is {atom} true? [yes,no,unknown,why,help]: ",
                ("yes", "no", "unknown", "why"),
                HELP["asked"],
            )
            if reply == "why":
                yield from self._walks.why(place, event["logs"])
            elif reply is not None:
                self._base.request_about("base_answer", text=atom, reply=reply)
                return
