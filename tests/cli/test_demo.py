import csv
import json

import pytest

import pybench as pb
from pybench.base.errors import ExtraMissing, RNotFound
from pybench.cli import demo
from pybench.cli.main import main
from pybench.suite import bundled, classifiers


def test_the_published_table_is_demsars(shared):
    with (shared / "oracle/stats/demsar2006_printed/input.csv").open(encoding="utf-8") as file:
        header, *rows = csv.reader(file)
    table = demo.published()
    assert table.classifiers == tuple(header[1:])
    assert table.datasets == tuple(row[0] for row in rows)
    assert table.scores.tolist() == [[float(cell) for cell in row[1:]] for row in rows]


def test_demsars_own_numbers():
    from pybench.comparison.ranks import ranks

    # JMLR 7, page 15, has 2.893 and 1.964: on "voting" it ranked apart what it printed as 0.975.
    assert ranks(demo.published()).mean().round(3).tolist() == [3.143, 2.0, 2.929, 1.929]


@pytest.fixture
def small(monkeypatch):
    """Make the demo small: two datasets, two classifiers."""
    made = classifiers.fast()
    few = {name: made[name] for name in ("naive Bayes", "extra trees")}
    monkeypatch.setattr(bundled, "available", lambda: ("iris", "wine"))
    monkeypatch.setattr(classifiers, "fast", lambda: few)
    monkeypatch.setattr(demo, "featured", lambda *_: None)
    monkeypatch.setattr(demo, "rated", lambda *_: {})


def test_features_of_bundled_series_and_their_figures(capsys, tmp_path, monkeypatch):
    monkeypatch.setattr(demo, "SERIES_EACH", 2)
    said = demo.mapped(demo.featured(False), tmp_path / "features", False)
    names = {path.name for path in (tmp_path / "features").iterdir()}
    figures = {
        f"{name}.{form}"
        for name in ("missing", "constant", "map")
        for form in ("svg", "png", "pdf")
    }
    tables = {"features.csv", "by-dataset.csv", "by-feature.csv", "map.csv"}
    assert names == figures | tables | {"index.html"}
    page = (tmp_path / "features" / "index.html").read_text("utf-8")
    assert 'href="./features.csv"' in page
    assert said["page"] == str(tmp_path / "features" / "index.html")
    assert "783 features on 6 datasets, 12 rows" in capsys.readouterr().out
    table = pb.read_features(tmp_path / "features" / "features.csv")
    assert table.datasets == bundled.SERIES
    assert said["map"].index.tolist() == list(bundled.SERIES)
    assert said["report"].loc["ItalyPowerDemand", "shortest"] == 24


def test_without_aeon_there_are_no_features(capsys, tmp_path, monkeypatch):
    def missing(each):
        raise ExtraMissing("aeon is missing")

    monkeypatch.setattr(bundled, "few_series", missing)
    assert demo.featured(False) is None
    assert "No features: aeon is missing" in capsys.readouterr().err


@pytest.fixture
def summaries(monkeypatch):
    """Six statistics of each of 24 bundled series, and a map of few units."""
    monkeypatch.setattr(demo, "MAP_SIDE", 4)
    return pb.extract_features(bundled.few_series(4), "summary", 1, cache=False)


@pytest.mark.r
def test_the_landscape_of_bundled_series(capsys, tmp_path, summaries):
    said = demo.surveyed(summaries, tmp_path / "landscape", False)
    assert said["result"]["map"]["xdim"] == 4
    coverage = pb.load_result(tmp_path / "landscape" / "coverage.json")
    assert list(coverage.counts.index) == list(bundled.SERIES)
    assert coverage.counts.to_numpy().sum() == 24
    assert (tmp_path / "landscape" / "index.html").is_file()
    assert not (tmp_path / "landscape" / "maps").exists()
    assert "6 datasets, 24 instances" in capsys.readouterr().out


def test_without_r_there_is_no_landscape(capsys, tmp_path, monkeypatch, summaries):
    from pybench.landscape import map as mapping

    def missing(*_, **__):
        raise RNotFound("R is not there")

    monkeypatch.setattr(mapping, "map_landscape", missing)
    assert demo.surveyed(summaries, tmp_path / "landscape", False) == {}
    assert "No landscape: R is not there" in capsys.readouterr().err
    assert not (tmp_path / "landscape").exists()


def test_few_of_the_datasets(capsys, tmp_path, monkeypatch):
    """From the bundled accuracies, as the demo does from those that it has just computed."""
    source = demo.files("pybench") / "data" / "accuracy15.csv"
    t = pb.read_results(str(source), higher_is_better=True, metric="accuracy", repeats="keep")
    monkeypatch.setattr(demo, "TRIALS", 5)
    monkeypatch.setattr(demo, "STRATEGIES", ("random", "farthest-first/cosine"))
    said = demo.selected(t, tmp_path / "selection", 0, False)
    place = demo.described(t.datasets)
    assert said["names"] == list(pb.select(place, demo.CHOSEN).names)
    record = pb.load_result(tmp_path / "selection" / "chosen" / "selection.json")
    assert list(record.names) == said["names"]
    assert (tmp_path / "selection" / "protocol" / "index.html").is_file()
    assert said["sentences"][-1].startswith("Your 5 datasets correlate")
    assert "Which few datasets keep the ranking?" in capsys.readouterr().out
    assert place.loc["iris", "log classes"] == pytest.approx(1.0986, abs=1e-4)
    assert place.loc["iris", ["largest class", "entropy of classes"]].tolist() == pytest.approx(
        [1 / 3, 1]
    )


def test_classifiers_beside_the_best(capsys, tmp_path):
    said = demo.rated(tmp_path, False)
    assert said["page"] == str(tmp_path / "index.html")
    auc = said["verdicts"].set_index(["classifier", "statistic"])["verdict"].xs("auc", level=1)
    assert auc["logistic regression"] == "at chance"
    assert auc["random forest"] != "at chance"
    assert "logistic regression is at chance in b-T2." in capsys.readouterr().out


def run(capsys, out, *more):
    code = main(["demo", "--out", str(out), "--engine", "python", "--json", *more])
    return code, capsys.readouterr()


def test_both_parts(small, capsys, tmp_path):
    code, said = run(capsys, tmp_path / "out", "--jobs", "1", "--repeats", "2")
    assert code == 0
    results = json.loads(said.out)
    assert list(results) == ["demsar2006", "scikit-learn"]
    assert results["demsar2006"]["result"]["table"]["metric"] == "AUC"
    table = results["scikit-learn"]["result"]["table"]
    assert table["datasets"] == ["iris", "wine"]
    assert len(table["by_repeat"][0][0]) == 2
    for name in results:
        assert (tmp_path / "out" / name / "index.html").is_file()
        parts = results[name]["result"]
        assert all(parts[part] for part in ("multi_comparison", "bayesian", "stability"))


def test_what_is_not_installed_is_said(small, capsys, tmp_path):
    _, said = run(capsys, tmp_path / "out", "--jobs", "1", "--repeats", "1")
    assert "Not installed, so left out: ACSF1" in said.err


def test_any_number_of_processes_gives_the_same_bytes(small, tmp_path):
    for jobs in (1, 2):
        demo.measured(tmp_path / str(jobs), 5, 2, 0, jobs, True)
    one, two = ((tmp_path / jobs / "accuracy.csv").read_bytes() for jobs in "12")
    assert one == two


def test_another_seed_gives_other_numbers(small, tmp_path):
    for seed in (0, 1):
        demo.measured(tmp_path / str(seed), 5, 1, seed, 1, True)
    zero, one = ((tmp_path / seed / "accuracy.csv").read_text() for seed in "01")
    assert zero != one


def test_compare_of_the_accuracies_is_the_same_comparison(small, capsys, tmp_path):
    _, said = run(capsys, tmp_path, "--jobs", "1", "--repeats", "2")
    expected = json.loads(said.out)["scikit-learn"]["result"]
    code = main(
        ["compare", str(tmp_path / "accuracy.csv"), "--higher-is-better", "--metric", "accuracy",
         "--repeats", "keep", "--bayesian", "--stability", "--out", str(tmp_path / "again"),
         "--engine", "python", "--json"]
    )  # fmt: skip
    assert code == 0
    assert json.loads(capsys.readouterr().out)["result"] == expected


@pytest.mark.parametrize("given", [["--folds", "1"], ["--repeats", "0"]])
def test_bad_values_are_2(capsys, tmp_path, given):
    assert run(capsys, tmp_path / "out", *given)[0] == 2
