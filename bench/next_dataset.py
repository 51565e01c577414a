"""What to run next: datasets and hours saved against farthest-first and random orders.

``python -m bench.next_dataset`` writes ``bench/next_dataset.csv``. In each of 200 simulated orders
three random datasets of a published table have been run, and a strategy adds one after the other.
Two errors are followed: the error that ``next_dataset`` states (the expected share of pairs of
models in the wrong order), and the true share, of the predicted mean ranks against those of the
whole table. The prediction is that of ``next_dataset`` whatever the strategy, so that only the
order of datasets differs. A row states the mean number of datasets, or their cost, that
``next_dataset`` saves until an error has reached the target, and its 95 % interval over the orders
(Student's t, paired). At most 20 datasets are run: if the other strategy does not reach the target
with them, the saving is at least the stated one; if ``next_dataset`` does not in 5 % of orders or
more, none is stated. ``true_then`` is the mean true share where ``next_dataset`` has reached the
target: beside the stated share, it tells whether that is true.

Costs: of the UCR archive, the published seconds of ROCKET for training and test. Of MTEB the number
of characters, and of recommender data the number of ratings, to which the time is taken to be
proportional; times are not published. Of the 15 datasets none is known.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from importlib.resources import files

import numpy as np
import pandas as pd
from scipy.special import ndtr

import pybench as pb
from bench import mteb_tasks
from bench.place_model import OUT as BESIDE
from bench.place_model import RESULTS
from bench.reproduce_selection import mteb, recsys
from pybench.base.student import t_quantile
from pybench.landscape.regions import dataset_counts
from pybench.selection.nextdataset import LENGTHS, RATIOS, posterior
from pybench.selection.space import distances, space
from pybench.store.atomic import write_text

OUT = BESIDE.with_name("next_dataset.csv")
ORDERS, FIRST, MOST = 200, 3, 20
ENOUGH = 0.95  #: share of orders in which `next_dataset` must reach the target
TARGETS = (0.1, 0.08)
OURS = "next_dataset"
OTHERS = ("farthest-first/cosine", "farthest-first/euclidean", "random")


def tables() -> Iterator[tuple[str, pb.ResultsTable, pd.DataFrame, pd.Series | None, bool]]:
    """Yield name, results, embedding, costs if known, and whether to standardise."""
    land = pb.published_landscape("ucr")
    names, counts = dataset_counts(land.dataset.tolist(), land.units, len(land.codes))
    place = (counts / counts.sum(axis=1, keepdims=True)) @ land.codes
    seen = pd.DataFrame(place, index=names).loc[list(land.scores.datasets)]
    u, s, _ = np.linalg.svd(seen - seen.mean(), full_matrices=False)
    times = pd.read_csv(RESULTS / "rocket_ucr128_stats.csv", index_col="dataset")
    spent = times["default_time_training_seconds"] + times["default_time_test_seconds"]
    axes = pd.DataFrame(u[:, :10] * s[:10], index=seen.index)
    yield "UCR", land.scores, axes, spent.reindex(seen.index), False
    t, _ = mteb()
    facts = mteb_tasks.read().loc[list(t.datasets)]
    yield "MTEB", t, mteb_tasks.metadata().loc[facts.index], facts["texts"] * facts["length"], True
    t, seen = recsys()
    yield "recommenders", t, seen.loc[list(t.datasets)], seen["Nr"], True
    folder = files("pybench") / "data"
    t = pb.read_results(folder / "accuracy15.csv", higher_is_better=True, metric="accuracy",
                        repeats="mean")  # fmt: skip
    looks = pd.read_csv(folder / "datasets15.csv", index_col="dataset")
    yield "15 datasets", t, looks.loc[list(t.datasets)], None, True


class Study:
    """One table, with all that does not change between orders."""

    def __init__(self, t: pb.ResultsTable, seen: pd.DataFrame, scaled: bool) -> None:
        where = space(seen, "all" if scaled else "none", "error")
        self.apart = distances(where.gram, "euclidean")
        self.cosine = distances(where.gram, "cosine")
        self.ranks = pb.ranks(t.select(where.datasets), tie_tol=0).to_numpy()
        self.names = where.datasets
        self.pairs = np.triu_indices(self.ranks.shape[1], 1)
        self.signs = self._signs(self.ranks.mean(axis=0))
        median = np.median(self.apart[np.triu_indices(len(self.apart), 1)])
        self.near = [np.exp(-self.apart / (length * median)) for length in LENGTHS]

    def _gaps(self, means: np.ndarray) -> np.ndarray:
        return means[..., self.pairs[0]] - means[..., self.pairs[1]]

    def _signs(self, means: np.ndarray) -> np.ndarray:
        gaps = self._gaps(means)
        return np.where(np.abs(gaps) < 1e-9, 0.0, np.sign(gaps))

    def states(self, run: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Do what `posterior` does for all orders (T, n) at once; a run dataset takes -inf.

        Returns reductions (T, N), stated errors and true errors (T,).
        """
        ranks = self.ranks[run]  # (T, n, M)
        n, m, total = ranks.shape[1], ranks.shape[2], len(self.names)
        values = np.linalg.svd(ranks - ranks.mean(axis=1, keepdims=True), compute_uv=False) ** 2
        alike = values.sum(axis=1) ** 2 / (values**2).sum(axis=1)
        left = np.ones((len(run), total))
        np.put_along_axis(left, run, 0.0, axis=1)
        parts, weights = [], []
        for near in self.near:
            own, vectors = np.linalg.eigh(near[run[:, :, None], run[:, None, :]])
            beside, among = near[:, run].transpose(1, 0, 2), left @ near
            for ratio in RATIOS:
                root = vectors / np.sqrt(ratio * own + 1)[:, None, :]
                ones, seen = root.sum(axis=1), root.transpose(0, 2, 1) @ ranks
                told = ratio * beside @ root
                weight = (ones**2).sum(axis=1)
                level = (ones[:, None, :] @ seen)[:, 0] / weight[:, None]
                rest = seen - ones[:, :, None] * level[:, None, :]
                noise = (rest**2).sum(axis=(1, 2)) / ((n - 1) * (m - 1))
                lacking = (1 - (told @ ones[:, :, None])[..., 0]) * left
                lead = ratio * among + 1 - (told @ (left[:, None, :] @ told)[:, 0, :, None])[..., 0]
                lead = (lead + lacking * (lacking.sum(axis=1) / weight)[:, None]) * left
                spread = ratio + 1 - (told**2).sum(axis=2) + lacking**2 / weight[:, None]
                variance = noise * lead.sum(axis=1) / total**2
                mean = level[:, None, :] + told @ rest
                sums = ranks.sum(axis=1) + (left[:, None, :] @ mean)[:, 0]
                gaps = np.abs(self._gaps(sums / total))
                wrong = ndtr(-gaps / np.sqrt(2 * variance)[:, None]).mean(axis=1)
                taken = noise[:, None] * lead**2 / np.where(left > 0, spread, 1.0) / total**2
                parts.append((sums / total, variance, taken, wrong))
                likelihood = np.log(ratio * own + 1).sum(axis=1) + np.log(weight)
                weights.append(-alike * (likelihood + (n - 1) * np.log(noise)) / 2)
        share = np.exp(np.array(weights) - np.max(weights, axis=0))
        share /= share.sum(axis=0)
        means, variance, taken, wrong = (
            np.einsum("kt,kt...->t...", share, np.array(each)) for each in zip(*parts, strict=True)
        )
        guessed, lead = self._signs(means), self.signs != 0
        true = np.where(guessed == 0, 0.5, guessed != self.signs)[:, lead].mean(axis=1)
        return np.where(left > 0, taken / variance[:, None], -np.inf), wrong, true

    def check(self, run: np.ndarray) -> None:
        """Compare with the package, for the first orders."""
        reduction, stated, _ = self.states(run)
        for i in range(3):
            rest = np.setdiff1d(np.arange(len(self.names)), run[i])
            found = posterior(self.apart, run[i], rest, self.ranks[run[i]])
            np.testing.assert_allclose(reduction[i, rest], found.reduction, rtol=1e-8)
            np.testing.assert_allclose(stated[i], found.wrong, rtol=1e-8)

    def orders(self, how: str, shuffled: np.ndarray, cost: np.ndarray) -> list[list[tuple]]:
        """Return number of datasets, their cost, stated and true error, per order and step."""
        run = shuffled[:, :FIRST]
        paths: list[list[tuple]] = [[] for _ in run]
        while True:
            reduction, stated, true = self.states(run)
            spent = cost[run].sum(axis=1)
            for path, *step in zip(paths, spent, stated, true, strict=True):
                path.append((run.shape[1], *step))
            if run.shape[1] >= min(MOST, len(self.names) - 1):
                return paths
            if how == "random":
                new = shuffled[:, run.shape[1]]
            elif how.startswith("farthest-first"):
                apart = self.cosine if how.endswith("cosine") else self.apart
                away = apart[:, run].min(axis=2).T
                new = np.where(np.isinf(reduction), -np.inf, away).argmax(axis=1)
            else:
                new = (reduction / (cost if how.endswith("per cost") else 1.0)).argmax(axis=1)
            run = np.column_stack([run, new])


def reached(path: list[tuple], place: int, target: float, what: int) -> tuple[float, bool]:
    """Return datasets (or cost) at the first step at which an error is at most the target."""
    for step in path:
        if step[place] <= target:
            return step[what], True
    return path[-1][what], False


def stopped(path: list[tuple], place: int, target: float) -> float:
    """Return the true error at the first step at which an error is at most the target."""
    return next((step[3] for step in path if step[place] <= target), path[-1][3])


def main() -> None:
    """Write the table."""
    begun, rows = time.process_time(), []
    for name, t, seen, spent, scaled in tables():
        study = Study(t, seen, scaled)
        cost = np.ones(len(study.names)) if spent is None else spent[list(study.names)].to_numpy()
        ours = (OURS,) if spent is None else (OURS, f"{OURS} per cost")
        each = [np.random.default_rng(i).permutation(len(cost)) for i in range(ORDERS)]
        shuffled = np.array(each)
        study.check(shuffled[:, :7])
        paths = {how: study.orders(how, shuffled, cost) for how in (*ours, *OTHERS)}
        kinds = [("datasets", OURS, 0)] + [("cost", how, 1) for how in ours if spent is not None]
        for what, how, column in kinds:
            for error, place in (("stated", 2), ("true", 3)):
                for target in TARGETS:
                    mine = [reached(path, place, target, column) for path in paths[how]]
                    for other in OTHERS:
                        theirs = [reached(path, place, target, column) for path in paths[other]]
                        rows.append(saved(mine, theirs) | {
                            "table": name, "what": what, "way": how, "error": error,
                            "target": target, "against": other,
                            "true_then": np.mean([stopped(path, place, target)
                                                  for path in paths[how]]),
                        })  # fmt: skip
        print(name, f"{time.process_time() - begun:.0f} CPU seconds", flush=True)
    first = ["table", "what", "way", "error", "target", "against"]
    frame = pd.DataFrame(rows)
    frame = frame[first + [column for column in frame.columns if column not in first]]
    write_text(OUT, frame.round(4).to_csv(index=False, lineterminator="\n"))
    print(frame.round(3).to_string())


def saved(mine: list[tuple[float, bool]], theirs: list[tuple[float, bool]]) -> dict:
    """Return means, the difference with its interval, and how many orders reach the target."""
    ours, others = (np.array([value for value, _ in each]) for each in (mine, theirs))
    gaps = others - ours
    half = t_quantile(0.975, len(gaps) - 1) * gaps.std(ddof=1) / math.sqrt(len(gaps))
    if np.mean([one for _, one in mine]) < ENOUGH:  # what ends early seems cheap
        gaps = np.full(len(gaps), np.nan)
    return {
        "ours": ours.mean(), "other": others.mean(), "saved": gaps.mean(),
        "saved_low": gaps.mean() - half, "saved_high": gaps.mean() + half,
        "reached": np.mean([one for _, one in mine]),
        "other_reached": np.mean([one for _, one in theirs]), "orders": len(gaps),
    }  # fmt: skip


if __name__ == "__main__":
    main()
