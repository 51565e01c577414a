"""What falls out, calculator by calculator and dataset by dataset: the content of the figure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from pybench.base.text import counted
from pybench.plot.label import labels_for, visible

if TYPE_CHECKING:
    import numpy.typing as npt

    from pybench.features.report import FeatureReport

    Floats = npt.NDArray[np.float64]

MOST = 100  # rows


@dataclass(frozen=True, slots=True)
class Row:
    """The features of one calculator on all datasets that are shown."""

    name: str
    group: str
    shares: Floats  #: (D,) share of values that are missing, or of features that are constant
    some: npt.NDArray[np.bool_]  #: (D,) whether a feature is missing in some series, not in all
    fallen: int  #: features that fall out on any dataset
    count: int  #: features


@dataclass(frozen=True, slots=True)
class Chart:
    """Texts and numbers of the figure."""

    show: str
    datasets: tuple[str, ...]  #: as shown, with the length of their series
    rows: tuple[Row, ...]
    bars: npt.NDArray[np.int64]  #: (D,) features that fall out
    alone: npt.NDArray[np.int64]  #: (D,) those that fall out on no other dataset
    title: str
    footnote: str


def chart_of(report: FeatureReport, show: str, title: str | None, limit: int | None) -> Chart:
    """Collect what the figure says; arguments as `features`."""
    fallen = report.missing > 0 if show == "missing" else report.constant
    amount = report.missing if show == "missing" else report.constant.astype(np.float64)
    by_length = sorted(
        np.flatnonzero(fallen.any(axis=1)).tolist(),
        key=lambda i: (_last(float(report.shortest[i])), -int(fallen[i].sum()), report.datasets[i]),
    )
    at = np.array(by_length, np.int64)
    rows = sorted(_rows(report, fallen[at], amount[at]), key=_weight)
    order = report.group_names
    names = labels_for(report.datasets, limit)
    rows.sort(key=lambda row: order.index(row.group) if row.group in order else len(order))
    lonely = fallen.sum(axis=0) == 1
    return Chart(
        show=show,
        datasets=tuple(_dataset(report, i, names[i]) for i in by_length),
        rows=tuple(
            replace(row, name=label)
            for row, label in zip(
                rows[:MOST], labels_for([row.name for row in rows[:MOST]], limit), strict=True
            )
        ),
        bars=fallen[at].sum(axis=1),
        alone=fallen[at][:, lonely].sum(axis=1),
        title="" if title is None else visible(title),
        footnote=_footnote(report, show, fallen, len(rows)),
    )


def _rows(report: FeatureReport, fallen: npt.NDArray[np.bool_], amount: Floats) -> Iterator[Row]:
    """Give the calculators of which a feature falls out; arrays of the datasets shown."""
    members: dict[str, list[int]] = {}
    for at, name in enumerate(report.calculators):
        members.setdefault(name, []).append(at)
    for name, places in members.items():
        if fallen[:, places].any():
            mine = amount[:, places]
            yield Row(
                name=name,
                group=report.groups.get(report.names[places[0]], ""),
                shares=mine.mean(axis=1),
                some=np.asarray(((mine > 0) & (mine < 1)).any(axis=1)),
                fallen=int(fallen[:, places].any(axis=0).sum()),
                count=len(places),
            )


def _weight(row: Row) -> tuple[float, str]:
    return -float(row.shares.sum()), row.name


def _last(length: float) -> float:
    return length if length == length else np.inf


def _dataset(report: FeatureReport, row: int, name: str) -> str:
    length = float(report.shortest[row])
    return f"{name}  {length:.0f}" if length == length else name


def _footnote(report: FeatureReport, show: str, fallen: npt.NDArray[np.bool_], n_rows: int) -> str:
    n, p = len(report.datasets), len(report.names)
    clean = n - int(fallen.any(axis=1).sum())
    idle = len(set(report.calculators)) - n_rows
    what = "missing" if show == "missing" else "constant"
    sentences = [
        f"{int(fallen.any(axis=0).sum())} of {counted(p, 'feature')} are {what} on some dataset; "
        f"right: how many of each calculator. Not shown, since none is: "
        f"{counted(clean, 'dataset')}, {counted(idle, 'calculator')}",
        f"Bars: features {what} on the dataset; dark: on no other",
    ]
    if np.isfinite(report.shortest).any():
        sentences.append("The number at a dataset is the length of its shortest series")
    if show == "missing":
        sentences.append("Dot: a feature is missing in some series of the dataset, not in all")
    if n_rows > MOST:
        sentences.append(f"Rows: the first {MOST} of {n_rows} calculators")
    if report.removed and show == "missing":
        sentences.append(f"{counted(len(report.removed), 'feature')} had left the table before")
    return ". ".join(sentences) + "."
