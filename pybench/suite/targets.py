"""The target of a task: classes, or numbers to predict if the task is a regression.

Whether numbers name classes is never guessed without notice. What nobody declares, a verdict
says ("type"), and numbers that can hardly be classes are refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pybench.base.errors import DatasetError, InputError, SeriesError, refusal
from pybench.base.text import shown, shown_numbers
from pybench.read.numbers import number_or_none
from pybench.read.tabular import Variable
from pybench.suite.task import Dataset, Verdict

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Target = tuple[npt.NDArray[np.object_ | np.float64], tuple[str, ...]]
    Floats = npt.NDArray[np.float64]

FEW, SHARE = 20, 10  #: numbers may be at most max(FEW, n / SHARE) different classes
RULE = "type"


def of_column(variable: Variable, type: str, dataset: Dataset, file: str) -> Target:
    """Return the target in a column of a table, and the sorted classes, () for numbers.

    Parameters
    ----------
    variable : Variable
    type : {"classification", "regression"}
    dataset : Dataset
    file : str
        For error messages.

    Raises
    ------
    DatasetError
        A row without a class or number; numbers that cannot be classes; in a regression, a column
        that is not numeric.
    """
    if type == "regression":
        if variable.type != "numeric":
            hint = "Choose another target, or the type classification."
            expected, found = "a column of numbers for a regression", f"a {variable.type} column"
            column = variable.name
            raise refusal(expected, found, hint, file=file, column=column, kind=DatasetError)
        return _numbers(variable.values, file), ()  # type: ignore[arg-type]
    if variable.type == "numeric":
        _refuse_numbers(
            variable.values,  # type: ignore[arg-type]
            variable.name,
            file,
            "list them in the ARFF header" if dataset.format == "arff" else "",
            DatasetError,
        )
    return _classes(variable.texts(), file)


def of_labels(labels: Sequence[str | None], type: str, dataset: Dataset, file: str) -> Target:
    """Return the target of series; archives declare labels as classes, so there may be many.

    Raises
    ------
    DatasetError, SeriesError
        As in `of_column`; numbers may be any number of different classes, but have no fractions.
    """
    import numpy as np

    values = {label: number_or_none(label) for label in {*labels} if label is not None}
    strange = [label for label, value in values.items() if value is None]
    if type == "regression":
        if strange:
            hint = "Choose the type classification."
            expected, found = "a number for every series", shown(min(strange))
            raise refusal(expected, found, hint, file=file, column="label", kind=SeriesError)
        numbers = [np.nan if label is None else values[label] for label in labels]
        return _numbers(np.array(numbers, np.float64), file), ()
    if values and not strange and "label" not in dataset.nominal:
        found_numbers = np.array([values[label] for label in labels if label is not None], float)
        if (found_numbers != np.trunc(found_numbers)).any():
            where = dataset.path or dataset.name
            _refuse_numbers(found_numbers, "label", where, "", SeriesError)
    return _classes(list(labels), file)


def read_as_classes(name: str, variable: Variable) -> Verdict | None:
    """Return the verdict that tells that numbers were read as classes; None if they are names."""
    import numpy as np

    if variable.type != "numeric":
        return None
    values = np.asarray(variable.values, np.float64)
    present = values[values == values]
    found = f"classes: {len(np.unique(present))} different whole numbers"
    note = 'nobody declared the type; numbers to predict are declared by type = "regression"'
    threshold = f"at most {_most(present)} different whole numbers"
    return Verdict(name, RULE, found, threshold, "pass", note)


def _numbers(values: Floats, file: str) -> Floats:
    """Return numbers to predict, read-only; refuse rows without a finite one."""
    import numpy as np

    found = np.array(values, np.float64)
    absent = np.flatnonzero(~np.isfinite(found)).tolist()
    if absent:
        where = f"none in rows {shown_numbers(absent)} (from 0)"
        hint = "Remove these rows, or choose another target."
        raise refusal("a finite number for every row", where, hint, file=file, kind=DatasetError)
    found.flags.writeable = False
    return found


def _classes(labels: list[str | None], file: str) -> Target:
    import numpy as np

    absent = [row for row, label in enumerate(labels) if label is None]
    if absent:
        found = f"none in rows {shown_numbers(absent)} (from 0)"
        hint = "Remove these rows, or choose another target."
        raise refusal("a class for every row", found, hint, file=file, kind=DatasetError)
    y = np.array(labels, dtype=object)
    y.flags.writeable = False
    return y, tuple(sorted(set(y.tolist())))


def _refuse_numbers(
    values: Floats, column: str, file: str, declared: str, kind: type[InputError]
) -> None:
    """Refuse numbers, NaN where missing, that cannot be classes.

    Raises
    ------
    DatasetError, SeriesError
        A number has a fraction, or there are more than max(20, n/10) different numbers.
    """
    import numpy as np

    present = values[values == values]
    different = np.unique(present)
    fractions = int((different != np.trunc(different)).sum())
    most = _most(present)
    if fractions == 0 and len(different) <= most:
        return
    found = f"{len(different)} different numbers in {len(present)} rows"
    found += f", {fractions} of them with a fraction" if fractions else ""
    raise refusal(
        f"classes to predict: names, or at most {most} different whole numbers "
        f"(the larger of {FEW} and a tenth of the rows)",
        found,
        'If they are numbers to predict, say so: type = "regression". If they name classes, '
        + (declared or f'say so: nominal = ["{column}"]')
        + ".",
        file=file,
        column=column,
        kind=kind,
    )


def _most(present: Floats) -> int:
    """Return how many different numbers can be classes without a declaration."""
    return max(FEW, len(present) // SHARE)
