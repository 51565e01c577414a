"""The tsfresh representation: its calculators and settings, with less overhead and equal values.

The only module that uses tsfresh. A calculator with a faster equivalent in `kernels` is replaced by
it; all others are tsfresh's own. For a series that is not ordinary, all are: one with a value that
is missing, infinite or so large that products overflow (`Sample.ordinary`).
"""

from __future__ import annotations

import importlib
import logging
import math
import warnings
from functools import cache
from typing import TYPE_CHECKING, Any

from pybench.base.errors import ArgumentError
from pybench.base.extras import require
from pybench.features.groups import GROUPS
from pybench.features.kernels import KERNELS, Kernel, Sample
from pybench.features.representation import Representation, versions_of

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from pybench.seriesset.series import SeriesSet

TRUTH_VALUES = frozenset({
    "has_duplicate", "has_duplicate_max", "has_duplicate_min", "large_standard_deviation",
    "symmetry_looking", "variance_larger_than_standard_deviation",
})  # fmt: skip


@cache
def tsfresh(channels: tuple[str, ...] = ("value",)) -> Representation:
    """Return the representation: 783 columns per channel, named as in tsfresh, sorted."""
    if double := [channel for channel in channels if "__" in channel]:
        raise ArgumentError(
            f"channels must have names without `__` for tsfresh, not `{double[0]}`",
            expected="names without `__`, which separates channel and feature",
            found=double[0],
            hint="Rename the channel: pybench.series_set(..., channels=...).",
        )
    names = [f"{channel}__{name}" for channel in channels for name in _columns()]
    order = tuple(sorted(range(len(names)), key=names.__getitem__))
    calculator = {name: name.split("__")[1] for name in names}
    return Representation(
        name="tsfresh",
        unit="series",
        names=tuple(names[i] for i in order),
        compute=_Extract(order),
        groups={name: GROUPS[calculator[name]] for name in names},
        not_numeric=frozenset(name for name in names if calculator[name] in TRUTH_VALUES),
        versions=versions_of("tsfresh"),
        settings={"parameters": "comprehensive", "channels": list(channels)},
    )


class _Extract:
    """Rows of features for a set of series; recreated by name in another process."""

    def __init__(self, order: tuple[int, ...]) -> None:
        self.order = order

    def warm_up(self) -> None:
        """Import tsfresh and compile the kernels, so that timings of series exclude this."""
        import numpy as np

        features(np.sin(np.arange(100.0)))

    def __call__(self, series: SeriesSet) -> npt.NDArray[np.float64]:
        import numpy as np
        from threadpoolctl import threadpool_limits

        # One thread of linear algebra: sums then do not depend on the number of cores, and the
        # matrices are too small for more. The limit applies to the libraries loaded by then.
        _plan()
        with threadpool_limits(1):
            rows = [[value for x in case for value in features(x)] for case in series]
        table = np.array(rows, np.float64).reshape(len(rows), len(self.order))
        return table[:, self.order]


def features(x: npt.NDArray[np.float64]) -> list[float]:
    """Return the features of one series of one channel, in the order of tsfresh's settings."""
    import numpy as np

    sample = Sample(x)
    values: list[float] = []
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        for kernel, own, parameters in _plan():
            calculator = kernel if kernel and sample.ordinary else own
            values += calculator(sample, parameters)
    return values


@cache
def _settings() -> dict[str, Any]:
    """Return calculator -> parameter sets, without tsfresh's warning about a missing package."""
    settings = require(
        "tsfresh.feature_extraction.settings", "series", "the tsfresh representation"
    )
    logger = logging.getLogger(settings.__name__)
    level = logger.level
    logger.setLevel(logging.ERROR)
    try:
        return dict(settings.ComprehensiveFCParameters())
    finally:
        logger.setLevel(level)


@cache
def _plan() -> tuple[tuple[Kernel | None, _Own, Any], ...]:
    """Return (kernel or None, tsfresh's own, parameters) of each calculator."""
    settings = _settings()
    calculators = importlib.import_module("tsfresh.feature_extraction.feature_calculators")
    return tuple(
        (KERNELS.get(name), _Own(getattr(calculators, name)), parameters)
        for name, parameters in settings.items()
        if getattr(getattr(calculators, name), "index_type", None) is None  # needs dates
    )


class _Own:
    """A calculator of tsfresh, called as tsfresh does; NaN where it raises.

    In tsfresh, one calculator that raises, as some do on a series of one value, ends the whole
    extraction. Here only its own values are NaN: of a single setting, or of all if the calculator
    takes them together.
    """

    def __init__(self, function: Any) -> None:
        self.function = function
        self.combines = getattr(function, "fctype", None) == "combiner"
        self.wants_series = getattr(function, "input", None) == "pd.Series"

    def __call__(self, sample: Sample, parameters: list[dict[str, Any]] | None) -> list[float]:
        x = sample.series if self.wants_series else sample.x
        if self.combines:
            assert parameters is not None
            made = self._attempt(x, param=parameters)
            return [math.nan] * len(parameters) if made is None else [value for _, value in made]
        made = [self._attempt(x, **setting) for setting in parameters or [{}]]
        return [math.nan if value is None else value for value in made]

    def _attempt(self, x: Any, **settings: Any) -> Any:
        """Return the calculator's result, None if it raises."""
        try:
            made = self.function(x, **settings)
            return list(made) if self.combines else made
        except MemoryError:
            raise  # an error of this machine, not of the series
        except Exception:  # of any kind: assertions, linear algebra, statsmodels' own
            return None


@cache
def _columns() -> tuple[str, ...]:
    """Return tsfresh's names of all columns, in the order of `features`, without the kind."""
    import numpy as np

    parameters = _settings()
    extraction = importlib.import_module("tsfresh.feature_extraction.extraction")
    probe = Sample(np.array([0.0, 1.0, 2.0])).series
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        rows = extraction._do_extraction_on_chunk(
            (0, "", probe), parameters, None, show_warnings=False
        )
    return tuple(name.removeprefix("__") for _, name, _ in rows)
