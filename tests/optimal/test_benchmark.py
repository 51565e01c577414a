"""The benchmark against reference values of an independent simulator, and against itself."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
import pytest

import pybench as pb

SETTINGS = [
    *("a-T1", "a-T2", "a-T8", "b-T2", "b-T4", "b-T16", "c-d1", "c-d2", "c-d8"),
    *("d-d6", "d-d12", "d-d48", "e-L5", "e-L10", "e-L40", "e-L40-delta0.005"),
    *("f-L10", "f-L40", "f-L80", "e-code-L10", "e-code-L40", "e-code-L80"),
    *("f-code-L10", "f-code-L40", "f-code-L80"),
]
# Settings of one fine path that is observed more or less often: simulated once, the finest.
FINEST = {"f-L": "f-L80", "f-code-L": "f-code-L80"}
EACH = 1_000  # paths of a class that are kept at once
# ACC* is a maximum over the sample's own thresholds: about 0.01 too high with 1000 paths a class,
# falling as n^(-2/3); half of that is already too much for 4 errors at 100,000.
OPTIMISM = {5_000: 0.004, 100_000: 0.0006}


def found(ratios, method, statistic):
    """Return a statistic of the reference and its error: scores, moments, quantiles."""
    zero, one = ratios.of(method)
    if statistic in ("auc", "acc_star", "acc_at_zero"):
        frame = ratios.to_frame().set_index(["method", "statistic"])
        return tuple(frame.loc[(method, statistic), ["value", "se"]])
    what, _, label = statistic.partition("_l_class")
    values = (zero, one)[int(label)]
    n = len(values)
    if what == "mean":
        return values.mean(), values.std() / np.sqrt(n)
    if what == "sd":
        fourth = ((values - values.mean()) ** 4).mean()
        return values.std(ddof=1), np.sqrt((fourth - values.var() ** 2) / n) / (2 * values.std())
    q = int(what[1:]) / 100
    half = 2 * np.sqrt(q * (1 - q) / n)
    low, high = np.quantile(values, [q - half, q + half])
    return np.quantile(values, q), (high - low) / 4


@lru_cache(maxsize=4)
def observed(finest, lengths, paths, seed):
    """Return the ratios of one population by the number of intervals it is observed in."""
    one = pb.optimal.setting(finest)
    parts = {length: [] for length in lengths}
    hidden = []
    for part in range(paths // EACH):
        seen = pb.simulate(one, EACH, seed=seed * 1_000 + part, workers=2)
        hidden.append(seen.hidden)
        for length in lengths:
            step = one.length // length
            coarse, times = seen.paths[:, :, ::step], seen.times[::step]
            parts[length].append(pb.likelihood_ratio(one.process, coarse, times=times))
    order = np.argsort(np.tile(np.repeat([0, 1], EACH), paths // EACH), kind="stable")
    label = np.repeat([0, 1], paths)
    found = {}
    for length, numerical in parts.items():
        both = {"lrt_hidden": hidden, "lrt_numerical": numerical}
        ratios = {name: np.concatenate(values)[order] for name, values in both.items()}
        found[length] = pb.optimal.LikelihoodRatios(ratios, label, one.process.name, seed)
    return found


def ratios_of(setting, paths, seed):
    family, _, length = setting.rpartition("L")
    if f"{family}L" not in FINEST:
        return pb.optimal.likelihood_ratios(setting, paths=paths, seed=seed, workers=2)
    kin = (one for one in SETTINGS if one.rpartition("L")[0] == family)
    lengths = tuple(int(one.rpartition("L")[2]) for one in kin)
    return observed(FINEST[f"{family}L"], lengths, paths, seed)[int(length)]


def compare(reference, setting, paths, seed):
    ratios = ratios_of(setting, paths, seed)
    compared = 0
    for row in reference.loc[setting].itertuples():
        if row.statistic == "threshold_star":
            continue  # noisy, as the reference says
        value, se = found(ratios, row.method, row.statistic)
        off = abs(value - row.value)
        slack = OPTIMISM[paths] if row.statistic == "acc_star" else 0.0
        error = np.hypot(se, np.nan_to_num(row.se))
        where = f"{setting} {row.method} {row.statistic} ({row.kind})"
        assert off <= 4 * error + slack, f"{where}: {off / error:.1f} errors"
        compared += 1
    assert compared >= 14


@pytest.mark.parametrize("setting", SETTINGS[::3])
def test_oracle(reference, setting):
    compare(reference, setting, 5_000, seed=1)


@pytest.mark.slow
@pytest.mark.parametrize("setting", SETTINGS)
def test_oracle_with_as_many_paths_as_the_reference(reference, setting):
    compare(reference, setting, 100_000, seed=2)


def test_every_setting_of_the_reference_is_compared(reference):
    assert set(reference.index) == set(SETTINGS)


def test_frame_has_what_it_says():
    frame = pb.optimal.lrt("c-d4", paths=200, seed=3)
    methods = ["lrt_hidden", "lrt_numerical", "lrt_exact_transition", "lrt_exact_chain"]
    assert frame["method"].unique().tolist() == methods
    assert frame["statistic"].unique().tolist() == ["auc", "acc_star", "acc_at_zero"]
    assert len(frame) == 12
    assert (frame["lower"] <= frame["value"]).all()
    assert (frame["value"] <= frame["upper"]).all()
    assert (frame["se"] > 0).all()
    zero = frame[frame["statistic"] == "acc_at_zero"]
    assert (zero["threshold"] == 0).all()


@pytest.mark.parametrize("setting", ["a-T1", "c-d1", "c-d2", "d-d6"])
def test_identities_of_an_exact_ratio(setting):
    """E_0[e^l] = E_1[e^-l] = 1, and the accuracy at 0 is the mean of max(p, 1 - p)."""
    ratios = pb.optimal.likelihood_ratios(setting, paths=20_000, seed=4)
    checks = ratios.checks()
    exact = checks[checks["method"].isin(["lrt_hidden", "lrt_exact_chain"])]
    assert (exact["z"].abs() < 4).all(), exact


@pytest.mark.parametrize("setting", ["a-T8", "b-T16", "c-d8", "e-L5", "f-L10"])
def test_accuracy_at_zero_is_what_the_probabilities_promise(setting):
    """The identity without heavy tails, where the means of exp(l) say nothing."""
    checks = pb.optimal.likelihood_ratios(setting, paths=2_000, seed=4).checks()
    promised = checks[checks["identity"].str.startswith("accuracy")].set_index("method")["z"]
    assert abs(promised["lrt_hidden"]) < 4
    if setting in ("b-T16", "e-L5", "f-L10"):
        assert abs(promised["lrt_numerical"]) > 4  # not exact, and found out


def test_identities_find_a_ratio_that_is_wrong():
    """Fault injected: the sign of the quadratic term, and a noise of twice the size."""
    ratios = pb.optimal.likelihood_ratios("a-T1", paths=20_000, seed=4)
    for wrong in (lambda ratio: ratio + 0.5, lambda ratio: 4 * ratio):
        changed = pb.optimal.LikelihoodRatios(
            {"lrt_hidden": wrong(ratios.ratios["lrt_hidden"])}, ratios.label, ratios.process, 4
        )
        assert (changed.checks()["z"].abs() > 6).any()


def test_the_best_threshold_of_an_exact_ratio_is_zero():
    """Errata: c = 0, that is k = 1/2; no threshold does better by more than chance."""
    ratios = pb.optimal.likelihood_ratios("a-T2", paths=50_000, seed=5)
    zero, one = ratios.of("lrt_hidden")
    here = pb.optimal.roc(ratios.label, ratios.ratios["lrt_hidden"])
    best = (here["true_positive_rate"] - here["false_positive_rate"]).idxmax()
    assert abs(here["threshold"][best]) < 0.25
    at_zero = ((one > 0).mean() + (zero < 0).mean()) / 2
    assert at_zero > 0.5 + 0.5 * (0.760250 - 0.5)


def test_probability_of_class_1_is_the_logistic_of_the_ratio():
    """Errata: 1/(1 + e^-l), not 1/(1 + e^l): among paths near p, a share p is of class 1."""
    ratios = pb.optimal.likelihood_ratios("a-T1", paths=50_000, seed=6)
    p = 1 / (1 + np.exp(-ratios.ratios["lrt_hidden"]))
    for low in (0.1, 0.3, 0.5, 0.7):
        near = (p >= low) & (p < low + 0.1)
        share, n = ratios.label[near].mean(), near.sum()
        assert abs(share - p[near].mean()) < 4 * np.sqrt(0.25 / n)


def test_two_ratios_are_one_for_constant_drift_alone():
    """Errata: section 4.2 calls them the same for OU processes too."""
    const = pb.optimal.likelihood_ratios("a-T4", paths=100).ratios
    assert const["lrt_hidden"] == pytest.approx(const["lrt_numerical"], abs=1e-10)
    ou = pb.optimal.lrt("c-d1", paths=100_000).set_index(["method", "statistic"])
    gap = ou.loc[("lrt_hidden", "auc"), "value"] - ou.loc[("lrt_numerical", "auc"), "value"]
    assert gap == pytest.approx(0.7233 - 0.7095, abs=0.003)


def test_the_hidden_line_is_above_every_other():
    """On the same paths, in every listed setting: nobody who sees less does better."""
    for setting in ("a-T1", "b-T2", "c-d1", "d-d6", "e-L5", "f-L10"):
        frame = pb.optimal.lrt(setting, paths=2_000).set_index(["method", "statistic"])
        auc = frame.xs("auc", level="statistic")
        slack = 4 * auc.loc["lrt_hidden", "se"]
        assert (auc["value"] <= auc.loc["lrt_hidden", "value"] + slack).all()


def test_a_process_that_vanishes_at_zero_has_a_clip():
    """Errata: example 4 breaks the ellipticity that the theory asks for."""
    pair = pb.optimal.LinearNonlinear()
    assert pair.noise.clip == 1e10
    seen = pb.simulate("e-L5", 2_000)
    assert np.isfinite(seen.hidden).all()
    assert np.abs(seen.hidden).max() > 1e3  # heavy tails: quantiles, no means


def test_accuracies_of_both_lines_are_accuracies():
    """Errata: figure 6 draws lines of AUC over boxes of ACC*; at T = 1 these are .760 and .691."""
    frame = pb.optimal.lrt("a-T1", paths=20_000).set_index(["method", "statistic"])["value"]
    assert frame["lrt_hidden", "auc"] == pytest.approx(0.760, abs=0.01)
    assert frame["lrt_hidden", "acc_star"] == pytest.approx(0.691, abs=0.012)
    assert frame["lrt_hidden", "acc_star"] < frame["lrt_hidden", "auc"] - 0.05


def test_a_scheme_is_checked_where_a_setting_has_its_own():
    with pytest.raises(pb.ArgumentError, match="`scheme` must be one of"):
        pb.simulate("a-T1", 2, scheme="foo")
    for given in ({"substeps": 5}, {"scheme": "milstein"}, {"scheme": "euler"}):
        with pytest.raises(pb.ArgumentError, match="` cannot be given without `times`"):
            pb.simulate("a-T1", 2, **given)
    assert pb.simulate("a-T1", 2, times=[0, 1], substeps=5).substeps == (5,)
    assert pb.simulate("a-T1", 2, times=[0, 1]).substeps == (10,)


@pytest.mark.parametrize("score", [pb.optimal.likelihood_ratios, pb.optimal.lrt])
@pytest.mark.parametrize(("times", "lost"), [([0, 5, 10], 927), ([0, 2, 4, 6, 8, 10], 30)])
def test_paths_that_leave_the_numbers_have_no_score(score, times, lost):
    """NaN was sorted as the largest ratio: an AUC of .344 where finer steps give .972."""
    coarse = pb.optimal.own_setting("x", pb.optimal.Potentials(), times)
    with pytest.raises(pb.ArgumentError, match=f"^{lost} of 2000 paths are not finite"):
        score(coarse)


def test_finer_steps_have_the_score():
    fine = pb.optimal.own_setting("x", pb.optimal.Potentials(), [0, 5, 10], substeps=500)
    assert pb.optimal.likelihood_ratios(fine).auc("lrt_hidden") == pytest.approx(0.972, abs=0.01)


def test_a_process_alone_is_no_setting():
    pair = pb.optimal.ConstantDrift()
    asked = (
        pb.optimal.likelihood_ratios, pb.optimal.lrt, pb.optimal.exact, pb.optimal.setting,
        lambda process: pb.optimality(process, "LRT numerical"),
        lambda process: pb.optimality([process], "LRT numerical"),
    )  # fmt: skip
    for function in asked:
        with pytest.raises(pb.ArgumentError, match=r"own_setting\(name, process, times\)"):
            function(pair)


def test_the_observed_line_with_its_error():
    found = pb.optimal.likelihood_ratios("b-T2", paths=100)
    assert list(found.ratios) == ["lrt_hidden", "lrt_numerical", "lrt_exact_chain"]
    seen = pb.simulate("b-T2", 100)
    ratio, error = pb.likelihood_ratio("b-T2", seen, method="exact_chain", errors=True)
    assert found.ratios["lrt_exact_chain"].tolist() == ratio.tolist()
    assert found.error == np.sort(error)[math.ceil(0.9 * len(error)) - 1] < 1e-8
    assert "lrt_exact_chain: nine in ten log ratios have an estimated error of at most" in str(
        found
    )
    assert abs(found.checks().query("method == 'lrt_exact_chain'")["z"]).max() < 4
    old = found.to_dict()
    del old["error"]
    again = pb.load_result(old)
    assert again.error is None
    assert "nine in ten" not in str(again)
    assert pb.load_result(found.to_dict()).error == found.error


def test_the_observed_line_of_constant_drift_is_eulers():
    found = pb.optimal.likelihood_ratios("a-T1", paths=10)
    assert found.error is None
    assert found.ratios["lrt_exact_chain"].tolist() == found.ratios["lrt_numerical"].tolist()
    assert "lrt_exact_chain" not in pb.optimal.likelihood_ratios("e-L10", paths=10).ratios


def test_the_observed_line_by_bridges_on_request():
    """The values of `likelihood_ratio` with the same seed; the error is told."""
    pair = pb.optimal.process("particles", agents=2)
    small = pb.optimal.own_setting("small", pair, [0, 0.1], substeps=3)
    assert "lrt_exact_chain" not in pb.optimal.likelihood_ratios(small, paths=5).ratios
    found = pb.optimal.likelihood_ratios(small, paths=5, seed=4, observed="all")
    given = {"method": "exact_chain", "errors": True, "seed": 4}
    ratio, error = pb.likelihood_ratio(small, pb.simulate(small, 5, seed=4), **given)
    assert found.ratios["lrt_exact_chain"].tolist() == ratio.tolist()
    assert found.error == np.sort(error)[8] > 0  # nine in ten
    assert "nine in ten log ratios" in str(found)
    assert "lrt_exact_chain" in set(pb.optimal.lrt(small, paths=5, observed="all")["method"])
    with pytest.raises(pb.ArgumentError, match="`observed` must be"):
        pb.optimal.lrt(small, paths=5, observed="every")
