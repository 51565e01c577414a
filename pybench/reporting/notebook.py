"""A result in a notebook: its conclusions, its figure and the first rows of its table.

Plain HTML without a script: colours and fonts are those of the notebook, light or dark. A figure
keeps its white ground, and its alternative text says what it shows.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from pybench import plot
from pybench.base.errors import PybenchError
from pybench.base.printable import preview
from pybench.base.result import conclusions_of
from pybench.base.text import counted
from pybench.plot.draw.text import alternative
from pybench.reporting import escape
from pybench.reporting.figures import rendered
from pybench.reporting.single import figure_of, name_of

if TYPE_CHECKING:
    from pybench.base.result import Result

ROWS, COLUMNS = 10, 12  # shown of a table
_DRAWN = 200  # rows of the table of the largest result whose figure is quick
_ALWAYS = ("posterior",)  # one row per draw, but a quick figure


def shown(result: Result) -> Markup:
    """Return a result as HTML."""
    lines = str(result).split("\n")
    concluded = conclusions_of(result) or (lines[0],)
    said = Markup("").join(Markup("<p>{}</p>\n").format(escape.text(one)) for one in concluded)
    table, rows = _table(result)
    figure = _figure(result) if rows <= _DRAWN or name_of(result) in _ALWAYS else ""
    text = Markup(
        "<details><summary>As text</summary>"
        '<pre style="font-family:monospace;white-space:pre-wrap">{}</pre></details>\n'
    ).format(escape.text("\n".join(lines)))
    return Markup('<div class="pybench">\n{}{}{}{}</div>\n').format(said, figure, table, text)


def _table(result: Result) -> tuple[Markup, int]:
    """Return the first rows of the table of a result, if it has one, and how many rows it has."""
    try:
        table, rows, columns = preview(result, ROWS, COLUMNS)
    except TypeError:  # results without a single table raise this
        return Markup(""), 0
    hidden = [counted(n, thing) for n, thing in ((rows, "row"), (columns, "column")) if n]
    more = Markup("<p>and {} more</p>\n").format(" and ".join(hidden)) if hidden else ""
    body = Markup('<div style="overflow-x:auto">\n{}</div>\n{}')
    return body.format(Markup(table.to_html()), more), rows + len(table.rows)


def _figure(result: Result) -> Markup:
    """Return the figure of a result as an image, if it has one that needs no other argument."""
    whole = name_of(result) == "comparison"
    diagram: Callable[..., Any] = plot.critical_difference
    draw = diagram if whole else figure_of(name_of(result))
    if draw is None:
        return Markup("")
    try:
        svg = rendered(draw(result), "svg").decode("utf-8")
    except PybenchError:  # for example, too many methods for one diagram
        return Markup("")
    image = Markup('<p><img src="{}" alt="{}" style="max-width:100%;background:white"/></p>\n')
    return image.format(escape.drawing(svg), escape.text(alternative(draw.__name__, result)))
