"""What the file of a study may say: every field with its kind, what holds without it, and why."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pybench.suite.running.measures import HIGHER_IS_BETTER

SOME = ...  #: a field that must be there


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a section: its kind, as `kinds` checks it, and what is said about it."""

    kind: str
    default: Any
    about: str
    choices: tuple[str, ...] = ()
    low: float | None = None
    high: float | None = None
    outside: tuple[float, ...] = ()  #: of low and high what is no value itself


Section = Mapping[str, Field]

TOP: Section = {
    "name": Field("text", SOME, "Heading of the report."),
    "seed": Field("whole", 0, "Of all that is drawn at random.", low=0, high=2**53 - 1),
    "engine": Field(
        "choice",
        "auto",
        "Who computes tests: both compares the languages; auto is both where R is there.",
        ("auto", "python", "r", "both"),
    ),
    "jobs": Field("whole", 2, "Processes; no number depends on it.", low=1),
    "data": Field("section", SOME, "Where datasets or scores come from."),
    "estimators": Field(
        "estimators", None, "Classifiers to run: a file as `pybench run` takes it, or here."
    ),
    "run": Field("section", {}, "How they are run; of a suite or of datasets."),
    "published": Field("tables", {}, "Tables of others, each compared by itself, by title."),
    "parts": Field("parts", None, "Which parts to make. Left out: all that the data allow."),
}

DATA: Section = {
    "suite": Field("path", None, "Folder of a suite (`pybench suite create`)."),
    "datasets": Field(
        "datasets", None, "Or a folder of datasets, or names of datasets that ship with packages."
    ),
    "results": Field("path", None, "Or a table of scores that are there already."),
    "target": Field("text", None, "Of datasets that are tables: the column to predict."),
    "nominal": Field(
        "texts", None, "Of datasets that are tables: columns whose numbers are names."
    ),
    "kind": Field("choice", "auto", "Of datasets.", ("auto", "tabular", "series")),
    "procedure": Field(
        "choice", "auto", "Of datasets.", ("auto", "crossvalidation", "holdout", "resamples")
    ),
    "folds": Field("whole", 10, "Of a cross-validation of datasets.", low=2),
    "repeats": Field("whole", 1, "How often datasets are divided anew.", low=1),
    "created": Field("text", None, "Time that the suite of datasets bears; now if left out."),
    "higher_is_better": Field("flag", None, "Of results: must be said, is never guessed."),
    "metric": Field("text", None, "Of results: what the scores are."),
    "missing": Field(
        "choice",
        "error",
        "Of results: missing scores; available: means of the repeats there are.",
        ("error", "drop", "available"),
    ),
    "series": Field("path", None, "Of results: folder of the same datasets as time series."),
    "features": Field("path", None, "Of results: their features (`pybench features`)."),
}

RUN: Section = {
    "timeout": Field("number", None, "Seconds that a fit and its test may take.", low=1e-3),
    "memory": Field("text", None, "That they may take, such as 4G."),
    "fallback": Field(
        "choice", None, "What stands for what fails; else it is an error.", ("majority", "missing")
    ),
    "retries": Field("whole", 0, "How often what fails is tried again.", low=0),
    "measure": Field("choice", None, "Of the table.", tuple(HIGHER_IS_BETTER)),
}

TABLE: Section = {
    "file": Field("path", SOME, "The table."),
    "higher_is_better": Field("flag", SOME, "Is never guessed."),
    "metric": Field("text", None, "What the scores are."),
}

_STRATEGY = "How datasets are chosen, as `pybench select --strategy`."

PARTS: Mapping[str, Section] = {
    "comparison": {
        "alpha": Field("number", 0.05, "Level of the tests.", low=0, high=1, outside=(0, 1)),
        "bayesian": Field("flag", True, "The Bayesian signed-rank test."),
        "rope": Field("number", 0.01, "Differences up to this are nothing.", low=0),
        "stability": Field("flag", True, "How firm the verdicts are."),
        "mcm": Field("flag", True, "The multi-comparison matrix."),
    },
    "features": {
        "representation": Field("text", "tsfresh", "tsfresh, catch22, summary, ..."),
        "each": Field("whole", None, "Training series of each task, the first; all.", low=1),
    },
    "landscape": {
        "side": Field("whole", None, "Units of the map along a side; by the number of series.",
                      low=2, high=100),
        "regions": Field("whole", None, "How many; chosen by silhouette and purity.", low=2),
        "rlen": Field("whole", 100, "How often the map sees every series.", low=1),
        "threshold": Field("number", 90.0, "Percent of its series that make a dataset stand for a "
                           "region.", low=0, high=100, outside=(0,)),
    },
    "portfolio": {
        "per_region": Field("wholes", [2, 3, 4], "Datasets of each region.", low=1),
        "repeats": Field("whole", 30, "Portfolios of each size.", low=1),
    },
    "selection": {
        "size": Field("whole", 5, "How many datasets to choose.", low=1),
        "strategy": Field("text", "farthest-first", _STRATEGY),
        "metric": Field("choice", "cosine", "Distance.", ("cosine", "euclidean")),
    },
    "protocol": {
        "strategies": Field("texts", ["random", "farthest-first/cosine",
                            "facility-location/cosine", "k-means"], _STRATEGY),
        "sizes": Field("wholes", None, "How many datasets; from 2 to what the pool allows.", low=2),
        "trials": Field("whole", 200, "Choices of each.", low=2),
    },
    "optimality": {
        "settings": Field("texts", ["b-T2"], "`pybench optimal --list` names them."),
        "estimators": Field(
            "estimators", None, "Those that take paths as rows; a forest and logistic regression."
        ),
        "runs": Field("whole", 5, "Each on paths simulated anew; 5 or more to be optimal.", low=2),
        "margin": Field("number", 0.02, "How far from the best is still called optimal.", low=0,
                        high=0.5, outside=(0, 0.5)),
    },
}  # fmt: skip

#: Part -> parts that have to be there as well.
NEEDS: Mapping[str, tuple[str, ...]] = {
    "landscape": ("features",),
    "portfolio": ("landscape", "comparison"),
}
