"""catch22 against pycatch22 called by hand, and against aeon where the two agree."""

from __future__ import annotations

import pickle
import subprocess
import sys
import warnings

import numpy as np
import pytest

import pybench as pb
from pybench.features.representation import representation

pycatch22 = pytest.importorskip("pycatch22")

DATASETS = ("GunPoint", "ItalyPowerDemand", "PLAID", "Chinatown", "AllGestureWiimoteX", "Beef")
# aeon's name for each feature on which its implementation of catch22 0.x still agrees with 1.0.
AGREE = {
    "CO_FirstCrossing_acf_1e_pointOfCrossing": "CO_f1ecac",
    "CO_FirstMin_ac": "CO_FirstMin_ac",
    "CO_trev_1_num": "CO_trev_1_num",
    "MD_pNN_pnn40": "MD_hrv_classic_pnn40",
    "SP_Summaries_fft_wq_50": "SP_Summaries_welch_rect_centroid",
    "FC_LocalSimple_mean3_stde": "FC_LocalSimple_mean3_stderr",
}


def by_hand(x, **settings):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = pycatch22.catch22_all(x.tolist(), **settings)
    return dict(zip(found["names"], found["values"], strict=True))


@pytest.mark.parametrize("settings", [{}, {"catch24": True}, {"mask_nans": True}])
def test_every_value_is_the_library_s(ucr, hostile, settings):
    made = representation("catch22", **settings)
    direct = {"mask_nans": False, **settings}
    assert len(made.names) == (24 if settings.get("catch24") else 22)
    assert list(made.names) == sorted(made.names)
    for series in [hostile[:6], *(ucr(name)[::40] for name in DATASETS)]:
        expected = [[by_hand(x[0], **direct)[name] for name in made.names] for x in series]
        np.testing.assert_array_equal(made.compute(series), expected)


def test_masked_values_are_finite_and_the_others_unchanged(ucr):
    series = ucr("ItalyPowerDemand")[::100]
    plain = representation("catch22").compute(series)
    masked = representation("catch22", mask_nans=True).compute(series)
    assert np.isnan(plain).any()
    assert np.isfinite(masked).all()
    assert ((plain == masked) | np.isnan(plain)).all()


def test_a_missing_value_leaves_nothing(hostile):
    for masked in (False, True):
        values = representation("catch22", mask_nans=masked).compute(hostile)
        assert np.isnan(values[-2:]).all()


CRASH = "import pycatch22; pycatch22.catch22_all([(i * i % 7) * 1e-300 for i in range(90)])"


def test_values_that_cannot_be_normalised_leave_nothing(hostile):
    """pycatch22 divides by a deviation of zero; then its histograms leave their memory."""
    assert subprocess.run([sys.executable, "-c", CRASH], capture_output=True).returncode < 0
    for masked in (False, True):
        values = representation("catch22", mask_nans=masked, catch24=True).compute(hostile)
        assert np.isnan(values[6]).all()
        assert np.isfinite(values[7]).all()
        huge = pb.series_set([np.arange(90) * 1e160], dataset="huge")
        assert np.isnan(representation("catch22", mask_nans=masked).compute(huge)).all()


def test_a_search_for_series_that_crash():
    random = np.random.default_rng(0)
    makers = (
        lambda n: random.normal(size=n),
        lambda n: random.integers(0, 2, n).astype(float),
        lambda n: np.full(n, random.choice([0.1, 1 / 3, 1e10 + 0.1, 1e300, 5e-324])),
        lambda n: np.r_[np.zeros(n), random.normal()],
        lambda n: np.r_[np.full(n, 0.1), 0.1 + 1e-16 * random.integers(0, 9, 3)],
        lambda n: np.exp(random.normal(size=n) * random.choice([1, 30, 140])),
    )
    scales = 10.0 ** np.array([0, -5, 100, -140, 150, -153, -160, -300, -310])
    with np.errstate(all="ignore"):
        series = [
            makers[i % len(makers)](int(random.integers(1, 150))) * random.choice(scales)
            for i in range(600)
        ]
    series = [x for x in series if np.isfinite(x).all()]
    values = representation("catch22").compute(pb.series_set(series, dataset="d"))
    assert np.isfinite(values).all(axis=1).sum() > 100
    assert np.isnan(values).all(axis=1).sum() > 50


def test_rows_do_not_depend_on_the_batch(ucr, hostile):
    made = representation("catch22")
    for series in (ucr("GunPoint")[::50], hostile):
        alone = [made.compute(series[row])[0] for row in reversed(range(len(series)))][::-1]
        np.testing.assert_array_equal(made.compute(series), alone)


def test_mean_and_deviation_are_those_of_the_values():
    x = [1.0, 2.0, 4.0, 8.0, 3.0, 5.0, 2.0]
    made = representation("catch22", catch24=True)
    row = dict(zip(made.names, made.compute(pb.series_set([x], dataset="d"))[0], strict=True))
    assert row["DN_mean"] == pytest.approx(np.mean(x), rel=1e-15)
    assert row["DN_Spread_std"] == pytest.approx(np.std(x, ddof=1), rel=1e-14)


def test_the_others_ignore_place_and_scale(ucr):
    """Catch22 z-normalises; a power of two scales without rounding."""
    series = ucr("GunPoint")[::60]
    scaled = pb.series_set([4 * x for x in series], dataset="scaled")
    made = representation("catch22")
    np.testing.assert_array_equal(made.compute(scaled), made.compute(series))


def test_it_travels_to_another_process():
    made = representation("catch22")
    series = pb.series_set([[1, 4, 2, 8, 5, 7]], dataset="d")
    again = pickle.loads(pickle.dumps(made))
    np.testing.assert_array_equal(again.compute(series), made.compute(series))


@pytest.mark.slow
def test_aeon_agrees_on_six_of_22(ucr):
    from aeon.transformations.collection.feature_based import Catch22
    from aeon.transformations.collection.feature_based._catch22 import feature_names

    legacy = {f["name"]: f["legacy_name"] for f in pycatch22.feature_table()}
    made = representation("catch22")
    agreeing = set(made.names)
    for name in ("GunPoint", "Coffee", "OSULeaf", "Plane", "Trace"):
        series = ucr(name)[::30]
        ours = made.compute(series)
        theirs = Catch22().fit_transform(series.to_numpy())
        for place, feature in enumerate(made.names):
            column = theirs[:, feature_names.index(AGREE.get(feature, legacy[feature]))]
            if not np.allclose(column, ours[:, place], rtol=1e-6, atol=1e-8, equal_nan=True):
                agreeing.discard(feature)
    assert agreeing == set(AGREE)
