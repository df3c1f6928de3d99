"""The notebooks: in good form, kept without answers, and they run."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import matplotlib.font_manager  # noqa: F401  its list of fonts, which takes long to make
import nbformat
import pytest
from nbclient import NotebookClient
from nbformat import NotebookNode

FOLDER = Path(__file__).parents[2] / "docs" / "notebooks"
FILES = sorted(FOLDER.glob("*.ipynb"))
#: The one that belongs to no lecture.
FIRST = FOLDER / "first_steps.ipynb"

#: A kernel takes a second to start.
RUNS = [
    file if file == FIRST else pytest.param(file, marks=pytest.mark.slow)
    for file in FILES
]

HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)
LINK = re.compile(r"\]\(([^)#]+)#([^)]+)\)")


def read(file: Path) -> NotebookNode:
    return nbformat.reads(file.read_text(encoding="utf-8"), as_version=4)


def anchor(heading: str) -> str:
    """Return the name that GitHub and Jupyter give to a heading."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def programs(notebook: NotebookNode) -> Iterator[NotebookNode]:
    return (cell for cell in notebook.cells if cell.cell_type == "code")


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_notebook_is_in_good_form(file: Path) -> None:
    notebook = read(file)
    nbformat.validate(notebook)
    assert (notebook.nbformat, notebook.nbformat_minor) == (4, 5)
    assert file.read_text(encoding="utf-8") == nbformat.writes(notebook) + "\n"
    assert len({cell.id for cell in notebook.cells}) == len(notebook.cells)
    kept = [(cell.outputs, cell.execution_count) for cell in programs(notebook)]
    assert kept == [([], None)] * len(kept)


@pytest.mark.parametrize(
    "file", [file for file in FILES if file != FIRST], ids=lambda file: file.stem
)
def test_a_notebook_and_its_lecture_name_each_other(file: Path) -> None:
    lectures = (FOLDER.parent / "lectures.md").read_text(encoding="utf-8")
    sections = re.split(r"^## ", lectures, flags=re.MULTILINE)
    own = [part for part in sections if f"(notebooks/{file.name})" in part]
    heading = own[0].partition("\n")[0]
    links = [link for cell in read(file).cells for link in LINK.findall(cell.source)]
    assert ("../lectures.md", anchor(heading)) in links
    for target, name in links:
        text = (FOLDER / target).read_text(encoding="utf-8")
        assert name in map(anchor, HEADING.findall(text))


@pytest.mark.parametrize("file", RUNS, ids=lambda file: file.stem)
def test_every_cell_runs(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """None fails or warns, each has an answer but for imports, and one has a page."""
    for folder in ("IPYTHONDIR", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR"):
        monkeypatch.setenv(folder, str(tmp_path))
    notebook = read(file)
    NotebookClient(
        notebook, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}
    ).execute()
    pages = 0
    for cell in programs(notebook):
        assert cell.outputs, cell.source
        for output in cell.outputs:
            if output.output_type == "stream":
                assert output.name == "stdout", output.text
                assert output.text.strip()
            else:
                assert all(output.data.values())
                pages += "<iframe" in output.data.get("text/html", "")
    assert pages
