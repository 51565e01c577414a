"""R and Python: the same paths from the same seed, the same ratios from the same paths."""

from __future__ import annotations

import re
import subprocess
from typing import Any

import numpy as np
import pytest

import pybench as pb

SETTINGS = ["a-T1", "b-T2", "c-d2", "d-d6", "e-L10", "e-code-L10", "fig8b-s0.4", "f-L10"]


def numbers(code: str) -> dict[str, np.ndarray]:
    """Run R code that prints lines of a name and numbers."""
    script = "library(pybench)\n" + code
    command = ["Rscript", "--vanilla", "-e", script]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    lines = [line.split() for line in done.stdout.splitlines()]
    return {name: np.array(values, float) for name, *values in lines}


@pytest.mark.r
def test_paths_and_ratios():
    """To 1e-12 of their size: the two inverse distribution functions differ in the last bits."""
    quoted = ", ".join(f'"{name}"' for name in SETTINGS)
    code = f"""
    for (s in c({quoted})) {{
      seen <- pb_simulate(s, 7, seed = 3)
      found <- c(seen$hidden, pb_likelihood_ratio(s, seen), aperm(seen$paths))
      cat(s, sprintf("%.17g", found), "\\n")
    }}
    """
    found = numbers(code)
    assert list(found) == SETTINGS
    for name, theirs in found.items():
        seen = pb.simulate(name, 7, seed=3)
        ratios = [seen.hidden, pb.likelihood_ratio(name, seen)]
        for part, ours in zip(
            np.split(theirs, [14, 28]), [*ratios, seen.paths.ravel()], strict=True
        ):
            scale = np.abs(ours).max()
            assert np.abs(part - ours).max() <= 1e-12 * max(1.0, scale), name


@pytest.mark.r
def test_a_process_of_ones_own_parameters_at_uneven_times():
    code = """
    times <- c(0, 0.1, 0.15, 0.6, 1)
    pair <- pb_optimal_process(
      "ornstein-uhlenbeck", theta = list(c(-1, 0), -2), dimension = 2, diffusion = c(0.5, 2)
    )
    seen <- pb_simulate(pair, 6, times = times, substeps = c(1, 2, 3, 4), seed = 8)
    for (method in c("numerical", "exact_transition", "exact_chain")) {
      cat(method, sprintf("%.17g", pb_likelihood_ratio(pair, seen, method = method)), "\\n")
    }
    pair <- pb_optimal_process("particles", agents = 4, space = 3, diffusion = 0.3, kernels = list(
      list(edges = c(1, 3), values = c(1, 2, 0.5)), list(edges = c(1, 3), values = c(3, 0, 1))
    ))
    cat("particles", sprintf("%.17g", pb_simulate(pair, 4, times = times, seed = 1)$hidden), "\\n")
    """
    found = numbers(code)
    times = [0, 0.1, 0.15, 0.6, 1]
    pair = pb.optimal.OrnsteinUhlenbeck(([-1, 0], -2), dimension=2, diffusion=[0.5, 2])
    seen = pb.simulate(pair, 6, times=times, substeps=[1, 2, 3, 4], seed=8)
    for method in ("numerical", "exact_transition", "exact_chain"):
        ours = pb.likelihood_ratio(pair, seen, method=method)
        assert found[method] == pytest.approx(ours, rel=1e-11, abs=1e-11)
    kernels = (((1, 3), (1, 2, 0.5)), ((1, 3), (3, 0, 1)))
    pair = pb.optimal.Particles(4, space=3, diffusion=0.3, kernels=kernels)
    ours = pb.simulate(pair, 4, times=times, seed=1).hidden
    assert found["particles"] == pytest.approx(ours, rel=1e-11, abs=1e-11)


@pytest.mark.r
def test_ratios_by_quadrature():
    """To the error of quadrature, 1e-9: the sums of the two differ in the last bits."""
    code = """
    for (s in c("potentials", "linear-nonlinear")) {
      seen <- pb_simulate(s, 40, times = c(0, 0.03, 0.06), substeps = 3, seed = 3)
      found <- pb_likelihood_ratio(s, seen, method = "exact_chain", errors = TRUE)
      cat(s, sprintf("%.17g", c(found$ratios, found$errors)), "\\n")
    }
    """
    for name, theirs in numbers(code).items():
        seen = pb.simulate(name, 40, times=[0, 0.03, 0.06], substeps=3, seed=3)
        ours = pb.likelihood_ratio(name, seen, method="exact_chain", errors=True)
        ratio, error = np.split(theirs, 2)
        assert np.abs(ratio - ours[0]).max() < 1e-9 * np.abs(ours[0]).max()
        assert np.abs(error - ours[1]).max() < 1e-9 * np.abs(ours[0]).max()


@pytest.mark.r
def test_ratios_by_bridges_and_in_continuous_time():
    """The same bridges, so the same ratios and standard errors, to rounding."""
    code = """
    told <- function(name, ...) {
      found <- pb_likelihood_ratio(..., errors = TRUE)
      cat(name, sprintf("%.17g", c(found$ratios, found$errors)), "\\n")
    }
    for (s in c("d-d6", "c-d2")) {
      told(s, s, pb_simulate(s, 3, seed = 3), method = "exact_chain", bridges = 70, seed = 5)
    }
    told("b-T2", "b-T2", pb_simulate("b-T2", 3, seed = 3), method = "exact_transition")
    """
    given: dict[str, Any] = {"method": "exact_chain", "bridges": 70, "seed": 5}
    for name, theirs in numbers(code).items():
        more = {"method": "exact_transition"} if name == "b-T2" else given
        seen = pb.simulate(name, 3, seed=3)
        ours = pb.likelihood_ratio(name, seen, errors=True, **more)
        assert np.abs(theirs - np.concatenate(ours)).max() < 1e-11 * np.abs(ours[0]).max()


@pytest.mark.r
def test_scores():
    code = """
    for (s in c("c-d2", "e-L5")) {
      found <- pb_optimal_lrt(s, paths = 300, seed = 2)
      for (column in c("value", "se", "lower", "upper")) {
        cat(paste0(s, column), sprintf("%.17g", found[[column]]), "\\n")
      }
    }
    """
    found = numbers(code)
    for setting in ("c-d2", "e-L5"):
        frame = pb.optimal.lrt(setting, paths=300, seed=2)
        for column in ("value", "se", "lower", "upper"):
            ours = frame[column].to_numpy()
            assert found[setting + column] == pytest.approx(ours, rel=1e-12, abs=1e-12)


@pytest.mark.r
def test_settings():
    code = """
    found <- pb_optimal_settings()
    for (name in rownames(found)) {
      row <- found[name, ]
      cat(name, row$d, row$agents, row$L, row$t_L, row$substeps, row$paths, row$train, row$test)
      cat("\\n")
    }
    """
    found = numbers(code)
    frame = pb.optimal.settings()
    assert list(found) == frame.index.tolist()
    columns = ["d", "agents", "L", "t_L", "substeps", "paths", "train", "test"]
    for name, row in found.items():
        assert row.tolist() == frame.loc[name, columns].tolist()


@pytest.mark.r
def test_curves():
    code = """
    label <- c(0, 0, 1, 1)
    other <- c(-Inf, 2, 1, Inf)
    for (score in list(c(0.1, 0.4, 0.4, 0.8), list(mine = c(0.1, 0.4, 0.4, 0.8), other = other))) {
      found <- pb_optimal_roc(label, score)
      for (one in unique(found$method)) for (column in names(found)[-1]) {
        cat(paste0(one, column), sprintf("%.17g", found[[column]][found$method == one]), "\\n")
      }
    }
    """
    found = numbers(code)
    mine = [0.1, 0.4, 0.4, 0.8]
    parts = mine, {"mine": mine, "other": [-np.inf, 2, 1, np.inf]}
    frames = [pb.optimal.roc([0, 0, 1, 1], part) for part in parts]
    ours = {
        f"{name}{column}": own[column].tolist()
        for frame in frames
        for name, own in frame.groupby("method")
        for column in frame.columns[1:]
    }
    assert list(found) == list(ours)
    for name, values in found.items():
        assert values.tolist() == ours[name]


@pytest.mark.r
def test_paths_that_leave_the_numbers_are_refused_in_the_same_words():
    code = """
    error <- tryCatch(pb_simulate("potentials", 100, times = 0:8, substeps = 1), error = identity)
    cat(conditionMessage(error))
    """
    command = ["Rscript", "--vanilla", "-e", "library(pybench)\n" + code]
    theirs = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    with pytest.raises(pb.ArgumentError) as caught:
        pb.simulate("potentials", 100, times=np.arange(9), substeps=1)
    assert theirs == str(caught.value)


#: Processes of one's own, as R and as Python write them: drifts, noise, further parameters.
OWN = {
    "number": (
        "drifts = list(function(t, x) -x, function(t, x) sin(t) - x^3), diffusion = 0.8",
        {"drifts": (lambda t, x: -x, lambda t, x: np.sin(t) - x**3), "diffusion": 0.8},
    ),
    "vector": (
        "drifts = list(function(t, x) cbind(x[, 2], -x[, 1]), "
        "function(t, x) cbind(x[, 2], -2 * x[, 1])), dimension = 2, diffusion = c(0, 1)",
        {
            "drifts": (lambda t, x: [x[1], -x[0]], lambda t, x: [x[1], -2 * x[0]]),
            "dimension": 2,
            "diffusion": [0.0, 1.0],
        },
    ),
    "matrix": (
        "drifts = list(function(t, x) -x, function(t, x) -x[, 2:1]), dimension = 2, "
        "diffusion = matrix(c(1, 0.2, 0.3, 0.5, 0.1, 0.4), 2)",
        {
            "drifts": (lambda t, x: -x, lambda t, x: -x[::-1]),
            "dimension": 2,
            "diffusion": [[1.0, 0.3, 0.1], [0.2, 0.5, 0.4]],
        },
    ),
    "function": (
        "drifts = list(function(t, x) -x, function(t, x) cos(x)), "
        "diffusion = function(t, x) 1 + 0.5 * sin(x + t), initial = function(z) z^2",
        {
            "drifts": (lambda t, x: -x, lambda t, x: np.cos(x)),
            "diffusion": lambda t, x: 1 + 0.5 * np.sin(x + t),
            "initial": lambda z: z**2,
        },
    ),
    "matrices": (
        "drifts = list(function(t, x) -x, function(t, x) 1 - x), dimension = 2, sources = 2, "
        "diffusion = function(t, x) array(c(x[, 1], x[, 2], 0 * x[, 1], x[, 1]), c(nrow(x), 2, 2)),"
        " clip = 100",
        {
            "drifts": (lambda t, x: -x, lambda t, x: 1 - x),
            "dimension": 2,
            "sources": 2,
            "diffusion": lambda t, x: np.array([[x[0], 0 * x[0]], [x[1], x[0]]]),
            "clip": 100.0,
        },
    ),
}


@pytest.mark.r
@pytest.mark.parametrize("name", OWN)
def test_processes_of_ones_own(name):
    in_r, given = OWN[name]
    one = {"dimension": 1, **given}["dimension"] == 1
    code = f"""
    pair <- pb_optimal_process("{name}", {in_r})
    seen <- pb_simulate(pair, 9, times = c(0, 0.1, 0.3), substeps = 3, seed = 4)
    show <- function(name, values) cat(name, sprintf("%.17g", values), "\\n")
    show("paths", aperm(seen$paths))
    show("hidden", seen$hidden)
    show("numerical", pb_likelihood_ratio(pair, seen))
    if ({"TRUE" if one else "FALSE"}) {{
      show("exact", pb_likelihood_ratio(pair, seen, method = "exact_chain"))
    }}
    one <- pb_optimal_own_setting("mine", pair, 0:2 / 2, substeps = 20)
    show("lrt", pb_optimal_lrt(one, paths = 50)$value)
    """
    pair = pb.optimal.Diffusion(name=name, **{"dimension": 1, **given})
    seen = pb.simulate(pair, 9, times=[0, 0.1, 0.3], substeps=3, seed=4)
    ours = {"paths": seen.paths.ravel(), "hidden": seen.hidden}
    ours["numerical"] = pb.likelihood_ratio(pair, seen)
    if one:
        ours["exact"] = pb.likelihood_ratio(pair, seen, method="exact_chain")
    setting = pb.optimal.own_setting("mine", pair, [0, 0.5, 1], substeps=20)
    ours["lrt"] = pb.optimal.lrt(setting, paths=50)["value"].to_numpy()
    found = numbers(code)
    assert list(found) == list(ours)
    for part, values in ours.items():
        scale = max(1.0, float(np.abs(values).max()))
        # Quadrature to its error: the sums of the two differ in the last bits.
        assert np.abs(found[part] - values).max() <= (1e-8 if part == "exact" else 1e-11) * scale


def printed(code: str) -> str:
    """Return what R prints, unfolded."""
    command = ["Rscript", "--vanilla", "-e", "library(pybench)\n" + code]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


@pytest.mark.r
def test_verdicts_and_sweeps_say_the_same():
    code = """
    found <- pb_optimality(c("a-T1", "b-T2", "d-d6"), "LRT numerical", runs = 5, seed = 2)
    writeLines(format(found))
    writeLines(format(pb_optimal_judged(found, 0.001)))
    small <- pb_optimal_own_setting(
      "small", pb_optimal_process("particles", agents = 2), c(0, 0.2), train = 40, test = 40
    )
    writeLines(format(pb_optimality(small, "LRT numerical", runs = 2, observed = "all")))
    over <- list(end = c(1, 2), dt = c(0.1, 0.2))
    writeLines(format(pb_optimal_sweep("potentials", over, end = 1, dt = 0.2, paths = 97)))
    writeLines(format(pb_optimal_sweep("particles", over, end = 1, dt = 0.2, paths = 97)))
    over <- list(train = c(20, 40))
    writeLines(format(pb_optimal_sweep(
      "constant", over, end = 1, dt = 0.5, paths = 20, classifiers = "LRT numerical"
    )))
    """
    found = pb.optimality(["a-T1", "b-T2", "d-d6"], "LRT numerical", runs=5, seed=2)
    over: dict[str, tuple[float, ...]] = {"end": (1, 2), "dt": (0.1, 0.2)}
    pair = pb.optimal.process("particles", agents=2)
    small = pb.optimal.own_setting("small", pair, [0, 0.2], train=40, test=40)
    asked = pb.optimality(small, "LRT numerical", runs=2, observed="all")
    swept = [
        pb.optimal.sweep(name, over, end=1, dt=0.2, paths=97)
        for name in ("potentials", "particles")
    ]
    trained = pb.optimal.sweep(
        "constant", {"train": (20, 40)}, end=1, dt=0.5, paths=20, classifiers="LRT numerical"
    )
    # AUCs of 97 paths do not end in 5 after three decimals, where the last bit would round them.
    ours = "".join(f"{one}\n" for one in (found, found.judged(0.001), asked, *swept, trained))
    # Training paths are in another order in each language, and those that are scored are others.
    without = [
        re.sub(r" \(0\.\d{3} on training paths\)", "", text) for text in (printed(code), ours)
    ]
    assert without[0] == without[1]


@pytest.mark.r
def test_exact_scores_and_numbers_of_paths():
    code = """
    for (s in c("a-T4", "c-d1", "c-d8")) {
      found <- pb_optimal_exact(s)
      cat(s, sprintf("%.17g", found$value), "\\n")
    }
    cat("needed", pb_optimal_paths_needed(0.02, 0.9), "\\n")
    """
    found = numbers(code)
    for name in ("a-T4", "c-d1", "c-d8"):
        assert found[name] == pytest.approx(pb.optimal.exact(name)["value"].to_numpy(), abs=1e-11)
    assert found["needed"] == pb.optimal.paths_needed(0.02, 0.9)
