"""What decides which pairs differ: a test by name, a test result, or given p-values."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from functools import partial
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pybench.base import catalogue, check, notes
from pybench.base.errors import ArgumentError
from pybench.base.result import P_FLOOR
from pybench.comparison.adjust import adjusted, adjusted_pairs, check_adjust, noted
from pybench.comparison.friedman import friedman_reference
from pybench.comparison.nemenyi import rank_scale
from pybench.comparison.pairs import PairwiseTest, check_pairs, disturbed
from pybench.comparison.permutation import exchange_pairs, permuted
from pybench.comparison.ranks import VERDICT_LEVEL, Ranked

Floats = NDArray[np.float64]

#: Tests of pairs that are functions of this name: (t, adjust, control, ...) -> PairwiseTest.
PAIRWISE = catalogue.functions("diagram")
DUNN = "bonferroni-dunn"
TESTS = ("nemenyi", DUNN, *PAIRWISE)
GIVEN = "p-values"  # the field `test` if only numbers were given
_SYMMETRIC = 1e-9  # p-values of both directions may differ by this much


@dataclass(frozen=True, slots=True, eq=False)
class Verdicts:
    """The verdicts of a test on the pairs, in table order."""

    test: str
    adjust: str
    control: str | None
    convention: str
    pvalues: Floats  #: (k, k) in [0, 1], symmetric; 1 if a pair is not tested
    significant: NDArray[np.bool_]  #: (k, k): whether a pair differs
    critical_difference: float | None  #: in mean ranks, if the test has one
    notes: tuple[str, ...]
    directions: NDArray[np.int64] | None = None  #: (k, k), see `PairwiseTest`; None: by mean ranks


def check_request(names: list[str], test: object, adjust: object, control: object) -> None:
    """Refuse unknown names, other types, and a control that is not in the table."""
    check_pairs(names, "two-sided", control)
    if isinstance(test, str):
        check.choice("test", test, TESTS)
    elif not isinstance(test, PairwiseTest) and not _is_frame(test):
        raise ArgumentError(
            f"`test` must be the name of a test, a PairwiseTest or a data frame of p-values, "
            f"not {type(test).__name__}",
            expected="a name, a PairwiseTest or a data frame",
            found=type(test).__name__,
            hint="Name rows and columns: pandas.DataFrame(p, index=names, columns=names).",
        )
    if is_named(test, "nemenyi", "bonferroni-dunn"):
        _check_own(str(test), adjust, control)
    elif adjust is not None:
        check_adjust(adjust, control, "two-sided", "single-step")


def is_named(test: object, *names: str) -> bool:
    """Return whether a test is one of these names, without comparing frames and results."""
    return isinstance(test, str) and test in names


def _check_own(test: str, adjust: object, control: object) -> None:
    """Check options of Nemenyi's and Dunn's tests, which fix correction and use of a control."""
    if adjust is not None:
        raise ArgumentError(
            f'`adjust` cannot be given with test "{test}", which has its own adjustment',
            expected="None",
            found=repr(adjust),
        )
    if test == "nemenyi" and control is not None:
        raise ArgumentError(
            '`control` cannot be given with test "nemenyi", which compares all pairs',
            expected="None",
            found=repr(control),
            hint='Use test "bonferroni-dunn".',
        )
    if test == "bonferroni-dunn" and control is None:
        raise ArgumentError(
            '`control` must be given with test "bonferroni-dunn", which compares every other '
            "method with it",
            expected="a method",
            found="None",
        )


def verdicts(
    table: Ranked,
    test: object,
    alpha: float,
    *,
    adjust: str | None,
    control: str | None,
    convention: str,
) -> Verdicts:
    """Decide the pairs of a table by any test but Nemenyi's; arguments as `critical_difference`."""
    if is_named(test, "bonferroni-dunn"):
        check.choice("convention", convention, ("standard",))
        return _bonferroni_dunn(table, alpha, str(control))
    if isinstance(test, str):
        options: dict[str, Any] = {"adjust": adjust, "control": control, "convention": convention}
        done = judged(table, test, alpha, **options)
        return _of_result(table.names, done, alpha, None, control)
    check.choice("convention", convention, ("standard",))
    if isinstance(test, PairwiseTest):
        return _of_result(table.names, test, alpha, adjust, control)
    given = given_pvalues(table.names, test)
    return _of_pvalues(table, given, alpha, adjust or "none", control)


def judged(
    table: Ranked,
    test: str,
    alpha: float,
    *,
    adjust: str | None = None,
    control: str | None = None,
    convention: str = "standard",
) -> PairwiseTest:
    """Do a test of pairs by its public name, with its verdicts and `near-ties` at a level."""
    test_of = _bound(test, adjust, control, convention)
    done = test_of(table)
    if alpha == VERDICT_LEVEL:
        return done
    found = done.at_level(alpha)
    if not check.by_equality(table.tie_tol) or "tie_tol" not in _options_of(test):
        return found
    # The test itself checks at its own level whether rounding noise decides.
    merged = test_of(table.tied_within("auto"))
    near = not found.verdicts.equals(merged.at_level(alpha).verdicts)
    return replace(found, notes=notes.amended(found.notes, "near-ties", near))


def _options_of(test: str) -> Collection[str]:
    return inspect.signature(getattr(import_module("pybench"), test)).parameters


def _bound(
    test: str, adjust: str | None, control: str | None, convention: str
) -> Callable[[Ranked], PairwiseTest]:
    """Return a test by its public name, with those of the options that it takes."""
    function = getattr(import_module("pybench"), test)
    taken = _options_of(test)
    wanted: dict[str, Any] = {"adjust": adjust, "control": control}
    if convention != "standard":
        wanted["convention"] = convention
    wanted = {name: value for name, value in wanted.items() if value is not None}
    for name, value in wanted.items():
        if name not in taken:
            raise ArgumentError(
                f'test "{test}" takes no `{name}`', expected=f"no `{name}`", found=repr(value)
            )
    return partial(function, **wanted, engine="python")


def _of_result(
    names: list[str], done: PairwiseTest, alpha: float, adjust: str | None, control: str | None
) -> Verdicts:
    """Read the verdicts from a test of pairs; adjust its raw p-values anew if requested."""
    against = control if done.control is None else done.control
    anew = adjust is not None or (done.control is None and control is not None)
    method = check_adjust(adjust or done.adjust, against) if anew else done.adjust
    part = done.pvalues_raw if anew else done.pvalues
    if against is None:
        pvalues = part.loc[names, names].to_numpy(copy=True)
        if anew:
            pvalues = adjusted_pairs(pvalues, method)
    else:
        column = part.loc[[name for name in names if name != against], against].to_numpy()
        pvalues = _against(names, against, adjusted(column, method) if anew else column)
    return Verdicts(
        test=done.test,
        adjust=method,
        control=against,
        convention=done.convention,
        pvalues=pvalues,
        significant=pvalues <= alpha,
        critical_difference=None,
        notes=noted(
            done.notes, method, len(names) > 2, disturbed(done.test, done.method, len(names))
        ),
        directions=done.square_directions(names),
    )


def require_fitting(table: Ranked, done: PairwiseTest, control: str | None) -> None:
    """Refuse a test of another table, a one-sided one, and one against another control."""
    if done.alternative != "two-sided":
        raise ArgumentError(
            f'`test` must be two-sided, not "{done.alternative}"',
            expected="a two-sided test",
            found=done.alternative,
        )
    if control is not None and done.control not in (None, control):
        raise ArgumentError(
            f"`control` must be the control of the test, '{done.control}', not '{control}'",
            expected=done.control,
            found=control,
        )
    require_same_table(table, done)


def require_same_table(table: Ranked, done: Any) -> None:
    """Refuse a test of another table: a `PairwiseTest` or a result of `nemenyi`."""
    same = (
        sorted(map(str, done.mean_ranks.index)) == sorted(table.names)
        and done.n_datasets == table.n
        and np.allclose(done.mean_ranks[table.names], table.mean_ranks, rtol=0, atol=1e-9)
    )
    if not same:
        raise ArgumentError(
            "`test` must be a test of the same table: methods, datasets or mean ranks differ",
            expected="a test of the same table, with the same `tie_tol`",
            found="another",
        )


def _of_pvalues(
    table: Ranked, raw: Floats, alpha: float, adjust: str, control: str | None
) -> Verdicts:
    check_adjust(adjust, control)
    if control is None:
        pvalues = adjusted_pairs(raw, adjust)
    else:
        column = table.names.index(control)
        pvalues = _against(
            table.names, control, adjusted(np.delete(raw[:, column], column), adjust)
        )
    doubts = {**table.caveats(), "floor": bool((raw < P_FLOOR).any())}
    doubts |= {"direction-by-mean-ranks": True, "pairwise-complete": False}
    # What these notes say about p-values and Friedman's test does not apply to given numbers.
    doubts |= dict.fromkeys(("degenerate", "few-datasets", "two-classifiers"), False)
    return Verdicts(
        test=GIVEN,
        adjust=adjust,
        control=control,
        convention="standard",
        pvalues=pvalues,
        significant=pvalues <= alpha,
        critical_difference=None,
        # p-values given without a correction may be adjusted already.
        notes=noted(notes.holding(doubts), adjust, adjust != "none" and table.k > 2),
    )


def _against(names: list[str], control: str, pvalues: Floats) -> Floats:
    """Return the (k, k) matrix in which only pairs with the control are hypotheses."""
    at, k = names.index(control), len(names)
    others = [i for i in range(k) if i != at]
    matrix = np.ones((k, k))
    matrix[others, at] = matrix[at, others] = pvalues
    return matrix


def _is_frame(value: object) -> bool:
    return all(hasattr(value, name) for name in ("index", "columns", "to_numpy"))


def given_pvalues(names: list[str], frame: Any) -> Floats:
    """Check a frame of p-values of all pairs; return it in table order, diagonal 1."""
    for axis in (frame.index, frame.columns):
        found = [str(name) for name in axis]
        if sorted(found) != sorted(names):
            raise _other_names(names, found)
    ordered = frame.set_axis([str(n) for n in frame.index], axis=0)
    ordered = ordered.set_axis([str(n) for n in frame.columns], axis=1).loc[names, names]
    try:
        pvalues = ordered.to_numpy(dtype=float, copy=True, na_value=np.nan)
    except (TypeError, ValueError) as error:
        raise ArgumentError(
            "`test` must hold numbers", expected="p-values", found="another type"
        ) from error
    np.fill_diagonal(pvalues, 1.0)
    _refuse_cell(names, pvalues, ~((pvalues >= 0.0) & (pvalues <= 1.0)), "p-values in [0, 1]")
    unequal = np.abs(pvalues - pvalues.T) > _SYMMETRIC
    _refuse_cell(names, pvalues, unequal, "the same p-value in both directions of a pair")
    return np.asarray(np.maximum(pvalues, pvalues.T))


def _other_names(names: list[str], found: list[str]) -> ArgumentError:
    missing = [name for name in names if name not in found]
    strange = [name for name in found if name not in names]
    parts = [
        f"{what}: {', '.join(which)}"
        for what, which in (("missing", missing), ("not in the table", strange))
        if which
    ]
    return ArgumentError(
        "`test` must have the methods of the table as rows and as columns, once each; "
        + ("; ".join(parts) or "a name occurs twice"),
        expected=", ".join(names),
        found=", ".join(found),
    )


def _refuse_cell(names: list[str], pvalues: Floats, bad: NDArray[np.bool_], expected: str) -> None:
    if not bad.any():
        return
    row, column = (int(i) for i in np.argwhere(bad)[0])
    value = pvalues[row, column]
    shown = "no number" if np.isnan(value) else f"{value:.15g}"
    if expected.startswith("the same"):
        shown += f", the other way round {pvalues[column, row]:.15g}"
    raise ArgumentError(
        f"`test` must hold {expected}; row '{names[row]}', column '{names[column]}' has {shown}",
        expected=expected,
        found=shown,
    )


def _bonferroni_dunn(table: Ranked, alpha: float, control: str) -> Verdicts:
    n, k, at = table.n, table.k, table.names.index(control)
    exchanged = permuted("siegel", "auto", "standard", (n, k), infinite=False)
    pvalues = dunn_pvalues(table.doubled, at)

    def verdict(ranks: NDArray[np.int32]) -> object:
        gaps = ranks.sum(axis=0) - ranks[:, at].sum()
        return (np.sign(gaps) * (dunn_pvalues(ranks, at) <= alpha)).tolist()

    doubts = {
        **table.caveats(),
        "floor": bool((pvalues < P_FLOOR).any()),
        "near-ties": table.noise_decides(verdict),
        "omnibus-not-significant": friedman_reference(table.doubled).pvalue > alpha,
    }
    doubts["few-datasets"] = doubts["few-datasets"] and not exchanged
    matrix = _against(table.names, control, np.delete(pvalues, at))
    return Verdicts(
        test="bonferroni-dunn",
        adjust="bonferroni",
        control=control,
        convention="standard",
        pvalues=matrix,
        significant=matrix <= alpha,
        critical_difference=None if exchanged else dunn_distance(n, k, alpha),
        notes=noted(notes.holding(doubts), "bonferroni", k > 2, "" if exchanged else DUNN),
    )


def dunn_pvalues(doubled: NDArray[np.int32], control: int) -> Floats:
    """Compute Bonferroni-Dunn p-values against column ``control`` of doubled ranks, (N, k).

    Returns
    -------
    (k,) float in [0, 1]; 1 at the control
    """
    from scipy import special

    n, k = doubled.shape
    if permuted("siegel", "auto", "standard", (n, k), infinite=False):
        exchanged = exchange_pairs(doubled.astype(np.int64))[0][:, control]
        return np.asarray(np.minimum(1.0, (k - 1) * exchanged))
    sums = doubled.sum(axis=0, dtype=np.int64)
    z = np.abs(sums - sums[control]) / (2 * n * rank_scale(n, k))
    return np.asarray(np.minimum(1.0, (k - 1) * 2.0 * special.ndtr(-z)))  # 1 at the control


def dunn_distance(n: int, k: int, alpha: float) -> float:
    """Return the difference of mean ranks from which a method differs from the control."""
    from scipy import special

    return float(-special.ndtri(alpha / (2 * (k - 1)))) * rank_scale(n, k)
