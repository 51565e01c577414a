"""R26: whatever hypothesis thinks of comes back from R the same, to the bit."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as st_numpy

pytestmark = pytest.mark.r

VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**31) + 1, 2**31 - 1),
    st.floats(allow_nan=False),
    st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=20),
    st.lists(st.one_of(st.none(), st.booleans()), min_size=2),
    st.lists(st.one_of(st.none(), st.integers(-(2**31) + 1, 2**31 - 1)), min_size=2),
    st.lists(
        st.one_of(st.none(), st.sampled_from(["", "NA", "é", "\u200b", "TRUE", "NaN"])), min_size=2
    ),
)


@settings(max_examples=60)
@given(st.lists(VALUES, max_size=8))
def test_anything_comes_back_the_same(r, keep, values):
    keep({f"v{i}": value for i, value in enumerate(values)})
    back = r("kept")
    assert list(back.values() if values else back) == values


@settings(max_examples=40)
@given(st_numpy.arrays(np.uint64, st_numpy.array_shapes(max_dims=2, max_side=7)))
def test_any_bits_come_back_the_same(r, keep, patterns):
    keep(patterns.view(np.float64))
    back = r("kept")
    values = back["values"] if isinstance(back, dict) else np.atleast_1d(back)
    assert np.ascontiguousarray(values).view(np.uint64).tolist() == patterns.tolist()


@settings(max_examples=25)
@given(st.integers(0, 2**32 - 1))
def test_missing_scores_are_na_in_r_and_nan_here(r, keep, seed):
    """A table with gaps: NA, never NaN, in R; back as NaN in the same cells, all else the same."""
    from pybench.table import results_table

    rng = np.random.default_rng(seed)
    scores = rng.normal(size=(4, 3))
    gaps = rng.random(scores.shape) < 0.4
    gaps[range(4), [0, 1, 2, 0]] = False  # no dataset and no method without a score
    scores[gaps] = np.nan
    table = results_table(scores, list("abcd"), list("xyz"), higher_is_better=True, missing=True)
    keep(table)
    assert not r("any(is.nan(kept$scores))")
    assert r("sum(is.na(kept$scores))") == gaps.sum()
    back = r("kept$scores")
    assert (back["rows"], back["columns"]) == (list("abcd"), list("xyz"))
    np.testing.assert_array_equal(back["values"], scores)
