"""What tests of features share: series, tsfresh itself as oracle, a cheap representation."""

from __future__ import annotations

import warnings
from collections.abc import Mapping

import numpy as np
import pyarrow.parquet as pq
import pytest

import pybench as pb


def extracted(series: Mapping[str, np.ndarray]) -> tuple[tuple[str, ...], np.ndarray]:
    """Return tsfresh's columns, sorted, and its values, one row per series."""
    import pandas as pd
    import tsfresh
    from threadpoolctl import threadpool_limits

    frame = pd.DataFrame({
        "id": np.repeat(np.arange(len(series)), [len(x) for x in series.values()]),
        "time": np.concatenate([np.arange(len(x)) for x in series.values()]),
        "value": np.concatenate(list(series.values())),
    })  # fmt: skip
    # One thread, as the driver sets it: more may add in another order.
    with warnings.catch_warnings(), np.errstate(all="ignore"), threadpool_limits(1):
        warnings.simplefilter("ignore")
        table = tsfresh.extract_features(
            frame, column_id="id", column_sort="time", n_jobs=0, disable_progressbar=True
        )
    table = table.loc[range(len(series)), sorted(table.columns)]
    return tuple(table.columns), table.to_numpy(np.float64)


def asked(x: np.ndarray) -> tuple[dict[str, float], set[str]]:
    """Ask tsfresh's calculators one by one: values, NaN where one raises; and which raise."""
    import pandas as pd
    from tsfresh.feature_extraction import feature_calculators
    from tsfresh.feature_extraction.extraction import _do_extraction_on_chunk
    from tsfresh.feature_extraction.settings import ComprehensiveFCParameters

    from pybench.features.tsfresh import _columns

    values, raised = dict.fromkeys((f"value__{name}" for name in _columns()), np.nan), set()
    for name, parameters in ComprehensiveFCParameters().items():
        if getattr(getattr(feature_calculators, name), "index_type", None):
            continue  # needs dates
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            try:
                rows = _do_extraction_on_chunk(
                    (0, "value", pd.Series(x)), {name: parameters}, None, show_warnings=False
                )
            except Exception:
                raised.add(name)
            else:
                values.update({column: value for _, column, value in rows})
    return values, raised


@pytest.fixture(scope="session")
def calculators():
    """Return a function: series -> values by column, NaN where a calculator raises; which do."""
    pytest.importorskip("tsfresh")
    return asked


@pytest.fixture(scope="session")
def theirs():
    """Return a function: series by name -> columns and values of `tsfresh.extract_features`."""
    pytest.importorskip("tsfresh")
    return extracted


@pytest.fixture(scope="session")
def ours():
    """Return a function: series by name -> columns and values of the driver."""
    pytest.importorskip("tsfresh")
    from pybench.features.tsfresh import tsfresh
    from pybench.seriesset.build import series_set

    def compute(series):
        made = tsfresh()
        return made.names, made.compute(series_set(list(series.values()), dataset="x"))

    return compute


@pytest.fixture(scope="session")
def same(ours, theirs):
    """Return a function: series by name -> what is not `==` and not both NaN, [] if nothing.

    Where tsfresh extracts nothing because a calculator raises, the calculators are asked in turn.
    """

    def oracle(series):
        try:
            return theirs(series)
        except (TypeError, ValueError):
            if len(series) > 1:
                each = [oracle({name: x}) for name, x in series.items()]
                return each[0][0], np.concatenate([values for _, values in each])
            (values, raised) = asked(next(iter(series.values())))
            assert raised <= {
                "binned_entropy", "friedrich_coefficients", "max_langevin_fixed_point"
            }  # fmt: skip
            return tuple(sorted(values)), np.array([[values[name] for name in sorted(values)]])

    def compare(series):
        names, found = ours(series)
        columns, expected = oracle(series)
        assert names == columns
        differ = (found != expected) & ~(np.isnan(found) & np.isnan(expected))
        return [
            (list(series)[i], names[j], found[i, j], expected[i, j])
            for i, j in np.argwhere(differ).tolist()
        ]

    return compare


@pytest.fixture(scope="session")
def ucr(shared):
    """Return a function: name of a UCR dataset -> its `SeriesSet`."""

    def read(name: str) -> pb.SeriesSet:
        table = pq.read_table(shared / "data" / "ucr" / f"{name}.parquet")
        columns = {key: table.column(key).to_pylist() for key in ("series", "split", "label")}
        series = columns.pop("series")
        return pb.series_set(series, dataset=name, **columns)

    return read


@pytest.fixture
def hostile() -> pb.SeriesSet:
    """Short, constant, tied, huge, tiny and incomplete series."""
    random = np.random.default_rng(1)
    series = [
        [5.0],
        [1.0, 2.0],
        [0.0] * 20,
        [3.0] * 200,
        [0.0, 1.0] * 40,
        np.round(random.normal(size=120)),
        random.normal(size=90) * 1e-300,
        random.normal(size=90) * 1e150,
        [1.0, np.nan, 3.0] * 10,
        [np.nan] * 12,
    ]
    return pb.series_set(series, dataset="hostile", label=list("abababababa")[: len(series)])


TOY = ("spread", "length", "mean", "odd", "root")


@pytest.fixture
def toy():
    """A cheap representation; `odd` is a truth value, `root` is NaN where the mean is negative."""

    # Inside, so that other processes get it by value: they could not import this file.
    def measures(series):
        return np.array([[np.ptp(x), x.size, x.mean(), x.size % 2, root(x)] for x in series])

    def root(x):
        return np.sqrt(x.mean()) if x.mean() >= 0 else np.nan

    groups = {"mean": "statistical"}
    return pb.Representation(
        "toy", "series", TOY, measures, groups, frozenset({"odd"}), {"toy": "1"}
    )


@pytest.fixture
def per_dataset():
    """A cheap representation of datasets: how many series and classes."""

    def sizes(series):
        return np.array([[len(series), len(set(series.label))]], np.float64)

    return pb.Representation("sizes", "dataset", ("n", "classes"), sizes, versions={"sizes": "1"})


@pytest.fixture
def some():
    """Return a function: sizes of datasets -> series, never the same values twice."""
    from pybench.seriesset.build import joined

    def make(*sizes: int, low: float = 0.0, length: int = 12):
        sets = []
        for number, size in enumerate(sizes):
            begin = np.arange(size)[:, None] + 1000.0 * number
            values = low + np.cos(begin + np.arange(length + number))
            train = size // 2
            split = ["train"] * train + ["test"] * (size - train)
            label = [str(n % 3) for n in range(size)]
            sets.append(pb.series_set(values, dataset=f"set {number}", split=split, label=label))
        return joined(sets)

    return make
