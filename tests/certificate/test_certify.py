"""The certificate misses no function, sees any fault of either language, and names it."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

import pybench as pb
from pybench.base.errors import ArgumentError, RPackageMissing
from pybench.base.result import Result
from pybench.certificate import certify, tables
from pybench.certificate.asked import Asked
from pybench.cli import main
from tests.landscape.test_engines import faulty
from tests.test_mirror import NOT_IN_R

ROOT = Path(__file__).resolve().parents[2]
#: Exported by R, and why no question is asked of it.
NO_STATISTIC = {
    **dict.fromkeys(("from_arrow", "to_arrow", "progress"), "moves values, computes none"),
    **dict.fromkeys(("to_json", "load_result"), "writes and reads a result, computes none"),
    "to_excel": "writes a table as a file, computes none",
    **dict.fromkeys(("formats", "register_format"), "lists and takes layouts of files"),
    "read_metrics": "reads tables; tests/golden/read compares the readers of both languages",
    **dict.fromkeys(
        ("plot_bayesian_t", "plot_scatter", "plot_score_cost", "plot_scores", "save_figure"),
        "draws, computes none",
    ),
    "table": "prints a result; tests/test_papers.py and tests/golden/tables compare the texts",
    "register_adjustment": "takes a correction of the user's own",
    "optimal_process": "names a pair of processes; simulate and likelihood_ratio are asked of them",
    "optimal_own_setting": "names a process and its times; the others are asked of it",
    "optimal_judged": "the verdicts of optimality by another margin; runs_needed asks for them",
    "suite_results": "lists the evaluations of a run, whose measures are asked under its name",
    **dict.fromkeys(
        (
            "suite_create",
            "suite_verdicts",
            "suite_check",
            "suite_tag",
            "suite_freeze",
            "suite_deactivate",
            "suite_new_version",
            "suite_save",
            "suite_export",
            "suite_import",
            "suite_read_openml",
        ),
        "bytes of suites; tests/golden/suite and tests/suite/sharing/test_r_suites.py compare them",
    ),
    "validate": "the certificate of R's own",
    "published_landscape": "reads a file; tests/landscape/test_published.py compares the numbers",
    "guidance": "sums up a protocol, which is asked under its name",
    "expected_gain": "reads off a curve; tests/selection/test_expected.py compares the languages",
    "place": "asks newcomer, best_by_region and rank_intervals; tests/landscape/test_place.py",
}
#: Trained by R in both languages.
BY_R = ("som", "som_search")


@cache
def asked() -> dict[str, list[Asked]]:
    """Return the questions of each statistic, by name."""
    found: dict[str, list[Asked]] = {}
    for one in certify.questions(None, 0.05, 0.0):
        found.setdefault(one.name, []).append(one)
    return found


def answered(name):
    """Return the first question of a statistic that has an answer, and Python's."""
    for one in asked()[name]:
        ours = certify._answer(one.python)
        if not isinstance(ours, pb.PybenchError):
            return one, ours
    raise AssertionError(f"{name}: every question is refused")


NAMES = sorted(asked())


def test_every_function_of_both_languages_is_asked():
    """A new function with a twin in R cannot be forgotten: it is here, or in NO_STATISTIC."""
    namespace = (ROOT / "r" / "NAMESPACE").read_text(encoding="utf-8")
    in_r = set(re.findall(r"^export\(pb_(\w+)\)", namespace, re.MULTILINE))
    assert set(NAMES) == in_r - set(NO_STATISTIC)
    public = {name for name in pb.__all__ if name[0].islower()} - {"optimal", "options", "plot"}
    assert public - set(NOT_IN_R) - set(NO_STATISTIC) <= set(NAMES)


def test_every_tolerance_is_used():
    """A row of tolerances.csv that nothing asks for would be a promise that nobody keeps."""
    from pybench.base import shared
    from pybench.base.catalogue import kinds

    owners = {row["quantity"].partition(".")[0] for row in shared.rows("tolerances.csv")}
    assert owners <= {*NAMES, *kinds().values()}


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=pytest.mark.r) if n in BY_R else n for n in NAMES]
)
def test_a_fault_in_any_field_of_any_statistic_is_seen(name):
    """Whatever one language has wrong, in whichever field, a row says so and names it."""
    one, ours = answered(name)
    whole = isinstance(ours, SimpleNamespace)
    fields = vars(ours) if whole else {f.name: getattr(ours, f.name) for f in _fields(ours)}
    assert all(row.agreement.agrees for row in certify._compared(one, ours, ours))
    changed = 0
    for field, value in fields.items():
        if field == "engine" or value is None or _empty(value):
            continue
        if isinstance(value, Result) or (isinstance(value, tuple) and _results(value)):
            continue  # compared under its own name, as another question
        other = {field: _faulty(value)}
        theirs = SimpleNamespace(**fields | other) if whole else dataclasses.replace(ours, **other)
        rows = certify._compared(one, ours, theirs)
        apart = [row for row in rows if not row.agreement.agrees]
        assert apart, f"{name}.{field}"
        assert {(row.room, row.statistic) for row in apart} == {(one.room, name)}
        changed += 1
    assert changed


def _fields(answer):
    return dataclasses.fields(answer)


def _empty(value):
    return not len(value) if hasattr(value, "columns") or isinstance(value, Mapping) else False


def _results(value):
    return any(isinstance(item, Result) for item in value)


def _faulty(value):
    """As `faulty`, for the plain forms of what is no result."""
    if isinstance(value, (list, Mapping)):
        first = next(iter(value if isinstance(value, Mapping) else range(len(value))))
        changed = value.copy()
        changed[first] = _faulty(value[first])
        return changed
    if isinstance(value, np.ndarray):
        other = np.array(value)
        other.flat[-1] = _faulty(other.flat[-1])
        return other
    if isinstance(value, float) and np.isnan(value):
        return 1.0
    return "x" if value is None else faulty(value)


@pytest.mark.r
def test_a_wrong_number_of_r_ends_with_6_and_is_named(only, alter_r, capsys):
    only("ranks", "friedman", "adjust")
    assert main.main(["validate", "--all"]) == 0
    said = capsys.readouterr().out
    assert "3 statistics" in said
    assert "DIFFERS" not in said
    alter_r(
        "pb_adjust",
        "function(pvalues, method = 'holm', alpha = 0.05) {"
        "  found <- pvalues; found[] <- stats::p.adjust(pvalues, 'BH') * (1 + 1e-9); found }",
    )
    assert main.main(["validate", "--all"]) == 6
    said = capsys.readouterr()
    assert "disagree on 1 statistic: adjust" in said.err
    assert re.search(r"(?m)^compare +adjust .* DIFFERS$", said.out.replace(" \n", "\n"))
    assert "DIFFERS adjust.pvalues" in said.out


@pytest.mark.r
def test_a_wrong_number_of_python_ends_with_6_and_is_named(only, monkeypatch, capsys):
    from pybench.optimal import scores

    only("optimal_roc", "optimal_lrt")
    right = scores.auc
    monkeypatch.setattr(
        scores, "auc", lambda *given: dataclasses.replace(right(*given), value=0.75)
    )
    assert main.main(["validate", "--all", "--quiet"]) == 6
    assert "1 statistic: optimal_lrt" in capsys.readouterr().err


@pytest.mark.r
def test_a_published_figure_that_is_not_met_ends_with_6(only, monkeypatch, capsys):
    only("ranks")
    t = tables.results(tables.DEMSAR)
    other = dataclasses.replace(t, scores=t.scores[:, [1, 0, 2, 3]])
    monkeypatch.setattr("pybench.certificate.published.tables.results", lambda _: other)
    assert main.main(["validate", "--all"]) == 6
    assert "friedman (published)" in capsys.readouterr().err


@pytest.mark.r
def test_ones_own_table_is_asked_too(only):
    only("friedman", "bootstrap", "subset_quality", "mantel")
    scores = np.random.default_rng(4).random((9, 3))
    names = {"datasets": [f"d{i}" for i in range(9)], "classifiers": ["a", "NA", 'q"']}
    t = pb.read_results(scores, higher_is_better=False, **names)
    seen = []
    found = pb.certify(t, 0.1, progress=seen.append)
    assert found.agrees, str(found)
    of_yours = {row.statistic for row in found.rows if row.table == certify.YOURS}
    assert of_yours == {"friedman", "bootstrap", "subset_quality"}  # mantel needs an embedding
    assert [one.done for one in seen] == [*range(len(seen))]
    assert {one.total for one in seen} == {len(seen) - 1}
    assert str(seen[-1]).startswith("100%")


@pytest.mark.r
@pytest.mark.parametrize("shape", [(2, 2), (3, 2)])
def test_the_smallest_tables(only, shape):
    only("friedman", "ranks", "select", "rank_preservation", "best_by_region", "bootstrap")
    names = {"datasets": list("def")[: shape[0]], "classifiers": ["a", "b"]}
    t = pb.read_results(np.arange(6.0).reshape(3, 2)[: shape[0]], higher_is_better=True, **names)
    assert pb.certify(t).agrees


@pytest.mark.r
def test_a_table_with_gaps(only):
    only("skillings_mack", "friedman", "select", "subset_quality", "bootstrap", "ranks", "compare")
    scores = np.random.default_rng(4).random((9, 3))
    scores[3, 1] = np.nan
    names = {"datasets": [f"d{i}" for i in range(9)], "classifiers": list("abc")}
    t = pb.read_results(scores, higher_is_better=False, missing="keep", **names)
    found = pb.certify(t)
    assert found.agrees, str(found)
    of_yours = {row.statistic for row in found.rows if row.table == certify.YOURS}
    assert of_yours == {"skillings_mack", "ranks", "compare"}


def question(python, r):
    return Asked("compare", "ranks", "t", "s", python, r)


def refusing(error):
    def side():
        raise error

    return side


def test_a_refusal_of_one_language_is_a_disagreement():
    answered = refusing(ArgumentError("no"))
    for sides in ((answered, SimpleNamespace), (SimpleNamespace, answered)):
        ((one, *answers),) = certify._answered([question(*sides)])
        (row,) = certify._compared(one, *answers)
        assert not row.agreement.agrees
        assert row.agreement.quantity == "ranks.refusal"


def test_what_both_refuse_alike_and_what_r_has_no_package_for_is_told():
    alike = question(refusing(ArgumentError("too few")), refusing(ArgumentError("too few")))
    without = question(SimpleNamespace, refusing(RPackageMissing("kohonen is not installed")))
    said = [certify._compared(*answers) for answers in certify._answered([alike, without])]
    assert said == ["too few", "kohonen is not installed"]


def test_other_errors_pass_through():
    for sides in ((refusing(KeyError("x")), dict), (dict, refusing(KeyError("x")))):
        with pytest.raises(KeyError):
            list(certify._answered([question(*sides)] * 3))
