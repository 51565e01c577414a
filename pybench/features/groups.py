"""The eight groups of features of the landscape paper, calculator by calculator.

Source: "Less is more: selecting the right benchmarking set of data for time series
classification" (ICLR 2022 submission), section 3.1. The paper names the groups but lists no
members; pybench assigns each calculator by what it measures.
"""

from __future__ import annotations

from pybench.base import shared

#: Group by calculator; R reads the same file.
GROUPS = {
    calculator: row["group"]
    for row in shared.rows("feature-groups.csv")
    for calculator in row["calculators"].split()
}


def calculator(name: str) -> str:
    """Return the calculator of a feature: in tsfresh's names, the part after the channel.

    Examples
    --------
    >>> calculator("value__quantile__q_0.1"), calculator("DN_Mean")
    ('quantile', 'DN_Mean')
    """
    parts = name.split("__")
    return parts[1] if len(parts) > 1 else name
