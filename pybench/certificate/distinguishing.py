"""The room optimal: paths of diffusions, likelihood ratios, how well these separate classes."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from pybench.certificate import tables
from pybench.certificate.asked import Questions, in_r, made, numbers, texts, twins
from pybench.optimal.benchmark import lrt, simulate
from pybench.optimal.catalogue import settings
from pybench.optimal.closedform import exact
from pybench.optimal.likelihood import likelihood_ratio
from pybench.optimal.optimality import optimality
from pybench.optimal.processes import OrnsteinUhlenbeck
from pybench.optimal.scores import paths_needed, roc
from pybench.optimal.sweeps import sweep

ROOM = "optimal"
#: One setting of each kind: constant drift, Ornstein-Uhlenbeck, wells, agents, varying noise.
_SETTINGS = ("a-T1", "b-T2", "c-d2", "d-d6", "e-L10", "fig8b-s0.4", "f-L10")
_CLOSED = ("exact_transition", "exact_chain")
_TIMES = [0.0, 0.1, 0.15, 0.6, 1.0]
_SCORES = ("value", "se", "lower", "upper")
_PLAN = ("d", "L", "t_L", "substeps", "paths", "train", "test")


def shipped() -> Questions:
    """Yield questions on settings of the paper, and on a pair of processes at uneven times."""
    table = tables.DRAWN
    for name in _SETTINGS:
        yield twins(ROOM, "simulate", table, *_sides(_simulated, name), name)
        yield twins(ROOM, "likelihood_ratio", table, *_sides(_ratios, name), f"{name}, numerical")
    for method in _CLOSED:
        said = f"closed form: {method}"
        yield twins(ROOM, "likelihood_ratio", table, *_sides(_closed, method), said)
    for name in ("c-d2", "e-L10"):
        yield twins(ROOM, "optimal_lrt", table, *_sides(_lrt, name), name)
    yield twins(ROOM, "optimal_roc", table, *_sides(_roc))
    yield twins(ROOM, "optimal_settings", table, *_sides(_listed))
    for name in ("a-T2", "c-d2"):
        yield twins(ROOM, "optimal_exact", table, *_sides(_exact, name), name)
    yield twins(ROOM, "optimal_paths_needed", table, *_sides(_needed))
    for name in ("b-T2", "c-d1", "d-d6"):
        yield twins(ROOM, "optimality", table, *_sides(_judged, name), f"LRT numerical, {name}")
    yield twins(ROOM, "optimal_runs_needed", table, *_sides(_runs_needed), "margin = 0.005")
    for name in ("ornstein-uhlenbeck", "potentials", "particles"):
        yield twins(ROOM, "optimal_sweep", table, *_sides(_swept, name), name)


def _sides(answers: Any, *arguments: str) -> tuple[Any, Any]:
    """Return Python's and R's answers; the first argument of `answers` is True for R."""
    return partial(answers, False, *arguments), partial(answers, True, *arguments)


def _simulated(r: bool, name: str) -> dict[str, Any]:
    if r:
        found = in_r("pb_simulate", process=name, paths=7, seed=3, workers=1)
        # To the last bit except for the two quantile functions; in units of the largest state.
        return _scaled(numbers(found["paths"]), numbers(found["hidden"]))
    seen = simulate(name, 7, seed=3, workers=1)
    return _scaled(seen.paths, seen.hidden)


def _scaled(paths: Any, hidden: Any) -> dict[str, Any]:
    return {
        "paths": paths / max(1.0, float(np.abs(paths).max())),
        "hidden": hidden / max(1.0, float(np.abs(hidden).max())),
    }


def _ratios(r: bool, name: str) -> dict[str, Any]:
    if r:
        seen: Any = made("pb_simulate", process=name, paths=7, seed=3, workers=1)
        found = numbers(in_r("pb_likelihood_ratio", process=name, paths=seen))
    else:
        found = likelihood_ratio(name, simulate(name, 7, seed=3, workers=1))
    return {"ratios": found / max(1.0, float(np.abs(found).max()))}


def _closed(r: bool, method: str) -> dict[str, Any]:
    """Compare a pair with transition densities, at uneven times."""
    asked: dict[str, Any] = {"times": _TIMES, "substeps": [1, 2, 3, 4], "seed": 8, "workers": 1}
    if r:
        pair: Any = made(
            "pb_optimal_process", name="ornstein-uhlenbeck", theta=[[-1.0, 0.0], -2.0],
            dimension=2, diffusion=[0.5, 2.0],
        )  # fmt: skip
        seen: Any = made("pb_simulate", process=pair, paths=6, **asked)
        found = numbers(in_r("pb_likelihood_ratio", process=pair, paths=seen, method=method))
    else:
        pair = OrnsteinUhlenbeck(([-1, 0], -2), dimension=2, diffusion=[0.5, 2])
        found = likelihood_ratio(pair, simulate(pair, 6, **asked), method=method)
    return {"ratios": found / max(1.0, float(np.abs(found).max()))}


def _lrt(r: bool, name: str) -> dict[str, Any]:
    if r:
        frame = in_r("pb_optimal_lrt", setting=name, paths=200, seed=2, workers=1).to_pandas()
    else:
        frame = lrt(name, paths=200, seed=2, workers=1)
    return {
        **{column: frame[column].to_numpy() for column in _SCORES},
        "method": frame["method"].tolist(),
        "statistic": frame["statistic"].tolist(),
    }


def _roc(r: bool) -> dict[str, Any]:
    """Compute the curve of whole numbers, many of them tied, so that rates are exact in both."""
    label = np.arange(60) % 2
    score = (np.arange(60) * 7 % 13 + 3 * label).astype(float)
    asked = {"label": label, "score": score}
    frame = in_r("pb_optimal_roc", **asked).to_pandas() if r else roc(**asked)
    columns = ("threshold", "false_positive_rate", "true_positive_rate")
    return {column: frame[column].to_numpy() for column in columns}


def _listed(r: bool) -> dict[str, Any]:
    frame = in_r("pb_optimal_settings").to_pandas() if r else settings()
    return {
        "setting": texts(frame["setting"]),
        **{column: frame[column].to_numpy(dtype=float).tolist() for column in _PLAN},
    }


def _exact(r: bool, name: str) -> dict[str, Any]:
    frame = in_r("pb_optimal_exact", setting=name).to_pandas() if r else exact(name)
    known = frame[frame["statistic"] == "acc_star"]
    return {
        "method": frame["method"].tolist(),
        "statistic": frame["statistic"].tolist(),
        "value": frame["value"].to_numpy(),
        "threshold": known["threshold"].to_numpy(),
    }


def _needed(r: bool) -> dict[str, Any]:
    asked: list[dict[str, Any]] = [
        {"width": 0.0877},
        {"width": 0.02, "rate": 0.9, "confidence": 0.99},
        {"width": 0.02, "bound": "hoeffding"},
    ]
    found = [in_r("pb_optimal_paths_needed", **one) if r else paths_needed(**one) for one in asked]
    return {"paths": [float(one) for one in found]}


def _judged(r: bool, name: str) -> dict[str, Any]:
    """Compare verdicts on the same paths; the seconds of fits differ."""
    asked: dict[str, Any] = {"classifiers": "LRT numerical", "runs": 5, "workers": 1}
    if r:
        frame = in_r("pb_optimality", settings=name, **asked)["verdicts"].to_pandas()
    else:
        frame = optimality(name, **asked).verdicts
    gaps = [column for column in frame if column.startswith("gap_") and column.count("_") == 1]
    ends = [column for column in frame if column.endswith(("_lower", "_upper"))]
    return {
        "verdict": frame["verdict"].tolist(),
        "crossed": [float(one) for one in frame["crossed"]],
        "runs_needed": frame["runs_needed"].to_numpy(dtype=float).tolist(),
        "score": frame[["score", "hidden", "observed", "numerical"]].to_numpy(dtype=float),
        "gaps": frame[gaps].to_numpy(dtype=float),
        "ends": frame[ends].to_numpy(dtype=float),
    }


def _runs_needed(r: bool) -> dict[str, Any]:
    asked: dict[str, Any] = {"classifiers": "LRT numerical", "runs": 4, "workers": 1}
    if r:
        found: Any = made("pb_optimality", settings="c-d1", **asked)
        frame = in_r("pb_optimal_runs_needed", x=found, margin=0.005).to_pandas()
    else:
        frame = optimality("c-d1", **asked).runs_needed(0.005)
    return {
        "statistic": frame["statistic"].tolist(),
        "runs": frame["runs"].to_numpy(dtype=float).tolist(),
    }


def _swept(r: bool, name: str) -> dict[str, Any]:
    over = {"end": [1.0, 2.0], "dt": [0.1, 0.2]}
    # AUCs of 97 paths do not end in 5 after three decimals, where the last bit would round them.
    asked: dict[str, Any] = {"over": over, "end": 1.0, "dt": 0.2, "paths": 97, "workers": 1}
    if r:
        found = in_r("pb_optimal_sweep", name=name, **asked)
        frame, said = found["table"].to_pandas(), texts(found["conclusions"])
    else:
        ours = sweep(name, **asked)
        frame, said = ours.table, list(ours.conclusions)
    lines = ["hidden", "hidden_se", "numerical", "numerical_se", "observed", "observed_se"]
    return {
        "factor": frame["factor"].tolist(),
        "value": frame["value"].to_numpy(dtype=float).tolist(),
        "lines": frame[lines].to_numpy(dtype=float),
        "conclusions": said,
    }
