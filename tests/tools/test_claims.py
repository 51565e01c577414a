"""What pybench says about itself is what its tables hold."""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

import pybench as pb
from pybench.base import catalogue
from pybench.base.notes import texts
from pybench.comparison.adjust import ADJUSTMENTS

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))

import claims  # noqa: E402

CORRECTIONS = claims.rows_of(claims.SHARED / "corrections.csv")


def test_pages_are_written_from_the_tables():
    for path, text in claims.pages().items():
        assert path.read_text(encoding="utf-8") == text, f"{path.name}: run python tools/claims.py"


def test_every_correction_says_what_it_controls():
    own = ["single-step", "nemenyi", "bonferroni-dunn", "miller", "*"]
    assert [row["key"] for row in CORRECTIONS] == [*ADJUSTMENTS, *own]
    for row in CORRECTIONS:
        assert all(text for key, text in row.items() if key not in ("note", "source")), row["key"]
        assert row["source"] or row["key"] in ("none", "*")
        assert (row["controls"] == "strong FWER") == (row["mixture"] == "at most alpha")


@pytest.mark.parametrize("page", ["python", "r"])
def test_the_help_says_what_the_table_says(page):
    """Corrections that control the same stand in one line."""
    told = inspect.getdoc(pb.adjust) or ""
    if page == "r":
        told = (ROOT / "r" / "man" / "pb_adjust.Rd").read_text(encoding="utf-8")
        told = re.sub(r"\\code\{(\"\w+\")\}", r"\1", told)
    told = " ".join(told.split())
    for row in CORRECTIONS[: len(ADJUSTMENTS)]:
        alike = [f'"{one["key"]}"' for one in CORRECTIONS if one["text"] == row["text"]]
        assert f"{', '.join(alike)}: {row['text']}" in told


def test_every_function_has_a_twin_or_a_reason():
    assert claims.unexplained() == [], "a row of r/inst/shared/languages.csv"
    kinds = {row["kind"] for row in claims.exceptions()}
    assert kinds == {"alone", "another name", "differs", "trained by R"}
    for row in claims.exceptions():
        assert bool(row["why"]) != (row["kind"] == "another name")
        assert bool(row["python"] and row["r"]) != (row["kind"] == "alone")


@pytest.mark.parametrize(
    ("side", "name"), [("in_python", "brand_new"), ("in_r", "brand_new"), ("in_r", "study")]
)
def test_a_new_function_without_twin_and_reason_is_seen(side, name, monkeypatch):
    before = getattr(claims, side)()
    monkeypatch.setattr(claims, side, lambda: before | {name})
    assert any(name in line for line in claims.unexplained())


def test_nothing_claims_that_everything_exists_twice():
    """What exists twice stands in docs/languages.md, from the lists themselves."""
    boast = re.compile(
        r"implementations? of (everything|every )|(statistic|function)s? of every room|"
        r"every (statistic|call|function)\b[^.|]{0,40} (exists? twice|(is )?implemented twice|"
        r"in both languages|has its twin|in Python and in R)|everything[^.|]{0,20} twice\b",
        re.IGNORECASE,
    )
    found = []
    for pattern in ("*.md", "docs/**/*.md", "pybench/**/*.py", "pybench/**/*.html", "r/R/*.R",
                    "vignettes/*", "r/DESCRIPTION", "bench/*.in", "pyproject.toml"):  # fmt: skip
        for path in ROOT.glob(pattern):
            if path.is_file() and path.name not in ("NEWS.md", "languages.md"):
                text = re.sub(r"\s+(#'? )?", " ", path.read_text(encoding="utf-8"))
                found += [f"{path.name}: {claim[0]}" for claim in boast.finditer(text)]
    assert found == []


def largest(**fields: object) -> float:
    """Return the largest size measured among rows with these fields."""
    rows = claims.rows_of(claims.BENCH / "mixtures.csv")
    kept = (row for row in rows if all(row[key] in value for key, value in fields.items()))
    return max(float(row["size"]) for row in kept)


def test_notes_say_what_was_measured():
    told = texts()
    by_ranks = ("siegel", "conover", "eisinga", "quade_pairs", "aligned_ranks_pairs", "nemenyi")
    pair = largest(what=["pair"], test=by_ranks)
    family = largest(what=["any"], test=by_ranks)
    finner, li = (largest(what=["any"], adjust=[name]) for name in ("finner", "li"))
    assert f"(measured: {finner:.2f} at level 0.05)" in told["weak-control"]
    assert f"(measured: {li:.2f} at level 0.05)" in told["independent-control"]
    expected = (
        f"Measured at level 0.05: this happened to a given pair in up to {pair:.2f} of the tables, "
        f"and to at least one pair, after correction, in up to {family:.2f}."
    )
    assert expected in told["mean-ranks"]


def test_what_rejects_too_often_where_some_differ_is_noted():
    """No correction or test is above its level by three Monte-Carlo errors without a note."""
    noted = {row["key"] for row in CORRECTIONS if row["note"]} | {"single-step"}
    for row in claims.rows_of(claims.BENCH / "mixtures.csv"):
        if row["what"] == "any" and row["verdict"] == "liberal":
            by_ranks = row["test"] in (
                *catalogue.functions("mean-ranks"),
                "nemenyi",
                "conover single-step",
            )
            assert by_ranks or row["adjust"] in noted, row


@pytest.mark.parametrize("page", ["python", "r"])
def test_the_error_of_planned_power_is_as_measured(page):
    told = inspect.getdoc(pb.datasets_needed) or ""
    if page == "r":
        told = (ROOT / "r" / "man" / "pb_datasets_needed.Rd").read_text(encoding="utf-8")
    told = " ".join(told.split())
    coarse = "steps of a standard deviation"

    def error(sizes: Iterable[int], *, of_coarse: bool) -> str:
        rows = claims.rows_of(claims.BENCH / "power.csv")
        kept = (row for row in rows if (row["differences"] == coarse) == of_coarse)
        return f"{max(float(row['largest']) for row in kept if int(row['size']) in sizes):.3f}"

    fine, later = (error(range(least, 101), of_coarse=False) for least in (6, 20))
    at_10, at_40 = (error([size], of_coarse=True) for size in (10, 40))
    assert f"off by at most {fine}, and by at most {later} from 20 datasets on" in told
    assert f"by up to {at_10} at 10 datasets and {at_40} at 40" in told
