"""Curves of rank preservation of several studies: metrics by domains or representations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from pybench.base import check
from pybench.base.errors import ArgumentError
from pybench.plot._rank_preservation import METRICS, RANDOM, draw_curves, methods
from pybench.plot.arguments import documented, style_of
from pybench.plot.draw.chart import ROW, KeyEntry, draw_key, dress, footnote, key_rows, write
from pybench.plot.draw.figure import DiagramFigure
from pybench.plot.draw.fonts import Typeface, typeface
from pybench.plot.draw.scene import hold
from pybench.plot.draw.style import INK, QUIET, group_colour, group_dash
from pybench.plot.draw.text import labels_for
from pybench.selection.ranking import LESS

if TYPE_CHECKING:
    from pybench.selection.preservation import RankPreservation

# Multiples of the font size.
_LEFT, _BETWEEN, _LEAST, _USUAL = 3.4, 0.8, 8.0, 17.0
_ABOVE, _HIGH, _LINE = 1.8, 11.0, 1.4
_TICKS = 2.5


@dataclass(frozen=True, slots=True)
class _Column:
    """Panels of one study, or of one of its representations."""

    name: str
    result: RankPreservation
    representation: str


@documented
def rank_preservations(
    results: RankPreservation | Mapping[str, RankPreservation],
    *,
    metrics: Sequence[str] = ("mae", "spearman"),
    width: float | str | None = None,
    height: float | None = None,
    max_label: int | None = 40,
    font_size: float | None = None,
    font: str | None = None,
) -> Figure:
    """Draw rank preservation of several studies in one grid, with one legend.

    Parameters
    ----------
    results : RankPreservation or mapping of str to RankPreservation
        Studies from `pybench.rank_preservation`, by the names of their columns in the figure. A
        study with several representations has a column for each.
    metrics : sequence of str
        Rows of the grid: metrics that all studies have.

    Returns
    -------
    matplotlib.figure.Figure
        One panel per metric and column, with one curve per strategy. A strategy has the same colour
        in all panels. The bands around the best curve of a panel and around random choice contain
        the middle range of the trials (95 % of the trials by default). If the metric has a target,
        a dashed line shows it. Each panel has its own scale.

    Raises
    ------
    ArgumentError
        No study, a metric that a study lacks, or a number out of range.

    Notes
    -----
    The figure corresponds to figure 2 of Gusev and Zaytsev (2026), arXiv 2606.27997.

    Examples
    --------
    >>> import pybench as pb
    >>> made = pb.synthetic_benchmark(0, datasets=30, models=6, repeats=1)
    >>> views = {"oracle": made.oracle, "broken": made.broken}
    >>> names = ["random", "farthest-first"]
    >>> found = pb.rank_preservation(made.table, views, names, range(2, 9), trials=9)
    >>> figure = pb.plot.rank_preservations(found)
    >>> len(figure.axes)  # two metrics, two representations, and the ground of the legend
    5
    """
    style = style_of(
        None, font_size=font_size, font=font, width=width, height=height, max_label=max_label
    )
    columns = _columns(results)
    rows = check.listed("metrics", metrics, "names of metrics")
    for one in columns:
        for metric in rows:
            check.choice("metrics", metric, tuple(one.result.auc["metric"].unique()))
    check.count("metrics", len(rows), 1)
    strategies = list(dict.fromkeys(s for one in columns for s in one.result.auc["strategy"]))
    colours = {name: i for i, name in enumerate(name for name in strategies if name != RANDOM)}
    labels = labels_for(strategies, max_label)
    entries = [_entry(name, label, colours) for name, label in zip(strategies, labels, strict=True)]
    notes = _notes([one.result for one in columns], rows)
    names = [one.name for one in columns]
    face = typeface(style.font, style.font_size, [*labels, *notes, *names])
    grid = _Grid(len(rows), len(columns), style.width, style.height, face, entries, notes)
    for i, metric in enumerate(rows):
        for j, one in enumerate(columns):
            axes = grid.panel(i, j)
            _panel(axes, one, metric, colours, face)
            axes.tick_params(labelbottom=i == len(rows) - 1)
            if i == 0:
                name = grid.fitting(labels_for([one.name], max_label)[0])
                above = (0.0, (_ABOVE + 0.4) * face.size)
                write(axes, (0.0, 1.0), name, face, move=above, weight="bold")
            if j == 0:
                move = (-(_LEFT - 0.4) * face.size, 0.6 * face.size)
                write(axes, (0.0, 1.0), METRICS[metric], face, move=move, color=QUIET)
    grid.finish()
    return grid.figure


def _columns(results: Any) -> list[_Column]:
    from pybench.selection.preservation import RankPreservation

    studies = results if isinstance(results, Mapping) else {"": results}
    if not studies:
        raise ArgumentError("`results` is empty", expected="one study or more", found="none")
    found = []
    for name, result in studies.items():
        check.kind("results", result, RankPreservation, "rank_preservation(t, embeddings)")
        seen = [place for place in dict.fromkeys(result.auc["representation"]) if place] or [""]
        for place in seen:
            both = f"{name}: {place}" if name and len(seen) > 1 else name or place
            found.append(_Column(str(both), result, place))
    return found


def _entry(name: str, label: str, colours: Mapping[str, int]) -> KeyEntry:
    if name == RANDOM:
        return KeyEntry(label, INK)
    return KeyEntry(label, group_colour(colours[name]), group_dash(colours[name]))


def _panel(
    axes: Axes, one: _Column, metric: str, colours: Mapping[str, int], face: Typeface
) -> None:
    lines = [
        line for line in methods(one.result, metric)
        if line["representation"] in ("", one.representation)
    ]  # fmt: skip
    goals = one.result.sufficient
    target = goals.loc[goals["metric"] == metric, "target"].tolist()[:1]
    groups = [colours.get(line["strategy"], 0) for line in lines]
    draw_curves(axes, lines, [*range(len(lines))], groups, target)
    dress(axes, face)
    axes.xaxis.set_major_locator(MaxNLocator(5, integer=True))
    axes.yaxis.set_major_locator(MaxNLocator(4))


def _notes(results: Sequence[RankPreservation], metrics: Sequence[str]) -> list[str]:
    trials = sorted({result.trials for result in results})
    spread = sorted({f"{100 * result.confidence:g}" for result in results})
    less = [metric in LESS for metric in metrics]
    better = (
        "less is better"
        if all(less)
        else "more is better"
        if not any(less)
        else ("less error is better, of all else more")
    )
    return [
        "Datasets chosen",
        f"Means over {' or '.join(map(str, trials))} trials; bands of the best and of random: "
        f"{' or '.join(spread)} % of trials; {better}; dashed: target.",
    ]


class _Grid:
    """A figure with panels, a legend above and notes below; sizes in points."""

    def __init__(
        self, rows: int, columns: int, width: float, height: float, face: Typeface,
        entries: Sequence[KeyEntry], notes: Sequence[str],
    ) -> None:  # fmt: skip
        em = face.size
        beside = _LEFT * columns + _BETWEEN * columns
        hold(width, (beside + _LEAST * columns) * em, em)
        self.face, self.rows, self.columns = face, rows, columns
        self.width = width or max((beside + _USUAL * columns) * em, 504.0)
        self.wide = (self.width - beside * em) / columns
        room = self.width - 0.6 * em
        self.key = key_rows(entries, face, room)
        self.notes = [face.wrap(note, room - _LEFT * em) for note in notes]
        head = (ROW * len(self.key) + 2.6 + _ABOVE) * em
        self.foot = (_TICKS + _LINE * sum(map(len, self.notes))) * em
        usual = head + self.foot + (rows * _HIGH + (rows - 1) * (_ABOVE + 0.6)) * em
        self.height = height or usual
        gaps = (rows - 1) * (_ABOVE + 0.6) * em
        self.high = (self.height - head - self.foot - gaps) / rows
        self.top = self.height - head
        self.figure = DiagramFigure(round(self.width / 72, 6), round(self.height / 72, 6))

    def panel(self, row: int, column: int) -> Axes:
        """Return the axes of a panel."""
        em = self.face.size
        x = _LEFT * em + column * (self.wide + (_LEFT + _BETWEEN) * em)
        y = self.top - (row + 1) * self.high - row * (_ABOVE + 0.6) * em
        box = x / self.width, y / self.height, self.wide / self.width, self.high / self.height
        return self.figure.add_axes(box)

    def fitting(self, name: str) -> str:
        """Shorten the name of a column until it fits above its panel."""
        room, most = self.wide + (_LEFT + _BETWEEN - 1.0) * self.face.size, len(name)
        while self.face.width(name, True) > room and most > 3:
            most -= 1
            name = labels_for([name], most)[0]
        return name

    def finish(self) -> None:
        """Draw the legend and the notes."""
        em = self.face.size
        y = self.top + (_ABOVE + 1.8) * em
        ground = self.figure.add_axes((0.3 * em / self.width, y / self.height, 0.5, 1e-6))
        ground.set_axis_off()
        draw_key(ground, self.key, self.face)
        lowest = self.figure.axes[(self.rows - 1) * self.columns]
        footnote(lowest, self.notes, self.face)
