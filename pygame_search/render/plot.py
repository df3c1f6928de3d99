"""Curves with their intervals, as SVG or PNG; Matplotlib draws them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pygame_search.errors import InputError

FORMATS = (".svg", ".png")


@dataclass(frozen=True, slots=True)
class Curve:
    """What is drawn.

    Attributes:
        label: its name in the legend; empty for none.
        xs, ys: the places of its points.
        ends: the interval of each y; None for none.
    """

    label: str
    xs: Sequence[float]
    ys: Sequence[float]
    ends: Sequence[tuple[float, float]] | None = None


def must_draw(file: Path) -> None:
    """Check that a picture can be drawn to a file, before the work for it is done.

    Raises:
        InputError: it has no name of a picture, or Matplotlib is not installed.
    """
    if file.suffix.lower() not in FORMATS:
        raise InputError(
            f"expected a picture in {' or '.join(FORMATS)}, found {str(file)!r}"
        )
    try:
        import matplotlib  # noqa: F401
    except ImportError as error:
        raise InputError(
            "a plot needs Matplotlib, which is not installed: "
            "pip install 'pygame_search[plots]'"
        ) from error


def plot(
    file: Path, curves: Sequence[Curve], *, title: str, across: str, up: str
) -> None:
    """Draw curves to a file; the same curves make the same file.

    Args:
        file: its suffix tells the format.
        curves: what is drawn.
        title: above it.
        across: the name of the horizontal axis.
        up: that of the vertical one.

    Raises:
        InputError: see `must_draw`; or the file cannot be written.
    """
    must_draw(file)
    import matplotlib
    from matplotlib.figure import Figure
    from matplotlib.ticker import MaxNLocator

    with matplotlib.rc_context({"svg.hashsalt": "pygame_search"}):
        figure = Figure(figsize=(6.4, 4.2), layout="constrained")
        axes = figure.subplots()
        for curve in curves:
            errors = None
            if curve.ends is not None:
                errors = [
                    [y - low for y, (low, _) in zip(curve.ys, curve.ends, strict=True)],
                    [up - y for y, (_, up) in zip(curve.ys, curve.ends, strict=True)],
                ]
            axes.errorbar(
                curve.xs, curve.ys, yerr=errors, marker="o", capsize=4,
                label=curve.label or None,
            )  # fmt: skip
        axes.set_title(title, fontsize=10)
        axes.set_xlabel(across)
        axes.set_ylabel(up)
        axes.grid(alpha=0.3)
        if all(float(x).is_integer() for curve in curves for x in curve.xs):
            axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        if any(curve.label for curve in curves):
            axes.legend()
        form = file.suffix.lower().removeprefix(".")
        told = {"Date": None} if form == "svg" else {"Software": None}
        try:
            figure.savefig(file, format=form, metadata=told, dpi=150)
        except OSError as error:
            raise InputError(f"{file}: cannot be written ({error.strerror})") from error
