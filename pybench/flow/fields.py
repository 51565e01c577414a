"""Every field of a study's file: its kind, its default, and its meaning."""

from __future__ import annotations

from collections.abc import Mapping

from pybench.flow.field import SOME, Field, Section
from pybench.suite.running.fallback import NAMES
from pybench.suite.running.tasktypes import DIRECTIONS
from pybench.suite.task import PROCEDURES, TYPES

_TYPE = "What is predicted. auto: what the datasets declare; whole and few numbers are classes."
_MEASURES = "; ".join(f"{type}: {', '.join(names)}" for type, names in DIRECTIONS.items())
_MEASURE = (
    f"Measure of the scores that are compared. {_MEASURES}; or a scorer of scikit-learn, or "
    "module:function of one's own, which declares `higher_is_better`. Default: that of the tasks."
)

TOP: Section = {
    "name": Field("text", SOME, "Heading of the report."),
    "seed": Field("whole", 0, "Random seed, a whole number.", low=0, high=2**53 - 1),
    "engine": Field(
        "choice",
        "auto",
        "Language in which to compute. both: Python and R, whose results are compared; auto: both "
        "if R is installed, otherwise python.",
        ("auto", "python", "r", "both"),
    ),
    "jobs": Field(
        "whole", 2, "Number of processes; the results do not depend on this number.", low=1
    ),
    "noun": Field(
        "text",
        None,
        "Word for what is compared, in the report: model, class/classes, ... Default: method.",
    ),
    "data": Field("section", SOME, "Where the datasets or scores come from."),
    "estimators": Field(
        "estimators",
        None,
        "Methods to run: the file of estimators of `pybench run`, or definitions here.",
    ),
    "run": Field("section", {}, "How the estimators are run; not used with results."),
    "published": Field("tables", {}, "Published tables by title; each is compared separately."),
    "metrics": Field(
        "tables", {}, "Other metrics or costs of the same methods by name, such as seconds."
    ),
    "parts": Field("parts", None, "Parts of the study to make. Default: all that the data allow."),
}

DATA: Section = {
    "suite": Field("path", None, "Folder of a suite (`pybench suite create`)."),
    "datasets": Field(
        "datasets", None, "Folder of datasets, or names of datasets that ship with packages."
    ),
    "results": Field("path", None, "Table of existing scores."),
    "items": Field(
        "path",
        None,
        "Scores of single items, such as the answers to questions: a table, samples of lm-eval, "
        "logs of inspect_ai, or a folder of them.",
    ),
    "target": Field("text", None, "In tabular datasets: name of the column to predict."),
    "nominal": Field(
        "texts", None, "In tabular datasets: names of columns whose numbers are categories."
    ),
    "kind": Field("choice", "auto", "Kind of the datasets.", ("auto", "tabular", "series")),
    "type": Field("choice", "auto", _TYPE, ("auto", *TYPES)),
    "procedure": Field(
        "choice", "auto", "How data are split into train and test sets.", ("auto", *PROCEDURES)
    ),
    "folds": Field("whole", 10, "Number of folds of a cross-validation.", low=2),
    "repeats": Field("whole", 1, "Number of repeats of the splits.", low=1),
    "created": Field("text", None, "Creation time to write into the suite. Default: now."),
    "higher_is_better": Field(
        "flag",
        None,
        "With results or items, required unless `format` of results states it: whether higher "
        "scores are better.",
    ),
    "metric": Field(
        "metric",
        None,
        "With results or items: name of the score; of results, also the metric of each dataset, "
        "such as {iris: AUC, wine: neg_logloss}.",
    ),
    "format": Field(
        "text", "auto", "With results or items: tool that wrote them, such as lm-eval."
    ),
    "item": Field("text", "item", "With items: name of the column of items."),
    "cluster": Field(
        "text", "cluster", "With items: name of the column of clusters of items, if there is one."
    ),
    "missing": Field(
        "choice",
        "error",
        "With results: what to do with missing scores. error: stop; drop: leave out their "
        "datasets; pairwise: compare each pair of methods on the datasets on which both have a "
        "score (other parts than the comparison need every score); worst: fill in the worst score "
        "of the dataset; impute:<method>: fill in the score of this method; available: take means "
        "over the repeats that are present.",
        ("error", "drop", "pairwise", "worst", "impute:<method>", "available"),
    ),
    "series": Field("path", None, "With results: folder of the same datasets as time series."),
    "features": Field(
        "path", None, "With results: table of features of the same datasets (`pybench features`)."
    ),
}

RUN: Section = {
    "timeout": Field(
        "number", None, "Time limit of one fit and test, in seconds. Default: no limit.", low=1e-3
    ),
    "memory": Field(
        "text", None, "Memory limit of one fit and test, such as 4G. Default: no limit."
    ),
    "fallback": Field(
        "choice", None, "Substitute for the scores of failed runs. Default: an error.", NAMES
    ),
    "retries": Field("whole", 0, "How many times a failed fit is tried again.", low=0),
    "measure": Field("text", None, _MEASURE),
    "measures": Field(
        "texts", None, "Further measures of the same fits; the part `metrics` compares them."
    ),
}

TABLE: Section = {
    "file": Field("path", SOME, "File with the table of scores."),
    "higher_is_better": Field(
        "flag", None, "Required unless `format` states it: whether higher scores are better."
    ),
    "metric": Field("metric", None, "Name of the score, or of that of each dataset."),
    "format": Field("text", "auto", "Tool that wrote the file, such as lm-eval."),
}

METRIC: Section = {
    **TABLE,
    "score": Field(
        "text", None, "Name of the column, in a long file with several columns of scores."
    ),
    "cost": Field(
        "flag", False, "Whether it is a cost above 0, such as seconds, for the part `pareto`."
    ),
}

_STRATEGY = "How datasets are chosen, as in `pybench select --strategy`."

_ALPHA = Field("number", 0.05, "Significance level of the tests.", low=0, high=1, outside=(0, 1))
_ADJUST = Field("text", "holm", "Correction of the p-values for many tests.")

PARTS: Mapping[str, Section] = {
    "comparison": {
        "alpha": _ALPHA,
        "bayesian": Field("flag", True, "Whether to add the Bayesian signed-rank test."),
        "rope": Field(
            "number", 0.01, "ROPE: smaller differences of scores count as equivalent.", low=0
        ),
        "stability": Field("flag", True, "Whether to add the stability analysis."),
        "mcm": Field("flag", True, "Whether to add the multi-comparison matrix."),
        "hierarchical": Field(
            "flag",
            False,
            "Whether to add the Bayesian hierarchical model of the repeats, in place "
            "of the signed-rank test. It takes seconds per pair.",
        ),
        "rho": Field(
            "number",
            None,
            "Add tests within each dataset, over its repeats: the share of the data in each test "
            "set, such as 0.1 for ten-fold cross-validation. `hierarchical` uses it, too.",
            low=0,
            high=1,
            outside=(1,),
        ),
        "samples": Field("whole", None, "Draws of the Bayesian test. Default: its own.", low=32),
    },
    "metrics": {
        "alpha": _ALPHA,
        "test": Field(
            "choice", "wilcoxon", "Test of each pair of methods.", ("wilcoxon", "sign_test")
        ),
        "adjust": _ADJUST,
        "over": Field(
            "choice",
            "each",
            "What the p-values are corrected for: the pairs of each metric by itself, or the pairs "
            "of all metrics together.",
            ("each", "all"),
        ),
    },
    "pareto": {
        "cost": Field(
            "text", None, "Which of `metrics` is the cost. Default: the only one with `cost: true`."
        ),
        "of": Field(
            "choice",
            "scores",
            "Compare mean scores, or mean ranks, which suit scores on different scales.",
            ("scores", "ranks"),
        ),
        "confidence": Field(
            "number",
            0.95,
            "Share of resamples in which a method must be on the front for the verdict `front`.",
            low=0.5,
            high=1,
            outside=(0.5, 1),
        ),
        "resamples": Field("whole", 10_000, "Number of resamples of the datasets.", low=1),
    },
    "items": {
        "test": Field(
            "choice",
            "clustered_t",
            "Test of each pair of methods.",
            ("clustered_t", "mcnemar", "sign_flip"),
        ),
        "se": Field(
            "choice", "auto", "Standard error for clusters.", ("auto", "CR2", "CR3", "CR1")
        ),
        "alpha": _ALPHA,
        "adjust": _ADJUST,
        "rope": Field(
            "number",
            None,
            "Add posterior probabilities; differences up to this count as equivalent.",
            low=0,
        ),
        "dataset": Field("text", None, "Use the items of this dataset only. Default: all items."),
    },
    "features": {
        "representation": Field(
            "text", "tsfresh", "Set of features: tsfresh, catch22, minirocket(biases=noise), ..."
        ),
        "each": Field(
            "whole",
            None,
            "Use only this many training series of each task, the first ones. Default: all series.",
            low=1,
        ),
    },
    "landscape": {
        "side": Field(
            "whole",
            None,
            "Number of units per side of the map. Default: chosen by the number of series.",
            low=2,
            high=100,
        ),
        "reduction": Field(
            "choice",
            "som",
            "A map, or k-means with as many codes as a map has units.",
            ("som", "k-means"),
        ),
        "regions": Field(
            "whole", None, "Number of regions. Default: chosen by silhouette and purity.", low=2
        ),
        "rlen": Field(
            "whole", 100, "Number of passes over all series when the map is trained.", low=1
        ),
        "weights": Field(
            "choice",
            "instance",
            "What counts alike: each series (instance), or each dataset.",
            ("instance", "dataset"),
        ),
        "threshold": Field(
            "number",
            90.0,
            "A dataset represents a region if at least this percentage of its series lies in the "
            "region.",
            low=0,
            high=100,
            outside=(0,),
        ),
        "stability": Field("whole", None, "Compare maps of this many seeds. Default: none.", low=1),
        "stability_sizes": Field(
            "wholes", None, "Sides of these maps. Default: a tenth fewer and more units.", low=2
        ),
    },
    "portfolio": {
        "per_region": Field(
            "wholes", [2, 3, 4], "Numbers of datasets per region in a portfolio.", low=1
        ),
        "repeats": Field(
            "whole", 30, "Number of random portfolios for each of these numbers.", low=1
        ),
    },
    "selection": {
        "size": Field("whole", 5, "Number of datasets to choose.", low=1),
        "strategy": Field("text", "farthest-first", _STRATEGY),
        "metric": Field("choice", "cosine", "Distance between datasets.", ("cosine", "euclidean")),
    },
    "protocol": {
        "strategies": Field(
            "texts",
            ["random", "farthest-first/cosine", "facility-location/cosine", "k-means"],
            _STRATEGY,
        ),
        "sizes": Field(
            "wholes",
            None,
            "Numbers of datasets to choose. Default: from 2 to the largest possible.",
            low=2,
        ),
        "trials": Field("whole", 200, "Number of trials, each on random datasets.", low=2),
        "find_representation": Field(
            "flag", False, "Whether to find what fits best, with six strategies, from 4 methods on."
        ),
    },
    "optimality": {
        "settings": Field(
            "texts", ["b-T2"], "Names of settings; `pybench optimal --list` prints all names."
        ),
        "estimators": Field(
            "estimators",
            None,
            "Methods to train on simulated paths, one path per row. Default: a random forest and "
            "logistic regression.",
        ),
        "runs": Field(
            "whole",
            5,
            "Number of runs, each on newly simulated paths; a verdict needs 5 or more.",
            low=2,
        ),
        "margin": Field(
            "number",
            0.02,
            "Largest gap to the optimum, in AUC or ACC*, that still counts as optimal.",
            low=0,
            high=0.5,
            outside=(0, 0.5),
        ),
    },
}

#: Parts that both languages compute: for these alone `engine: auto` starts R.
TWICE = ("comparison", "metrics", "pareto", "items", "portfolio")

#: Part -> parts that it requires.
NEEDS: Mapping[str, tuple[str, ...]] = {
    "landscape": ("features",),
    "portfolio": ("landscape", "comparison"),
}
