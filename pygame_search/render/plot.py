"""Curves with error bars, drawn by Matplotlib as SVG or PNG."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pygame_search.support import files
from pygame_search.support.errors import InputError

if TYPE_CHECKING:
    from matplotlib.axes import Axes

FORMATS = (".svg", ".png")


@dataclass(frozen=True, slots=True)
class Curve:
    """One curve of a plot.

    Attributes:
        label: its name in the legend; empty for none.
        xs, ys: the coordinates of its points.
        ends: the ends of the interval around each y; None for no intervals.
    """

    label: str
    xs: Sequence[float]
    ys: Sequence[float]
    ends: Sequence[tuple[float, float]] | None = None


def must_draw(file: Path) -> None:
    """Check, before any work is done, that a plot can be drawn to a file.

    Raises:
        InputError: its suffix is not one of FORMATS, or Matplotlib is not installed.
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


@dataclass(frozen=True, slots=True)
class Panel:
    """Curves over one pair of axes.

    Attributes:
        curves: the curves.
        across: the label of the horizontal axis.
        up: the label of the vertical axis.
        logarithmic: whether both axes have powers of 10; what is not above 0 is left
            out.
    """

    curves: Sequence[Curve]
    across: str
    up: str
    logarithmic: bool = False


def plot(file: Path, panels: Sequence[Panel], *, title: str) -> None:
    """Draw curves to a file; equal curves give equal files.

    Args:
        file: its suffix selects the format.
        panels: drawn one below the other.
        title: stands above the first panel.

    Raises:
        InputError: see `must_draw`, or the file cannot be written.
    """
    must_draw(file)
    import matplotlib
    from matplotlib.figure import Figure

    with matplotlib.rc_context({"svg.hashsalt": "pygame_search"}):
        height = 4.2 if len(panels) == 1 else 3.2 * len(panels)
        figure = Figure(figsize=(6.4, height), layout="constrained")
        for axes, panel in zip(
            figure.subplots(len(panels), squeeze=False)[:, 0], panels, strict=True
        ):
            _draw(axes, panel)
        figure.axes[0].set_title(title, fontsize=10)
        form = file.suffix.lower().removeprefix(".")
        metadata = {"Date": None} if form == "svg" else {"Software": None}
        try:
            with files.replacement(file) as made:
                figure.savefig(made, format=form, metadata=metadata, dpi=150)
        except OSError as error:
            raise files.unwritable(file, error) from error


def _draw(axes: Axes, panel: Panel) -> None:
    from matplotlib.ticker import MaxNLocator

    for curve in panel.curves:
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
    axes.set_xlabel(panel.across)
    axes.set_ylabel(panel.up)
    axes.grid(alpha=0.3)
    if panel.logarithmic:
        axes.set_xscale("log")
        if any(y > 0 for curve in panel.curves for y in curve.ys):
            axes.set_yscale("log", nonpositive="mask")
    elif all(float(x).is_integer() for curve in panel.curves for x in curve.xs):
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    if any(curve.label for curve in panel.curves):
        axes.legend()
