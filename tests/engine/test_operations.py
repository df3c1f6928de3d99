"""The limits of a question to Prolog are those of its name."""

from __future__ import annotations

import re

from pygame_search.engine.bridge import _OF_STATES, _SEARCHES, _WORK
from pygame_search.model.rules import _OF_RULES
from pygame_search.support.resources import logic_folder

CLAUSE = re.compile(r"^(?:\w+_request|dialogue)\((\w+),", re.MULTILINE)

#: The operations of each file of `logic/requests/`.
OPERATIONS = {
    file.stem: set(CLAUSE.findall(file.read_text(encoding="utf-8")))
    for file in (logic_folder() / "requests").glob("*.pl")
}


def test_each_name_is_that_of_an_operation() -> None:
    assert len(OPERATIONS["state"]) > 20
    known = set().union(*OPERATIONS.values())
    assert known >= _OF_STATES | _SEARCHES | _WORK | _OF_RULES


def test_a_question_about_a_state_has_the_limits_of_one() -> None:
    assert OPERATIONS["state"] - _OF_RULES <= _OF_STATES


def test_a_search_has_no_limits_but_its_own() -> None:
    assert OPERATIONS["search"] <= _SEARCHES
