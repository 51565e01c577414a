"""MiniRocket as a shared representation: one meaning a column, and what is not defined."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

import pybench as pb
from pybench.base.stream import stream
from pybench.features.minirocket import (
    dilation_slots,
    fitted_biases,
    normalised,
    quantile_slots,
)
from pybench.features.representation import representation

pytest.importorskip("numba")

SMALL = {"dilations": 3, "quantiles": 2}


def noise(n, length, seed=0, **keys):
    random = np.random.default_rng(seed)
    return pb.series_set(random.normal(size=(n, length)), dataset="noise", **keys)


def test_columns_are_the_same_in_every_dataset():
    made = representation("minirocket")
    assert len(made.names) == 84 * 32 * 3
    assert list(made.names) == sorted(set(made.names))
    assert made.unit == "dataset"
    assert made.names[0] == "dilation00_kernel00_quantile0"


def test_a_row_is_the_mean_of_the_shares_of_all_series():
    from pybench.features.kernels.minirocket import shares_above

    series = noise(7, 40, split=["train"] * 3 + ["test"] * 4)
    cases = series.to_numpy()[:, 0].astype(np.float32)
    dilations, quantiles = dilation_slots(40, 3), quantile_slots((3, 84, 2))
    random = stream(0, "minirocket", "noise")
    biases = fitted_biases(cases[:3], dilations, quantiles, random)
    expected = np.mean(
        [shares_above(x, dilations, biases).ravel() for x in cases], axis=0, dtype=np.float64
    )
    found = representation("minirocket", **SMALL).compute(series)
    np.testing.assert_allclose(found, expected[None], rtol=1e-12)


def test_a_row_depends_on_the_seed_and_not_on_the_test_series_order():
    series = noise(8, 30, split=["train"] * 4 + ["test"] * 4)
    made = representation("minirocket", **SMALL)
    other = series.take(np.array([0, 1, 2, 3, 7, 5, 6, 4]))
    np.testing.assert_allclose(made.compute(other), made.compute(series), rtol=1e-12)
    reseeded = representation("minirocket", seed=1, **SMALL).compute(series)
    assert (reseeded != made.compute(series)).any()


def made_of(kind, seed):
    """Return 100 z-normalised series of one kind."""
    random = np.random.default_rng(seed)
    waves = np.sin(np.arange(200) / 3 + random.uniform(0, 6, (100, 1)))
    values = waves if kind == "waves" else random.normal(size=(100, 200))
    return pb.series_set([normalised(x) for x in values], dataset="d")


def test_biases_of_the_training_series_hide_their_shape_and_those_of_noise_show_it():
    """What the documentation warns of: noise and sine waves are one point, or two."""
    quantiles = quantile_slots((3, 84, 2)).ravel()
    rows = {}
    for biases in ("train", "noise"):
        made = representation("minirocket", biases=biases, **SMALL)
        for kind, seed in (("noise", 0), ("noise", 1), ("waves", 2)):
            rows[biases, kind, seed] = made.compute(made_of(kind, seed)).mean(axis=0)

    def apart(biases, kind, seed):
        return abs(rows[biases, "noise", 0] - rows[biases, kind, seed]).mean()

    assert abs(rows["train", "noise", 0] - (1 - quantiles)).mean() < 0.03
    assert abs(rows["train", "waves", 2] - (1 - quantiles)).mean() < 0.03
    assert apart("train", "waves", 2) < 1.5 * apart("train", "noise", 1)
    assert apart("noise", "waves", 2) > 10 * apart("noise", "noise", 1)


def test_noise_has_the_shares_of_noise():
    made = representation("minirocket", biases="noise", **SMALL)
    assert made.unit == "series"
    rows = made.compute(noise(300, 400))
    expected = 1 - quantile_slots((3, 84, 2)).ravel()
    # Zeros that stand for what is outside make the widest kernels' values smaller.
    narrow = [name.startswith(("dilation0", "dilation1")) for name in made.names]
    np.testing.assert_allclose(rows.mean(axis=0)[narrow], expected[narrow], atol=0.03)


def test_rows_of_series_do_not_depend_on_the_batch_nor_on_place_and_scale(ucr):
    made, series = representation("minirocket", biases="noise", **SMALL), ucr("PLAID")[::200]
    rows = made.compute(series)
    np.testing.assert_array_equal(rows, [made.compute(series[i])[0] for i in range(len(series))])
    scaled = pb.series_set([4 * x[0] for x in series], dataset="d")
    np.testing.assert_array_equal(made.compute(scaled), rows)


def test_what_is_not_defined():
    fitted = representation("minirocket", **SMALL)
    undefined = (
        pb.series_set([np.arange(10.0), np.arange(11.0)], dataset="unequal"),
        pb.series_set([np.arange(8.0)], dataset="short"),
        pb.series_set([[np.nan, *range(20)]], dataset="missing"),
    )
    for series in undefined:
        assert np.isnan(fitted.compute(series)).all()
    single = representation("minirocket", biases="noise", **SMALL)
    assert np.isnan(single.compute(undefined[0])).any(axis=1).tolist() == [False, False]
    for series in undefined[1:]:
        assert np.isnan(single.compute(series)).all()
    assert np.isfinite(fitted.compute(noise(2, 9))).all()
    constant = single.compute(pb.series_set([[3.0] * 20], dataset="constant"))
    assert set(np.unique(constant)) == {0.0, 1.0}


def test_channels_are_transformed_one_by_one():
    x, y = np.random.default_rng(0).normal(size=(2, 4, 30))
    both = pb.series_set(np.stack([x, y], axis=1), dataset="d", channels=["x", "y"])
    made = representation("minirocket", channels=("x", "y"), **SMALL)
    alone = representation("minirocket", **SMALL)
    row = made.compute(both)[0]
    assert made.names[0].startswith("x__")
    np.testing.assert_array_equal(row[:504], alone.compute(pb.series_set(x, dataset="d"))[0])
    np.testing.assert_array_equal(row[504:], alone.compute(pb.series_set(y, dataset="d"))[0])


def test_dilations_run_in_equal_ratios_to_the_full_width():
    for length in (9, 10, 24, 150, 2844):
        found = dilation_slots(length, 32)
        assert found[0] == 1
        assert 8 * found[-1] < length
        assert (np.diff(found) >= 0).all()
    assert dilation_slots(8 * 16 + 1, 5).tolist() == [1, 2, 4, 8, 16]


def test_it_travels_to_another_process():
    made = representation("minirocket", **SMALL)
    again = pickle.loads(pickle.dumps(made))
    np.testing.assert_array_equal(again.compute(noise(3, 20)), made.compute(noise(3, 20)))


@pytest.mark.parametrize("setting", [{"biases": "other"}, {"dilations": 0}, {"quantiles": 1.5}])
def test_bad_settings_are_refused(setting):
    with pytest.raises(pb.ArgumentError, match=next(iter(setting))):
        representation("minirocket", **setting)


def test_a_series_is_scaled_by_its_mean_and_deviation():
    x = np.array([3.0, 5.0, 10.0])
    assert normalised(x) == pytest.approx((x - 6) / x.std())
    assert normalised(np.full(3, 7.0)).tolist() == [0, 0, 0]
