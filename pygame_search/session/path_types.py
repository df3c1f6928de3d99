"""The names of files and folders as arguments of commands."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import click

from pygame_search.session.session import Session
from pygame_search.support.errors import InputError


class _PlaceType(click.Path):
    """A path with a name: an empty one would mean the folder of the program.

    A name with characters that no file name has is refused too. In a session no shell
    has read the name, so `~` still has to be expanded.
    """

    def convert(
        self,
        value: Any,
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> Any:
        if isinstance(value, str) and not (value.strip() and _can_be_a_name(value)):
            name = "" if param is None else f"{param.get_error_hint(ctx)}: "
            kind = "file" if self.file_okay else "folder"
            raise InputError(f"{name}expected the name of a {kind}, found {value!r}")
        if ctx is not None and ctx.find_object(Session) is not None:
            value = Path(value).expanduser()
        return super().convert(value, param, ctx)


def _can_be_a_name(text: str) -> bool:
    try:
        os.fsencode(text)
    except UnicodeEncodeError:
        return False
    return "\0" not in text


FILE = _PlaceType(dir_okay=False, path_type=Path)
FOLDER = _PlaceType(file_okay=False, path_type=Path)
