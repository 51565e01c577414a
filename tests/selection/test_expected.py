"""What to expect: places on the curve by hand, ends of it, and what is refused."""

from __future__ import annotations

import dataclasses

import numpy as np
import pandas as pd
import pytest

import pybench as pb
from pybench.base.errors import ArgumentError
from pybench.selection.expected import curve_of
from tests.selection.conftest import place, table

SMALL = {"datasets": 30, "models": 5, "repeats": 1, "latent": 2, "dimensions": 6}


def mantel_of(*correlations, distance="cosine"):
    """Return a Mantel test with given correlations."""
    found = pb.mantel(table(1), {"x": place(1)}, 19)
    rows = pd.DataFrame({
        "representation": [f"r{i}" for i in range(len(correlations))], "metric": distance,
        "correlation": correlations, "pvalue_raw": 0.5, "pvalue": 0.01,
    })  # fmt: skip
    return dataclasses.replace(found, table=rows)


@pytest.fixture(scope="module")
def study():
    made = pb.synthetic_study(
        range(3),
        4,
        signals=(0, 0.5, 2),
        strategies=("k-medoids", "a-optimal"),
        sizes=(2, 4),
        **SMALL,
    )
    quality = made.mantel.copy()
    quality.loc[quality["metric"] == "cosine", "correlation"] = [0.0, 0.4, 0.8]
    quality.loc[quality["metric"] == "euclidean", "correlation"] = [0.1, 0.05, 0.5]
    return dataclasses.replace(made, mantel=quality)


def test_a_correlation_is_placed_between_two_signals(study):
    found = pb.expected_gain(mantel_of(0.1, 0.4, 0.6), study).table
    found = found[(found["strategy"] == "k-medoids/cosine") & (found["area"] == "mae")]
    assert found["signal"].tolist() == pytest.approx([0.125, 0.5, 1.25], abs=1e-12)
    gains = curve_of(study).query("strategy == 'k-medoids/cosine' and area == 'mae'")["gain"]
    expected = np.interp([0.1, 0.4, 0.6], [0, 0.4, 0.8], gains)
    np.testing.assert_allclose(found["gain"], expected, rtol=0, atol=1e-12)
    assert set(found["within"]) == {"within"}


def test_the_ends_of_the_curve(study):
    found = pb.expected_gain(mantel_of(-0.2, 0.9, 0.8), study).table
    found = found[(found["strategy"] == "k-medoids/cosine") & (found["area"] == "spearman")]
    assert found["within"].tolist() == ["below", "above", "within"]
    assert found["signal"].tolist() == [0.0, 2.0, 2.0]


def test_a_decrease_of_the_curve_is_noise(study):
    """The second point is lower than the first: what lies above the first is beyond the second."""
    found = pb.expected_gain(mantel_of(0.1, 0.3, distance="euclidean"), study).table
    assert set(found["strategy"]) == {"a-optimal"}  # without a distance of its own: Euclidean
    found = found[found["area"] == "mae"]
    assert found["signal"].tolist() == pytest.approx([0.5, 1.25], abs=1e-12)


def test_the_stored_curve_rises_and_tells_noise_from_signal():
    curve = pb.expected_gain(mantel_of(0.1)).curve
    for _, part in curve.groupby(["strategy", "area"]):
        assert part["signal"].is_monotonic_increasing
        assert part["correlation"].iloc[-1] > 0.5 > 0.1 > part["correlation"].iloc[0] > -0.1
    assert set(curve["area"]) == {"mae", "spearman"}


def test_the_text_says_what_does_not_follow():
    text = str(pb.expected_gain(dataclasses.replace(
        found := mantel_of(0.05), table=found.table.assign(pvalue=0.4)
    )))  # fmt: skip
    assert (
        "correlation 0.050 (not shown to be above 0 by the Mantel test at level 0.05): at signal"
        in text
    )
    assert "one generator" in text
    assert "may gain less, more or nothing" in text


def test_refusals(study):
    with pytest.raises(ArgumentError, match='must have the method "spearman"'):
        pb.expected_gain(pb.mantel(table(1), {"x": place(1)}, 19, method="pearson"))
    with pytest.raises(ArgumentError, match="`test` must be a MantelTest"):
        pb.expected_gain(study)
    with pytest.raises(ArgumentError, match="`study` must be a SyntheticStudy"):
        pb.expected_gain(mantel_of(0.1), mantel_of(0.1))
    one = dataclasses.replace(study, auc=study.auc[study.auc["view"].isin(["none", "0"])])
    with pytest.raises(ArgumentError, match="two signals or more"):
        pb.expected_gain(mantel_of(0.1), one)


@pytest.mark.r
@pytest.mark.parametrize("own", [False, True])
def test_both_languages_agree(own):
    from pybench.bridge.call import call

    made = pb.synthetic_benchmark(7, **SMALL)
    views = {"broken": made.broken, "oracle": made.oracle}
    study = pb.synthetic_study(
        range(2),
        3,
        signals=(0, 0.5, 2),
        strategies=("k-medoids", "a-optimal"),
        sizes=(2, 4),
        **SMALL,
    )
    ours = pb.expected_gain(pb.mantel(made.table, views, 99), study if own else None)
    sizes = ", ".join(f"{name} = {size}" for name, size in SMALL.items())
    theirs = call("bridge_eval", {"source": f"""
        r <- asNamespace("pybench")
        made <- r$pb_synthetic_benchmark(7, {sizes})
        test <- r$pb_mantel(made$table, made[c("broken", "oracle")], 99)
        study <- if ({str(own).upper()}) r$pb_synthetic_study(
          0:1, 3, signals = c(0, 0.5, 2), strategies = c("k-medoids", "a-optimal"), sizes = c(2, 4),
          {sizes}
        )
        found <- r$pb_expected_gain(test, study)
        list(table = found$table, curve = found$curve, text = format(found))
    """})  # fmt: skip
    for name in ("table", "curve"):
        mine, other = getattr(ours, name), theirs[name].to_pandas()
        pd.testing.assert_frame_equal(
            mine, other[mine.columns], check_dtype=False, rtol=0, atol=1e-9, check_index_type=False
        )
    assert list(theirs["text"]) == str(ours).splitlines()
