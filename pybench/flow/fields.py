"""Every field of a study's file: its kind, its default, and its meaning."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pybench.suite.running.measures import HIGHER_IS_BETTER

SOME = ...  #: a required field


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a section: its kind, which `field_reader` checks, and its meaning."""

    kind: str
    default: Any
    about: str
    choices: tuple[str, ...] = ()
    low: float | None = None
    high: float | None = None
    outside: tuple[float, ...] = ()  #: the limits that are not allowed themselves


Section = Mapping[str, Field]

TOP: Section = {
    "name": Field("text", SOME, "Heading of the report."),
    "seed": Field("whole", 0, "Random seed.", low=0, high=2**53 - 1),
    "engine": Field(
        "choice",
        "auto",
        "Backend. both: Python and R, compared; auto: both if R is installed.",
        ("auto", "python", "r", "both"),
    ),
    "jobs": Field("whole", 2, "Number of processes; the results do not depend on it.", low=1),
    "data": Field("section", SOME, "Source of datasets or scores."),
    "estimators": Field(
        "estimators", None, "Methods to run: a file for `pybench run`, or definitions here."
    ),
    "run": Field("section", {}, "How to run them, with a suite or datasets."),
    "published": Field("tables", {}, "Published tables by title; each is compared separately."),
    "parts": Field("parts", None, "Parts to make. Default: all that the data allow."),
}

DATA: Section = {
    "suite": Field("path", None, "Folder of a suite (`pybench suite create`)."),
    "datasets": Field(
        "datasets", None, "Or a folder of datasets, or names of datasets in packages."
    ),
    "results": Field("path", None, "Or a table of existing scores."),
    "target": Field("text", None, "Of tabular datasets: the column to predict."),
    "nominal": Field("texts", None, "Of tabular datasets: columns whose numbers are categories."),
    "kind": Field("choice", "auto", "Kind of the datasets.", ("auto", "tabular", "series")),
    "procedure": Field(
        "choice", "auto", "Splits.", ("auto", "crossvalidation", "holdout", "resamples")
    ),
    "folds": Field("whole", 10, "Number of folds of a cross-validation.", low=2),
    "repeats": Field("whole", 1, "Repeats of the splits.", low=1),
    "created": Field("text", None, "Creation time of the suite. Default: now."),
    "higher_is_better": Field("flag", None, "Of results: required, never guessed."),
    "metric": Field("text", None, "Of results: name of the score."),
    "missing": Field(
        "choice",
        "error",
        "Of results: missing scores; available: means of the available repeats.",
        ("error", "drop", "available"),
    ),
    "series": Field("path", None, "Of results: folder of the same datasets as time series."),
    "features": Field("path", None, "Of results: their features (`pybench features`)."),
}

RUN: Section = {
    "timeout": Field("number", None, "Seconds per fit and test.", low=1e-3),
    "memory": Field("text", None, "Memory per fit and test, such as 4G."),
    "fallback": Field(
        "choice",
        None,
        "Substitute for failed runs; without one they are an error.",
        ("majority", "missing"),
    ),
    "retries": Field("whole", 0, "How often to retry a failed fit.", low=0),
    "measure": Field("choice", None, "Measure of the table.", tuple(HIGHER_IS_BETTER)),
}

TABLE: Section = {
    "file": Field("path", SOME, "The table."),
    "higher_is_better": Field("flag", SOME, "Required, never guessed."),
    "metric": Field("text", None, "Name of the score."),
}

_STRATEGY = "Strategies, as in `pybench select --strategy`."

PARTS: Mapping[str, Section] = {
    "comparison": {
        "alpha": Field("number", 0.05, "Significance level.", low=0, high=1, outside=(0, 1)),
        "bayesian": Field("flag", True, "The Bayesian signed-rank test."),
        "rope": Field("number", 0.01, "ROPE: smaller differences count as equivalent.", low=0),
        "stability": Field("flag", True, "The stability analysis."),
        "mcm": Field("flag", True, "The multi-comparison matrix."),
    },
    "features": {
        "representation": Field("text", "tsfresh", "tsfresh, catch22, summary, ..."),
        "each": Field("whole", None, "First training series of each task. Default: all.", low=1),
    },
    "landscape": {
        "side": Field("whole", None, "Units per side of the map. Default: by the number of series.",
                      low=2, high=100),
        "regions": Field("whole", None, "Number of regions. Default: by silhouette and purity.",
                         low=2),
        "rlen": Field("whole", 100, "Training passes over all series.", low=1),
        "threshold": Field("number", 90.0, "A dataset represents the region that holds this "
                           "percentage of its series.", low=0, high=100, outside=(0,)),
    },
    "portfolio": {
        "per_region": Field("wholes", [2, 3, 4], "Datasets per region.", low=1),
        "repeats": Field("whole", 30, "Number of portfolios of each size.", low=1),
    },
    "selection": {
        "size": Field("whole", 5, "Number of datasets to choose.", low=1),
        "strategy": Field("text", "farthest-first", _STRATEGY),
        "metric": Field("choice", "cosine", "Distance.", ("cosine", "euclidean")),
    },
    "protocol": {
        "strategies": Field("texts", ["random", "farthest-first/cosine",
                            "facility-location/cosine", "k-means"], _STRATEGY),
        "sizes": Field("wholes", None, "Numbers of datasets to choose. Default: from 2 to the "
                                       "largest possible.",
                       low=2),
        "trials": Field("whole", 200, "Number of trials.", low=2),
    },
    "optimality": {
        "settings": Field("texts", ["b-T2"], "Settings; `pybench optimal --list` lists them."),
        "estimators": Field(
            "estimators",
            None,
            "Methods to train, with one path per row. Default: a forest and logistic regression.",
        ),
        "runs": Field("whole", 5, "Runs, each on newly simulated paths; 5 or more for a verdict.",
                      low=2),
        "margin": Field("number", 0.02, "Largest gap to the optimum that still counts as "
                                        "optimal.", low=0,
                        high=0.5, outside=(0, 0.5)),
    },
}  # fmt: skip

#: Parts that both languages compute: for these alone `engine: auto` starts R.
TWICE = ("comparison", "portfolio")

#: Part -> parts that it requires.
NEEDS: Mapping[str, tuple[str, ...]] = {
    "landscape": ("features",),
    "portfolio": ("landscape", "comparison"),
}
