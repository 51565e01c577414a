"""The verdicts of paper 000 beside ours: its four tables, pairs that change, the best methods."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
import pandas as pd

import pybench as pb
from pybench.landscape.best import BestByRegion
from pybench.landscape.bootstrap import Bootstrap

PAPER = Path(__file__).with_name("landscape_paper.csv")
THRESHOLDS = (50, 80, 90, 100)


def markdown(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Write a table."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines)


def listed(values: Iterable[object]) -> str:
    """Write values one after the other."""
    return " ".join(map(str, values))


class Published:
    """The tables that the paper prints, a row per pair."""

    def __init__(self, t: pb.ResultsTable) -> None:
        frame = pd.read_csv(PAPER)
        place = {name: i for i, name in enumerate(t.classifiers)}
        self.first = frame.classifier_1.map(place).to_numpy()
        self.second = frame.classifier_2.map(place).to_numpy()
        self.frame = frame.drop(columns=["classifier_1", "classifier_2"])
        names = frame[["classifier_1", "classifier_2"]].itertuples(index=False, name=None)
        self.pairs = [" and ".join(pair) for pair in names]

    def of(self, cells: pd.DataFrame) -> np.ndarray:
        """Return our cells in the order of the paper's."""
        return cells.to_numpy()[self.first, self.second]


def section_all(found: Bootstrap, paper: Published) -> str:
    """Compare Table 1 cell by cell."""
    equal = (~paper.of(found.all_datasets) == paper.frame["all"]).sum()
    return f"{equal} of {len(paper.pairs)} verdicts equal those of the paper."


def section_by_region(found: Bootstrap, paper: Published) -> str:
    """Compare every testable region of our map with every one of the paper's Table 3."""
    head = ["here", "datasets", "pairs that differ", *(f"as the paper's {n}" for n in _THREE)]
    rows = [
        (
            region,
            len(found.representatives.get(region, ())),
            int(paper.of(cells).sum()),
            *(f"{(~paper.of(cells) == paper.frame[n]).sum()} of 91" for n in _THREE),
        )
        for region, cells in found.by_region.items()
    ]
    rows.append(
        ("paper", "23, 25, 16", listed((91 - paper.frame[list(_THREE)].sum()).tolist()), "", "", "")
    )
    return markdown(head, rows)


_THREE = ("first", "fourth", "fifth")


def section_table_3(found: Bootstrap, paper: Published) -> str:
    """List the pairs on which regions do not agree, as the paper's example of HC and S-BOSS."""
    ours = {region: paper.of(cells) for region, cells in found.by_region.items()}
    stack = np.array(list(ours.values()))
    mixed = stack.any(axis=0) & ~stack.all(axis=0)
    theirs = paper.frame[list(_THREE)].to_numpy()
    both = (theirs.any(axis=1) & ~theirs.all(axis=1)).sum()
    return (
        f"For {mixed.sum()} of 91 pairs of methods, the verdict here is not the same in all "
        f"regions; in the paper, this is so for {both} pairs. The table has one row for each pair "
        f"of methods that differs significantly in one or two of the regions {', '.join(ours)}, "
        "but not in all:\n\n"
    ) + markdown(
        ["pair", *ours, *(f"paper, {n}" for n in _THREE)],
        (
            (pair, *("differ" if x else "" for x in stack[:, i]),
             *("" if x else "differ" for x in theirs[i]))
            for i, pair in enumerate(paper.pairs)
            if mixed[i]
        ),
    )  # fmt: skip


def section_bootstrap(found: Bootstrap, paper: Published, names: Sequence[str]) -> str:
    """Compare the counts with those of Tables 2 and 4, sample size by sample size."""
    rows = []
    for n, name in zip(found.per_region, names, strict=True):
        ours, theirs = paper.of(found.counts[n]), paper.frame[name].to_numpy()
        alike = ((ours > 15) == (theirs > 15)).sum()
        own, random = (
            100 * paper.of(part).sum() / (91 * found.repeats)
            for part in (found.dissent(n), found.contradictions(n))
        )
        rows.append(
            (
                n,
                n * len(found.representatives),
                (ours <= 15).sum(),
                f"{5 * int(name)}",
                (theirs <= 15).sum(),
                f"{alike} of 91",
                f"{np.corrcoef(ours, theirs)[0, 1]:.2f}",
                f"{own:.1f} %",
                f"{random:.1f} %",
            )
        )
    head = [
        "per region", "datasets", "pairs that differ", "datasets, paper", "pairs, paper",
        "same verdict", "correlation of counts", "own portfolios against the majority",
        "random ones against it",
    ]  # fmt: skip
    return markdown(head, rows)


def section_counts(found: Bootstrap, paper: Published) -> str:
    """Show our counts beside the paper's, of every pair that differs on some portfolio."""
    rows = []
    for i, pair in enumerate(paper.pairs):
        ours = [int(paper.of(found.counts[n])[i]) for n in found.per_region]
        theirs = [int(paper.frame[name][i]) for name in ("2", "3", "4")]
        if min(ours + theirs) < 25:
            rows.append((pair, *ours, *theirs))
    head = ["pair", *(f"{n} per region" for n in found.per_region), *(f"paper, {n}" for n in "234")]
    return markdown(head, rows)


def section_changing(found: dict[str, Bootstrap], paper: Published) -> str:
    """Name the pairs whose verdict depends on the sample size."""
    sizes = paper.frame[["2", "3", "4"]].to_numpy() > 15
    printed = [p for p, v in zip(paper.pairs, sizes, strict=True) if v.any() and not v.all()]
    rows = [("paper, by the cells of its tables", len(printed), "; ".join(printed))]
    for name, result in found.items():
        pairs = [" and ".join(pair) for pair in result.changing]
        rows.append((name, len(pairs), "; ".join(pairs)))
    return markdown(["", "pairs", "which"], rows)


def section_thresholds(frame: pd.DataFrame) -> str:
    """Say how much depends on the threshold."""
    head = [
        "threshold", "per region", "datasets to draw from", "pairs that differ",
        "pairs that depend on the size", "pairs whose verdict changes at another threshold",
    ]  # fmt: skip
    columns = ["threshold", "per_region", "datasets", "different", "changing", "other_thresholds"]
    rows = (
        tuple(f"{x:g}" for x in row) for row in frame[columns].itertuples(index=False, name=None)
    )
    return markdown(head, rows)


def section_best(found: BestByRegion) -> str:
    """Name the best classifier of each region."""
    rows = [
        (
            region,
            len(found.representatives[region]),
            " and ".join(best),
            f"{found.mean_ranks.loc[region].min():.2f}",
            "too few for a test" if region not in found.rivals else ", ".join(found.rivals[region]),
        )
        for region, best in found.best.items()
        if best
    ]
    n, lead = found.n_datasets, str(found.overall.idxmin())
    rows.append((f"all {n}", n, lead, f"{found.overall.min():.2f}", ""))
    return markdown(
        ["region", "datasets", "best", "mean rank", "not significantly different from it"], rows
    )


def section_random(found: dict[str, Bootstrap]) -> str:
    """Say how often a random portfolio contradicts the landscape, and how often a landscape one."""
    rows = []
    for result in found.values():
        for n in result.per_region:
            cells = np.triu_indices(result.n_classifiers, 1)
            own, random = (
                100 * part.to_numpy()[cells].mean() / result.repeats
                for part in (result.dissent(n), result.contradictions(n))
            )
            rows.append((n, n * len(result.representatives), f"{own:.2f} %", f"{random:.2f} %"))
    head = ["per region", "datasets", "landscape portfolios", "random portfolios"]
    return markdown(head, list(dict.fromkeys(rows)))
