"""The bootstrap by threshold against one bootstrap per threshold."""

from __future__ import annotations

import json
from types import SimpleNamespace

import numpy as np
import pytest

import pybench as pb

NAMES = [f"d{i}" for i in range(20)]
AT = {
    50: {"one": NAMES[:10], "two": NAMES[10:18]},
    90: {"one": NAMES[:6], "two": NAMES[10:14]},
    100: {"one": NAMES[:1], "two": NAMES[10:11]},
}


@pytest.fixture
def t() -> pb.ResultsTable:
    scores = np.random.default_rng(0).normal(size=(20, 4)) + 0.6 * np.arange(4)
    return pb.read_results(
        scores, higher_is_better=True, datasets=NAMES, classifiers=[f"c{j}" for j in range(4)]
    )


def test_each_threshold_is_one_bootstrap(t):
    landscape = SimpleNamespace(representatives=AT.__getitem__)
    result = pb.bootstrap_thresholds(t, landscape, (100, 90, 50), (2, 3), 15, 4, alpha=0.2)
    assert list(result.bootstraps) == [50, 90]
    assert list(result.refused) == [100]
    assert "needs 3 datasets" in result.refused[100]
    alone = {at: pb.bootstrap(t, AT[at], (2, 3), 15, at, 4, alpha=0.2) for at in (50, 90)}
    for at, expected in alone.items():
        assert result.bootstraps[at].to_frame().equals(expected.to_frame())
    frame = result.to_frame().set_index(["threshold", "per_region"])
    assert frame["datasets"].tolist() == [18, 18, 10, 10]
    assert frame["smallest"].tolist() == [8, 8, 4, 4]
    for n in (2, 3):
        unlike = alone[50].verdicts[n] != alone[90].verdicts[n]
        assert frame.loc[(50, n), "other_thresholds"] == unlike.to_numpy().sum() / 2
        assert frame.loc[(90, n), "other_thresholds"] == unlike.to_numpy().sum() / 2
    assert "none at 100 %" in str(result)
    assert json.loads(json.dumps(result.to_dict()))["schema"] == "pybench/bootstrap-thresholds/1"


@pytest.mark.parametrize(
    ("landscape", "thresholds", "options"),
    [
        (AT, (50, 80), {}),
        (AT[50], (50,), {}),
        (AT, (), {}),
        (AT, (0,), {}),
        (AT, (100,), {}),
        (AT, (50, 90), {"alpha": 2}),
        ([], 50, {}),
    ],
)
def test_what_cannot_be_answered_is_refused(t, landscape, thresholds, options):
    with pytest.raises(pb.ArgumentError):
        pb.bootstrap_thresholds(t, landscape, thresholds, **options)


@pytest.mark.r
def test_r_says_the_same(t):
    from pybench.bridge.call import call

    ours = pb.bootstrap_thresholds(t, AT, (50, 90, 100), (2, 3), 15, alpha=0.2)
    landscape = {str(at): regions for at, regions in AT.items()}
    options = {"thresholds": [50, 90, 100], "per_region": [2, 3], "repeats": 15, "alpha": 0.2}
    theirs = call("pb_bootstrap_thresholds", {"t": t, "landscape": landscape, **options})
    for at in (50, 90):
        for n in (2, 3):
            counts = theirs["bootstraps"][str(at)]["counts"][str(n)]["values"]
            np.testing.assert_array_equal(counts, ours.bootstraps[at].counts[n])
    assert theirs["notes"] == "small-portfolios"  # the bridge hands one text over as such
    assert ours.notes == ("small-portfolios",)
