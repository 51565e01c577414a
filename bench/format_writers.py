"""Files that the tools write by their own code, and the scores that they hold.

Every function runs its tool in an empty folder. It returns, for `read_results` and, if there are
single items, for `read_items`, what to read, with which arguments, and the scores that the tool has
in memory. R reads the same, or what stands under `pb_read_results`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

METHODS, DATASETS = ("a/small", "b/large"), ("first", "second")
Scores = dict[tuple[str, ...], float]  # (dataset, method), or (dataset, item, method, run)
Found = dict[str, tuple[Any, dict[str, Any], Scores]]


def lm_eval(folder: Path) -> Found:
    """Two models on two tasks of LM Evaluation Harness, with the samples."""
    from lm_eval import simple_evaluate
    from lm_eval.api.model import LM
    from lm_eval.loggers import EvaluationTracker

    class Model(LM):  # type: ignore[misc]
        """Prefers the answer that a rule names."""

        def __init__(self, step: int) -> None:
            super().__init__()
            self.step = step

        def loglikelihood(self, requests: Iterable[Any], **_: Any) -> list[tuple[float, bool]]:
            pairs = [(int(one.args[0].split()[-1]), len(one.args[1])) for one in requests]
            return [(-((n * self.step + m) % 5) - m / 8, False) for n, m in pairs]

        def loglikelihood_rolling(self, requests: Any, **_: Any) -> Any:
            raise NotImplementedError

        def generate_until(self, requests: Any, **_: Any) -> Any:
            raise NotImplementedError

    tasks = []
    for i, name in enumerate(DATASETS):
        items = folder / f"{name}.jsonl"
        items.write_text("\n".join(json.dumps({"q": f"? {n}", "a": n % (2 + i) % 2})
                                   for n in range(12)))  # fmt: skip
        tasks.append({
            "task": name, "dataset_path": "json", "test_split": "test", "doc_to_text": "{{q}}",
            "dataset_kwargs": {"data_files": {"test": str(items)}}, "doc_to_target": "a",
            "output_type": "multiple_choice", "doc_to_choice": ["no", "yes"],
            "metric_list": [{"metric": m, "higher_is_better": True} for m in ("acc", "acc_norm")],
        })  # fmt: skip
    means: Scores = {}
    single: Scores = {}
    for step, method in enumerate(METHODS, 1):
        tracker = EvaluationTracker(output_path=str(folder / "out"))
        results = simple_evaluate(
            Model(step), tasks=[dict(task) for task in tasks], log_samples=True,
            torch_random_seed=None, bootstrap_iters=0, evaluation_tracker=tracker,
        )  # fmt: skip
        samples = results.pop("samples")
        for task, own in results["results"].items():
            means[task, method] = own["acc,none"]
            single |= {(task, str(s["doc_id"]), method, "1"): s["acc"] for s in samples[task]}
        tracker.general_config_tracker.log_experiment_args(
            "own", f"pretrained={method},dtype=float", "", "", False
        )
        tracker.save_results_aggregated(results, samples)
        for task, own in samples.items():
            tracker.save_results_samples(task, own)
    asked = {"higher_is_better": True, "metric": "acc"}
    out = folder / "out"
    return {"read_results": (out, {"metric": "acc"}, means), "read_items": (out, asked, single)}


def inspect_ai(folder: Path) -> Found:
    """Evaluations of Inspect AI with its mock model, two epochs, logged as .eval and as .json."""
    from inspect_ai import Task, eval
    from inspect_ai.dataset import Sample
    from inspect_ai.model import ModelOutput, ModelUsage, get_model
    from inspect_ai.scorer import match, value_to_float

    means: Scores = {}
    single: Scores = {}
    number = value_to_float()
    for i, dataset in enumerate(DATASETS):
        for j, form in enumerate(("eval", "json")):
            answers = ["yes" if (7 * n + i + j) % (2 + i + j) else "no" for n in range(16)]
            outputs = [ModelOutput.from_content("mockllm/model", one) for one in answers]
            for one in outputs:  # or else it looks for a tokenizer on the network
                one.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
            samples = [Sample(input="?", target="yes", id=f"q{n}") for n in range(8)]
            task = Task(samples, scorer=match(), name=dataset, epochs=2)
            model = get_model(f"mockllm/{'ab'[j]}", custom_outputs=outputs)
            log = eval(task, model=model, log_dir=str(folder), log_format=form, display="none")[0]
            accuracy = log.results.scores[0].metrics["accuracy"]
            means[dataset, str(model)] = accuracy.value
            for one in log.samples:
                key = (dataset, str(one.id), str(model), str(one.epoch))
                single[key] = number(one.scores["match"].value)
    asked = {"higher_is_better": True}
    in_json = {key: score for key, score in means.items() if key[1] == str(model)}
    return {
        "read_results": (folder, asked, means),
        "pb_read_results": (str(folder / "*.json"), asked, in_json),
        "read_items": (folder, asked, single),
    }


def mteb(folder: Path) -> Found:
    """Results that MTEB puts into its cache: one task has two subsets."""
    from mteb.cache import ResultCache
    from mteb.models import ModelMeta
    from mteb.results import TaskResult

    expected: Scores = {}
    cache = ResultCache(cache_path=folder)
    for j, method in enumerate(METHODS):
        meta = ModelMeta.create_empty({"name": method, "revision": "r1"})
        for i, subsets in enumerate((["default"], ["de", "fr"])):
            scores = [
                {"main_score": (1 + i + 2 * j + n) / 8, "ndcg_at_10": 0.5, "hf_subset": subset,
                 "languages": ["eng-Latn"]}
                for n, subset in enumerate(subsets)
            ]  # fmt: skip
            result = TaskResult(
                dataset_revision="1", task_name=DATASETS[i], mteb_version="2",
                scores={"test": scores}, evaluation_time=1.0,
            )  # fmt: skip
            cache.save_to_cache(result, meta)
            for subset in subsets:
                one = result.only_main_score().scores["test"]
                name = DATASETS[i] + f" ({subset})" * (len(subsets) > 1)
                own = next(score for score in one if score["hf_subset"] == subset)
                expected[name, method] = own["main_score"]
    return {"read_results": (folder, {"higher_is_better": True}, expected)}


def helm(folder: Path) -> Found:
    """Two scenarios of HELM with two models of our own."""
    from bench.format_helm import written

    expected = written(folder)
    asked = {"higher_is_better": True, "metric": "exact_match"}
    return {"read_results": (folder, asked, expected)}


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
    means = frame.set_index(["validation_id", "model_id"])["MeanAbsoluteError_mean"]
    asked = {"higher_is_better": False, "repeats": "available"}
    return {"read_results": (folder / "results.csv", asked, means.astype(float).to_dict())}


def fev(folder: Path) -> Found:
    """Summaries of two models on two tasks of two windows, and the pivot table that fev makes."""
    import fev as package
    import pandas as pd

    rows = []
    for i, name in enumerate(DATASETS):
        frame = pd.DataFrame({
            "id": ["s0", "s1"], "timestamp": [pd.date_range("2020", periods=60).to_numpy()] * 2,
            "target": [np.sin(np.arange(60) / (3 + i)) + k for k in range(2)],
        })  # fmt: skip
        frame.to_parquet(folder / f"{name}.parquet")
        task = package.Task(
            dataset_path=str(folder / f"{name}.parquet"), horizon=6, num_windows=2, seasonality=7,
            eval_metric="MASE", extra_metrics=["RMSE"],
        )  # fmt: skip
        for shift, method in enumerate(METHODS, 1):
            predictions = [
                [{"predictions": np.full(6, np.asarray(past["target"])[-1] + shift / 8)}
                 for past in window.get_input_data()[0]]
                for window in task.iter_windows()
            ]  # fmt: skip
            rows.append(task.evaluation_summary(predictions, model_name=method))
    path = folder / "summaries.csv"
    pd.DataFrame(rows).to_csv(path, index=False)
    pivot = package.pivot_table(str(path), task_columns="dataset_path")
    return {"read_results": (path, {}, pivot.stack().to_dict())}


def bencheval(folder: Path) -> Found:
    """The errors that bencheval, TabArena's engine, takes from its table of results."""
    import pandas as pd
    from bencheval.evaluator import BenchmarkEvaluator

    rows = [
        {"dataset": DATASETS[i], "fold": fold, "method": METHODS[j], "metric": "rmse",
         "metric_error": (1 + i + 2 * j + fold) / 8, "time_train_s": 1.0, "time_infer_s": 1.0}
        for i in range(2) for j in range(2) for fold in range(2)
    ]  # fmt: skip
    frame = pd.DataFrame(rows)
    path = folder / "results_per_split.csv"
    frame.to_csv(path, index=False)
    evaluator = BenchmarkEvaluator(task_col="dataset", seed_column="fold")
    per_task = evaluator.compute_results_per_task(frame).reset_index()
    means = per_task.set_index(["dataset", "method"])["metric_error"].to_dict()
    return {"read_results": (path, {"repeats": "mean"}, means)}


def every_eval_ever(folder: Path) -> Found:
    """One log per model, of the classes that the package makes from its schema."""
    from every_eval_ever.eval_types import EvaluationLog

    scores = {(d, m): 1 / (3 + i + 2 * j)
              for i, d in enumerate(DATASETS) for j, m in enumerate(METHODS)}  # fmt: skip
    for j, method in enumerate(METHODS):
        results = [
            {
                "evaluation_name": dataset,
                "source_data": {"dataset_name": dataset, "source_type": "other"},
                "metric_config": {
                    "metric_name": "error", "lower_is_better": True,
                    "score_type": "continuous", "min_score": 0.0, "max_score": 1.0,
                },
                "score_details": {"score": scores[dataset, method]},
            }
            for dataset in DATASETS
        ]  # fmt: skip
        log = EvaluationLog.model_validate({
            "schema_version": "0.3.0",
            "evaluation_id": f"made/{j}", "retrieved_timestamp": "1767225600",
            "source_metadata": {
                "source_type": "evaluation_run", "source_organization_name": "none",
                "evaluator_relationship": "other",
            },
            "eval_library": {"name": "none", "version": "0"},
            "model_info": {"name": method, "id": method},
            "evaluation_results": results,
        })  # fmt: skip
        (folder / f"{j}.json").write_text(log.model_dump_json(exclude_none=True))
    return {"read_results": (folder, {}, scores)}
