"""The parts of the SVG pictures."""

from __future__ import annotations

import re
from collections.abc import Mapping
from xml.etree import ElementTree

from rich.cells import cell_len

from pygame_search.render.tree_view import clean

#: The fonts of the pictures.
SANS = "'DejaVu Sans', Verdana, Helvetica, Arial, sans-serif"
MONO = "'DejaVu Sans Mono', Menlo, Consolas, monospace"


_PRINT = """\
@media print {{ .{name} {{ max-width: 100%; max-height: 100vh; height: auto; }} }}
"""

#: A pixel in millimetres, as 96 of them are an inch.
_MILLIMETRE = 25.4 / 96


def paper(name: str, head: str, style: str) -> ElementTree.Element:
    """Return an empty picture with a title and a style sheet; a print fits the page.

    Args:
        name: a class for the picture, so that its style holds for no other beside it.
        head: the title.
        style: rules that begin without a space; their other lines are indented.
    """
    style = re.sub(r"^(?=\S)", f".{name} ", style, flags=re.MULTILINE)
    words = {"xmlns": "http://www.w3.org/2000/svg", "role": "img", "class": name}
    picture = ElementTree.Element("svg", words)
    picture.text = "\n"
    child_of(picture, "title", {}, head)
    child_of(picture, "style", {}, style + _PRINT.format(name=name))
    child_of(picture, "rect", {"width": "100%", "height": "100%", "fill": "#ffffff"})
    return picture


def finished(picture: ElementTree.Element, width: float, height: float) -> str:
    """Return a picture of this size in pixels as a standalone SVG file.

    The file says millimetres, so that a printed text of 11 pixels has 8 points.
    """
    for name, value in (("width", width), ("height", height)):
        picture.set(name, f"{round(value) * _MILLIMETRE:.2f}mm")
    picture.set("viewBox", f"0 0 {width:.0f} {height:.0f}")
    return ElementTree.tostring(picture, encoding="unicode") + "\n"


def child_of(
    parent: ElementTree.Element, tag: str, words: Mapping[str, object], text: str = ""
) -> ElementTree.Element:
    """Add an element, with floats among its attributes rounded, and return it."""
    attributes = {
        name: f"{value:.1f}" if isinstance(value, float) else str(value)
        for name, value in words.items()
    }
    child = ElementTree.SubElement(parent, tag, attributes)
    child.text = clean(text) or None
    child.tail = "\n"
    return child


def text_at(
    parent: ElementTree.Element, x: float, y: float, text: str, style: str = ""
) -> None:
    """Add a text at a position, with a class of the style sheet."""
    place = {"x": f"{x:.1f}", "y": f"{y:.1f}"}
    child_of(parent, "text", place | ({"class": style} if style else {}), text)


def wide(text: str, size: float) -> float:
    """Return an estimate of the greatest width of a text in pixels."""
    return cell_len(text) * size * 0.62
