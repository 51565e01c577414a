"""The part of a page about tests within each dataset, and its tables."""

import csv

import numpy as np
import pytest

import pybench as pb
from pybench.reporting import within
from pybench.table import results_table


def repeated(k):
    drawn = np.random.default_rng(2).normal(size=(4, k, 5)) / 50
    cube = np.round(0.6 + drawn + 0.04 * np.arange(k)[:, None], 3)
    return results_table(
        cube.mean(axis=2), list("wxyz"), [f"m{j}" for j in range(k)], higher_is_better=True,
        by_repeat=cube,
    )  # fmt: skip


@pytest.fixture(scope="module")
def compared():
    return pb.compare(repeated(3), rho=0.2, mcm=False)


def test_a_report_has_the_section_its_tables_and_its_reference(compared, tmp_path):
    pb.report(compared, tmp_path)
    page = (tmp_path / "index.html").read_text("utf-8")
    assert 'within">On which datasets does one beat another?' in page
    assert "Not shown to be better does not mean equal." in page
    assert "over all 3 pairs, it can be higher" in page
    assert "Nadeau, C. and Bengio, Y. (2003)" in page
    assert "rho = 0.2" in page
    assert '<a href="./comparison/within-datasets.csv">comparison/within-datasets.csv</a>' in page
    own = (tmp_path / "comparison" / "index.html").read_text("utf-8")
    assert '<a href="./within-datasets.csv">within-datasets.csv</a>' in own
    first = compared.within.counts()[0]
    assert f"<bdi>{first.first}</bdi></th><td><bdi>{first.second}</bdi></td>" in page
    with (tmp_path / "comparison" / "within-datasets.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 3 * 4
    assert [float(row["pvalue"]) for row in rows] == compared.within.pvalues.ravel().tolist()
    tex = (tmp_path / "comparison" / "within-datasets.tex").read_text("utf-8")
    assert f"m2 & m0 & {first.better} & {first.worse} & {first.not_shown}" in tex
    assert "does not mean equal" in tex


def test_one_page_alone_names_no_file(compared, tmp_path):
    pb.report(compared, tmp_path / "one.html")
    page = (tmp_path / "one.html").read_text("utf-8")
    assert "On which datasets does one beat another?" in page
    assert "within-datasets.csv" not in page


def test_without_rho_there_is_nothing_of_it(tmp_path):
    pb.report(pb.compare(repeated(3), mcm=False), tmp_path)
    page = (tmp_path / "index.html").read_text("utf-8")
    assert "On which datasets does one beat another?" not in page
    assert "Nadeau" not in page
    assert not list(tmp_path.rglob("within-datasets*"))


def test_many_pairs_are_folded():
    found = pb.within_datasets(repeated(8), 0.2)
    values = within.view(found)
    assert (len(values["shown"]), len(values["folded"])) == (20, 8)
    assert values["shown"] + values["folded"] == found.counts()
