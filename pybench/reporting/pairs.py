"""What a page says about pairs: p-values of two tests, and where their verdicts differ."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pybench.base.result import format_p
from pybench.reporting.formats import short_p

if TYPE_CHECKING:
    import pandas as pd

    from pybench.comparison.critical import CriticalDifference
    from pybench.comparison.summary import Comparison

Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]

LEVELS = (0.01, 0.05, 0.1)  # that a reader may choose from, beside that of the comparison
#: What a reader may choose in place of Holm's correction, the first.
CORRECTIONS = {
    "holm": "Holm",
    "hochberg": "Hochberg",
    "hommel": "Hommel",
    "BH": "Benjamini–Hochberg (share of false discoveries)",
    "none": "none (each pair by itself)",
}


@dataclass(frozen=True, slots=True)
class Pair:
    """A cell of a matrix of p-values."""

    shown: str  #: three decimals
    exact: str  #: with four significant digits, in words
    kind: str  #: class of the cell: "self", "same", or "differs" and how clearly
    by: tuple[float, ...] = ()  #: p by each of `CORRECTIONS`, where the page can change it


def view(comparison: Comparison) -> dict[str, Any]:
    """Return the matrices of both tests and the pairs on which they disagree."""
    ours = comparison.critical_difference
    order = list(ours.classifiers)
    theirs = _verdicts(comparison.signed_rank_diagram).loc[order, order].to_numpy()
    only = {
        "nemenyi": _names(order, ours.significant & ~theirs),
        "signed": _names(order, theirs & ~ours.significant),
    }
    choosable = levels(comparison)
    tests = (
        [comparison.wilcoxon.readjusted(name).loc[order, order].to_numpy() for name in CORRECTIONS]
        if choosable
        else []
    )
    nemenyi, signed = ours.pvalues.loc[order, order], comparison.wilcoxon.pvalues.loc[order, order]
    return {
        "nemenyi": _matrix(
            nemenyi, ours.significant, theirs, [nemenyi.to_numpy()] if choosable else []
        ),
        "signed": _matrix(signed, theirs, ours.significant, tests),
        "levels": choosable,
        "corrections": list(CORRECTIONS.values()),
        "only": only,
        "n_disagree": len(only["nemenyi"]) + len(only["signed"]),
        "n_pairs": len(order) * (len(order) - 1) // 2,
    }


def levels(comparison: Comparison) -> list[float]:
    """Return the levels from which a reader may choose; none where p does not decide."""
    return [] if comparison.convention == "scmamp" else sorted({*LEVELS, comparison.alpha})


def _verdicts(diagram: CriticalDifference) -> pd.DataFrame:
    import pandas as pd

    names = list(diagram.classifiers)
    return pd.DataFrame(diagram.significant, index=names, columns=names)


def _names(order: list[str], found: Bools) -> list[tuple[str, str]]:
    return [(order[i], order[j]) for i, j in np.argwhere(np.triu(found, 1))]


def _matrix(
    pvalues: pd.DataFrame, differs: Bools, otherwise: Bools, by: list[Floats]
) -> list[tuple[str, list[Pair]]]:
    values, k = pvalues.to_numpy(), range(len(pvalues))
    contested = differs != otherwise
    return [
        (
            name,
            [
                _pair(values[i, j], differs[i, j], contested[i, j], i == j, [p[i, j] for p in by])
                for j in k
            ],
        )
        for i, name in enumerate(pvalues.index)
    ]


def _pair(p: float, differs: bool, contested: bool, is_self: bool, by: list[float]) -> Pair:
    if is_self:
        return Pair("–", "", "self")
    strength = "weak" if p > 0.01 else "clear" if p > 0.001 else "strong"
    kind = f"differs {strength}" if differs else "same"
    shown = f"{kind} contested" if contested else kind
    return Pair(short_p(p), f"p {format_p(p)}", shown, tuple(map(float, by)))
