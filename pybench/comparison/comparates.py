"""The methods that a matrix compares, in an order that does not depend on third methods."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from numbers import Real
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from pybench.base import check
from pybench.base.errors import ArgumentError
from pybench.base.text import shown, strangers
from pybench.comparison.decimals import whole
from pybench.comparison.incomplete import columns_of

if TYPE_CHECKING:
    from pybench.table import ResultsTable

Floats = NDArray[np.float64]
OwnOrder = Mapping[str, float] | Callable[[Floats], float]

_LEAST_UNIT = 1e-300  # below this, nothing can be rounded to it
ORDERS = ("mean", "median", "name", "table")


@dataclass(frozen=True, slots=True)
class Order:
    """The order of the methods."""

    name: str  #: one of `ORDERS`, or "own"
    argument: str | dict[str, float]  #: argument passed to R
    places: dict[str, float] | None  #: smallest first, ties by name; None: as listed

    def sort(self, names: Sequence[str]) -> tuple[str, ...]:
        """Return the names in this order."""
        if self.places is None:
            return tuple(names)
        places = self.places
        return tuple(sorted(names, key=lambda name: (places[name], name)))


def check_order(t: ResultsTable, order: str | OwnOrder, *, blur: bool = False) -> Order:
    """Return the requested order; refuse one that other methods could change.

    With `blur`, means and medians that differ only by rounding noise are equal.
    """
    if isinstance(order, str):
        return _named(t, order, blur)
    sign = -1.0 if t.higher_is_better else 1.0
    if isinstance(order, Mapping):
        found: dict[str, object] = {name: order.get(name) for name in t.classifiers}
    elif callable(order):
        columns = dict(zip(t.classifiers, columns_of(t.scores), strict=True))
        # A copy, so that no function can change the table or see more of it.
        found = {name: _signed(order(scores.copy()), sign) for name, scores in columns.items()}
    else:
        raise ArgumentError(
            "`order` must be the name of an order, a mapping or a function, not "
            f"{type(order).__name__}",
            expected="the name of an order, a mapping or a function",
            found=type(order).__name__,
        )
    places = {name: _place(name, value) for name, value in found.items()}
    return Order("own", places, places)


def _named(t: ResultsTable, order: str, blur: bool) -> Order:
    if "rank" in order.lower():
        raise ArgumentError(
            f'`order` cannot be "{order}": a mean rank depends on the other methods',
            expected=", ".join(f'"{item}"' for item in ORDERS),
            found=f'"{order}"',
            hint='Order by "mean" or "median", which adding or removing methods cannot change.',
        )
    check.choice("order", order, ORDERS)
    if order == "table":
        return Order(order, order, None)
    if order == "name":
        return Order(order, order, dict.fromkeys(t.classifiers, 0.0))
    measure = exact_mean if order == "mean" else exact_median
    sign = -1.0 if t.higher_is_better else 1.0
    values = [sign * measure(scores) for scores in columns_of(t.scores)]
    if blur:
        values = _blurred(values, float(np.nanmax(np.abs(t.scores))))
    return Order(order, order, dict(zip(t.classifiers, values, strict=True)))


def _blurred(values: list[float], largest: float) -> list[float]:
    """Round to a power of two, 4.5e-13 to 9.1e-13 times the largest score.

    Dividing by a power of two is exact; noise in the largest score does not change which one is
    used where that score is itself a power of two, such as 1.
    """
    unit = math.ldexp(1.0, math.frexp(largest / 2 * (1 + 1e-9))[1] - 40)
    return [round(value / unit) * unit for value in values] if unit > _LEAST_UNIT else values


def _signed(value: object, sign: float) -> object:
    return sign * float(value) if isinstance(value, Real) else value


def _place(name: str, value: object) -> float:
    if not isinstance(value, bool) and isinstance(value, Real) and math.isfinite(value):
        return float(value)
    found = "nothing" if value is None else repr(value)
    raise ArgumentError(
        f"`order` must give a finite number for every method, not {found} for {shown(name)}",
        expected="a finite number",
        found=found,
    )


def exact_mean(values: Floats, count: int | None = None) -> float:
    """Return sum(values) / count with an exact sum: the order of the values does not matter.

    If the values are decimals, this is the double nearest to their mean.

    Parameters
    ----------
    values : (n,) float
    count : int, optional
        Default: n.
    """
    values, _, unit = whole(values)
    if unit > 1.0:
        return math.fsum(values.tolist()) / (unit * (count or len(values)))
    # In units of a power of two that depends only on n: the sum cannot overflow.
    exponent = len(values).bit_length()
    total = math.fsum(np.ldexp(values, -exponent).tolist())
    with np.errstate(over="ignore"):
        return float(np.ldexp(total / (count or len(values)), exponent))


def exact_median(values: Floats) -> float:
    """Return the middle value, or the mean of the two in the middle."""
    ordered, half = np.sort(values), len(values) // 2
    if len(values) % 2:
        return float(ordered[half])
    return float(ordered[half - 1] / 2 + ordered[half] / 2)


def selected(
    names: Sequence[str], rows: Sequence[str] | None, columns: Sequence[str] | None, order: Order
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the methods of rows and columns in order; by default all, minus a single other."""
    given = [_listed(names, "rows", rows), _listed(names, "columns", columns)]
    sides: list[list[str]] = []
    for mine, other in (given, given[::-1]):
        alone = other if other is not None and len(other) == 1 else ()
        rest = [name for name in names if name not in alone]
        sides.append(rest if mine is None else mine)
    if set(sides[0]) == set(sides[1]) and len(sides[0]) == 1:
        raise ArgumentError(
            "`rows` and `columns` must together contain at least two different methods",
            expected="at least one comparison",
            found=f"only {shown(sides[0][0])}",
        )
    return order.sort(sides[0]), order.sort(sides[1])


def _listed(names: Sequence[str], argument: str, given: Sequence[str] | None) -> list[str] | None:
    if given is None:
        return None
    listed = check.listed(argument, given, "methods of the table")
    for name in listed:
        if not isinstance(name, str) or name not in names:
            raise ArgumentError(
                f"`{argument}` must be methods of the table, not {name!r}",
                expected="one of: " + ", ".join(names),
                found=repr(name),
                hint=strangers([name], names),
            )
    if not listed or len(set(listed)) < len(listed):
        found = "a name twice" if listed else "none"
        raise ArgumentError(
            f"`{argument}` must name at least one method, each once, not {found}",
            expected="names, each once",
            found=found,
        )
    return listed
