"""What to expect from a representation: its Mantel correlation on the curve of synthetic ones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from pybench.base import check, shared
from pybench.base.errors import ArgumentError
from pybench.base.result import Result
from pybench.base.text import lined
from pybench.selection.mantel import MantelTest
from pybench.selection.synthetic_study import SyntheticStudy

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import NDArray

    Doubles = NDArray[np.float64]

_CURVE = "synthetic-curve.csv"
_SIGNIFICANT = 0.05
_NOT_SHOWN = " (not shown to be above 0 by the Mantel test at level 0.05)"
_WHERE = {
    "within": "at signal {:.2g}",
    "below": "below all signals from {:.2g}",
    "above": "above all signals up to {:.2g}",
}
SAID = (
    "  Synthetic benchmarks are one generator, in which nearness decides all ranks. Real ones "
    "differ from it:",
    "  a representation with the same correlation may gain less, more or nothing. Measure it: "
    "find_representation.",
)


@dataclass(frozen=True, slots=True, eq=False)
class ExpectedGain(Result):
    """The gains of synthetic representations with the same Mantel correlations."""

    table: pd.DataFrame  #: representation, distance, correlation, pvalue, signal, within, gain
    curve: pd.DataFrame  #: distance, signal, correlation, strategy, area, gain: what is read off

    schema: ClassVar[str] = "expected-gain/1"

    def to_frame(self) -> pd.DataFrame:
        """Return one row per representation and strategy."""
        return self.table.copy()

    def __str__(self) -> str:
        lines = [
            "What synthetic representations with the same Mantel correlation gain over random:"
        ]
        for _, row in self.table.iterrows():
            sure = "" if row["pvalue"] <= _SIGNIFICANT else _NOT_SHOWN
            where = _WHERE[row["within"]].format(row["signal"])
            lines.append(
                f"  {row['representation']} ({row['distance']}): correlation "
                f"{row['correlation']:.3f}{sure}: {where}; {row['strategy']} gains "
                f"{row['gain']:+.1%} of the area of {row['area']}"
            )
        return lined([*lines, *SAID])


def expected_gain(test: MantelTest, study: SyntheticStudy | None = None) -> ExpectedGain:
    r"""Say what to expect from a representation, by its place on the curve of synthetic ones.

    In synthetic benchmarks, the quality of a representation is known: its signal :math:`\lambda`
    (see `synthetic_study`). A higher signal means a higher Mantel correlation, and a larger gain
    over random choice. This function finds the signal at which synthetic representations have the
    Mantel correlation of yours, and the gain there.

    Parameters
    ----------
    test : MantelTest
        From `mantel`, with ``method="spearman"``.
    study : SyntheticStudy, optional
        From `synthetic_study` with two signals or more; best with as many datasets and models as
        yours. Default: a curve that is part of pybench, of 112 datasets and 35 models.

    Returns
    -------
    ExpectedGain
        ``table`` has one row per representation, strategy and metric of the area. "distance" is
        that of the strategy ("euclidean" for strategies without one), and "correlation" and
        "pvalue" are those of the Mantel test with it. "gain" is a share of random's area. "within"
        says whether the correlation is "within" the curve, or "below" or "above" all of it; then
        "signal" and "gain" are those of the end of the curve.

    Raises
    ------
    ArgumentError
        A test or a study of another kind.

    Notes
    -----
    Between two signals, signal and gain are interpolated linearly in the correlation. Where the
    correlation of the study decreases, which is noise, the largest one so far is taken.

    The synthetic benchmarks are one generator: errors are squared distances of latent positions, so
    that nearness decides all ranks. Nothing says that real benchmarks follow its curve. The error
    of your correlation is not considered, either. The number is what would be plausible if your
    benchmark were like these; `find_representation` measures what yours gains.

    Examples
    --------
    >>> import pybench as pb
    >>> made = pb.synthetic_benchmark(0, datasets=40, models=8, repeats=1, signal=0.5)
    >>> found = pb.expected_gain(pb.mantel(made.table, {"half": made.broken}, 99))
    >>> found.table["within"].unique().tolist()
    ['within']
    """
    check.kind("test", test, MantelTest, "mantel")
    if test.method != "spearman":
        raise ArgumentError(
            f'`test` must have the method "spearman", as the curve has, not "{test.method}"',
            expected='mantel(..., method="spearman")',
            found=test.method,
        )
    return ExpectedGain(*_placed(test, _stored() if study is None else curve_of(study)))


def _stored() -> pd.DataFrame:
    import pandas as pd

    return pd.DataFrame(
        [
            (row["distance"], float(row["signal"]), float(row["correlation"]), row["strategy"],
             row["area"], float(row["gain"]))
            for row in shared.rows(_CURVE)
        ],
        columns=["distance", "signal", "correlation", "strategy", "area", "gain"],
    )  # fmt: skip


def curve_of(study: SyntheticStudy) -> pd.DataFrame:
    """Return the curve of a study: for each strategy the correlation by its distance."""
    check.kind("study", study, SyntheticStudy, "synthetic_study")
    seen = study.auc[study.auc["strategy"] != "random"]
    if study.mantel is None or seen["view"].nunique() < 2:
        raise ArgumentError(
            "`study` must have two signals or more, and a strategy other than random",
            expected="synthetic_study(..., signals=(0, 0.2, 0.5, 1, 2))",
            found=str(sorted(seen["view"].unique())),
        )
    own = seen["strategy"].str.partition("/")[2]
    seen = seen.assign(distance=own.where(own != "", "euclidean"), area=seen["metric"])
    quality = study.mantel.rename(columns={"metric": "distance"})
    both = seen[["view", "signal", "strategy", "area", "gain", "distance"]].merge(
        quality[["view", "distance", "correlation"]], on=["view", "distance"], how="left"
    )
    both = both.sort_values("signal", kind="stable")
    columns = ["distance", "signal", "correlation", "strategy", "area", "gain"]
    return both[columns].reset_index(drop=True)


def _placed(test: MantelTest, curve: pd.DataFrame) -> tuple[pd.DataFrame, pd.DataFrame]:
    import pandas as pd

    rows = []
    groups = list(curve.groupby(["strategy", "area", "distance"], sort=False))
    for _, given in test.table.iterrows():
        for (strategy, area, distance), part in groups:
            if distance != given["metric"]:
                continue
            own = float(given["correlation"])
            place, share, within = _between(own, part["correlation"].to_numpy())
            signal, gain = (_at(part[name].to_numpy(), place, share) for name in ("signal", "gain"))
            rows.append(
                (given["representation"], distance, own, given["pvalue"], signal, within, strategy,
                 area, gain)
            )  # fmt: skip
    names = ["representation", "distance", "correlation", "pvalue", "signal", "within", "strategy",
             "area", "gain"]  # fmt: skip
    return pd.DataFrame(rows, columns=names), curve


def _between(value: float, curve: Doubles) -> tuple[int, float, str]:
    """Return the place of a value on a curve: the point before it, and the share of the way on."""
    rising = np.maximum.accumulate(curve)
    if value < rising[0]:
        return 0, 0.0, "below"
    if value > rising[-1]:
        return len(curve) - 1, 0.0, "above"
    place = int(np.flatnonzero(rising <= value)[-1])
    if place == len(curve) - 1:
        return place, 0.0, "within"
    return place, float((value - rising[place]) / (rising[place + 1] - rising[place])), "within"


def _at(values: Doubles, place: int, share: float) -> float:
    last = min(place + 1, len(values) - 1)
    return float(values[place] + share * (values[last] - values[place]))
