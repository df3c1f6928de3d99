"""The options of a command that are those of a request."""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection
from typing import Any, cast

from pygame_search.cli.options import F, option_of
from pygame_search.support.requests import naming_as_typed, options


def options_of(
    request: type, only: Collection[str] = (), **changed: Any
) -> Callable[[F], F]:
    """Add the options of a request; the command gets each by the name of its field.

    Args:
        request: its class. Options that only programs give are left out.
        only: the names of the fields that are wanted; by default all.
        changed: other defaults, by the names of the fields.
    """

    def added(command: F) -> F:
        @functools.wraps(command)
        def run(*args: Any, **given: Any) -> Any:
            with naming_as_typed():
                return command(*args, **given)

        made = cast(F, run)
        for one, its in reversed([*options(request)]):
            if its.kind is not None and (not only or one.name in only):
                default = changed.get(one.name, one.default)
                made = option_of(one.name, one, default)(made)
        return made

    return added
