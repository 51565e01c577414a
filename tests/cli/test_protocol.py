"""The command that tells how many: the numbers of the library, subsets, exit codes."""

from __future__ import annotations

import json

import numpy as np
import pandas as pd
import pytest

import pybench as pb
from pybench.base.errors import ArgumentError
from pybench.cli.main import main
from pybench.cli.protocol import sizes_of, targets_of

FEW = ("--trials", "10", "--sizes", "2:6")


@pytest.fixture
def files(tmp_path):
    rng = np.random.default_rng(3)
    index = pd.Index([f"d{i:02d}" for i in range(20)], name="dataset")
    place = pd.DataFrame(rng.normal(size=(20, 2)), index=index, columns=["x", "y"])
    scores = pd.DataFrame(
        place.to_numpy() @ rng.normal(size=(2, 5)) + np.arange(5), index=index,
        columns=list("abcde"),
    )  # fmt: skip
    place.to_csv(tmp_path / "looks.csv")
    place.iloc[5:].assign(z=1.0).to_csv(tmp_path / "few.csv")
    scores.to_csv(tmp_path / "scores.csv")
    return tmp_path


@pytest.fixture
def run(files, capsys):
    def call(*arguments, better="--higher-is-better", engine="python"):
        given = ["--engine", engine] if engine and "--engine" not in arguments else []
        place = ["--out", str(files / "out"), *given]
        code = main(["protocol", str(files / "scores.csv"), *arguments, better, *place])
        return code, *capsys.readouterr()

    return call


def test_the_numbers_are_those_of_the_library(run, files):
    (files / "mine.txt").write_text("d01\nd07\nd11\n")
    code, said, errors = run(
        f"seen={files / 'looks.csv'}", *FEW, "--subset", str(files / "mine.txt"), "--seed", "4",
        "--strategies", "random, k-means", "--targets", "kendall=0.8", "--json",
    )  # fmt: skip
    assert (code, errors) == (0, "")
    result = json.loads(said)["result"]
    t = pb.read_results(files / "scores.csv", higher_is_better=True)
    path = files / "looks.csv"
    place = {"seen": pd.read_csv(path, index_col="dataset", float_precision="round_trip")}
    metrics = ("mae", "spearman", "kendall", "ndcg5", "mrr")
    expected = pb.rank_preservation(
        t, place, ["random", "k-means"], range(2, 7), 10, seed=4, targets={"kendall": 0.8},
        metrics=metrics,
    )  # fmt: skip
    assert result["protocol"] == expected.to_dict()
    assert result["mantel"] == pb.mantel(t, place, seed=4).to_dict()
    assert result["subset"] == pb.subset_quality(t, ["d01", "d07", "d11"], seed=4).to_dict()
    for name in ("protocol", "mantel", "subset"):
        assert pb.load_result(files / "out" / f"{name}.json").to_dict() == result[name]
    names = {path.name for path in (files / "out").iterdir()}
    assert {"index.html", "curves-kendall.svg", "sizes-kendall.pdf", "mantel.png"} <= names
    assert {"subset.svg", "auc.csv", "curves.csv", "sufficient.csv", "significance.csv"} <= names


def test_the_sentence(run, files):
    code, said, _ = run(str(files / "looks.csv"), *FEW, "--strategies", "random,oracle")
    assert code == 0
    text = " ".join(said.split())
    assert "With" in text
    assert "by oracle the ranking correlates " in text
    assert "Drawn at random," in text


def test_without_features_chance_is_judged(run, files):
    code, said, _ = run(*FEW)
    assert code == 0
    assert "drawn at random the ranking correlates" in " ".join(said.split())
    written = said.partition("Also written: ")[2].split("\n")[0].split(", ")
    tables = {p.name for p in (files / "out").iterdir() if p.suffix in (".json", ".csv")}
    assert set(written) == tables
    assert not (files / "out" / "mantel.json").exists()


def test_models_as_pool(run, files):
    code, said, _ = run(str(files / "looks.csv"), *FEW, "--vary", "models", "--json")
    assert code == 0
    found = json.loads(said)["result"]["protocol"]
    assert (found["vary"], found["n_pool"]) == ("models", 4)


def test_incomplete_datasets(run, files):
    given = (str(files / "few.csv"), *FEW)
    code, _, errors = run(*given)
    assert code == 2
    assert "lacks 5 datasets" in errors
    code, said, errors = run(*given, "--common", "--json")
    assert code == 0
    assert "15 of 20 datasets have all features" in errors
    assert json.loads(said)["result"]["protocol"]["n_datasets"] == 15
    (files / "other.csv").write_text("dataset,x\nq,1\nr,2\n")
    code, _, errors = run(str(files / "other.csv"), "--common")
    assert code == 2
    assert "--common leaves 0 datasets" in errors


@pytest.mark.parametrize(
    ("given", "code"),
    [
        (["--sizes", "2:40"], 2),
        (["--sizes", "few"], 2),
        (["--targets", "spearman"], 2),
        (["--targets", "speed=3"], 2),
        (["--vary", "seeds"], 2),
        (["--pool", "0"], 2),
        (["--trials", "1"], 2),
        (["--strategies", "nothing", "FEATURES"], 2),
        (["--subset", "none.txt"], 5),
        (["none.csv"], 5),
    ],
)
def test_bad_values(run, files, given, code):
    given = [str(files / "looks.csv") if item == "FEATURES" else item for item in given]
    found, _, errors = run(*given)
    assert found == code, errors
    assert "Error:" in errors
    assert not (files / "out").exists()


def test_a_subset_that_the_table_does_not_have(run, files):
    (files / "mine.txt").write_text("d01\nd99\n")
    code, _, errors = run(*FEW, "--subset", str(files / "mine.txt"))
    assert code == 5
    assert "`d99`" in errors
    assert "mine.txt" in errors


def test_texts_of_options():
    assert sizes_of("8,2:3,3") == [2, 3, 8]
    assert targets_of("mae=2") == {"mae": 2.0}
    with pytest.raises(ArgumentError, match="--targets"):
        targets_of("mae=1.2.3")


def test_a_target_is_judged_whatever_the_metric(run, files):
    given = (str(files / "looks.csv"), *FEW, "--strategies", "random", "--json")
    code, said, _ = run(*given, "--targets", "mrr_reversed=0.5")
    assert code == 0
    assert "mrr_reversed" in said
    found = pb.load_result(files / "out" / "protocol.json")
    assert set(found.sufficient["metric"]) == {"mrr_reversed"}


def test_a_missing_value_of_a_dataset_with_scores_is_refused(run, files):
    place = pd.read_csv(files / "looks.csv", index_col="dataset")
    place.loc["of nobody"] = [None, 1.0]
    place.to_csv(files / "more.csv")
    given = [f"more={files / 'more.csv'}", *FEW, "--strategies", "random"]
    assert run(*given)[0] == 0
    place.loc["d04", "y"] = None
    place.to_csv(files / "more.csv")
    code, _, errors = run(*given)
    assert code == 5
    for said in ("more.csv", "column 'y'", "d04", "--incomplete drop"):
        assert said in " ".join(errors.split())


@pytest.mark.r
def test_both_languages_judge_where_nobody_says_otherwise(run, files, monkeypatch):
    def engines():
        results = [pb.load_result(files / "out" / f"{n}.json") for n in ("protocol", "mantel")]
        return {one.engine for one in results}

    given = [str(files / "looks.csv"), *FEW, "--strategies", "random, k-means"]
    assert run(*given, engine=None)[0] == 0
    assert engines() == {"both"}
    monkeypatch.setenv("PYBENCH_ENGINE", "r")
    assert run(*given, engine=None)[0] == 0
    assert engines() == {"r"}


@pytest.mark.r
def test_all_numbers_are_of_the_engine_that_is_asked(run, files):
    (files / "mine.txt").write_text("d01\nd07\n")
    code, _, _ = run(
        str(files / "looks.csv"), *FEW, "--strategies", "random", "--subset",
        str(files / "mine.txt"), "--engine", "r",
    )  # fmt: skip
    assert code == 0
    for name in ("protocol", "mantel", "subset"):
        assert pb.load_result(files / "out" / f"{name}.json").engine == "r"
