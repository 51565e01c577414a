"""Result files written by the tools' own code, read by pybench: bench/formats.csv.

    pip install --no-deps fev lm-eval inspect-ai mteb crfm-helm sktime bencheval   (any environment)
    python -m bench.formats

Each tool writes the scores of `SCORES`, or computes scores that are read from its own objects. A
tool that cannot be imported keeps its row; the largest difference must be 0.
"""

from __future__ import annotations

import csv
import importlib.metadata
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import pybench as pb

TABLE = Path(__file__).with_suffix(".csv")
METHODS, DATASETS = ("a/small", "b/large"), ("first", "second")
SCORES = np.array([[0.25, 0.5], [0.75, 0.625]])
Found = tuple[pb.ResultsTable, np.ndarray]


def lm_eval(folder: Path) -> Found:
    """EvalAcc and EvaluationTracker of LM Evaluation Harness."""
    from lm_eval.evaluator_utils import EvalAcc
    from lm_eval.loggers import EvaluationTracker

    for j, method in enumerate(METHODS):
        acc = EvalAcc()
        for i, dataset in enumerate(DATASETS):
            acc.metrics[dataset] = {
                "alias": dataset, "acc,none": SCORES[i, j], "acc_stderr,none": 0.1
            }  # fmt: skip
            acc.higher_is_better[dataset] = {"acc": True}
            acc.versions[dataset] = 1.0
        tracker = EvaluationTracker(output_path=str(folder))
        tracker.general_config_tracker.log_experiment_args(
            "hf", f"pretrained={method},dtype=float", "", "", False
        )
        tracker.save_results_aggregated({**acc._to_eval_results(), "config": {"model": "hf"}})
    return pb.read_results(folder), SCORES


def inspect_ai(folder: Path) -> Found:
    """Two evaluations of Inspect AI with a mock model, logged as .eval and as .json."""
    from inspect_ai import Task, eval
    from inspect_ai.dataset import Sample
    from inspect_ai.model import ModelOutput, get_model
    from inspect_ai.scorer import match

    expected = np.empty((2, 2))
    for i, dataset in enumerate(DATASETS):
        for j, form in enumerate(("eval", "json")):
            answers = ["yes" if (n + i + j) % (2 + i + j) else "no" for n in range(8)]
            outputs = [ModelOutput.from_content("mockllm/model", one) for one in answers]
            task = Task(
                [Sample(input="?", target="yes") for _ in answers], scorer=match(), name=dataset
            )
            model = get_model(f"mockllm/{'ab'[j]}", custom_outputs=outputs)
            eval(task, model=model, log_dir=str(folder), log_format=form, display="none")
            expected[i, j] = np.mean([one == "yes" for one in answers])
    return pb.read_results(folder, higher_is_better=True, metric="accuracy"), expected


def mteb(folder: Path) -> Found:
    """TaskResult of MTEB."""
    from mteb.results import TaskResult

    for j, method in enumerate(METHODS):
        own = folder / method.replace("/", "__") / "rev"
        own.mkdir(parents=True)
        for i, dataset in enumerate(DATASETS):
            scores = {"main_score": SCORES[i, j], "hf_subset": "default", "languages": ["eng-Latn"]}
            result = TaskResult(
                dataset_revision="1", task_name=dataset, mteb_version="2",
                scores={"test": [scores]}, evaluation_time=1.0,
            )  # fmt: skip
            result.to_disk(own / f"{dataset}.json")
    return pb.read_results(folder, higher_is_better=True), SCORES


def helm(folder: Path) -> Found:
    """Stat and MetricName of HELM."""
    import json

    from helm.benchmark.metrics.metric_name import MetricName
    from helm.benchmark.metrics.statistic import Stat
    from helm.common.general import asdict_without_nones, write

    for j, method in enumerate(METHODS):
        for i, dataset in enumerate(DATASETS):
            name = f"{dataset}:model={method.replace('/', '_')}"
            run = folder / name
            run.mkdir()
            spec = {"name": name, "adapter_spec": {"model": method}}
            write(str(run / "run_spec.json"), json.dumps(spec))
            stat = Stat(MetricName("exact_match", split="test")).add(SCORES[i, j])
            write(str(run / "stats.json"), json.dumps([asdict_without_nones(stat)]))
    return pb.read_results(folder, higher_is_better=True), SCORES


def sktime(folder: Path) -> Found:
    """A benchmark of two forecasters by sktime."""
    from sktime.benchmarking.forecasting import ForecastingBenchmark
    from sktime.datasets import load_airline, load_lynx
    from sktime.forecasting.naive import NaiveForecaster
    from sktime.performance_metrics.forecasting import MeanAbsoluteError
    from sktime.split import ExpandingWindowSplitter

    benchmark = ForecastingBenchmark()
    for strategy in ("last", "mean"):
        benchmark.add_estimator(NaiveForecaster(strategy=strategy), estimator_id=strategy)
    for name, load in zip(DATASETS, (load_airline, load_lynx), strict=True):
        splitter = ExpandingWindowSplitter(initial_window=60, step_length=12, fh=12)
        benchmark.add_task(load, splitter, [MeanAbsoluteError()], task_id=name)
    frame = benchmark.run(str(folder / "results.csv"))
    t = pb.read_results(folder / "results.csv", higher_is_better=False, repeats="available")
    means = frame.set_index(["validation_id", "model_id"])["MeanAbsoluteError_mean"]
    expected = [[means[d, m] for m in t.classifiers] for d in t.datasets]
    return t, np.array(expected, dtype=float)


def fev(folder: Path) -> Found:
    """The pivot table that fev makes of summaries."""
    import fev as package
    import pandas as pd

    rows = [
        {**dict.fromkeys(package.analysis.TASK_DEF_COLUMNS), "model_name": METHODS[j],
         "dataset_path": DATASETS[i], "test_error": SCORES[i, j], "eval_metric": "MASE",
         "training_time_s": 1.0, "inference_time_s": 1.0, "fev_version": package.__version__}
        for i in range(2) for j in range(2)
    ]  # fmt: skip
    pd.DataFrame(rows).to_csv(folder / "summaries.csv", index=False)
    pivot = package.pivot_table(str(folder / "summaries.csv"), task_columns="dataset_path")
    t = pb.read_results(folder / "summaries.csv")
    return t, pivot.loc[list(t.datasets), list(t.classifiers)].to_numpy()


def bencheval(folder: Path) -> Found:
    """The errors that bencheval, TabArena's engine, takes from its table of results."""
    import pandas as pd
    from bencheval.evaluator import BenchmarkEvaluator

    rows = [
        {"dataset": DATASETS[i], "fold": fold, "method": METHODS[j],
         "metric_error": SCORES[i, j] + fold / 8, "metric": "rmse",
         "time_train_s": 1.0, "time_infer_s": 1.0}
        for i in range(2) for j in range(2) for fold in range(2)
    ]  # fmt: skip
    frame = pd.DataFrame(rows)
    frame.to_csv(folder / "results_per_split.csv", index=False)
    t = pb.read_results(folder / "results_per_split.csv", repeats="mean")
    evaluator = BenchmarkEvaluator(task_col="dataset", seed_column="fold")
    per_task = evaluator.compute_results_per_task(frame).reset_index()
    means = per_task.set_index(["dataset", "method"])["metric_error"]
    return t, np.array([[means[d, m] for m in t.classifiers] for d in t.datasets])


TOOLS: dict[str, Callable[[Path], Found]] = {
    "lm-eval": lm_eval, "inspect-ai": inspect_ai, "mteb": mteb, "crfm-helm": helm,
    "sktime": sktime, "fev": fev, "bencheval": bencheval,
}  # fmt: skip


def main(names: list[str]) -> None:
    """Measure the tools named, or all, and rewrite their rows."""
    with TABLE.open(encoding="utf-8", newline="") as file:
        rows = {row["package"]: row for row in csv.DictReader(file)}
    for name in names or TOOLS:
        with tempfile.TemporaryDirectory() as folder:
            try:
                t, expected = TOOLS[name](Path(folder))
            except ImportError as error:
                sys.stdout.write(f"{name}: {error}\n")
                continue
        rows[name] = row_of(name, t, expected)
        sys.stdout.write(f"{rows[name]}\n")
    with TABLE.open("w", encoding="utf-8", newline="") as file:
        out = csv.DictWriter(file, ["package", "version", "format", "scores", "difference"],
                             lineterminator="\n")  # fmt: skip
        out.writeheader()
        out.writerows(rows[name] for name in TOOLS if name in rows)


def row_of(name: str, t: pb.ResultsTable, expected: np.ndarray) -> dict[str, Any]:
    """Return the row of a tool: how many scores, and the largest difference."""
    format = str(t.source).rpartition("(")[2].rstrip(")")
    order = np.argsort(t.datasets) if name == "inspect-ai" else slice(None)
    difference = float(np.abs(t.scores[order] - expected).max())
    version = importlib.metadata.version(name)
    return {"package": name, "version": version, "format": format, "scores": t.scores.size,
            "difference": f"{difference:g}"}  # fmt: skip


if __name__ == "__main__":
    main(sys.argv[1:])
