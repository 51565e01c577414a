"""Estimators from a file or an import path: what YAML says -> unfitted objects."""

from __future__ import annotations

import importlib
import os
import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pybench.base.document import read_json
from pybench.base.errors import ArgumentError, EnvironmentProblem, InputError, reason_of
from pybench.base.extras import require
from pybench.base.path import to_read
from pybench.base.text import clipped, shown, shown_names, without_controls
from pybench.read.files import file_bytes

KEYS = ("class", "parameters", "steps", "file", "preparation")
MOST_VALUES, DEPTH = 20_000, 40


def read_estimators(path: str | os.PathLike[str]) -> dict[str, Any]:
    """Read a file of estimators: a mapping of names to definitions, in YAML or JSON.

    Parameters
    ----------
    path : str or path-like
        ``.yaml``, ``.yml`` or ``.json``.

    Returns
    -------
    dict of str to dict or str
        Definitions, which `run` takes. ``file`` is absolute in them.

    Raises
    ------
    InputError
        It cannot be read, or is no mapping of names to definitions.
    ExtraMissing
        PyYAML is not installed.

    Notes
    -----
    A definition is the import path of a class (or of a function that returns an estimator) or a
    mapping: ``class``, its ``parameters``, the ``file`` of a module of one's own beside the YAML
    file, and ``preparation``; or ``steps``, a list of definitions that becomes a pipeline. A
    parameter that is a mapping with ``class`` is an estimator too. Two files of one name, in two
    folders, cannot be used together.

    Examples
    --------
    >>> _ = Path("estimators.yaml").write_text("forest: sklearn.ensemble.RandomForestClassifier")
    >>> read_estimators("estimators.yaml")
    {'forest': 'sklearn.ensemble.RandomForestClassifier'}
    """
    file = to_read("path", path)
    try:
        text = file_bytes(str(file)).decode("utf-8-sig")
    except (InputError, UnicodeDecodeError) as error:
        raise _refused(f"it cannot be read: {reason_of(error)}", os.fspath(path)) from error
    try:
        json = file.suffix.lower() == ".json"
        found = read_json(text, pairs=_once) if json else _yaml(text)
    except ValueError as error:
        raise _refused(f"it does not read: {clipped(str(error))}", os.fspath(path)) from error
    if not isinstance(found, dict) or not found or not all(isinstance(n, str) for n in found):
        raise _refused(f"found {type(found).__name__}", os.fspath(path))
    folder = file.resolve().parent
    try:
        return {name: placed(definition, folder) for name, definition in found.items()}
    except RecursionError:
        raise _refused("definitions within definitions, too deep", os.fspath(path)) from None


def made(definition: Any, name: str) -> Any:
    """Return the unfitted estimator of a definition; an object is given back as it is.

    Raises
    ------
    ArgumentError
        What the definition names is not there or takes no such parameters.

    Examples
    --------
    >>> made({"class": "sklearn.tree.DecisionTreeClassifier", "parameters": {"max_depth": 1}}, "a")
    DecisionTreeClassifier(max_depth=1)
    """
    if isinstance(definition, str):
        return _built({"class": definition}, name)
    return _built(definition, name) if isinstance(definition, Mapping) else definition


def refuse_unfit(estimator: Any, name: str) -> None:
    """Refuse what is no unfitted classifier.

    Raises
    ------
    ArgumentError
        A class, a regressor, an object without fit or predict.
    """
    lacking = [method for method in ("fit", "predict") if not hasattr(estimator, method)]
    expected = "an unfitted classifier with fit and predict"
    if isinstance(estimator, type):
        raise _unusable(name, expected, f"the class {estimator.__name__}; call it")
    if lacking:
        found = f"{type(estimator).__name__} without {' and '.join(lacking)}"
        raise _unusable(name, expected, found)
    if hasattr(estimator, "__sklearn_tags__"):  # its own classes alone need scikit-learn here
        from sklearn.base import is_regressor

        if is_regressor(estimator):
            raise _unusable(name, expected, f"a regressor, {type(estimator).__name__}")


def _built(definition: Mapping[str, Any], name: str) -> Any:
    unknown = [str(key) for key in definition if key not in KEYS]
    if unknown or ("class" in definition) == ("steps" in definition):
        found = shown_names(unknown) if unknown else "both or neither"
        raise _unusable(name, f"`class` or `steps`, with {', '.join(KEYS[1:])}", found)
    if "steps" in definition:
        from sklearn.pipeline import make_pipeline

        steps = definition["steps"]
        if not isinstance(steps, list) or not steps:
            raise _unusable(name, "a list of steps", type(steps).__name__)
        return make_pipeline(*(made(step, name) for step in steps))
    given = definition.get("parameters") or {}
    if not isinstance(given, Mapping):
        raise _unusable(name, "parameters by name", type(given).__name__)
    maker = _imported(str(definition["class"]), definition.get("file"), name)
    parameters = {str(key): _value(value, name) for key, value in given.items()}
    try:
        return maker(**parameters)
    except Exception as error:  # the class is the user's
        # Forty characters would end before the name of the parameter.
        found = without_controls(f"{type(error).__name__}: {error}")[:200]
        raise _unusable(name, f"parameters that {definition['class']} takes", found) from error


def _value(value: Any, name: str) -> Any:
    if isinstance(value, list):
        return [_value(item, name) for item in value]
    if isinstance(value, Mapping) and ("class" in value or "steps" in value):
        return _built(value, name)
    return value


def _imported(path: str, file: str | None, name: str) -> Any:
    module, _, attribute = path.rpartition(".")
    if not module:
        raise _unusable(name, "an import path such as sklearn.svm.SVC", shown(path))
    try:
        if file is not None:
            _import_file(module, Path(file).resolve(), name)
        found = getattr(importlib.import_module(module), attribute)
    except ArgumentError:
        raise
    except Exception as error:  # the module is the user's
        problem = f"{shown(path)}: {clipped(f'{type(error).__name__}: {error}')}"
        raise _unusable(name, "a class that can be imported", problem) from error
    if not callable(found):
        raise _unusable(name, "a class, or a function that returns an estimator", shown(path))
    return found


def _import_file(module: str, file: Path, name: str) -> None:
    """Import a module of one's own by its name, which is how other processes find it too."""
    if str(file.parent) not in sys.path:
        sys.path.insert(0, str(file.parent))
    found = getattr(importlib.import_module(module), "__file__", None)
    if found is None or Path(found).resolve() != file:
        # Python holds one module a name: the other's classes would be run as if they were these.
        raise _unusable(
            name,
            f"the module {module} from {file}",
            f"{found or 'one without a file'}, loaded by the same name: rename the file",
        )


def _yaml(text: str) -> Any:
    yaml = require("yaml", "suite", "Reading estimators from YAML")
    try:
        loader = yaml.SafeLoader(text)
        root = loader.get_single_node()
        _refuse_excess(root)
        return None if root is None else loader.construct_document(root)
    except Exception as error:  # of PyYAML: besides its own, KeyError, RecursionError, ...
        raise ValueError(without_controls(str(error) or type(error).__name__)) from error


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object of JSON; of a name that is there twice it would keep the last."""
    times = Counter(name for name, _ in pairs)
    if twice := [name for name, number in times.items() if number > 1]:
        raise ValueError(f"{shown(twice[0])} twice")
    return dict(pairs)


def _refuse_excess(root: Any) -> None:
    """Refuse a name that is there twice, and anchors by which few bytes stand for a great many."""
    pending = [] if root is None else [(root, 0)]
    seen = 0
    while pending:
        node, depth = pending.pop()
        seen += 1
        if depth > DEPTH or seen > MOST_VALUES:
            raise ValueError(f"more than {MOST_VALUES} values, or more than {DEPTH} deep")
        parts = [] if node.id == "scalar" else node.value
        if node.id == "mapping":
            names = Counter(key.value for key, _ in node.value if key.id == "scalar")
            if twice := [name for name, times in names.items() if times > 1]:
                raise ValueError(f"{shown(twice[0])} twice in line {node.start_mark.line + 1}")
            parts = [part for pair in node.value for part in pair]
        pending += [(part, depth + 1) for part in parts]


def placed(definition: Any, folder: Path) -> Any:
    """Make the files of modules absolute: workers may stand elsewhere."""
    if isinstance(definition, list):
        return [placed(item, folder) for item in definition]
    if not isinstance(definition, Mapping):
        return definition
    found = {key: placed(value, folder) for key, value in definition.items()}
    if isinstance(found.get("file"), str):
        found["file"] = str(folder / found["file"])
        if not Path(found["file"]).is_file():
            raise EnvironmentProblem(
                "a module of estimators is not there",
                file=found["file"],
                expected="a Python file beside the file of estimators",
                found="none",
                hint="Correct `file`.",
            )
    return found


def _refused(found: str, file: str) -> InputError:
    expected = "names of estimators with their definitions"
    return InputError(
        f"expected {expected}, {found}",
        file=file,
        expected=expected,
        found=found,
        hint="Such as: forest: sklearn.ensemble.RandomForestClassifier",
    )


def _unusable(name: str, expected: str, found: str) -> ArgumentError:
    return ArgumentError(
        f"estimator {shown(name)}: expected {expected}, found {found}",
        expected=expected,
        found=found,
        hint="Correct its definition.",
    )
