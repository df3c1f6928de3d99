"""Feed the readers with texts that are nearly rules: `sh scripts/fuzz [COUNT [SEED]]`.

With `--commands` before COUNT, each text is a whole rule file with some changes, and
COMMANDS are run on it, those of each text in turn: each must end with an answer or an
error in words, within its limits of time and memory.

Each text is a piece of a rule file, in which bytes, words or lines were changed. For
each, `check` must answer with diagnostics in words: no crash, nothing that takes longer
than a second, and no words of Prolog's own. What is sound is converted to another
syntax and must read back. Each text that breaks this is kept in a file.

For every thousand texts a session is fed with inputs that nobody would type, and so are
CILOG's dialogue and a quiz; each must answer in words, soon, and run no code, and the
session must keep its game and what it was told.
"""

from __future__ import annotations

import itertools
import os
import random
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import suppress
from pathlib import Path

import forked
import session_fuzz
from person import PATIENCE

from pygame_search.model.rules import convert_book, examine
from pygame_search.rules import rulebook
from pygame_search.rules.rulebook import Rulebook
from pygame_search.rules.syntaxes import NAMES, OF_SUFFIX, SYNTAXES
from pygame_search.support.errors import InputError, RulesError

ROOT = Path(__file__).parents[2]
FOLDERS = (
    ROOT / "rules",
    ROOT / "tests" / "rules" / "bad_rules",
    ROOT / "tests" / "rules" / "sheets",
    ROOT.parent / "shared" / "gdl" / "games",
    ROOT.parent / "shared" / "gdl" / "quirks",
)

#: Characters, and words that mean something in one syntax or another.
CHARACTERS = "()[]{}.,;|&~!?'\"`%/\\*+-=<>:_ \n\t\r\0\u00e9\u65e5\U0001f600\ufeff"
MEANINGFUL = r"""
:- <- <= --> -> \+ \= \== =.. is mod 0'a 0x not or and distinct true( does( next( init(
legal( goal( role( terminal ?x X _ count( between( 1e9 -1
99999999999999999999 halt [a|T]
f(f(f(f( /* */ dynamic op(700,xfx,=>) $x a.b {|q||t|} pygame_search:draw kif:x draw(
pygame_search:%zz
"""
WORDS = (*CHARACTERS, *MEANINGFUL.split())

#: What only Prolog says.
FOREIGN = re.compile(
    r"error\(|\b(?:type|instantiation|existence|domain|representation)_error|context\("
    r"|_G?\d{2,}|\$VAR|internal error|Unknown procedure"
)

LONGEST, SLOWEST = 1500, 1.0

#: How many inputs each session is fed with, CILOG's dialogue and a quiz, too.
INPUTS = 60

#: What is run on whole texts, in turn: so many on each.
PER_TEXT = 2
COMMANDS = (
    "check FILE",
    "show FILE",
    "best FILE --time 1",
    "best FILE --depth 2 --tier clauses --why",
    "best FILE --time 1 --tier native",
    "solve FILE --time 1",
    "solve FILE --time 1 --strength strong",
    "playouts FILE --time 0.3 --longest 100",
    "playouts FILE --games 5 --longest 100 --tier clauses",
    "perft FILE --depth 2 --tier clauses",
    "perft FILE --depth 2",
    "stats FILE --time 0.5",
    "tree FILE --depth 1",
    "ask FILE 'legal(P, M)' --time 2",
    "explain FILE terminal",
    "heuristics FILE",
    "path FILE --time 1",
    "compare minimax FILE --depth 1",
    "match FILE 'alphabeta(depth=1)' random --games 2 --plies 10",
    "learn FILE --time 0.5 --plies 20",
    "quiz FILE --depth 2 --questions 2",
    "convert FILE kif",
    "convert FILE cilog",
    "convert FILE infix",
    "convert FILE hrf",
    "grade FILE nim --time 2",
    "conform FILE nim --time 2",
    "repl FILE --time 1",
)

#: The limit of memory of a command; it is looked at a few times a second.
MEGABYTES = 800


def seeds() -> list[tuple[str, str]]:
    """Rule texts, each with its syntax."""
    found = []
    for folder in FOLDERS:
        for path in sorted(folder.glob("*")):
            if path.suffix in OF_SUFFIX:
                book = rulebook.read(path)
                found.append((book.text, book.syntax))
    own = [(text, syntax) for text, syntax in found if syntax == "prolog"]
    for text, _ in own:
        try:
            cilog = convert_book(Rulebook("x", "x", text, "prolog"), "cilog")
        except RulesError:
            continue
        found.append((cilog, "cilog"))
    return found


def piece(source: random.Random, text: str) -> str:
    """Some lines of a text, or all of it."""
    if len(text) <= LONGEST and source.random() < 0.7:
        return text
    lines = text.split("\n")
    begin = source.randrange(len(lines))
    return "\n".join(lines[begin : begin + source.randint(1, 25)])[:LONGEST]


def changed(source: random.Random, text: str) -> str:
    """The text with some changes."""
    for _ in range(source.choice((0, 1, 1, 1, 2, 3, 8))):
        begin = source.randrange(len(text) + 1)
        end = min(len(text), begin + source.choice((0, 1, 1, 2, 5, 20)))
        match source.randrange(6):
            case 0:
                text = text[:begin] + text[end:]
            case 1 | 2:
                text = text[:begin] + source.choice(WORDS) + text[end:]
            case 3:
                text = (
                    text[:end]
                    + text[begin:end] * source.choice((1, 2, 50))
                    + text[end:]
                )
            case 4:
                text = (
                    text[:begin]
                    + chr(
                        source.choice((source.randrange(128), source.randrange(0x3000)))
                    )
                    + text[end:]
                )
            case _:
                other = source.randrange(len(text) + 1)
                text = text[:begin] + text[other : other + 30] + text[begin:]
    return text[: 4 * LONGEST]


def fault(text: str, syntax: str) -> str | None:
    """What is wrong with the answer to a text, if anything."""
    started = time.process_time()
    try:
        book = Rulebook("fuzz", "fuzz", text, syntax)
        told = examine(book)
        for diagnostic in told:
            words = f"{diagnostic.message} {diagnostic.mend}"
            if FOREIGN.search(
                words.replace(diagnostic.source, "")
            ) and not FOREIGN.search(text):
                return f"words of Prolog: {words}"
            if not diagnostic.message or diagnostic.line < 1 or diagnostic.column < 1:
                return f"no place or no words: {diagnostic}"
        if not any(d.severity == "error" for d in told):
            to = {"prolog": "kif", "kif": "cilog", "cilog": "prolog"}[syntax]
            other = Rulebook("fuzz", "fuzz", convert_book(book, to), to)
            again = convert_book(other, to)
            if again != other.text:
                return f"converted to {to} it reads back as something else"
    except InputError:
        pass
    except RulesError as error:
        if error.diagnostics:
            errors = [str(d) for d in error.diagnostics if d.severity == "error"]
            return f"converted it has faults: {errors[0]}"
        if "expected text" not in str(error) and "expected a rule file" not in str(
            error
        ):
            return f"{type(error).__name__}: {error}"
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    seconds = time.process_time() - started
    return f"it took {seconds:.1f} s" if seconds > SLOWEST else None


def measured(
    words: list[str | Path],
) -> tuple[subprocess.CompletedProcess[str] | None, int]:
    """Return what comes of a command, None if it does not end, and its memory in MB."""
    program = forked.Program[str](
        ["-m", "pygame_search", "--memory-limit", str(MEGABYTES), *words],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        text=True, errors="replace",
    )  # fmt: skip
    ended, most = threading.Event(), 0

    def watch() -> None:
        nonlocal most
        place = Path(f"/proc/{program.pid}/statm")
        while not ended.wait(0.02):
            with suppress(OSError, IndexError):
                pages = int(place.read_text(encoding="ascii").split()[1])
                most = max(most, pages * os.sysconf("SC_PAGE_SIZE") >> 20)

    watching = threading.Thread(target=watch)
    watching.start()
    try:
        out, errors = program.communicate("1\nyes\n0\n" * 4, PATIENCE)
    except subprocess.TimeoutExpired:
        program.kill()
        program.communicate()
        return None, most
    finally:
        ended.set()
        watching.join()
    code = program.returncode
    return subprocess.CompletedProcess(words, code, out, errors), most


def command_fault(path: Path, command: str) -> str | None:
    """Return what is wrong with how a command ends on a rule file, if anything."""
    found, most = measured([path if w == "FILE" else w for w in shlex.split(command)])
    if found is None:
        return f"no end in {PATIENCE} s"
    if most > 1.25 * MEGABYTES:
        return f"it held {most} MB"
    if found.returncode not in (0, 1, 2):
        return f"status {found.returncode}: {found.stderr[-300:]}"
    if "Traceback" in found.stderr or "internal error" in found.stderr:
        return f"not in words: {found.stderr[-300:]}"
    if found.returncode == 2 and not found.stderr.strip():
        return "status 2 without a word"
    return None


def commands(count: int, seed: int, seconds: float) -> int:
    """Run commands on so many texts, for so long at most; return how many are wrong."""
    source, turns = random.Random(seed), itertools.cycle(COMMANDS)
    games = [text for text in seeds() if "legal" in text[0]]
    until, tried, bad = time.monotonic() + seconds, 0, 0
    with tempfile.TemporaryDirectory() as folder:
        while tried < count and time.monotonic() < until:
            tried += 1
            text, syntax = source.choice(games)
            suffix = SYNTAXES[syntax].suffixes[0]
            path = Path(folder) / f"text{suffix}"
            path.write_bytes(
                changed(source, text).encode("utf-8", errors="surrogatepass")
            )
            for command in itertools.islice(turns, PER_TEXT):
                if wrong := command_fault(path, command):
                    bad += 1
                    kept = shutil.copy(path, f"/tmp/fuzz-{seed}-{tried}{suffix}")
                    print(f"{command}: {kept}: {wrong}"[:600], flush=True)
    print(f"{tried:,} texts, {PER_TEXT * tried:,} commands, {bad} faults")
    return bad


def main() -> None:
    """Try so many texts, and sessions; exit 1 if one breaks the rules."""
    if sys.argv[1:2] == ["--commands"]:
        count, seed, seconds = (*map(int, sys.argv[2:]), 1, 10**9)[:3]
        sys.exit(commands(count, seed, seconds) > 0)
    count = int(sys.argv[1]) if sys.argv[1:] else 200_000
    seed = int(sys.argv[2]) if sys.argv[2:] else 1
    source = random.Random(seed)
    texts = seeds()
    by_syntax = {s: [t for t, syntax in texts if syntax == s] for s in sorted(NAMES)}
    bad = 0
    for number in range(count):
        syntax = source.choice(list(by_syntax))
        text = changed(source, piece(source, source.choice(by_syntax[syntax])))
        if wrong := fault(text, syntax):
            bad += 1
            path = Path(f"/tmp/fuzz-{seed}-{number}.{syntax}")
            path.write_text(text, encoding="utf-8", errors="surrogatepass")
            print(f"{path}: {wrong}"[:500], flush=True)
        if number % 10_000 == 9_999:
            print(f"{number + 1:,} texts, {bad} faults", flush=True)
    sessions = -(-count // 1000)
    for number in range(seed, seed + sessions):
        for what in session_fuzz.KINDS:
            if wrong := session_fuzz.fault(what, number, INPUTS):
                bad += 1
                print(f"{what} {number}: {wrong}"[:500], flush=True)
    print(f"{count:,} texts, {sessions:,} sessions, {bad} faults")
    sys.exit(bad > 0)


if __name__ == "__main__":
    main()
