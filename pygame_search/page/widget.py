"""The player of a recorded search as a widget of a notebook, by anywidget."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from pygame_search.page.file import bundled, stylesheet
from pygame_search.support.errors import InputError

if TYPE_CHECKING:
    from anywidget import AnyWidget


def widget(data: Mapping[str, Any], step: int) -> AnyWidget:
    """Return a widget that shows a recorded search.

    Args:
        data: as the page reads it.
        step: the number of the step that is shown first, from 1. It is a trait: it
            follows the reader, and the player follows it.

    Raises:
        InputError: anywidget is not installed.
    """
    try:
        import anywidget  # noqa: F401
    except ImportError as error:
        raise InputError(
            "a widget needs anywidget, which is not installed: "
            "pip install 'pygame_search[widget]'"
        ) from error
    return _kind()(data=data, step=step)


def module() -> str:
    """Return the module of the widget, in JavaScript."""
    style = json.dumps(stylesheet())
    return f"{bundled('widget')}\nexport default widget_js.widget({style});\n"


@cache
def _kind() -> type[AnyWidget]:
    """Return the class of the widget."""
    from anywidget import AnyWidget
    from traitlets import Dict, Int

    class PlayerWidget(AnyWidget):
        """A recorded search, and the step that is shown."""

        _esm = module()
        data = Dict().tag(sync=True)
        step = Int().tag(sync=True)

    return PlayerWidget
