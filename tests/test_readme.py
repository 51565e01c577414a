"""The README is short; the tables of speeds are those of the benchmarks."""

from __future__ import annotations

import json
import re
import runpy
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import pybench as pb

ROOT = Path(__file__).resolve().parent.parent


def told() -> list[list[str]]:
    text = (ROOT / "docs" / "speed.md").read_text(encoding="utf-8")
    lines = [line for line in text.split("\n") if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[1:]]


def test_the_readme_can_be_read_in_minutes():
    assert len((ROOT / "README.md").read_text(encoding="utf-8").split()) <= 900


def files_of_tools(folder: Path, scores: pd.DataFrame) -> None:
    """Write accuracies of scikit-learn's classifiers as five tools write their results."""
    names = {"dataset": "task", "classifier": "framework", "resample": "fold", "accuracy": "result"}
    amlb = scores.rename(columns=names).assign(id=scores["dataset"], metric="acc")
    amlb.to_csv(folder / "results.csv", index=False)
    names = {"classifier": "method", "resample": "fold"}
    tabarena = scores.rename(columns=names).assign(metric="error", imputed=False)
    tabarena["metric_error"] = 1 - scores["accuracy"]
    tabarena.drop(columns="accuracy").to_csv(folder / "results_per_split.csv", index=False)
    means = scores.groupby(["dataset", "classifier"], sort=False)["accuracy"].mean()
    names = {"dataset": "dataset_path", "classifier": "model_name", "accuracy": "test_error"}
    fev = (1 - means).reset_index().rename(columns=names).assign(eval_metric="error")
    fev.to_csv(folder / "fev-summaries.csv", index=False)
    for method, own in means.groupby("classifier", sort=False):
        run = folder / "lm-eval-output" / method
        run.mkdir(parents=True)
        tasks = {dataset: {"acc,none": score} for (dataset, _), score in own.items()}
        directions = {dataset: {"acc": True} for dataset in tasks}
        document = {"results": tasks, "versions": {}, "n-shot": {}, "model_name": method}
        document["higher_is_better"] = directions
        (run / "results_2025-05-01.json").write_text(json.dumps(document))
        run = folder / "mteb" / "results" / method / "r1"
        run.mkdir(parents=True)
        for (dataset, _), score in own.items():
            subset = {"hf_subset": "default", "main_score": score}
            document = {"task_name": dataset, "scores": {"test": [subset]}}
            (run / f"{dataset}.json").write_text(json.dumps(document))


def test_five_files_of_tools_give_the_same_conclusions(tmp_path, monkeypatch, capsys):
    """The lines of the README run; five layouts of the same scores give the same ranks."""
    path = Path(pb.__file__).parent / "data" / "accuracy15.csv"
    files_of_tools(tmp_path, pd.read_csv(path))
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"files of other tools .*?```python\n(.*?)```", readme, re.DOTALL)
    lines = code.splitlines()
    assert len(lines) == 10
    monkeypatch.chdir(tmp_path)
    expected = pb.read_results(path, higher_is_better=True, score="accuracy", repeats="mean")
    for first, second in zip(lines[::2], lines[1::2], strict=True):
        space = {"pb": pb}
        exec(first, space)
        t = space["t"]
        order = [t.classifiers.index(name) for name in expected.classifiers]
        rows = [t.datasets.index(name) for name in expected.datasets]
        scores = t.scores if t.higher_is_better else 1 - t.scores
        assert np.allclose(scores[np.ix_(rows, order)], expected.scores, atol=1e-12), first
        exec(second, space)
        assert "random forest" in capsys.readouterr().out


def test_it_has_rows():
    assert len(told()) >= 10


@pytest.mark.parametrize("row", told(), ids=lambda row: f"{row[0]}: {row[2]}")
def test_a_row_is_a_measurement(row):
    """To the two digits that are shown."""
    what, ours, other, theirs, times = row
    table = pd.read_csv(ROOT / "bench" / "results.csv").set_index(["bench", "who"])["median_s"]
    mine, peer = table[what, "pybench"], table[what, other]
    assert float(ours) == pytest.approx(mine, rel=0.05)
    assert float(theirs) == pytest.approx(peer, rel=0.05)
    assert float(times) == pytest.approx(peer / mine, rel=0.05)


def test_the_page_of_benchmarks_is_what_the_tables_make():
    page = ROOT / "bench" / "README.md"
    text = runpy.run_path(str(ROOT / "bench" / "page.py"))["text"]
    assert page.read_text(encoding="utf-8") == text()
