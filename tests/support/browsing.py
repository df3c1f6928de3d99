"""What tests of pages share: the browser of a module, and the studio."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from browser import Browser


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser, and at the end no fault in it."""
    with Browser() as started:
        yield started
        assert started.faults() == []


@pytest.fixture(scope="session")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of the studio; other modules have a page of their own."""
    from studio import studio_text  # few modules need it

    file = tmp_path_factory.mktemp("studio") / "studio.html"
    file.write_text(studio_text(), encoding="utf-8")
    return file
