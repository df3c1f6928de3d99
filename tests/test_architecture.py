"""The data goes one way: a layer imports only layers to its left."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parent.parent

#: From left to right; what stands in one row may import each other.
PYTHON_LAYERS = (
    {"diagnostic", "interrupts", "resources", "words"},
    {"errors"},
    {"arguments", "cluster", "codes", "doctor", "evaluation", "files", "input_files"}
    | {"locate", "memory", "trace"},
    {"cache", "prolog", "recording", "rulebook"},
    {"descriptions"},
    {"model"},
    {"machine", "questions", "cilog"},
    {"heuristics", "network"},
    {"search", "sampling"},
    {"comparison", "conform", "inspection"},
    {"game"},
    {"solving"},
    {"weights", "warm"},
    {"matches"},
    {"learning"},
    {"render"},
    {"explanation"},
    {"repl"},
    {"cli"},
    {"__init__", "__main__"},
)

PROLOG_LAYERS = (
    {
        "language",
        "literals",
        "syntax",
        "spelling",
        "fixpoint",
        "trace",
        "products",
        "sizes",
        "processor",
        "portions",
        "flat_facts",
    },
    {"messages", "cilog", "rulebook", "kif", "dependency", "machine", "order"},
    {"binding", "early", "growth"},
    {"check", "names", "writer", "texts"},
    {"rule_files", "compile", "clause_base"},
    {"descent", "bodies", "resolution"},
    {"possible", "functional", "slots"},
    {"knowledge_base", "numbers", "moves", "gdl", "joins", "asp"},
    {"grounding", "idle"},
    {"playouts", "space", "perft", "books"},
    {"monte_carlo", "verify"},
    {"heuristics"},
    {"evaluation", "path_search", "memory"},
    {"search_task"},
    {"minimax", "maxn", "expectimax", "breadth", "proof_number"},
    {"retrograde", "tabled"},
    {"move_order"},
    {"window"},
    {"alphabeta", "fail_hard", "pvs", "deepening"},
    {"methods"},
    {"ask"},
    {"trusted"},
    {"explanation"},
    {"requests"},
    {"reading", "events", "expansion"},
    {
        "game_requests",
        "question_requests",
        "state_requests",
        "search_requests",
        "solving_requests",
        "path_requests",
        "dialogue",
    },
    {"serve"},
)


#: Files that may import what stands to their right, each with the reason.
EXCEPTIONS = {"search/reasons.py": "the former place of explanation.reasons"}


def layer(name: str, layers: tuple[set[str], ...]) -> int:
    for number, names in enumerate(layers):
        if name in names:
            return number
    raise AssertionError(f"{name} stands in no layer: give it its place")


def python_imports(path: Path) -> set[str]:
    """Return the parts of the package that a module imports as it is loaded."""
    found = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            words = node.module.split(".")
            if words[0] == "pygame_search" and len(words) > 1:
                found.add(words[1])
            elif words[0] == "pygame_search":
                found.update(alias.name for alias in node.names)
    return found


def test_python_layers() -> None:
    package = ROOT / "pygame_search"
    for path in package.rglob("*.py"):
        part = path.relative_to(package).parts[0].removesuffix(".py")
        if part in ("__init__", "__main__"):
            continue
        if path.relative_to(package).as_posix() in EXCEPTIONS:
            continue
        for imported in python_imports(path):
            assert layer(imported, PYTHON_LAYERS) <= layer(part, PYTHON_LAYERS), (
                f"{path.name} imports {imported}, which stands to its right"
            )


def test_prolog_layers() -> None:
    for path in (ROOT / "logic").glob("*.pl"):
        text = path.read_text(encoding="utf-8")
        for imported in re.findall(r"^:- use_module\((\w+)", text, re.MULTILINE):
            if imported == "library":
                continue
            assert layer(imported, PROLOG_LAYERS) <= layer(path.stem, PROLOG_LAYERS), (
                f"{path.name} imports {imported}, which stands to its right"
            )


def test_only_the_bridge_touches_prolog() -> None:
    for path in (ROOT / "pygame_search").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        pattern = r"^\s*(?:from|import) (pyswip|ctypes)\b"
        imports = re.findall(pattern, text, re.MULTILINE)
        assert not imports or path.name in ("prolog.py", "doctor.py"), path


def test_search_names_no_game_and_no_game_a_search() -> None:
    games = {path.stem for path in (ROOT / "rules").glob("*.pl")}
    code = [*(ROOT / "logic").glob("*.pl"), *(ROOT / "pygame_search").rglob("*.py")]
    for path in code:
        text = path.read_text(encoding="utf-8")
        lines = text.splitlines()
        named = [
            line
            for line in lines
            if any(re.search(rf"\b{game}\b", line) for game in games)
            and not re.match(r'\s*(%|#|>>>|"""|\.\.\.)', line)
        ]
        inside = [line for line in named if "`" not in line and '"' not in line]
        assert not inside, (path, inside)
