"""Whether datasets near each other rank models alike: why selection works, or fails."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from pybench.base import check, notes
from pybench.base.errors import ArgumentError
from pybench.base.options import engine_or_default
from pybench.base.result import Result, format_p
from pybench.base.stream import draw
from pybench.base.text import counted, lined
from pybench.bridge import engine as engines
from pybench.comparison.adjust import adjusted
from pybench.comparison.doubts import about_table
from pybench.comparison.ranks import doubled_ranks, require_comparable
from pybench.selection.space import (
    METRICS,
    STANDARDIZE,
    distances,
    doubts,
    for_r,
    named,
    space,
)
from pybench.selection.trials import ranked

if TYPE_CHECKING:
    import pandas as pd

    from pybench.table import ResultsTable

Doubles = NDArray[np.float64]
Ints = NDArray[np.int64]

METHODS = ("spearman", "pearson")
PROFILE = ("part", "pairs", "distance", "ranking", "low", "high")
_PARTS = 10
# Numbers held in memory at once.
_BLOCK = 2**22


@dataclass(frozen=True, slots=True, eq=False)
class MantelTest(Result):
    """Correlation of representation distance and ranking distance between datasets."""

    table: pd.DataFrame  #: representation, metric, correlation, pvalue_raw, pvalue (Holm)
    profile: pd.DataFrame  #: ranking distance by tenth of representation distance
    method: str  #: "spearman" or "pearson"
    permutations: int  #: number of permutations
    n_datasets: int  #: N
    seed: int  #: of the permutations
    notes: tuple[str, ...]  #: caveats, defined in the glossary
    engine: str  #: "python", "r" or "both"

    schema: ClassVar[str] = "mantel/1"

    def to_frame(self) -> pd.DataFrame:
        """Return one row per representation and metric."""
        return self.table.copy()

    def __str__(self) -> str:
        lines = [
            f"Do similar datasets rank models similarly? Mantel test ({self.method}) on "
            f"{counted(self.n_datasets, 'dataset')}, {counted(self.permutations, 'permutation')}"
        ]
        for _, row in self.table.iterrows():
            lines.append(
                f"  {row['representation']} ({row['metric']}): correlation "
                f"{row['correlation']:.3f}, one-sided p {format_p(row['pvalue'])} (Holm)"
            )
        return lined([*lines, *notes.lines(self.notes)])


def mantel(
    t: ResultsTable,
    embeddings: Mapping[str, Any],
    permutations: int = 999,
    seed: int = 0,
    *,
    method: str = "spearman",
    standardize: bool = True,
    missing: str = "error",
    engine: str | None = None,
) -> MantelTest:
    r"""Test whether datasets that are close in a representation also rank the models alike.

    Parameters
    ----------
    t : ResultsTable
        Scores of M >= 2 models on N >= 3 datasets.
    embeddings : mapping
        Embeddings by name, as in `rank_preservation`.
    permutations : int
        Number of permutations. The smallest possible p-value is 1 / (permutations + 1).
    seed : int
    method : {"spearman", "pearson"}
        Which correlation between distance in the representation and ranking distance (see Notes)
        is computed, over the N(N - 1)/2 pairs of datasets.
    standardize, missing
        As in `select`.
    engine : {"python", "r", "both"}, optional
        Which language computes the result; default ``pybench.options.engine``. "both" computes it
        in both languages and compares the results.

    Returns
    -------
    MantelTest
        For ``profile``, the pairs of datasets are sorted by distance in the representation and
        divided into tenths, the nearest pairs first. Pairs of equal distance share a tenth, so some
        tenths may be missing. ``profile`` has one row per representation, metric and tenth
        ("part"): the number of "pairs", the mean of their "distance" in the representation, the
        mean of their "ranking" distance, and the quartiles of the ranking distance ("low", "high").

    Raises
    ------
    ResultsTableError, ArgumentError
        For the same reasons as `rank_preservation`; or fewer than 3 datasets.
    LanguagesDisagree
        With ``engine="both"``, if Python and R differ by more than the tolerance table allows.

    Notes
    -----
    The ranking distance of two datasets is the mean over models of the absolute difference of their
    mean ranks. The distances are not independent, since they share datasets. Therefore p comes from
    permuting the datasets of one distance matrix: it is the share of permutations, including the
    identity, with a correlation at least as large as the observed one (Mantel 1967, Cancer Research
    27, 209-220). The test is one-sided, since only a positive correlation helps selection. Holm's
    correction covers all rows of ``table``.

    Examples
    --------
    >>> import numpy as np
    >>> import pandas as pd
    >>> import pybench as pb
    >>> rng = np.random.default_rng(0)
    >>> place = rng.normal(size=(20, 2))
    >>> names = [f"d{i:02d}" for i in range(20)]
    >>> t = pb.read_results(place @ rng.normal(size=(2, 6)), datasets=names,
    ...     classifiers=list("abcdef"), higher_is_better=True)
    >>> bool(pb.mantel(t, {"where": pd.DataFrame(place, index=names)}).table["pvalue"].max() < 0.01)
    True
    """
    times = check.count("permutations", permutations, 1)
    check.choice("method", method, METHODS)
    check.choice("missing", missing, ("error", "drop"))
    scaled = STANDARDIZE[0] if check.flag("standardize", standardize) else STANDARDIZE[-1]
    start = check.seed(seed)
    require_comparable(t)
    check.count("t.n_datasets", t.n_datasets, 3)
    check.room("permutations", times, t.n_datasets)
    given = named(embeddings)
    if not given:
        raise ArgumentError("`embeddings` is empty", expected="one embedding or more", found="none")
    options = {"permutations": times, "seed": start, "method": method, "standardize": standardize,
               "missing": missing}  # fmt: skip
    chosen = engine_or_default(engine)
    places = {name: for_r(one) for name, one in given.items() if chosen != "python"}
    return engines.answer(
        "mantel",
        {"t": t, "embeddings": places, **options},
        engine=chosen,
        kind=MantelTest,
        python=lambda: _mantel(t, given, times, start, method, scaled, missing),
    )


def _mantel(
    t: ResultsTable,
    embeddings: Mapping[str, Any],
    times: int,
    start: int,
    method: str,
    scaled: str,
    missing: str,
) -> MantelTest:
    import pandas as pd

    results = ranked(t, pairs=False)
    theirs = ranking_distances(results.sums / (2 * results.repeats))
    n = len(theirs)
    shuffles = draw(n, n, times, start, "mantel")
    rows, profiles = [], []
    found = {"few-datasets": n < 10, **about_table(t)}
    for name, embedding in embeddings.items():
        where = space(embedding, scaled, missing, datasets=results.datasets)
        found |= {key: holds or found.get(key, False) for key, holds in doubts(where).items()}
        for metric in METRICS:
            ours = distances(where.gram, metric)
            rows.append((name, metric, *_test(ours, theirs, shuffles, method)))
            profiles += [(name, metric, *part) for part in profile(ours, theirs)]
    frame = pd.DataFrame(rows, columns=["representation", "metric", "correlation", "pvalue_raw"])
    frame["pvalue"] = adjusted(frame["pvalue_raw"].to_numpy(), "holm")
    parts = pd.DataFrame(profiles, columns=["representation", "metric", *PROFILE])
    return MantelTest(frame, parts, method, times, n, start, notes.holding(found), "python")


def ranking_distances(ranks: Doubles) -> Doubles:
    """Return the mean absolute difference of mean ranks between datasets, (n, M) -> (n, n)."""
    return np.array([np.abs(ranks - own).mean(axis=1) for own in ranks])


def profile(ours: Doubles, theirs: Doubles) -> Iterator[tuple[float, ...]]:
    """Yield tenth, pairs, mean distance, and mean and quartiles of ranking distance, by tenth.

    Equal distances share a tenth, so some tenths may be missing.

    Examples
    --------
    >>> line = np.abs(np.subtract.outer(np.arange(3.0), np.arange(3.0)))
    >>> [tuple(map(float, part)) for part in profile(line, 2 * line)]
    [(4.0, 2.0, 1.0, 2.0, 2.0, 2.0), (9.0, 1.0, 2.0, 4.0, 4.0, 4.0)]
    """
    upper = np.triu_indices(len(ours), 1)
    near, far = ours[upper], theirs[upper]
    part = _PARTS * (_doubled_places(near) - 1) // (2 * len(near))
    for place in range(_PARTS):
        if (mine := part == place).any():
            quartiles = np.quantile(far[mine], [0.25, 0.75])
            yield place + 1, mine.sum(), near[mine].mean(), far[mine].mean(), *quartiles


def _doubled_places(values: Doubles) -> Ints:
    """Return twice the ranks of distances; differences by rounding count as ties."""
    scaled = np.asarray(values / (values.max() or 1.0), np.float64)
    return np.asarray(doubled_ranks(np.round(scaled, 10), False), np.int64)


def correlation(ours: Doubles, theirs: Doubles, method: str = "spearman") -> float:
    """Return the correlation of two distances over all pairs; 0 if either is constant."""
    none = np.empty((0, len(ours)), np.int64)
    return _test(ours, theirs, none, method)[0]


def _test(ours: Doubles, theirs: Doubles, shuffles: Ints, method: str) -> tuple[float, float]:
    one, other = _centred(ours, method), _centred(theirs, method)
    room = np.sqrt((one**2).sum() * (other**2).sum())
    if room == 0:
        return 0.0, 1.0  # all distances are equal: no correlation
    found = float((one * other).sum() / room)
    reached = 1 + sum(
        int(((one[rows[:, :, None], rows[:, None, :]] * other).sum(axis=(1, 2)) / room
             >= found - 1e-12).sum())
        for rows in _blocks(shuffles)
    )  # fmt: skip
    return found, reached / (len(shuffles) + 1)


def _blocks(shuffles: Ints) -> Iterator[Ints]:
    length = max(1, _BLOCK // shuffles.shape[1] ** 2)
    for start in range(0, len(shuffles), length):
        yield shuffles[start : start + length]


def _centred(apart: Doubles, method: str) -> Doubles:
    """Return distances, or their ranks, minus their mean; the diagonal is 0."""
    upper = np.triu_indices(len(apart), 1)
    values = apart[upper]
    if method == "spearman":
        values = _doubled_places(values).astype(np.float64)
    whole = np.zeros_like(apart)
    whole[upper] = values - values.mean()
    return whole + whole.T
