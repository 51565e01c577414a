import platform
from importlib import metadata
from pathlib import Path

import numpy as np
import pytest

import pybench as pb
from pybench.base.errors import EnvironmentProblem
from pybench.bridge import locate
from pybench.flow.state import NotPossible, versions

SELECTION = "  selection: {size: 3, strategy: random}\n"
OPTIMALITY = "  optimality: {estimators: {f: sklearn.tree.DecisionTreeClassifier}}\n"


def digests(state, **made):
    """Make parts of these values, so that others can rest on them."""
    for name, value in made.items():
        state.cache.part(name, dict, lambda value=value: {"x": value})


def test_a_part_rests_on_each_of_its_settings(making):
    inputs = making(SELECTION).inputs("selection")
    changes = {"size": "2", "strategy": "k-means", "metric": "euclidean"}
    for name, value in changes.items():
        said = {"size": "3", "strategy": "random", "metric": "cosine", name: value}
        text = ", ".join(f"{key}: {one}" for key, one in said.items())
        other = making(f"  selection: {{{text}}}\n").inputs("selection")
        assert {key for key in inputs if inputs[key] != other[key]} == {name}
    assert set(changes) <= set(inputs)


def test_a_part_rests_on_definitions_of_estimators(making):
    inputs = making(OPTIMALITY).inputs("optimality")["estimators"]
    assert making(OPTIMALITY).inputs("optimality")["estimators"] == inputs
    for old, new in (("f:", "g:"), ("Decision", "Extra")):
        changed = OPTIMALITY.replace(old, new)
        assert making(changed).inputs("optimality")["estimators"] != inputs


def test_a_part_rests_on_seed_and_versions_and_not_on_the_number_of_processes(making):
    state = making(SELECTION)
    inputs = state.inputs("selection")
    assert inputs["version of numpy"] == metadata.version("numpy")
    state.versions = {**state.versions, "numpy": "0"}
    assert state.inputs("selection") != inputs
    text = (making.folder / "study.yaml").read_text()
    assert making(text=text.replace("jobs: 1", "jobs: 2")).inputs("selection") == inputs
    assert making(text=text.replace("jobs: 1", "jobs: 1\nseed: 9")).inputs("selection") != inputs


def test_a_part_rests_on_what_others_hold_not_on_how_they_were_made(making):
    state = making(SELECTION)
    digests(state, results=1, comparison=2)
    inputs = state.inputs("selection", "results")
    assert "part comparison" not in inputs
    assert inputs["part results"] == state.cache.digest("results")
    other = making(SELECTION.replace("3", "2"))
    digests(other, results=1)
    assert other.inputs("selection", "results")["part results"] == inputs["part results"]


def test_the_engine_counts_only_where_it_computes(making):
    state = making(SELECTION)
    assert "engine" not in state.inputs("selection")
    assert state.inputs("selection", engine=True)["engine"] == "python"
    state.engine = "r"
    assert state.inputs("selection", engine=True)["engine"] == "r"


def test_without_r_python_alone_computes_and_says_so(making):
    """Left open, what R cannot do is done without it, from there on; asked for, it is an error."""
    table = pb.read_results(
        [[1.0, 2, 3], [3, 2, 1], [2, 3, 1]], higher_is_better=True, datasets=list("xyz"),
        classifiers=list("abc"),
    )  # fmt: skip
    asked = []

    def compute(engine):
        asked.append(engine)
        if engine != "python":
            raise EnvironmentProblem("no R here")
        return pb.friedman(table, engine=engine)

    making()
    text = (making.folder / "study.yaml").read_text()
    state = making(text=text.replace("engine: python", "engine: auto"))
    state.engine = "both"
    assert state.in_languages(compute).to_dict() == pb.friedman(table, engine="python").to_dict()
    assert (state.engine, asked) == ("python", ["both", "python"])
    assert ["no R here" in one for one in making.said] == [True]
    state.in_languages(compute)
    assert asked == ["both", "python", "python"]
    assert len(making.said) == 1
    for engine in ("both", "r"):
        state = making(text=text.replace("engine: python", f"engine: {engine}"))
        with pytest.raises(EnvironmentProblem, match="no R here"):
            state.in_languages(compute)
        assert (state.engine, asked[-1]) == (engine, engine)


def test_versions_are_those_installed():
    found = versions()
    assert found.pop("python") == platform.python_version()
    assert found.pop("pybench") == pb.__version__
    assert found == {name: metadata.version(name) for name in found}
    assert {"numpy", "scipy", "pandas", "scikit-learn"} == set(found)


def test_what_r_computes_rests_on_r(making, monkeypatch):
    state = making(SELECTION)
    assert not [name for name in state.inputs("selection", engine=True) if "R" in name]
    monkeypatch.setattr(locate, "find_r", lambda: locate.RInstallation(Path("/nowhere"), "4.0.0"))
    monkeypatch.setattr(locate, "libraries", lambda r: [making.folder])
    (making.folder / "kohonen").mkdir()
    (making.folder / "kohonen" / "DESCRIPTION").write_text("Package: kohonen\nVersion: 3.0.1\n")
    state.engine = "both"
    inputs = state.inputs("selection", engine=True)
    assert (inputs["version of R"], inputs["version of kohonen"]) == ("4.0.0", "3.0.1")
    assert inputs["R package pybench"].startswith("R-4.0.0-")


def test_scores_that_cannot_be_ranked(making):
    state = making(SELECTION)
    for rows, names, missing, why in (
        ([[1.0, 2]], "ab", "error", "2 datasets or more"),
        ([[1.0], [2]], "a", "error", "2 methods or more"),
        ([[1.0, 2], [2, np.nan]], "ab", "keep", "1 score missing"),
    ):
        state.table = pb.read_results(
            rows, higher_is_better=True, datasets=list("xyz"[: len(rows)]),
            classifiers=list(names), missing=missing,
        )  # fmt: skip
        with pytest.raises(NotPossible, match=why):
            state.scores()
