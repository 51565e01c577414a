"""The place of a new model: how often its interval holds the truth, and how wide it is.

``python -m bench.place_model`` writes ``bench/place_model.csv``. Each model of a published table is
left out in turn, and placed from its scores on k random datasets; its true mean rank and position
are known. Cases of one model are no independent cases, so that the interval of each coverage is
that of a mean over models (clusters), by Student's t. Four ways: ``place_model``; the mean rank on
the k datasets with the interval of a random sample of a finite population ("naive"); regression on
the mean share alone ("mean alone"); and the quantile of the errors of the models that are left out,
which needs 19 of them for 95 % ("conformal": the same prediction as ``place_model``).
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pandas as pd

import pybench as pb
from pybench.base.student import t_quantile
from pybench.selection.newmodel import predicted
from pybench.store.atomic import write_text

SHARED = Path(os.environ.get("PYBENCH_SHARED", Path(__file__).resolve().parents[2] / "shared"))
RESULTS = SHARED / "data" / "results"
OUT = Path(__file__).with_name("place_model.csv")
SIZES, SUBSETS, LEVEL = (3, 5, 10, 20), 10, 0.95
FEW = (4, 6, 10)


def tables() -> dict[str, pb.ResultsTable]:
    """Return four published tables without gaps, of four domains."""
    ucr = "bakeoff2023_ucr112_resamples.parquet"
    regression = pd.read_csv(RESULTS / "tser_regression_rmse_mean.csv").dropna()
    texts = pd.read_csv(RESULTS / "mteb_2023_en.csv").dropna(axis=1)
    return {
        "bake-off 2023": pb.read_results(
            RESULTS / ucr, higher_is_better=True, repeats="mean", score="accuracy"
        ),
        "MTEB": pb.read_results(texts, higher_is_better=True),
        "series regression": pb.read_results(regression, higher_is_better=False),
        "recommenders": pb.read_results(RESULTS / "recsys_2024_ndcg10.csv", higher_is_better=True),
    }


def cases(t: pb.ResultsTable, rng: np.random.Generator, few: int = 0) -> Iterator[dict]:
    """Leave each model out, place it, and yield what each way says beside the truth."""
    ranks = pb.ranks(t, tie_tol=0)
    n = t.n_datasets
    for model in t.classifiers:
        others = [one for one in t.classifiers if one != model]
        for k in SIZES:
            if k > n / 2:
                continue
            for _ in range(SUBSETS):
                kept = others
                if few:
                    kept = [others[i] for i in np.sort(rng.permutation(len(others))[:few])]
                    ranks = pb.ranks(t.select(classifiers=[*kept, model]), tie_tol=0)
                names = [t.datasets[i] for i in rng.permutation(n)[:k]]
                own = t.select(names, [model])
                found = pb.place_model(t.select(classifiers=kept), own, engine="python")
                means = ranks.mean()
                truth = {"rank": means[model], "position": 1 + int((means < means[model]).sum())}
                yield from judged(t.select(classifiers=kept), found, truth, model)


def judged(t: pb.ResultsTable, found: pb.Result, truth: dict, model: str) -> Iterator[dict]:
    """Yield a row per way."""
    n, m, k = found.n_datasets, found.n_classifiers, len(found.datasets)
    case = {"model": model, "k": k, "known": m}
    inside = found.position_low <= truth["position"] <= found.position_high
    own = (found.mean_rank_low, found.mean_rank_high)
    yield case | way("place_model", found.mean_rank, own, truth["rank"], m) | {"position": inside}
    x, rest = (pb.ranks(t, tie_tol=0).to_numpy().T - 1) / (m - 1), np.ones(n, bool)
    rows = [t.datasets.index(one) for one in found.datasets]
    rest[rows] = False
    new = (found.ranks - 1) / m
    half = t_quantile((1 + LEVEL) / 2, k - 1) * np.std(new, ddof=1) * math.sqrt((1 - k / n) / k)
    ends = 1 + m * np.clip([new.mean() - half, new.mean() + half], 0, 1)
    yield case | way("naive", found.observed, ends, truth["rank"], m)

    def ranked(share: float) -> float:
        return 1 + m * (new.sum() + (n - k) * min(max(share, 0), 1)) / n

    y = x[:, rest].mean(axis=1)
    value, errors = predicted(x[:, rows].mean(axis=1)[:, None], y, new.mean(keepdims=True))
    half = t_quantile((1 + LEVEL) / 2, m - 2) * math.sqrt((errors**2).mean())
    yield case | way("mean alone", ranked(value), (ranked(value - half), ranked(value + half)),
                     truth["rank"], m)  # fmt: skip
    value, errors = predicted(x[:, rows], y, new)
    place = math.ceil(LEVEL * (m + 1))
    half = np.inf if place > m else np.sort(np.abs(errors))[place - 1]
    yield case | way("conformal", ranked(value), (ranked(value - half), ranked(value + half)),
                     truth["rank"], m)  # fmt: skip


def way(name: str, value: float, ends: tuple[float, float], truth: float, m: int) -> dict:
    """Return a row: whether the interval holds the truth, its width and error as shares of M."""
    low, high = ends
    return {"way": name, "inside": low - 1e-9 <= truth <= high + 1e-9,
            "width": (high - low) / m, "square": ((value - truth) / m) ** 2}  # fmt: skip


def summary(frame: pd.DataFrame, **labels: object) -> Iterator[dict]:
    """Yield coverage with its interval over models, width and error, per way."""
    for name, part in frame.groupby("way", sort=False):
        row = {**labels, "way": name, "cases": len(part), "models": part["cluster"].nunique()}
        for what in ("inside", "position"):
            if part[what].isna().any():
                continue
            each = part.astype({what: float}).groupby("cluster")[what].mean()
            half = t_quantile(0.975, len(each) - 1) * each.std() / math.sqrt(len(each))
            title = "coverage" if what == "inside" else "position"
            row |= {title: each.mean(), f"{title}_low": each.mean() - half,
                    f"{title}_high": each.mean() + half}  # fmt: skip
        yield row | {"width": part["width"].mean(), "rmse": math.sqrt(part["square"].mean())}


def main() -> None:
    """Write the table."""
    begun = time.process_time()
    rng = np.random.default_rng(0)
    parts, rows = [], []
    for name, t in tables().items():
        frame = pd.DataFrame(list(cases(t, rng))).assign(table=name)
        frame["cluster"] = name + "/" + frame["model"]
        parts.append(frame)
        for k, part in frame.groupby("k"):
            rows += summary(part, table=name, known=t.n_classifiers - 1, k=k)
    pooled = pd.concat(parts)
    rows += summary(pooled, table="all four", known="", k="all")
    t = tables()["bake-off 2023"]
    for few in FEW:
        frame = pd.DataFrame(list(cases(t, rng, few)))
        rows += summary(frame.assign(cluster=frame["model"]), table="bake-off 2023, few models",
                        known=few, k="all")  # fmt: skip
    kept = pd.DataFrame(rows)
    write_text(OUT, kept.round(4).to_csv(index=False, lineterminator="\n"))
    print(kept.round(3).to_string())
    print(f"{time.process_time() - begun:.0f} CPU seconds")


if __name__ == "__main__":
    main()
