"""Make a student's copy, without solutions: see `scripts/course`.

A lecture's clauses become an exercise, its functions in Python stubs. What else has a
body that is taken out is a copy of the solution: another lecture becomes an exercise,
too, a block of a document is cut, another file is left out. Then no file has such a
body, or nothing is written.
"""

from __future__ import annotations

import argparse
import ast
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

from pygame_search.programs.exercise import Exercise, exercise, solution
from pygame_search.programs.program import lecture_text, lectures
from pygame_search.support.errors import InputError

ROOT = Path(__file__).parents[2]

#: What is for the work on the package, and tests that would give solutions away.
LEFT_OUT = (".ci/", "Makefile", "benchmarks/", "scripts/", "tests/")

#: What is copied all the same.
KEPT = ("scripts/demo", "scripts/install")

#: A shorter body, such as `goal(S), !`, may stand anywhere: it counts characters
#: without white space.
SHORTEST = 20

#: What stands in a document where a block was cut.
CUT = "*(These lines would give an exercise away. They are not in this copy.)*"

_FENCE = re.compile(r"^```\w*[^\n]*\n.*?^```$", re.MULTILINE | re.DOTALL)


def squeezed(text: str) -> str:
    """Return a text without white space."""
    return "".join(text.split())


def clause_bodies(made: Exercise) -> set[str]:
    """Return the bodies that an exercise lacks, without white space."""
    # In a solution, each gap is what stands between its lines.
    pattern = r"^% gap \d[^\n]*\n(.*?)^% end of gap"
    found = re.findall(pattern, solution(made).text, re.MULTILINE | re.DOTALL)
    clauses = (c for text in found for c in re.split(r"\.\s*\n", text) if ":-" in c)
    return told(squeezed(clause).partition(":-")[2] for clause in clauses)


def told(bodies: Iterable[str]) -> set[str]:
    """Return the bodies that tell something."""
    return {body for body in bodies if len(body) >= SHORTEST}


def twin(name: str) -> Path:
    """Return the file with the functions of a lecture."""
    return ROOT / "pygame_search" / "lectures" / f"{name}.py"


def functions(text: str) -> list[tuple[str, int, int]]:
    """Return the name of each function, and the lines of its body, from and to."""
    found = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef):
            [*own] = node.body[ast.get_docstring(node) is not None :]
            found.append((node.name, own[0].lineno, own[-1].end_lineno or 0))
    return sorted(found, key=lambda one: one[1])


def function_bodies(name: str) -> set[str]:
    """Return the bodies of the functions of a lecture, without white space."""
    text = twin(name).read_text(encoding="utf-8")
    lines = text.splitlines()
    return told(
        squeezed("".join(lines[first - 1 : last])) for _, first, last in functions(text)
    )


def stubs(name: str) -> str:
    """Return the functions of a lecture without their bodies."""
    text = twin(name).read_text(encoding="utf-8")
    lines = text.splitlines()
    for function, first, last in reversed(functions(text)):
        lines[first - 1 : last] = [
            "    raise InputError(",
            f'        "{function} of {name} is not in this copy: write it in "',
            f'        "pygame_search/lectures/{name}.py"',
            "    )",
        ]
    at = next(
        n for n, line in enumerate(lines) if line.startswith("from pygame_search")
    )
    lines.insert(at, "from pygame_search.support.errors import InputError")
    return "\n".join([*lines, ""])


def exercises(
    names: Iterable[str], gaps: int | None = None
) -> tuple[dict[str, Exercise], set[str]]:
    """Return the exercises of a copy by name, and the bodies that are taken out.

    A lecture that has such a body, too, gets as many gaps as it takes.
    """
    made = {name: exercise(name, gaps) for name in names}
    while True:
        out = {body for one in made.values() for body in clause_bodies(one)}
        out |= {body for name in made for body in function_bodies(name)}
        more = dict(made)
        for name in lectures():
            text = made[name].text if name in made else lecture_text(name)
            text += "" if name in made else twin(name).read_text(encoding="utf-8")
            if has(text, out):
                number = made[name].gaps + 1 if name in made else 1
                more[name] = exercise(name, number)
        if more == made:
            return made, out
        made = more


def has(text: str, bodies: Iterable[str]) -> bool:
    """Return whether a text has one of some bodies, whatever its white space is."""
    bare = squeezed(text)
    return any(body in bare for body in bodies)


def without_solutions(text: str, out: set[str]) -> str:
    """Return a document without the blocks that have one of some bodies."""
    return _FENCE.sub(lambda m: CUT if has(m[0], out) else m[0], text)


def copied(made: Mapping[str, Exercise], out: set[str]) -> dict[str, bytes]:
    """Return the files of the copy."""
    if not (ROOT / ".git").exists():
        raise InputError(f"{ROOT}: expected a clone, of which git lists the files")
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True, text=True
    )
    files = {}
    for place in filter(None, listed.stdout.split("\0")):
        path = ROOT / place
        if not path.is_file() or (place.startswith(LEFT_OUT) and place not in KEPT):
            continue
        data = path.read_bytes()
        if path.parent.name == "lectures" and path.stem in made:
            one = made[path.stem]
            data = (one.text if path.suffix == ".pl" else stubs(one.lecture)).encode()
        text = data.decode(errors="replace")
        if path.suffix == ".md" and has(text, out):
            text = without_solutions(text, out)
            data = text.encode()
        if has(text, out):
            if not place.startswith("pygame_search/cli/templates/"):
                raise InputError(f"{place} has clauses of an exercise: cut it by hand")
            continue
        files[place] = data
    return files


def main() -> int:
    """Write the copy; return the exit status."""
    options = argparse.ArgumentParser(prog="scripts/course", description=__doc__)
    options.add_argument("folder", type=Path, help="a new folder for the copy")
    options.add_argument(
        "--lecture", action="append", choices=lectures(), metavar="SEARCH",
        help="an exercise; may be given several times; by default all are",
    )  # fmt: skip
    options.add_argument("--gaps", type=int, metavar="N", help="as in `new`")
    given = options.parse_args()
    try:
        if given.folder.exists():
            raise InputError(f"{given.folder} already exists; expected a new folder")
        chosen = given.lecture or lectures()
        made, out = exercises(chosen, given.gaps)
        files = copied(made, out)
    except InputError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    for place, data in files.items():
        target = given.folder / place
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
        shutil.copymode(ROOT / place, target)
    print(f"{given.folder} has {len(files):,} files. Exercises:")
    for name, one in sorted(made.items()):
        why = "" if name in chosen else "  (it has clauses of another exercise)"
        print(f"  {name:<14} {one.gaps}{why}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
