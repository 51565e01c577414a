"""Corrections for testing many pairs: p-values to adjusted p-values.

A correction is a name and a function; built-in ones are listed here, `register_adjustment` adds
others. `adjusted` is what the statistics call, `adjust` what users call.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pybench.base import catalogue, check, notes, shared
from pybench.base.errors import ArgumentError
from pybench.comparison.corrections import ASCENDING
from pybench.comparison.logical import bergmann, shaffer

Floats = NDArray[np.float64]
Correction = Callable[[Floats], ArrayLike]

#: Corrections that depend on the pair of each p-value: all pairs, two-sided.
LOGICAL: dict[str, Callable[[Floats], Floats]] = {"shaffer": shaffer, "bergmann": bergmann}
#: The built-in corrections; `names` also lists those of users.
ADJUSTMENTS = (*ASCENDING, *LOGICAL)

_REGISTERED: dict[str, Correction] = {}
_TABLE = "corrections.csv"
_OWN = "*"  # the row for corrections that users register


def names() -> tuple[str, ...]:
    """Return the names of all corrections, registered ones last."""
    return (*ADJUSTMENTS, *_REGISTERED)


def controls(adjust: str, test: str = "") -> dict[str, str]:
    """Return what a correction controls: a row of ``corrections.csv``.

    A test in the table, such as Nemenyi's, has its own adjustment, whatever ``adjust`` says.
    """
    rows = {row["key"]: row for row in shared.rows(_TABLE)}
    return rows.get(test) or rows.get(adjust) or rows[_OWN]


def noted(keys: Iterable[str], adjust: str, several: bool, test: str = "") -> tuple[str, ...]:
    """Return notes; of those on what a correction leaves open, keep only that of ``adjust``."""
    others = {*keys} - {row["note"] for row in shared.rows(_TABLE)}
    own = {
        controls(adjust, test)["note"],
        "mean-ranks" if test in catalogue.functions("mean-ranks") else "",
    }
    return notes.ordered(others | (own - {""}) if several else others)


def register_adjustment(name: str, correction: Correction) -> None:
    """Register a correction under a name, which every `adjust` argument then accepts.

    Parameters
    ----------
    name : str
        A name that no built-in correction has. If the name is already registered, the new
        correction replaces the old one.
    correction : callable
        A function that takes the p-values of one family, an array of m >= 1 numbers in [0, 1], and
        returns the m adjusted p-values in the same order. Each adjusted p-value must be in [0, 1]
        and not below the raw p-value.

    Returns
    -------
    None

    Raises
    ------
    ArgumentError
        If ``name`` is the name of a built-in correction or ``correction`` is not callable. The same
        error is raised later, when the correction is used, if its result breaks the rules above.

    Notes
    -----
    The correction is registered in Python only, and for this session only. For ``engine="r"`` and
    ``"both"``, a correction of the same name must also be registered in R
    (``pb_register_adjustment``).

    Examples
    --------
    >>> import pybench as pb
    >>> import numpy as np
    >>> pb.register_adjustment("sidak", lambda p: 1 - (1 - p) ** p.size)
    >>> pb.adjust(np.array([0.5, 0.5]), "sidak")
    array([0.75, 0.75])
    """
    taken = {row["key"] for row in shared.rows(_TABLE)}
    if not isinstance(name, str) or not name or name in taken:
        raise ArgumentError(
            f"`name` must be a new name for a correction, not {name!r}",
            expected="a string that no built-in correction has",
            found=repr(name),
        )
    if not callable(correction):
        raise ArgumentError(
            f"`correction` must be a function of p-values, not {correction!r}",
            expected="a function of p-values",
            found=repr(correction),
        )
    _REGISTERED[name] = correction


def check_adjust(
    adjust: object, control: object = None, alternative: str = "two-sided", *also: str
) -> str:
    """Return the name of a correction if a test of these pairs can use it.

    Parameters
    ----------
    adjust : object
        The user's argument.
    control : str or None
        The method that all others are compared with, if any.
    alternative : str
        As in the test's own argument, checked.
    *also : str
        Further names that this test accepts: "single-step".
    """
    name = check.choice("adjust", adjust, (*names(), *also))
    if name in LOGICAL and (control is not None or alternative != "two-sided"):
        found = "a control" if control is not None else f'alternative "{alternative}"'
        raise ArgumentError(
            f'`adjust` = "{name}" applies only to two-sided tests of all pairs, not to {found}',
            expected="all pairs, two-sided",
            found=found,
            hint='Use "holm".',
        )
    return name


def adjusted(pvalues: Floats, method: str, alpha: float | None = None) -> Floats:
    """Adjust families of p-values.

    Parameters
    ----------
    pvalues : (..., m) float in [0, 1]
        One family along the last axis; leading axes are replicates. For "shaffer" and "bergmann",
        the family must consist of the pairs (1, 2), (1, 3), ..., (k - 1, k) of k methods, in this
        order.
    method : str
        One of `names`.
    alpha : float in (0, 1), optional
        For "rom" only: the result is then valid for decisions at this level only. By default, the
        result is valid at every level.

    Returns
    -------
    (..., m) float in [0, 1], at least as large as ``pvalues``
        Equal p-values in a family get equal adjusted ones.
    """
    if pvalues.shape[-1] == 0:
        return pvalues.copy()
    if method in LOGICAL:
        result = LOGICAL[method](pvalues)
    elif method in ASCENDING:
        order = np.argsort(pvalues, axis=-1)
        ascending = np.take_along_axis(pvalues, order, axis=-1)
        result = np.empty_like(ascending)
        np.put_along_axis(result, order, ASCENDING[method](ascending, alpha), axis=-1)
    else:
        result = np.apply_along_axis(_by_users_own, -1, pvalues, method)
    # Rounding must not make an adjusted p-value smaller than the raw one.
    return np.clip(result, pvalues, 1.0)


def adjusted_pairs(
    pvalues: Floats, method: str, *, directed: bool = False, alpha: float | None = None
) -> Floats:
    """Adjust the p-values of all pairs of k methods.

    Parameters
    ----------
    pvalues : (..., k, k) float in [0, 1]
        Row against column; the diagonal is ignored. Leading axes are replicates.
    method : str
        One of `names`.
    directed : bool
        Whether (i, j) and (j, i) are two hypotheses, as in one-sided tests. Otherwise ``pvalues``
        is symmetric and the family has k(k - 1)/2 members.
    alpha : float in (0, 1), optional
        See `adjusted`.

    Returns
    -------
    (..., k, k) float in [0, 1], diagonal 1
    """
    k = pvalues.shape[-1]
    result = np.ones(pvalues.shape)
    rows, columns = np.nonzero(~np.eye(k, dtype=bool)) if directed else np.triu_indices(k, 1)
    family = adjusted(pvalues[..., rows, columns], method, alpha)
    result[..., rows, columns] = family
    if not directed:
        result[..., columns, rows] = family
    return result


def adjust(pvalues: Any, method: str = "holm", alpha: float | None = None) -> Any:
    r"""Adjust p-values for testing many hypotheses.

    Parameters
    ----------
    pvalues : (m,) list, array or Series, or (k, k) array or DataFrame, of float in [0, 1]
        The p-values of one family, or the p-values of all pairs of k methods as a symmetric matrix,
        whose diagonal is ignored.
    method : str
        Name of the correction. For the family-wise error rate, there are "bonferroni", the
        step-down corrections "holm", "holland" and "finner", the step-up corrections "hochberg" and
        "rom", the closed testing procedure "hommel", and the two-step correction "li". For a matrix
        of all pairs, there are also "shaffer" and, for up to 9 methods, "bergmann". For the false
        discovery rate, there are "BH" and "BY". "none" returns the p-values unchanged. A name
        registered with `register_adjustment` is accepted, too. The Notes say what each correction
        controls.
    alpha : float in (0, 1), optional
        For "rom" only: return :math:`p_j \alpha / c_{m-j+1}(\alpha)` with the critical values
        :math:`c` defined in the Notes, as papers and other software do. These adjusted p-values are
        valid for decisions at the level ``alpha`` only. By default, adjusted p-values are valid at
        every level.

    Returns
    -------
    list, array, Series or DataFrame, as ``pvalues``
        Adjusted p-values in [0, 1]; a hypothesis is rejected if its adjusted p-value is at most the
        level. The diagonal of a matrix is 1.

    Raises
    ------
    ArgumentError
        A p-value that is missing or not in [0, 1], a matrix that is not symmetric, an unknown
        method, or "shaffer" or "bergmann" for a vector.

    Notes
    -----
    The corrections control the following, if each single test holds its level, that is, rejects a
    true hypothesis with at most this probability:

    * "none": Corrects nothing: each single test holds its level, but the chance of any false
      rejection grows with the number of tests.
    * "bonferroni", "holm": Controls the chance of any false rejection, whichever methods differ
      and however the tests depend on each other.
    * "hochberg", "hommel", "holland": Controls the chance of any false rejection, whichever
      methods differ, if the tests are independent or positively dependent.
    * "finner": Controls the chance of any false rejection only if no method differs from any other,
      and if the tests are independent or positively dependent.
    * "rom": Controls the chance of any false rejection, whichever methods differ, if the tests are
      independent; its p-values are close to Hochberg's.
    * "li": Controls the chance of any false rejection, whichever methods differ, but only if the
      tests are independent. Tests of pairs are not independent.
    * "BH": Controls the expected share of false rejections among all rejections, if the tests are
      independent or positively dependent. Does not control the chance of any false rejection.
    * "BY": Controls the expected share of false rejections among all rejections, however the tests
      depend on each other. Does not control the chance of any false rejection.
    * "shaffer", "bergmann": Controls the chance of any false rejection among all pairs, whichever
      methods differ and however the tests depend on each other.

    ``docs/measured.md`` has measurements on tables in which some methods differ.

    With the p-values in ascending order, :math:`p_1 \le \dots \le p_m`, Holm's adjusted p-value of
    hypothesis j is :math:`\max_{i \le j} (m - i + 1) p_i`, and Hochberg's is :math:`\min_{i \ge j}
    (m - i + 1) p_i`; both are capped at 1. Rom's step-up test compares :math:`p_j` with a critical
    value :math:`c_{m-j+1}(\alpha)`, which is not proportional to :math:`\alpha`. Rom's adjusted
    p-value is therefore the smallest :math:`\alpha` at which this test rejects the hypothesis. The
    files ``comparison/corrections.py`` and ``comparison/logical.py`` contain every formula, with
    its source. García and Herrera (2008, JMLR 9, 2677-2694) survey corrections for comparisons of
    all pairs.

    Examples
    --------
    >>> import pybench as pb
    >>> pb.adjust([0.01, 0.03, 0.04])
    [0.03, 0.06, 0.06]
    """
    name = check.choice("method", method, names())
    level = None if alpha is None else check.level("alpha", alpha)
    values = _probabilities(pvalues)
    if values.ndim == 2:
        np.fill_diagonal(values, 1.0)
        return _as_given(pvalues, adjusted_pairs(values, name, alpha=level))
    if name in LOGICAL:
        raise ArgumentError(
            f'`method` "{name}" needs a k x k matrix of all pairs, not a vector, which does not '
            "show the pair of each p-value",
            expected="a k x k matrix",
            found=f"a vector of length {values.size}",
        )
    return _as_given(pvalues, adjusted(values, name, level))


def _by_users_own(pvalues: Floats, method: str) -> Floats:
    answer = np.asarray(_REGISTERED[method](pvalues.copy()), dtype=np.float64)
    if answer.shape == pvalues.shape and bool(((answer >= pvalues) & (answer <= 1)).all()):
        return answer
    raise ArgumentError(
        f'the correction "{method}" must return {pvalues.size} numbers, each at least the '
        "p-value that it adjusts and at most 1",
        expected=f"{pvalues.size} adjusted p-values",
        found=str(answer.tolist()),
    )


def _probabilities(pvalues: Any) -> Floats:
    """Return a vector or a symmetric square of numbers in [0, 1] as a new array."""
    try:
        values = np.array(pvalues, dtype=np.float64)
    except (OverflowError, TypeError, ValueError) as error:
        raise ArgumentError("`pvalues` must be numbers from 0 to 1") from error
    square = values.ndim == 2 and values.shape[0] == values.shape[1]
    if values.ndim != 1 and not square:
        shape = " x ".join(map(str, values.shape)) or "a single number"
        raise ArgumentError(
            f"`pvalues` must be a vector or a k x k matrix, not {shape}",
            expected="a vector or a k x k matrix",
            found=shape,
        )
    asked = ~np.eye(len(values), dtype=bool) if square else np.ones(values.shape, bool)
    for place in np.argwhere(asked & ~((values >= 0) & (values <= 1)))[:1]:
        where = ", ".join(str(i + 1) for i in place)
        found = "NaN" if np.isnan(values[tuple(place)]) else f"{values[tuple(place)]:g}"
        raise ArgumentError(
            f"`pvalues` must be numbers from 0 to 1, not {found} (at {where})",
            expected="numbers from 0 to 1",
            found=found,
            hint="Leave out a missing test that should not count in the correction; set any other "
            "to 1."
            if found == "NaN"
            else None,
        )
    if square and not np.array_equal(values[asked], values.T[asked]):
        raise ArgumentError(
            "`pvalues` must be symmetric, like the matrix of two-sided tests of all pairs",
            expected="a symmetric matrix",
            found="one that is not",
            hint="For one-sided tests of pairs, correct with the argument `adjust` of the test "
            "itself.",
        )
    return values


def _as_given(given: Any, values: Floats) -> Any:
    if isinstance(given, (list, tuple)):
        return values.tolist()
    if hasattr(given, "index") and hasattr(given, "iloc"):
        import pandas as pd

        if isinstance(given, pd.Series):
            return pd.Series(values, index=given.index, name=given.name)
        return pd.DataFrame(values, index=given.index, columns=given.columns)
    return values
