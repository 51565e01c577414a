"""What becomes of missing scores: the policies of `read_results`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pybench.base import check
from pybench.base.errors import ArgumentError, ResultsTableError
from pybench.base.text import shown, shown_names, strangers

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from pybench.table import ResultsTable

POLICIES = ("error", "drop", "pairwise", "keep", "worst")
IMPUTE, INCOMPLETE = "impute:", "incomplete"


def check_missing(missing: object, repeats: str = "error") -> str:
    """Return a policy; refuse an unknown one, and one that cannot fill in single repeats."""
    if not (isinstance(missing, str) and missing.startswith(IMPUTE)):
        check.choice("missing", missing, (*POLICIES, f"{IMPUTE}<method>"))
    assert isinstance(missing, str)
    if repeats == "keep" and fills(missing):
        raise ArgumentError(
            f'`missing` "{missing}" fills in means, not single repeats, so `repeats` cannot be '
            '"keep"',
            expected='another `repeats`, such as "mean"',
            found='"keep"',
        )
    return missing


def fills(missing: str) -> bool:
    """Return whether a policy puts numbers in place of missing scores."""
    return missing == "worst" or missing.startswith(IMPUTE)


def settled(t: ResultsTable, missing: str) -> ResultsTable:
    """Return a table with its missing scores, which are NaN, treated by a policy."""
    import numpy as np

    absent = np.isnan(t.scores)
    if missing.startswith(IMPUTE):
        _require_method(t, missing)
    if not absent.any() or missing in ("pairwise", "keep"):
        return t
    if missing == "error":
        raise _incomplete(t, absent)
    if missing == "drop":
        return _dropped(t, np.asarray(absent.any(axis=1)))
    if missing == "worst":
        worst = np.nanmin if t.higher_is_better else np.nanmax
        substitutes = worst(t.scores, axis=1)
    else:
        column = t.classifiers.index(missing.removeprefix(IMPUTE))
        substitutes = t.scores[:, column]
        _require_substitutes(t, missing, absent.any(axis=1) & absent[:, column])
    counts = t.n_available
    return replace(
        t,
        scores=np.where(absent, substitutes[:, None], t.scores),
        n_available=None if counts is None else np.where(absent, t.n_repeats, counts),
        filled=absent,
        filled_by=missing,
    )


def _dropped(t: ResultsTable, lacking: npt.NDArray[np.bool_]) -> ResultsTable:
    left = [name for name, lacks in zip(t.datasets, lacking, strict=True) if not lacks]
    if not left:
        expected = "at least one dataset without missing scores"
        raise ResultsTableError(
            f"expected {expected}, found none",
            expected=expected,
            found="none",
            hint="Fill in the missing scores, or leave out a method.",
        )
    gone = tuple(name for name in t.datasets if name not in {*left})
    return replace(t.select(left), dropped=(*t.dropped, *gone))


def _require_method(t: ResultsTable, missing: str) -> None:
    name = missing.removeprefix(IMPUTE)
    if name not in t.classifiers:
        raise ArgumentError(
            f'`missing` must name a method of the table after "{IMPUTE}", not {shown(name)}',
            expected="one of: " + ", ".join(t.classifiers),
            found=repr(name),
            hint=strangers([name], t.classifiers),
        )


def _require_substitutes(t: ResultsTable, missing: str, lacking: npt.NDArray[np.bool_]) -> None:
    without = [name for name, lacks in zip(t.datasets, lacking, strict=True) if lacks]
    if without:
        name = shown(missing.removeprefix(IMPUTE))
        expected = f"a score of {name} on every dataset that lacks one"
        raise ResultsTableError(
            f"expected {expected}, found none on {shown_names(without)}",
            expected=expected,
            found=f"none on {shown_names(without)}",
            hint='Name a method that has a score on each dataset, or use missing="worst".',
        )


def without(t: ResultsTable, classifiers: str | None, datasets: str | None) -> ResultsTable:
    """Leave methods out of a table, then datasets.

    Parameters
    ----------
    t : ResultsTable
        Missing scores are NaN.
    classifiers, datasets : str, optional
        Names, comma-separated, or "incomplete": all that lack a score.
    """
    t = t.select(classifiers=_left(t.classifiers, classifiers, "classifiers", t.scores))
    if datasets == INCOMPLETE:
        return settled(t, "drop")
    return t.select(datasets=_left(t.datasets, datasets, "datasets", t.scores.T))


def _left(
    names: tuple[str, ...], given: str | None, what: str, scores: npt.NDArray[np.float64]
) -> list[str]:
    """Return the names that stay; the columns of the scores belong to them."""
    if given == INCOMPLETE:
        lacking = (scores != scores).any(axis=0)
        gone = {name for name, lacks in zip(names, lacking, strict=True) if lacks}
    else:
        gone = {name.strip() for name in (given or "").split(",") if name.strip()}
    if unknown := sorted(gone - {*names}):
        raise ArgumentError(
            f"`drop_{what}` must be names of the table, not {shown_names(unknown)}",
            expected=shown_names(names),
            found=shown_names(unknown),
            hint=strangers(unknown, names),
        )
    if len(gone) == len(names):
        raise ArgumentError(
            f"`drop_{what}` leaves nothing: it names all {what}"
            if given != INCOMPLETE
            else f"`drop_{what}` leaves nothing: all {what} lack a score",
            expected=f"some {what} to stay",
            found="none",
        )
    return [name for name in names if name not in gone]


def _incomplete(t: ResultsTable, absent: npt.NDArray[np.bool_]) -> ResultsTableError:
    row, column = (int(place[0]) for place in absent.nonzero())
    found = (
        f"{t.n_missing} missing, the first for dataset {shown(t.datasets[row])} and method "
        f"{shown(t.classifiers[column])}"
    )
    return ResultsTableError(
        f"expected every score, found {found}",
        expected="every score",
        found=found,
        hint='Use missing="drop" to leave out the datasets with missing scores.',
    )
