"""Estimators from a file or an import path: definitions in YAML -> unfitted objects."""

from __future__ import annotations

import importlib
import os
import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from types import FunctionType
from typing import Any

from pybench.base import check
from pybench.base.document import read_json
from pybench.base.errors import (
    ArgumentError,
    EnvironmentProblem,
    InputError,
    reason_of,
    refusal,
)
from pybench.base.path import to_read
from pybench.base.text import clipped, shown, shown_names, without_controls
from pybench.read.files import file_bytes
from pybench.suite.running.modules import Clash, files_of, load
from pybench.suite.running.trust import KNOWN, refuse_untrusted

KEYS = ("class", "parameters", "steps", "file", "preparation")
MOST_VALUES, DEPTH = 20_000, 40
ESTIMATOR = "a class with fit and predict, or a function of a module of one's own that makes one"
PREDICTS = ("predict", "predict_proba", "decision_function", "fit_predict")
#: Type of task -> the kind of estimator that it takes.
TAKES = {"classification": "classifier", "regression": "regressor", "clustering": "clusterer"}


def read_estimators(path: str | os.PathLike[str], *, trust: bool = False) -> dict[str, Any]:
    """Read a file of estimators: a mapping of names to definitions, in YAML or JSON.

    Parameters
    ----------
    path : str or path-like
        ``.yaml``, ``.yml`` or ``.json``.
    trust : bool
        Whether you trust the parts of the file that can run arbitrary code: your own modules,
        packages other than scikit-learn, aeon, sktime, xgboost, lightgbm and catboost, and
        parameters that may name a file or contain code. You must trust these parts once, and again
        each time that they change.

    Returns
    -------
    dict of str to dict or str
        The definitions by name, as `run` accepts them. Paths in the key ``file`` of a definition
        are absolute.

    Raises
    ------
    InputError
        The file cannot be read, is not a mapping of names to definitions, or has a ``file`` outside
        its folder.
    NotTrusted
        The file names such content that you do not yet trust. The message lists everything that
        would be imported or called. Nothing has been imported or called.

    Notes
    -----
    A definition is an import path or a mapping. The import path names a class with ``fit`` and
    ``predict``, or your own function that returns an estimator. The mapping has the keys ``class``
    (an import path), ``parameters``, ``file`` (your own module beside the YAML file) and
    ``preparation``; or it has the key ``steps``, a list of definitions that becomes a pipeline. A
    parameter that is a mapping with ``class`` is an estimator, too. Two files with the same name in
    different folders cannot be used together.

    Examples
    --------
    >>> _ = Path("estimators.yaml").write_text("forest: sklearn.ensemble.RandomForestClassifier")
    >>> read_estimators("estimators.yaml")
    {'forest': 'sklearn.ensemble.RandomForestClassifier'}
    """
    found = definitions_in(path)
    refuse_untrusted(found.items(), Path(path), check.flag("trust", trust))
    return found


def definitions_in(path: str | os.PathLike[str]) -> dict[str, Any]:
    """Read a file of estimators like `read_estimators`, without checking whether it is trusted."""
    file = to_read("path", path)
    try:
        text = file_bytes(str(file)).decode("utf-8-sig")
    except (InputError, UnicodeDecodeError) as error:
        raise _refused(f"it cannot be read: {reason_of(error)}", os.fspath(path)) from error
    try:
        json = file.suffix.lower() == ".json"
        found = _json(text) if json else _yaml(text)
    except ValueError as error:
        raise _refused(f"it does not read: {clipped(str(error))}", os.fspath(path)) from error
    if not isinstance(found, dict) or not found or not all(isinstance(n, str) for n in found):
        raise _refused(f"found {type(found).__name__}", os.fspath(path))
    return {name: placed(definition, file) for name, definition in found.items()}


def made(definition: Any, name: str, *, inner: bool = False) -> Any:
    """Return the unfitted estimator of a definition; an object is returned unchanged.

    What a definition names is checked before it is called: see `_refuse_call`. ``inner`` marks
    steps and parameters of other estimators, which need not predict.

    Raises
    ------
    ArgumentError
        The definition names something that does not exist, is not an estimator, or does not take
        these parameters.

    Examples
    --------
    >>> made({"class": "sklearn.tree.DecisionTreeClassifier", "parameters": {"max_depth": 1}}, "a")
    DecisionTreeClassifier(max_depth=1)
    """
    if isinstance(definition, str):
        return _built({"class": definition}, name, inner)
    return _built(definition, name, inner) if isinstance(definition, Mapping) else definition


def refuse_unfit(estimator: Any, name: str, type_of_task: str = "classification") -> None:
    """Refuse an object that is not an unfitted estimator for tasks of a type.

    Parameters
    ----------
    estimator : object
    name : str
        For messages.
    type_of_task : {"classification", "regression", "clustering"}

    Raises
    ------
    ArgumentError
        A class, an object without fit or predict, or an estimator of another kind, such as a
        regressor for a classification.
    """
    wanted = TAKES[type_of_task]
    lacking = [method for method in ("fit", "predict") if not hasattr(estimator, method)]
    expected = f"an unfitted {wanted} with fit and predict"
    if wanted == "clusterer" and hasattr(estimator, "fit_predict"):
        lacking = []  # it need not predict other rows than those it was fitted to
    if isinstance(estimator, type):
        raise _unusable(name, expected, f"the class {estimator.__name__}; call it")
    if lacking:
        found = f"{type(estimator).__name__} without {' and '.join(lacking)}"
        raise _unusable(name, expected, found)
    if hasattr(estimator, "__sklearn_tags__"):  # import scikit-learn only for its own classes
        from sklearn.base import is_classifier, is_clusterer, is_regressor

        kinds = {"classifier": is_classifier, "regressor": is_regressor, "clusterer": is_clusterer}
        strange = [one for one, holds in kinds.items() if one != wanted and holds(estimator)]
        if strange:
            raise _unusable(name, expected, f"a {strange[0]}, {type(estimator).__name__}")


def _built(definition: Mapping[str, Any], name: str, inner: bool) -> Any:
    unknown = [str(key) for key in definition if key not in KEYS]
    if unknown or ("class" in definition) == ("steps" in definition):
        found = shown_names(unknown) if unknown else "both or neither"
        raise _unusable(name, f"`class` or `steps`, with {', '.join(KEYS[1:])}", found)
    if "steps" in definition:
        from sklearn.pipeline import make_pipeline

        steps = definition["steps"]
        if not isinstance(steps, list) or not steps:
            raise _unusable(name, "a list of steps", type(steps).__name__)
        return make_pipeline(*(made(step, name, inner=True) for step in steps))
    given = definition.get("parameters") or {}
    if not isinstance(given, Mapping):
        raise _unusable(name, "parameters by name", type(given).__name__)
    maker = _imported(str(definition["class"]), definition.get("file"), name)
    _refuse_call(maker, str(definition["class"]), name, inner)
    parameters = {str(key): _value(value, name) for key, value in given.items()}
    if maker.__module__.partition(".")[0] == "catboost":  # by default it writes ./catboost_info
        parameters.setdefault("allow_writing_files", False)
    try:
        return maker(**parameters)
    except Exception as error:  # the class is user code
        # Forty characters would not reach the name of the parameter.
        found = without_controls(f"{type(error).__name__}: {error}")[:200]
        raise _unusable(name, f"parameters that {definition['class']} takes", found) from error


def _value(value: Any, name: str) -> Any:
    if isinstance(value, list):
        return [_value(item, name) for item in value]
    if isinstance(value, Mapping) and ("class" in value or "steps" in value):
        return _built(value, name, True)
    return value


def _imported(path: str, file: str | None, name: str) -> Any:
    module, _, attribute = path.rpartition(".")
    parts = path.split(".")
    if not module or not all(one.isidentifier() and one[:2] != "__" for one in parts):
        raise _unusable(name, "an import path such as sklearn.svm.SVC", shown(path))
    if file is None and parts[0] in sys.stdlib_module_names:
        raise _unusable(name, ESTIMATOR, f"{shown(path)}, which Python itself brings")
    if file is not None and module != Path(file).stem:
        raise _unusable(name, shown(f"{Path(file).stem}.{attribute}"), f"{shown(path)} in {file}")
    try:
        found = load(Path(file).resolve()) if file is not None else importlib.import_module(module)
        return getattr(found, attribute)
    except Clash as error:
        expected = f"the module {module} from {file}"
        raise _unusable(name, expected, f"{error}: rename the file") from error
    except Exception as error:  # the module is user code
        problem = f"{shown(path)}: {clipped(f'{type(error).__name__}: {error}')}"
        raise _unusable(name, "a class that can be imported", problem) from error


def _refuse_call(found: Any, path: str, name: str, inner: bool) -> None:
    """Refuse an object that is not an estimator class before calling it, which could do anything.

    In a known package it must be a class that the package itself defines, with fit and predict, or
    for a step or parameter with fit, get_params (kernels) or split. Elsewhere it may be a function.
    """
    asked = path.partition(".")[0]
    home = str(getattr(found, "__module__", None)).partition(".")[0]
    if not isinstance(found, (type, FunctionType)) or home in sys.stdlib_module_names:
        raise _unusable(name, ESTIMATOR, shown(path))
    if {asked, home} & {*KNOWN}:
        if not isinstance(found, type):
            raise _unusable(name, ESTIMATOR, f"{shown(path)}, a function")
        if home not in KNOWN:
            expected = f"a class that {asked} itself defines"
            raise _unusable(name, expected, f"{shown(path)}, which {home} defines")
    own = home not in KNOWN and (inner or not isinstance(found, type))
    methods = ("fit", "get_params", "split") if inner else PREDICTS
    fits = inner or hasattr(found, "fit")
    if not own and not (fits and any(hasattr(found, method) for method in methods)):
        raise _unusable(name, ESTIMATOR, shown(path))


def _yaml(text: str) -> Any:
    import yaml

    try:
        loader = yaml.SafeLoader(text)
        root = loader.get_single_node()
        _refuse_excess(root)
        return None if root is None else loader.construct_document(root)
    except Exception as error:  # PyYAML raises its own errors, KeyError, RecursionError, ...
        raise ValueError(without_controls(str(error) or type(error).__name__)) from error


def _json(text: str) -> Any:
    found = read_json(text, pairs=_once)
    pending = [(found, 0)]
    seen = 0
    while pending:
        value, depth = pending.pop()
        seen += 1
        _refuse_size(seen, depth)
        parts = value.values() if isinstance(value, dict) else value
        if isinstance(value, (dict, list)):
            pending += [(part, depth + 1) for part in parts]
    return found


def _refuse_size(seen: int, depth: int) -> None:
    """Refuse nesting deeper than any definition has; Python's own limit differs by release."""
    if depth > DEPTH or seen > MOST_VALUES:
        raise ValueError(f"more than {MOST_VALUES} values, or more than {DEPTH} levels deep")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return a JSON object; refuse a name that occurs twice, of which Python keeps the last."""
    times = Counter(name for name, _ in pairs)
    if twice := [name for name, number in times.items() if number > 1]:
        raise ValueError(f"{shown(twice[0])} twice")
    return dict(pairs)


def _refuse_excess(root: Any) -> None:
    """Refuse a name that occurs twice, and anchors that expand a few bytes to very many values."""
    pending = [] if root is None else [(root, 0)]
    seen = 0
    while pending:
        node, depth = pending.pop()
        seen += 1
        _refuse_size(seen, depth)
        parts = [] if node.id == "scalar" else node.value
        if node.id == "mapping":
            names = Counter(key.value for key, _ in node.value if key.id == "scalar")
            if twice := [name for name, times in names.items() if times > 1]:
                raise ValueError(f"{shown(twice[0])} twice in line {node.start_mark.line + 1}")
            parts = [part for pair in node.value for part in pair]
        pending += [(part, depth + 1) for part in parts]


def placed(definition: Any, source: Path) -> Any:
    """Make paths of modules absolute, as workers may have other folders; refuse those outside.

    Parameters
    ----------
    definition : definition
    source : Path
        The file that contains it.

    Raises
    ------
    InputError
        The file of a module, or one that it imports, is not in the folder of ``source``.
    EnvironmentProblem
        The file does not exist.
    """
    if isinstance(definition, list):
        return [placed(item, source) for item in definition]
    if not isinstance(definition, Mapping):
        return definition
    found = {key: placed(value, source) for key, value in definition.items()}
    if "class" in found and found.get("file") is not None:
        found["file"] = str(_inside(found["file"], source))
    return found


def _inside(said: Any, source: Path) -> Path:
    folder = source.resolve().parent
    if not isinstance(said, str) or Path(said).is_absolute():
        raise _outside(shown(str(said)), source)
    file = to_read("file", folder / said)
    if not file.resolve().is_relative_to(folder):
        raise _outside(f"{shown(said)}, which is {file.resolve()}", source)
    if not file.is_file():
        raise EnvironmentProblem(
            "this module does not exist, but the file of estimators refers to it",
            file=str(file),
            expected="a Python file in the folder of the file of estimators",
            found="none",
            hint="Correct the key `file` in the file of estimators.",
        )
    for one in files_of(file).values():
        if not one.resolve().is_relative_to(folder):
            raise _outside(f"{one}, which is {one.resolve()}", source)
    return file


def _outside(found: str, source: Path) -> InputError:
    expected = f"a module in the folder of {source.name}, by a relative path"
    hint = "Put it there: what is shared, reviewed and trusted is one folder."
    return refusal(expected, without_controls(found), hint, file=str(source), kind=InputError)


def _refused(found: str, file: str) -> InputError:
    expected = "names of estimators with their definitions"
    return InputError(
        f"expected {expected}, {found}",
        file=file,
        expected=expected,
        found=found,
        hint="For example: forest: sklearn.ensemble.RandomForestClassifier",
    )


def _unusable(name: str, expected: str, found: str) -> ArgumentError:
    return ArgumentError(
        f"estimator {shown(name)}: expected {expected}, found {found}",
        expected=expected,
        found=found,
        hint="Correct its definition.",
    )
