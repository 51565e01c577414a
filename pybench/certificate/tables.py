"""Data that ships with the package, for the certificate: results tables, features, a suite."""

from __future__ import annotations

import dataclasses
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from pybench.base import shared
from pybench.features.file import read_features
from pybench.read.results import read_results
from pybench.table import ResultsTable

if TYPE_CHECKING:
    import pandas as pd

    from pybench.features.table import FeatureTable

DEMSAR, RANKED, ACCURACY = "demsar2006", "demsar2006, ranked as printed", "accuracy15"
PLACES, SERIES, SUITE, DRAWN = "datasets15", "catch22", "cars", "drawn from seeds"


def path(name: str) -> Path:
    """Return the path of a file or folder of the bundled R package."""
    return shared.r_source() / "inst" / "extdata" / name


@cache
def results(name: str) -> ResultsTable:
    """Return a results table by its name."""
    if name == RANKED:
        return _as_ranked(results(DEMSAR))
    if name == DEMSAR:
        return read_results(path("demsar2006.csv"), higher_is_better=True, metric="AUC")
    return read_results(
        path("accuracy15.csv"), higher_is_better=True, score="accuracy", repeats="keep"
    )


@cache
def places() -> pd.DataFrame:
    """Return properties of the datasets of "accuracy15", one row per dataset."""
    import pandas as pd

    return pd.read_csv(path("datasets15.csv"), index_col="dataset", float_precision="round_trip")


@cache
def series() -> FeatureTable:
    """Return features of the series of six of them."""
    return read_features(path("catch22.csv"))


def _as_ranked(t: ResultsTable) -> ResultsTable:
    """Break the tie of two printed scores as the paper did: it ranked more digits than it shows."""
    scores = t.scores.copy()
    scores[t.datasets.index("voting"), t.classifiers.index("C4.5+cf")] += 1e-4
    scores.flags.writeable = False
    return dataclasses.replace(t, scores=scores)
