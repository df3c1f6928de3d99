"""A rubric: a file with the weights of the items of a grade.

    [weights]
    legal moves = 4
    board = 0

An item with weight 0 is left out. An item that is not named keeps its default weight.
"""

from __future__ import annotations

import configparser
import math
from pathlib import Path

from pygame_search.grading.grade import QUESTIONS
from pygame_search.grading.walk import ITEMS
from pygame_search.support.errors import InputError

_SECTION = "weights"


def read_rubric(file: Path) -> dict[str, float]:
    """Return the weights of the items that a rubric names.

    Raises:
        InputError: the file cannot be read, or is not a rubric.
    """
    parser = configparser.ConfigParser(delimiters="=", interpolation=None)
    try:
        parser.read_string(file.read_text("utf-8"), str(file))
    except (OSError, UnicodeDecodeError, configparser.Error) as error:
        raise InputError(f"{file}: {' '.join(str(error).split())}") from None
    if parser.sections() != [_SECTION] or parser.defaults():
        raise InputError(
            f"{file}: expected [{_SECTION}], with lines such as 'legal moves = 4'"
        )
    return {item: _weight(file, item, text) for item, text in parser.items(_SECTION)}


def _weight(file: Path, item: str, text: str) -> float:
    known = (*ITEMS, *QUESTIONS)
    if item not in known:
        raise InputError(f"{file}: expected one of {', '.join(known)}, found {item!r}")
    try:
        weight = float(text)
    except ValueError:
        weight = math.nan
    if not 0 <= weight < math.inf:
        raise InputError(
            f"{file}: {item}: expected a number, 0 or more, found {text!r}"
        )
    return weight
