"""Samples of lm-eval, as its logs have them: metrics, filters, runs, what is refused."""

from __future__ import annotations

import json

import pytest

import pybench as pb

STAMP = "2026-01-02T03-04-05.678901"


def line(number, score, **more):
    """Return a line as lm-eval writes it."""
    return {
        "doc_id": number,
        "doc": {"question": f"1 + {number}"},
        "target": str(1 + number),
        "arguments": {"gen_args_0": {"arg_0": "..."}},
        "resps": [["..."]],
        "filtered_resps": ["..."],
        "filter": "none",
        "metrics": ["exact_match"],
        "doc_hash": f"{number}",
        "exact_match": score,
    } | more


@pytest.fixture
def log(tmp_path):
    def of(model, lines, task="sums", stamp=STAMP):
        folder = tmp_path / model
        folder.mkdir(exist_ok=True)
        file = folder / f"samples_{task}_{stamp}.jsonl"
        text = [one if isinstance(one, str) else json.dumps(one) for one in lines]
        file.write_text("\n".join(text) + "\n", encoding="utf-8")
        return file

    return of


def read(source, **options):
    return pb.read_items(source, higher_is_better=True, **options)


def test_a_folder_of_two_models_and_tasks(log, tmp_path):
    for task in ("gsm8k", "hendrycks_test_law"):
        log("org__one", [line(0, 1.0), line(1, 0.0)], task)
        log("org__two", [line(0, 1.0), line(1, True)], task)
    items = read(tmp_path)
    assert items.classifiers == ("org__one", "org__two")
    assert set(items.datasets) == {"gsm8k", "hendrycks_test_law"}
    assert (items.metric, items.format, items.n_items) == ("exact_match", "lm-eval", 4)
    assert items.to_results().scores.tolist() == [[0.5, 1.0], [0.5, 1.0]]
    assert not (tmp_path / "results.json").exists()


def test_results_beside_the_samples_name_the_model(log, tmp_path):
    """With an output path such as out/one.json, lm-eval logs several models into one folder."""
    for name, score, stamp in (("one", 1.0, STAMP), ("two", 0.0, STAMP.replace("03-", "04-"))):
        log("out", [line(0, score), line(1, 1.0)], stamp=stamp)
        results = {"results": {}, "versions": {}, "n-shot": {}, "model_name": f"org/{name}"}
        (tmp_path / "out" / f"{name}_{stamp}.json").write_text(json.dumps(results))
    items = read(tmp_path)
    assert items.classifiers == ("org/one", "org/two")
    assert items.scores.tolist() == [[1, 0], [1, 1]]
    assert items.by_run is None
    (tmp_path / "out" / f"one_{STAMP}.json").write_text("{}")
    with pytest.raises(pb.InputError, match=f"one_{STAMP}.json: column 'config': expected the key"):
        read(tmp_path)


def test_a_mapping_names_the_methods(log):
    one, two = log("a", [line(0, 1)]), log("b", [line(0, 0)])
    items = read({"ours": one, "theirs": [two]})
    assert items.classifiers == ("ours", "theirs")
    assert read([one, two]).classifiers == ("a", "b")
    assert read(one).scores.tolist() == [[1]]


def test_several_files_of_a_model_and_task_are_runs(log, tmp_path):
    for model in ("a", "b"):
        log(model, [line(0, 1), line(1, 0)], stamp="2026-01-01T00-00-00.0")
        log(model, [line(1, 1), line(0, 0)], stamp="2026-01-02T00-00-00.0")
    items = read(tmp_path)
    assert items.by_run[:, 0].tolist() == [[1, 0], [0, 1]]


def test_a_filter_is_chosen(log):
    rows = [line(0, 1, filter="strict-match"), line(0, 0, filter="flexible-extract")]
    file = log("a", rows)
    with pytest.raises(pb.InputError, match=r"one filter.*strict-match.*flexible-extract"):
        read(file)
    assert read(file, metric="exact_match,flexible-extract").scores.tolist() == [[0]]


def test_a_metric_is_chosen(log):
    file = log("a", [line(0, 1, metrics=["exact_match", "f1"], f1=0.25)])
    with pytest.raises(pb.InputError, match=r"one metric.*exact_match.*f1"):
        read(file)
    assert read(file, metric="f1").scores.tolist() == [[0.25]]
    without = line(0, 1)
    del without["metrics"]
    assert read(log("b", [without])).metric == "exact_match"


HOSTILE = {
    "empty": ([], "at least one line", None),
    "no JSON": ([line(0, 1), "{"], "a line of JSON", 2),
    "a list": (["[1]"], "doc_id", 1),
    "no doc_id": (['{"exact_match": 1}'], "doc_id", 1),
    "a list of scores": ([line(0, [1, 0])], "a number as `exact_match`", 1),
    "text as a score": ([line(0, 1), line(1, "C")], "a number as `exact_match`", 2),
    "NaN": ([line(0, 1), line(1, float("nan"))], "a number", 2),
    "no score": ([line(0, 1), {"doc_id": 1, "metrics": ["exact_match"]}], "found nothing", 2),
    "an item twice": ([line(0, 1), line(0, 1)], "every score once", None),
    "no metric": ([{"doc_id": 0}], "one metric", 1),
    "deep": (['{"doc_id": ' + "[" * 100_000], "a line of JSON", 1),
}


@pytest.mark.parametrize("case", HOSTILE)
def test_hostile_files(log, case):
    lines, message, number = HOSTILE[case]
    with pytest.raises(pb.InputError, match=message) as caught:
        read(log("a", lines))
    assert caught.value.line == number
    assert "samples_sums" in str(caught.value)


def test_models_with_other_items_are_refused(log, tmp_path):
    log("a", [line(0, 1), line(1, 0)])
    log("b", [line(0, 1)])
    with pytest.raises(pb.ResultsTableError, match=r"1 missing.*item `1` of dataset `sums`"):
        read(tmp_path)
