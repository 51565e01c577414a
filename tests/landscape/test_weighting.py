"""Each dataset counts alike: what changes, by the definition, and what must not."""

from __future__ import annotations

import numpy as np
import pytest

import pybench as pb
from pybench.bridge.call import call
from pybench.landscape.weighting import quantiles, row_weights

SIZES = {"a": 8, "b": 16, "c": 64}


def instances(sizes=SIZES):
    """Return rows and their datasets; dataset b is far from the others."""
    rng = np.random.default_rng(3)
    rows = [rng.normal(4.0 * i * i, 1 + i, size=(n, 3)) for i, n in enumerate(sizes.values())]
    return np.vstack(rows), [name for name, n in sizes.items() for _ in range(n)]


def copied(name="b"):
    """Return the instances with each row of a dataset twice, one copy after the other."""
    rows, names = instances()
    times = [2 if one == name else 1 for one in names]
    return np.repeat(rows, times, axis=0), np.repeat(names, times).tolist()


def test_each_dataset_weighs_one():
    _, names = instances()
    weights = row_weights("dataset", names)
    assert weights[[0, 8, 24]].tolist() == [1 / 8, 1 / 16, 1 / 64]
    assert row_weights("instance", names) is None
    assert row_weights("dataset", ["x", "y", "y", "x"]) is None
    with pytest.raises(pb.ArgumentError, match='`weights`="dataset" needs a table with datasets'):
        pb.scale_features(instances()[0], weights="dataset")


def test_the_center_is_the_mean_of_means_and_the_spread_has_no_n_minus_1():
    rows, names = instances()
    found = pb.scale_features(rows, dataset=names, weights="dataset").scaling
    parts = [rows[np.array(names) == name] for name in SIZES]
    center = np.mean([part.mean(axis=0) for part in parts], axis=0)
    spread = np.sqrt(np.mean([((part - center) ** 2).mean(axis=0) for part in parts], axis=0))
    np.testing.assert_allclose(found.center, center, rtol=1e-12)
    np.testing.assert_allclose(found.spread, spread, rtol=1e-12)
    assert "variance 1; each dataset counted alike" in str(found)
    assert "n - 1" in str(pb.scale_features(rows).scaling)


@pytest.mark.parametrize("scale", ["z", "robust"])
def test_copies_of_a_dataset_do_not_change_the_scale(scale):
    (rows, names), (more, longer) = instances(), copied()
    found, other = (
        pb.scale_features(x, scale, dataset=d, weights="dataset").scaling
        for x, d in ((rows, names), (more, longer))
    )
    np.testing.assert_allclose(other.center, found.center, rtol=1e-13)
    np.testing.assert_allclose(other.spread, found.spread, rtol=1e-13)
    plain = pb.scale_features(more, scale).scaling
    assert abs(plain.center - pb.scale_features(rows, scale).scaling.center).min() > 0.1


def test_a_weighted_quantile_is_the_smallest_value_with_the_share():
    column, weights = np.array([3.0, 1.0, 2.0]), np.array([0.25, 0.5, 0.25])
    assert quantiles(column, weights, (0.0, 0.5, 0.51, 0.75, 1.0)) == [1.0, 1.0, 2.0, 2.0, 3.0]


@pytest.mark.r
@pytest.mark.parametrize("scale", ["z", "robust", "none"])
def test_both_languages_scale_with_the_same_bits(scale):
    rows, names = instances()
    given = {"scale": scale, "dataset": names, "weights": "dataset"}
    theirs = call("pb_scale_features", {"features": rows, **given})
    ours = pb.scale_features(rows, **given)
    assert theirs["values"]["values"].tobytes("F") == ours.values.tobytes("F")
    for name in ("center", "spread"):
        assert theirs["scaling"][name].tobytes() == getattr(ours.scaling, name).tobytes()


def winners(weights, draws):
    """Return how often each of four rows is drawn: a code that moves all the way tells which."""
    rows = np.arange(4.0)[:, None]
    found = [
        pb.som(rows, 1, 1, rlen=1, alpha=(1.0, 1.0), seed=seed, weights=weights).codes[0, 0]
        for seed in range(draws)
    ]
    return np.bincount(np.array(found, dtype=int), minlength=4) / draws


@pytest.mark.r
def test_rows_are_drawn_in_proportion_to_their_weights():
    weights = np.array([1.0, 0.0, 4.0, 5.0])
    found = winners(weights, 400)
    assert found[1] == 0
    # Four standard errors of the largest.
    np.testing.assert_allclose(found, weights / 10, atol=4 * 0.5 / 20)


@pytest.mark.r
def test_as_many_draws_from_copies_give_the_same_codes():
    """Sums of powers of two have no rounding: the same draws hit the same values."""
    (rows, names), (more, longer) = instances(), copied()
    shared = {"xdim": 4, "ydim": 3, "alpha": (0.05, 0.01), "start": "pca.sample", "seed": 2}
    # 88 rows 13 times are 104 rows 11 times.
    found = pb.som(rows, rlen=13, weights=row_weights("dataset", names), **shared)
    other = pb.som(more, rlen=11, weights=row_weights("dataset", longer), **shared)
    np.testing.assert_allclose(other.codes, found.codes, rtol=1e-9)
    for name in ("quantization_error", "topographic_error", "explained_variance"):
        assert getattr(other, name) == pytest.approx(getattr(found, name), rel=1e-9)
    plain = pb.som(more, rlen=11, **shared)
    assert abs(plain.codes - other.codes).max() > 0.1


@pytest.mark.r
def test_errors_of_maps_are_weighted_in_both_languages():
    rows, names = instances()
    weights = row_weights("dataset", names)
    trained = pb.som(rows, 4, 3, rlen=5, seed=1, weights=weights)
    found = pb.map_quality(rows, trained.codes, 4, 3, trained.units, weights=weights, engine="both")
    squared = ((rows - trained.codes[trained.units]) ** 2).sum(axis=1)
    by_hand = np.mean([squared[np.array(names) == name].mean() for name in SIZES])
    assert found.quantization_error == pytest.approx(by_hand, rel=1e-12)
    for name in ("quantization_error", "explained_variance", "topographic_error"):
        assert getattr(trained, name) == pytest.approx(getattr(found, name), rel=1e-12)


@pytest.mark.r
def test_only_the_exact_online_kernel_has_weights():
    rows = instances()[0]
    need = 'needs mode "online" and kernel "exact" or "warm"'
    for more in ({"mode": "batch"}, {"kernel": "kohonen"}, {"neighbourhood": "gaussian"}):
        with pytest.raises(pb.ArgumentError, match=need):
            pb.som(rows, 3, 3, rlen=2, seed=1, weights=np.ones(88), **more)
    for bad in ([1.0], [-1.0] + [1.0] * 87, [0.0] * 88, ["x"] * 88):
        with pytest.raises(pb.ArgumentError, match="`weights` must be 88 finite numbers >= 0"):
            pb.som(rows, 3, 3, rlen=2, seed=1, weights=bad)


@pytest.mark.r
def test_purity_and_shares_count_each_dataset_once():
    codes = np.array([[1.0, 0], [1, 0.1], [0, 1], [0.1, 1], [-0.5, 1]])
    names, units = ["a"] * 8 + ["b"] * 2, [0] * 8 + [0, 2]
    found = pb.regions(codes, 2, dataset=names, units=units, purity="dataset", engine="both")
    assert found.candidates.set_index("k").purity[2] == 0.75
    plain = pb.regions(codes, 2, dataset=names, units=units, engine="both")
    assert plain.candidates.set_index("k").purity[2] == 0.9
    c = pb.coverage(names, np.asarray(found.labels)[units])
    shares = pb.redundancy(c, 30, "dataset", engine="both")
    assert shares.regions["share"].tolist() == [75.0, 25.0]
    assert shares.sparse_regions == ("R2",)
    assert "R2: 1 dataset, 0 of them in no other; 25.00% of a dataset on average" in str(shares)
    assert pb.redundancy(c).regions["share"].tolist() == [90.0, 10.0]
    after = pb.newcomer(c, [1, 1], sparse=30, weights="dataset", engine="both")
    np.testing.assert_allclose(after.share_after, [50, 50])
    assert after.fills == ("R2",)


@pytest.mark.r
@pytest.mark.parametrize("reduction", ["som", "pca"])
def test_datasets_of_one_size_give_the_landscape_of_instances(reduction):
    rows, names = instances({"a": 30, "b": 30, "c": 30})
    names = names[::2] + names[1::2]
    more = {"dataset": names, "reduction": reduction, "k": 3, "rlen": 10, "workers": 1}
    found, plain = (pb.map_landscape(rows, 4, weights=w, **more) for w in ("dataset", "instance"))
    assert found.codes.tobytes() == plain.codes.tobytes()
    assert found.regions.candidates.equals(plain.regions.candidates)
    assert found.redundancy.regions.equals(plain.redundancy.regions)


@pytest.mark.r
@pytest.mark.parametrize("reduction", ["som", "pca"])
def test_a_landscape_counts_each_dataset_alike(reduction, tmp_path):
    rows, names = instances()
    out = tmp_path if reduction == "som" else None
    more = {"dataset": names, "reduction": reduction, "k": 3, "rlen": 10, "workers": 1, "out": out}
    found, plain = (
        pb.map_landscape(rows, 4, weights=w, engine="both", **more) for w in ("dataset", "instance")
    )
    assert (found.weights, plain.weights) == ("dataset", "instance")
    assert str(found).splitlines()[0].endswith("; each dataset counted alike")
    assert abs(found.codes - plain.codes[: len(found.codes)]).max() > 0.01
    shares = found.coverage.percent.mean(axis=0)
    np.testing.assert_allclose(found.redundancy.regions["share"], shares, rtol=1e-12)
    again = pb.map_landscape(rows, 4, weights="dataset", **more)
    assert again.codes.tobytes() == found.codes.tobytes()
    with pytest.raises(pb.ArgumentError, match="`weights` must be one of"):
        pb.map_landscape(rows, 4, weights="datasets", **more)


def test_copies_do_not_change_the_coverage():
    (_, names), (_, longer) = instances(), copied()
    where = [i % 3 for i in range(88)]
    more = np.repeat(where, [2 if one == "b" else 1 for one in names])
    first, second = pb.coverage(names, where), pb.coverage(longer, more)
    assert first.percent.equals(second.percent)
    shares = [pb.redundancy(c, 1, "dataset").regions["share"].tolist() for c in (first, second)]
    assert shares[0] == shares[1]
