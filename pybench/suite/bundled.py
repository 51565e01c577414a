"""Real classification datasets that ship inside installed packages: no network, nothing generated.

A case is a row of numbers and a class. Time series of equal length are laid out as one row, channel
after channel; nothing is scaled, padded, sampled or imputed here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pybench.base import check
from pybench.base.extras import require

if TYPE_CHECKING:
    import pandas as pd

    from pybench.seriesset.series import SeriesSet

#: Bundled datasets that are left out, and why.
EXCLUDED = {
    "CardanoSentiment (aeon)": "predicts a number, not a class",
    "Covid3Month (aeon)": "predicts a number, not a class; Covid3Month_disc is its class form",
    "JapaneseVowels (aeon)": "series of unequal length",
    "JapaneseVowels_eq (aeon)": "brought to equal length by interpolation: not as measured",
    "PickupGestureWiimoteZ (aeon)": "series of unequal length",
    "PickupGestureWiimoteZ_eq (aeon)": "padded with random noise: not real numbers",
    "UnitTest (aeon)": "42 cases cut from Chinatown for testing software",
    "diabetes, linnerud (scikit-learn)": "predict numbers, not classes",
    "all others (statsmodels)": "no class that the data were collected to explain",
}


@dataclass(frozen=True, slots=True, eq=False)
class Dataset:
    """One classification problem."""

    name: str  #: unique among the bundled ones
    package: str  #: what it ships in
    task: str  #: which class is predicted from what
    features: NDArray[np.float64]  #: (n_cases, n_features), finite
    labels: NDArray[np.int64]  #: (n_cases,), positions in `classes`
    classes: tuple[str, ...]  #: names of the classes, sorted

    @property
    def n_cases(self) -> int:
        """Number of rows."""
        return len(self.labels)


@dataclass(frozen=True, slots=True)
class _Source:
    package: str
    task: str
    read: Callable[[str], tuple[Any, Any]]  # name -> features and labels as the package has them

    @property
    def module(self) -> str:
        return "sklearn" if self.package == "scikit-learn" else self.package


def names() -> tuple[str, ...]:
    """Return the names of all datasets that pybench knows, installed or not."""
    return tuple(_SOURCES)


def available() -> tuple[str, ...]:
    """Return the names of the datasets whose package is installed.

    Examples
    --------
    >>> "iris" in available()
    True
    """
    return tuple(name for name, source in _SOURCES.items() if find_spec(source.module))


def package_of(name: str) -> str:
    """Return the package that ships a dataset.

    Raises
    ------
    ArgumentError
        No dataset of that name.
    """
    return _SOURCES[check.choice("name", name, names())].package


def load(name: str) -> Dataset:
    """Read one dataset from the package that ships it.

    Parameters
    ----------
    name : str
        One of `names`.

    Returns
    -------
    Dataset

    Raises
    ------
    ArgumentError
        No dataset of that name.
    ExtraMissing
        Its package is not installed.

    Examples
    --------
    >>> iris = load("iris")
    >>> iris.features.shape, iris.classes
    ((150, 4), ('0', '1', '2'))
    """
    check.choice("name", name, names())
    source = _SOURCES[name]
    require(source.module, "series", f"The dataset {name}")
    values, target = source.read(name)
    features = np.ascontiguousarray(values, dtype=np.float64)
    features = features.reshape(len(features), -1)
    classes, labels = np.unique(np.asarray(target).astype(str), return_inverse=True)
    return Dataset(
        name=name,
        package=source.package,
        task=source.task,
        features=features,
        labels=labels.astype(np.int64),
        classes=tuple(str(item) for item in classes),
    )


#: Time series of one channel and equal length inside aeon, from 24 to 1460 values long.
SERIES = ("ACSF1", "ArrowHead", "Covid3Month_disc", "GunPoint", "ItalyPowerDemand", "OSULeaf")


def few_series(each: int) -> SeriesSet:
    """Read the first training series of each of six datasets that ship inside aeon.

    Parameters
    ----------
    each : int
        How many of each dataset, or all there are.

    Returns
    -------
    SeriesSet

    Raises
    ------
    ArgumentError
        If ``each`` is no positive whole number.
    ExtraMissing
        If aeon is not installed.

    Examples
    --------
    >>> few_series(2)
    <SeriesSet: 12 series of 6 datasets, lengths 24 to 1460>
    """
    from pybench.read.series import read_series
    from pybench.seriesset.build import joined

    check.count("each", each)
    aeon = require("aeon", "series", "The datasets of time series")
    folder = Path(str(aeon.__file__)).parent / "datasets" / "data"
    files = (folder / name / f"{name}_TRAIN.ts" for name in SERIES)
    return joined([read_series(file).select(split="train")[:each] for file in files])


def _scikit_learn(name: str) -> tuple[Any, Any]:
    from sklearn import datasets

    values, target = getattr(datasets, f"load_{name}")(return_X_y=True)
    return values, target


def _aeon(name: str) -> tuple[Any, Any]:
    import aeon
    from aeon.datasets import load_from_ts_file

    # By path, since aeon's loaders by name would go to the network for a file that is not there.
    folder = Path(aeon.__file__).parent / "datasets" / "data" / name
    halves = [load_from_ts_file(str(folder / f"{name}_{half}.ts")) for half in ("TRAIN", "TEST")]
    values, target = (np.concatenate(parts) for parts in zip(*halves, strict=True))
    return values, target


def _statsmodels(name: str) -> pd.DataFrame:
    from statsmodels import datasets

    frame: pd.DataFrame = getattr(datasets, name).load_pandas().data
    return frame


def _anes96(name: str) -> tuple[Any, Any]:
    frame = _statsmodels(name).drop(columns="logpopul")  # a function of popul
    return frame.drop(columns="vote"), frame["vote"]


def _fair(name: str) -> tuple[Any, Any]:
    frame = _statsmodels(name)
    return frame.drop(columns="affairs"), frame["affairs"] > 0


def _modechoice(name: str) -> tuple[Any, Any]:
    # Four rows a traveller, one a mode; the case is the traveller. The size of the party stays
    # out: it is known "in mode chosen".
    frame = _statsmodels(name).sort_values(["individual", "mode"])
    travellers = frame.groupby("individual", sort=True)
    offers = frame.pivot_table(
        index="individual", columns="mode", values=["ttme", "invc", "invt", "gc"]
    )
    values = np.column_stack([offers.to_numpy(), travellers["hinc"].first()])
    chosen = frame.loc[frame["choice"] == 1, "mode"]  # one row a traveller, in their order
    return values, chosen


def _spector(name: str) -> tuple[Any, Any]:
    frame = _statsmodels(name)
    return frame.drop(columns="GRADE"), frame["GRADE"]


_SOURCES = {
    "iris": _Source(
        "scikit-learn", "species of an iris from four measurements of its flower", _scikit_learn
    ),
    "wine": _Source("scikit-learn", "cultivar from a chemical analysis of the wine", _scikit_learn),
    "breast_cancer": _Source(
        "scikit-learn", "malignant or benign from cell nuclei in an image", _scikit_learn
    ),
    "digits": _Source(
        "scikit-learn", "handwritten digit from an image of 8 x 8 pixels", _scikit_learn
    ),
    "ACSF1": _Source("aeon", "kind of household appliance from its power consumption", _aeon),
    "ArrowHead": _Source("aeon", "culture that made an arrow head from its outline", _aeon),
    "BasicMotions": _Source("aeon", "activity from accelerometer and gyroscope of a watch", _aeon),
    "Covid3Month_disc": _Source(
        "aeon", "death rate class from daily confirmed cases in a country", _aeon
    ),
    "GunPoint": _Source("aeon", "gun drawn or finger pointed from the position of the hand", _aeon),
    "ItalyPowerDemand": _Source(
        "aeon", "season from the hourly electricity demand of a day", _aeon
    ),
    "OSULeaf": _Source("aeon", "species of a tree from the outline of a leaf", _aeon),
    "anes96": _Source("statsmodels", "vote for Clinton or Dole in 1996 from a survey", _anes96),
    "fair": _Source(
        "statsmodels", "whether a survey's respondent had an affair (affairs > 0)", _fair
    ),
    "modechoice": _Source(
        "statsmodels", "plane, train, bus or car from cost and time of each", _modechoice
    ),
    "spector": _Source(
        "statsmodels", "improved grade in economics from earlier marks and method", _spector
    ),
}
