"""Critical differences of several benchmarks, one row per benchmark: texts, numbers and geometry.

Lengths are points (1/72 inch); x grows to the right, y downwards from the top left corner.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pybench.base.errors import ArgumentError
from pybench.base.noun import noun, nouns
from pybench.plot.arguments import check_labels
from pybench.plot.critical_difference_parts import END_TEXTS, MARGIN, PAD, Diagram, DiagramBuilder
from pybench.plot.critical_difference_text import (
    MOST_BARS,
    drawn_cliques,
    marks_of,
    test_and_choices,
)
from pybench.plot.draw.label_placement import spread_ascending
from pybench.plot.draw.style import MARKERS, PALETTE
from pybench.plot.draw.text import Measure, labels_for, title_lines, visible
from pybench.plot.methods import method_looks

if TYPE_CHECKING:
    from pybench.comparison.benchmarks import CriticalDifferences

MOST = len(MARKERS) * len(PALETTE)  # methods with a colour and shape of their own
# Proportions, as multiples of the font size.
GAP = 0.95  # least distance of neighbouring marks
FAN = 1.0  # from the line of a row to its marks
ROW = 1.6  # from the bars of a row to the next line
INSET = 1.0  # from names to the axis


@dataclass(frozen=True, slots=True)
class BenchmarkRow:
    """One benchmark; methods by index in the legend."""

    name: str  #: as shown
    remark: str  #: datasets and critical difference
    order: tuple[int, ...]  #: indices, best first
    ranks: tuple[float, ...]  #: in that order, ascending
    cliques: tuple[tuple[int, ...], ...]  #: positions in that order
    ruler: float | None  #: critical difference in ranks, drawn around the control
    marks: Mapping[int, str]  #: index -> mark, see `marks_of`


@dataclass(frozen=True, slots=True)
class BenchmarkTexts:
    """Texts and numbers of the figure."""

    classifiers: tuple[str, ...]  #: as shown; numbered if colours and shapes are those of groups
    kinds: tuple[int | None, ...]  #: number of each one's colour and shape
    group_names: tuple[str, ...]  #: as shown
    rows: tuple[BenchmarkRow, ...]
    control: int | None  #: index
    highlighted: frozenset[int]  #: indices
    title: tuple[str, ...]  #: lines
    footnote: str


def benchmark_texts(
    result: CriticalDifferences,
    *,
    title: str | None = None,
    decimals: int = 2,
    footnote: bool = True,
    highlight: str | Iterable[str] | None = None,
    labels: Mapping[str, str] | None = None,
    groups: Mapping[str, str] | None = None,
    max_label: int | None = None,
) -> BenchmarkTexts:
    """Collect the texts of the figure; arguments as in `critical_differences`."""
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
            f"{k} methods are more than colours and shapes can distinguish: at most {MOST}",
            expected=f"at most {MOST} methods",
            found=str(k),
            hint="Draw each benchmark in its own figure: "
            "pb.plot.critical_difference(result.diagrams[0]).",
        )
    index = {name: i for i, name in enumerate(result.classifiers)}
    looks = method_looks(
        result.classifiers, labels=labels, highlight=highlight, groups=groups, max_label=max_label
    )
    grouped = bool(looks.group_names)
    control = None if result.control is None else index[result.control]
    return BenchmarkTexts(
        classifiers=tuple(f"{i} {name}" for i, name in enumerate(looks.names, 1))
        if grouped
        else looks.names,
        kinds=looks.groups if grouped else tuple(range(k)),
        group_names=looks.group_names,
        rows=tuple(_rows(result, index, decimals, max_label, numbered=grouped)),
        control=control,
        highlighted=looks.bold if control is None else looks.bold | {control},
        title=title_lines(title or ""),
        footnote=_footnote(result, looks.full) if footnote else "",
    )


def _rows(
    result: CriticalDifferences,
    index: dict[str, int],
    decimals: int,
    max_label: int | None,
    *,
    numbered: bool,
) -> Iterable[BenchmarkRow]:
    names = labels_for(result.benchmarks, max_label)
    for name, shown in zip(names, result.diagrams, strict=True):
        at = {classifier: i for i, classifier in enumerate(shown.classifiers)}
        width = shown.critical_difference
        count = f"{shown.n_datasets} dataset{'' if shown.n_datasets == 1 else 's'}"
        yield BenchmarkRow(
            name=name,
            remark=count + ("" if width is None else f", CD = {width:.{decimals}f}"),
            order=tuple(index[classifier] for classifier in shown.classifiers),
            ranks=tuple(float(rank) for rank in shown.mean_ranks),
            cliques=tuple(tuple(sorted(at[m] for m in clique)) for clique in drawn_cliques(shown)),
            ruler=None if result.control is None else width,
            marks={
                index[name]: f"{index[name] + 1}{mark}" if numbered else mark
                for name, mark in marks_of(shown).items()
                if mark or numbered
            },
        )


def _footnote(result: CriticalDifferences, full: Mapping[str, str]) -> str:
    """Describe the marks and the options of the test."""
    test, choices = test_and_choices(result.test, result.adjust, result.convention, result.alpha)
    apart = [diagram.significant.sum() for diagram in result.diagrams]
    k = len(result.classifiers)
    named = list(zip(result.benchmarks, result.diagrams, strict=True))
    if result.control is not None:
        control = full[result.control]
        verdict = (
            f"An asterisk marks {nouns()} that differ significantly from {control} by {test}"
            if any(apart)
            else f"No {noun()} differs significantly from {control} by {test}"
        )
    elif all(count == k * (k - 1) for count in apart):
        verdict = f"All pairs differ significantly by {test}"
    else:
        verdict = f"Bars join {nouns()} that do not differ significantly by {test}"
    sentences = [
        "Mean ranks of each benchmark; rank 1 is best.",
        f"{verdict} {choices}; each benchmark is tested for itself.",
    ]
    crowded = [name for name, diagram in named if len(diagram.cliques) > MOST_BARS]
    if crowded:
        names = ", ".join(visible(name) for name in crowded)
        sentences.append(f"Too many bars to draw, more than {MOST_BARS}: {names}.")
    if any("not-an-interval" in diagram.notes and drawn_cliques(diagram) for _, diagram in named):
        sentences.append(f"Dashed arcs skip {nouns()} that differ from a dotted member.")
    if any(diagram.against for _, diagram in named):
        sentences.append(f"! marks pairs of which {test} favours the one that mean ranks do not.")
    return " ".join(sentences)


@dataclass(frozen=True, slots=True)
class _BenchmarkFrame:
    """Horizontal positions."""

    width: float
    axis: tuple[float, float]
    high: int  #: rank at the worse end
    best_left: bool

    @property
    def unit(self) -> float:
        """Length of one rank."""
        return (self.axis[1] - self.axis[0]) / (self.high - 1)

    def x(self, rank: float) -> float:
        """Return the position of a rank."""
        along = (rank - 1) * self.unit
        return self.axis[0] + along if self.best_left else self.axis[1] - along


def arrange_benchmarks(
    texts: BenchmarkTexts,
    measure: Measure,
    *,
    em: float,
    line: float = 0.8,
    best: str = "left",
    width: float | None = None,
) -> Diagram:
    """Arrange the texts; a width that is too small for the axis is exceeded."""
    frame = _frame(texts, measure, em, best == "left", width)
    builder = DiagramBuilder(measure, em, line, frame.width)
    builder.title(texts.title)
    builder.axis(frame.axis, 1, frame.high, frame.x, best_left=frame.best_left)
    for row in texts.rows:
        _row(texts, row, frame, builder)
    builder.legend(texts.classifiers, texts.highlighted, texts.kinds)
    builder.legend(texts.group_names)
    builder.footnote(texts.footnote)
    return builder.diagram()


def _frame(
    texts: BenchmarkTexts, measure: Measure, em: float, best_left: bool, width: float | None
) -> _BenchmarkFrame:
    k = len(texts.classifiers)
    labels = max(
        max(measure(row.name, em, False).width, measure(row.remark, em, False).width)
        for row in texts.rows
    )
    ends = [measure(text, em, False).width for text in END_TEXTS[best_left]]
    before = MARGIN * em + max(labels + INSET * em, ends[0] + PAD * em)
    after = MARGIN * em + max(INSET * em, ends[1] + PAD * em)
    entry = max(measure(name, em, True).width for name in texts.classifiers)
    shortest = max(12.0 * em, _gap(texts, measure, em) * k, entry + 2 * em - before)
    natural = (26.0 + 0.45 * k) * em
    axis = max(natural if width is None else width - before - after, shortest)
    ends_of_axis = (before, before + axis)
    return _BenchmarkFrame(before + axis + after, ends_of_axis, k, best_left)


def _gap(texts: BenchmarkTexts, measure: Measure, em: float) -> float:
    """Return the least distance of neighbouring marks, below which are numbers or asterisks."""
    widest = max(
        (measure(mark, em, False).width for row in texts.rows for mark in row.marks.values()),
        default=0.0,
    )
    return max(GAP * em, widest + 0.3 * em if texts.group_names else 0.0)


def _row(
    texts: BenchmarkTexts, row: BenchmarkRow, frame: _BenchmarkFrame, builder: DiagramBuilder
) -> None:
    """Draw the axis of a benchmark, bars below it, and a leader from it to each mark."""
    em = builder.em
    builder.y += ROW * em
    top = builder.y
    builder.stroke("leader", (frame.axis[0], top), (frame.axis[1], top))
    edge = frame.axis[0] - INSET * em
    builder.write(edge, top + 0.2 * em, row.name, "right", "name")
    builder.write(edge, top + 1.4 * em, row.remark, "right", "value")
    _interval(texts, row, frame, builder, top)
    k = len(row.order)
    order = row.order if frame.best_left else row.order[::-1]
    ranks = row.ranks if frame.best_left else row.ranks[::-1]
    at = [frame.x(rank) for rank in ranks]
    xs = spread_ascending(
        at,
        _gap(texts, builder.measure, em),
        frame.axis[0] - 0.5 * INSET * em,
        frame.axis[1] + 0.5 * INSET * em,
    )
    cliques = row.cliques
    if not frame.best_left:
        cliques = tuple(tuple(sorted(k - 1 - i for i in clique)) for clique in cliques)
    builder.bars(cliques, order, at, from_right=not frame.best_left)
    below = builder.y
    farthest = max(abs(x - rank) for x, rank in zip(xs, at, strict=True))
    builder.y += max(FAN * em, min(0.3 * farthest, 2.5 * FAN * em))
    for x, rank, index in zip(xs, at, order, strict=True):
        bold = index in texts.highlighted
        path = ((rank, top), (rank, below), (x, builder.y))
        drawn = path if cliques else path[::2]
        builder.stroke("leader", *drawn, owner=index, group=texts.kinds[index], bold=bold)
        builder.mark(x, builder.y, texts.kinds[index])
        if index in row.marks:
            mark = row.marks[index]
            builder.write(x, builder.y + 0.95 * em, mark, "center", "star", index)
    builder.y += (0.95 if row.marks else 0.2) * em
    builder.y = max(builder.y, top + 1.6 * em)


def _interval(
    texts: BenchmarkTexts,
    row: BenchmarkRow,
    frame: _BenchmarkFrame,
    builder: DiagramBuilder,
    y: float,
) -> None:
    """Mark the control, and thicken the axis within the critical difference of it."""
    if texts.control is None:
        return
    at = frame.x(row.ranks[row.order.index(texts.control)])
    if row.ruler is not None:
        reach = row.ruler * frame.unit
        ends = (max(at - reach, frame.axis[0]), min(at + reach, frame.axis[1]))
        builder.stroke("interval", (ends[0], y), (ends[1], y))
    builder.dot(at, y, texts.control)
