"""Change the code in one place at a time, and see whether a test notices.

    sh scripts/mutants [COUNT [SEED]] [--fast] [--resume FILE] [--reach FOLDER]
                       [--only TEXT]

The changes (tests/support/changes.py) are drawn at random, in proportion to the square
root of each package's size; the same seed draws the same changes while their lines stay
the same. Each change is made in a copy of the checkout. There the tests that run the
changed line are run, the quickest first, up to a limit of CPU time: those of
tests/logic that load a changed Prolog file, and those of pytest. The tests that run a
line are measured once, into the folder of --reach; for clauses and kernels, where lines
cannot be traced, the table TESTS below names the files.

A failed test, a crash and an endless loop count as noticed. Changes that make no
difference are listed in tests/support/equivalent.tsv with the reason, and are not
drawn. Results are written as lines of JSON to the file of --resume; a second run
continues where the first stopped. --recheck FILE repeats the changes that FILE says
were not noticed. With --fast only the tests of the fast set run (fast_set.py).
"""

from __future__ import annotations

import argparse
import ast
import json
import math
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Iterable, Iterator
from functools import cache
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from changes import Change, applied, changes
from cpu_seconds import used
from reach import places

ROOT = Path(__file__).parents[2]
#: Where the tests' own modules are.
FOLDERS = (ROOT / "tests" / "support",)
EQUIVALENT = ROOT / "tests" / "support" / "equivalent.tsv"

#: CPU seconds: of the tests for one change; beyond these an endless loop; to compile.
WORTH, ENDLESS, COMPILING = 8.0, 25, 150
#: Seconds of the clock after which a change has stopped the tests for good.
STUCK = 900
KERNELS = "network kernels"
#: The exit status of a child that could not run the tests.
BROKEN = 70

#: Tests that start other processes, or look at files: changes are not their matter.
NOT_MEASURED = {
    "architecture", "benchmarks", "cluster", "course", "packaging", "readme", "start",
    "tutorial",
}  # fmt: skip

#: Where lines cannot be followed: files of tests, and whose they are, each by its name
#: and its folder's.
_TESTS = """
bad_rules codes rules convert inspection hostile_rules: checker/safety
    checker/static_checks language/dependency compiler/termination language/vocabulary
    language/literals checker/name_slips language/safe_order checker/rule_files
    reader/prolog_reader language/spelling reader/clause_scanner requests/user_text
kif gdl_checks gdl: reader/kif
cilog session explanation: reader/cilog dialogue/clause_base requests/dialogue
    dialogue/resolution questions/answer_pages
convert rules gdl session: reader/writer reader/term_text
machine rules ground tiers arguments session stuck: language/semantics
    compiler/least_model compiler/literal_scheduling compiler/flat_facts
    compiler/compile_lists compiler/compile_slots compiler/functional_fluents
    compiler/relaxation compiler/body_interpreter compiler/knowledge_base
    compiler/parameter_folding
    game/joint_moves game/interning game/playouts requests/hot_path requests/state
    logic/serve requests/common requests/event_text
heuristics learning search: game/heuristics game/evaluation
paths: game/state_space search/path_search requests/path
ground network tiers: export/clingo_program export/clingo_syntax
    export/rule_decomposition
gdl convert: export/gdl_export
search methods lectures compare tree more_players: search/trace search/memory
    search/search_task search/methods search/window search/move_order search/minimax
    search/breadth search/alphabeta search/fail_hard search/pvs search/deepening
    requests/search
more_players search lectures: search/maxn search/expectimax
solving sampling search: search/proof_number search/monte_carlo
native_enumerate machine rules: search/perft
solving certificates: solving/retrograde solving/tabled solving/solution_table
    solving/verify requests/solving
certificates: solving/certificate solving/certificate_form solving/rules_hash
    requests/certificate requests/certificate_words support/json_text
ask session explanation: questions/ask requests/question questions/prolog_goals
explanation: questions/explanation
network native_playouts tiers native_search: circuit/build circuit/factoring
    circuit/constant_folding circuit/gates circuit/move_implications circuit/components
    circuit/layout circuit/program circuit/simplify network/network lanes/schedule
    circuit/serialization grounding/ground_program grounding/grounder support/process
native_playouts native_enumerate native_uct native_solving: lanes/random_move
    lanes/evaluate lanes/expand lanes/lane_words lanes/transpose searches/playouts
native_search native_tree native_solving: searches/alphabeta network/bits
    events/propagate events/wiring searches/searcher searches/node searches/table
    searches/driver searches/alphabeta_moves
native_solving: searches/proof_number searches/prover
lift native_search: lift/rules lift/families lift/axes lift/layout lift/bodies
    lift/components lift/values lift/program lift/words lift/llvm
    lift/lifted grounding/names
native_uct: searches/uct_expand searches/uct_tree searches/uct searches/uct_driver
native_enumerate native_solving native_paths: searches/perft searches/reachable
    searches/graph searches/retrograde searches/strategy
machines network: machine/network machine/clauses
ground network: grounding/ground
hidden_information constant_sum clauses rules: requests/game
constant_sum: network/grounding/sum_prover
term_size hostile_rules arguments: checker/term_growth support/term_size
    language/bounded_arithmetic
limits term_size memory_limit stress: support/resource_limits
inspection: game/idle_noops
session cilog: dialogue/game_relations
machines: game/unfolding
heuristics learning: language/decimals
states state_names explanation: questions/met_states
forms program: lectures/a_star lectures/alphabeta lectures/best_first
    lectures/breadth_first lectures/deepening lectures/depth_first
    lectures/expectimax lectures/iterative lectures/lowest_cost lectures/maxn
    lectures/minimax lectures/montecarlo lectures/proof_number lectures/quiescence
    lectures/uct programs/chance programs/program_checks programs/program_goals
    programs/relations
exercise gaps: programs/gaps
jit: network/compiler network/jit network/kernel_digest
"""


def _table() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for row in _TESTS.replace("\n    ", " ").strip().split("\n"):
        tests, _, names = row.partition(": ")
        found |= dict.fromkeys(names.split(), tests.split())
    return found


TESTS = _table()


# --- which changes ------------------------------------------------------------------


def file_of(name: str) -> str:
    """The file of tests of a name, in whatever room."""
    [path] = ROOT.glob(f"tests/*/test_{name}.py")
    return path.relative_to(ROOT).as_posix()


def package(file: str) -> str:
    """The package of a file, or `kernels`, as the report names it."""
    parts = Path(file).parts
    if file.endswith(".pl"):
        return "logic"
    return parts[1] if len(parts) > 2 else "pygame_search"


def identity(change: Change) -> str:
    """What stays the same where lines move."""
    return f"{change.file}\t{change.place}\t{change.kind}"


def _rank(change: Change, seed: int) -> str:
    return sha256(f"{seed} {identity(change)}".encode()).hexdigest()


def kernels_of(source: str) -> set[str]:
    """The functions of a file that are compiled."""
    marks = {"kernel", "inner_kernel", "inlined", "bare", "compiled", "_callback"}
    return {
        node.name
        for node in ast.parse(source).body
        if isinstance(node, ast.FunctionDef)
        and marks
        & {ast.unparse(mark).partition("(")[0] for mark in node.decorator_list}
    }


@cache
def _bodies(source: str) -> frozenset[int]:
    """The lines that are run when a function is called, not when the file is read."""
    return frozenset(
        line
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef)
        for line in range(node.body[0].lineno, (node.end_lineno or 0) + 1)
    )


def _tuned(change: Change, source: str) -> bool:
    """Whether it is a number that could as well be another: a limit, a pixel."""
    if "umber" not in change.kind or change.file.endswith(".pl"):
        return False
    drawn = "svg" in change.file or change.file.endswith("plot.py")
    return drawn or change.line not in _bodies(source)


def _compiles(change: Change) -> bool:
    """Whether it is Python still: anybody would notice that."""
    if change.file.endswith(".pl"):
        return True
    try:
        text = applied((ROOT / change.file).read_text("utf-8"), change)
        compile(text, change.file, "exec")
    except SyntaxError:
        return False
    return True


def equivalents() -> dict[str, str]:
    """The changes that make no difference, each with the reason."""
    rows = EQUIVALENT.read_text("utf-8").splitlines() if EQUIVALENT.exists() else []
    return dict(row.rsplit("\t", 1) for row in rows if row)


def drawn(count: int, seed: int, only: str) -> list[tuple[str, Change]]:
    """A sample of all packages, in an order that mixes them."""
    left_out = equivalents()
    groups: dict[str, list[Change]] = {}
    kernels: dict[str, set[str]] = {}
    sizes: dict[str, int] = {}
    paths = [*ROOT.glob("pygame_search/**/*.py"), *ROOT.glob("logic/**/*.pl")]
    for path in sorted(paths):
        if path.name in ("messages.pl", "warm.py"):
            continue
        source = path.read_text("utf-8")
        for change in changes(ROOT, path):
            if _tuned(change, source):
                continue
            name = package(change.file)
            if name == "network":
                compiled = kernels.setdefault(change.file, kernels_of(source))
                if change.place.split(":")[0] in compiled:
                    name = KERNELS
            groups.setdefault(name, []).append(change)
            sizes[name] = sizes.get(name, 0) + 1
    # For a kernel most of the time goes into compiling it: half as many will do.
    share = {n: math.sqrt(s) / (1 + (n == KERNELS)) for n, s in sizes.items()}
    chosen = []
    for name, group in groups.items():
        wanted = round(count * share[name] / sum(share.values()))
        ranked = sorted(group, key=lambda change: _rank(change, seed))
        # Four of ten changes are of a number: one of four of these is enough.
        ranked = [
            change
            for change in ranked
            if identity(change) not in left_out
            and ("umber" not in change.kind or _rank(change, seed + 1)[0] in "0123")
        ]
        taken = list(islice(filter(_compiles, ranked), wanted))
        chosen += [((i + 0.5) / len(taken), name, c) for i, c in enumerate(taken)]
    chosen.sort(key=lambda entry: entry[:2])
    return [(name, c) for _, name, c in chosen if only in f"{name} {c.file}"]


# --- which tests --------------------------------------------------------------------


class Reached:
    """Which tests run a line, and how long each takes: files of reach.py."""

    def __init__(self, folder: Path, worth: float, only: set[str] | None) -> None:
        self._folder = folder
        self._only = only
        self._read: set[Path] = set()
        self.seconds: dict[str, float] = {}
        self.worth = worth
        self._lines: dict[str, dict[str, list[str]]] = {}

    def measure(self) -> None:
        """Run what was not measured yet; this takes long, once."""
        self._folder.mkdir(parents=True, exist_ok=True)
        for test in sorted(ROOT.glob("tests/*/test_*.py")):
            to = self._folder / f"{test.stem}.json"
            if not to.exists() and test.stem[5:] not in NOT_MEASURED:
                print(f"mutants: measuring {test.name}", file=sys.stderr, flush=True)
                command = [
                    sys.executable,
                    "-m",
                    "pytest",
                    "-p",
                    "reach",
                    "-q",
                    str(test),
                ]
                here = os.pathsep.join(map(str, (ROOT, *FOLDERS)))
                told = {**os.environ, "REACH": str(to), "PYTHONPATH": here}
                subprocess.run(command, cwd=ROOT, env=told, stdout=subprocess.DEVNULL)

    def read(self) -> None:
        """Read what there is by now."""
        for file in set(self._folder.glob("*.json")) - self._read:
            self._read.add(file)
            found = json.loads(file.read_text("utf-8"))
            self.seconds |= {
                test: seconds
                for test, seconds in found["seconds"].items()
                if self._only is None or test in self._only
            }
            for name, lines in found["lines"].items():
                known = self._lines.setdefault(name, {})
                for place, tests in lines.items():
                    known.setdefault(place, []).extend(tests)

    def of_line(self, change: Change, source: str) -> list[str]:
        """The tests that run the line; else those that run the one before it."""
        known = self._lines.get(change.file, {})
        named = places(source)
        owner = change.place.split(":")[0]
        for line in range(change.line, max(change.line - 6, 0), -1):
            if named[line] in known and named[line].split(":")[0] == owner:
                return known[named[line]]
        return []

    def of_function(self, change: Change) -> list[str]:
        """The tests that run the function, or for a line of none the file."""
        owner = change.place.split(":")[0] + ":"
        lines = self._lines.get(change.file, {})
        inside = [tests for place, tests in lines.items() if place.startswith(owner)]
        return [test for tests in inside or lines.values() for test in tests]

    def of_files(self, names: Iterable[str]) -> list[str]:
        wanted = {file_of(name) for name in names}
        return [test for test in self.seconds if test.split("::")[0] in wanted]


def fast_set() -> set[str]:
    """The tests of the fast set of this commit."""
    words = ["-m", "pytest", "--fast", "--collect-only", "-q", "--no-summary"]
    said = subprocess.run(
        [sys.executable, *words],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return {line for line in said.stdout.splitlines() if "::" in line}


def chosen_tests(change: Change, source: str, name: str, reached: Reached) -> list[str]:
    """The tests for a change, the quickest first, as many as there is time for."""
    stem = Path(change.file).with_suffix("")
    prolog = change.file.endswith(".pl")
    key = f"{stem.parent.name}/{stem.name}"
    table = TESTS.get(key, [])
    tests: list[str] = []
    if not prolog and name != KERNELS:
        if change.line in _bodies(source):
            tests = reached.of_line(change, source)
        tests = tests or reached.of_function(change)
    if not tests and table:
        tests = reached.of_files(table)
        if not tests:
            return [file_of(name) for name in table[:1]]
    if not tests and any(ROOT.glob(f"tests/*/test_{stem.name}.py")):
        tests = reached.of_files([stem.name])
    known = {test: reached.seconds[test] for test in tests if test in reached.seconds}
    ordered = sorted(known, key=lambda test: known[test])
    spent = 0.0
    taken: list[str] = []
    for test in ordered:
        spent += known[test] + 0.02
        if spent > reached.worth and taken:
            break
        taken.append(test)
    return taken


def prolog_tests(file: str) -> list[Path]:
    """The tests of tests/logic that load a file, those that name it first."""
    uses: dict[str, set[str]] = {}
    for path in ROOT.glob("logic/**/*.pl"):
        text = path.read_text("utf-8")
        uses[path.stem] = set(re.findall(r"logic\(\w+/(\w+)\)", text))
    wanted, near, far = Path(file).stem, [], []
    for test in sorted(ROOT.glob("tests/logic/**/test_*.pl")):
        direct = set(re.findall(r"logic\(\w+/(\w+)\)", test.read_text("utf-8")))
        loaded, todo = set(direct), list(direct)
        while todo:
            new = uses.get(todo.pop(), set()) - loaded
            loaded |= new
            todo += new
        if wanted in direct or test.stem == f"test_{wanted}":
            near.append(test)
        elif wanted in loaded:
            far.append(test)
    return near + far


# --- running ------------------------------------------------------------------------


class Chosen:
    """A plugin of pytest: only these tests, in this order; who failed first."""

    def __init__(self, tests: list[str], to: Path) -> None:
        self._order = {test: i for i, test in enumerate(tests)}
        self._to = to

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        if all("::" in test for test in self._order):
            items[:] = sorted(
                (item for item in items if item.nodeid in self._order),
                key=lambda item: self._order[item.nodeid],
            )

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self._to.write_text(nodeid, "utf-8")


def _limited(seconds: int) -> None:
    os.setsid()
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _wait(child: int) -> int | None:
    """Return how a child ended; None if it had to be stopped."""
    end = time.monotonic() + STUCK
    while time.monotonic() < end:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return status
        time.sleep(0.05)
    os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return None


def run_pytest(
    copy: Path, tests: list[str], seconds: int, log: Path
) -> tuple[str, str]:
    """Run tests in the copy, in a child of this process; return outcome and test."""
    at = log.with_suffix(".at")
    at.write_text("", "utf-8")
    child = os.fork()
    if child == 0:
        try:
            _limited(seconds)
            out = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
            os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
            os.dup2(out, 1)
            os.dup2(out, 2)
            os.chdir(copy)
            os.environ["PYTHONPATH"] = str(copy)
            for name in ("reach", "changes", "cpu_seconds", "forked"):
                sys.modules.pop(name, None)
            old = {str(ROOT), *map(str, FOLDERS), ""}
            sys.path[:] = [str(copy)] + [part for part in sys.path if part not in old]
            files = list(dict.fromkeys(test.split("::")[0] for test in tests))
            words = ["-x", "-q", "-p", "no:cacheprovider", "--no-header"]
            words += ["-W", "ignore:Module already imported", *files]
            code = int(pytest.main(words, plugins=[Chosen(tests, at)]))
            sys.stdout.flush()
            os._exit(code)
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(BROKEN)
    status = _wait(child)
    last = at.read_text("utf-8")
    if status is None:
        return "noticed", f"{last} never ends"
    if os.WIFSIGNALED(status):
        return "noticed", f"{last} {signal.Signals(os.WTERMSIG(status)).name}"
    code = os.WEXITSTATUS(status)
    if code == BROKEN:
        raise RuntimeError(log.read_text("utf-8"))
    if code == 0:
        return "survived", ""
    return ("unreached", "") if code == 5 else ("noticed", last or "loading")


def run_prolog(copy: Path, tests: list[Path]) -> str:
    """Run tests of Prolog in the copy; return the one that fails, or nothing."""
    for test in tests:
        words = ["--on-error=status", "--on-warning=status", "-g", "run_tests"]
        here = copy / test.relative_to(ROOT)
        child = subprocess.Popen(
            ["swipl", *words, "-t", "halt", here],
            cwd=copy, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, preexec_fn=lambda: _limited(ENDLESS),
        )  # fmt: skip
        if child.wait() != 0:
            return f"tests/logic/{test.name}"
    return ""


def preload() -> None:
    """Import what all tests import, once for all children."""
    import clingo  # noqa: F401
    import hypothesis.strategies  # noqa: F401
    import numba  # noqa: F401
    import rich.table  # noqa: F401
    import scipy.optimize
    import scipy.sparse  # noqa: F401


def copied(to: Path) -> None:
    """Bring the copy to the state of the checkout; times of files are kept."""
    left = shutil.ignore_patterns(".git", ".venv", ".hypothesis", ".*_cache")
    shutil.copytree(ROOT, to, ignore=left)
    if (ROOT.parent / "shared").exists():
        (to.parent / "shared").symlink_to((ROOT.parent / "shared").resolve())


def restored(copy: Path, file: str) -> None:
    """Undo a change: its file, and what was compiled of it."""
    if "network" in Path(file).parts or file.endswith("evaluation.py"):
        shutil.rmtree(copy / "pygame_search", ignore_errors=True)
        shutil.copytree(ROOT / "pygame_search", copy / "pygame_search")
    else:
        shutil.copy2(ROOT / file, copy / file)


def tried(change: Change, name: str, copy: Path, reached: Reached) -> dict[str, Any]:
    """Make a change in the copy and run its tests there."""
    source = (ROOT / change.file).read_text("utf-8")
    text = applied(source, change)
    before, after = _parted(source, text)
    tests = chosen_tests(change, source, name, reached)
    begun = used()
    outcome, by = "unreached", ""
    (copy / change.file).write_text(text, "utf-8")
    try:
        if change.file.endswith(".pl"):
            by = run_prolog(copy, prolog_tests(change.file))
        if by:
            outcome = "noticed"
        elif tests:
            limit = ENDLESS + int(2 * sum(reached.seconds.get(t, 1) for t in tests))
            limit += COMPILING if package(change.file) == "network" else 0
            outcome, by = run_pytest(copy, tests, limit, copy.parent / "log")
    finally:
        restored(copy, change.file)
    return {
        "id": identity(change), "package": name, "file": change.file,
        "line": change.line, "before": before, "after": after, "outcome": outcome,
        "by": by, "tests": len(tests), "seconds": round(used() - begun, 1),
    }  # fmt: skip


def _parted(before: str, after: str) -> tuple[str, str]:
    """The lines in which two texts differ."""
    old, new = before.split("\n"), after.split("\n")
    while old and new and old[0] == new[0]:
        old, new = old[1:], new[1:]
    while old and new and old[-1] == new[-1]:
        old, new = old[:-1], new[:-1]
    return "\n".join(old).strip(), "\n".join(new).strip()


# --- telling ------------------------------------------------------------------------


def results(file: Path) -> Iterator[dict[str, Any]]:
    if file.exists():
        for line in file.read_text("utf-8").splitlines():
            yield json.loads(line)


def report(found: list[dict[str, Any]]) -> None:
    """Print a rate for each package, and what nobody noticed."""
    names = sorted({str(result["package"]) for result in found})
    print(f"{'package':18}{'changes':>9}{'noticed':>9}{'rate':>7}")
    for name in [*names, ""]:
        mine = [r for r in found if name in ("", r["package"])]
        seen = sum(r["outcome"] == "noticed" for r in mine)
        rate = 100 * seen / max(len(mine), 1)
        print(f"{name or 'all':18}{len(mine):9}{seen:9}{rate:6.0f}%")
    for result in found:
        if result["outcome"] != "noticed":
            print(f"\n{result['file']}:{result['line']}  {result['outcome']}")
            print(f"  - {result['before']}\n  + {result['after']}")


def main() -> int:
    parser = argparse.ArgumentParser(description=str(__doc__).split("\n", 1)[0])
    parser.add_argument("count", nargs="?", type=int, default=220)
    parser.add_argument("seed", nargs="?", type=int, default=1)
    parser.add_argument("--resume", type=Path, help="results, as lines of JSON")
    parser.add_argument("--recheck", type=Path, help="run its survivors alone")
    parser.add_argument("--reach", type=Path, default=ROOT / "build" / "reach")
    parser.add_argument("--only", default="", help="packages or files of this name")
    parser.add_argument("--fast", action="store_true", help="tests of the fast set")
    parser.add_argument("--worth", type=float, default=WORTH, help="CPU s for a change")
    parser.add_argument("--part", default="1/1", help="1/2: the first of two workers")
    parser.add_argument("--measured", action="store_true", help="measure no more")
    parser.add_argument("--list", action="store_true", help="list the changes alone")
    asked = parser.parse_args()
    sample = drawn(asked.count, asked.seed, asked.only)
    if asked.recheck:
        left = {r["id"] for r in results(asked.recheck) if r["outcome"] != "noticed"}
        sample = [(name, change) for name, change in sample if identity(change) in left]
    part, parts = map(int, asked.part.split("/"))
    sample = sample[part - 1 :: parts]
    if asked.list:
        for name, change in sample:
            print(f"{name}: {change.file}:{change.line} {change.kind}: {change.place}")
        return 0
    only = fast_set() if asked.fast else None
    reached = Reached(asked.reach, asked.worth, only)
    if not asked.measured:
        reached.measure()
    done = {r["id"]: r for r in results(asked.resume)} if asked.resume else {}
    preload()
    with tempfile.TemporaryDirectory(prefix="pygame_search.") as scratch:
        copy = Path(scratch) / "copy"
        copied(copy)
        for number, (name, change) in enumerate(sample, 1):
            if identity(change) in done:
                continue
            reached.read()
            result = tried(change, name, copy, reached)
            done[identity(change)] = result
            if asked.resume:
                with asked.resume.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(result) + "\n")
            place = f"{change.file}:{change.line}"
            print(
                f"{number}/{len(sample)} {place} {result['outcome']} {result['by']} "
                f"({result['seconds']} s)",
                file=sys.stderr, flush=True,
            )  # fmt: skip
    report([done[identity(change)] for _, change in sample if identity(change) in done])
    return 0


if __name__ == "__main__":
    sys.exit(main())
