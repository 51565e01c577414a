"""The MiniRocket representation with columns of the same meaning for datasets of any length.

MiniRocket is fitted: the dilations of its kernels depend on the length of the series, and the
biases that convolutions are compared with are quantiles from training series. Columns of two
datasets that aeon fits separately therefore differ in meaning. Here a column is a kernel, a slot of
dilation and a quantile, the same three in every dataset: the dilations of the slots run, as in
MiniRocket, in equal ratios from 1 to a kernel as wide as the series, but slots that round to the
same dilation stay separate. If none do, the shares are aeon's, in another order.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pybench.base import check
from pybench.base.extras import require
from pybench.base.stream import stream
from pybench.features.eachseries import channel_columns, refuse_other_channels
from pybench.features.representation import Representation, versions_of
from pybench.seriesset.build import UNIVARIATE

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from pybench.seriesset.series import SeriesSet

    Floats = npt.NDArray[np.float64]
    Singles = npt.NDArray[np.float32]

KERNELS = 84
SHORTEST = 9  # taps of a kernel
GOLDEN = (5**0.5 + 1) / 2
SCALE = 18**0.5  # root of the sum of a kernel's squared weights


def minirocket(
    *,
    channels: Sequence[str] = UNIVARIATE,
    biases: str = "train",
    dilations: int = 32,
    quantiles: int = 3,
    seed: int = 0,
) -> Representation:
    """Return the representation: one column per channel, kernel (84), dilation and quantile.

    Parameters
    ----------
    channels : sequence of str
        The channels of the series, each transformed separately.
    biases : {"train", "noise"}
        "train": the biases are quantiles of the convolutions of training series, which are drawn by
        ``seed`` and the name of the dataset. If no split is called train, they are drawn from all
        series. A row is a dataset: the mean over its series, as in the paper on rank-preserving
        selection (arXiv 2606.27997). "noise": the series are z-normalised, and the biases are the
        quantiles of convolutions of white noise. Nothing is fitted, and a row is a series.
    dilations, quantiles : int
        Number of slots. The default gives 8064 columns, about as many as aeon's.
    seed : int
        Of the draw of training series.

    Examples
    --------
    >>> import numpy as np
    >>> import pybench as pb
    >>> series = pb.series_set(np.random.default_rng(0).normal(size=(3, 20)), dataset="noise")
    >>> found = pb.extract_features(series, "minirocket(biases=noise, dilations=2)", cache=False)
    >>> found.representation, found.values.shape
    ('minirocket(biases=noise, dilations=2)', (3, 504))

    Notes
    -----
    With biases from the training series, the mean of a column over similar series is near 1 minus
    the quantile of the column, whatever the series look like. Such an embedding shows how much the
    series of a dataset differ from one another, but hardly shows their shape. For example, a
    dataset of white noise is then as near to a dataset of sine waves as to another dataset of white
    noise. With biases of noise, it is twenty times as far from the sine waves.

    The features are NaN in these cases: with "train", for a dataset whose series have unequal
    lengths, missing values, or fewer than 9 values; with "noise", for a series with missing values
    or fewer than 9 values. A constant series counts as zeros.
    """
    check.choice("biases", biases, ("train", "noise"))
    check.count("dilations", dilations)
    check.count("quantiles", quantiles)
    check.seed(seed)
    require("numba", "series", "the MiniRocket representation")
    compute = _MiniRocket(tuple(channels), biases == "train", (dilations, KERNELS, quantiles), seed)
    return Representation(
        name="minirocket",
        unit="dataset" if biases == "train" else "series",
        names=compute.names,
        compute=compute,
        versions=versions_of("minirocket"),
        settings={
            "channels": list(channels),
            "biases": biases,
            "dilations": dilations,
            "quantiles": quantiles,
            "seed": seed,
        },
    )


class _MiniRocket:
    """Rows of mean shares for a dataset, or of shares for its series."""

    def __init__(
        self, channels: tuple[str, ...], fitted: bool, shape: tuple[int, int, int], seed: int
    ) -> None:
        self.channels, self.fitted, self.shape, self.seed = channels, fitted, shape, seed
        d, k, q = (len(str(size - 1)) for size in shape)
        names = [
            f"dilation{i:0{d}}_kernel{j:0{k}}_quantile{n:0{q}}"
            for i in range(shape[0])
            for j in range(shape[1])
            for n in range(shape[2])
        ]
        columns = channel_columns(names, channels)
        self.order = sorted(range(len(columns)), key=columns.__getitem__)
        self.names = tuple(columns[i] for i in self.order)

    def __call__(self, series: SeriesSet) -> Floats:
        import numpy as np

        refuse_other_channels(series, self.channels)
        per_channel = self._dataset if self.fitted else self._series
        rows = [per_channel(series, c) for c in range(len(self.channels))]
        return np.concatenate(rows, axis=1)[:, self.order]

    def _dataset(self, series: SeriesSet, channel: int) -> Floats:
        import numpy as np

        from pybench.features.kernels import shares_above

        total = np.zeros(self.shape)
        lengths = set(series.lengths.tolist())
        if len(lengths) > 1 or min(lengths) < SHORTEST or _missing(series):
            return np.full((1, total.size), np.nan)
        cases = series.to_numpy()[:, channel].astype(np.float32)
        train = cases[series.split == "train"] if "train" in series.split else cases
        dilations = dilation_slots(cases.shape[1], self.shape[0])
        draws = stream(self.seed, "minirocket", series.datasets[0])
        biases = fitted_biases(train, dilations, quantile_slots(self.shape), draws)
        for case in cases:
            total += shares_above(case, dilations, biases)
        return (total / len(cases)).reshape(1, -1)

    def _series(self, series: SeriesSet, channel: int) -> Floats:
        import numpy as np
        from scipy.special import ndtri

        from pybench.features.kernels import shares_above

        biases = (SCALE * ndtri(quantile_slots(self.shape))).astype(np.float32)
        rows = np.full((len(series), biases.size), np.nan)
        for row, case in enumerate(series):
            x = case[channel]
            if len(x) >= SHORTEST and not np.isnan(case).any():
                dilations = dilation_slots(len(x), self.shape[0])
                shares = shares_above(normalised(x).astype(np.float32), dilations, biases)
                rows[row] = shares.ravel()
        return rows


def dilation_slots(length: int, slots: int) -> npt.NDArray[np.int32]:
    """Return the dilation of each slot: in equal ratios from 1 to a kernel of full width."""
    import numpy as np

    widest = np.log2((length - 1) / (SHORTEST - 1))
    return np.logspace(0, widest, slots, base=2).astype(np.int32)


def quantile_slots(shape: tuple[int, int, int]) -> Floats:
    """Return the quantile of each dilation, kernel and slot: multiples of the golden ratio mod 1.

    In single precision, as in aeon.
    """
    import numpy as np

    places = np.arange(1, shape[0] * shape[1] * shape[2] + 1)
    return (places * GOLDEN % 1).astype(np.float32).astype(np.float64).reshape(shape)


def fitted_biases(
    train: Singles,
    dilations: npt.NDArray[np.int32],
    quantiles: Floats,
    draws: np.random.Generator,
) -> Singles:
    """Return quantiles of the convolution of a training series, drawn per dilation and kernel."""
    import numpy as np

    from pybench.features.kernels import convolution

    drawn = draws.integers(len(train), size=quantiles.shape[:2])
    biases = np.empty(quantiles.shape, np.float32)
    for slot, kernel in np.ndindex(drawn.shape):
        values = convolution(train[drawn[slot, kernel]], dilations[slot], kernel)
        biases[slot, kernel] = np.quantile(values.astype(np.float64), quantiles[slot, kernel])
    return biases


def normalised(x: Floats) -> Floats:
    """Return a series scaled to mean 0 and standard deviation 1; zeros if it is constant."""
    import numpy as np

    if np.ptp(x) == 0:
        return np.zeros_like(x)
    centred: Floats = x - x.mean()
    unit: Floats = centred / np.sqrt(np.mean(centred**2))
    return unit


def _missing(series: SeriesSet) -> bool:
    import numpy as np

    return any(np.isnan(case).any() for case in series)
