"""The browser of a module of tests."""

from collections.abc import Iterator

import pytest
from browser import Browser


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser, and at the end no fault in it."""
    with Browser() as started:
        yield started
        assert started.faults() == []
