"""What `find_representation` claims where there is nothing to find, and where there is.

    python -m bench.find_representation [replicates]

Rows "shuffled": a real table, and embeddings whose rows were given to other datasets at random. A
claim is an error. "fold test" is what must not be done: a one-sided t-test of the gains of the
folds, as if they were independent, at the same level. "gain" is the mean gain on models that did
not choose, in percent of random's area: it is not 0, because all models share the datasets.

Rows "independent": a real table in which the scores of each model were given to other datasets at
random, so that the results of one model say nothing about another. Choices from results ("oracle",
and mean ranks as an embedding) and from the embeddings compete. A claim is an error.

Rows "true": synthetic benchmarks; the true representation is found if it is chosen and a gain is
claimed. "noise" is the noise of the true one (0: its positions), and two others are noise alone.
"""

from __future__ import annotations

import csv
import math
import os
import sys
from pathlib import Path

import numpy as np
import pandas as pd
from scipy.special import stdtr

import pybench as pb

FILE = Path(__file__).with_suffix(".csv")
HEAD = ("rows", "table", "datasets", "models", "replicates", "claimed", "error", "fold test",
        "fold error", "gain")  # fmt: skip
STRATEGIES = ["farthest-first/cosine", "facility-location/cosine", "facility-location/euclidean",
              "d-optimal-greedy"]  # fmt: skip
FROM_RESULTS = ["oracle", "k-medoids/euclidean", "facility-location/cosine"]
ASKED = {
    "standardize": ["all"],
    "sizes": (2, 3, 4, 6, 8),
    "trials": 5,
    "permutations": 19,
    "workers": 1,
}
LEVEL = 0.05


def tables():
    """Yield a name, a table, its embeddings, and folds."""
    results = Path(os.environ["PYBENCH_SHARED"]) / "data" / "results"
    scores = pd.read_csv(results / "recsys_2024_ndcg10.csv")
    features = pd.read_csv(results / "recsys_2024_dataset_features.csv", index_col="dataset")
    t = pb.read_results(scores.drop(columns=["random", "most_popular"]), higher_is_better=True)
    yield "recommenders", t, {"all": features, "sizes": features.iloc[:, :4]}
    made = pb.synthetic_benchmark(0, datasets=40, models=16, repeats=1)
    yield "synthetic", made.table, {"true": made.oracle, "broken": made.broken}
    data = Path(pb.__file__).parent / "data"
    t = pb.read_results(data / "accuracy15.csv", higher_is_better=True, metric="accuracy",
                        repeats="mean")  # fmt: skip
    looks = pd.read_csv(data / "datasets15.csv", index_col="dataset")
    yield "accuracy15", t, {"looks": looks, "two": looks.iloc[:, :2]}


def shuffled(rng, t, places):
    """Give the rows of all embeddings to other datasets, by one permutation."""
    names = sorted(t.datasets)
    order = rng.permutation(len(names))
    return {
        name: frame.loc[[names[i] for i in order]].set_axis(names, axis=0)
        for name, frame in places.items()
    }


def independent(rng, t):
    """Give the scores of each model to other datasets, each by a permutation of its own."""
    return pb.read_results(
        rng.permuted(t.scores, axis=0), datasets=t.datasets, classifiers=t.classifiers,
        higher_is_better=t.higher_is_better,
    )  # fmt: skip


def judged(found):
    """Return whether a gain is claimed, whether folds as independent claim one, and the gain."""
    gains = found.folds["gain"].to_numpy()
    error = gains.std(ddof=1) / math.sqrt(len(gains))
    p = 1 - stdtr(len(gains) - 1, gains.mean() / error) if error else 1.0
    return found.shown, p <= LEVEL, 100 * found.gain / found.folds["random"].mean()


def row(kind, name, t, answers):
    claimed, naive, gain = np.array(answers, float).T
    n = len(claimed)
    errors = [math.sqrt(x.mean() * (1 - x.mean()) / n) for x in (claimed, naive)]
    return [kind, name, t.n_datasets, t.n_classifiers, n, f"{claimed.mean():.4f}",
            f"{errors[0]:.4f}", f"{naive.mean():.4f}", f"{errors[1]:.4f}",
            f"{gain.mean():.2f}"]  # fmt: skip


def main(replicates: int = 200) -> None:
    rows = []
    for name, t, places in tables():
        rng = np.random.default_rng(1)
        answers = [
            judged(pb.find_representation(
                t, shuffled(rng, t, places), STRATEGIES, seed=seed, folds=4, **ASKED
            ))
            for seed in range(replicates)
        ]  # fmt: skip
        rows.append(row("shuffled", name, t, answers))
        print(rows[-1], flush=True)
        rng = np.random.default_rng(2)
        answers = []
        for seed in range(replicates):
            alone = independent(rng, t)
            asked = {**ASKED, "seed": seed, "folds": 4}
            answers.append(judged(
                pb.find_representation(alone, places | {"ranks": alone}, FROM_RESULTS, **asked)
            ))  # fmt: skip
        rows.append(row("independent", name, t, answers))
        print(rows[-1], flush=True)
    for noise in (0.0, 1.0, 3.0):
        answers = []
        for seed in range(replicates // 5):
            made, other = (
                pb.synthetic_benchmark(place, datasets=40, models=16, repeats=1, oracle_noise=noise,
                                       signal=0)
                for place in (seed, 1000 + seed)
            )  # fmt: skip
            places = {"noise": made.broken, "true": made.oracle, "another": other.broken}
            asked = {**ASKED, "trials": 10, "permutations": 99}
            found = pb.find_representation(made.table, places, STRATEGIES, seed=seed, **asked)
            claimed, naive, gain = judged(found)
            hit = found.representation == "true"
            answers.append((claimed and hit, naive and hit, gain))
        rows.append(row("true", f"noise {noise:g}", made.table, answers))
        print(rows[-1], flush=True)
    with FILE.open("w", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(HEAD)
        out.writerows(rows)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
