"""The draft paper says what the repository's tables say, in the form that its journal asks for."""

from __future__ import annotations

import re
from pathlib import Path

import pandas as pd
import pytest
import yaml

ROOT = Path(__file__).resolve().parent.parent
_, HEAD, BODY = (ROOT / "paper" / "paper.md").read_text(encoding="utf-8").split("---\n", 2)
PLAIN = " ".join(BODY.split())


def sentences() -> list[str]:
    """Return what the tables say, in the words of the paper."""
    found = pd.read_csv(ROOT / "bench" / "reliability.csv").set_index("name")
    done, number = found["done"], found["found"]
    apart = found.loc["relative difference of R and Python"]
    faults = done["share of seeded faults caught"].partition(" ")[0]
    caught = number["share of seeded faults caught"]
    mutants, kills = done["crashes"], done["torn reads"]
    sizes = pd.read_csv(ROOT / "bench" / "mixtures.csv").query("what == 'any'")
    signed = sizes.query("test == 'wilcoxon' and adjust == 'holm'")["size"]
    nemenyi = sizes.query("test == 'nemenyi'")["size"]
    assert len(signed) == 8
    speed = pd.read_csv(ROOT / "bench" / "results.csv").set_index(["bench", "who"])["median_s"]
    diagram = speed["Friedman, Nemenyi, PNG 112 x 35"]
    bayes = speed["Bayesian signed rank, 595 pairs, n = 112"]
    jobs = speed["run: 200 jobs of naive Bayes"]
    return [
        f"the largest relative difference found was {apart['found']:.3g}; the limit is "
        f"{apart['limit']:.0e}",
        f"Of {faults} faults seeded into the source code, the tests catch {caught:.1%}".replace(
            "%", " %"
        ),
        f"{mutants} caused {number['crashes']:.0f} crashes",
        f"{kills} of writing processes left {number['torn reads']:.0f} torn files",
        f"is at most {signed.max():.3f} at the level 0.05, over eight designs",
        f"For Nemenyi's test it is up to {nemenyi.max():.3f}",
        f"take {diagram['pybench']:.2g} s (aeon {diagram['aeon']:.2g} s, autorank "
        f"{diagram['autorank']:.2g} s, scikit-posthocs {diagram['scikit-posthocs']:.2g} s)",
        f"take {bayes['pybench']:.2g} s (baycomp {bayes['baycomp']:.0f} s)",
        f"{jobs['pybench']:.2g} s against {jobs['joblib loop, 1 process']:.2g} s for 200 jobs",
    ]


@pytest.mark.parametrize("sentence", sentences())
def test_a_number_is_that_of_a_table(sentence):
    assert sentence in PLAIN


def test_no_other_decimal_is_in_it():
    """Versions of packages apart; 0.05 is a level, the others are in the errata."""
    known = " ".join([*sentences(), (ROOT / "docs" / "errata.md").read_text(encoding="utf-8")])
    decimals = re.findall(r"(?<![\w.])\d+\.\d+(?![\w.]*\.\d)", BODY)
    assert len(decimals) > 10
    assert set(decimals) <= set(re.findall(r"\d+\.\d+", known))


def test_what_is_more_than_a_number():
    languages = (ROOT / "docs" / "languages.md").read_text(encoding="utf-8")
    assert int(re.search(r"(\d+) functions are written twice", languages)[1]) > 60
    assert "More than 60 functions exist in both languages" in PLAIN
    cases = pd.read_csv(ROOT / "tests" / "golden" / "statistics" / "cases.csv")
    assert len(cases) > 150
    assert (cases["package"] != "pybench").mean() > 0.5
    assert "against more than 150 series of stored numbers, most of them from the original" in PLAIN


def test_it_has_the_sections_and_the_length_that_the_journal_asks_for():
    sections = re.findall(r"(?m)^# (.*)$", BODY)
    asked = ["Summary", "Statement of need", "State of the field", "Software design"]
    asked += ["Research impact statement", "AI usage disclosure", "Acknowledgements", "References"]
    assert [name for name in sections if name != "Verification"] == asked
    assert 750 <= len(BODY.split()) <= 1750
    fields = {"title", "tags", "authors", "affiliations", "date", "bibliography"}
    assert set(yaml.safe_load(HEAD)) == fields


def test_each_reference_is_cited_and_each_citation_has_a_reference():
    listed = re.findall(r"(?m)^@\w+\{(\w+),$", (ROOT / "paper" / "paper.bib").read_text("utf-8"))
    assert len(listed) == len(set(listed))
    assert set(re.findall(r"(?<!\w)@(\w+)", BODY)) == set(listed)
