"""What a result says of itself, and what an error says, is the same in both languages."""

from __future__ import annotations

import subprocess

import numpy as np
import pytest

import pybench as pb
from pybench.comparison import adjust
from pybench.comparison.questions import asked

#: Function, its positional arguments after the table, its named arguments; all are refused.
MISTAKES = [
    ("wilcoxon", [], {"adjust": "holms"}),
    ("wilcoxon", [], {"adjust": 1}),
    ("wilcoxon", [], {"adjust": None}),
    ("wilcoxon", [], {"zero_method": "prat"}),
    ("wilcoxon", [], {"method": "exakt"}),
    ("wilcoxon", [], {"alternative": "bigger"}),
    ("wilcoxon", [], {"correction": "yes"}),
    ("wilcoxon", [], {"correction": 1}),
    ("wilcoxon", [], {"control": "Clf1"}),
    ("wilcoxon", [], {"control": 3}),
    ("wilcoxon", [], {"tie_tol": "x"}),
    ("wilcoxon", [], {"tie_tol": -1}),
    ("wilcoxon", [], {"convention": "R"}),
    ("nemenyi", [], {"alpha": "0.05"}),
    ("nemenyi", [], {"alpha": 5}),
    ("nemenyi", [], {"alpha": None}),
    ("nemenyi", [], {"convention": "x"}),
    ("friedman", [], {"method": "chisq"}),
    ("page", [["a"]], {}),
    ("page", ["a"], {}),
    ("page", [["a", "a", "b", "c", "d"]], {}),
    ("page", [["a", "a", "b", "c", "d"]], {}),
    ("page", [["a", "b", "c", "d", "e"]], {"method": "x"}),
    ("conover", [], {"variant": "x"}),
    ("quade_pairs", [], {"distribution": "x"}),
    ("quade", [], {"convention": "x"}),
    ("effects", [], {"confidence": 95}),
    ("effects", [], {"control": "x"}),
    ("kendall_w", [], {"resamples": 0}),
    ("kendall_w", [], {"resamples": 1.5}),
    ("rank_intervals", [], {"seed": "a"}),
    ("rank_intervals", [], {"seed": 1.5}),
    ("bayesian_sign", [], {"rope": -1}),
    ("bayesian_sign", [], {"rope": "1"}),
    ("bayesian_sign", [], {"samples": 0}),
    ("bayesian_sign", [], {"prior": -1}),
    ("bayesian_sign", [], {"place": "x"}),
    ("bayesian_t", [], {"rho": 1}),
    ("bayesian_t", [], {"dataset": "x"}),
    ("bayesian_t", [], {"dataset": "d1"}),
    ("corrected_t", ["0.1"], {}),
    ("corrected_t", [0.1], {"dataset": "d1"}),
    ("within_datasets", ["0.1"], {}),
    ("within_datasets", [0.1], {}),
    ("bayesian_hierarchical", [], {}),
    ("posterior", ["a", "a"], {}),
    ("posterior", ["a", "x"], {}),
    ("posterior", ["a", "b"], {"test": "bayesian_t"}),
    ("posterior", [1, "b"], {}),
    ("critical_difference", ["nemeny"], {}),
    ("critical_difference", ["bonferroni-dunn"], {}),
    ("critical_difference", ["wilcoxon"], {"adjust": "x"}),
    ("critical_difference", ["nemenyi"], {"adjust": "holm"}),
    ("critical_difference", ["nemenyi"], {"control": "a"}),
    ("multi_comparison", [["x"]], {}),
    ("multi_comparison", [], {"order": "x"}),
    ("multi_comparison", [], {"bayesian": "yes"}),
    ("datasets_needed", ["x"], {}),
    ("datasets_needed", [], {"sizes": [1]}),
    ("datasets_needed", [], {"sizes": "a"}),
    ("datasets_needed", [], {"power": 2}),
    ("datasets_needed", [], {"adjust": "shaffer"}),
    ("datasets_needed", [], {"pairs": [["a", "x"]]}),
    ("stability", [], {"sizes": 1}),
    ("stability", [], {"limit": 0}),
    ("stability", [], {"resamples": -1}),
    ("stability", [], {"zero_method": "x"}),
    ("core_patterns", ["a"], {}),
    ("core_patterns", [["a", "x"]], {}),
    ("core_patterns", [["a", "b"]], {"extra": 9}),
    ("core_patterns", [["a", "b"]], {"test": "x", "extra": 1}),
    ("swaps", ["a", "q"], {}),
    ("swaps", ["a", "a"], {}),
    ("swaps", ["a", "b"], {"size": 9}),
    ("favourable_sets", ["a", "q"], {}),
    ("favourable_sets", ["a", "a"], {}),
    ("favourable_sets", ["a", "b"], {"size": 9}),
    ("compare", [], {"alpha": "x"}),
    ("compare", [], {"bayesian": 1}),
    ("compare", [], {"rope": -1}),
    ("skillings_mack", [], {"method": "x"}),
    ("ranks", [], {"tie_tol": "x"}),
]
MARK = "=== next"


def tables():
    rng = np.random.default_rng(7)
    ability = np.array([0.0, 0.01, 0.03, 0.06])
    yield np.round(0.8 + ability + 0.03 * rng.normal(size=(12, 4)), 2), True
    yield np.round(rng.random((5, 4)), 1), False
    yield np.ones((3, 4)), True


def in_r(value):
    if value is None:
        return "NULL"
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, list):
        kind = "list" if value and isinstance(value[0], list) else "c"
        return f"{kind}({', '.join(map(in_r, value))})"
    if isinstance(value, dict):
        return f"c({', '.join(f'`{name}` = {in_r(one)}' for name, one in value.items())})"
    return repr(value)


def r_texts(path, higher_is_better, calls):
    """Return what R writes, or the message of its error, call by call."""
    lines = [
        "library(pybench)",
        f"t <- pb_read_results({str(path)!r}, higher_is_better = {in_r(higher_is_better)})",
        f"say <- function(lines) writeLines(c({MARK!r}, lines))",
        "refused <- function(e) say(conditionMessage(e))",
    ]
    for name, given, named in calls:
        arguments = ["t", *map(in_r, given), *(f"{k} = {in_r(v)}" for k, v in named.items())]
        call = f"format(pb_{name}({', '.join(arguments)}))"
        lines.append(f"tryCatch(say({call}), pybench_error = refused)")
    script = path.with_suffix(".R")
    script.write_text("\n".join(lines))
    command = ["Rscript", "--vanilla", str(script)]
    said = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert said.returncode == 0, said.stderr
    return [part.strip("\n") for part in said.stdout.split(MARK)[1:]]


def written(path, scores):
    names = [f"d{i}" for i in range(len(scores))]
    rows = [",".join([name, *map(str, row)]) for name, row in zip(names, scores, strict=True)]
    path.write_text("\n".join(["dataset,a,b,c,d", *rows]) + "\n")
    return path


@pytest.mark.r
@pytest.mark.parametrize("number", range(3))
def test_texts_are_equal(number, tmp_path):
    scores, higher_is_better = list(tables())[number]
    path = written(tmp_path / "t.csv", scores)
    t = pb.read_results(path, higher_is_better=higher_is_better)
    calls = [(name, [], named) for name, named in asked("text", t)]
    for (name, _, named), said in zip(calls, r_texts(path, higher_is_better, calls), strict=True):
        ours = str(getattr(pb, name)(t, **named)).replace("to_frame()", "as.data.frame()")
        assert ours == said.replace("engine r", "engine python"), name


@pytest.mark.r
def test_messages_are_equal(tmp_path, monkeypatch):
    monkeypatch.setattr(adjust, "_REGISTERED", {})  # what examples of the documentation leave
    path = written(tmp_path / "t.csv", next(tables())[0])
    t = pb.read_results(path, higher_is_better=True)
    for (name, given, named), said in zip(MISTAKES, r_texts(path, True, MISTAKES), strict=True):
        with pytest.raises(pb.PybenchError) as caught:
            getattr(pb, name)(t, *given, **named)
        ours = str(caught.value).replace("True or False", "TRUE or FALSE")
        assert ours.replace("not None", "not NULL") == said, (name, given, named)
