"""Pictures of docs/reproduction-compare.md: the figures of paper 001, drawn by pybench."""

from __future__ import annotations

from collections.abc import Sequence

import pybench as pb
from bench.pictures import WIDTH, picture

NAMED = ("DrCIF", "InceptionTime")  # the pair of the paper's first figure of swaps
SWAPPED = ("ResNet", "STSF")
SHOWN = 2  # other methods in the sets whose swaps are drawn


def pictures(t: pb.ResultsTable, five: pb.ResultsTable, kept: Sequence[str]) -> dict[str, str]:
    """Draw all; return the Markdown of each.

    Parameters
    ----------
    t : ResultsTable
        The 23 methods of the page.
    five : ResultsTable
        The five methods on 128 datasets.
    kept : sequence of str
        The other methods of the swap that is shown.
    """
    before, after = (_swap(t, kept, place) for place in (0, 1))
    known = set(t.datasets)
    return {
        "diagram": _diagram(five),
        "before": before,
        "after": after,
        "swap_matrix": _swaps(t, NAMED),
        "swap_matrix_chief": _swaps(t, ("DrCIF", "TS-CHIEF")),
        "triangle": _triangle(five.select([name for name in five.datasets if name in known])),
        "matrix": _matrix("compare-matrix", five),
        "row": _matrix("compare-matrix-row", five, ["InceptionTime"]),
    }


def patterns(found: pb.CorePatterns) -> str:
    """Draw how often each pattern of a core occurs."""
    counts = ", ".join(f"{count:,.0f}" for count in found.patterns["sets"])
    return picture(
        f"compare-patterns-{found.core[0]}",
        pb.plot.patterns(found),
        f"Patterns of significant differences within {', '.join(found.core)}, in {counts} sets",
    )


def _diagram(five: pb.ResultsTable) -> str:
    found = pb.critical_difference(five, "wilcoxon")
    bars = "; ".join(" and ".join(names) for names in found.cliques)
    return picture(
        "compare-diagram",
        pb.plot.critical_difference(found, width=WIDTH),
        f"Critical difference diagram on {five.n_datasets} datasets, with mean ranks "
        f"{_ranks(found, found.classifiers)}; a bar joins {bars}",
    )


def _ranks(found: pb.CriticalDifference, names: Sequence[str]) -> str:
    ranks = dict(zip(found.classifiers, found.mean_ranks, strict=True))
    return ", ".join(f"{name} {ranks[name]:.2f}" for name in names)


def _swap(t: pb.ResultsTable, kept: Sequence[str], place: int) -> str:
    others = [*kept, SWAPPED[place]]
    found = pb.critical_difference(t.select(classifiers=[*NAMED, *others]), "wilcoxon")
    return picture(
        f"compare-swap-{place + 1}",
        pb.plot.critical_difference(found, width=WIDTH / 2),
        f"Critical difference diagram with {' and '.join(others)} as the other methods; mean ranks "
        f"of the pair: {_ranks(found, NAMED)}",
    )


def _swaps(t: pb.ResultsTable, pair: tuple[str, str]) -> str:
    found = pb.swaps(t, *pair, SHOWN, show=0)
    return picture(
        f"compare-swaps-{pair[1]}",
        pb.plot.swaps(found, width=WIDTH),
        f"Matrix of the swaps that change order and verdict of {' and '.join(pair)}: "
        f"{found.total} of {found.examined:,} with {SHOWN} other methods",
    )


def _triangle(t: pb.ResultsTable) -> str:
    found = pb.posterior(t, "ROCKET", "InceptionTime", rope=0.01)
    return picture(
        "compare-triangle",
        pb.plot.simplex(found),
        f"Posterior of ROCKET against InceptionTime in a triangle, on {t.n_datasets} datasets",
    )


def _matrix(name: str, five: pb.ResultsTable, rows: list[str] | None = None) -> str:
    found = pb.multi_comparison(five, rows)
    return picture(
        name,
        pb.plot.multi_comparison(found, width=WIDTH),
        f"Multi-comparison matrix on {five.n_datasets} datasets: {', '.join(found.rows)} against "
        f"{', '.join(found.columns)}",
    )
