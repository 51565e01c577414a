"""The Bayesian part of a page."""

import re

import numpy as np
import pytest

from pybench.reporting.bayesian import sentence, view
from pybench.reporting.formats import probability


def test_bayesian_part(page_of, separated, make_posterior):
    comparison = separated(bayesian=True, rope=0.5)
    posterior = make_posterior(comparison)
    tree = page_of(comparison, posterior=posterior)
    (section,) = tree.xpath("//section[@aria-labelledby='bayesian']")
    text = re.sub(r"\s+", " ", section.text_content())
    assert "Scores at most 0.5 apart" in text
    assert "Of 6 pairs, one is better with a probability above 0.95 in 6" in text
    assert "standard error" in text
    rows = section.xpath("div[1]/table/tbody/tr")
    assert [row.findtext("th/bdi") for row in rows] == list("bcd")
    result = comparison.bayesian
    for row, name in zip(rows, "bcd", strict=True):
        shown = [td.text for td in row.findall("td")][:3]
        three = [frame.loc["a", name] for frame in (result.better, result.equal, result.worse)]
        assert shown == [probability(p) for p in three]
        widths = [float(part.get("width")) for part in row.iter("rect")]
        assert sum(widths) == pytest.approx(160, abs=0.02)
    alternative = section.xpath(".//img/@alt")[0]
    assert f"a better than b: {probability(posterior.better)}" in alternative
    assert "Benavoli, A., Corani, G., Demšar, J." in tree.text_content()


def test_the_sentence_counts_every_pair_once(make_comparison):
    for rope in (0.0, 0.05, 10.0):
        result = make_comparison(bayesian=True, rope=rope).bayesian
        better, equal, undecided = map(
            int, re.findall(r"in (\d+), .* in (\d+), and (\d+)", sentence(result))[0]
        )
        assert better + equal + undecided == 3
    assert equal == 3


def test_the_matrix_shows_the_row_better(separated):
    comparison = separated(bayesian=True, rope=0.5)
    shown = view(comparison, None)
    for i, (name, row) in enumerate(shown["matrix"]):
        for j, cell in enumerate(row):
            kind = "self" if i == j else "differs strong" if i < j else "same"
            assert cell.kind == kind, (name, j)
    assert shown["error"] == np.max(comparison.bayesian.monte_carlo_error.to_numpy())


def test_alike_is_marked(make_comparison):
    comparison = make_comparison(bayesian=True, rope=10.0)
    cells = [cell for _, row in view(comparison, None)["matrix"] for cell in row]
    assert [cell.shown for cell in cells].count("≈") == 6
