"""Qualities equal to recorded ones; verdicts on every candidate; rules that decide rightly."""

from __future__ import annotations

import csv
import re

import numpy as np
import pandas as pd
import pytest

import pybench as pb
from pybench.base.errors import ArgumentError, SuiteError
from pybench.read.tabular import DataTable, Variable, read_table
from pybench.seriesset.build import series_set
from pybench.suite import easy, qualities
from pybench.suite.data import load_data
from pybench.suite.rules import CC18, COMPUTED, DECLARED

WHEN = "2026-01-31T12:00:00Z"
#: Ours is the same thing under the same name in OpenML's record of data set 2.
SAME = (
    "NumberOfInstances",
    "NumberOfFeatures",
    "NumberOfClasses",
    "NumberOfNumericFeatures",
    "NumberOfSymbolicFeatures",
    "NumberOfMissingValues",
    "NumberOfInstancesWithMissingValues",
    "MinorityClassSize",
    "MajorityClassSize",
    "Dimensionality",
)


@pytest.fixture
def anneal(shared):
    folder = shared / "data" / "openml" / "recorded" / "datasets" / "2"
    text = (folder / "qualities.xml").read_text()
    pairs = re.findall(r"<oml:name>(.*?)</oml:name>\s*<oml:value>(.*?)</oml:value>", text)
    recorded = {name: float(value) for name, value in pairs}
    return read_table((folder / "dataset.arff").read_bytes(), format="arff"), recorded


def test_qualities_equal_the_recorded_ones(anneal):
    table, recorded = anneal
    found = qualities.of_table(table, "class", classes="declared")
    assert {name: found[name] for name in SAME} == {name: recorded[name] for name in SAME}
    assert found["MajorityClassPercentage"] == pytest.approx(100 * recorded["DefaultAccuracy"])


def test_a_class_that_no_row_has_counts_only_if_declared(anneal):
    found = qualities.of_table(anneal[0], "class")
    assert (found["NumberOfClasses"], found["MinorityClassSize"]) == (5, 8)
    declared = qualities.of_table(anneal[0], "class", classes="declared")
    assert (declared["NumberOfClasses"], declared["MinorityClassSize"]) == (6, 0)
    assert declared["MinorityToMajority"] == 0.0
    assert declared["ClassEntropy"] == found["ClassEntropy"]


def test_qualities_by_hand():
    table = read_table(b"x,w,id,c\n1,a,1,p\n?,b,2,p\n3,?,3,p\n4,a,4,q\n", format="csv")
    found = qualities.of_table(table, "c", ("id",))
    assert found == {
        "NumberOfInstances": 4,
        "NumberOfFeatures": 4,
        "NumberOfNumericFeatures": 2,
        "NumberOfSymbolicFeatures": 1,
        "NumberOfMissingValues": 2,
        "NumberOfInstancesWithMissingValues": 2,
        "Dimensionality": 1.0,
        "NumberOfClasses": 2,
        "MinorityClassSize": 1,
        "MajorityClassSize": 3,
        "MinorityClassPercentage": 25.0,
        "MajorityClassPercentage": 75.0,
        "MinorityToMajority": 1 / 3,
        "ClassEntropy": pytest.approx(2 - 0.75 * np.log2(3)),
        "SparseFormat": 0.0,
        "NumberOfOneHotFeatures": 3,
    }


def test_qualities_of_series_by_hand():
    series = series_set(
        [[[1, np.nan, 3], [1, 2, 3]], [[4, 5], [6, np.nan]]],
        dataset="s", label=["a", "b"], channels=("u", "v"),
    )  # fmt: skip
    found = qualities.of_series(series)
    expected = {
        "NumberOfInstances": 2, "NumberOfFeatures": 7, "NumberOfMissingValues": 2,
        "NumberOfInstancesWithMissingValues": 2, "NumberOfChannels": 2, "MinLength": 2,
        "MaxLength": 3, "NumberOfOneHotFeatures": 6,
    }  # fmt: skip
    assert {name: found[name] for name in expected} == expected


def numeric(values):
    return Variable("x", "numeric", np.asarray(values, float))


def nominal(values):
    return Variable("w", "nominal", values, tuple(sorted({v for v in values if v is not None})))


def test_one_attribute_separates_with_several_cuts_and_a_row_id_does_not():
    rng = np.random.default_rng(1)
    order = rng.permutation(90)
    three = np.repeat(["b", "a", "c"], 30)  # a numeric attribute with two cuts
    assert easy.one_attribute([numeric(order)], list(three[order]), "t") == (1.0, "x")
    mixed = rng.permutation(three)
    assert easy.one_attribute([numeric(np.arange(90))], list(mixed), "t") == ("< 1", "")


def test_one_nominal_attribute_separates_and_names_alone_do_not():
    labels = ["p", "p", "q"] * 20
    assert easy.one_attribute([nominal(["u", "v", "w"] * 20)], labels, "t") == (1.0, "w")
    ids = [f"id{i}" for i in range(60)]
    accuracy, _ = easy.one_attribute([nominal(ids)], labels, "t")
    assert accuracy == pytest.approx(2 / 3)  # unseen values predict the commonest class
    with_gaps = [None if c == "q" else "u" for c in labels]
    assert easy.one_attribute([nominal(with_gaps)], labels, "t")[0] == 1.0


@pytest.mark.parametrize("seed", range(5))
def test_what_is_not_tried_could_not_have_been_perfect(seed):
    rng = np.random.default_rng(seed)
    x = rng.integers(0, 6, 40).astype(float)
    y = np.where(x + rng.choice([0, 0, 0, 0, 3], 40) > 3, "p", "q")
    codes = np.unique(y, return_inverse=True)[1]
    runs = easy.class_runs(x, codes)
    tried = len(runs) > 1 and (len(runs) == 2 or runs.min() >= 2)
    rule = easy._by_tree(0)
    folds = easy.folds_for(list(y), "t", 0).folds()
    perfect = all(
        (rule(x[f.train], codes[f.train], x[f.test]) == codes[f.test]).all() for f in folds
    )
    assert tried or not perfect


def table_of(**columns):
    variables = tuple(
        Variable(name, "numeric", np.asarray(v, float)) if name != "c" else nominal_named(name, v)
        for name, v in columns.items()
    )
    return DataTable(variables, len(columns["c"]))


def nominal_named(name, values):
    return Variable(name, "nominal", values, tuple(sorted(set(values))))


def write(folder, name, table):
    table.to_frame().to_csv(folder / f"{name}.csv", index=False)


@pytest.fixture
def pool(tmp_path):
    """Datasets that fail one rule each, and one that fails none."""
    rng = np.random.default_rng(0)
    folder = tmp_path / "pool"
    folder.mkdir()
    hard = rng.normal(size=600)
    coin = rng.permutation(np.repeat(["p", "q"], 300))
    write(folder, "good", table_of(x=hard, c=list(coin)))
    write(folder, "small", table_of(x=hard[:400], c=list(coin[:400])))
    rare = np.where(np.arange(600) < 19, "p", "q")
    write(folder, "rare", table_of(x=hard, c=list(rng.permutation(rare))))
    write(folder, "single", table_of(x=hard, c=list(np.where(hard > 0, "p", "q"))))
    a, b = rng.integers(0, 2, 600), rng.integers(0, 2, 600)
    write(folder, "xor", table_of(x=a, z=b, c=list(np.where(a ^ b, "p", "q"))))
    # Every row twice, so that a tree that has seen one knows the other, wherever it falls.
    (folder / "thin.arff").write_text(
        "@relation t\n@attribute x numeric\n@attribute c {p,q}\n@data\n"
        + "".join(f"{{0 {x:.4f}, 1 {k}}}\n" for x, k in zip(hard, coin, strict=True))
    )
    return folder


def test_each_rule_fails_what_it_is_for(pool):
    suite = pb.Suite.create(
        "pool", pool, target="c", constraints="cc18", exclude=list(COMPUTED), created=WHEN
    )
    verdicts = suite.verdicts()
    fails = verdicts[verdicts.verdict == "fail"].groupby("dataset").rule.agg(set).to_dict()
    assert fails == {
        "small": {"(a) size"},
        "rare": {"(c) smallest class", "(d) balance"},
        "single": {"one attribute"},
        "xor": {"decision tree"},
        "thin": {"sparse"},
    }
    assert suite.task_names == ("good",)
    rules = [c.rule for c in CC18] + list(COMPUTED)
    for _, mine in verdicts.groupby("dataset"):
        assert sorted(mine.rule) == sorted(rules)
    small = verdicts[(verdicts.dataset == "small") & (verdicts.rule == "(a) size")].iloc[0]
    assert (small.value, small.threshold) == (400.0, ">= 500 and <= 100000")
    rare = verdicts[(verdicts.dataset == "rare") & (verdicts.rule == "(d) balance")].iloc[0]
    assert rare.value == 19 / 581
    assert suite.constraints == CC18
    assert set(suite.qualities) == {"good", "small", "rare", "single", "xor", "thin"}


def test_too_many_levels_fail_one_hot(tmp_path):
    words = [f"w{i}" for i in range(5001)]
    frame = pd.DataFrame({"w": words, "c": ["p", "q", "q"] * 1667})
    frame.to_csv(tmp_path / "words.csv", index=False)
    suite = pb.Suite.create("wide", tmp_path, target="c", exclude=["one-hot"], created=WHEN)
    verdict = suite.candidates[0]
    assert (verdict.value, verdict.verdict) == (5001.0, "fail")


def test_any_quality_with_a_range(pool):
    ranges = {"NumberOfInstances": (None, 599), "Dimensionality": (0.001, None), "Unheard": (1, 2)}
    suite = pb.Suite.create("small", pool, target="c", constraints=ranges, created=WHEN)
    assert suite.task_names == ("small",)
    rows = suite.verdicts().set_index(["dataset", "rule"])
    assert rows.loc[("good", "NumberOfInstances"), "verdict"] == "fail"
    assert rows.loc[("small", "Unheard"), "verdict"] == "unknown"
    with pytest.raises(SuiteError, match="unknown for `small: Unheard`"):
        suite.freeze()
    assert suite.freeze(accept_unknown=True).status == "active"


def test_declared_flags_need_a_reason_and_unknown_is_not_passed(pool):
    flag = {"dataset": "good", "flag": "artificial", "reason": "drawn", "source": "rng"}
    suite = pb.Suite.create("d", pool, target="c", exclude="artificial", flags=[flag], created=WHEN)
    assert "good" not in suite.task_names
    assert suite.exclusions[0].reason == "drawn"
    verdicts = suite.verdicts().set_index("dataset").verdict
    assert (verdicts["good"], verdicts["small"]) == ("fail", "unknown")
    cleared = pb.Suite.create(
        "d", pool, target="c", exclude="artificial", flags=[{**flag, "holds": False}], created=WHEN
    )
    assert cleared.verdicts().set_index("dataset").verdict["good"] == "pass"
    for change in ({"reason": " "}, {"flag": "ugly"}, {"dataset": "z"}):
        with pytest.raises(ArgumentError):
            pb.Suite.create("d", pool, target="c", flags=[{**flag, **change}])


@pytest.mark.parametrize(
    ("argument", "value"),
    [
        ("constraints", "cc19"),
        ("constraints", {"NumberOfInstances": 5}),
        ("constraints", {"NumberOfInstances": (None, None)}),
        ("constraints", {"NumberOfInstances": (5, 4)}),
        ("constraints", [1]),
        ("constraints", [CC18[0], CC18[0]]),
        ("exclude", "ugly"),
        ("classes", "all"),
        ("keep", 3),
    ],
)
def test_rules_that_are_none_are_refused(pool, argument, value):
    with pytest.raises(ArgumentError, match=argument):
        pb.Suite.create("d", pool, target="c", **{argument: value})


def test_a_table_of_qualities_is_a_source():
    frame = pd.DataFrame(
        {"NumberOfInstances": [150, 1000], "openml_id": [61, 31], "task_id": [59, 31]},
        index=["iris", "credit-g"],
    )
    suite = pb.Suite.create("t", frame, constraints=CC18[:2], exclude="cc18", created=WHEN)
    assert suite.task_names == ("credit-g",)
    task = suite.tasks[0]
    assert (task.openml_id, task.dataset.openml_id, task.splits) == (31, 31, None)
    rows = suite.verdicts().set_index(["dataset", "rule"]).verdict
    assert rows["iris", "(a) size"] == "fail"
    assert {rows["credit-g", name] for name in (*COMPUTED, *DECLARED)} == {"unknown"}
    assert rows["credit-g", "(b) width"] == "unknown"
    with pytest.raises(SuiteError, match="none"):
        load_data(suite, task)


def test_a_selection_or_a_landscape_chooses(pool):
    rng = np.random.default_rng(0)
    names = ["good", "rare", "single", "small", "thin", "xor"]
    place = pd.DataFrame(rng.normal(size=(6, 3)), index=names)
    chosen = pb.select(place, 2, seed=1)
    suite = pb.Suite.create("d", pool, target="c", keep=chosen, created=WHEN)
    assert set(suite.task_names) == set(chosen.names)
    out = suite.verdicts().set_index("dataset")
    assert (out.rule == "chosen").all()
    assert out.threshold.iloc[0] == "chosen by farthest-first/cosine, 2 of 6 datasets"
    covered = pb.coverage(np.repeat(names, 4), np.repeat([0, 1, 0, 1, 0, 1], 4))
    stand = covered.representatives(90)
    suite = pb.Suite.create("d", pool, target="c", keep=stand, created=WHEN)
    assert set(suite.task_names) == {name for region in stand.members for name in region}


def test_cc18_passes_its_own_rules(shared):
    suite = pb.Suite.shipped("OpenML-CC18")
    rows = suite.verdicts()
    ranged = rows[rows.rule.isin([c.rule for c in CC18])]
    assert len(suite.tasks) == 72
    assert len(ranged) == 72 * 5
    assert (ranged.verdict == "pass").all()
    car = ranged[(ranged.dataset == "car") & (ranged.rule == "(d) balance")].iloc[0]
    assert round(car.value, 4) == 0.0537
    bounds = ranged[ranged.note.str.startswith("a bound")]
    assert set(bounds.dataset) == {"mnist_784", "Devnagari-Script", "CIFAR_10", "Fashion-MNIST"}
    assert (bounds.rule == "(c) smallest class").all()
    assert bounds.set_index("dataset").value["mnist_784"] == 0.80 * 70000 / 10
    assert suite.status == "active"
    with (shared / "data" / "openml" / "cc18.csv").open(newline="") as file:
        table = {row["name"]: row for row in csv.DictReader(file)}
    assert {t.name: str(t.openml_id) for t in suite.tasks} == {
        name: row["task_id"] for name, row in table.items()
    }
    assert {t.name: str(t.dataset.openml_id) for t in suite.tasks} == {
        name: row["data_id"] for name, row in table.items()
    }
    for name, row in table.items():
        assert suite.qualities[name]["NumberOfInstances"] == float(row["n_instances"])
        assert suite.qualities[name]["NumberOfFeatures"] == float(row["n_features"])


def test_a_dataset_just_below_a_limit_of_cc18_is_out():
    figures = {"NumberOfInstances": [499, 500], "NumberOfFeatures": [5000, 5000]}
    exact = {
        "NumberOfClasses": [2, 2],
        "MinorityClassSize": [20, 20],
        "MajorityClassSize": [400, 399],
    }
    frame = pd.DataFrame({**figures, **exact}, index=["a", "b"])
    frame["MinorityToMajority"] = frame.MinorityClassSize / frame.MajorityClassSize
    rows = pb.Suite.create("t", frame, constraints="cc18").verdicts()
    fails = rows[rows.verdict == "fail"]
    assert list(zip(fails.dataset, fails.rule, strict=True)) == [
        ("a", "(a) size"),
        ("a", "(d) balance"),
    ]
