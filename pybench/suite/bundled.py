"""Real classification datasets that ship with installed packages: no network, nothing generated.

A case is a row of numbers and a class. A time series becomes one row, channel after channel; all
have equal length. Nothing is scaled, padded, sampled or imputed here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pybench.base import check
from pybench.base.extras import require

if TYPE_CHECKING:
    import pandas as pd

    from pybench.seriesset.series import SeriesSet

#: Bundled datasets that are excluded, and why.
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
    package: str  #: the package that ships it
    task: str  #: what is predicted, from which data
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
    read: Callable[[str], tuple[Any, Any]]  # name -> features and labels as in the package

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
        Number of series per dataset, or all if a dataset has fewer.

    Returns
    -------
    SeriesSet

    Raises
    ------
    ArgumentError
        If ``each`` is not a positive integer.
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
    require("aeon", "series", "The datasets of time series")
    files = (in_aeon(name, "TRAIN") for name in SERIES)
    return joined([read_series(file).select(split="train")[:each] for file in files])


def _scikit_learn(name: str) -> tuple[Any, Any]:
    from sklearn import datasets

    values, target = getattr(datasets, f"load_{name}")(return_X_y=True)
    return values, target


def in_aeon(name: str, half: str) -> Path:
    """Return the file of a dataset inside aeon; by name, aeon's loaders would download it."""
    import aeon

    data, file = Path(str(aeon.__file__)).parent / "datasets" / "data", f"{name}_{half}.ts"
    # Until aeon 1.3, the two forms of Covid3Month share one folder.
    return next(data.glob(f"*/{file}"), data / name / file)


def _aeon(name: str) -> tuple[Any, Any]:
    from aeon.datasets import load_from_ts_file

    halves = [load_from_ts_file(str(in_aeon(name, half))) for half in ("TRAIN", "TEST")]
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
    # Four rows per traveller, one per mode; a case is a traveller. The size of the party is left
    # out: it is known "in mode chosen".
    frame = _statsmodels(name).sort_values(["individual", "mode"])
    travellers = frame.groupby("individual", sort=True)
    offers = frame.pivot_table(
        index="individual", columns="mode", values=["ttme", "invc", "invt", "gc"]
    )
    values = np.column_stack([offers.to_numpy(), travellers["hinc"].first()])
    chosen = frame.loc[frame["choice"] == 1, "mode"]  # one row per traveller, in their order
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


class Credit(NamedTuple):
    """Whom to cite for a bundled dataset, and what its source says about redistribution."""

    citation: str
    licence: str | None  #: in the words of its source; None where the source states none


_UCI = "CC BY 4.0"
_UCR = (
    "Dau, H. A. et al. (2019). The UCR time series archive. IEEE/CAA Journal of Automatica Sinica "
    "6(6), 1293-1305. doi:10.1109/JAS.2019.1911747"
)

CREDITS = {
    "iris": Credit(
        "Fisher, R. A. (1936). Iris. UCI Machine Learning Repository. doi:10.24432/C56C76", _UCI
    ),
    "wine": Credit(
        "Aeberhard, S. and Forina, M. (1992). Wine. UCI Machine Learning Repository. "
        "doi:10.24432/C5PC7J",
        _UCI,
    ),
    "breast_cancer": Credit(
        "Wolberg, W., Mangasarian, O., Street, N. and Street, W. (1993). Breast Cancer Wisconsin "
        "(Diagnostic). UCI Machine Learning Repository. doi:10.24432/C5DW2B",
        _UCI,
    ),
    "digits": Credit(
        "Alpaydin, E. and Kaynak, C. (1998). Optical Recognition of Handwritten Digits. UCI "
        "Machine Learning Repository. doi:10.24432/C50P49",
        _UCI,
    ),
    **dict.fromkeys(
        ("ACSF1", "ArrowHead", "GunPoint", "ItalyPowerDemand", "OSULeaf"), Credit(_UCR, None)
    ),
    "BasicMotions": Credit(
        "Bagnall, A. et al. (2018). The UEA multivariate time series classification archive, 2018. "
        "arXiv:1811.00075",
        None,
    ),
    "Covid3Month_disc": Credit(
        "Tan, C. W., Bergmeir, C., Petitjean, F. and Webb, G. I. (2021). Time series extrinsic "
        "regression. Data Mining and Knowledge Discovery 35, 1032-1060. "
        "doi:10.1007/s10618-021-00745-9",
        None,
    ),
    "anes96": Credit(
        "The American National Election Studies (1996). www.electionstudies.org",
        "This is public domain.",
    ),
    "fair": Credit(
        "Fair, R. C. (1978). A theory of extramarital affairs. Journal of Political Economy 86(1), "
        "45-61.",
        "Included with permission of the author.",
    ),
    "modechoice": Credit(
        "Greene, W. H. and Hensher, D. (1997). Multinomial logit and discrete choice models. In "
        "Greene, W. H., LIMDEP version 7.0 user's manual, revised. Econometric Software.",
        "This is public domain.",
    ),
    "spector": Credit(
        "Spector, L. C. and Mazzeo, M. (1980). Probit analysis and economic education. Journal of "
        "Economic Education 11(2), 37-44.",
        "Used with express permission of the original author, who retains all rights.",
    ),
}
