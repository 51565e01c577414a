"""Whether the numbers of a target are classes: those of a regression are refused, unless declared.

Numbers are classes where they are whole and few. Names, and columns that a file or the suite
declares nominal, are classes as they are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pybench.base.errors import InputError, refusal

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

FEW, SHARE = 20, 10  #: so many numbers may be classes, or one for each so many rows


def refuse_regression(
    values: npt.NDArray[np.float64],
    column: str,
    file: str | None,
    hint: str,
    kind: type[InputError],
) -> None:
    """Refuse numbers, NaN where missing, that no classes have.

    Raises
    ------
    DatasetError, SeriesError
        One has a fraction, or there are more than max(20, n/10) different ones.
    """
    import numpy as np

    present = values[values == values]
    different = np.unique(present)
    fractions = int((different != np.trunc(different)).sum())
    most = max(FEW, len(present) // SHARE)
    if fractions == 0 and len(different) <= most:
        return
    found = f"{len(different)} different numbers in {len(present)} rows"
    found += f", {fractions} of them with a fraction" if fractions else ""
    raise refusal(
        f"classes to predict: names, or at most {most} different whole numbers "
        f"({FEW}, or a tenth of the rows)",
        found,
        f"{hint} pybench does not do regression yet.",
        file=file,
        column=column,
        kind=kind,
    )
