"""Modules beside a file of estimators: the files that were looked at are those that are run."""

from __future__ import annotations

import py_compile
import sys

import pytest

from pybench.base.errors import ArgumentError
from pybench.suite.running.definitions import made
from pybench.suite.running.modules import files_of

CLASS = "class Mine:\n    WHERE = {}\n    def fit(self, X, y): ...\n    def predict(self, X): ...\n"


@pytest.fixture(autouse=True)
def loaded_modules():
    """Take back the modules that a test has loaded."""
    before = set(sys.modules)
    yield
    for name in set(sys.modules) - before:
        if name.partition(".")[0].startswith("own_of_"):
            del sys.modules[name]


def test_the_files_that_a_module_imports(tmp_path):
    (tmp_path / "own_of_a.py").write_text(
        "import own_of_b, json, numpy, sys\nfrom own_of_c.deep import x\n"
        "def f():\n    import own_of_d\n"
        "try:\n    import own_of_nowhere\nexcept ImportError: pass\n"
    )
    for name in ("own_of_b", "own_of_d", "own_of_e", "json", "numpy", "sys"):
        (tmp_path / f"{name}.py").write_text("import own_of_a\n")
    (tmp_path / "own_of_c").mkdir()
    for name in ("__init__", "deep", "other"):
        (tmp_path / "own_of_c" / f"{name}.py").write_text("from . import other\n")
    found = files_of(tmp_path / "own_of_a.py")
    assert sorted(found) == [
        "own_of_a", "own_of_b", "own_of_c", "own_of_c.deep", "own_of_c.other", "own_of_d",
    ]  # fmt: skip
    assert found["own_of_c"] == tmp_path / "own_of_c" / "__init__.py"


def test_a_file_that_is_no_python_has_no_more_files(tmp_path):
    for name, data in (("own_of_f", b"def ("), ("own_of_g", b"\xff\x00"), ("own_of_h", b"x=" * 9)):
        (tmp_path / f"{name}.py").write_bytes(data)
        assert list(files_of(tmp_path / f"{name}.py")) == [name]


def definition(folder, name, kind="Mine"):
    return {"class": f"{name}.{kind}", "file": str(folder / f"{name}.py")}


def test_compiled_code_beside_a_module_is_not_run(tmp_path):
    """Whoever reviews the text would not see it; times and size may be made to fit, too."""
    for name in ("own_of_i", "own_of_j"):
        file = tmp_path / f"{name}.py"
        file.write_text(CLASS.format("'planted'") + f"open({str(tmp_path / name)!r}, 'w')\n")
        mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
        py_compile.compile(str(file), invalidation_mode=mode, doraise=True)
    (tmp_path / "own_of_i.py").write_text("import own_of_j\n" + CLASS.format("own_of_j.WHERE"))
    (tmp_path / "own_of_j.py").write_text("WHERE = 'text'\n")
    assert made(definition(tmp_path, "own_of_i"), "a").WHERE == "text"
    assert not (tmp_path / "own_of_i").exists()
    assert not (tmp_path / "own_of_j").exists()


def test_a_folder_of_modules_is_not_put_on_the_path(tmp_path):
    """There, any file in it could stand for a package that another one looks for."""
    (tmp_path / "own_of_k.py").write_text(CLASS.format("'k'"))
    (tmp_path / "own_of_unseen.py").write_text("open('seen', 'w')\n")
    made(definition(tmp_path, "own_of_k"), "a")
    assert str(tmp_path) not in sys.path
    with pytest.raises(ImportError):
        __import__("own_of_unseen")


def test_packages_beside_a_module_are_whole(tmp_path):
    (tmp_path / "own_of_p").mkdir()
    (tmp_path / "own_of_p" / "__init__.py").write_text("from .one import X\n")
    (tmp_path / "own_of_p" / "one.py").write_text(
        "from importlib import import_module\nX = import_module('.two', __package__).X\n"
    )
    (tmp_path / "own_of_p" / "two.py").write_text("X = 'two'\n")
    text = "from own_of_p import X\n" + CLASS.format("X")
    (tmp_path / "own_of_l.py").write_text(text)
    assert made(definition(tmp_path, "own_of_l"), "a").WHERE == "two"


def test_ones_own_class_reaches_the_processes_of_a_search(tmp_path):
    import numpy as np
    from sklearn.model_selection import GridSearchCV

    (tmp_path / "own_of_m.py").write_text(
        "from sklearn.tree import DecisionTreeClassifier\n"
        "class Mine(DecisionTreeClassifier):\n    pass\n"
    )
    own = made(definition(tmp_path, "own_of_m"), "a")
    X = np.arange(40.0).reshape(-1, 1)
    search = GridSearchCV(own, {"max_depth": [1, 2]}, n_jobs=2, cv=2, error_score="raise")
    assert search.fit(X, X[:, 0] % 20 > 9).best_params_


@pytest.mark.parametrize("name", ["json", "numpy", "sklearn", "tsfresh", "sys"])
def test_a_module_with_the_name_of_another_is_refused(name, tmp_path):
    (tmp_path / f"{name}.py").write_text(CLASS.format("''"))
    with pytest.raises(ArgumentError, match="rename the file"):
        made(definition(tmp_path, name), "a")


def test_the_class_is_in_the_file(tmp_path):
    (tmp_path / "own_of_n.py").write_text(CLASS.format("''"))
    with pytest.raises(ArgumentError, match=r"own_of_n\.Mine"):
        made({"class": "other.Mine", "file": str(tmp_path / "own_of_n.py")}, "a")
