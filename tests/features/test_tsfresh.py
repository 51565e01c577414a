"""The driver has the columns and the values of `tsfresh.extract_features`, all 783, exactly."""

from __future__ import annotations

import json

import numpy as np
import pytest

pytest.importorskip("tsfresh")

from pybench.base.errors import ArgumentError
from pybench.features import tsfresh as driver
from pybench.features.groups import GROUPS
from pybench.seriesset.build import series_set
from tests.versions import PINNED, TESTED

FEW = {"ItalyPowerDemand": 2, "Chinatown": 2, "GunPoint": 2, "ArrowHead": 1}
MANY = (  # lengths 15 to 1250
    "SmoothSubspace", "ItalyPowerDemand", "Chinatown", "SyntheticControl", "SonyAIBORobotSurface1",
    "DistalPhalanxTW", "TwoLeadECG", "MoteStrain", "ECG200", "MedicalImages", "CBF", "SwedishLeaf",
    "FacesUCR", "Plane", "PowerCons", "GunPoint", "GunPointAgeSpan", "UMD", "Wine", "Strawberry",
    "ArrowHead", "WordSynonyms", "Trace", "ToeSegmentation2", "Coffee", "FaceFour", "Ham",
    "Fish", "BeetleFly", "Lightning7", "Earthquakes", "ShapeletSim", "Computers",
    "InsectEPGSmallTrain", "Worms", "ScreenType", "EOGHorizontalSignal",
)  # fmt: skip


def real(shared, dataset: str, count: int) -> dict[str, np.ndarray]:
    """Return some series of a dataset, drawn the same way each time."""
    import pyarrow.parquet

    column = pyarrow.parquet.read_table(shared / "data" / "ucr" / f"{dataset}.parquet")["series"]
    rows = np.random.default_rng(len(dataset)).choice(len(column), count, replace=False)
    return {f"{dataset} {i}": np.array(column[int(i)].as_py(), np.float64) for i in rows}


def shapes(n: int) -> dict[str, np.ndarray]:
    """Return n values of every shape that a calculator may stumble over."""
    rng = np.random.default_rng(n)
    noise, time = rng.normal(size=n), np.arange(n)
    found = {
        "noise": noise,
        "walk": noise.cumsum(),
        "ties": rng.integers(0, 3, size=n),
        "one decimal": np.round(noise, 1),
        "constant": np.full(n, 3.7),
        "zeros": np.zeros(n),
        "negative zeros": np.full(n, -0.0),
        "signed zeros": np.where(noise < 0, -0.0, 0.0),
        "step": time >= n / 2,
        "spike": time == n // 2,
        "last": time == n - 1,
        "rising": time**1.5,
        "straight": 0.1 * time,
        "falling": -3.0 * time,
        "periodic": np.array([0.0, 1.0, 0.0, -1.0])[time % 4],
        "sine": np.sin(0.3 * time),
        "alternating": (-1.0) ** time,
        "huge": 1e90 * noise,
        "overflowing": 1e300 * noise,
        "tiny": 1e-200 * noise,
        "denormal": 1e-310 * noise,
        "decades": noise * 10.0 ** rng.integers(-15, 15, size=n),
        "far from zero": 1e8 + 1e-6 * noise,
        "last bits": 1 + rng.integers(0, 9, size=n) * 2.0**-52,
        "growing": np.exp(0.5 * time),
    }
    return {f"{name}, {n}": x.astype(np.float64) for name, x in found.items()}


@PINNED
@pytest.mark.parametrize("dataset", FEW)
def test_values_on_real_series(dataset, shared, same):
    assert same(real(shared, dataset, FEW[dataset])) == []


@pytest.mark.parametrize("dataset", FEW)
def test_values_on_real_series_with_any_versions(dataset, shared, ours, theirs):
    """The twins give the values of constraints.txt, whichever pandas and SciPy are installed.

    These two define the edges of bins, and the correlation of a constant, differently by version.
    """
    series = real(shared, dataset, FEW[dataset])
    columns, expected = theirs(series)
    names, found = ours(series)
    assert names == columns
    by_version = ("friedrich_coefficients", "max_langevin_fixed_point", "linear_trend")
    stable = [not any(one in name for one in by_version) for name in names]
    assert sum(stable) > 700
    np.testing.assert_allclose(found[:, stable], expected[:, stable], rtol=1e-12)


@PINNED
@pytest.mark.parametrize("n", [1, 2, 3, 6, 21, 40])
def test_values_on_hostile_shapes(n, same):
    hostile = shapes(n)
    chosen = list(hostile)[n % 4 :: 4]  # the slow test has all
    assert same({name: hostile[name] for name in chosen}) == []


@PINNED
@pytest.mark.slow
@pytest.mark.parametrize("dataset", MANY)
def test_values_on_many_real_series(dataset, shared, same):
    assert same(real(shared, dataset, 5)) == []


@PINNED
@pytest.mark.slow
@pytest.mark.parametrize("n", [*range(1, 13), 20, 22, 51, 100, 255, 256, 257])
def test_values_on_all_hostile_shapes(n, same):
    assert same(shapes(n)) == []


@PINNED
@pytest.mark.slow
def test_values_beyond_the_length_where_tsfresh_turns_to_fourier(same):
    assert same({f"{n}": np.random.default_rng(n).normal(size=n) for n in (1250, 1251)}) == []


@pytest.mark.parametrize("place", ["first", "middle", "last", "scattered", "all"])
def test_values_beside_missing_ones(place, ours, calculators):
    """tsfresh refuses NaN at its door, so its calculators are asked."""
    rng = np.random.default_rng(3)
    x = rng.normal(size=40)
    places = {"first": 0, "middle": 20, "last": -1, "scattered": rng.random(40) < 0.3, "all": ...}
    x[places[place]] = np.nan
    expected, raised = calculators(x)
    assert raised <= {"ar_coefficient"}
    names, found = ours({"gap": x})
    np.testing.assert_array_equal(found[0], [expected[name] for name in names])


def test_a_series_does_not_depend_on_its_batch(shared, ours):
    batch = {
        **real(shared, "GunPoint", 3),
        **real(shared, "Chinatown", 3),
        **shapes(12),
        "gap": np.array([1.0, np.nan, 3.0, 2.0] * 5),
    }
    _, together = ours(batch)
    order = np.random.default_rng(0).permutation(len(batch))
    names = list(batch)
    _, shuffled = ours({names[i]: batch[names[i]] for i in order})
    assert np.array_equal(together[order], shuffled, equal_nan=True)
    for row, name in enumerate(names):
        _, alone = ours({name: batch[name]})
        assert np.array_equal(together[[row]], alone, equal_nan=True), name


def test_channels_are_columns_of_their_own():
    one, other = np.sin(np.arange(30.0)), np.cos(np.arange(30.0)) ** 3
    both = series_set([np.stack([one, other])], dataset="x", channels=("y", "a"))
    made = driver.tsfresh(("y", "a"))
    assert made.names == tuple(sorted(made.names))
    found = dict(zip(made.names, made.compute(both)[0], strict=True))
    for channel, x in (("y", one), ("a", other)):
        for name, value in zip(driver._columns(), driver.features(x), strict=True):
            assert np.array_equal(found[f"{channel}__{name}"], value, equal_nan=True)


def test_every_column_has_one_of_eight_groups():
    made = driver.tsfresh()
    assert set(made.groups) == set(made.names)
    assert set(made.groups.values()) == set(GROUPS.values())
    assert len(set(GROUPS.values())) == 8


def test_truth_values_are_named(shared, theirs):
    columns, values = theirs(real(shared, "Chinatown", 2))
    made = driver.tsfresh()
    assert made.not_numeric <= set(columns)
    truth = np.isin(columns, list(made.not_numeric))
    assert truth.sum() == 3 + 19 + 20 + 1
    assert np.isin(values[:, truth], (0.0, 1.0)).all()


def golden_series() -> dict[str, np.ndarray]:
    """Return the series of the golden file: by formula, no library in between."""
    return {
        "decimals": np.array([(7 * i * i + 3 * i) % 23 / 10 for i in range(60)]),
        "integers": np.array([float((i * i * i + 5 * i) % 17 - 8) for i in range(100)]),
    }


def test_names_and_values_are_those_of_the_release_on_record(golden, theirs, ours):
    """Fails if another tsfresh (or a library under it) has other columns or other values.

    With other versions than those of constraints.txt, our own values must still be these.
    Equal to 9 digits, not bit by bit: the last bits of BLAS depend on the processor. They decide
    whether one ridge of the wavelet transform of "decimals" is a peak: 9 with AVX-512, 10 without.
    """
    record = golden("tsfresh")
    for extract in (theirs, ours) if TESTED else (ours,):
        columns, values = extract(golden_series())
        assert list(columns) == list(record["values"])
        expected = np.array([[*row] for row in record["values"].values()], np.float64).T
        peaks = np.char.find(np.array(columns, str), "number_cwt_peaks__n_5") >= 0
        assert peaks.sum() == 1
        np.testing.assert_allclose(values[:, ~peaks], expected[:, ~peaks], rtol=1e-9, atol=1e-12)
        assert (np.abs(values - expected)[:, peaks] <= 1).all()


def test_the_record_is_of_the_pinned_release(golden):
    from importlib.metadata import version

    assert golden("tsfresh")["versions"]["tsfresh"] == version("tsfresh")


def test_the_record_is_strict_json(golden):
    text = json.dumps(golden("tsfresh"), allow_nan=False)
    assert len(text) > 10_000


def test_channels_that_tsfresh_refuses_are_refused():
    import pybench as pb

    series = series_set([np.ones((2, 9))], dataset="x", channels=["a__b", "c"])
    with pytest.raises(ArgumentError, match="`a__b`"):
        pb.extract_features(series, n_jobs=1, cache=False)


@pytest.mark.slow
def test_channels_are_kinds(ours):
    """A multivariate set: tsfresh's own table of one kind a channel, in names and values."""
    import warnings

    import pandas as pd
    import tsfresh
    from threadpoolctl import threadpool_limits

    import pybench as pb

    cases = np.random.default_rng(3).normal(size=(3, 2, 40)).cumsum(axis=2)
    series = series_set(cases, dataset="x", channels=["b", "A"])
    made = pb.extract_features(series, n_jobs=1, cache=False, filter=False)
    frames = [pd.DataFrame({"b": x[0], "A": x[1], "id": i, "t": range(40)}) for i, x in
              enumerate(cases)]  # fmt: skip
    with warnings.catch_warnings(), threadpool_limits(1):
        warnings.simplefilter("ignore")
        table = tsfresh.extract_features(
            pd.concat(frames), column_id="id", column_sort="t", n_jobs=0, disable_progressbar=True
        )
    assert list(made.names) == sorted(table.columns)
    found = table[list(made.names)].to_numpy(np.float64)
    np.testing.assert_array_equal(made.values, found)


@PINNED
def test_unfiltered_features_are_all_of_tsfreshs(shared, theirs):
    import pybench as pb

    series = {**real(shared, "Chinatown", 2), **shapes(21)}
    del series["overflowing, 21"], series["denormal, 21"], series["last bits, 21"]  # it raises
    made = pb.extract_features(
        series_set(list(series.values()), dataset="x"), n_jobs=1, cache=False, filter=False
    )
    columns, values = theirs(series)
    assert made.names == columns
    assert made.removed == {}
    np.testing.assert_array_equal(made.values, values)
