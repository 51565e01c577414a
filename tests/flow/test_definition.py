import subprocess
import sys

import pytest

from pybench.base.errors import ArgumentError, EnvironmentProblem, StudyError
from pybench.flow import definition
from pybench.flow.definition import made_estimators, read_definition, refuse_overwriting
from pybench.flow.engine import WRITTEN, study
from pybench.flow.fields import PARTS

GOOD = """\
name: Mine
data:
  datasets: [iris, wine]
  folds: 3
estimators:
  tree: sklearn.tree.DecisionTreeClassifier
parts:
  comparison: true
  selection: {size: 2}
"""


def read(folder, text):
    (folder / "s.yaml").write_text(text)
    return read_definition(folder / "s.yaml", trust=True)


def test_what_is_said_and_what_holds_without(tmp_path):
    found = read(tmp_path, GOOD)
    assert (found.name, found.seed, found.source, found.asked) == ("Mine", 0, "datasets", True)
    assert (found.data["datasets"], found.data["folds"]) == (["iris", "wine"], 3)
    assert list(found.parts) == ["comparison", "selection"]
    assert found.parts["selection"] == {"size": 2, "strategy": "farthest-first", "metric": "cosine"}
    assert found.lines["parts.selection.size"] == 9
    every = read(tmp_path, GOOD.partition("parts:")[0])
    without = {"metrics", "pareto", "items"}  # their data are not given
    assert list(every.parts) == [name for name in PARTS if name not in without]
    assert not every.asked


def test_paths_start_at_the_study(tmp_path, monkeypatch):
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "t.csv").write_text("dataset,a,b\nx,1,2\ny,2,1\n")
    monkeypatch.chdir("/")
    text = "name: n\ndata: {results: t.csv, higher_is_better: false}\n"
    found = read(tmp_path / "inner", text)
    assert found.data["results"] == tmp_path / "inner" / "t.csv"
    assert found.data["higher_is_better"] is False


@pytest.mark.parametrize(
    ("old", "new", "field", "line", "said"),
    [
        ("name: Mine\n", "", "name", 1, "found none"),
        ("name: Mine", "name: 7", "name", 1, "found the number `7`"),
        ("folds: 3", "fold: 3", "data.fold", 4, "Did you mean `folds`?"),
        ("folds: 3", "folds: three", "data.folds", 4,
         "expected a whole number, at least 2, found the string `three`"),
        ("folds: 3", "folds: 1", "data.folds", 4, "at least 2, found the number `1`"),
        ("folds: 3", "folds: true", "data.folds", 4, "found `true`"),
        ("folds: 3", "procedure: crossvalidaton", "data.procedure", 4, "`crossvalidation`?"),
        ("folds: 3", "metric: accuracy", "data.metric", 4, "does not apply to datasets"),
        ("folds: 3", "suite: .", "data", 3, "found `suite`, `datasets`"),
        ("datasets: [iris, wine]", "datasets: nowhere", "data.datasets", 3,
         "a file or folder that is there, found `nowhere`"),
        ("datasets: [iris, wine]", "datasets: []", "data.datasets", 3,
         "found an empty list"),
        ("name: Mine", "name: Mine\nseed: 99999999999999999999", "seed", 2,
         "a whole number from 0 to 9007199254740991, found the number"),
        ("datasets: [iris, wine]", "datasets: {iris: 1}", "data.datasets", 3,
         "found names with values"),
        ("  tree: sklearn.tree.DecisionTreeClassifier\n", "", "estimators", 1, "found none"),
        ("estimators:\n  tree: sklearn.tree.DecisionTreeClassifier", "estimators: [a]",
         "estimators", 5, "found a list"),
        ("comparison: true", "comparson: true", "parts.comparson", 8, "Did you mean `comparison`"),
        ("comparison: true", "comparison: yes please", "parts.comparison", 8,
         "expected names with values, found the string"),
        ("comparison: true", "landscape: true", "parts.landscape", 8,
         "the part `features`, which landscape requires"),
        ("{size: 2}", "{size: 2, metrc: cosine}", "parts.selection.metrc", 9, "`metric`?"),
        ("{size: 2}", "{metric: manhattan}", "parts.selection.metric", 9,
         "one of cosine, euclidean, found the string `manhattan`"),
        ("{size: 2}", "{size: 2.5}", "parts.selection.size", 9, "found the number `2.5`"),
        ("{size: 2}", "{strategy: [a]}", "parts.selection.strategy", 9, "a string, found a list"),
        ("selection: {size: 2}", "protocol: {sizes: 9 to 2}", "parts.protocol.sizes", 9,
         "whole numbers, at least 2, as [2, 3, 4] or 2 to 4"),
        ("selection: {size: 2}", "protocol: {sizes: [2, x]}", "parts.protocol.sizes", 9,
         "found the string `x`"),
        ("comparison: true", "comparison: {alpha: 2}", "parts.comparison.alpha", 8,
         "a number from 0 to 1, without 0 and 1, found the number `2`"),
        ("comparison: true", "comparison: {alpha: 0}", "parts.comparison.alpha", 8,
         "a number from 0 to 1, without 0 and 1, found the number `0`"),
        ("comparison: true", "comparison: {alpha: 1.0}", "parts.comparison.alpha", 8,
         "without 0 and 1, found the number `1.0`"),
        ("comparison: true", "features: true\n  landscape: {threshold: 0}",
         "parts.landscape.threshold", 9, "from 0 to 100, without 0, found the number `0`"),
        ("comparison: true", "comparison: {mcm: maybe}", "parts.comparison.mcm", 8,
         "true or false, found the string `maybe`"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_refused_where_it_is(tmp_path, old, new, field, line, said):
    assert old in GOOD
    with pytest.raises(StudyError) as caught:
        read(tmp_path, GOOD.replace(old, new))
    error = caught.value
    assert (error.field, error.line, error.file) == (field, line, str(tmp_path / "s.yaml"))
    assert said in str(error)
    assert error.expected
    assert error.found
    assert error.hint


@pytest.mark.parametrize(
    ("data", "field", "said"),
    [
        ("{}", "data", "one of suite, datasets, results, items, found none"),
        ("iris", "data", "names with values"),
        ("{results: s.yaml}", "data", "`higher_is_better`"),
        ("{results: s.yaml, higher_is_better: 1}", "data.higher_is_better", "true or false"),
        ("{results: s.yaml, higher_is_better: true, folds: 3}", "data.folds", "of results"),
    ],
)
def test_sources(tmp_path, data, field, said):
    with pytest.raises(StudyError) as caught:
        read(tmp_path, f"name: n\ndata: {data}\n")
    assert (caught.value.field, caught.value.line) == (field, 2)
    assert said in str(caught.value)


def test_estimators_beside_results_are_refused(tmp_path):
    text = GOOD.replace("datasets: [iris, wine]", "results: s.yaml\n  higher_is_better: true")
    with pytest.raises(StudyError, match="no estimators beside results"):
        read(tmp_path, text.replace("  folds: 3\n", ""))


def test_numbers_with_exponents_are_numbers(tmp_path):
    """YAML 1.1 takes 1e-3 for a text."""
    text = GOOD.replace("comparison: true", "comparison: {rope: 1e-3}")
    assert read(tmp_path, text).parts["comparison"]["rope"] == 1e-3


def test_spans_and_lists_of_numbers(tmp_path):
    for said, sizes in (("2 to 4", [2, 3, 4]), ("[4, 2, 4]", [2, 4]), ("3", [3])):
        text = GOOD.replace("selection: {size: 2}", f"protocol: {{sizes: {said}}}")
        assert read(tmp_path, text).parts["protocol"]["sizes"] == sizes


def test_estimators_of_a_file_with_a_module_beside_it(tmp_path):
    (tmp_path / "e.yaml").write_text("mine: {class: ownmodel.Mine, file: ownmodel.py}\n")
    text = GOOD.partition("estimators:")[0] + "estimators: e.yaml\n"
    with pytest.raises(EnvironmentProblem, match=r"ownmodel\.py"):
        read(tmp_path, text)
    (tmp_path / "ownmodel.py").write_text("Mine = None\n")
    assert read(tmp_path, text).estimators["mine"]["file"] == str(tmp_path / "ownmodel.py")
    here = text.replace("e.yaml", "{mine: {class: ownmodel.Mine, file: ownmodel.py}}")
    assert read(tmp_path, here).estimators == read(tmp_path, text).estimators


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("sklearn.tree.DecisionTree", "DecisionTree"),
        ("{class: sklearn.tree.DecisionTreeClassifier, parameters: {depth: 1}}", "depth"),
        ("sklearn.linear_model.LinearRegression", "a regressor"),
        ("tree", "`tree`"),
    ],
)
def test_estimators_that_cannot_be_made_are_refused_at_their_line(tmp_path, said, found):
    definition = read(tmp_path, GOOD.replace("sklearn.tree.DecisionTreeClassifier", said))
    with pytest.raises(StudyError) as caught:
        made_estimators(definition)
    assert (caught.value.line, caught.value.field) == (6, "estimators.tree")
    assert found in str(caught.value)
    assert not isinstance(caught.value, ArgumentError)


def test_optional_parts_are_not_made(tmp_path):
    text = GOOD.replace("comparison: true", "comparison: false")
    assert list(read(tmp_path, text).parts) == ["selection"]


@pytest.mark.parametrize(
    ("data", "out", "place"),
    [
        ("results: results.csv", ".", "data.results"),
        ("results: run/results.csv", "run", "data.results"),
        ("results: run/comparison/scores.csv", "run", "data.results"),
        ("results: run/mine.csv", "run", None),
        ("results: results.csv", "run", None),
        ("results: 'pybench:demsar2006.csv'", ".", None),
        ("results: run/mine.csv, series: .", "run", "data.series"),
        ("results: run/mine.csv, features: results.csv", ".", "data.features"),
        ("datasets: .", "run/out", "data.datasets"),
        ("datasets: run", "run", "data.datasets"),
        ("datasets: run", "out", None),
    ],
)
def test_a_study_does_not_write_over_what_it_reads(tmp_path, data, out, place):
    from pybench.flow.engine import study

    (tmp_path / "run" / "comparison").mkdir(parents=True)
    files = ("results.csv", "run/results.csv", "run/comparison/scores.csv", "run/mine.csv")
    for name in files:
        (tmp_path / name).write_text("dataset,a\nx,1\n")
    file = tmp_path / "s.yaml"
    more = "higher_is_better: true" if "results" in data else "kind: tabular"
    estimators = "" if "results" in data else "estimators: {t: k.K}\n"
    file.write_text(f"name: n\ndata: {{{data}, {more}}}\n{estimators}parts: {{}}\n")
    if place is None:
        refuse_overwriting(read_definition(file), tmp_path / out, WRITTEN)
        return
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(StudyError, match="would change") as caught:
        study(file, tmp_path / out)
    assert (caught.value.field, caught.value.line) == (place, 2)
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize(
    ("part", "field", "name"),
    [
        ("features", "representation", "tsfrsh"),
        ("selection", "strategy", "farthest"),
        ("protocol", "strategies", "[random, nothing]"),
        ("optimality", "settings", "[b-T2, b-T99]"),
    ],
)
def test_names_that_no_room_knows_are_refused_at_their_line(tmp_path, part, field, name):
    top = GOOD.partition("parts:")[0]
    found = read(tmp_path, f"{top}parts:\n  {part}: {{{field}: {name}}}\n")
    with pytest.raises(StudyError) as caught:
        definition.refuse_unknown(found)
    assert (caught.value.field, caught.value.line) == (f"parts.{part}.{field}", 8)
    definition.refuse_unknown(read(tmp_path, top))


@pytest.mark.parametrize("path", ["x" * 300, "a/" * 3000, "pybench:nothing.csv", "pybench:.."])
def test_a_path_that_leads_nowhere_is_refused_at_its_line(tmp_path, path):
    with pytest.raises(StudyError) as caught:
        read(tmp_path, f"name: n\ndata:\n  results: '{path}'\n  higher_is_better: true\n")
    assert (caught.value.field, caught.value.line) == ("data.results", 3)


def test_a_number_that_cannot_be_written_is_refused(tmp_path):
    with pytest.raises(StudyError) as caught:
        read(tmp_path, GOOD.replace("folds: 3", f"folds: -0x{'f' * 5000}"))
    assert caught.value.field == "data.folds"


@pytest.mark.parametrize("code", ["def broken(:\n", "raise RuntimeError('mine')\n", "1 / 0\n"])
def test_a_module_that_cannot_be_imported_is_refused_at_its_line(tmp_path, monkeypatch, code):
    monkeypatch.setattr("sys.path", list(sys.path))
    (tmp_path / "brokenmodule.py").write_text(code)
    said = "{class: brokenmodule.K, file: brokenmodule.py}"
    found = read(tmp_path, GOOD.replace("sklearn.tree.DecisionTreeClassifier", said))
    with pytest.raises(StudyError) as caught:
        made_estimators(found)
    assert (caught.value.field, caught.value.line) == ("estimators.tree", 6)


def test_a_relative_import_path_is_refused_at_its_line(tmp_path):
    found = read(tmp_path, GOOD.replace("sklearn.tree.", ".tree."))
    with pytest.raises(StudyError) as caught:
        made_estimators(found)
    assert caught.value.field == "estimators.tree"


@pytest.mark.parametrize("other", ["series: d", "features: f.parquet"])
def test_each_says_nothing_of_series_that_are_given(tmp_path, other):
    (tmp_path / "d").mkdir()
    (tmp_path / "f.parquet").write_bytes(b"")
    text = "name: n\ndata: {results: 'pybench:demsar2006.csv', higher_is_better: true%s}\n"
    parts = "parts:\n  features: {each: 5}\n"
    with pytest.raises(StudyError) as caught:
        read(tmp_path, text % f", {other}" + parts)
    assert (caught.value.field, caught.value.line) == ("parts.features.each", 4)
    assert read(tmp_path, text % f", {other}" + "parts:\n  features: true\n").parts["features"]


def test_names_are_checked_without_loading_what_bears_them(tmp_path):
    """A study whose parts are all made begins at once: tsfresh alone takes longer than the rest."""
    (tmp_path / "study.yaml").write_text(GOOD.partition("parts:")[0] + "parts: {features: true}\n")
    script = """
import sys
from pybench.features.representation import versions_of
from pybench.flow import definition
found = definition.read_definition(sys.argv[1])
definition.refuse_unknown(found)
assert found.parts["features"]["representation"] == "tsfresh"
assert {"tsfresh", "numba"} < set(versions_of("tsfresh"))
sys.exit(str(sorted({"tsfresh", "numba", "sklearn"} & set(sys.modules))))
"""
    done = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path / "study.yaml")],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.stderr.strip() == "[]"


def test_a_size_of_memory_that_is_none_is_refused_at_its_line(tmp_path):
    path = tmp_path / "s.yaml"
    path.write_text(
        "name: x\ndata: {datasets: [iris, wine]}\nestimators: {a: sklearn.svm.SVC}\n"
        "run: {memory: lots}\n"
    )
    with pytest.raises(StudyError, match=r"`run\.memory`: expected bytes, or a string") as caught:
        study(path, tmp_path / "out")
    assert caught.value.line == 4
    assert not (tmp_path / "out").exists()
