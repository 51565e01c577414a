"""The result of a comparison item by item: its fields, its frame, its text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np
import numpy.typing as npt

from pybench.base import notes
from pybench.base.noun import said
from pybench.base.printable import Sheet, with_better
from pybench.base.result import P_FLOOR, Result, format_p
from pybench.base.text import clipped, counted, lined
from pybench.comparison.adjust import controls

if TYPE_CHECKING:
    import pandas as pd

#: Test -> its name in texts.
TESTS = {
    "clustered_t": "t-test",
    "mcnemar": "exact McNemar test",
    "sign_flip": "sign-flip test",
}
_SHOWN = 10


@dataclass(frozen=True, slots=True, eq=False)
class ItemComparison(Result):
    """Comparison of all pairs of methods on single items; differences favour the first if > 0."""

    pairs: tuple[tuple[str, str], ...]  #: the m = k(k - 1)/2 pairs, in table order
    differences: npt.NDArray[np.float64]  #: (m,) mean difference, > 0 if the first is better
    standard_errors: npt.NDArray[np.float64]  #: (m,) of the differences
    lower: npt.NDArray[np.float64]  #: (m,) end of the 1 - `alpha` interval, of each pair alone
    upper: npt.NDArray[np.float64]  #: (m,) other end
    statistics: npt.NDArray[np.float64]  #: (m,) t; wins of the first; or the difference
    informative: npt.NDArray[np.int64]  #: (m,) clusters or items on which the two differ
    pvalues_raw: npt.NDArray[np.float64]  #: (m,) two-sided, before adjustment
    pvalues: npt.NDArray[np.float64]  #: (m,) adjusted
    verdicts: npt.NDArray[np.int64]  #: (m,) 1 first better, -1 first worse, 0 neither shown
    better: npt.NDArray[np.float64] | None  #: (m,) posterior P(first better by more than `rope`)
    equal: npt.NDArray[np.float64] | None  #: (m,) P(difference within the rope)
    worse: npt.NDArray[np.float64] | None  #: (m,) P(first worse by more than `rope`)
    classifiers: tuple[str, ...]  #: the k methods
    means: npt.NDArray[np.float64]  #: (k,) mean scores
    mean_errors: npt.NDArray[np.float64]  #: (k,) their standard errors
    test: str  #: "clustered_t", "mcnemar" or "sign_flip"
    se: str  #: standard error used: "CR2", "CR3" or "CR1"
    df: float  #: degrees of freedom of the intervals, and of the t-test
    alpha: float  #: level, in (0, 1)
    adjust: str  #: correction for testing many pairs
    rope: float | None  #: half width of the region of practical equivalence; None: no posterior
    posterior: str | None  #: "dirichlet" or "student"; None without a rope
    dataset: str | None  #: the dataset whose items were compared; None: all items
    metric: str | None  #: name of the metric
    higher_is_better: bool  #: True if higher scores are better
    n_items: int  #: n
    n_clusters: int  #: number of clusters; without clusters, n
    n_runs: int  #: runs of each method on each item
    samples: int  #: random patterns of signs, where they cannot all be enumerated
    seed: int  #: seed of the random signs
    notes: tuple[str, ...]  #: caveats, defined in the glossary
    engine: str  #: "python", "r" or "both"
    least_pvalue: float = 0.0  #: smallest adjusted p possible with these items; 0: no bound

    schema: ClassVar[str] = "item-comparison/1"

    def to_frame(self) -> pd.DataFrame:
        """Return one row per pair: methods, difference, interval, p-values, verdict."""
        import pandas as pd

        frame = {
            "classifier_1": [pair[0] for pair in self.pairs],
            "classifier_2": [pair[1] for pair in self.pairs],
            "difference": self.differences,
            "standard_error": self.standard_errors,
            "lower": self.lower,
            "upper": self.upper,
            "statistic": self.statistics,
            "pvalue_raw": self.pvalues_raw,
            "pvalue": self.pvalues,
            "verdict": self.verdicts,
        }
        if self.rope is not None:
            frame |= {"better": self.better, "equal": self.equal, "worse": self.worse}
        return pd.DataFrame(frame)

    def told(self) -> tuple[str, ...]:
        """Return how many pairs differ significantly, and which methods are better than another.

        Examples
        --------
        >>> import pandas as pd
        >>> import pybench as pb
        >>> rows = pd.DataFrame({"item": list("abcd"), "x": [3, 4, 5, 4], "y": [1, 1, 2, 2]})
        >>> pb.compare_items(pb.read_items(rows, higher_is_better=True)).told()[1]
        'x is better than y.'
        """
        count, total = int((self.verdicts != 0).sum()), len(self.pairs)
        verb = "differs" if count == 1 else "differ"
        others = "; any other pair may still differ" if count < total else ""
        told = [
            f"{count} of {counted(total, 'pair')} {verb} significantly ({self._decided()}){others}."
        ]
        for place in [one for one in self._order() if self.verdicts[one]]:
            first, second = map(clipped, self.pairs[place][:: int(self.verdicts[place])])
            told.append(f"{first} is better than {second}.")
        if count > _SHOWN:
            told.append(f"And {counted(count - _SHOWN, 'pair')} more, see to_frame().")
        return (*told, *(line.strip() for line in self._unable()))

    def _sheet(self, letters: bool) -> Sheet:
        return with_better(Sheet(self.to_frame()), self._decided())

    def _decided(self) -> str:
        return f"{self._test()}, alpha = {self.alpha:g}, adjustment {self.adjust}"

    def _test(self) -> str:
        clustered = "clustered " if self.n_clusters < self.n_items else ""
        if self.test == "clustered_t":
            return f"{clustered}paired t-test, {self.se}, df = {self.df:.4g}"
        of = " of clusters" if clustered and self.test == "sign_flip" else ""
        return TESTS[self.test] + of

    def __str__(self) -> str:
        metric = "scores" if self.metric is None else clipped(self.metric)
        direction = "higher" if self.higher_is_better else "lower"
        on = "" if self.dataset is None else f" of {clipped(self.dataset)}"
        parts = [counted(self.n_items, "item") + on]
        if self.n_clusters < self.n_items:
            parts.append(counted(self.n_clusters, "cluster"))
        if self.n_runs > 1:
            parts.append(f"means over {self.n_runs} runs")
        lines = [
            f"Comparison of {counted(len(self.classifiers), 'method')}, item by item: {metric}, "
            f"{direction} is better",
            f"  {', '.join(parts)}; engine {self.engine}",
            f"  {self._decided()}",
            *self._means(),
            *self._verdicts(),
            *self._unable(),
        ]
        if len(self.pairs) > 1:
            lines.append(f"  adjustment: {said(controls(self.adjust)['text'])}")
        return lined([*lines, *self._probabilities(), *notes.lines(self.notes)])

    def _means(self) -> Iterator[str]:
        order = np.argsort(-self.means if self.higher_is_better else self.means, kind="stable")
        yield "  mean score, standard error:"
        for place in order[:_SHOWN]:
            name = clipped(self.classifiers[place])
            yield f"    {name}  {self.means[place]:.4g}, {self.mean_errors[place]:.2g}"
        if len(order) > _SHOWN:
            yield f"    and {counted(len(order) - _SHOWN, 'method')} more"

    def _order(self) -> npt.NDArray[np.intp]:
        # By the digits shown: further digits may depend on the engine.
        shown = [float(f"{max(p, P_FLOOR):.4g}") for p in self.pvalues]
        return np.argsort(shown, kind="stable")[:_SHOWN]

    def _verdicts(self) -> Iterator[str]:
        count, total = int((self.verdicts != 0).sum()), len(self.pairs)
        verb = "differs" if count == 1 else "differ"
        share = 100 * (1 - self.alpha)
        yield (
            f"  {count} of {counted(total, 'pair')} {verb} significantly (p <= {self.alpha:g}); "
            f"difference, its {share:g} % interval ({self.se}) for the pair alone:"
        )
        for place in self._order():
            first, second = map(clipped, self.pairs[place])
            gap, low, high = self.differences[place], self.lower[place], self.upper[place]
            if gap < 0:
                first, second, gap, low, high = second, first, -gap, -high, -low
            p = format_p(self.pvalues[place])
            tested = "no t-test" if np.isnan(self.pvalues[place]) else f"p {p}"
            interval = ", no interval" if np.isnan(low) else f" [{low:.4g}, {high:.4g}]"
            numbers = f"{gap:.4g}{interval}  {tested}"
            if self.verdicts[place]:
                yield f"    {first} is better than {second}: {numbers}"
            else:
                yield f"    {first} is not shown to differ from {second}: {numbers}"
        if total > _SHOWN:
            yield f"    and {counted(total - _SHOWN, 'pair')} more, see to_frame()"
        if count < total:
            yield "  A pair that is not shown to differ may still differ: this is no proof."

    def _unable(self) -> Iterator[str]:
        if self.least_pvalue > self.alpha:
            yield (
                f"  With these items no p can be below {self.least_pvalue:.4g}: this test cannot "
                f"reject at {self.alpha:g}."
            )

    def _probabilities(self) -> Iterator[str]:
        if self.better is None or self.equal is None or self.worse is None:
            return
        yield f"  posterior ({self.posterior}), rope {self.rope:g}: P(better), P(equivalent):"
        for place in self._order():
            first, second = map(clipped, self.pairs[place])
            better, equal = self.better[place], self.equal[place]
            if self.worse[place] > better:
                first, second, better = second, first, self.worse[place]
            yield f"    {first} against {second}: {better:.4g}, {equal:.4g}"
