"""A user's function as a representation."""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Literal

from pybench.base import check
from pybench.base.errors import ArgumentError
from pybench.features.representation import Representation

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from pybench.seriesset.series import SeriesSet


def own_representation(
    function: Callable[[SeriesSet], npt.ArrayLike],
    names: Sequence[str],
    *,
    name: str | None = None,
    unit: Literal["series", "dataset"] = "series",
    version: str = "",
) -> Representation:
    """Make a representation from a plain function, for `extract_features`.

    Parameters
    ----------
    function : callable
        Takes a `SeriesSet` and returns an array of numbers (rows, columns), with one row per
        series. With ``unit="dataset"``, it gets the series of one dataset at a time and returns a
        single row. To run in several processes, the function must be defined in a module, not
        interactively.
    names : sequence of str
        The columns, all different.
    name : str, optional
        Name of the representation; by default the function's own name.
    unit : {"series", "dataset"}
        What a row is. With "series", a row must depend only on its own series.
    version : str
        If given, results are stored and reused as long as this version and the source of the
        function stay the same. Other functions and variables that the function uses are not
        checked: change the version when one of them changes.

    Returns
    -------
    Representation
        Its `compute` refuses results of the wrong shape.

    Raises
    ------
    ArgumentError
        If ``function`` cannot be called, or ``names`` is empty or names one column twice.

    Examples
    --------
    >>> import numpy as np
    >>> import pybench as pb
    >>> def spread(series):
    ...     return [[np.ptp(x)] for x in series]
    >>> own = pb.own_representation(spread, ["spread"])
    >>> own.compute(pb.series_set([[1, 5], [2, 2, 3]], dataset="toy")).tolist()
    [[4.0], [1.0]]
    """
    check.choice("unit", unit, ("series", "dataset"))
    if not callable(function):
        raise ArgumentError(
            f"`function` must be callable, not {type(function).__name__}",
            expected="a function of a SeriesSet",
            found=type(function).__name__,
        )
    columns = [names] if isinstance(names, str) else list(names)
    if not columns or len(set(columns)) < len(columns):
        raise ArgumentError(
            "`names` must be names of columns, all different",
            expected="different names",
            found=repr(columns),
        )
    compute = _Checked(function, columns, unit)
    return Representation(
        name=name or str(getattr(function, "__name__", type(function).__name__)),
        unit=unit,
        names=compute.names,
        compute=compute,
        versions={"own": version} if version else {},
        settings={"source": _source(function)},
    )


class _Checked:
    """The function, with checked results and sorted columns."""

    def __init__(
        self, function: Callable[[SeriesSet], npt.ArrayLike], columns: list[str], unit: str
    ) -> None:
        self.function, self.unit = function, unit
        self.order = sorted(range(len(columns)), key=columns.__getitem__)
        self.names = tuple(columns[i] for i in self.order)

    def __call__(self, series: SeriesSet) -> npt.NDArray[np.float64]:
        import numpy as np

        table = np.asarray(self.function(series), np.float64)
        expected = (1 if self.unit == "dataset" else len(series), len(self.order))
        if table.shape != expected:
            raise ArgumentError(
                f"expected the representation to return an array of shape {expected}, found shape "
                f"{table.shape}",
                expected=str(expected),
                found=str(table.shape),
                hint="Return one row per series (or one row for a dataset) and one column per "
                "name.",
            )
        return table[:, self.order]


def _source(function: object) -> str:
    """Return a digest of the function's source; "" if it is not available."""
    try:
        source = inspect.getsource(function)  # type: ignore[arg-type]
    except (OSError, TypeError):
        return ""
    return hashlib.sha256(source.encode()).hexdigest()
