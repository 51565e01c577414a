"""The table of learning curves: in case a, a curve of the right family meets the closed form."""

from __future__ import annotations

import pytest
from scipy.special import ndtr

from bench import learning


@pytest.fixture
def small(tmp_path, monkeypatch):
    """Return a small table, of the learner whose limit is known."""
    monkeypatch.setattr(learning, "TABLE", tmp_path / "learning.csv")
    monkeypatch.setattr(learning, "ROOT", tmp_path)
    monkeypatch.setattr(learning, "SETTINGS", ("a-T1",))
    monkeypatch.setattr(learning, "LEARNERS", ("logistic regression",))
    monkeypatch.setattr(learning, "SIZES", (100, 200, 400))
    monkeypatch.setattr(learning, "RUNS", 5)
    learning.measure(1)


def test_a_second_sitting_fits_nothing_again(small, tmp_path):
    before = learning.TABLE.read_bytes()
    kept = sorted((tmp_path / "out" / "learning").iterdir())
    assert len(kept) == 15
    times = [one.stat().st_mtime_ns for one in kept]
    learning.measure(1)
    assert learning.TABLE.read_bytes() == before
    assert [one.stat().st_mtime_ns for one in kept] == times


def test_a_linear_learner_meets_the_closed_form_in_case_a(small):
    """The ratio is linear in the observed points, so the curve ends at Phi(1 / sqrt 2)."""
    (found,) = learning.curves()
    exact = learning.closed_form("a-T1")
    assert exact == pytest.approx(ndtr(0.5**0.5), abs=1e-12)
    mean, error = learning.ceiling(found)
    assert abs(mean - exact) <= 4 * error
    assert learning.meets(found, "logistic regression")
    assert found.table["gap"].is_monotonic_increasing


def test_curves_are_those_of_the_table(small):
    """The table has the runs alone; what is summed up is summed up again."""
    (found,) = learning.curves()
    assert (found.sizes, found.n_runs, found.ceiling) == ((100, 200, 400), 5, "LRT observed")
    own = found.runs[found.runs["size"] == 400]
    assert found.table["auc"].iloc[-1] == pytest.approx(own["auc"].mean(), abs=1e-12)


def test_the_committed_curves_meet_the_closed_form():
    found = {one.setting: one for one in learning.curves()}["a-T1"]
    mean, error = learning.ceiling(found)
    assert abs(mean - learning.closed_form("a-T1")) <= 4 * error
    assert learning.meets(found, "logistic regression")
