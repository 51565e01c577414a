"""The demo is the study of flow/demo.yaml; the whole of it is made once, and slow."""

import csv
import json
from importlib.resources import as_file, files

import numpy as np
import pandas as pd
import pytest
from scipy.stats import friedmanchisquare

import pybench as pb
from pybench.cli.demo import missing
from pybench.cli.main import main
from pybench.cli.study import left_out
from pybench.flow.definition import made_estimators, read_definition
from pybench.flow.fields import PARTS
from pybench.suite import bundled


@pytest.fixture
def definition():
    with as_file(files("pybench") / "flow" / "demo.yaml") as file:
        return read_definition(file)


def test_the_published_table_is_demsars(shared):
    with (shared / "oracle/stats/demsar2006_printed/input.csv").open(encoding="utf-8") as file:
        ours = files("pybench") / "data" / "demsar2006.csv"
        theirs = [[cell.strip('"') for cell in row] for row in csv.reader(file)]
        found = list(csv.reader(ours.read_text(encoding="utf-8").splitlines()))
    assert found[0][1:] == theirs[0][1:]
    assert [row[0] for row in found[1:]] == [row[0] for row in theirs[1:]]
    assert [list(map(float, row[1:])) for row in found[1:]] == [
        list(map(float, row[1:])) for row in theirs[1:]
    ]


def test_the_demo_is_every_part_on_every_bundled_dataset(definition):
    others = {"metrics", "pareto", "items"}  # need other tables than the scores of a run
    assert list(definition.parts) == [name for name in PARTS if name not in others]
    assert definition.data["datasets"] == ["*"]
    made = made_estimators(definition)
    assert len(made) == len({str(one) for one in made.values()}) == 8


def test_its_yaml_is_written_to_be_changed(capsys, tmp_path):
    assert main(["demo", "--yaml"]) == 0
    (tmp_path / "study.yaml").write_text(capsys.readouterr().out, encoding="utf-8")
    assert read_definition(tmp_path / "study.yaml").name.startswith("Eight classifiers")
    assert main(["demo", "--yaml", "--json"]) == 0
    text = (tmp_path / "study.yaml").read_text(encoding="utf-8")
    assert json.loads(capsys.readouterr().out) == {"study": text}


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """Make the demo in Python alone, once; return its folder and what `--json` said."""
    import contextlib
    import io

    out, said = tmp_path_factory.mktemp("demo"), io.StringIO()
    with contextlib.redirect_stdout(said):
        code = main(["demo", "--out", str(out), "--engine", "python", "--json"])
    assert code == 0
    return out, json.loads(said.getvalue())


@pytest.mark.slow
def test_the_whole_demo(whole):
    out, said = whole
    assert said["result"] == json.loads((out / "study.json").read_text("utf-8"))
    found = pb.load_result(out / "study.json")
    assert found.table.n_classifiers == 8
    assert found.table.datasets == bundled.available()
    assert found.published.keys() == {"C4.5 and three ways to tune it (Demšar 2006, table 6)"}
    maps = {"landscape", "portfolio"}  # R's
    assert {part: why for part, why in found.left_out.items() if part not in maps} == {}
    assert (out / "index.html").stat().st_size < 3_000_000


@pytest.mark.slow
def test_its_numbers_are_those_of_others(whole):
    out, _ = whole
    found = pb.load_result(out / "study.json")
    scores = found.table.to_frame()
    # Friedman by SciPy, on the table as it was written.
    written = pd.read_csv(out / "results.csv", index_col="dataset")
    test = friedmanchisquare(*written.to_numpy().T)
    assert found.comparison.friedman.statistic == pytest.approx(test.statistic, rel=1e-12)
    # Accuracies from the stored predictions: shares of right rows in each fold, mean over folds.
    [place] = out.glob("runs/*/runs/ridge/wine")
    shares = [
        (fold["prediction"] == fold["correct"]).mean()
        for fold in (pd.read_csv(file, dtype=str) for file in place.glob("predictions-*.csv"))
    ]
    assert len(shares) == 15
    assert scores.loc["wine", "ridge"] == pytest.approx(np.mean(shares), rel=1e-12)
    # Farthest-first by hand: the largest distance to the nearest chosen, again and again.
    z = (found.datasets - found.datasets.mean()) / found.datasets.std(ddof=0)
    unit = z.to_numpy() / np.linalg.norm(z, axis=1, keepdims=True)
    far = 1 - unit @ unit.T
    names = list(z.index)
    chosen = [names.index(found.selection.names[0])]
    while len(chosen) < 5:
        chosen.append(int(np.argmax(far[:, chosen].min(axis=1))))
    assert [names[i] for i in chosen] == list(found.selection.names)
    # A logistic regression cannot tell two wells of equal mean apart; the likelihood ratio can.
    verdicts = found.optimality.verdicts.set_index(["classifier", "statistic"])
    linear, forest = (
        verdicts.loc[(name, "auc")] for name in ("logistic regression", "random forest")
    )
    assert linear["verdict"] == "suboptimal"
    assert linear["score_lower"] < 0.5 < forest["score_lower"]


@pytest.mark.slow
def test_the_bundled_accuracies_are_those_of_the_demo(whole):
    """Within what other versions of the methods may change."""
    kept = pd.read_csv(files("pybench") / "data" / "accuracy15.csv")
    kept = kept.groupby(["dataset", "classifier"])["accuracy"].mean().unstack()
    found = pb.load_result(whole[0] / "study.json").table.to_frame()
    found = found.loc[kept.index, kept.columns]
    assert (found - kept).abs().to_numpy().mean() < 0.005


def test_the_smaller_study_needs_no_extra_and_has_the_same_methods(definition):
    with as_file(files("pybench") / "flow" / "demo-core.yaml") as file:
        smaller = read_definition(file)
    assert (smaller.source, smaller.published) == ("results", definition.published)
    for part in smaller.parts:
        assert smaller.parts[part] == definition.parts[part]
    kept = pd.read_csv(files("pybench") / "data" / "accuracy15.csv")
    assert set(kept["classifier"]) == definition.estimators.keys()
    assert set(kept["dataset"]) == set(bundled.names())


def test_nothing_is_missing_where_all_is_installed():
    assert missing([], "python").keys() <= {"landscape", "portfolio"}


@pytest.mark.r
def test_nothing_is_missing_where_r_is_too():
    assert missing([], "auto") == {}


def test_what_is_missing_is_said_with_the_command(monkeypatch):
    monkeypatch.delenv("R_HOME", raising=False)
    monkeypatch.setenv("PATH", "")
    whole = missing([], "auto")
    assert list(whole) == ["landscape", "portfolio", "comparison with R"]
    assert all("apt-get" in why for why in whole.values())
    smaller = missing(["aeon"], "auto")
    assert smaller.keys() >= {"runs of the methods", "landscape", "comparison with R"}
    assert "apt-get" in smaller["comparison with R"]
    assert smaller["landscape"] == 'needs aeon: pip install "pybench-stats[series]"'
    [one, other] = left_out(smaller)
    assert one.startswith("Left out: runs of the methods, features, landscape, portfolio,")
    assert other.startswith("Left out: comparison with R (")
