"""Scaling: R's bits, laws, what is left out and why, tables of all kinds."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import pybench as pb
from pybench.bridge.call import call
from pybench.landscape.scaling import Scaling


def rough(n: int = 60) -> pd.DataFrame:
    """Return columns as real tsfresh has them: tails, scales, whole numbers, near constants."""
    rng = np.random.default_rng(5)
    return pd.DataFrame(
        {
            "normal": rng.normal(size=n),
            "cauchy": rng.standard_cauchy(n),
            "count": rng.poisson(3, n).astype(float),
            "huge": rng.normal(size=n) * 1e17,
            "squares overflow": rng.normal(size=n) * 1e250,
            "squares underflow": rng.normal(size=n) * 1e-250,
            "one row": np.r_[1e15, np.zeros(n - 1)],
            "offset": 1e9 + rng.normal(size=n),
            "flag": np.r_[np.zeros(n - n // 3), np.ones(n // 3)],
        }
    )


@pytest.mark.r
@pytest.mark.parametrize("scale", ["z", "robust", "none"])
def test_both_languages_have_the_same_bits(scale):
    theirs = call("pb_scale_features", {"features": rough(), "scale": scale})
    ours = pb.scale_features(rough(), scale)
    assert theirs["values"]["values"].tobytes("F") == ours.values.tobytes("F")
    assert theirs["scaling"]["features"] == list(ours.scaling.features)
    for name in ("center", "spread"):
        assert theirs["scaling"][name].tobytes() == getattr(ours.scaling, name).tobytes()


@pytest.mark.r
def test_z_is_what_r_calls_scale():
    safe = rough().drop(columns=["squares overflow", "squares underflow"])
    code = "function(x) matrix(as.vector(scale(x)), nrow(x))"
    values = [list(column) for column in safe.to_numpy().T]
    text = ", ".join("c(" + ", ".join(map(float.hex, column)) + ")" for column in values)
    theirs = call("bridge_eval", {"source": f"({code})(cbind({text}))"})["values"]
    assert theirs.tobytes("F") == pb.scale_features(safe).values.tobytes("F")


def test_z_has_mean_0_and_variance_1_without_overflow():
    scaled = pb.scale_features(rough()).values
    assert np.isfinite(scaled).all()
    # A mean near 1e9 is rounded to 1e-7, in R too.
    assert scaled.mean(axis=0) == pytest.approx(np.zeros(9), abs=1e-7)
    assert scaled.std(axis=0, ddof=1) == pytest.approx(np.ones(9), rel=1e-7)


@pytest.mark.parametrize("scale", ["z", "robust"])
@pytest.mark.parametrize("factor", [2.0**-900, 0.25, 2.0**600])
def test_a_power_of_two_changes_no_bit(scale, factor):
    frame = rough()[["normal", "cauchy", "count"]]
    once, again = pb.scale_features(frame, scale), pb.scale_features(frame * factor, scale)
    assert once.values.tobytes("F") == again.values.tobytes("F")
    assert (again.scaling.center == once.scaling.center * factor).all()


def test_opposite_ends_of_the_doubles_are_scaled():
    column = np.array([[9e299], [-9e299], [0.0]])
    assert pb.scale_features(column).values.ravel().tolist() == [1.0, -1.0, 0.0]


def test_robust_is_by_median_and_quartiles_and_held_within_five():
    frame = rough()
    found = pb.scale_features(frame, "robust")
    assert np.abs(found.values).max() == 5.0
    normal = frame["normal"].to_numpy()
    q1, q2, q3 = np.quantile(normal, [0.25, 0.5, 0.75])
    expected = (normal - q2) / ((q3 - q1) / 1.3489795003921634)
    assert found.values[:, 0] == pytest.approx(np.clip(expected, -5, 5), rel=1e-12)
    # Half of its values are equal: the quartiles are one, the standard deviation steps in.
    at = found.scaling.features.index("one row")
    assert found.scaling.spread[at] == pytest.approx(frame["one row"].std(), rel=1e-12)


UNUSABLE = pd.DataFrame(
    {
        "good": [1.0, 2.0, 3.0],
        "gap": [1.0, np.nan, 3.0],
        "infinite": [np.inf, -np.inf, 3.0],
        "beyond": [1.0, 2.0, 1.5e300],
        "constant": 7.0,
        "rounding": [1.0, 1.0 + 4e-16, 1.0 - 2e-16],
    }
)
GAPS = {
    "gap": "no finite value up to 1e300 on 1 row",
    "infinite": "no finite value up to 1e300 on 2 rows",
    "beyond": "no finite value up to 1e300 on 1 row",
}


def test_what_cannot_be_placed_is_left_out_by_name():
    found = pb.scale_features(UNUSABLE)
    same = {"constant": "never varies", "rounding": "varies by rounding alone"}
    assert found.scaling.left_out == GAPS | same
    assert found.scaling.features == ("good",)
    assert "never varies: `constant`" in str(found)
    plain = pb.scale_features(UNUSABLE, False)
    assert plain.scaling.left_out == GAPS
    assert plain.values.tolist() == UNUSABLE[["good", "constant", "rounding"]].to_numpy().tolist()


def test_it_is_refused_by_name_where_that_is_asked_for():
    with pytest.raises(pb.ArgumentError, match="5 columns that no map can use; the first is 'gap'"):
        pb.scale_features(UNUSABLE, unusable="refuse")
    with pytest.raises(pb.ArgumentError, match=r"'constant' .never varies"):
        pb.scale_features(UNUSABLE[["constant"]])
    assert len(pb.scale_features(UNUSABLE[["good"]], unusable="refuse").values) == 3


def test_tables_of_all_kinds_give_the_same():
    frame = rough(6)[["normal", "count"]]
    names = ["a", "a", "b", "b", "b", "c"]
    expected = pb.scale_features(frame)
    assert expected.dataset is None
    keyed = frame.assign(dataset=names, split="train", label=None, id=range(6))
    indexed = keyed.set_index(["dataset", "split", "label", "id"])
    for table in (keyed, indexed):
        found = pb.scale_features(table)
        assert (found.values == expected.values).all()
        assert found.dataset.tolist() == names
    found = pb.scale_features(frame.to_numpy(), dataset=names)
    assert found.dataset.tolist() == names
    assert found.scaling.features == ("1", "2")
    assert pb.scale_features(found) is found


def test_a_table_of_features_brings_its_datasets(some_features):
    found = pb.scale_features(some_features)
    assert set(found.dataset) == set(some_features.datasets)
    assert set(found.scaling.features) | set(found.scaling.left_out) == set(some_features.names)


@pytest.mark.parametrize(
    ("table", "text"),
    [
        ([[1.0, 2.0]], "at least two rows"),
        (pd.DataFrame({"a": ["x", "y"]}), "a table of features or a matrix of numbers"),
        ([1.0, 2.0], "a table of features"),
        ("features.csv", "a table of features"),
        (
            pd.DataFrame([[1.0, 2.0], [3.0, 4.0]], columns=["a", "a"]),
            "columns with different names",
        ),
    ],
)
def test_what_is_no_table_is_refused(table, text):
    with pytest.raises(pb.ArgumentError, match=text):
        pb.scale_features(table)


@pytest.mark.parametrize("names", [["a"], "abc", [1, 2, 3]])
def test_datasets_must_be_names_one_a_row(names):
    with pytest.raises(pb.ArgumentError, match="the name of a dataset for each of 3 rows"):
        pb.scale_features(np.eye(3), dataset=names)


def test_other_rows_are_scaled_alike_whatever_their_order_of_columns():
    frame = rough()
    found = pb.scale_features(frame)
    other = frame[frame.columns[::-1]].assign(more="text")
    assert found.scaling.apply(other).tobytes("F") == found.values.tobytes("F")
    assert found.scaling.apply(frame.iloc[:2]).tolist() == found.values[:2].tolist()
    plain = pb.scale_features(frame.to_numpy())
    assert plain.scaling.apply(frame.to_numpy()[3:4]).tolist() == plain.values[3:4].tolist()


def test_other_rows_need_the_columns_and_numbers():
    scaling: Scaling = pb.scale_features(rough()).scaling
    with pytest.raises(pb.ArgumentError, match="found no `cauchy`"):
        scaling.apply(rough().drop(columns="cauchy"))
    bad = rough(3)
    bad.loc[1, "count"] = np.nan
    with pytest.raises(pb.ArgumentError, match=r"row 1 \(from 0\), column 'count' is nan"):
        scaling.apply(bad)
    with pytest.raises(pb.ArgumentError, match="must have 3 columns, found 4 columns"):
        pb.scale_features(np.eye(3)).scaling.apply(np.ones((1, 4)))


def test_results_show_what_they_are():
    found = pb.scale_features(rough())
    assert str(found).startswith("9 features of 60 rows, each scaled to mean 0 and variance 1")
    assert list(found.to_frame().columns) == list(rough().columns)
    assert found.scaling.to_frame().loc["flag", "center"] == pytest.approx(1 / 3)
    assert found.scaling.to_dict()["schema"] == "pybench/scaling/1"


def test_names_of_datasets_that_are_given_count():
    ready = pb.scale_features(np.eye(3), dataset=["a", "a", "b"])
    named = pb.scale_features(ready, dataset=["x", "y", "z"])
    assert list(named.dataset) == ["x", "y", "z"]
    with pytest.raises(pb.ArgumentError, match="for each of 3 rows"):
        pb.scale_features(ready, dataset=["x"])
