"""The part of a page about pairs: p-values of two tests, and where their verdicts differ."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pybench.base import shared
from pybench.base.result import format_p
from pybench.reporting.formats import short_p

if TYPE_CHECKING:
    import pandas as pd

    from pybench.comparison.critical import CriticalDifference
    from pybench.comparison.nemenyi import NemenyiResult
    from pybench.comparison.pairs import PairwiseTest
    from pybench.comparison.summary import Comparison

Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

LEVELS = (0.01, 0.05, 0.1)  # choices of the reader, besides that of the comparison
#: Corrections the reader may choose instead of Holm's, which is first.
CORRECTIONS = ("holm", "hochberg", "hommel", "BH", "none")
#: What a correction controls, in words.
_CONTROLS = {
    "strong FWER": "chance of any false rejection",
    "FDR": "share of false rejections",
    "nothing": "each pair by itself",
}


@dataclass(frozen=True, slots=True)
class Pair:
    """A cell of a matrix of p-values."""

    shown: str  #: three decimals, and if the pair differs ▲ for a better row, ▼ for a worse
    exact: str  #: with four significant digits, in words
    kind: str  #: class of the cell: "self", "same", or "differs" with its degree
    toward: int = 0  #: 1 if the test favours the row, -1 the column
    by: tuple[float, ...] = ()  #: p by each of `CORRECTIONS`, if the page can change it


def view(comparison: Comparison) -> dict[str, Any]:
    """Return the matrices of both tests and the pairs on which they disagree."""
    ours, ranked = comparison.critical_difference, comparison.nemenyi
    if ours is None or ranked is None:
        return _signed_alone(comparison)
    order = list(ours.classifiers)
    signs = np.sign(ours.mean_ranks - ours.mean_ranks[:, None])
    tested = comparison.pair_tests
    toward = signs.astype(int), tested.directions.loc[order, order].to_numpy()
    found = ours.verdicts, _verdicts(comparison.pair_diagram).loc[order, order].to_numpy()
    apart = found[0] != found[1]
    only = {
        "nemenyi": _names(order, apart & (found[1] == 0)),
        "signed": _names(order, apart & (found[0] == 0)),
        "opposite": _names(order, found[0] * found[1] < 0),
    }
    tests: dict[str, NemenyiResult | PairwiseTest] = {
        "Nemenyi's test": ranked,
        f"the {comparison.pairs_by} tests": tested,
    }
    choosable = levels(comparison)
    corrected = (
        [tested.readjusted(name).loc[order, order].to_numpy() for name in CORRECTIONS]
        if choosable
        else []
    )
    nemenyi, signed = ours.pvalues.loc[order, order], tested.pvalues.loc[order, order]
    return {
        "nemenyi": _matrix(
            nemenyi, found[0], apart, toward[0], [nemenyi.to_numpy()] if choosable else []
        ),
        "signed": _matrix(signed, found[1], apart, toward[1], corrected),
        "levels": choosable,
        "corrections": [_label(name) for name in CORRECTIONS],
        "only": only,
        "unable": _unable(tests, comparison.alpha),
        "n_disagree": sum(map(len, only.values())),
        "n_pairs": len(order) * (len(order) - 1) // 2,
    }


def _signed_alone(comparison: Comparison) -> dict[str, Any]:
    """Return the matrix of the signed-rank tests, with the number of datasets of each pair."""
    test = comparison.pair_tests
    assert test.n_common is not None
    order = list(comparison.diagram.classifiers)
    parts = (test.pvalues, test.verdicts, test.directions, test.n_common)
    pvalues, found, toward, common = (part.loc[order, order] for part in parts)
    apart = np.zeros(found.shape, bool)
    signed = _matrix(pvalues, found.to_numpy(), apart, toward.to_numpy(), [])
    counts = common.to_numpy()
    return {
        "signed": [
            (name, [
                cell if i == j else replace(
                    cell,
                    shown=f"{cell.shown} ({counts[i, j]})",
                    exact=f"{cell.exact}; on {counts[i, j]} datasets",
                )
                for j, cell in enumerate(row)
            ])
            for i, (name, row) in enumerate(signed)
        ],
        "levels": [],
        "unable": _unable({f"the {comparison.pairs_by} tests": test}, comparison.alpha),
        "n_disagree": 0,
        "n_pairs": len(order) * (len(order) - 1) // 2,
    }  # fmt: skip


def _unable(tests: Mapping[str, NemenyiResult | PairwiseTest], alpha: float) -> dict[str, str]:
    """Return the least p-value of each test that cannot show a difference."""
    return {
        name: f"{test.least_pvalue:.4g}"
        for name, test in tests.items()
        if test.least_pvalue > alpha
    }


def levels(comparison: Comparison) -> list[float]:
    """Return the levels that a reader may choose; none if p does not decide, or scores lack."""
    fixed = comparison.convention == "scmamp" or comparison.nemenyi is None
    return [] if fixed else sorted({*LEVELS, comparison.alpha})


def _label(correction: str) -> str:
    row = next(row for row in shared.rows("corrections.csv") if row["key"] == correction)
    return f"{row['name']} ({_CONTROLS[row['controls']]})"


def _verdicts(diagram: CriticalDifference) -> pd.DataFrame:
    import pandas as pd

    names = list(diagram.classifiers)
    return pd.DataFrame(diagram.verdicts, index=names, columns=names)


def _names(order: list[str], found: Bools) -> list[tuple[str, str]]:
    return [(order[i], order[j]) for i, j in np.argwhere(np.triu(found, 1))]


def _matrix(
    pvalues: pd.DataFrame, verdicts: Ints, contested: Bools, toward: Ints, by: list[Floats]
) -> list[tuple[str, list[Pair]]]:
    values, k = pvalues.to_numpy(), range(len(pvalues))
    return [
        (
            name,
            [
                Pair("–", "", "self")
                if i == j
                else _pair(
                    values[i, j],
                    verdicts[i, j] != 0,
                    contested[i, j],
                    int(toward[i, j]),
                    [p[i, j] for p in by],
                )
                for j in k
            ],
        )
        for i, name in enumerate(pvalues.index)
    ]


def _pair(p: float, differs: bool, contested: bool, toward: int, by: list[float]) -> Pair:
    strength = "weak" if p > 0.01 else "clear" if p > 0.001 else "strong"
    kind = f"differs {strength}" if differs else "same"
    arrow, word = ("▲", "better") if toward > 0 else ("▼", "worse")
    return Pair(
        f"{short_p(p)}\u00a0{arrow}" if differs else short_p(p),
        f"p {format_p(p)}" + (f"; row {word} than column" if differs else ""),
        f"{kind} contested" if contested else kind,
        toward,
        tuple(map(float, by)),
    )
