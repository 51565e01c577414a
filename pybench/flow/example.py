"""An example of a study with comments: every field, its meaning, and its default."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pybench.flow.definition import SOURCES
from pybench.flow.field import Field
from pybench.flow.fields import DATA, METRIC, NEEDS, PARTS, RUN, TABLE, TOP

_HEAD = """\
# A study: pybench study study.yaml --out study
# Paths are relative to the folder of this file. Lines with "#" before a name show the defaults; an
# unknown name is an error. A study can be interrupted and resumed, and this file may be changed:
# the same command computes what is missing, and recomputes what depends on a change.
"""
_DATA = {
    "suite": "my-suite",
    "datasets": "[iris, wine, breast_cancer, GunPoint]",
    "results": "accuracies.csv",
    "items": "answers.csv",
    "target": "class",
    "nominal": "[class]",
    "created": '"2026-01-31T12:00:00Z"',
    "higher_is_better": "true",
    "metric": "accuracy",
    "series": "archive",
    "features": "features.parquet",
}
_RUN = {
    "timeout": "60",
    "memory": "4G",
    "fallback": "majority",
    "measure": "accuracy",
    "measures": "[auroc, neg_log_loss]",
}
_PARTS = {
    "cost": "seconds",
    "rope": "0.01",
    "dataset": "MMLU",
    "each": "100",
    "side": "8",
    "regions": "4",
    "sizes": "2 to 9",
}
_MAPS = {"stability": "5", "stability_sizes": "[7, 9]"}
_ESTIMATORS = """\
  naive Bayes: sklearn.naive_bayes.GaussianNB
  support vectors:
    steps: [sklearn.preprocessing.StandardScaler, sklearn.svm.SVC]
  random forest:
    class: sklearn.ensemble.RandomForestClassifier
    parameters: {n_estimators: 30}
"""
_PUBLISHED = """\
# published:
#   A published table:
#     file: theirs.csv  # File with the table of scores.
#     higher_is_better: true  # Required unless `format` states it.
#     metric: AUC  # Name of the score.
#     format: auto  # Tool that wrote the file, such as lm-eval.
"""


_METRICS = """\
# metrics:
#   seconds:
#     file: times.csv  # File with the table of scores.
#     higher_is_better: false  # Required unless `format` states it.
#     metric: seconds per fit  # Name of the score.
#     format: auto  # Tool that wrote the file, such as lm-eval.
#     score: fit_time  # Name of the column, in a long file with several columns of scores.
#     cost: true  # Whether it is a cost above 0, such as seconds, for the part `pareto`.
"""


def example() -> str:
    """Return a study that runs as it is, with a comment on every field.

    Examples
    --------
    >>> example().splitlines()[4]
    'name: My study  # Heading of the report.'
    """
    lines = [_HEAD + f"name: My study  # {TOP['name'].about}"]
    for name in ("seed", "engine", "jobs", "noun"):
        value = "model" if name == "noun" else _text(TOP[name])
        lines.append(f"# {name}: {value}  # {_about(TOP[name])}")
    lines += ["", f"# {TOP['data'].about} One of {', '.join(SOURCES)}.", "data:"]
    for name, field in DATA.items():
        if name == "datasets":
            lines.append(f"  {name}: {_DATA[name]}  # {_about(field)}")
        else:
            lines.append(f"  # {name}: {_DATA.get(name, _text(field))}  # {_about(field)}")
    lines += ["", f"# {TOP['estimators'].about}", f"estimators:\n{_ESTIMATORS}"]
    lines += [f"# {TOP['run'].about}", "# run:", *_section(RUN, _RUN, "#   "), ""]
    for name, form, text in (("published", TABLE, _PUBLISHED), ("metrics", METRIC, _METRICS)):
        assert all(f"#     {field}: " in text for field in form)
        lines += [f"# {TOP[name].about}", text]
    lines += [f"# {TOP['parts'].about}", "# `true` makes a part with its defaults."]
    lines += ["# parts:", *_parts()]
    return "\n".join(lines) + "\n"


def _parts() -> Iterator[str]:
    for name, form in PARTS.items():
        needs = f"  # with {' and '.join(NEEDS[name])}" if name in NEEDS else ""
        yield f"#   {name}:{needs}"
        yield from _section(form, _MAPS | _PARTS if name == "landscape" else _PARTS, "#     ")


def _section(form: Mapping[str, Field], examples: Mapping[str, str], before: str) -> Iterator[str]:
    for name, field in form.items():
        value = examples.get(name, _text(field))
        yield f"{before}{name}:{' ' + value if value else ''}  # {_about(field)}"
        if field.kind == "estimators":
            yield f"{before}  forest: sklearn.ensemble.RandomForestClassifier"


def _about(field: Field) -> str:
    return f"{field.about} One of {', '.join(field.choices)}." if field.choices else field.about


def _text(field: Field) -> str:
    value: Any = field.default
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return f"[{', '.join(map(str, value))}]"
    if isinstance(value, float):
        return f"{value:g}"
    return "" if value is None else str(value)
