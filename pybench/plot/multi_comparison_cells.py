"""The lines of a cell of a multi-comparison matrix: which there are, and what they say."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from pybench.base import check
from pybench.base.errors import ArgumentError
from pybench.base.result import P_FLOOR

if TYPE_CHECKING:
    from pybench.comparison.matrix import MultiComparison

#: Lines of a cell that can be chosen -> their names; an effect has its own.
CELL = {
    "difference": ("mean difference",),
    "wins": ("win / tie / loss",),
    "p": ("p (Wilcoxon), better",),
    "posterior": ("P(better / alike / worse)",),
    "effect": (),
}
#: Effect -> its name beside a line, and in a sentence.
EFFECTS = {
    "hodges_lehmann": ("Hodges-Lehmann", "Hodges-Lehmann estimate of the difference"),
    "mean_difference": ("mean, row better", "mean difference in favour of the row"),
    "d_z": ("d_z", "d_z (mean difference / standard deviation)"),
    "rank_biserial": ("rank-biserial", "rank-biserial correlation"),
    "superiority": ("superiority", "probability of superiority"),
}
MINUS = "\u2212"


def chosen_lines(result: MultiComparison, cell: str | Iterable[str] | None) -> tuple[str, ...]:
    """Check the lines of a cell; by default all that the result has."""
    there = {**CELL}
    if result.better is None:
        del there["posterior"]
    if result.effect is None:
        del there["effect"]
    if cell is None:
        return tuple(there)
    expected = "one or more of " + ", ".join(f'"{name}"' for name in CELL) + ", each once"
    names = check.listed("cell", cell, expected)
    if not names or len(set(names)) < len(names):
        raise ArgumentError(
            f"`cell` must be {expected}, not {names!r}", expected=expected, found=repr(names)
        )
    for name in names:
        check.choice("cell", name, tuple(CELL))
        if name not in there:
            how = "bayesian=True" if name == "posterior" else 'effect="hodges_lehmann"'
            raise ArgumentError(
                f'`cell` has "{name}", which this result does not have',
                expected=", ".join(there),
                found=name,
                hint=f"Compute it: multi_comparison(t, {how}).",
            )
    return tuple(names)


def names_of(result: MultiComparison, line: str) -> tuple[str, ...]:
    """Return the names of a line of a cell; an effect has two lines."""
    if line == "effect":
        return EFFECTS[str(result.effect)][0], f"{100 * (1 - result.alpha):g} % interval"
    return CELL[line]


def bold_cells(result: MultiComparison, chosen: tuple[str, ...]) -> NDArray[np.bool_]:
    """Return which cells are bold: by p if it is shown, else by the posterior if it is."""
    if "p" in chosen:
        return result.significant
    if "posterior" not in chosen:
        return np.zeros(result.own.shape, bool)
    parts = [frame.to_numpy() for frame in (result.better, result.equal, result.worse)]  # type: ignore[union-attr]
    return np.asarray((np.max(parts, axis=0) >= 1.0 - result.alpha) & ~result.own)


def meanings(result: MultiComparison, metric: str, chosen: tuple[str, ...]) -> Iterator[str]:
    """Say what each line of a cell is."""
    sure = f"{100 * (1 - result.alpha):g} %"
    for line in chosen:
        if line == "difference":
            yield f"mean of {metric}(row) {MINUS} {metric}(column)"
        elif line == "wins":
            yield "datasets that the row wins, ties and loses" + (
                "" if result.n_common is None else " (all on which both have a score)"
            )
        elif line == "p":
            yield (
                f"p of the two-sided Wilcoxon signed-rank test ({result.procedure}), bold "
                f"where p\u00a0≤\u00a0{result.alpha:g}, with the method that is better by the "
                "test: row or col(umn)"
            )
        elif line == "posterior":
            yield (
                "posterior probabilities that the row is better, alike (within "
                f"±{result.rope:g}) and worse, Bayesian signed-rank test"
            ) + ("" if "p" in chosen else f", bold where one of them is at least {sure}")
        else:
            yield (
                f"{EFFECTS[str(result.effect)][1]} with its {sure} interval, above "
                f"{'1/2' if result.effect == 'superiority' else '0'} if the row is better"
            )


def cell_lines(
    result: MultiComparison, chosen: tuple[str, ...], decimals: int, empty: NDArray[np.bool_]
) -> tuple[tuple[tuple[str, ...], ...], ...]:
    """Write the chosen lines of each cell, row by row."""
    writers = {
        "difference": _differences,
        "wins": _wins,
        "p": _pvalues,
        "posterior": _posteriors,
        "effect": _effects,
    }
    parts = [writers[name](result, decimals) for name in chosen]

    def of(i: int, j: int) -> tuple[str, ...]:
        return tuple(line for part in parts for line in part(i, j))

    rows, columns = empty.shape
    return tuple(
        tuple(() if empty[i, j] else of(i, j) for j in range(columns)) for i in range(rows)
    )


_Cell = Callable[[int, int], tuple[str, ...]]


def _differences(result: MultiComparison, decimals: int) -> _Cell:
    difference = result.mean_difference.to_numpy()
    return lambda i, j: (signed(float(difference[i, j]), decimals),)


def _wins(result: MultiComparison, _: int) -> _Cell:
    counts = [frame.to_numpy(int) for frame in (result.wins, result.draws, result.losses)]
    common = result.n_common
    both = counts[0] if common is None else common.to_numpy(int)

    def of(i: int, j: int) -> tuple[str, ...]:
        text = "/".join(str(count[i, j]) for count in counts)
        return (text if common is None else f"{text} ({both[i, j]})",)

    return of


def _pvalues(result: MultiComparison, _: int) -> _Cell:
    p, better = result.pvalues.to_numpy(), result.better_by_test()
    return lambda i, j: (probability(float(p[i, j])) + better[i, j],)


def _posteriors(result: MultiComparison, _: int) -> _Cell:
    frames = (result.better, result.equal, result.worse)
    shares = [frame.to_numpy() for frame in frames if frame is not None]
    return lambda i, j: ("/".join(f"{share[i, j]:.2f}" for share in shares),)


def _effects(result: MultiComparison, decimals: int) -> _Cell:
    frames = (result.effect_size, result.effect_size_low, result.effect_size_high)
    size, low, high = (frame.to_numpy() for frame in frames if frame is not None)
    write = plain if result.effect == "superiority" else signed
    return lambda i, j: (
        write(float(size[i, j]), decimals),
        f"[{write(float(low[i, j]), decimals)}, {write(float(high[i, j]), decimals)}]",
    )


def signed(value: float, decimals: int) -> str:
    """Write a difference with its sign; the larger it is, the fewer decimals.

    Examples
    --------
    >>> signed(0.01234, 4), signed(-12.34, 4), signed(0.0, 4)
    ('+0.0123', '−12.340', '0.0000')
    """
    text = plain(abs(value), decimals)
    return ("+" if value > 0 else MINUS if value < 0 else "") + text


def plain(value: float, decimals: int) -> str:
    """Write a score; the larger it is, the fewer decimals, whatever stands beside it."""
    if not math.isfinite(value):
        return ("" if value > 0 else MINUS) + "∞"
    whole = len(str(int(abs(value))))
    return f"{value:.{max(0, decimals - whole + 1)}f}".replace("-", MINUS)


def probability(p: float) -> str:
    """Write a p-value in at most six characters.

    Examples
    --------
    >>> probability(0.0412), probability(3.4e-07), probability(1e-30)
    ('0.041', '3e-7', '<1e-12')
    """
    if p < P_FLOOR:
        return "<1e-12"
    if p >= 0.0005:
        return f"{p:.3f}"
    digits, _, exponent = f"{p:.0e}".partition("e")
    return f"{digits}e{int(exponent)}"
