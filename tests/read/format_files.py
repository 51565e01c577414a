"""Small files of every format, written by hand in the layout that its tool documents.

Each maker writes the results of two methods into a folder and returns what to read, with which
arguments. The scores are those of `SCORES`: datasets x methods.
"""

from __future__ import annotations

import gzip
import json
import struct
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa

METHODS, DATASETS = ("a/small", "b/large"), ("first", "second")
SCORES = ((0.25, 0.5), (0.75, 0.625))
Asked = tuple[Path, dict[str, Any]]


def written(path: Path, value: Any) -> Path:
    """Write a JSON file, with its folders."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value), encoding="utf-8")
    return path


def lm_eval(folder: Path) -> Asked:
    """Two runs of LM Evaluation Harness, one task of which belongs to a group."""
    for j, method in enumerate(METHODS):
        results = {
            "first": {"alias": "first", "acc,none": SCORES[0][j], "acc_stderr,none": 0.1},
            "group": {"acc,none": 9.0, "acc_stderr,none": "N/A"},
            "second": {"acc,none": SCORES[1][j], "acc_norm,none": 0.1, "acc_stderr,none": 0.1},
        }
        document = {
            "results": results,
            "group_subtasks": {"group": ["second"]},
            "higher_is_better": {"first": {"acc": True}, "second": {"acc": True, "acc_norm": True}},
            "versions": {"first": 1.0}, "n-shot": {"first": 0},
            "config": {"model": "hf", "model_args": f"pretrained={method},dtype=float"},
        }  # fmt: skip
        written(folder / method.replace("/", "__") / "results_2025-01-01T00-00-00.json", document)
    return folder, {"metric": "acc"}


def inspect(folder: Path) -> Asked:
    """Logs of Inspect AI, half of them as archives."""
    for j, method in enumerate(METHODS):
        for i, dataset in enumerate(DATASETS):
            metrics = {
                "accuracy": {"name": "accuracy", "value": SCORES[i][j]},
                "stderr": {"name": "stderr", "value": 0.1},
            }
            scorer = {"name": "match", "scorer": "match", "metrics": metrics}
            document = {
                "version": 2, "status": "success",
                "eval": {"task": dataset, "model": method},
                "results": {"total_samples": 8, "scores": [scorer]},
            }  # fmt: skip
            if i:
                written(folder / f"{dataset}_{j}.json", document)
            else:
                folder.mkdir(parents=True, exist_ok=True)
                with zipfile.ZipFile(folder / f"{dataset}_{j}.eval", "w") as archive:
                    archive.writestr("header.json", json.dumps(document))
    return folder, {"higher_is_better": True}


def zstandard(file: Path) -> Path:
    """Pack the members of an archive by Zstandard, as recent versions of inspect_ai do."""
    with zipfile.ZipFile(file) as archive:
        parts = [(name.encode(), archive.read(name)) for name in archive.namelist()]
    body, index = b"", b""
    for name, data in parts:
        packed = pa.compress(data, codec="zstd", asbytes=True)
        told = struct.pack("<5H3I2H", 20, 0, 93, 0, 0, zlib.crc32(data), len(packed), len(data),
                           len(name), 0)  # fmt: skip
        index += b"PK\1\2" + struct.pack("<H", 20) + told + bytes(10)
        index += struct.pack("<I", len(body)) + name
        body += b"PK\3\4" + told + name + packed
    end = struct.pack("<4s4H2IH", b"PK\5\6", 0, 0, len(parts), len(parts), len(index), len(body), 0)
    file.write_bytes(body + index + end)
    return file


def every_eval_ever(folder: Path) -> Asked:
    """One file a model, in the schema 0.3.0."""
    for j, method in enumerate(METHODS):
        results = [
            {
                "evaluation_name": dataset,
                "metric_config": {"evaluation_description": "error", "lower_is_better": True},
                "score_details": {"score": SCORES[i][j]},
            }
            for i, dataset in enumerate(DATASETS)
        ]
        document = {
            "schema_version": "0.3.0",
            "model_info": {"id": method, "name": "x"},
            "evaluation_results": results,
        }
        written(folder / "data" / method / "0a1b.json", document)
    return folder, {}


def mteb(folder: Path) -> Asked:
    """A folder per model and revision, a file per task."""
    for j, method in enumerate(METHODS):
        own = folder / method.replace("/", "__") / "main"
        for i, dataset in enumerate(DATASETS):
            scores = {"main_score": SCORES[i][j], "ndcg_at_10": 0.1, "hf_subset": "default"}
            document = {"task_name": dataset, "mteb_version": "2", "scores": {"test": [scores]}}
            written(own / f"{dataset}.json", document)
        written(own / "model_meta.json", {"name": method, "revision": "main"})
    return folder, {"higher_is_better": True}


def helm(folder: Path) -> Asked:
    """A folder per run, with its specification and its statistics."""
    for j, method in enumerate(METHODS):
        for i, dataset in enumerate(DATASETS):
            name = f"{dataset}:model={method.replace('/', '_')}"
            run = folder / "runs" / "v1" / name
            written(run / "run_spec.json", {"name": name, "adapter_spec": {"model": method}})
            stat = {"name": {"name": "exact_match", "split": "test"}, "count": 1, "sum": 1.0}
            changed = {"name": {**stat["name"], "perturbation": {"name": "typos"}}}  # type: ignore[dict-item]
            written(
                run / "stats.json",
                [{**stat, "mean": SCORES[i][j]}, {**stat, **changed, "mean": 0.1}],
            )
    return folder, {"higher_is_better": True}


def _table(folder: Path, name: str, header: str, row: Callable[[int, int], str]) -> Path:
    rows = [row(i, j) for i in range(2) for j in range(2)]
    folder.mkdir(parents=True, exist_ok=True)
    data = "\n".join([header, *rows, ""]).encode()
    path = folder / name
    path.write_bytes(gzip.compress(data) if name.endswith(".gz") else data)
    return path


def amlb(folder: Path) -> Asked:
    """AutoML Benchmark's results.csv."""
    header = "id,task,framework,constraint,fold,result,metric,mode,version,utc,duration,info,auc"
    path = _table(
        folder, "results.csv", header,
        lambda i, j: f"openml.org/t/{i},{DATASETS[i]},{METHODS[j]},1h8c,0,{SCORES[i][j]},auc,local,"
        f"1.{j},2025-01-01T00:00:00,9.5,,{SCORES[i][j]}",
    )  # fmt: skip
    return path, {}


def tabarena(folder: Path) -> Asked:
    """TabArena's results_per_split.csv, compressed."""
    header = "dataset,fold,method,metric_error,metric_error_val,time_train_s,metric,imputed"
    path = _table(
        folder, "results_per_split.csv.gz", header,
        lambda i, j: f"{DATASETS[i]},0,{METHODS[j]},{SCORES[i][j]},0.5,1.5,rmse,False",
    )  # fmt: skip
    return path, {}


def fev(folder: Path) -> Asked:
    """fev's summaries."""
    header = "model_name,dataset_path,dataset_config,horizon,eval_metric,test_error,training_time_s"
    path = _table(
        folder, "summaries.csv", header,
        lambda i, j: f"{METHODS[j]},{DATASETS[i]},c{i},24,MASE,{SCORES[i][j]},1.5",
    )  # fmt: skip
    return path, {}


def sktime(folder: Path) -> Asked:
    """sktime's benchmark, written as JSON."""
    rows = [
        {
            "model_id": METHODS[j], "validation_id": DATASETS[i],
            "folds": {"0": {"scores": {"MSE": SCORES[i][j], "fit_time": 0.1}}},
            "means": {"MSE": SCORES[i][j]}, "stds": {"MSE": None},
        }
        for i in range(2) for j in range(2)
    ]  # fmt: skip
    return written(folder / "results.json", rows), {"higher_is_better": False}


def mlflow(folder: Path) -> Asked:
    """The frame of mlflow.search_runs(), saved."""
    header = "run_id,experiment_id,status,metrics.acc,params.dataset,params.model"
    path = _table(
        folder, "runs.csv", header,
        lambda i, j: f"r{i}{j},0,FINISHED,{SCORES[i][j]},{DATASETS[i]},{METHODS[j]}",
    )  # fmt: skip
    return path, {"higher_is_better": True}


def wandb(folder: Path) -> Asked:
    """Runs of Weights & Biases, exported as CSV."""
    header = "Name,State,Created,Runtime,dataset,model,acc"
    path = _table(
        folder, "export.csv", header,
        lambda i, j: f"calm-{i}{j},finished,2025-01-01,12,{DATASETS[i]},{METHODS[j]},"
        f"{SCORES[i][j]}",
    )  # fmt: skip
    return path, {"higher_is_better": True, "metric": "acc"}


DOCUMENTS = {
    "lm-eval": lm_eval, "inspect": inspect, "every-eval-ever": every_eval_ever, "mteb": mteb,
    "helm": helm, "sktime": sktime,
}  # fmt: skip
TABLES = {"amlb": amlb, "tabarena": tabarena, "fev": fev, "mlflow": mlflow, "wandb": wandb}
MAKERS: dict[str, Callable[[Path], Asked]] = DOCUMENTS | TABLES
