"""The data goes one way: a layer imports only layers to its left, and none in a circle.

All imports count: those inside functions and for the type checker, too.
"""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from pygame_search.cli.app import COMMANDS
from pygame_search.experiments.lecture_forms import NAMES
from pygame_search.search.core.methods import METHODS, SEARCHES, read_method

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "pygame_search"


def table(folder: str) -> list[str]:
    """Return the rows of a table of docs/contributing.md: folders, and files."""
    text = (ROOT / "docs" / "contributing.md").read_text(encoding="utf-8")
    rows = text.partition(f"### `{folder}/`\n")[2].partition("\n#")[0]
    found = re.findall(r"^\| `([\w/]+?)(?:/|\.py)` \|", rows, re.MULTILINE)
    assert len(found) > 12
    return found


#: The folders of `pygame_search/`, and the files beside them, each after all that it
#: may import from.
PYTHON_ROWS = [*table("pygame_search"), "__init__", "__main__"]

#: The folders of `logic/`.
PROLOG_ROWS = table("logic")

#: The names of the modules of searches to a depth.
ONE_DEPTH = {
    read_method(name).one_depth
    for name in (*SEARCHES, "alphabeta(fail=hard)")
    if name != "proof_number"
}

#: The files that work out the names of what they import, and these names. A former
#: name's module is imported by its user's wish.
COMPUTED = {
    "cli/app.py": {f"pygame_search.cli.{name}" for name in COMMANDS.values()},
    "former.py": set[str](),
    "search/best.py": {
        f"pygame_search.search.{method.door.partition(':')[0]}"
        for method in METHODS.values()
    },
    "search/game_tree/answer.py": {
        f"pygame_search.search.game_tree.{name}" for name in ONE_DEPTH
    },
    "support/verbs.py": set[str](),  # the verbs of a class, see VERB
    "search/core/tiers.py": set[str](),  # the work of a tier, see DOOR
    "programs/sandbox.py": set[str](),  # modules of Python, for a program in Python
    "experiments/lecture_forms.py": {f"pygame_search.lectures.{m}" for m in NAMES},
}

#: How a Prolog file loads others.
LOADING = re.compile(
    r"^\s*:-\s*(?:use_module|ensure_loaded|reexport|autoload|consult|load_files|include)"
    r"\(\s*(\[[^]]*\]|library\([^)]*\)|logic\([^)]*\)|[^\s,)]+)",
    re.MULTILINE,
)


def row(place: str, rows: Sequence[str]) -> int:
    """Return the number of the row of a file, given without its suffix."""
    folder = place.rpartition("/")[0] or place
    assert folder in rows, f"{folder} has no row in docs/contributing.md: add it"
    return rows.index(folder)


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts).removesuffix(".__init__")


MODULES = {module_name(path): path for path in PACKAGE.rglob("*.py")}


def python_imports(source: str) -> Iterator[str | None]:
    """Yield the modules that a text imports anywhere, None for a computed name."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "an import is written with its whole name"
            assert node.module is not None
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield inner if inner in MODULES else node.module
        elif isinstance(node, ast.Call):
            called = ast.unparse(node.func).rpartition(".")[2]
            if called in ("import_module", "__import__"):
                [name, *_] = node.args
                yield str(name.value) if isinstance(name, ast.Constant) else None


#: How a class names a verb: a method whose function stands in a room above the class,
#: and is imported when it is first called.
VERB = re.compile(r"Verb\(\"([\w.]+)\"")


def checked_part(text: str) -> ast.If:
    """Return the part of a module that is for the type checker alone."""
    [found] = [
        node
        for node in ast.parse(text).body
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
    ]
    return found


def own_imports(path: Path) -> set[str]:
    """Return the modules of the package that a file imports anywhere, but for verbs."""
    text = path.read_text(encoding="utf-8")
    found = set(python_imports(text))
    if VERB.search(text):
        found -= set(python_imports(ast.unparse(checked_part(text))))
    place = path.relative_to(PACKAGE).as_posix()
    if None in found:
        found |= COMPUTED[place]
    return {name for name in found if name is not None and name in MODULES}


def prolog_imports(source: str) -> Iterator[str]:
    """Yield what a Prolog text loads but for libraries, as `folder/file` or `file`."""
    for loaded in LOADING.findall(source):
        for name in re.findall(r"[^\s,\[\]]+", loaded):
            if not name.startswith("library("):
                inner = re.fullmatch(r"logic\((.*)\)", name)
                yield (inner[1] if inner else name).strip("'\"").removesuffix(".pl")


def must_have_no_circle(graph: Mapping[str, Iterable[str]]) -> None:
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        raise AssertionError(f"in a circle: {' > '.join(error.args[1])}") from None


def test_every_form_of_import_is_seen() -> None:
    source = """
import pygame_search.support.errors, os
from pygame_search.rules import rulebook
if TYPE_CHECKING:
    from pygame_search.search.best import best
def late():
    from pygame_search.model import rules, board as b
    importlib.import_module("pygame_search.warm")
    import_module(f"pygame_search.{name}")
"""
    found = set(python_imports(source))
    assert found == {
        *("os", "pygame_search.support.errors", "pygame_search.rules.rulebook"),
        *("pygame_search.search.best", "pygame_search.model.rules"),
        *("pygame_search.model.board", "pygame_search.warm", None),
    }
    source = """
:- use_module(library(lists), [append/3]).
:- use_module(one).
:- use_module( two,
               [a/1]).
  :- reexport('three').
:- use_module([four, five]), ensure_loaded(library(time)).
% :- use_module(none).
:- ensure_loaded("six.pl").
:- use_module(logic(search/seven), [b/2]).
"""
    files = list(prolog_imports(source))
    assert files == ["one", "two", "three", "four", "five", "six", "search/seven"]


def test_python_files_import_from_rows_above() -> None:
    for name, path in MODULES.items():
        for imported in own_imports(path) - {"pygame_search"}:
            places = (MODULES[one].relative_to(PACKAGE) for one in (name, imported))
            own, other = (place.with_suffix("").as_posix() for place in places)
            assert row(other, PYTHON_ROWS) <= row(own, PYTHON_ROWS), (
                f"{own} imports {other}, whose row is below"
            )


#: What the oracle may import beside itself: errors, and the reading of files and where
#: those of the package are.
READING = {
    "support.errors", "support.input_files", "support.resources", "rules.rulebook",
}  # fmt: skip


def test_the_oracle_shares_nothing() -> None:
    folder = PACKAGE / "oracle"
    assert len(list(folder.glob("*.py"))) > 2
    for path in folder.rglob("*.py"):
        names = {n.removeprefix("pygame_search.") for n in own_imports(path)}
        others = {name for name in names if not name.startswith("oracle")}
        assert others <= READING, path
    [text] = [path.read_text(encoding="utf-8") for path in folder.glob("*.pl")]
    assert not list(prolog_imports(text))


def test_no_python_module_imports_itself_by_way_of_others() -> None:
    graph = {name: own_imports(path) for name, path in MODULES.items()}
    assert len(graph) > 200
    assert sum(map(len, graph.values())) > 1000
    must_have_no_circle(graph)


def test_a_circle_is_found() -> None:
    with pytest.raises(AssertionError, match="in a circle: "):
        must_have_no_circle({"a": ["b"], "b": ["c"], "c": ["a"], "d": ["a"]})


def test_verbs_are_imported_for_the_type_checker_alone() -> None:
    text = (PACKAGE / "game.py").read_text(encoding="utf-8")
    verbs = {f"pygame_search.{name}" for name in VERB.findall(text)}
    assert len(verbs) > 8
    checked = checked_part(text)
    assert verbs <= set(python_imports(ast.unparse(checked)))
    others = "\n".join(text.splitlines()[checked.end_lineno :])
    assert not verbs & set(python_imports(others))


def test_prolog_layers() -> None:
    graph = {}
    logic = ROOT / "logic"
    for path in logic.rglob("*.pl"):
        name = path.relative_to(logic).with_suffix("").as_posix()
        imports = set(prolog_imports(path.read_text(encoding="utf-8")))
        graph[name] = imports
        if "/" not in name:
            assert name in ("serve", "paths")
            continue
        for imported in imports:
            assert row(imported, PROLOG_ROWS) <= row(name, PROLOG_ROWS), (
                f"{name} imports {imported}, whose row is below"
            )
    assert all(imported in graph for imports in graph.values() for imported in imports)
    assert len(graph) > 80
    assert sum(map(len, graph.values())) > 250
    must_have_no_circle(graph)


def test_only_the_bridge_touches_prolog() -> None:
    for path in (ROOT / "pygame_search").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        pattern = r"^\s*(?:from|import) (pyswip|ctypes)\b"
        imports = re.findall(pattern, text, re.MULTILINE)
        # The sandbox calls the kernel by ctypes, in a process of its own; machine code
        # is called by its address.
        names = ("sandbox.py", "machine_code.py")
        alone = imports == ["ctypes"] and path.name in names
        assert not imports or path.parent.name == "engine" or alone, path


def test_prolog_sources_are_ascii() -> None:
    """SWI-Prolog 9.0 reads a source in the encoding of the locale."""
    for folder in ("logic", "tests/logic"):
        for path in (ROOT / folder).rglob("*.pl"):
            assert path.read_bytes().isascii(), path


def test_search_names_no_game_and_no_game_a_search() -> None:
    names = {path.stem for path in (ROOT / "rules").glob("*.pl")}
    games = "|".join(sorted(names - {"go"}))  # which is a verb, too
    code = [*(ROOT / "logic").rglob("*.pl"), *(ROOT / "pygame_search").rglob("*.py")]
    for path in code:
        text = path.read_text(encoding="utf-8")
        lines = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL).splitlines()
        named = [
            line
            for line in lines
            if re.search(rf"\b(?:{games})\b", line)
            and not re.match(r'\s*(%|#|>>>|"""|\.\.\.)', line)
        ]
        inside = [line for line in named if "`" not in line and '"' not in line]
        assert not inside, (path, inside)


def test_the_tables_name_every_folder() -> None:
    files = {path.stem for path in PACKAGE.glob("*.py")}
    folders = source_folders(PACKAGE)
    assert sorted(PYTHON_ROWS) == sorted(folders | files)
    assert sorted(PROLOG_ROWS) == sorted(source_folders(ROOT / "logic"))


def source_folders(root: Path) -> set[str]:
    """Return the folders below one that hold source files."""
    files = [*root.rglob("*.py"), *root.rglob("*.pl")]
    return {file.parent.relative_to(root).as_posix() for file in files} - {"."}


def test_every_test_stands_in_a_room() -> None:
    """`tests/ROOM/test_FILE.py`: a room for each folder, the project and the games."""
    folders = {name.partition("/")[0] for name in PYTHON_ROWS}
    rooms = {path.parent.name for path in (ROOT / "tests").glob("*/test_*.py")}
    assert rooms - {"project", "games"} <= folders
    assert len(rooms) > 12
    inner = {path.parent.name for path in (ROOT / "tests" / "logic").glob("*/*.pl")}
    assert inner <= {*PROLOG_ROWS}
    assert not list((ROOT / "tests").glob("test_*"))


def test_texts_are_printed_by_what_escapes_them() -> None:
    taken = re.compile(r"^ *from rich\.\w+ import .*\b(?:Console|Text)\b", re.MULTILINE)
    takers = {name for name, path in MODULES.items() if taken.search(path.read_text())}
    assert not takers
