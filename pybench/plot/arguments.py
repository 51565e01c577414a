"""The arguments that figures share: each described once, checked once.

Does not load Matplotlib: writing LaTeX works without it.
"""

from __future__ import annotations

import functools
import inspect
import re
from collections.abc import Callable
from typing import Any, TypeVar, cast

from pybench.base import check
from pybench.base.errors import ArgumentError
from pybench.base.latex import PAPERS
from pybench.plot.draw.scene import TooNarrow
from pybench.plot.draw.style import Style
from pybench.plot.draw.text import title_lines

Function = TypeVar("Function", bound=Callable[..., Any])
Part = TypeVar("Part")

_SHARED = """\
ax : matplotlib.axes.Axes, optional
    Axes to draw on. The frame and the ticks of these axes are removed, and the drawing shrinks
    if the axes are too small. Default: a new figure as large as its content needs.
title : str, optional
    Text above the figure, one line or more.
best : {"left", "right"}
    The side on which rank 1 lies, for metrics of either direction.
width : float or str, optional
    Width of the new figure in inches, or the name of a standard width: "acm-column", "acm-text",
    "ieee-column", "ieee-text", "jmlr" or "neurips". The size of the text does not change with the
    width. If the width is too small for the text, the error message names the smallest width that
    fits. Default: as wide as the content needs.
highlight : str or iterable of str, optional
    Names of methods to print in bold.
labels : mapping of str to str, optional
    For each method to rename, the name that is printed for it; other methods keep their names.
groups : mapping of str to str, optional
    For each method, the name of its group. Methods of the same group share a colour and a shape; a
    legend names the groups.
max_label : int, optional
    Greatest length of a printed name, in characters; the middle of longer names is cut. None: names
    are never shortened.
font_size : float, optional
    Font size in points. Titles are larger, and no text is smaller. Default: ``font.size`` of
    Matplotlib's rcParams if you have changed it, otherwise 7 to 9, depending on the figure.
line_width : float
    Width of the lines that lead to the names, in points.
font : str, optional
    Font family; characters that the font lacks are taken from other installed fonts. Default:
    ``font.family`` of Matplotlib's rcParams, which is DejaVu Sans unless you change it. With
    ``text.usetex``, LaTeX sets all texts, in its own fonts."""
_OF_CHARTS = """\
ax : matplotlib.axes.Axes, optional
    Axes to draw on. Legend and notes are placed outside these axes. So are the names of lines, if
    they are printed at the ends of the lines. Default: a new figure.
height : float, optional
    Height of the new figure, in inches. The default depends on the figure."""
_RETURNS = """\
    The figure is not registered with pyplot: save it with its method ``savefig`` (PNG, PDF or SVG),
    or show it as the last value of a notebook cell. The same input and Matplotlib settings
    (``rcParams``) give a file with the same bytes."""


def documented(function: Function) -> Function:
    """Complete the docstring of a figure with the entries that figures share.

    A parameter without an entry takes the shared one, at its place in the signature; a parameter
    that means something else in a figure has its own entry. The returned figure is first described
    as in all figures.
    """
    if function.__doc__ is None:  # python -OO
        return function
    names = list(inspect.signature(function).parameters)
    head, own, rest = re.split(
        r"(?<=\nParameters\n----------\n)(.*?)(?=\n\nReturns\n-------\n)",
        inspect.cleandoc(function.__doc__), maxsplit=1, flags=re.DOTALL,
    )  # fmt: skip
    shared = _entries(_SHARED) | (_entries(_OF_CHARTS) if "height" in names else {})
    known = shared | _entries(own)
    parameters = "\n".join(dict.fromkeys(known[name] for name in names))
    given = _RETURNS + (" If ``ax`` is given, its figure is returned." if "ax" in names else "")
    given += "\n" if "\nmatplotlib.figure.Figure\n    " in rest else ""  # a paragraph of its own
    rest = rest.replace("\nmatplotlib.figure.Figure", f"\nmatplotlib.figure.Figure\n{given}", 1)
    function.__doc__ = head + parameters + rest
    return _described(_telling_what_fits(function) if "width" in names else function)


def _described(function: Function) -> Function:
    """Let a new figure know what it shows, for the alternative text of a notebook."""

    @functools.wraps(function)
    def drawn(*given: Any, **options: Any) -> Any:
        figure = function(*given, **options)
        if hasattr(figure, "shows"):
            result = given[0] if given else next(iter(options.values()), None)
            figure.shows = (function.__name__, result)
        return figure

    return cast(Function, drawn)


_SHORTER = (24, 20, 16, 12, 8, 5)  # characters


def _telling_what_fits(function: Function) -> Function:
    """Let the error for a width that is too small name the longest labels that fit it."""

    @functools.wraps(function)
    def drawn(*given: Any, **options: Any) -> Any:
        try:
            return function(*given, **options)
        except TooNarrow as refused:
            tried = _SHORTER if "max_label" in inspect.signature(function).parameters else ()
            label = next((n for n in tried if _fits(n, given, options)), None)
            ways = [refused.hint or "", "" if label is None else f"max_label = {label}"]
            ways = list(filter(None, ways)) or ["a larger width"]
            raise ArgumentError(
                refused.message, expected=refused.expected, found=refused.found,
                hint=f"Use {' or '.join(ways)}.",
            ) from None  # fmt: skip

    def _fits(label: int, given: tuple[Any, ...], options: dict[str, Any]) -> bool:
        try:
            function(*given, **{**options, "max_label": label})
        except TooNarrow:
            return False
        return True

    return cast(Function, drawn)


def _entries(section: str) -> dict[str, str]:
    """Return each parameter of a section with its entry, which several may share."""
    entries = re.split(r"\n(?=\S)", section)
    return {name: entry for entry in entries for name in entry.partition(" :")[0].split(", ")}


def style_of(
    ax: object = None,
    *,
    font_size: object,
    usual: float = 9.0,
    usual_width: float = 0.0,
    font: str | None = None,
    line_width: object = 0.8,
    title: str | None = None,
    width: object = None,
    height: object = None,
    max_label: object = None,
) -> Style:
    """Check the arguments that figures share.

    ``usual`` is the font size of this figure, ``usual_width`` its width in inches, if it has one.
    """
    if ax is not None:
        _check_axes(ax)
        if width is not None:
            raise ArgumentError(
                "`width` cannot be given together with `ax`", hint="Leave out one of the two."
            )
    check_labels(max_label)
    if font_size is None:
        font_size = _font_size(usual)
    if isinstance(width, str):
        check.choice("width", width, PAPERS)
        width = PAPERS[width]
    lengths = {"font_size": font_size, "line_width": line_width}
    em, line = (
        check.number(name, value, "a positive number of points", 0.0, 1000.0)
        for name, value in lengths.items()
    )
    paper = (
        72.0 * check.number(name, value, "a positive number of inches", 0.0, 1000.0)
        if value is not None
        else 72.0 * default
        for name, value, default in (("width", width, usual_width), ("height", height, 0.0))
    )
    return Style(em, line, font, title_lines(title or ""), *paper)


def _font_size(usual: float) -> float:
    """Return the font size that the session has set for all of Matplotlib, or the usual one."""
    from matplotlib import rcParams, rcParamsDefault

    size = float(rcParams["font.size"])
    return usual if size == rcParamsDefault["font.size"] else size


def check_labels(max_label: Any = None, decimals: Any = None) -> None:
    """Check the longest label and the number of decimals."""
    limits = (("max_label", max_label, 3, 10_000), ("decimals", decimals, 0, 12))
    for name, value, low, high in limits:
        if value is not None:
            check.whole(name, value, low, high)


def _check_axes(ax: object) -> None:
    """Refuse a value that is not Matplotlib axes of a figure."""
    from matplotlib.axes import Axes

    if isinstance(ax, Axes) and ax.get_figure() is not None:
        return
    found = "axes removed from their figure" if isinstance(ax, Axes) else type(ax).__name__
    raise ArgumentError(
        f"`ax` must be axes of a Matplotlib figure, not {found}",
        expected="matplotlib.axes.Axes",
        found=found,
        hint="Create axes: figure, ax = matplotlib.pyplot.subplots().",
    )


def result_or_part(name: str, value: object, wanted: type[Part], part: str, maker: str) -> Part:
    """Return a result, or the part of it that a figure shows, such as `Landscape.som`.

    Parameters
    ----------
    name : str
        Of the argument.
    value : object
        What the caller gave.
    wanted : type
        Class of what is shown.
    part : str
        Name of the attribute of larger results that holds it.
    maker : str
        The call that makes one, for the message.
    """
    found = getattr(value, part, None)
    for candidate in (value, found):
        if isinstance(candidate, wanted):
            return candidate
    check.kind(name, value, wanted, maker)
    raise AssertionError("unreachable")  # pragma: no cover


def part_of_comparison(
    result: object, kind: type[Part], name: str, option: str | None = None
) -> Part:
    """Return the result itself, or that part of a whole comparison.

    Parameters
    ----------
    result : object
        What the caller of a figure gave.
    kind : type
        Its class, or that of the part.
    name : str
        Of the part, and of the function that makes such a result.
    option : str, optional
        The argument of `compare` that asks for the part.
    """
    from pybench.comparison.summary import Comparison

    for candidate in (result, getattr(result, name, None)):
        if isinstance(candidate, kind):
            return candidate
    if isinstance(result, Comparison):
        raise ArgumentError(
            f"`result` must be a comparison that includes {name}, which this one does not",
            expected=f"a comparison with {name}",
            found="one without",
            hint=f"Compute it: pybench.compare(t, {option}=True).",
        )
    raise ArgumentError(
        f"`result` must be a {kind.__name__} or a Comparison, not {type(result).__name__}",
        expected=f"a {kind.__name__} or a Comparison",
        found=type(result).__name__,
        hint=f"Make one: pybench.{name}(t).",
    )
