"""The part of a page about stability of the verdicts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from pybench.base.noun import nouns
from pybench.reporting.formats import counted

if TYPE_CHECKING:
    from pybench.comparison.stability import Stability

TESTS = {"nemenyi": "Nemenyi", "wilcoxon-holm": "signed ranks"}
_QUESTIONS = {
    "order": "Better mean rank",
    "nemenyi": "Nemenyi's test",
    "wilcoxon-holm": "Signed ranks, Holm",
}
_SHOWN = 8  # verdicts of each test


@dataclass(frozen=True, slots=True)
class Flip:
    """A verdict of the full table that other tables contradict."""

    first: str
    second: str
    test: str  #: "Nemenyi" or "signed ranks"
    verdict: str  #: "differ" or "not significant"
    sets: float  #: share of sets of methods with the other verdict
    resamples: float  #: the same for resampled datasets
    datasets: float  #: the same for tables without one dataset
    smallest: tuple[str, ...]  #: other methods in the smallest set that flips it, () if none
    alone: bool  #: whether the two methods alone flip it
    without: tuple[str, ...]  #: the fewest methods whose removal flips it, () if unknown


def view(result: Stability) -> dict[str, Any]:
    """Return the values of a result for the template."""
    kinds = ("sets", "datasets", "resamples")
    flipped = {kind: (result.flips(kind) > 0).sum() for kind in kinds}
    turned: dict[str, int | str] = {
        test: "not known" if count is None else count
        for test, count in reversed_pairs(result).items()
    }
    orders = [result.flips(kind)["order"].to_numpy() > 0 for kind in kinds]
    turned["order"] = int(np.any(orders, axis=0).sum())
    return {
        "result": result,
        "against": against(result),
        "pairs": len(result.pairs),
        "counts": [
            (text, [int(flipped[kind][question]) for kind in kinds], turned[question])
            for question, text in _QUESTIONS.items()
        ],
        "flips": most_flipped(result),
        "alternative": f"Matrix of {nouns()} by mean rank: in what percentage of other tables the "
        "verdict of the signed-rank test changes. " + " ".join(sentences(result)),
    }


def against(result: Stability) -> str:
    """State with which other tables the verdicts were compared."""
    which = "all" if result.exhaustive else "randomly drawn"
    return (
        f"{result.n_sets} sets of {nouns()} ({which}), the {result.n_datasets} tables without "
        f"one dataset, and {result.n_resamples} tables of resampled datasets"
    )


def reversed_pairs(result: Stability) -> dict[str, int | None]:
    """Count for each test the pairs whose direction is reversed in some other table.

    None for a result of an earlier version, which did not record it.
    """
    shares = [result.reversals(kind) for kind in ("sets", "datasets", "resamples")]
    found: dict[str, int | None] = {}
    for test in TESTS:
        by_kind = np.column_stack([share[test].to_numpy() for share in shares])
        found[test] = None if np.isnan(by_kind).all() else int((by_kind > 0).any(axis=1).sum())
    return found


def sentences(result: Stability) -> tuple[str, ...]:
    """State in plain words how many verdicts of each test depend on the table."""
    sets, resamples = (result.flips(kind) > 0 for kind in ("sets", "resamples"))
    total = counted(len(result.pairs), "verdict")
    turned = {
        test: f" In {count} of them, the worse method is the better one in at least one other "
        "table."
        if count
        else ""
        for test, count in reversed_pairs(result).items()
    }
    return tuple(
        f"Of {total} {by}, {int(sets[test].sum())} flip among other sets of these {nouns()} and "
        f"{int(resamples[test].sum())} on resampled datasets, at least once.{turned[test]}"
        for test, by in (("nemenyi", "of Nemenyi's test"), ("wilcoxon-holm", "by signed ranks"))
    )


def most_flipped(result: Stability, count: int = _SHOWN) -> tuple[Flip, ...]:
    """Return for each test the verdicts that depend most on the other methods."""
    return tuple(flip for test in TESTS for flip in _flips(result, test, count))


def _flips(result: Stability, test: str, count: int) -> Iterator[Flip]:
    shares = {kind: result.flips(kind)[test].to_numpy() for kind in ("sets", "resamples")}
    datasets = result.flips("datasets")[test].to_numpy()
    # The last key counts most: by sets, then by resamples, then in table order.
    for i in np.lexsort((-shares["resamples"], -shares["sets"]))[:count]:
        if shares["sets"][i] == 0:
            return
        first, second = result.pairs[i]
        found: dict[str, Any] = result.example(first, second, test)
        smallest = tuple(name for name in found["smallest"] if name not in (first, second))
        yield Flip(
            first,
            second,
            TESTS[test],
            "differ" if result.full[test].iloc[i] else "not significant",
            float(shares["sets"][i]),
            float(shares["resamples"][i]),
            float(datasets[i]),
            smallest,
            len(found["smallest"]) == 2,
            found["without"],
        )
