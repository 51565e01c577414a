"""What a stranger's file names: nothing of it is imported or called before it is trusted."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import pybench as pb
from pybench.base.errors import ArgumentError, InputError, NotTrusted, StudyError
from pybench.suite.running.definitions import made, read_estimators

#: A module that tells when it is imported, and a classifier in it.
MODULE = """
from pathlib import Path
from sklearn.tree import DecisionTreeClassifier
from {helper} import DEPTH

(Path(__file__).parent / "imported").touch()

class Mine(DecisionTreeClassifier):
    pass

def mine():
    return Mine(max_depth=DEPTH)
"""


@pytest.fixture(autouse=True)
def own_settings(tmp_path, monkeypatch):
    """Keep what is trusted in a folder of the test."""
    monkeypatch.setenv("PYBENCH_CONFIG", str(tmp_path / "config"))


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "given").mkdir()
    return tmp_path / "given"


@pytest.fixture
def theirs(folder, request):
    """Return a file of estimators with a module beside it that imports another."""
    name = f"theirs_{abs(hash(request.node.name))}"
    (folder / f"{name}.py").write_text(MODULE.format(helper=f"help_{name}"))
    (folder / f"help_{name}.py").write_text("DEPTH = 1\n")
    file = folder / "e.yaml"
    file.write_text(f"own: {{class: {name}.Mine, file: {name}.py}}\n")
    yield file
    for one in (name, f"help_{name}"):
        sys.modules.pop(one, None)


def written(folder, text, name="e.yaml"):
    (folder / name).write_text(text, encoding="utf-8")
    return folder / name


CALLS = {
    "os.system": "{class: os.system, parameters: {command: 'echo > PLACE'}}",
    "posix.system": "{class: posix.system, parameters: {command: 'echo > PLACE'}}",
    "subprocess.Popen": "{class: subprocess.Popen, parameters: {args: [touch, PLACE]}}",
    "subprocess.getoutput": "{class: subprocess.getoutput, parameters: {cmd: 'echo > PLACE'}}",
    "builtins.exec": '{class: builtins.exec, parameters: {source: \'open("PLACE", "w")\'}}',
    "builtins.eval": '{class: builtins.eval, parameters: {source: \'open("PLACE", "w")\'}}',
    "builtins.open": "{class: builtins.open, parameters: {file: PLACE, mode: w}}",
    "operator.attrgetter": "{class: operator.attrgetter}",
    "pathlib.Path.touch": "{class: pathlib.Path.touch}",
    "sklearn.utils._testing.check_output": "{class: sklearn.utils._testing.check_output, "
    "parameters: {args: [touch, PLACE]}}",
    "sklearn.utils.parallel_config": "{class: sklearn.utils.parallel_config}",
    "sklearn.utils.shuffle": "{class: sklearn.utils.shuffle}",
    "sklearn.pipeline.make_pipeline": "{class: sklearn.pipeline.make_pipeline}",
    "sklearn.datasets.load_files": "{class: sklearn.datasets.load_files, "
    "parameters: {container_path: PLACE}}",
    "pybench.cli.main.run": "{class: pybench.cli.main.run}",
    "pybench.run": "{class: pybench.run}",
}
WRAPPED = {
    "as it is": "b: %s\n",
    "a step": "b: {steps: [%s, sklearn.svm.SVC]}\n",
    "a parameter": "b: {class: sklearn.ensemble.BaggingClassifier, parameters: {estimator: %s}}\n",
    "in a list": "b: {class: sklearn.ensemble.VotingClassifier, "
    "parameters: {estimators: [[x, %s]]}}\n",
    "an estimator": "b: {estimator: %s}\n",
}


@pytest.mark.parametrize("trust", [False, True])
@pytest.mark.parametrize("wrapped", WRAPPED)
@pytest.mark.parametrize("named", CALLS)
def test_what_is_no_estimator_is_never_called(named, wrapped, trust, folder, flowers, tmp_path):
    place = tmp_path / "written"
    file = written(folder, WRAPPED[wrapped] % CALLS[named].replace("PLACE", str(place)))
    with pytest.raises((InputError, ArgumentError)) as caught:
        pb.run(flowers, read_estimators(file, trust=trust), out=tmp_path / "run", workers=1)
    assert not place.exists()
    assert "`b`" in str(caught.value)
    assert named in str(caught.value)


@pytest.mark.parametrize("named", CALLS)
def test_nor_where_python_gives_the_definition(named, tmp_path):
    import yaml

    place = tmp_path / "written"
    with pytest.raises(ArgumentError, match="estimator `b`"):
        made(yaml.safe_load(CALLS[named].replace("PLACE", str(place))), "b")
    assert not place.exists()


def test_nothing_of_a_module_runs_before_it_is_trusted(theirs, flowers, tmp_path):
    name = next(theirs.parent.glob("theirs_*.py"))
    with pytest.raises(NotTrusted) as caught:
        read_estimators(theirs)
    assert not (theirs.parent / "imported").exists()
    said, error = str(caught.value), caught.value
    assert error.exit_code == 5
    assert error.file == str(theirs)
    for told in ("`own`", f"{name.stem}.Mine", str(name), f"help_{name.name}", "--trust"):
        assert told in said
    import hashlib

    assert hashlib.sha256(name.read_bytes()).hexdigest()[:12] in said
    assert "trust=True" in said
    table = pb.run(flowers, read_estimators(theirs, trust=True), out=tmp_path / "run", workers=2)
    assert (theirs.parent / "imported").exists()
    assert (table.scores > 0.5).all()


def test_content_is_trusted_once_and_a_change_asks_again(theirs):
    read_estimators(theirs, trust=True)
    read_estimators(theirs)
    for changed in sorted(theirs.parent.glob("*.py")):
        changed.write_text(changed.read_text() + "# changed\n")
        with pytest.raises(NotTrusted):
            read_estimators(theirs)
        read_estimators(theirs, trust=True)
        read_estimators(theirs)
    theirs.write_text(theirs.read_text().replace("}", ", parameters: {max_depth: 1}}"))
    with pytest.raises(NotTrusted):
        read_estimators(theirs)


def test_another_estimator_of_a_known_package_does_not_ask_again(theirs):
    read_estimators(theirs, trust=True)
    theirs.write_text(theirs.read_text() + "svm: sklearn.svm.SVC\n")
    assert list(read_estimators(theirs)) == ["own", "svm"]


def test_the_same_content_in_another_folder_is_trusted(theirs, tmp_path):
    import shutil

    read_estimators(theirs, trust=True)
    shutil.copytree(theirs.parent, tmp_path / "copy")
    read_estimators(tmp_path / "copy" / "e.yaml")


def test_a_function_of_ones_own_module_needs_trust_and_runs(theirs, flowers, tmp_path):
    theirs.write_text(theirs.read_text().replace(".Mine", ".mine"))
    with pytest.raises(NotTrusted):
        read_estimators(theirs)
    pb.run(flowers, read_estimators(theirs, trust=True), out=tmp_path / "run", workers=1)


def test_what_cannot_be_kept_is_trusted_for_this_once(theirs, tmp_path, monkeypatch, caplog):
    (tmp_path / "taken").write_text("")
    monkeypatch.setenv("PYBENCH_CONFIG", str(tmp_path / "taken" / "config"))
    assert list(read_estimators(theirs, trust=True)) == ["own"]
    assert "asked again" in caplog.text
    with pytest.raises(NotTrusted):
        read_estimators(theirs)


@pytest.mark.parametrize("dotted", ["theirs", "theirs.sub"])
def test_a_module_on_the_path_is_not_imported_before_it_is_trusted(dotted, tmp_path, monkeypatch):
    package = tmp_path / "theirs_on_path"
    package.mkdir()
    for name in ("__init__", "sub"):
        (package / f"{name}.py").write_text(
            "from pathlib import Path\nPath(__file__).with_suffix('.imported').touch()\n"
            "class Mine:\n    fit = predict = None\n"
        )
    monkeypatch.syspath_prepend(tmp_path)
    path = dotted.replace("theirs", "theirs_on_path")
    with pytest.raises(NotTrusted, match=r"theirs_on_path.__init__\.py"):
        read_estimators(written(tmp_path, f"a: {path}.Mine"))
    assert not list(package.glob("*.imported"))
    monkeypatch.undo()


def test_a_module_that_bears_the_name_of_a_known_package_is_not_known(tmp_path):
    """In the current folder, where `python -m` looks first."""
    (tmp_path / "xgboost.py").write_text("open('imported', 'w')\nclass XGBClassifier: pass\n")
    forged = tmp_path / "xgboost-2.0.dist-info"
    forged.mkdir()
    (forged / "METADATA").write_text("Metadata-Version: 2.1\nName: xgboost\nVersion: 2.0\n")
    (forged / "RECORD").write_text("xgboost.py,,\n")
    written(tmp_path, "a: xgboost.XGBClassifier")
    script = "import pybench as pb; pb.read_estimators('e.yaml')"
    found = subprocess.run(
        [sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert "NotTrusted" in found.stderr
    assert str(tmp_path / "xgboost.py") in found.stderr
    assert not (tmp_path / "imported").exists()


OUTSIDE = {
    "..": lambda folder, outside: "../outside.py",
    "..., not there": lambda folder, outside: "../none.py",
    "absolute": lambda folder, outside: str(outside),
    "absolute, inside": lambda folder, outside: str(folder / "inside.py"),
    "a link": lambda folder, outside: (folder / "linked.py").symlink_to(outside) or "linked.py",
    "a folder that is a link": lambda folder, outside: (
        (folder / "linked").symlink_to(outside.parent) or "linked/outside.py"
    ),
}


@pytest.mark.parametrize("trust", [False, True])
@pytest.mark.parametrize("which", OUTSIDE)
def test_a_file_stays_in_the_folder(which, trust, folder, tmp_path):
    for place in (tmp_path / "outside.py", folder / "inside.py"):
        place.write_text("open('imported', 'w')\n")
    said = OUTSIDE[which](folder, tmp_path / "outside.py")
    file = written(folder, f"a: {{class: outside.Mine, file: {said}}}")
    with pytest.raises(InputError, match="in the folder of") as caught:
        read_estimators(file, trust=trust)
    assert not isinstance(caught.value, NotTrusted)
    study = written(folder, "name: n\ndata: {datasets: [iris]}\nestimators:\n"
                    f"  a: {{class: outside.Mine, file: {said}}}\n", "s.yaml")  # fmt: skip
    with pytest.raises(StudyError) as caught:
        pb.study(study, tmp_path / "out", trust=trust)
    assert (caught.value.line, caught.value.field) == (4, "estimators.a")


def test_a_module_that_another_imports_stays_in_the_folder(theirs, tmp_path):
    helper = next(theirs.parent.glob("help_*.py"))
    helper.rename(tmp_path / "outside.py")
    helper.symlink_to(tmp_path / "outside.py")
    with pytest.raises(InputError, match="in the folder of"):
        read_estimators(theirs, trust=True)


KNOWN = """
a: sklearn.svm.SVC
b: {class: sklearn.linear_model.LogisticRegression, parameters: {C: 0.5, solver: lbfgs,
    class_weight: {Iris-setosa: 2, 'a.b': 1}}}
c: {class: sklearn.gaussian_process.GaussianProcessClassifier,
    parameters: {kernel: {class: sklearn.gaussian_process.kernels.RBF}}}
d: {class: sklearn.model_selection.GridSearchCV, parameters: {estimator: {class: sklearn.svm.SVC},
    param_grid: {C: [1, 2], kernel: [rbf, linear]}, scoring: neg_log_loss, pre_dispatch: 2*n_jobs,
    cv: {class: sklearn.model_selection.StratifiedKFold, parameters: {n_splits: 2}}}}
e: {steps: [sklearn.preprocessing.StandardScaler, {class: sklearn.decomposition.PCA},
    sklearn.svm.SVC], preparation: encode}
f: {class: sklearn.ensemble.HistGradientBoostingClassifier, parameters: {max_iter: 2}}
g: {class: aeon.classification.convolution_based.RocketClassifier, parameters: {n_kernels: 9}}
h: {class: sklearn.ensemble.StackingClassifier, parameters: {final_estimator: null,
    estimators: [[a, {class: sklearn.svm.SVC}]]}}
i: {class: sklearn.tree._classes.DecisionTreeClassifier}
j: {class: pybench.optimal.estimators.RocketRidge, parameters: {kind: minirocket}}
"""


def test_known_packages_need_no_trust(folder):
    found = read_estimators(written(folder, KNOWN))
    kinds = {name: type(made(_bare(one), name)).__name__ for name, one in found.items()}
    assert kinds["d"] == "GridSearchCV"
    assert len(kinds) == 10


def _bare(one):
    return {k: v for k, v in one.items() if k != "preparation"} if isinstance(one, dict) else one


def test_a_class_that_a_known_package_only_passes_on_is_not_called(monkeypatch):
    import sklearn.svm

    monkeypatch.setattr(sklearn.svm, "Passed", type("Passed", (), {"fit": 1, "predict": 1}), False)
    with pytest.raises(ArgumentError, match="itself defines"):
        made("sklearn.svm.Passed", "a")


def test_what_python_itself_brings_is_not_even_imported():
    with pytest.raises(ArgumentError, match="Python itself"):
        made("this.s", "a")  # which prints when it is imported
    assert "this" not in sys.modules


@pytest.mark.parametrize("named", ["system", "Popen", "getoutput", "Path"])
@pytest.mark.parametrize("wrapped", ["b: %s\n", "b: {steps: [%s, sklearn.svm.SVC]}\n"])
def test_what_ones_own_module_only_passes_on_is_not_called(
    named, wrapped, theirs, flowers, tmp_path
):
    module = next(theirs.parent.glob("theirs_*.py"))
    text = (
        "from os import system\nfrom subprocess import Popen, getoutput\nfrom pathlib import Path\n"
    )
    module.write_text(text)
    theirs.write_text(wrapped % f"{{class: {module.stem}.{named}, file: {module.name}}}")
    with pytest.raises(ArgumentError, match=f"{module.stem}"[:20]):
        pb.run(flowers, read_estimators(theirs, trust=True), out=tmp_path / "run", workers=1)


def test_a_class_without_fit_and_predict_is_not_called():
    with pytest.raises(ArgumentError, match="with fit and predict"):
        made("sklearn.preprocessing.StandardScaler", "a")
    with pytest.raises(ArgumentError, match="with fit and predict"):
        made("sklearn.gaussian_process.kernels.RBF", "a")


def test_a_study_asks_for_all_that_it_names_at_once(theirs, tmp_path):
    name = next(theirs.parent.glob("theirs_*.py")).stem
    text = (
        "name: n\nengine: python\njobs: 1\ndata: {datasets: [iris], folds: 2}\n"
        f"estimators: e.yaml\nparts:\n  optimality: {{runs: 2, estimators: {{there: "
        f"{{class: {name}.mine, file: {name}.py}}}}}}\n"
    )
    study = written(theirs.parent, text, "s.yaml")
    with pytest.raises(NotTrusted) as caught:
        pb.study(study, tmp_path / "out")
    assert not (theirs.parent / "imported").exists()
    assert not (tmp_path / "out").exists()
    assert "`own`" in str(caught.value)
    assert "`there`" in str(caught.value)
    found = pb.study(study, tmp_path / "out", trust=True, lenient=True)
    assert list(found.table.classifiers) == ["own"]
    pb.study(study, tmp_path / "out", lenient=True)


def command(*arguments, folder):
    return subprocess.run(
        [sys.executable, "-m", "pybench", *map(str, arguments)],
        cwd=folder, env=dict(os.environ), capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_the_command_line_asks_once(theirs, flowers, tmp_path):
    suite, out = Path(flowers.folder), tmp_path / "run"
    given = ("run", suite, "--estimators", theirs, "--out", out, "--workers", "1", "--quiet")
    refused = command(*given, folder=tmp_path)
    assert refused.returncode == 5, refused.stderr
    assert "--trust" in refused.stderr
    assert not (theirs.parent / "imported").exists()
    assert command(*given, "--trust", folder=tmp_path).returncode == 0
    assert command(*given, folder=tmp_path).returncode == 0


def test_the_command_line_refuses_a_study_of_a_stranger(folder, tmp_path):
    place = tmp_path / "written"
    written(folder, "name: n\nengine: python\ndata: {datasets: [iris]}\nestimators:\n  b: "
            + CALLS["os.system"].replace("PLACE", str(place)) + "\n", "s.yaml")  # fmt: skip
    for more in ((), ("--trust",)):
        found = command("study", "s.yaml", "--out", "out", *more, folder=folder)
        assert found.returncode == 5, found.stderr
        assert "os.system" in found.stderr
        assert not place.exists()
