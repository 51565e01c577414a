"""Critical differences of several benchmarks, one row each: texts, numbers and geometry.

Lengths are points (1/72 inch), x grows to the right and y downwards from the top left corner.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pybench.base.errors import ArgumentError
from pybench.plot.arguments import check_labels
from pybench.plot.critical_difference_parts import END_TEXTS, MARGIN, PAD, Diagram, DiagramBuilder
from pybench.plot.critical_difference_text import (
    MOST_BARS,
    chosen_among,
    drawn_cliques,
    marks_of,
    test_and_choices,
)
from pybench.plot.draw.label_placement import spread_ascending
from pybench.plot.draw.style import MARKERS, PALETTE, SMALL
from pybench.plot.draw.text import Measure, labels_for, title_lines, visible

if TYPE_CHECKING:
    from pybench.comparison.benchmarks import CriticalDifferences

MOST = len(MARKERS) * len(PALETTE)  # classifiers that colour and shape tell apart
# Proportions, as multiples of the font size.
GAP = 0.95  # least distance of neighbouring marks
FAN = 1.0  # from the line of a row to its marks
ROW = 1.6  # from the bars of a row to the next line
INSET = 1.0  # from names to the axis


@dataclass(frozen=True, slots=True)
class BenchmarkRow:
    """One benchmark; classifiers by their place in the legend."""

    name: str  #: as shown
    remark: str  #: datasets and critical difference
    order: tuple[int, ...]  #: places, best first
    ranks: tuple[float, ...]  #: in that order, ascending
    cliques: tuple[tuple[int, ...], ...]  #: positions in that order
    ruler: float | None  #: critical difference in ranks, drawn around the control
    marks: Mapping[int, str]  #: place -> mark, see `marks_of`


@dataclass(frozen=True, slots=True)
class BenchmarkTexts:
    """Texts and numbers of the figure."""

    classifiers: tuple[str, ...]  #: as shown
    rows: tuple[BenchmarkRow, ...]
    control: int | None  #: place
    highlighted: frozenset[int]  #: places
    title: tuple[str, ...]  #: lines
    footnote: str


def benchmark_texts(
    result: CriticalDifferences,
    *,
    title: str | None = None,
    decimals: int = 2,
    footnote: bool = True,
    highlight: str | Iterable[str] | None = None,
    max_label: int | None = None,
) -> BenchmarkTexts:
    """Collect what the figure says; arguments as `critical_differences`."""
    from pybench.comparison.benchmarks import CriticalDifferences

    if not isinstance(result, CriticalDifferences):
        raise ArgumentError(
            f"`result` must be critical differences of benchmarks, not {type(result).__name__}",
            expected="CriticalDifferences",
            found=type(result).__name__,
            hint="Call pb.critical_differences(tables) first.",
        )
    check_labels(max_label, decimals)
    k = len(result.classifiers)
    if k > MOST:
        raise ArgumentError(
            f"{k} classifiers cannot be told apart by colour and shape: at most {MOST}",
            expected=f"at most {MOST} classifiers",
            found=str(k),
            hint="Draw each benchmark: pb.plot.critical_difference(result.diagrams[0]).",
        )
    place = {name: i for i, name in enumerate(result.classifiers)}
    chosen = frozenset(place[name] for name in chosen_among(place, highlight))
    control = None if result.control is None else place[result.control]
    return BenchmarkTexts(
        classifiers=tuple(labels_for(result.classifiers, max_label)),
        rows=tuple(_rows(result, place, decimals, max_label)),
        control=control,
        highlighted=chosen if control is None else chosen | {control},
        title=title_lines(title or ""),
        footnote=_footnote(result) if footnote else "",
    )


def _rows(
    result: CriticalDifferences, place: dict[str, int], decimals: int, max_label: int | None
) -> Iterable[BenchmarkRow]:
    names = labels_for(result.benchmarks, max_label)
    for name, shown in zip(names, result.diagrams, strict=True):
        at = {classifier: i for i, classifier in enumerate(shown.classifiers)}
        width = shown.critical_difference
        count = f"{shown.n_datasets} dataset{'' if shown.n_datasets == 1 else 's'}"
        yield BenchmarkRow(
            name=name,
            remark=count + ("" if width is None else f", CD = {width:.{decimals}f}"),
            order=tuple(place[classifier] for classifier in shown.classifiers),
            ranks=tuple(float(rank) for rank in shown.mean_ranks),
            cliques=tuple(tuple(sorted(at[m] for m in clique)) for clique in drawn_cliques(shown)),
            ruler=None if result.control is None else width,
            marks={place[name]: mark for name, mark in marks_of(shown).items() if mark},
        )


def _footnote(result: CriticalDifferences) -> str:
    """Say in words what the marks mean and which choices made them."""
    test, choices = test_and_choices(result.test, result.adjust, result.convention, result.alpha)
    apart = [diagram.significant.sum() for diagram in result.diagrams]
    k = len(result.classifiers)
    named = list(zip(result.benchmarks, result.diagrams, strict=True))
    if result.control is not None:
        control = visible(result.control)
        verdict = (
            f"An asterisk marks those that {test} tells apart from {control}"
            if any(apart)
            else f"{test[0].upper()}{test[1:]} tells none apart from {control}"
        )
    elif all(count == k * (k - 1) for count in apart):
        verdict = f"{test[0].upper()}{test[1:]} tells all pairs apart"
    else:
        verdict = f"Bars join classifiers that {test} does not tell apart"
    sentences = [
        "Mean ranks of each benchmark; rank 1 is best.",
        f"{verdict} {choices}; each benchmark is tested for itself.",
    ]
    crowded = [name for name, diagram in named if len(diagram.cliques) > MOST_BARS]
    if crowded:
        names = ", ".join(visible(name) for name in crowded)
        sentences.append(f"Too many bars to draw, more than {MOST_BARS}: {names}.")
    if any("not-an-interval" in diagram.notes and drawn_cliques(diagram) for _, diagram in named):
        sentences.append("Dashed arcs pass over classifiers that differ from a dotted member.")
    if any(diagram.against for _, diagram in named):
        sentences.append(f"! marks pairs of which {test} favours the one that mean ranks do not.")
    return " ".join(sentences)


@dataclass(frozen=True, slots=True)
class _BenchmarkFrame:
    """The vertical lines of the figure."""

    width: float
    axis: tuple[float, float]
    high: int  #: rank at the worse end
    best_left: bool

    @property
    def unit(self) -> float:
        """Length of one rank."""
        return (self.axis[1] - self.axis[0]) / (self.high - 1)

    def x(self, rank: float) -> float:
        """Return where a rank is."""
        along = (rank - 1) * self.unit
        return self.axis[0] + along if self.best_left else self.axis[1] - along


def arrange_benchmarks(
    said: BenchmarkTexts,
    measure: Measure,
    *,
    em: float,
    line: float = 0.8,
    best: str = "left",
    width: float | None = None,
) -> Diagram:
    """Place the content; a width that leaves the axis no room is exceeded."""
    frame = _frame(said, measure, em, best == "left", width)
    pen = DiagramBuilder(measure, em, line, frame.width)
    pen.title(said.title)
    pen.axis(frame.axis, 1, frame.high, frame.x, best_left=frame.best_left)
    for row in said.rows:
        _row(said, row, frame, pen)
    pen.legend(said.classifiers, said.highlighted)
    pen.footnote(said.footnote)
    return pen.diagram()


def _frame(
    said: BenchmarkTexts, measure: Measure, em: float, best_left: bool, width: float | None
) -> _BenchmarkFrame:
    k = len(said.classifiers)
    labels = max(
        max(measure(row.name, em, False).width, measure(row.remark, SMALL * em, False).width)
        for row in said.rows
    )
    ends = [measure(text, SMALL * em, False).width for text in END_TEXTS[best_left]]
    before = MARGIN * em + max(labels + INSET * em, ends[0] + PAD * em)
    after = MARGIN * em + max(INSET * em, ends[1] + PAD * em)
    entry = max(measure(name, SMALL * em, True).width for name in said.classifiers)
    shortest = max(12.0 * em, GAP * k * em, entry + 2 * em - before)
    natural = (26.0 + 0.45 * k) * em
    axis = max(natural if width is None else width - before - after, shortest)
    ends_of_axis = (before, before + axis)
    return _BenchmarkFrame(before + axis + after, ends_of_axis, k, best_left)


def _row(
    said: BenchmarkTexts, row: BenchmarkRow, frame: _BenchmarkFrame, pen: DiagramBuilder
) -> None:
    """Draw a line of ranks, the bars below it, and from it to each mark a leader."""
    em = pen.em
    pen.y += ROW * em
    top = pen.y
    pen.stroke("leader", (frame.axis[0], top), (frame.axis[1], top))
    edge = frame.axis[0] - INSET * em
    pen.write(edge, top + 0.2 * em, row.name, "right", "name")
    pen.write(edge, top + 1.4 * em, row.remark, "right", "value")
    _interval(said, row, frame, pen, top)
    k = len(row.order)
    order = row.order if frame.best_left else row.order[::-1]
    ranks = row.ranks if frame.best_left else row.ranks[::-1]
    at = [frame.x(rank) for rank in ranks]
    xs = spread_ascending(
        at, GAP * em, frame.axis[0] - 0.5 * INSET * em, frame.axis[1] + 0.5 * INSET * em
    )
    cliques = row.cliques
    if not frame.best_left:
        cliques = tuple(tuple(sorted(k - 1 - i for i in clique)) for clique in cliques)
    pen.bars(cliques, order, at, from_right=not frame.best_left)
    below = pen.y
    farthest = max(abs(x - rank) for x, rank in zip(xs, at, strict=True))
    pen.y += max(FAN * em, min(0.3 * farthest, 2.5 * FAN * em))
    for x, rank, place in zip(xs, at, order, strict=True):
        bold = place in said.highlighted
        path = ((rank, top), (rank, below), (x, pen.y))
        drawn = path if cliques else path[::2]
        pen.stroke("leader", *drawn, owner=place, group=place, bold=bold)
        pen.mark(x, pen.y, place)
        if place in row.marks:
            mark = row.marks[place]
            pen.write(x, pen.y + 0.95 * em, mark, "center", "star", place)
    pen.y += (0.95 if row.marks else 0.2) * em
    pen.y = max(pen.y, top + 1.6 * em)


def _interval(
    said: BenchmarkTexts, row: BenchmarkRow, frame: _BenchmarkFrame, pen: DiagramBuilder, y: float
) -> None:
    """Mark the control on the line, and thicker the ranks nearer to it than the difference."""
    if said.control is None:
        return
    at = frame.x(row.ranks[row.order.index(said.control)])
    if row.ruler is not None:
        reach = row.ruler * frame.unit
        ends = (max(at - reach, frame.axis[0]), min(at + reach, frame.axis[1]))
        pen.stroke("interval", (ends[0], y), (ends[1], y))
    pen.dot(at, y, said.control)
